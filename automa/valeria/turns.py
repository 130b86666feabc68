"""Your part of the conversation: what the opponent and the scoring need to know of your draft and your turns.

A turn can be said in one line; what is left out is asked. An action is done only when it is said in full,
so that a correction in between never leaves half of it on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from automa.dialogue import (
    CORRECTED,
    Ask,
    Choose,
    Move,
    Named,
    Number,
    Option,
    Part,
    Refused,
    Several,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.valeria.notation import ACTIONS, BUILDINGS, IN_DUTCH, Plan, check_action, check_plan, read_turn
from automa.valeria.opponents import (
    face_name,
    face_names,
)
from automa.valeria.rules import (
    cost_of,
    districts_for_manor,
    goods,
    lines_crossed,
    manors_left,
    monuments_left,
    next_space,
    push,
    roads_with_room,
    ships_at,
    shown_space,
    turn_faces,
)
from automa.valeria.scoring import (
    monument_value,
    what_is_a_manor,
)
from automa.valeria.state import Die, State
from automa.valeria.tables import (
    FACES,
    PRIMARIES,
    ROWS,
    ActionFacts,
    Face,
    Guild,
    Monument,
    MonumentFacts,
    Primary,
    Row,
)
from automa.valeria.talking import (
    by_card,
    citizen_options,
    die_value,
    face_options,
    named,
    rewards,
    ruling_text,
    texts,
    told,
)

NONE = "none"
DONE = "done"
OTHER = "other"
MOST_OTHER = 12
"""How many pushes and points together one may add that the app did not work out itself."""


def action_options(game: State, actions: Sequence[str]) -> list[Option]:
    """Actions with what they cost; for each token that is there already, something more."""
    for action in actions:
        if action not in game.offers:
            game.offers[action] = _offer(game, action)
    return [game.offers[action] for action in actions]


def _offer(game: State, action: str) -> Option:
    facts = game.tables.actions
    priced: dict[str, ActionFacts] = {**facts.primary}  # type: ignore[dict-item]
    monuments: dict[str, MonumentFacts] = {**facts.monument}  # type: ignore[dict-item]
    cost = priced[action].cost if action in priced else monuments[action].cost
    values: dict[str, Any] = {"goods": goods(cost)} if cost else {}
    if action in priced and priced[action].surcharge:
        values["more"] = Text("valeria.goods.gold", n=priced[action].surcharge)
    return Option(action, Text(f"valeria.turn.{action}"), Text(f"valeria.costs.{action}", **values))


class Again(Exception):
    """A half-said turn that no longer fits, because the table was corrected meanwhile."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def your_draft(game: State) -> Part:
    """A die of your choice; only its final face counts."""
    you = game.you
    face: Face = yield from asking(
        lambda: Choose("valeria.your-die", you.seat.id, pool_options(game), absent=partial(no_such_die, game))
    )
    game.pool[face] -= 1
    die = Die(face)
    you.dice.append(die)
    final = die.face = yield from turned(game, face, "valeria.your-die-turned")
    yield told("valeria.you-draft", you, gain=die_value(final))
    citizens = game.tables.citizens.citizen
    extra = [
        owing([Text("valeria.gain.resource", n=citizens[id].resource)], citizens[id].name)
        for id in you.cards
        if citizens[id].drafting == final
    ]
    if extra:
        yield Tell("valeria.also", things=extra)
    trades = [citizen_power(game, id) for id in you.cards if citizens[id].draft_trade]
    if trades:
        yield Tell("valeria.remember", things=trades)
    used: list[str] = []
    titles, buyers = by_card(
        game, (id for id in you.cards if citizens[id].draft_influence or citizens[id].draft_vp)
    )
    if buyers:
        chosen = yield from asking(lambda: Several("valeria.draft-powers", you.seat.id, buyers, default=[]))
        used = [titles[id] for id in chosen]
    for id in used:
        points = citizens[id].draft_vp
        if points:
            you.gain("citizens", points, Text("valeria.how.part", where=citizens[id].name, points=points))
            yield told("valeria.gains", you, points=Text("valeria.vp", n=points))
    count = (final == "influence") + sum(citizens[id].draft_influence for id in used)
    pushes = yield from any_pushes(game, count, count)
    yield from push_yours(game, pushes)


def pool_options(game: State) -> list[Option]:
    """The faces in the pool, each with how many dice show it."""
    return [
        Option(face, face_name(face), Text("valeria.in-pool", n=game.pool[face]))
        for face in FACES
        if game.pool[face]
    ]


def no_such_die(game: State, typed: str) -> Text | None:
    """Why a face cannot be taken that is on the dice, but not in the pool."""
    word = typed.strip().lower()
    face = next((each for each in FACES if each == IN_DUTCH.get(word, word)), None)
    return None if face is None else Text("valeria.refused.not-in-pool", face=face_name(face))


