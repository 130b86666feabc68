"""One reader for every game: a line is understood word by word against all steps that exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Named, Refused, Text, Unclear, choose_from
from automa.names import MOST_WORDS, folded, likeness, names_of, nearest_thing, whole_names_of
from automa.steps.parts import NOTHING, Begun, Broken, Part, S, Said, Step, unsaid_flags

if TYPE_CHECKING:
    from automa.steps.language import Language

WORD = re.compile(r"[^\s,;/–—]+")
TIMES = re.compile(r"[x×]?([1-9])[x×]?")
"""How often a step is taken: `holy 2`, `2x holy`."""
MOST_STEPS = 40
"""More than any turn has."""
MOST_TRIED = 400
"""As many steps that exist are tried to find out why none of a kind is legal."""
FULL_STOP = "."


class Meaning(NamedTuple):
    """What some words may mean in a step of some kind: its verb, the lead of a part, or a thing."""

    kind: type[Step]
    part: Part[Any] | None
    thing: Named
    is_lead: bool = False


class Reader(Generic[S]):
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

    def ahead(self) -> Reader[S] | None:
        """A reader of what may follow, if it is clear which step is meant."""
        step = self.language.settled(self.state, self.left, self.begun) if self.begun else None
        if step is None or self._is_led_nowhere() or len(self.said.steps) >= MOST_STEPS:
            return None
        ahead = Reader(self.language, self.state, NOTHING, self.insist)
        ahead.go_on(step)
        return ahead

    def _count(self, words: Sequence[str]) -> int:
        """A number that tells how often a step is taken: behind it, or before it."""
        number = TIMES.fullmatch(words[0])
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
            # Of each kind of thing, only one may begin so, possible or not.
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
        for meaning in sorted(found, key=lambda each: each.part is not None):  # what is done comes first
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
        reader = Reader(self.language, self.state, NOTHING, self.insist)
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
    if whole:
        names = [called + whole_names_of(each.thing) for each, called in zip(known, names, strict=True)]
    plain = [folded(word) or word for word in words[:MOST_WORDS]]
    for count in range(len(plain), 0, -1):
        wanted = " ".join(plain[:count])
        if whole:
            found = [each for each, called in zip(known, names, strict=True) if wanted in called]
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


class StepNotation(Struct, Generic[S]):
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

    def in_words(self, written: str) -> Sequence[Text]:
        """What a move in its journal form does, thing by thing; nothing if it reads as it is typed."""
        return ()

    def next(self, line: str) -> list[tuple[Named, int]]:
        """What a half-typed line may go on with, each with how many of its last letters it replaces."""
        words = list(WORD.finditer(line))
        between = not words or line[-1].isspace()
        for count in range(0 if between else 1, min(len(words), MOST_WORDS) + 1):
            found = self._going_on(line, words, count)
            if found or between:
                return found
        return []

    def _going_on(self, line: str, words: Sequence[re.Match[str]], count: int) -> list[tuple[Named, int]]:
        """What a line may go on with if its last `count` words are only begun."""
        begun = words[-count].start() if count else len(line)
        reader = Reader(self.language, self.state, self.begun)
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
        return self.language.help(self.language.not_said(self.state))
