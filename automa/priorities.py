"""An opponent's card: conditions and preferences tried in order on the moves it can make, with the reasons.

Each priority leaves the moves that fit it best, and the next goes on with those; what is left in the end is
equally good, and `selector` decides. A step remembers what it compared and is itself the reason, so
no reason can say anything else than what decided. A game writes its cards in a table with these words,

    cards = [
        { want = "have", what = "claim", until = 3 },            # forgotten once it has three domains
        { want = "at-least", of = "profit", amount = 1 },
        { want = "most", of = "profit", within = 2 },            # two less is as good
        { want = "least", of = "price" },
    ]

names them in the type of the table, so that an unknown word is a fault in that file at that key,

    Measure: TypeAlias = Literal["profit", "price"]
    Test: TypeAlias = Literal["claim"]

    class Plan(Listed, frozen=True):
        cards: tuple[Having[Test] | AtLeast[Measure] | Most[Measure] | Least[Measure], ...]

says what each of them means for a move (which knows the position it is made in),

    WORDS: Vocabulary[Build] = Vocabulary(
        "methoni",
        {"profit": lambda build: 2 * build.spaces - build.houses, "price": lambda build: build.price},
        {"claim": lambda build: build.closes},
        {"claim": lambda build: len(build.builder.domains)},     # for `until`: how many it has already
    )

and decides: `best, why = decide(plan.cards, moves, WORDS)`. The sentences `methoni.measure.profit` ("coins of
profit", to follow "most") and `methoni.want.claim` ("a domain") are the game's, all others are shared. A word
with a parameter (a card with *that* shield) is a class of the game's own: see `Condition`.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, TypeAlias, TypeVar

from msgspec import Meta, Struct, field

from automa.declared import Checked, Flaw
from automa.dialogue import TABLE, YOU, Named, Reasons, Says, Text, joined
from automa.picture import Lines, Picture, Span, Spans

Move = TypeVar("Move")
Word = TypeVar("Word", bound=str)
T = TypeVar("T")
Reason = TypeVar("Reason")

Few: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
MOST_EQUALS_NAMED = 2
"""Up to this number, moves that are equal are named."""
VALUES_SHOWN = 2
"""How many values of moves that were not good enough are shown: the best."""
MOST_NAMED = 3
"""How many of these moves are named."""
AtLeastOne: TypeAlias = Annotated[int, Meta(ge=1, le=9)]


# ---------------------------------------------------------------- what the words mean in a game


def each_by_name(moves: Sequence[Any]) -> Sequence[Named | Text]:
    """Moves that are shown by their own names."""
    return moves


class Vocabulary(Struct, Generic[Move], frozen=True):
    """What the words on a game's opponent cards mean for a move."""

    game: str
    """The id of the game, with which the ids of its sentences begin."""
    measures: Mapping[str, Callable[[Move], int]]
    """What can be compared: `most`, `least`, `at-least`, `at-most` of it."""
    tests: Mapping[str, Callable[[Move], bool]] = field(default_factory=dict)
    """What a move can `have`."""
    counts: Mapping[str, Callable[[Move], int]] = field(default_factory=dict)
    """For what it can have: how much of it the player who moves has already."""
    names: Callable[[Sequence[Move]], Sequence[Named | Text]] = each_by_name
    """How moves of the same value are shown in a reason."""
    in_short: Callable[[Sequence[Move]], Sequence[Named | Text]] | None = None
    """How the moves that have something are shown, where that can be shorter."""
    in_brief: bool = False
    """Whether a reason names only the best moves and counts the others, because there are many."""


def measure_text(game: str, of: str) -> Text:
    """What is compared, in words that follow "most": "points as the cards lie"."""
    return Text(f"{game}.measure.{of}")


AnyMove: TypeAlias = Any
"""A move of the kind that a vocabulary is about: a word of one game's cards says which."""
AnyVocabulary: TypeAlias = Vocabulary[Any]

