"""`solo season`: the opponents of a game one after the other, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from msgspec.structs import replace

from automa.dialogue import YOU, Choose, Option, Text, Value
from automa.game import Game, Questions, Tables
from solo.commands.options import Context, GameName, option
from solo.commands.playing import begin, resume
from solo.commands.questions import settings_page
from solo.fronts.choosing import choose
from solo.fronts.session import Front
from solo.keeping.history import played
from solo.keeping.saves import Save, list_saves
from solo.keeping.seasons import MOST_STARS, Season, season_of
from solo.playing.ladders import Rung, drawn_stars, ladder
from solo.playing.newgame import Wishes
from solo.playing.starting import last_time
from solo.showing.screen import Screen
from solo.words.sentences import Words


def season(
    ctx: Context,
    name: GameName,
    *,
    new: Annotated[bool, option("help.season-new", "--new")] = False,
    show: Annotated[bool, option("help.season-show", "--show")] = False,
) -> int:
    """Show the ladder, and play the next opponent, until the person leaves."""
    game, facts, words = ctx.load_game(name)
    rungs = ladder(game, facts.tables, words.lang)
    front = ctx.front(words)
    anew = new
    while True:
        saves = list_saves()
        now = season_of(game.id, [rung.wish for rung in rungs], played(saves))
        if anew:
            now = Season(game.id, now.number + bool(now.games), now.rungs, [])
        of_this = (game.id, now.number)
        begun = next((each for each in saves if each.can_go_on and (each.game, each.season) == of_this), None)
        front.screen.text(Text("season.title", game=game.name, number=now.number), "name")
        _show(front.screen, rungs, now)
        if show:
            return 0
        chosen = choose(partial(_what_next, now, rungs, begun), front, words)
        anew = chosen == "anew"
        if chosen is None or chosen == "leave":
            return 0
        if chosen == "continue" and begun is not None:
            code = resume(ctx, begun.name)
        elif not anew:
            wishes = _settled(front, words, game, facts.tables, saves, chosen)
            if wishes is None:  # back from the page of settings
                continue
            code = begin(ctx, game.id, replace(wishes, lang=words.lang, season=now.number))
        if front.piped:
            return 0 if anew else code


def _settled(
    front: Front, words: Words, game: Game, tables: Tables, saves: Sequence[Save], opponent: str
) -> Wishes | None:
    """The wishes for a game of the season: on a terminal with a page of settings, else as the last time."""
    last = last_time(saves, game) or Wishes()
    if front.pager is not None:
        return choose(lambda: settings_page(game, tables, last, words.lang, opponent), front, words)
    return Wishes([opponent], dice=last.dice, cards=last.cards, track=last.track)


def _what_next(season: Season, rungs: Sequence[Rung], begun: Save | None) -> Questions[str]:
    """Whom to play: an opponent as it is asked for; or `continue`, `anew`, `leave`."""
    options = [Option(rungs[place].wish, _offer(season, rungs, place)) for place in season.offers()]
    if begun is not None:
        options.insert(0, Option("continue", Text("season.continue")))
    if season.games:
        options.append(Option("anew", Text("season.anew", number=season.number + 1)))
    options.append(Option("leave", Text("menu.leave")))
    chosen: str = yield Choose("season.next", YOU, options, default=options[0].id)
    return chosen


def _offer(season: Season, rungs: Sequence[Rung], place: int) -> Text:
    """An opponent, and why it is offered."""
    kind = "next" if place == season.place else "easier" if place < season.place else "harder"
    return Text(f"season.offer.{'again' if season.is_won else kind}", opponent=rungs[place].name)


def _show(screen: Screen, rungs: Sequence[Rung], season: Season) -> None:
    """The ladder with what was won on it, the strongest at the top."""
    places = list(range(len(rungs)))[::-1]
    if screen.is_plain:
        for place in places:
            stars = season.stars[place]
            id = "season.beaten" if stars else "season.to-beat"
            screen.text(Text(id, place=place + 1, opponent=rungs[place].name, n=stars))
    else:
        heads = [Text(f"listing.{head}") for head in ("rung", "opponent", "strength", "mean", "stars")]
        screen.listing(heads, [_row(rungs, season, place) for place in places], right=(0,))
    if season.is_won:
        screen.text(Text("season.won", n=sum(season.stars), of=MOST_STARS * len(rungs)), "good")


def _row(rungs: Sequence[Rung], season: Season, place: int) -> list[Value]:
    rung = rungs[place]
    return [
        Text("season.here", place=place + 1) if place == season.place else place + 1,
        rung.name,
        "" if rung.stars is None else drawn_stars(rung.stars),
        "" if rung.strength is None else rung.strength.mean,
        drawn_stars(season.stars[place], MOST_STARS) if season.stars[place] else "",
    ]
