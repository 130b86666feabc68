"""The solo game of Castellans of Valeria as a conversation, in the order of the two rulebooks.

Set-up, then five rounds of Draft, Action, Scoring and Reset, then Final Scoring. The opponent is run from its
card (opponents/card.py); your turns are taken in steps, said or asked (own/talk.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from automa.declared import Tree
from automa.dialogue import (
    TABLE,
    Ask,
    Choose,
    Conversation,
    Dialogue,
    Dice,
    Option,
    Roll,
    Tally,
    Tell,
    Text,
    asking,
)
from automa.game import Correction, Script, Seat, Setup
from automa.picture import Panel, Picture, Stage
from automa.pieces import Lies
from automa.selector import as_entered, die, roll
from automa.sheet import Sheet
from automa.valeria import fixes, picture, pieces, rules, scoring, wording
from automa.valeria.opponents import card
from automa.valeria.own import market, talk
from automa.valeria.rules import effects
from automa.valeria.state import Side, State
from automa.valeria.tables import FACES, ROUNDS, ROWS, Tables

POOL = Dice("dice pool")
"""The stream of the dice that are drafted from."""


class Play(Script):
    """One game in progress."""

    __slots__ = ("table",)

    def __init__(self, setup: Setup) -> None:
        tables = setup.tables
        cards = tables.opponents.opponent
        # The card opponent sits anywhere; where both seats hold one, the first is played as a person would.
        rival = next((seat for seat in reversed(setup.seats) if seat.opponent in cards), None)
        people = [seat for seat in setup.seats if seat is not rival]
        keeps_cards = bool(setup.track) and setup.cards == "app"
        tracks_all = setup.track == "all"
        self.table = State(
            tables, people, rival, setup.rulings, tracks_all=tracks_all, keeps_cards=keeps_cards
        )
        self.table.first = setup.first or people[0].id

    def play(self) -> Conversation:
        return play(self.table)

    def learn(self, tables: Tables) -> None:
        self.table.learn(tables)

    def sheet(self) -> Sheet:
        return scoring.score_sheet(self.table)

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        return picture.panels(self.table)

    def maps(self, seat: str) -> Picture:
        return picture.board_picture(self.table)

    def stage(self) -> Stage | None:
        return picture.stage(self.table)

    def state(self) -> Tree:
        return self.table.data()

    def holders(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for district in self.table.board.district.values():
            control = {side.seat.id: scoring.control_points(side, district) for side in self.table.sides}
            leaders = [seat for seat, points in control.items() if points == max(control.values())]
            if len(leaders) == 1:
                found[district.id] = leaders[0]
        return found

    def pieces(self) -> Sequence[Lies]:
        return pieces.pieces(self.table)

    def corrections(self) -> list[Correction]:
        return fixes.corrections(self.table)


class People(Protocol):
    """Who takes the turns of people: they are asked (`own.talk`), or a stand-in thinks for them."""

    def draft(self, state: State, side: Side) -> Dialogue[None]: ...
    def turn(self, state: State, side: Side) -> Dialogue[None]: ...
    def reset(self, state: State, side: Side) -> Dialogue[None]: ...


def play(state: State) -> Conversation:
    """The whole game."""
    yield from set_up(state)
    for round in ROUNDS:
        yield from begin_round(state, round)
        yield from rest_of_round(state, talk)
    return scoring.score_sheet(state)


def begin_round(state: State, round: int) -> Dialogue[None]:
    state.round, state.progress = round, 0
    districts = [state.board.district[id] for id in state.board.scored[round]]
    who = state.side(state.first).seat
    yield Tell("valeria.round", stage=True, round=round, districts=districts, who=who)


def rest_of_round(state: State, people: People) -> Dialogue[None]:
    """A round from wherever it stands, and what comes after it: the Reset Phase, or Final Scoring."""
    if not state.acting:
        yield from draft_phase(state, people)
    yield from action_phase(state, people)
    yield from scoring_phase(state)
    if state.round < ROUNDS[-1]:
        yield from reset_phase(state, people)
    else:
        yield from final_scoring(state)


# Set-up


def set_up(state: State) -> Dialogue[None]:
    """Everybody's first manor, beginning with the last player, and Keeps in the districts that are left."""
    yield Tell("valeria.setup.table", n=len(state.sides), dice=state.dice)
    if state.tracks_all:
        yield Tell("valeria.setup.goods", goods=wording.goods(state.you.goods))
    if state.rival is not None:
        yield from set_up_opponent(state, state.rival)
    if state.market is not None:
        yield from market.refill(state, lambda: [market.which_card(state)])
        yield from market.turn_up(state)
    for side in reversed(state.clockwise(state.side(state.first))):
        if side is state.rival:
            continue
        state.you = side
        yield from first_manor(state)
    yield from first_keeps(state)


