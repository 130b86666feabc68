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
from solo.fronts.reading import read, read_several
from solo.showing.icons import icon_of
from solo.showing.question import MOST_LISTED, detail_of, options_of
from solo.web.drawing import Touch, places, said, told
from solo.web.markup import NOTHING, Html, div, element, icon, joined, link, paragraphs
from solo.words.names import in_list, other_names, shown_name
from solo.words.sentences import Words

FEW = 8
"""So few areas of a map are offered by their names as well as on the map."""
SHORT = 24
"""Options of so few letters stand side by side however few they are."""
MOST_BUTTONS = 13
"""So many numbers are a button each; more are stepped through."""
CLOSE = "#_"
"""Leads to no part of the page: what was open closes, and nothing scrolls."""
SCRIM = element("a", href=CLOSE, class_="scrim", tabindex=-1, aria_hidden="true")
"""All around a sheet: touched, the sheet closes."""

Fields = Mapping[str, Sequence[str]]
"""What a form sends: for each name its values."""


class Way(Struct):
    """Where a form goes, and what it says besides the answer."""

    action: str
    at: str
    hidden: Mapping[str, str] = {}
    filled: Fields = {}
    """What it said when it was refused, and says still."""

    def form(self, *inside: str, id: str = "") -> Html:
        return form(self.action, self.at, self.hidden, *inside, id=id)

    def value(self, name: str, default: str = "") -> str:
        """What stands in a box."""
        return next(iter(self.filled.get(name, ())), default)


class Laid(Struct):
    """Where on a page the options of a question are."""

    touches: dict[str, Touch] = field(default_factory=dict)
    sheets: Html = NOTHING
    pad: Pad | None = None
    """What an answer is put together from: then options are shown as pictures of it."""
    listed: list[Named] = field(default_factory=list)
    """Those that are buttons below the question."""
    examples: list[Named] = field(default_factory=list)
    """Those that only show what an answer looks like: they are folded."""
    links: list[tuple[str, Html, str]] = field(default_factory=list)
    """The others in words, each with the sheet that has its button and what it is found by."""
    is_touched: bool = False
    """Whether something can be chosen by touching it only."""


def laid(ask: Ask | None, parts: Sequence[Panel], words: Words, at: str) -> Laid:
    """Cards, free places and parts of maps are touched; all other options are listed."""
    if not isinstance(ask, Choose | Move):
        return Laid(listed=[] if ask is None else list(options_of(ask)))
    found = Laid(pad=ask.pad if isinstance(ask, Move) else None)
    in_words = {option.id for option in in_list(ask.options)}
    shown = places(parts)
    on_table: dict[str, list[Named]] = {}
    for option in ask.options:
        if option.about in shown:
            on_table.setdefault(option.about, []).append(option)
        else:
            (found.listed if option.id in in_words else found.examples).append(option)
    cell = ask.values.get("cell")
    if found.pad is not None and isinstance(cell, str) and cell in shown:
        found.touches[cell] = Touch(cell, ghost=True)
    areas = [thing for thing in on_table if isinstance(shown[thing], Area)]
    are_few = sum(len(on_table[thing]) for thing in areas) <= FEW
    sheets: list[Html] = []
    for number, (thing, options) in enumerate(on_table.items()):
        place, labels = shown[thing], [_called(option, words) for option in options]
        label = labels[0]
        if isinstance(place, Cell) and len(place.lines) <= 1 and len(options) == 1:
            found.touches[thing] = Touch(label, value=options[0].id)  # a free place: there is no more to read
            found.is_touched = True
            continue
        id = f"s{at}-{number}"
        found.touches[thing] = Touch(label, sheet=id)
        named = [_named(*each, words) for each in zip(options, labels, strict=True)]
        if thing in areas and are_few:
            found.listed += options
            pressed = joined(map(_label, options, named))
        else:
            found.is_touched = True
            found.links += [
                (id, each, _found_by(option, label, words))
                for option, each, label in zip(options, named, labels, strict=True)
                if option.id in in_words
            ]
            only = "choice primary" if len(options) == 1 else "choice"
            pressed = joined(_button(*each, only) for each in zip(options, named, strict=True))
        # A card has its name on it, and the only thing to do with a border or a crossing says what it is.
        is_told = len(options) == 1 and not isinstance(place, Area)
        title = "" if is_told or isinstance(place, Cell) else words.plain(place.name)
        sheets.append(sheet(id, label, title, told(place, words, shown), pressed, words))
    found.sheets = joined(sheets)
    return found


