"""Shows facts and asks for them, as `automa.declared` describes them beside their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import tomli
from msgspec import Struct, inspect

from automa.declared import AnyTables, FactWording, KeyPath, Thing, worded
from automa.dialogue import YOU, Ask, Choose, Confirm, Move, Number, Option, Refused, Several, Text, Value
from automa.game import Game, Questions
from automa.picture import Picture
from automa.typed import bare, bounds, extra, fault, is_word, item_type, lengths, shown, words
from solo.facts.checking import complaint, inside, name_of
from solo.facts.overlay import PROVEN, Change, Fact, Facts
from solo.facts.toml import Tree, dotted, parts, value_text
from solo.facts.trees import at, lesson_at, with_lesson
from solo.trouble import Trouble

WRITTEN = Text("teach.what-you-entered")
"""How messages name the source of a fact that is in no file yet."""


class TypedKey(Struct, frozen=True):
    """Where a key leads to in the types of the tables."""

    keys: KeyPath
    kind: inspect.Type | None
    """None where the tables have no such key."""
    named: Mapping[str, tuple[Thing, str]]
    """The things that the keys on the way name, by their placeholders."""

    @property
    def fact(self) -> FactWording:
        return extra(self.kind).get("fact") or FactWording()

    def names(self, tables: AnyTables) -> dict[str, Value]:
        """The names of the things on the way, by placeholder."""
        return {kind: _name(thing, tables, id) for kind, (thing, id) in self.named.items()}


@cache
def _types_of(game: Game) -> inspect.Type:
    return inspect.type_info(game.tables)


def typed_keys(facts: Facts, key: str) -> list[TypedKey]:
    """Everything on the way to a key, from the whole tables to the key itself."""
    found = [TypedKey((), _types_of(facts.game), {})]
    value = facts.tree
    for part in parts(key):
        above = found[-1]
        named = dict(above.named)
        table = bare(above.kind)
        if isinstance(table, inspect.DictType) and (thing := extra(table.key_type).get("thing")):
            named[thing.kind] = (thing, part)
        found.append(TypedKey((*above.keys, part), inside(above.kind, part, value), named))
        value = at(value, (part,))
    return found


def _name(thing: Thing, tables: AnyTables, id: object) -> Value:
    """The name of a thing by its id; the id itself if there is no such thing."""
    return next((each.name for each in thing.all(tables) if each.id == str(id)), str(id))


# ---- Telling


def tell_fact(facts: Facts, key: str, value: object) -> Text | None:
    """A fact in the sentence declared for it, also with another value than the tables have."""
    place = typed_keys(facts, key)[-1]
    fact = place.fact
    if not fact.says:
        return None
    said: dict[str, Value] = {**place.names(facts.tables), **fact.values}
    if fact.value:
        said[fact.value] = (
            fact.show(facts.tables, place.keys, value)
            if fact.show is not None
            else _value(place.kind, facts.tables, value)
        )
    return Text(fact.says, **said)


def _value(kind: inspect.Type | None, tables: AnyTables, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_value(item_type(kind), tables, each) for each in value]
    thing = extra(kind).get("thing")
    return value if thing is None else _name(thing, tables, value)


def fact_text(facts: Facts, key: str, value: object) -> Text:
    """A fact as a person reads it: in the game's words, if it has them."""
    return tell_fact(facts, key, value) or Text("teach.fact", key=key, value=shown(value))


def change_text(facts: Facts, change: Change) -> Text:
    """A change in the game's words, if it has them."""
    fact = None if change.after is None else tell_fact(facts, change.key, change.after)
    if fact is not None:
        return Text("tables.now", fact=fact)
    before = Text("tables.nothing") if change.before is None else value_text(change.before)
    after = Text("tables.nothing") if change.after is None else value_text(change.after)
    return Text("tables.changed", key=change.key, before=before, after=after)


def head(facts: Facts, key: str) -> Text | None:
    """The name of the component that a fact or a group of facts is read off."""
    for place in reversed(typed_keys(facts, key)):
        id = extra(place.kind).get("component")
        if id is not None:
            return Text(id, **place.names(facts.tables))
    return None


def drawing(facts: Facts, key: str) -> Picture:
    """The component that a fact or a group of facts is read off; nothing if the game cannot draw it."""
    drawings = facts.game.teaching().drawings
    for place in reversed(typed_keys(facts, key)):
        kind = bare(place.kind)
        if isinstance(kind, inspect.StructType) and kind.cls in drawings:
            return drawings[kind.cls](facts.tables, place.keys)
    return []


# ---- Asking


