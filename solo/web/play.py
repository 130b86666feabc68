"""The pages of a game: the question with what happened and the table, and whatever one may look up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol
from zlib import crc32

from msgspec import Struct, field

from automa.coach import Unseen
from automa.dialogue import Ask, Move, Named, Says, Tell, Text
from automa.game import Correction, Seat
from automa.picture import Panel, Stage
from automa.sheet import Sheet
from solo.playing.driver import Event
from solo.playing.voices import Remark
from solo.showing.changes import freshened
from solo.showing.events import Entered, in_short
from solo.showing.looking_back import Review
from solo.showing.sheets import SaidPlayer, ending, in_words, tie_break_label
from solo.web import drawing
from solo.web.asking import (
    Fields,
    Laid,
    Way,
    can_be_drawn,
    controls,
    filter_box,
    form,
    laid,
    letters_box,
    line_pad,
    written,
)
from solo.web.drawing import said
from solo.web.frame import document, top
from solo.web.markup import NOTHING, Html, div, element, joined, link, paragraphs
from solo.words.names import shown_name
from solo.words.sentences import Words

LATEST = 15
"""So many of what was entered are in sight, the rest is folded."""
NO_FIELDS: Mapping[str, str] = {}
LOOK_UPS = ("log", "score", "why", "rules", "fix", "history", "facts", "write")
"""The pages behind the menu, by the names of the commands that show the same."""


class Note(Struct):
    """The outcome of the last form, where that is more than the next question."""

    at: int
    """Where the game was: when it has gone on, the note is out of date."""
    texts: list[str]
    is_bad: bool = False
    to_do: list[str] = field(default_factory=list)
    """What is to be done at the table."""
    why: list[str] = field(default_factory=list)
    filled: Fields = {}
    """The form that was refused."""
    may_insist: bool = False
    way: str = ""
    """Where that form goes."""
    teach: str = ""
    """What the app could be taught."""
    take: Fields | None = None
    """The form that answers with what was advised."""
    marks: Collection[str] = ()
    """The ids of what that is about on the table."""


class Told(Struct):
    """Something that happened, and its place in the whole of what did."""

    place: int
    tell: Text
    seat: str = ""
    deed: bool = False
    phase: bool = False
    why: Sequence[Text] = ()
    stage: bool = False
    is_own: bool = False
    """Whether the person has just done or typed it, and need not do it again."""

    @classmethod
    def of(cls, place: int, event: Event, *, is_own: bool = False) -> Told:
        if isinstance(event, Tell):
            return cls(place, event, event.seat, event.deed, event.phase, event.why, event.stage, is_own)
        return cls(place, in_short(event), is_own=is_own)

    @property
    def is_to_do(self) -> bool:
        return self.deed and not self.is_own


class Reviewed(Protocol):
    """What a strong player thinks of a game, or how far that is worked out."""

    trouble: Exception | None
    done: int
    total: int

    @property
    def people(self) -> Sequence[Named]: ...

    @property
    def is_over(self) -> bool: ...

    def shown(self, seat: str) -> Review: ...


class Scene(Struct):
    """Everything there is to show of a game."""

    path: str
    """Of its page."""
    title: str
    at: str
    """Where the game is, as its forms say it."""
    game: str = ""
    """The id of the game."""
    seats: Sequence[Seat] = ()
    viewer: str = ""
    """The seat that the page is for."""
    ask: Ask | None = None
    stage: Stage | None = None
    panels: Sequence[Panel] = ()
    shown: Html = NOTHING
    """What a form drew before its question."""
    told: Sequence[Told] = ()
    remarks: Sequence[Remark] = ()
    """What opponents say now."""
    undo: str = ""
    redo: str = ""
    """What these would take back and do again; nothing if there is nothing."""
    sheet: Sheet | None = None
    notices: Sequence[Text] = ()
    otherwise: Sequence[Text] = ()
    """What was taught since the game began, and does not hold in it."""
    is_resumed: bool = False
    """Whether nobody has gone on yet with a game that was begun earlier."""
    note: Note | None = None
    is_game: bool = True
    """And no score sheet that is filled in."""
    back: str = ""
    """The page that this is a question beside."""
    leads_to: str = ""
    """Where one goes from a form that is filled in."""
    is_demo: bool = False
    """Whether it plays itself, and waits for the viewer."""
    can_hint: bool = False
    """Whether a strong player can be asked."""
    can_review: bool = False
    """Whether a strong player can look back on it."""
    unseen: Sequence[Unseen] = ()
    """What is to be told with that question."""
    changed: Collection[str] = ()
    """The ids of what has changed on the table since a person last answered."""
    can_draw: bool = True
    """Whether the app may draw or roll this once: not where a real card lies."""
    app_draws: bool = False
    """Whether the app rolls or draws for the table in this game."""

    def way(self, deed: str, hidden: Mapping[str, str] = NO_FIELDS) -> Way:
        """Where a form of that deed goes; one that was refused stays as it was filled in."""
        action = f"{self.path}/{deed}"
        is_refused = self.note is not None and self.note.is_bad and self.note.way == action
        return Way(action, self.at, hidden, self.note.filled if self.note and is_refused else {})

    @property
    def can_be_written(self) -> bool:
        return isinstance(self.ask, Move) and self.ask.notation is not None


def page(scene: Scene, words: Words) -> Html:
    """The table, and below it what happened and the question; where there is room they stand side by side."""
    found = laid(scene.ask, scene.panels, words, scene.at)
    where = [drawing.stage(scene.stage, words)] if scene.stage is not None else []
    dock = [note(scene.note, words, scene), _told(scene, words)]
    if scene.ask is not None:
        dock.append(_question(scene, scene.ask, found, words))
    elif scene.sheet is not None:
        dock.insert(1, _ending(scene, scene.sheet, words))
    elif scene.is_demo:
        button = element("button", words.plain(Text("web.next-turn")), class_="choice primary")
        dock.append(element("section", form(f"{scene.path}/on", scene.at, {}, button), class_="question"))
    elif scene.leads_to:
        dock.append(link(scene.leads_to, words.plain(Text("web.done")), class_="choice primary"))
    marked = (scene.note and scene.note.marks) or scene.changed
    table = drawing.panels(freshened(scene.panels, marked), words, found.touches, _about(scene.ask))
    if scene.shown:
        head = element("h2", words.plain(Text("web.table")), class_="sr")
        table = joined([table, div("panel", head, scene.shown)])
    is_board = bool(table) and (scene.ask is not None or (scene.is_demo and scene.sheet is None))
    kind = "play" if is_board else "narrow"
    inside = [element("div", *dock, class_="dock", id="dock")]
    if table:
        name = words.plain(Text("web.table"))
        region = element("section", table, class_="table", id="table", aria_label=name, tabindex=0)
        inside.insert(0 if is_board else 1, region)
    if is_board and not found.touches:
        kind += " listed"
    return document(
        words,
        scene.title,
        top(scene.title, *where, back=scene.back or "/", words=words),
        element("main", *inside, class_=kind),
        found.sheets,
        NOTHING if scene.is_demo else _bottom(scene, words),
        stream=f"{scene.path}/stream" if scene.is_game else "",
        at=scene.at,
        awake=scene.is_game and scene.ask is not None,
        kind="with-bottom board" if is_board else "with-bottom",
    )


def note(found: Note | None, words: Words, scene: Scene) -> Html:
    """The outcome of the last form."""
    if found is None:
        return NOTHING
    at, path = scene.at, scene.path
    said = [element("p", text) for text in found.texts]
    if found.to_do:
        rows = (_tick(f"{at}-to-do-{place}", line) for place, line in enumerate(found.to_do))
        said += [element("p", words.plain(Text("talk.to-do"))), element("ol", *rows, class_="deeds")]
    if found.why:
        summary = element("summary", words.plain(Text("web.why")))
        reasons = element("ul", *(element("li", reason) for reason in found.why))
        said.append(element("details", summary, reasons, class_="why"))
    if found.may_insist:
        button = element(
            "button", words.plain(Text("web.insist")), name="insist", value="yes", class_="choice"
        )
        said.append(form(found.way, at, {}, *_kept(found.filled), button))
    if found.take is not None:
        button = element("button", words.plain(Text("web.hint-take")), class_="choice")
        said.append(form(f"{path}/answer", at, {}, *_kept(found.take), button))
    if found.teach:
        button = element("button", found.teach, class_="choice")
        said.append(form(f"{path}/teach", at, {}, button))
    role = "alert" if found.is_bad else "status"
    return element("section", *said, class_="note bad" if found.is_bad else "note", role=role)


def _kept(fields: Fields, *but: str) -> Iterator[Html]:
    """What a form says, out of sight; where the game is is said anew."""
    for key, values in fields.items():
        if key not in ("at", *but):
            yield from (element("input", type="hidden", name=key, value=value) for value in values)


# What happened


def _about(ask: Ask | None) -> list[str]:
    """The ids of what a question is about."""
    values = [] if ask is None else ask.values.values()
    return [each.id if isinstance(each, Named) else each for each in values if isinstance(each, Named | str)]


def _told(scene: Scene, words: Words) -> Html:
    """What happened since the last choice, on one card: what is to be done can be ticked off."""
    names = {seat.id: shown_name(seat, words) for seat in scene.seats if seat.id != scene.viewer}
    notices = [element("p", words.plain(text), class_="note bad") for text in scene.notices]
    if scene.otherwise:
        name = words.plain(Text("web.to.facts"))
        differ = words.plain(Text("facts.differ", n=len(scene.otherwise), command=name))
        way = link(f"{scene.path}/facts", name, class_="choice")
        notices.append(element("section", element("p", differ), way, class_="note"))
    if scene.is_resumed:
        check = words.plain(Text("talk.same-table"))
        way = link(f"{scene.path}/fix", words.plain(Text("web.to.fix")), class_="choice")
        notices.append(element("section", element("p", check), way, class_="note"))
    remarks = [element("p", words.plain(each.told(words.lang)), class_="says") for each in scene.remarks]
    return joined([*notices, *_card(_grouped(scene), names, remarks, words)])


def _grouped(scene: Scene) -> list[tuple[str, list[Told]]]:
    """What happened by whose doing it is; what comes of an opponent's move at the table goes with that."""
    groups: list[tuple[str, list[Told]]] = []
    for told in scene.told:
        whose = told.seat
        if not whose and not told.phase and groups and groups[-1][0] != scene.viewer:
            whose = groups[-1][0]
        if not groups or groups[-1][0] != whose:
            groups.append((whose, []))
        groups[-1][1].append(told)
    return groups


