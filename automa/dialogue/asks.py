"""The kinds of questions, each of which knows its legal answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from automa.dialogue.texts import Named, Text, Value, choose_from
from automa.written import written

if TYPE_CHECKING:
    from random import Random

    from typing_extensions import TypeVar as TypeVarWithDefault

    from automa.picture import Panel

    A = TypeVarWithDefault("A", default=Any)
    """The type of the answer to a question: `Ask` by itself is a question of any kind."""
else:
    A = TypeVar("A")

Stream: TypeAlias = "Deck | Dice"
"""What chance is drawn from, by its name: `Deck("castle deck 1")`, `Dice("die")`."""

Answer: TypeAlias = str | int | bool | list[str] | dict[str, int]
"""What an answer looks like in a journal: stable ids and numbers, never a place in a list."""


class Deck(str):
    """A stream of chance that is drawn from: cards or tiles, each of which comes once, in a fixed order."""

    __slots__ = ()


class Dice(str):
    """A stream of chance that is rolled: the third roll is the same for any question."""

    __slots__ = ()


class Lot(Dice):
    """A stream that the app always draws from: no component of the game decides this."""

    __slots__ = ()


NO_CHANCE = Dice()
"""The stream of a question that is no matter of chance."""


class Refused(Exception):
    """An answer that cannot be: the text names what was wrong and what would be right."""

    def __init__(self, text: Text, *, insist: bool = False) -> None:
        super().__init__(text)
        self.text = text
        self.insist = insist
        """Whether the player may insist: the rulebook leaves room, or the app's count may be off."""


class Unclear(Refused):
    """An answer that could mean several things; the text names them."""


class Corrected:
    """Sent instead of an answer after a correction: work out the question again."""

    __slots__ = ()


CORRECTED = Corrected()


class Settled(Struct, frozen=True):
    """What an opponent did of all that it found equally good: the answer that says just that, and why."""

    answer: Answer
    why: Sequence[Text]


def no_questions() -> Sequence[Ask]:
    return ()


class Ask(Generic[A]):
    """A question to a seat, that knows its legal answers."""

    __slots__ = (
        "default", "id", "is_hidden", "marks", "more", "options", "settled", "stream", "then", "to",
        "values", "why",
    )  # fmt: skip
    kind: ClassVar[str]

    def __init__(
        self, id: str, to: str, *, default: A | None = None, stream: Stream = NO_CHANCE, **values: Value
    ) -> None:
        self._begin(id, to, stream, values, default)

    def _begin(
        self,
        id: str,
        to: str,
        stream: Stream,
        values: dict[str, Value],
        default: A | None = None,
        options: Sequence[Named] = (),
    ) -> None:
        self.id = id
        self.to = to
        self.options = options
        """What there is to choose from, in a question that has a list."""
        self.stream = stream
        """For chance: what is drawn or rolled, so that an app's draw keeps its place."""
        self.values = values
        self.default = default
        """What Enter means, where there is a sensible answer: often nothing at all."""
        self.is_hidden = False
        """Whether no person may see the answer, as of a tile that an opponent draws: the journal keeps it."""
        self.why: Sequence[Text] = ()
        """The reasons of an opponent that answered, put here by the driver for the game to tell."""
        self.more = 0
        """How many of the same are asked right after this one: several may be answered at once."""
        self.then: Callable[[], Sequence[Ask]] = no_questions
        """Other questions that come after those, as far as is known: a line may answer them too."""
        self.marks: Mapping[str, str] = {}
        """What is typed for options, by their ids, that were offered before in this turn: it stays."""
        self.settled: Settled | None = None
        """What the answer came to where a die decided among equals, put here by the game."""

    @property
    def text(self) -> Text:
        text = Text(self.id)
        text.values = self.values
        return text

    def at_once(self) -> list[Ask]:
        """The questions that one line may answer, in the order in which they are asked."""
        return [*[self] * (self.more + 1), *self.then()]

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        """The answer in its journal form, or `Refused`."""
        raise NotImplementedError

    def understood(self, answer: object, *, insist: bool = False) -> object:
        """An answer in its journal form, as far as it has one: a move may be typed in other words."""
        return answer

    def legal(self, random: Random) -> Answer:
        """A random legal answer: here one of the options."""
        return self.options[int(random.random() * len(self.options))].id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r}, to={self.to!r})"


