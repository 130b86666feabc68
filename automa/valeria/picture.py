"""The table as a picture: the ring of districts, guild tracks, wharf, dice, the opponent's card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from automa.dialogue import Named, Text
from automa.picture import (
    COLOUR_STYLES,
    Area,
    Border,
    Lines,
    Listing,
    ListRow,
    Map,
    Meter,
    Panel,
    Picture,
    Place,
    Point,
    Span,
    Spans,
    Stage,
    Style,
    in_a_row,
    spaced,
)
from automa.picture import Side as MapSide
from automa.valeria import rules, scoring, wording
from automa.valeria.board import Board, District, Track
from automa.valeria.own import market
from automa.valeria.state import Side, State
from automa.valeria.tables import COLOURS, GOODS, ROUNDS, ROWS, Monument, OpponentCard, RoundLine, Row

SIDE_MARKS = "●○◆◇▲"
"""What stands for each side where there is no room for a name."""


def _scores(state: State) -> Spans:
    standing = zip(scoring.standing(state), state.sides, strict=True)
    return spaced(([Span(text, _style(state, side))] for text, side in standing), " · ")


def _style(state: State, side: Side) -> Style:
    return COLOUR_STYLES[side.seat.colour or COLOURS[state.sides.index(side)]]


def _marked(state: State) -> Iterator[tuple[Side, str]]:
    return zip(state.sides, SIDE_MARKS, strict=False)


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


def board_picture(state: State, *, preview: bool = False) -> Picture:
    """The ring of districts, and the roads on their borders; as a preview with what they would score now."""
    return [
        Map(
            Text("valeria.picture.board"),
            [_district(state, place, preview) for place in range(len(RING))],
            [_road(state, place) for place in range(len(RING))],
            boxed=True,
            mark_width=2,
        )
    ]


def ring_rows(board: Board) -> list[list[District]]:
    """The districts as they stand in the picture."""
    standing = {at: district for district, (at, _) in zip(board.ring, RING, strict=True)}
    return [[standing[column, row] for column in range(3)] for row in range(2)]


def _district(state: State, place: int, preview: bool) -> Area:
    district = state.board.ring[place]
    at, _ = RING[place]
    outer, inner = zip(*(_radius(corner) for corner in (place - 1, place)), strict=True)
    contents = _in_district(state, district)
    if preview:
        control, points = _control(state, district)
        contents.append([Span(Text("valeria.picture.control", control=control, points=points), "good")])
    return Area(
        district.id,
        district.name,
        at,
        [*outer, *reversed(inner)],
        "mark" if _scores_now(state, district.id) else "",
        beside=_round_track(state, district.id),
        contents=contents,
    )


def _radius(corner: int) -> tuple[Point, Point]:
    """The border that ends in a corner of the board: its outer and its inner end."""
    x, y = HEXAGON[corner]
    return (x, y), (COURT * x, COURT * y)


def _in_district(state: State, district: District) -> list[Spans]:
    id = district.id
    lines: list[Spans] = [[Span(state.board.guilds_at(id), "dim")]]
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
    id = _of(state, "valeria.picture.pieces")
    return Span(Text(id, who=side.seat, pieces=pieces), _style(state, side))


def _of(state: State, id: str) -> str:
    """A text that calls the opponent the rival; people among themselves are called by their names."""
    return id if state.rival is not None else f"{id}-of"


def _scores_now(state: State, id: str) -> bool:
    return bool(state.round) and not state.over and id in state.board.scored[state.round]


def _round_track(state: State, id: str) -> Spans:
    """The rounds in which a district scores; a star before the one being played: 1 ★3 5."""

    def shown(round: int) -> Span:
        if round == state.round and not state.over:
            return Span(f"★{round}", "mark")
        return Span(str(round), "dim" if round < state.round or state.over else "")

    return spaced(([shown(round)] for round in ROUNDS if id in state.board.scored[round]), " ")


def _road(state: State, place: int) -> Border:
    """A border, with the windmills and gates on it."""
    road = state.board.roads[place]
    tokens: list[Span] = []
    contents: list[Spans] = []
    for side, mark in _marked(state):
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


def _rewards(tracks: Sequence[Track]) -> Lines:
    """What the lines of the tracks give: said once where it is the same on all of them."""
    if all(track.lines == tracks[0].lines for track in tracks):
        return Lines([[track_rewards(tracks[0])]])
    return Lines([[Span(track.name), Span(" "), track_rewards(track)] for track in tracks])


def _token(state: State, side: Side, track: Track) -> Spans:
    space = side.influence[track.id]
    stars = track.top - track.spaces
    if track.is_star(space):
        said = Text("valeria.meter.star", star=space - track.spaces, stars=stars)
    elif later := [line for line in track.lines if line >= space]:
        said = Text("valeria.meter.line", space=space, spaces=track.spaces, line=min(later))
    else:
        said = Text("valeria.meter", space=space, spaces=track.spaces)
    return [meter(track, space, said, _style(state, side), track.shown(space))]


def _standings(state: State) -> Spans:
    """Both tokens of each track in short: Worker 2–4."""

    def spaces(track: Track) -> str:
        return "–".join(track.shown(side.influence[track.id]) for side in state.sides)

    tracks = state.board.tracks.values()
    return spaced(([Span(track.name), Span(f" {spaces(track)}")] for track in tracks), " · ", "dim")


def meter(track: Track, space: int, said: Text, style: Style = "", label: str = "") -> Meter:
    """A track filled up to a space; `said` is read aloud for it."""
    stars = track.top - track.spaces
    lines = sorted(track.lines)
    return Meter(said, style, value=space, top=track.top, lines=lines, stars=stars, label=label)


def printed(track: Track) -> Meter:
    """A track without tokens."""
    stars = track.top - track.spaces
    lines = [str(line) for line in sorted(track.lines)]
    return meter(track, 0, Text("valeria.meter.printed", spaces=track.spaces, stars=stars, lines=lines))


def track_rewards(track: Track) -> Span:
    """What the lines of a track give, one after the other; they are strokes where it is drawn."""
    gains = [wording.gain(line) for line in track.lines.values()]
    aloud = Text("valeria.picture.lines-aloud", gains=gains)
    return Span(Text("valeria.picture.lines", gains=gains), "dim", aloud=aloud)


# Wharf and dice


def _wharf_title(state: State) -> Text:
    """What the marks for crates mean."""
    if state.rival is not None:
        return Text("valeria.picture.wharf")
    marks = [Text("valeria.picture.mark", mark=mark, who=side.seat) for side, mark in _marked(state)]
    return Text("valeria.picture.wharf-of", marks=marks)


def _wharf_row(state: State, row: Row) -> Spans:
    """A row of the wharf card: the crates on it, its room, and the icons that are free."""
    spans: list[Span] = [Span(wording.row(row), id=wording.in_wharf(row)), Span(" [")]
    for side, mark in _marked(state):
        if n := side.crates[row]:
            said = Text(_of(state, "valeria.meter.crates"), who=side.seat, n=n)
            spans.append(Meter(said, _style(state, side), value=n, top=n, sign=mark))
    room = max(0, rules.room_in(state, row))
    left = Text("valeria.meter.room", n=room) if room else Text("valeria.meter.full")
    spans += [Meter(left, "dim", value=0, top=room), Span("]")]
    if state.market is not None and state.market.icons:
        icons = [Span(wording.FACE[kind]) for _, kind in market.free_icons(state, row)]
        spans += [Span(" "), *in_a_row(icons)] if icons else []
    return spans


def citizens_picture(state: State) -> Picture:
    """Both lines of citizens, each card with its price where it lies, its guild and its power."""
    entries = []
    for id, food in _open_citizens(state):
        citizen, power = state.citizens[id], Text(f"valeria.citizen.{id}")
        guild = state.board.tracks[citizen.guild].name
        name, price = Span(citizen.name, BACK_STYLES[citizen.back]), Text("valeria.goods.food", n=food)
        entries.append(ListRow([[name], [Span(price)], [Span(guild, "dim")], [Span(power)]], id))
    return [Listing(entries)]


def _open_citizens(state: State) -> list[tuple[str, int]]:
    """The citizens of both lines, each with its price."""
    lines = market.open_market(state).lines.values()
    return [each for line in lines for each in zip(line, state.tables.citizens.food, strict=False)]


def _prices(state: State) -> Spans:
    """The citizens of both lines in short, each with its price: Monk 1 · Thief 2."""
    found = ((state.citizens[id], food) for id, food in _open_citizens(state))
    return spaced(
        ([Span(each.name, BACK_STYLES[each.back]), Span(f" {food}")] for each, food in found), " · ", "dim"
    )


BACK_STYLES: Mapping[str, Style] = {"pink": "brown", "blue": "key"}


def _goods(state: State, side: Side) -> Spans:
    """What a player has."""
    style = _style(state, side)
    return [
        Span(Text(_of(state, "valeria.picture.drafted"), who=side.seat), style),
        Span(" "),
        *_held(state, side),
    ]


def _held(state: State, side: Side) -> list[Span]:
    """Goods, and crates that are not on the wharf card."""
    style, seat = _style(state, side), side.seat.id
    held = {kind: Text(f"valeria.goods.{kind}", n=side.goods[kind]) for kind in GOODS}
    goods = [Span(text, style, wording.in_store(seat, kind)) for kind, text in held.items()]
    crates = Span(Text("valeria.picture.crates", n=rules.crates_left(state, side)), style)
    return in_a_row([*goods, crates])


def _dice(state: State) -> list[Spans]:
    """What is left, and what each side drafted, with a tick where it is spent."""
    found: list[Spans] = []
    if left := [(face, count) for face, count in state.pool.items() if count]:
        dice = []
        for face, n in left:
            name = wording.FACE[face]
            several = Text("valeria.picture.so-many", name=name, n=n)
            dice.append(Span(several if n > 1 else name, id=wording.in_pool(face)))
        found.append([Span(Text("valeria.picture.pool")), Span(" "), *in_a_row(dice)])
    for side in state.sides:
        if side.dice:
            whose = Text(_of(state, "valeria.picture.drafted"), who=side.seat)
            spans: list[Span] = [Span(whose, _style(state, side))]
            unspent = [die.face for die in side.unspent()]
            for place, die in enumerate(side.dice):
                spans += [Span(", " if place else " ")]
                id = ""
                if not die.spent and die.face in unspent:  # the first of those that show the same
                    id = wording.drafted(side.seat.id, die.face)
                    unspent = [face for face in unspent if face != die.face]
                spans.append(Span(wording.FACE[die.face], "dim" if die.spent else "", id))
                if die.spent:
                    spans.append(Span(" ✓", "dim"))
            found.append(spans)
    return found


# The opponent's card


def card_picture(card: OpponentCard, state: State | None = None) -> Picture:
    """The card: its priorities, and the round lines; with a game, what comes next is marked."""
    return [Lines(_card_lines(card, state, ROUNDS), hang=5)]


def _card_lines(card: OpponentCard, state: State | None, rounds: Iterable[int]) -> list[Spans]:
    priorities: Spans = [Span(Text("valeria.picture.priorities", faces=wording.faces(card.priorities)))]
    return [priorities, *(_card_line(round, card.round[str(round)], state) for round in rounds)]


def _card_now(state: State) -> Spans:
    """The part of the card that matters now: in the draft its priorities, then its round line."""
    if state.acting and not state.over:
        return _card_line(state.round, state.card.round[str(state.round)], state)
    return [Span(Text("valeria.picture.wanted", faces=wording.faces(state.card.priorities)))]


def _card_line(round: int, line: RoundLine, state: State | None) -> Spans:
    """Three actions | monument | bonus, what is done dimmed and the next one marked."""
    parts: list[Text] = [Text(f"valeria.action.{action}") for action in line.actions]
    parts += [wording.monument(line.monument), wording.bonus(line)]
    now, past, progress, acting = False, False, 0, False
    if state is not None:
        now, past = state.round == round and not state.over, state.over or state.round > round
        progress, acting = state.progress, state.acting
    spans: list[Span] = [Span("▶ " if now else "  ", "mark"), Span(f"{round}  ", "name")]
    for place, part in enumerate(parts):
        spans.append(Span("" if not place else " | " if place >= 3 else ", "))
        done, following = past or (now and place < progress), now and place == progress
        spans.append(Span("▸" if following and acting else ""))
        spans.append(Span(part, "dim" if done else "mark" if following else ""))
        if done and now:
            spans.append(Span(" ✓", "dim"))
    return spans


# The table in parts


def stage(state: State) -> Stage:
    """The round, and the scores."""
    if not state.round:  # no side has points yet
        return Stage(Text("valeria.picture.setup"), 0, len(ROUNDS), [])
    if state.over:
        return Stage(Text("valeria.picture.over"), len(ROUNDS), len(ROUNDS), [_scores(state)])
    round = Text("valeria.picture.now", round=state.round, who=state.side(state.first).seat)
    return Stage(round, state.round, len(ROUNDS), [_scores(state)])


def panels(state: State) -> list[Panel]:
    """The districts, the tracks, your manors and citizens, the dice, the wharf and the opponent's card."""
    title, wharf = _wharf_title(state), spaced(_wharf_row(state, row) for row in ROWS)
    forms: list[Picture] = [[Lines([wharf], hang=2)]] if state.keeps_cards else []
    parts = [
        _districts_panel(state),
        _yours_panel(state),
        Panel("dice", Text("valeria.picture.dice"), line=spaced(_dice(state)), rank=1),
        _tracks_panel(state),
        Panel("wharf", title, forms=forms, line=wharf, rank=3, sizes=[(76, 2)] * len(forms)),
    ]
    if state.market is not None:
        names = [state.citizens[id].name for id, _ in _open_citizens(state)]
        brief: Spans = [Span(Text("valeria.names", names=names))]
        cards: list[Picture] = [citizens_picture(state), [Lines([_prices(state)])]]
        title = Text("valeria.picture.citizens")
        parts.append(Panel("citizens", title, forms=cards, line=brief, rank=4, sizes=[(64, 8), (78, 2)]))
    if state.rival is not None:
        rival = state.rival.seat
        title, line = Text("valeria.picture.card", who=rival), _card_now(state)
        forms = [
            card_picture(state.card, state),
            [Lines(_card_lines(state.card, state, [state.round])[::-1] if state.round else [line], hang=5)],
        ]
        sizes = [(80, 6), (76, 3)]
        parts.append(Panel("card", title, forms=forms, line=line, rank=5, seat=rival.id, sizes=sizes))
    return parts