# ---------------------------------------------------------------- priorities, as they stand in a table


class Want(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="want"):
    """The common form of a priority: `want` says what."""

    def text(self, game: str) -> Text:
        """The priority as it stands on an opponent's card."""
        raise NotImplementedError

    def step(self, moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> "Applied[Move]":
        """The priority applied."""
        raise NotImplementedError


class Condition(Want, frozen=True):
    """Something a move has or has not. A game's own words that take a parameter are made of it:

    class WithShield(Counted, frozen=True, tag="shield"):
        shield: Shield

    with `has`, `said` (unless `castle-combo.want.shield` says it all) and, if it has an `until`, `count`.
    """

    def has(self, move: AnyMove, vocabulary: AnyVocabulary) -> bool:
        """Whether the move has it."""
        raise NotImplementedError

    def said(self, game: str) -> Text:
        """What it is, in words."""
        return Text(f"{game}.want.{self.__struct_config__.tag}")

    def text(self, game: str) -> Text:
        return self.said(game)

    def enough(self, move: AnyMove, vocabulary: AnyVocabulary) -> int | None:
        """How many it has already, if that is as many as it wants."""
        return None

    def step(self, moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> "Applied[Move]":
        count = self.enough(moves[0], vocabulary)
        if count is not None:
            return Applied(self, moves, moves, enough=count)
        return Applied(self, moves, [move for move in moves if self.has(move, vocabulary)])


class Counted(Condition, frozen=True, kw_only=True):
    """Something that is wanted `until` it has that many."""

    until: AtLeastOne | None = None

    def count(self, move: AnyMove, vocabulary: AnyVocabulary) -> int:
        """How many the player who moves has already."""
        raise NotImplementedError

    def enough(self, move: AnyMove, vocabulary: AnyVocabulary) -> int | None:
        if self.until is None:
            return None
        count = self.count(move, vocabulary)
        return count if count >= self.until else None

    def text(self, game: str) -> Text:
        said = self.said(game)
        return said if self.until is None else Text("priorities.until", what=said, until=self.until)


class Having(Counted, Generic[Word], frozen=True, tag="have"):
    """A move that has what the vocabulary's test of that name finds."""

    what: Word

    def has(self, move: AnyMove, vocabulary: AnyVocabulary) -> bool:
        return vocabulary.tests[self.what](move)

    def count(self, move: AnyMove, vocabulary: AnyVocabulary) -> int:
        return vocabulary.counts[self.what](move)

    def said(self, game: str) -> Text:
        return Text(f"{game}.want.{self.what}")


class AtLeast(Condition, Generic[Word], frozen=True, tag="at-least"):
    """A move that has at least so much of something."""

    of: Word
    amount: Few

    def has(self, move: AnyMove, vocabulary: AnyVocabulary) -> bool:
        return vocabulary.measures[self.of](move) >= self.amount

    def said(self, game: str) -> Text:
        return Text("priorities.at-least", amount=self.amount, of=measure_text(game, self.of))


class AtMost(Condition, Generic[Word], frozen=True, tag="at-most"):
    """A move that has at most so much of something."""

    of: Word
    amount: Few

    def has(self, move: AnyMove, vocabulary: AnyVocabulary) -> bool:
        return vocabulary.measures[self.of](move) <= self.amount

    def said(self, game: str) -> Text:
        return Text("priorities.at-most", amount=self.amount, of=measure_text(game, self.of))


class Most(Want, Generic[Word], frozen=True, tag="most"):
    """The moves with most of something, and those that are at most `within` behind."""

    of: Word
    within: Few = 0

    def text(self, game: str) -> Text:
        most = Text("priorities.most", of=measure_text(game, self.of))
        return Text("priorities.within", what=most, within=self.within) if self.within else most

    def step(self, moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> "Applied[Move]":
        return keep_best(self, moves, vocabulary.measures[self.of], within=self.within)


class Least(Want, Generic[Word], frozen=True, tag="least"):
    """The moves with least of something, and those that are at most `within` above."""

    of: Word
    within: Few = 0

    def text(self, game: str) -> Text:
        least = Text("priorities.least", of=measure_text(game, self.of))
        return Text("priorities.within-more", what=least, within=self.within) if self.within else least

    def step(self, moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> "Applied[Move]":
        return keep_best(self, moves, vocabulary.measures[self.of], least=True, within=self.within)


# ---------------------------------------------------------------- one priority at a time


class Applied(Struct, Generic[Move], frozen=True):
    """One priority applied: the moves before, those that fit, and what was compared."""

    want: Want
    before: Sequence[Move]
    kept: Sequence[Move]
    """Those that fit; none, if it is of no use here."""
    values: Sequence[int] | None = None
    """For each of the moves before, what was measured; nothing if it only had to have something."""
    least: bool = False
    """Whether the smallest value is the best."""
    enough: int | None = None
    """How many it has already, if that is why the priority was passed over."""

    @property
    def left(self) -> Sequence[Move]:
        """The moves that the next priority goes on with."""
        return self.kept or self.before

    def text(self, vocabulary: Vocabulary[Move]) -> Text:
        """What the priority did, in words."""
        want = self.want.text(vocabulary.game)
        before = len(self.before)
        if self.enough is not None:
            return Text("priorities.enough", want=want, count=self.enough)
        if self.values is not None:
            return self._compared(want, self.values, vocabulary)
        if not self.kept:
            return Text("priorities.none", want=want, before=before)
        moves = (vocabulary.in_short or vocabulary.names)(self.kept)
        if len(self.kept) == before:
            return Text("priorities.all", want=want, moves=moves, n=before)
        return Text("priorities.some", want=want, moves=moves, n=len(self.kept), before=before)

    def _compared(self, want: Text, values: Sequence[int], vocabulary: Vocabulary[Move]) -> Text:
        """The values of the moves that were kept, then the best of the others and how many are left."""
        before, n = len(self.before), len(self.kept)
        kept = set(map(id, self.kept))
        found: dict[int, list[Move]] = {}
        for move, value in zip(self.before, values, strict=True):
            found.setdefault(value, []).append(move)
        ranked = sorted(found, reverse=not self.least)
        good = [value for value in ranked if id(found[value][0]) in kept]
        rest = [value for value in ranked if id(found[value][0]) not in kept]
        if vocabulary.in_brief and len(ranked) == 1 and n > MOST_EQUALS_NAMED:
            return Text("priorities.same", want=want, value=_number(ranked[0]), n=n)
        told = [_valued(value, vocabulary.names(found[value])) for value in good]
        shown = VALUES_SHOWN if vocabulary.in_brief else len(rest)
        told += [_valued(value, _few(found[value], vocabulary)) for value in rest[:shown]]
        if behind := sum(len(found[value]) for value in rest[shown:]):
            told.append(Text("priorities.behind", n=behind))
        compared = joined("priorities.then", told)
        if not rest:
            return Text("priorities.equal", want=want, compared=compared, n=n)
        return Text("priorities.measured", want=want, compared=compared, n=n, before=before)


def _number(value: int) -> str:
    return str(value).replace("-", "−")


def _valued(value: int, moves: Sequence[Named | Text]) -> Text:
    return Text("priorities.value", value=_number(value), moves=joined("priorities.or", moves))


def _few(moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> Sequence[Named | Text]:
    """Moves that were not good enough: by name if that is short, else just how many."""
    named = vocabulary.names(moves)
    if not vocabulary.in_brief or len(named) <= MOST_NAMED:
        return named
    return [Text("priorities.moves", n=len(moves))]


def keep_best(
    want: Want, moves: Sequence[Move], measure: Callable[[Move], int], *, least: bool = False, within: int = 0
) -> Applied[Move]:
    """The moves with most (or least) of something, and those that are at most `within` behind."""
    values = list(map(measure, moves))
    best = min(values) if least else max(values)
    low, high = best - within, best + within
    kept = [move for move, value in zip(moves, values, strict=True) if low <= value <= high]
    return Applied(want, moves, kept, values, least)


# ---------------------------------------------------------------- deciding


def steps(
    wants: Iterable[Want], moves: Sequence[Move], vocabulary: Vocabulary[Move]
) -> Iterator[Applied[Move]]:
    """The priorities one after the other, until one move is left."""
    for want in wants:
        if len(moves) == 1:
            return
        step = want.step(moves, vocabulary)
        moves = step.left
        yield step


def decide(
    wants: Iterable[Want], moves: Sequence[Move], vocabulary: Vocabulary[Move], voice: "Voice | None" = None
) -> tuple[Sequence[Move], Reasons]:
    """The moves that are left when all priorities are used, and why: die or app decides among them."""
    taken = list(steps(wants, moves, vocabulary))
    left = taken[-1].left if taken else moves
    only = len(moves) == 1
    return left, Reasons(lambda: _in_words(taken, vocabulary, voice, only=only))


def decided_ids(
    wants: Iterable[Want], moves: Sequence[AnyMove], vocabulary: AnyVocabulary, voice: "Voice | None" = None
) -> tuple[list[str], Reasons]:
    """The ids of the moves that are left and why, as a decider answers."""
    left, why = decide(wants, moves, vocabulary, voice)
    return [move.id for move in left], why


def _in_words(
    taken: Sequence[Applied[Move]], vocabulary: Vocabulary[Move], voice: "Voice | None", *, only: bool
) -> list[Text]:
    """What each step did; before that, with a voice, what decided."""
    why = [step.text(vocabulary) for step in taken]
    if voice is None:
        return why
    # The last priority that left fewer moves: the first is mostly the same, not to take a card face down.
    fewer = [step.want for step in taken if len(step.left) < len(step.before)]
    if fewer:
        return [voice.says(fewer[-1].text(vocabulary.game)), *why]
    return [voice.says(Text("priorities.only" if only else "priorities.no-matter")), *why]


def first_best(wants: Iterable[Want], moves: Sequence[Move], vocabulary: Vocabulary[Move]) -> Move:
    """The move that the priorities choose, the first of equals: for looking ahead, where nobody asks why."""
    for step in steps(wants, moves, vocabulary):
        moves = step.left
    return moves[0]


def first_habit(tried: Iterable[tuple[T, bool, Reason]]) -> tuple[T | None, list[Reason]]:
    """The first of some habits that applies now, if one does; and why it does and those before it do not.

    Each comes with whether it applies and why, worked out only when it is its turn:
    `first_habit((habit, *applies(habit)) for habit in plan.keys)`. A reason may be one that is yet to be put
    in words.
    """
    why: list[Reason] = []
    for habit, applies, reason in tried:
        why.append(reason)
        if applies:
            return habit, why
    return None, why


def first_there(order: Sequence[T], there: Container[object]) -> tuple[T | None, Sequence[T]]:
    """The first in an order of liking that is there, if one is; and those before it, which are not."""
    for place, each in enumerate(order):
        if each in there:
            return each, order[:place]
    return None, order


# ---------------------------------------------------------------- an opponent in a table, and as a card


STARS = (20, 40, 60, 75)
"""The wins in a hundred from which on an opponent has one more star; the yardstick has three."""


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """What an opponent scores against the yardstick of its game: the mean and the spread, measured.

    The yardstick is the usual level of the thinking opponent; in a game without one, the stand-in.
    """

    mean: Annotated[int, Meta(ge=0, le=500)]
    spread: Annotated[int, Meta(ge=0, le=200)]
    wins: Annotated[int, Meta(ge=0, le=100)] | None = None
    """How many games of a hundred it wins against it, where that was measured."""

    @property
    def stars(self) -> int | None:
        """How strong it is among the opponents of its game, 1 to 5."""
        return None if self.wins is None else 1 + sum(self.wins >= least for least in STARS)

    @property
    def text(self) -> Text:
        low, high = self.mean - self.spread, self.mean + self.spread
        return Text("priorities.strength", mean=self.mean, low=low, high=high)


class Voice(Struct, frozen=True):
    """How an opponent speaks: the sentence that its reasons are said in."""

    id: str

    def says(self, reason: Text) -> Says:
        """What decided, in character."""
        return Says(self.id, reason=reason)


class Listed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every opponent in a table has, beside its plan."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    dutch: Annotated[str, Meta(max_length=40)] = ""
    """Its name in Dutch, where there is a title in it."""
    character: Annotated[str, Meta(max_length=200)] = ""
    """Who it is, in a sentence; for those that come with the program the catalogues have it."""
    house: bool = False
    """Whether it comes with the program."""
    strength: Strength | None = None
    """How strong it was found to be; of one with levels, at the first."""

    def character_text(self, game: str, id: str) -> Text:
        """Who it is, in a sentence: its own words, or those of the catalogues."""
        if self.character:
            return Text("priorities.own-words", words=self.character)
        return Text(f"{game}.character.{id}")

    def voice(self, game: str, id: str) -> Voice:
        """How it speaks: in a sentence of its own, if it comes with the program."""
        return Voice("priorities.says" if self.character else f"{game}.says.{id}")


Follows = TypeVar("Follows", bound=Listed)
Thinks = TypeVar("Thinks", bound=Listed)


class Opponents(Checked, Generic[Follows, Thinks], frozen=True):
    """The file `opponents.toml`: those that follow a card, and those that think."""

    opponent: dict[str, Follows]
    thinker: dict[str, Thinks] = field(default_factory=dict)

    def faults(self) -> Iterator[Flaw]:
        """Ids and names that cannot be or are there twice, and own opponents without a description."""
        names: dict[str, tuple[str, str]] = {}
        ids: set[str] = set()
        followers = [("opponent", id, each) for id, each in self.opponent.items()]
        for group, id, each in (*followers, *(("thinker", id, each) for id, each in self.thinker.items())):
            key = f"{group}.{id}"
            if id in (YOU, TABLE) or ":" in id or not id.isprintable() or id != id.strip().lower():
                yield key, Text("priorities.table.id", found=id)
            if id in ids:
                yield key, Text("priorities.table.twice", found=id)
            ids.add(id)
            first, first_key = names.setdefault(each.name.strip().casefold(), (id, key))
            if first != id:  # either may be the one that is wrong
                for one, two in ((key, first), (first_key, id)):
                    yield f"{one}.name", Text("priorities.table.same-name", name=each.name, other=two)
            if not each.house and not each.character.strip():
                yield f"{key}.character", Text("priorities.table.no-character")
        if not ids:
            yield "opponent", Text("priorities.table.no-opponents")


class Section(Struct, frozen=True):
    """A part of an opponent's card: a heading and its priorities, in order."""

    heading: Text
    entries: Sequence[Text]
    empty: Text | None = None
    """What stands there if there are none."""
    numbered: bool = True
    """Whether they are tried in that order; else they are only said."""
    strength: Strength | None = None
    """Of this part alone: of a level."""


def card(sections: Iterable[Section], strength: Strength | None = None) -> Picture:
    """The card of an opponent: a numbered list for each part, as a person would follow it."""
    lines: list[Spans] = []
    for section in sections:
        lines.append([Span(section.heading, "name")])
        for place, entry in enumerate(section.entries, start=1):
            lines.append([Span(f"  {place}. ", "dim") if section.numbered else Span("  "), Span(entry)])
        if not section.entries and section.empty is not None:
            lines.append([Span("  "), Span(section.empty, "dim")])
        if section.strength is not None:
            lines.append([Span(section.strength.text, "good")])
    if strength is not None:
        lines.append([Span(strength.text, "good")])
    return [Lines(lines)]
