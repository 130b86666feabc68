"""The engine: a game as JSON lines."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter
from errno import ENOSPC
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automa.dialogue import Option, Text
from solo.fronts.engine import LONGEST_LINE, Engine, run_engine
from solo.keeping.disk import GrowingFile
from solo.keeping.journal import Journal
from solo.playing.driver import Driver
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.atable import a_driver, a_header, reopened
from tests.toy import GOODS, toy_driver, toy_header, toy_words

WORDS = toy_words()


class Client:
    """The program at the other end."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self._engine = Engine(driver, WORDS)
        self.messages = self._as_sent(self._engine.begin())

    def raw(self, line: bytes) -> list[dict[str, Any]]:
        self.messages = self._as_sent(self._engine.take_line(line))
        return self.messages

    def send(self, **command: Any) -> list[dict[str, Any]]:
        return self.raw(json.dumps(command).encode() + b"\n")

    def turn(self) -> None:
        """A person's whole turn."""
        answers: list[Any] = ["salt", [], 2, {"wood": 3}, False, "n"]
        for answer in answers:
            self.send(answer=answer)

    @property
    def last(self) -> dict[str, Any]:
        return self.messages[-1]

    def _as_sent(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The messages as they arrive, which as JSON are the same."""
        arrived = json.loads(msgspec.json.encode(messages))
        assert arrived == messages
        return messages


def by_the_fields(ask: dict[str, Any], random: Random) -> Any:
    """An answer that a client finds in the fields of an ask alone."""
    values = [option["value"] for option in ask.get("options", ())]
    match ask["kind"]:
        case "choose" | "move":
            return random.choice(values)
        case "several":
            return random.sample(values, random.randint(ask["low"], ask["high"]))
        case "number":
            return random.randint(ask["low"], ask["high"])
        case "tally":
            counts: dict[str, int] = {}
            for _ in range(ask.get("total", random.randint(ask["low"], ask["high"]))):
                value = random.choice(values)
                counts[value] = counts.get(value, 0) + 1
            return counts
        case "confirm":
            return random.random() < 0.5
        case "name":
            return "Stall"
    raise AssertionError(ask)


USUAL = {"type", "id", "to", "kind", "text", "data", "at", "undo", "redo", "remarks"}
"""What stands on every question."""


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    return [message["type"] for message in messages]


def at_the_weather(dice: str = "table", cards: str = "table") -> Client:
    client = Client(toy_driver(dice=dice, cards=cards))
    client.send(answer="Stall")
    return client


def snapshot(driver: Driver) -> Any:
    return driver.script.state(), list(driver.journal.history.entries), driver.ask and driver.ask.id


def test_it_says_hello_and_asks() -> None:
    client = Client(toy_driver())
    hello, ask = client.messages
    assert hello == {
        "type": "hello", "engine": "castellan", "version": hello["version"], "protocol": 1, "game": "toy",
        "seed": 7, "lang": "en", "entries": 0, "save": "", "notices": [], "facts": [],
            "check": "",
        "seats": [
            {"id": "you", "name": "you", "person": True},
            {"id": "pedlar", "name": "the Pedlar", "person": False},
        ],
    }  # fmt: skip
    assert ask["type"] == "ask"
    assert ask["kind"] == "name"
    assert ask["to"] == "you"


@pytest.mark.parametrize("seed", range(20))
def test_a_client_that_knows_no_rules_plays_to_the_end(seed: int) -> None:
    random = Random(seed)
    client = Client(toy_driver(dice=random.choice(("app", "table")), cards=random.choice(("app", "table"))))
    while client.last["type"] == "ask":
        client.send(answer=by_the_fields(client.last, random))
        assert "refused" not in kinds(client.messages)
    over = client.last
    assert over["type"] == "over"
    assert over["winners"]
    assert over["sheet"]["players"][0]["seat"] == "you"


def test_every_kind_of_ask_has_the_fields_to_answer_it() -> None:
    client = at_the_weather()
    seen = {}
    random = Random(1)
    while client.last["type"] == "ask":
        seen[client.last["kind"]] = set(client.last) - USUAL
        client.send(answer=by_the_fields(client.last, random))
    assert seen["choose"] >= {"options"}
    assert seen["several"] == {"options", "low", "high"}
    assert seen["tally"] == {"options", "low", "high", "total"}
    assert seen["number"] >= {"low", "high"}
    assert seen["move"] == {"options"}


def test_a_tell_carries_its_reasons_and_its_values_by_id() -> None:
    client = at_the_weather(dice="app", cards="app")
    client.turn()
    tell = next(each for each in client.messages if each.get("seat") == "pedlar")
    assert tell["id"] == "toy.bought"
    assert tell["data"]["who"] == "pedlar"
    assert tell["why"][0].endswith("is cheap.")


def test_what_the_app_draws_is_told() -> None:
    client = at_the_weather(dice="app")
    drawn = client.messages[2]
    assert drawn["type"] == "tell"
    assert drawn["data"] == {"ask": "toy.roll", "answer": drawn["data"]["answer"], "by": "app"}


def test_an_illegal_answer_is_refused_and_asked_again() -> None:
    client = at_the_weather()
    before = client.last
    for answer in (7, 0, "4", 4.0, True, None, [4], {"4": 1}, 10**30):
        refused, ask = client.send(answer=answer)
        assert refused["type"] == "refused"
        assert refused["text"]
        assert ask == before


def test_insisting() -> None:
    client = at_the_weather(dice="app", cards="app")
    client.send(answer="salt")
    client.send(answer=[])
    refused, _ = client.send(answer=8)
    assert refused["insist"] is True
    client.send(answer=8, insist=True)
    assert client.last["id"] == "toy.load"


def test_undo_and_redo_send_the_question_again() -> None:
    client = at_the_weather()
    client.send(answer=4)
    after = snapshot(client.driver)
    assert kinds(client.send(undo=2)) == ["undone", "ask"]
    assert client.messages[0]["acts"] == client.messages[0]["to_do"] == []
    assert client.last["id"] == "toy.name-stall"
    assert kinds(client.send(redo=2)) == ["redone", "ask"]
    assert snapshot(client.driver) == after
    assert kinds(client.send(undo=3)) == ["refused", "ask"]
    assert kinds(client.send(redo=1)) == ["refused", "ask"]
    assert snapshot(client.driver) == after


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_with_nothing_to_take_back_or_bring_back_that_is_what_it_says(command: str) -> None:
    refused, _ = Client(toy_driver()).send(**{command: 1})
    assert refused == {"type": "refused", "text": f"There is nothing to {command}."}


def pieces_of(client: Client) -> dict[tuple[str, str], int]:
    (message,) = client.send(pieces=True)
    assert message["type"] == "pieces"
    return {(each["piece"], each["place"]): each["count"] for each in message["pieces"]}


def with_acts(pieces: dict[tuple[str, str], int], acts: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    """What a client makes of the table it had, knowing nothing but the acts."""
    table = Counter(pieces)
    for act in acts:
        table[act["piece"], act["from"]] -= act["count"]
        table[act["piece"], act["to"]] += act["count"]
    return {where: count for where, count in table.items() if count}


def test_acts_make_of_the_pieces_there_were_those_there_are() -> None:
    client = at_the_weather()
    client.send(answer=4)
    client.send(answer="juge")
    client.turn()
    for command in ({"undo": 5}, {"redo": 2}, {"mend": {"entry": 3, "answer": "mercenary"}}):
        before = pieces_of(client)
        (done, *_) = client.send(**command)
        assert with_acts(before, done["acts"]) == pieces_of(client)
        assert done["acts"], command
        assert all(act["text"].endswith(".") for act in done["acts"])


def test_the_picture_says_what_has_changed_since_the_last_answer() -> None:
    client = at_the_weather()
    client.send(answer=4)
    client.send(answer="juge")
    (picture,) = client.send(picture=True)
    assert picture["changed"] == ["counter", "juge", "stalls"]


def test_a_resumed_game_asks_to_check_the_table() -> None:
    client = at_the_weather()
    hello = Client(toy_driver(journal=client.driver.journal)).messages[0]
    assert hello["check"] == "Does your table still look like this?"


def test_what_an_undo_means_at_the_table_is_told_and_given_as_data() -> None:
    client = at_the_weather()
    client.send(answer=4)
    client.send(answer="juge")
    (undone, _) = client.send(undo=1)
    assert undone["acts"] == [
        {
            "piece": "juge",
            "from": "counter",
            "to": "stalls",
            "count": 1,
            "text": "Put Júge from the counter back on top of the deck of stalls.",
        }
    ]


def test_a_mend_can_be_tried_first() -> None:
    client = at_the_weather(dice="app")
    client.send(answer="juge")
    client.turn()
    before = snapshot(client.driver)
    mend = {"entry": 2, "answer": "mercenary"}
    (tried, _) = client.send(mend={**mend, "try": True})
    assert tried["done"] is False and len(tried["acts"]) == 2
    assert snapshot(client.driver) == before
    (mended, *_) = client.send(mend=mend)
    assert mended["done"] is True and mended["acts"] == tried["acts"]


def test_undo_after_the_end() -> None:
    client = at_the_weather(dice="app", cards="app")
    random = Random(3)
    while client.last["type"] == "ask":
        client.send(answer=by_the_fields(client.last, random))
    assert kinds(client.send(answer=1)) == ["refused", "over"]
    assert kinds(client.send(undo=1)) == ["undone", "ask"]


def test_fixes_are_listed_and_made() -> None:
    client = at_the_weather()
    (listed,) = client.send(fix=True)
    assert [each["key"] for each in listed["fixes"]][:2] == ["gold.you", "gold.pedlar"]
    assert client.send(fix={}) == [listed]
    messages = client.send(fix={"key": "gold.you", "value": 3})
    assert kinds(messages) == ["tell", "ask"]
    assert client.driver.script.state()["gold"]["you"] == 3
    refused, _ = client.send(fix={"key": "gold.you", "value": 25})
    assert refused["insist"] is True
    client.send(fix={"key": "gold.you", "value": 25, "insist": True})
    assert client.driver.script.state()["gold"]["you"] == 25
    for wrong in ({"key": "gold.you"}, {"key": 1, "value": 1}, {"key": "xyz", "value": 1}, {"value": 1}, 3):
        assert kinds(client.send(fix=wrong)) == ["refused", "ask"]


def test_looking_things_up() -> None:
    client = at_the_weather(dice="app", cards="app")
    client.turn()
    before = snapshot(client.driver)
    (state,) = client.send(state=True)
    assert state["state"] == client.driver.script.state()
    (why,) = client.send(why=True)
    assert why["moves"][0]["seat"] == "pedlar"
    (score,) = client.send(score=True)
    assert score["sheet"]["players"]
    (log,) = client.send(log=True)
    assert "What is your stall called? Stall" in log["lines"]
    (table,) = client.send(table=True)
    assert "you: 10 gold" in table["lines"]
    (rules,) = client.send(rules="weather")
    assert rules["topics"] == [{"topic": "weather", "text": "The die is the weather."}]
    (history,) = client.send(history=True)
    assert history["entries"][0]["entry"] == 1
    assert snapshot(client.driver) == before


def test_draws_the_other_way() -> None:
    client = at_the_weather()
    assert kinds(client.send(draw="app")) == ["tell", "tell", "ask"]
    assert client.last["id"] == "toy.turned-up"
    client = Client(toy_driver(dice="app", cards="app"))
    client.send(draw="hand")
    client.send(answer="Stall")
    assert client.last["id"] == "toy.roll"


def test_mending_throws_nothing_away_unless_accepted() -> None:
    client = at_the_weather(dice="app")
    client.send(answer="juge")
    client.turn()
    client.send(answer="mercenary")
    before = snapshot(client.driver)
    mended, _ = client.send(mend={"entry": 2, "answer": "mercenary"})
    assert mended["done"] is False
    assert mended["lost"] == 1
    assert snapshot(client.driver) == before
    client.send(mend={"entry": 2, "answer": "mercenary", "accept": True})
    assert client.driver.script.state()["taken"] == ["mercenary"]


BAD_LINES = [
    b"nonsense", b"{", b"[]", b"3", b'"undo"', b"null", b"{}", b'{"answer": NaN}', b'{"answer": Infinity}',
    b'{"answer": 1, "undo": 1}', b'{"anser": 1}', b'{"undo": true}', b'{"undo": 0}', b'{"undo": -1}',
    b'{"undo": 1.0}', b'{"undo": 99999999999999999999}', b'{"redo": "1"}', b'{"state": false}',
    b'{"why": 1}', b'{"quit": 1}', b'{"quit": false}', b'{"draw": "me"}', b'{"draw": []}', b'{"rules": "x"}',
    b'{"rules": {}}', b'{"mend": {}}', b'{"mend": {"entry": 99, "answer": 1}}', b'{"insist": true}',
    b'{"answer": 4, "insist": 1}', b'{"answer": ' + b"[" * 5000 + b"]" * 5000 + b"}", b"[" * 60000,
    b'{"answer": "\xff"}', b"\xff\xfe{}", b'{"answer": "\\ud800"}', b'{"answer": ' + b"9" * 3000 + b"}",
    b'{"answer": "' + b"x" * (LONGEST_LINE + 5) + b'"}', b"\x00",
    b'{"fix": {"key": "gold.you", "value": [[]]}}',
]  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_refused_and_changes_nothing(line: bytes) -> None:
    client = at_the_weather()
    before = snapshot(client.driver)
    ask = client.last
    messages = client.raw(line + b"\n")
    assert kinds(messages) == ["refused", "ask"]
    assert messages[1] == ask
    assert snapshot(client.driver) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
COMMANDS = st.sampled_from(
    [
        "answer",
        "now",
        "at",
        "picture",
        "undo",
        "redo",
        "state",
        "why",
        "fix",
        "log",
        "score",
        "rules",
        "table",
        "draw",
        "mend",
        "insist",
    ]
)


@settings(deadline=None)
@given(
    st.lists(
        st.binary(max_size=30)
        | st.dictionaries(COMMANDS, JSON, max_size=2).map(lambda each: json.dumps(each).encode()),
        max_size=6,
    )
)
def test_whatever_comes_in_is_answered_and_a_refusal_changes_nothing(lines: list[bytes]) -> None:
    client = at_the_weather()
    for line in lines:
        before = snapshot(client.driver)
        messages = client.raw(line.replace(b"\n", b" "))
        if "refused" in kinds(messages):
            assert snapshot(client.driver) == before
        assert messages or not line.strip() or b'"quit"' in line


def test_blank_lines_are_ignored_and_the_end_of_input_is_a_clean_end() -> None:
    driver = toy_driver()
    stdin = StringIO('\n{"answer": "Stall"}\n\n{"answer": 4}')
    stdout = StringIO()
    assert run_engine(driver, WORDS, stdin, stdout) == 0
    assert len(driver.journal.history.entries) == 2
    assert all(json.loads(line) for line in stdout.getvalue().splitlines())


def test_a_resumed_game_tells_what_happened_since_the_last_answer() -> None:
    driver = toy_driver()
    Client(driver).send(answer="Stall")
    resumed = Client(toy_driver(journal=driver.journal))
    assert [each.get("id") for each in resumed.messages] == [None, "toy.opened", "toy.round", "toy.roll"]
    assert resumed.messages[0]["entries"] == 1


def test_quit_ends_it() -> None:
    stdout = BytesIO()
    assert run_engine(toy_driver(), WORDS, BytesIO(b'{"quit":true}\n{"answer":"x"}\n'), stdout) == 0
    assert len(stdout.getvalue().splitlines()) == 2


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    driver = toy_driver()
    stdin = BytesIO(b'{"answer": "' + b"x" * 200_000 + b'"}\n{"answer": "Stall"}\n')
    stdout = BytesIO()
    run_engine(driver, WORDS, stdin, stdout)
    assert kinds([json.loads(line) for line in stdout.getvalue().splitlines()][2:4]) == ["refused", "ask"]
    assert len(driver.journal.history.entries) == 1


def test_trouble_with_the_disk_is_refused_and_can_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(toy_driver(dice="app"))
    write = type(client.driver.journal).write

    def full(*_: object) -> None:
        raise Trouble(Text("trouble.reason.full"))

    monkeypatch.setattr(type(client.driver.journal), "write", full)
    assert kinds(client.send(answer="Stall")) == ["refused", "ask"]
    monkeypatch.setattr(type(client.driver.journal), "write", write)
    client.send(answer="Stall")
    assert client.last["id"] == "toy.turned-up"


class FullDisk(Journal):
    """A journal whose disk is full when what opponents and app answered is to be written."""

    is_full = True

    def flush(self) -> None:
        if self.is_full:
            raise Trouble(Text("trouble.not-yet-written", path="game", reason=Text("trouble.reason.full")))
        super().flush()


def test_what_is_done_is_never_called_refused() -> None:
    """The answer is saved, only what the app made of it is not: the next question comes, with a warning."""
    journal = FullDisk.in_memory(toy_header(dice="app"))
    client = Client(toy_driver(journal=journal))
    sent = client.send(answer="Stall")
    assert kinds(sent)[-2:] == ["trouble", "ask"]
    assert "What you answered is saved" in sent[-2]["text"]
    assert "refused" not in kinds(sent)
    assert client.last["id"] == "toy.turned-up"
    assert kinds(client.send(answer="jongleur"))[-1] == "ask"
    assert client.last["id"] == "toy.buy"


@pytest.mark.parametrize("command", ["answer", "undo", "redo", "mend", "fix", "draw"])
def test_after_a_refusal_by_the_disk_the_same_is_asked_and_nothing_has_changed(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.create(tmp_path, toy_header(dice="app"))
    client = Client(toy_driver(journal=journal))
    client.send(answer="Stall")
    client.send(answer="jongleur")
    client.send(undo=1)
    message: dict[str, Any] = {
        "answer": "jongleur",
        "undo": 1,
        "redo": 1,
        "mend": {"entry": 1, "answer": "Other"},
        "fix": {"key": "gold.you", "value": 3},
        "draw": "hand",
    }
    asked, before = client.last, journal.history
    with monkeypatch.context() as patch:
        patch.setattr("os.write", partial(refuse, errno.ENOSPC))
        refused, again = client.send(**{command: message[command]})
    assert refused["type"] == "refused" and "Nothing was changed" in refused["text"]
    assert again == asked
    assert journal.history == before == Journal.read(tmp_path / f"{journal.name}.jsonl").history
    assert "refused" not in kinds(client.send(**{command: message[command]}))
    journal.close()


def refuse(error: int, *_: object) -> int:
    raise OSError(error, os.strerror(error))


def test_what_cannot_be_saved_after_an_answer_is_trouble_but_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer counts and so does what came of it: nothing says that nothing was changed."""
    journal = Journal.create(tmp_path, toy_header(dice="app"))
    client = Client(toy_driver(journal=journal))
    flush = Journal.flush

    def full(journal: Journal) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(GrowingFile, "write", refuse)
            flush(journal)

    def refuse(*_: object) -> None:
        raise OSError(ENOSPC, "full")

    monkeypatch.setattr(Journal, "flush", full)
    messages = client.send(answer="Stall")
    assert kinds(messages) == ["tell", "tell", "tell", "tell", "trouble", "ask"]
    assert "othing was changed" not in messages[-2]["text"]
    assert client.last["id"] == "toy.turned-up"
    monkeypatch.setattr(Journal, "flush", flush)
    client.send(answer="juge", at=client.last["at"])
    journal.close()
    assert journal.path is not None
    with reopened(journal.path) as again:
        assert len(again.history.entries) == 3


def test_a_message_in_and_messages_out() -> None:
    engine = Engine(toy_driver(), WORDS)
    assert kinds(engine.begin()) == ["hello", "ask"]
    assert kinds(engine.take({"answer": "Stall"})) == ["tell", "tell", "ask"]
    assert kinds(engine.take(["answer"])) == ["refused", "ask"]
    assert engine.take({"quit": True}) == []
    assert engine.ended


def test_now_gives_the_open_question_and_what_was_told_since_the_last_choice() -> None:
    client = at_the_weather()
    asked = client.last
    now, again = client.send(now=True)
    assert [each["id"] for each in now["told"]] == ["toy.opened", "toy.round"]
    assert again == asked
    client.send(answer=4)
    client.send(fix={"key": "gold.you", "value": 3})
    now, _ = client.send(now=True)
    assert [each["id"] for each in now["told"]] == ["toy.opened", "toy.round", "toy.rolled", "fix.done"]


def test_at_only_grows_and_a_stale_message_is_refused() -> None:
    client = at_the_weather()
    seen = [client.last["at"]]
    commands: list[dict[str, int]]
    commands = [{"answer": 4}, {"undo": 1}, {"answer": 5}, {"undo": 2}, {"redo": 1}, {"redo": 1}]
    for command in commands:
        assert kinds(client.send(**command, at=seen[-1]))[-1] == "ask"
        assert client.last["at"] > seen[-1]
        for stale in (*seen, client.last["at"] + 1):
            before = snapshot(client.driver)
            assert kinds(client.send(**command, at=stale)) == ["refused", "ask"]
            assert snapshot(client.driver) == before
        seen.append(client.last["at"])
    for wrong in ("4", 4.0, None, True, [4]):
        assert kinds(client.send(answer="juge", at=wrong)) == ["refused", "ask"]


def test_at_is_the_same_in_a_resumed_game(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, toy_header(dice="app", cards="app"))
    client = Client(toy_driver(journal=journal))
    client.send(answer="Stall")
    client.turn()
    client.send(undo=1)
    before = client.last
    journal.close()
    assert journal.path is not None
    with reopened(journal.path) as again:
        resumed = Client(toy_driver(journal=again))
        assert resumed.last == before
        assert kinds(resumed.send(redo=1, at=before["at"]))[0] == "redone"


def test_every_question_says_what_undo_and_redo_would_do() -> None:
    opened = "The fair opens; your stall is Stall."
    client = Client(toy_driver())

    def would() -> tuple[str | None, str | None]:
        return client.last["undo"], client.last["redo"]

    assert would() == (None, None)
    client.send(answer="Stall")
    assert would() == (opened, None)
    client.send(undo=1)
    assert would() == (None, opened)
    redone, _ = client.send(redo=1)
    assert redone["texts"] == [opened]
    random = Random(5)
    while client.last["type"] == "ask":
        client.send(answer=by_the_fields(client.last, random))
    undo, redo = would()
    assert undo and redo is None


def test_a_tell_says_whether_there_is_something_to_do() -> None:
    client = at_the_weather(dice="app", cards="app")
    client.turn()
    does = {each["id"]: each["deed"] for each in client.messages if each["type"] == "tell"}
    assert does["toy.bought"]
    assert not does["toy.round"]
    assert not does["log.by-app"]


def test_the_table_as_data() -> None:
    client = at_the_weather()
    (picture,) = client.send(picture=True)
    assert picture["seat"] == "you"
    assert picture["at"] == client.last.get("at", picture["at"])
    (panel,) = picture["panels"]
    assert panel["title"] == "The fair in round 1"
    (lines,) = panel["forms"][0]
    assert lines["block"] == "lines"
    assert lines["lines"][0] == [{"text": "you: 10 gold"}]


def test_an_option_says_what_it_is_about_and_its_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    goods = [Option("salt down", "Salt", also=["Sel"], about="salt"), GOODS[0]]
    monkeypatch.setattr("tests.toy.GOODS", goods)
    client = at_the_weather(dice="app", cards="app")
    assert client.last["options"] == [
        {"value": "salt down", "label": "Salt", "about": "salt", "also": ["Sel"]},
        {"value": "wood", "label": "Wood", "about": "wood", "detail": "2 gold"},
    ]


def test_yes_and_no_are_options_too() -> None:
    client = at_the_weather(dice="app", cards="app")
    answers: list[Any] = ["salt", [], 2, {"wood": 3}]
    for answer in answers:
        client.send(answer=answer)
    assert client.last["options"] == [{"value": True, "label": "yes"}, {"value": False, "label": "no"}]


PYTHONS = ("None", "True", "False", "'")


@pytest.mark.parametrize("answer", [None, True, ["x"], {"x": None}, 1.5, [None], {}, [], -0.0])
def test_a_refusal_shows_no_forms_of_python(answer: Any) -> None:
    client = at_the_weather(dice="app", cards="app")
    random = Random(2)
    while client.last["type"] == "ask":
        asked = client.last
        messages = client.send(answer=answer)
        if messages[0]["type"] == "refused":
            assert not any(form in messages[0]["text"] for form in PYTHONS), messages[0]["text"]
            assert client.last == asked
        else:
            client.send(undo=1)
        client.send(answer=by_the_fields(client.last, random))


def test_what_opponents_say_comes_with_the_question() -> None:
    driver = a_driver(a_header("castle-combo", against=["marshal"]))
    (remark,) = Engine(driver, Words.of("nl", ["castle_combo"])).begin()[-1]["remarks"]
    assert remark["seat"] == "marshal" and remark["text"]
