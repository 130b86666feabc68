"""The pages around the games: the first page, new games, finished games, score sheets, devices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus

from automa.dialogue import YOU, Text
from automa.game import Game, Opponent, Tables
from automa.levels import level_name
from automa.rulings import Ruling
from solo.games import GAMES, title
from solo.keeping.drafts import KeptSheet
from solo.keeping.history import Played, game_stats, opponent_stats
from solo.keeping.saves import Save
from solo.showing.looking_back import LAST_GAMES, about, record_text, standing_text
from solo.showing.markup import Attribute, Capital, Content, Element, details, element, icon, paragraphs
from solo.web import drawing
from solo.web.asking import Fields, hidden_field, text_box, tick, value_of
from solo.web.door import CODE_LIFETIME, MINUTE, KnownDevice
from solo.web.frame import Page, narrow
from solo.words.sentences import LANGUAGES, Words

MAX_SAVES = 12
"""How many saves are in sight; the others are folded."""
NOT_FILLED: Fields = {}
"""An empty form."""
PICTURES = {"valeria": "temple", "methoni": "tower", "six-castles": "castle", "castle-combo": "nobility"}
"""The icon on the card of each game."""
MARK = element(
    "svg.logo",
    element("path", d="M4 29V9h4v4h4V9h3V3h8l-2 2.5 2 2.5h-6v1h3v4h4V9h4v20h-9v-6a3 3 0 0 0-6 0v6z"),
    viewBox="0 0 32 32",
    aria_hidden="true",
)


def home(saves: Sequence[Save], lang: str, *, in_network: bool) -> Page:
    """The first page: games to go on with, new games, and the rest."""
    to_go_on = [_save(save) for save in saves if not save.finished]
    ways = {
        "/how": Text("web.how"),
        "/demo": Text("menu.demo"),
        "/score": Text("menu.score"),
        "/tables": Text("menu.tables"),
        "/finished": Text("menu.history"),
        "/stats": Text("menu.stats"),
        **({"/devices": Text("web.add-device")} if in_network else {}),
    }
    parts: list[Element] = [element("p.welcome", Text("menu.welcome"))]
    if to_go_on:
        parts.append(element("h2", Text("web.continue")))
        parts.append(element("div.cards", *to_go_on[:MAX_SAVES]))
        if rest := to_go_on[MAX_SAVES:]:
            parts.append(details(Text("web.older", n=len(rest)), element("div.cards", *rest)))
    return _entry_page(
        "Castellan",
        Text("web.home"),
        *parts,
        element("h2", Text("menu.new")),
        element("div.cards", *map(_game, GAMES)),
        element("div.choices.some", *(element("a.choice", text, href=way) for way, text in ways.items())),
        _languages(lang),
    )


def _entry_page(heading: Content, title: Text, *inside: Content, status: HTTPStatus = HTTPStatus.OK) -> Page:
    """A page without a way back."""
    head = element("header.top.big", MARK, element("h1", heading))
    return Page(title, [head, element("main.narrow", *inside)], status=status)


def _form(action: str, *inside: Content, class_: str | None = "form") -> Element:
    return element("form", *inside, method="post", action=action, class_=class_)


def _game(name: str) -> Element:
    """The card of a game: its icon, seats, time and what it needs."""
    return element("a.card.game", *_about_game(name, Text(f"menu.about.{name}")), href=f"/new/{name}")


def _about_game(name: str, *lines: Text) -> list[Element]:
    """The content of a game's card."""
    picture = element("span", icon(PICTURES.get(name, "castle")), class_=f"picture {name}")
    return [picture, element("b", title(name)), *(element("span.dim", line) for line in lines)]


def how(words: Words) -> Page:
    """How to play with it, in half a minute."""
    return narrow(Text("web.how"), paragraphs(words.plain(Text("web.how.text"))))


def offline(words: Words) -> Page:
    """The page that a browser keeps, to show when the computer does not answer."""
    again = element("a.choice.primary", Text("web.try-again"), href="/")
    return narrow(Text("web.away"), paragraphs(words.plain(Text("web.away.text"))), again)


def delete(name: str) -> Page:
    """The question whether to delete a save."""
    back = element("a.choice.primary", Text("web.leave-it"), href="/")
    choices = element("div.choices", back, element("button.choice", Text("web.delete")))
    form = _form(f"/game/{name}/delete", choices, class_=None)
    asked = element("h2", Text("web.delete-it"))
    return narrow(Text("web.delete"), element("section.question", asked, element("p", name), form))


