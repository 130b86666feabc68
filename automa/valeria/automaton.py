"""The opponent's part of the conversation: draft, actions, monument and bonus, as its card says.

The black die is rolled by the table; every choice is told with its reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Choose,
    Deck,
    Part,
    Tell,
    Text,
)
from automa.selector import pick, roll_die
from automa.valeria.opponents import (
    crates_earned,
    face_name,
    face_names,
    first_wanted,
    highest_tracks,
    lowest_tracks,
    monument_choice,
    next_free_road,
    ship_to_sail,
)
from automa.valeria.rules import (
    Pushed,
    push,
)
from automa.valeria.scoring import (
    monument_value,
)
from automa.valeria.state import Die, State
from automa.valeria.tables import (
    PIECE_OF,
    Face,
    Guild,
    Monument,
    Piece,
    Primary,
    Row,
)
from automa.valeria.talking import (
    citizen_options,
    rewards,
    ruling_text,
    texts,
    told,
)


def opponent_draft(game: State) -> Part:
    """The die highest on its priority list; no goods, but an Influence die is a push on its lowest track."""
    rival = game.opponent
    face, why = first_wanted(game.card.priorities, game.pool)
    game.pool[face] -= 1
    rival.dice.append(Die(face))
    yield told("valeria.opponent-drafts", rival, why=why, face=face_name(face))
    if face == "influence":
        yield from push_lowest(game, 1)


def roll_district(game: State, round: int) -> Generator[Ask | Tell, Any, tuple[str, list[Text]]]:
    """The black die on the Rounds diagram."""
    face = yield from roll_die(
        "valeria.roll.district", who=game.opponent.seat, action=_rolled_for(game), round=round
    )
    district = game.tables.charts.round[str(round)].face[str(face)]
    shown = game.board.district[district]
    return district, [Text("valeria.why.rounds-diagram", round=round, face=face, district=shown)]


def _rolled_for(game: State) -> Text:
    """The icon of its card that the opponent is at; in the set-up, its first manor."""
    if not game.round:
        return Text("valeria.action.manor")
    actions = game.card.round[str(game.round)].actions
    if game.progress < len(actions):
        return Text(f"valeria.action.{actions[game.progress]}")
    return Text("valeria.sail")


def opponent_manor(game: State) -> Part:
    """A manor in the rolled district, and a push on both of its guilds."""
    yield from opponent_builds(game, "manor")


def opponent_temple(game: State) -> Part:
    """A temple in the rolled district, and two pushes on both of its guilds."""
    yield from opponent_builds(game, "temple")


def opponent_builds(game: State, action: Primary) -> Part:
    rival = game.opponent
    piece = PIECE_OF["manor" if action == "manor" else "temple"]
    id, why = yield from roll_district(game, game.round)
    district = game.board.district[id]
    placed = rival.left(piece) > 0
    # The book does not say what an opponent without tokens does: ruling `out-of-tokens`.
    pushes: list[Pushed] = []
    if placed:
        rival.place(piece, id)
    if placed or game.rulings["out-of-tokens"] == "influence":
        times = game.tables.actions.primary[action].influence
        pushes = [push(game, rival, guild, times) for guild in district.guilds]
    if placed:
        yield told(f"valeria.opponent.{action}", rival, why=why, district=district, pushes=texts(pushes))
    else:
        yield out_of_tokens(game, piece, why, pushes)
    yield from rewards(game, rival, pushes)


def out_of_tokens(game: State, piece: Piece, why: Sequence[Text], pushes: Sequence[Pushed] = ()) -> Tell:
    """A dice action without a token to place; what was pushed all the same is told with it."""
    why = [*why, ruling_text(game, "out-of-tokens")]
    name = Text(f"valeria.piece.{piece}")
    if pushes:
        return told("valeria.pushes-only", game.opponent, why=why, piece=name, pushes=texts(pushes))
    return told("valeria.out-of-tokens", game.opponent, why=why, piece=name)


def opponent_recruit(game: State) -> Part:
    """A citizen card and a push on its guild; then a citizen token, and a push on the higher of two."""
    rival = game.opponent
    yield from take_citizen_card(game)
    id, why = yield from roll_district(game, game.round)
    if not rival.left("citizen"):
        why.append(ruling_text(game, "out-of-tokens"))
        yield told("valeria.no-citizen-token", rival, why=why, district=game.board.district[id])
        if game.rulings["out-of-tokens"] == "nothing":
            return
    else:
        rival.place("citizen", id)
        yield told("valeria.opponent.citizen", rival, why=why, district=game.board.district[id])
    yield from push_highest(game, game.board.district[id].guilds, 1)


def take_citizen_card(game: State) -> Part:
    """The card that the Draft diagram gives, by its place in the two lines; only its name is asked."""
    rival = game.opponent
    face = yield from roll_die("valeria.roll.draft", who=rival.seat)
    place = game.tables.charts.draft.face[str(face)]
    back = place.partition("-")[0]
    position = Text(f"valeria.position.{place}")
    why = [Text("valeria.why.draft-diagram", face=face, position=position)]
    citizen: Any = CORRECTED
    while citizen is CORRECTED:
        free = game.free_citizens(back)
        if not free:
            yield told("valeria.no-citizen", rival, why=why)
            return
        citizen = yield Choose(
            "valeria.opponent-citizen",
            TABLE,
            citizen_options(game, free),
            stream=Deck(f"{back} citizens deck"),
            who=rival.seat,
            position=position,
        )
    facts = game.tables.citizens.citizen[citizen]
    rival.cards.append(citizen)
    pushed = push(game, rival, facts.guild)
    yield told(
        "valeria.opponent.recruit",
        rival,
        why=why,
        citizen=facts.name,
        position=position,
        pushes=[pushed.text],
    )
    yield from rewards(game, rival, [pushed])


def opponent_windmill(game: State) -> Part:
    """A windmill on the road on the clockwise side of the rolled district; no influence."""
    rival = game.opponent
    id, why = yield from roll_district(game, game.round)
    if not rival.left("windmill"):
        yield out_of_tokens(game, "windmill", why)
        return
    wanted = game.board.district[id].roads[1]
    road: str | None = wanted
    if game.room_on(wanted) <= 0:
        # The book does not say what happens on a full road: ruling `full-road`.
        why = [*why, Text("valeria.why.full", road=game.board.road[wanted]), ruling_text(game, "full-road")]
        road = next_free_road(game, wanted) if game.rulings["full-road"] == "next" else None
    if road is None:
        yield told("valeria.road-full", rival, why=why, road=game.board.road[wanted])
        return
    rival.place("windmill", road)
    yield told("valeria.opponent.windmill", rival, why=why, road=game.board.road[road])


def opponent_shipyard(game: State) -> Part:
    """A ship in the rolled district; no influence."""
    rival = game.opponent
    id, why = yield from roll_district(game, game.round)
    if not rival.left("ship"):
        yield out_of_tokens(game, "ship", why)
        return
    rival.place("ship", id)
    yield told("valeria.opponent.shipyard", rival, why=why, district=game.board.district[id])


OPPONENT_ACTIONS: Mapping[str, Callable[[State], Part]] = {
    "manor": opponent_manor,
    "temple": opponent_temple,
    "recruit": opponent_recruit,
    "windmill": opponent_windmill,
    "shipyard": opponent_shipyard,
}


def opponent_monument(game: State, monument: Monument) -> Part:
    """The free place on the whole board where it earns most at the end of this round."""
    rival = game.opponent
    name = Text(f"valeria.monument.{monument}")
    place = ""
    while not place:
        if monument in rival.monuments or not game.free_places(monument):
            why = [ruling_text(game, "monument-again")]
            yield told("valeria.monument-again", rival, why=why, monument=name)
            return
        best, why = monument_choice(game, monument)
        chosen, tie = yield from pick(best, [game.board.named(each) for each in best], game.board.charts)
        if best == monument_choice(game, monument)[0]:  # else the table was corrected under the roll
            place = chosen
    rival.monuments[monument] = place
    value = monument_value(game, monument, place)
    facts = game.tables.actions.monument[monument]
    why = [*why, *lettered(game, tie)]
    # Only a Sail can change what a place is worth before the round is scored.
    if not value or (monument == "lighthouse" and game.card.round[str(game.round)].sail):
        why.append(ruling_text(game, "monument-value"))
    pushes: list[Pushed] = []
    if monument == "lighthouse":
        pushes = [push(game, rival, guild, facts.influence) for guild in game.board.guilds_at(place)]
    yield told(
        "valeria.opponent.monument",
        rival,
        why=why,
        monument=name,
        place=game.board.named(place),
        vp=Text("valeria.vp", n=value),
    )
    if monument == "lighthouse":
        yield told("valeria.pushes", rival, pushes=texts(pushes))
        yield from rewards(game, rival, pushes)
    else:
        yield from push_highest(game, game.board.guilds_at(place), facts.influence)


def sail(game: State, icons: int) -> Part:
    """Bonus Sail: for each icon, the first opponent ship met clockwise sails to the rolled district."""
    rival = game.opponent
    for _ in range(icons):
        target, why = yield from roll_district(game, game.round)
        ships = rival.tokens["ship"]
        origin = ship_to_sail(game.board, ships, target)
        district = game.board.district[target]
        if origin is None:
            # The book only says that nothing happens when all of them are there already.
            there = Text("valeria.why.ships-there", n=ships[target], target=district)
            why.append(there if ships[target] else ruling_text(game, "no-ship"))
            yield told("valeria.no-ship-to-sail", rival, why=why, target=district)
        else:
            ships[origin] -= 1
            ships[target] += 1
            yield told(
                "valeria.opponent.sail",
                rival,
                why=[
                    *why,
                    Text("valeria.why.clockwise", target=district, origin=game.board.district[origin]),
                ],
                origin=game.board.district[origin],
                target=district,
            )


def wharf_bonus(game: State, row: Row, icons: Sequence[Face]) -> Part:
    """Bonus Wharf: a crate for each drafted die that matches, on the rightmost free icons of the row."""
    rival = game.opponent
    earned = crates_earned(rival.faces(), icons)
    placed = min(earned, game.room_in(row), game.crates_left(rival))
    why = [
        Text("valeria.why.wharf", dice=face_names(rival.faces()), icons=face_names(icons), n=earned),
        ruling_text(game, "wharf-dice"),
    ]
    if game.room_in(row) < earned:
        why.append(Text("valeria.why.room", n=game.room_in(row)))
        if placed:  # a full row the book settles itself
            why.append(ruling_text(game, "wharf-room"))
    if not placed:
        yield told("valeria.no-crates", rival, why=why)
        return
    rival.crates[row] += placed
    name = Text(f"valeria.row.{row}")
    yield told("valeria.opponent.wharf", rival, why=why, n=placed, row=name)
    facts = game.tables.wharf.row[row]
    if facts.vp:
        points = placed * facts.vp
        rival.gain("crates", points, Text("valeria.how.in-round", round=game.round, points=points))
        yield told("valeria.gains", rival, points=Text("valeria.vp", n=points))
    if facts.influence:
        yield from push_lowest(game, placed * facts.influence)


def push_lowest(game: State, times: int) -> Part:
    """The opponent's pushes on the track where it has least; a tie is for the Selector, once."""
    guild, why = yield from pick_track(game, lambda: lowest_tracks(game, game.opponent))
    yield from push_opponent(game, guild, times, why)


