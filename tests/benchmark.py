"""The budgets, measured: `python -m tests.benchmark [GAME …]`.

Machines differ and are shared, so the start-up budgets are ratios within one run, each command measured in
turn with what it is compared to. Games are counted per second of the processor, the median of a few, beside
those of catanatron where that is installed. The rest are times of the processor on this machine: the median,
the worst, or 95 of 100.
"""

from __future__ import annotations

import gc
import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import pytest

from automa.dialogue import TABLE, converse
from automa.game import Game
from solo.__main__ import GARBAGE_THRESHOLD
from solo.facts.editions import Editions
from solo.games import GAMES, game_named
from solo.keeping.journal import Journal
from solo.playing import newgame
from solo.playing.driver import Driver
from solo.playing.lab import play_pair
from solo.web import play
from solo.web.frame import static
from solo.web.site import Site
from solo.web.sitting import Sitting
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, a_setup, advance, at_random, people, reopened, tables_of
from tests.solo.commandline import at_home
from tests.solo.web.hand import Hand
from tests.solo.web.serving import CHROMIUM, same_games, serving

GAMES_PER_SECOND = {"castle-combo": 1000, "valeria": 100}
"""A turn of Valeria has the most questions of all, each with its checks and sentences."""
OTHER_GAMES_PER_SECOND = 200
LAB_GAMES_PER_SECOND = 2
"""Of opponents among themselves: 2,000 games, as strengths are measured with, in a quarter of an hour."""
TURNS = {"castle-combo": 9, "six-castles": 10, "valeria": 15}
"""How many turns a player has, where that is not for the game to say."""
WITH_A_STAND_IN = ("valeria",)
"""The games whose prompts are counted with a stand-in for the person; in the others any answer does."""


@dataclass(slots=True)
class Figure:
    """One measured budget."""

    what: str
    found: float
    budget: float
    unit: str
    at_least: bool = False

    @property
    def met(self) -> bool:
        return self.found >= self.budget if self.at_least else self.found <= self.budget

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        mark = "met" if self.met else "NOT MET"
        return f"{self.what:<62}{self.found:>9.2f} {self.unit:<8} {sign} {self.budget:<7g} {mark}"


def run_time(command: list[str], environ: dict[str, str]) -> float:
    begin = perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environ)
    return perf_counter() - begin


def as_installed(folder: str) -> dict[str, str]:
    """The environment of a user who has run the program before: it is compiled, and has a home."""
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**environ, "CASTELLAN_HOME": folder, "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}


def start_up(runs: int = 15) -> Iterator[Figure]:
    """How long the quick commands take, compared with importing typer."""
    with tempfile.TemporaryDirectory() as folder:
        example = Path(folder) / "example.toml"
        solo = [sys.executable, "-m", "solo"]
        made = subprocess.run([*solo, "score", "castle-combo", "--example"], check=True, capture_output=True)
        example.write_bytes(made.stdout)
        commands = {
            "solo --version": [*solo, "--version"],
            "solo --help": [*solo, "--help"],
            "solo score FILE --format json": [
                *solo,
                "score",
                "castle-combo",
                str(example),
                "--format",
                "json",
            ],
        }
        base = [sys.executable, "-c", "import typer"]
        environ = as_installed(folder)
        for command in (base, *commands.values()):
            run_time(command, environ)
        times: dict[str, list[float]] = {name: [] for name in commands}
        bases: list[float] = []
        for _ in range(runs):
            bases.append(run_time(base, environ))
            for name, command in commands.items():
                times[name].append(run_time(command, environ))
        for name, found in times.items():
            yield Figure(f"{name} / import typer", median(found) / median(bases), 1.5, "x")
        for name, command in commands.items():
            code = "import sys, runpy\nsys.argv = ['solo', *sys.argv[1:]]\n" + (
                "try: runpy.run_module('solo', run_name='__main__')\nexcept SystemExit: pass\n"
                "heavy = ('rich', 'questionary', 'prompt_toolkit')\n"
                "print(*[name for name in heavy if name in sys.modules], file=sys.stderr)"
            )
            done = subprocess.run(
                [sys.executable, "-c", code, *command[3:]], check=True, capture_output=True, text=True
            )
            yield Figure(f"{name}: screen libraries imported", len(done.stderr.split()), 0, "")


