"""Reads what a person typed, as an answer to a question or as a command.

Nothing is guessed: what could mean several things, or nothing, is refused with what it could have been.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial

from msgspec import Struct

from automa.dialogue import (
    Answer,
    Ask,
    Choices,
    Choose,
    Confirm,
    Move,
    Name,
    Named,
    Number,
    Option,
    Refused,
    Roll,
    Several,
    Tally,
    Text,
    Unclear,
    choose_from,
)
from automa.names import folded, named, nearest, starts, whole_names_of
from solo.fronts.desk import COMMANDS, CommandName
from solo.showing.events import as_typed
from solo.words.names import are_numbers, in_list, mark_of, marks, other_names, runs, shown_name
from solo.words.sentences import LANGUAGES, Words

_ABBREVIATIONS: dict[str, CommandName] = {
    "u": "undo", "t": "table", "w": "why", "f": "fix", "h": "help", "?": "help", "q": "quit",
}  # fmt: skip
OTHER_NAMES: dict[CommandName, list[str]] = {"quit": ["exit"]}

COMMAND_SIGNS = ("/", ":")
"""What a command begins with."""
YES = ("yes", "ja")
NO = ("no", "nee")
NONE = ("-", "none", "geen")
ALL = ("all", "alle", "alles")
DIGITS = "0123456789"
SIGNS = "+-−"
LONGEST_NUMBER = 15
"""The most digits of a number."""
LEAST_OF_A_NAME = 3
"""So many letters of an outcome that the tables do not have."""
MAX_OFFERED = 4
"""How many names a refusal offers."""


class Command(Struct, frozen=True):
    """Something to do other than answering: `/fix gold`."""

    name: CommandName
    rest: str = ""


@cache
def _command_names() -> dict[CommandName, list[str]]:
    """The names of each command in every language; all are always understood."""
    spoken = [Words.of(lang) for lang in LANGUAGES]
    return {
        name: [words.plain(Text(f"command.name.{name}")) for words in spoken] + OTHER_NAMES.get(name, [])
        for name in COMMANDS
    }


def is_command(line: str) -> bool:
    """Whether a line is a command."""
    return line.strip() == "?" or line.strip().startswith(COMMAND_SIGNS)


def read_command(line: str) -> Command | None:
    """The command on a line; None if the line is an answer; `Refused` if there is no such command."""
    line = line.strip()
    if not is_command(line):
        return None
    if line == "?":
        return Command("help")
    typed, _, rest = line[1:].strip().partition(" ")
    typed = folded(typed)
    if not typed:
        return Command("help")
    if typed in _ABBREVIATIONS:
        return Command(_ABBREVIATIONS[typed], rest.strip())
    names = _command_names()
    found = [name for name, called in names.items() if any(each.startswith(typed) for each in called)]
    exact = [name for name, called in names.items() if typed in called]
    if len(exact or found) == 1:
        return Command((exact or found)[0], rest.strip())
    if found:
        commands = [shown_command(name) for name in found]
        raise Refused(Text("refused.command-unclear", answer=typed, commands=commands))
    called = {word: name for name, words in names.items() for word in words}
    near = dict.fromkeys(called[word] for word in nearest(typed, called, MAX_OFFERED))
    if near:
        raise Refused(
            Text("refused.command-nearest", answer=typed, commands=[shown_command(name) for name in near])
        )
    raise Refused(Text("refused.command-unknown", answer=typed))


def shown_command(command: CommandName) -> Text:
    """A command as it is typed, in the player's language."""
    return Text("command.typed", name=Text(f"command.name.{command}"))


