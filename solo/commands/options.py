"""What commands are called with: the context, and the arguments and options that they share.

The help of each is the id of a sentence, translated when the command is made.
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer
from msgspec import Struct

from solo.words.sentences import LANGUAGES, Words

LARGEST_NUMBER = 10**17 - 1
"""What a journal can hold: a number of 64 bits."""


class Language(Struct, frozen=True):
    """The words that are spoken, and whether these very ones were asked for."""

    words: Words
    wished: bool


class Context(typer.Context):
    """A command as it was called."""

    @property
    def language(self) -> Language:
        language: Language = self.obj
        return language

    @property
    def words(self) -> Words:
        return self.language.words


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


LanguageName = Annotated[
    str | None, option("help.lang", "--lang", metavar="|".join(LANGUAGES), expose_value=False)
]
GameName = Annotated[str, argument("help.game", "GAME")]
SaveName = Annotated[str, argument("help.save", "SAVE")]
Plain = Annotated[bool, option("help.plain", "--plain")]
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
