"""The way in: the shelf, a new table, the demo, joining by code, language and theme."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, url_for

from companion import games
from companion.core.sheet import Reason
from companion.core.table import Form, Page, PagePart, Refused, TableGame, View, WayToBegin
from companion.core.texts import LANGUAGES
from companion.registry import table_game
from companion.store import Table
from companion.store.codes import tidy_code
from companion.web.errors import trouble
from companion.web.house import game_of, house
from companion.web.languages import THEMES, day_of, game_name, language, say
from companion.web.pages import answer, go, local_path
from companion.web.public import admit_table
from companion.web.rules import rules_of
from companion.web.security import guesses_left, phone_id, wrong_guess

blueprint = Blueprint("start", __name__)
_STATED = 3  # of the tables to be resumed, so many say what is to be done there; that costs a look at the whole game


class ShelfLine(PagePart):
    """A game as the start page shows it."""

    slug: str
    name: str
    about: str
    players: str
    picture: str
    rules: bool  # whether they can be looked up
    ways: tuple[WayToBegin, ...] = ()


class TableLine(PagePart):
    """A table of this phone, to be resumed."""

    code: str
    game: str
    picture: str
    names: str
    when: str
    state: str = ""  # what is to be done there, or who won; worked out for the latest alone


class StartPage(PagePart):
    """The start page."""

    shelf: tuple[ShelfLine, ...]
    tables: tuple[TableLine, ...]  # the one that the phone was at last first
    boxes: bool = False  # whether this phone has boxes of its own
    past: bool = False  # whether there is anything to look back at


class JoinPage(PagePart):
    """One button: join this table."""

    code: str
    error: str = ""


def start_page() -> StartPage:
    """Return the start page as this phone sees it."""
    shelf = []
    for slug, game in games().items():
        if at_table := table_game(slug):
            numbers = game.players()
            shelf.append(
                ShelfLine(
                    slug=slug,
                    name=game.name(language()),
                    about=game.about(language()),
                    players=f"{numbers[0]}–{numbers[-1]}",
                    picture=_picture(slug),
                    rules=bool(rules_of(slug, language())),
                    ways=at_table.ways(language()),
                )
            )
    tables = [table for table in house().store.tables_of(phone_id()) if table_game(table.game)]
    lines = tuple(_line(table, stated=at < _STATED) for at, table in enumerate(tables))
    owns, past = bool(house().boxes.owned(phone_id())), bool(lines or house().archive.deleted_of(phone_id()))
    return StartPage(shelf=tuple(shelf), tables=lines, boxes=owns, past=past)


def _line(table: Table, *, stated: bool) -> TableLine:
    game = game_of(table)
    state = ""
    if stated:
        phone = house().store.phone(table.code, phone_id())
        state = game.scoreboard(house().view(table, phone, language())).headline
    return TableLine(
        code=table.code,
        game=game_name(table.game),
        picture=_picture(table.game),
        names=", ".join(game.seats(table.entries)),
        when=day_of(datetime.fromisoformat(table.changed)),
        state=state,
    )


def _picture(slug: str) -> str:
    """Return the drawing of a game in static/; one that has none carries our mark."""
    drawn = f"games/{slug}.svg"
    return drawn if Path(str(current_app.static_folder), drawn).is_file() else "icon.svg"


def _game(slug: str) -> TableGame:
    return table_game(slug) or abort(404)


@blueprint.get("/")
def shelf() -> Response:
    """Show the start page."""
    return answer(start_page())


@blueprint.get("/new/<slug>")
def new(slug: str) -> Response:
    """Show the set-up page of a game; what was filled in for another number of players stands in the address."""
    game = _game(slug)
    return _setup(game, game.setup(_blank(game, request.args.to_dict()), request.args))


def _blank(game: TableGame, filled: Form | None = None, errors: Form | None = None) -> View[None]:
    return house().blank_view(game, phone_id(), language(), filled, errors)


def _setup(game: TableGame, page: Page, status: int = 200) -> Response:
    words = {"say": game_words(game), "slug": game.slug, "game": game_name(game.slug)}
    return answer(page, status, of_game=game.slug, **words)


def game_words(game: TableGame) -> Callable[..., str]:
    """Return how a template says a sentence of its game."""
    words = game.texts(language())
    return lambda key, *args: words.say(Reason(key, args))


@blueprint.post("/new/<slug>")
def set_up(slug: str) -> Response:
    """Lay a new table."""
    game = _game(slug)
    admit_table()
    form = request.form.to_dict()
    try:
        change = game.set_up(_blank(game), form)
    except Refused as refused:
        return _setup(game, game.setup(_blank(game, form, refused.errors), refused.back.args), 422)
    box = game.box_name(change.entries)
    code = house().store.new_table(slug, change.entries, phone_id(), form.get("form_id", ""), box, change.box)
    return go(url_for("table.page", code=code, invite=1))


@blueprint.post("/demo/<slug>")
def demo(slug: str) -> Response:
    """Lay a table with a few turns played."""
    admit_table()
    code = house().store.new_table(slug, _game(slug).demo(language()), phone_id(), request.form.get("form_id", ""))
    return go(url_for("table.page", code=code))


@blueprint.get("/join")
@blueprint.get("/join/<code>")
def join_page(code: str = "") -> Response:
    """Show the button that joins; a phone that is at the table already goes there."""
    code = tidy_code(code)
    if code and house().store.phone(code, phone_id()):
        return go(url_for("table.page", code=code))
    return answer(JoinPage(code=code))


@blueprint.post("/join")
def join() -> Response:
    """Join the table whose code was typed or scanned, or become one of the owners of a box."""
    if seconds := guesses_left():
        return trouble("429", 429, seconds)
    code = tidy_code(request.form.get("code", ""))
    if house().store.join(code, phone_id()):
        return go(url_for("table.seats", code=code))
    if house().boxes.accept(code, phone_id()):
        return go(url_for("boxes.boxes"))
    wrong_guess()
    return answer(JoinPage(code=request.form.get("code", "")[:40], error=say("join.unknown")), 422)


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Hand out the service worker; at the root, so that it may answer for every page."""
    return current_app.send_static_file("sw.js")


@blueprint.get("/offline")
def offline() -> Response:
    """Show what the service worker keeps for when the server cannot be reached."""
    return trouble("offline", 200)


@blueprint.post("/wish")
def wish() -> Response:
    """Keep the wished language or theme in a cookie and go back."""
    response = go(local_path(request.form.get("here", "/")))
    for name, allowed in (("language", LANGUAGES), ("theme", THEMES)):
        if request.form.get(name) in allowed:
            response.set_cookie(name, request.form[name], max_age=400 * 86400, samesite="Lax", httponly=True)
    return response