def read_several(ask: Ask, line: str, words: Words) -> list[Answer | None]:
    """The answers on a line with commas: to this question and to those that follow it, None for one left out.

    What answers this question as it stands is one answer. All of them can be read, or none is taken.
    """
    parts = [part.strip() for part in re.split("[,;]", line) if part.strip()]
    asks = ask.at_once() if len(parts) > 1 else [ask]
    if len(asks) == 1 and not isinstance(ask, Choose):
        return [read(ask, line, words)]
    try:
        return [read(ask, line, words)]
    except Refused:
        if len(parts) > len(asks) == ask.more + 1:
            raise Refused(Text("refused.too-many-at-once", found=len(parts), n=len(asks))) from None
        if len(asks) == 1:
            raise
    answers: list[Answer | None] = []
    refusals: list[Refused] = []
    for each in asks if parts else ():
        count, answer = _longest_answer(each, parts, words, refusals, listed=each is ask)
        if answer is None and not answers:
            break
        answers.append(answer)
        if answer is not None:
            parts, refusals = parts[count:], []
        if not parts:
            return answers
    if not refusals:
        raise Refused(Text("refused.not-asked-again", answer=parts[0]))
    # A refusal of an answer that was understood says more than of one that was not.
    raise next((each for each in refusals if isinstance(each, _NotAllowed)), refusals[0])


class _NotAllowed(Refused):
    """An answer that was understood, but is not legal."""


def _longest_answer(
    ask: Ask, parts: Sequence[str], words: Words, refusals: list[Refused], *, listed: bool
) -> tuple[int, Answer | None]:
    """How many parts of a line answer a question, and the answer; otherwise 0, and `refusals` says why.

    A question that is repeated takes one part; others may take several: a tally has commas of its own.
    A number means an option only in a list that the player has seen (`listed`).
    """
    for count in range(1 if ask.more else len(parts), 0, -1):
        line = ", ".join(parts[:count])
        try:
            if isinstance(ask, Choose) and not listed and line.lstrip("#").isdecimal():
                raise Refused(Text("refused.not-asked-again", answer=line))
            answer = read(ask, line, words)
        except Refused as refused:
            if count == 1:
                refusals.append(refused)
            continue
        try:
            return count, ask.check(answer)
        except Refused as refused:
            refusals.append(_NotAllowed(refused.text))
    return 0, None


def read(ask: Ask, line: str, words: Words) -> Answer:
    """The answer that `line` gives to `ask`, or `Refused`. Whether it is legal, `ask.check` says."""
    line = unicodedata.normalize("NFC", line).strip()
    match ask:
        case Choose():
            if not line:
                return _default(ask.default)
            return _read_choice(ask, line, words)
        case Several():
            return _read_several(ask, line, words)
        case Roll() if line and line[0] not in SIGNS + DIGITS:
            return _read_outcome(ask, line, words)
        case Number():
            return _read_number(line) if line else _default(ask.default)
        case Tally():
            return _read_tally(ask, line, words)
        case Confirm():
            return _read_confirm(line) if line else _default(ask.default)
        case Name():
            return line or _default(ask.default)
        case Move():
            return _read_move(ask, line, words)
    raise TypeError(f"no way to read an answer to {ask!r}")


def _read_choice(ask: Choose, line: str, words: Words) -> Answer:
    """The option meant; otherwise the refusal says what the game knows about the word.

    Doubtful options are understood too; whether the player insists is asked later.
    """
    try:
        return find(ask.options, line, words, ask.known, ask.marks).id
    except Unclear:
        raise
    except Refused as refused:
        if doubted := named(line, ask.doubted, partial(_called, words)):
            return find(doubted, line, words).id
        reason = ask.why_not(line)
        raise (refused if reason is None else Refused(reason)) from None


def _default(default: Answer | None) -> Answer:
    if default is None:
        raise Refused(Text("refused.nothing"))
    return default


# Options by number, id, name or a few letters


