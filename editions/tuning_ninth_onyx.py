"""One of the ninth five editions to tune on: an orb of glass on black in the card's colour, a chip for AI cards."""

from __future__ import annotations

from functools import partial

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, polygon, shape, stroke, text
from editions.marks import LIKE_PLAYING_CARDS
from editions.plates import plate
from editions.workshop import FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_BLACK, _SILVER, _DIM, _INK = "#0b0c10", "#d9dee6", "#5a616e", "#15171c"
_ROMAN, _SMALL = "Marcellus", "Rajdhani"
_ORB = 17.0  # millimetres of its radius


def _onyx(card: Card) -> str:
    """Return lacquer with a sheen: the id above an orb, the number in silver below it, two lamps for the phase."""
    silver = faded("silver", (0, "#ffffff"), (0.48, "#c3cad4"), (0.52, "#8f98a5"), (1, "#eef1f5"))
    lacquer = faded("lacquer", (0, "#2a2e38"), (0.5, "#14161c"), (1, "#060709"))
    drawn = f"<defs>{silver}{lacquer}</defs>" + box(0, 0, 63, 88, "url(#lacquer)")
    drawn += _chip(card) if card.ai else _orb(card) + _lamps(card.face.phase)
    drawn += path("M0 0H44L8 88H0z", "#ffffff", 'fill-opacity="0.05"')
    drawn += stroke("M16 1.8H47M16 86.2H47M1.8 16V72M61.2 16V72", "url(#silver)", 0.4)
    drawn += text(31.5, 6.6, 3, card.id, _SMALL, _SILVER, 0, f'stroke="{_SILVER}" stroke-width="0.15"')
    bold = 'stroke="{}" stroke-width="0.3"'
    light = {"yellow": _INK, "": "#ffffff"}
    return drawn + _sides(card) + connectors(card, _gem, 4.9, 5.2, _ROMAN, LIKE_PLAYING_CARDS, light, bold)


def _gem(shade: str) -> str:
    """Return a connector as half a cut stone: two facets, a bright edge."""
    facets = path("M0 0H15.6L7.8 7.8z", mixed(shade, "#ffffff", 0.13)) + path("M0 0V15.6L7.8 7.8z", shade)
    return facets + line(16, 0, 0, 16, _SILVER, 0.7)


def _orb(card: Card) -> str:
    """Return the orb over its own glow and the card's number under it."""
    glow = faded("glow", (0.6, card.own + "90"), (1, card.own + "00"), round_at='cx="0.5" cy="0.5" r="0.5"')
    drawn = f"<defs>{glow}<clipPath id='orb'><circle cx='31.5' cy='34' r='{_ORB}'/></clipPath></defs>"
    drawn += disc(31.5, 34, 25, "url(#glow)")
    drawn += plate(31.5 - _ORB, 34 - _ORB, 2 * _ORB, 2 * _ORB, _glass(card), 'clip-path="url(#orb)"')
    drawn += disc(31.5, 34, _ORB, "none", f'stroke="{mixed(card.own, "#ffffff", 0.45)}" stroke-width="0.7"')
    drawn += '<ellipse cx="25" cy="25" rx="6.5" ry="3.6" fill="#ffffff8c" transform="rotate(-38 25 25)"/>'
    bold = 'stroke="#f4f6f9" stroke-width="0.4"'
    return drawn + text(31.5, 65.4, 15, str(card.face.number), _ROMAN, "url(#silver)", 0, bold)


