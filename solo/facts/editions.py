"""Names printed on the user's own edition: understood where they are typed, asked about where unknown."""

from __future__ import annotations

from automa.dialogue import Ask, Refused
from automa.game import Game, Questions
from automa.names import MOST_WORDS, folded
from solo.facts import taught
from solo.facts.telling import WRITTEN


class Editions:
    """The user's own names for the things of a game; new ones may be added while playing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._ids: dict[str, str] = {}
        self._look_up()

    def _look_up(self) -> None:
        names = self.game.own_names(taught.own_tables(self.game).tables)
        self._ids = {folded(name): id for name, id in names.items()}

    def read(self, line: str) -> str:
        """A line with the names of this edition replaced by the game's ids."""
        if not self._ids:
            return line
        words = line.split(" ")
        said: list[str] = []
        while words:
            count, id = self._first(words)
            said.append(id)
            del words[:count]
        return " ".join(said)

    def _first(self, words: list[str]) -> tuple[int, str]:
        """The longest run of words at the start that is such a name, and its id; else the first word."""
        for count in range(min(MOST_WORDS, len(words)), 0, -1):
            run = " ".join(words[:count])
            name = run.rstrip(",;")
            id = self._ids.get(folded(name))
            if id is not None:
                return count, id + run[len(name) :]
        return 1, words[0]

    def unknown(self, ask: Ask, refused: Refused) -> str:
        """The unknown name that an answer was refused for; empty if there was another reason."""
        return self.game.unknown_name(ask, refused.text)

    def lesson(self, name: str) -> Questions[str]:
        """Asks what a name is printed on, and keeps it for this user."""
        facts = taught.own_tables(self.game)
        lesson = yield from self.game.name_lesson(facts.tables, name)
        facts.with_lesson(lesson, came_from=WRITTEN)
        taught.keep(self.game, lesson)
        self._look_up()
        return name
