"""What players read: texts with their values, things with names, and what happens on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, overload

from msgspec import Struct


class Named:
    """Anything a person can point at: it has a stable id and a name to show, and may have more to say."""

    __slots__ = ()

    @property
    def id(self) -> str:
        raise NotImplementedError

    @property
    def name(self) -> str | Text:
        raise NotImplementedError

    @property
    def also(self) -> Sequence[str | Text]:
        """The other names that it goes by."""
        return ()

    @property
    def typed_by_id(self) -> bool:
        """Whether its id may be typed for it: not where those letters mean something else in a language."""
        return True

    @property
    def editions(self) -> Sequence[str]:
        """Its names in other editions, which are understood in full only."""
        return ()

    @property
    def detail(self) -> str | Text | None:
        """What to know before choosing it: a price, a gain."""
        return None

    @property
    def about(self) -> str:
        """The id of the thing or place on the table that it is about: the card that is taken face down."""
        return self.id

    @property
    def told_there(self) -> bool:
        """Whether the table says all of it where it shows what this is about: choosing that is all."""
        return self.about == self.id

    @property
    def listed(self) -> bool:
        """Whether it stands in a list of options, and is not told of in a note to the question."""
        return True

    @property
    def spoken(self) -> Text | None:
        """What it is called in words, where its name is notation."""
        return None

    @property
    def brief(self) -> Named:
        """The option in fewer words, for a list that must be short."""
        return self

    @property
    def mark(self) -> str | Text:
        """What is typed for it in place of its number in a list, wherever it is offered."""
        return ""


Value: TypeAlias = "str | int | Text | Named | Sequence[str | int | Text | Named]"
"""What may fill a placeholder: a word, a number, another text, a named thing, or a list of these."""
V = TypeVar("V", bound=Value)


class Text:
    """Something a player reads: the id of a sentence and what fills its placeholders.

    The sentence itself, in each language, is in the catalogues; the front ends show the values.
    """

    __slots__ = ("id", "values")

    def __init__(self, id: str, /, **values: Value) -> None:
        self.id = id
        self.values: dict[str, Value] = values

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.id == other.id and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.id)


SPELT = "name.letters"


def spelt(en: str, nl: str) -> Text:
    """A code that players read and type in the letters of their language; as data it is the English one."""
    return Text(SPELT, en=en, nl=nl)


def joined(id: str, values: Sequence[V]) -> V | Text:
    """Values that may be lists themselves, one after the other with what the sentence puts between two."""
    whole: V | Text = values[0]
    for value in values[1:]:
        whole = Text(id, before=whole, after=value)
    return whole


class Says(Text):
    """What an opponent says to its move, in character: the first of its reasons, as true as the others."""

    __slots__ = ()


class Reasons(Sequence[Text]):
    """Reasons that are put in words when they are read; until then they are only what was compared."""

    __slots__ = ("_in_words", "_texts")

    def __init__(self, in_words: Callable[[], Sequence[Text]]) -> None:
        self._in_words = in_words
        self._texts: Sequence[Text] | None = None

    def _read(self) -> Sequence[Text]:
        if self._texts is None:
            self._texts = self._in_words()
        return self._texts

    def __len__(self) -> int:
        return len(self._read())

    @overload
    def __getitem__(self, place: int) -> Text: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Text]: ...
    def __getitem__(self, place: int | slice) -> Text | Sequence[Text]:
        return self._read()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Reasons({list(self)!r})"


class Choices(Text):
    """What would be right, at the end of a refusal: not said where the player has it before their eyes."""

    __slots__ = ()


def choose_from(options: Sequence[Named], answer: str = "") -> Choices:
    """What there is to choose from; of many, those most like the answer."""
    return Choices("refused.choices", answer=answer, options=list(options))


Detail: TypeAlias = "str | Text | None"
"""What a player wants to know before choosing something."""


class Option(Named, Struct, eq=False):
    """A named thing made on the spot, for choices that are not things on the table."""

    id: str
    name: str | Text
    told: Detail | Callable[[], Detail] = None
    """Its detail, or what works that out when it is first read."""
    also: Sequence[str | Text] = ()
    about: str = ""
    editions: Sequence[str] = ()
    mark: str | Text = ""
    listed: bool = True
    spoken: Text | None = None
    says_more: bool = False
    """Whether its detail is not on the table: then it is listed even where the table shows it."""

    def __post_init__(self) -> None:
        self.about = self.about or self.id

    @property
    def detail(self) -> Detail:
        if callable(self.told):
            self.told = self.told()
        return self.told

    @property
    def told_there(self) -> bool:
        return self.about == self.id and not self.says_more

    def __repr__(self) -> str:
        return f"Option({self.id!r})"


class Tell(Text):
    """Something that changes on the table, with the reasons of the opponent that decided it."""

    __slots__ = ("deed", "follows", "phase", "seat", "stage", "why")

    def __init__(
        self,
        id: str,
        /,
        *,
        seat: str = "",
        why: Sequence[Text] = (),
        stage: bool = False,
        phase: bool = False,
        deed: bool = True,
        follows: bool = False,
        **values: Value,
    ) -> None:
        self.id = id
        self.values = values
        self.seat = seat
        """The player who does it, if a player does."""
        self.why = why
        self.stage = stage
        """Whether a stage of the game begins with it, such as a round: the table is shown anew."""
        self.phase = phase or stage
        """Whether a part of the round begins with it: what goes on a page of its own when all is too much."""
        self.deed = deed and not self.phase
        """Whether it is something to do at the table, and not only news."""
        self.follows = follows and self.deed
        """Whether it follows from what a player did, who has yet to do it: a payment, what a card brings."""
