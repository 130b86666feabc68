"""Choosing among equals with the black die. Every tie in every game goes through here."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from automa.dialogue import CORRECTED, TABLE, Ask, Dice, Number, Option, Several, Tell, Text, asking

T = TypeVar("T")

DIE = Dice("die")
"""The stream that black-die rolls are drawn from."""

MOST_TOLD = 6
"""So many options are told one by one."""
FIRST_TOLD = 3

Chart: TypeAlias = tuple[int, int, int, int, int, int]
"""Which option (1 = A) each face 1-6 picks; 0 means roll again."""
Charts: TypeAlias = Mapping[int, Chart]
"""A chart for each number of options."""


class Selector(Struct, frozen=True, forbid_unknown_fields=True):
    """The file `selector.toml`."""

    chart: dict[int, Chart]


def faults(selector: Selector, *, fair: bool = True) -> Iterable[tuple[str, Text]]:
    """What is wrong with the charts, by key: each option has a face, and on fair ones equally many."""
    for count, chart in selector.chart.items():
        if fair and len({chart.count(option) for option in range(1, count + 1)}) != 1:
            yield f"selector.chart.{count}", Text("selector.unfair", count=count)
        elif count < 2 or not set(range(1, count + 1)) <= set(chart) <= set(range(count + 1)):
            found = [str(each) for each in chart]
            yield f"selector.chart.{count}", Text("selector.fault", found=found, high=count)


def letter(place: int) -> str:
    """A for the first option, B for the second, … Z, AA."""
    return letter(place // 26 - 1) + chr(65 + place % 26) if place >= 26 else chr(65 + place)


def in_short(lettered: Sequence[Option]) -> list[Option | Text]:
    """The options with their letters; of many the first few and the last, and how many are between them."""
    if len(lettered) <= MOST_TOLD:
        return list(lettered)
    between = len(lettered) - FIRST_TOLD - 1
    return [*lettered[:FIRST_TOLD], Text("selector.between", n=between), lettered[-1]]


def roll_die(id: str, **values: Any) -> Generator[Ask | Tell, Any, int]:
    """One roll of the black die, by the table or by the app."""
    face: int = yield from asking(lambda: Number(id, TABLE, low=1, high=6, stream=DIE, **values))
    return face


def pick(
    options: Sequence[T], names: Sequence[Any], charts: Charts
) -> Generator[Ask | Tell, Any, tuple[T, list[Text]]]:
    """One of `options`, by the die where there is more than one, and how it came about.

    Letters go to the options in the order given: fix that order before rolling. More options than the charts
    know are picked with two dice (three from 37 on), read as a number in base six; beyond the last whole
    round of options the dice are rolled again.
    """
    if len(options) == 1:
        return options[0], []
    lettered = [
        Option(letter(place), Text("selector.lettered", letter=letter(place), option=name))
        for place, name in enumerate(names)
    ]
    chart = charts.get(len(options))
    told = in_short(lettered)
    why = [Text("selector.tie", n=len(options), options=told)]
    while True:
        if chart is not None:
            face = yield from roll_die("selector.roll", n=len(options), options=told)
            place = chart[face - 1] - 1
            rolled: list[int] = [face]
        else:
            rolled, place = yield from _by_several_dice(len(options), told)
        dice = [str(face) for face in rolled]
        if place >= 0:
            why.append(Text("selector.rolled", n=len(rolled), dice=dice, option=lettered[place]))
            return options[place], why
        why.append(Text("selector.again", n=len(rolled), dice=dice))
        yield Tell("selector.again", deed=False, n=len(rolled), dice=dice)


def decided(
    question: Callable[[], Several], charts: Charts
) -> Generator[Ask | Tell, Any, tuple[Any, list[Text]]]:
    """What an opponent does: one of the moves it calls best, the die deciding among equals; and why."""
    while True:
        ask = question()
        answer = yield ask
        if answer is not CORRECTED:
            break
    best = [option for option in ask.options if option.id in answer]
    chosen, tie = yield from pick(best, best, charts)
    return chosen, [*ask.why, *tie]


def _by_several_dice(
    count: int, told: Sequence[Option | Text]
) -> Generator[Ask | Tell, Any, tuple[list[int], int]]:
    dice = 1
    while 6**dice < count:
        dice += 1
    rolled: list[int] = []
    number = 0
    for which in range(1, dice + 1):
        face = yield from roll_die("selector.roll-of", n=count, which=which, dice=dice, options=list(told))
        rolled.append(face)
        number = number * 6 + face - 1
    whole_rounds = 6**dice // count * count
    return rolled, number % count if number < whole_rounds else -1
