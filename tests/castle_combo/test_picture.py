"""Pictures: every word is there in both languages, and nothing is wider than the screen."""

from __future__ import annotations

from functools import cache
from io import StringIO
from itertools import chain
from random import Random

import pytest
from rich.console import Console

from automa.castle_combo import GAME
from automa.castle_combo.game import Play
from automa.castle_combo.opponents.cast import CAST
from automa.castle_combo.picture import card_picture, open_outside, panels, stage, window
from automa.castle_combo.rules import leave_display, remove_location
from automa.dialogue import TABLE, Ask
from automa.game import Seat, Setup, you
from automa.picture import Grid, Lines, Listing, Picture, whole
from solo.facts.overlay import load
from solo.facts.telling import drawing
from solo.showing.screen import Screen
from solo.words.sentences import LANGUAGES, Words
from tests.castle_combo.positions import deck, show, table, tableau, tables

WAYS = [(lang, width, plain) for lang in LANGUAGES for width in (80, 120) for plain in (False, True)]


@cache
def words_of(lang: str) -> Words:
    return Words.of(lang, ["castle_combo"], strict=True)


def printed(drawn: Picture, lang: str = "en", width: int = 80, plain: bool = False) -> str:
    words = words_of(lang)
    out = StringIO()
    if plain:
        screen = Screen.plain(words, out, width)
    else:
        screen = Screen.rich(words, Console(file=out, width=width, color_system=None), encoding="utf-8")
    screen.picture(drawn)
    text = out.getvalue()
    assert max(map(len, text.splitlines()), default=0) <= width
    return text


def some_game(players: int, turns: int, seed: int) -> Play:
    ids = [*tables().opponents.opponent][: players - 1]
    seats = [you(), *(Seat(id, tables().opponents.opponent[id].name, id) for id in ids)]
    script = Play(Setup(seats, tables()))
    deciders = {seat.id: CAST.decider(seat, Setup(seats, tables())) for seat in seats}
    random = Random(seed)
    conversation = script.play()
    said: object = None
    while script.table.turn < turns:
        item = conversation.send(said)
        said = None
        if isinstance(item, Ask):
            said = (
                item.legal(random)
                if item.to == TABLE
                else item.check(deciders[item.to].answer(item, script, random)[0])
            )
    return script


@pytest.mark.parametrize(("lang", "width", "plain"), WAYS)
@pytest.mark.parametrize("players", [2, 5])
def test_the_table_at_any_time_of_the_game(lang: str, width: int, plain: bool, players: int) -> None:
    for turns in (0, 1, 4 * players, 8 * players + 1):
        made = some_game(players, turns, seed=turns).table
        for seat in ("you", TABLE):
            text = printed(whole(stage(made), panels(made, seat)), lang, width, plain)
            for player in made.players:
                for laid in player.cards.values():
                    assert laid.down or laid.card.name.split()[0] in text
            for cards in made.display.values():
                assert all(card.name.split()[0] in text for card in cards)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_can_be_drawn_everywhere(lang: str) -> None:
    for card in deck().cards:
        assert card.name in printed(card_picture(card), lang).replace("\n", " ")
        made = table("you", "ann")
        show(made, {card.location: card.id})
        for player in made.players:
            player.lay(card, "c3")
        for plain in (False, True):
            drawn = printed(whole(stage(made), panels(made, "you")), lang, 80, plain)
            assert drawn.count(card.name.split()[0]) >= 3, "on offer, and in both tableaus"


def test_prices_are_those_of_the_seat_and_say_what_is_too_dear() -> None:
    made = table("you", "ann", you="princess")
    show(made, {"castle": "banker judge steward"})
    made.player("you").gold = 5
    text = printed(whole(stage(made), panels(made, "you")))
    assert "✗ 7→6 gold" in text
    assert "4→3 gold" in text
    assert "✗ 4→3 gold" not in text


def test_for_the_whole_table_prices_are_the_printed_ones() -> None:
    made = table("you", "ann", you="princess")
    show(made, {"castle": "banker judge steward"})
    assert "→6" not in printed(whole(stage(made), panels(made, TABLE)))


def test_the_messenger_stands_where_he_stands() -> None:
    made = table("you", "ann")
    show(made, {"castle": "banker judge steward", "village": "baker farmer witch"})
    assert "The Village   messenger here" in printed(whole(stage(made), panels(made, "you")))


def test_three_rows_and_columns_are_drawn_and_move_for_a_card_at_the_edge_only() -> None:
    player = tableau(". . .\n. prince .")
    for cell, columns, outside in (("d3", "bcd", ["e3"]), ("e3", "cde", [])):
        player.lay(deck()["duchess" if cell == "d3" else "baron"], cell)
        assert window(player) == (["2", "3", "4"], list(columns))
        assert open_outside(player) == outside


