"""`solo score`: the sheet of a game that was played, by questions or from a file."""

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tomli

from automa.dialogue import Refused, Text
from automa.game import Game
from automa.sheet import Sheet
from solo.commands.options import Context, GameName, Plain, argument, as_path, number_option, option
from solo.commands.shelf import take
from solo.showing.sheets import Format, format_named, render_sheet
from solo.trouble import Trouble, cannot_read
from solo.words.sentences import Words

if TYPE_CHECKING:
    from solo.fronts.session import Front

LARGEST_FILE = 1_000_000


def score(
    ctx: Context,
    name: GameName,
    file: Annotated[Path | None, argument("help.score-file", "FILE", callback=as_path)] = None,
    *,
    format: Annotated[
        str, option("help.format", "--format", metavar="table|json|csv|markdown|html")
    ] = "table",
    players: Annotated[int | None, number_option("help.score-players", "--players")] = None,
    round: Annotated[int | None, number_option("help.score-round", "--round")] = None,
    example: Annotated[bool, option("help.example", "--example")] = False,
    plain: Plain = False,
) -> int:
    """The sheet from a file, or by questions; or an example file to fill in; `round` is the one to score."""
    game, facts, words = take(ctx, name)
    if round is not None:
        check_round(game, round)
    wanted = format_named(format)
    if example:
        sys.stdout.write(example_file(game, facts.tables))
        return 0
    if file is not None:
        show(from_file(game, facts.tables, file, round), words, wanted, plain=plain)
        return 0
    front = _front(words, wanted, plain)
    answered = by_questions(game, facts.tables, front, words, players, round)
    if answered is None:
        return 0
    show(answered, words, wanted, plain=plain)
    if left := front.rest():
        raise Trouble(Text("trouble.answers-left", n=left))
    return 0


def _front(words: Words, format: Format, plain: bool) -> "Front":
    """Somebody to ask; beside the output where that is a file or a pipe, which is to hold the sheet alone."""
    from solo.fronts.opening import open_front

    if format == "table" or sys.stdout.isatty():
        return open_front(words, plain)
    from solo.fronts.plain import PlainFront

    return PlainFront(words, stdout=sys.stderr)


def show(sheet: Sheet, words: Words, format: Format, *, plain: bool) -> None:
    """The sheet on standard output; only a table on a terminal needs more than text."""
    if format == "table":
        from solo.fronts.opening import open_screen

        open_screen(words, plain).sheet(sheet)
    else:
        sys.stdout.write(render_sheet(sheet, words, format, encoding=sys.stdout.encoding or "utf-8"))


def check_round(game: Game, round: int) -> None:
    """`Trouble` unless that round of the game can be scored by itself."""
    if not game.rounds:
        raise Trouble(Text("trouble.no-rounds", game=game.name))
    if round not in game.rounds:
        raise Trouble(Text("trouble.round", low=game.rounds[0], high=game.rounds[-1], found=round))


def by_questions(
    game: Game, tables: Any, front: "Front", words: Words, players: int | None, round: int | None = None
) -> Sheet | None:
    """Ask for everything the sheet needs; None if the person left."""
    from solo.commands.questions import how_many_players
    from solo.fronts.form import fill_in

    low, high = game.scored[0], game.scored[-1]
    count = players
    if count is None:
        count = fill_in(lambda: how_many_players(low, high), front, words)
        if count is None:
            return None
    if count not in game.scored:
        raise Trouble(Text("trouble.players", game=game.name, found=count, low=low, high=high))
    return fill_in(lambda: game.score(tables, count, round or 0), front, words)


def example_file(game: Game, tables: Any) -> str:
    """A whole example as TOML, to change and score again."""
    from solo.facts.toml import write

    return write(game.score_example(tables))


def from_file(game: Game, tables: Any, file: Path, round: int | None = None) -> Sheet:
    """The sheet for a filled-in file; `Trouble` names the file and what is wrong in it."""
    content = read(file)
    if round is not None and isinstance(content, dict):
        content["round"] = round
    try:
        return game.score_file(tables, content)
    except Refused as refused:
        raise Trouble(Text("trouble.score-file", path=str(file), problem=refused.text)) from refused


def read(file: Path) -> Any:
    """What is in a TOML or JSON file; `-` is standard input."""
    try:
        raw = sys.stdin.buffer.read(LARGEST_FILE + 1) if str(file) == "-" else _raw(file)
    except OSError as error:
        raise cannot_read(file, error) from error
    if len(raw) > LARGEST_FILE:
        raise Trouble(Text("trouble.score-large", path=str(file)))
    try:
        text = raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Trouble(Text("trouble.score-utf-8", path=str(file), place=error.start)) from error
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text, object_pairs_hook=lambda pairs: _once_each(pairs, file))
        return tomli.loads(text)
    except (json.JSONDecodeError, tomli.TOMLDecodeError) as error:
        raise Trouble(Text("trouble.score-form", path=str(file), line=_line(error, text))) from error
    except (ValueError, RecursionError) as error:  # more digits, or deeper, than Python reads
        raise Trouble(Text("trouble.score-beyond", path=str(file))) from error


def _line(error: json.JSONDecodeError | tomli.TOMLDecodeError, text: str) -> int:
    """Where reading stopped; both libraries say so only in English, so the line must do."""
    if isinstance(error, json.JSONDecodeError):
        return error.lineno
    place = re.search(r"at line (\d+)", str(error))
    return int(place[1]) if place else max(1, len(text.splitlines()))


def _once_each(pairs: list[tuple[str, Any]], file: Path) -> dict[str, Any]:
    """A JSON object; of two players of one name JSON would keep only the last."""
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise Trouble(Text("trouble.score-twice", path=str(file), key=key))
        content[key] = value
    return content


def _raw(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(LARGEST_FILE + 1)
