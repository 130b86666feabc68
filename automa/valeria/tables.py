"""The typed form of Valeria's tables, the words they may use, and what the types cannot check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, field

from automa import rulings, selector
from automa.declared import AS_A_WHOLE, Checked, Flaw, KeyPath, asked, component, thing, told
from automa.dialogue import Option, Text
from automa.rulings import Rulings
from automa.selector import Options, Picks, Selector
from automa.thinking import Search

Guild: TypeAlias = Literal["worker", "soldier", "shadow", "holy"]
Face: TypeAlias = Literal["wood", "stone", "food", "magic", "gold", "influence"]
Piece: TypeAlias = Literal["manor", "temple", "citizen", "ship", "windmill"]
"""Tokens that come in numbers; a manor here is one with a house, not the Lighthouse."""
Monument: TypeAlias = Literal["gate", "ward-tower", "statue", "lighthouse"]
"""What scores at the end of every round; there is one of each in a colour."""
Primary: TypeAlias = Literal["manor", "temple", "recruit", "harvest", "wharf"]
Sub: TypeAlias = Literal["windmill", "shipyard", "sail"]
DiceAction: TypeAlias = Literal["manor", "temple", "recruit", "windmill", "shipyard"]
"""What an opponent does with a die."""
Back: TypeAlias = Literal["pink", "blue"]
Row: TypeAlias = Literal["buy", "vp", "influence"]
Crate: TypeAlias = Literal["green", "purple"]
Resource: TypeAlias = Literal["wood", "stone", "food", "magic"]
Goods: TypeAlias = Literal[Resource, "gold"]
When: TypeAlias = Literal[Primary, "draft", "recruited", "built", "reset"]
"""What sets off the power of a manor or a citizen."""
Gain: TypeAlias = Literal["gold", "resource", "wood", "stone", "food", "magic", "vp"]
Place: TypeAlias = Literal["pink-1", "pink-2", "pink-3", "pink-4", "blue-1", "blue-2", "blue-3", "blue-4"]
"""A face-up citizen card: its line, and its place counted from the outer edge."""

Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Some: TypeAlias = Annotated[int, Meta(ge=0, le=30)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=30)]
"""Bounds that are wide enough for any board, and narrow enough to catch a slip."""
Worth: TypeAlias = Annotated[float, Meta(ge=-100, le=1000)]
"""What something is worth to the stand-in, or what was measured."""

FACES: tuple[Face, ...] = get_args(Face)
RESOURCES: tuple[Resource, ...] = get_args(Resource)
GOODS: tuple[Goods, ...] = get_args(Goods)
PIECES: tuple[Piece, ...] = get_args(Piece)
MONUMENTS: tuple[Monument, ...] = get_args(Monument)
PRIMARIES: tuple[Primary, ...] = get_args(Primary)
GUILDS: tuple[Guild, ...] = get_args(Guild)
DICE_ACTIONS: tuple[DiceAction, ...] = get_args(DiceAction)
BACKS: tuple[Back, ...] = get_args(Back)
ROWS: tuple[Row, ...] = get_args(Row)
ROUNDS = range(1, 6)
MOST_SAILS = 6
"""How many Sail icons an opponent card could show in a round."""
COLOURS = ("blue", "red", "yellow", "purple", "orange")
"""The colours of the pieces, as they are given out where nobody wishes one."""


class Fact(Checked, frozen=True, rename="kebab"):
    """Something in the tables; an unknown word in it is an error."""


DISTRICT = thing(
    "district", lambda tables: [Option(id, tables.board.district[id].name) for id in tables.board.ring]
)
GUILD = thing(
    "guild",
    lambda tables: [Option(guild, Text(f"valeria.guild.{guild}")) for guild in tables.guilds.order],
)
POSITION = thing(
    "position", lambda tables: [Option(place, Text(f"valeria.position.{place}")) for place in get_args(Place)]
)
DistrictId: TypeAlias = Annotated[str, DISTRICT]
GuildId: TypeAlias = Annotated[Guild, GUILD]
RoundKey: TypeAlias = Annotated[str, thing("round")]
FaceKey: TypeAlias = Annotated[str, thing("face")]
"""What the tables name in keys and values."""


def _permutation(key: str, found: Iterable[object], wanted: Iterable[object]) -> Iterable[Flaw]:
    there, needed = [str(each) for each in found], [str(each) for each in wanted]
    if Counter(there) != Counter(needed):
        yield key, Text("valeria.fault.each-once", found=there, wanted=needed)


class DistrictFacts(Fact, frozen=True):
    name: str
    guilds: Annotated[
        tuple[GuildId, GuildId], told("valeria.fact.guilds", "guilds", ask="valeria.teach.guilds")
    ]
    keep: Annotated[Die, told("valeria.fact.keep", "face", ask="valeria.teach.keep")]


class BoardFacts(Fact, frozen=True):
    ring: tuple[str, ...]
    district: dict[DistrictId, DistrictFacts]
    scored: dict[str, tuple[str, ...]]
    proven: dict[str, Guild]

    def faults(self) -> Iterable[Flaw]:
        yield from _permutation("ring", self.ring, self.district)
        yield from _permutation("scored", self.scored, ROUNDS)
        for round, scored in self.scored.items():
            for id in scored:
                yield from _district(self, f"scored.{round}", id)
        # Under the key of them all: any of them may be the one that is wrong.
        yield from _permutation("district", [each.keep for each in self.district.values()], range(1, 7))
        for id, district in self.district.items():
            key, guilds, proven = f"district.{id}.guilds", list(district.guilds), self.proven.get(id)
            if len(set(guilds)) < 2:
                yield key, Text("valeria.fault.two-guilds", found=guilds)
            if proven and proven not in guilds:
                yield key, Text("valeria.fault.contains", found=guilds, wanted=proven)


def _district(board: BoardFacts, key: str, found: str) -> Iterable[Flaw]:
    if found not in board.district:
        yield key, Text("valeria.fault.district", found=found, allowed=list(board.district))


def _reward(tables: Tables, keys: KeyPath, value: str | int) -> Text | str:
    """What a line gives, of which only the kind or only the amount is told."""
    guild, space, part = keys[2], keys[4], keys[5]
    now = next((track.line.get(space) for id, track in tables.guilds.guild.items() if id == guild), None)
    gain, amount = (value, now.amount if now else 1) if part == "gain" else (now and now.gain, value)
    return Text(f"valeria.gain.{gain}", n=amount) if gain else str(amount)


class LineFacts(Fact, frozen=True):
    gain: Annotated[Gain, told("valeria.fact.gain", "gain", show=_reward)]
    amount: Annotated[Count, told("valeria.fact.gain", "gain", show=_reward)]


class GuildFacts(Fact, frozen=True):
    spaces: Annotated[Count, told("valeria.fact.spaces", "count")]
    stars: Count
    line: dict[Annotated[str, thing("space")], LineFacts] = field(default_factory=dict)


class GuildsFacts(Fact, frozen=True):
    order: tuple[Guild, ...]
    guild: dict[
        GuildId,
        Annotated[GuildFacts, component("valeria.component.track"), asked("valeria.teach.spaces")],
    ]
    proven: dict[Guild, LineFacts]

    def faults(self) -> Iterable[Flaw]:
        yield from _permutation("order", self.order, GUILDS)
        yield from _permutation("guild", self.guild, GUILDS)
        for id, guild in self.guild.items():
            if self.lacks_proven_line(id):
                lines = (self.proven[id], *guild.line.values())
                wanted, *found = [f"{line.amount} {line.gain}" for line in lines]
                yield f"guild.{id}.line", Text("valeria.fault.contains", found=found, wanted=wanted)
            highest = guild.spaces + guild.stars - 1
            for space in guild.line:
                if not space.isdecimal() or not 0 <= int(space) <= highest:
                    key = f"guild.{id}.line.{space}"
                    yield key, Text("valeria.fault.space", found=space, low=0, high=highest)

    def lacks_proven_line(self, guild: Guild) -> bool:
        """Whether a track has no line such as an example of the rulebook crosses on it."""
        return guild in self.proven and self.proven[guild] not in self.guild[guild].line.values()


RoundOutcome: TypeAlias = Annotated[
    DistrictId, told("valeria.fact.rounds", "district", ask="valeria.teach.rounds")
]
DraftOutcome: TypeAlias = Annotated[
    Place, POSITION, told("valeria.fact.draft", "position", ask="valeria.teach.draft")
]


class RoundChart(Fact, frozen=True):
    face: Annotated[dict[FaceKey, RoundOutcome], AS_A_WHOLE]


class DraftChart(Fact, frozen=True):
    face: Annotated[dict[FaceKey, DraftOutcome], AS_A_WHOLE]


class ProvenCharts(Fact, frozen=True):
    round: dict[str, tuple[Die, ...]]
    selector: dict[Options, dict[Die, tuple[Picks, ...]]]


class ChartsFacts(Fact, frozen=True):
    round: dict[RoundKey, Annotated[RoundChart, component("valeria.component.rounds")]]
    draft: Annotated[DraftChart, component("valeria.component.draft")]
    proven: ProvenCharts


class PowerFacts(Fact, frozen=True, kw_only=True):
    """What a manor or a citizen of yours does for you."""

    name: str
    on: When | None = None
    gold: Some = 0
    resource: Some = 0
    influence: Some = 0
    leftover: Some = 0

    @property
    def is_spent(self) -> bool:
        """Whether it gives something only once, at the moment you get it."""
        return self.on in ("recruited", "built")


class CitizenFacts(PowerFacts, frozen=True, kw_only=True):
    guild: Guild
    back: Back
    die: Face | None = None
    vp: Some = 0
    price: dict[Literal["resource", "gold"], Count] = field(default_factory=dict)
    sail: bool = False
    turns_to: Face | None = None

    @property
    def trades(self) -> bool:
        """Whether it only exchanges goods, which matters to neither the opponent nor the scoring."""
        return bool(self.price) and not (self.vp or self.influence)


Price: TypeAlias = Annotated[int, Meta(ge=1, le=3)]


class CitizensFacts(Fact, frozen=True):
    copies: Annotated[Count, told("valeria.fact.copies", "count")]
    food: Annotated[tuple[Price, Price, Price, Price], told("valeria.fact.food", "prices")]
    citizen: dict[str, CitizenFacts]

    def with_back(self, back: Back) -> list[str]:
        return [id for id, citizen in self.citizen.items() if citizen.back == back]


class ManorFacts(PowerFacts, frozen=True, kw_only=True):
    where: Literal["district", "card", "any"] | None = None
    lighthouse: bool = False
    crates: Some = 0
    gold_track: bool = False

    @property
    def is_spent(self) -> bool:
        return self.on == "built" and not self.gold_track


class ManorsFacts(Fact, frozen=True):
    manor: dict[str, ManorFacts]


class RowFacts(Fact, frozen=True):
    crate: Crate | None = None
    gold: Annotated[int, Meta(ge=-9, le=9)] = 0
    """Below zero: gold to pay."""
    vp: Some = 0
    influence: Some = 0
    or_gold: Some = 0


class WharfCard(Fact, frozen=True):
    """A wharf card: the icons of each row from left to right."""

    buy: tuple[Resource, ...]
    vp: tuple[Resource, ...]
    influence: tuple[Resource, ...]

    def rows(self) -> dict[Row, tuple[Resource, ...]]:
        return {"buy": self.buy, "vp": self.vp, "influence": self.influence}


class WharfFacts(Fact, frozen=True):
    columns: Annotated[Count, told("valeria.fact.columns", "count")]
    many: Count
    row: dict[Row, RowFacts]
    card: dict[str, WharfCard]

    def columns_for(self, players: int) -> int:
        """How many icons of a row can be used: the far-left one only by many players."""
        return self.columns + (players >= self.many)

    def faults(self) -> Iterable[Flaw]:
        """Every row of a card has an icon for each column, that for many players first."""
        wanted = self.columns_for(self.many)
        for id, card in self.card.items():
            for row, icons in card.rows().items():
                if len(icons) < wanted:
                    yield f"card.{id}.{row}", Text("valeria.fault.at-least", found=len(icons), low=wanted)


class EachFacts(Fact, frozen=True):
    manor: Count
    lighthouse: Count
    temple: Count
    citizen: Count
    ship: Count
    windmill: Count
    crate: Count
    gate: Count
    ward_tower: Count
    statue: Count


class CratesFacts(Fact, frozen=True):
    start: Some


class DiceFacts(Fact, frozen=True):
    each: Annotated[int, Meta(ge=1, le=3)]
    """At most three: an opponent card has three dice actions in a round."""
    left: Some
    value: dict[Face, Count]


class RoadFacts(Fact, frozen=True):
    dots: Count


class MostFacts(Fact, frozen=True):
    resource: Annotated[Some, told("valeria.fact.most-resource", "count")]
    gold: Annotated[Some, told("valeria.fact.most-gold", "count")]
    gold_with_banker: Annotated[Some, told("valeria.fact.most-gold-banker", "count")]


def _goods(tables: Tables, keys: KeyPath, value: int) -> Text:
    return Text(f"valeria.goods.{keys[-1]}", n=value)


class ComponentsFacts(Fact, frozen=True):
    keep: Count
    keep_players: Some
    each: EachFacts
    boxed: dict[Piece, Some]
    crates: CratesFacts
    dice: DiceFacts
    road: RoadFacts
    start: dict[Goods, Annotated[Some, told("valeria.fact.start", "goods", show=_goods)]]
    most: MostFacts

    def supply(self, *, opponent: bool = False) -> dict[Piece, int]:
        """The tokens of each kind that a colour has; some of an opponent's stay in the box."""
        boxed = self.boxed if opponent else {}
        return {piece: getattr(self.each, piece) - boxed.get(piece, 0) for piece in PIECES}


