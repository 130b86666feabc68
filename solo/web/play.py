"""The pages of a game: the table with the question and the news, and those behind the menu."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote
from zlib import crc32

from msgspec import Struct

from automa import pieces
from automa.dialogue import Ask, Move, Named, Says, Tell, Text
from automa.game import Seat
from automa.sheet import Sheet
from solo.playing.driver import Event, Mended
from solo.playing.looking_back import LookingBack
from solo.showing.changes import freshened
from solo.showing.events import Entered, answer_in_words, in_short, shown_answer
from solo.showing.looking_back import Review
from solo.showing.markup import Capital, Content, Element, details, element, paragraphs
from solo.showing.reminders import topic_name
from solo.showing.sheets import SaidPlayer, ending, in_words, tie_break_label
from solo.web import asking, drawing
from solo.web.asking import Fields, FormTarget, PlacedOptions
from solo.web.charts import Asked
from solo.web.frame import Page, narrow, stroke, top
from solo.web.sitting import Demo, NewsItem, Note, Sitting
from solo.words.names import shown_name
from solo.words.sentences import Words

LATEST_SHOWN = 15
"""How many entries of the history are in sight; the others are folded."""


class View(Struct):
    """A game as one device looks at it: its language, and the query of its request."""

    sitting: Sitting
    words: Words
    query: Mapping[str, str] = {}

    @property
    def note(self) -> Note | None:
        """The outcome of the form that led here."""
        return self.sitting.note(self.query.get("note", ""))

    def target(self, action: str, hidden: Mapping[str, str] = {}) -> FormTarget:
        """The target of a form for this action; a form that was refused stays as it was filled in."""
        url, note = f"{self.sitting.path}/{action}", self.note
        is_refused = note is not None and note.is_bad and note.url == url
        return FormTarget(url, self.sitting.token, hidden, note.filled if note and is_refused else {})

    def button(self, action: str, text: Content, selector: str = "button", **says: str) -> Element:
        """A form that is only a button."""
        return self.target(action).form(element(selector, text, **says))


def page(view: View) -> Page:
    """The table, the news and the question: side by side where there is room, else one below the other."""
    sitting, words, ask, note = view.sitting, view.words, view.sitting.ask, view.note
    panels = sitting.panels
    found = asking.place_options(ask, panels, words, sitting.token)
    dock = [_note(view), _news(view)]
    if ask is not None:
        dock.append(_question(view, ask, found))
    elif sitting.result is not None:
        dock.insert(1, _ending(sitting, sitting.result, words))
    elif sitting.leads_to:
        dock.append(element("a.choice.primary", Text("web.done"), href=sitting.leads_to))
    marked = (note and note.marks) or pieces.changed(sitting.driver.changes())
    table = drawing.panels(freshened(panels, marked), words, Asked(found.touches, _about(ask)))
    if sitting.shown:
        head = element("h2.sr", Text("web.table"))
        table.append(element("div.panel", head, drawing.picture(sitting.shown, words)))
    below = found.sheets, _bottom(view)
    shown = _game_page(sitting, table, dock, words, *below, is_listed=not found.touches)
    if sitting.is_game:
        shown.marks |= {"data_stream": f"{sitting.path}/stream", "data_awake": ask is not None}
    return shown


def demo_page(demo: Demo, words: Words) -> Page:
    """The table after a turn of a demo, and what was done in it."""
    driver, sheet = demo.driver, demo.driver.sheet
    told = [NewsItem(place, tell, is_own=True) for place, tell in enumerate(demo.turn.tells)]
    dock: list[Content] = [_card(told, driver.setup.seats, driver.viewer, [], words)]
    if sheet is not None:
        dock.insert(0, _ending(demo, sheet, words))
    else:
        button = element("button.choice.primary", Text("web.next-turn"))
        dock.append(element("section.question", FormTarget(f"{demo.path}/on", demo.token).form(button)))
    table = drawing.panels(freshened(driver.script.panels(driver.viewer, None), demo.turn.changed), words)
    return _game_page(demo, table, dock, words, is_listed=True)


def _game_page(
    of: Sitting | Demo,
    table: Sequence[Element],
    dock: Sequence[Content],
    words: Words,
    *below: Content,
    is_listed: bool,
) -> Page:
    """The table and the dock, the table first while the game is played; `is_listed`: nothing is touched."""
    is_board = bool(table) and of.driver.ask is not None
    inside = [element("div.dock", *dock, id="dock")]
    if table:
        region = element("section.table", *table, id="table", aria_label=Text("web.table"), tabindex=0)
        inside.insert(0 if is_board else 1, region)
    selector = "main.play.listed" if is_listed else "main.play"
    main = element(selector if is_board else "main.narrow", *inside)
    stage = of.driver.script.stage()
    head = top(of.title, *([drawing.stage(stage, words)] if stage else []), back=of.back or "/")
    kind = "with-bottom board" if is_board else "with-bottom"
    return Page(of.title, [head, main, below], {"class_": kind, "data_at": of.token})


def _note(view: View) -> Content:
    """The outcome of the last form."""
    found, words, sitting = view.note, view.words, view.sitting
    if found is None:
        return None
    said: list[Content] = [element("p", words.plain(text)) for text in found.texts]
    if found.to_do:
        ticks = [
            _tick(f"{sitting.token}-to-do-{place}", words.plain(text))
            for place, text in enumerate(found.to_do)
        ]
        said += [element("p", Text("talk.to-do")), element("ol.deeds", *ticks)]
    if found.why:
        reasons = [element("li", words.plain(reason)) for reason in found.why]
        said.append(details(Text("web.why"), element("ul", *reasons), class_="why"))
    if found.may_insist:
        insist = element("button.choice", Text("web.insist"), name="insist", value="yes")
        said.append(FormTarget(found.url, sitting.token).form(*_hidden_fields(found.filled), insist))
    if found.advised is not None:
        take = element("button.choice", Text("web.hint-take"))
        said.append(view.target("answer").form(*_hidden_fields(found.advised), take))
    if found.teach is not None:
        said.append(view.button("teach", words.plain(found.teach), "button.choice"))
    if found.is_bad:
        return element("section.note.bad", *said, role="alert")
    return element("section.note", *said, role="status")


def _hidden_fields(fields: Fields, *but: str) -> Iterator[Element]:
    """The fields of a form as hidden ones, without the token, which is given anew."""
    for key, values in fields.items():
        if key not in ("at", *but):
            yield from (asking.hidden_field(key, value) for value in values)


# What happened


def _about(ask: Ask | None) -> list[str]:
    """The ids of what a question is about."""
    values = [] if ask is None else ask.values.values()
    return [each.id if isinstance(each, Named) else each for each in values if isinstance(each, Named | str)]


def _news(view: View) -> Content:
    """What happened since the last choice, on one card whose deeds can be ticked off."""
    sitting, words, driver = view.sitting, view.words, view.sitting.driver
    parts = [element("p.note.bad", words.plain(text)) for text in driver.journal.notices]
    if sitting.otherwise:
        name = words.plain(Text("web.to.facts"))
        differ = Text("facts.differ", n=len(sitting.otherwise), command=name)
        way = element("a.choice", name, href=f"{sitting.path}/facts")
        parts.append(element("section.note", element("p", differ), way))
    if sitting.is_resumed:
        way = element("a.choice", Text("web.to.fix"), href=f"{sitting.path}/fix")
        parts.append(element("section.note", element("p", Text("talk.same-table")), way))
    says = [element("p.says", words.plain(each.told(words.lang))) for each in sitting.desk.remarks()]
    return [*parts, _card(sitting.news(), driver.setup.seats, driver.viewer, says, words)]


def _grouped(told: Sequence[NewsItem], viewer: str) -> list[tuple[str, list[NewsItem]]]:
    """The news by whose they are; what follows from an opponent's move goes with it."""
    groups: list[tuple[str, list[NewsItem]]] = []
    for each in told:
        whose = each.tell.seat
        if not whose and not each.tell.phase and groups and groups[-1][0] != viewer:
            whose = groups[-1][0]
        if not groups or groups[-1][0] != whose:
            groups.append((whose, []))
        groups[-1][1].append(each)
    return groups


