"""Which front end: prompts on a terminal, plain lines everywhere else or when asked for."""

from __future__ import annotations

import os
import sys

from solo.fronts.session import Front
from solo.showing.screen import Screen
from solo.words.sentences import Words


def wants_plain(flag: bool) -> bool:
    """Whether to keep to plain lines: asked for by flag or environment, or a terminal that can do no more."""
    asked = os.environ.get("ACCESSIBLE", "") not in ("", "0")
    return flag or asked or os.environ.get("TERM", "") in ("dumb", "unknown")


def open_front(words: Words, plain: bool) -> Front:
    """The front end for this terminal: prompts, or plain lines."""
    if wants_plain(plain) or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        from solo.fronts.plain import PlainFront

        return PlainFront(words)
    from solo.fronts.prompts import PromptsFront

    return PromptsFront(words)


def open_screen(words: Words, plain: bool) -> Screen:
    """A screen for output alone."""
    if wants_plain(plain) or not sys.stdout.isatty():
        return Screen.plain(words, sys.stdout)
    from rich.console import Console

    return Screen.rich(words, Console(highlight=False))
