"""A game's language: the kinds of its steps with their words, put together with the rules."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Generic

from automa.dialogue import Ask, Corrected, Dialogue, Move, Named, Tell, Text, Value, joined
from automa.names import folded
from automa.steps.parts import (
    NO_DEFAULT,
    NOTHING,
    Begun,
    Broken,
    Offer,
    Offered,
    Offers,
    Part,
    Rules,
    S,
    Said,
    Step,
    default_of,
    flags_of,
    has_default,
    is_flag,
    is_usual,
    offer_of,
    unsaid_flags,
)
from automa.steps.reading import FULL_STOP, WORD, Reader, StepNotation


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
        not_said: Callable[[S], Container[str]] = lambda state: (),
    ) -> None:
        """Its help goes by `id`, and what that is made of by ids that begin with it.

        Without a quicker list, `legal` is every step that exists and breaks no rule.

        `doubts` are rules that a player may insist on breaking: the app's count may be off. `usual` says
        which of several steps is meant that differ only in what is not asked. `joint` is written between two
        steps of a line, and `joints` are words that may be typed there or anywhere: they say nothing.
        `not_said` are the parts, by what the help calls them, that have no meaning in this game.
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
        self.not_said = not_said
        self._has_flags = any(map(flags_of, self.kinds))

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
                values.append([True if is_flag(kind, part.field) else part.value_of(said[0])])
            elif part.free and not part.needed:
                values.append([default_of(kind, part.field)])
            elif is_flag(kind, part.field):
                values.append([False])
            else:
                found = [part.value_of(thing) for thing in part.things(state)]
                usual = default_of(kind, part.field)
                # Where its lead was said, something is said of it.
                must = usual is NO_DEFAULT or part.field in begun.said
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
        if not begun.kinds or begun is known:
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
        return self._open_part(left, begun) if len({type(step) for step in left}) == 1 else None

    def _open_part(self, left: Sequence[Step], begun: Begun) -> Part[S] | None:
        """The open part of steps of one kind."""
        several = len(left) > 1
        for part in type(left[0]).parts:
            only_led = part.free and begun.said.get(part.field) == ()
            if only_led or (part.needed and part.field not in begun.said):
                return part
            if several and part.asked and not part.free and len({part.ids(step) for step in left}) > 1:
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
                offer = offer_of([kind.verb], Begun((kind,), begun.said, True))
            elif part is None:
                continue
            else:
                lead, ids = part.lead_at(state), part.ids(step)
                said = tuple(thing for thing in part.things(state) if thing.id in ids)
                after = Begun((kind,), {**begun.said, part.field: said}, begun.verb)
                offer = offer_of([*([] if lead is None else [lead]), *said], after)
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
        if self._has_flags:
            left = [step for step in left if not unsaid_flags(step, begun)]
        if len({type(step) for step in left}) != 1 or self._open_part(left, begun) is not None:
            return None
        if len(left) == 1:
            return left[0]
        usual = None if self.usual is None else self.usual(state, left)
        return usual or next((step for step in left if is_usual(step)), None)

    # Lines

    def understand(self, state: S, line: str, begun: Begun = NOTHING, *, insist: bool = False) -> Said:
        """What a line says at this table; `Refused` says what is wrong and what would be right."""
        reader = Reader(self, state, begun, insist)
        reader.read(self.words_of(line))
        if line.rstrip().endswith(FULL_STOP):
            reader.said.stop = True
            reader.said.words.append(FULL_STOP)
        return reader.said

    def heard(self, state: S, answer: str, begun: Begun, options: Sequence[Named]) -> Said:
        """What an answer says: one of the options, or a line."""
        if type(options) is Offers:
            options = [options.named(answer)] if answer in options.ids else []
        for option in options:
            if option.id == answer and isinstance(option, Offered):
                if option.begun.kinds:
                    return Said(begun=option.begun, left=option.left)
                if option.step is not None:
                    return Said([option.step])
        return self.understand(state, answer, begun, insist=True)

    def words_of(self, line: str) -> list[str]:
        """The words of a line that say something."""
        words = WORD.findall(line.strip().rstrip(FULL_STOP))
        return [word for word in words if (folded(word) or word) not in self.joints and word != FULL_STOP]

    def at(self, state: S, begun: Begun = NOTHING) -> StepNotation[S]:
        """What a `Move` is asked with."""
        return StepNotation(self, state, begun)

    def named(self, state: S, step: Step, begun: Begun = NOTHING) -> list[Named | str]:
        """A step as a player would type it, word by word, without what has been said of it before."""
        words: list[Named | str] = []
        if step.verb is not None and not begun.verb:
            words.append(step.verb)
        for part in type(step).parts:
            ids = part.ids(step)
            if part.field in begun.said or not ids or (not part.asked and has_default(step, part)):
                continue
            lead = part.lead_at(state)
            words += [] if lead is None else [lead]
            if part.shown is not None:
                words += [part.shown(state, id) for id in ids]
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

    def help(self, without: Container[str] = ()) -> Text:
        """How each kind of step is written, a line each, and what its parts are; `without` some of them."""
        labels = {label: part for label, part in self._labels().items() if label not in without}
        told = [
            kind for kind in self.kinds if not kind.parts or any(map(labels.get, map(label_of, kind.parts)))
        ]
        verbs = {kind.verb.id if kind.verb else kind.__name__: kind for kind in reversed(told)}
        lines: list[Value] = [self._synopsis(verbs[id], labels) for id in reversed(verbs)]
        for label, part in labels.items():
            shown = self._shown(part)
            lines.append(Text("notation.is", what=shown, means=Text(f"{self.id}.is.{label}")))
        return Text(self.id, how=joined("list.next-line", lines))

    def _labels(self) -> dict[str, Part[S]]:
        """Every part by what the help calls it."""
        return {label_of(part): part for kind in self.kinds for part in kind.parts}

    def _synopsis(self, kind: type[Step], labels: Container[str]) -> Value:
        words: list[Value] = [] if kind.verb is None else [kind.verb]
        for part in kind.parts:
            if label_of(part) not in labels:
                continue
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
        return Text(f"{self.id}.{label_of(part)}")


def label_of(part: Part[Any]) -> str:
    """What the help calls a part."""
    return part.label or part.field


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
    following: Sequence[Step] | None = None
    while goes_on(state):
        left = language.left(state, begun, legal, known) if following is None else following
        following = None
        if not left and begun.kinds:
            begun = known = NOTHING
            legal = None
            continue
        step = language.settled(state, left, begun) if begun.kinds or len(left) == 1 else None
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
        said = language.heard(state, answer, begun, ask.options)
        known, legal = (NOTHING, None) if said.steps else (begun, left)
        begun, stop, following = said.begun, said.stop, said.left
        for place, step in enumerate(said.steps):
            if place and language.why_not(state, step, insist=True) is not None:
                begun = NOTHING  # a correction on the way has made the rest of the line impossible
                break
            yield from do(state, step)
