"""The pages in a real browser, under a finger: whole games, another device, no scripts, nobody left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot
from random import Random
from typing import TYPE_CHECKING, Literal

import pytest

from automa.dialogue import Move
from tests.atable import EVERY_GAME
from tests.solo.commandline import at_home
from tests.solo.web.hand import PHONE, SMALL, SMALLEST, TABLET, Hand
from tests.solo.web.serving import CHROMIUM, Running, same_games, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.timeout(600),  # a browser shares the computer with the other tests
]

IN_VIEW = 0.9
"""So much of what is touched must be in view without scrolling."""
SMALLEST_TARGET = 48
ALL_OPEN = """document.querySelectorAll("details:not(.more)").forEach(each => { each.open = true; })"""
TOUCHED_THINGS = "a, button, summary, label, select, input:not([type=hidden])"
TOO_SMALL = """([what, size]) => [...document.querySelectorAll(what)]
    .filter(each => each.checkVisibility() && !each.closest("svg, .scrim, label:not(:scope)"))
    .map(each => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
    .filter(([_, box]) => box.height < size - 0.5 || box.width < size - 0.5).map(([text]) => text)"""
TOO_SMALL_TO_READ = """() => {
    const found = new Set(), all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (all.nextNode()) {
        const { parentElement, data } = all.currentNode;
        const seen = parentElement.checkVisibility() && !parentElement.closest("svg, .sr, option");
        if (data.trim() && seen && parseFloat(getComputedStyle(parentElement).fontSize) < 11) found.add(data);
    }
    return [...found];
}"""
"""Words in letters of less than eleven points."""
WAKE_LOCK = """navigator.wakeLock.request = async () => {
    document.documentElement.dataset.awake = "yes";
    return { released: false, release: async () => { document.documentElement.dataset.awake = "no"; } };
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        home = at_home(tmp_path_factory.mktemp("home"), monkeypatch)
        same_games(monkeypatch)
        with serving(home, url="http://192.0.2.7:8765") as running:
            yield running


def test_two_devices_play_a_whole_game_by_touch(browser: Browser, site: Running) -> None:
    """By turns, each in its language; the other one follows, also what is undone and done again."""
    with Hand(browser, site) as phone, Hand(browser, site, TABLET, lang="nl") as tablet:
        phone.begin("castle-combo")
        tablet.page.goto(phone.page.url)
        turns = 0
        while not phone.is_over:
            one, two = (phone, tablet) if turns % 4 < 2 else (tablet, phone)
            one.turn()
            two.comes_to(one.at)
            turns += 1
            if turns == 6:
                phone.skip(14)
                tablet.comes_to(phone.at)
            if turns == 2:
                undo, redo = (phone.page.locator(f"form[action$={each}] button") for each in ("undo", "redo"))
                taken_back = undo.locator(".what").inner_text()
                undo.tap()
                phone.page.locator(".note").wait_for()
                assert (
                    taken_back.split(" – ")[0].casefold()
                    in phone.page.locator(".note").inner_text().casefold()
                )
                tablet.comes_to(phone.at)
                assert "Opnieuw" in tablet.page.locator("form[action$=redo]").inner_text()
                redo.tap()
                redo.wait_for(state="detached")
                at = phone.at
                phone.page.reload()
                assert phone.at == at
                tablet.comes_to(at)
        for hand in (phone, tablet):
            assert hand.page.locator(".winner").count()
            assert hand.page.locator(".player").count() >= 2
        assert "wint met" in tablet.page.locator(".winner").first.inner_text()
        tablet.page.locator(".bottom button").first.tap()
        tablet.page.locator("#answer").wait_for(state="attached")
        phone.comes_to(tablet.at)


def test_a_game_is_begun_played_and_ended_without_scripts(browser: Browser, site: Running) -> None:
    with Hand(browser, site, scripts=False) as hand:
        hand.begin("castle-combo")
        for _ in range(4):
            hand.turn()
        hand.skip(18)
        while not hand.is_over:
            hand.turn()
        assert hand.page.locator(".winner").count()
        hand.page.locator(".bottom button").first.tap()
        hand.page.locator("#answer").wait_for(state="attached")


@pytest.mark.parametrize(
    ("game", "cards", "size"),
    [
        *((game, "app", SMALLEST) for game in EVERY_GAME),
        ("castle-combo", "table", SMALLEST),
        ("six-castles", "app", PHONE),  # the one with the most to place
    ],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else value,
)
def test_what_is_touched_is_in_view_without_scrolling(
    browser: Browser, site: Running, game: str, cards: str, size: tuple[int, int]
) -> None:
    """At least nine of ten taps, from the first turns to the last ones; what opponents did is ticked off."""
    with Hand(browser, site, size, lang="nl", seed=len(game) + size[0]) as hand:
        hand.sit_down(game, cards)
        for answers in (9, 12, 0):
            for _ in range(4):
                if hand.random.random() < 0.5 and hand.page.locator(".all:visible").count():
                    hand.touch(".all")
                if not hand.is_over:
                    hand.turn()
            hand.skip(answers)
        seen = f"{hand.in_view} of {hand.taps} touches needed no scrolling: what may be chosen comes first"
        assert hand.in_view >= IN_VIEW * hand.taps, seen


@pytest.mark.parametrize("size", [TABLET, (768, 1024)])
def test_on_a_tablet_the_question_begins_above_the_fold(
    browser: Browser, site: Running, size: tuple[int, int]
) -> None:
    with Hand(browser, site, size) as hand:
        hand.sit_down("methoni")
        for _ in range(4):
            box = hand.page.locator("#question").bounding_box()
            assert box is not None and 0 <= box["y"] <= size[1] - SMALLEST_TARGET
            hand.turn()


SMALLEST_LETTERS = """() => Math.min(99, ...[...document.querySelectorAll(".map text")]
    .filter(each => each.checkVisibility())
    .map(each => each.getScreenCTM().a * parseFloat(each.getAttribute("font-size"))))"""


@pytest.mark.parametrize("game", ["methoni", "six-castles", "valeria"])
@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["390x844", "320x568"])
def test_letters_on_a_map_can_be_read_or_are_not_shown(
    browser: Browser, site: Running, game: str, size: tuple[int, int]
) -> None:
    with Hand(browser, site, size) as hand:
        hand.sit_down(game)
        hand.skip(9)
        assert hand.page.evaluate(SMALLEST_LETTERS) >= 11


def test_a_map_fills_the_screen_and_the_nearest_border_is_shown_before_it_counts(
    browser: Browser, site: Running
) -> None:
    with Hand(browser, site) as hand:
        hand.sit_down("methoni")
        at = hand.at
        line = hand.page.locator(".map a").nth(40)
        href, box = line.get_attribute("href") or "", line.locator(".touch").bounding_box()
        assert box is not None
        hand.page.touchscreen.tap(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 + 2)
        hand.page.locator(".map-box.full").wait_for()
        assert hand.page.locator(f"{href}:target").count() and hand.at == at
        assert hand.page.locator(f".map a.chosen[href='{href}']").count() == 1
        other = hand.page.locator(".map a").nth(60)
        box = other.locator(".touch").bounding_box()
        assert box is not None
        hand.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        chosen = other.get_attribute("href") or ""
        hand.page.locator(f"{chosen}:target").wait_for()
        hand.page.locator("[data-map=in]").tap()
        assert "scale(1.6)" in (hand.page.locator(".map-box.full .map").get_attribute("style") or "")
        hand.page.go_back()
        hand.page.locator(".map-box:not(.full)").wait_for()
        assert hand.at == at
        hand.turn()
        assert not hand.page.locator(".map-box.full").count()


MAP = ".map-box.full .map"
WHERE_IT_IS = """() => {
    const { left, top, width } = document.querySelector(".map-box.full .map").getBoundingClientRect();
    return [left, top, width];
}"""


def test_a_map_is_zoomed_by_two_fingers_and_a_double_tap_and_dragged_by_one(
    browser: Browser, site: Running
) -> None:
    with Hand(browser, site) as hand:
        hand.sit_down("methoni")
        at = hand.at
        hand.touch(".table .map a")
        hand.page.locator(MAP).wait_for()
        left, top, width = hand.page.evaluate(WHERE_IT_IS)
        x, y = left + width / 2, top + width / 2
        hand.fingers([(x - 30, y), (x + 30, y)], [(x - 45, y), (x + 45, y)], [(x - 60, y), (x + 60, y)])
        pinched_left, pinched_top, pinched = hand.page.evaluate(WHERE_IT_IS)
        assert 1.9 * width < pinched < 2.1 * width
        assert abs(x - pinched_left - (x - left) * pinched / width) < 8  # what is between the fingers stays
        hand.fingers([(x, y)], [(x + 20, y + 10)], [(x + 40, y + 30)])
        dragged_left, dragged_top, dragged = hand.page.evaluate(WHERE_IT_IS)
        assert (round(dragged_left - pinched_left), round(dragged_top - pinched_top)) == (40, 30)
        assert dragged == pinched
        hand.fingers([(x - 60, y), (x + 60, y)], [(x - 6, y), (x + 6, y)])
        assert hand.page.evaluate(WHERE_IT_IS) == [left, top, width]  # never smaller than the screen
        chosen = hand.page.locator(".map a.chosen").get_attribute("href")
        for zoomed in (2.5 * width, width):
            hand.page.locator(MAP).dispatch_event("click", {"clientX": x, "clientY": y})
            hand.page.evaluate("pace = 0")
            hand.page.locator(MAP).dispatch_event("click", {"clientX": x, "clientY": y})
            assert abs(hand.page.evaluate(WHERE_IT_IS)[2] - zoomed) < 1
            hand.page.evaluate("pace = 1000")
        assert chosen and hand.at == at  # nothing of it was an answer


NEAREST = """([x, y]) => [...document.querySelectorAll(".map a")].filter(each => each.checkVisibility())
    .map(each => {
        const shape = each.querySelector(".touch"), to = shape.getScreenCTM();
        const length = shape.getTotalLength();
        const inside = shape.isPointInFill(new DOMPoint(x, y).matrixTransform(to.inverse()));
        const along = [...Array(61).keys()].map(part => shape.getPointAtLength(length * part / 60))
            .map(point => new DOMPoint(point.x, point.y).matrixTransform(to));
        const away = Math.min(...along.map(point => Math.hypot(point.x - x, point.y - y)));
        return [shape.tagName !== "line" && inside ? 0 : away, each.getAttribute("href")];
    }).sort(([one], [two]) => one - two)"""
"""What can be touched on a map, by how far it is from a point."""
CHOSEN = "document.querySelector('.map-box.full a.chosen')?.getAttribute('href')"


@pytest.mark.parametrize("game", ["methoni", "six-castles", "valeria"])
def test_a_finger_that_misses_finds_what_is_nearest(browser: Browser, site: Running, game: str) -> None:
    """Wherever it comes down within 22 points of something, as if that were 44 across; it is only shown."""
    with Hand(browser, site, SMALLEST) as hand:
        hand.sit_down(game)
        while not hand.page.locator(".table .map a").count():
            hand.skip(1)
        at, random, found, last = hand.at, Random(4), 0, (-99.0, -99.0)
        hand.touch(".table .map a")
        hand.page.locator(MAP).wait_for()
        left, top, width = hand.page.evaluate(WHERE_IT_IS)
        while found < 8:
            x, y = left + random.random() * width, top + random.random() * width
            (away, href), *others = hand.page.evaluate(NEAREST, [x, y])
            unsure = any(other - away < 4 for other, _ in others)
            if away > 22 or unsure or hypot(x - last[0], y - last[1]) < 40:
                continue
            hand.page.locator(MAP).dispatch_event("click", {"clientX": x, "clientY": y})
            assert hand.page.evaluate(CHOSEN) == href
            assert hand.page.evaluate("location.hash") == href and hand.at == at
            found, last = found + 1, (x, y)


def test_a_question_marks_on_the_map_what_it_is_about(browser: Browser, site: Running) -> None:
    """Whose house goes where: the border glows, the names of its sides can be read, as those of a preview."""
    with Hand(browser, site, SMALLEST) as hand:
        hand.sit_down("methoni")
        sides: list[str] = []
        while len(sides) < 2:  # a border, and not a coast
            hand.touch(".table .map a")
            sheet = hand.page.locator(".sheet:target")
            sheet.wait_for()
            sides = sheet.locator(".whole p b").all_inner_texts()
            wall = sheet.locator(".choice").inner_text()
            if len(sides) < 2:
                hand.page.locator("[data-map=close]:visible").tap()
        assert wall.startswith(f"Wall on {sides[0]} – {sides[1]}")
        hand.touch(".sheet:target .choice")
        hand.page.locator(".map .about").wait_for()
        assert sorted(hand.page.locator(".map .named").all_text_contents()) == sorted(sides)
        assert hand.page.evaluate(SMALLEST_LETTERS) >= 11


@pytest.mark.parametrize("size", [PHONE, SMALLEST], ids=["390x844", "320x568"])
def test_a_tile_is_put_together_from_pictures(browser: Browser, site: Running, size: tuple[int, int]) -> None:
    """Four quarters and a palette, all in view; turned left and right; where it will lie is on the map."""
    with Hand(browser, site, size) as hand:
        hand.sit_down("six-castles", cards="table")
        name = hand.page.url.rpartition("/")[2]
        driver = site.served.site.sittings[name].driver
        while driver.ask is not None and driver.ask.id != "six-castles.tile-lies":
            hand.skip(1)
        tile, at = str(driver.ask.legal(Random(3)) if driver.ask is not None else ""), hand.at
        for letter in tile:
            hand.touch(f".pad [data-letter='{letter}']")
        boxes = hand.page.locator(".pad select")
        assert "".join(box.input_value() for box in boxes.all()) == tile
        assert hand.page.locator(".ghost use[href^='#i-']").count() == 4
        hand.touch("[data-tool=right]")
        assert [box.input_value() for box in boxes.all()] == [tile[2], tile[0], tile[3], tile[1]]
        hand.touch("[data-tool=left]")
        hand.touch(".pad .primary")
        hand.page.locator(f"body:not([data-at='{at}'])").wait_for()
        assert hand.in_view == hand.taps
        assert not re.search(rf"\b{tile}\b", hand.page.locator("body").inner_text())


def test_what_is_ticked_folds_and_stays_ticked(browser: Browser, site: Running) -> None:
    with Hand(browser, site, seed=3) as hand:
        hand.sit_down("castle-combo")
        while not hand.page.locator("details.seat .why").count():
            hand.turn()
        seat = hand.page.locator("details.seat").first
        seat.locator(".why summary").first.tap()
        assert seat.locator(".why li").first.is_visible()
        for deed in seat.locator(".deed").all():
            deed.scroll_into_view_if_needed()
            deed.tap()
        hand.page.locator("details.seat:not([open])").first.wait_for()
        hand.page.reload()
        assert hand.page.locator("details.seat:not([open])").count()


def test_back_closes_a_sheet_and_never_loses_anything(browser: Browser, site: Running) -> None:
    with Hand(browser, site) as hand:
        hand.sit_down("castle-combo")
        game, at = hand.page.url, hand.at
        hand.page.locator(".table a.touch").first.tap()
        hand.page.locator(".sheet:target").wait_for()
        hand.page.go_back()
        assert (hand.page.url, hand.at) == (game, at)
        assert not hand.page.locator(".sheet:target").count()
        hand.turn()
        hand.page.go_back()
        hand.page.go_forward()
        hand.page.locator("#answer").wait_for(state="attached")
        assert hand.page.url == game


def test_a_computer_that_is_away_loses_nothing(browser: Browser, site: Running) -> None:
    with Hand(browser, site) as hand:
        hand.sit_down("castle-combo")
        at = hand.at
        hand.context.set_offline(True)
        hand.page.locator(".table a.touch").last.tap()
        hand.page.locator(".sheet:target .choice").first.tap()
        hand.page.locator(".lost").wait_for()
        assert "Nothing is lost" in hand.page.locator(".lost").inner_text()
        assert hand.at == at
        hand.context.set_offline(False)
        hand.turn()
        assert hand.page.locator(".lost").is_hidden()


def test_a_page_says_what_to_do_when_the_computer_is_away(browser: Browser, site: Running) -> None:
    """A browser keeps it where the address is a safe one: on this computer, or with a certificate."""
    with Hand(browser, site) as hand:
        hand.open("/")
        hand.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        hand.context.set_offline(True)
        hand.open("/finished")
        assert "Start solo serve" in hand.page.locator("main").inner_text()
        assert hand.page.evaluate("getComputedStyle(document.querySelector('.choice')).minHeight") == "48px"
        hand.context.set_offline(False)
        hand.page.locator(".choice").tap()
        hand.page.locator(".card.game").first.wait_for()


@pytest.mark.parametrize("fate", ["nothing", "503", "a proxy's page"])
def test_a_reply_that_is_not_our_page_leaves_the_game_and_can_be_tried_again(
    browser: Browser, site: Running, fate: str
) -> None:
    """The answer came through, its reply did not: tried again, it is not given twice."""
    with Hand(browser, site) as hand:
        hand.page.clock.install()
        hand.sit_down("castle-combo")
        at, name = hand.at, hand.page.url.rpartition("/")[2]
        came_through: list[Route] = []

        def swallow(route: Route) -> None:
            route.fetch(max_redirects=0)
            came_through.append(route)
            if fate == "503":
                route.fulfill(status=503, body="busy", content_type="text/plain")
            elif fate != "nothing":
                route.fulfill(body="<html><body><h1>Sign in to the Wi-Fi</h1></body></html>")

        hand.page.route("**/answer", swallow)
        hand.page.locator(".table a.touch").first.tap()
        hand.page.locator(".sheet:target .choice").first.tap()
        if fate == "nothing":
            hand.page.clock.run_for(400)
            hand.page.locator(".working").wait_for()
            while not came_through:
                hand.page.wait_for_timeout(10)
            hand.page.clock.run_for(8000)
        hand.page.locator(".lost button").wait_for()
        assert hand.at == at and hand.page.locator("#question").count()
        answers = len(site.served.site.sittings[name].driver.history())
        hand.page.unroute("**/answer")
        hand.page.locator(".lost button").tap()
        hand.page.locator(f"body:not([data-at='{at}'])").wait_for()
        assert hand.page.locator(".lost").is_hidden() and not hand.page.locator(".note.bad").count()
        assert len(site.served.site.sittings[name].driver.history()) == answers == 1


def test_a_search_finds_among_many_and_a_name_answers(browser: Browser, site: Running) -> None:
    with Hand(browser, site) as hand:
        hand.open("/new/castle-combo")
        hand.page.locator(".begin").tap()
        search = hand.page.locator("input[name=typed]")
        search.fill("chanc")
        shown = hand.page.locator(".many [data-find]:visible")
        assert shown.count() == 1
        at = hand.at
        search.press("Enter")
        hand.page.locator(f"body:not([data-at='{at}'])").wait_for()
        assert "Chancellor" in hand.page.locator("form[action$=undo]").inner_text()


def test_the_screen_stays_on_while_a_game_runs(browser: Browser, site: Running) -> None:
    with Hand(browser, site) as hand:
        hand.context.add_init_script(WAKE_LOCK)
        hand.sit_down("castle-combo")
        hand.page.locator("html[data-awake=yes]").wait_for()
        hand.page.locator("form[action$=answer]").first.evaluate(
            "() => document.body.removeAttribute('data-awake')"
        )
        hand.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
        hand.page.locator("html[data-awake=no]").wait_for()
        hand.open("/")
        assert hand.page.locator("html[data-awake]").count() == 0


@pytest.mark.parametrize(
    ("game", "scheme", "pages"),
    [
        ("castle-combo", "light", ["/score", "/fix", "home", "/delete", "stats", "how"]),
        ("methoni", "dark", ["/rules", "/why", "tables", "away", "demo"]),
        ("six-castles", "light", ["/log", "new", "devices", "finished"]),
        ("valeria", "dark", ["/history", "/facts", "score", "home", "devices"]),
    ],
)
def test_nobody_is_left_out_and_nothing_is_too_wide_or_too_small(
    browser: Browser, site: Running, game: str, scheme: Literal["light", "dark"], pages: list[str]
) -> None:
    """axe-core finds nothing, all can be reached by a finger, and at 320 points nothing scrolls sideways."""
    lang = "en" if scheme == "light" else "nl"
    with Hand(browser, site, SMALL, scheme=scheme, lang=lang) as hand:
        hand.sit_down(game)
        path = hand.page.url.removeprefix(site.url)
        hand.skip(12)
        ways = {"home": "/", "new": f"/new/{game}"}
        ways |= {each: f"/{each}" for each in pages if each not in ways and not each.startswith("/")}
        looked_at = ["", *pages]
        for each in [*looked_at, *({"/fix", "new"} - set(looked_at))]:
            if each:
                hand.open(ways.get(each, f"{path}{each}"))
            check_page(hand, each, with_axe=each in looked_at)


def check_page(hand: Hand, what: str, *, with_axe: bool = True) -> None:
    hand.page.evaluate(ALL_OPEN)
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= SMALL[0], what
    assert hand.page.evaluate(TOO_SMALL, [TOUCHED_THINGS, SMALLEST_TARGET]) == [], what
    assert hand.page.evaluate(TOO_SMALL_TO_READ) == [], what
    if with_axe:
        found = axe.Axe().run(hand.page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{what}: {found.generate_report()}"


def test_nor_is_anybody_by_forms_that_are_no_game(browser: Browser, site: Running) -> None:
    """A demo, components that are checked, a sheet to fill in, tiles told for a hint, the end of a game."""
    with Hand(browser, site, SMALL, scheme="dark") as hand:
        for way in ("/demo/methoni", "/tables/valeria", "/score/castle-combo"):
            hand.open(way.rpartition("/")[0] if "score" not in way else way)
            hand.page.locator(f"form[action='{way}'] button").first.tap()
            hand.page.locator("#dock").wait_for()
            check_page(hand, way)
        hand.page.locator("[name=answer]").fill("Ann")
        hand.page.locator("#question .primary").tap()
        hand.page.locator(".grid").wait_for()
        check_page(hand, "grid")
        hand.sit_down("six-castles", cards="table")
        while not hand.page.locator(".menu a[href$=hint]").count():
            hand.skip(1)
        hand.open(f"{hand.page.url.removeprefix(site.url)}/hint")
        check_page(hand, "hint")
        hand.sit_down("castle-combo")
        hand.skip(99)
        hand.page.locator(".winner").first.wait_for()
        check_page(hand, "end")


def test_a_page_out_of_sight_follows_nothing_and_comes_back_up_to_date(
    browser: Browser, site: Running
) -> None:
    """A phone in a pocket holds no connection, so that its game can be gone on with at a terminal."""
    with Hand(browser, site) as hand:
        hand.sit_down("castle-combo")
        name = hand.page.url.rpartition("/")[2]

        def is_followed() -> bool:
            return any(each.name == name for each in site.served.streams)

        def turn(state: str) -> None:
            hand.page.evaluate(SEEN, state)
            while is_followed() is not (state == "visible"):
                hand.page.wait_for_timeout(10)

        turn("visible")
        turn("hidden")
        sitting = site.served.site.sittings[name]
        assert isinstance(sitting.driver.ask, Move)
        fields = {"at": [sitting.token], "answer": [sitting.driver.ask.options[0].id]}
        site.served.worker.submit(site.served.site.post, f"/game/{name}/answer", fields, "en").result()
        assert hand.at != sitting.token
        turn("visible")
        hand.comes_to(sitting.token)


SEEN = """(state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    dispatchEvent(new Event("visibilitychange"));
}"""
