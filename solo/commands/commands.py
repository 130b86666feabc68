"""What the commands do. They put the parts together; the parts do the work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import Any

from automa.dialogue import Tell, Text
from automa.game import Game
from automa.picture import Heading, Lines, Picture, Span
from solo.commands import menu as menus
from solo.facts import overlay as facts
from solo.fronts.opening import open_front, open_screen
from solo.fronts.session import Front
from solo.games import GAMES, game_named, title
from solo.hints import hint
from solo.keeping import history as records
from solo.keeping import saves
from solo.keeping.folders import saves_folder
from solo.keeping.journal import Damaged, Header, Journal, called
from solo.playing import newgame
from solo.playing.driver import Driver, Misfit
from solo.playing.lab import Figure, Pair, compare, persons, play_pairs
from solo.playing.newgame import Wishes
from solo.showing.events import answered, log
from solo.showing.reminders import rules_picture
from solo.trouble import Trouble, cannot_read, cannot_write
from solo.words.sentences import LANGUAGES, Words

LARGEST_SEED = 1_000_000
LAB_FORMATS = ("table", "json")


def game_and_tables(
    words: Words, name: str, taught: dict[str, Any] | None = None
) -> tuple[Game, facts.Facts]:
    """A game with its tables; with the user's own taught facts unless others are given."""
    game = game_named(name)
    return game, facts.own_tables(game) if taught is None else facts.load(game, taught)


def with_game(words: Words, game: Game, lang: str | None = None) -> Words:
    """The words of the app and of one game."""
    known = words if lang is None else Words.of(lang)
    return known.and_of(game.folder)


# Playing


def play(words: Words, name: str, wishes: Wishes, *, plain: bool, why: bool) -> int:
    """`solo play`: a new game at the table."""
    game, known = game_and_tables(words, name)
    journal = Journal.create(saves_folder(), new_header(game, known, wishes))
    driver = newgame.driver(game, known.tables, journal)
    return at_table(with_game(words, game), driver, plain=plain, why=why, notice=unchecked(game, known))


def unchecked(game: Game, known: facts.Facts) -> Text | None:
    """What whoever starts a game should know: that some of what is on their components is only assumed."""
    assumed = len(known.assumed())
    return Text("talk.assumed", n=assumed, game=game.id) if assumed else None


def new_header(game: Game, known: facts.Facts, wishes: Wishes) -> Header:
    """The header of a game that starts now."""
    seed = SystemRandom().randrange(LARGEST_SEED) if wishes.seed is None else wishes.seed
    started = datetime.now().isoformat(timespec="seconds")
    wishes = replace(wishes, seed=seed, started=started, taught=known.taught)
    return newgame.header(game, known.tables, wishes)


def at_table(words: Words, driver: Driver, *, plain: bool, why: bool, notice: Text | None = None) -> int:
    """Play on, with a person at the table, until the game is over or they leave."""
    from solo.fronts.session import play

    front = open_front(words, plain)
    try:
        return play(driver, front, words, show_why=why, notice=notice)
    finally:
        driver.journal.close()


def resume(
    words: Words, save: str | None, *, recover: bool, plain: bool, why: bool, lang: str | None = None
) -> int:
    """`solo resume`: go on with a saved game, in the language it was started in unless told otherwise."""
    driver = _resumed(words, save, recover=recover)
    started_in = driver.journal.header.options.get("lang")
    spoken = lang or (started_in if started_in in LANGUAGES else None)
    return at_table(with_game(words, driver.game, spoken), driver, plain=plain, why=why)


class Outgrown(Trouble):
    """A save that no longer replays; its file stays as it is."""


def _resumed(words: Words, save: str | None, *, recover: bool, wanted: Game | None = None) -> Driver:
    """A saved game to go on with; `wanted` is the game it has to be."""

    def fits(journal: Journal) -> None:
        _replayed(words, journal, recover=False, wanted=wanted)

    try:
        journal = open_save(save, recover=recover, fits=fits)
    except Outgrown:
        if not recover:
            raise
        journal = open_save(save, recover=recover, write=False)
    return _replayed(words, journal, recover=recover, wanted=wanted)


def open_save(
    save: str | None,
    *,
    recover: bool = False,
    write: bool = True,
    fits: Callable[[Journal], object] | None = None,
) -> Journal:
    """The journal of a save; with `recover`, what can be read of a damaged one, to go on in a copy."""
    path = saves.find_save(save)
    try:
        return Journal.open(path, write=write, fits=fits)
    except Damaged:
        if not recover:
            raise
        return Journal.open(path, write=write, upto_damage=True)


