"""Four corners that a person shows on a photo: dragged, tapped one after the other without script, or typed."""

from __future__ import annotations

from typing import Any

from companion.core.table import Form, KeptPhoto, Link, NoSuchPage, Page, PagePart, Refused, SentPhoto, View
from companion.pages.fields import Fields

NAMES = ("tl", "tr", "br", "bl")
_START = ((15.0, 20.0), (85.0, 20.0), (85.0, 80.0), (15.0, 80.0))  # percent of the photo
_TAP = 336  # pixels: as wide as a phone shows the photo that is tapped without script


class CornerField(PagePart):
    """One corner: its name and its place in percent."""

    number: int
    label: str
    x: str
    y: str
    left: float  # in pixels of the photo
    top: float
    error: str


class CornersPage(Page):
    """The photo with its corners."""

    of: str  # what the photo is of
    explain: str
    whose: tuple[str, str]
    photo: KeptPhoto
    corners: tuple[CornerField, ...]
    fields: tuple[tuple[str, str], ...]
    next: CornerField  # the one that a tap sets
    tap_width: int
    problem: str = ""
    back: Link


def corners_link(form: Form) -> Link:
    """Return the page on which the corners of a photo that the table has kept are shown."""
    where = {key: form[key] for key in ("seat", "grid") if key in form}
    return Link.of("corners", **where, photo=form.get("kept", ""))


def read_corners(view: View[Any], photo: SentPhoto, form: Fields) -> list[tuple[float, float]]:
    """Return four corners in pixels, clockwise from the top left; an empty list where none were sent."""
    if "x0" not in form:
        return []
    found = []
    for corner in range(4):
        x, y = (_percent(form.get(f"{axis}{corner}", "")) for axis in "xy")
        if x is None or y is None:
            raise Refused({f"corner{corner}": view.say("corners.outside")}, corners_link(form))
        found.append((x * photo.width / 100, y * photo.height / 100))
    return found


def _percent(text: str) -> float | None:
    """Return a place on the photo; None where the text is none."""
    try:
        percent = float(text.replace(",", "."))
    except ValueError:
        return None
    return percent if 0 <= percent <= 100 else None


def corners_page(
    view: View[Any], args: Fields, photo: str, whose: tuple[str, str], back: Link, explain: str
) -> CornersPage:
    """Return the page on which a person shows what the reader did not find; `whose` is the field that says where."""
    kept = view.photos.get(args.get("photo", ""))
    if kept is None:
        raise NoSuchPage("photo")
    typed = {**args, **view.filled}
    turn = args.number("next", range(len(NAMES)), 0)
    tap = [args.number_if_any(f"tap.{axis}", range(10_000)) for axis in "xy"]
    if tap[0] is not None and tap[1] is not None:
        # The photo is _TAP pixels wide there: a tap is turned into percent without any script.
        typed[f"x{turn}"] = f"{min(100.0, 100 * tap[0] / _TAP):.1f}"
        typed[f"y{turn}"] = f"{min(100.0, 100 * tap[1] / (_TAP * kept.height / kept.width)):.1f}"
        turn = (turn + 1) % 4
    fields = tuple(_field(view, typed, number, kept) for number in range(4))
    return CornersPage(
        title=view.say("corners.title"),
        of=photo,
        explain=explain,
        whose=whose,
        photo=kept,
        corners=fields,
        fields=(whose, ("kept", kept.id)),
        next=fields[turn],
        tap_width=_TAP,
        problem=view.errors.get("photo", ""),
        back=back,
    )


def _field(view: View[Any], typed: Form, number: int, photo: KeptPhoto) -> CornerField:
    x, y = (typed.get(f"{axis}{number}", f"{_START[number][at]:.1f}") for at, axis in enumerate("xy"))
    left, top = (
        _START[number][at] if (percent := _percent(value)) is None else percent for at, value in enumerate((x, y))
    )
    return CornerField(
        number=number,
        label=view.say(f"corner.{NAMES[number]}"),
        x=x,
        y=y,
        left=round(left * photo.width / 100, 1),
        top=round(top * photo.height / 100, 1),
        error=view.errors.get(f"corner{number}", ""),
    )