def find(
    options: Sequence[Named],
    typed: str,
    words: Words,
    known: Sequence[Named] = (),
    kept: Mapping[str, str] = {},
    *,
    in_names: bool = True,
) -> Named:
    """The one option meant by its number in the list, its id, its name or the first letters of it.

    A name of another thing that is `known` is never taken for an option. A bare number that is not in the
    list may be a word of a name, but not where names are sentences with amounts in them (`in_names`).
    """
    typed = typed.strip()
    place = re.fullmatch(r"(#?)\s*([0-9]{1,6})[.)]?", typed)
    marked = marks(options, words, kept)
    by_mark = {mark: option for option in in_list(options) if (mark := marked[option.id])}
    number = typed.casefold() if place is None else place[1] + place[2]
    for mark in (number, number.removeprefix("#") if place is not None else ""):
        if mark in by_mark:
            return by_mark[mark]
    if place is not None and (place[1] or not are_numbers(options, words)):
        begin_so = [starts(each, place[2]) for option in options for each in _called(words, option)]
        numbers = [int(mark) for mark in by_mark if mark.isdecimal()]
        if numbers and (place[1] or not in_names or not any(begin_so)):
            if len(numbers) == 1:
                raise Refused(Text("refused.only-number", answer=place[2], n=numbers[0]))
            raise Refused(Text("refused.no-such-number", answer=place[2], numbers=runs(numbers)))
    things = known or options
    found = _by_id(things, typed) or named(typed, things, partial(_called, words))
    if len(found) == 1:
        if any(option.id == found[0].id for option in options):
            return found[0]
        raise Refused(Text("refused.not-an-option", answer=typed, choices=choose_from(options, typed)))
    if found:
        raise Unclear(
            Text("refused.unclear", answer=typed, options=_told_apart(found, options, words, marked))
        )
    near = _nearest(options, words, folded(typed))
    if near and len(near) < len(options):  # that all are near says nothing
        raise Refused(Text("refused.nearest", answer=typed, options=near))
    if len(options) <= MAX_OFFERED:
        raise Refused(Text("refused.not-an-option", answer=typed, choices=choose_from(options, typed)))
    raise Refused(Text("refused.unknown", answer=typed, choices=Choices("refused.see-help")))


def _by_id(options: Sequence[Named], typed: str) -> list[Named]:
    """The option with exactly that id, which wins over a name."""
    return [option for option in options if option.id == typed and option.typed_by_id]


def _called(words: Words, option: Named) -> list[str]:
    """Every name of an option that may be abbreviated, folded: the one shown, its id, and its other names."""
    ids = [option.id] if option.typed_by_id else []
    return [folded(each) for each in (shown_name(option, words), *ids, *other_names(option, words))]


def _told_apart(
    found: Sequence[Named], options: Sequence[Named], words: Words, marked: Mapping[str, str]
) -> list[Named]:
    """The options found, with their numbers where two have the same name."""
    names = [shown_name(option, words) for option in found]
    if len(set(names)) == len(names):
        return list(found)
    return [
        Option(option.id, Text("option.marked", mark=marked.get(option.id, option.id), option=name))
        for option, name in zip(found, names, strict=True)
    ]


def _nearest(options: Sequence[Named], words: Words, sought: str) -> list[Named]:
    """The options whose name, or a word of it, looks most like what was typed."""
    by_word: dict[str, list[Named]] = {}
    for option in options:
        names = [*_called(words, option), *whole_names_of(option)]
        for word in {part for name in names for part in (name, *name.split(" ")) if len(part) > 2}:
            by_word.setdefault(word, []).append(option)
    near: dict[str, Named] = {}
    for word in nearest(sought, by_word, MAX_OFFERED, 0.65):
        for option in by_word[word]:
            near.setdefault(option.id, option)
    return list(near.values())[:MAX_OFFERED]


# The other kinds


def _read_several(ask: Several, line: str, words: Words) -> Answer:
    if not line:
        if ask.default is not None:
            return list(ask.default)
        raise Refused(Text("refused.nothing-several"))
    if not _is_name(ask.options, line, words):
        if folded(line) in NONE or line == "-":
            return []
        if folded(line) in ALL:
            return [option.id for option in ask.options]
        typed = marks(ask.options, words, ask.marks).values()
        if re.fullmatch(r"#?[0-9]+(\s+#?[0-9]+)+", line) or all(
            part in typed for part in folded(line).split()
        ):
            line = ",".join(line.split())
        if "," in line or ";" in line:
            parts = [part.strip() for part in re.split("[,;]", line)]
            return [find(ask.options, part, words, kept=ask.marks).id for part in parts if part]
    try:
        return [find(ask.options, line, words, kept=ask.marks).id]
    except Unclear:
        raise
    except Refused:
        if not (several := _word_by_word(ask, line, words)):
            raise
        return several


