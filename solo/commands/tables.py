"""`solo tables`: what is known of the components, and teaching it better."""

from __future__ import annotations

import sys
from pathlib import Path

from automa.dialogue import Text
from automa.picture import Lines, Picture, Span
from solo.facts import overlay as facts
from solo.facts import teach as lessons
from solo.facts.toml import parts, value_text
from solo.fronts.form import fill_in
from solo.fronts.opening import open_front, open_screen
from solo.games import game_named
from solo.trouble import Trouble
from solo.words.sentences import Words


def show(words: Words, name: str, key: str, plain: bool) -> int:
    """`solo tables show`: facts with their sources, and a drawing where the game has one."""
    game = game_named(name)
    spoken = words.and_of(game.folder)
    open_screen(spoken, plain).picture(lessons.show(facts.own_tables(game), key))
    return 0


def check(words: Words, name: str, plain: bool) -> int:
    """`solo tables check`: go through what is assumed."""
    game = game_named(name)
    spoken = words.and_of(game.folder)
    known = facts.load_own(game)
    front = open_front(spoken, plain)
    fill_in(lambda: lessons.check(game, known, lambda lesson: facts.keep(game, lesson)), front, spoken)
    return 0


def teach(words: Words, name: str, key: str, value: str | None, *, force: bool, plain: bool) -> int:
    """`solo tables teach`: one fact, one lesson, or the list of what can be taught."""
    game = game_named(name)
    spoken = words.and_of(game.folder)
    known = facts.load_own(game)
    screen = open_screen(spoken, plain)
    offered = list(lessons.lessons(game, known))
    if not key:
        lines: Picture = [Lines([[Span(Text("teach.how", game=game.id))]])]
        if offered:
            lines.append(Lines([[Span(Text("teach.lessons", lessons=offered, game=game.id))]]))
        screen.picture(lines)
        return 0
    if key in offered:
        front = open_front(spoken, plain)
        fill_in(
            lambda: lessons.lesson(game, known, key, lambda lesson: facts.keep(game, lesson), force=force),
            front,
            spoken,
        )
        return 0
    if value is None:
        if not list(known.leaves(key)):
            raise lessons.no_such_key(known, key, offered)
        raise Trouble(Text("teach.value-missing", key=key, game=game.id))
    taught = lessons.teach_value(game, known, key, value, force=force)
    facts.write_taught(game, taught)
    now = known.with_taught(taught)
    screen.text(Text("teach.taught", key=key, value=value_text(now.value(key))))
    return 0


def forget(words: Words, name: str, key: str, plain: bool) -> int:
    """`solo tables forget`: back to what came with the program."""
    game = game_named(name)
    # What was taught may itself be what is wrong: it is looked at only when this is gone from it.
    all_taught = facts.read_taught(game)
    taught = facts.forgotten(all_taught, parts(key))
    if taught == all_taught:
        raise Trouble(Text("teach.not-taught", key=key))
    facts.load(game, taught, taught_file=str(facts.taught_path(game)))
    facts.write_taught(game, taught)
    open_screen(words, plain).text(Text("teach.forgotten", key=key))
    return 0


def export(words: Words, name: str, file: Path | None) -> int:
    """`solo tables export`: what was taught, as one file to share."""
    game = game_named(name)
    if file is None:
        taught = facts.read_taught(game)
        if not taught:
            raise Trouble(Text("tables.nothing-taught", game=game.id))
        sys.stdout.write(facts.taught_text(game, taught))
        return 0
    count = facts.export_taught(game, file)
    open_screen(words, True).text(Text("tables.exported", n=count, file=str(file)))
    return 0


def import_(words: Words, name: str, file: Path, *, force: bool) -> int:
    """`solo tables import`: take over what somebody else taught."""
    game = game_named(name)
    changed = facts.import_taught(game, file, force=force)
    screen = open_screen(words, True)
    for change in changed:
        before = Text("tables.nothing") if change.before is None else value_text(change.before)
        after = Text("tables.nothing") if change.after is None else value_text(change.after)
        screen.text(Text("tables.changed", key=change.key, before=before, after=after))
    screen.text(Text("tables.imported", n=len(changed)))
    return 0
