"""A table: its game's pages and actions, and the pages that every table has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, g, jsonify, request, url_for

from companion.core.table import Change, Link, PagePart, Refused, Row, Scoreboard, View
from companion.pages.fields import whole_number
from companion.store import Conflict, Phone, Table
from companion.store.archive import FILE
from companion.store.codes import tidy_code
from companion.store.records import Logged, undoing
from companion.web.chart import chart
from companion.web.errors import trouble, turn_away
from companion.web.evenings import AfterGame, after_game, keep
from companion.web.house import game_of, house
from companion.web.languages import game_name, language, say
from companion.web.pages import address, answer, as_download, go, link_url, public_address
from companion.web.security import phone_id
from companion.web.start import JoinPage, game_words

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")
# As forms say it, and as those said it that phones loaded before an update.
EARLIER_WORDS = {"form_id": "once", "as_of": "seen"}
FORM_WORDS = ("csrf_token", "here", *EARLIER_WORDS, *EARLIER_WORDS.values())


class Frame(PagePart):
    """What stands around every page of a table."""

    code: str
    slug: str
    game: str
    revision: int
    closed: bool
    locked: bool
    seats: tuple[str, ...]
    phone: Phone
    standing: tuple[Row, ...]  # in the order of the seats
    apart: bool  # while all are level nobody leads
    colours: tuple[int, ...]  # of the seats
    flag: str  # of the game, for everybody at this table
    join_address: str
    photos: int  # how many the table has kept


class ScoresPage(PagePart):
    """The scoreboard."""

    title: str
    board: Scoreboard
    chart: str
    after: AfterGame | None = None


class SeatsPage(PagePart):
    """Who sits where, and the choice of this phone."""

    title: str
    seats: tuple[tuple[int, str, int], ...]  # number, name, phones there
    phones: tuple[tuple[Phone, str], ...]


class Past(PagePart):
    """A change in words."""

    revision: int
    sentences: tuple[str, ...]
    undo: bool


class HistoryPage(PagePart):
    """What was entered, newest first."""

    title: str
    past: tuple[Past, ...]


class ConflictPage(PagePart):
    """Two versions of the same entry."""

    title: str
    versions: tuple[tuple[str, str], ...]  # theirs, mine
    action: str
    form: tuple[tuple[str, str], ...]
    revision: int
    back: str


class SharePage(PagePart):
    """The QR code of the table."""


@blueprint.url_value_preprocessor
def _take_code(endpoint: str | None, values: dict[str, str] | None) -> None:
    g.code = tidy_code((values or {}).pop("code", ""))


@blueprint.url_defaults
def _give_code(endpoint: str, values: dict[str, str]) -> None:
    if "code" not in values and "code" in g:
        values["code"] = g.code


@blueprint.before_request
def _sit_down() -> Response | None:
    """Let in only phones that have joined; whether the table exists is nobody else's business."""
    g.phone = house().store.phone(g.code, phone_id())
    if g.phone is None:
        return answer(JoinPage(code=g.code, error=say("join.first")), 403)
    if request.endpoint != "table.live":
        g.table = house().table(g.code) or abort(404)
        if FILE in g.table.entries:
            return go(url_for("kept.game", code=g.code))
    return None


def view_here(filled: dict[str, str] | None = None, errors: dict[str, str] | None = None) -> View[Any]:
    """Return the table as this phone looks at it."""
    # static/companion.js says whether there is room beside the phone's own tableau.
    wide = request.cookies.get("wide") == "1"
    return house().view(g.table, g.phone, language(), filled, errors, wide=wide)


def frame(view: View[Any]) -> Frame:
    """Return what stands around the page."""
    table: Table = g.table
    board = house().scoreboard(table, view, made=keep)
    return Frame(
        code=table.code,
        slug=table.game,
        game=game_name(table.game),
        revision=table.revision,
        closed=table.closed,
        locked=table.locked,
        seats=game_of(table).seats(table.entries),
        phone=g.phone,
        standing=board.standing,
        apart=not all(row.leads for row in board.standing),
        colours=tuple(row.colour for row in board.rows),
        flag=board.flag,
        join_address=public_address() + address("start.join_page", code=table.code),
        photos=len(view.photos),
    )


