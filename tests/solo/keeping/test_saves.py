"""The saves folder: listing, finding and deleting games; and where the user's files live."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path
from time import time_ns
from typing import Any

import pytest

from solo.keeping import folders
from solo.keeping.journal import Entry, Header, Journal, Over, SeatLine, Undo
from solo.keeping.lock import Locked
from solo.keeping.proof import SEAL_AT
from solo.keeping.saves import Save, delete_save, find_save, list_saves, look
from solo.trouble import Trouble
from solo.words.sentences import Words
from tests.atable import reopened

SAVES = Path(__file__).parents[2] / "saves"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASTELLAN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def begin(game: str = "castle-combo", *, at: int = 0, finished: bool = False, answers: int = 1) -> Path:
    """A saved game, last played at that moment."""
    seats = [SeatLine("you", ""), SeatLine("steward", "The Steward", "steward")]
    header = Header(app="0.1.0", game=game, seats=seats, seed=7, started="2026-11-16T20:15:00+01:00")
    with Journal.create(folders.saves_folder(), header) as journal:
        for number in range(answers):
            journal.write(Entry("castle-combo.reveal", "table", "person", number))
        if finished:
            journal.finish({"you": 61, "steward": 58}, ["you"])
    assert journal.path is not None
    os.utime(journal.path, ns=(at, at))
    return journal.path


def broken(name: str, content: bytes = b"nonsense\n") -> Path:
    path = folders.saves_folder() / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def said(trouble: pytest.ExceptionInfo[Trouble]) -> str:
    sentences = [Words.of(lang, strict=True).plain(trouble.value.text) for lang in ("en", "nl")]
    assert all("\n" not in each for each in sentences)
    return sentences[0]


# Listing


def test_without_a_saves_folder_there_are_no_saves_and_none_is_made(home: Path) -> None:
    assert list_saves() == []
    assert not home.exists()


def test_saves_are_listed_the_last_played_first(home: Path) -> None:
    old, new, newest = begin(at=10), begin(at=20, finished=True), begin("valeria", at=30, answers=3)
    assert [save.path for save in list_saves()] == [newest, new, old]
    valeria, finished, _ = list_saves()
    assert (valeria.name, valeria.game, valeria.steps) == ("valeria-2026-11-16-1", "valeria", 3)
    assert not valeria.finished
    assert valeria.started == "2026-11-16T20:15:00+01:00"
    assert [seat.opponent for seat in valeria.seats] == ["", "steward"]
    assert finished.finished and finished.over is not None
    assert (finished.over.scores, finished.over.winners) == ({"you": 61, "steward": 58}, ["you"])


def test_undo_after_the_end_makes_it_unfinished_again(home: Path) -> None:
    path = begin(finished=True)
    with reopened(path) as journal:
        journal.write(Undo(1))
    assert [(save.finished, save.steps) for save in list_saves()] == [(False, 3)]


def test_broken_saves_are_listed_with_what_is_wrong(home: Path) -> None:
    begin()
    broken("nonsense")
    broken("empty", b"")
    (folders.saves_folder() / "folder.jsonl").mkdir()
    for name in ("torn", "damaged-line-6", "from-the-future"):
        shutil.copy(SAVES / f"{name}.jsonl", folders.saves_folder())
    wrong = {save.name: save.trouble.id if save.trouble else None for save in list_saves()}
    assert wrong == {
        "castle-combo-2026-11-16-1": None,
        "nonsense": "trouble.not-a-journal",
        "empty": "trouble.empty",
        "folder": "trouble.folder",
        "torn": None,
        "damaged-line-6": "trouble.damaged",
        "from-the-future": "trouble.newer",
    }
    damaged = next(save for save in list_saves() if save.name == "damaged-line-6")
    assert (damaged.game, damaged.steps, damaged.damaged) == ("castle-combo", 4, 6)


def test_what_stands_beside_a_save_is_not_listed(home: Path) -> None:
    path = begin()
    for ending in (".torn", ".lock"):
        path.with_name(path.name + ending).write_bytes(b"")
    assert [save.path for save in list_saves()] == [path]


def test_listing_needs_no_lock(home: Path) -> None:
    with reopened(begin()) as journal:
        assert [save.path for save in list_saves()] == [journal.path]


def test_a_file_in_the_place_of_the_saves_folder(home: Path) -> None:
    home.mkdir()
    folders.saves_folder().write_text("")
    with pytest.raises(Trouble) as caught:
        list_saves()
    assert "cannot be read" in said(caught)


@pytest.fixture
def no_reading_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the first and last lines of a file may be read."""

    def refuse(path: Path) -> None:
        raise AssertionError(f"{path} was read through")

    monkeypatch.setattr("solo.keeping.saves.read", refuse)


