"""Small mistakes put into the rules of a game: do its tests notice? `python -m tests.mutants GAME`.

A mutant is a rule with one comparison, number, sign, `not`, value or statement changed. The tests are
collected once; for each mutant the process forks, the functions of the fork get the changed code, and the
tests that run the changed line are run until one fails. What is only worked out while modules are loaded is
tried in a new process. `mutants.toml` lists the mutants that change nothing, each with its reason.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest
import tomli
from _pytest.runner import runtestprotocol
from msgspec import Struct

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_suffix(".toml")
GAMES = ("castle_combo", "methoni", "six_castles", "valeria")
RULES = ("rules.py", "rules/*.py", "scoring.py", "steps.py")
SECONDS = 60
"""The CPU time that the tests of one mutant may take, all together."""
QUICK = 3
"""A test that takes more seconds than this, while it is watched, is left out."""
PATIENCE = 10
"""A test that takes so many times as long as before, and a second more, does not end."""
MEMORY = 4 * 2**30
IN_A_NEW_PROCESS = "CASTELLAN_MUTANT"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(Struct, frozen=True):
    """One change in one module: the node it is made in, counted as `ast.walk` does, and which change."""

    file: str
    node: int
    variant: int
    line: int
    last_line: int
    was: str
    becomes: str
    inside: bool
    """Whether it stands in a function; else it is at work when the module is loaded."""

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"{self.name}\n  - {self.was}\n  + {self.becomes}"


# Making mutants


def variants(node: ast.AST) -> list[ast.AST]:
    """What a node may become, one change each."""
    match node:
        case ast.Compare(left=left, ops=[op, *ops], comparators=comparators) if type(op) in COMPARISONS:
            return [ast.Compare(left, [COMPARISONS[type(op)](), *ops], comparators)]
        case ast.BoolOp(op=op, values=values):
            return [ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            return [ast.BinOp(left, ARITHMETIC[type(op)](), right)]
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in ARITHMETIC:
            return [ast.AugAssign(target, ARITHMETIC[type(op)](), value), ast.Pass()]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [operand]
        case ast.Constant(value=bool() as value):
            return [ast.Constant(not value)]
        case ast.Constant(value=int() as value):
            return [ast.Constant(value + 1), ast.Constant(value - 1)]
        case ast.Return(value=value) if value is not None and not _is_none(value):
            return [ast.Return(ast.Constant(None))]
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()) | ast.Delete() | ast.Raise():
            return [ast.Pass()]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Continue() | ast.Break():
            return [ast.Pass()]
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() as test, body=body, orelse=orelse):
            return [ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.IfExp(test=test, body=body, orelse=orelse) if not isinstance(test, ast.Compare):
            return [ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.comprehension(target=target, iter=over, ifs=[_, *ifs], is_async=is_async):
            return [ast.comprehension(target, over, ifs, is_async)]
    return []


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SKIPPED = (ast.Assert, ast.Import, ast.ImportFrom)


def _mutable(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST, bool]]:
    """Every node that is run, with the statement it is part of, and whether it stands in a function."""
    waiting: list[tuple[ast.AST, ast.AST, bool]] = [(tree, tree, False)]
    while waiting:
        node, statement, inside = waiting.pop()
        if isinstance(node, SKIPPED) or (isinstance(node, ast.keyword) and node.arg == "strict"):
            continue  # two lists that are always of one length
        if isinstance(node, ast.stmt):
            statement = node
        yield node, statement, inside
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "type_comment"):
                continue
            within = inside or (isinstance(node, FUNCTIONS) and field == "body")
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    waiting.append((child, statement, within))


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    places = {id(node): place for place, node in enumerate(ast.walk(tree))}
    found = []
    for node, statement, inside in _mutable(tree):
        for variant, other in enumerate(variants(node)):
            lines = [each.lineno for each in ast.walk(node) if hasattr(each, "lineno")]
            was = _shown(statement)
            undo = _swap(tree, node, other)
            becomes = _shown(statement if node is not statement else other)
            undo()
            found.append(
                Mutant(
                    file=path.relative_to(ROOT).as_posix(),
                    node=places[id(node)],
                    variant=variant,
                    line=min(lines),
                    last_line=max(lines) if not isinstance(node, ast.If) else node.test.lineno,
                    was=was,
                    becomes=becomes,
                    inside=inside,
                )
            )
    return sorted(found, key=lambda mutant: (mutant.line, mutant.node, mutant.variant))


def _swap(tree: ast.AST, node: ast.AST, other: ast.AST) -> Any:
    """Put another node in the place of one; what is returned puts it back."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, other)
                return lambda parent=parent, field=field: setattr(parent, field, node)
            if isinstance(value, list) and any(each is node for each in value):
                at = next(place for place, each in enumerate(value) if each is node)
                value[at] = other
                return lambda value=value, at=at: value.__setitem__(at, node)
    raise AssertionError("a node that is not in its tree")


def _shown(statement: ast.AST) -> str:
    """A statement in one line; of a compound one only its head."""
    text = ast.unparse(ast.fix_missing_locations(statement))
    if isinstance(
        statement, ast.If | ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef | ast.Match
    ):
        decorators = len(getattr(statement, "decorator_list", ()))
        return text.splitlines()[decorators]
    return " ".join(text.split())


