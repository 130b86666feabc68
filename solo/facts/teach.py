"""Teaching the app: checking what is assumed, teaching one thing, and showing the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, takewhile
from typing import TypeAlias

from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Option, Several, Tell, Text
from automa.game import Course, Game, Lesson, Questions
from automa.picture import Heading, Lines, Picture, Span, Spans, Style
from solo.facts.files import Source
from solo.facts.overlay import Fact, Facts, changes
from solo.facts.taught import LessonKeeper, own_tables
from solo.facts.telling import (
    WRITTEN,
    ask_facts,
    drawing,
    fact_text,
    head,
    is_asked_as_a_whole,
    read_value,
    typed_keys,
    without_key,
)
from solo.facts.toml import KeyPath, Tree, dotted, parts, value_text
from solo.facts.trees import WITHOUT, at, lesson_at, merged, with_lesson
from solo.suggestions import hint
from solo.trouble import Trouble

Keep: TypeAlias = Callable[[Tree], object]
"""Saves what an answer teaches at once."""

MOST_TOGETHER = 12
"""How many facts are checked with one question."""
CHECKED = [
    Option("right", Text("teach.right")),
    Option("wrong", Text("teach.wrong")),
    Option("skip", Text("teach.skip")),
    Option("stop", Text("teach.stop")),
]
"""What can be said of facts that are assumed."""

SOURCE_STYLES: Mapping[Source, Style] = {"assumed": "mark", "taught": "good"}


# ---- Checking what is assumed


def checking(game: Game) -> Callable[[], Questions[Facts]]:
    """Begins to check what is assumed of a game, also after an undo; what is taught is saved at once."""
    facts, keeper = own_tables(game), LessonKeeper(game)

    def conversation() -> Questions[Facts]:
        keeper.begin()
        return check(facts, keeper.keep)

    return conversation


def check(facts: Facts, keep: Keep) -> Questions[Facts]:
    """Go through all assumed facts, a group at a time; each is right, wrong, or left for later."""
    groups = grouped(facts.assumed())
    if not groups:
        yield Tell("teach.nothing-assumed", game=facts.game.name)
        return facts
    total = sum(len(group) for group in groups)
    yield Tell("teach.begin", n=total, game=facts.game.name)
    for place, group in enumerate(groups, 1):
        yield picture_of(facts, group)
        answer = yield Choose(
            "teach.is-it-right", YOU, CHECKED, default="skip", place=place, groups=len(groups)
        )
        if answer == "stop":
            break
        if answer == "skip":
            continue
        if answer == "right":
            lesson = _as_it_is(group)
            facts = facts.with_lesson(lesson, came_from=WRITTEN)
        else:
            lesson, facts = yield from _set_right(facts, group)
        keep(lesson)
        yield Tell("teach.kept", n=len(group))
    left = len(facts.assumed())
    if left:
        yield Tell("teach.left", n=left, game=facts.game.name)
    else:
        yield Tell("teach.all-checked", game=facts.game.name)
    return facts


def _as_it_is(group: Sequence[Fact]) -> Tree:
    lesson: Tree = {}
    for fact in group:
        lesson = merged(lesson, lesson_at(fact.key, fact.value))
    return lesson


def _set_right(facts: Facts, group: Sequence[Fact]) -> Questions[tuple[Tree, Facts]]:
    """Ask for the right values of a group: of all of it, if the game has a question for that, or of some.

    If that cannot be, it is asked once more what is different, and what was entered stays as it is: of two
    that have changed places, neither can be so without the other.
    """
    key = common_key([fact.key for fact in group])
    as_whole = is_asked_as_a_whole(facts, key)
    lesson: Tree = {} if as_whole else _as_it_is(group)
    while True:
        now = [replace(fact, value=at(lesson, fact.path)) for fact in group]
        wrong = [key] if as_whole else (yield from _wrong_ones(facts, now))
        for each in wrong:
            lesson = with_lesson(lesson, (yield from ask_facts(facts, each)))
        try:
            return lesson, facts.with_lesson(lesson, came_from=WRITTEN)
        except Trouble as trouble:
            yield Tell("teach.cannot-be", what=without_key(trouble))


def _wrong_ones(facts: Facts, group: Sequence[Fact]) -> Questions[list[str]]:
    """The keys of the facts that are different."""
    if len(group) == 1:
        return [group[0].key]
    options = [Option(fact.key, fact_text(facts, fact.key, fact.value)) for fact in group]
    chosen = yield Several("teach.which-are-wrong", YOU, options, low=1)
    return [fact.key for fact in group if fact.key in chosen]


def grouped(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts in groups that are checked together: a table, or several small ones."""
    return [group for file in _split(facts, 0) for group in _grouped(file, 1) if group]


def _split(facts: Sequence[Fact], depth: int) -> list[list[Fact]]:
    """The facts of a table that is `depth` keys deep, by what they are in there."""
    return [list(inside) for _, inside in groupby(facts, lambda fact: fact.path[depth])]


