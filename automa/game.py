"""What a game offers to the program that runs it, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct, field

from automa import rulings
from automa.declared import AnyTables, Flaw, KeyPath, Tree
from automa.dialogue import (
    TABLE,
    YOU,
    Answer,
    Ask,
    Choose,
    Conversation,
    Dialogue,
    Dice,
    Named,
    Refused,
    Roll,
    Tell,
    Text,
    asking,
)
from automa.picture import Map, Panel, Picture, Spans, Stage, whole
from automa.pieces import Table, counted, drawn
from automa.priorities import Strength
from automa.rulings import Ruling, Rulings

if TYPE_CHECKING:
    from random import Random

    from typing_extensions import TypeVar as TypeVarWithDefault

    from automa.coach import Coach
    from automa.sheet import Sheet
    from automa.steps import Language

    D = TypeVarWithDefault("D", bound="Tables", default=Any)
    """The type of a game's tables: `Game` by itself is a game of any."""
else:
    D = TypeVar("D")

T = TypeVar("T")


class Tables(Protocol):
    """What the tables of every game have; the rest of them only the game itself knows."""

    @property
    def rulings(self) -> Rulings: ...

    def all_faults(self) -> Iterable[Flaw]: ...


class Seat(Named, Struct, frozen=True):
    """A place at the table: a person's, or an opponent's."""

    id: str
    name: str | Text
    opponent: str = ""
    """The id of the opponent's card or bot; nothing for a person."""
    level: str = ""
    colour: str = ""
    """Of its pieces, one of `Game.colours`; nothing where that was not said."""

    @property
    def is_person(self) -> bool:
        return not self.opponent


def you() -> Seat:
    """The one person at the table."""
    return Seat(YOU, Text("seat.you"))


class Setup(Struct, Generic[D]):
    """What a game is started with. Everything that chance decides is asked later."""

    seats: Sequence[Seat]
    """Clockwise."""
    tables: D
    """The game's tables, of the type its `Game.tables` names."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """For each ruling of the game: the option in force."""
    cards: str = "app"
    """Who turns up cards and tiles, the app or the table: a game may take them from a set of its own."""
    track: str = ""
    """How much of a person's own side the app keeps: one of `Game.tracks`, nothing in older games."""
    first: str = ""
    """The seat that begins, where that was wished; else the rules or chance say it."""

    @property
    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_person]


class AtTable(Protocol):
    """A player of a game, with a seat and what is theirs."""

    @property
    def seat(self) -> Seat: ...


def does(id: str, player: AtTable, why: Sequence[Text] = (), **values: Any) -> Tell:
    """Something that a player does."""
    return Tell(id, seat=player.seat.id, why=why, who=player.seat, **values)


Put: TypeAlias = Callable[[Any], None]
"""Sets the checked answer in the state; raises `Refused`, changing nothing, if it cannot be."""


class Correction(Struct):
    """A tracked value that a player may set right: what it is, and the question for its new value."""

    key: str
    name: Text
    value: Text | str | int
    """What the app believes now."""
    ask: Ask
    put: Put


def first_player(id: str, seats: Sequence[Seat], wished: str, stream: Dice) -> Dialogue[int]:
    """The place of the first player: as was wished, or as the table answers."""
    first = wished or (yield from asking(lambda: Choose(id, TABLE, seats, stream=stream)))
    return next(place for place, seat in enumerate(seats) if seat.id == first)


def do_not_fit() -> Refused:
    """The refusal of tables that do not go with what lies there already."""
    return Refused(Text("facts.do-not-fit"))


class Script:
    """One game in progress: its conversation and the state it works on."""

    def play(self) -> Conversation:
        """The whole game. To be run once."""
        raise NotImplementedError

    def sheet(self) -> Sheet:
        """The score if the game ended now."""
        raise NotImplementedError

    def panels(self, seat: str, ask: Ask | None) -> Sequence[Panel]:
        """The table in parts, as that seat would like to see it at that question; here, where pieces lie."""
        return drawn(self.pieces())

    def picture(self, seat: str) -> Picture:
        """The whole table as the app sees it, one part under the other."""
        return whole(self.stage(), self.panels(seat, None))

    def maps(self, seat: str) -> Picture:
        """The maps of the table, to be drawn by themselves."""
        return [block for block in self.picture(seat) if isinstance(block, Map)]

    def totals(self) -> Mapping[str, Sequence[Spans]]:
        """What stands beside each player's part of the table, by seat; empty where the stage says it all."""
        return {}

    def stage(self) -> Stage | None:
        """Where the game is, for the top of the screen; None where the picture says it."""
        return None

    def state(self) -> Tree:
        """Everything tracked, as JSON-able data; equal states give equal data. Here, where pieces lie."""
        return {f"{place} {piece}": count for (piece, place), count in sorted(counted(self.pieces()).items())}

    def pieces(self) -> Table:
        """Where every physical piece lies; what taking back tells comes of it (see `automa.pieces`)."""
        return []

    def holders(self) -> Mapping[str, str]:
        """Who has what only one player can have, by seat: opponents remark upon it when it is taken."""
        return {}

    def learn(self, tables: AnyTables) -> None:
        """Go on with these tables, and leave what was done as it is; `Refused` if they do not go with it."""
        raise do_not_fit()

    def corrections(self) -> list[Correction]:
        """Everything a player may set right."""
        return []


