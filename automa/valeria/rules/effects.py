"""What a step does to the table, and what is due then. Where goods are not tracked they are only told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct, field

from automa.dialogue import Tell, Text
from automa.steps import Step
from automa.valeria import rules, steps, wording
from automa.valeria.own import goods, market
from automa.valeria.rules import Pushed
from automa.valeria.rules.prices import is_payable, price
from automa.valeria.state import Due, Side, State, Turn
from automa.valeria.tables import RESOURCES, CitizenFacts, Face, Goods, Guild, ManorFacts, PowerFacts

FOLLOWERS: Mapping[str, tuple[str, ...]] = {"harvest": ("windmill",), "wharf": ("crate", "shipyard", "sail")}
"""What may follow an action."""


class Done(Struct):
    """The result of a step, to be told."""

    price: goods.Price = goods.FREE
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
    owed: list[Text] = field(default_factory=list)
    """Goods that a person marks, where they are not tracked, and who gives them."""


# A turn begins


def begin_draft(state: State, side: Side) -> None:
    state.you, state.turn = side, Turn("draft")


def begin_action(state: State, side: Side) -> None:
    state.you, state.turn = side, Turn("action")


def begin_set_up(state: State, number: str, district: str) -> Done:
    """A person's first manor: a push on both guilds, and what it gives at once."""
    state.turn, done = Turn("dues"), Done()
    rules.build_manor(state, number, district)
    for guild in state.board.district[district].guilds:
        _push(state, done, guild, 1)
    _built(state, number)
    settle(state)
    return done


def begin_reset(state: State, side: Side) -> None:
    """What a person's citizens do in the Reset Phase, while the dice are still there."""
    turn = state.turn = Turn("dues", dice=state.leftover)
    state.you = side
    for citizen in (state.citizens[id] for id in side.cards):
        if citizen.on == "reset":
            _grant(citizen, turn)
    settle(state)


def _grant(power: PowerFacts, turn: Turn) -> None:
    """The dues of a manor or citizen: leftover dice, and a Sail."""
    turn.dues += [Due("leftover", name=power.name)] * power.leftover
    if isinstance(power, CitizenFacts) and power.sail:
        turn.dues.append(Due("sail", name=power.name))


# What is due


def answers(state: State, due: Due) -> Iterator[Step]:
    """The steps that can be chosen for a due; none if it has no effect."""
    you = state.you
    match due.what:
        case "push":
            yield from (steps.Push(guild) for guild in due.guilds if rules.can_move(state, you, guild))
        case "resource" | "either":
            if state.tracks_all and due.gold and goods.room(state, you, "gold"):
                yield steps.Take("gold")
            for kind in RESOURCES if state.tracks_all else ():
                if goods.room(state, you, kind):
                    yield steps.Take(kind)
        case "leftover":
            yield from (steps.Leftover(face) for face in dict.fromkeys(state.turn.dice))
        case "sail":
            if rules.ships_at(you):
                if is_payable(state, steps.Sail()):
                    yield steps.Sail()
                yield steps.SKIP


def settles(state: State, due: Due, step: Step) -> bool:
    """Whether a step is what is chosen for a due."""
    if type(step) is steps.Sail:
        return due.what == "sail"
    return step in answers(state, due)


def _paid_off(state: State, step: Step) -> Due:
    """Strike out the first due that a step is chosen for: they may be settled in any order."""
    due = next(due for due in state.turn.dues if settles(state, due, step))
    state.turn.dues.remove(due)
    return due


def settle(state: State) -> None:
    """Remove dues that have no effect: tracks that are full, no die or ship there.

    So is a draft with nothing left to trade, and where there are only dues, all of it.
    """
    turn = state.turn
    while turn.dues and next(answers(state, turn.dues[0]), None) is None:
        turn.dues.pop(0)
    if not turn.dues and not turn.open and (turn.phase == "dues" or (turn.phase == "draft" and turn.action)):
        turn.phase = ""


# What a step does


def apply(state: State, step: Step) -> Done:
    """Take a step that is legal."""
    done = Done(price=price(state, step))
    if state.turn.waiting and isinstance(step, (steps.Build, steps.End)):  # the action before it is over
        _take_waiting(state, done, until=None)
    if EFFECTS[type(step)] is not _act:  # there the die gives something first
        _pay(state, done)
    EFFECTS[type(step)](state, done, step)
    if state.turn.waiting:
        _take_waiting(state, done)
    settle(state)
    return done


def _pay(state: State, done: Done) -> None:
    if state.tracks_all:
        _take_waiting(state, done, until=done.price.gold)
        goods.pay(state.you, done.price)


def _gain(state: State, done: Done, kind: Goods, amount: int) -> None:
    gained = goods.gain(state, state.you, kind, amount) if state.tracks_all else amount
    for counts, count in ((done.gained, gained), (done.lost, amount - gained)):
        if count:
            counts[kind] = counts.get(kind, 0) + count