def sheet(id: str, label: str, title: str, told: Html, pressed: Html, words: Words) -> Html:
    """What comes up when something is touched: all there is to know of it, and what can be done."""
    paper = div(
        "paper",
        element("h2", title) if title else NOTHING,
        div("whole", told) if told else NOTHING,
        div("choices", pressed),
        link(CLOSE, words.plain(Text("web.close")), class_="button quiet"),
    )
    return element("section", SCRIM, paper, id=id, class_="sheet", role="dialog", aria_label=label)


def _button(option: Named, named: Html, class_: str = "choice", find: str | None = None) -> Html:
    return element(
        "button",
        named,
        form="answer",
        name="answer",
        value=option.id,
        id=_id(option),
        class_=class_,
        data_find=find,
    )


def _label(option: Named, named: Html) -> Html:
    """Presses the button of an option that stands elsewhere on the page."""
    return element("label", named, for_=_id(option), class_="choice")


def _named(option: Named, label: str, words: Words) -> Html:
    """An option by its name, with what to know before choosing it."""
    picture = icon_of(option)
    name = element("span", icon(picture) if picture else NOTHING, label, class_="name")
    detail = detail_of(option, words)
    return joined([name, element("span", detail, class_="detail")]) if detail else name


def _shown(option: Named, words: Words) -> Html:
    return _named(option, _called(option, words), words)


def _called(option: Named, words: Words) -> str:
    """Its name in words; what can only be named in notation stays as that is written."""
    spoken = option.spoken
    label = words.plain(spoken) if spoken is not None else shown_name(option, words)
    return label if label == option.id else label[:1].upper() + label[1:]


def _id(option: Named) -> str:
    return f"o-{option.id}".replace(" ", "_")


def _found_by(option: Named, label: str, words: Words) -> str:
    """Every name of an option, as it is looked for."""
    others = (*other_names(option, words), *option.editions)
    return folded(" ".join((label, option.id, *others)))


# The form


def controls(ask: Ask, found: Laid, words: Words, to: Way) -> Html:
    """Everything one needs to answer a question, but for what is touched on the table."""
    match ask:
        case Choose() | Move():
            inside = _choices(ask, found, words, to)
        case Several():
            inside = _several(ask, words, to)
        case Number():
            inside = _number(ask, words, to)
        case Tally():
            inside = _tally(ask, words, to)
        case Confirm():
            inside = _confirm(ask, words)
        case Name():
            inside = _name(ask, words, to)
        case _:
            raise TypeError(f"no form for {ask!r}")
    return joined([to.form(id="answer"), inside])


def form(action: str, at: str, hidden: Mapping[str, str], *inside: str, id: str = "") -> Html:
    """A form that says which question it answers, so that one that is out of date changes nothing."""
    fields = [("at", at), *hidden.items()]
    told = (element("input", type="hidden", name=key, value=value) for key, value in fields)
    return element("form", *told, *inside, method="post", action=action, id=id or None, class_="form")


