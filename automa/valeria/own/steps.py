"""Every legal step of a person's turn with its exact price, and what it does.

A turn is taken in steps: a die drafted or an action done, then whatever that leaves to choose (the dues),
then what may follow. `legal` gives the steps that can be taken now, `apply` takes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from automa.dialogue import Tell, Text
from automa.valeria import rules, wording
from automa.valeria.own import goods, market
from automa.valeria.own.goods import FREE, Price, payments
from automa.valeria.rules import Pushed, plans
from automa.valeria.rules.plans import Plan
from automa.valeria.state import Due, Side, State, Turn
from automa.valeria.tables import FACES, RESOURCES, ROWS, Face, Goods, PowerFacts

SALES = ("influence", "gold")
"""What a crate on the Influence row gives, as the seller likes: ruling `sale`."""


class Step(Struct, frozen=True):
    """One step of a turn."""

    do: str
    """draft, trade; an action, a sub-action or a monument; buy, sell; push, take, leftover; skip, end."""
    what: str = ""
    """The number of a manor, a citizen, a row of the wharf card."""
    place: str = ""
    """A district or a road; of a sail, where it begins."""
    to: str = ""
    """Where a sail ends."""
    kind: str = ""
    """The goods that are bought, sold or taken; the face of a leftover die."""
    guild: str = ""
    """The track that is pushed."""
    gets: str = ""
    """For a sale: vp, influence or gold."""
    icon: str = ""
    """Of several equal icons in a row, the column of the one with the crate; else the rightmost."""
    die: str = ""
    final: str = ""
    """The face that the die is turned to, or its own."""
    price: Price = FREE


class Done(Struct):
    """What came of a step, for whoever tells it."""

    bonus: dict[Goods, int] = field(default_factory=dict)
    """What the die gave first, before anything was paid."""
    gained: dict[Goods, int] = field(default_factory=dict)
    lost: dict[Goods, int] = field(default_factory=dict)
    """What a track could not hold."""
    waits: int = 0
    """Gold that there is no room for yet."""
    pushes: list[Pushed] = field(default_factory=list)
    tells: list[Tell] = field(default_factory=list)
    """Points that were scored at once."""


END = Step("end")
SKIP = Step("skip")


# A turn begins


def begin_draft(state: State, side: Side) -> None:
    state.you, state.turn = side, Turn("draft")


def begin_action(state: State, side: Side) -> None:
    state.you, state.turn = side, Turn("action")


def begin_set_up(state: State, side: Side, number: str, pushes: Sequence[Pushed]) -> Done:
    """What a person's first manor gives at once, and the lines that its pushes crossed."""
    state.you, state.turn = side, Turn("dues")
    done = Done()
    for pushed in pushes:
        _reward(state, done, pushed)
    _built(state, number)
    settle(state)
    return done


def begin_reset(state: State, side: Side) -> None:
    """What a person's citizens do in the Reset Phase, while the dice are still there."""
    turn = state.turn = Turn("dues", dice=_leftover(state))
    state.you = side
    for citizen in (state.citizens[id] for id in side.cards):
        if citizen.on == "reset":
            _grant(state, citizen, turn)
    settle(state)


def _leftover(state: State) -> tuple[Face, ...]:
    return tuple(face for face in FACES for _ in range(state.pool[face]))


def _grant(state: State, power: PowerFacts, turn: Turn) -> None:
    """The dues of a manor or citizen: leftover dice, and a Sail."""
    turn.dues += [Due("leftover", name=power.name)] * power.leftover
    if getattr(power, "sail", False):
        turn.dues.append(Due("sail", name=power.name))


# What is legal


def legal(state: State) -> list[Step]:
    """Every step that can be taken now, each at its price; where one can be paid in several ways, each."""
    turn = state.now
    if turn.dues:
        return list(answers(state, turn.dues[0]))
    match turn.phase, turn.action:
        case "draft", "":
            return list(drafts(state))
        case "draft", _:
            return [*trades(state), END]
        case "action", "":
            return [*primaries(state), *([] if turn.built else monuments(state))]
        case "action", _:
            return [*followers(state), *([] if turn.built else monuments(state)), END]
        case "dues", _:
            return [END]
    return []


