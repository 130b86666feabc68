"""`solo share`: a game for others to see, as text and as a picture."""

from pathlib import Path
from typing import Annotated

from automa.dialogue import Text
from solo.commands.options import Context, SaveName, argument
from solo.fronts.desk import Desk
from solo.fronts.sharing import share as share_game
from solo.playing.resuming import look_at


def share(
    ctx: Context,
    save: SaveName,
    folder: Annotated[Path | None, argument("help.share-folder", "FOLDER")] = None,
) -> int:
    """Write the sheet of a game, finished or not, as Markdown and as SVG."""
    driver = look_at(save)
    words = ctx.words.and_of(driver.game.folder)
    files = share_game(Desk(driver, quiet=True), words, Path.cwd() if folder is None else folder)
    ctx.screen(words).text(Text("ending.shared", files=[str(file) for file in files]))
    return 0