def show(page: PagePart, status: int = 200, view: View[Any] | None = None, *, of_game: str = "") -> Response:
    """Return a page inside the frame of its table."""
    around = {"table": frame(view or view_here()), "say": game_words(game_of(g.table))}
    return answer(page, status, of_game=of_game, **around)


def show_page(view: View[Any], name: str, args: dict[str, str], status: int = 200) -> Response:
    """Return a page of the game."""
    game = game_of(g.table)
    return show(game.page(view, name, args), status, view, of_game=game.slug)


def show_again(fields: dict[str, str], errors: Mapping[str, str], back: Link, status: int = 422) -> Response:
    """Return the page of a form as it was filled in, with sentences beside its fields."""
    return show_page(view_here(fields, dict(errors)), back.page, dict(back.args), status)


# The game's own pages and actions.


@blueprint.get("/", defaults={"name": ""})
@blueprint.get("/p/<name>")
def page(name: str) -> Response:
    """Show a page of the game; a phone without a role chooses one first."""
    if not g.phone.role:
        return go(url_for("table.seats"))
    return show_page(view_here(), name, request.args.to_dict())


@blueprint.get("/do/<name>")
@blueprint.get("/photo/<name>")
def back_to_table(name: str) -> Response:
    """Lead a reload of an answered form back to the table."""
    return go(url_for("table.page"))


@blueprint.post("/do/<action>")
def act(action: str) -> Response:
    """Do something at the table."""
    form = request.form.to_dict()
    verify_may_enter(form)
    fields = {key: value for key, value in form.items() if key not in FORM_WORDS}

    def decide(table: Table) -> Change:
        g.table = table
        return game_of(table).act(view_here(), action, fields)

    try:
        _, then = store_change(form, decide)
    except Refused as refused:
        return show_again(fields, refused.errors, refused.back)
    except Conflict as conflict:
        return show_conflict(conflict, url_for("table.act", action=action), fields)
    return go(link_url(then))


def verify_may_enter(form: Mapping[str, str]) -> None:
    """Turn a phone away that may not enter what the form holds."""
    phone: Phone = g.phone
    if phone.role not in ("seat", "everybody"):
        turn_away("watching", 403)
    if phone.role == "seat" and form.get("seat", str(phone.seat)) != str(phone.seat):
        turn_away("other_seat", 403)


def store_change(form: dict[str, str], decide: Callable[[Table], Change]) -> tuple[int, Link]:
    """Store what a form changes; return its revision and where to go on."""
    as_of, form_id = as_of_and_form_id(form)
    return house().store.change(g.code, g.phone.phone, decide, as_of=as_of, form_id=form_id)


def as_of_and_form_id(form: Mapping[str, str]) -> tuple[int, str]:
    """Return the revision that a form was made from, and which form it is."""
    form_id, as_of = (form.get(word, form.get(earlier, "")) for word, earlier in EARLIER_WORDS.items())
    return max(whole_number(as_of, digits=9) or 0, 0), form_id[:40]


def show_conflict(conflict: Conflict, action: str, fields: dict[str, str]) -> Response:
    """Return the page with both versions of what two phones entered."""
    g.table = house().store.table(g.code) or abort(404)
    game, view = game_of(g.table), view_here()
    versions = tuple(
        (game.describe(view, key, theirs), game.describe(view, key, conflict.mine[key]))
        for key, theirs in conflict.theirs.items()
    )
    context = ConflictPage(
        title=say("conflict.title"),
        versions=versions,
        action=action,
        form=tuple(fields.items()),
        revision=conflict.revision,
        back=url_for("table.page"),
    )
    return show(context, 409)


# Pages of every table.


@blueprint.get("/live")
def live() -> Response:
    """Say whether anything has changed since revision `as_of`: 204 or 200, next to nothing on the wire."""
    revision = house().store.revision(g.code)
    if str(revision) == request.args.get("as_of"):
        return Response(status=204)
    return jsonify(revision=revision)


@blueprint.get("/scores")
def scores() -> Response:
    """Show the scoreboard."""
    view = view_here()
    board = house().scoreboard(g.table, view, made=keep)
    if board.open:  # with buttons for whoever may enter it
        board = house().coloured(game_of(g.table).scoreboard(view))
    drawn = chart(board.rows, say("chart.title"))
    after = after_game(g.table, board, view)
    return show(ScoresPage(title=say("scores.title"), board=board, chart=drawn, after=after))


