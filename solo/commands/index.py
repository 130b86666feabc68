"""Every command: what it is for, and where the function is that does it, imported when it is called."""

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

EXAMPLES = {
    "": ("play castle-combo", "demo valeria", "rules valeria ship", "resume"),
    "play": (
        "play castle-combo --against marshal --cards app",
        "play valeria --against hedda --dice app",
        "play castle-combo --person Ann --person Ben --against amabel",
        "play castle-combo --seats marshal,you,amabel --first you",
    ),
    "demo": ("demo castle-combo --why", "demo valeria --against mirela --seed 7"),
    "resume": ("resume", "resume valeria", "resume hedda"),
    "table": ("table", "table --follow"),
    "serve": ("serve", "serve --lan"),
    "engine": ("engine castle-combo --seed 7",),
    "score": ("score valeria", "score castle-combo --example", "score castle-combo game.toml --format csv"),
    "opponents": ("opponents castle-combo",),
    "rules": ("rules castle-combo", "rules castle-combo purse", "rules valeria molen"),
    "season": ("season castle-combo", "season valeria --show", "season methoni --new"),
    "history": ("history", "history --csv > games.csv"),
    "stats": ("stats", "stats --json"),
    "review": ("review castle-combo",),
    "share": ("share castle-combo", "share valeria ~/games"),
    "lab": ("lab castle-combo marshal berthold --games 500", "lab castle-combo --ladder --file ladder.jsonl"),
    "quiet": ("quiet on",),
    "guide": ("guide", "guide methoni", "guide telefoon"),
    "saves show": ("saves show castle-combo",),
    "saves export": ("saves export castle-combo", "saves export valeria map.svg"),
    "saves delete": ("saves delete valeria",),
    "tables show": ("tables show valeria charts", "tables show castle-combo cards.card.judge"),
    "tables check": ("tables check valeria",),
    "tables teach": ("tables teach castle-combo opponent", "tables teach castle-combo name"),
    "tables forget": ("tables forget valeria charts",),
    "tables export": ("tables export castle-combo mine.toml",),
    "tables import": ("tables import castle-combo mine.toml",),
    "doctor": ("doctor", "doctor --json"),
    "completion": ("completion bash >> ~/.bashrc", "completion fish > ~/.config/fish/completions/solo.fish"),
}
"""Examples of what can be typed after `solo`, the same in every language."""


def below(path: str) -> dict[str, str]:
    """The commands of a group by their last word; none where `path` is no group."""
    return {each.rpartition(" ")[2]: each for each in INDEX if each and each.rpartition(" ")[0] == path}
