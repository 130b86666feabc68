"""The conversation: what is asked, what is told, what is refused, what may be set right."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.dialogue import CORRECTED, TABLE, Ask, Choose, Move, Number, Refused, Tally, Tell, Text
from automa.game import Seat, Setup
from automa.sheet import Sheet
from automa.six_castles import rules
from automa.six_castles.game import Play
from automa.six_castles.territory import CELLS
from tests.atable import a_driver, a_header, play_on
from tests.six_castles.conserved import conserved
from tests.six_castles.positions import hill, plain, tables

YOU = Seat("you", Text("seat.you"))
ANN = Seat("ann", "Ann")
FRIAR = Seat("friar-anselmo", "Friar Anselmo", "friar-anselmo", "keen")
SANCHO = Seat("king-sancho", "King Sancho", "king-sancho", "keen")
DUMMY = Seat("dummy", "The Dummy", "dummy")


class Talk:
    """A conversation at a table with the box: everything is answered by hand."""

    def __init__(self, *seats: Seat, cards: str = "table", **rulings: str) -> None:
        in_force = {id.replace("_", "-"): option for id, option in rulings.items()}
        self.script = Play(Setup(seats or (YOU, ANN), tables(), in_force, cards))
        self.conversation = self.script.play()
        self.told: list[Tell] = []
        self.sheet: Sheet | None = None
        self.ask: Ask = Choose("", "", [])
        self._go_on(None)

    def say(self, *answers: object) -> Talk:
        """Answers in order, as a person types them who insists: positions are made of tiles of no set."""
        for answer in answers:
            understood = self.ask.understood(answer, insist=True)
            self._go_on(self.ask.check(understood, insist=True))
        return self

    def refuses(self, answer: object) -> str:
        """Why an answer cannot be; nothing has changed."""
        before, ask = self.script.state(), self.ask
        with pytest.raises(Refused) as refused:
            self.ask.check(self.ask.understood(answer))
        assert self.script.state() == before and self.ask is ask
        return plain(refused.value.text)

    def fix(self, key: str, answer: Any) -> Talk:
        found = next(each for each in self.script.corrections() if each.key == key)
        found.put(found.ask.check(answer, insist=True))
        self._go_on(CORRECTED)
        return self

    def _go_on(self, answer: object) -> None:
        self.told = []
        try:
            item = self.conversation.send(answer)
            while isinstance(item, Tell):
                self.told.append(item)
                item = self.conversation.send(None)
            self.ask = item
        except StopIteration as over:
            self.sheet = over.value

    @property
    def asked(self) -> str:
        return self.ask.id.removeprefix("six-castles.")

    @property
    def news(self) -> list[str]:
        return [plain(tell) for tell in self.told]

    @property
    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.script.state()["players"][0]
        return found


def begun(*seats: Seat, tile: str = "wcno", **rulings: str) -> Talk:
    """An advanced game with the box, up to the first tile: whlo lies on j10."""
    talk = Talk(*seats, **{"version": "advanced", "line": "full", **rulings})
    while talk.asked not in ("place", "dummy-cell", "turned-up"):
        match talk.asked:
            case "first-player":
                talk.say("you")
            case "dealt-contracts":
                talk.say([option.id for option in talk.ask.options[:2]])
            case "line-start" if talk.ask.to == "you":
                talk.say(tile)
            case "first-tile":
                talk.say("whlo")
            case "turn-up-castle":
                talk.say("penamacor")
            case _:
                talk.say(talk.ask.legal(Random(1)))
    return talk


# ---------------------------------------------------------------- set-up


def test_a_tile_of_the_box_that_is_not_likely_is_doubted_and_may_be_insisted_on() -> None:
    talk = begun()
    for line in ("j9 cccc", "j9 cccc d"):
        with pytest.raises(Refused) as refused:
            talk.ask.understood(line)
        assert refused.value.insist and "chestnut twice" in plain(refused.value.text)
    assert "wheat twice" in talk.refuses("j9 wwno")
    assert "lies on j10 already" in talk.refuses("j9 whlo")
    talk.say("j9")
    assert "chestnut twice" in talk.refuses("cccc")
    talk.say("cccc")
    assert talk.script.state()["tiles"]["j9"] == "cccc"


def test_a_tile_of_the_box_that_lies_open_for_an_opponent_is_doubted() -> None:
    talk = begun(YOU, SANCHO)
    held = talk.script.table.players[1].hand[0]
    assert "lies open beside the board for King Sancho" in talk.refuses(f"j9 {held} -")
    talk.say(f"j9 {held} -")
    assert talk.script.state()["tiles"]["j9"] == held


def test_with_the_box_an_exploration_tile_is_offered_and_then_entered() -> None:
    talk = begun(tile="wcpd").say("j9 cdfp")
    assert talk.asked == "act" and talk.ask.options[0].id == "x"
    talk.say("x")
    assert talk.asked == "new-face"
    assert talk.refuses("") and talk.refuses("zz")
    talk.say("mo$w")
    assert talk.asked == "act" and talk.script.table.players[0].line.tiles == ["wcpd", "mo$w"]  # type: ignore[union-attr]
    talk.say("x", "mo$w", "x", "mo$w")
    assert "x" not in [option.id for option in talk.ask.options], "all of them lie in the line"


def test_the_example_of_a_place_names_a_free_cell() -> None:
    talk = begun()
    for _ in range(3):
        cell, tile = plain(talk.ask.text).rpartition("such as ")[2].rstrip(")").split()
        assert cell not in talk.script.state()["tiles"]
        talk.say(f"{cell} {tile}")
        while talk.asked != "place":
            talk.say(talk.ask.legal(Random(1)))


def test_the_initial_tile_of_the_apps_set_has_two_sides() -> None:
    talk = Talk(YOU, ANN, cards="app", version="family", line="light")
    while talk.asked != "first-tile":
        talk.say("you" if talk.asked == "first-player" else talk.ask.legal(Random(1)))
    assert "not a side of the initial tile" in talk.refuses("cccc")
    talk.say("pwlh")  # turned
    assert talk.script.state()["tiles"]["j10"] == "pwlh"


def test_version_and_line_are_asked_unless_a_ruling_says_them() -> None:
    assert Talk().asked == "version"
    assert Talk(version="family").asked == "line"
    assert Talk(version="family", line="light").asked == "turn-up-castle"


def test_money_goes_down_from_the_first_player_page_4() -> None:
    talk = Talk(YOU, ANN, Seat("bob", "Bob"), version="advanced", line="light")
    while talk.asked != "first-player":
        talk.say(talk.ask.legal(Random(1)))
    talk.say("ann")
    assert [player["coins"] for player in talk.script.state()["players"]] == [1, 3, 2]
    family = Talk(YOU, ANN, version="family", line="light").say("monsanto", "ann")
    assert [player["coins"] for player in family.script.state()["players"]] == [5, 5]


def test_contracts_in_play_are_two_for_each_player_and_the_castles_page_4() -> None:
    talk = begun()
    assert len(talk.script.state()["contracts"]) == 1 + 2
    assert len([player for player in talk.script.state()["players"] if player["kept"]]) == 2


def test_the_line_starts_with_the_cylinder_on_its_first_space() -> None:
    talk = begun()
    assert talk.me["line"] == {"tiles": ["wcno"], "cylinder": 0, "discs": []}


def test_the_family_version_lays_the_whole_line_at_once_page_4() -> None:
    talk = Talk(YOU, ANN, version="family", line="full").say("monsanto", "you", "whlo")
    assert talk.asked == "whole-line"
    assert "4 exploration tiles" in talk.refuses("wcno wcno")
    talk.say("wcno mp$l bdfo wwcc")
    assert talk.me["line"]["tiles"] == ["wcno", "mp$l", "bdfo", "wwcc"]


def test_in_the_family_version_the_face_with_more_fields_is_up_page_4() -> None:
    talk = Talk(YOU, ANN, cards="app", version="family", line="full")
    while talk.asked != "whole-line":
        talk.say(talk.ask.legal(Random(3)))
    faces = [tables().exploration.tile[id] for id in talk.me["tiles"]]
    (front, back), *others = faces
    rest = [face for face, _ in others]
    assert back in talk.refuses(" ".join([back, *rest]))
    talk.say(" ".join([front[::-1], *rest]))
    assert talk.me["line"]["tiles"] == [front[::-1], *rest]


# ---------------------------------------------------------------- a turn


def test_discs_or_workers_that_would_do_nothing_are_asked_for_more() -> None:
    talk = begun().say("k10 cnxa")
    assert "hill" in talk.refuses("d")
    assert "+ne" in talk.refuses("w")
    assert "cannot go on" in talk.refuses("d ne")
    talk.say("d .")
    assert talk.asked == "place"


def test_a_half_coin_is_paid_in_a_turn_with_workers_too_page_8() -> None:
    talk = begun(tile="w$no")
    assert talk.me["coins"] == 2
    talk.say("k10 cnxa $ w +ne")
    assert (talk.me["line"]["cylinder"], talk.me["coins"]) == (1, 1)
    assert any("pay 1 half-coin" in each for each in talk.news)


def test_paying_a_half_coin_alone_is_not_yet_discs_or_workers() -> None:
    talk = begun(tile="w$no").say("k10 cnxa")
    assert "$" in [option.id for option in talk.ask.options]
    talk.say("$")
    assert talk.asked == "act" and talk.me["line"]["cylinder"] == 1
    assert talk.news == ["You pay 1 half-coin: your cylinder goes on to space 2, the half-coin space."]
    assert "shows no half-coin" in talk.refuses("$")


def test_a_player_whose_line_is_not_tracked_pays_its_half_coins_all_the_same() -> None:
    talk = begun(line="light").say("k10 cnxa $ $ -")
    assert talk.me["coins"] == 0
    assert talk.news[1] == "You pay 1 half-coin: move your cylinder on to the half-coin space."
    talk.say("k11 wwww -").say("k9 wwww")
    assert "no half-coin to pay" in talk.refuses("$ -")


def test_a_step_for_a_crag_may_follow_a_half_coin_that_is_paid_first() -> None:
    talk = begun(tile="w$no").say("k10 cnka")
    assert talk.asked == "which-bonus"
    talk.say("pass")
    assert (talk.me["line"]["cylinder"], talk.me["coins"]) == (2, 1)


def test_of_the_box_a_player_lays_no_more_exploration_tiles_than_they_got_page_4() -> None:
    talk = begun(tile="wcno").say("k10 cnka +religion")
    talk.say("x bbbb", "x cccc", "x llll")
    assert "You have 4 exploration tiles in all" in talk.refuses("x ffff")
    assert "You have 4 exploration tiles in all" in talk.refuses("x5 ffff -")
    talk.say("x4 ffff")
    assert talk.me["line"]["tiles"] == ["wcno", "bbbb", "cccc", "ffff"]


def test_a_crag_brings_one_more_exploration_tile_to_lay_page_6() -> None:
    talk = begun(tile="wcno").say("k10 cnka +tile")
    talk.say("x bbbb", "x cccc", "x llll", "x ffff")
    assert "You have 5 exploration tiles in all" in talk.refuses("x mmmm")


def test_an_exploration_tile_ahead_of_the_cylinder_may_be_turned_in_the_line() -> None:
    talk = Talk(YOU, ANN, cards="app", version="advanced", line="full")
    while talk.asked != "place-hand":
        talk.say(talk.ask.legal(Random(3)))
    player = talk.script.table.active
    id, other = player.tiles[:2]
    front, back = tables().exploration.tile[id]
    while talk.asked != "act":
        talk.say(talk.ask.legal(Random(3)))
    talk.say(f"x {front}").say(f"x2 {back}")
    assert player.line is not None and player.line.tiles[1] == back
    assert id not in player.tiles and other in player.tiles
    assert conserved(talk.script.table) == []
    talk.say(f"x2 {tables().exploration.tile[other][0]}")
    assert id in player.tiles and other not in player.tiles
    assert conserved(talk.script.table) == []


def test_the_disc_of_the_line_that_pays_is_written_behind() -> None:
    talk = begun(tile="cwlp")
    talk.fix("cylinder.you", 1).fix("discs.you", ["3", "4"])
    for cell in ("i9", "j9", "i10"):
        rules.lay(talk.script.table, CELLS[cell], "wwww")
    talk.script.table.territory.castles[hill("j10nw")] = "penamacor"
    talk.say("k10 cnxa d sell chestnut from 3 .")
    assert (talk.me["line"]["discs"], talk.me["discs"]) == ([3], 3)


def test_a_whole_turn_is_one_line() -> None:
    talk = begun()
    talk.say("k10 cnxa d nw >1")
    assert talk.asked == "place" and talk.ask.to == "ann"
    assert talk.news[:2] == [
        "You lay cnxa (chestnut, linen above stone cross, chapel) on k10.",
        "You mark chestnut (2) of the north-west hill of k10 (house and chestnut): cylinder to space 2.",
    ]
    assert talk.me["line"]["cylinder"] == 1


def test_marking_uses_the_hill_of_the_new_tile() -> None:
    talk = begun(tile="wcon")
    talk.say("k10 xacw d sw >1 .")
    # That hill has the o of j10 and the c of k10: chestnut is marked, olive oil could be too.
    assert talk.me["line"]["cylinder"] == 1
    again = begun(tile="wcon").say("k10 xacw d sw .")
    assert again.me["line"]["cylinder"] == 2  # without a number as far as it goes


def test_guided_questions_ask_for_cell_tile_and_action() -> None:
    talk = begun()
    assert "j9" in {option.id for option in talk.ask.options}
    talk.say("j9")
    assert talk.asked == "tile-lies"
    talk.say("xa/th")
    assert talk.asked == "act"
    talk.say("w +ne")
    assert talk.me["lying"] == ["j9ne"] and talk.me["religion"] == 1


def test_a_turn_may_be_typed_in_dutch_too() -> None:
    talk = begun().say("j9 xath w +no")
    assert talk.me["lying"] == ["j9ne"]


def test_a_crag_brings_one_bonus_page_6() -> None:
    talk = begun()
    assert "comes earlier in a turn" in talk.refuses("k10 cnka +coin +religion -")
    talk.say("k10 cnka +geloof -")
    assert talk.me["religion"] == 1


def test_a_crag_asks_for_its_bonus_or_takes_it_from_the_line() -> None:
    talk = begun().say("j9 kath")
    assert talk.asked == "which-bonus"
    talk.say("religion")
    assert talk.me["religion"] == 1
    written = begun().say("j9 kath +coin -")
    assert written.me["coins"] == 3


def test_religion_is_counted_and_payment_made() -> None:
    talk = begun().say("j9 xath w +sw .")
    talk.say("j8 wwxw w +j8sw .")
    assert talk.script.state()["players"][1]["lying"] == ["j8sw"]


def test_a_castle_is_founded_and_the_next_one_turned_up() -> None:
    talk = begun().say("k10 wwwk +coin -", "j11 wwww -", "k11 hath -")
    assert talk.asked == "place"
    assert talk.script.state()["castles"] == {}
    square = begun().say("k10 wwkw +coin -", "j11 wwww -", "k11 hath")
    assert square.asked == "turn-up-castle"
    assert square.script.state()["castles"] == {"k11nw": "penamacor"}
    assert any("Penamacor is founded" in each for each in square.news)


def test_of_two_crag_hills_closed_at_once_the_player_chooses() -> None:
    talk = begun().say("k10 wwwk +coin -", "l10 wwkw +coin -", "j11 wwww -", "l11 wwww -")
    talk.fix("tile.k10", "wwkk")
    talk.say("k11 hath")
    assert talk.asked == "which-hill"
    talk.say("ne")
    assert talk.script.state()["castles"] == {"l11nw": "penamacor"}


def sold_out(**rulings: str) -> Talk:
    """You own 3 chestnuts, and Penamacor stands in a ring with 3 buildings; it is your turn to act."""
    talk = begun(tile="cccw", **rulings)
    talk.say("k10 wwkw +coin -", "j11 wwww -")
    talk.script.table.players[0].line.cylinder = 2  # type: ignore[union-attr]
    return talk.say("k11 hatw", "sabugal")


def test_example_4_in_the_conversation_three_chestnuts_times_four_are_twelve_half_coins() -> None:
    """The castle's four buildings: house j10ne, and chapel, military camp round it, and the castle itself."""
    talk = sold_out()
    before = talk.me["coins"]
    talk.say("d sell penamacor chestnut .")
    assert talk.me["coins"] == before + 3 * 4
    assert talk.me["discs"] == 4
    assert talk.me["sales"] == [["penamacor", "chestnut"]]


