"""What abilities and scrolls count in a tableau: the words the cards use for it, and the counting.

A card says `per = { count = "shields", shield = "faith", in = "row" }`; `counter` turns that, once, into a
function of a tableau. Face-down cards fill a cell and count for nothing else.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

if TYPE_CHECKING:
    from automa.castle_combo.cards import Card
    from automa.castle_combo.state import Laid, Player

Location: TypeAlias = Literal["castle", "village"]
Shield: TypeAlias = Literal["nobility", "faith", "scholarship", "military", "craftsmanship", "peasantry"]
Area: TypeAlias = Literal["tableau", "row", "column", "row-and-column", "neighbour"]

LOCATIONS: tuple[Location, ...] = get_args(Location)
SHIELDS: tuple[Shield, ...] = get_args(Shield)

# Shields are counted in one number with eight bits for each type, so that adding up a row is adding numbers.
_BITS = 8
_SHIFT = {shield: _BITS * place for place, shield in enumerate(SHIELDS)}
_LOWEST = (1 << _BITS) - 1
_ALMOST = sum(_LOWEST // 2 << shift for shift in _SHIFT.values())
"""Added to packed shields, it makes the highest of the bits of every type that is there a one."""
_HIGHEST = sum(_LOWEST // 2 + 1 << shift for shift in _SHIFT.values())


def packed(shields: tuple[Shield, ...]) -> int:
    """The shields of each type, counted in one number."""
    return sum(1 << _SHIFT[shield] for shield in shields)


def how_many(pack: int, shield: Shield) -> int:
    """How many shields of that type are in a packed number."""
    return pack >> _SHIFT[shield] & _LOWEST


def types(pack: int) -> int:
    """How many different types are in a packed number."""
    return (pack + _ALMOST & _HIGHEST).bit_count()


def groups(pack: int, size: int) -> int:
    """How many groups of `size` shields of one type are in a packed number."""
    found = 0
    while pack:
        found += (pack & _LOWEST) // size
        pack >>= _BITS
    return found


Counter: TypeAlias = "Callable[[Player, Laid], int]"
"""Counts something in a player's tableau, for a card that lies in it (or in the neighbouring one)."""


def word_of(thing: Struct | type[Struct]) -> str:
    """The word of the tables that says which kind of thing it is."""
    return str(thing.__struct_config__.tag)


class Word(Struct, frozen=True, forbid_unknown_fields=True, tag_field="count"):
    """The common form of everything a card can count: `count` says what."""


class Shields(Word, frozen=True, tag="shields"):
    """Shields of one type."""

    shield: Shield
    area: Area = field(name="in", default="tableau")


class Banners(Word, frozen=True, tag="banners"):
    """Cards of one location."""

    banner: Location
    area: Literal["tableau", "neighbour"] = field(name="in", default="tableau")


class ShieldTypes(Word, frozen=True, tag="shield-types"):
    """Different types of shield."""

    area: Literal["tableau", "row", "column"] = field(name="in", default="tableau")


class MissingTypes(Word, frozen=True, tag="missing-types"):
    """Types of shield that are nowhere in the tableau."""


class ShieldSets(Word, frozen=True, tag="shield-sets"):
    """Complete sets of these shields; no shield counts for two sets."""

    shields: Annotated[tuple[Shield, ...], Meta(min_length=1, max_length=9)] = field(name="set")


class BannerSets(Word, frozen=True, tag="banner-sets"):
    """Complete sets of cards of these locations; no card counts for two sets."""

    banners: Annotated[tuple[Location, ...], Meta(min_length=1, max_length=9)] = field(name="set")


class IdenticalShields(Word, frozen=True, tag="identical-shields"):
    """Groups of `size` shields of one type."""

    size: Annotated[int, Meta(ge=1, le=18)]


class CardsWithShields(Word, frozen=True, tag="cards-with-shields"):
    """Cards with exactly that number of shields, alike or not."""

    shields: Annotated[int, Meta(ge=1, le=2)]


class CardsOfCost(Word, frozen=True, tag="cards-of-cost"):
    """Cards of a printed cost, whatever was paid for them."""

    cost: Annotated[int, Meta(ge=0, le=20)]
    or_more: bool = field(name="or-more", default=False)


class CardsWithDiscount(Word, frozen=True, tag="cards-with-discount"):
    """Cards that give a discount."""