def lists(game: Game, saves: int = 2000, runs: int = 9) -> Iterator[Figure]:
    """How long the lists take with many saves, compared with none."""
    with tempfile.TemporaryDirectory() as name:
        empty, full = Path(name) / "empty", Path(name) / "full"
        driver, *_ = a_full_game(game, full / "saves", against=[game.opponents(tables_of(game.id))[0].id])
        driver.journal.close()
        assert driver.journal.path is not None
        content = driver.journal.path.read_bytes()
        for number in range(2, saves + 1):
            (full / "saves" / f"{game.id}-{number}.jsonl").write_bytes(content)
        for command in ("saves", "history"):
            times: dict[Path, list[float]] = {empty: [], full: []}
            for _ in range(runs):
                for home, found in times.items():
                    environ = {**as_installed(name), "CASTELLAN_HOME": str(home)}
                    found.append(run_time([sys.executable, "-m", "solo", command], environ))
            ratio = median(times[full]) / median(times[empty])
            yield Figure(f"solo {command}, {saves} saves / none", ratio, 2, "x")


def milliseconds(act: Callable[[], object]) -> float:
    """The time of the processor: how long others keep it busy says nothing about us."""
    begin = process_time()
    act()
    return (process_time() - begin) * 1000


def a_full_game(game: Game, folder: Path, **wishes: object) -> tuple[Driver, list[float], int, int]:
    """A game on disk with as many opponents as there can be; the wait for each prompt, and what was typed."""
    header = a_header(game.id, seed=1, **wishes)
    driver = newgame.driver(game, tables_of(game.id), Journal.create(folder, header))
    random = Random(1)
    stand_in = game.decider(driver.setup.seats[0], driver.setup) if game.id in WITH_A_STAND_IN else None
    waits = [milliseconds(lambda: advance(driver))]
    chosen = 0
    entered = 0
    while (ask := driver.ask) is not None:
        if stand_in is not None and ask.to != TABLE:
            answer, _ = stand_in.answer(ask, driver.script, random)
        else:
            answer = ask.legal(random)
        chosen += ask.to != TABLE
        entered += ask.to == TABLE

        def go_on(answer: object = answer) -> None:
            driver.answer(answer)
            advance(driver)

        waits.append(milliseconds(go_on))
    return driver, waits, chosen, entered


def going_back(game: Game, tables: Any, driver: Driver, attempts: int = 5) -> dict[str, list[float]]:
    """How long it takes in a full-length game, each time a step further back."""
    found: dict[str, list[float]] = {"undo": [], "redo": [], "fix": [], "resume": []}
    saved = driver.journal.path
    assert saved is not None

    def resume() -> None:
        journal = reopened(saved)
        newgame.driver(game, tables, journal)
        journal.close()

    gc.collect()  # what was left of all that was measured before
    for _ in range(attempts):
        found["undo"].append(milliseconds(driver.undo))
        found["redo"].append(milliseconds(driver.redo))
        driver.undo()
        correction = driver.run.corrections()[0]
        put_right = partial(driver.fix, correction.key, correction.ask.legal(Random(1)))
        found["fix"].append(milliseconds(put_right))
        driver.undo()
    driver.journal.close()
    for _ in range(attempts):
        found["resume"].append(milliseconds(resume))
    return found


