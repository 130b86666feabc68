"""The screen at a question: the table in the detail that fits, what others did, and the question.

The parts of the table are given the room that the instructions and the question leave over, those that matter
most first: each in the fullest form that fits, side by side where it is wide. Nothing is shown twice, and
what has been told is never cut: what does not fit is shown on pages before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from automa.dialogue import Ask, Named, Says, Tell, Text
from automa.picture import Lines, Map, Panel, Span, Stage, Words
from solo.showing.changes import freshened
from solo.showing.layout import GLUE, Box, Row, box_for, listed, padded, trimmed, width_of, wrap
from solo.showing.question import marked, question_rows, things_marked
from solo.showing.screen import Screen

LINES_TO_TYPE = 2
"""What the line to type on and the commands below it take of the screen."""
BETWEEN = 3
"""Columns of the table stand so far apart, with a line between them."""
LEAST_TO_SPARE = 3
"""What happened earlier is shown where so many lines are left over."""
MATTERS_MOST = 1
"""Parts of the table up to this rank are never just a line, as long as instructions can go on other pages."""
MAY_BE_MISSED = 4
"""Parts from this rank on are left out where there is no room."""
AROUND = 7
"""A part of the table that is too large leaves so many lines for what stands around it."""
MOST_FLOWING = 8
"""More lines than that of things to do, one after the other, are hard to follow: they are told in parts."""
READ_AGAIN = 2
"""So many lines of what was read on pages before stay in view; more where the table leaves room."""
HEAD = 2
"""So many lines at most stand above what is told: where the game is, and a title."""
SHORT = 3
"""What is said in so few lines stays with the question: a refusal."""
MOST_SAID = 3
"""What was asked for is read on pages of its own if it takes more than this part of the screen, a third."""
NO_NAME: Row = []
READ_BEFORE = Span(Text("page.read-before"), "dim")


class Moment(NamedTuple):
    """What was true when something was told: where the game was, and what stood beside everybody's name."""

    stage: Stage | None
    totals: Mapping[str, Sequence[Words]]


class Scene(Struct):
    """Everything there is to show at a question."""

    title: str
    seats: Sequence[Named]
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
    moments: Mapping[int, Moment] = field(default_factory=dict)
    """What was true when each was told, by its Python id; where that is missing, what is true now."""
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
    why: bool = False
    """Whether reasons are shown with what was done."""


class Drawn(Struct):
    """A part of the table in one of its forms."""

    title: Row
    rows: list[Row]
    whole: bool = True
    """Whether nothing is cut off."""
    width: int = 0
    height: int = 0

    def __post_init__(self) -> None:
        self.width = max(width_of(row) for row in (self.title, *self.rows))
        self.height = len(self.rows) + bool(self.title)


class Item(Struct):
    """Something told, as a line of the list."""

    tell: Tell
    row: Row


Column = list[Drawn]
Shelf = list[Column]


def pages(screen: Screen, scene: Scene, height: int) -> list[list[Row]]:
    """The pages to show one after the other, none higher than the screen; the last one has the question."""
    return _Pages(screen, scene, height).all()


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


def together(pages: Sequence[list[Row]], height: int) -> list[list[Row]]:
    """The same pages, as many of them on one as fit; what they share of their heads stands there once."""
    joined: list[list[Row]] = []
    before: list[Row] = []
    for page in pages:
        shared = zip(before[:HEAD], page, strict=False)
        news = [row for old, row in shared if old != row] + page[min(HEAD, len(before)) :]
        if joined and len(joined[-1]) + len(news) <= height:
            joined[-1] += news
        else:
            joined.append([*page])
        before = page
    return joined


