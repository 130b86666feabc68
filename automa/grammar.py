"""A move's notation as one definition, which yields the reader, the text of the journal, completion and help.

A move is a class whose fields are the things that can be said, each empty by default: a str is said once, a
tuple as often as one likes, a bool is said or not. A grammar has the phrases for them in the order of the
journal; those in a tuple may be typed in any order. What is not said stays empty, for the game to ask.

    class Build(Struct):
        border: str = ""
        own: str = ""
        annexed: tuple[str, ...] = ()

    BUILD = Grammar("methoni.rules.notation", Build,
        Phrase("border", lambda island, move: [TRADE, *island.free_borders()], needed=True),
        Phrase("own", sides, lead=OWN, label="space"),
        Phrase("annexed", domains, lead=ANNEX, label="domain", why_not=does_not_touch),
        forms={TRADE: ()}, doubt=too_dear)

    BUILD.read("B4-b5 eigen b4", island)    Build(border="b4-b5", own="b4"), or Refused
    BUILD.write(move)                       "b4-b5 own b4", as it stands in the journal
    BUILD.recall("b4-b5 own b4", island)    the same move, with nothing guessed; `check` asks if it is legal
    BUILD.typed("b4-b5 own b4", island)     [b4-b5, OWN, b4]: by their names, in the player's language
    BUILD.next("b4-b5 o", island)           [(OWN, 1)]: what may come next, and how many letters it replaces
    BUILD.help()                            border [own space] [annex domain …] / trade, and what each is
    BUILD.at(island)                        what a `Move` is asked with: `notation=BUILD.at(island)`

A phrase that is several things in one, `sell evora wine`, reads its words itself and gives them one id. A
full stop says that nothing more is wanted, where a move has a field for it; a word such as `then` may join
several moves in one line: `TURN.at(table, Then(THEN, after))`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from automa.dialogue import Named, Option, Refused, Text, Unclear, Value, choose_from, joined
from automa.names import MOST_WORDS, folded, likeness, longest_named, names_of

S = TypeVar("S")
"""What a move is read against: the table, and whose turn it is."""
M = TypeVar("M")
"""A move."""

_WORD = re.compile(r"[^\s,;/–—]+")
_TIMES = re.compile(r"[x×]?([1-9]\d?)[x×]?")
"""How often something is said: `holy 2`, `2x holy`."""
FULL_STOP = "stop"
"""The field of a move that a full stop at the end of the line stands for."""


class Phrase(Struct, Generic[S, M]):
    """One thing that a move says."""

    name: str
    """The field of the move."""
    options: Sequence[Named] | Callable[[S, M], Sequence[Named]]
    """What it may be, at this table and after what has been said; or the words for it, always the same."""
    needed: bool = False
    """Nothing that comes after it can be said without it."""
    lead: Named | None = None
    """The word that goes before it: `own b4`."""
    whole: bool = False
    """Whether its words cannot be cut short, as they would look like others."""
    label: str = ""
    """What it is called in the help, if not by its name."""
    ids: Container[str] | Callable[[S], Container[str]] | None = None
    """What it may be in a journal; anything, if its place alone tells it apart."""
    read: Callable[[S, M, Sequence[str]], tuple[str, int] | None] | None = None
    """A way of its own to understand words: what they mean and how many they are; None if nothing."""
    why_not: Callable[[S, M], Text | None] | None = None
    """Why what has been said so far cannot be, if it cannot."""
    doubt: Callable[[S, M], Text | None] | None = None
    """Why what it says cannot be as far as the app knows; it is not offered, but may be insisted on."""
    in_order: bool = False
    """Whether what is said several times stands in the order of the options, each once."""
    counted: bool = False
    """Whether a number before or behind it tells how often it is said."""
    most: int = 0
    """How often it can be said, if there is an end to it."""
    behind: str = ""
    """The field that is said before it, as both may be the same words."""
    wrong: Callable[[S, M, str, Sequence[Named]], Text | None] | None = None
    """What to say of words that mean none of the options, or several of them."""

    def __post_init__(self) -> None:
        self.label = self.label or self.name
        if self.ids is None and not callable(self.options):
            self.ids = frozenset(option.id for option in self.options)

    def options_at(self, at: S, move: M) -> Sequence[Named]:
        return self.options(at, move) if callable(self.options) else self.options

    def said(self, move: M) -> Sequence[str]:
        """The ids that a move has for it."""
        value: Any = getattr(move, self.name)
        if isinstance(value, tuple):
            return value
        return [self.name if value is True else value] if value else []

    def is_done(self, move: M) -> bool:
        """Whether there is nothing more to say for it."""
        value: Any = getattr(move, self.name)
        if isinstance(value, tuple):
            return len(value) == self.most > 0
        return bool(value)

    def is_open(self, move: M) -> bool:
        """Whether something can be said for it now."""
        return not self.is_done(move) and (not self.behind or bool(getattr(move, self.behind)))

    def say(self, move: M, id: str) -> None:
        now: Any = getattr(move, self.name)
        value: Any = True if now is False else id
        if isinstance(now, tuple):
            value = (*now, id) if id else now
        setattr(move, self.name, value)

    def put_in_order(self, at: S, move: M) -> None:
        said = self.said(move)
        setattr(move, self.name, tuple(each.id for each in self.options_at(at, move) if each.id in said))

    def written(self, move: M) -> str:
        ids = self.said(move)
        return " ".join([self.lead.id, *ids] if ids and self.lead is not None else ids)


Step: TypeAlias = Phrase[S, M] | tuple[Phrase[S, M], ...]
Steps: TypeAlias = tuple[tuple[Phrase[S, M], ...], ...]


def full_stop(wrong: Callable[[S, M, str, Sequence[Named]], Text | None] | None = None) -> Phrase[S, M]:
    """The phrase for a full stop at the end of a move, `.` or `stop`."""

    def read(at: S, move: M, words: Sequence[str]) -> tuple[str, int] | None:
        return (FULL_STOP, 1) if words[0] == "." or folded(words[0]) == FULL_STOP else None

    return Phrase(FULL_STOP, [Option(FULL_STOP, ".")], read=read, wrong=wrong)


class Grammar(Generic[S, M]):
    """The notation of a move."""

    def __init__(
        self,
        id: str,
        move: Callable[[], M],
        *steps: Step[S, M],
        forms: Mapping[Named, Sequence[Step[S, M]]] | None = None,
        doubt: Callable[[S, M], Text | None] | None = None,
        beside: Grammar[S, Any] | None = None,
    ) -> None:
        """Its help goes by `id`, and what that is made of by ids that begin with it.

        `forms` are first words after which something else follows than `steps` say. `doubt` says why
        a whole move cannot be as far as the app knows; whoever knows better may insist. `beside` is what
        else of the game is written so: the help tells both.
        """
        self.id = id
        self.move = move
        self.steps = _tuples(steps)
        self._doubt = doubt
        self._after = {word.id: (self.steps[0], *_tuples(rest)) for word, rest in (forms or {}).items()}
        self._forms: list[tuple[list[Named], Steps[S, M]]] = [
            ([word], self._after[word.id][1:]) for word in forms or {}
        ]
        if len(self.steps) > 1 or not forms:
            self._forms.insert(0, ([], self.steps))
        self._called = {phrase.label: phrase for _, steps in self._forms for step in steps for phrase in step}
        self._stops = any(phrase.name == FULL_STOP for phrase in self._called.values())
        self._beside = beside

    def read(self, line: str, at: S, *, insist: bool = False) -> M:
        """The move that a person means; `Refused` says what is wrong and what would be right."""
        words = self.words_of(line)
        said = Said(self, at)
        said.understand(words)
        if not words or said.awaited is not None:
            raise said.refusal([])
        if not insist:
            self._refuse_doubted(at, said.move)
        return said.move

    def words_of(self, line: str) -> list[str]:
        """The words that were typed; a full stop at the end is one, where it says something."""
        words = _WORD.findall(line)
        if self._stops and words and words[-1].endswith(".") and words[-1] != ".":
            words[-1:] = [words[-1].rstrip("."), "."]
        return words

    def at(self, at: S, then: Then[S, M] | None = None) -> Notation[S, M]:
        return Notation(self, at, then)

    # The journal

    def write(self, move: M) -> str:
        """The move as it stands in the journal: ids, in the order of the grammar."""
        return " ".join(filter(None, (phrase.written(move) for phrase in self.phrases(move))))

    def recall(self, written: str, at: S) -> M:
        """The move that stands in a journal; nothing is guessed, and whether it is legal not asked."""
        first, move = self.steps[0][0], self.move()
        if not callable(first.ids) and first.ids is not None and written in first.ids:
            first.say(move, written)  # nothing but what a move begins with, as most are
            return move
        words = written.split(" ")
        place, end = 0, len(words)
        for step in self._after.get(words[0], self.steps):
            for phrase in step:
                if phrase.lead is not None:
                    if words[place : place + 1] != [phrase.lead.id]:
                        continue
                    place += 1
                ids = phrase.ids(at) if callable(phrase.ids) else phrase.ids
                while place < end and (ids is None or words[place] in ids) and not phrase.is_done(move):
                    phrase.say(move, words[place])
                    place += 1
        if place < end or "" in words:
            raise Refused(Text("refused.not-a-move"))
        return move

    def check(self, written: str, at: S, *, insist: bool = False) -> M:
        """The move that stands in a journal, or `Refused` if it cannot be made at this table."""
        move = self.recall(written, at)
        for phrase in self.phrases(move):
            ids = phrase.said(move)
            if ids:
                offered = {option.id for option in phrase.options_at(at, move)}
                for id in ids:
                    if id not in offered:
                        raise Refused(Said(self, at, move, phrase).wrong(phrase, id))
                _refuse(phrase.why_not, at, move)
        if not insist:
            self._refuse_doubted(at, move)
        return move

    def _refuse_doubted(self, at: S, move: M) -> None:
        """What may be insisted on, of each phrase and of the whole."""
        for phrase in self.phrases(move):
            if phrase.doubt is not None and phrase.said(move):
                _refuse(phrase.doubt, at, move, insist=True)
        _refuse(self._doubt, at, move, insist=True)

    def typed(self, written: str, at: S) -> list[Named | str]:
        """A move that stands in a journal as a player would type it, by the names of what it says."""
        move = self.recall(written, at)
        words: list[Named | str] = []
        for phrase in self.phrases(move):
            ids = phrase.said(move)
            named = {option.id: option for option in phrase.options_at(at, move)} if ids else {}
            words += [phrase.lead] if ids and phrase.lead is not None else []
            words += [named.get(id, id) for id in ids]
        return words

    def phrases(self, move: M) -> Iterator[Phrase[S, M]]:
        """The phrases of this form of move, in the order of the journal."""
        return (phrase for step in self.steps_of(move) for phrase in step)

    def steps_of(self, move: M) -> Steps[S, M]:
        return self._after.get(getattr(move, self.steps[0][0].name), self.steps)

    # Completion

    def next(self, line: str, at: S) -> list[tuple[Named, int]]:
        """What a half-typed line may go on with, each with how many of its last letters it replaces."""
        words = list(_WORD.finditer(line))
        between = not words or line[-1].isspace()
        found: dict[str, tuple[Named, int]] = {}
        for count in range(0 if between else 1, min(len(words), MOST_WORDS) + 1):
            begun = words[-count].start() if count else len(line)
            said = Said(self, at)
            try:
                said.understand([word[0] for word in words[: len(words) - count]])
            except Refused:
                continue
            typed = folded(line[begun:])
            for option in said.offers():
                if not count or likeness(typed, names_of(option)):
                    found.setdefault(option.id, (option, len(line) - begun))
            if between:
                break
        return list(found.values())

    # Help

    def help(self) -> Text:
        """How a move is written, a line for each form of it, and what each phrase is."""
        lines = self.synopses()
        for label, phrase in self.phrases_called().items():
            lines.append(Text("notation.is", what=self._shown(phrase), means=Text(f"{self.id}.is.{label}")))
        return Text(self.id, how=joined("list.next-line", lines))

    def first_words(self) -> set[str]:
        """Every name of the words that a form begins with."""
        return {name for words, _ in self._forms for word in words for name in names_of(word)}

    def synopses(self) -> list[Value]:
        """How each form is written, and of what stands beside it."""
        beside = [] if self._beside is None else self._beside.synopses()
        return [*beside, *(self._synopsis(*form) for form in self._forms)]

    def phrases_called(self) -> dict[str, Phrase[S, Any]]:
        """Every phrase by its label, also of what stands beside it."""
        return self._called if self._beside is None else self._beside.phrases_called() | self._called

    def form(self, move: M) -> Value:
        """How a move of this form is written."""
        said = self.steps[0][0].said(move)
        first = [word for words, _ in self._forms for word in words if word.id in said]
        return self._synopsis(first, self.steps_of(move)[len(first) :])

    def words(self) -> Iterator[str]:
        """The ids of the texts that the help is made of."""
        for label, phrase in self.phrases_called().items():
            yield f"{self.id}.is.{label}"
            if callable(phrase.options):
                yield f"{self.id}.{label}"

    def _synopsis(self, words: Sequence[Named], steps: Steps[S, M]) -> Value:
        parts: list[Value] = [*words]
        for phrase in (phrase for step in steps for phrase in step):
            what = self._shown(phrase)
            if phrase.lead is not None:
                what = joined("notation.then", [phrase.lead, what])
            if isinstance(getattr(self.move(), phrase.name), tuple) and not phrase.most:
                what = Text("notation.many", what=what)
            parts.append(what if phrase.needed else Text("notation.maybe", what=what))
        return joined("notation.then", parts)

    def _shown(self, phrase: Phrase[S, M]) -> Value:
        if callable(phrase.options):
            return Text(f"{self.id}.{phrase.label}")
        return joined("notation.or", phrase.options)


class Then(Struct, Generic[S, M]):
    """How moves that are done one after another stand in one line."""

    word: Named
    """What joins them: `temple nor-high then statue nor-high`."""
    after: Callable[[S, M], S]
    """What the next move is read against, when one has been said."""


class Notation(Struct, Generic[S, M]):
    """A grammar at a table: what a `Move` is asked with."""

    grammar: Grammar[S, M]
    table: S
    then: Then[S, M] | None = None

    def read(self, line: str, insist: bool = False) -> str:
        table, moves = self.table, list[str]()
        for part in self._parts(self.grammar.words_of(line)):
            for each in self._apart(part.split(" "), table):
                move = self.grammar.read(each, table, insist=insist)
                moves.append(self.grammar.write(move))
                table = self._after(table, move)
        return self._joined(moves)

    def check(self, written: str, insist: bool = False) -> str:
        table, moves = self.table, list[str]()
        for part in self._written(written):
            move = self.grammar.check(part, table, insist=insist)
            moves.append(self.grammar.write(move))
            table = self._after(table, move)
        return self._joined(moves)

    def recall(self, written: str) -> list[M]:
        """The moves that stand in a journal, in the order in which they are done."""
        return [self.grammar.recall(part, self.table) for part in self._written(written)]

    def typed(self, written: str) -> Sequence[Named | str]:
        words: list[Named | str] = []
        for part in self._written(written):
            words += [self.then.word] if words and self.then is not None else []
            words += self.grammar.typed(part, self.table)
        return words

    def next(self, line: str) -> Sequence[tuple[Named, int]]:
        """What the last of the moves may go on with, or the word that begins another."""
        *before, _ = self._parts(_WORD.findall(line))
        table = self.table
        try:
            for part in before:
                table = self._after(table, self.grammar.read(part, table))
        except Refused:
            return []
        last = self._last(line)
        found = self.grammar.next(last, table)
        if self.then is not None and last.strip() and last[-1].isspace():
            found.append((self.then.word, 0))
        return found

    def help(self) -> Text:
        return self.grammar.help()

    def _joined(self, moves: Sequence[str]) -> str:
        return moves[0] if self.then is None else f" {self.then.word.id} ".join(moves)

    def _after(self, table: S, move: M) -> S:
        return table if self.then is None else self.then.after(table, move)

    def _apart(self, words: Sequence[str], table: S) -> list[str]:
        """The moves that somebody meant who left the joining word out: each begins with a word for a form."""
        whole = " ".join(words)
        if self.then is None or self._reads(whole, table):
            return [whole]
        begin = self.grammar.first_words()
        for place in range(1, len(words)):
            before = " ".join(words[:place])
            if folded(words[place]) in begin and self._reads(before, table):
                after = self._after(table, self.grammar.read(before, table))
                return [before, *self._apart(words[place:], after)]
        return [whole]

    def _reads(self, part: str, table: S) -> bool:
        try:
            self.grammar.read(part, table)
        except Refused:
            return False
        return True

    def _written(self, line: str) -> list[str]:
        """Each move of a line of the journal."""
        return [line] if self.then is None else line.split(f" {self.then.word.id} ")

    def _parts(self, words: Sequence[str]) -> list[str]:
        """The words of each move, which the joining word stands between."""
        parts: list[list[str]] = [[]]
        for word in words:
            if self._joins(word):
                parts.append([])
            else:
                parts[-1].append(word)
        return [" ".join(part) for part in parts]

    def _joins(self, word: str) -> bool:
        return self.then is not None and folded(word) in names_of(self.then.word)

    def _last(self, line: str) -> str:
        """What is typed of the last move, with the blanks behind it."""
        ends = [word.end() for word in _WORD.finditer(line) if self._joins(word[0])]
        return line[ends[-1] :].lstrip() if ends else line


class Said(Generic[S, M]):
    """How far a line has been understood, and what may come next."""

    def __init__(
        self, grammar: Grammar[S, M], at: S, move: M | None = None, led: Phrase[S, M] | None = None
    ) -> None:
        self.grammar = grammar
        self.at = at
        self.move = grammar.move() if move is None else move
        self.step = 0
        self.led = led
        """The phrase whose lead was said last; what can be said repeatedly needs it only once."""

    @property
    def awaited(self) -> Phrase[S, M] | None:
        """The phrase that must come now, because its lead has been said."""
        return None if self.led is None or self.led.said(self.move) else self.led

    def understand(self, words: Sequence[str]) -> None:
        while words:
            words = words[self._take(words) :]

    def _take(self, words: Sequence[str]) -> int:
        """Understand what the line goes on with; how many words it is."""
        for step, phrases in self._open():
            times, count, found = self._counted(phrases, words)
            if not found:
                continue
            phrase, option = found[0]
            if len(found) > 1:
                raise Unclear(self.wrong(phrase, " ".join(words[:count]), [each for _, each in found]))
            self.step = step
            self.led = phrase if phrase.lead is not None else None
            if option is not phrase.lead:
                for _ in range(times):
                    phrase.say(self.move, option.id)
                if phrase.in_order:
                    phrase.put_in_order(self.at, self.move)
                _refuse(phrase.why_not, self.at, self.move)
            return count
        raise self.refusal(words)

    def _open(self) -> Iterator[tuple[int, Sequence[Phrase[S, M]]]]:
        """What may come next: more of what was led to, the rest of this step, and further on as far as
        nothing needed is left out."""
        if self.led is not None and not self.led.is_done(self.move):
            yield self.step, [self.led]
            if self.awaited is not None:
                return
        steps = self.grammar.steps_of(self.move)
        for step in range(self.step, len(steps)):
            unsaid = [phrase for phrase in steps[step] if phrase.is_open(self.move)]
            yield step, unsaid
            if any(phrase.needed for phrase in unsaid):
                return

    def _counted(
        self, phrases: Sequence[Phrase[S, M]], words: Sequence[str]
    ) -> tuple[int, int, list[tuple[Phrase[S, M], Named]]]:
        """How often something is said, how many words that takes, and what it may be."""
        count, found = self._meanings(phrases, words)
        if not found and (number := _TIMES.fullmatch(words[0])):
            countable = [phrase for phrase in phrases if phrase.counted]
            count, found = self._meanings(countable, words[1:])
            return int(number[1]), count + 1, found
        if found and found[0][0].counted and (number := _TIMES.fullmatch(" ".join(words[count : count + 1]))):
            return int(number[1]), count + 1, found
        return 1, count, found

    def _options(self, phrase: Phrase[S, M]) -> Sequence[Named]:
        """What can be said for a phrase just now: its lead first, if it has one."""
        if phrase.lead is None:
            return phrase.options_at(self.at, self.move)
        if phrase is not self.led:
            return [phrase.lead]
        options = phrase.options_at(self.at, self.move)
        return options if self.awaited else [*options, phrase.lead]

    def _meanings(
        self, phrases: Iterable[Phrase[S, M]], words: Sequence[str]
    ) -> tuple[int, list[tuple[Phrase[S, M], Named]]]:
        """What the longest run of words that means something means: one thing, or several equally well."""
        known: list[tuple[Phrase[S, M], Named]] = []
        for phrase in phrases:
            own = None if phrase.read is None else phrase.read(self.at, self.move, words)
            if own is not None:
                return own[1], [(phrase, Option(own[0], own[0]))]
            if phrase.read is None or phrase.lead is not None:
                options = self._options(phrase)
                if phrase.whole:
                    options = [option for option in options if folded(words[0]) in names_of(option)]
                known += [(phrase, option) for option in options]
        count, found = longest_named(words, [option for _, option in known])
        return count, [each for each in known if any(each[1] is option for option in found)]

    def refusal(self, words: Sequence[str]) -> Refused:
        """Why the line cannot go on so: something is said twice, or the words mean nothing that may come."""
        if self.awaited is not None and words == ["."]:
            words = []  # something is missing, and that is not the full stop
        steps = self.grammar.steps_of(self.move)
        for phrase in self.grammar.phrases(self.move):
            if phrase.is_done(self.move) and self.awaited is None:
                count, again = self._said_again(phrase, words)
                if again:
                    first: Value = phrase.written(self.move)
                    second: Value = " ".join(words[: count + 1])
                    if phrase.lead is None:
                        said = phrase.said(self.move)
                        known = [_word(each) for each in self._options(phrase) if each.id in said]
                        first = known[0] if len(known) == 1 else known or first
                        second = _word(again[0][1])
                    return Refused(Text("refused.both", first=first, second=second))
        may_come = [phrase for _, phrases in self._open() for phrase in phrases]
        if not may_come:
            return Refused(Text("refused.too-much", answer=" ".join(words)))
        blamed = next((phrase for phrase in may_come if phrase.needed), may_come[-1])
        later = [phrase for step in steps[self.step :] for phrase in step] if self._options(blamed) else []
        ends = (place for place in range(1, len(words)) if self._means(later, words[place:]))
        return Refused(self.wrong(blamed, " ".join(words[: next(ends, len(words))])))

    def _said_again(
        self, phrase: Phrase[S, M], words: Sequence[str]
    ) -> tuple[int, list[tuple[Phrase[S, M], Named]]]:
        """What a phrase would mean that has been said; words that it cannot be are not meant for it."""
        try:
            return self._meanings([phrase], words)
        except Refused:
            return 0, []

    def _means(self, phrases: Sequence[Phrase[S, M]], words: Sequence[str]) -> bool:
        """Whether the words are meant for one of the phrases, be it wrongly."""
        try:
            return self._meanings(phrases, words)[0] > 0
        except Refused:
            return True

    def wrong(self, phrase: Phrase[S, M], typed: str, found: Sequence[Named] = ()) -> Text:
        """What to say of words that mean nothing that a phrase may be, or several such things."""
        if phrase.wrong is not None and (said := phrase.wrong(self.at, self.move, typed, found)) is not None:
            return said
        if found:
            return Text("refused.unclear", answer=typed, options=list(found))
        options = list(self._options(phrase))
        if typed:
            return Text("refused.not-an-option", answer=typed, choices=choose_from(options, typed))
        return Text("refused.say", what=Text(f"{self.grammar.id}.{phrase.label}"), options=options)

    def offers(self) -> Iterator[Named]:
        """What may be said next and is legal, as far as one can tell."""
        for phrase in (phrase for _, phrases in self._open() for phrase in phrases):
            for option in self._options(phrase):
                meant = phrase.options_at(self.at, self.move) if option is phrase.lead else [option]
                if any(self._may_be(phrase, each.id) for each in meant):
                    yield option

    def _may_be(self, phrase: Phrase[S, M], id: str) -> bool:
        twin = copy(self.move)
        phrase.say(twin, id)
        legal = all(why is None or why(self.at, twin) is None for why in (phrase.why_not, phrase.doubt))
        return legal and bool(id) and (phrase.counted or id not in phrase.said(self.move))


def _word(option: Named) -> str | Text:
    """A word as the player types it: in their language, if it has a name in each."""
    return option.name if isinstance(option.name, Text) else option.id


def _tuples(steps: Sequence[Step[S, M]]) -> Steps[S, M]:
    return tuple(step if isinstance(step, tuple) else (step,) for step in steps)


def _refuse(why_not: Callable[[S, M], Text | None] | None, at: S, move: M, *, insist: bool = False) -> None:
    reason = None if why_not is None else why_not(at, move)
    if reason is not None:
        raise Refused(reason, insist=insist)