def _card(
    told: Sequence[NewsItem], seats: Sequence[Seat], viewer: str, remarks: Sequence[Element], words: Words
) -> Content:
    """A card with all that was done, by whom and how much; it folds when all is ticked off.

    The remarks of opponents stand below.
    """
    deeds = sum(each.is_to_do for each in told)
    if not deeds:
        rows = [element("li", element("p", each.tell), _why(each.tell)) for each in told]
        return [element("ul.news", *rows, tabindex=0) if rows else None, *remarks]
    names = {seat.id: shown_name(seat, words) for seat in seats if seat.id != viewer}
    groups = _grouped(told, viewer)
    who = [names[whose] for whose in dict.fromkeys(whose for whose, _ in groups) if whose in names]
    count = Text("web.deeds", n=deeds)
    title = element("h2", Text("web.deeds-of", who=who, count=count) if who else count)
    parts: list[Element] = []
    for whose, tells in groups:
        if len(who) > 1 and whose in names:
            parts.append(element("h3", names[whose]))
        parts.append(element("ol.deeds", *(_row(each, words) for each in tells)))
    head = title, element("span.is-done", Text("web.is-done"))
    listed = details(head, element("div.acts", *parts, *remarks), class_="seat", is_open=True)
    all_done = element("button.all", Text("web.all-done"), type="button")
    return element("section.told", listed, all_done)


