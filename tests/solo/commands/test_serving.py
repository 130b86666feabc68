"""`solo serve`: where it listens, what it says, and what it will not do."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from solo.commands import serving
from solo.commands.serving import LOCAL, check_certificate, listening, names_of
from solo.trouble import Trouble
from solo.web.qr import WHITE_ON_BLACK
from tests.solo.commandline import Said, at_home, solo


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


# What it will not do


def test_without_the_extra_it_says_in_one_line_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    assert "pip install 'castellan[web]'" in solo("serve").trouble


def test_a_port_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind((LOCAL, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert solo("serve", "--port", str(port)).trouble.startswith(f"Port {port} is in use")
        nl = solo("serve", "--port", str(port), "--lang", "nl").trouble
        assert nl.startswith(f"Poort {port} is al in gebruik")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "from 0 to 65535, not 70000"),
        (["--port", "-1"], "from 0 to 65535, not -1"),
        (["--port", "http"], "number"),
        (["--address", "192.0.2.7"], "--address goes with --lan"),
        (["--lan", "--address", "192.0.2.7"], "192.0.2.7 is not an address of this computer"),
        (["--lan", "--address", "my phone"], "“my phone” is not an address"),
        (["--lan", "--address", ""], "“” is not an address"),
    ],
)
def test_a_place_where_nothing_can_be_served(arguments: list[str], said: str) -> None:
    assert said in solo("serve", *arguments).trouble


def test_a_port_that_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def bind(self: socket.socket, address: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr("solo.commands.serving.socket.socket.bind", bind)
    assert "127.0.0.1:80" in solo("serve", "--port", "80").trouble


def test_a_computer_in_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: object) -> None:
        raise OSError(errno.ENETUNREACH, "no")

    monkeypatch.setattr("solo.commands.serving.socket.socket.connect", connect)
    assert "in no network" in solo("serve", "--lan").trouble


# Certificates


def a_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, to make a certificate with")
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made = ["-subj", "/CN=castellan", "-days", "2", "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(["openssl", "req", "-x509", *kind, *made], check=True, capture_output=True)
    return certificate, key


def test_a_certificate_that_is_missing_wrong_or_another_one(tmp_path: Path) -> None:
    one, key = a_certificate(tmp_path, "one")
    _, another = a_certificate(tmp_path, "another")
    check_certificate(None, None)
    check_certificate(one, key)
    cases: list[tuple[list[str | Path], str]] = [
        (["--certificate", one], "give both"),
        (["--key", key], "give both"),
        (["--certificate", one, "--key", another], "are not a certificate and the key"),
        (["--certificate", key, "--key", one], "are not a certificate and the key"),
        (["--certificate", tmp_path / "none.pem", "--key", key], "none.pem cannot be read"),
        (["--certificate", one, "--key", tmp_path / "none.key"], "none.key cannot be read"),
        (["--certificate", tmp_path, "--key", key], "cannot be read"),
    ]
    for arguments, said in cases:
        assert said in solo("serve", *arguments).trouble


# What it does


def started(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environ = os.environ | {"CASTELLAN_HOME": str(home), "CASTELLAN_LANG": "en", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "solo", "serve", "--port", "0", *arguments]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(running: subprocess.Popen[str]) -> Said:
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=120)
    return Said(running.returncode, out, err)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_it_serves_with_a_certificate_until_ctrl_c(home: Path) -> None:
    certificate, key = a_certificate(home, "own")
    running = started(home, "--certificate", str(certificate), "--key", str(key))
    assert running.stdout is not None
    said = running.stdout.readline()
    assert "Ctrl-C ends it" in said
    address = said.split()[3]
    assert address.startswith(f"https://{LOCAL}:")
    context = ssl.create_default_context(cafile=certificate)
    context.check_hostname = False
    connection = HTTPSConnection(LOCAL, int(address.rpartition(":")[2]), timeout=120, context=context)
    connection.request("GET", "/")
    reply = connection.getresponse()
    assert reply.status == 200
    assert b"Castellan" in reply.read()
    connection.close()
    assert ended(running) == Said(0, "", "")


def test_the_network_is_told_where_and_that_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal with the picture of the address, which is not written into a file."""
    monkeypatch.setattr(serving, "outgoing_address", lambda: LOCAL)
    monkeypatch.setattr("solo.web.server.run", lambda server, sockets: [each.close() for each in sockets])
    monkeypatch.setattr("gc.set_threshold", lambda threshold: None)  # which other tests in here would keep
    lines = solo("serve", "--lan", "--port", "0").out.splitlines()
    assert lines[0].startswith(f"On this computer: http://{LOCAL}:")
    assert "open to your network" in lines[1]
    assert "firewall" in lines[2]
    assert "/in?code=" in lines[3]
    monkeypatch.setattr(serving, "can_draw", lambda: True)
    drawn = solo("serve", "--lan", "--port", "0").out.splitlines()
    assert len(drawn) > len(lines) + 10
    picture = drawn[len(lines) :]
    assert all(line.startswith(WHITE_ON_BLACK) for line in picture)


def test_the_names_of_this_computer() -> None:
    assert names_of(None) == {"localhost", "127.0.0.1", "::1"}
    assert {"192.0.2.7", "localhost"} < names_of("192.0.2.7")


def test_an_address_of_version_six_is_taken_as_well() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    try:
        taken = listening("::1", 0)
    except Trouble:
        pytest.skip("no IPv6 here")
    with taken:
        assert taken.family == socket.AF_INET6


def test_nothing_of_it_is_imported_for_another_command(home: Path) -> None:
    code = (
        "import sys\n"
        "from solo.commands.app import run\n"
        "run(['serve', '--help'])\n"
        "sys.exit(any(name in sys.modules for name in ('starlette', 'uvicorn', 'segno', 'solo.web.site')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
