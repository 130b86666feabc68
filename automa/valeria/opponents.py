"""What the opponent's card says and how it is read: which die, which track, which ship, which place.

Everything here only looks; the conversation rolls the black die where something is tied and moves the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from automa.dialogue import Text
from automa.valeria.rules import can_move, shown_space
from automa.valeria.scoring import monument_value, trigger_tokens
from automa.valeria.state import Board, Side, State
from automa.valeria.tables import FACES, Face, Guild, Monument, RoundLine

# Reading the card


def first_wanted(priorities: Sequence[Face], pool: Mapping[Face, int]) -> tuple[Face, list[Text]]:
    """The die of the pool that is highest on the priority list, and the ones above it that are not there."""
    missing: list[Text] = []
    for face in priorities:
        if pool.get(face, 0):
            why = [Text("valeria.why.priorities", faces=face_names(priorities))]
            if missing:
                why.append(Text("valeria.why.no-such-die", faces=missing))
            why.append(Text("valeria.why.first-there", face=face_name(face)))
            return face, why
        missing.append(face_name(face))
    raise ValueError("an empty pool")


def lowest_tracks(state: State, side: Side) -> tuple[list[Guild], list[Text]]:
    """The tracks with the least influence, left to right."""
    return _extreme(state, side, list(state.board.tracks), highest=False)


def highest_tracks(state: State, side: Side, among: Sequence[Guild]) -> tuple[list[Guild], list[Text]]:
    """Of the guilds shown at a place, the tracks where the token is highest, left to right."""
    return _extreme(state, side, among, highest=True)


def _extreme(
    state: State, side: Side, among: Sequence[Guild], *, highest: bool
) -> tuple[list[Guild], list[Text]]:
    tracks = state.board.tracks
    spaces = [
        Text(
            "valeria.why.track",
            guild=tracks[guild].name,
            at=shown_space(tracks[guild], side.influence[guild]),
        )
        for guild in among
    ]
    why = [Text("valeria.why.highest" if highest else "valeria.why.lowest", tracks=spaces)]
    # The book does not say whether a token that cannot go on is passed over: ruling `blocked-push`.
    if state.rulings["blocked-push"] == "next":
        free = [guild for guild in among if can_move(state, side, guild)]
        if free and len(free) < len(among):
            why.append(Text("valeria.why.blocked-next"))
            among = free
    best = (max if highest else min)(side.influence[guild] for guild in among)
    return [guild for guild in among if side.influence[guild] == best], why


def ship_to_sail(board: Board, ships: Mapping[str, int], target: str) -> str | None:
    """The first ship met going clockwise from the target; ships that are there already stay."""
    return next((district for district in board.clockwise_from(target) if ships.get(district, 0)), None)


def crates_earned(dice: Sequence[Face], icons: Sequence[Face]) -> int:
    """One crate for each drafted die whose face is among the icons, each die judged alone."""
    return sum(face in icons for face in dice)


def monument_choice(state: State, monument: Monument) -> tuple[list[str], list[Text]]:
    """The free places with the most VP, clockwise, and the table of all candidates."""
    free = state.free_places(monument)
    values = {place: monument_value(state, monument, place) for place in free}
    best = max(values.values())
    facts = state.tables.actions.monument[monument]
    why = [Text("valeria.why.monument", monument=Text(f"valeria.monument.{monument}"))]
    for place in state.board.places(monument):
        named = state.board.named(place)
        if place in values:
            pieces = Text(f"valeria.pieces.{facts.per}", n=trigger_tokens(state, monument, place))
            why.append(
                Text(
                    "valeria.why.candidate",
                    place=named,
                    vp=Text("valeria.vp", n=values[place]),
                    pieces=pieces,
                )
            )
        else:
            why.append(Text("valeria.why.taken", place=named))
    return [place for place in free if values[place] == best], why


def next_free_road(state: State, road: str) -> str | None:
    """The road itself, or the next one clockwise that has a free dot."""
    roads = list(state.board.road)
    at = roads.index(road)
    return next((each for each in roads[at:] + roads[:at] if state.room_on(each) > 0), None)


FACE_NAMES: Mapping[Face, Text] = {face: Text(f"valeria.face.{face}") for face in FACES}


def face_name(face: Face) -> Text:
    return FACE_NAMES[face]


def face_names(faces: Iterable[Face]) -> list[Text]:
    return [face_name(face) for face in faces]


def bonus_text(line: RoundLine) -> Text:
    """The bonus of a round line in words."""
    if line.sail:
        return Text("valeria.bonus.sail", n=line.sail)
    if line.crate == "green":
        return Text("valeria.bonus.green", faces=face_names(line.faces))
    if line.crate == "purple":
        return Text("valeria.bonus.purple", faces=face_names(line.faces))
    return Text("valeria.bonus.none")