def _districts_panel(state: State) -> Panel:
    """The ring as it lies, or a line for each district with what it would score now."""
    if state.rival is None:
        sides = [
            Span(Text("valeria.picture.who", who=side.seat), _style(state, side)) for side in state.sides
        ]
    else:
        sides = _columns("yours", "rivals")
    before = [*_columns("district", "guilds"), *sides, *_columns("road")]
    control, vp = _columns("control", "vp")
    head = ListRow([*([span] for span in before), [control, Span(" "), *_order(state)], [vp]])
    road = 2 + len(state.sides)
    widest, wide, narrow = (
        Listing(
            [head, *(_district_line(state, place, is_brief=side < 15) for place in range(len(RING)))],
            spare=(1, road + 2, road),
            widths=(15, 7, side, side, 5, 13, 6) if len(state.sides) == 2 else (),
            stays_put=True,
        )
        for side in (22, 15, 9)
    )
    now = [district.name for district in state.board.ring if _scores_now(state, district.id)]
    every = [district.name for district in state.board.ring]
    said = Text("valeria.picture.scoring", districts=now) if now else Text("valeria.names", names=every)
    brief: Spans = [Span(said)]
    everybody: list[Named | Text] = [*(side.seat for side in state.sides), Text("valeria.column.keeps")]
    order = Text("valeria.picture.order", sides=everybody)
    legend: Spans = [Span(Text("valeria.picture.legend"), "dim")]
    of_whom = Text("valeria.picture.control-of", sides=[*(span.text for span in sides), everybody[-1]])
    in_full = [*legend, Span("  "), *_order(state), Span(" "), Span(of_whom, "dim")]
    ring: Picture = [*board_picture(state, preview=True), Lines([[Span(order, "dim")]])]
    full, brief_legend = Lines([in_full], hang=2), Lines([legend], hang=2)
    forms: list[Picture] = [ring, ring, [widest, full], [wide, brief_legend], [narrow]]
    sizes = [(98, 18), (78, 20), (118, 8), (96, 8), (78, 7)]
    return Panel("districts", forms=forms, line=brief, says_all=2, sizes=sizes)


