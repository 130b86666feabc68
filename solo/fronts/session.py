"""Playing a game with a person: tell what happens, ask, do what is answered or commanded, until they leave.

Both front ends for people go through here; they differ only in how things are shown and a line is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from time import monotonic
from typing import NoReturn, Protocol, TypeVar

from automa.dialogue import (
    TABLE,
    YOU,
    Answer,
    Ask,
    Choose,
    Confirm,
    Move,
    Number,
    Option,
    Refused,
    Roll,
    Tell,
    Text,
    Value,
    joined,
)
from automa.game import Questions, Seat, hold
from automa.names import folded
from automa.picture import Lines, Listing, ListRow, Picture, Span, whole
from automa.pieces import Act, changed, instructions
from solo.facts.editions import Editions
from solo.fronts.book import Book, PageMaker, Pager
from solo.fronts.desk import COMMANDS, STEPS, CommandName, Desk, Hint, Steps, as_number
from solo.fronts.reading import (
    Command,
    read_command,
    read_several,
    shown_command,
)
from solo.playing.driver import Driver, Failure, Given, Mended, Run
from solo.playing.voices import GREETINGS
from solo.showing.events import (
    Entered,
    answered,
    shown_answer,
    since_last_answer,
    since_last_round,
    told_in,
    typed_answers,
)
from solo.showing.layout import width_of
from solo.showing.page import Scene
from solo.showing.question import (
    MOST_LISTED,
    show_options,
    show_question,
    without_choices,
)
from solo.showing.reminders import rules_picture
from solo.showing.screen import Screen
from solo.trouble import INTERRUPTED, Trouble
from solo.words.names import Numbers
from solo.words.sentences import Words

T = TypeVar("T")

SHORTEST_TELLING = 3
"""Words with fewer letters, such as `on`, tell nothing of a move."""
LATEST_SHOWN = 5
"""So many of the latest entries stay in view when it is asked which one to mend."""
HISTORY_PAGE = 15
"""So many of what was entered are listed at a time, the latest first of all."""
IN_A_FORM: frozenset[CommandName] = frozenset({"undo", "redo", "log", "history", "mend", "help", "quit"})
"""The commands that make sense where no game is played."""
ON_THE_SIDE: frozenset[CommandName] = frozenset({"help", "history", "quit"})
"""Those that make sense at a question on the side."""


class Front(Protocol):
    """How a person is talked to."""

    screen: Screen
    commands: frozenset[CommandName]
    """What can be done at this question besides answering it."""
    piped: bool
    """Whether the lines come from a file or another program, so that nobody can be asked again."""
    pager: Pager | None
    """What composes the screen anew for each question of a game; without it one line follows the other."""

    def line(self, ask: Ask | None, *, back: bool = False, view: PageMaker | None = None) -> str:
        """A line that the person typed, without its end.

        Raises `KeyboardInterrupt` when they break off and `EOFError` when no more lines can come. The front
        end may help to type an answer to `ask`; `back` says that breaking off goes back to another question;
        `view` shows the screen anew: of another size, or with another page of the table.
        """

    def rest(self) -> int:
        """How many lines are left that nobody asked for; none on a terminal."""

    def thinking(self) -> AbstractContextManager[object]:
        """While an opponent or the coach thinks: show that, where it can be removed again."""


class Left(Exception):
    """The person leaves; everything is saved."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Back(Exception):
    """The person wants to go one question back, or out of what they began."""


class Unsaid(Back):
    """The person left a question on the side unanswered."""


