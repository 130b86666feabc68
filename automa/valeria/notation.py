"""A turn of yours as one line: `manor nor-high 3`, `wharf infl holy sell vp ship iron-pit then gate nor/pen.`

The first word is the action; the others may come in any order and be cut short as long as it is clear what is
meant. Names may be written as they are read, `Nor High – Penumbra`, and words of the game in Dutch. Actions
follow one another with `then`. What the line leaves out is asked; a full stop: nothing more is wanted.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cache, partial

from msgspec import Struct

from automa.dialogue import Named, Option, Text, choose_from
from automa.grammar import Grammar, Notation, Phrase, Step, Then, full_stop
from automa.names import named
from automa.valeria import rules, wording
from automa.valeria.rules import plans
from automa.valeria.rules.plans import DONE, OTHER, Plan
from automa.valeria.state import State
from automa.valeria.tables import FACES, PRIMARIES, Face, Guild

ACTIONS: tuple[str, ...] = (*PRIMARIES, *rules.YOUR_MONUMENTS, OTHER, DONE)

ALSO: Mapping[str, Sequence[str]] = {
    "manor": ("landhuis",), "temple": ("tempel",), "recruit": ("rekruteren", "rekruteer"),
    "harvest": ("oogsten", "oogst"), "wharf": ("kade",), "gate": ("poort",), "ward-tower": ("wachttoren",),
    "statue": ("standbeeld",), "other": ("anders",), "done": ("klaar",), "worker": ("arbeiders",),
    "soldier": ("soldaten",), "shadow": ("schaduw",), "holy": ("heiligen",), "wood": ("hout",),
    "stone": ("steen",), "food": ("voedsel",), "magic": ("magie",), "gold": ("goud",),
    "influence": ("invloed",), "vp": ("punten", "points"), "buy": ("koop",), "sell": ("verkoop",),
    "ship": ("schip", "shipyard", "scheepswerf"), "windmill": ("molen",), "sail": ("vaar", "varen"),
    "as": ("als",), "leftover": ("over",), "then": ("dan", "+"),
}  # fmt: skip
"""Words of the game in the player's own language; names on the board and the cards are English."""


class Yours(Struct):
    """Your turn: the table, and what you have done of it."""

    state: State
    built: bool = False
    acted: bool = False
    added: bool = False
    """Something that the app did not work out."""

    @property
    def allowed(self) -> list[str]:
        return plans.allowed_actions(self.state, self.built, self.acted, self.added)

    def after(self, plan: Plan) -> Yours:
        """Your turn when that has been done."""
        built = self.built or plan.action in rules.YOUR_MONUMENTS
        acted, added = self.acted or plan.action in PRIMARIES, self.added or plan.action == OTHER
        return Yours(self.state, built, acted, added)


class Drafted(Struct):
    """A die that you take."""

    face: str = ""
    final: Face | str = ""
    """The face that it is turned to."""
    powers: tuple[str, ...] = ()
    """The citizens that are used and paid for."""
    pushes: tuple[Guild, ...] = ()
    stop: bool = False


def word(id: str, name: str | Text, detail: str | Text | None = None) -> Option:
    """A word of the game, in English and in Dutch."""
    return Option(id, name, detail, ALSO.get(id, ()))


BUY, SELL = word("buy", Text("valeria.say.buy")), word("sell", Text("valeria.say.sell"))
SHIP, SAIL = word("ship", Text("valeria.say.ship")), word("sail", Text("valeria.say.sail"))
AS, LEFTOVER = word("as", Text("valeria.say.as")), word("leftover", Text("valeria.say.leftover"))
THEN = word("then", Text("valeria.say.then"))
POINTS = word("vp", Text("valeria.say.vp"))
ACTION_WORDS = {
    action: word(action, Text(f"valeria.turn.{action}"), Text(f"valeria.costs.{action}"))
    for action in ACTIONS
}
DICE = [word(face, name) for face, name in wording.FACE.items()]


def actions(at: Yours, plan: Plan) -> list[Named]:
    offers = [word(id, offer.name, offer.detail) for id, offer in at.state.offers.items()]
    return [*offers, ACTION_WORDS[OTHER], ACTION_WORDS[DONE]]


def numbers(at: Yours, plan: Plan) -> list[Named]:
    """Manors go by their numbers and by their names."""
    manors = at.state.manors.items()
    return [Option(number, number, manor.name, also=(manor.name,)) for number, manor in manors]


