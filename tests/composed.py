"""The ids of texts that are put together from words of the tables or of a closed set.

Ids that stand in the code are found there by `tests.catalogues`; of these it knows only the beginnings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, get_args

from automa.castle_combo.cards import Position, Resource
from automa.castle_combo.cards.counting import LOCATIONS, SHIELDS, Area, word_of
from automa.castle_combo.fixes import Pile
from automa.castle_combo.opponents import evaluation, plans
from automa.castle_combo.picture import SHOWN_WEIGHTS
from automa.castle_combo.pieces import Beside
from automa.castle_combo.rules import Obstacle
from automa.castle_combo.scoresheet import GRID
from automa.castle_combo.state import SIDES
from automa.castle_combo.steps import CHOICES
from automa.declared import AnyTables
from automa.game import Game
from automa.methoni.island import KINDS, LANDS
from automa.methoni.opponents.evaluation import PARTS
from automa.methoni.picture import WEIGHED
from automa.methoni.tables import COLOURS
from automa.priorities import AnyVocabulary, Listed, Vocabulary
from automa.rulings import Rulings
from automa.six_castles import game as six_castles_game
from automa.six_castles.game.questions import MORE
from automa.six_castles.opponents.cast import DUMMYS_STEPS
from automa.six_castles.opponents.plans import BELIEVED
from automa.six_castles.rules import BONUSES
from automa.six_castles.rules.effects import IN_SHORT
from automa.six_castles.tables import TERRAINS, VERSIONS
from automa.six_castles.territory import QUARTERS
from automa.steps import Language
from automa.steps.language import label_of
from automa.valeria import steps as valeria_steps
from automa.valeria import tables as facts
from automa.valeria.own.talk import ASKED, SENTENCES
from automa.valeria.state import DueKind

Endings: TypeAlias = dict[str, Iterable[str]]
"""For the beginning of ids, after the id of the game, the words that they end in."""


def of_game(game: Game[Any], tables: AnyTables) -> Iterator[str]:
    """Every id that a game puts together."""
    yield from (f"{game.id}.topic.{topic}" for topic, _ in game.rules(tables))
    yield from (f"{game.id}.rules.{topic}" for topic in game.topics)
    yield from of_rulings(game.id, tables.rulings)
    for vocabulary in vocabularies(game):
        yield from of_vocabulary(vocabulary)
    yield from of_opponents(game.id, tables.opponents)
    for beginning, words in ENDINGS.get(game.id, lambda tables: {})(tables).items():
        yield from (f"{game.id}.{beginning}.{word}" for word in words)
    notation = game.notation()
    if notation is not None:
        yield from of_notation(notation)


def vocabularies(game: Game[Any]) -> list[AnyVocabulary]:
    """The words on the cards of a game's opponents."""
    game.playing()  # imports them
    rooms = [module for name, module in sys.modules.items() if name.startswith(type(game).__module__)]
    return [each for room in rooms for each in vars(room).values() if isinstance(each, Vocabulary)]


def of_rulings(game: str, rulings: Rulings) -> Iterator[str]:
    for id, question in rulings.ruling.items():
        parts = ("question", "reason", *(f"option.{option}" for option in question.options))
        yield from (f"{game}.ruling.{id}.{part}" for part in parts)


def of_vocabulary(vocabulary: AnyVocabulary) -> Iterator[str]:
    yield from (f"{vocabulary.game}.measure.{each}" for each in vocabulary.measures)
    yield from (f"{vocabulary.game}.want.{each}" for each in vocabulary.tests)


def of_opponents(game: str, opponents: AnyTables) -> Iterator[str]:
    """Those that are not described in words of their own say who they are, and speak, in sentences."""
    for id, each in {**opponents.opponent, **getattr(opponents, "thinker", {})}.items():
        if isinstance(each, Listed) and not each.character:
            yield each.character_text(game, id).id
            yield each.voice(game, id).id