S_co = TypeVar("S_co", covariant=True)


class HasTable(Protocol[S_co]):
    """A game in progress, of which only the table matters."""

    @property
    def table(self) -> S_co: ...


AnyScript: TypeAlias = Any
"""A game in progress, of the type that its `Playing.script` makes."""


class Decider(Protocol):
    """Answers the asks that are addressed to an opponent's seat."""

    def answer(self, ask: Ask, script: AnyScript, random: Random) -> tuple[Answer, Sequence[Text]]:
        """The answer and the reasons for it, worked out from what that seat can know."""


class Opponent(Named, Struct, frozen=True):
    """An opponent, as shown to the player."""

    id: str
    name: str
    character: Text
    """Who it is, in a sentence."""
    levels: Sequence[str] = ()
    card: Picture = field(default_factory=list)
    """Its plan, drawn as a card."""
    house: bool = True
    """Made by us, not by the game's publisher."""
    thinks: bool = False
    """Weighs its moves, and does not follow a card."""
    official: bool = False
    """Comes with the program and is the publisher's: an opponent that the rules themselves describe."""
    strength: Text | None = None
    """How strong it was when it was measured, in words."""
    strengths: Mapping[str, Strength] = {}
    """Its measured strength by level; of one without levels, under an empty name."""
    titles: Mapping[str, str] = {}
    """What it is called in other languages, where there is a title in its name."""

    @property
    def also(self) -> Sequence[str]:
        return tuple(self.titles.values())

    def called(self, lang: str) -> str:
        """Its name in a language."""
        return self.titles.get(lang, self.name)


Questions: TypeAlias = Generator[Ask | Tell | Picture, Any, T]
"""A conversation that is no game: it asks, tells and draws, and returns what came of it."""


def only(ask: Ask[T]) -> Questions[T]:
    """A conversation of one question."""
    answer: T = yield ask
    return answer


def hold(conversation: Questions[T], handle: Callable[[Ask | Tell | Picture], Answer | None]) -> T:
    """Hold a conversation: `handle` gets all that it asks, tells and draws, and answers what is asked."""
    answer: Answer | None = None
    try:
        while True:
            answer = handle(conversation.send(answer))
    except StopIteration as over:
        result: T = over.value
        return result


Lesson: TypeAlias = Questions[Tree]
"""A conversation in which a person enters what is on their components; it may draw what it has got so far.

It returns a tree of taught facts, to be laid over the tables. `None` in it means that there is no such thing;
`"without": ["line"]` in a table takes that key out first, so that what is given for it replaces all of it.
"""


def nothing(*_: object) -> None:
    """Where a game has no answer of its own."""


class Playing(Struct, Generic[D], frozen=True):
    """What a game is played with: the functions behind `Game.script` and so on, under the same names."""

    script: Callable[[Setup[D]], Script]
    opponents: Callable[[D], Sequence[Opponent]]
    demo_seats: Callable[[D, int], Sequence[Seat]]
    """By the tables, and the least number of seats."""
    decider: Callable[[Seat, Setup[D]], Decider]
    coach: Callable[[Setup[D]], Coach | Text | None] = nothing


class Scoring(Protocol):
    """What a game is scored with that was played without the app: its room `scoresheet`."""

    def score(self, tables: Any, players: int, round: int, rulings: Mapping[str, str], /) -> Dialogue[Sheet]:
        """The questions of a score sheet; of one round, where rounds are scored."""

    def score_file(self, tables: Any, content: object, rulings: Mapping[str, str], /) -> Sheet:
        """The sheet for a filled-in file."""


class Course(Struct, frozen=True):
    """A lesson in which everything that some tables declare is asked."""

    begins: str
    """The id of the text that comes first."""
    keys: Sequence[str]
    proven: bool = False
    """Whether what the rulebook says is asked with the rest."""


class Teaching(Struct, Generic[D], frozen=True):
    """What a player teaches a game with, besides what its tables declare (`automa.declared`)."""

    lessons: Mapping[str, Callable[[D], Lesson]] = {}
    """By name: conversations in which something is entered in one go."""
    courses: Mapping[str, Course] = {}
    asks: Mapping[str, Callable[[D, KeyPath], Questions[object]]] = {}
    """For a question of the tables that is more than one: how it is asked, by tables and keys."""
    drawings: Mapping[type, Callable[[D, KeyPath], Picture]] = {}
    """For the types of tables that are printed on one component: how that looks, by tables and keys."""


