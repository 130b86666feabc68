"""Questions on a terminal that are answered with the arrow keys: the menu, a new game, what comes next.

A list with a mark in it: arrows move the mark, letters and numbers find an entry, Enter takes it, the space
bar ticks where several can be chosen, Esc goes one question back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from automa.dialogue import Answer, Ask, Choose, Confirm, Name, Named, Number, Refused, Several, Tell, Text
from automa.game import Questions
from automa.names import folded
from solo.fronts.form import fill_in
from solo.fronts.session import Front
from solo.showing.question import detail_of
from solo.showing.screen import Screen
from solo.words.names import shown_name
from solo.words.sentences import Words

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from questionary import Choice, Question
    from questionary.prompts.common import InquirerControl

T = TypeVar("T")

ESCAPE_WAIT = 0.05
"""How long, in seconds, after Esc the rest of a key's sequence may come in."""
YES, NO = "yes", "no"
LABEL = "  Description: "
"""What the library puts before what there is to know of the marked entry."""
INDENT = "      "


class Entry(Struct, frozen=True):
    """An entry of a list: what it stands for, how it reads, and what to know of it."""

    value: str
    label: str
    detail: str = ""


class Back(Exception):
    """The person wants to go one question back."""


def choose(make_conversation: Callable[[], Questions[T]], front: Front, words: Words) -> T | None:
    """Ask everything: with arrow keys on a terminal, else line by line; None if the person left."""
    if front.pager is None:
        return fill_in(make_conversation, front, words)
    return by_arrows(make_conversation, front.screen, words)


def forget_typed_ahead() -> None:
    """What was typed while nobody asked, impatient Enters, answers nothing."""
    import sys

    if not sys.stdin.isatty():
        return
    try:
        from termios import TCIFLUSH, tcflush
    except ImportError:  # Windows
        return
    tcflush(sys.stdin, TCIFLUSH)


def by_arrows(make_conversation: Callable[[], Questions[T]], screen: Screen, words: Words) -> T | None:
    """Ask everything, and return what the conversation returns; None if the person left.

    Going back means that the conversation is made anew and given the answers before the last one.
    """
    answers: list[Answer] = []
    while True:
        conversation = make_conversation()
        try:
            ask = _next_ask(conversation, None, screen, quiet=bool(answers))
            for place, answer in enumerate(answers):
                ask = _next_ask(conversation, answer, screen, quiet=place + 1 < len(answers))
            answers.append(answer_to(ask, screen, words))
        except StopIteration as over:
            result: T = over.value
            return result
        except Back:
            if not answers:
                return None
            answers.pop()
        except EOFError:
            return None


def _next_ask(conversation: Questions[object], answer: Answer | None, screen: Screen, *, quiet: bool) -> Ask:
    """The next question; what is told and drawn before it is shown, unless it was seen before."""
    item = conversation.send(answer)
    while not isinstance(item, Ask):
        if not quiet:
            screen.text(item) if isinstance(item, Tell) else screen.picture(item)
        item = conversation.send(None)
    return item


def answer_to(ask: Ask, screen: Screen, words: Words) -> Answer:
    """What the person answers; `Back` if they would rather go back."""
    while True:
        try:
            return ask.check(_answered(ask, words))
        except Refused as refused:
            screen.text(refused.text, "bad")


def _answered(ask: Ask, words: Words) -> Answer:
    title = words.plain(ask.text)
    match ask:
        case Several():
            return _ticked(title, ask, words)
        case Choose():
            default = None if ask.default is None else str(ask.default)
            return _marked(title, [entry(each, words) for each in ask.options], words, default)
        case Confirm():
            entries = [Entry(each, words.plain(Text(f"choosing.{each}"))) for each in (YES, NO)]
            return _marked(title, entries, words, NO if ask.default is False else YES) == YES
        case Number():
            entries = [Entry(str(number), str(number)) for number in range(ask.low, ask.high + 1)]
            return int(_marked(title, entries, words, None if ask.default is None else str(ask.default)))
        case Name():
            return _typed(title)
        case _:
            raise TypeError(f"{ask.id} is no question for a list")


def entry(option: Named, words: Words) -> Entry:
    """An option as it stands in a list."""
    return Entry(option.id, shown_name(option, words), detail_of(option, words))


def _marked(title: str, entries: Sequence[Entry], words: Words, default: str | None = None) -> str:
    """The entry that Enter was pressed on."""
    import questionary

    choices = _choices(entries)
    initial = next((choice for choice in choices if choice.value == default), None)
    question = questionary.select(
        title,
        choices,
        default=initial,
        qmark="",
        instruction=words.plain(Text("choosing.marked")),
        use_jk_keys=False,
        use_emacs_keys=False,
    )
    return str(_asked(question, entries))


