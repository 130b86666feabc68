"""Playing: a new game, a saved one, one that plays itself, and one for another program."""

import sys
from typing import Annotated

from msgspec.structs import replace

from automa.dialogue import Text
from automa.game import Game, only
from solo.commands.options import (
    Against,
    Cards,
    Colour,
    Context,
    Dice,
    First,
    GameName,
    Pace,
    People,
    Players,
    Quiet,
    Rulings,
    Seats,
    Seed,
    Track,
    Why,
    argument,
    option,
)
from solo.keeping.saves import delete_save
from solo.keeping.settings import keep, settings
from solo.playing import starting
from solo.playing.driver import Driver
from solo.playing.looking_back import LookingBack
from solo.playing.newgame import Wishes
from solo.playing.standing import remembering
from solo.playing.starting import new_demo, new_game, unchecked
from solo.suggestions import one_of
from solo.trouble import INTERRUPTED
from solo.words.sentences import LANGUAGES, Words

ON_OFF = ON, _ = "on", "off"


def play(
    ctx: Context,
    name: GameName,
    *,
    against: Against,
    players: Players = None,
    person: People,
    seats: Seats = "",
    first: First = "",
    dice: Dice = None,
    cards: Cards = None,
    track: Track = None,
    colour: Colour = "",
    seed: Seed = None,
    ruling: Rulings,
    why: Why = False,
    quiet: Quiet = False,
) -> int:
    """`solo play`: a new game at the table."""
    wishes = Wishes(
        against, players, person, dice, cards, ruling, first, listed(seats), seed, ctx.words.lang,
        track=track, colour=colour,
    )  # fmt: skip
    return begin(ctx, name, wishes, why=why, quiet=quiet)


def begin(ctx: Context, name: str, wishes: Wishes, *, why: bool = False, quiet: bool = False) -> int:
    """A new game with these wishes, played until it is over or the person leaves; and others after it."""
    game, facts, words = ctx.load_game(name)
    if wishes.quiet is not None:
        keep(replace(settings(), quiet=wishes.quiet))
    code, notice = 0, unchecked(game, facts)
    another: Wishes | None = wishes
    while another is not None and (colour := _own_colour(ctx, game, another, words)) is not None:
        driver = new_game(game, facts, replace(another, colour=colour))
        code, another = at_table(ctx, words, driver, why=why, quiet=quiet, notice=notice, is_new=True)
        if driver.journal.path is not None and not driver.journal.is_begun:
            delete_save(driver.journal.path)  # given up before anything was answered: nothing is to be kept
    return code


def _own_colour(ctx: Context, game: Game, wishes: Wishes, words: Words) -> str | None:
    """The colour of the player's pieces: wished, chosen before or asked once; None if the player left."""
    if not game.colours:
        return wishes.colour
    colour: str | None = wishes.colour or settings().colour(game.colours)
    if not colour:
        front = ctx.front(words)
        if front.pager is None:
            return ""
        from solo.commands.questions import which_colour
        from solo.fronts.choosing import choose

        colour = choose(lambda: only(which_colour(game)), front, words)
    if colour and colour in game.colours:
        keep(settings().with_colour(colour))
    return colour


def at_table(
    ctx: Context,
    words: Words,
    driver: Driver,
    *,
    why: bool,
    quiet: bool = False,
    notice: Text | None = None,
    is_new: bool = False,
) -> tuple[int, Wishes | None]:
    """Play on, with a person at the table, until the game is over or they leave.

    The exit code, and the wishes for another game if it is over and they want one.
    """
    from solo.facts.editions import Editions
    from solo.fronts.session import Session

    naming = Editions(driver.game)
    front = ctx.front(words)
    quiet = quiet or settings().quiet
    looking_back = LookingBack(driver)
    with driver.journal, remembering(driver):
        session = Session(driver, front, words, show_why=why, is_new=is_new, naming=naming, quiet=quiet)
        code = session.play(notice, when_over=None if front.piped else looking_back.start_for_one)
    if driver.sheet is None or front.piped or code == INTERRUPTED:
        return code, None
    from solo.commands.ending import what_next

    return code, what_next(ctx, words, driver, looking_back, quiet=quiet)


def resume(
    ctx: Context,
    save: Annotated[str | None, argument("help.save", "SAVE")] = None,
    *,
    recover: Annotated[bool, option("help.recover", "--recover")] = False,
    why: Why = False,
    quiet: Quiet = False,
) -> int:
    """`solo resume`: go on with a saved game, in the language it was started in unless told otherwise."""
    driver = starting.resume(save, recover=recover)
    code, another = at_table(ctx, words_of(ctx, driver), driver, why=why, quiet=quiet)
    return code if another is None else begin(ctx, driver.game.id, another, why=why, quiet=quiet)


def quiet(
    ctx: Context,
    choice: Annotated[str | None, argument("help.quiet-choice", "on|off")] = None,
) -> int:
    """`solo quiet`: whether opponents speak, from now on."""
    if choice is not None:
        keep(replace(settings(), quiet=one_of(ON_OFF, choice, "quiet") == ON))
    kept = "quiet.on" if settings().quiet else "quiet.off"
    ctx.screen().text(Text(kept))
    return 0


def words_of(ctx: Context, driver: Driver) -> Words:
    """The language that a saved game was started in, unless another is wished."""
    words = ctx.words
    started_in = driver.journal.header.options.get("lang", "")
    if started_in in LANGUAGES and not ctx.caller.is_wished:
        words = Words.of(started_in)
    return words.and_of(driver.game.folder)


def demo(
    ctx: Context,
    name: GameName,
    *,
    against: Against,
    seed: Seed = None,
    ruling: Rulings,
    pace: Pace = None,
    why: Why = False,
) -> int:
    """`solo demo`: a whole game that plays itself; watched turn by turn at a terminal, told in a pipe."""
    from solo.fronts.book import Book
    from solo.fronts.demo import narrate, watch

    game, facts, words = ctx.load_game(name)
    driver = new_demo(game, facts, Wishes(against, rulings=ruling, seed=seed, lang=words.lang))
    opening = Text("demo.begins", game=game.name, seed=driver.journal.header.seed)
    front = ctx.front(words)
    if front.pager is None:
        screen = ctx.screen(words)
        screen.text(opening)
        narrate(driver, screen, why=why)
    else:
        watch(driver, Book(front.pager, front.screen), opening, pace=pace, why=why)
    return 0


def engine(
    ctx: Context,
    name: GameName,
    *,
    against: Against,
    players: Players = None,
    person: People,
    seats: Seats = "",
    first: First = "",
    dice: Dice = "app",
    cards: Cards = "app",
    track: Track = None,
    seed: Seed = None,
    ruling: Rulings,
    save: Annotated[str | None, option("help.engine-resume", "--resume", metavar="SAVE")] = None,
) -> int:
    """`solo engine`: a game as JSON lines, for another front end."""
    from solo.fronts.engine import run_engine

    game, facts, words = ctx.load_game(name)
    if save is None:
        wishes = Wishes(
            against, players, person, dice, cards, ruling, first, listed(seats), seed, words.lang, track=track
        )
        driver = new_game(game, facts, wishes)
    else:
        driver = starting.resume(save, wanted=game)
        words = words_of(ctx, driver)
    with driver.journal, remembering(driver):
        return run_engine(driver, words, sys.stdin.buffer, sys.stdout.buffer)


def listed(names: str) -> list[str]:
    """Names that are typed with commas between them."""
    return [name for each in names.split(",") if (name := each.strip())]