def _languages(chosen: str) -> Element:
    names = {"en": "English", "nl": "Nederlands"}
    buttons = [
        element(
            "button.choice.primary" if lang == chosen else "button.choice",
            names.get(lang, lang),
            name="lang",
            value=lang,
            lang=lang,
            aria_pressed="true" if lang == chosen else "false",
        )
        for lang in LANGUAGES
    ]
    return _form("/lang", element("div.choices.numbers", *buttons), class_="languages")


def _save(save: Save) -> Element:
    """The card of a save."""
    others = [seat.name for seat in save.seats if seat.name]
    way = element(
        "a.card",
        element("b", title(save.game) or save.name),
        element("span", Text("web.against", names=others)) if others else None,
        element("span.dim", _when(save.changed / 1e9)),
        element("span.bad", save.trouble) if save.trouble is not None else None,
        href=f"/game/{save.name}",
    )
    delete = element("a.button.quiet", Text("web.delete"), href=f"/game/{save.name}/delete")
    return element("div.saved", way, delete)


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


# A new game


def new_game(
    game: Game,
    tables: Tables,
    notice: Text | None,
    words: Words,
    filled: Fields = NOT_FILLED,
    wrong: str = "",
) -> Page:
    """The form for a new game; one that was refused is `filled` in, with what was `wrong` above it."""
    everybody = game.opponents(tables)
    low, high = game.players[0] - 1, min(game.players[-1] - 1, len(everybody))
    kind = "radio" if high == 1 else "checkbox"
    against = filled.get("against", ()) if filled else [each.id for each in everybody[:low]]
    firsts: list[tuple[str, str | Text]] = [("", Text("web.first-usual")), (YOU, Text("web.first-you"))]
    firsts += [(each.id, each.called(words.lang)) for each in everybody]
    first = element("legend", Text("web.first")), _select("first", firsts, "", Text("web.first"), filled)
    by = [(each, Text(f"option.by.{each}")) for each in ("table", "app")]
    ways = [(each, Text(f"option.track.{each}")) for each in game.tracks]
    check = element("a.choice", Text("web.check"), href="/tables")
    return _form_page(
        game.name,
        f"/new/{game.id}",
        wrong,
        element("h2", Text("menu.against")),
        element("p.dim", Text("web.opponents", low=low, high=high)),
        element(
            "div.opponents",
            *(_opponent(each, words, kind, each.id in against, filled) for each in everybody),
        ),
        _people(filled),
        _seats(everybody, high, filled) if high > 1 else None,
        element("fieldset", *first),
        _one_of("cards", Text("menu.cards"), by, filled),
        _one_of("dice", Text("menu.dice"), by, filled) if game.dice_in_box else None,
        _one_of("track", Text("menu.track"), ways, filled) if ways else None,
        _rulings(game.rulings(tables), filled),
        element("section.note", element("p", notice), check) if notice is not None else None,
        element("button.choice.primary.begin", Text("web.begin")),
    )


def _form_page(title: Content, action: str, wrong: str, *inside: Content, back: str = "/") -> Page:
    """A form that begins something, with what was `wrong` when it was refused above it."""
    refusal = element("p.note.bad", wrong, role="alert") if wrong else None
    status = HTTPStatus.CONFLICT if wrong else HTTPStatus.OK
    return narrow(title, _form(action, refusal, *inside), back=back, status=status)


def _seats(everybody: Sequence[Opponent], high: int, filled: Fields) -> Element:
    """The seating, folded, because most people leave it as it is."""
    whom: list[tuple[str, str | Text]] = [("", Text("web.seat-any"))]
    whom += [(each.id, each.name) for each in everybody]
    labels = [Text("web.seat", n=place) for place in range(1, high + 1)]
    rows = [
        element("label", element("span", label), _select("seat", whom, "", label, filled, place))
        for place, label in enumerate(labels)
    ]
    hint = element("p.dim", Text("web.seats-told"))
    is_open = any(filled.get("seat", ()))
    return details(Text("web.seats"), hint, *rows, class_="panel seats", is_open=is_open)