def _ticked(title: str, ask: Several, words: Words) -> list[str]:
    """The entries that were ticked; with nothing ticked, Enter takes the entry with the mark."""
    import questionary

    entries = [entry(each, words) for each in ask.options]
    if ask.low == ask.high == len(entries):
        return _ordered(title, entries, words)
    if ask.high == 1:
        return [_marked(title, entries, words)]
    ticked = list(ask.default or []) or [each.value for each in entries[: ask.low]] * (ask.low > 1)
    question = questionary.checkbox(
        title,
        _choices(entries, ticked),
        qmark="",
        instruction=words.plain(Text("choosing.ticked", low=ask.low, high=ask.high)),
        use_jk_keys=False,
        use_emacs_keys=False,
        validate=lambda found: (
            ask.low <= len(found) <= ask.high
            or words.plain(Text("choosing.count", low=ask.low, high=ask.high))
        ),
    )
    return [str(each) for each in _asked(question, entries, takes_marked=ask.low <= 1)]


def _ordered(title: str, entries: Sequence[Entry], words: Words) -> list[str]:
    """All of them, in the order in which they are chosen."""
    left = list(entries)
    chosen: list[str] = []
    while len(left) > 1:
        value = _marked(f"{title} {len(chosen) + 1}:", left, words)
        chosen.append(value)
        left = [each for each in left if each.value != value]
    return [*chosen, left[0].value]


def _choices(entries: Sequence[Entry], ticked: Sequence[str] = ()) -> list[Choice]:
    """The entries, numbered, as the library wants them."""
    from questionary import Choice

    digits = len(str(len(entries)))
    width = get_terminal_size().columns - len(INDENT) - 1
    return [
        Choice(
            f"{place:>{digits}}  {each.label}",
            each.value,
            checked=each.value in ticked,
            description=f"\n{INDENT}".join(wrap(each.detail, width)) or None,
        )
        for place, each in enumerate(entries, 1)
    ]


def _typed(title: str) -> str:
    import questionary

    question = questionary.text(title, qmark="")
    return str(_asked(question, ()))


def _asked(question: Question, entries: Sequence[Entry], *, takes_marked: bool = False) -> Any:
    """What a question of the library is answered with, with our keys besides its own.

    With `takes_marked`, Enter takes the entry with the mark where nothing is ticked.
    """
    from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
    from questionary.prompts.common import InquirerControl

    application = question.application
    application.ttimeoutlen = application.timeoutlen = ESCAPE_WAIT
    keys = KeyBindings()
    keys.add("escape", eager=True)(lambda event: event.app.exit(exception=Back()))
    keys.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError()))
    for control in application.layout.find_all_controls():
        if isinstance(control, InquirerControl):
            _add_finding(keys, control, entries)
            control.text = _without_label(control.text)
            if takes_marked:
                _add_taking(keys, control)
    application.key_bindings = merge_key_bindings([application.key_bindings or KeyBindings(), keys])
    return question.unsafe_ask()


def _without_label(tokens: Any) -> Callable[[], Any]:
    """What a list shows, without the word that the library puts before a description in English."""
    return lambda: [(style, text.replace(LABEL, INDENT)) for style, text in tokens()]


def _add_taking(keys: KeyBindings, control: InquirerControl) -> None:
    """Enter takes the entry with the mark, where nothing is ticked."""

    from prompt_toolkit.filters import Condition

    def take(event: KeyPressEvent) -> None:
        control.selected_options = [control.get_pointed_at().value]
        control.is_answered = True
        event.app.exit(result=control.selected_options)

    keys.add("c-m", eager=True, filter=Condition(lambda: not control.selected_options))(take)


def _add_finding(keys: KeyBindings, control: InquirerControl, entries: Sequence[Entry]) -> None:
    """Letters and numbers move the mark to the entry that they begin; a letter too many is none."""
    typed: list[str] = []

    def find(event: KeyPressEvent) -> None:
        letter = event.data
        for begun in ("".join([*typed, letter]), letter):
            place = found(begun, entries)
            if place is not None:
                typed[:] = begun
                control.pointed_at = place
                return

    for letter in "abcdefghijklmnopqrstuvwxyz0123456789":
        keys.add(letter, eager=True)(find)


def found(typed: str, entries: Sequence[Entry]) -> int | None:
    """The place of the entry that is meant: its number, or how its name or a word of it begins."""
    if typed.isdecimal():
        return int(typed) - 1 if 1 <= int(typed) <= len(entries) else None
    names = [folded(each.label) for each in entries]
    for begins in (str.startswith, lambda name, part: any(word.startswith(part) for word in name.split())):
        for place, name in enumerate(names):
            if begins(name, typed):
                return place
    return None
