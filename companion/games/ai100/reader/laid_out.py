"""A photo laid out: which quads are which cells, how they were read, and better places for some of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.deck import Deck
from companion.games.ai100.reader.arrange import Arranger
from companion.games.ai100.reader.cells import CENTRE, TABLEAU, TAUGHT
from companion.games.ai100.reader.evidence import Box, Evidence
from companion.games.ai100.reader.weigh import UNKNOWN, Expected
from companion.games.ai100.reading import Hint, NoTableau
from companion.vision.align import read_outline
from companion.vision.changes import whole_grid
from companion.vision.layout import Layout, layouts
from companion.vision.recognise import Sketch, recognise
from companion.vision.seek import seek
from companion.vision.shapes import LocatedCard, Location, Quad
from companion.vision.upright import Photo

_CLEAR = 2.0  # the logarithm of the odds above which a cell shows the card that is said to lie there
_CONFIRMED = 0.6  # of the cells must show the cards that are said to lie there; a hand or a standee may hide the others
_AHEAD = 6.0  # the logarithm of the odds by which one cell must look more like an AI card than all others
_ALIKE = 0.45  # places that agree less with the outline of a card are bare table
DARK = 0.16  # brightness of the brightest things in view


@dataclass(frozen=True)
class LaidOut:
    """A photo laid out: quads of cells, how they were read, and how sure the layout is."""

    photo: Photo
    box: Box
    cells: tuple[str, ...]
    quads: tuple[Quad, ...]
    evidence: Evidence
    confidence: float  # of the layout
    located: NDArray[np.bool_]  # whether a card was found there, or only a place where one might lie
    teaching: bool = False  # cards that are to be taught: what was located stays, whatever the deck makes of it

    @classmethod
    def by_hand(cls, photo: Photo, layout: Layout, deck: Deck) -> LaidOut:
        """Look at all cells of a layout that a person has shown."""
        return cls.of_cells(photo, layout.grid, (), deck)

    @classmethod
    def of_cells(cls, photo: Photo, grid: Mapping[str, Quad], occupied: Collection[str], deck: Deck) -> LaidOut:
        """Look at cells whose places are known, a card on some of them."""
        height, width = photo.image.shape[:2]
        inside = [
            cell
            for cell, quad in grid.items()
            if cell in occupied or ((quad.points >= -2).all() and (quad.points < (width + 2, height + 2)).all())
        ]
        quads = tuple(grid[cell] for cell in inside)
        box = Box(deck)
        evidence = box.see(photo.image, quads, _centre(inside))
        return cls(
            photo, box, tuple(inside), quads, evidence, 1.0, np.array([cell in occupied for cell in inside], bool)
        )

    @classmethod
    def around(cls, photo: Photo, location: Location, deck: Deck, name: str, expected: Expected = UNKNOWN) -> LaidOut:
        """Lay out what was located and read it."""
        box = Box(deck)
        arranger = Arranger(photo, box, expected)
        choice = arranger.around(location)
        if choice is None:
            raise NoTableau(_nothing_seen(photo), name)
        cells = choice.layout.cells
        evidence = arranger.seen(cells.values())
        if box.printed.ai and CENTRE in cells:
            evidence = evidence.replaced([list(cells).index(CENTRE)], box.see(photo.image, [cells[CENTRE]], [0]))
        found = cls(
            photo, box, tuple(cells), tuple(cells.values()), evidence, choice.confidence, np.ones(len(cells), bool)
        )
        found = found.with_gaps(choice.layout.grid)
        return found if expected.neutral else found.centred()

    @classmethod
    def of_teaching(cls, photo: Photo, location: Location, deck: Deck, name: str) -> LaidOut:
        """Lay out cards that are to be taught, whichever end up more of them are known."""
        box, ranked = Box(deck), layouts(location, TAUGHT)
        template = read_outline(box.printed.outline) if box.album else None
        if not ranked and template is not None:
            # Whoever has seen cards of this print knows what to look for.
            quads = seek(photo.image, location, template, len(TAUGHT.names), box.constancy)
            ranked = layouts(
                Location(tuple(LocatedCard(quad, 1.0) for quad in quads), "outline", location.size), TAUGHT
            )
        if not ranked:
            raise NoTableau(_nothing_seen(photo), name)
        first = ranked[0]
        over = next((one for one in ranked if (one.rotation - first.rotation) % 4 == 2), first)
        ends = [(one, box.see(photo.image, list(one.cells.values()))) for one in (first, over)]
        layout, evidence = max(ends, key=lambda one: float(one[1].fit.max(axis=1).sum()))
        cells = tuple(layout.cells)
        return cls(
            photo, box, cells, tuple(layout.cells.values()), evidence, 1.0, np.ones(len(cells), bool), teaching=True
        )

    def with_gaps(self, grid: Mapping[str, Quad]) -> LaidOut:
        """Look also where the grid has room for a card that was not located."""
        size = self.photo.image.shape[1::-1]
        gaps = {
            cell: quad
            for cell, quad in grid.items()
            if cell not in self.cells and (quad.points >= 0).all() and (quad.points < size).all()
        }
        # The pictures of cards that have been photographed tell them from the bare table; of others their outline does.
        template = None if self.box.album else self.box.outline(self.evidence.cards)
        if gaps and template is not None:
            seen = recognise(Sketch.of(self.photo.image), list(gaps.values()), template, upright=True)
            alike = {cell for cell, place in zip(gaps, seen, strict=True) if place.likeness > _ALIKE}
            gaps = {cell: quad for cell, quad in gaps.items() if cell in alike}
        if not gaps:
            return self
        return replace(
            self,
            cells=self.cells + tuple(gaps),
            quads=self.quads + tuple(gaps.values()),
            evidence=self.evidence + self.box.see(self.photo.image, list(gaps.values()), _centre(list(gaps))),
            located=np.concatenate([self.located, np.zeros(len(gaps), bool)]),
        )

    def centred(self) -> LaidOut:
        """The same, the AI card in the centre where one is clearly seen: it says which column is which."""
        odds = self.evidence.ai
        best = int(odds.argmax())
        if odds[best] < 0 or (len(odds) > 1 and odds[best] < np.delete(odds, best).max() + _AHEAD):
            return self
        if self.cells[best] == CENTRE:
            return replace(self, confidence=1.0)
        right, down = np.subtract(TABLEAU.step(CENTRE), TABLEAU.step(self.cells[best])).tolist()
        moved = [TABLEAU.name(column + right, row + down) for column, row in map(TABLEAU.step, self.cells)]
        if any(cell is None and card for cell, card in zip(moved, self.located, strict=True)):
            return self
        rows = [row for row, cell in enumerate(moved) if cell]
        found = replace(
            self,
            cells=tuple(cell for cell in moved if cell),
            quads=tuple(self.quads[row] for row in rows),
            evidence=self.evidence[rows],
            located=self.located[rows],
            confidence=1.0,
        )
        return found.with_gaps(found.grid_of(found.located))

    def confirms(self, lying: Mapping[str, str]) -> bool:
        """Whether most cells show the cards that are said to lie there; a hand or a standee may hide some."""
        rows = [self.cells.index(cell) for cell in lying if cell in self.cells]
        fit = self.evidence[rows].fit
        wanted = [CARD_IDS.index(lying[self.cells[row]]) for row in rows]
        return bool(len(rows)) and bool((fit[np.arange(len(rows)), wanted] > _CLEAR).mean() > _CONFIRMED)

    def grid_of(self, well: NDArray[np.bool_]) -> dict[str, Quad]:
        """Where all cells lie, judged by the well-read cards."""
        return whole_grid({self.cells[row]: self.quads[row] for row in np.flatnonzero(well)}, TABLEAU)

    def off(self, row: int, grid: Mapping[str, Quad]) -> float:
        """How far a quad is from its place on the grid, as a share of its width."""
        quad, place = self.quads[row].points, grid[self.cells[row]].points
        return float(np.abs(quad - place).max() / max(np.linalg.norm(place[1] - place[0]), 1.0))

    def tried(self, rows: Sequence[int], quads: Sequence[Quad]) -> LaidOut:
        """Read some cells at other places, and keep for each the place where it reads best."""
        centre = [at for at, row in enumerate(rows) if self.cells[row] == CENTRE]
        seen = self.box.see(self.photo.image, quads, centre)
        before, after = self.evidence.tidy, seen.tidy
        best: dict[int, int] = {}
        for at in np.argsort(after):
            if after[at] > before[rows[at]]:
                best[int(rows[at])] = int(at)
        if not best:
            return self
        moved = list(self.quads)
        for row, at in best.items():
            moved[row] = quads[at]
        return replace(self, quads=tuple(moved), evidence=self.evidence.replaced(list(best), seen[list(best.values())]))


def brightness(image: NDArray[np.uint8]) -> float:
    """How bright the brightest things are, 0 to 1."""
    return float(np.percentile(image[..., ::7, ::7, :], 97)) / 255


def _nothing_seen(photo: Photo) -> tuple[Hint, ...]:
    dark = (Hint("dark"),) if brightness(photo.image) < DARK else ()
    return (*dark, Hint("nothing"))


def _centre(cells: Sequence[str]) -> list[int]:
    return [at for at, cell in enumerate(cells) if cell == CENTRE]
