"""A strong player in a person's place: where it would lay which tile, and what it would do then.

Turns are weighed as a rival's are. What differs is the exploration line, on which a person marks with steps
of the cylinder and discs, and that only they see the tiles of the box in their hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from automa.coach import Advice, Coach, best_option, first_of_each
from automa.dialogue import Ask, Choose, Named, Refused, Text
from automa.opponents import SHOWN, tenths, value_text
from automa.six_castles import rules, turns
from automa.six_castles.game.questions import HillOption, more_question
from automa.six_castles.line import Marks, disc_places, lay_tile, longest_step, mark
from automa.six_castles.opponents.deciding import WALKERS, worths_now
from automa.six_castles.opponents.plans import GAME, Coaching, Weighed
from automa.six_castles.opponents.playouts import take
from automa.six_castles.opponents.prospects import Laid, Prospect, Scene, layings, with_workers
from automa.six_castles.opponents.weighing import parts, weighed
from automa.six_castles.rules import Bonus, Space
from automa.six_castles.state import Player, Table
from automa.six_castles.steps import Discs, Explore, Gain, Lay, Nothing, Sell, Take, written
from automa.six_castles.territory import CELLS, QUARTERS, same_tile
from automa.steps import Step
from automa.thinking import Search, worth_playing_out

if TYPE_CHECKING:
    from random import Random

OTHERS = "others"
"""What a turn leaves to them: a rival speaks of what it leaves to you."""
NEXT = "next"
PLACES = ("six-castles.place-hand", "six-castles.place")
LOOKED_AT = 16
"""How many places for a tile get a closer look."""
GONE_ON = 12
"""How many turns are gone on with once they spend a piece for good."""
TRIED_FIRST = 8
"""How many faces of exploration tiles are tried as the next one of the line."""
MOST_LAID = 2
"""How many exploration tiles a hint lays in a turn."""
TILES = (*PLACES, "six-castles.tile-lies")
BONUSES: frozenset[Bonus] = frozenset(("coin", "step", "pass", "religion"))
"""What can be weighed for a crag: nobody knows what an exploration tile would show."""


class Adviser(Coach):
    """A coach that weighs a person's turns as a thinking rival weighs its own."""

    turns = frozenset(PLACES)
    amid = frozenset({"six-castles.turn-up-castle", "six-castles.draw-exploration"})

    def unseen(self, ask: Ask, script: Any) -> Text | None:
        hidden = ask.id in TILES and not script.table.player(ask.to).hand
        return Text("six-castles.coach.your-tiles") if hidden else None

    def __init__(self, coaching: Coaching) -> None:
        self.coaching = coaching

    def advise(
        self, ask: Ask, script: Any, random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        table: Table = script.table.copy()  # as it is now: the turn is judged by what became of it
        player = table.player(ask.to)
        if player is not table.active or not table.placed:
            return None
        view = View(table, player, worths_now(self.coaching.worth, table))
        if ask.id in PLACES:
            if player.is_light and "d" in " ".join(said).split():
                return None  # of discs that were used nobody can tell what came of it
            tiles = told_tiles(table, player, said)
            ahead = self.ahead(view, tiles, random)
            return view.whole_turn(tiles, random, ahead, played)
        if ask.id == "six-castles.tile-lies":
            cell = CELLS[str(ask.values["cell"])]
            return view.tile(told_tiles(table, player, said), cell, played)
        if ask.id == "six-castles.act":
            return view.act(played)
        if ask.id == "six-castles.which-hill" and isinstance(ask, Choose):
            return view.site([each for each in ask.options if isinstance(each, HillOption)], played)
        if ask.id == "six-castles.which-bonus" and isinstance(ask, Choose):
            return view.bonus(ask.options, played)
        if ask.id == "six-castles.more" and isinstance(ask, Choose):
            return view.more(ask.options, played)
        return None

    def ahead(self, view: View, tiles: Sequence[str], random: Random) -> Ahead | None:
        """How to look ahead: to the best turn with the other tile of the hand."""
        table = view.table
        if len(tiles) < 2 or table.round == table.rounds:
            return None

        def next_turn(move: Prospect) -> float:
            after = table.copy()
            take(after, move.steps, random)
            after.turn += len(after.players)
            then = View(after, after.active, worths_now(self.coaching.worth, after), walkers=1)
            left = [tile for tile in tiles if same_tile(tile) != same_tile(laying(move).tile)]
            return then.ranked(then.layings(left))[0].value

        return Ahead(self.coaching.search, next_turn)


class Ahead(NamedTuple):
    """Looking further than one turn: how many turns get that look, and what it finds."""

    search: Search
    next_turn: Callable[[Prospect], float]


class Seen(Struct):
    """A turn with what it is worth, and the part of it that comes with the next one."""

    move: Prospect
    value: float
    later: float = 0.0


def told_tiles(table: Table, player: Player, said: Sequence[str]) -> list[str]:
    """The tiles that could be laid: those in hand, which of the box only the person sees and tells."""
    if player.hand:
        return list(dict.fromkeys(rules.hand_of(table, player)))
    found: list[str] = []
    words = " ".join(said).casefold().split()
    for word in words:
        if word not in CELLS:
            turns.refuse(rules.why_no_tile(table, word))
            found.append(word)
            if words[0] in CELLS:
                break  # where it was laid, there it lies
    if not found:
        example = next(iter(table.tables.land.tile.values()))
        raise Refused(Text("six-castles.coach.hand", tile=example))
    return found


class View:
    """A table as a person sees it in their turn, and what is worth how much to them."""

    def __init__(
        self,
        table: Table,
        player: Player,
        weights: Mapping[Weighed, float],
        walkers: int = WALKERS,
        marked: dict[tuple[str, str], Sequence[Marking]] | None = None,
    ) -> None:
        self.table = table
        self.player = player
        self.weights = weights
        self.scene = Scene(table, player, walkers)
        self.owned = owned(table, player)
        self.marked = {} if marked is None else marked
        """How a hill can be marked, by the bonus of a crag and the letters that a line can show."""
        self.now = parts(self.made(table), weights)
        """What there is already: turns are worth what they add to it."""

    # ------------------------------------------------------------ the questions of a turn

    def whole_turn(self, tiles: Sequence[str], random: Random, ahead: Ahead | None, played: str) -> Advice:
        """A tile, and everything that follows it."""
        ranked = different(self.closely(tiles))
        ranked[:GONE_ON] = [self.with_more(each, random) for each in ranked[:GONE_ON]]
        ranked.sort(key=lambda each: -each.value)
        if ahead is not None:
            # As many as are shown get a look, however far behind they are.
            ranked = ranked[: max(len(worth_playing_out(ranked, ahead.search)), SHOWN)]
            for each in ranked:
                each.later = ahead.next_turn(each.move)
                each.value += each.later
            ranked.sort(key=lambda each: -each.value)
        return self.advice(lambda move: move.id, ranked, played)

    def tile(self, tiles: Sequence[str], cell: int, played: str) -> Advice | None:
        """How a tile lies on a cell that is chosen."""
        found = self.ranked(laid for laid in self.layings(tiles) if laid.cell == cell)
        if not found:
            return None
        best = first_of_each(found, lambda each: laying(each.move).tile)
        return self.advice(lambda move: laying(move).tile, best, played)

    def act(self, played: str) -> Advice:
        """Discs or workers, once the tile lies."""
        cell = self.table.placed[-1]
        found = self.ranked([Laid(self.scene, self.table, cell, self.player)])
        best = first_of_each(found, lambda each: aim(each.move.acts))
        return self.advice(lambda move: written(move.acts), best, played)

    def site(self, options: Sequence[HillOption], played: str) -> Advice:
        """Which hill gets the castle."""
        cell = self.table.placed[-1]

        def after(option: HillOption) -> float:
            table = self.table.copy()
            rules.found_castle(table, option.hill)
            return self.ranked([Laid(self.scene, table, cell, table.active)])[0].value

        return best_option([(option, option.id, after(option)) for option in options], played=played)

    def bonus(self, options: Sequence[Named], played: str) -> Advice:
        """What to take for a crag."""
        cell = self.table.placed[-1]

        def after(option: Named) -> float:
            table = self.table.copy()
            gain = Gain(f"+{option.id}")
            turns.apply(table, gain)
            return self.ranked([Laid(self.scene, table, cell, table.active, (gain,))])[0].value

        return best_option([(option, option.id, after(option)) for option in options], played=played)

    def more(self, options: Sequence[Named], played: str) -> Advice:
        """A sale or a space of a track after discs or workers, or enough."""
        if self.player.is_light and any(isinstance(step_of(option), Sell) for option in options):
            raise Refused(Text("six-castles.coach.own-line"))

        def after(option: Named) -> float:
            return self.worth(with_step(self.table, step_of(option)))

        return best_option([(option, option.id, after(option)) for option in options], played=played)

    # ------------------------------------------------------------ weighing

    def with_more(self, seen: Seen, random: Random) -> Seen:
        """A turn with every further sale or space that is worth its piece."""
        acts = seen.move.acts
        if self.player.is_light or not isinstance(acts[-1], Sell | Take):
            return seen
        table = self.table.copy()
        take(table, seen.move.steps, random)
        while (question := more_question(table, table.active)) is not None:
            steps = [step_of(option) for option in question.options]
            tried = [(step, with_step(table, step)) for step in steps]
            best, table = max(tried, key=lambda each: self.worth(each[1]))
            if best is None or self.worth(table) <= seen.value:
                break
            acts = (*acts, best)
            seen = Seen(self.made(table, seen.move.laid.steps, acts), self.worth(table))
        return seen

    def closely(self, tiles: Sequence[str]) -> list[Seen]:
        """Every place at first sight, with one worker that walks; the best ones with all that may."""
        sight = View(self.table, self.player, self.weights, 1, self.marked)
        places = dict.fromkeys(place_of(each.move.laid) for each in sight.ranked(sight.layings(tiles)))
        few = set(islice(places, LOOKED_AT))
        return self.ranked(laid for laid in self.layings(tiles) if place_of(laid) in few)

    def layings(self, tiles: Iterable[str]) -> Iterator[Laid]:
        """Every place and way for one of the tiles."""
        return (laid for tile in tiles for laid in layings(self.scene, tile, weighable))

    def ranked(self, found: Iterable[Laid]) -> list[Seen]:
        """Everything that can follow with what it is worth, best first."""
        valued = weighed([turn for laid in found for turn in self.turns(laid)], self.weights)
        now = sum(self.now.values())
        return [Seen(each.move, each.value - now) for each in sorted(valued, key=lambda each: -each.value)]

    def advice(self, answer: Callable[[Prospect], str], ranked: Sequence[Seen], played: str) -> Advice:
        shown = ranked[:SHOWN]
        why = [value_text(GAME, each.move.name, self.parts(each)) for each in shown]
        if self.player.is_light:
            why.insert(0, Text("six-castles.coach.line", value=tenths(self.weights["marks"])))
        valued = [(each.move.name, answer(each.move), each.value) for each in ranked]
        return best_option(valued, why=why, played=played)

    def parts(self, turn: Seen) -> dict[str, float]:
        """What a turn is worth, part by part."""
        found = {name: worth - self.now[name] for name, worth in parts(turn.move, self.weights).items()}
        found[OTHERS] = found.pop("left", 0.0)
        found[NEXT] = turn.later
        return {name: value for name, value in found.items() if value} or {"points": 0.0}

    def worth(self, table: Table) -> float:
        """What a table is worth more than this one."""
        return sum(parts(self.made(table), self.weights).values()) - sum(self.now.values())

    def made(self, table: Table, laying: Sequence[Step] = (), acts: Sequence[Step] = ()) -> Prospect:
        """What came of a turn, by the table after it; its steps where they are wanted."""
        player = table.player(self.player.seat.id)
        laid = Laid(self.scene, table, table.placed[-1], player, laying)
        gained, lost = self.changes(table, player)
        before = self.player
        taken = [
            *player.landscapes[len(before.landscapes) :],
            *player.constructions[len(before.constructions) :],
        ]
        track = sum(piece.points for piece in taken)
        spent = len(taken) + len(player.sales) - len(before.sales)
        return Prospect(
            laid, acts, gained, laid.at_rest, len(player.lying), track=track, spent=spent, lost=lost
        )

    def changes(self, table: Table, player: Player) -> tuple[list[str], list[str]]:
        """The letters that a person owns from now on, and those they do not own any more."""
        after = owned(table, player)
        return list((after - self.owned).elements()), list((self.owned - after).elements())

    # ------------------------------------------------------------ what can follow a tile

    def turns(self, laid: Laid) -> Iterator[Prospect]:
        """Nothing, discs or workers, once the tile lies and the bonus is taken."""
        laid.marked, _ = self.changes(self.table, laid.base)
        lying = len(laid.base.lying)
        yield Prospect(laid, (Nothing(),), laid.marked, laid.at_rest, lying)
        yield from with_workers(laid)
        yield from self.with_discs(laid)

    def with_discs(self, laid: Laid) -> Iterator[Prospect]:
        """A hill is marked, or none; then perhaps a sale or a landscape."""
        table, base = laid.table, laid.base
        shown, lying = laid.at_rest, len(base.lying)
        seen: set[str] = set()
        marked = table.tables.terrains.marked
        for quarter, hill in zip(("", *QUARTERS), (None, *table.territory.hills_of(laid.cell)), strict=True):
            shows = "" if hill is None else table.territory.terrains(hill)
            letters = "".join(sorted(letter for letter in shows if letter in marked))
            if letters in seen:
                continue
            seen.add(letters)
            for each in self.markings(laid, letters, hill):
                *explored, discs = each.acts
                acts, me = (*explored, replace(discs, quarter=quarter)), each.me
                gained, lost, coins = each.gained, each.lost, me.coins - base.coins
                if quarter:
                    yield Prospect(laid, acts, gained, shown, lying, coins=coins, lost=lost)
                if base.line is None:
                    continue
                for sale in rules.sales(table, me):
                    sold = (*acts, Sell(sale.castle, sale.good.id))
                    gone = [*lost, *off_line(me, sale.good.letter)]
                    income = coins + sale.income
                    yield Prospect(laid, sold, gained, shown, lying, coins=income, sold=1, spent=1, lost=gone)
                for space in each.spaces:
                    taken = (*acts, Take(space.terrain.id, space.is_top))
                    gone = [*lost, *off_line(me, space.terrain.letter)]
                    points = space.points
                    yield Prospect(
                        laid, taken, gained, shown, lying, coins=coins, track=points, spent=1, lost=gone
                    )

    def markings(self, laid: Laid, letters: str, hill: int | None) -> Sequence[Marking]:
        """How a hill with these letters can be marked."""
        gain = laid.steps[-1] if laid.steps else None
        key = gain.bonus if isinstance(gain, Gain) else "", letters
        if key not in self.marked:
            table = laid.table
            found = [
                Marking(acts, me, *self.changes(table, me), rules.track_spaces(table, me, "landscape"))
                for acts, me in markings(table, laid.base, hill)
            ]
            self.marked[key] = fullest(found)
        return self.marked[key]


class Marking(Struct):
    """Discs up to a hill that is marked, the player then, and what they can take."""

    acts: Sequence[Step]
    """Exploration tiles, and last the discs."""
    me: Player
    gained: Sequence[str]
    lost: Sequence[str]
    spaces: Sequence[Space]


def fullest(found: Sequence[Marking]) -> list[Marking]:
    """Those that mark something which no other marks as well: laying a tile first if that is worth it."""
    kept: list[Marking] = []
    for each in sorted(found, key=lambda each: (-len(each.gained), len(each.acts))):
        marks = Counter(each.gained)
        if not any(marks <= Counter(other.gained) and each.me.coins <= other.me.coins for other in kept):
            kept.append(each)
    return kept


def markings(table: Table, base: Player, hill: int | None) -> Iterator[tuple[Sequence[Step], Player]]:
    """How a hill can be marked, and the player once it is; of an untracked line nobody knows more."""
    if hill is None or base.line is None:
        if hill is None or table.territory.terrains(hill):
            yield (Discs(),), base
        return
    for laid, ready in with_longer_line(table, base, table.territory.terrains(hill)):
        steps = longest_step(table, ready, hill)
        for discs in disc_choices(table, ready, hill, steps):
            if steps or discs:
                me = ready.copy()
                mark(me, Marks(hill, steps, discs))
                put = tuple(f"@{disc + 1}" for disc in discs)
                yield (*laid, Discs("", f">{steps}" if steps else "", put)), me


def step_of(option: Named) -> Step | None:
    """The sale or the space that an option is; none is enough."""
    return getattr(option, "step", None)


def with_step(table: Table, step: Step | None) -> Table:
    """The table after one more sale or space; or as it is."""
    table = table.copy()
    if step is not None:
        turns.apply(table, step)
    return table


def laying(move: Prospect) -> Lay:
    """Where and how its tile lies."""
    lay = move.laid.steps[0]
    assert isinstance(lay, Lay)
    return lay


def aim(acts: Sequence[Step]) -> tuple[Step, ...]:
    """What discs or workers are about: not how the line is laid out for it, nor how far the cylinder goes."""
    shown = [act for act in acts if not isinstance(act, Explore)]
    return tuple(Discs(act.quarter) if isinstance(act, Discs) else act for act in shown)


def place_of(laid: Laid) -> tuple[Step, ...]:
    """Where and how a tile lies, with what comes of it."""
    return tuple(laid.steps)


def different(ranked: Iterable[Seen]) -> list[Seen]:
    """Of a tile on a cell the best turn of each kind, and of turns that are worth the same one."""
    seen: set[object] = set()
    found: list[Seen] = []
    for each in ranked:
        lay, acts = laying(each.move), each.move.acts
        what = same_tile(lay.tile), next(type(act) for act in acts if not isinstance(act, Explore))
        keys: set[object] = {(what, lay.cell), (what, round(each.value, 6))}
        if seen.isdisjoint(keys):
            found.append(each)
        seen |= keys
    return found


def weighable(table: Table, player: Player) -> Sequence[Bonus]:
    """What a person may take for a crag, as far as it can be weighed."""
    return [bonus for bonus in rules.bonuses(table, player) if bonus in BONUSES]


def with_longer_line(table: Table, player: Player, letters: str) -> Iterator[tuple[Sequence[Step], Player]]:
    """The player as they are, and with tiles of the hand at the end of the line.

    The few that show most of the letters may come first; then what shows most of those which the line ahead
    does not show.
    """
    yield (), player
    in_hand = faces_in_hand(table, player, Counter(letters))
    for first in sorted(in_hand, key=lambda face: -face.shows)[:TRIED_FIRST]:
        longer, laid = player, list[Step]()
        following: Sequence[Face] = [first]
        while following and len(laid) < MOST_LAID:
            face = max(following)
            longer = with_face(longer, face)
            laid.append(Explore("x", face.face))
            yield tuple(laid), longer
            following = faces_in_hand(table, longer, missing_ahead(longer, letters))


class Face(NamedTuple):
    """A way for an exploration tile of the hand to lie, with how many wanted letters it shows."""

    shows: int
    face: str
    id: str


def faces_in_hand(table: Table, player: Player, letters: Counter[str]) -> list[Face]:
    """The faces of the hand that show any of these letters."""
    wanted = letters.items()
    found = [
        Face(sum([min(face.count(letter), count) for letter, count in wanted]), face, id)
        for id in player.tiles
        for face in rules.faces(table, id)
    ]
    return [face for face in found if face.shows]


def with_face(player: Player, face: Face) -> Player:
    """The player once a tile of the hand lies at the end of the line."""
    longer = player.copy()
    lay_tile(longer, face.face)
    longer.tiles.remove(face.id)
    return longer


def missing_ahead(player: Player, letters: str) -> Counter[str]:
    """Of these letters those that the line does not show ahead of the cylinder, as often as that."""
    line = player.line
    assert line is not None
    ahead = [space for at, space in enumerate(line.spaces) if at > line.cylinder and at not in line.discs]
    return Counter(letters) - Counter(ahead)


def disc_choices(table: Table, player: Player, hill: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Discs on the line after these steps: as many as there are, each as near as can be."""
    line = player.line
    assert line is not None
    left = list(table.territory.terrains(hill))
    for space in line.spaces[line.cylinder + 1 : line.cylinder + steps + 1]:
        if space in left:
            left.remove(space)
    supply = player.discs + sum(disc <= line.cylinder + steps for disc in line.discs)
    nearest: list[int] = []
    for at in disc_places(table, player, hill, steps):
        if line.spaces[at] in left:
            left.remove(line.spaces[at])
            nearest.append(at)
    return combinations(nearest, min(supply, len(nearest)))


def off_line(player: Player, letter: str) -> list[str]:
    """The letter that is owned no longer when a disc is spent: that of the space it lies on."""
    disc, line = rules.discs_for(player, letter)[0], player.line
    return [] if disc is None or line is None else [line.spaces[disc]]


def owned(table: Table, player: Player) -> Counter[str]:
    """The terrains that belong to somebody, as far as the app knows."""
    if player.is_light:
        return Counter()
    return Counter({letter: player.owns(letter) for letter in table.tables.terrains.marked})