def of_notation(notation: Language[Any]) -> Iterator[str]:
    """What the help on how a move is written is made of."""
    yield notation.id
    for label in (label_of(part) for kind in notation.kinds for part in kind.parts):
        yield f"{notation.id}.is.{label}"
        yield f"{notation.id}.{label}"


# ---------------------------------------------------------------- Castle Combo

PER = (
    "banners.tableau", "banners.neighbour", "shield-types.tableau", "shield-types.row", "shield-types.column",
    "missing-types", "banner-pairs", "banner-sets", "banners-alike", "identical-shields",
    "cards-with-shields", "cards-of-cost", "cards-of-cost-or-more", "cards-with-discount",
    "cards-with-purse", "full-cells", "empty-cells", "keys", "gold-here", "gold-on-purses",
)  # fmt: skip
"""What a card can count."""
ABILITY = (
    "gain-per", "opponents-gain", "discount", "discount-all", "gold-on-purses", "fill-purses", "either",
)  # fmt: skip
OWN_QUESTION = ("gold", "keys", "messenger", "card", "down", "cell", "purse", *get_args(Pile))
"""The corrections that are asked with a sentence of their own."""
SAID_BY_THEIR_TAGS = (
    plans.FaceUp, plans.FaceDown, plans.WithPurse, plans.WithDiscount, plans.WithMessenger, plans.NewShield,
)  # fmt: skip
"""The conditions of a plan without a parameter: each is a sentence of its own."""


def castle_combo(tables: AnyTables) -> Endings:
    each_way: Endings = {
        "shield": SHIELDS,
        "per": PER,
        "per.shields": get_args(Area),
        "ability": ABILITY,
        "ability.discard": get_args(Resource),
        "scroll": (*get_args(Position), "no-shield", "face-down-card", "per", "purse"),
    }
    return {
        **each_way,
        **{f"short.{beginning}": words for beginning, words in each_way.items()},
        **dict.fromkeys(("cards-of", "location", "banner", "picture.location", "picture.to"), LOCATIONS),
        "one-shield": SHIELDS,
        "per": [*PER, "shield-sets"],
        "want": [word_of(kind) for kind in SAID_BY_THEIR_TAGS],
        "word": CHOICES,
        "refused": get_args(Obstacle),
        "place": SIDES,
        "way": ("left", "right"),
        "lies.at": get_args(Beside),
        "grid": [cell for row in GRID for cell in row],
        "fix": [*get_args(Pile), *(f"{fix}.ask" for fix in OWN_QUESTION)],
        "plan.worth": SHOWN_WEIGHTS,
        "think.part": evaluation.PARTS,
    }


# ---------------------------------------------------------------- Castello Methoni


def methoni(tables: AnyTables) -> Endings:
    return {
        "land": KINDS,
        "card-of": KINDS,
        "short": LANDS,
        "colour": COLOURS,
        "lies": ("houses", "villas", "towers"),
        "letter": COLOURS,
        "small-letter": COLOURS,
        "plan.worth": WEIGHED,
        "think.part": PARTS,
        "fix": ("domain-houses", "domain-villas", "ducats.ask", "wall.ask"),
    }


# ---------------------------------------------------------------- 6 Castles

VERBS = ("castle", "pay", "discs", "workers", "nothing", "sell", "take", "stop", "from", "top")


def six_castles(tables: AnyTables) -> Endings:
    spaces = ("landscape", "construction")
    return {
        "more": [kind + who for kind in MORE for who in ("", ".you")],
        "worth": BELIEVED,
        "plan.dummy": DUMMYS_STEPS,
        "terrain": TERRAINS,
        "short": TERRAINS,
        "bonus": BONUSES,
        "gain": ("religion.brief", "pays.brief", "space.brief"),
        "drawn": ("any", "first", "second"),
        "in-short": IN_SHORT,
        "written": BONUSES,
        "verb": VERBS,
        "quarter": QUARTERS,
        "corner": QUARTERS,
        "title": [str(rank) for rank in range(1, len(tables.titles.advanced) + 1)],
        **dict.fromkeys(("version", "version.about", "setup", "sheet.title"), VERSIONS),
        **dict.fromkeys(("line", "line.about"), six_castles_game.LINES),
        "sheet": spaces,
        "place": [*spaces, "supply", "hand", "stack", "tiles"],
        "track": spaces,
        "picture": ("top", "short-top"),
        "refused": [how + group for how in ("not-", "too-few.") for group in spaces],
        "score": spaces,
        "fact": [f"contract-{part}" for part in ("points", "coins", "religion")],
    }


