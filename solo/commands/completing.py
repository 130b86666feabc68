"""What may come next on a command line, for the shell to complete: asked by `solo _complete WORD …`.

The shell runs a few lines of its own, printed by `solo completion SHELL`; all that is known about commands,
games, opponents, saves, topics and rulings stays here, so that nothing has to be kept up to date there.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from glob import escape, glob
from pathlib import Path
from typing import Annotated, Any

from typer.core import TyperArgument, TyperOption

from automa.dialogue import YOU, Text
from automa.names import folded, starts
from solo.commands.help import ASK_HELP, LANGUAGE
from solo.commands.index import INDEX, below
from solo.commands.options import Context, argument
from solo.commands.output import write
from solo.commands.parsing import made
from solo.facts.taught import own_tables
from solo.games import GAMES, folders, game_named, title
from solo.keeping.saves import save_names
from solo.suggestions import hint
from solo.trouble import Trouble
from solo.words.sentences import LANGUAGES, Words, choose_language

Offered = tuple[str, str | Text]
"""A word that may come next, and what it means; shells that can show that do."""

SHELLS = {
    "bash": r"""_solo() {
    local cur line
    local -a typed
    COMPREPLY=()
    read -ra typed <<< "${COMP_LINE:0:COMP_POINT}"
    [[ "${COMP_LINE:0:COMP_POINT}" == *" " ]] && typed+=("")
    cur="${typed[-1]}"
    while IFS=$'\t' read -r line _; do
        [[ -n "$line" ]] && COMPREPLY+=("${line#"${cur%"${cur##*[:=]}"}"}")
    done < <("${typed[0]}" _complete "${typed[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == */ ]] && compopt -o nospace
}
complete -F _solo solo
""",
    "zsh": r"""#compdef solo
_solo() {
    local line word
    local -a offered folders
    for line in "${(@f)$("${words[1]}" _complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        word="${line%%$'\t'*}"
        if [[ "$word" == */ ]]; then
            folders+=("$word")
        elif [[ -n "$word" ]]; then
            offered+=("${word//:/\\:}:${line#*$'\t'}")
        fi
    done
    (( $#folders )) && compadd -S '' -- "${folders[@]}"
    if (( $#offered == 1 )); then
        _describe solo offered -U
    elif (( $#offered )); then
        _describe solo offered
    fi
}
if [[ "${funcstack[1]}" == _solo ]]; then
    _solo "$@"
else
    compdef _solo solo
fi
""",
    "fish": r"""function __solo_offers
    solo _complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c solo -f -a '(__solo_offers)'
""",
}


def completion(ctx: Context, shell: Annotated[str, argument("help.shell", "bash|zsh|fish")]) -> int:
    """`solo completion`: the lines that teach a shell to complete our commands."""
    if shell not in SHELLS:
        raise Trouble(Text("trouble.unknown-shell", found=shell, hint=hint(shell, SHELLS)))
    write(SHELLS[shell])
    return 0


def answer(typed: Sequence[str]) -> int:
    """What the shell asked: a line for each word that may come next, and behind a tab what it means.

    A shell shows them as they are: a save in whose name something cannot be seen has to be typed.
    """
    words = Words.of(choose_language(None, os.environ), folders())
    for word, meaning in offers(typed):
        if word.isprintable():
            write(f"{word}\t{' '.join(words.plain(meaning).split())}\n")
    return 0


def offers(typed: Sequence[str]) -> list[Offered]:
    """What may stand for the last of the words, of which only the beginning may have been typed."""
    *before, begun = typed or [""]
    try:
        return _fitting(begun, _next(before, begun))
    except Trouble:
        return []  # a game or a table with something wrong in it: the command itself says so


def _fitting(begun: str, offered: Iterator[Offered]) -> list[Offered]:
    """Those that begin so; where none does, those with a word in them that does."""
    found = [each for each in offered if each[0]]
    return [each for each in found if each[0].casefold().startswith(begun.casefold())] or [
        each for each in found if folded(begun) and starts(folded(each[0]), folded(begun))
    ]


def _next(before: Sequence[str], begun: str) -> Iterator[Offered]:
    path, rest = _command(before)
    command = made(path)
    options = {
        name: param for param in command.params if isinstance(param, TyperOption) for name in param.opts
    }
    places, wanting = _arguments(rest, options)
    named, equals, value = begun.partition("=")
    if equals and (named == LANGUAGE or named in options):
        yield from ((f"{named}={word}", meaning) for word, meaning in _next([*before, named], value))
    elif wanting:
        metavar = "|".join(LANGUAGES) if wanting == LANGUAGE else options[wanting].metavar or ""
        yield from _values(metavar, places, begun)
    elif begun.startswith("-"):
        yield from ((name, Text(param.help or "")) for name, param in options.items())
        yield LANGUAGE, Text("help.lang")
        yield ASK_HELP[-1], Text("help.word.show")
    elif below(path) and not places:
        yield from ((name, INDEX[each][0]) for name, each in below(path).items())
    else:
        arguments = [param for param in command.params if isinstance(param, TyperArgument)]
        if arguments and arguments[-1].nargs < 0:  # any number of them
            arguments += arguments[-1:] * len(places)
        if len(places) < len(arguments):
            yield from _values(arguments[len(places)].metavar or "", places, begun)


def _command(before: Sequence[str]) -> tuple[str, list[str]]:
    """The command that the words call, and what stands behind it."""
    path, rest = "", list(before)
    while rest and rest[0] in below(path):
        path = below(path)[rest.pop(0)]
    return path, rest


def _arguments(rest: Sequence[str], options: dict[str, TyperOption]) -> tuple[list[str], str]:
    """What was given beside options, and the option that still wants its value."""
    places: list[str] = []
    wanting = ""
    for word in rest:
        if wanting:
            wanting = ""
        elif word == LANGUAGE or (word in options and not options[word].is_flag):
            wanting = word
        elif not word.startswith("-"):
            places.append(word)
    return places, wanting


def _values(metavar: str, places: Sequence[str], begun: str) -> Iterator[Offered]:
    """What can be given for what the help calls so."""
    if metavar in OF_A_GAME:
        if places and places[0] in GAMES:
            game = game_named(places[0])
            before = begun[: begun.rfind(",") + 1] if "," in metavar else ""
            for word, meaning in OF_A_GAME[metavar](game, own_tables(game).tables):
                yield before + word, meaning
    elif metavar == "GAME":
        yield from ((each, title(each)) for each in GAMES)
    elif metavar == "SAVE":
        yield from ((each, "") for each in save_names())
    elif metavar == "FILE":
        for each in sorted(glob(f"{escape(begun)}*")):  # noqa: PTH207 — as typed, with ./ or without
            yield (f"{each}/" if Path(each).is_dir() else each), ""
    elif "|" in metavar:
        yield from ((each, "") for each in metavar.split("|"))


def _opponents(game: Any, tables: Any) -> Iterator[Offered]:
    for each in game.opponents(tables):
        yield each.id, each.name
        if len(each.levels) > 1:
            yield from ((f"{each.id}:{level}", each.name) for level in each.levels)


def _sitting(game: Any, tables: Any) -> Iterator[Offered]:
    yield YOU, Text("seat.you")
    yield from ((each.id, each.name) for each in game.opponents(tables))


def _topics(game: Any, tables: Any) -> Iterator[Offered]:
    return ((id, Text(f"{game.id}.topic.{id}")) for id, _ in game.rules(tables))


def _rulings(game: Any, tables: Any) -> Iterator[Offered]:
    for ruling in game.rulings(tables):
        yield from ((f"{ruling.id}={option.id}", ruling.question) for option in ruling.options)


def _keys(game: Any, tables: Any) -> Iterator[Offered]:
    yield from ((lesson, "") for lesson in game.lessons(tables))
    facts = own_tables(game)
    yield from ((key, "") for key in facts.keys())  # noqa: SIM118 — of tables, no dictionary


OF_A_GAME: dict[str, Callable[[Any, Any], Iterator[Offered]]] = {
    "NAME[:LEVEL]": _opponents,
    "A B …": _opponents,
    "SEAT": _sitting,
    "SEAT,SEAT": _sitting,
    "TOPIC": _topics,
    "ID=VALUE": _rulings,
    "KEY": _keys,
}
"""For each word of the help that depends on the game: what there is of it."""
