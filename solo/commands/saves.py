"""Saved games: listed, shown, followed, exported, shared and deleted."""

import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from time import sleep
from typing import Annotated

from msgspec.structs import replace

from automa.dialogue import YOU, Confirm, Named, Option, Text, Value
from automa.game import only
from solo.commands.options import Context, SaveName, argument, option
from solo.commands.output import write
from solo.games import title
from solo.keeping import saves
from solo.keeping.disk import write_new
from solo.keeping.saves import Save
from solo.playing.driver import Driver
from solo.playing.standing import CachedStanding, Standing, remember, remembered, standing
from solo.playing.starting import look_at
from solo.showing.screen import Screen
from solo.showing.transcript import transcript
from solo.trouble import Trouble

MOST_REPLAYED = 4
"""For how many saves the round and the points are worked out where that was not noted."""
POLL_SECONDS = 0.5
"""How many seconds pass between two looks at the file."""
CLEAR_SCREEN = "\x1b[H\x1b[2J"
"""An empty screen, the cursor at the top left."""


def list_saves(ctx: Context) -> int:
    """`solo saves`: every save, the latest first."""
    if ctx.invoked_subcommand is not None:
        return 0
    screen = ctx.screen()
    found = saves.list_saves()
    if not found:
        screen.text(Text("saves.none"))
        return 0
    listed = with_standings(found)
    if screen.is_plain:
        screen.texts(save_text(*each) for each in listed)
        return 0
    whole = [each for each in listed if each[0].trouble is None]
    if whole:
        heads = [Text(f"listing.{head}") for head in ("save", "game", "round", "players", "last-played")]
        screen.listing(heads, [save_row(*each) for each in whole])
    for save, _ in listed:
        if save.trouble is not None or save.notice is not None:
            screen.text(save_text(save), "bad")
    return 0


def save_text(save: Save, now: Standing | None = None) -> Text:
    """A save in a sentence, with what is wrong with it."""
    if save.trouble is not None:
        return Text("saves.broken", save=save.name, trouble=save.trouble)
    line = Text(
        "saves.line", save=save.name, game=title(save.game), names=_names(save, now), state=_where(save, now)
    )
    return line if save.notice is None else Text("saves.with-notice", line=line, notice=save.notice)


def how_far(save: Save, now: Standing | None) -> Text:
    """How far a game is, the points so far, when it was last played, and whose turn it is."""
    seats = {seat.id: seat.name or Text("seat.you") for seat in save.seats}
    asked = "" if now is None else now.asked
    whose = (
        Text("menu.whose-turn", who=Option(asked, seats[asked])) if asked in seats else Text("menu.the-table")
    )
    return Text(
        "menu.how-far", state=_where(save, now), names=_names(save, now), when=last_played(save), whose=whose
    )


def save_row(save: Save, now: Standing | None = None) -> list[Value]:
    """A save as a row of a table."""
    where = _where(save, now) if now is None or now.round is None else now.round
    return [save.name, title(save.game), where, _names(save, now), last_played(save)]


def with_standings(found: Sequence[Save]) -> list[tuple[Save, Standing | None]]:
    """Saves, and of those that are not finished where they stand, as far as that is known.

    It is noted when a game is left. Of older saves it is worked out by playing them again, which takes its
    time: a few each time, those that were played last. One that cannot be played again is in trouble.
    """
    known = remembered()
    listed: list[tuple[Save, Standing | None]] = []
    anew: dict[str, CachedStanding] = {}
    again = 0
    for save in found:
        noted = known.get(save.name)
        now: Standing | None = None
        if save.finished or save.trouble is not None:
            pass
        elif noted is not None and noted.size == save.size:
            now = noted.standing
        elif again < MOST_REPLAYED:
            again += 1
            match standing(save.name):
                case Standing() as now:
                    anew[save.name] = CachedStanding(save.size, now)
                case Text() as trouble:
                    save = replace(save, trouble=trouble)
        listed.append((save, now))
    remember(anew)
    return listed


def _where(save: Save, now: Standing | None) -> Text:
    if save.finished:
        return Text("saves.finished")
    if now is None or now.round is None:
        return Text("saves.steps", n=save.steps)
    return Text("saves.round", round=now.round)


def _names(save: Save, now: Standing | None) -> list[str | int | Text | Named]:
    points = now.points if now is not None else {} if save.over is None else save.over.scores
    return [_seat(seat.name or Text("seat.you"), points.get(seat.id)) for seat in save.seats]