class ActionFacts(Fact, frozen=True, kw_only=True):
    piece: Piece | None = None
    die: Face | None = None
    bonus: Literal["resource"] | None = None
    cost: dict[Goods, Some] = field(default_factory=dict)
    surcharge: Some = 0
    influence: Some = 0


class MonumentFacts(ActionFacts, frozen=True, kw_only=True):
    vp: Some
    per: Piece
    bridge: bool = False


class PrizesFacts(Fact, frozen=True):
    control: tuple[Some, ...]
    wharf: tuple[Some, ...]
    guild: tuple[Some, ...]


class ActionsFacts(Fact, frozen=True):
    primary: dict[Primary, ActionFacts]
    sub: dict[Sub, ActionFacts]
    monument: dict[Monument, MonumentFacts]
    prizes: PrizesFacts

    def every(self) -> dict[str, ActionFacts]:
        """All of them by name."""
        return dict([*self.primary.items(), *self.sub.items(), *self.monument.items()])

    def yours(self) -> dict[str, ActionFacts]:
        """Those you choose from in your turn; a Lighthouse is never built as a monument of yours."""
        monuments = [(kind, facts) for kind, facts in self.monument.items() if kind != "lighthouse"]
        return dict([*self.primary.items(), *monuments])

    def pieces(self) -> dict[str, Piece]:
        """The token that each action places, if it places one."""
        return {action: facts.piece for action, facts in self.every().items() if facts.piece}


