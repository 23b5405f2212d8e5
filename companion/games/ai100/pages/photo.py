"""Photos of tableaux: what one shows, and the four corners that a person may have to show it."""

from __future__ import annotations

from companion.core.table import Change, Form, Link, Refused, SentPhoto, View
from companion.games.ai100.pages import decks_teach
from companion.games.ai100.pages.finished_draft import called, spot_of, whose
from companion.games.ai100.pages.finished_final import read_extra
from companion.games.ai100.pages.finished_state import GRID_SEAT, FinishedState
from companion.games.ai100.pages.photo_reading import to_store
from companion.games.ai100.pages.photo_turn import read_new_card
from companion.games.ai100.reading import NoTableau, Reading
from companion.pages import corners
from companion.pages.corners import CornersPage
from companion.pages.fields import Fields
from companion.pages.paged import Readers


def read_finished(view: View[FinishedState], photo: SentPhoto, form: Fields) -> Change:
    """Return what a photo of a finished tableau shows; where nothing was found, the photo is kept all the same."""
    from companion.games.ai100.reader import Expected, read_by_hand, read_tableau

    state = view.state
    seat = spot_of(form, state)
    expected = Expected(elsewhere=tuple(state.elsewhere(seat)), neutral=seat == state.grid_seat)
    width, height = photo.width, photo.height
    place = corners.read_corners(view, photo, form)
    try:
        if place:
            columns = len({cell[1] for cell in state.places(seat)})
            reading = read_by_hand(photo.data, "photo", state.deck, place, expected, columns)
        else:
            reading = read_tableau(photo.data, "photo", state.deck, expected=expected)
    except NoTableau as nothing:
        reading = Reading("photo", "", {}, (), nothing.hints)
    other = None if place else _other_seat(view, seat, reading, photo)
    if other is not None:
        names = called(view, other), called(view, seat)
        raise Refused({"photo": view.say("photo.of_other", *names)}, Link.of(seat=seat))
    where = {"seat": str(seat), "photo": photo.id}
    taken = [photo_id for photo_id in state.readings(seat) if photo_id != photo.id]
    entry = {**to_store(reading, width, height), "number": len(taken)}
    return Change({f"reading/{seat}/{photo.id}": entry}, Link("tableau", where))


def _other_seat(view: View[FinishedState], seat: int, reading: Reading, photo: SentPhoto) -> int | None:
    """Return whose tableau it is where most cards of a photo lie at another seat.

    Cards that lie elsewhere are not expected here, so such a photo is hard to read: then it is looked at once more.
    """
    from companion.games.ai100.reader import read_tableau

    elsewhere = view.state.elsewhere(seat)
    if elsewhere and 2 * len(reading.unsure) >= len(reading.cells):
        try:
            reading = read_tableau(photo.data, "photo", view.state.deck)
        except NoTableau:
            return None
    owners = [elsewhere[seen.card] for seen in reading.cells.values() if seen.sure and seen.card in elsewhere]
    most = max(owners, key=owners.count, default=-1)
    return most if 2 * owners.count(most) > len(reading.cells) else None


def corners_page(view: View[FinishedState], args: Fields) -> CornersPage:
    """Return the page on which a person shows where the tableau is."""
    state = view.state
    seat = spot_of(args, state)
    back = Link.of("tableau", seat=seat, photo=args.get("photo", ""))
    explain = view.say("corners.explain.grid" if seat == state.grid_seat else "corners.explain")
    return corners.corners_page(view, args, "tableau", whose(state, seat), back, explain)


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    seat = GRID_SEAT if form.get("grid") else form.get("seat")
    if name in _TEACHING:
        return Link.of("teach", photo=form.get("kept"))
    if "x0" in form:
        return corners.corners_link(form)
    if name == "extra":
        return Link.of("final", seat=seat)
    return Link.of(seat=seat)


_TEACHING: Readers = {"teaching": decks_teach.read_cards, "teach": decks_teach.teach}
READERS: Readers = {**_TEACHING, "card": read_new_card}
FINISHED_READERS: Readers = {**_TEACHING, "tableau": read_finished, "extra": read_extra}
