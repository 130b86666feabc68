"""The front end for a terminal: everything is shown with rich, and answers are typed with help as you type.

There is one line to type on, never a list with a highlighted item: what is typed is what is meant.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from msgspec import Struct

from automa.dialogue import Ask, Move, Several, Text
from automa.names import folded, starts
from solo.fronts.book import PageMaker, Pager
from solo.fronts.desk import COMMANDS, CommandName
from solo.fronts.reading import COMMAND_SIGNS
from solo.showing.layout import Row
from solo.showing.page import LINES_TO_TYPE
from solo.showing.question import completed_from, detail_of
from solo.showing.screen import Screen
from solo.words.clean import shortened
from solo.words.names import other_names, shown_name
from solo.words.sentences import Words

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

IN_THE_TOOLBAR: tuple[CommandName, ...] = ("undo", "table", "why", "fix", "quit")
CLEAR_SCREEN = "\x1b[H\x1b[J"
"""The cursor goes to the top left, and nothing is left below it."""
CLEAR_LINE = "\r\x1b[K"
"""The cursor goes to the beginning of the line, and nothing is left of it."""
LONGEST_PASTE = 1_000
"""No answer is so long; drawing much more than that again with every key would take its time."""
THINKING_AFTER = 0.2
"""The seconds after which the line that an opponent thinks is shown."""
ESCAPE_WAIT = 0.05
"""How long, in seconds, after Esc the rest of a key's sequence may come in."""


Completed: TypeAlias = tuple[str, int, str]
"""What may be typed, how many of the last letters it replaces, and what to know of it."""


class Redraw(Struct, frozen=True):
    """An unfinished line: the screen is to be drawn anew, and typing then goes on."""

    begun: str
    turn: bool = False
    """Whether another page of the table is wanted."""