def compiled(mutant: Mutant) -> CodeType:
    """The module with that change."""
    path = ROOT / mutant.file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node = list(ast.walk(tree))[mutant.node]
    other = variants(node)[mutant.variant]
    for each in ast.walk(other):
        ast.copy_location(each, node) if not hasattr(each, "lineno") else None
    ast.copy_location(other, node)
    _swap(tree, node, other)
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


# Trying them in a fork


Key = tuple[str, str, int]


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


class Tried(Struct):
    """What a forked process says of a mutant."""

    killed: bool
    by: str = ""


class Run(Struct):
    """What a test did before anything was changed."""

    seconds: float
    lines: set[tuple[str, int]]


class Trial:
    """A pytest plugin: instead of the tests once, the tests that matter for each mutant, in forks."""

    def __init__(self, mutants: Sequence[Mutant], seconds: float) -> None:
        self.mutants = mutants
        self.seconds = seconds
        self.files = {str(ROOT / mutant.file): mutant.file for mutant in mutants}
        self.functions: dict[Key, list[FunctionType]] = {}
        self.caches: list[Any] = []
        self.kills: Counter[str] = Counter()
        self.runs: dict[str, Run] = {}
        self.survivors: list[Mutant] = []
        self.tried = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self) -> None:
        """Look for the functions while the garbage collector still shows them."""
        for found in gc.get_objects():
            if isinstance(found, FunctionType) and found.__code__.co_filename in self.files:
                self.functions.setdefault(_key(found.__code__), []).append(found)
            elif isinstance(found, _lru_cache_wrapper) and found.__module__.startswith("automa."):
                self.caches.append(found)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        self.runs = self._watch(session.items)
        say(f"{len(self.runs)} tests, {sum(run.seconds for run in self.runs.values()):.0f} s of CPU time")
        assert self.runs, "no test passes with the rules as they are"
        for number, mutant in enumerate(self.mutants, 1):
            begun = time.monotonic()
            tried = self._try(mutant, items)
            self.tried = number
            if tried.killed:
                self.kills[tried.by] += 1
            else:
                self.survivors.append(mutant)
            state = f"killed by {tried.by}" if tried.killed else "SURVIVES"
            say(f"{number}/{len(self.mutants)} {mutant.name} {state} ({time.monotonic() - begun:.1f} s)")
        return True

    def _watch(self, items: Sequence[pytest.Item]) -> dict[str, Run]:
        """Run every test once, unchanged, and see which lines of the rules it runs and how long it takes."""

        def watch() -> dict[str, Any]:
            found: dict[str, Any] = {}
            for item in items:
                self._forget()  # what another test has worked out, this one would not run
                lines: set[tuple[str, int]] = set()
                sys.settrace(_tracer(self.files, lines))
                begun = time.process_time()
                signal.signal(signal.SIGVTALRM, _too_slow)
                signal.setitimer(signal.ITIMER_VIRTUAL, QUICK)
                try:
                    passed = _passes(item)
                except TimeoutError:  # between two steps of pytest itself
                    passed = False
                finally:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                    sys.settrace(None)
                if passed:
                    found[item.nodeid] = [time.process_time() - begun, sorted(lines)]
                else:
                    say(f"fails or is slow as it is, and is left out: {item.nodeid}")
            return found

        return {
            nodeid: Run(seconds, {(file, line) for file, line in lines})
            for nodeid, (seconds, lines) in _in_a_fork(watch, 3600).items()
        }

    def _forget(self) -> None:
        """Empty every cache of the games."""
        for cache in self.caches:
            cache.cache_clear()

    def _try(self, mutant: Mutant, items: dict[str, pytest.Item]) -> Tried:
        if mutant.inside:
            lines = {(mutant.file, line) for line in range(mutant.line, mutant.last_line + 1)}
            matter = [nodeid for nodeid, run in self.runs.items() if run.lines & lines]
            if matter:
                tried = self._fork(mutant, [items[each] for each in self._ordered(matter)])
                if tried.killed:
                    return tried  # else perhaps it was at work when a module was loaded
        return self._spawn(mutant, self._ordered(self.runs))

    def _ordered(self, nodeids: Iterator[str] | Sequence[str] | dict[str, Run]) -> list[str]:
        """Those that have noticed most first, then the quicker ones; no more than there is time for."""
        order = sorted(nodeids, key=lambda each: (-min(self.kills[each], 3), self.runs[each].seconds))
        left, chosen = self.seconds, []
        for each in order:
            left -= self.runs[each].seconds
            if left > 0:
                chosen.append(each)
        return chosen

    def _fork(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Tried:
        def attempt() -> dict[str, Any]:
            for code in _codes(compiled(mutant)):
                for function in self.functions.get(_key(code), ()):
                    if len(function.__code__.co_freevars) != len(code.co_freevars):
                        return {"by": "the compiler"}
                    function.__code__ = code
            self._forget()
            for item in items:
                _limit(PATIENCE * self.runs[item.nodeid].seconds + 1, item.nodeid)
                if not _passes(item):
                    return {"by": item.nodeid}
            return {"by": ""}

        by = _in_a_fork(attempt, PATIENCE * SECONDS).get("by", "time")
        return Tried(bool(by), by)

    def _spawn(self, mutant: Mutant, nodeids: Sequence[str]) -> Tried:
        """In a new process, where the module is loaded with the change."""
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "-p",
                "tests.mutants",
                *QUIETLY,
                *nodeids,
            ],
            cwd=ROOT,
            env={**os.environ, IN_A_NEW_PROCESS: json.dumps([mutant.file, mutant.node, mutant.variant])},
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE * SECONDS,) * 2),
        )
        assert "usage:" not in done.stderr, done.stderr
        if done.returncode == 0:
            return Tried(False)
        by = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return Tried(True, by[0] if by else "loading")


