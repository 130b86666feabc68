"""What a shell may offer for the next word of a command line."""

from collections.abc import Callable, Iterator
from glob import escape, glob
from pathlib import Path

import typer

from automa.dialogue import YOU, Text
from automa.game import Game, Tables
from solo.facts.taught import own_tables
from solo.games import GAMES, folders, game_named, title
from solo.keeping.saves import save_names
from solo.trouble import Trouble
from solo.words.sentences import Words

Offered = tuple[str, str | Text]
"""A word that may come next, and what it means; shells that can show that do."""


def offered(metavar: str, ctx: typer.Context, begun: str) -> list[tuple[str, str]]:
    """What can be given for what the help calls so, and what it means.

    A shell shows them as they are: a save in whose name something cannot be seen has to be typed.
    """
    words = Words.of(ctx.obj.words.lang, folders())
    try:
        # Where an option still wants its value, Typer has not given the arguments their names yet.
        name = ctx.params.get("name") or next(iter(ctx.args), None)
        found = list(_values(metavar, name, begun))
    except Trouble:
        return []  # a table with something wrong in it: the command itself says so
    return [(word, " ".join(words.plain(meaning).split())) for word, meaning in found if word.isprintable()]


def _values(metavar: str, name: str | None, begun: str) -> Iterator[Offered]:
    if metavar in OF_A_GAME:
        if name in GAMES:
            game = game_named(name)
            before = begun[: begun.rfind(",") + 1] if "," in metavar else ""
            for word, meaning in OF_A_GAME[metavar](game, own_tables(game).tables):
                yield before + word, meaning
    elif metavar == "GAME":
        yield from ((each, title(each)) for each in GAMES)
    elif metavar == "SAVE":
        yield from ((each, "") for each in save_names())
    elif metavar == "FILE":
        for each in sorted(glob(f"{escape(begun)}*")):  # noqa: PTH207 — as typed, with ./ or without
            yield (f"{each}/" if Path(each).is_dir() else each), ""
    elif "|" in metavar:
        yield from ((each, "") for each in metavar.split("|"))


def _opponents(game: Game, tables: Tables) -> Iterator[Offered]:
    for each in game.opponents(tables):
        yield each.id, each.name
        if len(each.levels) > 1:
            yield from ((f"{each.id}:{level}", each.name) for level in each.levels)


def _sitting(game: Game, tables: Tables) -> Iterator[Offered]:
    yield YOU, Text("seat.you")
    yield from ((each.id, each.name) for each in game.opponents(tables))


def _rulings(game: Game, tables: Tables) -> Iterator[Offered]:
    for ruling in game.rulings(tables):
        yield from ((f"{ruling.id}={option.id}", ruling.question) for option in ruling.options)


def _keys(game: Game, tables: Tables) -> Iterator[Offered]:
    teaching = game.teaching()
    yield from ((lesson, "") for lesson in (*teaching.lessons, *teaching.courses))
    facts = own_tables(game)
    yield from ((key, "") for key in facts.keys())  # noqa: SIM118 — of tables, no dictionary


OF_A_GAME: dict[str, Callable[[Game, Tables], Iterator[Offered]]] = {
    "NAME[:LEVEL]": _opponents,
    "A B …": _opponents,
    "SEAT": _sitting,
    "SEAT,SEAT": _sitting,
    "TOPIC": lambda game, tables: ((id, Text(f"{game.id}.topic.{id}")) for id, _ in game.rules(tables)),
    "ID=VALUE": _rulings,
    "KEY": _keys,
}
"""For each word of the help that depends on the game: what there is of it."""
