"""`solo guide`: the guide for players, in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, NamedTuple

from automa.dialogue import Text
from automa.names import folded, likeness
from solo.commands.options import Context, argument
from solo.commands.output import write
from solo.suggestions import hint
from solo.trouble import Trouble
from solo.words.sentences import LANGUAGES

FOLDER = Path(__file__).parents[1]
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


class Section(NamedTuple):
    """A heading of the guide, and what stands below it."""

    title: str
    text: str


def guide(
    ctx: Context,
    topic: Annotated[str | None, argument("help.guide-topic", "TOPIC")] = None,
) -> int:
    """Show the topics, or the section that a word is about."""
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


def sections(lang: str) -> list[Section]:
    """The guide in a language, section by section: the same ones in every language."""
    name = "GUIDE.md" if lang == "en" else f"GUIDE.{lang}.md"
    _, *parts = HEADING.split((FOLDER / name).read_text("utf-8"))
    return [Section(title, text.strip()) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def about(typed: str, lang: str) -> int:
    """The number of the section that is meant: by its title, or by a word of its text, in any language."""
    spoken = [lang, *(each for each in LANGUAGES if each != lang)]
    guides = [sections(each) for each in spoken]
    sought = folded(typed)
    by_title = [[likeness(sought, [folded(each.title)]) for each in guide] for guide in guides]
    by_text = [[folded(each.text).count(sought) for each in guide] for guide in guides]
    for fits in (*by_title, *by_text):
        if max(fits):
            return fits.index(max(fits))
    titles = [section.title for section in guides[0]]
    raise Trouble(Text("trouble.unknown-topic", found=typed, hint=hint(typed, titles)))
