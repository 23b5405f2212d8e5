"""Reads Pilier's cards from photos: the square after a turn, cards that somebody has taken, cards to be taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.games.pilier.cards import EVERY_CARD, Card
from companion.games.pilier.reader.beside import look_around
from companion.games.pilier.reader.eye import Eye, Sight
from companion.games.pilier.reader.gaps import alike, taught_frame
from companion.games.pilier.reader.overlay import Overlay, lay_over
from companion.games.pilier.reader.prints import Print, read_print
from companion.games.pilier.reading import Guess, Seen, SquareReading
from companion.games.pilier.square import Cell
from companion.vision.flat import warp_cards
from companion.vision.layout import View, views
from companion.vision.locate import locate
from companion.vision.one_thread import one_thread
from companion.vision.plane import fit_plane
from companion.vision.shapes import Location, Quad, sides
from companion.vision.upright import Photo, read_photo

__all__ = ["Print", "read_cards", "read_print", "read_square", "read_teaching", "teach_cards"]

Floats = NDArray[np.float64]

_LYING = 0.98  # how likely a card still lies where it lay before
_SHOWN = 0.002  # alternatives below this are not worth a line
_MOST_SHOWN = 5
_FAMILIAR = 0.8  # of the known cards must be recognised; a photo that shows fewer is laid wrongly over the square
_UNFAMILIAR = 0.9  # of any confidence otherwise
_OFF = 0.3  # of a card: what lies further off the rows and columns is no part of the square
_TAUGHT_APART = 1.75  # cards in rows to be learned may have been located without a broad band
_ALIKE = 0.45  # of what the others look like a card of the print: less is none


def _located(data: bytes, name: str) -> tuple[Photo, Location]:
    photo = read_photo(data, name)
    location = locate(photo.image)
    if not location.cards:
        raise Unreadable(Reason("pilier:photo.nothing"), Place(name))
    return photo, location


def _in_rows(view: View) -> list[int]:
    """The cards in rows and columns: of two on one cell the one that lies better."""
    off = np.abs(view.off).max(axis=1)
    taken: dict[tuple[int, ...], int] = {}
    for at in np.argsort(off):
        if off[at] < _OFF:
            taken.setdefault(tuple(view.steps[at].tolist()), int(at))
    return sorted(taken.values())


def _short_side_first(location: Location) -> list[Quad]:
    """The quads of cards that lie anyhow, each from one of its two short sides on."""
    flat = fit_plane(location.quads, np.ones(len(location.cards)), location.size).flatten(location.quads)
    length = sides(np.asarray(flat, np.float32))
    lying = length[:, [0, 2]].sum(axis=1) > length[:, [1, 3]].sum(axis=1)
    return [card.quad.turned(1) if turn else card.quad for card, turn in zip(location.cards, lying, strict=True)]


def _seen_all(data: bytes, name: str, printed: Print, used: Mapping[Card, int]) -> tuple[Photo, Eye, Sight]:
    """All cards of a photo, those that location has missed as well."""
    photo, location = _located(data, name)
    quads = _short_side_first(location)
    eye = Eye.on(photo.image, printed, used, quads)
    return photo, eye, look_around(eye, eye.see(quads), location).distinct


@one_thread
def read_cards(data: bytes, name: str, printed: Print) -> tuple[Seen, ...]:
    """Return all cards of a photo, however they lie."""
    photo, _, sight = _seen_all(data, name, printed, {})
    shares = sight.shares(printed.odds({}))
    return tuple(_seen(photo, quad, share) for quad, share in zip(sight.quads, shares, strict=True))


@one_thread
def read_square(
    data: bytes,
    name: str,
    printed: Print,
    known: Mapping[Cell, Card],
    elsewhere: Mapping[Card, int] | None = None,
    line: Collection[Cell] = (),
) -> SquareReading:
    """Return a photo of the square laid over the cards that are known to lie there.

    `elsewhere` are those that were taken; of the `line` of a scoring phase some may be gone.
    """
    used = Counter(elsewhere or {})
    photo, eye, sight = _seen_all(data, name, printed, used)
    view = next(iter(views(np.stack([quad.points for quad in sight.quads]), photo.size)))
    rows = _in_rows(view)
    sight, steps = sight.of(rows), view.steps[rows]
    if not known:
        shares, (left, top) = sight.shares(printed.odds(used)), steps.min(axis=0)
        cells = {
            Cell(int(y - top), int(x - left)): _seen(photo, quad, share)
            for (x, y), quad, share in zip(steps, sight.quads, shares, strict=True)
        }
        return SquareReading(cells)
    overlay = lay_over(steps, sight.shares(printed.odds(used)), known)
    if overlay is None:
        raise Unreadable(Reason("pilier:photo.elsewhere"), Place(name))
    reading = _compared(photo, eye, view, sight, overlay, known)
    stay = [cell for cell in known if cell not in line]
    recognised = sum(cell in reading.cells and reading.cells[cell].card == known[cell] for cell in stay)
    return reading if recognised >= _FAMILIAR * len(stay) else _doubted(reading, known)


def _doubted(reading: SquareReading, known: Mapping[Cell, Card]) -> SquareReading:
    """A photo on which too many known cards are not to be seen: nothing that is new or gone in it is sure."""
    cells = {}
    for cell, seen in reading.cells.items():
        guesses = tuple(guess._replace(confidence=_UNFAMILIAR * guess.confidence) for guess in seen.guesses)
        cells[cell] = seen if cell in known else Seen(guesses, seen.quad)
    return SquareReading(cells)


def _compared(
    photo: Photo, eye: Eye, view: View, sight: Sight, overlay: Overlay, known: Mapping[Cell, Card]
) -> SquareReading:
    """What lies on known cells, what is new, and what is gone."""
    places = list(overlay.cells)
    missing = [cell for cell in known if cell not in places]
    gaps = [Quad.of(quad) for quad in view.lattice.cells(overlay.steps(missing))] if missing else []
    wide, tall = photo.size
    inside = [bool((quad.points >= 0).all() and (quad.points < (wide, tall)).all()) for quad in gaps]
    looked = [at for at, within in enumerate(inside) if within]
    again = eye.look([*sight.quads, *(gaps[at] for at in looked)]) if looked else sight
    places += [missing[at] for at in looked]
    lying, usual = eye.printed.odds(Counter(eye.used) + Counter(known.values())), np.median(sight.likeness)
    cells, gone = {}, []
    for at, cell in enumerate(places):
        (share,) = again.of([at]).shares(_still(known[cell]) if cell in known else lying)
        if again.likeness[at] < _ALIKE * usual or (at >= len(sight.quads) and _other(share, known[cell])):
            gone += [cell] if cell in known else []
        else:
            cells[cell] = _seen(photo, again.quads[at], share)
    return SquareReading(cells, tuple(gone))


def _still(card: Card) -> Floats:
    """The odds of cards on a cell where one is known to lie."""
    rest = np.full(len(EVERY_CARD), (1 - _LYING) / (len(EVERY_CARD) - 1))
    rest[EVERY_CARD.index(card)] = _LYING
    return np.asarray(np.log(rest))


def _other(share: Floats, card: Card) -> bool:
    return bool(share[EVERY_CARD.index(card)] < 0.5)


def _seen(photo: Photo, quad: Quad, share: Floats) -> Seen:
    order = np.argsort(-share, kind="stable")[:_MOST_SHOWN]
    guesses = tuple(Guess(EVERY_CARD[at], min(float(share[at]), 0.9999)) for at in order if share[at] > _SHOWN)
    return Seen(guesses, shares_of(photo, quad))


def shares_of(photo: Photo, quad: Quad) -> tuple[tuple[float, float], ...]:
    """Return the corners of a quad as shares of the photo, whatever size of it is shown."""
    wide, tall = photo.size
    return tuple((float(x / wide), float(y / tall)) for x, y in quad.points)


@one_thread
def read_teaching(data: bytes, name: str, printed: Print) -> tuple[Seen, ...]:
    """Return cards that are to be taught, row by row; what the print knows already is proposed.

    Where it knows nothing yet, cards stand upright in the photo.
    """
    photo, location = _located(data, name)
    found = [view for view in views(location.quads, location.size, widest=_TAUGHT_APART) if view.rotation in (0, 1)]
    view, rows = found[0], _in_rows(found[0])
    rows.sort(key=lambda at: (view.steps[at, 1], view.steps[at, 0]))
    quads = [view.quads[at] for at in rows]
    if not printed.ready:
        frame = taught_frame(photo.image, view, rows)
        return tuple(
            Seen((), shares_of(photo, quad)) for quad in alike(photo.image, [frame.of(quad) for quad in quads])
        )
    eye = Eye.on(photo.image, printed, {}, quads)
    sight = eye.see(quads)
    shares = sight.shares(printed.odds({}))
    return tuple(_seen(photo, quad, share) for quad, share in zip(sight.quads, shares, strict=True))


@one_thread
def teach_cards(
    data: bytes, name: str, printed: Print, cards: Sequence[tuple[Card, Sequence[tuple[float, float]]]]
) -> Print:
    """Return the print with cards of a photo that somebody has named, each by its quad."""
    photo = read_photo(data, name)
    wide, tall = photo.size
    quads = [Quad.of([(x * wide, y * tall) for x, y in quad]) for _, quad in cards]
    pictures = warp_cards(photo.image, quads)
    return printed.with_photo([(card, picture) for (card, _), picture in zip(cards, pictures, strict=True)], name)
