"""Looking things up: opponents, the rules, the guide, and how a shell completes our commands."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from typer._completion_shared import get_completion_script

from automa.dialogue import Text
from automa.game import Opponent
from automa.levels import level_name
from automa.picture import Cell, Grid, Heading, Lines, Picture, Span, Spans
from solo.commands.options import Context, GameName, argument
from solo.commands.output import write
from solo.showing.reminders import reminders, rules_picture
from solo.suggestions import hint, topics_about
from solo.trouble import Trouble
from solo.words.sentences import LANGUAGES

SHELLS = ("bash", "zsh", "fish", "powershell")
NARROWEST_CARD = 40
"""A card of an opponent that is narrower is all line breaks."""
FOLDER = Path(__file__).parents[1]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class GuideSection(NamedTuple):
    """A heading of the guide, and what stands below it."""

    title: str
    text: str


def opponents(ctx: Context, name: GameName) -> int:
    """`solo opponents`: everybody one can play against, drawn as cards."""
    game, facts, words = ctx.load_game(name)
    screen = ctx.screen(words)
    everybody = game.opponents(facts.tables)
    if screen.is_plain:
        for opponent in everybody:
            screen.picture(described(opponent, words.lang))
    else:
        screen.picture(
            side_by_side([described(each, words.lang) for each in everybody], screen.paper.width())
        )
    return 0


def described(opponent: Opponent, lang: str = "en") -> Picture:
    """Who an opponent is, how it is named in a command, and its plan."""
    made_by_us = Text("opponents.house" if opponent.house else "opponents.taught")
    kind = Text("opponents.official") if opponent.official else made_by_us
    picture: Picture = [
        Heading(opponent.called(lang), [[Span(opponent.id, "dim")], [Span(kind, "dim")]]),
        Lines([[Span(opponent.character)]]),
    ]
    if opponent.strength is not None:
        picture.append(Lines([[Span(opponent.strength, "dim")]]))
    if opponent.levels:
        levels = Text(
            "opponents.levels", levels=[level_name(each) for each in opponent.levels], opponent=opponent.id
        )
        picture.append(Lines([[Span(levels, "dim")]]))
    return picture + opponent.card


def side_by_side(pictures: Sequence[Picture], width: int) -> Picture:
    """Pictures of words as cards, as many beside each other as can be read; none where one has a drawing."""
    cards = [_card(picture) for picture in pictures]
    if any(card is None for card in cards):
        return [block for picture in pictures for block in picture]
    boxes = [card for card in cards if card is not None]
    abreast = max(1, min(len(boxes), width // NARROWEST_CARD))
    return [Grid([boxes[at : at + abreast] for at in range(0, len(boxes), abreast)])]


def _card(picture: Picture) -> Cell | None:
    """A picture of words in one box: its title at the top, with what stands beside that flush right."""
    lines: list[Spans] = []
    right: list[Spans] = []
    for block in picture:
        match block:
            case Heading():
                lines += [[Span(block.text, "name")], *block.beside[1:]]
                right += [*(block.beside[:1] or [[]]), *([] for _ in block.beside[1:])]
            case Lines():
                lines += block.lines
                right += [[] for _ in block.lines]
            case _:
                return None
    return Cell(lines, right=right)


def rules(
    ctx: Context,
    name: GameName,
    topic: Annotated[str | None, argument("help.topic", "TOPIC")] = None,
) -> int:
    """`solo rules`: reminders of the rules, all or those that a word is about."""
    game, facts, words = ctx.load_game(name)
    found = reminders(game, game.rules(facts.tables), topic or "", words)
    ctx.screen(words).picture(rules_picture(game, found))
    return 0


def guide(
    ctx: Context,
    topic: Annotated[str | None, argument("help.guide-topic", "TOPIC")] = None,
) -> int:
    """`solo guide`: the topics of the guide for players, or the section that a word is about."""
    lang = ctx.words.lang
    screen = ctx.screen()
    if topic is None:
        screen.text(Text("guide.topics"), "name")
        screen.texts(Text("guide.topic", title=section.title) for section in sections(lang))
        screen.text(Text("guide.how"), "dim")
        return 0
    section = sections(lang)[about(topic, lang)]
    text = LINK.sub(r"\1", section.text)
    if screen.is_plain:
        write(f"{section.title}\n\n{text}\n")
        return 0
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(highlight=False)
    page = Markdown(f"## {section.title}\n\n{text}", hyperlinks=False)
    if len(console.render_lines(page)) < console.height:
        console.print(page)
    else:
        with console.pager():
            console.print(page)
    return 0


def sections(lang: str) -> list[GuideSection]:
    """The guide in a language, section by section: the same ones in every language."""
    name = "GUIDE.md" if lang == "en" else f"GUIDE.{lang}.md"
    _, *parts = HEADING.split((FOLDER / name).read_text("utf-8"))
    return [GuideSection(title, text.strip()) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def about(typed: str, lang: str) -> int:
    """The number of the section that is meant: by its title, or by a word of its text, in any language."""
    spoken = [lang, *(each for each in LANGUAGES if each != lang)]
    topics = [
        ([each.title for each in same], [each.text for each in same])
        for same in zip(*map(sections, spoken), strict=True)
    ]
    fits = topics_about(typed, topics)
    return max(fits, key=fits.__getitem__)


def completion(ctx: Context, shell: Annotated[str, argument("help.shell", "|".join(SHELLS))]) -> int:
    """`solo completion`: the lines that teach a shell to complete our commands."""
    if shell not in SHELLS:
        raise Trouble(Text("trouble.unknown-shell", found=shell, hint=hint(shell, SHELLS)))
    write(get_completion_script(prog_name="solo", complete_var="_SOLO_COMPLETE", shell=shell) + "\n")
    return 0
