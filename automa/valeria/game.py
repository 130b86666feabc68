"""The solo game of Castellans of Valeria as a conversation, in the order of the two rulebooks.

Set-up, then five rounds of Draft, Action, Scoring and Reset, then Final Scoring. The opponent is run from its
card (automaton.py); you are asked what the opponent and the scoring need to know of your turn (turns.py).
"""

from __future__ import annotations

from typing import Any

from automa.dialogue import (
    TABLE,
    Choose,
    Conversation,
    Dice,
    Part,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Script, Setup
from automa.picture import Picture
from automa.selector import roll_die
from automa.sheet import Sheet
from automa.valeria import fixes, picture
from automa.valeria.automaton import (
    OPPONENT_ACTIONS,
    opponent_draft,
    opponent_monument,
    roll_district,
    sail,
    wharf_bonus,
)
from automa.valeria.opponents import (
    face_names,
)
from automa.valeria.rules import (
    push,
    ships_at,
)
from automa.valeria.scoring import (
    Scored,
    district_scores,
    guild_scores,
    monument_scores,
    score_sheet,
    wharf_score,
)
from automa.valeria.state import State
from automa.valeria.tables import (
    FACES,
    ROUNDS,
    ROW_OF_CRATE,
    ROWS,
)
from automa.valeria.talking import (
    face_options,
    named,
    rewards,
    ruling_text,
    texts,
    told,
)
from automa.valeria.turns import (
    any_pushes,
    citizen_power,
    manor_options,
    manor_power,
    push_yours,
    your_draft,
    your_sail,
    your_turn,
)

POOL = Dice("dice pool")
"""The stream of the dice that are drafted from."""


class Play(Script):
    """One game in progress."""

    __slots__ = ("table",)

    def __init__(self, setup: Setup) -> None:
        cards = setup.tables.opponents.opponent
        seats = list(setup.seats)
        # The card opponent sits anywhere; where both seats hold one, the first is played as a person would.
        rival = next((seat for seat in reversed(seats) if seat.opponent in cards), seats[-1])
        person = next(seat for seat in seats if seat is not rival)
        self.table = State(setup.tables, person, rival, setup.rulings)

    def play(self) -> Conversation:
        return play(self.table)

    def sheet(self) -> Sheet:
        return score_sheet(self.table)

    def picture(self, seat: str) -> Picture:
        return picture.picture(self.table)

    def state(self) -> dict[str, Any]:
        return self.table.data()

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)

    def recount(self) -> list[str]:
        return fixes.recount(self.table)


def play(game: State) -> Conversation:
    """The whole game."""
    yield from set_up(game)
    for round in ROUNDS:
        game.round = round
        game.progress = 0
        districts = [game.board.district[id] for id in game.board.scored[round]]
        who = game.side(game.first).seat
        yield Tell("valeria.round", stage=True, round=round, districts=districts, who=who)
        yield from draft_phase(game)
        yield from action_phase(game)
        yield from scoring_phase(game)
        if round < ROUNDS[-1]:
            yield from reset_phase(game)
    yield from final_scoring(game)
    return score_sheet(game)


# Set-up


