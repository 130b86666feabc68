"""A bot that weighs every move: what it scores now, and what gold, keys and room for growth are worth later.

It knows what any player knows: what lies face up, what is in the discards, and so which cards are still in a
deck, but never their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

from automa.castle_combo import rules
from automa.castle_combo.cards import AtPosition, Card, NoShield, other
from automa.castle_combo.counting import (
    Banners,
    BannerSets,
    CardsOfCost,
    CardsWithDiscount,
    CardsWithPurse,
    CardsWithShields,
    EmptyCells,
    FullCells,
    GoldHere,
    GoldOnPurses,
    IdenticalShields,
    Keys,
    Location,
    MissingTypes,
    Per,
    Shields,
    ShieldSets,
    ShieldTypes,
    Survey,
)
from automa.castle_combo.plans import Growth, Weights
from automa.castle_combo.prospects import Bench, certain_origin, give, unstock
from automa.castle_combo.rules import Take, Way
from automa.castle_combo.scoring import POINTS_PER_KEY, can_be_at, card_points, is_at, stow
from automa.castle_combo.state import DISPLAY, TURNS, Cell, Player, Table
from automa.dialogue import Named, Text

SHOWN = 4
"""How many moves an explanation shows."""
CLOSE = 1e-9
"""Values that differ by less are equal."""
ALMOST = 1e-6
"""So little below a half is a half: one value worked out in two ways must be shown the same."""
LINE = 3
"""The cells of a row or column."""


class Worth:
    """What a position is worth to a player, and what that consists of."""

    __slots__ = ("discounts", "gold", "hopes", "keys", "points")

    def __init__(self, points: float, gold: float, keys: float, discounts: float, hopes: float) -> None:
        self.points = points
        """Scored already, keys included."""
        self.gold = gold
        self.keys = keys
        """What keys can do, beyond the point each scores."""
        self.discounts = discounts
        self.hopes = hopes
        """What the scrolls may still come to."""

    @property
    def total(self) -> float:
        return self.points + self.gold + self.keys + self.discounts + self.hopes

    def less(self, before: Worth) -> Worth:
        return Worth(
            self.points - before.points,
            self.gold - before.gold,
            self.keys - before.keys,
            self.discounts - before.discounts,
            self.hopes - before.hopes,
        )


def worth(player: Player, weights: Weights) -> Worth:
    """What a player's cards, gold and keys are worth with the turns that are left."""
    left = TURNS - len(player.cards)
    survey = Survey(player)
    points: float = player.keys * POINTS_PER_KEY
    gold, points_of_gold = _gold(player, survey, weights, left)
    points += points_of_gold
    hopes = 0.0
    discounts = 0
    top, leftmost = certain_origin(player.filled)
    in_row = [0, 0, 0, 0, 0]
    in_column = [0, 0, 0, 0, 0]
    for laid in player.cards.values():
        in_row[laid.row] += 1
        in_column[laid.column] += 1
    for laid in player.cards.values():
        if laid.down:
            continue
        card = laid.card
        scroll = card.scroll
        discounts += len(card.discounts)
        when = scroll.when
        if isinstance(when, AtPosition):
            if is_at(when.at, laid, top, leftmost):
                points += scroll.points
            elif can_be_at(when, laid, player.filled):
                hopes += scroll.points * weights.place
            continue
        now = card_points(survey, laid, top, leftmost)
        points += now
        if not left:
            continue
        if isinstance(when, NoShield):
            hopes += now * (weights.absence**left - 1)
        elif scroll.per is not None:
            growth, cells = _growth(scroll.per, LINE - in_row[laid.row], LINE - in_column[laid.column], left)
            if growth is not None:
                hopes += max(scroll.points * weights.growth[growth] * cells, -now)
    return Worth(
        points,
        gold,
        min(player.keys, left) * weights.key,
        discounts * weights.discount * left,
        hopes,
    )


def _gold(player: Player, survey: Survey, weights: Weights, left: int) -> tuple[float, int]:
    """What the gold in hand is worth later, and what it scores on the purses if this is the end."""
    if not left:
        points = 0
        for cell, amount in stow(player).items():
            points += amount * player.cards[cell].card.scroll.points
            survey.gold += amount
        return 0.0, points
    spent = min(float(player.gold), weights.spending * left)
    rest = player.gold - spent
    value = spent * weights.gold
    bank = sum(card.scroll.points for card in survey.cards if isinstance(card.scroll.per, GoldOnPurses))
    for laid in player.cards.values():
        room = laid.room()
        if room > 0:
            stowed = min(rest, room)
            rest -= stowed
            value += stowed * (laid.card.scroll.points + bank) + (room - stowed) * weights.purse
    return value + rest * weights.spare, 0


