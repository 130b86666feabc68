"""The Night Watch, a small game of our own: `automa/README.md` shows with it how a game is made.

You and one or two others guard the gates of a town nine nights, with seven guards each. In your turn send a
guard to a gate, two at most, or rest. Then a die tells which gate is attacked: whoever has most guards there
gets its coins. In the end a coin is a point, and so is a guard at home; among equals coins decide.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from automa import fixes
from automa.coach import Coach
from automa.dialogue import TABLE, Conversation, Dialogue, Dice, Roll, Tell, Text
from automa.game import Correction, Game, Playing, Scoring, Script, Seat, Setup, do_not_fit, does
from automa.pieces import Lies, Piece, Place
from automa.selector import decided, roll
from automa.sheet import Sheet
from automa.steps import Language, Step, take_steps
from tests.night_watch import rules
from tests.night_watch.rules import TURN, Player, Send, State, Tables


class Play(Script):
    def __init__(self, setup: Setup[Tables]) -> None:
        tables, seats = setup.tables, list(setup.seats)
        while setup.first and seats[0].id != setup.first:
            seats.append(seats.pop(0))
        players = [Player(seat, tables.rules.guards, dict.fromkeys(tables.gates, 0)) for seat in seats]
        self.table = State(tables, tables.rulings.in_force(setup.rulings), players)

    def play(self) -> Conversation:
        table = self.table
        yield Tell("night-watch.setup", n=table.tables.rules.guards)
        for night in range(1, table.tables.rules.nights + 1):
            table.night = night
            yield Tell("night-watch.night", stage=True, night=night)
            for place, player in enumerate(table.players):
                table.turn, table.acted = place, False
                yield from self.turn(player.seat) if player.seat.is_person else self.opponents_turn()
            yield from self.attack()
        return self.sheet()

    def turn(self, seat: Seat) -> Dialogue[None]:
        asked = partial(TURN.question, "night-watch.turn", seat.id)
        yield from take_steps(TURN, self.table, lambda table: not table.acted, asked, self.do)

    def opponents_turn(self) -> Dialogue[None]:
        while not self.table.acted:
            best, why = yield from decided(partial(rules.ideas, self.table))
            if TURN.why_not(self.table, best.step) is None:  # else a correction came in between
                yield from self.do(self.table, best.step, why)

    def do(self, table: State, step: Step, why: Sequence[Text] = ()) -> Dialogue[None]:
        rules.apply(table, step)
        said = {"gate": step.gate} if isinstance(step, Send) else {}
        yield does("night-watch.sends" if said else "night-watch.rests", table.player, why, **said)

    def attack(self) -> Dialogue[None]:
        gates = self.table.gates
        die = {number: gate.id for number, gate in enumerate(gates, 1)}
        ask = partial(Roll, "night-watch.attack", TABLE, gates, die, faces=len(gates), stream=Dice("night"))
        gate = self.table.tables.gates[(yield from roll(ask)).outcome]
        yield Tell("night-watch.attacked", deed=False, gate=gate)
        for player in self.table.players:
            if gate in rules.held(self.table, player):
                player.coins += gate.coins
                yield does("night-watch.gains", player, coins=gate.detail)

    def sheet(self) -> Sheet:
        return rules.sheet({player.seat: player for player in self.table.players})

    def learn(self, tables: Tables) -> None:
        if [gate.id for gate in tables.gates.values()] != [*self.table.tables.gates]:
            raise do_not_fit()
        self.table.tables = tables

    def pieces(self) -> list[Lies]:
        players, coins = self.table.players, Piece("coins", Text("night-watch.coins", n=1))
        bank = Place("bank", Text("night-watch.bank"), home=True)
        lying = [Lies(coins, bank, 99 - sum(each.coins for each in players))]
        for each in players:
            own = Place(f"home {each.seat.id}", owner=each.seat)
            guards = Piece(f"guards {each.seat.id}", Text("night-watch.guards", n=1, who=each.seat))
            lying += [Lies(coins, own, each.coins), Lies(guards, own, each.home)]
            for gate in self.table.gates:
                lying.append(Lies(guards, Place(gate.id, gate.name), each.sent[gate.id]))
        return lying

    def corrections(self) -> list[Correction]:
        found: list[Correction] = []
        for each in self.table.players:
            key, name = f"guards.{each.seat.id}", Text("night-watch.fix.guards", who=each.seat)
            gates, put = self.table.gates, partial(setattr, each, "sent")
            found += fixes.of_fields(self.table, each, who=each.seat)
            found.append(fixes.counts(key, name, gates, each.sent, put, high=each.guards))
        return found


class NightWatch(Game[Tables]):
    id = "night-watch"
    name = "The Night Watch"
    players = range(2, 4)
    scored = range(1, 4)
    tables = Tables
    topics = ("turn", "scoring", "rulings")
    folder = str(Path(__file__).parent / "tables")

    def notation(self) -> Language[State]:
        return TURN

    def playing(self) -> Playing[Tables]:
        return rules.CAST.playing(Play)

    def coach(self, setup: Setup[Tables]) -> Coach:
        return rules.Adviser()

    def scoring(self) -> Scoring:
        return rules


GAME = NightWatch()
