"""The opponents in a game's table: who they are, who plays when nobody is at the table, and how bots weigh.

How a card of priorities decides is in `priorities`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, count, cycle, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.declared import AnyTables
from automa.dialogue import TABLE, YOU, Answer, Ask, Named, Several, Text
from automa.game import Decider, Opponent, Playing, Script, Seat, Setup
from automa.picture import Picture
from automa.priorities import AnyVocabulary, Listed, Strength, Voice, Want, decided_ids
from automa.thinking import Compared, Promising

if TYPE_CHECKING:
    from random import Random

    from automa.coach import Coach

DEMO_SEATS = 3


class StandIn:
    """Plays for a person where nobody sits at the table: any legal answer."""

    __slots__ = ()

    def answer(self, ask: Ask, script: object, random: Random) -> tuple[Answer, Sequence[Text]]:
        return ask.legal(random), ()


def levels_of(opponent: object) -> tuple[str, ...]:
    """The levels of an opponent, the first of which is meant when none is named; most have none."""
    return tuple(getattr(opponent, "level", ()))


def strengths_of(opponent: object) -> dict[str, Strength]:
    """How strong an opponent was found to be, by level; a card's own strength is that of its first level."""
    levels: Mapping[str, Any] = getattr(opponent, "level", {})
    measured = {next(iter(levels), ""): getattr(opponent, "strength", None)}
    measured |= {id: level.strength for id, level in levels.items() if hasattr(level, "strength")}
    return {id: strength for id, strength in measured.items() if strength is not None}


def demo_seats(cards: Mapping[str, Listed], thinkers: Mapping[str, Listed], *, least: int = 2) -> list[Seat]:
    """Who plays when nobody is at the table: a thinking one, if there is one, among cards of priorities.

    With fewer opponents than the `least` number of seats, some sit there twice.
    """
    plans, bots = list(cards.items()), list(thinkers.items())
    found = [*plans[: DEMO_SEATS - 1], *bots[:1], *plans[DEMO_SEATS - 1 :], *bots[1:]][:DEMO_SEATS]
    seats = [(id, each.name, next(iter(levels_of(each)), "")) for id, each in found]
    return seats_of(islice(cycle(seats), max(least, len(seats))))


def seats_of(opponents: Iterable[tuple[str, str, str]], taken: Iterable[str] = ()) -> list[Seat]:
    """The seats of opponents by id, name and level; of two alike, one is the second of that name."""
    seats: list[Seat] = []
    ids = {YOU, TABLE, *taken}
    for opponent, name, level in opponents:
        copies = (f"{opponent}-{number}" for number in count(2))
        id = next(each for each in chain([opponent], copies) if each not in ids)
        ids.add(id)
        alike = 1 + sum(seat.opponent == opponent for seat in seats)
        seats.append(Seat(id, name if alike == 1 else f"{name} {alike}", opponent, level))
    return seats


# ---------------------------------------------------------------- those that weigh every move

MOVES_SHOWN = 4
"""How many moves an explanation shows."""
EPSILON = 1e-9
"""Values that differ by less are equal."""
ROUNDING = 1e-6
"""So little below a half is a half: one value worked out in two ways must be shown the same."""
SHOWN_AS_EQUAL = 0.05
"""A difference that is less shows as none."""


class Weighed(Promising, Protocol):
    """A move, and what the position after it is worth."""

    @property
    def name(self) -> Named: ...

    @property
    def parts(self) -> Sequence[float]:
        """What its value consists of."""


W = TypeVar("W", bound=Weighed)


def best_weighed(
    game: str, parts: Sequence[str], weighed: Sequence[W], before: Sequence[float], voice: Voice | None = None
) -> tuple[list[str], list[Text]]:
    """The best moves, and why: the best few with what each of the `parts` adds to what was `before`."""
    ranked = sorted(weighed, key=lambda each: -each.value)
    added = [
        {part: now - then for part, now, then in zip(parts, each.parts, before, strict=True)}
        for each in ranked[:MOVES_SHOWN]
    ]
    why = [value_text(game, each.name, parts) for each, parts in zip(ranked, added, strict=False)]
    if voice is not None:
        why.insert(0, voice.says(Text("opponents.worth-most", value=tenths(sum(added[0].values())))))
    if len(ranked) > MOVES_SHOWN:
        why.append(Text("opponents.others", n=len(ranked) - MOVES_SHOWN))
    return [each.name.id for each in weighed if each.value >= ranked[0].value - EPSILON], why


def best_played_out(
    played: Sequence[Compared[W]], voice: Voice | None = None
) -> tuple[list[str], list[Text]]:
    """The best of the moves that were played out, best first; and why: how far the next ones are behind."""
    first, *others = played[:MOVES_SHOWN]
    why = [expected_text(first.value, first.won, first.games)]
    others.sort(key=lambda each: each.behind)
    why += [behind_text(each.move.name, each.behind, each.error) for each in others]
    if voice is not None:
        why.insert(0, voice.says(Text("opponents.promises-most")))
    return [first.move.name.id], why