def test_a_card_that_is_being_laid_moves_nothing_and_hides_nothing() -> None:
    made = table("you", "ann", you=". . .\n. prince duchess")
    before, laying = (panels(made, "you", gains)[0] for gains in ({}, {"e3": 4, "c2": 4, "c4": 4}))
    assert "e3" in printed(laying.forms[0])  # on a page
    for form, laid, (_, height) in zip(before.forms, laying.forms[1:], before.sizes, strict=False):
        rows, now = printed(form).splitlines(), printed(laid).splitlines()
        assert len(now) == len(rows) <= height
        assert "Prince" in "".join(now) and "Duchess" in "".join(now)


def wide_as(drawn: Picture) -> list[int]:
    """How much room each place of a tableau asks for."""
    cells = [cell for grid in drawn if isinstance(grid, Grid) for row in grid.rows for cell in row]
    spans = [[*chain(*cell.lines, *cell.right)] for cell in cells]
    return [sum(len(str(span.text)) for span in said) for said in spans]


def test_no_column_moves_where_a_card_may_be_laid_or_taken() -> None:
    made = table("you", "ann", you=". . .\n. prince .")
    before, laying = (panels(made, "you", gains)[0].forms[-1] for gains in ({}, {"c2": 4, "b3": 4, "d3": 12}))
    assert wide_as(before) == wide_as(laying)
    (offer,) = (block for block in panels(made, "you")[1].forms[-1] if isinstance(block, Listing))
    assert offer.stays_put


def test_a_purse_shows_what_is_on_it_and_a_back_shows_nothing() -> None:
    made = table("you", "ann", you="beekeeper*3 -", ann="potter*1")
    text = printed(whole(stage(made), panels(made, "you")))
    assert "purse 3 of 9 gold" in text
    assert "purse 1 of 4 gold" in text
    assert "face down" in text
    assert "His Majesty" not in text


def test_a_tableau_in_a_few_lines_still_shows_your_shields_and_how_many_cards_a_rival_has() -> None:
    made = table("you", "ann", "ben", "cor", you="- judge winemaker", ann="spy baker")
    own, _, _, rival, *_ = panels(made, "you")
    text = printed(own.forms[-2])
    assert len(text.splitlines()) == 3
    assert all(said in text for said in ("Judge Scholar", "Winemaker Scholar, Peasant", "face down"))
    assert printed([Lines([rival.line])]).strip().endswith(" 2/9")


def test_where_few_play_a_tableau_that_has_room_for_shields_has_room_for_scrolls() -> None:
    own, *_ = panels(table("you", "ann", you="- judge winemaker", ann="spy baker"), "you")
    assert "Winemaker" in printed(own.forms[-1]) and "Scholar" not in printed(own.forms[-1])
    assert "3/Castle +Village" in printed(own.forms[-2])


def test_a_location_that_is_gone() -> None:
    made = table("you", "ann")
    remove_location(made, "castle")
    assert "out of the game" in printed(whole(stage(made), panels(made, "you")))


@pytest.mark.parametrize(("lang", "width", "plain"), WAYS)
def test_opponents_as_cards(lang: str, width: int, plain: bool) -> None:
    for opponent in CAST.opponents(tables()):
        assert printed(opponent.card, lang, width, plain)
        assert words_of(lang).plain(opponent.character)


def test_facts_are_drawn_as_what_they_are_read_off() -> None:
    facts = load(GAME)
    assert "Judge" in printed(drawing(facts, "cards.card.judge.cost"))
    assert "Sister Amabel" in printed(drawing(facts, "opponents.opponent.sister-amabel"))
    assert "The Marshal" in printed(drawing(facts, "opponents.thinker.marshal.level.steady.gold"))


def test_the_cards_of_a_display_stay_where_they_lie_and_its_columns_where_they_stand() -> None:
    made = table("you", "ann")
    show(made, {"castle": "judge steward gravedigger", "village": "bombardier spy master-at-arms"})

    def rows() -> list[str]:
        _, castle, village, _ = panels(made, "you")
        return [
            *printed(castle.forms[1], width=120).splitlines(),
            *printed(village.forms[1], width=120).splitlines(),
        ]

    before = rows()
    shields = ("Scholar", "Noble", "Faith", "Military", "Scholar", "Military")
    assert len({row.index(shield) for row, shield in zip(before, shields, strict=True)}) == 1
    assert "Judge" in before[0] and before[0].startswith("   ")  # room for what is typed
    leave_display(made, deck()["spy"])
    after = rows()
    assert after[4].strip() == "empty"
    assert after[:4] + after[5:] == before[:4] + before[5:]
