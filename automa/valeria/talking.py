"""What the phases of the game share when they speak: reasons, pushes, and the options of questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from automa.dialogue import Named, Option, Part, Tell, Text, Value
from automa.rulings import as_reason
from automa.valeria.opponents import face_name
from automa.valeria.rules import Pushed
from automa.valeria.state import Side, State
from automa.valeria.tables import FACES, Face, Goods


def told(id: str, side: Side, *, why: Sequence[Text] = (), **values: Value) -> Tell:
    """Something that a side does."""
    return Tell(id, seat=side.seat.id, why=why, stage=False, who=side.seat, **values)


def ruling_text(game: State, id: str) -> Text:
    """A ruling as a reason: which one, what the book leaves open, and what is done."""
    return as_reason("valeria", id, game.rulings[id])


def texts(pushes: Iterable[Pushed]) -> list[Text]:
    return [pushed.text for pushed in pushes]


FACE_OPTIONS: Mapping[Face, Option] = {face: Option(face, face_name(face)) for face in FACES}


def face_options(faces: Iterable[Face]) -> list[Option]:
    return [FACE_OPTIONS[face] for face in faces]


def citizen_options(game: State, ids: Iterable[str]) -> list[Option]:
    citizens = game.tables.citizens.citizen
    return [_citizen(id, citizens[id].name, citizens[id].guild) for id in ids]


@cache
def _citizen(id: str, name: str, guild: str) -> Option:
    return Option(id, name, Text(f"valeria.guild.{guild}"))


def by_card(game: State, ids: Iterable[str]) -> tuple[dict[str, str], list[Option]]:
    """Cards by ids of their own, and as options: of two copies of the Bishop the second is bishop-2."""
    citizens = game.tables.citizens.citizen
    titles: dict[str, str] = {}
    options: list[Option] = []
    seen: Counter[str] = Counter()
    for id in ids:
        seen[id] += 1
        again = seen[id] > 1
        own = f"{id}-{seen[id]}" if again else id
        name = f"{citizens[id].name} {seen[id]}" if again else citizens[id].name
        titles[own] = id
        options.append(Option(own, name, Text(f"valeria.citizen.{id}")))
    return titles, options


def named(game: State, places: Iterable[str]) -> list[Named]:
    return [game.board.named(place) for place in places]


def die_value(face: Face) -> Text:
    """What a die gives: one of a resource, 2 gold or 1 Influence."""
    if face == "influence":
        return Text("valeria.influence", n=1)
    kind: Goods = face
    return Text(f"valeria.goods.{kind}", n=2 if kind == "gold" else 1)


def rewards(game: State, side: Side, pushes: Iterable[Pushed]) -> Part:
    """What crossing lines gives: to the opponent only victory points, which are scored already."""
    for pushed in pushes:
        for line in pushed.rewards:
            if line.gain == "vp" or side is game.you:
                yield told(
                    "valeria.line",
                    side,
                    guild=pushed.track.name,
                    gain=Text(f"valeria.gain.{line.gain}", n=line.amount),
                )