# ---------------------------------------------------------------- Castellans of Valeria


def valeria(tables: AnyTables) -> Endings:
    kinds = [kind for kind in valeria_steps.KINDS if kind.verb is not None or len(kind.parts) > 1]
    asked = [part.field for kind in kinds for part in kind.parts if part.asked or part.free]
    piles = [f"{pile}-{back}" for pile in ("line", "discards", "deck", "citizens") for back in facts.BACKS]
    told = [id for sentences in SENTENCES.values() for id in sentences]
    return {
        "guild": facts.GUILDS,
        "guild-short": facts.GUILDS,
        "face": facts.FACES,
        "goods": facts.GOODS,
        "gain": (*get_args(facts.Gain), "same-resource"),
        "reward": get_args(facts.Gain),
        "action": facts.DICE_ACTIONS,
        "opponent": ("manor", "temple", "shipyard"),
        "bonus": get_args(facts.Crate),
        "fact": ("columns", "copies", "most-resource", "most-gold", "most-gold-banker"),
        "component": ("citizens", "wharf", "player-board", "board"),
        "teach.bonus": ("sail", *get_args(facts.Crate)),
        "monument": (*facts.MONUMENTS, "none"),
        "piece": facts.PIECES,
        "pieces": facts.PIECES,
        "position": get_args(facts.Place),
        "row": facts.ROWS,
        "crates-in": facts.ROWS,
        "track": ("line", "stuck"),
        "track-of-many": ("line", "stuck"),
        "picture": ("pieces", "pieces-of", "drafted", "drafted-of"),
        "meter": ("crates", "crates-of"),
        "shuffle": facts.BACKS,
        "lies": (*facts.PIECES, *facts.MONUMENTS, "crate", "score"),
        "place": ("leftover", "pool", "drafted", "spent", *piles),
        "costs": [*tables.actions.yours(), "other"],
        "manor": tables.manors.manor,
        "manor-short": tables.manors.manor,
        "citizen": tables.citizens.citizen,
        "character": tables.opponents.ours,
        "says": tables.opponents.ours,
        "reason": ("draft", "roll", "monument", "wharf"),
        "rules": [f"{back}-citizen" for back in facts.BACKS],
        "sign": [sign for sign in (*facts.PIECES, *facts.MONUMENTS) if sign not in ("windmill", "gate")],
        "sign-brief": [monument for monument in facts.MONUMENTS if monument != "gate"],
        "column": ("district", "guilds", "yours", "rivals", "road", "keeps", "control", "vp"),
        "sheet": ("control", "monuments", "wharf", "lines", "crates", "citizens", "other"),
        "own": ("turns", "as", "with", "column", *(id[4:] for id in told if id.startswith("own."))),
        "own.do": [kind.verb.id for kind in valeria_steps.KINDS if kind.verb is not None],
        "own.which": {ASKED.get(field, field) for field in asked},
        "own.due": ("push", "resource", *(f"{due}-from" for due in get_args(DueKind))),
        "own.gives": ("harvest", "wharf", "buy", "sail"),
        "own.gives.sell": ("vp", "influence"),
        "you": [id[4:] for id in told if id.startswith("you.")],
    }


ENDINGS: Mapping[str, Callable[[AnyTables], Endings]] = {
    "castle-combo": castle_combo,
    "methoni": methoni,
    "six-castles": six_castles,
    "valeria": valeria,
}
