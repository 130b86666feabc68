"""The table as a picture: the ring of districts, guild tracks, wharf, dice, the opponent's card."""

from __future__ import annotations

from automa.dialogue import Text
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Style, Words
from automa.valeria.opponents import bonus_text, face_name, face_names
from automa.valeria.rules import shown_space
from automa.valeria.state import Board, District, Side, State, Track
from automa.valeria.tables import PIECES, ROUNDS, ROWS, OpponentCard, RoundLine

YOURS: Style = "blue"
THEIRS: Style = "red"
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
        points = Text("valeria.vp", n=side.score)
        spans += [Span(" · ")] if spans else []
        spans.append(Span(Text("valeria.has", who=side.seat, points=points), _style(state, side)))
    return spans


def _style(state: State, side: Side) -> Style:
    return YOURS if side is state.you else THEIRS


# The board


def board_picture(state: State) -> Picture:
    """The ring: clockwise along the top row from left to right, and back along the bottom row."""
    rows = [[_district(state, district.id) for district in row] for row in ring_rows(state.board)]
    roads = _roads(state)
    return [Grid(rows), Lines([roads])] if roads else [Grid(rows)]


def ring_rows(board: Board) -> list[list[District]]:
    """West to the left and north on top, as the round track names them: the first district is bottom left."""
    first, *others = board.ring
    return [others[:3], [first, *reversed(others[3:])]]


def _district(state: State, id: str) -> Cell:
    district = state.board.district[id]
    lines: list[Words] = [[Span(district.name, "name")]]
    lines.append([Span(Text("valeria.picture.guilds", guilds=_guild_names(state.board, id)), "dim")])
    for side in state.sides:
        pieces = _pieces(side, id)
        monuments = [
            Text(f"valeria.monument.{monument}")
            for monument in ("ward-tower", "statue")
            if side.monuments.get(monument) == id
        ]
        if pieces or monuments:
            here = Text("valeria.picture.pieces", who=side.seat, pieces=[*pieces, *monuments])
            lines.append([Span(here, _style(state, side))])
    if state.keeps[id]:
        lines.append([Span(Text("valeria.picture.keeps", n=state.keeps[id]), "green")])
    return Cell(lines, style="mark" if _scores_now(state, id) else "", right=[_round_track(state, id)])


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


def _guild_names(board: Board, id: str) -> list[Text]:
    return [board.tracks[guild].name for guild in board.district[id].guilds]


def _pieces(side: Side, id: str) -> list[Text]:
    found = [
        Text(f"valeria.pieces.{piece}", n=side.tokens[piece][id])
        for piece in PIECES
        if piece != "windmill" and side.tokens[piece][id]
    ]
    if side.monuments.get("lighthouse") == id:
        found.insert(0, Text("valeria.monument.lighthouse"))
    return found


def _roads(state: State) -> Words:
    """The borders that hold anything: windmills and gates, clockwise."""
    spans: list[Span] = []
    for road in state.board.roads:
        for side in state.sides:
            windmills = side.tokens["windmill"][road.id]
            found = [Text("valeria.pieces.windmill", n=windmills)] if windmills else []
            if side.monuments.get("gate") == road.id:
                found.append(Text("valeria.monument.gate"))
            if found:
                spans += [Span("; ")] if spans else []
                here = Text("valeria.picture.pieces", who=side.seat, pieces=found)
                spans += [Span(road.name), Span(" ("), Span(here, _style(state, side)), Span(")")]
    return spans


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
    return [Span(bar(track, space), _style(state, side)), Span(" " + shown_space(track, space))]


def _standings(state: State) -> Words:
    """Both tokens of each track in short: Worker 2–4."""
    spans: list[Span] = []
    for track in state.board.tracks.values():
        spans += [Span(" · ", "dim")] if spans else []
        spaces = [shown_space(track, side.influence[track.id]) for side in state.sides]
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
    gains = [Text(f"valeria.gain.{line.gain}", n=line.amount) for line in track.lines.values()]
    return Text("valeria.picture.lines", gains=gains)


# Wharf and dice


def _wharf(state: State) -> Words:
    spans: list[Span] = []
    for row in ROWS:
        spans += [Span("   ")] if spans else []
        spans += [Span(Text(f"valeria.row.{row}")), Span(" [")]
        for side, mark in zip(state.sides, "●○", strict=True):
            spans.append(Span(mark * side.crates[row], _style(state, side)))
        spans += [Span("·" * max(0, state.room_in(row)), "dim"), Span("]")]
    return spans


def _dice(state: State) -> list[Words]:
    """What each side drafted, with a tick where it is spent, and what is left."""
    found: list[Words] = []
    for side in state.sides:
        if side.dice:
            spans: list[Span] = [Span(Text("valeria.picture.drafted", who=side.seat), _style(state, side))]
            for place, die in enumerate(side.dice):
                spans += [Span(", " if place else " ")]
                spans.append(Span(face_name(die.face), "dim" if die.spent else ""))
                if die.spent:
                    spans.append(Span(" ✓", "dim"))
            found.append(spans)
    left = [face for face, count in state.pool.items() for _ in range(count)]
    if left:
        found.append([Span(Text("valeria.picture.pool", faces=face_names(left)))])
    return found


# The opponent's card


def card_picture(card: OpponentCard, state: State | None = None) -> Picture:
    """The card: its priorities, and the round lines; with a game, what comes next is marked."""
    lines: list[Words] = [[Span(Text("valeria.picture.priorities", faces=face_names(card.priorities)))]]
    for round in ROUNDS:
        lines.append(_card_line(round, card.round[str(round)], state))
    return [Lines(lines, hang=5)]


def _card_now(state: State) -> Words:
    """The part of the card that matters now: in the draft its priorities, then its round line."""
    if state.acting and not state.over:
        return _card_line(state.round, state.card.round[str(state.round)], state)
    return [Span(Text("valeria.picture.wanted", faces=face_names(state.card.priorities)))]


def _card_line(round: int, line: RoundLine, state: State | None) -> Words:
    """Three actions | monument | bonus, what is done dimmed and the next one marked."""
    parts: list[Text] = [Text(f"valeria.action.{action}") for action in line.actions]
    parts += [Text(f"valeria.monument.{line.monument}"), bonus_text(line)]
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
