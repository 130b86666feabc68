"""A referee with the solo rulebook: works out the opponent a second time, from the dice and the tables alone.

It shares no code with the game. It only looks at your side of the table, at the answers that were given, and
at which step of the opponent is told next; what comes of each step it works out itself and compares.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

import pytest

from automa.dialogue import Ask, Tell, Text
from automa.game import Seat, Setup, you
from automa.valeria import GAME
from automa.valeria.game import Play
from automa.valeria.tables import Guild, Monument, Piece, Row
from solo.shipped import tables_root
from tests.valeria.positions import tables

COUNTS: dict[Monument, Piece] = {
    "gate": "citizen",
    "ward-tower": "manor",
    "statue": "temple",
    "lighthouse": "ship",
}
ROWS: dict[str, Row] = {"green": "influence", "purple": "vp"}

PIECES: tuple[Piece, ...] = ("manor", "temple", "citizen", "ship", "windmill")

T = TypeVar("T", bound=str)


def toml(file: str) -> dict[str, Any]:
    return tomllib.loads((tables_root() / "valeria" / f"{file}.toml").read_text("utf-8"))


class Referee:
    """The opponent as the rulebook has it."""

    def __init__(self, script: Play, rival: str) -> None:
        self.script = script
        self.rival = rival
        self.board = toml("board")
        self.ring: list[str] = self.board["ring"]
        self.charts = toml("charts")
        self.selector = toml("selector")["chart"]
        self.citizens = toml("citizens")["citizen"]
        self.guilds = toml("guilds")
        self.card = toml("opponents")["opponent"][rival]
        self.influence: dict[Guild, int] = dict.fromkeys(self.guilds["order"], 0)
        self.tokens = {piece: Counter[str]() for piece in PIECES}
        self.monuments: dict[Monument, str] = {}
        self.gained = 0
        self.round = 1
        self.done: list[str] = []
        self.rolls: list[int] = []
        self.pool: Counter[str] = Counter()
        self.dice: list[str] = []
        self.recruited = ""
        self.owed: Callable[[], None] | None = None
        """Pushes whose tie, if there is one, is rolled after what brought them was told."""

    # Listening

    def answered(self, ask: Ask, answer: Any) -> None:
        if ask.to == "you":
            self.agrees()
        if ask.id == "valeria.pool":
            self.pool, self.dice = Counter(answer), []
        elif ask.id == "valeria.opponent-citizen":
            self.recruited = answer
        elif ask.stream == "die" and ask.id != "valeria.roll.keep":
            self.rolls.append(answer)

    def told(self, tell: Tell) -> None:
        match tell.id.removeprefix("valeria."):
            case "round":
                self.round, self.done = int(str(tell.values["round"])), []
            case "setup.opponent":
                self.build("manor", 1)
            case "you.draft":
                face = tell.values["face"]
                assert isinstance(face, Text)
                self.pool[face.id.removeprefix("valeria.face.")] -= 1
            case "opponent-drafts":
                self.draft()
            case "opponent.manor":
                self.act("manor")
                self.build("manor", 1)
            case "opponent.temple":
                self.act("temple")
                self.build("temple", 2)
            case "opponent.recruit":
                self.act("recruit")
                self.recruit()
            case "opponent.citizen":
                district = self.district()
                self.tokens["citizen"][district] += 1
                self.owed = lambda: self.push_highest(self.shown([district]), 1)
            case "opponent.windmill":
                self.act("windmill")
                self.windmill()
            case "opponent.shipyard":
                self.act("shipyard")
                self.tokens["ship"][self.district()] += 1
            case "opponent.monument":
                self.monument()
            case "no-monument":
                assert self.line["monument"] == "none"
            case "opponent.sail" | "no-ship-to-sail":
                self.sail()
            case "opponent.wharf" | "no-crates":
                self.wharf()
            case "pushes" if tell.seat == self.rival and self.owed is not None:
                owed, self.owed = self.owed, None
                owed()
            case "scoring":
                assert len(self.done) == 3
                self.agrees()

    def agrees(self) -> None:
        """Whenever you are asked something: everything is as worked out, and every roll is used."""
        side = self.script.table.opponent
        assert side.influence == self.influence
        for piece, places in self.tokens.items():
            assert +Counter(side.tokens[piece]) == +places, piece
        assert side.monuments == self.monuments
        assert side.points.get("lines", 0) + side.points.get("crates", 0) == self.gained
        assert not self.rolls and self.owed is None

    # The rulebook

    @property
    def line(self) -> dict[str, Any]:
        line: dict[str, Any] = self.card["round"][str(self.round)]
        return line

    def act(self, action: str) -> None:
        assert action == self.line["actions"][len(self.done)]
        self.done.append(action)

    def district(self) -> str:
        found: str = self.charts["round"][str(self.round)]["face"][str(self.rolls.pop(0))]
        return found

    def shown(self, districts: Iterable[str]) -> list[Guild]:
        """The guild icons of these districts, left to right as on the tracks."""
        icons = {guild for district in districts for guild in self.board["district"][district]["guilds"]}
        return [guild for guild in self.guilds["order"] if guild in icons]

    def tie(self, options: list[T]) -> T:
        while len(options) > 1:
            letter: int = self.selector[str(len(options))][self.rolls.pop(0) - 1]
            if letter:
                return options[letter - 1]
        return options[0]

    def push(self, guild: Guild, times: int) -> None:
        """One space at a time; a star that you hold is jumped; of the lines only points are taken."""
        track = self.guilds["guild"][guild]
        yours = self.script.table.you.influence[guild]
        for _ in range(times):
            to = self.influence[guild] + 1
            if to > track["spaces"] and to == yours:
                to += 1
            if to <= track["spaces"] + track["stars"]:
                for below in range(self.influence[guild], to):
                    line = track["line"].get(str(below), {})
                    self.gained += line["amount"] if line.get("gain") == "vp" else 0
                self.influence[guild] = to

    def push_lowest(self, times: int) -> None:
        least = min(self.influence.values())
        self.push(self.tie([guild for guild, at in self.influence.items() if at == least]), times)

    def push_highest(self, guilds: list[Guild], times: int) -> None:
        most = max(self.influence[guild] for guild in guilds)
        self.push(self.tie([guild for guild in guilds if self.influence[guild] == most]), times)

    def draft(self) -> None:
        face = next(face for face in self.card["priorities"] if self.pool[face])
        self.pool[face] -= 1
        self.dice.append(face)
        if face == "influence":
            self.owed = lambda: self.push_lowest(1)

    def build(self, piece: Piece, times: int) -> None:
        district = self.district()
        self.tokens[piece][district] += 1
        for guild in self.shown([district]):
            self.push(guild, times)

    def recruit(self) -> None:
        card = self.citizens[self.recruited]
        assert card["back"] in self.charts["draft"]["face"][str(self.rolls.pop(0))]
        self.push(card["guild"], 1)

    def windmill(self) -> None:
        at = self.ring.index(self.district())
        roads = [f"{self.ring[(at + n) % 6]}/{self.ring[(at + n + 1) % 6]}" for n in range(6)]
        yours = self.script.table.you.tokens["windmill"]
        road = next(road for road in roads if yours[road] + self.tokens["windmill"][road] < 4)
        self.tokens["windmill"][road] += 1

    def count(self, piece: Piece, district: str) -> int:
        mine = self.script.table.you
        found = self.tokens[piece][district] + mine.tokens[piece][district]
        if piece == "manor":
            found += self.monuments.get("lighthouse") == district
            found += mine.monuments.get("lighthouse") == district
        return found

    def monument(self) -> None:
        assert len(self.done) == 3
        kind: Monument = self.line["monument"]
        pairs = {f"{a}/{b}": [a, b] for a, b in zip(self.ring, self.ring[1:] + self.ring[:1], strict=True)}
        places = pairs if kind == "gate" else {district: [district] for district in self.ring}
        values = {
            place: sum(self.count(COUNTS[kind], district) for district in districts)
            for place, districts in places.items()
            if self.script.table.you.monuments.get(kind) != place
        }
        best = max(values.values())
        place = self.tie([place for place, value in values.items() if value == best])
        self.monuments[kind] = place
        shown = self.shown(places[place])
        if kind == "lighthouse":
            for guild in shown:
                self.push(guild, 1)
        else:
            self.owed = lambda: self.push_highest(shown, 2 if kind == "gate" else 1)

    def sail(self) -> None:
        target = self.district()
        at = self.ring.index(target)
        ships = self.tokens["ship"]
        for district in [self.ring[(at + n) % 6] for n in range(1, 6)]:
            if ships[district]:
                ships[district] -= 1
                ships[target] += 1
                return

    def wharf(self) -> None:
        row = ROWS[self.line["crate"]]
        assert len(self.dice) == 3
        matching = sum(die in self.line["faces"] for die in self.dice)
        placed = min(matching, toml("wharf")["columns"] - self.script.table.you.crates[row])
        if placed and row == "vp":
            self.gained += placed
        elif placed:
            self.owed = lambda: self.push_lowest(placed)


@pytest.mark.parametrize("rival", sorted(tables().opponents.opponent))
def test_the_opponent_does_what_the_referee_works_out(rival: str) -> None:
    for seed in range(8):
        script = GAME.script(Setup([you(), Seat(rival, rival, rival)], tables(), {}, "table", "light"))
        referee = Referee(script, rival)
        random = Random(seed)
        conversation = script.play()
        reply: Any = None
        try:
            while True:
                item = conversation.send(reply)
                reply = None
                if isinstance(item, Ask):
                    reply = item.legal(random)
                    referee.answered(item, reply)
                else:
                    referee.told(item)
        except StopIteration:
            referee.agrees()