@blueprint.get("/seats")
def seats() -> Response:
    """Show the seats, and to the host the phones."""
    names = game_of(g.table).seats(g.table.entries)
    phones = house().store.phones(g.code)
    taken = [sum(one.role == "seat" and one.seat == seat for one in phones) for seat in range(len(names))]
    listed = tuple((one, _where(one, names)) for one in phones)
    numbered = tuple(zip(range(len(names)), names, taken, strict=True))
    return show(SeatsPage(title=say("seats.title"), seats=numbered, phones=listed))


def _where(phone: Phone, names: tuple[str, ...]) -> str:
    if phone.role == "seat" and phone.seat is not None and phone.seat < len(names):
        return names[phone.seat]
    return say(f"role.{phone.role or 'none'}")


@blueprint.post("/seats")
def sit() -> Response:
    """Take a seat, watch, or keep score for everybody."""
    if g.table.locked and not g.phone.host:
        return trouble("locked", 403)
    role, _, number = request.form.get("role", "").partition(".")
    names = game_of(g.table).seats(g.table.entries)
    if role not in ("seat", "everybody", "watch") or (role == "seat" and number not in map(str, range(len(names)))):
        abort(400)
    house().store.sit(g.code, g.phone.phone, role, int(number) if role == "seat" else None)
    return go(url_for("table.page"))


@blueprint.post("/phones/remove")
def remove_phone() -> Response:
    """Take a phone off the table."""
    _host_only()
    house().store.remove(g.code, request.form.get("phone", ""))
    return go(url_for("table.seats"))


@blueprint.post("/locked")
def lock() -> Response:
    """Let nobody new join and nobody change roles, or let them again."""
    _host_only()
    house().store.set_locked(g.code, request.form.get("locked") == "1")
    return go(url_for("table.seats"))


@blueprint.post("/closed")
def close() -> Response:
    """Close the table for changes, or open it again."""
    _host_only()
    house().store.set_closed(g.code, request.form.get("closed") == "1")
    return go(url_for("table.seats"))


@blueprint.post("/delete")
def delete() -> Response:
    """Delete the table with everything that was entered."""
    _host_only()
    house().store.delete(g.code)
    return go(url_for("start.shelf"))


def _host_only() -> None:
    if not g.phone.host:
        abort(403)


@blueprint.get("/history")
def history() -> Response:
    """Show what was entered, with a button to undo."""
    game, view = game_of(g.table), view_here()
    log = house().store.history(g.code)
    past = tuple(
        Past(
            revision=change.revision,
            sentences=tuple(game.describe(view, key, value) for key, value in change.after.items()),
            undo=_may_undo(change) and all(view.entries.get(key) == value for key, value in change.after.items()),
        )
        for change in log
    )
    return show(HistoryPage(title=say("history.title"), past=past))


@blueprint.post("/undo")
def undo() -> Response:
    """Take one change back; it stays in the history."""
    form = request.form.to_dict()
    verify_may_enter(form)
    change = _logged(form.get("revision", ""))
    try:
        # Only what nobody has changed since is taken back.
        store_change({**form, "as_of": str(change.revision)}, lambda table: undoing(change))
    except Conflict as conflict:
        return show_conflict(conflict, url_for("table.undo"), {"revision": form.get("revision", "")})
    return go(link_url(Link(form.get("then", "")) if form.get("then") == "history" else Link()))


def _logged(revision: str) -> Logged:
    found = next((one for one in house().store.history(g.code) if str(one.revision) == revision), None)
    return found if found and _may_undo(found) else abort(404)


def _may_undo(change: Logged) -> bool:
    """A seat takes back what its own phone entered; the laying of the table stays."""
    phone: Phone = g.phone
    own = phone.role == "everybody" or (phone.role == "seat" and change.phone == phone.phone)
    return own and change.revision > 1 and not g.table.closed


@blueprint.get("/game.json")
def export() -> Response:
    """Hand out the game file."""
    return as_download(jsonify(game_of(g.table).export(view_here())), f"{g.code.lower()}.json")


@blueprint.get("/share")
def share() -> Response:
    """Show the QR code large, for the whole table to scan."""
    return show(SharePage())
