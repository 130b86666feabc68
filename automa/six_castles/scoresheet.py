"""The score sheet of a game played without the app: from a file, or by questions that fill one in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from automa import scorefile
from automa.declared import Tree
from automa.dialogue import YOU, Choose, Named, Option, Several, Tally, Text
from automa.game import Seat
from automa.names import named
from automa.scorefile import PlayerName, Question, Table, Talk, asked, read, whole, wrong
from automa.sheet import Sheet
from automa.six_castles.scoring import Scored, sheet_of, threshold
from automa.six_castles.state import TrackPiece
from automa.six_castles.tables import ENGLISH, VERSIONS, Contract, Group, Tables, Version
from automa.typed import Where, meaning

MOST = 999
"""More gold than this is a slip of the finger."""
MOST_OWNED = 60
"""More of one terrain than any player can have."""
TOP = " top"
"""After a terrain: the uppermost space of its track."""

Amount = Annotated[int, Meta(ge=0, le=MOST)]


GOLD = Question("six-castles.score.gold", usual=lambda tables: tables.setup.box.gold_coins, default=0)
HALVES = Question("six-castles.score.half-coins", usual=lambda tables: tables.setup.box.half_coins, default=0)
RELIGION = Question("six-castles.score.religion", high=lambda tables: len(tables.tracks.religion))


class PlayerFile(Struct, forbid_unknown_fields=True, rename="kebab"):
    """What one player has in the end."""

    gold: Annotated[Amount, asked(GOLD)] = 0
    half_coins: Annotated[Amount, asked(HALVES)] = 0
    religion: Annotated[int, Meta(ge=1, le=MOST), asked(RELIGION)] = 1
    """The space of the track, counted from 1."""
    landscapes: tuple[str, ...] = ()
    constructions: tuple[str, ...] = ()
    counts: Tree = {}
    """For each contract: how many of what it counts."""


class File(Struct, forbid_unknown_fields=True):
    """A score file."""

    player: Annotated[
        dict[PlayerName, PlayerFile],
        meaning(Text("six-castles.file.one-to-four"), min_length=1, max_length=4),
    ]
    version: Version = "advanced"
    contracts: tuple[str, ...] = ()


def score_file(tables: Tables, content: object, rulings: Mapping[str, str] = {}) -> Sheet:
    """The sheet for a filled-in file; `Refused` names the key, what was found and what is allowed."""
    file = read(File, content)
    scorefile.people(("player",), file.player)
    if file.version == "family" and file.contracts:
        raise wrong(("contracts",), len(file.contracts), Text("six-castles.file.family"))
    contracts = _contracts(tables, file.contracts)
    taken: dict[str, str] = {}
    scored = [
        _scored(tables, file.version, contracts, taken, number, name, entry)
        for number, (name, entry) in enumerate(file.player.items(), 1)
    ]
    alone = tables.rulings.in_force(rulings)["solo-contracts"] if len(scored) == 1 else "any"
    if alone == "phantom":
        scored.append(threshold(contracts))
    elif alone == "none":
        contracts = []
    return sheet_of(tables, file.version, scored, contracts)


def _contracts(tables: Tables, words: Sequence[str]) -> list[Contract]:
    found: list[Contract] = []
    for at, word in enumerate(words):
        contract = tables.contracts.by_id.get(word.casefold())
        if contract is None:
            raise wrong(
                ("contracts", at),
                word,
                Text("six-castles.file.contract", contracts=list(tables.contracts.by_id)),
            )
        if contract in found:
            raise wrong(("contracts", at), word, Text("six-castles.file.contract-twice"))
        found.append(contract)
    return found


def _scored(
    tables: Tables,
    version: Version,
    contracts: Sequence[Contract],
    taken: dict[str, str],
    number: int,
    name: str,
    entry: PlayerFile,
) -> Scored:
    place: Where = ("player", name)
    spaces = len(tables.tracks.religion)
    if entry.religion > spaces:
        raise wrong((*place, "religion"), entry.religion, Text("six-castles.file.space", high=spaces))
    for key, words in (("landscapes", entry.landscapes), ("constructions", entry.constructions)):
        if version == "family" and words:
            raise wrong((*place, key), len(words), Text("six-castles.file.family"))
    counts = scorefile.fill(
        Table({contract.id: whole(MOST_OWNED) for contract in contracts}),
        entry.counts,
        (*place, "counts"),
    )
    return Scored(
        Seat(f"player-{number}", name),
        entry.gold * tables.setup.coins.gold + entry.half_coins,
        entry.religion - 1,
        _spaces(tables, "landscape", entry.landscapes, taken, name, (*place, "landscapes")),
        _spaces(tables, "construction", entry.constructions, taken, name, (*place, "constructions")),
        counts,
    )


def _spaces(
    tables: Tables, group: Group, words: Sequence[str], taken: dict[str, str], name: str, place: Where
) -> list[TrackPiece]:
    """The spaces of a track that a player has taken; each of the lower ones is for one player only."""
    pieces = tables.setup.advanced.discs if group == "landscape" else tables.setup.advanced.workers
    if len(words) > pieces:
        raise wrong(place, len(words), Text("six-castles.file.pieces", high=pieces))
    found: list[TrackPiece] = []
    for at, word in enumerate(words):
        is_top = word.casefold().endswith(TOP)
        terrains = named(word.casefold().removesuffix(TOP), tables.terrains.typed[ENGLISH, group])
        if len(terrains) != 1 or (not is_top and terrains[0].id not in tables.tracks.spaces(group)):
            raise wrong(
                (*place, at),
                word,
                Text("six-castles.file.terrain", terrains=list(tables.tracks.spaces(group))),
            )
        (terrain,) = terrains
        points = tables.tracks.top_of(group) if is_top else tables.tracks.spaces(group)[terrain.id]
        key = f"{name}{TOP} {group}" if is_top else terrain.id
        if key in taken:
            raise wrong((*place, at), word, Text("six-castles.file.space-taken", name=taken[key]))
        taken[key] = name
        found.append(TrackPiece(terrain.id, points, is_top))
    return found


# ---------------------------------------------------------------- by questions


def score(tables: Tables, players: int, round: int = 0, rulings: Mapping[str, str] = {}) -> Talk[Sheet]:
    """Ask for the version, the contracts in play, and for what everybody has."""
    version = yield version_question(YOU)
    content: Tree = {"version": version, "contracts": []}
    own: dict[str, Callable[[str], Talk[object]]] = {}
    if version == "advanced":
        dealt = tables.contracts.dealt
        chosen = yield Several("six-castles.score.contracts", YOU, dealt, low=0, high=len(dealt))
        content["contracts"] = [tables.contracts.castle.id, *chosen]
        own = {
            "landscapes": partial(_ask_spaces, tables, "landscape", set()),
            "constructions": partial(_ask_spaces, tables, "construction", set()),
            "counts": partial(_ask_counts, [tables.contracts.by_id[id] for id in content["contracts"]]),
        }
    content["player"] = yield from scorefile.ask_players(
        PlayerFile, players, "six-castles.score.name", tables, own
    )
    return score_file(tables, content, rulings)


def _ask_counts(contracts: Sequence[Contract], name: str) -> Talk[dict[str, int]]:
    """How many a player has of what each contract counts."""
    high = MOST_OWNED * len(contracts)
    counts: dict[str, int] = yield Tally(
        "six-castles.score.counts", YOU, contracts, low=0, high=high, default={}, name=name
    )
    return {id: min(count, MOST_OWNED) for id, count in counts.items()}


def version_question(to: str) -> Choose:
    """Which of the two versions of the game it is."""
    id = "six-castles.version"
    return Choose(id, to, described(id, VERSIONS), default="advanced")


def described(id: str, values: Iterable[str]) -> list[Option]:
    """Options that a question names and tells something about."""
    return [Option(each, Text(f"{id}.{each}"), Text(f"{id}.about.{each}")) for each in values]


def _ask_spaces(tables: Tables, group: Group, taken: set[str], name: str) -> Talk[list[str]]:
    """The spaces of a track that a player has taken: those that are free, and the uppermost one once."""
    spaces = tables.tracks.spaces(group)
    top = tables.tracks.top_of(group)

    def space(id: str) -> Option:
        points = Text("amount.points", n=spaces[id])
        return Option(id, Text("six-castles.space", terrain=tables.terrains.by_id[id], points=points))

    free = [space(id) for id in spaces if id not in taken]
    chosen: list[str] = []
    pieces = tables.setup.advanced.discs if group == "landscape" else tables.setup.advanced.workers
    if free:
        most = min(len(free), pieces)
        chosen = yield Several(
            f"six-castles.score.{group}", YOU, free, low=0, high=most, default=[], name=name
        )
        taken.update(chosen)
    if len(chosen) == pieces:
        return chosen
    tops: list[Named] = [
        Option("none", Text("six-castles.score.no-top")),
        *(Option(terrain.id, terrain.name) for terrain in tables.terrains.of_group(group)),
    ]
    points, track = Text("amount.points", n=top), Text(f"six-castles.sheet.{group}")
    of = yield Choose(
        "six-castles.score.top", YOU, tops, default="none", name=name, points=points, track=track
    )
    return [*chosen, *([] if of == "none" else [of + TOP])]
