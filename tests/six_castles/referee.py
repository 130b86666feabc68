"""A referee with the rulebook: works out a whole game a second time, from the answers and the tables alone.

It shares no code with the game. Quarters of tiles are points of a plain grid here, a hill is the four points
round a corner, and everything is counted by looking at all of them.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from solo.shipped import tables_root

Point = tuple[int, int]
DIRECTIONS = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}


def toml(file: str) -> dict[str, Any]:
    return tomllib.loads((tables_root() / "six_castles" / f"{file}.toml").read_text("utf-8"))


def cell_at(name: str) -> Point:
    """A cell by column and row: a1 is (0, 0), and what lies before a and above 1 is negative."""
    found = re.fullmatch(r"(-?)([a-z]+)(-?\d+)", name)
    assert found is not None, name
    column = 0
    for letter in found[2]:
        column = 26 * column + ord(letter) - ord("a") + 1
    return -column if found[1] else column - 1, int(found[3]) - 1


def spot_at(word: str) -> Point:
    """A quarter of a tile as a point of the grid of quarters."""
    (column, row), (right, down) = cell_at(word[:-2]), DIRECTIONS[word[-2:]]
    return 2 * column + right, 2 * row + down


def hill_round(point: Point) -> frozenset[Point]:
    """The four points of the hill that a point is part of: they share the corner nearest to it."""
    x, y = point
    left, top = (x if x % 2 else x - 1), (y if y % 2 else y - 1)
    return frozenset((left + dx, top + dy) for dx in (0, 1) for dy in (0, 1))


class Person:
    """What the referee writes down of one player."""

    def __init__(self, id: str, dummy: bool) -> None:
        self.id = id
        self.dummy = dummy
        self.marks = 0
        """How many terrains a rival by its card owns at once; everybody else has a line."""
        self.coins = self.religion = 0
        self.workers = self.discs = 0
        self.lying: list[Point] = []
        self.line: list[str] | None = None
        self.cylinder = 0
        self.on_line: set[int] = set()
        self.owned: dict[str, int] = {}
        self.landscapes: list[tuple[str, int]] = []
        self.constructions: list[tuple[str, int]] = []
        self.sales: list[tuple[str, str]] = []
        self.kept = ""

    def owns(self, letter: str) -> int:
        if self.line is None:
            return self.owned.get(letter, 0)
        spaces = "".join(self.line)
        return sum(
            spaces[at] == letter for at in range(len(spaces)) if at <= self.cylinder or at in self.on_line
        )


class Referee:
    """Follows a game by the answers in it, and objects."""

    def __init__(self, seats: list[tuple[str, bool]], rulings: dict[str, str]) -> None:
        self.terrains = toml("terrains")["terrain"]
        self.by_letter = {facts["letter"]: id for id, facts in self.terrains.items()}
        self.setup = toml("setup")
        self.castle_goods = toml("castles")["castle"]
        self.tracks = toml("tracks")
        self.contract_facts = toml("contracts")["contract"]
        self.land = toml("land")
        self.people = [Person(*seat) for seat in seats]
        self.rulings = rulings
        self.version = "advanced"
        self.quarters: dict[Point, str] = {}
        self.cells: list[Point] = []
        self.castles: dict[frozenset[Point], str] = {}
        self.top = ""
        self.taken: dict[str, str] = {}
        self.contracts: list[str] = []
        self.first = 0
        self.laid: list[str] = []

    # ------------------------------------------------------------ looking

    def letter_group(self, letter: str) -> str:
        return str(self.terrains[self.by_letter[letter]]["group"])

    def hill(self, point: Point) -> list[str]:
        """The letters of a hill; none under a castle."""
        around = hill_round(point)
        return (
            []
            if around in self.castles
            else [self.quarters[each] for each in around if each in self.quarters]
        )

    def hills_of(self, person: Person) -> list[str]:
        """All letters in the hills of a player's workers, each hill once."""
        hills = {hill_round(point) for point in person.lying}
        return [letter for hill in hills for letter in self.hill(min(hill))]

    def ring(self, hill: frozenset[Point]) -> int:
        """Buildings among the points that touch the hill, corners included."""
        touching = {(x + dx, y + dy) for x, y in hill for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - hill
        assert len(touching) == 12
        return sum(
            self.terrains[self.by_letter[self.quarters[point]]].get("building", False) for point in touching
        )

    def free_cells(self) -> set[Point]:
        """The free cells beside a tile; the map has 19 by 19 of them."""
        beside = {(x + dx, y + dy) for x, y in self.cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        return {(x, y) for x, y in beside - set(self.cells) if 0 <= x < 19 and 0 <= y < 19}

    def joins(self, cell: Point, tile: str) -> bool:
        """Whether a crag of the tile lies in a hill with a crag."""
        for letter, (dx, dy) in zip(tile, DIRECTIONS.values(), strict=True):
            if letter == "k":
                point = (2 * cell[0] + dx, 2 * cell[1] + dy)
                if any(self.quarters.get(each) == "k" for each in hill_round(point)):
                    return True
        return False

    def turns_of(self, tile: str) -> set[str]:
        ways = {tile}
        for _ in range(3):
            tile = tile[2] + tile[0] + tile[3] + tile[1]
            ways.add(tile)
        return ways

    # ------------------------------------------------------------ what happens

    def start(self, version: str, first: int, solo: bool) -> None:
        self.version, self.first = version, first
        facts = self.setup[version]
        seats = facts["players"][str(len(self.people))]
        self.rounds = self.setup["solo"]["tiles"] if solo else seats["tiles"]
        for place, person in enumerate(self.people):
            if not person.dummy:
                person.workers, person.discs = facts["workers"], facts["discs"]
                person.coins = seats["coins"][(place - first) % len(self.people)]

    def lay_initial(self, tile: str) -> None:
        self.put((9, 9), tile)

    def put(self, cell: Point, tile: str) -> None:
        assert cell not in self.cells
        self.cells.append(cell)
        for letter, (dx, dy) in zip(tile, DIRECTIONS.values(), strict=True):
            self.quarters[2 * cell[0] + dx, 2 * cell[1] + dy] = letter

    def lay(self, name: str, tile: str, *, turned: bool = True) -> list[frozenset[Point]]:
        """A tile by the rules; the hills on which a castle may be founded."""
        cell = cell_at(name)
        assert cell in self.free_cells(), f"{name} is not beside a tile"
        if "k" in tile:
            ways = self.turns_of(tile) if turned else {tile}
            possible = any(self.joins(free, way) for free in self.free_cells() for way in ways)
            assert self.joins(cell, tile) or not possible, f"the crag of {tile} on {name} ignores a crag"
        self.put(cell, tile)
        sites = []
        for dx, dy in DIRECTIONS.values():
            hill = hill_round((2 * cell[0] + dx, 2 * cell[1] + dy))
            letters = [self.quarters.get(point) for point in hill]
            near = any(
                abs(x - a) <= 1 and abs(y - b) <= 1
                for other in self.castles
                for x, y in other
                for a, b in hill
            )
            if self.top and None not in letters and "k" in letters and not near:
                sites.append(hill)
        return sites

    def found(self, hill: frozenset[Point]) -> None:
        self.castles[hill] = self.top
        self.top = ""

    def religion_on(self, person: Person, steps: int) -> None:
        person.religion = min(person.religion + steps, len(self.tracks["religion"]) - 1)

    def bonus(self, person: Person, bonus: str) -> None:
        if bonus == "coin":
            person.coins += 1
        elif bonus == "religion":
            self.religion_on(person, 1)
        elif bonus in ("step", "pass") and person.line is not None:
            if bonus == "pass":
                self.pay(person)
            self.step(person)

    def pay(self, person: Person) -> None:
        """A half-coin for the cylinder to go on to the next space, which shows one."""
        person.coins -= 1
        assert person.coins >= 0
        assert person.line is None or self.step(person) == "$"

    def step(self, person: Person) -> str:
        person.cylinder += 1
        assert person.line is not None
        if person.cylinder in person.on_line:
            person.on_line.remove(person.cylinder)
            person.discs += 1
        return "".join(person.line)[person.cylinder]

    def own(self, person: Person, hill: list[str]) -> None:
        """A rival by its card owns a number of terrains of a hill, one of a kind."""
        order = list(self.by_letter)
        mine = [letter for letter in set(hill) if self.letter_group(letter) != "construction"]
        mine.sort(key=lambda letter: (-person.owned.get(letter, 0), order.index(letter)))
        for letter in mine[: person.marks]:
            person.owned[letter] = person.owned.get(letter, 0) + 1

    def discs(self, person: Person, words: list[str]) -> None:
        """Marks, sales and landscapes, as they are written."""
        left: list[str] = []
        cell = self.cells[-1]
        while words:
            word = words.pop(0)
            if word in DIRECTIONS:
                dx, dy = DIRECTIONS[word]
                left = self.hill((2 * cell[0] + dx, 2 * cell[1] + dy))
                if person.marks:
                    self.own(person, left)
            elif word.startswith(">"):
                for _ in range(int(word[1:])):
                    letter = self.step(person)
                    if letter == "$":
                        person.coins -= 1
                    else:
                        left.remove(letter)
            elif word.startswith("@"):
                assert person.line is not None
                at = int(word[1:]) - 1
                left.remove("".join(person.line)[at])
                assert at > person.cylinder and at not in person.on_line
                person.on_line.add(at)
                person.discs -= 1
            elif word == "sell":
                self.sell(person, words.pop(0), words.pop(0), words)
            elif word == "take":
                self.take(person, words.pop(0), words)
            else:
                assert word == "stop", word
        assert person.coins >= 0 and person.discs >= 0

    def sell(self, person: Person, castle: str, good: str, words: list[str]) -> None:
        hill = next(hill for hill, name in self.castles.items() if name == castle)
        facts = self.castle_goods[castle]
        sold = [what for each in self.people for where, what in each.sales if where == castle]
        assert good not in sold and (good in facts["goods"] or (facts.get("any") and not sold))
        letter = self.terrains[good]["letter"]
        count = person.owns(letter)
        assert count
        person.coins += count * (self.ring(hill) + 1)
        person.sales.append((castle, good))
        self.spend_disc(person, letter, words)

    def spend_disc(self, person: Person, letter: str, words: list[str]) -> None:
        if words[:1] == ["from"]:
            at = int(words[1]) - 1
            del words[:2]
            assert person.line is not None
            spaces = "".join(person.line)
            assert spaces[at] == letter or not any(spaces[each] == letter for each in person.on_line)
            person.on_line.remove(at)
            return
        if person.line is not None and person.on_line:
            spaces = "".join(person.line)
            on_it = [at for at in person.on_line if spaces[at] == letter]
            if on_it or not person.discs:
                person.on_line.remove(max(on_it or person.on_line))
                return
        person.discs -= 1
        assert person.discs >= 0

    def take(self, person: Person, terrain: str, words: list[str]) -> None:
        assert self.version == "advanced"
        is_top = bool(words) and words[0] == "top"
        if is_top:
            words.pop(0)
        group = self.terrains[terrain]["group"]
        points = self.tracks["top"][group] if is_top else self.tracks[group][terrain]
        letter = self.terrains[terrain]["letter"]
        taken = person.landscapes if group == "landscape" else person.constructions
        if is_top:
            assert points not in [each for _, each in taken]
        else:
            assert terrain not in self.taken
            self.taken[terrain] = person.id
        count = person.owns(letter) if group == "landscape" else self.hills_of(person).count(letter)
        assert count >= points, (terrain, count, points)
        taken.append((terrain, points))
        if group == "landscape":
            self.spend_disc(person, letter, words)
        elif words[:1] == ["from"]:
            person.lying.remove(spot_at(words[1]))
            del words[:2]
        elif person.workers:
            person.workers -= 1
        else:
            person.lying.pop()

    def steps(self, start: list[Point], end: Point) -> int:
        """The fewest steps between crossroads, over tiles that lie."""
        distance, seen, edge = 0, set(start), set(start)
        while end not in edge:
            distance += 1
            edge = {(x + dx, y + dy) for x, y in edge for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} & set(
                self.cells
            ) - seen
            assert edge, "out of reach"
            seen |= edge
        return distance

    def workers(self, person: Person, words: list[str]) -> None:
        """New and walking workers, payment, religion, constructions, as they are written."""
        spaces: list[str] = []
        ends: list[Point] = []
        used = 0
        allowed = len(person.lying)
        gone: list[Point] = []
        while words:
            word = words.pop(0)
            if word.startswith("+"):
                end = spot_at(word[1:])
                allowed += 1
                used += self.steps([self.cells[-1]], (end[0] // 2, end[1] // 2))
                ends.append(end)
                person.workers -= 1
                assert person.workers >= 0
            elif ">" in word:
                start, end = map(spot_at, word.split(">"))
                person.lying.remove(start)
                gone.append(start)
                hill = hill_round(start)
                cells = (
                    {(x // 2, y // 2) for x, y in hill}
                    if hill in self.castles
                    else {(start[0] // 2, start[1] // 2)}
                )
                to = (end[0] // 2, end[1] // 2)
                if to not in cells:
                    used += self.steps(list(cells), to)
                else:
                    assert start != end
                    used += 1 if hill in self.castles else 2  # to a neighbouring crossroad and back
                ends.append(end)
            else:
                spaces = [word, *words]
                break
        assert used <= allowed
        for end in ends:
            for other in self.people:
                if other is not person and any(hill_round(point) == hill_round(end) for point in other.lying):
                    person.coins -= 5
                    other.coins += 5
        assert person.coins >= 0
        person.lying += ends
        religious = [
            letter
            for letter in self.hills_of(person)
            if self.terrains[self.by_letter[letter]].get("religion")
        ]
        self.religion_on(person, len(religious))
        while spaces:
            word = spaces.pop(0)
            if word == "take":
                self.take(person, spaces.pop(0), spaces)
            else:
                assert word == "stop", word

    def act(self, person: Person, written: str) -> None:
        """Discs or workers, as the journal has them."""
        words = written.split()
        while words and re.fullmatch(r"x\d*", words[0]):
            place = int(words[0][1:] or 0)
            assert person.line is not None
            if place and place <= len(person.line):
                start = sum(map(len, person.line[: place - 1]))
                old, new = person.line[place - 1], words[1]
                assert start > person.cylinder
                on_it = {at for at in person.on_line if start <= at < start + len(old)}
                person.discs += len(on_it)
                moved = len(new) - len(old)
                person.on_line = {at + moved if at >= start else at for at in person.on_line - on_it}
                person.line[place - 1] = new
            else:
                person.line.append(words[1])
            words = words[2:]
        while words and words[0] == "$":
            words.pop(0)
            self.pay(person)
        if words:
            kind = words.pop(0)
            if kind == "d":
                self.discs(person, words)
            elif kind == "w":
                self.workers(person, words)

    # ------------------------------------------------------------ the end

    def totals(self) -> dict[str, int]:
        """Everybody's points."""
        players = [person for person in self.people if not person.dummy]
        bonus_coins = {person.id: 0 for person in players}
        bonus_steps = {person.id: 0 for person in players}
        points = {person.id: 0 for person in players}
        alone = len(players) == 1
        if self.version == "advanced":
            for id in [*self.contracts, *(person.kept for person in self.people if person.kept)]:
                facts = self.contract_facts[id]
                counts = {person.id: self.contract_count(person, facts) for person in players}
                best = max(counts.values())
                holders = [who for who, count in counts.items() if count == best]
                if best and len(holders) == 1 and not (alone and best <= 2):
                    points[holders[0]] += facts["points"]
                    bonus_coins[holders[0]] += facts.get("coins", 0)
                    bonus_steps[holders[0]] += facts.get("religion", 0)
        for person in players:
            points[person.id] += sum(each for _, each in person.landscapes + person.constructions)
            track = self.tracks["religion"]
            points[person.id] += track[min(person.religion + bonus_steps[person.id], len(track) - 1)]
            points[person.id] += (person.coins + bonus_coins[person.id]) // 5
        return points

    def contract_count(self, person: Person, facts: dict[str, Any]) -> int:
        if "of" not in facts:
            return len(person.sales) + sum(hill_round(point) in self.castles for point in person.lying)
        letter = self.terrains[facts["of"]]["letter"]
        if self.terrains[facts["of"]]["group"] == "construction":
            return self.hills_of(person).count(letter)
        return person.owns(letter)
