"""Saved games: read, checked by replaying them, and only then gone on with."""

from __future__ import annotations

from collections.abc import Callable

from automa.dialogue import Text
from automa.game import Game
from solo.facts import overlay
from solo.games import game_named
from solo.keeping.folders import saves_folder
from solo.keeping.journal import Damaged, Journal
from solo.keeping.saves import find_save
from solo.playing import newgame
from solo.playing.driver import Driver, Misfit
from solo.trouble import Trouble


class Outgrown(Trouble):
    """A save that no longer replays; its file stays as it is."""


def look_at(save: str) -> Driver:
    """A saved game to look at; its file stays as it is."""
    return _replayed(open_save(save, write=False), recover=False)


def resume(save: str | None, *, recover: bool = False, wanted: Game | None = None) -> Driver:
    """A saved game to go on with; `wanted` is the game it has to be.

    With `recover`, what can be read and replayed of a damaged one, which goes on in a copy.
    """

    def fits(journal: Journal) -> None:
        _replayed(journal, recover=False, wanted=wanted)

    try:
        journal = open_save(save, recover=recover, fits=fits)
    except Outgrown:
        if not recover:
            raise
        journal = open_save(save, recover=recover, write=False)
    return _replayed(journal, recover=recover, wanted=wanted)


def open_save(
    save: str | None,
    *,
    recover: bool = False,
    write: bool = True,
    fits: Callable[[Journal], object] | None = None,
) -> Journal:
    """The journal of a save; with `recover`, what can be read of a damaged one, to go on in a copy."""
    path = find_save(save)
    try:
        return Journal.open(path, write=write, fits=fits)
    except Damaged:
        if not recover:
            raise
        return Journal.open(path, write=write, upto_damage=True)


def _replayed(journal: Journal, *, recover: bool, wanted: Game | None = None) -> Driver:
    """The game of a journal; with `recover`, a copy up to the first entry that no longer fits."""
    try:
        found = journal.header.game
        if wanted is not None and found != wanted.id:
            raise Trouble(Text("trouble.other-game", save=journal.name, game=found, wanted=wanted.id))
        game, known = _game_of(journal)
        return _driver(game, known, journal, recover=recover)
    except BaseException:
        journal.close()
        raise


def _game_of(journal: Journal) -> tuple[Game, overlay.Facts]:
    """The game of a journal, and the tables as they were when it was started."""
    header = journal.header
    try:
        game = game_named(header.game)
        return game, overlay.load(game, header.taught)
    except Trouble as trouble:
        raise _of_save(journal, trouble) from trouble


def _of_save(journal: Journal, trouble: Trouble) -> Trouble:
    return Trouble(Text("trouble.save-of-game", save=journal.name, reason=trouble.text))


def _driver(game: Game, known: overlay.Facts, journal: Journal, *, recover: bool) -> Driver:
    try:
        return newgame.driver(game, known.tables, journal)
    except Misfit as misfit:
        if not recover:
            reason = misfit.text
            raise Outgrown(Text("trouble.no-longer-replays", save=journal.name, reason=reason)) from misfit
        fitting = journal.history.entries[: misfit.index]
    except Trouble as trouble:
        raise _of_save(journal, trouble) from trouble
    journal.close()
    copy = Journal.create(saves_folder(), journal.header)
    copy.notices.append(Text("trouble.goes-on-elsewhere", path=str(copy.path)))
    for entry in fitting:
        copy.append(entry)
    return newgame.driver(game, known.tables, copy)
