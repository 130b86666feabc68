"""The questions of the menu and of a new game, as conversations like any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from automa.dialogue import YOU, Choose, Confirm, Name, Named, Number, Option, Several, Tell, Text
from automa.game import Game, Questions, Seat, Tables
from solo.fronts.choosing import NEXT, PREVIOUS, SettingsPage
from solo.games import title
from solo.keeping.journal import wish_of
from solo.keeping.saves import Save
from solo.keeping.settings import settings
from solo.playing import newgame
from solo.playing.ladders import Rung, drawn_stars, ladder
from solo.playing.newgame import Wishes
from solo.trouble import Trouble

CHANCE_SAYS = "chance"
"""Nobody is wished to begin."""
DEMO_KEY = "d"
ACTIONS = (
    "new", "score", "season", "demo", "opponents", "rules", "tables", "history", "stats", "leave",
)  # fmt: skip
"""What can be done besides going on with a game, as the menu lists it."""
ABOUT_NO_GAME = ("continue", "history", "stats", "leave")


def main_menu(
    unfinished: Sequence[Save], how_far: Mapping[str, Text] = {}, shown_first: Game | None = None
) -> Questions[tuple[str, str | None]]:
    """What to do after a bare `solo`: an action, and the save to continue.

    On a first run a demo of `shown_first` is one key away.
    """
    options: list[Option] = []
    for last in unfinished[:1]:
        name, far = Text("menu.continue", game=described(last)), how_far.get(last.name, "")
        options.append(Option("continue", name, far, also=(last.name,)))
    if len(unfinished) > 1:
        options.append(Option("another", Text("menu.another", n=len(unfinished))))
    actions = [id for id in ACTIONS if id != "demo" or shown_first is None]
    options += [Option(id, Text(f"menu.{id}")) for id in actions]
    if shown_first is not None:
        demo = Option("demo", Text("menu.first-demo", game=shown_first.name), mark=DEMO_KEY)
        options.insert([option.id for option in options].index("score"), demo)
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


class Chosen(Struct, frozen=True):
    """What the user chose after a bare `solo`."""

    action: str
    save: str | None = None
    """To continue."""
    game: str = ""
    """What it is about, where it is about one."""
    wishes: Wishes | None = None
    """For a new game."""


def which_game(games: Sequence[Game]) -> Questions[str]:
    """The game, asked only where there is more than one."""
    if len(games) == 1:
        return games[0].id
    # With what one wants to know before choosing it: seats, time, what is needed from the box.
    options = [Option(game.id, game.name, Text(f"menu.about.{game.id}")) for game in games]
    chosen: str = yield Choose("menu.which-game", YOU, options)
    return chosen


def how_many_players(low: int, high: int) -> Questions[int]:
    """How many players a score sheet is for."""
    if low == high:
        return low
    count: int = yield Number("menu.how-many-players", YOU, low=low, high=high)
    return count


SETTINGS = ("against", "seats", "first", "cards", "dice", "track", "colour")
"""What can be chosen for a new game besides the rulings, in the order of asking."""
START, PEOPLE, RULING = "start", "people", "ruling "
HEARD, SILENT = "heard", "silent"
"""Whether opponents say something."""


def setting_question(key: str, game: Game, tables: Tables, wishes: Wishes) -> Choose | Several | None:
    """The question for a setting of a new game, with what is usual; None where there is nothing to choose."""
    match key:
        case "against":
            everybody = game.opponents(tables)
            options = [Option(each.id, each.called(wishes.lang), each.character) for each in everybody]
            return _against(game, options, wishes)
        case "seats":
            seated = newgame.seats(game, tables, replace(wishes, seats=()))
            usual = [seat.id for seat in seated]
            count = len(seated)
            if count <= 2:
                return None
            options = _seat_options(game, tables, seated, wishes.lang)
            return Several("menu.seats", YOU, options, low=count, high=count, default=usual)
        case "first":
            seated = newgame.seats(game, tables, wishes)
            by_rule = game.starter(seated)
            options = _seat_options(game, tables, seated, wishes.lang)
            if not by_rule:
                options.append(Option(CHANCE_SAYS, Text("menu.chance")))
            return Choose("menu.first", YOU, options, default=by_rule or CHANCE_SAYS)
        case "cards" | "dice":
            if key == "dice" and not game.dice_in_box:
                return None
            by = [Option(each, Text(f"option.by.{each}")) for each in ("table", "app")]
            return Choose(f"menu.{key}", YOU, by, default="table")
        case "track" if game.tracks:
            ways = [Option(each, Text(f"option.track.{each}")) for each in game.tracks]
            return Choose("menu.track", YOU, ways, default=ways[0].id)
        case "colour" if game.colours:
            return which_colour(game)
        case _:
            return None


def which_colour(game: Game) -> Choose:
    """The colour of the player's pieces, which is theirs on every map and list."""
    colours = [Option(each, Text(f"colour.{each}")) for each in game.colours]
    return Choose("menu.colour", YOU, colours, default=game.colours[0])


