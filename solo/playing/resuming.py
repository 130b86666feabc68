"""Saved games: read, checked by replaying them, and only then taken over."""

from __future__ import annotations

from automa.dialogue import Text
from automa.game import Game
from solo.facts.overlay import load
from solo.games import game_named
from solo.keeping.journal import Journal
from solo.keeping.saves import find_save
from solo.playing import newgame
from solo.playing.driver import Driver, Misfit
from solo.trouble import Trouble


def look_at(save: str) -> Driver:
    """A saved game to look at; its file stays as it is."""
    return _replayed(Journal.read(find_save(save)), recover=False)


def resume(save: str | None, *, recover: bool = False, wanted: Game | None = None) -> Driver:
    """A saved game to go on with; `wanted` is the game it has to be.

    With `recover`, what can be read and replayed of one that is damaged or outgrown goes on in a new file.
    """
    journal = Journal.read(find_save(save), upto_damage=recover)
    found = journal.header.game
    if wanted is not None and found != wanted.id:
        raise Trouble(Text("trouble.other-game", save=journal.name, game=found, wanted=wanted.id))
    driver = _replayed(journal, recover=recover)
    driver.journal.take_over()
    return driver


def _replayed(journal: Journal, *, recover: bool) -> Driver:
    """The game of a journal, on its tables as they were; with `recover`, as far as its entries still fit."""
    header = journal.header
    try:
        game = game_named(header.game)
        return newgame.driver(game, load(game, header.taught).tables, journal)
    except Misfit as misfit:
        if recover:
            return _replayed(journal.first(misfit.index), recover=False)
        reason = misfit.text
        raise Trouble(Text("trouble.no-longer-replays", save=journal.name, reason=reason)) from misfit
    except Trouble as trouble:
        raise Trouble(Text("trouble.save-of-game", save=journal.name, reason=trouble.text)) from trouble
