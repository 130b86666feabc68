"""The form of `opponents.toml`: the words a plan is written in, and what each says to a player.

A plan is four lists of priorities. Those for keys are tried in order until one applies; the others are
filters: each leaves only the moves that fit it best, and what is left at the end is equally good.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from automa.castle_combo.counting import LOCATIONS, SHIELDS, Location, Shield, banner_name, shield_name
from automa.dialogue import TABLE, YOU, Text

CardMeasure: TypeAlias = Literal[
    "points", "profit", "keys", "gold", "gold-left", "purse-room", "purse-gold", "price", "alike"
]
CellMeasure: TypeAlias = Literal["points", "row", "column", "row-alike", "column-alike", "touching", "choice"]
WayMeasure: TypeAlias = Literal["points", "profit", "keys", "gold", "purse-gold"]
Side: TypeAlias = Literal["most", "least"]

CARD_MEASURES: tuple[CardMeasure, ...] = get_args(CardMeasure)
CELL_MEASURES: tuple[CellMeasure, ...] = get_args(CellMeasure)
WAY_MEASURES: tuple[WayMeasure, ...] = get_args(WayMeasure)

Few: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
AtLeastOne: TypeAlias = Annotated[int, Meta(ge=1, le=9)]
Weight: TypeAlias = Annotated[float, Meta(ge=-20, le=20)]

# ---------------------------------------------------------------- what is wanted


class Want(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="want"):
    """The common form of a priority: `want` says what."""


class FaceUp(Want, frozen=True, tag="face-up"):
    """Any card that it can pay."""


class FaceDown(Want, frozen=True, tag="face-down"):
    """Any card face down; `until` it has so many."""

    until: AtLeastOne | None = None


class WithShield(Want, frozen=True, tag="shield"):
    """A card with that shield; `until` it has so many cards with it."""

    shield: Shield
    until: AtLeastOne | None = None


class NewShield(Want, frozen=True, tag="new-shield"):
    """A card with a shield of a type that it has not yet."""


class Banner(Want, frozen=True, tag="banner"):
    """A card of that location; `until` it has so many."""

    banner: Location
    until: AtLeastOne | None = None


class WithPurse(Want, frozen=True, tag="purse"):
    """A card with a purse; `until` it has so many."""

    until: AtLeastOne | None = None


class WithDiscount(Want, frozen=True, tag="discount"):
    """A card with a discount; `until` it has so many."""

    until: AtLeastOne | None = None


class WithMessenger(Want, frozen=True, tag="messenger"):
    """A card that sends the messenger to the other location."""


class AtLeast(Want, frozen=True, tag="at-least"):
    """A card that brings, leaves or costs at least so much."""

    of: CardMeasure
    amount: Few


class AtMost(Want, frozen=True, tag="at-most"):
    """A card that brings, leaves or costs at most so much."""

    of: CardMeasure
    amount: Few


class Most(Want, frozen=True, tag="most"):
    """The moves with most of something, and those that are at most `within` behind."""

    of: CardMeasure
    within: Few = 0


class Least(Want, frozen=True, tag="least"):
    """The moves with least of something, and those that are at most `within` above."""

    of: CardMeasure
    within: Few = 0


class MostAt(Want, frozen=True, tag="most"):
    """The cells with most of something."""

    of: CellMeasure


class LeastAt(Want, frozen=True, tag="least"):
    """The cells with least of something."""

    of: CellMeasure


class MostBy(Want, frozen=True, tag="most"):
    """The ways to apply an ability that bring most of something."""

    of: WayMeasure


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
CardWant: TypeAlias = Having | Most | Least
CellWant: TypeAlias = MostAt | LeastAt
WayWant: TypeAlias = MostBy
AnyWant: TypeAlias = CardWant | CellWant | WayWant

# ---------------------------------------------------------------- when a key is spent


class Habit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="spend"):
    """The common form of a habit with keys: `spend` says for what."""


class MoveToFind(Habit, frozen=True, tag="move"):
    """Moves the messenger when nothing here is as wanted, and something at the other location is."""

    find: Having
    keep: Few = 0
    """How many keys must be left."""


class MoveForMore(Habit, frozen=True, tag="move-for-more"):
    """Moves the messenger when the best of the other location is better by so much."""

    of: CardMeasure
    by: Annotated[int, Meta(ge=1, le=60)]
    keep: Few = 0


class RefreshToFind(Habit, frozen=True, tag="refresh"):
    """Renews the cards when nothing here is as wanted."""

    find: Having
    keep: Few = 0


KeyHabit: TypeAlias = MoveToFind | MoveForMore | RefreshToFind


class Strength(Struct, frozen=True, forbid_unknown_fields=True):
    """What an opponent scores in games for two: the mean and the spread, measured."""

    mean: Annotated[int, Meta(ge=0, le=200)]
    spread: Few


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """An opponent that follows a card of priorities."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    cards: tuple[CardWant, ...]
    keys: tuple[KeyHabit, ...] = ()
    cells: tuple[CellWant, ...] = (MostAt("points"),)
    abilities: tuple[WayWant, ...] = (MostBy("profit"),)
    character: Annotated[str, Meta(max_length=200)] = ""
    """Who it is, in a sentence; for those that come with the program the catalogues have it."""
    house: bool = False
    """Whether it comes with the program."""
    strength: Strength | None = None


