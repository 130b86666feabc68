"""The Scoring Phase and the final count: who earns what, and how it comes about.

The functions count for any number of players; green has Keeps, takes its places and is never written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from msgspec import Struct

from automa.dialogue import Named, Text
from automa.sheet import Column, Line, Sheet, share_prizes
from automa.valeria import rules, wording
from automa.valeria.board import District
from automa.valeria.state import Side, State
from automa.valeria.tables import MONUMENTS, PIECES, ROUNDS, Monument, Tables

IN_DISTRICTS = [piece for piece in PIECES if piece != "windmill"]
"""The tokens that give a whole control point."""
WINDMILL = 1
"""The half control points of a windmill, in each of its two districts."""


class Award(Struct):
    """What one player earns in one place."""

    points: int
    how: Text


def halves(points: int) -> str:
    """Half control points as a player writes them: 3 is 1½."""
    whole = str(points // 2) if points != 1 else ""
    return whole + ("½" if points % 2 else "")


def ranked(prizes: Sequence[int], strengths: Sequence[int], *, zero_ranks: bool = False) -> list[int]:
    """What each earns: tied places share their prizes, rounded down; nothing there earns nothing.

    Whether a player without control takes a place is not in the book: ruling `zero-control`.
    """
    return share_prizes(prizes, [strength + 1 for strength in strengths] if zero_ranks else strengths)


def zero_matters(prizes: Sequence[int], control: Sequence[int], keeps: int) -> list[bool]:
    """For each player: whether the ruling `zero-control` decides what they earn in a district."""
    if 0 not in control:
        return [False] * len(control)
    everyone = [*control, 2 * keeps]
    both = zip(ranked(prizes, everyone), ranked(prizes, everyone, zero_ranks=True), strict=True)
    return [one != other for one, other in both][: len(control)]


def place_text(prizes: Sequence[int], strength: int, strengths: Sequence[int]) -> Text:
    """Which place a strength takes among all; for a shared one, by how many and what they share."""
    above = len([other for other in strengths if other > strength])
    tied = strengths.count(strength)
    return _place(above + 1, tied, sum(prizes[above : above + tied]))


@cache
def _place(place: int, tied: int, pot: int) -> Text:
    if tied == 1:
        return Text("valeria.place", place=place)
    return Text("valeria.place.shared", place=place, tied=tied, pot=pot)


def score_control(
    prizes: Sequence[int], control: Sequence[int], keeps: int, *, zero_ranks: bool = False
) -> list[Award]:
    """A scored district: half control points of each player, and the Keeps there."""
    strengths = [*control, 2 * keeps]
    earned = ranked(prizes, strengths, zero_ranks=zero_ranks)
    return [
        Award(points, Text("valeria.how.control", cp=halves(cp), place=place_text(prizes, cp, strengths)))
        if cp or zero_ranks
        else Award(points, Text("valeria.how.no-control"))
        for points, cp in zip(earned, control, strict=False)
    ]


def score_wharf(tables: Tables, crates: Sequence[int]) -> list[Award]:
    """The most crates on the wharf card; none at all earns nothing."""
    prizes = tables.actions.prizes.wharf
    return [
        Award(points, Text("valeria.how.wharf", n=count, place=place_text(prizes, count, crates)))
        if count
        else Award(points, Text("valeria.how.no-crates"))
        for points, count in zip(ranked(prizes, crates), crates, strict=True)
    ]


def score_guild(tables: Tables, spaces: Sequence[int], shown: Sequence[str]) -> list[Award]:
    """A guild track at the end; a token still on the start earns nothing."""
    prizes = tables.actions.prizes.guild
    return [
        Award(points, Text("valeria.how.guild", space=at, place=place_text(prizes, space, spaces)))
        if space
        else Award(points, Text("valeria.how.guild-start"))
        for points, space, at in zip(ranked(prizes, spaces), spaces, shown, strict=True)
    ]


def monument_points(tables: Tables, monument: Monument, tokens: int) -> Award:
    """What a monument earns for `tokens` tokens of its kind in its district, or a gate in its two."""
    facts = tables.actions.monument[monument]
    name, pieces = wording.monument(monument), wording.some(facts.per, tokens)
    return Award(facts.vp * tokens, Text("valeria.how.monument", monument=name, vp=facts.vp, pieces=pieces))


def control_points(side: Side, district: District) -> int:
    """Half control points: 2 for each manor, temple, ship and citizen, fewer for each windmill beside it."""
    id, tokens, (before, after) = district.id, side.tokens, district.roads
    whole = rules.tokens(side, "manor", id)
    whole += tokens["temple"][id] + tokens["citizen"][id] + tokens["ship"][id]
    return 2 * whole + WINDMILL * (tokens["windmill"][before] + tokens["windmill"][after])


def control_pieces(side: Side, district: District) -> list[Text]:
    """The tokens that these control points come from."""
    found = wording.pieces(side.tokens, district.id)
    if side.monuments.get("lighthouse") == district.id:
        found.append(wording.monument("lighthouse"))
    windmills = sum(side.tokens["windmill"][road] for road in district.roads)
    if windmills:
        found.append(Text("valeria.why.windmills", n=windmills, cp=halves(WINDMILL)))
    return found


def trigger_tokens(state: State, monument: Monument, place: str) -> int:
    """The tokens of any colour that a monument there counts."""
    per = state.tables.actions.monument[monument].per
    return sum([rules.count(state, per, district) for district in state.board.named(place).districts])


def monument_value(state: State, monument: Monument, place: str) -> int:
    """What a monument there scores with the board as it is."""
    return state.tables.actions.monument[monument].vp * trigger_tokens(state, monument, place)


# The table of a game in progress


class Scored(Struct):
    """A step of the scoring: where, and what each side earns."""

    line: str
    """Of the score sheet."""
    where: Named | Text
    awards: Mapping[str, Award]
    """By seat."""
    why: Sequence[Text] = ()
    """What each side has here, and which place green takes."""
    rulings: Sequence[str] = ()
    """The rulings that made a difference here."""
    name: Text | None = None
    """What it is called among the parts of its line, if not by its place."""
    whole: bool = False
    """Whether it is all that its line of the sheet consists of."""

    def part(self, award: Award) -> Text:
        """What it adds to its line of the sheet."""
        if self.whole:
            return award.how
        return Text("valeria.how.part", where=self.name or self.where, points=award.points)


def district_scores(state: State, round: int) -> list[Scored]:
    """Step 1: control of the districts that score in this round."""
    return [_district_score(state, round, state.board.district[id]) for id in state.board.scored[round]]


def _district_score(state: State, round: int, district: District) -> Scored:
    prizes, keeps = state.tables.actions.prizes.control, state.keeps[district.id]
    control = [control_points(side, district) for side in state.sides]
    zero_ranks = state.rulings["zero-control"] == "ranks"
    earned = score_control(prizes, control, keeps, zero_ranks=zero_ranks)
    why = [
        Text("valeria.why.control", who=side.seat, cp=halves(cp), pieces=control_pieces(side, district))
        for side, cp in zip(state.sides, control, strict=True)
        if cp
    ]
    if keeps or zero_ranks:
        place = place_text(prizes, 2 * keeps, [*control, 2 * keeps])
        why.append(Text("valeria.why.keeps", n=keeps, place=place))
    rulings = ("zero-control",) if any(zero_matters(prizes, control, keeps)) else ()
    return Scored(f"control.{round}", district, _by_seat(state, earned), why, rulings)


def monument_scores(state: State, round: int) -> list[Scored]:
    """Step 2: every monument on the whole board."""
    scores = []
    built = [(side, kind) for kind in MONUMENTS for side in state.sides if kind in side.monuments]
    for side, kind in built:
        place = state.board.named(side.monuments[kind])
        award = {side.seat.id: monument_points(state.tables, kind, trigger_tokens(state, kind, place.id))}
        rulings = what_is_a_manor(state, place.id) if kind == "ward-tower" else ()
        name = wording.monument(kind)
        scores.append(Scored(f"monuments.{round}", place, award, rulings=rulings, name=name))
    return scores


def what_is_a_manor(state: State, district: str) -> list[str]:
    """The rulings that matter where manors are counted: beside a Keep, beside the opponent's Lighthouse."""
    beside = {
        "keep-is-manor": state.keeps[district] > 0,
        "lighthouse-is-manor": state.rival is not None
        and state.rival.monuments.get("lighthouse") == district,
    }
    return [ruling for ruling, matters in beside.items() if matters]


