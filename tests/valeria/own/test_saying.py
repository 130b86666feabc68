"""A turn in one line: what it means, what it costs, and what is wrong with it."""

from __future__ import annotations

from random import Random

import pytest

from automa.dialogue import Refused
from automa.steps import Part, Said, Step
from automa.valeria import steps
from automa.valeria.own import talk
from automa.valeria.rules import effects
from automa.valeria.rules.turn import TURN, named
from automa.valeria.state import State
from automa.valeria.steps import Manor
from tests.valeria.own.table import acting, at_random, drafting, every
from tests.valeria.positions import said


def read(state: State, line: str) -> Said:
    return TURN.understand(state, line)


def written(step: Step) -> str:
    return TURN.written(acting(), [step])


def refusal(state: State, line: str) -> str:
    with pytest.raises(Refused) as refused:
        read(state, line)
    return said(refused.value.text)


def rich(**more: object) -> State:
    goods = {"wood": 5, "stone": 5, "food": 5, "magic": 5, "gold": 6}
    return acting(goods, dice=["wood", "magic", "influence"], **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("manor nor-high 3 wood", ["manor 3 nor-high wood"]),
        ("manor 3 nor high", ["manor 3 nor-high wood"]),
        ("landhuis nor-high 3 hout", ["manor 3 nor-high wood"]),
        ("manor architect's nor", ["manor 3 nor-high wood"]),
        ("manor 3 nor holy", ["manor 3 nor-high wood", "holy"]),
        ("manor c 3 z", ["manor 3 nor-high wood", "holy"]),
        ("harvest magic stone w z bc", [
            "harvest magic", "stone", "worker", "holy", "windmill bazani-gate/nor-high",
        ]),
        ("temple penumbra magic", ["temple penumbra magic"]),
        ("temple penumbra magic with 1", ["temple penumbra magic with 1"]),
        ("recruit monk iron shadow infl", ["recruit monk iron-pit shadow influence"]),
        ("harvest magic stone worker holy baz/nor", [
            "harvest magic", "stone", "worker", "holy", "windmill bazani-gate/nor-high",
        ]),
        ("wharf infl holy sell food vp buy stone ship iron pit", [
            "wharf influence", "holy", "sell food vp", "buy stone", "shipyard iron-pit",
        ]),
        ("wharf magic sell stone shadow, sell stone gold", [
            "wharf magic", "sell stone shadow", "sell stone gold",
        ]),
        ("wharf magic buy wood column 1 buy wood", ["wharf magic", "buy wood column 1", "buy wood"]),
        ("statue penumbra holy", ["statue penumbra holy"]),
        ("harvest magic stone holy 2", ["harvest magic", "stone", "holy", "holy"]),
        ("statue penumbra holy then temple iron magic", ["statue penumbra holy", "temple iron-pit magic"]),
        ("oogst magie steen arbeiders heiligen", ["harvest magic", "stone", "worker", "holy"]),
        ("temple magic in bazani gate", ["temple bazani-gate magic"]),
        ("wharf magic sell stone gold and buy wood en ship in iron pit", [
            "wharf magic", "sell stone gold", "buy wood", "shipyard iron-pit",
        ]),
    ],
)  # fmt: skip
def test_a_line_of_steps(line: str, meant: list[str]) -> None:
    state = rich()
    assert [written(step) for step in read(state, line).steps] == meant
    journal = TURN.at(state).read(line)
    assert [written(step) for step in read(state, journal).steps] == meant
    assert TURN.at(state).check(journal) == journal


def test_everything_that_can_be_named_for_a_part_of_a_step() -> None:
    def names(part: Part[State]) -> list[str]:
        return [thing.id for thing in part.things(acting())]

    resources, guilds = ["wood", "stone", "food", "magic"], ["worker", "soldier", "shadow", "holy"]
    assert names(steps.RESOURCE) == resources
    assert names(steps.Take.parts[0]) == [*resources, "gold"]
    assert names(steps.DIE) == [*resources, "gold", "influence"]
    assert names(steps.SALE) == ["vp", "gold", "influence", *guilds]
    assert names(steps.MAGIC) == names(steps.ICON) == [str(number) for number in range(10)]


def test_a_step_is_never_changed() -> None:
    assert all(kind.__struct_config__.frozen for kind in steps.KINDS)


def test_what_is_left_out_is_what_is_begun() -> None:
    begun = read(rich(), "manor nor-high").begun
    assert (begun.kinds, list(begun.said)) == ((Manor,), ["place"])
    assert list(read(rich(), "recruit monk").begun.said) == ["citizen"]


