"""The journal file: what was answered is on disk, comes back the same, and is never overwritten."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solo.keeping.journal import (
    Entry,
    Header,
    History,
    InvalidRecord,
    Journal,
    Mend,
    NextDrawByHand,
    Over,
    Reading,
    Redo,
    SeatLine,
    Undo,
    read,
)
from solo.keeping.lock import Locked
from solo.keeping.proof import BLANK, FORMAT, START, chained, without_seal
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.atable import reopened, rewritten

SAVES = Path(__file__).parents[2] / "saves"
TEXTS = [Words.of(lang, strict=True) for lang in ("en", "nl")]
unix_only = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and signals")


def header(**changes: Any) -> Header:
    plain: dict[str, Any] = {
        "app": "0.1.0",
        "game": "castle-combo",
        "seats": [SeatLine("you", ""), SeatLine("steward", "The Steward", "steward", "hard")],
        "options": {"dice": "app", "cards": "table"},
        "rulings": {"tie": "keys"},
        "seed": 7,
        "taught": {"cards": {"card": {"judge": {"cost": 5}}}},
        "started": "2026-11-16T20:15:00+01:00",
    }
    return Header(**{**plain, **changes})


def entry(answer: Any = "judge", **changes: Any) -> Entry:
    return Entry(**{"ask": "castle-combo.reveal", "to": "table", "by": "person", "answer": answer, **changes})


def answers(journal: Journal) -> list[Any]:
    return [each.answer for each in journal.history.entries]


def begun(folder: Path, *given: Any) -> Journal:
    journal = Journal.create(folder, header())
    for answer in given:
        journal.write(entry(answer))
    return journal


def saved(folder: Path, *given: Any) -> Path:
    with begun(folder, *given) as journal:
        assert journal.path is not None
        return journal.path


def in_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def same(one: Any, other: Any) -> bool:
    """Equal as it would be written: 1 is not true."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def sentence(trouble: Trouble) -> str:
    """The English sentence; every trouble has one in each language, and it is one line."""
    said = [words.plain(trouble.text) for words in TEXTS]
    assert all(each and trouble.text.id not in each and each.isprintable() for each in said)
    return said[0]


@contextmanager
def trouble(*parts: str) -> Iterator[None]:
    with pytest.raises(Trouble) as caught:
        yield
    for part in parts:
        assert part in sentence(caught.value)


# What the records mean


def test_an_entry_is_added_and_empties_what_could_be_redone() -> None:
    history = History().with_record(entry(1)).with_record(Undo(1)).with_record(entry(2))
    assert [each.answer for each in history.entries] == [2]
    assert history.undone == []


def test_undo_takes_back_a_group_and_redo_brings_it_back_as_one() -> None:
    history = History([entry(1), entry(2), entry(3)])
    undone = history.with_record(Undo(2)).with_record(Undo(1))
    assert undone.entries == []
    assert undone.undone == [[entry(2), entry(3)], [entry(1)]]
    once = undone.with_record(Redo(True))
    assert once.entries == [entry(1)]
    assert once.with_record(Redo(True)) == history


def test_mend_replaces_everything_from_that_entry_on() -> None:
    history = History([entry(1), entry(2), entry(3)])
    assert history.with_record(Mend(1, [entry(9)])).entries == [entry(1), entry(9)]
    assert history.with_record(Mend(3, [entry(4)])).entries == [entry(1), entry(2), entry(3), entry(4)]


def test_applying_a_record_leaves_the_old_history_as_it_was() -> None:
    history = History([entry(1)], [[entry(2)]])
    for record in (entry(3), Undo(1), Redo(True), Mend(0, []), Over(True, {"you": 1}, ["you"])):
        history.with_record(record)
        assert history == History([entry(1)], [[entry(2)]])


@pytest.mark.parametrize(
    "record",
    [
        Undo(0), Undo(-1), Undo(2), Undo([]), Undo([1, 1]), Undo([2, -1]), Redo(True), Redo(False), Redo(2),
        Mend(2, []), Mend(-1, []), Over(False, {}, []), NextDrawByHand(False),
    ],
)  # fmt: skip
def test_a_record_that_makes_no_sense_is_refused(record: Any) -> None:
    with pytest.raises(InvalidRecord):
        History([entry(1)]).with_record(record)


def test_several_are_undone_and_redone_at_once_each_a_group_of_its_own() -> None:
    history = History([entry(1), entry(2), entry(3)])
    undone = history.with_record(Undo([2, 1]))
    assert undone == history.with_record(Undo(2)).with_record(Undo(1))
    assert undone.with_record(Redo(2)) == history