def first_keeps(state: State) -> Dialogue[None]:
    """A Keep in each district that is left."""
    empty = rules.empty_districts(state)
    for id in empty:
        state.keeps[id] += 1
    if empty:
        yield Tell("valeria.setup.keeps", districts=[state.board.district[id] for id in empty])


def set_up_opponent(state: State, rival: Side) -> Dialogue[None]:
    """The pieces of the opponent, and its first manor by the black die."""
    yield Tell("valeria.setup.pieces", opponent=rival.seat)
    yield Tell("valeria.setup.gold-track", opponent=rival.seat)
    yield Tell("valeria.setup.lighthouse", deed=False, opponent=rival.seat)
    ours = "valeria.setup.house" if state.card.house else "valeria.setup.card"
    yield Tell(ours, deed=False, opponent=rival.seat)
    district, why = yield from card.roll_district(state, 1)
    rival.place("manor", district.id)
    done = rules.push_each(state, rival, dict.fromkeys(district.guilds, 1))
    why.append(state.cite("set-up-influence"))
    yield rival.told(
        "valeria.setup.opponent", why, district=district, pushes=[pushed.text for pushed in done]
    )
    yield from rules.line_rewards(state, rival, done)


def first_manor(state: State) -> Dialogue[None]:
    """A manor of your choice in a district that is empty: its power is yours, and a push on both guilds."""
    you, influence = state.you, state.cite("set-up-influence")
    number = yield from asking(
        lambda: Choose(
            "valeria.setup.manor", you.seat.id, wording.manor_options(state.manors, rules.manors_left(state))
        )
    )
    chosen = yield from asking(
        lambda: Choose(
            "valeria.setup.district",
            you.seat.id,
            _empty_districts(state),
            absent=lambda typed: taken_district(state, typed),
            manor=state.manors[number].name,
        )
    )
    done = effects.begin_set_up(state, number, chosen)
    manor, district = state.manors[number], state.board.district[chosen]
    pushes = [pushed.text for pushed in done.pushes]
    yield you.told("valeria.setup.yours", [influence], manor=manor.name, district=district, pushes=pushes)
    yield from talk.set_up(state, number, done)


def _empty_districts(state: State) -> list[Option]:
    """The districts for a first manor, each with its guilds."""
    empty = [state.board.district[id] for id in rules.empty_districts(state)]
    marks = state.things.marks
    return [Option(each.id, each.name, state.board.guilds_at(each.id), mark=marks[each.id]) for each in empty]


def taken_district(state: State, typed: str) -> Text | None:
    """Why a district is no choice for your first manor."""
    word = "-".join(typed.lower().removeprefix("the ").split())
    meant = [district for id, district in state.board.district.items() if word and id.startswith(word)]
    return Text("valeria.refused.not-empty", district=meant[0]) if len(meant) == 1 else None


# 1. Draft Phase


def draft_phase(state: State, people: People) -> Dialogue[None]:
    """Roll the dice, then draft one each in turn; the ones left over go to the board."""
    if not any(state.pool.values()):
        pool = yield from asking(lambda: which_dice(state))
        state.pool = {face: pool.get(face, 0) for face in FACES}
    drafted = sum(len(side.dice) for side in state.sides)
    for side in state.turns[drafted:]:
        yield from card.draft(state) if side is state.rival else people.draft(state, side)
    left = wording.faces(state.leftover)
    yield Tell("valeria.leftover", why=[state.cite("first-to-act")], faces=left)
    state.acting = True


