"""A question as a form: big buttons, steppers and a search; what stands on the table is touched there.

Every option has just one control on a page. What else leads to it is a link, or a label that presses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from automa.dialogue import (
    LONGEST_NAME,
    TABLE,
    Answer,
    Ask,
    Choose,
    Confirm,
    Deck,
    Move,
    Name,
    Named,
    Number,
    Pad,
    Refused,
    Roll,
    Several,
    Tally,
    Text,
)
from automa.names import folded
from automa.picture import Area, Cell, Panel
from solo.fronts.desk import as_number
from solo.fronts.reading import read, read_several
from solo.showing.icons import icon_of
from solo.showing.markup import Attribute, Capital, Content, Element, details, element, icon, paragraphs
from solo.showing.question import MOST_LISTED, detail_of
from solo.web.charts import Touch
from solo.web.drawing import answering, places, told
from solo.words.names import other_names, shown_name
from solo.words.sentences import Words

FEW = 8
"""So few areas of a map are offered by their names as well as on the map."""
SHORT = 24
"""Options of so few letters stand side by side however few they are."""
MOST_BUTTONS = 13
"""So many numbers are a button each; more are stepped through."""
CLOSE = "#_"
"""Leads to no part of the page: what was open closes, and nothing scrolls."""
SCRIM = element("a.scrim", href=CLOSE, tabindex=-1, aria_hidden="true")
"""All around a sheet: touched, the sheet closes."""

Fields = Mapping[str, Sequence[str]]
"""What a form sends: for each name its values."""


def value_of(fields: Fields, name: str, default: str = "", place: int = 0) -> str:
    """What a form says under a name; of several values, the one at that place."""
    values = fields.get(name, ())
    return values[place] if place < len(values) else default


class Way(Struct):
    """Where a form goes, and what it says besides the answer."""

    action: str
    at: str
    hidden: Mapping[str, str] = {}
    filled: Fields = {}
    """What it said when it was refused, and says still."""

    def form(self, *inside: Content, id: str | None = None) -> Element:
        """A form that says which question it answers, so that one that is out of date changes nothing."""
        hidden = (hidden_field(*field) for field in (("at", self.at), *self.hidden.items()))
        return element("form.form", *hidden, *inside, method="post", action=self.action, id=id)

    def value(self, name: str, default: str = "") -> str:
        """What stands in a box."""
        return value_of(self.filled, name, default)


def hidden_field(name: str, value: str) -> Element:
    return element("input", type="hidden", name=name, value=value)


class Offered(Struct):
    """An option as a page offers it."""

    option: Named
    words: Words
    label: str
    """Its name in words; what can only be named in notation stays as that is written."""
    detail: str
    """What to know before choosing it."""

    @classmethod
    def of(cls, option: Named, words: Words) -> Offered:
        spoken = option.spoken
        label = words.plain(spoken) if spoken is not None else shown_name(option, words)
        label = label if label == option.id else label[:1].upper() + label[1:]
        return cls(option, words, label, detail_of(option, words))

    @property
    def id(self) -> str:
        """The id of its button."""
        return f"o-{self.option.id}".replace(" ", "_")

    @property
    def found_by(self) -> str:
        """Every name of it, as it is looked for."""
        option = self.option
        others = (*other_names(option, self.words), *option.editions)
        return folded(" ".join((self.label, option.id, *others)))

    def named(self) -> list[Element]:
        """Its name, with what to know before choosing it."""
        picture = icon_of(self.option)
        name = element("span.name", icon(picture) if picture else None, self.label)
        return [name, element("span.detail", self.detail)] if self.detail else [name]

    def button(
        self, selector: str = "button.choice", pad: Pad | None = None, *, find: bool = False
    ) -> Element:
        """The button that answers with it; where answers are put together of a `pad`, with its picture."""
        inside = _tile(self.option, pad) or self.named()
        data_find = self.found_by if find else None
        return answering(selector, self.option.id, inside, id=self.id, data_find=data_find)

    def presser(self) -> Element:
        """Presses its button, which stands elsewhere on the page."""
        return element("label.choice", self.named(), for_=self.id)


class Laid(Struct):
    """Where on a page the options of a question are."""

    touches: dict[str, Touch] = field(default_factory=dict)
    sheets: list[Element] = field(default_factory=list)
    pad: Pad | None = None
    """What an answer is put together from: then options are shown as pictures of it."""
    listed: list[Offered] = field(default_factory=list)
    """Those that are buttons below the question."""
    examples: list[Offered] = field(default_factory=list)
    """Those that only show what an answer looks like: they are folded."""
    links: list[tuple[str, Offered]] = field(default_factory=list)
    """The others in words, each with the sheet that has its button."""
    is_touched: bool = False
    """Whether something can be chosen by touching it only."""


def laid(ask: Ask | None, parts: Sequence[Panel], words: Words, at: str) -> Laid:
    """Cards, free places and parts of maps are touched; all other options are listed."""
    offered = as_buttons(ask, words)
    if not isinstance(ask, Choose | Move):
        return offered
    found = Laid(pad=ask.pad if isinstance(ask, Move) else None)
    shown = places(parts)
    on_table: dict[str, list[Offered]] = {}
    for each in offered.listed:
        if each.option.about in shown:
            on_table.setdefault(each.option.about, []).append(each)
        else:
            (found.listed if each.option.listed else found.examples).append(each)
    cell = ask.values.get("cell")
    if found.pad is not None and isinstance(cell, str) and cell in shown:
        found.touches[cell] = Touch(cell, ghost=True)
    areas = [thing for thing in on_table if isinstance(shown[thing], Area)]
    are_few = sum(len(on_table[thing]) for thing in areas) <= FEW
    for number, (thing, options) in enumerate(on_table.items()):
        place, first, is_only = shown[thing], options[0], len(options) == 1
        if isinstance(place, Cell) and len(place.lines) <= 1 and is_only:
            # A free place: there is no more to read.
            found.touches[thing] = Touch(first.label, value=first.option.id)
            found.is_touched = True
            continue
        id = f"s{at}-{number}"
        found.touches[thing] = Touch(first.label, sheet=id)
        if thing in areas and are_few:
            found.listed += options
            pressed = [each.presser() for each in options]
        else:
            found.is_touched = True
            found.links += [(id, each) for each in options if each.option.listed]
            pressed = [each.button(_choice(is_only)) for each in options]
        # A card has its name on it, and the only thing to do with a border or a crossing says what it is.
        is_told = is_only and not isinstance(place, Area)
        title = None if is_told or isinstance(place, Cell) else element("h2", words.plain(place.name))
        found.sheets.append(_sheet(id, first.label, title, told(place, words, shown), pressed))
    return found


def as_buttons(ask: Ask | None, words: Words) -> Laid:
    """Every option below the question."""
    return Laid(listed=[Offered.of(option, words) for option in (() if ask is None else ask.options)])


def _sheet(id: str, label: str, title: Content, told: Sequence[Element], pressed: Content) -> Element:
    """What comes up when something is touched: all there is to know of it, and what can be done."""
    paper = element(
        "div.paper",
        title,
        element("div.whole", *told) if told else None,
        element("div.choices", pressed),
        element("a.button.quiet", Text("web.close"), href=CLOSE),
    )
    return element("section.sheet", SCRIM, paper, id=id, role="dialog", aria_label=label)


# The form


def controls(ask: Ask, found: Laid, words: Words, to: Way) -> Content:
    """Everything one needs to answer a question, but for what is touched on the table."""
    inside: Content
    match ask:
        case Choose() | Move():
            inside = _choices(ask, found, words, to)
        case Several():
            inside = _several(ask, found, to)
        case Number():
            inside = _number(ask, words, to)
        case Tally():
            inside = _tally(ask, found, to)
        case Confirm():
            inside = _confirm(ask)
        case Name():
            inside = _name(ask, to)
        case _:
            raise TypeError(f"no form for {ask!r}")
    return [to.form(id="answer"), inside]


def _choices(ask: Choose | Move, found: Laid, words: Words, to: Way) -> Content:
    default = ask.default if isinstance(ask, Choose) else None
    is_long = len(found.listed) > MOST_LISTED
    buttons = [
        each.button(_choice(each.option.id == default), found.pad, find=is_long) for each in found.listed
    ]
    shown = element("div", *buttons, class_=f"choices{_density(found.listed)}") if buttons else None
    touch = element("p.dim", Text("web.touch")) if found.is_touched else None
    note = element("p.dim", ask.note) if isinstance(ask, Move) and ask.note and not found.links else None
    ways = [*_as_list(found), *_examples(found)]
    if is_long:
        several = element("p.dim", Text("web.several-at-once", n=ask.more + 1)) if ask.more else None
        search = _typed(to, Text("web.search"))
        return [search, several, _initials(found.listed), shown, note, touch, *ways]
    if isinstance(ask, Move) and ask.pad is not None and not found.listed:
        return [_pad(ask, ask.pad, to), *ways]
    if isinstance(ask, Move) and not found.listed and not found.is_touched:  # it can only be written
        return [_typed(to, Text("web.your-move")), note, *ways, _help(ask, words)]
    return [element("div.ways", touch, *ways) if touch or ways else None, shown, note]


def _choice(is_primary: bool, selector: str = "button.choice") -> str:
    """The button of the one choice that stands out, or of another."""
    return f"{selector}.primary" if is_primary else selector


def _initials(options: Sequence[Offered]) -> Element:
    """The first letters of a long list: one touch leaves the names that begin with it."""
    found = sorted({folded(each.label)[:1] for each in options})
    buttons = (element("button", each.upper(), type="button", data_initial=each) for each in found)
    return element("div.initials", *buttons)


def _density(options: Sequence[Offered]) -> str:
    """How close buttons stand, so that all can be seen at once: a class for the style sheet."""
    if len(options) > MOST_LISTED:
        return " many"
    if len(options) > FEW:
        return " dense"
    longest = max(len(each.label) + len(each.detail) for each in options)
    return " some" if len(options) > FEW // 2 or longest <= SHORT else ""


# A tile, put together from pictures


def _tile(option: Named, pad: Pad | None) -> Content:
    """A tile as it lies, where an option is one."""
    if pad is None or any(letter not in pad.letters for letter in option.id.replace(" ", "")):
        return None
    tile = "span.tile.square" if pad.is_square else "span.tile"
    faces = (element(tile, *(_space(pad.letters[letter]) for letter in face)) for face in option.id.split())
    return element("span.tiles", *faces, data_tile=option.id)


def _space(thing: Named) -> Element:
    return element("span.space", icon(icon_of(thing)), element("span.sr", thing.name))


def _pad(ask: Move, pad: Pad, to: Way) -> Element:
    """A tile is put together: touch a quarter and then what is there, and turn it; without scripts, by lists.

    Spaces in a line are added one after the other.
    """
    if not pad.is_square:
        return line_pad(pad, _typed(to, Text("web.your-move")))
    cell = ask.values.get("cell")
    places = ("north-west", "north-east", "south-west", "south-east")
    were = to.filled.get("quarter", [""] * len(places))
    quarters = (_quarter(place, was, pad) for place, was in zip(places, were, strict=False))
    done = element("button.choice.primary", Text("web.lay-it"), form="answer")
    tile = element("div.tile-of", *quarters)
    row = element("div.row", tile, element("div.turns", _tool("left"), _tool("right")), done)
    ghost = cell if isinstance(cell, str) else None
    return element("div.pad", row, _palette(pad), data_square=True, data_ghost=ghost)


def _palette(pad: Pad, letters: Callable[[str], str | Text] = str) -> Element:
    """What a tile is put together from; `letters` is what a touch writes."""
    buttons = (
        element(
            "button",
            icon(icon_of(thing)),
            element("span", thing.name),
            type="button",
            data_letter=letters(letter),
            data_icon=icon_of(thing),
        )
        for letter, thing in pad.letters.items()
    )
    return element("div.palette", *buttons)


def line_pad(pad: Pad, typed: Element) -> Element:
    """Spaces that are added one after the other to a line, in place of what is `typed`."""
    tools = element("div.turns", _tool("back"), _tool("next") if pad.tiles > 1 else None)
    # What is touched is written into a box, as it would be typed.
    inside = (element("div.line-of"), typed, tools, _palette(pad, pad.shown or str))
    return element("div.pad.in-line", *inside, data_most=pad.most, data_tiles=pad.tiles)


def _quarter(place: str, was: str, pad: Pad) -> Element:
    """A quarter of a tile: a list to choose from, and where scripts run a button that shows the choice."""
    label = Text(f"web.quarter.{place}")
    options = (
        element("option", thing.name, value=letter, selected=letter == was)
        for letter, thing in pad.letters.items()
    )
    empty = element("option", "–", value="")
    box = element("select", empty, *options, name="quarter", form="answer", aria_label=label)
    return element("span", box, element("button", type="button", data_quarter=place, aria_label=label))


def _tool(name: str) -> Element:
    signs = {"left": "↺", "right": "↻", "back": "⌫", "next": "│"}
    label = Text(f"web.pad.{name}")
    return element("button", signs[name], type="button", data_tool=name, aria_label=label, title=label)


def _folded_choices(title: Text, choices: Sequence[Element], above: Content = None) -> list[Element]:
    """Choices that are out of sight at first; nothing where there are none."""
    inside = element("div.choices", *choices)
    return [details(title, above, inside, class_="as-list")] if choices else []


def _as_list(found: Laid) -> list[Element]:
    """What is touched on the table, as a list for screen readers."""
    rows = [
        element("a.choice", each.named(), href=f"#{sheet}", data_find=each.found_by)
        for sheet, each in found.links
    ]
    search = filter_box() if len(rows) > MOST_LISTED else None
    return _folded_choices(Text("web.as-list", n=len(rows)), rows, search)


def _examples(found: Laid) -> list[Element]:
    """What an answer may look like."""
    buttons = [each.button(pad=found.pad) for each in found.examples]
    return _folded_choices(Text("web.examples", n=len(buttons)), buttons)


def filter_box() -> Element:
    """A few letters leave of a list what has them; of no use without scripts, and hidden then."""
    label = Text("web.search")
    return element("input.filter", type="search", aria_label=label, placeholder=label, autocomplete="off")


def written_move(ask: Ask | None, words: Words, to: Way) -> Content:
    """A move in the notation of the game."""
    if not isinstance(ask, Move) or ask.notation is None:
        return None
    return [_typed(to, Text("web.your-move")), _help(ask, words)]


def _help(ask: Move, words: Words) -> Content:
    return paragraphs(words.plain(ask.notation.help()), "p.dim") if ask.notation is not None else None


def _typed(to: Way, label: Text) -> Element:
    """A few letters, as they are typed at a terminal; they find among the buttons while one types."""
    box = letters_box("typed", label, to.value("typed"), required=True)
    return to.form(element("div.search", box, element("button.choice.primary", Text("web.done"))))


def letters_box(name: str, label: Text, value: str = "", *, required: bool = False) -> Element:
    """A box for a few letters, which no keyboard shall put right."""
    return text_box(
        name,
        label,
        value=value or None,
        type="search",
        autocapitalize="none",
        spellcheck="false",
        placeholder=label,
        required=required,
    )


def text_box(
    name: str, label: Attribute, selector: str = "input", autocomplete: str = "off", **own: Attribute
) -> Element:
    """A box to type in; the key that ends a line sends its form."""
    usual = {"autocomplete": autocomplete, "enterkeyhint": "go", "aria_label": label}
    return element(selector, name=name, **usual, **own)


def tick(
    box: str, name: str, value: str, inside: Content, *, is_on: bool, form: str | None = None
) -> Element:
    """A choice that is ticked: a checkbox or a radio button, with what it says."""
    ticked = element("input", type=box, name=name, value=value, form=form, checked=is_on)
    return element("label.choice.tick", ticked, element("span.words", inside))


DONE = element("button.choice.primary", Text("web.done"), form="answer")


def _several(ask: Several, found: Laid, to: Way) -> Content:
    chosen = set(to.filled.get("pick", ask.default or ()))
    boxes = [
        tick("checkbox", "pick", id, each.named(), is_on=id in chosen, form="answer")
        for each in found.listed
        for id in [each.option.id]
    ]
    count = _count(ask, Text("web.several", low=ask.low, high=ask.high), "[name=pick]")
    return [count, element("div", *boxes, class_=f"choices{_density(found.listed)}"), DONE]


def _count(ask: Several | Tally, hint: Text, boxes: str) -> Element:
    """How many there should be in all, and where scripts run how many there are."""
    now = element("span.so-far", " ", Text("web.so-far"), " ", element("b.sum"))
    return element("p.dim", hint, now, data_low=ask.low, data_high=ask.high, data_count=boxes)


def _number(ask: Number, words: Words, to: Way) -> Content:
    if ask.high - ask.low < MOST_BUTTONS and ask.limit == ask.high:
        given = _given(ask, words) if isinstance(ask, Roll) else {}
        numbers = (
            answering(_choice(number == ask.default, "button.choice.number"), number, number, small)
            for number in range(ask.low, ask.high + 1)
            for small in [element("small", given[number]) if number in given else None]
        )
        buttons = element("div.choices.numbers.given" if given else "div.choices.numbers", *numbers)
        outcomes = ask.outcomes if isinstance(ask, Roll) else ()
        # What a roll gave at the table, read off the player's own component.
        own = [Offered.of(each, words).button() for each in outcomes]
        return [buttons, *_folded_choices(Text("web.outcomes"), own)]
    start = ask.low if ask.default is None else ask.default
    box = _stepper("answer", to.value("answer", str(start)), ask.low, ask.limit, ask.text)
    hint = element("p.dim", Text("web.number", low=ask.low, high=ask.high))
    return [hint, element("div.row", box, DONE)]


def _given(ask: Roll, words: Words) -> dict[int, str]:
    """What each number of a die gives, where it gives something."""
    names = {each.id: shown_name(each, words) for each in ask.outcomes}
    return {number: names[id] for number, id in ask.gives.items() if id in names}


def _tally(ask: Tally, found: Laid, to: Way) -> Content:
    default = ask.default or {}
    rows = [
        element(
            "div.row.tally",
            element("span.words", each.named()),
            _stepper(name, to.value(name, now), 0, ask.high, each.option.name),
        )
        for each in found.listed
        for name, now in [(f"count {each.option.id}", str(default.get(each.option.id, 0)))]
    ]
    count = _count(ask, Text("web.tally", low=ask.low, high=ask.high), "[type=number]")
    return [count, *rows, DONE]


def _stepper(name: str, value: str, low: int, high: int, label: str | Text) -> Element:
    """A number that is typed, or stepped where scripts run."""
    box = element(
        "input",
        type="number",
        inputmode="numeric",
        name=name,
        value=value,
        min=low,
        max=high,
        form="answer",
        aria_label=label,
        required=True,
    )
    less, more = (
        element("button", sign, type="button", data_step=step, aria_label=(Text(id), ": ", label))
        for sign, step, id in (("−", "stepDown", "web.less"), ("+", "stepUp", "web.more"))
    )
    return element("span.stepper", less, box, more)


def _confirm(ask: Confirm) -> Element:
    buttons = (
        answering(_choice(ask.default is (value == "yes")), value, Capital(Text(f"answer.{value}")))
        for value in ("yes", "no")
    )
    return element("div.choices.numbers", *buttons)


def _name(ask: Name, to: Way) -> Element:
    value = to.value("answer", ask.default or "")
    box = text_box("answer", ask.text, value=value, maxlength=LONGEST_NAME, form="answer", required=True)
    return element("div.row", box, DONE)


# What comes back


def answers_of(ask: Ask, fields: Fields, words: Words, own: Callable[[str], str]) -> list[Answer | None]:
    """What a form answers to this question and, typed with commas, to those of its kind that follow."""
    typed = fields.get("typed")
    return read_several(ask, own(typed[0]), words) if typed else [answer_of(ask, fields, words, own)]


def answer_of(ask: Ask, fields: Fields, words: Words, own: Callable[[str], str]) -> Answer:
    """The answer that a form gives; `own` reads names of the user's edition. `Refused` if there is none."""
    typed = fields.get("typed")
    if typed:
        return read(ask, own(typed[0]), words)
    if (quarters := fields.get("quarter")) and "answer" not in fields:
        if not all(quarters):
            raise Refused(Text("web.quarters-left"))
        return "".join(quarters)
    match ask:
        case Several():
            return list(fields.get("pick", ()))
        case Tally():
            return {option.id: _counted(fields, option) for option in ask.options}
        case Roll() if any(each.id == _first(fields) for each in ask.outcomes):
            return _first(fields)
        case Number() | Confirm() | Name():
            return read(ask, _first(fields), words)
        case _:
            return _first(fields)


def _first(fields: Fields) -> str:
    values = fields.get("answer")
    if not values:
        raise Refused(Text("refused.nothing"))
    return values[0]


def _counted(fields: Fields, option: Named) -> int:
    return as_number(value_of(fields, f"count {option.id}").strip() or "0")


def can_be_drawn(ask: Ask) -> Text | None:
    """What it is called that the app draws or rolls this once, where that can be."""
    if ask.to != TABLE or not ask.stream:
        return None
    return Text("web.app-draws") if isinstance(ask.stream, Deck) else Text("web.app-rolls")