def _row(told: NewsItem, words: Words) -> Element:
    if not told.is_to_do:
        return element("li.only-news", element("p", told.tell), _why(told.tell))
    key = f"{told.place}-{crc32(words.plain(told.tell).encode()):x}"
    return _tick(key, told.tell, _why(told.tell))


def _tick(key: str, text: str | Text, below: Content = None) -> Element:
    box = element("input", type="checkbox", data_tick=key, autocomplete="off")
    return element("li", element("label.deed", box, element("span", text)), below)


def _why(tell: Tell) -> Content:
    reasons = _reasons(tell)
    return details(Text("web.why"), element("ul", *reasons), class_="why") if reasons else None


def _reasons(tell: Tell) -> list[Element]:
    return [element("li.says" if isinstance(reason, Says) else "li", reason) for reason in tell.why]


# The question


def _question(view: View, ask: Ask, found: PlacedOptions) -> Element:
    sitting, words = view.sitting, view.words
    seats = sitting.driver.setup.seats
    whose = next((seat for seat in seats if seat.id == ask.to), None)
    turn: Content = None
    if whose and sum(seat.is_person for seat in seats) > 1:
        turn = element("p.turn", words.plain(Text("talk.turn", who=whose)))
    draws = asking.can_be_drawn(ask) if sitting.driver.run.can_draw(ask) else None
    return element(
        "section.question",
        turn,
        element("h2", ask.text, tabindex=-1),
        asking.controls(ask, found, words, view.target("answer")),
        view.button("draw", draws, "button.choice.quiet", name="by", value="app") if draws else None,
        id="question",
    )


def _ending(of: Sitting | Demo, sheet: Sheet, words: Words) -> Element:
    is_game = isinstance(of, Sitting) and of.is_game
    ways: dict[str, Text] = {}
    if is_game or isinstance(of, Demo):
        ways[f"/new/{of.driver.game.id}"] = Text("web.again")
    if isinstance(of, Sitting):
        ways |= {f"{of.path}/review": Text("web.to.review")} if of.coach is not None else {}
        ways |= {of.leads_to: Text("web.done")} if of.leads_to else {}
    return element(
        "section.question",
        element("h2", Text("web.over" if is_game else "web.score"), tabindex=-1),
        *(element("p.winner", words.plain(sentence)) for sentence in ending(sheet)),
        sheet_of(sheet, words),
        element("div.choices", *(element("a.choice", text, href=way) for way, text in ways.items())),
        id="question",
    )