class _Pages:
    def __init__(self, screen: Screen, scene: Scene, height: int) -> None:
        self.screen = screen
        self.scene = scene
        self.width = screen.paper.width()
        self.room = height - LINES_TO_TYPE
        self.box = box_for(screen.paper.encoding)
        self.panels = [_prepared(panel, scene, screen) for panel in freshened(scene.panels, scene.changed)]
        self.drawn: dict[tuple[str, int, bool], Drawn] = {}
        self.headed: set[str] = set()
        """Those whose totals stand with what they have just done."""
        self.questions: dict[tuple[frozenset[str], frozenset[str]], list[Row]] = {}
        self.tells: Sequence[Tell] = scene.told
        read = 0 if scene.unread is None else len(scene.told) - scene.unread
        self.unread = {id(tell) for tell in scene.told[read:]}
        """What has not been on a page yet."""
        deeds = [tell for tell in scene.told if tell.deed]
        self.numbers = {id(tell): number for number, tell in enumerate(deeds, 1)}
        """The numbers of things to do: the same on every page, also when they are shown again."""

    def all(self) -> list[list[Row]]:
        """The pages: first what does not fit with the table, then the table with the question."""
        first: list[list[Row]] = []
        said = list(self.scene.said)
        stays = said[: self.scene.stays] if self.scene.stays <= SHORT else []
        if len(said) > self.room // MOST_SAID:
            first += pages_of(said, self.room)
            said = stays
        bar = self._bar(self.scene.stage)
        forms = {panel.id: _least(panel) for panel in self.panels}
        full, brief, left = self._told_and_left(forms, len(bar) + len(said))
        least = len(brief) if self.unread else min(READ_AGAIN, len(brief))
        if len(said) > SHORT and left < least:
            first += pages_of(said, self.room)
            said = stays
        room = self.room - len(bar) - len(said)
        too_large = bool(self.scene.points) and self._height(forms, self._needed()) > room
        final = self._whole_table() if too_large else []
        self._shrink(forms, room)  # what has no room with nothing told either
        kept = [] if self.scene.closing else self._kept(forms, len(bar) + len(said))
        staying = set(map(id, kept or ()))
        before = [tell for tell in self.scene.told if id(tell) not in staying]
        first += [page for phase in phases_of(before) for page in self._pages_told(phase)]
        first += [*pages_of(self.scene.points, self.room), *final]
        *phases, last = phases_of(self.scene.told)
        self.tells = last if kept is None else kept
        full, brief, left = self._told_and_left(forms, len(bar) + len(said))
        if kept is None:
            self.headed = set()
            left = self.room - len(bar) - len(said) - self._height(forms, self._needed())
            full = brief = self._last_told(min(left, READ_AGAIN))
        crowded = phases and len(brief) > MOST_FLOWING and len(full) <= left
        if crowded or 2 * (len(full) + self._height(forms)) <= self.room:
            brief = full  # where there is plenty of room, a line for each thing to do comes first
        room = self.room - len(bar) - len(said) - len(brief)
        self._shrink(forms, room)
        self._grow(forms, room)
        left = room - self._height(forms)
        if kept is None:
            full = self._last_told(left + len(brief))
        shown = full if len(full) - len(brief) <= left else brief
        spare = self._to_spare(left - len(shown) + len(brief))
        return [
            *together(first, self.room),
            [*bar, *self._shelves(forms), *spare, *shown, *said, *self._question(forms)],
        ]

    def _needed(self) -> list[Panel]:
        return [panel for panel in self.panels if panel.rank < MAY_BE_MISSED]

    def _told_and_left(self, forms: Mapping[str, int], around: int) -> tuple[list[Row], list[Row], int]:
        """What was told, a line for each thing and in brief; and the lines that the table leaves for it."""
        full, brief = self._told(self._itemised), self._told(self._flowing)
        left = self.room - around - self._height(forms, self._needed())
        if len(brief) == left + 1:
            full = brief = brief[1:]  # better without a title than on a page of its own
        return full, brief, left

    def _kept(self, forms: Mapping[str, int], around: int) -> Sequence[Tell] | None:
        """The longest end of what was told that can stay with the table; None if there is no room for any."""
        whole = self.scene.told
        phased = len(phases_of(whole)) > 1
        for end in self._ends():
            self.tells = end
            full, brief, left = self._told_and_left(forms, around)
            wall = end is whole and phased and len(brief) > MOST_FLOWING and len(full) > left
            if len(brief) <= left and not wall:
                return end
        return None

    def _ends(self) -> Iterable[Sequence[Tell]]:
        """All that was told, the last part of the round, what of it is not read yet, and its last doer's."""
        yield self.scene.told
        last = phases_of(self.scene.told)[-1]
        yield last
        unread = [tell for tell in last if id(tell) in self.unread]
        if not any(tell.deed for tell in unread):
            done = max((place for place, tell in enumerate(last) if tell.deed), default=0)
            unread = last[done:]  # with news comes the last thing to do
        if unread:
            yield unread
        yield from (tells for _, tells in told_by(unread, self.scene.stage is not None)[-1:])

    # The parts of the table

    def _draw(self, panel: Panel, form: int) -> Drawn:
        key = (panel.id, form, panel.seat in self.headed)
        if key not in self.drawn:
            self.drawn[key] = self._drawn(panel, form)
        return self.drawn[key]

    def _drawn(self, panel: Panel, form: int) -> Drawn:
        title = [(text, "title") for text, _ in self.screen.capital(panel.title)] if panel.title else []
        for words in () if panel.seat in self.headed else panel.beside:
            beside = [("  ", ""), *self.screen.said(words)]
            title += beside if width_of(title) + width_of(beside) <= self.width else []
        if form < len(panel.forms):
            rows = self.screen.drawn(panel.forms[form])
            over = len(rows) + AROUND - self.room
            if over > 0:
                rows = self.screen.drawn(panel.forms[form], over)  # of a large map the part in question
            long = width_of(title) > self.width
            if long:
                return Drawn([], [*wrap(title, self.width), *rows], over <= 0)
            return Drawn(title, rows, over <= 0)
        if line := panel.line if form == len(panel.forms) else panel.brief:
            title += [*([("  ", "")] if title else []), *self.screen.said(line)]
        return Drawn([], wrap(title, self.width, hang=2) if title else [])

    def _height(self, forms: Mapping[str, int], panels: Sequence[Panel] | None = None) -> int:
        """How high the table is in these forms, with the question: what the table shows is not listed."""
        return sum(map(_shelf_height, self._arranged(forms, panels))) + len(self._question(forms))

    def _arranged(self, forms: Mapping[str, int], panels: Sequence[Panel] | None = None) -> list[Shelf]:
        """The parts of the table in order, each beside or below others where there is room for it."""
        shelves: list[Shelf] = []
        for panel in self.panels if panels is None else panels:
            part = self._draw(panel, forms[panel.id])
            if part.height:
                _place(part, shelves, self.width)
        return shelves

    def _shrink(self, forms: dict[str, int], room: int) -> None:
        """Leave out what may be missed; then show one line of what matters least, and then nothing of it.

        What has no such line is not left out before the others are; of two that matter alike the later goes.
        """
        by_rank = sorted(self.panels, key=lambda panel: panel.rank)[::-1]
        for panel in [panel for panel in by_rank if panel.rank >= MAY_BE_MISSED]:
            if self._height(forms) > room:
                self.panels.remove(panel)
        for panel in by_rank:
            if self._height(forms) > room and (panel.title or panel.line):
                forms[panel.id] = _last(panel)
        for panel in by_rank:
            if self._height(forms) > room and panel in self.panels:
                self.panels.remove(panel)

    def _grow(self, forms: dict[str, int], room: int) -> None:
        """Show more of each part as long as all fits, those that matter most first; but nothing is cut.

        What only looks better comes when nothing more can be said, and no part looks better than one that
        matters more.
        """
        while self._grown(forms, room, {panel.id: panel.says_all for panel in self.panels}):
            pass
        lowest = max((panel.rank for panel in self.panels), default=0)
        for panel in sorted(self.panels, key=lambda panel: panel.rank):
            while panel.rank <= lowest and self._fuller(panel, forms, room, dict.fromkeys(forms, 0)):
                pass
            if 0 < forms[panel.id] < len(panel.forms):
                lowest = min(lowest, panel.rank)

    def _grown(self, forms: dict[str, int], room: int, fullest: Mapping[str, int]) -> bool:
        """Whether parts could be shown more fully by one step each.

        What did not fit is tried again before parts that matter less: beside another one there may be room.
        """
        waiting = sorted(self.panels, key=lambda panel: panel.rank)
        while grown := next((each for each in waiting if self._fuller(each, forms, room, fullest)), None):
            waiting.remove(grown)
        return len(waiting) < len(self.panels)

    def _fuller(self, panel: Panel, forms: dict[str, int], room: int, fullest: Mapping[str, int]) -> bool:
        """Whether there was room for the part in the next fuller form that fits."""
        for fuller in range(forms[panel.id] - 1, fullest[panel.id] - 1, -1):
            fits = self._height({**forms, panel.id: fuller}) <= room
            if fits and self._draw(panel, fuller).whole:
                forms[panel.id] = fuller
                return True
        return False

    def _shelves(self, forms: Mapping[str, int]) -> list[Row]:
        return [row for shelf in self._arranged(forms) for row in _shelf_rows(shelf, self.width, self.box)]

    def _whole_table(self) -> list[list[Row]]:
        """The table with all there is to say of it, on pages of its own; no part is torn that fits on one."""
        forms = {panel.id: min(panel.says_all, len(panel.forms)) for panel in self.panels}
        shelves = [_shelf_rows(shelf, self.width, self.box) for shelf in self._arranged(forms)]
        return together([page for shelf in shelves for page in pages_of(shelf, self.room)], self.room)

    # What stands around it

    def _bar(self, stage: Stage | None) -> list[Row]:
        """The game, where it is, and what else to keep in mind."""
        row: Row = [(self.scene.title, "title")]
        if stage is None:
            return [row]
        row += [("  ", ""), *self.screen.said([Span(stage.name)])]
        if stage.top:
            done, coming = self.box.meter[0] * stage.value, self.box.meter[1] * (stage.top - stage.value)
            row += [(" ", ""), (done, "good"), (coming, "dim")]
        beside = listed([self.screen.said(words) for words in stage.beside], "  ")
        gap = self.width - width_of(row) - width_of(beside)
        if gap < 2:  # better without the name of the game than on two lines
            row, gap = row[2:], gap + width_of(row[:2])
        if gap < 2:
            return wrap([*row, ("  ", ""), *beside], self.width, hang=2)
        return [trimmed([*row, (" " * gap, ""), *beside])]

    def _question(self, forms: Mapping[str, int]) -> list[Row]:
        ask = self.scene.ask
        if ask is None:
            return list(self.scene.closing)
        shown = {
            thing
            for panel in self.panels
            if forms[panel.id] < len(panel.forms)
            for thing in things_marked(panel.forms[forms[panel.id]])
        }
        on_map = self._on_map(forms)
        key = frozenset(shown), on_map
        if key not in self.questions:
            whose = self._named(ask.to) if len(self._people()) > 1 else None
            self.questions[key] = question_rows(
                self.screen, self.screen.words, ask, shown=shown, on_map=on_map, whose=whose
            )
        return self.questions[key]

    def _on_map(self, forms: Mapping[str, int]) -> frozenset[str]:
        """What is to be typed for places, as far as the maps show them that there is room for."""
        drawn = (
            self._draw(panel, forms[panel.id])
            for panel in self.panels
            if any(isinstance(block, Map) for form in panel.forms for block in form)
        )
        return frozenset(
            text.strip("()") for part in drawn for row in part.rows for text, style in row if style == "mark"
        )

    def _to_spare(self, room: int) -> list[Row]:
        """What fills the room that is left over: what happened earlier, or else the rules in short."""
        before = self._fitting(self.scene.before[::-1], room)
        left = room - sum(map(len, before)) - bool(before)
        rules = self._fitting(self.scene.rules, left, any_of_them=True)
        rows: list[Row] = []
        for title, texts in (("page.rules", rules), ("page.before", before[::-1])):
            if texts:
                rows += [self._rule(Text(title)), *(row for text in texts for row in text)]
        return rows

    def _fitting(self, texts: Iterable[Text], room: int, *, any_of_them: bool = False) -> list[list[Row]]:
        """The lines of the texts there is room for under a title: the first ones, or any of them."""
        found: list[list[Row]] = []
        used = 1
        for text in texts if room >= LEAST_TO_SPARE else ():
            lines = self.screen.drawn([Lines([[Span("  "), Span(text)]], hang=4)])
            if used + len(lines) > room:
                if any_of_them:
                    continue
                break
            used += len(lines)
            found.append([[(said, role or "dim") for said, role in line] for line in lines])
        return found

    def _rule(self, title: Text) -> Row:
        name = [(text, "title") for text, _ in self.screen.said([Span(title)])]
        across = self.box.across
        rest = self.width - width_of(name) - 4
        if rest < 0:
            return wrap(name, self.width)[0]
        return [(across * 2 + " ", "dim"), *name, (" " + across * rest, "dim")]

    # What has been told

    def _told(self, lines: Callable[[list[Item]], list[Row]]) -> list[Row]:
        """What happened since the last answer, grouped by who did it."""
        rows = [row for block, _ in self._blocks(lines) for row in block]
        return [self._rule(Text("page.told")), *rows] if rows else []

    def _pages_told(self, phase: Sequence[Tell]) -> list[list[Row]]:
        """What has not been read of a part of the round, on pages of its own.

        What somebody did stands on one page, if it fits; above it stands what was true then.
        """
        self.tells = [tell for tell in phase if id(tell) in self.unread]
        heads: list[list[Row]] = []
        bodies: list[list[Row]] = []
        for block, last in self._blocks(self._itemised):
            moment = self.scene.moments.get(id(last))
            bar = self._bar(self.scene.stage if moment is None else moment.stage)
            head = [*bar, self._rule(Text("page.told"))]
            room = self.room - len(head)
            if not bodies or len(bodies[-1]) + len(block) > room:
                heads.append(head)
                bodies.append([])
            bodies[-1:] = pages_of([*bodies[-1], *block], room)
            heads[-1:] = [head] * (len(bodies) - len(heads) + 1)
        return [[*head, *body] for head, body in zip(heads, bodies, strict=True)]

    def _blocks(self, lines: Callable[[list[Item]], list[Row]]) -> list[tuple[list[Row], Tell]]:
        """What happened since the last answer, a block for each who did something, and the end of it."""
        blocks: list[tuple[list[Row], Tell]] = []
        self.headed = set()
        for seat, tells in told_by(self.tells, self.scene.stage is not None):
            items = [Item(tell, self._item(tell)) for tell in tells]
            brief = lines == self._flowing
            head = self._teller(seat, tells, brief=brief)
            if brief and not self.scene.why and len(head) == 1 and len(head[0]) == 1:
                blocks.append((self._flowing(items, head[0]), tells[-1]))  # a name alone needs no line
            else:
                blocks.append(([*head, *lines(items)], tells[-1]))
        return blocks

    def _item(self, tell: Tell) -> Row:
        """What is to be done, with its number, or what is only news; who does it stands above."""
        row = self.screen.said([Span(tell)])
        if tell.seat != self.scene.viewer and (who := self._named(tell.seat)) is not None:
            name = self.screen.words.plain(who.name)
            if row and row[0][0] == name:
                row = row[1:]
                row[0] = (row[0][0].lstrip(), row[0][1])
        number = self.numbers.get(id(tell))
        if number is None:
            return [("   ", ""), *((text, role or "dim") for text, role in row)]
        return [(f"{number:>2}{GLUE}", "name"), *row]

    def _itemised(self, items: list[Item]) -> list[Row]:
        """One under the other, each with its reasons if they are to be shown."""
        rows: list[Row] = []
        for item in items:
            rows += wrap(item.row, self.width, hang=3)
            if self.scene.why:
                rows += self.screen.reasons(item.tell.why)
        return rows

    def _flowing(self, items: list[Item], name: Row = NO_NAME) -> list[Row]:
        """One after the other, perhaps behind the name of who did it."""
        if self.scene.why:
            return self._itemised(items)
        first, *rest = items
        rows = [item.row if item.tell.deed else [(" ", ""), *item.row[1:]] for item in rest]
        begun = [*name, (" ", ""), *first.row] if name else first.row
        return wrap(listed([begun, *rows], " "), self.width, hang=3)

    def _last_told(self, room: int) -> list[Row]:
        """The last of instructions that have been read on pages before, as far as there is room for them."""
        rule = [self._rule(Text("page.told"))]
        rows = self._last_rows(room - len(rule))
        if not rows:
            return self._last_rows(room)  # better without a title than not at all
        more = wrap(self.screen.said([READ_BEFORE]), self.width)
        fits = len(rule) + len(more) + len(rows) <= room
        return [*rule, *(more if fits else []), *rows]

    def _last_rows(self, room: int) -> list[Row]:
        """The lines of what was told last, down to the last thing to do: news behind that may be left out."""
        rows: list[Row] = []
        seen = False
        for tell in reversed(self.tells):
            if tell.stage and self.scene.stage is not None:
                continue
            lines = wrap([("   ", ""), *self.screen.said([Span(tell)])], self.width, hang=3)
            if len(rows) + len(lines) <= room:
                rows = [*lines, *rows]
            elif tell.deed and not seen and len(lines) <= room:
                return lines
            elif seen or tell.deed:
                break
            seen = seen or tell.deed
        return rows

    def _people(self) -> list[Named]:
        """Those who share the screen."""
        return [seat for seat in self.scene.seats if getattr(seat, "is_person", False)]

    def _named(self, seat: str) -> Named | None:
        return next((each for each in self.scene.seats if each.id == seat), None)

    def _teller(self, seat: str, tells: Sequence[Tell], *, brief: bool) -> list[Row]:
        """Who did it, what they say to it, and what they have now; in brief on one line."""
        named = self._named(seat)
        if named is None or seat == self.scene.viewer:
            return []
        row: Row = [(text, "title") for text, _ in self.screen.capital(named.name)]
        has: Row = []
        now = next((each.beside for each in self.scene.panels if each.seat == seat), ())
        moment = self.scene.moments.get(id(tells[-1]))
        then = now if moment is None else moment.totals.get(seat, ())
        if then:
            has = [("→ ", "dim"), *listed([self.screen.said(words) for words in then], "  ")]
            if list(map(self.screen.said, then)) == list(map(self.screen.said, now)):
                self.headed.add(seat)  # what stands here need not be said again
        room = self.width - width_of(row) - width_of(has) - 2
        for said in spoken(tells)[:1]:
            words: Row = [("  ", ""), *((text, "dim") for text, _ in self.screen.said([Span(said)]))]
            if width_of(words) <= room or not brief:
                row += words
        *lines, last = wrap(row, self.width, hang=2)
        if not has:
            return [*lines, last]
        gap = self.width - width_of(last) - width_of(has)
        if gap < 2:
            return [*lines, last, *wrap([("  ", ""), *has], self.width, hang=2)]
        flush = gap if lines or len(row) > 1 else 2  # without anything said, beside the name
        return [*lines, trimmed([*last, (" " * flush, ""), *has])]


