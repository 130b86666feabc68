"""`solo` and `python -m solo`."""

import gc
import sys


def main() -> None:
    from solo.cli import run

    code = run(sys.argv[1:])
    # Everything is given back at once now; Python would first look through all of it for garbage, which takes
    # as long as many a command.
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
