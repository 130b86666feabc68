"""What commands are called with: the context, and the arguments and options that they share.

The help of each is the id of a sentence, translated when the command is made.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from msgspec import Struct

from solo.words.sentences import LANGUAGES, Words

if TYPE_CHECKING:
    from automa.game import Game
    from solo.facts.overlay import Facts
    from solo.fronts.session import Front
    from solo.playing.driver import Driver
    from solo.showing.screen import Screen

LARGEST_NUMBER = 10**17 - 1
"""What a journal can hold: a number of 64 bits."""


class Caller(Struct):
    """How the user is spoken to."""

    words: Words
    is_wished: bool
    """Whether this very language was asked for."""
    plain: bool = False
    """Whether plain lines were asked for."""


class LoadedGame(NamedTuple):
    """A game, its tables with what the user taught, and the words of the app and of the game."""

    game: "Game"
    facts: "Facts"
    words: Words


class Context(typer.Context):
    """A command as it was called."""

    @property
    def caller(self) -> Caller:
        caller: Caller = self.obj
        return caller

    @property
    def words(self) -> Words:
        return self.caller.words

    def load_game(self, name: str) -> LoadedGame:
        """The game that is named on the command line."""
        from solo.facts.taught import own_tables
        from solo.games import game_named

        game = game_named(name)
        return LoadedGame(game, own_tables(game), self.words.and_of(game.folder))

    def look_at(self, save: str) -> tuple["Driver", Words]:
        """A saved game as it stands, and the words of the app and of the game."""
        from solo.playing.starting import look_at

        driver = look_at(save)
        return driver, self.words.and_of(driver.game.folder)

    def screen(self, words: Words | None = None) -> "Screen":
        """A screen for output alone."""
        from solo.fronts.opening import open_screen

        return open_screen(words or self.words, self.caller.plain)

    def front(self, words: Words | None = None) -> "Front":
        """The front end for the user's terminal; with prompts no key is echoed until the command is done."""
        from solo.fronts.opening import open_front

        front = open_front(words or self.words, self.caller.plain)
        if front.pager is not None:
            from solo.fronts.prompts import keys_kept

            self.with_resource(keys_kept(sys.stdin))
        return front


def option(id: str, *names: str, metavar: str | None = None, **more: Any) -> Any:
    """An option; the id is that of its help, and what the help calls it says what a shell offers for it."""
    return typer.Option(*names, help=id, metavar=metavar, autocompletion=offering(metavar), **more)


def argument(id: str, metavar: str, **more: Any) -> Any:
    """An argument, likewise."""
    return typer.Argument(help=id, metavar=metavar, autocompletion=offering(metavar), **more)


def offering(metavar: str | None) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    """What a shell offers for what the help calls so; looked up when it asks."""

    def offers(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        from solo.commands.completing import offered

        return offered(metavar or "", ctx, incomplete)

    return offers


def number_option(id: str, name: str) -> object:
    """An option that takes a number."""
    return option(id, name, metavar="N", min=-LARGEST_NUMBER, max=LARGEST_NUMBER)


def repeated_option(id: str, *names: str, metavar: str) -> object:
    """An option that may be given several times."""
    return option(id, *names, metavar=metavar, default_factory=list)


def want_plain(ctx: typer.Context, wanted: bool) -> None:
    """Note that plain lines were asked for, of this command or of the group that it is in."""
    ctx.obj.plain |= wanted


LanguageName = Annotated[
    str | None, option("help.lang", "--lang", metavar="|".join(LANGUAGES), expose_value=False)
]
Plain = Annotated[bool, option("help.plain", "--plain", callback=want_plain, expose_value=False)]
GameName = Annotated[str, argument("help.game", "GAME")]
SaveName = Annotated[str, argument("help.save", "SAVE")]
Why = Annotated[bool, option("help.why", "--why")]
Quiet = Annotated[bool, option("help.quiet", "--quiet")]
Force = Annotated[bool, option("help.force", "--force")]
Against = Annotated[list[str], repeated_option("help.against", "--against", "-a", metavar="NAME[:LEVEL]")]
People = Annotated[list[str], repeated_option("help.person", "--person", metavar="NAME")]
First = Annotated[str, option("help.first", "--first", metavar="SEAT")]
Seats = Annotated[str, option("help.seats", "--seats", metavar="SEAT,SEAT")]
Rulings = Annotated[list[str], repeated_option("help.ruling", "--ruling", metavar="ID=VALUE")]
Players = Annotated[int | None, number_option("help.players", "--players")]
Seed = Annotated[int | None, number_option("help.seed", "--seed")]
Pace = Annotated[int | None, number_option("help.pace", "--pace")]
Dice = Annotated[str | None, option("help.dice", "--dice", metavar="app|table")]
Track = Annotated[str | None, option("help.track", "--track", metavar="light|all")]
Colour = Annotated[str, option("help.colour", "--colour", metavar="COLOUR")]
Cards = Annotated[str | None, option("help.cards", "--cards", metavar="app|table")]
