"""`solo` and `python -m solo`."""

import sys

try:
    import gc
    import signal
except KeyboardInterrupt:  # as early as anything of ours can hear of it
    sys.exit(130)

GARBAGE_THRESHOLD = 200_000
"""A command makes much that stays and little garbage. Looking for that as often as Python does by itself, and
through everything at the end, would take longer than many a command."""


def main() -> None:
    """Run the command line. Ctrl-C before there is anything to keep, or after it is kept, just ends us."""
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(GARBAGE_THRESHOLD)
    from solo.commands.app import run
    from solo.trouble import INTERRUPTED

    try:
        if is_heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        if is_heard:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.freeze()
    sys.exit(code)


if __name__ == "__main__":
    main()
