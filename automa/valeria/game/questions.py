"""What you are asked, each question with everything that decides on it: prices, gains, what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from automa.dialogue import Choose, Move, Named, Option, Tally, Text
from automa.valeria import rules, wording
from automa.valeria.notation import ACTION_WORDS, DRAFT, Drafted, Yours, pool, turn
from automa.valeria.rules import plans
from automa.valeria.rules.plans import DONE, Plan
from automa.valeria.scoring import monument_value
from automa.valeria.state import State
from automa.valeria.tables import FACES, Guild, Sub

NONE, SAIL = "none", "sail"
MOST_OTHER = 12
"""How many pushes and points together one may add that the app did not work out itself."""


# A turn


def whole_turn(at: Yours) -> Move:
    """A whole turn in one line, or just the action: the rest is asked. Once you have acted, Enter ends it."""
    state = at.state
    options = [state.offers.get(action) or ACTION_WORDS[action] for action in at.allowed]
    if at.acted:
        return Move(
            "valeria.anything-else",
            state.you.seat.id,
            options,
            notation=turn(at),
            default=DONE,
            begins_turn=False,
        )
    dice = wording.faces(die.face for die in state.you.unspent())
    return Move("valeria.your-turn", state.you.seat.id, options, notation=turn(at), dice=dice)


def about(part: str, state: State, plan: Plan) -> Choose | None:
    """Which manor or citizen, where, on which guild, by which die; nothing where there is nothing to ask."""
    you, board, facts = state.you, state.board, state.actions[plan.action]
    seat, place = you.seat.id, board.named(plan.place) if plan.place else None
    match part, plan.action:
        case "what", "manor":
            return Choose("valeria.which-manor", seat, manors(state))
        case "what", _:
            return rules.which_citizen("valeria.which-citizen", seat, state)
        case "place", "recruit" if not you.left("citizen"):
            return None
        case "place", "recruit":
            options = places(state, board.district, board.guilds_at)
            return Choose("valeria.citizen-district", seat, options)
        case "place", "gate" | "ward-tower" | "statue" as kind:
            worth = {id: wording.vp(monument_value(state, kind, id)) for id in rules.free_places(state, kind)}
            options = places(state, worth, lambda id: Text("valeria.worth", points=worth[id]))
            return Choose("valeria.which-place", seat, options, monument=wording.monument(kind))
        case "place", action:
            options = priced(state, action, rules.places_for(state, action, plan.what))
            return Choose("valeria.which-district", seat, options, action=Text(f"valeria.turn.{action}"))
        case "guild", "wharf" if not state.early and (plan.final or plan.die) == facts.die:
            return Choose("valeria.any-guild", seat, tracks(state, board.tracks, 1))
        case "leftover", _ if not state.early and plans.leftover_influence(state, plan):
            left = [face for face, count in state.pool.items() if count]
            faces = [Option(face, wording.FACE[face], about=wording.in_pool(face)) for face in left]
            return Choose("valeria.which-leftover", seat, faces)
        case "guild", _ if place:
            n, first = facts.influence, plans.card_pushes(state, plan)
            return Choose(
                "valeria.which-guild", seat, tracks(state, place.guilds, n, first), n=n, place=place
            )
        case "die", action:
            held = {die.face for die in you.unspent()}
            faces = [
                Option(face, wording.FACE[face], about=wording.drafted(seat, face))
                for face in FACES
                if face in held
            ]
            default, name = facts.die if facts.die in held else None, Text(f"valeria.turn.{action}")
            return Choose("valeria.die-spent", seat, faces, default=default, action=name)
        case "final", _:
            return final_face("valeria.die-spent-turned", state, plan.die)
        case "extra", "recruit" if n := plans.extra_pushes(state, plan):
            options, citizen = tracks(state, board.tracks, n), state.citizens[plan.what]
            return Choose("valeria.instant-guild", seat, options, n=n, citizen=citizen.name)
        case "extra", _ if place and (n := plans.extra_pushes(state, plan)):
            names = [manor.name for manor in plans.pushing_manors(state, plan, "district")]
            options = tracks(state, place.guilds, n, plans.pushes_of(state, plan))
            return Choose("valeria.extra-guild", seat, options, n=n, name=names, place=place)
    return None


# Dice


def die_to_draft(state: State) -> Move:
    """The faces in the pool, each with how many dice show it."""
    at = Yours(state)
    return Move(
        "valeria.your-die", state.you.seat.id, pool(at, Drafted()), notation=DRAFT.at(at), begins_turn=False
    )


def final_face(id: str, state: State, face: str) -> Choose | None:
    """The face that a die ends on, if a citizen of yours can turn it."""
    others = [other for other in rules.turn_faces(state) if other != face]
    options = wording.face_options([face, *others])
    return Choose(id, state.you.seat.id, options, default=face) if others else None


# Pushes on any tracks


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


def something_else(state: State) -> Tally:
    """Pushes and points that the app did not work out."""
    options = [Option(id, track.name) for id, track in state.board.tracks.items()]
    options.append(Option("vp", Text("valeria.victory-points")))
    seat = state.you.seat.id
    return Tally("valeria.something-else", seat, options, low=0, high=MOST_OTHER, default={})


# Options, with what decides between them


def or_none(id: str, state: State, nothing: Text, options: Iterable[Named]) -> Choose:
    """A sub-action if you like; Enter means that you do not."""
    return Choose(id, state.you.seat.id, [Option(NONE, nothing), *options], default=NONE)


def sub_action(state: State, action: Sub, sailed: bool = True) -> Choose:
    """A windmill or a ship if you like; before the ship is built, another may sail."""
    options = priced(state, action, rules.places_for(state, action))
    if not sailed and not state.early and rules.ships_at(state.you):
        options.append(Option(SAIL, Text("valeria.sail-first")))
    return or_none(f"valeria.{action}", state, Text(f"valeria.{action}.none"), options)


def manors(state: State) -> list[Option]:
    left = {number: state.manors[number].name for number in rules.manors_left(state)}
    names = {number: Text("valeria.numbered-manor", number=number, name=left[number]) for number in left}
    return [Option(number, names[number], Text(f"valeria.manor.{number}")) for number in left]


def places(state: State, ids: Iterable[str], detail: Callable[[str], Text]) -> list[Option]:
    """Districts or roads, each with what one wants to know of it."""
    return [Option(id, state.board.named(id).name, detail(id)) for id in ids]


def priced(state: State, action: str, ids: Iterable[str]) -> list[Option]:
    """Places with what the action costs there."""
    costs = {id: wording.goods(rules.cost_of(state, action, id)) for id in ids}
    return places(state, costs, lambda id: Text("valeria.cost", goods=costs[id]))


def tracks(
    state: State, guilds: Iterable[Guild], times: int, first: Mapping[Guild, int] | None = None
) -> list[Option]:
    """Tracks with where both tokens are, and what so many pushes would cross after the `first` ones."""
    found = []
    for track in (state.board.tracks[guild] for guild in guilds):
        at, before = state.you.influence[track.id], (first or {}).get(track.id, 0)
        at, _ = rules.pushed_to(state, state.you, track.id, at, before)
        to, _ = rules.pushed_to(state, state.you, track.id, at, times)
        found.append(Option(track.id, track.name, rules.push_shown(state, track, at, to)))
    return found