@pytest.mark.usefixtures("no_reading_through")
def test_a_list_reads_first_and_last_lines_only(home: Path) -> None:
    begin(at=10, answers=0)
    begin(at=20, answers=400)
    begin(at=30, answers=400, finished=True)
    assert [(save.steps, save.finished) for save in list_saves()] == [(401, True), (400, False), (0, False)]


@pytest.mark.usefixtures("no_reading_through")
@pytest.mark.parametrize("length", [10, 5_000, 30_000])
def test_lines_of_any_usual_length_are_taken_in_at_a_glance(home: Path, length: int) -> None:
    seats = [SeatLine("you", "x" * length)]
    header = Header(app="0.1.0", game="valeria", seats=seats, seed=7, started="2026-11-16")
    with Journal.create(folders.saves_folder(), header) as journal:
        journal.write(Entry("valeria.die", "table", "person", "y" * length))
    assert [(save.game, save.steps, save.seats) for save in list_saves()] == [("valeria", 1, seats)]


def test_a_line_of_any_other_length_is_read_too(home: Path) -> None:
    begin(answers=0)
    with reopened(find_save()) as journal:
        journal.write(Entry("valeria.die", "table", "person", "y" * 200_000))
    assert [(save.trouble, save.steps) for save in list_saves()] == [(None, 1)]


def test_no_damage_to_the_first_or_last_line_is_taken_for_a_save(home: Path) -> None:
    path = begin(finished=True)
    whole = path.read_bytes()
    first, last = whole.index(b"\n"), whole.rindex(b"\n", 0, -1)
    counted = range(SEAL_AT, whole.index(b":", SEAL_AT))  # how many lines there are is not seen at a glance
    places = [*range(0, first + 1, 3), *range(last, len(whole), 2), len(whole) - 1]
    for place in set(places) - set(counted):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        (save,) = list_saves()
        assert save.trouble is not None or save.notice is not None, place
    for place in range(last + 1, len(whole)):
        path.write_bytes(whole[:place])
        (save,) = list_saves()
        assert save.trouble is not None or save.notice is not None, place


def test_a_last_line_that_is_there_twice_or_gone_is_seen(home: Path) -> None:
    path = begin(answers=3, finished=True)
    *lines, last = path.read_bytes().splitlines(keepends=True)
    for content in ([*lines, last, last], lines, [*lines[:-1], last], [lines[0]]):
        path.write_bytes(b"".join(content))
        assert list_saves()[0].trouble is not None


def test_a_torn_last_line_is_told_in_the_list(home: Path) -> None:
    path = begin(answers=2)
    path.write_bytes(path.read_bytes() + b'{"ask":"cast')
    (save,) = list_saves()
    assert (save.trouble, save.steps) == (None, 2)
    assert save.notice is not None
    assert save.notice.id == "trouble.torn"


@pytest.mark.parametrize(
    ("started", "place"), [("2020-01-01T00:00:00", 1), ("9999-12-31T23:59:59", 2), ("once", 2)]
)
def test_a_time_in_the_future_does_not_win(home: Path, started: str, place: int) -> None:
    seats = [SeatLine("you", "")]
    header = Header(app="0.1.0", game="valeria", seats=seats, seed=7, started=started)
    with Journal.create(folders.saves_folder(), header) as wrong:
        wrong.write(Entry("valeria.die", "table", "person", 1))
    assert wrong.path is not None
    os.utime(wrong.path, ns=(2**62, 2**62))
    others = [begin(at=time_ns()), begin(at=10)]
    assert [save.path for save in list_saves()] == [*others[:place], wrong.path, *others[place:]]
    assert find_save() == others[0]


def test_a_clock_that_is_a_little_ahead_is_believed(home: Path) -> None:
    begin(at=time_ns())
    newest = begin(at=time_ns() + 5 * 10**9)
    assert find_save() == newest


