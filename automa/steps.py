"""A turn is taken in steps: what a step is, the words that say it, and the one reader for a line of them.

A game has one small class for each kind of step, which declares its words once. Its `Language` puts them
together with the rules: which steps are legal, why another is not, and what a step does.

    class Wall(Step):                                   # `b4-b5 own b4`, `b4-b5 forest`
        border: Border
        own: Space | None = None
        card: Kind | None = None
        parts = (Part("border", borders), Part("own", spaces, lead=OWN), Part("card", cards, free=True))

    class Trade(Step):                                  # `trade`
        verb = TRADE

    RULES = {Wall: (a_wall_is_left, no_wall_is_there, the_card_allows_it), Trade: (a_market_is_open,)}
    TURN = Language("methoni.rules.notation", (Wall, Trade), legal, RULES, apply, State.copy)

    TURN.why_not(state, step)               the refusal of the first rule that the step breaks, or None
    TURN.understand(state, line)            the steps that a line says, and what is known of the next one
    TURN.at(state)                          what a `Move` is asked with: `notation=TURN.at(state)`
    TURN.left(state, begun)                 the legal steps that fit what is known
    TURN.help()                             how each kind of step is written

A rule is a function with a name that says what must hold: it gets the state and a step and returns a refusal,
or None. `legal` may be quicker than trying every step on every rule, but it gives the same steps: the
contract tests hold the two against each other.

Words are understood against everything that exists; whether it is legal comes second. A whole name beats the
beginning of another one. The whole name of something impossible is refused with the rule that forbids it. A
beginning must be that of one thing only, of all things of its kind, whether they are possible now or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import islice, product
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from automa.dialogue import (
    Ask,
    Corrected,
    Dialogue,
    Move,
    Named,
    Option,
    Refused,
    Tell,
    Text,
    Unclear,
    Value,
    choose_from,
    joined,
)
from automa.names import MOST_WORDS, folded, likeness, names_of, nearest_thing, whole_names_of

S = TypeVar("S")
"""The state that steps are taken on; it knows whose turn it is."""

_WORD = re.compile(r"[^\s,;/–—]+")
_TIMES = re.compile(r"[x×]?([1-9])[x×]?")
"""How often a step is taken: `holy 2`, `2x holy`."""
MOST_STEPS = 40
"""More than any turn has."""
MOST_TRIED = 400
"""As many steps that exist are tried to find out why none of a kind is legal."""
FULL_STOP = "."
Detail: TypeAlias = "str | Text | None"
"""What a player wants to know before choosing something."""


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
    shown: Callable[[str], Named] | None = None
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
        return (self.flag,) if value is True else (id_of(value),)

    @property
    def flag(self) -> str:
        """The id of the one word of a part that is said or not."""
        return self.field

    def fits(self, step: Step, said: Sequence[str]) -> bool:
        """Whether what was said is true of a step."""
        ids = self.ids(step)
        return set(said) <= set(ids) if self.many else ids == tuple(said)

    def put(self, step: Step, things: Sequence[Named]) -> Step:
        """The same step with that said of it."""
        values = tuple(self.value_of(thing) for thing in things)
        if self.many:
            return replace(step, **{self.field: values})
        is_flag = isinstance(getattr(step, self.field), bool)
        return replace(step, **{self.field: True if is_flag else values[0]})


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
    stop: bool = False
    """Whether nothing more is wanted in this turn that may be left out: a full stop."""
    words: list[Named | str] = field(default_factory=list)
    """The line as it is written, word by word."""

    @property
    def written(self) -> str:
        """The line as it stands in the journal."""
        ids = (word if isinstance(word, str) else word.id for word in self.words)
        return " ".join(ids).replace(" ,", ",").replace(" .", ".").replace(",.", ".").rstrip(",")


class Broken(NamedTuple):
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


class Offer(Option, Offered):
    """Such an option, made on the spot."""

    __slots__ = ("_detail", "begun", "step")

    step: Step | None
    begun: Begun

    def __init__(
        self,
        id: str,
        name: str | Text,
        detail: Detail | Callable[[], Detail] = None,
        also: Sequence[str] = (),
        about: str = "",
        *,
        mark: str = "",
        step: Step | None = None,
        begun: Begun = NOTHING,
    ) -> None:
        """Its `detail` may be worked out when somebody reads it."""
        self.id = id
        self.name = name
        self._detail = detail
        self.also = also
        self.about = about or id
        self.editions = ()
        self.mark = mark
        self.step = step
        self.begun = begun

    @property
    def detail(self) -> Detail:
        if callable(self._detail):
            self._detail = self._detail()
        return self._detail

    @detail.setter
    def detail(self, detail: Detail) -> None:
        self._detail = detail


class Language(Generic[S]):
    """The kinds of steps of a game, their words and their rules."""

    def __init__(
        self,
        id: str,
        kinds: Sequence[type[Step]],
        legal: Callable[[S], Sequence[Step]] | None,
        rules: Rules,
        apply: Callable[[S, Any], object],
        copy: Callable[[S], S],
        *,
        doubts: Rules | None = None,
        usual: Callable[[S, Sequence[Any]], Step | None] | None = None,
        joint: str = "",
        joints: Sequence[str] = (),
    ) -> None:
        """Its help goes by `id`, and what that is made of by ids that begin with it.

        Without a quicker list, `legal` is every step that exists and breaks no rule.

        `doubts` are rules that a player may insist on breaking: the app's count may be off. `usual` says
        which of several steps is meant that differ only in what is not asked. `joint` is written between two
        steps of a line, and `joints` are the words that may be typed there, which say nothing else.
        """
        self.id = id
        self.kinds = tuple(kinds)
        self.legal = legal or self.allowed
        self.rules = rules
        self.doubts: Rules = doubts or {}
        self.apply = apply
        self.copy = copy
        self.usual = usual
        self.joint = joint
        self.joints = frozenset(joints)

    # The rules

    def broken(self, state: S, step: Step, *, insist: bool = False) -> Broken | None:
        """The first rule that a step breaks; what may be insisted on comes last."""
        rules = self.rules.get(type(step), ())
        for rule in rules:
            refusal = rule(state, step)
            if refusal is not None:
                return Broken(rules.index(rule), refusal, False)
        for rule in () if insist else self.doubts.get(type(step), ()):
            refusal = rule(state, step)
            if refusal is not None:
                return Broken(len(rules), refusal, True)
        return None

    def why_not(self, state: S, step: Step, *, insist: bool = False) -> Text | None:
        """Why a step cannot be taken now; None if it can."""
        broken = self.broken(state, step, insist=insist)
        return None if broken is None else broken.text

    def existing(self, state: S, kind: type[Step], begun: Begun = NOTHING) -> Iterator[Step]:
        """Steps of a kind that the components allow, legal or not, as far as they fit what is known."""
        fields: list[str] = []
        values: list[list[object]] = []
        for part in kind.parts:
            said = begun.said.get(part.field, ())
            fields.append(part.field)
            if part.many:
                values.append([tuple(part.value_of(thing) for thing in said)])
            elif said:
                values.append([True if _is_flag(kind, part.field) else part.value_of(said[0])])
            elif part.free and not part.needed:
                values.append([_default(kind, part.field)])
            elif _is_flag(kind, part.field):
                values.append([False])
            else:
                found = [part.value_of(thing) for thing in part.things(state)]
                usual = _default(kind, part.field)
                # Where its lead was said, something is said of it.
                must = usual is _NO_DEFAULT or part.field in begun.said
                values.append(found if must else [usual, *found])
        for each in product(*values):
            yield kind(**dict(zip(fields, each, strict=True)))

    def allowed(self, state: S) -> list[Step]:
        """Every step that exists and breaks no rule."""
        every = (step for kind in self.kinds for step in self.existing(state, kind))
        return [step for step in every if self.broken(state, step) is None]

    # What is meant

    def left(
        self,
        state: S,
        begun: Begun = NOTHING,
        legal: Sequence[Step] | None = None,
        known: Begun = NOTHING,
    ) -> list[Step]:
        """The legal steps that fit what is known; `legal` are those that fit what was `known` before."""
        steps: Sequence[Step] = self.legal(state) if legal is None else legal
        if not begun or begun is known:
            return list(steps)
        kinds = begun.kinds
        return [
            fit
            for step in steps
            if type(step) in kinds and (fit := self._fitting(state, step, begun, known)) is not None
        ]

    def fits(self, state: S, step: Step, begun: Begun) -> bool:
        """Whether what is known can be true of a step."""
        return self._fitting(state, step, begun) is not None

    def _fitting(self, state: S, step: Step, begun: Begun, known: Begun = NOTHING) -> Step | None:
        """The step as it was said, if it can be that one; it fits what was `known` already."""
        if type(step) not in begun.kinds:
            return None
        if not begun.said:
            return step
        changed = False
        for part in type(step).parts:
            said = begun.said.get(part.field)
            if said is None or said is known.said.get(part.field):
                continue
            if not said:  # only its lead was said
                if not part.free and not part.ids(step):
                    return None
            elif part.free:
                step, changed = part.put(step, said), True
            elif not part.fits(step, [thing.id for thing in said]):
                return None
        return step if not changed or self.why_not(state, step) is None else None

    def open_part(self, left: Sequence[Step], begun: Begun = NOTHING) -> Part[S] | None:
        """The first part that must still be said; None if it is the kind of step, or nothing is open."""
        kinds = {type(step) for step in left}
        if len(kinds) != 1:
            return None
        for part in next(iter(kinds)).parts:
            only_led = part.free and begun.said.get(part.field) == ()
            if only_led or (part.needed and part.field not in begun.said):
                return part
            if part.asked and not part.free and len({part.ids(step) for step in left}) > 1:
                return part
        return None

    def offers(self, state: S, left: Sequence[Step], begun: Begun = NOTHING) -> list[Offer]:
        """What a question offers: what its open part can be, or else the verb or first part of each step."""
        open_part = self.open_part(left, begun)
        found: dict[str, Offer] = {}
        for step in left:
            kind = type(step)
            part = open_part or next((part for part in kind.parts if not begun.says(part.field)), None)
            if kind.verb is not None and not begun.verb and open_part is None:
                offer = _offer([kind.verb], Begun((kind,), begun.said, True))
            elif part is None:
                continue
            else:
                lead, ids = part.lead_at(state), part.ids(step)
                said = tuple(thing for thing in part.things(state) if thing.id in ids)
                after = Begun((kind,), {**begun.said, part.field: said}, begun.verb)
                offer = _offer([*([] if lead is None else [lead]), *said], after)
            found.setdefault(offer.id, offer)
        return list(found.values())

    def question(self, id: str, to: str, state: S, begun: Begun, left: Sequence[Step]) -> Move:
        """The usual question, by `id`, or `id.field` for an open part; `said` is what is known."""
        part = self.open_part(left, begun)
        said = [thing for things in begun.said.values() for thing in things]
        asked = id if part is None else f"{id}.{part.field}"
        return Move(asked, to, self.offers(state, left, begun), notation=self.at(state, begun), said=said)

    def settled(self, state: S, left: Sequence[Step], begun: Begun = NOTHING) -> Step | None:
        """The step that is meant, if that is clear."""
        if any(_flags(type(step)) for step in left):
            left = [step for step in left if not unsaid_flags(step, begun)]
        if not left or self.open_part(left, begun) is not None or len({type(step) for step in left}) > 1:
            return None
        if len(left) == 1:
            return left[0]
        usual = None if self.usual is None else self.usual(state, left)
        return usual or next((step for step in left if _is_usual(step)), None)

    # Lines

    def understand(self, state: S, line: str, begun: Begun = NOTHING, *, insist: bool = False) -> Said:
        """What a line says at this table; `Refused` says what is wrong and what would be right."""
        reader = _Reader(self, state, begun, insist)
        reader.read(self.words_of(line))
        if line.rstrip().endswith(FULL_STOP):
            reader.said.stop = True
            reader.said.words.append(FULL_STOP)
        return reader.said

    def heard(self, state: S, answer: str, begun: Begun, options: Sequence[Named]) -> Said:
        """What an answer says: one of the options, or a line."""
        option = next((each for each in options if each.id == answer), None)
        if isinstance(option, Offered):
            if option.step is not None:
                return Said([option.step])
            if option.begun:
                return Said(begun=option.begun)
        return self.understand(state, answer, begun, insist=True)

    def words_of(self, line: str) -> list[str]:
        """The words of a line that say something."""
        words = _WORD.findall(line.strip().rstrip(FULL_STOP))
        return [word for word in words if (folded(word) or word) not in self.joints and word != FULL_STOP]

    def at(self, state: S, begun: Begun = NOTHING) -> Notation[S]:
        """What a `Move` is asked with."""
        return Notation(self, state, begun)

    def named(self, state: S, step: Step, begun: Begun = NOTHING) -> list[Named | str]:
        """A step as a player would type it, word by word, without what has been said of it before."""
        words: list[Named | str] = []
        if step.verb is not None and not begun.verb:
            words.append(step.verb)
        for part in type(step).parts:
            ids = part.ids(step)
            if part.field in begun.said or not ids or (not part.asked and _has_default(step, part)):
                continue
            lead = part.lead_at(state)
            words += [] if lead is None else [lead]
            if part.shown is not None:
                words += map(part.shown, ids)
                continue
            things = {thing.id: thing for thing in part.things(state)}
            words += [things.get(id, id) for id in ids]
        return words

    def written(self, state: S, steps: Iterable[Step], begun: Begun = NOTHING) -> str:
        """Steps as they stand in the journal, each in full, but for what has been said of the first."""
        said = Said()
        for step in steps:
            said.words += [self.joint] if said.words and self.joint else []
            said.words += self.named(state, step, begun)
            begun = NOTHING
        return said.written

    # Help

    def help(self) -> Text:
        """How each kind of step is written, a line each, and what its parts are."""
        verbs = {kind.verb.id if kind.verb else kind.__name__: kind for kind in reversed(self.kinds)}
        lines: list[Value] = [self._synopsis(verbs[id]) for id in reversed(verbs)]
        for label, part in self._labels().items():
            shown = self._shown(part)
            lines.append(Text("notation.is", what=shown, means=Text(f"{self.id}.is.{label}")))
        return Text(self.id, how=joined("list.next-line", lines))

    def words(self) -> Iterator[str]:
        """The ids of the texts that the help is made of."""
        yield self.id
        for label in self._labels():
            yield f"{self.id}.is.{label}"
            yield f"{self.id}.{label}"

    def _labels(self) -> dict[str, Part[S]]:
        """Every part by what the help calls it."""
        return {part.label or part.field: part for kind in self.kinds for part in kind.parts}

    def _synopsis(self, kind: type[Step]) -> Value:
        words: list[Value] = [] if kind.verb is None else [kind.verb]
        for part in kind.parts:
            what: Value = self._shown(part)
            lead = part.word if callable(part.lead) else part.lead
            if lead is not None:
                what = joined("notation.then", [lead, what])
            if part.many:
                what = Text("notation.many", what=what)
            first = not words
            words.append(what if first or part.needed else Text("notation.maybe", what=what))
        return joined("notation.then", words)

    def _shown(self, part: Part[S]) -> Text:
        return Text(f"{self.id}.{part.label or part.field}")


_NO_DEFAULT = object()


def _default(kind: type[Step], name: str) -> object:
    """What a field of a kind of step is where it is not said."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_fields__
    place = names.index(name) - (len(names) - len(defaults))
    return defaults[place] if place >= 0 else _NO_DEFAULT


