"""A small game to test the companion with: a fair where you and a pedlar deal in goods for two rounds.

It asks in every way a game can ask, rolls dice, draws from a deck, has an opponent that decides and values
that may be corrected. Its sentences are made up here, so that a test reads what a player would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from gettext import NullTranslations
from random import Random
from typing import Any

from automa.dialogue import (
    TABLE,
    YOU,
    Answer,
    Ask,
    Choose,
    Confirm,
    Conversation,
    Deck,
    Dialogue,
    Move,
    Name,
    Number,
    Option,
    Refused,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Decider, Game, Opponent, Script, Seat, Setup, you
from automa.picture import Heading, Lines, Panel, Picture, Span
from automa.pieces import Lies, Piece, Place
from automa.selector import DIE
from automa.sheet import Column, Line, Sheet
from solo.keeping.journal import Header, Journal, SeatLine
from solo.playing.driver import Driver
from solo.words.sentences import Words

SENTENCES = {
    "toy.name-stall": "What is your stall called?",
    "toy.opened": "The fair opens; your stall is {name}.",
    "toy.roll": "Roll the die. What does it show?",
    "toy.rolled": "The weather is {face}.",
    "toy.round": "Round {round}.",
    "toy.turned-up": "Which card was turned up?",
    "toy.on-offer": "{card} is on offer.",
    "toy.buy": "What do you buy?",
    "toy.bought": "{who} buys {what} for {price} gold.",
    "toy.bought.you": "You buy {what} for {price} gold.",
    "toy.best": "What is best?",
    "toy.cheap": "{what} is cheap.",
    "toy.gifts": "Which goods do you give away?",
    "toy.given": "You give away {goods}.",
    "toy.how-much": "How much gold did you earn?",
    "toy.load": "What do you load?",
    "toy.loaded": "You load {goods}.",
    "toy.insure": "Do you insure it?",
    "toy.insured": "It is insured.",
    "toy.walk": "Where do you walk?",
    "toy.walked": "You walk {way}.",
    "toy.not-a-walk": "“{found}” is no walk; write n, s, e or w, such as nne.",
    "toy.gold": "gold of {who}",
    "toy.gold.you": "your gold",
    "toy.gold-now": "How much gold should it be?",
    "toy.too-much-gold": "The box holds only 30 gold.",
    "toy.sheet": "The fair",
    "toy.table": "The fair in round {round}",
    "toy.has": "{who}: {gold} gold",
    "toy.piece.gold": "{n} gold",
    "toy.place.bank": "the bank",
    "toy.place.market": "the market",
    "toy.place.stalls": "the deck of stalls",
    "toy.place.offer": "the counter",
    "toy.pedlar": "He has walked far.",
    "toy.rules.buying": "Buy one thing each round.",
    "toy.rules.weather": "The die is the weather.",
}

GOODS = [Option("wood", "Wood", "2 gold"), Option("stone", "Stone"), Option("salt", "Salt")]
CARDS = [
    Option("jongleur", "Jongleur"),
    Option("juge", "Júge"),
    Option("master-at-arms", "Master-at-arms"),
    Option("mercenary", "Mercenary"),
    Option("old-mason", "Old Mason"),
]
STALLS = Deck("toy deck")
GOLD = Piece("gold", Text("toy.piece.gold"))
BOX_GOLD = 60
BOX_GOODS = 20
BANK = Place("bank", Text("toy.place.bank"), home=True)
MARKET = Place("market", Text("toy.place.market"), home=True)
UNSEEN = Place("stalls", Text("toy.place.stalls"), hidden=True)
COUNTER = Place("counter", Text("toy.place.offer"))
PEDLAR = Seat("pedlar", "the Pedlar", opponent="pedlar")


def toy_words() -> Words:
    """English, with the toy's own sentences."""
    return Words.of("en").under(_Toy())


