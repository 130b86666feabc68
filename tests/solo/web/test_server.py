"""The site on a real socket: who is let in, what is refused, and how several devices follow one game."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import pytest
import segno

from solo.commands.serving import listening
from solo.fronts.desk import Desk, Hint
from solo.keeping.folders import saves_folder
from solo.keeping.journal import Journal
from solo.web.door import CODE_LIFETIME, DAY, DEVICE_LIFETIME, FREE_TRIES, LONGEST_WAIT, Door
from solo.web.qr import NARROW_BORDER, RESET, WHITE_ON_BLACK, for_terminal
from solo.web.server import MAX_SILENT
from solo.web.site import Site
from tests.atable import a_header
from tests.solo.commandline import at_home
from tests.solo.web.reading import text_of
from tests.solo.web.serving import Device, Running, serving

NEW = {"against": "old-berthold", "cards": "app"}


URL = "http://192.0.2.7:8765"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site that all tests share: what each needs it makes for itself."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        home = at_home(tmp_path_factory.mktemp("home"), monkeypatch)
        with serving(home, url=URL) as running:
            yield running


@pytest.fixture
def own_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A site that a test may end."""
    with serving(at_home(tmp_path, monkeypatch), url=URL) as running:
        yield running


def begun(device: Device) -> str:
    """The path of a new game."""
    reply = device.post("/new/castle-combo", NEW)
    assert reply.status == 303
    return reply.location


def first_answer(device: Device, path: str) -> dict[str, list[str]]:
    """A form of the page as it is now, with an answer that can be given."""
    form = device.get(path).page.form("/answer")
    return {**form.fields(), "answer": [form.buttons()[0][1]]}


def saved() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in saves_folder().glob("*.jsonl")}


# Who may ask


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "", "127.0.0.1.evil.example", "[::2]"])
def test_a_foreign_host_gets_a_clear_page_and_nothing_else(site: Running, host: str) -> None:
    reply = site.device().get("/", Host=host or " ")
    assert reply.status == 400
    assert "not served under that address" in reply.body
    assert "/new/" not in reply.body


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8765", "[::1]:8765", "127.0.0.1"])
def test_this_computer_is_asked_for_by_its_own_names(site: Running, host: str) -> None:
    assert site.device().get("/", Host=host).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_from_another_site_changes_nothing(site: Running, headers: dict[str, str]) -> None:
    path = begun(site.device())
    answer, before = first_answer(site.device(), path), saved()
    reply = site.device().post(f"{path}/answer", answer, **headers)
    assert reply.status == 403
    assert "another site" in reply.body
    assert saved() == before


def test_a_browser_that_says_where_a_form_is_from_is_believed(site: Running) -> None:
    device = site.device()
    path = begun(device)
    reply = device.post(
        f"{path}/answer", first_answer(device, path), Origin="", **{"Sec-Fetch-Site": "same-origin"}
    )
    assert reply.status == 303


@pytest.mark.parametrize(
    "body", [b"answer=" + b"x" * 2**16, b"&".join(b"a%d=1" % each for each in range(2000))]
)
def test_a_form_that_is_too_large_changes_nothing(site: Running, body: bytes) -> None:
    path = begun(site.device())
    before = saved()
    reply = site.device().ask("POST", f"{path}/answer", body, Origin=site.url)
    assert reply.status == 413
    assert saved() == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_is_asked_in_another_way(site: Running, method: str) -> None:
    assert site.device().ask(method, "/", Origin=site.url).status == 405


def test_every_answer_has_the_same_strict_headers(site: Running) -> None:
    device = site.device()
    path = begun(device)
    for reply in (
        device.get("/"),
        device.get(path),
        device.get("/nowhere"),
        device.get("/", Host="evil.example"),
    ):
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cache-control"] == "no-store"
        assert not re.search(r"<script(?! src=)|\son\w+=|\sstyle=|javascript:", reply.body)


def test_a_page_has_nothing_that_is_not_its_own(site: Running) -> None:
    device = site.device()
    found = re.findall(r'(?:src|href)="([^"]+)"', device.get("/").body)
    assert found and all(each.startswith(("/", "#")) for each in found)
    files = [each for each in found if "?" in each]
    assert len(files) == 4
    for each in files:
        reply = device.get(each)
        assert reply.status == 200 and "immutable" in reply.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/game", "/game/none", "/game/../../etc/passwd", "/game/%2e%2e%2fsaves", "/new/chess",
     "/score/chess", "/game/none/stream/x", "/style.css/..", "/static/style.css"],
)  # fmt: skip
def test_an_address_that_is_none_gets_a_clear_page(site: Running, path: str) -> None:
    reply = site.device().get(path)
    assert reply.status in (404, 409)
    assert "Traceback" not in reply.body
    assert reply.page.links()