def test_a_possible_sale_is_offered_if_it_was_not_written() -> None:
    talk = sold_out().say("d")
    assert talk.asked == "more"
    assert "12 half-coins" in plain(talk.ask.options[0].detail)
    talk.say("enough")
    assert talk.me["sales"] == []


def test_once_a_landscape_is_scored_nothing_is_sold_any_more_page_9() -> None:
    talk = begun(line="light")
    talk.say("k10 wwkw +coin -", "j11 wwww -", "k11 hatw", "sabugal", "d")
    assert "sell first: after a landscape nothing more is sold" in plain(talk.ask.text)
    ids = [option.id for option in talk.ask.options]
    assert "sell penamacor chestnut" in ids
    talk.say("take lake")
    assert talk.asked == "more" and "Which landscape" in plain(talk.ask.text)
    ids = [option.id for option in talk.ask.options]
    assert ids and not any(id.startswith("sell") for id in ids)


def test_a_player_whose_line_is_not_tracked_says_what_they_own() -> None:
    talk = begun(line="light")
    talk.say("k10 wwkw +coin -", "j11 wwww -", "k11 hatw", "sabugal")
    assert "write the number" in talk.refuses("d sell penamacor chestnut")
    talk.say("d ne")
    assert talk.asked == "more"
    talk.say("sell penamacor chestnut")
    assert isinstance(talk.ask, Number)
    before = talk.me["coins"]
    talk.say(3)
    assert talk.me["coins"] == before + 12


