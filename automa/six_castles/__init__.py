"""6 Castles (Pythagoras, 2019) for two to four seats, and alone against the official dummy."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Text
from automa.game import USUAL, Game
from automa.six_castles import tables as six_castles_tables
from automa.six_castles.tables import TERRAINS, VERSIONS, Tables

if TYPE_CHECKING:
    from automa.coach import Coach
    from automa.dialogue import Ask, Tell
    from automa.game import Decider, Lesson, Opponent, Script, Seat, Setup
    from automa.grammar import Grammar
    from automa.picture import Picture
    from automa.sheet import Sheet

# What only playing or only scoring needs is imported when it is needed: a score in a file shall be quick.


class SixCastles(Game):
    """6 Castles as the companion knows it."""

    id = "six-castles"
    name = "6 Castles"
    players = range(2, 5)
    scored = range(1, 5)
    tables: type[Any] = Tables
    topics = (
        "setup", "turn", "tile", "crag", "castle", "discs", "line", "sell", "landscapes", "workers",
        "religion", "constructions", "draw", "end", "scoring", "family", "solo", "rivals", "notation",
        "rulings",
    )  # fmt: skip

    def faults(self, tables: Tables) -> list[tuple[str, Text]]:
        return six_castles_tables.faults(tables)

    def words(self, tables: Tables) -> Iterable[str]:
        from automa.six_castles.game.questions import LINES
        from automa.six_castles.notation import KIND_NAMES
        from automa.six_castles.opponents.cast import opponent_words
        from automa.six_castles.rules import BONUSES
        from automa.six_castles.territory import QUARTERS

        yield from super().words(tables)
        yield from (f"six-castles.kind.{name}" for name in KIND_NAMES.values())
        for kind in ("discs", "workers"):
            yield f"six-castles.more.{kind}"
            yield f"six-castles.more.{kind}.you"
        yield from opponent_words(tables)
        yield from (f"six-castles.terrain.{terrain}" for terrain in TERRAINS)
        yield from (f"six-castles.bonus.{bonus}" for bonus in BONUSES)
        yield from (f"six-castles.written.{bonus}" for bonus in BONUSES)
        for quarter in QUARTERS:
            yield f"six-castles.quarter.{quarter}"
        yield from (f"six-castles.title.{rank}" for rank in range(1, len(tables.titles.advanced) + 1))
        for version in VERSIONS:
            yield f"six-castles.version.{version}"
            yield f"six-castles.version.about.{version}"
            yield f"six-castles.setup.{version}"
            yield f"six-castles.sheet.title.{version}"
        for kind in LINES:
            yield f"six-castles.line.{kind}"
            yield f"six-castles.line.about.{kind}"
        for group in ("landscape", "construction"):
            yield f"six-castles.sheet.{group}"
            yield f"six-castles.refused.not-{group}"
            yield f"six-castles.score.{group}"
        yield from (f"six-castles.fact.contract-{part}" for part in ("points", "coins", "religion"))

    def notation(self) -> Grammar[Any, Any]:
        from automa.six_castles.notation import TURN

        return TURN

    def script(self, setup: Setup) -> Script:
        from automa.six_castles.game import Play

        return Play(setup)

    def opponents(self, tables: Tables) -> Sequence[Opponent]:
        from automa.six_castles.opponents.cast import opponents

        return opponents(tables)

    def starter(self, seats: Sequence[Seat]) -> str:
        from automa.six_castles.game import starter

        return starter(seats)

    def demo_seats(self, tables: Tables) -> Sequence[Seat]:
        from automa.opponents import demo_seats

        return demo_seats(tables.opponents.opponent, tables.opponents.thinker)

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        from automa.six_castles.opponents.cast import decider

        return decider(seat, setup)

    def coach(self, setup: Setup) -> Coach | Text:
        from automa.six_castles.opponents.cast import coach

        return coach(setup) or super().coach(setup)

    def score(
        self, tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
    ) -> Generator[Ask | Tell, Any, Sheet]:
        from automa.six_castles.scoresheet import score

        return score(tables, players, rulings)

    def score_file(self, tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
        from automa.six_castles.scoresheet import score_file

        return score_file(tables, content, rulings)

    def score_example(self, tables: Tables) -> dict[str, Any]:
        from automa.six_castles.scoresheet import example

        return example()

    def lessons(self, tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
        from automa.six_castles.lessons import lessons

        return lessons(tables)

    def ask_fact(self, tables: Tables, key: str) -> Lesson | None:
        from automa.six_castles.lessons import ask_fact

        return ask_fact(tables, key)

    def tell_fact(self, tables: Tables, key: str, value: Any) -> Text | None:
        from automa.six_castles.lessons import tell_fact

        return tell_fact(tables, key, value)

    def head_facts(self, tables: Tables, key: str) -> Text | None:
        from automa.six_castles.lessons import head_facts

        return head_facts(tables, key)

    def draw_fact(self, tables: Tables, key: str) -> Picture:
        from automa.six_castles.picture import draw_fact

        return draw_fact(tables, key)


GAME = SixCastles()