def at_the_table(game: Game) -> Iterator[Figure]:
    """Waiting times in a full-length game."""
    tables = tables_of(game.id)
    cards = [each.id for each in game.opponents(tables) if not each.thinks]
    thinkers = [
        f"{each.id}:{level}" for each in game.opponents(tables) if each.thinks for level in each.levels
    ]
    seats = game.players[-1] - 1
    against = (cards * seats)[:seats]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        driver, waits, _, _ = a_full_game(game, folder, against=against)
        waits.sort()
        opponents = f"{len(against)} card opponents"
        yield Figure(f"{game.id}: answer to next prompt, {opponents}, worst", waits[-1], 50, "ms")
        for what, found in going_back(game, tables, driver).items():
            yield Figure(f"{game.id}: {what}, full game, {opponents}", median(found), 50, "ms")
        for thinker in thinkers:
            driver, waits, _, _ = a_full_game(game, folder, against=[thinker])
            often = sorted(waits)[int(0.95 * len(waits))]
            yield Figure(f"{game.id}: {thinker}, a turn, 95 of 100", often, 1000, "ms")
            driver.journal.close()
        driver, _, chosen, entered = a_full_game(game, folder, against=against[:1], cards="table")
        driver.journal.close()
        turns = TURNS.get(game.id) or driver.script.state()["round"]
        yield Figure(f"{game.id}: prompts for your own choices, per turn of yours", chosen / turns, 8, "")
        yield Figure(f"{game.id}: cards to enter, per turn of anybody's", entered / turns / 2, 2, "")


def random_play(game: Game) -> Iterator[Figure]:
    """Whole games through the conversation, answered at random, two people (or as few as there can be)."""
    setup = a_setup(game, people(game, game.players[0]))
    found = games_per_second(lambda seed: converse(game.script(setup).play(), at_random(Random(seed))))
    budget = GAMES_PER_SECOND.get(game.id, OTHER_GAMES_PER_SECOND)
    yield Figure(f"{game.id}: random play through the conversation", found, budget, "games/s", at_least=True)
    beside = catanatron()
    if beside:
        yield Figure(
            f"{game.id}: the same, times that of catanatron (a game of Catan)", found / beside, 1, "x", True
        )


def in_the_lab(game: Game) -> Iterator[Figure]:
    """Whole games as `solo lab` plays them: two cards of priorities, and who thinks at its first level."""
    tables = tables_of(game.id)
    cards = [each.id for each in game.opponents(tables) if not each.thinks][:2]
    thinkers = [f"{each.id}:{each.levels[0]}" for each in game.opponents(tables) if each.thinks][:1]
    for names in [(cards[0], cards[-1]), *((each, each) for each in thinkers)]:
        pairs = games_per_second(partial(play_pair, game, tables, names, game.players[0]))
        what = f"{game.id}: lab, {' and '.join(dict.fromkeys(names))}"
        yield Figure(what, 2 * pairs, LAB_GAMES_PER_SECOND, "games/s", at_least=True)


def games_per_second(play: Callable[[int], object], attempts: int = 5, seconds: float = 0.6) -> float:
    """How many games a second of the processor holds: the median, so that a busy machine changes little."""
    found: list[float] = []
    for attempt in range(attempts):
        begin, played = process_time(), 0
        while process_time() - begin < seconds:
            play(played + 1000 * attempt)
            played += 1
        found.append(played / (process_time() - begin))
    return median(found)


@cache
def catanatron() -> float:
    """The random games a second of a simulator that others have made, for comparison; 0 without it."""
    try:
        catan = import_module("catanatron")
    except ImportError:
        return 0.0

    def play(seed: int) -> None:
        seats = [catan.RandomPlayer(colour) for colour in (catan.Color.RED, catan.Color.BLUE)]
        catan.Game(seats, seed=seed).play()

    return games_per_second(play)


MOST_MEMORY = """
from pathlib import Path
print(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line))
"""
"""Prints the most memory a process has had, in kB; what `resource` says begins with that of its parent."""


