"""Questions on a terminal that are answered with the arrow keys: the menu, a new game, what comes next.

A list with a mark in it: arrows move the mark, letters leave only the entries that have them, a number goes
to its entry, Enter takes it, the space bar ticks where several can be chosen, Esc goes one question back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shutil import get_terminal_size
from string import ascii_letters, digits
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from automa.dialogue import (
    YOU,
    Answer,
    Ask,
    Choose,
    Confirm,
    Name,
    Named,
    Number,
    Refused,
    Several,
    Text,
)
from automa.game import Questions
from automa.names import folded
from solo.fronts.form import current, fill_in, form_driver, show_news
from solo.fronts.prompts import suit_terminals
from solo.fronts.session import Back, Front
from solo.showing.question import detail_of
from solo.showing.screen import Screen
from solo.words.names import shown_name
from solo.words.sentences import Words

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.layout import Layout
    from questionary import Choice, Question
    from questionary.prompts.common import InquirerControl

T = TypeVar("T")

LIST_SETTINGS: Mapping[str, Any] = {
    "qmark": "", "show_description": False, "use_jk_keys": False, "use_emacs_keys": False,
}  # fmt: skip
"""How the lists of the library look, and which of its keys they leave to letters."""
YES, NO = "yes", "no"
PREVIOUS, NEXT = "<", ">"
INDENT = "      "
MARGIN = 6
"""The columns beside an entry: the mark, the tick and the end of the line."""


class ListItem(Struct, frozen=True):
    """An entry of a list: its value, its label, and what to know of it."""

    value: str
    label: str
    detail: str = ""
    key: str = ""
    """What takes it at once, without Enter."""


class SettingsPage(Choose):
    """A page of settings: on those in `turned` the left and right arrows go from one value to the next.

    The answer is then the id of the setting with `PREVIOUS` or `NEXT` behind it.
    """

    __slots__ = ("turned",)

    def __init__(self, id: str, options: Sequence[Named], *, default: str, turned: Sequence[str]) -> None:
        super().__init__(id, YOU, options, default=default)
        self.turned = turned

    def check(self, answer: object, *, insist: bool = False) -> Answer:
        if isinstance(answer, str) and answer[-1:] in (PREVIOUS, NEXT) and answer[:-1] in self.turned:
            return answer
        return super().check(answer, insist=insist)


def choose(make_conversation: Callable[[], Questions[T]], front: Front, words: Words) -> T | None:
    """Ask everything: with arrow keys on a terminal, else line by line; None if the person left."""
    if front.pager is None:
        return fill_in(make_conversation, front, words)
    return by_arrows(make_conversation, front.screen, words)


def by_arrows(make_conversation: Callable[[], Questions[T]], screen: Screen, words: Words) -> T | None:
    """Ask everything, and return what the conversation returns; None if the person left.

    Going back takes back the last answer; from a page of settings, all that was changed on it as well.
    """
    driver = form_driver(make_conversation)
    while (ask := driver.ask) is not None:
        show_news(driver, screen)
        try:
            driver.answer(_answered(ask, words))
        except Refused as refused:
            screen.text(refused.text, "bad")
        except Back:
            asked = [entry.ask for entry in driver.journal.history.entries]
            first = asked.index(ask.id) if isinstance(ask, SettingsPage) and ask.id in asked else len(asked)
            if not first:
                return None
            driver.undo(len(asked) - first + 1)
        except EOFError:
            return None
    show_news(driver, screen)
    result: T = current(driver).result
    return result


def _answered(ask: Ask, words: Words) -> Answer:
    title = words.plain(ask.text)
    match ask:
        case Several():
            return _ticked(title, ask, words)
        case Choose():
            turned = ask.turned if isinstance(ask, SettingsPage) else None
            entries = [entry(each, words) for each in ask.options]
            return _marked(title, entries, words, ask.default, turned)
        case Confirm():
            entries = [ListItem(each, words.plain(Text(f"choosing.{each}"))) for each in (YES, NO)]
            return _marked(title, entries, words, NO if ask.default is False else YES) == YES
        case Number():
            entries = [ListItem(str(number), str(number)) for number in range(ask.low, ask.high + 1)]
            return int(_marked(title, entries, words, None if ask.default is None else str(ask.default)))
        case Name():
            return _typed(title)
        case _:
            raise TypeError(f"{ask.id} is no question for a list")


def entry(option: Named, words: Words) -> ListItem:
    """An option as it stands in a list."""
    mark = option.mark if isinstance(option.mark, str) else words.plain(option.mark)
    return ListItem(option.id, shown_name(option, words), detail_of(option, words), mark)


def _marked(
    title: str,
    entries: Sequence[ListItem],
    words: Words,
    default: str | None = None,
    turned: Sequence[str] | None = None,
) -> str:
    """The entry that Enter was pressed on; `turned` are the settings of a page that has any."""
    import questionary

    choices = _choices(entries)
    initial = next((choice for choice in choices if choice.value == default), None)
    keys = words.plain(Text("choosing.marked" if turned is None else "choosing.settings"))
    title, instruction = _broken(title, keys)
    question = questionary.select(title, choices, default=initial, instruction=instruction, **LIST_SETTINGS)
    return str(_asked(question, entries, turned=turned or ()))


def _ticked(title: str, ask: Several, words: Words) -> list[str]:
    """The entries that were ticked; where one is needed and nothing ticked, Enter takes the one marked."""
    import questionary

    entries = [entry(each, words) for each in ask.options]
    if ask.low == ask.high == len(entries):
        return _ordered(title, entries, words)
    if ask.low == ask.high == 1:
        return [_marked(title, entries, words)]
    now = list(ask.default or [each.value for each in entries[: ask.low]])
    takes_marked = ask.low == 1
    choices = _choices(entries, () if takes_marked and len(now) == 1 else now)
    keys = Text("choosing.ticked" if takes_marked else "choosing.ticked.several", low=ask.low, high=ask.high)
    title, instruction = _broken(title, words.plain(keys))
    question = questionary.checkbox(
        title,
        choices,
        initial_choice=next((choice for choice in choices if choice.value in now), None),
        instruction=instruction,
        validate=lambda found: (
            ask.low <= len(found) <= ask.high
            or words.plain(Text("choosing.count", low=ask.low, high=ask.high))
        ),
        **LIST_SETTINGS,
    )
    return [str(each) for each in _asked(question, entries, takes_marked=takes_marked)]


def _broken(title: str, keys: str) -> tuple[str, str]:
    """A question and the keys that answer it, with line breaks between words where the terminal ends."""
    text = "\n".join(wrap(f"{title} {keys}", get_terminal_size().columns - 2))
    return text[: len(title)], text[len(title) :].lstrip(" ")


def _ordered(title: str, entries: Sequence[ListItem], words: Words) -> list[str]:
    """All of them, in the order in which they are chosen."""
    left = list(entries)
    chosen: list[str] = []
    while len(left) > 1:
        value = _marked(f"{title} {len(chosen) + 1}:", left, words)
        chosen.append(value)
        left = [each for each in left if each.value != value]
    return [*chosen, left[0].value]


def _choices(entries: Sequence[ListItem], ticked: Sequence[str] = ()) -> list[Choice]:
    """The entries, numbered, as the library wants them."""
    from questionary import Choice

    width = get_terminal_size().columns - MARGIN
    room = 0 if _are_numbers(entries) else len(str(len(entries)))
    choices: list[Choice] = []
    for place, each in enumerate(entries, 1):
        number = f"{each.key or place:>{room}}  " if room else ""
        label = f"{number}{each.label}"
        is_cut = len(label) > width
        choices.append(
            Choice(
                f"{label[: width - 1]}…" if is_cut else label,
                each.value,
                checked=each.value in ticked,
                description=f"{each.label} {each.detail}" if is_cut else each.detail,
            )
        )
    return choices


def _are_numbers(entries: Sequence[ListItem]) -> bool:
    """Whether the entries themselves are numbers, and need none."""
    return all(each.label.isdecimal() for each in entries)


def _typed(title: str) -> str:
    import questionary

    question = questionary.text(title, qmark="")
    return str(_asked(question, ()))


def _asked(
    question: Question, entries: Sequence[ListItem], *, takes_marked: bool = False, turned: Sequence[str] = ()
) -> Any:
    """What a question of the library is answered with, with our keys besides its own.

    With `takes_marked`, Enter takes the entry with the mark where nothing is ticked.
    """
    from prompt_toolkit.key_binding import KeyBindings, merge_key_bindings
    from questionary.prompts.common import InquirerControl

    application = question.application
    suit_terminals(application)
    application.erase_when_done = bool(entries)
    keys = KeyBindings()
    keys.add("escape", eager=True)(lambda event: event.app.exit(exception=Back()))
    keys.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError()))
    for control in application.layout.find_all_controls():
        if isinstance(control, InquirerControl):
            _add_detail(application.layout, control)
            if takes_marked:
                _add_taking(keys, control)
            if turned:
                _add_turning(keys, control, turned)
            _add_finding(keys, control, entries)  # last, as Enter behind what was mistyped comes first
    application.key_bindings = merge_key_bindings([application.key_bindings or KeyBindings(), keys])
    return question.unsafe_ask()


def _add_detail(layout: Layout, control: InquirerControl) -> None:
    """Below the list, however long that is: what there is to know of the entry with the mark."""
    from prompt_toolkit.filters import Always, IsDone
    from prompt_toolkit.layout import ConditionalContainer, Dimension, FormattedTextControl, HSplit, Window

    def lines() -> list[str]:
        detail = control.get_pointed_at().description or ""
        return wrap(detail, get_terminal_size().columns - 1, initial_indent=INDENT, subsequent_indent=INDENT)

    text = FormattedTextControl(lambda: "\n".join(lines()))
    window = Window(text, height=lambda: Dimension.exact(len(lines())))
    for shown in layout.find_all_windows():
        if shown.content is control:
            shown.dont_extend_height = Always()
    assert isinstance(layout.container, HSplit)
    layout.container.children.append(ConditionalContainer(window, filter=~IsDone()))  # type: ignore[no-untyped-call]


def _add_taking(keys: KeyBindings, control: InquirerControl) -> None:
    """Enter takes the entry with the mark, where nothing is ticked."""

    from prompt_toolkit.filters import Condition

    def take(event: KeyPressEvent) -> None:
        control.selected_options = [control.get_pointed_at().value]
        control.is_answered = True
        event.app.exit(result=control.selected_options)

    keys.add("c-m", eager=True, filter=Condition(lambda: not control.selected_options))(take)


def _add_turning(keys: KeyBindings, control: InquirerControl, turned: Sequence[str]) -> None:
    """The left and right arrows change the setting with the mark."""

    def add(key: str, way: str) -> None:
        def turn(event: KeyPressEvent) -> None:
            setting = control.get_pointed_at().value
            if setting in turned:
                event.app.exit(result=f"{setting}{way}")

        keys.add(key, eager=True)(turn)

    add("left", PREVIOUS)
    add("right", NEXT)


def _add_finding(keys: KeyBindings, control: InquirerControl, entries: Sequence[ListItem]) -> None:
    """Letters leave the entries that have them, a number moves the mark.

    Behind what fits no entry Enter takes nothing, and the whole list is back.
    """
    from prompt_toolkit.filters import Condition

    number = ""
    missed_at: int | None = None
    """Where the mark was when something was typed that fits no entry; the arrows move on from there."""

    def show(letters: str, place: int) -> None:
        control.search_filter = letters or None
        values = [choice.value for choice in control.filtered_choices]
        control.pointed_at = values.index(entries[place].value)

    def has_missed() -> bool:
        return missed_at == control.pointed_at

    def find(event: KeyPressEvent) -> None:
        nonlocal number, missed_at
        if has_missed():
            return
        key = event.data.lower()
        letters = control.search_filter or ""
        at_once = next((each.value for each in entries if each.key == key and not letters), None)
        if at_once is not None:
            event.app.exit(result=at_once)
            return
        for typed in (number + key, key) if key.isdecimal() else (letters + key,):
            place = found(typed, entries)
            if place is not None:
                number = typed if key.isdecimal() else ""
                show("" if number else typed, place)
                return
        missed_at = control.pointed_at

    def forget(event: KeyPressEvent) -> None:
        nonlocal missed_at
        letters = (control.search_filter or "")[: None if has_missed() else -1]
        missed_at = None
        show(letters, found(letters, entries) or 0)

    def begin_anew(event: KeyPressEvent) -> None:
        nonlocal number, missed_at
        number, missed_at = "", None
        show("", [each.value for each in entries].index(str(control.get_pointed_at().value)))

    for key in ascii_letters + digits:
        keys.add(key, eager=True)(find)
    keys.add("backspace", eager=True)(forget)
    keys.add("c-m", eager=True, filter=Condition(has_missed))(begin_anew)


def found(typed: str, entries: Sequence[ListItem]) -> int | None:
    """The place of the entry that is meant: its number, or how its name, a word of it, or any part reads."""
    if typed.isdecimal():
        are_numbers = _are_numbers(entries)
        numbers = [int(each.label) if are_numbers else place for place, each in enumerate(entries, 1)]
        if int(typed) in numbers:
            return numbers.index(int(typed))
    names = [folded(each.label) for each in entries]
    begins_a_word = lambda name, part: any(word.startswith(part) for word in name.split())  # noqa: E731
    for fits in (str.startswith, begins_a_word, str.__contains__):
        for place, name in enumerate(names):
            if fits(name, typed):
                return place
    return None
