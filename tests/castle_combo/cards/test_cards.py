"""Every card: what it brings when it is laid, and what it scores. All numbers are worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from automa.castle_combo import rules, scoring
from automa.castle_combo.cards.counting import SHIELDS
from automa.castle_combo.state import Player, State
from tests.castle_combo.positions import at, card, deck, show, table, tableau

# ---------------------------------------------------------------- the box


def test_shields_of_each_location_are_as_on_page_12() -> None:
    counts = {
        location: [sum(each.shields.count(shield) for each in cards) for shield in SHIELDS]
        for location, cards in deck().of.items()
    }
    assert counts == {"castle": [14, 12, 11, 8, 7, 0], "village": [1, 5, 6, 10, 11, 20]}


def test_there_are_39_cards_of_each_location_and_19_messengers_in_each() -> None:
    for cards in deck().of.values():
        assert len(cards) == 39
        assert sum(1 for each in cards if each.messenger) == 19


def test_51_cards_have_one_shield_and_27_have_two() -> None:
    assert Counter(len(each.shields) for each in deck().cards) == {1: 51, 2: 27}


def test_every_mixed_pair_of_shields_is_there_once_and_every_double_twice() -> None:
    pairs = Counter(tuple(sorted(each.shields)) for each in deck().cards if len(each.shields) == 2)
    assert len(pairs) == 15 + 6
    assert all(count == (2 if one == two else 1) for (one, two), count in pairs.items())


def test_costs_are_as_derived() -> None:
    costs = {location: Counter(each.cost for each in cards) for location, cards in deck().of.items()}
    assert costs["castle"] == {0: 1, 2: 1, 3: 6, 4: 10, 5: 10, 6: 6, 7: 5}
    assert costs["village"] == {0: 11, 2: 11, 3: 4, 4: 6, 5: 5, 6: 1, 7: 1}


def test_eleven_purses_hold_sixty_gold() -> None:
    purses = sorted(each.purse for each in deck().cards if each.purse)
    assert purses == [3, 4, 4, 4, 5, 5, 5, 6, 7, 8, 9]


def test_every_messenger_points_to_the_other_location() -> None:
    assert all(each.messenger != each.location for each in deck().cards)


# ---------------------------------------------------------------- abilities

AROUND = """
duchess     nun      spy
{}          captain  baker
clockmaker  .        .
"""
"""Around the card: Nobility 2, Faith 1, Scholarship 1, Military 3, Craftsmanship 1, Peasantry 1; three
Castle and three Village cards; three with one shield and three with two; one of cost 0, one of cost 4; two
empty cells."""

NEIGHBOUR = """
mother-superior  goldsmith  farmer
royal-guard      .          .
"""
"""Nobility 1, Faith 2, Scholarship 1, Military 1, Craftsmanship 1, Peasantry 2; three Castle cards."""

# The gold and keys gained, and the gold that comes on the card's own purse.
GAINS: dict[str, tuple[int, int, int]] = {
    "prince": (3, 0, 0),
    "chancellor": (0, 2, 0),
    "jester": (6, 0, 0),
    "queen-mother": (0, 0, 2),
    "her-majesty-the-queen": (0, 3, 0),
    "steward": (0, 0, 3),
    "mother-superior": (0, 4, 0),
    "scribe": (2, 0, 0),
    "cardinal": (0, 4, 0),
    "chaplain": (4, 0, 0),
    "devout": (2, 0, 0),
    "professor": (6, 0, 0),
    "goldsmith": (0, 4, 0),
    "judge": (0, 2, 0),
    "officer": (6, 0, 0),
    "lookout": (0, 4, 0),
    "knight": (4, 0, 0),
    "general": (0, 6, 0),
    "glassblower": (3, 0, 0),
    "pawnbroker": (2, 0, 0),
    "miraculously-cured": (0, 1, 0),
    "vicar": (4, 0, 0),
    "inventor": (3, 0, 0),
    "doctor": (3, 0, 0),
    "mercenary": (6, 0, 0),
    "master-at-arms": (5, 0, 0),
    "potter": (0, 0, 2),
    "spice-merchant": (4, 0, 0),
    "sculptor": (0, 2, 0),
    "locksmith": (0, 2, 0),
    "farmer": (0, 3, 0),
    "woodcutter": (7, 0, 0),
    "beggar": (7, 0, 0),
    "monk": (0, 2, 0),
    "shepherd": (2, 0, 0),
    "winemaker": (4, 0, 0),
    "stable-boy": (0, 3, 0),
    "traveler": (6, 0, 0),
    "usurper": (0, 4, 0),
    "revolutionary": (0, 4, 0),
    "beekeeper": (0, 0, 2),
}

# The cards that lie around the others above, each in a tableau of its own.
OWN_TABLEAU: dict[str, tuple[str, int, int]] = {
    "duchess": ("duchess", 0, 2),
    "nun": ("duchess nun judge", 3, 0),
    "clockmaker": ("clockmaker potter", 3, 0),
    "carpenter": ("carpenter duchess", 0, 4),
    "baker": ("baker vicar", 1, 2),
}

# What the player and each opponent gain: gold, keys.
OPPONENTS_TOO: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "his-majesty": ((0, 0), (1, 0)),
    "his-holiness": ((0, 3), (0, 1)),
    "patron": ((0, 0), (2, 0)),
    "royal-guard": ((0, 1), (0, 1)),
}

# With the one neighbour above: gold, keys; either of them where the card lets choose.
WITH_NEIGHBOUR: dict[str, list[tuple[int, int]]] = {
    "templar": [(2, 4)],
    "witch": [(2, 2)],
    "brigand": [(0, 3)],
    "bombardier": [(1, 0), (0, 2)],
    "militiaman": [(2, 0), (0, 2)],
    "barbarian": [(1, 0), (0, 2)],
    "blacksmith": [(1, 0), (0, 2)],
}

DISCOUNTS: dict[str, set[str]] = {
    "princess": {"castle"},
    "astronomer": {"castle"},
    "apothecary": {"castle"},
    "chatelaine": {"castle"},
    "philosopher": {"castle"},
    "fisherman": {"castle"},
    "pilgrim": {"village"},
    "architect": {"village"},
    "captain": {"village"},
    "stonemason": {"village"},
    "farmhand": {"village"},
    "baron": {"castle", "village"},
    "alchemist": {"castle", "village"},
    "squire": {"castle", "village"},
    "armorer": {"castle", "village"},
}

DISCARDS = {"gravedigger": (6, 0), "guildmaster": (0, 6), "executioner": (7, 0)}

TESTED_ALONE = {"spy", "banker", "innkeeper"}


def gains_of(made: State, player: Player, id: str) -> list[tuple[int, int]]:
    """For each way to apply the ability: the gold and keys that the player has more of."""
    found = []
    for place in range(len(rules.ways(made, player, at(player, id)))):
        twin = made.copy()
        own = twin.player(player.seat.id)
        rules.apply(twin, own, rules.ways(twin, own, at(own, id))[place])
        found.append((own.gold - player.gold, own.keys - player.keys))
    return found


@pytest.mark.parametrize("id", GAINS)
def test_ability_gains(id: str) -> None:
    made = table("you", "ann", you=AROUND.format(id))
    you = made.player("you")
    (way,) = rules.ways(made, you, at(you, id))
    rules.apply(made, you, way)
    assert (you.gold - 15, you.keys - 2, at(you, id).gold) == GAINS[id]


@pytest.mark.parametrize("id", OWN_TABLEAU)
def test_ability_gains_in_its_own_tableau(id: str) -> None:
    drawing, gold, keys = OWN_TABLEAU[id]
    made = table("you", "ann", you=drawing)
    assert gains_of(made, made.player("you"), id) == [(gold, keys)]


@pytest.mark.parametrize("id", OPPONENTS_TOO)
def test_ability_gives_every_opponent_something(id: str) -> None:
    made = table("you", "ann", "bob", you=AROUND.format(id))
    you, ann, bob = made.players
    (way,) = rules.ways(made, you, at(you, id))
    rules.apply(made, you, way)
    own, others = OPPONENTS_TOO[id]
    assert (you.gold - 15, you.keys - 2) == own
    assert (ann.gold - 15, ann.keys - 2) == (bob.gold - 15, bob.keys - 2) == others


@pytest.mark.parametrize("id", WITH_NEIGHBOUR)
def test_ability_looks_at_the_neighbour(id: str) -> None:
    made = table("you", "ann", you=AROUND.format(id), ann=NEIGHBOUR)
    assert gains_of(made, made.player("you"), id) == WITH_NEIGHBOUR[id]


def test_spy_counts_own_scholarship_and_a_neighbours_military() -> None:
    made = table("you", "ann", you="spy judge", ann=NEIGHBOUR)
    assert gains_of(made, made.player("you"), "spy") == [(2, 1)]


def test_banker_puts_gold_on_each_purse_or_gives_three_keys() -> None:
    made = table("you", "ann", you="banker vicar*4 potter")
    you = made.player("you")
    purses, keys = rules.ways(made, you, at(you, "banker"))
    assert (purses.id, keys.id) == ("purses", "keys")
    rules.apply(made, you, purses)
    assert (at(you, "vicar").gold, at(you, "potter").gold) == (5, 2)
    rules.apply(made, you, keys)
    assert you.keys == 2 + 3


def test_innkeeper_fills_purses_and_gives_opponents_two_gold() -> None:
    made = table("you", "ann", you="innkeeper vicar -")
    you, ann = made.players
    (way,) = rules.ways(made, you, at(you, "innkeeper"))
    rules.apply(made, you, way)
    assert (at(you, "innkeeper").gold, at(you, "vicar").gold, ann.gold) == (2, 2, 17)


@pytest.mark.parametrize("id", DISCARDS)
def test_ability_discards_a_card_for_its_printed_cost(id: str) -> None:
    made = table("you", "ann", you=f"{id} squire")
    show(made, {"castle": "his-holiness duchess nun", "village": "mercenary vicar baker"})
    you = made.player("you")
    dearest = {"castle": "his-holiness", "village": "mercenary"}[
        "castle" if id == "executioner" else "village"
    ]
    ways = {way.id: way for way in rules.ways(made, you, at(you, id))}
    assert len(ways) == 3
    rules.apply(made, you, ways[dearest])
    assert (you.gold - 15, you.keys - 2) == DISCARDS[id]
    assert [each.id for each in made.discards[card(dearest).location]] == [dearest]


@pytest.mark.parametrize("id", DISCOUNTS)
def test_ability_is_a_discount_of_one(id: str) -> None:
    player = tableau(id)
    for other_card in (card("patron"), card("brigand")):
        less = 1 if other_card.location in DISCOUNTS[id] else 0
        assert rules.price(player, other_card) == 7 - less


def test_every_ability_is_tested() -> None:
    tested = (GAINS, OWN_TABLEAU, OPPONENTS_TOO, WITH_NEIGHBOUR, DISCOUNTS, DISCARDS, TESTED_ALONE)
    assert sorted(id for group in tested for id in group) == sorted(deck().by_id)


# ---------------------------------------------------------------- scrolls

# In each drawing: two of the shield in the row of the card, one in its column, one elsewhere.
NOBILITY = "stable-boy baron / duchess {}"
FAITH = "monk pilgrim / mother-superior {}"
SCHOLARSHIP = "winemaker judge / astronomer {}"
MILITARY = "mercenary knight / captain {}"
CRAFTSMANSHIP = "locksmith spice-merchant / guildmaster {}"
PEASANTRY = "woodcutter baker / farmer {}"

SCORES: list[tuple[str, str, int]] = [
    ("his-majesty", NOBILITY, 8),
    ("prince", NOBILITY, 12),
    ("princess", NOBILITY, 9),
    ("jester", NOBILITY, 8),
    ("royal-guard", NOBILITY, 6),
    ("knight", NOBILITY, 9),
    ("cardinal", FAITH, 9),
    ("nun", FAITH, 6),
    ("beggar", FAITH, 6),
    ("scribe", SCHOLARSHIP, 9),
    ("professor", SCHOLARSHIP, 9),
    ("apothecary", SCHOLARSHIP, 6),
    ("bombardier", MILITARY, 6),
    ("militiaman", MILITARY, 9),
    ("armorer", MILITARY, 9),
    ("squire", CRAFTSMANSHIP, 6),
    ("clockmaker", CRAFTSMANSHIP, 9),
    ("stonemason", CRAFTSMANSHIP, 6),
    ("monk", PEASANTRY, 8),
    ("shepherd", PEASANTRY, 9),
    ("stable-boy", PEASANTRY, 6),
    # different shields
    ("pilgrim", ". judge . / duchess {} captain", 12),
    ("lookout", ". spy . / duchess {} . / . potter .", 12),
    ("architect", "duchess nun spy / . {} .", 8),
    ("chatelaine", ". nun . / duchess {} spy", 8),
    ("winemaker", ". captain . / nun {} . / . baker .", 6),
    ("his-holiness", "{} duchess spy", 12),
    # a shield that is missing, and the same with it
    ("baron", "{} duchess nun", 10),
    ("baron", "{} duchess monk", 0),
    ("devout", "{} duchess nun", 10),
    ("devout", "{} duchess sculptor", 0),
    ("philosopher", "{} duchess nun", 10),
    ("philosopher", "{} duchess royal-guard", 0),
    ("barbarian", "{} duchess nun", 10),
    ("barbarian", "{} duchess judge", 0),
    ("witch", "{} duchess judge", 9),
    ("witch", "{} duchess monk", 0),
    ("revolutionary", "{} judge nun", 9),
    ("revolutionary", "{} judge stable-boy", 0),
    # locations
    ("chancellor", "{} duchess spy", 4),
    ("chaplain", "{} spy baker", 4),
    ("inventor", "{} spy duchess", 2),
    ("executioner", "{} duchess nun", 2),
    ("usurper", "{} duchess nun", 4),
    ("judge", "{} duchess spy / baker", 6),
    ("brigand", "{} spy baker / potter monk vicar / duchess", 14),
    # sets of shields
    ("her-majesty-the-queen", "{} duchess judge / astronomer potter", 20),
    ("officer", "{} captain duchess", 8),
    ("glassblower", "{} potter mother-superior", 8),
    ("doctor", "{} judge baker", 4),
    ("mercenary", "{} mother-superior captain / baker", 14),
    ("general", "{} captain farmer / baker monk", 12),
    # costs, kinds of card
    ("patron", "{} duchess spy", 10),
    ("pawnbroker", "{} spy duchess", 6),
    ("traveler", "{} baker spy", 4),
    ("alchemist", "{} captain spy", 8),
    ("blacksmith", "{} duchess nun", 4),
    ("carpenter", "{} -", 8),
    ("carpenter", "{} nun", 0),
    # five keys
    ("templar", "{}", 5),
    ("locksmith", "{}", 5),
    # purses
    ("banker", "{} vicar*3 potter*2", 5),
    ("queen-mother", "{}*5", 10),
    ("steward", "{}*3", 6),
    ("gravedigger", "{}*8", 16),
    ("miraculously-cured", "{}*4", 8),
    ("vicar", "{}*5", 10),
    ("master-at-arms", "{}*4", 8),
    ("potter", "{}*4", 8),
    ("sculptor", "{}*7", 14),
    ("innkeeper", "{}*6", 12),
    ("farmhand", "{}*5", 10),
    ("beekeeper", "{}*9", 18),
]

# What the card scores on each cell of the final grid.
POSITIONS: dict[str, str] = {
    "duchess": "888 000 000",
    "mother-superior": "555 000 000",
    "spice-merchant": "000 555 000",
    "guildmaster": "000 000 555",
    "farmer": "000 000 777",
    "astronomer": "800 800 800",
    "goldsmith": "600 600 600",
    "spy": "060 060 060",
    "captain": "008 008 008",
    "woodcutter": "005 005 005",
    "fisherman": "404 000 404",
    "baker": "030 303 030",
}


def points(player: Player, id: str) -> int:
    return scoring.card_points(player, at(player, id))


@pytest.mark.parametrize(("id", "drawing", "expected"), SCORES)
def test_scroll(id: str, drawing: str, expected: int) -> None:
    player = tableau(drawing.format(id).replace("/", "\n"), keys=5)
    assert points(player, id) == expected


@pytest.mark.parametrize("id", POSITIONS)
def test_scroll_for_a_place_in_the_grid(id: str) -> None:
    for place, expected in enumerate(POSITIONS[id].replace(" ", "")):
        cells = ["-"] * 9
        cells[place] = id
        player = tableau("\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6)))
        found = next(laid for laid in player.cards.values() if not laid.down)
        assert scoring.card_points(player, found) == int(expected)


def test_every_scroll_is_tested() -> None:
    assert {id for id, _, _ in SCORES} | set(POSITIONS) == set(deck().by_id)
