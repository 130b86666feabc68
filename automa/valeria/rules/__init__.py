"""The rules: what counts, what is left, what things cost, how tokens are pushed; your turn: `turn`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from automa.dialogue import Choose, Tell, Text
from automa.names import word_of
from automa.valeria import tables as facts
from automa.valeria import wording
from automa.valeria.board import Track
from automa.valeria.state import Die, Side, State

# What counts, and what is left


def tokens(side: Side, piece: facts.Piece, district: str) -> int:
    """Tokens of that kind and colour in a district; a Lighthouse is a manor, a Keep is not."""
    found = side.tokens[piece][district]
    return found + (side.monuments.get("lighthouse") == district) if piece == "manor" else found


def count(state: State, piece: facts.Piece, district: str) -> int:
    """Tokens of that kind there, of any colour."""
    found = 0
    for side in state.sides:
        found += tokens(side, piece, district)
    return found


def room_on(state: State, road: str) -> int:
    """How many dots of a road have no windmill."""
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
    """The places without such a monument of any colour."""
    taken = [side.monuments.get(monument) for side in state.sides]
    return [place for place in state.board.places[monument] if place not in taken]


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
    """What can be recruited: what lies open; unknown, what of both backs or one is not gone in every copy."""
    if state.market is not None:
        return list(dict.fromkeys(id for line in state.market.lines.values() for id in line))
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
        [state.cards[id] for id in free],
        absent=lambda typed: why_no_citizen(state, typed, back),
        doubted=[option for id, option in state.cards.items() if id not in free],
        known=state.things.citizens,
        **asked,
    )


def why_no_citizen(state: State, id: str, back: str = "") -> Text | None:
    """Why a citizen cannot be recruited, as far as the app knows."""
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
        at = holder.cards.index(id)
        holder.cards = holder.cards[:at] + holder.cards[at + 1 :]
    side.cards.append(id)


def ships_at(side: Side) -> list[str]:
    """The districts that hold a ship of that side, clockwise from the first."""
    return [district for district, ships in side.tokens["ship"].items() if ships]


# What things cost


def cost_of(state: State, action: str, place: str) -> dict[facts.Goods, int]:
    """What you pay, with a gold more for each token of that kind that is there already, of any colour."""
    cost, each = dict(state.actions[action].cost), state.actions[action].surcharge
    more = each * count(state, state.pieces[action], place)
    if more:
        cost["gold"] = cost.get("gold", 0) + more
    return cost


# Influence


def next_space(track: Track, at: int, others: Collection[int]) -> int:
    """Where one push takes a token: up a space, over stars that are taken; nowhere if there is none."""
    to = at + 1
    while track.is_star(to) and to in others:
        to += 1
    return to if to <= track.top else at


def pushed_to(state: State, side: Side, guild: facts.Guild, at: int, times: int) -> tuple[int, int]:
    """Where pushes take a token that is on that space, and how many of them are lost."""
    if not times:
        return at, 0
    track, others = state.board.tracks[guild], state.spaces_of_others(side, guild)
    for done in range(times):
        to = next_space(track, at, others)
        if to == at:
            return at, times - done
        at = to
    return at, 0


def lines_crossed(track: Track, before: int, after: int) -> list[facts.LineFacts]:
    """The rewards for the lines between two spaces; a jump over a star crosses lines like any step."""
    return [track.lines[space] for space in range(before, after) if space in track.lines]


class Pushed(Struct):
    """The result of pushes on one track."""

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
    """Push a token; VP on the lines are scored at once by the player who crosses them."""
    track, before = state.board.tracks[guild], side.influence[guild]
    after, lost = pushed_to(state, side, guild, before, times)
    side.influence[guild] = after
    rewards = lines_crossed(track, before, after)
    for line in rewards:
        if line.gain == "vp":
            side.gain("lines", line.amount, Text("valeria.how.part", where=track.name, points=line.amount))
    return Pushed(track, before, after, lost, rewards)


def push_each(state: State, side: Side, pushes: Mapping[facts.Guild, int]) -> list[Pushed]:
    """Push a token on several tracks, left to right; `pushes` says how often on each."""
    return [push(state, side, guild, pushes[guild]) for guild in state.board.tracks if pushes.get(guild)]


def pushes_told(state: State, side: Side, pushes: Sequence[Pushed], why: Sequence[Text] = ()) -> list[Tell]:
    """Pushes, and what the lines give."""
    told = side.told("valeria.pushes", why, pushes=[pushed.text for pushed in pushes])
    return [told, *line_rewards(state, side, pushes)] if pushes else []


def line_rewards(state: State, side: Side, pushes: Iterable[Pushed]) -> list[Tell]:
    """What crossing lines gives: points are scored already, and the opponent takes nothing else.

    Goods that the game tracks are told with all the others that a step brought.
    """
    tells: list[Tell] = []
    for pushed in pushes:
        guild = pushed.track.name
        for line in pushed.rewards:
            if line.gain == "vp" or (side is not state.rival and not state.tracks_all):
                tells.append(side.told("valeria.line", guild=guild, gain=wording.gain(line)))
            elif side is not state.rival:
                tells.append(side.news("valeria.own.line", guild=guild))
    return tells


def push_shown(state: State, track: Track, at: int, to: int) -> Text:
    """Where your token and those of the others are, and what a push from one space to another crosses."""
    others = [track.shown(space) for space in state.spaces_of_others(state.you, track.id)]
    gains = [wording.gain(line) for line in lines_crossed(track, at, to)]
    kind = "valeria.track" if state.rival is not None else "valeria.track-of-many"
    if gains:
        return Text(f"{kind}.line", at=track.shown(at), rival=others, gains=gains)
    return Text(f"{kind}.stuck" if to == at else kind, at=track.shown(at), rival=others)


def can_move(state: State, side: Side, guild: facts.Guild) -> bool:
    at, track = side.influence[guild], state.board.tracks[guild]
    return at < track.spaces or next_space(track, at, state.spaces_of_others(side, guild)) > at


# Dice, and the powers of your manors and citizens


def draft(state: State, side: Side, face: facts.Face) -> Die:
    """A die from the pool."""
    state.pool[face] -= 1
    side.dice.append(Die(face))
    return side.dice[-1]


def spend(side: Side, face: str, final: str) -> facts.Face:
    """A die to the spent dice, showing its final face."""
    die = next(each for each in side.unspent() if each.face == face)
    die.face, die.spent = word_of(facts.FACES, final), True
    return die.face


def turn_faces(state: State) -> list[facts.Face]:
    """The faces that your citizens let you turn a die to, when you draft or spend it."""
    found = {state.citizens[id].turns_to for id in state.you.cards}
    return [face for face in facts.FACES if face in found]


def powers(state: State, action: str, recruited: str = "") -> list[facts.PowerFacts]:
    """Your manors and then your citizens that an action sets off; a card just recruited gives at once."""
    manors = [state.manors[number] for number in state.you.manors]
    citizens = [state.citizens[id] for id in state.you.cards]
    at_once = [state.citizens[recruited]] if recruited in state.citizens else []
    return [
        *(power for power in (*manors, *citizens) if power.on == action),
        *(citizen for citizen in at_once if citizen.on == "recruited"),
    ]


# What it does to the table


def build_manor(state: State, number: str, district: str, whose: Side | None = None) -> None:
    """A manor of that number, or the Lighthouse, on the board: yours, or another player's."""
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
