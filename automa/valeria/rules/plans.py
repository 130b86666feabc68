"""A turn of yours as far as it has been said: whether it can be, and what it pushes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from automa.dialogue import Option, Text, choose_from
from automa.valeria import rules, wording
from automa.valeria import tables as facts
from automa.valeria.state import State

DONE, OTHER = "done", "other"
"""The end of your turn; pushes and points that the app did not work out."""


class Plan(Struct):
    """A turn as far as it has been said."""

    action: str
    place: str = ""
    """A district, or a road."""
    what: str = ""
    """The number of a manor, or the citizen."""
    die: str = ""
    guild: facts.Guild | Literal[""] = ""
    """The guild of the place that is pushed; at the wharf, what an Influence die pushes first."""
    final: facts.Face | Literal[""] = ""
    """The face that the die is turned to."""
    extra: facts.Guild | Literal[""] = ""
    """The guild of the pushes that a manor of yours adds, or the citizen gives at once."""
    leftover: facts.Face | Literal[""] = ""
    """The face of the leftover die that a manor of yours gives the value of."""
    pushes: tuple[facts.Guild, ...] = ()
    """On any tracks."""
    bought: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()
    """What each crate is sold for: points, gold, or a push on a guild."""
    sail_first: tuple[str, ...] = ()
    """From where and to where a ship sails, before another is built."""
    ship: str = ""
    """Where a ship is built."""
    sail: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    """Pushes and points that the app did not work out."""
    stop: bool = False
    """Whether nothing is wanted that may be left out."""

    @property
    def crates(self) -> dict[facts.Row, int]:
        """How many crates it puts on each row of the wharf card."""
        points = self.sold.count("vp")
        rows: dict[facts.Row, int] = {
            "buy": len(self.bought), "vp": points, "influence": len(self.sold) - points,
        }  # fmt: skip
        return {row: count for row, count in rows.items() if count}


def allowed_actions(state: State, built: bool = False, acted: bool = False, added: bool = False) -> list[str]:
    """What you can do now: a primary action and a monument, in either order, and then anything else."""
    monuments: list[str] = [] if built else [*rules.monuments_left(state)]
    if acted:
        return [DONE, *monuments, *([] if added else [OTHER])]
    cards = state.tables.citizens
    recruited = sum([len(side.cards) for side in state.sides])
    cannot = {
        "manor": len(state.you.manors) == len(state.manors),
        "temple": not state.you.left("temple"),
        "recruit": recruited >= cards.copies * len(cards.citizen),
    }
    return [action for action in (*facts.PRIMARIES, *monuments) if not cannot.get(action)]


def why_no_action(state: State, action: str, allowed: Sequence[str] | None = None) -> Text | None:
    """Why an action cannot be taken at all; nothing if it is among those allowed."""
    allowed = allowed_actions(state) if allowed is None else allowed
    if action in allowed:
        return None
    match action:
        case "manor" | "temple" | "recruit" | "harvest" | "wharf" if DONE in allowed:
            return Text("valeria.refused.acted")
        case "manor":
            return Text("valeria.refused.no-manors")
        case "temple":
            return Text("valeria.refused.no-temples")
        case "gate" | "ward-tower" | "statue" if action in state.you.monuments:
            place = state.board.named(state.you.monuments[action])
            return Text("valeria.refused.built", monument=wording.monument(action), place=place)
        case "gate" | "ward-tower" | "statue":
            return Text("valeria.refused.one-monument")
        case "done" | "other":
            return Text("valeria.refused.not-acted")
    right = choose_from([Option(each, Text(f"valeria.turn.{each}")) for each in allowed])
    return Text("valeria.refused.action", found=action, choices=right)


def why_not(state: State, plan: Plan) -> Text | None:
    """Why a turn cannot be, as far as it has been said, on the table as it is; nothing if it can."""
    return (
        _why_not_there(state, plan)
        or _why_no_die(state, plan)
        or _why_no_push(state, plan)
        or _why_no_crate(state, plan)
        or _why_no_ship(state, plan)
    )


def _why_not_there(state: State, plan: Plan) -> Text | None:
    """Why that manor, citizen, windmill or monument cannot be placed, or not there."""
    you, board = state.you, state.board
    place, what = plan.place, plan.what
    match plan.action:
        case "manor":
            if what in you.manors:
                where = board.district[you.manors[what]]
                name = state.manors[what].name
                return Text("valeria.refused.manor-built", name=name, number=what, district=where)
            if what and place and place not in rules.places_for(state, "manor", what):
                return Text("valeria.refused.lighthouse", district=board.district[place])
            if not rules.manors_left(state):
                return Text("valeria.refused.no-manors")
        case "temple":
            if not you.left("temple"):
                return Text("valeria.refused.no-temples")
        case "recruit":
            if (place or plan.guild) and not you.left("citizen"):
                return Text("valeria.refused.no-citizens")
        case "harvest":
            if place and not you.left("windmill"):
                return Text("valeria.refused.no-windmills")
            if place and rules.room_on(state, place) <= 0:
                return Text("valeria.refused.road-full", road=board.road[place])
        case "gate" | "ward-tower" | "statue" as monument:
            if monument not in rules.monuments_left(state):
                return Text("valeria.refused.one-monument")
            if place and place not in rules.free_places(state, monument):
                return Text("valeria.refused.place-taken", place=board.named(place))
    return None


def _why_no_die(state: State, plan: Plan) -> Text | None:
    """Why that die cannot be spent, turned to that face, or gained from the leftover ones."""
    held = [die.face for die in state.you.unspent()]
    if plan.die and plan.die not in held:
        die = wording.FACE[plan.die]
        return Text("valeria.refused.no-such-die", die=die, dice=wording.faces(held))
    faces = rules.turn_faces(state) if plan.final else []
    if plan.final and plan.final not in faces and (plan.final != plan.die or not faces):
        return Text("valeria.refused.turned", face=wording.FACE[plan.final])
    if plan.leftover and not state.pool[plan.leftover]:
        return Text("valeria.refused.not-left-over", face=wording.FACE[plan.leftover])
    if plan.leftover and not leftover_dice(state, plan):
        return Text("valeria.refused.no-leftover")
    return None


def _why_no_push(state: State, plan: Plan) -> Text | None:
    """Why that guild cannot be pushed, or not so often."""
    board = state.board
    there = board.named(plan.place) if plan.place else None
    ours = plan.action in ("manor", "temple")
    for guild in (plan.guild, plan.extra if ours else ""):
        if guild and there is not None and guild not in there.guilds:
            name, guilds = board.tracks[guild].name, board.guilds_at(plan.place)
            return Text("valeria.refused.guild", guild=name, place=there, guilds=guilds)
    if plan.extra and (plan.what or plan.action == "temple") and not extra_pushes(state, plan):
        return Text("valeria.refused.no-extra", guild=board.tracks[plan.extra].name)
    if plan.pushes:
        most = max(harvest_pushes(state, plan, faces) for faces in _harvested(state, plan))
        most += 0 if plan.leftover else leftover_influence(state, plan)
        if len(plan.pushes) > most:
            return Text("valeria.refused.pushes", n=most, found=len(plan.pushes))
    if plan.action == "wharf" and plan.guild:
        held = [plan.die] if plan.die else [die.face for die in state.you.unspent()]
        may_be = [plan.final] if plan.final else [*held, *rules.turn_faces(state)]
        if state.actions["wharf"].die not in may_be:
            return Text("valeria.refused.no-first-push", guild=board.tracks[plan.guild].name)
    return None


def _harvested(state: State, plan: Plan) -> Iterator[list[facts.Face]]:
    """What your dice may show once one is spent: a citizen of yours may turn that one, as far as is said."""
    spent = [each.face for each in state.you.unspent() if each.face == plan.die or not plan.die]
    for die in dict.fromkeys(spent):
        others = state.you.faces()
        others.remove(die)
        turned = [plan.final] if plan.final else [] if plan.stop else rules.turn_faces(state)
        for final in turned if plan.final else [die, *turned]:
            yield [*others, final]


def _why_no_crate(state: State, plan: Plan) -> Text | None:
    """Why so many crates cannot be placed, or not in that row."""
    if not plan.bought and not plan.sold:
        return None
    left, crates = rules.crates_left(state, state.you), plan.crates
    if sum(crates.values()) > left:
        return Text("valeria.refused.crates", n=left, found=sum(crates.values()))
    for row, count in crates.items():
        if count > rules.room_in(state, row):
            return Text("valeria.refused.room", row=wording.row(row), n=max(0, rules.room_in(state, row)))
    return None


def _why_no_ship(state: State, plan: Plan) -> Text | None:
    """Why a ship cannot be built, or not sail so."""
    if plan.ship and not state.you.left("ship"):
        return Text("valeria.refused.no-ships")
    citizen = state.citizens.get(plan.what)
    if plan.sail and citizen is not None and not (citizen.sail and citizen.on == "recruited"):
        return Text("valeria.refused.no-sail", citizen=citizen.name)
    if not plan.sail_first and not plan.sail:
        return None
    if plan.sail_first and plan.sail:
        return Text("valeria.refused.one-sail")
    ships, district = rules.ships_at(state.you), state.board.district
    for origin, *target in filter(None, (plan.sail_first, plan.sail)):
        if origin not in (*ships, plan.ship if plan.sail else ""):
            return Text("valeria.refused.no-ship-there", district=district[origin])
        if origin in target:
            return Text("valeria.refused.sail-there", district=district[origin])
    return None


def pushing_manors(state: State, plan: Plan, where: str) -> list[facts.ManorFacts]:
    """Your manors that add pushes to an action, by where; one that is being built counts already."""
    building = {plan.what: plan.place} if plan.action == "manor" else {}
    owned = [state.manors[number] for number in state.you.manors | building]
    return [manor for manor in owned if manor.on == plan.action and manor.where == where]


def card_pushes(state: State, plan: Plan) -> dict[facts.Guild, int]:
    """On the guild of a recruited card: one, and the Elder's."""
    if plan.action != "recruit":
        return {}
    more = sum(manor.influence for manor in pushing_manors(state, plan, "card"))
    return {state.citizens[plan.what].guild: state.actions["recruit"].influence + more}


