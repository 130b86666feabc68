"""What the things of the game are called: in a sentence, and as the options of a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, get_args

from automa.dialogue import Named, Option, Text, joined
from automa.valeria import tables as facts
from automa.valeria.tables import FACES, CitizenFacts, ManorFacts, PowerFacts, Tables

FACE: Mapping[str, Text] = {face: Text(f"valeria.face.{face}") for face in FACES}
_FACE_OPTION: Mapping[str, Option] = {face: Option(face, name) for face, name in FACE.items()}


ALSO: Mapping[str, Sequence[str]] = {
    "manor": ("landhuis",), "temple": ("tempel",), "recruit": ("rekruteren", "rekruteer"),
    "harvest": ("oogsten", "oogst"), "wharf": ("kade",), "gate": ("poort",), "ward-tower": ("wachttoren",),
    "statue": ("standbeeld",), "other": ("something else", "anders", "iets anders"),
    "worker": ("arbeiders",), "soldier": ("soldaten",),
    "shadow": ("schaduw",), "holy": ("heiligen",), "wood": ("hout",), "stone": ("steen",),
    "food": ("voedsel",), "magic": ("magie",), "gold": ("goud",), "influence": ("invloed",),
    "vp": ("points", "victory points", "punten"), "buy": ("koop", "kopen"), "sell": ("verkoop", "verkopen"),
    "windmill": ("molen",), "shipyard": ("ship", "schip", "scheepswerf"), "sail": ("vaar", "varen"),
    "as": ("als",), "with": ("met",), "column": ("kolom",), "end": ("done", "klaar", "nothing"),
    "skip": ("none", "nothing", "niets"),
}  # fmt: skip
"""Words of the game in the player's own language; names on the board and the cards are English."""


MARKS: Mapping[str, str] = {
    **{face: str(number) for number, face in enumerate(FACES, 1)}, "vp": "p", "other": "m",
    "manor": "1", "temple": "2", "recruit": "3", "harvest": "4", "wharf": "5", "gate": "6", "ward-tower": "7",
    "statue": "8", "buy": "9", "sell": "10", "shipyard": "11", "sail": "12", "windmill": "13",
}  # fmt: skip
"""What is typed for a face, a kind of goods or a kind of step, the same all game."""


def word(id: str, name: str | Text) -> Option:
    """A word of the game, in English and in Dutch."""
    return Option(id, name, None, ALSO.get(id, ()))


class Things(NamedTuple):
    """What may be named in a turn: everything that there is, whether it is possible just now or not."""

    districts: Sequence[Option]
    roads: Sequence[Option]
    """Either district of a road may be named first."""
    guilds: Sequence[Option]
    manors: Sequence[Option]
    """They go by their numbers and by their names."""
    citizens: Sequence[Option]
    marks: Mapping[str, str]
    """What is typed for them, the same all game: a letter for a district or a track, two for a road."""

    @classmethod
    def of(cls, tables: Tables, districts: Sequence[Named], roads: Sequence[Named]) -> Things:
        """The districts are in the order of the ring, each road behind the district with its number.

        Their letters may stand in a line as well; nobody cuts a letter short, so they are whole names.
        """
        letters = dict(zip((each.id for each in districts), "abcdef", strict=True))
        pairs = dict(zip((each.id for each in roads), ("ab", "bc", "cd", "de", "ef", "fa"), strict=True))
        tracks = dict[str, str](zip(tables.guilds.order, "wxyz", strict=True))
        ring = [str(district.name) for district in districts]
        ends = zip(roads, ring, (*ring[1:], ring[0]), strict=True)
        return cls(
            [Option(each.id, each.name, editions=[letters[each.id]]) for each in districts],
            [
                Option(road.id, road.name, also=(f"{a} {b}", f"{b} {a}"), editions=[pairs[road.id]])
                for road, a, b in ends
            ],
            [
                Option(id, Text(f"valeria.guild.{id}"), also=ALSO.get(id, ()), editions=[letter])
                for id, letter in tracks.items()
            ],
            [Option(id, manor.name) for id, manor in tables.manors.manor.items()],
            [
                Option(id, citizen.name, Text(f"valeria.guild.{citizen.guild}"))
                for id, citizen in tables.citizens.citizen.items()
            ],
            {**MARKS, **letters, **pairs, **tracks},
        )


