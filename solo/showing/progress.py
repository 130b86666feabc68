"""A progress bar on stderr, if that is a terminal: how much is done, and how long it still takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TypeVar

from automa.dialogue import Text
from solo.words.sentences import Words

T = TypeVar("T")


def with_bar(steps: Iterator[T], total: int, title: Text, words: Words) -> Iterator[T]:
    """The steps as they are done, of `total`."""
    if not sys.stderr.isatty():
        yield from steps
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(steps, words.plain(title), total, console=console, transient=True)
