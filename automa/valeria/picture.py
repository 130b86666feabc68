"""The table as a picture: the ring of districts, guild tracks, wharf, dice, the opponent's card."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Text
from automa.picture import (
    Area,
    Border,
    Cell,
    Grid,
    Heading,
    Lines,
    Map,
    Picture,
    Place,
    Point,
    Span,
    Style,
    Words,
)
from automa.picture import Side as MapSide
from automa.valeria import rules, wording
from automa.valeria.board import Board, District, Track
from automa.valeria.state import Side, State
from automa.valeria.tables import ROUNDS, ROWS, Monument, OpponentCard, RoundLine

YOURS: Style = "blue"
THEIRS: Style = "red"
SIDE_MARKS = "●○"
"""What stands for either side where there is no room for a name."""
NEXT = "▶ "
NOT_NEXT = "  "


def picture(state: State) -> Picture:
    """The whole table; while it is set up, only what there is to see."""
    drawn: Picture = [Heading(_title(state), beside=[_scores(state)]), *board_picture(state)]
    if state.round:
        drawn += [
            Heading(Text("valeria.picture.tracks"), instead=[_standings(state)]),
            *track_picture(state),
            Heading(Text("valeria.picture.wharf"), beside=[_wharf(state)]),
        ]
        if dice := _dice(state):
            drawn.append(Heading(Text("valeria.picture.dice"), beside=dice))
    return [
        *drawn,
        Heading(Text("valeria.picture.card", who=state.opponent.seat), instead=[_card_now(state)]),
        *card_picture(state.card, state),
    ]


def _title(state: State) -> Text:
    if state.over:
        return Text("valeria.picture.over")
    if not state.round:
        return Text("valeria.picture.setup")
    return Text("valeria.picture.round", round=state.round, who=state.side(state.first).seat)


def _scores(state: State) -> Words:
    spans: list[Span] = []
    for side in state.sides:
        points = wording.vp(side.score)
        spans += [Span(" · ")] if spans else []
        spans.append(Span(Text("valeria.has", who=side.seat, points=points), _style(state, side)))
    return spans


def _style(state: State, side: Side) -> Style:
    return YOURS if side is state.you else THEIRS


# The board


RING: Sequence[tuple[Place, MapSide]] = (
    ((0, 1), "north"),
    ((0, 0), "east"),
    ((1, 0), "east"),
    ((2, 0), "south"),
    ((2, 1), "west"),
    ((1, 1), "west"),
)
"""Where each district of the ring stands, and on which side of it the next one clockwise.

