"""What is allowed and what happens: prices, places, taking a card, its ability, the messenger, the refill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.castle_combo import cards
from automa.castle_combo.cards import Card, Resource, choice_word, other
from automa.castle_combo.cards.counting import Counter, Location, in_neighbour
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.state import (
    AROUND,
    BIT,
    CELLS,
    COLUMN,
    DISPLAY,
    FIRST_CELL,
    ROW,
    Cell,
    Laid,
    Player,
    State,
    lines,
)
from automa.dialogue import Named, Text
from automa.game import Seat

Use: TypeAlias = Literal["none", "move", "refresh"]
"""What a key is spent on."""

FACE_DOWN_GOLD = 6
FACE_DOWN_KEYS = 2

# ---------------------------------------------------------------- placing


Obstacle: TypeAlias = Literal["taken", "first-cell", "fourth-in-column", "fourth-in-row", "apart"]


def obstacle(filled: int, cell: Cell) -> Obstacle | None:
    """What keeps the next card from a cell, if something does: it lies beside another, in a 3x3 grid."""
    if filled & BIT[cell]:
        return "taken"
    if not filled:
        return None if cell == FIRST_CELL else "first-cell"
    (rows, columns), row, column = lines(filled), ROW[cell], COLUMN[cell]
    if max(row, rows[-1]) - min(row, rows[0]) > 2:
        return "fourth-in-column"
    if max(column, columns[-1]) - min(column, columns[0]) > 2:
        return "fourth-in-row"
    return None if any(filled & BIT[each] for each in AROUND[cell].values()) else "apart"


@cache
def free_cells(filled: int) -> tuple[Cell, ...]:
    """Where the next card may lie with these cells filled, in reading order."""
    return tuple(cell for cell in CELLS if not obstacle(filled, cell))


def legal_cells(player: Player) -> tuple[Cell, ...]:
    """Where the player's next card may lie, in reading order."""
    return free_cells(player.filled)


def why_not_there(player: Player, cell: Cell) -> Text | None:
    """Why the next card cannot lie on a cell; nothing if it can."""
    if cell in legal_cells(player):
        return None
    if cell not in BIT:
        return Text("castle-combo.refused.no-cell", cell=cell)
    why = obstacle(player.filled, cell)
    text = Text(f"castle-combo.refused.{why}", cell=cell, cells=list(legal_cells(player)))
    if cell in player.cards:
        text.values["card"] = player.cards[cell].card
    return text


def fits(filled: int) -> bool:
    """Whether these cells can be a tableau: one could be laid after the other."""
    laid = filled & -filled
    while laid != filled:
        new = next((cell for cell in free_cells(laid) if filled & BIT[cell]), None)
        if new is None:
            return False
        laid |= BIT[new]
    return True


def can_move(player: Player, start: Cell, end: Cell) -> bool:
    """Whether a card of the tableau may lie on another cell; onto another card: the two change places."""
    # The first card's cell stays filled: the 5x5 cells reach just far enough around it.
    return end in player.cards or (start != FIRST_CELL and fits(player.filled & ~BIT[start] | BIT[end]))


# ---------------------------------------------------------------- buying


def price(player: Player, card: Card) -> int:
    """What the card costs this player: its printed cost less the discounts lying face up, never below 0."""
    cost = card.cost - (player.off_village if card.is_village else player.off_castle)
    return cost if cost > 0 else 0


class Purchase(Named, Struct, frozen=True):
    """A card as a player can take it: face up for its price or face down for nothing, and on which cell."""

    card: Card
    down: bool
    cell: Cell
    price: int

    @property
    def id(self) -> str:
        return f"{self.card.id} down {self.cell}" if self.down else f"{self.card.id} {self.cell}"

    @property
    def name(self) -> Text:
        if self.down:
            return Text("castle-combo.move.down", card=self.card, cell=self.cell)
        return Text("castle-combo.move.buy", card=self.card, cell=self.cell, price=amount("gold", self.price))


def purchases(state: State, player: Player, location: Location | None = None) -> list[Purchase]:
    """Every way to take a card at the messenger (or at `location`) that the player can pay."""
    cells = legal_cells(player)
    return [
        Purchase(card, down, cell, cost)
        for card, down, cost in faces(state, player, location or state.messenger)
        for cell in cells
    ]


