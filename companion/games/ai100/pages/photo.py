"""Photos of tableaux: what one shows, and the four corners that a person may have to show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, SentPhoto, View
from companion.games.ai100.pages import decks_teach
from companion.games.ai100.pages.finished_entry import seat_of
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.photo_reading import to_store
from companion.games.ai100.pages.words import problem_words, say
from companion.games.ai100.reading import NoTableau, Reading

CORNERS = ("tl", "tr", "br", "bl")
_START = ((15.0, 20.0), (85.0, 20.0), (85.0, 80.0), (15.0, 80.0))  # percent of the photo
_TAP = 336  # pixels: as wide as a phone shows the photo that is tapped without script


def read_finished(view: View, photo: SentPhoto, form: Form) -> Change:
    """Return what a photo of a finished tableau shows; where nothing was found, the photo is kept all the same."""
    from companion.games.ai100.judge import Expected
    from companion.games.ai100.reader import read_by_hand, read_tableau

    state: FinishedState = view.state
    seat = seat_of(form, state)
    expected = Expected(elsewhere=tuple(state.elsewhere(seat)))
    width, height = photo.width, photo.height
    corners = read_corners(view, form)
    try:
        if corners:
            place = [(x * width / 100, y * height / 100) for x, y in corners]
            reading = read_by_hand(photo.data, "photo", state.deck, place, expected)
        else:
            reading = read_tableau(photo.data, "photo", state.deck, expected=expected)
    except NoTableau as nothing:
        reading = Reading("photo", "", {}, (), nothing.hints)
    where = {"seat": str(seat), "photo": photo.mark}
    return Change({f"reading/{seat}/{photo.mark}": to_store(reading, width, height)}, Link("tableau", where))


def read_corners(view: View, form: Form) -> list[tuple[float, float]]:
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
            raise Refused({f"corner{corner}": say(view.language, "error.corner")}, back)
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
    back: Link


def corners_page(view: View, args: Form) -> CornersPage:
    """Return the page on which a person shows where the tableau is."""
    state: Any = view.state
    seat, photo = seat_of(args, state), view.photos.get(args.get("photo", ""))
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
    fields = tuple(_corner(view, typed, number, photo.width, photo.height) for number in range(4))
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
        problem_words(view.errors["photo"], view.language) if "photo" in view.errors else "",
        Link("tableau", {"seat": str(seat), "photo": photo.mark}),
    )


def _corner(view: View, typed: Form, number: int, width: int, height: int) -> CornerField:
    x, y = (typed.get(f"{axis}{number}", f"{_START[number][at]:.1f}") for at, axis in enumerate("xy"))
    left, top = (
        float(value) if value.replace(".", "", 1).isdecimal() else _START[number][at] for at, value in enumerate((x, y))
    )
    return CornerField(
        number,
        say(view.language, f"corner.{CORNERS[number]}"),
        x,
        y,
        round(left * width / 100, 1),
        round(top * height / 100, 1),
        view.errors.get(f"corner{number}", ""),
    )


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    seat = form.get("seat", "0")
    if name in ("lesson", "learn"):
        return Link("teach", {"photo": form["kept"]} if form.get("kept") else {})
    if "x0" in form:
        return Link("corners", {"seat": seat, "photo": form.get("kept", "")})
    return Link("", {"seat": seat})


# What a photo may be of: the kind of table that can use it, and who looks at it.
READERS: Mapping[str, tuple[type, Callable[[View, SentPhoto, Form], Change | Link]]] = {
    "tableau": (FinishedState, read_finished),
    "lesson": (object, decks_teach.read_lesson),
    "learn": (object, decks_teach.learn),
}