def _found(options: Sequence[Named], answer: object) -> str:
    for option in options:
        if option.id == answer:
            return option.id
    said = _said(answer)
    raise Refused(Text("refused.not-an-option", answer=said, choices=choose_from(options, said)))


def _said(answer: object) -> str:
    """What was answered, as a refusal shows it."""
    return answer if isinstance(answer, str) else written(answer)


class Choose(Ask[str]):
    """Choose one; what the app doubts may be insisted on."""

    __slots__ = ("absent", "doubted", "known")
    kind = "choose"

    def __init__(
        self,
        id: str,
        to: str,
        options: Sequence[Named],
        *,
        default: str | None = None,
        absent: Callable[[str], Text | None] | None = None,
        doubted: Sequence[Named] = (),
        known: Sequence[Named] = (),
        more: int = 0,
        stream: Stream = NO_CHANCE,
        **values: Value,
    ) -> None:
        self._begin(id, to, stream, values, default, options)
        self.more = more
        self.known = known
        """All things of the kind, where not all are options: what is typed means one of these."""
        self.absent = absent
        """Says why something is no option, where the game knows: "the Judge lies there already"."""
        self.doubted = doubted
        """What is no option as far as the app knows, and may be all the same if the player insists."""

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        try:
            return _found(self.options, answer)
        except Refused as refused:
            doubted = any(option.id == answer for option in self.doubted)
            if doubted and insist:
                return _found(self.doubted, answer)
            reason = self.why_not(answer) if isinstance(answer, str) else None
            raise Refused(refused.text if reason is None else reason, insist=doubted) from None

    def why_not(self, answer: str) -> Text | None:
        """What the game knows about an answer that is none of the options."""
        return None if self.absent is None else self.absent(answer)


class Several(Ask[list[str]]):
    """Choose several: between `low` and `high` different ones."""

    __slots__ = ("_ids", "doubt", "high", "low")
    kind = "several"

    def __init__(
        self,
        id: str,
        to: str,
        options: Sequence[Named],
        *,
        low: int = 0,
        high: int | None = None,
        default: list[str] | None = None,
        doubt: Callable[[Sequence[str]], Text | None] | None = None,
        stream: Stream = NO_CHANCE,
        **values: Value,
    ) -> None:
        self._begin(id, to, stream, values, default, options)
        self._ids: Sequence[str] | None = None
        self.low = low
        self.high = len(options) if high is None else high
        self.doubt = doubt
        """Says why these together cannot be as far as the app knows; the player may insist."""

    def ids(self) -> Sequence[str]:
        """The ids of the options."""
        if self._ids is None:
            self._ids = [option.id for option in self.options]
        return self._ids

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if not isinstance(answer, list):
            raise Refused(Text("refused.not-a-list"))
        ids = self.ids()
        chosen: list[str] = [each if each in ids else _found(self.options, each) for each in answer]
        if len(set(chosen)) < len(chosen):
            twice = next(each for each in chosen if chosen.count(each) > 1)
            named = next(option for option in self.options if option.id == twice)
            raise Refused(Text("refused.twice", which=named))
        if not self.low <= len(chosen) <= self.high:
            raise Refused(Text("refused.how-many", low=self.low, high=self.high, found=len(chosen)))
        doubt = None if self.doubt is None or insist else self.doubt(chosen)
        if doubt is not None:
            raise Refused(doubt, insist=True)
        return chosen

    def legal(self, random: Random) -> Answer:
        count = random.randint(self.low, self.high)
        return [option.id for option in random.sample(list(self.options), count)]


class Number(Ask[int]):
    """A number from `low` to `high`; up to `limit` if the player insists."""

    __slots__ = ("high", "limit", "low")
    kind = "number"

    def __init__(
        self,
        id: str,
        to: str,
        *,
        low: int,
        high: int,
        limit: int | None = None,
        default: int | None = None,
        stream: Stream = NO_CHANCE,
        **values: Value,
    ) -> None:
        self._begin(id, to, stream, values, default)
        self.low = low
        self.high = high
        self.limit = high if limit is None else limit

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if isinstance(answer, bool) or not isinstance(answer, int):
            raise Refused(Text("refused.not-a-number", answer=_said(answer)))
        if not self.low <= answer <= (self.limit if insist else self.high):
            raise Refused(
                Text("refused.range", low=self.low, high=self.high, found=answer),
                insist=self.high < answer <= self.limit,
            )
        return answer

    def legal(self, random: Random) -> Answer:
        return self.low + int(random.random() * (self.high - self.low + 1))