def test_a_file_without_permission_is_called_that(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begin()

    def refuse(self: Path, **options: Any) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.stat", refuse)
        (save,) = list_saves()
        assert save.trouble is not None
        assert "no permission" in Words.of("en").plain(save.trouble)
        for act in (lambda: find_save(path), lambda: Journal.read(path), lambda: delete_save(path)):
            with pytest.raises(Trouble) as caught:
                act()
            assert "no permission" in said(caught)
    assert path.exists()


# Finding


@pytest.mark.usefixtures("no_reading_through")
def test_a_name_is_found_without_looking_into_any_save(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begin()
    for number in range(5):
        broken(f"broken-{number}")

    def refuse(path: Path, size: int) -> None:
        raise AssertionError(f"{path} was looked into")

    monkeypatch.setattr("solo.keeping.saves.glance", refuse)
    assert find_save(path.stem) == find_save("castle") == path


def test_the_last_played_game_is_found_without_looking_into_older_ones(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(at=10)
    wanted, finished = begin(at=20), begin(at=30, finished=True)
    looked: list[Path] = []

    def noted(path: Path) -> Save:
        looked.append(path)
        return look(path)

    monkeypatch.setattr("solo.keeping.saves.look", noted)
    assert find_save() == wanted
    assert looked == [finished, wanted]


def test_no_name_means_the_last_played_game_that_is_not_over(home: Path) -> None:
    begin(at=10)
    wanted = begin(at=20)
    begin(at=30, finished=True)
    os.utime(broken("nonsense"), ns=(40, 40))
    assert find_save() == wanted


def test_a_damaged_last_game_is_not_silently_passed_over(home: Path) -> None:
    begin(at=10)
    path = Path(shutil.copy(SAVES / "damaged-line-6.jsonl", folders.saves_folder()))
    os.utime(path, ns=(20, 20))
    assert find_save() == path


def test_nothing_to_resume(home: Path) -> None:
    begin(finished=True)
    with pytest.raises(Trouble) as caught:
        find_save()
    assert said(caught) == "There is no unfinished game to resume."


def test_a_save_is_found_by_its_name_the_beginning_of_it_or_its_path(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    castle, valeria = begin(), begin("valeria")
    assert find_save(castle.stem) == castle
    assert find_save(castle.name) == castle
    assert find_save("val") == find_save("VAL") == valeria
    assert find_save(str(castle)) == find_save(castle) == castle
    elsewhere = shutil.copy(castle, home / "mine.jsonl")
    monkeypatch.chdir(home)
    assert find_save("mine.jsonl") == Path("mine.jsonl")
    assert find_save("./saves/../mine.jsonl").samefile(elsewhere)


def test_a_whole_name_is_found_even_if_others_begin_with_it(home: Path) -> None:
    paths = [begin() for _ in range(11)]
    assert find_save("castle-combo-2026-11-16-1") == paths[0]


def test_a_beginning_that_fits_several_names_lists_them_the_last_played_first(home: Path) -> None:
    first, second = begin(), begin()
    for hour, path in enumerate((second, first), start=1):
        os.utime(path, (3600 * hour, 3600 * hour))
    with pytest.raises(Trouble) as caught:
        find_save("castle")
    assert f"{first.stem} and {second.stem}" in said(caught)
    os.utime(second, (3 * 3600, 3 * 3600))
    with pytest.raises(Trouble) as caught:
        find_save("castle")
    assert f"{second.stem} and {first.stem}" in said(caught)


def test_an_unknown_name_suggests_the_nearest(home: Path) -> None:
    begin()
    for wrong in ("castel-combo-2026-11-16-1", "Castle-Comba-2026-11-16-1.jsonl"):
        with pytest.raises(Trouble) as caught:
            find_save(wrong)
        assert "did you mean castle-combo-2026-11-16-1?" in said(caught)
    for wrong in ("zzz", "x" * 5000, "nul\0"):
        with pytest.raises(Trouble) as caught:
            find_save(wrong)
        assert "no saved game" in said(caught)


@pytest.mark.parametrize("wrong", ["/nowhere/at/all.jsonl", "./some.jsonl/x", "a/" + "x" * 5000, "a/nul\0"])
def test_a_path_to_nothing(home: Path, wrong: str) -> None:
    with pytest.raises(Trouble) as caught:
        find_save(wrong)
    assert "There is no file" in said(caught)


def test_a_path_is_found_even_without_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_home(monkeypatch)
    path = shutil.copy(SAVES / "format-3.jsonl", tmp_path / "mine.jsonl")
    assert find_save(str(path)) == path


# Deleting


def test_deleting_takes_what_stands_beside_the_save_with_it(home: Path) -> None:
    path, other = begin(), begin()
    path.with_name(path.name + ".torn").write_bytes(b"")
    delete_save(path)
    assert list(folders.saves_folder().iterdir()) == [other]


def test_a_game_that_is_open_is_not_deleted(home: Path) -> None:
    path = begin()
    with reopened(path), pytest.raises(Locked):
        delete_save(path)
    assert path.exists()
    delete_save(path)
    assert not path.exists()


def test_a_broken_save_can_be_deleted(home: Path) -> None:
    path = broken("nonsense")
    delete_save(path)
    assert not path.exists()


def test_nothing_but_a_save_is_ever_deleted(home: Path) -> None:
    begin()
    diary, folder = home / "diary.jsonl", home / "folder.jsonl"
    diary.write_text('{"today": "rain"}\n')
    folder.mkdir()
    for path in (diary, folder, home / "not-there.jsonl"):
        before = path.exists()
        with pytest.raises(Trouble) as caught:
            delete_save(path)
        said(caught)
        assert path.exists() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_link_in_the_saves_folder_does_not_delete_what_it_leads_to(home: Path) -> None:
    begin()
    diary = home / "diary.jsonl"
    diary.write_text("rain\n")
    link = folders.saves_folder() / "link.jsonl"
    link.symlink_to(diary)
    with pytest.raises(Trouble):
        delete_save(link)
    assert diary.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_of_a_link_to_a_save_only_the_link_is_deleted(home: Path) -> None:
    begin()
    elsewhere = home / "elsewhere.jsonl"
    torn = home / "elsewhere.jsonl.torn"
    shutil.copy(find_save(), elsewhere)
    torn.write_bytes(b"mine")
    link = folders.saves_folder() / "link.jsonl"
    link.symlink_to(elsewhere)
    delete_save(link)
    assert not link.is_symlink()
    assert elsewhere.exists()
    assert torn.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_deleting_a_save_leaves_what_a_link_beside_it_leads_to(home: Path) -> None:
    path = begin()
    diary = home / "diary"
    diary.write_text("rain\n")
    path.with_name(path.name + ".torn").symlink_to(diary)
    delete_save(path)
    assert list(folders.saves_folder().iterdir()) == []
    assert diary.read_text() == "rain\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and pipes")
def test_a_torn_line_goes_neither_where_a_link_leads_nor_into_a_pipe(home: Path) -> None:
    path = begin()
    torn = path.with_name(path.name + ".torn")
    path.write_bytes(path.read_bytes() + b'{"ask":')
    before = path.read_bytes()
    diary = home / "diary"
    diary.write_text("rain\n")
    torn.symlink_to(diary)
    with pytest.raises(Trouble) as caught:
        reopened(path)
    assert said(caught) == (f"{torn} cannot be written: it is a link to somewhere else. Nothing was changed.")
    torn.unlink()
    os.mkfifo(torn)
    with pytest.raises(Trouble) as caught:
        reopened(path)
    assert f"{torn} cannot be written" in said(caught)
    torn.unlink()
    assert (path.read_bytes(), diary.read_text()) == (before, "rain\n")
    reopened(path).close()
    assert torn.read_bytes() == b'{"ask":\n'


def test_a_disk_that_refuses_to_delete(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begin()

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        with pytest.raises(Trouble) as caught:
            delete_save(path)
    assert "read-only" in said(caught)
    assert find_save() == path


# Where the files live


def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home folder: "~" cannot be resolved and stays as it is."""
    for name in ("CASTELLAN_HOME", "HOME", "USERPROFILE", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)


def test_everything_is_in_one_folder_of_the_users_choice(home: Path) -> None:
    assert folders.data_folder() == home
    assert folders.saves_folder() == home / "saves"
    assert folders.tables_folder() == home / "tables"


def test_by_default_it_is_the_systems_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASTELLAN_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert folders.data_folder().name == "castellan"
    assert folders.data_folder().is_absolute()


def test_a_relative_choice_is_taken_from_where_you_stand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CASTELLAN_HOME", "games")
    monkeypatch.chdir(tmp_path)
    assert folders.data_folder() == tmp_path / "games"


@pytest.mark.parametrize("chosen", [None, "~/games"])
def test_without_a_home_folder_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chosen: str | None
) -> None:
    without_home(monkeypatch)
    monkeypatch.chdir(tmp_path)
    if chosen:
        monkeypatch.setenv("CASTELLAN_HOME", chosen)
    for ask in (folders.data_folder, list_saves, find_save):
        with pytest.raises(Trouble) as caught:
            ask()
        assert "CASTELLAN_HOME" in said(caught)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("error", "words"),
    [(errno.EROFS, "read-only"), (errno.EACCES, "no permission"), (errno.ENOSPC, "full")],
)
def test_a_folder_that_cannot_be_made(
    home: Path, monkeypatch: pytest.MonkeyPatch, error: int, words: str
) -> None:
    def refuse(self: Path, **options: Any) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(Trouble) as caught:
        folders.make_folder(folders.saves_folder())
    assert words in said(caught)


def test_a_save_knows_whether_it_can_go_on() -> None:
    path = Path("x.jsonl")
    assert Save(path, "x").can_go_on
    assert not Save(path, "x", over=Over(True, {}, [])).can_go_on