def memory(game: Game) -> Figure:
    """The most memory a whole game takes, screens and prompts imported."""
    code = (
        "import questionary, rich\nfrom random import Random\n"
        "from tests.atable import a_driver, a_header, play_on\n"
        f"driver = a_driver(a_header({game.id!r}, seed=1))\nplay_on(driver, Random(1))\n{MOST_MEMORY}"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return Figure(f"{game.id}: memory in play", int(done.stdout) / 1024, 150, "MB")


def pages(game: Game) -> Iterator[Figure]:
    """How long a page takes to make, how much of it is sent, and what serving one takes of memory."""
    words = Words.of("en", [game.folder]).for_a_page()
    sitting = Sitting(a_driver(a_header(game.id, seed=1)), "/game", game.name, Editions(game))
    random = Random(1)
    found: list[float] = []
    shown: list[str] = []
    sent: list[float] = []
    while (ask := sitting.driver.ask) is not None:
        found.append(milliseconds(lambda: shown.append(play.page(play.View(sitting, words)).written(words))))
        sitting.driver.answer(ask.legal(random))
        advance(sitting.driver)
        sent.append(len(gzip.compress(shown[-1].encode(), 6)) / 1000)
    yield Figure(f"{game.id}: a page, made", median(found), 10, "ms")
    yield Figure(f"{game.id}: bytes of an answer, compressed, median", median(sent), 10, "kB")
    yield Figure(f"{game.id}: bytes of an answer, compressed, most", max(sent), 13, "kB")
    code = (
        "from solo.web.site import Site\nimport solo.web.server\nsite = Site()\n"
        f"path = site.post('/new/{game.id}', {{}}, 'en').location\n"
        f"site.get(path, {{}}, 'en')\nsite.close()\n{MOST_MEMORY}"
    )
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "CASTELLAN_HOME": folder}
        done = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environ
        )
    yield Figure(f"{game.id}: memory of the page's server", int(done.stdout) / 1024, 50, "MB")


WAITS = """(() => {
    let tapped = 0;
    window.waits = [];
    const shown = () => requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - tapped)));
    addEventListener("pointerdown", () => { tapped = performance.now(); }, true);
    new MutationObserver(shown).observe(document.documentElement, { childList: true });
})()"""
"""Takes down how long it is from each tap until the page that comes of it has been painted."""


def first_visit() -> Figure:
    """All that a phone is sent before the first page is whole."""
    files = [static(name) for name in ("style.css", "script.js", "icon.svg")]
    home = Site().get("/", {}, "en").page.encode()
    return Figure(
        "first visit, compressed",
        sum(len(gzip.compress(each, 6)) for each in [home, *files]) / 1000,
        25,
        "kB",
    )


def by_touch(games: list[Game], turns: int = 12) -> Iterator[Figure]:
    """From a tap to the page that comes of it, in a browser on this computer, where there is one."""
    if CHROMIUM is None or find_spec("playwright") is None:
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as monkeypatch:
        home = at_home(Path(name), monkeypatch)
        same_games(monkeypatch)
        with serving(home) as site, sync_playwright() as running:
            browser = running.chromium.launch(executable_path=CHROMIUM, args=["--disable-gpu"])
            for game in games:
                with Hand(browser, site) as hand:
                    hand.sit_down(game.id)
                    hand.page.evaluate(WAITS)
                    for _ in range(turns):
                        hand.turn()
                    hand.page.wait_for_function("n => waits.length >= n", arg=turns)
                    found = hand.page.evaluate("waits")
                yield Figure(f"{game.id}: tap to page, median", median(found), 150, "ms")
            browser.close()


def figures(games: list[Game]) -> Iterator[Figure]:
    yield from start_up()
    yield from lists(games[0])
    yield first_visit()
    yield from by_touch(games)
    for game in games:
        yield from at_the_table(game)
        yield from random_play(game)
        yield from in_the_lab(game)
        yield memory(game)
        yield from pages(game)


def main() -> int:
    gc.set_threshold(GARBAGE_THRESHOLD)  # as in the program
    games = [game_named(name) for name in sys.argv[1:] or GAMES]
    missed = 0
    for figure in figures(games):
        print(figure, flush=True)  # noqa: T201
        missed += not figure.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
