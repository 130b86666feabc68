"""A filled-in score file, read into what its game declares; a mistake names key, found and allowed.

A game declares its file as Structs, with words of its own where a type alone does not say what is allowed.
Tables whose keys are players, or words of the game's tables, are a `Table`; what no type can say is
`wrong`. The questions of a score sheet end in the same content, so that both ways are counted alike.

    class Estate(Struct, forbid_unknown_fields=True):
        spaces: Annotated[int, Meta(ge=0, le=54)]
        lands: Annotated[tuple[Land, Land, Land], meaning(Text("methoni.file.three-lands"))]

    class File(Struct, forbid_unknown_fields=True):
        player: Annotated[dict[PlayerName, Estate], meaning(Text("methoni.file.players"), max_length=5)]
        ducats: object = {}

    def score_file(tables: Tables, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
        file = read(File, content)
        names = people(("player",), file.player)
        ducats = fill(Table(dict.fromkeys(names, whole(70))), file.ducats, ("ducats",))  # 0 where left out
        if sum(ducats.values()) > 70:
            raise wrong(("ducats",), sum(ducats.values()), Text("methoni.file.ducats", high=70))
        return scoring.sheet(…)
"""

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias, TypeVar
from unicodedata import normalize

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.inspect import StructType, Type, type_info

from automa.declared import AnyTables, Tree, worded
from automa.dialogue import LONGEST_NAME, YOU, Ask, Name, Number, Refused, Tell, Text, Value, is_name
from automa.rulings import Ruling
from automa.typed import Fault, Missing, Unknown, Where, Wrong, allowed, bounds, extra, fault, meaning, shown

T = TypeVar("T")
Form: TypeAlias = Any
"""A type as an annotation writes it, or a `Table`."""
Talk: TypeAlias = Generator[Ask[Any] | Tell, Any, T]
"""Questions of a score sheet, and what they fill in."""

A_NAME = Text("allowed.name", high=LONGEST_NAME)
PlayerName = Annotated[str, meaning(A_NAME, min_length=1, max_length=LONGEST_NAME, pattern=r"\S")]
"""A name in a file; `people` looks at the rest of it."""

A_TABLE = Text("allowed.table")

DEEPEST = 8
"""How many tables and lists may lie in each other: what is deeper is not looked at, no type allows it."""
RULINGS = "rulings"
"""The table in which any score file may settle what the rulebook leaves open."""


def read(kind: type[T], content: object, place: Where = ()) -> T:
    """The content as that type has it, or `Refused`; `place` is where in the file it stands."""
    if not place and not isinstance(content, Mapping):
        # What is no file at all is told by the key that it should begin with.
        raise wrong(kind.__struct_encode_fields__[:1], content, A_TABLE)  # type: ignore[attr-defined]
    tidy = _tidied(content, place)
    try:
        return convert(tidy, kind, str_keys=True)
    except ValidationError:
        found = fault(type_info(kind), tidy, place)
        if found is None:
            raise
        raise _refusal(found) from None


class Table(Struct, frozen=True):
    """A table whose keys only a game in progress knows: the players, the districts of a round."""

    keys: Mapping[str, Form]
    """There are no others; each with its type, or a table again."""
    needed: Collection[str] = ()
    """Those that must be there; a table that needs nothing may be left out."""
    default: object = 0
    """What the others are where they are left out."""
    allowed: Text = A_TABLE
    """What should be there in the words of the game, where it is no table at all."""
    question: "Question | None" = None


def fill(kind: Table, content: object, place: Where = ()) -> Tree:
    """The content as plain data again, with everything in it that was left out; or `Refused`."""
    return _filled(kind, _tidied(content, place), place)


def _filled(kind: Table, content: object, place: Where) -> Tree:
    if not isinstance(content, Mapping):
        raise wrong(place or tuple(kind.keys)[:1], content, kind.allowed)
    for key in content:
        if key not in kind.keys:
            raise _refusal(Unknown((*place, key), list(kind.keys)))
    filled: Tree = {}
    for key, inside in kind.keys.items():
        where = (*place, key)
        is_table = isinstance(inside, Table)
        if key in content:
            read_it = _filled if is_table else read
            filled[key] = read_it(inside, content[key], where)
        elif key in kind.needed:
            raise _refusal(Missing(where, inside.allowed if is_table else allowed(type_info(inside))))
        else:
            filled[key] = _filled(inside, {}, where) if is_table and not inside.needed else kind.default
    return filled


def whole(high: int, low: int = 0) -> Form:
    """The type of a whole number between these, both included."""
    return Annotated[int, Meta(ge=low, le=high)]


# ---- By questions: the same file, filled in


class Question(Struct, frozen=True):
    """How a field of a score file is asked for, where its type says the rest."""

    id: str
    usual: int | Callable[[AnyTables], int] | None = None
    """The most there can be by the tables; more is to be insisted on, as far as the file allows it."""
    high: Callable[[AnyTables], int] | None = None
    """The most there can be by the tables, where that is less than the type allows."""
    default: int | None = None
    each: str = ""
    """For a table: what the text calls its keys, for each of which it is asked."""


def asked(question: Question) -> Meta:
    """A field of a score file that is asked for like that."""
    return Meta(extra={"question": question})


def ask_name(id: str, before: Sequence[str], taken: Sequence[str] = ()) -> Talk[str]:
    """Ask for one more player's name, as a file would have it; the sentence `id` has the {number} in it."""
    while True:
        name: str = yield Name(id, YOU, number=len(before) + 1)
        if not is_taken(name, [*before, *taken]):
            return name
        yield Tell("score.name-taken", name=name)


