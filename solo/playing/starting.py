"""Starts new games, and goes on with saved ones: checked by replaying them, and only then taken over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom
from secrets import token_hex

from msgspec.structs import replace

from automa.dialogue import Text
from automa.game import Game
from solo.facts.overlay import Facts, load
from solo.games import game_named
from solo.keeping.folders import saves_folder
from solo.keeping.history import played
from solo.keeping.journal import Header, Journal, read
from solo.keeping.saves import Save, delete_save, find_save, list_saves
from solo.playing import newgame
from solo.playing.driver import Driver, Misfit
from solo.playing.newgame import Wishes, same_again
from solo.trouble import Trouble

LARGEST_SEED = 1_000_000


def new_game(game: Game, facts: Facts, wishes: Wishes) -> Driver:
    """A game that starts now, with a save of its own."""
    header = new_header(game, facts, wishes)
    met = {opponent.partition(":")[0] for each in played(list_saves()) for opponent in each.opponents}
    if known := [seat.opponent for seat in header.seats if seat.opponent in met]:
        header.options[newgame.MET] = ",".join(known)
    journal = Journal.create(saves_folder(), header)
    try:
        return newgame.driver(game, facts.tables, journal)
    except BaseException:  # of a game that cannot begin nothing is kept
        journal.close()
        if journal.path is not None:
            delete_save(journal.path)
        raise


def last_time(saves: Sequence[Save], game: Game) -> Wishes | None:
    """The wishes that the last play of a game was started with; None if it was never played."""
    plays = [save for save in saves if save.trouble is None and save.game == game.id]
    if not plays:
        return None
    return same_again(read(max(plays, key=lambda save: save.started).path).header)


def new_demo(game: Game, facts: Facts, wishes: Wishes) -> Driver:
    """A game that plays itself on a virtual table, and leaves nothing behind."""
    track = game.tracks[-1] if game.tracks else None  # nobody is there to keep anything
    alone = replace(wishes, against=(), dice="app", cards="app", track=track)
    header = new_header(game, facts, alone)
    seats = newgame.demo_seats(game, facts.tables, wishes.against)
    header.seats = newgame.seat_lines(game, facts.tables, seats, wishes.lang)
    return newgame.driver(game, facts.tables, Journal.in_memory(header), stand_ins=True)


def new_header(game: Game, facts: Facts, wishes: Wishes) -> Header:
    """The header of a game that starts now."""
    header = newgame.header(game, facts.tables, wishes)
    header.started = datetime.now().isoformat(timespec="seconds")
    header.taught = facts.taught
    if wishes.seed is None:
        header.seed = SystemRandom().randrange(LARGEST_SEED)
    header.options[newgame.JOURNAL_ID] = token_hex(4)
    return header


def unchecked(game: Game, facts: Facts) -> Text | None:
    """The notice that some facts are only assumed, if any are."""
    assumed = len(facts.assumed())
    return Text("talk.assumed", n=assumed, game=game.id) if assumed else None


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