class Session:
    """A game, a person and what they have seen of it."""

    def __init__(
        self,
        driver: Driver,
        front: Front,
        words: Words,
        *,
        show_why: bool = False,
        form: bool = False,
        is_new: bool = False,
        naming: Editions | None = None,
        quiet: bool = False,
    ) -> None:
        """Of a game that `is_new` nothing is kept if it is left unanswered, which is said."""
        self.driver = driver
        self.desk = Desk(driver, quiet=quiet, clock=None if form else monotonic)
        self.front = front
        self._book = None if front.pager is None or form else Book(front.pager, front.screen)
        """The pages that are shown, if there are pages; what is said waits there for the next one."""
        self.screen = front.screen if self._book is None else self._book.screen
        self.words = words
        self.show_why = show_why
        self._form = form
        self._is_new = is_new
        self._naming = naming
        self.commands: frozenset[CommandName] = IN_A_FORM if form else frozenset(COMMANDS)
        front.commands = self.commands
        self._people: dict[str, Seat] = {seat.id: seat for seat in driver.setup.people}
        self._pictured = ""
        """The person who has seen the table in this round."""
        self._moved_on = False
        """Whether another player has done something since, or something was taken back."""
        self._past: Run | None = None
        """The game as it was, while an earlier question is answered again."""
        self._last_hint: tuple[Ask, Hint] | tuple[None, None] = (None, None)
        """The last hint, with the question it was given for."""
        self._is_resumed = bool(driver.journal.history.entries)
        """Whether nothing has been asked yet of a game that was begun earlier."""
        self._to_check: Text | None = None
        """What to look at the table for when a game is resumed."""
        self._catches_up = self._is_resumed and not form and driver.ask is not None
        """Whether the next page tells what happened in the last round."""
        since = since_last_round if self._catches_up else since_last_answer
        self._read = len(driver.run.log) - len(since(driver.run.log))
        """How far the log was read."""

    def play(self, notice: Text | None = None, when_over: Callable[[], None] | None = None) -> int:
        """Play until the game is over or the person leaves; the exit code.

        `when_over` is called when the game is over, before the person has read how it ended.
        `Trouble` if lines from a file or pipe ran out before the game was over, or were left over after it.
        """
        try:
            self.welcome(notice)
            while True:
                if self.go_on():
                    self.ask_and_do()
                else:
                    if when_over is not None:
                        when_over()
                    self.after_the_end()
        except Left as left:
            return left.code
        except KeyboardInterrupt:
            self.say_how_to_resume()
            return INTERRUPTED
        except BrokenPipeError:
            return 0  # the reader of our output is gone; the game is saved
        except (Trouble, OSError):
            raise
        except Exception as error:  # which is reported: the game can no longer be shown
            raise self.driver.failed(error) from error
        finally:
            self.flush()

    # Telling

    def welcome(self, notice: Text | None = None) -> None:
        """Which game this is; when it is resumed, only what happened since the person's last answer."""
        journal = self.driver.journal
        begun = "talk.resumed" if journal.history.entries else "talk.begins"
        names = [seat.name for seat in self.driver.setup.seats]
        self.say(Text(begun, game=self.driver.game.name, names=names, seed=journal.header.seed))
        self.say(Text("talk.help"), "dim")
        if not journal.history.entries:
            self._introduce()
        if notice is not None:
            self.say(notice)
        for notice in journal.notices:
            self.say(notice, "bad")
        if journal.history.entries and (otherwise := self.desk.facts()):
            self.say(Text("facts.differ", n=len(otherwise), command=shown_command("facts")))
        news = self.driver.news()
        if self._book is None and self._catches_up:
            self.say(Text("talk.last-round"), "dim")
        self.tell(since_last_round(news) if self._catches_up else since_last_answer(news))

    def _introduce(self) -> None:
        """Who sits at the table besides the people."""
        known = {each.id: each for each in self.driver.game.opponents(self.driver.setup.tables)}
        for seat in self.driver.setup.seats:
            if seat.opponent in known:
                self.say(Text("talk.opponent", name=seat.name, character=known[seat.opponent].character))

    def go_on(self) -> bool:
        """Let the others play and tell what happens; False when the game is over."""
        while True:
            try:
                with self.front.thinking():
                    for news in self.desk.go_on():
                        self.tell(news)
                self._say_remarks()
                return self.driver.ask is not None
            except Failure as failure:
                self._admit(failure)
                self.say(Text("talk.in-their-place", command=shown_command("undo")))
                return self.driver.ask is not None
            except Trouble as trouble:
                self._admit(trouble)
                self._try_again()

    def _say_remarks(self) -> None:
        """What opponents say now; on a page it stands with what they did, and at the end after the table."""
        for remark in self.desk.remarks():
            if self._book is None or remark.situation in GREETINGS:
                self.say(remark.told(self.words.lang), "dim")

    def tell(self, events: Sequence[Tell | Given]) -> None:
        """What happened; not what the person answered themselves, nor what a bot was asked.

        What the app draws the game tells itself; only a draw that the person left to it is shown as such.
        """
        for event in events:
            whose = event.seat if isinstance(event, Tell) else event.ask.to
            if isinstance(event, Tell) and event.stage:
                self._pictured = ""
            elif whose not in ("", TABLE, self._pictured):
                self._moved_on = True
            if self._book is not None:
                continue  # the next page tells it
            if isinstance(event, Tell):
                self.say(event)
                if self.show_why and event.why:
                    self.screen.why(event.why)
            elif event.entry.by == "app" and not self.driver.run.draws(event.ask):
                self.say(answered(event), "dim")

    def say(self, text: Text, role: str = "") -> None:
        self.screen.text(text, role)

    def _admit(self, trouble: Trouble) -> None:
        """Say what went wrong; the question stays.

        Not where lines come from a file, which would go on to answer the wrong question, nor in a form, whose
        conversation broke off with it.
        """
        if self.front.piped or self._form:
            raise trouble
        self.say(trouble.text, "bad")

    def _try_again(self) -> None:
        """The app's own answer could not be saved: wait until the person has made room, or leaves."""
        self.say(Text("talk.try-again"))
        line = self._line(None)
        try:
            command = read_command(line)
        except Refused:
            return
        if command is not None and command.name == "quit":
            self._leave(0)

    # Asking

    def ask_and_do(self) -> None:
        """Put the open question until it is answered or something else changed the game."""
        ask = self.driver.ask
        assert ask is not None
        self._number(ask)
        with suppress(Back):  # what was answered is taken back before it counts
            if not self._answer_ahead(ask):
                self._offer_to_check(ask)
                self._show_turn(ask)
                self._put(ask, self.answer)

    def _number(self, ask: Ask) -> None:
        """Give options what is typed for them: it follows from what was asked before in this turn."""
        log = self.driver.run.log
        begins = next((place for place in range(len(log), 0, -1) if self._ends_turn(log[place - 1])), 0)
        before, turn = (
            [each for each in events if isinstance(each, Given)] for events in (log[:begins], log[begins:])
        )
        numbers = Numbers(playing=any(isinstance(given.ask, Move) for given in before))
        for given in turn:
            if given.entry.is_persons and not given.entry.fix:
                numbers.number(given.ask, self.words)
        numbers.number(ask, self.words)

    def _ends_turn(self, event: Tell | Given) -> bool:
        """Whether a turn of a person is over with it: a phase begins, or another player does something."""
        return isinstance(event, Tell) and (event.phase or event.seat not in ("", *self._people))

    def _answer_ahead(self, ask: Ask) -> bool:
        """Answer with what was typed on the same line as the answer before; False if that cannot be."""
        try:
            answer = self.desk.answer_ahead()
            if answer is not None:
                self.answer(answer)
        except Refused as refused:
            self.say(refused.text, "bad")
            self.desk.ahead = []
            return False
        return answer is not None

    def answer(self, answer: Answer, insist: bool = False) -> None:
        """Answer the open question."""
        ask = self.driver.ask
        if isinstance(ask, Roll) and isinstance(answer, str) and not self.front.piped:
            ask.check(answer, insist=insist)
            # An outcome that the tables do not have for certain can be kept, with the number that gave it,
            # while it is known which roll that was.
            if self.desk.is_news(ask, answer):
                with suppress(Unsaid):  # then it is not remembered
                    self._converse(self.desk.ask_to_remember(ask, answer))
        self.driver.answer(answer, insist=insist)

    def _converse(self, conversation: Questions[T]) -> T:
        """A conversation on the side."""

        def handle(item: Ask | Tell | Picture) -> Answer | None:
            if isinstance(item, Ask):
                return self._answered(item)
            if isinstance(item, Tell):
                self.say(item)
            else:
                self.screen.picture(item)
            return None

        return hold(conversation, handle)

    def _offer_to_check(self, ask: Ask) -> None:
        """When a game is resumed the table may have changed meanwhile: show it, and how it is set right."""
        if not self._is_resumed:
            return
        self._is_resumed = False
        if not self.driver.script.pieces():
            return  # a form has no table
        same = Text("talk.same-table-or-fix", command=shown_command("fix"))
        if self._book is not None:
            self._to_check = same  # with the table, which may come after pages to read
            return
        self.screen.picture(self.driver.script.picture(self._looking(ask)))
        self.screen.text("")
        self._pictured, self._moved_on = self._looking(ask), False
        self.say(same)

    def _show_turn(self, ask: Ask) -> None:
        """Whose turn it is and the table, at the first question of a round and at every turn after that.

        A turn is a whole move. Where people only take something one by one, as in a draft, what the others
        took is said, and the table is not shown each time. A page always shows it.
        """
        seat = self._people.get(ask.to)
        if seat is None or self._book is not None:
            return
        if seat.id == self._pictured and not (self._moved_on and isinstance(ask, Move) and ask.begins_turn):
            return
        picture = self.driver.script.picture(seat.id)
        if picture or len(self._people) > 1:
            self.screen.rule(Text("talk.turn", who=seat))
        if picture:
            self.screen.picture(picture)
            self.screen.text("")
        self._pictured = seat.id
        self._moved_on = False

    def _put(self, ask: Ask, do: Callable[[Answer, bool], T], *, back: bool = False) -> T | None:
        """Ask until an answer can be done, or a command changed the game; what came of the answer.

        From a question on the side the person can go `back`.
        """
        insisting: Answer | None = None
        unknown, refused_line = "", ""
        self._show_question(ask)
        while True:
            line = self._line(ask, back=back)
            if unknown and line.strip() == "!":
                if not self._learn(unknown):
                    self._show_question(ask)
                    continue
                line = refused_line
            unknown = ""
            if back and not line.strip() and ask.default is None:
                raise Unsaid
            try:
                wanted = read_command(line)
                if wanted is not None:
                    if self._command(wanted, ask, aside=back):
                        return None
                    if wanted.name == "hint":  # the next ! is for the hint
                        insisting = None
                    # Read aloud, a list heard before is too long to hear again; ? tells it.
                    self._show_question(ask, whole=wanted.name != "help" and not self.screen.is_plain)
                elif line.strip() == "!" and insisting is not None:
                    return do(insisting, True)
                elif line.strip() == "!" and (hint := self._hinted(ask)) is not None:
                    return do(hint.answer, False)
                elif line.strip() == "!":
                    raise Refused(Text("refused.nothing-to-take"))
                else:
                    insisting = None
                    line_read = self._naming.read(line) if self._naming else line
                    answer, *ahead = read_several(ask, line_read, self.words)
                    assert answer is not None
                    insisting = answer
                    typed_ahead = list(zip(ask.at_once()[1:], ahead, strict=False)) if ahead else []
                    done = do(answer, False)
                    self.desk.typed_ahead(typed_ahead)
                    return done
            except Refused as refused:
                in_view = self._book is not None
                self.say(without_choices(refused.text, ask) if in_view else refused.text, "bad")
                unknown = self._naming.unknown(ask, refused) if self._naming else ""
                if unknown:
                    refused_line = line
                    self.say(Text("talk.unknown-name", name=unknown), "dim")
                if refused.insist and insisting is not None:
                    self.say(Text("talk.insist"))
                else:
                    insisting = None
            except Trouble as trouble:
                self._admit(trouble)
            except (Left, Back, OSError):
                raise
            except Exception as error:  # which is reported
                self._admit(self.driver.failed(error))

    def _learn(self, name: str) -> bool:
        """Let the person say what an unknown name stands on; the question then goes on with that."""
        assert self._naming is not None
        try:
            self._converse(self._naming.lesson(name))
        except Back:
            return False
        self.say(Text("talk.name-kept", name=name))
        return True

    def _show_question(self, ask: Ask, *, whole: bool = True) -> None:
        if self._book is None:
            show_question(self.screen, self.words, ask, whole=whole)

    # Pages

    def show_page(self, ask: Ask | None, scene: Scene | None = None) -> str:
        """Compose the screen anew: what was said and told since the last answer, the table, the question.

        Returns a command that was typed on a page before the last.
        """
        if self._book is None:
            return ""
        command = self._book.show(scene or self._scene(ask))
        if self._book.has_told_all:
            self._read = len(self.driver.run.log)
        self._catches_up = False
        return command

    def _scene(self, ask: Ask | None) -> Scene:
        driver, who = self.driver, self._looking(ask)
        script = (self._past or driver.run).script
        scene = Scene(driver.game.name, driver.setup.seats, who, script.stage(), script.panels(who, ask), ask)
        if self._past is None:
            events = driver.run.log
            # One line may have answered several questions: no page has shown what came of the first ones.
            start = min(len(events) - len(since_last_answer(events)), self._read)
            hint = self._hinted(ask)
            scene.told = told_in(events[start:])
            scene.unread = len(told_in(events[max(start, self._read) :]))
            scene.before = told_in(events[:start])
            scene.rules = [text for _, text in driver.game.rules(driver.setup.tables)]
            scene.changed = changed(driver.changes()) if hint is None else hint.marks
            scene.remarks = {each.seat.id: each.in_language(self.words.lang) for each in self.desk.remarks()}
            scene.why = self.show_why
            if self._catches_up:
                scene.done = len(scene.told) - len(told_in(since_last_answer(events)))
                scene.reminder = self._to_check
        return scene

    def flush(self) -> None:
        """Show what has been said and waits for a page that does not come."""
        if self._book is not None:
            self.front.screen.paper.put(self._book.said())

    def _sub(self, ask: Ask, do: Callable[[Answer, bool], T]) -> T:
        """A question on the side; breaking it off raises `Back`."""
        done = self._put(ask, do, back=True)
        assert done is not None
        return done

    def _answered(self, ask: Ask) -> Answer:
        """What is answered on the side."""
        return self._sub(ask, lambda answer, insist: ask.check(answer, insist=insist))

    def _line(self, ask: Ask | None, *, back: bool = False, scene: Scene | None = None) -> str:
        """What the person types, once all that waits has been read page by page."""
        try:
            line = self.show_page(ask, scene)
            view = None if self._book is None else self._book.view  # of the page that is shown now
            line = line or self.front.line(ask, back=back, view=view)
        except EOFError:
            if self.front.piped:
                self._too_short(ask)
            self._leave(0)
        except KeyboardInterrupt:
            if back:
                raise Back from None
            self._leave(INTERRUPTED)
        return line.encode("utf-8", "replace").decode()

    def _too_short(self, ask: Ask | None) -> NoReturn:
        question = ask or self.driver.ask
        save = self.driver.journal.name
        if question is None:
            self._leave(0)
        asked = self.words.plain(question.text)  # the caller may not have the words of the game
        if not save:
            raise Trouble(Text("talk.too-short", question=asked))
        raise Trouble(Text("talk.too-short-saved", question=asked, save=save))

    def _leave(self, code: int) -> NoReturn:
        self.say_how_to_resume()
        raise Left(code)

    def say_how_to_resume(self) -> None:
        save = self.driver.journal.name
        if save and self.driver.ask is not None:
            kept = self.driver.journal.is_begun or not self._is_new
            self.say(Text("talk.saved", save=save) if kept else Text("talk.given-up"))

    # After the end

    def after_the_end(self) -> None:
        """Show who won, and let the person look back, undo, or leave."""
        sheet = self.driver.sheet
        assert sheet is not None
        self._pictured = ""
        if self._book is None:
            self.screen.sheet(sheet)
            if not self.front.piped:
                self.say(Text("talk.over"), "dim")
        points, result = self.screen.sheet_rows(sheet)
        while True:
            scene = None
            if self._book is not None:  # the final table stays, with the result; the points are read before
                scene = self._scene(None)
                over = self.screen.drawn([Lines([[Span(Text("talk.over"), "dim")]])])
                scene.points, scene.closing = points, [*filter(width_of, result), *over]
                points = []
            line = self._line(None, scene=scene)
            try:
                command = read_command(line)
                if command is not None and self._command(command, None):
                    return
                if command is None and not line.strip() and not self.front.piped:
                    raise Left(0)
                if command is None and line.strip():
                    if self.front.piped:
                        raise Trouble(Text("talk.too-long", n=1 + self.front.rest()))
                    raise Refused(Text("refused.over"))
            except Refused as refused:
                self.say(refused.text, "bad")
            except Trouble as trouble:
                self._admit(trouble)

    # Commands

    def _command(self, command: Command, ask: Ask | None, *, aside: bool = False) -> bool:
        """Do a command; whether the game may have changed, so that the question has to be worked out anew."""
        if aside and command.name not in ON_THE_SIDE:
            raise Refused(Text("refused.answer-first"))
        if not aside and command.name not in self.commands:
            raise Refused(Text("refused.not-here"))
        try:
            match command.name:
                case "undo":
                    return self._stepped(self.desk.undo(_how_many(command.rest)))
                case "redo":
                    return self._stepped(self.desk.redo(_how_many(command.rest)))
                case "fix":
                    return self._fix(command.rest)
                case "facts":
                    return self._facts()
                case "mend":
                    return self._mend(command.rest)
                case "app":
                    self.desk.draw("app")
                    return True
                case "hand":
                    self.desk.draw("hand")
                    self.say(Text("talk.by-hand"))
                case "table":
                    on_pages = self._book is not None
                    stage = None if on_pages else self.driver.script.stage()  # a page has a header
                    panels = self.driver.script.panels(self._looking(ask), None)
                    self.screen.picture(whole(stage, panels, on_pages=on_pages))
                case "log":
                    self._log(command.rest)
                case "why":
                    self._why()
                case "hint":
                    self._hint(command.rest)
                case "score":
                    self._score()
                case "share":
                    files = self.desk.write_shared(self.words, Path.cwd())
                    self.say(Text("ending.shared", files=[file.name for file in files]))
                case "rules":
                    found = self.desk.rules(command.rest, self.words)
                    self.screen.picture(rules_picture(self.driver.game, found))
                case "history":
                    self._history(command.rest)
                case "seed":
                    self.say(Text("talk.seed", seed=self.driver.journal.header.seed))
                case "help":
                    self._help(ask, ["quit"] if aside else COMMANDS)
                case "quit":
                    self._leave(0)
        except Back:
            self.say(Text("talk.back"), "dim")
        return False

    def _looking(self, ask: Ask | None) -> str:
        """The seat whose view is shown: the person asked, or else the first person."""
        return ask.to if ask is not None and ask.to in self._people else next(iter(self._people), TABLE)

    def _stepped(self, steps: Steps) -> bool:
        """Tell the steps that were gone back or forth, whether there were no more, and what to do for it."""
        done, none_left = STEPS[steps.way]
        self._read = len(self.driver.run.log)
        for text in steps.texts:
            self.say(Text(done, what=text))
        if not steps.is_all:
            self.say(Text(none_left))
        if steps.events:
            only_told = all(isinstance(event, Tell) and event.id == "fix.done" for event in steps.events)
            self._say_what_to_do([] if only_told else steps.acts)  # a correction moved nothing at the table
        self._moved_on = self._moved_on or bool(steps.events)
        return bool(steps.events)

    def _say_what_to_do(self, changes: Sequence[Act]) -> None:
        """What is to be done at the table for what was just taken back or set right, numbered."""
        acts = instructions(changes)
        if acts:
            self.say(Text("talk.to-do"))
            steps = [Text("talk.step", n=place, what=act) for place, act in enumerate(acts, 1)]
            self.screen.picture([Lines([[Span(step)] for step in steps], hang=2 + len(str(len(acts))))])
        elif self.desk.pieces:
            self.say(Text("talk.nothing-to-do"))

    def _fix(self, rest: str) -> bool:
        """Let the person set one of the tracked values right."""
        corrections = self.desk.corrections(rest, self.words)
        if len(corrections) > 1:
            options = [
                Option(each.key, each.name, Text("fix.now", value=each.value), [self.words.plain(each.value)])
                for each in corrections
            ]
            choice = Choose("fix.which", YOU, options)
            if len(options) > MOST_LISTED and self._book is None:  # a page has more of them at Tab
                show_options(self.screen, self.words, choice)
            key = self._answered(choice)
            correction = next(each for each in corrections if each.key == key)
        else:
            correction = corrections[0]
        if not self._offers(correction.ask, correction.value):
            self.say(Text("fix.line", what=correction.name, value=correction.value))

        def fix(answer: Answer, insist: bool) -> bool:
            self.desk.fix(correction.key, answer, insist=insist)
            return True

        return self._sub(correction.ask, fix)

    def _offers(self, ask: Ask, value: Value) -> bool:
        """Whether the question says itself that just Enter answers it with this."""
        plain = self.words.plain
        return ask.default is not None and plain(shown_answer(ask, ask.default)) == plain(value)

    def _facts(self) -> bool:
        """Show what was taught since the game began, and take it over if the person wants to."""
        otherwise = self.desk.facts()
        if not otherwise:
            self.say(Text("facts.none"))
            return False
        self.say(Text("facts.listed", n=len(otherwise)))
        for text in otherwise:
            self.say(text)
        if self._answered(Confirm("facts.take-over", YOU, default=True)):
            self._say_what_to_do(self.desk.take_facts())
            return True
        return False

    def _history(self, rest: str) -> None:
        """What people entered, the newest last: the last page, or the page that many before it."""
        found = self.desk.entered
        if not found:
            self.say(Text("talk.nothing-entered"))
            return
        back, pages = _how_many(rest), -(-len(found) // HISTORY_PAGE)
        if back > pages:
            raise Refused(Text("refused.no-such-page", page=rest, high=pages))
        self._list_entered(found[: len(found) - (back - 1) * HISTORY_PAGE][-HISTORY_PAGE:])
        if back < pages:
            self.say(Text("talk.earlier", page=back + 1), "dim")
        self.say(Text("talk.how-to-mend"), "dim")

    def _list_entered(self, some: Sequence[Entered]) -> None:
        """Some of what people entered, round by round, with its numbers and who entered it."""
        typed = typed_answers(self.driver)
        lines: list[ListRow] = []
        for each in some:
            lines += [ListRow([[], [Span(stage, "dim")]]) for stage in each.stages]
            who = each.who(self.driver.setup.seats)
            answer = [
                Span(Text("log.by", who=who, answer=typed[each.given.index]), "name"),
                Span("  ", aloud=", "),
                Span(each.given.ask.text, "dim"),
            ]
            lines.append(ListRow([[Span(str(each.number), "dim")], answer]))
        self.screen.picture([Listing(lines, right=[0])])

    def _mend(self, rest: str) -> bool:
        """Set an earlier answer right: ask it again, say what would be lost, and only then do it."""
        found = self.desk.entered
        if not found:
            raise Refused(Text("talk.nothing-entered"))
        if not rest:
            self._list_entered(found[-LATEST_SHOWN:])
            which = Number("talk.which-entry", YOU, low=1, high=len(found))
            rest = str(self._answered(which))
        earlier = self.desk.earlier(rest)
        self.say(Text("talk.mending", place=earlier.number, what=earlier.was))
        self._past = earlier.run
        try:
            mended = self._sub(
                earlier.ask, lambda answer, insist: self.desk.try_mending(earlier, answer, insist=insist)
            )
        finally:
            self._past = None
        return self._accept(mended)

    def _accept(self, mended: Mended) -> bool:
        """Say what it would mean at the table and what would be lost, and mend if that is wanted."""
        stopped, to_do = self.desk.where_it_stops(mended), len(instructions(mended.acts))
        sure: Confirm | None = None
        if to_do:
            self.say(Text("talk.would-do", n=to_do))
            # Lines from a file go on with the game: only what they would lose is asked.
            sure = None if self.front.piped else Confirm("talk.mend-it", YOU, default=True)
        if stopped is not None and mended.lost:
            self.say(Text("talk.would-stop", what=stopped))
            sure = Confirm("talk.throw-away", YOU, default=False, n=mended.lost)
        if sure is not None and not self._answered(sure):
            raise Back
        acts = self.desk.mend(mended)
        self._read = len(self.driver.run.log)
        self._pictured = ""
        self.say(Text("talk.mended"))
        self._say_what_to_do(acts)
        return True

    def _log(self, rest: str) -> None:
        for event, text in self.desk.log(_how_many(rest) if rest else 0):
            self.say(text, "" if isinstance(event, Tell) else "dim")
            if self.show_why and isinstance(event, Tell) and event.why:
                self.screen.why(event.why)

    def _why(self) -> None:
        reasoned = self.desk.why()
        if not reasoned:
            self.say(Text("talk.no-reasons"))
        for each in reasoned:
            for tell in each.tells:
                self.say(tell)
            self.screen.why(each.why)

    def _hint(self, rest: str) -> None:
        """What a strong player would do, what the best few moves are worth to it, and why."""
        try:
            with self.front.thinking():
                hint = self.desk.hint(rest.split(), self.words.lang)
        except KeyboardInterrupt:
            raise Back from None
        assert self.driver.ask is not None
        self._last_hint = self.driver.ask, hint
        answer, advice = hint.typed, hint.advice
        first = Text("talk.hint", answer=answer)
        for choice in advice.choices[:1]:
            if not says_as_much(self.words.plain(answer), self.words.plain(choice.move)):
                first = Text("talk.hint-move", answer=answer, move=choice.move)
        self.say(first)
        if self._book is not None:
            self._book.stays()
        if advice.deeds:
            self.say(Text("talk.hint-deeds", deeds=joined("talk.and-deed", advice.deeds)))
        for line in advice.told():
            self.say(line)
        self.screen.why(advice.why)

    def _hinted(self, ask: Ask | None) -> Hint | None:
        """What was advised at this question."""
        asked, hint = self._last_hint
        return hint if asked is ask else None

    def _score(self) -> None:
        sheet, so_far = self.desk.score()
        if so_far:
            self.say(Text("talk.score-so-far"))
        self.screen.sheet(sheet, so_far=so_far)

    def _help(self, ask: Ask | None, names: Sequence[CommandName]) -> None:
        """How a move is written, every option of the question, and what can be done besides answering."""
        if isinstance(ask, Roll):
            self.say(Text("talk.outcomes", outcomes=list(ask.outcomes)))
        if isinstance(ask, Move) and ask.notation is not None:
            self.screen.picture([Lines([[Span(ask.notation.help())]])])
        if ask is not None and ask.options:
            show_options(self.screen, self.words, ask)
        lines = [
            ListRow(
                [
                    [Span(Text("command.typed", name=Text(f"command.name.{name}")), "name")],
                    [Span(Text(f"command.help.{name}"))],
                ]
            )
            for name in names
            if name in self.commands
        ]
        self.screen.picture([Listing(lines)])


def _how_many(rest: str) -> int:
    """The count after a command, or one."""
    count = as_number(rest) if rest else 1
    if count < 1:
        raise Refused(Text("refused.none", answer=rest))
    return count


def says_as_much(answer: str, move: str) -> bool:
    """Whether an answer as it is typed has all words of a move, but for small ones such as `on`."""
    typed = folded(answer).split()
    return all(word in typed or len(word) < SHORTEST_TELLING for word in folded(move).split())
