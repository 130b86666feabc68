"""The questions of the menu, of a new game and before a save is deleted, as conversations like any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Confirm, Name, Named, Number, Option, Several, Tell, Text
from automa.game import Game, Questions, Tables
from automa.rulings import Ruling
from solo.games import title
from solo.keeping.journal import called
from solo.keeping.saves import Save
from solo.playing import newgame
from solo.playing.ladders import Rung, ladder
from solo.playing.newgame import Wishes
from solo.trouble import Trouble

CHANCE_SAYS = "chance"
"""Nobody is wished to begin."""
ABOUT_NO_GAME = ("continue", "history", "stats", "leave")


def main_menu(
    unfinished: Sequence[Save], how_far: Mapping[str, Text] = {}
) -> Questions[tuple[str, str | None]]:
    """What somebody wants who only typed `solo`: an action, and the save to continue."""
    options = [Option("new", Text("menu.new")), Option("score", Text("menu.score"))]
    if unfinished:
        last = unfinished[0]
        options.insert(
            0,
            Option(
                "continue",
                Text("menu.continue", game=described(last)),
                how_far.get(last.name, ""),
                also=(last.name,),
            ),
        )
    if len(unfinished) > 1:
        options.insert(1, Option("another", Text("menu.another", n=len(unfinished))))
    options += [
        Option("season", Text("menu.season")),
        Option("demo", Text("menu.demo")),
        Option("opponents", Text("menu.opponents")),
        Option("rules", Text("menu.rules")),
        Option("tables", Text("menu.tables")),
        Option("history", Text("menu.history")),
        Option("stats", Text("menu.stats")),
        Option("leave", Text("menu.leave")),
    ]
    action = yield Choose("menu.what", YOU, options)
    if action == "another":
        saves = [Option(save.name, described(save), how_far.get(save.name, save.name)) for save in unfinished]
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


def sure_to_delete(save: str) -> Questions[bool]:
    """Whether a save may really go."""
    sure: bool = yield Confirm("saves.sure", YOU, default=False, save=save)
    return sure


def which_game(games: Sequence[Game]) -> Questions[str]:
    """The game, asked only where there is more than one."""
    if len(games) == 1:
        return games[0].id
    chosen: str = yield Choose("menu.which-game", YOU, [_described_game(game) for game in games])
    return chosen


def _described_game(game: Game) -> Option:
    """A game with what one wants to know before choosing it: seats, time, what is needed from the box."""
    return Option(game.id, game.name, Text(f"menu.about.{game.id}"))


def how_many_players(low: int, high: int) -> Questions[int]:
    """How many players a score sheet is for."""
    if low == high:
        return low
    count: int = yield Number("menu.how-many-players", YOU, low=low, high=high)
    return count


SETTINGS = ("against", "seats", "first", "cards", "dice", "track")
"""What can be chosen for a new game besides the rulings, in the order of asking."""
START, PEOPLE, RULING = "start", "people", "ruling "


def asked(key: str, game: Game, tables: Tables, wishes: Wishes) -> Choose | Several | None:
    """The question for a setting of a new game, with what is usual; None where there is nothing to choose."""
    match key:
        case "against":
            everybody = game.opponents(tables)
            options = [Option(each.id, each.called(wishes.lang), each.character) for each in everybody]
            return _against(game, options, wishes)
        case "seats":
            seated = newgame.seats(game, tables, replace(wishes, seats=()))
            usual = [seat.id for seat in seated]
            if len(seated) <= 2:
                return None
            return Several("menu.seats", YOU, seated, low=len(seated), high=len(seated), default=usual)
        case "first":
            seated = newgame.seats(game, tables, wishes)
            by_rule = game.starter(seated)
            chance = [] if by_rule else [Option(CHANCE_SAYS, Text("menu.chance"))]
            return Choose("menu.first", YOU, [*seated, *chance], default=by_rule or CHANCE_SAYS)
        case "cards" | "dice":
            if key == "dice" and not game.dice_in_box:
                return None
            by = [Option(each, Text(f"option.by.{each}")) for each in ("table", "app")]
            return Choose(f"menu.{key}", YOU, by, default="table")
        case "track" if game.tracks:
            ways = [Option(each, Text(f"option.track.{each}")) for each in game.tracks]
            return Choose("menu.track", YOU, ways, default=ways[0].id)
        case _:
            return None


def _against(game: Game, options: Sequence[Named], wishes: Wishes) -> Several | None:
    """Who is played against: as many as the seats want that people leave free."""
    people = max(len(wishes.people), 1)
    low, high = max(game.players[0] - people, 0), game.players[-1] - people
    if high <= 0 or (people > 1 and game.shared):
        return None
    return Several("menu.against", YOU, options, low=low, high=min(high, len(options)))


def put(wishes: Wishes, key: str, answer: Any) -> Wishes:
    """The wishes with one more setting chosen; what depends on it is as usual again."""
    match key:
        case "against":
            return replace(wishes, against=answer, seats=(), first="")
        case "seats":
            return replace(wishes, seats=answer)
        case "first":
            return replace(wishes, first="" if answer == CHANCE_SAYS else answer)
        case "cards":
            return replace(wishes, cards=answer)
        case "dice":
            return replace(wishes, dice=answer)
        case _:
            return replace(wishes, track=answer)


def new_game(game: Game, tables: Tables) -> Questions[Wishes]:
    """The wishes for a new game, one after the other."""
    wishes = Wishes(people=(yield from _people(game)), dice="app", rulings=[])
    for key in SETTINGS:
        ask = asked(key, game, tables, wishes)
        if ask is not None:
            wishes = put(wishes, key, (yield ask))
    known = game.rulings(tables)
    if known and not (yield Confirm("menu.usual-rulings", YOU, default=True, n=len(known))):
        for ruling in known:
            chosen = yield _ruling_question(ruling)
            wishes = replace(wishes, rulings=[*wishes.rulings, f"{ruling.id}={chosen}"])
    return wishes


def _ruling_question(ruling: Ruling) -> Choose:
    return Choose(
        "menu.ruling",
        YOU,
        ruling.options,
        default=ruling.default,
        question=ruling.question,
        reason=ruling.reason,
    )


def ready(game: Game, tables: Tables, last: Sequence[str] = ()) -> Questions[Wishes]:
    """The wishes for a new game: whom to play, and all other settings on one page, to be changed or not.

    `last` are the opponents of the last game, who come first.
    """
    rungs = {rung.wish: rung for rung in ladder(game, tables)}
    first = game.opponents(tables)[0]
    usual = [called(first.id, newgame.default_level(first))]
    options = [
        Option(wish, _with_stars(rung), rung.opponent.character, also=(rung.opponent.id,))
        for wish, rung in sorted(rungs.items(), key=lambda each: each[0] not in (last or usual))
    ]
    wishes = Wishes()
    whom = _against(game, options, wishes)
    if whom is not None:
        wishes = put(wishes, "against", (yield whom))
    rulings = {ruling.id: ruling.default for ruling in game.rulings(tables)}
    known = {ruling.id: ruling for ruling in game.rulings(tables)}
    while True:
        found = {key: asked(key, game, tables, wishes) for key in SETTINGS} | {"against": whom}
        asks = {key: ask for key, ask in found.items() if ask is not None}
        rows = [Option(START, Text("menu.start", game=game.name)), Option(PEOPLE, _people_line(wishes))]
        rows += [Option(key, _line(key, ask, wishes)) for key, ask in asks.items()]
        rows += [Option(f"{RULING}{id}", _ruling_line(ruling, rulings[id])) for id, ruling in known.items()]
        chosen: str = yield Choose("menu.ready", YOU, rows, default=START)
        if chosen == START:
            return replace(wishes, rulings=[f"{id}={value}" for id, value in rulings.items()])
        if chosen == PEOPLE:
            wishes = replace(
                Wishes(people=(yield from _people(game))), cards=wishes.cards, track=wishes.track
            )
            whom = _against(game, options, wishes)
            if whom is not None:
                wishes = put(wishes, "against", (yield whom))
        elif chosen.startswith(RULING):
            id = chosen.removeprefix(RULING)
            rulings[id] = yield _ruling_question(known[id])
        else:
            wishes = put(wishes, chosen, (yield asks[chosen]))


def _with_stars(rung: Rung) -> Text | str:
    """An opponent with its strength: stars and what it scores on average, where that was measured."""
    strength = rung.strength
    if strength is None or strength.stars is None:
        return rung.name
    stars = "★" * strength.stars + "☆" * (5 - strength.stars)
    return Text("menu.opponent", name=rung.name, stars=stars, mean=strength.mean)


def _line(key: str, ask: Choose | Several, wishes: Wishes) -> Text:
    """A setting with what is chosen now."""
    now = {"against": wishes.against, "seats": wishes.seats, "first": wishes.first, "cards": wishes.cards}
    value = (now | {"dice": wishes.dice, "track": wishes.track})[key] or ask.default
    chosen = [value] if isinstance(value, str) else list(value or ())
    names = {option.id: option.name for option in ask.options}
    return Text(f"menu.setting.{key}", value=[names[each] for each in chosen])


def _people_line(wishes: Wishes) -> Text:
    return Text("menu.setting.people", value=list(wishes.people) or [Text("seat.you")])


def _ruling_line(ruling: Ruling, chosen: str) -> Text:
    name = next(option.name for option in ruling.options if option.id == chosen)
    return Text("menu.setting.ruling", question=ruling.question, value=name)


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


def whole_menu(
    unfinished: Sequence[Save],
    games: Sequence[Game],
    tables: Callable[[Game], Tables],
    settle: Callable[[Game, Tables], Questions[Wishes]] = new_game,
    how_far: Mapping[str, Text] = {},
) -> Questions[Chosen]:
    """The menu and what it leads to, up to the deed, as one conversation: undo goes back to the menu.

    `settle` asks for the settings of a new game; `how_far` says how far each unfinished game is.
    """
    action, save = yield from main_menu(unfinished, how_far)
    if action in ABOUT_NO_GAME:
        return Chosen(action, save)
    name = yield from which_game(games)
    if action != "new":
        return Chosen(action, save, name)
    game = next(each for each in games if each.id == name)
    return Chosen(action, save, name, (yield from settle(game, tables(game))))