def _replayed(words: Words, journal: Journal, *, recover: bool, wanted: Game | None = None) -> Driver:
    """The game of a journal; with `recover`, a copy up to the first entry that no longer fits."""
    try:
        found = journal.header.game
        if wanted is not None and found != wanted.id:
            raise Trouble(Text("trouble.other-game", save=journal.name, game=found, wanted=wanted.id))
        game, known = _game_of(words, journal)
        return _driver(game, known, journal, recover=recover)
    except BaseException:
        journal.close()
        raise


def _game_of(words: Words, journal: Journal) -> tuple[Game, facts.Facts]:
    """The game of a journal, and the tables as they were when it was started."""
    header = journal.header
    try:
        return game_and_tables(words, header.game, header.taught)
    except Trouble as trouble:
        raise _of_save(journal, trouble) from trouble


def _of_save(journal: Journal, trouble: Trouble) -> Trouble:
    return Trouble(Text("trouble.save-of-game", save=journal.name, reason=trouble.text))


def _driver(game: Game, known: facts.Facts, journal: Journal, *, recover: bool) -> Driver:
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


def demo(words: Words, name: str, wishes: Wishes, *, plain: bool, why: bool) -> int:
    """`solo demo`: a whole game that plays itself."""
    from solo.fronts.demo import narrate

    game, known = game_and_tables(words, name)
    seats = newgame.demo_seats(game, known.tables, wishes.against)
    header = new_header(game, known, replace(wishes, against=()))
    header.seats = [newgame.seat_line(seat) for seat in seats]
    screen = open_screen(with_game(words, game), plain)
    driver = newgame.driver(game, known.tables, Journal.in_memory(header), stand_ins=True)
    screen.text(Text("demo.begins", game=game.name, seed=header.seed))
    narrate(driver, screen, why=why)
    return 0


def engine(words: Words, name: str, wishes: Wishes, save: str | None) -> int:
    """`solo engine`: a game as JSON lines, for another front end."""
    from solo.fronts.engine import run_engine

    game = game_named(name)
    if save is None:
        game, known = game_and_tables(words, name)
        journal = Journal.create(saves_folder(), new_header(game, known, wishes))
        driver = _replayed(words, journal, recover=False)
    else:
        driver = _resumed(words, save, recover=False, wanted=game)
    try:
        return run_engine(driver, with_game(words, game), sys.stdin.buffer, sys.stdout.buffer)
    finally:
        driver.journal.close()


def menu(words: Words, plain: bool) -> int:
    """`solo` by itself."""
    from solo.fronts.form import fill_in

    front = open_front(words, plain)
    front.screen.text(Text("menu.welcome"), "name")
    while True:
        unfinished = [save for save in saves.list_saves() if save.trouble is None and not save.finished]
        chosen = fill_in(partial(menus.main_menu, unfinished), front, words)
        if chosen is None or chosen[0] == "leave":
            return 0
        action, save = chosen
        if action == "continue":
            return resume(words, save, recover=False, plain=plain, why=False)
        code = _menu_action(words, action, front, plain)
        # Somebody who looked something up goes on from the menu; a file of answers has had its one.
        if front.piped or action == "new":
            return code


def _menu_action(words: Words, action: str, front: Front, plain: bool) -> int:
    from solo.commands.score import score
    from solo.commands.tables import check
    from solo.fronts.form import fill_in

    if action == "history":
        return history(words, False, plain)
    name = fill_in(lambda: menus.which_game([game_named(each) for each in GAMES]), front, words)
    if name is None:
        return 0
    match action:
        case "score":
            return score(words, name, None, format="table", players=None, example=False, plain=plain)
        case "demo":
            return demo(words, name, Wishes(dice="app", cards="app", lang=words.lang), plain=plain, why=False)
        case "opponents":
            return opponents(words, name, plain)
        case "rules":
            return rules(words, name, None, plain)
        case "tables":
            return check(words, name, plain)
    game, known = game_and_tables(words, name)
    spoken = with_game(words, game)
    wishes = fill_in(lambda: menus.new_game(game, known.tables), open_front(spoken, plain), spoken)
    if wishes is None:
        return 0
    return play(words, name, replace(wishes, lang=words.lang), plain=plain, why=False)


# Looking things up


