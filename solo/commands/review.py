"""`solo review`: a game that was played, as a strong player sees it."""

from collections.abc import Iterator, Sequence

from automa.dialogue import Text
from automa.opponents import tenths
from solo.commands.options import Context, SaveName
from solo.playing.coaching import JudgedTurn, turning_points
from solo.playing.driver import Driver
from solo.playing.looking_back import LookingBack
from solo.showing.events import answer_in_words
from solo.showing.looking_back import Review
from solo.showing.progress import with_bar
from solo.showing.screen import Screen
from solo.words.sentences import Words

HEADS = ("turn", "played", "better", "cost")


def review(ctx: Context, save: SaveName) -> int:
    """The costliest moves of each person, the best one, and how the turns went."""
    driver, words = ctx.look_at(save)
    screen = ctx.screen(words)
    for seat in driver.setup.people:
        turns = judged_turns(LookingBack(driver), seat.id, words, Text("review.thinking"))
        screen.rule(Text("review.title", game=driver.game.name, who=seat))
        _show(turns, driver, screen)
    return 0


def judged_turns(looking_back: LookingBack, seat: str, words: Words, title: Text) -> list[JudgedTurn]:
    """The turns of a person that can be judged, with a bar while they are worked out."""
    looking_back.start([seat])
    for _ in with_bar(looking_back.steps(), looking_back.total, title, words):
        pass
    return [turn for turn in looking_back.judged[seat] if turn.is_judged]


def told_turning_points(turns: Sequence[JudgedTurn], driver: Driver) -> Iterator[Text]:
    """The few turns that won or lost most, each as a sentence."""
    review = Review(turns, driver, answer_in_words)
    for turn in turning_points(turns):
        when = review.when(turn)
        if turn.cost >= turn.lead:
            lost = {"move": review.move(turn), "best": review.better[turn.at]}
            yield Text("turning-point.lost", turn=when, points=tenths(turn.cost), **lost)
        else:
            yield Text("turning-point.won", turn=when, points=tenths(turn.lead), move=review.move(turn))


def _show(turns: Sequence[JudgedTurn], driver: Driver, screen: Screen) -> None:
    review = Review(turns, driver, answer_in_words)
    if (said := review.before()) is not None:
        screen.text(said)
    costly = review.costly()
    if screen.is_plain:
        screen.texts(Text("review.line", **row) for row in costly)
    elif costly:
        heads = [Text(f"review.head.{head}") for head in HEADS]
        screen.listing(heads, [list(row.values()) for row in costly], right=(0, 3))
    screen.texts(review.after(screen.paper.encoding))