def wharf_score(state: State, round: int) -> Scored:
    """Step 3: the wharf card."""
    crates = [sum(side.crates.values()) for side in state.sides]
    earned = _by_seat(state, score_wharf(state.tables, crates))
    return Scored(f"wharf.{round}", Text("valeria.wharf"), earned, whole=True)


def guild_scores(state: State) -> list[Scored]:
    """The final count, from the Worker track to the right."""
    scores = []
    for guild, track in state.board.tracks.items():
        spaces = [side.influence[guild] for side in state.sides]
        earned = score_guild(state.tables, spaces, [track.shown(space) for space in spaces])
        scores.append(Scored(f"guild.{guild}", track, _by_seat(state, earned), whole=True))
    return scores


def _by_seat(state: State, earned: Sequence[Award]) -> dict[str, Award]:
    return {side.seat.id: award for side, award in zip(state.sides, earned, strict=True)}


def stars(state: State, side: Side) -> int:
    """Tokens on starred spaces: what decides a tie."""
    return sum(state.board.tracks[guild].is_star(space) for guild, space in side.influence.items())


# The sheet


def standing(state: State) -> list[Text]:
    """What each side has scored so far."""
    return [Text("valeria.has", who=side.seat, points=wording.vp(side.score)) for side in state.sides]


