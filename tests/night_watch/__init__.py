"""The Night Watch, a small game of our own: `automa/README.md` shows with it how a game is made.

You and one or two others guard your castles for six rounds. Four guards are on offer. In your turn hire one
of them for their pay and post them on a free wall of your castle, or rest and take two coins. Then a card is
turned up in place of the guard who was hired. In the end a guard is worth the points on the card, and two
more on the wall that they like. Three coins are a point; among equals more coins win.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from automa import fixes
from automa.dialogue import CORRECTED, TABLE, Ask, Choose, Conversation, Deck, Dialogue, Refused, Tell, Text
from automa.game import Correction, Game, Playing, Scoring, Script, Seat, Setup, do_not_fit
from automa.picture import Cell, Grid, Heading, Panel, Picture, Span, sections
from automa.pieces import Lies, Piece, Place, Table
from automa.selector import decided
from automa.sheet import Sheet
from automa.steps import Language, Step, take_steps
from tests.night_watch import rules
from tests.night_watch.opponents import CAST, question
from tests.night_watch.rules import DUTCH, OFFER, TURN, WALLS, State, Tables, amount

COINS = Piece("coins", amount(1))
BANK = Place("bank", Text("night-watch.bank"), home=True)


class Play(Script):
    def __init__(self, setup: Setup) -> None:
        first = next((place for place, seat in enumerate(setup.seats) if seat.id == setup.first), 0)
        seats = [*setup.seats[first:], *setup.seats[:first]]
        self.table = rules.set_up(setup.tables, seats, setup.rulings)

    def play(self) -> Conversation:
        table = self.table
        yield Tell("night-watch.setup", coins=amount(table.tables.rules.coins))
        while table.round < table.tables.rules.rounds:
            table.round += 1
            yield Tell("night-watch.round", stage=True, round=table.round)
            for place, seat in enumerate(table.seats):
                table.turn, table.acted = place, False
                yield from self.fill_offer()
                yield from self.turn(seat) if seat.is_person else self.opponents_turn()
        return self.sheet()

    def fill_offer(self) -> Dialogue[None]:
        table, guards = self.table, self.table.tables.guards
        while table.piles["deck"] and len(table.piles["offer"]) < table.tables.rules.on_offer:
            deck, everyone = table.guards("deck"), list(guards.values())
            drawn = yield Choose("night-watch.turn-up", TABLE, deck, known=everyone, stream=Deck("guards"))
            if drawn is not CORRECTED:
                self.move(drawn, "deck", "offer")
                yield Tell("night-watch.turned-up", guard=guards[drawn])

    def turn(self, seat: Seat) -> Dialogue[None]:
        asked = partial(TURN.question, "night-watch.turn", seat.id)
        yield from take_steps(TURN, self.table, lambda table: not table.acted, asked, self.do)

    def opponents_turn(self) -> Dialogue[None]:
        while not self.table.acted:
            best, why = yield from decided(partial(question, self.table))
            if TURN.why_not(self.table, best.step) is None:  # else a correction came in between
                yield from self.do(self.table, best.step, why)

    def do(self, table: State, step: Step, why: Sequence[Text] = ()) -> Dialogue[None]:
        yield from (rules.told(event, why) for event in rules.apply(table, step))

    def sheet(self) -> Sheet:
        return rules.sheet(self.table)

    def state(self) -> dict[str, Any]:
        table = self.table.copy()
        return {name: getattr(table, name) for name in ("coins", "piles", "round", "turn", "acted")}

    def learn(self, tables: Tables) -> None:
        ids = {guard.id for guard in tables.guards.values()}
        if not ids >= set(self.table.tables.guards) or sum(self.table.coins.values()) > tables.rules.box:
            raise do_not_fit()
        self.table.tables = tables

    def panels(self, seat: str, ask: Ask | None) -> list[Panel]:
        table, offer = self.table, self.table.guards("offer")
        cards = [Cell([[Span(guard.name, "name")], [Span(guard.detail)]], id=guard.id) for guard in offer]
        drawn: Picture = [Heading(OFFER.name), Grid([cards])]
        for each in table.seats:
            walls = []
            for wall, place in ((wall, f"{each.id} {wall.id}") for wall in WALLS):
                guards = [[Span(guard.name)] for guard in table.guards(place)]
                id = wall.id if each == table.seat else place
                walls.append(Cell([[Span(wall.name, "name")], *guards], id=id))
            coins = Span(amount(table.coins[each.id]), "gold")
            drawn += [Heading(Text("night-watch.castle", who=each), [[coins]]), Grid([walls])]
        return sections(drawn)

    def pieces(self) -> Table:
        table, lying = self.table, [Lies(COINS, BANK, self.table.bank)]
        for seat in table.seats:
            lying.append(Lies(COINS, Place(f"coins {seat.id}", owner=seat), table.coins[seat.id]))
        for place in table.places.values():
            lying += [Lies(Piece(guard.id, guard.name), place) for guard in table.guards(place.id)]
        return lying

    def corrections(self) -> list[Correction]:
        table, found = self.table, []
        for seat in table.seats:
            now, put = table.coins[seat.id], partial(table.coins.__setitem__, seat.id)
            name = Text("night-watch.fix.coins", who=seat)
            found.append(fixes.number(f"coins.{seat.id}", name, now, put, high=now + table.bank))
        for place in table.places:
            for guard in table.guards(place):
                name, put = Text("night-watch.fix.guard", guard=guard), partial(self.move, guard.id, place)
                found.append(fixes.choice(f"guard.{guard.id}", name, list(table.places.values()), place, put))
        return found

    def move(self, guard: str, origin: str, target: str) -> None:
        there = self.table.guards(target)
        if there and target not in ("deck", "offer", origin):
            raise Refused(Text("night-watch.fix.taken", guard=there[0]))
        self.table.piles[origin].remove(guard)
        self.table.piles[target].append(guard)


class NightWatch(Game):
    id = "night-watch"
    name = "The Night Watch"
    players = range(2, 4)
    scored = range(1, 4)
    tables = Tables
    topics = ("turn", "scoring", "rulings")
    folder = str(Path(__file__).parent / "tables")

    def endings(self, tables: Tables) -> Mapping[str, Iterable[str]]:
        return {"wall": DUTCH, "turn": ("guard", "wall")}

    def notation(self) -> Language[Any]:
        return TURN

    def playing(self) -> Playing:
        return CAST.playing(Play)

    def scoring(self) -> Scoring:
        return Scoring(rules.score, rules.score_file, rules.example)


GAME = NightWatch()
