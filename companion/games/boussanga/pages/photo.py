"""A photo of the board: what it shows, and the four corners that a person may have to show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, SentPhoto, View
from companion.games.boussanga.pages.parts import board_code
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import say
from companion.pages.seating import my_seat

if TYPE_CHECKING:
    from companion.games.boussanga.reader import Reading

_NAMES = ("tl", "tr", "br", "bl")
_START = ((15.0, 20.0), (85.0, 20.0), (85.0, 80.0), (15.0, 80.0))  # percent of the photo
_TAP = 336  # pixels: as wide as a phone shows the photo that is tapped without script


def read_board(view: View, photo: SentPhoto, form: Form) -> Change | Link:
    """Return the board page with what a photo shows; where no board was found, the page with the corners."""
    from companion.games.boussanga.reader import BoardNotFound, read_board_photo

    state: State = view.state
    seat = my_seat(form, view)
    corners = _corners(view, form)
    place = [(x * photo.width / 100, y * photo.height / 100) for x, y in corners] if corners else None
    try:
        return draft(seat, read_board_photo(photo.data, "photo", state.colours, place), state.colours)
    except BoardNotFound:
        where = Link("corners", {"seat": str(seat), "photo": photo.mark})
        if corners:
            raise Refused({"photo": say(view.language, "corners.wrong")}, where) from None
        return Change({"photo": photo.mark}, where)


def draft(seat: int, reading: Reading, colours: tuple[str, ...]) -> Link:
    """Return the board page with what a photo showed, for the player to correct."""
    doubtful = ".".join(map(str, reading.doubtful[:16]))
    read = "doubtful" if doubtful else "sure"
    args = {"seat": str(seat), "tokens": board_code(reading.board, colours), "read": read, "doubt": doubtful}
    return Link("board", args).but()


def _corners(view: View, form: Form) -> list[tuple[float, float]]:
    """Return four corners in percent of the photo; an empty list where none were sent."""
    if "x0" not in form:
        return []
    found = []
    for corner in range(4):
        try:
            x, y = (float(form.get(f"{axis}{corner}", "").replace(",", ".")) for axis in "xy")
        except ValueError:
            x = y = -1.0
        if not (0 <= x <= 100 and 0 <= y <= 100):
            back = Link("corners", {"seat": form.get("seat", "0"), "photo": form.get("kept", "")})
            raise Refused({f"corner{corner}": say(view.language, "corners.outside")}, back)
        found.append((x, y))
    return found


@dataclass(frozen=True)
class CornerField:
    """One corner: its name and its place in percent."""

    number: int
    label: str
    x: str
    y: str
    left: float  # in pixels of the photo
    top: float
    error: str


@dataclass(frozen=True)
class CornersPage(Page):
    """The photo with four corners to be dragged, tapped or typed."""

    seat: int
    name: str
    mark: str
    width: int
    height: int
    corners: tuple[CornerField, ...]
    fields: tuple[tuple[str, str], ...]
    next: CornerField  # the one that a tap sets
    tap_width: int
    problem: str


def corners_page(view: View, args: Form) -> CornersPage:
    """Return the page on which a person shows where the cells are."""
    state: State = view.state
    seat, photo = my_seat(args, view), view.photos.get(args.get("photo", ""))
    if photo is None:
        raise NoSuchPage("photo")
    typed = {**args, **view.filled}
    turn = int(args["next"]) if args.get("next", "") in ("0", "1", "2", "3") else 0
    tap = (args.get("tap.x", ""), args.get("tap.y", ""))
    if all(one.isdecimal() and len(one) < 5 for one in tap):
        # The photo is _TAP pixels wide there: a tap is turned into percent without any script.
        typed[f"x{turn}"] = f"{min(100.0, 100 * int(tap[0]) / _TAP):.1f}"
        typed[f"y{turn}"] = f"{min(100.0, 100 * int(tap[1]) / (_TAP * photo.height / photo.width)):.1f}"
        turn = (turn + 1) % 4
    fields = tuple(_field(view, typed, number, photo.width, photo.height) for number in range(4))
    return CornersPage(
        "corners.html",
        say(view.language, "corners.title"),
        seat,
        state.names[seat],
        photo.mark,
        photo.width,
        photo.height,
        fields,
        (("seat", str(seat)), ("kept", photo.mark)),
        fields[turn],
        _TAP,
        view.errors.get("photo", ""),
    )


def _field(view: View, typed: Form, number: int, width: int, height: int) -> CornerField:
    x, y = (typed.get(f"{axis}{number}", f"{_START[number][at]:.1f}") for at, axis in enumerate("xy"))
    left, top = (
        float(value) if value.replace(".", "", 1).isdecimal() else _START[number][at] for at, value in enumerate((x, y))
    )
    label = say(view.language, f"corner.{_NAMES[number]}")
    error = view.errors.get(f"corner{number}", "")
    return CornerField(number, label, x, y, round(left * width / 100, 1), round(top * height / 100, 1), error)


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    seat = form.get("seat", "0")
    if "x0" in form:
        return Link("corners", {"seat": seat, "photo": form.get("kept", "")})
    return Link("board", {"seat": seat})
