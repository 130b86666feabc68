"""The pages around the games: one to go on with, a new one, those that are over, a sheet to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from automa.dialogue import YOU, Text
from automa.game import Game, Opponent
from automa.levels import level_name
from automa.rulings import Ruling
from solo.games import GAMES, game_named, title
from solo.keeping.history import Played
from solo.keeping.saves import Save
from solo.web import drawing
from solo.web.door import CODE_FOR, MINUTE, Known
from solo.web.drawing import said
from solo.web.frame import document, top
from solo.web.markup import NOTHING, Html, div, element, icon, link, paragraphs
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words, capitalised

MOST_SAVES = 12
"""More are a line each, below."""


def home(saves: Sequence[Save], words: Words, *, in_network: bool) -> Html:
    """What there is to go on with, and everything else one may want."""
    to_go_on = [save for save in saves if not save.finished]
    parts = [element("p", words.plain(Text("menu.welcome")), class_="welcome")]
    if to_go_on:
        parts.append(element("h2", words.plain(Text("web.continue"))))
        parts.append(div("cards", *(_save(save, words) for save in to_go_on[:MOST_SAVES])))
        if rest := to_go_on[MOST_SAVES:]:
            summary = element("summary", words.plain(Text("web.older", n=len(rest))))
            parts.append(element("details", summary, div("cards", *(_save(save, words) for save in rest))))
    parts.append(element("h2", words.plain(Text("menu.new"))))
    parts.append(div("cards", *(_game(game, words) for game in GAMES)))
    ways = [
        ("/how", Text("web.how")),
        ("/finished", Text("menu.history")),
        ("/score", Text("menu.score")),
    ]
    if in_network:
        ways.append(("/devices", Text("web.add-device")))
    parts.append(div("choices", *(link(way, words.plain(text), class_="choice") for way, text in ways)))
    parts.append(_languages(words))
    head = element("header", Html(MARK), element("h1", "Castellan"), class_="top big")
    return document(words, words.plain(Text("web.home")), head, element("main", *parts, class_="narrow"))


PICTURES = {
    "valeria": "temple",
    "methoni": "tower",
    "six-castles": "castle",
    "castle-combo": "nobility",
}
"""For each game a picture on its card."""


def _game(name: str, words: Words) -> Html:
    """A game as a card: its picture, for how many it is, how long it takes and what one needs."""
    players = game_named(name).players
    return link(
        f"/new/{name}",
        element("b", icon(PICTURES.get(name, "castle")), title(name)),
        element("span", words.plain(Text("web.players", low=players[0], high=players[-1]))),
        element("span", words.plain(Text(f"web.about.{name}")), class_="dim"),
        class_="card game",
    )


def how(words: Words) -> Html:
    """How to play with it, in half a minute."""
    heading = words.plain(Text("web.how"))
    body = element("main", paragraphs(words.plain(Text("web.how.text"))), class_="narrow")
    return document(words, heading, top(heading, words=words), body)


def delete(name: str, words: Words) -> Html:
    """Whether a saved game is to be deleted."""
    heading = words.plain(Text("web.delete"))
    sure = element("button", heading, class_="choice")
    back = link("/", words.plain(Text("web.leave-it")), class_="choice primary")
    form = element("form", div("choices", back, sure), method="post", action=f"/game/{name}/delete")
    asked = element("h2", words.plain(Text("web.delete-it")))
    body = element(
        "main", element("section", asked, element("p", name), form, class_="question"), class_="narrow"
    )
    return document(words, heading, top(heading, words=words), body)


MARK = (
    '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">'
    '<path d="M4 29V9h4v4h4V9h3V3h8l-2 2.5 2 2.5h-6v1h3v4h4V9h4v20h-9v-6a3 3 0 0 0-6 0v6z"/></svg>'
)


def _languages(words: Words) -> Html:
    names = {"en": "English", "nl": "Nederlands"}
    buttons = (
        element(
            "button", names.get(lang, lang), name="lang", value=lang, lang=lang,
            class_="choice primary" if lang == words.lang else "choice",
            aria_pressed="true" if lang == words.lang else "false",
        )
        for lang in LANGUAGES
    )  # fmt: skip
    return element(
        "form", div("choices numbers", *buttons), method="post", action="/lang", class_="languages"
    )


def _save(save: Save, words: Words) -> Html:
    """A saved game as people remember it."""
    others = [seat.name for seat in save.seats if seat.name]
    lines = [element("b", title(save.game) or save.name)]
    if others:
        lines.append(element("span", words.plain(Text("web.against", names=others))))
    played = datetime.fromtimestamp(save.changed / 1e9).strftime("%Y-%m-%d %H:%M")
    lines.append(element("span", played, class_="dim"))
    if save.trouble is not None:
        lines.append(element("span", words.plain(save.trouble), class_="bad"))
    way = link(f"/game/{save.name}", *lines, class_="card")
    delete = link(f"/game/{save.name}/delete", words.plain(Text("web.delete")), class_="button quiet")
    return div("saved", way, delete)


# A new game


def new_game(game: Game, tables: Any, notice: Text | None, words: Words) -> Html:
    """Whom to play against, shown as cards, and what else is settled before a game begins."""
    everybody = game.opponents(tables)
    low, high = game.players[0] - 1, min(game.players[-1] - 1, len(everybody))
    kind = "radio" if high == 1 else "checkbox"
    cards = (_opponent(each, words, kind, place < low) for place, each in enumerate(everybody))
    hint = element("p", words.plain(Text("web.opponents", low=low, high=high)), class_="dim")
    parts = [element("h2", words.plain(Text("menu.against"))), hint, div("opponents", *cards)]
    parts.append(_people(words))
    firsts = [("", words.plain(Text("web.first-usual"))), (YOU, words.plain(Text("web.first-you")))]
    firsts += [(each.id, each.name) for each in everybody]
    first = words.plain(Text("web.first"))
    parts.append(element("fieldset", element("legend", first), _select("first", firsts, "", first)))
    by = [(each, Text(f"option.by.{each}")) for each in ("table", "app")]
    parts.append(_one_of("cards", Text("menu.cards"), by, words))
    if game.dice_in_box:
        parts.append(_one_of("dice", Text("menu.dice"), by, words))
    if game.tracks:
        ways = [(each, Text(f"option.track.{each}")) for each in game.tracks]
        parts.append(_one_of("track", Text("menu.track"), ways, words))
    known = game.rulings(tables)
    parts.append(rulings(known, words))
    if notice is not None:
        parts.append(element("p", words.plain(notice), class_="note"))
    parts.append(element("button", words.plain(Text("web.begin")), class_="choice primary begin"))
    form = element("form", *parts, method="post", action=f"/new/{game.id}", class_="form")
    return document(words, game.name, top(game.name, words=words), element("main", form, class_="narrow"))


def _opponent(opponent: Opponent, words: Words, kind: str, is_chosen: bool) -> Html:
    made_by_us = Text("opponents.house" if opponent.house else "opponents.taught")
    made_by = Text("opponents.official") if opponent.official else made_by_us
    box = element("input", type=kind, name="against", value=opponent.id, checked=is_chosen)
    head = element("span", element("b", opponent.name), element("small", words.plain(made_by)), class_="name")
    about = element("span", said(opponent.character, words), class_="detail")
    label = element("label", box, element("span", head, about, class_="words"), class_="choice tick")
    plan = NOTHING
    if opponent.card:
        summary = element("summary", words.plain(Text("web.plan")))
        plan = element("details", summary, drawing.picture(opponent.card, words), class_="plan")
    levels = NOTHING
    if len(opponent.levels) > 1:
        name = f"{words.plain(Text('web.level'))}: {opponent.name}"
        options = [(level, words.plain(level_name(level))) for level in opponent.levels]
        levels = _select(f"level {opponent.id}", options, opponent.levels[0], name)
    return div("opponent", label, levels, plan)


def _people(words: Words) -> Html:
    """Who else plays, folded: most people are alone."""
    label = words.plain(Text("web.people"))
    box = element("input", name="people", maxlength=200, autocomplete="off", aria_label=label)
    hint = element("p", words.plain(Text("web.people-told")), class_="dim")
    return element("details", element("summary", label), hint, box, class_="panel")


def _one_of(name: str, question: Text, options: Sequence[tuple[str, Text]], words: Words) -> Html:
    """A choice of which the first is usual."""
    radios = (
        element(
            "label",
            element("input", type="radio", name=name, value=value, checked=place == 0),
            element("span", said(text, words, capital=True), class_="words"),
            class_="choice tick",
        )
        for place, (value, text) in enumerate(options)
    )
    return element("fieldset", element("legend", words.plain(question)), div("choices", *radios))


def rulings(known: Iterable[Ruling], words: Words) -> Html:
    """What the rulebook leaves open, folded: most people play with the usual rulings."""
    rows = [
        div(
            "ruling",
            element("p", said(each.question, words)),
            _select(
                f"ruling {each.id}",
                [(option.id, shown_name(option, words)) for option in each.options],
                each.default,
                words.plain(each.question),
            ),
            element("p", said(each.reason, words), class_="dim"),
        )
        for each in known
    ]
    if not rows:
        return NOTHING
    summary = element("summary", words.plain(Text("web.rulings", n=len(rows))))
    return element("details", summary, *rows, class_="panel")


def _select(name: str, options: Sequence[tuple[str, str]], default: str, label: str) -> Html:
    rows = (
        element("option", capitalised([(shown, "")])[0][0], value=value, selected=value == default)
        for value, shown in options
    )
    return element("select", *rows, name=name, aria_label=label)


# Games that are over, and sheets to fill in


def finished(games: Sequence[Played], words: Words) -> Html:
    """The finished games, the latest first, each with the way to its table."""
    heading = words.plain(Text("menu.history"))
    rows = [_played(game, words) for game in reversed(games)]
    rows = rows or [element("p", words.plain(Text("history.none")))]
    return document(
        words, heading, top(heading, words=words), element("main", div("cards", *rows), class_="narrow")
    )


def _played(game: Played, words: Words) -> Html:
    result = words.plain(Text("history.result-won" if game.won else "history.result-lost"))
    rivals = ", ".join(f"{rival.name} {rival.score}" for rival in game.against)
    points = words.plain(Text("amount.points", n=game.score))
    return link(
        f"/game/{game.save}",
        element("b", title(game.game)),
        element("span", f"{result} · {points}", class_="good" if game.won else "bad"),
        element("span", rivals) if rivals else NOTHING,
        element("span", game.started[:10], class_="dim"),
        class_="card",
    )


def which_to_score(words: Words) -> Html:
    heading = words.plain(Text("menu.score"))
    games = (link(f"/score/{game}", element("b", title(game)), class_="card game") for game in GAMES)
    return document(
        words, heading, top(heading, words=words), element("main", div("cards", *games), class_="narrow")
    )


def begin_score(game: Game, tables: Any, words: Words) -> Html:
    """For how many players a sheet is, and for which round where these are scored one by one."""
    parts: list[Html] = [element("h2", words.plain(Text("menu.how-many-players")))]
    numbers = (
        element("button", str(count), name="players", value=count, class_="choice number")
        for count in game.scored
    )
    if game.rounds:
        options = [("0", words.plain(Text("web.whole-game")))]
        options += [(str(each), words.plain(Text("web.round", n=each))) for each in game.rounds]
        parts.insert(0, _select("round", options, "0", words.plain(Text("listing.round"))))
    parts += [div("choices numbers", *numbers), rulings(game.rulings(tables), words)]
    form = element("form", *parts, method="post", action=f"/score/{game.id}", class_="form")
    head = f"{words.plain(Text('menu.score'))}: {game.name}"
    return document(
        words, head, top(head, back="/score", words=words), element("main", form, class_="narrow")
    )


# The door


def devices(words: Words, url: str, code: str, qr: Html, known: Mapping[str, Known], own: str) -> Html:
    """How another device comes in: a picture to point its camera at, or an address and a code to type.

    Below it those that are known, each of which can be sent away.
    """
    heading = words.plain(Text("web.devices"))
    told = element("p", words.plain(Text("web.scan")))
    typed = element("p", words.plain(Text("web.or-type", address=url)))
    body = [told, div("qr", qr), typed, element("p", code, class_="code")]
    body.append(element("p", words.plain(Text("web.code-for", n=CODE_FOR // MINUTE)), class_="dim"))
    if known:
        body.append(element("h2", words.plain(Text("web.known"))))
        body.append(div("cards", *(_device(*each, own, words) for each in known.items())))
    return document(words, heading, top(heading, words=words), element("main", *body, class_="narrow"))


def _device(digest: str, known: Known, own: str, words: Words) -> Html:
    name = known.kind or words.plain(Text("web.a-device"))
    lines = [element("b", name)]
    if known.since:
        since = datetime.fromtimestamp(known.since).strftime("%Y-%m-%d %H:%M")
        lines.append(element("span", words.plain(Text("web.since", when=since)), class_="dim"))
    if digest == own:
        lines.append(element("span", words.plain(Text("web.this-device")), class_="good"))
    button = element("button", words.plain(Text("web.send-away")), name="away", value=digest, class_="quiet")
    lines.append(element("form", button, method="post", action="/devices", class_="form"))
    return div("card", *lines)


def door(words: Words, code: str, *, wrong: bool = False) -> Html:
    """For a device that is not known yet: the code it was shown, sent by a button and not by looking."""
    heading = words.plain(Text("web.door"))
    parts = (
        [element("p", words.plain(Text("web.wrong-code")), class_="note bad", role="alert")] if wrong else []
    )
    if code and not wrong:
        parts.append(element("p", words.plain(Text("web.let-in-told"))))
        parts.append(element("input", type="hidden", name="code", value=code))
    else:
        parts.append(element("p", words.plain(Text("web.type-code"))))
        parts.append(
            element(
                "input",
                name="code",
                required=True,
                autocomplete="one-time-code",
                autocapitalize="characters",
                spellcheck="false",
                enterkeyhint="go",
                aria_label=words.plain(Text("web.code")),
                class_="code",
            )
        )
    parts.append(element("button", words.plain(Text("web.let-in")), class_="choice primary"))
    form = element("form", *parts, method="post", action="/in", class_="form")
    head = element("header", Html(MARK), element("h1", heading), class_="top big")
    return document(words, heading, head, element("main", form, class_="narrow"))
