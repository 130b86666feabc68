"""Whole games on the screen at several sizes: everything keeps its place, and nothing disappears silently.

The real program plays in a pseudo-terminal; the same game goes on beside it and knows what there is to see.
`CASTELLAN_SCREENS=1` tries every size in both languages, each to the end of the game; without it each game is
tried on a small screen in Dutch and on a large one in English, after a few turns without the terminal. With
`-s` the figures are printed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import pytest
from pyte.screens import Char
from rich.console import Console

from automa.dialogue import YOU, Answer, Ask, Move, Named, Tally, Tell, Text
from automa.picture import Map
from solo.fronts.book import PageMaker, Pager
from solo.fronts.desk import CommandName
from solo.fronts.session import Session
from solo.games import game_named
from solo.showing.layout import CHOICE, Row, trimmed
from solo.showing.page import LINES_TO_TYPE, Scene, _Composer
from solo.showing.question import detail_of
from solo.showing.screen import Screen
from solo.words.names import in_list, mark_of, marks, shown_name
from solo.words.sentences import Words, capitalised
from tests.atable import EVERY_GAME, a_driver, a_header
from tests.terminal import Emulator, emulator

SIZES = [(80, 24), (100, 40), (120, 40), (200, 50)]
USUAL = [((80, 24), "nl"), ((120, 40), "en")]
EVERY = [(size, lang) for size in SIZES for lang in ("en", "nl")]
WHOLE = bool(os.environ.get("CASTELLAN_SCREENS"))
TURNS_ON_TERMINAL = 2
"""Unless whole games are, so many own turns are looked at on the terminal: a program takes its time."""
SEED = 3
BY_THE_APP = ("--dice", "app", "--cards", "app")
MORE = re.compile(r"\+(\d+) more|nog (\d+)")
"""A mark of how much a place has no room for."""
CUT_MAP = re.compile(r"(rows|columns|rijen|kolommen) \S+–\S+ (of|van) ")
MARKS = re.compile(f"{MORE.pattern}|{CUT_MAP.pattern}|…")
MAP_COLUMNS = set("abcdefghijklmnopqrst")
DIM = "878787"
"""How the terminal shows what is dim."""


class Anchor(NamedTuple):
    """Where the tile is that a map grew from, and how large the map is."""

    x: int
    y: int
    is_cut: bool
    spots: int


class Played(Exception):
    """The game is over."""


@dataclass
class Watcher:
    """Looks at every screen, and answers at random."""

    words: Words
    size: tuple[int, int]
    random: Random
    terminal: Emulator | None
    """The program that plays the same game, as long as it is looked at."""
    figures: Counter[str] = field(default_factory=Counter)
    piped: bool = False
    commands: frozenset[CommandName] = frozenset()
    titles: dict[str, set[tuple[int, int]]] = field(default_factory=dict)
    """Where the title of each part stood at the last own turn."""
    meant: dict[str, str] = field(default_factory=dict)
    """What each number meant in this turn."""
    owned: dict[str, str] = field(default_factory=dict)
    """What each number means all game that something has of its own."""
    last: Sequence[Row] = ()
    before: list[Sequence[Row]] = field(default_factory=list)
    prompts: int = 0
    turns: int = 0
    others: bool = True
    """Whether others have done something since the own turn began."""
    view: PageMaker | None = None
    """Composes what is shown anew."""
    anchor: Anchor | None = None
    """Where the tile was that the map grew from."""

    def __post_init__(self) -> None:
        width, height = self.size
        console = Console(width=width, height=height, file=StringIO(), force_terminal=True, highlight=False)
        self.screen = Screen.rich(self.words, console)
        self.pager: Pager | None = self

    def page(self, rows: Sequence[Row]) -> None:
        assert len(rows) <= self.size[1] - LINES_TO_TYPE
        self.last = rows

    def pause(self, seconds: float | None = None, *, can_leave: bool = False) -> str:
        self.before.append(self.last)
        return ""

    def rest(self) -> int:
        return 0

    def thinking(self) -> AbstractContextManager[None]:
        return nullcontext()

    def line(self, ask: Ask | None, *, back: bool = False, view: PageMaker | None = None) -> str:
        if ask is None:
            raise Played
        scene: Scene = cast("partial[object]", view).args[0]
        self.prompts += 1
        self.view = view
        if self.terminal is not None:
            self.before, self.last = self.on_terminal(self.terminal)
        rows = ["".join(text for text, _ in row) for row in self.last]
        for row in (*self.before, self.last):
            assert all(len(line) <= self.size[0] for line in ["".join(t for t, _ in each) for each in row])
        assert len(self.before) <= 1 or self.prompts == 1 or len(scene.told) > 12, "one page a turn"
        for page in self.before if self.turns else ():  # before anything lies there is no table to show
            assert sum(map(bool, page)) * 2 >= self.size[1] - LINES_TO_TYPE, "no page is nearly empty"
        if ask.to == YOU:
            self.looks(ask, scene, rows)
        line = self.typed(ask, ask.legal(self.random))
        if self.turns:
            self.figures += Counter(prompts=1, pages=len(self.before), keys=len(line) + 1 + len(self.before))
        self.before = []
        if self.terminal is not None:
            assert self.terminal.types(line)
            self.terminal = self.terminal if WHOLE or self.turns < TURNS_ON_TERMINAL else None
        return line

    def on_terminal(self, terminal: Emulator) -> tuple[list[Sequence[Row]], Sequence[Row]]:
        """What is to be seen there: pages to be read before the question, and the one with the question."""
        go_on = self.words.plain(Text("page.go-on"))
        before: list[Sequence[Row]] = []
        while terminal.rows[-1].strip().startswith(go_on):
            before.append(pieces(terminal))
            assert terminal.types("")
        assert "Traceback" not in terminal.text and "cursor position" not in terminal.text
        return before, pieces(terminal)

    def typed(self, ask: Ask, answer: Answer) -> str:
        """An answer as a player types it: a number where there is one."""
        match answer:
            case bool():
                return "yes" if answer else "no"
            case list():
                return ", ".join(answer) or "none"
            case dict():
                return ", ".join(f"{count} {id}" for id, count in answer.items() if count) or "none"
        numbers = marks(in_list(ask.options), self.words, ask.marks)
        return numbers.get(str(answer), str(answer))

    def looks(self, ask: Ask, scene: Scene, rows: list[str]) -> None:
        """What must be on the screen at a question of one's own."""
        assert not self.turns or ask.default is None, "Enter gives nothing away"
        text = "\n".join(rows)
        others = not self.turns or any(tell.phase or tell.seat not in ("", YOU) for tell in scene.told)
        self.others = self.others or others
        begins = self.others and isinstance(ask, Move) and ask.begins_turn
        if begins:
            self.turns, self.others = self.turns + 1, False
        composer = _Composer(self.screen, scene, self.size[1])
        if begins:
            self.keeps_places(composer, rows)
        if others:
            self.meant.clear()
        self.shows_options(ask, scene, rows)
        self.shows_own_parts(composer, rows)
        self.shows_rivals(scene, text)
        self.shows_deeds(scene, rows)
        self.shows_maps(composer, text)
        self.keeps_anchor(composer, rows)

    def shows_own_parts(self, composer: _Composer, rows: list[str]) -> None:
        """All words of the viewer's own parts stand in their places, or a mark there or Tab tells of more."""
        is_one_of_many: bool | None = None
        for panel in composer.panels:
            place = composer.plan.places.get(panel.id)
            if place is None or panel.seat != YOU or not panel.forms:
                continue
            if place.form > panel.says_all:
                if is_one_of_many is None:  # to compose the page again takes its time
                    is_one_of_many = self.view is not None and self.view(0).turns > 1
                assert is_one_of_many, "another page shows what this place has no room for"
                self.counts(False)
                continue
            there = [row[place.left : place.left + place.width] for row in rows[1 + place.top :]]
            shown = " ".join(there[: place.height])
            drawn = self.screen.drawn(panel.forms[place.form], place.width)
            words = {word for row in drawn for word in "".join(piece for piece, _ in row).split()}
            assert words <= set(shown.split()) or MARKS.search(shown), (words - set(shown.split()), rows)
            self.counts(words <= set(shown.split()))

    def shows_rivals(self, scene: Scene, text: str) -> None:
        for seat in scene.seats if scene.panels else ():
            if not seat.is_person and seat.opponent != "dummy":  # it has nothing to show
                is_named = self.words.plain(seat.name).split()[-1] in text
                assert is_named or "(Tab)" in text, text
                self.counts(is_named)

    def shows_deeds(self, scene: Scene, rows: list[str]) -> None:
        """What rivals did since the last answer was on a page, and the last of it is here or counted."""
        theirs = [tell for tell in scene.told if tell.deed and tell.seat not in ("", YOU)]
        pages = [*(["".join(piece for piece, _ in row) for row in page] for page in self.before), rows]
        shown = [" ".join(" ".join(row.rpartition("│")[2] for row in page).split()) for page in pages]
        for deed in theirs[len(theirs) - (scene.unread or 0) :] if self.turns else ():
            said = self.last_words(deed)
            assert any(said in page for page in shown), (said, pages)
        for deed in scene.told[len(scene.told) - (scene.unread or 0) :] if self.turns else ():
            if deed.follows and deed.seat == YOU:  # it may wait for the next page
                said = " ".join(self.words.plain(deed).split()[-3:])
                assert any(said in page for page in shown) or ("(/" in shown[-1] and not self.before)
        for deed in theirs[-1:] if self.turns else ():
            is_here = self.last_words(deed) in shown[-1]
            assert is_here or "(/" in shown[-1], rows
            self.counts(is_here)

    def last_words(self, deed: Tell) -> str:
        """The end of what is told of a deed, without its player, who may be named above it."""
        name = deed.values.get("who")
        who = self.words.plain(name.name) if isinstance(name, Named) else ""
        return " ".join(self.words.plain(deed).removeprefix(who).split()[-3:])

    def shows_maps(self, composer: _Composer, text: str) -> None:
        """Every cell touched since the last answer is in view; on a large screen the whole map is."""
        for panel in composer.panels:
            for block in panel.forms[0] if panel.forms else ():
                if not isinstance(block, Map) or block.boxed:
                    continue
                assert self.size < (120, 40) or not CUT_MAP.search(text), text
                place = composer.plan.places[panel.id]
                whole = self.screen.drawn(panel.forms[place.form], place.width)
                wanted, seen = _fresh(whole), _fresh(self.last)
                assert seen >= wanted or CUT_MAP.search(text), text
                assert seen or not wanted, text
                self.counts(seen >= wanted)

    def keeps_places(self, composer: _Composer, rows: list[str]) -> None:
        """Each part stands where it stood: its title, or what it begins with."""
        places: dict[str, set[tuple[int, int]]] = {}
        for panel in composer.panels:
            title = "".join(piece for piece, _ in capitalised(self.words.spans(panel.title)))
            place = composer.plan.places.get(panel.id)
            if place is not None and panel.grows and not title:
                places[panel.id] = {(place.top, place.left)}  # a map may begin with another row or column
            elif place is not None and panel.forms and not title:
                drawn = self.screen.drawn(panel.forms[min(place.form, len(panel.forms) - 1)], place.width)
                title = next(("".join(piece for piece, _ in row).strip() for row in drawn if row), "")[:9]
            # The name of a player may stand elsewhere too: on a map, in what was told.
            if title and any(title in row for row in rows):
                found = (
                    (y, each.start())
                    for y, row in enumerate(rows)
                    for each in re.finditer(re.escape(title), row)
                )
                places[panel.id] = set(found)
        for id, where in places.items():
            moved = f"{id} has moved: a panel keeps its place by the `sizes` of its forms (automa/picture.py)"
            self.figures["titles"] += id in self.titles
            where &= self.titles.get(id, where)
            assert where, "\n".join([moved, *rows])
        assert set(self.titles) <= set(places), ("\n".join(rows), self.titles, places)
        self.titles = places

    def keeps_anchor(self, composer: _Composer, rows: list[str]) -> None:
        """The tile that a map grows from is where it was, unless the map has grown and needs the room."""
        for panel in composer.panels:
            for map in (each for form in panel.forms[:1] for each in form if isinstance(each, Map)):
                spots = {spot.id: spot.corner for spot in map.spots}
                if map.anchor not in spots:
                    continue
                place = composer.plan.places[panel.id]
                column, row = spots[map.anchor]
                there = [line[place.left : place.left + place.width] for line in rows[1 + place.top :]]
                head = next(line for line in there if line.split() and set(line.split()) <= MAP_COLUMNS)
                at = {line.split()[0]: y for y, line in reversed([*enumerate(there)]) if line.split()}
                x, y = f"{head} ".find(f" {map.columns[column]} "), at.get(map.rows[row], -1)
                now = Anchor(x, y, bool(CUT_MAP.search("\n".join(there))), len(spots))
                if self.anchor is not None:
                    stays = (now.x, now.y) == (self.anchor.x, self.anchor.y)
                    is_cut = now.is_cut or self.anchor.is_cut
                    self.figures[f"anchor {'stays' if stays else 'scrolled' if is_cut else 'moved'}"] += 1
                    assert stays or is_cut or now.spots > self.anchor.spots or self.size < (120, 40)
                self.anchor = now

    def means_the_same(self, meant: dict[str, str], mark: str, thing: str) -> None:
        self.figures["again"] += mark in meant
        assert meant.setdefault(mark, thing) == thing, mark

    def counts(self, in_view: bool) -> None:
        self.figures["things" if in_view else "counted"] += 1

    def is_told(self, option: Named, mark: str, text: str) -> bool:
        name = shown_name(option, self.words).removeprefix(f"{mark}: ")
        return all(" ".join(each.split()) in text for each in (name, detail_of(option, self.words)))

    def shows_options(self, ask: Ask, scene: Scene, rows: list[str]) -> None:
        """Every option has its mark on the table, or its mark, name and detail in the list."""
        options = in_list(ask.options)
        if isinstance(ask, Tally) or not options:
            return
        text = " ".join(" ".join(rows).split())
        on_table = {piece.strip("() ") for row in self.last for piece, role in row if role == CHOICE}
        on_list = {piece.strip() for row in self.last for piece, role in row if role == "dim"}
        hidden: list[str] = []
        for option, mark in zip(options, marks(options, self.words, ask.marks).values(), strict=True):
            is_told = any(self.is_told(each, mark, text) for each in (option, option.brief))
            if mark not in on_table and not (mark in on_list and is_told):
                hidden.append(option.id)
            if mark_of(option, self.words).isdecimal():  # as that of a border
                self.means_the_same(self.owned, f"{ask.id} {mark}", option.id)
            else:
                self.means_the_same(self.meant, mark, f"{option.about} {option.id}")
        counted = sum(int(one or other) for one, other in MORE.findall(text))
        assert len(hidden) <= counted or (hidden and CUT_MAP.search(text)), (hidden, rows)
        self.figures += Counter(options=len(options) - len(hidden), cut=len(hidden))