def _offer(words: Sequence[Named], begun: Begun) -> Offer:
    """An option that says these words, by the name of the last of them."""
    id, last = " ".join(word.id for word in words), words[-1]
    return Offer(id, last.name, last.detail, last.also, last.about, begun=begun)


def _is_flag(kind: type[Step], name: str) -> bool:
    return isinstance(_default(kind, name), bool)


def _has_default(step: Step, part: Part[Any]) -> bool:
    return bool(getattr(step, part.field) == _default(type(step), part.field))


@cache
def _flags(kind: type[Step]) -> Sequence[str]:
    """The fields of a kind of step that are said by one word or not at all."""
    return [part.field for part in kind.parts if not part.asked and _is_flag(kind, part.field)]


def unsaid_flags(step: Step, begun: Begun) -> list[str]:
    """The words of a step that are said or not, and were not said."""
    return [name for name in _flags(type(step)) if name not in begun.said and getattr(step, name) is True]


def _is_usual(step: Step) -> bool:
    """Whether a step has what is meant where nothing is said, in all that is not asked."""
    return all(part.asked or _has_default(step, part) for part in type(step).parts)


class Meaning(NamedTuple):
    """What some words may mean in a step of some kind: its verb, the lead of a part, or a thing."""

    kind: type[Step]
    part: Part[Any] | None
    thing: Named
    is_lead: bool = False


