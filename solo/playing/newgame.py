"""Setting up a game: who sits where, who rolls and draws, which rulings hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from automa.dialogue import TABLE, YOU, Text, is_name
from automa.game import Game, Opponent, Seat, Setup, Tables
from automa.levels import level_called
from automa.names import folded, named, slug
from automa.opponents import seats_of
from solo import __version__
from solo.keeping.journal import Header, Journal, SeatLine
from solo.keeping.saves import SEASON
from solo.playing.driver import CHANCE, Driver
from solo.suggestions import hint, one_of
from solo.trouble import Trouble

MET = "met"
"""The option of a game that says which of its opponents the person had met before."""
COLOUR = "colour"
"""The option of a game that says which colour the first person's pieces have."""
FIRST = "first"
"""The option of a game that says who begins."""
JOURNAL_ID = "id"
"""The option with a random id, which tells two games of the same name apart."""
YOUR_NAMES = ("you", "me", "jij", "ik")
"""What the one person at the table may be called, in every language."""

Invited: TypeAlias = tuple[Opponent, str]
"""An opponent and its level."""


class Wishes(Struct):
    """What the player asked for when starting a game; the rest is filled in."""

    against: Sequence[str] = ()
    """Opponents, each NAME or NAME:LEVEL."""
    players: int | None = None
    """Seats in all."""
    people: Sequence[str] = ()
    """Names, where more than one person plays (or the one has a name)."""
    dice: str | None = None
    cards: str | None = None
    rulings: Sequence[str] = ()
    """Each ID=VALUE."""
    first: str = ""
    """Who begins."""
    seats: Sequence[str] = ()
    """Who sits where, clockwise, as far as that is wished; people and opponents."""
    seed: int | None = None
    lang: str = "en"
    track: str | None = None
    """How much of the people's own side is kept, in a game that asks."""
    colour: str = ""
    """Of the first person's pieces, in a game where pieces have colours."""
    season: int = 0
    """The number of the season that the game belongs to."""
    quiet: bool | None = None
    """Whether opponents say nothing from now on, where that was settled."""


def header(game: Game, tables: Tables, wishes: Wishes) -> Header:
    """The first line of a new journal: everything that the wishes settle."""
    seated = seats(game, tables, wishes)
    options = {
        "dice": chance(wishes.dice, "--dice", "table" if game.dice_in_box else "app"),
        "cards": chance(wishes.cards, "--cards", "table"),
        "lang": wishes.lang,
    }
    if game.tracks or wishes.track:
        options["track"] = tracking(game, wishes.track)
    if wishes.colour:
        options[COLOUR] = piece_colour(game, wishes.colour)
    if wishes.season:
        options[SEASON] = str(wishes.season)
    if wishes.first:
        options[FIRST] = _seat_named(wishes.first, seated).id
    return Header(
        app=__version__,
        game=game.id,
        seats=seat_lines(game, tables, seated, wishes.lang),
        options=options,
        rulings=rulings(game, tables, wishes.rulings),
        seed=wishes.seed or 0,
        started="",
    )


def same_again(header: Header) -> Wishes:
    """The wishes for the same game against the same opponents, on another shuffle."""
    options = header.options
    return Wishes(
        against=[seat.wish for seat in header.seats if seat.opponent],
        players=len(header.seats),
        people=[seat.name for seat in header.seats if not seat.opponent and seat.name],
        dice=options.get("dice"),
        cards=options.get("cards"),
        rulings=[f"{id}={value}" for id, value in header.rulings.items()],
        first=options.get(FIRST, ""),
        lang=options.get("lang", "en"),
        track=options.get("track") or None,
    )


def driver(game: Game, tables: Tables, journal: Journal, *, stand_ins: bool = False) -> Driver:
    """The game of a journal, ready to go on; `tables` as they were when it was started.

    `Trouble` if this version has no such seats or rulings, `Misfit` if it would ask something else.
    """
    header, options = journal.header, journal.header.options
    _check_seats(game, tables, header)
    chance(options.get("dice"), "--dice", "app")
    seated = [
        Seat(line.id, line.name or Text("seat.you"), line.opponent, line.level) for line in header.seats
    ]
    setup = Setup(
        coloured(game, seated, piece_colour(game, options[COLOUR]) if COLOUR in options else ""),
        tables,
        rulings(game, tables, [f"{id}={option}" for id, option in header.rulings.items()]),
        chance(options.get("cards"), "--cards", "app"),
        tracking(game, options["track"]) if "track" in options else "",
        options.get(FIRST, ""),
    )
    return Driver(game, setup, journal, stand_ins=stand_ins)