def _columns(*names: str) -> list[Span]:
    return [Span(Text(f"valeria.column.{name}"), "dim") for name in names]


def _order(state: State) -> list[Span]:
    """Whose control each number is: you, the rival and the Keeps, or everybody by a capital of their own."""
    letters: list[str | Text] = []
    for number, side in enumerate(state.sides, 1):
        name = side.seat.name
        if side is state.rival:
            letters.append(Text("valeria.column.letter.rival"))
            continue
        if isinstance(name, Text):
            letters.append(Text("valeria.column.letter.yours"))
            continue
        capitals = (sign.upper() for sign in name if sign.isalpha())
        letters.append(next((capital for capital in capitals if capital not in letters), str(number)))
    letters.append(Text("valeria.column.letter.keeps"))
    return [Span(text, "dim") for letter in letters for text in (":", letter)][1:]


def _control(state: State, district: District) -> tuple[str, str]:
    """Control points of every side and green, and the points they would score: 3:4:0 and 4:6."""
    control = [scoring.control_points(side, district) for side in state.sides]
    prizes, keeps = state.tables.actions.prizes.control, state.keeps[district.id]
    ranks = state.rulings["zero-control"] == "ranks"
    awards = scoring.score_control(prizes, control, keeps, zero_ranks=ranks)
    return (
        ":".join([*map(scoring.halves, control), str(keeps)]),
        ":".join(str(award.points) for award in awards[: len(control)]),
    )


