"""Where every piece lies, and the fewest acts that make one table of another.

A game says where its pieces are (`Script.pieces`): every physical thing that a person touches, with its
place. All that is said about taking back comes of the difference of two such tables, here and nowhere else.

    GOLD = Piece("gold", Text("toy.piece.gold"))                   # "{n} gold": it is given `n`
    BANK = Place("bank", Text("toy.place.bank"), home=True)        # "the bank"
    Lies(GOLD, Place("gold you", owner=seat), 10)                  # no name: what that player has
    Lies(GOLD, BANK, 40)
    Lies(judge, Place("you b2 down", "b2", whole=tableau, face=FACE_DOWN, single=True, spot="you b2"))

- A piece is one thing, or all things that are alike: the houses of one colour, the ducats. How many there are
  of a piece never changes, so what is not in play is listed as well: in the bank, the supply, the box.
- Cards that nobody has seen lie in their deck as themselves, in a `hidden` place. What the app cannot know (a
  secret card) lies in a hidden place too until it is known; what it does not follow at all is not listed.
- Whatever a person can see as different is another place: which way up a card lies or how a tile is turned is
  in the id of the place, and in its `face`, so that the act is to turn it.
- Ids are the same whenever the table is the same. Names are parts of sentences: "your house" ("{n} of your
  houses", the form is chosen by `n`), "B4", "the market row".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import combinations, groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import YOU, Named, Text, Value
from automa.picture import Cell, Grid, Panel, Span

FACE_UP = Text("pieces.face-up")
FACE_DOWN = Text("pieces.face-down")


class Piece(Named, Struct, frozen=True):
    """A thing of the box, or all those that are alike."""

    id: str
    name: str | Text
    """Of a single thing its name; else a text that is given `n` and says how many: "a wall", "{n} walls"."""


class Place(Named, Struct, frozen=True):
    """Where pieces can lie."""

    id: str
    name: str | Text = ""
    """As part of a sentence: "B4", "the market row"; none for all that its owner simply has, such as gold."""
    owner: Named | None = None
    """The seat whose place it is, where it has no other name."""
    whole: str | Text = ""
    """What it is a part of, where its name says only which part: a track, a tableau."""
    face: str | Text = ""
    """How things lie there, where that is not the usual way: face down, turned left, spent."""
    home: bool = False
    """Whether pieces wait there that are not in play: a bank, a supply, the box."""
    hidden: bool = False
    """Whether it is a pile that nobody looks into: a deck, a bag."""
    inside: bool = False
    """Whether things lie in it and not on it: a hand."""
    single: bool = False
    """Whether it holds one thing, which must be gone before the next comes."""
    height: int = 0
    """How many layers it lies above the table: what lies on something else goes first and comes last."""
    spot: str = ""
    """The id of the part of the picture that shows it, if that is not its own."""

    @property
    def shown_at(self) -> str:
        """The id of the part of the picture that shows it."""
        return self.spot or self.id


class Lies(Struct, frozen=True):
    """How many of a piece lie in one place."""

    piece: Piece
    place: Place
    count: int = 1


Table: TypeAlias = "Sequence[Lies]"
"""All pieces with their places, in any order."""
Counts: TypeAlias = "Counter[tuple[str, str]]"
"""How many there are, by the ids of piece and place."""

MOST_PARTED = 8
"""The most places for which the fewest acts are searched; for more it would take too long."""
BOX = Place("box", Text("pieces.box"), home=True)
"""Where a piece comes from or goes to that a table does not have: one that was taught while playing."""


class Act(Struct, frozen=True):
    """What a person does at the table: move `count` of a piece from one place to another."""

    piece: Piece
    origin: Place
    target: Place
    count: int = 1
    shuffled: bool = False
    """Whether it is shuffled with others into a hidden pile of which nothing was left."""


def counted(table: Iterable[Lies]) -> Counts:
    """How many of each piece lie in each place."""
    counts: Counts = Counter()
    for lies in table:
        counts[lies.piece.id, lies.place.id] += lies.count
    return Counter({where: count for where, count in counts.items() if count})


# The difference of two tables


def difference(before: Table, after: Table) -> list[Act]:
    """The fewest acts that make one table of another, in an order in which they can be done."""
    was, now = counted(before), counted(after)
    changes: dict[str, dict[str, int]] = {}
    for piece, place in {**was, **now}:
        change = now[piece, place] - was[piece, place]
        if change:
            changes.setdefault(piece, {})[place] = change
    if not changes:
        return []
    pieces = {lies.piece.id: lies.piece for lies in (*before, *after)}
    places = {lies.place.id: lies.place for lies in (*before, *after)}
    filled = {place for _, place in was}
    acts: list[Act] = []
    for piece, moved in changes.items():
        acts += _moves(pieces[piece], moved, {**places, BOX.id: BOX})
    return _in_order(_shuffled(acts, filled))


def _shuffled(acts: Sequence[Act], filled: Container[str]) -> list[Act]:
    """The acts, those marked that shuffle discards into a hidden pile that was empty."""
    origins: dict[str, set[str]] = {}
    for act in acts:
        origins.setdefault(act.target.id, set()).add(act.origin.id)
    return [
        replace(act, shuffled=True)
        if act.target.hidden
        and act.target.id not in filled
        and len(origins[act.target.id]) == 1
        and not (act.origin.inside or _is_away(act.origin))
        else act
        for act in acts
    ]


def changed(acts: Iterable[Act]) -> set[str]:
    """The ids of what shows in a picture what these acts change: the places, and the pieces themselves."""
    return {id for act in acts for id in (act.piece.id, act.origin.shown_at, act.target.shown_at)}


def _moves(piece: Piece, change: Mapping[str, int], places: Mapping[str, Place]) -> list[Act]:
    """The fewest acts that bring a piece from where there are too many to where some are missing."""
    beyond = sum(change.values())
    if beyond:
        change = {**change, BOX.id: -beyond}
    acts = _paired(piece, change, places)
    spare = sum(count < 0 for count in change.values())
    if len(acts) > max(spare, len(change) - spare) and len(change) <= MOST_PARTED:
        parts = _parts(tuple(change.items()))
        acts = min(acts, [act for part in parts for act in _paired(piece, part, places)], key=len)
    return acts


def _paired(piece: Piece, change: Mapping[str, int], places: Mapping[str, Place]) -> list[Act]:
    """Acts from one place to another: first what one act does, and what lies near each other."""
    spare = {place: -count for place, count in change.items() if count < 0}
    wanted = {place: count for place, count in change.items() if count > 0}
    acts: list[Act] = []
    while spare:
        origin, target = min(
            ((origin, target) for origin in spare for target in wanted),
            key=lambda pair: (
                spare[pair[0]] != wanted[pair[1]],  # one act does it all
                _distance(places[pair[0]], places[pair[1]]),
            ),
        )
        count = min(spare[origin], wanted[target])
        acts.append(Act(piece, places[origin], places[target], count))
        for left, place in ((spare, origin), (wanted, target)):
            left[place] -= count
            if not left[place]:
                del left[place]
    return acts


def _parts(change: tuple[tuple[str, int], ...]) -> list[dict[str, int]]:
    """Changes in as many parts as can each be settled among themselves: each part takes one act less."""
    if not change:
        return []
    first, rest = change[0], change[1:]
    found: list[dict[str, int]] = []
    for size in range(len(rest) + 1):
        for some in combinations(rest, size):
            part = dict((first, *some))
            if not sum(part.values()):
                parts = [part, *_parts(tuple(each for each in rest if each[0] not in part))]
                found = max(found, parts, key=len)
    return found


def _distance(origin: Place, target: Place) -> tuple[int, bool]:
    """How far apart two places are: one spot, one part of the table, in play, or not; and if it is turned."""
    is_turned = origin.face != target.face
    if is_same_spot(origin, target):
        return 0, is_turned
    if origin.whole and origin.whole == target.whole:
        return 1, is_turned
    return (3 if _is_away(origin) or _is_away(target) else 2), is_turned


def is_same_spot(origin: Place, target: Place) -> bool:
    """Whether two places differ only in how things lie there."""
    return origin.face != target.face and _spot(origin) == _spot(target)


def _spot(place: Place) -> tuple[str | Text, str | Text, str]:
    """Where a place is, however things lie there."""
    return place.name, place.whole, "" if place.owner is None else place.owner.id


def _is_away(place: Place) -> bool:
    return place.home or place.hidden


def _in_order(acts: Sequence[Act]) -> list[Act]:
    """Into hidden piles last, and nothing where something else still lies that is in its way."""
    is_layered = any(place.height for act in acts for place in (act.origin, act.target))
    turn = _turn_in_layers if is_layered else _turn
    leaving: dict[object, set[int]] = {}
    for number, act in enumerate(acts):
        if act.origin.single:
            leaving.setdefault(_spot(act.origin), set()).add(number)
    waits_for = [
        leaving.get(_spot(act.target), set()) - {number} if act.target.single else set()
        for number, act in enumerate(acts)
    ]
    left = sorted(range(len(acts)), key=lambda number: turn(acts[number]))
    done: dict[int, Act] = {}
    while left:
        # Of pieces that change places, one is lifted first.
        number = next((each for each in left if waits_for[each] <= done.keys()), left[0])
        left.remove(number)
        done[number] = acts[number]
    return list(done.values())


def _turn(act: Act) -> tuple[int, int]:
    """When an act is to be done where nothing lies on something else: what goes, what moves, what comes."""
    if act.target.hidden:
        return 5, 0
    if act.origin.hidden:
        return 4, 0
    if not act.origin.name or not act.target.name:
        return 3, 0
    if act.target.home:
        return 0, 0
    return (2 if act.origin.home else 1), 0


def _turn_in_layers(act: Act) -> tuple[int, int]:
    """When an act is to be done where things lie on others: a tile goes after all on it, and comes before."""
    if act.target.hidden:
        return 6, 0
    if not act.origin.name or not act.target.name:
        return 5, 0
    comes, goes = (_is_away(place) or place.inside for place in (act.origin, act.target))
    if goes:
        return (0 if act.origin.height and not comes else 4), -act.origin.height
    if comes:
        return (3 if act.target.height else 1), act.target.height
    return 2, act.target.height


# In sentences


def instructions(acts: Sequence[Act]) -> list[Text]:
    """What to do at the table, a sentence for all that goes the same way, or out of one supply and back."""
    ways: dict[tuple[str, str], list[Act]] = {}
    for act in acts:
        ways.setdefault((act.origin.id, act.target.id), []).append(act)
    sentences: list[Text] = []
    for _, same in groupby(ways.values(), _handful):
        some = list(same)
        sentences.append(_sentence(some[0]) if len(some) == 1 else _for_each_place(some))
    return sentences


def _handful(way: Sequence[Act]) -> object:
    """A key that ways share if one sentence tells them: walls from the supply, each to its border."""
    act = way[0]
    away, there = (act.origin, act.target) if act.origin.home else (act.target, act.origin)
    is_plain = there.name and not there.whole and not there.face and not _is_away(there)
    if len(way) > 1 or act.count > 1 or not away.home or not is_plain or isinstance(act.piece.name, str):
        return act.origin.id, act.target.id
    return act.piece.id, away.id, act.origin.home, there.inside


def _for_each_place(ways: Sequence[Sequence[Act]]) -> Text:
    """One sentence for a handful of a piece that comes from many places or goes to many."""
    acts = [act for way in ways for act in way]
    origin, target, what = acts[0].origin, acts[0].target, amount(acts[0].piece, len(acts))
    if origin.home:
        places = Text("pieces.in" if target.inside else "pieces.on", place=[act.target.name for act in acts])
        return Text("pieces.put", what=what, origin=_from(origin), target=places)
    id = "pieces.out-of" if origin.inside else "pieces.from"
    places = Text(id, place=[act.origin.name for act in acts])
    return Text("pieces.put-back", what=what, origin=places, target=_to(target))


def _sentence(acts: Sequence[Act]) -> Text:
    """One sentence for acts of one way."""
    origin, target = acts[0].origin, acts[0].target
    things = _things(acts)
    what = things[0] if len(things) == 1 else things
    if not origin.name and origin.owner is not None:
        if not target.name and target.owner is not None and origin.owner.id != target.owner.id:
            id = "pieces.gives-you" if target.owner.id == YOU else "pieces.gives"
            return Text(id, who=origin.owner, to=target.owner, what=what)
        if target.home:
            return Text("pieces.puts-back", who=origin.owner, what=what, target=_to(target))
    if origin.home and not target.name and target.owner is not None:
        return Text("pieces.takes", who=target.owner, what=what, origin=_from(origin))
    if is_same_spot(origin, target):
        id = "pieces.turn" if FACE_DOWN in (origin.face, target.face) else "pieces.turn-so"
        return Text(id, what=what, place=_at(target), face=target.face or FACE_UP)
    so = _face(origin, target)
    if acts[0].shuffled and len(acts) > 1:
        return Text("pieces.shuffle", what=what, origin=_from(origin), target=place_name(target))
    if _is_away(target):
        return Text("pieces.put-back", what=what, origin=_from(origin), target=_to(target))
    if _is_away(origin):
        return Text("pieces.put", what=what, origin=_from(origin), target=_so(_at(target), so))
    if origin.whole and origin.whole == target.whole:
        end = _so(target.name, so)
        return Text("pieces.move-along", what=what, whole=origin.whole, origin=origin.name, target=end)
    towards = Text("pieces.to", place=place_name(target))
    return Text("pieces.move", what=what, origin=_from(origin), target=_so(towards, so))


def _things(acts: Sequence[Act]) -> list[Piece | Text]:
    """What is moved from one place: pieces of one name together, and of those also how they lie there."""
    by_name: dict[str | Text, list[Act]] = {}
    for act in acts:  # several pieces may share a name, which only the game tells apart
        by_name.setdefault(act.piece.name, []).append(act)
    things: list[Piece | Text] = []
    for alike in by_name.values():
        thing, face = amount(alike[0].piece, sum(act.count for act in alike)), alike[0].origin.face
        is_seen = face and face != FACE_DOWN and isinstance(thing, Text)
        things.append(Text("pieces.lying", what=thing, face=face) if is_seen else thing)
    return things


def amount(piece: Piece, count: int) -> Piece | Text:
    """`count` of a piece, as part of a sentence."""
    if isinstance(piece.name, Text):
        return Text(piece.name.id, **{**piece.name.values, "n": count})
    return piece if count == 1 else Text("pieces.several", n=count, what=piece)


def drawn(table: Table) -> list[Panel]:
    """The table as a plain picture: a box for each place, with all that lies there."""
    boxes: dict[str, Cell] = {}
    for lies in table:
        place, lying = lies.place, amount(lies.piece, lies.count)
        if place.hidden:
            continue
        name = place.name or (place.owner.name if place.owner is not None else "")
        box = boxes.setdefault(place.shown_at, Cell([[Span(name, "name")]], id=place.shown_at))
        if lies.count:
            box.lines.append([Span(lying if isinstance(lying, Text) else lying.name)])
    return [Panel("table", forms=[[Grid([list(boxes.values())])]])]


def place_name(place: Place) -> Value:
    """What a place is called where nothing else says what it is part of."""
    if not place.name and place.owner is not None:
        return Text("pieces.all-of", who=place.owner)
    if place.whole:
        return Text("pieces.part-of", name=place.name, whole=place.whole)
    return place.name


def _from(place: Place) -> Text:
    id = "pieces.out-of" if place.inside or _is_away(place) else "pieces.from"
    return Text(id, place=place_name(place))


def _at(place: Place) -> Text:
    return Text("pieces.in" if place.inside or place.home else "pieces.on", place=place_name(place))


def _to(place: Place) -> Text:
    return Text("pieces.on-top-of", place=place_name(place)) if place.hidden else _at(place)


def _face(origin: Place, target: Place) -> str | Text:
    """How a thing is to lie, if that changes and is not the usual way."""
    if target.face == origin.face:
        return ""
    return target.face or (FACE_UP if origin.face == FACE_DOWN else "")


def _so(where: Value, face: str | Text) -> Value:
    return Text("pieces.so", where=where, face=face) if face else where
