"""Photos and files from phones: taken in, read by their game, kept with their table, shown and deleted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

from flask import Flask, Response, abort, g, request, send_file, url_for

from companion.core.errors import CompanionError, Unreadable
from companion.core.sheet import Reason
from companion.core.table import Change, HandsOutFiles, KeptPhoto, Link, ReadsPhotos, Refused, SentPhoto, TakesFiles
from companion.store import Closed, Conflict, Table
from companion.store.codes import tidy_code
from companion.store.photos import mark_of
from companion.web.desk import desk, game_of
from companion.web.languages import language, say
from companion.web.pages import go, link_url
from companion.web.security import phone_id
from companion.web.tables import FORM_WORDS, blueprint, look, not_allowed, show, show_conflict, show_page, store_change

MOST_PHOTO = 60_000_000  # bytes; other forms stay small
MOST_FILE = 4_000_000
_AROUND = 100_000  # bytes for the other fields of the form
_LONGEST = 2000  # pixels of the longer side of what is kept: cards in it can still be read
_QUALITY = 85
_LIMITS = {"table.photo": MOST_PHOTO + _AROUND, "table.file": MOST_FILE + _AROUND}
_reading = threading.Lock()  # one photo at a time: each takes a core and some hundred megabytes


@dataclass(frozen=True)
class PhotosPage:
    """The photos of a table."""

    title: str
    photos: tuple[KeptPhoto, ...]


def init_app(app: Flask) -> None:
    """Let phones of a table send more than others may. To be called before anything looks at forms."""

    @app.before_request
    def widen() -> None:
        limit = _LIMITS.get(request.endpoint or "")
        if limit and desk().store.phone(tidy_code(g.get("code", "")), phone_id()):
            request.max_content_length = limit

    @app.context_processor
    def helpers() -> dict[str, Callable[[str], str]]:
        return {"photo_url": lambda name: url_for("table.photo", name=name)}


@blueprint.post("/photo/<name>")
def photo(name: str) -> Response:
    """Take in a photo, or look again at one that was kept."""
    game, fields = game_of(g.table), _fields()
    if not isinstance(game, ReadsPhotos):
        abort(404)
    if refusal := not_allowed(fields):
        return refusal
    if g.table.closed:
        raise Closed(g.code)
    try:
        sent, copy = _sent(fields)
        with _reading:
            found = game.read(look(fields), name, sent, fields)
        if isinstance(found, Link):
            return go(link_url(found))
        if copy:
            desk().photos.keep(g.code, sent.mark, copy.jpeg, (copy.width, copy.height))
        return _stored(found)
    except Refused as refused:
        return show_page(look(fields, dict(refused.errors)), refused.back.page, dict(refused.back.args), 422)
    except CompanionError as error:
        back = game.photo_page(name, fields)
        return show_page(look(fields, {"photo": error.sentence(language())}), back.page, dict(back.args), 422)


@blueprint.get("/file/<name>")
def download(name: str) -> Response:
    """Hand out a file of the game."""
    game = game_of(g.table)
    if not isinstance(game, HandsOutFiles):
        abort(404)
    found = game.hand_out(look(), name)
    return send_file(BytesIO(found.data), mimetype=found.mimetype, as_attachment=True, download_name=found.name)


@blueprint.get("/photo/<name>")
def back_from_photo(name: str) -> Response:
    """Lead a reload of an answered form back to the table."""
    return go(url_for("table.page"))


@blueprint.post("/file/<name>")
def file(name: str) -> Response:
    """Take in a file that is no photo."""
    game, fields = game_of(g.table), _fields()
    if not isinstance(game, TakesFiles):
        abort(404)
    if refusal := not_allowed(fields):
        return refusal
    sent = request.files.get("file")
    data = sent.read(MOST_FILE + 1) if sent else b""
    try:
        return _stored(game.take(look(fields), name, data, fields))
    except Refused as refused:
        return show_page(look(fields, dict(refused.errors)), refused.back.page, dict(refused.back.args), 422)


def _fields() -> dict[str, str]:
    return {key: value for key, value in request.form.items() if key not in FORM_WORDS}


def _stored(change: Change) -> Response:
    def decide(table: Table) -> Change:
        return change

    try:
        _, then = store_change(request.form.to_dict(), decide)
    except Conflict as conflict:
        return show_conflict(conflict, request.path, _fields())
    for mark in change.forget:
        desk().photos.delete(g.code, mark)
    return go(link_url(then))


def _sent(fields: dict[str, str]) -> tuple[SentPhoto, SmallCopy | None]:
    """Return the photo of the form, and its small copy where it is new to the table."""
    files = [one for one in request.files.getlist("photo") if one.filename]
    if files:
        data = files[0].read(MOST_PHOTO + 1)
        copy = small_copy(data)
        return SentPhoto(mark_of(data), data, *copy.of), copy
    kept = desk().photos.of_table(g.code).get(fields.get("kept", ""))
    if kept is None:
        raise Unreadable(Reason("web:photo.none"))
    return SentPhoto(kept.mark, kept.load(), kept.width, kept.height), None


@dataclass(frozen=True)
class SmallCopy:
    """A photo upright, small and without anything but its pixels."""

    jpeg: bytes
    width: int
    height: int
    of: tuple[int, int]  # the size of the photo itself, upright


def small_copy(data: bytes) -> SmallCopy:
    """Return what is kept of a photo. Raises Unreadable."""
    import cv2

    from companion.vision.upright import read_photo

    photo = read_photo(data, comfortable=6_000_000)
    image, (width, height) = photo.image, photo.size
    scale = min(1.0, _LONGEST / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    whole = (round(width * photo.scale), round(height * photo.scale))
    return SmallCopy(jpeg.tobytes(), image.shape[1], image.shape[0], whole)


@blueprint.get("/photos")
def photos() -> Response:
    """Show the photos of the table, each with a button that deletes it."""
    return show("pages/photos.html", PhotosPage(say("photos.title"), tuple(look().photos.values())))


@blueprint.get("/photos/<mark>.jpg")
def picture(mark: str) -> Response:
    """Hand out a photo to the phones of its table."""
    response = Response(desk().photos.jpeg(g.code, mark) or abort(404), mimetype="image/jpeg")
    # A photo never changes: pages that show it again and again need not ask for it each time.
    response.headers["Cache-Control"] = "private, max-age=3600, immutable"
    return response


@blueprint.post("/photos/delete")
def delete_photo() -> Response:
    """Take a photo away."""
    if refusal := not_allowed({}):
        return refusal
    if g.table.closed:
        raise Closed(g.code)
    desk().photos.delete(g.code, request.form.get("mark", ""))
    return go(url_for("table.photos"))