def answers(state: State, due: Due) -> Iterator[Step]:
    """What can be chosen for a due; nothing if it comes to nothing."""
    you = state.you
    match due.what:
        case "push":
            for guild in due.guilds:
                if rules.can_move(state, you, guild):
                    yield Step("push", guild=guild)
        case "resource" | "either":
            if due.gold and goods.room(state, you, "gold"):
                yield Step("take", kind="gold")
            for kind in RESOURCES:
                if goods.room(state, you, kind):
                    yield Step("take", kind=kind)
        case "leftover":
            for face in dict.fromkeys(state.now.dice):
                yield Step("leftover", kind=face)
        case "sail":
            free = state.rulings["granted-sail"] == "free"
            for price in [FREE] if free else payments(you.goods, state.actions["sail"].cost):
                yield from sails(state, price)
            if rules.ships_at(you):
                yield SKIP


def drafts(state: State) -> Iterator[Step]:
    """Every die of the pool, with every face it may be turned to."""
    for face, count in state.pool.items():
        if count:
            yield from (Step("draft", die=face, final=final) for final in finals(state, face))


def finals(state: State, face: Face) -> list[Face]:
    """The faces that a die may end on when it is drafted or spent."""
    return [face, *(other for other in rules.turn_faces(state) if other != face)]


def trades(state: State) -> Iterator[Step]:
    """Citizens that give something for goods when a die is drafted, each card once."""
    held, titles = state.you.goods, wording.by_card(state.citizens, state.you.cards)[0]
    for card in (card for card in state.now.open if card in titles):
        price = state.citizens[titles[card]].price
        gold = price.get("gold", 0)
        if gold and held["gold"] >= gold:
            yield Step("trade", what=card, price=Price(gold=gold))
        amount = price.get("resource", 0)
        for kind in RESOURCES if amount else ():
            if held[kind] >= amount:
                yield Step("trade", what=card, kind=kind, price=Price(**{kind: amount}))


def primaries(state: State) -> Iterator[Step]:
    """Every primary action with every die, at every price it can be paid with."""
    you = state.you
    dice = [
        (die, final)
        for die in dict.fromkeys(die.face for die in you.unspent())
        for final in finals(state, die)
    ]
    for action in plans.allowed_actions(state, True):
        facts = state.actions[action]
        if action in ("harvest", "wharf"):
            yield from (Step(action, die=die, final=final) for die, final in dice)
            continue
        with_bonus = [pair for pair in dice if pair[1] == facts.die]
        without = [pair for pair in dice if pair[1] != facts.die]
        for pairs, held in ((with_bonus, bonus_first(state, action)), (without, you.goods)):
            for place, prices in _prices(state, action, held).items() if pairs else ():
                for what, where, guild in _aims(state, action, place):
                    for price in prices:
                        for die, final in pairs:
                            yield Step(action, what, where, guild=guild, die=die, final=final, price=price)


def _prices(state: State, action: str, held: Mapping[Goods, int]) -> dict[str, list[Price]]:
    """Each district, or each citizen that lies open, that can be paid for, with every way to do so."""
    places = market.offered(state) if action == "recruit" else state.board.district
    found = {place: list(payments(held, cost(state, action, place))) for place in places}
    return {place: prices for place, prices in found.items() if prices}


def _aims(state: State, action: str, place: str) -> Iterator[tuple[str, str, str]]:
    """Which manor in a district, or the temple; for a citizen, where its token goes and what it pushes."""
    if action == "manor":
        for number in rules.manors_left(state):
            if place in rules.places_for(state, "manor", number):
                yield number, place, ""
    elif action == "temple":
        yield "", place, ""
    elif state.you.left("citizen"):
        for district in state.board.ring:
            yield from ((place, district.id, guild) for guild in district.guilds)
    else:
        yield place, "", ""


