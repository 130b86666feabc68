"""The tables, the state, the steps of a turn, the rules and the score."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from automa.dialogue import YOU, Dialogue, Named, Number, Option, Several, Tell, Text
from automa.game import USUAL, Seat, does
from automa.names import slug
from automa.pieces import Place
from automa.priorities import AtLeast, Least, Listed, Most
from automa.rulings import Rulings
from automa.scorefile import PlayerName, ask_name, people, read, wrong
from automa.sheet import Column, Line, Sheet
from automa.steps import Language, Part, Rules, Step

# The tables

Wall: TypeAlias = Literal["north", "east", "south", "west"]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Measure: TypeAlias = Literal["points", "pay"]


class Guard(Named, Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    pay: Few
    points: Few
    likes: Wall

    @property
    def id(self) -> str:
        return slug(self.name)

    @property
    def detail(self) -> Text:
        likes = Text(f"night-watch.wall.{self.likes}")
        return Text("night-watch.card", pay=amount(self.pay), n=self.points, wall=likes)


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Some
    on_offer: Some
    coins: Few
    box: Annotated[int, Meta(ge=27, le=99)]
    rest: Some
    liked: Few
    coins_per_point: Some


class Plan(Listed, frozen=True):
    wants: tuple[AtLeast[Measure] | Most[Measure] | Least[Measure], ...]


class Opponents(Struct, frozen=True, forbid_unknown_fields=True):
    opponent: dict[str, Plan]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    guards: dict[str, Guard]
    rules: Numbers
    opponents: Opponents
    rulings: Rulings


# The state

DUTCH = {"north": "noord", "east": "oost", "south": "zuid", "west": "west"}
WALLS = [Option(wall, Text(f"night-watch.wall.{wall}"), also=[dutch]) for wall, dutch in DUTCH.items()]
DECK = Place("deck", Text("night-watch.deck"), hidden=True)
OFFER = Place("offer", Text("night-watch.offer"))


def amount(n: int) -> Text:
    return Text("night-watch.coins", n=n)


class State(Struct):
    tables: Tables
    rulings: Mapping[str, str]
    seats: Sequence[Seat]
    coins: dict[str, int]  # of each seat
    places: Mapping[str, Place]  # the deck, the offer, and each wall: `you north`
    piles: dict[str, list[str]]  # the guards in each place
    round: int = 0
    turn: int = 0
    acted: bool = False

    @property
    def seat(self) -> Seat:
        return self.seats[self.turn]

    @property
    def bank(self) -> int:
        return self.tables.rules.box - sum(self.coins.values())

    def guards(self, place: str) -> list[Guard]:
        return [self.tables.guards[id] for id in self.piles[place]]

    def copy(self) -> "State":
        piles = {place: list(guards) for place, guards in self.piles.items()}
        return replace(self, coins=dict(self.coins), piles=piles)


def set_up(tables: Tables, seats: Sequence[Seat], rulings: Mapping[str, str]) -> State:
    walls = {f"{seat.id} {wall.id}": (seat, wall) for seat in seats for wall in WALLS}
    named = {id: Text("night-watch.wall-of", who=seat, wall=wall) for id, (seat, wall) in walls.items()}
    places = {"deck": DECK, "offer": OFFER, **{id: Place(id, name) for id, name in named.items()}}
    piles: dict[str, list[str]] = {id: [] for id in places} | {"deck": list(tables.guards)}
    coins = {seat.id: tables.rules.coins for seat in seats}
    return State(tables, tables.rulings.in_force(rulings), seats, coins, places, piles)


# The steps of a turn


class Hire(Step, frozen=True):  # `archer north`
    guard: Guard
    wall: Option
    parts = (
        Part("guard", lambda state: state.tables.guards.values()),
        Part("wall", lambda state: WALLS),
    )


class Rest(Step, frozen=True):  # `rest`
    verb = Option("rest", Text("night-watch.rest"), also=["rust"])


# The rules


def one_step_a_turn(state: State, step: Step) -> Text | None:
    return Text("night-watch.refused.one-step") if state.acted else None


def guard_is_on_offer(state: State, step: Hire) -> Text | None:
    offer = state.guards("offer")
    return None if step.guard in offer else Text("night-watch.refused.guard", guard=step.guard, offer=offer)


def pay_is_there(state: State, step: Hire) -> Text | None:
    pay, purse = amount(step.guard.pay), amount(state.coins[state.seat.id])
    refusal = Text("night-watch.refused.pay", guard=step.guard, pay=pay, coins=purse)
    return None if step.guard.pay <= state.coins[state.seat.id] else refusal


def wall_is_free(state: State, step: Hire) -> Text | None:
    there = state.guards(f"{state.seat.id} {step.wall.id}")
    return Text("night-watch.refused.wall", wall=step.wall, guard=there[0]) if there else None


class Event(NamedTuple):
    seat: Seat
    step: Step
    coins: int  # that were gained, or paid


def apply(state: State, step: Step) -> list[Event]:
    seat, state.acted = state.seat, True
    gained = state.tables.rules.rest
    if state.rulings["empty-bank"] == "what-is-there":
        gained = min(gained, state.bank)
    if isinstance(step, Hire):
        gained = -step.guard.pay
        state.piles["offer"].remove(step.guard.id)
        state.piles[f"{seat.id} {step.wall.id}"].append(step.guard.id)
    state.coins[seat.id] += gained
    return [Event(seat, step, gained)]


def told(event: Event, why: Sequence[Text]) -> Tell:
    if isinstance(event.step, Hire):
        hired, wall = event.step.guard, event.step.wall
        return does("night-watch.hires", event, why, guard=hired, wall=wall, coins=amount(-event.coins))
    return does("night-watch.rests", event, why, coins=amount(event.coins))


RULES: Rules = {
    Hire: (one_step_a_turn, guard_is_on_offer, pay_is_there, wall_is_free),
    Rest: (one_step_a_turn,),
}
TURN: Language[State] = Language("night-watch.rules.notation", (Hire, Rest), None, RULES, apply, State.copy)

# The score


def column(state: State, seat: Seat) -> Column:
    numbers, coins = state.tables.rules, state.coins[seat.id]
    posted = [(guard, wall.id) for wall in WALLS for guard in state.guards(f"{seat.id} {wall.id}")]
    liked = sum(guard.likes == wall for guard, wall in posted)
    guards = Line(Text("night-watch.sheet.guards"), sum(guard.points for guard, _ in posted))
    likes = Line(Text("night-watch.sheet.liked"), numbers.liked * liked)
    rest = Line(Text("night-watch.sheet.coins"), coins // numbers.coins_per_point)
    return Column(seat.id, seat.name, [guards, likes, rest], (coins,))


def sheet(state: State) -> Sheet:
    columns = [column(state, seat) for seat in state.seats]
    return Sheet(Text("night-watch.sheet"), columns, [Text("night-watch.sheet.tie-break")])


class Castle(Struct, forbid_unknown_fields=True):
    wall: dict[Wall, str] = {}
    coins: Annotated[int, Meta(ge=0, le=99)] = 0


class File(Struct, forbid_unknown_fields=True):
    player: Annotated[dict[PlayerName, Castle], Meta(min_length=1, max_length=3)]


def score_file(tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
    file = read(File, content)
    state = set_up(tables, [Seat(name, name) for name in people(("player",), file.player)], rulings)
    for name, castle in file.player.items():
        state.coins[name] = castle.coins
        for wall, id in castle.wall.items():
            if id not in state.piles["deck"]:
                raise wrong(("player", name, "wall", wall), id, Text("night-watch.file.guard"))
            state.piles["deck"].remove(id)
            state.piles[f"{name} {wall}"].append(id)
    return sheet(state)


def score(
    tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
) -> Dialogue[Sheet]:
    left, filled = list(tables.guards.values()), dict[str, Any]()
    for _ in range(players):
        name = yield from ask_name("night-watch.score.name", list(filled))
        filled[name] = {"wall": {}}
        for wall in WALLS:
            ask = Several("night-watch.score.wall", YOU, left, high=1, default=[], name=name, wall=wall)
            for id in (yield ask):
                filled[name]["wall"][wall.id] = id
                left = [guard for guard in left if guard.id != id]
        filled[name]["coins"] = yield Number("night-watch.score.coins", YOU, low=0, high=99, name=name)
    return score_file(tables, {"player": filled}, rulings)


def example(tables: Tables, round: int = 0) -> dict[str, Any]:
    walls = dict(zip(("north", "east", "west"), tables.guards, strict=False))
    return {"player": {"Ann": {"wall": walls, "coins": 4}, "Ben": {"wall": {}, "coins": 11}}}