# Where the parts stand


def _place(part: Drawn, shelves: list[Shelf], width: int) -> None:
    """Put a part where it takes no height, else beside others, else below all."""
    for shelf in shelves:
        highest = _shelf_height(shelf)
        for column in shelf:
            free = width - _shelf_width(shelf) + _column_width(column)
            if _column_height(column) + part.height <= highest and part.width <= free:
                column.append(part)
                return
        beside = _shelf_width(shelf) + BETWEEN + part.width <= width
        if beside and (part.height <= highest or shelf is shelves[-1]):
            shelf.append([part])
            return
    shelves.append([[part]])


def _column_height(column: Column) -> int:
    return sum(part.height for part in column)


def _column_width(column: Column) -> int:
    return max(part.width for part in column)


def _shelf_height(shelf: Shelf) -> int:
    return max(map(_column_height, shelf))


def _shelf_width(shelf: Shelf) -> int:
    return sum(map(_column_width, shelf)) + BETWEEN * (len(shelf) - 1)


def _shelf_rows(shelf: Shelf, width: int, box: Box) -> list[Row]:
    """The lines of parts that stand side by side."""
    widths = [_column_width(column) for column in shelf]
    widths[-1] += width - _shelf_width(shelf)
    columns = [_column_rows(column, each, box) for column, each in zip(shelf, widths, strict=True)]
    rows: list[Row] = []
    for line in range(_shelf_height(shelf)):
        row: Row = []
        for place, (column, each) in enumerate(zip(columns, widths, strict=True)):
            row += [(f" {box.down} ", "dim")] if place else []
            row += padded(column[line] if line < len(column) else [], each)
        rows.append(trimmed(row))
    return rows