def bonus_first(state: State, action: str) -> dict[Goods, int]:
    """The goods with what the matching die gives before anything is paid."""
    held = dict(state.you.goods)
    face = state.actions[action].die
    if face is not None and face != "influence" and state.actions[action].bonus is None:
        value = state.tables.components.dice.value[face]
        held[face] += min(value, goods.room(state, state.you, face))
    return held


def cost(state: State, action: str, place: str) -> dict[Goods, int]:
    """What an action costs in a district; a citizen, where it lies."""
    if action == "recruit":
        return {"food": market.food_for(state, place)}
    return rules.cost_of(state, action, place)


def monuments(state: State) -> Iterator[Step]:
    """A monument on every free place, with a push on each guild there."""
    for kind in rules.monuments_left(state):
        for price in payments(goods.purse(state), state.actions[kind].cost):
            for place in rules.free_places(state, kind):
                for guild in state.board.named(place).guilds:
                    yield Step(kind, place=place, guild=guild, price=price)


def followers(state: State) -> Iterator[Step]:
    """What may follow the action: crates, then the sub-actions."""
    held = goods.purse(state)
    for action in state.now.open:
        if action == "crate":
            yield from crates(state)
        elif action == "sail":
            for price in payments(held, state.actions["sail"].cost):
                yield from sails(state, price)
        else:
            for place in rules.places_for(state, action):
                for price in payments(held, rules.cost_of(state, action, place)):
                    yield Step(action, place=place, price=price)


def sails(state: State, price: Price) -> Iterator[Step]:
    """Every ship of yours to every other district."""
    for origin in rules.ships_at(state.you):
        for to in state.board.clockwise_from(origin):
            yield Step("sail", place=origin, to=to, price=price)


def crates(state: State) -> Iterator[Step]:
    """A crate on every icon that can be paid for; magic never stands in for a single resource."""
    if rules.crates_left(state, state.you) <= 0:
        return
    held = goods.purse(state)
    for row in ROWS:
        facts = state.tables.wharf.row[row]
        for kind, columns in market.free_columns(state, row).items():
            icons = ["", *(str(column + 1) for column in columns)] if len(columns) > 1 else [""]
            if facts.gold < 0:
                if held["gold"] >= -facts.gold:
                    price = Price(gold=-facts.gold)
                    yield from (Step("buy", row, kind=kind, icon=icon, price=price) for icon in icons)
            elif held[kind]:
                for gets in SALES if facts.or_gold else ("vp",):
                    price = Price(**{kind: 1})
                    yield from (
                        Step("sell", row, kind=kind, gets=gets, icon=icon, price=price) for icon in icons
                    )


# What a step does


def apply(state: State, step: Step) -> Done:
    """Take a step that is legal."""
    done, turn = Done(), state.now
    if step.do not in state.tables.actions.primary:  # there the die gives something first
        _take_waiting(state, done, until=step.price.gold)
        goods.pay(state.you, step.price)
    match step.do:
        case "end":
            _take_waiting(state, done, until=None)
            turn.phase = ""
        case "skip":
            turn.dues.pop(0)
        case "push":
            due = turn.dues.pop(0)
            _push(state, done, step.guild, due.n)
        case "take":
            due = turn.dues.pop(0)
            _gain(state, done, step.kind, due.gold if step.kind == "gold" else due.n)
        case "leftover":
            turn.dues.pop(0)
            at = [*turn.dice].index(step.kind)  # type: ignore[arg-type]
            face, turn.dice = turn.dice[at], turn.dice[:at] + turn.dice[at + 1 :]
            _gain_die(state, done, face)
        case "draft":
            _draft(state, done, step)
        case "trade":
            _trade(state, done, step)
        case "buy" | "sell":
            _crate(state, done, step)
        case "sail":
            if turn.dues:
                turn.dues.pop(0)
            else:
                turn.open = tuple(each for each in turn.open if each not in ("crate", "sail"))
            rules.sail(state.you, step.place, step.to)
        case "windmill" | "shipyard":
            turn.open = tuple(each for each in turn.open if each not in ("crate", step.do))
            state.you.place(state.pieces[step.do], step.place)
        case "gate" | "ward-tower" | "statue" as kind:
            turn.built = True
            turn.open = ()
            state.you.monuments[kind] = step.place
            _push(state, done, step.guild, state.actions[kind].influence)
        case action:
            _act(state, done, step, action)
    _take_waiting(state, done)
    settle(state)
    return done


