"""Play the example: `python -m tests.night_watch play night-watch`, and all other commands of `solo`."""

from solo.__main__ import main
from solo.games import GAMES

GAMES["night-watch"] = "tests.night_watch"
main()