def faces(shown: Iterable[str]) -> list[Text]:
    return [FACE[face] for face in shown]


def all_faces(table: object = None) -> list[Option]:
    """Everything that a die can show, at any table."""
    return face_options(FACES)


def face_options(shown: Iterable[str]) -> list[Option]:
    return [_FACE_OPTION[face] for face in shown]


def die_value(tables: Tables, face: facts.Face, dice: int = 1) -> Text:
    """What a die gives, or several that show the same: a resource, gold or influence."""
    value = dice * tables.components.dice.value[face]
    return Text("valeria.influence", n=value) if face == "influence" else _goods(face, value)


def harvested(tables: Tables, shown: Iterable[facts.Face]) -> list[Text]:
    """What all those dice give together."""
    return [die_value(tables, face, dice) for face, dice in Counter(shown).items()]


def goods(amounts: Mapping[facts.Goods, int]) -> list[Text]:
    """ "3 wood", "1 gold"."""
    return [_goods(kind, amount) for kind, amount in amounts.items() if amount]


@cache
def _goods(kind: facts.Goods, amount: int) -> Text:
    return Text(f"valeria.goods.{kind}", n=amount)


@cache
def gain(line: facts.LineFacts) -> Text:
    """What crossing a line gives."""
    return Text(f"valeria.gain.{line.gain}", n=line.amount)


@cache
def vp(points: int) -> Text:
    return Text("valeria.vp", n=points)


@cache
def monument(kind: str) -> Text:
    return Text(f"valeria.monument.{kind}")


def pieces(tokens: Mapping[facts.Piece, Mapping[str, int]], district: str) -> list[Text]:
    """The tokens of one colour in a district: "2 Manors", "1 Ship"."""
    found = [(piece, tokens[piece][district]) for piece in facts.PIECES if piece != "windmill"]
    return [some(piece, count) for piece, count in found if count]


@cache
def some(piece: facts.Piece, count: int) -> Text:
    """A number of tokens of a kind: "2 Manors"."""
    return Text(f"valeria.pieces.{piece}", n=count)


def row(row: facts.Row) -> Text:
    return Text(f"valeria.row.{row}")


POSITION: Mapping[str, Text] = {place: Text(f"valeria.position.{place}") for place in get_args(facts.Place)}
POSITIONS = [Option(place, name) for place, name in POSITION.items()]
"""The places of the two lines of citizen cards."""


# Things on the table that share a name with others: a face is in the pool, on a die, the name of a row


def in_pool(face: str) -> str:
    """The id of the dice in the pool that show a face."""
    return f"pool {face}"


def drafted(seat: str, face: str) -> str:
    """The id of a player's dice that show a face."""
    return f"{seat} {face}"


def in_store(seat: str, kind: str) -> str:
    """The id of a player's goods of a kind."""
    return f"{seat} has {kind}"


def in_wharf(row: facts.Row) -> str:
    """The id of a row of the wharf card."""
    return f"wharf {row}"


def bonus(line: facts.RoundLine) -> Text:
    """The bonus of a round line in words."""
    if line.sail:
        return Text("valeria.bonus.sail", n=line.sail)
    if line.crate is None:
        return Text("valeria.bonus.none")
    return Text(f"valeria.bonus.{line.crate}", faces=faces(line.faces))


def costs(action: str, its: facts.ActionFacts) -> Text:
    """What an action costs, with the surcharge for each token that is there already."""
    values: dict[str, Text | list[Text]] = {"goods": goods(its.cost)} if its.cost else {}
    if its.surcharge:
        values["more"] = Text("valeria.goods.gold", n=its.surcharge)
    return Text(f"valeria.costs.{action}", **values)


