"""`solo serve`: the same games as pages, for a phone or tablet at the table."""

from __future__ import annotations

import errno
import os
import socket
import sys
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from automa.dialogue import Text
from solo.commands.options import Context, number_option, option
from solo.trouble import Trouble, cannot_read, reason

if TYPE_CHECKING:
    from solo.showing.screen import Screen
    from solo.web.door import Door

WEB_PACKAGES = ("starlette", "uvicorn", "segno")
"""What the extra brings."""
LOCAL = "127.0.0.1"
PORT, HIGHEST_PORT = 8765, 65535
GARBAGE_THRESHOLD = 1_000
"""What runs for hours does not let garbage pile up as a command does that is over in a moment."""
PROBE_ADDRESS = ("192.0.2.1", 9)
"""An address that nobody has; nothing is sent to it, but the system says from where it would be."""


def serve(
    ctx: Context,
    *,
    lan: Annotated[bool, option("help.lan", "--lan")] = False,
    address: Annotated[str | None, option("help.address", "--address", metavar="IP")] = None,
    port: Annotated[int | None, number_option("help.port", "--port")] = None,
    certificate: Annotated[Path | None, option("help.certificate", "--certificate", metavar="FILE")] = None,
    key: Annotated[Path | None, option("help.key", "--key", metavar="FILE")] = None,
) -> int:
    """`solo serve`: on this computer, or with `--lan` in the network at home, until Ctrl-C."""
    if not all(find_spec(each) for each in WEB_PACKAGES):
        raise Trouble(Text("trouble.no-web"))
    if address is not None and not lan:
        raise Trouble(Text("trouble.address-without-lan"))
    check_certificate(certificate, key)
    there = (outgoing_address() if address is None else address) if lan else None
    sockets = [listening(host, PORT if port is None else port) for host in (LOCAL, there) if host is not None]
    open_site(ctx, sockets, there, certificate, key)
    return 0


def open_site(
    ctx: Context,
    sockets: list[socket.socket],
    there: str | None,
    certificate: Path | None,
    key: Path | None,
) -> None:
    """Say where the site is, and serve it."""
    import gc
    from time import time

    from solo.keeping.folders import data_folder
    from solo.web.door import Door
    from solo.web.server import Served, run, server_of
    from solo.web.site import Site

    scheme = "https" if certificate else "http"
    ours = [
        f"{scheme}://{url_host(host)}:{port}" for host, port in (each.getsockname()[:2] for each in sockets)
    ]
    door = Door.at(data_folder() / "devices.json", time)
    screen = ctx.screen()
    screen.text(Text("serve.here", address=ours[0]))
    if there is not None:
        tell_network(screen, door, ours[1])
    served = Served(
        Site(),
        door,
        names_of(there),
        url=ours[1] if there is not None else "",
        lang=ctx.words.lang if ctx.caller.is_wished else None,
        on_let_in=lambda: screen.text(Text("serve.came-in", address=f"{ours[0]}/devices")),
        on_wrong_code=lambda host, tries: tell_refused(screen, door, ours[-1], host, tries),
    )
    gc.set_threshold(GARBAGE_THRESHOLD)
    run(server_of(served, certificate, key), sockets)


def tell_network(screen: Screen, door: Door, url: str) -> None:
    """Say that the site is open to the network, and how the first device comes in."""
    code = door.new_code()
    way = f"{url}/in?code={code}"
    for text in (Text("serve.open"), Text("serve.blocked"), Text("serve.there", address=way)):
        screen.text(text)
    if can_draw():
        from solo.web.qr import for_terminal

        sys.stdout.write("\n".join([*for_terminal(way), ""]))


def tell_refused(screen: Screen, door: Door, url: str, host: str, tries: int) -> None:
    """Say that a wrong code came, and give a new one where the old ones have run out."""
    screen.text(Text("serve.wrong-code", address=host, n=tries))
    if not door.has_valid_code():
        screen.text(Text("serve.there", address=f"{url}/in?code={door.new_code()}"))


def can_draw() -> bool:
    """Whether the output is a terminal with colours and half blocks."""
    encoding = (sys.stdout.encoding or "").casefold()
    return (
        sys.stdout.isatty()
        and encoding.startswith("utf")
        and os.environ.get("TERM") not in ("dumb", "unknown")
    )


def names_of(there: str | None) -> frozenset[str]:
    """What this computer may be asked for by."""
    names = {"localhost", LOCAL, "::1"}
    if there is not None:
        name = socket.gethostname().casefold()
        names |= {there.casefold(), name, f"{name}.local"}
    return frozenset(names)


def url_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def outgoing_address() -> str:
    """The address that this computer has in its network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(PROBE_ADDRESS)
            found: str = probe.getsockname()[0]
    except OSError as error:
        raise Trouble(Text("trouble.no-network")) from error
    return found


def listening(host: str, port: int) -> socket.socket:
    """A socket that takes calls there; `Trouble` if it cannot be."""
    if not 0 <= port <= HIGHEST_PORT:
        raise Trouble(Text("trouble.port", found=port, high=HIGHEST_PORT))
    try:
        family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
    except ValueError as error:
        raise Trouble(Text("trouble.not-an-address", found=host)) from error
    # Named outright, so that asyncio knows it for TCP and sends every reply at once.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((host, port))
        taken.listen(128)
    except OSError as error:
        taken.close()
        raise _not_there(error, host, port) from error
    return taken


def _not_there(error: OSError, host: str, port: int) -> Trouble:
    match error.errno:
        case errno.EADDRINUSE:
            return Trouble(Text("trouble.port-in-use", port=port))
        case errno.EADDRNOTAVAIL:
            return Trouble(Text("trouble.not-here", found=host))
        case _:
            return Trouble(Text("trouble.cannot-listen", address=f"{host}:{port}", reason=reason(error)))


def check_certificate(certificate: Path | None, key: Path | None) -> None:
    """`Trouble` unless there is neither, or both and they belong together."""
    if certificate is None and key is None:
        return
    if certificate is None or key is None:
        raise Trouble(Text("trouble.certificate-and-key"))
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_no_password)
    except ssl.SSLError as error:
        raise Trouble(Text("trouble.certificate", certificate=str(certificate), key=str(key))) from error
    except OSError as error:
        missing = key if certificate.is_file() else certificate
        raise cannot_read(missing, error) from error


def _no_password() -> str:
    """Keeps the library from asking for a password of a key during the start."""
    return ""
