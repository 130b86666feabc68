"""How rivals decide, and what a person is advised: one mind for both.

A turn is weighed by the table after it. The strongest level and the coach go on from there: the best few
turns are played out with tiles that may come, the others' reply and the next turn, on the same shuffles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from automa.coach import Advice, Choice, Coach, Unseen, Valued, advised, first_of_each
from automa.dialogue import Answer, Ask, Choose, Move, Named, Pad, Refused, Text, Value
from automa.game import HasTable
from automa.opponents import MOVES_SHOWN
from automa.priorities import Voice, decide
from automa.six_castles import rules
from automa.six_castles.game.questions import OR, RivalMove, line_pad, lines_of, steps_of
from automa.six_castles.opponents import cards
from automa.six_castles.opponents.evaluation import Evaluation
from automa.six_castles.opponents.plans import Plan, Worths
from automa.six_castles.opponents.prospects import Marked, Prospect, View, after, layings, weighable
from automa.six_castles.rules import effects, turns
from automa.six_castles.state import Now, Player, State
from automa.six_castles.steps import Discs, Enough, Explore, Gain, Nothing, Workers, as_tile
from automa.six_castles.territory import CELLS, FIRST, same_tile
from automa.steps import Step
from automa.thinking import Search, Shuffles, at_first_sight, compare, worth_playing_out

if TYPE_CHECKING:
    from random import Random

HIDDEN = (
    "six-castles.keep-contract",
    "six-castles.line-start",
    "six-castles.whole-line",
    "six-castles.new-face",
)
"""What a rival decides on with what only it sees."""
MOST_EQUALS = 6
"""Of more turns that are equally good, the first ones in reading order: a die has six faces."""
PLACES = ("six-castles.place-hand", "six-castles.place")
TILES = (*PLACES, "six-castles.tile-lies")
LINES = ("six-castles.line-start", "six-castles.whole-line", "six-castles.new-face", "six-castles.first-tile")
EXPLORATION = "x"
"""The word after which a person tells of exploration tiles."""
FIRST_LOOK = 12
"""How many places for a tile get a closer look in a turn of one's own."""
NEXT_LOOK = 3
NEXT_PLACES = 30
"""The same in a turn that is only imagined, and how many places get any look in it."""
FADES = 0.75
MARKED = 0.3
"""How much of the next space of a line is sure to be marked, and how much less of each further one."""


class Follower(Struct, frozen=True):
    """Decides by a card of priorities for whole turns."""

    plan: Plan
    voice: Voice | None = None

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        state = script.table
        assert isinstance(ask, RivalMove)
        found = cards.every_turn(state, ask.tile)
        best, why = decide(self.plan.turns, found, cards.WORDS, self.voice)
        return OR.join(turn.id for turn in best[:MOST_EQUALS]), why