def _seat_options(game: Game, tables: Tables, seats: Sequence[Seat], lang: str) -> list[Option]:
    """The seats by the names of who sits there, in the language of the player."""
    return [
        Option(line.id, line.name or Text("seat.you"))
        for line in newgame.seat_lines(game, tables, seats, lang)
    ]


def _against(game: Game, options: Sequence[Named], wishes: Wishes) -> Several | None:
    """Who is played against: as many as the seats want that people leave free."""
    people = max(len(wishes.people), 1)
    low, high = max(game.players[0] - people, 0), game.players[-1] - people
    if high <= 0 or (people > 1 and game.shared):
        return None
    known = {option.id for option in options}
    now = [each for each in wishes.against if each in known] or None
    return Several("menu.against", YOU, options, low=low, high=min(high, len(options)), default=now)


def with_setting(wishes: Wishes, key: str, answer: Any) -> Wishes:
    """The wishes with one more setting chosen; what depends on it is as usual again."""
    if key == "against":
        return replace(wishes, against=answer, seats=(), first="")
    if key.startswith(RULING):
        id = key.removeprefix(RULING)
        others = [each for each in wishes.rulings if not each.startswith(f"{id}=")]
        return replace(wishes, rulings=[*others, f"{id}={answer}"])
    meant = {"first": "" if answer == CHANCE_SAYS else answer, "quiet": answer == SILENT}
    return replace(wishes, **{key: meant.get(key, answer)})


def new_game(game: Game, tables: Tables) -> Questions[Wishes]:
    """The wishes for a new game, one after the other."""
    wishes = Wishes(people=(yield from _people(game)), dice="app", rulings=[])
    for key in SETTINGS:
        ask = setting_question(key, game, tables, wishes)
        if ask is not None:
            wishes = with_setting(wishes, key, (yield ask))
    rulings = _rulings(game, tables)
    if rulings and not (yield Confirm("menu.usual-rulings", YOU, default=True, n=len(rulings))):
        for key, question in rulings.items():
            wishes = with_setting(wishes, key, (yield question))
    return wishes


def _rulings(game: Game, tables: Tables) -> dict[str, Choose | Several]:
    """What the rulebook leaves open, as settings."""
    return {
        f"{RULING}{each.id}": Choose(
            "menu.ruling",
            YOU,
            each.options,
            default=each.default,
            question=each.question,
            reason=each.reason,
        )
        for each in game.rulings(tables)
    }


def settings_page(
    game: Game,
    tables: Tables,
    last: Wishes | None,
    lang: str,
    against: str = "",
) -> Questions[Wishes]:
    """The wishes for a new game: all settings on one page, to be changed or not.

    How the game was played `last` is proposed again, and what was settled for all games: whether opponents
    say nothing, the colour of pieces. `against` is the opponent, if that is settled.
    """
    rungs = {rung.wish: rung for rung in ladder(game, tables, lang)}
    options = [
        Option(wish, with_stars(rung), rung.opponent.character, also=(rung.opponent.id,))
        for wish, rung in rungs.items()
    ]
    wishes, kept = _proposed(game, tables, last or Wishes(), list(rungs)), settings()
    wishes = replace(wishes, quiet=kept.quiet, colour=kept.colour(game.colours), lang=lang)
    if against:
        wishes = replace(wishes, against=[against], people=())
    marked = START
    while True:
        asks = _settings(game, tables, [] if against else options, wishes) | _rulings(game, tables)
        rows = [Option(START, Text("menu.start", game=game.name))]
        people: list[str | Text] = [*wishes.people] or [Text("seat.you")]
        rows += [] if against else [Option(PEOPLE, Text("menu.setting.people", value=people))]
        rows += [_row(key, ask, wishes, rungs) for key, ask in asks.items()]
        turned = [row.id for row in rows if row.id not in (START, PEOPLE, "seats")]
        answer: str = yield SettingsPage("menu.ready", rows, default=marked, turned=turned)
        marked = answer.rstrip(PREVIOUS + NEXT)
        way = {PREVIOUS: -1, NEXT: 1}.get(answer[len(marked) :], 0)
        if marked == START:
            return wishes
        if marked == PEOPLE:
            wishes = replace(
                wishes, people=(yield from _people(game, wishes.people)), against=(), seats=(), first=""
            )
            if whom := _against(game, options, wishes):
                wishes = with_setting(wishes, "against", (yield whom))
        else:
            setting = asks[marked]
            now = _values(marked, setting, wishes)
            if isinstance(setting, Choose):
                (setting.default,) = now
            value: Any = _turned(setting, now, way) if way else (yield setting)
            if way and isinstance(setting, Choose):
                (value,) = value
            wishes = with_setting(wishes, marked, value)


