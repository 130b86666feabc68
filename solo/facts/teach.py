"""Teaching the app: conversations about the tables, and the tables as a person reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import tomli
from msgspec import inspect

from automa.dialogue import (
    YOU,
    Choose,
    Confirm,
    Move,
    Named,
    Number,
    Option,
    Refused,
    Several,
    Tell,
    Text,
)
from automa.game import Game, Lesson, Questions
from automa.names import most_like
from automa.picture import Block, Heading, Lines, Picture, Span, Style, Words
from automa.typed import bounds, fault, shown, words
from solo.facts.checking import complaint, name_of, type_at
from solo.facts.files import Source
from solo.facts.overlay import Change, Fact, Facts, WrittenFacts, changes
from solo.facts.toml import KeyPath, Tree, dotted, parts, value_text
from solo.facts.trees import WITHOUT, at, learnt, lesson_at, merged
from solo.trouble import Trouble

Keep: TypeAlias = Callable[[Tree], object]
"""Keeps what an answer teaches, at once; several facts that belong together come together."""

Found: TypeAlias = tuple[KeyPath, Fact]
"""A fact and its path."""

MOST_TOGETHER = 12
"""How many facts are checked with one question."""

WRITTEN = Text("teach.what-you-entered")
"""How a message about a taught fact that is not in any file yet calls the place it came from."""

SOURCE_NAMES: Mapping[Source, Text] = {
    "rulebook": Text("source.rulebook"),
    "publisher": Text("source.publisher"),
    "derived": Text("source.derived"),
    "assumed": Text("source.assumed"),
    "taught": Text("source.taught"),
    "house": Text("source.house"),
}
SOURCE_STYLES: Mapping[Source, Style] = {"assumed": "mark", "taught": "good"}


# ---- Checking what is assumed


def check(game: Game, facts: Facts, keep: Keep) -> Questions[Facts]:
    """Go through everything that is assumed, a group at a time: right, wrong, later, or enough for today."""
    groups = grouped(facts.assumed())
    if not groups:
        yield Tell("teach.nothing-assumed", game=game.name)
        return facts
    total = sum(len(group) for group in groups)
    yield Tell("teach.begin", n=total, game=game.name)
    for place, group in enumerate(groups):
        facts, goes_on = yield from _check_group(game, facts, group, place + 1, len(groups), keep)
        if not goes_on:
            break
    left = len(facts.assumed())
    if left:
        yield Tell("teach.left", n=left, game=game.name)
    else:
        yield Tell("teach.all-checked", game=game.name)
    return facts


def _check_group(
    game: Game, facts: Facts, group: Sequence[Fact], place: int, groups: int, keep: Keep
) -> Questions[tuple[Facts, bool]]:
    """One group, until it is right or put off; also whether the person goes on."""
    options = [
        Option("right", Text("teach.right")),
        Option("wrong", Text("teach.wrong")),
        Option("skip", Text("teach.skip")),
        Option("stop", Text("teach.stop")),
    ]
    while True:
        yield picture_of(game, facts, group)
        answer = yield Choose("teach.is-it-right", YOU, options, default="skip", place=place, groups=groups)
        if answer == "stop":
            return facts, False
        if answer == "skip":
            return facts, True
        if answer == "right":
            lesson = _as_it_is(group)
            facts = facts.with_lesson(lesson, came_from=WRITTEN)
        else:
            lesson, facts = yield from _set_right(game, facts, group)
        keep(lesson)
        yield Tell("teach.kept", n=len(group))
        return facts, True


def _as_it_is(group: Sequence[Fact]) -> Tree:
    lesson: Tree = {}
    for fact in group:
        lesson = merged(lesson, lesson_at(fact.key, fact.value))
    return lesson


def _set_right(game: Game, facts: Facts, group: Sequence[Fact]) -> Questions[tuple[Tree, Facts]]:
    """What a group really is: as a whole, if the game can ask it so, or only the facts that are different.

    If that cannot be, it is asked once more what is different, and what was entered stays as it is: of two
    that have changed places, neither can be so without the other.
    """
    key = common_key([fact.key for fact in group])
    as_whole = _own_questions(game, facts, key) is not None
    lesson: Tree = {} if as_whole else _as_it_is(group)
    while True:
        now = [Fact(fact.key, at(lesson, parts(fact.key)), fact.source) for fact in group]
        wrong = [Fact(key, None, "assumed")] if as_whole else (yield from _wrong_ones(game, facts, now))
        for fact in wrong:
            own = _own_questions(game, facts, fact.key)
            if own is None:
                entered = lesson_at(fact.key, (yield from ask_value(game, facts, fact)))
            else:
                entered = yield from own
            lesson = merged(lesson, entered)
        try:
            return lesson, facts.with_lesson(lesson, came_from=WRITTEN)
        except Trouble as trouble:
            yield Tell("teach.cannot-be", what=without_key(trouble))


def _own_questions(game: Game, facts: Facts, key: str) -> Lesson | None:
    return game.ask_fact(facts.tables, key)


def _wrong_ones(game: Game, facts: Facts, group: Sequence[Fact]) -> Questions[list[Fact]]:
    if len(group) == 1:
        return list(group)
    options = [Option(fact.key, sentence(game, facts, fact.key, fact.value)) for fact in group]
    chosen = yield Several("teach.which-are-wrong", YOU, options, low=1)
    return [fact for fact in group if fact.key in chosen]


def ask_value(game: Game, facts: Facts, fact: Fact) -> Questions[Any]:
    """What a fact really is, asked in the way that fits what it can be."""
    kind = type_at(game.tables, parts(fact.key), facts.tree)
    now = sentence(game, facts, fact.key, fact.value)
    both = bounds(kind)
    if kind is not None and _is_word(kind):
        options = [Option(word, sentence(game, facts, fact.key, word)) for word in words(kind)]
        value = yield Choose("teach.which-word", YOU, options, fact=now)
    elif isinstance(kind, inspect.BoolType):
        value = yield Confirm("teach.yes-or-no", YOU, fact=now)
    elif both is not None:
        low, high = both
        value = yield Number("teach.number", YOU, low=low, high=high, fact=now)
    else:
        value = yield from _ask_in_writing(fact, now, kind)
    return value


def _ask_in_writing(fact: Fact, now: Text, kind: inspect.Type | None) -> Questions[Any]:
    name = dotted(parts(fact.key))

    def read(written: str, insist: bool) -> str:
        try:
            return value_text(_read_value(kind, written, name))
        except Trouble as trouble:
            raise Refused(without_key(trouble)) from trouble

    kept: list[Named] = [Option(value_text(fact.value), _in_a_row(fact.value))]
    written = yield Move("teach.value", YOU, kept, read=read, fact=now)
    return _read_value(kind, written, name)


def without_key(trouble: Trouble) -> Text:
    """What is wrong with what was just entered: where it stands in the tables nobody asked."""
    match trouble.text.values:
        case {"what": Text() as what}:
            return what
        case {"found": found, "allowed": allowed, "near": near}:
            return Text("teach.must-be-near", found=found, allowed=allowed, near=near)
        case {"found": found, "allowed": allowed}:
            return Text("teach.must-be", found=found, allowed=allowed)
        case _:
            return trouble.text


def _in_a_row(value: Any) -> str:
    """A value as a person would write it: what is in a list with commas between."""
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else value_text(value)


def _is_word(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return len(words(kind)) == len(kind.values)
    return isinstance(kind, inspect.EnumType) and len(words(kind)) == len(list(kind.cls))


def grouped(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts in groups to be checked at one look: those of a table, or of small tables side by side."""
    files = _split([(parts(fact.key), fact) for fact in facts], 0)
    return [group for file in files for group in _grouped(file, 1) if group]


