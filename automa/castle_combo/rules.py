"""What is allowed and what happens: prices, places, taking a card, its ability, the messenger, the refill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product

from automa.castle_combo.cards import (
    Card,
    DiscardFor,
    FillPurses,
    Gain,
    GoldOnPurses,
    Line,
    OpponentsGain,
    Resource,
    choice_word,
)
from automa.castle_combo.counting import Location, Survey, in_neighbour, location_name
from automa.castle_combo.state import (
    BIT,
    CELLS,
    COLUMN,
    DISPLAY,
    FIRST_CELL,
    ROW,
    TURNS,
    Cell,
    Laid,
    Player,
    Table,
)
from automa.dialogue import Text
from automa.game import Seat

FACE_DOWN_GOLD = 6
FACE_DOWN_KEYS = 2

# ---------------------------------------------------------------- placing


@cache
def _free_cells(filled: int) -> tuple[Cell, ...]:
    if not filled:
        return (FIRST_CELL,)
    taken = [cell for cell in CELLS if filled & BIT[cell]]
    rows = {ROW[cell] for cell in taken}
    columns = {COLUMN[cell] for cell in taken}
    return tuple(
        cell
        for cell in CELLS
        if not filled & BIT[cell]
        and any(abs(ROW[cell] - ROW[each]) + abs(COLUMN[cell] - COLUMN[each]) == 1 for each in taken)
        and _span(rows, ROW[cell]) <= 3
        and _span(columns, COLUMN[cell]) <= 3
    )


def _span(lines: Iterable[int], new: int) -> int:
    with_new = [*lines, new]
    return max(with_new) - min(with_new) + 1


def legal_cells(player: Player) -> tuple[Cell, ...]:
    """Where the next card may lie, in reading order: beside another, in a grid that still fits into 3x3."""
    return _free_cells(player.filled)


def fits(filled: int) -> bool:
    """Whether these cells can be a tableau: in one piece, within 3x3."""
    taken = [cell for cell in CELLS if filled & BIT[cell]]
    if not taken:
        return True
    rows = [ROW[cell] for cell in taken]
    columns = [COLUMN[cell] for cell in taken]
    if max(rows) - min(rows) > 2 or max(columns) - min(columns) > 2:
        return False
    reached = [taken[0]]
    for cell in reached:
        reached += [each for each in taken if each not in reached and beside(cell, each)]
    return len(reached) == len(taken)


def beside(one: Cell, two: Cell) -> bool:
    """Whether two cells touch along a side."""
    return abs(ROW[one] - ROW[two]) + abs(COLUMN[one] - COLUMN[two]) == 1


# ---------------------------------------------------------------- buying


def price(player: Player, card: Card) -> int:
    """What the card costs this player: its printed cost less the discounts lying face up, never below 0."""
    cost = card.cost
    location = card.location
    for laid in player.cards.values():
        if location in laid.card.discounts and not laid.down:
            cost -= 1
    return cost if cost > 0 else 0


class Take:
    """Taking a card: face up for its price, or face down for nothing, and where it is laid."""

    __slots__ = ("card", "cell", "down", "price")

    def __init__(self, card: Card, down: bool, cell: Cell, price: int) -> None:
        self.card = card
        self.down = down
        self.cell = cell
        self.price = price

    @property
    def id(self) -> str:
        return f"{self.card.id} down {self.cell}" if self.down else f"{self.card.id} {self.cell}"

    @property
    def name(self) -> Text:
        if self.down:
            return Text("castle-combo.move.down", card=self.card, cell=self.cell)
        price = Text("amount.gold", n=self.price)
        return Text("castle-combo.move.buy", card=self.card, cell=self.cell, price=price)

    def __repr__(self) -> str:
        return f"Take({self.id!r})"


def takes(table: Table, player: Player, location: Location | None = None) -> list[Take]:
    """Every legal way to take a card at the messenger (or at `location`): card, face and cell."""
    cells = legal_cells(player)
    found: list[Take] = []
    for card in table.display[location or table.messenger]:
        cost = price(player, card)
        if cost <= player.gold:
            found += [Take(card, False, cell, cost) for cell in cells]
        found += [Take(card, True, cell, 0) for cell in cells]
    return found


def take(table: Table, player: Player, card: Card, cell: Cell, *, down: bool = False) -> int:
    """Move a face-up card from the display to the tableau; what was paid.

    A player who insists on a price that the app thinks too high pays all there is.
    """
    display = table.display[card.location]
    table.hole[card.location] = display.index(card)
    display.remove(card)
    if down:
        player.gold += FACE_DOWN_GOLD
        player.keys += FACE_DOWN_KEYS
        paid = 0
    else:
        paid = min(price(player, card), player.gold)
        player.gold -= paid
    player.lay(card, cell, down=down)
    return paid


# ---------------------------------------------------------------- abilities


class Gained:
    """The player gains from the supply."""

    __slots__ = ("amount", "neighbour", "what")

    def __init__(self, what: Resource, amount: int, neighbour: Seat | None = None) -> None:
        self.what: Resource = what
        self.amount = amount
        self.neighbour = neighbour
        """In whose tableau it was counted, if not in the player's own."""

    def outcome(self) -> tuple[object, ...]:
        return (self.what, self.amount) if self.amount else ()


