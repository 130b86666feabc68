"""Castellans of Valeria, the solo game: the opponent is run from its card."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, get_args

from automa.dialogue import Ask, Tell, Text
from automa.game import USUAL, Decider, Game, Lesson, Opponent, Seat, Setup, you
from automa.picture import Picture
from automa.sheet import Sheet
from automa.valeria import game, lessons, picture, scoresheet
from automa.valeria.notation import ACTIONS
from automa.valeria.standin import StandIn
from automa.valeria.tables import (
    DICE_ACTIONS,
    FACES,
    HOUSE,
    MONUMENTS,
    PIECES,
    ROWS,
    Back,
    Gain,
    Goods,
    Guild,
    Place,
    Tables,
)
from automa.valeria.tables import faults as valeria_faults

RULES = (
    "goal", "set-up", "round", "draft", "paying", "manor", "manors", "temple", "recruit", "citizens",
    "harvest", "wharf", "monuments", "influence", "scoring", "reset", "end", "opponent-draft",
    "opponent-actions", "opponent-monuments", "opponent-bonus", "notation",
)  # fmt: skip
"""The topics of the reminders, in reading order."""


class Valeria(Game):
    """The game as the companion knows it."""

    id = "valeria"
    name = "Castellans of Valeria"
    players = range(2, 3)
    scored = range(2, 6)
    rounds = range(1, 6)
    dice_in_box = True
    tables = Tables
    topics = RULES

    def faults(self, tables: Tables) -> list[tuple[str, Text]]:
        return valeria_faults(tables)

    def words(self, tables: Tables) -> Iterable[str]:
        yield from super().words(tables)
        for prefix, words in _prefixed():
            yield from (f"valeria.{prefix}.{word}" for word in words)
        yield from (f"valeria.manor.{number}" for number in tables.manors.manor)
        yield from (f"valeria.citizen.{id}" for id in tables.citizens.citizen)
        yield from (f"valeria.character.{id}" for id in HOUSE)
        yield from (f"valeria.rules.{back}-citizen" for back in get_args(Back))

    def script(self, setup: Setup) -> game.Play:
        return game.Play(setup)

    def opponents(self, tables: Tables) -> Sequence[Opponent]:
        """House opponents and the cards that were taught, each drawn as a card."""
        found = []
        for id, card in tables.opponents.opponent.items():
            if id in HOUSE:
                character = Text(f"valeria.character.{id}")
            elif card.character:
                character = Text("valeria.character-of-card", character=card.character)
            elif card.house:
                character = Text("valeria.character-house")
            else:
                character = Text("valeria.character-taught")
            found.append(
                Opponent(id, card.name, character, card=picture.card_picture(card), house=card.house)
            )
        return found

    def demo_seats(self, tables: Tables) -> Sequence[Seat]:
        id, card = next(iter(tables.opponents.opponent.items()))
        return [you(), Seat(id, card.name, id)]

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        """The opponent decides by its card and is never asked; a person's seat gets a stand-in."""
        return StandIn(setup.tables)

    def rules(self, tables: Tables) -> Sequence[tuple[str, Text]]:
        lists = {"manors": _manor_powers(tables), "citizens": _citizen_powers(tables)}
        topics = [
            (topic, Text(f"valeria.rules.{topic}", **({"powers": lists[topic]} if topic in lists else {})))
            for topic in RULES
        ]
        for id, ruling in tables.rulings.ruling.items():
            text = Text(
                "valeria.rules-of-ruling",
                question=Text(f"valeria.ruling.{id}.question"),
                option=Text(f"valeria.ruling.{id}.option.{ruling.default}"),
                reason=Text(f"valeria.ruling.{id}.reason"),
            )
            topics.append((f"ruling-{id}", text))
        return topics

    def lessons(self, tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
        """What a player can teach the app in one go; each returns a tree to merge into the taught tables."""
        return {
            "opponent": lambda: lessons.teach_opponent(tables),
            "tracks": lambda: lessons.teach_tracks(tables),
            "keeps": lambda: lessons.teach_keeps(tables),
        }

    def tell_fact(self, tables: Tables, key: str, value: Any) -> Text:
        return lessons.tell_fact(tables, key, value)

    def head_facts(self, tables: Tables, key: str) -> Text:
        return lessons.head_facts(key)

    def ask_fact(self, tables: Tables, key: str) -> Lesson | None:
        return lessons.ask_fact(tables, key)

    def draw_fact(self, tables: Tables, key: str) -> Picture:
        return lessons.draw_fact(tables, key)

    def score(
        self, tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
    ) -> Generator[Ask | Tell, Any, Sheet]:
        return scoresheet.score(tables, players, str(round) if round else None, rulings)

    def score_file(self, tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
        return scoresheet.score_file(tables, content, rulings)

    def score_example(self, tables: Tables) -> dict[str, Any]:
        return scoresheet.score_example(tables)


def _manor_powers(tables: Tables) -> Text:
    """The eight manors of your board, a line for each."""
    manors = tables.manors.manor
    return _lines(
        Text("valeria.rules.a-manor", number=number, name=manor.name, power=Text(f"valeria.manor.{number}"))
        for number, manor in manors.items()
    )


def _citizen_powers(tables: Tables) -> Text:
    """All citizens by guild, a line for each."""
    citizens = tables.citizens.citizen
    return _lines(
        Text(
            f"valeria.rules.{citizens[id].back}-citizen",
            name=citizens[id].name,
            guild=Text(f"valeria.guild.{guild}"),
            power=Text(f"valeria.citizen.{id}"),
        )
        for guild in tables.guilds.order
        for id in citizens
        if citizens[id].guild == guild
    )


def _lines(texts: Iterable[Text]) -> Text:
    """Texts under each other."""
    return reduce(lambda above, text: Text("valeria.rules.next-line", above=above, text=text), texts)


def _prefixed() -> Iterable[tuple[str, Iterable[str]]]:
    """The words that complete a text id, by what stands before them."""
    return (
        ("guild", get_args(Guild)),
        ("face", FACES),
        ("goods", get_args(Goods)),
        ("gain", get_args(Gain)),
        ("reward", get_args(Gain)),
        ("action", DICE_ACTIONS),
        ("opponent", ("manor", "temple")),
        ("monument", (*MONUMENTS, "none")),
        ("piece", PIECES),
        ("pieces", PIECES),
        ("position", get_args(Place)),
        ("row", ROWS),
        ("crates-in", ROWS),
        ("turn", ACTIONS),
        ("costs", ACTIONS),
    )


GAME = Valeria()
