"""The form of `opponents.toml`."""

from msgspec import Struct
from automa.game import Seat

DUMMY = "dummy"

class Opponents(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `opponents.toml`."""

def marks_of(opponents, seat: Seat) -> int:
    return 2

def check_opponents(opponents: Opponents) -> list:
    return []
