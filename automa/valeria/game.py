"""The solo game of Castellans of Valeria as a conversation, in the order of the two rulebooks.

Set-up, then five rounds of Draft, Action, Scoring and Reset, then Final Scoring. The opponent is run from its
card; you are asked what the opponent and the scoring need to know of your turn, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from automa.dialogue import (
    CORRECTED,
    TABLE,
    Ask,
    Choose,
    Conversation,
    Move,
    Named,
    Number,
    Option,
    Refused,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.selector import pick, roll_die
from automa.valeria.notation import ACTIONS, BUILDINGS, Plan, check_action, check_plan, read_turn
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
    cost_of,
    districts_for_manor,
    goods,
    manors_left,
    monuments_left,
    push,
    roads_with_room,
    ships_at,
    turn_faces,
)
from automa.valeria.scoring import (
    Scored,
    district_scores,
    guild_scores,
    monument_scores,
    monument_value,
    score_sheet,
    wharf_score,
)
from automa.valeria.state import Die, Side, State
from automa.valeria.tables import (
    FACES,
    PIECE_OF,
    PRIMARIES,
    ROUNDS,
    ROW_OF_CRATE,
    ROWS,
    Face,
    Goods,
    Guild,
    Monument,
    Primary,
    Row,
)

Talk = Generator[Ask | Tell, Any, None]
NONE = "none"
DONE = "done"
OTHER = "other"
MOST_OTHER = 12
"""How many pushes and points together one may add that the app did not work out itself."""


class Again(Exception):
    """A half-said turn that no longer fits, because the table was corrected meanwhile."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def play(game: State) -> Conversation:
    """The whole game."""
    yield from set_up(game)
    for round in ROUNDS:
        game.round = round
        game.progress = 0
        districts = [game.board.district[id] for id in game.board.scored[round]]
        yield Tell("valeria.round", round=round, districts=districts, first=game.side(game.first).seat)
        yield from draft_phase(game)
        yield from action_phase(game)
        yield from scoring_phase(game)
        if round < ROUNDS[-1]:
            yield from reset_phase(game)
    yield from final_scoring(game)
    return score_sheet(game)


# Set-up


def set_up(game: State) -> Talk:
    """Everybody's first manor, and Keeps in the districts that are left."""
    rival = game.opponent.seat
    yield Tell("valeria.setup.table", opponent=rival, boxed=game.tables.components.boxed.manor)
    district, why = yield from roll_district(game, 1)
    game.opponent.place("manor", district)
    pushes = [push(game, game.opponent, guild) for guild in game.board.district[district].guilds]
    yield Tell(
        "valeria.setup.opponent",
        seat=rival.id,
        why=why,
        who=rival,
        district=game.board.district[district],
        pushes=texts(pushes),
    )
    yield from rewards(game, game.opponent, pushes)
    number = yield from asking(lambda: Choose("valeria.setup.manor", game.you.seat.id, manor_options(game)))
    chosen = yield from asking(
        lambda: Choose("valeria.setup.district", game.you.seat.id, named(game, empty_districts(game)))
    )
    game.build_manor(number, chosen)
    pushes = [push(game, game.you, guild) for guild in game.board.district[chosen].guilds]
    yield Tell(
        "valeria.setup.yours",
        seat=game.you.seat.id,
        who=game.you.seat,
        manor=game.tables.manors.manor[number].name,
        district=game.board.district[chosen],
        pushes=texts(pushes),
    )
    yield from rewards(game, game.you, pushes)
    if game.tables.manors.manor[number].once:
        yield Tell("valeria.remember", things=[manor_power(game, number)])
    empty = empty_districts(game)
    for id in empty:
        game.keeps[id] += 1
    yield Tell("valeria.setup.keeps", districts=named(game, empty))


def empty_districts(game: State) -> list[str]:
    return [id for id in game.board.district if not game.count("manor", id) and not game.keeps[id]]


# 1. Draft Phase


def draft_phase(game: State) -> Talk:
    """Roll the dice, then draft one each in turn; the ones left over go to the board."""
    dice = game.tables.components.dice
    pool = yield from asking(
        lambda: Tally(
            "valeria.pool", TABLE, face_options(FACES), low=dice.pool, high=dice.pool, stream="dice pool"
        )
    )
    game.pool = {face: pool.get(face, 0) for face in FACES}
    first = game.side(game.first)
    order = (first, game.other(first))
    for turn in range(2 * dice.each):
        if order[turn % 2] is game.you:
            yield from your_draft(game)
        else:
            yield from opponent_draft(game)
    yield Tell("valeria.leftover", faces=face_names(face for face in FACES for _ in range(game.pool[face])))
    game.acting = True


def your_draft(game: State) -> Talk:
    """A die of your choice; only its final face counts."""
    you = game.you
    face: Face = yield from asking(
        lambda: Choose("valeria.your-die", you.seat.id, face_options(f for f in FACES if game.pool[f]))
    )
    game.pool[face] -= 1
    final = yield from turned(game, face, "valeria.your-die-turned")
    you.dice.append(Die(final))
    yield Tell("valeria.you-draft", seat=you.seat.id, who=you.seat, gain=die_value(final))
    citizens = game.tables.citizens.citizen
    extra = [citizen_power(game, id) for id in you.cards if citizens[id].drafting == final]
    if extra:
        yield Tell("valeria.remember", things=extra)
    used: list[str] = []
    buyers = [id for id in you.cards if citizens[id].draft_influence or citizens[id].draft_vp]
    if buyers:
        used = yield from asking(
            lambda: Several(
                "valeria.draft-powers",
                you.seat.id,
                [Option(id, citizens[id].name, Text(f"valeria.citizen.{id}")) for id in buyers],
            )
        )
    points = sum(citizens[id].draft_vp for id in used)
    if points:
        you.gain("citizens", points)
        yield Tell("valeria.gains", seat=you.seat.id, who=you.seat, points=Text("valeria.vp", n=points))
    count = (final == "influence") + sum(citizens[id].draft_influence for id in used)
    pushes = yield from any_pushes(game, count, count)
    yield from push_yours(game, pushes)


