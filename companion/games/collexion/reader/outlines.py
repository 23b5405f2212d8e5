"""Masks of one colour and the outlines in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
_CRUMB = 0.0008  # of the picture: what is smaller is no piece
_SOLID = 0.85  # of what an outline encloses: where less is of its colour it is a ring or speckles
_HALF, _TWICE = 0.5, 2.0  # times an area: pieces between these are about equally large


def without_lines(masks: Mapping[str, Mask]) -> dict[str, Mask]:
    """Take away what is much thinner than the pieces of the photo; the pieces keep their corners."""
    areas = [area_of(blob) for mask in masks.values() for blob in blobs_of(mask)]
    least, _ = usual_area(areas)
    thick = 2 * int(0.22 * np.sqrt(least)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
    cleaned = {}
    for colour, mask in masks.items():
        solid = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel)
        cleaned[colour] = (cv2.dilate(solid, kernel) > 0) & mask
    return cleaned


def blobs_of(mask: Mask) -> list[Floats]:
    """Return the outlines of what hangs together, without crumbs, rings and speckles."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = mask.size * _CRUMB
    return [
        one.astype(np.float64) for one in outlines if cv2.contourArea(one) > least and share_within(one, mask) > _SOLID
    ]


def share_within(outline: NDArray[np.generic], mask: NDArray[np.generic]) -> float:
    """How much of what an outline encloses belongs to a mask."""
    x, y, wide, tall = cv2.boundingRect(np.asarray(outline, np.int32))
    inside = np.zeros((tall, wide), np.uint8)
    cv2.drawContours(inside, [np.asarray(outline, np.int32)], 0, 1, -1, offset=(-x, -y))
    return float(mask[y : y + tall, x : x + wide][inside > 0].mean())


def usual_area(areas: Sequence[float]) -> tuple[float, float]:
    """Return between which sizes the pieces lie: they are about equally large, and crumbs, however many, are small."""
    sums = {one: sum(area**3 for area in areas if _HALF < area / one < _TWICE) for one in areas}
    usual = max(sums, key=sums.__getitem__, default=1.0)
    return 0.4 * usual, 2.5 * usual


def area_of(corners: Floats) -> float:
    """The area that corners or an outline enclose."""
    return float(cv2.contourArea(corners.astype(np.float32)))


def bulge(blob: Floats) -> float:
    """Which share of its hull an outline fills."""
    points = blob.astype(np.float32)
    return float(cv2.contourArea(points) / max(cv2.contourArea(cv2.convexHull(points)), 1.0))


def spread_of(blob: Floats) -> tuple[Floats, Floats]:
    """The centre of an area and the covariance of its points."""
    m = cv2.moments(blob.astype(np.float32))
    centre = np.array([m["m10"], m["m01"]]) / m["m00"]
    return centre, np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / m["m00"]


def moved(points: Floats, matrix: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points, matrix), np.float64)


def filled(corners: Floats, high: NDArray[np.int_]) -> NDArray[np.float32]:
    """Return a polygon as a mask of this width and height."""
    image = np.zeros((int(high[1]), int(high[0])), np.uint8)
    cv2.fillPoly(image, [np.round(corners * 16).astype(np.int32)], 1, shift=4)
    return image.astype(np.float32)