def _opponent(opponent: Opponent, words: Words, kind: str, is_chosen: bool, filled: Fields) -> Element:
    made_by_us = Text("opponents.house" if opponent.house else "opponents.taught")
    made_by = Text("opponents.official") if opponent.official else made_by_us
    head = element("span.name", element("b", opponent.called(words.lang)), element("small", made_by))
    about = element("span.detail", opponent.character)
    label = tick(kind, "against", opponent.id, [head, about], is_on=is_chosen)
    plan = details(Text("web.plan"), drawing.picture(opponent.card, words), class_="plan")
    levels: Content = None
    if len(opponent.levels) > 1:
        name = Text("web.level"), ": ", opponent.name
        options = [(level, level_name(level)) for level in opponent.levels]
        levels = _select(f"level {opponent.id}", options, opponent.levels[0], name, filled)
    return element("div.opponent", label, levels, plan if opponent.card else None)


def _people(filled: Fields) -> Element:
    """The names of other people, folded, because most play alone."""
    label = Text("web.people")
    names = value_of(filled, "people")
    box = text_box("people", label, value=names, maxlength=200)
    hint = element("p.dim", Text("web.people-told"))
    return details(label, hint, box, class_="panel", is_open=bool(names))


def _one_of(name: str, question: Text, options: Sequence[tuple[str, Text]], filled: Fields) -> Element:
    """A choice whose first option is the default."""
    chosen = value_of(filled, name, options[0][0])
    radios = [tick("radio", name, value, Capital(text), is_on=value == chosen) for value, text in options]
    return element("fieldset", element("legend", question), element("div.choices", *radios))


def _rulings(known: Iterable[Ruling], filled: Fields) -> Content:
    """The rulings, folded, because most people leave them as they are."""
    rows = [
        element(
            "div.ruling",
            element("p", each.question),
            _select(
                f"ruling {each.id}",
                [(option.id, option.name) for option in each.options],
                each.default,
                each.question,
                filled,
            ),
            element("p.dim", each.reason),
        )
        for each in known
    ]
    return details(Text("web.rulings", n=len(rows)), *rows, class_="panel") if rows else None


def _select(
    name: str,
    options: Sequence[tuple[str, str | Text]],
    default: str,
    label: Attribute,
    filled: Fields,
    place: int = 0,
) -> Element:
    """A list to choose from; `place` is its place among several of one name."""
    chosen = value_of(filled, name, default, place)
    rows = (
        element("option", Capital(shown), value=value, selected=value == chosen) for value, shown in options
    )
    return element("select", *rows, name=name, aria_label=label)


# Finished games and score sheets


def finished(games: Sequence[Played]) -> Page:
    """The finished games, the latest first."""
    rows = [_played(game) for game in reversed(games)]
    return narrow(Text("menu.history"), element("div.cards", *(rows or [_none()])))


def _none() -> Element:
    return element("p", Text("history.none"))


def _played(game: Played) -> Element:
    result = Text("history.result-won" if game.won else "history.result-lost")
    rivals = ", ".join(f"{rival.name} {rival.score}" for rival in game.against)
    points = Text("amount.points", n=game.score)
    return element(
        "a.card",
        element("b", title(game.game)),
        element("span.good" if game.won else "span.bad", result, " · ", points),
        element("span", rivals) if rivals else None,
        element("span.dim", game.started[:10]),
        href=f"/game/{game.save}",
    )


def stats(games: Sequence[Played]) -> Page:
    """Statistics by game, and against each opponent."""
    parts = [
        element(
            "section.panel",
            element("h2", title(record.game)),
            *(element("p", line) for line in [record_text(record), *about(record)]),
            _points(record.points),
            element(
                "ul",
                *(
                    element("li", standing_text(each))
                    for each in opponent_stats(games)
                    if each.game == record.game
                ),
            ),
        )
        for record in game_stats(games)
    ]
    return narrow(Text("menu.stats"), *(parts or [_none()]))


def _points(points: Sequence[int]) -> Element:
    """The points of the last games, a bar each."""
    last, top = points[-LAST_GAMES:], max(1, *points)
    bars = (
        element("rect", x=place * 5, width=4, y=24 - height, height=height)
        for place, height in enumerate(max(1, round(24 * each / top)) for each in last)
    )
    label = Text("web.points-of", points=last)
    return element("svg.bars", *bars, viewBox="0 0 100 24", role="img", aria_label=label)


