"""A person's steps as they are said: one line for as many steps of a turn as one likes.

`manor 3 nor-high wood`, `wharf infl holy sell wood vp buy stone ship iron-pit`, `harvest worker nor/pen`,
`recruit monk iron-pit holy with 2`. A line is understood word by word against the steps that are legal: what
fits the step that is being said narrows it, and once it is clear the next word may begin another one. So what
cannot be paid cannot be said, and what would have to be paid for it is told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import get_args

from msgspec import Struct, field

from automa.dialogue import Named, Option, Refused, Text, Unclear, choose_from
from automa.names import folded, likeness, longest_named, names_of
from automa.valeria import notation, rules, wording
from automa.valeria.own.steps import END, Step, apply, legal, settle
from automa.valeria.state import State
from automa.valeria.tables import FACES, GOODS, MONUMENTS, Guild

FIELDS = ("do", "what", "place", "to", "kind", "guild", "gets", "icon", "die", "final")
"""What is said of a step, in this order; the price follows."""
ASKED = FIELDS[:-3]
"""What is asked of them; the die apart, which may go without saying."""
AS, WITH, STOP = "as", "with", "."
ALSO: Mapping[str, Sequence[str]] = {
    AS: ("als",), WITH: ("met",), "buy": ("koop", "kopen"), "sell": ("verkoop", "verkopen"),
    "windmill": ("molen",), "shipyard": ("ship", "schip", "scheepswerf"), "sail": ("vaar", "varen"),
    "end": ("done", "klaar", "nothing"), "skip": ("none", "nothing", "niets"),
    "vp": ("points", "victory points", "punten"), "gold": ("goud",),
}  # fmt: skip
DO = (
    "draft", "trade", "manor", "temple", "recruit", "harvest", "wharf", "buy", "sell", "windmill", "shipyard",
    "sail", "gate", "ward-tower", "statue", "push", "take", "leftover", "skip", "end",
)  # fmt: skip
"""Everything that a step can be."""
FOLLOWS = {"windmill": "harvest", "shipyard": "wharf", "sail": "wharf", "buy": "wharf", "sell": "wharf"}
"""What can only be done once that has been done."""
UNSAID = ("draft", "trade", "push", "take", "leftover")
"""Steps whose kind goes without saying: nothing else is legal, or their first word tells."""
TRACKS = [notation.word(guild, guild) for guild in get_args(Guild)]
REPEATS = "123456789"
_WORD = re.compile(r"[^\s,;]+")
THEN = names_of(notation.THEN)
MOST_STEPS = 20
"""More than any turn has."""


class Said(Struct):
    """What a line says: steps in full, and what is known of one that is not."""

    steps: list[Step] = field(default_factory=list)
    begun: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    """The line in its journal form."""
    names: list[Named | str] = field(default_factory=list)
    """The line as a player would type it."""
    stop: bool = False
    """Whether nothing more is wanted in this turn that may be left out: a full stop."""


def value(step: Step, part: str) -> str:
    """What is said of a step for one of its fields."""
    if part == "do":
        return "" if step.do in UNSAID else step.do
    if part == "what":
        return "" if step.do in ("buy", "sell") else step.what  # the row follows from what it gets
    if part == "final":
        return "" if step.die == step.final else step.final
    found: str = getattr(step, part)
    return found


def written(step: Step, begun: Collection[str] = ()) -> str:
    """A step as it stands in the journal, without the parts that were said before."""
    said = [said for part in FIELDS[:-2] if part not in begun and (said := value(step, part))]
    if step.die and "die" not in begun:
        said.append(die_said(step))
    if step.price.magic and step.kind != "magic" and WITH not in begun:
        said += [WITH, str(step.price.magic)]
    return " ".join(said)


def die_said(step: Step) -> str:
    """The die of a step, and the face it is turned to."""
    return step.die if step.die == step.final else f"{step.die} {AS} {step.final}"


def narrowed(steps: Sequence[Step], begun: Mapping[str, str]) -> list[Step]:
    """The steps that fit what is known."""
    found = list(steps)
    for part, wanted in begun.items():
        if part == WITH:
            found = [step for step in found if step.price.magic == int(wanted)]
        else:
            found = [step for step in found if value(step, part) == wanted]
    return found


def open_part(state: State, steps: Sequence[Step]) -> str:
    """The first thing that is still to be said of a step; nothing if it is clear which one is meant."""
    first = steps[0]
    for part in ASKED:
        known = value(first, part)
        if any(value(step, part) != known for step in steps):
            return part
    return "die" if first.die and chosen(state, steps) is None else ""


def chosen(state: State, steps: Sequence[Step]) -> Step | None:
    """The one that is meant of steps that differ by die and price alone, if that is clear.

    Without a word, the die is the one that brings a bonus, or else the only kind there is, as it shows; and
    as little magic is paid as possible.
    """
    first, pairs = steps[0], {(step.die, step.final) for step in steps}
    if len(pairs) == 1:
        return first
    only = first.die if len({die for die, _ in pairs}) == 1 else None
    bonus = state.actions[first.do].die if first.do in state.actions else None
    return next((step for step in steps if step.die == step.final and step.die in (only, bonus)), None)


def settled(state: State, steps: Sequence[Step]) -> Step | None:
    """The step that is meant, if it is clear."""
    return None if not steps or open_part(state, steps) else chosen(state, steps)


def goes_without_saying(
    state: State, begun: Mapping[str, str], left: Sequence[Step], *, stop: bool
) -> Step | None:
    """The step that needs no question: what was begun is clear, there is only one, or nothing is wanted."""
    step = settled(state, left) if begun or len(left) == 1 or state.now.dues else None
    return END if step is None and stop and END in left else step


def said_in(state: State, answers: Sequence[str]) -> Iterator[tuple[State, Step]]:
    """The steps of a draft or an action that were said, each with the table before it."""
    state, left_to_hear = state.twin(), iter(answers)
    begun: Mapping[str, str] = {}
    stop = False
    while state.now.phase:
        settle(state)
        left = narrowed(legal(state), begun) or legal(state)
        step = goes_without_saying(state, begun, left, stop=stop)
        taken = [] if step is None else [step]
        if step is None:
            answer = next(left_to_hear, None)
            if answer is None:
                return
            said = understand(state, answer, begun, left)
            taken, begun, stop = said.steps, said.begun, said.stop
        else:
            begun = {}
        for each in taken:
            yield state, each
            apply(state, each)


# Understanding a line


def understand(state: State, line: str, begun: Mapping[str, str], left: Sequence[Step]) -> Said:
    """What a line says at this table; `Refused` says what is wrong, and what it would cost.

    `left` are the steps that are legal and fit what is known of the one that was begun.
    """
    words = _WORD.findall(line.rstrip(" ."))
    # Steps follow one another anyway; whoever says so says nothing wrong.
    said = _Reader(state, begun, left).read(_repeated([word for word in words if folded(word) not in THEN]))
    if line.rstrip().endswith(STOP):
        said.stop = True
        said.words.append(STOP)
    return said


def _repeated(words: Sequence[str]) -> list[str]:
    """Words with `holy 2` as `holy holy`: so many pushes on one track."""
    found: list[str] = []
    for word in words:
        if word in REPEATS and found and len(longest_named(found[-1:], TRACKS)[1]) == 1:
            found += [found[-1]] * (int(word) - 1)
        else:
            found.append(word)
    return found


class _Reader:
    """How far a line has been understood."""

    def __init__(self, state: State, begun: Mapping[str, str], left: Sequence[Step]) -> None:
        self.state = state
        self.said = Said(begun=dict(begun))
        self.steps = left
        self.own = False
        """Whether the table is a twin already, to try steps on."""

    def read(self, words: Sequence[str]) -> Said:
        if not words:
            raise Refused(Text("refused.nothing"))
        place = 0
        while place < len(words):
            place += self.take(words[place:])
        step = settled(self.state, self.steps)
        if step is not None and self.said.begun:
            self.go_on(step)
        return self.said

    def take(self, words: Sequence[str]) -> int:
        """Understand what comes next; how many words it is."""
        if count := self.narrow(words):
            return count
        blamed = self
        if self.said.begun and len(self.said.steps) < MOST_STEPS:
            for step in self._meant():
                ahead = _Reader(self.state, self.said.begun, self.steps)
                ahead.go_on(step)
                if ahead.narrow(words):
                    self.go_on(step)
                    return 0
                blamed = ahead
        raise blamed.refusal(words)

    def _meant(self) -> list[Step]:
        """What the step may be that is said; for a sale also what it gets, which the next word may tell."""
        if open_part(self.state, self.steps) == "gets":
            ways = dict.fromkeys(step.gets for step in self.steps)
            return [next(step for step in self.steps if step.gets == gets) for gets in ways]
        step = settled(self.state, self.steps)
        return [] if step is None else [step]

    def go_on(self, step: Step) -> None:
        if not self.own:
            self.state, self.own = self.state.twin(), True
        apply(self.state, step)
        self.said.steps.append(step)
        self.said.begun = {}
        self.said.words.append(",")
        self.steps = legal(self.state)

    def narrow(self, words: Sequence[str]) -> int:
        """Take the next words as something about the step that is being said."""
        if lead := _lead(words[0]):
            return self._narrow_led(lead, words)
        for part in FIELDS[:-1]:  # by an id, as in a journal
            if part not in self.said.begun and (kept := narrowed(self.steps, {part: words[0]})):
                return self._keep(part, words[0], kept)
        options = list(self.options(self.steps))
        count, found = longest_named(words, options)
        if not found:
            return 0
        pairs = dict.fromkeys((option.about, option.id) for option in found)
        ids = dict.fromkeys(id for _, id in pairs)
        if len(ids) > 1:
            raise Unclear(Text("refused.unclear", answer=" ".join(words[:count]), options=found))
        part, id = next(iter(pairs))
        self._keep(part, id, narrowed(self.steps, {part: id}))
        return count

    def _keep(self, part: str, id: str, kept: Sequence[Step]) -> int:
        """Go on with the steps of which that is true."""
        self.said.begun[part] = id
        self.said.words.append(id)
        self.said.names.append(named(self.state, part, id))
        self.steps = kept
        if part == "place" and any(step.do == "windmill" for step in self.steps):
            self.said.begun["do"] = "windmill"  # a road by itself is that, as in the line of a Harvest
            self.steps = narrowed(kept, self.said.begun)
        return 1

    def _narrow_led(self, lead: str, words: Sequence[str]) -> int:
        """`as food`: the face that the die is turned to; `with 2`: how much magic is paid."""
        if lead == WITH:
            ways = [Option(each, each) for each in sorted({str(step.price.magic) for step in self.steps})]
            count, found = longest_named(words[1:2], ways)
            wanted = {WITH: found[0].id} if found else {}
        else:
            faces = [notation.word(face, wording.FACE[face]) for face in FACES]
            count, found = longest_named(words[1:2], faces)
            wanted = {"final": found[0].id} if found else {}
        kept = narrowed(self.steps, wanted) if wanted else []
        if not kept:
            return 0
        self.said.begun |= wanted
        self.said.words += [lead, found[0].id]
        self.said.names += [Option(lead, Text(f"valeria.own.{lead}")), found[0]]
        self.steps = kept
        return 1 + count

    def options(self, steps: Sequence[Step]) -> Iterator[Option]:
        """What can be said next of these steps."""
        for part in FIELDS[:-1]:
            if part not in self.said.begun:
                for id in dict.fromkeys([value(step, part) for step in steps]):
                    if id:
                        yield named(self.state, part, id)

    def offers(self) -> Iterator[Option]:
        """What may come next: about this step, or the next one if it is clear."""
        yield from self.options(self.steps)
        step = settled(self.state, self.steps)
        if step is not None and self.said.begun:
            after = _Reader(self.state, self.said.begun, self.steps)
            after.go_on(step)
            yield from after.options(after.steps)

    def refusal(self, words: Sequence[str]) -> Refused:
        """What is wrong: it cannot be paid, or it means nothing here."""
        if lead := _lead(words[0]):
            return Refused(Text(f"valeria.own.refused.{lead}", found=" ".join(words[1:2])))
        begun = {part: id for part, id in self.said.begun.items() if part != WITH}
        plenty = with_riches(self.state)
        rich = _Reader(plenty, begun, narrowed(legal(plenty), begun))
        if _understands(rich, words) and (reason := unaffordable(self.state, rich.steps, rich.said.begun)):
            return Refused(reason)
        if (reason := self.out_of_place(words)) is not None:
            return Refused(reason)
        options = list(self.options(self.steps))
        if not options:
            return Refused(Text("refused.too-much", answer=" ".join(words)))
        asked = [option for option in options if option.about == options[0].about]
        return Refused(Text("refused.not-an-option", answer=words[0], choices=choose_from(asked, words[0])))

    def out_of_place(self, words: Sequence[str]) -> Text | None:
        """Why something that could be done at another time cannot be done now."""
        state, begun = self.state, self.said.begun
        if begun.get("do") == "manor" and words[0] in state.you.manors:
            place = state.board.named(state.you.manors[words[0]])
            return Text("valeria.own.refused.built", manor=state.manors[words[0]].name, place=place)
        deeds = [named(state, "do", id) for id in DO if id not in UNSAID]
        _, found = longest_named(words, deeds)
        if len(found) != 1:
            return None
        (deed,) = found
        if begun and open_part(state, self.steps) == "die":
            dice = [named(state, "die", id) for id in dict.fromkeys(step.die for step in self.steps)]
            return Text("valeria.own.refused.die-first", deed=deed, dice=dice)
        if deed.id in FOLLOWS and state.now.action != FOLLOWS[deed.id]:
            action = named(state, "do", FOLLOWS[deed.id])
            return Text("valeria.own.refused.follows", deed=deed, action=action)
        if deed.id in state.tables.actions.primary and state.now.action in state.tables.actions.primary:
            return Text("valeria.own.refused.one-action", done=named(state, "do", state.now.action))
        if state.now.built and deed.id in MONUMENTS:
            return Text("valeria.own.refused.one-monument")
        if deed.id in ("buy", "sell") and not rules.crates_left(state, state.you):
            return Text("valeria.own.refused.no-crate")
        return None


def _lead(word: str) -> str:
    """A word that goes before a face or an amount of magic; nothing if it is none."""
    return next((id for id in (AS, WITH) if folded(word) in (id, *ALSO[id])), "")


def _understands(reader: _Reader, words: Sequence[str]) -> bool:
    """Whether a table of plenty understands what comes next, which this one does not."""
    taken = 0
    try:
        while taken < len(words) and (count := reader.narrow(words[taken:])):
            taken += count
    except Refused:
        return taken > 0
    return taken > 0


def with_riches(state: State) -> State:
    """The same table with more goods than anything costs: what is legal there is legal but for its price."""
    twin = state.twin()
    twin.you.goods = dict.fromkeys(GOODS, 99)
    return twin


def unaffordable(state: State, steps: Sequence[Step], begun: Mapping[str, str]) -> Text | None:
    """What the cheapest of these steps costs, if not even that can be paid, beside what there is."""
    here = {written(step) for step in legal(state)}
    if not steps or any(written(step) in here for step in steps):
        return None
    first = min(steps, key=lambda step: sum(step.price.goods().values()))
    cost = wording.goods(first.price.goods())
    have = held(state)
    return Text("valeria.refused.unaffordable", action=step_name(state, first, begun), cost=cost, have=have)


def held(state: State) -> list[Text]:
    """What you have: only the goods of which there are any."""
    return wording.goods(state.you.goods) or [Text("valeria.own.nothing")]


# Names


def step_name(state: State, step: Step, begun: Collection[str]) -> Text:
    """A step in a few words, as far as it has been said: "Manor in Nor High"."""
    name = Text(f"valeria.own.do.{step.do}")
    if "place" in begun and step.do != "sail":
        return Text("valeria.own.do-at", what=name, place=state.board.named(step.place))
    return name


def named(state: State, part: str, id: str) -> Option:
    """A word of a step with its names; `about` is the part that it says."""
    match part:
        case "do":
            also = (*ALSO.get(id, ()), *getattr(notation.word(id, id), "also", ()))
            return Option(id, Text(f"valeria.own.do.{id}"), None, also, part)
        case "place" | "to":
            place = state.board.named(id)
            also = ()
            if id in state.board.road:
                names = [state.board.district[each].name for each in state.board.road[id].districts]
                also = (" ".join(names), " ".join(reversed(names)))
            return Option(id, place.name, None, also, part)
        case "what" if id in state.manors:
            return Option(id, id, None, (state.manors[id].name,), part)
        case "what":
            titles = wording.by_card(state.citizens, state.you.cards)[0]
            return Option(id, state.citizens[titles.get(id, id)].name, None, (), part)
        case "guild":
            return _word(id, state.board.tracks[id].name, part)  # type: ignore[index]
        case "gets" if id == "vp":
            return Option(id, Text("valeria.victory-points"), None, ALSO["vp"], part)
    return _word(id, wording.FACE[id], part) if id in wording.FACE else Option(id, id, None, (), part)


def _word(id: str, name: Text | str, part: str) -> Option:
    word = notation.word(id, name)
    return Option(id, name, None, word.also, part)


class Saying(Struct):
    """How steps are written, at the table as it is: what a `Move` is asked with."""

    state: State
    begun: Mapping[str, str]
    left: Sequence[Step]
    """The steps that are legal and fit what is known."""

    def read(self, line: str, insist: bool = False) -> str:
        """The journal form of what a person typed."""
        return _joined(understand(self.state, line, self.begun, self.left).words)

    def check(self, written: str, insist: bool = False) -> str:
        """What stands in a journal, if it can be said at this table."""
        if self.read(written) != written:
            raise Refused(Text("refused.not-a-move"))
        return written

    def typed(self, written: str) -> Sequence[Named | str]:
        """What stands in a journal, word by word as a player would type it."""
        said = understand(self.state, written, self.begun, self.left)
        return [*said.names, STOP] if said.stop else said.names

    def next(self, line: str) -> list[tuple[Named, int]]:
        """What a half-typed line may go on with, each with how many of its last letters it replaces."""
        words = list(_WORD.finditer(line))
        between = not words or line[-1].isspace()
        reader = _Reader(self.state, self.begun, self.left)
        known = [word[0] for word in (words if between else words[:-1])]
        try:
            place = 0
            while place < len(known):
                place += reader.take(known[place:])
        except Refused:
            return []
        typed = "" if between else folded(words[-1][0])
        found: dict[str, tuple[Named, int]] = {}
        for option in reader.offers():
            if not typed or likeness(typed, names_of(option)):
                found.setdefault(option.id, (option, 0 if between else len(words[-1][0])))
        return list(found.values())

    def help(self) -> Text:
        return Text("valeria.own.notation")


def _joined(words: Sequence[str]) -> str:
    """Words as a line: no space before a comma or a full stop, and none of these where nothing follows."""
    return " ".join(words).replace(" ,", ",").replace(" .", ".").replace(",.", ".").rstrip(",")
