"""Questions that are no game: filling in a score sheet, teaching the tables, choosing from the menu.

They go through the same driver as a game, in memory, so that undo, history and mending work there too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from automa.dialogue import Ask, Conversation, Move, Refused, Tell, Text
from automa.game import Game, Questions, Script, Setup, you
from automa.picture import Panel, Picture
from automa.sheet import Sheet
from solo import __version__
from solo.facts.editions import Editions
from solo.fronts.session import Front, Left, Session
from solo.keeping.drafts import Draft, DraftAnswer
from solo.keeping.journal import Header, Journal, SeatLine
from solo.playing.driver import Driver
from solo.showing.screen import Screen
from solo.trouble import INTERRUPTED
from solo.words.sentences import Words

T = TypeVar("T")


def fill_in(
    make_conversation: Callable[[], Questions[T]],
    front: Front,
    words: Words,
    naming: Editions | None = None,
    draft: Draft | None = None,
) -> T | None:
    """Ask everything, and return what the conversation returns; None if the person left.

    After an undo the conversation is made anew and given the same answers, so what it does beside asking must
    be right to do again. Ctrl-C is passed on, for the program to end; an answers file that is too short is
    `Trouble`. With a `draft` every answer is kept on disk, and what is there from before is entered first.
    """
    driver = form_driver(make_conversation)
    if draft is not None:
        enter_again(driver, draft.entered())
    session = Session(driver, front, words, form=True, naming=naming)
    try:
        while session.go_on():
            show_picture(driver, front.screen)
            session.ask_and_do()
            if draft is not None:
                draft.keep([DraftAnswer(each.ask, each.answer) for each in driver.journal.history.entries])
        show_picture(driver, front.screen)
    except Left as left:
        if left.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        return None
    result: T = current(driver).result
    return result


def form_driver(make_conversation: Callable[[], Questions[object]]) -> Driver:
    """A driver for a conversation that is no game."""
    header = Header(app=__version__, game=FormGame.id, seats=[SeatLine("you", "")], seed=0, started="")
    return Driver(FormGame(make_conversation), Setup([you()], None), Journal.in_memory(header))


def enter_again(driver: Driver, entered: Sequence[DraftAnswer]) -> None:
    """Answer with what was entered before, as far as it still fits what is asked."""
    for each in entered:
        while driver.step():
            pass
        if driver.ask is None or driver.ask.id != each.ask:
            return
        try:
            driver.answer(each.answer)
        except Refused:  # the tables have changed since
            return


def current(driver: Driver) -> FormScript:
    """The form as it stands: after an undo it is another one than before."""
    script = driver.script
    assert isinstance(script, FormScript)
    return script


def show_picture(driver: Driver, screen: Screen) -> None:
    """What the conversation showed since the last question."""
    if shown := current(driver).shown:
        screen.picture(shown)


def show_news(driver: Driver, screen: Screen) -> None:
    """What the conversation told and showed since the last question, unless that was seen."""
    if news := driver.news():
        screen.texts(event for event in news if isinstance(event, Tell))
        show_picture(driver, screen)


class FormScript(Script):
    """A conversation as the driver knows a game in progress."""

    def __init__(self, make_conversation: Callable[[], Questions[object]]) -> None:
        self._make = make_conversation
        self.shown: Picture = []
        """What was drawn since the last answer."""
        self.result: Any = None

    def play(self) -> Conversation:
        conversation = self._make()
        answer: Any = None
        while True:
            try:
                item = conversation.send(answer)
            except StopIteration as over:
                self.result = over.value
                return self.sheet()
            answer = None
            if isinstance(item, Ask):
                answer = yield item
                self.shown = []
            elif isinstance(item, Tell):
                yield item
            else:
                self.shown = [*self.shown, *item]

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        """What is drawn with the question."""
        return ask.shows if isinstance(ask, Move) else ()

    def sheet(self) -> Sheet:
        """The sheet that was filled in; an empty one where it is none."""
        return self.result if isinstance(self.result, Sheet) else Sheet(Text("form.title"), [])


class FormGame(Game):
    """A conversation as the driver knows a game."""

    id = "form"

    def __init__(self, make_conversation: Callable[[], Questions[object]]) -> None:
        self._make = make_conversation

    def script(self, setup: Setup) -> FormScript:
        return FormScript(self._make)
