"""Every command: what it is for, and where the function is that does it, imported when it is called."""

from pathlib import Path

from automa.dialogue import Text

INDEX = {
    "": (Text("help.app"), "menu:menu"),
    "play": (Text("help.play"), "playing:play"),
    "demo": (Text("help.demo"), "playing:demo"),
    "resume": (Text("help.resume"), "playing:resume"),
    "table": (Text("help.table"), "saves:table"),
    "serve": (Text("help.serve"), "serving:serve"),
    "engine": (Text("help.engine"), "playing:engine"),
    "score": (Text("help.score"), "score:score"),
    "opponents": (Text("help.opponents"), "reference:opponents"),
    "rules": (Text("help.rules"), "reference:rules"),
    "season": (Text("help.season"), "season:season"),
    "history": (Text("help.history"), "history:history"),
    "stats": (Text("help.stats"), "history:stats"),
    "review": (Text("help.review"), "review:review"),
    "share": (Text("help.share"), "saves:share"),
    "lab": (Text("help.lab"), "lab:lab"),
    "quiet": (Text("help.quiet-kept"), "playing:quiet"),
    "guide": (Text("help.guide"), "reference:guide"),
    "saves": (Text("help.saves"), "saves:list_saves"),
    "saves list": (Text("help.saves-list"), "saves:list_saves"),
    "saves show": (Text("help.saves-show"), "saves:show"),
    "saves export": (Text("help.saves-export"), "saves:export"),
    "saves delete": (Text("help.saves-delete"), "saves:delete"),
    "doctor": (Text("help.doctor"), "doctor:doctor"),
    "completion": (Text("help.completion"), "reference:completion"),
    "tables": (Text("help.tables"), "tables:tables"),
    "tables show": (Text("help.tables-show"), "tables:show"),
    "tables check": (Text("help.tables-check"), "tables:check"),
    "tables teach": (Text("help.tables-teach"), "tables:teach"),
    "tables forget": (Text("help.tables-forget"), "tables:forget"),
    "tables export": (Text("help.tables-export"), "tables:export"),
    "tables import": (Text("help.tables-import"), "tables:import_"),
}
FOR_PROGRAMS = (
    "engine", "serve", "saves export", "tables", "tables export", "tables import", "doctor", "completion",
)  # fmt: skip
"""The commands that show nothing to a person on a terminal, or the same to everybody."""


def subcommands(path: str) -> dict[str, str]:
    """The commands of a group by their last word; none where `path` is no group."""
    return {each.rpartition(" ")[2]: each for each in INDEX if each and each.rpartition(" ")[0] == path}


def examples() -> dict[str, list[str]]:
    """What can be typed after `solo`, for each command."""
    import tomli  # only a help needs it

    return tomli.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
