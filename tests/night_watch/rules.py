"""The tables, the state, the steps of a turn and their rules, the opponents, and the score."""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from automa.coach import Advice, Coach, advised
from automa.declared import Checked
from automa.dialogue import Ask, Named, Option, Several, Text, joined
from automa.fixes import Fixable
from automa.game import HasTable, Seat
from automa.names import slug
from automa.opponents import MOVES_SHOWN, Cast, Follower
from automa.picture import Picture
from automa.priorities import Listed, Most, Opponents, Section, Vocabulary, card
from automa.rulings import Rulings
from automa.scorefile import PlayerName, Question, Talk, ask_players, asked, people, read
from automa.sheet import Column, Line, Sheet
from automa.steps import Language, Part, Rules, Step
from automa.thinking import Shuffles, compare

GAMES = 400
"""So many are played out for a hint."""
Few = Annotated[int, Meta(ge=1, le=9)]


class Gate(Named, Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    coins: Few

    @property
    def id(self) -> str:
        return slug(self.name)

    @property
    def detail(self) -> Text:
        return Text("night-watch.coins", n=self.coins)


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    nights: Few
    guards: Few
    at_a_gate: Few


class Plan(Listed, frozen=True):
    wants: tuple[Most[Literal["held", "home"]], ...]


class Tables(Checked, frozen=True):
    gates: dict[str, Gate]
    rules: Numbers
    opponents: Opponents[Plan, Listed]
    rulings: Rulings


class Player(Struct):
    seat: Seat
    guards: int
    sent: dict[str, int]  # how many of them are at each gate
    coins: Annotated[int, Fixable("coins.{who.id}", "night-watch.fix.coins", high=99)] = 0

    @property
    def home(self) -> int:
        return self.guards - sum(self.sent.values())


class State(Struct):
    tables: Tables
    rulings: Mapping[str, str]
    players: Sequence[Player]
    night: int = 1
    turn: int = 0
    acted: bool = False

    @property
    def player(self) -> Player:
        return self.players[self.turn]

    @property
    def gates(self) -> list[Gate]:
        return list(self.tables.gates.values())

    def copy(self) -> "State":
        return replace(self, players=[replace(each, sent=dict(each.sent)) for each in self.players])


class Send(Step, frozen=True):  # `raven`
    gate: Gate
    parts = (Part("gate", lambda state: state.gates),)


class Rest(Step, frozen=True):  # `rest`
    verb = Option("rest", Text("night-watch.rest"), also=["rust"])


def one_step_a_turn(state: State, step: Step) -> Text | None:
    return Text("night-watch.refused.one-step") if state.acted else None


def somebody_is_at_home(state: State, step: Send) -> Text | None:
    return None if state.player.home else Text("night-watch.refused.nobody-home", gate=step.gate)


def there_is_room(state: State, step: Send) -> Text | None:
    there, most = state.player.sent[step.gate.id], state.tables.rules.at_a_gate
    return None if there < most else Text("night-watch.refused.no-room", gate=step.gate, n=there)


def apply(state: State, step: Step) -> None:
    state.acted = True
    if isinstance(step, Send):
        state.player.sent[step.gate.id] += 1


RULES: Rules = {Send: (one_step_a_turn, somebody_is_at_home, there_is_room), Rest: (one_step_a_turn,)}
TURN: Language[State] = Language("night-watch.rules.notation", (Send, Rest), None, RULES, apply, State.copy)


def held(state: State, player: Player) -> list[Gate]:
    """The gates where a player has most guards; who has them among equals is a ruling."""
    least, own = 0 if state.rulings["tied"] == "all" else 1, player.sent
    others = [each.sent for each in state.players if each is not player]
    most = {gate.id: max(sent[gate.id] for sent in others) + least for gate in state.gates}
    return [gate for gate in state.gates if own[gate.id] >= max(1, most[gate.id])]


class Idea(Named, Struct, frozen=True, eq=False):
    id: str
    name: Text
    step: Step
    after: State  # the table when it is taken

    @property
    def value(self) -> float:
        return 0.0  # at first sight one is as good as another


def thought_of(state: State) -> list[Idea]:
    found = []
    for step in TURN.left(state):
        after, name = state.copy(), joined("answer.then", TURN.named(state, step))
        apply(after, step)
        found.append(Idea(TURN.written(state, [step]), Text("night-watch.idea", step=name), step, after))
    return found


def ideas(state: State) -> Several:
    return Several("night-watch.best", state.player.seat.id, thought_of(state), low=1)


MEASURES = {
    "held": lambda idea: sum(gate.coins for gate in held(idea.after, idea.after.player)),
    "home": lambda idea: idea.after.player.home,
}
WORDS: Vocabulary[Idea] = Vocabulary("night-watch", MEASURES)


def drawn(plan: Plan) -> Picture:
    return card([Section(Text("night-watch.plan"), [want.text("night-watch") for want in plan.wants])])


CAST = Cast("night-watch", drawn, lambda plan, voice: Follower(plan.wants, WORDS, voice))


def margin(shuffles: Shuffles, idea: Idea, number: int) -> float:
    """By how much the player of this turn wins with it, if everybody goes on at random."""
    state, me, random = idea.after.copy(), idea.after.turn, shuffles.random(number)
    for night in range(state.night, state.tables.rules.nights + 1):
        for place in range(state.turn + 1 if night == state.night else 0, len(state.players)):
            state.turn, state.acted = place, False
            apply(state, random.choice(TURN.left(state)))
        gate = random.choice(state.gates)
        for player in state.players:
            player.coins += gate.coins if gate in held(state, player) else 0
    points = [each.coins + each.home for each in state.players]
    return points.pop(me) - max(points)


class Adviser(Coach):
    turns = frozenset({"night-watch.turn"})

    def advise(
        self, ask: Ask, script: HasTable[State], random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        if ask.id not in self.turns:
            return None
        shuffles, found = Shuffles(random), thought_of(script.table)
        mine = next((idea for idea in found if idea.id == played), None)
        compared = compare(found, partial(margin, shuffles), GAMES, keep=MOVES_SHOWN, forced=mine)
        return advised(compared, played=mine)


class Entry(Struct, forbid_unknown_fields=True):
    coins: Annotated[int, Meta(ge=0, le=99), asked(Question("night-watch.score.coins"))]
    home: Annotated[int, Meta(ge=0, le=9), asked(Question("night-watch.score.home"))] = 0


class File(Struct, forbid_unknown_fields=True):
    player: Annotated[dict[PlayerName, Entry], Meta(min_length=1, max_length=3)]


def sheet(found: Mapping[Seat, Player | Entry]) -> Sheet:
    coins, home, columns = Text("night-watch.sheet.coins"), Text("night-watch.sheet.home"), []
    for seat, has in found.items():
        lines = [Line(coins, has.coins), Line(home, has.home)]
        columns.append(Column(seat.id, seat.name, lines, (has.coins,)))
    return Sheet(Text("night-watch.sheet"), columns, [coins])


def score_file(tables: Tables, content: object, rulings: Mapping[str, str]) -> Sheet:
    found = read(File, content).player
    return sheet({Seat(name, name): found[name] for name in people(("player",), found)})


def score(tables: Tables, players: int, round: int, rulings: Mapping[str, str]) -> Talk[Sheet]:
    filled = yield from ask_players(Entry, players, "night-watch.score.name", tables)
    return score_file(tables, {"player": filled}, rulings)
