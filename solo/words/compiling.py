"""Builds the gettext catalogues that the app reads from the sentences as people write them.

Each folder of sentences has one `sentences.toml` with all languages side by side; beside it comes a compiled
catalogue for each language. Installing does this (`hatch_hook.py`), as does `python -m tests.catalogues`.
It imports nothing of ours, because it runs before we are installed, and needs Babel, which playing does not.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo

Forms: TypeAlias = tuple[str, ...]
"""A sentence, or its singular and plural."""

LANGUAGES = ("en", "nl")
SOURCE = "sentences.toml"
UNDATED = datetime(2025, 1, 1, tzinfo=UTC)


class Malformed(Exception):
    """A file of sentences that cannot be read, with the file and the id."""


def sources(root: Path) -> list[Path]:
    """The files of sentences in a checkout: the app's, the games', and that of the example in the tests."""
    games = sorted([*root.glob(f"tables/*/locale/{SOURCE}"), *root.glob(f"tests/*/tables/locale/{SOURCE}")])
    return [root / "solo" / "locale" / SOURCE, *games]


def catalogue(source: Path, lang: str) -> Path:
    """Where the compiled catalogue of a language is."""
    return source.with_name(f"{lang}.mo")


def read(source: Path) -> dict[str, dict[str, Forms]]:
    """For each id its finished sentences by language: those that are not empty."""
    try:
        written = tomllib.loads(source.read_text("utf-8"))
    except FileNotFoundError:
        raise Malformed(f"{source} is not there") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{source}: {error}") from None
    return {id: _by_language(source, id, entry) for id, entry in written.items()}


def _by_language(source: Path, id: str, entry: object) -> dict[str, Forms]:
    where = f"{source}: {id}"
    if not isinstance(entry, dict):
        raise Malformed(f'{where}: should stand under an id, as in ["some.id"]')
    found = {}
    for lang, sentence in entry.items():
        if isinstance(sentence, dict):
            raise Malformed(f'{where}: an id stands in quotes, as in ["{id}.{lang}"]')
        if lang not in LANGUAGES:
            raise Malformed(f"{where}: {lang} is no language; there are {' and '.join(LANGUAGES)}")
        forms = _forms(f"{where} ({lang})", sentence)
        if all(forms):
            found[lang] = forms
    return found


def _forms(where: str, sentence: object) -> Forms:
    match sentence:
        case str():
            return (sentence,)
        case [str(), str()]:
            return tuple(sentence)
    raise Malformed(f"{where}: should be a sentence in quotes, or [singular, plural]")


def compiled(sentences: dict[str, dict[str, Forms]], lang: str) -> bytes:
    """The sentences of a language as gettext reads them; no date in it, so that the same gives the same."""
    written = Catalog(locale=lang, project="castellan", creation_date=UNDATED, revision_date=UNDATED)
    for id, languages in sentences.items():
        match languages.get(lang):
            case (sentence,):
                written.add(id, sentence)
            case (_, _) as forms:
                written.add((id, id), forms)
    buffer = BytesIO()
    write_mo(buffer, written)
    return buffer.getvalue()


def stale(source: Path) -> dict[Path, bytes]:
    """The catalogues of a file that do not say what it says, each with what should be in it."""
    sentences = read(source)
    wanted = {catalogue(source, lang): compiled(sentences, lang) for lang in LANGUAGES}
    return {
        path: new
        for path, new in wanted.items()
        if not path.exists() or _said(path.read_bytes()) != _said(new)
    }


def _said(compiled: bytes) -> list[tuple[Any, Any]]:
    """What a catalogue says, without its headers, as another release of the compiler may write others."""
    return [(message.id, message.string) for message in read_mo(BytesIO(compiled)) if message.id]


def build(sources: Iterable[Path]) -> list[Path]:
    """Compile what is out of date, replacing each file in one step; returns the compiled files."""
    done = []
    for source in sources:
        for path, new in stale(source).items():
            beside = path.with_name(f"{path.name}.{os.getpid()}")
            beside.write_bytes(new)
            beside.replace(path)
            done.append(path)
    return done
