"""Choosing among equals: with the black die where the box has one, else the app decides."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct

from automa.declared import KeyPath, thing, told
from automa.dialogue import (
    CORRECTED,
    TABLE,
    Dialogue,
    Dice,
    Lot,
    Named,
    Reasons,
    Roll,
    Settled,
    Several,
    Tell,
    Text,
)

T = TypeVar("T")
N = TypeVar("N", bound=Named)

DIE = Dice("die")
"""The stream that black-die rolls are drawn from."""
EQUALS = Lot("equals")
"""The stream that the app decides from among equals, in a game without a die."""

AGAIN = "selector.again"
"""The text for a roll that picked nothing."""
MOST_NAMED = 6
"""Up to this number, options are named one by one."""
FIRST_NAMED = 3

Picks: TypeAlias = Annotated[int, Meta(ge=0, le=6)]
Chart: TypeAlias = tuple[Picks, Picks, Picks, Picks, Picks, Picks]
"""Which option (1 = A) each face 1-6 picks; 0 means roll again."""
Charts: TypeAlias = Mapping[int, Chart]
"""A chart for each number of options."""


Options: TypeAlias = Annotated[int, Meta(ge=2, le=6)]


def chart_letters(tables: object, keys: KeyPath, chart: Sequence[int]) -> str:
    """A chart in a row: 1 A, 2 A, 3 B; a dash means that the die is rolled again."""
    return "  ".join(
        f"{face} {letter(option - 1) if option else '–'}" for face, option in enumerate(chart, 1)
    )


class Selector(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `selector.toml`."""

    chart: dict[
        Annotated[Options, thing("count")],
        Annotated[Chart, told("selector.chart", "letters", ask="selector.ask-chart", show=chart_letters)],
    ]


def faults(selector: Selector, *, fair: bool = True) -> Iterable[tuple[str, Text]]:
    """What is wrong with the charts, by key: each option has a face, and on fair ones equally many."""
    for count, chart in selector.chart.items():
        if fair and len({chart.count(option) for option in range(1, count + 1)}) != 1:
            yield f"selector.chart.{count}", Text("selector.unfair", count=count)
        elif not set(range(1, count + 1)) <= set(chart) <= set(range(count + 1)):
            found = [str(each) for each in chart]
            yield f"selector.chart.{count}", Text("selector.fault", found=found, high=count)


