"""One of the tenth five: cells under a microscope, stained in the card's colour, a wafer for AI cards."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, stroke, text
from editions.plates import plate
from editions.workshop import FINE, Pixels, Point, asked, dice, inked, leaflet, noise

_WHITE, _INK, _BLACK = "#ffffff", "#1f2a44", "#121316"
_HAND, _PRINT = "Caveat", "Chakra Petch"
_COUNTERSTAINS = ("#b9a9cc", "#a8c4b5", "#d3b5a3", "#b4bccb", "#c9c19c")
_METALS = ("#7a6440", "#566a63", "#6d5a6e", "#57647a", "#736b4a")
_HEAVY = f'stroke="{_INK}" stroke-width="0.14"'


def _mikro(card: Card) -> str:
    """Return a photograph in a black border, half discs at its sides as connectors, stickers with the rest."""
    drawn = plate(0, 0, 63, 88, _wafer(card) if card.ai else _cells(card))
    drawn += box(0.9, 0.9, 61.2, 86.2, "none", f'rx="2.4" stroke="{_BLACK}" stroke-width="1.8"')
    return drawn + (_sticker(card) if card.ai else _label(card)) + _foot(card) + _sides(card)


def _sides(card: Card) -> str:
    """Return the connectors near the corners, the tops of their digits towards the card's middle."""
    drawn, halo = "", f'stroke="{_INK}" stroke-width="1" stroke-linejoin="round" paint-order="stroke"'
    places = ((0, 12, 90), (63, 12, -90), (63, 76, -90), (0, 76, 90))
    for (colour, number), (x, y, turn) in zip(card.face.connectors, places, strict=True):
        drawn += disc(x, y, 8.6, card.shade[colour], f'stroke="{_WHITE}" stroke-width="0.9"')
        drawn += text(4 if x == 0 else 59, y, 6.4, str(number), _PRINT, _WHITE, turn, halo)
    return drawn


def _outline(rng: np.random.Generator, at: Point, radius: float, rough: float = 0.07) -> NDArray[np.int32]:
    """Return the outline of a cell in pixels: a circle with slow waves."""
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    far = radius + np.zeros(60)
    for waves in (2, 3, 5):
        far += radius * rng.normal(0, rough / waves) * np.cos(waves * angle + rng.uniform(0, 6.3))
    return np.round(np.column_stack([at[0] + far * np.cos(angle), at[1] + far * np.sin(angle)]) * FINE).astype(np.int32)


def _cell(rng: np.random.Generator, stain: Pixels, at: Point, radius: float) -> None:
    """Stain a cell: its body a little, its membrane and its nucleus much, grains here and there."""
    outline = _outline(rng, at, radius)
    cv2.fillPoly(stain, [outline], rng.uniform(0.3, 0.45), cv2.LINE_AA)
    cv2.polylines(stain, [outline], True, 0.8, max(2, round(radius * 0.55)), cv2.LINE_AA)
    for _ in range(int(radius * 3)):
        angle, far = rng.uniform(0, 6.3), radius * rng.uniform(0.3, 0.85)
        grain = round((at[0] + far * np.cos(angle)) * FINE), round((at[1] + far * np.sin(angle)) * FINE)
        cv2.circle(
            stain, grain, max(1, round(radius * rng.uniform(0.15, 0.4))), rng.uniform(0.45, 0.8), -1, cv2.LINE_AA
        )
    kernel = at[0] + rng.uniform(-0.15, 0.15) * radius, at[1] + rng.uniform(-0.15, 0.15) * radius
    cv2.fillPoly(stain, [_outline(rng, kernel, radius * rng.uniform(0.38, 0.5))], 1.0, cv2.LINE_AA)


def _cells(card: Card) -> Pixels:
    """Return cells in bright light, many out of focus; in their middle a large one, in the second phase dividing."""
    rng, counter = dice(card.chance), inked(card.chance.choice(_COUNTERSTAINS))
    size = (88 * FINE, 63 * FINE)
    other, stain, clear = np.zeros(size), np.zeros(size), np.ones(size)
    for blur, many in ((1.1, 22), (0.5, 26), (0.2, 20)):
        for canvas in (other, stain):
            for _ in range(many):
                _cell(rng, canvas, (rng.uniform(0, 63), rng.uniform(0, 88)), rng.uniform(1.8, 4.6))
            canvas[:] = cv2.GaussianBlur(canvas, (0, 0), blur * FINE)
    middle: tuple[Point, ...] = ((31.5, 48),) if card.face.phase == 1 else ((24.3, 50), (38.7, 46))
    for at in middle:
        cv2.fillPoly(clear, [_outline(rng, at, 14 if card.face.phase == 1 else 10.4)], 0.04, cv2.LINE_AA)
    clear = np.asarray(cv2.GaussianBlur(clear, (0, 0), 0.9 * FINE), np.float64)
    other, stain = other * clear, stain * clear
    for at in middle:
        _cell(rng, stain, at, 12 if card.face.phase == 1 else 8.4)
    stain = np.asarray(cv2.GaussianBlur(stain, (0, 0), 0.9), np.float64)
    stain *= 1 + 0.12 * noise(rng, 63, 88, 0.7, 0.7) + 0.1 * noise(rng, 63, 88, 3, 3)
    paper = np.array([240.0, 238.0, 230.0]) * np.ones((*size, 1))
    lit = paper + (counter - paper) * np.clip(other, 0, 0.75)[..., None]
    own, much = inked(card.own), np.clip(stain, 0, 1)[..., None]
    lit = lit + (own - lit) * np.clip(much * 1.25, 0, 0.95) - own * 0.35 * np.clip(much - 0.85, 0, 1) * 2
    y, x = np.mgrid[0 : size[0], 0 : size[1]] / FINE
    dim = 1.03 - 0.3 * (np.hypot((x - 31.5) / 45, (y - 46) / 58) ** 3)
    return np.asarray(np.clip(lit * dim[..., None] + rng.normal(0, 6, (*size, 3)), 0, 255))


