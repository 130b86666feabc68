"""The table as the app tracks it: tokens in the districts and on the roads, tracks, crates, dice, scores.

Your gold and resources are yours to keep: nothing the opponent does and nothing that scores depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from automa.dialogue import Tell, Text, Value
from automa.game import Seat, do_not_fit
from automa.priorities import Voice
from automa.rulings import as_reason
from automa.valeria import wording
from automa.valeria.board import Board
from automa.valeria.tables import FACES, PIECES, ROWS, Face, Guild, Monument, Piece, RoundLine, Row, Tables


class Die(Struct):
    """A drafted die."""

    face: Face
    spent: bool = False


class Side(Struct, eq=False):
    """Everything of one colour."""

    seat: Seat
    supply: Mapping[Piece, int]
    tokens: dict[Piece, dict[str, int]]
    """On the board, by district; windmills by road."""
    influence: dict[Guild, int]
    crates: dict[Row, int] = field(default_factory=lambda: dict.fromkeys(ROWS, 0))
    """On the wharf card."""
    monuments: dict[Monument, str] = field(default_factory=dict)
    """Where each one stands that is built."""
    manors: dict[str, str] = field(default_factory=dict)
    """Of your own board: the numbers that are built, and where. The opponent's have no powers."""
    cards: list[str] = field(default_factory=list)
    """Citizens recruited."""
    dice: list[Die] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    """By line of the score sheet."""
    parts: dict[str, list[Text]] = field(default_factory=dict)
    """What the points of each line come from."""

    @classmethod
    def of(cls, seat: Seat, board: Board, supply: Mapping[Piece, int]) -> Side:
        places = {piece: board.road if piece == "windmill" else board.district for piece in PIECES}
        tokens = {piece: dict.fromkeys(places[piece], 0) for piece in PIECES}
        return cls(seat, supply, tokens, dict.fromkeys(board.tracks, 0))

    @property
    def score(self) -> int:
        return sum(self.points.values())

    def left(self, piece: Piece) -> int:
        """How many tokens of that kind are not on the board yet."""
        return self.supply[piece] - sum(self.tokens[piece].values())

    def place(self, piece: Piece, place: str) -> None:
        assert self.left(piece) > 0, piece
        self.tokens[piece][place] += 1

    def gain(self, line: str, points: int, part: Text | None = None) -> None:
        """Put points on a line of the score sheet, and what they come from."""
        self.points[line] = self.points.get(line, 0) + points
        if part is not None:
            self.parts.setdefault(line, []).append(part)

    def faces(self) -> list[Face]:
        """The faces of all drafted dice, spent or not."""
        return [die.face for die in self.dice]

    def unspent(self) -> list[Die]:
        return [die for die in self.dice if not die.spent]

    def told(self, id: str, why: Sequence[Text] = (), **values: Value) -> Tell:
        """Something that this side does."""
        tell = Tell(id, seat=self.seat.id, why=why, who=self.seat)
        tell.values |= values
        return tell

    def news(self, id: str, why: Sequence[Text] = (), **values: Value) -> Tell:
        """Something about this side that nothing is to be done for."""
        tell = self.told(id, why, **values)
        tell.deed = False
        return tell

    def gains(self, line: str, points: int, part: Text) -> Tell:
        """Points, put down and told."""
        self.gain(line, points, part)
        return self.told("valeria.gains", points=wording.vp(points))

    def data(self) -> dict[str, Any]:
        """Everything tracked of this side, as plain data."""
        return {
            "tokens": {piece: _some(places) for piece, places in self.tokens.items()},
            "monuments": dict(sorted(self.monuments.items())),
            "manors": dict(sorted(self.manors.items())),
            "influence": dict(self.influence),
            "crates": _some(self.crates),
            "cards": sorted(self.cards),
            "dice": [{"face": die.face, "spent": die.spent} for die in self.dice],
            "points": _some(dict(sorted(self.points.items()))),
            "score": self.score,
        }


