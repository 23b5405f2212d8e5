"""A photo of the board: what it shows, and the four corners that a person may have to show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.table import Change, Form, Link, Refused, SentPhoto, View
from companion.games.boussanga.pages.parts import board_code
from companion.games.boussanga.pages.state import State
from companion.pages import corners
from companion.pages.corners import CornersPage
from companion.pages.fields import Fields
from companion.pages.picture import LAST_PHOTO, SeenPicture, keep_photo, picture, shares

if TYPE_CHECKING:
    from companion.games.boussanga.reader import Reading

_DOUBTS = 16  # framed cells; where there are more, the photo is no good


def read_board(view: View[State], photo: SentPhoto, form: Fields) -> Change | Link:
    """Return the board page with what a photo shows; where no board was found, the page with the corners."""
    from companion.games.boussanga.reader import BoardNotFound, read_board_photo

    state, seat = view.state, form.own_seat()
    place = corners.read_corners(view, photo, form)
    try:
        reading = read_board_photo(photo.data, "photo", state.colours, place or None)
        return draft(view, seat, photo.id, reading)
    except BoardNotFound:
        where = Link.of("corners", seat=seat, photo=photo.id)
        if place:
            raise Refused({"photo": view.say("corners.wrong")}, where) from None
        return Change({"photo": photo.id}, where)


def draft(view: View[State], seat: int, photo_id: str, reading: Reading) -> Change | Link:
    """Return the board page with what a photo showed, for the player to correct; a photo with doubts is kept."""
    tokens, doubtful = board_code(reading.board, view.state.colours), reading.doubtful[:_DOUBTS]
    if not doubtful:
        return Link.of("board", seat=seat, tokens=tokens, read="sure")
    shown = {"photo": photo_id, "cells": {str(cell): shares(reading.place(cell), reading.size) for cell in doubtful}}
    then = Link.of("board", seat=seat, tokens=tokens, read="doubtful", doubt=".".join(shown["cells"]))
    return keep_photo(view, LAST_PHOTO, shown, then)


def doubted(view: View[State], args: Fields) -> SeenPicture | None:
    """Return the photo with the cells in it that were not clear, where the page is about them."""
    shown = view.entries.get(LAST_PHOTO)
    if not shown or args.get("read") != "doubtful":
        return None
    outlines = [(spots, "asked", cell) for cell, spots in shown["cells"].items()]
    return picture(view, shown["photo"], view.say("board.photo.seen", len(outlines)), outlines)


def corners_page(view: View[State], args: Fields) -> CornersPage:
    """Return the page on which a person shows where the cells are."""
    seat = args.own_seat()
    back = Link.of("board", seat=seat)
    return corners.corners_page(view, args, "board", ("seat", str(seat)), back, view.say("corners.explain"))


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    return corners.corners_link(form) if "x0" in form else Link.of("board", seat=form.get("seat"))
