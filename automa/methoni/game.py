"""A game of Castello Methoni: set-up, turns until the walls are gone, scoring. Reads like the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from automa.declared import Tree
from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Choose,
    Conversation,
    Deck,
    Dialogue,
    Dice,
    Move,
    Option,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Script, Setup, does, first_player
from automa.methoni import fixes, picture, pieces, rules, scoring
from automa.methoni.island import CARD_OPTIONS, KINDS, LAND_OPTIONS, LANDS, Border, card_name, land_name
from automa.methoni.offers import (
    FIRST_CARD,
    SECOND_CARD,
    Told,
    annex_offers,
    hand_text,
    house_names,
    houses_options,
    land_names,
    offers,
    walls_left,
)
from automa.methoni.rules import CARDS_A_TURN, Annexation, Claim, Upgrade
from automa.methoni.state import Player, State, as_data
from automa.methoni.steps import (
    NO_MORE,
    TURN,
    Annex,
    Done,
    Redraw,
    Trade,
    Wall,
    apply,
    card_uses,
    ducats,
    said_houses,
    walls,
)
from automa.methoni.tables import Tables
from automa.picture import Panel, Spans, Stage
from automa.pieces import Lies
from automa.selector import decision
from automa.sheet import Sheet
from automa.steps import NOTHING, Begun, Said, Step

MOST_REDRAWS = 12
"""As often a hand is replaced in one turn before it is given up: the whole deck has then been seen."""


class Play(Script):
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
        self.ending = False
        """Whether it has been told that the last wall is taken."""

    def learn(self, tables: Tables) -> None:
        self.table.learn(tables)
        self.objectives = tables.objectives.card

    # ------------------------------------------------------------ the game

    def play(self) -> Conversation:
        table = self.table
        yield from self.set_up()
        while not table.over:
            if table.turn % len(table.players) == 0:
                yield Tell("methoni.round", stage=True, round=table.round, walls=walls_left(table.supply))
            yield from self.take_turn(table.player)
        yield Tell("methoni.over" if table.last_wall else "methoni.standstill", phase=True)
        yield from self.reveal_objectives()
        return self.sheet()

    def set_up(self) -> Dialogue[None]:
        """Walls, a ducat on each market, four in the bank, the rest shared; hands and Objective cards."""
        table = self.table
        box = table.components
        yield Tell(
            "methoni.setup",
            walls=walls_left(table.supply),
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
            dealt = self.hidden_hands or not self.box
            hands = "methoni.setup.hands-app" if dealt else "methoni.setup.hands-table"
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

    def deal_objectives(self, opponents: Sequence[Player]) -> Dialogue[None]:
        """The app deals each opponent an Objective card that nobody sees."""
        left = dict(self.objectives)
        for player in opponents:
            options = [Option(id, land_names(card.lands)) for id, card in left.items()]
            id: str = yield from asking(
                partial(Choose, "methoni.opponent-objective", player.seat.id, options, who=player.seat)
            )
            player.secret = left.pop(id).lands

    # ------------------------------------------------------------ a turn

    def take_turn(self, player: Player) -> Dialogue[None]:
        """Income; one or two cards, each to build or to trade; then the hand is filled up again."""
        yield from self.collect_income(player)
        if player.seat.is_person:
            yield from self.persons_cards(player)
            player.hand = None
        else:
            yield from self.fill_hand(player)
            yield from self.opponents_cards(player)
        rules.end_turn(self.table)

    def collect_income(self, player: Player) -> Dialogue[None]:
        """Two ducats for each market in one's Domains, as far as the bank reaches."""
        markets = rules.markets_of(self.table, player)
        if markets:
            taken = rules.income(self.table, player)
            yield does(
                "methoni.income" if taken else "methoni.no-income",
                player,
                follows=bool(taken),
                amount=ducats(taken),
                markets=Text("methoni.amount.markets", n=markets),
                left=ducats(player.ducats),
            )

    # ------------------------------------------------------------ a person's cards

    def persons_cards(self, player: Player) -> Dialogue[None]:
        """One or two cards: what a line says is done, and what it leaves open is asked."""
        table = self.table
        begun = NOTHING
        while table.annexing or table.cards_played < CARDS_A_TURN:
            found = self.walls_begun(begun)
            if begun.says("border") and len(found) < 2:  # none after a correction: the card is asked again
                begun = NOTHING
                for wall in found:
                    yield from self.do(player, wall)
                continue
            question = self.question(player, begun, found)
            if not question.options:
                yield from self.nothing_to_do(player)
                continue
            answer = yield question
            self.building = None
            if answer is CORRECTED:
                continue
            said = self.heard(question, answer, begun)
            begun = said.begun
            for place, step in enumerate(said.steps):
                if place and TURN.why_not(table, step) is not None:
                    begun = NOTHING  # a correction on the way has made the rest of the line impossible
                    break
                yield from self.do(player, step)
            # Who says in a line what to annex means nothing else.
            in_a_line = len(said.steps) > 1 and isinstance(said.steps[-1], Annex)
            if in_a_line and table.annexing and TURN.why_not(table, NO_MORE) is None:
                yield from self.do(player, NO_MORE)

    def walls_begun(self, begun: Begun) -> Sequence[Wall]:
        """The walls that are meant, as far as it is known: on one border, with these houses."""
        if not begun.says("border"):
            return ()
        (border,) = begun.said["border"]
        assert isinstance(border, Border)
        left = TURN.left(self.table, begun, self.walls_on(border))
        return [each for each in left if isinstance(each, Wall)]

    def walls_on(self, border: Border) -> list[Wall]:
        """The walls that can be built on a border; none after a correction that does not allow it."""
        table = self.table
        can_be = table.supply and not table.annexing and rules.is_free(table, border)
        return walls(table, [border]) if can_be else []

    def question(self, player: Player, begun: Begun, found: Sequence[Wall]) -> Move | Choose:
        """What is to be said next: a card, whose houses go where, or what is annexed."""
        if self.table.annexing:
            return Choose(
                "methoni.annex",
                player.seat.id,
                annex_offers(self.table),
                absent=self.not_annexable,
                who=player.seat,
                ducats=ducats(player.ducats),
            )
        if not found:
            return self.card_question(player, begun)
        self.building = found[0].border
        options = houses_options(self.table, player, found)
        return Choose(
            "methoni.houses",
            player.seat.id,
            options,
            absent=self.not_before_houses,
            who=player.seat,
            border=self.building,
        )

    def card_question(self, player: Player, begun: Begun = NOTHING) -> Move:
        """What a person may do with a card now, as options; or the whole card in notation."""
        table = self.table
        return Move(
            SECOND_CARD if table.cards_played else FIRST_CARD,
            player.seat.id,
            offers(table, player, begun),
            notation=Told(TURN, table),
            note=Text("methoni.with-card", card=begun.said["card"][0]) if begun.says("card") else None,
            who=player.seat,
            ducats=ducats(player.ducats),
            hand=hand_text(player),
        )

    def not_annexable(self, typed: str) -> Text | None:
        """Why a Domain that the player names cannot be annexed."""
        space = self.table.island.space.get(typed.strip().casefold())
        return None if space is None else TURN.why_not(self.table, Annex(space))

    def not_before_houses(self, typed: str) -> Text | None:
        """Why another border cannot be said while the houses of a wall are to be placed."""
        said = typed.strip().casefold()
        if self.building is None or all(
            said not in (each.mark, each.id) for each in self.table.island.borders
        ):
            return None
        return Text("methoni.refused.houses-of-wall", border=self.building)

    def heard(self, question: Move | Choose, answer: str, begun: Begun) -> Said:
        """What an answer says; an option is understood without being read."""
        border = self.table.island.by_id.get(answer)
        if border is not None:
            return Said(begun=Begun((Wall,), {**begun.said, "border": (border,)}))
        return TURN.heard(self.table, answer, NOTHING, question.options)

    def nothing_to_do(self, player: Player) -> Dialogue[None]:
        """Nothing more can be annexed after a correction; or no card can be played, and the turn is over."""
        if self.table.annexing:
            apply(self.table, NO_MORE)
            return
        yield does("methoni.passes", player, deed=False)
        apply(self.table, Done())

    # ------------------------------------------------------------ an opponent's cards

    def opponents_cards(self, player: Player) -> Dialogue[None]:
        """The same, decided by the opponent; among moves it finds equally good, the app decides."""
        table = self.table
        uses = partial(card_uses, table, player)
        while table.cards_played < CARDS_A_TURN:
            yield from self.replace_hands(player)
            if not uses():
                yield does(
                    "methoni.no-second" if table.cards_played else "methoni.passes", player, deed=False
                )
                return
            play, why = yield from decision("methoni.opponent-card", player.seat, uses)
            if play not in uses():
                continue  # a correction on the way has made it impossible
            if isinstance(play, Wall):
                decided_wall, more = yield from self.decide_houses(player, play)
                if decided_wall is None:
                    continue
                play, why = decided_wall, [*why, *more]
            yield from self.do(player, play, why)
            targets = partial(annex_offers, table)
            while table.annexing and targets():
                option, why = yield from decision("methoni.opponent-annex", player.seat, targets)
                if TURN.why_not(table, option.step) is None:
                    yield from self.do(player, option.step, why)
            if table.annexing:  # after a correction there is nothing left to annex
                apply(table, NO_MORE)

    def decide_houses(self, player: Player, play: Wall) -> Dialogue[tuple[Wall | None, Sequence[Text]]]:
        """Which way an opponent places the houses; nothing if a correction has left none."""
        border = play.border
        found = self.walls_on(border)
        why: Sequence[Text] = ()
        if len(found) > 1:
            option, why = yield from decision(
                "methoni.opponent-houses",
                player.seat,
                lambda: houses_options(self.table, player, self.walls_on(border)),
                border=border,
            )
            found = [wall for wall in self.walls_on(border) if wall == option.step]
        return (replace(found[0], card=play.card) if found else None), why

    # ------------------------------------------------------------ an opponent's hand

    def fill_hand(self, player: Player) -> Dialogue[None]:
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
            CARD_OPTIONS,
            low=count,
            high=count,
            left=left,
            stream=Deck("land deck"),
            who=player.seat,
            n=count,
        )

    def replace_hands(self, player: Player) -> Dialogue[None]:
        """A hand that cannot be played is shown, discarded and replaced, before the first card."""
        table = self.table
        for _ in range(MOST_REDRAWS):
            useless = rules.unplayable(table, player)
            if table.cards_played or len(useless) == len(KINDS):
                return
            hand = player.hand or []
            if any(kind not in useless for kind in hand):
                return
            rules.discard(table, hand)
            player.hand = []
            yield does("methoni.opponent-redraws", player, cards=[card_name(kind) for kind in hand])
            yield from self.fill_hand(player)

    # ------------------------------------------------------------ what happens

    def do(self, player: Player, step: Step, why: Sequence[Text] = ()) -> Dialogue[None]:
        """Take a step, and tell what happens."""
        table = self.table
        event = apply(table, step)
        match step, event:
            case Wall() as wall, _:
                yield does(
                    "methoni.builds" if wall.card is None else "methoni.builds-with",
                    player,
                    why,
                    land=land_name(wall.card) if wall.card else "",
                    border=wall.border,
                    houses=house_names(table, player, said_houses(table, wall)),
                )
            case Trade(card), int(amount):
                yield does(
                    "methoni.trades" if card is None else "methoni.trades-with",
                    player,
                    why,
                    card=card_name(card) if card else "",
                    amount=ducats(amount),
                    left=ducats(player.ducats),
                )
            case Redraw(), _:
                yield does("methoni.redraws", player, hand=table.components.hand)
            case Done(), _ if not player.seat.is_person:
                yield does("methoni.stops", player, why, deed=False)
        if isinstance(event, Claim):
            yield from self.tell_claim(player, event)
        elif isinstance(event, Annexation):
            yield from self.tell_annexed(player, event, why)
        # The game ends even if annexing has put walls back since.
        if table.last_wall and not table.annexing and not self.ending:
            self.ending = True
            yield does("methoni.last-wall", player, deed=False)

    def tell_claim(self, player: Player, claimed: Claim) -> Dialogue[None]:
        """Payment, upgrades, tower and market."""
        table = self.table
        payments = [Text("methoni.to-bank", amount=ducats(claimed.to_bank))]
        payments += [
            Text("methoni.to-player", amount=ducats(amount), who=table.players[place].seat)
            for place, amount in claimed.paid
        ]
        markets = table.island.spaces_in(claimed.spaces & table.island.markets)
        yield does(
            "methoni.claims",
            player,
            follows=True,
            spaces=table.island.spaces_in(claimed.spaces),
            payments=payments,
            left=ducats(player.ducats - claimed.coins),
        )
        yield from self.tell_upgrades(player, claimed.upgrades)
        tower, market = "methoni.tower", "methoni.tower-market"
        if self.table.towerless:
            tower, market = "methoni.towerless", "methoni.towerless-market"
        yield does(
            market if claimed.coins else tower,
            player,
            follows=True,
            coins=ducats(claimed.coins),
            markets=[land_name(space.land) for space in markets],
            n=len(markets),
            towers=Text("methoni.amount.towers", n=player.towers),
            left=ducats(player.ducats),
        )

    def tell_upgrades(self, player: Player, upgrades: Sequence[Upgrade]) -> Dialogue[None]:
        for upgrade in upgrades:
            yield Tell(
                "methoni.upgrade",
                seat=player.seat.id,
                follows=True,
                who=self.table.players[upgrade.colour].seat,
                houses=Text("methoni.amount.houses", n=upgrade.villas * self.table.scoring.upgrade),
                villas=Text("methoni.amount.villas", n=upgrade.villas),
            )

    def tell_annexed(self, player: Player, done: Annexation, why: Sequence[Text]) -> Dialogue[None]:
        """Payment, walls away, upgrades, and the tower back to its owner."""
        table = self.table
        seat = player.seat
        owner = table.players[done.owner]
        own = owner is player
        yield does(
            "methoni.merges" if own else "methoni.annexes",
            player,
            why,
            follows=not own,
            spaces=table.island.spaces_in(done.spaces),
            payment=Text("methoni.to-player", amount=ducats(done.price), who=owner.seat),
            theirs=ducats(owner.ducats),
            left=ducats(player.ducats),
        )
        if done.walls:
            yield Tell(
                "methoni.walls-away",
                seat=seat.id,
                follows=True,
                borders=table.island.borders_in(done.walls),
                n=done.walls.bit_count(),
                walls=walls_left(table.supply),
            )
        yield from self.tell_upgrades(player, done.upgrades)
        # Who closed without a tower has none to take back.
        yield Tell(
            "methoni.tower-back" if owner.towers else "methoni.tower-stays",
            seat=seat.id,
            follows=True,
            who=owner.seat,
            towers=Text("methoni.amount.towers", n=owner.towers),
        )

    # ------------------------------------------------------------ the end

    def reveal_objectives(self) -> Dialogue[None]:
        """Everybody reveals the Objective card."""
        for player in self.table.players:
            player.objective = player.objective or player.secret
            if not player.objective:
                ask = partial(Several, "methoni.objective", player.seat.id, LAND_OPTIONS, low=3, high=3)
                lands = yield from asking(partial(ask, who=player.seat))
                player.objective = tuple(land for land in LANDS if land in lands)
            yield Tell(
                "methoni.objective-is", deed=False, who=player.seat, lands=land_names(player.objective)
            )

    # ------------------------------------------------------------ what others want to know

    def sheet(self) -> Sheet:
        return scoring.sheet(self.table)

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        return picture.panels(self.table, seat, self.building)

    def totals(self) -> Mapping[str, Sequence[Spans]]:
        return picture.has(self.table)

    def stage(self) -> Stage | None:
        return picture.stage(self.table)

    def holders(self) -> Mapping[str, str]:
        table = self.table
        return {
            space.id: table.players[domain.owner].seat.id
            for domain in table.domains
            for space in table.island.spaces_in(domain.spaces)
        }

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)

    def pieces(self) -> list[Lies]:
        return pieces.pieces(self.table, cards=self.box and not self.hidden_hands)

    def state(self) -> Tree:
        return as_data(self.table)
