"""The named cards of teaching photos: how many there are and in which cells is known, so they are sought until found.

Location looks at each photo by itself. Where it found other cards than were named, the outline that the cards of the
other photos have in common says where to look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.core.errors import CompanionError, Place, Unreadable
from companion.core.sheet import Reason
from companion.games.ai100.reader.cells import TAUGHT
from companion.games.ai100.reader.teaching.gather import Common, Shown
from companion.vision.align import KIND, Map
from companion.vision.frame import in_frame
from companion.vision.layout import Layout, layouts
from companion.vision.locate import locate
from companion.vision.parallel import in_parallel
from companion.vision.recognise import Sketch
from companion.vision.scan import scan_table
from companion.vision.seek import seek
from companion.vision.shapes import LocatedCard, Location, Quad
from companion.vision.upright import Photo, read_photo

Tableau = Mapping[str, str]
Corners = tuple[tuple[float, float], ...]  # shares of the photo, clockwise from the card's own top left

_ENOUGH = 0.6  # of the named cards must be found by themselves, the grid says where the others lie
_ABOUT = 0.25  # of a card's size: where one was shown there it is, perhaps in another frame
_CLEARLY = 1.05  # times as well as before must cards agree with the outline to be better placed


@dataclass(frozen=True)
class _SearchedPhoto:
    """A photo that has been searched: what was located, and where the named cards lie if that was enough.

    Nothing was located where it was known before.
    """

    name: str
    photo: Photo
    location: Location | None
    cells: Tableau
    shown: Shown | None
    found: int  # of the named cards

    @property
    def whole(self) -> bool:
        return self.shown is not None and self.found == len(self.cells)


def find_named(
    photos: Mapping[str, bytes],
    ids: Mapping[str, Tableau],
    template: Map | None = None,
    told: Callable[[str, int, int], None] | None = None,
    lying: Mapping[str, Mapping[str, Corners]] | None = None,
    exactly: bool = True,
) -> list[Shown]:
    """Return where the named cards of photos may lie; `template` is the outline of the print, where it is known.

    A photo on which they cannot be found is refused by name. `told` hears up to which card of how many was looked at;
    `lying` are cells of photos whose places are known, `exactly` or about there.
    """

    def look(name: str) -> _SearchedPhoto:
        found = _searched(name, photos[name], ids[name], (lying or {}).get(name, {}), exactly)
        if found.shown:
            found.shown.outlines  # noqa: B018 -- looked at beside the next photo
        return found

    searched: list[_SearchedPhoto] = []
    every = sum(len(ids[name]) for name in photos)
    for one in in_parallel(look, photos):
        searched.append(one)
        if told:
            told(one.name, sum(len(one.cells) for one in searched), every)
    searched = _sought(searched, template)
    return [one.shown if one.shown else _refused(one) for one in searched]


def _searched(name: str, data: bytes, cells: Tableau, known: Mapping[str, Corners], exactly: bool) -> _SearchedPhoto:
    """A photo searched by itself."""
    photo = read_photo(data, name)
    if cells.keys() <= known.keys():
        there = [Quad.of(np.array(known[cell]) * photo.size - 0.5) for cell in cells]
        return _known(name, photo, cells, there if exactly else _located_there(photo, there))
    return _laid(name, photo, locate(photo.image), cells)


def _sought(searched: Sequence[_SearchedPhoto], template: Map | None) -> list[_SearchedPhoto]:
    """The photos, those that do not show all named cards looked at once more with the outline of the others."""
    well = [one.shown for one in searched if one.whole and one.shown]
    if not well and template is None:
        return list(searched)
    common = Common.of(well, template)
    return list(in_parallel(lambda one: _again(one, common) if _doubtful(one, common) else one, searched))


def _doubtful(one: _SearchedPhoto, common: Common) -> bool:
    """Whether a photo does not show all named cards, or shows them unlike the others do; AI cards may look so.

    Where cards lie that were shown before is not in doubt.
    """
    if one.location is None:
        return False
    unlike = one.shown is not None and not one.shown.ai and not common.shows(one.shown)
    return not one.whole or unlike


def _again(one: _SearchedPhoto, common: Common) -> _SearchedPhoto:
    """A photo looked at with an outline in mind, if that explains it better than before."""
    best, fit, location = one, _fit(one, common), one.location
    assert location is not None
    for search in (_in_frame, _beside, _anywhere):
        found = _as_location(search(one, location, common), location)
        other = _laid(one.name, one.photo, found, one.cells)
        now = _fit(other, common)
        # Where hardly a named card was found what looks like them at all will do: it is settled afterwards.
        least = common.least if best.shown else KIND
        if now > least and (other.found > best.found or now > _CLEARLY * fit):
            best, fit = other, now
        if not _doubtful(best, common):
            break
    return best


def _as_location(quads: Sequence[Quad], before: Location) -> Location:
    """Cards of a photo that were found by their outline."""
    return Location(tuple(LocatedCard(quad, 1.0) for quad in quads), "outline", before.size)


def _in_frame(one: _SearchedPhoto, _: Location, common: Common) -> list[Quad]:
    """Cards where they were located, their sides elsewhere: a band of them may have been taken for the table."""
    return in_frame(one.photo.image, one.shown.way(one.shown.first), common.outline)[0] if one.shown else []


def _beside(one: _SearchedPhoto, location: Location, common: Common) -> list[Quad]:
    """Cards from one to the next."""
    return seek(one.photo.image, location, common.outline, len(one.cells), common.constancy)


def _anywhere(one: _SearchedPhoto, location: Location, common: Common) -> list[Quad]:
    """Cards wherever they lie, and from there one to the next."""
    if not location.cards:
        return []
    sketch = Sketch.of(one.photo.image)
    places = scan_table(sketch, location, common.outline, len(one.cells), common.constancy)
    return _beside(one, _as_location([place.quad for place in places], location), common) if places else []


def _fit(one: _SearchedPhoto, common: Common) -> float:
    return common.fit(one.shown) if one.shown else 0.0


def _known(name: str, photo: Photo, cells: Tableau, there: Sequence[Quad]) -> _SearchedPhoto:
    """Cards whose places are known; which end is up is not."""
    ways = (tuple(there), tuple(quad.turned(2) for quad in there))
    return _SearchedPhoto(name, photo, None, cells, Shown(name, photo.image, cells, ways), len(cells))


def _located_there(photo: Photo, about: Sequence[Quad]) -> list[Quad]:
    """Cards as they are located, where they were shown in a frame that may be wrong; from the same corner on."""
    located = [card.quad for card in locate(photo.image).cards]
    found = []
    for quad in about:
        far = [float(np.linalg.norm(np.subtract(quad.centre, one.centre))) for one in located]
        near = located[int(np.argmin(far))] if far and min(far) < _ABOUT * np.sqrt(quad.area) else quad
        turns = [near.turned(quarters) for quarters in range(4)]
        found.append(min(turns, key=lambda one: float(np.abs(one.points - quad.points).sum())))
    return found


def _laid(name: str, photo: Photo, location: Location, cells: Tableau) -> _SearchedPhoto:
    """What was located as the named cards, if it can be that."""
    choices = layouts(location, TAUGHT, lambda layout: 3.0 * _shared(layout, cells))
    best = max((_shared(layout, cells) for layout in choices), default=0)
    if best < _ENOUGH * len(cells):
        return _SearchedPhoto(name, photo, location, cells, None, max(best, 0))
    fitting = [layout for layout in choices if _shared(layout, cells) == best]
    first = fitting[0]
    other = next((layout for layout in fitting if (layout.rotation - first.rotation) % 4 == 2), None)
    ways = (_quads(first, cells), _quads(other, cells) if other else None)
    return _SearchedPhoto(name, photo, location, cells, Shown(name, photo.image, cells, ways), best)


def _refused(one: _SearchedPhoto) -> Shown:
    raise _why(one)


def _why(one: _SearchedPhoto) -> CompanionError:
    count = len(one.location.cards) if one.location else 0
    if not count:
        return Unreadable(Reason("vision:error.no_cards"), Place(one.name))
    return Unreadable(Reason("vision:error.other_number", (count, len(one.cells))), Place(one.name))


def _shared(layout: Layout, cells: Tableau) -> int:
    return len(set(layout.cells) & set(cells)) - len(set(layout.cells) - set(cells))


def _quads(layout: Layout, cells: Tableau) -> tuple[Quad, ...]:
    return tuple(layout.cells.get(cell) or layout.grid[cell] for cell in cells)