def _choices(ask: Choose | Move, found: Laid, words: Words, to: Way) -> Html:
    default = ask.default if isinstance(ask, Choose) else None
    is_long = len(found.listed) > MOST_LISTED
    buttons = [
        _button(
            option,
            _tile(option, found.pad, words) or _shown(option, words),
            "choice primary" if option.id == default else "choice",
            _found_by(option, _called(option, words), words) if is_long else None,
        )
        for option in found.listed
    ]
    shown = div(f"choices{_density(found.listed, words)}", *buttons) if buttons else NOTHING
    touch = element("p", words.plain(Text("web.touch")), class_="dim") if found.is_touched else NOTHING
    note = NOTHING
    if isinstance(ask, Move) and ask.note is not None and not found.links:
        note = element("p", said(ask.note, words), class_="dim")
    ways = [_as_list(found, words), _examples(found, words)]
    if is_long:
        several = element("p", words.plain(Text("web.several-at-once", n=ask.more + 1)), class_="dim")
        search = _typed(words, to, Text("web.search"))
        initials = _initials([_called(option, words) for option in found.listed])
        return joined([search, several if ask.more else NOTHING, initials, shown, note, touch, *ways])
    if isinstance(ask, Move) and ask.pad is not None and not found.listed:
        return joined([_pad(ask, ask.pad, words, to), *ways])
    if isinstance(ask, Move) and not found.listed and not found.is_touched:  # it can only be written
        return joined([_typed(words, to, Text("web.your-move")), note, *ways, _help(ask, words)])
    return joined([div("ways", touch, *ways) if touch or any(ways) else NOTHING, shown, note])


def _initials(names: Sequence[str]) -> Html:
    """The first letters of a long list: one touch leaves the names that begin with it."""
    found = sorted({folded(name)[:1] for name in names})
    buttons = (element("button", each.upper(), type="button", data_initial=each) for each in found)
    return div("initials", *buttons)


def _density(options: Sequence[Named], words: Words) -> str:
    """How close buttons stand, so that all can be seen at once: a class for the style sheet."""
    if len(options) > MOST_LISTED:
        return " many"
    if len(options) > FEW:
        return " dense"
    longest = max(len(_called(each, words)) + len(detail_of(each, words)) for each in options)
    return " some" if len(options) > FEW // 2 or longest <= SHORT else ""


# A tile, put together from pictures


def _tile(option: Named, pad: Pad | None, words: Words) -> Html:
    """A tile as it lies, where an option is one."""
    if pad is None or any(letter not in pad.letters for letter in option.id.replace(" ", "")):
        return NOTHING
    faces = (
        element("span", *(_space(pad.letters[letter], words) for letter in face), class_=_tile_class(pad))
        for face in option.id.split()
    )
    return element("span", *faces, class_="tiles", data_tile=option.id)


def _tile_class(pad: Pad) -> str:
    return "tile square" if pad.is_square else "tile"


def _space(thing: Named, words: Words) -> Html:
    name = element("span", shown_name(thing, words), class_="sr")
    return element("span", icon(icon_of(thing)), name, class_="space")


def _pad(ask: Move, pad: Pad, words: Words, to: Way) -> Html:
    """A tile is put together: touch a quarter and then what is there, and turn it; without scripts, by lists.

    Spaces in a line are added one after the other.
    """
    if not pad.is_square:
        return line_pad(pad, _typed(words, to, Text("web.your-move")), words)
    palette = _palette(pad, words)
    cell = ask.values.get("cell")
    places = ("north-west", "north-east", "south-west", "south-east")
    were = to.filled.get("quarter", [""] * len(places))
    quarters = (_quarter(*each, pad, words) for each in zip(places, were, strict=False))
    tools = div("turns", _tool("left", words), _tool("right", words))
    tile = div("tile-of", *quarters)
    done = element("button", words.plain(Text("web.lay-it")), form="answer", class_="choice primary")
    shown = {"data_ghost": cell} if isinstance(cell, str) else {}
    return element("div", div("row", tile, tools, done), palette, class_="pad", data_square=True, **shown)


def _palette(pad: Pad, words: Words) -> Html:
    buttons = (
        element(
            "button", icon(icon_of(thing)), element("span", shown_name(thing, words)), type="button",
            data_letter=letter, data_icon=icon_of(thing),
        )
        for letter, thing in pad.letters.items()
    )  # fmt: skip
    return div("palette", *buttons)


def line_pad(pad: Pad, typed: Html, words: Words) -> Html:
    """Spaces that are added one after the other to a line, in place of what is `typed`."""
    tools = div("turns", _tool("back", words), _tool("next", words) if pad.tiles > 1 else NOTHING)
    inside = (div("line-of"), typed, tools, _palette(pad, words))
    return element("div", *inside, class_="pad in-line", data_most=pad.most, data_tiles=pad.tiles)