def which_dice(state: State) -> Tally:
    n = state.dice
    return Tally("valeria.pool", TABLE, wording.all_faces(), low=n, high=n, stream=POOL, n=n)


# 2. Action Phase


def action_phase(state: State, people: People) -> Dialogue[None]:
    """Dice actions in turn, then the opponent's monument, then its bonus."""
    line, rival = state.line, state.rival
    spent = sum(die.spent for side in state.sides for die in side.dice)
    for side in state.turns[spent:]:
        if not side.unspent():
            continue  # a correction took its dice
        if side is rival:
            rival.unspent()[0].spent = True  # which of its dice it spends makes no difference
            yield from card.act(state, line.actions[state.progress])
            state.progress += 1
        else:
            yield from people.turn(state, side)
    if rival is None:
        return
    if line.monument == "none":
        yield rival.news("valeria.no-monument")
    else:
        yield from card.monument(state, line.monument)
    state.progress += 1
    yield from card.bonus(state)
    state.progress += 1


# 3. Scoring Phase


def scoring_phase(state: State) -> Dialogue[None]:
    """Control of the round's districts, then all monuments, then the wharf."""
    round = state.round
    yield Tell("valeria.scoring", phase=True, round=round)
    for scored in scoring.district_scores(state, round):
        yield mark("valeria.score.district", state, scored)
    for side in state.sides:
        none = None if side.monuments else Text("valeria.how.no-monuments")
        side.gain(f"monuments.{round}", 0, none)
    if monuments := scoring.monument_scores(state, round):
        yield _monuments_scored(state, monuments)
    yield mark("valeria.score.wharf", state, scoring.wharf_score(state, round))
    yield Tell("valeria.standing", deed=False, scores=scoring.standing(state))


def mark(id: str, state: State, scored: scoring.Scored) -> Tell:
    """Write the points down, and tell them with what they come from."""
    alike: list[tuple[scoring.Award, list[Seat]]] = []
    for seat, award in scored.awards.items():
        side = state.side(seat)
        side.gain(scored.line, award.points, scored.part(award))
        same = next((seats for each, seats in alike if each == award), None)
        if same is None:
            alike.append((award, [side.seat]))
        else:
            same.append(side.seat)
    results = [_result(award, seats) for award, seats in alike]
    why, deed = [*scored.why, *map(state.cite, scored.rulings)], any(award.points for award, _ in alike)
    return Tell(id, deed=deed, why=why, where=scored.where, results=results)


def _monuments_scored(state: State, monuments: Sequence[scoring.Scored]) -> Tell:
    """Write the points for all monuments down, and tell them together."""
    awards: dict[str, list[scoring.Award]] = {}
    for scored in monuments:
        for seat, award in scored.awards.items():
            state.side(seat).gain(scored.line, award.points, scored.part(award))
            awards.setdefault(seat, []).append(award)
    results = []
    for seat, each in awards.items():
        how = Text("valeria.how.parts", parts=[award.how for award in each])
        results.append(
            _result(scoring.Award(sum(award.points for award in each), how), [state.side(seat).seat])
        )
    why = [state.cite(id) for id in dict.fromkeys(id for scored in monuments for id in scored.rulings)]
    return Tell("valeria.score.all-monuments", why=why, results=results)


def _result(award: scoring.Award, seats: Sequence[Seat]) -> Text:
    """What everybody gets for whom the same is counted."""
    points = wording.vp(award.points)
    if len(seats) == 1:
        return Text("valeria.score.gets", who=seats[0], points=points, how=award.how)
    return Text("valeria.score.get", who=seats, points=points, how=award.how)


# 4. Reset Phase


def reset_phase(state: State, people: People) -> Dialogue[None]:
    """What citizens do then, while the dice are still there; and the board is made ready."""
    yield Tell("valeria.reset", phase=True)
    for side in state.clockwise(state.side(state.first)):
        if side is not state.rival:
            yield from people.reset(state, side)
    yield from reset_board(state)