def faces(state: State, player: Player, location: Location) -> list[tuple[Card, bool, int]]:
    """The cards of a location that the player can take, face up or face down, and what each costs."""
    found: list[tuple[Card, bool, int]] = []
    for card in state.display[location]:
        cost = price(player, card)
        if cost <= player.gold:
            found.append((card, False, cost))
        found.append((card, True, 0))
    return found


def take(state: State, player: Player, card: Card, cell: Cell, *, down: bool = False) -> None:
    """Move a face-up card from the display to the tableau."""
    leave_display(state, card)
    lay(player, purchase_of(player, card, cell, down=down))


def purchase_of(player: Player, card: Card, cell: Cell, *, down: bool = False) -> Purchase:
    """A card and what is paid for it: a player who insists on one that is too dear pays all there is."""
    return Purchase(card, down, cell, 0 if down else min(price(player, card), player.gold))


def lay(player: Player, take: Purchase) -> Laid:
    """Pay for a card and lay it in the tableau."""
    pay(player, take.price, down=take.down)
    return player.lay(take.card, take.cell, down=take.down)


def pay(player: Player, price: int, *, down: bool) -> None:
    """Pay for a card, or take the gold and keys for its back."""
    if down:
        player.gold += FACE_DOWN_GOLD
        player.keys += FACE_DOWN_KEYS
    else:
        player.gold -= price


def leave_display(state: State, card: Card) -> None:
    """A face-up card leaves a gap, in which the next one is turned up."""
    display = state.display[card.location]
    state.hole[card.location] = display.index(card)
    display.remove(card)


# ---------------------------------------------------------------- abilities


Amounts: TypeAlias = tuple[tuple[Resource, int], ...]
"""How much of what, for each line of an ability that gives something."""


class Way(Named, Struct, frozen=True):
    """One way to apply an ability: the words that choose it, and what it does."""

    words: tuple[str, ...] = ()
    gains: Amounts = ()
    """What the player gains from the supply."""
    neighbour: Seat | None = None
    """In whose tableau that was counted, if not in the player's own."""
    discards: tuple[tuple[Card, Resource], ...] = ()
    """The face-up card that is discarded, and what its printed cost is gained in."""
    stocked: tuple[tuple[Laid, int], ...] = ()
    """The purses that gold from the supply goes on, and how much each gets; never nothing."""
    others_gain: Amounts = ()
    """What every other player gains."""

    @property
    def id(self) -> str:
        return " ".join(self.words) or "only"

    @property
    def name(self) -> Text:
        amounts = gained(self.gains)
        texts = [Text("castle-combo.way.gain", amounts=amounts)] if amounts else []
        for card, what in self.discards:
            texts.append(Text("castle-combo.way.discard", card=card, amount=amount(what, card.cost)))
        if self.stocked:
            purses = [purse_text(*each) for each in self.stocked]
            texts.append(Text("castle-combo.way.purses", purses=purses))
        elif "purses" in self.words:
            texts.append(Text("castle-combo.way.no-purses"))
        for what, n in self.others_gain:
            texts.append(Text("castle-combo.ability.opponents-gain", amount=amount(what, n)))
        name = Text("castle-combo.ability.both", lines=texts) if texts else Text("castle-combo.way.nothing")
        if self.neighbour is None:
            return name
        side = "left" if "left" in self.words else "right"
        return Text(f"castle-combo.way.{side}", what=name, who=self.neighbour)

    @property
    def about(self) -> str:
        """The card that goes or the neighbour that is counted, where it is about one."""
        if self.discards:
            return self.discards[0][0].id
        return "" if self.neighbour is None else self.neighbour.id

    @property
    def told_there(self) -> bool:
        return False

    def and_then(self, other: Way) -> Way:
        """This and another line of the same ability."""
        return Way(
            self.words + other.words,
            self.gains + other.gains,
            self.neighbour or other.neighbour,
            self.discards + other.discards,
            self.stocked + other.stocked,
            self.others_gain + other.others_gain,
        )

    def outcome(self) -> tuple[object, ...]:
        """What comes of it, wherever it was counted, to tell whether two ways differ."""
        gains = [each for each in self.gains if each[1]]
        on_purses = [(laid.cell, gold) for laid, gold in self.stocked]
        given = [("others", *each) for each in self.others_gain]
        return *gains, *self.discards, *on_purses, *given


NOTHING = Way()
"""What an ability does that does nothing."""
ONLY_NOTHING = (NOTHING,)