def _bottom(view: View) -> Element:
    """Undo and redo with what they take back, and the menu."""
    redone = view.sitting.to_redo()
    return element(
        "nav.bottom",
        _step(view, "undo", view.sitting.driver.to_undo()),
        _step(view, "redo", redone) if redone is not None else None,
        _menu(view),
        aria_label=Text("web.menu"),
    )


def _step(view: View, name: str, event: Event | None) -> Element:
    what = element(
        "span.what", Text(f"talk.nothing-to-{name}") if event is None else _label(event, view.words)
    )
    title = element("span.words", element("b", Text(f"web.{name}")), what)
    return view.target(name).form(element("button", stroke(name), title, disabled=event is None))


def _label(event: Event, words: Words) -> str:
    """What is taken back or done again; of an answer, the answer before its question."""
    if isinstance(event, Tell):
        return words.plain(event)
    answer = shown_answer(event.ask, event.entry.answer)
    label = words.plain(Text("web.given", answer=answer, question=event.ask.text))
    return label[:1].upper() + label[1:]


def _menu(view: View) -> Element:
    sitting, ask = view.sitting, view.sitting.ask
    hint = hand = None
    if sitting.unseen():
        hint = element("a", Text("web.hint"), href=f"{sitting.path}/hint")
    elif ask is not None and sitting.coach is not None:
        hint = view.button("hint", Text("web.hint"))
    if sitting.is_game and ask is not None and "app" in sitting.driver.run.dice_and_cards.values():
        hand = view.button("draw", Text("web.by-hand"), name="by", value="hand")
    can_be_written = isinstance(ask, Move) and ask.notation is not None
    ways = [
        element("a", Text(f"web.to.{name}"), href=f"{sitting.path}/{name}")
        for name in LOOK_UPS
        if (name != "facts" or sitting.otherwise) and (name != "write" or can_be_written)
    ]
    home = element("a", Text("web.leave-it" if sitting.back else "web.leave"), href=sitting.back or "/")
    summary = stroke("menu"), element("span.sr", Text("web.menu"))
    inside = element("div.menu", hint, *(ways if sitting.is_game else []), hand, home)
    return details(summary, inside, class_="more")


# Looking things up


def _side_page(view: View, title: Text, *inside: Content) -> Page:
    """A page with a way back to the game."""
    return narrow(title, *inside, back=view.sitting.path)


def sheet_of(sheet: Sheet, words: Words) -> Element:
    """A score sheet: everybody's points, and where they come from."""
    found = in_words(sheet, words)
    top = max((player.total for player in found.players), default=0)
    ranked = sorted(found.players, key=lambda player: (player.place, -player.total))
    return element(
        "div.sheet-of",
        *(
            _player(player, top, found.has_ties, words, is_open=len(ranked) == 1 or player.place == 1)
            for player in ranked
        ),
    )


def _player(player: SaidPlayer, top: int, has_ties: bool, words: Words, *, is_open: bool) -> Element:
    lines: list[tuple[Content, int]] = [
        ([line.label, element("small", line.how) if line.how else None], line.points) for line in player.lines
    ]
    if has_ties:
        lines += [(tie_break_label(label, words), value) for label, value in player.tie_break.items()]
    rows = (element("tr", element("th", label, scope="row"), element("td", n)) for label, n in lines)
    head = (
        element("h2", player.name),
        element("span.total", Text("amount.points", n=player.total)),
        element("progress", value=max(0, player.total), max=max(1, top), aria_label=player.name),
    )
    return details(head, element("table", *rows), class_="player", is_open=is_open)


def log_page(view: View) -> Page:
    """The log, a part for each round; the last part is open."""
    parts: list[list[NewsItem]] = []
    for each in view.sitting.log():
        if not parts or each.tell.stage:
            parts.append([])
        parts[-1].append(each)
    shown = [_part(part, is_open=part is parts[-1]) for part in parts] or [_nothing("talk.nothing-entered")]
    seed = Text("talk.seed", seed=view.sitting.driver.journal.header.seed)
    return _side_page(view, Text("web.to.log"), *shown, element("p.dim", seed))