class _Reader(Generic[S]):
    """How far a line has been understood."""

    def __init__(self, language: Language[S], state: S, begun: Begun, insist: bool = False) -> None:
        self.language = language
        self.state = state
        self.insist = insist
        self.said = Said(begun=begun)
        self.before = begun
        """What was known of the step before this line."""
        self._left: list[Step] | None = None
        self.led: str = ""
        """The field whose lead was said last."""
        self.previous: type[Step] | None = None
        self.times = 1
        self.is_twin = False
        """Whether the state is a twin already, to try steps on."""

    @property
    def begun(self) -> Begun:
        return self.said.begun

    @property
    def left(self) -> list[Step]:
        """The legal steps that fit what is known, worked out when they are looked at."""
        if self._left is None:
            self._left = self.language.left(self.state, self.begun)
        return self._left

    def read(self, words: Sequence[str]) -> None:
        if not words:
            raise Refused(Text("refused.nothing"))
        place = 0
        while place < len(words):
            place += self.take(words[place:])
        if self._is_led_nowhere() and self.language.open_part(self.left, self.begun) is None:
            raise self.refusal(words[-1:])
        if self.begun and all(unsaid_flags(step, self.begun) for step in self.left):
            self._leave_out_flags()
        step = self.language.settled(self.state, self.left, self.begun)
        if step is not None and self.begun:
            self.go_on(step)
        else:
            self._write()

    def _leave_out_flags(self) -> None:
        """Only with a word that was not said is it legal: then it must be insisted on, or is refused."""
        meant = dict.fromkeys(
            replace(step, **dict.fromkeys(unsaid_flags(step, self.begun), False)) for step in self.left
        )
        broken = [self.language.broken(self.state, step, insist=self.insist) for step in meant]
        self._left = [step for step, why in zip(meant, broken, strict=True) if why is None]
        if not self.left:
            furthest = max(filter(None, broken), key=lambda each: each.place)
            raise Refused(furthest.text, insist=furthest.insist)

    def _is_led_nowhere(self) -> bool:
        """Whether the line ends with the lead of a part that only a word behind it can say."""
        if not self.led:
            return False
        led = [(kind, part) for kind in self.begun.kinds for part in kind.parts if part.field == self.led]
        said = (part.ids(step) for kind, part in led for step in self.left if type(step) is kind)
        return any(part.free for _, part in led) or not any(said)

    def take(self, words: Sequence[str]) -> int:
        """Understand what comes next; how many words it is."""
        ahead = self.ahead()
        for whole in (True, False):
            for reader in filter(None, (self, ahead)):
                count, found = reader.meanings(words, whole=whole)
                if found:
                    if reader is ahead:
                        step = self.language.settled(self.state, self.left, self.begun)
                        assert step is not None
                        self.go_on(step)
                    return self._keep(words[:count], found, words[count:], whole=whole)
        if count := self._count(words):
            return count
        raise (self if ahead is None or not ahead.left else ahead).refusal(words)

    def ahead(self) -> _Reader[S] | None:
        """A reader of what may follow, if it is clear which step is meant."""
        step = self.language.settled(self.state, self.left, self.begun) if self.begun else None
        if step is None or self._is_led_nowhere() or len(self.said.steps) >= MOST_STEPS:
            return None
        ahead = _Reader(self.language, self.state, NOTHING, self.insist)
        ahead.go_on(step)
        return ahead

    def _count(self, words: Sequence[str]) -> int:
        """A number that tells how often a step is taken: behind it, or before it."""
        number = _TIMES.fullmatch(words[0])
        if number is None:
            return 0
        step = self.language.settled(self.state, self.left, self.begun) if self.begun else None
        if step is not None and step.counted:
            self.times = int(number[1])
            self.go_on(step)
            return 1
        if not self.begun and len(words) > 1 and any(kind.counted for kind in self.language.kinds):
            self.times = int(number[1])
            return 1
        return 0

    def go_on(self, step: Step) -> None:
        """Take the step that is meant, and begin the next one."""
        self._write()
        for time in range(self.times):
            if time:
                if (broken := self.language.broken(self.state, step, insist=self.insist)) is not None:
                    raise Refused(broken.text, insist=broken.insist)
                self.said.words += [self.language.joint] if self.language.joint else []
                self.said.words += self.language.named(self.state, step)
            if not self.is_twin:
                self.state, self.is_twin = self.language.copy(self.state), True
            self.language.apply(self.state, step)
            self.said.steps.append(step)
        self.said.words += [self.language.joint] if self.language.joint else []
        self.said.begun = self.before = NOTHING
        self.times, self.led, self.previous = 1, "", type(step)
        self._left = None

    def _write(self) -> None:
        """What was said of the step, in the order of the journal."""
        begun, before = self.begun, self.before
        kinds = begun.kinds
        if not kinds:
            return
        if begun.verb and not before.verb and kinds[0].verb is not None:
            self.said.words.append(kinds[0].verb)
        parts = {part.field: part for kind in kinds for part in kind.parts}
        for name, part in parts.items():
            if name in begun.said and begun.said[name] != before.said.get(name):
                lead = part.lead_at(self.state)
                known = before.said.get(name, ())
                self.said.words += [] if lead is None else [lead]
                self.said.words += begun.said[name][len(known) :]

    # What words mean

    def candidates(self) -> Iterator[Meaning]:
        """Everything that may be said next of this step, possible or not."""
        for kind in self.begun.kinds or self.language.kinds:
            repeated = kind.repeated and self.previous is kind
            spoken = self.begun.verb or kind.verb is None or kind.unspoken or repeated
            if kind.verb is not None and not self.begun.verb:
                yield Meaning(kind, None, kind.verb)
            if not spoken:
                continue
            for part in kind.parts:
                if self.begun.says(part.field) and not part.many and self.led != part.field:
                    continue
                if part.behind and not self.begun.says(part.behind):
                    continue
                lead = part.lead_at(self.state)
                if lead is not None and self.led != part.field:
                    yield Meaning(kind, part, lead, is_lead=True)
                    continue
                known = [thing.id for thing in self.begun.said.get(part.field, ())]
                for thing in part.things(self.state):
                    if thing.id not in known:
                        yield Meaning(kind, part, thing)

    def meanings(self, words: Sequence[str], *, whole: bool) -> tuple[int, list[Meaning]]:
        """What the longest run of words that means something may mean, by whole names or by beginnings."""
        if whole:
            own = self._own_words(words)
            if own[0]:
                return own
        known = list(self.candidates())
        if self.led:  # what was led to comes before all else
            led = [each for each in known if each.part is not None and each.part.field == self.led]
            count, found = _longest(words, led, whole=whole)
            if found or self._is_led_nowhere():
                return count, found
        return _longest(words, known, whole=whole)

    def _own_words(self, words: Sequence[str]) -> tuple[int, list[Meaning]]:
        """What a part that has words of its own makes of them."""
        for kind in self.begun.kinds or self.language.kinds:
            again = kind.repeated and self.previous is kind
            if kind.verb is not None and not self.begun.verb and not again:
                continue
            # Without a verb it is the first part that tells what a step is.
            parts = kind.parts[:1] if kind.verb is None and not self.begun else kind.parts
            for part in parts:
                if part.behind and not self.begun.says(part.behind):
                    continue
                led = self.led == part.field
                said = self.begun.says(part.field) and not part.many
                if part.read is None or (not led and (said or self.led or part.lead is not None)):
                    continue
                found = part.read(self.state, words)
                if found is not None:
                    return found[1], [Meaning(kind, part, found[0])]
        return 0, []

    def _keep(
        self, typed: Sequence[str], found: Sequence[Meaning], following: Sequence[str], *, whole: bool
    ) -> int:
        """Go on with the steps of which that is true; `Refused` if none is, or if it is not clear what is."""
        fitting = {each: left for each in found if (left := self._narrowed(each))}
        answer = " ".join(typed)
        if not whole:
            # Of each kind of thing, only one may begin so, be it possible or not.
            for each in fitting or dict.fromkeys(found):
                alike = _distinct(other for other in found if _field(other) == _field(each))
                if len(alike) > 1:
                    raise Unclear(Text("refused.unclear", answer=answer, options=alike))
        if not fitting:
            raise self._impossible(found, following)
        things = _distinct(fitting)
        if len(things) > 1:
            raise Unclear(Text("refused.unclear", answer=answer, options=things))
        first = next(iter(fitting))
        meant = [each for each in fitting if _field(each) == _field(first)]
        self.said.begun = self._after(meant)
        self._left = [step for each in meant for step in fitting[each]]
        self.led = first.part.field if first.part is not None and first.is_lead else ""
        return len(typed)

    def _after(self, meant: Sequence[Meaning]) -> Begun:
        """What is known once that is said too."""
        first, begun = meant[0], self.begun
        kinds = tuple(dict.fromkeys(each.kind for each in meant))
        if first.part is None:
            return Begun(kinds, begun.said, True)
        said = dict(begun.said)
        before = said.get(first.part.field, ())
        said[first.part.field] = () if first.is_lead else (*before, first.thing)
        verb = begun.verb or (first.kind.repeated and first.kind.verb is not None)
        return Begun(kinds, said, verb)

    def _narrowed(self, meaning: Meaning) -> list[Step]:
        """The steps that are left if that is what was said."""
        begun = self._after([meaning])
        legal = [step for step in self.left if type(step) is meaning.kind]
        found = self.language.left(self.state, begun, legal, self.begun)
        if not found and meaning.is_lead:
            return legal  # what comes behind it is what is wrong
        if found or not self.insist:
            return found
        tried = islice(self._tried(meaning, begun), MOST_TRIED)
        return [step for step in tried if self.language.why_not(self.state, step, insist=True) is None]

    def _tried(self, meaning: Meaning, begun: Begun) -> Iterator[Step]:
        """Steps of that kind which say it: like those that are left, else any that exist."""
        part, alike = meaning.part, [step for step in self.left if type(step) is meaning.kind]
        if part is not None and not meaning.is_lead and alike:
            yield from (part.put(step, begun.said[part.field]) for step in alike)
        else:
            yield from self.language.existing(self.state, meaning.kind, begun)

    def _impossible(self, found: Sequence[Meaning], following: Sequence[str]) -> Refused:
        """The rule that forbids what was said: of the steps it could be, the one that comes furthest."""
        broken: list[Broken] = []
        for meaning in found:
            begun = self._after([meaning])
            if meaning.part is None:  # what is said behind a verb tells which step it is
                begun = self._read_on(begun, following)
            tried = self._tried(meaning, begun)
            for step in islice(tried, MOST_TRIED):
                refused = self.language.broken(self.state, step)
                if refused is not None:
                    broken.append(refused)
            if broken:
                break
        if not broken:
            first = found[0].thing
            right = choose_from(self.offers(), first.id)
            return Refused(Text("refused.not-now", what=first, choices=right))
        furthest = max(broken, key=lambda each: each.place)
        return Refused(furthest.text, insist=furthest.insist)

    def _read_on(self, begun: Begun, words: Sequence[str]) -> Begun:
        """What more is said of a step that is not legal."""
        reader = _Reader(self.language, self.state, NOTHING, self.insist)
        reader.said.begun = begun
        while words:
            count, found = reader.meanings(words, whole=True)
            if not found:
                count, found = reader.meanings(words, whole=False)
            if not found:
                wrong = None if reader.begun.said else reader.wrong(words)
                if wrong is not None:
                    raise wrong
                break
            if len(things := _distinct(found)) > 1:
                raise Unclear(Text("refused.unclear", answer=" ".join(words[:count]), options=things))
            first = found[0]
            reader.said.begun = reader._after(found[:1])
            reader.led = first.part.field if first.part is not None and first.is_lead else ""
            words = words[count:]
        return reader.begun

    def refusal(self, words: Sequence[str]) -> Refused:
        """What to say of words that mean nothing here."""
        wrong = self.wrong(words)
        if wrong is not None:
            return wrong
        answer = " ".join(words)
        offers = self.offers()
        if not offers:
            return Refused(Text("refused.too-much", answer=answer))
        near = nearest_thing(words[0], offers)
        if near is not None:
            return Refused(Text("refused.nearest", answer=words[0], options=[near]))
        return Refused(Text("refused.not-an-option", answer=words[0], choices=choose_from(offers, words[0])))

    def wrong(self, words: Sequence[str]) -> Refused | None:
        """What a part that could come next says of words that mean nothing."""
        for kind in self.begun.kinds or self.language.kinds:
            for part in kind.parts:
                if part.wrong is not None and not self.begun.says(part.field):
                    text = part.wrong(self.state, " ".join(words))
                    if text is not None:
                        return Refused(text)
        return None

    def offers(self) -> list[Named]:
        """What may be said next of the legal steps that are left."""
        said: set[tuple[type[Step], str, str | None]] = {
            (type(step), part.field, id)
            for step in self.left
            for part in type(step).parts
            for id in part.ids(step)
        }
        said |= {(kind, name, None) for kind, name, _ in said} | {
            (type(step), "", None) for step in self.left
        }
        found: dict[str, Named] = {}
        for meaning in self.candidates():
            if meaning.thing.id not in found and self._may_be_said(meaning, said):
                found[meaning.thing.id] = meaning.thing
        return list(found.values())

    def _may_be_said(self, meaning: Meaning, said: Set[tuple[type[Step], str, str | None]]) -> bool:
        """Whether that is true of a step that is left; `said` is what they say, by kind and field."""
        kind, part, thing, is_lead = meaning
        if self.insist:
            return bool(self._narrowed(meaning))
        if part is not None and part.free and is_lead:
            behind = (Meaning(kind, part, each) for each in part.things(self.state))
            return any(self._may_be_said(each, said) for each in behind)
        if part is not None and (part.free or part.many) and not is_lead:
            begun = self._after([meaning])
            return any(
                self.language.fits(self.state, step, begun) for step in self.left if type(step) is kind
            )
        return (kind, _field(meaning), None if part is None or is_lead else thing.id) in said


