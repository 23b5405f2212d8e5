"""Photographs of tableaux with their truth: what tests and benches of the reader look at.

`scene(level, seed)` says how a photo is taken, `photograph(...)` takes it; the same scene always gives the same photo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.board import AI_CELL, CELLS, ROWS
from companion.samples.light import develop, shade
from companion.samples.materials import FLAT, Bend, Wardrobe, bend
from companion.samples.scenes import LEVELS, Scene, scene, worn_scene
from companion.samples.tables import SIDE, Chance, Pixels, tabletop

__all__ = ["CELLS", "CENTRE", "LEVELS", "Scene", "Shot", "Truth", "deal", "photograph", "scene", "worn_scene"]

Points = NDArray[np.float64]

CARD = np.array([63.0, 88.0])
CENTRE = CELLS[AI_CELL]
_NET = 17  # points across and down a card where bending is worked out
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_UNIT = _CORNERS + 0.5


@dataclass(frozen=True)
class Truth:
    """What lies where: quads in pixels, clockwise from the card's own top left corner."""

    cells: Mapping[str, str]
    quads: Mapping[str, Points]
    helps: tuple[Points, ...]
    hidden: tuple[str, ...] = ()  # cells of which something covers the middle


@dataclass(frozen=True)
class Shot:
    """A photo as the phone stores it, and the truth about it."""

    jpeg: bytes
    truth: Truth
    scene: Scene

    @cached_property
    def image(self) -> Pixels:
        """The decoded photo, BGR."""
        image = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        return np.asarray(image, np.uint8)


def deal(evolution: Sequence[str], ai: Sequence[str], seed: int, count: int = 15) -> dict[str, str]:
    """Return a random tableau of `count` cards: the AI card in the centre, the others grown around it."""
    chance = np.random.default_rng((7, seed))
    tableau = {CENTRE: str(chance.choice(ai))}
    for card in chance.permutation(evolution)[: count - 1]:
        free = [cell for cell in CELLS if cell not in tableau and any(_touch(cell, laid) for laid in tableau)]
        tableau[str(chance.choice(free))] = str(card)
    return tableau


def _touch(one: str, other: str) -> bool:
    return abs(ROWS.index(one[0]) - ROWS.index(other[0])) + abs(int(one[1]) - int(other[1])) == 1


def photograph(
    tableau: Mapping[str, str], images: Mapping[str, Pixels], how: Scene, helps: Sequence[Pixels] = ()
) -> Shot:
    """Return the photo of a tableau (cell -> id; BGRA images by id), its help cards at the left."""
    chance = np.random.default_rng((11, how.seed))
    cards = {cell: _lay(_centre_of(cell, how), how, chance) for cell in tableau}
    aids = [_lay(_beside(row, how, chance), how, chance) for row in range(len(helps))]
    camera = Camera.aimed(_in_view([*cards.values(), *aids]), how, chance)
    photo = camera.table(tabletop(how.table, chance))
    _clutter(photo, camera, [*cards.values(), *aids], how, chance)
    _contact_shadow(photo, camera, [*cards.values(), *aids], chance)
    use = np.random.default_rng((13, how.seed))
    wardrobe, bends = Wardrobe(how, use), {cell: bend(how, use) for cell in tableau}
    aside = use.normal(0, 1, 2)
    for at in chance.permutation(len(tableau) + len(aids)):
        if at < len(tableau):
            cell = list(tableau)[at]
            image, corners, bent = images[tableau[cell]], cards[cell], bends[cell]
            image = wardrobe.dressed(tableau[cell], image, corners.mean(axis=0), bent)
        else:
            image, corners, bent = helps[at - len(tableau)], aids[at - len(tableau)], FLAT
            image = wardrobe.dressed("", image, corners.mean(axis=0), bent)
        outer = _grown(corners, wardrobe.rim)
        if how.thickness:
            _cast(photo, camera, outer + aside / np.linalg.norm(aside) * how.thickness, how.thickness)
        camera.paste(photo, image, outer, bent)
    standing = how.standee and CENTRE in tableau
    if standing:
        _standee(photo, camera, cards[CENTRE].mean(axis=0), chance)
    quads = {cell: camera.project(corners, bends[cell].heights(_UNIT)) for cell, corners in cards.items()}
    photo = develop(photo, list(quads.values()), how, chance)
    _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    truth = Truth(
        dict(tableau), quads, tuple(camera.project(corners) for corners in aids), (CENTRE,) if standing else ()
    )
    return Shot(jpeg.tobytes(), truth, how)


