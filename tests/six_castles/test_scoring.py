"""Contracts, tracks, religion, wealth and ties."""

from __future__ import annotations

from automa.dialogue import Text
from automa.game import Seat
from automa.sheet import Sheet
from automa.six_castles.scoring import (
    Scored,
    contracts_in_play,
    religion_points,
    seen_contracts,
    sheet_of,
    sole_majority,
    threshold,
    total,
    wealth,
)
from automa.six_castles.scoring import scored as what_scores
from automa.six_castles.state import TrackPiece
from automa.six_castles.tables import Contract
from tests.six_castles.positions import a_table, plain, tables


def contract(id: str) -> Contract:
    return tables().contracts.by_id[id]


def scored(name: str, coins: int = 0, religion: int = 0, **counts: int) -> Scored:
    return Scored(Seat(name, name), coins, religion, counts=counts)


def totals(sheet: Sheet) -> dict[str, int]:
    return {column.seat: column.total for column in sheet.columns}


def test_a_contract_goes_to_the_sole_majority_and_in_a_tie_to_nobody_page_12() -> None:
    assert sole_majority([1, 3, 2]) == 1
    assert sole_majority([3, 3, 2]) is None
    assert sole_majority([0, 0]) is None
    assert sole_majority([0]) is None


def test_contract_bonuses_come_before_religion_and_wealth_page_12() -> None:
    """Chestnut brings 2 half-coins, which make the fifth; wheat a step, which is worth a point."""
    ann, bob = scored("ann", coins=3, religion=5, chestnut=3, wheat=2), scored("bob", chestnut=1, wheat=1)
    sheet = sheet_of(tables(), "advanced", [ann, bob], [contract("chestnut"), contract("wheat")])
    lines = {plain(line.label): line.points for line in sheet.columns[0].lines}
    assert lines["contract: chestnut"] == 3
    assert lines["Wealth"] == 1
    assert (
        lines["Religion"]
        == religion_points(tables().tracks.religion, 6)
        > religion_points(tables().tracks.religion, 5)
    )


def test_the_sheet_says_how_many_everybody_has_of_what_a_contract_counts() -> None:
    sheet = sheet_of(tables(), "advanced", [scored("ann", wheat=1), scored("bob")], [contract("wheat")])
    for column, said in zip(sheet.columns, ("most", "another player has most"), strict=True):
        assert plain(column.lines[0].how).startswith(f"{said}: ann 1 and bob 0")


def test_the_total_of_a_player_is_that_of_their_own_column() -> None:
    table = a_table({"j10": "whpl"})
    ann, bob = table.players
    bob.coins = tables().setup.coins.gold
    assert total(table, bob) - total(table, ann) == tables().setup.coins.points


def test_tracks_are_added_with_what_they_come_from() -> None:
    landscapes, constructions = [TrackPiece("lake", 3), TrackPiece("forest", 4)], [TrackPiece("house", 2)]
    ann = Scored(Seat("ann", "ann"), 0, 0, landscapes, constructions)
    sheet = sheet_of(tables(), "advanced", [ann, scored("bob")], [])
    assert totals(sheet) == {"ann": 9, "bob": 0}
    assert "lake 3 and forest 4" in plain(sheet.columns[0].lines[0].how)


def test_five_half_coins_are_a_point_and_the_rest_is_spare_page_12() -> None:
    assert wealth(tables(), 14) == (2, 4)


def test_the_last_space_of_the_religion_track_is_its_end() -> None:
    track = tables().tracks.religion
    assert religion_points(track, 99) == track[-1]


def test_the_sheet_says_on_which_space_of_the_religion_track_a_player_ends() -> None:
    last = len(tables().tracks.religion)
    for space, said in ((0, 1), (5, 6), (last - 1, last), (last + 3, last)):
        sheet = sheet_of(tables(), "family", [scored("ann", religion=space)], [])
        assert plain(sheet.columns[0].lines[0].how) == plain(
            Text("six-castles.how.religion", space=said, spaces=last)
        )


def test_only_alone_there_is_a_threshold_and_only_by_its_ruling() -> None:
    table = a_table({"j10": "whpl"}, solo_contracts="phantom")
    assert [each.phantom for each in what_scores(table, [])] == [False, False]
    table.solo = True
    assert [each.phantom for each in what_scores(table, [])] == [False, False, True]
    table.rulings["solo-contracts"] = "none"
    assert [each.phantom for each in what_scores(table, [])] == [False, False]