def _fresh(rows: Sequence[Row]) -> int:
    """How many letters and numbers are marked as changed."""
    return sum(sum(map(str.isalnum, piece)) for row in rows for piece, role in row if role == "fresh")


def pieces(terminal: Emulator) -> list[Row]:
    """What is to be seen above the line to type on, each piece with the role that its looks tell of."""
    rows: list[Row] = []
    for y in range(terminal.seen.lines - LINES_TO_TYPE):
        cells = [terminal.seen.buffer[y][x] for x in range(terminal.seen.columns)]
        row = [("".join(cell.data for cell in some), role) for role, some in groupby(cells, role_of)]
        assert all(text.strip() for text, role in row if role == CHOICE), "no blank is shown reversed"
        rows.append(trimmed(row))
    return rows


def role_of(cell: Char) -> str:
    if cell.reverse:
        return CHOICE
    if cell.bold and cell.underscore:
        return "fresh"
    return "dim" if cell.fg == DIM else ""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("size", "lang"),
    EVERY if WHOLE else USUAL,
    ids=lambda value: value if isinstance(value, str) else "x".join(map(str, value)),
)
@pytest.mark.parametrize("game", EVERY_GAME)
def test_everything_keeps_its_place_and_nothing_disappears_silently(
    game: str, size: tuple[int, int], lang: str, tmp_path: Path
) -> None:
    words = Words.of(lang, [game.replace("-", "_")], strict=True)
    command = ["-m", "solo", "play", game, *BY_THE_APP, "--seed", str(SEED), "--lang", lang]
    colour = "".join(game_named(game).colours[:1])
    command += ["--colour", colour] if colour else []
    with emulator(command, *size, CASTELLAN_HOME=str(tmp_path)) as terminal:
        assert terminal.waits()
        watcher = Watcher(words, size, Random(SEED), terminal)
        session = Session(a_driver(a_header(game, seed=SEED, colour=colour, lang=lang)), watcher, words)
        session.welcome()
        while session.go_on():
            session.ask_and_do()
    assert watcher.turns > 4
    figures, turns = watcher.figures, watcher.turns
    stays, scrolled, moved = (figures[f"anchor {how}"] for how in ("stays", "scrolled", "moved"))
    as_it_grew = f" the map stayed {stays}, scrolled {scrolled}, moved {moved} times;" if stays else ""
    print(  # noqa: T201
        f"\n{game} {size[0]}x{size[1]} {lang}: {turns} own turns;"
        f" {figures['prompts'] / turns:.1f} prompts, {figures['keys'] / turns:.1f} keys,"
        f" {figures['pages'] / turns:.1f} pages to read a turn;"
        f" (a) {figures['titles']} titles, each in its place;"
        f"{as_it_grew}"
        f" (b) {figures['things']} things in view, {figures['counted']} in a mark of more;"
        f" (c) {figures['options']} options with what they do, {figures['cut']} in a mark;"
        f" (d) {figures['again']} numbers met again, each for the same"
    )


@pytest.mark.parametrize("size", [(100, 40), (120, 40), (200, 50)], ids=str)
def test_what_three_opponents_did_is_mostly_read_beside_the_table(size: tuple[int, int]) -> None:
    words = Words.of("nl", ["castle_combo"], strict=True)
    against = ["marshal", "old-berthold", "sister-amabel"]
    watcher = Watcher(words, size, Random(SEED), None)
    session = Session(
        a_driver(a_header("castle-combo", seed=SEED, lang="nl", against=against)), watcher, words
    )
    while session.go_on():
        session.ask_and_do()
    assert watcher.figures["pages"] <= 1