def is_asked_as_a_whole(facts: Facts, key: str) -> bool:
    """Whether all that is at a key is asked anew when something in it is different."""
    kind = typed_keys(facts, key)[-1].kind
    return bool(extra(kind).get("whole")) or _own_way(facts, key) is not None


def _own_way(facts: Facts, key: str) -> TypedKey | None:
    """The table on the way to a key that the game asks in a way of its own."""
    asks = facts.game.teaching().asks
    return next((place for place in typed_keys(facts, key) if place.fact.ask in asks), None)


def ask_facts(facts: Facts, key: str, *, proven: bool = False) -> Questions[Tree]:
    """What a fact, or all that a table declares, really is; what the rulebook says only if `proven`."""
    lesson: Tree = {}
    for fact in list(facts.leaves(key)):
        own = _own_way(facts, fact.key)
        if own is not None:
            if at(lesson, own.keys) is None:
                entered = yield from facts.game.teaching().asks[own.fact.ask](facts.tables, own.keys)
                lesson = with_lesson(lesson, lesson_at(dotted(own.keys), entered))
        elif fact.key == key or (
            typed_keys(facts, fact.key)[-1].fact.says and (proven or fact.source not in PROVEN)
        ):
            entered = yield from ask_value(facts, fact)
            lesson = with_lesson(lesson, lesson_at(fact.key, entered))
    return lesson


def ask_value(facts: Facts, fact: Fact) -> Questions[object]:
    """What a fact really is, asked in the way that fits what it can be."""
    place = typed_keys(facts, fact.key)[-1]
    question = _question(facts, fact, place.kind)
    if place.fact.ask:
        worded(question, Text(place.fact.ask, **place.names(facts.tables)))
    answer = yield question
    return read_value(place.kind, answer, fact.key) if isinstance(question, Move) else answer


def _question(facts: Facts, fact: Fact, declared: inspect.Type | None) -> Ask:
    """The question that a type asks for, in general words."""
    kind, item = bare(declared), item_type(declared)
    now = fact_text(facts, fact.key, fact.value)
    thing = extra(declared).get("thing") or extra(item).get("thing")
    if thing is not None and (options := thing.all(facts.tables)):
        low, high = lengths(kind)
        if item is not None:
            return Several("teach.which-word", YOU, options, low=max(low, 1), high=high, fact=now)
        return Choose("teach.which-word", YOU, options, fact=now)
    if is_word(kind):
        options = [Option(word, fact_text(facts, fact.key, word)) for word in words(kind)]
        return Choose("teach.which-word", YOU, options, fact=now)
    if isinstance(kind, inspect.BoolType):
        return Confirm("teach.yes-or-no", YOU, fact=now)
    both = bounds(kind)
    if both is not None:
        return Number("teach.number", YOU, low=both[0], high=both[1], fact=now)

    def read(written: str, insist: bool) -> str:
        try:
            return value_text(read_value(kind, written, fact.key))
        except Trouble as trouble:
            raise Refused(without_key(trouble)) from trouble

    kept = Option(value_text(fact.value), _in_a_row(fact.value))
    return Move("teach.value", YOU, [kept], read=read, fact=now)


def without_key(trouble: Trouble) -> Text:
    """What is wrong with an answer, without the key in the tables."""
    match trouble.text.values:
        case {"what": Text() as what}:
            return what
        case {"found": found, "hint": right}:
            return Text("teach.must-be", found=found, hint=right)
        case _:
            return trouble.text


def _in_a_row(value: object) -> str:
    """A value as a person would write it, a list with commas."""
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else value_text(value)


# ---- Reading what was written


def read_value(kind: inspect.Type | None, written: str, key: str) -> object:
    """The value that was written: the first reading that the type allows."""
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
    is_list = item_type(kind) is not None
    meant = [isinstance(each, list) or not is_list for each in readings].index(True)
    worst = faults[meant]
    assert worst is not None
    place = (*parts(key), *worst.place)
    raise Trouble(complaint(worst, WRITTEN, name_of(place)))


def _readings(kind: inspect.Type | None, written: str) -> Iterator[object]:
    read = _toml_value(written)
    if read is not None:
        yield read
    yield written
    if item_type(kind) is not None and not isinstance(read, list):
        items = written.removeprefix("[").removesuffix("]")
        yield [_value_or_word(each.strip()) for each in (items.split(",") if "," in items else items.split())]


def _value_or_word(written: str) -> object:
    value = _toml_value(written)
    return written if value is None else value


def _toml_value(written: str) -> object:
    if "\n" in written or "\r" in written:
        return None
    try:
        return tomli.loads(f"value = {written}")["value"]
    except (ValueError, RecursionError, OverflowError):
        return None