def citizens(at: Yours, plan: Plan) -> list[Named]:
    return list(wording.citizen_options(at.state.citizens, at.state.citizens))


def districts(at: Yours, plan: Plan) -> list[Named]:
    board = at.state.board
    return [Option(id, each.name, board.guilds_at(id)) for id, each in board.district.items()]


def roads(at: Yours, plan: Plan) -> list[Named]:
    """Either district of a road may be named first."""
    names = {id: district.name for id, district in at.state.board.district.items()}
    return [
        Option(road.id, road.name, also=(f"{names[a]} {names[b]}", f"{names[b]} {names[a]}"))
        for road in at.state.board.roads
        for a, b in [road.districts]
    ]


def windmills(at: Yours, plan: Plan) -> list[Named]:
    """The roads, as they are or with what is built there: `windmill nor/pen`."""
    found: list[Named] = []
    for road in roads(at, plan):
        names: Sequence[str] = getattr(road, "also", ())
        built = [f"{piece} {name}" for piece in ("windmill", *ALSO["windmill"]) for name in names]
        found.append(Option(road.id, road.name, also=(*names, *built)))
    return found


def guilds(at: Yours, move: object) -> list[Named]:
    return [word(guild, track.name) for guild, track in at.state.board.tracks.items()]


def dice(at: Yours, move: object) -> list[Named]:
    return [*DICE]


def sales(at: Yours, plan: Plan) -> list[Named]:
    return [POINTS, word("gold", wording.FACE["gold"]), *guilds(at, plan)]


def gains(at: Yours, plan: Plan) -> list[Named]:
    return [*guilds(at, plan), POINTS]


def why_no_action(at: Yours, plan: Plan) -> Text | None:
    return plans.why_no_action(at.state, plan.action, at.allowed)


def why_not(at: Yours, plan: Plan) -> Text | None:
    return plans.why_not(at.state, plan)


def doubted_citizen(at: Yours, plan: Plan) -> Text | None:
    return rules.why_no_citizen(at.state, plan.what)


def no_action(at: Yours, plan: Plan, typed: str, found: Sequence[Named]) -> Text:
    actions = [ACTION_WORDS[action] for action in at.allowed]
    if not typed:
        return Text("valeria.refused.no-action", actions=actions)
    return Text("valeria.refused.action", found=typed.split(" ")[0], choices=choose_from(actions, typed))


def no_meaning(at: Yours, move: Plan | Drafted, typed: str, found: Sequence[Named]) -> Text | None:
    if not typed:
        return None
    if found:
        return Text("valeria.refused.which", word=typed, options=[option.id for option in found])
    how = TURN.form(move) if isinstance(move, Plan) else DRAFT.form(move)
    return Text("valeria.refused.word", word=typed, how=how)


# A die that you take


def _guild_ids(at: Yours) -> Container[str]:
    return at.state.board.tracks


def pool(at: Yours, drafted: Drafted) -> list[Named]:
    """The faces in the pool, each with how many dice show it."""
    return [_in_pool(face, count) for face, count in at.state.pool.items() if count]


@cache
def _in_pool(face: str, count: int) -> Option:
    name, dice = wording.FACE[face], Text("valeria.in-pool", n=count)
    return Option(face, name, dice, ALSO[face], wording.in_pool(face))


def powers(at: Yours, drafted: Drafted) -> list[Named]:
    """The cards of yours that a die sets off for a price."""
    return [*wording.by_card(at.state.citizens, rules.draft_powers(at.state))[1]]


def _power_ids(at: Yours) -> Container[str]:
    return wording.by_card(at.state.citizens, rules.draft_powers(at.state))[0]


def why_not_drafted(at: Yours, drafted: Drafted) -> Text | None:
    """Why a die cannot be turned to that face, or does not give so many pushes."""
    state, final = at.state, drafted.final or drafted.face
    if final != drafted.face and final not in rules.turn_faces(state):
        return Text("valeria.refused.turned", face=wording.FACE[final])
    most = rules.drafted_pushes(state, final, drafted.powers)
    if drafted.pushes and not most:
        return Text("valeria.refused.no-push", guild=state.board.tracks[drafted.pushes[0]].name)
    if len(drafted.pushes) > most:
        return Text("valeria.refused.pushes", n=most, found=len(drafted.pushes))
    return None


