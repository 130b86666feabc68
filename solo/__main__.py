"""`solo` and `python -m solo`."""

import sys


def main() -> None:
    from solo.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