def _split(facts: Sequence[Found], depth: int) -> list[list[Found]]:
    """The facts of a table that is `depth` keys deep, by what they are in there."""
    children: dict[str, list[Found]] = {}
    for path, fact in facts:
        children.setdefault(path[depth], []).append((path, fact))
    return list(children.values())


def _grouped(facts: Sequence[Found], depth: int) -> Iterator[list[Fact]]:
    together: list[Fact] = []
    for child in _split(facts, depth):
        # A single fact goes with its neighbours; a table of its own is looked at by itself.
        if len(child) == 1:
            together.append(child[0][1])
            if len(together) == MOST_TOGETHER:
                yield together
                together = []
            continue
        yield together
        together = []
        if len(child) <= MOST_TOGETHER:
            yield [fact for _, fact in child]
        else:
            yield from _grouped(child, depth + 1)
    yield together


def picture_of(game: Game, facts: Facts, group: Sequence[Fact]) -> Picture:
    """What the app believes: the component as the game draws it, and the facts in words."""
    key = common_key([fact.key for fact in group])
    sentences: list[Text] = []
    for fact in group:
        one = sentence(game, facts, fact.key, fact.value)
        if one not in sentences:  # two facts may go into one sentence
            sentences.append(one)
    lines = Lines([[Span(one)] for one in sentences])
    drawn = drawing(game, facts, key)
    head = game.head_facts(facts.tables, key)
    if head is not None:
        return [Heading(head), *drawn, lines]
    return [*drawn, Heading(f"[{key}]"), lines]


