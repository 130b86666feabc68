"""What you are asked, each question with everything that decides on it: prices, gains, what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from automa.dialogue import Choose, Move, Number, Option, Tally, Text
from automa.valeria import rules, wording
from automa.valeria.notation import IN_DUTCH, TURN, Yours
from automa.valeria.rules import Plan
from automa.valeria.scoring import monument_value
from automa.valeria.state import State
from automa.valeria.tables import FACES, Guild, Row, Sub

NONE, DONE, OTHER = "none", "done", "other"
MOST_OTHER = 12
"""How many pushes and points together one may add that the app did not work out itself."""

NOTHING: Mapping[Sub, Option] = {
    "windmill": Option(NONE, Text("valeria.windmill.none")),
    "shipyard": Option(NONE, Text("valeria.shipyard.none")),
    "sail": Option(NONE, Text("valeria.sail.none")),
}
"""What you answer if you do not want a sub-action."""


# Dice


def die_to_draft(state: State) -> Choose:
    """The faces in the pool, each with how many dice show it."""
    pool = [(face, Text("valeria.in-pool", n=count)) for face, count in state.pool.items() if count]
    options = [Option(face, wording.FACE[face], detail) for face, detail in pool]
    return Choose("valeria.your-die", state.you.seat.id, options, absent=no_such_die)


def no_such_die(typed: str) -> Text | None:
    """Why a face cannot be taken that is on the dice, but not in the pool."""
    word = typed.strip().lower()
    face = wording.FACE.get(IN_DUTCH.get(word, word))
    return None if face is None else Text("valeria.refused.not-in-pool", face=face)


def final_face(id: str, state: State, face: str) -> Choose:
    """The face that a die ends on, if a citizen of yours can turn it."""
    others = [other for other in FACES if other != face and other in rules.turn_faces(state)]
    return Choose(id, state.you.seat.id, wording.face_options([face, *others]), default=face)


# A turn


def whole_turn(state: State, built: bool) -> Move:
    """A whole turn in one line, or just the action: the rest is asked."""
    allowed = rules.allowed_actions(state, built)
    return Move(
        "valeria.your-turn",
        state.you.seat.id,
        [state.offers[action] for action in allowed],
        notation=TURN.at(Yours(state, allowed)),
        dice=wording.faces(die.face for die in state.you.unspent()),
    )


def about(part: str, state: State, plan: Plan) -> Choose:
    """Which manor or citizen, where, on which guild there, by which die."""
    seat, board, action = state.you.seat.id, state.board, plan.action
    facts, name = state.actions[action], Text(f"valeria.turn.{action}")
    match part, action:
        case "what", "manor":
            return Choose("valeria.which-manor", seat, manors(state))
        case "what", _:
            free = wording.citizen_options(state.citizens, rules.free_citizens(state))
            return Choose("valeria.which-citizen", seat, free)
        case "place", "recruit":
            return Choose("valeria.citizen-district", seat, districts_with_guilds(state))
        case "place", "manor" | "temple":
            districts = priced(state, action, rules.places_for(state, action, plan.what))
            return Choose("valeria.which-district", seat, districts, action=name)
        case "place", _:
            kind = rules.monument_of(plan)
            worth = {id: wording.vp(monument_value(state, kind, id)) for id in rules.free_places(state, kind)}
            options = places(state, worth, lambda id: Text("valeria.worth", points=worth[id]))
            return Choose("valeria.which-place", seat, options, monument=wording.monument(kind))
        case "guild", _:
            first = {state.citizens[plan.what].guild: rules.card_pushes(state)} if plan.what else {}
            place, n = board.named(plan.place), facts.influence
            return Choose(
                "valeria.which-guild", seat, tracks(state, place.guilds, n, first), n=n, place=place
            )
    held = {die.face for die in state.you.unspent()}
    faces = wording.face_options(face for face in FACES if face in held)
    default = facts.die if facts.die in held else None
    return Choose("valeria.die-spent", seat, faces, default=default, action=name)


def anything_else(state: State, built: bool, added: bool) -> Choose:
    """The end of your turn; Enter means that it is over."""
    options = [Option(DONE, Text("valeria.else.done"))]
    if not built:
        options += [state.offers[kind] for kind in rules.monuments_left(state)]
    if not added:
        options.append(Option(OTHER, Text("valeria.else.other")))
    return Choose("valeria.anything-else", state.you.seat.id, options, default=DONE)


def something_else(state: State) -> Tally:
    """Pushes and points that the app did not work out."""
    options = [Option(id, track.name) for id, track in state.board.tracks.items()]
    options.append(Option("vp", Text("valeria.victory-points")))
    seat = state.you.seat.id
    return Tally("valeria.something-else", seat, options, low=0, high=MOST_OTHER, default={})


# Pushes on any tracks, crates and sub-actions


def pushes(state: State, low: int, high: int) -> Choose | Tally:
    """On which tracks; Enter means none where that is allowed."""
    seat, options = state.you.seat.id, tracks(state, state.board.tracks, high)
    if low == high == 1:
        return Choose("valeria.any-guild", seat, options)
    if low == high:
        return Tally("valeria.any-guilds", seat, options, low=low, high=high, n=low)
    default = None if low else dict[str, int]()
    return Tally(
        "valeria.some-guilds", seat, options, low=low, high=high, default=default, least=low, most=high
    )


def crates(state: State, rows: Iterable[Row], most: int) -> Tally:
    """How many crates on each row, where every row has room for all of them."""
    seat, options = state.you.seat.id, wording.row_options(rows)
    return Tally("valeria.crates", seat, options, low=0, high=most, default={}, most=most)


def crates_in(state: State, row: Row, most: int) -> Number:
    """How many crates on one row."""
    seat, name = state.you.seat.id, wording.row(row)
    return Number("valeria.crates-in-row", seat, low=0, high=most, default=0, row=name, most=most)


def token(id: str, state: State, action: Sub) -> Choose:
    """Where to place a windmill or a ship, if you like."""
    options = [NOTHING[action], *priced(state, action, rules.places_for(state, action))]
    return Choose(id, state.you.seat.id, options, default=NONE)


def ship(id: str, state: State) -> Choose:
    """Which of your ships sails, if you like."""
    ships = [state.board.district[district] for district in rules.ships_at(state.you)]
    return Choose(id, state.you.seat.id, [NOTHING["sail"], *ships], default=NONE)


# Options, with what decides between them


def manors(state: State) -> list[Option]:
    return wording.manor_options(state.manors, rules.manors_left(state))


def places(state: State, ids: Iterable[str], detail: Callable[[str], Text]) -> list[Option]:
    """Districts or roads, each with what one wants to know of it."""
    return [Option(id, state.board.named(id).name, detail(id)) for id in ids]


def priced(state: State, action: str, ids: Iterable[str]) -> list[Option]:
    """Places with what the action costs there."""
    costs = {id: wording.goods(rules.cost_of(state, action, id)) for id in ids}
    return places(state, costs, lambda id: Text("valeria.cost", goods=costs[id]))


def districts_with_guilds(state: State) -> list[Option]:
    board = state.board
    guilds = {id: [board.tracks[guild].name for guild in each.guilds] for id, each in board.district.items()}
    return places(state, guilds, lambda id: Text("valeria.picture.guilds", guilds=guilds[id]))


def tracks(
    state: State, guilds: Iterable[Guild], times: int, first: Mapping[Guild, int] | None = None
) -> list[Option]:
    """Tracks with where both tokens are, and what so many pushes would cross after the `first` ones."""
    found = []
    for track in (state.board.tracks[guild] for guild in guilds):
        at, _ = rules.pushed_to(state, state.you, track.id, (first or {}).get(track.id, 0))
        to, _ = rules.pushed_to(state, state.you, track.id, times, at)
        spaces = {"at": track.shown(at), "rival": track.shown(state.opponent.influence[track.id])}
        gains = [wording.gain(line) for line in rules.lines_crossed(track, at, to)]
        if gains:
            detail = Text("valeria.track.line", gains=gains, **spaces)
        else:
            detail = Text("valeria.track.stuck" if to == at else "valeria.track", **spaces)
        found.append(Option(track.id, track.name, detail))
    return found