class RoundLine(Fact, frozen=True):
    """One round of an opponent card."""

    actions: tuple[DiceAction, DiceAction, DiceAction]
    monument: Monument | Literal["none"] = "none"
    sail: Annotated[int, Meta(ge=0, le=MOST_SAILS)] = 0
    crate: Crate | None = None
    faces: tuple[Face, ...] = ()


class OpponentCard(Fact, frozen=True, omit_defaults=True):
    """An opponent card: the order in which it drafts dice, and a line for each round."""

    name: str
    priorities: tuple[Face, ...]
    round: dict[str, RoundLine]
    house: bool = False
    character: str = ""
    """For a taught card: a sentence of the owner's own."""


class PowersWorth(Fact, frozen=True):
    gold_track: Worth
    turning: Worth
    push: Worth
    resource: Worth


class Spread(Fact, frozen=True):
    control: Worth
    round: Worth
    turn: Worth
    track: Worth
    track_turn: Worth


class StandInFacts(Fact, frozen=True):
    """What things are worth to the stand-in, which plays for you on a virtual table."""

    usual: str
    search: Search
    later: Worth
    save: Worth
    next: tuple[Worth, ...]
    use: tuple[Worth, Worth]
    level: dict[str, Worth]
    goods: dict[Goods, Worth]
    die: dict[str, Worth]
    often: dict[Primary, Worth]
    powers: PowersWorth
    spread: Spread
    growth: dict[Piece, Worth]


