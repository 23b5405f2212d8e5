"""Looking back: games that were played, the people who played them, and what they talk about afterwards."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, request, url_for

from companion import games
from companion.core.errors import CompanionError
from companion.core.play import Play, plays_csv
from companion.core.table import PagePart
from companion.pages.fields import whole_number
from companion.store.archive import Person, Wanted
from companion.store.statistics import Statistics
from companion.web.archive_file import MOST, archive_file, take_in
from companion.web.errors import trouble
from companion.web.evenings import keep_taken, titled
from companion.web.house import house
from companion.web.languages import day_of, game_name, language, say
from companion.web.pages import answer, as_download, go
from companion.web.public import admit_table
from companion.web.security import phone_id

blueprint = Blueprint("past", __name__)
_PAGE = 30  # games on a page
_LONGEST_NAME = 40
_COLOURS = 6
_TAKING = threading.Lock()  # a thousand games take seconds to score: one file at a time, beside what phones enter


class PastLine(PagePart):
    """A game that was played, in a list."""

    play: Play
    day: str


class PastPage(PagePart):
    """Games that were played, the latest first."""

    lines: tuple[PastLine, ...]
    count: int
    games: tuple[tuple[str, str, bool], ...]  # slug, name, chosen
    played: tuple[tuple[str, str], ...]  # games with statistics, the most played first
    people: tuple[tuple[int, str, bool], ...]
    deleted: tuple[str, ...]
    wanted: dict[str, Any]  # what the addresses of other pages carry on
    older: int | None = None  # the number of that page
    newer: int | None = None
    told: str = ""  # what came of a file


class PeoplePage(PagePart):
    """The people of the house, each with a small form."""

    people: tuple[Person, ...]
    error: str = ""
    at: int = 0  # whose form the error belongs to; 0 is merging


@blueprint.app_context_processor
def _remembered() -> dict[str, Any]:
    """Let set-up pages offer the names of the house; a guest is asked for a name each time."""
    return {"known_names": lambda: [one.name for one in house().archive.people(phone_id()) if not one.guest]}


def number(text: str, most: int = 10**9) -> int:
    """Return a whole number of an address or form; nonsense has no page."""
    if not text:
        return 0
    found = whole_number(text, digits=9)
    if found is None or not 0 <= found <= most:
        abort(404)
    return found


def _wanted() -> Wanted:
    slug = request.args.get("game", "")
    if slug and slug not in games():
        abort(404)
    return Wanted(phone_id(), slug, number(request.args.get("person", "")))


@blueprint.get("/past")
def past() -> Response:
    """Show the games at whose tables this phone was."""
    return _past()


def _past(told: str = "", status: int = 200) -> Response:
    wanted, archive, counted = _wanted(), house().archive, Statistics(house().store, phone_id())
    at = number(request.args.get("page", ""), 10**6)
    count = archive.count(wanted)
    plays = archive.plays(wanted, most=_PAGE, skip=at * _PAGE)
    chosen = {"game": wanted.game or None, "person": wanted.person or None}
    page = PastPage(
        lines=tuple(PastLine(play=titled(play), day=day_of(play.ended)) for play in plays if play.game in games()),
        count=count,
        games=tuple((slug, game_name(slug), slug == wanted.game) for slug in games()),
        played=tuple((slug, game_name(slug)) for slug in counted.games() if slug in games()),
        people=tuple((one.id, one.name, one.id == wanted.person) for one in archive.people(phone_id())),
        deleted=tuple(house().archive.deleted_of(phone_id())),
        wanted=chosen,
        older=at + 1 if (at + 1) * _PAGE < count else None,
        newer=at - 1 if at else None,
        told=told,
    )
    return answer(page, status)


@blueprint.get("/past.csv")
def as_csv() -> Response:
    """Hand out the games as a spreadsheet."""
    plays = house().archive.plays(_wanted(), most=-1)
    response = make_response(plays_csv(titled(play) for play in plays if play.game in games()))
    response.headers["Content-Type"] = "text/csv; charset=utf-8"
    return as_download(response, "games.csv")


@blueprint.get("/past.json")
def as_file() -> Response:
    """Hand out all games as one file."""
    return as_download(jsonify(archive_file(phone_id())), "companion-archive.json")


@blueprint.post("/past/take-in")
def take_file() -> Response:
    """Take in a file with games of another house."""
    admit_table()
    sent = request.files.get("file")
    if not _TAKING.acquire(blocking=False):
        return trouble("busy", 503)
    try:
        taken = take_in(sent.read(MOST + 1) if sent else b"", phone_id())
    except CompanionError as error:
        return _past(say("past.not_taken", error.say(language())), 422)
    finally:
        _TAKING.release()
    for code in house().archive.unfinished(phone_id()):
        if table := house().store.table(code):
            keep_taken(table)
    refused = say("past.refused", ", ".join(map(str, taken.refused))) if taken.refused else ""
    return _past(f"{say('past.taken', taken.new, taken.known)} {refused}".strip(), 422 if refused else 200)


@blueprint.post("/past/back")
def bring_back() -> Response:
    """Bring a deleted table back."""
    code = request.form.get("code", "")
    if code not in house().archive.deleted_of(phone_id()):
        abort(404)
    house().archive.bring_back(code)
    return go(url_for("past.past"))


# People.


@blueprint.get("/people")
def people() -> Response:
    """Show everybody who played at a table of this phone."""
    return _people()


def _people(error: str = "", at: int = 0) -> Response:
    listed = tuple(house().archive.people(phone_id()))
    return answer(PeoplePage(people=listed, error=error, at=at), 422 if error else 200)


@blueprint.post("/people/<int:identity>")
def change(identity: int) -> Response:
    """Rename somebody, give them a colour, make them a guest."""
    person = house().archive.person(phone_id(), identity) or abort(404)
    name = " ".join(request.form.get("name", "").split())[:_LONGEST_NAME]
    if not name:
        return _people(say("people.empty"), identity)
    colour = number(request.form.get("colour", ""), _COLOURS)
    changed = replace(person, name=name, colour=colour - 1 if colour else None, guest="guest" in request.form)
    if not house().archive.change_person(changed):
        return _people(say("people.taken"), identity)
    return go(url_for("past.people"))


@blueprint.post("/people/<int:identity>/delete")
def delete(identity: int) -> Response:
    """Take somebody's name out of everything."""
    archive = house().archive
    archive.person(phone_id(), identity) or abort(404)
    if archive.elsewhere(identity, phone_id()):
        return _people(say("people.elsewhere"), identity)
    archive.delete_person(identity, say("people.somebody", identity))
    return go(url_for("past.people"))


@blueprint.post("/people/merge")
def merge() -> Response:
    """Make one person of two."""
    keep, other = (number(request.form.get(name, "")) for name in ("keep", "other"))
    known = {one.id for one in house().archive.people(phone_id())}
    if keep == other or not {keep, other} <= known:
        return _people(say("people.merge.same"))
    house().archive.merge(keep, other)
    return go(url_for("past.people"))