def _proposed(game: Game, tables: Tables, last: Wishes, opponents: Sequence[str]) -> Wishes:
    """What is usual, and of the last time what this version still has."""
    known = [each for each in last.against if each in opponents]
    free = max(game.players[0] - 1, 0)
    usual = [wish_of(each.id, newgame.default_level(each)) for each in game.opponents(tables)[:free]]
    there_are = [f"{each.id}={option.id}" for each in game.rulings(tables) for option in each.options]
    rulings = newgame.rulings(game, tables, [each for each in last.rulings if each in there_are])
    return Wishes(
        against=known or ([] if len(last.people) > 1 else usual),
        people=last.people,
        cards=last.cards,
        dice=last.dice,
        track=last.track if last.track in game.tracks else None,
        rulings=[f"{id}={value}" for id, value in rulings.items()],
    )


def _settings(
    game: Game, tables: Tables, opponents: Sequence[Option], wishes: Wishes
) -> dict[str, Choose | Several]:
    """The questions of a new game by setting, as far as there is something to choose."""
    asks = {key: setting_question(key, game, tables, wishes) for key in SETTINGS}
    asks["against"] = _against(game, opponents, wishes) if opponents else None
    heard = [Option(each, Text(f"option.quiet.{each}")) for each in (HEARD, SILENT)]
    asks["quiet"] = Choose("menu.quiet", YOU, heard, default=HEARD) if wishes.against else None
    return {key: ask for key, ask in asks.items() if ask is not None}


def _turned(ask: Choose | Several, now: Sequence[str], way: int) -> list[str]:
    """The values that come after those chosen now, or before them: of several, as many."""
    ids = [option.id for option in ask.options]
    place = ids.index(now[0]) + way if now else 0
    return [ids[(place + more) % len(ids)] for more in range(max(len(now), 1))]


def with_stars(rung: Rung) -> Text | str:
    """An opponent with what was measured: its strength in stars, and what it scores on average."""
    if rung.strength is None or rung.stars is None:
        return rung.name
    return Text("menu.opponent", name=rung.name, stars=drawn_stars(rung.stars), mean=rung.strength.mean)


def _values(key: str, ask: Choose | Several, wishes: Wishes) -> list[str]:
    """What is chosen now for a setting."""
    now = {**asdict(wishes), "quiet": SILENT if wishes.quiet else HEARD}
    now |= {f"{RULING}{id}": value for id, _, value in (each.partition("=") for each in wishes.rulings)}
    value = now[key] or ask.default or ()
    return [value] if isinstance(value, str) else list(value)


def _row(key: str, ask: Choose | Several, wishes: Wishes, rungs: Mapping[str, Rung]) -> Option:
    """A setting with what is chosen now, and what there is to know of that."""
    named = {option.id: option for option in ask.options}
    chosen = [named[each] for each in _values(key, ask, wishes)]
    names = [each.name for each in chosen]
    if key.startswith(RULING):
        line = Text("menu.setting.ruling", question=ask.values["question"], value=names)
        return Option(key, line, Text("menu.setting.open", reason=ask.values["reason"]))
    detail: str | Text | None = ask.text
    if key == "against" and len(chosen) == 1:
        detail = chosen[0].detail
    elif key == "against":  # with what they score, several are too long for a line
        names = [rungs[each.id].name for each in chosen] or [Text("menu.nobody")]
    return Option(key, Text(f"menu.setting.{key}", value=names), detail)


def _people(game: Game, now: Sequence[str] = ()) -> Questions[list[str]]:
    """The people at the table by name; nobody has to say theirs who plays alone."""
    high = max(*game.players, *game.shared)
    count = yield Number("menu.how-many-people", YOU, low=1, high=high, default=max(len(now), 1))
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
    settle: Callable[[Game], Questions[Wishes]],
    how_far: Mapping[str, Text] = {},
    shown_first: Game | None = None,
) -> Questions[Chosen]:
    """The menu and what it leads to, up to the deed, as one conversation: undo goes back to the menu.

    `settle` asks for the settings of a new game; `how_far` says how far each unfinished game is; on a first
    run a demo of `shown_first` is one key away.
    """
    action, save = yield from main_menu(unfinished, how_far, shown_first)
    if action in ABOUT_NO_GAME:
        return Chosen(action, save)
    if action == "demo" and shown_first is not None:
        return Chosen(action, save, shown_first.id)
    name = yield from which_game(games)
    if action != "new":
        return Chosen(action, save, name)
    game = next(each for each in games if each.id == name)
    return Chosen(action, save, name, (yield from settle(game)))
