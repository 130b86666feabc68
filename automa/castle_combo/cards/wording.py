"""The cards in words: in full, as they are read out, and in very few words for pictures.

Both say the same with sentences of their own, "3 per Faith shield in its row" and "3/Faith row"; `FULL` and
`SHORT` are what the ids of these begin with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from automa.castle_combo import cards
from automa.castle_combo.cards import AbilityLine, AtPosition, Card, NoShield, Resource
from automa.castle_combo.cards import counting as counted
from automa.castle_combo.cards.counting import LOCATIONS, Location, Per, Shield, word_of
from automa.dialogue import Text, joined

FULL = "castle-combo"
SHORT = "castle-combo.short"


def amount(what: Resource, n: int) -> Text:
    """So much of it: "3 gold", "1 key"."""
    return Text(f"amount.{what}", n=n)


def shield_name(shield: Shield, said: str = FULL) -> Text:
    """What the shield is called."""
    return Text(f"{said}.shield.{shield}")


def one_shield(shield: Shield, said: str = FULL) -> Text:
    """A shield as one thing: "Faith shield", in Dutch one word; in short its name alone."""
    return Text(f"castle-combo.one-shield.{shield}") if said == FULL else shield_name(shield, said)


def shield_names(shields: Sequence[Shield]) -> list[Text]:
    """Shields in a row, a double one said once: "2 Nobility", "Faith and Military"."""
    return [
        Text("castle-combo.shields", n=shields.count(shield), shield=shield_name(shield))
        for shield in dict.fromkeys(shields)
    ]


@cache
def location_name(location: Location) -> Text:
    """The name of a location, as in "the Castle"."""
    return Text(f"castle-combo.location.{location}")


def banner_name(location: Location) -> Text:
    """The location as a word on a card: "Castle"."""
    return Text(f"castle-combo.banner.{location}")


def banner_cards(location: Location, n: int = 1) -> Text:
    """A card of that location, or several: "Castle cards", in Dutch one word, "Kasteelkaarten"."""
    return Text(f"castle-combo.cards-of.{location}", n=n)


# ---------------------------------------------------------------- what is counted


def per_text(per: Per, said: str = FULL) -> Text:
    """What is counted, in words that follow "per": "Faith shield in this row"."""
    id = f"{said}.per.{word_of(per)}"
    match per:
        case counted.Shields(shield, area):
            return Text(f"{id}.{area}", shield=one_shield(shield, said))
        case counted.Banners(banner, area):
            return Text(f"{id}.{area}", card=banner_cards(banner))
        case counted.ShieldTypes(area):
            return Text(f"{id}.{area}")
        case counted.ShieldSets(shields) if said == FULL:
            return Text(id, shields=shield_names(shields))
        case counted.ShieldSets(shields):
            return joined("castle-combo.short.plus", [shield_name(shield, said) for shield in shields])
        case counted.BannerSets([banner, *others]) if set(others) == {banner}:
            count = 1 + len(others)
            name = banner_cards(banner, count) if said == FULL else banner_name(banner)
            return Text(f"{said}.per.banners-alike", count=count, cards=name)
        case counted.BannerSets(banners):
            pairs, names = f"{said}.per.banner-pairs", [banner_name(each) for each in banners]
            shown = names if said == FULL else joined("castle-combo.short.plus", names)
            return Text(pairs if len(banners) == 2 else id, banners=shown)
        case counted.IdenticalShields(size):
            return Text(id, size=size)
        case counted.CardsWithShields(shields):
            return Text(id, n=shields)
        case counted.CardsOfCost(cost, or_more):
            return Text(f"{id}-or-more" if or_more else id, cost=cost)
        case _:
            return Text(id)


def counted_text(per: Per, count: int) -> Text:
    """How much was counted: "3 pairs", "2 shields"."""
    match per:
        case counted.Shields():
            return Text("castle-combo.counted.shields", n=count)
        case counted.ShieldTypes() | counted.MissingTypes():
            return Text("castle-combo.counted.types", n=count)
        case counted.BannerSets(banners) if len(banners) == 2:
            return Text("castle-combo.counted.pairs", n=count)
        case counted.ShieldSets() | counted.BannerSets() | counted.IdenticalShields():
            return Text("castle-combo.counted.sets", n=count)
        case counted.FullCells() | counted.EmptyCells():
            return Text("castle-combo.counted.cells", n=count)
        case counted.Keys():
            return amount("keys", count)
        case counted.GoldHere() | counted.GoldOnPurses():
            return amount("gold", count)
        case _:
            return Text("castle-combo.counted.cards", n=count)


# ---------------------------------------------------------------- what a card does and scores


def line_text(line: AbilityLine, said: str = FULL) -> Text:
    """One line of an ability in words: "1 gold per Faith shield"."""
    id = f"{said}.ability.{word_of(line)}"
    match line:
        case cards.Gain(what, n, None):
            return amount(what, n)
        case cards.Gain(what, n, per) if per is not None:
            return Text(f"{id}-per", amount=amount(what, n), per=per_text(per, said))
        case cards.OpponentsGain(what, n):
            return Text(id, amount=amount(what, n))
        case cards.Discount(on):
            return discount_text(on, said)
        case cards.DiscardFor(origin, what):
            return Text(f"{id}.{what}", location=location_name(origin))
        case cards.GoldOnPurses(n) | cards.FillPurses(n):
            return Text(id, n=n)
    raise AssertionError(line)


def discount_text(on: Sequence[Location], said: str = FULL) -> Text:
    """What is cheaper by 1 gold."""
    if len(on) == len(LOCATIONS):
        return Text(f"{said}.ability.discount-all")
    cards = [banner_cards(each, 2) if said == FULL else banner_name(each) for each in on]
    return Text(f"{said}.ability.discount", cards=cards)


def ability_lines(card: Card, said: str = FULL) -> list[Text]:
    """What the card does when it is laid, a text for each line; of a choice all in one."""
    lines = [line_text(line, said) for line in card.ability]
    return [joined(f"{said}.ability.either", lines)] if card.choose_one else lines


def ability_text(card: Card) -> Text:
    """What the card does when it is laid, in one text."""
    lines = ability_lines(card)
    return lines[0] if len(lines) == 1 else Text("castle-combo.ability.both", lines=lines)


def scroll_text(card: Card, said: str = FULL) -> Text:
    """What the card scores, in words: "3 per Faith shield in this row"."""
    scroll = card.scroll
    id = f"{said}.scroll"
    match scroll.when:
        case AtPosition(at):
            return Text(f"{id}.{at}", points=scroll.points)
        case NoShield(shield):
            return Text(f"{id}.no-shield", points=scroll.points, shield=one_shield(shield, said))
        case None:
            assert scroll.per is not None
            if card.purse:
                return Text(f"{id}.purse", points=scroll.points, purse=card.purse)
            return Text(f"{id}.per", points=scroll.points, per=per_text(scroll.per, said))
        case _:
            return Text(f"{id}.face-down-card", points=scroll.points)


def gives_text(card: Card) -> Text:
    """All that is on a card but its name and cost."""
    return Text(
        "castle-combo.offer.gives",
        shields=shield_names(card.shields),
        ability=ability_text(card),
        scroll=scroll_text(card),
    )
