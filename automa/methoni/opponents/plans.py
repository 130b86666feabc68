"""The form of `opponents.toml`: the words that an opponent's card is written in, and what a thinker weighs.

Like the tables, it does not put off its annotations.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta

from automa import priorities
from automa.priorities import AtLeast, AtMost, Having, Least, Listed, Most
from automa.thinking import Level, Weight

CardMeasure: TypeAlias = Literal["points", "grasp", "spaces", "price", "next", "gift", "walls", "home", "aim"]
CardTest: TypeAlias = Literal["closes", "wall", "trade", "stop", "market"]
HouseMeasure: TypeAlias = Literal["price", "gathered", "enclosed", "their-points", "their-houses"]
AnnexMeasure: TypeAlias = Literal["points", "price", "spaces", "harm"]
AnnexTest: TypeAlias = Literal["own", "other", "nothing"]

CARD_MEASURES: tuple[CardMeasure, ...] = get_args(CardMeasure)
ANNEX_MEASURES: tuple[AnnexMeasure, ...] = get_args(AnnexMeasure)

CardWant: TypeAlias = (
    Having[CardTest] | AtLeast[CardMeasure] | AtMost[CardMeasure] | Most[CardMeasure] | Least[CardMeasure]
)
HouseWant: TypeAlias = Most[HouseMeasure] | Least[HouseMeasure]
AnnexWant: TypeAlias = Having[AnnexTest] | AtLeast[AnnexMeasure] | Most[AnnexMeasure] | Least[AnnexMeasure]


class Plan(Listed, frozen=True):
    """An opponent that follows a card of priorities."""

    cards: Annotated[tuple[CardWant, ...], Meta(min_length=1)]
    """What to do with a card: where to build, or to trade, or to stop after the first."""
    houses: tuple[HouseWant, ...]
    """Whose houses go where beside the wall."""
    annex: tuple[AnnexWant, ...]
    """Which neighbouring Domain to annex, or none."""


class Weights(Level, frozen=True, kw_only=True):
    """What a thinking opponent believes things are worth, in points."""

    rivals: Weight
    """Each point that the others have on average."""
    threat: Weight
    """Each point that each of the others could gain by closing an area with one card or with both."""
    hope: Weight
    """Each point that it could gain itself in that way, if the area is still there in its next turn."""
    market: Weight
    """Each market it owns beyond what the others have on average, for every turn that is still to come."""
    tower: Weight
    """Each tower in its supply beyond the average of the others, for every turn that is still to come."""
    looks: Annotated[int, Meta(ge=0, le=40)]
    """For how many of the first cards that look best the second one is tried too; 0: one card at a time."""


class Thinker(Listed, frozen=True):
    """An opponent that tries its cards out; its levels differ in what they weigh and how far they look."""

    level: Annotated[dict[str, Weights], Meta(min_length=1)]


Opponents: TypeAlias = priorities.Opponents[Plan, Thinker]
"""The file `opponents.toml`."""
