"""When a game is over: what decided it, where it stands, and what next."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Option, Text
from automa.game import Questions, Seat
from automa.picture import Lines, Span
from solo.commands.options import Context
from solo.commands.review import judged_turns, review, told_turning_points
from solo.fronts.choosing import choose
from solo.fronts.desk import Desk
from solo.fronts.prompts import forget_typed_ahead
from solo.fronts.session import Front
from solo.keeping.journal import Header
from solo.keeping.saves import SEASON
from solo.playing.driver import Driver
from solo.playing.endings import Ending
from solo.playing.looking_back import LookingBack
from solo.playing.newgame import Wishes, same_again
from solo.showing.results import side_by_side, tables_of
from solo.showing.sheets import ending as result
from solo.trouble import Trouble
from solo.words.sentences import Words


def what_next(
    ctx: Context,
    words: Words,
    driver: Driver,
    looking_back: LookingBack,
    *,
    quiet: bool = False,
) -> Wishes | None:
    """Tell how a game ended, and do what the person wants; the wishes for another one, if any."""
    desk = Desk(driver, quiet=quiet)
    front = ctx.front(words)
    found = desk.ending()
    if front.pager is not None:  # line by line all of this was just told
        _show_result(front, words, desk, found)
    if found is not None:
        front.screen.texts(found.told())
        show_turning_points(front, words, driver, looking_back)
        forget_typed_ahead()
    header = driver.journal.header
    while True:
        match choose(partial(_question, found, header), front, words):
            case "again":
                return same_again(header)
            case "stronger" if found is not None and found.next_up is not None:
                wishes = same_again(header)
                return replace(wishes, against=[found.next_up.wish, *wishes.against[1:]], first="")
            case "review":
                review(ctx, driver.journal.name)
            case "share":
                try:
                    files = desk.write_shared(words, Path.cwd())
                    front.screen.text(Text("ending.shared", files=[file.name for file in files]))
                except Trouble as trouble:
                    front.screen.text(trouble.text, "bad")
            case _:
                return None


def _show_result(front: Front, words: Words, desk: Desk, found: Ending | None) -> None:
    """Who won, what they say to it, and the table of the person beside that of the best other player."""
    driver, screen = desk.driver, front.screen
    assert driver.sheet is not None
    screen.rule(driver.game.name)
    for sentence in result(driver.sheet):
        screen.text(sentence, "title")
    desk.voices.notice()
    winners = [column.seat for column in driver.sheet.winners()]
    for remark in sorted(desk.remarks(), key=lambda each: each.seat.id not in winners):
        screen.text(remark.told(words.lang), "name")
    if found is not None:
        pair: list[Seat] = [
            seat for seat in driver.setup.seats if seat.is_person or seat.id == found.rival.seat
        ]
        tables = tables_of(driver.script.panels(driver.viewer, None), pair)
        screen.paper.put(side_by_side(screen, tables))


def show_turning_points(front: Front, words: Words, driver: Driver, looking_back: LookingBack) -> None:
    """The three turns that won or lost most; working them out takes its time, and can be broken off."""
    (person,) = (seat.id for seat in driver.setup.people)
    try:
        turns = judged_turns(looking_back, person, words, Text("turning-point.looking"))
        lines = list(told_turning_points(turns, driver))
    except KeyboardInterrupt:
        front.screen.text(Text("turning-point.skipped"), "dim")
        return
    except Trouble:  # there is nobody in this game who could tell
        return
    if lines:
        front.screen.text(Text("turning-point.title", n=len(lines)), "title")
        front.screen.picture([Lines([[Span(line)] for line in lines], hang=4)])


def _question(found: Ending | None, header: Header) -> Questions[str]:
    in_season = SEASON in header.options
    options = [Option("leave", Text("ending.season" if in_season else "ending.leave"))]
    if not in_season:
        options.append(Option("again", Text("ending.again")))
    if found is not None and found.next_up is not None and not in_season:
        options.append(Option("stronger", Text("ending.stronger", opponent=found.next_up.name)))
    options += [Option("review", Text("ending.review")), Option("share", Text("ending.share"))]
    chosen: str = yield Choose("ending.what-next", YOU, options, default="leave")
    return chosen
