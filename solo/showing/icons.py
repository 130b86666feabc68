"""Small pictures of our own, one set for the page and for maps in print: each a path in a square of 24."""

from __future__ import annotations

from collections.abc import Mapping

from automa.dialogue import Named, Text

SIZE = 24

_CROWN = "M3 7l5 4 4-7 4 7 5-4-2 13H5z"
_HAMMER = "M3 4h12l4 3-4 3h-4v12H7V10H3z"
_SWORD = "M11 1h2l1 12h4v3h-4v6h-4v-6H6v-3h4z"
_COIN = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"
_HALF_COIN = "M12 3a9 9 0 1 0 0 18z"
_GRASS = "M3 21c0-6 1-9 3-12 0 4 1 6 2 8 0-6 1-10 4-14 0 6 0 10 1 14 1-4 2-6 4-8 0 4 1 8 4 12z"
_PEAK = "M2 21L9 6l3 5 3-7 7 17z"
_PINES = "M8 2l5 8h-2l4 6H9v5H7v-5H1l4-6H3zm9 4l4 7h-2l3 5h-4v3h-2v-4h-1l-3-4z"
_HOUSE = "M12 3l10 9h-3v9h-5v-6h-4v6H5v-9H2z"
_TOWER = "M5 2h4v3h2V2h2v3h2V2h4v7l-2 2v11H7V11L5 9z"
_CASTLE = "M3 22V6h4v3h3V6h4v3h3V6h4v16h-7v-6a2 2 0 0 0-4 0v6z"
_PERSON = (
    "M12 2a4 4 0 0 1 3 6.600C19 9 22 11 22 13l-5 1 3 8h-6l-2-5-2 5H4l3-8-5-1c0-2 3-4 7-4.400A4 4 0 0 1 12 2z"
)
_SHIP = "M2 16h20l-3 6H5zM11 2h2v12h-2zm3 1l7 9h-7z"
_WHEAT = (
    "M12 3c2 2 2 4 0 6-2-2-2-4 0-6zM7 8c3 0 4 1 4 4-3 0-4-1-4-4zm10 0c-3 0-4 1-4 4 3 0 4-1 4-4zM7 13c3 0 4 1 "
    "4 4-3 0-4-1-4-4zm10 0c-3 0-4 1-4 4 3 0 4-1 4-4zM11 17h2v5h-2z"
)

