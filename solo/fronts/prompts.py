"""The front end for a terminal: everything is shown with rich, and answers are typed with help as you type.

There is one line to type on, never a list with a highlighted item: what is typed is what is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from automa.dialogue import Ask, Move, Several, Text
from automa.names import folded, starts
from solo.fronts.reading import COMMANDS, CommandName
from solo.showing.question import detail_of, options_of
from solo.showing.screen import Screen
from solo.words.names import shown_name
from solo.words.sentences import Words

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.key_binding import KeyBindings

IN_THE_TOOLBAR: tuple[CommandName, ...] = ("undo", "table", "why", "fix", "quit")
KEYS: dict[str, CommandName] = {"f1": "help", "f2": "table", "f3": "why", "f4": "undo", "f5": "redo"}
"""Keys that no terminal and no line editing uses otherwise."""
ESCAPE_WAIT = 0.05
"""How long, in seconds, after Esc the rest of a key's sequence may come in."""


class PromptsFront:
    """Talks on a terminal."""

    piped = False

    def __init__(self, words: Words) -> None:
        from rich.console import Console

        self.words = words
        self.commands: frozenset[CommandName] = frozenset(COMMANDS)
        self.screen = Screen.rich(words, Console(highlight=False))

    def line(self, ask: Ask | None, *, back: bool = False) -> str:
        """A line typed with completion, the main commands below it, and Esc to clear it or to go back."""
        import questionary

        question = questionary.text(
            "",
            qmark=">",
            completer=option_completer(ask, self.words),
            complete_while_typing=True,
            key_bindings=_keys(back),
            bottom_toolbar=self._toolbar(back),
            style=questionary.Style([("qmark", "bold"), ("answer", "bold"), ("bottom-toolbar", "noreverse")]),
            reserve_space_for_menu=6,
        )
        question.application.ttimeoutlen = ESCAPE_WAIT
        question.application.timeoutlen = ESCAPE_WAIT
        typed: str = question.unsafe_ask()
        return typed

    def rest(self) -> int:
        return 0

    def _toolbar(self, back: bool) -> str:
        """The commands that are used most, in the player's language."""
        if back:
            return " " + self.words.plain(Text("talk.how-to-go-back"))
        offered = [name for name in IN_THE_TOOLBAR if name in self.commands]
        shown = [f"/{self.words.plain(Text(f'command.name.{name}'))}" for name in offered]
        return " " + "  ".join(("?", *shown))


def option_completer(ask: Ask | None, words: Words) -> Completer:
    """Offers what is typed could become; the same letters find it as when it is read."""
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class OptionCompleter(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            typed = document.text_before_cursor.lstrip()
            for shown, letters, meaning in offers(ask, typed, words) if typed else ():
                yield Completion(shown, start_position=-letters, display_meta=meaning)

    return OptionCompleter()


def offers(ask: Ask | None, typed: str, words: Words) -> Iterable[tuple[str, int, str]]:
    """What may be typed, how many of the last letters it replaces, and what to know of it.

    It is a command, the next word of a move in its notation, or one of the options.
    """
    if typed.startswith(("/", ":")):
        for name in COMMANDS:
            shown = words.plain(Text(f"command.name.{name}"))
            if shown.startswith(typed[1:]):
                yield f"{typed[0]}{shown}", len(typed), words.plain(Text(f"command.help.{name}"))
    elif isinstance(ask, Move) and ask.notation is not None:
        for option, letters in ask.notation.next(typed):
            yield shown_name(option, words), letters, detail_of(option, words)
    elif ask is not None:
        if isinstance(ask, Several):
            typed = typed.rpartition(",")[2].lstrip()
        sought = folded(typed)
        for option in options_of(ask) if sought else ():
            shown = shown_name(option, words)
            if any(starts(folded(each), sought) for each in (shown, *getattr(option, "also", ()))):
                yield shown, len(typed), detail_of(option, words)


def _keys(back: bool) -> KeyBindings:
    """Function keys for the main commands, and Esc for another go at the line."""
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    def bind(key: str, command: CommandName) -> None:
        @bindings.add(key)
        def _(event: Any) -> None:
            event.current_buffer.text = f"/{command}"
            event.current_buffer.validate_and_handle()

    for key, command in KEYS.items():
        bind(key, command)

    @bindings.add("escape", eager=True)
    def _(event: Any) -> None:
        buffer = event.current_buffer
        if buffer.text:
            buffer.reset()
        elif back:
            event.app.exit(exception=KeyboardInterrupt)

    return bindings
