"""The site without a network: games begun, left, resumed, mended and scored by the forms of its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from automa.dialogue import Option, Roll, Tally, Text
from solo.facts import taught
from solo.games import game_named
from solo.keeping import drafts
from solo.keeping.folders import saves_folder
from solo.keeping.lock import Locked
from solo.playing.standing import remembered, standing_of
from solo.playing.starting import resume
from solo.showing.markup import Capital, Content, Html, element, escaped, written
from solo.web.site import Reply, Site
from solo.words.names import in_list
from solo.words.sentences import Words
from tests.atable import EVERY_GAME, advance
from tests.contract.test_pages import filled_in
from tests.solo.commandline import at_home
from tests.solo.web.reading import Page, text_of
from tests.solo.web.serving import same_games


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    at_home(tmp_path, monkeypatch)
    same_games(monkeypatch)
    made = Site()
    yield made
    made.close()


class Visitor:
    """Somebody who looks at pages and fills in their forms."""

    def __init__(self, site: Site, lang: str = "en", seed: int = 1) -> None:
        self.site = site
        self.lang = lang
        self.random = Random(seed)
        self.path = "/"
        self.page = self.go("/")

    def go(self, path: str) -> Page:
        """Look at a page, or be sent on to another one."""
        bare, _, query = path.partition("?")
        asked = dict(each.split("=", 1) for each in query.split("&") if each)
        return self._see(path, self.site.get(bare, asked, self.lang))

    def send(self, action: str, **changed: str | list[str]) -> Page:
        """Send a form of the page."""
        form = self.page.form(action)
        more = {key: [value] if isinstance(value, str) else value for key, value in changed.items()}
        return self._see(form.action, self.site.post(form.action, {**form.fields(), **more}, self.lang))

    def _see(self, path: str, reply: Reply) -> Page:
        self.status = reply.status
        if reply.location:
            return self.go(reply.location)
        self.path, self.page = path, Page(reply.page)
        return self.page

    def begin(self, game: str, **wishes: str | list[str]) -> None:
        self.go(f"/new/{game}")
        self.send(f"/new/{game}", **{"cards": "app", **wishes})

    def turn(self) -> None:
        """Answer the question somehow."""
        driver = self.site.sittings[self.name].driver
        assert driver.ask is not None
        form = self.page.form("/answer")
        answer = filled_in(driver.ask, form, driver.ask.legal(self.random))
        self._see(form.action, self.site.post(form.action, answer, self.lang))

    @property
    def name(self) -> str:
        return self.path.split("/")[2].partition("?")[0]

    @property
    def note(self) -> str:
        return " ".join(
            text_of(each) for each in self.page.root.iter("section") if "note" in each.get("class", "")
        )


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_game_is_begun_left_and_resumed(site: Site, game: str, lang: str) -> None:
    visitor = Visitor(site, lang)
    visitor.begin(game)
    for _ in range(3):
        visitor.turn()
    path, at = visitor.path, site.sittings[visitor.name].at
    site.close()
    assert path in visitor.go("/").links()
    visitor.go(path)
    assert site.sittings[visitor.name].at == at
    check = site.words(lang).plain(Text("talk.same-table"))
    assert check in visitor.note
    for page in ("log", "score", "why", "rules", "fix", "history"):
        visitor.go(f"{path}/{page}")
        assert visitor.status == 200
        assert path in visitor.page.links()
    visitor.go(path)
    visitor.send("/undo")
    assert visitor.note and check not in visitor.note


def test_a_game_that_nobody_answered_leaves_nothing_behind(site: Site) -> None:
    Visitor(site).begin("castle-combo")
    assert list(saves_folder().glob("*.jsonl"))
    site.close()
    assert not list(saves_folder().iterdir())


def test_a_game_that_is_left_for_the_list_can_be_gone_on_with_at_a_terminal(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    visitor.turn()
    name = visitor.name
    with pytest.raises(Locked):
        resume(name)
    visitor.go("/")
    resume(name).journal.close()
    visitor.go(f"/game/{name}")
    assert visitor.status == 200


def test_only_what_somebody_looks_at_stays_open(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    visitor.turn()
    first = visitor.name
    visitor.begin("methoni")
    assert list(site.sittings) == [visitor.name]
    site.is_followed = lambda name: True
    visitor.go(f"/game/{first}")
    assert len(site.sittings) == 2


def test_wishes_of_the_form_are_followed(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", against=["marshal", "old-berthold"])
    seats = site.sittings[visitor.name].driver.setup.seats
    assert [seat.opponent for seat in seats] == ["", "marshal", "old-berthold"]
    visitor.begin("castle-combo", people="Ann, Ben ,", against=[])
    seats = site.sittings[visitor.name].driver.setup.seats
    assert [seat.name for seat in seats] == ["Ann", "Ben"]
    (turn,) = visitor.page.all("p", class_="turn")
    assert text_of(turn) in ("Ann's turn", "Ben's turn")


@pytest.mark.parametrize(
    "wishes",
    [
        {"against": ["nobody"]},
        {"against": ["old-berthold"] * 9},
        {"against": ["marshal"], "level marshal": "x"},
        {"cards": "dog"},
        {"ruling neighbour": "x"},
        {"ruling x": "y"},
        {"people": "<b>,<b>"},
        {"people": "x" * 99},
    ],
)
def test_a_wish_that_cannot_be_is_said_and_nothing_begins(site: Site, wishes: dict[str, str]) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", **wishes)
    assert visitor.status == 409
    assert not site.sittings


def test_a_finished_game_is_listed_with_its_result(site: Site) -> None:
    visitor = Visitor(site)
    assert "No finished games" in text_of(visitor.go("/finished").root)
    visitor.begin("castle-combo", against=["old-berthold"])
    game = visitor.path
    while site.sittings[visitor.name].driver.ask is not None:
        visitor.turn()
    assert [text_of(each) for each in visitor.page.all("p", class_="winner")]
    assert "Old Berthold" in text_of(visitor.go("/finished").root)
    assert game in visitor.page.links()
    assert game not in visitor.go("/").links()


# Setting right


def test_a_value_is_set_right(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    game = visitor.path
    way = next(link for link in visitor.go(f"{game}/fix").links() if "key=" in link)
    visitor.go(way)
    visitor.send("/fix", answer="999999")
    assert visitor.path.startswith(f"{game}/fix?") and visitor.note
    visitor.send("/fix", answer="7")
    assert visitor.path == game
    assert site.sittings[visitor.name].driver.run.corrections()[0].value == 7
    visitor.send("/undo")
    assert site.sittings[visitor.name].driver.run.corrections()[0].value != 7


def test_an_unknown_value_or_entry_is_said(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    for path in ("/fix?key=nonsense", "/mend?entry=99", "/mend?entry=", "/mend?entry=x", "/mend"):
        visitor.go(visitor.path.partition("/fix")[0].partition("/mend")[0] + path)
        assert visitor.status == 409


def test_an_answer_is_given_anew_and_what_no_longer_fits_is_asked_first(site: Site) -> None:
    visitor = Visitor(site, seed=2)
    visitor.begin("castle-combo", against=["old-berthold"])
    game = visitor.path
    for _ in range(6):
        visitor.turn()
    entries = len(site.sittings[visitor.name].driver.history())
    visitor.go(f"{game}/history")
    first = next(link for link in visitor.page.links() if link.endswith("entry=1"))
    visitor.go(first)
    given = site.sittings[visitor.name].driver.journal.history.entries[0].answer
    others = [value for _, value in visitor.page.form("/mend").buttons() if value != given]
    visitor.send("/mend", answer=others[0])
    assert "no longer fits" in text_of(visitor.page.root)
    assert len(site.sittings[visitor.name].driver.history()) == entries
    visitor.send("/mend", accept="yes")
    assert visitor.path.startswith(f"{game}?note=")
    assert "Mended" in visitor.note and "Do at the table" in visitor.note
    assert len(site.sittings[visitor.name].driver.history()) < entries


def test_what_the_app_doubts_can_be_insisted_on(site: Site) -> None:
    """A card that is too dear by the app's count, typed by its name: refused, and bought all the same."""
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    driver = site.sittings[visitor.name].driver
    for key in ("gold", "keys"):
        driver.fix(next(each.key for each in driver.run.corrections() if key in each.key), 0)
    visitor.go(visitor.path)
    downs = [value for _, value in visitor.page.form("/answer").buttons() if value.endswith(" down")]
    at = site.sittings[visitor.name].at
    visitor.send("/answer", typed=downs[0].removesuffix(" down"))
    assert site.sittings[visitor.name].at == at
    (form,) = (each for each in visitor.page.all("form") if each.find("./button[@name='insist']") is not None)
    fields = {each.attrib["name"]: [each.attrib["value"]] for each in form.iter("input")}
    assert visitor.note
    site.post(form.attrib["action"], {**fields, "insist": ["yes"]}, "en")
    assert site.sittings[visitor.name].at > at
    assert driver.journal.history.entries[-1].answer


