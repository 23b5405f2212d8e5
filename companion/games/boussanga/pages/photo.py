"""A photo of the board: what it shows, and the four corners that a person may have to show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table import Change, Form, Link, Refused, SentPhoto, View
from companion.games.boussanga.pages.parts import board_code
from companion.games.boussanga.pages.state import State
from companion.pages import corners
from companion.pages.corners import CornersPage
from companion.pages.fields import Fields

if TYPE_CHECKING:
    from companion.games.boussanga.reader import Reading


def read_board(view: View[State], photo: SentPhoto, form: Fields) -> Change | Link:
    """Return the board page with what a photo shows; where no board was found, the page with the corners."""
    from companion.games.boussanga.reader import BoardNotFound, read_board_photo

    state, seat = view.state, form.own_seat()
    place = corners.read_corners(view, photo, form)
    try:
        return draft(seat, read_board_photo(photo.data, "photo", state.colours, place or None), state.colours)
    except BoardNotFound:
        where = Link.of("corners", seat=seat, photo=photo.id)
        if place:
            raise Refused({"photo": view.say("corners.wrong")}, where) from None
        return Change({"photo": photo.id}, where)


def draft(seat: int, reading: Reading, colours: tuple[str, ...]) -> Link:
    """Return the board page with what a photo showed, for the player to correct."""
    doubtful = ".".join(map(str, reading.doubtful[:16]))
    read = "doubtful" if doubtful else "sure"
    args = {"seat": str(seat), "tokens": board_code(reading.board, colours), "read": read, "doubt": doubtful}
    return Link("board", args).but()


def corners_page(view: View[State], args: Fields) -> CornersPage:
    """Return the page on which a person shows where the cells are."""
    seat = args.own_seat()
    back = Link.of("board", seat=seat)
    return corners.corners_page(view, args, "board", ("seat", str(seat)), back, view.say("corners.explain"))


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    return corners.corners_link(form) if "x0" in form else Link.of("board", seat=form.get("seat"))