def _card(
    groups: Sequence[tuple[str, Sequence[Told]]],
    names: Mapping[str, str],
    remarks: Sequence[Html],
    words: Words,
) -> Iterator[Html]:
    """One card of all that was done: it says by whom and how much, and folds when that is done as well.

    What opponents say to it stands below what they did.
    """
    told = [each for _, tells in groups for each in tells]
    deeds = sum(each.is_to_do for each in told)
    if not deeds:
        rows = (element("li", element("p", said(each.tell, words)), _why(each.why, words)) for each in told)
        if told:
            yield element("ul", *rows, class_="news", tabindex=0)
        yield from remarks
        return
    who = [names[whose] for whose in dict.fromkeys(whose for whose, _ in groups) if whose in names]
    count = Text("web.deeds", n=deeds)
    title = words.plain(Text("web.deeds-of", who=who, count=count) if who else count)
    done = element("span", words.plain(Text("web.is-done")), class_="is-done")
    head = element("summary", element("h2", title), done)
    several = len(who) > 1
    parts: list[Html] = []
    for whose, tells in groups:
        if several and whose in names:
            parts.append(element("h3", names[whose]))
        parts.append(element("ol", *(_row(each, words) for each in tells), class_="deeds"))
    all_done = element("button", words.plain(Text("web.all-done")), type="button", class_="all")
    listed = element("details", head, div("acts", *parts, *remarks), class_="seat", open=True)
    yield element("section", listed, all_done, class_="told")