def _check_seats(game: Game, tables: Tables, header: Header) -> None:
    """`Trouble` if this version could not have started a game with these seats."""
    if any(line.opponent for line in header.seats) or len(header.seats) not in game.shared:
        seat_count(game, len(header.seats), 0)
    taken: set[str] = {TABLE}
    for line in header.seats:
        if line.id in taken:
            raise Trouble(Text("trouble.seat-twice", seat=line.id))
        taken.add(line.id)
        if line.opponent:
            opponent, _ = opponent_of(game, tables, line.opponent, line.level)
            known = re.sub(r"-\d+$", "", line.id) == opponent.id
        else:
            known = line.id in (YOU, slug(line.name) or "player") and not line.level
        if not known:
            raise Trouble(Text("trouble.unknown-seat", seat=line.id))
    first = header.options.get(FIRST)
    if first is not None and first not in taken - {TABLE}:
        raise Trouble(Text("trouble.unknown-seat", seat=first))


def seat_lines(game: Game, tables: Tables, seats: Sequence[Seat], lang: str) -> list[SeatLine]:
    """Seats as the journal keeps them: opponents by their names in the language of the game."""
    everybody = {each.id: each for each in game.opponents(tables)}
    lines: list[SeatLine] = []
    for seat in seats:
        name = seat.name if isinstance(seat.name, str) else ""
        if opponent := everybody.get(seat.opponent):
            name = name.replace(opponent.name, opponent.called(lang))  # of two alike: The Doge 2
        lines.append(SeatLine(seat.id, name, seat.opponent, seat.level))
    return lines


def tracking(game: Game, wish: str | None) -> str:
    """How much of a person's own side is kept: as wished, or as usual in that game."""
    if wish is not None and not game.tracks:
        raise Trouble(Text("trouble.no-track", game=game.name))
    return game.tracks[0] if wish is None else one_of(game.tracks, wish, "--track")


def piece_colour(game: Game, wish: str) -> str:
    """A colour that pieces of the game have; `Trouble` if they have not."""
    if not game.colours:
        raise Trouble(Text("trouble.no-colours", game=game.name))
    return one_of(game.colours, wish, "--colour")


def coloured(game: Game, seats: Sequence[Seat], wish: str) -> list[Seat]:
    """The seats with the colours of their pieces, as they are given out clockwise.

    The first person gets the colour wished for; the seat that has it by order gets theirs.
    """
    if not game.colours:
        return list(seats)
    colours = list(game.colours[: len(seats)])
    first = next((place for place, seat in enumerate(seats) if seat.is_person), None)
    if wish and first is not None:
        if wish in colours:
            colours[colours.index(wish)] = colours[first]
        colours[first] = wish
    return [replace(seat, colour=colour) for seat, colour in zip(seats, colours, strict=True)]


def chance(wish: str | None, option: str, default: str) -> str:
    """Who rolls or draws: the app or the table."""
    return default if wish is None else one_of(CHANCE, wish, option)


def seats(game: Game, tables: Tables, wishes: Wishes) -> list[Seat]:
    """People first, then opponents, clockwise, unless another order is wished.

    Opponents that are not named are the first that are free. In some games people share a table only among
    themselves.
    """
    people = people_named(wishes.people)
    opponents = [opponent_named(game, tables, each) for each in wishes.against]
    order = _ordered(game, tables, wishes.seats, people, opponents)
    count = len(people) + len(opponents)
    if len(people) > 1 and game.shared:
        if opponents or count not in game.shared or wishes.players not in (None, count):
            raise _shared(game)
    else:
        wanted = seat_count(game, wishes.players, count)
        if count > wanted:
            raise Trouble(Text("trouble.too-many-seats", found=count, players=wanted))
        opponents = _filled_up(game, tables, opponents, wanted - len(people))
    seated = _all_seated(people, opponents)
    return [*(seated[place] for place in order), *(s for at, s in enumerate(seated) if at not in order)]


def _filled_up(game: Game, tables: Tables, invited: Sequence[Invited], count: int) -> list[Invited]:
    """These opponents, and the first free ones until there are `count`."""
    everybody = game.opponents(tables)
    absent = [each for each in everybody if each.id not in {one.id for one, _ in invited}]
    while len(invited) + len(absent) < count:
        absent += everybody
    more = max(count - len(invited), 0)
    return [*invited, *((each, default_level(each)) for each in absent[:more])]


def _ordered(
    game: Game, tables: Tables, names: Sequence[str], people: Sequence[Seat], invited: list[Invited]
) -> list[int]:
    """The places, among people and then opponents, of those named, in that order.

    An opponent that is named only here is added.
    """
    order: list[int] = []
    for name in names:
        found = [people.index(seat) for seat in _meant(name, people)]
        if not found:
            wanted = opponent_named(game, tables, name)
            exactly = ":" in name
            found = [
                place
                for place, each in enumerate(invited, len(people))
                if place not in order and (each == wanted if exactly else each[0] == wanted[0])
            ][:1]
            if not found:
                invited.append(wanted)
                found = [len(people) + len(invited) - 1]
        if len(found) > 1:
            raise _several(name, [people[place].id for place in found])
        if found[0] in order:
            raise Trouble(Text("trouble.seated-twice", name=name))
        order += found
    return order