def test_a_strong_player_is_asked(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    visitor.send("/hint")
    assert "A strong player would choose" in visitor.note
    driver = site.sittings[visitor.name].driver
    asked, entries = driver.ask, len(driver.journal.history.entries)
    assert asked is not None
    (taken,) = [each for each in visitor.page.all("form") if "Do that" in text_of(each)]
    fields = {each.attrib["name"]: [each.attrib["value"]] for each in taken.iter("input")}
    site.post(taken.attrib["action"], fields, "en")
    assert driver.journal.history.entries[entries].answer in fields["answer"]


def test_tiles_of_the_box_are_told_with_the_question_for_a_hint(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("six-castles", cards="table")
    driver = site.sittings[visitor.name].driver
    while driver.ask is not None and driver.ask.id != "six-castles.place":
        driver.answer(driver.ask.legal(visitor.random))
        advance(driver)
    visitor.go(visitor.path)
    assert f"{visitor.path}/hint" in visitor.page.links()
    game = visitor.path
    visitor.go(f"{game}/hint")
    letters = {each.get("data-letter") for each in visitor.page.all("button")}
    assert set("aftmdl") <= letters and visitor.page.all("input", name="said x")
    visitor.send("/hint")
    assert "put them together" in visitor.note and visitor.path.startswith(f"{game}/hint")
    visitor.send("/hint", said="aftm dtlm")
    assert "A strong player would choose" in visitor.note and not visitor.path.startswith(f"{game}/hint")


def test_the_app_draws_once_and_the_next_by_hand(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", cards="table")
    assert not visitor.page.all("button", name="by", value="app")  # a real card lies there
    visitor.begin("valeria", dice="table", against=["mirela-quay"])
    at = site.sittings[visitor.name].at
    visitor.send("/draw", by="app")
    assert site.sittings[visitor.name].at > at
    assert "by the app" in text_of(visitor.page.root)
    visitor.begin("castle-combo")
    visitor.send("/draw", by="hand")
    assert "yourself" in visitor.note


@pytest.mark.parametrize("deed", ["answer", "undo", "redo", "draw", "fix", "mend"])
def test_a_form_of_nonsense_changes_nothing(site: Site, deed: str) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo")
    sitting, at = site.sittings[visitor.name], str(site.sittings[visitor.name].at)
    for fields in ({}, {"at": [at]}, {"at": [at], "answer": ["\x00<b>"]}, {"at": [at], "typed": ["!?"]},
                   {"at": [at], "by": ["x"], "key": ["x"], "entry": ["x"], "insist": ["yes"]}):  # fmt: skip
        reply = site.post(f"/game/{visitor.name}/{deed}", fields, "en")
        assert reply.status in (303, 409)
        assert str(sitting.at) == at


# Teaching


def test_several_cards_are_typed_on_one_line(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", cards="table")
    driver = site.sittings[visitor.name].driver
    visitor.send("/answer", typed="chancellor, judge; devout")
    assert len(driver.history()) == 3
    visitor.send("/answer", typed="a, b, c, d, e")
    assert len(driver.history()) == 3 and visitor.note
    visitor.send("/answer", typed="doctor, chancellor")
    assert len(driver.history()) == 3 and "Chancellor" in visitor.note


def test_a_name_that_nobody_knows_is_taught_on_the_side(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", cards="table")
    game, at = visitor.path, site.sittings[visitor.name].at
    visitor.send("/answer", typed="Alte Frau")
    assert site.sittings[visitor.name].at == at and visitor.note
    visitor.send("/teach")
    visitor.send("/answer", answer="5")
    visitor.send("/answer", pick="nobility")
    visitor.send("/answer", answer="duchess")
    assert visitor.path.startswith(f"{game}?note=") and "Kept" in visitor.note
    visitor.send("/answer", typed="alte frau")
    assert site.sittings[visitor.name].driver.journal.history.entries[-1].answer == "duchess"
    site.sittings[visitor.name].lesson = None
    assert site.post(f"{game}/teach", {"at": ["1"]}, "en").status == 409


def test_what_a_die_gave_is_taken_and_can_be_remembered(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("valeria", dice="table", against=["mirela-quay"])
    driver = site.sittings[visitor.name].driver
    while not isinstance(driver.ask, Roll):
        visitor.turn()
    game, chosen = visitor.path.partition("?")[0], driver.ask.outcomes[-1].id
    visitor.send("/answer", answer=chosen)
    visitor.send("/teach")
    visitor.send("/answer", answer="2")
    while visitor.path.startswith("/form"):
        visitor.send("/answer", answer="yes")
    assert visitor.path.startswith(f"{game}?note=") and "Remembered" in visitor.note
    assert driver.taught == taught.read_taught(driver.game) != {}


def test_what_was_taught_since_is_told_and_taken_over(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("valeria", dice="app", against=["mirela-quay"])
    visitor.turn()
    game = visitor.path.partition("?")[0]
    assert "everything that you have taught" in text_of(visitor.go(f"{game}/facts").root)
    site.close()
    taught.keep(game_named("valeria"), {"charts": {"round": {"2": {"face": {"1": "nor-high"}}}}})
    assert f"{game}/facts" in visitor.go(game).links()
    assert "1 is Nor High" in text_of(visitor.go(f"{game}/facts").root)
    visitor.send("/facts")
    assert "From here on" in visitor.note
    assert f"{game}/facts" not in visitor.page.links()
    visitor.send("/undo")
    assert site.sittings[visitor.name].driver.taught == {}


def test_what_only_shows_how_to_answer_is_folded(site: Site) -> None:
    """A tile that only the player sees is put together; tiles that it could be are no buttons in sight."""
    visitor = Visitor(site)
    visitor.begin("six-castles", cards="table", against=["friar-anselmo"])
    driver = site.sittings[visitor.name].driver
    while driver.ask is None or in_list(driver.ask.options):
        visitor.turn()
    page = visitor.page
    folded = {
        each for box in page.all("details") if box.get("class") == "as-list" for each in box.iter("button")
    }
    assert {each for each in page.all("button") if each.get("name") == "answer"} <= folded
    assert len(page.all("select", name="quarter")) == 4
    assert not [each for each in page.all("input") if each.get("name") == "typed"]
    at = site.sittings[visitor.name].at
    visitor.send("/answer", quarter=["w", "h", "", "l"])
    assert site.sittings[visitor.name].at == at and "quarter" in visitor.note
    visitor.send("/answer", quarter=[*str(driver.ask.legal(visitor.random))])
    assert site.sittings[visitor.name].at > at


# A sheet to fill in


@pytest.mark.parametrize("lang", ["en", "nl"])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_score_sheet_is_filled_in(site: Site, game: str, lang: str) -> None:
    visitor = Visitor(site, lang, seed=4)
    assert f"/score/{game}" in visitor.go("/score").links()
    visitor.go(f"/score/{game}")
    count = visitor.page.form(f"/score/{game}").buttons()[-1][1]
    visitor.send(f"/score/{game}", players=count)
    (form,) = site.forms.values()
    steps = 0
    while (ask := form.driver.ask) is not None:
        at = form.at
        fields = filled_in(ask, visitor.page.form("/answer"), ask.legal(visitor.random))
        reply = site.post(f"{form.path}/answer", fields, lang)
        visitor.go(reply.location)
        steps += form.at > at
        assert steps < 2000
    players = [each for each in visitor.page.all("details") if each.get("class") == "player"]
    assert len(players) == int(count)
    visitor.send("/undo")
    assert form.driver.ask is not None


@pytest.mark.parametrize("players", ["0", "99", "x", "-1", ""])
def test_a_sheet_for_nobody_is_not_begun(site: Site, players: str) -> None:
    visitor = Visitor(site)
    visitor.go("/score/castle-combo")
    visitor.send("/score/castle-combo", players=players)
    assert visitor.status == 409 and not site.forms


def test_a_sheet_that_is_forgotten_leads_back_to_the_beginning(site: Site) -> None:
    assert site.get("/form/77", {}, "en").location == "/score"
    assert site.post("/form/77/answer", {}, "en").location == "/score"


# Markup


def test_whatever_is_not_markup_is_escaped() -> None:
    hostile = "<img src=x onerror=\"alert('&')\">\x1b[0m\u202e\ud800"
    words = Words.of("en").for_a_page()
    contents: list[Content] = [
        [hostile],
        element("p", hostile),
        element("p", title=hostile),
        element("p", element("b", hostile), class_=hostile),
        element("p", Text("web.against", names=[hostile]), title=Text("web.against", names=[hostile])),
        element("p", Option("x", hostile), Capital(hostile), Capital(Option("x", hostile))),
    ]
    for made in (escaped(hostile), *(written(content, words) for content in contents)):
        assert "<img" not in made and '"alert' not in made
        assert "\x1b" not in made and "\u202e" not in made
        Page(f"<!DOCTYPE html><html>{made}</html>".encode("utf-8", "strict").decode())
    assert written(element("p", Html("<b>x</b>"))) == "<p><b>x</b></p>"
    assert written(element("p.dim.small", 3, None, ["x"])) == '<p class="dim small">3x</p>'
    assert written(element("input", checked=True, disabled=False, value=None)) == '<input checked=""/>'
    with pytest.raises(ValueError, match="no name"):
        written(element('p.x"onclick="alert(1)'))


# What else the menu of a terminal offers


def test_what_is_assumed_is_checked_by_touch(site: Site) -> None:
    """Right, wrong and entered anew, taken back: kept at once, as at a terminal."""
    game = game_named("methoni")
    visitor = Visitor(site)
    assert "only assumed" in text_of(visitor.go("/tables").root)
    assumed = len(taught.own_tables(game).assumed())
    visitor.send("/tables/methoni")
    assert not visitor.page.all("input", type="checkbox")  # nothing is to be done at the table
    visitor.send("/answer", answer="right")
    assert 0 < len(taught.own_tables(game).assumed()) < assumed
    visitor.send("/undo")
    assert len(taught.own_tables(game).assumed()) == assumed
    visitor.send("/answer", answer="stop")
    assert "/tables" in visitor.page.links()


def test_a_game_plays_itself_to_the_sheet(site: Site) -> None:
    visitor = Visitor(site, "nl")
    visitor.go("/demo")
    visitor.send("/demo/castle-combo")
    game, turns = visitor.path, 0
    while [each for each in visitor.page.all("form") if each.get("action", "").endswith("/on")]:
        before = visitor.page.form("/on").fields()
        visitor.send("/on")
        turns += 1
        site.post(f"{game}/on", before, "nl")  # sent again, it is no further turn
    assert turns > 9 and visitor.page.all("p", class_="winner")
    assert not list(saves_folder().glob("*"))
    assert site.get("/demo/77", {}, "en").location == site.post("/demo/77/on", {}, "en").location == "/demo"


def test_where_a_game_stands_is_noted_when_it_is_put_away(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", against=["old-berthold"])
    visitor.turn()
    driver = site.sittings[visitor.name].driver
    site.close()
    assert remembered()[visitor.name].standing == standing_of(driver)


@pytest.mark.usefixtures("few_games")
def test_a_finished_game_is_looked_back_on_and_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solo.playing.looking_back.Thread", AtOnce)
    visitor = Visitor(site)
    assert "No finished games" in text_of(visitor.go("/stats").root)
    visitor.begin("castle-combo", against=["old-berthold"])
    game = visitor.path
    while site.sittings[visitor.name].driver.ask is not None:
        visitor.turn()
    assert f"{game}/review" in visitor.page.links()
    looked_back = text_of(visitor.go(f"{game}/review").root)
    assert "Your best move was" in looked_back and "Better was:" in looked_back
    assert "1 game" in text_of(visitor.go("/stats").root) and "Old Berthold" in text_of(visitor.page.root)


class AtOnce:
    """A thread that is over before it has begun."""

    def __init__(self, target: Callable[[], None], daemon: bool) -> None:
        self.start = target


@pytest.mark.usefixtures("few_games")
def test_while_a_game_is_looked_back_on_the_page_says_how_far_it_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Callable[[], None]] = []
    monkeypatch.setattr(
        "solo.playing.looking_back.Thread",
        lambda target, daemon: AtOnce(lambda: begun.append(target), daemon),
    )
    visitor = Visitor(site)
    visitor.begin("castle-combo", against=["old-berthold"])
    game = visitor.path
    visitor.turn()
    visitor.go(f"{game}/review")
    assert visitor.page.all("progress") and visitor.page.all("body", data_again="")
    begun[0]()
    visitor.go(f"{game}/review")
    assert len(begun) == 1 and not visitor.page.all("body", data_again="")
    visitor.go(game)
    visitor.turn()
    visitor.go(f"{game}/review")
    assert len(begun) == 2 and visitor.page.all("progress"), "the game has gone on"


def test_seats_are_chosen_clockwise(site: Site) -> None:
    visitor = Visitor(site)
    visitor.begin("castle-combo", against=["marshal", "old-berthold"], seat=["old-berthold", "marshal", ""])
    seats = site.sittings[visitor.name].driver.setup.seats
    assert [seat.opponent for seat in seats] == ["", "old-berthold", "marshal"]
    visitor.begin("castle-combo", people="Ann, Ben", against=["marshal"], seat=["marshal"])
    seats = site.sittings[visitor.name].driver.setup.seats
    assert [seat.name for seat in seats] == ["Ann", "The Marshal", "Ben"]


def test_a_form_that_is_refused_stays_as_it_was_filled_in(site: Site) -> None:
    visitor = Visitor(site)
    visitor.go("/new/castle-combo")
    everybody = [each.get("value", "") for each in visitor.page.all("input", name="against")]
    wishes = {"people": "Ann, Ben", "cards": "app", "first": everybody[1], "ruling neighbour": "best"}
    known = {
        key: value for key, value in wishes.items() if key in visitor.page.form("/new/castle-combo").fields()
    }
    visitor.send("/new/castle-combo", against=everybody, **known)
    assert visitor.status == 409 and visitor.page.all("p", role="alert")
    kept = visitor.page.form("/new/castle-combo").fields()
    assert kept["against"] == everybody
    assert {key: kept[key] for key in known} == {key: [value] for key, value in known.items()}
    visitor.go("/score/valeria")
    visitor.send("/score/valeria", players="99", round="2")
    assert visitor.status == 409 and visitor.page.form("/score/valeria").fields()["round"] == ["2"]


def test_cards_are_scored_on_the_grid_in_any_order_and_kept_over_a_restart(site: Site) -> None:
    visitor = Visitor(site)
    visitor.go("/score/castle-combo")
    visitor.send("/score/castle-combo", players="1")
    visitor.send("/answer", answer="Ann")
    place = next(each for each in visitor.page.all("button") if each.get("value") == "d4")
    assert "bottom row, right" in place.get("aria-label", "")
    visitor.send("/answer", answer="d4")
    visitor.send("/answer", typed="miraculously cured")
    visitor.send("/answer", answer="judge")
    form = visitor.path
    site.forms.clear()  # the computer was switched off
    assert form.partition("?")[0] in visitor.go("/score").links()
    visitor.go(form)
    assert "Judge" in text_of(visitor.page.all("div", class_="grid cols-3")[0])
    visitor.send("/answer", answer="b2")  # that one was wrong
    visitor.send("/answer", answer="his-holiness")
    for _ in range(7):
        visitor.send("/answer", answer="face-down")
    visitor.send("/answer", answer="3")
    visitor.send("/answer", answer="2")
    (sheet,) = [each for each in visitor.page.all("details") if each.get("class") == "player"]
    assert "Ann" in text_of(sheet)
    visitor.go("/score")
    visitor.send("/delete")
    assert not drafts.kept_sheets()


def test_an_answer_that_is_refused_stays_as_it_was_filled_in(site: Site) -> None:
    """Counts that do not add up, a name that is none, a tile that is not whole."""
    visitor = Visitor(site)
    visitor.begin("valeria", dice="table", against=["mirela-quay"])
    driver = site.sittings[visitor.name].driver
    while not isinstance(driver.ask, Tally):
        visitor.turn()
    counts = {f"count {option.id}": "1" for option in driver.ask.options[:2]}
    visitor.send("/answer", **counts)
    assert visitor.page.all("section", class_="note bad")
    kept = visitor.page.form("/answer").fields()
    assert {key: kept[key][0] for key in counts} == counts
    visitor.begin("castle-combo", cards="table")
    visitor.send("/answer", typed="qwertz")
    assert visitor.page.all("input", name="typed", value="qwertz")
    visitor.begin("six-castles", cards="table")
    driver = site.sittings[visitor.name].driver
    while driver.ask is not None and driver.ask.id != "six-castles.first-tile":
        visitor.turn()
    visitor.send("/answer", quarter=["w", "c", "", ""])
    assert visitor.page.form("/answer").fields()["quarter"] == ["w", "c", "", ""]