def _row(told: Told, words: Words) -> Html:
    text = said(told.tell, words)
    why = _why(told.why, words)
    if not told.is_to_do:
        return element("li", element("p", text), why, class_="only-news")
    return _tick(f"{told.place}-{crc32(text.encode()):x}", text, why)


def _tick(key: str, text: str, *below: str) -> Html:
    box = element("input", type="checkbox", data_tick=key, autocomplete="off")
    return element("li", element("label", box, element("span", text), class_="deed"), *below)


def _why(reasons: Sequence[Text], words: Words) -> Html:
    if not reasons:
        return NOTHING
    rows = (
        element("li", said(reason, words), class_="says" if isinstance(reason, Says) else None)
        for reason in reasons
    )
    summary = element("summary", words.plain(Text("web.why")))
    return element("details", summary, element("ul", *rows), class_="why")


# The question


def _question(scene: Scene, ask: Ask, found: Laid, words: Words) -> Html:
    whose = next((seat for seat in scene.seats if seat.id == ask.to), None)
    several = sum(seat.is_person for seat in scene.seats) > 1
    turn = (
        element("p", words.plain(Text("talk.turn", who=whose)), class_="turn")
        if whose and several
        else NOTHING
    )
    title = element("h2", said(ask.text, words), tabindex=-1)
    inside = controls(ask, found, words, scene.way("answer"))
    draws = can_be_drawn(ask) if scene.can_draw else None
    extra = NOTHING
    if draws is not None:
        button = element("button", words.plain(draws), name="by", value="app", class_="choice quiet")
        extra = form(f"{scene.path}/draw", scene.at, {}, button)
    return element("section", turn, title, inside, extra, class_="question", id="question")


