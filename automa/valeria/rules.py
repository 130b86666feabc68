"""The rules: what counts, what is left, what things cost, how tokens are pushed; which turns are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from automa.dialogue import Choose, Tell, Text
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Track
from automa.valeria.state import Die, Side, State

YOUR_MONUMENTS: Sequence[facts.Monument] = [kind for kind in facts.MONUMENTS if kind != "lighthouse"]
"""What you build as a monument; your Lighthouse is a manor."""
DONE, OTHER = "done", "other"
"""The end of your turn; pushes and points that the app did not work out."""


# What counts, and what is left


def tokens(side: Side, piece: facts.Piece, district: str) -> int:
    """Tokens of that kind and colour in a district; a Lighthouse is a manor, a Keep is not."""
    found = side.tokens[piece][district]
    return found + (side.monuments.get("lighthouse") == district) if piece == "manor" else found


def count(state: State, piece: facts.Piece, district: str) -> int:
    """Tokens of that kind there, of any colour."""
    return sum([tokens(side, piece, district) for side in state.sides])


def room_on(state: State, road: str) -> int:
    """Free dots."""
    return state.tables.components.road.dots - count(state, "windmill", road)


def room_in(state: State, row: facts.Row) -> int:
    """Free icons in a row of the wharf card."""
    columns = state.tables.wharf.columns_for(len(state.sides))
    return columns - sum([side.crates[row] for side in state.sides])


def crates_left(state: State, side: Side) -> int:
    """Crates that are free and not on the card yet; the opponent has all of its own from the start."""
    components = state.tables.components
    if side is state.rival:
        free = components.each.crate
    else:
        free = components.crates.start + sum(state.manors[number].crates for number in side.manors)
    return free - sum(side.crates.values())


def empty_districts(state: State) -> list[str]:
    return [id for id in state.board.district if not count(state, "manor", id) and not state.keeps[id]]


def free_places(state: State, monument: facts.Monument) -> list[str]:
    """Where nobody has such a monument yet."""
    taken = [side.monuments.get(monument) for side in state.sides]
    return [place for place in state.board.places[monument] if place not in taken]


def monuments_left(state: State) -> list[facts.Monument]:
    """What you can still build as a monument: there are more places than others can have taken."""
    return [kind for kind in YOUR_MONUMENTS if kind not in state.you.monuments]


def manors_left(state: State) -> list[str]:
    """The numbers of the manors still on your own board."""
    return [number for number in state.manors if number not in state.you.manors]


def places_for(state: State, action: str, what: str = "") -> Sequence[str]:
    """Where you may place the token of an action: one Lighthouse a district, no windmill on a full road."""
    if what in state.manors and state.manors[what].lighthouse:
        return free_places(state, "lighthouse")
    if what not in state.manors and not state.you.left(state.pieces[action]):
        return []
    if action == "windmill":
        return [road for road in state.board.road if room_on(state, road) > 0]
    return list(state.board.district)


def free_citizens(state: State, back: str = "") -> list[str]:
    """What can be recruited, of both backs or one: what lies open, or what is not gone in every copy."""
    if state.market is not None:
        lines = state.market.lines.items()
        return list(dict.fromkeys(id for colour, line in lines if back in ("", colour) for id in line))
    recruited = Counter([id for side in state.sides for id in side.cards])
    copies = state.tables.citizens.copies
    return [
        id for id, citizen in state.citizens.items() if back in ("", citizen.back) and recruited[id] < copies
    ]


def which_citizen(id: str, to: str, state: State, back: str = "", **asked: Any) -> Choose:
    """Which citizen is recruited, of both lines or of one; one that seems impossible may be insisted on."""
    free = free_citizens(state, back)
    return Choose(
        id,
        to,
        wording.citizen_options(state.citizens, free),
        absent=lambda typed: why_no_citizen(state, typed, back),
        doubted=wording.citizen_options(state.citizens, [id for id in state.citizens if id not in free]),
        **asked,
    )


def why_no_citizen(state: State, id: str, back: str = "") -> Text | None:
    """What speaks against recruiting a citizen, as far as the app knows."""
    citizen = state.citizens.get(id)
    if citizen is None:
        return None
    if id not in free_citizens(state):
        if state.market is not None:
            return Text("valeria.refused.citizen-not-open", citizen=citizen.name)
        return Text("valeria.refused.citizen-taken", citizen=citizen.name)
    if back not in ("", citizen.back):
        return Text("valeria.refused.citizen-line", citizen=citizen.name)
    return None


def add_citizen(state: State, side: Side, id: str) -> None:
    """A citizen card goes to a side; if every copy was taken, as far as the app knew, one is taken off."""
    if sum(each.cards.count(id) for each in state.sides) >= state.tables.citizens.copies:
        holder = next((other for other in state.others(side) if id in other.cards), side)
        holder.cards.remove(id)
    side.cards.append(id)


def ships_at(side: Side) -> list[str]:
    """The districts that hold a ship of that side, clockwise from the first."""
    return [district for district, ships in side.tokens["ship"].items() if ships]


# What things cost


def cost_of(state: State, action: str, place: str) -> dict[facts.Goods, int]:
    """What you pay, with a gold more for each token of that kind that is there already, of any colour."""
    cost, each = dict(state.actions[action].cost), state.actions[action].surcharge
    more = each * count(state, state.pieces[action], place) if each else 0
    if more:
        cost["gold"] = cost.get("gold", 0) + more
    return cost


def paid(held: Mapping[facts.Goods, int], cost: Mapping[facts.Goods, int]) -> dict[facts.Goods, int] | None:
    """What is left of goods after paying, or None if they are not enough.

    Magic may stand in for the rest of a resource once one of it is paid; never for gold.
    """
    left = dict(held)
    by_magic = 0
    for kind, amount in cost.items():
        missing = max(0, amount - held[kind])
        if missing and (kind == "gold" or not held[kind]):
            return None
        left[kind] -= amount - missing
        by_magic += missing
    left["magic"] -= by_magic
    return left if left["magic"] >= 0 else None


# Influence


def next_space(track: Track, at: int, others: Collection[int]) -> int:
    """Where one push takes a token: up a space, over stars that are taken; nowhere if there is none."""
    to = at + 1
    while track.is_star(to) and to in others:
        to += 1
    return to if to <= track.top else at


def pushed_to(state: State, side: Side, guild: facts.Guild, at: int, times: int) -> tuple[int, int]:
    """Where pushes take a token that is on that space, and how many of them are lost."""
    track, others = state.board.tracks[guild], [other.influence[guild] for other in state.others(side)]
    for done in range(times):
        to = next_space(track, at, others)
        if to == at:
            return at, times - done
        at = to
    return at, 0


def lines_crossed(track: Track, before: int, after: int) -> list[facts.LineFacts]:
    """The rewards for the lines between two spaces; a jump over a star crosses lines like any step."""
    return [line for space, line in track.lines.items() if before <= space < after]


class Pushed(Struct):
    """What pushes on one track came to."""

    track: Track
    before: int
    after: int
    lost: int
    """Pushes that could not move the token."""
    rewards: list[facts.LineFacts]

    @property
    def text(self) -> Text:
        """ "Worker from 2 to 4", "Holy from 10 to ★2", "Shadow stays on ★3"."""
        guild, before = self.track.name, self.track.shown(self.before)
        if self.after == self.before:
            return Text("valeria.push.stuck", guild=guild, at=before, lost=self.lost)
        after = self.track.shown(self.after)
        if self.lost:
            return Text("valeria.push.lost", guild=guild, before=before, to=after, lost=self.lost)
        return Text("valeria.push", guild=guild, before=before, to=after)


def push(state: State, side: Side, guild: facts.Guild, times: int = 1) -> Pushed:
    """Push a token; VP on the lines are scored at once, whoever crosses them."""
    track, before = state.board.tracks[guild], side.influence[guild]
    after, lost = pushed_to(state, side, guild, before, times)
    side.influence[guild] = after
    rewards = lines_crossed(track, before, after)
    for line in rewards:
        if line.gain == "vp":
            side.gain("lines", line.amount, Text("valeria.how.part", where=track.name, points=line.amount))
    return Pushed(track, before, after, lost, rewards)


def push_each(state: State, side: Side, pushes: Mapping[facts.Guild, int]) -> list[Pushed]:
    """So many pushes on each of these tracks, left to right."""
    return [push(state, side, guild, pushes[guild]) for guild in state.board.tracks if pushes.get(guild)]


def pushes_told(state: State, side: Side, pushes: Sequence[Pushed], why: Sequence[Text] = ()) -> list[Tell]:
    """Pushes, and what the lines give."""
    told = side.told("valeria.pushes", why, pushes=[pushed.text for pushed in pushes])
    return [told, *line_rewards(state, side, pushes)] if pushes else []


def line_rewards(state: State, side: Side, pushes: Iterable[Pushed]) -> list[Tell]:
    """What crossing lines gives: to the opponent only victory points, which are scored already."""
    return [
        side.told("valeria.line", guild=pushed.track.name, gain=wording.gain(line))
        for pushed in pushes
        for line in pushed.rewards
        if line.gain == "vp" or side is not state.rival
    ]


def can_move(state: State, side: Side, guild: facts.Guild) -> bool:
    return not pushed_to(state, side, guild, side.influence[guild], 1)[1]


# Dice, and the powers of your manors and citizens


def draft(state: State, side: Side, face: facts.Face) -> Die:
    """A die from the pool."""
    state.pool[face] -= 1
    side.dice.append(Die(face))
    return side.dice[-1]


def spend(side: Side, face: str, final: str) -> facts.Face:
    """A die to the spent dice, showing its final face."""
    die = next(each for each in side.unspent() if each.face == face)
    die.face, die.spent = next(each for each in facts.FACES if each == final), True
    return die.face


def turn_faces(state: State) -> list[facts.Face]:
    """The faces that your citizens let you turn a die to, when you draft or spend it."""
    found = {state.citizens[id].turns_to for id in state.you.cards}
    return [face for face in facts.FACES if face in found]


def draft_powers(state: State) -> list[str]:
    """Your citizens that a drafted die lets you use for a price, with something for the app to mark."""
    held = [(id, state.citizens[id]) for id in state.you.cards]
    return [id for id, each in held if each.on == "draft" and each.price and not each.trades]


def drafted_pushes(state: State, final: str, used: Iterable[str]) -> int:
    """What a drafted die pushes: one for its own face, and those of the citizens used."""
    return (final == "influence") + sum(state.citizens[id].influence for id in used)


def powers(state: State, action: str, recruited: str = "") -> list[facts.PowerFacts]:
    """Your manors and then your citizens that an action sets off; a card just recruited gives at once."""
    you = state.you
    manors = [state.manors[number] for number in you.manors]
    citizens = [state.citizens[id] for id in you.cards]
    at_once = state.citizens.get(recruited)
    return [
        *(manor for manor in manors if manor.on == action),
        *(each for each in citizens if each.on == action or (each.on == "recruited" and each is at_once)),
    ]


# A turn of yours


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
    monuments: list[str] = [] if built else [*monuments_left(state)]
    if acted:
        return [DONE, *monuments, *([] if added else [OTHER])]
    cards = state.tables.citizens
    recruited = sum(len(side.cards) for side in state.sides)
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
    names = [Text(f"valeria.turn.{each}") for each in allowed]
    return Text("valeria.refused.action", found=action, actions=names)


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
            if what and place and place not in places_for(state, "manor", what):
                return Text("valeria.refused.lighthouse", district=board.district[place])
            if not manors_left(state):
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
            if place and room_on(state, place) <= 0:
                return Text("valeria.refused.road-full", road=board.road[place])
        case "gate" | "ward-tower" | "statue" as monument:
            if monument not in monuments_left(state):
                return Text("valeria.refused.one-monument")
            if place and place not in free_places(state, monument):
                return Text("valeria.refused.place-taken", place=board.named(place))
    return None


def _why_no_die(state: State, plan: Plan) -> Text | None:
    """Why that die cannot be spent, turned to that face, or gained from the leftover ones."""
    held = [die.face for die in state.you.unspent()]
    if plan.die and plan.die not in held:
        die = wording.FACE[plan.die]
        return Text("valeria.refused.no-such-die", die=die, dice=wording.faces(held))
    faces = turn_faces(state) if plan.final else []
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
    if plan.pushes and ((plan.die and plan.final) or not turn_faces(state)):
        faces = [*state.you.faces(), plan.final or plan.die]
        if plan.die:
            faces.remove(plan.die)
        most = harvest_pushes(state, plan, faces)
        most += 0 if plan.leftover else leftover_influence(state, plan)
        if len(plan.pushes) > most:
            return Text("valeria.refused.pushes", n=most, found=len(plan.pushes))
    if plan.action == "wharf" and plan.guild:
        held = [plan.die] if plan.die else [die.face for die in state.you.unspent()]
        may_be = [plan.final] if plan.final else [*held, *turn_faces(state)]
        if state.actions["wharf"].die not in may_be:
            return Text("valeria.refused.no-first-push", guild=board.tracks[plan.guild].name)
    return None


def _why_no_crate(state: State, plan: Plan) -> Text | None:
    """Why so many crates cannot be placed, or not in that row."""
    if not plan.bought and not plan.sold:
        return None
    left, crates = crates_left(state, state.you), plan.crates
    if sum(crates.values()) > left:
        return Text("valeria.refused.crates", n=left, found=sum(crates.values()))
    for row, count in crates.items():
        if count > room_in(state, row):
            return Text("valeria.refused.room", row=wording.row(row), n=max(0, room_in(state, row)))
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
    ships, district = ships_at(state.you), state.board.district
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


# What it does to the table


def build_manor(state: State, number: str, district: str, whose: Side | None = None) -> None:
    """A manor of that number, or the Lighthouse, on the board: yours, or somebody's."""
    side = whose or state.you
    if state.manors[number].lighthouse:
        side.monuments["lighthouse"] = district
    else:
        side.place("manor", district)
    side.manors[number] = district


def unbuild_manor(state: State, number: str, side: Side) -> None:
    """The manor back on its board: for corrections."""
    district = side.manors.pop(number)
    if state.manors[number].lighthouse:
        del side.monuments["lighthouse"]
    else:
        side.tokens["manor"][district] -= 1


def sail(side: Side, origin: str, target: str) -> None:
    """A ship from one district to another."""
    side.tokens["ship"][origin] -= 1
    side.tokens["ship"][target] += 1


def load_crates(state: State, side: Side, crates: Mapping[facts.Row, int]) -> list[Tell]:
    """Crates on the rows of the wharf card; the VP they give are scored at once, and told."""
    for row, added in crates.items():
        side.crates[row] += added
    points = sum(state.tables.wharf.row[row].vp * added for row, added in crates.items())
    if not points:
        return []
    return [side.gains("crates", points, Text("valeria.how.in-round", round=state.round, points=points))]