def test_a_wish_for_a_draw_by_hand_holds_until_there_is_one() -> None:
    choice, draw = entry(to="you"), entry(to="table", by="app")
    history = History([choice]).with_record(NextDrawByHand(True))
    assert history.is_by_hand
    assert history.with_record(choice).is_by_hand
    assert not history.with_record(choice).with_record(draw).is_by_hand
    assert not history.with_record(Undo(1)).is_by_hand
    assert history.with_record(Undo(1)).with_record(Redo(True)).is_by_hand
    assert not history.with_record(Undo(1)).with_record(choice).is_by_hand
    assert history.with_record(Mend(0, [choice])).is_by_hand
    assert not history.with_record(Mend(0, [])).is_by_hand


def test_a_draw_that_was_taken_back_is_made_by_hand_again() -> None:
    history = History([entry(to="you"), entry(to="table")]).with_record(Undo(1))
    assert history.is_by_hand
    assert not history.with_record(entry(to="table")).is_by_hand


def test_whatever_follows_the_end_reopens_the_game() -> None:
    over = History([entry(1)]).with_record(Over(True, {"you": 3}, ["you"]))
    assert over.over
    for record in (entry(2), Undo(1), Mend(0, [])):
        assert over.with_record(record).over is None


# Writing and reading back


def test_a_journal_comes_back_as_it_was_written(tmp_path: Path) -> None:
    with begun(tmp_path, "judge", 3, True, ["a", "b"], {"a": 2}, "abbé ‘naïef’\n") as journal:
        journal.write(entry(5, by="bot", to="steward", why=[{"text": "x", "values": {"n": 1}}]))
        journal.write(entry(5, ask="fix", fix="gold.you", insist=True))
        journal.write(Undo(2))
        journal.write(Undo(1))
        journal.write(Redo(True))
        assert journal.history.entries[5:] == [entry("abbé ‘naïef’\n")]
    assert journal.path is not None
    again = reopened(journal.path)
    assert again.header == header()
    assert same(again.history, journal.history)
    assert again.notices == []
    again.close()


def test_undo_and_redo_of_any_depth_also_after_a_restart(tmp_path: Path) -> None:
    path = saved(tmp_path, *range(20))
    for left in reversed(range(20)):
        with reopened(path) as journal:
            journal.write(Undo(1))
            assert answers(journal) == list(range(left))
    for back in range(20):
        with reopened(path) as journal:
            journal.write(Redo(True))
            assert answers(journal) == list(range(back + 1))
    with reopened(path) as journal:
        before = path.read_bytes()
        with pytest.raises(InvalidRecord):
            journal.write(Redo(True))
        assert path.read_bytes() == before