def _ending(scene: Scene, sheet: Sheet, words: Words) -> Html:
    told = (element("p", words.plain(sentence), class_="winner") for sentence in ending(sheet))
    over = element("h2", words.plain(Text("web.over" if scene.is_game else "web.score")), tabindex=-1)
    ways = [(f"/new/{scene.game}", Text("web.again"))] if scene.game else []
    if scene.is_game and scene.can_review:
        ways.append((f"{scene.path}/review", Text("web.to.review")))
    if scene.leads_to:
        ways.append((scene.leads_to, Text("web.done")))
    onward = div("choices", *(link(way, words.plain(text), class_="choice") for way, text in ways))
    return element("section", over, *told, sheet_of(sheet, words), onward, class_="question", id="question")


def _bottom(scene: Scene, words: Words) -> Html:
    """Undo and redo, always in sight, with what they take back; and the way to everything else."""
    steps = (
        _step(scene, "undo", scene.undo, words),
        _step(scene, "redo", scene.redo, words) if scene.redo else NOTHING,
    )
    return element(
        "nav", *steps, _menu(scene, words), class_="bottom", aria_label=words.plain(Text("web.menu"))
    )


def _step(scene: Scene, name: str, what: str, words: Words) -> Html:
    title = words.plain(Text(f"web.{name}"))
    label = what or words.plain(Text(f"talk.nothing-to-{name}"))
    button = element(
        "button",
        _icon(name),
        element("span", element("b", title), element("span", label, class_="what"), class_="words"),
        disabled=not what,
    )
    return form(f"{scene.path}/{name}", scene.at, {}, button)


