"""`solo review`: a game that was played, as a strong player sees it."""

from collections.abc import Mapping

from automa.coach import Choice
from automa.dialogue import Text, Value, joined
from automa.opponents import tenths
from solo.commands.options import Context, Plain, SaveName
from solo.fronts.opening import open_screen
from solo.playing.coaching import Judged, best_turn, costliest
from solo.playing.coaching import review as reviewed
from solo.playing.resuming import look_at
from solo.showing.charts import bars
from solo.showing.events import typed_answers
from solo.showing.screen import Screen
from solo.trouble import Trouble

HEADS = ("turn", "played", "worth", "better", "better-worth", "cost")


def review(ctx: Context, save: SaveName, *, plain: Plain = False) -> int:
    """The costliest moves of each person, the best one, and how the turns went."""
    driver = look_at(save)
    game = driver.game
    coach = game.coach(driver.setup)
    if isinstance(coach, Text):
        raise Trouble(coach)
    screen = open_screen(ctx.words.and_of(game.folder), plain)
    for seat in driver.setup.seats:
        if seat.is_person:
            screen.rule(Text("review.title", game=game.name, who=seat))
            _show(reviewed(driver, seat.id, coach), typed_answers(driver), screen)
    return 0


def _show(turns: list[Judged], typed: Mapping[int, Value], screen: Screen) -> None:
    if not turns:
        screen.text(Text("review.nothing"))
        return
    costly = costliest(turns)
    if not costly:
        screen.text(Text("review.faultless"))
    elif screen.is_plain:
        screen.texts(Text("review.line", **_values(turn, typed)) for turn in costly)
    else:
        rows: list[list[Value]] = [list(_values(turn, typed).values()) for turn in costly]
        heads = [Text(f"review.head.{head}") for head in HEADS]
        screen.listing(heads, rows, ["right", "left", "right", "left", "right", "right"])
    screen.text(_best(best_turn(turns), typed))
    chart = bars([turn.cost for turn in turns], screen.paper.encoding)
    total = sum(turn.cost for turn in turns)
    screen.text(Text("review.chart", n=len(turns), chart=chart, cost=tenths(total)))


def _values(turn: Judged, typed: Mapping[int, Value]) -> dict[str, Value]:
    best: Choice = turn.best
    return {
        "turn": _when(turn),
        "move": _played(turn, typed),
        "value": tenths(turn.value),
        "best": best.move,
        "best_value": tenths(best.value),
        "cost": tenths(turn.cost),
    }


def _when(turn: Judged) -> Value:
    """Which turn it was, and of which round where a round has several."""
    if turn.round in (0, turn.number):
        return turn.number
    return Text("review.turn-of-round", turn=turn.number, round=turn.round)


def _played(turn: Judged, typed: Mapping[int, Value]) -> Value:
    """Everything that was answered in a turn, as it is typed."""
    return joined("answer.next", [typed[place] for place in turn.answers])


def _best(turn: Judged, typed: Mapping[int, Value]) -> Text:
    """The best turn: how far it was ahead of all others, or how far behind the best one there was."""
    id = "review.closest" if round(turn.cost, 1) > 0 else "review.best-of-equals"
    if round(turn.lead, 1) > 0:
        id = "review.best"
    values = {"lead": tenths(max(0.0, turn.lead)), "cost": tenths(turn.cost)}
    return Text(id, turn=_when(turn), move=_played(turn, typed), **values)