def _district_line(state: State, place: int, *, is_brief: bool) -> ListRow:
    """Everything of a district and of the road to the next one in one line."""
    district = state.board.ring[place]
    control, points = _control(state, district)
    now = _scores_now(state, district.id)
    name: Spans = [Span("★ " if now else "  ", "mark" if now else ""), Span(district.name, "name")]
    guilds = (
        Span(Text(f"valeria.guild-short.{guild}"), "dim", aloud=state.board.tracks[guild].name)
        for guild in district.guilds
    )
    shown = spaced([[guild] for guild in guilds], "/")
    pieces = [_signs(state, side, district.id, is_brief=is_brief) for side in state.sides]
    road = spaced([[token] for token in _road(state, place).tokens], " ")
    return ListRow([name, shown, *pieces, road, [Span(control)], [Span(points, "good")]], district.id)


def _signs(state: State, side: Side, id: str, *, is_brief: bool = False) -> list[Span]:
    """What a side has in a district: a letter for each kind of piece, monuments in a word or two letters."""
    style = _style(state, side)
    found = {piece: side.tokens[piece][id] for piece in scoring.IN_DISTRICTS}
    signs = [
        [Span(Text(f"valeria.sign.{piece}"), style), Span(str(count) if count > 1 else "", style)]
        for piece, count in found.items()
        if count
    ]
    monuments = (kind for kind, place in side.monuments.items() if place == id)
    built = (
        Span(
            Text(f"valeria.sign-brief.{kind}") if is_brief else Text(f"valeria.sign.{kind}"),
            style,
            aloud=wording.monument(kind),
        )
        for kind in sorted(monuments)
    )
    return spaced([*signs, *([name] for name in built)], " ")


