"""Under which names this server is known: links and QR codes are made of them, so nobody else may choose one."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

from companion.web.certificate import own_names

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def is_loopback(host: str) -> bool:
    """Return whether a visitor has come from this machine itself."""
    return bare(host) in _LOOPBACK


def bare(host: str) -> str:
    """Return a host without its port, as names are compared."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower().rstrip(".")


def init_app(app: Flask) -> None:
    """Answer known names alone. To be called before anything else looks at a request."""

    @app.before_request
    def known_host() -> Response | None:
        host = bare(request.host)
        # The address to which the visitor has connected is ours, whatever the network is called.
        came_to = str(request.environ.get("companion.came_to", ""))
        if host in _own() or host in _told() or host.strip("[]") == came_to:
            return None
        return abort(400, f"unknown host {host}")


@cache
def _own() -> frozenset[str]:
    return frozenset(f"[{name}]" if ":" in name else name.lower() for name in own_names())


def _told() -> set[str]:
    """Return the names that whoever started the server has given it."""
    config = current_app.config
    return {bare(urlsplit(config["ADDRESS"]).netloc), *map(str.lower, config["TRUSTED_NAMES"])}
