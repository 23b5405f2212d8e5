"""Grounds that digits are printed on: runs of colours, paper, things in many colours, lights out of focus, stripes."""

from __future__ import annotations

import cv2
import numpy as np

CANVAS = 112  # pixels painted around a digit, so that it can be turned
TALL = 40  # pixels of a digit

Pixels = np.ndarray  # BGR, 0 to 255, float32


class Grounds:
    """Paints grounds by chance."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.chance = chance

    def ground(self) -> Pixels:
        """Some ground."""
        chance = self.chance
        one, two = self.colour(), self.colour()
        near = one * 0.7 + two * 0.3
        kind = chance.random()
        if kind < 0.2:
            canvas = np.full((CANVAS, CANVAS, 3), one, np.float32)
        elif kind < 0.4:
            canvas = self.slope(one, two if chance.random() < 0.5 else near)
        elif kind < 0.62:
            canvas = self.clouds(one, two if chance.random() < 0.5 else near)
        elif kind < 0.74:
            canvas = self._scenery(one)
        elif kind < 0.86:
            canvas = self._lights(self.slope(one * 0.4, two * 0.4))
        else:
            canvas = self._stripes(one, near if chance.random() < 0.7 else two)
        if chance.random() < 0.35:  # the corner's triangle, or a band
            self._halved(canvas)
        return canvas

    def slope(self, one: np.ndarray, two: np.ndarray) -> Pixels:
        """A run from one colour to another."""
        y, x = np.mgrid[-1 : 1 : CANVAS * 1j, -1 : 1 : CANVAS * 1j].astype(np.float32)
        if self.chance.random() < 0.5:
            angle = self.chance.uniform(0, 2 * np.pi)
            share = 0.5 + 0.5 * (x * np.cos(angle) + y * np.sin(angle))
        else:
            share = np.hypot(x - self.chance.uniform(-1, 1), y - self.chance.uniform(-1, 1)) / 1.5
        share = share.clip(0, 1)[..., None]
        return (one * (1 - share) + two * share).astype(np.float32)

    def clouds(self, one: np.ndarray, two: np.ndarray) -> Pixels:
        """Noise of all sizes, as paper, bark, water or a photograph out of focus have."""
        chance = self.chance
        share = np.zeros((CANVAS, CANVAS), np.float32)
        rough = chance.uniform(0.3, 0.9)
        for at in range(5):
            cells = 2 + 2 ** (at + 1)
            noise = chance.normal(0, rough**at, (cells, cells)).astype(np.float32)
            share += cv2.resize(noise, (CANVAS, CANVAS), interpolation=cv2.INTER_CUBIC)
        share = (0.5 + share * chance.uniform(0.15, 0.6)).clip(0, 1)[..., None]
        return (one * (1 - share) + two * share).astype(np.float32)

    def _scenery(self, base: np.ndarray) -> Pixels:
        """Things in many colours, more or less sharp."""
        chance = self.chance
        canvas = np.full((CANVAS, CANVAS, 3), base, np.float32)
        alike = chance.uniform(0, 0.8)
        for _ in range(int(chance.integers(4, 25))):
            colour = [float(v) for v in base * alike + self.colour() * (1 - alike)]
            points = chance.uniform(-10, CANVAS + 10, 2) + chance.normal(0, 18, (int(chance.integers(3, 6)), 2))
            if chance.random() < 0.35:
                cv2.polylines(canvas, [points.astype(np.int32)], False, colour, int(chance.integers(1, 6)), cv2.LINE_AA)
            else:
                cv2.fillPoly(canvas, [points.astype(np.int32)], colour, cv2.LINE_AA)
        return cv2.GaussianBlur(canvas, (0, 0), float(chance.uniform(0.3, 4)))

    def _lights(self, canvas: Pixels) -> Pixels:
        """Lights out of focus."""
        chance = self.chance
        for _ in range(int(chance.integers(3, 18))):
            disc = np.zeros((CANVAS, CANVAS), np.float32)
            middle = (int(chance.integers(CANVAS)), int(chance.integers(CANVAS)))
            reach = int(chance.integers(3, 26))
            cv2.circle(disc, middle, reach, 1.0, -1, cv2.LINE_AA)
            if chance.random() < 0.3:
                cv2.circle(disc, middle, max(reach - 2, 1), 0.6, -1, cv2.LINE_AA)
            canvas = canvas + disc[..., None] * self.colour(120) * chance.uniform(0.2, 0.9)
        return np.minimum(cv2.GaussianBlur(canvas, (0, 0), float(chance.uniform(0.3, 2.5))), 255).astype(np.float32)

    def _stripes(self, one: np.ndarray, two: np.ndarray) -> Pixels:
        chance = self.chance
        y, x = np.mgrid[:CANVAS, :CANVAS].astype(np.float32)
        angle, step = chance.uniform(0, np.pi), chance.uniform(4, 26)
        along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        share = (along % step) < step * chance.uniform(0.15, 0.7)
        kind = chance.random()
        if kind < 0.3:
            share = share ^ ((across % step) < step / 2)
        elif kind < 0.5:
            share = np.hypot(along % step - step / 2, across % step - step / 2) < step * chance.uniform(0.15, 0.45)
        return np.where(share[..., None], two, one).astype(np.float32)

    def _halved(self, canvas: Pixels) -> None:
        chance = self.chance
        y, x = np.mgrid[:CANVAS, :CANVAS].astype(np.float32) - CANVAS / 2
        angle = chance.choice(8) * np.pi / 4 + chance.normal(0, 0.1)
        far = x * np.cos(angle) + y * np.sin(angle) - chance.uniform(0.5, 0.95) * TALL
        canvas[far > 0] = self.colour()
        if chance.random() < 0.5:
            canvas[np.abs(far) < chance.uniform(0.7, 3)] = (
                chance.choice([10, 250]) if chance.random() < 0.7 else self.colour()
            )

    def colour(self, least: int = 30) -> np.ndarray:
        """Any colour, as bright as `least` at least; some are nearly grey."""
        chance = self.chance
        hue = np.uint8([[[chance.integers(180), chance.integers(40, 256), chance.integers(least, 256)]]])
        if chance.random() < 0.25:
            hue[0, 0, 1] = chance.integers(0, 40)
        return cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