def test_in_the_end_a_light_player_says_what_contracts_count() -> None:
    talk = begun(line="light")
    random = Random(3)
    while talk.sheet is None and talk.asked != "owned":
        talk.say(talk.ask.legal(random))
    assert isinstance(talk.ask, Tally)


# ---------------------------------------------------------------- bad input


def test_where_a_tile_cannot_lie() -> None:
    talk = begun()
    assert "lies whlo already" in talk.refuses("j10 cnxa")
    assert "not beside any tile" in talk.refuses("c4 cnxa")
    assert "no place j99" in talk.refuses("j99 cnxa")
    assert "begin with where" in talk.refuses("cnxa")
    assert "“z” is not a terrain" in talk.refuses("j9 whzo")
    assert "four letters" in talk.refuses("j9 who")


def test_a_crag_tile_that_ignores_a_crag() -> None:
    talk = begun().say("k10 wwwk +coin -")
    assert "it can be laid here: l10 and k11" in talk.refuses("j9 whko")
    assert "on l10 the tile lies as" in talk.refuses("l10 kwww")


def test_what_discs_cannot_do() -> None:
    talk = begun().say("k10 cnxa")
    assert "no linen is left in that hill" in talk.refuses("d nw >2")
    assert "which hill" in talk.refuses("d >1")
    assert "No castle stands" in talk.refuses("d sell monsanto wheat")
    assert "lake space of 3 points needs 3" in talk.refuses("d take lake")
    assert "Discs score landscapes" in talk.refuses("d take house")
    assert "No castle stands" in talk.refuses("d sell wheat")
    assert "ahead of the cylinder, which is on space 2" in talk.refuses("d nw @1")
    assert "After d “hello” is not understood" in talk.refuses("d nw hello")


