"""What happened, as a player reads it afterwards: in the log, in a label, in another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from automa.dialogue import (
    SPELT,
    TABLE,
    Answer,
    Ask,
    Choose,
    Confirm,
    Move,
    Named,
    Roll,
    Several,
    Tally,
    Tell,
    Text,
    Value,
    joined,
)
from automa.selector import AGAIN
from solo.playing.driver import Driver, Event, Given, TakeFacts


def in_short(event: Event, typed: Mapping[int, Value] = {}) -> Text:
    """What an event comes down to, as a sentence; an answer as it is typed, where that is known."""
    return event if isinstance(event, Tell) else answered(event, typed)


def as_tell(event: Event, seat: str = "") -> Tell:
    """An event as something that was told, of which nothing is to be done."""
    if isinstance(event, Tell):
        return event
    said = answered(event)
    tell = Tell(said.id, seat=seat, deed=False)
    tell.values = said.values
    return tell


def answered(event: Given, typed: Mapping[int, Value] = {}) -> Text:
    """A question with its answer, and who gave it where that was not the person asked."""
    answer = typed.get(event.index, shown_answer(event.ask, event.entry.answer))
    if event.entry.by == "app":
        return Text("log.by-app", question=event.ask.text, answer=answer)
    if event.entry.insist:
        return Text("log.insisted", question=event.ask.text, answer=answer)
    return Text("log.answered", question=event.ask.text, answer=answer)


def since_last_answer(events: Sequence[Event], *, chosen: bool = False) -> Sequence[Event]:
    """What happened since a person last answered; if `chosen`, for themselves and not for the table."""
    for place in reversed(range(len(events))):
        event = events[place]
        if isinstance(event, Tell) or event.entry.by != "person" or event.entry.fix:
            continue
        if not (chosen and event.ask.to == TABLE):
            return events[place:]
    return events


def since_last_round(events: Sequence[Event]) -> Sequence[Event]:
    """What happened in the last round and in this one so far: for a game that is resumed."""
    rounds = [place for place, event in enumerate(events) if isinstance(event, Tell) and event.stage]
    return events[rounds[-2] :] if len(rounds) > 1 else events


def told_in(events: Sequence[Event]) -> list[Tell]:
    """What was told, without the app's own repeated rolls of a die."""
    return [
        event
        for before, event in zip([None, *events], events, strict=False)
        if isinstance(event, Tell)
        and not (event.id == AGAIN and isinstance(before, Given) and before.entry.by == "app")
    ]


class Entered(Struct):
    """Something that a person entered, as it stands in the list that one mends from."""

    number: int
    """What `/mend` calls it."""
    given: Given
    label: Event
    """What came of it, or else the answer itself."""
    stages: list[Tell]
    """The rounds that had begun since the entry before."""

    def who(self, seats: Sequence[Named]) -> Named | Text:
        """Who entered it, or that it was entered for the table."""
        return next((seat for seat in seats if seat.id == self.given.ask.to), Text("history.table"))


def entered(driver: Driver) -> list[Entered]:
    """Everything that people entered, the newest last."""
    found: list[Entered] = []
    stages: list[Tell] = []
    for event in driver.run.log:
        if isinstance(event, Tell):
            stages += [event] if event.stage else []
        elif event.entry.is_persons:
            found.append(Entered(len(found) + 1, event, driver.run.label(event.index), stages))
            stages = []
    return found


def log(driver: Driver) -> list[Event]:
    """Everything asked and told so far that a person may see, without what is told anyway: a bot's choice, a
    correction."""
    return [
        event
        for event in driver.run.log
        if isinstance(event, Tell)
        or (event.entry.by != "bot" and not event.entry.fix and not event.ask.is_hidden)
    ]


def typed_answers(driver: Driver) -> dict[int, Value]:
    """What people entered, as they would type it, by its place in the journal."""
    return {
        given.index: as_typed(given.ask, given.entry.answer)
        for given in driver.replay()
        if given.entry.is_persons
    }


def as_typed(ask: Ask, answer: Answer) -> Value:
    """An answer as a player would type it; a move while the table is as it was when it was made."""
    match ask, answer:
        case Move(), str() if ask.notation is not None:
            chosen = next((each for each in ask.options if each.id == answer), None)
            if chosen is not None and chosen.name != answer and not ask.begins_turn:
                return chosen.name  # as a move of its own it might mean something else
            return _in_a_row("answer.then", ask.notation.typed(answer))
        case ((Several() | Tally()), (list() | dict())):
            shown = shown_answer(ask, answer)
            assert isinstance(shown, list)
            return _in_a_row("answer.next", shown)
    return shown_answer(ask, answer)


def answer_in_words(ask: Ask, answer: Answer) -> Value:
    """An answer in words where it is typed in the notation of a game, else as it is typed."""
    match ask, answer:
        case Move(), str() if ask.notation is not None and (said := ask.notation.in_words(answer)):
            return _in_a_row("answer.next", said)
    shown = shown_answer(ask, answer)
    spoken = shown.spoken if isinstance(shown, Named) else None
    return as_typed(ask, answer) if spoken is None else spoken


def _in_a_row(id: str, things: Sequence[str | int | Text | Named]) -> Value:
    """Words of an answer one after the other."""
    if not things:
        return Text("answer.none")
    return joined(id, things)


def shown_answer(ask: Ask, answer: Answer) -> Value:
    """An answer in the names of the things chosen."""
    match ask, answer:
        case Move(), str() if ask.pad is not None and ask.pad.shown is not None:
            return ask.pad.shown(answer)
        case ((Choose() | Move()), str()):
            return _named(ask.options, answer)
        case Roll(), str():
            return _named(ask.outcomes, answer)
        case Several(), list():
            return [_named(ask.options, each) for each in answer]
        case Tally(), dict():
            return [
                Text("answer.count", n=count, what=_named(ask.options, each))
                for each, count in answer.items()
            ]
        case TakeFacts(), _:
            return Text("facts.name")
        case Confirm(), bool():
            return Text("answer.yes") if answer else Text("answer.no")
    return answer if isinstance(answer, int) else str(answer)


def _named(options: Sequence[Named], id: str) -> Named | str:
    return next((option for option in options if option.id == id), id)


def as_data(value: Value) -> object:
    """What fills a text, as JSON data: a thing is its id, a text its id and what fills it."""
    if isinstance(value, Text) and value.id == SPELT:
        return value.values["en"]
    if isinstance(value, Text):
        return {"id": value.id, "values": {key: as_data(each) for key, each in value.values.items()}}
    if isinstance(value, str | int):
        return value
    if isinstance(value, Sequence):
        return [as_data(each) for each in value]
    return value.id
