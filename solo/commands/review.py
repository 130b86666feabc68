"""`solo review`: a game that was played, as a strong player sees it."""

from collections.abc import Mapping, Sequence

from automa.coach import Coach
from automa.dialogue import Text, Value, joined
from automa.opponents import tenths
from solo.commands.options import Context, Plain, SaveName
from solo.fronts.opening import open_screen
from solo.keeping import reviews
from solo.playing.coaching import Judged, best_turn, costliest, turn_count
from solo.playing.coaching import review as reviewed
from solo.playing.driver import Driver
from solo.playing.resuming import look_at
from solo.showing.charts import bars
from solo.showing.events import as_typed, typed_answers
from solo.showing.progress import with_bar
from solo.showing.screen import Screen
from solo.trouble import Trouble
from solo.words.sentences import Words

HEADS = ("turn", "played", "better", "cost")


def review(ctx: Context, save: SaveName, *, plain: Plain = False) -> int:
    """The costliest moves of each person, the best one, and how the turns went."""
    driver = look_at(save)
    game = driver.game
    coach = game.coach(driver.setup)
    if isinstance(coach, Text):
        raise Trouble(coach)
    words = ctx.words.and_of(game.folder)
    screen = open_screen(words, plain)
    found = reviews.kept(driver.journal, dict[str, list[Judged]]) or {}
    for seat in driver.setup.seats:
        if seat.is_person:
            if seat.id not in found:
                found[seat.id] = _looked_back(driver, seat.id, coach, words)
                reviews.keep(driver.journal, found)
            screen.rule(Text("review.title", game=game.name, who=seat))
            _show([turn for turn in found[seat.id] if turn.is_judged], driver, screen)
    return 0


def _looked_back(driver: Driver, seat: str, coach: Coach, words: Words) -> list[Judged]:
    """The turns of a person, which takes its time."""
    total = turn_count(driver, seat, coach)
    return list(with_bar(reviewed(driver, seat, coach), total, Text("review.thinking"), words))


def _show(turns: Sequence[Judged], driver: Driver, screen: Screen) -> None:
    if not turns:
        screen.text(Text("review.nothing"))
        return
    costly, typed = costliest(turns), typed_answers(driver)
    if not costly:
        screen.text(Text("review.faultless"))
    better = _better(costly, driver)
    rows = [
        {
            "turn": _when(turn, turns),
            "move": _played(turn, typed),
            "best": better[turn.at],
            "cost": Text("review.cost", cost=tenths(turn.cost), error=tenths(turn.error)),
        }
        for turn in costly
    ]
    if screen.is_plain:
        screen.texts(Text("review.line", **row) for row in rows)
    elif rows:
        heads = [Text(f"review.head.{head}") for head in HEADS]
        screen.listing(heads, [list(row.values()) for row in rows], ["right", "left", "left", "right"])
    screen.text(_best(best_turn(turns), turns, typed))
    chart = bars([turn.cost for turn in turns], screen.paper.encoding)
    total = sum(turn.cost for turn in turns)
    screen.text(Text("review.chart", n=len(turns), chart=chart, cost=tenths(total)))


def _better(costly: Sequence[Judged], driver: Driver) -> dict[int, Value]:
    """What would have been better at an answer, as it would have been typed, by its place in the journal."""
    wanted = {turn.at: turn.better for turn in costly}
    return {
        given.index: as_typed(given.ask, given.ask.check(given.ask.understood(wanted[given.index])))
        for given in driver.replay()
        if given.index in wanted
    }


def _when(turn: Judged, turns: Sequence[Judged]) -> Value:
    """The round it was in, and which turn of it where a round has several."""
    if not turn.round:
        return turn.number
    if all(each.number == 1 for each in turns):
        return turn.round
    return Text("review.turn-of-round", turn=turn.number, round=turn.round)


def _played(turn: Judged, typed: Mapping[int, Value]) -> Value:
    """Everything that was answered in a turn, as it is typed."""
    return joined("answer.next", [typed[place] for place in turn.answers])


def _best(turn: Judged, turns: Sequence[Judged], typed: Mapping[int, Value]) -> Text:
    """The best turn: how far it was ahead of all others, or how far behind the best one there was."""
    id = "review.best" if turn.lead else "review.best-of-equals"
    if turn.cost:
        id = "review.closest"
    values = {"lead": tenths(turn.lead), "cost": tenths(turn.cost)}
    return Text(id, turn=_when(turn, turns), move=_played(turn, typed), **values)
