"""The pages around the games: one to go on with, a new one, those that are over, a sheet to fill in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from automa.dialogue import YOU, Text
from automa.game import Game, Opponent, Tables
from automa.levels import level_name
from automa.rulings import Ruling
from solo.games import GAMES, game_named, title
from solo.keeping.history import Played, records, standings
from solo.keeping.saves import Save
from solo.keeping.sheets import KeptSheet
from solo.showing.looking_back import LAST_GAMES, about, record_text, standing_text
from solo.web import drawing
from solo.web.asking import Fields
from solo.web.door import CODE_FOR, MINUTE, Known
from solo.web.drawing import said
from solo.web.frame import document, top
from solo.web.markup import NOTHING, Html, div, element, icon, link, paragraphs
from solo.words.names import shown_name
from solo.words.sentences import LANGUAGES, Words, capitalised

MOST_SAVES = 12
"""More are a line each, below."""
NOT_FILLED: Fields = {}
"""A form as nobody has filled it in yet."""


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
        ("/demo", Text("menu.demo")),
        ("/score", Text("menu.score")),
        ("/tables", Text("menu.tables")),
        ("/finished", Text("menu.history")),
        ("/stats", Text("menu.stats")),
    ]
    if in_network:
        ways.append(("/devices", Text("web.add-device")))
    parts.append(div("choices some", *(link(way, words.plain(text), class_="choice") for way, text in ways)))
    parts.append(_languages(words))
    head = element("header", Html(MARK), element("h1", "Castellan"), class_="top big")
    return document(words, words.plain(Text("web.home")), head, element("main", *parts, class_="narrow"))


def narrow(words: Words, heading: str, *inside: str, back: str = "/") -> Html:
    """A page that is read from top to bottom."""
    return document(
        words, heading, top(heading, back=back, words=words), element("main", *inside, class_="narrow")
    )


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
    seats = Text("web.players", low=players[0], high=players[-1])
    return link(
        f"/new/{name}", *_about_game(name, words, seats, Text(f"web.about.{name}")), class_="card game"
    )


def _about_game(name: str, words: Words, *lines: Text) -> Iterator[Html]:
    """What stands on the card of a game."""
    yield element("span", icon(PICTURES.get(name, "castle")), class_=f"picture {name}")
    yield element("b", title(name))
    yield from (element("span", words.plain(line), class_="dim") for line in lines)


def how(words: Words) -> Html:
    """How to play with it, in half a minute."""
    return narrow(words, words.plain(Text("web.how")), paragraphs(words.plain(Text("web.how.text"))))


def away(words: Words) -> Html:
    """What to do when the computer does not answer; a browser keeps it for that."""
    heading = words.plain(Text("web.away"))
    again = link("/", words.plain(Text("web.try-again")), class_="choice primary")
    return narrow(words, heading, paragraphs(words.plain(Text("web.away.text"))), again)


def delete(name: str, words: Words) -> Html:
    """Whether a saved game is to be deleted."""
    heading = words.plain(Text("web.delete"))
    sure = element("button", heading, class_="choice")
    back = link("/", words.plain(Text("web.leave-it")), class_="choice primary")
    form = element("form", div("choices", back, sure), method="post", action=f"/game/{name}/delete")
    asked = element("h2", words.plain(Text("web.delete-it")))
    return narrow(words, heading, element("section", asked, element("p", name), form, class_="question"))


MARK = (
    '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">'
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


def new_game(
    game: Game,
    tables: Tables,
    notice: Text | None,
    words: Words,
    filled: Fields = NOT_FILLED,
    wrong: str = "",
) -> Html:
    """Whom to play against, shown as cards, and what else is settled before a game begins.

    What is `wrong` with a form that came in is said above it, `filled` in as it was.
    """
    everybody = game.opponents(tables)
    low, high = game.players[0] - 1, min(game.players[-1] - 1, len(everybody))
    kind = "radio" if high == 1 else "checkbox"
    against = filled.get("against", ()) if filled else [each.id for each in everybody[:low]]
    cards = (_opponent(each, words, kind, each.id in against, filled) for each in everybody)
    hint = element("p", words.plain(Text("web.opponents", low=low, high=high)), class_="dim")
    parts = [refusal(wrong), element("h2", words.plain(Text("menu.against"))), hint, div("opponents", *cards)]
    parts.append(_people(words, filled))
    if high > 1:
        parts.append(_seats(everybody, high, words, filled))
    firsts = [("", words.plain(Text("web.first-usual"))), (YOU, words.plain(Text("web.first-you")))]
    firsts += [(each.id, each.called(words.lang)) for each in everybody]
    first = words.plain(Text("web.first"))
    parts.append(element("fieldset", element("legend", first), _select("first", firsts, "", first, filled)))
    by = [(each, Text(f"option.by.{each}")) for each in ("table", "app")]
    parts.append(_one_of("cards", Text("menu.cards"), by, words, filled))
    if game.dice_in_box:
        parts.append(_one_of("dice", Text("menu.dice"), by, words, filled))
    if game.tracks:
        ways = [(each, Text(f"option.track.{each}")) for each in game.tracks]
        parts.append(_one_of("track", Text("menu.track"), ways, words, filled))
    parts.append(rulings(game.rulings(tables), words, filled))
    if notice is not None:
        way = link("/tables", words.plain(Text("web.check")), class_="choice")
        parts.append(element("section", element("p", words.plain(notice)), way, class_="note"))
    parts.append(element("button", words.plain(Text("web.begin")), class_="choice primary begin"))
    form = element("form", *parts, method="post", action=f"/new/{game.id}", class_="form")
    return narrow(words, game.name, form)


def refusal(wrong: str) -> Html:
    """What is wrong with a form that came in."""
    return element("p", wrong, class_="note bad", role="alert") if wrong else NOTHING


def _seats(everybody: Sequence[Opponent], high: int, words: Words, filled: Fields) -> Html:
    """Who sits where, folded: most people take what comes."""
    title = words.plain(Text("web.seats"))
    free = ("", words.plain(Text("web.seat-any")))
    whom = [free, *((each.id, each.name) for each in everybody)]
    rows = (
        element("label", element("span", label), _select("seat", whom, "", label, filled, place))
        for place in range(high)
        for label in [words.plain(Text("web.seat", n=place + 1))]
    )
    hint = element("p", words.plain(Text("web.seats-told")), class_="dim")
    is_open = any(filled.get("seat", ()))
    return element("details", element("summary", title), hint, *rows, class_="panel seats", open=is_open)


def _opponent(opponent: Opponent, words: Words, kind: str, is_chosen: bool, filled: Fields) -> Html:
    made_by_us = Text("opponents.house" if opponent.house else "opponents.taught")
    made_by = Text("opponents.official") if opponent.official else made_by_us
    box = element("input", type=kind, name="against", value=opponent.id, checked=is_chosen)
    head = element(
        "span",
        element("b", opponent.called(words.lang)),
        element("small", words.plain(made_by)),
        class_="name",
    )
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
        levels = _select(f"level {opponent.id}", options, opponent.levels[0], name, filled)
    return div("opponent", label, levels, plan)


def _people(words: Words, filled: Fields) -> Html:
    """Who else plays, folded: most people are alone."""
    label = words.plain(Text("web.people"))
    names = "".join(filled.get("people", ()))
    box = element("input", name="people", value=names, maxlength=200, autocomplete="off", aria_label=label)
    hint = element("p", words.plain(Text("web.people-told")), class_="dim")
    return element("details", element("summary", label), hint, box, class_="panel", open=bool(names))


def _one_of(
    name: str, question: Text, options: Sequence[tuple[str, Text]], words: Words, filled: Fields
) -> Html:
    """A choice of which the first is usual."""
    chosen = _value(filled, name, options[0][0])
    radios = (
        element(
            "label",
            element("input", type="radio", name=name, value=value, checked=value == chosen),
            element("span", said(text, words, capital=True), class_="words"),
            class_="choice tick",
        )
        for value, text in options
    )
    return element("fieldset", element("legend", words.plain(question)), div("choices", *radios))


def rulings(known: Iterable[Ruling], words: Words, filled: Fields = NOT_FILLED) -> Html:
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
                filled,
            ),
            element("p", said(each.reason, words), class_="dim"),
        )
        for each in known
    ]
    if not rows:
        return NOTHING
    summary = element("summary", words.plain(Text("web.rulings", n=len(rows))))
    return element("details", summary, *rows, class_="panel")


def _select(
    name: str,
    options: Sequence[tuple[str, str]],
    default: str,
    label: str,
    filled: Fields = NOT_FILLED,
    place: int = 0,
) -> Html:
    """A list to choose from, and of several with one name the one at that place."""
    chosen = _value(filled, name, default, place)
    rows = (
        element("option", capitalised([(shown, "")])[0][0], value=value, selected=value == chosen)
        for value, shown in options
    )
    return element("select", *rows, name=name, aria_label=label)


def _value(filled: Fields, name: str, default: str, place: int = 0) -> str:
    """What a form that came in says."""
    values = filled.get(name, ())
    return values[place] if place < len(values) else default


# Games that are over, and sheets to fill in


def finished(games: Sequence[Played], words: Words) -> Html:
    """The finished games, the latest first, each with the way to its table."""
    heading = words.plain(Text("menu.history"))
    rows = [_played(game, words) for game in reversed(games)]
    rows = rows or [element("p", words.plain(Text("history.none")))]
    return narrow(words, heading, div("cards", *rows))


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


def stats(games: Sequence[Played], words: Words) -> Html:
    """What the finished games come to: by game, and against each opponent."""
    parts: list[Html] = []
    for record in records(games):
        lines = (element("p", said(line, words)) for line in [record_text(record), *about(record)])
        against = [each for each in standings(games) if each.game == record.game]
        rows = (element("li", said(standing_text(each), words)) for each in against)
        parts.append(
            element(
                "section",
                element("h2", title(record.game)),
                *lines,
                _points(record.points, words),
                element("ul", *rows),
                class_="panel",
            )
        )
    parts = parts or [element("p", words.plain(Text("history.none")))]
    return narrow(words, words.plain(Text("menu.stats")), *parts)


def _points(points: Sequence[int], words: Words) -> Html:
    """The points of the last games, a bar each."""
    last, top = points[-LAST_GAMES:], max(1, *points)
    bars = (
        element("rect", x=place * 5, width=4, y=24 - height, height=height)
        for place, height in enumerate(max(1, round(24 * each / top)) for each in last)
    )
    label = words.plain(Text("web.points-of", points=last))
    return element("svg", *bars, viewBox="0 0 100 24", class_="bars", role="img", aria_label=label)


def _games(words: Words, action: str, beside: Mapping[str, Sequence[Text]]) -> Html:
    """The games as cards, each of which begins something."""
    cards = (
        element(
            "form",
            element("button", *_about_game(game, words, *beside.get(game, ())), class_="card game"),
            method="post",
            action=f"{action}/{game}",
        )
        for game in GAMES
    )
    return div("cards", *cards)


def which_to_check(left: Mapping[str, int], words: Words) -> Html:
    """The games, each with how much of it is only assumed."""
    told = element("p", words.plain(Text("web.check-told")), class_="dim")
    beside = {game: [Text("web.unchecked", n=n) if n else Text("web.checked")] for game, n in left.items()}
    return narrow(words, words.plain(Text("menu.tables")), told, _games(words, "/tables", beside))


def which_to_watch(words: Words) -> Html:
    told = element("p", words.plain(Text("web.demo-told")), class_="dim")
    return narrow(words, words.plain(Text("menu.demo")), told, _games(words, "/demo", {}))


def which_to_score(kept: Mapping[str, KeptSheet], words: Words) -> Html:
    """The games, and below them the sheets that were begun or filled in before."""
    games = (link(f"/score/{game}", *_about_game(game, words), class_="card game") for game in GAMES)
    parts = [div("cards", *games)]
    if kept:
        parts.append(element("h2", words.plain(Text("web.sheets"))))
        parts.append(div("cards", *(_sheet(id, sheet, words) for id, sheet in kept.items())))
    return narrow(words, words.plain(Text("menu.score")), *parts)


def _sheet(id: str, sheet: KeptSheet, words: Words) -> Html:
    names = [each.answer for each in sheet.entered if each.ask.endswith(".name")]
    way = link(
        f"/form/{id}",
        element("b", title(sheet.game)),
        element("span", ", ".join(map(str, names))) if names else NOTHING,
        element("span", sheet.started.replace("T", " "), class_="dim"),
        class_="card",
    )
    button = element("button", words.plain(Text("web.delete")), class_="quiet")
    return div("saved", way, element("form", button, method="post", action=f"/form/{id}/delete"))


def begin_score(
    game: Game, tables: Tables, words: Words, filled: Fields = NOT_FILLED, wrong: str = ""
) -> Html:
    """For how many players a sheet is, and for which round where these are scored one by one."""
    parts: list[Html] = [refusal(wrong)]
    if game.rounds:
        options = [("0", words.plain(Text("web.whole-game")))]
        options += [(str(each), words.plain(Text("web.round", n=each))) for each in game.rounds]
        parts.append(_select("round", options, "0", words.plain(Text("listing.round")), filled))
    numbers = (
        element("button", str(count), name="players", value=count, class_="choice number")
        for count in game.scored
    )
    parts.append(element("h2", words.plain(Text("menu.how-many-players"))))
    parts += [div("choices numbers", *numbers), rulings(game.rulings(tables), words, filled)]
    form = element("form", *parts, method="post", action=f"/score/{game.id}", class_="form")
    head = f"{words.plain(Text('menu.score'))}: {game.name}"
    return narrow(words, head, form, back="/score")


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
    return narrow(words, heading, *body)


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
