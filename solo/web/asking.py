"""A question as a form: big buttons, steppers and a search; options that are on the table are touched there.

Every option has exactly one button on a page. Anything else that leads to it is a link or a label.
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
from solo.web.drawing import answering, details_of, touchables
from solo.words.names import other_names, shown_name
from solo.words.sentences import Words

FEW_OPTIONS = 8
"""Up to this number, the areas of a map are also offered by name, and buttons stand in wide columns."""
SHORT_LABEL = 24
"""Up to this length, labels stand side by side even if there are few."""
MAX_NUMBER_BUTTONS = 13
"""Up to this number, numbers are a button each."""
CLOSE_SHEET = "#_"
"""A link to no part of the page: it closes what was open without scrolling."""
SCRIM = element("a.scrim", href=CLOSE_SHEET, tabindex=-1, aria_hidden="true")
"""The background of an open sheet, which closes it."""

Fields = Mapping[str, Sequence[str]]
"""What a form sends: for each name its values."""


def value_of(fields: Fields, name: str, default: str = "", place: int = 0) -> str:
    """What a form says under a name; of several values, the one at that place."""
    values = fields.get(name, ())
    return values[place] if place < len(values) else default


class FormTarget(Struct):
    """Where a form is sent, and its fields besides the answer."""

    url: str
    token: str
    """Of where the game is: a form of another place is out of date, and changes nothing."""
    hidden: Mapping[str, str] = {}
    filled: Fields = {}
    """The fields of a form that was refused, to fill it in again."""

    def form(self, *inside: Content, id: str | None = None) -> Element:
        """A form for this target."""
        hidden = (hidden_field(*field) for field in (("at", self.token), *self.hidden.items()))
        return element("form.form", *hidden, *inside, method="post", action=self.url, id=id)

    def value(self, name: str, default: str = "") -> str:
        """The value to fill in."""
        return value_of(self.filled, name, default)


def hidden_field(name: str, value: str) -> Element:
    return element("input", type="hidden", name=name, value=value)


class OfferedOption(Struct):
    """An option as a page offers it."""

    option: Named
    words: Words
    label: str
    """Its name; a name in notation stays as it is written."""
    detail: str
    """What a player should know before choosing it."""

    @classmethod
    def of(cls, option: Named, words: Words) -> OfferedOption:
        spoken = option.spoken
        label = words.plain(spoken) if spoken is not None else shown_name(option, words)
        label = label if label == option.id else label[:1].upper() + label[1:]
        return cls(option, words, label, detail_of(option, words))

    @property
    def id(self) -> str:
        """The id of its button on the page."""
        return f"o-{self.option.id}".replace(" ", "_")

    @property
    def search_text(self) -> str:
        """All its names, for the search."""
        option = self.option
        others = (*other_names(option, self.words), *option.editions)
        return folded(" ".join((self.label, option.id, *others)))

    def named(self) -> list[Element]:
        """Its name and detail."""
        picture = icon_of(self.option)
        name = element("span.name", icon(picture) if picture else None, self.label)
        return [name, element("span.detail", self.detail)] if self.detail else [name]

    def button(
        self, selector: str = "button.choice", pad: Pad | None = None, *, find: bool = False
    ) -> Element:
        """The button that answers with it; with its picture, if answers are put together on a `pad`."""
        inside = _tile(self.option, pad) or self.named()
        data_find = self.search_text if find else None
        return answering(selector, self.option.id, inside, id=self.id, data_find=data_find)

    def linked_label(self) -> Element:
        """A label that presses its button elsewhere on the page."""
        return element("label.choice", self.named(), for_=self.id)


class PlacedOptions(Struct):
    """The options of a question by where they are on the page."""

    touches: dict[str, Touch] = field(default_factory=dict)
    sheets: list[Element] = field(default_factory=list)
    pad: Pad | None = None
    """The parts that an answer is put together from: then options are shown as pictures."""
    listed: list[OfferedOption] = field(default_factory=list)
    """Buttons below the question."""
    examples: list[OfferedOption] = field(default_factory=list)
    """Examples of an answer, folded."""
    links: list[tuple[str, OfferedOption]] = field(default_factory=list)
    """Options on the table in words, each with the id of the sheet that has its button."""
    is_touched: bool = False
    """Whether some options are on the table alone."""


def place_options(ask: Ask | None, parts: Sequence[Panel], words: Words, at: str) -> PlacedOptions:
    """Place the options: on cards, free cells and parts of maps where there are any, the others in a list."""
    offered = as_buttons(ask, words)
    if not isinstance(ask, Choose | Move):
        return offered
    placed = PlacedOptions(pad=ask.pad if isinstance(ask, Move) else None)
    shown = touchables(parts)
    on_table: dict[str, list[OfferedOption]] = {}
    for each in offered.listed:
        if each.option.about in shown:
            on_table.setdefault(each.option.about, []).append(each)
        else:
            (placed.listed if each.option.listed else placed.examples).append(each)
    cell = ask.values.get("cell")
    if placed.pad is not None and isinstance(cell, str) and cell in shown:
        placed.touches[cell] = Touch(cell, ghost=True)
    areas = [thing for thing in on_table if isinstance(shown[thing], Area)]
    are_few = sum(len(on_table[thing]) for thing in areas) <= FEW_OPTIONS
    for number, (thing, options) in enumerate(on_table.items()):
        place, first, is_only = shown[thing], options[0], len(options) == 1
        if isinstance(place, Cell) and len(place.lines) <= 1 and is_only:
            # A free cell: there is nothing more to read.
            placed.touches[thing] = Touch(first.label, value=first.option.id)
            placed.is_touched = True
            continue
        id = f"s{at}-{number}"
        placed.touches[thing] = Touch(first.label, sheet=id)
        if thing in areas and are_few:
            placed.listed += options
            pressed = [each.linked_label() for each in options]
        else:
            placed.is_touched = True
            placed.links += [(id, each) for each in options if each.option.listed]
            pressed = [each.button(_choice(is_only)) for each in options]
        # A card has its name on it, and the only thing to do with a border or a crossing says what it is.
        is_named = is_only and not isinstance(place, Area)
        title = None if is_named or isinstance(place, Cell) else element("h2", words.plain(place.name))
        placed.sheets.append(_sheet(id, first.label, title, details_of(place, words, shown), pressed))
    return placed


def as_buttons(ask: Ask | None, words: Words) -> PlacedOptions:
    """All options below the question."""
    return PlacedOptions(listed=[OfferedOption.of(each, words) for each in (ask.options if ask else ())])


def _sheet(id: str, label: str, title: Content, told: Sequence[Element], pressed: Content) -> Element:
    """What comes up when something is touched: all about it, and the buttons for it."""
    paper = element(
        "div.paper",
        title,
        element("div.whole", *told) if told else None,
        element("div.choices", pressed),
        element("a.button.quiet", Text("web.close"), href=CLOSE_SHEET),
    )
    return element("section.sheet", SCRIM, paper, id=id, role="dialog", aria_label=label)


# The form


def controls(ask: Ask, placed: PlacedOptions, words: Words, target: FormTarget) -> Content:
    """The controls that answer a question, apart from those on the table."""
    inside: Content
    match ask:
        case Choose() | Move():
            inside = _choices(ask, placed, words, target)
        case Several():
            inside = _several(ask, placed, target)
        case Number():
            inside = _number(ask, words, target)
        case Tally():
            inside = _tally(ask, placed, target)
        case Confirm():
            inside = _confirm(ask)
        case Name():
            inside = _name(ask, target)
        case _:
            raise TypeError(f"no form for {ask!r}")
    return [target.form(id="answer"), inside]


def _choices(ask: Choose | Move, placed: PlacedOptions, words: Words, target: FormTarget) -> Content:
    default = ask.default if isinstance(ask, Choose) else None
    is_long = len(placed.listed) > MOST_LISTED
    buttons = [
        each.button(_choice(each.option.id == default), placed.pad, find=is_long) for each in placed.listed
    ]
    shown = element("div", *buttons, class_=f"choices{_density(placed.listed)}") if buttons else None
    touch = element("p.dim", Text("web.touch")) if placed.is_touched else None
    note = element("p.dim", ask.note) if isinstance(ask, Move) and ask.note and not placed.links else None
    ways = [*_as_list(placed), *_examples(placed)]
    if is_long:
        several = element("p.dim", Text("web.several-at-once", n=ask.more + 1)) if ask.more else None
        search = _typed(target, Text("web.search"))
        return [search, several, _initials(placed.listed), shown, note, touch, *ways]
    if isinstance(ask, Move) and ask.pad is not None and not placed.listed:
        return [_pad(ask, ask.pad, target), *ways]
    if isinstance(ask, Move) and not placed.listed and not placed.is_touched:  # it can only be written
        return [_typed(target, Text("web.your-move")), note, *ways, _help(ask, words)]
    return [element("div.ways", touch, *ways) if touch or ways else None, shown, note]


def _choice(is_primary: bool, selector: str = "button.choice") -> str:
    """The selector of a button, which may be the one that stands out."""
    return f"{selector}.primary" if is_primary else selector


def _initials(options: Sequence[OfferedOption]) -> Element:
    """Buttons with the first letters of a long list, each of which leaves the names that begin with it."""
    letters = sorted({folded(each.label)[:1] for each in options})
    buttons = (element("button", each.upper(), type="button", data_initial=each) for each in letters)
    return element("div.initials", *buttons)


def _density(options: Sequence[OfferedOption]) -> str:
    """The class for how close buttons stand, so that all can be seen at once."""
    if len(options) > MOST_LISTED:
        return " many"
    if len(options) > FEW_OPTIONS:
        return " dense"
    longest = max(len(each.label) + len(each.detail) for each in options)
    return " some" if len(options) > FEW_OPTIONS // 2 or longest <= SHORT_LABEL else ""


# A tile, put together from pictures


def _tile(option: Named, pad: Pad | None) -> Content:
    """The picture of a tile, if the option is one."""
    if pad is None or any(letter not in pad.letters for letter in option.id.replace(" ", "")):
        return None
    tile = "span.tile.square" if pad.is_square else "span.tile"
    faces = (element(tile, *(_space(pad.letters[letter]) for letter in face)) for face in option.id.split())
    return element("span.tiles", *faces, data_tile=option.id)


def _space(thing: Named) -> Element:
    return element("span.space", icon(icon_of(thing)), element("span.sr", thing.name))


def _pad(ask: Move, pad: Pad, target: FormTarget) -> Element:
    """Where a tile is put together: touch a quarter, then what is there, and turn it; lists without scripts.

    Spaces in a line are added one after the other.
    """
    if not pad.is_square:
        return line_pad(pad, _typed(target, Text("web.your-move")))
    cell = ask.values.get("cell")
    places = ("north-west", "north-east", "south-west", "south-east")
    were = target.filled.get("quarter", [""] * len(places))
    quarters = (_quarter(place, was, pad) for place, was in zip(places, were, strict=False))
    done = element("button.choice.primary", Text("web.lay-it"), form="answer")
    tile = element("div.tile-of", *quarters)
    row = element("div.row", tile, element("div.turns", _tool("left"), _tool("right")), done)
    ghost = cell if isinstance(cell, str) else None
    return element("div.pad", row, _palette(pad), data_square=True, data_ghost=ghost)


def _palette(pad: Pad, letters: Callable[[str], str | Text] = str) -> Element:
    """The parts that a tile is put together from; `letters` gives what a touch writes."""
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
    """Where spaces are added one after the other to a line; without scripts, they are `typed`."""
    tools = element("div.turns", _tool("back"), _tool("next") if pad.tiles > 1 else None)
    # What is touched is written into a box, as it would be typed.
    inside = (element("div.line-of"), typed, tools, _palette(pad, pad.shown or str))
    return element("div.pad.in-line", *inside, data_most=pad.most, data_tiles=pad.tiles)


def _quarter(place: str, was: str, pad: Pad) -> Element:
    """A quarter of a tile: a list to choose from, and with scripts a button that shows the choice."""
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
    """Choices that are folded at first; nothing if there are none."""
    inside = element("div.choices", *choices)
    return [details(title, above, inside, class_="as-list")] if choices else []


def _as_list(placed: PlacedOptions) -> list[Element]:
    """The options on the table as a list, for screen readers."""
    rows = [
        element("a.choice", each.named(), href=f"#{sheet}", data_find=each.search_text)
        for sheet, each in placed.links
    ]
    search = filter_box() if len(rows) > MOST_LISTED else None
    return _folded_choices(Text("web.as-list", n=len(rows)), rows, search)


def _examples(placed: PlacedOptions) -> list[Element]:
    """Examples of answers."""
    buttons = [each.button(pad=placed.pad) for each in placed.examples]
    return _folded_choices(Text("web.examples", n=len(buttons)), buttons)


def filter_box() -> Element:
    """A box whose letters narrow a list; hidden without scripts."""
    label = Text("web.search")
    return element("input.filter", type="search", aria_label=label, placeholder=label, autocomplete="off")


def written_move(ask: Ask | None, words: Words, target: FormTarget) -> Content:
    """A move in the notation of the game."""
    if not isinstance(ask, Move) or ask.notation is None:
        return None
    return [_typed(target, Text("web.your-move")), _help(ask, words)]


def _help(ask: Move, words: Words) -> Content:
    return paragraphs(words.plain(ask.notation.help()), "p.dim") if ask.notation is not None else None


def _typed(target: FormTarget, label: Text) -> Element:
    """A form with a box to type an answer as at a terminal; it narrows the buttons meanwhile."""
    box = letters_box("typed", label, target.value("typed"), required=True)
    return target.form(element("div.search", box, element("button.choice.primary", Text("web.done"))))


def letters_box(name: str, label: Text, value: str = "", *, required: bool = False) -> Element:
    """A box for a few letters, without automatic correction."""
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
    """A box for a line of text; Enter sends its form."""
    usual = {"autocomplete": autocomplete, "enterkeyhint": "go", "aria_label": label}
    return element(selector, name=name, **usual, **own)


def tick(
    box: str, name: str, value: str, inside: Content, *, is_on: bool, form: str | None = None
) -> Element:
    """A checkbox or radio button with its label."""
    ticked = element("input", type=box, name=name, value=value, form=form, checked=is_on)
    return element("label.choice.tick", ticked, element("span.words", inside))


DONE_BUTTON = element("button.choice.primary", Text("web.done"), form="answer")


def _several(ask: Several, placed: PlacedOptions, target: FormTarget) -> Content:
    chosen = set(target.filled.get("pick", ask.default or ()))
    boxes = [
        tick("checkbox", "pick", id, each.named(), is_on=id in chosen, form="answer")
        for each in placed.listed
        for id in [each.option.id]
    ]
    count = _count(ask, Text("web.several", low=ask.low, high=ask.high), "[name=pick]")
    return [count, element("div", *boxes, class_=f"choices{_density(placed.listed)}"), DONE_BUTTON]


def _count(ask: Several | Tally, hint: Text, boxes: str) -> Element:
    """How many there should be in all, and with scripts how many there are."""
    now = element("span.so-far", " ", Text("web.so-far"), " ", element("b.sum"))
    return element("p.dim", hint, now, data_low=ask.low, data_high=ask.high, data_count=boxes)


def _number(ask: Number, words: Words, target: FormTarget) -> Content:
    if ask.high - ask.low < MAX_NUMBER_BUTTONS and ask.limit == ask.high:
        given = _given(ask, words) if isinstance(ask, Roll) else {}
        numbers = (
            answering(_choice(number == ask.default, "button.choice.number"), number, number, small)
            for number in range(ask.low, ask.high + 1)
            for small in [element("small", given[number]) if number in given else None]
        )
        buttons = element("div.choices.numbers.given" if given else "div.choices.numbers", *numbers)
        outcomes = ask.outcomes if isinstance(ask, Roll) else ()
        # The outcome of a roll, read off the player's own component.
        own = [OfferedOption.of(each, words).button() for each in outcomes]
        return [buttons, *_folded_choices(Text("web.outcomes"), own)]
    start = ask.low if ask.default is None else ask.default
    box = _stepper("answer", target.value("answer", str(start)), ask.low, ask.limit, ask.text)
    hint = element("p.dim", Text("web.number", low=ask.low, high=ask.high))
    return [hint, element("div.row", box, DONE_BUTTON)]


def _given(ask: Roll, words: Words) -> dict[int, str]:
    """The outcome of each number of a die, as far as it has one."""
    names = {each.id: shown_name(each, words) for each in ask.outcomes}
    return {number: names[id] for number, id in ask.gives.items() if id in names}


def _tally(ask: Tally, placed: PlacedOptions, target: FormTarget) -> Content:
    default = ask.default or {}
    rows = [
        element(
            "div.row.tally",
            element("span.words", each.named()),
            _stepper(name, target.value(name, now), 0, ask.high, each.option.name),
        )
        for each in placed.listed
        for name, now in [(f"count {each.option.id}", str(default.get(each.option.id, 0)))]
    ]
    count = _count(ask, Text("web.tally", low=ask.low, high=ask.high), "[type=number]")
    return [count, *rows, DONE_BUTTON]


def _stepper(name: str, value: str, low: int, high: int, label: str | Text) -> Element:
    """A number to type, or to step with scripts."""
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


def _name(ask: Name, target: FormTarget) -> Element:
    value = target.value("answer", ask.default or "")
    box = text_box("answer", ask.text, value=value, maxlength=LONGEST_NAME, form="answer", required=True)
    return element("div.row", box, DONE_BUTTON)


# Reading a form


def answers_of(ask: Ask, fields: Fields, words: Words, own: Callable[[str], str]) -> list[Answer | None]:
    """The answers of a form to this question and, if typed with commas, to those of its kind that follow."""
    typed = fields.get("typed")
    return read_several(ask, own(typed[0]), words) if typed else [answer_of(ask, fields, words, own)]


def answer_of(ask: Ask, fields: Fields, words: Words, own: Callable[[str], str]) -> Answer:
    """The answer in a form, or `Refused`; `own` translates names of the user's edition."""
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
    """The label of the button that has the app draw or roll this once; None if there is nothing to draw."""
    if ask.to != TABLE or not ask.stream:
        return None
    return Text("web.app-draws") if isinstance(ask.stream, Deck) else Text("web.app-rolls")