class Strength(Fact, frozen=True):
    """How an opponent did against the stand-in: how often that won, what both scored, and the spreads."""

    games: Annotated[int, Meta(ge=0, le=1_000_000)]
    won: Worth
    margin: Worth
    stand_in: tuple[Worth, Worth]
    own: tuple[Worth, Worth]


class OpponentsFacts(Fact, frozen=True):
    ours: tuple[str, ...]
    strength: dict[str, Strength]
    stand_in: StandInFacts
    opponent: dict[str, OpponentCard]

    def faults(self) -> Iterable[Flaw]:
        """What cannot be on an opponent card; and one of ours is never an official one."""
        for id, card in self.opponent.items():
            key = f"opponent.{id}"
            yield from _permutation(f"{key}.priorities", card.priorities, FACES)
            yield from _permutation(f"{key}.round", card.round, ROUNDS)
            for round, line in card.round.items():
                if line.sail and line.crate:
                    yield f"{key}.round.{round}", Text("valeria.fault.one-bonus")
                if bool(line.crate) != bool(line.faces):
                    yield f"{key}.round.{round}.faces", Text("valeria.fault.crate-faces")
            if id in self.ours and not card.house:
                yield f"{key}.house", Text("valeria.fault.house", name=card.name)


class Tables(Fact, frozen=True):
    """Everything that is printed on the components, or settled by a ruling: one field for each file."""

    actions: ActionsFacts
    board: Annotated[BoardFacts, component("valeria.component.board")]
    charts: Annotated[ChartsFacts, component("valeria.component.charts")]
    citizens: Annotated[CitizensFacts, component("valeria.component.citizens")]
    components: Annotated[ComponentsFacts, component("valeria.component.player-board")]
    guilds: Annotated[GuildsFacts, component("valeria.component.tracks")]
    manors: ManorsFacts
    opponents: OpponentsFacts
    rulings: Rulings
    selector: Annotated[Selector, component("valeria.component.charts")]
    wharf: Annotated[WharfFacts, component("valeria.component.wharf")]

    def faults(self) -> Iterable[Flaw]:
        yield from self._wrong_charts()
        yield from selector.faults(self.selector, fair=False)
        yield from self._wrong_selector()
        yield from self._wrong_components()
        yield from rulings.faults(self.rulings)

    def _wrong_charts(self) -> Iterable[Flaw]:
        charts = self.charts
        faces = [str(face) for face in range(1, 7)]
        yield from _permutation("charts.round", charts.round, ROUNDS)
        for round, chart in charts.round.items():
            yield from _permutation(f"charts.round.{round}.face", chart.face, faces)
            for face, district in chart.face.items():
                yield from _district(self.board, f"charts.round.{round}.face.{face}", district)
        yield from _permutation("charts.draft.face", charts.draft.face, faces)

    def _wrong_selector(self) -> Iterable[Flaw]:
        """Where a Selector Chart picks another option than in an example of the solo rulebook."""
        for count, faces in self.charts.proven.selector.items():
            for face, proven in faces.items():
                found = self.selector.chart[count][face - 1]
                if found not in proven:
                    key, wanted = f"selector.chart.{count}", ", ".join(map(str, proven))
                    yield key, Text("valeria.fault.proven", face=face, found=found, wanted=wanted)

    def _wrong_components(self) -> Iterable[Flaw]:
        yield from _permutation("manors.manor", self.manors.manor, range(1, 9))
        houses = sum(not manor.lighthouse for manor in self.manors.manor.values())
        if houses != (wanted := self.components.each.manor):
            yield "manors.manor", Text("valeria.fault.houses", found=houses, wanted=wanted)
        for piece, boxed in self.components.boxed.items():
            if boxed >= (high := getattr(self.components.each, piece)):
                yield f"components.boxed.{piece}", Text("valeria.fault.at-most", found=boxed, high=high - 1)
        if self.components.keep < 8:
            yield "components.keep", Text("valeria.fault.at-least", found=self.components.keep, low=8)