def _seat(name: str | Text, points: int | None) -> str | Text:
    return name if points is None else Text("listing.with-points", name=name, points=points)


def last_played(save: Save) -> str:
    """When, on the clock of this computer."""
    return datetime.fromtimestamp(save.changed / 1e9).strftime("%Y-%m-%d %H:%M")


def show(ctx: Context, save: SaveName) -> int:
    """`solo saves show`: the table and the score of a saved game."""
    driver, words = ctx.look_at(save)
    screen = ctx.screen(words)
    screen.text(Text("saves.header", save=driver.journal.name, seed=driver.journal.header.seed))
    screen.picture(driver.script.picture(driver.viewer))
    so_far = driver.ask is not None
    if so_far:
        screen.text(Text("talk.score-so-far"))
    screen.sheet(driver.script.sheet(), so_far=so_far)
    return 0


def table(
    ctx: Context,
    save: Annotated[str | None, argument("help.save", "SAVE")] = None,
    *,
    follow: Annotated[bool, option("help.follow", "--follow")] = False,
) -> int:
    """`solo table`: the table of a saved game; with `--follow` again after every answer, until Ctrl-C."""
    path = saves.find_save(save)
    driver, words = ctx.look_at(str(path))
    screen = ctx.screen(words)
    _draw(screen, driver)
    if follow:
        for _ in changes(path, sleep):
            try:
                driver = look_at(str(path))
            except Trouble:  # half of a line is on disk: the next look finds it whole
                continue
            if not screen.is_plain:
                sys.stdout.write(CLEAR_SCREEN)
            _draw(screen, driver)
            if driver.sheet is not None:
                break
    return 0


def changes(path: Path, wait: Callable[[float], None]) -> Iterator[int]:
    """The size of a file, each time it has changed; it ends when the file is gone."""
    size = path.stat().st_size
    while True:
        wait(POLL_SECONDS)
        try:
            now = path.stat().st_size
        except FileNotFoundError:
            return
        if now != size:
            size = now
            yield now


def _draw(screen: Screen, driver: Driver) -> None:
    names = [seat.name for seat in driver.setup.seats]
    screen.rule(Text("table.of", game=driver.game.name, names=names))
    screen.picture(driver.script.picture(driver.viewer))
    if driver.sheet is not None:
        screen.sheet(driver.sheet)


def export(
    ctx: Context,
    save: SaveName,
    to: Annotated[Path | None, argument("help.saves-to", "FILE")] = None,
    *,
    journal: Annotated[bool, option("help.saves-journal", "--journal")] = False,
) -> int:
    """`solo saves export`: the transcript of a game, its map for a FILE.svg, or its journal as it is."""
    if journal:
        content = saves.journal_of(saves.find_save(save))
    else:
        driver, words = ctx.look_at(save)
        if to is not None and to.suffix.casefold() == ".svg":
            from solo.showing.svg import drawing

            text = drawing(driver.script.maps(driver.viewer), words)
        else:
            text = "\n".join(transcript(driver, words)) + "\n"
        content = text.encode()
    if to is None or str(to) == "-":
        write(content)
    else:
        write_new(to, content)
        ctx.screen().text(Text("ending.shared", files=[str(to)]))
    return 0


def share(
    ctx: Context,
    save: SaveName,
    folder: Annotated[Path | None, argument("help.share-folder", "FOLDER")] = None,
) -> int:
    """`solo share`: the sheet of a game, finished or not, as Markdown and as SVG for others to see."""
    from solo.fronts.desk import Desk

    driver, words = ctx.look_at(save)
    files = Desk(driver, quiet=True).write_shared(words, Path.cwd() if folder is None else folder)
    ctx.screen(words).text(Text("ending.shared", files=[str(file) for file in files]))
    return 0


def delete(
    ctx: Context,
    save: SaveName,
    *,
    yes: Annotated[bool, option("help.yes", "--yes")] = False,
) -> int:
    """`solo saves delete`: asks first; a finished game leaves the history with its save."""
    from solo.fronts.form import fill_in

    path = saves.find_save(save)
    sure = Confirm("saves.sure", YOU, default=False, save=path.name)
    if not yes and not fill_in(lambda: only(sure), ctx.front(), ctx.words):
        return 0
    saves.delete_save(path)
    ctx.screen().text(Text("saves.deleted", save=path.name))
    return 0
