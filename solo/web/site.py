"""The site: for every address its page, for every form what it does. Nothing here knows of a network."""

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
from solo.keeping.drafts import Entered, KeptSheet
from solo.keeping.history import played
from solo.keeping.reports import report
from solo.keeping.saves import delete_save, list_saves, save_names
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
from solo.web.sitting import Demo, Sitting, Unsure
from solo.words.sentences import Words

MOST_FORMS = 8
"""So many sheets can be filled in at a time; an older one is forgotten."""
MOST_DEMOS = 4
"""So many games that play themselves are watched at a time."""
MOST_REPLIES = 64
"""How many forms are recognised when they are sent a second time."""
THINKING = 0.4
"""How many seconds a page waits for a thinking opponent before it is shown as it was."""
DEEDS = ("answer", "undo", "redo", "draw", "hint", "fix", "mend", "facts")


class Reply(Struct, frozen=True):
    """A page, or where to go for one."""

    page: str = ""
    status: int = HTTPStatus.OK
    location: str = ""


class Site(Struct):
    """Everything that is served, and the games that lie open meanwhile."""

    in_network: bool = False
    followed: Callable[[str], bool] = lambda name: False
    """Whether a device shows a game just now."""
    sittings: dict[str, Sitting] = field(default_factory=dict)
    forms: dict[str, Sitting] = field(default_factory=dict)
    demos: dict[str, Demo] = field(default_factory=dict)
    reviews: dict[str, LookingBack] = field(default_factory=dict)
    """What is being looked back on, by the name of the save."""
    _begun_here: set[str] = field(default_factory=set)
    _words: dict[str, Words] = field(default_factory=dict)
    _forms_made: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _locks: dict[str, threading.RLock] = field(default_factory=dict)
    """One for each game: what happens to it happens in turn, and nobody else waits for it."""
    _replies: dict[str, Reply] = field(default_factory=dict)
    """What was replied of late, by the mark of the form: one that is sent again is not done again."""
    _left: dict[str, int] = field(default_factory=dict)
    """Where games were when the last device left them."""

    def words(self, lang: str) -> Words:
        """The words of the app and of all games."""
        if lang not in self._words:
            self._words[lang] = Words.of(lang, folders()).for_a_page()
        return self._words[lang]

    def _reply(self, parts: Sequence[str], found: Callable[[Words], Page | str], lang: str) -> Reply:
        """What is found, written; or what is wrong."""
        words = self.words(lang)
        try:
            page = found(words)
            if isinstance(page, str):
                return Reply(location=page, status=HTTPStatus.SEE_OTHER)
            return Reply(page.written(words), page.status)
        except (Trouble, Refused) as trouble:
            wrong = message(words.plain(trouble.text), HTTPStatus.CONFLICT)
        except Exception as error:  # which is reported
            wrong = message(words.plain(self._admitted(parts, error)), HTTPStatus.INTERNAL_SERVER_ERROR)
        return Reply(wrong.written(words), wrong.status)

    def _admitted(self, parts: Sequence[str], error: Exception) -> Text:
        """A mistake of ours: what is on disk is whole, and is taken up anew."""
        sitting = self.sittings.pop(parts[1], None) if parts[:1] == ["game"] else None
        if sitting is None:
            return Text("web.broken", what=report(error))
        sitting.driver.journal.close()
        return Text("web.broken", what=sitting.driver.run.failure(error).text)

    # Looking

    def get(self, path: str, query: Mapping[str, str], lang: str) -> Reply:
        """The page of an address."""
        parts = _parts(path)
        lock = self._lock_of(parts)
        name = parts[1] if parts[:1] == ["game"] and len(parts) == 2 else ""
        sitting = self.sittings.get(name)
        # While an opponent thinks, other devices see the page as it was.
        seen = sitting.pages.get(lang) if sitting is not None else None
        if not lock.acquire(timeout=THINKING if seen else -1):
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
        """What keeps others from the same game meanwhile; all other pages have one lock together."""
        name = "/".join(parts[:2]) if parts[:1] in (["game"], ["form"], ["demo"]) else ""
        with self._lock:
            return self._locks.setdefault(name, threading.RLock())

    def _page(self, parts: Sequence[str], query: Mapping[str, str], words: Words) -> Page | str:
        """The page of an address, or where to go for one."""
        match parts:
            case []:
                self._make_room()
                return home.home(list_saves(), words.lang, in_network=self.in_network)
            case ["new", name]:
                return self._new(game_named(name), words)
            case ["how"]:
                return home.how(words)
            case ["away"]:
                return home.away(words)
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
                return play.page(View(self.forms[id], words, query)) if self._opened(id) else "/score"
            case ["game", name, "review"] if name in save_names():
                return self._reviewed(name, words)
            case ["game", name]:
                return play.page(View(self.sitting(name), words, query))
            case ["game", name, what] if what in play.PAGES:
                return play.PAGES[what](View(self.sitting(name), words, query))
        return NO_PAGE

    def _new(self, game: Game, words: Words, filled: Fields = home.NOT_FILLED, wrong: str = "") -> Page:
        facts = own_tables(game)
        return home.new_game(game, facts.tables, unchecked(game, facts), words, filled, wrong)

    def _reviewed(self, name: str, words: Words) -> Page:
        """A game as a strong player sees it; while that is worked out, how far it is."""
        driver = look_at(name)
        known = self.reviews.get(name)
        if known is None or not known.is_about(driver):
            known = self.reviews[name] = LookingBack(driver)
            known.start([seat.id for seat in driver.setup.people])
        return play.review_page(f"/game/{name}", known, words)

    # Doing

    def post(self, path: str, fields: Fields, lang: str) -> Reply:
        """What a form does; then go and look. One that comes again is not done again."""
        parts, once = _parts(path), value_of(fields, "once")
        said = {key: fields[key] for key in fields if key != "once"}
        with self._lock_of(parts):
            if once and once in self._replies:
                return self._replies[once]
            reply = self._reply(parts, lambda words: self._done(parts, said, words), lang)
            if once and reply.status < HTTPStatus.BAD_REQUEST:
                self._replies[once] = reply
                for old in list(self._replies)[:-MOST_REPLIES]:
                    del self._replies[old]
            return reply

    def _done(self, parts: Sequence[str], fields: Fields, words: Words) -> Page | str:
        """What comes of a form: where to go, or a page that says what is wrong with it."""
        match parts:
            case ["new", name]:
                return self._begun(game_named(name), fields, words)
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
            case ["form", id, ("answer" | "undo" | "redo") as deed] if self._opened(id):
                done = self._do(self.forms[id], deed, fields, words)
                self._keep(id)
                return done
            case ["form", *_]:
                return "/score"
            case ["game", name, "delete"] if name in save_names():
                return self._delete(name)
            case ["game", name, "teach"]:
                return self._teach(self.sitting(name), fields)
            case ["game", name, deed] if deed in DEEDS:
                return self._do(self.sitting(name), deed, fields, words)
        return NO_PAGE

    def _do(self, sitting: Sitting, deed: str, fields: Fields, words: Words) -> Page | str:
        at = sitting.at
        try:
            key = sitting.do(deed, fields, words)
        except Unsure as unsure:
            return play.sure_page(View(sitting, words), fields, unsure.mended)
        query, path, note = {"note": key} if key else {}, sitting.path, sitting.note(key)
        if sitting.back and sitting.ask is None:
            return f"{sitting.back}?note={self._taught(sitting)}"
        asks_again = deed in ("fix", "mend", "facts") or any(key.startswith("said") for key in fields)
        if asks_again and sitting.at == at and note is not None and note.is_bad:
            path += f"/{deed}"  # refused: it is asked again there
            query |= {key: fields[key][0] for key in ("key", "entry") if key in fields}
        return f"{path}?{urlencode(query, quote_via=quote, safe='')}" if query else path

    def _begun(self, game: Game, fields: Fields, words: Words) -> Page | str:
        """A new game as the form wishes."""
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
        self._make_room()
        self._begun_here.add(name)
        self.sittings[name] = self._sat_down(driver)
        return f"/game/{name}"

    def _delete(self, name: str) -> str:
        """A saved game is deleted; one that another window plays is not."""
        self.put_away(name)
        if name in save_names():
            journal = resume(name).journal  # `Trouble` while another process has it
            journal.close()
            assert journal.path is not None
            delete_save(journal.path)
        return "/"

    def _score(self, game: Game, fields: Fields, words: Words) -> Page | str:
        """A sheet to fill in."""
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
        """A sheet as it was left."""
        game = game_named(sheet.game)
        tables = own_tables(game).tables
        driver = form_driver(lambda: game.score(tables, sheet.players, sheet.round, sheet.rulings))
        enter_again(driver, sheet.entered)
        heading = Text("menu.score"), ": ", game.name
        return self._form(driver, heading, game, id=id, leads_to="/score", sheet=sheet)

    def _opened(self, id: str) -> bool:
        """Whether there is such a form; a sheet from before a restart is taken up again."""
        if id not in self.forms and (sheet := drafts.kept_sheets().get(id)) is not None:
            self._open(id, sheet)
        return id in self.forms

    def _keep(self, id: str) -> None:
        """Keep a sheet with what is in it now."""
        form = self.forms.get(id)
        if form is not None and form.sheet is not None:
            entries = form.driver.journal.history.entries
            form.sheet.entered = [Entered(each.ask, each.answer) for each in entries]
            drafts.keep_sheet(id, form.sheet)

    def _check(self, game: Game) -> str:
        """The assumed facts about the player's components, one after the other."""
        heading = Text("menu.tables"), ": ", game.name
        return self._form(form_driver(checking(game)), heading, game, leads_to="/tables")

    def _demo(self, game: Game, lang: str) -> str:
        """A game that plays itself, watched turn by turn."""
        path = f"/demo/{(id := self._next_id())}"
        self.demos[id] = Demo(new_demo(game, own_tables(game), Wishes(lang=lang)), path)
        for old in list(self.demos)[:-MOST_DEMOS]:
            del self.demos[old]
        return path

    def _teach(self, sitting: Sitting, fields: Fields) -> str:
        """What the app could be taught just now is asked on the side."""
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
        """Questions that are no game, on a page of their own."""
        id = id or self._next_id()
        path = f"/form/{id}"
        own = Editions(game)
        self.forms[id] = Sitting(driver, path, heading, own, back=back, leads_to=leads_to, sheet=sheet)
        for old in list(self.forms)[:-MOST_FORMS]:
            del self.forms[old]
        return path

    def _taught(self, form: Sitting) -> str:
        """The key of a note in the game about what the app was taught beside it."""
        name = form.back.rpartition("/")[2]
        del self.forms[form.path.rpartition("/")[2]]
        return self.sitting(name).was_taught(form.driver.run.log)

    # Games that lie open

    def sitting(self, name: str) -> Sitting:
        """A game, taken up where it was left; `Trouble` if there is none, or it cannot be gone on with."""
        if name not in self.sittings:
            if name not in save_names():
                raise Trouble(Text("trouble.unknown-save", save=name))
            self._make_room()
            driver = resume(name)
            was_here = self._left.pop(name, None) == driver.journal.lines
            is_resumed = bool(driver.journal.history.entries) and not was_here
            self.sittings[name] = self._sat_down(driver, is_resumed=is_resumed)
        return self.sittings[name]

    def _sat_down(self, driver: Driver, *, is_resumed: bool = False) -> Sitting:
        path, own = f"/game/{driver.journal.name}", Editions(driver.game)
        return Sitting(driver, path, title(driver.game.id), own, is_resumed=is_resumed)

    def _make_room(self) -> None:
        """Put away what nobody looks at, for another window to go on with."""
        for name in [name for name in self.sittings if not self.followed(name)]:
            lock = self._lock_of(["game", name])
            if lock.acquire(blocking=False):  # else it is being played
                try:
                    self.put_away(name)
                finally:
                    lock.release()

    def release(self, name: str) -> None:
        """The last device has left a game: a terminal may go on with it, and any device that comes back."""
        with self._lock_of(["game", name]):
            sitting = self.sittings.get(name)
            if sitting is not None and not self.followed(name) and sitting.driver.journal.is_begun:
                self._left[name] = sitting.at
                self.put_away(name)

    def is_known(self, name: str) -> bool:
        """Whether there is such a game."""
        return name in self.sittings or name in save_names()

    def put_away(self, name: str) -> None:
        """Let go of a game; one that was given up before anything was answered is not kept."""
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
        """Put everything away."""
        for name in list(self.sittings):
            self.put_away(name)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _number(fields: Fields, key: str) -> int:
    text = value_of(fields, key, "0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else -1


def _seats(people: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Who sits where, clockwise from the first person; a seat that is left open is for the next person."""
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
    """What the form settles, as ID=VALUE."""
    return [
        f"{key.removeprefix('ruling ')}={values[0]}"
        for key, values in fields.items()
        if key.startswith("ruling ")
    ]
