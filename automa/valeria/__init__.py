"""Castellans of Valeria, the solo game: the opponent is run from its card."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from automa.dialogue import Ask, Roll, Tell, Text
from automa.game import USUAL, Decider, Game, Lesson, Opponent, Seat, Setup
from automa.grammar import Grammar
from automa.picture import Picture
from automa.sheet import Sheet
from automa.valeria import lessons, opponents, scoresheet, wording
from automa.valeria.game import Play
from automa.valeria.notation import TURN
from automa.valeria.opponents.standin import StandIn
from automa.valeria.own import talk
from automa.valeria.own.player import Player
from automa.valeria.tables import Tables, faults

if TYPE_CHECKING:
    from automa.coach import Coach


class Valeria(Game):
    """The game as the companion knows it."""

    id = "valeria"
    name = "Castellans of Valeria"
    players = range(2, 3)
    shared = range(2, 6)
    scored = range(2, 6)
    tracks = ("light", "all")
    rounds = range(1, 6)
    dice_in_box = True
    tables = Tables
    topics = wording.TOPICS

    def faults(self, tables: Tables) -> list[tuple[str, Text]]:
        return faults(tables)

    def words(self, tables: Tables) -> Iterable[str]:
        yield from super().words(tables)
        yield from talk.words()

    def endings(self, tables: Tables) -> Mapping[str, Iterable[str]]:
        from automa.valeria.opponents.coaching import PARTS

        return {**wording.endings(tables), "think.part": PARTS}

    def notation(self) -> Grammar[Any, Any]:
        return TURN

    def rules(self, tables: Tables) -> Sequence[tuple[str, Text]]:
        told = dict(wording.reminders(tables), notation=TURN.help())
        return list(told.items())

    def script(self, setup: Setup) -> Play:
        return Play(setup)

    def opponents(self, tables: Tables) -> Sequence[Opponent]:
        return opponents.opponents(tables)

    def starter(self, seats: Sequence[Seat]) -> str:
        return next((seat.id for seat in seats if seat.is_person), "")

    def demo_seats(self, tables: Tables) -> Sequence[Seat]:
        return opponents.demo_seats(tables)

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        """The opponent decides by its card and is never asked; a person's seat gets a stand-in."""
        if setup.track == "all":
            return Player(setup.tables.opponents.stand_in, seat.level)
        return StandIn(setup.tables)

    def coach(self, setup: Setup) -> Coach | Text:
        """What moves are worth depends on the goods one has, which are not always tracked."""
        from automa.valeria.opponents.coaching import Adviser

        return Adviser() if setup.track == "all" else Text("valeria.coach.light")

    def lessons(self, tables: Tables) -> Mapping[str, Callable[[], Lesson]]:
        """What a player can teach the app in one go; each returns a tree to merge into the taught tables."""
        return {
            "opponent": lambda: lessons.teach_opponent(tables),
            "tracks": lambda: lessons.teach_tracks(tables),
            "keeps": lambda: lessons.teach_keeps(tables),
        }

    def tell_fact(self, tables: Tables, key: str, value: Any) -> Text:
        return lessons.tell_fact(tables, key, value)

    def head_facts(self, tables: Tables, key: str) -> Text:
        return lessons.component(tables, key)[0]

    def roll_lesson(self, tables: Tables, roll: Roll, number: int, outcome: str) -> Lesson:
        return lessons.roll_lesson(tables, roll, number, outcome)

    def ask_fact(self, tables: Tables, key: str) -> Lesson | None:
        return lessons.ask_fact(tables, key)

    def draw_fact(self, tables: Tables, key: str) -> Picture:
        return lessons.component(tables, key)[1]

    def score(
        self, tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
    ) -> Generator[Ask | Tell, Any, Sheet]:
        return scoresheet.score(tables, players, str(round) if round else None, rulings)

    def score_file(self, tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
        return scoresheet.score_file(tables, content, rulings)

    def score_example(self, tables: Tables) -> dict[str, Any]:
        return scoresheet.score_example(tables)


GAME = Valeria()