class State:
    """Everything on the table."""

    __slots__ = (
        "acting", "actions", "board", "card", "citizens", "first", "keeps", "manors", "offers", "opponent",
        "over", "pieces", "pool", "progress", "round", "rulings", "sides", "tables", "voice", "you",
    )  # fmt: skip

    def __init__(self, tables: Tables, you: Seat, opponent: Seat, rulings: Mapping[str, str]) -> None:
        self._read(tables)
        self.rulings = tables.rulings.in_force(rulings)
        cards = tables.opponents.opponent
        self.card = cards.get(opponent.opponent) or next(iter(cards.values()))
        ours = opponent.opponent in tables.opponents.ours
        self.voice = Voice(f"valeria.says.{opponent.opponent}" if ours else "priorities.says")
        self.you = Side.of(you, self.board, tables.components.supply())
        self.opponent = Side.of(opponent, self.board, tables.components.supply(opponent=True))
        self.sides = (self.you, self.opponent)
        self.keeps = dict.fromkeys(self.board.district, 0)
        self.pool: dict[Face, int] = dict.fromkeys(FACES, 0)
        """The dice nobody has drafted; after the draft, the ones left over on the board."""
        self.round = 0
        self.first = you.id
        """Whose turn is first: you begin in round 1."""
        self.progress = 0
        """How many icons of its round line the opponent has done: 3 dice actions, monument, bonus."""
        self.acting = False
        """Whether the dice are drafted and the actions have begun."""
        self.over = False

    def _read(self, tables: Tables) -> None:
        """What is printed, as the rules use it."""
        self.tables = tables
        self.board = Board.of(tables)
        self.manors, self.citizens = tables.manors.manor, tables.citizens.citizen
        self.actions, self.pieces = tables.actions.every(), tables.actions.pieces()
        self.offers = {id: wording.offer(id, facts) for id, facts in tables.actions.yours().items()}
        """Your actions as they are offered: what they cost does not change while a game is played."""

    def learn(self, tables: Tables) -> None:
        """What is printed as it is known now; `Refused` if what lies on the board does not go with it."""
        board = Board.of(tables)
        tops = {id: track.top for id, track in board.tracks.items()}
        if (
            [*board.road, *board.tracks] != [*self.board.road, *self.board.tracks]
            or any(side.influence[id] > top for side in self.sides for id, top in tops.items())
            or not {*self.you.manors} <= {*tables.manors.manor}
            or not {card for side in self.sides for card in side.cards} <= {*tables.citizens.citizen}
        ):
            raise do_not_fit()
        self._read(tables)
        self.card = tables.opponents.opponent.get(self.opponent.seat.opponent, self.card)
        self.you.supply = tables.components.supply()
        self.opponent.supply = tables.components.supply(opponent=True)

    def other(self, side: Side) -> Side:
        return self.opponent if side is self.you else self.you

    def side(self, seat: str) -> Side:
        return self.you if self.you.seat.id == seat else self.opponent

    @property
    def turns(self) -> list[Side]:
        """Whose turn it is, in drafting as in acting: by turns, and each as often as it has dice."""
        first = self.side(self.first)
        return [first, self.other(first)] * self.tables.components.dice.each

    @property
    def line(self) -> RoundLine:
        """The line of the opponent's card for this round."""
        return self.card.round[str(self.round)]

    def cite(self, ruling: str) -> Text:
        """A ruling as a reason: what the book leaves open, and what is done."""
        return as_reason("valeria", ruling, self.rulings[ruling])

    def data(self) -> dict[str, Any]:
        """Everything tracked, as plain data."""
        return {
            "round": self.round,
            "first": self.first,
            "acting": self.acting,
            "progress": self.progress,
            "over": self.over,
            "pool": _some(self.pool),
            "keeps": _some(self.keeps),
            "sides": {side.seat.id: side.data() for side in self.sides},
        }


def _some(counts: Mapping[Any, int]) -> dict[Any, int]:
    """Those of which there are any."""
    return {what: count for what, count in counts.items() if count}
