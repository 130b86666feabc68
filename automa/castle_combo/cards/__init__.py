"""The 78 characters: the form of `cards.toml`, and the cards as the rest of the game uses them."""

from collections import Counter as Tallied
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from automa.castle_combo.cards import counting
from automa.castle_combo.cards.counting import LOCATIONS, Location, Per, Shield
from automa.declared import Checked, Flaw
from automa.dialogue import Named, Text
from automa.names import folded

Resource: TypeAlias = Literal["gold", "keys"]
Position: TypeAlias = Literal[
    "top-row", "middle-row", "bottom-row", "left-column", "middle-column", "right-column", "corner", "edge"
]
Mode: TypeAlias = Literal["all", "choose-one"]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
AtLeastNone: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
CARDS_OF_A_LOCATION = 39


class Deed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The common form of the lines of an ability: `do` says what."""


class Gain(Deed, frozen=True, tag="gain"):
    """The player gains so much, or so much per thing counted."""

    what: Resource
    amount: Some
    per: Per | None = None


class OpponentsGain(Deed, frozen=True, tag="opponents-gain"):
    """Every other player gains so much."""

    what: Resource
    amount: Some


class Discount(Deed, frozen=True, tag="discount"):
    """Cards of these locations cost 1 gold less from the next purchase on."""

    on: tuple[Location, ...]


class DiscardFor(Deed, frozen=True, tag="discard"):
    """One face-up card of a location is discarded, and its printed cost gained."""

    origin: Location = field(name="from")
    what: Resource


class GoldOnPurses(Deed, frozen=True, tag="gold-on-purses"):
    """So much gold from the supply on each purse, as far as it holds it."""

    amount: Some


class FillPurses(Deed, frozen=True, tag="fill-purses"):
    """Purses are filled up from the supply."""

    purses: Some


AbilityLine: TypeAlias = Gain | OpponentsGain | Discount | DiscardFor | GoldOnPurses | FillPurses


class Condition(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """The common form of what a scroll can demand: `is` says what."""


class AtPosition(Condition, frozen=True, tag="position"):
    """The card lies there in the final grid."""

    at: Position


class NoShield(Condition, frozen=True, tag="no-shield"):
    """No such shield anywhere in the tableau."""

    shield: Shield


class FaceDownCard(Condition, frozen=True, tag="face-down-card"):
    """There is a face-down card in the tableau."""


class Scroll(Struct, frozen=True, forbid_unknown_fields=True):
    """What a card scores: `points` per thing counted, or `points` when a condition holds."""

    points: Some
    per: Per | None = None
    when: AtPosition | NoShield | FaceDownCard | None = None


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it stands in `cards.toml`."""

    name: str
    french: str
    location: Location
    cost: AtLeastNone
    shields: tuple[Shield, ...]
    ability: tuple[AbilityLine, ...]
    scroll: Scroll
    messenger: bool = False
    mode: Mode = "all"
    purse: AtLeastNone = 0
    also: tuple[str, ...] = ()
    """What it is called on the user's own cards, in another edition."""


FIRST_MARK = 11
"""Lower numbers are left to what can be done in a turn."""


class Card(Named):
    """A character; there is one of each, so a card is equal only to itself."""

    id = name = mark = ""
    also: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()

    def __init__(self, id: str, number: int, printed: Printed) -> None:
        self.id = id
        self.number = number
        """Its place in the table of cards, which is the order cards are listed in."""
        self.mark = str(FIRST_MARK + number)
        """What may be typed for it when it is turned up: the same all game."""
        self.name = printed.name
        self.french = printed.french
        self.also = printed.also
        self.editions = (printed.french,)
        self.location: Location = printed.location
        self.cost = printed.cost
        self.shields = printed.shields
        self.ability = printed.ability
        self.choose_one = printed.mode == "choose-one"
        self.scroll = printed.scroll
        self.messenger: Location | None = other(printed.location) if printed.messenger else None
        """Where its messenger icon sends the pawn."""
        self.purse = printed.purse
        self.is_village = printed.location == "village"
        self.packed = counting.packed(printed.shields)
        self.discounts: tuple[Location, ...] = tuple(
            location for line in printed.ability if isinstance(line, Discount) for location in line.on
        )
        self.off_castle = self.discounts.count("castle")
        self.off_village = self.discounts.count("village")
        """What it takes off the price of a card of either location."""
        self.deeds: tuple[tuple[AbilityLine, counting.Counter | None], ...] = tuple(
            (line, counting.counter(line.per) if isinstance(line, Gain) and line.per is not None else None)
            for line in printed.ability
            if not isinstance(line, Discount)
        )
        """What its ability does at once: each line, and how what it gains is counted."""
        self.gains_in_place = any(_in_place(line) for line, _ in self.deeds)
        """Whether what its ability brings depends on where it lies."""
        self.looks_elsewhere = any(map(_looks_elsewhere, printed.ability))
        """Whether what its ability brings depends on more than the player's own tableau."""
        self.points = printed.scroll.points
        when = printed.scroll.when
        self.position = when.at if isinstance(when, AtPosition) else None
        """Where in the final grid it must lie to score, if that is what its scroll demands."""
        self.in_place = "position" if self.position else counting.line_of(printed.scroll.per)
        """Whether it scores by where it lies: in the grid, or in its row, its column or both."""
        self.scored = counting.counter(printed.scroll.per) if printed.scroll.per else _holds(when)
        """How often it scores its points, a place in the grid apart."""
        self.banked = self.points if isinstance(printed.scroll.per, counting.GoldOnPurses) else 0
        """What it scores for each gold on any purse."""

    def __repr__(self) -> str:
        return f"Card({self.id!r})"