def _gain_gold(state: State, done: Done, amount: int) -> None:
    """Gold for an action; at the wharf it waits for room: crates and rewards are settled in any order."""
    turn = state.turn
    if state.tracks_all and turn.action == "wharf" and amount > goods.room(state, state.you, "gold"):
        turn.waiting = (*turn.waiting, amount)
        done.waits += amount
    else:
        _gain(state, done, "gold", amount)


def _take_waiting(state: State, done: Done, until: int | None = 0) -> None:
    """Take gold that waits: what there is room for, and what a price needs; all of it if there is none."""
    turn, you = state.turn, state.you
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
        state.turn.dues += [_any_push(state)] * value
    else:
        _gain(state, done, face, value)


def _gain_resource(state: State, done: Done, power: PowerFacts) -> None:
    """Resources of one kind that a manor or a citizen gives."""
    if power.resource:
        state.turn.dues.append(Due("resource", power.resource, name=power.name))


def _any_push(state: State, n: int = 1, name: str = "") -> Due:
    return Due("push", n, tuple(state.board.tracks), name)


def _push(state: State, done: Done, guild: Guild, times: int) -> None:
    """Push a token, and take what the lines give."""
    pushed = rules.push(state, state.you, guild, times)
    done.pushes.append(pushed)
    _reward(state, done, pushed)


def _reward(state: State, done: Done, pushed: Pushed) -> None:
    """What the lines give that were crossed; points are scored already."""
    for line in pushed.rewards if state.tracks_all else ():
        if line.gain == "resource":
            state.turn.dues.append(Due("resource", line.amount))
        elif line.gain != "vp":
            _gain(state, done, line.gain, line.amount)


def _draft(state: State, done: Done, step: steps.Draft) -> None:
    """A die, what it gives, and what citizens add to it; then those that trade."""
    you, turn = state.you, state.turn
    die = rules.draft(state, you, step.die)
    die.face = step.turned or step.die
    turn.action = "draft"
    _gain_die(state, done, die.face)
    for card, id in wording.titles(you.cards).items():
        citizen = state.citizens[id]
        if citizen.on == "draft" and citizen.die == die.face:
            _gain_resource(state, done, citizen)
            _owe(state, done, citizen)
        # Trades come after what the die gives: ruling `draft-trades`.
        if citizen.price and (state.tracks_all or not citizen.trades):
            turn.open += (card,)


def _owe(state: State, done: Done, power: PowerFacts) -> None:
    """Where goods are not tracked, what a person marks for a power."""
    if not state.tracks_all and (owed := wording.owed(power)):
        done.owed.append(owed)


def _trade(state: State, done: Done, step: steps.Trade) -> None:
    turn, citizen = state.turn, state.citizens[wording.title(step.card)]
    turn.open = tuple(card for card in turn.open if card != step.card)
    if citizen.gold:
        _gain(state, done, "gold", citizen.gold)
    _gain_resource(state, done, citizen)
    if citizen.influence:
        turn.dues.append(_any_push(state, citizen.influence, citizen.name))
    if citizen.vp:
        part = Text("valeria.how.part", where=citizen.name, points=citizen.vp)
        done.tells.append(state.you.gains("citizens", citizen.vp, part))


def _crate(state: State, done: Done, step: steps.Buy | steps.Sell) -> None:
    """A crate on an icon: a resource bought, or sold for gold and VP, or for influence or gold."""
    row = step.row
    facts = state.tables.wharf.row[row]
    if step.kind:
        column = step.icon - 1 if step.icon else market.free_columns(state, row)[step.kind][-1]
        market.cover(state, row, state.you, column)
    done.tells += rules.load_crates(state, state.you, {row: 1})
    if isinstance(step, steps.Buy):
        if step.kind:
            _gain(state, done, step.kind, 1)
    elif step.gets == "gold":
        _gain_gold(state, done, facts.or_gold)
        if not state.tracks_all:
            done.owed.append(Text("valeria.for-gold", n=1, gold=facts.or_gold))
    elif step.gets == "vp":
        _gain_gold(state, done, facts.gold)
    elif step.gets == "influence":
        state.turn.dues += [_any_push(state)] * facts.influence
    else:
        _push(state, done, step.gets, facts.influence)


def _sub_action(state: State, done: Done, step: steps.Sub) -> None:
    state.turn.open = tuple(each for each in state.turn.open if each not in ("crate", step.action))
    state.you.place(state.pieces[step.action], step.place)


def _sail(state: State, done: Done, step: steps.Sail) -> None:
    """A Sail, as a sub-action or granted by a citizen."""
    turn = state.turn
    if turn.dues:
        _paid_off(state, step)
    else:
        turn.open = tuple(each for each in turn.open if each not in ("crate", "sail"))
    rules.sail(state.you, step.origin, step.to)


def _build(state: State, done: Done, step: steps.Build) -> None:
    """A monument; an action that was taken before it is over, with whatever could have followed it."""
    state.turn.built, state.turn.open, state.turn.closed = True, (), bool(state.turn.action)
    state.you.monuments[step.action] = step.place
    assert step.guild
    _push(state, done, step.guild, state.actions[step.action].influence)


def _push_due(state: State, done: Done, step: steps.Push) -> None:
    _push(state, done, step.guild, _paid_off(state, step).n)


