"""Measures how strong everybody is: `python -m tests.strength FOLDER [GAME …]`.

Three kinds of contests, all seat-swapped: each level against the one below it, somebody who does as the hints
say against everybody, and everybody against one and the same yardstick, for what they usually score. Every
pair of games is kept in FOLDER, so that a run can be broken off, gone on with and split over machines by game
and by kind; with `--write` what is there becomes `tables/STRENGTH.md` and the strengths in the games' tables.
A contest of which the page has more games, played with the same facts, keeps its row. With `--after N` the
deals behind the first N games are played, and a row of N games on the page is put together with what is new.

It is no command for players: all of it takes hours, and it writes into the tables that are shipped.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from automa.game import Game
from automa.levels import NAMES as LEVELS
from solo.facts.overlay import load
from solo.games import GAMES, game_named
from solo.playing.lab import COACH, STAND_IN, Result, compare, persons, play_pairs
from solo.playing.runs import Head, KeptRun, in_short
from solo.shipped import tables_root

Kind: TypeAlias = Literal["ladder", "coach", "yardstick"]
KINDS: tuple[Kind, ...] = get_args(Kind)
GAMES_PLAYED: dict[Kind, int] = {"ladder": 2000, "coach": 400, "yardstick": 400}
PAGE = "STRENGTH.md"
Found: TypeAlias = dict[tuple[str, str], Result]


def names(game: Game, tables: Any) -> Iterator[list[str]]:
    """Everybody one can play against; those of one opponent by level, the weakest first."""
    for each in game.opponents(tables):
        if not each.official:
            levels = sorted(each.levels, key=[*LEVELS].index) if each.thinks else each.levels[:1]
            yield [f"{each.id}:{level}" for level in levels] or [each.id]


def yardstick(game: Game, tables: Any) -> str:
    """Whom all opponents play against: the first that thinks, at its usual level; or random moves."""
    thinkers = [each for each in game.opponents(tables) if each.thinks]
    if persons(game, tables) or not thinkers:
        return STAND_IN
    return f"{thinkers[0].id}:{thinkers[0].levels[0]}"


def contests(game: Game, tables: Any, kind: Kind) -> list[tuple[str, str]]:
    """Who plays whom."""
    everybody = list(names(game, tables))
    if kind == "ladder":
        return [(upper, lower) for levels in everybody for lower, upper in pairwise(levels)]
    if kind == "coach":
        return [(COACH, name) for levels in everybody for name in levels]
    against = yardstick(game, tables)
    return [(name, against) for levels in everybody for name in levels]


class Measured:
    """What is kept of one game, kind by kind."""

    def __init__(self, folder: Path, name: str, seed: int, after: int = 0) -> None:
        self.game = game_named(name)
        self.tables = load(self.game).tables
        self.players = max(2, self.game.players[0])
        self.after = after
        """How many games were played before, of which only the page is left."""
        self.seed = seed + after // 2
        head = Head(name, self.players, self.seed, in_short(self.tables))
        self.title = f"## {self.game.name} ({self.players} seats, first seed {seed}, facts {head.tables})"
        self.runs = {kind: KeptRun(folder / f"{name}-{kind}.jsonl", head) for kind in KINDS}

    def play(self, kind: Kind, games: int, workers: int) -> None:
        """Everything that is missing, a line for each two."""
        run = self.runs[kind]
        for who in contests(self.game, self.tables, kind):
            left = max(0, games - self.after)
            done = list(run.so_far(who, left // 2))
            new = play_pairs(
                self.game, self.tables, who, players=self.players, games=left, seed=self.seed,
                workers=workers, done=len(done),
            )  # fmt: skip
            done += run.keeping(who, new)
            run.played[who] = done
            print(self.game.id, *_row(who, compare(done)), flush=True)  # noqa: T201

    def found(self, kind: Kind) -> Found:
        """The results that there are."""
        played = self.runs[kind].played
        return {
            who: compare(played[who]) for who in contests(self.game, self.tables, kind) if played.get(who)
        }


# ---------------------------------------------------------------- what is written


def _row(who: tuple[str, str], result: Result) -> list[str]:
    won, margin = 100 * result.won.mean, 100 * result.won.margin
    return [
        *who,
        f"{result.games}",
        f"{won:.1f} ±{margin:.1f} %",
        f"{result.a.mean:.1f} : {result.b.mean:.1f}",
        f"{result.difference.mean:+z.1f} ±{result.difference.margin:.1f}",
    ]


HEADS = ["who", "against", "games", "won", "points", "difference"]
TITLES: dict[Kind, str] = {
    "ladder": "Each level against the one below",
    "coach": "A player who does as every hint says",
    "yardstick": "Everybody against the same opponent",
}


Rows: TypeAlias = dict[tuple[str, str], list[str]]


def rows_of(before: str, title: str, kind: Kind) -> Rows:
    """The rows that a page has under a game's title and a kind, by who plays whom."""
    _, _, of_game = before.partition(f"{title}\n")
    _, _, of_kind = of_game.partition("\n## ")[0].partition(f"### {TITLES[kind]}\n")
    lines = [line.strip("| ").split(" | ") for line in of_kind.partition("\n### ")[0].splitlines() if line]
    return {(who, against): [who, against, *rest] for who, against, *rest in lines[2:]}


