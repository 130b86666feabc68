"""Long runs of the lab, saved in a file so that they can go on after a stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from automa.dialogue import Text
from solo.playing.lab import Pair
from solo.trouble import Trouble, cannot_write, disk_errors


class Head(msgspec.Struct, frozen=True):
    """The first line: the game, seed and facts of a run."""

    game: str
    players: int
    seed: int
    tables: str
    """The facts that it was played with, in short."""


class PlayedDeal(msgspec.Struct, frozen=True):
    """One deal, played by two opponents."""

    names: tuple[str, str]
    pair: Pair


class KeptRun:
    """The results in the file, to which new ones are appended."""

    def __init__(self, path: Path | None, head: Head) -> None:
        self.path = path
        self.played: dict[tuple[str, str], list[Pair]] = {}
        if path is None:
            return
        if path.exists():
            self._read(path, head)
        else:
            self._write("x", msgspec.json.encode(head))

    def _read(self, path: Path, head: Head) -> None:
        try:
            first, *lines = path.read_bytes().split(b"\n")
            if msgspec.json.decode(first, type=Head) != head:
                raise Trouble(Text("trouble.lab-other-run", file=str(path)))
            # A line that was being written when the run was stopped is played again.
            for line in lines[:-1]:
                found = msgspec.json.decode(line, type=PlayedDeal)
                self.played.setdefault(found.names, []).append(found.pair)
        except OSError as error:
            raise cannot_write(path, error) from error
        except msgspec.MsgspecError as error:
            raise Trouble(Text("trouble.lab-no-run", file=str(path))) from error
        if lines and lines[-1]:
            path.write_bytes(b"\n".join((first, *lines[:-1], b"")))

    def _write(self, mode: str, line: bytes) -> None:
        assert self.path is not None
        with disk_errors(self.path), self.path.open(f"{mode}b") as file:
            file.write(line + b"\n")

    def so_far(self, names: tuple[str, str], pairs: int) -> Sequence[Pair]:
        """The results of two opponents so far, at most `pairs`."""
        return self.played.get(names, [])[:pairs]

    def keeping(self, names: tuple[str, str], pairs: Iterator[Pair]) -> Iterator[Pair]:
        """The pairs as they are played, each written at once."""
        for pair in pairs:
            if self.path is not None:
                self._write("a", msgspec.json.encode(PlayedDeal(names, pair)))
            yield pair


def in_short(tables: object) -> str:
    """A digest of the facts, without the measured strengths; their order does not matter."""
    from hashlib import blake2b

    facts = _without_strengths(msgspec.to_builtins(tables))
    return blake2b(msgspec.json.encode(facts), digest_size=6).hexdigest()


def _without_strengths(found: object) -> object:
    if isinstance(found, dict):
        known = {str(key): _without_strengths(each) for key, each in found.items() if key != "strength"}
        return dict(sorted(known.items()))
    return [_without_strengths(each) for each in found] if isinstance(found, (list, tuple)) else found
