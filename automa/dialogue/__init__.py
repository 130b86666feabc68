"""The words every game speaks: a game asks, is answered, and tells what changes on the table.

A game is a generator that yields `Ask` and `Tell` and returns its `Sheet`. The driver sends an answer for
every `Ask`; nothing here prints, reads a clock, opens a file or draws a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from automa.dialogue.asks import (
    CORRECTED,
    LONGEST_NAME,
    A,
    Answer,
    Ask,
    Choose,
    Confirm,
    Corrected,
    Deck,
    Dice,
    Lot,
    Move,
    Name,
    Notation,
    Number,
    Pad,
    Refused,
    Roll,
    Settled,
    Several,
    Stream,
    Tally,
    Unclear,
    is_name,
    no_questions,
)
from automa.dialogue.texts import (
    SPELT,
    Choices,
    Named,
    Option,
    Reasons,
    Says,
    Tell,
    Text,
    Value,
    choose_from,
    joined,
    spelt,
)

if TYPE_CHECKING:
    from automa.sheet import Sheet

__all__ = [
    "CORRECTED", "LONGEST_NAME", "SPELT", "TABLE", "YOU", "Answer", "Ask", "Choices", "Choose",
    "Confirm", "Conversation", "Corrected", "Deck", "Dialogue", "Dice", "Lot", "Move", "Name", "Named",
    "Notation", "Number", "Option", "Pad", "Reasons", "Refused", "Roll", "Says", "Settled", "Several",
    "Stream", "Tally", "Tell", "Text", "Unclear", "Value", "asking", "choose_from", "converse", "is_name",
    "joined", "no_questions", "spelt",
]  # fmt: skip

YOU = "you"
"""The seat of the one person at the table; further people have seats named after them."""
TABLE = "table"
"""The seat that rolls the dice and turns up the cards: the person at the table, or the app."""

T = TypeVar("T")
Dialogue: TypeAlias = Generator[Ask | Tell, Any, T]
"""A part of a game: it asks and tells, leaves the table changed, and returns what came of it."""

Conversation: TypeAlias = "Dialogue[Sheet]"
"""A whole game: it returns the score sheet."""


def asking(question: Callable[[], Ask[A]], *, is_hidden: bool = False) -> Dialogue[A]:
    """Ask, and work out the question anew each time a correction changed the state under it.

    card = yield from asking(lambda: Choose("castle-combo.reveal", TABLE, game.unseen(location)))
    """
    while True:
        ask = question()
        ask.is_hidden = is_hidden
        answer: A | Corrected = yield ask
        if not isinstance(answer, Corrected):
            return answer


def converse(conversation: Dialogue[T], answer: Callable[[Ask], Answer]) -> T:
    """Run a whole conversation with one function that answers everything: a virtual table."""
    said = None
    try:
        while True:
            item = conversation.send(said)
            said = answer(item) if isinstance(item, Ask) else None
    except StopIteration as over:
        result: T = over.value
        return result
