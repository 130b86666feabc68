"""A person with a device and a finger, in a real browser."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Literal

from tests.atable import advance
from tests.solo.web.serving import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PHONE, TABLET, SMALL, SMALLEST = (390, 844), (1024, 768), (320, 640), (320, 568)
TOUCHED = """([what, chance]) => {
    const seen = [...document.querySelectorAll(what)].filter(each => each.checkVisibility());
    const found = seen[Math.floor(chance * seen.length)];
    const middle = () => {
        const { left, right, top, bottom } = found.getBoundingClientRect();
        const x = (left + right) / 2, y = (top + bottom) / 2;
        const above = document.elementFromPoint(x, y), map = found.closest("svg.map");
        return [x, y, Boolean(above) && (found.contains(above) || Boolean(map && map.contains(above)))];
    };
    const at_once = middle();
    if (at_once[2]) return at_once;
    found.scrollIntoView({ block: "center" });
    const [x, y, is_there] = middle();
    const above = document.elementFromPoint(x, y);
    if (!is_there) throw new Error(`${above?.outerHTML} lies on ${found.outerHTML}`);
    return [x, y, false];
}"""
"""Where one of the things is that can be seen, and whether it is in view without scrolling."""


PACE = """{
    let now = 0;
    window.pace = 1000;
    addEventListener("click", (event) => {
        now += window.pace;
        Object.defineProperty(event, "timeStamp", { value: now });
    }, true);
}"""
"""Taps are a second apart, whatever the clock says; at a pace of nothing two of them are a double tap."""


class Hand:
    """A person with a device: touches what there is to touch, and complains if the page fails."""

    def __init__(
        self,
        browser: Browser,
        site: Running,
        size: tuple[int, int] = PHONE,
        *,
        scripts: bool = True,
        lang: str = "en",
        scheme: Literal["light", "dark"] = "light",
        seed: int = 1,
    ) -> None:
        self.site = site
        self.random = Random(seed)
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            is_mobile=size[0] < 500,
            java_script_enabled=scripts,
            locale=lang,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(120_000)
        self.context.add_init_script(PACE)
        self.page = self.context.new_page()
        self.failures: list[str] = []
        self.taps = self.in_view = 0
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))

    def __enter__(self) -> Hand:
        return self

    def __exit__(self, *error: object) -> None:
        self.context.close()
        assert not self.failures

    def open(self, path: str) -> None:
        self.page.goto(self.site.url + path)

    def sit_down(self, game: str, cards: str = "app") -> None:
        """A new game in which the app draws, with no more ado than its page."""
        begin, fields = self.site.served.site.post, {"cards": [cards], "dice": ["app"]}
        self.open(self.site.served.worker.submit(begin, f"/new/{game}", fields, "en").result().location)

    def begin(self, game: str) -> None:
        """A new game in which the app draws, by touch."""
        self.open("/")
        self.page.locator(f"a[href='/new/{game}']").tap()
        self.page.locator(".begin").wait_for()
        for app in self.page.locator("input[value=app]").all():
            app.tap()
        self.page.locator(".begin").tap()
        self.page.locator("#question").wait_for()

    @property
    def at(self) -> str:
        return self.page.locator("body").get_attribute("data-at") or ""

    @property
    def is_over(self) -> bool:
        return bool(self.page.locator("#answer").count() == 0)

    def comes_to(self, at: str) -> None:
        """Wait until the page shows where the game is."""
        self.page.locator(f"body[data-at='{at}']").wait_for()

    def turn(self) -> None:
        """Answer the question by touching something that answers it, and wait for the next one."""
        at = self.at
        for each in self.page.locator("[data-count]").all():
            for _ in range(int(each.get_attribute("data-low") or 0)):
                self.touch("[data-step=stepUp], .tick:not(:has(:checked))")
        if self.page.locator(".initials:visible").count():
            self.touch("[data-initial]")
        self.touch("button[form=answer]:not(.sheet *), .table a.touch, .table .map a")
        gone_on = f"body:not([data-at='{at}'])"
        self.page.locator(f"{gone_on}, .sheet:target").first.wait_for()
        if self.page.locator(".sheet:target").count():
            self.touch(".sheet:target .choice")
            self.page.locator(gone_on).wait_for()

    def skip(self, answers: int) -> None:
        """Have the game go on by itself for so many answers."""
        name = self.page.url.rpartition("/")[2].partition("?")[0]

        def play_on() -> None:
            driver, random = self.site.served.site.sittings[name].driver, Random(5)
            for _ in range(answers):
                if driver.ask is not None:
                    driver.answer(driver.ask.legal(random))
                    advance(driver)

        self.site.served.worker.submit(play_on).result()
        self.page.reload()

    def fingers(self, *path: Sequence[tuple[float, float]]) -> None:
        """Put fingers down at the first places, move them from places to places, and lift them."""
        device = self.context.new_cdp_session(self.page)
        for kind, places in zip(["touchStart", *["touchMove"] * (len(path) - 1)], path, strict=True):
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
            device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def touch(self, what: str) -> None:
        """Put the finger on one of the things that can be seen there; it must be what lies on top."""
        x, y, is_in_view = self.page.evaluate(TOUCHED, [what, self.random.random()])
        self.taps += 1
        self.in_view += is_in_view
        self.page.touchscreen.tap(x, y)
