"""`solo tables`: what is known of the components, and teaching it better."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from automa.dialogue import YOU, Confirm, Text
from automa.game import Game, Questions, only
from automa.picture import Lines, Picture, Span
from solo.commands.options import Context, Force, GameName, argument
from solo.commands.output import write
from solo.facts import taught
from solo.facts import teach as lessons
from solo.facts.overlay import Facts
from solo.facts.telling import change_text
from solo.facts.toml import Tree, parts, value_text
from solo.facts.trees import at, without_fact
from solo.fronts.form import fill_in
from solo.fronts.opening import open_screen
from solo.fronts.session import Front
from solo.games import game_named
from solo.keeping.drafts import Draft
from solo.trouble import Trouble


def tables(ctx: Context) -> int:
    """`solo tables` by itself: what there is."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
    return 0


def show(
    ctx: Context,
    name: GameName,
    key: Annotated[str, argument("help.tables-key", "KEY")] = "",
) -> int:
    """`solo tables show`: facts with their sources, and a drawing where the game has one."""
    _, facts, words = ctx.load_game(name)
    ctx.screen(words).picture(lessons.show(facts, key))
    return 0


def check(ctx: Context, name: GameName) -> int:
    """`solo tables check`: go through what is assumed."""
    game = game_named(name)
    words = ctx.words.and_of(game.folder)
    fill_in(lessons.checking(game), ctx.front(words), words)
    return 0


def teach(
    ctx: Context,
    name: GameName,
    key: Annotated[str, argument("help.teach-key", "KEY")] = "",
    value: Annotated[str | None, argument("help.teach-value", "VALUE")] = None,
    more: Annotated[list[str] | None, argument("help.teach-more", "KEY VALUE …")] = None,
    *,
    force: Force = False,
) -> int:
    """`solo tables teach`: one fact, one lesson, or the list of what can be taught."""
    game = game_named(name)
    words = ctx.words.and_of(game.folder)
    screen = ctx.screen(words)
    if value is not None:
        written = _pairs(game, [key, value, *(more or ())])
        now = taught.change(
            game, lambda old: lessons.teach_values(taught.written(game, old), written, force=force).taught
        )
        for each in written:
            screen.text(Text("teach.taught", key=each, value=value_text(at(now, parts(each)))))
        return 0
    facts = taught.own_tables(game)
    offered = list(lessons.lessons(facts))
    if not key:
        lines: Picture = [Lines([[Span(Text("teach.how", game=game.id))]])]
        if offered:
            lines.append(Lines([[Span(Text("teach.lessons", lessons=offered, game=game.id))]]))
        screen.picture(lines)
        return 0
    if key in offered:
        _hold(lambda keep: lessons.lesson(facts, key, keep, force=force), game, key, ctx.front(words))
        return 0
    if not list(facts.leaves(key)):
        raise lessons.no_such_key(facts, key, offered)
    raise Trouble(Text("teach.value-missing", key=key, game=game.id))


def _pairs(game: Game, typed: Sequence[str]) -> dict[str, str]:
    """Keys and values that were typed one after the other."""
    if len(typed) % 2:
        raise Trouble(Text("teach.value-missing", key=typed[-1], game=game.id))
    pairs = dict(zip(typed[::2], typed[1::2], strict=True))
    if len(pairs) < len(typed) // 2:
        twice = next(key for key in typed[::2] if typed[::2].count(key) > 1)
        raise Trouble(Text("teach.key-twice", key=twice))
    return pairs


def _hold(lesson: Callable[[lessons.Keep], Questions[Facts]], game: Game, name: str, front: Front) -> None:
    """Hold a lesson, or go on with one that was broken off; what is entered is kept until it is over."""
    words, draft = front.screen.words, Draft(game.folder, name)
    before = len(draft.entered())
    goes_on = Confirm("teach.go-on", YOU, default=True, n=before)
    if before and not fill_in(lambda: only(goes_on), front, words):
        draft.done()
    held = None
    try:
        held = fill_in(lambda: lesson(lambda tree: taught.keep(game, tree)), front, words, draft=draft)
    finally:
        if held is not None:
            draft.done()
        elif draft.entered():
            front.screen.text(Text("teach.broken-off", game=game.id, lesson=name))


def forget(
    ctx: Context,
    name: GameName,
    key: Annotated[str, argument("help.tables-key", "KEY")],
) -> int:
    """`solo tables forget`: back to what came with the program."""
    game = game_named(name)

    def forget_it(old: Tree) -> Tree:
        left = without_fact(old, parts(key))
        if left == old:
            raise Trouble(Text("teach.not-taught", key=key))
        # What was taught may itself be what is wrong: it is looked at only when this is gone from it.
        return taught.written(game, old).with_taught(left).taught

    taught.change(game, forget_it)
    ctx.screen().text(Text("teach.forgotten", key=key))
    return 0


def export(
    ctx: Context,
    name: GameName,
    file: Annotated[Path | None, argument("help.tables-file", "FILE")] = None,
) -> int:
    """`solo tables export`: what was taught, as one file to share."""
    game = game_named(name)
    if file is None or str(file) == "-":
        content = taught.read_taught(game)
        if not content:
            raise Trouble(Text("tables.nothing-taught", game=game.id))
        write(taught.taught_text(game, content))
        return 0
    count = taught.export_taught(game, file)
    open_screen(ctx.words, True).text(Text("tables.exported", n=count, file=str(file)))
    return 0


def import_(
    ctx: Context,
    name: GameName,
    file: Annotated[Path, argument("help.tables-file", "FILE")],
    *,
    force: Force = False,
) -> int:
    """`solo tables import`: take over what another user taught."""
    game = game_named(name)
    found = taught.import_taught(game, file, force=force)
    changed = [change for change in found if change.before != change.after]
    screen = open_screen(ctx.words.and_of(game.folder), True)
    if changed:
        facts = taught.own_tables(game)
        for text in dict.fromkeys(change_text(facts, change) for change in changed):
            screen.text(text)
    screen.text(Text("tables.imported", n=len(changed)))
    if len(found) > len(changed):
        screen.text(Text("tables.confirmed", n=len(found) - len(changed)))
    return 0