class OthersGained:
    """Every other player gains from the supply."""

    __slots__ = ("amount", "what")

    def __init__(self, what: Resource, amount: int) -> None:
        self.what: Resource = what
        self.amount = amount

    def outcome(self) -> tuple[object, ...]:
        return ("others", self.what, self.amount)


class Discarded:
    """A face-up card is discarded, and its printed cost gained."""

    __slots__ = ("card", "what")

    def __init__(self, card: Card, what: Resource) -> None:
        self.card = card
        self.what: Resource = what

    def outcome(self) -> tuple[object, ...]:
        return (self.card.id,)


class Stocked:
    """Gold from the supply goes on purses."""

    __slots__ = ("purses",)

    def __init__(self, purses: Sequence[tuple[Laid, int]]) -> None:
        self.purses = purses
        """Each with how much it gets; never nothing."""

    def outcome(self) -> tuple[object, ...]:
        return tuple((laid.cell, amount) for laid, amount in self.purses)


Effect = Gained | OthersGained | Discarded | Stocked


class Way:
    """One way to apply an ability: the words that choose it, and what it does, in printed order."""

    __slots__ = ("effects", "words")

    def __init__(self, words: tuple[str, ...], effects: tuple[Effect, ...]) -> None:
        self.words = words
        self.effects = effects

    @property
    def id(self) -> str:
        return " ".join(self.words) or "only"

    @property
    def name(self) -> Text:
        plain = [effect for effect in self.effects if isinstance(effect, Gained)]
        amounts = gained(plain)
        texts = [Text("castle-combo.way.gain", amounts=amounts)] if amounts else []
        texts += [effect_text(effect) for effect in self.effects if not isinstance(effect, Gained)]
        name = Text("castle-combo.ability.both", lines=texts) if texts else Text("castle-combo.way.nothing")
        for effect in plain:
            if effect.neighbour is not None:
                side = "left" if "left" in self.words else "right"
                return Text(f"castle-combo.way.{side}", what=name, who=effect.neighbour)
        return name

    def outcome(self) -> tuple[tuple[object, ...], ...]:
        """What comes of it, to tell whether two ways differ."""
        return tuple(outcome for effect in self.effects if (outcome := effect.outcome()))

    def __repr__(self) -> str:
        return f"Way({self.id!r})"


def gained(effects: Iterable[Effect]) -> list[Text]:
    """What the player gains, added up for each resource: "4 gold", "2 keys"; what is nothing is not said."""
    amounts: dict[Resource, int] = {}
    for effect in effects:
        if isinstance(effect, Gained):
            amounts[effect.what] = amounts.get(effect.what, 0) + effect.amount
        elif isinstance(effect, Discarded):
            amounts[effect.what] = amounts.get(effect.what, 0) + effect.card.cost
    return [Text(f"amount.{what}", n=amount) for what, amount in amounts.items() if amount]


def effect_text(effect: OthersGained | Discarded | Stocked) -> Text:
    """What an effect other than a plain gain does, in words."""
    match effect:
        case OthersGained():
            return Text(
                "castle-combo.ability.opponents-gain", amount=Text(f"amount.{effect.what}", n=effect.amount)
            )
        case Discarded():
            return Text(
                "castle-combo.way.discard",
                card=effect.card,
                amount=Text(f"amount.{effect.what}", n=effect.card.cost),
            )
        case Stocked():
            if not effect.purses:
                return Text("castle-combo.way.no-purses")
            return Text("castle-combo.way.purses", purses=[purse_text(*each) for each in effect.purses])


def purse_text(laid: Laid, amount: int) -> Text:
    """So much gold on that card's purse."""
    return Text("castle-combo.way.purse", amount=Text("amount.gold", n=amount), card=laid.card)