def _longest(words: Sequence[str], known: Sequence[Meaning], *, whole: bool) -> tuple[int, list[Meaning]]:
    """How many words there are in the longest run that names something, and what it may be."""
    names = [names_of(each.thing) for each in known]
    plain = [folded(word) or word for word in words[:MOST_WORDS]]
    for count in range(len(plain), 0, -1):
        wanted = " ".join(plain[:count])
        if whole:
            found = [
                each
                for each, called in zip(known, names, strict=True)
                if wanted in called or wanted in whole_names_of(each.thing)
            ]
        else:
            like = [likeness(wanted, called) for called in names]
            best = max(like, default=0)
            found = [each for each, how in zip(known, like, strict=True) if how == best > 0]
        if found:
            return count, found
    return 0, []


def _field(meaning: Meaning) -> str:
    return "" if meaning.part is None else meaning.part.field


def _distinct(meanings: Iterable[Meaning]) -> list[Named]:
    """The different things among what words may mean."""
    return list({each.thing.id: each.thing for each in meanings}.values())


class Notation(Struct, Generic[S]):
    """A language at a table: what a `Move` is asked with."""

    language: Language[S]
    state: S
    begun: Begun = NOTHING

    def read(self, line: str, insist: bool = False) -> str:
        """The journal form of what a person typed."""
        return self.language.understand(self.state, line, self.begun, insist=insist).written

    def check(self, written: str, insist: bool = False) -> str:
        """What stands in a journal, if it can be said at this table."""
        if self.read(written, insist) != written:
            raise Refused(Text("refused.not-a-move"))
        return written

    def typed(self, written: str) -> Sequence[Named | str]:
        """What stands in a journal, word by word as a player would type it."""
        words = self.language.understand(self.state, written, self.begun, insist=True).words
        return [word for word in words if word != self.language.joint]

    def next(self, line: str) -> list[tuple[Named, int]]:
        """What a half-typed line may go on with, each with how many of its last letters it replaces."""
        words = list(_WORD.finditer(line))
        between = not words or line[-1].isspace()
        for count in range(0 if between else 1, min(len(words), MOST_WORDS) + 1):
            found = self._going_on(line, words, count)
            if found or between:
                return found
        return []

    def _going_on(self, line: str, words: Sequence[re.Match[str]], count: int) -> list[tuple[Named, int]]:
        """The same, if the last `count` words are only begun."""
        begun = words[-count].start() if count else len(line)
        reader = _Reader(self.language, self.state, self.begun)
        known = self.language.words_of(line[:begun])
        place = 0
        try:
            while place < len(known):
                place += reader.take(known[place:])
        except Refused:
            return []
        offers = reader.offers()
        ahead = reader.ahead()
        offers += [] if ahead is None else ahead.offers()
        typed = folded(line[begun:])
        return [
            (offer, len(line) - begun)
            for offer in {each.id: each for each in offers}.values()
            if not count or likeness(typed, names_of(offer))
        ]

    def help(self) -> Text:
        return self.language.help()