def settle(state: State) -> None:
    """Dues that come to nothing are over: tracks that are full, no die or ship there."""
    dues = state.now.dues
    while dues and next(answers(state, dues[0]), None) is None:
        dues.pop(0)


def _gain(state: State, done: Done, kind: Any, amount: int) -> None:
    gained = goods.gain(state, state.you, kind, amount)
    for counts, count in ((done.gained, gained), (done.lost, amount - gained)):
        if count:
            counts[kind] = counts.get(kind, 0) + count


def _gain_gold(state: State, done: Done, amount: int) -> None:
    """Gold for an action; at the wharf it waits for room, as one settles crates and rewards in any order."""
    turn = state.now
    if turn.action == "wharf" and amount > goods.room(state, state.you, "gold"):
        turn.waiting = (*turn.waiting, amount)
        done.waits += amount
    else:
        _gain(state, done, "gold", amount)


def _take_waiting(state: State, done: Done, until: int | None = 0) -> None:
    """Take gold that waits: all that there is room for, and what a price of so much gold or the end needs."""
    turn, you = state.now, state.you
    while turn.waiting:
        first = min(turn.waiting)
        if first > goods.room(state, you, "gold") and until is not None and you.goods["gold"] >= until:
            return
        at = turn.waiting.index(first)
        turn.waiting = turn.waiting[:at] + turn.waiting[at + 1 :]
        _gain(state, done, "gold", first)


def _gain_die(state: State, done: Done, face: Face) -> None:
    """The value of a die: goods, or a push on a track of your choice."""
    value = state.tables.components.dice.value[face]
    if face == "influence":
        state.now.dues += [_any_push(state)] * value
    else:
        _gain(state, done, face, value)


def _any_push(state: State, n: int = 1, name: str = "") -> Due:
    return Due("push", n, tuple(state.board.tracks), name)


def _push(state: State, done: Done, guild: Any, times: int) -> None:
    """Push a token, and take what the lines give."""
    pushed = rules.push(state, state.you, guild, times)
    done.pushes.append(pushed)
    _reward(state, done, pushed)


def _reward(state: State, done: Done, pushed: Pushed) -> None:
    """What the lines give that were crossed; points are scored already."""
    for line in pushed.rewards:
        if line.gain == "resource":
            state.now.dues.append(Due("resource", line.amount))
        elif line.gain != "vp":
            _gain(state, done, line.gain, line.amount)


def _draft(state: State, done: Done, step: Step) -> None:
    """A die, what it gives, and what citizens add to it; then those that trade."""
    you, turn = state.you, state.now
    die = rules.draft(state, you, step.die)  # type: ignore[arg-type]
    die.face = step.final  # type: ignore[assignment]
    turn.action = "draft"
    _gain_die(state, done, die.face)
    titles, _ = wording.by_card(state.citizens, you.cards)
    for citizen in map(state.citizens.__getitem__, you.cards):
        if citizen.on == "draft" and citizen.die == die.face:
            turn.dues.append(Due("resource", citizen.resource, name=citizen.name))
    # Trades come after what the die gives: ruling `draft-trades`.
    turn.open = tuple(card for card, id in titles.items() if state.citizens[id].price)