class Game(Generic[D]):
    """A game as the companion knows it: one instance in the list of games.

    What is left as it is here is what most games want; what raises is what every game says for itself. The
    rooms that only playing, only scoring or only teaching needs are opened by `playing`, `scoring` and
    `teaching`, so that a score in a file is quick.
    """

    id: str
    """As typed: `castle-combo`."""
    name: str
    players: range
    """How many seats it has."""
    scored: range
    """How many players a score sheet can be for."""
    tables: type[D]
    """The typed form of its tables folder: one field for each file."""
    dice_in_box: bool = False
    """Whether the dice the game asks for are in the box; else the app rolls them unless told otherwise."""
    topics: Sequence[str] = ()
    """The reminders of the rules, in reading order."""
    colours: Sequence[str] = ()
    """The colours of the players' pieces, given out clockwise; nothing where nobody has any."""
    tracks: Sequence[str] = ()
    """How much of a person's own side can be kept, `--track`: the usual first, everything last."""
    shared: range = range(0)
    """How many people may play it among themselves, if they are as many as `players` only with opponents."""
    rounds: range = range(0)
    """The rounds that can be scored one by one, `solo score GAME --round N`; none in most games."""

    @property
    def folder(self) -> str:
        """Of its tables: `castle_combo`; a whole path where they do not come with the program."""
        return self.id.replace("-", "_")

    # The tables

    def faults(self, tables: D) -> list[Flaw]:
        """What is wrong with tables that the types allow: the key and what is wrong, in a sentence."""
        return list(tables.all_faults())

    def rulings(self, tables: D) -> Sequence[Ruling]:
        """The rulings that a player can settle otherwise."""
        return rulings.open_to_players(self.id, tables.rulings)

    def rules(self, tables: D, track: str = "") -> Sequence[tuple[str, Text]]:
        """Reminders of the rules in our own words: a topic id and its text, in reading order.

        With a `track` the notation is the one of a game that keeps so much of a person's side.
        """
        told = {topic: Text(f"{self.id}.rules.{topic}") for topic in self.topics}
        notation = self.notation()
        if notation is not None:
            told["notation"] = notation.help()
        if "rulings" in told:
            told["rulings"] = rulings.rulings_text(self.id, tables.rulings)
        return list(told.items())

    def notation(self) -> Language[Any] | None:
        """How a move is written; it tells that itself, in the reminders."""
        return None

    def teaching(self) -> Teaching[D]:
        """What a player teaches it with."""
        return Teaching()

    def roll_lesson(self, tables: D, roll: Roll, number: int, outcome: str) -> Lesson:
        """What is to be taught when a roll that is read off a component gave something with that number.

        Only for a component that is one fact: it is asked whether the rest of it is right.
        """
        raise NotImplementedError

    def concerns(self, key: str, seats: Sequence[Seat]) -> bool:
        """Whether a fact matters to a game of these: one about an opponent who is not there does not."""
        match key.split("."):
            case ["opponents", "opponent" | "thinker", id, *_]:
                return any(seat.opponent == id for seat in seats)
        return True

    # Names of other editions

    def own_names(self, tables: D) -> Mapping[str, str]:
        """What things are called on the user's own components, and their ids."""
        return {}

    def unknown_name(self, ask: Ask, refusal: Text) -> str:
        """The name that an answer was refused for because nobody knows it; nothing if that was not why."""
        return ""

    def name_lesson(self, tables: D, name: str) -> Lesson:
        """Finds out what an unknown name is printed on."""
        raise NotImplementedError

    # Playing

    def playing(self) -> Playing[D]:
        """What it is played with."""
        raise NotImplementedError

    def script(self, setup: Setup[D]) -> Script:
        """A game to be played."""
        return self.playing().script(setup)

    def opponents(self, tables: D) -> Sequence[Opponent]:
        """Every opponent there is; the first is the one played against if none is named."""
        return self.playing().opponents(tables)

    def starter(self, seats: Sequence[Seat]) -> str:
        """The seat that begins by the rules, unless another is wished; nothing where chance says it."""
        return ""

    def demo_seats(self, tables: D) -> Sequence[Seat]:
        """Who plays when nobody is at the table."""
        return self.playing().demo_seats(tables, self.players[0])

    def decider(self, seat: Seat, setup: Setup[D]) -> Decider:
        """Who answers for a seat; for a person's seat, a stand-in that plays legally."""
        return self.playing().decider(seat, setup)

    def coach(self, setup: Setup[D]) -> Coach | Text:
        """A strong player who can say what it would do in a person's place; or why there is none."""
        return self.playing().coach(setup) or Text("refused.no-coach", game=self.name)

    # Scoring a game that was played without the app

    def scoring(self) -> Scoring:
        """What it is scored with."""
        raise NotImplementedError

    def score(
        self, tables: D, players: int, round: int = 0, rulings: Mapping[str, str] = {}
    ) -> Dialogue[Sheet]:
        """The questions of a score sheet for that many players; of one round, where rounds are scored.

        `rulings` are those that are changed.
        """
        return self.scoring().score(tables, players, round, rulings)

    def score_file(self, tables: D, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
        """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
        return self.scoring().score_file(tables, content, rulings)
