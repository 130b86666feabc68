"""A question as it is shown: its text, what may be typed, and the options in a numbered list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Literal, TypeAlias

from msgspec.structs import replace

from automa.dialogue import Ask, Choices, Confirm, Move, Named, Number, Roll, Several, Tally, Text
from automa.picture import Block, Grid, Lines, Listing, Map, Picture, Span
from solo.showing.events import shown_answer
from solo.showing.layout import Row, padded, trimmed, width_of, wrap
from solo.showing.screen import Screen
from solo.words.clean import cleaned
from solo.words.names import by_thing, in_list, marks, shown_name
from solo.words.sentences import Words, capitalised

MOST_LISTED = 16
"""Of a longer list as much is printed as a few lines show: some letters find the option faster."""
MOST_LINES = 6
"""So many at least; all of it stands on a page of its own, to which the table is turned."""
LEAST_IN_COLUMNS = 4
"""So few stand under each other even where there is room beside them."""
BY_NAME = "-"
"""Marks what is not chosen by a number."""
MARGIN = 4
GAP = 2
MOST_ABREAST = 6
"""So many options stand side by side at most."""

ListStyle: TypeAlias = Literal["plain", "in words", "brief"]


def show_question(screen: Screen, words: Words, ask: Ask, *, whole: bool = True) -> None:
    """The question, what may be typed, and for the whole of it the options, unless they are too many."""
    screen.paper.put(question_rows(screen, words, ask, whole=whole))


def question_rows(
    screen: Screen,
    words: Words,
    ask: Ask,
    *,
    whole: bool = True,
    shown: Collection[str] = (),
    whose: Named | None = None,
    most: int = MOST_LINES,
    is_tight: bool = False,
) -> list[Row]:
    """The lines of a question; what the table shows and says all of is not listed again.

    `shown` is what is typed for the things that stand on the table; `whose` is the person asked, where
    several people share the screen. A long list gets `most` lines, and a mark of how much is left out; one
    that `is_tight` takes no line that the table needs.
    """
    named = [] if whose is None else [Span(Text("asked.whose", who=whose), "mark"), Span(" ")]
    line = [*named, Span(ask.text, "name")]
    told = hints(ask, words, aloud=screen.is_plain)
    if (alike := common_detail(ask, words)) and not screen.is_plain and _all_shown(ask, words, shown):
        line.append(Span(f" ({alike})", "dim"))
    hinted = [*line, *(span for hint in told for span in (Span(" "), Span(hint, "dim")))]
    rows = screen.drawn([Lines([hinted])])
    if isinstance(ask, Move) and len(rows) > 1 and not ask.then() and not screen.is_plain:
        rows = screen.drawn([Lines([line])])  # that moves can be written is said in the help as well
    rows[:1] = map(capitalised, rows[:1])
    options = option_rows(screen, words, ask, shown, most, is_tight=is_tight) if whole else []
    if screen.is_plain and len(ask.options) > MOST_LISTED and len(options) > MOST_LINES:
        options = []
    elif not screen.is_plain and is_cut(ask, options, most):
        more = Text("page.more-options", n=sum(map(_listed_in, options[most:])))
        options = [*options[:most], *screen.drawn([Lines([[Span("  "), Span(more, "dim")]])])]
    rows += options
    if whole and isinstance(ask, Move) and ask.note is not None:
        rows += screen.drawn([Lines([[Span("  "), Span(ask.note, "dim")]], hang=2)])
    return rows


def common_detail(ask: Ask, words: Words) -> str:
    """What there is to know of every option alike, as a price: it is said once."""
    options = in_list(ask.options)
    details = {detail_of(option, words) for option in options}
    return details.pop() if len(options) > 1 and len(details) == 1 else ""


def _all_shown(ask: Ask, words: Words, shown: Collection[str]) -> bool:
    """Whether the table shows every option as something to choose."""
    return all(mark in shown for mark in marks(ask.options, words, ask.marks).values())


def is_cut(ask: Ask, rows: Sequence[Row], most: int) -> bool:
    """Whether the list of a question has more than `most` lines and may be cut there."""
    return len(ask.options) > MOST_LISTED and len(rows) > most


def _listed_in(row: Row) -> int:
    """How many options stand in a line of a list."""
    return sum(role == "dim" and bool(text.strip()) for text, role in row)


def show_options(screen: Screen, words: Words, ask: Ask) -> None:
    """Every option of a question."""
    screen.paper.put(option_rows(screen, words, ask))


def option_rows(
    screen: Screen,
    words: Words,
    ask: Ask,
    shown: Collection[str] = (),
    most: int = MOST_LINES,
    *,
    is_tight: bool = False,
) -> list[Row]:
    """Each option with its number and what the player wants to know of it, in columns where they fit.

    In a list that `is_tight` they are put in fewer words, and even few of them stand side by side.
    """
    options = ask.options
    typed = {} if isinstance(ask, Tally) else marks(options, words, ask.marks)
    is_said = bool(shown and common_detail(ask, words)) and _all_shown(ask, words, shown)
    listed = [
        option
        for option in in_list(options)
        if not (option.told_there or is_said) or typed.get(option.id, BY_NAME) not in shown
    ]
    if not listed:
        return []
    margin = max(map(len, typed.values()), default=0) + MARGIN

    def laid(style: ListStyle) -> list[Row]:
        rows = [_row(typed.get(each.id, ""), each, screen, margin, style) for each in listed]
        laid = _laid(rows, screen, margin, 2 if style == "brief" else LEAST_IN_COLUMNS)
        flowing = _flowing(rows, screen.paper.width(), margin) if style == "brief" else laid
        return flowing if len(flowing) < len(laid) else laid

    if is_tight:
        return laid("brief")
    lines, in_words = laid("plain"), laid("in words")
    return in_words if not screen.is_plain and len(in_words) <= max(len(lines), most) else lines


def _laid(rows: Sequence[Row], screen: Screen, margin: int, few: int) -> list[Row]:
    """The rows of a list, in columns where they fit and there are not too `few` for that."""
    width = screen.paper.width()
    if not screen.is_plain and len(rows) > MOST_LISTED:
        return _across(rows, width, margin)
    if not screen.is_plain and len(rows) >= few:
        for abreast in (3, 2):
            height = -(-len(rows) // abreast)
            columns = [rows[place : place + height] for place in range(0, len(rows), height)]
            wide = [max(map(width_of, column)) + GAP for column in columns]
            if sum(wide) - GAP <= width:
                lines = zip_longest(*columns, fillvalue=[])
                return [trimmed(list(chain(*map(padded, line, wide)))) for line in lines]
        return _across(rows, width, margin)
    return [line for row in rows for line in wrap(row, width, hang=margin)]


def _flowing(rows: Sequence[Row], width: int, margin: int) -> list[Row]:
    """A list in as few lines as can be, each option as wide as it is; one that goes on has its own lines."""
    lines: list[Row] = []
    is_open = False
    for row in rows:
        if is_open and width_of(lines[-1]) + GAP + width_of(row) <= width:
            lines[-1] = [*lines[-1], (" " * GAP, ""), *row]
        else:
            lines += wrap(row, width, hang=margin)
            is_open = width_of(row) <= width
    return lines


def _across(rows: Sequence[Row], width: int, margin: int) -> list[Row]:
    """A list line by line, so that a long one reads on from page to page, in as few lines as can be.

    The columns are equally wide; what is wider takes the room of several.
    """
    found: list[Row] = []
    for abreast in range(1, min(MOST_ABREAST, width) + 1):
        cell = (width + GAP) // abreast
        lines: list[Row] = []
        used = abreast
        for row in rows:
            cells = -(-(width_of(row) + GAP) // cell)
            if cells > abreast:
                lines += wrap(row, width, hang=margin)
                used = abreast
                continue
            if used + cells > abreast:
                lines.append([])
                used = 0
            lines[-1] += padded(row, cells * cell)
            used += cells
        if not found or len(lines) < len(found):
            found = lines
    return [trimmed(row) for row in found]


def marked(picture: Picture, ask: Ask, words: Words) -> Picture:
    """The picture with the options of a question marked where it shows them, each by what to type for it."""
    options = ask.options
    if not options:
        return picture
    typed = {} if isinstance(ask, Tally) else marks(options, words, ask.marks)
    found = by_thing(options)
    marked = {thing: typed.get(option.id, BY_NAME) for thing, option in found.items()}
    return [_marked(block, marked) for block in picture]


def _marked(block: Block, marked: Mapping[str, str]) -> Block:
    match block:
        case Map():
            typed = {thing: mark for thing, mark in marked.items() if mark != BY_NAME}
            return replace(block, marks={**block.marks, **typed})
        case Listing() if any(entry.id in marked for entry in block.entries):
            entries = [replace(entry, mark=marked.get(entry.id, "")) for entry in block.entries]
            return replace(block, entries=entries)
        case Grid() if any(cell.id in marked for row in block.rows for cell in row):
            rows = [[replace(cell, mark=marked.get(cell.id, "")) for cell in row] for row in block.rows]
            return replace(block, rows=rows)
    return block


def without_choices(refusal: Text, ask: Ask) -> Text:
    """A refusal, less what would be right where the question lists it anyway."""
    options = completed_from(ask)
    listed = {id for option in options for id in (option.id, option.about)}
    if len(options) > MOST_LISTED:
        return refusal
    said = {
        key: "" if isinstance(value, Choices) and _ids(value) <= listed else value
        for key, value in refusal.values.items()
    }
    return Text(refusal.id, **said)


def _ids(choices: Choices) -> set[str]:
    options = choices.values.get("options", [])
    assert isinstance(options, list)
    return {option.id for option in options}


def completed_from(ask: Ask) -> Sequence[Named]:
    """What half-typed letters may become: an option, or what a roll may give."""
    return ask.outcomes if isinstance(ask, Roll) else ask.options


def detail_of(option: Named, words: Words) -> str:
    """What a player wants to know of an option before choosing it: a price, a gain."""
    detail = option.detail
    return words.plain(detail) if isinstance(detail, str | Text) else ""


def _row(mark: str, option: Named, screen: Screen, margin: int, style: ListStyle) -> Row:
    """A line of a list; what is written in the notation of a game is said in words as well."""
    words = screen.words
    option = option.brief if style == "brief" else option
    name = shown_name(option, words)
    name = name.removeprefix(f"{mark}: ")  # a number that is its own stands there once
    row = [(mark.rjust(margin - 2), "dim"), ("  ", ""), ("" if name == mark else name, "name")]
    if style == "in words" and option.spoken is not None:
        row.append((f"  {words.plain(option.spoken)}", ""))
    detail = detail_of(option, words)
    if detail:
        row.append((f"  {detail}", ""))
    return [(cleaned(text, screen.paper.encoding), role) for text, role in row]


def hints(ask: Ask, words: Words, *, aloud: bool = True) -> list[Text]:
    """What may be typed, as far as the question and its list do not say; read aloud, a list is asked for."""
    found: list[Text] = []
    options = in_list(ask.options)
    if len(options) > MOST_LISTED:
        move = isinstance(ask, Move) and ask.notation is not None
        letters = Text("asked.letters" if aloud else "asked.some-letters", n=len(options))
        found.append(Text("asked.moves" if aloud else "asked.or-move") if move else letters)
    following = ask.then()
    if following:
        asked = (*[ask] * ask.more, *following)
        example = [_example_of(each, place, words) for place, each in enumerate(asked)]
        found.append(Text("asked.then", example=", ".join(example)))
    elif ask.more:
        found.append(Text("asked.more", n=ask.more + 1))
    match ask:
        case Several():
            if ask.low == 0:
                found.append(Text("asked.several-or-none", n=ask.high))
            else:
                found.append(Text("asked.several", low=ask.low, high=ask.high))
        case Roll():
            found.append(Text("asked.roll", low=ask.low, high=ask.high))
        case Number():
            found.append(Text("asked.number", low=ask.low, high=ask.high))
        case Tally():
            found.append(Text("asked.tally", low=ask.low, high=ask.high, example=_example(ask, words)))
        case Confirm():
            found.append(Text("asked.yes-or-no"))
        case Move() if options and ask.begins_turn and ask.notation is not None and not found:
            found.append(Text("asked.move" if aloud else "asked.or-move"))
    if ask.default is not None:
        found.append(Text("asked.default", answer=shown_answer(ask, ask.default)))
    return found


def _example_of(ask: Ask, place: int, words: Words) -> str:
    """How a question may be answered that is not asked yet; of a list another for each place."""
    match ask:
        case Roll():
            return str(ask.high)
        case Tally():
            return f"{_example(ask, words).replace(',', '')} …"
    options = in_list(ask.options)
    return shown_name(options[place % len(options)], words) if options else "…"


def _example(ask: Tally, words: Words) -> str:
    """How a tally may be written, in the names it is about."""
    names = [shown_name(option, words) for option in ask.options[:2]]
    if all(name.isdecimal() for name in names):
        return " ".join((names[0], names[0], names[-1]))
    # Never more in all than there may be.
    counts = (2, 1) if ask.high > 2 else (1,) * ask.high
    return ", ".join(f"{count} {name}" for count, name in zip(counts, names, strict=False))