def _grouped(facts: Sequence[Fact], depth: int) -> Iterator[list[Fact]]:
    together: list[Fact] = []
    for child in _split(facts, depth):
        # A single fact goes with its neighbours; a table of its own is looked at by itself.
        if len(child) == 1:
            together += child
            if len(together) == MOST_TOGETHER:
                yield together
                together = []
            continue
        yield together
        together = []
        if len(child) <= MOST_TOGETHER:
            yield child
        else:
            yield from _grouped(child, depth + 1)
    yield together


def picture_of(facts: Facts, group: Sequence[Fact]) -> Picture:
    """The component as the game draws it, and the facts in words."""
    key = common_key([fact.key for fact in group])
    sentences: list[Text] = []
    for fact in group:
        one = fact_text(facts, fact.key, fact.value)
        if one not in sentences:  # two facts may go into one sentence
            sentences.append(one)
    lines = Lines([[Span(one)] for one in sentences])
    drawn = drawing(facts, key)
    name = head(facts, key)
    if name is not None:
        return [Heading(name), *drawn, lines]
    return [*drawn, Heading(f"[{key}]"), lines]


def common_key(keys: Sequence[str]) -> str:
    """The key of the smallest table that contains all of them; of one fact, its own key."""
    together = takewhile(lambda each: len(set(each)) == 1, zip(*map(parts, keys), strict=False))
    return dotted([each[0] for each in together])


# ---- Teaching one thing


def teach_values(facts: Facts, written: Mapping[str, str], *, force: bool = False) -> Facts:
    """The facts with these values, each a TOML value or just a word."""
    lesson: Tree = {}
    for key, value in written.items():
        lesson = with_lesson(lesson, _read_fact(facts, key, value))
    return facts.with_lesson(lesson, came_from=WRITTEN, force=force)


def _read_fact(facts: Facts, key: str, written: str) -> Tree:
    path = parts(key)
    kind = typed_keys(facts, key)[-1].kind
    above = facts.value(dotted(path[:-1]))
    if facts.value(key) is None and (kind is None or len(path) < 2 or not isinstance(above, dict)):
        raise no_such_key(facts, key)
    value = read_value(kind, written, dotted(path))
    lesson = lesson_at(key, value)
    if isinstance(value, dict) and len(path) > 1:  # a table that is written out is meant to be all of it
        lesson = merged(lesson_at(dotted((*path[:-1], WITHOUT)), [path[-1]]), lesson)
    return lesson


def lessons(facts: Facts) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons by name: the game's own, and those that ask for all facts of some tables."""
    teaching = facts.game.teaching()
    own = {name: partial(lesson, facts.tables) for name, lesson in teaching.lessons.items()}
    courses = {name: partial(_hold_course, facts, course) for name, course in teaching.courses.items()}
    return {**own, **courses}


def _hold_course(facts: Facts, course: Course) -> Lesson:
    yield Tell(course.begins)
    lesson: Tree = {}
    for key in course.keys:
        lesson = with_lesson(lesson, (yield from ask_facts(facts, key, proven=course.proven)))
    return lesson


def lesson(facts: Facts, name: str, keep: Keep, *, force: bool = False) -> Questions[Facts]:
    """Run a lesson, and save what it teaches if it is possible."""
    offered = lessons(facts)
    if name not in offered:
        raise no_such_key(facts, name, [*offered])
    learned = yield from offered[name]()
    new = facts.with_lesson(learned, came_from=WRITTEN, force=force)
    keep(learned)
    yield Tell("teach.kept", n=len(changes(facts, new)))
    return new


def no_such_key(facts: Facts, key: str, others: Sequence[str] = ()) -> Trouble:
    """A key that the tables do not have, and the nearest that they do have."""
    near = hint(key, [*others, *facts.keys()], [*others, *facts.tree])
    return Trouble(Text("teach.no-key", key=key, hint=near))


# ---- Showing the tables


def show(facts: Facts, prefix: str = "") -> Picture:
    """The tables, or the part of them under a key, each fact with where it comes from.

    Of a part, the component is drawn as well where the game can do so.
    """
    found = list(facts.leaves(prefix))
    if not found:
        raise no_such_key(facts, prefix)
    picture: Picture = drawing(facts, prefix) if prefix else []
    tables: dict[KeyPath, list[Fact]] = {}
    for fact in found:
        tables.setdefault(fact.path[:-1], []).append(fact)
    for path, group in tables.items():
        same = len({fact.source for fact in group}) == 1
        beside: list[Spans] = [[_source_span(group[0].source)]] if same else []
        picture.append(Heading(f"[{dotted(path)}]", beside))
        lines: list[Spans] = []
        for fact in group:
            words: list[Span] = [
                Span(dotted(fact.path[-1:]), "name"),
                Span(f" = {value_text(fact.value)}"),
            ]
            if not same:
                words += [Span("  "), _source_span(fact.source)]
            lines.append(words)
        picture.append(Lines(lines))
    return picture


def _source_span(source: Source) -> Span:
    return Span(Text(f"source.{source}"), SOURCE_STYLES.get(source, "dim"))
