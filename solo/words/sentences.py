"""What a player reads, in their language: the sentence of a `Text` with its placeholders filled.

The sentences are in gettext catalogues, with the text's id as msgid. The sentence of an id depends on the
values that fill it:

- values with a number `n`: the singular or plural form, if the sentence has forms;
- `who` is the person at the table: the sentence under id + ".you", if there is one ("You take the Judge.");
- `low` and `high` are the same: the sentence under id + ".exactly", if there is one ("Choose exactly 2.").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import TypeAlias

from automa.dialogue import YOU, Named, Text, Value
from automa.names import nearest
from solo.shipped import locale_folder
from solo.trouble import Trouble
from solo.words.clean import LONGEST, cleaned, shortened

Piece: TypeAlias = tuple[str, str]
"""A few words and their role: "name" for a named thing, nothing for the rest."""

LANGUAGES = ("en", "nl")

PLACEHOLDER = re.compile(r"\{(\w+)\}")

MOST_LISTED = 8
"""How many things a refusal lists before it counts the rest."""
SHORTENED_KINDS = {"refused", "trouble", "hint"}
"""The kinds of sentences whose lists are shortened."""
LONGEST_QUOTE = 60
"""How much of a wrong answer a refusal repeats."""


class NoSentence(LookupError):
    """A text without a sentence, or with a placeholder and no value for it."""


class Words:
    """The sentences of one language."""

    __slots__ = ("_catalogue", "_looked_up", "_strict", "_variant", "lang")

    def __init__(
        self, lang: str, catalogue: NullTranslations, *, strict: bool = False, variant: str = ""
    ) -> None:
        self.lang = lang
        self._catalogue = catalogue
        self._strict = strict
        self._variant = variant
        self._looked_up: dict[tuple[str, int | None], str | None] = {}
        """A cache of look-ups."""

    @classmethod
    def of(cls, lang: str, games: Sequence[str] = (), *, strict: bool = False) -> Words:
        """The app's sentences and those of the given games' table folders.

        A text without a sentence is shown as its id; `strict` raises `NoSentence` instead.
        """
        words = cls(lang, _catalogue(locale_folder(), lang, strict=strict), strict=strict)
        for game in games:
            words = words.and_of(game)
        return words

    def and_of(self, game: str) -> Words:
        """These sentences and those of a game's table folder."""
        return self.under(_catalogue(locale_folder(game), self.lang, strict=self._strict))

    def under(self, catalogue: NullTranslations) -> Words:
        """The sentences of a catalogue, with these as a fallback."""
        catalogue.add_fallback(self._catalogue)
        return Words(self.lang, catalogue, strict=self._strict)

    def for_a_page(self) -> Words:
        """These sentences, with the variants for the page where there are any."""
        return Words(self.lang, self._catalogue, strict=self._strict, variant=".page")

    def plain(self, value: Value) -> str:
        """The value as a player reads it."""
        return "".join(text for text, _ in self.spans(value))

    def spans(self, value: Value) -> list[Piece]:
        """The value as a player reads it, with the names of things marked as such."""
        if isinstance(value, str):
            return [(value, "")]
        if not isinstance(value, Text):
            return self._value(value)
        sentence = self._sentence(value)
        pieces = self._filled(value, sentence)
        return capitalised(pieces) if _begins_with_you(sentence, value.values) else pieces

    def has(self, id: str) -> bool:
        """Whether there is a sentence for that id."""
        return self._found(id, None) is not None

    def joined(self, values: Sequence[str | int | Text | Named]) -> list[Piece]:
        """Things in a row: "a, b and c"."""
        return self._joined([self._value(value) for value in values])

    def _value(self, value: Value) -> list[Piece]:
        if isinstance(value, str):
            return [(shortened(cleaned(value)), "")]
        if isinstance(value, int):
            return [(str(value), "")]
        if isinstance(value, Text):
            return self._filled(value)
        if isinstance(value, Sequence):
            return self.joined(value)
        return [("".join(text for text, _ in self._value(value.name)), "name")]

    def _filled(self, text: Text, sentence: str | None = None) -> list[Piece]:
        parts = _parts(self._sentence(text) if sentence is None else sentence)
        pieces: list[Piece] = []
        words = parts[0]  # unstyled text since the last styled piece
        for place in range(1, len(parts), 2):
            part = parts[place]
            if part in text.values:
                for said, role in self._placed(text, part):
                    if not role:
                        words += said
                    elif said:
                        pieces += [(words, ""), (said, role)] if words else [(said, role)]
                        words = ""
            elif self._strict:
                raise NoSentence(f"{text.id} ({self.lang}) has {{{part}}}, but no value for it: {text!r}")
            else:
                words += f"{{{part}}}"
            words += parts[place + 1]
        return [*pieces, (words, "")] if words else pieces

    def _placed(self, text: Text, placeholder: str) -> list[Piece]:
        """The value of a placeholder; refusals shorten long answers and lists."""
        value = text.values[placeholder]
        if isinstance(value, str):
            longest = LONGEST_QUOTE if len(value) > LONGEST_QUOTE and "refused" in _kinds(text) else LONGEST
            return [(shortened(cleaned(value), longest), "")]
        if isinstance(value, Sequence) and len(value) > MOST_LISTED + 1 and SHORTENED_KINDS & _kinds(text):
            return self._nearest(value, str(text.values.get("answer", text.values.get("found", ""))))
        return self._value(value)

    def _nearest(self, values: Sequence[str | int | Text | Named], answer: str) -> list[Piece]:
        """The things most like the answer, and how many more there are."""
        shown = [self._value(value) for value in values]
        names = ["".join(text for text, _ in pieces) for pieces in shown]
        like = {name: place for place, name in enumerate(nearest(answer, names, MOST_LISTED))}
        order = sorted(range(len(shown)), key=lambda place: like.get(names[place], len(like)))
        more = self._filled(Text("list.more", n=len(shown) - MOST_LISTED))
        return self._joined([*(shown[place] for place in order[:MOST_LISTED]), more])

    def _joined(self, items: Sequence[list[Piece]]) -> list[Piece]:
        if not items:
            return self._filled(Text("list.nothing"))
        pieces: list[Piece] = []
        for place, item in enumerate(items):
            if 0 < place < len(items) - 1:
                pieces.append((", ", ""))
            elif place:
                pieces.append((f" {self._template(Text('list.and'))} ", ""))
            pieces += item
        return merged(pieces)

    def _sentence(self, text: Text) -> str:
        """The sentence that fits the values, its placeholders still in it."""
        values = text.values
        if _is_you(values.get("who")):
            addressed = self._found(f"{text.id}.you", values.get("n"))
            if addressed is not None:
                return addressed
            sentence = self._template(text)
            if self._strict and "{who}" in sentence:
                raise NoSentence(f"{text.id}.you ({self.lang}): nothing to say when it is about you")
            return sentence
        if "low" in values and values["low"] == values.get("high"):
            exactly = self._found(f"{text.id}.exactly", values["low"])
            if exactly is not None:
                return exactly
        return self._template(text)

    def _template(self, text: Text) -> str:
        found = self._found(text.id, text.values.get("n"))
        if found is not None:
            return found
        if self._strict:
            raise NoSentence(f"no sentence for {text.id} ({self.lang})")
        return cleaned(text.id)  # which may come from a file as well

    def _found(self, id: str, n: Value | None) -> str | None:
        key = id, n if isinstance(n, int) else None
        if key not in self._looked_up:
            self._looked_up[key] = self._look_up(*key)
        return self._looked_up[key]

    def _look_up(self, id: str, n: int | None) -> str | None:
        if self._variant and not id.endswith(self._variant):
            found = self._look_up(f"{id}{self._variant}", n)
            if found is not None:
                return found
        if n is not None:
            form = self._catalogue.ngettext(id, id, n)
            if form != id:
                return form
        sentence = self._catalogue.gettext(id)
        return None if sentence == id else sentence