def _glass(card: Card) -> Pixels:
    """Return what is in the orb: smoke in the card's colour that turns about a point, darker towards the rim."""
    rng, wide = dice(card.chance), 2 * _ORB
    size = int(wide * FINE)
    y, x = (np.mgrid[0:size, 0:size] / size - 0.5) * 2
    x0, y0, twist = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.choice((-1, 1)) * rng.uniform(3, 7)
    far = np.hypot(x - x0, y - y0)
    angle = np.arctan2(y - y0, x - x0) + twist * far
    arms = np.sin(angle * rng.integers(1, 4) + rng.uniform(0, 6)) + 0.6 * noise(rng, wide, wide, 5, 5)
    smoke = np.clip(0.5 + 0.3 * arms + 0.12 * noise(rng, wide, wide, 1.4, 1.4), 0, 1)[..., None]
    own = inked(card.own)
    lit = own * (0.72 + 0.4 * smoke) + (255 - own) * 0.7 * np.clip(smoke - 0.55, 0, 1)
    rim = np.clip(np.hypot(x, y), 0, 1)[..., None]
    below = np.clip((y[..., None] - 0.2) * 0.5, 0, 1) * rim
    return np.asarray(np.clip(lit * (1.15 - 0.5 * rim**4) + 110 * below, 0, 255))


def _lamps(phase: int) -> str:
    """Return two lamps, lit as many as the phase says."""
    return "".join(
        shape(polygon(x, 79.6, 2.1, 4), "#fff4cf" if at < phase else "none", f'stroke="{_SILVER}" stroke-width="0.4"')
        for at, x in enumerate((28.6, 34.4))
    )


def _chip(card: Card) -> str:
    """Return woven carbon and on it a chip with pins and tracks, its lid in the card's colour with the number."""
    drawn = "".join(
        box(x * 3, y * 1.5, 3, 1.5, "#2b303a" if (x + y // 2 + y % 2) % 2 else "#20242c")
        for x in range(21)
        for y in range(59)
    )
    for way in range(4):
        pins = "".join(box(4 * k - 0.9, -20, 1.8, 3, _SILVER) for k in range(-3, 4))
        tracks = "".join(
            stroke(f"M{4 * k} -20v-{card.chance.uniform(2, 5):.1f}l{card.chance.choice((-2, 2))} -2v-5", "#8a7a4a", 0.5)
            for k in range(-3, 4)
        )
        drawn += f'<g transform="translate(31.5 42) rotate({90 * way})">{tracks}{pins}</g>'
    drawn += box(13.5, 24, 36, 36, "#101216", 'rx="1.4" stroke="#4b515d" stroke-width="0.5"')
    drawn += box(18, 28.5, 27, 27, card.own, f'rx="1" stroke="{_SILVER}" stroke-width="0.6"')
    ink = _INK if card.face.colour == "yellow" else "#ffffff"
    drawn += path("M18 28.5H45L18 55.5z", "#ffffff", 'fill-opacity="0.12"') + disc(16, 57.4, 0.9, _DIM)
    drawn += text(31.5, 25.9, 1.5, f"{card.chance.randint(10, 99)}K{card.chance.randint(100, 999)}", _SMALL, "#aab1bc")
    return drawn + text(31.5, 42, 15, str(card.face.number), _ROMAN, ink, 0, f'stroke="{ink}" stroke-width="0.4"')


def _sides(card: Card) -> str:
    """Return what is asked for as lights at the left of the number, and the points in a ring at its right."""
    left, right, y = (19, 42, 77) if card.ai else (7.4, 51.6, 66)
    worth, bold = str(card.chance.randint(1, 12)), f'stroke="{_SILVER}" stroke-width="0.2"'

    def light(x: float, level: float, shade: str) -> str:
        return disc(x, level, 1.7, shade, f'stroke="{_SILVER}" stroke-width="0.35"')

    ring = disc(right, y, 3.6, _BLACK, 'stroke="url(#silver)" stroke-width="0.6"')
    return asked(card, left, y, light, 4.3) + ring + text(right, y, 3, worth, _SMALL, _SILVER, 0, bold)


ONYX = Edition(
    "onyx", 93, (_ROMAN, _SMALL), ("#d8262f", "#1d6fe0", "#f4c20d", "#4a4e58", "#18a058", "#8a3fd1"),
    _onyx, partial(leaflet, "#15171d", _SILVER), 3.2,
)  # fmt: skip
