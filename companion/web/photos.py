"""Photos and files from phones: taken in, read by their game, kept with their table, shown and deleted."""

from __future__ import annotations

from contextlib import closing
from io import BytesIO
from typing import cast

from flask import Flask, Response, abort, current_app, g, make_response, request, send_file, session, url_for
from werkzeug.datastructures import FileStorage

from companion.core.table import Change, KeptPhoto, Link, PagePart, ReadsPhotos, Refused
from companion.store import Closed, Conflict, Phone
from companion.store.codes import tidy_code
from companion.web.archive_file import MOST as MOST_ARCHIVE
from companion.web.backroom import Full, Here, Room, Waiting
from companion.web.errors import trouble
from companion.web.house import game_of, house
from companion.web.languages import language, say
from companion.web.pages import address, go, htmx, link_url
from companion.web.public import admit
from companion.web.security import phone_id
from companion.web.tables import (
    FORM_WORDS,
    as_of_and_form_id,
    blueprint,
    show,
    show_again,
    show_conflict,
    store_change,
    verify_may_enter,
    view_here,
)
from companion.web.tasks import FileTask, Outcome, PhotoTask

MOST_PHOTO = 60_000_000  # bytes; other forms stay small
MOST_FILE = 4_000_000
_AROUND = 100_000  # bytes for the other fields of the form
LIMITS = {"table.photo": MOST_PHOTO + _AROUND, "table.file": MOST_FILE + _AROUND}


class PhotosPage(PagePart):
    """The photos of a table."""

    title: str
    photos: tuple[tuple[KeptPhoto, bool], ...]  # each with whether this phone may delete it


class WaitingPage(PagePart):
    """A photo stands in line, or a file is being drawn."""

    title: str
    place: str
    again: str  # where to ask


def init_app(app: Flask) -> None:
    """Let phones of a table send more than others may. To be called before anything looks at forms."""
    app.extensions["backroom"] = Here()

    @app.before_request
    def widen() -> None:
        limit = LIMITS.get(request.endpoint or "")
        if limit and house().store.phone(tidy_code(g.get("code", "")), phone_id()):
            request.max_content_length = limit
        if request.endpoint == "past.take_file" and house().store.is_known(phone_id()):
            request.max_content_length = MOST_ARCHIVE + _AROUND

    app.jinja_env.globals["photo_url"] = lambda name: address("table.photo", name=name)


@blueprint.post("/photo/<name>")
def photo(name: str) -> Response:
    """Take in a photo, or look again at one that was kept."""
    game, fields = game_of(g.table), _fields()
    if not isinstance(game, ReadsPhotos):
        abort(404)
    verify_may_enter(fields)
    if g.table.closed:
        raise Closed(g.code)
    files = [one for one in request.files.getlist("photo") if one.filename]
    data = _content(files[0], MOST_PHOTO) if files else b""
    if not data and fields.get("kept", "") not in house().photos.of_table(g.code):
        return _photo_again(game, name, fields, "photo.empty" if files else "photo.none")
    admit(photos=1, size=len(data))
    as_of, form_id = as_of_and_form_id(request.form)
    return _brought(PhotoTask(g.code, g.phone.phone, language(), name, fields, data, as_of, form_id, _from()))


def _from() -> str:
    return request.remote_addr or ""


def _photo_again(game: ReadsPhotos, name: str, fields: dict[str, str], key: str, status: int = 422) -> Response:
    """Show the page that sent a photo once more, with a sentence beside its field."""
    return show_again(fields, {"photo": say(key)}, game.photo_page(name, fields), status)


def _brought(task: PhotoTask) -> Response:
    """Bring a photo to where it is read; return what came of it, or the page on which its phone waits."""
    try:
        found = backroom().bring(task, house())
    except Full:
        return _photo_again(_reader(), task.name, task.fields, "photo.busy", 503)
    if isinstance(found, Waiting):
        session["waits"] = [found.ticket, task.name, task.fields]
        return go(url_for("table.waiting", ticket=found.ticket))
    return _came_of(found, task.name, task.fields)


@blueprint.get("/waiting/<ticket>")
def waiting(ticket: str) -> Response:
    """Show the place in the line, or what came of the photo."""
    known, name, fields = session.get("waits", ["", "", {}])
    if known != ticket:
        return go(url_for("table.page"))
    found = backroom().ask(ticket)
    if found is None:  # the server was started again meanwhile
        return _photo_again(_reader(), name, fields, "photo.gone")
    if isinstance(found, Outcome):
        return _came_of(found, name, fields)
    place = say("waiting.place", found.place) if found.place else say("waiting.now")
    again = url_for("table.waiting", ticket=ticket)
    response = show(WaitingPage(title=say("waiting.title"), place=place, again=again))
    if not htmx:
        response.headers["Refresh"] = "2"
    return response


