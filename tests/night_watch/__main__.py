"""Play the example: `python -m tests.night_watch play night-watch`, and all other commands of `solo`."""

from solo import __main__, games

games.GAMES["night-watch"] = "tests.night_watch"
__main__.main()
