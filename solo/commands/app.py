"""Runs a command line: in which language, by which command, and what becomes of a mistake."""

import os
import sys
from codecs import lookup_error
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

import typer

from automa.dialogue import Text
from solo.commands.options import Caller
from solo.commands.parsing import make_command, mistake
from solo.games import folders
from solo.trouble import INTERRUPTED, MISTAKE, OUR_MISTAKE, Trouble, reason
from solo.words.clean import cleaned
from solo.words.sentences import Words, choose_language

LANGUAGE = "--lang"
"""The one option that every command takes."""
ASKED_BY_SHELL = "_SOLO_COMPLETE"
"""The variable in which a shell asks what may come next."""


def run(arguments: Sequence[str]) -> int:
    """Run a command line; what the user did wrong is one line on stderr."""
    _open_streams()
    words = Words.of(choose_language(None, os.environ))
    rest = list(arguments)
    try:
        if ASKED_BY_SHELL in os.environ:
            from typer._completion_classes import completion_init

            completion_init()
        wished, rest = take_language(arguments)
        if wished is not None:
            words = Words.of(choose_language(wished, os.environ))
        caller = Caller(words, wished is not None)
        code = make_command("", words).main(rest, prog_name="solo", standalone_mode=False, obj=caller)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Trouble as trouble:
        return _complain(words, trouble.text)
    except typer.TyperException as error:
        return _complain(words, mistake(error, rest))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # which is what Typer makes of it
        _write_no_more(sys.stdout)
        return 0  # the reader of our output is gone
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            # A file has a name: this is the output, sent to a disk that is full.
            _write_no_more(sys.stdout)
            return _complain(words, Text("trouble.output", reason=reason(error)))
        from solo.keeping.reports import report

        return _complain(words, report(error), OUR_MISTAKE)


def take_language(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language asked for, and the rest of the command line.

    It may be asked for anywhere, and is taken out first: the help and every complaint depend on it.
    """
    wished: str | None = None
    rest: list[str] = []
    left = list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            return wished, [*rest, argument, *left]
        if argument.startswith(f"{LANGUAGE}="):
            wished = argument.partition("=")[2]
        elif argument != LANGUAGE:
            rest.append(argument)
        elif left:
            wished = left.pop(0)
        else:
            raise Trouble(Text("usage.option-form", option=LANGUAGE))
    return wished, rest


def _open_streams() -> None:
    """A program can be started with its input or output closed: as good as an empty one.

    Before any file is opened, which would get the number of the closed one, and be written to as output.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper) and not _can_be_written(stream):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _can_be_written(stream: TextIOWrapper) -> bool:
    """Whether the encoding of a stream is one for text: PYTHONIOENCODING may name any that Python has."""
    line = "..a" * 30 + "\n"
    try:
        lookup_error(stream.errors or "strict")
        raw = line.encode(stream.encoding)
        is_wide = stream.encoding.casefold().startswith("utf")
        return raw.decode(stream.encoding) == line and (is_wide or len(raw) == len(line))
    except (LookupError, UnicodeError):
        return False


def _write_no_more(stream: TextIO) -> None:
    """What is still to be written goes nowhere: else Python tries again at exit, and complains itself."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(words: Words, text: Text, code: int = MISTAKE) -> int:
    """Print a text about any game on stderr, always as one line."""
    sentence = Words.of(words.lang, folders()).plain(text)
    try:
        line = cleaned(" ".join(sentence.split()), sys.stderr.encoding or "utf-8")
        print(line, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        _write_no_more(sys.stderr)
    return code