# Manors and citizens


def manor_options(manors: Mapping[str, ManorFacts], numbers: Iterable[str]) -> list[Option]:
    """Manors by their numbers and names, each with what it does."""
    names = {id: Text("valeria.numbered-manor", number=id, name=manors[id].name) for id in numbers}
    return [Option(id, name, Text(f"valeria.manor.{id}")) for id, name in names.items()]


def titles(ids: Iterable[str]) -> dict[str, str]:
    """The citizen of each card, by an id of its own: of two copies of the Bishop the second is bishop-2."""
    found: dict[str, str] = {}
    for id in ids:
        card, copy = id, 1
        while card in found:
            copy += 1
            card = f"{id}-{copy}"
        found[card] = id
    return found


def title(card: str) -> str:
    """The citizen of a card: that of bishop-2 is the Bishop."""
    id, _, copy = card.rpartition("-")
    return id if copy.isdecimal() else card


def card_options(citizens: Mapping[str, CitizenFacts], cards: Iterable[str]) -> list[Option]:
    """Cards by ids of their own, each with what it does; a second copy says that it is one."""
    found = []
    for card in cards:
        id = title(card)
        name = citizens[id].name if card == id else f"{citizens[id].name} {card.removeprefix(f'{id}-')}"
        found.append(Option(card, name, Text(f"valeria.citizen.{id}")))
    return found


def owed(power: PowerFacts) -> Text | None:
    """The goods that a manor or a citizen gives you, and its name; pushes apart."""
    gains = goods({"gold": power.gold})
    if power.resource:
        kind = "same-resource" if power.on == "recruited" else "resource"
        gains.append(Text(f"valeria.gain.{kind}", n=power.resource))
    together = Text("valeria.gains-together", gains=gains)
    return Text("valeria.owing", power=together, name=power.name) if gains else None


def power(kind: str, id: str, facts: PowerFacts) -> Text:
    """What a manor or a citizen of yours does, with its name."""
    return Text("valeria.owing", power=Text(f"valeria.{kind}.{id}"), name=facts.name)


# The reminders of the rules

TOPICS = (
    "goal", "set-up", "round", "draft", "paying", "manor", "manors", "temple", "recruit", "citizens",
    "harvest", "wharf", "monuments", "influence", "scoring", "reset", "end", "people",
    "opponent-draft", "opponent-actions", "opponent-monuments", "opponent-bonus", "notation",
)  # fmt: skip
"""In reading order."""


def reminders(tables: Tables) -> list[tuple[str, Text]]:
    """Every topic with its text; the lists of manors and citizens are made from the tables."""
    order = tables.guilds.order.index
    citizens = sorted(tables.citizens.citizen.items(), key=lambda each: order(each[1].guild))
    powers = {
        "manors": [
            Text("valeria.rules.a-manor", number=id, name=manor.name, power=Text(f"valeria.manor.{id}"))
            for id, manor in tables.manors.manor.items()
        ],
        "citizens": [
            Text(
                f"valeria.rules.{citizen.back}-citizen",
                name=citizen.name,
                guild=Text(f"valeria.guild.{citizen.guild}"),
                power=Text(f"valeria.citizen.{id}"),
            )
            for id, citizen in citizens
        ],
    }
    lists = {topic: {"powers": joined("list.next-line", lines)} for topic, lines in powers.items()}
    topics = [(topic, Text(f"valeria.rules.{topic}", **lists.get(topic, {}))) for topic in TOPICS]
    for id, ruling in tables.rulings.ruling.items():
        question, reason = Text(f"valeria.ruling.{id}.question"), Text(f"valeria.ruling.{id}.reason")
        option = Text(f"valeria.ruling.{id}.option.{ruling.default}")
        text = Text("valeria.rules-of-ruling", question=question, option=option, reason=reason)
        topics.append((f"ruling-{id}", text))
    return topics
