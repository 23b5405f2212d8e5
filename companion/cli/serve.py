"""`companion serve`: the web app on a production server, with a QR code for the phones at the table."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import click

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason

if TYPE_CHECKING:
    from companion.web.tls import Door


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8100, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--https", is_flag=True, help="Serve over HTTPS with a certificate of its own: phones get the live camera."
)
@click.pass_obj
def serve(data: str | None, host: str, port: int, https: bool) -> None:
    """Serve the web app to the phones at the table."""
    import segno
    from waitress import create_server

    from companion.web import create_app

    listening = listen(host, port)
    number = listening.getsockname()[1]
    seen_as = local_address() if host in ("0.0.0.0", "") else host
    scheme = "https" if https else "http"
    address = f"{scheme}://{seen_as}:{number}"
    app = create_app(data, address=address, **(HTTPS if https else {}))
    app.extensions["desk"].store.clear_away()
    door = front_door(data, listening, {seen_as}) if https else None
    # Phones ask once a second and are answered in a few milliseconds: a handful of threads serves many tables.
    server = create_server(
        door.naming(app) if door else app,
        sockets=[door.inside if door else listening],
        url_scheme=scheme,
        threads=8,
        ident="companion",
        channel_timeout=30,
    )
    segno.make(address).terminal(compact=True)
    click.echo(f"Companion is at {address} (this machine: {scheme}://localhost:{number}). Stop it with Ctrl+C.")
    if door:
        click.echo(WARNING)
        door.open()
    try:
        server.run()
    finally:
        if door:
            door.close()
        server.close()
        app.extensions["desk"].store.close()


# A cookie of its own: one that was set over HTTPS could not be changed any more by the same machine's plain HTTP.
HTTPS: dict[str, Any] = {"SESSION_COOKIE_SECURE": True, "SESSION_COOKIE_NAME": "__Host-companion"}
WARNING = (
    "The certificate is this machine's own, so each phone warns once: tap 'Advanced' and then 'Proceed' "
    "(Android), or 'Show Details' and then 'visit this website' (iPhone)."
)


def listen(host: str, port: int) -> socket.socket:
    """Return the socket that phones come to."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise Unreadable(Reason("cli:error.listen", (error.strerror,)), Place(f"{host}:{port}")) from None


def front_door(data: str | None, listening: socket.socket, addresses: set[str]) -> Door:
    """Return the door that speaks TLS, with its certificate."""
    from companion.paths import user_data
    from companion.web.certificate import certificate, own_names
    from companion.web.tls import Door

    return Door(listening, certificate(user_data(data), own_names(*addresses)))


def local_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


commands = (serve,)
