"""Points in the rulebook's order: contracts with their bonuses, the two tracks, religion, wealth."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from automa.dialogue import Text
from automa.game import Seat
from automa.sheet import Column, Line, Sheet
from automa.six_castles import rules
from automa.six_castles.state import Player, State, TrackPiece, hill_of
from automa.six_castles.tables import Contract, Tables, Version


class Scored(Struct):
    """What one player's score is worked out from."""

    seat: Seat
    coins: int
    """In half-coins."""
    religion: int
    """The space on its track; the first is 0."""
    landscapes: Sequence[TrackPiece] = ()
    constructions: Sequence[TrackPiece] = ()
    counts: dict[str, int] = field(default_factory=dict)
    """For each contract in play: how many the player has of what it counts."""
    phantom: bool = False
    """The threshold of the solo game, which counts as a player and scores nothing."""


PHANTOM = 2
"""What nobody has of everything, where a lone player has to have more (ruling `solo-contracts`)."""


def threshold(contracts: Sequence[Contract]) -> Scored:
    """What a player alone must exceed to win a contract, as a player who scores nothing."""
    seat = Seat("phantom", Text("six-castles.phantom"))
    return Scored(seat, 0, 0, counts={each.id: PHANTOM for each in contracts}, phantom=True)


def sole_majority(counts: Sequence[int]) -> int | None:
    """The place of the one count that is higher than every other; nobody in a tie, or with nothing."""
    best = max(counts)
    return counts.index(best) if best > 0 and list(counts).count(best) == 1 else None


def awarded(contracts: Sequence[Contract], players: Sequence[Scored]) -> list[tuple[Contract, Scored | None]]:
    """Each contract and who gets it."""
    found: list[tuple[Contract, Scored | None]] = []
    for contract in contracts:
        place = sole_majority([player.counts.get(contract.id, 0) for player in players])
        winner = None if place is None else players[place]
        found.append((contract, None if winner is None or winner.phantom else winner))
    return found


def religion_points(track: Sequence[int], space: int) -> int:
    """What a space of the religion track is worth; its last space is its end."""
    return track[min(space, len(track) - 1)]


def wealth(tables: Tables, coins: int) -> tuple[int, int]:
    """Points for gold, and the half-coins that are left over."""
    gold, spare = divmod(coins, tables.setup.coins.gold)
    return gold * tables.setup.coins.points, spare


def column(
    tables: Tables, version: Version, player: Scored, contracts: Sequence[tuple[Contract, Scored | None]],
    players: Sequence[Scored],
) -> Column:  # fmt: skip
    """One player's part of the sheet."""
    lines: list[Line] = []
    coins, religion = player.coins, player.religion
    if version == "advanced":
        for contract, winner in contracts:
            won = winner is player
            if won:
                coins += contract.coins
                religion += contract.religion
            lines.append(
                Line(
                    contract.title,
                    contract.points if won else 0,
                    _how_contract(contract, winner, player, players),
                )
            )
        lines.append(_track_line("landscape", player.landscapes))
        lines.append(_track_line("construction", player.constructions))
    track = tables.tracks.religion
    space = min(religion, len(track) - 1)
    lines.append(
        Line(
            Text("six-castles.sheet.religion"),
            religion_points(track, space),
            Text("six-castles.how.religion", space=space + 1, spaces=len(track)),
        )
    )
    points, spare = wealth(tables, coins)
    lines.append(
        Line(
            Text("six-castles.sheet.wealth"),
            points,
            Text("six-castles.how.wealth", coins=Text("six-castles.half-coins", n=coins), spare=spare),
        )
    )
    return Column(player.seat.id, player.seat.name, lines, (spare,))


def _track_line(group: str, taken: Sequence[TrackPiece]) -> Line:
    spaces = [
        Text("six-castles.how.space", terrain=Text(f"six-castles.terrain.{terrain}"), points=points)
        for terrain, points, _ in taken
    ]
    how = Text("six-castles.how.spaces", spaces=spaces) if spaces else Text("six-castles.how.no-spaces")
    return Line(Text(f"six-castles.sheet.{group}"), sum(piece.points for piece in taken), how)


def _how_contract(
    contract: Contract, winner: Scored | None, player: Scored, players: Sequence[Scored]
) -> Text:
    """How many everybody has, and what follows."""
    counts = [
        Text("six-castles.how.count", who=each.seat.name, count=each.counts.get(contract.id, 0))
        for each in players
    ]
    if winner is player and contract.bonus:
        return Text("six-castles.how.most-and", counts=counts, bonus=contract.bonus)
    if winner is player:
        return Text("six-castles.how.most", counts=counts)
    if winner is None and any(each.phantom for each in players):
        return Text("six-castles.how.too-few", counts=counts)
    if winner is None:
        return Text("six-castles.how.nobody", counts=counts)
    return Text("six-castles.how.less", counts=counts)


def sheet_of(
    tables: Tables, version: Version, players: Sequence[Scored], contracts: Sequence[Contract]
) -> Sheet:
    """The score sheet of all players."""
    given = awarded(contracts, players) if version == "advanced" else []
    return Sheet(
        Text(f"six-castles.sheet.title.{version}"),
        [column(tables, version, player, given, players) for player in players if not player.phantom],
        [Text("six-castles.sheet.spare")],
    )


# ---------------------------------------------------------------- a game that the app tracks


def contract_count(state: State, player: Player, contract: Contract) -> int:
    """How many a player has of what a contract counts."""
    if contract.of is None:
        return pieces_on_castles(state, player)
    return rules.counted(state, player, state.tables.terrains.by_id[contract.of])


def pieces_on_castles(state: State, player: Player) -> int:
    """A player's discs and workers on castles."""
    castles = state.territory.castles
    return len(player.sales) + sum(hill_of(spot) in castles for spot in player.lying)


def contracts_in_play(state: State, *viewers: Player) -> list[Contract]:
    """The contracts that are scored, as far as they are known: the open ones, and what these players kept."""
    if state.is_family or (state.solo and state.rulings["solo-contracts"] == "none"):
        return []
    return [*state.contracts, *(player.kept for player in viewers if player.kept is not None)]


def scored(state: State, contracts: Sequence[Contract]) -> list[Scored]:
    """What everybody's score is worked out from; the dummy has none."""
    found = [
        Scored(
            player.seat,
            player.coins,
            player.religion,
            player.landscapes,
            player.constructions,
            {contract.id: contract_count(state, player, contract) for contract in contracts},
        )
        for player in state.players
        if not player.is_dummy
    ]
    if state.solo and state.rulings["solo-contracts"] == "phantom":
        found.append(threshold(contracts))
    return found


def seen_contracts(state: State) -> list[Contract]:
    """Those that may be shown: before the end the secret one of a person alone, and nobody else's."""
    people = [player for player in state.players if player.seat.is_person]
    viewers = state.players if state.over else people if len(people) == 1 else []
    return contracts_in_play(state, *viewers)


def sheet(state: State) -> Sheet:
    """The score if the game ended now, by the contracts that may be shown."""
    contracts = seen_contracts(state)
    return sheet_of(state.tables, state.version, scored(state, contracts), contracts)


def total(state: State, player: Player) -> int:
    """One player's points if the game ended now."""
    return next(column.total for column in sheet(state).columns if column.seat == player.seat.id)