def test_words_of_a_sentence_are_no_die_and_no_step() -> None:
    """`in` begins influence, `and` the Dutch word for something else, `en` the end of a turn."""
    for line in ("Temple in Bazani Gate", "tempel in bazani", "temple in b"):
        assert list(read(rich(), line).begun.said) == ["place"]
    assert "influence" in TURN.at(rich()).read("temple penumbra in")
    assert refusal(rich(), "temple penumbra magic and holy") == "That gives no push: leave Holy out."
    state = rich()
    state.you.place("ship", "nor-high")
    assert TURN.at(state).read("wharf magic sail from nor to iron") == "wharf magic, sail nor-high iron-pit"


def test_what_cannot_be_done_goes_before_what_is_called_alike() -> None:
    """A citizen alone takes no card, and `ma` is a Manor, not a magic die or the Harbor Master."""
    assert refusal(acting(), "ma").startswith("Manor costs 3 wood")
    assert refusal(acting(), "guard").startswith("You do not have Guard; recruit stands before a card")


def test_a_full_stop_wants_nothing_more() -> None:
    state = rich()
    found = read(state, "temple penumbra magic.")
    assert found.stop and [written(step) for step in found.steps] == ["temple penumbra magic"]
    assert TURN.at(state).read("temple penumbra magic .") == "temple penumbra magic."


def test_a_line_changes_nothing_on_the_table() -> None:
    state = rich()
    before = state.data()
    read(state, "wharf infl holy sell food vp buy stone ship iron-pit")
    assert state.data() == before


def test_a_die_is_turned_by_saying_as() -> None:
    state = acting({"wood": 2}, dice=["gold"], cards=["builder"])
    assert [written(step) for step in read(state, "manor 1 penumbra gold as wood").steps] == [
        "manor 1 penumbra gold as wood"
    ]
    assert refusal(acting(dice=["gold"]), "harvest gold as wood") == (
        "No citizen of yours turns a die to wood."
    )
    assert refusal(rich(), "temple penumbra magic with 2").startswith("That cannot be paid with 2 magic")
    assert refusal(acting(dice=["gold"]), "harvest gold as")
    state = rich()
    begun = read(state, "temple penumbra magic with").begun
    ask = talk.question(state, begun, TURN.left(state, begun))
    assert (ask.id, [option.id for option in ask.options]) == ("valeria.own.which.magic", ["0", "1"])


def test_an_action_that_cannot_be_paid_is_refused_with_its_price() -> None:
    state = acting({"wood": 2, "magic": 0, "gold": 1})
    assert refusal(state, "manor nor-high 3") == (
        "Architect's Manor in Nor High costs 3 wood; you have 2 wood and 1 gold."
    )
    state.opponent.tokens["temple"]["penumbra"] = 2
    assert refusal(state, "temple penumbra") == (
        "Temple in Penumbra costs 2 stone and 2 gold; you have 2 wood and 1 gold."
    )
    assert (
        refusal(state, "gate nor/pen")
        == "Gate on Nor High – Penumbra costs 8 gold; you have 2 wood and 1 gold."
    )
    assert refusal(acting(), "recruit monk") == "Recruit Monk costs 1 food; you have nothing."


@pytest.mark.parametrize(
    ("line", "late"),
    [
        ("harvest magic stone holy 2 statue penumbra holy windmill nor/pen", "Windmill"),
        ("wharf magic statue penumbra holy buy wood", "Buy"),
        ("wharf magic statue penumbra holy ship nor high", "Ship"),
    ],
)
def test_what_belongs_to_an_action_comes_before_a_monument_that_follows_it(line: str, late: str) -> None:
    """The Primary Action and the Monument Action come in any order, but one is completed first."""
    assert refusal(rich(), line) == (
        f"Your action is over since you built the monument: {late} comes before it."
    )


def test_a_line_that_runs_out_of_goods_on_the_way_is_refused_there() -> None:
    state = acting({"gold": 1}, dice=["gold"])
    assert refusal(state, "wharf buy wood buy wood") == "Buy wood costs 1 gold; you have 1 wood."


def test_words_that_mean_nothing_here_are_refused_with_what_would() -> None:
    assert "manor" in refusal(rich(), "castle nor-high").lower()
    assert refusal(rich(), "temple penumbra magic nonsense")


@pytest.mark.parametrize("seed", range(10))
def test_every_legal_step_can_be_said_and_means_itself(seed: int) -> None:
    random = Random(seed)
    state = at_random(random)
    effects.begin_action(state, state.you)
    for _ in range(6):
        left = every(state)
        for step in random.sample(left, min(12, len(left))):
            said_so = TURN.understand(state, TURN.written(state, [step]))
            assert said_so.steps[:1] == [step], TURN.written(state, [step])
        effects.apply(state, random.choice(left))
        if not state.turn.phase:
            return


