"""What commands are called with: the context, and the arguments and options that they share.

The help of each is the id of a sentence, translated where the help is made. Options are typed as text; what
must be a number is read here, so that the complaint is in the user's language.
"""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import Struct

from automa.dialogue import Text
from solo.trouble import Trouble
from solo.words.sentences import Words

LONGEST_NUMBER = 18
"""What a journal can hold: a number of 64 bits, its sign counted in."""


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


def option(id: str, *names: str, **more: Any) -> Any:
    """An option; the id is that of its help."""
    return typer.Option(*names, help=id, **more)


def argument(id: str, metavar: str, **more: Any) -> Any:
    """An argument; the id is that of its help."""
    return typer.Argument(help=id, metavar=metavar, **more)


def whole_number(param: typer.CallbackParam, typed: str | int | None) -> int | None:
    """The number typed behind an option."""
    if typed is None or isinstance(typed, int):
        return typed
    if not re.fullmatch(r"[+-]?[0-9]+", typed.strip()):
        raise Trouble(Text("usage.number", option=param.opts[0], found=typed))
    if len(typed.strip()) > LONGEST_NUMBER:
        raise Trouble(Text("usage.long-number", option=param.opts[0], high=LONGEST_NUMBER))
    return int(typed)


def number_option(id: str, name: str) -> Any:
    """An option that takes a number."""
    return option(id, name, metavar="N", callback=whole_number)


def repeated_option(id: str, *names: str, metavar: str) -> Any:
    """An option that may be given several times."""
    return option(id, *names, metavar=metavar, default_factory=list)


def as_path(typed: str | None) -> Path | None:
    """The file that was typed."""
    return None if typed is None else Path(typed)


GameName = Annotated[str, argument("help.game", "GAME")]
SaveName = Annotated[str, argument("help.save", "SAVE")]
Plain = Annotated[bool, option("help.plain", "--plain")]
Why = Annotated[bool, option("help.why", "--why")]
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
Cards = Annotated[str | None, option("help.cards", "--cards", metavar="app|table")]
