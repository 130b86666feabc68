"""The stand-in for you: legal, within its means, and not a bad player."""

from __future__ import annotations

from collections import Counter

from automa.dialogue import TABLE, Answer, Ask, Deck, Move, converse
from automa.game import Seat, Setup, you
from automa.valeria import GAME
from automa.valeria.opponents.standin import StandIn
from solo.playing.chance import Seeded
from solo.playing.lab import play_out
from tests.valeria.positions import RIVAL, tables

SETUP = Setup([you(), Seat(RIVAL, "Oswin", RIVAL)], tables(), {})


def test_it_plays_whole_games() -> None:
    for seed in range(10):
        sheet = play_out(GAME, SETUP, seed)
        assert sheet.columns[0].total > 60


def test_the_same_seed_gives_the_same_game() -> None:
    assert [c.total for c in play_out(GAME, SETUP, 4).columns] == [
        c.total for c in play_out(GAME, SETUP, 4).columns
    ]


class Watched:
    """A game of the stand-in on a virtual table, with every question counted."""

    def __init__(self, seed: int, *, guided: bool) -> None:
        self.script = GAME.script(SETUP)
        self.stand_in = StandIn(tables())
        self.chance = Seeded(seed)
        self.random = self.chance.random("you")
        self.guided = guided
        self.places: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.monuments: list[int] = []
        converse(self.script.play(), self.answer)

    def answer(self, ask: Ask) -> Answer:
        if ask.to == TABLE:
            self.places[ask.stream] += 1
            return self.chance.draw(ask, self.places[ask.stream])
        self.asked[ask.id] += 1
        said = self.stand_in.answer(ask, self.script, self.random)[0]
        if isinstance(ask, Move):
            self.monuments.append(len(self.script.table.you.monuments))
            return ask.check(str(said).split()[0] if self.guided else said)
        return ask.check(said)


def test_it_cannot_build_a_monument_every_turn() -> None:
    assert Watched(9, guided=False).monuments[3] <= 1


def test_a_turn_takes_eight_prompts_or_fewer_on_average_with_its_draft_and_without_one_line_turns() -> None:
    games = [Watched(seed, guided=True) for seed in range(5)]
    prompts = sum(game.asked.total() for game in games)
    assert prompts / (5 * 15) <= 8


def test_an_opponents_turn_takes_one_prompt_at_most_with_dice_by_the_app() -> None:
    """Only the name of a recruited card is asked: everything else follows from the rolls."""
    script = GAME.script(SETUP)
    table = script.table
    asked: Counter[tuple[int, int]] = Counter()
    stand_in, chance = StandIn(tables()), Seeded(3)
    random = chance.random("you")
    places: Counter[str] = Counter()

    def answer(ask: Ask) -> Answer:
        if ask.to != TABLE:
            return ask.check(stand_in.answer(ask, script, random)[0])
        if table.acting and isinstance(ask.stream, Deck):
            asked[table.round, table.progress] += 1
        places[ask.stream] += 1
        return chance.draw(ask, places[ask.stream])

    converse(script.play(), answer)
    assert asked
    assert max(asked.values()) == 1