class Mind(Struct, frozen=True):
    """Weighs every turn: for a rival, or as the coach."""

    worths: Worths
    search: Search | None = None
    """How far it looks ahead; else it takes the turn that is worth most at once."""
    noise: float = 0.0
    """How far off its estimates are, in points."""

    def advise(
        self, ask: Ask, state: State, random: Random, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        """What it would answer, from what that seat can know; None where it has no opinion."""
        state, land = with_told(state, ask.to, said)
        player = state.player(ask.to)
        sight = Sight(self, state, player, random)
        tiles = rules.hand_of(state, player) or land
        if not tiles and ask.id in TILES:
            raise Refused(Text("six-castles.coach.hand", **example(state)))
        match ask.id.removeprefix("six-castles."):
            case "place-hand" | "place":
                found = sight.whole_turns(tiles)
            case "tile-lies":
                found = sight.tile(tiles, CELLS[str(ask.values["cell"])])
            case "act":
                found = sight.acts()
            case "which-hill" | "which-bonus" | "more" if isinstance(ask, Choose):
                if player.is_light and ask.id == "six-castles.more":
                    raise Refused(Text("six-castles.coach.own-line"))
                found = sight.options(ask)
            case "keep-contract" if isinstance(ask, Choose):
                return best_of(sight.contracts(ask.options), played)
            case "first-tile" if isinstance(ask, Move):
                sides = [option.id for option in ask.options]
                if state.box:
                    sides, tiles = tiles[:2], tiles[2:]
                if not sides:
                    raise Refused(Text("six-castles.coach.sides", **example(state)))
                return best_of(sight.first_tiles(sides, tiles), played)
            case "line-start" | "whole-line" | "new-face" if isinstance(ask, Move):
                lines = [option.id for option in ask.options]
                if not state.deals_line(player):
                    lines = told_lines(state, player, ask)
                return best_of(sight.lines(lines), played)
            case _:
                return None
        return sight.best(found, tiles, played) if found else None


class Rival(Struct, frozen=True):
    """Plays by the rules of a person, as its mind advises."""

    mind: Mind
    voice: Voice | None = None

    def answer(self, ask: Ask, script: HasTable[State], random: Random) -> tuple[Answer, Sequence[Text]]:
        advice = self.mind.advise(ask, script.table, random)
        if advice is None:
            return ask.legal(random) if ask.default is None else ask.default, ()
        return advice.answer, self.why(ask, script.table, advice)

    def why(self, ask: Ask, state: State, advice: Advice) -> list[Text]:
        """Its reasons, without what only it sees: the other tiles of its hand, and what it keeps secret."""
        if ask.id in HIDDEN:
            return []
        open = [each for each in advice.choices if shows_nothing(each.answer, advice.answer)]
        if isinstance(ask, Move) and ask.notation is not None:
            open = [replace(each, move=said(state, ask, each)) for each in open]
        why: list[Text] = [] if self.voice is None else [self.voice.says(Text("opponents.promises-most"))]
        return [*why, *replace(advice, choices=open).told()]


def said(state: State, ask: Move, choice: Choice) -> Text:
    """A turn that is written in the notation, in words."""
    return Text("six-castles.turn", what=effects.in_short(state, steps_of(state, ask, choice.answer)))


def typed_and_said(state: State, ask: Move, choice: Choice) -> Text:
    """A turn as it is typed, and what it does once its tile lies."""
    does = effects.in_short(state, steps_of(state, ask, choice.answer))
    rest = [each for each in does if each.id != "six-castles.in-short.lays"]
    return Text("six-castles.turn-typed", turn=choice.move, what=rest)


def shows_nothing(answer: str, best: str) -> bool:
    """Whether a turn shows no other tile than the one that is taken."""
    if answer == best:
        return True
    words, taken = answer.split(), best.split()
    tiles = [same_tile(each[1]) for each in (words, taken) if each[0] in CELLS and len(each) > 1]
    return len(set(tiles)) <= 1 and not any(word.startswith("x") for word in words)


class Adviser(Coach):
    """A coach with the mind of the strongest rival."""

    turns = frozenset(PLACES)
    during_turn = frozenset({"six-castles.turn-up-castle", "six-castles.draw-exploration"})

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def unseen(self, ask: Ask, script: HasTable[State]) -> Sequence[Unseen]:
        """The tiles in hand; before the first round both sides of the initial tile."""
        state = script.table
        if not state.box or ask.id not in (*TILES, *LINES):
            return ()
        letters = state.tables.terrains.by_letter
        tiles = Unseen(Text("six-castles.coach.your-tiles"), Pad(letters, False, 4, rules.HAND))
        lines = Unseen(
            Text("six-castles.coach.your-lines"),
            line_pad(state, 2 * state.tables.setup.exploration.each),
            EXPLORATION,
        )
        if ask.id == "six-castles.first-tile":
            return Unseen(Text("six-castles.coach.both-sides"), Pad(letters, False, 4, 2)), tiles
        return (tiles, lines) if ask.id in TILES else (lines,)

    def heard(self, said: Sequence[str], script: HasTable[State], lang: str) -> Sequence[str]:
        """Tiles in the letters of a language; the word before exploration tiles is the same in all."""
        state = script.table.speaking(lang)
        return [word if word.casefold() == EXPLORATION else state.letters_of(word) for word in said]

    def completed(
        self, said: Sequence[str], before: Sequence[str], ask: Ask, script: HasTable[State]
    ) -> Sequence[str]:
        """Tiles that were told stay in hand until they are laid."""
        state = script.table
        (land, explored), (land_before, explored_before) = told_apart(said), told_apart(before)
        if ask.id in TILES and len(land_before) <= rules.HAND:
            laid = [same_tile(tile) for tile in (*state.territory.tiles.values(), *land)]
            left = [tile for tile in land_before if same_tile(tile) not in laid]
            if len(land) + len(left) == (1 if state.round == state.rounds else rules.HAND):
                land = [*land, *left]
        if EXPLORATION not in said:
            line = state.player(ask.to).line
            faces = [] if line is None else line.tiles
            explored = [
                tile for tile in explored_before if not set(faces).intersection(rules.faces(state, tile))
            ]
        return [*land, EXPLORATION, *explored] if explored else land

    def advise(
        self, ask: Ask, script: HasTable[State], random: Random, *, said: Sequence[str] = (), played: str = ""
    ) -> Advice | None:
        advice = self.mind.advise(ask, script.table, random, said, played)
        if advice is None:
            return None
        others = script.table.others(script.table.player(ask.to))
        advice = replace(advice, is_alone=all(player.is_dummy for player in others))
        if not isinstance(ask, Move) or ask.notation is None:
            return advice
        state, _ = with_told(script.table, ask.to, said)
        best, *rest = advice.choices
        rest = [replace(each, move=typed_and_said(state, ask, each)) for each in rest]
        deeds = effects.told(state, steps_of(state, ask, advice.answer))
        return replace(advice, choices=[best, *rest], deeds=deeds)


def with_told(state: State, seat: str, said: Sequence[str]) -> tuple[State, list[str]]:
    """The land tiles that a person tells of, and the table as it is with the exploration tiles they tell of:
    both only they see, where the tiles are those of the box.
    """
    words = " ".join(said).casefold().split()
    if not words or state.deals_line(state.player(seat)):
        return state, []
    if words[0] in CELLS:  # a turn that was taken: where it was laid, there the tile lies
        land = [word for word in words if word not in CELLS][:1]
        explored: list[str] = []
    else:
        land, explored = told_apart(words)
    for tile in land:
        turns.refuse(rules.why_no_tile(state, tile))
    state = state.copy()
    player = state.player(seat)
    for tile in explored if player.line is not None else []:
        for face in tile.split("/"):
            turns.refuse(turns.why_no_face(state, player, Explore("x", face)))
        player.tiles.append(tile)
    return state, land


def told_apart(said: Sequence[str]) -> tuple[list[str], list[str]]:
    """The land tiles and the exploration tiles that a person tells of."""
    words = [word.casefold() for word in said]
    at = words.index(EXPLORATION) if EXPLORATION in words else len(words)
    return words[:at], words[at + 1 :]


def told_lines(state: State, player: Player, ask: Ask) -> list[str]:
    """The lines that can be laid with the exploration tiles that a person told of."""
    number = int(str(ask.values["n"]))
    if len(player.tiles) < number:
        raise Refused(Text("six-castles.coach.line-tiles", **example(state)))
    return lines_of(state, player.tiles, number)


def example(state: State) -> dict[str, Value]:
    """Tiles such as a person may tell of."""
    land, lines = list(state.tables.land.tile.values()), list(state.tables.exploration.tile.values())
    side, back = state.tables.land.initial
    found = {
        "tile": land[0],
        "other": land[1],
        "line": "/".join(lines[0]),
        "also": "/".join(lines[1]),
        "side": side,
        "back": back,
    }
    return {name: state.spelt(tile) for name, tile in found.items()}


class Sight:
    """A table as a mind sees it from one seat."""

    def __init__(self, mind: Mind, state: State, player: Player, random: Random) -> None:
        self.mind = mind
        self.state = state
        self.player = player
        self.random = random
        self.evaluation = Evaluation(state, player.seat.id, mind.worths)
        self.view = View(state, self.evaluation)

    def noised(self, found: list[Prospect]) -> list[Prospect]:
        """The turns as it estimates them, best first."""
        if self.mind.noise:
            for turn in found:
                turn.value += self.random.gauss(0, self.mind.noise)
        return sorted(found, key=lambda turn: -turn.value)

    # ------------------------------------------------------------ turns

    def whole_turns(self, tiles: Sequence[str]) -> list[Prospect]:
        """A tile, and everything that follows it."""
        return different(self.noised(self.view.turns(tiles, FIRST_LOOK)))

    def tile(self, tiles: Sequence[str], cell: int) -> list[Prospect]:
        """How a tile lies on a cell that is chosen."""
        here = [each for each in layings(self.state, tiles, weighable) if each[1].placed[-1] == cell]
        found = self.noised([turn for steps, lying in here for turn in self.view.acts(steps, lying)])
        for turn in found:
            turn.option = as_tile(self.state, turn.lay.tile)
        return first_of_each(found, lambda turn: turn.id)

    def acts(self) -> list[Prospect]:
        """Discs or workers, once the tile lies."""
        return self.noised(list(self.view.acts((), self.state)))

    def options(self, ask: Choose) -> list[Prospect]:
        """A hill for a castle, what a crag brings, a sale or a space: the best that follows each of them."""
        found: list[Prospect] = []
        for option in ask.options:
            steps = steps_of(self.state, ask, option.id)
            state = after(self.state, *steps)
            if steps == [Enough()]:
                then = Prospect(self.state, steps, state, self.evaluation.margin(state))
            else:
                then = self.following(steps, state)
            then.option = option
            found.append(then)
        return self.noised(found)

    def following(self, steps: Sequence[Step], state: State) -> Prospect:
        """The best turn that begins with these steps, which led to that state."""
        if state.now.phase == "bonus":
            gains = [Gain(f"+{bonus}") for bonus in weighable(state, state.active)]
            return max((self.following((*steps, gain), after(state, gain)) for gain in gains), key=worth)
        if state.now.phase == "act":
            return max(self.view.acts(steps, state), key=worth)
        return self.view.with_more(Prospect(self.state, steps, state))

    def best(self, found: list[Prospect], tiles: Sequence[str], played: str) -> Advice:
        """The best of these turns, after a look ahead if that is how it thinks."""
        search = self.mind.search
        why = [Text("six-castles.coach.line")] if self.player.is_light else []
        mine = self.as_played(found, tiles, played) if played else None
        if search is None or self.is_last or len(found) < 2:
            return advised(at_first_sight(found, mine), why=why, played=mine)
        few = found[: max(len(worth_playing_out(found, search)), MOVES_SHOWN)]
        compared = compare(
            few,
            Ahead(self, tiles).play,
            search.games(len(self.state.players)),
            keep=min(MOVES_SHOWN, len(few)),
            forced=mine,
            rest=self.evaluation.rest(self.state),
        )
        return advised(compared, why=why, played=mine)

    @property
    def is_last(self) -> bool:
        """Whether this is the last turn of the game: there is nothing to look ahead to."""
        return self.state.turn + 1 >= self.state.rounds * len(self.state.players)

    def as_played(self, found: Sequence[Prospect], tiles: Sequence[str], played: str) -> Prospect | None:
        """What the person did: one of the turns, or the best that it can become."""
        begun = begun_with(found, played)
        if begun is not None:
            return begun
        try:
            said = turns.TURN.understand(self.state, played, insist=True)
        except Refused:
            return None
        if not said.steps:
            cell = said.begun.said.get("cell")
            return max(self.tile(tiles, CELLS[cell[0].id]), key=worth, default=None) if cell else None
        state = after(self.state, *said.steps)
        return self.following(said.steps, state) if state.now.phase in ("act", "more") else None

    # ------------------------------------------------------------ before the game

    def contracts(self, options: Sequence[Named]) -> Iterator[Valued]:
        """The contract that is kept secret: nobody else goes for it."""
        seat, by_id = self.player.seat.id, self.state.tables.contracts.by_id
        for option in options:
            state = self.state.copy()
            state.player(seat).kept = by_id[option.id]
            state.contracts += [by_id[each.id] for each in options if each.id != option.id]
            yield Valued(Evaluation(state, seat, self.mind.worths).margin(state), option, option.id)

    def first_tiles(self, sides: Sequence[str], tiles: Sequence[str]) -> Iterator[Valued]:
        """The side of the initial tile that lets the first turn be best."""
        for side in sides:
            state = self.state.copy()
            rules.lay(state, FIRST, side)
            found = View(state, self.evaluation).turns(tiles, NEXT_LOOK)
            worth = max((turn.value for turn in found), default=self.evaluation.margin(state))
            yield Valued(worth, as_tile(state, side), side)

    def lines(self, lines: Sequence[str]) -> Iterator[Valued]:
        """Exploration tiles of the line: what they own, and what they show next."""
        promises = self.evaluation.promises(self.state, self.player)
        for faces in lines:
            state = self.state.copy()
            player = state.player(self.player.seat.id)
            for face in faces.split():
                effects.lay_exploration(state, player, Explore("x", face))
            line = player.line
            assert line is not None
            ahead = line.spaces[line.cylinder + 1 :]
            shows = sum(promises.get(letter, 0.0) * FADES**at for at, letter in enumerate(ahead))
            yield Valued(self.evaluation.margin(state) + shows * MARKED, as_tile(state, faces), faces)


V = TypeVar("V", Prospect, Valued)


def begun_with(ranked: Sequence[V], played: str) -> V | None:
    """The first of some moves that begins with an answer."""
    return next((each for each in ranked if f"{each.id} ".startswith(f"{played} ")), None)


def best_of(valued: Iterable[Valued], played: str) -> Advice:
    """The best of what is chosen before the game."""
    compared = at_first_sight(list(valued))
    mine = begun_with([each.move for each in compared], played) if played else None
    return advised(compared, played=mine)


def worth(turn: Prospect) -> float:
    return turn.value


def different(ranked: Iterable[Prospect]) -> list[Prospect]:
    """Of a tile on a cell the best turn of each kind: the others would crowd everything out."""

    def kind(turn: Prospect) -> object:
        act = next(step for step in turn.steps if isinstance(step, Discs | Workers | Nothing))
        return same_tile(turn.lay.tile), turn.lay.cell, type(act)

    return first_of_each(ranked, kind)


# ---------------------------------------------------------------- looking ahead


class Ahead:
    """What comes after a turn: tiles that may be drawn, the others' replies, the seat's next turn."""

    def __init__(self, sight: Sight, tiles: Sequence[str]) -> None:
        state = sight.state
        self.sight = sight
        self.tiles = list(tiles)
        self.shuffles = Shuffles(sight.random)
        known = list(state.tables.land.tile.values())
        seen = set(map(same_tile, (*state.territory.tiles.values(), *tiles)))
        self.unseen = [tile for tile in known if same_tile(tile) not in seen] or known
        """The tiles that may come: in the pile, or in another player's hand."""
        mine = [*sight.player.tiles, *state.laid]
        self.unseen_lines = [id for id in state.tables.exploration.tile if id not in mine]
        """The exploration tiles that other players may have."""
        self.evaluations = {sight.player.seat.id: sight.evaluation}
        self.marked: Marked = {}

    def play(self, turn: Prospect, number: int) -> float:
        """How far the seat is ahead once the others have replied and it has had its next turn."""
        sight = self.sight
        random = self.shuffles.random(number)
        state = turn.after.copy()
        coming = random.sample(self.unseen, min(len(self.unseen), 2 * len(state.players)))
        me = state.player(sight.player.seat.id)
        hand = [tile for tile in self.tiles if not self.laid(turn, tile)] + coming[:1]
        draws = iter(coming[1:])
        for player in state.others(me):
            player.tiles = self.lines_of(player, random)
        self.pass_on(state, random)
        while state.turn < state.rounds * len(state.players):
            player = state.active
            if player is me:
                best = self.best(state, me, hand)
                return sight.evaluation.margin(best.after) if best else sight.evaluation.margin(state)
            if not player.is_dummy:
                tiles = [tile for _, tile in zip(range(1 if player.is_card else 2), draws, strict=False)]
                best = self.best(state, player, tiles)
                if best is not None:
                    state = best.after
                    me = state.player(me.seat.id)
            self.pass_on(state, random)
        state.over = True
        return sight.evaluation.margin(state)

    def lines_of(self, player: Player, random: Random) -> list[str]:
        """Exploration tiles that another player may have in hand; their number is open."""
        if player.line is None:
            return []
        each = player.extra_tiles + self.sight.state.tables.setup.exploration.each
        count = max(0, min(each - len(player.line.tiles), len(self.unseen_lines)))
        return random.sample(self.unseen_lines, count)

    def laid(self, turn: Prospect, tile: str) -> bool:
        last = turn.after.territory.tiles[turn.after.placed[-1]]
        return same_tile(last) == same_tile(tile)

    def best(self, state: State, player: Player, tiles: Sequence[str]) -> Prospect | None:
        """The best turn at first sight."""
        if not tiles:
            return None
        player.hand = []
        evaluation = self.evaluations.get(player.seat.id)
        if evaluation is None:
            evaluation = self.evaluations[player.seat.id] = self.sight.evaluation.of(state, player)
        found = View(state, evaluation, self.marked).turns(tiles, NEXT_LOOK, NEXT_PLACES)
        return found[0] if found else None

    def pass_on(self, state: State, random: Random) -> None:
        """It is the next player's turn; the next castle is any that is left."""
        state.turn += 1
        state.now = Now()
        if not state.castle:
            left = rules.castles_left(state)
            state.castle = random.choice(left) if left else ""