def _growth(per: Per, row: int, column: int, left: int) -> tuple[Growth | None, int]:
    """How a scroll can grow: the weight for it, and how many cells can still add to it."""
    match per:
        case Shields(area=area):
            match area:
                case "row":
                    return "shields-in-line", row
                case "column":
                    return "shields-in-line", column
                case "row-and-column":
                    return "shields-in-line", row + column
            return "shields", left
        case ShieldTypes("row"):
            return "types-in-line", row
        case ShieldTypes("column"):
            return "types-in-line", column
        case ShieldTypes():
            return "types", left
        case Banners():
            return "banners", left
        case ShieldSets():
            return "shield-sets", left
        case BannerSets():
            return "banner-sets", left
        case IdenticalShields():
            return "identical-shields", left
        case CardsWithShields():
            return "cards-with-shields", left
        case CardsOfCost():
            return "cards-of-cost", left
        case CardsWithDiscount():
            return "cards-with-discount", left
        case Keys():
            return "keys", left
        case MissingTypes():
            return "missing-types", left
        case CardsWithPurse() | FullCells() | EmptyCells() | GoldHere() | GoldOnPurses():
            return None, 0


class Weighed:
    """A move with the worth of the position after it."""

    __slots__ = ("move", "value", "worth")

    def __init__(self, move: Named, worth: Worth) -> None:
        self.move = move
        self.worth = worth
        self.value = worth.total


class Weigher:
    """Weighs the moves of one player."""

    __slots__ = ("bench", "weights")

    def __init__(self, table: Table, player: Player, weights: Weights) -> None:
        self.bench = Bench(table, player)
        self.weights = weights

    @property
    def player(self) -> Player:
        return self.bench.player

    def now(self) -> Worth:
        return worth(self.player, self.weights)

    def take(self, take: Take) -> Weighed:
        """A move, its ability applied in the best way."""
        player = self.player
        gold, keys = player.gold, player.keys
        laid = self.bench.lay(take)
        best: Worth | None = None
        if not take.down:
            for way in self.bench.ways(laid):
                found = self._after(way)
                if best is None or found.total > best.total:
                    best = found
        if best is None:
            best = self.now()
        self.bench.take_back(take.cell, gold, keys, ())
        return Weighed(take, best)

    def way(self, way: Way) -> Weighed:
        """A way to apply the ability of a card that lies already."""
        return Weighed(way, self._after(way))

    def _after(self, way: Way) -> Worth:
        player = self.player
        gold, keys = player.gold, player.keys
        stocked = give(player, way)
        found = self.now()
        unstock(stocked)
        player.gold, player.keys = gold, keys
        return found

    def takes(self, location: Location | None = None) -> list[Weighed]:
        return self.weigh(rules.takes(self.bench.table, self.player, location))

    def weigh(self, takes: Iterable[Take]) -> list[Weighed]:
        """Each of the moves; face down all cards are the same."""
        face_down: dict[Cell, Worth] = {}
        weighed: list[Weighed] = []
        for take in takes:
            if take.down and take.cell in face_down:
                weighed.append(Weighed(take, face_down[take.cell]))
                continue
            found = self.take(take)
            weighed.append(found)
            if take.down:
                face_down[take.cell] = found.worth
        return weighed

    def after_key(self, location: Location) -> Weighed:
        """The best move at a location once a key is spent."""
        self.player.keys -= 1
        best = max(self.takes(location), key=lambda each: each.value)
        self.player.keys += 1
        return best

    def after_refresh(self) -> Expected:
        """What to expect of three new cards: every card that can come is weighed, all equally likely."""
        table, player = self.bench.table, self.player
        pool = table.undrawn[table.messenger]
        if len(pool) < DISPLAY:
            # The discards are shuffled in, and with them what lies here now.
            pool = pool + table.discards[table.messenger] + table.display[table.messenger]
        player.keys -= 1
        cells = rules.legal_cells(player)
        down = max(self.take(Take(pool[0], True, cell, 0)).value for cell in cells)
        values: list[tuple[float, Card]] = []
        for card in pool:
            price = rules.price(player, card)
            best = down
            if price <= player.gold:
                best = max(best, *(self.take(Take(card, False, cell, price)).value for cell in cells))
            values.append((best, card))
        player.keys += 1
        values.sort(key=lambda each: (-each[0], each[1].number))
        return Expected(best_of(DISPLAY, [value for value, _ in values]), [card for _, card in values])


