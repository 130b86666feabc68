"""The form of `opponents.toml`: the words a plan is written in, and what each says to a player.

A plan is four lists of priorities. Those for keys are tried in order until one applies; the others are
filters: each leaves only the moves that fit it best, and what is left at the end is equally good.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from automa import priorities, thinking
from automa.castle_combo.cards.counting import Location, Shield
from automa.castle_combo.cards.wording import banner_cards, one_shield
from automa.declared import Flaw
from automa.dialogue import Text
from automa.priorities import Condition, Counted, Few, Least, Listed, Most, Vocabulary
from automa.thinking import Weight

if TYPE_CHECKING:
    from automa.castle_combo.cards import Card
    from automa.castle_combo.opponents.prospects import Prospect

GAME = "castle-combo"

CardMeasure: TypeAlias = Literal[
    "points", "profit", "keys", "gold", "gold-left", "purse-room", "purse-gold", "price", "alike"
]
CellMeasure: TypeAlias = Literal["points", "row", "column", "row-alike", "column-alike", "touching", "choice"]
WayMeasure: TypeAlias = Literal["points", "profit", "keys", "gold", "purse-gold"]

CARD_MEASURES: tuple[CardMeasure, ...] = get_args(CardMeasure)
CELL_MEASURES: tuple[CellMeasure, ...] = get_args(CellMeasure)
WAY_MEASURES: tuple[WayMeasure, ...] = get_args(WayMeasure)

# ---------------------------------------------------------------- what is wanted


class FaceUp(Condition, frozen=True, tag="face-up"):
    """A card that it can pay."""

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        return not move.take.down


class FaceDown(Counted, frozen=True, tag="face-down"):
    """A card face down."""

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        return bool(move.take.down)

    def count(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> int:
        return len(move.player.cards) - len(move.player.face_up())


class Kind(Counted, frozen=True):
    """A kind of card, to be taken face up; face-down cards have nothing but their back."""

    def is_one(self, card: "Card") -> bool:
        raise NotImplementedError

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        return not move.take.down and self.is_one(move.take.card)

    def count(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> int:
        return sum(1 for laid in move.player.face_up() if self.is_one(laid.card))


class WithShield(Kind, frozen=True, tag="shield"):
    """A card with that shield."""

    shield: Shield

    def is_one(self, card: "Card") -> bool:
        return self.shield in card.shields

    def said(self, game: str) -> Text:
        return Text("castle-combo.want.with-shield", shield=one_shield(self.shield))


class Banner(Kind, frozen=True, tag="banner"):
    """A card of that location."""

    banner: Location

    def is_one(self, card: "Card") -> bool:
        return card.location == self.banner

    def said(self, game: str) -> Text:
        return Text("castle-combo.want.with-banner", card=banner_cards(self.banner))


class WithPurse(Kind, frozen=True, tag="purse"):
    """A card with a purse."""

    def is_one(self, card: "Card") -> bool:
        return card.purse > 0


class WithDiscount(Kind, frozen=True, tag="discount"):
    """A card with a discount."""

    def is_one(self, card: "Card") -> bool:
        return bool(card.discounts)


class WithMessenger(Kind, frozen=True, tag="messenger"):
    """A card that sends the messenger to the other location."""

    def is_one(self, card: "Card") -> bool:
        return card.messenger is not None


class NewShield(Condition, frozen=True, tag="new-shield"):
    """A card with a shield of a type that it has not yet."""

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        mine = {shield for laid in move.player.face_up() for shield in laid.card.shields}
        return not (move.take.down or mine.issuperset(move.take.card.shields))


class AtLeast(priorities.AtLeast[CardMeasure], frozen=True, tag="at-least"):
    """A card face up that brings, leaves or costs at least so much."""

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        return not move.take.down and super().has(move, vocabulary)


class AtMost(priorities.AtMost[CardMeasure], frozen=True, tag="at-most"):
    """A card face up that brings, leaves or costs at most so much."""

    def has(self, move: "Prospect", vocabulary: Vocabulary["Prospect"]) -> bool:
        return not move.take.down and super().has(move, vocabulary)


Having: TypeAlias = (
    FaceUp
    | FaceDown
    | WithShield
    | NewShield
    | Banner
    | WithPurse
    | WithDiscount
    | WithMessenger
    | AtLeast
    | AtMost
)
"""Something a move has or has not."""
CardWant: TypeAlias = Having | Most[CardMeasure] | Least[CardMeasure]
CellWant: TypeAlias = Most[CellMeasure] | Least[CellMeasure]
WayWant: TypeAlias = Most[WayMeasure]

# ---------------------------------------------------------------- when a key is spent


class Habit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="spend"):
    """The common form of a habit with keys: `spend` says for what."""


class ToFind(Habit, frozen=True):
    """Looks for something, and does something when it is not here."""

    find: Having
    keep: Few = 0
    """How many keys must be left."""


class MoveToFind(ToFind, frozen=True, tag="move"):
    """Moves the messenger when nothing here is as wanted, and something at the other location is."""


class RefreshToFind(ToFind, frozen=True, tag="refresh"):
    """Renews the cards when nothing here is as wanted."""


class MoveForMore(Habit, frozen=True, tag="move-for-more"):
    """Moves the messenger when the best of the other location is better by so much."""

    of: CardMeasure
    by: Annotated[int, Meta(ge=1, le=60)]
    keep: Few = 0


KeyHabit: TypeAlias = MoveToFind | MoveForMore | RefreshToFind


class Plan(Listed, frozen=True, kw_only=True):
    """An opponent that follows a card of priorities."""

    keys: tuple[KeyHabit, ...] = ()
    cards: tuple[CardWant, ...]
    cells: tuple[CellWant, ...] = (Most("points"),)
    abilities: tuple[WayWant, ...] = (Most("profit"),)


# ---------------------------------------------------------------- a bot that weighs every move


class Growth(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How much more of what a scroll counts is to be expected for every empty cell that can hold it."""

    shields_in_line: Weight
    shields: Weight
    types_in_line: Weight
    types: Weight
    banners: Weight
    shield_sets: Weight
    banner_sets: Weight
    identical_shields: Weight
    cards_with_shields: Weight
    cards_of_cost: Weight
    cards_with_discount: Weight
    keys: Weight
    missing_types: Weight


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """What a thinking bot believes things are worth, in points."""

    gold: Weight
    """Each gold that it can still spend."""
    spare: Weight
    """Each gold beyond that."""
    spending: Weight
    """How much gold it expects to spend in a turn."""
    key: Weight
    """Each key beyond the point that it scores, while there are turns left."""
    discount: Weight
    """Each discount, for every turn left."""
    purse: Weight
    """Each gold that its purses still have room for, beyond the gold in hand that fills them."""
    place: Weight
    """The share of a scroll for a place in the grid that can still come true."""
    absence: Weight
    """The share of a scroll for a missing shield that is left for every turn to come: 0.9 risks 10 %."""
    growth: Growth


