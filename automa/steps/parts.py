"""What a step is made of, what is known of one that is not clear yet, and options that say steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, overload

from msgspec import Struct, field
from msgspec.structs import replace

from automa.dialogue import Named, Option, Text

S = TypeVar("S")
"""The state that steps are taken on; it knows whose turn it is."""
T = TypeVar("T")


class Step(Struct, frozen=True):
    """One step of a turn. A game has a class for each kind; its fields are things of the game, or ids."""

    verb: ClassVar[Named | None] = None
    """The word that it begins with; where there is none, its first part tells what it is."""
    parts: ClassVar[Sequence[Part[Any]]] = ()
    """What is said of it, in the order of the journal."""
    counted: ClassVar[bool] = False
    """Whether a number before or behind it tells how often it is taken."""
    repeated: ClassVar[bool] = False
    """Whether its verb need not be said again when another of its kind follows."""
    unspoken: ClassVar[bool] = False
    """Whether its verb need not be said at all."""


Rule: TypeAlias = Callable[[Any, Any], Text | None]
"""What must hold for a step: its refusal if it does not. Gets the state and the step."""
Rules: TypeAlias = Mapping[type[Step], Sequence[Rule]]


class Part(Struct, Generic[S], frozen=True):
    """One thing that is said of a step."""

    field: str
    """Of the step; the same name in several kinds of steps is the same thing said."""
    things: Callable[[S], Iterable[Named]]
    """Everything of that kind that exists, possible just now or not."""
    lead: Named | Callable[[S], Named] | None = None
    """The word that goes before it: `own b4`."""
    word: Named | None = None
    """What the help shows for a lead that depends on the table."""
    label: str = ""
    """What it is called in the help, if not by its field."""
    value: Callable[[Any], object] | None = None
    """The field's value for a thing, if it is not the thing itself."""
    free: bool = False
    """Whether `legal` leaves it open: it may be said of any step, and the rules say whether it can be so."""
    needed: bool = False
    """Whether a step is not complete without it, though `legal` leaves it open: it is asked."""
    asked: bool = True
    """Whether it is asked where it is not said; else what the class has by default is meant."""
    many: bool = False
    """Whether its value is a tuple, of which each member may be said."""
    read: Callable[[S, Sequence[str]], tuple[Named, int] | None] | None = None
    """Words of its own, such as `left of judge`: what they name, and how many they are."""
    shown: Callable[[S, str], Named] | None = None
    """The thing with an id, where there are too many of them to list."""
    wrong: Callable[[S, str], Text | None] | None = None
    """What to say of words that mean nothing where it could come."""
    behind: str = ""
    """The field that is said before it, where the same words may mean either."""

    def lead_at(self, state: S) -> Named | None:
        return self.lead(state) if callable(self.lead) else self.lead

    def value_of(self, thing: Named) -> object:
        return thing if self.value is None else self.value(thing)

    def ids(self, step: Step) -> tuple[str, ...]:
        """What a step says for it; nothing where it says nothing."""
        value = getattr(step, self.field)
        if self.many:
            return tuple(id_of(each) for each in value)
        if value is None or value is False or value == "":
            return ()
        # The one word of a part that is said or not has the id of the field.
        return (self.field,) if value is True else (id_of(value),)

    def fits(self, step: Step, said: Sequence[str]) -> bool:
        """Whether what was said is true of a step."""
        ids = self.ids(step)
        return set(said) <= set(ids) if self.many else ids == tuple(said)

    def put(self, step: Step, things: Sequence[Named]) -> Step:
        """The step with these things said of it."""
        if self.many:
            return replace(step, **{self.field: tuple(map(self.value_of, things))})
        is_flag = isinstance(getattr(step, self.field), bool)
        return replace(step, **{self.field: True if is_flag else self.value_of(things[0])})


def id_of(value: object) -> str:
    """What stands in a journal for the value of a field."""
    return value.id if isinstance(value, Named) else str(value)


