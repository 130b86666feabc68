"""A referee with the rulebook: works every game out a second time, from what is told to have been done.

It shares no code with the game. It hears where a wall is built and whose houses go where, which Domain is
annexed and who trades; what is allowed, what closes, who is paid what, upgrades, towers, markets, income and
the end it works out itself, with names and sets, and compares at every question.
"""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from random import Random
from typing import Any

import pytest

from automa.dialogue import Ask, Tell
from automa.methoni.game import Play
from solo.shipped import tables_root
from tests.methoni.positions import a_setup
from tests.methoni.recount import methoni as recount

GAMES = int(os.environ.get("CASTELLAN_GAMES", "80"))
SHARE = {3: 20, 4: 15, 5: 12}
WALLS = {3: 30, 4: 33, 5: 36}
SEA = "sea"


class Estate:
    """A Domain, as the referee notes it."""

    def __init__(self, owner: str, spaces: set[str], houses: Counter[str]) -> None:
        self.owner = owner
        self.spaces = spaces
        self.houses = houses
        self.villas: Counter[str] = Counter()


class Referee:
    """The table as the rulebook has it."""

    def __init__(self, seats: list[str]) -> None:
        board = tomllib.loads((tables_root() / "methoni" / "board.toml").read_text("utf-8"))["space"]
        self.land = {space: facts["land"] for space, facts in board.items()}
        self.markets = {space for space, facts in board.items() if facts.get("market")}
        self.beside = {
            space: {*facts["beside"], *([SEA] if facts.get("coast") else [])}
            for space, facts in board.items()
        }
        self.seats = seats
        self.ducats = dict.fromkeys(seats, SHARE[len(seats)])
        self.houses_left = dict.fromkeys(seats, 15)
        self.villas_left = dict.fromkeys(seats, 5)
        self.towers_left = dict.fromkeys(seats, 4)
        self.bank = 4
        self.supply = WALLS[len(seats)]
        self.walls: set[frozenset[str]] = set()
        self.houses: dict[str, Counter[str]] = {space: Counter() for space in board}
        self.estates: list[Estate] = []
        self.active = ""
        self.cards = 0
        self.last_wall = False
        self.new: Estate | None = None
        """The Domain closed by the card that is being played."""

    # Listening

    def begins(self, seat: str) -> None:
        self.active = seat
        self.income()

    def hears_of(self, seat: str) -> None:
        """A player does or is asked something: if that is not whose turn it was, the turn has ended."""
        if self.active and seat in self.seats and seat != self.active:
            assert not self.last_wall, "the game goes on after the turn of the last wall"
            after = self.seats[(self.seats.index(self.active) + 1) % len(self.seats)]
            assert seat == after, f"{seat} plays, but it is the turn of {after}"
            self.active, self.cards = seat, 0
            self.new = None
            self.income()

    def told(self, tell: Tell) -> None:
        what = tell.id.removeprefix("methoni.")
        values: dict[str, Any] = tell.values
        if what == "begins":
            self.begins(values["who"].id)
        if what in (
            "income",
            "no-income",
            "builds",
            "builds-with",
            "trades",
            "trades-with",
            "passes",
            "redraws",
        ):
            self.hears_of(tell.seat)
        match what:
            case "builds" | "builds-with":
                houses = values["houses"] if isinstance(values["houses"], list) else []
                placed = [(each.values["who"].id, each.values["space"].id) for each in houses]
                land = values["land"].id.rpartition(".")[2] if values["land"] else ""
                self.build(values["border"].id.split("-"), placed, land)
            case "trades" | "trades-with":
                card = values["card"].id.rpartition(".")[2] if values["card"] else ""
                self.trade(card)
            case "annexes" | "merges":
                self.annex({space.id for space in values["spaces"]}, own=what == "merges")

    # The rules

    def income(self) -> None:
        markets = sum(len(each.spaces & self.markets) for each in self.estates if each.owner == self.active)
        self.take(2 * markets)

    def take(self, wanted: int) -> None:
        taken = min(wanted, self.bank)
        self.bank -= taken
        self.ducats[self.active] += taken

    def trade(self, card: str) -> None:
        owned = {space for each in self.estates for space in each.spaces}
        if card not in ("", "market"):
            assert any(self.land[space] == card for space in owned & self.markets), "market not activated"
        self.card_played()
        self.take(2)

    def card_played(self) -> None:
        self.cards += 1
        self.new = None
        assert self.cards <= 2, "a third card"

    def build(self, sides: list[str], placed: list[tuple[str, str]], card: str) -> None:
        self.card_played()
        land = [side for side in sides if side != SEA]
        wall = frozenset(sides)
        assert sides[1] in self.beside[sides[0]], "no such border"
        assert wall not in self.walls, "a wall on a wall"
        owned = {space for each in self.estates for space in each.spaces}
        assert not owned.intersection(land), "a wall in a domain"
        if card == "market":
            assert SEA in sides or self.markets.intersection(land)
        elif card:
            assert card in {self.land[space] for space in land}
        assert self.supply > 0
        self.supply -= 1
        self.last_wall = self.last_wall or self.supply == 0
        self.walls.add(wall)
        self.check_houses(land, placed)
        for owner, space in placed:
            self.houses[space][owner] += 1
            self.houses_left[owner] -= 1
        closed = {space for space in self.land if space not in owned} - self.open_land()
        if closed:
            self.claim(closed)

    def check_houses(self, land: list[str], placed: list[tuple[str, str]]) -> None:
        me = self.seats.index(self.active)
        neighbours = [self.seats[(me + 1) % len(self.seats)], self.seats[me - 1]]
        can = [seat for seat in neighbours if self.houses_left[seat]]
        owners = [owner for owner, _ in placed]
        assert len({space for _, space in placed}) == len(placed)
        assert {space for _, space in placed} <= set(land)
        if self.houses_left[self.active]:
            assert owners[0] == self.active
            if len(land) == 1 or not can:
                assert len(owners) == 1
            else:
                assert len(owners) == 2 and owners[1] in can
        elif len(land) == 1:
            assert len(owners) == min(1, len(can)) and set(owners) <= set(can)
        else:
            assert sorted(owners) == sorted(can)

    def open_land(self) -> set[str]:
        """What can be reached from the sea."""
        reached: set[str] = set()
        waiting = [
            space for space, beside in self.beside.items() if SEA in beside and {space, SEA} not in self.walls
        ]
        while waiting:
            here = waiting.pop()
            if here not in reached:
                reached.add(here)
                waiting += [
                    there for there in self.beside[here] if there != SEA and {here, there} not in self.walls
                ]
        return reached

    def claim(self, closed: set[str]) -> None:
        houses: Counter[str] = sum((self.houses[space] for space in closed), Counter())
        price = len(closed) + sum(count for owner, count in houses.items() if owner != self.active)
        assert price <= self.ducats[self.active], "a domain that cannot be paid for"
        assert self.towers_left[self.active] > 0, "a domain without a tower"
        self.ducats[self.active] -= price
        self.bank += len(closed)
        for owner, count in houses.items():
            if owner != self.active:
                self.ducats[owner] += count
        for space in closed:
            self.houses[space] = Counter()
        self.new = Estate(self.active, closed, houses)
        self.upgrade(self.new)
        self.towers_left[self.active] -= 1
        self.ducats[self.active] += len(closed & self.markets)
        self.estates.append(self.new)

    def upgrade(self, estate: Estate) -> None:
        for seat in self.seats:
            while estate.houses[seat] >= 3 and self.villas_left[seat]:
                estate.houses[seat] -= 3
                self.houses_left[seat] += 3
                estate.villas[seat] += 1
                self.villas_left[seat] -= 1

    def annex(self, spaces: set[str], *, own: bool) -> None:
        new = self.new
        assert new is not None, "annexed without closing"
        other = next(each for each in self.estates if each.spaces == spaces)
        assert (other.owner == self.active) is own
        between = {wall for wall in self.walls if wall & new.spaces and wall & other.spaces}
        assert between, "annexed what does not touch"
        price = 0 if own else 2 * len(spaces) + other.houses.total() + 5 * other.villas.total()
        assert price <= self.ducats[self.active]
        self.ducats[self.active] -= price
        self.ducats[other.owner] += price
        self.walls -= between
        self.supply += len(between)
        self.estates.remove(other)
        new.spaces = new.spaces | other.spaces
        new.houses += other.houses
        new.villas += other.villas
        self.upgrade(new)
        self.towers_left[other.owner] += 1

    # Comparing

    def agrees(self, state: dict[str, Any]) -> None:
        coins = [space for space in self.markets if not any(space in each.spaces for each in self.estates)]
        assert self.bank + len(coins) + sum(self.ducats.values()) == 70
        assert sorted(state["coins"]) == sorted(coins)
        assert (state["bank"], state["supply"]) == (self.bank, self.supply)
        assert {frozenset(wall.split("-")) for wall in state["walls"]} == self.walls
        assert state["houses"] == {space: dict(+found) for space, found in self.houses.items() if +found}
        assert [
            (each["owner"], set(each["spaces"]), each["houses"], each["villas"]) for each in state["domains"]
        ] == [
            (each.owner, each.spaces, dict(+each.houses), dict(+each.villas))
            for each in sorted(self.estates, key=lambda each: self.first(each.spaces))
        ]
        for player in state["players"]:
            seat = player["seat"]
            assert player["ducats"] == self.ducats[seat]
            assert player["houses"] == self.houses_left[seat]
            assert player["villas"] == self.villas_left[seat]
            assert player["towers"] == self.towers_left[seat]

    def first(self, spaces: set[str]) -> int:
        return min(list(self.land).index(space) for space in spaces)