def extra_pushes(state: State, plan: Plan) -> int:
    """On one guild of your choice: the Architect's or Priest's, or what a citizen gives at once."""
    if plan.action == "recruit":
        citizen = state.citizens[plan.what]
        return citizen.influence if citizen.on == "recruited" else 0
    return sum(manor.influence for manor in pushing_manors(state, plan, "district"))


def leftover_dice(state: State, plan: Plan) -> int:
    """Of how many leftover dice your manors give you the value in this action."""
    return sum(manor.leftover for manor in pushing_manors(state, plan, "any"))


def leftover_influence(state: State, plan: Plan) -> int:
    """How many of these may be Influence dice."""
    return min(leftover_dice(state, plan), state.pool["influence"])


def harvest_pushes(state: State, plan: Plan, faces: Sequence[str]) -> int:
    """On any tracks: one, those of your manors, and one for each Influence die of yours."""
    manors = sum(manor.influence for manor in pushing_manors(state, plan, "any"))
    dice = [*faces, plan.leftover].count("influence")
    return state.actions["harvest"].influence + manors + dice


def pushes_of(state: State, plan: Plan) -> dict[facts.Guild, int]:
    """The pushes of a turn that is said in full; a Harvest's and the wharf's are on any tracks."""
    times, pushes = state.actions[plan.action].influence, card_pushes(state, plan)
    if plan.action in ("manor", "temple"):
        pushes = dict.fromkeys(state.board.district[plan.place].guilds, times)
    if plan.guild:
        pushes[plan.guild] = pushes.get(plan.guild, 0) + times
    if plan.extra:
        pushes[plan.extra] = pushes.get(plan.extra, 0) + extra_pushes(state, plan)
    return pushes
