"""Where the data that comes with the program is."""

from __future__ import annotations

from pathlib import Path


def tables_root() -> Path:
    """The folder with a folder of tables for each game: inside the installed package, or in the checkout."""
    package = Path(__file__).parent
    installed = package / "tables"
    return installed if installed.is_dir() else package.parent / "tables"


def locale_folders(games: tuple[str, ...] = ()) -> list[Path]:
    """The folders of catalogues: the app's own, then those of the given games' table folders."""
    root = tables_root()
    return [Path(__file__).parent / "locale", *(root / folder / "locale" for folder in games)]
