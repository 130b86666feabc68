"""The score sheet of a game played without the app: from a file, or by questions that fill one in."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from automa import names, scorefile
from automa.castle_combo import scoring
from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.state import BOX_GOLD, BOX_KEYS, MOST, Cell, Player
from automa.castle_combo.tables import Tables
from automa.declared import Tree
from automa.dialogue import YOU, Move, Named, Option, Refused, Text, Unclear
from automa.game import Seat
from automa.picture import Cell as Box
from automa.picture import Grid, Panel, Span
from automa.scorefile import PlayerName, Question, Talk, asked, read, wrong
from automa.sheet import Sheet
from automa.typed import Where, meaning, shown

GRID: tuple[tuple[Cell, ...], ...] = (("b2", "c2", "d2"), ("b3", "c3", "d3"), ("b4", "c4", "d4"))
"""The cells of a final tableau, row by row."""
FACE_DOWN = "face-down"
_FACE_DOWN_WORDS = {"face down", "down", "facedown", "dicht", "gedekt", "omgekeerd"}

Row = Annotated[tuple[Any, Any, Any], meaning(Text("castle-combo.file.three-cards"))]
Amount = Annotated[int, Meta(ge=0, le=MOST)]
Taken: TypeAlias = Mapping[Card, tuple[str, Cell]]
"""Whose tableau each card lies in, and where in it."""


class Tableau(Struct, forbid_unknown_fields=True):
    """One player's cards, and what they have left."""

    tableau: Annotated[tuple[Row, Row, Row], meaning(Text("castle-combo.file.three-rows"))]
    gold: Annotated[Amount, asked(Question("castle-combo.score.gold", usual=BOX_GOLD))] = 0
    keys: Annotated[Amount, asked(Question("castle-combo.score.keys", usual=BOX_KEYS))] = 0
    purses: Tree = {}
    """By the names of cards: the gold on them that cannot be put elsewhere."""


class File(Struct, forbid_unknown_fields=True):
    """A score file."""

    player: Annotated[
        dict[PlayerName, Tableau], meaning(Text("castle-combo.file.one-to-five"), min_length=1, max_length=5)
    ]