def your_turn(game: State) -> Part:
    """One primary action with its sub-actions, and a monument before or after it if you like."""
    built = False
    if game.round == 1 and all(not die.spent for die in game.you.dice):
        yield Tell("valeria.one-line")
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
        if built:
            return


def allowed_actions(game: State, built: bool) -> list[str]:
    """What you can do now: a primary action, or a monument first if you have not built one this turn."""
    actions: list[str] = []
    for action in PRIMARIES:
        if action == "manor" and not manors_left(game):
            continue
        if action == "temple" and not game.you.left("temple"):
            continue
        if action == "recruit" and not game.has_free_citizens():
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
            action_options(game, allowed),
            read=lambda line, insist: str(read_turn(line, game, allowed)),
            dice=face_names(die.face for die in game.you.unspent()),
        )

    line: str = yield from asking(question)
    return read_turn(line, game, ACTIONS)


def anything_else(game: State, built: bool, added: bool) -> Ask:
    """The end of your turn; Enter means that it is over."""
    options = [Option(DONE, Text("valeria.else.done"))]
    if not built:
        options += action_options(game, monuments_left(game))
    if not added:
        options.append(Option(OTHER, Text("valeria.else.other")))
    return Choose("valeria.anything-else", game.you.seat.id, options, default=DONE)


def something_else(game: State) -> Part:
    """Pushes and points that the app did not work out: for whatever your cards or house rules give."""
    options = [*(Option(id, track.name) for id, track in game.board.tracks.items())]
    options.append(Option("vp", Text("valeria.victory-points")))
    more = yield from asking(
        lambda: Tally("valeria.something-else", game.you.seat.id, options, low=0, high=MOST_OTHER, default={})
    )
    points = more.pop("vp", 0)
    if points:
        game.you.gain("other", points, Text("valeria.how.in-round", round=game.round, points=points))
        yield told("valeria.gains", game.you, points=Text("valeria.vp", n=points))
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


def manor_action(game: State, plan: Plan) -> Part:
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
    yield from bonus_first(game, "manor", final)
    yield told(
        "valeria.you.manor",
        game.you,
        why=[ruling_text(game, id) for id in what_is_a_manor(game, plan.place)],
        manor=game.tables.manors.manor[plan.what].name,
        district=district,
        cost=goods(cost),
    )
    yield from also(game, "manor")
    if game.tables.manors.manor[plan.what].once:
        yield Tell("valeria.remember", things=[manor_power(game, plan.what)])
    times = game.tables.actions.primary["manor"].influence
    yield from push_yours(game, added(dict.fromkeys(district.guilds, times), extra))


def temple_action(game: State, plan: Plan) -> Part:
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
    yield from bonus_first(game, "temple", final)
    yield told("valeria.you.temple", game.you, district=district, cost=goods(cost))
    yield from also(game, "temple")
    times = game.tables.actions.primary["temple"].influence
    yield from push_yours(game, added(dict.fromkeys(district.guilds, times), extra))


def recruit_action(game: State, plan: Plan) -> Part:
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
                game,
                "valeria.citizen-district",
                lambda: [
                    Option(id, district.name, guild_list(game, district.guilds))
                    for id, district in game.board.district.items()
                ],
            )
        if not plan.guild:
            guilds = game.board.district[plan.place].guilds
            times = game.tables.actions.primary["recruit"].influence
            plan.guild = yield from choosing(
                game,
                "valeria.which-guild",
                lambda: track_options(game, guilds, times, {facts.guild: card_pushes(game)}),
                n=times,
                place=game.board.district[plan.place],
            )
    final = yield from spent_die(game, plan)
    instant: str = ""
    if facts.instant_influence:
        instant = yield from choosing(
            game,
            "valeria.instant-guild",
            lambda: track_options(game, game.board.tracks, facts.instant_influence),
            n=facts.instant_influence,
            citizen=facts.name,
        )
    still_fits(game, plan)
    spend(game, plan.die, final)
    you.cards.append(plan.what)
    pushes: dict[str, int] = {facts.guild: card_pushes(game)}
    yield from bonus_first(game, "recruit", final)
    if plan.place:
        you.place("citizen", plan.place)
        pushes = added(pushes, {plan.guild: game.tables.actions.primary["recruit"].influence})
        yield told("valeria.you.recruit", you, citizen=facts.name, district=game.board.district[plan.place])
    else:
        yield told("valeria.you.recruit-card", you, citizen=facts.name)
    yield from also(game, "recruit", plan.what)
    if instant:
        pushes = added(pushes, {instant: facts.instant_influence})
    yield from push_yours(game, pushes)
    if facts.instant_sail:
        yield from your_sail(game, "valeria.granted-sail")