class Begun(Struct, frozen=True):
    """What is known of a step that is not clear yet."""

    kinds: tuple[type[Step], ...] = ()
    """Which kinds it can be; none if nothing has been said of it."""
    said: Mapping[str, tuple[Named, ...]] = {}
    """For a field, what was said; nothing where only its lead was."""
    verb: bool = False
    """Whether its verb was said."""

    def __bool__(self) -> bool:
        return bool(self.kinds)

    def says(self, field: str) -> bool:
        return field in self.said


NOTHING = Begun()


class Said(Struct):
    """What a line says."""

    steps: list[Step] = field(default_factory=list)
    """In full, in the order in which they are taken."""
    begun: Begun = NOTHING
    """What is known of the next one."""
    left: Sequence[Step] | None = None
    """The legal steps that fit what is known of it, where the option that said it has them."""
    stop: bool = False
    """Whether nothing more is wanted in this turn that may be left out: a full stop."""
    words: list[Named | str] = field(default_factory=list)
    """The line as it is written, word by word."""

    @property
    def written(self) -> str:
        """The line as it stands in the journal."""
        ids = (word if isinstance(word, str) else word.id for word in self.words)
        return " ".join(ids).replace(" ,", ",").replace(" .", ".").replace(",.", ".").rstrip(",")


class Broken(Struct, frozen=True):
    """A rule that a step breaks: how far down the list it stands, and its refusal."""

    place: int
    text: Text
    insist: bool


class Offered(Named):
    """An option that says a step, or begins one: it is understood without being read."""

    __slots__ = ()

    @property
    def step(self) -> Step | None:
        return None

    @property
    def begun(self) -> Begun:
        return NOTHING

    @property
    def left(self) -> Sequence[Step] | None:
        """The legal steps that it begins, where they are known."""
        return None


class Offer(Option, Offered, eq=False):
    """An option that says or begins a step, made on the spot."""

    step: Step | None = None
    begun: Begun = NOTHING
    left: Sequence[Step] | None = None


class Offers(Sequence[Offer]):
    """The options of a question, each made when it is looked at: most questions are answered with one."""

    __slots__ = ("_made", "_make", "_things", "ids")

    def __init__(self, things: Mapping[str, T], make: Callable[[str, T], Offer]) -> None:
        """`things` are what they are about, by their ids; `make` makes the option of one."""
        self.ids = list(things)
        self._things: Mapping[str, Any] = things
        self._make: Callable[[str, Any], Offer] = make
        self._made: dict[str, Offer] = {}

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, place: int) -> Offer: ...
    @overload
    def __getitem__(self, place: slice) -> list[Offer]: ...
    def __getitem__(self, place: int | slice) -> Offer | list[Offer]:
        if isinstance(place, slice):
            return [self.named(id) for id in self.ids[place]]
        return self.named(self.ids[place])

    def named(self, id: str) -> Offer:
        """The option with that id."""
        if id not in self._made:
            self._made[id] = self._make(id, self._things[id])
        return self._made[id]


NO_DEFAULT = object()


def default_of(kind: type[Step], name: str) -> object:
    """What a field of a kind of step is where it is not said."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_fields__
    place = names.index(name) - (len(names) - len(defaults))
    return defaults[place] if place >= 0 else NO_DEFAULT


def offer_of(words: Sequence[Named], begun: Begun) -> Offer:
    """An option that says these words, by the name of the last of them."""
    id, last = " ".join(word.id for word in words), words[-1]
    return Offer(id, last.name, last.detail, last.also, last.about, begun=begun)


def is_flag(kind: type[Step], name: str) -> bool:
    return isinstance(default_of(kind, name), bool)


def has_default(step: Step, part: Part[Any]) -> bool:
    return bool(getattr(step, part.field) == default_of(type(step), part.field))


@cache
def flags_of(kind: type[Step]) -> Sequence[str]:
    """The fields of a kind of step that are said by one word or not at all."""
    return [part.field for part in kind.parts if not part.asked and is_flag(kind, part.field)]


def unsaid_flags(step: Step, begun: Begun) -> list[str]:
    """The words of a step that are said or not, and were not said."""
    return [name for name in flags_of(type(step)) if name not in begun.said and getattr(step, name) is True]


def is_usual(step: Step) -> bool:
    """Whether a step has what is meant where nothing is said, in all that is not asked."""
    return all(part.asked or has_default(step, part) for part in type(step).parts)