class Expected:
    """What a refresh is worth on average, and the cards that can come, best first."""

    __slots__ = ("cards", "value")

    def __init__(self, value: float, cards: Sequence[Card]) -> None:
        self.value = value
        self.cards = cards


def best_of(drawn: int, falling: Sequence[float]) -> float:
    """The mean of the best of so many values drawn at random, without putting back, from these."""
    count = len(falling)
    drawn = min(drawn, count)
    ways = comb(count, drawn)
    return sum(value * comb(count - 1 - place, drawn - 1) / ways for place, value in enumerate(falling))


# ---------------------------------------------------------------- deciding


def best(weighed: Sequence[Weighed]) -> list[Weighed]:
    """The best, and what is as good."""
    top = max(each.value for each in weighed)
    return [each for each in weighed if each.value >= top - CLOSE]


def decide_key(
    table: Table, player: Player, uses: Iterable[str], weights: Weights
) -> tuple[list[str], list[Text]]:
    """Whether to spend a key: the best that each use leads to."""
    weigher = Weigher(table, player, weights)
    now = weigher.now().total
    here = max(weigher.takes(), key=lambda each: each.value)
    values = {"none": here.value}
    why = [Text("castle-combo.think.none", move=here.move, value=tenths(here.value - now))]
    for use in uses:
        if use == "move":
            there = other(table.messenger)
            found = weigher.after_key(there)
            values[use] = found.value
            why.append(Text("castle-combo.think.move", move=found.move, value=tenths(found.value - now)))
        elif use == "refresh":
            expected = weigher.after_refresh()
            values[use] = expected.value
            why.append(
                Text(
                    "castle-combo.think.refresh",
                    value=tenths(expected.value - now),
                    count=len(expected.cards),
                    cards=list(expected.cards[:SHOWN]),
                )
            )
    top = max(values.values())
    # A key is not spent for nothing: among equals it stays.
    chosen = next(use for use in ("none", "move", "refresh") if values.get(use, top - 1) >= top - CLOSE)
    return [chosen], why


def decide_move(weighed: Sequence[Weighed], before: Worth) -> tuple[list[str], list[Text]]:
    """The best moves, and the best few with what their values consist of."""
    ranked = sorted(weighed, key=lambda each: -each.value)
    why = [value_text(each, before) for each in ranked[:SHOWN]]
    if len(ranked) > SHOWN:
        why.append(Text("castle-combo.think.others", n=len(ranked) - SHOWN))
    return [each.move.id for each in best(weighed)], why


def value_text(weighed: Weighed, before: Worth) -> Text:
    """A move's value and what it consists of: "Judge on b3: 12.4 = 9 points + 2.1 gold + …"."""
    change = weighed.worth.less(before)
    parts = [
        Text(f"castle-combo.think.part.{name}", value=tenths(value))
        for name, value in (
            ("points", change.points),
            ("gold", change.gold),
            ("keys", change.keys),
            ("discounts", change.discounts),
            ("hopes", change.hopes),
        )
        if name == "points" or round(abs(value), 1) >= 0.1
    ]
    return Text("castle-combo.think.value", move=weighed.move, value=tenths(change.total), parts=parts)


def tenths(value: float) -> Text:
    """A value rounded to a tenth, to be written as the language does: 12.4 or 12,4."""
    rounded = int(abs(value) * 10 + 0.5 + ALMOST)
    sign = "−" if value < 0 and rounded else ""
    return Text("castle-combo.tenths", sign=sign, whole=rounded // 10, tenth=rounded % 10)


PARTS = ("points", "gold", "keys", "discounts", "hopes")


def thinking_words() -> list[str]:
    """The ids of the texts that are put together from a part of a value."""
    return [f"castle-combo.think.part.{name}" for name in PARTS]
