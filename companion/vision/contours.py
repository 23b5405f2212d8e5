"""Proposals by contour: whatever some threshold or some closed outline separates from its surroundings as a quad."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.vision.shapes import Image, Points, clockwise, convex

SMALLEST, LARGEST = 0.0012, 0.30  # the share of the photo that one card may cover
BOX = 2.2  # times the largest card, what an upright box around one may have when it lies askew
HULL = 0.6  # of its hull, what a contour must fill: print that touches the edge may cut into it
LONGEST = 3.2  # times the short side of a card, seen obliquely
BOXED = 0.62  # of the smallest box around it, what a card covers at least, seen obliquely with round corners
CORNERED = 0.9  # of the quad around it, what a contour covers that has four straight sides


def proposals(work: Image) -> Points:
    """Propose quads (n, 4, 2) in the pixels of the work image."""
    found: list[Points] = []
    seen: set[tuple[int, ...]] = set()
    for mask, scale in masks(work):
        found += [quad / scale for quad in mask_quads(mask, seen)]
    quads = np.array(found, np.float32).reshape(-1, 4, 2)
    return clockwise(quads[convex(quads)])


def masks(work: Image) -> Iterator[tuple[Image, float]]:
    """Yield binary pictures whose regions or holes may be cards, and their scale against the work image."""
    half = cv2.resize(work, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    for channel, count in zip(channels(half), (6, 3, 3, 3), strict=True):
        for level in levels(channel, count):
            yield cv2.threshold(channel, level, 1, cv2.THRESH_BINARY)[1], 0.5
    grey = cv2.cvtColor(cv2.GaussianBlur(half, (3, 3), 0), cv2.COLOR_BGR2GRAY)
    for share, offset in ((24, 2), (10, 5)):
        block = max(grey.shape) // share | 1
        mean = cv2.blur(grey, (block, block))
        away = cv2.subtract(grey, mean, dtype=cv2.CV_16S)
        yield cv2.inRange(away, np.array(1 - offset), np.array(255)), 0.5
        yield cv2.inRange(away, np.array(-255), np.array(offset - 1)), 0.5
    yield outlines(work), 1.0


def channels(picture: Image) -> tuple[Image, ...]:
    """Lightness, the two colour axes and saturation: a card differs from its table in one of them.

    Colours are noisy; lightness is left as it is, or the thin gaps between cards would close.
    """
    lightness, a, b = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB))
    blue, green, red = cv2.split(picture)
    spread = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    return lightness, *(cv2.medianBlur(colour, 3) for colour in (a, b, spread))


def levels(channel: Image, count: int) -> list[int]:
    """Spread thresholds over the values that occur, half by value and half by how often."""
    low, high = np.percentile(channel[::4, ::4], (2, 98))
    if high - low < 4:
        return []
    even = np.linspace(low, high, count // 2 + 2)[1:-1]
    often = np.percentile(channel[::4, ::4], np.linspace(0, 100, count - count // 2 + 2)[1:-1])
    return sorted({int(v) for v in np.concatenate([even, often])})


def outlines(work: Image) -> Image:
    """Everything that no edge runs through: cards of the table's own colour remain as islands."""
    grey = cv2.GaussianBlur(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    gx, gy = cv2.Sobel(grey, cv2.CV_16S, 1, 0), cv2.Sobel(grey, cv2.CV_16S, 0, 1)
    high = max(24.0, 3.0 * float(np.median(np.abs(gx[::4, ::4])) + np.median(np.abs(gy[::4, ::4]))))
    edges = cv2.Canny(gx, gy, high / 2.5, high)
    return cv2.bitwise_not(cv2.dilate(edges, np.ones((3, 3), np.uint8)))


def mask_quads(mask: Image, seen: set[tuple[int, ...]] | None = None) -> list[Points]:
    """The contours of a binary picture, outer and inner, that are four straight sides; `seen` spares repetitions."""
    seen = set() if seen is None else seen
    height, width = mask.shape
    least, most = SMALLEST * height * width, LARGEST * height * width
    grain = 400 / (height + width)
    quads = []
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if len(contour) < 8:  # specks, most of what there is; a card's corners are round
            continue
        x, y, w, h = cv2.boundingRect(contour)
        if w * h < least or w * h > BOX * most:
            continue
        key = (round(x * grain), round(y * grain), round((x + w) * grain), round((y + h) * grain))
        if key in seen:
            continue
        quad = four_sides(contour, least, most)
        if quad is not None:
            seen.add(key)
            quads.append(quad)
    return quads


def four_sides(contour: Image, least: float, most: float) -> Points | None:
    """Fit a quad to the hull of a contour; rounded corners are allowed, round or ragged shapes are not."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if len(hull) < 4 or not least <= area <= most or cv2.contourArea(contour) < HULL * area:
        return None
    _, size, _ = cv2.minAreaRect(hull)
    if max(size) > LONGEST * min(size) or area < BOXED * size[0] * size[1]:
        return None
    quad = cv2.approxPolyN(hull, 4, None, -1, True).reshape(4, 2).astype(np.float32)
    if area < CORNERED * cv2.contourArea(quad):
        return None
    return quad
