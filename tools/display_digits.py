"""Digits as publishers print them: hollow, rimmed, in neon, written by hand, on labels askew, on pictures, among signs.

`print_shop` paints plain ones; these are what a box that nobody has drawn for us may show. What is no digit is here,
too: pictograms, letters, numerals, a digit beside, a digit that stands on its side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from grounds import CANVAS, TALL, Grounds, Pixels

from companion.vision.digits import NONE

SIDE = 72  # pixels of a crop, 1.8 digits wide and high
_NO_DIGITS = "0678990RBYKGVASXQPMWDHNTUJ#%&@?!+*=/" + "★☆♥♦♣♠☀☾✿✂☎⚑⚙✈♫→↑←↓●○■□▲△▼◆◇✓✗✚☯☺♻⚡"
_NUMERALS = ("II", "III", "IV", "VI", "V", "X", "XI", "10", "12", "23", "41", "x2", "+3", "14", "AI", "35")
# Written digits as strokes in a square; corners are rounded as a hand rounds them.
_HANDS = {
    1: (
        (((0.5, 0.0), (0.5, 1.0)),),
        (((0.25, 0.28), (0.55, 0.0), (0.55, 0.5), (0.55, 1.0)),),
        (((0.3, 0.2), (0.52, 0.0), (0.52, 1.0)), ((0.25, 1.0), (0.8, 1.0))),
    ),
    2: (
        (((0.12, 0.28), (0.25, 0.02), (0.7, 0.0), (0.85, 0.3), (0.55, 0.62), (0.12, 1.0), (0.12, 1.0), (0.9, 1.0)),),
        (((0.15, 0.2), (0.5, -0.05), (0.88, 0.2), (0.5, 0.7), (0.1, 0.95), (0.25, 0.78), (0.5, 0.98), (0.95, 0.9)),),
    ),
    3: (
        (((0.15, 0.12), (0.5, -0.05), (0.85, 0.2), (0.4, 0.47), (0.4, 0.47), (0.9, 0.7), (0.5, 1.05), (0.1, 0.88)),),
        (((0.15, 0.0), (0.85, 0.0), (0.85, 0.0), (0.45, 0.4), (0.45, 0.4), (0.95, 0.7), (0.5, 1.05), (0.08, 0.88)),),
    ),
    4: (
        (((0.32, 0.0), (0.1, 0.6), (0.1, 0.6), (0.92, 0.6)), ((0.68, 0.3), (0.62, 1.0))),
        (((0.62, 1.0), (0.62, 0.0), (0.62, 0.0), (0.06, 0.7), (0.06, 0.7), (0.95, 0.7)),),
        (((0.25, 0.0), (0.2, 0.5), (0.45, 0.62), (0.8, 0.5)), ((0.78, 0.0), (0.78, 1.0))),
    ),
    5: (
        (((0.88, 0.0), (0.25, 0.02), (0.25, 0.02), (0.18, 0.45), (0.6, 0.32), (0.95, 0.65), (0.6, 1.04), (0.08, 0.9)),),
        (((0.25, 0.05), (0.2, 0.45), (0.6, 0.35), (0.92, 0.65), (0.6, 1.03), (0.1, 0.92)), ((0.25, 0.04), (0.9, 0.0))),
    ),
}

Mask = np.ndarray  # 0 to 1, float32


class Shape(NamedTuple):
    """Where and how a sign stands on the canvas."""

    away: tuple[float, float] = (0.0, 0.0)  # from the middle, in heights of a digit
    size: float = 1.0
    angle: float = 0.0  # degrees


class DisplayDigits(Grounds):
    """Paints crops of display digits; `signs` paints a text in some font, cut close."""

    def __init__(self, chance: np.random.Generator, signs: Callable[[str], Mask]) -> None:
        super().__init__(chance)
        self.signs = signs

    def crop(self) -> tuple[Pixels, int]:
        """Return a crop and its label, 0 to 5: the digits 1 to 5, then none."""
        chance = self.chance
        label = int(chance.integers(5)) if chance.random() < 0.74 else NONE
        canvas = self.ground()
        if chance.random() < 0.4:
            self._plate(canvas)
        if chance.random() < 0.22:
            self._frame(canvas)
        if label < NONE:
            self._print(canvas, self._digit(label + 1, self._place()))
            if chance.random() < 0.25:
                self._beside(canvas)
            if chance.random() < 0.06:
                self._cover(canvas, chance.uniform(0.75, 0.95), chance.uniform(0.3, 0.45))
        else:
            self._no_digit(canvas)
        return self._seen(canvas), label

    def _place(self) -> Shape:
        """Where a digit stands that was looked for in the middle: old-style figures are small and high or low."""
        chance = self.chance
        away = chance.normal(0, 0.11, 2).clip(-0.33, 0.33)
        size = float(np.exp(chance.normal(0, 0.1)))
        if chance.random() < 0.12:
            size *= chance.uniform(0.66, 0.85)
            away[1] += chance.choice([-1, 1]) * chance.uniform(0.05, 0.2)
        return Shape((float(away[0]), float(away[1])), size, float(chance.normal(0, 2)))

    def _no_digit(self, canvas: Pixels) -> None:
        """What is no digit, or a digit that is not meant."""
        chance = self.chance
        kind = chance.random()
        digit = int(chance.integers(1, 6))
        if kind < 0.24:
            for _ in range(int(chance.integers(1, 3))):
                self._print(canvas, self._digit(int(chance.integers(1, 6)), self._aside(0.82, 1.25)))
        elif kind < 0.5:
            text = str(chance.choice(_NUMERALS)) if chance.random() < 0.25 else str(chance.choice(list(_NO_DIGITS)))
            self._print(canvas, self._text(text, self._place()))
        elif kind < 0.58:
            self._print(canvas, self._digit(digit, self._place()))
            self._cover(canvas, 0.0, 0.6)
        elif kind < 0.72:
            # Turned by a half, digits of some fonts are digits again.
            turn = chance.uniform(50, 130) * chance.choice([-1, 1])
            turn = 180 + chance.uniform(-25, 25) if digit in (3, 4) and chance.random() < 0.5 else turn
            self._print(canvas, self._digit(digit, self._place()._replace(angle=float(turn))))
        elif kind < 0.78:
            size = chance.uniform(0.2, 0.36) if chance.random() < 0.5 else chance.uniform(2.2, 3.2)
            self._print(canvas, self._digit(digit, self._place()._replace(size=float(size))))
        elif kind < 0.9:
            self._print(canvas, self._pictogram())
        if chance.random() < 0.3:
            self._beside(canvas)

    def _aside(self, least: float, most: float) -> Shape:
        angle, far = self.chance.uniform(0, 2 * np.pi), self.chance.uniform(least, most)
        return Shape((float(np.cos(angle) * far), float(np.sin(angle) * far)), float(self.chance.uniform(0.7, 1.2)))

    def _beside(self, canvas: Pixels) -> None:
        """Another, smaller sign beside the middle: points, a unit, a condition."""
        chance = self.chance
        place = self._aside(0.72, 1.0)._replace(size=float(chance.uniform(0.25, 0.5)))
        text = str(chance.integers(1, 10)) if chance.random() < 0.6 else str(chance.choice(list(_NO_DIGITS)))
        self._print(canvas, self._text(text, place))

    # Signs

    def _digit(self, digit: int, place: Shape) -> Mask:
        if self.chance.random() < 0.1:
            return self._set(self._written(digit), place)
        return self._text(str(digit), place)

    def _text(self, text: str, place: Shape) -> Mask:
        ink = self.signs(text)
        return self._set(ink, place) if ink.size else np.zeros((CANVAS, CANVAS), np.float32)

    def _written(self, digit: int) -> Mask:
        """A digit as a hand writes it."""
        chance = self.chance
        hands = _HANDS[digit]
        strokes = hands[chance.integers(len(hands))]
        canvas, wide = np.zeros((120, 120), np.uint8), int(chance.integers(4, 15))
        narrow = chance.uniform(0.5, 0.85)
        for stroke in strokes:
            points = np.array(stroke) + chance.normal(0, 0.035, (len(stroke), 2))
            for _ in range(3):
                points = _rounder(points)
            line = np.round((points * (80 * narrow, 80) + 20) * 8).astype(np.int32)
            cv2.polylines(canvas, [line], False, 255, wide, cv2.LINE_AA, 3)
        x, y, across, down = cv2.boundingRect(canvas)
        return canvas[y : y + down, x : x + across].astype(np.float32) / 255

    def _pictogram(self) -> Mask:
        """Some shape: a star, a polygon, rays, a ring."""
        chance = self.chance
        mask = np.zeros((CANVAS, CANVAS), np.float32)
        count = int(chance.integers(3, 10))
        angles = np.arange(2 * count) * np.pi / count + chance.uniform(0, np.pi)
        inner = chance.uniform(0.3, 1.0)
        radius = np.where(np.arange(2 * count) % 2, inner, 1.0) * TALL * chance.uniform(0.3, 0.6)
        points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius[:, None] + CANVAS / 2
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 1.0, cv2.LINE_AA)
        if chance.random() < 0.4:
            cv2.circle(mask, (CANVAS // 2, CANVAS // 2), int(chance.uniform(4, 12)), 0.0, -1, cv2.LINE_AA)
        return mask

    def _set(self, ink: Mask, place: Shape) -> Mask:
        """A sign on the canvas, stretched, leaning, and now and then drawn by an unsteady hand."""
        chance = self.chance
        tall = TALL * place.size
        scale = tall / ink.shape[0]
        stretch = min(float(np.exp(chance.normal(0, 0.16))), 2.4 * TALL * place.size / (ink.shape[1] * scale))
        angle, lean = np.radians(place.angle), chance.normal(0, 0.1)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = turn @ np.array([[1, lean], [0, 1]]) @ np.diag([scale * stretch, scale])
        middle = CANVAS / 2 + np.array(place.away) * TALL
        matrix = np.column_stack([matrix, middle - matrix @ (np.array([ink.shape[1], ink.shape[0]]) / 2)])
        if chance.random() < 0.15:
            ink = self._unsteady(ink)
        return cv2.warpAffine(ink, matrix, (CANVAS, CANVAS), flags=cv2.INTER_AREA)

    def _unsteady(self, ink: Mask) -> Mask:
        tall, wide = ink.shape
        coarse = self.chance.normal(0, 1, (2, 5, 5)).astype(np.float32)
        steps = [cv2.resize(one, (wide, tall), interpolation=cv2.INTER_CUBIC) for one in coarse]
        y, x = np.mgrid[:tall, :wide].astype(np.float32)
        much = self.chance.uniform(0.02, 0.05) * tall
        return cv2.remap(ink, x + much * steps[0], y + much * steps[1], cv2.INTER_LINEAR)

    # Inks

    def _print(self, canvas: Pixels, mask: Mask) -> None:
        """Put a sign on the canvas in one of the ways of printing it."""
        if mask.max() < 0.1:
            return
        ways = (self._plain, self._hollow, self._rimmed, self._shadowed, self._glowing, self._patterned, self._inlaid)
        way = ways[self.chance.choice(len(ways), p=(0.36, 0.19, 0.12, 0.1, 0.1, 0.08, 0.05))]
        under = canvas[mask > 0.3].reshape(-1, 3)
        way(canvas, mask, self._ink(under.mean(axis=0) if len(under) else canvas.mean(axis=(0, 1))))

    def _ink(self, ground: np.ndarray) -> np.ndarray:
        """A colour that can be told from the ground, though perhaps only just."""
        chance = self.chance
        least = chance.uniform(40, 110)
        for _ in range(12):
            kind = chance.random()
            ink = (
                np.full(3, chance.uniform(215, 255) if kind < 0.35 else chance.uniform(0, 50))
                if kind < 0.6
                else self.colour()
            )
            if np.abs(ink - ground).max() > least:
                return ink
        return np.full(3, 250.0 if ground.mean() < 128 else 5.0)

    def _plain(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        _blend(canvas, mask * self.chance.uniform(0.7, 1.0), ink)

    def _hollow(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        chance = self.chance
        wide = int(chance.integers(1, 4))
        outside, inside = _grown(mask, wide if chance.random() < 0.6 else 1), _shrunk(mask, 1 if wide < 3 else 2)
        if chance.random() < 0.25:
            _blend(canvas, inside * chance.uniform(0.3, 1.0), self.colour())
        _blend(canvas, (outside - inside).clip(0, 1), ink)
        if chance.random() < 0.2:
            _blend(canvas, (_grown(outside, 4) - _grown(outside, 2)).clip(0, 1), ink)

    def _rimmed(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        rim = self._ink(ink)
        if self.chance.random() < 0.3:
            _blend(canvas, _grown(mask, int(self.chance.integers(4, 7))), self._ink(rim))
        _blend(canvas, _grown(mask, int(self.chance.integers(1, 5))), rim)
        _blend(canvas, mask, ink)

    def _shadowed(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        chance = self.chance
        x, y = (float(v) for v in chance.uniform(-5, 5, 2))
        cast = cv2.warpAffine(mask, np.array([[1, 0, x], [0, 1, y]]), (CANVAS, CANVAS))
        soft = chance.uniform(0, 2.5)
        cast = cv2.GaussianBlur(cast, (0, 0), soft) if soft > 0.4 else cast
        dark = np.zeros(3) if chance.random() < 0.7 else self._ink(ink)
        _blend(canvas, cast * chance.uniform(0.4, 1.0), dark)
        _blend(canvas, mask, ink)

    def _glowing(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        """A sign of light: a bright line or body in a halo of its colour."""
        chance = self.chance
        light = self.colour(150)
        canvas *= chance.uniform(0.3, 1.0)
        body = (_grown(mask, 1) - _shrunk(mask, 1)).clip(0, 1) if chance.random() < 0.5 else mask
        halo = cv2.GaussianBlur(body, (0, 0), float(chance.uniform(2, 6))) * chance.uniform(0.6, 1.8)
        canvas[:] = np.minimum(canvas + halo[..., None] * light, 255)
        core = light * (1 - (share := chance.uniform(0.1, 1.0))) + 255 * share
        _blend(canvas, body, core)

    def _patterned(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        """Filled with a run of colours, stripes or something like a photograph."""
        chance = self.chance
        other = ink * 0.6 + self.colour() * 0.4
        fill = self.clouds(ink, other) if chance.random() < 0.5 else self.slope(ink, other)
        if chance.random() < 0.3:
            fill[:: int(chance.integers(3, 7))] = other
        if chance.random() < 0.5:
            _blend(canvas, _grown(mask, int(chance.integers(1, 3))), self._ink(ink))
        canvas[:] = canvas * (1 - mask[..., None]) + fill * mask[..., None]

    def _inlaid(self, canvas: Pixels, mask: Mask, ink: np.ndarray) -> None:
        """A line of another colour within the strokes."""
        _blend(canvas, mask, ink)
        _blend(canvas, _shrunk(mask, 2 if mask.sum() > 500 else 1), self._ink(ink))

    # What lies around

    def _plate(self, canvas: Pixels) -> None:
        """A disc, label, shield or other plate under the digit."""
        chance = self.chance
        mask = np.zeros((CANVAS, CANVAS), np.float32)
        middle = CANVAS / 2 + chance.normal(0, 3, 2)
        wide, tall = chance.uniform(0.6, 1.1) * TALL, chance.uniform(0.62, 1.0) * TALL
        kind = chance.random()
        if kind < 0.4:
            cv2.circle(mask, (int(middle[0]), int(middle[1])), int(tall), 1.0, -1, cv2.LINE_AA)
        else:
            count = 4 if kind < 0.75 else int(chance.integers(5, 9))
            angles = (np.arange(count) + 0.5) * 2 * np.pi / count + chance.normal(0, 0.1)
            points = (
                np.stack([np.cos(angles) * wide, np.sin(angles) * tall], axis=1) * (1.35 if count == 4 else 1.1)
                + middle
            )
            cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 1.0, cv2.LINE_AA)
        fill = np.full(3, chance.uniform(200, 255)) if chance.random() < 0.4 else self.colour()
        if chance.random() < 0.5:
            _blend(canvas, _grown(mask, int(chance.integers(1, 4))), self._ink(fill))
        _blend(canvas, mask * chance.uniform(0.5, 1.0), fill)

    def _frame(self, canvas: Pixels) -> None:
        """Lines close to the digit, as frames, borders and rules are."""
        chance = self.chance
        ink = [float(v) for v in self._ink(canvas.mean(axis=(0, 1)))]
        for _ in range(int(chance.integers(1, 3))):
            far = int(CANVAS / 2 + chance.choice([-1, 1]) * chance.uniform(0.5, 0.85) * TALL)
            wide = int(chance.integers(1, 5))
            ends = ((far, 0), (far, CANVAS)) if chance.random() < 0.5 else ((0, far), (CANVAS, far))
            cv2.line(canvas, *ends, ink, wide, cv2.LINE_AA)

    def _cover(self, canvas: Pixels, away: float, reach: float) -> None:
        """Something lies in the way."""
        angle = self.chance.uniform(0, 2 * np.pi)
        middle = CANVAS / 2 + np.array([np.cos(angle), np.sin(angle)]) * away * TALL
        mask = np.zeros((CANVAS, CANVAS), np.float32)
        size = (int(reach * TALL * self.chance.uniform(0.95, 1.5)), int(reach * TALL))
        cv2.ellipse(
            mask, (int(middle[0]), int(middle[1])), size, float(np.degrees(angle)), 0, 360, 1.0, -1, cv2.LINE_AA
        )
        _blend(canvas, mask, self.colour())

    def _seen(self, canvas: Pixels) -> Pixels:
        """The middle of the canvas as somebody sees it who looks askew: turned, and in some perspective."""
        chance = self.chance
        angle = np.radians(chance.normal(0, 3.5) if chance.random() < 0.6 else chance.uniform(-18, 18))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2
        there = corners @ turn.T + chance.normal(0, 0.025 * SIDE, (4, 2))
        matrix = cv2.getPerspectiveTransform(
            (there + CANVAS / 2).astype(np.float32), (corners + SIDE / 2).astype(np.float32)
        )
        return cv2.warpPerspective(canvas, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)


def _blend(canvas: Pixels, mask: Mask, colour: np.ndarray) -> None:
    canvas += mask[..., None] * (np.asarray(colour, np.float32) - canvas)


def _grown(mask: Mask, by: int) -> Mask:
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * by + 1, 2 * by + 1)))


def _shrunk(mask: Mask, by: int) -> Mask:
    return cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * by + 1, 2 * by + 1)))


def _rounder(points: np.ndarray) -> np.ndarray:
    """A line with its corners cut."""
    before, after = points[:-1], points[1:]
    inner = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after], axis=1).reshape(-1, 2)
    return np.concatenate([points[:1], inner, points[-1:]])
