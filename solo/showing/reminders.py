"""Reminders of the rules, as a picture, and finding one by words."""

from __future__ import annotations

from collections.abc import Sequence

from automa.dialogue import Text
from automa.game import Game
from automa.picture import Heading, Lines, Picture, Span
from solo.suggestions import Topic, topics_about
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
    if not typed:
        return told
    spoken = [words, *(Words.of(lang, [game.folder]) for lang in LANGUAGES if lang != words.lang)]
    topics: list[Topic] = []
    for id, text in told:
        titles = [each.plain(topic_name(game, id)) for each in spoken]
        topics.append(([_in_a_sentence(game, id, words), id, *titles], [each.plain(text) for each in spoken]))
    return [told[place] for place in topics_about(typed, topics)]


def topic_name(game: Game, id: str) -> Text:
    return Text(f"{game.id}.topic.{id}")


def _in_a_sentence(game: Game, topic: str, words: Words) -> str:
    """What a topic is called in the middle of a sentence; by its id where it has no title."""
    title = topic_name(game, topic)
    said = words.plain(title) if words.has(title.id) else topic
    return said[:1].lower() + said[1:]
