"""6 Castles (Pythagoras, 2019) for two to four seats, and alone against the official dummy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Text
from automa.game import Game, Playing, Scoring, Teaching
from automa.six_castles import tables as six_castles_tables
from automa.six_castles.tables import TERRAINS, VERSIONS, Tables

if TYPE_CHECKING:
    from automa.game import Seat
    from automa.grammar import Grammar


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

    def starter(self, seats: Sequence[Seat]) -> str:
        from automa.six_castles.game import starter

        return starter(seats)

    def playing(self) -> Playing:
        from automa.opponents import demo_of
        from automa.six_castles.game import Play
        from automa.six_castles.opponents import cast

        return Playing(Play, cast.opponents, demo_of, cast.decider)

    def scoring(self) -> Scoring:
        from automa.six_castles.scoresheet import example, score, score_file

        return Scoring(score, score_file, example)

    def teaching(self) -> Teaching:
        from automa.six_castles import lessons, picture

        return Teaching(
            lessons.lessons, lessons.ask_fact, lessons.tell_fact, lessons.head_facts, picture.draw_fact
        )


GAME = SixCastles()
