"""When a game is over: what decided it, where it stands, and what next."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path

from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Option, Text
from automa.game import Questions
from solo.commands.options import Context
from solo.commands.review import review
from solo.fronts.choosing import choose
from solo.fronts.opening import open_front
from solo.keeping.disk import write_new
from solo.keeping.history import played
from solo.keeping.journal import Header, called
from solo.keeping.saves import SEASON, list_saves
from solo.playing.driver import Driver
from solo.playing.endings import Ending, ending
from solo.playing.newgame import FIRST, Wishes
from solo.playing.voices import Voices
from solo.showing.screen import Screen
from solo.showing.sheets import render_sheet
from solo.trouble import Trouble
from solo.words.sentences import Words

SHARED_WIDTH = 80
"""The columns of a sheet that is shared as a picture."""


def what_next(
    ctx: Context, words: Words, driver: Driver, *, plain: bool, quiet: bool = False
) -> Wishes | None:
    """Tell how a game ended, and do what the person wants; the wishes for another one, if any."""
    found = _ended(driver)
    front = open_front(words, plain)
    if front.pager is not None:  # line by line they have said it already
        voices = Voices(driver, quiet=quiet)
        voices.notice()
        for remark in voices.remarks():
            front.screen.text(remark.told(words.lang), "name")
    if found is not None:
        front.screen.texts(found.told())
    header = driver.journal.header
    while True:
        match choose(partial(_question, found, header), front, words):
            case "again":
                return same_again(header)
            case "stronger" if found is not None and found.next_up is not None:
                wishes = same_again(header)
                return replace(wishes, against=[found.next_up.wish, *wishes.against[1:]], first="")
            case "review":
                review(ctx, driver.journal.name, plain=plain)
            case "share":
                try:
                    files = share(driver, words, Path.cwd())
                    front.screen.text(Text("ending.shared", files=[file.name for file in files]))
                except Trouble as trouble:
                    front.screen.text(trouble.text, "bad")
            case _:
                return None


def _ended(driver: Driver) -> Ending | None:
    """How it ended for the one person at the table; nothing to tell where several played."""
    people = [seat.id for seat in driver.setup.seats if seat.is_person]
    if driver.sheet is None or len(people) != 1:
        return None
    games = played(list_saves())
    return ending(driver.game, driver.setup.tables, driver.sheet, people[0], driver.journal.name, games)


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


def same_again(header: Header) -> Wishes:
    """The wishes for the same game against the same opponents, on another shuffle."""
    options = header.options
    return Wishes(
        against=[called(seat.opponent, seat.level) for seat in header.seats if seat.opponent],
        players=len(header.seats),
        people=[seat.name for seat in header.seats if not seat.opponent and seat.name],
        dice=options.get("dice"),
        cards=options.get("cards"),
        rulings=[f"{id}={value}" for id, value in header.rulings.items()],
        first=options.get(FIRST, ""),
        lang=options.get("lang", "en"),
        track=options.get("track") or None,
    )


def share(driver: Driver, words: Words, folder: Path) -> list[Path]:
    """The sheet of a game as text and as a picture, in files of their own; what is there stays as it is."""
    sheet = driver.script.sheet()
    text, picture = (folder / f"{driver.journal.name}.{ending}" for ending in ("md", "svg"))
    write_new(text, render_sheet(sheet, words, "markdown").encode())
    write_new(picture, as_picture(driver, words).encode())
    return [text, picture]


def as_picture(driver: Driver, words: Words) -> str:
    """The sheet of a game as it stands on a terminal, as SVG."""
    from rich.console import Console

    console = Console(record=True, file=StringIO(), width=SHARED_WIDTH, force_terminal=True, highlight=False)
    Screen.rich(words, console).sheet(driver.script.sheet())
    return console.export_svg(title=driver.game.name)
