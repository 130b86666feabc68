"""Whatever is set right, whenever: the game goes on to its end, and back, and is the same when it is resumed.

`CASTELLAN_CORRECTIONS=2000 pytest tests/contract/test_corrections.py` makes so many in each game.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from automa.dialogue import TABLE, Answer, Ask, Refused, Text
from automa.game import Game
from solo.games import game_named
from solo.keeping.reports import reports
from solo.playing import newgame
from solo.playing.driver import CHANCE, TAUGHT
from tests.atable import UNDER_CONTRACT, a_driver, a_header, advance, tables_of
from tests.contract.conserved import conserved
from tests.contract.test_learning import TAUGHT as FACTS
from tests.solo.commandline import at_home, saves, solo

CORRECTIONS = int(os.environ.get("CASTELLAN_CORRECTIONS", "20"))
"""How many are made in each game."""
A_QUESTION = 0.25
"""How often something is set right at a question; at the others it is answered."""


class AtRandom:
    """An opponent that does anything legal."""

    def answer(self, ask: Ask, script: Any, random: Random) -> tuple[Answer, Sequence[Text]]:
        return ask.legal(random), []


class Walk:
    """One random game with corrections; every ruling, who rolls and who sits there are random too."""

    def __init__(self, game: Game, seed: int) -> None:
        self.random = random = Random(f"{game.id} {seed}")
        tables = tables_of(game.id)
        wishes: dict[str, Any] = {
            "players": random.choice(game.players),
            "dice": random.choice(CHANCE),
            "cards": random.choice(CHANCE),
            "rulings": [
                f"{ruling.id}={random.choice(ruling.options).id}"
                for ruling in game.rulings(tables)
                if random.random() < 0.5
            ],
        }
        if game.tracks:
            wishes["track"] = random.choice(game.tracks)
        if random.random() < 0.2:
            seats = None if game.shared else max(2, wishes["players"])
            wishes |= {"people": ["Ann", "Ben"], "players": seats}
        self.game = game
        self.made: Counter[str] = Counter()
        self.driver = a_driver(a_header(game.id, seed=seed, **wishes))

    def go(self) -> int:
        """To the end, back to before some corrections, and forth again; how many were made."""
        while (ask := self.driver.ask) is not None:
            if self.random.random() < A_QUESTION:
                for _ in range(self.random.randint(1, 3)):
                    self.correct()
            else:
                self.driver.answer(ask.legal(self.random))
            advance(self.driver)
            self.check()
        assert self.driver.sheet is not None
        self.go_back_and_forth()
        return sum(self.made.values())

    def correct(self) -> None:
        """Set anything right, mend an answer, take over facts, or wish for a draw by hand."""
        driver, random = self.driver, self.random
        before, entries = driver.script.state(), len(driver.journal.history.entries)
        chance = random.random()
        try:
            if chance < 0.04:
                driver.learn({} if driver.taught else FACTS[self.game.id])
                key = TAUGHT
            elif chance < 0.12:
                driver.by_hand()
                return
            elif chance < 0.16 and driver.ask is not None and driver.ask.to == TABLE:
                driver.draw()
                return
            elif chance < 0.2 and not self.made["mended"] and (entered := driver.history()):
                index, _ = random.choice(entered)
                driver.accept(driver.mend(index, driver.asked(index).legal(random)))
                key = "mended"
            else:
                correction = random.choice(driver.run.corrections())
                key = correction.key
                driver.fix(key, correction.ask.legal(random))
        except Refused:
            assert driver.script.state() == before
            assert len(driver.journal.history.entries) == entries
        else:
            self.made[key.partition(".")[0]] += 1

    def check(self) -> None:
        """Nothing is lost, nothing doubled, and what can be shown is shown."""
        script = self.driver.script
        assert conserved(self.game, script) == []
        script.sheet()
        script.panels(self.driver.viewer, self.driver.ask)

    def go_back_and_forth(self) -> None:
        driver = self.driver
        over = driver.script.state()
        again = newgame.driver(self.game, tables_of(self.game.id), driver.journal)
        assert again.script.state() == over
        entries = driver.journal.history.entries
        fixes = [place for place, entry in enumerate(entries) if entry.fix]
        for place in self.random.sample(fixes, min(len(fixes), 3)):
            before = driver.before(place).script.state()
            steps = sum(entry.is_persons for entry in entries[place:])
            assert len(driver.undo(steps)) == steps
            assert driver.script.state() == before
            assert len(driver.redo(steps)) == steps
            assert driver.script.state() == over
            assert driver.journal.history.entries == entries


@pytest.mark.timeout(max(300, 2 * CORRECTIONS))
@pytest.mark.parametrize("name", UNDER_CONTRACT)
def test_whatever_is_set_right_the_game_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path, monkeypatch)
    game = game_named(name)
    usual = game.decider
    made = 0
    for seed in count():
        if seed % 5:
            monkeypatch.setattr(game, "decider", lambda seat, setup: AtRandom())
        else:
            monkeypatch.setattr(game, "decider", usual)
        made += Walk(game, seed).go()
        assert reports() == []
        if made >= CORRECTIONS:
            break


IN_A_RIVALS_TURN = """\
family
light
sortelha
whpl
lxmh
i11 rtwd d nw
hkcd
/fix tile on j11
chdk
monsanto
/quit
"""
SIX_CASTLES = (
    "play", "six-castles", "--seed", "144", "--against", "merchant-beatriz", "--ruling", "ring=twelve",
    "--dice", "app", "--cards", "table",
)  # fmt: skip


def test_a_correction_half_way_through_a_rivals_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tile that it laid lies otherwise, so that it no longer owns what it wanted to sell."""
    home = at_home(tmp_path, monkeypatch)
    said = solo(*SIX_CASTLES, answers=IN_A_RIVALS_TURN)
    assert (said.code, said.err) == (0, "")
    assert "Merchant Beatriz leaves out what the correction has made impossible." in said.out
    assert "in round 2" in solo("saves").out
    (save,) = saves(home)
    assert solo("resume", save.stem, answers="/quit\n").code == 0
