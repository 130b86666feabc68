"""The form of `opponents.toml`."""

from msgspec import Struct


class Opponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `opponents.toml`."""


def check_opponents(opponents: Opponents) -> list:
    return []