def test_the_family_version_counts_religion_and_wealth_only_page_12() -> None:
    ann = Scored(Seat("ann", "ann"), 12, 6, [TrackPiece("lake", 3)], counts={"wheat": 3})
    sheet = sheet_of(tables(), "family", [ann, scored("bob")], [contract("wheat")])
    assert [plain(line.label) for line in sheet.columns[0].lines] == ["Religion", "Wealth"]


def test_a_tie_is_broken_by_spare_half_coins_and_else_shared_page_12() -> None:
    sheet = sheet_of(tables(), "family", [scored("ann", coins=7), scored("bob", coins=8)], [])
    assert [column.seat for column in sheet.winners()] == ["bob"]
    assert plain(sheet.decided_by()) == "spare half-coins"
    shared = sheet_of(tables(), "family", [scored("ann", coins=7), scored("bob", coins=7)], [])
    assert len(shared.winners()) == 2


def test_alone_a_contract_needs_more_than_nobody_has() -> None:
    nobody = Scored(Seat("phantom", ""), 0, 0, counts={"lake": 2}, phantom=True)
    assert totals(sheet_of(tables(), "advanced", [scored("ann", lake=2), nobody], [contract("lake")])) == {
        "ann": 0
    }
    assert totals(sheet_of(tables(), "advanced", [scored("ann", lake=3), nobody], [contract("lake")])) == {
        "ann": 3
    }


def how(sheet: Sheet, place: int) -> list[str]:
    """How the contracts of a player are explained."""
    lines = sheet.columns[place].lines
    return [plain(line.how) for line in lines if plain(line.label).startswith("contract")]


def test_a_contract_says_how_many_everybody_has_and_what_came_of_it() -> None:
    ann, bob = scored("ann", chestnut=2, bush=1, meat=1), scored("bob", chestnut=1, bush=2, meat=1)
    played = [contract("chestnut"), contract("bush"), contract("meat")]
    sheet = sheet_of(tables(), "advanced", [ann, bob], played)
    assert how(sheet, 0) == [
        "most: ann 2 and bob 1; with it 2 half-coins",
        "another player has most: ann 1 and bob 2",
        "nobody has more than everybody else: ann 1 and bob 1",
    ]
    assert how(sheet, 1)[:2] == ["another player has most: ann 2 and bob 1", "most: ann 1 and bob 2"]


def test_alone_a_contract_says_that_the_threshold_was_not_passed() -> None:
    nobody = threshold([contract("bush")])
    for bushs, said in ((2, "no more than the threshold: "), (3, "most: ")):
        sheet = sheet_of(tables(), "advanced", [scored("ann", bush=bushs), nobody], [contract("bush")])
        assert how(sheet, 0) == [f"{said}ann {bushs} and the threshold 2"]


def test_contracts_count_in_the_advanced_version_and_alone_unless_ruled_otherwise() -> None:
    table = a_table({"j10": "whpl"})
    table.contracts = [contract("castle")]
    table.players[0].kept = contract("lake")
    assert contracts_in_play(table, *table.players) == [contract("castle"), contract("lake")]
    table.solo = True
    assert contracts_in_play(table) == [contract("castle")]
    table.rulings["solo-contracts"] = "none"
    assert contracts_in_play(table, *table.players) == []
    table.solo, table.version = False, "family"
    assert contracts_in_play(table, *table.players) == []


def test_before_the_end_only_a_person_alone_sees_their_secret_contract() -> None:
    table = a_table({"j10": "whpl"})
    one, other = table.players
    one.kept, other.kept = contract("lake"), contract("house")
    assert seen_contracts(table) == []
    table.over = True
    assert seen_contracts(table) == [contract("lake"), contract("house")]
    table.over, other.seat = False, Seat("king", "King Sancho", "king-sancho", "keen")
    assert seen_contracts(table) == [contract("lake")]


def test_what_a_player_does_not_have_counts_for_nothing() -> None:
    sheet = sheet_of(tables(), "advanced", [scored("ann", bush=1), scored("bob")], [contract("bush")])
    assert totals(sheet) == {"ann": 4, "bob": 0}
