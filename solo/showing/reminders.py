"""Reminders of the rules, as a picture, and finding one by words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automa.dialogue import Text
from automa.game import Game
from automa.names import folded, likeness, nearest
from automa.picture import Heading, Lines, Picture, Span
from solo.suggestions import NEAR, hint
from solo.trouble import Trouble
from solo.words.sentences import LANGUAGES, Words


def rules_picture(game: Game, reminders: Sequence[tuple[str, Text]]) -> Picture:
    """Reminders, each under its title."""
    picture: Picture = []
    for id, text in reminders:
        picture += [Heading(topic_name(game, id)), Lines([[Span(text)]])]
    return picture


def reminders(
    game: Game, told: Sequence[tuple[str, Text]], typed: str, words: Words
) -> Sequence[tuple[str, Text]]:
    """Those of all the reminders of a game that the words typed are about; all where nothing is typed."""
    topics = topics_about(game, dict(told), typed, words) if typed else None
    return [(id, text) for id, text in told if topics is None or id in topics]


def topic_name(game: Game, id: str) -> Text:
    return Text(f"{game.id}.topic.{id}")


def topics_about(game: Game, texts: Mapping[str, Text], typed: str, words: Words) -> list[str]:
    """The topics meant: by id or title, by the start of either, or by a word of the text, in any language.

    The language spoken goes first: what a word means there is what was meant. An unknown topic is trouble.
    """
    sought = folded(typed)
    spoken = [words, *(Words.of(lang, [game.folder]) for lang in LANGUAGES if lang != words.lang)]
    titles = {
        id: [folded(id), *(folded(each.plain(topic_name(game, id))) for each in spoken)] for id in texts
    }
    like = {id: likeness(sought, names) for id, names in titles.items()}
    best = max(like.values())
    if best:
        return [id for id in texts if like[id] == best]
    for each in spoken if sought else ():
        said = {id: f" {folded(each.plain(text))}" for id, text in texts.items()}
        found = [id for id, text in said.items() if f" {sought}" in text]
        if found:
            return found
    shown = {id: _in_a_sentence(game, id, words) for id in texts}
    near = nearest(typed, (name for names in titles.values() for name in names), cutoff=NEAR)
    meant = [shown[id] for id, names in titles.items() if near and near[0] in names]
    help = Text("hint.did-you-mean", near=meant[0]) if meant else hint(typed, shown.values())
    raise Trouble(Text("trouble.unknown-topic", found=typed, hint=help))


def _in_a_sentence(game: Game, topic: str, words: Words) -> str:
    """What a topic is called in the middle of a sentence; by its id where it has no title."""
    title = topic_name(game, topic)
    said = words.plain(title) if words.has(title.id) else topic
    return said[:1].lower() + said[1:]