def _catalogue(folder: Path, lang: str, *, strict: bool) -> NullTranslations:
    try:
        return copy(_compiled(folder / f"{lang}.mo"))  # each has a fallback of its own
    except FileNotFoundError:
        if strict:
            raise
        return NullTranslations()


@cache
def _compiled(path: Path) -> GNUTranslations:
    with path.open("rb") as file:
        return GNUTranslations(file)


def decimal(value: float, digits: int) -> Text:
    """A number to be written as the language does: 12.4 or 12,4."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return Text("number.decimal", whole=whole, part=part)


def capitalised(pieces: Sequence[Piece]) -> list[Piece]:
    """The words with a capital at the start."""
    if not pieces:
        return []
    (text, role), *rest = pieces
    return [(text[:1].upper() + text[1:], role), *rest]


def choose_language(flag: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: as asked for, else as the environment says, else English."""
    if flag is not None:
        code = _code(flag)
        if code in LANGUAGES:
            return code
        languages = [Text(f"language.{lang}") for lang in LANGUAGES]
        raise Trouble(Text("trouble.language", found=flag, languages=languages))
    for variable in ("CASTELLAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            return "nl" if _code(environ[variable]) == "nl" else "en"
    return "en"


def _code(name: str) -> str:
    """The language of a locale's name: nl_BE.UTF-8 is nl."""
    return re.split(r"[-_.@]", name.strip().casefold(), maxsplit=1)[0]


@cache
def _parts(sentence: str) -> tuple[str, ...]:
    """A sentence cut at its placeholders: words, a name, words, …"""
    return tuple(PLACEHOLDER.split(sentence))


def _kinds(text: Text) -> set[str]:
    return set(text.id.split(".")[:-1])


def _is_you(value: Value | None) -> bool:
    return isinstance(value, Named) and value.id == YOU


def _begins_with_you(sentence: str, values: Mapping[str, Value]) -> bool:
    before, *first = _parts(sentence)[:2]
    value = values.get(first[0]) if first and not before else None
    if isinstance(value, Sequence) and not isinstance(value, str) and value:
        value = value[0]
    return _is_you(value)


def merged(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces with neighbours of one role put together and empty ones left out."""
    result: list[Piece] = []
    for text, role in pieces:
        if result and result[-1][1] == role:
            result[-1] = (result[-1][0] + text, role)
        elif text:
            result.append((text, role))
    return result
