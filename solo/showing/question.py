"""A question as it is shown: its text, what may be typed, and the options in a numbered list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from automa.dialogue import Ask, Choose, Confirm, Move, Name, Named, Number, Several, Tally, Text
from automa.picture import Lines, Map, Picture, Span
from solo.showing.events import shown_answer
from solo.showing.layout import Row, padded, width_of, wrap
from solo.showing.screen import Screen
from solo.words.clean import cleaned
from solo.words.names import marks, shown_name
from solo.words.sentences import Words

MOST_LISTED = 16
"""A longer list is not printed unless it is asked for: a few letters find the option faster."""
FEW = 6
"""So few stand under each other even where there is room beside them."""
MARGIN = 4
GAP = 3


def show_question(screen: Screen, words: Words, ask: Ask, *, whole: bool = True) -> None:
    """The question, what may be typed, and for the whole of it the options, unless they are too many."""
    screen.paper.put(question_rows(screen, words, ask, whole=whole))


def question_rows(screen: Screen, words: Words, ask: Ask, *, whole: bool = True) -> list[Row]:
    """The lines of a question."""
    line = [Span(ask.text, "name")]
    for hint in hints(ask, words):
        line += [Span(" "), Span(hint, "dim")]
    rows = screen.drawn([Lines([line])])
    if whole and len(options_of(ask)) <= MOST_LISTED:
        rows += option_rows(screen, words, ask)
    return rows


def show_options(screen: Screen, words: Words, ask: Ask) -> None:
    """Every option of a question."""
    screen.paper.put(option_rows(screen, words, ask))


def option_rows(screen: Screen, words: Words, ask: Ask) -> list[Row]:
    """Each option with its number and what the player wants to know of it, in two columns where they fit."""
    options = options_of(ask)
    if not options:
        return []
    numbers = [""] * len(options) if isinstance(ask, Tally) else marks(options, words)
    margin = max(map(len, numbers)) + MARGIN
    rows = [_row(mark, option, words, margin, screen) for mark, option in zip(numbers, options, strict=True)]
    width = screen.paper.width()
    half = (len(rows) + 1) // 2
    left, right = rows[:half], rows[half:]
    column = max(map(width_of, left)) + GAP
    if screen.is_plain or len(rows) < FEW or column + max(map(width_of, right)) > width:
        return [line for row in rows for line in wrap(row, width, hang=margin)]
    nothing: Row = []
    pairs = zip_longest(left, right, fillvalue=nothing)
    return [[*padded(one, column), *other] for one, other in pairs]


def marked(picture: Picture, ask: Ask, words: Words) -> Picture:
    """The picture with the options of a question marked on its maps, each by what to type for it."""
    if isinstance(ask, Tally):
        return picture
    options = options_of(ask)
    typed: dict[str, str] = {}
    for option, mark in zip(options, marks(options, words), strict=True):
        typed.setdefault(place_of(option), mark)
    return [
        replace(block, marks={**block.marks, **typed}) if isinstance(block, Map) else block
        for block in picture
    ]


def is_on(map: Map, ask: Ask) -> bool:
    """Whether something on the map is an option of the question."""
    things = {area.id for area in map.areas} | {border.id for border in map.borders}
    things |= {spot.id for spot in map.spots}
    return any(place_of(option) in things for option in options_of(ask))


def place_of(option: Named) -> str:
    """The id of what an option is about on a map: its own, unless it says `at` what."""
    at: str = getattr(option, "at", option.id)
    return at


def options_of(ask: Ask) -> Sequence[Named]:
    """What there is to choose from; nothing for a question that has no list."""
    return ask.options if isinstance(ask, Choose | Several | Tally | Move) else ()


def detail_of(option: Named, words: Words) -> str:
    """What a player wants to know of an option before choosing it: a price, a gain."""
    detail = getattr(option, "detail", None)
    return words.plain(detail) if isinstance(detail, str | Text) else ""


def _row(mark: str, option: Named, words: Words, margin: int, screen: Screen) -> Row:
    row = [(mark.rjust(margin - 2) + "  ", "dim"), (shown_name(option, words), "name")]
    detail = detail_of(option, words)
    if detail:
        row.append((f"  {detail}", ""))
    return [(cleaned(text, screen.paper.encoding), role) for text, role in row]


def hints(ask: Ask, words: Words) -> list[Text]:
    """What may be typed, as far as the question and its list do not say."""
    found: list[Text] = []
    options = options_of(ask)
    if len(options) > MOST_LISTED:
        found.append(Text("asked.letters", n=len(options)))
    match ask:
        case Several():
            if ask.low == 0:
                found.append(Text("asked.several-or-none", n=ask.high))
            else:
                found.append(Text("asked.several", low=ask.low, high=ask.high))
        case Number():
            found.append(Text("asked.number", low=ask.low, high=ask.high))
        case Tally():
            found.append(Text("asked.tally", low=ask.low, high=ask.high, example=_example(ask, words)))
        case Confirm():
            found.append(Text("asked.yes-or-no"))
        case Move() if not found:
            found.append(Text("asked.move"))
    if isinstance(ask, Choose | Several | Number | Tally | Confirm | Name) and ask.default is not None:
        found.append(Text("asked.default", answer=shown_answer(ask, ask.default)))
    return found


def _example(ask: Tally, words: Words) -> str:
    """How a tally may be written, in the names it is about."""
    names = [shown_name(option, words) for option in ask.options[:2]]
    if all(name.isdecimal() for name in names):
        return " ".join((names[0], names[0], names[-1]))
    # Never more in all than there may be.
    counts = (2, 1) if ask.high > 2 else (1,) * ask.high
    return ", ".join(f"{count} {name}" for count, name in zip(counts, names, strict=False))