class PromptsFront:
    """Talks on a terminal."""

    piped = False

    def __init__(self, words: Words) -> None:
        from prompt_toolkit.history import InMemoryHistory
        from rich.console import Console

        self.words = words
        self.commands: frozenset[CommandName] = frozenset(COMMANDS)
        self.console = Console(highlight=False)
        self.screen = Screen.rich(words, self.console)
        self.pager: Pager | None = self
        self._history = InMemoryHistory()
        """What was typed: Up brings it back, to mend what was refused."""
        self._is_resized = False
        """Whether the page on the screen is the one that has to be drawn for another size."""

    def line(self, ask: Ask | None, *, back: bool = False, view: PageMaker | None = None) -> str:
        """A line typed with completion, and below it what it could become or else the main commands."""

        def completed(typed: str) -> list[Completed]:
            return completions(ask, typed, self.words)

        turned, begun = 0, ""
        pages = 1 if view is None else view(0).turns

        def below() -> str:
            from prompt_toolkit.application import get_app

            typed = get_app().current_buffer.document.text_before_cursor
            return self._offered(completed(typed)) or self._toolbar(ask, back, turned, pages)

        while True:
            typed = self._prompt(
                _keys(back, completed, pages > 1), below, begun=begun, redraws=view is not None
            )
            if isinstance(typed, str) or view is None:
                return str(typed)
            turned, begun = (turned + typed.turn) % pages, typed.begun
            shown = view(turned)
            pages = shown.turns
            self._draw(shown.last)

    def page(self, rows: Sequence[Row]) -> None:
        """The screen with these lines on it; what was there goes up, where it can be scrolled back to."""
        if not self._is_resized:
            self.console.file.write("\n" * self.console.height)
        self._draw(rows)

    def _draw(self, rows: Sequence[Row]) -> None:
        """These lines and nothing else; what is typed stands below them at the bottom."""
        self.console.file.write(CLEAR_SCREEN)
        below = max(0, self.console.height - LINES_TO_TYPE - len(rows))
        self.screen.paper.put([*rows, *[[]] * below])

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str | None:
        go_on = " " + self.words.plain(Text("page.go-on-or-leave" if can_leave else "page.go-on"))
        typed = self._prompt(_keys(False, lambda typed: []), lambda: go_on, seconds, redraws=True)
        self._is_resized = isinstance(typed, Redraw)
        return typed if isinstance(typed, str) else None

    def rest(self) -> int:
        return 0

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """A line while an opponent or the coach thinks, if that takes a moment.

        What is typed while that line stands there answers nothing that was not seen.
        """
        from threading import Timer

        paper = self.console.file
        shown: list[str] = []

        def show() -> None:
            shown.append(self.words.plain(Text("talk.thinking")))
            paper.write(shown[0])
            paper.flush()

        timer = Timer(THINKING_AFTER, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if shown:
                paper.write(CLEAR_LINE)
                paper.flush()
                forget_typed_ahead()

    def _prompt(
        self,
        keys: KeyBindings,
        below: Callable[[], str],
        seconds: float | None = None,
        begun: str = "",
        *,
        redraws: bool = False,
    ) -> str | Redraw:
        """What is typed until Enter or for `seconds`, after what was begun already.

        If it `redraws`, a terminal that gets another size ends it.
        """
        import questionary

        question = questionary.text(
            "",
            default=begun,
            qmark=">",
            key_bindings=keys,
            bottom_toolbar=below,
            style=questionary.Style([("qmark", "bold"), ("answer", "bold"), ("bottom-toolbar", "noreverse")]),
            reserve_space_for_menu=0,
            history=self._history,
        )
        suit_terminals(question.application)
        if seconds is not None:
            _ends_after(question.application, seconds)
        if redraws:
            _ends_when_resized(question.application)
        typed: str | Redraw = question.unsafe_ask()
        return typed

    def _offered(self, found: Sequence[Completed]) -> str:
        """What the typed letters could become, as far as one line shows it; of one thing, what it is."""
        room = self.console.width - 1
        if len(found) == 1:
            shown, _, meaning = found[0]
            return shortened(f" {shown}  {meaning}", room)
        return shortened("  ".join(("", *(shown for shown, _, _ in found))), room)

    def _toolbar(self, ask: Ask | None, back: bool, turned: int, pages: int) -> str:
        """The commands that are used most, in the player's language, and the page of the table."""
        if back:
            return " " + self.words.plain(how_to_go_back(ask))
        offered = [name for name in IN_THE_TOOLBAR if name in self.commands]
        shown = [f"/{self.words.plain(Text(f'command.name.{name}'))}" for name in offered]
        turning = self.words.plain(Text("page.turn", page=turned + 1, pages=pages)) if pages > 1 else ""
        return " " + "  ".join(filter(None, (turning, "?", *shown)))


def how_to_go_back(ask: Ask | None) -> Text:
    """How to leave a question open: by an empty line only where that is no answer."""
    answers = ask is not None and ask.default is not None
    return Text("talk.esc-goes-back" if answers else "talk.how-to-go-back")


def completions(ask: Ask | None, typed: str, words: Words) -> list[Completed]:
    """What the typed letters could become; the same letters find it as when it is read."""
    typed = typed.lstrip()
    return list(offers(ask, typed, words)) if typed else []


def offers(ask: Ask | None, typed: str, words: Words) -> Iterable[Completed]:
    """What may be typed, how many of the last letters it replaces, and what to know of it.

    It is a command, the next word of a move in its notation, or one of the options.
    """
    if typed.startswith(COMMAND_SIGNS):
        for name in COMMANDS:
            shown = words.plain(Text(f"command.name.{name}"))
            if shown.startswith(typed[1:]):
                yield f"{typed[0]}{shown}", len(typed), words.plain(Text(f"command.help.{name}"))
    elif isinstance(ask, Move) and (notation := ask.in_language(words.lang).notation) is not None:
        for option, letters in notation.next(typed):
            yield shown_name(option, words), letters, detail_of(option, words)
    elif ask is not None:
        if isinstance(ask, Several) or ask.more:
            typed = typed.rpartition(",")[2].lstrip()
        sought = folded(typed)
        for option in completed_from(ask) if sought else ():
            shown = shown_name(option, words)
            if any(starts(folded(each), sought) for each in (shown, *other_names(option, words))):
                yield shown, len(typed), detail_of(option, words)


@contextmanager
def keys_kept(stream: TextIO) -> Iterator[None]:
    """Between two prompts no key is echoed and each waits for the next prompt, as it was pressed.

    Only Ctrl-C is heard at once. Where there is no such terminal, nothing is otherwise.
    """
    try:
        import termios

        file = stream.fileno()
        before, mode = termios.tcgetattr(file), termios.tcgetattr(file)
    except (ImportError, OSError, ValueError, termios.error):
        yield
        return
    mode[0] &= ~termios.ICRNL
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    for key in (termios.VQUIT, termios.VSUSP):
        mode[6][key] = os.fpathconf(file, "PC_VDISABLE")
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(file, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        with suppress(termios.error):  # of a terminal that was closed
            termios.tcsetattr(file, termios.TCSADRAIN, before)


def forget_typed_ahead() -> None:
    """What was typed while nobody asked, impatient Enters, answers nothing; where that can be."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def suit_terminals(application: Application[Any]) -> None:
    """Esc is heard at once; and a terminal is not asked where its cursor is, as there is room to type.

    One that does not answer would be warned of, in the middle of the game.
    """
    application.ttimeoutlen = application.timeoutlen = ESCAPE_WAIT
    setattr(application.output, "get_rows_below_cursor_position", lambda: LINES_TO_TYPE)  # noqa: B010


def _ends_when_resized(application: Application[Any]) -> None:
    """Have a prompt end, with what was typed so far, when the terminal gets another size."""
    size = application.output.get_size()

    def check(_: object) -> None:
        if application.output.get_size() != size and application.is_running and not application.is_done:
            application.exit(result=Redraw(application.current_buffer.text))

    application.before_render += check


def _keys(back: bool, completed: Callable[[str], Sequence[Completed]], turns: bool = False) -> KeyBindings:
    """Tab to complete or turn the page, Esc for another go."""
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    @bindings.add("tab")
    def _(event: KeyPressEvent) -> None:
        if turns and not event.current_buffer.text:
            event.app.exit(result=Redraw("", turn=True))
            return
        complete(event.current_buffer, completed(event.current_buffer.document.text_before_cursor))

    @bindings.add("escape", eager=True)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.text:
            buffer.reset()
        elif back:
            event.app.exit(exception=KeyboardInterrupt)

    @bindings.add("<vt100-mouse-event>", eager=True)
    def _(event: KeyPressEvent) -> None:
        """A pasted colour looks like a click to the library; we ask for no clicks, so there are none."""

    @bindings.add("<bracketed-paste>", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(" ".join(event.data[:LONGEST_PASTE].split()))

    return bindings


def _ends_after(application: Application[str], seconds: float) -> None:
    """Have a prompt end by itself."""
    from asyncio import sleep

    async def end() -> None:
        await sleep(seconds)
        application.exit(result="")

    application.pre_run_callables.append(lambda: _begin(application, end()))


def _begin(application: Application[str], end: Coroutine[object, None, None]) -> None:
    application.create_background_task(end)


def complete(buffer: Buffer, found: Sequence[Completed]) -> None:
    """Write as much of the name meant as is certain: all of the only one, or how all of them begin."""
    if not found:
        return
    letters = found[0][1]
    certain = _common_start([shown for shown, _, _ in found])
    if len(found) == 1 or len(certain) > letters:
        buffer.delete_before_cursor(letters)
        buffer.insert_text(certain)


def _common_start(names: Sequence[str]) -> str:
    """The letters that all names begin with."""
    low, high = min(names), max(names)
    same = next((place for place, sign in enumerate(low) if high[place] != sign), len(low))
    return low[:same]