def _in_place(line: AbilityLine) -> bool:
    """Whether what a line of an ability brings depends on where the card lies: its purse is one of those."""
    return bool(counting.line_of(line.per)) if isinstance(line, Gain) else choice_word(line) == "purses"


def _looks_elsewhere(line: AbilityLine) -> bool:
    """Whether what a line of an ability brings depends on a neighbour's tableau, or on what is on display."""
    return isinstance(line, DiscardFor) or (isinstance(line, Gain) and counting.in_neighbour(line.per))


def _holds(when: AtPosition | NoShield | FaceDownCard | None) -> counting.Counter:
    """Whether what a scroll demands of the tableau is so: once or not at all."""
    if isinstance(when, NoShield):
        absent = when.shield
        return lambda player, laid: not counting.how_many(player.shields, absent)
    return lambda player, laid: player.up < len(player.cards)


class Deck:
    """All cards of the box, made once from the tables."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards
        self.by_id = {card.id: card for card in cards}
        self.of: dict[Location, tuple[Card, ...]] = {
            location: tuple(card for card in cards if card.location == location) for location in LOCATIONS
        }

    def __getitem__(self, id: str) -> Card:
        return self.by_id[id]


class Cards(Checked, frozen=True, dict=True):
    """The file `cards.toml`."""

    card: dict[str, Printed]

    @cached_property
    def deck(self) -> Deck:
        return Deck(
            tuple(Card(id, number, printed) for number, (id, printed) in enumerate(self.card.items()))
        )

    def faults(self) -> Iterator[Flaw]:
        named: dict[str, str] = {}
        for id, card in self.card.items():
            if not card.name.strip():
                yield f"card.{id}.name", Text("castle-combo.table.no-name")
            first = named.setdefault(card.name.strip().casefold(), id)
            if first != id:  # either may be the one that is wrong
                for one, two in ((id, first), (first, id)):
                    same = Text("castle-combo.table.same-name", name=card.name, other=two)
                    yield f"card.{one}.name", same
            if not 1 <= len(card.shields) <= 2:
                yield f"card.{id}.shields", Text("castle-combo.table.shields", found=len(card.shields))
            yield from ((f"card.{id}.{part}", text) for part, text in _check_card(card))
        yield from self._wrong_own_names()
        found = Tallied(card.location for card in self.card.values())
        for location in LOCATIONS:
            if found[location] != CARDS_OF_A_LOCATION:
                yield (
                    "card",
                    Text(
                        "castle-combo.table.location-count",
                        location=Text(f"castle-combo.location.{location}"),
                        found=found[location],
                        count=CARDS_OF_A_LOCATION,
                    ),
                )

    def _wrong_own_names(self) -> Iterator[Flaw]:
        """A name of the user's edition is of one card only."""
        owned = [(id, name) for id, card in self.card.items() for name in card.also]
        owner = {folded(card.name): id for id, card in self.card.items()} if owned else {}
        for id, name in owned:
            if not folded(name):
                yield f"card.{id}.also", Text("castle-combo.table.no-name")
            elif owner.setdefault(folded(name), id) != id:
                same = Text("castle-combo.table.same-name", name=name, other=owner[folded(name)])
                yield f"card.{id}.also", same


def other(location: Location) -> Location:
    """The other of the two locations."""
    return "village" if location == "castle" else "castle"


def _check_card(card: Printed) -> Iterator[Flaw]:
    scroll = card.scroll
    if (scroll.per is None) == (scroll.when is None):
        yield "scroll", Text("castle-combo.table.per-or-when")
    if counting.in_neighbour(scroll.per):
        yield "scroll.per.in", Text("castle-combo.table.scroll-neighbour")
    if isinstance(scroll.per, counting.GoldHere) and not card.purse:
        yield "purse", Text("castle-combo.table.no-purse")
    if card.purse and not isinstance(scroll.per, counting.GoldHere):
        yield "purse", Text("castle-combo.table.purse-without-scroll")
    if not card.ability:
        yield "ability", Text("castle-combo.table.no-ability")
    if card.mode == "choose-one":
        words = [choice_word(line) for line in card.ability]
        if len(words) < 2 or len(set(words)) < len(words):
            yield "ability", Text("castle-combo.table.choose-one")
    if sum(isinstance(line, DiscardFor) for line in card.ability) > 1:
        yield "ability", Text("castle-combo.table.discards")
    for place, line in enumerate(card.ability):
        match line:
            case DiscardFor(card.location):
                # The card itself has just left that display, so the two removals would meet in one place.
                yield f"ability[{place}].from", Text("castle-combo.table.own-display")
            case Discount(on) if not on or len(set(on)) < len(on):
                yield f"ability[{place}].on", Text("castle-combo.table.discount")


ChoiceWord: TypeAlias = Literal["gold", "keys", "purses", "opponents", "discount"]


def choice_word(line: AbilityLine) -> ChoiceWord:
    """The word that chooses this line of an ability that offers several."""
    match line:
        case Gain(what) | DiscardFor(_, what):
            return what
        case GoldOnPurses() | FillPurses():
            return "purses"
        case OpponentsGain():
            return "opponents"
        case Discount():
            return "discount"