def ways(table: Table, player: Player, laid: Laid) -> list[Way]:
    """Every way to apply the ability of the card that was just laid, the card itself counted in."""
    card = laid.card
    survey: Survey | None = None
    if any(card.counters):
        survey = Survey(player)
    if card.choose_one:
        return [
            Way((choice_word(line), *way.words), way.effects)
            for place, line in enumerate(card.ability)
            for way in _ways_of_line(table, player, laid, line, place, survey)
        ]
    lines = [
        found
        for place, line in enumerate(card.ability)
        if (found := _ways_of_line(table, player, laid, line, place, survey))
    ]
    if len(lines) == 1:
        return lines[0]
    return [
        Way(
            tuple(word for way in each for word in way.words),
            tuple(effect for way in each for effect in way.effects),
        )
        for each in product(*lines)
    ]


def _ways_of_line(
    table: Table, player: Player, laid: Laid, line: Line, place: int, survey: Survey | None
) -> list[Way]:
    if isinstance(line, Gain):
        count = laid.card.counters[place]
        if count is None or survey is None:
            return [Way((), (Gained(line.what, line.amount),))]
        if not in_neighbour(line.per):
            return [Way((), (Gained(line.what, line.amount * count(survey, laid)),))]
        if len(table.players) == 2:
            amount = line.amount * count(Survey(table.left_of(player)), laid)
            return [Way((), (Gained(line.what, amount),))]
        sides = (("left", table.left_of(player)), ("right", table.right_of(player)))
        return [
            Way((side,), (Gained(line.what, line.amount * count(Survey(each), laid), each.seat),))
            for side, each in sides
        ]
    if isinstance(line, OpponentsGain):
        return [Way((), (OthersGained(line.what, line.amount),))]
    if isinstance(line, GoldOnPurses):
        return [Way((), (Stocked(_up_to(player.purses(), line.amount)),))]
    if isinstance(line, FillPurses):
        return _fillings(player.purses(), line.purses)
    if isinstance(line, DiscardFor):
        # A location without a display (it ran out of cards) has nothing to discard.
        return [Way((card.id,), (Discarded(card, line.what),)) for card in table.display[line.origin]]
    return []


def _up_to(purses: Sequence[Laid], amount: int) -> list[tuple[Laid, int]]:
    return [(laid, min(amount, laid.room())) for laid in purses if laid.room()]


def _fillings(purses: Sequence[Laid], number: int) -> list[Way]:
    with_room = [laid for laid in purses if laid.room()]
    if len(with_room) <= number:
        return [Way((), (Stocked(_up_to(with_room, 999)),))]
    return [
        Way(tuple(laid.cell for laid in chosen), (Stocked(_up_to(chosen, 999)),))
        for chosen in combinations(with_room, number)
    ]


def real_choices(found: Sequence[Way], *, best_neighbour: bool = False) -> list[Way]:
    """The ways that are worth asking about: each brings something, and no two bring the same.

    With one left there is nothing to ask; with none the ability does nothing. `best_neighbour` leaves of two
    neighbours only the one that gives more.
    """
    if len(found) < 2:
        return list(found)
    different: dict[tuple[tuple[object, ...], ...], Way] = {}
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
    return sides & set(one.words) != sides & set(two.words) and _gained(one) > _gained(two)


def _gained(way: Way) -> int:
    return sum(effect.amount for effect in way.effects if isinstance(effect, Gained))


def apply(table: Table, player: Player, way: Way) -> None:
    """Let the ability happen, in printed order."""
    for effect in way.effects:
        if isinstance(effect, Gained):
            _give(player, effect.what, effect.amount)
        elif isinstance(effect, OthersGained):
            for each in table.players:
                if each is not player:
                    _give(each, effect.what, effect.amount)
        elif isinstance(effect, Discarded):
            discard(table, effect.card)
            _give(player, effect.what, effect.card.cost)
        else:
            for laid, amount in effect.purses:
                own = player.cards[laid.cell]
                own.gold += min(amount, own.room())


def _give(player: Player, what: Resource, amount: int) -> None:
    if what == "gold":
        player.gold += amount
    else:
        player.keys += amount


# ---------------------------------------------------------------- keys, the messenger, the displays


def can_move_messenger(table: Table, player: Player) -> bool:
    """Whether a key can move the pawn: not once a location is gone."""
    return player.keys > 0 and table.removed is None


def can_refresh(table: Table, player: Player) -> bool:
    """Whether a key can renew the cards at the messenger."""
    return player.keys > 0


