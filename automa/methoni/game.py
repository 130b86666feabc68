"""A game of Castello Methoni: set-up, turns until the walls are gone, scoring. Reads like the rulebook."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial
from typing import Any

from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Choose,
    Conversation,
    Deck,
    Dice,
    Move,
    Named,
    Option,
    Part,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Script, Setup, does, first_player
from automa.methoni import fixes, notation, picture, pieces, rules, scoring
from automa.methoni.island import KINDS, LANDS, Border, Kind, card_name, land_name
from automa.methoni.notation import NONE, PLAY, Card, Seated
from automa.methoni.offers import (
    FIRST_CARD,
    SECOND_CARD,
    HousesOption,
    annex_options,
    ducats,
    house_names,
    land_names,
    offers,
    walls,
)
from automa.methoni.rules import CARDS_A_TURN, Annexation, Claim, Houses, Upgrade
from automa.methoni.state import Domain, Player, State, as_data
from automa.methoni.tables import Tables
from automa.picture import Panel, Picture, Stage, Words
from automa.pieces import Lies
from automa.selector import decided
from automa.sheet import Sheet

MOST_REDRAWS = 12
"""As often a hand is replaced in one turn before it is given up: the whole deck has then been seen."""


class Methoni(Script):
    """One game in progress."""

    def __init__(self, setup: Setup) -> None:
        tables: Tables = setup.tables
        in_force = tables.rulings.in_force(setup.rulings)
        self.table = State.set_out(tables, setup.seats, in_force)
        self.objectives = tables.objectives.card
        self.wished_first = setup.first
        self.hidden_hands = in_force["hands"] == "app"
        """Whether the app deals to the opponents from a deck of its own."""
        self.box = setup.cards == "table"
        """Whether the cards lie on the table; else the app keeps them."""
        self.building: Border | None = None
        """The border of the wall whose houses are being placed, for the picture."""
        self.claimed: Claim | None = None
        """The Domain just claimed, while its owner may annex others."""

    def learn(self, tables: Tables) -> None:
        self.table.learn(tables)
        self.objectives = tables.objectives.card

    # ------------------------------------------------------------ the game

    def play(self) -> Conversation:
        table = self.table
        yield from self.set_up()
        while not table.over:
            if table.turn % len(table.players) == 0:
                yield Tell("methoni.round", stage=True, round=table.round, walls=walls(table.supply))
            yield from self.take_turn(table.player)
        yield Tell("methoni.over" if table.last_wall else "methoni.standstill")
        yield from self.reveal_objectives()
        return self.sheet()

    def set_up(self) -> Part:
        """Walls, a ducat on each market, four in the bank, the rest shared; hands and Objective cards."""
        table = self.table
        box = table.components
        yield Tell(
            "methoni.setup",
            walls=walls(table.supply),
            market=ducats(box.market),
            bank=ducats(box.bank),
            share=ducats(box.share(len(table.players))),
            hand=box.hand,
            houses=box.houses,
            villas=box.villas,
            towers=box.towers,
        )
        for player in table.players:
            yield Tell(
                "methoni.setup.colour", who=player.seat, colour=Text(f"methoni.colour.{player.colour}")
            )
        opponents = [player for player in table.players if not player.seat.is_person]
        if opponents:
            hands = "methoni.setup.hands-app" if self.hidden_hands else "methoni.setup.hands-table"
            cards = sum(table.undrawn.values())
            yield Tell(hands, hand=box.hand, cards=cards, opponents=[player.seat for player in opponents])
            yield from self.deal_objectives(opponents)
        if len(opponents) < len(table.players):
            yield Tell("methoni.setup.notation", deed=False)
        seats = [player.seat for player in table.players]
        table.first = yield from first_player(
            "methoni.first-player", seats, self.wished_first, Dice("first player")
        )
        table.active = table.first
        yield Tell("methoni.begins", deed=False, who=table.player.seat)

    def deal_objectives(self, opponents: Sequence[Player]) -> Part:
        """The app deals each opponent an Objective card that nobody sees."""
        left = dict(self.objectives)
        for player in opponents:
            options = [Option(id, land_names(card.lands)) for id, card in left.items()]
            id: str = yield from asking(
                partial(Choose, "methoni.opponent-objective", player.seat.id, options, who=player.seat)
            )
            player.secret = left.pop(id).lands

    # ------------------------------------------------------------ a turn

    def take_turn(self, player: Player) -> Part:
        """Income; one or two cards, each to build or to trade; then the hand is filled up again."""
        table = self.table
        yield from self.collect_income(player)
        if not player.seat.is_person:
            yield from self.fill_hand(player)
        while table.cards_played < CARDS_A_TURN:
            if player.seat.is_person:
                played = yield from self.persons_card(player)
            else:
                played = yield from self.opponents_card(player)
            if not played:
                break
            table.cards_played += 1
        if player.seat.is_person:
            player.hand = None
        rules.end_turn(table)

    def collect_income(self, player: Player) -> Part:
        """Two ducats for each market in one's Domains, as far as the bank reaches."""
        markets = rules.markets_of(self.table, player)
        if markets:
            taken = rules.income(self.table, player)
            yield does(
                "methoni.income" if taken else "methoni.no-income",
                player,
                amount=ducats(taken),
                markets=Text("methoni.amount.markets", n=markets),
                left=ducats(player.ducats),
            )

    # ------------------------------------------------------------ a person's card

    def persons_card(self, player: Player) -> Generator[Ask | Tell, Any, bool]:
        """One card of a person; what the line leaves out is asked. False when the turn is over."""
        table = self.table
        while True:
            question = self.card_question(player)
            if not question.options:
                yield does("methoni.passes", player, deed=False)
                return False
            written = yield question
            if written is CORRECTED:
                continue
            card = PLAY.recall(written, Seated(table, player))
            match card.what:
                case "done":
                    return False
                case "redraw":
                    player.hand = None
                    yield does("methoni.redraws", player, hand=table.components.hand)
                case "trade":
                    rules.forget(player, card.card, rules.trading_cards(table, player))
                    yield from self.trade(player, kind_of(card.card))
                    return True
                case _:
                    placed = yield from self.choose_houses(player, card)
                    # A correction in between may have changed what is possible: then the card is asked again.
                    if placed is not None:
                        border = table.island.by_id[card.what]
                        rules.forget(player, card.card, rules.kinds_for(table, border))
                        yield from self.build(player, border, placed, kind_of(card.card), card.annexed)
                        return True

    def card_question(self, player: Player) -> Move:
        """What a person may do with a card now, as options; or the whole card in notation."""
        table = self.table
        return Move(
            SECOND_CARD if table.cards_played else FIRST_CARD,
            player.seat.id,
            offers(table, player),
            notation=PLAY.at(Seated(table, player)),
            who=player.seat,
            ducats=ducats(player.ducats),
        )

    def choose_houses(self, player: Player, card: Card) -> Generator[Ask | Tell, Any, Houses | None]:
        """Whose house stands where; asked only where that is not said and there is a choice."""
        table = self.table
        border = table.island.by_id[card.what]
        while rules.is_free(table, border) and table.supply:
            ways = notation.ways_to_annex(Seated(table, player), card)
            if len(ways) < 2:
                return ways[0] if ways else None
            options = [HousesOption(table, player, border, placed) for placed in ways]
            self.building = border
            answer = yield Choose("methoni.houses", player.seat.id, options, who=player.seat, border=border)
            self.building = None
            if answer is not CORRECTED:
                return next(option.placed for option in options if option.id == answer)
        return None

    # ------------------------------------------------------------ an opponent's card

    def opponents_card(self, player: Player) -> Generator[Ask | Tell, Any, bool]:
        """The same card, decided by the opponent; among moves it finds equally good, the app decides."""
        table = self.table
        seat = player.seat
        for _ in range(MOST_REDRAWS):
            if table.cards_played or any(
                rules.is_playable(table, player, kind) for kind in player.hand or ()
            ):
                break
            if len(rules.unplayable(table, player)) == len(KINDS):
                break
            yield from self.replace_hand(player)
        if not rules.plays(table, player):
            yield does("methoni.no-second" if table.cards_played else "methoni.passes", player, deed=False)
            return False
        while True:
            play, why = yield from decided(
                lambda: Several("methoni.opponent-card", seat.id, rules.plays(table, player), low=1, who=seat)
            )
            if play.card is None:
                yield does("methoni.stops", player, why, deed=False)
                return False
            if play.border is None:
                self.spend(player, play.card)
                yield from self.trade(player, play.card, why)
                return True
            placed, reasons = yield from self.decide_houses(player, play.border)
            if placed is not None:
                self.spend(player, play.card)
                yield from self.build(player, play.border, placed, play.card, (), [*why, *reasons])
                return True

    def decide_houses(
        self, player: Player, border: Border
    ) -> Generator[Ask | Tell, Any, tuple[Houses | None, Sequence[Text]]]:
        """Which way an opponent places the houses; nothing if a correction has left none."""
        table = self.table
        ways = rules.affordable(table, player, border) if rules.is_free(table, border) else []
        if len(ways) < 2:
            return ways[0] if ways else None, ()
        chosen, why = yield from decided(
            lambda: Several(
                "methoni.opponent-houses",
                player.seat.id,
                [
                    HousesOption(table, player, border, placed)
                    for placed in rules.affordable(table, player, border)
                ],
                low=1,
                who=player.seat,
                border=border,
            )
        )
        return (chosen.placed if chosen.placed in rules.affordable(table, player, border) else None), why

    # ------------------------------------------------------------ an opponent's hand

    def fill_hand(self, player: Player) -> Part:
        """Five cards: dealt by the app from its own deck, or turned up from the deck on the table."""
        table = self.table
        player.hand = player.hand or []
        while missing := table.components.hand - len(player.hand):
            if not any(table.undrawn.values()):
                rules.reshuffle(table)
            if self.hidden_hands:
                drawn = yield from asking(partial(self.deal_question, player, missing))
                kinds = [kind for kind in KINDS for id in drawn if id.startswith(f"{kind}-")]
            else:
                tally = yield from asking(partial(self.hand_question, player, missing))
                kinds = [kind for kind in KINDS for _ in range(tally.get(kind, 0))]
            rules.draw(table, kinds)
            player.hand += kinds

    def deal_question(self, player: Player, missing: int) -> Several:
        """Cards from the app's deck, which only the opponent sees: each of the 60 is as likely as another."""
        left = [
            Option(f"{kind}-{number}", card_name(kind))
            for kind, count in self.table.undrawn.items()
            for number in range(1, count + 1)
        ]
        count = min(missing, len(left))
        return Several("methoni.opponent-draws", player.seat.id, left, low=count, high=count, who=player.seat)

    def hand_question(self, player: Player, missing: int) -> Tally:
        """Cards from the deck on the table, whose discards may have been shuffled; or the app draws them."""
        table = self.table
        left: dict[str, int] = {kind: table.undrawn[kind] + table.discards[kind] * self.box for kind in KINDS}
        count = min(missing, sum(left.values()))
        return Tally(
            "methoni.opponent-hand",
            TABLE,
            [Option(kind, card_name(kind)) for kind in KINDS],
            low=count,
            high=count,
            left=left,
            stream=Deck("land deck"),
            who=player.seat,
            n=count,
        )

    def spend(self, player: Player, card: Kind) -> None:
        """The card that is played goes from an opponent's hand to the discards."""
        assert player.hand is not None
        player.hand.remove(card)
        rules.discard(self.table, [card])

    def replace_hand(self, player: Player) -> Part:
        """A hand that cannot be played is shown, discarded and replaced."""
        assert player.hand is not None
        shown = [card_name(kind) for kind in player.hand]
        rules.discard(self.table, player.hand)
        player.hand = []
        yield does("methoni.opponent-redraws", player, cards=shown)
        yield from self.fill_hand(player)

    # ------------------------------------------------------------ build

    def build(
        self,
        player: Player,
        border: Border,
        placed: Houses,
        card: Kind | None = None,
        annexed: Sequence[str] = (),
        why: Sequence[Text] = (),
    ) -> Part:
        """A wall and its houses; if it closes an area, that is claimed, and neighbours may be annexed."""
        table = self.table
        ending = table.last_wall
        claimed = rules.build(table, player, border, placed)
        yield does(
            "methoni.builds" if card is None else "methoni.builds-with",
            player,
            why,
            card=card_name(card) if card else "",
            border=border,
            houses=house_names(table, player, placed),
            walls=walls(table.supply),
        )
        if claimed is not None:
            yield from self.tell_claim(player, claimed)
            yield from self.annex(player, claimed, annexed)
        # The game ends even if annexing has put walls back since.
        if table.last_wall and not ending:
            yield does("methoni.last-wall", player, deed=False)

    def tell_claim(self, player: Player, claimed: Claim) -> Part:
        """Payment, upgrades, tower and market."""
        table = self.table
        payments = [Text("methoni.to-bank", amount=ducats(claimed.to_bank))]
        payments += [
            Text("methoni.to-player", amount=ducats(amount), who=table.players[place].seat)
            for place, amount in claimed.paid
        ]
        markets = table.island.spaces_in(claimed.spaces & table.island.markets)
        yield does(
            "methoni.claims" if claimed.paid else "methoni.claims-to-bank",
            player,
            spaces=table.island.spaces_in(claimed.spaces),
            price=ducats(claimed.price),
            payments=payments,
            left=ducats(player.ducats - claimed.coins),
        )
        yield from self.tell_upgrades(player, claimed.upgrades)
        yield does(
            "methoni.tower-market" if claimed.coins else "methoni.tower",
            player,
            coins=ducats(claimed.coins),
            markets=[land_name(space.land) for space in markets],
            n=len(markets),
            towers=Text("methoni.amount.towers", n=player.towers),
            left=ducats(player.ducats),
        )

    def tell_upgrades(self, player: Player, upgrades: Sequence[Upgrade]) -> Part:
        for upgrade in upgrades:
            yield Tell(
                "methoni.upgrade",
                seat=player.seat.id,
                who=self.table.players[upgrade.colour].seat,
                houses=Text("methoni.amount.houses", n=upgrade.villas * self.table.scoring.upgrade),
                villas=Text("methoni.amount.villas", n=upgrade.villas),
            )

    # ------------------------------------------------------------ annex

    def annex(self, player: Player, claimed: Claim, annexed: Sequence[str]) -> Part:
        """Neighbouring Domains may be annexed at once, one after the other, as long as one can pay."""
        table = self.table
        domain = claimed.domain
        for id in annexed:
            other = None if id == NONE.id else table.domain_at(table.island.space[id].bit)
            if other in rules.annexable(table, player, domain, claimed.spaces) and other is not None:
                yield from self.annex_one(player, domain, other)
        if annexed and player.towers >= 0:
            return
        self.claimed = claimed
        while domain in table.domains and (options := annex_options(table, player, claimed)):
            chosen, why = yield from self.choose_annexation(player, options)
            if chosen is None:
                continue
            if chosen.id == NONE.id:
                break
            other = table.domain_at(table.island.space[chosen.id].bit)
            if other in rules.annexable(table, player, domain, claimed.spaces) and other is not None:
                yield from self.annex_one(player, domain, other, why)
        self.claimed = None

    def choose_annexation(
        self, player: Player, options: Sequence[Named]
    ) -> Generator[Ask | Tell, Any, tuple[Named | None, Sequence[Text]]]:
        """Which Domain is annexed, or none; nothing if a correction changed what there is to choose from."""
        seat = player.seat
        if seat.is_person:
            answer = yield Choose(
                "methoni.annex",
                seat.id,
                options,
                default=NONE.id if options[0].id == NONE.id else None,
                absent=self.not_annexable,
                who=seat,
                ducats=ducats(player.ducats),
            )
            return next((option for option in options if option.id == answer), None), ()
        return (
            yield from decided(lambda: Several("methoni.opponent-annex", seat.id, options, low=1, who=seat))
        )

    def not_annexable(self, typed: str) -> Text | None:
        """Why a Domain that somebody names cannot be annexed."""
        space = self.table.island.space.get(typed.strip().casefold())
        if space is None or self.claimed is None:
            return None
        return notation.why_not_annex(self.table, self.claimed, space)

    def annex_one(self, player: Player, domain: Domain, other: Domain, why: Sequence[Text] = ()) -> Part:
        """Payment, walls away, upgrades, and the tower back to whoever owned it."""
        table = self.table
        seat = player.seat
        done: Annexation = rules.annex(table, player, domain, other)
        owner = table.players[done.owner]
        own = owner is player
        yield does(
            "methoni.merges" if own else "methoni.annexes",
            player,
            why,
            owner=owner.seat,
            spaces=table.island.spaces_in(done.spaces),
            price=ducats(done.price),
            left=ducats(player.ducats),
        )
        if not own:
            yield Tell(
                "methoni.is-paid",
                seat=seat.id,
                who=owner.seat,
                amount=ducats(done.price),
                left=ducats(owner.ducats),
            )
        if done.walls:
            yield Tell(
                "methoni.walls-away",
                seat=seat.id,
                borders=table.island.borders_in(done.walls),
                n=done.walls.bit_count(),
                walls=walls(table.supply),
            )
        yield from self.tell_upgrades(player, done.upgrades)
        yield Tell(
            "methoni.tower-back",
            seat=seat.id,
            who=owner.seat,
            towers=Text("methoni.amount.towers", n=owner.towers),
        )

    # ------------------------------------------------------------ trade

    def trade(self, player: Player, card: Kind | None, why: Sequence[Text] = ()) -> Part:
        """Two ducats from the bank, or what is there."""
        taken = rules.trade(self.table, player)
        yield Tell(
            "methoni.trades" if card is None else "methoni.trades-with",
            seat=player.seat.id,
            why=why,
            who=player.seat,
            card=card_name(card) if card else "",
            amount=ducats(taken),
            left=ducats(player.ducats),
            bank=ducats(self.table.bank),
        )

    # ------------------------------------------------------------ the end

    def reveal_objectives(self) -> Part:
        """Everybody reveals the Objective card."""
        for player in self.table.players:
            player.objective = player.objective or player.secret
            if not player.objective:
                lands = yield from asking(partial(objective_question, player))
                player.objective = tuple(land for land in LANDS if land in lands)
            yield Tell(
                "methoni.objective-is", deed=False, who=player.seat, lands=land_names(player.objective)
            )

    # ------------------------------------------------------------ what others want to know

    def sheet(self) -> Sheet:
        return scoring.sheet(self.table)

    def picture(self, seat: str) -> Picture:
        return picture.picture(self.table, seat, self.building)

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        return picture.panels(self.table, seat, "" if ask is None else ask.id, self.building)

    def totals(self) -> Mapping[str, Sequence[Words]]:
        return picture.has(self.table)

    def stage(self) -> Stage | None:
        return picture.stage(self.table)

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)

    def recount(self) -> list[str]:
        return rules.recount(self.table)

    def pieces(self) -> list[Lies]:
        return pieces.pieces(self.table, cards=self.box and not self.hidden_hands)

    def state(self) -> dict[str, Any]:
        return as_data(self.table)


def objective_question(player: Player) -> Several:
    lands = [Option(land, land_name(land)) for land in LANDS]
    return Several("methoni.objective", player.seat.id, lands, low=3, high=3, who=player.seat)


def kind_of(word: str) -> Kind | None:
    """The kind of card that a word of the notation names, if one was named."""
    return next((kind for kind in KINDS if kind == word), None)
