"""The questions of the menu, of a new game and before a save is deleted, as conversations like any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from automa.dialogue import YOU, Choose, Confirm, Name, Named, Number, Option, Several, Tell, Text
from automa.game import Game, Questions
from solo.games import title
from solo.keeping.saves import Save
from solo.playing import newgame
from solo.playing.newgame import Wishes
from solo.trouble import Trouble

CHANCE_SAYS = "chance"
"""Nobody is wished to begin."""
ABOUT_NO_GAME = ("continue", "history", "leave")


def main_menu(unfinished: Sequence[Save]) -> Questions[tuple[str, str | None]]:
    """What somebody wants who only typed `solo`: an action, and the save to continue."""
    options = [Option("new", Text("menu.new")), Option("score", Text("menu.score"))]
    if unfinished:
        last = unfinished[0]
        options.insert(0, Option("continue", Text("menu.continue", game=described(last)), also=(last.name,)))
    if len(unfinished) > 1:
        options.insert(1, Option("another", Text("menu.another", n=len(unfinished))))
    options += [
        Option("demo", Text("menu.demo")),
        Option("opponents", Text("menu.opponents")),
        Option("rules", Text("menu.rules")),
        Option("tables", Text("menu.tables")),
        Option("history", Text("menu.history")),
        Option("leave", Text("menu.leave")),
    ]
    action = yield Choose("menu.what", YOU, options)
    if action == "another":
        saves = [Option(save.name, described(save), save.name) for save in unfinished]
        return "continue", (yield Choose("menu.which-save", YOU, saves))
    return action, unfinished[0].name if action == "continue" else None


def described(save: Save) -> Text:
    """A saved game as people remember it: which game, against whom, and when."""
    others = [seat.name for seat in save.seats if seat.name]
    day = save.started[:10]
    if not others:
        return Text("menu.save", game=title(save.game) or save.name, day=day)
    return Text("menu.save-against", game=title(save.game), names=others, day=day)


class Chosen(NamedTuple):
    """What somebody wants who only typed `solo`."""

    action: str
    save: str | None = None
    """To continue."""
    game: str = ""
    """What it is about, where it is about one."""
    wishes: Wishes | None = None
    """For a new game."""


def whole_menu(
    unfinished: Sequence[Save], games: Sequence[Game], tables: Callable[[Game], Any]
) -> Questions[Chosen]:
    """The menu and what it leads to, up to the deed, as one conversation: undo goes back to the menu."""
    action, save = yield from main_menu(unfinished)
    if action in ABOUT_NO_GAME:
        return Chosen(action, save)
    name = yield from which_game(games)
    if action != "new":
        return Chosen(action, save, name)
    game = next(each for each in games if each.id == name)
    return Chosen(action, save, name, (yield from new_game(game, tables(game))))


def sure_to_delete(save: str) -> Questions[bool]:
    """Whether a save may really go."""
    sure: bool = yield Confirm("saves.sure", YOU, default=False, save=save)
    return sure


def which_game(games: Sequence[Game]) -> Questions[str]:
    """The game, asked only where there is more than one."""
    if len(games) == 1:
        return games[0].id
    chosen: str = yield Choose("menu.which-game", YOU, [Option(game.id, game.name) for game in games])
    return chosen


def how_many_players(low: int, high: int) -> Questions[int]:
    """How many players a score sheet is for."""
    if low == high:
        return low
    count: int = yield Number("menu.how-many-players", YOU, low=low, high=high)
    return count


def new_game(game: Game, tables: Any) -> Questions[Wishes]:
    """The wishes for a new game: who plays and sits where, who begins, who draws, rulings."""
    people = yield from _people(game)
    everybody = game.opponents(tables)
    options = [Option(each.id, each.name, each.character) for each in everybody]
    low, high = max(game.players[0] - max(len(people), 1), 0), game.players[-1] - max(len(people), 1)
    against: list[str] = []
    if high > 0 and not (len(people) > 1 and game.shared):
        against = yield Several("menu.against", YOU, options, low=low, high=min(high, len(options)))
    seats, first = yield from _seats(game, tables, Wishes(against=against, people=people))
    by = [Option(each, Text(f"option.by.{each}")) for each in ("table", "app")]
    cards = yield Choose("menu.cards", YOU, by, default="table")
    dice = "app"
    if game.dice_in_box:
        dice = yield Choose("menu.dice", YOU, by, default="table")
    track = None
    if game.tracks:
        ways = [Option(each, Text(f"option.track.{each}")) for each in game.tracks]
        track = yield Choose("menu.track", YOU, ways, default=ways[0].id)
    rulings: list[str] = []
    known = game.rulings(tables)
    if known and not (yield Confirm("menu.usual-rulings", YOU, default=True, n=len(known))):
        for ruling in known:
            chosen = yield Choose(
                "menu.ruling",
                YOU,
                ruling.options,
                default=ruling.default,
                question=ruling.question,
                reason=ruling.reason,
            )
            rulings.append(f"{ruling.id}={chosen}")
    return Wishes(
        against=against,
        people=people,
        seats=seats,
        first=first,
        cards=cards,
        dice=dice,
        rulings=rulings,
        track=track,
    )


def _people(game: Game) -> Questions[list[str]]:
    """The people at the table by name; nobody has to say theirs who plays alone."""
    high = max(*game.players, *game.shared)
    count = yield Number("menu.how-many-people", YOU, low=1, high=high, default=1)
    people: list[str] = []
    while 1 < count != len(people):
        name: str = yield Name("menu.person", YOU, n=len(people) + 1)
        try:
            newgame.people_named([*people, name])
        except Trouble as trouble:
            yield Tell("menu.again", reason=trouble.text)
        else:
            people.append(name)
    return people


def _seats(game: Game, tables: Any, wishes: Wishes) -> Questions[tuple[list[str], str]]:
    """Who sits where, clockwise, where there are more than two; and who begins."""
    seated = newgame.seats(game, tables, wishes)
    order: list[str] = []
    if len(seated) > 2:
        usual = [seat.id for seat in seated]
        order = yield Several("menu.seats", YOU, seated, low=len(seated), high=len(seated), default=usual)
        seated.sort(key=lambda seat: order.index(seat.id))
    by_rule = game.starter(seated)
    options: list[Named] = list(seated)
    if not by_rule:
        options.append(Option(CHANCE_SAYS, Text("menu.chance")))
    first = yield Choose("menu.first", YOU, options, default=by_rule or CHANCE_SAYS)
    return order, "" if first == CHANCE_SAYS else first