def _word_by_word(ask: Several, line: str, words: Words) -> list[str]:
    """What is chosen with nothing but spaces between, if each word means one option; a name may have two."""
    try:
        found = [find(ask.options, word, words, kept=ask.marks).id for word in line.split()]
    except Refused:
        return []
    return list(dict.fromkeys(found))


def _is_name(options: Sequence[Named], line: str, words: Words) -> bool:
    sought = folded(line)
    return any(sought == folded(shown_name(option, words)) or line == option.id for option in options)


def _read_number(line: str) -> int:
    """Digits, perhaps with a sign, perhaps in groups of three."""
    match = re.fullmatch(r"([-+−]?)\s*([0-9]+|[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+)", line)
    if match is None:
        raise Refused(Text("refused.not-a-number", answer=line))
    digits = re.sub(r"[^0-9]", "", match[2])
    if len(digits) > LONGEST_NUMBER:
        raise Refused(Text("refused.long-number", high=LONGEST_NUMBER))
    return int(digits) if match[1] in ("", "+") else -int(digits)


def _read_outcome(ask: Roll, line: str, words: Words) -> str:
    """What a roll gives at the table, by its letter or its name.

    A letter or two may be meant for another question: they do not do for what no number is known to give.
    """
    try:
        found = find(ask.outcomes, line, words)
    except Unclear:
        raise
    except Refused:
        raise Refused(ask.neither(line)) from None
    typed = folded(line)
    if (
        found.id not in ask.gives.values()
        and len(typed) < LEAST_OF_A_NAME
        and typed not in _called(words, found)
    ):
        raise Refused(Text("refused.outcome-begun", answer=line, outcome=found))
    return found.id


def _read_confirm(line: str) -> bool:
    typed = folded(line)
    if typed and any(word.startswith(typed) for word in YES):
        return True
    if typed and any(word.startswith(typed) for word in NO):
        return False
    raise Refused(Text("refused.not-yes-or-no", answer=line))


def _read_move(ask: Move, line: str, words: Words) -> Answer:
    """A move in the game's own notation, or one of the options by its number or whole name.

    More words may follow a number, as in `2 down`. Otherwise the game's own refusal is given, and what the
    notation refuses is never taken for an option that begins alike.
    """
    if not line:
        return _default(ask.default)
    if line[0] not in "#" + DIGITS:
        try:
            for id, mark in marks(ask.options, words, ask.marks).items():
                if mark == line.casefold():
                    return id
            return _in_notation(ask, line, words)
        except Refused:
            sought = folded(line)
            meant = _by_id(ask.options, line) or [
                option
                for option in ask.options
                if sought and sought in (folded(shown_name(option, words)), *whole_names_of(option))
            ]
            if len(meant) == 1:
                return meant[0].id
            raise
    try:
        return find(ask.options, line, words, kept=ask.marks, in_names=False).id
    except Unclear:
        raise
    except Refused as no_such_number:
        try:
            return _read_on(ask, line, words)
        except Refused:
            if line.isdecimal() and not any(mark_of(option, words).isdecimal() for option in ask.options):
                raise no_such_number from None  # only of numbers that things have the game knows more
            raise


def _read_on(ask: Move, line: str, words: Words) -> Answer:
    """A move in the game's notation that begins with the number of an option."""
    spoken = ask.in_language(words.lang)
    try:
        return spoken.read(line, False)
    except Refused:
        number, _, rest = line.partition(" ")
        typed = marks(ask.options, words, ask.marks)
        meant = [option for option in in_list(ask.options) if typed[option.id] == number]
        if not meant or not rest:
            raise
    said = meant[0].id
    if spoken is not ask:
        said = words.plain(as_typed(ask, said))
    try:
        return _in_notation(ask, f"{said} {rest}", words)
    except Refused:
        # The words may repeat what the option says: a card that is too expensive is offered face down.
        return _in_notation(ask, f"{meant[0].about} {rest}", words)


def _in_notation(ask: Move, line: str, words: Words) -> Answer:
    """A move in the game's notation and the letters of the player's language, doubtful ones included."""
    spoken = ask.in_language(words.lang)
    try:
        return spoken.read(line, False)
    except Refused as refused:
        if refused.insist:
            return spoken.read(line, True)
        raise


