"""What happened, as a player reads it afterwards: in the log, in a label, in another program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automa.dialogue import (
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
)
from solo.playing.driver import Driver, Event, Given, TakeOver


def in_short(event: Event) -> Text:
    """What an event comes down to, as a sentence."""
    return event if isinstance(event, Tell) else answered(event)


def answered(event: Given) -> Text:
    """A question with its answer, and who gave it where that was not the person asked."""
    answer = shown_answer(event.ask, event.entry.answer)
    if event.entry.by == "app":
        return Text("log.by-app", question=event.ask.text, answer=answer)
    if event.entry.insist:
        return Text("log.insisted", question=event.ask.text, answer=answer)
    return Text("log.answered", question=event.ask.text, answer=answer)


def since_last_answer(events: Sequence[Event]) -> Sequence[Event]:
    """What happened since a person last answered: enough to know where a resumed game stands."""
    for place in reversed(range(len(events))):
        event = events[place]
        if isinstance(event, Given) and event.entry.by == "person" and not event.entry.fix:
            return events[place:]
    return events


def taken_back(before: Sequence[Event], after: Sequence[Event]) -> tuple[list[Tell], list[Tell]]:
    """What is to be put back on the table when the one course of events becomes the other, the last first;
    and what is to be done instead."""
    same = 0
    for one, other in zip(before, after, strict=False):
        if not _same(one, other):
            break
        same += 1
    return _deeds(before[same:])[::-1], _deeds(after[same:])


def _same(one: Event, other: Event) -> bool:
    if isinstance(one, Given) and isinstance(other, Given):
        return one.entry == other.entry
    return isinstance(one, Tell) and isinstance(other, Tell) and one == other


def _deeds(events: Sequence[Event]) -> list[Tell]:
    return [event for event in events if isinstance(event, Tell) and event.deed]


def since_last_choice(events: Sequence[Event]) -> Sequence[Event]:
    """What happened since a person last chose something: what they entered for the table comes of that."""
    for place in reversed(range(len(events))):
        event = events[place]
        if isinstance(event, Given) and _is_choice(event):
            return events[place:]
    return events


def _is_choice(given: Given) -> bool:
    return given.entry.by == "person" and given.ask.to != TABLE and not given.entry.fix


def log(driver: Driver) -> list[Event]:
    """Everything asked and told so far, without what is told anyway: a bot's choice, a correction."""
    return [
        event
        for event in driver.run.log
        if isinstance(event, Tell) or (event.entry.by != "bot" and not event.entry.fix)
    ]


def shown_answer(ask: Ask, answer: Answer) -> Value:
    """An answer in the names of the things chosen."""
    match ask, answer:
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
        case TakeOver(), _:
            return Text("facts.name")
        case Confirm(), bool():
            return Text("answer.yes") if answer else Text("answer.no")
    return answer if isinstance(answer, int) else str(answer)


def _named(options: Sequence[Named], id: str) -> Named | str:
    return next((option for option in options if option.id == id), id)


def as_data(value: Any) -> Any:
    """What fills a text, as JSON data: a thing is its id, a text its id and what fills it."""
    if isinstance(value, Text):
        return {"id": value.id, "values": {key: as_data(each) for key, each in value.values.items()}}
    if isinstance(value, str | int):
        return value
    if isinstance(value, Sequence):
        return [as_data(each) for each in value]
    return value.id
