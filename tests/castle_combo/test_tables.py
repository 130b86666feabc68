"""Tables with something wrong in them: named by their key."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from automa.castle_combo.cards import Cards
from automa.castle_combo.tables import RULINGS
from automa.rulings import Rulings
from automa.rulings import faults as ruling_faults
from tests.castle_combo.positions import FOLDER


def content() -> dict[str, Any]:
    tree = tomllib.loads((FOLDER / "cards.toml").read_text("utf-8"))
    tree.pop("source")
    return tree


def found(change: Callable[[dict[str, Any]], object]) -> list[tuple[str, str]]:
    tree = content()
    change(tree["card"])
    return [
        (f"cards.{key}", text.id.removeprefix("castle-combo.table."))
        for key, text in msgspec.convert(tree, Cards).faults()
    ]


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda cards: None, []),
        (
            lambda cards: cards["nun"].update(name="Judge"),
            [("cards.card.judge.name", "same-name"), ("cards.card.nun.name", "same-name")],
        ),
        (lambda cards: cards["nun"].update(name=" "), [("cards.card.nun.name", "no-name")]),
        (lambda cards: cards.pop("nun"), [("cards.card", "location-count")]),
        (lambda cards: cards["nun"].update(shields=[]), [("cards.card.nun.shields", "shields")]),
        (lambda cards: cards["vicar"].pop("purse"), [("cards.card.vicar.purse", "no-purse")]),
        (lambda cards: cards["nun"].update(purse=3), [("cards.card.nun.purse", "purse-without-scroll")]),
        (lambda cards: cards["nun"]["scroll"].pop("per"), [("cards.card.nun.scroll", "per-or-when")]),
        (lambda cards: cards["nun"].update(ability=[]), [("cards.card.nun.ability", "no-ability")]),
        (lambda cards: cards["nun"].update(mode="choose-one"), [("cards.card.nun.ability", "choose-one")]),
        (
            lambda cards: cards["nun"]["scroll"]["per"].update({"in": "neighbour"}),
            [("cards.card.nun.scroll.per.in", "scroll-neighbour")],
        ),
        (
            lambda cards: cards["executioner"]["ability"][0].update({"from": "village"}),
            [("cards.card.executioner.ability[0].from", "own-display")],
        ),
        (
            lambda cards: cards["baron"]["ability"][0].update(on=[]),
            [("cards.card.baron.ability[0].on", "discount")],
        ),
    ],
)
def test_what_the_types_allow_but_the_box_does_not(
    change: Callable[[dict[str, Any]], object], wrong: list[tuple[str, str]]
) -> None:
    assert found(change) == wrong


@pytest.mark.parametrize(
    "change",
    [
        lambda cards: cards["nun"].update(location="abbey"),
        lambda cards: cards["nun"].update(cost="three"),
        lambda cards: cards["nun"].update(cost=-1),
        lambda cards: cards["nun"].update(colour="white"),
        lambda cards: cards["nun"]["ability"][0].update(do="steal"),
        lambda cards: cards["nun"]["ability"][0]["per"].update(count="windows"),
        lambda cards: cards["nun"]["scroll"]["per"].update({"in": "diagonal"}),
        lambda cards: cards["duchess"]["scroll"]["when"].update(at="attic"),
        lambda cards: cards["general"]["scroll"]["per"].update(size=0),
        lambda cards: cards["general"]["scroll"].update(per={"count": "shield-sets", "set": []}),
    ],
)
def test_an_unknown_word_or_an_impossible_number_is_an_error(
    change: Callable[[dict[str, Any]], object],
) -> None:
    tree = content()
    change(tree["card"])
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(tree, Cards)


def test_a_ruling_that_is_missing_or_has_other_options() -> None:
    rulings = msgspec.convert({"ruling": {"neighbour": {"options": ["choose"], "default": "best"}}}, Rulings)
    assert [key for key, _ in ruling_faults(rulings, RULINGS)] == [
        "rulings.ruling.neighbour.options",
        "rulings.ruling.neighbour.default",
        "rulings.ruling.last-refill",
    ]
