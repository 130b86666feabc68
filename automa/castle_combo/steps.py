"""The steps of a turn: their words, their rules and what they do.

`m judge down b2` is two steps, a key for the messenger and a card; `bombardier c4 gold left` says with the
card how its ability is applied. A card is named by as many letters as tell it apart from all others, or in
full in French; a cell also as `left of judge` or `<judge` (`>`, `^`, `_`). What is left out is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import TypeAlias

from automa.castle_combo import rules
from automa.castle_combo.cards import Card
from automa.castle_combo.cards.wording import amount, location_name
from automa.castle_combo.rules import Purchase, Use
from automa.castle_combo.state import AROUND, CELLS, Cell, Laid, Player, State
from automa.dialogue import Choices, Named, Option, Refused, Text, choose_from
from automa.names import longest_named, nearest_thing
from automa.steps import Language, Part, Rule, Rules, Step

CHOICES: dict[str, tuple[str, ...]] = {
    "gold": ("goud",),
    "keys": ("key", "sleutels", "sleutel"),
    "purses": ("purse", "beurzen", "beurs"),
    "left": ("links",),
    "right": ("rechts",),
    "opponents": ("tegenstanders",),
    "discount": ("korting",),
}
"""The words for choices of abilities, and what else they are called."""
SIDES = {
    "left-of": ("<", "left", "links"),
    "right-of": (">", "right", "rechts"),
    "above": ("^", "above", "boven"),
    "below": ("_", "below", "onder"),
}
"""How a cell is said to lie beside a card: by a sign or a word."""
_OF = ("of", "van")
_CELL = re.compile(r"[a-z]\d+")


def for_a_back() -> list[Text]:
    """What a card taken face down brings."""
    return [amount("gold", rules.FACE_DOWN_GOLD), amount("keys", rules.FACE_DOWN_KEYS)]


DOWN = Option(
    "down",
    Text("castle-combo.word.down"),
    Text("castle-combo.offer.down-gives", gains=for_a_back()),
    ("facedown", "face-down", "dicht", "omgekeerd", "gedekt"),
)


# ---------------------------------------------------------------- what can be said


class Priced(Option, eq=False, kw_only=True):
    """A card with what it costs the player whose turn it is."""

    card: Card


def cards(state: State) -> list[Priced]:
    """Every card there is."""
    priced = [(card, amount("gold", rules.price(state.active, card))) for card in state.deck.cards]
    return [
        Priced(card.id, card.name, price, card.also, editions=card.editions, card=card)
        for card, price in priced
    ]


def cells(state: State) -> list[Option]:
    """Every cell there is, by its name and by what lies around it."""
    laid = state.active.cards
    return [Option(cell, cell, Text("castle-combo.place", place=place_words(laid, cell))) for cell in CELLS]


def place_words(cards: Mapping[Cell, Laid], cell: Cell) -> list[Text]:
    """A cell by what lies around it: left of the Judge and above the Monk."""
    if not cards:
        return [Text("castle-combo.place.first")]
    places: list[Text] = []
    for side, beside in AROUND[cell].items():
        if beside in cards:
            laid = cards[beside]
            name = Text("castle-combo.place.back", cell=beside) if laid.down else laid.card
            places.append(Text(f"castle-combo.place.{side}", card=name))
    return places


def read_beside(state: State, words: Sequence[str]) -> tuple[Named, int] | None:
    """The cell that is said to lie beside a card of the tableau."""
    word = words[0].casefold()
    for side, (sign, *names) in SIDES.items():
        if word[0] == sign:
            rest = [word[1:], *words[1:]] if word[1:] else words[1:]
        elif word in names and len(words) > 1 and words[1].casefold() in _OF:
            rest = words[2:]
        elif word in names and side in ("above", "below"):  # left and right alone are choices
            rest = words[1:]
        else:
            continue
        cell, count = _beside(state, side, rest)
        return Option(cell, cell), len(words) - len(rest) + count
    return None


def _beside(state: State, side: str, words: Sequence[str]) -> tuple[Cell, int]:
    own = {laid.card: laid.cell for laid in state.active.cards.values()}
    if not words:
        raise Refused(Text("castle-combo.refused.beside-what", cards=list(own)))
    count, found = longest_named(words, state.deck.cards)
    if not found:
        raise Refused(unknown_card(state, " ".join(words), choose_from(list(own))))
    if len(found) > 1:
        raise Refused(Text("refused.unclear", answer=" ".join(words[:count]), options=found))
    (card,) = found
    if card not in own:
        raise Refused(lies_elsewhere(state, card, choose_from(list(own))))
    cell = next((cell for cell in CELLS if AROUND[cell].get(side) == own[card]), None)
    if cell is None:
        free = list(rules.legal_cells(state.active))
        raise Refused(Text("castle-combo.refused.beyond", card=card, cells=free))
    return cell, count


def ability_words(state: State) -> list[Named]:
    """All that can be said about an ability: a word, a neighbour, a card to discard or with a purse."""
    also = dict(CHOICES)
    for side, who in zip(("left", "right"), state.neighbours(state.active), strict=True):
        also[side] += (who.seat.id, *([who.seat.name] if isinstance(who.seat.name, str) else []))
        if len(state.players) == 2:
            del also[side]  # there is one neighbour, and nothing to choose
    words = [Option(word, Text(f"castle-combo.word.{word}"), also=also[word]) for word in also]
    return [*words, *state.deck.cards]


def no_such_choice(state: State, typed: str) -> Text:
    return Text("castle-combo.refused.no-choice", rest=typed)


def no_such_card(state: State, typed: str) -> Text:
    """What to say of words that name no card, as far as they can be a name."""
    words = typed.split(" ")
    if _CELL.fullmatch(words[0].casefold()):
        return Text("castle-combo.refused.card-first", cell=words[0].casefold(), choices=_choose(state))
    shown = state.display[state.messenger]
    if shown and words[0].casefold() in (DOWN.id, *DOWN.also):
        return Text("castle-combo.refused.down-alone", typed=words[0], card=shown[0])
    ends = (place for place, word in enumerate(words) if place and _CELL.fullmatch(word.casefold()))
    return unknown_card(state, " ".join(words[: next(ends, len(words))]), _choose(state))


def unknown_card(state: State, typed: str, right: Choices) -> Text:
    near = nearest_thing(typed, state.deck.cards)
    if near is None:
        return Text("castle-combo.refused.unknown", typed=typed, choices=right)
    return Text("castle-combo.refused.unknown-near", typed=typed, near=near, choices=right)


def no_such_cell(state: State, typed: str) -> Text | None:
    cell = typed.split(" ")[0].casefold()
    return Text("castle-combo.refused.no-cell", cell=cell) if _CELL.fullmatch(cell) else None


@cache
def other_cells(free: tuple[Cell, ...]) -> list[Option]:
    """The cells that are not free: their names mean them all the same."""
    return [Option(cell, cell) for cell in CELLS if cell not in free]


def why_not_cell(player: Player, typed: str) -> Text | None:
    """Why the next card cannot lie on a cell that a person names; nothing of what is no name of a cell."""
    cell = typed.casefold()
    return rules.why_not_there(player, cell) if _CELL.fullmatch(cell) else None


def _choose(state: State) -> Choices:
    return choose_from(state.display[state.messenger])


# ---------------------------------------------------------------- the steps


class MoveMessenger(Step, frozen=True):
    """A key moves the messenger to the other location."""

    verb = Option("m", "m", Text("castle-combo.word.m"), editions=("move", "verplaats"))


class Refresh(Step, frozen=True):
    """A key renews the cards at the messenger."""

    verb = Option("r", "r", Text("castle-combo.word.r"), editions=("refresh", "ververs"))


class Take(Step, frozen=True):
    """A card is bought, or taken face down, and laid in the tableau."""

    card: Card
    cell: Cell
    down: bool = False
    choices: tuple[str, ...] = ()
    """Which way to apply the ability, as far as it is said (`rules.Way.words`)."""

    parts = (
        Part("card", cards, value=lambda priced: priced.card, wrong=no_such_card),
        Part("down", lambda state: [DOWN], asked=False, behind="card"),
        Part("cell", cells, value=attrgetter("id"), read=read_beside, wrong=no_such_cell, behind="card"),
        Part(
            "choices",
            ability_words,
            label="choice",
            value=attrgetter("id"),
            many=True,
            free=True,
            wrong=no_such_choice,
            behind="card",
        ),
    )


MOVE = MoveMessenger()
REFRESH = Refresh()
SpendKey: TypeAlias = MoveMessenger | Refresh
KEYS: Mapping[Use, SpendKey] = {"move": MOVE, "refresh": REFRESH}


# ---------------------------------------------------------------- their rules


def the_turn_goes_on(state: State, step: Step) -> Text | None:
    return Text("castle-combo.refused.turn-over") if state.phase == "over" else None


def no_key_is_spent_yet(state: State, step: Step) -> Text | None:
    return Text("castle-combo.refused.second-key") if state.phase != "key" else None


def there_is_a_key(state: State, step: Step) -> Text | None:
    return Text("castle-combo.refused.no-key") if state.active.keys < 1 else None


def there_are_two_locations(state: State, step: MoveMessenger) -> Text | None:
    if state.removed is None:
        return None
    return Text("castle-combo.refused.no-move", location=location_name(state.messenger))


def new_cards_are_known(state: State, step: Take) -> Text | None:
    return None if state.display[state.messenger] else Text("castle-combo.refused.refresh-first")


def it_lies_at_the_messenger(state: State, step: Take) -> Text | None:
    if step.card in state.display[state.messenger]:
        return None
    return lies_elsewhere(state, step.card, _choose(state))


def lies_elsewhere(state: State, card: Card, right: Choices) -> Text:
    lies = rules.where(state, card)
    if lies is None:
        return Text("castle-combo.refused.not-here", card=card, choices=right)
    is_shown = any(card in shown for shown in state.display.values())
    if is_shown and state.removed is None and state.phase == "key":
        return Text("castle-combo.refused.other-location", card=card, where=lies, choices=right)
    return Text("castle-combo.refused.lies-elsewhere", card=card, where=lies, choices=right)


def it_fits_there(state: State, step: Take) -> Text | None:
    return rules.why_not_there(state.active, step.cell)


def a_back_has_no_ability(state: State, step: Take) -> Text | None:
    if not step.choices or not step.down:
        return None
    return Text("castle-combo.refused.face-down-choice", card=step.card, rest=" ".join(step.choices))


def the_choices_go_together(state: State, step: Take) -> Text | None:
    if not step.choices:
        return None
    twin = state.copy()
    rules.take(twin, twin.active, step.card, step.cell)
    ways = rules.ways(twin, twin.active, twin.active.cards[step.cell])
    if any(set(step.choices) <= set(way.words) for way in ways):
        return None
    options = [
        Option(way.id, Text("castle-combo.refused.choice-of", words=way.id, what=way.name))
        for way in ways
        if way.words
    ]
    typed = " ".join(step.choices)
    if not options:
        return no_such_choice(state, typed)
    return Text("castle-combo.refused.choice", typed=typed, ways=options)


def it_can_be_paid(state: State, step: Take) -> Text | None:
    price, gold = rules.price(state.active, step.card), state.active.gold
    if step.down or price <= gold:
        return None
    return Text(
        "castle-combo.refused.too-dear",
        card=step.card,
        price=amount("gold", price),
        gold=amount("gold", gold),
        typed=step.card.id,
    )


_KEY: tuple[Rule, ...] = (the_turn_goes_on, no_key_is_spent_yet, there_is_a_key)
RULES: Rules = {
    MoveMessenger: (*_KEY, there_are_two_locations),
    Refresh: _KEY,
    Take: (
        the_turn_goes_on,
        new_cards_are_known,
        it_lies_at_the_messenger,
        it_fits_there,
        a_back_has_no_ability,
        the_choices_go_together,
    ),
}
DOUBTS: Rules = {Take: (it_can_be_paid,)}
"""The app's count of gold may be off: a player who insists pays all there is."""


def legal(state: State) -> list[Step]:
    """What the player whose turn it is can do now."""
    if state.phase == "over":
        return []
    return [*keys(state), *map(step_of, rules.purchases(state, state.active))]


def keys(state: State) -> list[SpendKey]:
    """What a key can be spent on now."""
    if TURN.why_not(state, REFRESH) is not None:
        return []
    return [REFRESH] if there_are_two_locations(state, MOVE) else [MOVE, REFRESH]


def step_of(purchase: Purchase) -> Take:
    """The step that a purchase is."""
    return Take(purchase.card, purchase.cell, purchase.down)


def apply(state: State, step: Step) -> None:
    """Take a step; the ability of a card that was taken is yet to be applied."""
    player = state.active
    match step:
        case MoveMessenger():
            state.phase = "take"
            rules.spend_key_to_move(state, player)
        case Refresh():
            state.phase = "take"
            rules.spend_key_to_refresh(state, player)
        case Take(card, cell, down):
            state.phase = "over"
            rules.take(state, player, card, cell, down=down)


TURN: Language[State] = Language(
    "castle-combo.rules.notation",
    (MoveMessenger, Refresh, Take),
    legal,
    RULES,
    apply,
    State.copy,
    doubts=DOUBTS,
)