def card_pushes(game: State) -> int:
    """On the guild of a recruited card: one, and the Elder's."""
    extra = sum(manor.influence for manor in powers(game, "recruit") if manor.where == "card")
    pushes: int = game.tables.actions.primary["recruit"].influence + extra
    return pushes


def harvest_action(game: State, plan: Plan) -> Part:
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
    yield from bonus_first(game, "harvest", final)
    yield told("valeria.you.harvest", you, gains=values)
    yield from also(game, "harvest")
    pushes = yield from any_pushes(game, low, high)
    yield from push_yours(game, pushes)
    road = plan.place
    if not road and you.left("windmill") and roads_with_room(game):
        road = yield from asking(lambda: windmill_question(game))
    if road and road != NONE and game.room_on(road) > 0 and you.left("windmill"):
        cost = goods(cost_of(game, "windmill", road))
        you.place("windmill", road)
        yield told("valeria.you.windmill", you, road=game.board.road[road], cost=cost)


def windmill_question(game: State) -> Ask:
    options: list[Option] = [Option(NONE, Text("valeria.windmill.none"))]
    if game.you.left("windmill"):
        options += priced(game, "windmill", roads_with_room(game))
    return Choose("valeria.windmill", game.you.seat.id, options, default=NONE)


def wharf_action(game: State, plan: Plan) -> Part:
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
    shown = [Text(f"valeria.crates-in.{row}", n=count) for row, count in crates.items()]
    if shown:
        # Influence or gold for each crate of that row, as you like: ruling `sale`.
        sale = [ruling_text(game, "sale")] if any(rows[row].influence for row in crates) else []
        yield told("valeria.you.wharf", you, why=sale, crates=shown)
    else:
        yield told("valeria.you.wharf-empty", you)
    yield from also(game, "wharf")
    points = sum(rows[row].vp * count for row, count in crates.items())
    if points:
        you.gain("crates", points, Text("valeria.how.in-round", round=game.round, points=points))
        yield told("valeria.gains", you, points=Text("valeria.vp", n=points))
    sold = sum(rows[row].influence * count for row, count in crates.items())
    pushes = yield from any_pushes(game, bonus, bonus + sold)
    yield from push_yours(game, pushes)
    for_gold = bonus + sold - sum(pushes.values())
    if for_gold:
        yield Tell("valeria.also", things=[Text("valeria.for-gold", n=for_gold, gold=2 * for_gold)])
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
        answer = yield Tally("valeria.crates", you.seat.id, options, low=0, high=high, default={}, most=high)
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
    if any(count > game.room_in(row) for row, count in counts.items()) or (
        sum(counts.values()) > game.crates_left(you)
    ):  # the table was corrected between two rows
        return (yield from crates_by_row(game))
    return counts


def your_shipyard(game: State) -> Part:
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
        yield told("valeria.you.shipyard", game.you, district=game.board.district[district], cost=cost)


def your_sail(game: State, id: str) -> Part:
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
            left, reached = game.board.district[origin], game.board.district[target]
            if id == "valeria.sail-from":
                cost = goods(game.tables.actions.sub["sail"].cost)
                yield told("valeria.you.sail", you, origin=left, target=reached, cost=cost)
            else:  # a citizen's Sail is free: ruling `granted-sail`
                yield told("valeria.you.sail-free", you, origin=left, target=reached)
            return


YOUR_ACTIONS: Mapping[str, Callable[[State, Plan], Part]] = {
    "manor": manor_action,
    "temple": temple_action,
    "recruit": recruit_action,
    "harvest": harvest_action,
    "wharf": wharf_action,
}