def _read_tally(ask: Tally, line: str, words: Words) -> Answer:
    """`3 wood 2 stone`, `wood 3, stone 2`, `3w 2s`, `wood wood stone`; for dice `2x6 1x3` or `6 6 3`."""
    if not line:
        if ask.default is not None:
            return dict(ask.default)
        raise Refused(Text("refused.nothing-tally"))
    if line == "-" or folded(line) in NONE:
        return {}
    faces = _faces(ask.options, line, words)
    if faces is not None:
        return faces
    counts: dict[str, int] = {}
    for part in re.split("[,;+]", line):
        if part.strip():
            for option, count in _counted(ask.options, part.strip(), words):
                if option.id in counts:
                    raise Refused(Text("refused.twice", which=option))
                counts[option.id] = count
    return counts


def _faces(options: Sequence[Named], line: str, words: Words) -> dict[str, int] | None:
    """Dice, whose faces are numbers: each number is one die as it lies there, and `2x6` is two sixes."""
    by_face = {shown_name(option, words): option.id for option in options}
    if not all(face.isdecimal() for face in by_face):
        return None
    counts: dict[str, int] = {}
    for die in re.split(r"[\s,;]+", re.sub(r"\s*[x×*]\s*", "x", line.lower()).strip(" ,;")):
        match = re.fullmatch(r"(?:([0-9]+)x)?([0-9]+)", die)
        if match is None:
            raise Refused(Text("refused.not-a-number", answer=die))
        if match[2] not in by_face:
            right = choose_from(options, match[2])
            raise Refused(Text("refused.not-an-option", answer=match[2], choices=right))
        face = by_face[match[2]]
        counts[face] = counts.get(face, 0) + _count(match[1] or "1")
    return counts


def _counted(options: Sequence[Named], part: str, words: Words) -> list[tuple[Named, int]]:
    """The counts in a part between commas; all the ways to read it must give the same."""
    readings: list[list[tuple[Named, int]]] = []
    first_refusal: Refused | None = None
    for pairs in _ways(part):
        try:
            reading = [(_by_name(options, name, words), _count(count)) for name, count in pairs]
        except Refused as refused:
            first_refusal = first_refusal or refused
            continue
        if reading not in readings:
            readings.append(reading)
    if len(readings) == 1:
        return readings[0]
    if readings or first_refusal is None:
        raise Refused(Text("refused.tally-unclear", answer=part))
    words_said = part.split()
    if len(words_said) > 1 and not any(digit in part for digit in DIGITS):
        with suppress(Refused):  # a refusal of the whole says more than one of a word
            named = [find(options, word, words).id for word in words_said]
            return [(option, named.count(option.id)) for option in options if option.id in named]
    raise first_refusal


def _ways(part: str) -> Iterable[list[tuple[str, str]]]:
    """A part as names with counts: several in a row, one with the count first, one with the count last, or a
    name alone, which is one of it."""
    part = re.sub(r"(?<=[0-9])\s*(?:[×*]|x(?=[\s0-9]))|[:=]", " ", part).strip()
    tokens = [token for token in map(str.strip, re.findall(r"[0-9]+|[^0-9]+", part)) if token]
    if len(tokens) > 2 and len(tokens) % 2 == 0:
        first, second = tokens[::2], tokens[1::2]
        if tokens[0][0] in DIGITS:
            yield list(zip(second, first, strict=True))
        else:
            yield list(zip(first, second, strict=True))
    if (match := re.fullmatch(r"([0-9]+)\s*(\D.*)", part)) is not None:
        yield [(match[2], match[1])]
    if (match := re.fullmatch(r"(.*\D)([0-9]+)", part)) is not None:
        yield [(match[1].strip(), match[2])]
    if not tokens or tokens == [part]:
        yield [(part, "1")]


def _by_name(options: Sequence[Named], name: str, words: Words) -> Named:
    """An option by its name: a bare number in a tally is a count, never a place in the list."""
    name = name.strip()
    if name.isdecimal():
        raise Refused(Text("refused.tally-unclear", answer=name))
    return find(options, name, words)


def _count(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Refused(Text("refused.long-number", high=LONGEST_NUMBER))
    return int(digits)