MOST_NAMED = 8
"""A refusal names no more outcomes than that."""


class Roll(Number):
    """A roll of a die that decides something: the number, or else what it gives at the table.

    A player who has the component that says what each number means may answer with the outcome itself, which
    then holds, even if the tables say something else.
    """

    __slots__ = ("gives", "outcomes", "read_off")

    def __init__(
        self,
        id: str,
        to: str,
        outcomes: Sequence[Named],
        gives: Mapping[int, str],
        *,
        faces: int = 6,
        read_off: Sequence[str] = (),
        stream: Stream = NO_CHANCE,
        **values: Value,
    ) -> None:
        self._begin(id, to, stream, values)
        self.low, self.high, self.limit = 1, faces, faces
        self.outcomes = outcomes
        """All that it can decide on."""
        self.gives = gives
        """What each number gives by the tables; one that gives nothing is rolled again."""
        self.read_off = read_off
        """The keys of the tables that it is read off, where a component in the box has it printed."""

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if not isinstance(answer, str):
            return Number.check(self, answer, insist=insist)
        if any(each.id == answer for each in self.outcomes):
            return answer
        raise Refused(self.neither(answer))

    def neither(self, answer: str) -> Text:
        """What to say to an answer that is no number and no outcome."""
        if len(self.outcomes) > MOST_NAMED:
            return Text("refused.not-a-roll-of-many", answer=answer, low=self.low, high=self.high)
        right = choose_from(self.outcomes)
        return Text("refused.not-a-roll", answer=answer, low=self.low, high=self.high, choices=right)


class Tally(Ask[dict[str, int]]):
    """A count of each option, adding up to between `low` and `high`."""

    __slots__ = ("high", "left", "low")
    kind = "tally"

    def __init__(
        self,
        id: str,
        to: str,
        options: Sequence[Named],
        *,
        low: int,
        high: int,
        default: dict[str, int] | None = None,
        left: Mapping[str, int] | None = None,
        stream: Stream = NO_CHANCE,
        **values: Value,
    ) -> None:
        self._begin(id, to, stream, values, default, options)
        self.low = low
        self.high = high
        self.left = left
        """How many there are of each, where they are drawn from a pile; else as many as one likes."""

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if not isinstance(answer, Mapping):
            raise Refused(Text("refused.not-a-tally"))
        counts: dict[str, int] = {}
        for each, count in answer.items():
            found = _found(self.options, each)
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise Refused(Text("refused.not-a-number", answer=_said(count)))
            if self.left is not None and count > self.left[found]:
                option = next(option for option in self.options if option.id == found)
                raise Refused(Text("refused.too-many", option=option, n=self.left[found], found=count))
            if count:
                counts[found] = count
        total = sum(counts.values())
        if not self.low <= total <= self.high:
            raise Refused(Text("refused.total", low=self.low, high=self.high, found=total))
        return {option.id: counts[option.id] for option in self.options if option.id in counts}

    def legal(self, random: Random) -> Answer:
        ids = [option.id for option in self.options]
        total = random.randint(self.low, self.high)
        if self.left is None:
            drawn = [random.choice(ids) for _ in range(total)]
        else:
            drawn = random.sample([id for id in ids for _ in range(self.left[id])], total)
        counts = {id: drawn.count(id) for id in drawn}
        return {option.id: counts[option.id] for option in self.options if option.id in counts}


class Confirm(Ask[bool]):
    """Yes or no."""

    __slots__ = ()
    kind = "confirm"

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if not isinstance(answer, bool):
            raise Refused(Text("refused.not-yes-or-no", answer=_said(answer)))
        return answer

    def legal(self, random: Random) -> Answer:
        return random.random() < 0.5


LONGEST_NAME = 40


