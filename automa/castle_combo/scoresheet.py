"""The score sheet of a game played without the app: from a file, or by questions that fill one in."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from automa import names, scorefile
from automa.castle_combo import scoring
from automa.castle_combo.cards import Card, Deck
from automa.castle_combo.state import BOX_GOLD, BOX_KEYS, MOST, Cell, Player
from automa.castle_combo.tables import Tables
from automa.dialogue import YOU, Ask, Move, Named, Number, Option, Refused, Tell, Text, Unclear
from automa.game import USUAL, Seat
from automa.scorefile import Place, PlayerName, ask_name, meaning, people, read, short, shown, whole, wrong
from automa.sheet import Sheet

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
    gold: Amount = 0
    keys: Amount = 0
    purses: dict[str, Any] = {}
    """By the names of cards: the gold on them that cannot be put elsewhere."""


class File(Struct, forbid_unknown_fields=True):
    """A score file."""

    player: Annotated[
        dict[PlayerName, Tableau], meaning(Text("castle-combo.file.one-to-five"), min_length=1, max_length=5)
    ]


def score_file(tables: Tables, content: Any, rulings: Mapping[str, str] = USUAL) -> Sheet:
    """The sheet for a filled-in file, whatever the rulings; `Refused` names the key and what is allowed."""
    deck, file = tables.cards.deck, read(File, content)
    people(("player",), file.player)
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


def _fill_purses(deck: Deck, player: Player, purses: Mapping[str, Any], place: Place) -> None:
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
        own[card].gold = read(whole(card.purse), gold, key)


def find_card(word: str, deck: Deck, taken: Taken) -> Card | None:
    """The card that is named, or nothing for one that lies face down; `Refused` names the nearest."""
    if word.strip() == "-" or names.folded(word) in _FACE_DOWN_WORDS:
        return None
    found = names.named(word, deck.cards)
    if len(found) > 1:
        raise Unclear(Text("refused.unclear", answer=short(word), options=found))
    if not found:
        near = names.nearest_thing(word, deck.cards)
        if near is None:
            raise Refused(Text("castle-combo.score.unknown", typed=short(word)))
        raise Refused(Text("castle-combo.score.unknown-near", typed=short(word), near=near))
    (card,) = found
    if card in taken:
        name, cell = taken[card]
        raise Refused(Text("castle-combo.score.twice", card=card, name=name, cell=cell_name(cell)))
    return card


def cell_name(cell: Cell) -> Text:
    """A cell of the final grid in words: "top row, left"."""
    return Text(f"castle-combo.grid.{cell}")


def score(
    tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = USUAL
) -> Generator[Ask | Tell, Any, Sheet]:
    """Ask for every tableau card by card, then for gold and keys."""
    deck = tables.cards.deck
    filled: dict[str, Any] = {}
    taken: dict[Card, tuple[str, Cell]] = {}
    for _ in range(players):
        name = yield from ask_name("castle-combo.score.name", list(filled))
        rows = [[FACE_DOWN] * 3 for _ in GRID]
        left = sum(map(len, rows))
        for row, cells in zip(rows, GRID, strict=True):
            for column, cell in enumerate(cells):
                left -= 1
                row[column] = yield _card_question(deck, taken, name, cell, left)
                if row[column] != FACE_DOWN:
                    taken[deck[row[column]]] = (name, cell)
        gold = yield Number("castle-combo.score.gold", YOU, low=0, high=BOX_GOLD, limit=MOST, name=name)
        keys = yield Number("castle-combo.score.keys", YOU, low=0, high=BOX_KEYS, limit=MOST, name=name)
        filled[name] = {"tableau": rows, "gold": gold, "keys": keys}
    return score_file(tables, {"player": filled})


def _card_question(deck: Deck, taken: Taken, name: str, cell: Cell, more: int) -> Move:
    options: list[Named] = [card for card in deck.cards if card not in taken]
    options.append(Option(FACE_DOWN, Text("castle-combo.score.face-down")))

    def read_card(written: str, insist: bool) -> str:
        card = find_card(written, deck, taken)
        return FACE_DOWN if card is None else card.id

    return Move(
        "castle-combo.score.card", YOU, options, read=read_card, more=more, name=name, cell=cell_name(cell)
    )


def example() -> dict[str, Any]:
    """The example on page 11 of the rulebook: 75 points."""
    return {
        "player": {
            "Example": {
                "tableau": [
                    ["Judge", "His Holiness", "Locksmith"],
                    ["Clockmaker", "Sculptor", "Spice merchant"],
                    ["Banker", FACE_DOWN, "Miraculously cured"],
                ],
                "gold": 0,
                "keys": 11,
                "purses": {"Sculptor": 2, "Miraculously cured": 4},
            }
        }
    }