def _tracer(files: dict[str, str], lines: set[tuple[str, int]]) -> Any:
    def local(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            lines.add((files[frame.f_code.co_filename], frame.f_lineno))
        return local

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        return local if frame.f_code.co_filename in files else None

    return trace


def _passes(item: pytest.Item) -> bool:
    """Run one test by itself, with its own fixtures."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def _too_slow(*_: object) -> None:
    raise TimeoutError("this test is not quick")


def _limit(seconds: float, nodeid: str) -> None:
    """A test that goes on for too long ends the process."""
    signal.signal(signal.SIGVTALRM, lambda *_: _answer_and_leave({"by": nodeid}))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


_pipe = -1


def _answer_and_leave(answer: dict[str, Any]) -> None:
    with os.fdopen(_pipe, "wb") as pipe:
        pipe.write(json.dumps(answer).encode())
    os._exit(0)


def _in_a_fork(work: Any, seconds: float) -> dict[str, Any]:
    """Do something in a copy of this process, and hear what came of it; nothing if it broke off."""
    global _pipe
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _pipe = writing
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds),) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            _answer_and_leave(work())
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else {}


# In a new process


class Mutated(importlib.machinery.SourceFileLoader):
    """Loads a module with a change in it."""

    mutant: Mutant

    def get_code(self, fullname: str) -> CodeType:
        return compiled(self.mutant)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the module that is to be changed."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = ".".join(Path(mutant.file).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if fullname != self.module:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert spec is not None and spec.origin is not None
        loader = Mutated(fullname, spec.origin)
        loader.mutant = self.mutant
        spec.loader = loader
        return spec


if IN_A_NEW_PROCESS in os.environ:
    _file, _node, _variant = json.loads(os.environ[IN_A_NEW_PROCESS])
    sys.meta_path.insert(0, Finder(Mutant(_file, _node, _variant, 0, 0, "", "", False)))


# The command

QUIETLY = ("-p", "no:cacheprovider", "-p", "no:xdist", "--timeout", "0", "-o", "addopts=--strict-markers")


def equivalent() -> set[tuple[str, str, str]]:
    """The mutants that change nothing, by file and change."""
    listed = tomli.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(each["file"], each["was"], each["becomes"]) for each in listed}


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


def main() -> int:
    """Try the mutants of a game; the code says whether any survived (1) or was not tried (2)."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--sample", type=int, metavar="N", help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="for the draw")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only those whose file:line has this in it"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, metavar="S", help="CPU time for the tests of one mutant"
    )
    parser.add_argument("--contract", action="store_true", help="with the contract that all games keep")
    parser.add_argument("--list", action="store_true", help="list them, and try none")
    wanted = parser.parse_args()
    home = ROOT / "automa" / wanted.game
    every = [mutant for rules in RULES for path in sorted(home.glob(rules)) for mutant in mutants_of(path)]
    known = equivalent()
    for gone in sorted(each for each in known if wanted.game in each[0]):
        if gone not in {(each.file, each.was, each.becomes) for each in every}:
            say(f"mutants.toml: there is no such mutant any more: {gone}")
    real = [each for each in every if (each.file, each.was, each.becomes) not in known]
    chosen = [each for each in real if wanted.only in each.name]
    if wanted.sample is not None and wanted.sample < len(chosen):
        chosen = random.Random(wanted.seed).sample(chosen, wanted.sample)
    if wanted.list:
        print(*chosen, sep="\n")  # noqa: T201
        return 0
    trial = Trial(chosen, wanted.seconds)
    name = wanted.game.replace("_", "-")
    paths = [f"tests/{wanted.game}", *(["tests/contract"] if wanted.contract else [])]
    pytest.main(["-q", "-s", *QUIETLY, *paths, "-k", f"{wanted.game} or {name}"], plugins=[trial])
    print(*trial.survivors, sep="\n")  # noqa: T201
    killed = trial.tried - len(trial.survivors)
    share = 100 * killed / max(trial.tried, 1)
    print(f"{name}: {killed} of {trial.tried} mutants killed ({share:.1f} %), {len(real)} in all")  # noqa: T201
    if trial.tried < len(chosen):
        say(f"{len(chosen) - trial.tried} were not tried: the tests broke off")
        return 2
    return 1 if trial.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