def no_such_die(at: Yours, drafted: Drafted, typed: str, found: Sequence[Named]) -> Text:
    """Why a face cannot be taken: it is on the dice, but not in the pool."""
    meant = named(typed.split(" ")[0], DICE) if typed else []
    if len(meant) == 1:
        return Text("valeria.refused.not-in-pool", face=meant[0])
    return Text("refused.not-an-option", answer=typed, choices=choose_from(pool(at, drafted), typed))


_take = partial(Phrase[Yours, Drafted], why_not=why_not_drafted, wrong=no_meaning)

DRAFT: Grammar[Yours, Drafted] = Grammar(
    "valeria.rules.notation",
    Drafted,
    Phrase("face", pool, label="die", ids=FACES, needed=True, wrong=no_such_die),
    (
        _take("final", dice, label="face", lead=AS, ids=FACES),
        _take("powers", powers, label="power", ids=_power_ids),
        _take("pushes", guilds, label="guild", ids=_guild_ids, counted=True),
    ),
    full_stop(no_meaning),
)


# What can be said, and of which action


_say = partial(Phrase[Yours, Plan], why_not=why_not, wrong=no_meaning)


def _sale_ids(at: Yours) -> Container[str]:
    return (*at.state.board.tracks, "vp", "gold")


def _district_ids(at: Yours) -> Container[str]:
    return at.state.board.district


def _sail(name: str) -> Phrase[Yours, Plan]:
    """From where, and to where."""
    return _say(name, districts, label="sail", lead=SAIL, ids=_district_ids, most=2)


NUMBER = _say("what", numbers, label="number", ids=lambda at: at.state.manors)
CITIZEN = _say("what", citizens, label="citizen", ids=lambda at: at.state.citizens, doubt=doubted_citizen)
DISTRICT = _say("place", districts, label="district", ids=_district_ids)
ROAD = _say("place", roads, label="road", ids=lambda at: at.state.board.road)
WINDMILL = _say("place", windmills, label="road", ids=lambda at: at.state.board.road)
GUILD = _say("guild", guilds, ids=_guild_ids)
EXTRA = _say("extra", guilds, label="more", ids=_guild_ids)
SECOND = _say("extra", guilds, label="more", ids=_guild_ids, behind="guild")
DIE = _say("die", dice, ids=FACES)
TURNED = _say("final", dice, label="face", lead=AS, ids=FACES)
LEFT_OVER = _say("leftover", dice, label="face", lead=LEFTOVER, ids=FACES)
PUSHES = _say("pushes", guilds, label="guild", ids=_guild_ids, counted=True)
BOUGHT = _say("bought", [BUY], counted=True)
SOLD = _say("sold", sales, label="sale", lead=SELL, ids=_sale_ids, counted=True)
BUILT = _say("ship", districts, label="district", lead=SHIP, ids=_district_ids)
GAINS = _say("gains", gains, label="gain", ids=_sale_ids, counted=True)
STOP: Phrase[Yours, Plan] = full_stop(no_meaning)

SAID: Mapping[str, Sequence[Step[Yours, Plan]]] = {
    "manor": [(NUMBER, DISTRICT, DIE, TURNED, EXTRA), STOP],
    "temple": [(DISTRICT, DIE, TURNED, EXTRA), STOP],
    "recruit": [(CITIZEN, DISTRICT, GUILD, DIE, TURNED, SECOND, _sail("sail")), STOP],
    "harvest": [(WINDMILL, DIE, TURNED, LEFT_OVER, PUSHES), STOP],
    "wharf": [(DIE, TURNED, GUILD, BOUGHT, SOLD), _sail("sail_first"), BUILT, _sail("sail"), STOP],
    "gate": [(ROAD, GUILD), STOP],
    "ward-tower": [(DISTRICT, GUILD), STOP],
    "statue": [(DISTRICT, GUILD), STOP],
    "other": [GAINS, STOP],
    "done": [],
}
"""What can be said about each action after its name: what stands in one bracket, in any order."""

TURN: Grammar[Yours, Plan] = Grammar(
    "valeria.rules.notation",
    lambda: Plan(""),
    Phrase("action", actions, ids=ACTIONS, needed=True, why_not=why_no_action, wrong=no_action),
    forms={ACTION_WORDS[action]: phrases for action, phrases in SAID.items()},
    beside=DRAFT,
)


ONE_AFTER_ANOTHER = Then(THEN, Yours.after)


def turn(at: Yours) -> Notation[Yours, Plan]:
    """How a turn is written from here on."""
    return TURN.at(at, ONE_AFTER_ANOTHER)