def drawing(game: Game, facts: Facts, key: str) -> list[Block]:
    """The component that a fact or a group of facts is read off; nothing if the game cannot draw it."""
    return list(game.draw_fact(facts.tables, key))


def sentence(game: Game, facts: Facts, key: str, value: Any) -> Text:
    """A fact as a person reads it: in the game's words, if it has them."""
    return game.tell_fact(facts.tables, key, value) or Text("teach.fact", key=key, value=shown(value))


def told(game: Game, tables: Any, change: Change) -> Text:
    """What is otherwise now: in the game's words, if it has them."""
    fact = None if change.after is None else game.tell_fact(tables, change.key, change.after)
    if fact is not None:
        return Text("tables.now", fact=fact)
    before = Text("tables.nothing") if change.before is None else value_text(change.before)
    after = Text("tables.nothing") if change.after is None else value_text(change.after)
    return Text("tables.changed", key=change.key, before=before, after=after)


def common_key(keys: Sequence[str]) -> str:
    """The key of the smallest table that all of them are in; of one, its own."""
    paths = [parts(key) for key in keys]
    shared = 0
    while all(len(path) > shared and path[shared] == paths[0][shared] for path in paths):
        shared += 1
    return dotted(paths[0][:shared])


# ---- Teaching one thing


def teach_values(facts: WrittenFacts, written: Mapping[str, str], *, force: bool = False) -> Facts:
    """The facts with these now as written, all at once: each a TOML value, or just a word."""
    lesson: Tree = {}
    for key, value in written.items():
        lesson = learnt(lesson, _read_fact(facts, key, value))
    return facts.with_lesson(lesson, came_from=WRITTEN, force=force)


def _read_fact(facts: WrittenFacts, key: str, written: str) -> Tree:
    path = parts(key)
    kind = type_at(facts.game.tables, path, facts.tree)
    if facts.value(key) is None and (kind is None or len(path) < 2 or not _table_at(facts, path[:-1])):
        raise no_such_key(facts, key)
    value = _read_value(kind, written, dotted(path))
    lesson = lesson_at(key, value)
    if isinstance(value, dict) and len(path) > 1:  # a table that is written out is meant to be all of it
        lesson = merged(lesson_at(dotted((*path[:-1], WITHOUT)), [path[-1]]), lesson)
    return lesson


def lessons(game: Game, facts: Facts) -> Mapping[str, Callable[[], Lesson]]:
    """The lessons that a game gives, by name."""
    return game.lessons(facts.tables)


def lesson(game: Game, facts: Facts, name: str, keep: Keep, *, force: bool = False) -> Questions[Facts]:
    """Hold one of the game's lessons, and keep what it teaches if it can be."""
    offered = lessons(game, facts)
    if name not in offered:
        raise no_such_key(facts, name, [*offered])
    learned = yield from offered[name]()
    new = facts.with_lesson(learned, came_from=WRITTEN, force=force)
    keep(learned)
    yield Tell("teach.kept", n=len(changes(facts, new)))
    return new


