"""How a page is answered: whole, or only the part that htmx asked for. And what templates may call."""

from __future__ import annotations

import secrets
import sys
import threading
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

import segno
from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request, url_for
from flask_htmx import HTMX
from jinja2 import Template
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.table import Link, PagePart
from companion.web.hosts import is_loopback
from companion.web.languages import language
from companion.web.security import form_token

htmx = HTMX()


def answer(page: PagePart, status: int = 200, *, of_game: str = "", **more: Any) -> Response:
    """Return a page, drawn by the template of its name; htmx gets it without the frame around it.

    That of a page of a game is looked for with its game, then among those that all games share.
    """
    name = getattr(page, "template", "") or f"{type(page).__name__.removesuffix('Page').lower()}.html"
    templates: list[str | Template] = [f"games/{of_game}/{name}", f"shared/{name}"] if of_game else [f"pages/{name}"]
    part = bool(htmx) and not htmx.history_restore_request
    layout = "partials/part.html" if part else "base.html"
    response = make_response(render_template(templates, layout=layout, page=page, **more), status)
    if request.method == "POST":
        # A form that comes back stays at the address of its page; a reload asks for that one.
        response.headers["HX-Push-Url"] = "false"
    return response


def go(address: str) -> Response:
    """Return a redirection after a change; a reload then asks again and changes nothing."""
    return make_response(redirect(address, 303))


def as_download(response: Response, name: str) -> Response:
    """Return an answer as a file for the phone to keep."""
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def link_url(link: Link) -> str:
    """Return the address of a page of a game."""
    code = g.table.code
    if link.page in ("scores", "seats", "history"):
        there = address(f"table.{link.page}", code=code)
    else:
        there = address("table.page", name=link.page or None, code=code)
    # A tableau has a dozen links that differ in a cell: `url_for` would take as long as the rest of the page.
    return f"{there}?{urlencode(link.args, safe=_PLAIN)}" if link.args else there


_PLAIN = "!$'()*,/:;?@"  # as url_for writes them


_ADDRESSES: dict[object, str] = {}


def address(endpoint: str, **values: Any) -> str:
    """Return an address as `url_for` makes it. A page has dozens, mostly those of the page before.

    Where somebody has not joined, the code is whatever was typed: nothing is remembered for that.
    """
    if "code" in g and "table" not in g:
        return url_for(endpoint, **values)
    key = (endpoint, g.get("code"), *values.items())
    if key not in _ADDRESSES:
        if len(_ADDRESSES) > 50_000:
            _ADDRESSES.clear()
        _ADDRESSES[key] = url_for(endpoint, **values)
    return _ADDRESSES[key]


class _Parts:
    """Parts of pages that were made before, as many as fit; what was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most, self._weight = most, 0
        self._known: OrderedDict[object, Markup] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: object) -> Markup | None:
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def keep(self, key: object, part: Markup) -> None:
        with self._lock:
            if key not in self._known:
                self._known[key] = part
                self._weight += sys.getsizeof(part)
            while self._weight > self._most:
                self._weight -= sys.getsizeof(self._known.popitem(last=False)[1])


_PARTS = _Parts(80_000_000)  # bytes: some thousand tableaux, those of four hundred tables


def remembered(macro: Macro, *args: Any, **more: Any) -> Markup:
    """Return what a macro makes of its arguments: for all phones of a table and all changes that show the same part
    of a page, once. The macro may look at nothing else."""
    key = (macro._func.__code__.co_filename, macro.name, language(), g.get("code"), args, *more.items())
    found = _PARTS.find(key)
    if found is None:
        found = cast(Markup, macro(*args, **more))
        _PARTS.keep(key, found)
    return found


def form_id() -> str:
    """Return the number of all forms on this page: sent twice, they count once."""
    if "form_id" not in g:
        g.form_id = secrets.token_urlsafe(12)
    return cast(str, g.form_id)


def hidden_fields() -> Markup:
    """Return the hidden fields of every form: its protection, its number, the revision it was made from, its page."""
    fields = {"csrf_token": form_token(), "form_id": form_id()}
    if "table" in g:
        fields["as_of"] = g.table.revision
    fields["here"] = here()
    written = (f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items())
    return Markup("\n".join(written))


def here() -> str:
    """Return the address of the page that the visitor sees, as a local path."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    try:
        return local_path(request.form.get("here", "/"))
    except RequestEntityTooLarge:
        return "/"


def local_path(text: str) -> str:
    """Return the path and the question of an address of ours; the start page for any other."""
    try:
        address = urlsplit(text)
    except ValueError:
        return "/"
    if address.netloc or address.path[:1] != "/" or address.path[:2] == "//" or "\\" in address.path:
        return "/"
    return address.path + (f"?{address.query}" if address.query else "")


def public_address() -> str:
    """Return the address under which other phones find this server."""
    config = current_app.config
    here = is_loopback(request.host) or config["FIXED_ADDRESS"]
    return str(config["ADDRESS"]) if here and config["ADDRESS"] else request.host_url.rstrip("/")


@lru_cache(maxsize=64)
def _changed(folder: str, name: str) -> int:
    return int((Path(folder) / name).stat().st_mtime)


@lru_cache(maxsize=4)
def _game_styles(folder: str) -> tuple[str, ...]:
    """Every game's own style sheet: all are linked, since htmx changes pages without a new head."""
    return tuple(sorted(f"games/{file.name}" for file in Path(folder, "games").glob("*.css")))


@lru_cache(maxsize=4096)  # one a table
def qr_svg(text: str, title: str) -> Markup:
    """Return a QR code as an SVG that follows the text colour."""
    # One module of quiet zone is enough on our own card, which is light in both themes.
    drawing = segno.make(text, micro=False, error="m").svg_inline(border=2, dark="#1b1916", omitsize=True, title=title)
    return Markup(drawing)


def init_app(app: Flask) -> None:
    """Give the templates what they call."""
    htmx.init_app(app)

    @app.url_defaults
    def version(endpoint: str, values: dict[str, Any]) -> None:
        # A file that has changed has another address, so phones may keep it for long.
        if endpoint == "static" and "filename" in values:
            values.setdefault("v", _changed(str(app.static_folder), values["filename"]))

    # Globals rather than context: what is imported without context is made once, not with every page.
    app.jinja_env.globals.update(
        url=link_url,
        url_for=address,
        remembered=remembered,
        form_id=form_id,
        hidden_fields=hidden_fields,
        here=here,
        qr=qr_svg,
        game_styles=lambda: _game_styles(str(app.static_folder)),
    )
