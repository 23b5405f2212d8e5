"""Everything that goes wrong is answered here, as a page or as the part that htmx asked for."""

from __future__ import annotations

import sqlite3
from typing import NoReturn

from flask import Flask, Response, abort, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from companion.core.table import NoSuchPage, PagePart
from companion.core.texts import texts_of
from companion.store import Closed, KeptOut
from companion.store.opening import is_disk_trouble
from companion.store.opening import trouble as disk_trouble
from companion.web.languages import say
from companion.web.pages import answer


class TroublePage(PagePart):
    """A plain page that says what happened and what to do."""

    title: str
    advice: str
    again: bool  # whether the page before can be shown again


_KNOWN = {403, 404, 405, 413}


def trouble(key: str, status: int, *args: object) -> Response:
    """Return the page for one kind of trouble."""
    again = request.method == "POST" or status not in (404, 405)
    advice = say(f"trouble.{key}.advice", *args)
    return answer(TroublePage(title=say(f"trouble.{key}"), advice=advice, again=again), status)


def turn_away(key: str, status: int) -> NoReturn:
    """Answer with the page for one kind of trouble, whatever else was to be done."""
    abort(trouble(key, status))


def init_app(app: Flask) -> None:
    """Register the answers."""

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        if isinstance(error, CSRFError):
            return trouble("form", 400)
        code = error.code or 500
        return trouble(str(code) if code in _KNOWN else "bad" if code < 500 else "500", code)

    for kind, key, status in ((NoSuchPage, "404", 404), (KeptOut, "kept_out", 403), (Closed, "closed", 409)):
        app.register_error_handler(kind, lambda _, key=key, status=status: trouble(key, status))

    @app.errorhandler(sqlite3.DatabaseError)
    def disk(error: sqlite3.DatabaseError) -> Response:
        if not is_disk_trouble(error):
            raise error  # a mistake of ours
        # A full or damaged disk, a folder that lost its rights: the players are told, and whoever keeps the server.
        app.logger.error("%s", texts_of("core", "en").say(disk_trouble(error)))
        return trouble("disk", 503)
