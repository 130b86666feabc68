"""The opponent's card read and played, in the order of the solo rulebook.

The black die is rolled by the table; every choice is told with its reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeAlias, TypeVar

from automa.dialogue import CORRECTED, TABLE, Corrected, Deck, Dialogue, Named, Roll, Says, Tell, Text, Value
from automa.priorities import first_there
from automa.selector import as_entered, die, pick, roll
from automa.valeria import rules, wording
from automa.valeria.board import Board, District
from automa.valeria.own import market
from automa.valeria.scoring import monument_value, trigger_tokens
from automa.valeria.state import Side, State
from automa.valeria.tables import DiceAction, Face, Guild, Monument, Piece, Row

T = TypeVar("T")
Choice: TypeAlias = tuple[Sequence[T], list[Text]]
"""Options that are equally good, and why."""


def says(state: State, reason: str, **values: Value) -> Says:
    """The reason of a move in the words of the opponent."""
    return state.voice.says(Text(f"valeria.reason.{reason}", **values))


# Draft Phase


def draft(state: State) -> Dialogue[None]:
    """The die highest on its priority list; no goods, but an Influence die is a push on its lowest track."""
    face, why = first_wanted(state.card.priorities, state.pool)
    rules.draft(state, state.opponent, face)
    said = says(state, "draft", face=wording.FACE[face])
    yield state.opponent.told("valeria.opponent-drafts", [said, *why], face=wording.FACE[face])
    if face == "influence":
        yield from push_lowest(state, 1)


def first_wanted(priorities: Sequence[Face], pool: Mapping[Face, int]) -> tuple[Face, list[Text]]:
    """The die of the pool that is highest on the priority list, and the ones above it that are not there."""
    face, missing = first_there(priorities, [face for face, count in pool.items() if count])
    assert face is not None, "an empty pool"
    why = [_in_order(tuple(priorities))]
    if missing:
        why.append(Text("valeria.why.no-such-die", faces=wording.faces(missing)))
    return face, [*why, Text("valeria.why.first-there", face=wording.FACE[face])]


@cache
def _in_order(priorities: tuple[Face, ...]) -> Text:
    return Text("valeria.why.priorities", faces=wording.faces(priorities))


# Dice actions


def act(state: State, action: DiceAction) -> Dialogue[None]:
    """One of the three dice actions of its round line."""
    others: Mapping[str, Callable[[State], Dialogue[None]]] = {"recruit": recruit, "windmill": windmill}
    return others[action](state) if action in others else build(state, action)


def roll_district(state: State, round: int) -> Dialogue[tuple[District, list[Text]]]:
    """The black die on the Rounds diagram."""
    what = _rolled_for(state)

    def question() -> Roll:
        gives, read_off = state.board.rounds[round], [f"charts.round.{round}.face"]
        values = {"who": state.opponent.seat, "action": what, "round": round}
        return die("valeria.roll.district", state.board.ring, gives, read_off=read_off, **values)

    rolled, face = yield from roll(question)
    district = state.board.district[rolled]
    said = says(state, "roll", action=what, district=district)
    shown = Text("valeria.why.rounds-diagram", round=round, face=face, district=district)
    return district, [said, shown if face else as_entered(district)]


def _rolled_for(state: State) -> Text:
    """The icon of its card that the opponent is at; in the set-up, its first manor."""
    if not state.round:
        return Text("valeria.action.manor")
    if state.progress < len(state.line.actions):
        return Text(f"valeria.action.{state.line.actions[state.progress]}")
    return Text("valeria.sail")


def build(state: State, action: DiceAction) -> Dialogue[None]:
    """A manor, a temple or a ship in the rolled district; pushes on both of its guilds, none for a ship."""
    rival, piece, times = state.opponent, state.pieces[action], state.actions[action].influence
    district, why = yield from roll_district(state, state.round)
    placed = rival.left(piece) > 0
    # The book does not say what an opponent without tokens does: ruling `out-of-tokens`.
    pushing = placed or state.rulings["out-of-tokens"] == "influence"
    done = rules.push_each(state, rival, dict.fromkeys(district.guilds, times if pushing else 0))
    pushes = {"pushes": [pushed.text for pushed in done]} if done else {}
    if placed:
        rival.place(piece, district.id)
        yield rival.told(f"valeria.opponent.{action}", why, district=district, **pushes)
    else:
        yield out_of_tokens(state, piece, why, **pushes)
    yield from rules.line_rewards(state, rival, done)


def out_of_tokens(state: State, piece: Piece, why: Sequence[Text], **pushes: list[Text]) -> Tell:
    """A dice action without a token to place; what was pushed all the same is told with it."""
    id = "valeria.pushes-only" if pushes else "valeria.out-of-tokens"
    why = [*why, state.cite("out-of-tokens")]
    return state.opponent.told(id, why, piece=Text(f"valeria.piece.{piece}"), **pushes)


def windmill(state: State) -> Dialogue[None]:
    """A windmill on the road on the clockwise side of the rolled district; no influence."""
    rival, roads = state.opponent, list(state.board.road)
    district, why = yield from roll_district(state, state.round)
    if not rival.left("windmill"):
        yield out_of_tokens(state, "windmill", why)
        return
    at = roads.index(district.roads[1])
    wanted = state.board.road[roads[at]]
    found: str | None = wanted.id
    if rules.room_on(state, wanted.id) <= 0:
        # The book does not say what happens on a full road: ruling `full-road`.
        why = [*why, Text("valeria.why.full", road=wanted), state.cite("full-road")]
        clockwise = roads[at:] + roads[:at] if state.rulings["full-road"] == "next" else []
        found = next((road for road in clockwise if rules.room_on(state, road) > 0), None)
    if found is None:
        yield rival.told("valeria.road-full", why, road=wanted)
    else:
        rival.place("windmill", found)
        yield rival.told("valeria.opponent.windmill", why, road=state.board.road[found])


def recruit(state: State) -> Dialogue[None]:
    """A citizen card and a push on its guild; then a citizen token, and a push on the higher of two."""
    rival = state.opponent
    yield from take_citizen_card(state)
    district, why = yield from roll_district(state, state.round)
    if rival.left("citizen"):
        rival.place("citizen", district.id)
        yield rival.told("valeria.opponent.citizen", why, district=district)
    else:
        why.append(state.cite("out-of-tokens"))
        yield rival.told("valeria.no-citizen-token", why, district=district)
        if state.rulings["out-of-tokens"] == "nothing":
            return
    yield from push_highest(state, district.guilds, 1)


def take_citizen_card(state: State) -> Dialogue[None]:
    """The card that the Draft diagram gives, by its place in the two lines; only its name is asked."""
    rival = state.opponent
    place, face = yield from roll(partial(draft_roll, state))
    back = place.partition("-")[0]
    position = wording.POSITION[place]
    shown = Text("valeria.why.draft-diagram", face=face, position=position)
    why = [shown if face else as_entered(position)]
    id: str | Corrected = CORRECTED
    if state.market is not None:
        line, at = state.market.lines["pink" if back == "pink" else "blue"], int(place.partition("-")[2]) - 1
        if at >= len(line):
            yield rival.news("valeria.no-citizen", why)
            return
        id = line[at]
        market.take_card(state, id)
    while isinstance(id, Corrected):
        if not rules.free_citizens(state, back):
            yield rival.news("valeria.no-citizen", why)
            return
        deck = Deck(f"{back} citizens deck")
        id = yield rules.which_citizen(
            "valeria.opponent-citizen", TABLE, state, back, stream=deck, who=rival.seat, position=position
        )
    citizen = state.citizens[id]
    rules.add_citizen(state, rival, id)
    pushed = rules.push(state, rival, citizen.guild)
    yield rival.told(
        "valeria.recruited" if state.keeps_cards else "valeria.opponent.recruit",
        why,
        citizen=citizen.name,
        position=position,
        pushes=[pushed.text],
    )
    yield from rules.line_rewards(state, rival, [pushed])
    if state.market is not None:
        yield from market.refill(state)


def draft_roll(state: State) -> Roll:
    """The black die on the Draft diagram."""
    gives = {int(face): place for face, place in state.tables.charts.draft.face.items()}
    read_off = ["charts.draft.face"]
    return die("valeria.roll.draft", wording.POSITIONS, gives, read_off=read_off, who=state.opponent.seat)


# Monument


def monument(state: State, kind: Monument) -> Dialogue[None]:
    """The free place on the whole board where it earns most at the end of this round."""
    rival, name = state.opponent, wording.monument(kind)

    def wanted() -> tuple[Sequence[str | None], list[Text]]:
        nowhere = kind in rival.monuments or not rules.free_places(state, kind)
        return ([None], []) if nowhere else monument_choice(state, kind)

    which = Text("valeria.tie.monument", who=rival.seat, monument=name)
    place, why = yield from picked(state, wanted, state.board.named, which)
    if place is None:
        yield rival.news("valeria.monument-again", [state.cite("monument-again")], monument=name)
        return
    rival.monuments[kind] = place
    value, where = monument_value(state, kind, place), state.board.named(place)
    why.insert(0, says(state, "monument", place=where, vp=wording.vp(value)))
    # Only a Sail can change what a place is worth before the round is scored.
    if not value or (kind == "lighthouse" and state.line.sail):
        why.append(state.cite("monument-value"))
    yield rival.told("valeria.opponent.monument", why, monument=name, place=where, vp=wording.vp(value))
    times = state.actions[kind].influence
    if kind == "lighthouse":
        done = rules.push_each(state, rival, dict.fromkeys(where.guilds, times))
        yield from rules.pushes_told(state, rival, done)
    else:
        yield from push_highest(state, where.guilds, times)


def monument_choice(state: State, kind: Monument) -> tuple[list[str], list[Text]]:
    """The free places with the most VP, clockwise, and the table of all candidates."""
    tokens = {place: trigger_tokens(state, kind, place) for place in rules.free_places(state, kind)}
    facts = state.tables.actions.monument[kind]
    why = [Text("valeria.why.monument", monument=wording.monument(kind))]
    for place in state.board.places[kind]:
        named = state.board.named(place)
        if place in tokens:
            vp, pieces = wording.vp(facts.vp * tokens[place]), wording.some(facts.per, tokens[place])
            why.append(Text("valeria.why.candidate", place=named, vp=vp, pieces=pieces))
        else:
            why.append(Text("valeria.why.taken", place=named))
    most = max(tokens.values())
    return [place for place, count in tokens.items() if count == most], why


# Bonus


def bonus(state: State) -> Dialogue[None]:
    """The Sails or the crates at the end of its round line, if there are any."""
    line = state.line
    if line.sail:
        yield from sail(state, line.sail)
    elif line.crate is not None:
        rows = state.tables.wharf.row.items()
        yield from wharf(state, next(row for row, facts in rows if facts.crate == line.crate), line.faces)


def sail(state: State, icons: int) -> Dialogue[None]:
    """Bonus Sail: for each icon, the first opponent ship met clockwise sails to the rolled district."""
    rival = state.opponent
    for _ in range(icons):
        target, why = yield from roll_district(state, state.round)
        ships = rival.tokens["ship"]
        origin = ship_to_sail(state.board, ships, target.id)
        if origin is None:
            # The book only says that nothing happens when all of them are there already.
            there = Text("valeria.why.ships-there", n=ships[target.id], target=target)
            why.append(there if ships[target.id] else state.cite("no-ship"))
            yield rival.news("valeria.no-ship-to-sail", why, target=target)
        else:
            rules.sail(rival, origin, target.id)
            left = state.board.district[origin]
            why.append(Text("valeria.why.clockwise", target=target, origin=left))
            yield rival.told("valeria.opponent.sail", why, origin=left, target=target)


def ship_to_sail(board: Board, ships: Mapping[str, int], target: str) -> str | None:
    """The first ship met going clockwise from the target; ships that are there already stay."""
    return next((district for district in board.clockwise_from(target) if ships.get(district, 0)), None)


def wharf(state: State, row: Row, icons: Sequence[Face]) -> Dialogue[None]:
    """Bonus Wharf: a crate for each drafted die that matches, on the rightmost free icons of the row."""
    rival, faces = state.opponent, state.opponent.faces()
    earned, room = crates_earned(faces, icons), rules.room_in(state, row)
    placed = min(earned, room, rules.crates_left(state, rival))
    shown = Text("valeria.why.wharf", dice=wording.faces(faces), icons=wording.faces(icons), n=earned)
    why = [says(state, "wharf", n=earned), shown, state.cite("wharf-dice")]
    if room < earned:
        why.append(Text("valeria.why.room", n=room))
        if placed:  # a full row the book settles itself
            why.append(state.cite("wharf-room"))
    if not placed:
        yield rival.news("valeria.no-crates", why)
        return
    gains = rules.load_crates(state, rival, {row: placed})
    for _ in range(placed if state.tracks_all else 0):
        market.cover(state, row, rival)
    yield rival.told("valeria.opponent.wharf", why, n=placed, row=wording.row(row))
    yield from gains
    pushes = placed * state.tables.wharf.row[row].influence
    if pushes:
        yield from push_lowest(state, pushes)


def crates_earned(dice: Sequence[Face], icons: Sequence[Face]) -> int:
    """One crate for each drafted die whose face is among the icons, each die judged alone."""
    return sum(face in icons for face in dice)


# Influence, and ties


def push_lowest(state: State, times: int) -> Dialogue[None]:
    """Pushes on the track where it has least; a tie is for the Selector, once."""
    wanted = partial(lowest_tracks, state, state.opponent)
    which = Text("valeria.tie.lowest", who=state.opponent.seat)
    guild, why = yield from picked(state, wanted, state.board.tracks.__getitem__, which)
    yield from push(state, guild, times, why)


def push_highest(state: State, among: Sequence[Guild], times: int) -> Dialogue[None]:
    """Pushes on the highest of the tracks that a place shows."""
    wanted = partial(highest_tracks, state, state.opponent, among)
    which = Text("valeria.tie.highest", who=state.opponent.seat)
    guild, why = yield from picked(state, wanted, state.board.tracks.__getitem__, which)
    yield from push(state, guild, times, why)


def lowest_tracks(state: State, side: Side) -> Choice[Guild]:
    """The tracks with the least influence, left to right."""
    return _extreme("valeria.why.lowest", state, side, list(state.board.tracks), min)


def highest_tracks(state: State, side: Side, shown: Sequence[Guild]) -> Choice[Guild]:
    """Of the guilds shown at a place, the tracks where the token is highest, left to right."""
    guilds, why = _extreme("valeria.why.highest", state, side, shown, max)
    if len(guilds) > 1:
        # The book breaks ties for the lowest token only: ruling `highest-tie`.
        why.append(state.cite("highest-tie"))
        if state.rulings["highest-tie"] == "leftmost":
            guilds = guilds[:1]
    return guilds, why


def _extreme(
    id: str, state: State, side: Side, among: Sequence[Guild], best: Callable[[Iterable[int]], int]
) -> Choice[Guild]:
    tracks = [state.board.tracks[guild] for guild in among]
    spaces = [(track.name, track.shown(side.influence[track.id])) for track in tracks]
    why = [Text(id, tracks=[Text("valeria.why.track", guild=guild, at=at) for guild, at in spaces])]
    # The book does not say whether a token that cannot go on is passed over: ruling `blocked-push`.
    if state.rulings["blocked-push"] == "next":
        free = [guild for guild in among if rules.can_move(state, side, guild)]
        if free and len(free) < len(among):
            why.append(Text("valeria.why.blocked-next"))
            among = free
    wanted = best(side.influence[guild] for guild in among)
    return [guild for guild in among if side.influence[guild] == wanted], why


def push(state: State, guild: Guild, times: int, why: Sequence[Text]) -> Dialogue[None]:
    """The opponent's pushes on one track."""
    done = rules.push(state, state.opponent, guild, times)
    if times > 1:
        why = [*why, state.cite("one-track")]
    if done.lost and state.rulings["blocked-push"] == "lost":
        why = [*why, state.cite("blocked-push")]
    yield from rules.pushes_told(state, state.opponent, [done], why)


def picked(
    state: State, wanted: Callable[[], Choice[T]], named: Callable[[Any], Named], what: Text
) -> Dialogue[tuple[T, list[Text]]]:
    """One of several equal options, and why; asked anew if a correction changes them meanwhile."""
    while True:
        options, why = wanted()
        names = [named(option) for option in options] if len(options) > 1 else []
        chosen, tie = yield from pick(options, names, lambda: state.board.charts, what, printed=True)
        if not tie:
            return chosen, why
        if options == wanted()[0]:
            # The book leaves the letters to the player: ruling `letters`.
            return chosen, [*why, *tie, state.cite("letters")]
