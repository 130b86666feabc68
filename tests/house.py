"""The house from outside: `python -m tests.house` draws which room calls which, and counts lines.

Imports inside functions count like any other; those for types alone do not.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from solo.games import folders

ROOT = Path(__file__).parent.parent
PACKAGES = ("solo", "automa")
ROOMS = (
    "__init__", "fixes", "game", "lessons", "opponents", "picture", "rules", "scoresheet",
    "scoring", "state", "tables",
)  # fmt: skip
"""What every game has, as a file or a folder of that name."""
SHARED_ROOMS = ("notation", "pieces", "steps")
"""What means the same in every game that has it."""
MOST_OWN_ROOMS = 3
"""How many rooms besides these a game may have, each named for a thing of that game."""

Graph = Mapping[str, set[str]]


def modules(root: Path = ROOT) -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
            found[name] = path
    return found


def imports(name: str, path: Path, known: Iterable[str]) -> set[str]:
    """The modules of ours that a module imports, wherever in it."""
    known = set(known)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in _run(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for each in node.names:
                inside = f"{base}.{each.name}"
                found.add(inside if inside in known else base)
    return (found & known) - {name}


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """Every part of a module that is run; not what stands under `if TYPE_CHECKING`."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for child in ast.iter_child_nodes(node):
            is_for_types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            if not is_for_types and not isinstance(child, ast.expr):  # which imports nothing
                waiting.append(child)


def graph(root: Path = ROOT) -> dict[str, set[str]]:
    """Which module imports which."""
    known = modules(root)
    return {name: imports(name, path, known) for name, path in known.items()}


def cycles(graph: Graph) -> list[list[str]]:
    """Modules that reach each other: those that import in a circle, together."""
    reached = {name: _reached(graph, name) for name in graph}
    found = {
        tuple(sorted(other for other in graph if other in reached[name] and name in reached[other]))
        for name in graph
        if name in reached[name]
    }
    return sorted(list(each) for each in found)


def _reached(graph: Graph, start: str) -> set[str]:
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += graph.get(name, ())
    return found


def room_of(module: str) -> str:
    """The room that a module is in: `solo.playing`, `automa.valeria`, or the package itself.

    What all games share is one room, whether it is a file or a folder.
    """
    package, *inside = module.split(".")[:2]
    is_room = inside and (ROOT / package / inside[0]).is_dir()
    if not is_room or (package == "automa" and inside[0] not in games()):
        return package
    return f"{package}.{inside[0]}"


def rooms(graph: Graph) -> dict[str, set[str]]:
    """Which room calls which."""
    found: dict[str, set[str]] = {}
    for module, others in graph.items():
        if module.endswith(".__main__"):
            continue  # the door, from which one only enters
        room = room_of(module)
        found.setdefault(room, set()).update(room_of(other) for other in others)
    return {room: others - {room} for room, others in found.items()}


def picture(graph: Graph) -> str:
    """The rooms from the top down, each with those it calls; a room only calls rooms further down."""
    calls = rooms(graph)
    left = dict(calls)
    ordered: list[str] = []
    while left:
        free = sorted(
            room for room in left if not any(room in left[other] for other in left if other != room)
        )
        if not free:
            raise ValueError(f"rooms call each other in a circle: {sorted(left)}")
        ordered += free
        left = {room: others for room, others in left.items() if room not in free}
    wide = max(map(len, ordered))
    lines = []
    for room in ordered:
        others = sorted(calls[room], key=ordered.index)
        lines.append(f"{room:{wide}}  → {' '.join(others)}" if others else room)
    return "\n".join(lines)


def shadowed(path: Path) -> list[str]:
    """The names in a class's annotations that the class itself hides, as in `rulings: rulings.Rulings`.

    From Python 3.14 on annotations are read once the class stands, and its own names then come first.
    """
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            own = {name for statement in node.body for name in _bound(statement)}
            used = {name for statement in node.body for name in _annotated_with(statement)}
            found += [f"{node.name}.{name}" for name in sorted(own & used)]
    return found


def _bound(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement of a class binds in it."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (
                each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
            )


def _annotated_with(statement: ast.stmt) -> Iterator[str]:
    """The names in the annotations of a statement of a class: of a field, or of a method."""
    annotations: list[ast.expr | None] = []
    match statement:
        case ast.AnnAssign():
            annotations = [statement.annotation]
        case ast.FunctionDef(args=args, returns=returns) | ast.AsyncFunctionDef(args=args, returns=returns):
            every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
            annotations = [returns, *(each.annotation for each in every if each is not None)]
    for annotation in annotations:
        if annotation is not None:
            yield from (each.id for each in ast.walk(annotation) if isinstance(each, ast.Name))


@cache
def games() -> dict[str, set[str]]:
    """The rooms of each game."""
    inside = {game: (ROOT / "automa" / game).iterdir() for game in sorted(folders())}
    return {
        game: {each.stem for each in found if each.suffix == ".py" or _is_package(each)}
        for game, found in inside.items()
    }


def _is_package(path: Path) -> bool:
    return path.is_dir() and any(path.glob("*.py"))


def lines(folder: Path) -> int:
    """The lines of Python below a folder."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py"))


def main() -> int:
    found = graph()
    print(picture(found))  # noqa: T201
    for name in ("solo", "automa", *(f"automa/{game}" for game in games()), "tests"):
        print(f"{name}: {lines(ROOT / name)} lines")  # noqa: T201
    return 1 if cycles(found) else 0


if __name__ == "__main__":
    sys.exit(main())