def score_file(tables: Tables, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
    """The sheet for a filled-in file, whatever the rulings; `Refused` names the key and what is allowed."""
    deck, file = tables.cards.deck, read(File, content)
    scorefile.people(("player",), file.player)
    taken: dict[Card, tuple[str, Cell]] = {}
    players = []
    for number, (name, entry) in enumerate(file.player.items(), 1):
        player = Player(Seat(f"player-{number}", name), entry.gold, entry.keys)
        for words, cells in zip(entry.tableau, GRID, strict=True):
            for word, cell in zip(words, cells, strict=True):
                _lay(deck, taken, player, word, cell)
        _fill_purses(deck, player, entry.purses, ("player", name, "purses"))
        players.append(player)
    sheet = scoring.sheet(players)
    sheet.remarks += _beyond_the_box(players)
    return sheet


def _beyond_the_box(players: Sequence[Player]) -> Iterator[Text]:
    """What is counted that the box does not hold: it may be so, with other tokens, but is to be doubted."""
    keys = sum(player.keys for player in players)
    if keys > BOX_KEYS:
        yield Text("castle-combo.file.keys-in-box", found=keys, high=BOX_KEYS)
    gold = sum(player.gold + sum(laid.gold for laid in player.purses()) for player in players)
    if gold > BOX_GOLD:
        yield Text("castle-combo.file.gold-in-box", found=gold, high=BOX_GOLD)


def _lay(deck: Deck, taken: dict[Card, tuple[str, Cell]], player: Player, word: object, cell: Cell) -> None:
    name = str(player.seat.name)
    try:
        if not isinstance(word, str):
            raise Refused(Text("castle-combo.file.card", found=shown(word)))
        card = find_card(word, deck, taken)
    except Refused as refused:
        raise Refused(
            Text("castle-combo.file.cell", name=name, cell=cell_name(cell), problem=refused.text)
        ) from refused
    if card is None:
        # Which card lies face down does not matter: it counts for nothing but its cell.
        player.lay(deck.cards[0], cell, down=True)
    else:
        taken[card] = (name, cell)
        player.lay(card, cell)


def _fill_purses(deck: Deck, player: Player, purses: Mapping[str, object], place: Where) -> None:
    own = {laid.card: laid for laid in player.purses()}
    filled: set[Card] = set()
    for word, gold in purses.items():
        key = (*place, word)
        found = names.named(word, deck.cards)
        if len(found) != 1 or found[0] not in own:
            raise wrong(key, word, Text("castle-combo.file.purses", cards=list(own)))
        (card,) = found
        if card in filled:
            raise Refused(Text("castle-combo.file.purse-twice", key=scorefile.key_of(key), card=card))
        filled.add(card)
        own[card].gold = read(scorefile.whole(card.purse), gold, key)


def find_card(word: str, deck: Deck, taken: Taken) -> Card | None:
    """The card that is named, or nothing for one that lies face down; `Refused` names the nearest."""
    if word.strip() == "-" or names.folded(word) in _FACE_DOWN_WORDS:
        return None
    found = names.named(word, deck.cards)
    if len(found) > 1:
        raise Unclear(Text("refused.unclear", answer=scorefile.short(word), options=found))
    if not found:
        near = names.nearest_thing(word, deck.cards)
        if near is None:
            raise Refused(Text("castle-combo.score.unknown", typed=scorefile.short(word)))
        raise Refused(Text("castle-combo.score.unknown-near", typed=scorefile.short(word), near=near))
    (card,) = found
    if card in taken:
        name, cell = taken[card]
        raise Refused(Text("castle-combo.score.twice", card=card, name=name, cell=cell_name(cell)))
    return card


def cell_name(cell: Cell) -> Text:
    """A cell of the final grid in words: "top row, left"."""
    return Text(f"castle-combo.grid.{cell}")


def score(tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = {}) -> Talk[Sheet]:
    """Ask for every tableau card by card, then for gold and keys."""
    own = {"tableau": partial(_ask_tableau, tables.cards.deck, {})}
    filled = yield from scorefile.ask_players(Tableau, players, "castle-combo.score.name", tables, own)
    return score_file(tables, {"player": filled})


def _ask_tableau(deck: Deck, taken: dict[Card, tuple[str, Cell]], name: str) -> Talk[list[list[str]]]:
    """Cell after cell; a player who names a cell goes on there, and takes up what lies in it."""
    words: dict[Cell, str] = {}
    wanted: Cell | None = None
    while free := [cell for row in GRID for cell in row if cell not in words]:
        cell = wanted or free[0]
        word: str = yield _card_question(deck, taken, name, cell, words)
        wanted = word if any(word in row for row in GRID) else None
        if wanted is None:
            words[cell] = word
            if word != FACE_DOWN:
                taken[deck[word]] = (name, cell)
        elif (taken_up := words.pop(wanted, FACE_DOWN)) != FACE_DOWN:
            del taken[deck[taken_up]]
    return [[words[cell] for cell in row] for row in GRID]


def _card_question(deck: Deck, taken: Taken, name: str, cell: Cell, words: Mapping[Cell, str]) -> Move:
    options: list[Named] = [card for card in deck.cards if card not in taken]
    options.append(Option(FACE_DOWN, Text("castle-combo.score.face-down")))
    for each in (each for row in GRID for each in row if each != cell):
        # A cell to go on with is touched, and stands in no list of cards.
        to = "castle-combo.score.instead" if each in words else "castle-combo.score.first"
        options.append(Option(each, Text(to, cell=cell_name(each)), listed=False))

    def read_card(written: str, insist: bool) -> str:
        card = find_card(written, deck, taken)
        return FACE_DOWN if card is None else card.id

    return Move(
        "castle-combo.score.card",
        YOU,
        options,
        read=read_card,
        more=len(GRID) ** 2 - len(words) - 1,
        shows=[_drawn(deck, name, cell, words)],
        name=name,
        cell=cell_name(cell),
    )


def _drawn(deck: Deck, name: str, asked: Cell, words: Mapping[Cell, str]) -> Panel:
    """A tableau as far as it is filled in, with the cell that is asked for marked."""
    from automa.castle_combo.picture import LOCATION_STYLES, shield_spans  # a score file needs no pictures

    def box(cell: Cell) -> Box:
        word = words.get(cell)
        if word is None:
            return Box([[Span("?" if cell == asked else "+")]], "mark" if cell == asked else "dim", id=cell)
        if word == FACE_DOWN:
            return Box([[Span(Text("castle-combo.picture.face-down"), "dim")], []], "dim", id=cell)
        card = deck[word]
        return Box([[Span(card.name, "name")], shield_spans(card)], LOCATION_STYLES[card.location], id=cell)

    return Panel("tableau", name, forms=[[Grid([[box(cell) for cell in row] for row in GRID])]])
