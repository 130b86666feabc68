"""The steps of a person's turn, and the words that say them: `manor 3 nor high wood`, `sell stone holy`.

What stands first is the verb; what follows may come in any order and be cut short. Steps follow one another
in one line: `wharf infl holy sell wood vp buy stone ship iron pit`. What is not said is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Literal, TypeAlias

from automa.dialogue import Named, Option, Text
from automa.names import folded, longest_named
from automa.steps import Part, Step, id_of
from automa.valeria import wording
from automa.valeria.state import State
from automa.valeria.tables import Face, Goods, Guild, Monument, Resource, Row
from automa.valeria.wording import word

AnyStep: TypeAlias = Any
"""A step that is told apart by its verb or fields: quicker than by its class, but types cannot follow."""
Unsaid: TypeAlias = Literal[""]
Sale: TypeAlias = Literal["vp", "influence", "gold"] | Guild
"""What a crate is sold for: VP, gold, a push, or a push on that track."""


def _verb(id: str) -> Option:
    return word(id, Text(f"valeria.own.do.{id}"))


AS, WITH, COLUMN = (word(id, Text(f"valeria.own.{id}")) for id in ("as", "with", "column"))
FACES = [word(face, name) for face, name in wording.FACE.items()]
GOODS = [face for face in FACES if face.id != "influence"]
RESOURCES = [face for face in GOODS if face.id != "gold"]
SALES = [
    word("vp", Text("valeria.victory-points")),
    *(face for face in FACES if face.id in ("gold", "influence")),
]
NUMBERS = [Option(str(number), str(number)) for number in range(10)]


def _always(things: Sequence[Named]) -> Callable[[State], Iterable[Named]]:
    return lambda state: things


def _all(kind: str) -> Callable[[State], Iterable[Named]]:
    """Everything of a kind that there is on this table."""
    return attrgetter(f"things.{kind}")


faces, goods, resources, numbers = map(_always, (FACES, GOODS, RESOURCES, NUMBERS))
manors, citizens, districts, roads, guilds = map(_all, ("manors", "citizens", "districts", "roads", "guilds"))


def cards(state: State) -> Iterable[Named]:
    """Citizens, and further copies of those that the player has."""
    copies = [card for card in wording.titles(state.you.cards) if card not in state.citizens]
    return [*state.things.citizens, *wording.card_options(state.citizens, copies)]


def _amount(thing: Named) -> int:
    return int(thing.id)


def die_first(state: State, typed: str) -> Text | None:
    """What to say of a sub-action that is named before the die of its action."""
    verbs = [kind.verb for kind in FOLLOWS if kind.verb is not None]
    _, deeds = longest_named(typed.split(" "), verbs)
    dice = dict.fromkeys(die.face for die in state.you.unspent())
    if len(deeds) != 1:
        return None
    return Text("valeria.own.refused.die-first", deed=deeds[0], dice=wording.faces(dice))


def in_district(state: State, words: Sequence[str]) -> tuple[Named, int] | None:
    """A district as a sentence says it, "in Nor High": an influence die is not meant there."""
    count, found = longest_named(words[1:], state.things.districts) if folded(words[0]) == "in" else (0, [])
    return (found[0], 1 + count) if len(found) == 1 else None


DIE_FIRST = Part("die", faces, value=id_of, asked=False, wrong=die_first)
DIE = Part("die", faces, value=id_of, asked=False)
TURNED = Part("turned", faces, lead=AS, label="face", value=id_of, asked=False)
MAGIC = Part("magic", numbers, lead=WITH, value=_amount, free=True, asked=False)
NUMBER = Part("number", manors, value=id_of, free=True, needed=True)
CITIZEN = Part("citizen", citizens, value=id_of, free=True, needed=True)
DISTRICT = Part("place", districts, label="district", value=id_of, free=True, needed=True, read=in_district)
ROAD = Part("road", roads, value=id_of, free=True, needed=True)
GUILD = Part("guild", guilds, value=id_of, free=True, needed=True)
RESOURCE = Part("kind", resources, label="resource", value=id_of)
SALE: Part[State] = Part("gets", lambda state: [*SALES, *state.things.guilds], label="sale", value=id_of)
GAIN: Part[State] = Part("gain", lambda state: [*state.things.guilds, SALES[0]], value=id_of)
ICON = Part("icon", numbers, lead=COLUMN, label="column", value=_amount, free=True, asked=False)


class Draft(Step, frozen=True):
    """A die of the pool, and the face that it is turned to."""

    die: Face
    turned: Face | Unsaid = ""
    parts = (Part("die", faces, value=id_of), TURNED)


class Trade(Step, frozen=True):
    """A citizen gives something for goods when a die is drafted."""

    card: str
    kind: Resource | Unsaid = ""
    parts = (Part("card", cards, label="power", value=id_of), RESOURCE)


class Push(Step, frozen=True):
    """A push that is due, on a track."""

    guild: Guild
    counted = True
    parts = (Part("guild", guilds, value=id_of),)


class Take(Step, frozen=True):
    """Goods that are due, of one kind."""

    kind: Goods
    parts = (Part("kind", goods, label="resource", value=id_of),)


class Leftover(Step, frozen=True):
    """The value of a leftover die."""

    face: Face
    parts = (Part("face", faces, value=id_of),)


class Act(Step, frozen=True):
    """A primary action, with the die that is spent for it."""

    die: Face
    turned: Face | Unsaid = ""
    magic: int | None = None
    """How much magic is paid in place of resources; as little as possible if nothing is said."""
    action: ClassVar[str] = ""


class Manor(Act, frozen=True):
    number: str = ""
    place: str = ""
    action = "manor"
    verb = _verb("manor")
    parts = (NUMBER, DISTRICT, DIE, TURNED, MAGIC)


class Temple(Act, frozen=True):
    place: str = ""
    action = "temple"
    verb = _verb("temple")
    parts = (DISTRICT, DIE, TURNED, MAGIC)


class Recruit(Act, frozen=True):
    citizen: str = ""
    place: str = ""
    guild: Guild | Unsaid = ""
    action = "recruit"
    verb = _verb("recruit")
    parts = (CITIZEN, DISTRICT, GUILD, DIE, TURNED, MAGIC)


class RecruitCard(Act, frozen=True):
    """A citizen when no token is left to place."""

    citizen: str = ""
    place: str = ""
    action = "recruit"
    verb = _verb("recruit")
    parts = (
        CITIZEN,
        Part("place", districts, label="district", value=id_of, free=True, asked=False, read=in_district),
        DIE,
        TURNED,
        MAGIC,
    )


class Harvest(Act, frozen=True):
    action = "harvest"
    verb = _verb("harvest")
    parts = (DIE_FIRST, TURNED)


class Wharf(Act, frozen=True):
    action = "wharf"
    verb = _verb("wharf")
    parts = (DIE_FIRST, TURNED)


class Sub(Step, frozen=True):
    """A sub-action that places a token."""

    magic: int | None = None
    action: ClassVar[str] = ""

    @property
    def place(self) -> str:
        raise NotImplementedError


class Windmill(Sub, frozen=True):
    road: str = ""
    action = "windmill"
    verb = _verb("windmill")
    unspoken = True
    parts = (ROAD, MAGIC)

    @property
    def place(self) -> str:
        return self.road


class Shipyard(Sub, frozen=True):
    place: str = ""
    action = "shipyard"
    verb = _verb("shipyard")
    parts = (DISTRICT, MAGIC)


class Sail(Step, frozen=True):
    """A ship from one district to another."""

    origin: str = ""
    to: str = ""
    action: ClassVar[str] = "sail"
    verb = _verb("sail")
    parts = (
        Part("origin", districts, label="from", value=id_of, free=True, needed=True),
        Part("to", districts, value=id_of, free=True, needed=True, behind="origin"),
    )


class Buy(Step, frozen=True):
    """A crate on an icon of the buying row; where the goods are not tracked, on any."""

    kind: Resource | Unsaid = ""
    icon: int | None = None
    """The column of the icon, counted from the left; the rightmost that is free if nothing is said."""
    row: ClassVar[Row] = "buy"
    verb = _verb("buy")
    counted = True
    parts = (RESOURCE, ICON)


class Sell(Step, frozen=True):
    """A crate on an icon of a selling row."""

    gets: Sale
    kind: Resource | Unsaid = ""
    icon: int | None = None
    verb = _verb("sell")
    counted = True
    parts = (RESOURCE, SALE, ICON)

    @property
    def row(self) -> Row:
        """The row of the wharf card that gives what is wanted."""
        return "vp" if self.gets == "vp" else "influence"


class Build(Step, frozen=True):
    """A monument, and the guild that it pushes."""

    guild: Guild | Unsaid = ""
    action: ClassVar[Monument]

    @property
    def place(self) -> str:
        raise NotImplementedError


class Gate(Build, frozen=True):
    road: str = ""
    action = "gate"
    verb = _verb("gate")
    parts = (ROAD, GUILD)

    @property
    def place(self) -> str:
        return self.road


class WardTower(Build, frozen=True):
    place: str = ""
    action = "ward-tower"
    verb = _verb("ward-tower")
    parts = (DISTRICT, GUILD)


class Statue(Build, frozen=True):
    place: str = ""
    action = "statue"
    verb = _verb("statue")
    parts = (DISTRICT, GUILD)


class Other(Step, frozen=True):
    """A push or a point that the app did not work out."""

    gain: Guild | Literal["vp"]
    verb = _verb("other")
    counted = True
    repeated = True
    parts = (GAIN,)


class Skip(Step, frozen=True):
    """The player does without what is due."""

    verb = _verb("skip")


class End(Step, frozen=True):
    """The turn is over."""

    verb = _verb("end")


END, SKIP = End(), Skip()


def magic_of(step: AnyStep) -> int | None:
    """How much magic is to be paid with a step, where that is said."""
    magic: int | None = step.magic if type(step) in WITH_MAGIC else None
    return magic


def place_of(step: AnyStep) -> str:
    """Where a step places something, as far as it is said."""
    place: str = step.place if type(step) in PLACING else ""
    return place


RECRUITS = (Recruit, RecruitCard)
PRIMARIES: tuple[type[Act], ...] = (Manor, Temple, Recruit, RecruitCard, Harvest, Wharf)
MONUMENTS: tuple[type[Build], ...] = (Gate, WardTower, Statue)
KINDS: tuple[type[Step], ...] = (
    Draft, Trade, *PRIMARIES, Buy, Sell, Shipyard, Sail, Windmill, *MONUMENTS, Push, Take, Leftover, Other,
    Skip, End,
)  # fmt: skip
NOT_SAID = {"light": ("magic", "column"), "all": ("gain",)}
"""The parts of steps that have no meaning where so much of a person's side is kept."""
PLACING = frozenset(kind for kind in KINDS if hasattr(kind, "place"))
WITH_MAGIC = frozenset(kind for kind in KINDS if hasattr(kind, "magic"))
FOLLOWS: Mapping[type[Step], type[Act]] = {
    Windmill: Harvest, Buy: Wharf, Sell: Wharf, Shipyard: Wharf, Sail: Wharf,
}  # fmt: skip
"""What can only be done after that action, in the same turn."""
