"""The colour of the player's pieces: asked once, remembered, and theirs on every map and list."""

from __future__ import annotations

from pathlib import Path

import pytest

from automa.dialogue import YOU
from automa.game import Seat, you
from automa.picture import COLOUR_STYLES, Map
from solo.games import GAMES, game_named
from solo.keeping.settings import keep, settings
from solo.playing.driver import Driver
from solo.playing.newgame import COLOUR, Wishes, coloured, same_again
from solo.showing.maps import LAND
from solo.web.site import Site
from tests.atable import a_driver, a_header
from tests.solo.commandline import solo

COLOURED = [name for name in GAMES if game_named(name).colours]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASTELLAN_HOME", str(tmp_path))


def test_the_first_person_gets_the_colour_and_the_seat_that_had_it_gets_theirs() -> None:
    seats = [Seat("the-doge", "The Doge", "the-doge"), you(), Seat("marina", "Marina", "marina")]
    given = {seat.id: seat.colour for seat in coloured(game_named("methoni"), seats, "black")}
    assert given == {"the-doge": "red", YOU: "black", "marina": "yellow"}
    given = {seat.id: seat.colour for seat in coloured(game_named("methoni"), seats, "cream")}
    assert given == {"the-doge": "red", YOU: "cream", "marina": "black"}


def test_a_game_takes_the_latest_colour_that_is_in_its_box() -> None:
    assert settings().colour(("red", "blue")) == ""
    for colour in ("cream", "blue"):
        keep(settings().with_colour(colour))
    assert settings().colour(game_named("six-castles").colours) == "blue"
    assert settings().colour(game_named("methoni").colours) == "cream"


@pytest.mark.parametrize("game", COLOURED)
def test_a_player_has_one_colour_on_the_map_and_no_other_has_it(game: str) -> None:
    header = a_header(game, seed=2)
    header.options[COLOUR] = game_named(game).colours[2]
    driver = a_driver(header)
    colour = {seat.id: seat.colour for seat in driver.setup.seats}
    assert colour[YOU] == game_named(game).colours[2]
    assert len(set(colour.values())) == len(colour)
    assert all(each in COLOUR_STYLES for each in colour.values())


def test_land_is_never_shown_in_red_or_blue() -> None:
    for game in ("methoni", "six-castles"):
        driver = a_driver(a_header(game, seed=2))
        maps = [
            block
            for panel in driver.script.panels(YOU, None)
            for form in panel.forms
            for block in form
            if isinstance(block, Map)
        ]
        shown = {LAND.get(area.style, area.style) for each in maps for area in each.areas}
        assert not shown & {"red", "blue", "yellow"}


def test_the_same_game_again_has_the_colour_that_was_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    colours: list[str] = []

    def at_table(_ctx: object, _words: object, driver: Driver, **_: object) -> tuple[int, Wishes | None]:
        driver.journal.close()
        colours.append(driver.journal.header.options[COLOUR])
        return 0, same_again(driver.journal.header) if len(colours) == 1 else None

    monkeypatch.setattr("solo.commands.playing.at_table", at_table)
    assert solo("play", "methoni", "--colour", "black").code == 0
    assert colours == ["black", "black"]


def test_a_game_that_is_begun_on_a_page_has_the_colour_that_was_chosen_once() -> None:
    keep(settings().with_colour("black"))
    site = Site()
    name = site.post("/new/methoni", {"cards": ["app"]}, "en").location.removeprefix("/game/")
    assert site.sittings[name].driver.journal.header.options[COLOUR] == "black"
    site.close()
