"""The Scoring Phase and the final count: who earns what, and how it comes about.

The functions count for any number of players; green has Keeps, takes its places and is never written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from automa.dialogue import Named, Text
from automa.sheet import Column, Line, Sheet, share_prizes
from automa.valeria.rules import shown_space
from automa.valeria.state import District, Side, State
from automa.valeria.tables import MONUMENTS, PIECES, ROUNDS, Guild, Monument, Tables


@dataclass(slots=True)
class Award:
    """What one player earns in one place."""

    points: int
    how: Text


def halves(points: int) -> str:
    """Half control points as a player writes them: 3 is 1½."""
    whole = str(points // 2) if points >= 2 or points % 2 == 0 else ""
    return whole + ("½" if points % 2 else "")


def ranked(prizes: Sequence[int], strengths: Sequence[int], *, zero_ranks: bool = False) -> list[int]:
    """What each earns: tied places share their prizes, rounded down; nothing there earns nothing.

    Whether somebody without control takes a place is not in the book: ruling `zero-control`.
    """
    return share_prizes(prizes, [strength + 1 for strength in strengths] if zero_ranks else strengths)


def zero_matters(prizes: Sequence[int], control: Sequence[int], keeps: int) -> list[bool]:
    """For each player: whether the ruling `zero-control` decides what they earn in a district."""
    strengths = [*control, 2 * keeps]
    both = zip(ranked(prizes, strengths), ranked(prizes, strengths, zero_ranks=True), strict=True)
    return [one != other for one, other in both][: len(control)]


def place_text(prizes: Sequence[int], strength: int, strengths: Sequence[int]) -> Text:
    """Which place a strength takes among all; for a shared one, by how many and what they share."""
    above = sum(other > strength for other in strengths)
    tied = strengths.count(strength)
    if tied == 1:
        return Text("valeria.place", place=above + 1)
    pot = sum(prizes[above : above + tied])
    return Text("valeria.place.shared", place=above + 1, tied=tied, pot=pot)


def control_points(side: Side, district: str, roads: Sequence[str]) -> int:
    """Half control points: 2 for each manor, temple, ship and citizen, 1 for each windmill beside it."""
    pieces = sum(side.count(piece, district) for piece in PIECES if piece != "windmill")
    return 2 * pieces + sum(side.tokens["windmill"][road] for road in roads)


def control_pieces(side: Side, district: District) -> list[Text]:
    """The tokens that these control points come from."""
    found = [
        Text(f"valeria.pieces.{piece}", n=side.tokens[piece][district.id])
        for piece in PIECES
        if piece != "windmill" and side.tokens[piece][district.id]
    ]
    if side.monuments.get("lighthouse") == district.id:
        found.append(Text("valeria.monument.lighthouse"))
    windmills = sum(side.tokens["windmill"][road] for road in district.roads)
    if windmills:
        found.append(Text("valeria.why.windmills", n=windmills))
    return found


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


def monument_points(tables: Tables, monument: Monument, tokens: int) -> Award:
    """A monument with so many tokens of its kind in its district, or for a gate in its two districts."""
    facts = tables.actions.monument[monument]
    how = Text(
        "valeria.how.monument",
        monument=Text(f"valeria.monument.{monument}"),
        vp=facts.vp,
        pieces=Text(f"valeria.pieces.{facts.per}", n=tokens),
    )
    return Award(facts.vp * tokens, how)


def score_wharf(tables: Tables, crates: Sequence[int]) -> list[Award]:
    """The most crates on the wharf card; none at all earns nothing."""
    prizes = tables.actions.prizes.wharf
    earned = ranked(prizes, crates)
    return [
        Award(points, Text("valeria.how.wharf", n=count, place=place_text(prizes, count, crates)))
        if count
        else Award(points, Text("valeria.how.no-crates"))
        for points, count in zip(earned, crates, strict=True)
    ]


def score_guild(tables: Tables, spaces: Sequence[int], shown: Sequence[str]) -> list[Award]:
    """A guild track at the end; a token still on the start earns nothing."""
    prizes = tables.actions.prizes.guild
    earned = ranked(prizes, spaces)
    return [
        Award(points, Text("valeria.how.guild", space=at, place=place_text(prizes, space, spaces)))
        if space
        else Award(points, Text("valeria.how.guild-start"))
        for points, space, at in zip(earned, spaces, shown, strict=True)
    ]


def trigger_tokens(state: State, monument: Monument, place: str) -> int:
    """The tokens of any colour that a monument there counts."""
    per = state.tables.actions.monument[monument].per
    districts = state.board.road[place].districts if monument == "gate" else (place,)
    return sum(state.count(per, district) for district in districts)


def monument_value(state: State, monument: Monument, place: str) -> int:
    """What a monument there scores with the board as it is."""
    return state.tables.actions.monument[monument].vp * trigger_tokens(state, monument, place)


# The table of a game in progress


@dataclass(slots=True)
class Scored:
    """A step of the scoring: where, and what each side earns."""

    line: str
    """Of the score sheet."""
    where: Named | Text
    awards: Mapping[str, Award]
    """By seat."""
    why: tuple[Text, ...] = ()
    """What each side has here, and which place green takes."""
    rulings: tuple[str, ...] = ()
    """The rulings that made a difference here."""
    name: Text | None = None
    """What it is called among the parts of its line, if not by its place."""
    whole: bool = False
    """Whether its line is this and nothing else."""

    def part(self, award: Award) -> Text:
        """What it adds to its line of the sheet."""
        if self.whole:
            return award.how
        return Text("valeria.how.part", where=self.name or self.where, points=award.points)


def district_scores(state: State, round: int) -> list[Scored]:
    """Step 1: control of the districts that score in this round."""
    scores = []
    for id in state.board.scored[round]:
        district = state.board.district[id]
        control = [control_points(side, id, district.roads) for side in state.sides]
        prizes = state.tables.actions.prizes.control
        keeps = state.keeps[id]
        strengths = [*control, 2 * keeps]
        zero_ranks = state.rulings["zero-control"] == "ranks"
        awards = score_control(prizes, control, keeps, zero_ranks=zero_ranks)
        ruled = any(zero_matters(prizes, control, keeps))
        place = place_text(prizes, 2 * keeps, strengths)
        green = [Text("valeria.why.keeps", n=keeps, place=place)] if keeps or zero_ranks else []
        held = [
            Text("valeria.why.control", who=side.seat, cp=halves(cp), pieces=control_pieces(side, district))
            for side, cp in zip(state.sides, control, strict=True)
            if cp
        ]
        scores.append(
            Scored(
                f"control.{round}",
                district,
                _by_seat(state, awards),
                why=(*held, *green),
                rulings=("zero-control",) if ruled else (),
            )
        )
    return scores


def monument_scores(state: State, round: int) -> list[Scored]:
    """Step 2: every monument on the whole board."""
    scores = []
    for monument in MONUMENTS:
        for side in state.sides:
            place = side.monuments.get(monument)
            if place is not None:
                award = monument_points(state.tables, monument, trigger_tokens(state, monument, place))
                name = Text(f"valeria.monument.{monument}")
                where = state.board.named(place)
                rulings = what_is_a_manor(state, place) if monument == "ward-tower" else ()
                scores.append(
                    Scored(f"monuments.{round}", where, {side.seat.id: award}, rulings=rulings, name=name)
                )
    return scores


def what_is_a_manor(state: State, district: str) -> tuple[str, ...]:
    """The rulings that matter where manors are counted: beside a Keep, beside the opponent's Lighthouse."""
    beside = {
        "keep-is-manor": state.keeps[district] > 0,
        "lighthouse-is-manor": state.opponent.monuments.get("lighthouse") == district,
    }
    return tuple(id for id, matters in beside.items() if matters)