def set_up(game: State) -> Part:
    """Everybody's first manor, and Keeps in the districts that are left."""
    rival = game.opponent.seat
    yield Tell("valeria.setup.table", opponent=rival)
    if game.card.house:
        yield Tell("valeria.setup.house", opponent=rival)
    else:
        yield Tell("valeria.setup.card", opponent=rival)
    district, why = yield from roll_district(game, 1)
    game.opponent.place("manor", district)
    pushes = [push(game, game.opponent, guild) for guild in game.board.district[district].guilds]
    yield told(
        "valeria.setup.opponent",
        game.opponent,
        why=[*why, ruling_text(game, "set-up-influence")],
        district=game.board.district[district],
        pushes=texts(pushes),
    )
    yield from rewards(game, game.opponent, pushes)
    number = yield from asking(lambda: Choose("valeria.setup.manor", game.you.seat.id, manor_options(game)))
    chosen = yield from asking(
        lambda: Choose(
            "valeria.setup.district",
            game.you.seat.id,
            named(game, empty_districts(game)),
            absent=lambda typed: taken_district(game, typed),
        )
    )
    game.build_manor(number, chosen)
    pushes = [push(game, game.you, guild) for guild in game.board.district[chosen].guilds]
    yield told(
        "valeria.setup.yours",
        game.you,
        why=[ruling_text(game, "set-up-influence")],
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


def taken_district(game: State, typed: str) -> Text | None:
    """Why a district is no choice for your first manor."""
    word = "-".join(typed.lower().removeprefix("the ").split())
    meant = [id for id in game.board.district if word and id.startswith(word)]
    return (
        Text("valeria.refused.not-empty", district=game.board.district[meant[0]]) if len(meant) == 1 else None
    )


def empty_districts(game: State) -> list[str]:
    return [id for id in game.board.district if not game.count("manor", id) and not game.keeps[id]]


# 1. Draft Phase


def draft_phase(game: State) -> Part:
    """Roll the dice, then draft one each in turn; the ones left over go to the board."""
    dice = game.tables.components.dice
    pool = yield from asking(
        lambda: Tally(
            "valeria.pool",
            TABLE,
            face_options(FACES),
            low=dice.pool,
            high=dice.pool,
            stream=POOL,
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
    yield Tell(
        "valeria.leftover",
        why=[ruling_text(game, "first-to-act")],
        faces=face_names(face for face in FACES for _ in range(game.pool[face])),
    )
    game.acting = True


# 2. Action Phase


def action_phase(game: State) -> Part:
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
        yield told("valeria.no-monument", game.opponent)
    else:
        yield from opponent_monument(game, line.monument)
    game.progress += 1
    if line.sail:
        yield from sail(game, line.sail)
    elif line.crate is not None:
        yield from wharf_bonus(game, ROW_OF_CRATE[line.crate], line.faces)
    game.progress += 1


# 3. Scoring Phase


def scoring_phase(game: State) -> Part:
    """Control of the round's districts, then all monuments, then the wharf."""
    round = game.round
    yield Tell("valeria.scoring", round=round)
    for scored in district_scores(game, round):
        yield from mark(game, scored, "valeria.score.district")
    for side in game.sides:
        none = None if side.monuments else Text("valeria.how.no-monuments")
        side.gain(f"monuments.{round}", 0, none)
    for scored in monument_scores(game, round):
        yield from mark(game, scored, "valeria.score.monument")
    yield from mark(game, wharf_score(game, round), "valeria.score.wharf")
    yield Tell("valeria.standing", scores=standing(game))


def mark(game: State, scored: Scored, id: str) -> Part:
    """Write the points down, and tell them with what they come from."""
    results: list[Text] = []
    for seat, award in scored.awards.items():
        side = game.side(seat)
        side.gain(scored.line, award.points, scored.part(award))
        points = Text("valeria.vp", n=award.points)
        results.append(Text("valeria.score.gets", who=side.seat, points=points, how=award.how))
    why = [*scored.why, *(ruling_text(game, id) for id in scored.rulings)]
    yield Tell(id, why=why, where=scored.where, results=results)


def standing(game: State) -> list[Text]:
    return [
        Text("valeria.has", who=side.seat, points=Text("valeria.vp", n=side.score)) for side in game.sides
    ]


# 4. Reset Phase


def reset_phase(game: State) -> Part:
    """Wharf, citizens, round, a Keep by the black die, dice, and who goes first."""
    you = game.you
    yield Tell("valeria.reset")
    citizens = game.tables.citizens.citizen
    # The book does not say when in the Reset Phase; the dice must still be there: ruling `reset-citizens`.
    first_of_all = ruling_text(game, "reset-citizens")
    for id in list(you.cards):
        if citizens[id].reset_dice:
            yield Tell("valeria.remember", why=[first_of_all], things=[citizen_power(game, id)])
            pushes = yield from any_pushes(game, 0, min(citizens[id].reset_dice, game.pool["influence"]))
            yield from push_yours(game, pushes)
        if citizens[id].reset_sail and ships_at(you):
            why = [first_of_all, ruling_text(game, "granted-sail")]
            yield Tell("valeria.remember", why=why, things=[citizen_power(game, id)])
            yield from your_sail(game, "valeria.granted-sail")
    for side in game.sides:
        side.crates = dict.fromkeys(ROWS, 0)
    yield Tell("valeria.reset.wharf")
    why = [ruling_text(game, "citizen-reset")]
    if game.rulings["citizen-reset"] == "two":
        yield Tell("valeria.reset.citizens-two", why=why)
    else:
        yield Tell("valeria.reset.citizens-one", why=why)
    yield Tell("valeria.reset.round", round=game.round + 1)
    yield from add_keep(game)
    for side in game.sides:
        side.dice = []
    game.pool = dict.fromkeys(FACES, 0)
    game.acting = False
    game.first, why = first_player(game)
    yield Tell("valeria.reset.first", why=why, who=game.side(game.first).seat)


def add_keep(game: State) -> Part:
    """A Keep in the district whose die is rolled, as in every game for two."""
    face = yield from roll_die("valeria.roll.keep")
    id = next(id for id, facts in game.tables.board.district.items() if facts.keep == face)
    why = [Text("valeria.why.keep", face=face)]
    if sum(game.keeps.values()) < game.tables.components.keep:
        game.keeps[id] += 1
        yield Tell("valeria.reset.keep", why=why, district=game.board.district[id])
    else:
        yield Tell("valeria.reset.no-keep", why=why)


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


def final_scoring(game: State) -> Part:
    """The guild tracks from left to right."""
    yield Tell("valeria.final")
    for scored in guild_scores(game):
        yield from mark(game, scored, "valeria.score.guild")
    game.over = True
    yield Tell("valeria.standing", scores=standing(game))