def _tracks_panel(state: State) -> Panel:
    """A bar for each token, a line for each track, or just the spaces."""
    tracks = list(state.board.tracks.values())
    who = [[Span(Text("valeria.picture.who", who=side.seat), _style(state, side))] for side in state.sides]
    entries = [
        ListRow(
            [[Span(track.name, icon=track.id)], *(_token(state, side, track) for side in state.sides)],
            track.id,
        )
        for track in tracks
    ]
    your_column = state.sides.index(state.you) + 1  # the last to be left out
    spare = [*(each for each in range(len(state.sides), 0, -1) if each != your_column), your_column]
    drawn = max(track.top + len(track.lines) for track in tracks) + len(" 10")  # what the bar says at its end
    widths = [0, *(drawn for _ in state.sides)]
    lines = Listing([ListRow([(), *who]), *entries], spare=spare, widths=widths, stays_put=True)
    return Panel(
        "tracks",
        Text("valeria.picture.tracks"),
        forms=[[lines, _rewards(tracks)], [lines]],
        line=_standings(state),
        rank=1,
        sizes=[(52, 6), (52, 5)],
    )


def _yours_panel(state: State) -> Panel:
    """Your manors and citizens, each with what it still does for you."""
    you = state.you
    manors = [
        (number, manor.name, Text(f"valeria.manor.{number}"))
        for number in you.manors
        if not (manor := state.manors[number]).is_spent
    ]
    citizens = [
        (id, citizen.name, Text(f"valeria.citizen.{id}"))
        for id in you.cards
        if not (citizen := state.citizens[id]).is_spent
    ]
    entries = [ListRow([[Span(name, "name")], [Span(power)]], id) for id, name, power in (*manors, *citizens)]
    names = [name for _, name, _ in (*manors, *citizens)]
    with_effect = [
        Text("valeria.picture.effect", name=name, effect=Text(f"valeria.manor-short.{number}"))
        for number, name, _ in manors
    ]
    title = Text("valeria.picture.yours")
    line: Spans = [Span(Text("valeria.names", names=[*with_effect, *names[len(manors) :]]))] if names else []
    forms: list[Picture] = [[Listing(entries)]]
    sizes = [(58, 6)]
    if state.tracks_all:
        title = Text("valeria.picture.goods")
        goods = [_goods(state, side) for side in state.people]
        forms = [[Lines(goods, hang=2), *forms[0]], [Lines(goods, hang=2)]]
        held = _held(state, you)
        line = [*held, *([Span(" · "), *line] if names else [])]
        sizes = [(58, 7), (76, len(goods))]
    return Panel("yours", title, forms=forms, line=line, rank=2, seat=you.seat.id, sizes=sizes)