class _Toy(NullTranslations):
    def gettext(self, message: str) -> str:
        return SENTENCES.get(message) or super().gettext(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return SENTENCES.get(one) or super().ngettext(one, many, n)


@dataclass
class ToyScript(Script):
    seats: Sequence[Seat]
    rounds: int = 2
    round: int = 0
    gold: dict[str, int] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    goods: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.gold = {seat.id: 10 for seat in self.seats}

    def play(self) -> Conversation:
        name = yield from asking(lambda: Name("toy.name-stall", YOU, default="Fair Trade"))
        yield Tell("toy.opened", name=name)
        while self.round < self.rounds:
            self.round += 1
            yield Tell("toy.round", stage=True, round=self.round)
            face = yield from asking(lambda: Number("toy.roll", TABLE, low=1, high=6, stream=DIE))
            yield Tell("toy.rolled", face=face)
            card = yield from asking(
                lambda: Choose(
                    "toy.turned-up",
                    TABLE,
                    [c for c in CARDS if c.id not in self.taken],
                    stream=STALLS,
                )
            )
            self.taken.append(card)
            yield Tell("toy.on-offer", card=next(c for c in CARDS if c.id == card))
            for seat in self.seats:
                yield from self.turn(seat) if seat.is_person else self.opponent(seat)
        return self.sheet()

    def turn(self, seat: Seat) -> Dialogue[None]:
        what = yield from asking(lambda: Choose("toy.buy", seat.id, GOODS, default="wood"))
        self.gold[seat.id] -= 2
        self.goods[what] += 1
        yield Tell("toy.bought", seat=seat.id, who=seat, what=_good(what), price=2)
        gifts = yield from asking(lambda: Several("toy.gifts", seat.id, GOODS, high=2))
        if gifts:
            yield Tell("toy.given", goods=[_good(each) for each in gifts])
        earned = yield from asking(lambda: Number("toy.how-much", seat.id, low=0, high=5, limit=9))
        self.gold[seat.id] += earned
        load = yield from asking(lambda: Tally("toy.load", seat.id, GOODS, low=3, high=3))
        self.goods.update(load)
        yield Tell("toy.loaded", goods=[_good(each) for each in load])
        if (yield from asking(lambda: Confirm("toy.insure", seat.id, default=False))):
            yield Tell("toy.insured")
        walks = [Option("n", "North"), Option("s", "South"), Option("nne", "The long way")]
        way = yield from asking(lambda: Move("toy.walk", seat.id, walks, read=_walk))
        yield Tell("toy.walked", way=way)

    def opponent(self, seat: Seat) -> Dialogue[None]:
        ask: Ask | None = None

        def best() -> Ask:
            nonlocal ask
            ask = Several("toy.best", seat.id, GOODS, low=1)
            return ask

        answer = yield from asking(best)
        assert ask is not None
        self.gold[seat.id] -= 1
        yield Tell("toy.bought", seat=seat.id, why=ask.why, who=seat, what=_good(answer[0]), price=1)

    def sheet(self) -> Sheet:
        columns = [
            Column(seat.id, seat.name, [Line(Text("amount.gold", n=self.gold[seat.id]), self.gold[seat.id])])
            for seat in self.seats
        ]
        return Sheet(Text("toy.sheet"), columns)

    def panels(self, seat: str, ask: Ask | None) -> list[Panel]:
        lines = [[Span(Text("toy.has", who=each.name, gold=self.gold[each.id]))] for each in self.seats]
        return sections([Heading(Text("toy.table", round=self.round)), Lines(list(lines))])

    def state(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "gold": dict(self.gold),
            "taken": list(self.taken),
            "goods": dict(sorted(self.goods.items())),
        }

    def pieces(self) -> list[Lies]:
        gold = [Lies(GOLD, Place(f"gold {seat.id}", owner=seat), self.gold[seat.id]) for seat in self.seats]
        yours = Place("cart", owner=self.seats[0])
        table = [*gold, Lies(GOLD, BANK, BOX_GOLD - sum(self.gold.values()))]
        for good in GOODS:
            piece = Piece(good.id, good.name)
            table.append(Lies(piece, yours, self.goods[good.id]))
            table.append(Lies(piece, MARKET, BOX_GOODS - self.goods[good.id]))
        for card in CARDS:
            table.append(Lies(Piece(card.id, card.name), COUNTER if card.id in self.taken else UNSEEN))
        return table

    def corrections(self) -> list[Correction]:
        return [
            Correction(
                f"gold.{seat.id}",
                Text("toy.gold", who=seat),
                self.gold[seat.id],
                Number("toy.gold-now", YOU, low=0, high=20, limit=40, who=seat),
                partial(self._put_gold, seat),
            )
            for seat in self.seats
        ]

    def _put_gold(self, seat: Seat, gold: int) -> None:
        if gold > 30:
            raise Refused(Text("toy.too-much-gold"))
        self.gold[seat.id] = gold


def _good(id: str) -> Option:
    return next(good for good in GOODS if good.id == id)


def _walk(written: str, insist: bool) -> str:
    if not written or set(written) - set("nsew"):
        raise Refused(Text("toy.not-a-walk", found=written))
    return written


class Pedlar:
    """Buys whatever is cheap."""

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        answer = ask.legal(random)
        assert isinstance(answer, list)
        return answer, [Text("toy.cheap", what=_good(answer[0]))]


def sections(picture: Picture) -> list[Panel]:
    """The sections of a simple picture, each under its heading, as parts of the table."""
    found: list[Panel] = []
    for block in picture:
        if isinstance(block, Heading):
            found.append(Panel(str(len(found)), block.text, block.beside, rank=len(found)))
        elif found:
            found[-1].forms = [[*(found[-1].forms[0] if found[-1].forms else []), block]]
        else:
            found.append(Panel("0", forms=[[block]]))
    return found


class ToyGame(Game):
    id = "toy"
    name = "The Fair"
    players = range(1, 4)
    scored = range(1, 4)
    dice_in_box = True
    tables = dict
    topics = ("buying", "weather")

    def script(self, setup: Setup) -> ToyScript:
        return ToyScript(setup.seats)

    def demo_seats(self, tables: Any) -> Sequence[Seat]:
        return [PEDLAR]

    def opponents(self, tables: Any) -> Sequence[Opponent]:
        return [Opponent(PEDLAR.id, "the Pedlar", Text("toy.pedlar"))]

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        return Pedlar()

    def score(
        self, tables: Any, players: int, round: int = 0, rulings: Mapping[str, str] = {}
    ) -> Dialogue[Sheet]:
        gold = yield Number("toy.how-much", YOU, low=0, high=99)
        return Sheet(Text("toy.sheet"), [Column(YOU, "you", [Line("gold", gold)])])


def toy_header(*, dice: str = "table", cards: str = "table", seed: int = 7) -> Header:
    return Header(
        app="0",
        game="toy",
        seats=[SeatLine("you", ""), SeatLine("pedlar", "the Pedlar", "pedlar")],
        options={"dice": dice, "cards": cards},
        seed=seed,
        started="2026-01-01T00:00:00",
    )


def toy_driver(
    *,
    dice: str = "table",
    cards: str = "table",
    journal: Journal | None = None,
    seats: Sequence[Seat] = (you(), PEDLAR),
) -> Driver:
    """A game of the fair, by default with everything entered by hand."""
    journal = journal or Journal.in_memory(toy_header(dice=dice, cards=cards))
    return Driver(ToyGame(), Setup(seats, {}), journal)


ONE_ROUND = ["4", "jong", "wood", "-", "3", "2 wood 1 stone", "no", "nne"]
"""What a player types in a round who enters the dice and cards by hand."""
WHOLE_GAME = ["My Stall", *ONE_ROUND, "6", "mercenary", "stone", "wood, salt", "2", "3 salt", "y", "4"]