def opponent_draft(game: State) -> Talk:
    """The die highest on its priority list; no goods, but an Influence die is a push on its lowest track."""
    rival = game.opponent
    face, why = first_wanted(game.card.priorities, game.pool)
    game.pool[face] -= 1
    rival.dice.append(Die(face))
    yield Tell("valeria.opponent-drafts", seat=rival.seat.id, why=why, who=rival.seat, face=face_name(face))
    if face == "influence":
        yield from push_lowest(game, 1, [])


# 2. Action Phase


def action_phase(game: State) -> Talk:
    """Dice actions in turn, then the opponent's monument, then its bonus."""
    line = game.card.round[str(game.round)]
    first = game.side(game.first)
    order = (first, game.other(first))
    for turn in range(2 * game.tables.components.dice.each):
        if order[turn % 2] is game.you:
            yield from your_turn(game)
        else:
            action = line.actions[turn // 2]
            game.opponent.unspent()[0].spent = True  # which of its dice it spends makes no difference
            yield from OPPONENT_ACTIONS[action](game)
            game.progress += 1
    if line.monument == "none":
        yield Tell("valeria.no-monument", seat=game.opponent.seat.id, who=game.opponent.seat)
    else:
        yield from opponent_monument(game, line.monument)
    game.progress += 1
    if line.sail:
        yield from sail(game, line.sail)
    elif line.crate is not None:
        yield from wharf_bonus(game, ROW_OF_CRATE[line.crate], line.faces)
    game.progress += 1


# The opponent's actions


def roll_district(game: State, round: int) -> Generator[Ask | Tell, Any, tuple[str, list[Text]]]:
    """The black die on the Rounds diagram."""
    face = yield from roll_die("valeria.roll.district", who=game.opponent.seat, round=round)
    district = game.tables.charts.round[str(round)].face[str(face)]
    shown = game.board.district[district]
    return district, [Text("valeria.why.rounds-diagram", round=round, face=face, district=shown)]


def opponent_manor(game: State) -> Talk:
    """A manor in the rolled district, and a push on both of its guilds."""
    yield from opponent_builds(game, "manor")


def opponent_temple(game: State) -> Talk:
    """A temple in the rolled district, and two pushes on both of its guilds."""
    yield from opponent_builds(game, "temple")


def opponent_builds(game: State, action: Primary) -> Talk:
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
        yield Tell(
            f"valeria.opponent.{action}",
            seat=rival.seat.id,
            why=why,
            who=rival.seat,
            district=district,
            pushes=texts(pushes),
        )
    else:
        yield out_of_tokens(game, piece, why, pushes)
    yield from rewards(game, rival, pushes)


def out_of_tokens(game: State, piece: str, why: Sequence[Text], pushes: Sequence[Pushed]) -> Tell:
    return Tell(
        "valeria.out-of-tokens",
        seat=game.opponent.seat.id,
        why=[*why, ruling_text(game, "out-of-tokens")],
        who=game.opponent.seat,
        piece=Text(f"valeria.piece.{piece}"),
        pushes=texts(pushes),
    )


def opponent_recruit(game: State) -> Talk:
    """A citizen card and a push on its guild; then a citizen token, and a push on the higher of two."""
    rival = game.opponent
    face = yield from roll_die("valeria.roll.draft", who=rival.seat)
    place = game.tables.charts.draft.face[str(face)]
    position = Text(f"valeria.position.{place}")
    why = [Text("valeria.why.draft-diagram", face=face, position=position)]
    back = place.partition("-")[0]
    citizen = yield from asking(
        lambda: Choose(
            "valeria.opponent-citizen",
            TABLE,
            citizen_options(game, game.free_citizens(back) or list(game.tables.citizens.citizen)),
            stream=f"{back} citizens deck",
            who=rival.seat,
            position=position,
        )
    )
    facts = game.tables.citizens.citizen[citizen]
    rival.cards.append(citizen)
    pushed = push(game, rival, facts.guild)
    yield Tell(
        "valeria.opponent.recruit",
        seat=rival.seat.id,
        why=why,
        who=rival.seat,
        citizen=facts.name,
        position=position,
        pushes=[pushed.text],
    )
    yield from rewards(game, rival, [pushed])
    id, why = yield from roll_district(game, game.round)
    if not rival.left("citizen"):
        yield out_of_tokens(game, "citizen", why, [])
        if game.rulings["out-of-tokens"] == "nothing":
            return
    else:
        rival.place("citizen", id)
        yield Tell(
            "valeria.opponent.citizen",
            seat=rival.seat.id,
            why=why,
            who=rival.seat,
            district=game.board.district[id],
        )
    yield from push_highest(game, game.board.district[id].guilds, 1)


def opponent_windmill(game: State) -> Talk:
    """A windmill on the road on the clockwise side of the rolled district; no influence."""
    rival = game.opponent
    id, why = yield from roll_district(game, game.round)
    if not rival.left("windmill"):
        yield out_of_tokens(game, "windmill", why, [])
        return
    wanted = game.board.district[id].roads[1]
    road: str | None = wanted
    if game.room_on(wanted) <= 0:
        # The book does not say what happens on a full road: ruling `full-road`.
        why = [*why, Text("valeria.why.full", road=game.board.road[wanted]), ruling_text(game, "full-road")]
        road = next_free_road(game, wanted) if game.rulings["full-road"] == "next" else None
    if road is None:
        yield Tell(
            "valeria.road-full", seat=rival.seat.id, why=why, who=rival.seat, road=game.board.road[wanted]
        )
        return
    rival.place("windmill", road)
    yield Tell(
        "valeria.opponent.windmill", seat=rival.seat.id, why=why, who=rival.seat, road=game.board.road[road]
    )


def opponent_shipyard(game: State) -> Talk:
    """A ship in the rolled district; no influence."""
    rival = game.opponent
    id, why = yield from roll_district(game, game.round)
    if not rival.left("ship"):
        yield out_of_tokens(game, "ship", why, [])
        return
    rival.place("ship", id)
    yield Tell(
        "valeria.opponent.shipyard",
        seat=rival.seat.id,
        why=why,
        who=rival.seat,
        district=game.board.district[id],
    )


OPPONENT_ACTIONS: Mapping[str, Callable[[State], Talk]] = {
    "manor": opponent_manor,
    "temple": opponent_temple,
    "recruit": opponent_recruit,
    "windmill": opponent_windmill,
    "shipyard": opponent_shipyard,
}


def opponent_monument(game: State, monument: Monument) -> Talk:
    """The free place on the whole board where it earns most at the end of this round."""
    rival = game.opponent
    name = Text(f"valeria.monument.{monument}")
    if monument in rival.monuments or not game.free_places(monument):
        yield Tell(
            "valeria.monument-again",
            seat=rival.seat.id,
            why=[ruling_text(game, "monument-again")],
            who=rival.seat,
            monument=name,
        )
        return
    best, why = monument_choice(game, monument)
    place, tie = yield from pick(best, [game.board.named(place) for place in best], game.board.charts)
    rival.monuments[monument] = place
    value = monument_value(game, monument, place)
    facts = game.tables.actions.monument[monument]
    why = [*why, *tie, ruling_text(game, "monument-value")]
    pushes: list[Pushed] = []
    if monument == "lighthouse":
        pushes = [push(game, rival, guild, facts.influence) for guild in game.board.guilds_at(place)]
    yield Tell(
        "valeria.opponent.monument",
        seat=rival.seat.id,
        why=why,
        who=rival.seat,
        monument=name,
        place=game.board.named(place),
        vp=Text("valeria.vp", n=value),
    )
    if monument == "lighthouse":
        yield Tell("valeria.pushes", seat=rival.seat.id, who=rival.seat, pushes=texts(pushes))
        yield from rewards(game, rival, pushes)
    else:
        yield from push_highest(game, game.board.guilds_at(place), facts.influence)


def sail(game: State, icons: int) -> Talk:
    """Bonus Sail: for each icon, the first opponent ship met clockwise sails to the rolled district."""
    rival = game.opponent
    for _ in range(icons):
        target, why = yield from roll_district(game, game.round)
        ships = rival.tokens["ship"]
        origin = ship_to_sail(game.board, ships, target)
        district = game.board.district[target]
        if origin is None:
            yield Tell(
                "valeria.no-ship-to-sail",
                seat=rival.seat.id,
                why=[*why, ruling_text(game, "no-ship")],
                who=rival.seat,
                target=district,
            )
        else:
            ships[origin] -= 1
            ships[target] += 1
            yield Tell(
                "valeria.opponent.sail",
                seat=rival.seat.id,
                why=[
                    *why,
                    Text("valeria.why.clockwise", target=district, origin=game.board.district[origin]),
                ],
                who=rival.seat,
                origin=game.board.district[origin],
                target=district,
            )


def wharf_bonus(game: State, row: Row, icons: Sequence[Face]) -> Talk:
    """Bonus Wharf: a crate for each drafted die that matches, on the rightmost free icons of the row."""
    rival = game.opponent
    earned = crates_earned(rival.faces(), icons)
    placed = min(earned, game.room_in(row), game.crates_left(rival))
    why = [
        Text("valeria.why.wharf", dice=face_names(rival.faces()), icons=face_names(icons), n=earned),
        ruling_text(game, "wharf-dice"),
    ]
    if placed < earned:
        why += [Text("valeria.why.room", n=game.room_in(row)), ruling_text(game, "wharf-room")]
    if not placed:
        yield Tell("valeria.no-crates", seat=rival.seat.id, why=why, who=rival.seat)
        return
    rival.crates[row] += placed
    name = Text(f"valeria.row.{row}")
    yield Tell("valeria.opponent.wharf", seat=rival.seat.id, why=why, who=rival.seat, n=placed, row=name)
    facts = game.tables.wharf.row[row]
    if facts.vp:
        points = placed * facts.vp
        rival.gain("crates", points)
        yield Tell("valeria.gains", seat=rival.seat.id, who=rival.seat, points=Text("valeria.vp", n=points))
    if facts.influence:
        yield from push_lowest(game, placed * facts.influence, [ruling_text(game, "one-track")])


def push_lowest(game: State, times: int, why: Sequence[Text]) -> Talk:
    """The opponent's pushes on the track where it has least; a tie is for the Selector, once."""
    guilds, found = lowest_tracks(game, game.opponent)
    guild, tie = yield from pick(guilds, [game.board.tracks[g] for g in guilds], game.board.charts)
    yield from push_opponent(game, guild, times, [*found, *tie, *why])


def push_highest(game: State, among: Sequence[Guild], times: int) -> Talk:
    """The opponent's pushes on the highest of the tracks that a place shows."""
    guilds, why = highest_tracks(game, game.opponent, among)
    tie: list[Text] = []
    if len(guilds) > 1:
        # The book breaks ties for the lowest token only: ruling `highest-tie`.
        tie.append(ruling_text(game, "highest-tie"))
        if game.rulings["highest-tie"] == "leftmost":
            guilds = guilds[:1]
    guild, rolled = yield from pick(guilds, [game.board.tracks[g] for g in guilds], game.board.charts)
    yield from push_opponent(game, guild, times, [*why, *tie, *rolled])


def push_opponent(game: State, guild: Guild, times: int, why: Sequence[Text]) -> Talk:
    rival = game.opponent
    pushed = push(game, rival, guild, times)
    if pushed.lost:
        why = [*why, ruling_text(game, "blocked-push")]
    yield Tell("valeria.pushes", seat=rival.seat.id, why=why, who=rival.seat, pushes=[pushed.text])
    yield from rewards(game, rival, [pushed])


# Your turn


def your_turn(game: State) -> Talk:
    """One primary action with its sub-actions, and a monument before or after it if you like."""
    built = False
    while True:
        plan: Plan = yield from ask_action(game, built)
        try:
            if plan.action in BUILDINGS:
                yield from build_monument(game, plan)
                built = True
            else:
                yield from YOUR_ACTIONS[plan.action](game, plan)
                break
        except Again as again:
            yield Tell("valeria.again", reason=again.text)
    added = False
    while True:
        choice: str = yield from asking(partial(anything_else, game, built, added))
        if choice == DONE:
            return
        if choice == OTHER:
            added = True
            yield from something_else(game)
        else:
            try:
                yield from build_monument(game, Plan(choice))
                built = True
            except Again as again:
                yield Tell("valeria.again", reason=again.text)
        if built and added:
            return


def allowed_actions(game: State, built: bool) -> list[str]:
    """What you can do now: a primary action, or a monument first if you have not built one this turn."""
    actions: list[str] = []
    for action in PRIMARIES:
        if action == "manor" and not manors_left(game):
            continue
        if action == "temple" and not game.you.left("temple"):
            continue
        if action == "recruit" and not game.free_citizens():
            continue
        actions.append(action)
    return actions if built else [*actions, *monuments_left(game)]


def ask_action(game: State, built: bool) -> Generator[Ask | Tell, Any, Plan]:
    """A whole turn in one line, or just the action: the rest is asked."""

    def question() -> Ask:
        allowed = allowed_actions(game, built)
        return Move(
            "valeria.your-turn",
            game.you.seat.id,
            [
                Option(action, Text(f"valeria.turn.{action}"), Text(f"valeria.costs.{action}"))
                for action in allowed
            ],
            read=lambda line, insist: str(read_turn(line, game, allowed)),
            dice=face_names(die.face for die in game.you.unspent()),
        )

    line: str = yield from asking(question)
    return read_turn(line, game, ACTIONS)


def anything_else(game: State, built: bool, added: bool) -> Ask:
    """The end of your turn; Enter means that it is over."""
    options = [Option(DONE, Text("valeria.else.done"))]
    if not built:
        options += [
            Option(kind, Text(f"valeria.turn.{kind}"), Text(f"valeria.costs.{kind}"))
            for kind in monuments_left(game)
        ]
    if not added:
        options.append(Option(OTHER, Text("valeria.else.other")))
    return Choose("valeria.anything-else", game.you.seat.id, options, default=DONE)


def something_else(game: State) -> Talk:
    """Pushes and points that the app did not work out: for whatever your cards or house rules give."""
    options = [*(Option(id, track.name) for id, track in game.board.tracks.items())]
    options.append(Option("vp", Text("valeria.victory-points")))
    more = yield from asking(
        lambda: Tally("valeria.something-else", game.you.seat.id, options, low=0, high=MOST_OTHER)
    )
    points = more.pop("vp", 0)
    if points:
        game.you.gain("other", points)
        yield Tell(
            "valeria.gains", seat=game.you.seat.id, who=game.you.seat, points=Text("valeria.vp", n=points)
        )
    yield from push_yours(game, more)


def wanting(question: Callable[[], Ask | None]) -> Generator[Ask | Tell, Any, Any]:
    """Ask, unless a correction has left nothing to choose from: then the turn is to be said again."""
    while True:
        ask = question()
        if ask is None:
            raise Again(Text("valeria.again.nothing"))
        answer = yield ask
        if answer is not CORRECTED:
            return answer


def still_fits(game: State, plan: Plan) -> None:
    """The table may have been corrected between two questions about one turn."""
    try:
        check_action(plan.action, game, allowed_actions(game, False))
        check_plan(plan, game)
    except Refused as refused:
        raise Again(refused.text) from refused


def choosing(
    game: State, id: str, options: Callable[[], Sequence[Named]], **values: Any
) -> Generator[Ask | Tell, Any, str]:
    """One of the options for you, worked out anew after each correction."""

    def question() -> Ask | None:
        found = options()
        return Choose(id, game.you.seat.id, found, **values) if found else None

    chosen: str = yield from wanting(question)
    return chosen


def spent_die(game: State, plan: Plan) -> Generator[Ask | Tell, Any, Face]:
    """The die you spend, and the face it ends on; asked only where there is a choice."""
    bonus = game.tables.actions.primary[next(each for each in PRIMARIES if each == plan.action)].die

    def faces() -> list[Face]:
        held = {die.face for die in game.you.unspent()}
        return [face for face in FACES if face in held]

    def question() -> Ask:
        held = faces()
        return Choose(
            "valeria.die-spent",
            game.you.seat.id,
            face_options(held),
            default=bonus if bonus in held else None,
            action=Text(f"valeria.turn.{plan.action}"),
        )

    if not plan.die:
        plan.die = faces()[0] if len(faces()) == 1 else (yield from asking(question))
    face = next(each for each in FACES if each == plan.die)
    final = yield from turned(game, face, "valeria.die-spent-turned")
    return final


def turned(game: State, face: Face, id: str) -> Generator[Ask | Tell, Any, Face]:
    """The final face of a die: asked only if a citizen of yours can turn it."""
    if all(other == face for other in turn_faces(game)):
        return face

    def question() -> Ask:
        faces = [face, *(other for other in FACES if other != face and other in turn_faces(game))]
        return Choose(id, game.you.seat.id, face_options(faces), default=face)

    final: Face = yield from asking(question)
    return final


def spend(game: State, face: str, final: Face) -> None:
    """The die to the spent dice, showing its final face."""
    die = next(each for each in game.you.unspent() if each.face == face)
    die.face = final
    die.spent = True


def manor_action(game: State, plan: Plan) -> Talk:
    """One of your manors in a district: a push on both guilds, and its power from now on."""
    if not plan.what:
        plan.what = yield from choosing(game, "valeria.which-manor", lambda: manor_options(game))
    if not plan.place:
        plan.place = yield from choosing(
            game,
            "valeria.which-district",
            lambda: priced(game, "manor", districts_for_manor(game, plan.what)),
            action=Text("valeria.turn.manor"),
        )
    final = yield from spent_die(game, plan)
    extra = yield from extra_push(game, "manor", plan.place, [plan.what])
    still_fits(game, plan)
    cost = cost_of(game, "manor", plan.place)
    spend(game, plan.die, final)
    game.build_manor(plan.what, plan.place)
    district = game.board.district[plan.place]
    yield Tell(
        "valeria.you.manor",
        seat=game.you.seat.id,
        who=game.you.seat,
        manor=game.tables.manors.manor[plan.what].name,
        district=district,
        cost=goods(cost),
    )
    yield from remember(game, "manor", final)
    if game.tables.manors.manor[plan.what].once:
        yield Tell("valeria.remember", things=[manor_power(game, plan.what)])
    times = game.tables.actions.primary["manor"].influence
    yield from push_yours(game, added(dict.fromkeys(district.guilds, times), extra))


def temple_action(game: State, plan: Plan) -> Talk:
    """A temple in a district: two pushes on both guilds."""
    if not plan.place:
        plan.place = yield from choosing(
            game,
            "valeria.which-district",
            lambda: priced(game, "temple", list(game.board.district)),
            action=Text("valeria.turn.temple"),
        )
    final = yield from spent_die(game, plan)
    extra = yield from extra_push(game, "temple", plan.place)
    still_fits(game, plan)
    cost = cost_of(game, "temple", plan.place)
    spend(game, plan.die, final)
    game.you.place("temple", plan.place)
    district = game.board.district[plan.place]
    yield Tell(
        "valeria.you.temple",
        seat=game.you.seat.id,
        who=game.you.seat,
        district=district,
        cost=goods(cost),
    )
    yield from remember(game, "temple", final)
    times = game.tables.actions.primary["temple"].influence
    yield from push_yours(game, added(dict.fromkeys(district.guilds, times), extra))


def recruit_action(game: State, plan: Plan) -> Talk:
    """A citizen card, a citizen token if one is left, a push for each, and what the card gives at once."""
    you = game.you
    if not plan.what:
        plan.what = yield from choosing(
            game, "valeria.which-citizen", lambda: citizen_options(game, game.free_citizens())
        )
    facts = game.tables.citizens.citizen[plan.what]
    if you.left("citizen"):
        if not plan.place:
            plan.place = yield from choosing(
                game, "valeria.citizen-district", lambda: named(game, game.board.district)
            )
        if not plan.guild:
            guilds = game.board.district[plan.place].guilds
            plan.guild = yield from choosing(
                game,
                "valeria.which-guild",
                lambda: [game.board.tracks[guild] for guild in guilds],
                n=game.tables.actions.primary["recruit"].influence,
                place=game.board.district[plan.place],
            )
    final = yield from spent_die(game, plan)
    instant: str = ""
    if facts.instant_influence:
        instant = yield from choosing(
            game,
            "valeria.instant-guild",
            lambda: list(game.board.tracks.values()),
            n=facts.instant_influence,
            citizen=facts.name,
        )
    still_fits(game, plan)
    spend(game, plan.die, final)
    you.cards.append(plan.what)
    pushes: dict[str, int] = {facts.guild: game.tables.actions.primary["recruit"].influence}
    for manor in powers(game, "recruit"):
        if manor.where == "card":
            pushes[facts.guild] += manor.influence
    if plan.place:
        you.place("citizen", plan.place)
        pushes = added(pushes, {plan.guild: game.tables.actions.primary["recruit"].influence})
        yield Tell(
            "valeria.you.recruit",
            seat=you.seat.id,
            who=you.seat,
            citizen=facts.name,
            district=game.board.district[plan.place],
        )
    else:
        yield Tell("valeria.you.recruit-card", seat=you.seat.id, who=you.seat, citizen=facts.name)
    yield from remember(game, "recruit", final)
    if facts.instant or facts.instant_influence or facts.instant_sail:
        yield Tell("valeria.remember", things=[citizen_power(game, plan.what)])
    if instant:
        pushes = added(pushes, {instant: facts.instant_influence})
    yield from push_yours(game, pushes)
    if facts.instant_sail:
        yield from your_sail(game, "valeria.granted-sail")


def harvest_action(game: State, plan: Plan) -> Talk:
    """The value of all three dice and a push on any track; then a windmill if you like."""
    you = game.you
    final = yield from spent_die(game, plan)
    still_fits(game, plan)
    spend(game, plan.die, final)
    owned = powers(game, "harvest")
    low = game.tables.actions.primary["harvest"].influence + you.faces().count("influence")
    low += sum(manor.influence for manor in owned)
    leftover = sum(manor.leftover for manor in owned)
    high = low + min(leftover, game.pool["influence"])
    values = [die_value(face) for face in you.faces()]
    yield Tell("valeria.you.harvest", seat=you.seat.id, who=you.seat, gains=values)
    yield from remember(game, "harvest", final)
    pushes = yield from any_pushes(game, low, high)
    yield from push_yours(game, pushes)
    road = plan.place
    if not road and you.left("windmill") and roads_with_room(game):
        road = yield from asking(lambda: windmill_question(game))
    if road and road != NONE and game.room_on(road) > 0 and you.left("windmill"):
        cost = goods(cost_of(game, "windmill", road))
        you.place("windmill", road)
        yield Tell(
            "valeria.you.windmill", seat=you.seat.id, who=you.seat, road=game.board.road[road], cost=cost
        )


def windmill_question(game: State) -> Ask:
    options: list[Option] = [Option(NONE, Text("valeria.windmill.none"))]
    if game.you.left("windmill"):
        options += priced(game, "windmill", roads_with_room(game))
    return Choose("valeria.windmill", game.you.seat.id, options, default=NONE)


def wharf_action(game: State, plan: Plan) -> Talk:
    """Crates on the wharf card; then a ship and a sail if you like."""
    you = game.you
    final = yield from spent_die(game, plan)
    still_fits(game, plan)
    spend(game, plan.die, final)
    crates = yield from crates_by_row(game)
    bonus = int(final == game.tables.actions.primary["wharf"].die)
    rows = game.tables.wharf.row
    for row, count in crates.items():
        you.crates[row] += count
    shown = [
        Text("valeria.crates-in", n=count, row=Text(f"valeria.row.{row}")) for row, count in crates.items()
    ]
    yield Tell("valeria.you.wharf", seat=you.seat.id, who=you.seat, crates=shown)
    yield from remember(game, "wharf", final)
    points = sum(rows[row].vp * count for row, count in crates.items())
    if points:
        you.gain("crates", points)
        yield Tell("valeria.gains", seat=you.seat.id, who=you.seat, points=Text("valeria.vp", n=points))
    # Influence or gold for each crate of that row, as you like: ruling `sale`.
    sold = sum(rows[row].influence * count for row, count in crates.items())
    pushes = yield from any_pushes(game, bonus, bonus + sold)
    yield from push_yours(game, pushes)
    if you.left("ship"):
        yield from your_shipyard(game)
    yield from your_sail(game, "valeria.sail-from")


def crates_by_row(game: State) -> Generator[Ask | Tell, Any, dict[Row, int]]:
    """How many crates you put on each row: in one question where every row has room for all of them."""
    you = game.you

    def rows() -> list[Row]:
        return [row for row in ROWS if game.room_in(row) > 0]

    def roomy() -> bool:
        return all(game.room_in(row) >= game.crates_left(you) for row in rows())

    counts: dict[Row, int] = {}
    if game.crates_left(you) <= 0 or not rows():
        return counts
    while rows() and roomy():
        options = [Option(row, Text(f"valeria.row.{row}")) for row in rows()]
        high = max(0, game.crates_left(you))
        answer = yield Tally("valeria.crates", you.seat.id, options, low=0, high=high, most=high)
        if answer is not CORRECTED:
            return {row: answer[row] for row in ROWS if answer.get(row)}
    for row in ROWS:

        def most(row: Row = row) -> int:
            return max(0, min(game.room_in(row), game.crates_left(you) - sum(counts.values())))

        if most():
            count = yield from asking(
                lambda row=row, most=most: Number(  # type: ignore[misc]
                    "valeria.crates-in-row",
                    you.seat.id,
                    low=0,
                    high=most(),
                    default=0,
                    row=Text(f"valeria.row.{row}"),
                    most=most(),
                )
            )
            if count:
                counts[row] = count
    return counts


def your_shipyard(game: State) -> Talk:
    """Sub-action Shipyard: a ship in a district, without influence."""

    def question() -> Ask:
        options: list[Option] = [Option(NONE, Text("valeria.shipyard.none"))]
        if game.you.left("ship"):
            options += priced(game, "shipyard", list(game.board.district))
        return Choose("valeria.shipyard", game.you.seat.id, options, default=NONE)

    district: str = yield from asking(question)
    if district != NONE:
        cost = goods(cost_of(game, "shipyard", district))
        game.you.place("ship", district)
        yield Tell(
            "valeria.you.shipyard",
            seat=game.you.seat.id,
            who=game.you.seat,
            district=game.board.district[district],
            cost=cost,
        )


def your_sail(game: State, id: str) -> Talk:
    """Sub-action Sail, or one that a citizen grants: a ship of yours to any other district."""
    you = game.you
    while ships_at(you):
        origin: str = yield from asking(
            lambda: Choose(
                id,
                you.seat.id,
                [Option(NONE, Text("valeria.sail.none")), *named(game, ships_at(you))],
                default=NONE,
            )
        )
        if origin == NONE:
            return
        others = game.board.clockwise_from(origin)
        target: str = yield from asking(
            lambda others=others: Choose("valeria.sail-to", you.seat.id, named(game, others))  # type: ignore[misc]
        )
        if you.tokens["ship"][origin]:  # a correction may have taken it away meanwhile
            you.tokens["ship"][origin] -= 1
            you.tokens["ship"][target] += 1
            yield Tell(
                "valeria.you.sail",
                seat=you.seat.id,
                who=you.seat,
                origin=game.board.district[origin],
                target=game.board.district[target],
            )
            return


YOUR_ACTIONS: Mapping[str, Callable[[State, Plan], Talk]] = {
    "manor": manor_action,
    "temple": temple_action,
    "recruit": recruit_action,
    "harvest": harvest_action,
    "wharf": wharf_action,
}


def build_monument(game: State, plan: Plan) -> Talk:
    """A Gate, Ward Tower or Statue on a free place, and pushes on one of the guilds there."""
    monument: Monument = next(kind for kind in ("gate", "ward-tower", "statue") if kind == plan.action)
    facts = game.tables.actions.monument[monument]
    if not plan.place:
        plan.place = yield from choosing(
            game,
            "valeria.which-place",
            lambda: [
                Option(
                    place,
                    game.board.named(place).name,
                    Text("valeria.worth", points=Text("valeria.vp", n=monument_value(game, monument, place))),
                )
                for place in game.free_places(monument)
            ],
            monument=Text(f"valeria.monument.{monument}"),
        )
    if not plan.guild:
        plan.guild = yield from choosing(
            game,
            "valeria.which-guild",
            lambda: [game.board.tracks[guild] for guild in game.board.guilds_at(plan.place)],
            n=facts.influence,
            place=game.board.named(plan.place),
        )
    still_fits(game, plan)
    game.you.monuments[monument] = plan.place
    yield Tell(
        "valeria.you.monument",
        seat=game.you.seat.id,
        who=game.you.seat,
        monument=Text(f"valeria.monument.{monument}"),
        place=game.board.named(plan.place),
        cost=goods(facts.cost),
    )
    yield from push_yours(game, {plan.guild: facts.influence})


def powers(game: State, action: Primary) -> list[Any]:
    """The powers of your manors that this action sets off."""
    manors = game.tables.manors.manor
    return [manors[number] for number in game.you.manors if manors[number].on == action]


def extra_push(
    game: State, action: Primary, district: str, building: Sequence[str] = ()
) -> Generator[Ask | Tell, Any, dict[str, int]]:
    """The Architect's or Priest's push on one guild of the district; a manor being built counts already."""
    manors = game.tables.manors.manor
    owned = [manors[number] for number in (*game.you.manors, *building)]
    times = sum(each.influence for each in owned if each.on == action and each.where == "district")
    if not times:
        return {}
    guild = yield from choosing(
        game,
        "valeria.which-guild",
        lambda: [game.board.tracks[guild] for guild in game.board.district[district].guilds],
        n=times,
        place=game.board.district[district],
    )
    return {guild: times}


def any_pushes(game: State, low: int, high: int) -> Generator[Ask | Tell, Any, dict[str, int]]:
    """Pushes on tracks of your choice."""
    if not high:
        return {}
    tracks = list(game.board.tracks.values())
    if low == high == 1:
        guild: str = yield from asking(lambda: Choose("valeria.any-guild", game.you.seat.id, tracks))
        return {guild: 1}
    counts: dict[str, int] = yield from asking(
        lambda: Tally(
            "valeria.any-guilds", game.you.seat.id, tracks, low=low, high=high, least=low, most=high
        )
    )
    return counts


def push_yours(game: State, pushes: Mapping[str, int]) -> Talk:
    """Your pushes, and what the lines give you."""
    done = [push(game, game.you, guild, pushes[guild]) for guild in game.board.tracks if pushes.get(guild)]
    if done:
        yield Tell("valeria.pushes", seat=game.you.seat.id, who=game.you.seat, pushes=texts(done))
        yield from rewards(game, game.you, done)


def rewards(game: State, side: Side, pushes: Iterable[Pushed]) -> Talk:
    """What crossing lines gives: to the opponent only victory points, which are scored already."""
    for pushed in pushes:
        for line in pushed.rewards:
            if line.gain == "vp" or side is game.you:
                yield Tell(
                    "valeria.line",
                    seat=side.seat.id,
                    who=side.seat,
                    guild=pushed.track.name,
                    gain=Text(f"valeria.gain.{line.gain}", n=line.amount),
                )


def remember(game: State, action: Primary, final: Face) -> Talk:
    """What the die, your manors and your citizens give for an action: goods that you mark yourself."""
    things: list[Text] = []
    if final == game.tables.actions.primary[action].die and final != "influence":
        gain = Text("valeria.gain.resource", n=1) if action == "harvest" else die_value(final)
        things.append(Text("valeria.bonus-die", face=face_name(final), gain=gain))
    manors = game.tables.manors.manor
    for number in game.you.manors:
        if manors[number].on == action and (manors[number].gold or manors[number].leftover):
            things.append(manor_power(game, number))
    citizens = game.tables.citizens.citizen
    things += [citizen_power(game, id) for id in game.you.cards if citizens[id].on == action]
    if things:
        yield Tell("valeria.remember", things=things)


# 3. Scoring Phase


def scoring_phase(game: State) -> Talk:
    """Control of the round's districts, then all monuments, then the wharf."""
    round = game.round
    yield Tell("valeria.scoring", round=round)
    parts: dict[tuple[str, str], list[Text]] = {}
    for scored in district_scores(game, round):
        yield from mark(game, scored, "valeria.score.district", parts)
    for side in game.sides:
        side.gain(f"monuments.{round}", 0)
    for scored in monument_scores(game, round):
        yield from mark(game, scored, "valeria.score.monument", parts)
    scored = wharf_score(game, round)
    yield from mark(game, scored, "valeria.score.wharf", parts)
    for (seat, line), found in parts.items():
        game.side(seat).how[line] = Text("valeria.how.parts", parts=found)
    for seat, award in scored.awards.items():
        game.side(seat).how[scored.line] = award.how
    yield Tell("valeria.standing", scores=standing(game))


def mark(
    game: State, scored: Scored, id: str, parts: dict[tuple[str, str], list[Text]] | None = None
) -> Talk:
    """Write the points down, and tell them with what they come from."""
    results: list[Text] = []
    why: list[Text] = []
    for seat, award in scored.awards.items():
        side = game.side(seat)
        side.gain(scored.line, award.points)
        points = Text("valeria.vp", n=award.points)
        results.append(Text("valeria.score.gets", who=side.seat, points=points, how=award.how))
        if parts is not None and award.points:
            part = Text("valeria.how.part", where=scored.where, points=award.points)
            parts.setdefault((seat, scored.line), []).append(part)
    if scored.keeps:
        why.append(Text("valeria.why.keeps", n=scored.keeps))
    if scored.bare:
        why.append(ruling_text(game, "zero-control"))
    yield Tell(id, why=why, where=scored.where, results=results)


def standing(game: State) -> list[Text]:
    return [
        Text("valeria.has", who=side.seat, points=Text("valeria.vp", n=side.score)) for side in game.sides
    ]


# 4. Reset Phase


def reset_phase(game: State) -> Talk:
    """Wharf, citizens, round, a Keep by the black die, dice, and who goes first."""
    you = game.you
    yield Tell("valeria.reset")
    citizens = game.tables.citizens.citizen
    # The book does not say when in the Reset Phase; the dice must still be there: ruling `reset-citizens`.
    for id in list(you.cards):
        if citizens[id].reset_dice:
            yield Tell("valeria.remember", things=[citizen_power(game, id)])
            pushes = yield from any_pushes(game, 0, min(citizens[id].reset_dice, game.pool["influence"]))
            yield from push_yours(game, pushes)
        if citizens[id].reset_sail and ships_at(you):
            yield Tell("valeria.remember", things=[citizen_power(game, id)])
            yield from your_sail(game, "valeria.granted-sail")
    for side in game.sides:
        side.crates = dict.fromkeys(ROWS, 0)
    yield Tell("valeria.reset.wharf")
    if game.rulings["citizen-reset"] == "two":
        yield Tell("valeria.reset.citizens-two")
    else:
        yield Tell("valeria.reset.citizens-one")
    yield Tell("valeria.reset.round", round=game.round + 1)
    face = yield from roll_die("valeria.roll.keep")
    district = next(id for id, facts in game.tables.board.district.items() if facts.keep == face)
    game.keeps[district] += 1
    yield Tell(
        "valeria.reset.keep",
        why=[Text("valeria.why.keep", face=face)],
        district=game.board.district[district],
    )
    for side in game.sides:
        side.dice = []
    game.pool = dict.fromkeys(FACES, 0)
    game.acting = False
    game.first, why = first_player(game)
    yield Tell("valeria.reset.first", why=why, who=game.side(game.first).seat)


def first_player(game: State) -> tuple[str, list[Text]]:
    """Whoever has the lower score; the book is silent about a tie: ruling `tied-first-player`."""
    you, rival = game.sides
    why = [Text("valeria.why.scores", scores=standing(game))]
    if you.score != rival.score:
        return min(game.sides, key=lambda side: side.score).seat.id, why
    why.append(ruling_text(game, "tied-first-player"))
    match game.rulings["tied-first-player"]:
        case "stays":
            return game.first, why
        case "you-first":
            return you.seat.id, why
        case _:
            return game.other(game.side(game.first)).seat.id, why


# 5. Final Scoring


def final_scoring(game: State) -> Talk:
    """The guild tracks from left to right."""
    yield Tell("valeria.final")
    for scored in guild_scores(game):
        yield from mark(game, scored, "valeria.score.guild")
        for seat, award in scored.awards.items():
            game.side(seat).how[scored.line] = award.how
    game.over = True
    yield Tell("valeria.standing", scores=standing(game))


# Words that several questions use


def ruling_text(game: State, id: str) -> Text:
    """A ruling as a reason: what is done where the book leaves it open."""
    return Text("valeria.why.ruling", option=Text(f"valeria.ruling.{id}.option.{game.rulings[id]}"))


def texts(pushes: Iterable[Pushed]) -> list[Text]:
    return [pushed.text for pushed in pushes]


def face_options(faces: Iterable[Face]) -> list[Option]:
    return [Option(face, face_name(face)) for face in faces]


def manor_options(game: State) -> list[Option]:
    manors = game.tables.manors.manor
    return [
        Option(
            number,
            Text("valeria.numbered-manor", number=number, name=manors[number].name),
            Text(f"valeria.manor.{number}"),
        )
        for number in manors_left(game)
    ]


def citizen_options(game: State, ids: Iterable[str]) -> list[Option]:
    citizens = game.tables.citizens.citizen
    return [Option(id, citizens[id].name, Text(f"valeria.guild.{citizens[id].guild}")) for id in ids]


def manor_power(game: State, number: str) -> Text:
    """A power of yours, with the manor it comes from."""
    name = game.tables.manors.manor[number].name
    return Text("valeria.owing", power=Text(f"valeria.manor.{number}"), name=name)


def citizen_power(game: State, id: str) -> Text:
    name = game.tables.citizens.citizen[id].name
    return Text("valeria.owing", power=Text(f"valeria.citizen.{id}"), name=name)


def named(game: State, places: Iterable[str]) -> list[Named]:
    return [game.board.named(place) for place in places]


def priced(game: State, action: Any, places: Iterable[str]) -> list[Option]:
    """Places with what the action costs there."""
    return [
        Option(
            place,
            game.board.named(place).name,
            Text("valeria.cost", goods=goods(cost_of(game, action, place))),
        )
        for place in places
    ]


def added(pushes: Mapping[Any, int], more: Mapping[Any, int]) -> dict[Any, int]:
    """Pushes of two kinds together."""
    return {guild: pushes.get(guild, 0) + more.get(guild, 0) for guild in (*pushes, *more)}


def die_value(face: Face) -> Text:
    """What a die gives: one of a resource, 2 gold or 1 Influence."""
    if face == "influence":
        return Text("valeria.influence", n=1)
    kind: Goods = face
    return Text(f"valeria.goods.{kind}", n=2 if kind == "gold" else 1)