def refereed(script: Play, seats: list[str], random: Random, answers: Any = None) -> Referee:
    """A whole game with a referee beside it."""
    referee = Referee(seats)
    conversation = script.play()
    said: Any = None
    try:
        while True:
            item = conversation.send(said)
            said = None
            if isinstance(item, Tell):
                referee.told(item)
                continue
            assert isinstance(item, Ask)
            if item.id != "methoni.objective":
                referee.hears_of(item.to)
            if referee.active:
                referee.agrees(script.state())
            said = item.check(item.legal(random) if answers is None else answers(item))
    except StopIteration as over:
        sheet = over.value
    referee.agrees(script.state())
    assert referee.last_wall or script.table.still >= len(seats)
    assert {column.seat: column.total for column in sheet.columns} == recount(script.state())
    return referee


@pytest.mark.parametrize("part", range(4))
def test_the_referee_agrees_with_every_step_of_games_at_random(part: int) -> None:
    for seed in range(part, GAMES, 4):
        players = 3 + seed % 3
        opponents = " ".join(["marina-dandolo"] * (seed % (players + 1)))
        setup = a_setup(players, opponents)
        refereed(Play(setup), [seat.id for seat in setup.seats], Random(seed))


def test_the_referee_agrees_with_games_of_the_opponents() -> None:
    from automa.methoni import GAME

    for seed in range(max(4, GAMES // 50)):
        cast = ["marina-dandolo", "alvise-corner", "zorzi-badoer", "caterina-loredan", "captain-lupo"]
        setup = a_setup(3 + seed % 3, " ".join(cast[: 3 + seed % 3]))
        deciders = {seat.id: GAME.decider(seat, setup) for seat in setup.seats}
        script = Play(setup)
        random = Random(seed)

        def answer(ask: Ask, script: Play = script, deciders: Any = deciders, random: Random = random) -> Any:
            if ask.to not in deciders:
                return ask.legal(random)
            found, ask.why = deciders[ask.to].answer(ask, script, random)
            return found

        refereed(script, [seat.id for seat in setup.seats], random, answer)
