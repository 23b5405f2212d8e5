"""`companion serve`: the web app on a production server, with a QR code for the phones at the table."""

from __future__ import annotations

import socket

import click


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8100, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.pass_obj
def serve(data: str | None, host: str, port: int) -> None:
    """Serve the web app to the phones at the table."""
    import segno
    from waitress import create_server

    from companion.core.errors import Unreadable
    from companion.web import create_app

    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise Unreadable(f"cannot listen there: {error.strerror}", f"{host}:{port}") from None
    number = listening.getsockname()[1]
    seen_as = local_address() if host in ("0.0.0.0", "") else host
    address = f"http://{seen_as}:{number}"
    app = create_app(data, address=address)
    # Phones ask once a second and are answered in a few milliseconds: a handful of threads serves many tables.
    server = create_server(app, sockets=[listening], threads=8, ident="companion", channel_timeout=30)
    segno.make(address).terminal(compact=True)
    click.echo(f"Companion is at {address} (this machine: http://localhost:{number}). Stop it with Ctrl+C.")
    try:
        server.run()
    finally:
        server.close()
        app.extensions["desk"].store.close()


def local_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


commands = (serve,)