def opponent_warnings(card: OpponentCard, tables: Tables) -> Iterable[Text]:
    """What is unlikely on an official card: it would run out of tokens, or sail without a ship."""
    lines = {round: card.round[str(round)] for round in ROUNDS if str(round) in card.round}
    actions = Counter(action for line in lines.values() for action in line.actions)
    supply, pieces = tables.components.supply(opponent=True), tables.actions.pieces()
    for action in DICE_ACTIONS:
        high = supply[pieces[action]] - (action == "manor")  # one is on the board from the start
        if actions[action] > high:
            name = Text(f"valeria.action.{action}")
            yield Text("valeria.warning.tokens", action=name, found=actions[action], high=high)
    monuments = Counter(line.monument for line in lines.values() if line.monument != "none")
    for monument, count in monuments.items():
        if count > 1:
            name = Text(f"valeria.monument.{monument}")
            yield Text("valeria.warning.monument", monument=name, found=count)
    ships = 0
    for round, line in lines.items():
        ships += line.actions.count("shipyard")
        if line.sail and not ships:
            yield Text("valeria.warning.sail", round=round)
        if line.crate and len(set(line.faces)) != 3:
            yield Text("valeria.warning.faces", round=round, found=len(set(line.faces)))
        if not line.crate and not line.sail:
            yield Text("valeria.warning.no-bonus", round=round)