def _wafer(card: Card) -> Pixels:
    """Return a chip under the lens: fields of memory, wires, pads, colours that shift across it."""
    rng, base = dice(card.chance), inked(card.chance.choice(_METALS))
    tall, wide = 88 * FINE, 63 * FINE
    light = np.full((tall, wide), 0.55)
    for _ in range(60):
        x, y = int(rng.uniform(-20, wide)), int(rng.uniform(-20, tall))
        w, h, step = int(rng.uniform(20, 110)), int(rng.uniform(20, 110)), int(rng.integers(3, 9))
        field = light[max(y, 0) : y + h, max(x, 0) : x + w]
        field[:] = rng.uniform(0.3, 1.1)
        (field if rng.random() < 0.5 else field.T)[::step] *= 0.55
        if rng.random() < 0.5:
            (field if rng.random() < 0.5 else field.T)[step // 2 :: step] *= 1.35
    for _ in range(40):
        x, y, far = int(rng.uniform(0, wide)), int(rng.uniform(0, tall)), int(rng.uniform(40, 250))
        end = (x + far, y) if rng.random() < 0.5 else (x, y + far)
        cv2.line(light, (x, y), end, rng.uniform(0.9, 1.5), int(rng.integers(1, 4)))
    shift = noise(rng, 63, 88, 25, 25)[..., None] * np.array([18.0, -6.0, 22.0])
    picture = (base + shift) * light[..., None] + rng.normal(0, 6, (tall, wide, 3))
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7), 0, 255))


def _written(x: float, y: float, tall: float, number: int, ink: str) -> str:
    """Return a figure written with a felt pen."""
    return text(
        x,
        y,
        tall,
        str(number),
        _HAND,
        ink,
        0,
        f'stroke="{ink}" stroke-width="{tall * 0.06:.2f}" stroke-linejoin="round"',
    )


def _label(card: Card) -> str:
    """Return the slide's label: the number by hand, a stripe in the card's colour, the id, one cell or two."""
    drawn = box(16.4, 3.6, 31, 22, "#00000050", 'rx="0.8"') + box(16, 3, 31, 22, "#fbfaf4", 'rx="0.8"')
    drawn += box(16, 19.4, 31, 5.6, card.own) + line(31, 5, 31, 17.6, "#b9bcc4", 0.25)
    drawn += _written(23.4, 11.2, 12, card.face.number, _INK)
    drawn += text(39, 6.8, 2.3, f"No. {card.id}", _PRINT, _INK, 0, _HEAVY)
    for x in (39.0,) if card.face.phase == 1 else (36.0, 42.0):
        drawn += disc(x, 12.2, 2.6, "none", f'stroke="{_INK}" stroke-width="0.5"') + disc(x, 12.2, 1, _INK)
    return drawn + text(
        39, 17.2, 1.4, f"{card.chance.randint(1, 28):02d}.0{card.chance.randint(1, 9)}.2026", _PRINT, _INK
    )


def _sticker(card: Card) -> str:
    """Return a round sticker in the card's colour with the number, a strip with the id above it."""
    ink = _INK if card.face.colour == "yellow" else _WHITE
    drawn = disc(31.9, 42.8, 17, "#00000066") + disc(31.5, 42, 17, _WHITE) + disc(31.5, 42, 15.4, card.own)
    drawn += disc(31.5, 42, 14, "none", f'stroke="{ink}" stroke-width="0.3" stroke-dasharray="1 0.8"')
    drawn += _written(31.2, 42, 17, card.face.number, ink)
    return drawn + box(20, 8, 23, 6, _BLACK) + text(31.5, 11, 2.7, card.id, _PRINT, "#8ff0c8")


def _foot(card: Card) -> str:
    """Return what is asked for as tubes on a strip, the points beside them, the scale of the picture."""

    def tube(x: float, y: float, shade: str) -> str:
        return box(x - 1.3, y - 2.2, 2.6, 4.4, _WHITE, f'rx="1.2" stroke="{_INK}" stroke-width="0.3"') + box(
            x - 1, y - 0.6, 2, 2.5, shade, 'rx="0.9"'
        )

    drawn = box(14, 70.4, 35, 7.2, "#fbfaf4", 'rx="0.8"') + asked(card, 18, 74, tube, 4.2)
    drawn += line(33, 71.6, 33, 76.4, "#b9bcc4", 0.25)
    drawn += text(40.6, 74, 2.5, f"{card.chance.randint(1, 12)} pts", _PRINT, _INK, 0, _HEAVY)
    scale, ink = card.chance.choice(("0.05", "0.02", "0.1")), _WHITE if card.ai else _BLACK
    if not card.ai:
        drawn += box(36, 79.4, 18.6, 5.6, "#f4f2ea", 'fill-opacity="0.75" rx="0.5"')
    return (
        drawn
        + box(38, 83, 14, 0.7, ink)
        + text(45, 81.2, 1.7, f"{scale} mm  400x", _PRINT, ink)
        + stroke("M38 82.6v1.5M52 82.6v1.5", ink, 0.4)
    )


MIKRO = Edition(
    "mikro", 105, (_HAND, _PRINT), ("#c9303b", "#2c68b8", "#e3ad17", "#3f4146", "#2a8f5c", "#7d40a3"),
    _mikro, partial(leaflet, "#eceee9", mixed(_INK, _BLACK, 0.3)), 3.0,
)  # fmt: skip
