"""The score sheet of a game that was played without the app: by questions, or from a file."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from automa import names
from automa.castle_combo import scoring
from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.state import BOX_GOLD, BOX_KEYS, MOST, Cell, Player
from automa.dialogue import (
    LONGEST_NAME,
    YOU,
    Ask,
    Move,
    Name,
    Named,
    Number,
    Option,
    Refused,
    Tell,
    Text,
    asking,
)
from automa.game import Seat
from automa.sheet import Sheet

GRID: tuple[tuple[Cell, ...], ...] = (("b2", "c2", "d2"), ("b3", "c3", "d3"), ("b4", "c4", "d4"))
"""The cells of a final tableau, row by row."""
FACE_DOWN = "face-down"
_FACE_DOWN_WORDS = {"face down", "down", "facedown", "dicht", "gedekt", "omgekeerd"}

Place: TypeAlias = tuple[str, Cell]
"""Whose tableau, and where in it."""


def is_face_down(word: str) -> bool:
    """Whether a word in place of a card's name means one that lies face down."""
    return word.strip() == "-" or names.folded(word) in _FACE_DOWN_WORDS


def score(deck: Deck, players: int) -> Generator[Ask | Tell, Any, Sheet]:
    """Ask for every tableau card by card, then for gold and keys."""
    scored: list[Player] = []
    taken: dict[Card, Place] = {}
    for number in range(1, players + 1):
        before = [str(player.seat.name) for player in scored]
        name: str = yield from asking(partial(Name, "castle-combo.score.name", YOU, number=number))
        if name in before:
            name = f"{name} ({number})"
        player = Player(Seat(f"player-{number}", name), gold=0, keys=0)
        for cell in (cell for row in GRID for cell in row):
            answer: str = yield from asking(partial(_card_question, deck, taken, name, cell))
            if answer != FACE_DOWN:
                taken[deck[answer]] = (name, cell)
                player.lay(deck[answer], cell)
            else:
                lay_face_down(player, deck, cell)
        player.gold = yield from asking(
            partial(Number, "castle-combo.score.gold", YOU, low=0, high=BOX_GOLD, limit=MOST, name=name)
        )
        player.keys = yield from asking(
            partial(Number, "castle-combo.score.keys", YOU, low=0, high=BOX_KEYS, limit=MOST, name=name)
        )
        scored.append(player)
    return scoring.sheet(scored)


def lay_face_down(player: Player, deck: Deck, cell: Cell) -> None:
    """Which card lies face down does not matter; it counts for nothing but its cell."""
    player.lay(deck.cards[0], cell, down=True)


def _card_question(deck: Deck, taken: Mapping[Card, Place], name: str, cell: Cell) -> Move:
    options: list[Named] = [card for card in deck.cards if card not in taken]
    options.append(Option(FACE_DOWN, Text("castle-combo.score.face-down")))

    def read(written: str, insist: bool) -> str:
        if is_face_down(written):
            return FACE_DOWN
        card = find_card(written, deck)
        if card in taken:
            raise Refused(seen_twice(card, taken[card]))
        return card.id

    return Move("castle-combo.score.card", YOU, options, read=read, name=name, cell=cell_name(cell))


def cell_name(cell: Cell) -> Text:
    """A cell of the final grid in words: "top row, left"."""
    return Text(f"castle-combo.grid.{cell}")


def seen_twice(card: Card, place: Place) -> Text:
    """A card that lies in two places cannot be."""
    name, cell = place
    return Text("castle-combo.score.twice", card=card, name=name, cell=cell_name(cell))


def find_card(written: str, deck: Deck) -> Card:
    """The card that is named; `Refused` names the nearest."""
    found = names.named(written, deck.cards)
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(Text("castle-combo.refused.ambiguous", typed=written, cards=found))
    near = names.nearest_thing(written, deck.cards)
    if near is None:
        raise Refused(Text("castle-combo.score.unknown", typed=written))
    raise Refused(Text("castle-combo.score.unknown-near", typed=written, near=near))


# ---------------------------------------------------------------- from a file