def spend_key_to_move(table: Table, player: Player) -> None:
    """Pay a key: the messenger goes to the other location."""
    player.keys -= 1
    table.messenger = "village" if table.messenger == "castle" else "castle"


def spend_key_to_refresh(table: Table, player: Player) -> list[Card]:
    """Pay a key: the cards at the messenger are discarded. Those that went; new ones are to be revealed."""
    player.keys -= 1
    display = table.display[table.messenger]
    went = display[:]
    table.discards[table.messenger] += went
    display.clear()
    table.hole[table.messenger] = 0
    return went


def discard(table: Table, card: Card) -> None:
    """A face-up card goes to the discard pile of its location."""
    display = table.display[card.location]
    table.hole[card.location] = display.index(card)
    display.remove(card)
    table.discards[card.location].append(card)


def move_messenger(table: Table, card: Card, *, down: bool) -> bool:
    """The messenger follows the icon of a card bought face up; whether it moved."""
    if down or card.messenger is None or table.removed is not None or card.messenger == table.messenger:
        return False
    table.messenger = card.messenger
    return True


def to_reveal(table: Table, location: Location) -> int:
    """How many cards its display lacks."""
    return 0 if location == table.removed else DISPLAY - len(table.display[location])


def runs_out(table: Table, location: Location) -> bool:
    """Whether the display cannot be completed, even with the discards shuffled in."""
    return to_reveal(table, location) > len(table.undrawn[location]) + len(table.discards[location])


def reshuffle(table: Table, location: Location) -> None:
    """The discards become a new deck."""
    table.undrawn[location] = sorted(table.discards[location], key=lambda card: card.number)
    table.discards[location] = []
    table.shuffles[location] += 1


def remove_location(table: Table, location: Location) -> list[Card]:
    """A location that cannot be completed leaves the game; the messenger stands at the other one."""
    left = table.display[location] + table.undrawn[location] + table.discards[location]
    table.gone += left
    table.display[location] = []
    table.undrawn[location] = []
    table.discards[location] = []
    table.removed = location
    table.messenger = "village" if location == "castle" else "castle"
    return left


def reveal(table: Table, card: Card) -> None:
    """A card from the deck is turned up in the gap of its display."""
    location = card.location
    table.undrawn[location].remove(card)
    table.display[location].insert(table.hole[location], card)
    table.hole[location] += 1


def where(table: Table, card: Card) -> Text | None:
    """Where a card lies, if it is not in a deck."""
    for player in table.players:
        for laid in player.cards.values():
            if laid.card is card:
                return Text("castle-combo.where.tableau", who=player.seat, cell=laid.cell)
    location = card.location
    if card in table.display[location]:
        return Text("castle-combo.where.display", location=location_name(location))
    if card in table.discards[location]:
        return Text("castle-combo.where.discards", location=location_name(location))
    if card in table.gone:
        return Text("castle-combo.where.gone")
    return None


# ---------------------------------------------------------------- what must add up


def recount(table: Table) -> list[str]:
    """What does not add up."""
    wrong: list[str] = []
    seen = [laid.card for player in table.players for laid in player.cards.values()] + table.gone
    for pile in (table.display, table.undrawn, table.discards):
        for location, cards in pile.items():
            seen += cards
            wrong += [f"{card.id} lies at the {location}" for card in cards if card.location != location]
    if len(seen) != len(table.deck.cards) or set(seen) != set(table.deck.cards):
        twice = sorted({card.id for card in seen if seen.count(card) > 1})
        lost = sorted({card.id for card in table.deck.cards} - {card.id for card in seen})
        wrong.append(f"cards seen twice: {twice}; cards lost: {lost}")
    for player in table.players:
        name = player.seat.id
        mask = sum(BIT[cell] for cell in player.cards)
        if mask != player.filled or not fits(mask) or len(player.cards) > TURNS:
            wrong.append(f"{name}: the tableau {sorted(player.cards)} is no grid within 3x3")
        if player.gold < 0 or player.keys < 0:
            wrong.append(f"{name}: {player.gold} gold, {player.keys} keys")
        for laid in player.cards.values():
            if laid.gold < 0 or laid.room() < 0 or (laid.down and laid.gold):
                wrong.append(f"{name}: {laid.gold} gold on {laid.card.id}")
    for location, cards in table.display.items():
        if len(cards) > DISPLAY:
            wrong.append(f"{len(cards)} cards on display at the {location}")
    if table.removed == table.messenger:
        wrong.append("the messenger stands at a location that is gone")
    return wrong