def build_monument(game: State, plan: Plan) -> Part:
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
            lambda: track_options(game, game.board.guilds_at(plan.place), facts.influence),
            n=facts.influence,
            place=game.board.named(plan.place),
        )
    still_fits(game, plan)
    game.you.monuments[monument] = plan.place
    yield told(
        "valeria.you.monument",
        game.you,
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
    giving = [each for each in owned if each.on == action and each.where == "district"]
    times = sum(each.influence for each in giving)
    if not times:
        return {}
    guilds = game.board.district[district].guilds
    first = dict.fromkeys(guilds, game.tables.actions.primary[action].influence)
    guild = yield from choosing(
        game,
        "valeria.extra-guild",
        lambda: track_options(game, guilds, times, first),
        n=times,
        name=[each.name for each in giving],
        place=game.board.district[district],
    )
    return {guild: times}


def any_pushes(game: State, low: int, high: int) -> Generator[Ask | Tell, Any, dict[str, int]]:
    """Pushes on tracks of your choice."""
    if not high:
        return {}
    seat = game.you.seat.id

    def tracks() -> list[Option]:
        return track_options(game, game.board.tracks, high)

    if low == high == 1:
        guild: str = yield from asking(lambda: Choose("valeria.any-guild", seat, tracks()))
        return {guild: 1}
    if low == high:
        exactly: dict[str, int] = yield from asking(
            lambda: Tally("valeria.any-guilds", seat, tracks(), low=low, high=high, n=low)
        )
        return exactly
    counts: dict[str, int] = yield from asking(
        lambda: Tally(
            "valeria.some-guilds",
            seat,
            tracks(),
            low=low,
            high=high,
            default=None if low else {},
            least=low,
            most=high,
        )
    )
    return counts


def track_options(
    game: State, guilds: Iterable[Guild], times: int, first: Mapping[Guild, int] | None = None
) -> list[Option]:
    """Tracks with where both tokens are, and what so many pushes would cross after the `first` ones."""
    before = first or {}
    return [
        Option(guild, game.board.tracks[guild].name, _track_detail(game, guild, before.get(guild, 0), times))
        for guild in guilds
    ]


def _track_detail(game: State, guild: Guild, first: int, times: int) -> Text:
    track = game.board.tracks[guild]
    at, rival = game.you.influence[guild], game.opponent.influence[guild]
    for _ in range(first):
        at = next_space(track, at, {rival})
    to = at
    for _ in range(times):
        to = next_space(track, to, {rival})
    spaces = {"at": shown_space(track, at), "rival": shown_space(track, rival)}
    gains = [Text(f"valeria.gain.{line.gain}", n=line.amount) for line in lines_crossed(track, at, to)]
    if to == at:
        return Text("valeria.track.stuck", **spaces)
    return Text("valeria.track.line", gains=gains, **spaces) if gains else Text("valeria.track", **spaces)


def guild_list(game: State, guilds: Iterable[Guild]) -> Text:
    return Text("valeria.picture.guilds", guilds=[game.board.tracks[guild].name for guild in guilds])


def push_yours(game: State, pushes: Mapping[str, int]) -> Part:
    """Your pushes, and what the lines give you."""
    done = [push(game, game.you, guild, pushes[guild]) for guild in game.board.tracks if pushes.get(guild)]
    if done:
        yield told("valeria.pushes", game.you, pushes=texts(done))
        yield from rewards(game, game.you, done)


def bonus_first(game: State, action: Primary, final: Face) -> Part:
    """What the matching die gives before anything is paid; a push for the wharf is asked with the others."""
    if final == game.tables.actions.primary[action].die and final != "influence":
        gain = Text("valeria.gain.resource", n=1) if action == "harvest" else die_value(final)
        yield Tell("valeria.bonus-die", face=face_name(final), gain=gain)


def also(game: State, action: Primary, recruited: str = "") -> Part:
    """What your manors and citizens give for an action: goods that you mark yourself, pushes apart."""
    things: list[Text] = []
    manors = game.tables.manors.manor
    for number in game.you.manors:
        facts = manors[number]
        if facts.on == action and facts.gold:
            things.append(owing([Text("valeria.goods.gold", n=facts.gold)], facts.name))
        if facts.on == action and facts.leftover:
            things.append(owing([Text("valeria.leftover-die", n=facts.leftover)], facts.name))
    for id in game.you.cards:
        citizen = game.tables.citizens.citizen[id]
        at_once = id == recruited and bool(
            citizen.instant or citizen.instant_influence or citizen.instant_sail
        )
        if citizen.on == action or at_once:
            gains = [Text("valeria.goods.gold", n=citizen.gold)]
            if at_once and citizen.resource:
                gains.append(Text("valeria.gain.same-resource", n=citizen.resource))
            things.append(owing(gains, citizen.name))
    if things:
        # Some of these cards speak of a Ship action: ruling `ship-action`.
        why = [ruling_text(game, "ship-action")] if action == "wharf" else []
        yield Tell("valeria.also", why=why, things=things)


def owing(gains: Sequence[Text], name: str) -> Text:
    """Goods, and whom you owe them to."""
    return Text("valeria.owing", power=Text("valeria.gains-together", gains=gains), name=name)


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


def manor_power(game: State, number: str) -> Text:
    """A power of yours, with the manor it comes from."""
    name = game.tables.manors.manor[number].name
    return Text("valeria.owing", power=Text(f"valeria.manor.{number}"), name=name)


def citizen_power(game: State, id: str) -> Text:
    name = game.tables.citizens.citizen[id].name
    return Text("valeria.owing", power=Text(f"valeria.citizen.{id}"), name=name)


def added(pushes: Mapping[Any, int], more: Mapping[Any, int]) -> dict[Any, int]:
    """Pushes of two kinds together."""
    return {guild: pushes.get(guild, 0) + more.get(guild, 0) for guild in (*pushes, *more)}
