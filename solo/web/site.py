"""The site without a network: the page of each path, and what each form does."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from secrets import token_hex
from urllib.parse import quote, urlencode

from msgspec import Struct, field

from automa.dialogue import YOU, Refused, Text
from automa.game import Game
from solo.facts.editions import Editions
from solo.facts.taught import own_tables
from solo.facts.teach import checking
from solo.fronts.form import enter_again, form_driver
from solo.games import GAMES, folders, game_named, title
from solo.keeping import drafts
from solo.keeping.drafts import DraftAnswer, KeptSheet
from solo.keeping.history import played
from solo.keeping.reports import report
from solo.keeping.saves import delete_save, list_saves, save_names, unknown_save
from solo.keeping.settings import settings
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.playing.looking_back import LookingBack
from solo.playing.newgame import Wishes
from solo.playing.standing import remembering
from solo.playing.starting import look_at, new_demo, new_game, resume, unchecked
from solo.showing.markup import Content
from solo.trouble import Trouble
from solo.web import home, play
from solo.web.asking import Fields, value_of
from solo.web.frame import NO_PAGE, Page, message
from solo.web.play import View
from solo.web.sitting import Demo, NeedsConfirmation, Sitting
from solo.words.sentences import Words

MAX_FORMS = 8
"""How many forms can be open at a time; older ones are dropped."""
MAX_DEMOS = 4
"""How many demos can be open at a time."""
MAX_REPLIES = 64
"""How many of the last forms are recognised when they are sent a second time."""
MAX_WAIT = 0.4
"""How many seconds a request waits for a thinking opponent; then it gets the page as it was."""
ACTIONS = ("answer", "undo", "redo", "draw", "hint", "fix", "mend", "facts")


class Reply(Struct, frozen=True):
    """A page, or where to go for one."""

    page: str = ""
    status: int = HTTPStatus.OK
    location: str = ""


class Site(Struct):
    """Everything that is served, with the games, forms and demos that are open."""

    in_network: bool = False
    is_followed: Callable[[str], bool] = lambda name: False
    """Whether a device follows a game."""
    sittings: dict[str, Sitting] = field(default_factory=dict)
    forms: dict[str, Sitting] = field(default_factory=dict)
    demos: dict[str, Demo] = field(default_factory=dict)
    reviews: dict[str, LookingBack] = field(default_factory=dict)
    """Reviews by the name of the save."""
    _begun_here: set[str] = field(default_factory=set)
    _words: dict[str, Words] = field(default_factory=dict)
    _forms_made: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _locks: dict[str, threading.RLock] = field(default_factory=dict)
    """One for each game, so that each does one thing at a time without keeping the others."""
    _replies: dict[str, Reply] = field(default_factory=dict)
    """The last replies by the mark of their form: a form that is sent again is not carried out again."""
    _left_at: dict[str, int] = field(default_factory=dict)
    """The places of games when the last device left them."""

    def words(self, lang: str) -> Words:
        """The sentences of the app and of all games."""
        if lang not in self._words:
            self._words[lang] = Words.of(lang, folders()).for_a_page()
        return self._words[lang]

    def _reply(self, parts: Sequence[str], found: Callable[[Words], Page | str], lang: str) -> Reply:
        """The reply with a page, or with what went wrong."""
        words = self.words(lang)
        try:
            page = found(words)
            if isinstance(page, str):
                return Reply(location=page, status=HTTPStatus.SEE_OTHER)
            return Reply(page.written(words), page.status)
        except (Trouble, Refused) as trouble:
            wrong = message(words.plain(trouble.text), HTTPStatus.CONFLICT)
        except Exception as error:  # which is reported
            wrong = message(words.plain(self._report_mistake(parts, error)), HTTPStatus.INTERNAL_SERVER_ERROR)
        return Reply(wrong.written(words), wrong.status)

    def _report_mistake(self, parts: Sequence[str], error: Exception) -> Text:
        """Report an error of ours, and close the game, which is whole on disk."""
        sitting = self.sittings.pop(parts[1], None) if parts[:1] == ["game"] else None
        if sitting is None:
            return Text("web.broken", what=report(error))
        sitting.driver.journal.close()
        return Text("web.broken", what=sitting.driver.run.failure(error).text)

    # Pages

    def get(self, path: str, query: Mapping[str, str], lang: str) -> Reply:
        """The page of a path."""
        parts = _parts(path)
        lock = self._lock_of(parts)
        name = parts[1] if parts[:1] == ["game"] and len(parts) == 2 else ""
        sitting = self.sittings.get(name)
        # While an opponent thinks, other devices get the page as it was.
        seen = sitting.pages.get(lang) if sitting is not None else None
        if not lock.acquire(timeout=MAX_WAIT if seen else -1):
            return Reply(seen or "")
        try:
            reply = self._reply(parts, lambda words: self._page(parts, query, words), lang)
            sitting = self.sittings.get(name)
            if sitting is not None and reply.status == HTTPStatus.OK:
                sitting.pages[lang] = reply.page
            return reply
        finally:
            lock.release()

    def _lock_of(self, parts: Sequence[str]) -> threading.RLock:
        """The lock of a game, form or demo; all other pages share one."""
        name = "/".join(parts[:2]) if parts[:1] in (["game"], ["form"], ["demo"]) else ""
        with self._lock:
            return self._locks.setdefault(name, threading.RLock())

    def _page(self, parts: Sequence[str], query: Mapping[str, str], words: Words) -> Page | str:
        """The page of a path, or the path to go to instead."""
        match parts:
            case []:
                self._put_away_unused()
                return home.home(list_saves(), words.lang, in_network=self.in_network)
            case ["new", name]:
                return self._new(game_named(name), words)
            case ["how"]:
                return home.how(words)
            case ["away"]:
                return home.offline(words)
            case ["game", name, "delete"] if name in save_names():
                return home.delete(name)
            case ["finished"]:
                return home.finished(played(list_saves()))
            case ["stats"]:
                return home.stats(played(list_saves()))
            case ["score"]:
                return home.which_to_score(drafts.kept_sheets())
            case ["score", name]:
                game = game_named(name)
                return home.begin_score(game, own_tables(game).tables)
            case ["tables"]:
                left = {each: len(own_tables(game_named(each)).assumed()) for each in GAMES}
                return home.which_to_check(left)
            case ["tables", name] if name in GAMES:
                return "/tables"
            case ["demo"]:
                return home.which_to_watch()
            case ["demo", id]:
                return play.demo_page(self.demos[id], words) if id in self.demos else "/demo"
            case ["form", id]:
                return play.page(View(self.forms[id], words, query)) if self._has_form(id) else "/score"
            case ["game", name, "review"] if name in save_names():
                return self._review(name, words)
            case ["game", name]:
                return play.page(View(self.sitting(name), words, query))
            case ["game", name, what] if what in play.PAGES:
                return play.PAGES[what](View(self.sitting(name), words, query))
        return NO_PAGE

    def _new(self, game: Game, words: Words, filled: Fields = home.NOT_FILLED, wrong: str = "") -> Page:
        facts = own_tables(game)
        return home.new_game(game, facts.tables, unchecked(game, facts), words, filled, wrong)

    def _review(self, name: str, words: Words) -> Page:
        """The review of a game, or its progress."""
        driver = look_at(name)
        known = self.reviews.get(name)
        if known is None or not known.is_about(driver):
            known = self.reviews[name] = LookingBack(driver)
            known.start([seat.id for seat in driver.setup.people])
        return play.review_page(f"/game/{name}", known, words)

    # Forms

    def post(self, path: str, fields: Fields, lang: str) -> Reply:
        """Carry out a form, once; the reply leads to a page that shows the outcome."""
        parts, once = _parts(path), value_of(fields, "once")
        said = {key: fields[key] for key in fields if key != "once"}
        with self._lock_of(parts):
            if once and once in self._replies:
                return self._replies[once]
            reply = self._reply(parts, lambda words: self._carry_out(parts, said, words), lang)
            if once and reply.status < HTTPStatus.BAD_REQUEST:
                self._replies[once] = reply
                for old in list(self._replies)[:-MAX_REPLIES]:
                    del self._replies[old]
            return reply

    def _carry_out(self, parts: Sequence[str], fields: Fields, words: Words) -> Page | str:
        """Carry out a form; the path to go to, or a page that says what is wrong."""
        match parts:
            case ["new", name]:
                return self._begin_game(game_named(name), fields, words)
            case ["score", name]:
                return self._score(game_named(name), fields, words)
            case ["tables", name]:
                return self._check(game_named(name))
            case ["demo", name] if name in GAMES:
                return self._demo(game_named(name), words.lang)
            case ["demo", id, "on"] if id in self.demos:
                self.demos[id].go_on(value_of(fields, "at"))
                return f"/demo/{id}"
            case ["demo", *_]:
                return "/demo"
            case ["form", id, "delete"]:
                self.forms.pop(id, None)
                if id in drafts.kept_sheets():
                    drafts.forget_sheet(id)
                return "/score"
            case ["form", id, ("answer" | "undo" | "redo") as action] if self._has_form(id):
                done = self._do(self.forms[id], action, fields, words)
                self._keep_sheet(id)
                return done
            case ["form", *_]:
                return "/score"
            case ["game", name, "delete"] if name in save_names():
                return self._delete(name)
            case ["game", name, "teach"]:
                return self._teach(self.sitting(name), fields)
            case ["game", name, action] if action in ACTIONS:
                return self._do(self.sitting(name), action, fields, words)
        return NO_PAGE

    def _do(self, sitting: Sitting, action: str, fields: Fields, words: Words) -> Page | str:
        at = sitting.at
        try:
            key = sitting.do(action, fields, words)
        except NeedsConfirmation as unsure:
            return play.confirm_page(View(sitting, words), fields, unsure.mended)
        query, path, note = {"note": key} if key else {}, sitting.path, sitting.note(key)
        if sitting.back and sitting.ask is None:
            return f"{sitting.back}?note={self._finish_lesson(sitting)}"
        asks_again = action in ("fix", "mend", "facts") or any(key.startswith("said") for key in fields)
        if asks_again and sitting.at == at and note is not None and note.is_bad:
            path += f"/{action}"  # refused: it is asked again there
            query |= {key: fields[key][0] for key in ("key", "entry") if key in fields}
        return f"{path}?{urlencode(query, quote_via=quote, safe='')}" if query else path

    def _begin_game(self, game: Game, fields: Fields, words: Words) -> Page | str:
        """Start a new game."""
        people = [name for name in map(str.strip, value_of(fields, "people").split(",")) if name]
        wishes = Wishes(
            against=[_with_level(id, fields) for id in fields.get("against", ())],
            people=people,
            seats=_seats(people, fields.get("seat", ())),
            track=value_of(fields, "track") or None,
            cards=value_of(fields, "cards") or None,
            dice=value_of(fields, "dice") or None,
            rulings=_rulings(fields),
            first=value_of(fields, "first"),
            colour=settings().colour(game.colours),
            lang=words.lang,
        )
        try:
            driver = new_game(game, own_tables(game), wishes)
        except (Trouble, Refused) as trouble:
            return self._new(game, words, fields, words.plain(trouble.text))
        name = driver.journal.name
        self._put_away_unused()
        self._begun_here.add(name)
        self.sittings[name] = self._new_sitting(driver)
        return f"/game/{name}"

    def _delete(self, name: str) -> str:
        """Delete a save, unless another window plays it."""
        self.put_away(name)
        if name in save_names():
            journal = resume(name).journal  # `Trouble` while another process has it
            journal.close()
            assert journal.path is not None
            delete_save(journal.path)
        return "/"

    def _score(self, game: Game, fields: Fields, words: Words) -> Page | str:
        """Start a score sheet."""
        tables = own_tables(game).tables
        players, round = (_number(fields, key) for key in ("players", "round"))
        try:
            if players not in game.scored or round not in (0, *game.rounds):
                low, high = game.scored[0], game.scored[-1]
                raise Refused(Text("trouble.players", game=game.name, found=players, low=low, high=high))
            settled = newgame.chosen_rulings(game, tables, _rulings(fields))
        except (Trouble, Refused) as trouble:
            return home.begin_score(game, tables, fields, words.plain(trouble.text))
        started = datetime.now().isoformat(timespec="minutes")
        return self._open(token_hex(4), KeptSheet(game.id, players, round, settled, started))

    def _open(self, id: str, sheet: KeptSheet) -> str:
        """Open a score sheet with what was entered before."""
        game = game_named(sheet.game)
        tables = own_tables(game).tables
        driver = form_driver(lambda: game.score(tables, sheet.players, sheet.round, sheet.rulings))
        enter_again(driver, sheet.entered)
        heading = Text("menu.score"), ": ", game.name
        return self._form(driver, heading, game, id=id, leads_to="/score", sheet=sheet)

    def _has_form(self, id: str) -> bool:
        """Whether there is such a form; a score sheet from before a restart is opened again."""
        if id not in self.forms and (sheet := drafts.kept_sheets().get(id)) is not None:
            self._open(id, sheet)
        return id in self.forms

    def _keep_sheet(self, id: str) -> None:
        """Save a score sheet as it is now."""
        form = self.forms.get(id)
        if form is not None and form.sheet is not None:
            entries = form.driver.journal.history.entries
            form.sheet.entered = [DraftAnswer(each.ask, each.answer) for each in entries]
            drafts.keep_sheet(id, form.sheet)

    def _check(self, game: Game) -> str:
        """Start to check the facts that are assumed about the components."""
        heading = Text("menu.tables"), ": ", game.name
        return self._form(form_driver(checking(game)), heading, game, leads_to="/tables")

    def _demo(self, game: Game, lang: str) -> str:
        """Start a demo."""
        path = f"/demo/{(id := self._next_id())}"
        self.demos[id] = Demo(new_demo(game, own_tables(game), Wishes(lang=lang)), path)
        for old in list(self.demos)[:-MAX_DEMOS]:
            del self.demos[old]
        return path

    def _teach(self, sitting: Sitting, fields: Fields) -> str:
        """Start the lesson that was offered beside a game."""
        if sitting.lesson is None or not sitting.is_current(fields):
            raise Refused(Text("web.stale"))
        driver = form_driver(sitting.lesson)
        return self._form(driver, sitting.title, sitting.driver.game, back=sitting.path, leads_to="/score")

    def _next_id(self) -> str:
        self._forms_made += 1
        return str(self._forms_made)

    def _form(
        self,
        driver: Driver,
        heading: Content,
        game: Game,
        *,
        id: str = "",
        back: str = "",
        leads_to: str,
        sheet: KeptSheet | None = None,
    ) -> str:
        """Open a form; its path."""
        id = id or self._next_id()
        path = f"/form/{id}"
        own = Editions(game)
        self.forms[id] = Sitting(driver, path, heading, own, back=back, leads_to=leads_to, sheet=sheet)
        for old in list(self.forms)[:-MAX_FORMS]:
            del self.forms[old]
        return path

    def _finish_lesson(self, form: Sitting) -> str:
        """Close a lesson, and add a note to its game; the key of the note."""
        name = form.back.rpartition("/")[2]
        del self.forms[form.path.rpartition("/")[2]]
        return self.sitting(name).note_lesson(form.driver.run.log)

    # Open games

    def sitting(self, name: str) -> Sitting:
        """An open game, opened if it is not; `Trouble` if that cannot be."""
        if name not in self.sittings:
            if name not in save_names():
                raise unknown_save(name)
            self._put_away_unused()
            driver = resume(name)
            was_here = self._left_at.pop(name, None) == driver.journal.lines
            is_resumed = bool(driver.journal.history.entries) and not was_here
            self.sittings[name] = self._new_sitting(driver, is_resumed=is_resumed)
        return self.sittings[name]

    def _new_sitting(self, driver: Driver, *, is_resumed: bool = False) -> Sitting:
        path, own = f"/game/{driver.journal.name}", Editions(driver.game)
        return Sitting(driver, path, title(driver.game.id), own, is_resumed=is_resumed)

    def _put_away_unused(self) -> None:
        """Put away the games that no device follows, so that other windows can go on with them."""
        for name in [name for name in self.sittings if not self.is_followed(name)]:
            lock = self._lock_of(["game", name])
            if lock.acquire(blocking=False):  # else it is being played
                try:
                    self.put_away(name)
                finally:
                    lock.release()

    def release(self, name: str) -> None:
        """Put away a game after the last device has left it; a device that comes back opens it again."""
        with self._lock_of(["game", name]):
            sitting = self.sittings.get(name)
            if sitting is not None and not self.is_followed(name) and sitting.driver.journal.is_begun:
                self._left_at[name] = sitting.at
                self.put_away(name)

    def is_known(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return name in self.sittings or name in save_names()

    def put_away(self, name: str) -> None:
        """Close a game; one begun here in which nothing was answered is deleted."""
        sitting = self.sittings.pop(name, None)
        if sitting is None:
            return
        journal = sitting.driver.journal
        with remembering(sitting.driver):
            journal.close()
        gc.collect()  # a whole game becomes free at once: the next one takes its room, not more
        if journal.path is not None and name in self._begun_here and not journal.is_begun:
            delete_save(journal.path)

    def close(self) -> None:
        """Close all games."""
        for name in list(self.sittings):
            self.put_away(name)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _number(fields: Fields, key: str) -> int:
    text = value_of(fields, key, "0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def _seats(people: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The seating, clockwise from the first person; a seat left open is for the next person."""
    if not any(chosen):
        return []
    first, *others = people or [YOU]
    seated = [first]
    for each in chosen:
        if each or others:
            seated.append(each or others.pop(0))
    return [*seated, *others]


def _with_level(id: str, fields: Fields) -> str:
    level = value_of(fields, f"level {id}")
    return f"{id}:{level}" if level else id


def _rulings(fields: Fields) -> list[str]:
    """The rulings that the form settles, as ID=VALUE."""
    return [
        f"{key.removeprefix('ruling ')}={values[0]}"
        for key, values in fields.items()
        if key.startswith("ruling ")
    ]