def test_completion_offers_what_may_come_next() -> None:
    state = rich()
    saying = TURN.at(state)
    assert {option.id for option, _ in saying.next("te")} == {"temple"}
    assert "penumbra" in {option.id for option, _ in saying.next("temple ")}
    assert {(option.id, letters) for option, letters in saying.next("temple pen")} == {("penumbra", 3)}
    poor = acting(dice=["gold"])
    assert {option.id for option, _ in TURN.at(poor).next("")} >= {"harvest", "wharf"}
    assert "manor" not in {option.id for option, _ in TURN.at(poor).next("")}


def test_the_draft_in_one_line() -> None:
    state = drafting({"gold": 2}, pool={"influence": 1, "wood": 1}, cards=["bishop", "cleric"])
    assert [written(step) for step in read(state, "infl holy bishop worker").steps] == [
        "influence", "holy", "bishop", "worker",
    ]  # fmt: skip
    assert [written(step) for step in read(state, "wood as magic").steps] == ["wood as magic"]


def test_what_was_begun_narrows_what_is_left() -> None:
    state = rich()
    begun = read(state, "manor penumbra").begun
    assert {step.place for step in TURN.left(state, begun)} == {"penumbra"}  # type: ignore[attr-defined]
    said_so = TURN.understand(state, "3", begun)
    assert [written(each) for each in said_so.steps] == ["manor 3 penumbra wood"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sail", "Sail is only possible after Wharf in the same turn."),
        (
            "temple nor-high stone windmill nor/pen",
            "Windmill is only possible after Harvest in the same turn.",
        ),
        ("wharf sell stone", "First say which die you spend, gold and stone; then comes Sell."),
        ("wharf gold buy stone buy wood buy wood", "All your crates are on the wharf card already."),
        ("temple nor-high stone harvest", "A turn has one action, and Temple is done."),
        ("statue penumbra holy ward-tower penumbra", "A turn has one monument at most, and that is built."),
        ("manor 8 penumbra", "Banker's Manor is built already, in Nor High."),
    ],
)
def test_what_can_be_done_only_at_another_time_says_when(line: str, why: str) -> None:
    state = acting({"wood": 3, "stone": 2, "gold": 6}, dice=["gold", "stone", "gold"])
    state.you.manors = {"8": "nor-high"}
    state.you.crates["vp"] = 1
    assert why in refusal(state, line)


BLOCKERS = [
    ("gate", "Gate costs 8 gold; you have 6 gold."),
    ("gate pen/luna", "Gate on Penumbra – Luna Grove costs 8 gold; you have 6 gold."),
    ("wharf gold gate", "Gate costs 8 gold; you have 6 gold."),
    ("wharf gold sail gate", "You have no Ship on the board."),
]


@pytest.mark.parametrize(("line", "why"), BLOCKERS)
def test_the_name_of_something_impossible_is_refused_and_means_nothing_else(line: str, why: str) -> None:
    """Without the gold for a Gate, nobody sails to Bazani Gate and pays for it."""
    assert refusal(acting({"gold": 6}, dice=["gold"]), line) == why


def test_a_ship_sails_from_where_it_was_said_to_be() -> None:
    """The other district has a ship; nobody sails the other way round."""
    state = acting({"gold": 6}, dice=["gold"], ship="anchorage")
    assert refusal(state, "wharf gold sail luna anchorage") == (
        "You have no Ship in Luna Grove to sail from there."
    )


def test_a_question_that_follows_names_what_was_understood() -> None:
    state = acting({"food": 3, "wood": 3}, dice=["gold"])
    state.market.lines["pink"][0] = "guard"  # type: ignore[union-attr]
    for line, asked in (
        ("recruit guard", "Recruit Guard: where?"),
        ("recruit guard penumbra", "Recruit Guard in Penumbra: on which track?"),
        ("manor 3", "Architect's Manor: where?"),
    ):
        begun = read(state, line).begun
        assert said(talk.question(state, begun, TURN.left(state, begun)).text) == asked


def test_a_step_is_named_as_far_as_it_has_been_said() -> None:
    state, buy = acting(), steps.Buy("wood")
    assert said(named(state, buy)) == "Buy wood"
    assert said(named(state, buy, said=["kind"])) == "Buy wood"
    assert said(named(state, buy, said=[])) == said(named(state, steps.Buy())) == "Buy"
