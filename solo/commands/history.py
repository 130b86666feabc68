"""Finished games: each of them, and what they come to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec.json import encode
from msgspec.structs import asdict

from automa.dialogue import Named, Text, Value
from solo.commands.options import Context, option
from solo.commands.output import write
from solo.games import title
from solo.keeping.history import OpponentStats, Played, game_stats, opponent_stats, played
from solo.keeping.saves import Save, list_saves
from solo.showing.charts import balance
from solo.showing.looking_back import LAST_GAMES, about, record_text, standing_text
from solo.showing.screen import Screen
from solo.showing.spreadsheet import as_csv
from solo.words.clean import cleaned
from solo.words.sentences import decimal

Csv = Annotated[bool, option("help.csv", "--csv")]
Json = Annotated[bool, option("help.json", "--json")]


def history(ctx: Context, *, csv: Csv = False, json: Json = False) -> int:
    """`solo history`: the finished games."""
    saves = list_saves()
    games = played(saves)
    if csv or json:
        lines = [
            asdict(game) | {"opponents": " ".join(game.opponents), "best_opponent": game.best_opponent}
            for game in games
        ]
        write(for_spreadsheets(HISTORY_COLUMNS, lines) if csv else for_programs(games))
        return 0
    screen = ctx.screen()
    if not games:
        screen.text(Text("history.none"))
    elif screen.is_plain:
        screen.texts(map(game_text, games))
    else:
        heads = [Text(f"listing.{head}") for head in ("when", "game", "result", "points", "against", "save")]
        screen.listing(heads, map(game_row, games), right=(3,))
    say_what_is_left_out(screen, saves)
    return 0


def say_what_is_left_out(screen: Screen, saves: Sequence[Save]) -> None:
    """How many saves cannot be read, if any: they are in no list but that of the saves."""
    unreadable = sum(save.trouble is not None for save in saves)
    if unreadable:
        screen.text(Text("saves.unreadable", n=unreadable), "bad")


def game_text(game: Played) -> Text:
    """A finished game in a sentence."""
    line = Text(
        "history.won" if game.won else "history.lost",
        date=game.started[:10],
        game=title(game.game),
        person=game.person or Text("seat.you"),
        points=Text("amount.points", n=game.score),
        opponents=[rival.name for rival in game.against],
        best=game.best_opponent,
    )
    return Text("history.with-hints", what=line, n=game.hints) if game.hints else line


def game_row(game: Played) -> list[Value]:
    """A finished game as a row of a table."""
    against: list[str | int | Text | Named] = [
        Text("listing.with-points", name=rival.name, points=rival.score) for rival in game.against
    ]
    result = Text("history.result-won") if game.won else Text("history.result-lost")
    if game.hints:
        result = Text("history.with-hints", what=result, n=game.hints)
    by = Text("history.result-of", person=game.person, result=result) if game.person else result
    return [game.started[:10], title(game.game), by, game.score, against, game.save]


def stats(ctx: Context, *, csv: Csv = False, json: Json = False) -> int:
    """`solo stats`: results by game, and against each opponent."""
    saves = list_saves()
    games = played(saves)
    found, against = game_stats(games), opponent_stats(games)
    if csv or json:
        lines = map(asdict, against)
        both = {"games": found, "against": against}
        write(for_spreadsheets(STANDING_COLUMNS, lines) if csv else for_programs(both))
        return 0
    screen = ctx.screen()
    if not games:
        screen.text(Text("history.none"))
    for record in found:
        screen.text(record_text(record, screen.paper.encoding))
        screen.texts(about(record))
        screen.text("")
    if against and screen.is_plain:
        screen.texts(map(standing_text, against))
    elif against:
        heads = ["game", "against", "games", "won", "mean", "best", "theirs", "margins"]
        rows = [_standing_row(each, screen.paper.encoding) for each in against]
        screen.listing([Text(f"listing.{head}") for head in heads], rows, right=range(2, 7))
        screen.text("")
        screen.text(Text("stats.chart"), "dim")
    say_what_is_left_out(screen, saves)
    return 0


def _standing_row(standing: OpponentStats, encoding: str) -> list[Value]:
    return [
        title(standing.game),
        standing.name,
        standing.games,
        Text("stats.won", won=standing.won, percent=round(100 * standing.won / standing.games)),
        decimal(standing.mean, 1),
        standing.best,
        decimal(standing.mean_against, 1),
        balance(standing.margins[-LAST_GAMES:], encoding),
    ]


HISTORY_COLUMNS = (
    "started", "game", "save", "person", "score", "opponents", "best_opponent", "won", "hints", "seconds",
)  # fmt: skip
STANDING_COLUMNS = (
    "game", "opponent", "games", "won", "mean", "best", "mean_against", "hints", "seconds",
)  # fmt: skip


def for_spreadsheets(columns: Sequence[str], lines: Iterable[Mapping[str, object]]) -> str:
    """These columns of games or results as CSV."""
    return as_csv([columns, *([_cell(line[each]) for each in columns] for line in lines)])


def _cell(value: object) -> object:
    match value:
        case bool():
            return int(value)
        case float():
            return round(value, 2)
        case _:
            return cleaned(value) if isinstance(value, str) else value


def for_programs(found: object) -> str:
    """Games or results as JSON; a text is its id."""
    return encode(found, enc_hook=lambda text: text.id).decode() + "\n"