def wharf_score(state: State, round: int) -> Scored:
    """Step 3: the wharf card."""
    crates = [sum(side.crates.values()) for side in state.sides]
    awards = _by_seat(state, score_wharf(state.tables, crates))
    return Scored(f"wharf.{round}", Text("valeria.wharf"), awards, whole=True)


def guild_scores(state: State) -> list[Scored]:
    """The final count, from the Worker track to the right."""
    scores = []
    for guild, track in state.board.tracks.items():
        spaces = [side.influence[guild] for side in state.sides]
        awards = score_guild(state.tables, spaces, [shown_space(track, space) for space in spaces])
        scores.append(Scored(f"guild.{guild}", track, _by_seat(state, awards), whole=True))
    return scores


def _by_seat(state: State, awards: Sequence[Award]) -> dict[str, Award]:
    return {side.seat.id: award for side, award in zip(state.sides, awards, strict=True)}


def stars(state: State, side: Side) -> int:
    """Tokens on starred spaces: what decides a tie."""
    return sum(state.board.tracks[guild].is_star(space) for guild, space in side.influence.items())


def score_sheet(state: State) -> Sheet:
    """The sheet as it stands: rounds that are over, what was gained in play, the tracks as they are."""
    guilds = {} if state.over else {scored.line: scored for scored in guild_scores(state)}
    columns = []
    for side in state.sides:
        lines = []
        for key in sheet_keys(state):
            if key in guilds:
                award = guilds[key].awards[side.seat.id]
                lines.append(Line(sheet_label(key), award.points, award.how))
            else:
                how = side.how(key) or Text("valeria.how.nothing")
                lines.append(Line(sheet_label(key), side.points.get(key, 0), how))
        columns.append(Column(side.seat.id, side.seat.name, lines, (stars(state, side),)))
    return Sheet(Text("valeria.sheet"), columns, [Text("valeria.stars")])


def sheet_keys(state: State) -> list[str]:
    """The lines of the sheet: rounds scored so far, what was gained in play, guild tracks."""
    scored = [
        f"{step}.{round}"
        for round in ROUNDS
        for step in ("control", "monuments", "wharf")
        if any(f"{step}.{round}" in side.points for side in state.sides)
    ]
    in_play = ["lines", "crates"]
    in_play += [key for key in ("citizens", "other") if any(side.points.get(key) for side in state.sides)]
    return [*scored, *in_play, *(f"guild.{guild}" for guild in state.board.tracks)]


def sheet_label(key: str) -> Text:
    """What a line of the sheet is called."""
    kind, _, which = key.partition(".")
    match kind:
        case "control":
            return Text("valeria.sheet.control", round=int(which))
        case "monuments":
            return Text("valeria.sheet.monuments", round=int(which))
        case "wharf":
            return Text("valeria.sheet.wharf", round=int(which))
        case "guild":
            guild: Guild = which  # type: ignore[assignment]
            return Text("valeria.sheet.guild", guild=Text(f"valeria.guild.{guild}"))
        case "lines":
            return Text("valeria.sheet.lines")
        case "crates":
            return Text("valeria.sheet.crates")
        case "citizens":
            return Text("valeria.sheet.citizens")
        case _:
            return Text("valeria.sheet.other")