def push_highest(game: State, among: Sequence[Guild], times: int) -> Part:
    """The opponent's pushes on the highest of the tracks that a place shows."""

    def wanted() -> tuple[list[Guild], list[Text]]:
        guilds, why = highest_tracks(game, game.opponent, among)
        if len(guilds) > 1:
            # The book breaks ties for the lowest token only: ruling `highest-tie`.
            why.append(ruling_text(game, "highest-tie"))
            if game.rulings["highest-tie"] == "leftmost":
                guilds = guilds[:1]
        return guilds, why

    guild, why = yield from pick_track(game, wanted)
    yield from push_opponent(game, guild, times, why)


def pick_track(
    game: State, wanted: Callable[[], tuple[list[Guild], list[Text]]]
) -> Generator[Ask | Tell, Any, tuple[Guild, list[Text]]]:
    """One of the tracks that are equally wanted; asked anew if the table is corrected under the roll."""
    while True:
        guilds, why = wanted()
        names = [game.board.tracks[guild] for guild in guilds]
        guild, tie = yield from pick(guilds, names, game.board.charts)
        if guilds == wanted()[0]:
            return guild, [*why, *lettered(game, tie)]


def lettered(game: State, tie: Sequence[Text]) -> list[Text]:
    """How a tie was broken; the book leaves the letters to the player: ruling `letters`."""
    return [*tie, ruling_text(game, "letters")] if tie else []


def push_opponent(game: State, guild: Guild, times: int, why: Sequence[Text]) -> Part:
    rival = game.opponent
    pushed = push(game, rival, guild, times)
    if times > 1:
        why = [*why, ruling_text(game, "one-track")]
    if pushed.lost and game.rulings["blocked-push"] == "lost":
        why = [*why, ruling_text(game, "blocked-push")]
    yield told("valeria.pushes", rival, why=why, pushes=[pushed.text])
    yield from rewards(game, rival, [pushed])