def test_what_workers_cannot_do() -> None:
    talk = begun().say("k10 cnxa -", "l10 cnxa -", "m10 cnxa")
    assert "out of reach: you have 1 step" in talk.refuses("w +k10nw")
    assert "no worker in the territory" in talk.refuses("w j10ne>k10ne")
    assert "Only one worker is added" in talk.refuses("w +ne +sw")
    assert "There is no tile on c4" in talk.refuses("w +c4ne")
    assert "needs 2 of them in the hills" in talk.refuses("w take house from")
    assert "not a place for a worker" in talk.refuses("w +q")
    assert "Workers score constructions" in talk.refuses("w take lake")
    for chapel in ("chapel", "ch"):  # a chestnut is no construction
        assert "chapel space of 3 points needs 3" in talk.refuses(f"w take {chapel}")


def test_a_space_that_is_taken_and_a_market_that_is_blocked() -> None:
    talk = sold_out().say("d sell penamacor chestnut .")
    talk.script.table.taken["lake"] = "you"
    talk.say("l11 cnxa")
    assert "You have taken the lake space" in talk.refuses("d take lake")
    assert "You have blocked the chestnut market" in talk.refuses("d sell penamacor chestnut")


def test_only_one_piece_a_turn_if_so_ruled() -> None:
    talk = sold_out(pieces_per_turn="one")
    talk.script.table.players[0].line.tiles = ["cccn"]  # type: ignore[union-attr]
    talk.script.table.players[0].line.cylinder = 3  # type: ignore[union-attr]
    assert "Only one disc or worker" in talk.refuses("d sell penamacor chestnut sell penamacor linen")
    talk.say("d sell penamacor chestnut")
    assert talk.asked == "place"


