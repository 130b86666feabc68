"""The lesson in which a player makes an opponent: what is the same in every game with card opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, json, to_builtins

from automa.declared import AnyTables, KeyPath, Tree, worded
from automa.dialogue import TABLE, YOU, Choose, Confirm, Move, Name, Option, Refused, Tell, Text, Value
from automa.game import Lesson, Questions
from automa.names import slug
from automa.picture import Heading, Picture
from automa.priorities import Listed, Want
from automa.selector import letter

MOST_PRIORITIES = 6
LONGEST_CHARACTER = 200

P = TypeVar("P", bound=Listed)
T = TypeVar("T")
W = TypeVar("W", bound=Want)

Talk: TypeAlias = Questions[T]
"""A part of a lesson, and what was entered in it."""


def own_opponent(
    ask_plan: Callable[[str, str], Talk[P]], draw: Callable[[P], Picture], tables: AnyTables
) -> Lesson:
    """A player's own opponent: its name, who it is, and its plan; drawn as a card, and right or made anew.

    `ask_plan` gets its name and its character and asks for the rest.
    """
    yield Tell("opponents.teach.begin")
    while True:
        id, name = yield from ask_name(tables.opponents.opponent, tables.opponents.thinker)
        character: str = yield character_question(name)
        plan = yield from ask_plan(name, character)
        yield [Heading(name), *draw(plan)]
        if (yield Confirm("opponents.teach.right", YOU, default=True, name=name)):
            return {"opponents": {"opponent": {id: written(plan)}}}


def written(plan: Struct) -> Tree:
    """A plan as it stands in a table; all of it, so that it replaces an earlier one of that name."""
    facts: Tree = json.decode(json.encode(plan))
    # Without what only those have that come with the program.
    return {key: value for key, value in facts.items() if key not in ("dutch", "house", "strength")}


def ask_line(
    id: str,
    read: Callable[[str], T],
    write: Callable[[T], str],
    options: Sequence[Option] = (),
    default: str | None = None,
    **values: Value,
) -> Talk[T]:
    """What a person enters in one line, by the way in which it is read and written."""
    ask = Move(id, YOU, options, read=lambda line, insist: write(read(line)), default=default)
    line: str = yield worded(ask, Text(id, **values))
    return read(line)


def ask_name(plans: Mapping[str, Listed], thinkers: Mapping[str, Listed]) -> Talk[tuple[str, str]]:
    """A name that no other opponent has, and its id; a player's own opponent may be made anew."""
    others = {id: each.name for id, each in thinkers.items()}
    others |= {id: plan.name for id, plan in plans.items() if plan.house or id != slug(plan.name)}
    while True:
        name: str = yield Name("opponents.teach.name", YOU)
        id = slug(name)
        if not id or id in (YOU, TABLE):
            yield Tell("opponents.teach.name-letters", name=name)
            continue
        taken = [each for other, each in others.items() if other == id or each.casefold() == name.casefold()]
        if not taken:
            return id, name
        yield Tell("opponents.teach.name-taken", name=taken[0])


def character_question(name: str) -> Move:
    """Who it is, in a sentence."""

    def read(text: str, insist: bool) -> str:
        words = " ".join(text.split())
        if not 1 <= len(words) <= LONGEST_CHARACTER or not words.isprintable():
            raise Refused(Text("opponents.teach.character-length", high=LONGEST_CHARACTER, found=len(words)))
        return words

    example = Option("An opponent of my own making.", Text("opponents.teach.some-character"))
    return Move("opponents.teach.character", YOU, [example], read=read, name=name)


def ask_wants(id: str, game: str, name: str, wants: Iterable[W]) -> Talk[tuple[W, ...]]:
    """Priorities, one at a time, the most important first."""
    offered = {want_id(want): want for want in wants}
    chosen: list[W] = []
    while offered and len(chosen) < MOST_PRIORITIES:
        options = [Option(each, want.text(game)) for each, want in offered.items()]
        if chosen:
            options.insert(0, Option("enough", Text("opponents.teach.enough")))
        answer = yield Choose(id, YOU, options, n=len(chosen) + 1, name=name)
        if answer == "enough":
            break
        chosen.append(offered.pop(answer))
    return tuple(chosen)


def ask_chart(tables: AnyTables, keys: KeyPath) -> Talk[list[int]]:
    """A Selector Chart: for each face in turn, the letter that it picks."""
    count = int(keys[-1])
    letters = [letter(place) for place in range(count)]
    options = [*(Option(each, each) for each in letters), Option("again", Text("selector.no-letter"))]
    chart: list[int] = []
    for face in range(1, len(tables.selector.chart[count]) + 1):
        said: str = yield Choose("selector.ask-chart", YOU, options, count=count, face=face)
        chart.append(0 if said == "again" else letters.index(said) + 1)
    return chart


def draw_opponent(card: Callable[[Any], Picture]) -> Callable[[AnyTables, KeyPath], Picture]:
    """An opponent of the tables with its name, drawn in the game's way."""

    def draw(tables: AnyTables, keys: KeyPath) -> Picture:
        group, id = keys[1:]
        found = getattr(tables.opponents, group)[id]
        return [Heading(found.name), *card(found)]

    return draw


def want_id(want: Want) -> str:
    """A stable id of a priority: its words with hyphens between them."""
    return "-".join(str(word) for word in to_builtins(want).values())