def _meant(name: str, seats: Sequence[Seat]) -> list[Seat]:
    """Those who may be meant by a name, of which a few letters will do."""
    if folded(name) in YOUR_NAMES:
        return [seat for seat in seats if seat.id == YOU]
    return named(name, seats)


def _several(name: str, ids: Sequence[str]) -> Trouble:
    return Trouble(Text("trouble.several-opponents", found=name, names=ids))


def _seat_named(name: str, seats: Sequence[Seat]) -> Seat:
    found = _meant(name, seats)
    if len(found) > 1:
        raise _several(name, [each.id for each in found])
    if not found:
        raise Trouble(
            Text("trouble.not-at-the-table", found=name, hint=hint(name, [each.id for each in seats]))
        )
    return found[0]


def seat_count(game: Game, wanted: int | None, seated: int) -> int:
    """How many seats there are: as many as were asked for, or else as many as are needed."""
    count = max(seated, game.players[0]) if wanted is None else wanted
    if count not in game.players and game.shared:
        raise _shared(game)
    if count not in game.players:
        low, high = game.players[0], game.players[-1]
        raise Trouble(Text("trouble.players", game=game.name, found=count, low=low, high=high))
    return count


def _shared(game: Game) -> Trouble:
    return Trouble(Text("trouble.shared", game=game.name, low=game.shared[0], high=game.shared[-1]))


def demo_seats(game: Game, tables: Tables, against: Sequence[str]) -> Sequence[Seat]:
    """Who plays a demo: the opponents named and those that the game needs besides, or those it proposes."""
    if not against:
        return game.demo_seats(tables)
    people = [seat for seat in game.demo_seats(tables) if seat.is_person]
    opponents = [opponent_named(game, tables, each) for each in against]
    count = seat_count(game, None, len(people) + len(opponents))
    opponents = _filled_up(game, tables, opponents, count - len(people))
    return _all_seated(people, opponents)


def _all_seated(people: list[Seat], invited: Sequence[Invited]) -> list[Seat]:
    opponents = ((each.id, each.name, level) for each, level in invited)
    return people + seats_of(opponents, [seat.id for seat in people])


def default_level(opponent: Opponent) -> str:
    return opponent.levels[0] if opponent.levels else ""


def people_named(names: Sequence[str]) -> list[Seat]:
    """The people of these names; `Trouble` if two cannot be told apart."""
    for name in names:
        if not is_name(name):
            raise Trouble(Text("trouble.name", found=name))
    if len(names) <= 1:
        return [Seat(YOU, names[0].strip() if names else Text("seat.you"))]
    people: list[Seat] = []
    for name in names:
        id = slug(name) or "player"
        if id in (YOU, TABLE) or any(id == seat.id for seat in people):
            raise Trouble(Text("trouble.name-twice", found=name))
        people.append(Seat(id, name.strip()))
    return people


def opponent_named(game: Game, tables: Tables, wish: str) -> tuple[Opponent, str]:
    """The opponent and level that NAME or NAME:LEVEL means; a few letters of the name will do."""
    name, _, level = wish.partition(":")
    found = named(name, game.opponents(tables))
    if len(found) > 1:
        raise _several(name, [each.id for each in found])
    return opponent_of(game, tables, found[0].id if found else name, level)


def opponent_of(game: Game, tables: Tables, id: str, level: str) -> tuple[Opponent, str]:
    """The opponent with that very id, and the level; without one, the first it has."""
    everybody = {each.id: each for each in game.opponents(tables)}
    if id not in everybody:
        raise Trouble(Text("trouble.unknown-opponent", found=id, hint=hint(id, everybody)))
    opponent = everybody[id]
    if not level:
        return opponent, default_level(opponent)
    meant = level_called(level, opponent.levels)
    if meant is None:
        levels = hint(level, opponent.levels)
        raise Trouble(Text("trouble.unknown-level", found=level, opponent=opponent.name, hint=levels))
    return opponent, meant


def rulings(game: Game, tables: Tables, wishes: Sequence[str]) -> dict[str, str]:
    """Every ruling with the option in force: the defaults, and what the player changed as ID=VALUE."""
    defaults = {ruling.id: ruling.default for ruling in game.rulings(tables)}
    return defaults | chosen_rulings(game, tables, wishes)


def chosen_rulings(game: Game, tables: Tables, wishes: Sequence[str]) -> dict[str, str]:
    """The rulings that the player settles as ID=VALUE."""
    known = {ruling.id: ruling for ruling in game.rulings(tables)}
    chosen: dict[str, str] = {}
    for wish in wishes:
        id, equals, value = (part.strip() for part in wish.partition("="))
        if not equals:
            raise Trouble(Text("trouble.ruling-form", found=wish))
        if id not in known:
            raise Trouble(Text("trouble.unknown-ruling", found=id, hint=hint(id, known)))
        options = [option.id for option in known[id].options]
        if value not in options:
            raise Trouble(Text("trouble.ruling-value", found=value, ruling=id, hint=hint(value, options)))
        chosen[id] = value
    return chosen
