"""A game as a conversation: what is asked and told, what may be left out, rulings, hands, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from automa.dialogue import TABLE, Answer, Ask, Choose, Move, Refused, Several, Tally, Tell, Text, converse
from automa.methoni import rules
from automa.methoni.game import Play
from automa.methoni.offers import HousesOption
from automa.methoni.steps import TURN, walls
from solo.fronts.reading import read
from solo.showing.question import option_rows
from solo.showing.screen import Screen
from solo.words.sentences import Words
from tests.atable import GAMES_TO_PLAY, a_driver, a_header, advance, play_on, steps
from tests.methoni.conserved import conserved
from tests.methoni.positions import a_hand, a_script, a_setup, area, tables


class Playing:
    """A game with a person at the table: answers each question, and remembers what was told."""

    def __init__(self, script: Play, first: str = "jerry", seed: int = 1) -> None:
        self.script = script
        self.table = script.table
        self.random = Random(seed)
        self.told: list[Tell] = []
        self.conversation = script.play()
        self.ask: Ask | None
        self._go(None)
        while self.ask is not None and self.ask.id != "methoni.first-player":
            self.say(self.ask.legal(self.random))
        self.say(first)

    def _go(self, answer: object) -> None:
        try:
            item = self.conversation.send(answer)
            while isinstance(item, Tell):
                self.told.append(item)
                item = self.conversation.send(None)
            self.ask = item
        except StopIteration:
            self.ask = None

    def say(self, answer: object) -> list[Tell]:
        """Answer; what is told of it."""
        assert self.ask is not None
        before = len(self.told)
        self._go(self.ask.check(self.ask.understood(answer)))
        return self.told[before:]

    def ids(self, answer: object) -> list[str]:
        return [tell.id.removeprefix("methoni.") for tell in self.say(answer)]

    @property
    def offered(self) -> Sequence[Any]:
        assert isinstance(self.ask, Choose | Move | Several)
        return self.ask.options

    @property
    def options(self) -> list[str]:
        return [option.id for option in self.offered]


def playing(players: int = 3, first: str = "jerry", **rulings: str) -> Playing:
    return Playing(a_script(players, **rulings), first)


# ---------------------------------------------------------------- a person's turn


def test_a_turn_of_two_cards_is_two_lines() -> None:
    game = playing()
    assert game.ids("b4-b5 own b4 left b5") == ["builds"]
    assert game.ids("trade") == ["trades"]
    assert game.ask is not None and (game.ask.id, game.ask.to) == ("methoni.card", "evan")
    assert game.table.players[0].ducats == 22


def test_what_the_line_leaves_out_is_asked() -> None:
    game = playing()
    game.say("b4-b5")
    assert game.ask is not None and game.ask.id == "methoni.houses"
    assert sorted(game.options) == ["own b4 left b5", "own b4 right b5", "own b5 left b4", "own b5 right b4"]
    game.say("own b5 right b4")
    game.say("b5-b6 own b5")
    assert sorted(game.options) == ["own b5 left b6", "own b5 right b6"]


def test_on_the_coast_nothing_is_left_to_ask() -> None:
    game = playing()
    assert game.ids("a1-sea") == ["builds"]


def test_a_turn_ends_with_done_after_one_card_but_not_before() -> None:
    game = playing()
    assert "done" not in game.options
    with pytest.raises(Refused):
        game.say("done")
    game.say("a1-sea")
    game.say("done")
    assert game.ask is not None and game.ask.to == "evan"


def test_by_ruling_a_turn_may_pass_without_a_card() -> None:
    game = playing(must_play="none")
    game.say("done")
    assert game.ask is not None and game.ask.to == "evan"


def test_closing_is_claimed_paid_and_told_step_by_step() -> None:
    game = playing()
    game.say("a1-a2 own a1 left")
    game.say("a1-b2 own a1 left")
    game.say("c3-c4 own c3 left")
    game.say("done")
    game.say("trade")
    game.say("done")
    assert "a1-sea" in game.options
    told = game.say("a1-sea")
    steps = [tell.id.removeprefix("methoni.") for tell in told]
    assert steps == ["builds", "claims", "upgrade", "tower"]
    jerry = game.table.players[0]
    assert (jerry.ducats, jerry.towers, jerry.villas) == (19, 3, 4)


def test_a_border_keeps_its_number_all_game() -> None:
    game = playing()
    before = {option.id: option.mark for option in game.offered}
    assert before["trade"] == "t" and before["a1-a2"] == "1" and before["f7-sea"] == "90"
    game.say("1 own a1 left a2")
    game.say("a1-b2 own a1 left b2")
    game.say("c3-c4 own c3 left c4")
    after = {option.id: option.mark for option in game.offered}
    assert "a1-a2" not in after and after.items() - before.items() == {("done", "s")}
    closing = next(option for option in game.offered if option.id == "a1-sea")
    assert closing.mark == before["a1-sea"] and closing.detail is not None


def test_a_number_that_cannot_be_built_on_is_refused_by_its_reason() -> None:
    game = playing()
    game.say("01 own a1 left a2")
    with pytest.raises(Refused) as refused:
        game.say("1")
    assert refused.value.text.id == "methoni.refused.wall"
    for number in ("0", "91", "9" * 5000):
        with pytest.raises(Refused) as refused:
            game.say(number)
        assert refused.value.text.id == "methoni.refused.no-number"


def test_houses_are_offered_by_price() -> None:
    game = playing()
    for line in ("a1-sea", "a1-b2 own b2 left a1", "a1-a2"):
        game.say(line)
    houses = [option for option in game.offered if isinstance(option, HousesOption)]
    assert [option.price for option in houses] == [2, 2, 3, 3]
    assert all(option.brief.detail == option.detail is not None for option in houses)


@pytest.mark.parametrize(
    ("spaces", "english", "dutch"),
    [
        ("c2", "from the market (Desert)", "van de markt (woestijn)"),
        (
            "a3 b4 b3 c4 c3 c2",
            "from the markets (Furrows and Desert)",
            "van de markten (akkers en",
        ),
    ],
)
def test_a_domain_with_several_markets_activates_them_all(spaces: str, english: str, dutch: str) -> None:
    game = playing()
    table = game.table
    jerry = table.players[0]
    *rim, last = table.island.borders_in(table.island.rim(area(table, spaces)))
    for border in rim:
        rules.build(table, jerry, border, ())
    game.say(last.id)
    while game.ask is not None and game.ask.id == "methoni.houses":
        game.say(game.options[0])
    told = game.told
    tower = next(tell for tell in told if tell.id == "methoni.tower-market")
    for lang, words in (("en", english), ("nl", dutch)):
        assert words in Words.of(lang, ["methoni"], strict=True).plain(tower)


def closing_beside(game: Playing, owner: str) -> None:
    """Another player owns A2, and Jerry can close A1 beside it with A1-sea."""
    table = game.table
    player = table.seated(owner)
    for wall in ("a2-sea", "a2-a3", "a1-b2", "a1-a2"):
        assert rules.build(table, player, table.island.by_id[wall], ()) is None or wall == "a1-a2"
    assert table.domain_at(table.island.space["a2"].bit) is not None
    table.closed = 0


def test_annexing_is_asked_or_said_in_the_line() -> None:
    game = playing()
    closing_beside(game, "evan")
    game.say("a1-sea")
    assert game.ask is not None and game.ask.id == "methoni.annex"
    assert game.options == ["none", "a2"]
    screen = Screen.plain(Words.of("en", ["methoni"], strict=True), StringIO())
    listed = option_rows(screen, screen.words, game.ask, shown={"a2"})  # the map shows it without its price
    assert "a2  annex A2 of Evan  costs 2 ducats" in "".join(text for row in listed for text, _ in row)
    with pytest.raises(Refused):
        game.say("b8")
    assert game.ids("a2") == ["annexes", "walls-away", "tower-back"]
    said = playing()
    closing_beside(said, "evan")
    assert said.ids("a1-sea annex a2")[-3:] == ["annexes", "walls-away", "tower-back"]
    nothing = playing()
    closing_beside(nothing, "evan")
    assert "annexes" not in nothing.ids("a1-sea annex none")


def test_another_border_waits_for_the_houses_of_the_wall_that_is_begun() -> None:
    game = playing()
    game.say("b4-b5")
    for line in ("28", "c3-c4"):
        with pytest.raises(Refused) as refused:
            game.say(line)
        assert refused.value.text.id == "methoni.refused.houses-of-wall"


def test_several_domains_are_annexed_in_one_line() -> None:
    """As the help tells it: `a1-sea annex a2 b2`."""
    game = playing()
    closing_beside(game, "evan")
    evan = game.table.seated("evan")
    for wall in ("b1-b2", "b2-b3"):
        rules.build(game.table, evan, game.table.island.by_id[wall], ())
    game.table.closed = 0
    assert game.ids("a1-sea annex a2 b2").count("annexes") == 2
    assert len(game.table.domains) == 1


def test_the_last_wall_is_told_even_if_annexing_puts_walls_back() -> None:
    game = playing()
    closing_beside(game, "evan")
    game.table.supply = 1
    assert game.ids("a1-sea annex a2")[-2:] == ["tower-back", "last-wall"]
    assert game.table.supply == 1
    assert game.ids("b4-b5 own b4 left")[:1] == ["builds"]
    assert [tell.id for tell in game.told].count("methoni.last-wall") == 1
    assert game.told[-1].id == "methoni.over"


def test_an_own_domain_is_joined_for_nothing() -> None:
    game = playing()
    closing_beside(game, "jerry")
    before = game.table.players[0].ducats
    assert game.ids("a1-sea annex a2")[-3:] == ["merges", "walls-away", "tower-back"]
    assert game.table.players[0].ducats == before - 1


def towers_of(game: Playing, seat: str) -> list[int]:
    """How many towers of a colour lie in each place."""
    return [lies.count for lies in game.script.pieces() if lies.piece.id == f"towers {seat}"]


def test_by_ruling_a_player_who_closes_without_a_tower_joins_an_own_domain_first() -> None:
    game = playing(no_tower="merge")
    closing_beside(game, "jerry")
    jerry = game.table.players[0]
    jerry.towers = 0
    assert game.ids("a1-sea")[-1] == "towerless"
    assert game.ask is not None and game.ask.id == "methoni.annex"
    assert game.options == ["a2"] and jerry.towers == 0
    assert game.script.state()["players"][0]["towers"] == 0
    assert towers_of(game, "jerry") == [1]
    assert game.ids("a2")[-1] == "tower-stays"
    assert jerry.towers == 0 and towers_of(game, "jerry") == [1]


def test_a_redraw_is_refused_while_every_card_can_be_played() -> None:
    game = playing()
    with pytest.raises(Refused):
        game.say("redraw")


# ---------------------------------------------------------------- a hand that is entered


def test_an_entered_hand_limits_what_is_offered_and_is_forgotten_after_the_turn() -> None:
    game = playing()
    jerry = game.table.players[0]
    correction = next(each for each in game.script.corrections() if each.key == "hand.jerry")
    correction.put(
        {"desert": 5} | dict.fromkeys(("mountain", "forest", "plains", "furrows", "fields", "market"), 0)
    )
    question = game.script.card_question(jerry)
    assert len(question.options) == 19
    with pytest.raises(Refused):
        question.check(question.understood("f1-f2"))
    game.say("a1-sea")
    assert jerry.hand == a_hand("desert desert desert desert")
    four = Text("methoni.several-held", n=4, land=Text("methoni.land.desert"))
    assert game.ask is not None and game.ask.text.values["hand"] == Text("methoni.with-hand", cards=[four])
    game.say("b1-sea")
    assert jerry.hand is None


# ---------------------------------------------------------------- opponents' hands


def table_asks(script: Play, seed: int = 3) -> list[Ask]:
    """Everything that is asked of the table in a game at random."""
    random = Random(seed)
    return [
        item
        for item in steps(script, lambda ask: ask.legal(random))
        if isinstance(item, Ask) and item.to == TABLE and item.id.startswith("methoni.")
    ]


@pytest.mark.parametrize(
    ("hands", "cards", "told"),
    [
        ("table", "table", "hands-table"),
        ("table", "app", "hands-app"),
        ("app", "table", "hands-app"),
        ("app", "app", "hands-app"),
    ],
)
def test_the_set_up_says_who_deals_to_the_opponents(hands: str, cards: str, told: str) -> None:
    setup = replace(a_setup(3, "marina-dandolo alvise-corner", hands=hands), cards=cards)
    game = Playing(Play(setup))
    assert [tell.id for tell in game.told if ".hands-" in tell.id] == [f"methoni.setup.{told}"]


def test_hands_by_the_app_ask_nothing_of_the_table() -> None:
    asked = {ask.id for ask in table_asks(Play(a_setup(3, "marina-dandolo alvise-corner")))}
    assert asked == {"methoni.first-player"}


def test_by_ruling_hands_are_turned_up_from_the_deck_and_entered() -> None:
    script = Play(a_setup(3, "marina-dandolo alvise-corner", hands="table"))
    asked = table_asks(script)
    hands = [ask for ask in asked if ask.id == "methoni.opponent-hand"]
    assert isinstance(hands[0], Tally) and hands[0].low == hands[0].high == 5
    assert all(isinstance(ask, Tally) and ask.low <= 2 for ask in hands[2:6])
    assert {ask.id for ask in asked} == {"methoni.first-player", "methoni.opponent-hand"}
    for player in script.table.players[1:]:
        assert player.secret in [card.lands for card in tables().objectives.card.values()]
        assert player.objective == player.secret, "dealt before the game, not made up at its end"


@pytest.mark.parametrize("cards", ["app", "table"])
def test_hands_from_the_table_are_drawn_from_sixty_cards(cards: str) -> None:
    """Nine of each land and six markets, in hands, deck and discards, through shuffles."""
    crowd = "marina-dandolo alvise-corner zorzi-badoer captain-lupo caterina-loredan"
    setup = replace(a_setup(5, crowd, hands="table"), cards=cards)
    script, random = Play(setup), Random(5)
    table = script.table
    for land in ("desert", "forest", "fields"):  # so that the deck is used up
        table.discards[land], table.undrawn[land] = table.undrawn[land], 0
    shuffled, before = 0, 0
    for item in steps(script, lambda ask: ask.legal(random)):
        if isinstance(item, Tally):
            assert item.left is not None and item.low <= sum(item.left.values())
            with pytest.raises(Refused):
                item.check({"market": item.left["market"] + 1})
        discards = sum(table.discards.values())
        shuffled += discards < before
        before = discards
        assert conserved(script.table) == []
    assert shuffled


def test_an_opponent_that_stops_after_a_card_says_so() -> None:
    script = Play(a_setup(3, "marina-dandolo alvise-corner"))
    random = Random(2)
    told: list[str] = []
    stopped = 0

    def answer(ask: Ask) -> Answer:
        nonlocal stopped
        if ask.id == "methoni.opponent-card" and isinstance(ask, Several) and "done" in ask.ids():
            stopped += 1
            return ["done"]
        return ask.legal(random)

    for item in steps(script, answer):
        if isinstance(item, Tell):
            told.append(item.id)
    assert stopped and told.count("methoni.stops") == stopped


def test_the_state_shows_neither_hands_nor_secret_objectives() -> None:
    script = Play(a_setup(3, "marina-dandolo alvise-corner"))
    random = Random(1)
    asked = ""
    for item in steps(script, lambda ask: ask.legal(random)):
        if isinstance(item, Ask) and item.id == "methoni.opponent-card":
            asked = item.to
            break
    state = script.state()
    player = script.table.seated(asked)
    assert player.hand and player.secret
    shown = state["players"][player.place]
    assert shown["cards"] == 5 and shown["objective"] == []
    assert "undrawn" not in str(state) and "market-" not in str(state)


def test_an_opponent_with_nothing_to_play_shows_its_hand_and_draws_a_new_one() -> None:
    script = Play(a_setup(3, "marina-dandolo alvise-corner the-doge:steady"))
    table = script.table
    player = table.players[0]
    player.hand = a_hand("fields fields fields fields fields")
    for kind in player.hand:
        table.undrawn[kind] -= 1
    island = table.island
    table.walls = island.everywhere & ~island.by_id["a1-sea"].bit & ~island.by_id["a1-b2"].bit
    table.blocked = table.walls
    told: list[str] = []
    conversation = script.opponents_cards(player)
    said: Any = None
    random = Random(5)
    try:
        while True:
            item = conversation.send(said)
            said = item.legal(random) if isinstance(item, Ask) else None
            if isinstance(item, Tell):
                told.append(item.id)
    except StopIteration:
        pass
    assert told[0] == "methoni.opponent-redraws"
    assert "methoni.passes" not in told


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(
    ("players", "opponents"), [(3, 0), (3, 1), (3, 2), (4, 2), (4, 3), (5, 1), (5, 3), (5, 4)]
)
def test_all_mixes_of_people_and_opponents_play_to_the_end(players: int, opponents: int) -> None:
    cast = ("captain-lupo", "alvise-corner", "zorzi-badoer", "caterina-loredan")[:opponents]
    people = [f"Person {place}" for place in range(1, players - opponents + 1)]
    driver = a_driver(a_header("methoni", seed=players, players=players, against=cast, people=people))
    play_on(driver, Random(players))
    assert driver.sheet is not None
    assert isinstance(driver.script, Play) and conserved(driver.script.table) == []


@given(st.integers(0, 10**6), st.data())
@settings(max_examples=GAMES_TO_PLAY, deadline=None)
def test_under_any_rulings_nothing_is_lost_and_every_game_ends(seed: int, data: st.DataObject) -> None:
    from tests.methoni.positions import tables

    chosen = {
        id.replace("-", "_"): data.draw(st.sampled_from(question.options), label=id)
        for id, question in tables().rulings.ruling.items()
    }
    script = Play(a_setup(3 + seed % 3, " ".join(["zorzi-badoer"] * (seed % 4)), **chosen))
    random = Random(seed)

    def answer(ask: Ask) -> Answer:
        assert conserved(script.table) == [], ask
        return ask.check(ask.legal(random))

    sheet = converse(script.play(), answer)
    assert len(sheet.columns) == 3 + seed % 3


def prompts(against: int) -> tuple[int, int, int]:
    """Answers of the person, of the table, and turns of the person, in a game with a line for each card."""
    driver = a_driver(a_header("methoni", seed=5, against=("marina-dandolo", "alvise-corner")[:against]))
    random = Random(5)
    own = table = turns = 0
    while (ask := driver.ask) is not None:
        answer: Answer = ask.legal(random)
        if ask.id == "methoni.card":
            turns += 1
        if ask.id in ("methoni.card", "methoni.second-card"):
            answer = whole_line(driver.script, str(answer))
        own += ask.to != TABLE
        table += ask.to == TABLE
        driver.answer(answer)
        advance(driver)
    return own, table, turns


def whole_line(script: Any, answer: str) -> str:
    """The card with its houses and what is annexed, as a player types it who leaves nothing out."""
    table = script.table
    border = table.island.by_id.get(answer)
    if border is None:
        return answer
    line = TURN.written(table, walls(table, [border])[:1])
    return f"{line} annex none" if border.number in table.closings else line


def test_an_own_turn_is_two_lines_or_fewer_and_an_opponents_turn_none() -> None:
    own, table, turns = prompts(2)
    assert own <= 2 * turns + 1  # and the Objective card in the end
    assert table == 0


def test_a_kind_of_card_alone_leaves_the_walls_that_it_allows() -> None:
    game = playing()
    game.say("desert")
    assert isinstance(game.ask, Move) and game.ask.id == "methoni.card"
    assert len(game.options) == 19 and "trade" not in game.options
    assert game.ask.note is not None
    assert game.ids("a1-sea") == ["builds-with"]
    other = playing()
    other.say("desert")
    assert other.ids("trade market") == ["trades-with"], "a line says something else after all"


@pytest.mark.parametrize("typed", ["own b4 left b5", "eigen b4 links b5", "mine b4 evan", "eigen b4 ev"])
def test_houses_that_are_asked_for_are_said_in_the_words_of_a_line(typed: str) -> None:
    game = playing()
    game.say("b4-b5")
    assert game.ask is not None and game.ask.id == "methoni.houses"
    assert read(game.ask, typed, Words.of("en", ["methoni"])) == "own b4 left b5"


def test_both_cards_of_a_turn_fit_in_one_line() -> None:
    game = playing()
    assert game.ids("b4-b5 own b4 left trade") == ["builds", "trades"]
    assert game.table.active == 1