def _in_view(cards: Sequence[Points]) -> Points:
    """All corners, and enough table around few cards that a photo is not taken from a hand's breadth."""
    corners = np.concatenate(cards)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    return np.concatenate([corners, middle + _CORNERS * (220, 190)])


def _centre_of(cell: str, how: Scene) -> Points:
    pitch = CARD + how.gap * CARD[0]
    return np.asarray([(int(cell[1]) - 3) * pitch[0], (ord(cell[0]) - ord("B")) * pitch[1]])


def _beside(row: int, how: Scene, chance: Chance) -> Points:
    aside = float(chance.uniform(4, 18))
    return np.asarray(_centre_of(ROWS[row % 3] + "1", how) - (CARD[0] * (1 + how.gap) + aside, 0))


def _lay(centre: Points, how: Scene, chance: Chance) -> Points:
    """The corners of a card on the table, laid by a human hand."""
    angle = np.radians(chance.normal() * how.twist)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray((_CORNERS * CARD) @ turn + centre + chance.normal(0, how.jitter, 2))


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: `matrix` takes (x, y, z, 1) in millimetres of the table to pixels."""

    matrix: Points
    size: tuple[int, int]

    @classmethod
    def aimed(cls, ground: Points, how: Scene, chance: Chance) -> Camera:
        """Return the camera that has all these points of the table in view."""
        turn, tilt = np.radians(how.quarter_turns * 90 + how.roll), np.radians(how.tilt)
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        low, high = ground.min(axis=0), ground.max(axis=0)
        far = how.distance * max(float((high - low).max()), 200.0)
        shift = np.eye(4)
        shift[:2, 3] = -(low + high) / 2
        view = np.eye(4)
        view[:3, :3] = lean @ spin
        look = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, far]]) @ view @ shift
        seen = _divide(look, ground)
        span = np.ptp(seen, axis=0)
        wide, tall = np.sqrt(how.megapixels * 1e6 * how.aspect), np.sqrt(how.megapixels * 1e6 / how.aspect)
        size = (round(wide), round(tall)) if span[0] >= span[1] else (round(tall), round(wide))
        scale = float(min(np.array(size) * (1 - 2 * how.margin) / span))
        slack = (np.array(size) * (1 - 2 * how.margin) - span * scale) / 2 * chance.uniform(-1, 1, 2)
        offset = np.array(size) / 2 - (seen.min(axis=0) + span / 2) * scale + slack
        lens = np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]])
        return cls(lens @ look, size)

    def project(self, ground: Points, height: float | Points = 0.0) -> Points:
        """Return pixels of points (n x 2) at a height above the table, one for all or one for each."""
        return _divide(self.matrix, ground, height)

    def right(self, spot: Points) -> Points:
        """Return the direction on the table, one millimetre long, that runs to the right in the photo."""
        at = self.project(spot + np.array([[0, 0], [1, 0], [0, 1]]))
        way = np.linalg.solve((at[1:] - at[0]).T, np.array([1.0, 0.0]))
        return np.asarray(way / np.linalg.norm(way))

    def table(self, texture: Pixels) -> Pixels:
        """Return the empty table."""
        plane = self.matrix[:, [0, 1, 3]] @ np.diag([500 / SIDE, 500 / SIDE, 1]) @ _shifted(-SIDE / 2, -SIDE / 2)
        return np.asarray(cv2.warpPerspective(texture, plane, self.size, borderMode=cv2.BORDER_REFLECT), np.uint8)

    def paste(self, photo: Pixels, card: Pixels, corners: Points, bent: Bend = FLAT) -> None:
        """Lay the image of a card into the photo."""
        quad = self.project(corners, bent.heights(_UNIT))
        spare = 1 + int(np.ceil(np.abs(self._lifted(corners, bent)).max())) if bent is not FLAT else 1
        low = np.floor(quad.min(axis=0)).astype(int) - spare
        high = np.ceil(quad.max(axis=0)).astype(int) + spare + 1
        low, high = np.maximum(low, 0), np.minimum(high, self.size)
        if (high <= low).any():
            return
        card = _shrunk(card, quad)
        tall, wide = card.shape[:2]
        source = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
        warp = cv2.getPerspectiveTransform(source, (quad - low - 0.5).astype(np.float32))
        size = tuple(int(v) for v in high - low)
        if bent is FLAT:
            layer = cv2.warpPerspective(card, warp, size, flags=cv2.INTER_LINEAR)
        else:
            ways = self._bent_ways(np.asarray(warp, np.float64), (wide, tall), size, self._lifted(corners, bent))
            layer = cv2.remap(card, *ways, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        view = photo[low[1] : high[1], low[0] : high[0]]
        keep = cv2.cvtColor(255 - layer[..., 3], cv2.COLOR_GRAY2BGR)
        view[:] = cv2.add(cv2.multiply(view, keep, scale=1 / 255), layer[..., :3])

    def _lifted(self, corners: Points, bent: Bend) -> Points:
        """By how many pixels bending moves the points of a net over the card (net x net x 2)."""
        across, down = np.meshgrid(np.linspace(0, 1, _NET), np.linspace(0, 1, _NET))
        share = np.column_stack([across.ravel(), down.ravel()])
        x, y = share[:, :1], share[:, 1:]
        top, bottom = corners[0] * (1 - x) + corners[1] * x, corners[3] * (1 - x) + corners[2] * x
        ground = top * (1 - y) + bottom * y
        rest = float(bent.heights(_UNIT)[0])
        moved = self.project(ground, bent.heights(share)) - self.project(ground, rest)
        return np.asarray(moved.reshape(_NET, _NET, 2))

    @staticmethod
    def _bent_ways(
        warp: Points, card: tuple[int, int], size: tuple[int, ...], lifted: Points
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For each pixel of a layer where on the card it looks; worked out coarsely, for bending is smooth."""
        coarse = [max(side // 8, 8) for side in size]
        across, down = np.meshgrid(*(np.linspace(0, side - 1, few) for side, few in zip(size, coarse, strict=True)))
        target = np.column_stack([across.ravel(), down.ravel()])[:, None]
        back, at = np.linalg.inv(warp), target
        for _ in range(3):
            place = cv2.perspectiveTransform(at, back)[:, 0]
            net = ((place + 0.5) / card * (_NET - 1)).astype(np.float32)
            edge = cv2.BORDER_REPLICATE
            shift = cv2.remap(lifted.astype(np.float32), net[:, :1], net[:, 1:], cv2.INTER_LINEAR, borderMode=edge)
            at = target - shift
        place = cv2.perspectiveTransform(at, back)[:, 0].reshape(coarse[1], coarse[0], 2).astype(np.float32)
        # Both ends of the coarse raster are pixels of the fine one, unlike with cv2.resize.
        fine = [np.linspace(0, few - 1, side, dtype=np.float32) for side, few in zip(size, coarse, strict=True)]
        x, y = (np.ascontiguousarray(axis) for axis in np.meshgrid(*fine))
        ways = cv2.remap(place, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(ways[..., 0]), np.ascontiguousarray(ways[..., 1])


def _divide(matrix: Points, ground: Points, height: float | Points = 0.0) -> Points:
    solid = np.column_stack([ground, np.broadcast_to(height, len(ground)), np.ones(len(ground))]) @ matrix.T
    return np.asarray(solid[:, :2] / solid[:, 2:])


def _shifted(x: float, y: float) -> Points:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _shrunk(card: Pixels, quad: Points) -> Pixels:
    """The card premultiplied by its alpha, close to the size it will have, its cut edge a little darker."""
    width = float(max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3])))
    if width < card.shape[1]:
        factor = max(width, 8.0) / card.shape[1]
        card = np.asarray(cv2.resize(card, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    alpha = card[..., 3]
    inner = cv2.erode(alpha, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    shade = cv2.addWeighted(alpha, 0.6, inner, 0.4, 0)
    colours = cv2.multiply(card[..., :3], cv2.cvtColor(shade, cv2.COLOR_GRAY2BGR), scale=1 / 255)
    return np.asarray(cv2.merge([colours, alpha]), np.uint8)


def _grown(corners: Points, rim: float) -> Points:
    """The corners of a sleeve, a rim wider than its card on all sides."""
    middle = corners.mean(axis=0)
    half = np.linalg.norm([corners[1] - corners[0], corners[3] - corners[0]], axis=1) / 2
    across, down = (corners[1] - corners[0]) / (2 * half[0]), (corners[3] - corners[0]) / (2 * half[1])
    signs = _CORNERS * 2
    return np.asarray(middle + signs[:, :1] * across * (half[0] + rim) + signs[:, 1:] * down * (half[1] + rim))


def _cast(photo: Pixels, camera: Camera, corners: Points, reach: float) -> None:
    """The shadow of a card that is about to be laid: on the table and on the cards that lie there already."""
    quad = camera.project(corners)
    soft = reach * float(np.linalg.norm(quad[1] - quad[0])) / CARD[0] * 0.6 + 0.5
    spare = int(3 * soft) + 2
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - spare, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + spare, camera.size)
    if (high <= low).any():
        return
    view = photo[low[1] : high[1], low[0] : high[0]]
    mask = np.full(view.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(mask, (quad - low).round().astype(np.int32), 150)
    gains = cv2.cvtColor(cv2.GaussianBlur(mask, (0, 0), soft), cv2.COLOR_GRAY2BGR)
    cv2.multiply(view, gains, view, scale=1 / 255)


def _contact_shadow(photo: Pixels, camera: Camera, cards: Sequence[Points], chance: Chance) -> None:
    small = tuple(max(side // 8, 1) for side in camera.size)
    mask = np.full(small[::-1], 255, np.uint8)
    aside = chance.normal(0, 1.2, 2)
    for corners in cards:
        quad = camera.project(corners + aside) / 8
        cv2.fillConvexPoly(mask, quad.round().astype(np.int32), 150)
    shade(photo, cv2.GaussianBlur(mask, (0, 0), max(small[0] / 300, 0.8)), 255)


def _clutter(photo: Pixels, camera: Camera, cards: Sequence[Points], how: Scene, chance: Chance) -> None:
    """Cups, dice, pens and notepads around the cards."""
    low, high = np.min(cards, axis=(0, 1)) - 10, np.max(cards, axis=(0, 1)) + 10
    for _ in range(how.clutter):
        size = float(chance.uniform(8, 45))
        side = chance.integers(4)
        middle = chance.uniform(low, high)
        middle[side % 2] = low[side % 2] - size if side < 2 else high[side % 2] + size
        shade = tuple(float(v) for v in chance.uniform(15, 240, 3))
        around = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        kind = chance.integers(3)
        if kind == 0:
            outline = np.column_stack([np.cos(around), np.sin(around)]) * size * 0.8
        else:
            shape = np.array([0.08, 1.2]) if kind == 1 else np.array([0.7, 0.9])
            angle = chance.uniform(0, np.pi)
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            outline = _CORNERS * 2 * size * shape @ turn
        for share, factor in ((1.0, 0.75), (0.86, 1.0)):
            ink = tuple(value * factor for value in shade)
            cv2.fillPoly(photo, [_fixed(camera.project(outline * share + middle))], ink, cv2.LINE_AA, 3)


def _fixed(points: Points) -> NDArray[np.int32]:
    return np.asarray((points * 8).round(), np.int32)


def _standee(photo: Pixels, camera: Camera, centre: Points, chance: Chance) -> None:
    """The owner's figure: a foot on the card and a painted board that rises from it."""
    paint = tuple(float(v) for v in chance.uniform(20, 230, 3))
    around = np.linspace(0, 2 * np.pi, 60)
    foot = np.column_stack([np.cos(around), np.sin(around)]) * chance.uniform(19, 27, 2) + centre
    cv2.fillPoly(photo, [_fixed(camera.project(foot))], tuple(v * 0.5 for v in paint), cv2.LINE_AA, 3)
    wide, tall = float(chance.uniform(36, 50)), float(chance.uniform(55, 85))
    across = camera.right(centre)
    for share, factor in ((1.0, 1.0), (0.8, 0.8), (0.5, 1.25)):
        board = np.array([[-0.5, 0], [0.5, 0], [0.5, 0.8], [0.2, 1], [-0.2, 1], [-0.5, 0.8]]) * (
            wide * share,
            tall * share,
        )
        outline = np.concatenate([camera.project((centre + x * across)[None], up) for x, up in board])
        ink = tuple(min(value * factor, 255) for value in paint)
        cv2.fillPoly(photo, [_fixed(outline)], ink, cv2.LINE_AA, 3)