def _column_rows(column: Column, width: int, box: Box) -> list[Row]:
    rows: list[Row] = []
    for part in column:
        if part.title:
            rest = width - width_of(part.title) - 1
            rows.append([*part.title, (" " + box.across * rest, "dim")] if rest > 0 else part.title)
        rows += part.rows
    return rows


def _least(panel: Panel) -> int:
    """The briefest form of a part: one line, but more of what matters most or is chosen from."""
    if panel.forms and (panel.rank <= MATTERS_MOST or any(things_marked(panel.forms[-1]))):
        return len(panel.forms) - 1
    return _last(panel)


def _last(panel: Panel) -> int:
    """The form of a part, by its place, that takes least: behind the pictures its line, and that in brief."""
    return len(panel.forms) + bool(panel.brief)


# What has been told


def told_by(tells: Sequence[Tell], staged: bool = False) -> list[tuple[str, list[Tell]]]:
    """What was told, by who did it; what nobody did goes with what was done before it.

    Where the screen shows the stage of the game (`staged`), a new one is no news.
    """
    groups: list[tuple[str, list[Tell]]] = []
    for tell in tells:
        if tell.stage and staged:
            continue
        if not groups or (tell.seat and tell.seat != groups[-1][0]):
            groups.append((tell.seat, []))
        groups[-1][1].append(tell)
    return groups


def phases_of(tells: Sequence[Tell]) -> list[list[Tell]]:
    """What was told, part by part of the round; of the last part something is to be done."""
    phases: list[list[Tell]] = [[]]
    for tell in tells:
        if tell.phase and phases[-1]:
            phases.append([])
        phases[-1].append(tell)
    if len(phases) > 1 and not any(tell.deed for tell in phases[-1]):
        phases[-2:] = [[*phases[-2], *phases[-1]]]
    return phases


def spoken(tells: Sequence[Tell]) -> list[Says]:
    """What was said in character with what was done."""
    return [reason for tell in tells for reason in tell.why if isinstance(reason, Says)]


def _prepared(panel: Panel, scene: Scene, screen: Screen) -> Panel:
    """A part of the table with what may be chosen marked, and nothing twice."""
    forms = panel.forms
    if scene.ask is not None and panel.seat in ("", scene.viewer):
        forms = [marked(form, scene.ask, screen.words) for form in forms]
    return replace(panel, forms=forms)
