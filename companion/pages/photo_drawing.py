"""A photo of cards, turned upright and cropped to its cards, with what is to be said drawn onto it.

Lengths of a drawing are hundredths of a card's width, so letters and frames have one size whatever the photo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from companion.core.table import KeptPhoto, Link, PagePart

WIDTH, HEIGHT = 63, 88  # of a card that fills its frame
CARD = 100.0  # the width of a card in a drawing
_MARGIN = 22.0  # around the outermost cards: a label stands half outside its card
_DOWN = 9.0  # a label hangs into its own card, so that it hides no id of the row above
_LEG = 0.33  # of a card's side: how far a corner triangle reaches
_CORNERS = ("tl", "tr", "br", "bl")

Corner = tuple[float, float]
Quad = Sequence[Corner]


class Outline(PagePart):
    """A card in a photo, what is said about it, and where a tap on it leads."""

    cell: str
    points: str  # of a polygon over the photo
    label: str
    kind: str  # sure, settled, asked, unknown, twice; lit, own, dim; scored
    text: str = ""
    x: float = 0
    y: float = 0
    link: Link | None = None
    now: bool = False
    tints: tuple[int, ...] = ()  # the numbers of its groups
    corners: tuple[tuple[int, str], ...] = ()  # connectors that scored: their group and their triangle


class Join(PagePart):
    """Cards of a group, joined across their edges; the points stand on the first join."""

    tint: int
    lines: tuple[tuple[float, float, float, float], ...]
    text: str
    x: float
    y: float


class Picture(PagePart):
    """A photo with what was found in it, or with the points drawn onto it."""

    photo: KeptPhoto
    matrix: str  # from pixels of the photo to the drawing
    view: str  # the part of the drawing that is shown
    outlines: tuple[Outline, ...]
    joins: tuple[Join, ...] = ()


class Crop(PagePart):
    """A card cut out of its photo, turned upright."""

    photo: KeptPhoto
    matrix: str


class Frame:
    """How a photo is turned, scaled and cropped so that its cards stand upright and fill the drawing."""

    def __init__(self, photo: KeptPhoto, quads: Iterable[Quad]) -> None:
        self.photo = photo
        found = [[(x * photo.width, y * photo.height) for x, y in quad] for quad in quads]
        tops = [(one[1][0] - one[0][0], one[1][1] - one[0][1]) for one in found]
        width = sum(hypot(*top) for top in tops)
        across = sum(x for x, _ in tops), sum(y for _, y in tops)
        # Where cards lie this way and that, no turn is better than another; without a card the whole photo is shown.
        length = hypot(*across) if hypot(*across) > width / 2 else 0.0
        scale = CARD * len(found) / width if width else 5 * CARD / photo.width
        cos, sin = (across[0] / length, across[1] / length) if length else (1.0, 0.0)
        self._matrix = scale * cos, -scale * sin, scale * sin, scale * cos
        corners = [self._turned(x, y) for one in found for x, y in one] or [
            (0.0, 0.0),
            (5 * CARD, photo.height * scale),
        ]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
        margin = _MARGIN if found else 0.0
        self._shift = margin - left, margin - top
        self.view = f"0 0 {right - left + 2 * margin:.0f} {bottom - top + 2 * margin:.0f}"

    def _turned(self, x: float, y: float) -> Corner:
        a, b, c, d = self._matrix
        return a * x + c * y, b * x + d * y

    @property
    def matrix(self) -> str:
        """How the photo is moved, as SVG writes it."""
        return " ".join(f"{one:.6g}" for one in (*self._matrix, *self._shift))

    def quad(self, quad: Quad) -> list[Corner]:
        """Return the corners of a card in the drawing."""
        turned = (self._turned(x * self.photo.width, y * self.photo.height) for x, y in quad)
        return [(x + self._shift[0], y + self._shift[1]) for x, y in turned]

    def picture(self, outlines: Iterable[Outline], joins: Iterable[Join] = ()) -> Picture:
        """Return the photo with what is drawn onto it."""
        shown = tuple(outlines)
        return Picture(photo=self.photo, matrix=self.matrix, view=self.view, outlines=shown, joins=tuple(joins))

    def outline(
        self,
        quad: Quad,
        cell: str,
        label: str,
        kind: str,
        text: str = "",
        link: Link | None = None,
        *,
        now: bool = False,
        groups: Mapping[int, Sequence[str]] | None = None,
    ) -> Outline:
        """Return a card in the drawing: its label stands on its upper edge, clear of number and connectors.

        `groups` are those that it belongs to, each with the corners that scored in it.
        """
        corners = self.quad(quad)
        (x0, y0), (x1, y1) = corners[:2]
        groups = groups or {}
        marks = [(tint, _triangle(corners, corner)) for tint, several in groups.items() for corner in several]
        return Outline(
            cell=cell,
            points=_points(corners),
            label=label,
            kind=kind,
            text=text,
            x=round((x0 + x1) / 2, 1),
            y=round((y0 + y1) / 2 + _DOWN, 1),
            link=link,
            now=now,
            tints=tuple(groups),
            corners=tuple(marks),
        )

    def join(self, tint: int, text: str, quads: Sequence[Quad], *, bridged: bool) -> Join:
        """Return the bridges between the cards of a group, each to the nearest one before it; connectors meet."""
        centres = [_centre(self.quad(quad)) for quad in quads]
        lines: list[tuple[float, float, float, float]] = []
        for number, (x, y) in enumerate(centres[1:], 1):
            near_x, near_y = min(centres[:number], key=lambda one: hypot(one[0] - x, one[1] - y))
            (ax, ay), (bx, by) = ((x + share * (near_x - x), y + share * (near_y - y)) for share in (0.34, 0.66))
            lines.append((round(ax, 1), round(ay, 1), round(bx, 1), round(by, 1)))
        if lines:
            ax, ay, bx, by = lines[0]
        else:  # a single card carries its points on its lower edge
            (ax, ay), (bx, by) = self.quad(quads[0])[2:]
        at = round((ax + bx) / 2, 1), round((ay + by) / 2, 1)
        return Join(tint=tint, lines=tuple(lines) if bridged else (), text=text, x=at[0], y=at[1])


def _points(corners: Iterable[Corner]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _centre(corners: Sequence[Corner]) -> Corner:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _triangle(corners: Sequence[Corner], corner: str) -> str:
    at = _CORNERS.index(corner)
    (x, y), others = corners[at], (corners[at - 1], corners[(at + 1) % 4])
    # Both legs are as long as on a card: a share of its width.
    sides = [hypot(ox - x, oy - y) or 1.0 for ox, oy in others]
    leg = _LEG * min(sides)
    ends = [
        (x + (ox - x) * leg / side, y + (oy - y) * leg / side) for (ox, oy), side in zip(others, sides, strict=True)
    ]
    return _points([(x, y), *ends])


def crop(photo: KeptPhoto, quad: Quad) -> Crop:
    """Return how a photo is moved so that one of its cards fills a card's frame, upright.

    The matrix takes the card's first, second and last corner to those of an upright card.
    """
    (x0, y0), (x1, y1), _, (x3, y3) = [(x * photo.width, y * photo.height) for x, y in quad]
    ux, uy, vx, vy = x1 - x0, y1 - y0, x3 - x0, y3 - y0
    area = ux * vy - uy * vx or 1.0
    a, c = WIDTH * vy / area, -WIDTH * vx / area
    b, d = -HEIGHT * uy / area, HEIGHT * ux / area
    matrix = " ".join(f"{one:.6g}" for one in (a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0)))
    return Crop(photo=photo, matrix=matrix)
