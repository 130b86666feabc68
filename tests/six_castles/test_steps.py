"""Steps of a turn: the rules and what is legal are the same, and the journal says what was typed."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import Ask, Refused, Text
from automa.game import Seat
from automa.six_castles import GAME, rules
from automa.six_castles.game import Play, questions
from automa.six_castles.rules.effects import apply
from automa.six_castles.rules.turns import TURN, legal, tiles_to_lay, uses
from automa.six_castles.state import Now, State
from automa.six_castles.steps import (
    KINDS,
    Discs,
    Enough,
    Explore,
    Found,
    Gain,
    Lay,
    Nothing,
    Pay,
    Sell,
    Take,
    Workers,
    places,
    read_number,
    spot_of,
    written,
)
from automa.steps import Step
from tests.atable import a_setup, at_random, people, steps
from tests.six_castles.positions import a_table, acting, castle, plain, with_line, worker


@pytest.mark.parametrize("seed", range(4))
def test_what_is_legal_is_what_breaks_no_rule_at_every_question_of_a_game(seed: int) -> None:
    script = GAME.script(a_setup(GAME, people(GAME, GAME.players[seed % 3])))
    assert isinstance(script, Play)
    for item in steps(script, at_random(Random(seed))):
        if isinstance(item, Ask) and item.id in (
            "six-castles.place-hand",
            "six-castles.act",
            "six-castles.more",
        ):
            table = script.table
            can = legal(table)
            assert all(TURN.why_not(table, step) is None for step in can)
            existing = [step for kind in KINDS for step in TURN.existing(table, kind) if of_itself(step)]
            allowed = {step for step in existing if TURN.why_not(table, step) is None}
            assert allowed <= set(can), item.id


def of_itself(step: object) -> bool:
    """Whether nothing is said of it that a list of steps leaves open."""
    match step:
        case Lay(tile=tile):
            return not tile
        case Explore(face=face):
            return not face
    return True


def refused(table: State, line: str, *, acts: bool = True) -> str:
    with pytest.raises(Refused) as caught:
        (acting(table) if acts else TURN.at(table)).read(line)
    return plain(caught.value.text)


def a_turn() -> State:
    table = a_table({"j10": "whpl", "k10": "whpc"})
    with_line(table.active, "wcno")
    return table


def test_a_step_that_comes_too_early_or_too_late_is_refused_with_its_place() -> None:
    table = a_turn()
    assert "First lay a tile" in refused(table, "take lake", acts=False)
    assert "says nothing here" in refused(table, "j9 whlo")
    assert "write d or w before it" in refused(table, "sell monsanto wheat")


def test_sales_come_before_landscapes_also_on_one_line_page_9() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    with_line(table.active, "wlll", cylinder=3)
    acting(table)
    assert TURN.understand(table, "d sell wheat take lake").steps[1:] == [
        Sell("sabugal", "wheat"),
        Take("lake"),
    ]
    assert "Sales come before landscapes" in refused(table, "d take lake sell wheat")


def test_the_uppermost_space_is_taken_only_if_it_is_said() -> None:
    table = a_turn()
    with_line(table.active, "llll", cylinder=3)
    table.taken["lake"] = "juliet"
    acting(table)
    assert "taken by Juliet" in refused(table, "d take lake")
    assert TURN.understand(table, "d take lake top").steps == [Discs(), Take("lake", top=True)]


def test_what_is_typed_in_either_language_is_written_the_same() -> None:
    table = a_turn()
    worker(table.active, "j10ne")
    turn = acting(table)
    assert turn.read("werkers +zo j10no>k10zw") == turn.read("w +se j10ne>k10sw") == "w +k10se j10ne>k10sw"
    assert turn.read("niets") == turn.read("nothing") == "-"


def test_steps_are_written_as_they_are_read() -> None:
    said = [
        Lay("j9", "whlo"),
        Explore("x2", "wcno"),
        Pay(),
        Discs("ne", ">2", ("@7", "@8")),
        Sell("idanha", "wheat"),
    ]
    assert written(said) == "j9 whlo x2 wcno $ d ne >2 @7 @8 sell idanha wheat"
    assert written([Workers("+j9ne", ("j9ne>j10sw",)), Take("house", top=True, paid="j9ne")]) == (
        "w +j9ne j9ne>j10sw take house top from j9ne"
    )


def test_the_places_of_a_line_where_a_tile_may_be_laid_are_those_ahead_of_the_cylinder() -> None:
    table = a_turn()
    with_line(table.active, "wcno", "llll", "pppp", cylinder=2)
    acting(table)
    assert [step.place for step in legal(table) if isinstance(step, Explore)] == ["x", "x2", "x3", "x4"]
    with_line(table.active, "wcno", "llll", "pppp", "bbbb", cylinder=5)
    assert [step.place for step in legal(table) if isinstance(step, Explore)] == ["x3", "x4"]


def test_the_piece_that_pays_is_said_before_what_follows() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    with_line(table.active, "wlllmb", cylinder=3, discs=[4, 5])
    acting(table)
    said = TURN.understand(table, "d sell wheat from 6 take lake from 5 stop").steps
    assert said[1:3] == [Sell("sabugal", "wheat", paid="6"), Take("lake", paid="5")]
    for step in said[:3]:
        apply(table, step)
    assert table.active.line is not None and table.active.line.discs == []
    assert table.now.spent == 2


def test_a_hill_with_a_castle_is_not_marked_even_if_nothing_more_is_said() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    with_line(table.active, "wlll")
    acting(table)
    assert "On that hill stands Sabugal" in refused(table, "d nw")


def test_of_several_workers_that_lie_the_one_that_pays_must_be_said() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    worker(table.active, "j10se", "j10nw")
    table.active.workers = 0
    assert (
        refused(table, "w take house") == "Which worker pays? Write from and where it lies: j10nw and j10se."
    )
    assert acting(table).read("w take house from j10se") == "w take house from j10se"
    table.active.workers = 1
    assert acting(table).read("w take house") == "w take house"
    table.active.workers, table.active.lying = 0, table.active.lying[1:]
    assert acting(table).read("w take house") == "w take house"


def test_with_crags_alone_in_hand_a_cell_away_from_the_crag_is_refused() -> None:
    table = a_table({"j10": "wwwk"}, box=False)
    table.active.hand = [
        next(id for id, tile in table.tables.land.tile.items() if rules.has_crag(table, tile))
    ]
    refused = TURN.why_not(table, Lay("j9"))
    assert refused is not None and refused.id == "six-castles.refused.crag-elsewhere"
    assert refused.values["cells"] == ["k10", "j11"]
    assert TURN.why_not(table, Lay("k10")) is None


def test_a_landscape_is_paid_with_a_disc_however_many_workers_lie() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    worker(table.active, "j10se", "j10nw")
    table.active.workers = 0
    with_line(table.active, "llll", cylinder=3)
    assert acting(table).read("d take lake") == "d take lake"


@pytest.mark.parametrize("line", ["foo bar", "j9 whzo bar", "j9 whlo d foo bar", "j9 whlo d take foo bar"])
def test_the_word_that_is_not_understood_is_the_first_one(line: str) -> None:
    table = a_table({"j10": "whpl"})
    with_line(table.active, "wcno")
    said = refused(table, line, acts=False)
    assert ("“foo”" in said or "“z”" in said) and "bar" not in said


def test_a_tile_may_be_typed_letter_by_letter_or_row_by_row() -> None:
    table = a_table({"j10": "whpl"})
    assert {TURN.at(table).read(f"j9 {tile}") for tile in ("c x o f", "cx of", "cx/of", "cxof")} == {
        "j9 cxof"
    }


def test_a_tile_of_the_box_that_is_doubtful_is_laid_only_if_the_player_insists() -> None:
    table = a_table({"j10": "whpl"})
    with pytest.raises(Refused) as caught:
        TURN.at(table).read("j9 ccof")
    assert caught.value.insist and caught.value.text.id == "six-castles.doubt.twice"
    assert TURN.at(table).read("j9 ccof", insist=True) == "j9 ccof"


def test_what_a_line_does_is_also_said_in_a_few_words() -> None:
    table = a_table({"j10": "whpl"})
    said = TURN.at(table).in_words("j9 cwof w +nw")
    assert [each.id for each in said] == ["six-castles.in-short.lays", "six-castles.in-short.adds-worker"]


def test_a_second_tile_is_refused_with_the_place_of_the_first() -> None:
    table = a_turn()
    acting(table)
    assert plain(TURN.why_not(table, Lay("j9", "cxof"))) == "Your tile lies on k10 already."


def test_why_a_hill_of_the_tile_just_laid_gets_no_castle() -> None:
    table = a_table({"j10": "whpk", "k10": "whpc"})
    table.now.phase = "found"
    refusal = TURN.why_not(table, Found("sw"))
    assert plain(refusal) == (
        "No castle is founded on the south-west hill of your tile: it is not closed yet."
    )
    table = a_table({"j10": "wwww", "k10": "wwww", "j11": "wwww", "k11": "wwww"})
    table.now.phase = "found"
    assert "it has no crag" in plain(TURN.why_not(table, Found("nw")))


def test_the_castles_that_keep_another_away_are_told_in_reading_order_page_6() -> None:
    table = a_table({"j10": "wwwk", "k10": "wwww", "j11": "wwww", "k11": "wwww"})
    table.now.phase = "found"
    castle(table, "k11se", "monsanto")
    castle(table, "j10nw", "sabugal")
    assert "Sabugal and Monsanto" in plain(TURN.why_not(table, Found("nw")))


def test_the_reason_for_a_step_goes_with_the_first_thing_that_is_told() -> None:
    table = a_table({"j10": "wwww", "k10": "wxwa"})
    worker(table.active, "j10nw")
    why = [Text("six-castles.turns", n=2)]
    told = apply(table, Workers("+k10se", ("j10nw>k10ne",)), why)
    assert [list(tell.why) for tell in told] == [why, [], []]


def test_what_a_rival_marks_by_its_card_is_nothing_to_do_at_the_table() -> None:
    table = a_table({"j10": "whpl"})
    rival = table.active
    rival.is_card, rival.line, rival.level = True, None, 2
    (told,) = apply(table, Discs("nw"))
    assert not told.deed and plain(told) == "Alice now owns wheat of the north-west hill of j10 (wheat)."
    assert rival.owned == {"w": 1}
    apply(table, Discs("nw"))
    assert rival.owned == {"w": 2}


def test_to_do_nothing_is_told_but_is_nothing_to_do_at_the_table() -> None:
    table = a_turn()
    acting(table)
    (told,) = apply(table, Nothing())
    assert not told.deed
    assert apply(table, Discs()) == [] and apply(table, Enough()) == []
    (told,) = apply(table, Workers())
    assert told.id == "six-castles.workers-rest" and not told.deed


@pytest.mark.parametrize(("opponent", "at_the_table"), [("", True), ("steward", False)])
def test_what_a_rival_does_to_a_line_that_only_the_app_keeps_is_nothing_to_do(
    opponent: str, at_the_table: bool
) -> None:
    table = a_table({"j10": "wwww", "k10": "wwwk"}, box=True)
    player = table.active
    player.seat = Seat("alice", "Alice", opponent)
    with_line(player, "lw", "wo", "cc", discs=[3])
    table.now.phase = "bonus"
    steps = (Gain("+step"), Explore("x3", "oo"), Explore("x", "pp"), Discs("nw", ">1"))
    assert [apply(table, step)[0].deed for step in steps] == [at_the_table] * 4
    assert apply(table, Gain("+coin"))[0].deed


def test_all_the_discs_that_a_hill_has_room_for_are_listed_behind_the_nearest() -> None:
    table = a_table({"j10": "wmno", "k10": "mcxx"})
    with_line(table.active, "lfwm", "mfkd", "mond", cylinder=1)
    acting(table)
    discs = [step for step in questions.acts(table, table.active) if isinstance(step, Discs)]
    assert discs[:2] == [Discs("nw", "", ("@4",)), Discs("nw", "", ("@4", "@5"))]
    table.active.discs = 1
    assert Discs("nw", "", ("@4", "@5")) not in questions.acts(table, table.active)


def test_a_rival_with_a_card_marks_no_buildings() -> None:
    table = a_table({"j10": "hhhh"})
    table.active.is_card, table.active.line, table.active.level = True, None, 2
    assert apply(table, Discs("nw")) == []


def test_of_a_line_that_is_not_tracked_only_the_hill_is_said() -> None:
    table = a_turn()
    table.active.line = None
    acting(table)
    assert TURN.why_not(table, Discs("nw")) is None
    for marks in (Discs("nw", ">1"), Discs("nw", discs=("@2",)), Discs("nw", ">1", ("@2",))):
        assert TURN.why_not(table, marks) == Text("six-castles.refused.no-line")


def bar(table: State, step: Step) -> str:
    """The rule that forbids a step; nothing if none does."""
    refused = TURN.why_not(table, step)
    return "" if refused is None else refused.id.removeprefix("six-castles.refused.")


def test_a_step_that_is_said_twice_is_one_step() -> None:
    said: list[Step] = []
    for _ in range(2):
        said += [Lay("j9"), Found("ne"), Gain("+coin"), Explore("x"), Pay(), Discs(), Workers(), Nothing()]
        said += [Sell("idanha", "wheat"), Take("lake"), Enough()]
    assert len(set(said)) == len(KINDS) == 11


def test_a_half_coin_is_paid_where_one_is_shown_and_there_is_one() -> None:
    table = a_turn()
    acting(table)
    assert bar(table, Pay()) == "no-coin"
    table.active.coins = 5
    assert bar(table, Pay()) == "no-coin-space"
    with_line(table.active, "w$no")
    assert bar(table, Pay()) == ""
    table.active.line = None
    assert bar(table, Pay()) == ""
    table.active.coins = 0
    assert bar(table, Pay()) == "no-coin"


def test_the_hill_that_is_marked_must_be_said() -> None:
    table = a_turn()
    acting(table)
    for marks in (Discs(steps=">1"), Discs(discs=("@2",)), Discs(steps=">1", discs=("@2",))):
        assert bar(table, marks) == "which-hill"
    assert bar(table, Discs()) == ""


def test_nothing_more_can_be_said_only_of_discs_or_workers() -> None:
    table = a_turn()
    acting(table)
    assert bar(table, Enough()) == "word"
    table.now = Now("more", "d")
    assert bar(table, Enough()) == ""


def test_a_market_is_taken_by_the_player_who_sold_there() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "idanha")
    table.now = Now("more", "d")
    _, juliet = table.players
    with_line(table.active, "wc", cylinder=1)
    assert bar(table, Sell("idanha", "chestnut")) == ""
    juliet.sales = [("idanha", "wheat")]
    refused = TURN.why_not(table, Sell("idanha", "chestnut"))
    assert refused is not None and refused.id == "six-castles.refused.market-taken"
    assert refused.values["who"] is juliet.seat
    castle(table, "j10se", "penamacor")
    juliet.sales = [("penamacor", "chestnut")]
    assert bar(table, Sell("penamacor", "chestnut")) == "market-taken"
    assert bar(table, Sell("penamacor", "wheat")) == "not-bought"


def test_a_construction_needs_a_worker_and_enough_of_it_also_where_the_line_is_not_tracked() -> None:
    table = a_table({"j10": "hhww", "k10": "wwww"})
    player = table.active
    table.now, player.line = Now("more", "w"), None
    worker(player, "j10sw")
    assert bar(table, Take("house")) == "too-few.construction"
    worker(player, "j10nw", "j10ne")
    assert bar(table, Take("house")) == ""
    assert bar(table, Take("house", paid="5")) == "spot"
    assert bar(table, Take("house", paid="j10se")) == "no-worker-there"
    assert bar(table, Take("house", paid="j10ne")) == ""
    player.workers = 0
    assert bar(table, Take("house")) == ""
    player.lying = []
    assert bar(table, Take("house")) == "no-worker"
    table.now = Now("more", "d")
    assert bar(table, Take("lake")) == "", "only the player knows the line"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d", "only-discs"),
        ("d sw", "marks-nothing"),
        ("w", "only-workers"),
    ],
)
def test_a_line_that_says_too_little_is_refused_with_what_is_missing(line: str, reason: str) -> None:
    table = a_table({"j10": "whpl", "k10": "whpc"})
    with_line(table.active, "oc")
    with pytest.raises(Refused) as caught:
        acting(table).read(line)
    assert caught.value.text.id == f"six-castles.refused.{reason}"
    assert acting(table).read(f"{line} .") == f"{line}.", "a full stop says that this is meant"


def test_of_two_castles_that_buy_a_good_one_must_be_said() -> None:
    table = a_table(dict.fromkeys(("j10", "k10", "l10", "j11", "k11", "l11"), "whpc"))
    castle(table, "j10se", "sabugal")
    castle(table, "k10se", "idanha")
    with_line(table.active, "wc", cylinder=1)
    with pytest.raises(Refused) as caught:
        acting(table).read("d sell")
    assert caught.value.text.id == "six-castles.refused.sell-what"
    with pytest.raises(Refused) as caught:
        acting(table).read("d sell wheat")
    text = caught.value.text
    assert text.id == "six-castles.refused.sell-where"
    assert [each.id for each in text.values["castles"]] == ["sabugal", "idanha"]  # type: ignore[union-attr]


def test_a_place_of_a_worker_is_a_cell_and_a_quarter() -> None:
    assert spot_of("j10ne") is not None
    assert [spot_of(word) for word in ("ne", "zz99ne", "j10xx", "7", "")] == [None] * 5


def test_of_two_landscapes_that_can_be_scored_one_must_be_said() -> None:
    table = a_turn()
    with_line(table.active, "lllpp", cylinder=4)
    with pytest.raises(Refused) as caught:
        acting(table).read("d take")
    assert caught.value.text.id == "six-castles.refused.open"


def test_several_workers_walk_in_one_line_and_one_of_them_may_pay() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    worker(table.active, "j10nw", "j10ne")
    turn = acting(table)
    assert turn.read("w j10nw>k10ne j10ne>k10se") == "w j10nw>k10ne j10ne>k10se"
    said = TURN.understand(table, "w take house from j10ne stop").steps
    assert said == [Workers(), Take("house", paid="j10ne"), Enough()]


@pytest.mark.parametrize(
    ("typed", "read"),
    [(">250", ">99"), (f">{'9' * 5000}", ">99"), (">00000012", ">12"), (">0", ">0")],
    ids=["too large", "endless", "zeros before it", "nothing"],
)
def test_a_number_too_large_is_a_slip_of_the_finger(typed: str, read: str) -> None:
    found = read_number(">", a_turn(), [typed, ">1"])
    assert found is not None and (found[0].id, found[1]) == (read, 1)


def test_exploration_tiles_of_the_box_are_counted() -> None:
    table = a_turn()
    with_line(table.active, "wcno", "ll")
    each = table.tables.setup.exploration.each
    assert tiles_to_lay(table, table.active) == each - 2
    table.active.extra_tiles = 1
    assert tiles_to_lay(table, table.active) == each - 1
    table.active.line = None
    assert [place.id for place in places(table)] == ["x"]


def test_each_worker_that_may_pay_is_offered_once() -> None:
    table = a_table({"j10": "hhhh", "k10": "hhhh"})
    worker(table.active, "j10nw", "j10se", "j10se")
    table.now = Now("more", "w")
    assert [step.paid for step in uses(table) if isinstance(step, Take)] == ["", "j10nw", "j10se"]


def test_a_half_coin_that_is_paid_is_told_with_the_space_where_the_cylinder_stands_then() -> None:
    table = a_turn()
    table.active.coins = 2
    with_line(table.active, "wc$o", cylinder=1)
    acting(table)
    (told,) = apply(table, Pay())
    assert (told.values["space"], told.values["coins"]) == (3, Text("six-castles.half-coins", n=1))
    table.active.line = None
    (told,) = apply(table, Pay())
    assert told.values["coins"] == Text("six-castles.half-coins", n=1)


def test_a_crag_of_the_tile_just_laid_brings_a_bonus_and_one_that_lies_there_does_not() -> None:
    table = a_table({"j10": "wwwk", "k10": "wwww"})
    table.now.phase = "bonus"
    assert TURN.why_not(table, Gain("+coin")) == Text("six-castles.refused.no-bonus")
    table = a_table({"j10": "wwww", "k10": "wwwk"})
    table.now.phase = "bonus"
    assert TURN.why_not(table, Gain("+coin")) is None


@pytest.mark.parametrize("word", ["+religion", "+faith", "+geloof", "+Faith"])
def test_a_bonus_is_typed_with_a_plus_in_either_language(word: str) -> None:
    table = a_table({"j10": "wwww", "k10": "wwwk"})
    table.now.phase = "bonus"
    assert TURN.understand(table, f"{word} -").steps == [Gain("+religion"), Nothing()]


def test_an_exploration_tile_joins_the_line_once_the_land_tile_lies() -> None:
    table = a_turn()
    assert refused(table, "x llll", acts=False)
    acting(table)
    assert TURN.understand(table, "x llll -").steps == [Explore("x", "llll"), Nothing()]
    assert TURN.understand(table, "x02 llll -").steps == [Explore("x2", "llll"), Nothing()]


def test_a_cell_where_no_tile_can_lie_is_refused_by_its_name() -> None:
    table = a_turn()
    assert "k8 is not beside" in refused(table, "k8 whlo", acts=False)


@pytest.mark.parametrize("word", ["+", "+k10", "+k10xx", "+zz99ne"])
def test_a_worker_needs_a_tile_and_a_quarter(word: str) -> None:
    with pytest.raises(Refused) as caught:
        acting(a_turn()).read(f"w {word}")
    assert caught.value.text.id == "six-castles.refused.spot"


def test_of_an_untracked_line_every_sale_is_possible_and_counts_what_is_said() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    player = table.active
    player.line, player.discs = None, 1
    assert [(sale.good.id, sale.goods) for sale in rules.sales(table, player)] == [("meat", 0), ("wheat", 0)]
    value = rules.value_of(table, table.hill_with("sabugal"))
    table.now = Now("more", "d")
    apply(table, Sell("sabugal", "wheat", goods="3"))
    assert (player.coins, player.owns("w"), player.discs) == (3 * value, 3, 0)
    assert rules.sales(table, player) == []
    player.discs = 1
    apply(table, Sell("sabugal", "meat"))  # nothing was said of how many
    assert player.coins == 3 * value


def test_each_disc_that_may_pay_is_offered_once() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    player = table.active
    table.now = Now("more", "d")
    with_line(player, "lwwb", discs=[1, 2, 3])
    assert [step.paid for step in uses(table) if isinstance(step, Sell)] == ["", "2"]  # one lies on the wheat
    player.discs = 5
    with_line(player, "wlbb", discs=[2, 3])
    assert [step.paid for step in uses(table) if isinstance(step, Sell)] == ["", "4", "3"]


def test_a_new_worker_may_be_typed_with_its_plus_apart() -> None:
    table = a_turn()
    assert acting(table).read("w + ne") == acting(table).read("w +ne") == "w +k10ne"


def test_a_line_has_one_place_more_than_tiles() -> None:
    table = a_turn()
    with_line(table.active, "wcno", "llll")
    assert [place.id for place in places(table)] == ["x", "x1", "x2", "x3"]


def test_how_many_goods_there_are_is_said_before_what_follows() -> None:
    table = a_table({"j10": "whpl", "k10": "whpc", "j11": "whpc", "k11": "whpc"})
    castle(table, "j10se", "sabugal")
    table.active.line = None
    acting(table)
    said = TURN.understand(table, "d sell wheat 3 take lake").steps
    assert said[1:] == [Sell("sabugal", "wheat", goods="3"), Take("lake")]


SMALL = 80
"""The columns of a small screen."""


@pytest.mark.parametrize(("lang", "brief"), [("en", "religion +1 and −5h"), ("nl", "geloof +1 en −5h")])
def test_where_the_map_needs_the_lines_what_workers_bring_and_pay_is_told_in_brief(
    lang: str, brief: str
) -> None:
    table = a_table({"j10": "wpla"})
    table.active.coins = 5
    worker(table.players[1], "j10se")
    acting(table)
    options = {option.id: option for option in questions.act_question(table, table.active).options}
    assert plain(options["w +j10se"].brief.detail, lang) == brief


@pytest.mark.parametrize(
    ("lang", "full", "brief"), [("en", "then house for 2", "then h2"), ("nl", "dan huis voor 2", "dan h2")]
)
def test_what_can_be_scored_with_a_worker_and_not_without_it_is_told(
    lang: str, full: str, brief: str
) -> None:
    """Two houses in the hill between j9 and j10."""
    table = a_table({"j10": "hwla", "j9": "wphp"})
    acting(table)
    options = {option.id: option for option in questions.act_question(table, table.active).options}
    house, pasture = options["w +j9sw"], options["w +j9ne"]
    assert [plain(each.detail, lang) for each in (house, house.brief)] == [full, brief]
    assert "2" not in plain(pasture.detail, lang)


@pytest.mark.parametrize(
    ("lang", "letters", "stay", "brings"),
    [
        ("en", "Alice, discs (d), workers (w) or nothing (-)?", "workers stay", "1 religion"),
        ("nl", "Alice, schijven (d), werkers (w) of niets (-)?", "werkers blijven", "1 geloof"),
    ],
)
def test_what_is_asked_says_what_its_letters_mean_and_what_workers_that_stay_bring(
    lang: str, letters: str, stay: str, brings: str
) -> None:
    table = a_table({"j10": "wpla"})
    acting(table)

    def staying() -> str:
        ask = questions.act_question(table, table.active)
        assert plain(ask.text, lang).startswith(letters)
        return plain(next(option.detail for option in ask.options if option.id == "w"), lang)

    worker(table.active, "j10nw")
    assert staying().startswith(stay) and ":" not in staying()
    worker(table.active, "j10se")
    assert staying().startswith(f"{stay}: {brings}")
    assert len(f"  16  w  {staying()}") < SMALL // 2, "another option stands beside it"