def _trade(state: State, done: Done, step: Step) -> None:
    turn = state.now
    citizen = state.citizens[wording.by_card(state.citizens, state.you.cards)[0][step.what]]
    turn.open = tuple(card for card in turn.open if card != step.what)
    if citizen.gold:
        _gain(state, done, "gold", citizen.gold)
    if citizen.resource:
        turn.dues.append(Due("resource", citizen.resource, name=citizen.name))
    if citizen.influence:
        turn.dues.append(_any_push(state, citizen.influence, citizen.name))
    if citizen.vp:
        part = Text("valeria.how.part", where=citizen.name, points=citizen.vp)
        done.tells.append(state.you.gains("citizens", citizen.vp, part))


def _crate(state: State, done: Done, step: Step) -> None:
    """A crate on an icon: a resource bought, or sold for gold and VP, or for influence or gold."""
    row = next(each for each in ROWS if each == step.what)
    kind = next(each for each in RESOURCES if each == step.kind)
    facts = state.tables.wharf.row[row]
    column = int(step.icon) - 1 if step.icon else market.free_columns(state, row)[kind][-1]
    market.cover(state, row, state.you, column)
    done.tells += rules.load_crates(state, state.you, {row: 1})
    if facts.gold < 0:
        _gain(state, done, kind, 1)
    elif step.gets == "influence":
        state.now.dues += [_any_push(state)] * facts.influence
    else:
        _gain_gold(state, done, facts.or_gold if step.gets == "gold" else facts.gold)


def _built(state: State, number: str) -> None:
    """What a manor gives once: gold, or resources of one kind."""
    manor = state.manors[number]
    if manor.on == "built" and manor.gold:
        state.now.dues.append(Due("either", manor.resource, name=manor.name, gold=manor.gold))


FOLLOWERS: Mapping[str, tuple[str, ...]] = {"harvest": ("windmill",), "wharf": ("crate", "shipyard", "sail")}
"""What may follow an action."""


def _act(state: State, done: Done, step: Step, action: str) -> None:
    """A primary action: the die and its bonus, the price, the piece, powers, pushes."""
    you, turn, facts = state.you, state.now, state.actions[action]
    plan = Plan(action, step.place, step.what, step.die, step.guild, step.final)  # type: ignore[arg-type]
    face = rules.spend(you, step.die, step.final)
    if face == facts.die:
        if facts.bonus is None:
            _gain_die(state, done, face)
            done.bonus, done.gained = done.gained, {}
        else:
            turn.dues.append(Due("resource"))
    goods.pay(you, step.price)
    turn.action, turn.open, turn.dice = action, FOLLOWERS.get(action, ()), _leftover(state)
    match action:
        case "manor":
            rules.build_manor(state, step.what, step.place)
            _built(state, step.what)
        case "temple":
            you.place("temple", step.place)
        case "recruit":
            market.take_card(state, step.what)
            you.cards.append(step.what)
            if step.place:
                you.place("citizen", step.place)
        case "harvest":
            for each in you.faces():
                _gain_die(state, done, each)
            free = facts.influence + sum(each.influence for each in plans.pushing_manors(state, plan, "any"))
            turn.dues += [_any_push(state)] * free
    # The book does not say when that gold comes: ruling `power-gold`.
    for power in rules.powers(state, action, step.what):
        if power.gold:
            _gain_gold(state, done, power.gold)
        if power.resource:
            turn.dues.append(Due("resource", power.resource, name=power.name))
        _grant(state, power, turn)
    if action in ("manor", "temple", "recruit"):
        for guild, times in plans.pushes_of(state, plan).items():
            _push(state, done, guild, times)
        if extra := plans.extra_pushes(state, plan):
            turn.dues.append(_extra_push(state, plan, extra))


def _extra_push(state: State, plan: Plan, n: int) -> Due:
    """What a citizen gives at once, on any one track; or a manor of yours, on a guild of the district."""
    if plan.action == "recruit":
        return _any_push(state, n, state.citizens[plan.what].name)
    name = plans.pushing_manors(state, plan, "district")[0].name
    return Due("push", n, state.board.district[plan.place].guilds, name)
