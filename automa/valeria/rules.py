"""What the rules allow and what things cost: pushes on the guild tracks, prices, places that are free."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from automa.dialogue import Text
from automa.valeria.state import Side, State, Track
from automa.valeria.tables import ActionFacts, Goods, Guild, LineFacts, Monument, Piece, Primary, Sub


def next_space(track: Track, at: int, others: Collection[int]) -> int:
    """Where one push takes a token: up a space, over stars that are taken; nowhere if there is none."""
    to = at + 1
    while track.is_star(to) and to in others:
        to += 1
    return to if to <= track.top else at


def lines_crossed(track: Track, before: int, after: int) -> list[LineFacts]:
    """The rewards for the lines between two spaces; a jump over a star crosses lines like any step."""
    return [line for space, line in track.lines.items() if before <= space < after]


@dataclass(slots=True)
class Pushed:
    """What pushes on one track came to."""

    track: Track
    before: int
    after: int
    lost: int
    """Pushes that could not move the token."""
    rewards: list[LineFacts]

    @property
    def text(self) -> Text:
        """ "Worker from 2 to 4", "Holy from 10 to ★2", "Shadow stays on ★3"."""
        guild = self.track.name
        before = shown_space(self.track, self.before)
        if self.after == self.before:
            return Text("valeria.push.stuck", guild=guild, at=before, lost=self.lost)
        after = shown_space(self.track, self.after)
        if self.lost:
            return Text("valeria.push.lost", guild=guild, before=before, to=after, lost=self.lost)
        return Text("valeria.push", guild=guild, before=before, to=after)


def shown_space(track: Track, space: int) -> str:
    """A space as a player reads it: counted from the start, starred ones from the first star."""
    return f"★{space - track.spaces}" if track.is_star(space) else str(space)


def push(state: State, side: Side, guild: Guild, times: int = 1) -> Pushed:
    """Push a token; VP on the lines are scored at once, whoever crosses them."""
    track = state.board.tracks[guild]
    before = at = side.influence[guild]
    others = {other.influence[guild] for other in state.sides if other is not side}
    lost = 0
    for _ in range(times):
        to = next_space(track, at, others)
        lost += to == at
        at = to
    side.influence[guild] = at
    rewards = lines_crossed(track, before, at)
    for line in rewards:
        if line.gain == "vp":
            side.gain("lines", line.amount, Text("valeria.how.part", where=track.name, points=line.amount))
    return Pushed(track, before, at, lost, rewards)


def can_move(state: State, side: Side, guild: Guild) -> bool:
    track = state.board.tracks[guild]
    at = side.influence[guild]
    others = {other.influence[guild] for other in state.sides if other is not side}
    return next_space(track, at, others) > at


def cost_of(state: State, action: Primary | Sub, place: str) -> dict[Goods, int]:
    """What you pay, with a gold more for each token of that kind that is there already, of any colour."""
    actions = state.tables.actions
    priced: dict[str, ActionFacts] = {**actions.primary, **actions.sub}  # type: ignore[dict-item]
    facts = priced[action]
    there: Mapping[str, Piece] = {"manor": "manor", "temple": "temple", "shipyard": "ship"}
    if action == "windmill":
        count = state.windmills(place)
    else:
        count = state.count(there[action], place) if action in there else 0
    cost = dict(facts.cost)
    if facts.surcharge * count:
        cost["gold"] = cost.get("gold", 0) + facts.surcharge * count
    return cost


def goods(amounts: Mapping[Goods, int]) -> list[Text]:
    """ "3 wood", "1 gold"."""
    return [Text(f"valeria.goods.{kind}", n=amount) for kind, amount in amounts.items() if amount]


def districts_for_manor(state: State, number: str) -> list[str]:
    """Where your manor of that number may stand: anywhere, but only one Lighthouse in a district."""
    if state.tables.manors.manor[number].lighthouse:
        return state.free_places("lighthouse")
    return list(state.board.district)


def manors_left(state: State) -> list[str]:
    """The numbers of the manors still on your own board."""
    return [number for number in state.tables.manors.manor if number not in state.you.manors]


def roads_with_room(state: State) -> list[str]:
    return [road for road in state.board.road if state.room_on(road) > 0]


def ships_at(side: Side) -> list[str]:
    """The districts that hold a ship of that side, clockwise from the first."""
    return [district for district, count in side.tokens["ship"].items() if count]


def monuments_left(state: State) -> list[Monument]:
    """What you can still build as a monument; your Lighthouse is a manor."""
    kinds: tuple[Monument, ...] = ("gate", "ward-tower", "statue")
    return [kind for kind in kinds if kind not in state.you.monuments and state.free_places(kind)]


def turn_faces(state: State) -> list[str]:
    """The faces that your citizens let you turn a die to, when you draft or spend it."""
    citizens = state.tables.citizens.citizen
    found = dict.fromkeys(citizens[id].turns_to for id in state.you.cards)
    return [face for face in found if face is not None]