def score_file(deck: Deck, content: object) -> Sheet:
    """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
    tree = _table("", content, {"player"})
    people = _table("player", tree.get("player"), None)
    if not 1 <= len(people) <= 5:
        raise _wrong("player", len(people), Text("castle-combo.file.one-to-five"))
    taken: dict[Card, Place] = {}
    return scoring.sheet(
        [_player(deck, taken, number, name, entry) for number, (name, entry) in enumerate(people.items(), 1)]
    )


def _player(deck: Deck, taken: dict[Card, Place], number: int, name: str, content: object) -> Player:
    key = f"player.{name}"
    entry = _table(key, content, {"tableau", "gold", "keys", "purses"})
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise _wrong(key, name, Text("castle-combo.file.name", high=LONGEST_NAME))
    player = Player(Seat(f"player-{number}", name), gold=0, keys=0)
    rows = _three(f"{key}.tableau", entry.get("tableau"), Text("castle-combo.file.three-rows"))
    for place, (found, cells) in enumerate(zip(rows, GRID, strict=True), 1):
        row = _three(f"{key}.tableau[{place}]", found, Text("castle-combo.file.three-cards"))
        for word, cell in zip(row, cells, strict=True):
            _lay(deck, taken, player, word, cell)
    player.gold = _number(f"{key}.gold", entry.get("gold", 0), MOST)
    player.keys = _number(f"{key}.keys", entry.get("keys", 0), MOST)
    purses = _table(f"{key}.purses", entry.get("purses", {}), None)
    for word, gold in purses.items():
        _stock(player, f"{key}.purses.{word}", word, gold)
    return player


def _lay(deck: Deck, taken: dict[Card, Place], player: Player, word: object, cell: Cell) -> None:
    name = str(player.seat.name)
    try:
        if not isinstance(word, str):
            raise Refused(Text("castle-combo.file.card", found=_shown(word)))
        if is_face_down(word):
            lay_face_down(player, deck, cell)
            return
        card = find_card(word, deck)
        if card in taken:
            raise Refused(seen_twice(card, taken[card]))
    except Refused as refused:
        raise Refused(
            Text("castle-combo.file.cell", name=name, cell=cell_name(cell), problem=refused.text)
        ) from refused
    taken[card] = (name, cell)
    player.lay(card, cell)


def _stock(player: Player, key: str, word: str, gold: object) -> None:
    own = player.purses()
    found = names.named(word, [laid.card for laid in own])
    if len(found) != 1:
        raise _wrong(key, word, Text("castle-combo.file.purses", cards=[laid.card for laid in own]))
    laid = next(laid for laid in own if laid.card is found[0])
    laid.gold = _number(key, gold, laid.card.purse)


def _three(key: str, found: object, allowed: Text) -> Sequence[Any]:
    if isinstance(found, Sequence) and not isinstance(found, str) and len(found) == 3:
        return found
    raise _wrong(key, found, allowed)


def _number(key: str, found: object, high: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= high:
        raise _wrong(key, found, Text("castle-combo.file.number", high=high))
    return found


def _table(key: str, found: object, allowed: set[str] | None) -> Mapping[str, Any]:
    """A table of the file; with `allowed`, only these keys may be in it."""
    if not isinstance(found, Mapping):
        raise _wrong(key or "player", found, Text("castle-combo.file.table"))
    for each in found:
        if allowed is not None and each not in allowed:
            raise _wrong(
                f"{key}.{each}".lstrip("."), each, Text("castle-combo.file.keys", keys=sorted(allowed))
            )
    return found


def _wrong(key: str, found: object, allowed: Text) -> Refused:
    return Refused(Text("castle-combo.file.wrong", key=key, found=_shown(found), allowed=allowed))


def _shown(found: object) -> str | Text:
    return Text("castle-combo.file.nothing") if found is None else str(found)[:60]


def example() -> dict[str, Any]:
    """The example on page 11 of the rulebook: 75 points."""
    return {
        "player": {
            "Example": {
                "tableau": [
                    ["Judge", "His Holiness", "Locksmith"],
                    ["Clockmaker", "Sculptor", "Spice merchant"],
                    ["Banker", FACE_DOWN, "Miraculously cured"],
                ],
                "gold": 0,
                "keys": 11,
                "purses": {"Sculptor": 2, "Miraculously cured": 4},
            }
        }
    }