def _icon(name: str) -> Html:
    paths = {
        "undo": "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 0 12",
        "redo": "M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12",
        "menu": "M4 7h16M4 12h16M4 17h16",
    }
    return Html(f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{paths[name]}"/></svg>')


def _menu(scene: Scene, words: Words) -> Html:
    summary = element("summary", _icon("menu"), element("span", words.plain(Text("web.menu")), class_="sr"))
    ways = (
        [
            link(f"{scene.path}/{name}", said(Text(f"web.to.{name}"), words))
            for name in LOOK_UPS
            if (name != "facts" or scene.otherwise) and (name != "write" or scene.can_be_written)
        ]
        if scene.is_game
        else []
    )
    home = link(scene.back or "/", words.plain(Text("web.leave-it" if scene.back else "web.leave")))
    hint = hand = NOTHING
    if scene.unseen:
        hint = link(f"{scene.path}/hint", words.plain(Text("web.hint")))
    elif scene.can_hint:
        button = element("button", words.plain(Text("web.hint")))
        hint = form(f"{scene.path}/hint", scene.at, {}, button)
    if scene.is_game and scene.app_draws and scene.ask is not None:
        button = element("button", words.plain(Text("web.by-hand")), name="by", value="hand")
        hand = form(f"{scene.path}/draw", scene.at, {}, button)
    return element("details", summary, div("menu", hint, *ways, hand, home), class_="more")


# Looking things up


def aside(scene: Scene, words: Words, title: Text, *inside: str) -> Html:
    """A page beside the game; the way back is the game."""
    head = words.plain(title)
    return document(
        words, head, top(head, words=words, back=scene.path), element("main", *inside, class_="narrow")
    )


def sheet_of(sheet: Sheet, words: Words) -> Html:
    """A score sheet: who has how much, and of each where it comes from."""
    found = in_words(sheet, words)
    top = max((player.total for player in found.players), default=0)
    ranked = sorted(found.players, key=lambda player: (player.place, -player.total))
    alone = len(ranked) == 1
    return div("sheet-of", *(_player(player, top, alone, found.has_ties, words) for player in ranked))


def _player(player: SaidPlayer, top: int, alone: bool, has_ties: bool, words: Words) -> Html:
    rows = [
        element(
            "tr",
            element("th", line.label, element("small", line.how) if line.how else NOTHING, scope="row"),
            element("td", str(line.points)),
        )
        for line in player.lines
    ]
    rows += [
        element("tr", element("th", tie_break_label(label, words), scope="row"), element("td", str(value)))
        for label, value in player.tie_break.items()
        if has_ties
    ]
    total = words.plain(Text("amount.points", n=player.total))
    bar = element("progress", value=max(0, player.total), max=max(1, top), aria_label=player.name)
    head = element("summary", element("h2", player.name), element("span", total, class_="total"), bar)
    is_first = alone or player.place == 1
    return element("details", head, element("table", *rows), class_="player", open=is_first)


def log_page(scene: Scene, told: Iterable[Told], seed: int, words: Words) -> Html:
    """Everything that happened, a part for each round; the last one is open."""
    parts: list[list[Told]] = []
    for each in told:
        if not parts or each.stage:
            parts.append([])
        parts[-1].append(each)
    shown = [_part(part, words, is_open=part is parts[-1]) for part in parts]
    shown = shown or [element("p", words.plain(Text("talk.nothing-entered")))]
    ending = element("p", words.plain(Text("talk.seed", seed=seed)), class_="dim")
    return aside(scene, words, Text("web.to.log"), *shown, ending)


def _part(part: Sequence[Told], words: Words, *, is_open: bool) -> Html:
    first = part[0].tell if part[0].stage else Text("web.before")
    rows = (
        element("li", said(each.tell, words), _why(each.why, words))
        for each in (part[1:] if part[0].stage else part)
    )
    head = element("summary", element("h2", said(first, words)))
    return element("details", head, element("ol", *rows, class_="log"), class_="panel", open=is_open)


def why_page(scene: Scene, tells: Sequence[Tell], words: Words) -> Html:
    if not tells:
        return aside(scene, words, Text("web.to.why"), element("p", words.plain(Text("talk.no-reasons"))))
    parts = [
        element(
            "section", element("h2", said(tell, words)), element("ul", *_reasons(tell, words)), class_="panel"
        )
        for tell in tells
    ]
    return aside(scene, words, Text("web.to.why"), *parts)


def _reasons(tell: Tell, words: Words) -> list[Html]:
    return [
        element("li", said(reason, words), class_="says" if isinstance(reason, Says) else None)
        for reason in tell.why
    ]


def score_page(scene: Scene, sheet: Sheet, words: Words) -> Html:
    so_far = element("p", words.plain(Text("talk.score-so-far"))) if scene.ask is not None else NOTHING
    return aside(scene, words, Text("web.to.score"), so_far, sheet_of(sheet, words))


def review_page(path: str, found: Reviewed, words: Words) -> Html:
    """The turns that cost most and the best one, of each person; or how far the looking back is."""
    heading = words.plain(Text("web.to.review"))
    if found.trouble is not None:
        raise found.trouble
    if not found.is_over:
        bar = element("progress", value=found.done, max=max(1, found.total), aria_label=heading)
        wait = element("p", words.plain(Text("web.reviewing", done=found.done, n=found.total)), role="status")
        inside = element("main", element("section", wait, bar, class_="question"), class_="narrow")
        return document(words, heading, top(heading, back=path, words=words), inside, again=True)
    parts: list[Html] = []
    for seat in found.people:
        shown = found.shown(seat.id)
        said_before = shown.before()
        lines = [] if said_before is None else [said_before]
        lines += [Text("review.line", **row) for row in shown.costly()]
        rows = (element("p", said(line, words)) for line in [*lines, *shown.after()])
        name = element("h2", shown_name(seat, words)) if len(found.people) > 1 else NOTHING
        parts.append(element("section", name, *rows, class_="panel"))
    inside = element("main", *parts, class_="narrow")
    return document(words, heading, top(heading, back=path, words=words), inside)


def rules_page(scene: Scene, topics: Sequence[tuple[Text, Text]], words: Words) -> Html:
    parts = (
        element(
            "details",
            element("summary", element("h2", words.plain(title))),
            paragraphs(words.plain(text)),
            class_="panel",
        )
        for title, text in topics
    )
    return aside(scene, words, Text("web.to.rules"), *parts)


def facts_page(scene: Scene, words: Words) -> Html:
    """What was taught since the game began, and the button that takes it over."""
    title = Text("web.to.facts")
    if not scene.otherwise:
        return aside(scene, words, title, element("p", words.plain(Text("facts.none"))))
    rows = (element("li", said(each, words)) for each in scene.otherwise)
    button = element("button", words.plain(Text("web.take-over")), class_="choice primary")
    body = element(
        "section",
        element("p", words.plain(Text("facts.listed", n=len(scene.otherwise)))),
        element("ul", *rows, class_="log"),
        element("h2", words.plain(Text("facts.take-over"))),
        form(f"{scene.path}/facts", scene.at, {}, button),
        link(scene.path, words.plain(Text("web.leave-it")), class_="button quiet"),
        class_="question",
    )
    return aside(scene, words, title, note(scene.note, words, scene), body)


def hint_page(scene: Scene, words: Words) -> Html:
    """What only the person sees is told, and a strong player asked."""
    parts = [
        element("section", element("h2", label), line_pad(each.pad, box, words), class_="panel")
        for each in scene.unseen
        for label in [words.plain(each.label)]
        for name in [f"said {each.lead}".strip()]
        for box in [letters_box(name, label, scene.way("hint").value(name))]
    ]
    button = element("button", words.plain(Text("web.hint")), class_="choice primary begin")
    told = form(f"{scene.path}/hint", scene.at, {}, *parts, button)
    return aside(scene, words, Text("web.hint"), note(scene.note, words, scene), told)


def history_page(scene: Scene, entered: Sequence[Entered], words: Words) -> Html:
    """What people entered, round by round, the newest last; what was entered long ago is folded."""
    if not entered:
        nothing = element("p", words.plain(Text("talk.nothing-entered")))
        return aside(scene, words, Text("web.to.history"), nothing)
    how = element("p", words.plain(Text("web.how-to-mend")), class_="dim")
    early, late = entered[:-LATEST], entered[-LATEST:]
    folded = NOTHING
    if early:
        summary = element("summary", words.plain(Text("web.earlier", n=len(early))))
        folded = element("details", summary, _entries(scene, early, words))
    return aside(scene, words, Text("web.to.history"), how, folded, _entries(scene, late, words))


def _entries(scene: Scene, some: Sequence[Entered], words: Words) -> Html:
    rows: list[Html] = []
    for each in some:
        rows += [element("h2", said(stage, words)) for stage in each.stages]
        text = Text("log.entered", who=each.who(scene.seats), what=in_short(each.label))
        number = element("span", str(each.number), class_="dim")
        way = f"{scene.path}/mend?entry={each.number}"
        rows.append(element("a", number, element("span", said(text, words)), href=way, class_="choice"))
    return div("entries", *rows)


def fixes_page(
    scene: Scene, corrections: Sequence[Correction], words: Words, query: Callable[[str], str]
) -> Html:
    """Everything that can be set right, to be found by a few letters."""
    rows = (
        element(
            "a",
            element("span", said(each.name, words, capital=True), class_="name"),
            element("span", said(Text("fix.now", value=each.value), words), class_="detail"),
            href=f"{scene.path}/fix?key={query(each.key)}",
            class_="choice",
            data_find=words.plain(each.name).casefold(),
        )
        for each in corrections
    )
    intro = element("p", words.plain(Text("fix.which")))
    return aside(scene, words, Text("web.to.fix"), intro, filter_box(words), div("choices one", *rows))


def write_page(scene: Scene, words: Words) -> Html:
    """The question, to be answered in the notation of the game."""
    title = NOTHING if scene.ask is None else element("h2", said(scene.ask.text, words))
    inside = written(scene.ask, words, scene.way("answer"))
    return aside(scene, words, Text("web.to.write"), element("section", title, inside, class_="question"))


def asked_page(
    scene: Scene, ask: Ask, words: Words, deed: str, hidden: Mapping[str, str], *above: str
) -> Html:
    """A question on the side: a value to set right, an answer to give anew."""
    found = Laid(listed=[] if not hasattr(ask, "options") else list(ask.options))
    inside = controls(ask, found, words, scene.way(deed, hidden))
    title = element("h2", said(ask.text, words))
    back = link(scene.path, words.plain(Text("web.leave-it")), class_="button quiet")
    told = note(scene.note, words, scene)
    body = element("section", told, *above, title, inside, back, class_="question")
    return aside(scene, words, Text("web.to.fix" if "key" in hidden else "web.to.history"), body)


def sure_page(
    scene: Scene,
    words: Words,
    action: str,
    fields: Fields,
    to_do: Sequence[str],
    stopped: str,
    lost: int,
) -> Html:
    """What mending an answer would mean at the table, what would be lost, and whether that is wanted."""
    sure = element(
        "button", said(Text("answer.yes"), words, capital=True), name="accept", value="yes", class_="choice"
    )
    back = link(scene.path, words.plain(Text("web.leave-it")), class_="choice primary")
    body = element(
        "section",
        *([element("p", words.plain(Text("talk.would-do", n=len(to_do))))] if to_do else []),
        *(element("p", line, class_="dim") for line in to_do),
        *([element("p", words.plain(Text("talk.would-stop", what=stopped)))] if lost else []),
        element("h2", words.plain(Text("talk.throw-away", n=lost) if lost else Text("talk.mend-it"))),
        form(action, scene.at, {}, *_kept(fields, "accept"), div("choices", back, sure)),
        class_="question",
    )
    return aside(scene, words, Text("web.to.history"), body)
