"""The conversation: what is asked, what is told, what may be set right."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from automa.castle_combo import GAME, rules, scoring
from automa.castle_combo.game import CellOption, Play, Preview
from automa.dialogue import CORRECTED, TABLE, Ask, Choose, Move, Refused, Several, Tell, Text
from automa.game import Correction, Script, Seat, Setup
from automa.sheet import Sheet
from solo.fronts.reading import read
from solo.words.names import mark_of
from solo.words.sentences import Words
from tests.castle_combo.conserved import conserved
from tests.castle_combo.positions import card, fill, people, tables

WORDS = Words.of("en", ["castle_combo"], strict=True)


def game(*seats: Seat, **rulings: str) -> Play:
    in_force = {id.replace("_", "-"): option for id, option in rulings.items()}
    return Play(Setup(seats or people("you", "ann"), tables(), in_force, "table"))


class Talk:
    """A conversation at a table where everything is answered by hand."""

    def __init__(self, script: Play) -> None:
        self.script = script
        self.conversation = script.play()
        self.told: list[Tell] = []
        self.sheet: Sheet | None = None
        self.ask: Ask = Choose("", "", [])
        self._go_on(None)

    def say(self, *answers: object, insist: bool = False) -> Talk:
        """Answers in order, as a person types them."""
        for answer in answers:
            self._go_on(self.ask.check(self.ask.understood(answer, insist=insist), insist=insist))
        return self

    def fix(self, key: str, answer: Any) -> Talk:
        found = correction(self.script, key)
        found.put(found.ask.check(answer))
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
    def news(self) -> list[str]:
        """What was told since the last answer."""
        return [tell.id.removeprefix("castle-combo.") for tell in self.told]

    def heard(self, id: str) -> Tell:
        return next(tell for tell in self.told if tell.id == f"castle-combo.{id}")


def correction(script: Script, key: str) -> Correction:
    return next(each for each in script.corrections() if each.key == key)


SHOWN = ("judge", "steward", "gravedigger", "spy", "vicar", "bombardier")


def begun(*seats: Seat, first: str = "you", **rulings: str) -> Talk:
    return Talk(game(*seats, **rulings)).say(*SHOWN, first)


def play(script: Play, random: Random, after: Callable[[Play], None] | None = None) -> Sheet:
    """A whole game on random legal answers."""
    conversation = script.play()
    answer: object = None
    try:
        while True:
            item = conversation.send(answer)
            answer = item.check(item.legal(random)) if isinstance(item, Ask) else None
            if after is not None:
                after(script)
    except StopIteration as over:
        sheet: Sheet = over.value
        return sheet


# ---------------------------------------------------------------- set-up


def test_six_cards_are_turned_up_then_a_player_begins() -> None:
    talk = Talk(game())
    assert isinstance(talk.ask, Choose)
    assert (talk.ask.id, talk.ask.to, talk.ask.stream) == ("castle-combo.reveal", TABLE, "castle deck 1")
    assert len(talk.ask.options) == 39
    talk.say("judge", "nun", "prince", "spy", "vicar", "baker")
    assert (talk.ask.id, talk.ask.stream) == ("castle-combo.first-player", "die first player")
    assert talk.script.stage() is None  # nobody is said to begin before that is known
    talk.say("ann")
    assert talk.script.stage() is not None
    assert (talk.ask.id, talk.ask.to) == ("castle-combo.turn", "ann")
    assert talk.script.table.messenger == "village"


def test_what_a_person_said_was_turned_up_is_nothing_to_do() -> None:
    assert not begun().say("spy").say("monk").heard("turned-up").deed


def test_a_card_already_turned_up_cannot_be_turned_up_again() -> None:
    talk = Talk(game()).say("judge")
    with pytest.raises(Refused) as refused:
        talk.say("judge")
    assert refused.value.text == Text(
        "castle-combo.refused.lies-already",
        card=card("judge"),
        where=Text("castle-combo.where.display", location=Text("castle-combo.location.castle")),
    )


def test_a_card_of_the_other_deck_cannot_be_turned_up() -> None:
    with pytest.raises(Refused) as refused:
        Talk(game()).say("spy")
    assert refused.value.text.id == "castle-combo.refused.other-deck"


# ---------------------------------------------------------------- a person's turn


def test_the_options_of_a_turn() -> None:
    talk = begun()
    assert isinstance(talk.ask, Move)
    assert [option.id for option in talk.ask.options] == [
        "spy", "spy down", "vicar", "vicar down", "bombardier", "bombardier down", "m", "r"
    ]  # fmt: skip


@pytest.mark.parametrize(("gold", "told"), [(15, True), (4, True), (0, False)])
def test_how_to_take_a_card_face_down_is_told_where_one_could_be_bought(gold: int, told: bool) -> None:
    talk = begun().fix("display.village.2", "monk")  # in place of the Vicar, who is free
    ask = talk.fix("gold.you", gold).ask
    assert isinstance(ask, Move)
    assert (ask.note is not None) == told
    assert told == any(not option.listed for option in ask.options)


def test_the_question_of_a_turn_names_free_cells_that_are_not_drawn() -> None:
    talk = begun()
    fill(talk.script.table.player("you"), ". prince\n. duchess")
    ask = talk.fix("gold.you", 15).ask
    assert isinstance(ask, Move) and ask.note is not None
    assert WORDS.plain(ask.note) == "Add “down”: face down, for 6 gold and 2 keys. Also room on c1."


def test_buying_a_card_pays_gains_moves_the_messenger_and_asks_for_the_new_card() -> None:
    talk = begun().say("vicar")
    assert [tell.id for tell in talk.told] == [
        "castle-combo.takes-free", "castle-combo.gains", "castle-combo.messenger"
    ]  # fmt: skip
    assert (talk.ask.id, talk.ask.stream) == ("castle-combo.reveal", "village deck 1")
    talk.say("monk")
    assert talk.heard("turned-up").values["cards"] == [card("monk")]
    assert [each.id for each in talk.script.table.display["village"]] == ["spy", "monk", "bombardier"]
    assert talk.script.state()["players"][0] == {
        "seat": "you",
        "gold": 16,
        "keys": 2,
        "points": 12,
        "tableau": {"c3": {"card": "vicar", "down": False, "gold": 0}},
    }


def test_a_key_moves_the_messenger_and_then_a_card_is_taken_without_another_key() -> None:
    talk = begun().say("m")
    assert "key-moves" in talk.news
    assert isinstance(talk.ask, Move)
    assert talk.ask.id == "castle-combo.take"
    assert [option.id for option in talk.ask.options if option.id in ("m", "r")] == []
    talk.say("judge")
    assert talk.script.table.player("you").keys == 2 - 1 + 2


def test_a_key_renews_the_cards_and_the_turn_goes_on_with_the_new_ones() -> None:
    talk = begun().say("r", "monk", "baker", "potter")
    assert (talk.ask.id, talk.ask.to) == ("castle-combo.take", "you")
    assert [each.id for each in talk.script.table.discards["village"]] == ["spy", "vicar", "bombardier"]
    assert "takes" in talk.say("monk").news


def test_a_whole_turn_in_one_line() -> None:
    talk = begun().say("m gravedigger c3 vicar")
    assert talk.heard("discards").values["card"] is card("vicar")
    assert talk.ask.id == "castle-combo.reveal"


def test_a_cell_is_asked_for_when_there_are_several() -> None:
    talk = begun().say("vicar", "monk", "judge down", "nun", "steward")
    assert talk.ask.id == "castle-combo.cell"
    assert isinstance(talk.ask, Choose)
    assert [option.id for option in talk.ask.options] == ["c2", "b3", "d3", "c4"]
    name = talk.ask.options[1].name
    assert isinstance(name, Text)
    assert name.values["place"] == [Text("castle-combo.place.left-of", card=card("vicar"))]
    assert talk.say("b3").heard("takes-free").values["cell"] == "b3"


def test_what_a_place_is_said_to_bring_is_what_it_brings() -> None:
    counted: set[str] = set()
    for seed in range(8):
        random = Random(seed)
        talk = begun(*people("you", "ann", "bob"))
        while talk.sheet is None:
            ask, table = talk.ask, talk.script.table
            answer = ask.legal(random)
            if ask.id != "castle-combo.cell":
                talk.say(answer)
                continue
            option = next(each for each in ask.options if each.id == answer)
            assert isinstance(option, CellOption) and mark_of(option, WORDS) == option.id
            player = table.active
            before = scoring.total(player)
            talk.say(answer)
            assert scoring.total(player) - before == option.gain
            preview = ask.text.values["counted"]
            assert isinstance(preview, Preview)
            said = preview.name
            counted.add(said.id)
            assert (talk.ask.id == "castle-combo.ability") <= (
                said.id == "castle-combo.counted-in.no-ability"
            )
    assert counted == {f"castle-combo.counted-in.{each}" for each in ("ability", "no-ability", "back")}


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("c3", "castle-combo.refused.taken"),
        ("b2", "castle-combo.refused.apart"),
        ("d9", "castle-combo.refused.no-cell"),
        ("1 b", "refused.not-an-option"),
    ],
)
def test_a_cell_that_cannot_be_is_refused_with_why(typed: str, refused: str) -> None:
    talk = begun().say("vicar", "monk", "judge down", "nun", "steward")
    with pytest.raises(Refused) as caught:
        read(talk.ask, typed, WORDS)
    assert caught.value.text.id == refused


def test_a_card_to_discard_is_never_taken_for_another_that_begins_so() -> None:
    """The Executioner discards a card of the Castle: the Prince lies in the deck, the Princess there."""
    talk = Talk(game()).say("judge", "princess", "gravedigger", "executioner", "vicar", "spy", "you")
    talk.say("executioner")
    assert talk.ask.id == "castle-combo.ability"
    for typed, refused in (
        ("prince", "castle-combo.refused.not-here"),
        ("spy", "castle-combo.refused.lies-elsewhere"),
        ("zzz", "refused.not-an-option"),
        ("prin", "refused.unclear"),
    ):
        with pytest.raises(Refused) as caught:
            read(talk.ask, typed, WORDS)
        assert caught.value.text.id == refused
    assert read(talk.ask, "princess", WORDS) == "princess"
    assert read(talk.ask, "jud", WORDS) == "judge"


def test_a_real_choice_of_an_ability_is_asked() -> None:
    """Ann buys the Potter with its two Craftsmanship: the Bombardier gives 2 gold or 2 keys."""
    talk = Talk(game()).say("judge", "nun", "prince", "potter", "spy", "bombardier", "ann")
    talk.say("potter", "monk", "m bombardier")
    assert talk.ask.id == "castle-combo.ability"
    assert isinstance(talk.ask, Choose)
    assert [option.id for option in talk.ask.options] == ["gold", "keys"]
    talk.say("gold")
    assert talk.heard("gains").values["amounts"] == [Text("amount.gold", n=2)]


def test_no_choice_is_asked_where_one_way_brings_nothing() -> None:
    talk = begun().say("bombardier")
    assert talk.heard("gains").values["amounts"] == [Text("amount.keys", n=2)]


def test_neighbours_are_asked_about_or_the_better_one_is_taken() -> None:
    for ruling, asked in (("choose", True), ("best", False)):
        talk = Talk(game(*people("you", "ann", "bob"), neighbour=ruling))
        table_now = talk.script.table
        talk.say("templar", "nun", "prince", "potter", "spice-merchant", "spy", "ann")
        table_now.player("ann").lay(card("mother-superior"), "c3")
        table_now.undrawn["castle"].remove(card("mother-superior"))
        talk.say("spy b3", "monk", "spice-merchant c3", "baker")
        talk.say("m templar")
        assert (talk.ask.id == "castle-combo.ability") is asked
        if asked:
            talk.say("left")
        assert talk.heard("gains").values["amounts"] == [
            Text("amount.gold", n=2),
            Text("amount.keys", n=1),
        ]


def test_a_price_that_cannot_be_paid_may_be_insisted_on() -> None:
    talk = begun().fix("gold.you", 3)
    with pytest.raises(Refused) as refused:
        talk.say("spy")
    assert refused.value.insist
    talk.say("spy", insist=True)
    assert talk.script.table.player("you").gold == 1  # all 3 paid, 1 gained for its own Scholarship


# ---------------------------------------------------------------- an opponent's turn

FOE = Seat("foe", "Foe", "foe")


def test_an_opponent_is_asked_for_all_equally_good_moves_and_the_app_picks_one() -> None:
    talk = begun(Seat("you", "You"), FOE, first="foe")
    assert isinstance(talk.ask, Several)
    assert (talk.ask.id, talk.ask.to, talk.ask.low) == ("castle-combo.opponent-key", "foe", 1)
    assert [option.id for option in talk.ask.options] == ["none", "move", "refresh"]
    talk.say(["none"])
    assert talk.ask.id == "castle-combo.opponent-take"
    talk.ask.why = [Text("because")]
    talk.say(["spy c3", "vicar c3"])
    assert (talk.ask.id, talk.ask.to) == ("selector.equals", TABLE)
    talk.say(2)
    takes = talk.heard("takes-free")
    assert (takes.seat, takes.values["card"]) == ("foe", card("vicar"))
    assert takes.why[0] == Text("because")
    assert len(takes.why) == 2


def test_an_opponent_moves_the_messenger_with_a_key() -> None:
    talk = begun(Seat("you", "You"), FOE, first="foe").say(["move"])
    assert talk.heard("key-moves").seat == "foe"
    assert isinstance(talk.ask, Several)
    assert "judge c3" in [option.id for option in talk.ask.options]


def test_an_opponent_is_asked_about_a_real_choice() -> None:
    talk = begun(Seat("you", "You"), FOE, first="foe").say(["move"], ["gravedigger c3"])
    assert talk.ask.id == "castle-combo.opponent-ability"
    assert talk.say(["spy"]).heard("discards").seat == "foe"


def test_without_keys_an_opponent_is_not_asked_about_them() -> None:
    talk = begun(Seat("you", "You"), FOE).fix("keys.foe", 0).say("vicar", "monk")
    assert talk.ask.id == "castle-combo.opponent-take"


# ---------------------------------------------------------------- decks that run out


def test_an_empty_deck_is_reshuffled_and_drawn_from_anew() -> None:
    talk = begun()
    village = talk.script.table.undrawn["village"]
    talk.script.table.discards["village"] += village
    village.clear()
    talk.say("spy c3")
    assert "reshuffle" in talk.news
    assert talk.ask.stream == "village deck 2"
    assert conserved(talk.script.table) == []


def test_nothing_is_said_of_shuffling_cards_that_the_app_keeps() -> None:
    talk = Talk(Play(Setup(people("you", "ann"), tables(), {}, "app")))
    assert "setup.decks" not in talk.news
    talk.say(*SHOWN, "you")
    village = talk.script.table.undrawn["village"]
    talk.script.table.discards["village"] += village
    village.clear()
    talk.say("spy c3")
    assert "reshuffle" not in talk.news
    assert talk.ask.stream == "village deck 2"


def test_a_player_who_was_wished_to_begin_is_not_asked_for_and_is_told() -> None:
    talk = Talk(Play(Setup(people("you", "ann"), tables(), {}, "table", first="ann")))
    talk.say(*SHOWN)
    assert talk.ask.id == "castle-combo.turn" and talk.ask.to == "ann"
    assert "begins" in talk.news


def test_a_location_that_runs_out_leaves_the_game() -> None:
    talk = begun()
    village = talk.script.table.undrawn["village"]
    talk.script.table.gone += village
    village.clear()
    talk.say("spy c3")
    assert "location-gone" in talk.news
    assert isinstance(talk.ask, Move)
    assert [option.id for option in talk.ask.options][-1] == "r"
    assert "m" not in [option.id for option in talk.ask.options]
    assert conserved(talk.script.table) == []
    with pytest.raises(Refused):
        talk.say("m")


# ---------------------------------------------------------------- whole games


def adds_up(script: Play) -> None:
    assert conserved(script.table) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_add_up_at_every_step(seats: int) -> None:
    names = ["you", "ann", "bob", "eve", "dan"][:seats]
    for seed in range(4):
        script = game(*(Seat(name, name, "foe" if place % 2 else "") for place, name in enumerate(names)))
        sheet = play(script, Random(seed), adds_up)
        assert all(len(player.cards) == 9 for player in script.table.players)
        assert len(sheet.columns) == seats
        assert script.state()["over"]


def test_nothing_is_turned_up_after_the_last_turn_unless_ruled_so() -> None:
    for ruling, face_up in (("skip", 5), ("refill", 6)):
        script = game(last_refill=ruling)
        random = Random(3)
        play(script, random)
        shown = sum(len(cards) for cards in script.table.display.values())
        assert shown <= face_up if ruling == "skip" else shown == face_up


def test_the_same_answers_give_the_same_state() -> None:
    one, two = game(), game()
    assert play(one, Random(5)) == play(two, Random(5))
    assert one.state() == two.state()


# ---------------------------------------------------------------- setting things right


def test_gold_and_keys_beyond_the_box_need_insisting() -> None:
    script = begun().script
    for key, most in (("gold.you", 100), ("keys.you", 60)):
        found = correction(script, key)
        found.ask.check(most)
        with pytest.raises(Refused) as refused:
            found.ask.check(most + 1)
        assert refused.value.insist
        assert found.ask.check(999, insist=True) == 999


def test_a_card_on_display_is_replaced_by_one_from_the_deck() -> None:
    talk = begun().fix("display.village.1", "monk")
    assert conserved(talk.script.table) == []
    assert isinstance(talk.ask, Move)
    assert talk.ask.options[0].id == "monk"


def test_a_card_that_lies_elsewhere_is_refused_with_where_it_lies() -> None:
    talk = begun().say("vicar", "monk")
    before = talk.script.state()
    with pytest.raises(Refused) as refused:
        talk.fix("display.village.1", "vicar")
    assert refused.value.text.id == "castle-combo.fix.lies-there"
    assert talk.script.state() == before


def test_a_laid_card_is_replaced_turned_over_moved_and_stocked() -> None:
    talk = begun().say("vicar", "monk", "judge", "nun", "m gravedigger c4 spy", "prince", "baker")
    script = talk.script
    talk.fix("purse.you.c4", 8)
    assert script.state()["players"][0]["tableau"]["c4"]["gold"] == 8
    with pytest.raises(Refused):
        talk.fix("card.you.c4", "duchess")
    with pytest.raises(Refused):
        talk.fix("down.you.c4", True)
    talk.fix("purse.you.c4", 0).fix("down.you.c4", True).fix("cell.you.c4", "b3")
    assert script.state()["players"][0]["tableau"]["b3"] == {"card": "gravedigger", "down": True, "gold": 0}
    with pytest.raises(Refused):
        talk.fix("cell.you.b3", "e5")
    talk.fix("cell.you.b3", "c3").fix("card.you.c3", "duchess")
    assert script.state()["players"][0]["tableau"]["c3"]["card"] == "duchess"
    assert conserved(script.table) == []


def test_a_correction_between_card_and_cell_asks_the_turn_again() -> None:
    talk = begun().say("vicar", "monk", "judge down", "nun", "steward")
    assert talk.ask.id == "castle-combo.cell"
    place = [each.id for each in talk.script.table.display["castle"]].index("steward") + 1
    talk.fix(f"display.castle.{place}", "duchess").say("c4")
    assert talk.ask.id == "castle-combo.turn"
    assert conserved(talk.script.table) == []


def test_random_corrections_never_break_the_count() -> None:
    for seed in range(6):
        random = Random(seed)
        script = game()
        conversation = script.play()
        answer: object = None
        try:
            while True:
                item = conversation.send(answer)
                if not isinstance(item, Ask):
                    answer = None
                elif random.random() < 0.15:
                    found = random.choice(script.corrections())
                    before = script.state()
                    try:
                        found.put(found.ask.check(found.ask.legal(random)))
                    except Refused:
                        assert script.state() == before
                    answer = CORRECTED
                else:
                    answer = item.check(item.legal(random))
                assert conserved(script.table) == []
        except StopIteration:
            assert script.table.over


def test_the_game_as_the_companion_knows_it() -> None:
    assert (GAME.id, GAME.players, GAME.scored) == ("castle-combo", range(2, 6), range(1, 6))
    assert GAME.faults(tables()) == []
    assert [ruling.id for ruling in GAME.rulings(tables())] == ["neighbour", "last-refill"]
    assert "face-down" in dict(GAME.rules(tables()))


# ---------------------------------------------------------------- what is said


def test_what_an_ability_brings_is_added_up_for_each_resource() -> None:
    talk = Talk(game()).say("glassblower", "nun", "prince", "spy", "vicar", "baker", "you")
    talk.say("m").say("glassblower")
    assert talk.heard("gains").values["amounts"] == [Text("amount.gold", n=1)]
    script = game()
    script.table.active.lay(card("monk"), "c3")
    laid = script.table.active.lay(card("glassblower"), "c4")
    way = rules.ways(script.table, script.table.active, laid)[0]
    told = list(script.tell_ability(script.table.active, laid.card, way, ()))
    assert [tell.values["amounts"] for tell in told] == [[Text("amount.gold", n=2)]]


def test_a_discount_on_both_locations_is_a_discount_on_all_cards() -> None:
    talk = Talk(game()).say("baron", "nun", "prince", "spy", "vicar", "baker", "you")
    talk.say("m baron")
    assert "discount-all" in talk.news


# ---------------------------------------------------------------- corrections in between


def test_a_discarded_card_can_be_set_right() -> None:
    talk = begun().say("r")
    assert [each.id for each in talk.script.table.discards["village"]] == ["spy", "vicar", "bombardier"]
    talk.fix("discard.village.2", "monk")
    assert [each.id for each in talk.script.table.discards["village"]] == ["spy", "monk", "bombardier"]
    assert conserved(talk.script.table) == []
    talk.say("vicar")
    with pytest.raises(Refused):
        correction(talk.script, "discard.village.1").put("vicar")


def test_an_opponent_chooses_again_when_the_card_it_would_discard_turns_out_to_be_another() -> None:
    """The correction comes when the app is to decide between two cards of the same cost."""
    seats = (*people("you"), Seat("amabel", "Amabel", "sister-amabel"))
    talk = Talk(game(*seats)).say("judge", "nun", "scribe", "executioner", "vicar", "bombardier", "amabel")
    talk.say(["none"], ["executioner c3"])
    assert talk.ask.id == "castle-combo.opponent-ability"
    talk.say(["judge", "scribe"])
    assert talk.ask.id == "selector.equals"
    talk.fix("display.castle.1", "duchess").say(1)
    assert talk.ask.id == "castle-combo.opponent-ability"
    talk.say(["duchess"])
    assert talk.heard("gains").values["amounts"] == [Text("amount.gold", n=5)]
    assert conserved(talk.script.table) == []


def test_a_cell_that_cannot_be_is_refused_with_the_reason() -> None:
    talk = begun().say("vicar", "monk", "judge", "nun", "spy")
    assert talk.ask.id == "castle-combo.cell"
    for cell, reason in (("c3", "taken"), ("b2", "apart"), ("x9", "no-cell")):
        with pytest.raises(Refused) as refused:
            talk.say(cell)
        assert refused.value.text.id == f"castle-combo.refused.{reason}"


@pytest.mark.parametrize("typed", ["c3", "C3 spy", "b2 vicar"])
def test_a_cell_that_is_typed_first_is_no_name_of_a_card(typed: str) -> None:
    ask = begun().ask
    with pytest.raises(Refused) as refused:
        ask.check(ask.understood(typed))
    assert refused.value.text.id == "castle-combo.refused.card-first"
    assert GAME.unknown_name(ask, refused.value.text) == ""