def goes_on(entered: int) -> Questions[bool]:
    """Whether a lesson that was broken off goes on where it was."""
    yes: bool = yield Confirm("teach.go-on", YOU, default=True, n=entered)
    return yes


def no_such_key(facts: WrittenFacts, key: str, others: Sequence[str] = ()) -> Trouble:
    """A key that the tables do not have, and the nearest that they do have."""
    near = most_like(key, [*others, *facts.keys()])
    if near is not None:
        return Trouble(Text("teach.no-key-near", key=key, near=near))
    allowed = ", ".join([*others, *facts.tree])
    return Trouble(Text("teach.no-key", key=key, game=facts.game.id, allowed=allowed))


def _read_value(kind: inspect.Type | None, written: str, key: str) -> Any:
    """What was written as the value it means: the first reading that the type allows."""
    try:
        written.encode()
    except UnicodeEncodeError:
        raise Trouble(Text("teach.not-text", key=key)) from None
    readings = list(_readings(kind, written.strip()))
    if kind is None:
        return readings[0]
    faults = [fault(kind, each) for each in readings]
    for reading, found in zip(readings, faults, strict=True):
        if found is None:
            return reading
    # Where a list is wanted, the reading as a list is the one that was meant.
    meant = [isinstance(each, list) or not _is_list(kind) for each in readings].index(True)
    worst = faults[meant]
    assert worst is not None
    place = (*parts(key), *worst.place)
    raise Trouble(complaint(worst, WRITTEN, name_of(place)))


def _readings(kind: inspect.Type | None, written: str) -> Iterator[Any]:
    read = _toml_value(written)
    if read is not None:
        yield read
    yield written
    if _is_list(kind) and not isinstance(read, list):
        inside = written.removeprefix("[").removesuffix("]")
        yield [
            _value_or_word(item.strip()) for item in (inside.split(",") if "," in inside else inside.split())
        ]


def _value_or_word(written: str) -> Any:
    value = _toml_value(written)
    return written if value is None else value


def _toml_value(written: str) -> Any:
    if "\n" in written or "\r" in written:
        return None
    try:
        return tomli.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError, OverflowError):
        return None


def _is_list(kind: inspect.Type | None) -> bool:
    return isinstance(
        kind,
        inspect.ListType | inspect.VarTupleType | inspect.TupleType | inspect.SetType | inspect.FrozenSetType,
    )


def _table_at(facts: WrittenFacts, path: Sequence[str]) -> bool:
    return isinstance(facts.value(dotted(path)), dict)


# ---- Showing the tables


def show(facts: Facts, prefix: str = "") -> Picture:
    """The tables, or the part of them under a key, each fact with where it comes from.

    Of a part, the component is drawn as well where the game can do so.
    """
    found = list(facts.leaves(prefix))
    if not found:
        raise no_such_key(facts, prefix)
    picture: list[Block] = drawing(facts.game, facts, prefix) if prefix else []
    tables: dict[KeyPath, list[Fact]] = {}
    for fact in found:
        tables.setdefault(parts(fact.key)[:-1], []).append(fact)
    for path, group in tables.items():
        same = len({fact.source for fact in group}) == 1
        beside: list[Words] = [[_source_span(group[0].source)]] if same else []
        picture.append(Heading(f"[{dotted(path)}]", beside))
        lines: list[Words] = []
        for fact in group:
            words: list[Span] = [
                Span(dotted(parts(fact.key)[-1:]), "name"),
                Span(f" = {value_text(fact.value)}"),
            ]
            if not same:
                words += [Span("  "), _source_span(fact.source)]
            lines.append(words)
        picture.append(Lines(lines))
    return picture


def _source_span(source: Source) -> Span:
    return Span(SOURCE_NAMES[source], SOURCE_STYLES.get(source, "dim"))
