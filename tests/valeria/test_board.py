"""The board: the ring of districts, its roads, and what the banners show."""

from __future__ import annotations

from automa.valeria.board import Board
from tests.valeria.positions import DISTRICTS, said, tables


def test_the_ring_is_clockwise_and_closed() -> None:
    board = Board.of(tables())
    assert tuple(board.district) == DISTRICTS
    assert board.clockwise_from("nor-high") == [
        "penumbra", "luna-grove", "iron-pit", "anchorage", "bazani-gate",
    ]  # fmt: skip
    assert board.district["nor-high"].roads == ("bazani-gate/nor-high", "nor-high/penumbra")
    assert board.district["anchorage"].roads == ("iron-pit/anchorage", "anchorage/bazani-gate")


def test_a_bridge_shows_each_guild_of_its_two_districts_once() -> None:
    board = Board.of(tables())
    assert board.named("nor-high/penumbra").guilds == ("soldier", "shadow", "holy")
    assert board.named("bazani-gate").guilds == ("worker", "soldier")
    assert said(board.guilds_at("nor-high/penumbra")) == "Soldier, Shadow and Holy"


def test_spaces_are_counted_from_the_start_and_stars_from_the_first_star() -> None:
    track = Board.of(tables()).tracks["worker"]
    assert [track.shown(space) for space in (0, 10, 11, 13)] == ["0", "10", "★1", "★3"]
