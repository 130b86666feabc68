"""A game of Castle Combo: set-up, nine turns each, scoring. Reads like the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain

from msgspec import Struct

from automa.castle_combo import fixes, picture, pieces, rules, scoring, steps
from automa.castle_combo.cards import Card, Discount, other, wording
from automa.castle_combo.cards.counting import LOCATIONS, Location
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.state import START_GOLD, START_KEYS, TURNS, Cell, Laid, Player, State
from automa.castle_combo.steps import DOWN, KEYS, MOVE, REFRESH, TURN, Take, for_a_back, place_words
from automa.castle_combo.tables import Tables
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
    Named,
    Option,
    Reasons,
    Says,
    Tell,
    Text,
    choose_from,
    joined,
)
from automa.game import Correction, Script, Seat, Setup, does, first_player
from automa.names import named
from automa.picture import Panel, Spans, Stage
from automa.pieces import Lies
from automa.selector import decision
from automa.sheet import Sheet
from automa.steps import NOTHING, Begun, Offer, Step


class Play(Script):
    """One game in progress."""

    def __init__(self, setup: Setup) -> None:
        tables: Tables = setup.tables
        self.table = State.of(tables.cards.deck, setup.seats)
        in_force = tables.rulings.in_force(setup.rulings)
        self.best_neighbour = in_force["neighbour"] == "best"
        self.last_refill = in_force["last-refill"] == "refill"
        self.wished_first = setup.first
        self.box = setup.cards == "table"
        """Whether the cards lie on the table; else the app keeps them."""
        self.is_set_up = False

    def learn(self, tables: Tables) -> None:
        self.table.learn(tables.cards.deck)

    # ------------------------------------------------------------ the game

    def play(self) -> Conversation:
        table = self.table
        yield from self.set_up()
        while not table.over:
            if table.turn % len(table.players) == 0:
                yield Tell("castle-combo.round", stage=True, round=table.round, rounds=TURNS)
            player = table.active
            if player.seat.is_person:
                yield from self.persons_turn(player)
            else:
                yield from self.opponents_turn(player)
            rules.end_turn(table)
        yield from self.fill_purses()
        return self.sheet()

    def set_up(self) -> Dialogue[None]:
        """Three cards face up at each location, the messenger at the Village, 15 gold and 2 keys each."""
        if self.box:
            yield Tell("castle-combo.setup.decks")
        yield Tell("castle-combo.setup.messenger")
        yield Tell(
            "castle-combo.setup.purse", gold=amount("gold", START_GOLD), keys=amount("keys", START_KEYS)
        )
        if self.box:
            yield Tell("castle-combo.setup.displays")
        for location in LOCATIONS:
            yield from self.complete_display(location)
        seats = [player.seat for player in self.table.players]
        stream = Dice("die first player")
        self.table.first = yield from first_player(
            "castle-combo.first-player", seats, self.wished_first, stream
        )
        self.is_set_up = True
        yield Tell("castle-combo.begins", deed=False, who=seats[self.table.first])

    # ------------------------------------------------------------ a person's turn

    def persons_turn(self, player: Player) -> Dialogue[None]:
        """Spend a key or not, buy a card, apply its ability, move the messenger and fill the displays."""
        table = self.table
        while table.phase != "over":
            question = self.turn_question(player)
            answer = yield question
            if answer is CORRECTED:
                continue
            said = TURN.heard(table, answer, NOTHING, question.options)
            for step in said.steps:
                # A correction in between may have changed what lies where: then the turn is asked again.
                if TURN.why_not(table, step, insist=True) is not None:
                    break
                yield from self.do(player, step)
            else:
                if said.begun:
                    take = yield from self.whole_take(player, said.begun)
                    if TURN.why_not(table, take, insist=True) is None:
                        yield from self.do(player, take)

    def whole_take(self, player: Player, begun: Begun) -> Dialogue[Take]:
        """The card that was named, and where it is laid."""
        (named,), down = begun.said["card"], "down" in begun.said
        card = self.table.deck[named.id]
        cell = yield from self.choose_cell(player, card, down=down)
        return Take(card, cell, down, tuple([word.id for word in begun.said.get("choices", ())]))

    def turn_question(self, player: Player) -> Move:
        """What a person may do now, as options; or the whole turn in a line."""
        table = self.table
        options: list[Named] = []
        bought: Card | None = None
        for card, down, price in rules.faces(table, player, table.messenger):
            if not down:
                bought = card
            options.append(card_offer(card, price, down=down, listed=not down or card is not bought))
        notes = [ADD_DOWN] if bought else []
        if outside := picture.open_outside(player):
            notes.append(Text("castle-combo.offer.also-open", cells=outside))
        key_offers = KEY_OFFERS[table.messenger]
        options += [key_offers[step] for step in steps.keys(table)]
        return Move(
            "castle-combo.turn" if table.phase == "key" else "castle-combo.take",
            player.seat.id,
            options,
            notation=TURN.at(table),
            note=joined("list.in-a-row", notes) if notes else None,
            who=player.seat,
            location=location_name(table.messenger),
            gold=amount("gold", player.gold),
            keys=amount("keys", player.keys),
            key_first=Text("castle-combo.or-a-key-first") if player.keys else "",
        )

    def choose_cell(self, player: Player, card: Card, *, down: bool) -> Dialogue[Cell]:
        """Where the card is laid; with one legal cell there is nothing to ask."""
        while True:
            cells = rules.legal_cells(player)
            if len(cells) == 1:
                return cells[0]
            around = dict(player.cards)
            # Of the table as it is now: the question may be read again when it has long been answered.
            preview = Preview(partial(self.gains, self.table.copy(), player.seat, card, cells, down=down))
            options = [CellOption(cell, around, player, card, down, preview) for cell in cells]
            answer = yield Choose(
                "castle-combo.cell",
                player.seat.id,
                options,
                known=[*options, *steps.other_cells(cells)],
                absent=partial(steps.why_not_cell, player),
                who=player.seat,
                card=card,
                counted=preview,
            )
            if answer is not CORRECTED:
                cell: Cell = answer
                return cell

    def gains(
        self, table: State, seat: Seat, card: Card, cells: Iterable[Cell], *, down: bool
    ) -> tuple[Mapping[Cell, int], Text]:
        """How many points the card brings on each cell as all lies now, and what is counted in that.

        An ability that asks for a choice is not counted: what it brings is seen when it is chosen.
        """
        before = scoring.total(table.player(seat.id))
        bare: dict[Cell, int] = {}
        whole: dict[Cell, int] = {}
        for cell in cells:
            twin = table.copy()
            own = twin.player(seat.id)
            if card in twin.display[card.location]:  # where a correction may have taken it away
                rules.leave_display(twin, card)
            laid = rules.lay(own, rules.purchase_of(own, card, cell, down=down))
            bare[cell] = scoring.total(own) - before
            found = () if down else rules.ways(twin, own, laid)
            ways = rules.real_choices(found, best_neighbour=self.best_neighbour)
            if len(ways) == 1:
                rules.apply(twin, own, ways[0])
            if len(ways) < 2:
                whole[cell] = scoring.total(own) - before
        if len(whole) < len(bare):
            return bare, Text("castle-combo.counted-in.no-ability")
        if down:
            return whole, Text("castle-combo.counted-in.back", gains=for_a_back())
        return whole, Text("castle-combo.counted-in.ability")

    # ------------------------------------------------------------ an opponent's turn

    def opponents_turn(self, player: Player) -> Dialogue[None]:
        """The same turn, decided by the opponent; among moves it finds equally good, the app decides."""
        table = self.table
        why: Sequence[Text] = ()
        if steps.keys(table):
            use, why = yield from decision("castle-combo.opponent-key", player.seat, self.uses_of_key)
            key = KEYS.get(use.id)
            if key is not None and TURN.why_not(table, key) is None:
                yield from self.do(player, key, why)
                why = ()
        while table.phase != "over":
            move, more = yield from decision(
                "castle-combo.opponent-take", player.seat, lambda: rules.purchases(table, player)
            )
            take = steps.step_of(move)
            if TURN.why_not(table, take) is None:
                yield from self.do(player, take, Reasons(partial(says_first, why, more)))

    def uses_of_key(self) -> list[Option]:
        """What an opponent may do with a key."""
        uses = KEY_USES[self.table.messenger]
        return [NO_KEY, *(uses[step] for step in steps.keys(self.table))]

    # ------------------------------------------------------------ the steps of every turn

    def do(self, player: Player, step: Step, why: Sequence[Text] = ()) -> Dialogue[None]:
        """Take a step of a turn, and tell what happened."""
        return self.take(player, step, why) if isinstance(step, Take) else self.spend_key(player, step, why)

    def spend_key(self, player: Player, step: Step, why: Sequence[Text]) -> Dialogue[None]:
        """Spend a key: the messenger moves, or the cards where it stands are renewed."""
        table, here = self.table, self.table.messenger
        went = table.display[here]
        steps.apply(table, step)
        if step == MOVE:
            yield does("castle-combo.key-moves", player, why, location=location_name(table.messenger))
        else:
            yield does("castle-combo.key-renews", player, why, cards=went, location=location_name(here))
            yield from self.complete_display(here)

    def take(self, player: Player, step: Take, why: Sequence[Text]) -> Dialogue[None]:
        """Take a card and lay it; its ability; the messenger; new cards."""
        table, card, cell = self.table, step.card, step.cell
        location, place = location_name(card.location), place_words(player.cards, cell)
        said = {"card": card, "location": location, "cell": cell, "place": place}
        gold = player.gold
        steps.apply(table, step)
        laid = player.cards[cell]  # which a correction at its ability may turn into another card
        if step.down:
            yield does("castle-combo.takes-down", player, why, gains=for_a_back(), **said)
        else:
            paid = gold - player.gold
            bought = "castle-combo.takes" if paid else "castle-combo.takes-free"
            yield does(bought, player, why, price=amount("gold", paid), **said)
            yield from self.apply_ability(player, laid, step.choices)
        if rules.move_messenger(table, laid.card, down=laid.down):
            yield Tell("castle-combo.messenger", location=location_name(table.messenger))
        if self.last_refill or table.turns_left > 1:
            for each in LOCATIONS:
                yield from self.complete_display(each)

    def apply_ability(self, player: Player, laid: Laid, words: tuple[str, ...]) -> Dialogue[None]:
        """The ability of the card just laid; asks only where the ways to apply it differ."""
        why: Sequence[Text] = ()
        while True:
            found = self.ways(player, laid, words)
            if len(found) == 1:
                way = found[0]
                break
            if player.seat.is_person:
                answer = yield Choose(
                    "castle-combo.ability",
                    player.seat.id,
                    found,
                    known=self.ways_and_cards(found),
                    absent=partial(self.not_to_choose, found),
                    who=player.seat,
                    card=laid.card,
                )
            else:
                chosen, why = yield from decision(
                    "castle-combo.opponent-ability",
                    player.seat,
                    lambda: self.ways(player, laid),
                    card=laid.card,
                )
                answer = chosen.id
            # A correction may have changed what there is to choose from: then it is asked again.
            still = [each for each in self.ways(player, laid, words) if each.id == answer]
            if still:
                way = still[0]
                break
        rules.apply(self.table, player, way)
        tells = self.tell_ability(player, laid.card, way, why)
        yield from tells or [does("castle-combo.no-gain", player, why, deed=False, card=laid.card)]

    def ways(self, player: Player, laid: Laid, words: tuple[str, ...] = ()) -> list[rules.Way]:
        """The ways to apply an ability that are left to choose from, given the words that already choose."""
        found = rules.ways(self.table, player, laid)
        if words:
            found = [way for way in found if set(words) <= set(way.words)] or found
        return rules.real_choices(found, best_neighbour=self.best_neighbour)

    def ways_and_cards(self, ways: Sequence[rules.Way]) -> Sequence[Named]:
        """Where a card is chosen, its ways and every other card: a name means the card that is called so."""
        deck, said = self.table.deck, {word for way in ways for word in way.words}
        if said.isdisjoint(deck.by_id):
            return ()
        return [*ways, *(card for card in deck.cards if card.id not in said)]

    def not_to_choose(self, ways: Sequence[rules.Way], typed: str) -> Text | None:
        """Why a card that the player names cannot be chosen: where it lies."""
        if not self.ways_and_cards(ways):
            return None
        found = named(typed, self.table.deck.cards)
        return steps.lies_elsewhere(self.table, found[0], choose_from(ways)) if len(found) == 1 else None

    def tell_ability(self, player: Player, card: Card, way: rules.Way, why: Sequence[Text]) -> list[Tell]:
        """What changes on the table through an ability."""
        tells: list[Tell] = []
        for went, _ in way.discards:
            location = location_name(went.location)
            tells.append(does("castle-combo.discards", player, why, card=went, location=location))
        if way.stocked:
            stocked = [rules.purse_text(*each) for each in way.stocked]
            tells.append(does("castle-combo.stocks", player, why, follows=True, purses=stocked))
        if gains := rules.gained([*way.gains, *((what, went.cost) for went, what in way.discards)]):
            tells.append(does("castle-combo.gains", player, why, follows=True, amounts=gains))
        for what, n in way.others_gain:
            others = [each.seat for each in self.table.others(player)]
            tells.append(
                Tell("castle-combo.others-gain", n=len(others), others=others, amount=amount(what, n))
            )
        for line in card.ability:
            if isinstance(line, Discount) and len(line.on) == len(LOCATIONS):
                tells.append(does("castle-combo.discount-all", player, deed=False))
            elif isinstance(line, Discount):
                cheaper = [wording.banner_cards(each, 2) for each in line.on]
                tells.append(does("castle-combo.discount", player, deed=False, cards=cheaper))
        return tells

    def complete_display(self, location: Location) -> Dialogue[None]:
        """Turn up cards until three are face up; reshuffle, or close the location, when cards run out."""
        table = self.table
        turned_up: list[Card] = []
        while rules.to_reveal(table, location) > 0:
            ready = rules.makes_ready(table, location)
            if ready == "gone":
                yield Tell(
                    "castle-combo.location-gone",
                    location=location_name(location),
                    rest=location_name(table.messenger),
                )
                return
            if ready == "reshuffled" and self.box:
                yield Tell("castle-combo.reshuffle", location=location_name(location))
            undrawn = table.undrawn[location]
            if len(undrawn) == 1:
                card = undrawn[0]
            else:
                answer = yield Choose(
                    "castle-combo.reveal",
                    TABLE,
                    undrawn[:],
                    stream=Deck(f"{location} deck {table.shuffles[location]}"),
                    absent=partial(self.not_in_deck, location),
                    known=table.deck.cards,
                    more=min(rules.to_reveal(table, location), len(undrawn)) - 1,
                    location=location_name(location),
                )
                if answer is CORRECTED:
                    continue
                card = table.deck.by_id[answer]
            rules.reveal(table, card)
            turned_up.append(card)
        if turned_up:
            # With the box these cards lie there: somebody has just said which they are.
            yield Tell(
                "castle-combo.turned-up",
                deed=not self.box,
                cards=turned_up,
                location=location_name(location),
            )

    def not_in_deck(self, location: Location, typed: str) -> Text | None:
        """Why a card cannot be turned up there: it lies on the table, or is of the other deck."""
        found = named(typed, self.table.deck.cards)
        if len(found) != 1 or found[0] in self.table.undrawn[location]:
            return None
        card = found[0]
        lies = rules.where(self.table, card)
        if lies is not None:
            return Text("castle-combo.refused.lies-already", card=card, where=lies)
        return Text("castle-combo.refused.other-deck", card=card, location=location_name(card.location))

    def fill_purses(self) -> Dialogue[None]:
        """In the end leftover gold goes on the purses, where it scores most."""
        yield Tell("castle-combo.over", deed=False)
        for player in self.table.players:
            stored = scoring.put_away(player)
            if stored:
                purses = [rules.purse_text(player.cards[cell], gold) for cell, gold in stored.items()]
                yield does("castle-combo.stows", player, follows=True, purses=purses)

    # ------------------------------------------------------------ what others want to know

    def sheet(self) -> Sheet:
        return scoring.sheet(self.table.players)

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        options = ask.options if isinstance(ask, Choose) else ()
        gains = {option.id: option.gain for option in options if isinstance(option, CellOption)}
        return picture.panels(self.table, seat, gains)

    def totals(self) -> Mapping[str, Sequence[Spans]]:
        return {player.seat.id: picture.has(player) for player in self.table.players}

    def stage(self) -> Stage | None:
        return picture.stage(self.table) if self.is_set_up else None

    def holders(self) -> Mapping[str, str]:
        return {
            laid.card.id: player.seat.id for player in self.table.players for laid in player.cards.values()
        }

    def pieces(self) -> list[Lies]:
        return pieces.pieces(self.table)

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)

    def state(self) -> Tree:
        table = self.table
        return {
            "turn": table.turn,
            "round": table.round,
            "over": table.over,
            "first": table.players[table.first].seat.id,
            "active": "" if table.over else table.active.seat.id,
            "messenger": table.messenger,
            "removed": table.removed,
            "locations": {
                location: {
                    "display": [card.id for card in table.display[location]],
                    "discards": [card.id for card in table.discards[location]],
                    "undrawn": [card.id for card in table.undrawn[location]],
                    "shuffles": table.shuffles[location],
                }
                for location in LOCATIONS
            },
            "gone": [card.id for card in table.gone],
            "players": [
                {
                    "seat": player.seat.id,
                    "gold": player.gold,
                    "keys": player.keys,
                    "points": scoring.total(player),
                    "tableau": {
                        cell: {"card": laid.card.id, "down": laid.down, "gold": laid.gold}
                        for cell, laid in sorted(player.cards.items())
                    },
                }
                for player in table.players
            ],
        }


ADD_DOWN = Text("castle-combo.offer.add-down", gains=for_a_back())
KEY_OFFERS: Mapping[Location, Mapping[Step, Offer]] = {
    here: {
        MOVE: Offer(
            MOVE.verb.id,
            Text("castle-combo.offer.move", location=location_name(other(here))),
            about=other(here),
            mark=MOVE.verb.id,
            step=MOVE,
        ),
        REFRESH: Offer(
            REFRESH.verb.id,
            Text("castle-combo.offer.refresh"),
            about=here,
            mark=REFRESH.verb.id,
            step=REFRESH,
        ),
    }
    for here in LOCATIONS
}
"""What a person can spend a key on, by where the messenger stands."""
NO_KEY = Option("none", Text("castle-combo.key.none"))
KEY_USES: Mapping[Location, Mapping[Step, Option]] = {
    here: {
        MOVE: Option("move", Text("castle-combo.key.move", location=location_name(other(here)))),
        REFRESH: Option("refresh", Text("castle-combo.key.refresh")),
    }
    for here in LOCATIONS
}
"""The same for an opponent, and not to spend one."""


def says_first(*reasons: Iterable[Text]) -> list[Text]:
    """All the reasons: what the opponent says, and then the proof."""
    return sorted(chain(*reasons), key=lambda reason: not isinstance(reason, Says))


@lru_cache(maxsize=1024)
def card_offer(card: Card, price: int, *, down: bool = False, listed: bool = True) -> Offer:
    """A face-up card as a person may take it, with what they want to know first."""
    said: dict[str, tuple[Named, ...]] = {"card": (card,)}
    if down:
        begun = Begun((Take,), {**said, "down": (DOWN,)})
        name = Text("castle-combo.offer.down", card=card)
        return Offer(f"{card.id} down", name, DOWN.detail, about=card.id, listed=listed, begun=begun)
    name = Text("castle-combo.offer.buy", card=card, price=amount("gold", price))
    if price == 0:
        name = Text("castle-combo.offer.free", card=card)
    return Offer(card.id, name, partial(card_detail, card), begun=Begun((Take,), said))


def card_detail(card: Card) -> Text:
    """All that is on a card but its name and cost, and where its icon sends the messenger."""
    gives, sends = wording.gives_text(card), card.messenger
    if sends is None:
        return gives
    return Text("castle-combo.offer.sends", gives=gives, location=location_name(sends))


class Preview(Named):
    """What a card would bring on each cell, and what is counted in that: worked out when it is looked at."""

    def __init__(self, work_out: Callable[[], tuple[Mapping[Cell, int], Text]]) -> None:
        self._work_out = work_out

    @property
    def id(self) -> str:
        return "counted"

    @property
    def name(self) -> Text:
        return self.found[1]

    @cached_property
    def found(self) -> tuple[Mapping[Cell, int], Text]:
        return self._work_out()


class CellOption(Named, Struct, frozen=True):
    """A cell to lay a card on, said by its name and by what lies around it."""

    id: Cell
    around: Mapping[Cell, Laid]
    player: Player
    card: Card
    down: bool
    preview: Preview

    @property
    def name(self) -> Text:
        return Text("castle-combo.cell-option", cell=self.id, place=place_words(self.around, self.id))

    @property
    def mark(self) -> str:
        return self.id

    @property
    def about(self) -> str:
        return self.player.place(self.id)

    @property
    def told_there(self) -> bool:
        return True

    @property
    def gain(self) -> int:
        """How many points the card brings there as all lies now (`Play.gains`)."""
        return self.preview.found[0][self.id]

    @property
    def detail(self) -> Text:
        gain = self.gain
        return Text("castle-combo.cell-gain", n=gain, points=f"{gain:+}".replace("-", "−"))
