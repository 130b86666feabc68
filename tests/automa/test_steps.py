"""Steps of a small island: their words, their rules, and what a line means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy

import pytest
from msgspec import Struct, field

from automa.dialogue import CORRECTED, Ask, Dialogue, Move, Named, Option, Refused, Tell, Text, Unclear
from automa.steps import NOTHING, Begun, Language, Offer, Part, Rules, Step, take_steps
from automa.steps.reading import Reader


class Island(Struct):
    """Borders with walls on some of them, gold, and Domains that may be annexed after a wall."""

    walls: set[str] = field(default_factory=set)
    gold: int = 5
    closed: bool = False
    annexed: list[str] = field(default_factory=list)
    pushes: list[str] = field(default_factory=list)
    wrong_count: bool = False


BORDERS = [Option(id, id.upper()) for id in ("d1-sea", "d11-sea", "c1-d1", "d9-d10", "d10-d11")]
SPACES = [Option(id, id.upper()) for id in ("d1", "d9", "d10", "d11", "c1")]
PLACES = [Option("bazani-gate", "Bazani Gate"), Option("nor-high", "Nor High"), Option("norwood", "Norwood")]
TRACKS = [Option("holy", "Holy", also=("heilig",)), Option("shadow", "Shadow")]
DEAL_WORDS = [Option(id, id) for id in ("gold", "keys", "left", "right")]
OWN = Option("own", Text("toy.own"), also=("eigen",))
TOP = Option("top", Text("toy.top"))
AT = Option("at", Text("toy.at"))
HOURS = [Option("2", "2"), Option("3", "3")]
LANDINGS = [Option("harbour", "Harbour"), Option("beach", "Beach")]


class Wall(Step, frozen=True):
    border: Option
    own: Option | None = None
    top: bool = False
    parts = (
        Part("border", lambda island: BORDERS),
        Part("own", lambda island: SPACES, lead=OWN),
        Part("top", lambda island: [TOP], free=True, asked=False),
    )


class Annex(Step, frozen=True):
    place: Option
    verb = Option("annex", Text("toy.annex"), also=("overnemen",))
    repeated = True
    parts = (Part("place", lambda island: PLACES),)


class Gate(Step, frozen=True):
    verb = Option("gate", "Gate")


class Sail(Step, frozen=True):
    place: Option
    at: str = ""
    parts = (
        Part("place", lambda island: PLACES),
        Part("at", lambda island: HOURS, lead=AT, value=lambda thing: thing.id, free=True, asked=False),
    )
    verb = Option("sail", "Sail")


class Land(Step, frozen=True):
    """At one of two landings, which need no verb."""

    landing: str
    verb = Option("land", "Land")
    unspoken = True
    parts = (Part("landing", lambda island: LANDINGS, value=lambda thing: thing.id),)


class Push(Step, frozen=True):
    track: Option
    counted = True
    parts = (Part("track", lambda island: TRACKS),)


class Paint(Step, frozen=True):
    """Any four letters: no list has them all."""

    colours: str = ""
    verb = Option("paint", "Paint")
    parts = (
        Part(
            "colours",
            lambda island: [Option("rgby", "rgby")],
            free=True,
            needed=True,
            value=lambda thing: thing.id,
            read=lambda island, words: (Option(words[0], words[0]), 1) if len(words[0]) == 4 else None,
        ),
    )


class Deal(Step, frozen=True):
    """A bargain of several words."""

    words: tuple[str, ...] = ()
    verb = Option("deal", "Deal")
    parts = (Part("words", lambda island: DEAL_WORDS, many=True, value=lambda thing: thing.id),)


def is_free(island: Island, step: Wall) -> Text | None:
    return Text("refused.wall", border=step.border) if step.border.id in island.walls else None


def is_beside(island: Island, step: Wall) -> Text | None:
    beside = step.own is None or step.own.id in step.border.id.split("-")
    return None if beside else Text("refused.not-beside", border=step.border)


def can_be_paid(island: Island, step: Step) -> Text | None:
    return None if island.gold >= 8 else Text("refused.unaffordable")


def is_closed(island: Island, step: Annex) -> Text | None:
    return None if island.closed else Text("refused.closes-nothing")


def not_twice(island: Island, step: Annex) -> Text | None:
    return Text("refused.yours-already") if step.place.id in island.annexed else None


def has_red(island: Island, step: Paint) -> Text | None:
    return None if not step.colours or "r" in step.colours else Text("refused.no-red")


def count_is_right(island: Island, step: Wall) -> Text | None:
    return Text("refused.no-walls") if island.wrong_count else None


RULES: Rules = {
    Wall: (is_free, is_beside), Annex: (is_closed, not_twice), Gate: (can_be_paid,), Paint: (has_red,)
}  # fmt: skip


def legal(island: Island) -> list[Step]:
    walls = [Wall(border, own) for border in BORDERS for own in SPACES if own.id in border.id.split("-")]
    deals = [Deal(words) for words in (("gold", "left"), ("gold", "right"), ("keys",))]
    steps: list[Step] = [*walls, *map(Annex, PLACES), Gate(), *map(Sail, PLACES), *map(Push, TRACKS), Paint()]
    steps += [Land("harbour"), Land("beach")]
    return [step for step in (*steps, *deals) if TURN.why_not(island, step) is None]


def apply(island: Island, step: Step) -> None:
    match step:
        case Wall(border):
            island.walls.add(border.id)
            island.closed = True
        case Annex(place):
            island.annexed.append(place.id)
        case Push(track):
            island.pushes.append(track.id)


TURN: Language[Island] = Language(
    "toy.rules.notation",
    (Wall, Annex, Gate, Sail, Land, Push, Paint, Deal),
    legal,
    RULES,
    apply,
    deepcopy,
    doubts={Wall: (count_is_right,)},
    joints=("then",),
)


def means(line: str, island: Island | None = None, begun: Begun = NOTHING) -> str:
    """A line as it is written, each step in full."""
    island = island or Island()
    said = TURN.understand(island, line, begun)
    shown = TURN.written(island, said.steps)
    return f"{shown} | {','.join(said.begun.said)}" if said.begun else shown


def refused(line: str, island: Island | None = None) -> str:
    with pytest.raises(Refused) as caught:
        TURN.understand(island or Island(), line)
    return caught.value.text.id


def test_a_step_is_said_by_the_names_of_its_parts() -> None:
    assert means("d1-sea own d1") == "d1-sea own d1"
    assert means("D9–D10 eigen D10") == "d9-d10 own d10"


def test_what_is_left_out_stays_open_where_there_is_a_choice() -> None:
    assert means("d1-sea") == "d1-sea own d1"
    assert means("d9-d10") == " | border"
    said = TURN.understand(Island(), "d9-d10")
    part = TURN.open_part(TURN.left(Island(), said.begun), said.begun)
    assert part is not None and part.field == "own"
    assert means("own d9", begun=said.begun) == "d9-d10 own d9"


@pytest.mark.parametrize("line", ["sail at nor-high", "sail nor-high at d1-sea"])
def test_a_lead_needs_what_only_a_word_behind_it_can_say(line: str) -> None:
    assert means("sail nor-high at 2") == "sail nor-high at 2"
    assert refused(line) in ("refused.nearest", "refused.not-an-option")


def test_a_verb_that_need_not_be_said() -> None:
    assert means("harbour") == means("land harbour") == "land harbour"
    assert means("land") == " | "


def test_a_lead_alone_says_that_there_is_one() -> None:
    assert means("d1-sea own") == "d1-sea own d1"


@pytest.mark.parametrize("line", ["d1-sea", "d1-sea own d1", "d1 sea", "D1–sea"])
def test_the_whole_name_of_something_impossible_is_refused_and_means_nothing_else(line: str) -> None:
    island = Island(walls={"d1-sea"})
    with pytest.raises(Refused):
        TURN.understand(island, line)
    assert refused(line, island) == "refused.wall"


def test_a_number_cut_short_is_another_number() -> None:
    assert refused("d9-d1") in ("refused.nearest", "refused.not-an-option")
    assert means("c1-d1 own d1") == "c1-d1 own d1"


def test_a_whole_name_beats_the_beginning_of_another_thing_that_is_possible() -> None:
    assert refused("gate") == "refused.unaffordable"
    assert means("gate", Island(gold=8)) == "gate"
    assert means("sail gate") == "sail bazani-gate"


def test_a_beginning_must_be_that_of_one_thing_of_its_kind_possible_or_not() -> None:
    island = Island(closed=True, annexed=["norwood"])
    with pytest.raises(Unclear):
        TURN.understand(island, "annex nor")
    assert means("annex nor high", island) == "annex nor-high"
    assert means("annex baz", island) == "annex bazani-gate"


def test_steps_follow_one_another_and_later_ones_see_what_earlier_ones_did() -> None:
    assert refused("annex nor-high") == "refused.closes-nothing"
    assert means("d1-sea annex nor-high") == "d1-sea own d1 annex nor-high"
    assert means("d1-sea then annex nor-high, norwood") == "d1-sea own d1 annex nor-high annex norwood"
    assert refused("d1-sea annex norwood annex norwood") == "refused.yours-already"


def test_the_journal_form_says_the_same_again() -> None:
    for line in (
        "d1-sea annex nor-high norwood",
        "d9-d10 eigen d9 top",
        "deal left gold",
        "d9-d10",
        "2 holy",
    ):
        written = TURN.at(Island()).read(line)
        assert TURN.at(Island()).check(written) == written, line


def test_a_number_before_or_behind_a_step_tells_how_often() -> None:
    assert means("holy 2") == means("2x holy") == means("heilig heilig") == "holy holy"
    assert means("shadow 2 holy") == "shadow shadow holy"


def test_a_word_that_is_said_or_not_and_is_not_asked() -> None:
    assert [step.top for step in TURN.understand(Island(), "d1-sea top").steps] == [True]  # type: ignore[attr-defined]
    assert [step.top for step in TURN.understand(Island(), "d1-sea").steps] == [False]  # type: ignore[attr-defined]


def test_an_open_part_is_read_in_its_own_way_and_checked_by_the_rules() -> None:
    assert means("paint rgbb") == "paint rgbb"
    assert refused("paint gggg") == "refused.no-red"
    assert means("paint") == " | "
    said = TURN.understand(Island(), "paint")
    part = TURN.open_part(TURN.left(Island(), said.begun), said.begun)
    assert part is not None and part.field == "colours"


def test_several_words_narrow_one_part_in_any_order() -> None:
    assert means("deal keys") == "deal keys"
    assert means("deal gold") == " | words"
    assert means("deal left gold") == "deal gold left"
    assert refused("deal keys left") == "refused.not-now"


def test_what_is_doubted_may_be_insisted_on() -> None:
    island = Island(wrong_count=True)
    with pytest.raises(Refused) as caught:
        TURN.understand(island, "d1-sea own d1")
    assert caught.value.insist and caught.value.text.id == "refused.no-walls"
    assert TURN.understand(island, "d1-sea own d1", insist=True).steps == [Wall(BORDERS[0], SPACES[0])]


@pytest.mark.parametrize("insist", [False, True])
def test_a_move_is_read_as_insisted_on_only_if_it_is(insist: bool) -> None:
    ask = Move("toy.walk", "you", [], read=lambda line, insists: f"{line} {insists}")
    assert ask.check("north", insist=insist) == ask.understood("north", insist=insist) == f"north {insist}"


def test_nonsense_is_refused_with_what_would_be_right() -> None:
    assert refused("") == "refused.nothing"
    assert refused("frobnicate") == "refused.not-an-option"
    assert refused("sail frobnicate") == "refused.not-an-option"
    assert refused("sail norwod") == "refused.nearest"
    assert refused("sail norwood frobnicate") in ("refused.not-an-option", "refused.too-much")


def test_a_half_typed_line_goes_on_with_what_is_legal() -> None:
    def offered(line: str) -> set[str]:
        return {option.id for option, _ in TURN.at(Island(walls={"d1-sea"})).next(line)}

    assert {"d11-sea", "annex", "sail", "holy"} - {"annex"} <= offered("")
    assert "annex" not in offered("") and "gate" not in offered("") and "d1-sea" not in offered("")
    assert offered("sail nor") == {"nor-high", "norwood"}
    assert "annex" in offered("d11-sea own d11 ")


@pytest.mark.parametrize("line", ["", "d9-d10", "d9-d10 own", "annex", "sail", "paint", "deal", "deal gold"])
def test_what_is_offered_next_is_all_that_would_be_understood(line: str) -> None:
    def read(words: list[str]) -> Reader[Island]:
        island = Island(walls={"d1-sea"}, closed=True, annexed=["norwood"])
        reader, place = Reader(TURN, island, NOTHING), 0
        while place < len(words):
            place += reader.take(words[place:])
        return reader

    reader = read(TURN.words_of(line))
    understood = set()
    for id in {each.thing.id for each in reader.candidates()}:
        with suppress(Refused):
            read(TURN.words_of(f"{line} {id}"))
            understood.add(id)
    assert {thing.id for thing in reader.offers()} == understood


def test_an_offer_is_understood_without_being_read() -> None:
    step = Push(TRACKS[0])
    options: list[Named] = [Offer("whatever it is called", "x", step=step)]
    assert TURN.heard(Island(), "whatever it is called", NOTHING, options).steps == [step]


def test_a_question_offers_verbs_and_first_parts_or_what_the_open_part_can_be() -> None:
    island = Island(walls={"d1-sea"})
    offers = TURN.offers(island, TURN.left(island))
    ids = [offer.id for offer in offers]
    assert (
        {"sail", "holy", "paint", "deal", "d9-d10"} <= set(ids) and "d1-sea" not in ids and "gate" not in ids
    )
    assert len(set(ids)) == len(ids)
    for offer in offers:
        said = TURN.understand(island, offer.id)
        assert said.written == offer.id
        assert said.steps or said.begun.said == offer.begun.said
    begun = TURN.understand(island, "d9-d10").begun
    assert [offer.id for offer in TURN.offers(island, TURN.left(island, begun), begun)] == [
        "own d9",
        "own d10",
    ]
    verb = TURN.understand(Island(closed=True), "annex").begun
    left = TURN.left(Island(closed=True), verb)
    assert [offer.id for offer in TURN.offers(island, left, verb)] == [place.id for place in PLACES]


def test_the_usual_question_names_what_is_open_and_tells_what_is_known() -> None:
    island = Island()
    begun = TURN.understand(island, "d9-d10").begun
    ask = TURN.question("toy.turn", "you", island, begun, TURN.left(island, begun))
    assert ask.id == "toy.turn.own" and ask.values == {"said": [BORDERS[3]]}
    assert TURN.question("toy.turn", "you", island, NOTHING, TURN.left(island)).id == "toy.turn"


def test_without_a_quick_list_every_step_is_legal_that_breaks_no_rule() -> None:
    slow: Language[Island] = Language("toy", (Annex, Gate, Push), None, RULES, apply, deepcopy)
    assert slow.legal(Island()) == [Push(track) for track in TRACKS]
    assert slow.legal(Island(gold=8, closed=True)) == [*map(Annex, PLACES), Gate(), *map(Push, TRACKS)]


def test_the_quick_list_of_legal_steps_is_what_the_rules_say() -> None:
    island = Island(walls={"d1-sea"}, closed=True)
    for kind in (Wall, Annex, Gate, Sail, Push):
        exist = {step for step in TURN.existing(island, kind) if TURN.why_not(island, step) is None}
        listed = {step for step in TURN.legal(island) if isinstance(step, kind)}
        assert listed <= exist


def test_a_full_stop_says_that_nothing_more_is_wanted() -> None:
    said = TURN.understand(Island(), "holy.")
    assert said.stop and said.written == "holy."


def conversation(island: Island) -> Dialogue[None]:
    """Three steps, the open ones asked by their names."""

    def question(island: Island, begun: Begun, left: Sequence[Step]) -> Move:
        part = TURN.open_part(left, begun)
        id = "toy.turn" if part is None else f"toy.{part.field}"
        options = [Offer("sail nor-high", "Sail", step=Sail(PLACES[1]))]
        return Move(id, "you", options, notation=TURN.at(island, begun))

    def do(island: Island, step: Step) -> Iterator[Ask | Tell]:
        apply(island, step)
        island.gold -= 1
        yield Tell("toy.done", step=TURN.written(island, [step]))

    yield from take_steps(TURN, island, lambda island: island.gold > 2, question, do)


def test_what_a_line_leaves_open_is_asked_and_the_rest_is_done() -> None:
    talk = conversation(Island())
    asked = next(talk)
    assert asked.id == "toy.turn"
    asked = talk.send("d9-d10")
    assert asked.id == "toy.own"
    told = talk.send("own d9")
    assert told.values == {"step": "d9-d10 own d9"}
    assert next(talk).id == "toy.turn"
    assert talk.send("sail nor-high").values == {"step": "sail nor-high"}


def test_a_correction_that_makes_the_rest_of_a_line_impossible_is_not_passed_over() -> None:
    island = Island()
    talk = conversation(island)
    next(talk)
    assert talk.send("d1-sea own d1 annex norwood").values == {"step": "d1-sea own d1"}
    island.closed = False
    assert next(talk).id == "toy.turn"


def test_what_was_begun_is_forgotten_when_a_correction_makes_it_impossible() -> None:
    island = Island()
    talk = conversation(island)
    next(talk)
    assert talk.send("d9-d10").id == "toy.own"
    island.walls.add("d9-d10")
    assert talk.send(CORRECTED).id == "toy.turn"


class Bid(Step, frozen=True):
    """A good for a price that may be too high, unless it is taken unseen."""

    good: Option
    unseen: bool = False
    choice: tuple[str, ...] = ()
    parts = (
        Part("good", lambda island: PLACES),
        Part("unseen", lambda island: [Option("unseen", "unseen")], asked=False, behind="good"),
        Part(
            "choice", lambda island: PLACES, many=True, free=True, value=lambda thing: thing.id, behind="good"
        ),
    )


def can_be_bought(island: Island, step: Bid) -> Text | None:
    return None if step.unseen or island.gold >= 8 else Text("refused.unaffordable")


def bids(island: Island) -> list[Step]:
    steps = [Bid(good, unseen) for good in PLACES[:1] for unseen in (False, True)]
    return [step for step in steps if FAIR.why_not(island, step) is None]


def is_offered(island: Island, step: Bid) -> Text | None:
    return None if step.good is PLACES[0] else Text("refused.sold-out")


FAIR: Language[Island] = Language(
    "toy.rules.fair", (Bid,), bids, {Bid: (is_offered,)}, apply, deepcopy, doubts={Bid: (can_be_bought,)}
)


def test_a_word_that_was_not_said_is_not_meant_even_where_only_that_is_legal() -> None:
    poor = Island(gold=1)
    with pytest.raises(Refused) as caught:
        FAIR.understand(poor, "bazani-gate")
    assert (caught.value.text.id, caught.value.insist) == ("refused.unaffordable", True)
    assert FAIR.understand(poor, "bazani-gate", insist=True).steps == [Bid(PLACES[0])]
    assert FAIR.understand(poor, "bazani-gate unseen").steps == [Bid(PLACES[0], True)]


def test_what_is_said_behind_something_else_is_not_meant_before_it() -> None:
    with pytest.raises(Refused) as caught:
        FAIR.understand(Island(gold=8), "norwood")
    assert caught.value.text.id == "refused.sold-out"
    said = FAIR.understand(Island(gold=8), "bazani-gate norwood")
    assert said.steps == [Bid(PLACES[0], False, ("norwood",))]


# Words of a part's own, and what is said behind a verb

WARES = [Option("salt", "Salt"), Option("silk", "Silk")]


def a_coin(stall: Island, words: Sequence[str]) -> tuple[Named, int] | None:
    return (Option(words[0], words[0]), 1) if words[0].startswith("#") else None


def anything(stall: Island, words: Sequence[str]) -> tuple[Named, int]:
    return Option(words[0], words[0]), 1


class Buy(Step, frozen=True):
    """What is bought, with which coins, and who pays: anybody."""

    ware: str
    coins: tuple[str, ...] = ()
    paid: str = ""
    verb = Option("buy", "Buy")
    parts = (
        Part("ware", lambda stall: WARES, value=lambda thing: thing.id),
        Part("coins", lambda stall: (), value=lambda thing: thing.id, read=a_coin, free=True, many=True),
        Part(
            "paid",
            lambda stall: (),
            Option("by", "by"),
            value=lambda thing: thing.id,
            read=anything,
            shown=lambda stall, word: Option(word, word.title()),
            free=True,
        ),
    )


def is_on_sale(stall: Island, step: Buy) -> Text | None:
    return Text("refused.not-sold", ware=step.ware) if step.ware in stall.walls else None


def on_sale(stall: Island) -> list[Step]:
    return [step for ware in WARES if STALL.why_not(stall, step := Buy(ware.id)) is None]


STALL: Language[Island] = Language(
    "toy.stall", (Buy,), on_sale, {Buy: (is_on_sale,)}, lambda stall, step: None, deepcopy
)


def test_a_part_that_may_be_said_often_is_read_as_often_as_it_is_said() -> None:
    assert STALL.understand(Island(), "buy salt #1 #2").steps == [Buy("salt", ("#1", "#2"))]


def test_behind_a_lead_nothing_else_is_meant() -> None:
    assert STALL.understand(Island(), "buy salt by #3").steps == [Buy("salt", (), "#3")]


def test_a_lead_alone_leaves_a_part_open_that_may_be_left_out() -> None:
    said = STALL.understand(Island(), "buy salt by")
    assert not said.steps
    part = STALL.open_part(STALL.left(Island(), said.begun), said.begun)
    assert part is not None and part.field == "paid"


def test_a_verb_that_is_impossible_is_refused_by_what_is_said_behind_it() -> None:
    closed = Island(walls={"salt", "silk"})
    with pytest.raises(Refused) as caught:
        STALL.understand(closed, "buy silk by me")
    assert caught.value.text == Text("refused.not-sold", ware="silk")


def test_what_is_too_much_to_list_is_shown_by_its_id() -> None:
    words = STALL.named(Island(), Buy("salt", (), "ann"))
    assert [word if isinstance(word, str) else word.name for word in words] == ["Buy", "Salt", "by", "Ann"]