def _quarter(place: str, was: str, pad: Pad, words: Words) -> Html:
    """A quarter of a tile: a list to choose from, and where scripts run a button that shows the choice."""
    label = words.plain(Text(f"web.quarter.{place}"))
    options = (
        element("option", shown_name(thing, words), value=letter, selected=letter == was)
        for letter, thing in pad.letters.items()
    )
    empty = element("option", "–", value="")
    box = element("select", empty, *options, name="quarter", form="answer", aria_label=label)
    return element("span", box, element("button", type="button", data_quarter=place, aria_label=label))


def _tool(name: str, words: Words) -> Html:
    signs = {"left": "↺", "right": "↻", "back": "⌫", "next": "│"}
    label = words.plain(Text(f"web.pad.{name}"))
    return element("button", signs[name], type="button", data_tool=name, aria_label=label, title=label)


def _folded(title: Text, words: Words, *inside: str) -> Html:
    return element("details", element("summary", words.plain(title)), *inside, class_="as-list")


def _as_list(found: Laid, words: Words) -> Html:
    """What is touched on the table, as a list for screen readers."""
    if not found.links:
        return NOTHING
    rows = (
        element("a", named, href=f"#{place}", class_="choice", data_find=find)
        for place, named, find in found.links
    )
    search = filter_box(words) if len(found.links) > MOST_LISTED else NOTHING
    return _folded(Text("web.as-list", n=len(found.links)), words, search, div("choices", *rows))


def _examples(found: Laid, words: Words) -> Html:
    """What an answer may look like."""
    if not found.examples:
        return NOTHING
    buttons = (
        _button(option, _tile(option, found.pad, words) or _shown(option, words)) for option in found.examples
    )
    return _folded(Text("web.examples", n=len(found.examples)), words, div("choices", *buttons))


def filter_box(words: Words) -> Html:
    """A few letters leave of a list what has them; of no use without scripts, and hidden then."""
    label = words.plain(Text("web.search"))
    return element(
        "input", type="search", aria_label=label, placeholder=label, autocomplete="off",
        class_="filter",
    )  # fmt: skip


def written(ask: Ask | None, words: Words, to: Way) -> Html:
    """A move in the notation of the game."""
    if not isinstance(ask, Move) or ask.notation is None:
        return NOTHING
    return joined([_typed(words, to, Text("web.your-move")), _help(ask, words)])


def _help(ask: Move, words: Words) -> Html:
    return paragraphs(words.plain(ask.notation.help()), "dim") if ask.notation is not None else NOTHING


def _typed(words: Words, to: Way, label: Text) -> Html:
    """A few letters, as they are typed at a terminal; they find among the buttons while one types."""
    box = letters_box("typed", words.plain(label), to.value("typed"), required=True)
    return to.form(div("search", box, _done(words, own_form=True)))


def letters_box(name: str, label: str, value: str = "", *, required: bool = False) -> Html:
    """A box for a few letters, which no keyboard shall put right."""
    return element(
        "input",
        name=name,
        value=value or None,
        type="search",
        autocomplete="off",
        autocapitalize="none",
        spellcheck="false",
        enterkeyhint="go",
        aria_label=label,
        placeholder=label,
        required=required,
    )


def _done(words: Words, *, own_form: bool = False) -> Html:
    return element(
        "button", words.plain(Text("web.done")), form=None if own_form else "answer", class_="choice primary"
    )


def _several(ask: Several, words: Words, to: Way) -> Html:
    chosen = set(to.filled.get("pick", ask.default or ()))
    boxes = (
        element(
            "label",
            element(
                "input",
                type="checkbox",
                name="pick",
                value=option.id,
                form="answer",
                checked=option.id in chosen,
            ),
            element("span", _shown(option, words), class_="words"),
            class_="choice tick",
        )
        for option in ask.options
    )
    count = _count(ask, Text("web.several", low=ask.low, high=ask.high), "[name=pick]", words)
    return joined([count, div(f"choices{_density(ask.options, words)}", *boxes), _done(words)])


