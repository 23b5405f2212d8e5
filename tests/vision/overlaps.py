"""How well a quad that was found lies on the true one."""

from __future__ import annotations

from companion.vision.shapes import Points, areas, overlap


def iou(a: Points, b: Points) -> float:
    """Intersection over union of two convex quads."""
    shared = overlap(a, b)
    both = float(areas(a[None])[0] + areas(b[None])[0]) - shared
    return shared / both if both > 0 else 0.0
