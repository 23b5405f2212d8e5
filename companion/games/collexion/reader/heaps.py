"""What hangs together in one colour, and how large the pieces of the photo are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.games.collexion.reader.outlines import Floats, area_of, bulge, usual_area
from companion.games.collexion.reader.shapes import lone_shape, radius_of
from companion.games.collexion.rules import SHAPES

_LIKE_ONE = 0.055  # of its size, by which a lone piece differs from a polygon at most
_BULGE = 0.93  # of its hull, what a lone piece fills at least
_SMALLER, _LARGER = 0.8, 1.25  # times a known radius, between which a piece may be
_CLOSELY = (0.87, 1.13)  # the same where it must be closely so


@dataclass(frozen=True)
class Heap:
    """An outline on the straightened table and what it would be if it were one piece."""

    outline: Floats
    area: float
    shapes: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, outline: Floats) -> Heap:
        """Measure an outline."""
        return cls(outline, area_of(outline), tuple(lone_shape(outline)))

    @property
    def lone(self) -> bool:
        """Whether it looks like one piece."""
        return self.shapes[0][1] < _LIKE_ONE and bulge(self.outline) > _BULGE

    @property
    def radius(self) -> float:
        """The radius if it is one piece."""
        return radius_of(self.shapes[0][0], self.area)


@dataclass(frozen=True)
class Sizes:
    """How large the shapes are in this photo, as far as lone pieces tell."""

    radii: Mapping[str, float]

    @classmethod
    def of(cls, heaps: Sequence[Heap]) -> Sizes:
        """Measure the lone pieces; crumbs and what is far too large do not count."""
        lone = [heap for heap in heaps if heap.lone]
        least, most = usual_area([heap.area for heap in lone])
        radii = {}
        for shape in SHAPES:
            own = [heap.radius for heap in lone if heap.shapes[0][0] == shape and least < heap.area < most]
            if own:
                radii[shape] = float(np.median(own))
        return cls(radii)

    @property
    def area(self) -> float:
        """The area of the largest shape, as far as sizes are known."""
        return max((radius**2 / radius_of(shape, 1.0) ** 2 for shape, radius in self.radii.items()), default=np.inf)

    def learnt(self, radii: Mapping[str, Sequence[float]]) -> Sizes:
        """Return the sizes with those of shapes that no lone piece had."""
        fresh = {shape: float(np.median(own)) for shape, own in radii.items() if shape not in self.radii}
        return Sizes({**fresh, **self.radii})

    def range(self, shape: str, heap: Heap) -> tuple[float, float]:
        """Return the least and the greatest radius that a shape can have."""
        if shape in self.radii:
            return 0.92 * self.radii[shape], 1.08 * self.radii[shape]
        if self.radii:
            return 0.75 * min(self.radii.values()), 1.35 * max(self.radii.values())
        return radius_of(shape, 0.1 * heap.area), radius_of(shape, 0.65 * heap.area)

    def fits(self, heap: Heap, closely: bool = False) -> bool:
        """Whether a lone piece has a size that its shape can have."""
        shape, radius = heap.shapes[0][0], heap.radius
        if shape in self.radii:
            least, most = _CLOSELY if closely else (_SMALLER, _LARGER)
            return least < radius / self.radii[shape] < most
        if closely and self.radii:
            return _SMALLER * min(self.radii.values()) < radius < _LARGER * max(self.radii.values())
        return not self.radii or self.range(shape, heap)[0] <= radius <= self.range(shape, heap)[1]
