"""The screen at a question: the table with each part in its place, what others did, and the question.

Where each part stands is planned in `places`. What does not fit there is shortened inside its place, with a
mark of what is hidden; what others did is shown in full, on a page before if there is no room for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import Ask, Named, Tell, Text
from automa.game import Seat
from automa.picture import COLOUR_STYLES, Lines, Map, Panel, Picture, Span, Stage
from solo.showing.changes import freshened
from solo.showing.layout import (
    CHOICE,
    ELLIPSIS,
    HANG,
    UNBROKEN_SPACE,
    Row,
    box_for,
    clipped,
    listed,
    padded,
    trimmed,
    width_of,
    wrap,
)
from solo.showing.maps import spare_lines
from solo.showing.places import Slot, plan, shape_of
from solo.showing.question import (
    MOST_LINES,
    MOST_LISTED,
    is_cut,
    marked,
    option_rows,
    question_rows,
)
from solo.showing.screen import WIDEST, Screen
from solo.words.sentences import capitalised

LINES_TO_TYPE = 2
"""What the line to type on and the commands below it take of the screen."""
LEAST_TO_SPARE = 3
"""The number of free lines from which on what happened earlier is shown."""
LEAST_SEEN = 4
"""So many lines of the parts that give way stay in view."""
MESSAGE_SHARE = 3
"""What was asked for is read on pages of its own if it takes more than this part of the screen, a third."""
SHORT_MESSAGE = 3
"""What is said in so few lines stays with the question: a refusal."""
WIDEST_FLOWING = 120
"""Things told one behind the other may take such long lines before they take a page."""

Closeness: TypeAlias = Literal["apart", "close", "flowing"]
"""How things that were done are told: a line each; a line for each that is to be done, behind the name and
with its news behind it; or all one behind the other."""
CLOSENESSES: Sequence[Closeness] = ("flowing", "close", "apart")


class Scene(Struct):
    """Everything there is to show at a question."""

    title: str
    seats: Sequence[Seat]
    """Everybody at the table."""
    viewer: str = ""
    """The seat whose totals stand with its own part of the table and not with what it did."""
    stage: Stage | None = None
    panels: Sequence[Panel] = ()
    ask: Ask | None = None
    told: Sequence[Tell] = ()
    """What happened since the last answer."""
    unread: int | None = None
    """How many of these, the last ones, have not been on a page yet; all if that is not said."""
    before: Sequence[Text] = ()
    """What happened earlier, the last of it last."""
    rules: Sequence[Text] = ()
    """Reminders of the rules, for the beginning, when little has happened."""
    said: Sequence[Row] = ()
    """What the player is told besides: a refusal, what they asked for."""
    stays: int = 0
    """How many lines of that, the first ones, stay with the question even if all is read before."""
    points: Sequence[Row] = ()
    """A score sheet, which is read page by page before the last one."""
    closing: Sequence[Row] = ()
    """What stands in the place of the question when the game is over."""
    changed: Collection[str] = ()
    """The ids of what has changed on the table since the viewer last answered."""
    remarks: Mapping[str, str] = {}
    """What opponents say now, by seat."""
    why: bool = False
    """Whether reasons are shown with what was done."""
    done: int | None = None
    """Of a game that is resumed: how many of what happened, the first ones, were done when it was left."""
    reminder: Text | None = None
    """What the player is to look at the table for, with the question only."""


class Pages(NamedTuple):
    """What is shown at a question."""

    asked: Sequence[list[Row]]
    """What was asked for and is too long to stand with the question."""
    before: Sequence[list[Row]]
    """What is to be read before the question: what others did, a score sheet."""
    last: list[Row]
    """The table with the question."""
    turns: int
    """How many pages the table has that are turned while the question stays."""
    in_view: tuple[bool, bool, bool]
    """Whether nothing is to be read before, and with the question stand all that happened and the table."""


def pages(screen: Screen, scene: Scene, height: int, turned: int = 0) -> Pages:
    """The pages to show, none higher than the screen; of the table the one that is turned to.

    A long list, which is cut anyway, leaves room for the table and for what happened.
    """
    composer = _Composer(screen, scene, height)
    best = composer.pages(turned)
    for most in range(composer.most - 1, 0, -1) if composer.cuts_list else ():
        if all(best.in_view):
            break
        best = max(best, _Composer(screen, scene, height, most).pages(turned), key=attrgetter("in_view"))
    return best


def pages_of(rows: Sequence[Row], height: int) -> list[list[Row]]:
    """Lines that are read page by page; what empty lines part is not torn, if it is not long."""
    pages: list[list[Row]] = []
    left = list(rows)
    while left:
        end = max(1, height)
        gaps = (
            [place for place in range(end // 2, end) if not width_of(left[place])] if len(left) > end else []
        )
        end = gaps[-1] + 1 if gaps else end
        pages.append(left[:end])
        left = left[end:]
    return pages


class _Composer:
    def __init__(self, screen: Screen, scene: Scene, height: int, most: int | None = None) -> None:
        self.screen = screen
        self.scene = scene
        self.width = screen.paper.width()
        self.room = height - LINES_TO_TYPE - 1
        """What there is for the table, what was done and the question: without the line at the top."""
        self.box = box_for(screen.paper.encoding)
        panels = freshened(scene.panels, scene.changed)
        self.panels = [_measured(_prepared(panel, scene, screen), screen) for panel in panels]
        self.plan = plan(tuple(map(shape_of, self.panels)), self.width, self.room)
        unread = len(scene.told) if scene.unread is None else scene.unread
        self.unread = {id(tell) for tell in scene.told[len(scene.told) - unread :]}
        """What has not been on a page yet."""
        self.long_done = {id(tell) for tell in scene.told[: scene.done or 0]}
        """What was done before the game was resumed."""
        deeds = [tell for tell in scene.told if tell.deed and not self._is_done(tell)]
        self.numbers = {id(tell): number for number, tell in enumerate(deeds, 1)}
        """The numbers of things to do: the same on every page."""
        self.most = max(MOST_LINES, self.room // MESSAGE_SHARE) if most is None else most
        """How many lines of a long list stand with the question."""
        self._laid: dict[tuple[int, int, int | None, int | None], list[Row]] = {}
        """The lines of what has been laid out: a page is tried with many sizes of the table."""
        self.is_tight = False
        """Whether the table needs every line that the question can spare."""

    @property
    def cuts_list(self) -> bool:
        """Whether the list of the question may be cut: it is long, and has more than a line."""
        ask = self.scene.ask
        if ask is None:
            return False
        return is_cut(ask, self._options(ask, self._table(self.plan.height, [])), 1)

    def pages(self, turned: int) -> Pages:
        """First what does not fit with the table, then the table with the question."""
        asked: list[list[Row]] = []
        said = self._fitted_to_width(self.scene.said)
        asks = self._question(self._table(self.plan.height, [])) if len(said) > SHORT_MESSAGE else []
        aside = self._aside(asks, said)
        said = [] if aside else said
        is_much = len(said) > max(SHORT_MESSAGE, self.room // MESSAGE_SHARE)
        if is_much and self._height(asks, said, self._told(self.width, 0)) > self.room:
            asked = self._read(said)
            said = self._staying()
        carried: list[Row] = []
        if len(said) > SHORT_MESSAGE and self._height(asks, said) > self.room:
            carried, said = said, self._staying()
        theirs = not all(map(self._is_done, self._besides_stage()))
        is_news = bool(self.unread) or not said  # what has been read gives way to a refusal
        least = int(theirs and self.plan.deeds is None and is_news)
        room, question = self._settled(len(said) + least)
        if least and self._hides_map(room):
            room, question = self._settled(len(said))
        place = self.plan.deeds
        free = self.room - len(said) - len(question)
        if not theirs:
            room = self._grown(free, room)  # what the viewer did gives way to a map
        if place is None:
            wide, high = self.width, free - min(room, self._filled(room))  # a map that is small leaves room
            told = self._told(wide, high)
            if theirs and len(told) > high and not self.is_tight and not self._has_map():
                self.is_tight = True
                return self.pages(turned)
            room = min(room, free - min(high, len(told)))
            high = free - room
        else:
            most = max(room, free) if self._is_lowest(place) else room  # the lines that nothing else needs
            wide, high = place.width, self._high(place, most) + self._free_above(place, room) - len(aside)
            told = self._told(wide, high)
            room = max(room, min(most, place.top + len(aside) + len(told)))
        if len(told) > high and self.scene.done is None and not self.scene.why:
            brief = self._without_news(self.scene.told, wide, high)
            told = brief if len(brief) <= high else told
        to_read = self._to_read(told, high, carried)
        if to_read and place is None and not carried and 2 * len(to_read) < self.room:
            closest = self._told(wide, 0)  # better with the question than on a page that is half empty
            if self._gives_way(free - len(closest)):
                told, to_read, high, room = closest, [], len(closest), free - len(closest)
        before = self._read(to_read)
        is_told = len(told) <= high
        if before and place is None and not is_told:
            room = self._grown(free, room)  # what was read on a page gives way to a map
            high = free - room
        if not is_told:
            told = self._last_told(wide, high)
        beside, below = ([], told) if place is None else ([*aside, *told], [])
        room = self._grown(free - len(below), room)
        table = self._table(room, beside)
        question = self._question(table)
        spare = self.room - room - len(below) - len(said) - len(question)
        if least and not told and spare > 0:  # the table shows what was listed before
            below = told = self._last_told(wide, spare)
            spare -= len(below)
        if least and not told:
            done = len(self._besides_stage())
            question = self._with_mark(question, done, self.width, len(self._reminded()))
        if spare < 0:
            room += spare
            table = self._table(room, beside)
        others = self._other_pages(room, table)
        if turned and others:
            table = [*others[(turned - 1) % len(others)], *[[]] * room]
        before += [[self._bar(), *page] for page in pages_of(self.scene.points, self.room)]
        below = [*below, *self._to_spare(spare, self.width), *said, *question]
        in_view = not before, is_told, room >= self._filled(self.plan.height)
        return Pages(asked, before, [self._bar(), *table[:room], *below], 1 + len(others), in_view)

    def _maps(self) -> list[tuple[Map, Slot]]:
        """The maps on the table, each with its place."""
        return [
            (block, place)
            for panel, place in self._placed()
            if panel.grows and place.form < len(panel.forms)
            for block in panel.forms[place.form]
            if isinstance(block, Map)
        ]

    def _hides_map(self, room: int) -> bool:
        """Whether so many lines of the table leave out lines of a map that something stands on."""
        return any(self.plan.height - room > spare_lines(map) for map, _ in self._maps())

    def _has_map(self) -> bool:
        return any(panel.grows for panel in self.panels)

    def _waits(self, unread: Sequence[Tell]) -> bool:
        """Whether what the viewer is to do gives way to a map; it comes with the next page to read."""
        return self._has_map() and all(tell.seat == self.scene.viewer for tell in unread)

    def _with_mark(self, rows: Sequence[Row], n: int, width: int, first: int = 0) -> list[Row]:
        """The lines with a mark of how much was done before, behind the first with room for it."""
        marked = list(rows)
        for id in ("page.told-before", "page.told-count"):
            mark = self.screen.said([Span(Text(id, n=n), "dim")])
            for place in range(first, len(marked)):
                if width_of(marked[place]) + HANG + width_of(mark) <= width:
                    marked[place] = [*marked[place], (" " * HANG, ""), *mark]
                    return marked
        return marked

    def _staying(self) -> list[Row]:
        """What stays with the question of what was said, though all of it is read before."""
        stays = self.scene.stays
        return self._fitted_to_width(self.scene.said[:stays]) if stays <= SHORT_MESSAGE else []

    def _fitted_to_width(self, rows: Iterable[Row]) -> list[Row]:
        """Lines that were drawn before: the terminal may have been wider then."""
        return [line for row in rows for line in wrap(row, self.width)]

    def _settled(self, said: int) -> tuple[int, list[Row]]:
        """How many lines the table gets, and the question: what the table does not show is listed there."""
        room = self.plan.height
        question = self._question(self._table(room, []))
        self.is_tight = self.is_tight or room + said + len(question) > self.room
        for _ in range(3):
            question = self._question(self._table(room, []))
            fits = max(
                min(self.plan.height, LEAST_SEEN), min(self.plan.height, self.room - said - len(question))
            )
            if fits >= room:
                break
            room = fits
        return room, self._question(self._table(room, []))

    def _filled(self, room: int) -> int:
        """How many lines of a table of `room` lines are not empty at its end."""
        return max((y for y, row in enumerate(self._table(room, []), 1) if width_of(row)), default=0)

    def _gives_way(self, room: int) -> bool:
        """Whether a table of so many lines hides nothing but parts of one line, and of a map nothing."""
        return all(
            place.top + place.height <= room or (place.height == 1 and place.top >= LEAST_SEEN)
            for _, place in self._placed()
        )

    def _grown(self, free: int, room: int) -> int:
        """The lines that the table gets where nothing else needs them: as many as a growing part can use."""
        if free <= room:
            return room
        growing = [(panel, place) for panel, place in self._placed() if self._grows(panel, place)]
        wanted = [len(self._drawn(panel, place, free)) + place.top for panel, place in growing]
        return max([room, *wanted])

    def _grows(self, panel: Panel, place: Slot) -> bool:
        """Whether a part may use the lines below the table: a map, or what stands lowest."""
        return panel.grows or self._is_lowest(place)

    # The parts of the table

    def _table(self, room: int, deeds: Sequence[Row]) -> list[Row]:
        """`room` lines of the table, each part in its place; if some are hidden, the last line says so."""
        parts = [(panel, place) for panel, place in self._placed() if panel.line or any(panel.forms)]
        end = room - any(place.top >= room for _, place in parts)
        areas = [
            (self._drawn(panel, place, end if place.top == end - 1 else room), place)
            for panel, place in parts
        ]
        covered = sum(place.top + max(1, len(drawn)) > end for drawn, place in areas)
        if (own := self.plan.deeds) is not None:
            top = own.top - max(0, len(deeds) - self._high(own, room))
            areas = [
                (drawn, replace(place, height=min(place.height, max(0, top - place.top))))
                if place.left == own.left and place.top < own.top
                else (drawn, place)
                for drawn, place in areas
            ]
            areas.append((list(deeds), replace(own, top=top)))
        rows: list[Row] = []
        for y in range(room):
            row: Row = []
            for drawn, place in sorted(areas, key=lambda each: each[1].left):
                if not place.top <= y < place.top + max(place.height, len(drawn)):
                    continue
                if place.left:
                    row = [*padded(row, place.left - 3), (f" {self.box.down} ", "dim")]
                line = drawn[y - place.top] if y - place.top < len(drawn) else []
                row += clipped(line, place.width)
            rows.append(trimmed(row))
        if rows and end < room:
            more = self.screen.said([Span(Text("page.covered", n=covered), "dim")])
            rows[-1] = clipped(more, self.width)
        return rows

    def _aside(self, asks: Sequence[Row], said: Sequence[Row]) -> list[Row]:
        """What is said besides and has no room with the question, where it fits beside the table."""
        place = self.plan.deeds
        if place is None or len(said) <= SHORT_MESSAGE or self._height(asks, said) <= self.room:
            return []
        rows = [line for row in said for line in wrap(row, place.width, hang=HANG)]
        return [*rows, []] if len(rows) < place.height else []

    def _high(self, deeds: Slot, room: int) -> int:
        """The lines of the place of what others did; it may use those below the table if it stands lowest."""
        return room - deeds.top if self._is_lowest(deeds) else min(deeds.height, room - deeds.top)

    def _free_above(self, deeds: Slot, room: int) -> int:
        """The lines that the part above what others did leaves free: these may take them."""
        above = [
            (panel, place)
            for panel, place in self._placed()
            if (place.left, place.width) == (deeds.left, deeds.width)
            and place.top + place.height == deeds.top
        ]
        return sum(place.height - len(self._drawn(panel, place, room)) for panel, place in above)

    def _is_lowest(self, place: Slot) -> bool:
        """Whether nothing stands below a place, so that it may use the lines below the table."""
        return place.top + place.height == self.plan.height

    def _placed(self) -> Iterable[tuple[Panel, Slot]]:
        places = self.plan.places
        return ((panel, places[panel.id]) for panel in self.panels if panel.id in places)

    def _drawn(self, panel: Panel, place: Slot, room: int) -> list[Row]:
        """A part in its place, shortened where it does not fit."""
        height = max(0, room - place.top)
        if not self._grows(panel, place):
            height = min(place.height, height)
        if place.form >= len(panel.forms) or (height == 1 and panel.line):
            return self._shortened(self._in_one_line(panel, place.width), height, place.width)
        head = self._head(panel, place.width)
        form = panel.forms[min(place.form, len(panel.forms) - 1)]
        body = self._body(form, place.width, height - len(head), place.height)
        return self._shortened([*head, *body], height, place.width)

    def _in_one_line(self, panel: Panel, width: int) -> list[Row]:
        """A part with what is left of it where there is little room: one line, or more if it is long."""
        title = self._title(replace(panel, beside=()), width)
        line = self.screen.said(panel.line)
        row = [*title, ("  ", ""), *line] if title and line else [*title, *line]
        return wrap(row, width, hang=2)

    def _head(self, panel: Panel, width: int) -> list[Row]:
        """The title of a part on as many lines as it needs, a single one drawn out to the width."""
        title = self._title(panel, width)
        closer = [(" " if text == "  " else text, role) for text, role in title]
        title = closer if width_of(closer) <= width < width_of(title) else title
        head = wrap(title, width, hang=HANG) if title else []
        if len(head) == 1 and (rest := width - width_of(head[0]) - 1) > 0:
            head[0] = [*head[0], (" " + self.box.across * rest, "dim")]
        return head

    def _body(
        self, form: Picture, width: int, height: int | None = None, planned: int | None = None
    ) -> list[Row]:
        key = id(form), width, height, planned
        if key not in self._laid:
            self._laid[key] = self.screen.drawn(form, width, height, planned)
        return self._laid[key]

    def _shortened(self, rows: Sequence[Row], height: int, width: int) -> list[Row]:
        """The lines there is room for, the last of them a mark of how many are hidden."""
        if len(rows) <= height or height < 1:
            return list(rows[: max(0, height)])
        if height == 1:
            return [clipped([*rows[0], (" …", "dim")], width)]
        more = self.screen.said([Span(Text("page.more", n=len(rows) - height + 1), "dim")])
        return [*rows[: height - 1], more]

    def _title(self, panel: Panel, width: int) -> Row:
        """What a part is called and what stands beside that: no line is broken inside one of these."""
        return self.screen.titled(panel, width, self._role_of(panel.seat))

    def _other_pages(self, height: int, table: Sequence[Row]) -> list[list[Row]]:
        """A long list, what the table does not show in full, and the rules in short: pages to turn to."""
        rows: list[Row] = []
        ask = self.scene.ask
        listed = [] if ask is None else self._options(ask, table)
        whole = listed if ask is not None and is_cut(ask, listed, self.most) else []
        for panel, place in self._placed():
            if not (place.form > panel.says_all or self._is_cut(panel, place, height)):
                continue
            rows += [[]] if rows else []
            if not panel.forms:
                rows += self._in_one_line(panel, self.width)
                continue
            form = panel.forms[min(panel.says_all, len(panel.forms) - 1)]
            title = self._title(panel, self.width)
            head = wrap(title, self.width, hang=HANG) if title else []
            rows += [*head, *self._body(form, self.width)]
        pages = pages_of(rows, height)
        told = chain.from_iterable(self._sentence(text, self.width) for text in self.scene.rules)
        rules = list(islice(told, height + 1))
        return [*pages_of(whole, height), *pages, *pages_of(rules, height)[:1]]

    def _is_cut(self, panel: Panel, place: Slot, room: int) -> bool:
        """Whether its form does not fit in its place if the table has `room` lines."""
        if place.form >= len(panel.forms):
            return not panel.forms and len(self._in_one_line(panel, place.width)) > place.height
        high = room - place.top if self._grows(panel, place) else place.height
        form = panel.forms[place.form]
        body = self._body(form, place.width, planned=min(high, place.height))
        needed = len(self._head(panel, place.width)) + len(body)
        return needed > high or max(map(width_of, body), default=0) > place.width

    # What stands around it

    def _bar(self) -> Row:
        """The game, where it is, and what else to keep in mind."""
        row: Row = [(self.scene.title, "title")]
        stage = self.scene.stage
        if stage is None:
            return clipped(row, self.width)
        row += [("  ", ""), *self.screen.said([Span(stage.name)])]
        if stage.top:
            done, coming = self.box.meter[0] * stage.value, self.box.meter[1] * (stage.top - stage.value)
            row += [(" ", ""), (done, "good"), (coming, "dim")]
        beside = listed([self.screen.said(words) for words in stage.beside], "  ")
        gap = self.width - width_of(row) - width_of(beside)
        if gap < 2:  # better without the name of the game than on two lines
            row, gap = row[2:], gap + width_of(row[:2])
        return clipped(trimmed([*row, (" " * max(2, gap), ""), *beside]), self.width)

    def _question(self, table: Sequence[Row]) -> list[Row]:
        """The question; what the table shows as something to choose is not listed again."""
        ask = self.scene.ask
        if ask is None:
            return self._fitted_to_width(self.scene.closing)
        whose = self._named(ask.to) if len(self._people()) > 1 else None
        words, shown = self.screen.words, self._shown(table)
        rows = question_rows(
            self.screen, words, ask, shown=shown, whose=whose, most=self.most, is_tight=self.is_tight
        )
        return [*self._reminded(), *rows]

    def _reminded(self) -> list[Row]:
        """What the player is to look at the table for, above the question."""
        reminder = self.scene.reminder
        return [] if reminder is None else self.screen.drawn([Lines([[Span(reminder)]])])

    def _options(self, ask: Ask, table: Sequence[Row]) -> list[Row]:
        return option_rows(self.screen, self.screen.words, ask, self._shown(table), self.most)

    def _shown(self, table: Sequence[Row]) -> set[str]:
        """What is typed for the things that the table shows as something to choose.

        If a map has no room for many, they are not listed either, which would take yet more room from it: a
        line says which of its rows are in view.
        """
        shown = {text.strip("() ") for row in table for text, role in row if role == CHOICE}
        forms = [panel.forms[0] for panel in self.panels if panel.grows and panel.forms]
        for map in (block for form in forms for block in form if isinstance(block, Map)):
            things = {thing.id for thing in (*map.areas, *map.borders, *map.spots)}
            on_map = {mark for id, mark in map.marks.items() if id in things}
            if len(on_map - shown) > MOST_LISTED:
                shown |= on_map
        return shown

    def _to_spare(self, room: int, width: int) -> list[Row]:
        """What fills the room that is left over: what happened earlier, or else the rules in short."""
        before = self._fitting(self.scene.before[::-1], room, width)
        left = room - sum(map(len, before)) - bool(before)
        rules = self._fitting(self.scene.rules, left, width, any_of_them=True)
        rows: list[Row] = []
        for title, texts in (("page.rules", rules), ("page.before", before[::-1])):
            if texts:
                rows += [*self.screen.across(Text(title), width), *(row for text in texts for row in text)]
        return [*rows, *[[]] * (room - len(rows))]

    def _fitting(
        self, texts: Iterable[Text], room: int, width: int, *, any_of_them: bool = False
    ) -> list[list[Row]]:
        """The lines of the texts there is room for under a title: the first ones, or any of them."""
        found: list[list[Row]] = []
        used = 1
        for text in texts if room >= LEAST_TO_SPARE else ():
            lines = self._sentence(text, width)
            if used + len(lines) > room:
                if any_of_them:
                    continue
                break
            used += len(lines)
            found.append(lines)
        return found

    def _sentence(self, text: Text, width: int) -> list[Row]:
        key = id(text), width, None, None
        if key not in self._laid:
            lines = self.screen.drawn([Lines([[Span("  "), Span(text)]], hang=4)], min(width, WIDEST))
            self._laid[key] = [[(said, role or "dim") for said, role in line] for line in lines]
        return self._laid[key]

    # What has been told

    def _told(self, width: int, high: int) -> list[Row]:
        """What happened since the last answer, by who did it, told as closely as it must be to fit."""
        rows, left = self._fitted(self.scene.told, width, high - 1)
        if not rows or len(rows) == high:  # better without a title than on another page
            rows, left = self._fitted(self.scene.told, width, high)
            return self._with_mark(rows, left, width) if left else rows
        title = Text("page.told-more", n=left) if left else Text("page.told")
        return [*self.screen.across(title, width), *rows]

    def _fitted(self, tells: Sequence[Tell], width: int, high: int) -> tuple[list[Row], int]:
        """What happened, told as far apart as so many lines allow, or else as closely as can be.

        What the viewer did first is left out rather than told on another page: how much that is.
        """
        if self.scene.why:
            return self._blocks(tells, width, "apart"), 0
        blocks = self._all_blocks(tells, width, "flowing")
        if sum(map(len, blocks)) > high:
            done = [id(tell) for tell in tells if self._is_done(tell)]
            for left in range(1, len(done) + 1):
                rows = self._blocks([tell for tell in tells if id(tell) not in done[:left]], width, "flowing")
                if len(rows) <= high or left == len(done):
                    return rows, left
        for closeness in CLOSENESSES[1:]:
            for place, block in enumerate(self._all_blocks(tells, width, closeness)):
                if sum(map(len, blocks)) - len(blocks[place]) + len(block) <= high:
                    blocks[place] = block
        return list(chain.from_iterable(blocks)), 0

    def _height(self, *below: Sequence[Row]) -> int:
        return self.plan.height + sum(map(len, below))

    def _to_read(self, told: Sequence[Row], high: int, carried: Sequence[Row]) -> list[Row]:
        """What was told and does not fit, to be read before.

        With it goes what was `carried` there: said besides, and too long to stand with the question.
        """
        unread = [tell for tell in self.scene.told if id(tell) in self.unread]
        rows = list(carried)
        is_resumed = self.scene.done is not None
        to_do = [tell for tell in unread if id(tell) in self.numbers]
        if len(told) > high and (is_resumed or (to_do and not self._waits(to_do))):
            rows += self.screen.across(Text("page.last-round" if is_resumed else "page.told"), self.width)
            left = self.room - len(rows)
            fitted, _ = self._fitted(unread, self.width, left)
            if len(fitted) > left and not is_resumed and not self.scene.why:
                fitted = self._without_news(unread, self.width, left)
            fits = len(fitted) <= left
            rows += fitted if fits else self._blocks(unread, self.width, "apart")
        return rows

    def _without_news(self, tells: Sequence[Tell], width: int, high: int) -> list[Row]:
        """What is to be done, and how much else happened that asks for nothing: better than a page more."""
        to_do = [tell for tell in tells if tell.phase or id(tell) in self.numbers]
        left_out = Span(Text("page.left-out", n=len(tells) - len(to_do)), "dim")
        rows, _ = self._fitted(to_do, width, high - 1)
        return [*rows, *self.screen.drawn([Lines([[Span("  "), left_out]])], width)]

    def _read(self, rows: Sequence[Row]) -> list[list[Row]]:
        """Lines on pages to read, under as much of the table as there is room for; no lines, no page."""
        return [[self._bar(), *self._above(page), *page] for page in pages_of(rows, self.room)]

    def _above(self, page: Sequence[Row]) -> list[Row]:
        """As much of the table as there is room for above a page to read.

        A map is whole or left out, but for a page that would be half empty without it.
        """
        room = self.room - len(page)
        maps = [
            (self._drawn(panel, place, self.room), place) for panel, place in self._placed() if panel.grows
        ]
        torn = [(map, place) for map, place in maps if place.top + len(map) > room >= place.top]
        for map, place in torn:
            if len(map) <= room and not place.left:
                return map
            if 2 * (place.top + len(page)) >= self.room:
                return self._table(self.room, [])[: place.top]
        return self._table(room, []) if room >= LEAST_SEEN else []

    def _besides_stage(self) -> list[Tell]:
        """What happened besides what the line on top says already, such as a new round."""
        return [tell for tell in self.scene.told if not (tell.stage and self.scene.stage is not None)]

    def _last_told(self, width: int, high: int) -> list[Row]:
        """The last of what was told, and how much there was before it, where there is no room for all."""
        items = self._besides_stage()
        rows: list[Row] = []
        left = len(items)
        for tell in reversed(items):
            lines = wrap([("   ", ""), *self.screen.said([Span(tell)])], min(width, WIDEST), hang=3)
            if len(rows) + len(lines) > high - 1:
                break
            rows = [*lines, *rows]
            left -= 1
        if high < 1:
            return []
        if not rows and high > 1:
            last = [tell for tell in items if tell.deed][-1:]
            said = [row for tell in last for row in wrap(self.screen.said([Span(tell)]), width)]
            rows = self._ended(said, high - 1, width)
        several = "page.told-more" if rows else "page.told-before"
        title = Text(several, n=left) if left else Text("page.told")
        return [*self.screen.across(title, width), *rows]

    def _ended(self, rows: Sequence[Row], high: int, width: int) -> list[Row]:
        """The first `high` lines, with a mark where the last of them goes on."""
        if len(rows) <= high:
            return list(rows)
        return [*rows[: high - 1], clipped([*rows[high - 1], (f" {ELLIPSIS}", "dim")], width)]

    def _blocks(self, tells: Sequence[Tell], width: int, closeness: Closeness) -> list[Row]:
        """What happened, all as closely."""
        return list(chain.from_iterable(self._all_blocks(tells, width, closeness)))

    def _all_blocks(self, tells: Sequence[Tell], width: int, closeness: Closeness) -> list[list[Row]]:
        """What happened, a block for each who did something and for each phase."""
        width = min(width, WIDEST_FLOWING if closeness == "flowing" else WIDEST)
        blocks: list[list[Row]] = []
        groups = told_by(tells, self.scene.stage is not None)
        last = {seat: place for place, (seat, _) in enumerate(groups)}
        for place, (seat, told) in enumerate(groups):
            rows: list[Row] = []
            blocks.append(rows)
            items = [self._item(tell) for tell in told]
            is_apart = closeness == "apart"
            head = self._teller(seat, width, brief=not is_apart, now=place == last[seat])
            if is_apart:
                rows += head
                for tell, item in zip(told, items, strict=True):
                    rows += wrap(item, width, hang=3)
                    rows += self.screen.reasons(tell.why) if self.scene.why else []
                continue
            runs: list[list[Row]] = [[]]
            for tell, item in zip(told, items, strict=True):
                is_to_do = id(tell) in self.numbers
                if is_to_do and closeness == "close" and runs[-1]:
                    runs.append([])
                news = capitalised(item[1:]) if runs[-1] else item[1:]  # a sentence behind another one
                runs[-1].append(item if is_to_do else [(" ", ""), *news])
            if len(head) == 1 and len(head[0]) == 1:
                runs[0][0] = [*head[0], (" ", ""), *runs[0][0]]  # a name alone needs no line
                head = []
            rows += [*head, *(row for run in runs for row in wrap(listed(run, " "), width, hang=3))]
            remark = self._remark(seat) if not head and place == last[seat] else []
            if remark and width_of(rows[-1]) + width_of(remark) <= width:
                rows[-1] = [*rows[-1], *remark]
        return blocks

    def _remark(self, seat: str) -> Row:
        """What a seat says now, behind what it did."""
        remark = self.scene.remarks.get(seat)
        return [("  ", ""), (f"“{remark}”", "dim")] if remark else []

    def _is_done(self, tell: Tell) -> bool:
        """Whether it has been done at the table: the viewer did it, or it was before the game was resumed."""
        return id(tell) in self.long_done or (tell.seat == self.scene.viewer and not tell.follows)

    def _item(self, tell: Tell) -> Row:
        """What is to be done, with its number, or what is done or only news; who does it stands above."""
        row = self.screen.said([Span(tell)])
        if tell.seat != self.scene.viewer and (who := self._named(tell.seat)) is not None:
            name = self.screen.words.plain(who.name)
            if row and row[0][0] == name:
                row = row[1:]
                row[0] = (row[0][0].lstrip(), row[0][1])
        number = self.numbers.get(id(tell))
        if number is None:
            return [("   ", ""), *((text, role or "dim") for text, role in row)]
        return [(f"{number:>2}{UNBROKEN_SPACE}", "name"), *row]

    def _people(self) -> list[Seat]:
        """Those who share the screen."""
        return [seat for seat in self.scene.seats if seat.is_person]

    def _role_of(self, seat: str) -> str:
        """How the name of a seat is shown: in the colour of its pieces, where these have one."""
        style = COLOUR_STYLES.get(getattr(self._named(seat), "colour", ""), "")
        return f"title {style}".strip()

    def _named(self, seat: str) -> Named | None:
        return next((each for each in self.scene.seats if each.id == seat), None)

    def _teller(self, seat: str, width: int, *, brief: bool, now: bool) -> list[Row]:
        """Who did it, and with the last of it (`now`) what they say to it and have; in brief just who."""
        named = self._named(seat)
        if named is None or seat == self.scene.viewer:
            return []
        row: Row = [(text, self._role_of(seat)) for text, _ in self.screen.capital(named.name)]
        if brief or not now:  # what it has stands with its part of the table
            return wrap(row, width, hang=2)
        beside = next((each.beside for each in self.scene.panels if each.seat == seat), ())
        has: Row = listed([self.screen.said(words) for words in beside], "  ")
        has = [("→ ", "dim"), *has] if has else []
        row += self._remark(seat)
        *lines, last = wrap(row, width, hang=2)
        if not has:
            return [*lines, last]
        gap = width - width_of(last) - width_of(has)
        if gap < 2:
            return [*lines, last, *wrap([("  ", ""), *has], width, hang=2)]
        flush = gap if lines or len(row) > 1 else 2  # without anything said, beside the name
        return [*lines, trimmed([*last, (" " * flush, ""), *has])]


# What has been told


def told_by(tells: Sequence[Tell], staged: bool = False) -> list[tuple[str, list[Tell]]]:
    """What was told, by who did it; what nobody did goes with what was done before it in that phase.

    Where the screen shows the stage of the game (`staged`), a new one is no news; but after it, it is said
    again who does something.
    """
    groups: list[tuple[str, list[Tell]]] = []
    begins = True
    for tell in tells:
        if tell.stage and staged:
            begins = True
            continue
        if begins or tell.phase or (tell.seat and tell.seat != groups[-1][0]):
            groups.append((tell.seat, []))
        begins = False
        groups[-1][1].append(tell)
    return groups


def _prepared(panel: Panel, scene: Scene, screen: Screen) -> Panel:
    """A part of the table with what may be chosen marked."""
    if scene.ask is None or panel.seat not in ("", scene.viewer):
        return panel
    return replace(panel, forms=[marked(form, scene.ask, screen.words) for form in panel.forms])


def _measured(panel: Panel, screen: Screen) -> Panel:
    """A part that declares no sizes, with those it has now."""
    if panel.sizes or not panel.forms:
        return panel
    drawn = [screen.drawn(form) for form in panel.forms]
    return replace(panel, sizes=[(max(map(width_of, rows), default=0), len(rows)) for rows in drawn])
