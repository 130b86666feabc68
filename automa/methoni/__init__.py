"""Castello Methoni (Mandoo Games, 2019) for three to five seats."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Text
from automa.game import USUAL, Game
from automa.methoni import tables as methoni_tables
from automa.methoni.tables import PLAYERS, Tables

if TYPE_CHECKING:
    from automa.coach import Coach
    from automa.dialogue import Ask, Tell
    from automa.game import Decider, Lesson, Opponent, Script, Seat, Setup
    from automa.grammar import Grammar
    from automa.picture import Picture
    from automa.sheet import Sheet

# What only playing or only scoring needs is imported when it is needed: a score in a file shall be quick.


class MethoniGame(Game):
    """Castello Methoni as the companion knows it."""

    id = "methoni"
    name = "Castello Methoni"
    players = PLAYERS
    scored = PLAYERS
    tables: type[Any] = Tables
    topics = (
        "setup",
        "turn",
        "prices",
        "build",
        "claim",
        "annex",
        "trade",
        "market",
        "limits",
        "redraw",
        "end",
        "scoring",
        "hands",
        "notation",
        "rulings",
    )

    def faults(self, tables: Tables) -> list[tuple[str, Text]]:
        return methoni_tables.faults(tables)

    def words(self, tables: Tables) -> Iterable[str]:
        from automa.methoni.opponents.cast import opponent_words
        from automa.methoni.picture import picture_words

        yield from super().words(tables)
        yield from opponent_words(tables)
        yield from picture_words()
        yield from ("methoni.score.houses", "methoni.score.villas")

    def notation(self) -> Grammar[Any, Any]:
        from automa.methoni.notation import PLAY

        return PLAY

    def script(self, setup: Setup) -> Script:
        from automa.methoni.game import Methoni

        return Methoni(setup)

    def opponents(self, tables: Tables) -> Sequence[Opponent]:
        from automa.methoni.opponents.cast import opponents

        return opponents(tables)

    def demo_seats(self, tables: Tables) -> Sequence[Seat]:
        from automa.opponents import demo_seats

        return demo_seats(tables.opponents.opponent, tables.opponents.thinker, least=PLAYERS[0])

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        from automa.methoni.opponents.cast import decider

        return decider(seat, setup)

    def coach(self, setup: Setup) -> Coach | Text:
        from automa.methoni.opponents.cast import coach

        return coach(setup) or super().coach(setup)

    def score(
        self, tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
    ) -> Generator[Ask | Tell, Any, Sheet]:
        from automa.methoni.scoresheet import score

        return score(tables, players, rulings)

    def score_file(self, tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
        from automa.methoni.scoresheet import score_file

        return score_file(tables, content, rulings)

    def score_example(self, tables: Tables) -> dict[str, Any]:
        from automa.methoni.scoresheet import example

        return example()

    def lessons(self, tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
        from automa.methoni.lessons import lessons

        return lessons(tables)

    def ask_fact(self, tables: Tables, key: str) -> Lesson | None:
        from automa.methoni.lessons import ask_board, ask_objective

        match key.split("."):
            case ["board", "as-printed"]:
                return ask_board(tables)
            case ["objectives", "card", id, *_] if id in tables.objectives.card:
                return ask_objective(tables, id)
        return None

    def tell_fact(self, tables: Tables, key: str, value: Any) -> Text | None:
        from automa.methoni.lessons import tell_fact

        return tell_fact(key, value)

    def head_facts(self, tables: Tables, key: str) -> Text | None:
        from automa.methoni.lessons import head_facts

        return head_facts(key)

    def draw_fact(self, tables: Tables, key: str) -> Picture:
        from automa.methoni.picture import draw_fact

        return draw_fact(tables, key)


GAME = MethoniGame()