# ---------------------------------------------------------------- opponents


def test_the_official_dummy_goes_first_for_twelve_rounds() -> None:
    talk = begun(YOU, DUMMY)
    assert talk.asked == "dummy-cell" and talk.ask.to == "you"
    assert talk.script.state()["rounds"] == 12
    talk.say("j9", "wwww")
    assert talk.asked == "place"
    assert talk.me["coins"] == 1


def test_the_dummys_crag_is_moved_to_a_crag() -> None:
    talk = begun(YOU, DUMMY).say("j9", "wwwk", "i10 wwww -", "wwkw")
    # It touched most tiles at i9; as it lies, its crag is next to the other on k9 only.
    assert "k9" in talk.script.state()["tiles"]


def test_a_score_against_the_dummy_has_a_title() -> None:
    talk = begun(YOU, DUMMY)
    random = Random(5)
    while talk.sheet is None:
        talk.say(talk.ask.legal(random))
    assert "our own ladder" in talk.news[-1]
    assert [column.seat for column in talk.sheet.columns] == ["you"]


def test_a_rival_by_its_card_turns_up_a_tile() -> None:
    talk = begun(YOU, FRIAR).say("j9 xath -")
    assert talk.asked == "turned-up" and talk.ask.to == TABLE
    talk.say("wwww")
    assert isinstance(talk.ask, Move) and talk.ask.to == "friar-anselmo"
    talk.say("k10 wwww - / i10 wwww -")
    assert talk.ask.to == TABLE  # the die decides between the two
    talk.say(1)
    assert "k10" in talk.script.state()["tiles"]