def is_name(text: str) -> bool:
    """Whether a text can be the name of a player: something to read, nothing else, and not too long."""
    name = text.strip()
    return name != "" and name.isprintable() and len(name) <= LONGEST_NAME


class Name(Ask[str]):
    """A short text of the player's own."""

    __slots__ = ()
    kind = "name"

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        name = answer.strip() if isinstance(answer, str) else ""
        if len(name) > LONGEST_NAME:
            raise Refused(Text("refused.long-name", high=LONGEST_NAME, found=len(name)))
        if not is_name(name):
            raise Refused(Text("refused.not-a-name"))
        return name

    def legal(self, random: Random) -> Answer:
        return "".join(random.choice("abcdefghij") for _ in range(random.randint(1, 8)))


class Notation(Protocol):
    """How a whole move is written, at the table as it is: `Language.at` makes it."""

    def read(self, line: str, insist: bool = False) -> str:
        """The journal form of a move that a person typed, or `Refused`."""

    def check(self, written: str, insist: bool = False) -> str:
        """A move in its journal form, if it can be made; else `Refused`."""

    def typed(self, written: str) -> Sequence[Named | str]:
        """A move in its journal form as a player would type it, word by word."""

    def in_words(self, written: str) -> Sequence[Text]:
        """What a move in its journal form does, thing by thing; nothing if it reads as it is typed."""

    def next(self, line: str) -> Sequence[tuple[Named, int]]:
        """What a half-typed line may go on with, and how many of its last letters each replaces."""

    def help(self) -> Text:
        """How a move is written, and what its parts are."""


class Pad(Struct, frozen=True):
    """How an answer is put together from pictures: a tile of four quarters, or spaces in a line."""

    letters: Mapping[str, Named]
    """For each letter of an answer what it means."""
    is_square: bool = True
    """Whether it has four quarters, the upper row first; else up to `most` spaces from left to right."""
    most: int = 4
    tiles: int = 1
    """How many of them lie in a line, with a space between two."""
    shown: Callable[[str], Text] | None = None
    """How an answer is read in letters, where these are not the same in every language."""


class Move(Ask[str]):
    """A whole move: one of the options, or any legal move in the game's notation.

    `read` turns what was typed into the move's journal form, or raises `Refused`; `insist` is passed on. It
    comes with the `notation`, where there is one; only that knows a journal form without reading it anew.
    """

    __slots__ = ("_spoken", "begins_turn", "notation", "note", "pad", "read", "shows")
    kind = "move"

    def __init__(
        self,
        id: str,
        to: str,
        options: Sequence[Named],
        *,
        read: Callable[[str, bool], str] | None = None,
        notation: Notation | None = None,
        note: Text | None = None,
        default: str | None = None,
        begins_turn: bool = True,
        pad: Pad | None = None,
        shows: Sequence[Panel] = (),
        more: int = 0,
        stream: Stream = NO_CHANCE,
        spoken: Callable[[str], Move] | None = None,
        **values: Value,
    ) -> None:
        """`spoken` makes the same question for what is typed in the letters of another language."""
        self._begin(id, to, stream, values, default, options)
        self._spoken = spoken
        self.more = more
        self.pad = pad
        self.shows = shows
        """What is filled in by it, where there is no table to show: a score sheet's cards."""
        self.begins_turn = begins_turn
        """Whether the table is looked at anew for it, and not only a die or a card taken in passing."""
        self.notation = notation
        if notation is not None:
            read = notation.read
        assert read is not None
        self.read: Callable[[str, bool], str] = read
        self.note = note
        """What holds for all the options, said once."""

    def in_language(self, lang: str) -> Move:
        """The question in a form that reads what a player of that language types."""
        return self if self._spoken is None else self._spoken(lang)

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if not isinstance(answer, str):
            raise Refused(Text("refused.not-a-move"))
        if self._offers(answer):
            return answer
        return self.read(answer, insist) if self.notation is None else self.notation.check(answer, insist)

    def understood(self, answer: object, *, insist: bool = False) -> object:
        if not isinstance(answer, str) or self._offers(answer):
            return answer
        return self.read(answer, insist)

    def _offers(self, answer: str) -> bool:
        return any(option.id == answer for option in self.options)
