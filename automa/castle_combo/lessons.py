"""What a person can teach: an opponent of their own, and the names on the cards of another edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from automa.castle_combo.cards import Card, Cards, Printed
from automa.castle_combo.cards.counting import LOCATIONS, SHIELDS
from automa.castle_combo.cards.wording import amount, gives_text, shield_name
from automa.castle_combo.opponents import plans
from automa.castle_combo.opponents.plans import CardMeasure, CardWant, KeyHabit, Plan
from automa.castle_combo.picture import card_picture, opponent_card
from automa.dialogue import YOU, Ask, Choose, Name, Number, Option, Several, Tell, Text, is_name
from automa.game import Lesson, Teaching
from automa.lessons import Talk, ask_wants, draw_opponent, own_opponent
from automa.names import folded, names_of, whole_names_of
from automa.priorities import Least, Most

if TYPE_CHECKING:
    from automa.castle_combo.tables import Tables

W = TypeVar("W", bound=str)
MOST_KEPT = 9
GOOD = 4
"""How many points are worth a key, where a lesson has to name a number."""


# ---------------------------------------------------------------- names of other editions

UNKNOWN = {
    "castle-combo.refused.unknown": "typed",
    "castle-combo.refused.unknown-near": "typed",
    "castle-combo.score.unknown": "typed",
    "castle-combo.score.unknown-near": "typed",
    "refused.unknown": "answer",
    "refused.nearest": "answer",
}
"""The refusals of a card that nobody knows, and which of their values is what was typed for it."""


def unknown_name(ask: Ask, refusal: Text) -> str:
    """The name of a card that nobody knows, where a card is asked for."""
    typed = refusal.values.get(UNKNOWN.get(refusal.id, ""))
    options = ask.options if isinstance(ask, Choose | Several) else ()
    if refusal.id.startswith("refused.") and not any(isinstance(each, Card) for each in options):
        return ""
    return typed if isinstance(typed, str) and is_name(typed) else ""


def another_name(tables: Tables) -> Lesson:
    """A name that stands on a card of one's own edition; one that is known already is asked for again."""
    deck = tables.cards.deck.cards
    while True:
        name: str = yield Name("castle-combo.name.ask", YOU)
        known = [card for card in deck if folded(name) in (*names_of(card), *whole_names_of(card))]
        if not known:
            return (yield from card_of_name(tables.cards, name))
        yield Tell("castle-combo.name.known", name=name, card=known[0])


def card_of_name(cards: Cards, name: str) -> Lesson:
    """Which card a name is printed on: by its cost and its shields, and of those by what it does."""
    deck = cards.deck.cards
    dearest = max(card.cost for card in deck)
    kinds = [Option(shield, shield_name(shield)) for shield in SHIELDS]
    while True:
        cost: int = yield Number("castle-combo.name.cost", YOU, low=0, high=dearest, name=name)
        shields = yield Several("castle-combo.name.shields", YOU, kinds, low=1, high=2, name=name)
        found = [card for card in deck if card.cost == cost and set(card.shields) == set(shields)]
        if not found:
            wanted = [shield_name(shield) for shield in SHIELDS if shield in shields]
            yield Tell("castle-combo.name.none", gold=amount("gold", cost), shields=wanted)
            continue
        options = [
            Option(card.id, card.name, gives_text(card), card.also, editions=card.editions) for card in found
        ]
        options.append(Option("none", Text("castle-combo.name.another")))
        chosen: str = yield Choose("castle-combo.name.card", YOU, options, n=len(found), name=name)
        if chosen != "none":
            also = [*cards.card[chosen].also, name]
            return {"cards": {"card": {chosen: {"also": also}}}}


# ---------------------------------------------------------------- an opponent of one's own


def ask_plan(name: str, character: str) -> Talk[Plan]:
    """The priorities for cards, keys, cells and abilities."""
    cards = yield from ask_wants("castle-combo.teach.card", plans.GAME, name, some_wants())
    return Plan(
        name=name,
        character=character,
        cards=cards,
        keys=(yield from ask_keys(name, cards)),
        cells=(yield from ask_most("castle-combo.teach.cell", name, plans.CELL_MEASURES, "points")),
        abilities=(yield from ask_most("castle-combo.teach.ability", name, plans.WAY_MEASURES, "profit")),
    )


def some_wants() -> Iterable[CardWant]:
    """A card priority of each kind, with each word that it can have."""
    yield plans.FaceUp()
    yield from (plans.WithShield(shield) for shield in SHIELDS)
    yield plans.NewShield()
    yield from (plans.Banner(location) for location in LOCATIONS)
    yield plans.WithPurse()
    yield plans.WithDiscount()
    yield plans.WithMessenger()
    much: list[CardMeasure] = [of for of in plans.CARD_MEASURES if of != "price"]
    yield from (Most(of) for of in much)
    yield Least("price")


def ask_keys(name: str, cards: Sequence[CardWant]) -> Talk[tuple[KeyHabit, ...]]:
    """The habits with keys: they look for what the opponent wants first."""
    sought = next((want for want in cards if not isinstance(want, plans.FaceUp | Most | Least)), None)

    def habits(keep: int) -> tuple[KeyHabit, KeyHabit]:
        refresh = plans.RefreshToFind(sought or plans.AtLeast("points", GOOD), keep)
        if sought is None:
            return plans.MoveForMore("points", GOOD, keep), refresh
        return plans.MoveToFind(sought, keep), refresh

    move, refresh = (plans.habit_text(habit) for habit in habits(0))
    options = [
        Option("never", Text("castle-combo.teach.keys.never")),
        Option("move", Text("castle-combo.teach.keys.move", habit=move)),
        Option("refresh", Text("castle-combo.teach.keys.refresh", habit=refresh)),
        Option("both", Text("castle-combo.teach.keys.both")),
    ]
    answer = yield Choose("castle-combo.teach.keys", YOU, options, name=name)
    if answer == "never":
        return ()
    keep: int = yield Number("castle-combo.teach.keep", YOU, low=0, high=MOST_KEPT, default=0, name=name)
    both = habits(keep)
    return {"move": both[:1], "refresh": both[1:], "both": both}[answer]


def ask_most(id: str, name: str, measures: Sequence[W], usual: W) -> Talk[tuple[Most[W], ...]]:
    """Where a card is laid, or how an ability is applied: what counts, and among equals what usually does."""
    options = [Option(of, Most(of).text(plans.GAME)) for of in measures]
    answer: W = yield Choose(id, YOU, options, default=usual, name=name)
    return (Most(answer),) if answer == usual else (Most(answer), Most(usual))


TEACHING = Teaching(
    {"opponent": partial(own_opponent, ask_plan, opponent_card), "name": another_name},
    drawings={
        Printed: lambda tables, keys: card_picture(tables.cards.deck[keys[-1]]),
        Plan: draw_opponent(opponent_card),
        plans.Thinker: draw_opponent(opponent_card),
    },
)