def _part(part: Sequence[NewsItem], *, is_open: bool) -> Element:
    first = part[0].tell
    rows = [element("li", each.tell, _why(each.tell)) for each in (part[1:] if first.stage else part)]
    head = element("h2", first if first.stage else Text("web.before"))
    return details(head, element("ol.log", *rows), class_="panel", is_open=is_open)


def _nothing(id: str) -> Element:
    return element("p", Text(id))


def why_page(view: View) -> Page:
    parts = [
        element("section.panel", element("h2", tell), element("ul", *_reasons(tell)))
        for tell in view.sitting.desk.reasons()
    ]
    return _side_page(view, Text("web.to.why"), *(parts or [_nothing("talk.no-reasons")]))


def score_page(view: View) -> Page:
    sheet, is_so_far = view.sitting.desk.score()
    so_far = element("p", Text("talk.score-so-far")) if is_so_far else None
    return _side_page(view, Text("web.to.score"), so_far, sheet_of(sheet, view.words))


def review_page(path: str, found: LookingBack, words: Words) -> Page:
    """The review of a game for each person; until it is ready, its progress."""
    heading = Text("web.to.review")
    if not found.is_over:
        bar = element("progress", value=found.done, max=max(1, found.total), aria_label=heading)
        wait = element("p", Text("web.reviewing", done=found.done, n=found.total), role="status")
        return narrow(heading, element("section.question", wait, bar), back=path, data_again=True)
    parts: list[Element] = []
    people = found.driver.setup.people
    for seat in people:
        shown = Review(found.judged[seat.id], found.driver, answer_in_words)
        lines = [shown.before(), *(Text("review.line", **row) for row in shown.costly()), *shown.after()]
        name = element("h2", shown_name(seat, words)) if len(people) > 1 else None
        parts.append(element("section.panel", name, *(element("p", line) for line in lines if line)))
    return narrow(heading, *parts, back=path)


def rules_page(view: View) -> Page:
    game, words = view.sitting.driver.game, view.words
    parts = [
        details(element("h2", topic_name(game, id)), paragraphs(words.plain(text)), class_="panel")
        for id, text in view.sitting.desk.rules()
    ]
    return _side_page(view, Text("web.to.rules"), *parts)


def facts_page(view: View) -> Page:
    """The facts that were taught since the game began, and the button that takes them over."""
    sitting = view.sitting
    if not sitting.otherwise:
        return _side_page(view, Text("web.to.facts"), _nothing("facts.none"))
    body = element(
        "section.question",
        element("p", Text("facts.listed", n=len(sitting.otherwise))),
        element("ul.log", *(element("li", each) for each in sitting.otherwise)),
        element("h2", Text("facts.take-over")),
        view.button("facts", Text("web.take-over"), "button.choice.primary"),
        element("a.button.quiet", Text("web.leave-it"), href=sitting.path),
    )
    return _side_page(view, Text("web.to.facts"), _note(view), body)


def hint_page(view: View) -> Page:
    """The form for a hint that needs what only the person sees."""
    target = view.target("hint")
    parts: list[Element] = []
    for each in view.sitting.unseen():
        name = f"said {each.lead}".strip()
        pad = asking.line_pad(each.pad, asking.letters_box(name, each.label, target.value(name)))
        parts.append(element("section.panel", element("h2", each.label), pad))
    button = element("button.choice.primary.begin", Text("web.hint"))
    return _side_page(view, Text("web.hint"), _note(view), target.form(*parts, button))


def history_page(view: View) -> Page:
    """What people entered, round by round, the newest last; the older part is folded."""
    entered = view.sitting.desk.entered
    if not entered:
        return _side_page(view, Text("web.to.history"), _nothing("talk.nothing-entered"))
    how = element("p.dim", Text("web.how-to-mend"))
    early, late = entered[:-LATEST_SHOWN], entered[-LATEST_SHOWN:]
    folded = details(Text("web.earlier", n=len(early)), _entries(view, early)) if early else None
    return _side_page(view, Text("web.to.history"), how, folded, _entries(view, late))