def score_sheet(state: State) -> Sheet:
    """The sheet as it stands: rounds that are over, what was gained in play, the tracks as they are."""
    guilds = {} if state.over else {scored.line: scored for scored in guild_scores(state)}
    columns, keys = [], sheet_keys(state)
    for side in state.sides:
        lines = []
        for key in keys:
            if key in guilds:
                award = guilds[key].awards[side.seat.id]
            else:
                parts = side.parts.get(key)
                how = (
                    Text("valeria.how.parts", parts=_summed(parts)) if parts else Text("valeria.how.nothing")
                )
                award = Award(side.points.get(key, 0), how)
            lines.append(Line(sheet_label(key), award.points, award.how))
        columns.append(Column(side.seat.id, side.seat.name, lines, (stars(state, side),)))
    return Sheet(Text("valeria.sheet"), columns, [Text("valeria.stars")])


def _summed(parts: Sequence[Text]) -> list[Text]:
    """What a line consists of; what comes of the same, as two crates of one round, is one part."""
    found: dict[tuple[object, ...], tuple[Text, int]] = {}
    whole: list[Text] = []
    for part in parts:
        points = part.values.get("points")
        if not isinstance(points, int):
            whole.append(part)
            continue
        alike = (part.id, *[value for name, value in part.values.items() if name != "points"])
        if alike in found:
            points += found[alike][1]
            part = Text(part.id, **{**part.values, "points": points})
        found[alike] = part, points
    return [*whole, *(part for part, _ in found.values())]


def sheet_keys(state: State) -> list[str]:
    """The lines of the sheet: rounds scored so far, what was gained in play, guild tracks."""
    steps = [f"{step}.{round}" for round in ROUNDS for step in ("control", "monuments", "wharf")]
    scored = [key for key in steps if any(key in side.points for side in state.sides)]
    gained = [key for key in ("citizens", "other") if any(side.points.get(key) for side in state.sides)]
    return [*scored, "lines", "crates", *gained, *(f"guild.{guild}" for guild in state.board.tracks)]


@cache
def sheet_label(key: str) -> Text:
    """What a line of the sheet is called."""
    kind, _, which = key.partition(".")
    if kind == "guild":
        return Text("valeria.sheet.guild", guild=Text(f"valeria.guild.{which}"))
    return Text(f"valeria.sheet.{kind}", round=int(which)) if which else Text(f"valeria.sheet.{kind}")
