"""`solo score`: the sheet of a game that was played, by questions or from a file."""

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from automa import scorefile
from automa.declared import AnyTables, Tree
from automa.dialogue import Refused, Text
from automa.game import Game
from automa.sheet import Sheet
from solo.commands.options import (
    Context,
    GameName,
    Rulings,
    argument,
    number_option,
    option,
)
from solo.commands.output import write
from solo.facts.files import MAX_FILE_BYTES, read_bytes, read_toml, text_of
from solo.shipped import score_example
from solo.showing.sheets import FORMATS, Format, render_sheet
from solo.suggestions import one_of
from solo.trouble import Trouble
from solo.words.sentences import Words

if TYPE_CHECKING:
    from solo.fronts.session import Front


def score(
    ctx: Context,
    name: GameName,
    file: Annotated[Path | None, argument("help.score-file", "FILE")] = None,
    *,
    format: Annotated[
        str, option("help.format", "--format", metavar="table|json|csv|markdown|html")
    ] = "table",
    players: Annotated[int | None, number_option("help.score-players", "--players")] = None,
    round: Annotated[int | None, number_option("help.score-round", "--round")] = None,
    ruling: Rulings,
    example: Annotated[bool, option("help.example", "--example")] = False,
) -> int:
    """The sheet from a file, or by questions; or an example file to fill in; `round` is the one to score."""
    game, facts, words = ctx.load_game(name)
    check(game, players, round)
    wanted = one_of(FORMATS, format, "--format")
    if example:
        last = game.rounds[-1] if game.rounds else 0
        write(score_example(game.folder, round or last))
        return 0
    if file is not None:
        show(ctx, from_file(game, facts.tables, file, players, round, ruling), words, wanted)
        return 0
    front = _front(ctx, words, wanted)
    answered = by_questions(game, facts.tables, front, words, players, round, ruling)
    if answered is None:
        return 0
    show(ctx, answered, words, wanted)
    if left := front.rest():
        raise Trouble(Text("trouble.answers-left", n=left))
    return 0


def _front(ctx: Context, words: Words, format: Format) -> "Front":
    """A front end for questions; it does not write to an output that is to hold the sheet alone."""
    if format == "table" or sys.stdout.isatty():
        return ctx.front(words)
    from solo.fronts.plain import PlainFront

    return PlainFront(words, stdout=sys.stderr)


def show(ctx: Context, sheet: Sheet, words: Words, format: Format) -> None:
    """The sheet on standard output; only a table on a terminal needs more than text."""
    if format == "table":
        ctx.screen(words).sheet(sheet)
    else:
        write(render_sheet(sheet, words, format, encoding=sys.stdout.encoding or "utf-8"))


def check(game: Game, players: int | None, round: int | None) -> None:
    """`Trouble` unless the game has a score sheet for that many players, and for that round by itself."""
    if players is not None and players not in game.scored:
        low, high = game.scored[0], game.scored[-1]
        raise Trouble(Text("trouble.players", game=game.name, found=players, low=low, high=high))
    if round is not None and not game.rounds:
        raise Trouble(Text("trouble.no-rounds", game=game.name))
    if round is not None and round not in game.rounds:
        low, high = game.rounds[0], game.rounds[-1]
        raise Trouble(Text("trouble.round", low=low, high=high, found=round))


def chosen(game: Game, tables: AnyTables, ruling: Sequence[str]) -> dict[str, str]:
    """What the command line settles of the game's open questions, as ID=VALUE."""
    if not ruling:
        return {}
    from solo.playing.newgame import chosen_rulings

    return chosen_rulings(game, tables, ruling)


def by_questions(
    game: Game,
    tables: AnyTables,
    front: "Front",
    words: Words,
    players: int | None,
    round: int | None,
    ruling: Sequence[str],
) -> Sheet | None:
    """Ask for everything the sheet needs; None if the person left."""
    from solo.commands.questions import how_many_players
    from solo.facts.editions import Editions
    from solo.fronts.form import fill_in

    settled, count = chosen(game, tables, ruling), players
    if count is None:
        count = fill_in(lambda: how_many_players(game.scored[0], game.scored[-1]), front, words)
    if count is None:
        return None
    return fill_in(lambda: game.score(tables, count, round or 0, settled), front, words, Editions(game))


def from_file(
    game: Game, tables: AnyTables, file: Path, players: int | None, round: int | None, ruling: Sequence[str]
) -> Sheet:
    """The sheet for a filled-in file; `Trouble` names the file and what is wrong in it.

    What the command line says of players and round must be so; its rulings go before those of the file.
    """
    content = read(file)
    try:
        if round is not None and content.setdefault("round", round) != round:
            raise scorefile.wrong(("round",), content["round"], Text("allowed.as-asked", option="--round"))
        settled = scorefile.rulings(content.pop(scorefile.RULINGS, {}), game.rulings(tables))
        sheet = game.score_file(tables, content, settled | chosen(game, tables, ruling))
    except Refused as refused:
        raise Trouble(Text("trouble.score-file", path=str(file), problem=refused.text)) from refused
    if players not in (None, len(sheet.columns)):
        raise Trouble(Text("trouble.score-players", path=str(file), n=len(sheet.columns), wanted=players))
    return sheet


def read(file: Path) -> Tree:
    """What is in a TOML or JSON file; `-` is standard input."""
    raw = sys.stdin.buffer.read(MAX_FILE_BYTES + 1) if str(file) == "-" else read_bytes(file)
    text = text_of(str(file), raw)
    if not text.lstrip().startswith("{"):
        return read_toml(str(file), text)
    try:
        content: Tree = json.loads(text, object_pairs_hook=partial(_once_each, file))
    except json.JSONDecodeError as error:
        raise Trouble(Text("trouble.score-form", path=str(file), line=error.lineno)) from error
    except (ValueError, RecursionError) as error:  # more digits, or deeper, than Python reads
        raise Trouble(Text("trouble.score-beyond", path=str(file))) from error
    return content


def _once_each(file: Path, pairs: list[tuple[str, object]]) -> Tree:
    """A JSON object; of two players of one name JSON would keep only the last."""
    content: Tree = {}
    for key, value in pairs:
        if key in content:
            twice = Text("score-file.twice", key=scorefile.key_of((key,)))
            raise Trouble(Text("trouble.score-file", path=str(file), problem=twice))
        content[key] = value
    return content
