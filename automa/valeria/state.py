"""The table as the app tracks it: tokens in the districts and on the roads, tracks, crates, dice, scores.

Gold and resources only if a game tracks everything: nothing the opponent does and nothing that scores depends
on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from automa.declared import Tree
from automa.dialogue import Tell, Text, Value
from automa.fixes import Fixable, things
from automa.game import Seat, do_not_fit
from automa.priorities import Voice
from automa.rulings import as_reason
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Board
from automa.valeria.tables import Tables


class Die(Struct):
    """A drafted die."""

    face: Annotated[
        facts.Face,
        Fixable("{who.id}.die.{which}", "valeria.fix.die", options=wording.all_faces),
    ]
    spent: bool = False


class Side(Struct, eq=False):
    """Everything of one colour."""

    seat: Seat
    supply: Mapping[facts.Piece, int]
    tokens: dict[facts.Piece, dict[str, int]]
    """On the board, by district; windmills by road."""
    influence: dict[facts.Guild, int]
    crates: dict[facts.Row, int] = field(default_factory=lambda: dict.fromkeys(facts.ROWS, 0))
    """On the wharf card."""
    monuments: dict[facts.Monument, str] = field(default_factory=dict)
    """Where each one stands that is built."""
    manors: dict[str, str] = field(default_factory=dict)
    """Of a person's own board: the numbers that are built, and where. The opponent's have no powers."""
    goods: dict[facts.Goods, int] = field(default_factory=dict)
    """Resources and gold, if the game tracks everything."""
    cards: list[str] = field(default_factory=list)
    """Citizens recruited."""
    dice: list[Die] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    """By line of the score sheet."""
    parts: dict[str, tuple[Text, ...]] = field(default_factory=dict)
    """What the points of each line come from."""

    @classmethod
    def of(cls, seat: Seat, board: Board, supply: Mapping[facts.Piece, int]) -> Side:
        places = {piece: board.road if piece == "windmill" else board.district for piece in facts.PIECES}
        tokens = {piece: dict.fromkeys(places[piece], 0) for piece in facts.PIECES}
        return cls(seat, supply, tokens, dict.fromkeys(board.tracks, 0))

    def twin(self) -> Side:
        """A copy, to try something out on."""
        return Side(
            self.seat, self.supply, {piece: dict(places) for piece, places in self.tokens.items()},
            dict(self.influence), dict(self.crates), dict(self.monuments), dict(self.manors),
            dict(self.goods), list(self.cards), [Die(die.face, die.spent) for die in self.dice],
            dict(self.points), dict(self.parts),
        )  # fmt: skip

    @property
    def score(self) -> int:
        return sum(self.points.values())

    def left(self, piece: facts.Piece) -> int:
        """How many tokens of that kind are not on the board yet."""
        return self.supply[piece] - sum(self.tokens[piece].values())

    def place(self, piece: facts.Piece, place: str) -> None:
        assert self.left(piece) > 0, piece
        self.tokens[piece][place] += 1

    def gain(self, line: str, points: int, part: Text | None = None) -> None:
        """Put points on a line of the score sheet, and what they come from."""
        self.points[line] = self.points.get(line, 0) + points
        if part is not None:
            self.parts[line] = (*self.parts.get(line, ()), part)

    def faces(self) -> list[facts.Face]:
        """The faces of all drafted dice, spent or not."""
        return [die.face for die in self.dice]

    def unspent(self) -> list[Die]:
        return [die for die in self.dice if not die.spent]

    def told(self, id: str, why: Sequence[Text] = (), **values: Value) -> Tell:
        """Something that this side does."""
        tell = Tell(id, seat=self.seat.id, why=why)
        tell.values = {"who": self.seat, **values}
        return tell

    def news(self, id: str, why: Sequence[Text] = (), **values: Value) -> Tell:
        """News about this side: there is nothing to do at the table."""
        tell = self.told(id, why, **values)
        tell.deed = False
        return tell

    def gains(self, line: str, points: int, part: Text) -> Tell:
        """Add points to a line of the score sheet, and tell it."""
        self.gain(line, points, part)
        return self.told("valeria.gains", points=wording.vp(points))

    def data(self) -> Tree:
        """Everything tracked of this side, as plain data."""
        return {
            "tokens": {piece: _some(places) for piece, places in self.tokens.items()},
            "monuments": dict(sorted(self.monuments.items())),
            "manors": dict(sorted(self.manors.items())),
            "influence": dict(self.influence),
            "crates": _some(self.crates),
            **({"goods": dict(self.goods)} if self.goods else {}),
            "cards": sorted(self.cards),
            "dice": [{"face": die.face, "spent": die.spent} for die in self.dice],
            "points": _some(dict(sorted(self.points.items()))),
            "score": self.score,
        }


class Market(Struct):
    """What lies open for everybody: two lines of citizens and the wharf card."""

    lines: dict[facts.Back, list[str]] = field(default_factory=lambda: {back: [] for back in facts.BACKS})
    """From the outer edge of the board to its centre."""
    discarded: dict[facts.Back, list[str]] = field(default_factory=lambda: {back: [] for back in facts.BACKS})
    icons: dict[facts.Row, tuple[facts.Resource, ...]] = field(default_factory=dict)
    """Of the wharf card that lies there: those that can be used, from left to right."""
    covered: dict[facts.Row, dict[int, str]] = field(default_factory=dict)
    """Which of them have a crate, by column, and whose."""
    wharf: list[str] = field(default_factory=list)
    """The wharf cards that have been turned up."""
    shuffled: dict[facts.Back, int] = field(default_factory=lambda: dict.fromkeys(facts.BACKS, 0))
    """How often the discards of each back have become its deck."""

    def twin(self) -> Market:
        lines = {back: list(line) for back, line in self.lines.items()}
        discarded = {back: list(pile) for back, pile in self.discarded.items()}
        covered, shuffled = {row: dict(its) for row, its in self.covered.items()}, dict(self.shuffled)
        return Market(lines, discarded, self.icons, covered, list(self.wharf), shuffled)

    def crates(self, row: facts.Row) -> dict[int, str]:
        """The columns of a row that have a crate, and whose it is."""
        return self.covered.get(row, {})

    def data(self) -> Tree:
        return {
            "lines": {back: list(line) for back, line in self.lines.items()},
            "discarded": {back: sorted(pile) for back, pile in self.discarded.items()},
            "icons": {row: list(icons) for row, icons in self.icons.items()},
            "covered": {row: sorted(columns) for row, columns in self.covered.items()},
        }


DueKind: TypeAlias = Literal["push", "resource", "either", "leftover", "sail"]


class Due(Struct, frozen=True):
    """Something that has to be chosen before a turn goes on."""

    what: DueKind
    """A track, a kind of resource, the gold or a kind of resource, a die that is left over, a ship."""
    n: int = 1
    """How many pushes or resources: all on one track, all of one kind."""
    guilds: tuple[facts.Guild, ...] = ()
    """The tracks there are to choose from."""
    name: str = ""
    """Of the manor or the citizen that gives it."""
    gold: int = 0
    """What may be taken instead of the resources."""


class Turn(Struct):
    """How far a person has come with a draft, an action or the Reset Phase."""

    phase: Literal["", "draft", "action", "dues"] = ""
    """In the Reset Phase and the set-up there are only dues; nothing once it is over."""
    dues: list[Due] = field(default_factory=list)
    action: str = ""
    """The primary action that is done; in the draft, that a die is taken."""
    built: bool = False
    """Whether a monument is."""
    closed: bool = False
    """Whether it was built after the action: nothing can follow that any more."""
    open: tuple[str, ...] = ()
    """What may still follow the action: crates, sub-actions; after a draft, citizens that trade."""
    dice: tuple[facts.Face, ...] = ()
    """The leftover dice that can still be taken."""
    waiting: tuple[int, ...] = ()
    """Gold of a Wharf action that there was no room for when it came, gain by gain."""
    others: int = 0
    """Pushes and points that the app did not work out."""

    def twin(self) -> Turn:
        dues = list(self.dues)
        return Turn(
            self.phase, dues, self.action, self.built, self.closed,
            self.open, self.dice, self.waiting, self.others,
        )  # fmt: skip


KEEPS = Fixable(
    "keeps",
    "valeria.fix.keeps",
    options=lambda state: state.board.ring,
    high=lambda state, _: max(sum(state.keeps.values()), state.tables.components.keep),
)
POOL = Fixable(
    "pool",
    "valeria.fix.pool",
    options=wording.all_faces,
    high=lambda state, _: len(state.leftover),
    is_total=True,
    shown=lambda state: things(wording.faces(state.leftover)),
)
FIRST = Fixable(
    "first",
    "valeria.fix.first",
    options=lambda state: [side.seat for side in state.sides],
    shown=lambda state: Text("valeria.fix.who", who=state.side(state.first).seat),
)


class State:
    """Everything on the table."""

    keeps: Annotated[dict[str, int], KEEPS]
    pool: Annotated[dict[facts.Face, int], POOL]
    """The dice nobody has drafted; after the draft, the ones left over on the board."""
    first: Annotated[str, FIRST]
    """Whose turn is first: with an opponent, you begin in round 1."""

    def __init__(
        self,
        tables: Tables,
        people: Sequence[Seat],
        opponent: Seat | None,
        rulings: Mapping[str, str],
        *,
        tracks_all: bool = False,
        keeps_cards: bool = False,
    ) -> None:
        self._read(tables)
        self.rulings = tables.rulings.in_force(rulings)
        components = tables.components
        self.people = [Side.of(seat, self.board, components.supply()) for seat in people]
        """Clockwise."""
        self.you = self.people[0]
        """The person whose turn it is, or who is next."""
        self.rival: Side | None = None
        """The opponent that is run from a card; people among themselves have none."""
        cards, whose = tables.opponents.opponent, opponent.opponent if opponent else ""
        self.card = cards.get(whose) or next(iter(cards.values()))
        self.voice = Voice(f"valeria.says.{whose}" if whose in tables.opponents.ours else "priorities.says")
        if opponent is not None:
            self.rival = Side.of(opponent, self.board, components.supply(opponent=True))
        self.sides = (*self.people, *([] if self.rival is None else [self.rival]))
        self.keeps = dict.fromkeys(self.board.district, 0)
        self.pool = dict.fromkeys(facts.FACES, 0)
        self.market = Market() if tracks_all or keeps_cards else None
        """What lies open, if the game follows it."""
        self.keeps_cards = keeps_cards
        """Whether the app keeps all cards, so that none lie on the table."""
        self.tracks_all = tracks_all
        """Whether gold and resources are followed too."""
        self.turn = Turn()
        """The turn that is being taken."""
        for side in self.people if tracks_all else ():
            side.goods = {kind: components.start[kind] for kind in facts.GOODS}
        self.round = 0
        self.round_token = 1
        """Where it stands: it moves before the round is over."""
        self.wharf_cards = 1
        """How many have been turned up, the one that lies there included."""
        self.first = self.you.seat.id
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
        self.backs = {back: tables.citizens.with_back(back) for back in facts.BACKS}
        """The citizens of each of the two decks."""
        self.actions, self.pieces = tables.actions.every(), tables.actions.pieces()
        self.things = wording.Things.of(tables, self.board.ring, self.board.roads)
        """Everything that may be named in a turn."""
        self.cards = {option.id: option for option in self.things.citizens}
        """The citizens as they are offered."""

    def learn(self, tables: Tables) -> None:
        """What is printed as it is known now; `Refused` if what lies on the board does not go with it."""
        board = Board.of(tables)
        tops = {id: track.top for id, track in board.tracks.items()}
        if (
            [*board.road, *board.tracks] != [*self.board.road, *self.board.tracks]
            or any(side.influence[id] > top for side in self.sides for id, top in tops.items())
            or not {manor for side in self.people for manor in side.manors} <= {*tables.manors.manor}
            or not {card for side in self.sides for card in side.cards} <= {*tables.citizens.citizen}
        ):
            raise do_not_fit()
        self._read(tables)
        for side in self.people:
            side.supply = tables.components.supply()
        if self.rival is not None:
            self.card = tables.opponents.opponent.get(self.rival.seat.opponent, self.card)
            self.rival.supply = tables.components.supply(opponent=True)

    def twin(self) -> State:
        """The same table once more, to try something out on."""
        return self._with([side.twin() for side in self.sides])

    def trial(self) -> State:
        """The same, to try out a step of the person whose turn it is: what the others have stays as it is."""
        return self._with([side.twin() if side is self.you else copy(side) for side in self.sides])

    def _with(self, sides: Sequence[Side]) -> State:
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twins = dict(zip(self.sides, sides, strict=True))
        twin.sides = tuple(sides)
        twin.people = [twins[side] for side in self.people]
        twin.you = twins[self.you]
        twin.rival = None if self.rival is None else twins[self.rival]
        twin.keeps, twin.pool = dict(self.keeps), dict(self.pool)
        twin.market = None if self.market is None else self.market.twin()
        twin.turn = self.turn.twin()
        return twin

    @property
    def opponent(self) -> Side:
        """The opponent, where there is one."""
        assert self.rival is not None
        return self.rival

    def others(self, side: Side) -> list[Side]:
        return [other for other in self.sides if other is not side]

    def spaces_of_others(self, side: Side, guild: facts.Guild) -> list[int]:
        """Where the tokens of the others are on a track."""
        return [other.influence[guild] for other in self.sides if other is not side]

    def side(self, seat: str) -> Side:
        for side in self.sides:
            if side.seat.id == seat:
                return side
        raise KeyError(seat)

    def clockwise(self, first: Side) -> list[Side]:
        """Everybody, beginning with one of them."""
        at = self.sides.index(first)
        return [*self.sides[at:], *self.sides[:at]]

    @property
    def turns(self) -> list[Side]:
        """Whose turn it is, in drafting as in acting: by turns, and each as often as it has dice."""
        return self.clockwise(self.side(self.first)) * self.tables.components.dice.each

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        dice = self.tables.components.dice
        return dice.each * len(self.sides) + dice.left

    @property
    def leftover(self) -> tuple[facts.Face, ...]:
        """The dice nobody has drafted, one by one."""
        return tuple(face for face in facts.FACES for _ in range(self.pool[face]))

    @property
    def line(self) -> facts.RoundLine:
        """The line of the opponent's card for this round."""
        return self.card.round[str(self.round)]

    def cite(self, ruling: str) -> Text:
        """A ruling as a reason: what the book leaves open, and what is done."""
        return as_reason("valeria", ruling, self.rulings[ruling])

    def data(self) -> Tree:
        """Everything tracked, as plain data."""
        return {
            "round": self.round,
            "first": self.first,
            "acting": self.acting,
            "progress": self.progress,
            "over": self.over,
            "pool": _some(self.pool),
            "keeps": _some(self.keeps),
            **({"market": self.market.data()} if self.market else {}),
            "sides": {side.seat.id: side.data() for side in self.sides},
        }


K = TypeVar("K", bound=str)


def _some(counts: Mapping[K, int]) -> dict[K, int]:
    """Those of which there are any."""
    return {what: count for what, count in counts.items() if count}
