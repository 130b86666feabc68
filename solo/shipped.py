"""Where the data that comes with the program is."""

from __future__ import annotations

from pathlib import Path


def tables_root() -> Path:
    """The folder with a folder of tables for each game: inside the installed package, or in the checkout."""
    package = Path(__file__).parent
    installed = package / "tables"
    return installed if installed.is_dir() else package.parent / "tables"


def score_example(folder: str, round: int) -> str:
    """A score file of a game to fill in; of one round, where rounds are scored by themselves."""
    name = f"round-{round}" if round else "example"
    return (tables_root() / folder / "scores" / f"{name}.toml").read_text("utf-8")


def locale_folder(game: str = "") -> Path:
    """The folder of catalogues: of a game's table folder, or the app's own."""
    return tables_root() / game / "locale" if game else Path(__file__).parent / "locale"