West is to the left and north on top, as the round track names them: the first district is bottom left.
"""

HEXAGON: Sequence[Point] = ((-1.4, 0), (-0.7, -1), (0.7, -1), (1.4, 0), (0.7, 1), (-0.7, 1))
"""The corners of the board, clockwise from the one between the first two districts."""
COURT = 0.3
"""How much of the board the ring goes round."""


def board_picture(state: State) -> Picture:
    """The ring of districts, and the roads on their borders."""
    return [
        Map(
            Text("valeria.picture.board"),
            [_district(state, place) for place in range(len(RING))],
            [_road(state, place) for place in range(len(RING))],
            boxed=True,
        )
    ]


def ring_rows(board: Board) -> list[list[District]]:
    """The districts as they stand in the picture."""
    standing = {at: district for district, (at, _) in zip(board.ring, RING, strict=True)}
    return [[standing[column, row] for column in range(3)] for row in range(2)]


def _district(state: State, place: int) -> Area:
    district = state.board.ring[place]
    at, _ = RING[place]
    outer, inner = zip(*(_radius(corner) for corner in (place - 1, place)), strict=True)
    return Area(
        district.id,
        district.name,
        at,
        [*outer, *reversed(inner)],
        "mark" if _scores_now(state, district.id) else "",
        beside=_round_track(state, district.id),
        contents=_in_district(state, district),
    )


def _radius(corner: int) -> tuple[Point, Point]:
    """The border that ends in a corner of the board: its outer and its inner end."""
    x, y = HEXAGON[corner]
    return (x, y), (COURT * x, COURT * y)


def _in_district(state: State, district: District) -> list[Words]:
    id = district.id
    lines: list[Words] = [[Span(state.board.guilds_at(id), "dim")]]
    for side in state.sides:
        pieces = wording.pieces(side.tokens, id)
        found = [*_built(side, id, "lighthouse"), *pieces, *_built(side, id, "ward-tower", "statue")]
        if found:
            lines.append([_here(state, side, found)])
    if state.keeps[id]:
        lines.append([Span(Text("valeria.picture.keeps", n=state.keeps[id]), "green")])
    return lines


def _built(side: Side, place: str, *kinds: Monument) -> list[Text]:
    return [wording.monument(kind) for kind in kinds if side.monuments.get(kind) == place]


def _here(state: State, side: Side, pieces: Sequence[Text]) -> Span:
    return Span(Text("valeria.picture.pieces", who=side.seat, pieces=pieces), _style(state, side))


def _scores_now(state: State, id: str) -> bool:
    return bool(state.round) and not state.over and id in state.board.scored[state.round]


def _round_track(state: State, id: str) -> Words:
    """The rounds in which a district scores; a star before the one being played: 1 ★3 5."""
    spans: list[Span] = []
    for round in ROUNDS:
        if id in state.board.scored[round]:
            now = round == state.round and not state.over
            past = round < state.round or state.over
            spans += [Span(" ")] if spans else []
            spans.append(Span(f"{'★' if now else ''}{round}", "mark" if now else "dim" if past else ""))
    return spans


def _road(state: State, place: int) -> Border:
    """A border, with the windmills and gates on it."""
    road = state.board.roads[place]
    tokens: list[Span] = []
    contents: list[Words] = []
    for side, mark in zip(state.sides, SIDE_MARKS, strict=True):
        windmills = side.tokens["windmill"][road.id]
        signs = [Text("valeria.sign.windmill", n=windmills, mark=mark)] if windmills else []
        found = [Text("valeria.pieces.windmill", n=windmills)] if windmills else []
        if gate := _built(side, road.id, "gate"):
            signs.append(Text("valeria.sign.gate", mark=mark))
            found += gate
        tokens += [Span(sign, _style(state, side)) for sign in signs]
        if found:
            contents.append([_here(state, side, found)])
    area, other = road.districts
    return Border(
        road.id, road.name, area, RING[place][1], _radius(place), other, "road", "dim", tokens, contents
    )


# The guild tracks


def track_picture(state: State) -> Picture:
    """A bar for each token: filled as far as it got, lines drawn, starred spaces marked."""
    tracks = list(state.board.tracks.values())
    rows = [[Cell([_token(state, side, track)], border=False) for side in state.sides] for track in tracks]
    grid = Grid(
        rows,
        row_names=[track.name for track in tracks],
        column_names=[Text("valeria.picture.who", who=side.seat) for side in state.sides],
    )
    if all(track.lines == tracks[0].lines for track in tracks):
        return [grid, Lines([[Span(track_rewards(tracks[0]), "dim")]])]
    return [
        grid,
        Lines([[Span(track.name), Span(" "), Span(track_rewards(track), "dim")] for track in tracks]),
    ]


def _token(state: State, side: Side, track: Track) -> Words:
    space = side.influence[track.id]
    return [Span(bar(track, space), _style(state, side)), Span(" " + track.shown(space))]


def _standings(state: State) -> Words:
    """Both tokens of each track in short: Worker 2–4."""
    spans: list[Span] = []
    for track in state.board.tracks.values():
        spans += [Span(" · ", "dim")] if spans else []
        spaces = [track.shown(side.influence[track.id]) for side in state.sides]
        spans += [Span(track.name), Span(" " + "–".join(spaces))]
    return spans


def bar(track: Track, space: int) -> str:
    """██│··☆☆☆: a block for each space up to the token, a stroke for each line, stars at the end."""
    drawn = []
    for each in range(1, track.top + 1):
        if each - 1 in track.lines:
            drawn.append("│")
        if track.is_star(each):
            drawn.append("★" if each == space else "☆")
        else:
            drawn.append("█" if each <= space else "·")
    return "".join(drawn)


def track_rewards(track: Track) -> Text:
    return Text("valeria.picture.lines", gains=[wording.gain(line) for line in track.lines.values()])


# Wharf and dice


def _wharf(state: State) -> Words:
    spans: list[Span] = []
    for row in ROWS:
        spans += [Span("   ")] if spans else []
        spans += [Span(wording.row(row)), Span(" [")]
        for side, mark in zip(state.sides, SIDE_MARKS, strict=True):
            spans.append(Span(mark * side.crates[row], _style(state, side)))
        spans += [Span("·" * max(0, rules.room_in(state, row)), "dim"), Span("]")]
    return spans


def _dice(state: State) -> list[Words]:
    """What each side drafted, with a tick where it is spent, and what is left."""
    found: list[Words] = []
    for side in state.sides:
        if side.dice:
            spans: list[Span] = [Span(Text("valeria.picture.drafted", who=side.seat), _style(state, side))]
            for place, die in enumerate(side.dice):
                spans += [Span(", " if place else " ")]
                spans.append(Span(wording.FACE[die.face], "dim" if die.spent else ""))
                if die.spent:
                    spans.append(Span(" ✓", "dim"))
            found.append(spans)
    left = [face for face, count in state.pool.items() for _ in range(count)]
    if left:
        found.append([Span(Text("valeria.picture.pool", faces=wording.faces(left)))])
    return found


# The opponent's card


def card_picture(card: OpponentCard, state: State | None = None) -> Picture:
    """The card: its priorities, and the round lines; with a game, what comes next is marked."""
    lines: list[Words] = [[Span(Text("valeria.picture.priorities", faces=wording.faces(card.priorities)))]]
    for round in ROUNDS:
        lines.append(_card_line(round, card.round[str(round)], state))
    return [Lines(lines, hang=5)]


def _card_now(state: State) -> Words:
    """The part of the card that matters now: in the draft its priorities, then its round line."""
    if state.acting and not state.over:
        return _card_line(state.round, state.card.round[str(state.round)], state)
    return [Span(Text("valeria.picture.wanted", faces=wording.faces(state.card.priorities)))]


def _card_line(round: int, line: RoundLine, state: State | None) -> Words:
    """Three actions | monument | bonus, what is done dimmed and the next one marked."""
    parts: list[Text] = [Text(f"valeria.action.{action}") for action in line.actions]
    parts += [wording.monument(line.monument), wording.bonus(line)]
    now = state is not None and state.round == round and not state.over
    past = state is not None and (state.over or state.round > round)
    spans: list[Span] = [Span(NEXT if now else NOT_NEXT, "mark"), Span(f"{round}  ", "name")]
    for place, part in enumerate(parts):
        spans.append(Span(_between(place)))
        done = past or (now and state is not None and place < state.progress)
        following = now and state is not None and place == state.progress
        spans.append(Span("▸" if following and state is not None and state.acting else ""))
        spans.append(Span(part, "dim" if done else "mark" if following else ""))
        if done and now:
            spans.append(Span(" ✓", "dim"))
    return spans


def _between(place: int) -> str:
    return "" if place == 0 else " | " if place >= 3 else ", "