def take_steps(
    language: Language[S],
    state: S,
    goes_on: Callable[[S], bool],
    question: Callable[[S, Begun, Sequence[Step]], Ask[str]],
    do: Callable[[S, Any], Iterable[Ask | Tell]],
    *ends: Step,
) -> Dialogue[None]:
    """Steps until a turn is over: what a line says is done, what it leaves open is asked.

    `ends` are the steps that a full stop stands for. After a correction all is worked out again: what was
    begun is forgotten where it cannot be any more.
    """
    begun, stop = NOTHING, False
    known: Begun = NOTHING
    legal: Sequence[Step] | None = None
    while goes_on(state):
        left = language.left(state, begun, legal, known)
        if not left and begun:
            begun = known = NOTHING
            legal = None
            continue
        step = language.settled(state, left, begun) if begun or len(left) == 1 else None
        if step is None and stop:
            step = next((end for end in ends if end in left), None)
        if step is not None:
            begun = known = NOTHING
            legal = None
            yield from do(state, step)
            continue
        ask = question(state, begun, left)
        answer = yield ask
        if isinstance(answer, Corrected):
            known, legal = NOTHING, None
            continue
        said = language.heard(state, answer, begun, getattr(ask, "options", ()))
        known, legal = (NOTHING, None) if said.steps else (begun, left)
        begun, stop = said.begun, said.stop
        for place, step in enumerate(said.steps):
            if place and language.why_not(state, step, insist=True) is not None:
                begun = NOTHING  # a correction on the way has made the rest of the line impossible
                break
            yield from do(state, step)
