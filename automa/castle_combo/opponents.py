"""Who one can play against, and how each decides: by a card of priorities, or by weighing every move.

A priority leaves the moves that fit it best; the next one goes on with those. Every step says how many moves
were left and which values were compared, and it is these steps that decide, so the reasons are the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from automa.castle_combo import rules
from automa.castle_combo.cards import other
from automa.castle_combo.counting import how_many, location_name
from automa.castle_combo.plans import (
    AtLeast,
    AtMost,
    Banner,
    CardMeasure,
    CardWant,
    CellMeasure,
    FaceDown,
    FaceUp,
    Having,
    KeyHabit,
    Least,
    LeastAt,
    Most,
    MostAt,
    MoveForMore,
    NewShield,
    Plan,
    RefreshToFind,
    Thinker,
    WayMeasure,
    WayWant,
    Weights,
    WithDiscount,
    WithMessenger,
    WithPurse,
    WithShield,
    habit_text,
    plan_words,
    want_text,
)
from automa.castle_combo.prospects import Bench, Trial, give, standing, unstock
from automa.castle_combo.rules import Discarded, Gained, Stocked, Take, Way
from automa.castle_combo.state import BIT, COLUMN, ROW, Laid, Player, Table
from automa.castle_combo.thinking import Weigher, decide_key, decide_move, thinking_words
from automa.dialogue import Answer, Ask, Named, Several, Text
from automa.game import Decider, Opponent, Seat, Setup

if TYPE_CHECKING:
    from random import Random

    from automa.castle_combo.tables import Tables

T = TypeVar("T")

# ---------------------------------------------------------------- one priority at a time


class Step(Generic[T]):
    """One priority applied: the moves before, those it kept, and what it compared."""

    __slots__ = ("before", "kept", "least", "values", "want")

    def __init__(
        self,
        want: Text,
        before: Sequence[T],
        kept: Sequence[T],
        values: Sequence[int] | None = None,
        least: bool = False,
    ) -> None:
        self.want = want
        self.before = before
        self.kept = kept
        self.values = values
        """For each of the moves before, what was measured; nothing if it only had to have something."""
        self.least = least
        """Whether the smallest value is the best."""


def keep_having(moves: Sequence[T], has: Callable[[T], bool], want: Text) -> Step[T]:
    """The moves that have it; all of them if none has."""
    kept = [move for move in moves if has(move)]
    return Step(want, moves, kept)


def keep_best(
    moves: Sequence[T], measure: Callable[[T], int], want: Text, *, least: bool = False, within: int = 0
) -> Step[T]:
    """The moves with most (or least) of something, and those that are at most `within` behind."""
    values = [measure(move) for move in moves]
    best = min(values) if least else max(values)
    kept = [move for move, value in zip(moves, values, strict=True) if abs(value - best) <= within]
    return Step(want, moves, kept, values, least)


# ---------------------------------------------------------------- what a move has


def has(want: Having, trial: Trial, player: Player) -> bool:
    """Whether a move has what is wanted; face-down cards have nothing but their back."""
    take = trial.take
    card = take.card
    if isinstance(want, FaceDown):
        return take.down
    if take.down:
        return False
    match want:
        case FaceUp():
            return True
        case WithShield(shield):
            return shield in card.shields
        case NewShield():
            mine = face_up(player)
            return any(not any(shield in each.card.shields for each in mine) for shield in card.shields)
        case Banner(banner):
            return card.location == banner
        case WithPurse():
            return card.purse > 0
        case WithDiscount():
            return bool(card.discounts)
        case WithMessenger():
            return card.messenger is not None
        case AtLeast(of, amount):
            return card_measure(of, trial) >= amount
        case AtMost(of, amount):
            return card_measure(of, trial) <= amount


def enough(want: CardWant, player: Player) -> int | None:
    """How many it has already, if that is as many as the priority asks for."""
    if not isinstance(want, WithShield | Banner | WithPurse | WithDiscount | FaceDown) or want.until is None:
        return None
    match want:
        case FaceDown():
            count = sum(1 for laid in player.cards.values() if laid.down)
        case WithShield(shield):
            count = sum(1 for laid in face_up(player) if shield in laid.card.shields)
        case Banner(banner):
            count = sum(1 for laid in face_up(player) if laid.card.location == banner)
        case WithPurse():
            count = sum(1 for laid in face_up(player) if laid.card.purse)
        case WithDiscount():
            count = sum(1 for laid in face_up(player) if laid.card.discounts)
    return count if count >= want.until else None


def face_up(player: Player) -> list[Laid]:
    """The cards of the tableau that lie face up."""
    return [laid for laid in player.cards.values() if not laid.down]


def card_measure(of: CardMeasure, trial: Trial) -> int:
    """What a move brings, leaves or costs."""
    match of:
        case "points":
            return trial.points
        case "profit":
            return trial.profit
        case "keys":
            return trial.keys
        case "gold":
            return trial.gold
        case "gold-left":
            return trial.gold_left
        case "purse-room":
            return trial.purse_room
        case "purse-gold":
            return trial.purse_gold
        case "price":
            return trial.take.price
        case "alike":
            return trial.alike


def cell_measure(of: CellMeasure, trial: Trial, player: Player) -> int:
    """What a cell has going for it."""
    take = trial.take
    row, column = ROW[take.cell], COLUMN[take.cell]
    match of:
        case "points":
            return trial.points
        case "row":
            return sum(1 for laid in player.cards.values() if laid.row == row)
        case "column":
            return sum(1 for laid in player.cards.values() if laid.column == column)
        case "row-alike":
            return _alike(take, [laid for laid in face_up(player) if laid.row == row])
        case "column-alike":
            return _alike(take, [laid for laid in face_up(player) if laid.column == column])
        case "touching":
            return sum(1 for cell in player.cards if rules.beside(cell, take.cell))
        case "choice":
            after = Player(player.seat)
            after.filled = player.filled | BIT[take.cell]
            return len(rules.legal_cells(after))


def _alike(take: Take, laid: Sequence[Laid]) -> int:
    if take.down:
        return 0
    return sum(
        how_many(each.card.packed, shield) for each in laid for shield in dict.fromkeys(take.card.shields)
    )


def way_measure(of: WayMeasure, player: Player, way: Way) -> int:
    """What a way to apply an ability brings."""
    match of:
        case "gold" | "keys":
            return _gained(way, of)
        case "purse-gold":
            return sum(
                amount for effect in way.effects if isinstance(effect, Stocked) for _, amount in effect.purses
            )
        case "points" | "profit":
            gold, keys, before = player.gold, player.keys, standing(player)
            stocked = give(player, way)
            points = standing(player) - before
            gained = player.gold - gold
            unstock(stocked)
            player.gold, player.keys = gold, keys
            return points + (gained if of == "profit" else 0)


def _gained(way: Way, what: str) -> int:
    gained = 0
    for effect in way.effects:
        if isinstance(effect, Gained) and effect.what == what:
            gained += effect.amount
        elif isinstance(effect, Discarded) and effect.what == what:
            gained += effect.card.cost
    return gained


# ---------------------------------------------------------------- a card of priorities


class Follower:
    """Decides by a card of priorities."""

    __slots__ = ("plan",)

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        table: Table = script.table
        player = table.player(ask.to)
        match ask.id:
            case "castle-combo.opponent-key":
                return self.decide_key(table, player, [option.id for option in ask.options])
            case "castle-combo.opponent-take":
                return self.decide_take(
                    table, player, [each for each in ask.options if isinstance(each, Take)]
                )
            case "castle-combo.opponent-ability":
                return self.decide_way(table, player, [each for each in ask.options if isinstance(each, Way)])
        raise AssertionError(ask)

    def decide_take(
        self, table: Table, player: Player, takes: Sequence[Take]
    ) -> tuple[list[str], list[Text]]:
        """Which card, where: the priorities for cards and then those for cells, until one move is left."""
        why: list[Text] = []
        moves = self.tried(table, player, takes)
        for want in self.plan.cards:
            if len(moves) == 1:
                break
            count = enough(want, player)
            if count is not None:
                why.append(Text("castle-combo.why.enough", want=want_text(want), count=count))
                continue
            step = card_step(want, moves, player)
            why.append(take_step_text(step))
            moves = step.kept or moves
        for spot in self.plan.cells:
            if len(moves) == 1:
                break
            step = cell_step(spot, moves, player)
            why.append(take_step_text(step))
            moves = step.kept
        return [trial.take.id for trial in moves], why

    def tried(self, table: Table, player: Player, takes: Iterable[Take]) -> Sequence[Trial]:
        """The moves with what each would bring, its ability applied as this plan would."""
        return Bench(table, player).trials(takes, self.first_way)

    def first_way(self, player: Player, ways: Sequence[Way]) -> Way:
        """The way to apply an ability that the priorities choose, the first of equals."""
        for want in self.plan.abilities:
            ways = way_step(want, ways, player).kept
        return ways[0]

    def decide_way(self, table: Table, player: Player, ways: Sequence[Way]) -> tuple[list[str], list[Text]]:
        """How to apply an ability that leaves a choice."""
        why: list[Text] = []
        mine = Bench(table, player).player
        for want in self.plan.abilities:
            if len(ways) == 1:
                break
            step = way_step(want, ways, mine)
            why.append(way_step_text(step))
            ways = step.kept
        return [way.id for way in ways], why

    def decide_key(self, table: Table, player: Player, uses: Sequence[str]) -> tuple[list[str], list[Text]]:
        """Whether to spend a key: the first habit that applies."""
        if not self.plan.keys:
            return ["none"], [Text("castle-combo.why.never-keys")]
        why: list[Text] = []
        here = self.tried(table, player, rules.takes(table, player))
        there: Sequence[Trial] = ()
        if "move" in uses and any(not isinstance(habit, RefreshToFind) for habit in self.plan.keys):
            there = self.tried(table, player, rules.takes(table, player, other(table.messenger)))
        for habit in self.plan.keys:
            use = "refresh" if isinstance(habit, RefreshToFind) else "move"
            applies, reason = self.try_habit(habit, use in uses, table, player, here, there)
            why.append(reason)
            if applies:
                return [use], why
        return ["none"], [*why, Text("castle-combo.why.no-key")]

    def try_habit(
        self,
        habit: KeyHabit,
        allowed: bool,
        table: Table,
        player: Player,
        here: Sequence[Trial],
        there: Sequence[Trial],
    ) -> tuple[bool, Text]:
        """Whether a habit applies now, and why or why not."""
        words = habit_text(habit)
        location = location_name(other(table.messenger))
        if not allowed:
            return False, Text("castle-combo.why.cannot-move", habit=words)
        if player.keys - 1 < habit.keep:
            return False, Text(
                "castle-combo.why.few-keys", habit=words, keys=Text("amount.keys", n=player.keys)
            )
        if isinstance(habit, MoveForMore):
            best_here = max(card_measure(habit.of, trial) for trial in here)
            best_there = max(card_measure(habit.of, trial) for trial in there)
            return best_there - best_here >= habit.by, Text(
                "castle-combo.why.compared",
                habit=words,
                here=best_here,
                there=best_there,
                location=location,
            )
        count = enough(habit.find, player)
        if count is not None:
            return False, Text("castle-combo.why.enough", want=words, count=count)
        found = [trial for trial in here if has(habit.find, trial, player)]
        if found:
            return False, Text("castle-combo.why.here", habit=words, cards=cards_of(found))
        if isinstance(habit, RefreshToFind):
            return True, Text("castle-combo.why.not-here", habit=words)
        found = [trial for trial in there if has(habit.find, trial, player)]
        if found:
            return True, Text("castle-combo.why.there", habit=words, cards=cards_of(found), location=location)
        return False, Text("castle-combo.why.nowhere", habit=words, location=location)


def card_step(want: CardWant, moves: Sequence[Trial], player: Player) -> Step[Trial]:
    """One priority for cards applied."""
    words = want_text(want)
    match want:
        case Most(of, within):
            return keep_best(moves, lambda trial: card_measure(of, trial), words, within=within)
        case Least(of, within):
            return keep_best(moves, lambda trial: card_measure(of, trial), words, least=True, within=within)
        case _:
            return keep_having(moves, lambda trial: has(want, trial, player), words)


def cell_step(want: MostAt | LeastAt, moves: Sequence[Trial], player: Player) -> Step[Trial]:
    """One priority for cells applied."""
    return keep_best(
        moves,
        lambda trial: cell_measure(want.of, trial, player),
        want_text(want),
        least=isinstance(want, LeastAt),
    )


def way_step(want: WayWant, ways: Sequence[Way], player: Player) -> Step[Way]:
    """One priority for abilities applied."""
    return keep_best(ways, lambda way: way_measure(want.of, player, way), want_text(want))


# ---------------------------------------------------------------- the reasons, in words


def take_step_text(step: Step[Trial]) -> Text:
    """What one priority did to the moves."""
    before = len(step.before)
    if step.values is None:
        if not step.kept:
            return Text("castle-combo.why.none", want=step.want, before=before)
        if len(step.kept) == before:
            return Text("castle-combo.why.all", want=step.want, cards=cards_of(step.kept), n=before)
        return Text(
            "castle-combo.why.some",
            want=step.want,
            cards=cards_of(step.kept),
            n=len(step.kept),
            before=before,
        )
    return _measured(step, step.values, groups_of)


def way_step_text(step: Step[Way]) -> Text:
    """What one priority did to the ways to apply an ability."""
    assert step.values is not None
    return _measured(step, step.values, lambda ways: list(ways))


def _measured(
    step: Step[T], values: Sequence[int], names: Callable[[Sequence[T]], Sequence[Named | Text]]
) -> Text:
    """The values that were compared: those of the moves that were kept, then the others, the best first."""
    kept = set(map(id, step.kept))
    found: dict[int, list[T]] = {}
    for move, value in zip(step.before, values, strict=True):
        found.setdefault(value, []).append(move)
    ranked = sorted(found, reverse=not step.least)
    good = [value for value in ranked if id(found[value][0]) in kept]
    rest = [value for value in ranked if id(found[value][0]) not in kept]
    compared = _in_turn(
        "castle-combo.why.then",
        [
            Text(
                "castle-combo.why.value",
                value=str(value).replace("-", "−"),
                moves=_in_turn("castle-combo.why.or", names(found[value])),
            )
            for value in (*good, *rest)
        ],
    )
    if not rest:
        return Text("castle-combo.why.equal", want=step.want, compared=compared, n=len(step.kept))
    return Text(
        "castle-combo.why.measured",
        want=step.want,
        compared=compared,
        n=len(step.kept),
        before=len(step.before),
    )


def _in_turn(id: str, parts: Sequence[Named | Text]) -> Named | Text:
    """Parts that may be lists themselves, one after the other with something between them."""
    joined = parts[0]
    for part in parts[1:]:
        joined = Text(id, first=joined, second=part)
    return joined


def cards_of(trials: Sequence[Trial]) -> list[Text | Named]:
    """The cards of moves, each once; face down said so."""
    named: dict[tuple[str, bool], Text | Named] = {}
    for trial in trials:
        take = trial.take
        named[take.card.id, take.down] = (
            Text("castle-combo.why.down", card=take.card) if take.down else take.card
        )
    return list(named.values())


def groups_of(trials: Sequence[Trial]) -> list[Text]:
    """Moves said shortly: each card with its cells."""
    cells: dict[tuple[str, bool], list[str]] = {}
    named: dict[tuple[str, bool], Any] = {}
    for trial in trials:
        take = trial.take
        key = (take.card.id, take.down)
        cells.setdefault(key, []).append(take.cell)
        named[key] = take.card
    return [
        Text(
            "castle-combo.why.down-on" if down else "castle-combo.why.on",
            card=named[id, down],
            cells="/".join(where),
        )
        for (id, down), where in cells.items()
    ]


# ---------------------------------------------------------------- the others at the table


class Weighing:
    """Decides by weighing every move."""

    __slots__ = ("weights",)

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        assert isinstance(ask, Several)
        table: Table = script.table
        player = table.player(ask.to)
        if ask.id == "castle-combo.opponent-key":
            return decide_key(table, player, [option.id for option in ask.options], self.weights)
        weigher = Weigher(table, player, self.weights)
        before = weigher.now()
        weighed = weigher.weigh(option for option in ask.options if isinstance(option, Take))
        weighed += [weigher.way(option) for option in ask.options if isinstance(option, Way)]
        return decide_move(weighed, before)


class StandIn:
    """Plays for a person where nobody sits at the table: any legal answer."""

    __slots__ = ()

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        return ask.legal(random), ()


# ---------------------------------------------------------------- what the companion asks for


def opponents(tables: Tables) -> Sequence[Opponent]:
    """Everybody one can play against: the cards of priorities, then the bots that think."""
    from automa.castle_combo.picture import opponent_card, thinker_card

    found = [
        Opponent(id, plan.name, character(id, plan), (), opponent_card(plan), plan.house)
        for id, plan in tables.opponents.opponent.items()
    ]
    found += [
        Opponent(id, each.name, character(id, each), tuple(each.level), thinker_card(each), each.house)
        for id, each in tables.opponents.thinker.items()
    ]
    return found


def character(id: str, opponent: Plan | Thinker) -> Text:
    """Who an opponent is, in a sentence: its own words, or those of the catalogues."""
    if opponent.character:
        return Text("castle-combo.own-words", words=opponent.character)
    return Text(f"castle-combo.character.{id}")


def decider(seat: Seat, setup: Setup) -> Decider:
    """Who answers for a seat."""
    tables: Tables = setup.tables
    if seat.is_person:
        return StandIn()
    plan = tables.opponents.opponent.get(seat.opponent)
    if plan is not None:
        return Follower(plan)
    thinker = tables.opponents.thinker[seat.opponent]
    level = seat.level or next(iter(thinker.level))
    return Weighing(thinker.level[level])


DEMO_SEATS = 3


def demo_seats(tables: Tables) -> Sequence[Seat]:
    """Who plays when nobody is at the table: a thinking bot, if there is one, among cards of priorities."""
    found: list[tuple[str, str, str]] = [
        (id, plan.name, "") for id, plan in tables.opponents.opponent.items()
    ]
    thinkers = [(id, each.name, next(iter(each.level))) for id, each in tables.opponents.thinker.items()]
    everybody = [*found[: DEMO_SEATS - 1], *thinkers[:1], *found[DEMO_SEATS - 1 :], *thinkers[1:]]
    seats = [Seat(id, name, id, level) for id, name, level in everybody[:DEMO_SEATS]]
    if len(seats) == 1:
        seats.append(Seat(f"{seats[0].id}-2", f"{seats[0].name} 2", seats[0].opponent, seats[0].level))
    return seats


def opponent_words(tables: Tables) -> Iterator[str]:
    """Every text id of opponents that is put together from a word."""
    from automa.castle_combo.picture import picture_words
    from automa.castle_combo.short import short_words

    yield from plan_words()
    yield from thinking_words()
    yield from short_words()
    yield from picture_words()
    for group in (tables.opponents.opponent, tables.opponents.thinker):
        for id, each in group.items():
            if not each.character:
                yield f"castle-combo.character.{id}"