class Level(thinking.Level, frozen=True, kw_only=True):
    """How well a thinking opponent plays."""

    weights: str
    """By which of its weights it weighs."""
    keys: bool = True
    """Whether it thinks of spending keys."""


class Thinker(Listed, frozen=True, kw_only=True):
    """An opponent that weighs every move."""

    level: dict[str, Level]
    weights: dict[str, Weights]


class Opponents(priorities.Opponents[Plan, Thinker], frozen=True):
    """The file `opponents.toml`."""

    def faults(self) -> Iterator[Flaw]:
        yield from super().faults()
        for id, plan in self.opponent.items():
            if not plan.cards:
                yield f"opponent.{id}.cards", Text("castle-combo.table.no-priorities")
        for id, thinker in self.thinker.items():
            key = f"thinker.{id}.level"
            if not thinker.level:
                yield key, Text("castle-combo.table.no-level")
            for name, level in thinker.level.items():
                if level.weights not in thinker.weights:
                    yield f"{key}.{name}.weights", Text("castle-combo.table.no-weights", name=level.weights)


# ---------------------------------------------------------------- in words


def habit_text(habit: KeyHabit) -> Text:
    """A habit with keys as it stands on an opponent's card."""
    match habit:
        case MoveToFind(find):
            text = Text("castle-combo.habit.move", find=find.text(GAME))
        case RefreshToFind(find):
            text = Text("castle-combo.habit.refresh", find=find.text(GAME))
        case MoveForMore(of, by):
            text = Text("castle-combo.habit.move-for-more", by=by, of=priorities.measure_text(GAME, of))
    if not habit.keep:
        return text
    return Text("castle-combo.habit.keep", what=text, keep=Text("amount.keys", n=habit.keep))