def _came_of(found: Outcome, name: str, fields: dict[str, str]) -> Response:
    g.table = house().store.table(g.code) or abort(404)
    if found.closed:
        raise Closed(g.code)
    if found.failure:
        return _photo_again(_reader(), name, fields, f"photo.{found.failure}")
    if found.errors:
        return show_again(fields, found.errors, found.back)
    if found.theirs:
        conflict = Conflict(found.theirs, found.mine, found.revision)
        return show_conflict(conflict, url_for("table.photo", name=name), fields)
    return go(link_url(found.then or Link()))


def _reader() -> ReadsPhotos:
    game = game_of(g.table)
    assert isinstance(game, ReadsPhotos)
    return game


def backroom() -> Room:
    """Return where photos are read."""
    return cast(Room, current_app.extensions["backroom"])


@blueprint.get("/file/<name>")
def download(name: str) -> Response:
    """Hand out a file of the game; one that takes long to draw is drawn once, in the back room."""
    game = game_of(g.table)
    if name not in game.drawn:
        found = game.hand_out(view_here(), name)
        return send_file(BytesIO(found.data), mimetype=found.mimetype, as_attachment=True, download_name=found.name)
    if not house().shelf(game.slug, name).is_file():
        try:
            backroom().bring(FileTask(g.code, g.phone.phone, language(), name, game.slug, _from()), house())
        except Full:
            return trouble("busy", 503)
    ready = house().shelf(game.slug, name)
    if not ready.is_file():
        page = WaitingPage(title=say("waiting.file"), place=say("waiting.file.explain"), again=request.path)
        response = show(page)
        response.headers["Refresh"] = "2"
        return response
    return make_response(send_file(ready, as_attachment=True, download_name=game.drawn[name]))


@blueprint.post("/file/<name>")
def file(name: str) -> Response:
    """Take in a file that is no photo."""
    game, fields = game_of(g.table), _fields()
    verify_may_enter(fields)
    sent = request.files.get("file")
    data = _content(sent, MOST_FILE) if sent else b""
    admit(size=len(data))
    try:
        return _stored(game.take(view_here(fields), name, data, fields))
    except Refused as refused:
        return show_again(fields, refused.errors, refused.back)


def _content(sent: FileStorage, most: int) -> bytes:
    """Return what was sent, and let go of the place where it lay."""
    with closing(sent):
        return bytes(sent.read(most + 1))


def _fields() -> dict[str, str]:
    return {key: value for key, value in request.form.items() if key not in FORM_WORDS}


def _stored(change: Change) -> Response:
    try:
        _, then = store_change(request.form.to_dict(), lambda table: change)
    except Conflict as conflict:
        return show_conflict(conflict, request.path, _fields())
    for photo_id in change.forget:
        house().photos.delete(g.code, photo_id)
    return go(link_url(then))


@blueprint.get("/photos")
def photos() -> Response:
    """Show the photos of the table, each with a button that deletes it."""
    view = view_here()
    photos = tuple((photo, _may_delete(photo.id)) for photo in view.photos.values())
    return show(PhotosPage(title=say("photos.title"), photos=photos), view=view)


def _may_delete(photo_id: str) -> bool:
    """A seat takes away what its own phone has sent."""
    phone: Phone = g.phone
    own = phone.role == "seat" and photo_id in house().photos.sent_by(g.code, phone.phone)
    return (phone.role == "everybody" or own) and not g.table.closed


@blueprint.get("/photos/<photo_id>.jpg")
def picture(photo_id: str) -> Response:
    """Hand out a photo to the phones of its table."""
    response = Response(house().photos.jpeg(g.code, photo_id) or abort(404), mimetype="image/jpeg")
    # A photo never changes: pages that show it again and again need not ask for it each time.
    response.headers["Cache-Control"] = "private, max-age=3600, immutable"
    return response


@blueprint.post("/photos/delete")
def delete_photo() -> Response:
    """Take a photo away."""
    verify_may_enter({})
    if g.table.closed:
        raise Closed(g.code)
    photo_id = request.form.get("photo", "")
    if photo_id in house().photos.of_table(g.code) and not _may_delete(photo_id):
        return trouble("other_seat", 403)
    house().photos.delete(g.code, photo_id)
    return go(url_for("table.photos"))
