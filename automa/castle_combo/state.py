"""The table as the app tracks it: tableaus, displays, discards, the messenger. Never the order of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.cards.wording import location_name
from automa.dialogue import Option
from automa.fixes import Fixable
from automa.game import Seat, do_not_fit

Cell: TypeAlias = str
"""A place in a tableau: column a-e, row 1-5 from the top. The first card lies on c3, whatever comes later, so
that cells keep their names while the grid grows; the final grid is 3x3 cells of these 5x5."""

CELLS: tuple[Cell, ...] = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
FIRST_CELL: Cell = "c3"
ROW: dict[Cell, int] = {cell: place // 5 for place, cell in enumerate(CELLS)}
COLUMN: dict[Cell, int] = {cell: place % 5 for place, cell in enumerate(CELLS)}
BIT: dict[Cell, int] = {cell: 1 << place for place, cell in enumerate(CELLS)}
ROW_CELLS = 0b11111
"""The cells of the first row as a bit mask."""
COLUMN_CELLS = 0b0000100001000010000100001
"""Those of the first column."""

SIDES = {"left-of": (0, 1), "right-of": (0, -1), "above": (1, 0), "below": (-1, 0)}
"""What a card is called that lies beside another: rows down and columns right to that other one."""
AROUND: dict[Cell, dict[str, Cell]] = {
    cell: {
        side: CELLS[(ROW[cell] + down) * 5 + COLUMN[cell] + right]
        for side, (down, right) in SIDES.items()
        if 0 <= ROW[cell] + down < 5 and 0 <= COLUMN[cell] + right < 5
    }
    for cell in CELLS
}
"""The cells beside a cell, by what a card on it is called that lies beside them."""

TURNS = 9
START_GOLD = 15
START_KEYS = 2
DISPLAY = 3
BOX_GOLD = 40 * 1 + 12 * 5
BOX_KEYS = 36 * 1 + 8 * 3
MOST = 999
"""Gold and keys are not limited by the rules; more than this is a slip of the finger."""


def cards_in_row(filled: int, row: int) -> int:
    """How many cells of a row are filled."""
    return (filled >> 5 * row & ROW_CELLS).bit_count()


def cards_in_column(filled: int, column: int) -> int:
    """How many cells of a column are filled."""
    return (filled >> column & COLUMN_CELLS).bit_count()


@cache
def lines(filled: int) -> tuple[list[int], list[int]]:
    """The rows and the columns of the filled cells, each in order."""
    return (
        [row for row in range(5) if filled >> 5 * row & ROW_CELLS],
        [column for column in range(5) if filled >> column & COLUMN_CELLS],
    )


class Laid(Struct, eq=False):
    """A card in a tableau."""

    card: Card
    cell: Cell
    row: int
    column: int
    down: bool = False
    """Face down: it fills the cell and is worth nothing."""
    gold: Annotated[
        int,
        Fixable(
            "purse.{who.id}.{cell}",
            "castle-combo.fix.purse",
            own_question=True,
            high=lambda state, laid: laid.card.purse,
        ),
    ] = 0
    """On its purse."""

    def room(self) -> int:
        """How much more gold its purse holds."""
        return 0 if self.down else self.card.purse - self.gold


def reading_order(laid: Laid) -> tuple[int, int]:
    """Row by row, each from left to right."""
    return laid.row, laid.column


class Player(Struct, eq=False):
    """What lies in front of one player."""

    seat: Seat
    gold: Annotated[
        int, Fixable("gold.{who.id}", "castle-combo.fix.gold", own_question=True, high=BOX_GOLD, limit=MOST)
    ] = START_GOLD
    keys: Annotated[
        int, Fixable("keys.{who.id}", "castle-combo.fix.keys", own_question=True, high=BOX_KEYS, limit=MOST)
    ] = START_KEYS
    cards: dict[Cell, Laid] = field(default_factory=dict)
    """The tableau, in the order it was built."""
    filled: int = 0
    """The filled cells as a bit mask (`BIT`)."""
    # What lies face up, counted as it is laid:
    up: int = 0
    village: int = 0
    """How many of them are Village cards."""
    shields: int = 0
    """All shields, packed in one number (`counting.packed`)."""
    off_castle: int = 0
    """What its discounts take off the price of a Castle card."""
    off_village: int = 0
    banked: int = 0
    """What each gold scores for lying on a purse at all, wherever."""
    rows: list[int] = field(default_factory=lambda: [0] * 5)
    """The shields in each row, packed."""
    columns: list[int] = field(default_factory=lambda: [0] * 5)
    placed: list[Laid] = field(default_factory=list)
    """The face-up cards that score by where they lie, in the order they were laid."""
    unplaced: list[Laid] = field(default_factory=list)
    """Those that score the same anywhere."""

    def lay(self, card: Card, cell: Cell, *, down: bool = False, gold: int = 0) -> Laid:
        laid = self.cards[cell] = Laid(card, cell, ROW[cell], COLUMN[cell], down, gold)
        self.filled |= BIT[cell]
        if not down:
            self._count(laid, 1)
        return laid

    def pick_up(self, cell: Cell) -> Laid:
        laid = self.cards.pop(cell)
        self.filled &= ~BIT[cell]
        if not laid.down:
            self._count(laid, -1)
        return laid

    def shift(self, laid: Laid, cell: Cell) -> None:
        """Lay the card that was laid last on another cell."""
        del self.cards[laid.cell]
        self.cards[cell] = laid
        self.filled ^= BIT[laid.cell] | BIT[cell]
        pack = 0 if laid.down else laid.card.packed
        self.rows[laid.row] -= pack
        self.columns[laid.column] -= pack
        laid.cell, laid.row, laid.column = cell, ROW[cell], COLUMN[cell]
        self.rows[laid.row] += pack
        self.columns[laid.column] += pack

    def move(self, laid: Laid, cell: Cell) -> None:
        """Lay a card elsewhere; onto another card: the two change places."""
        # The same `Laid` is kept: a turn in progress may hold on to the card it has just laid.
        swapped = self.cards.pop(cell, None)
        moved = {cell: laid} if swapped is None else {laid.cell: swapped, cell: laid}
        del self.cards[laid.cell]
        for there, each in moved.items():
            each.cell, each.row, each.column = there, ROW[there], COLUMN[there]
            self.cards[there] = each
        self.survey()

    def survey(self) -> None:
        """Count everything anew, after a correction."""
        self.filled = self.up = self.village = self.shields = 0
        self.off_castle = self.off_village = self.banked = 0
        self.rows, self.columns = [0] * 5, [0] * 5
        self.placed, self.unplaced = [], []
        for laid in self.cards.values():
            self.filled |= BIT[laid.cell]
            if not laid.down:
                self._count(laid, 1)

    def _count(self, laid: Laid, times: int) -> None:
        card = laid.card
        alike = self.placed if card.in_place else self.unplaced
        if times > 0:
            alike.append(laid)
        else:
            alike.remove(laid)
        pack = times * card.packed
        self.up += times
        self.shields += pack
        self.rows[laid.row] += pack
        self.columns[laid.column] += pack
        if card.is_village:
            self.village += times
        if card.discounts:
            self.off_castle += times * card.off_castle
            self.off_village += times * card.off_village
        if card.banked:
            self.banked += times * card.banked

    def place(self, cell: Cell) -> str:
        """The id of a cell of this tableau among those of all."""
        return f"{self.seat.id} {cell}"

    def face_up(self) -> list[Laid]:
        """The cards that lie face up."""
        return [laid for laid in self.cards.values() if not laid.down]

    def purses(self) -> list[Laid]:
        """The face-up cards with a purse, in reading order."""
        found = [laid for laid in self.cards.values() if laid.card.purse and not laid.down]
        return sorted(found, key=reading_order) if len(found) > 1 else found

    def in_row(self, row: int) -> int:
        """How many cards lie in a row."""
        return cards_in_row(self.filled, row)

    def in_column(self, column: int) -> int:
        """How many cards lie in a column."""
        return cards_in_column(self.filled, column)

    def copy(self) -> Player:
        cards = {cell: replace(laid) for cell, laid in self.cards.items()}
        return replace(
            self,
            cards=cards,
            rows=self.rows[:],
            columns=self.columns[:],
            placed=[cards[laid.cell] for laid in self.placed],
            unplaced=[cards[laid.cell] for laid in self.unplaced],
        )


Phase: TypeAlias = Literal["key", "take", "over"]
Piles: TypeAlias = dict[Location, list[Card]]


def _places(state: State) -> list[Option]:
    return [Option(location, location_name(location)) for location in LOCATIONS]


def _no_cards() -> Piles:
    return {location: [] for location in LOCATIONS}


class State(Struct, eq=False):
    """Everything on the table."""

    deck: Deck
    players: list[Player]
    """Clockwise."""
    undrawn: Piles
    """The cards still in each deck, in the order of the tables: nobody knows the order of the deck."""
    display: Piles = field(default_factory=_no_cards)
    """The face-up cards of each location."""
    discards: Piles = field(default_factory=_no_cards)
    hole: dict[Location, int] = field(default_factory=lambda: dict.fromkeys(LOCATIONS, 0))
    """Where in the display the next card is turned up, so that cards stay where they lie."""
    shuffles: dict[Location, int] = field(default_factory=lambda: dict.fromkeys(LOCATIONS, 1))
    """How often each deck was shuffled."""
    messenger: Annotated[
        Location,
        Fixable("messenger", "castle-combo.fix.messenger", own_question=True, options=_places),
    ] = "village"
    first: int = 0
    """Which player began."""
    turn: int = 0
    """How many turns are over."""
    phase: Phase = "key"
    """How far the turn is: a key may still be spent, it is spent, or the card is taken."""
    removed: Location | None = None
    """The location that ran out of cards, if one did."""
    gone: list[Card] = field(default_factory=list)
    """The cards that left the game with it."""

    @classmethod
    def of(cls, deck: Deck, seats: Sequence[Seat]) -> State:
        """The table before the first card is turned up."""
        return cls(deck, [Player(seat) for seat in seats], {each: list(deck.of[each]) for each in LOCATIONS})

    def learn(self, deck: Deck) -> None:
        """Each card as it is known now; `Refused` if another one cannot lie where it lies."""
        places = {card.id: card.location for card in deck.cards}
        everywhere = [laid for player in self.players for laid in player.cards.values()]
        if any(places.get(card.id) != card.location for card in self.deck.cards) or any(
            laid.gold > deck[laid.card.id].purse for laid in everywhere
        ):
            raise do_not_fit()
        for laid in everywhere:
            laid.card = deck[laid.card.id]
        for piles in (self.undrawn, self.display, self.discards):
            for cards in piles.values():
                cards[:] = [deck[card.id] for card in cards]
        self.gone = [deck[card.id] for card in self.gone]
        self.deck = deck

    @property
    def active(self) -> Player:
        """Whose turn it is."""
        return self.players[self.active_place]

    @property
    def active_place(self) -> int:
        """Their place among the players."""
        return (self.first + self.turn) % len(self.players)

    @property
    def round(self) -> int:
        """The round that is being played, 1 to 9."""
        return min(self.turn // len(self.players) + 1, TURNS)

    @property
    def over(self) -> bool:
        return self.turn >= TURNS * len(self.players)

    @property
    def turns_left(self) -> int:
        """How many turns there are until the end, this one included."""
        return TURNS * len(self.players) - self.turn

    def player(self, seat: str) -> Player:
        for player in self.players:
            if player.seat.id == seat:
                return player
        raise KeyError(seat)

    def others(self, player: Player) -> list[Player]:
        """The other players, clockwise from the left neighbour."""
        at = self.players.index(player)
        return self.players[at + 1 :] + self.players[:at]

    def neighbours(self, player: Player) -> tuple[Player, Player]:
        """The players on the left, who plays next, and on the right; with two players they are the same."""
        others = self.others(player)
        return others[0], others[-1]

    def copy(self) -> State:
        """A twin to try moves on; cards and seats are shared, they never change."""
        return replace(
            self,
            players=[player.copy() for player in self.players],
            undrawn={location: cards[:] for location, cards in self.undrawn.items()},
            display={location: cards[:] for location, cards in self.display.items()},
            discards={location: cards[:] for location, cards in self.discards.items()},
            hole=dict(self.hole),
            shuffles=dict(self.shuffles),
            gone=self.gone[:],
        )
