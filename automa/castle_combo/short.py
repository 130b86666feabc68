"""The cards in very few words, for pictures: "3/Faith row" for a scroll, "1 key/Noble" for an ability."""

from __future__ import annotations

from collections.abc import Iterator

from automa.castle_combo.cards import (
    POSITIONS,
    RESOURCES,
    AtPosition,
    Card,
    DiscardFor,
    Discount,
    FaceDownCard,
    FillPurses,
    Gain,
    GoldOnPurses,
    Line,
    NoShield,
    OpponentsGain,
)
from automa.castle_combo.counting import (
    LOCATIONS,
    SHIELDS,
    Banners,
    BannerSets,
    CardsOfCost,
    CardsWithDiscount,
    CardsWithPurse,
    CardsWithShields,
    EmptyCells,
    FullCells,
    GoldHere,
    IdenticalShields,
    Keys,
    Location,
    MissingTypes,
    Per,
    Shield,
    Shields,
    ShieldSets,
    ShieldTypes,
    banner_name,
    in_neighbour,
    location_name,
)
from automa.castle_combo.counting import GoldOnPurses as CountGoldOnPurses
from automa.dialogue import Text
from automa.picture import Span, Style

SHIELD_STYLES: dict[Shield, Style] = {
    "nobility": "blue",
    "faith": "purple",
    "scholarship": "green",
    "military": "red",
    "craftsmanship": "orange",
    "peasantry": "yellow",
}


def shield_word(shield: Shield) -> Text:
    """A shield in one short word."""
    return Text(f"castle-combo.short.shield.{shield}")


def shield_spans(card: Card) -> list[Span]:
    """The shields of a card, each in its colour; a double one is said once."""
    spans: list[Span] = []
    for shield in dict.fromkeys(card.shields):
        if spans:
            spans.append(Span(", "))
        spans.append(Span(shield_word(shield), SHIELD_STYLES[shield]))
        if card.shields.count(shield) > 1:
            spans.append(Span(f"×{card.shields.count(shield)}", SHIELD_STYLES[shield]))
    return spans


def scroll_words(card: Card) -> Text:
    """What a card scores."""
    scroll = card.scroll
    match scroll.when:
        case AtPosition(at):
            return Text(f"castle-combo.short.at.{at}", points=scroll.points)
        case NoShield(shield):
            return Text("castle-combo.short.no-shield", points=scroll.points, shield=shield_word(shield))
        case FaceDownCard():
            return Text("castle-combo.short.face-down-card", points=scroll.points)
        case None:
            assert scroll.per is not None
            return Text("castle-combo.short.per", amount=scroll.points, per=per_words(scroll.per))


def per_words(per: Per) -> Text:
    """What is counted, after a stroke."""
    match per:
        case Shields(shield, area):
            return Text(f"castle-combo.short.shields.{area}", shield=shield_word(shield))
        case Banners(banner, area):
            return Text(f"castle-combo.short.banners.{area}", banner=banner_name(banner))
        case ShieldTypes(area):
            return Text(f"castle-combo.short.types.{area}")
        case MissingTypes():
            return Text("castle-combo.short.missing-types")
        case ShieldSets(shields):
            return _plus([shield_word(shield) for shield in shields])
        case BannerSets(banners) if len(set(banners)) == 1:
            return Text("castle-combo.short.so-many", count=len(banners), what=banner_name(banners[0]))
        case BannerSets(banners):
            return _plus([banner_name(banner) for banner in banners])
        case IdenticalShields(size):
            return Text("castle-combo.short.alike", size=size)
        case CardsWithShields(shields):
            return Text("castle-combo.short.cards-with-shields", n=shields)
        case CardsOfCost(cost, True):
            return Text("castle-combo.short.cost-or-more", cost=cost)
        case CardsOfCost(cost):
            return Text("castle-combo.short.cost", cost=cost)
        case CardsWithDiscount():
            return Text("castle-combo.short.discount-cards")
        case CardsWithPurse():
            return Text("castle-combo.short.purse-cards")
        case FullCells():
            return Text("castle-combo.short.full-cells")
        case EmptyCells():
            return Text("castle-combo.short.empty-cells")
        case Keys():
            return Text("castle-combo.short.keys")
        case GoldHere():
            return Text("castle-combo.short.gold-here")
        case CountGoldOnPurses():
            return Text("castle-combo.short.gold-on-purses")


def _plus(names: list[Text]) -> Text:
    """Names with a plus between them; broken before a plus where they do not fit."""
    words = names[0]
    for name in names[1:]:
        words = Text("castle-combo.short.plus", first=words, second=name)
    return words


def ability_words(card: Card) -> list[Text]:
    """What a card does when it is laid, a text for each line; of a choice both in one."""
    lines = [line_words(line) for line in card.ability]
    if card.choose_one:
        either = lines[0]
        for line in lines[1:]:
            either = Text("castle-combo.short.either", first=either, second=line)
        return [either]
    return lines


def line_words(line: Line) -> Text:
    """One line of an ability."""
    match line:
        case Gain(what, amount, None):
            return Text(f"amount.{what}", n=amount)
        case Gain(what, amount, per) if per is not None:
            words = Text(
                "castle-combo.short.per", amount=Text(f"amount.{what}", n=amount), per=per_words(per)
            )
            return words if not in_neighbour(per) else Text("castle-combo.short.neighbour", what=words)
        case OpponentsGain(what, amount):
            return Text("castle-combo.short.opponents", amount=Text(f"amount.{what}", n=amount))
        case Discount(on):
            return discount_words(on)
        case DiscardFor(origin, what):
            return Text(f"castle-combo.short.discard.{what}", location=location_name(origin))
        case GoldOnPurses(amount):
            return Text("castle-combo.short.stock", n=amount)
        case FillPurses(purses):
            return Text("castle-combo.short.fill", n=purses)
    raise AssertionError(line)


def discount_words(on: tuple[Location, ...]) -> Text:
    """What is cheaper by 1 gold."""
    if len(on) == len(LOCATIONS):
        return Text("castle-combo.short.discount-all")
    return Text("castle-combo.short.discount", what=_plus([banner_name(location) for location in on]))


def short_words() -> Iterator[str]:
    """The ids of the texts that are put together from a word."""
    yield from (f"castle-combo.short.shield.{shield}" for shield in SHIELDS)
    yield from (f"castle-combo.short.at.{position}" for position in POSITIONS)
    for area in ("tableau", "row", "column", "row-and-column", "neighbour"):
        yield f"castle-combo.short.shields.{area}"
    yield from (f"castle-combo.short.banners.{area}" for area in ("tableau", "neighbour"))
    yield from (f"castle-combo.short.types.{area}" for area in ("tableau", "row", "column"))
    yield from (f"castle-combo.short.discard.{what}" for what in RESOURCES)