def gained(gains: Iterable[tuple[Resource, int]]) -> list[Text]:
    """What is gained, added up for each resource: "4 gold", "2 keys"; what is nothing is not said."""
    amounts: dict[Resource, int] = {}
    for what, n in gains:
        amounts[what] = amounts.get(what, 0) + n
    return [amount(what, n) for what, n in amounts.items() if n]


def purse_text(laid: Laid, gold: int) -> Text:
    """So much gold on that card's purse."""
    return Text("castle-combo.way.purse", amount=amount("gold", gold), card=laid.card)


def ways(state: State, player: Player, laid: Laid) -> Sequence[Way]:
    """Every way to apply the ability of the card that was just laid, the card itself counted in."""
    card = laid.card
    if not card.deeds:
        return ONLY_NOTHING
    if len(card.deeds) == 1 and not card.choose_one:
        return _ways_of_line(state, player, laid, *card.deeds[0]) or ONLY_NOTHING
    by_line = [_ways_of_line(state, player, laid, line, count) for line, count in card.deeds]
    if card.choose_one:
        return [
            replace(way, words=(choice_word(line), *way.words))
            for (line, _), found in zip(card.deeds, by_line, strict=True)
            for way in found
        ] or ONLY_NOTHING
    together: Sequence[Way] = ()
    for found in by_line:
        if together and found:
            together = [one.and_then(two) for one in together for two in found]
        else:
            together = together or found
    return together or ONLY_NOTHING


def _ways_of_line(
    state: State, player: Player, laid: Laid, line: cards.AbilityLine, count: Counter | None
) -> Sequence[Way]:
    if isinstance(line, cards.Gain):
        if count is None:
            return _gaining(line.what, line.amount)
        if not in_neighbour(line.per):
            return _gaining(line.what, line.amount * count(player, laid))
        left, right = state.neighbours(player)
        if left is right:
            return _gaining(line.what, line.amount * count(left, laid))
        return [
            Way((side,), ((line.what, line.amount * count(each, laid)),), each.seat)
            for side, each in (("left", left), ("right", right))
        ]
    if isinstance(line, cards.OpponentsGain):
        return [Way(others_gain=((line.what, line.amount),))]
    if isinstance(line, cards.GoldOnPurses):
        with_room = [laid for laid in player.purses() if laid.room()]
        return [Way(stocked=tuple([(laid, min(line.amount, laid.room())) for laid in with_room]))]
    if isinstance(line, cards.FillPurses):
        return _fillings(player.purses(), line.purses)
    assert isinstance(line, cards.DiscardFor)
    # A location without a display (it ran out of cards) has nothing to discard.
    return [Way((card.id,), discards=((card, line.what),)) for card in state.display[line.origin]]


@cache
def _gaining(what: Resource, n: int) -> tuple[Way]:
    return (Way(gains=((what, n),)),)


def _fillings(purses: Sequence[Laid], number: int) -> list[Way]:
    """Fill that number of purses; where more of them have room, the player chooses."""
    with_room = tuple([(laid, laid.room()) for laid in purses if laid.room()])
    if len(with_room) <= number:
        return [Way(stocked=with_room)]
    return [
        Way(tuple(laid.card.id for laid, _ in chosen), stocked=chosen)
        for chosen in combinations(with_room, number)
    ]


def real_choices(found: Sequence[Way], *, best_neighbour: bool = False) -> list[Way]:
    """The ways that are worth asking about: each brings something, and no two bring the same.

    With one left there is nothing to ask. `best_neighbour` leaves of two neighbours only the one that gives
    more.
    """
    if len(found) < 2:
        return list(found)
    different: dict[tuple[object, ...], Way] = {}
    for way in found:
        different.setdefault(way.outcome(), way)
    if len(different) > 1:
        different.pop((), None)
    left = list(different.values())
    if best_neighbour:
        left = [way for way in left if not any(_better_neighbour(each, way) for each in left)]
    return left


def _better_neighbour(one: Way, two: Way) -> bool:
    sides = {"left", "right"}
    if [word for word in one.words if word not in sides] != [word for word in two.words if word not in sides]:
        return False
    more, less = (sum(n for _, n in way.gains) for way in (one, two))
    return sides & set(one.words) != sides & set(two.words) and more > less