def rows(each: Measured, kind: Kind, before: str) -> list[list[str]]:
    """A row for each contest: of the games in the folder or of those on the page, whichever are more.

    Where those in the folder go on behind those on the page, it is of both.
    """
    new = {who: _row(who, result) for who, result in each.found(kind).items()}
    old = rows_of(before, each.title, kind)
    for who, row in old.items():
        if each.after and who in new and int(row[2]) == each.after:
            new[who] = together(row, new[who])
    found = [
        max((known[who] for known in (new, old) if who in known), key=lambda row: int(row[2]), default=[])
        for who in contests(each.game, each.tables, kind)
    ]
    return [row for row in found if row]


def together(one: list[str], two: list[str]) -> list[str]:
    """Two rows of the same contest, of different deals, as one."""
    games = int(one[2]), int(two[2])

    def mean(first: float, second: float) -> float:
        return (games[0] * first + games[1] * second) / sum(games)

    def margin(first: float, second: float) -> float:
        return hypot(games[0] * first, games[1] * second) / sum(games)

    (won, own, others, more), (won2, own2, others2, more2) = (
        [
            [float(n) for n in re.findall(r"[-+]?\d+\.\d+", part)]
            for part in (row[3], *row[4].split(":"), row[5])
        ]
        for row in (one, two)
    )
    return [
        *one[:2],
        f"{sum(games)}",
        f"{mean(won[0], won2[0]):.1f} ±{margin(won[1], won2[1]):.1f} %",
        f"{mean(own[0], own2[0]):.1f} : {mean(others[0], others2[0]):.1f}",
        f"{mean(more[0], more2[0]):+z.1f} ±{margin(more[1], more2[1]):.1f}",
    ]


def page(measured: Sequence[Measured], before: str = "") -> str:
    """The page of strengths, in Markdown; `before` is the page as it was."""
    parts = [
        "# How strong everybody is",
        "Written by `python -m tests.strength` from games that the app played by itself; nothing here is"
        " typed by hand. Every deal is played twice with the seats swapped; with three seats the sides sit as"
        " A B A and B A B, and a side wins when one of its seats does, so that 50 % is even. The intervals"
        " are of 95 %. `coach` takes a person's seat and answers every question as the hint says."
        f" The command plays {GAMES_PLAYED['ladder']:,} games for each level and {GAMES_PLAYED['coach']}"
        " for each of the other contests, which takes many hours; the third column says how many there are"
        " so far, and a contest that is not listed was not played yet with these tables.",
    ]
    for each in measured:
        parts.append(each.title)
        for kind in KINDS:
            if found := rows(each, kind, before):
                parts.append(f"### {TITLES[kind]}")
                lines = [HEADS, ["---"] * len(HEADS), *found]
                parts.append("\n".join(f"| {' | '.join(row)} |" for row in lines))
    return "\n\n".join(parts) + "\n"


def rewritten(text: str, found: Found) -> str:
    """The table of opponents of a game with what everybody scored against the yardstick."""
    for (name, _), result in found.items():
        id, _, level = name.partition(":")
        listed = re.compile(rf"^{re.escape(id)} = \{{ games = .*$", re.MULTILINE)
        if listed.search(text):  # against whoever plays for a person
            text = listed.sub(f"{id} = {{ {_against_stand_in(result)} }}", text)
            continue
        keys = [f"thinker.{id}.level.{level}", f"opponent.{id}"]
        heads = [f"[{key}]\n" for key in keys if f"[{key}]\n" in text]
        if heads:
            before, _, after = text.partition(heads[0])
            own, begins, rest = after.partition("\n[")
            text = before + heads[0] + _with_strength(own, result) + begins + rest
    return text


def _with_strength(own: str, result: Result) -> str:
    won, points = 100 * result.won.mean, result.a
    line = f"strength = {{ mean = {points.mean:.0f}, spread = {points.spread:.0f}, wins = {won:.0f} }}"
    anew, times = re.subn(r"^strength = .*$", line, own, flags=re.MULTILINE)
    if times:
        return anew
    lines = own.split("\n")
    end = next((place for place, each in enumerate(lines) if not each), len(lines))
    return "\n".join([*lines[:end], line, *lines[end:]])


def _against_stand_in(result: Result) -> str:
    won, theirs, own = 100 - 100 * result.won.mean, result.b, result.a
    return (
        f"games = {result.games}, won = {won:.1f}, margin = {100 * result.won.margin:.1f},"
        f" stand-in = [{theirs.mean:.1f}, {theirs.spread:.1f}], own = [{own.mean:.1f}, {own.spread:.1f}]"
    )


def write(measured: Sequence[Measured]) -> None:
    """Write the page, and the strengths into the tables."""
    root = Path(str(tables_root()))
    file = root / PAGE
    file.write_text(page(measured, file.read_text("utf-8")), "utf-8")
    for each in measured:
        if each.after:
            continue  # the strengths there are of a whole run
        file = root / each.game.folder / "opponents.toml"
        file.write_text(rewritten(file.read_text("utf-8"), each.found("yardstick")), "utf-8")


def wanted() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the games that were played are kept")
    parser.add_argument("game", nargs="*", help="all of them, if none is named")
    parser.add_argument("--only", choices=KINDS, help="one kind of contests")
    parser.add_argument("--games", type=int, help="for each two: else 2,000 for levels and 400 for the rest")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--after", type=int, default=0, help="so many games of each two are on the page already"
    )
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="play nothing, write what there is")
    return parser.parse_args()


def main() -> int:
    said = wanted()
    said.folder.mkdir(parents=True, exist_ok=True)
    measured = [Measured(said.folder, name, said.seed, said.after) for name in said.game or GAMES]
    if said.write:
        write(measured)
        return 0
    for each in measured:
        for kind in [said.only] if said.only else KINDS:
            each.play(kind, said.games or GAMES_PLAYED[kind], said.workers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