def _games(action: str, beside: Mapping[str, Text] | None = None) -> Element:
    """The games as cards, each of which begins something."""
    lines = {game: [line] for game, line in (beside or {}).items()}
    cards = (
        _form(
            f"{action}/{game}",
            element("button.card.game", *_about_game(game, *lines.get(game, ()))),
            class_=None,
        )
        for game in GAMES
    )
    return element("div.cards", *cards)


def which_to_check(left: Mapping[str, int]) -> Page:
    """The games, each with how much of it is only assumed."""
    beside = {game: Text("web.unchecked", n=n) if n else Text("web.checked") for game, n in left.items()}
    return narrow(Text("menu.tables"), element("p.dim", Text("web.check-told")), _games("/tables", beside))


def which_to_watch() -> Page:
    return narrow(Text("menu.demo"), element("p.dim", Text("web.demo-told")), _games("/demo"))


def which_to_score(kept: Mapping[str, KeptSheet]) -> Page:
    """The games, and below them the score sheets from before."""
    games = (element("a.card.game", *_about_game(game), href=f"/score/{game}") for game in GAMES)
    sheets = element("div.cards", *(_sheet(id, sheet) for id, sheet in kept.items()))
    below = [element("h2", Text("web.sheets")), sheets] if kept else None
    return narrow(Text("menu.score"), element("div.cards", *games), below)


def _sheet(id: str, sheet: KeptSheet) -> Element:
    names = [each.answer for each in sheet.entered if each.ask.endswith(".name")]
    way = element(
        "a.card",
        element("b", title(sheet.game)),
        element("span", ", ".join(map(str, names))) if names else None,
        element("span.dim", sheet.started.replace("T", " ")),
        href=f"/form/{id}",
    )
    button = element("button.quiet", Text("web.delete"))
    return element("div.saved", way, _form(f"/form/{id}/delete", button, class_=None))


def begin_score(game: Game, tables: Tables, filled: Fields = NOT_FILLED, wrong: str = "") -> Page:
    """The form for a new score sheet: how many players, and which round if a game scores them one by one."""
    rounds: list[tuple[str, Text]] = [("0", Text("web.whole-game"))]
    rounds += [(str(each), Text("web.round", n=each)) for each in game.rounds]
    numbers = (element("button.choice.number", count, name="players", value=count) for count in game.scored)
    return _form_page(
        (Text("menu.score"), ": ", game.name),
        f"/score/{game.id}",
        wrong,
        _select("round", rounds, "0", Text("listing.round"), filled) if game.rounds else None,
        element("h2", Text("menu.how-many-players")),
        element("div.choices.numbers", *numbers),
        _rulings(game.rulings(tables), filled),
        back="/score",
    )


# Devices


def devices(url: str, code: str, qr: Content, known: Mapping[str, KnownDevice], own: str) -> Page:
    """How to add a device, by its camera or by typing, and the devices that are known."""
    cards = element("div.cards", *(_device(*each, own) for each in known.items()))
    return narrow(
        Text("web.devices"),
        element("p", Text("web.scan")),
        qr,
        element("p", Text("web.or-type", address=url)),
        element("p.code", code),
        element("p.dim", Text("web.code-for", n=CODE_LIFETIME // MINUTE)),
        [element("h2", Text("web.known")), cards] if known else None,
    )


def _device(digest: str, known: KnownDevice, own: str) -> Element:
    button = element("button.quiet", Text("web.send-away"), name="away", value=digest)
    return element(
        "div.card",
        element("b", known.kind or Text("web.a-device")),
        element("span.dim", Text("web.since", when=_when(known.since))) if known.since else None,
        element("span.good", Text("web.this-device")) if digest == own else None,
        _form("/devices", button),
    )


def door_page(code: str, status: HTTPStatus, *, wrong: bool = False) -> Page:
    """The page for a device that is not known: it asks for a code, or to send the code of its address."""
    shown = code and not wrong
    keyboard = {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
    typed = text_box("code", Text("web.code"), "input.code", required=True, **keyboard)
    form = _form(
        "/in",
        element("p.note.bad", Text("web.wrong-code"), role="alert") if wrong else None,
        element("p", Text("web.let-in-told" if shown else "web.type-code")),
        hidden_field("code", code) if shown else typed,
        element("button.choice.primary", Text("web.let-in")),
    )
    return _entry_page(Text("web.door"), Text("web.door"), form, status=status)
