"""Whole games, by people at random and by rivals, followed by a referee that shares no code with the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from automa.dialogue import TABLE, Ask, Tell
from automa.game import Seat, Setup
from automa.six_castles import GAME
from automa.six_castles.game import Play
from automa.six_castles.game.questions import OR
from tests.atable import GAMES_TO_PLAY, tables_of
from tests.six_castles.referee import Person, Referee, cell_at, hill_round, spot_at

PEOPLE = [Seat("ann", "Ann"), Seat("bob", "Bob"), Seat("cas", "Cas"), Seat("dot", "Dot")]


def rivals() -> list[Seat]:
    tables = tables_of(GAME.id)
    found = [
        Seat(f"{id}-seat", plan.name, id, level)
        for id, plan in tables.opponents.opponent.items()
        for level in plan.level
    ]
    found += [
        Seat(f"{id}-seat", each.name, id, level)
        for id, each in tables.opponents.thinker.items()
        for level in each.level
    ]
    return found


def watched(seats: list[Seat], seed: int, *, box: bool, rulings: dict[str, str]) -> None:
    """Play a game at random, or as rivals decide, with the referee beside it."""
    tables = tables_of(GAME.id)
    random = Random(seed)
    chosen = {"line": "full", **rulings}
    setup = Setup(seats, tables, chosen, "table" if box else "app")
    script = Play(setup)
    deciders = {seat.id: GAME.decider(seat, setup) for seat in seats if not seat.is_person}
    referee = Referee([(seat.id, seat.opponent == "dummy") for seat in seats], chosen)
    watch = Watch(referee, script, seats)
    conversation = script.play()
    said: Any = None
    try:
        while True:
            item = conversation.send(said)
            if isinstance(item, Tell):
                watch.told(item)
                said = None
                continue
            if item.to != TABLE:
                watch.agrees()
            if item.to in deciders:
                answer, item.why = deciders[item.to].answer(item, script, random)
                # Of turns that are equally good the first, so that the referee knows which one it is.
                said = item.check(str(answer).split(OR)[0])
            else:
                said = item.check(item.legal(random))
            watch.answered(item, said)
    except StopIteration as over:
        watch.agrees()
        totals = {column.seat: column.total for column in over.value.columns}
        assert totals == referee.totals()


class Watch:
    """Passes on to the referee what people and opponents answered."""

    def __init__(self, referee: Referee, script: Play, seats: list[Seat]) -> None:
        self.referee = referee
        self.script = script
        self.seats = [seat.id for seat in seats]
        self.people = {person.id: person for person in referee.people}
        self.solo = (
            len(seats) == 2
            and any(seat.opponent == "dummy" for seat in seats)
            and any(seat.is_person for seat in seats)
        )
        self.version = script.table.rulings["version"].replace("ask", "advanced")
        self.cell = ""
        self.tile = ""
        self.dealt: list[str] = []
        self.first = next((place for place, seat in enumerate(seats) if seat.opponent == "dummy"), 0)

    def answered(self, ask: Ask, answer: Any) -> None:
        referee = self.referee
        match ask.id.removeprefix("six-castles."):
            case "version":
                self.version = answer
            case "first-player":
                self.first = self.seats.index(answer)
            case "dealt-contracts":
                self.dealt = list(answer)
                who = ask.values["who"]
                assert isinstance(who, Seat)
                if who.opponent in self.script.table.tables.opponents.opponent:
                    opened, self.people[who.id].kept = answer  # it keeps one without looking
                    referee.contracts.append(opened)
            case "keep-contract":
                self.people[ask.to].kept = answer
                referee.contracts += [each for each in self.dealt if each != answer]
            case "line-start" | "whole-line":
                self.people[ask.to].line = answer.split()
            case "new-face":
                line = self.people[ask.to].line
                assert line is not None
                line.append(answer)
            case "turn-up-castle":
                referee.top = answer
            case "first-tile":
                referee.lay_initial(answer)
            case "place" | "place-hand" if " " in answer:
                self.tile = answer.split()[1]
                self.play_rival(self.people[ask.to], answer)
            case "place" | "place-hand":
                self.cell = answer
            case "tile-lies":
                self.lay(self.cell, answer)
            case "which-hill":
                column, row = referee.cells[-1]
                referee.found(hill_round((2 * column + (answer[1] == "e"), 2 * row + (answer[0] == "s"))))
            case "which-bonus":
                referee.bonus(self.people[ask.to], answer)
            case "act" if answer == "x":
                pass  # which tile of the box that is comes next, as a new face
            case "act":
                referee.act(self.people[ask.to], answer)
            case "more":
                if answer.startswith("sell"):
                    words = answer.split()[1:]
                    referee.sell(self.people[ask.to], words.pop(0), words.pop(0), words)
                elif answer.startswith("take"):
                    words = answer.split()[1:]
                    referee.take(self.people[ask.to], words.pop(0), words)
            case "turn-up":
                tile = referee.land["tile"][answer]
                self.tile = tile
            case "turned-up" | "rival-draws":
                self.tile = answer
            case "rivals-turn":
                self.play_rival(self.people[ask.to], answer)

    def lay(self, cell: str, tile: str, *, turned: bool = True, site: str = "") -> None:
        sites = self.referee.lay(cell, tile, turned=turned)
        if site:
            assert hill_round(spot_at(cell + site)) in sites
            self.referee.found(hill_round(spot_at(cell + site)))
        elif len(sites) == 1:
            self.referee.found(sites[0])

    def told(self, tell: Tell) -> None:
        referee = self.referee
        match tell.id.removeprefix("six-castles."):
            case "setup.advanced":
                referee.contracts.append("castle")
            case "begins":
                referee.start(self.version, self.first, self.solo)
            case "first-tile-lies":
                for player in self.script.table.players:
                    self.people[player.seat.id].marks = player.level
            case "next-castle":
                # The last castle of the pile needs no answer.
                referee.top = self.script.table.castle
            case "lays" if self.people[tell.seat].dummy:
                cell = str(tell.values["cell"])
                self.dummy_lies_well(cell, self.tile)
                self.lay(cell, self.tile, turned=False)

    def dummy_lies_well(self, cell: str, tile: str) -> None:
        """Where it touches most tiles, unless a crag pulls it elsewhere."""
        referee = self.referee

        def touches(at: tuple[int, int]) -> int:
            x, y = at
            return sum((x + dx, y + dy) in referee.cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))

        pulled = "k" in tile and any(referee.joins(free, tile) for free in referee.free_cells())
        if pulled:
            assert referee.joins(cell_at(cell), tile)
        else:
            assert touches(cell_at(cell)) == max(map(touches, referee.free_cells()))

    def play_rival(self, person: Person, written: str) -> None:
        """The whole turn of a rival, as it is written."""
        words = written.split()
        cell, tile = words.pop(0), words.pop(0)
        assert tile in self.referee.turns_of(self.tile)
        site = ""
        if words[0] == "castle":
            site = words[1]
            del words[:2]
        self.lay(cell, tile, site=site)
        if words[0] in ("+coin", "+religion", "+step", "+pass"):
            self.referee.bonus(person, words.pop(0)[1:])
        self.referee.act(person, " ".join(words))

    def agrees(self) -> None:
        """Whether the app has the table as the referee has it."""
        referee, state = self.referee, self.script.state()
        if not state["rounds"] or not referee.cells:
            return
        for mine, theirs in zip(referee.people, state["players"], strict=True):
            if mine.dummy:
                continue
            found = (mine.coins, mine.religion, mine.workers, mine.discs, sorted(mine.lying))
            believed = (
                theirs["coins"], theirs["religion"], theirs["workers"], theirs["discs"],
                sorted(map(spot_at, theirs["lying"])),
            )  # fmt: skip
            assert found == believed, mine.id
            if mine.line is not None:
                assert (mine.cylinder, sorted(mine.on_line)) == (
                    theirs["line"]["cylinder"],
                    sorted(theirs["line"]["discs"]),
                )
            else:
                assert mine.owned == theirs["owned"]
        assert {
            hill_round(spot_at(spot)): castle for spot, castle in state["castles"].items()
        } == referee.castles


@pytest.mark.parametrize("box", [False, True])
def test_people_at_random_are_followed_by_a_referee(box: bool) -> None:
    for seed in range(GAMES_TO_PLAY):
        watched(PEOPLE[: 2 + seed % 3], seed, box=box, rulings={})


@pytest.mark.usefixtures("few_games")
@pytest.mark.parametrize("seed", range(0, len(rivals()), 2))
def test_rivals_are_followed_by_a_referee(seed: int) -> None:
    everybody = rivals()
    one, two = everybody[seed], everybody[(seed + 1) % len(everybody)]
    watched([one, Seat("other", "Other", two.opponent, two.level)], seed, box=False, rulings={})


def test_the_dummy_is_followed_by_a_referee() -> None:
    for seed in range(GAMES_TO_PLAY):
        watched([PEOPLE[0], Seat("dummy", "The Dummy", "dummy")], seed, box=seed % 2 == 0, rulings={})


@pytest.mark.usefixtures("few_games")
def test_a_person_against_rivals_is_followed_by_a_referee() -> None:
    everybody = rivals()
    for seed in range(max(4, GAMES_TO_PLAY // 10)):
        table = [PEOPLE[0], everybody[-1 - seed % len(everybody)], PEOPLE[1]][: 2 + seed % 2]
        watched(table, seed, box=seed % 4 < 2, rulings={"version": "advanced" if seed % 2 else "family"})