def _entries(view: View, some: Sequence[Entered]) -> Element:
    seats, path = view.sitting.driver.setup.seats, view.sitting.path
    rows: list[Element] = []
    for each in some:
        rows += [element("h2", stage) for stage in each.stages]
        text = Text("log.entered", who=each.who(seats), what=in_short(each.label))
        number = element("span.dim", each.number)
        rows.append(
            element("a.choice", number, element("span", text), href=f"{path}/mend?entry={each.number}")
        )
    return element("div.entries", *rows)


def fix_page(view: View) -> Page:
    """The form that sets a value right; or the list of all values, with a search."""
    sitting = view.sitting
    if "key" in view.query:
        found = sitting.driver.run.correction(view.query["key"])
        now = Text("fix.line", what=found.name, value=found.value)
        return _question_page(view, Text("web.to.fix"), found.ask, "fix", {"key": found.key}, now)
    rows = (
        element(
            "a.choice",
            element("span.name", Capital(each.name)),
            element("span.detail", Text("fix.now", value=each.value)),
            href=f"{sitting.path}/fix?key={quote(each.key, safe='')}",
            data_find=view.words.plain(each.name).casefold(),
        )
        for each in sitting.desk.corrections()
    )
    which = element("p", Text("fix.which"))
    return _side_page(view, Text("web.to.fix"), which, asking.filter_box(), element("div.choices.one", *rows))


def mend_page(view: View) -> Page:
    """The form that gives an earlier answer anew."""
    earlier = view.sitting.desk.earlier(view.query.get("entry", ""))
    label = in_short(view.sitting.driver.run.label(earlier.index))
    was = Text("talk.mending", place=earlier.number, what=label)
    hidden = {"entry": str(earlier.number)}
    return _question_page(view, Text("web.to.history"), earlier.ask, "mend", hidden, was)


def _question_page(
    view: View, title: Text, ask: Ask, action: str, hidden: Mapping[str, str], above: Text
) -> Page:
    """A page with a question beside the game."""
    body = element(
        "section.question",
        _note(view),
        view.words.plain(above),
        element("h2", ask.text),
        asking.controls(ask, asking.as_buttons(ask, view.words), view.words, view.target(action, hidden)),
        element("a.button.quiet", Text("web.leave-it"), href=view.sitting.path),
    )
    return _side_page(view, title, body)


def write_page(view: View) -> Page:
    """The question with a box for the notation of the game."""
    ask = view.sitting.ask
    title = None if ask is None else element("h2", ask.text)
    inside = asking.written_move(ask, view.words, view.target("answer"))
    return _side_page(view, Text("web.to.write"), element("section.question", title, inside))


def confirm_page(view: View, fields: Fields, mended: Mended) -> Page:
    """What mending an answer would change at the table and drop, and whether that is wanted."""
    words, lost, to_do = view.words, mended.lost, pieces.instructions(mended.acts)
    sure = element("button.choice", Capital(Text("answer.yes")), name="accept", value="yes")
    back = element("a.choice.primary", Text("web.leave-it"), href=view.sitting.path)
    stopped = words.plain(view.sitting.desk.where_it_stops(mended) or "")
    body = element(
        "section.question",
        element("p", Text("talk.would-do", n=len(to_do))) if to_do else None,
        *(element("p.dim", words.plain(line)) for line in to_do),
        element("p", Text("talk.would-stop", what=stopped)) if lost else None,
        element("h2", Text("talk.throw-away", n=lost) if lost else Text("talk.mend-it")),
        view.target("mend").form(*_hidden_fields(fields, "accept"), element("div.choices", back, sure)),
    )
    return _side_page(view, Text("web.to.history"), body)


LOOK_UPS = {
    "log": log_page,
    "score": score_page,
    "why": why_page,
    "rules": rules_page,
    "fix": fix_page,
    "history": history_page,
    "facts": facts_page,
    "write": write_page,
}
"""The pages behind the menu, by the names of the same commands at a terminal."""
PAGES = {**LOOK_UPS, "mend": mend_page, "hint": hint_page}
"""All pages beside a game."""