def opponents(words: Words, name: str, plain: bool) -> int:
    """`solo opponents`: everybody one can play against, drawn as cards."""
    game, known = game_and_tables(words, name)
    screen = open_screen(with_game(words, game), plain)
    for opponent in game.opponents(known.tables):
        kind = Text("opponents.house" if opponent.house else "opponents.taught")
        picture: Picture = [
            Heading(opponent.name, [[Span(opponent.id, "dim")], [Span(kind, "dim")]]),
            Lines([[Span(opponent.character)]]),
        ]
        if opponent.levels:
            levels = Text("opponents.levels", levels=list(opponent.levels), opponent=opponent.id)
            picture.append(Lines([[Span(levels, "dim")]]))
        screen.picture(picture + opponent.card)
    return 0


def rules(words: Words, name: str, topic: str | None, plain: bool) -> int:
    """`solo rules`: reminders of the rules, all or one topic."""
    game, known = game_and_tables(words, name)
    screen = open_screen(with_game(words, game), plain)
    screen.picture(rules_picture(game, known.tables, topic))
    return 0


# Saved and finished games


def list_saves(words: Words, plain: bool) -> int:
    """`solo saves`: every save, the latest first."""
    screen = open_screen(words, plain)
    found = saves.list_saves()
    if not found:
        screen.text(Text("saves.none"))
    for save in found:
        if save.trouble is not None:
            screen.text(Text("saves.broken", save=save.name, trouble=save.trouble))
            continue
        state = Text("saves.finished") if save.finished else Text("saves.entries", n=save.entries)
        names = [seat.name or Text("seat.you") for seat in save.seats]
        screen.text(Text("saves.line", save=save.name, game=title(save.game), names=names, state=state))
    return 0


def show_save(words: Words, save: str, plain: bool) -> int:
    """`solo saves show`: the table and the score of a saved game."""
    driver, spoken = _looked_at(words, save)
    screen = open_screen(spoken, plain)
    screen.text(Text("saves.header", save=driver.journal.name, seed=driver.journal.header.seed))
    screen.picture(driver.script.picture(driver.setup.seats[0].id))
    so_far = driver.ask is not None
    if so_far:
        screen.text(Text("talk.score-so-far"))
    screen.sheet(driver.script.sheet(), so_far=so_far)
    return 0


def _looked_at(words: Words, save: str) -> tuple[Driver, Words]:
    driver = _replayed(words, open_save(save, write=False), recover=False)
    return driver, with_game(words, driver.game)


def export_save(words: Words, save: str, to: Path | None, *, journal: bool) -> int:
    """`solo saves export`: the transcript of a game, or its journal as it is."""
    if journal:
        path = saves.find_save(save)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise cannot_read(path, error) from error
    else:
        driver, spoken = _looked_at(words, save)
        content = ("\n".join(transcript(driver, spoken)) + "\n").encode()
    if to is None:
        sys.stdout.buffer.write(content)
        return 0
    write_new(to, content)
    return 0


def write_new(path: Path, content: bytes) -> None:
    """A file that was not there before, whole or not at all."""
    try:
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError as error:
        raise Trouble(Text("trouble.exists", path=str(path))) from error
    except OSError as error:
        raise cannot_write(path, error) from error
    except ValueError as error:  # a name that no file can have
        raise Trouble(Text("trouble.missing", path=repr(str(path)))) from error


def transcript(driver: Driver, words: Words) -> Iterator[str]:
    """A whole game as readable lines: what was asked, answered and told."""
    header = driver.journal.header
    names = [seat.name for seat in driver.setup.seats]
    yield words.plain(Text("transcript.title", game=driver.game.name, date=header.started, names=names))
    yield words.plain(Text("transcript.seed", seed=header.seed, version=header.app))
    yield ""
    for event in log(driver):
        if isinstance(event, Tell):
            yield words.plain(event)
            yield from (f"    {words.plain(reason)}" for reason in event.why)
        else:
            yield "  " + words.plain(answered(event))
    if driver.sheet is not None:
        from solo.showing.sheets import render_sheet

        yield ""
        yield render_sheet(driver.sheet, words, "markdown")


