"""The sentence that shows a fact of the tables and the question for it, declared beside its type.

    keep: Annotated[Die, told("valeria.fact.keep", "face", ask="valeria.teach.keep")]

From this follow the sentence in which a fact is shown, checked and remembered, and the question for it. What
the keys on the way to a fact and its value name is declared the same way:

    DistrictId: TypeAlias = Annotated[str, thing("district", lambda tables: tables.board.ring)]
    district: dict[DistrictId, DistrictFacts]

What is wrong with facts that their types allow, the tables say themselves (`Checked`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Meta, Struct

from automa.dialogue import Ask, Named, Text, Value

A = TypeVar("A", bound=Ask)

AnyTables: TypeAlias = Any
"""The tables of a game, of the type that its `Game.tables` names."""
Tree: TypeAlias = dict[str, Any]
"""Plain data as a TOML file holds it: tables in tables, and values in them."""

KeyPath: TypeAlias = tuple[str, ...]
"""Where a fact stands in the tables."""

Flaw: TypeAlias = tuple[str, Text]
"""A dotted key of the tables, and what is wrong there."""


class Checked(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a game, or one file of them, with what their types cannot check."""

    def faults(self) -> Iterable[Flaw]:
        """What is wrong with it, by the keys in it."""
        return ()

    def all_faults(self) -> Iterator[Flaw]:
        """What is wrong with each file in it, and then with itself."""
        for key, name in zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True):
            file = getattr(self, name)
            if isinstance(file, Checked):
                yield from ((f"{key}.{inside}", what) for inside, what in file.all_faults())
        yield from self.faults()


def none_known(tables: object) -> Sequence[Named]:
    """Of numbers and other ids that are their own names."""
    return ()


class Thing(Struct, frozen=True):
    """Things that the tables name by their ids."""

    kind: str
    """What sentences call one: the placeholder that it fills."""
    all: Callable[[AnyTables], Sequence[Named]] = none_known
    """Every one of them, by the tables."""


Show: TypeAlias = Callable[[AnyTables, KeyPath, Any], Value]
"""A value as a sentence shows it, by the tables and the keys."""


class FactWording(Struct, frozen=True):
    """The sentence that shows a fact, and the question for it."""

    says: str = ""
    """The id of its sentence, which is filled with what the keys name and with the value."""
    value: str = ""
    """The placeholder of the value."""
    ask: str = ""
    """The id of the question for it; a general one if there is none of its own."""
    show: Show | None = None
    """The value in the sentence, by the tables and the keys, where it is not shown as it is."""
    values: Mapping[str, Value] = {}
    """What else fills the sentence."""


AS_A_WHOLE = Meta(extra={"whole": True})
"""For a table of facts: what is different in it is not asked before, everything in it is asked anew."""


def told(
    says: str,
    value: str = "",
    *,
    ask: str = "",
    show: Show | None = None,
    **values: Value,
) -> Meta:
    """A fact that this sentence shows."""
    return Meta(extra={"fact": FactWording(says, value, ask, show, values)})


def asked(question: str) -> Meta:
    """A table that is asked in one go, in a way of the game's own (`Teaching.asks`)."""
    return Meta(extra={"fact": FactWording(ask=question)})


def thing(kind: str, all: Callable[[AnyTables], Sequence[Named]] = none_known) -> Meta:
    """An id that names something."""
    return Meta(extra={"thing": Thing(kind, all)})


def component(head: str) -> Meta:
    """What the facts in it are read off, by the id of its name."""
    return Meta(extra={"component": head})


def in_a_row(tables: object, keys: KeyPath, value: Iterable[object]) -> str:
    """Numbers with spaces between them."""
    return " ".join(map(str, value))


def worded(ask: A, said: Text) -> A:
    """A question that was made from a type, asked in these words."""
    ask.id, ask.values = said.id, said.values
    return ask