# ---------------------------------------------------------------- whole games


@given(seed=st.integers(0, 10**9), players=st.integers(2, 4), box=st.booleans(), solo=st.booleans())
@settings(max_examples=40, deadline=None)
def test_pieces_are_conserved_in_whole_games(seed: int, players: int, box: bool, solo: bool) -> None:
    random = Random(seed)
    people = [Seat(f"p{place}", f"P{place}") for place in range(players)]
    seats = [people[0], DUMMY] if solo else people
    script = Play(Setup(seats, tables(), {}, "table" if box else "app"))
    conversation = script.play()
    said: Any = None
    try:
        while True:
            item = conversation.send(said)
            said = item.check(item.legal(random)) if isinstance(item, Ask) else None
            if isinstance(item, Ask):
                assert conserved(script.table) == []
    except StopIteration as over:
        assert over.value.columns
    state = script.state()
    assert len(state["tiles"]) == 1 + state["rounds"] * len(seats)


def test_every_tile_may_be_set_right_and_its_hills_follow() -> None:
    talk = begun().say("k10 cnxa -")
    talk.fix("tile.k10", "nacx")
    assert talk.script.state()["tiles"]["k10"] == "nacx"
    assert conserved(talk.script.table) == []


def test_workers_coins_and_spaces_may_be_set_right() -> None:
    talk = begun().say("k10 cnxa w +ne .")
    talk.fix("worker.you.1", "j10sw").fix("coins.you", 7).fix("space.lake", "you").fix("religion.you", 4)
    assert (talk.me["lying"], talk.me["coins"], talk.me["religion"]) == (["j10sw"], 7, 3)
    assert talk.me["landscapes"] == [["lake", 3]] and talk.me["discs"] == 4
    talk.fix("space.lake", "ann").fix("worker.you.1", "supply")
    assert talk.me["landscapes"] == [] and talk.me["workers"] == 5
    assert conserved(talk.script.table) == []


def test_what_follows_from_your_turn_is_told_as_yours_to_do() -> None:
    driver = a_driver(a_header("six-castles", cards="table", colour="red"))
    play_on(driver, Random(1), 60)
    yours = [event for event in driver.run.log if isinstance(event, Tell) and event.seat == YOU.id]
    follows = {tell.id: tell.follows for tell in yours}
    assert follows["six-castles.draw-one"] and follows["six-castles.goes-on"]
    assert not follows["six-castles.lays"]