def expected_text(value: float, won: float | None, games: int) -> Text:
    """How far ahead of the best rival a move lets one expect to end: played out, or else at first sight."""
    points = tenths(abs(value))
    if won is None:
        id = "opponents.first-sight-ahead" if value >= 0 else "opponents.first-sight-behind"
        return Text(id, points=points)
    id = "opponents.expected-ahead" if value >= 0 else "opponents.expected-behind"
    return Text(id, points=points, won=round(100 * won), n=games)


def behind_text(move: Named | Text, behind: float, error: float) -> Text:
    """How far a move is behind the best one: as good, if that is within its noise."""
    if error < SHOWN_AS_EQUAL:
        id = "opponents.as-good.exactly" if behind < SHOWN_AS_EQUAL else "opponents.behind.exactly"
        return Text(id, move=move, behind=tenths(-behind))
    id = "opponents.as-good" if behind <= error or behind < SHOWN_AS_EQUAL else "opponents.behind"
    return Text(id, move=move, behind=tenths(-behind), error=tenths(error))


def value_text(game: str, move: Named | Text, parts: Mapping[str, float]) -> Text:
    """A move's value and what it consists of, its first part always: "Judge on b3: 12.4 in all: …"."""
    shown = [
        Text(f"{game}.think.part.{name}", value=tenths(value))
        for place, (name, value) in enumerate(parts.items())
        if not place or round(abs(value), 1) >= 0.1
    ]
    return Text("opponents.value", move=move, value=tenths(sum(parts.values())), parts=shown)


def tenths(value: float) -> Text:
    """A value rounded to a tenth, to be written as the language does: 12.4 or 12,4."""
    rounded = int(abs(value) * 10 + 0.5 + ROUNDING)
    sign = "−" if value < 0 and rounded else ""
    return Text("opponents.tenths", sign=sign, whole=rounded // 10, tenth=rounded % 10)


# ---------------------------------------------------------------- all of them


class Follower(Struct, frozen=True):
    """Answers with the moves that a list of priorities leaves, where the options are all there is to know."""

    wants: Sequence[Want]
    vocabulary: AnyVocabulary
    voice: Voice

    def answer(self, ask: Ask, script: Script, random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        return decided_ids(self.wants, ask.options, self.vocabulary, self.voice)


def titles_of(dutch: str) -> Mapping[str, str]:
    """What an opponent is called in other languages, by its name in Dutch if it has one."""
    return {"nl": dutch} if dutch else {}


class Cast(Struct, frozen=True):
    """The opponents in a game's tables: how they are shown, who answers for them, who advises a person.

        CAST = Cast("methoni", opponent_card, Follower, thinking, Adviser)

    Its `playing` is what the game is played with.
    """

    game: str
    draw: Callable[[Any], Picture]
    """An opponent as a card."""
    follow: Callable[[Any, Voice], Decider]
    """Who decides by a card of priorities."""
    think: Callable[[Any, Any, Any, Voice | None], Decider] | None = None
    """Who decides by thinking: by the tables, the opponent and one of its levels."""
    advise: Callable[[Any], Coach] | None = None
    """A coach who thinks like that."""

    def playing(self, script: Callable[[Setup], Script]) -> Playing:
        """What the game is played with."""
        return Playing(script, self.opponents, self.demo_seats, self.decider, self.coach)

    def opponents(self, tables: AnyTables) -> list[Opponent]:
        """Everybody one can play against: the cards of priorities, then those that think."""
        found: list[Opponent] = []
        facts = tables.opponents
        for group in (facts.opponent, facts.thinker):
            for id, each in group.items():
                character, levels = each.character_text(self.game, id), levels_of(each)
                plan = Opponent(id, each.name, character, levels, self.draw(each), each.house)
                thinks, strengths = group is facts.thinker, strengths_of(each)
                found.append(replace(plan, thinks=thinks, strengths=strengths, titles=titles_of(each.dutch)))
        return found

    def demo_seats(self, tables: AnyTables, least: int) -> list[Seat]:
        """Who plays when nobody is at the table."""
        return demo_seats(tables.opponents.opponent, tables.opponents.thinker, least=least)

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        """Who answers for a seat."""
        if seat.is_person:
            return StandIn()
        facts = setup.tables.opponents
        plan = facts.opponent.get(seat.opponent)
        if plan is not None:
            return self.follow(plan, plan.voice(self.game, seat.opponent))
        thinker = facts.thinker[seat.opponent]
        level = thinker.level[seat.level or next(iter(thinker.level))]
        assert self.think is not None
        return self.think(setup.tables, thinker, level, thinker.voice(self.game, seat.opponent))

    def coach(self, setup: Setup) -> Coach | None:
        """The level that looks ahead furthest in a person's place."""
        thinkers = setup.tables.opponents.thinker.values()
        levels = [(each, level) for each in thinkers for level in each.level.values()]
        if not levels or self.think is None or self.advise is None:
            return None
        furthest = max(levels, key=lambda each: each[1].search.turns if each[1].search else 0)
        return self.advise(self.think(setup.tables, *furthest, None))
