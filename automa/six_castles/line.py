"""The exploration line: laying tiles, the cylinder that goes on, discs ahead of it."""

from __future__ import annotations

from typing import NamedTuple

from automa.dialogue import Text
from automa.six_castles.state import Line, Player, State
from automa.six_castles.tables import COIN

LONGEST = 8
"""More spaces than an exploration tile has is a slip of the finger."""


def lay_tile(player: Player, face: str, place: int | None = None) -> str:
    """A tile joins the line at its right end, or replaces the one at that place; the one that came off.

    With the first tile the cylinder comes, on the leftmost terrain.
    """
    line = player.line
    assert line is not None
    if place is None or place >= len(line.tiles):
        if not line.tiles:
            line.cylinder = len(face) - len(face.lstrip(COIN))
        line.tiles.append(face)
        return ""
    start = line.start_of(place)
    old = line.tiles[place]
    on_it = [disc for disc in line.discs if start <= disc < start + len(old)]
    player.discs += len(on_it)
    moved = len(face) - len(old)
    line.discs = [disc + moved if disc >= start else disc for disc in line.discs if disc not in on_it]
    line.tiles[place] = face
    return old


def step_on(player: Player, line: Line) -> None:
    """The cylinder goes on one space; a disc that it reaches returns."""
    line.cylinder += 1
    if line.cylinder in line.discs:
        line.discs.remove(line.cylinder)
        player.discs += 1


def may_pass(player: Player) -> bool:
    """Whether a half-coin is shown on the next space, and there to be paid."""
    line = player.line
    if line is None:
        return player.is_light and player.coins > 0
    return player.coins > 0 and line.spaces[line.cylinder + 1 : line.cylinder + 2] == COIN


def pass_coin(player: Player) -> None:
    """Pay the half-coin of the next space and go on there."""
    player.coins -= 1
    if player.line is not None:
        step_on(player, player.line)


class Marks(NamedTuple):
    """Marking the terrains of a hill: steps of the cylinder, then discs on spaces (counted from 0)."""

    hill: int
    steps: int = 0
    discs: tuple[int, ...] = ()


def longest_step(state: State, player: Player, hill: int) -> int:
    """How far the cylinder can go with the terrains of a hill, half-coins paid where they are shown."""
    line = player.line
    if line is None:
        return 0
    left = list(state.territory.terrains(hill))
    coins, steps = player.coins, 0
    for ahead, space in enumerate(line.spaces[line.cylinder + 1 :], 1):
        if space == COIN:
            if not coins:
                break
            coins -= 1
            continue  # worth paying only if a terrain follows
        if space not in left:
            break
        left.remove(space)
        steps = ahead
    return steps


def why_not_mark(state: State, player: Player, marks: Marks) -> Text | None:
    """Why terrains cannot be marked like that."""
    line = player.line
    if line is None:
        return Text("six-castles.refused.no-line")
    if marks.hill in state.territory.castles:
        castle = state.tables.castles.by_id[state.territory.castles[marks.hill]]
        return Text("six-castles.refused.castle-hill", castle=castle)
    spaces = line.spaces
    left = list(state.territory.terrains(marks.hill))
    coins = player.coins
    end = line.cylinder + marks.steps
    if line.cylinder == len(spaces) - 1 < end:
        return Text("six-castles.refused.line-over")
    if end >= len(spaces):
        return Text("six-castles.refused.line-end", n=len(spaces) - 1 - line.cylinder)
    for at in range(line.cylinder + 1, end + 1):
        if spaces[at] == COIN:
            coins -= 1
        elif spaces[at] in left:
            left.remove(spaces[at])
        else:
            return Text(
                "six-castles.refused.not-in-hill",
                space=at + 1,
                terrain=state.terrain(spaces[at]),
                hill=state.shown(marks.hill),
            )
    if coins < 0:
        return Text("six-castles.refused.step-costs", coins=Text("six-castles.half-coins", n=player.coins))
    caught = sum(disc <= end for disc in line.discs)
    if marks.discs and not player.discs + caught:
        return Text("six-castles.refused.no-disc")
    if len(marks.discs) > player.discs + caught:
        return Text("six-castles.refused.discs", n=player.discs + caught)
    for at in marks.discs:
        if not end < at < len(spaces):
            return Text("six-castles.refused.disc-space", space=at + 1, at=end + 1, spaces=len(spaces))
        if at in line.discs or marks.discs.count(at) > 1:
            return Text("six-castles.refused.disc-twice", space=at + 1)
        if spaces[at] == COIN:
            return Text("six-castles.refused.disc-on-coin", space=at + 1)
        if spaces[at] not in left:
            return Text(
                "six-castles.refused.disc-not-in-hill",
                space=at + 1,
                terrain=state.terrain(spaces[at]),
                hill=state.shown(marks.hill),
            )
        left.remove(spaces[at])
    return None


def mark(player: Player, marks: Marks) -> list[int]:
    """Mark terrains; the spaces that are owned from now on, in the order of marking."""
    line = player.line
    assert line is not None
    spaces = line.spaces
    marked: list[int] = []
    for _ in range(marks.steps):
        step_on(player, line)
        if spaces[line.cylinder] == COIN:
            player.coins -= 1
        else:
            marked.append(line.cylinder)
    for at in marks.discs:
        line.discs.append(at)
        player.discs -= 1
        marked.append(at)
    line.discs.sort()
    return marked


def disc_places(state: State, player: Player, hill: int, steps: int) -> list[int]:
    """The spaces where a disc can mark a terrain of the hill, once the cylinder has taken its steps."""
    line = player.line
    if line is None:
        return []
    spaces, left = line.spaces, _unmarked(state, line, hill, steps)
    end = line.cylinder + steps
    return [at for at in range(end + 1, len(spaces)) if spaces[at] in left and at not in line.discs]


def most_discs(state: State, player: Player, hill: int, steps: int) -> list[int]:
    """As many of these spaces as the terrains of the hill and the discs allow, the nearest first."""
    line = player.line
    if line is None:
        return []
    left = _unmarked(state, line, hill, steps)
    found: list[int] = []
    for at in disc_places(state, player, hill, steps):
        if line.spaces[at] in left and len(found) < player.discs:
            left.remove(line.spaces[at])
            found.append(at)
    return found


def _unmarked(state: State, line: Line, hill: int, steps: int) -> list[str]:
    """The terrains of the hill that are left once the cylinder has taken its steps."""
    left = list(state.territory.terrains(hill))
    for space in line.spaces[line.cylinder + 1 : line.cylinder + steps + 1]:
        if space != COIN:
            left.remove(space)
    return left