def test_the_file_only_grows_and_is_whole_after_every_call(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert journal.path is not None
    steps: list[Callable[[], Any]] = [
        lambda: journal.write(entry(1)),
        lambda: journal.write(entry(2)),
        lambda: journal.write(Undo(1)),
        lambda: journal.write(Redo(True)),
        lambda: journal.write(Mend(0, [entry(3)])),
        lambda: journal.finish({"you": 5}, ["you"]),
        lambda: journal.write(Undo(1)),
    ]
    before = journal.path.read_bytes()
    for step in steps:
        step()
        now = journal.path.read_bytes()
        assert without_seal(now).startswith(without_seal(before))
        assert now.count(b"\n") == before.count(b"\n") + 1
        assert same(read(journal.path).history, journal.history)
        before = now
    journal.close()


def test_the_end_is_noted_once_and_undo_reopens_the_game(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        journal.finish({"you": 61, "steward": 58}, ["you"])
        size = journal.path.stat().st_size
        journal.finish({"you": 61, "steward": 58}, ["you"])
        assert journal.path.stat().st_size == size
        assert read(journal.path).history.over == Over(True, {"you": 61, "steward": 58}, ["you"])
        journal.write(Undo(1))
        assert read(journal.path).history.over is None


def test_a_wrong_call_changes_neither_file_nor_memory(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        before = journal.path.read_bytes(), journal.history
        with pytest.raises(InvalidRecord):
            journal.write(Undo(2))
        with pytest.raises(InvalidRecord):
            journal.write(Mend(5, []))
        with trouble("cannot be saved"):
            journal.write(entry("\ud800"))
        assert (journal.path.read_bytes(), journal.history) == before
    with pytest.raises(ValueError, match="closed"):
        journal.write(entry(2))


def test_in_memory_everything_works_and_nothing_is_written(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.in_memory(header()) as journal:
        journal.write(entry(1))
        journal.write(entry(2))
        journal.write(Undo(2))
        journal.write(Redo(True))
        journal.write(Mend(1, [entry(3)]))
        journal.finish({"you": 1}, ["you"])
        assert answers(journal) == [1, 3]
        assert journal.path is None
        assert journal.name == ""
    assert in_folder(tmp_path) == {}


def test_opened_to_look_at_changes_stay_in_memory_and_no_lock_is_needed(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as playing:
        assert playing.path is not None
        before = in_folder(tmp_path)
        with Journal.read(playing.path) as looking:
            looking.write(entry(2))
            assert answers(looking) == [1, 2]
        assert in_folder(tmp_path) == before


# Names


def test_each_game_gets_a_name_of_its_own(tmp_path: Path) -> None:
    paths = [saved(tmp_path / "saves") for _ in range(3)]
    assert [path.name for path in paths] == [
        f"castle-combo-2026-11-16-{number}.jsonl" for number in (1, 2, 3)
    ]
    assert Journal.read(paths[1]).name == "castle-combo-2026-11-16-2"


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    with Journal.create(tmp_path, header(game="../../Étc/x", started="")) as journal:
        assert journal.path is not None
        assert journal.path.parent == tmp_path.resolve()


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "castle-combo-2026-11-16-1.jsonl"
    path.write_text("something else")
    assert saved(tmp_path).name == "castle-combo-2026-11-16-2.jsonl"
    assert path.read_text() == "something else"


# Torn, damaged, strange


def test_a_torn_last_line_is_dropped_with_a_notice_and_kept_aside(tmp_path: Path) -> None:
    path = Path(shutil.copy(SAVES / "torn.jsonl", tmp_path))
    whole = path.read_bytes()
    with reopened(path) as journal:
        assert answers(journal) == ["you", "judge", "architect"]
        assert [notice.id for notice in journal.notices] == ["trouble.torn-kept"]
        journal.write(entry("baker"))
    kept = in_folder(tmp_path)["torn.jsonl.torn"]
    assert whole.endswith(kept.rstrip(b"\n"))
    with reopened(path) as journal:
        assert answers(journal) == ["you", "judge", "architect", "baker"]
        assert journal.notices == []


def test_looking_at_a_torn_file_leaves_it_alone(tmp_path: Path) -> None:
    path = Path(shutil.copy(SAVES / "torn.jsonl", tmp_path))
    before = in_folder(tmp_path)
    journal = Journal.read(path)
    assert [notice.id for notice in journal.notices] == ["trouble.torn"]
    assert in_folder(tmp_path) == before


def test_two_torn_lines_are_both_kept(tmp_path: Path) -> None:
    path = saved(tmp_path, 1)
    for torn in (b'{"ask":"one', b'{"ask":"two\n'):
        with path.open("ab") as file:
            file.write(torn)
        reopened(path).close()
    assert in_folder(tmp_path)[path.name + ".torn"] == b'{"ask":"one\n{"ask":"two\n'


def test_a_damaged_line_is_named_and_what_precedes_it_goes_on_in_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "damaged-line-6.jsonl"
    shutil.copy(SAVES / path.name, path)
    before = path.read_bytes()
    with trouble("Line 6"):
        Journal.read(path)
    assert len(Journal.read(path, upto_damage=True).history.entries) == 2
    assert in_folder(tmp_path) == {path.name: before}

    with reopened(path, upto_damage=True) as journal:
        assert journal.path == tmp_path / "damaged-line-6-mended.jsonl"
        assert [notice.id for notice in journal.notices] == [
            "trouble.damaged",
            "trouble.goes-on-elsewhere",
        ]
        journal.write(entry("baker"))
    with reopened(journal.path) as journal:
        assert answers(journal) == ["you", "judge", "baker"]
    with reopened(path, upto_damage=True) as journal:
        assert journal.path == tmp_path / "damaged-line-6-mended-2.jsonl"
    assert path.read_bytes() == before


def test_an_unreadable_line_with_anything_behind_it_is_damage_not_a_torn_end(tmp_path: Path) -> None:
    path = saved(tmp_path, 1, 2)
    with path.open("ab") as file:
        file.write(b'{"ask":"one\n{"ask":"two')
    before = in_folder(tmp_path)
    with trouble("Line 4"):
        reopened(path)
    assert in_folder(tmp_path) == before


def test_up_to_damage_of_a_sound_file_is_the_file_itself(tmp_path: Path) -> None:
    path = saved(tmp_path, 1)
    with reopened(path, upto_damage=True) as journal:
        assert journal.path == path
        assert journal.notices == []


@pytest.mark.parametrize(
    "line",
    [
        b'{"undo":99}',
        b'{"redo":true}',
        b'{"mend":-1,"entries":[]}',
        b'{"over":false,"scores":{},"winners":[]}',
        b'{"undp":1}',
        b'{"undo":true}',
        b'{"ask":"a","to":"b","by":"nobody","answer":1}',
        b'{"ask":"a","to":"b","by":"app","answer":1,"extra":2}',
        b'{"ask":"a","to":"b","by":"app"}',
        b"[1,2]",
        b"null",
    ],
)
def test_a_line_that_makes_no_sense_is_damage_even_at_the_end(tmp_path: Path, line: bytes) -> None:
    path = saved(tmp_path, 1)
    with path.open("ab") as file:
        file.write(line + b"\n")
    before = in_folder(tmp_path)
    with trouble("Line 3"):
        reopened(path)
    assert in_folder(tmp_path) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b'{"format":3,"app":"0.3', "cut off in its first line"),
        (b"hello\n", "not a saved game"),
        (b"hello", "not a saved game"),
        (b'{"name":"package","version":1}\n', "not a saved game"),
        (b"[1,2,3]\n", "not a saved game"),
        (b'"format"\n', "not a saved game"),
        (b'{"format":true}\n', "not a saved game"),
        (b'{"format":"1"}\n', "not a saved game"),
        (b'{"format":-1}\n', "not a saved game"),
        (b"[" * 100_000 + b"\n", "not a saved game"),
        (b'{"format":3,"game":"castle-combo"}\n', "first line"),
        (b'{"format":2,"game":"castle-combo"}\n', "early version"),
        (b'{"format":0}\n', "not a saved game"),
        (b'{"format":3,"a\\nb\\u001b[2J":2}\n', "first line"),
        ('{"format":1}\n'.encode("utf-16"), "not text in UTF-8"),
        (b'{"format":1,"game":"\xff"}\n', "not text in UTF-8"),
        (b"\x00" * 50, "not a saved game"),
    ],
)
def test_a_file_that_is_no_journal_gets_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(content)
    for upto_damage in (False, True):
        with trouble("some.jsonl", said):
            Journal.read(path, upto_damage=upto_damage)
    assert in_folder(tmp_path) == {"some.jsonl": content}


def test_a_save_from_the_future_is_left_as_it_is(tmp_path: Path) -> None:
    path = Path(shutil.copy(SAVES / "from-the-future.jsonl", tmp_path))
    before = in_folder(tmp_path)
    for upto_damage in (False, True):
        with trouble("newer Castellan", "7.0.0", "99"):
            reopened(path, upto_damage=upto_damage)
    assert in_folder(tmp_path) == before


def test_a_folder_or_nothing_at_all_is_no_journal(tmp_path: Path) -> None:
    with trouble("is a folder"):
        Journal.read(tmp_path)
    with trouble("There is no file"):
        Journal.read(tmp_path / "nowhere" / "some.jsonl")
    with trouble("There is no file"):
        Journal.read(tmp_path / "nul\0.jsonl")
    with trouble("name is too long"):
        Journal.read(tmp_path / ("x" * 5000))
    assert in_folder(tmp_path) == {}


@unix_only
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    with trouble("not a saved game"):
        reopened(tmp_path / "pipe.jsonl")


def test_an_unreadable_file_gets_a_sentence(tmp_path: Path, monkeypatch: Any) -> None:
    path = saved(tmp_path)

    def refuse(self: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with trouble("cannot be read", "no permission"):
        reopened(path)
    assert sorted(each.name for each in tmp_path.iterdir()) == [path.name]


# Other formats


def test_every_format_there_ever_was_can_be_read() -> None:
    formats = sorted(SAVES.glob("format-*.jsonl"))
    assert formats[-1].stem == f"format-{FORMAT}"
    for path in formats:
        reading = read(path)
        assert reading.header.format == int(path.stem.removeprefix("format-"))
        assert not reading.damaged
        assert reading.history.entries


# Read, check, take over


def test_what_is_read_changes_nothing_until_its_file_is_taken_over(tmp_path: Path) -> None:
    path = saved(tmp_path, 1)
    with path.open("ab") as file:
        file.write(b'{"ask":"one')
    before = in_folder(tmp_path)
    journal = Journal.read(path)
    assert in_folder(tmp_path) == before
    journal.take_over()
    journal.write(entry(2))
    journal.close()
    assert answers(Journal.read(path)) == [1, 2]


def test_what_another_process_went_on_with_after_it_was_read_is_not_taken_over(tmp_path: Path) -> None:
    path = saved(tmp_path, 1)
    journal = Journal.read(path)
    with reopened(path) as other:
        other.write(entry(2))
    before = in_folder(tmp_path)
    with pytest.raises(Locked):
        journal.take_over()
    assert in_folder(tmp_path) == before
    with reopened(path) as again:
        assert answers(again) == [1, 2]


def test_the_first_entries_of_a_save_go_on_in_a_new_file(tmp_path: Path) -> None:
    path = saved(tmp_path, 1, 2, 3)
    before = path.read_bytes()
    journal = Journal.read(path).first(2)
    journal.take_over()
    assert [notice.id for notice in journal.notices] == ["trouble.goes-on-elsewhere"]
    journal.write(entry("new"))
    journal.close()
    assert journal.path == path.with_name(f"{path.stem}-mended.jsonl")
    assert answers(Journal.read(journal.path)) == [1, 2, "new"]
    assert path.read_bytes() == before


def test_a_journal_in_memory_has_no_file_to_take_over() -> None:
    with pytest.raises(ValueError, match="no file"):
        Journal.in_memory(header()).take_over()


# One writer at a time


def test_a_game_that_is_open_cannot_be_opened_twice(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        with pytest.raises(Locked) as caught:
            reopened(journal.path)
        assert "open in another window" in sentence(caught.value)
        journal.write(entry(2))
    with reopened(journal.path) as journal:
        assert answers(journal) == [1, 2]
    assert sorted(in_folder(tmp_path)) == ["castle-combo-2026-11-16-1.jsonl"]


@unix_only
def test_a_link_to_a_save_shares_its_lock(tmp_path: Path) -> None:
    with begun(tmp_path / "saves") as journal:
        assert journal.path is not None
        link = tmp_path / "link.jsonl"
        link.symlink_to(journal.path)
        with pytest.raises(Locked):
            reopened(link)


def test_a_lock_file_left_behind_by_nobody_is_no_lock(tmp_path: Path) -> None:
    path = saved(tmp_path, 1)
    path.with_name(path.name + ".lock").write_bytes(b"")
    with reopened(path) as journal:
        assert answers(journal) == [1]


def test_a_disk_that_cannot_lock_gives_a_notice(tmp_path: Path, monkeypatch: Any) -> None:
    def refuse(file: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    with begun(tmp_path, 1) as journal:
        assert [notice.id for notice in journal.notices] == ["trouble.no-lock"]


# When the disk refuses


def failing(monkeypatch: Any, call: str, after: int = 0, error: int = errno.ENOSPC, wrote: int = 0) -> None:
    """Have a system call fail, after so many good ones and perhaps a part of what was to be written."""
    real, left = getattr(os, call), iter(range(after))

    def fail(file: int, *rest: Any) -> Any:
        if next(left, None) is not None:
            return real(file, *rest)
        if call == "write" and wrote:
            real(file, bytes(rest[0])[:wrote])
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, call, fail)


CHANGES: dict[str, Callable[[Journal], Any]] = {
    "append": lambda journal: journal.write(entry("new")),
    "undo": lambda journal: journal.write(Undo(1)),
    "redo": lambda journal: journal.write(Redo(True)),
    "mend": lambda journal: journal.write(Mend(0, [entry("new")])),
    "finish": lambda journal: journal.finish({"you": 3}, ["you"]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("fails", ["write", "fsync", "fstat"])
def test_a_full_disk_changes_neither_file_nor_memory(
    tmp_path: Path, monkeypatch: Any, change: Callable[[Journal], Any], fails: str
) -> None:
    with begun(tmp_path, 1, 2, 3) as journal:
        journal.write(Undo(1))
        assert journal.path is not None
        before = journal.path.read_bytes(), journal.history
        for wrote in (0, 1, 12):
            with monkeypatch.context() as patch:
                failing(patch, fails, wrote=wrote)
                with trouble("disk is full", "Nothing was changed"):
                    change(journal)
            assert journal.history == before[1]
            assert read(journal.path).history == before[1]
            if fails == "write":
                assert journal.path.read_bytes() == before[0]
        change(journal)
        assert read(journal.path).history == journal.history
        assert read(journal.path).torn == b""


def test_a_disk_that_cannot_even_be_cut_is_cut_before_the_next_line(tmp_path: Path, monkeypatch: Any) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        with monkeypatch.context() as patch:
            failing(patch, "write", wrote=9, error=errno.EIO)
            failing(patch, "ftruncate", error=errno.EIO)
            with trouble("reports an error"):
                journal.write(entry(2))
        assert read(journal.path).torn
        journal.write(entry(3))
        assert read(journal.path).torn == b""
        assert answers(journal) == [1, 3]


@pytest.mark.parametrize("at", ["write", "fsync"])
def test_ctrl_c_in_the_middle_of_saving_leaves_file_and_memory_in_step(
    tmp_path: Path, monkeypatch: Any, at: str
) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        real = getattr(os, at)
        calls = iter(["interrupt"])

        def interrupted(file: int, *rest: Any) -> Any:
            done = real(file, *rest)
            if next(calls, None):
                raise KeyboardInterrupt
            return done

        with monkeypatch.context() as patch:
            patch.setattr(os, at, interrupted)
            with pytest.raises(KeyboardInterrupt):
                journal.write(entry(2))
        assert read(journal.path).history == journal.history
        journal.write(entry(3))
        assert [each.answer for each in read(journal.path).history.entries] == [1, 3]


def test_no_game_begins_on_a_full_disk_and_nothing_is_left_there(tmp_path: Path, monkeypatch: Any) -> None:
    for call in ("write", "fsync"):
        with monkeypatch.context() as patch:
            failing(patch, call, wrote=5)
            with trouble("disk is full"):
                Journal.create(tmp_path, header())
        assert in_folder(tmp_path) == {}


@pytest.mark.parametrize(
    ("error", "said"),
    [(errno.EROFS, "read-only"), (errno.EACCES, "no permission"), (errno.EMFILE, "the system says")],
)
def test_a_folder_that_cannot_be_written_gets_a_sentence(
    tmp_path: Path, monkeypatch: Any, error: int, said: str
) -> None:
    path = saved(tmp_path, 1)
    before = in_folder(tmp_path)
    with monkeypatch.context() as patch:
        failing(patch, "open", error=error)
        with trouble("cannot be written", said):
            reopened(path)
        with trouble("cannot be written", said):
            Journal.create(tmp_path, header())
    assert in_folder(tmp_path) == before


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("")
    with trouble("a file where a folder should be"):
        Journal.create(tmp_path / "saves", header())


def test_what_another_program_wrote_is_not_overwritten(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        with journal.path.open("ab") as file:
            file.write(b"# a note\n")
        before = journal.path.read_bytes()
        with trouble("changed by another program"):
            journal.write(entry(2))
        assert journal.path.read_bytes() == before
        assert answers(journal) == [1]


@unix_only
def test_a_save_deleted_under_our_feet_is_noticed(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        journal.path.unlink()
        with trouble("deleted"):
            journal.write(entry(2))


# kill -9


def killed_child(play: Callable[[Callable[[int], None]], None]) -> list[int]:
    """Run `play` in a child until it kills itself; what it had acknowledged by then."""
    reading, writing = os.pipe()

    def acknowledge(number: int) -> None:
        os.write(writing, bytes([number]))

    child = os.fork()
    if child == 0:
        try:
            play(acknowledge)
        finally:
            os._exit(1)  # it should not have come so far
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        acknowledged = list(pipe.read())
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    return acknowledged


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@unix_only
@pytest.mark.parametrize(
    "point", ["before write", "in write", "after write", "after fsync", "before seal", "in seal", "between"]
)
@pytest.mark.parametrize("wrote", [1, 40])
def test_killed_anywhere_nothing_is_lost_that_was_acknowledged(
    tmp_path: Path, point: str, wrote: int
) -> None:
    path = saved(tmp_path)
    write, fsync = os.write, os.fsync
    lives = 4

    def play(acknowledge: Callable[[int], None]) -> None:
        journal = reopened(path)

        def is_the_end() -> bool:
            return len(journal.history.entries) == lives

        def dying_write(file: int, content: memoryview) -> int:
            what = "write" if bytes(content).endswith(b"\n") else "seal"
            if is_the_end() and point == f"before {what}":
                die()
            if is_the_end() and point == f"in {what}":
                write(file, content[: min(wrote, len(content) // 2)])
                die()
            done = write(file, content)
            if is_the_end() and point == f"after {what}":
                die()
            return done

        def dying_fsync(file: int) -> None:
            fsync(file)
            if is_the_end() and point == "after fsync":
                die()

        for number in range(lives + 1):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(os, "write", dying_write)
                patch.setattr(os, "fsync", dying_fsync)
                journal.write(entry(number))
            acknowledge(number)
        die()

    acknowledged = killed_child(play)
    with reopened(path) as journal:  # the lock died with the child
        found = answers(journal)
        assert found[: len(acknowledged)] == acknowledged
        assert found in (list(range(lives)), list(range(lives + 1)))
        sealing = point.endswith("seal")  # by then the line is safe, though nobody has been told
        assert len(acknowledged) == (lives + 1 if point == "between" else lives - sealing)
        journal.write(entry("on we go"))
    assert [each.answer for each in read(path).history.entries] == [*found, "on we go"]


# Any order of things

scalars = st.one_of(st.booleans(), st.integers(), st.text(max_size=5))
some_answers = st.one_of(
    scalars, st.lists(st.text(max_size=5), max_size=3), st.dictionaries(st.text(max_size=3), st.integers())
)
some_entries = st.builds(
    Entry,
    ask=st.sampled_from(["castle-combo.reveal", "fix"]),
    to=st.sampled_from(["you", "table", "steward"]),
    by=st.sampled_from(["person", "app", "bot"]),
    answer=some_answers,
    why=st.lists(scalars, max_size=2),
    insist=st.booleans(),
    fix=st.sampled_from(["", "gold.you"]),
)
some_steps = st.lists(
    st.one_of(
        some_entries,
        some_entries,
        st.tuples(st.just("undo"), st.integers(1, 4)),
        st.just(("redo", 0)),
        st.tuples(st.just("mend"), st.integers(0, 9), st.lists(some_entries, max_size=3)),
        st.just(("finish", 0)),
        st.just(("reopen", 0)),
    ),
    max_size=20,
)


def take(journal: Journal, step: Any) -> None:
    entries = journal.history.entries
    match step:
        case Entry():
            journal.write(step)
        case ("undo", number) if entries:
            journal.write(Undo(min(number, len(entries))))
        case ("redo", _) if journal.history.undone:
            journal.write(Redo(True))
        case ("mend", index, new):
            journal.write(Mend(min(index, len(entries)), new))
        case ("finish", _):
            journal.finish({"you": len(entries)}, ["you"])


@contextmanager
def new_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def played(folder: Path, steps: list[Any]) -> tuple[Path, list[bytes]]:
    """A save after these steps, and every history it went through."""
    journal = Journal.create(folder, header())
    assert journal.path is not None
    path, histories = journal.path, [msgspec.json.encode(History())]
    for step in steps:
        if step == ("reopen", 0):
            journal.close()
            journal = reopened(path)
        take(journal, step)
        histories.append(msgspec.json.encode(journal.history))
    journal.close()
    return path, histories


@settings(max_examples=60, deadline=None)
@given(some_steps)
def test_after_any_steps_the_file_and_memory_agree(steps: list[Any]) -> None:
    memory = Journal.in_memory(header())
    for step in steps:
        take(memory, step)
    with new_folder() as folder:
        path, histories = played(folder, steps)
        assert histories[-1] == msgspec.json.encode(memory.history)
        assert msgspec.json.encode(read(path).history) == histories[-1]


@settings(max_examples=60, deadline=None)
@given(some_steps, st.data())
def test_cut_off_at_any_byte_a_save_gives_what_it_was_at_some_time(steps: list[Any], data: Any) -> None:
    with new_folder() as folder:
        path, histories = played(folder, steps)
        whole = path.read_bytes()
        cut = data.draw(st.integers(0, len(whole)))
        path.write_bytes(whole[:cut])
        if cut <= whole.index(b"\n"):
            with trouble(path.name):
                reopened(path)
            assert path.read_bytes() == whole[:cut]
            return
        if cut < len(whole):
            with trouble(path.name, f"ends at line {whole[:cut].count(bytes([10]))}"):
                reopened(path)
        with reopened(path, upto_damage=True) as journal:
            # What can be redone goes with the rest of the file.
            entries = msgspec.json.encode(journal.history.entries)
            assert any(each.startswith(b'{"entries":' + entries) for each in histories)
            assert (journal.path == path) == (cut == len(whole))
        assert path.read_bytes() == whole[:cut]


@settings(max_examples=100, deadline=None)
@given(some_steps, st.data())
def test_with_any_byte_changed_it_is_said_and_nothing_is_lost(steps: list[Any], data: Any) -> None:
    with new_folder() as folder:
        path, _ = played(folder, steps)
        whole = path.read_bytes()
        changed = bytearray(whole)
        place = data.draw(st.integers(0, len(changed) - 1))
        changed[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
        path.write_bytes(changed)
        try:
            with reopened(path) as journal:
                assert [notice.id for notice in journal.notices] == ["trouble.seal"]
        except Trouble as other:
            sentence(other)
            assert path.read_bytes() == changed
            if reading := readable(path):
                assert reading.damaged == whole[:place].count(b"\n") + 1
                with reopened(path, upto_damage=True) as journal:
                    assert journal.path != path
                    assert journal.history.entries == reading.history.entries
                    journal.write(entry("on we go"))
                assert path.read_bytes() == changed
        else:
            assert without_seal(bytes(changed)) == without_seal(whole)


def readable(path: Path) -> Reading | None:
    """A file as far as it can be read, if it has a header."""
    try:
        return read(path)
    except Trouble:
        return None


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 4),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3),
        (lambda lines: [*lines[:2], *lines[3:]], 3),
        (lambda lines: [*lines, lines[-1]], 7),
        (lambda lines: [*lines[:3], b'{"undo":1}\n', *lines[3:]], 4),
        (lambda lines: [*lines, b'{"ask":"a","to":"you","by":"person","answer":1}\n'], 7),
        (lambda lines: [line.replace(b"400", b"100") for line in lines], 4),
        (lambda lines: [lines[0].replace(b'"seed":7', b'"seed":8'), *lines[1:]], 1),
        (lambda lines: [lines[0].replace(b'"tie"', b'"tye"'), *lines[1:]], 1),
        (lambda lines: [lines[0].replace(b'"format":3', b'"format":2'), *lines[1:]], 1),
        (lambda lines: [lines[0].replace(b'"format":3', b'"format":4'), *lines[1:]], 1),
        (lambda lines: [lines[0].replace(b'"format"', b'"formal"'), *lines[1:]], 1),
    ],
    ids=(
        "doubled", "moved", "dropped", "last doubled", "foreign", "foreign at the end", "changed digit",
        "changed seed", "damaged ruling", "older format", "newer format", "damaged beginning",
    ),
)  # fmt: skip
def test_every_change_is_found_named_by_line_and_can_be_recovered(
    tmp_path: Path, change: Callable[[list[bytes]], list[bytes]], line: int
) -> None:
    path = saved(tmp_path, 1, 2, 400, 4, 5)
    path.write_bytes(b"".join(change(lines_of(path))))
    before = path.read_bytes()
    with trouble(f"Line {line} of {path}"):
        reopened(path)
    with reopened(path, upto_damage=True) as journal:
        assert answers(journal) == [1, 2, 400, 4, 5][: line - 2 if line > 1 else 5]
    assert path.read_bytes() == before


@pytest.mark.parametrize("left", [1, 2, 5])
def test_a_file_cut_at_a_line_end_is_found(tmp_path: Path, left: int) -> None:
    path = saved(tmp_path, 1, 2, 3, 4, 5)
    path.write_bytes(b"".join(lines_of(path)[:left]))
    with trouble(f"ends at line {left}, though {6 - left} more line"):
        reopened(path)
    with reopened(path, upto_damage=True) as journal:
        assert answers(journal) == list(range(1, left))


def test_lines_of_another_game_are_foreign(tmp_path: Path) -> None:
    one, other = saved(tmp_path, 1, 2, 3), saved(tmp_path, 4, 5, 6)
    one.write_bytes(b"".join([*lines_of(one)[:2], *lines_of(other)[2:]]))
    with trouble("Line 3"):
        reopened(one)


def test_a_seal_that_lags_behind_a_step_is_no_damage(tmp_path: Path) -> None:
    with begun(tmp_path, 1) as journal:
        assert journal.path is not None
        before = journal.path.read_bytes()
        journal.write(entry(2))
    after = journal.path.read_bytes()
    journal.path.write_bytes(before + after[len(before) :])
    with reopened(journal.path) as again:
        assert answers(again) == [1, 2]
        assert again.notices == []
        again.write(entry(3))
    with reopened(journal.path) as again:
        assert answers(again) == [1, 2, 3]


def test_a_damaged_seal_is_said_and_mended_by_the_next_step(tmp_path: Path) -> None:
    path = saved(tmp_path, 1, 2)
    whole = path.read_bytes()
    for seal in (BLANK.encode(), b'"' * len(BLANK), b"00000009" + whole[28:41], b"00000002" + whole[28:41]):
        path.write_bytes(whole[:20] + seal + whole[20 + len(seal) :])
        with reopened(path) as journal:
            assert answers(journal) == [1, 2]
            assert [notice.id for notice in journal.notices] == ["trouble.seal"]
    with reopened(path) as journal:
        journal.write(entry(3))
    with reopened(path) as journal:
        assert journal.notices == []


def test_a_header_that_cannot_be_read_is_called_that(tmp_path: Path) -> None:
    path = saved(tmp_path, 1, 2)
    path.write_bytes(path.read_bytes().replace(b'"seats"', b'"seats', 1))
    for upto_damage in (False, True):
        with trouble(f"Line 1 of {path}", "cannot be read"):
            reopened(path, upto_damage=upto_damage)


@pytest.mark.parametrize("number", [1, 2])
def test_a_save_of_before_is_refused_with_a_sentence_and_left_alone(tmp_path: Path, number: int) -> None:
    path = tmp_path / "some.jsonl"
    body = b'{"format":%d,"app":"0.2.0","game":"castle-combo","seats":[],"seed":7,"started":"2026"}' % number
    path.write_bytes(body + b"\n" if number == 1 else chained(body, START))
    before = in_folder(tmp_path)
    for upto_damage in (False, True):
        with trouble("early version", f"format {number}"):
            reopened(path, upto_damage=upto_damage)
    assert in_folder(tmp_path) == before


def test_another_version_may_have_written_a_save_otherwise(tmp_path: Path) -> None:
    path = saved(tmp_path, 1, 2)
    rewritten(path, b'"answer":2', b'"answer":3')
    with reopened(path) as journal:
        assert answers(journal) == [1, 3]
        assert journal.notices == []


@pytest.mark.parametrize(
    ("wrong", "key"),
    [(b'"seed":"7"', "seed"), (b'"sead":7', "sead"), (b'"seed":7,"seats":[3]', "seats")],
)
def test_a_first_line_that_does_not_fit_names_its_key(tmp_path: Path, wrong: bytes, key: str) -> None:
    path = tmp_path / "game.jsonl"
    start = b'{"format":3,"app":"0","game":"castle-combo","started":"2026","seats":[],"seed":7'
    path.write_bytes(start.replace(b'"seed":7', wrong) + b"}\n")
    with trouble("is not that of a saved game", key):
        reopened(path)