# Who is let in


@pytest.fixture
def elsewhere(site: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    """The same site for devices that are not this computer."""
    monkeypatch.setattr("solo.web.door.is_loopback", lambda host: False)
    return site


def test_an_unknown_device_sees_the_door_and_changes_nothing(elsewhere: Running) -> None:
    device, before = elsewhere.device(), saved()
    for path in ("/", "/new/castle-combo", "/devices", "/game/x/stream"):
        reply = device.get(path)
        assert reply.status == 403 and "/new/" not in reply.body
    assert device.post("/new/castle-combo", NEW).status == 403
    assert saved() == before


def test_a_code_lets_one_device_in_and_is_spent_by_the_button_alone(elsewhere: Running) -> None:
    code = elsewhere.served.door.new_code()
    device, other = elsewhere.device(), elsewhere.device()
    for _ in range(3):  # a preview or a scanner follows the link, and the code is still good
        door = device.get(f"/in?code={code}")
        assert door.status == 200
    reply = device.submit(door.page, "/in")
    assert (reply.status, reply.location) == (303, "/")
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert device.get("/").status == 200
    assert other.post("/in", {"code": code}).status == 403
    assert other.get("/").status == 403


def test_a_code_is_read_as_people_type_it(elsewhere: Running) -> None:
    code = elsewhere.served.door.new_code()
    typed = f" {code[:4].lower()}-{code[4:]} "
    assert elsewhere.device().post("/in", {"code": typed}).status == 303


@pytest.mark.parametrize("code", ["", "x", "é" * 8, "A" * 1000])
def test_a_wrong_code_lets_nobody_in(elsewhere: Running, code: str) -> None:
    elsewhere.served.door.new_code()
    device = elsewhere.device()
    reply = device.post("/in", {"code": code})
    assert reply.status == 403 and "not good any more" in reply.body
    assert not device.cookies


def test_a_known_device_is_known_after_a_restart_and_for_thirty_days(tmp_path: Path) -> None:
    now = [1000.0]
    file = tmp_path / "castellan" / "devices.json"
    door = Door.at(file, lambda: now[0])
    cookie = door.let_in(door.new_code())
    assert cookie is not None
    assert cookie not in file.read_text()
    again = Door.at(file, lambda: now[0])
    assert again.knows(cookie) and not again.knows("another") and not again.knows("")
    now[0] += DEVICE_LIFETIME - DAY
    assert again.knows(cookie)
    now[0] += 2 * DAY
    assert not again.knows(cookie)
    assert again.let_in(again.new_code()) and cookie not in again.known


def test_a_code_runs_out(tmp_path: Path) -> None:
    now = [1000.0]
    door = Door.at(tmp_path / "devices.json", lambda: now[0])
    early, late = door.new_code(), door.new_code()
    now[0] += CODE_LIFETIME - 1
    assert door.let_in(early)
    now[0] += 2
    assert not door.has_valid_code() and door.let_in(late) is None


def test_wrong_codes_are_slowed_down_for_whoever_sends_them(tmp_path: Path) -> None:
    now = [1000.0]
    door = Door.at(tmp_path / "devices.json", lambda: now[0])
    for _ in range(FREE_TRIES):
        assert door.wait_for("192.0.2.9") == 0
        assert door.let_in("WRONG", "192.0.2.9") is None
    assert door.wait_for("192.0.2.9") == 2
    assert door.wait_for("192.0.2.10") == 0
    now[0] += 2
    assert door.wait_for("192.0.2.9") == 0
    door.let_in("WRONG", "192.0.2.9")
    assert door.wait_for("192.0.2.9") == 4
    for _ in range(99):
        door.let_in("WRONG", "192.0.2.9")
    assert door.wait_for("192.0.2.9") == LONGEST_WAIT
    now[0] += LONGEST_WAIT
    assert door.let_in(door.new_code(), "192.0.2.9") and door.wait_for("192.0.2.9") == 0


def test_wrong_codes_are_told_where_the_site_was_opened(
    own_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solo.web.door.is_loopback", lambda host: False)
    told: list[int] = []
    own_site.served.on_wrong_code = lambda host, tries: told.append(tries)
    code = own_site.served.door.new_code()
    for _ in range(FREE_TRIES):
        assert own_site.device().post("/in", {"code": "WRONG"}).status == 403
    assert told == [*range(1, FREE_TRIES + 1)]
    reply = own_site.device().post("/in", {"code": code})
    assert reply.status == 429 and "Wait" in reply.body
    assert not own_site.served.door.known


def test_a_device_is_listed_and_can_be_sent_away(elsewhere: Running) -> None:
    one, two = elsewhere.device(**{"User-Agent": "Mozilla/5.0 (iPhone)"}), elsewhere.device()
    for device in (one, two):
        assert device.post("/in", {"code": elsewhere.served.door.new_code()}).status == 303
    page = one.get("/devices").page
    assert "iPhone" in text_of(page.root) and "this device" in text_of(page.root)
    path = begun(two)
    with two.stream(f"{path}/stream?at=1") as stream:
        assert stream.readline() == b": here\n"
        other = elsewhere.served.door.digest(two.cookies["castellan"])
        assert one.post("/devices", {"away": other}).status == 303
        assert any(line.startswith(b"event: moved") for line in iter(stream.readline, b""))
    assert two.get("/").status == 403 and one.get("/").status == 200
    assert two.post("/devices", {"away": "nonsense"}).status == 403


def test_a_damaged_list_of_devices_lets_nobody_in(tmp_path: Path) -> None:
    file = tmp_path / "devices.json"
    file.write_text('{"a": "for ever"}', "utf-8")
    assert Door.at(file, lambda: 0).known == {}


def test_the_page_for_another_device_has_a_code_that_works(elsewhere: Running) -> None:
    door = elsewhere.served.door
    device = elsewhere.device()
    device.post("/in", {"code": door.new_code()})
    page = device.get("/devices").page
    (code,) = (text_of(each) for each in page.all("p", class_="code"))
    assert elsewhere.device().post("/in", {"code": code}).status == 303


def test_the_picture_of_an_address_is_black_on_white_on_any_terminal() -> None:
    text = "http://192.168.1.20:8765/in?code=ABCDEFGH"
    lines = for_terminal(text)
    rows: list[list[bool]] = []
    for line in lines:
        assert line.startswith(WHITE_ON_BLACK) and line.endswith(RESET)
        white = line.removeprefix(WHITE_ON_BLACK).removesuffix(RESET)
        rows += [[sign not in above for sign in white] for above in ("▀█", "▄█")]
    code = segno.make(text, micro=False)
    wanted = [[bool(square) for square in row] for row in code.matrix_iter(border=NARROW_BORDER)]
    assert rows[: len(wanted)] == wanted
    assert len(lines) <= 22 and len(wanted) <= 78  # it fits a terminal of 80x24


# Several devices


def test_the_first_answer_wins_and_a_stale_one_shows_the_question_as_it_is(site: Running) -> None:
    one, two = site.device(), site.device()
    path = begun(one)
    mine, theirs = first_answer(one, path), first_answer(two, path)
    assert one.post(f"{path}/answer", mine).location == path
    before = saved()
    reply = two.post(f"{path}/answer", theirs)
    assert reply.status == 303
    assert saved() == before
    told = two.get(reply.location)
    assert "has gone on since" in told.body
    assert told.page.form("/answer").fields()["at"] == one.get(path).page.form("/answer").fields()["at"]


@pytest.mark.parametrize("at", [[], ["-1"], ["x"], ["1", "1"], ["99999999999999999999"]])
def test_a_form_without_its_place_changes_nothing(site: Running, at: list[str]) -> None:
    device = site.device()
    path = begun(device)
    before = saved()
    device.post(f"{path}/answer", {**first_answer(device, path), "at": at})
    assert saved() == before


def test_another_device_is_told_when_the_game_goes_on(site: Running) -> None:
    one, two = site.device(), site.device()
    path = begun(one)
    answer = first_answer(one, path)
    with two.stream(f"{path}/stream?at={answer['at'][0]}") as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.readline() == b": here\n"
        one.post(f"{path}/answer", answer)
        lines = iter(stream.readline, b"")
        said = next(line for line in lines if line.startswith(b"data: "))
        now = one.get(path).page.form("/answer").fields()["at"][0]
        assert said == f"data: {now}\n".encode()


def test_whoever_comes_late_is_told_at_once(site: Running) -> None:
    path = begun(site.device())
    with site.device().stream(f"{path}/stream?at=0") as stream:
        lines = iter(stream.readline, b"")
        assert next(line for line in lines if line.startswith(b"data: "))


def test_a_stream_of_no_game_is_missing_and_leaves_nothing(site: Running) -> None:
    names = ("none", "..", "%2e%2e", "x" * 500)
    for name in names:
        assert site.device().get(f"/game/{name}/stream").status == 404
    assert not [each for each in site.served.streams if each.name in names]


def test_a_browser_has_one_stream_and_another_tab_takes_it_over(site: Running) -> None:
    device = site.device()
    path = begun(device)
    device.get(path)
    with device.stream(f"{path}/stream?at=1") as first:
        assert first.readline() == b": here\n"
        with device.stream(f"{path}/stream?at=1") as second, site.device().stream(f"{path}/stream") as other:
            assert b"event: moved\n" in list(iter(first.readline, b""))
            assert second.readline() == other.readline() == b": here\n"


def test_a_game_is_released_when_its_last_device_leaves(
    own_site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solo.web.server.LEFT_AFTER", 0)
    device, site, released = own_site.device(), own_site.served.site, Event()
    path = begun(device)
    device.post(f"{path}/answer", first_answer(device, path))
    name = path.rpartition("/")[2]
    real = site.release

    def release(name: str) -> None:
        real(name)
        if name not in site.sittings:
            released.set()

    monkeypatch.setattr(Site, "release", lambda self, name: release(name))
    with device.stream(f"{path}/stream?at=1") as stream:
        assert stream.readline() == b": here\n"
        assert name in site.sittings
    assert released.wait(10)
    with Journal.read(saves_folder() / f"{name}.jsonl") as journal:
        journal.take_over()
    page = device.get(path).page
    assert "Does your table" not in text_of(page.root)
    assert device.post(f"{path}/answer", first_answer(device, path)).status == 303


def test_the_end_waits_for_no_stream(own_site: Running) -> None:
    path = begun(own_site.device())
    with own_site.device().stream(f"{path}/stream?at=1") as stream:
        assert stream.readline() == b": here\n"
        assert own_site.stop()


def test_a_game_that_is_put_away_can_be_gone_on_with_elsewhere(own_site: Running) -> None:
    device = own_site.device()
    path = begun(device)
    device.post(f"{path}/answer", first_answer(device, path))
    assert own_site.stop()
    name = path.rpartition("/")[2]
    journal = Journal.read(saves_folder() / f"{name}.jsonl")
    journal.take_over()
    journal.close()
    assert journal.is_begun


# Many at a time


def test_silent_connections_keep_nobody_out(own_site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred sockets that say nothing, or half a request, while a device that was let in plays."""
    monkeypatch.setattr("solo.web.door.is_loopback", lambda host: False)
    monkeypatch.setattr("solo.web.server.REQUEST_TIMEOUT", 0.2)
    device = own_site.device()
    device.post("/in", {"code": own_site.served.door.new_code()})
    path = begun(device)
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_connection(("127.0.0.1", own_site.port), timeout=120))
            for _ in range(300)
        ]
        for each in sockets[::3]:
            with suppress(OSError):
                each.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for each in sockets[1::3]:
            with suppress(OSError):
                each.sendall(b"POST /in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n")
        for _ in range(3):
            assert device.post(f"{path}/answer", first_answer(device, path)).status == 303
        assert len(own_site.served.silent) <= MAX_SILENT
        for each in sockets:
            with suppress(ConnectionError):
                while each.recv(4096):
                    pass
    assert device.get(path).status == 200


def test_whoever_looks_on_is_answered_while_an_opponent_thinks(
    site: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, thinks, may_go_on = site.device(), Event(), Event()
    path = begun(device)
    device.post(f"{path}/answer", first_answer(device, path))
    other = begun(device)
    device.post(f"{other}/answer", first_answer(device, other))
    answer = first_answer(device, path)
    real = Desk.hint

    def hint(self: Desk, said: list[str], lang: str) -> Hint:
        thinks.set()
        assert may_go_on.wait(10)
        return real(self, said, lang)

    monkeypatch.setattr(Desk, "hint", hint)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(device.post, f"{path}/hint", {"at": answer["at"]})
        assert thinks.wait(10)
        assert site.device().get(path).status == 200
        assert device.post(f"{other}/answer", first_answer(device, other)).status == 303
        may_go_on.set()
        assert asked.result().status == 303


def test_a_form_that_is_sent_again_is_not_done_again(site: Running) -> None:
    device = site.device()
    path = begun(device)
    answer = {**first_answer(device, path), "once": ["abc"]}
    first = device.post(f"{path}/answer", answer)
    before = saved()
    again = device.post(f"{path}/answer", answer)
    assert (again.status, again.location) == (first.status, first.location)
    assert saved() == before
    one, two = (device.post("/new/castle-combo", {**NEW, "once": "xyz"}).location for _ in range(2))
    assert one == two


def test_a_page_of_a_game_that_was_deleted_cannot_answer_another_one_of_its_name(own_site: Running) -> None:
    device = own_site.device()
    path = begun(device)
    old = first_answer(device, path)
    device.get("/")  # nothing was answered: it is not kept
    assert begun(device) == path
    before = saved()
    assert "note=" in device.post(f"{path}/answer", old).location
    assert saved() == before
    assert device.post(f"{path}/answer", first_answer(device, path)).location == path


def test_replies_are_compressed_and_sent_at_once(site: Running) -> None:
    device = site.device()
    path = device.post("/new/methoni", {"cards": "app"}).location
    whole = device.get(path).body
    connection = HTTPConnection("127.0.0.1", site.port, timeout=120)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip, deflate"})
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    assert reply.headers["content-encoding"] == "gzip" and reply.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(body).decode() == whole
    assert len(body) < 16_000
    with listening("127.0.0.1", 0) as made:  # else asyncio leaves Nagle's algorithm on
        assert made.proto == socket.IPPROTO_TCP


# What cannot be


def test_a_game_that_another_window_holds(site: Running) -> None:
    with Journal.create(saves_folder(), a_header("castle-combo")) as journal:
        reply = site.device().get(f"/game/{journal.name}")
        assert reply.status == 409
        assert "another window" in reply.body
    assert site.device().get(f"/game/{journal.name}").status == 200


def test_a_save_that_cannot_be_resumed_is_said_and_stays_as_it_is(site: Running) -> None:
    path = begun(site.device())
    site.device().post(f"{path}/answer", first_answer(site.device(), path))
    name = path.rpartition("/")[2]
    file = saves_folder() / f"{name}.jsonl"
    damaged = saves_folder() / "damaged.jsonl"
    damaged.write_bytes(file.read_bytes().replace(b'"by":"person"', b'"by":"nobody"', 1))
    before = damaged.read_bytes()
    home = site.device().get("/")
    assert "damaged" in home.body
    reply = site.device().get("/game/damaged")
    assert reply.status == 409
    assert damaged.read_bytes() == before


def test_hostile_names_are_only_words(site: Running) -> None:
    name = "<script>alert(1)</script>\"'&amp;"
    with Journal.create(saves_folder(), a_header("castle-combo", people=[name])) as journal:
        pass
    device = site.device()
    for path in ("/", f"/game/{journal.name}", f"/game/{journal.name}/log", f"/game/{journal.name}/score"):
        reply = device.get(path)
        assert reply.status == 200
        assert "<script>alert" not in reply.body
    assert any(name in text_of(each) for each in reply.page.all("h2"))


def test_a_mistake_of_ours_is_said_and_loses_nothing(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    device = site.device()
    path = begun(device)
    device.post(f"{path}/answer", first_answer(device, path))
    answer, before = first_answer(device, path), saved()
    with monkeypatch.context() as broken:
        broken.setattr("solo.web.sitting.Desk.answer", lambda self, answer, insist: 1 / 0)
        reply = device.post(f"{path}/answer", answer)
    assert reply.status == 500
    assert "Nothing that you answered is lost" in reply.body
    assert saved() == before
    assert device.post(f"{path}/answer", answer).location == path


# Languages


def test_each_device_speaks_its_own_language(site: Running) -> None:
    assert 'lang="nl"' in site.device(**{"Accept-Language": "nl-NL,nl;q=0.9,en;q=0.8"}).get("/").body
    assert 'lang="en"' in site.device(**{"Accept-Language": "fr,en;q=0.8,nl;q=0.5"}).get("/").body
    device = site.device(**{"Accept-Language": "en"})
    device.post("/lang", {"lang": "nl"})
    assert "Nieuw spel" in device.get("/").body
    device.post("/lang", {"lang": "<xx>"})
    assert "Nieuw spel" in device.get("/").body
