"""The questions of the menu, of a new game and before a save is deleted, as conversations like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automa.dialogue import YOU, Choose, Confirm, Number, Option, Several, Text
from automa.game import Game, Questions
from solo.keeping.saves import Save
from solo.playing.newgame import Wishes


def main_menu(unfinished: Sequence[Save]) -> Questions[tuple[str, str | None]]:
    """What somebody wants who only typed `solo`: an action, and the save to continue."""
    options = [Option("new", Text("menu.new")), Option("score", Text("menu.score"))]
    if unfinished:
        options.insert(0, Option("continue", Text("menu.continue", save=unfinished[0].name)))
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
        saves = [Option(save.name, save.name) for save in unfinished]
        return "continue", (yield Choose("menu.which-save", YOU, saves))
    return action, unfinished[0].name if action == "continue" else None


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
    """The wishes for a new game: opponents, who draws, rulings."""
    everybody = game.opponents(tables)
    options = [Option(each.id, each.name, each.character) for each in everybody]
    low, high = game.players[0] - 1, game.players[-1] - 1
    against = yield Several("menu.against", YOU, options, low=low, high=min(high, len(options)))
    by = [Option(each, Text(f"option.by.{each}")) for each in ("table", "app")]
    cards = yield Choose("menu.cards", YOU, by, default="table")
    dice = "app"
    if game.dice_in_box:
        dice = yield Choose("menu.dice", YOU, by, default="table")
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
    return Wishes(against=against, cards=cards, dice=dice, rulings=rulings)