def delete_save(words: Words, save: str, *, yes: bool, plain: bool) -> int:
    """`solo saves delete`: asks first; a finished game leaves the history with its save."""
    from automa.dialogue import YOU, Confirm
    from solo.fronts.form import fill_in

    path = saves.find_save(save)

    def sure() -> menus.Questions:
        return (yield Confirm("saves.sure", YOU, default=False, save=path.name))

    if not yes and not fill_in(sure, open_front(words, plain), words):
        return 0
    saves.delete_save(path)
    open_screen(words, plain).text(Text("saves.deleted", save=path.name))
    return 0


def history(words: Words, csv: bool, plain: bool) -> int:
    """`solo history`: the finished games."""
    games = records.played(saves.list_saves())
    if csv:
        sys.stdout.write(records.as_csv(games))
        return 0
    screen = open_screen(words, plain)
    if not games:
        screen.text(Text("history.none"))
    for game in games:
        screen.text(
            Text(
                "history.won" if game.won else "history.lost",
                date=game.started[:10],
                game=title(game.game),
                person=game.person or Text("seat.you"),
                score=game.score,
                opponents=game.against,
                best=game.best_opponent,
            )
        )
    return 0


def stats(words: Words, plain: bool) -> int:
    """`solo stats`: results by game and opponent."""
    screen = open_screen(words, plain)
    tallies = records.tallies(records.played(saves.list_saves()))
    if not tallies:
        screen.text(Text("history.none"))
    for tally in tallies:
        screen.text(
            Text(
                "stats.line",
                game=title(tally.game),
                opponent=tally.opponent,
                n=tally.games,
                won=tally.won,
                mean=decimal(tally.mean, 1),
                best=tally.best,
                against=decimal(tally.mean_against, 1),
            )
        )
    return 0


# The lab


def lab(
    words: Words,
    name: str,
    a: str,
    b: str,
    *,
    games: int,
    players: int | None,
    seed: int,
    workers: int | None,
    format: str,
    plain: bool,
) -> int:
    """`solo lab`: opponent against opponent, many times."""
    game, known = game_and_tables(words, name)
    if format not in LAB_FORMATS:
        raise Trouble(Text("trouble.word", option="--format", found=format, hint=hint(format, LAB_FORMATS)))
    if games < 2:
        raise Trouble(Text("trouble.lab-games", found=games))
    if workers is not None and workers < 1:
        raise Trouble(Text("trouble.lab-workers", found=workers))
    found = [newgame.opponent_named(game, known.tables, each) for each in (a, b)]
    names = tuple(called(opponent.id, level) for opponent, level in found)
    count = newgame.seat_count(game, players, 2)
    pairs = play_pairs(
        game, known.tables, (names[0], names[1]), players=count, games=games, seed=seed, workers=workers
    )
    result = compare(_with_bar(pairs, (games + 1) // 2, words))
    if format == "json":
        import json

        about = {"game": game.id, "players": count, "seed": seed, "opponents": names}
        sys.stdout.write(json.dumps({**about, **_rounded(result)}) + "\n")
        return 0
    screen = open_screen(words, plain)
    stand_in = bool(persons(game, known.tables))
    title = "lab.title-stand-in" if stand_in else "lab.title"
    screen.text(Text(title, game=game.name, n=result.games, players=count, seed=seed))
    for side, figure in ((names[0], result.a), (names[1], result.b)):
        screen.text(Text("lab.score", who=side, **_figure(figure, 1)))
    screen.text(Text("lab.difference", who=names[0], **_figure(result.difference, 2)))
    percent = Figure(*(100 * part for part in (result.won.mean, result.won.spread, result.won.margin)))
    screen.text(Text("lab.better" if stand_in else "lab.won", who=names[0], **_figure(percent, 1)))
    return 0


def _figure(figure: Figure, digits: int) -> dict[str, Text]:
    return {key: decimal(value, digits) for key, value in asdict(figure).items()}


def decimal(value: float, digits: int) -> Text:
    """A number to be written as the language does: 12.4 or 12,4."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return Text("number.decimal", whole=whole, part=part)


def _rounded(result: Any) -> dict[str, Any]:
    return {
        key: value if isinstance(value, int) else {part: round(each, 4) for part, each in value.items()}
        for key, value in asdict(result).items()
    }


def _with_bar(pairs: Iterator[Pair], total: int, words: Words) -> Iterator[Pair]:
    """The pairs, with a progress bar on stderr where somebody is looking."""
    if not sys.stderr.isatty():
        yield from pairs
        return
    from rich.console import Console
    from rich.progress import track

    title = words.plain(Text("lab.playing"))
    yield from track(pairs, title, total, console=Console(stderr=True), transient=True)
