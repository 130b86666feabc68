"""What the commands do. They put the parts together; the parts do the work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Any

from automa.dialogue import Text
from automa.game import Game
from automa.picture import Heading, Lines, Picture, Span
from solo import facts, newgame, records, saves
from solo import menu as menus
from solo.driver import Driver, Given, Misfit
from solo.fronts import open_front, open_screen
from solo.games import GAMES, game_named
from solo.journal import Damaged, Header, Journal
from solo.lab import Figure, Pair, compare, play_pairs
from solo.newgame import Wishes
from solo.places import saves_folder
from solo.suggest import hint
from solo.talk import Front
from solo.trouble import Trouble, cannot_read, cannot_write
from solo.words import Words

LARGEST_SEED = 1_000_000
LAB_FORMATS = ("table", "json")


def game_and_tables(name: str, taught: dict[str, Any] | None = None) -> tuple[Game, facts.Facts]:
    """A game with its tables; with the user's own taught facts unless others are given."""
    game = game_named(name)
    return game, facts.load_own(game) if taught is None else facts.load(game, taught)


def with_game(words: Words, game: Game, lang: str | None = None) -> Words:
    """The words of the app and of one game."""
    return Words.of(lang or words.lang, [game.folder])


# Playing


def play(words: Words, name: str, wishes: Wishes, *, plain: bool, why: bool) -> int:
    """`solo play`: a new game at the table."""
    game, known = game_and_tables(name)
    journal = Journal.create(saves_folder(), new_header(game, known, wishes))
    return at_table(with_game(words, game), newgame.driver(game, known.tables, journal), plain=plain, why=why)


def new_header(game: Game, known: facts.Facts, wishes: Wishes) -> Header:
    """The header of a game that starts now."""
    seed = SystemRandom().randrange(LARGEST_SEED) if wishes.seed is None else wishes.seed
    started = datetime.now().isoformat(timespec="seconds")
    wishes = replace(wishes, seed=seed, started=started, taught=known.taught)
    return newgame.header(game, known.tables, wishes)


def at_table(words: Words, driver: Driver, *, plain: bool, why: bool) -> int:
    """Play on, with a person at the table, until the game is over or they leave."""
    from solo.talk import play

    front = open_front(words, plain)
    try:
        return play(driver, front, words, show_why=why)
    finally:
        driver.journal.close()


def resume(
    words: Words, save: str | None, *, recover: bool, plain: bool, why: bool, lang: str | None = None
) -> int:
    """`solo resume`: go on with a saved game, in the language it was started in unless told otherwise."""
    journal = open_save(save, recover=recover)
    game, known = game_and_tables(journal.header.game, journal.header.taught)
    driver = _replayed(game, known, journal, recover=recover)
    spoken = lang or journal.header.options.get("lang")
    return at_table(with_game(words, game, spoken), driver, plain=plain, why=why)


def open_save(save: str | None, *, recover: bool = False, write: bool = True) -> Journal:
    """The journal of a save; with `recover`, what can be read of a damaged one, to go on in a copy."""
    path = saves.find_save(save)
    try:
        return Journal.open(path, write=write)
    except Damaged:
        if not recover:
            raise
        return Journal.open(path, write=write, upto_damage=True)


def _replayed(game: Game, known: facts.Facts, journal: Journal, *, recover: bool) -> Driver:
    """The game of a journal; with `recover`, a copy up to the first entry that no longer fits."""
    try:
        return newgame.driver(game, known.tables, journal)
    except Misfit as misfit:
        journal.close()
        if not recover:
            raise Trouble(
                Text("trouble.no-longer-replays", save=journal.name, reason=misfit.text)
            ) from misfit
        copy = Journal.create(saves_folder(), journal.header)
        for entry in journal.history.entries[: misfit.index]:
            copy.append(entry)
        return newgame.driver(game, known.tables, copy)


def demo(words: Words, name: str, wishes: Wishes, *, plain: bool, why: bool) -> int:
    """`solo demo`: a whole game that plays itself."""
    from solo.demo import narrate

    game, known = game_and_tables(name)
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
    from solo.engine import run_engine

    game = game_named(name)
    if save is None:
        game, known = game_and_tables(name)
        journal = Journal.create(saves_folder(), new_header(game, known, wishes))
    else:
        journal = open_save(save)
        if journal.header.game != game.id:
            raise Trouble(Text("trouble.other-game", save=save, game=journal.header.game, wanted=game.id))
        game, known = game_and_tables(name, journal.header.taught)
    driver = _replayed(game, known, journal, recover=False)
    try:
        return run_engine(driver, with_game(words, game), sys.stdin.buffer, sys.stdout.buffer)
    finally:
        journal.close()


def menu(words: Words, plain: bool) -> int:
    """`solo` by itself."""
    from solo.form import fill_in

    front = open_front(words, plain)
    front.screen.text(Text("menu.welcome"), "name")
    unfinished = [save for save in saves.list_saves() if save.trouble is None and not save.finished]
    chosen = fill_in(lambda: menus.main_menu(unfinished), front, words)
    if chosen is None or chosen[0] == "leave":
        return 0
    action, save = chosen
    if action == "continue":
        return resume(words, save, recover=False, plain=plain, why=False)
    if action == "history":
        return history(words, False, plain)
    name = fill_in(lambda: menus.which_game([game_named(each) for each in GAMES]), front, words)
    return 0 if name is None else _menu_action(words, action, name, front, plain)


