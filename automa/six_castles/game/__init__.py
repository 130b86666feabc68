"""A game of 6 Castles: set-up, rounds of tile, discs or workers, draw; the end. Reads like the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    Lot,
    Named,
    Number,
    Option,
    Refused,
    Settled,
    Several,
    Stream,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Script, Seat, Setup, does, first_player
from automa.picture import Panel, Spans, Stage
from automa.pieces import Lies
from automa.selector import pick_by_app
from automa.sheet import Sheet
from automa.six_castles import fixes, rules, scoring
from automa.six_castles.game import questions
from automa.six_castles.opponents.plans import DUMMY, marks_of
from automa.six_castles.rules import effects
from automa.six_castles.rules.turns import TURN
from automa.six_castles.scoresheet import described, version_question
from automa.six_castles.state import Line, Now, Player, State
from automa.six_castles.steps import Discs, Enough, Explore, Found, Gain, Lay, Sell, Workers
from automa.six_castles.tables import Tables, Version, VersionFacts
from automa.six_castles.territory import CELLS, FIRST, NAMES
from automa.steps import Step

LAND, EXPLORATION, CASTLES, CONTRACTS = (
    Deck("land deck"),
    Deck("exploration deck"),
    Deck("castle deck"),
    Deck("contract deck"),
)
RIVALS_EXPLORATION, RIVALS_CONTRACTS = Lot("exploration tiles of rivals"), Lot("contracts of rivals")
"""What the app deals to rivals also at a table with the box: nobody sees it."""


LINES = ("full", "light")
"""How closely the exploration lines of people are followed."""


def starter(seats: Sequence[Seat]) -> str:
    """In the solo game, one person against the official dummy, the dummy begins; else chance says who."""
    dummies = [seat.id for seat in seats if seat.opponent == DUMMY]
    return dummies[0] if dummies and len(seats) == 2 and any(seat.is_person for seat in seats) else ""


class Play(Script):
    """One game in progress."""

    def __init__(self, setup: Setup) -> None:
        tables: Tables = setup.tables
        rulings = tables.rulings.in_force(setup.rulings)
        self.table = State.new(tables, setup.seats, rulings, box=setup.cards == "table")
        for player in self.table.players:
            player.is_dummy = player.seat.opponent == DUMMY
            player.is_card = player.seat.opponent in tables.opponents.opponent
        people = [player for player in self.table.players if player.seat.is_person]
        self.table.solo = starter(setup.seats) != ""
        self.wished_first = setup.first
        self.host = (people or self.table.players)[0].seat.id
        """Who is asked what concerns everybody."""
        self.has_people = bool(people)
        self.name_tiles(tables)

    def name_tiles(self, tables: Tables) -> None:
        """What may be drawn of the app's set."""
        spelt = tables.terrains.spelt
        self.tile_options = {id: Option(id, spelt(tile)) for id, tile in tables.land.tile.items()}
        self.exploration_options = {
            id: Option(id, effects.faces_text(self.table, id)) for id in tables.exploration.tile
        }

    def learn(self, tables: Tables) -> None:
        self.table.learn(tables)
        self.name_tiles(tables)

    # ------------------------------------------------------------ the game

    def play(self) -> Conversation:
        state = self.table
        yield from self.set_up()
        while not state.over:
            if state.turn % len(state.players) == 0:
                yield Tell("six-castles.round", stage=True, round=state.round, rounds=state.rounds)
            player = state.active
            state.now = Now()
            if player.is_dummy:
                yield from self.dummys_turn(player)
            elif player.is_card:
                yield from self.cards_turn(player)
            else:
                yield from self.whole_turn(player)
            state.turn += 1
            state.over = state.turn == state.rounds * len(state.players)
        yield from self.reveal_contracts()
        if state.solo:
            yield self.title()
        return self.sheet()

    # ------------------------------------------------------------ set-up

    def set_up(self) -> Dialogue[None]:
        """As the rulebook numbers it: the board, castles, tiles, contracts, the first player, their tiles."""
        state = self.table
        yield from self.choose_version()
        setup = state.tables.setup
        state.rounds = setup.solo.tiles if state.solo else self.facts.players[len(state.players)].tiles
        yield Tell(f"six-castles.setup.{state.version}")
        yield from self.deal_pieces()
        yield from self.exclude_tiles()
        if state.box:
            yield from self.shuffle()
        yield from self.turn_up_castle()
        for player in self.with_hands:
            for _ in range(rules.HAND):
                yield from self.draw(player)
        for player in self.with_hands:
            yield from self.deal_exploration(player)
        yield from self.deal_contracts()
        yield from self.choose_first()
        yield from self.pay_out()
        yield from self.lay_first_tile()
        for player in self.with_hands:
            yield from self.lay_line(player)

    @property
    def facts(self) -> VersionFacts:
        """What the version that is played comes with."""
        return self.table.tables.setup.of(self.table.version)

    @property
    def with_hands(self) -> list[Player]:
        """Those who have tiles in hand: people, and rivals that play as they do."""
        return [player for player in self.table.players if player.has_hand]

    def choose_version(self) -> Dialogue[None]:
        """Advanced or family, and whether the exploration lines of people are tracked space by space."""
        state = self.table
        version = state.rulings["version"]
        if version == "ask" and self.has_people:
            version = yield from asking(lambda: version_question(self.host))
        chosen: Version = "family" if version == "family" else "advanced"
        state.version = chosen
        line = state.rulings["line"]
        if line == "ask" and self.has_people:
            options = described("six-castles.line", LINES)
            line = yield from asking(lambda: Choose("six-castles.line", self.host, options, default="full"))
        for player in self.with_hands:
            if line != "light" or not player.seat.is_person:
                player.line = Line()

    def choose_first(self) -> Dialogue[None]:
        """The first player; in the solo game that is the official dummy."""
        state = self.table
        seats = [player.seat for player in state.players]
        wished = self.wished_first or starter(seats)
        stream = Dice("die first player")
        state.first = yield from first_player("six-castles.first-player", seats, wished, stream)
        yield Tell("six-castles.begins", deed=False, who=seats[state.first])

    def deal_pieces(self) -> Dialogue[None]:
        """Workers, discs and cylinders."""
        state = self.table
        for player in state.players:
            if player.is_dummy:
                continue
            player.workers, player.discs = self.facts.workers, self.facts.discs
            if player.is_card:
                player.level = marks_of(state.tables.opponents, player.seat)
            has_line = player.has_hand and not state.keeps_line(player)
            id = "six-castles.setup.pieces" if has_line else "six-castles.setup.rival"
            yield Tell(id, who=player.seat, workers=player.workers, discs=player.discs)

    def pay_out(self) -> Dialogue[None]:
        """Money: less for later players."""
        state = self.table
        coins = self.facts.players[len(state.players)].coins
        for place, player in enumerate(state.players):
            if not player.is_dummy:
                player.coins = coins[(place - state.first) % len(state.players)]
                whole, half = divmod(player.coins, state.tables.setup.coins.gold)
                paid = effects.half_coins(player.coins) if half else Text("six-castles.gold-coins", n=whole)
                yield Tell("six-castles.setup.coins", who=player.seat, coins=paid)

    def shuffle(self) -> Dialogue[None]:
        """The piles of the box: land tiles, castles, exploration tiles, contracts."""
        state = self.table
        dealt = state.tables.setup.exploration
        yield Tell("six-castles.setup.land", pile=len(self.with_hands) * (state.rounds - rules.HAND))
        for player in state.players:
            if not player.has_hand:
                yield Tell("six-castles.setup.stack", who=player.seat, tiles=state.rounds)
        yield Tell("six-castles.setup.castles")
        yield Tell("six-castles.setup.exploration", each=dealt.each, pile=dealt.pile)
        if self.has_contracts:
            yield Tell("six-castles.setup.contracts")

    @property
    def has_contracts(self) -> bool:
        """Whether contracts are used: not in the family version, nor alone if it is so ruled."""
        state = self.table
        return not state.is_family and not (state.solo and state.rulings["solo-contracts"] == "none")

    def exclude_tiles(self) -> Dialogue[None]:
        """In the family version some tiles stay out: none with a stone cross or a chapel."""
        state = self.table
        number = self.facts.players[len(state.players)].excluded
        if not number:
            return
        if state.box:
            yield Tell("six-castles.setup.exclude", n=number)
            return
        religious, tiles = state.tables.terrains.religious, state.tables.land.tile
        plain = [self.tile_options[id] for id in state.land if religious.isdisjoint(tiles[id])]
        deck = Deck("land deck excluded")
        ask = partial(Several, "six-castles.excluded", TABLE, plain, low=number, high=number, stream=deck)
        state.unused = list((yield from asking(ask)))
        state.land = [id for id in state.land if id not in state.unused]

    def deal_contracts(self) -> Dialogue[None]:
        """The castle contract lies open, and one of two of each player; the other is kept secret.

        At a table with the box the app deals to rivals from what is left once the people have theirs: so it
        knows what a rival keeps, and nobody else does. A rival by its card keeps one without looking.
        """
        state = self.table
        if not self.has_contracts:
            return
        contracts = state.tables.contracts
        state.contracts.append(contracts.castle)
        for player in sorted(state.players, key=lambda player: not player.seat.is_person):
            if player.is_dummy:
                continue
            seat = player.seat
            seen = [*state.contracts, *(each.kept for each in state.players)]
            free = [contract for contract in contracts.dealt if contract not in seen]
            ask = partial(Several, "six-castles.dealt-contracts", TABLE, free, low=2, high=2, who=seat)
            stream = CONTRACTS if seat.is_person else RIVALS_CONTRACTS
            dealt = yield from asking(partial(ask, stream=stream), is_hidden=not seat.is_person)
            two = [contracts.by_id[id] for id in dealt]
            kept = two[1].id
            if player.has_hand:
                keep = partial(Choose, "six-castles.keep-contract", seat.id, two, known=contracts.dealt)
                kept = yield from asking(partial(keep, who=seat))
            player.kept = contracts.by_id[kept]
            opened = [contract for contract in two if contract.id != kept]
            state.contracts += opened
            if not seat.is_person:
                yield does("six-castles.opens", player, contract=opened[0])
        yield Tell("six-castles.contracts", contracts=state.contracts)

    def deal_exploration(self, player: Player) -> Dialogue[None]:
        """The exploration tiles of a hand, from the app's set."""
        if player.line is not None and self.table.deals_line(player):
            for _ in range(self.table.tables.setup.exploration.each):
                yield from self.draw_exploration(player)

    def lay_line(self, player: Player) -> Dialogue[None]:
        """Exploration tiles: one to start with, in the family version all of them at once."""
        state = self.table
        if player.line is None:
            yield does("six-castles.setup.line", player)
            return
        id, number = "six-castles.line-start", 1
        if state.is_family:
            id, number = "six-castles.whole-line", state.tables.setup.exploration.each
        written = yield from asking(partial(questions.line_question, state, player, id, number))
        for face in written.split():
            effects.lay_exploration(state, player, Explore("x", face))
        line = [*map(state.spelt, player.line.tiles)]
        kept = state.keeps_line(player)
        where = Text("six-castles.line-in-app" if kept else "six-castles.line-on-table")
        yield does("six-castles.line-begins", player, deed=not kept, line=line, where=where)

    def turn_up_castle(self) -> Dialogue[None]:
        """The next castle of the pile, which everybody sees."""
        state = self.table
        castles, left = state.tables.castles, rules.castles_left(state)
        if not left:
            return
        if len(left) == 1:
            state.castle = left[0]
        else:
            ask = partial(Choose, "six-castles.turn-up-castle", TABLE, known=castles.all, stream=CASTLES)
            state.castle = yield from asking(
                lambda: ask(options=[castles.by_id[id] for id in rules.castles_left(state)])
            )
        name, goods = state.castle_name(state.castle), questions.goods_of(state, state.castle)
        yield Tell("six-castles.next-castle", deed=False, castle=name, goods=goods)

    def lay_first_tile(self) -> Dialogue[None]:
        """The first player lays the initial tile, whichever side they like."""
        state = self.table
        player = state.players[state.first]
        chooses = player.seat.is_person or (player.has_hand and not state.box)
        to = player.seat.id if chooses else TABLE
        tile = yield from asking(partial(questions.first_tile_question, state, to, player))
        rules.lay(state, FIRST, tile)
        yield Tell("six-castles.first-tile-lies", cell=NAMES[FIRST], tile=effects.tile_text(state, tile))

    # ------------------------------------------------------------ drawing

    def draw(self, player: Player) -> Dialogue[None]:
        """A land tile into the hand: of the app's set, or of the box, where a rival's is entered."""
        state = self.table
        if state.box and player.seat.is_person:
            if state.placed:
                yield does("six-castles.draw-one", player, follows=True)
            return
        if state.box:
            tile: str = yield from asking(partial(questions.box_tile_question, state, player, LAND))
            player.hand.append(tile)
            return
        tile = yield from self.deal_tile("six-castles.draw", player)
        if player.seat.is_person:
            yield does("six-castles.drew", player, tile=effects.tile_text(state, tile))

    def deal_tile(self, question: str, player: Player) -> Dialogue[str]:
        """The next land tile of the app's set, for a player."""
        land, options = self.table.land, self.tile_options
        id = yield from self.deal(question, land, options, LAND, player, is_hidden=player.has_hand)
        player.hand.append(id)
        return self.table.tables.land.tile[id]

    def deal(
        self, question: str, pile: list[str], options: Mapping[str, Option], stream: Stream, player: Player,
        *, is_hidden: bool = True,
    ) -> Dialogue[str]:  # fmt: skip
        """The next tile of a pile of the app's set; what a rival draws may be hidden."""
        seat = player.seat
        ask = partial(Choose, question, TABLE, stream=stream, who=seat)
        id = yield from asking(
            lambda: ask(options=[options[id] for id in pile]), is_hidden=is_hidden and not seat.is_person
        )
        pile.remove(id)
        return id

    def draw_exploration(self, player: Player) -> Dialogue[None]:
        """An exploration tile of the app's set into the hand."""
        state, question = self.table, "six-castles.draw-exploration"
        stream = RIVALS_EXPLORATION if state.keeps_line(player) else EXPLORATION
        id = yield from self.deal(question, state.exploration, self.exploration_options, stream, player)
        player.tiles.append(id)
        if player.seat.is_person:
            faces = [*map(state.spelt, state.tables.exploration.tile[id])]
            yield does("six-castles.drew-exploration", player, faces=faces)

    def turn_up_tile(self, player: Player, cell: int | None = None) -> Dialogue[str]:
        """The tile that a card or the dummy plays: the top one of its stack, which may lie on a cell."""
        state = self.table
        if state.box:
            tile: str = yield from asking(partial(questions.box_tile_question, state, player, LAND, cell))
            return tile
        return (yield from self.deal_tile("six-castles.turn-up", player))

    # ------------------------------------------------------------ a turn

    def whole_turn(self, player: Player) -> Dialogue[None]:
        """First a tile, second discs or workers, third a new tile."""
        state = self.table
        said = yield from self.place_tile(player)
        yield from self.after_tile(player, said)
        yield from self.discs_or_workers(player, said)
        if state.turn // len(state.players) < state.rounds - rules.HAND:
            yield from self.draw(player)

    def place_tile(self, player: Player) -> Dialogue[list[Step]]:
        """Where the tile goes and how it lies; asked again if a correction changed the table.

        What was said besides comes after it.
        """
        state = self.table
        while True:
            ask = questions.place_question(state, player)
            answer = yield ask
            if answer is CORRECTED:
                continue
            lay, *more = questions.steps_of(state, ask, answer)
            assert isinstance(lay, Lay)
            if not lay.tile:
                answer = yield questions.tile_question(state, player, CELLS[lay.cell])
                if answer is CORRECTED:
                    continue
                lay = Lay(lay.cell, answer)
            yield from effects.apply(state, lay, ask.why)
            return more

    def after_tile(self, player: Player, said: list[Step]) -> Dialogue[None]:
        """A castle where a crag hill is closed, and the bonus for laying a crag."""
        state = self.table
        cell = state.placed[-1]
        wished = said.pop(0) if said and isinstance(said[0], Found) else None
        hill = yield from self.choose_site(player, cell, wished)
        if hill is not None:
            yield from effects.found(state, hill)()
            yield from self.turn_up_castle()
        yield from effects.without_castle(state, cell)
        gain = said.pop(0) if said and isinstance(said[0], Gain) else None
        if not player.is_dummy and rules.has_crag(state, state.territory.tiles[cell]):
            state.now.phase = "bonus"
            yield from self.gain_bonus(player, gain)
        state.now.phase = "act"

    def gain_bonus(self, player: Player, gain: Step | None) -> Dialogue[None]:
        """What the crag brings; a rival that cannot have what it wished for any more takes the half-coin."""
        state = self.table
        if gain is None or TURN.why_not(state, gain) is not None:
            bonus = "coin"
            if player.has_hand:
                bonus = yield from asking(partial(questions.bonus_question, state, player))
            gain = Gain(f"+{bonus}")
        yield from effects.apply(state, gain)
        if gain == Gain("+tile"):
            if player.line is not None and state.deals_line(player):
                yield from self.draw_exploration(player)
            if state.is_family and player.line is not None:
                # The line grows to the right by the new tile, which is the only one in hand.
                yield from self.lengthen_line(player)

    def lengthen_line(self, player: Player) -> Dialogue[None]:
        face = yield from asking(partial(questions.line_question, self.table, player, "six-castles.new-face"))
        yield from effects.lay_exploration(self.table, player, Explore("x", face))()

    def choose_site(self, player: Player, cell: int, wished: Step | None) -> Dialogue[int | None]:
        """Of several closed hills with a crag the one that gets the castle: the others are too near."""
        state = self.table
        to = player.seat.id if player.has_hand else self.host
        said = effects.hill_at(state, wished.quarter) if isinstance(wished, Found) else None
        while True:
            sites = rules.castle_sites(state, cell)
            if said in sites:
                return said
            if len(sites) < 2:
                return sites[0] if sites else None
            answer = yield questions.site_question(state, player, to, sites)
            if answer is not CORRECTED:
                said = effects.hill_at(state, answer)

    def discs_or_workers(self, player: Player, said: list[Step]) -> Dialogue[None]:
        """Discs or workers, then sales and spaces: what was said with the tile, or else what is asked now."""
        state = self.table
        while said or state.now.phase != "more":
            if not said:
                ask = questions.act_question(state, player)
                answer = yield ask
                said = [] if answer is CORRECTED else questions.steps_of(state, ask, answer)
                continue
            step = said.pop(0)
            if isinstance(step, Enough):
                return
            if step == Explore("x"):
                yield from self.lengthen_line(player)
                continue
            if TURN.why_not(state, step) is None:
                yield from effects.apply(state, step)
            else:
                said = []  # a castle or a correction in between changed what is possible
        yield from self.spend_pieces(player)

    def spend_pieces(self, player: Player) -> Dialogue[None]:
        """Sales and spaces of the tracks that are possible and were not said: offered one at a time."""
        state = self.table
        while (question := questions.more_question(state, player)) is not None:
            answer = yield question
            if answer is CORRECTED:
                continue
            if answer == questions.ENOUGH:
                return
            (step,) = questions.steps_of(state, question, answer)
            if isinstance(step, Sell) and player.is_light:
                good = state.tables.terrains.by_id[step.good]
                id, most = "six-castles.how-many-goods", questions.MOST_GOODS
                count = yield Number(id, player.seat.id, low=1, high=most, who=player.seat, good=good)
                if count is CORRECTED:
                    continue
                step = replace(step, goods=str(count))
            yield from effects.apply(state, step)

    # ------------------------------------------------------------ the turn of a rival by its card

    def cards_turn(self, player: Player) -> Dialogue[None]:
        """The same turn with the tile it turns up, decided by its card; the app decides among equals."""
        state = self.table
        tile = yield from self.turn_up_tile(player)
        while True:
            ask = questions.rival_question(state, player, tile)
            answer = yield ask
            if answer is CORRECTED:
                continue
            best = ask.turns.get(answer) or questions.rival_turns(state, answer)
            chosen, tie = yield from pick_by_app(best, ask.text)
            why = [*ask.why, *tie]
            ask.settled = Settled(chosen.id, why)
            try:
                (turn,) = questions.rival_turns(state, chosen.id) if len(best) > 1 else best
            except Refused:
                continue  # a correction at the die changed the table
            break
        yield from self.play_out(player, list(turn.steps), why)

    def play_out(self, player: Player, steps: list[Step], why: list[Text] | None = None) -> Dialogue[None]:
        """A whole turn that is written out: the tile, what comes of it, discs or workers.

        At a castle on the way a correction may have made the rest impossible.
        """
        state = self.table
        yield from effects.apply(state, steps.pop(0), why or ())
        yield from self.after_tile(player, steps)
        for step in steps:
            if TURN.why_not(state, step) is not None:
                yield does("six-castles.leaves-out", player, deed=False)
                if not isinstance(step, Discs | Workers):
                    continue
                step = type(step)()
            yield from effects.apply(state, step)

    # ------------------------------------------------------------ the official dummy

    def dummys_turn(self, player: Player) -> Dialogue[None]:
        """Its tile goes where it touches most tiles, face down; turned up, a crag is moved next to a crag."""
        state = self.table
        cell = yield from self.choose_cell(
            player, lambda: rules.most_touching(state.territory), "six-castles.dummy-cell"
        )
        if state.box:
            yield does("six-castles.dummy-puts", player, cell=NAMES[cell])
        tile = yield from self.turn_up_tile(player, cell)
        why = [Text("six-castles.why.touching", n=state.territory.neighbours(cell), cell=NAMES[cell])]
        others = rules.crag_cells(state, tile)
        if others and cell not in others:
            moved = yield from self.choose_cell(
                player, lambda: rules.crag_cells(state, tile) or [cell], "six-castles.dummy-crag"
            )
            yield Tell("six-castles.dummy-moves", who=player.seat, start=NAMES[cell], cell=NAMES[moved])
            cell = moved
            why.append(Text("six-castles.why.crag", cell=NAMES[cell]))
        player.hand.clear()
        rules.lay(state, cell, tile)
        yield does("six-castles.lays", player, why=why, cell=NAMES[cell], tile=effects.tile_text(state, tile))
        yield from self.after_tile(player, [])

    def choose_cell(self, player: Player, equal: Callable[[], Sequence[int]], id: str) -> Dialogue[int]:
        """One of several equal cells: the person chooses."""
        while True:
            cells = equal()
            if len(cells) == 1:
                return cells[0]
            options: list[Named] = [Option(NAMES[cell], NAMES[cell]) for cell in cells]
            answer = yield Choose(id, self.host, options, who=player.seat)
            if answer is not CORRECTED:
                return CELLS[answer]

    # ------------------------------------------------------------ the end

    def reveal_contracts(self) -> Dialogue[None]:
        """The contracts that were kept are turned up; players without a tracked line say what they own."""
        state = self.table
        yield Tell("six-castles.over", stage=True)
        for player in state.players:
            if player.kept is not None:
                yield does("six-castles.reveals", player, contract=player.kept.name)
        by_id = state.tables.terrains.by_id
        contracts = scoring.contracts_in_play(state, *state.players)
        wanted = [by_id[contract.of] for contract in contracts if contract.of]
        wanted = [terrain for terrain in wanted if terrain.group != "construction"]
        most = questions.MOST_GOODS * len(wanted)
        for player in state.players:
            if player.is_light and wanted:
                seat = player.seat
                ask = partial(Tally, "six-castles.owned", seat.id, wanted, low=0, high=most, who=seat)
                owned = yield from asking(ask)
                player.told = {terrain.letter: owned.get(terrain.id, 0) for terrain in wanted}

    def title(self) -> Tell:
        """What the score against the dummy is called: titles of our own."""
        state = self.table
        points = next(column.total for column in self.sheet().columns)
        steps = state.tables.titles.of(state.version)
        rank = sum(step <= points for step in steps)
        scored, title = Text("amount.points", n=points), Text(f"six-castles.title.{rank}")
        return Tell("six-castles.title", deed=False, points=scored, title=title, n=rank, of=len(steps))

    # ------------------------------------------------------------ what others want to know

    def sheet(self) -> Sheet:
        return scoring.sheet(self.table)

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        from automa.six_castles.picture import panels

        return panels(self.table, seat, ask)

    def totals(self) -> Mapping[str, Sequence[Spans]]:
        from automa.six_castles.picture import has

        state = self.table
        return {player.seat.id: has(state, player) for player in state.players if not player.is_dummy}

    def holders(self) -> Mapping[str, str]:
        markets = {
            f"{castle} {good}": each.seat.id for each in self.table.players for castle, good in each.sales
        }
        return markets | self.table.taken  # the uppermost space of a track is there for everybody

    def stage(self) -> Stage:
        from automa.six_castles.picture import stage

        return stage(self.table)

    def pieces(self) -> Sequence[Lies]:
        from automa.six_castles.pieces import pieces  # only needed for undo

        return pieces(self.table)

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)

    def state(self) -> Tree:
        return fixes.data(self.table)
