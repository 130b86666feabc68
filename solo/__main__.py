"""`solo` and `python -m solo`."""

import gc
import sys


def main() -> None:
    # A command makes much that stays and little garbage. Looking for that as often as Python does by itself,
    # and through everything at the end, would take longer than many a command.
    gc.set_threshold(50_000)
    from solo.cli import run

    code = run(sys.argv[1:])
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
