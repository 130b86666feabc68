"""What lies open for everybody, followed card by card: the two lines of citizens and the wharf card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Choose,
    Deck,
    Dialogue,
    Move,
    Option,
    Pad,
    Refused,
    Tell,
    Text,
    asking,
    no_questions,
)
from automa.valeria import wording
from automa.valeria.state import Market, Side, State
from automa.valeria.tables import BACKS, RESOURCES, ROWS, Back, Resource, Row

LETTERS: dict[str, Resource] = {kind[0]: kind for kind in RESOURCES}
ALSO = str.maketrans("hv", "wf")
"""The letters of wood and food in Dutch."""


def open_market(state: State) -> Market:
    """What lies open, where the game follows it."""
    assert state.market is not None
    return state.market


# The citizens


def deck(state: State, back: Back) -> list[str]:
    """The cards that can still be in the deck: those that have not been seen since it was shuffled."""
    market, copies = open_market(state), state.tables.citizens.copies
    cards = [card for side in state.sides for card in side.cards]
    seen = Counter([*market.lines[back], *market.discarded[back], *cards])
    return [id for id in state.backs[back] if seen.get(id, 0) < copies]


def shuffle(state: State, back: Back) -> list[Tell]:
    """The discards become the deck."""
    market = open_market(state)
    market.discarded[back] = []
    market.shuffled[back] += 1
    return [] if state.keeps_cards else [Tell(f"valeria.shuffle.{back}")]


def food_for(state: State, citizen: str) -> int:
    """The price under a card that lies open: by its place from the outer edge."""
    line = open_market(state).lines[state.citizens[citizen].back]
    return state.tables.citizens.food[line.index(citizen)]


def offered(state: State) -> Iterator[str]:
    """The citizens that lie open, pink ones first, each from the outer edge."""
    for back in BACKS:
        yield from dict.fromkeys(open_market(state).lines[back])


def take_card(state: State, citizen: str) -> None:
    """Remove a card from its line, if the app has it there: the others slide towards the edge."""
    line = open_market(state).lines[state.citizens[citizen].back]
    if citizen in line:
        line.remove(citizen)


def leave_lines(state: State, cards: Iterable[str]) -> None:
    """Remove cards that a player has from the open lines and the discards."""
    market = open_market(state)
    for id in set(cards):
        for pile in (*market.lines.values(), *market.discarded.values()):
            if id in pile and state.tables.citizens.copies == 1:
                pile.remove(id)


def clear(state: State, cards: int) -> list[str]:
    """The outermost cards of both lines are discarded, in the Reset Phase; what they are called."""
    market = open_market(state)
    gone: list[str] = []
    for back in BACKS:
        gone += market.lines[back][:cards]
        market.discarded[back] += market.lines[back][:cards]
        del market.lines[back][:cards]
    return [state.citizens[id].name for id in gone]


def refill(
    state: State, then: Callable[[], Sequence[Ask]] = no_questions, *, after: Sequence[Tell] = ()
) -> Dialogue[None]:
    """New cards at the centre, until both lines are full or there is none left; what they are.

    `then` are the questions that come after it, and `after` is what is told first.
    """
    yield from after
    turned: list[str] = []
    for place, back in enumerate(BACKS):
        while (at := len(open_market(state).lines[back]) + 1) <= len(state.tables.citizens.food):
            left = deck(state, back)
            if not left and open_market(state).discarded[back]:
                yield from shuffle(state, back)
                left = deck(state, back)
            if not left:
                break
            ask = _revealed(state, back, left, at)
            if then is not no_questions:
                ask.then = partial(_others_revealed, state, BACKS[place + 1 :], then)
            id = yield ask
            if id is not CORRECTED:
                open_market(state).lines[back].append(id)
                turned.append(state.citizens[id].name)
    if turned:
        yield Tell("valeria.revealed", deed=False, citizens=turned)


def _revealed(state: State, back: Back, left: Sequence[str], place: int) -> Choose:
    """Which card of those left in the deck is turned up at a place of a line."""
    times, position = open_market(state).shuffled[back], wording.POSITION[f"{back}-{place}"]
    stream = Deck(f"{back} citizens deck {times}" if times else f"{back} citizens deck")
    more = min(len(state.tables.citizens.food) - place, len(left) - 1)
    options, known = [state.cards[id] for id in left], state.things.citizens
    return Choose("valeria.reveal", TABLE, options, known=known, stream=stream, more=more, position=position)


def reveals(state: State, backs: Iterable[Back] = BACKS, gone: int = 0) -> Iterator[Choose]:
    """The questions that will fill the lines once `gone` outermost cards of each are discarded."""
    market, places = open_market(state), len(state.tables.citizens.food)
    for back in backs:
        left, kept = deck(state, back), market.lines[back][gone:]
        if len(left) < places - len(kept):  # the discards become the deck
            left = [id for id in state.backs[back] if id in (*left, *market.discarded[back])]
        for position in range(len(kept) + 1, places + 1 if left else 0):
            yield _revealed(state, back, left, position)


def _others_revealed(state: State, backs: Sequence[Back], then: Callable[[], Sequence[Ask]]) -> Sequence[Ask]:
    return [*reveals(state, backs), *then()]


# The wharf card


def free_columns(state: State, row: Row) -> dict[Resource, list[int]]:
    """The icons of a row without a crate: for each resource its columns, from left to right."""
    found: dict[Resource, list[int]] = {}
    for column, kind in free_icons(state, row):
        found.setdefault(kind, []).append(column)
    return found


def free_icons(state: State, row: Row) -> list[tuple[int, Resource]]:
    """The icons of a row without a crate and their columns, from left to right."""
    market = open_market(state)
    covered = market.crates(row)
    return [(column, kind) for column, kind in enumerate(market.icons[row]) if column not in covered]


def cover(state: State, row: Row, side: Side, column: int | None = None) -> None:
    """A crate of a side on the icon of that column, or on the rightmost one that is free."""
    market = open_market(state)
    crates = market.covered.setdefault(row, {})
    if column is None:
        column = max(each for each in range(len(market.icons[row])) if each not in crates)
    crates[column] = side.seat.id


def cover_again(state: State) -> None:
    """Make the covered icons agree with the crates of each side on each row, after a correction."""
    market = open_market(state)
    for row in ROWS:
        for side in state.sides:
            whose = side.seat.id
            columns = [column for column, seat in market.crates(row).items() if seat == whose]
            for column in columns[side.crates[row] :]:
                del market.covered[row][column]
        for side in state.sides:
            while list(market.crates(row).values()).count(side.seat.id) < side.crates[row]:
                cover(state, row, side)


def turn_up(state: State, then: Callable[[], Sequence[Ask]] = no_questions) -> Dialogue[None]:
    """The next wharf card: one of our own by the app, else as its icons are read."""
    market = open_market(state)
    line = yield from asking(lambda: which_card(state, then))
    columns = state.tables.wharf.columns_for(len(state.sides))
    if line in state.tables.wharf.card:
        market.wharf.append(line)
        card = state.tables.wharf.card[line]
        market.icons = {row: icons[-columns:] for row, icons in card.rows().items()}
        buy, vp, influence = (wording.faces(market.icons[row]) for row in ROWS)
        yield Tell("valeria.wharf-card", deed=False, buy=buy, vp=vp, influence=influence)
    else:
        read = zip(ROWS, line.split(" "), strict=True)
        market.icons = {row: tuple(LETTERS[letter] for letter in letters) for row, letters in read}
    market.covered = {}
    if any(crates for side in state.sides for crates in side.crates.values()):
        cover_again(state)  # a correction at the question may have put crates on the card


def which_card(state: State, then: Callable[[], Sequence[Ask]] = no_questions) -> Move:
    """A letter for each icon of the three rows; or a card of our own, which the app draws: none is listed."""
    known, used = state.tables.wharf.card, open_market(state).wharf
    columns = state.tables.wharf.columns_for(len(state.sides))
    options = [
        Option(id, Text("valeria.wharf-card-number", number=id), listed=False)
        for id in known
        if id not in used or len(used) >= len(known)
    ]

    def read(line: str, insist: bool) -> str:
        rows = line.lower().translate(ALSO).replace(",", " ").split()
        if len(rows) != len(ROWS) or any(len(row) != columns or set(row) - set(LETTERS) for row in rows):
            raise Refused(Text("valeria.refused.wharf-card", found=line, n=columns))
        return " ".join(rows)

    pad = Pad(
        dict(zip(LETTERS, wording.face_options(LETTERS.values()), strict=True)), False, columns, len(ROWS)
    )
    deck = Deck("wharf deck")
    ask = Move("valeria.which-wharf-card", TABLE, options, read=read, pad=pad, stream=deck, n=columns)
    ask.then = then
    return ask