ICONS: Mapping[str, str] = {
    # 6 Castles: goods, landscapes, constructions, pieces
    "wheat": _WHEAT,
    "chestnut": "M12 3c1 2 7 4 7 10 0 5-4 8-7 8s-7-3-7-8C5 7 11 5 12 3zM7 15h10v-2H7z",
    "linen": (
        "M12 4a3 3 0 0 1 2 5 3 3 0 0 1 4 4 3 3 0 0 1-5 1v7h-2v-7a3 3 0 0 1-5-1 3 3 0 0 1 4-4 3 3 0 0 1 2-5z"
    ),
    "meat": "M14 3c4 0 7 3 7 7 0 5-5 7-9 7l-3 3a2 2 0 1 1-3-1 2 2 0 1 1-1-3l3-3c0-5 2-10 6-10z",
    "olive-oil": "M9 3h6v3h-1v2c3 1 5 4 5 8 0 3-2 5-4 5H9c-2 0-4-2-4-5 0-4 2-7 5-8V6H9z",
    "pasture": _GRASS,
    "bush": "M12 4a5 5 0 0 1 5 4 4 4 0 0 1 1 8h-5v5h-2v-5H6a4 4 0 0 1 1-8 5 5 0 0 1 5-4z",
    "lake": (
        "M2 9c3-3 5-3 7 0s4 3 6 0 4-3 7 0v3c-3-3-5-3-7 0s-4 3-6 0-4-3-7 0zM2 16c3-3 5-3 7 0s4 3 6 0 4-3 7 "
        "0v3c-3-3-5-3-7 0s-4 3-6 0-4-3-7 0z"
    ),
    "barren": "M11 22v-7L5 9l1.500-1.500L11 12V3h2v7l4-4 1.500 1.500L13 13v9z",
    "forest": _PINES,
    "crag": _PEAK,
    "stone-cross": "M10 2h4v5h5v4h-5v7h3v4H7v-4h3v-7H5V7h5z",
    "chapel": "M11 1h2v2h2v2h-2v2l7 5v9h-6v-5h-4v5H4v-9l7-5V5H9V3h2z",
    "military-camp": "M12 2l5 2-4 2v2l9 13h-7l-3-6-3 6H2l9-13V2z",
    "house": _HOUSE,
    "roman-milestone": "M7 2h10v3h-1v13h2v4H6v-4h2V5H7z",
    "half-coin": _HALF_COIN,
    "disc": "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
    "castle": _CASTLE,
    "person": _PERSON,
    # Castellans of Valeria: the faces of dice, guilds, buildings
    "wood": "M3 7h14a5 5 0 0 1 0 10H3zm14 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    "stone": "M3 13h8v7H3zm10 0h8v7h-8zM8 4h8v7H8z",
    "food": "M4 12a8 7 0 0 1 16 0v8H4zm4 0v5h2v-5zm6 0v5h2v-5z",
    "magic": "M12 2l2.500 7H22l-6 4.500 2.300 7.500L12 16.500 5.700 21 8 13.500 2 9h7.500z",
    "gold": _COIN,
    "influence": _CROWN,
    "worker": _HAMMER,
    "soldier": _SWORD,
    "shadow": "M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z",
    "holy": "M12 2c3 5 6 7 6 12a6 6 0 0 1-12 0c0-3 2-4 3-6 1 2 2 2 2 4 1-3 2-5 1-10z",
    "manor": _HOUSE,
    "temple": "M12 2l10 6v2H2V8zM4 11h3v8H4zm6.500 0h3v8h-3zM17 11h3v8h-3zM2 20h20v2H2z",
    "recruit": _PERSON,
    "harvest": _WHEAT,
    "wharf": _SHIP,
    "ship": _SHIP,
    "sail": _SHIP,
    "gate": _CASTLE,
    "ward-tower": _TOWER,
    "statue": "M12 2a3 3 0 0 1 2 5l1 9h-6l1-9a3 3 0 0 1 2-5zM7 17h10v5H7z",
    "windmill": "M11 11L6 6l2-2 4 5 4-5 2 2-5 5 5 5-2 2-3-4v8h-2v-8l-3 4-2-2z",
    "keep": _TOWER,
    "vp": "M6 3h12v4c0 4-3 6-5 6v4h4v4H7v-4h4v-4c-2 0-5-2-5-6z",
    # Castle Combo: shields
    "nobility": _CROWN,
    "faith": "M10 2h4v6h6v4h-6v10h-4V12H4V8h6z",
    "scholarship": "M2 5c4-2 7-1 10 1 3-2 6-3 10-1v14c-4-2-7-1-10 1-3-2-6-3-10-1zm9 4v9h2V9z",
    "military": _SWORD,
    "craftsmanship": _HAMMER,
    "peasantry": "M11 22V13H6V3h2v7h3V3h2v7h3V3h2v10h-5v9z",
    "keys": (
        "M8 3a5 5 0 1 0 1.600 9.700L12 15v3h3v3h4v-4l-6.500-6.500A5 5 0 0 0 8 3z"
        "M7 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
    ),
    # Castello Methoni: lands and pieces
    "desert": "M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM1 20c4-7 8-7 11-3 3-4 7-4 11 3z",
    "furrows": "M2 20L8 4h2L6 20zm8 0l1.500-16h1L14 20zm8 0L14 4h2l6 16z",
    "fields": _WHEAT,
    "plains": _GRASS,
    "mountain": _PEAK,
    "market": "M3 4h18l1 6h-3v10h-3v-6H8v6H5V10H2z",
    "villa": "M12 2l10 7v13h-6v-7H8v7H2V9z",
    "tower": _TOWER,
}  # fmt: skip
"""For the id of a thing its picture."""


def icon_of(thing: object) -> str:
    """The name of the picture of a thing or of a text that is about one; nothing if there is none."""
    id = thing.id if isinstance(thing, Text | Named) else ""
    name = id.rpartition(".")[2].rpartition(" ")[2]
    return name if name in ICONS else ""