def _count(ask: Several | Tally, hint: Text, boxes: str, words: Words) -> Html:
    """How many there should be in all, and where scripts run how many there are."""
    now = element("span", f" {words.plain(Text('web.so-far'))} ", element("b", class_="sum"), class_="so-far")
    low, high = ask.low, ask.high
    return element("p", words.plain(hint), now, class_="dim", data_low=low, data_high=high, data_count=boxes)


def _number(ask: Number, words: Words, to: Way) -> Html:
    if ask.high - ask.low < MOST_BUTTONS and ask.limit == ask.high:
        given = _given(ask, words) if isinstance(ask, Roll) else {}
        numbers = (
            element(
                "button",
                str(number),
                element("small", given[number]) if number in given else NOTHING,
                form="answer",
                name="answer",
                value=number,
                class_="choice number primary" if number == ask.default else "choice number",
            )
            for number in range(ask.low, ask.high + 1)
        )
        buttons = div("choices numbers given" if given else "choices numbers", *numbers)
        return joined([buttons, _outcomes(ask, words)]) if isinstance(ask, Roll) else buttons
    start = ask.low if ask.default is None else ask.default
    box = _stepper("answer", to.value("answer", str(start)), ask.low, ask.limit, words.plain(ask.text), words)
    hint = element("p", words.plain(Text("web.number", low=ask.low, high=ask.high)), class_="dim")
    return joined([hint, div("row", box, _done(words))])


def _given(ask: Roll, words: Words) -> dict[int, str]:
    """What each number of a die gives, where it gives something."""
    names = {each.id: shown_name(each, words) for each in ask.outcomes}
    return {number: names[id] for number, id in ask.gives.items() if id in names}


def _outcomes(ask: Roll, words: Words) -> Html:
    """What a roll gave at the table, read off the player's own component."""
    if not ask.outcomes:
        return NOTHING
    buttons = (_button(each, _shown(each, words)) for each in ask.outcomes)
    return _folded(Text("web.outcomes"), words, div("choices", *buttons))


def _tally(ask: Tally, words: Words, to: Way) -> Html:
    default = ask.default or {}
    rows = (
        div(
            "row tally",
            element("span", _shown(option, words), class_="words"),
            _stepper(
                f"count {option.id}",
                to.value(f"count {option.id}", str(default.get(option.id, 0))),
                0,
                ask.high,
                shown_name(option, words),
                words,
            ),
        )
        for option in ask.options
    )
    count = _count(ask, Text("web.tally", low=ask.low, high=ask.high), "[type=number]", words)
    return joined([count, *rows, _done(words)])


def _stepper(name: str, value: str, low: int, high: int, label: str, words: Words) -> Html:
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
        element("button", sign, type="button", data_step=step, aria_label=f"{words.plain(Text(id))}: {label}")
        for sign, step, id in (("−", "stepDown", "web.less"), ("+", "stepUp", "web.more"))
    )
    return element("span", less, box, more, class_="stepper")


def _confirm(ask: Confirm, words: Words) -> Html:
    buttons = (
        element(
            "button",
            said(Text(f"answer.{value}"), words, capital=True),
            form="answer",
            name="answer",
            value=value,
            class_="choice primary" if ask.default is (value == "yes") else "choice",
        )
        for value in ("yes", "no")
    )
    return div("choices numbers", *buttons)


def _name(ask: Name, words: Words, to: Way) -> Html:
    box = element(
        "input",
        name="answer",
        value=to.value("answer", ask.default or ""),
        maxlength=LONGEST_NAME,
        form="answer",
        autocomplete="off",
        enterkeyhint="go",
        aria_label=words.plain(ask.text),
        required=True,
    )
    return div("row", box, _done(words))


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
    values = fields.get(f"count {option.id}") or ["0"]
    text = values[0].strip() or "0"
    if not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise Refused(Text("refused.not-a-number", answer=text))
    return int(text)


def can_be_drawn(ask: Ask | None) -> Text | None:
    """What it is called that the app draws or rolls this once, where that can be."""
    if ask is None or ask.to != TABLE or not ask.stream:
        return None
    return Text("web.app-draws") if isinstance(ask.stream, Deck) else Text("web.app-rolls")
