"""What a game offers to whoever runs it, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from msgspec import Struct, field

from automa.dialogue import YOU, Answer, Ask, Conversation, Named, Option, Tell, Text
from automa.picture import Picture

if TYPE_CHECKING:
    from random import Random

    from automa.sheet import Sheet


class Seat(Struct, frozen=True):
    """A place at the table: a person's, or an opponent's."""

    id: str
    name: str | Text
    opponent: str = ""
    """The id of the opponent's card or bot; nothing for a person."""
    level: str = ""

    @property
    def is_person(self) -> bool:
        return not self.opponent


def you() -> Seat:
    """The one person at the table."""
    return Seat(YOU, Text("seat.you"))


class Setup(Struct):
    """What a game is started with. Everything that chance decides is asked later."""

    seats: Sequence[Seat]
    """Clockwise."""
    tables: Any
    """The game's tables, of the type its `Game.tables` names."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """For each ruling of the game: the option in force."""


class Correction(Struct):
    """A tracked value that a player may set right: what it is, and the question for its new value."""

    key: str
    name: Text
    value: Text | str | int
    """What the app believes now."""
    ask: Ask
    put: Callable[[Any], None]
    """Sets the checked answer in the state; raises `Refused`, changing nothing, if it cannot be."""


class Script(Protocol):
    """One game in progress: its conversation and the state it works on."""

    def play(self) -> Conversation:
        """The whole game. To be run once."""

    def sheet(self) -> Sheet:
        """The score if the game ended now."""

    def picture(self, seat: str) -> Picture:
        """The table as the app sees it, as that seat would like to see it."""

    def state(self) -> dict[str, Any]:
        """Everything tracked, as JSON-able data; equal states give equal data."""

    def corrections(self) -> list[Correction]:
        """Everything a player may set right."""

    def recount(self) -> list[str]:
        """What does not add up: components lost, doubled, or more than the box holds."""


class Decider(Protocol):
    """Answers the asks that are addressed to an opponent's seat."""

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        """The answer and the reasons for it, worked out from what that seat can know."""


class Opponent(Struct, frozen=True):
    """Somebody to play against, as shown to the player."""

    id: str
    name: str
    character: Text
    """Who it is, in a sentence."""
    levels: Sequence[str] = ()
    card: Picture = field(default_factory=list)
    """Its plan, drawn as a card."""
    house: bool = True
    """Made by us, not by the game's publisher."""


class Ruling(Struct, frozen=True):
    """A question that the rulebook leaves open, and how it may be settled."""

    id: str
    question: Text
    options: Sequence[Named]
    default: str
    reason: Text


class OpenQuestion(Protocol):
    """A ruling as it stands in a game's tables."""

    @property
    def options(self) -> Sequence[str]: ...

    @property
    def default(self) -> str: ...


def rulings_of(game: str, questions: Iterable[tuple[str, OpenQuestion]]) -> list[Ruling]:
    """The rulings that a player can settle otherwise; their texts go by their ids."""
    return [
        Ruling(
            id,
            Text(f"{game}.ruling.{id}.question"),
            [Option(each, Text(f"{game}.ruling.{id}.option.{each}")) for each in question.options],
            question.default,
            Text(f"{game}.ruling.{id}.reason"),
        )
        for id, question in questions
        if len(question.options) > 1
    ]


class Game(Protocol):
    """A game as the companion knows it: one instance in the list of games."""

    id: str
    """As typed: `castle-combo`."""
    folder: str
    """Of its tables: `castle_combo`."""
    name: str
    players: range
    """How many seats it has."""
    scored: range
    """How many players a score sheet can be for."""
    dice_in_box: bool
    """Whether the dice the game asks for are in the box; else the app rolls them unless told otherwise."""
    tables: type[Any]
    """The typed form of its tables folder: one field for each file."""

    def check_tables(self, tables: Any) -> list[tuple[str, Text]]:
        """What is wrong with tables that the types allow: the key and what is wrong, in a sentence."""

    def words(self, tables: Any) -> Iterable[str]:
        """Every text id that is put together from a word of the tables or of a closed set."""

    def script(self, setup: Setup) -> Script: ...

    def opponents(self, tables: Any) -> Sequence[Opponent]:
        """Everybody one can play against; the first is who comes when nobody is named."""

    def demo_seats(self, tables: Any) -> Sequence[Seat]:
        """Who plays when nobody is at the table."""

    def decider(self, seat: Seat, setup: Setup) -> Decider:
        """Who answers for a seat; for a person's seat, a stand-in that plays legally."""

    def rulings(self, tables: Any) -> Sequence[Ruling]: ...

    def rules(self, tables: Any) -> Sequence[tuple[str, Text]]:
        """Reminders of the rules in our own words: a topic id and its text, in reading order."""

    def score(self, tables: Any, players: int) -> Generator[Ask | Tell, Any, Sheet]:
        """The questions of a score sheet for that many players, as a conversation of its own."""

    def score_file(self, tables: Any, content: Any) -> Sheet:
        """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""

    def score_example(self, tables: Any) -> dict[str, Any]:
        """A file to fill in: a whole example."""


Lesson = Generator[Ask | Tell | Picture, Any, dict[str, Any]]
"""A conversation in which a person enters what is on their components; it may draw what it has got so far.

It returns a tree of taught facts, to be laid over the tables. `None` in it means that there is no such thing;
`"without": ["line"]` in a table takes that key out first, so that what is given for it replaces all of it.
"""


@runtime_checkable
class Teaches(Protocol):
    """A game with lessons of its own: `solo tables teach GAME LESSON`."""

    def lessons(self, tables: Any) -> Mapping[str, Callable[[], Lesson]]: ...


@runtime_checkable
class AsksFacts(Protocol):
    """A game that asks in its own way what a fact, or a group of facts that belong together, really is."""

    def ask_fact(self, tables: Any, key: str) -> Lesson | None: ...


@runtime_checkable
class ScoresRounds(Protocol):
    """A game whose rounds are scored one by one: `solo score GAME --round N`."""

    rounds: range

    def score_round(self, tables: Any, players: int, round: int) -> Generator[Ask | Tell, Any, Sheet]: ...


@runtime_checkable
class DrawsFacts(Protocol):
    """A game that can draw the component a fact or a group of facts is read off."""

    def draw_fact(self, tables: Any, key: str) -> Picture: ...


@runtime_checkable
class TellsFacts(Protocol):
    """A game that can say a fact in a sentence, also with another value than the tables have."""

    def tell_fact(self, tables: Any, key: str, value: Any) -> Text: ...


@runtime_checkable
class HeadsFacts(Protocol):
    """A game that has a name for the component a group of facts is read off."""

    def head_facts(self, tables: Any, key: str) -> Text: ...
