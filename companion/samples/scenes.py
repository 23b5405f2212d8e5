"""How generated photographs are taken: three levels of difficulty, everything drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.samples.tables import TABLES

LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Scene:
    """How a photo is taken. Lengths are millimetres of 63 x 88 cards, angles degrees."""

    seed: int
    megapixels: float = 12.0
    aspect: float = 4 / 3
    quarter_turns: int = 0  # how often the photographer stands a quarter further round the table
    roll: float = 0.0
    tilt: float = 0.0
    distance: float = 2.2  # in tableau widths: near means strong perspective
    margin: float = 0.06
    gap: float = 0.03  # between cards, as a share of a card's width
    jitter: float = 0.5
    twist: float = 0.5
    table: str = "wood"
    clutter: int = 0
    standee: bool = False
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains of blue, green, red
    light: float = 1.0
    shadows: int = 0
    shadow: float = 0.0
    glare: int = 0
    veil: float = 0.0
    blur: float = 0.5  # in pixels of a 12 megapixel photo
    motion: float = 0.0
    noise: float = 2.0
    quality: int = 92
    sleeve: str = ""  # "matt" or "glossy": all cards lie in sleeves
    rim: float = 0.0  # of the sleeves
    curl: float = 0.0  # how far the edges of the cards may turn up or down
    thickness: float = 0.0  # how far the shadow of a card reaches over its neighbours
    foil: float = 0.0  # the share of the cards that mirror the room


@dataclass(frozen=True)
class _Range:
    """What a difficulty allows: the least and most of what `scene` draws."""

    megapixels: tuple[float, float]
    tilt: tuple[float, float]
    gap: tuple[float, float]
    jitter: tuple[float, float]
    twist: tuple[float, float]
    warmth: float
    light: tuple[float, float]
    shadows: tuple[int, int]
    shadow: tuple[float, float]
    glare: tuple[int, int]
    veil: float
    blur: tuple[float, float]
    motion: float
    noise: tuple[float, float]
    quality: tuple[int, int]
    clutter: tuple[int, int]
    standee: float
    tables: tuple[str, ...]


_ALL = tuple(TABLES)
_RANGES = {
    "easy": _Range(
        (6, 12), (0, 8), (0.02, 0.07), (0.2, 0.8), (0.1, 0.6), 0.05, (0.85, 1.1), (0, 1), (0.0, 0.18), (0, 0), 0.01,
        (0.3, 0.8), 0, (1, 3), (88, 96), (0, 1), 0.2, ("cloth", "wood", "white", "mat"),
    ),
    "medium": _Range(
        (3, 12), (3, 22), (0.0, 0.10), (0.3, 1.6), (0.3, 1.6), 0.13, (0.7, 1.15), (0, 2), (0.1, 0.38), (0, 2), 0.04,
        (0.4, 1.4), 1.5, (2, 6), (72, 93), (0, 4), 0.5, _ALL,
    ),
    "hard": _Range(
        (2, 12), (8, 34), (0.0, 0.10), (0.5, 2.4), (0.5, 3.0), 0.26, (0.45, 1.2), (1, 3), (0.25, 0.58), (1, 4), 0.08,
        (0.8, 2.4), 4.0, (4, 10), (52, 88), (2, 7), 0.7, _ALL,
    ),
}  # fmt: skip


def scene(level: str, seed: int) -> Scene:
    """Return how the photo with this seed is taken at 'easy', 'medium' or 'hard'."""
    allowed, chance = _RANGES[level], np.random.default_rng((LEVELS.index(level), seed))

    def between(low_high: tuple[float, float]) -> float:
        return float(chance.uniform(*low_high))

    def count(low_high: tuple[int, int]) -> int:
        return int(chance.integers(low_high[0], low_high[1] + 1))

    warm = allowed.warmth * float(chance.uniform(-0.5, 1))
    green = float(chance.uniform(-0.25, 0.25)) * allowed.warmth
    return Scene(
        seed=seed,
        megapixels=between(allowed.megapixels),
        aspect=float(chance.choice([4 / 3, 4 / 3, 4 / 3, 16 / 9, 3 / 2])),
        quarter_turns=count((0, 3)),
        roll=float(chance.normal()) * 3,
        tilt=between(allowed.tilt),
        distance=between((1.4, 2.8)),
        margin=between((0.02, 0.10)),
        gap=between(allowed.gap),
        jitter=between(allowed.jitter),
        twist=between(allowed.twist),
        table=str(chance.choice(allowed.tables)),
        clutter=count(allowed.clutter),
        standee=bool(chance.random() < allowed.standee),
        cast=(1 - warm, 1 + green, 1 + warm * 0.6),
        light=between(allowed.light),
        shadows=count(allowed.shadows),
        shadow=between(allowed.shadow),
        glare=count(allowed.glare),
        veil=float(chance.uniform(0, allowed.veil)),
        blur=between(allowed.blur),
        motion=float(chance.uniform(0, allowed.motion)),
        noise=between(allowed.noise),
        quality=count(allowed.quality),
    )


@dataclass(frozen=True)
class _Wear:
    """What a difficulty allows beyond light and lens."""

    sleeves: float  # how often
    curl: tuple[float, float]
    thickness: tuple[float, float]
    foils: float  # how often
    foil: tuple[float, float]


_WEAR = {
    "easy": _Wear(0.2, (0.0, 1.0), (0.2, 0.6), 0.15, (0.1, 0.2)),
    "medium": _Wear(0.4, (0.5, 3.0), (0.3, 1.2), 0.35, (0.1, 0.35)),
    "hard": _Wear(0.5, (1.0, 5.0), (0.5, 2.0), 0.6, (0.2, 0.6)),
}


def worn_scene(level: str, seed: int) -> Scene:
    """Return the scene of this level and seed with cards that have seen use: sleeves, bent cards, foil."""
    wear, chance = _WEAR[level], np.random.default_rng((5, LEVELS.index(level), seed))
    sleeve = str(chance.choice(("matt", "glossy"))) if chance.random() < wear.sleeves else ""
    return replace(
        scene(level, seed),
        sleeve=sleeve,
        rim=float(chance.uniform(1.0, 2.5)) if sleeve else 0.0,
        curl=float(chance.uniform(*wear.curl)),
        thickness=float(chance.uniform(*wear.thickness)),
        foil=float(chance.uniform(*wear.foil)) if chance.random() < wear.foils else 0.0,
    )