def letter(place: int) -> str:
    """A for the first option, B for the second, … Z, AA."""
    return letter(place // 26 - 1) + chr(65 + place % 26) if place >= 26 else chr(65 + place)


class Lettered(Named, Struct, frozen=True):
    """An option with the letter that a chart knows it by."""

    id: str
    place: int
    option: Named

    @property
    def name(self) -> Text:
        return Text("selector.lettered", letter=letter(self.place), option=self.option)

    @property
    def also(self) -> Sequence[str | Text]:
        return (letter(self.place), *self.option.also)

    @property
    def editions(self) -> Sequence[str]:
        return self.option.editions


class Rolled(NamedTuple):
    """What came of a roll."""

    outcome: str
    """Its id; nothing for a number that gives nothing."""
    face: int
    """0 where a person said the outcome itself."""


def die(
    id: str,
    outcomes: Sequence[Named],
    gives: Mapping[int, str],
    *,
    read_off: Sequence[str] = (),
    **values: Any,
) -> Roll:
    """The question for one roll of the black die, by the table or by the app."""
    return Roll(id, TABLE, outcomes, gives, read_off=read_off, stream=DIE, **values)


def roll(question: Callable[[], Roll]) -> Dialogue[Rolled]:
    """Roll a die, or be told what it gives; asked anew if the table or the tables are set right under it."""
    while True:
        ask = question()
        answer = yield ask
        if answer is not CORRECTED:
            return Rolled(answer, 0) if isinstance(answer, str) else Rolled(ask.gives.get(answer, ""), answer)


def as_entered(outcome: Named | Text) -> Text:
    """The reason for an outcome that a person said."""
    return Text("selector.said", option=outcome)


def in_short(options: Sequence[Named]) -> list[Named | Text]:
    """The options; of many the first few and the last, and how many are between them."""
    if len(options) <= MOST_NAMED:
        return list(options)
    between = len(options) - FIRST_NAMED - 1
    return [*options[:FIRST_NAMED], Text("selector.between", n=between), options[-1]]


def pick_by_app(options: Sequence[N], what: Text) -> Dialogue[tuple[N, list[Text]]]:
    """One of `options` in a game without a die, and how it came about; `what` is the question it decides."""
    if len(options) == 1:
        return options[0], []
    gives = {place: option.id for place, option in enumerate(options, 1)}
    told = in_short(options)
    question = partial(
        Roll, "selector.equals", TABLE, options, gives,
        faces=len(options), stream=EQUALS, what=what, n=len(options), options=told,
    )  # fmt: skip
    outcome, number = yield from roll(question)
    chosen = next(option for option in options if option.id == outcome)
    if not number:
        return chosen, [Text("selector.tie", n=len(options), options=told), as_entered(chosen)]
    return chosen, [Text("selector.app-decides", n=len(options), options=told, option=chosen)]


def pick(
    options: Sequence[T],
    names: Sequence[Named],
    charts: Callable[[], Charts],
    what: Text,
    *,
    printed: bool = False,
) -> Dialogue[tuple[T, list[Text]]]:
    """One of `options`, by the die where there is more than one, and how it came about.

    `what` is the question that this decides.

    Letters go to the options in the order given: fix that order before rolling. More options than the charts
    know are picked with two dice (three from 37 on), read as a number in base six; beyond the last whole
    round of options the dice are rolled again. `printed` are charts that a component in the box shows.
    """
    if len(options) == 1:
        return options[0], []
    lettered = [Lettered(name.id, place, name) for place, name in enumerate(names)]
    places = {each.id: each.place for each in lettered}
    why = [Text("selector.tie", n=len(options), options=in_short(lettered))]
    while True:
        by = _by_one_die if len(options) in charts() else _by_several_dice
        outcome, rolled = yield from by(lettered, charts, what, printed)
        dice = [str(face) for face in rolled]
        if outcome:
            place = places[outcome]
            said = Text("selector.rolled", n=len(rolled), dice=dice, option=lettered[place])
            why.append(said if rolled else as_entered(lettered[place]))
            return options[place], why
        why.append(Text(AGAIN, n=len(rolled), dice=dice))
        yield Tell(AGAIN, deed=False, n=len(rolled), dice=dice)


Picked: TypeAlias = Dialogue[tuple[str, list[int]]]
"""The option that was picked, if one was, and the dice it was picked with, if any were rolled."""


def _by_one_die(
    lettered: Sequence[Lettered], charts: Callable[[], Charts], what: Text, printed: bool
) -> Picked:
    count = len(lettered)
    tied = in_short(lettered)

    def question() -> Roll:
        gives = {face: lettered[place - 1].id for face, place in enumerate(charts()[count], 1) if place}
        read_off = [f"selector.chart.{count}"] if printed else []
        return die("selector.roll", lettered, gives, read_off=read_off, what=what, n=count, options=tied)

    outcome, face = yield from roll(question)
    return outcome, [face] if face else []


def _by_several_dice(
    lettered: Sequence[Lettered], charts: Callable[[], Charts], what: Text, printed: bool
) -> Picked:
    count = len(lettered)
    tied = in_short(lettered)
    dice = 1
    while 6**dice < count:
        dice += 1
    rolled: list[int] = []
    number = 0
    for which in range(1, dice + 1):
        question = partial(
            die, "selector.roll-of", lettered, {}, what=what, n=count, which=which, dice=dice, options=tied
        )
        outcome, face = yield from roll(question)
        if outcome:
            return outcome, []
        rolled.append(face)
        number = number * 6 + face - 1
    whole_rounds = 6**dice // count * count
    return lettered[number % count].id if number < whole_rounds else "", rolled


def decision(
    id: str, seat: Named, options: Callable[[], Sequence[Named]], **values: Any
) -> Dialogue[tuple[Any, Sequence[Text]]]:
    """What an opponent chooses of all that it can do, and why."""
    return decided(lambda: Several(id, seat.id, options(), low=1, who=seat, **values))


def decided(question: Callable[[], Several]) -> Dialogue[tuple[Any, Sequence[Text]]]:
    """What an opponent does: one of the moves it calls best, the app deciding among equals; and why."""
    while True:
        ask = question()
        answer = yield ask
        if answer is not CORRECTED:
            break
    best = [option for option, id in zip(ask.options, ask.ids(), strict=True) if id in answer]
    chosen, tie = yield from pick_by_app(best, ask.text)
    reasons = ask.why
    why = Reasons(lambda: [*reasons, *tie])
    ask.settled = Settled([chosen.id], why)
    return chosen, why
