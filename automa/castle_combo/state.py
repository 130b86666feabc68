"""The table as the app tracks it: tableaus, displays, discards, the messenger. Never the order of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.counting import LOCATIONS, Location
from automa.game import Seat

Cell: TypeAlias = str
"""A place in a tableau: column a-e, row 1-5 from the top. The first card lies on c3, whatever comes later, so
that cells keep their names while the grid grows; the final grid is 3x3 cells of these 5x5."""

CELLS: tuple[Cell, ...] = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
FIRST_CELL: Cell = "c3"
ROW: dict[Cell, int] = {cell: place // 5 for place, cell in enumerate(CELLS)}
COLUMN: dict[Cell, int] = {cell: place % 5 for place, cell in enumerate(CELLS)}
BIT: dict[Cell, int] = {cell: 1 << place for place, cell in enumerate(CELLS)}

TURNS = 9
START_GOLD = 15
START_KEYS = 2
DISPLAY = 3
BOX_GOLD = 40 * 1 + 12 * 5
BOX_KEYS = 36 * 1 + 8 * 3
MOST = 999
"""Gold and keys are not limited by the rules; more than this is a slip of the finger."""


class Laid:
    """A card in a tableau."""

    __slots__ = ("card", "cell", "column", "down", "gold", "row")

    def __init__(self, card: Card, cell: Cell, down: bool = False, gold: int = 0) -> None:
        self.card = card
        self.cell = cell
        self.down = down
        """Face down: it fills the cell and is worth nothing."""
        self.gold = gold
        """On its purse."""
        self.row = ROW[cell]
        self.column = COLUMN[cell]

    def room(self) -> int:
        """How much more gold its purse holds."""
        return 0 if self.down else self.card.purse - self.gold

    def copy(self) -> Laid:
        return Laid(self.card, self.cell, self.down, self.gold)

    def __repr__(self) -> str:
        return f"Laid({self.card.id!r}, {self.cell!r}{', down' if self.down else ''})"


class Player:
    """What lies in front of one player."""

    __slots__ = ("cards", "filled", "gold", "keys", "seat")

    def __init__(self, seat: Seat, gold: int = START_GOLD, keys: int = START_KEYS) -> None:
        self.seat = seat
        self.gold = gold
        self.keys = keys
        self.cards: dict[Cell, Laid] = {}
        """The tableau, in the order it was built."""
        self.filled = 0
        """The filled cells as a bit mask (`BIT`)."""

    def lay(self, card: Card, cell: Cell, *, down: bool = False, gold: int = 0) -> Laid:
        laid = self.cards[cell] = Laid(card, cell, down, gold)
        self.filled |= BIT[cell]
        return laid

    def pick_up(self, cell: Cell) -> Laid:
        self.filled &= ~BIT[cell]
        return self.cards.pop(cell)

    def purses(self) -> list[Laid]:
        """The face-up cards with a purse, in reading order."""
        found = [laid for laid in self.cards.values() if laid.card.purse and not laid.down]
        return sorted(found, key=reading_order) if len(found) > 1 else found

    def copy(self) -> Player:
        twin = Player(self.seat, self.gold, self.keys)
        twin.cards = {cell: laid.copy() for cell, laid in self.cards.items()}
        twin.filled = self.filled
        return twin


def reading_order(laid: Laid) -> tuple[int, int]:
    """Row by row, each from left to right."""
    return laid.row, laid.column


class Table:
    """Everything on the table."""

    __slots__ = (
        "deck",
        "discards",
        "display",
        "first",
        "gone",
        "hole",
        "messenger",
        "players",
        "removed",
        "shuffles",
        "turn",
        "undrawn",
    )

    def __init__(self, deck: Deck, seats: Sequence[Seat]) -> None:
        self.deck = deck
        self.players = [Player(seat) for seat in seats]
        """Clockwise."""
        self.first = 0
        """Which player began."""
        self.turn = 0
        """How many turns are over."""
        self.messenger: Location = "village"
        self.display: dict[Location, list[Card]] = {location: [] for location in LOCATIONS}
        """The face-up cards of each location."""
        self.hole: dict[Location, int] = dict.fromkeys(LOCATIONS, 0)
        """Where in the display the next card is turned up, so that cards stay where they lie."""
        self.undrawn: dict[Location, list[Card]] = {
            location: list(deck.of[location]) for location in LOCATIONS
        }
        """The cards still in each deck, in the order of the tables: nobody knows the order of the deck."""
        self.discards: dict[Location, list[Card]] = {location: [] for location in LOCATIONS}
        self.shuffles: dict[Location, int] = dict.fromkeys(LOCATIONS, 1)
        """How often each deck was shuffled."""
        self.removed: Location | None = None
        """The location that ran out of cards, if one did."""
        self.gone: list[Card] = []
        """The cards that left the game with it."""

    @property
    def active(self) -> Player:
        """Whose turn it is."""
        return self.players[(self.first + self.turn) % len(self.players)]

    @property
    def round(self) -> int:
        """The round that is being played, 1 to 9."""
        return min(self.turn // len(self.players) + 1, TURNS)

    @property
    def over(self) -> bool:
        return self.turn >= TURNS * len(self.players)

    def player(self, seat: str) -> Player:
        for player in self.players:
            if player.seat.id == seat:
                return player
        raise KeyError(seat)

    def left_of(self, player: Player) -> Player:
        """The neighbour on the left, who plays next."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def right_of(self, player: Player) -> Player:
        return self.players[self.players.index(player) - 1]

    def others(self, player: Player) -> list[Player]:
        """The other players, clockwise from the left neighbour."""
        at = self.players.index(player)
        return self.players[at + 1 :] + self.players[:at]

    def copy(self) -> Table:
        """A twin to try moves on; cards and seats are shared, they never change."""
        twin = Table.__new__(Table)
        twin.deck = self.deck
        twin.players = [player.copy() for player in self.players]
        twin.first = self.first
        twin.turn = self.turn
        twin.messenger = self.messenger
        twin.display = {location: cards[:] for location, cards in self.display.items()}
        twin.hole = dict(self.hole)
        twin.undrawn = {location: cards[:] for location, cards in self.undrawn.items()}
        twin.discards = {location: cards[:] for location, cards in self.discards.items()}
        twin.shuffles = dict(self.shuffles)
        twin.removed = self.removed
        twin.gone = self.gone[:]
        return twin