# ---------------------------------------------------------------- a bot that weighs every move

Growth: TypeAlias = Literal[
    "shields-in-line",
    "shields",
    "types-in-line",
    "types",
    "banners",
    "shield-sets",
    "banner-sets",
    "identical-shields",
    "cards-with-shields",
    "cards-of-cost",
    "cards-with-discount",
    "keys",
    "missing-types",
]
GROWTHS: tuple[Growth, ...] = get_args(Growth)


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
    growth: dict[Growth, Weight]
    """How much more of what a scroll counts is to be expected for every empty cell that can hold it."""
    strength: Strength | None = None


class Thinker(Struct, frozen=True, forbid_unknown_fields=True):
    """An opponent that weighs every move; its levels differ in what they weigh."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    level: dict[str, Weights]
    character: Annotated[str, Meta(max_length=200)] = ""
    house: bool = False


class Opponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `opponents.toml`."""

    opponent: dict[str, Plan]
    thinker: dict[str, Thinker] = field(default_factory=dict)


def check_opponents(opponents: Opponents) -> list[tuple[str, Text]]:
    """What is wrong with opponents that the types allow: the key and what is wrong."""
    wrong: list[tuple[str, Text]] = []
    names: dict[str, tuple[str, str]] = {}
    everybody: list[tuple[str, str, Plan | Thinker]] = [
        *(("opponent", id, plan) for id, plan in opponents.opponent.items()),
        *(("thinker", id, thinker) for id, thinker in opponents.thinker.items()),
    ]
    ids: set[str] = set()
    for kind, id, each in everybody:
        key = f"opponents.{kind}.{id}"
        if id in (YOU, TABLE) or ":" in id or not id.isprintable() or id != id.strip().lower():
            wrong.append((key, Text("castle-combo.table.opponent-id", found=id)))
        if id in ids:
            wrong.append((key, Text("castle-combo.table.opponent-twice", found=id)))
        ids.add(id)
        first, first_key = names.setdefault(each.name.strip().casefold(), (id, key))
        if first != id:  # either may be the one that is wrong
            for one, two in ((key, first), (first_key, id)):
                same = Text("castle-combo.table.same-opponent", name=each.name, other=two)
                wrong.append((f"{one}.name", same))
        if not each.house and not each.character.strip():
            wrong.append((f"{key}.character", Text("castle-combo.table.no-character")))
        if isinstance(each, Plan) and not each.cards:
            wrong.append((f"{key}.cards", Text("castle-combo.table.no-priorities")))
        if isinstance(each, Thinker):
            if not each.level:
                wrong.append((f"{key}.level", Text("castle-combo.table.no-level")))
            for name, weights in each.level.items():
                missing = [word for word in GROWTHS if word not in weights.growth]
                if missing:
                    wrong.append(
                        (
                            f"{key}.level.{name}.growth",
                            Text("castle-combo.table.no-growth", words=list(missing)),
                        )
                    )
    if not everybody:
        wrong.append(("opponents.opponent", Text("castle-combo.table.no-opponents")))
    return wrong