def ask_players(
    kind: type[Struct],
    count: int,
    name_question: str,
    tables: AnyTables,
    own: Mapping[str, Callable[[str], Talk[object]]] = {},
) -> Talk[dict[str, Tree]]:
    """Ask for the players one after the other: a name, and what the file has of each."""
    filled: dict[str, Tree] = {}
    for _ in range(count):
        name = yield from ask_name(name_question, list(filled))
        asks = {field: partial(ask, name) for field, ask in own.items()}
        filled[name] = yield from ask_fields(kind, tables, asks, name=name)
    return filled


def ask_fields(
    kind: type[Struct] | Table,
    tables: AnyTables,
    own: Mapping[str, Callable[[], Talk[object]]] = {},
    only: Collection[str] | None = None,
    **values: Value,
) -> Talk[Tree]:
    """Ask for the fields of a part of a file that have a question, or one of the game's `own` making."""
    filled: Tree = {}
    for key, (declared, inside) in _questions(kind).items():
        if only is not None and key not in only:
            continue
        if key in own:
            filled[key] = yield from own[key]()
        elif declared is not None and isinstance(inside, Table):
            filled[key] = {}
            for each, counted in inside.keys.items():
                said: dict[str, Value] = {**values, declared.each: each}
                filled[key][each] = yield _number(declared, type_info(counted), tables, said)
        elif declared is not None:
            filled[key] = yield _number(declared, inside, tables, values)
    return filled


def _questions(kind: type[Struct] | Table) -> dict[str, tuple[Question | None, Form]]:
    """The keys of a part of a file, each with its question and its type."""
    if isinstance(kind, Table):
        tables = {key: inside for key, inside in kind.keys.items() if isinstance(inside, Table)}
        return {key: (inside.question, inside) for key, inside in tables.items()}
    made = type_info(kind)
    assert isinstance(made, StructType)
    return {each.encode_name: (extra(each.type).get("question"), each.type) for each in made.fields}


def _number(question: Question, kind: Type, tables: AnyTables, values: Mapping[str, Value]) -> Number:
    low, most = bounds(kind) or (0, 0)
    high, usual = most if question.high is None else question.high(tables), question.usual
    if usual is not None:
        high = usual if isinstance(usual, int) else usual(tables)
    ask = Number(
        question.id, YOU, low=low, high=high, limit=None if usual is None else most, default=question.default
    )
    return worded(ask, Text(question.id, **values))


def people(place: Where, names: Sequence[str] | Mapping[str, object], taken: Iterable[str] = ()) -> list[str]:
    """The players by name; `Refused` if one has none of their own, or one of the `taken` ones."""
    keys: Iterable[str | int] = names if isinstance(names, Mapping) else range(len(names))
    found: list[str] = []
    for key, name in zip(keys, names, strict=True):
        if not is_name(name):
            raise wrong((*place, key), name, A_NAME)
        if is_taken(name, taken):
            raise wrong((*place, key), name, Text("allowed.other-name", name=name))
        if is_taken(name, found):
            raise Refused(Text("score-file.name-twice", key=key_of(place), name=name))
        found.append(name)
    return found


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether another player has that name already, regardless of capitals."""
    return name.casefold() in (each.casefold() for each in names)


def rulings(content: object, known: Iterable[Ruling]) -> dict[str, str]:
    """What the file itself settles of the game's open questions."""
    options = {ruling.id: Literal[tuple(option.id for option in ruling.options)] for ruling in known}
    given = fill(Table(options, default=None), content, (RULINGS,))
    return {id: option for id, option in given.items() if option is not None}


def wrong(place: Where, found: object, meant: Text) -> Refused:
    """A value that cannot be there, for a reason that no type knows; `meant` is what could be."""
    return _refusal(Wrong(place, found, meant))


def key_of(place: Where) -> str:
    """A place in the file as a person reads it: `player.Ann.tableau[1]`, counted from 1."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{short(part)}" for part in place]
    return "".join(parts).removeprefix(".")


def short(key: str) -> str:
    """As much of a word as could be right."""
    return key if len(key) <= LONGEST_NAME else key[:LONGEST_NAME] + "…"


def _refusal(found: Fault) -> Refused:
    key = key_of(found.place)
    match found:
        case Missing():
            nothing = Text("found.nothing")
            return Refused(Text("score-file.wrong", key=key, found=nothing, allowed=found.allowed))
        case Unknown():
            return Refused(Text("score-file.unknown", key=key, allowed=list(found.known)))
        case Wrong():
            return Refused(Text("score-file.wrong", key=key, found=shown(found.found), allowed=found.allowed))


def _tidied(content: object, place: Where) -> object:
    """The content without spaces around words, and with accents as most keyboards write them.

    Two keys that are the same then are one too many; half a character, as JSON can have it, is none.
    """
    if len(place) > DEEPEST:
        return content
    if isinstance(content, str):
        return _tidy_text(content, place)
    if isinstance(content, list | tuple):
        return [_tidied(each, (*place, at)) for at, each in enumerate(content)]
    if not isinstance(content, Mapping):
        return content
    tidy: Tree = {}
    for written, each in content.items():
        key = _tidy_text(written, (*place, written))
        if key in tidy:
            raise Refused(Text("score-file.twice", key=key_of((*place, key))))
        tidy[key] = _tidied(each, (*place, key))
    return tidy


def _tidy_text(text: str, place: Where) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise wrong(place, text, Text("allowed.whole-characters")) from None
    return normalize("NFC", text).strip() or text
