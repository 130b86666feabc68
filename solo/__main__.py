"""`solo` and `python -m solo`."""

import gc
import sys

GARBAGE_THRESHOLD = 50_000
"""A command makes much that stays and little garbage. Looking for that as often as Python does by itself, and
through everything at the end, would take longer than many a command."""


def main() -> None:
    gc.set_threshold(GARBAGE_THRESHOLD)
    from solo.commands.app import run

    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