def _menu_action(words: Words, action: str, name: str, front: Front, plain: bool) -> int:
    from solo.form import fill_in
    from solo.score import score
    from solo.tablecommands import check

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
    game, known = game_and_tables(name)
    spoken = with_game(words, game)
    wishes = fill_in(lambda: menus.new_game(game, known.tables), open_front(spoken, plain), spoken)
    if wishes is None:
        return 0
    return play(words, name, replace(wishes, lang=words.lang), plain=plain, why=False)


# Looking things up


def opponents(words: Words, name: str, plain: bool) -> int:
    """`solo opponents`: everybody one can play against, drawn as cards."""
    game, known = game_and_tables(name)
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
    game, known = game_and_tables(name)
    screen = open_screen(with_game(words, game), plain)
    screen.picture(rules_picture(game, known.tables, topic))
    return 0


def rules_picture(game: Game, tables: Any, topic: str | None) -> Picture:
    """The reminders of one topic, or of all; an unknown topic is trouble."""
    topics = dict(game.rules(tables))
    if topic is not None and topic not in topics:
        raise Trouble(Text("trouble.unknown-topic", found=topic, hint=hint(topic, topics)))
    picture: Picture = []
    for id, text in topics.items():
        if topic in (None, id):
            picture += [Heading(Text(f"{game.id}.topic.{id}"), [[Span(id, "dim")]]), Lines([[Span(text)]])]
    return picture


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
        screen.text(Text("saves.line", save=save.name, game=save.game, names=names, state=state))
    return 0


def show_save(words: Words, save: str, plain: bool) -> int:
    """`solo saves show`: the table and the score of a saved game."""
    driver, spoken = _looked_at(words, save)
    screen = open_screen(spoken, plain)
    screen.text(Text("saves.header", save=driver.journal.name, seed=driver.journal.header.seed))
    screen.picture(driver.script.picture(driver.setup.seats[0].id))
    screen.sheet(driver.script.sheet())
    return 0


def _looked_at(words: Words, save: str) -> tuple[Driver, Words]:
    journal = open_save(save, write=False)
    game, known = game_and_tables(journal.header.game, journal.header.taught)
    return _replayed(game, known, journal, recover=False), with_game(words, game)


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
    if to.exists():
        raise Trouble(Text("trouble.exists", path=str(to)))
    try:
        to.write_bytes(content)
    except OSError as error:
        raise cannot_write(to, error) from error
    return 0


def transcript(driver: Driver, words: Words) -> Iterator[str]:
    """A whole game as readable lines: what was asked, answered and told."""
    header = driver.journal.header
    names = [seat.name for seat in driver.setup.seats]
    yield words.plain(Text("transcript.title", game=driver.game.name, date=header.started, names=names))
    yield words.plain(Text("transcript.seed", seed=header.seed, version=header.app))
    yield ""
    for event in driver.run.log:
        if isinstance(event, Given):
            yield "  " + words.plain(given(event))
        else:
            yield words.plain(event)
            yield from (f"    {words.plain(reason)}" for reason in event.why)
    if driver.sheet is not None:
        from solo.formats import render_sheet

        yield ""
        yield render_sheet(driver.sheet, words, "markdown")


def given(event: Given) -> Text:
    """An answer in the log: the question, the answer, and who gave it."""
    from solo.talk import answered

    return answered(event)


def delete_save(words: Words, save: str, *, yes: bool, plain: bool) -> int:
    """`solo saves delete`: asks first; a finished game leaves the history with its save."""
    from automa.dialogue import YOU, Confirm
    from solo.form import fill_in

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
                game=game.game,
                person=game.person or Text("seat.you"),
                score=game.score,
                opponents=game.opponents,
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
                game=tally.game,
                opponent=tally.opponent,
                n=tally.games,
                won=tally.won,
                mean=f"{tally.mean:.1f}",
                best=tally.best,
                against=f"{tally.mean_against:.1f}",
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
    game, known = game_and_tables(name)
    if format not in LAB_FORMATS:
        raise Trouble(Text("trouble.word", option="--format", found=format, hint=hint(format, LAB_FORMATS)))
    if games < 2:
        raise Trouble(Text("trouble.lab-games", found=games))
    names = tuple(newgame.called(*newgame.opponent_named(game, known.tables, each)) for each in (a, b))
    count = newgame.seat_count(game, players, 2)
    pairs = play_pairs(
        game, known.tables, (names[0], names[1]), players=count, games=games, seed=seed, workers=workers
    )
    result = compare(_with_bar(pairs, (games + 1) // 2, words))
    if format == "json":
        import json

        sys.stdout.write(
            json.dumps({"game": game.id, "a": names[0], "b": names[1], **_rounded(result)}) + "\n"
        )
        return 0
    screen = open_screen(words, plain)
    screen.text(Text("lab.title", game=game.name, n=result.games, players=count, seed=seed))
    for side, figure in ((names[0], result.a), (names[1], result.b)):
        screen.text(Text("lab.score", who=side, **_figure(figure, 1)))
    screen.text(Text("lab.difference", who=names[0], **_figure(result.difference, 2)))
    percent = Figure(*(100 * part for part in (result.won.mean, result.won.spread, result.won.margin)))
    screen.text(Text("lab.won", who=names[0], **_figure(percent, 1)))
    return 0


def _figure(figure: Figure, digits: int) -> dict[str, str]:
    return {key: f"{value:.{digits}f}" for key, value in asdict(figure).items()}


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
