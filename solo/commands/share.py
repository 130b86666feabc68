"""`solo share`: a game for others to see, as text and as a picture."""

from pathlib import Path
from typing import Annotated

from automa.dialogue import Text
from solo.commands.options import Context, SaveName, argument
from solo.fronts.desk import Desk


def share(
    ctx: Context,
    save: SaveName,
    folder: Annotated[Path | None, argument("help.share-folder", "FOLDER")] = None,
) -> int:
    """Write the sheet of a game, finished or not, as Markdown and as SVG."""
    driver, words = ctx.look_at(save)
    files = Desk(driver, quiet=True).write_shared(words, Path.cwd() if folder is None else folder)
    ctx.screen(words).text(Text("ending.shared", files=[str(file) for file in files]))
    return 0