def gain(player: Player, way: Way) -> list[tuple[Laid, int]]:
    """Let the player have what an ability brings; the gold that went on purses, and where."""
    for what, n in way.gains:
        _give(player, what, n)
    for card, what in way.discards:
        _give(player, what, card.cost)
    stocked: list[tuple[Laid, int]] = []
    for purse, gold in way.stocked:
        laid = player.cards[purse.cell]
        gold = min(gold, laid.room())
        laid.gold += gold
        stocked.append((laid, gold))
    return stocked


def apply(state: State, player: Player, way: Way) -> None:
    """Let the ability happen: to the player, to the others and on the displays."""
    gain(player, way)
    for what, n in way.others_gain:
        for each in state.others(player):
            _give(each, what, n)
    for card, _ in way.discards:
        discard(state, card)


def _give(player: Player, what: Resource, n: int) -> None:
    if what == "gold":
        player.gold += n
    else:
        player.keys += n


# ---------------------------------------------------------------- keys, the messenger, the displays


def pay_key(player: Player) -> None:
    """What moving the messenger costs, or renewing the cards."""
    player.keys -= 1


def spend_key_to_move(state: State, player: Player) -> None:
    """Pay a key: the messenger goes to the other location."""
    pay_key(player)
    state.messenger = other(state.messenger)


def spend_key_to_refresh(state: State, player: Player) -> None:
    """Pay a key: the cards at the messenger are discarded; new ones are to be revealed."""
    pay_key(player)
    state.discards[state.messenger] += state.display[state.messenger]
    state.display[state.messenger] = []
    state.hole[state.messenger] = 0


def after_refresh(state: State) -> list[Card]:
    """The cards that may be turned up after renewing those at the messenger.

    Where too few are left in the deck, the discards are shuffled in, and with them what lies there now.
    """
    here = state.messenger
    left = state.undrawn[here]
    return left if len(left) >= DISPLAY else left + state.discards[here] + state.display[here]


def discard(state: State, card: Card) -> None:
    """A face-up card goes to the discard pile of its location."""
    leave_display(state, card)
    state.discards[card.location].append(card)


def end_turn(state: State) -> None:
    """The next player's turn begins."""
    state.turn += 1
    state.phase = "key"


def move_messenger(state: State, card: Card, *, down: bool) -> bool:
    """The messenger follows the icon of a card bought face up; whether it moved."""
    if down or card.messenger is None or state.removed is not None or card.messenger == state.messenger:
        return False
    state.messenger = card.messenger
    return True


def to_reveal(state: State, location: Location) -> int:
    """How many cards its display lacks."""
    return 0 if location == state.removed else DISPLAY - len(state.display[location])


def runs_out(state: State, location: Location) -> bool:
    """Whether the display cannot be completed, even with the discards shuffled in."""
    return to_reveal(state, location) > len(state.undrawn[location]) + len(state.discards[location])


def makes_ready(state: State, location: Location) -> Literal["", "gone", "reshuffled"]:
    """Make sure that a card can be turned up: shuffle the discards, or remove a location that runs out."""
    if runs_out(state, location):
        remove_location(state, location)
        return "gone"
    if state.undrawn[location]:
        return ""
    reshuffle(state, location)
    return "reshuffled"


def reshuffle(state: State, location: Location) -> None:
    """The discards become a new deck."""
    state.undrawn[location] = sorted(state.discards[location], key=lambda card: card.number)
    state.discards[location] = []
    state.shuffles[location] += 1


def remove_location(state: State, location: Location) -> None:
    """A location that cannot be completed leaves the game; the messenger stands at the other one."""
    for piles in (state.display, state.undrawn, state.discards):
        state.gone += piles[location]
        piles[location] = []
    state.removed = location
    state.messenger = other(location)


def reveal(state: State, card: Card) -> None:
    """A card from the deck is turned up in the gap of its display."""
    location = card.location
    state.undrawn[location].remove(card)
    state.display[location].insert(state.hole[location], card)
    state.hole[location] += 1


def where(state: State, card: Card) -> Text | None:
    """Where a card lies, if it is not in a deck."""
    for player in state.players:
        for laid in player.cards.values():
            if laid.card is card:
                return Text("castle-combo.where.tableau", who=player.seat, cell=laid.cell)
    location = card.location
    if card in state.display[location]:
        return Text("castle-combo.where.display", location=location_name(location))
    if card in state.discards[location]:
        return Text("castle-combo.where.discards", location=location_name(location))
    if card in state.gone:
        return Text("castle-combo.where.gone")
    return None