def reset_board(state: State) -> Dialogue[None]:
    """Wharf, citizens, round, a Keep by the black die, dice, and who goes first."""
    for side in state.sides:
        side.crates = dict.fromkeys(ROWS, 0)
    if state.market is not None:
        state.market.covered = {}
    state.wharf_cards += 1
    yield Tell("valeria.reset.crates" if state.keeps_cards else "valeria.reset.wharf")
    gone = 2 if state.rulings["citizen-reset"] == "two" else 1
    if state.market is not None:
        yield from market.turn_up(state, lambda: [*market.reveals(state, gone=gone), *keep_and_dice(state)])
    why = [state.cite("citizen-reset")]
    if not state.keeps_cards:
        yield Tell("valeria.reset.citizens-two" if gone == 2 else "valeria.reset.citizens-one", why=why)
    if state.market is not None:
        discarded = market.clear(state, gone)
        if state.keeps_cards and discarded:
            yield Tell("valeria.reset.citizens-gone", why=why, deed=False, citizens=discarded)
        yield from market.refill(state, lambda: keep_and_dice(state))
    state.round_token = state.round + 1
    yield Tell("valeria.reset.round", round=state.round_token)
    if adds_keep(state):
        yield from add_keep(state)
    for side in state.sides:
        side.dice = []
    state.pool = dict.fromkeys(FACES, 0)
    state.acting = False
    state.first, why = first_player(state)
    yield Tell("valeria.reset.first", why=why, who=state.side(state.first).seat)


def keep_and_dice(state: State) -> list[Ask]:
    """What is asked once wharf and citizens are ready: the Keep, and the dice of the next round."""
    return [*([which_keep(state)] if adds_keep(state) else []), which_dice(state)]


def adds_keep(state: State) -> bool:
    """Whether a Keep is added, as in every game for two or three."""
    return len(state.sides) <= state.tables.components.keep_players


def which_keep(state: State) -> Roll:
    gives = {facts.keep: id for id, facts in state.tables.board.district.items()}
    read_off = [f"board.district.{id}.keep" for id in state.board.district]
    roll = die("valeria.roll.keep", state.board.ring, gives, read_off=read_off)
    roll.then = lambda: [which_dice(state)]
    return roll


def add_keep(state: State) -> Dialogue[None]:
    """A Keep in the district whose die is rolled."""
    id, face = yield from roll(lambda: which_keep(state))
    why = [Text("valeria.why.keep", face=face) if face else as_entered(state.board.district[id])]
    if sum(state.keeps.values()) < state.tables.components.keep:
        state.keeps[id] += 1
        yield Tell("valeria.reset.keep", why=why, district=state.board.district[id])
    else:
        yield Tell("valeria.reset.no-keep", why=why, deed=False)


def first_player(state: State) -> tuple[str, list[Text]]:
    """The player with the lower score; among people the next one clockwise.

    The book is silent about a tie: ruling `tied-first-player`.
    """
    if state.rival is None:
        return state.clockwise(state.side(state.first))[1].seat.id, [Text("valeria.why.clockwise-player")]
    you, rival = state.people[0], state.rival
    why = [Text("valeria.why.scores", scores=scoring.standing(state))]
    if you.score != rival.score:
        return min(state.sides, key=lambda side: side.score).seat.id, why
    why.append(state.cite("tied-first-player"))
    match state.rulings["tied-first-player"]:
        case "stays":
            return state.first, why
        case "you-first":
            return you.seat.id, why
        case _:
            return state.clockwise(state.side(state.first))[1].seat.id, why


# 5. Final Scoring


def final_scoring(state: State) -> Dialogue[None]:
    """The guild tracks from left to right."""
    yield Tell("valeria.final", phase=True)
    for scored in scoring.guild_scores(state):
        yield mark("valeria.score.guild", state, scored)
    state.over = True
    yield Tell("valeria.standing", deed=False, scores=scoring.standing(state))