class CardsWithPurse(Word, frozen=True, tag="cards-with-purse"):
    """Cards with a purse."""


class FullCells(Word, frozen=True, tag="full-cells"):
    """Cells with a card, face up or face down."""


class EmptyCells(Word, frozen=True, tag="empty-cells"):
    """Cells of the final nine that have no card yet."""


class Keys(Word, frozen=True, tag="keys"):
    """The player's keys."""


class GoldHere(Word, frozen=True, tag="gold-here"):
    """Gold on this card's own purse."""


class GoldOnPurses(Word, frozen=True, tag="gold-on-purses"):
    """Gold on all the player's purses."""


Per: TypeAlias = (
    Shields
    | Banners
    | ShieldTypes
    | MissingTypes
    | ShieldSets
    | BannerSets
    | IdenticalShields
    | CardsWithShields
    | CardsOfCost
    | CardsWithDiscount
    | CardsWithPurse
    | FullCells
    | EmptyCells
    | Keys
    | GoldHere
    | GoldOnPurses
)


def counter(per: Per) -> Counter:
    """The function that counts what `per` says."""
    match per:
        case Shields(shield, area):
            return _shields(_SHIFT[shield], area)
        case Banners("village"):
            return lambda player, laid: player.village
        case Banners():
            return lambda player, laid: player.up - player.village
        case ShieldTypes("row"):
            return lambda player, laid: types(player.rows[laid.row])
        case ShieldTypes("column"):
            return lambda player, laid: types(player.columns[laid.column])
        case ShieldTypes():
            return lambda player, laid: types(player.shields)
        case MissingTypes():
            return lambda player, laid: len(SHIELDS) - types(player.shields)
        case ShieldSets(shields):
            wanted = [(_SHIFT[shield], shields.count(shield)) for shield in dict.fromkeys(shields)]
            return lambda player, laid: min([(player.shields >> shift & _LOWEST) // n for shift, n in wanted])
        case BannerSets(banners):
            return _banner_sets(banners.count("castle"), banners.count("village"))
        case IdenticalShields(size):
            return lambda player, laid: groups(player.shields, size)
        case CardsWithShields(number):
            return _cards(lambda card: len(card.shields) == number)
        case CardsOfCost(cost, True):
            return _cards(lambda card: card.cost >= cost)
        case CardsOfCost(cost):
            return _cards(lambda card: card.cost == cost)
        case CardsWithDiscount():
            return _cards(lambda card: bool(card.discounts))
        case CardsWithPurse():
            return _cards(lambda card: card.purse > 0)
        case FullCells():
            return lambda player, laid: len(player.cards)
        case EmptyCells():
            return lambda player, laid: 9 - len(player.cards)
        case Keys():
            return lambda player, laid: player.keys
        case GoldHere():
            return lambda player, laid: laid.gold
        case GoldOnPurses():
            return lambda player, laid: sum([each.gold for each in player.cards.values()])


def _cards(is_one: "Callable[[Card], bool]") -> Counter:
    """How many face-up cards are of a kind."""
    return lambda player, laid: len(
        [each for each in player.cards.values() if not each.down and is_one(each.card)]
    )


def _shields(shift: int, area: Area) -> Counter:
    match area:
        case "row":
            return lambda player, laid: player.rows[laid.row] >> shift & _LOWEST
        case "column":
            return lambda player, laid: player.columns[laid.column] >> shift & _LOWEST
        case "row-and-column":
            # The card itself lies in both and counts once.
            return lambda player, laid: (
                player.rows[laid.row] + player.columns[laid.column] - laid.card.packed >> shift & _LOWEST
            )
        case "tableau" | "neighbour":
            return lambda player, laid: player.shields >> shift & _LOWEST


def _banner_sets(castle: int, village: int) -> Counter:
    if not castle:
        return lambda player, laid: player.village // village
    if not village:
        return lambda player, laid: (player.up - player.village) // castle
    return lambda player, laid: min((player.up - player.village) // castle, player.village // village)


def in_neighbour(per: Per | None) -> bool:
    """Whether it is counted in a neighbour's tableau."""
    return isinstance(per, (Shields, Banners)) and per.area == "neighbour"


def line_of(per: Per | None) -> Literal["", "row", "column", "row-and-column"]:
    """The row, the column or both, where it is counted there."""
    area: Area = getattr(per, "area", "tableau")
    return area if area in ("row", "column", "row-and-column") else ""
