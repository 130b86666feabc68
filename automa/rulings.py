"""Rulings: what a rulebook leaves open or answers twice, how it may be settled, and how it is.

The questions are data, `rulings.toml` of each game; their texts go by their ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from automa.dialogue import Named, Option, Text, joined


class OpenQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the rulebook leaves open: what may be answered, and what we answer."""

    options: tuple[str, ...]
    default: str


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `rulings.toml`."""

    ruling: dict[str, OpenQuestion]

    def in_force(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """For every question the option that holds: as the players chose, or else as we do."""
        return {id: chosen.get(id, question.default) for id, question in self.ruling.items()}


class Ruling(Struct, frozen=True):
    """A question as a player is shown it."""

    id: str
    question: Text
    options: Sequence[Named]
    default: str
    reason: Text


def open_to_players(game: str, rulings: Rulings) -> list[Ruling]:
    """The questions with more than one answer: a player can settle them otherwise."""
    return [
        Ruling(
            id,
            Text(f"{game}.ruling.{id}.question"),
            [Option(each, Text(f"{game}.ruling.{id}.option.{each}")) for each in question.options],
            question.default,
            Text(f"{game}.ruling.{id}.reason"),
        )
        for id, question in rulings.ruling.items()
        if len(question.options) > 1
    ]


def rulings_text(game: str, rulings: Rulings) -> Text:
    """Every question with what we answer, and how a player may settle it otherwise: first those that may."""
    lines: list[Text] = []
    settled: list[Text] = []
    for id, question in rulings.ruling.items():
        option = {each: Text(f"{game}.ruling.{id}.option.{each}") for each in question.options}
        ours = Text(
            "rulings.usual",
            question=Text(f"{game}.ruling.{id}.question"),
            option=option.pop(question.default),
        )
        others = [
            Text("rulings.instead", ruling=id, value=each, option=said) for each, said in option.items()
        ]
        if others:
            lines += [ours, *others]
        else:
            settled.append(ours)
    rules = Text(f"{game}.rules.rulings", rulings=joined("list.next-line", lines or settled))
    if not lines or not settled:
        return rules
    return Text("rulings.and-settled", rulings=rules, settled=joined("list.next-line", settled))


@cache
def as_reason(game: str, id: str, option: str) -> Text:
    """A ruling as a reason for what is done: what the book leaves open, and what is done."""
    question = Text(f"{game}.ruling.{id}.question")
    settled = Text(f"{game}.ruling.{id}.option.{option}")
    return Text("why.ruling", question=question, option=settled)


def faults(rulings: Rulings, known: Mapping[str, Sequence[str]] | None = None) -> Iterable[tuple[str, Text]]:
    """What is wrong with the questions, by key; `known` are those a game asks, where it says so."""
    for id, question in rulings.ruling.items():
        key = f"rulings.ruling.{id}"
        if known is not None and sorted(question.options) != sorted(known.get(id, ())):
            yield f"{key}.options", Text("tables.ruling-options", options=list(known.get(id, ())))
        if question.default not in question.options:
            yield f"{key}.default", Text("tables.ruling-options", options=list(question.options))
    for id in known or ():
        if id not in rulings.ruling:
            yield f"rulings.ruling.{id}", Text("tables.no-ruling")
