"""Saved games: listed, shown, exported and deleted."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

from automa.dialogue import Named, Text, Value
from solo.commands.options import Context, Plain, SaveName, argument, as_path, option
from solo.commands.output import write
from solo.commands.questions import sure_to_delete
from solo.fronts.opening import open_front, open_screen
from solo.games import title
from solo.keeping import saves
from solo.keeping.disk import write_new
from solo.keeping.saves import Save
from solo.playing.resuming import look_at
from solo.playing.standing import standing
from solo.showing.transcript import transcript

PLAYED_AGAIN = 4
"""For how many saves the round and the points are worked out."""


def list_saves(ctx: Context, *, plain: Plain = False) -> int:
    """`solo saves`: every save, the latest first."""
    screen = open_screen(ctx.words, plain)
    found = saves.list_saves()
    if not found:
        screen.text(Text("saves.none"))
    elif screen.is_plain:
        screen.texts(told(save) for save in found)
    else:
        whole = [save for save in found if save.trouble is None]
        if whole:
            heads = [Text(f"listing.{head}") for head in ("save", "game", "round", "players", "last-played")]
            screen.listing(heads, list(in_columns(whole)), ["left"] * 5)
        for save in found:
            if save.trouble is not None or save.notice is not None:
                screen.text(told(save), "bad")
    return 0


def told(save: Save) -> Text:
    """A save in a sentence, with what is wrong with it."""
    if save.trouble is not None:
        return Text("saves.broken", save=save.name, trouble=save.trouble)
    state = Text("saves.finished") if save.finished else Text("saves.steps", n=save.steps)
    names = [seat.name or Text("seat.you") for seat in save.seats]
    line = Text("saves.line", save=save.name, game=title(save.game), names=names, state=state)
    return line if save.notice is None else Text("saves.with-notice", line=line, notice=save.notice)


def in_columns(found: Sequence[Save]) -> Iterator[list[Value]]:
    """Saves as rows of a table.

    A round and the points so far are only known when a game is played again, which takes its time: that is
    done for the few that were played last.
    """
    again = 0
    for save in found:
        where: Value = Text("saves.finished")
        scores = save.scores
        if not save.finished:
            where = Text("saves.steps", n=save.steps)
            again += 1
            now = standing(save.name) if again <= PLAYED_AGAIN else None
            if now is not None:
                scores = now.points
                where = where if now.round is None else now.round
        names: list[str | int | Text | Named] = [
            _seat(seat.name or Text("seat.you"), scores.get(seat.id)) for seat in save.seats
        ]
        yield [save.name, title(save.game), where, names, last_played(save)]


def _seat(name: str | Text, points: int | None) -> str | Text:
    return name if points is None else Text("listing.with-points", name=name, points=points)


def last_played(save: Save) -> str:
    """When, on the clock of this computer."""
    return datetime.fromtimestamp(save.changed / 1e9).strftime("%Y-%m-%d %H:%M")


def show(ctx: Context, save: SaveName, *, plain: Plain = False) -> int:
    """`solo saves show`: the table and the score of a saved game."""
    driver = look_at(save)
    screen = open_screen(ctx.words.and_of(driver.game.folder), plain)
    screen.text(Text("saves.header", save=driver.journal.name, seed=driver.journal.header.seed))
    screen.picture(driver.script.picture(driver.viewer))
    so_far = driver.ask is not None
    if so_far:
        screen.text(Text("talk.score-so-far"))
    screen.sheet(driver.script.sheet(), so_far=so_far)
    return 0


def export(
    ctx: Context,
    save: SaveName,
    to: Annotated[Path | None, argument("help.saves-to", "FILE", callback=as_path)] = None,
    *,
    journal: Annotated[bool, option("help.saves-journal", "--journal")] = False,
) -> int:
    """`solo saves export`: the transcript of a game, its map for a FILE.svg, or its journal as it is."""
    if journal:
        content = saves.journal_of(saves.find_save(save))
    else:
        driver = look_at(save)
        words = ctx.words.and_of(driver.game.folder)
        if to is not None and to.suffix.casefold() == ".svg":
            from solo.showing.svg import drawing

            text = drawing(driver.script.picture(driver.viewer), words)
        else:
            text = "\n".join(transcript(driver, words)) + "\n"
        content = text.encode()
    if to is None:
        write(content)
    else:
        write_new(to, content)
    return 0


def delete(
    ctx: Context,
    save: SaveName,
    *,
    yes: Annotated[bool, option("help.yes", "--yes")] = False,
    plain: Plain = False,
) -> int:
    """`solo saves delete`: asks first; a finished game leaves the history with its save."""
    from solo.fronts.form import fill_in

    path = saves.find_save(save)
    if not yes and not fill_in(lambda: sure_to_delete(path.name), open_front(ctx.words, plain), ctx.words):
        return 0
    saves.delete_save(path)
    open_screen(ctx.words, plain).text(Text("saves.deleted", save=path.name))
    return 0
