"""The architecture, as the README of the companion draws it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import house


@pytest.fixture(scope="module")
def graph() -> house.Graph:
    return house.graph()


def test_no_module_imports_in_a_circle_lazily_or_not(graph: house.Graph) -> None:
    assert house.cycles(graph) == []


def test_the_games_know_nothing_of_the_companion(graph: house.Graph) -> None:
    wrong = [
        (name, other)
        for name, others in graph.items()
        for other in others
        if name.startswith("automa") and not other.startswith("automa")
    ]
    assert wrong == []


def test_the_games_know_nothing_of_each_other(graph: house.Graph) -> None:
    rooms = {f"automa.{game}" for game in house.games()}
    wrong = [(room, other) for room, others in house.rooms(graph).items() for other in others & rooms]
    assert wrong == []


@pytest.mark.parametrize("game", house.games())
def test_every_game_has_the_same_rooms(game: str) -> None:
    found = house.games()[game]
    assert not (missing := {*house.ROOMS} - found), f"{game} has no file or folder for {sorted(missing)}"
    own = sorted(found - {*house.ROOMS, *house.SHARED_ROOMS})
    assert len(own) <= house.MOST_OWN_ROOMS, f"{game} has rooms that no other game has: {own}"


def test_the_readme_draws_the_house_as_it_is(graph: house.Graph) -> None:
    readme = (house.ROOT / "solo" / "README.md").read_text(encoding="utf-8")
    drawn = f"```text\n{house.picture(graph)}\n```" in readme
    assert drawn, "the drawing in solo/README.md is another; `python -m tests.house` prints it anew"


def test_a_lazy_import_counts_and_one_for_types_does_not(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    module.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from solo import types_only\n"
        "def f():\n    from solo.far import away\n    from . import near\n",
        encoding="utf-8",
    )
    known = ["solo", "solo.types_only", "solo.far", "solo.far.away", "solo.room.near"]
    assert house.imports("solo.room.one", module, known) == {"solo.far.away", "solo.room.near"}


def test_a_circle_is_found() -> None:
    circle = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}
    assert house.cycles(circle) == [["a", "b", "c"]]


def test_records_are_structs() -> None:
    """One style of record: msgspec's, and a NamedTuple where it is unpacked or sorted as a tuple."""
    named = {name: path.read_text(encoding="utf-8") for name, path in house.modules().items()}
    assert [name for name, text in named.items() if "dataclass" in text or "TypedDict" in text] == []


def test_no_class_hides_what_its_annotations_name() -> None:
    wrong = {name: found for name, path in house.modules().items() if (found := house.shadowed(path))}
    assert wrong == {}


def test_a_name_hidden_in_its_own_class_is_found(tmp_path: Path) -> None:
    module = tmp_path / "one.py"
    module.write_text(
        "class Tables:\n    rulings: rulings.Rulings\n    cards: Cards\n"
        "class Shelf:\n    x: int\n    def all(self, *them: int) -> dict[str, list[int]]: ...\n"
        "    def list(self): ...\n    Item = str\n",
        encoding="utf-8",
    )
    assert house.shadowed(module) == ["Tables.rulings", "Shelf.list"]
