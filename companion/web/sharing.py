"""After the game: a rematch, the result as a picture, as text, as a link that needs no seat, as a play for BG Stats."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, make_response, request, url_for

from companion.core.play import Play
from companion.core.table import PagePart
from companion.store import Table
from companion.web.errors import trouble
from companion.web.evenings import anonymous, best_first, play_of, result_of, settled, titled
from companion.web.house import game_of, house
from companion.web.languages import date_of, language
from companion.web.pages import answer, go
from companion.web.tables import blueprint as table_blueprint
from companion.web.tables import verify_may_enter

blueprint = Blueprint("shared", __name__, url_prefix="/s/<token>")


class SharedPage(PagePart):
    """A result as strangers see it: nothing else of the table, and nowhere to go from here."""

    title: str
    when: str
    rows: tuple[tuple[str, str, bool], ...]  # name, total, winner
    picture: str


def _picture(table: Table, *, named: bool) -> Response:
    game, view = game_of(table), house().view(table, None, language())
    from companion.web.picture import result_picture

    board = game.scoreboard(view)
    if not settled(board):
        abort(404)
    response = make_response(result_picture(result_of(table, board, game.result_drawing(view), named=named)))
    response.headers["Content-Type"] = "image/png"
    response.headers["Cache-Control"] = "no-cache"
    return response


@table_blueprint.get("/result.png")
def result_file() -> Response:
    """Hand out the result as a picture; `names=0` leaves names out."""
    return _picture(g.table, named=request.args.get("names") != "0")


@table_blueprint.post("/share")
def give_link() -> Response:
    """Give out a link to the result, or withdraw it."""
    verify_may_enter(request.form)
    if request.form.get("withdraw"):
        house().archive.withdraw(g.code)
    else:
        house().archive.share(g.code, names=request.form.get("names") != "0")
    return go(url_for("table.scores"))


@table_blueprint.post("/place")
def say_place() -> Response:
    """Say where a game was played."""
    verify_may_enter(request.form)
    house().archive.set_place(g.code, " ".join(request.form.get("place", "").split())[:60])
    return go(url_for("table.scores"))


def _shared(token: str) -> tuple[Table, bool] | None:
    found = house().archive.shared(token)
    table = house().store.table(found[0]) if found else None
    return (table, found[1]) if table and found else None


@blueprint.get("/")
def result(token: str) -> Response:
    """Show a shared result."""
    found = _shared(token)
    if found is None:
        return trouble("withdrawn", 404)
    table, named = found
    board = game_of(table).scoreboard(house().view(table, None, language()))
    if not settled(board):
        return trouble("withdrawn", 404)
    play: Play = titled(play_of(table, board))
    names = {} if named else anonymous(board)
    return answer(
        SharedPage(
            title=play.title,
            when=date_of(play.ended),
            rows=tuple((names.get(row.seat, row.name), str(row.total), row.leads) for row in best_first(board)),
            picture=url_for("shared.shared_picture", token=token),
        )
    )


@blueprint.get("/result.png")
def shared_picture(token: str) -> Response:
    """Hand out the picture of a shared result."""
    found = _shared(token) or abort(404)
    return _picture(found[0], named=found[1])