# ---------------------------------------------------------------- in words


def want_text(want: AnyWant) -> Text:
    """A priority as it stands on an opponent's card: "a card with a Faith shield"."""
    match want:
        case WithShield(shield, until):
            return _until(Text("castle-combo.want.shield", shield=shield_name(shield)), until)
        case Banner(banner, until):
            return _until(Text("castle-combo.want.banner", banner=banner_name(banner)), until)
        case FaceDown(until):
            return _until(Text("castle-combo.want.face-down"), until)
        case WithPurse(until):
            return _until(Text("castle-combo.want.purse"), until)
        case WithDiscount(until):
            return _until(Text("castle-combo.want.discount"), until)
        case FaceUp():
            return Text("castle-combo.want.face-up")
        case NewShield():
            return Text("castle-combo.want.new-shield")
        case WithMessenger():
            return Text("castle-combo.want.messenger")
        case AtLeast(of, amount):
            return Text("castle-combo.want.at-least", amount=amount, of=measure_text(of))
        case AtMost(of, amount):
            return Text("castle-combo.want.at-most", amount=amount, of=measure_text(of))
        case Most(of, within):
            return _within(Text("castle-combo.want.most", of=measure_text(of)), within)
        case Least(of, within):
            return _within(Text("castle-combo.want.least", of=measure_text(of)), within)
        case MostAt(of):
            return Text("castle-combo.want.most", of=spot_text(of))
        case LeastAt(of):
            return Text("castle-combo.want.least", of=spot_text(of))
        case MostBy(of):
            return Text("castle-combo.want.most", of=measure_text(of))


def _until(what: Text, until: int | None) -> Text:
    return what if until is None else Text("castle-combo.want.until", what=what, until=until)


def _within(what: Text, within: int) -> Text:
    return Text("castle-combo.want.within", what=what, within=within) if within else what


def measure_text(of: CardMeasure | WayMeasure) -> Text:
    """What is measured of a card or an ability, in words that follow "most": "points at once"."""
    return Text(f"castle-combo.measure.{of}")


def spot_text(of: CellMeasure) -> Text:
    """What is measured of a cell, in words that follow "most": "cards in its row"."""
    return Text(f"castle-combo.spot.{of}")


def habit_text(habit: KeyHabit) -> Text:
    """A habit with keys as it stands on an opponent's card."""
    match habit:
        case MoveToFind(find, keep):
            return _keep(Text("castle-combo.habit.move", find=want_text(find)), keep)
        case MoveForMore(of, by, keep):
            return _keep(Text("castle-combo.habit.move-for-more", by=by, of=measure_text(of)), keep)
        case RefreshToFind(find, keep):
            return _keep(Text("castle-combo.habit.refresh", find=want_text(find)), keep)


def _keep(what: Text, keep: int) -> Text:
    return Text("castle-combo.habit.keep", what=what, keep=Text("amount.keys", n=keep)) if keep else what


def plan_words() -> Iterator[str]:
    """The ids of the texts that are put together from a word of a plan."""
    yield from (f"castle-combo.measure.{of}" for of in dict.fromkeys((*CARD_MEASURES, *WAY_MEASURES)))
    yield from (f"castle-combo.spot.{of}" for of in CELL_MEASURES)


def some_wants() -> Iterable[CardWant]:
    """A card priority of each kind, with each word that it can have: what a lesson offers."""
    yield FaceUp()
    yield from (WithShield(shield) for shield in SHIELDS)
    yield NewShield()
    yield from (Banner(location) for location in LOCATIONS)
    yield WithPurse()
    yield WithDiscount()
    yield WithMessenger()
    yield from (Most(of) for of in CARD_MEASURES if of != "price")
    yield Least("price")
