"""`companion serve`: the web app on a production server, with a QR code for the phones at the table."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from companion.cli.language import language_option, say
from companion.core.errors import Illegal, Place, Unreadable
from companion.core.sheet import Reason

ANYWHERE = ("0.0.0.0", "::", "")


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on; :: for IPv6 as well.")
@click.option(
    "--port", default=8100, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--https", is_flag=True, help="Serve over HTTPS with a certificate of its own: phones get the live camera."
)
@click.option(
    "--address", metavar="URL", envvar="COMPANION_ADDRESS", help="Where phones find it: https://scores.example"
)
@click.option("--trusted-host", "trusted", metavar="NAME", multiple=True, help="Another name that visitors may use.")
@click.option("--proxy", "proxies", metavar="IP", multiple=True, help="A proxy that may say who its visitors are.")
@click.option("--public", is_flag=True, help="For strangers: tables by invitation, limits a day, an access log.")
@click.option("--log", is_flag=True, help="Write a line a request to standard error, without names.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes that answer phones; one a core, four at most.")
@language_option
@click.pass_obj
def serve(
    data: str | None,
    host: str,
    port: int,
    https: bool,
    address: str | None,
    trusted: tuple[str, ...],
    proxies: tuple[str, ...],
    public: bool,
    log: bool,
    workers: int | None,
    language: str,
) -> None:
    """Serve the web app to the phones at the table."""
    import segno

    from companion.paths import user_data
    from companion.web.certificate import certificate, own_names
    from companion.web.worker import Settings, keep

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    folder = user_data(data)
    with alone(folder), closing(listen(host, port)) as listening:
        prepare(folder)
        number = listening.getsockname()[1]
        seen_as = local_address() if host in ANYWHERE else f"[{host}]" if ":" in host else host
        scheme = "https" if https else "http"
        found = own_address(address) or f"{scheme}://{seen_as}:{number}"
        config: dict[str, Any] = {
            "address": found, "FIXED_ADDRESS": bool(address), "TRUSTED_NAMES": trusted, "PUBLIC": public,
        }  # fmt: skip
        if https or found.startswith("https:"):
            config |= HTTPS
        settings = Settings(
            folder,
            config,
            certificate(folder, own_names(seen_as.strip("[]"))) if https else None,
            [_ip(proxy) for proxy in proxies],
            log or public,
        )

        def ready() -> None:
            segno.make(found).terminal(compact=True)
            here = f"{scheme}://localhost:{number}"
            click.echo(say(Reason("cli:serve.ready", (found, here))))
            if https:
                click.echo(say(Reason("cli:serve.certificate")))

        keep(settings, listening, workers or min(4, os.cpu_count() or 1), ready)


# A cookie of its own: one that was set over HTTPS could not be changed any more by the same machine's plain HTTP.
HTTPS: dict[str, Any] = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": "__Host-companion"}


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Make sure that no other server uses a data folder: two would not know of each other's waiting photos."""
    from companion.store.opening import make_folder

    try:
        make_folder(folder)
        opened = (folder / "server.lock").open("w")
    except PermissionError:
        raise Unreadable(Reason("cli:error.read_only"), Place(str(folder))) from None
    with opened as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Illegal(Reason("cli:error.two_servers"), Place(str(folder))) from None
        yield


def prepare(folder: Path) -> None:
    """Open the store once before any process does, so that whatever is wrong is said here."""
    from companion.store import Store
    from companion.web.security import secret_key

    secret_key(folder)
    with closing(Store(folder)) as store:
        store.clear_away()


def listen(host: str, port: int) -> socket.socket:
    """Return the socket that phones come to. One that was left by a server that was killed is free after a moment."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + 2
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=1024, dualstack_ipv6=host == "::")
        except (OSError, ValueError) as error:
            taken = getattr(error, "errno", 0) == errno.EADDRINUSE
            if not taken or time.monotonic() > until:
                why = Reason("cli:error.port_taken") if taken else Reason("cli:error.listen", (str(error),))
                raise Unreadable(why, Place(f"{host}:{port}")) from None
        time.sleep(0.1)


def _ip(given: str) -> str:
    try:
        return str(ip_address(given))
    except ValueError:
        raise Unreadable(Reason("cli:error.proxy"), Place("--proxy")) from None


def own_address(given: str | None) -> str:
    """Return the address that phones are to be shown, as it was given."""
    if not given:
        return ""
    try:
        parts = urlsplit(given)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/") and not parts.query
    except ValueError:
        known = False
    if not known:
        raise Unreadable(Reason("cli:error.address"), Place("--address"))
    return given.rstrip("/")


def local_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


commands = (serve,)