def _take(state: State, done: Done, step: steps.Take) -> None:
    due = _paid_off(state, step)
    _gain(state, done, step.kind, due.gold if step.kind == "gold" else due.n)


def _take_leftover(state: State, done: Done, step: steps.Leftover) -> None:
    _paid_off(state, step)
    dice = list(state.turn.dice)
    dice.remove(step.face)
    state.turn.dice = tuple(dice)
    _gain_die(state, done, step.face)


def _other(state: State, done: Done, step: steps.Other) -> None:
    state.turn.others += 1
    if step.gain == "vp":
        part = Text("valeria.how.in-round", round=state.round, points=1)
        done.tells.append(state.you.gains("other", 1, part))
    else:
        _push(state, done, step.gain, 1)


def _skip(state: State, done: Done, step: steps.Skip) -> None:
    _paid_off(state, step)


def _end(state: State, done: Done, step: steps.End) -> None:
    state.turn.phase = ""


def _built(state: State, number: str) -> None:
    """What a manor gives once: gold, or resources of one kind."""
    manor = state.manors[number]
    if manor.on == "built" and manor.gold:
        state.turn.dues.append(Due("either", manor.resource, name=manor.name, gold=manor.gold))


def _act(state: State, done: Done, step: steps.AnyStep) -> None:
    """A primary action: the die and its bonus, the price, the piece, powers, pushes."""
    you, turn, action = state.you, state.turn, step.action
    facts = state.actions[action]
    face = rules.spend(you, step.die, step.turned or step.die)
    if face == facts.die:
        if facts.bonus is None:
            _gain_die(state, done, face)
            done.bonus, done.gained = done.gained, {}
        else:
            turn.dues.append(Due("resource"))
    _pay(state, done)
    turn.action, turn.open, turn.dice = action, FOLLOWERS.get(action, ()), state.leftover
    recruited = ""
    match action:
        case "manor":
            rules.build_manor(state, step.number, step.place)
            _built(state, step.number)
        case "temple":
            you.place("temple", step.place)
        case "recruit":
            recruited = step.citizen
            if state.market is not None:
                market.take_card(state, recruited)
            rules.add_citizen(state, you, recruited)
            if step.place:
                you.place("citizen", step.place)
    powers = rules.powers(state, action, recruited)
    if action == "harvest":
        for each in you.faces():
            _gain_die(state, done, each)
        turn.dues += [_any_push(state)] * (facts.influence + sum(power.influence for power in powers))
    # The book does not say when that gold comes: ruling `power-gold`.
    for power in powers:
        if power.gold:
            _gain_gold(state, done, power.gold)
        _gain_resource(state, done, power)
        _owe(state, done, power)
        _grant(power, turn)
    for guild, times in pushes_of(state, step).items():
        _push(state, done, guild, times)
    if (extra := extra_push(state, step)) is not None:
        turn.dues.append(extra)


EFFECTS: Mapping[type[Step], Callable[[State, Done, steps.AnyStep], None]] = {
    steps.Draft: _draft, steps.Trade: _trade, **dict.fromkeys(steps.PRIMARIES, _act),
    steps.Buy: _crate, steps.Sell: _crate, steps.Windmill: _sub_action, steps.Shipyard: _sub_action,
    steps.Sail: _sail, **dict.fromkeys(steps.MONUMENTS, _build), steps.Push: _push_due, steps.Take: _take,
    steps.Leftover: _take_leftover, steps.Other: _other, steps.Skip: _skip, steps.End: _end,
}  # fmt: skip
"""What each kind of step does."""


# Pushes


def pushing_manors(state: State, action: str, where: str) -> list[ManorFacts]:
    """Your manors that add pushes to an action, by where; one that is just built counts already."""
    owned = [state.manors[number] for number in state.you.manors]
    return [manor for manor in owned if manor.on == action and manor.where == where]


def pushes_of(state: State, step: steps.AnyStep) -> dict[Guild, int]:
    """The pushes of an action that are said in full; a Harvest's are on any tracks."""
    times = state.actions[step.action].influence
    match step.action:
        case "manor" | "temple":
            return dict.fromkeys(state.board.district[step.place].guilds, times)
        case "recruit":
            more = sum(manor.influence for manor in pushing_manors(state, "recruit", "card"))
            pushes = {state.citizens[step.citizen].guild: times + more}
            if isinstance(step, steps.Recruit) and step.guild:
                pushes[step.guild] = pushes.get(step.guild, 0) + times
            return pushes
    return {}


def extra_push(state: State, step: steps.AnyStep) -> Due | None:
    """What a citizen gives at once, on any one track; or a manor of yours, on a guild of the district."""
    match step.action:
        case "recruit":
            citizen = state.citizens[step.citizen]
            at_once = citizen.influence if citizen.on == "recruited" else 0
            return _any_push(state, at_once, citizen.name) if at_once else None
        case "manor" | "temple":
            manors = pushing_manors(state, step.action, "district")
            n = sum(manor.influence for manor in manors)
            guilds = state.board.district[step.place].guilds
            return Due("push", n, guilds, manors[0].name) if n else None
    return None
