"""One of the twelfth five: jeans with patches sewn on, a bag of canvas with a zip for AI cards."""

from __future__ import annotations

from functools import partial
from math import pi, sin
from random import Random

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, faded, mixed, path, polygon, shape, star, stroke, text
from editions.plates import plate
from editions.workshop import FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_COTTON, _THREAD, _DARK = "#f6eede", "#d9903a", "#2b1d12"
_SEWN, _WOVEN = "Lilita One", "Barlow"
_WASHES = ("#243a5e", "#355784", "#5d80a8", "#86a3c0", "#34363c", "#1c2a44")
_CUTS = ("W28 L32", "W30 L30", "W31 L34", "W33 L32", "W34 L36", "W36 L30")
_DYES = {"yellow": _DARK, "": "#fffaf0"}
_UPSIDE = (0, 0, 180, 180)


def _denim(card: Card) -> str:
    """Return cloth with seams, felt in the card's colour with the number stitched on, felt in the corners, labels."""
    satin = (
        f'<pattern id="satin" width="0.7" height="0.7" patternUnits="userSpaceOnUse" patternTransform="rotate(28)">'
        f'<rect width="0.7" height="0.7" fill="{_COTTON}"/><rect width="0.7" height="0.2" fill="#d5c8ae"/></pattern>'
    )
    copper = faded("copper", (0, "#ffdcb4"), (0.5, "#c07a45"), (1, "#6b3719"), round_at='cx="0.38" cy="0.32" r="0.75"')
    drawn = f"<defs>{satin}{copper}</defs>" + (_bag(card) if card.ai else _jeans(card))
    heavy = 'stroke="{}" stroke-width="0.15"'
    return drawn + connectors(card, _felt, 5.1, 6.2, _SEWN, _UPSIDE, _DYES, heavy) + _tab(card) + _care(card)


def _felt(shade: str) -> str:
    """Return a connector: a triangle of felt, sewn on with running stitches along its long side."""
    thread = mixed(shade, "#ffffff", 0.62)
    return (
        path("M-1 -1H18.6L-1 18.6z", "#000000", 'opacity="0.35" transform="translate(0.3 0.4)"')
        + path("M-1 -1H17.6L-1 17.6z", shade)
        + stroke("M16.6 0L0 16.6", mixed(shade, "#000000", 0.3), 0.6)
        + stroke("M14.6 0.5L0.5 14.6", thread, 0.5, 'stroke-dasharray="1.3 0.8" stroke-linecap="round"')
    )


def _cloth(rng: np.random.Generator, shade: str, twill: bool) -> Pixels:
    """Return woven cloth: slanting ribs and uneven yarn, worn pale in places; or plain weave."""
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    slub = 0.10 * noise(rng, 63, 88, 0.35, 9) + 0.05 * noise(rng, 63, 88, 5, 0.3)
    if twill:
        weave = 0.5 + 0.5 * np.sin(2 * pi * (x + 1.6 * y) / 1.15) + 0.25 * np.sin(2 * pi * (x - 0.1 * y) / 0.5)
        worn = np.clip(0.10 + 0.09 * noise(rng, 63, 88, 22, 30) + 0.05 * noise(rng, 63, 88, 12, 2.6), 0, 0.42)
        share = np.clip(worn + 0.2 * weave * (0.5 + worn) + slub, 0, 1)[..., None]
        return np.asarray(inked(shade) * (1 - share) + inked("#e9e6dc") * share)
    weave = np.sin(2 * pi * x / 0.95) * np.sin(2 * pi * y / 0.95)
    light = 1 + 0.06 * weave + 0.5 * slub + 0.02 * noise(rng, 63, 88, 20, 20)
    return np.asarray(np.clip(inked(shade) * light[..., None], 0, 255))


def _jeans(card: Card) -> str:
    chance = card.chance
    drawn = plate(0, 0, 63, 88, _cloth(dice(chance), chance.choice(_WASHES), True)) + _seams(chance)
    return drawn + _buttons(card.face.phase) + _patch(card)


def _seams(chance: Random) -> str:
    """Return a seam and the edge of a pocket, each topped with two rows of orange stitches."""
    at, lean, drawn = chance.uniform(13, 50), chance.uniform(-5, 5), ""
    ways = [f"M{at + gap:.1f} -1L{at + lean + gap:.1f} 89" for gap in (0, 1.7)]
    drawn += stroke(f"M{at - 1.2:.1f} -1L{at + lean - 1.2:.1f} 89", "#000000", 0.5, 'opacity="0.4"')
    drawn += stroke(f"M{at + 3:.1f} -1L{at + lean + 3:.1f} 89", "#ffffff", 0.4, 'opacity="0.22"')
    deep, side = chance.uniform(64, 71), chance.choice((1, -1))
    for gap in (0, 1.7):
        arch = f"M-2 {deep + gap:.1f}Q20 {deep + side * 7 + gap:.1f} 31.5 {deep - 3 + gap:.1f}T65 {deep + gap:.1f}"
        ways.append(arch)
    drawn += stroke(ways[-1], "#000000", 0.5, 'opacity="0.35" transform="translate(0 1)"')
    for way in ways:
        drawn += stroke(way, "#000000", 0.55, 'opacity="0.3" transform="translate(0.2 0.3)"')
        drawn += stroke(way, _THREAD, 0.5, 'stroke-dasharray="1.5 0.6" stroke-linecap="round"')
    return drawn


def _buttons(phase: int) -> str:
    """Return one button of copper for the first phase, two for the second."""
    drawn = ""
    for at in range(phase):
        x = 31.5 + (at - (phase - 1) / 2) * 10.4
        drawn += disc(x + 0.4, 10.6, 4.5, "#000000", 'opacity="0.45"') + disc(x, 10, 4.5, "url(#copper)")
        drawn += disc(x, 10, 3.5, "none", 'stroke="#5a2f16" stroke-width="0.45"')
        drawn += shape(star(x, 10, 2.3, 5, 0.42), "#5a2f16")
    return drawn


def _outline(chance: Random) -> list[tuple[float, float]]:
    """Return the shape of a patch: a disc, a shield, a hexagon, a flower or a rounded square."""
    kind, x, y = chance.randrange(5), 31.5, 41.5
    if kind == 1:
        edge = [(15.5, -15), (15.5, 2)] + [(15.5 * (1 - (k / 12) ** 2), 2 + 16 * k / 12) for k in range(1, 13)]
        return [(x - right, y + down) for right, down in edge] + [(x + right, y + down) for right, down in edge[::-1]]
    if kind == 2:
        return polygon(x, y, 18.4, 6, 30)
    if kind == 4:
        return [
            (x + 16 * abs(c) ** 0.45 * (1 if c > 0 else -1), y + 16 * abs(s) ** 0.45 * (1 if s > 0 else -1))
            for k in range(80)
            for c, s in [(sin(2 * pi * k / 80 + pi / 2), sin(2 * pi * k / 80))]
        ]
    bumps = (0, 0, 0, 8)[kind]
    return [point for k in range(90) for point in [polygon(x, y, 17 + 1.1 * sin(4 * k * pi / 180 * bumps), 90)[k]]]


def _patch(card: Card) -> str:
    """Return felt in the card's colour with an overlocked edge, the number in satin stitch."""
    points, own = _outline(card.chance), card.own
    edge = mixed(own, "#000000", 0.35)
    drawn = shape(points, "#000000", 'opacity="0.4" transform="translate(0.6 0.9)"')
    drawn += shape(points, own, f'stroke="{edge}" stroke-width="2" stroke-linejoin="round"')
    drawn += shape(points, "none", f'stroke="{mixed(own, "#ffffff", 0.3)}" stroke-width="2" stroke-dasharray="0.3 0.5"')
    inner = 'transform="translate(31.5 41.5) scale(0.86) translate(-31.5 -41.5)"'
    pale = mixed(own, "#ffffff", 0.55)
    drawn += shape(points, "none", f'stroke="{pale}" stroke-width="0.5" stroke-dasharray="1.4 0.9" {inner}')
    return drawn + _number(card, 31.5, 41.5, 19)


def _number(card: Card, x: float, y: float, tall: float) -> str:
    edge = _DARK if card.face.colour == "yellow" else mixed(card.own, "#000000", 0.6)
    halo = f'stroke="{edge}" stroke-width="1.5" stroke-linejoin="round" paint-order="stroke"'
    return text(x, y, tall, str(card.face.number), _SEWN, "url(#satin)", 0, halo)


def _tab(card: Card) -> str:
    """Return a woven tab that is folded about the left edge, the id on it, read from below."""
    drawn = box(0, 31.6, 6.4, 22, "#000000", 'opacity="0.35" rx="0.4"') + box(-1, 31, 7, 22, _COTTON, 'rx="0.4"')
    drawn += stroke("M0 31.7H6M0 52.3H6", "#b9a988", 0.3, 'stroke-dasharray="0.5 0.3"')
    return drawn + text(3.1, 42, 2.9, card.id, _WOVEN, _DARK, -90, f'stroke="{_DARK}" stroke-width="0.3"')


def _care(card: Card) -> str:
    """Return a label of satin with the cut, a wash tub, reels of thread for what is asked for, and the points."""
    chance = card.chance

    def reel(x: float, y: float, shade: str) -> str:
        return (
            box(x - 1.5, y - 1.4, 3, 2.8, shade)
            + stroke(f"M{x - 1.5} {y - 0.5}h3M{x - 1.5} {y + 0.4}h3", "#ffffff", 0.15)
            + box(x - 1.9, y - 2.1, 3.8, 0.8, "#b98b57", 'rx="0.3"')
            + box(x - 1.9, y + 1.3, 3.8, 0.8, "#b98b57", 'rx="0.3"')
        )

    drawn = box(18, 67.4, 28, 15.4, "#000000", 'opacity="0.35" rx="0.5"') + box(
        17.5, 66.8, 28, 15.4, "#fdfbf6", 'rx="0.5"'
    )
    drawn += asked(card, 21.6, 71, reel, 5) + stroke("M18.5 75.2H44.5", "#b9b1a0", 0.2)
    thick = f'stroke="{_DARK}" stroke-width="0.16"'
    drawn += text(40.2, 71, 3.2, f"+{chance.randint(1, 12)}", _WOVEN, _DARK, 0, thick)
    drawn += text(25.4, 78.6, 1.7, chance.choice(_CUTS), _WOVEN, "#5b5348")
    tub = f"M{35.8} 76.9l0.7 3.6h5.4l0.7 -3.6M35.8 77.3q0.9 -0.7 1.7 0t1.7 0t1.7 0t1.7 0"
    return (
        drawn
        + stroke(tub, "#5b5348", 0.25)
        + text(39.2, 79.1, 1.3, chance.choice(("30", "40", "60")), _WOVEN, "#5b5348")
    )


def _bag(card: Card) -> str:
    """Return raw canvas with a zip of tape in the card's colour, a leather robot, and felt with the number."""
    chance, own = card.chance, card.own
    drawn = plate(0, 0, 63, 88, _cloth(dice(chance), chance.choice(("#d8cdb4", "#c9c3b2", "#dcd3c2")), False))
    drawn += box(20.5, -1, 22, 90, "#000000", 'opacity="0.25"') + box(20, -1, 22, 90, own)
    ribs = "".join(f"M20 {0.7 * k:.1f}h22" for k in range(126))
    drawn += stroke(ribs, "#000000", 0.15, 'opacity="0.28"')
    drawn += stroke("M21.2 0V88M40.8 0V88", mixed(own, "#ffffff", 0.5), 0.4, 'stroke-dasharray="1.4 0.8"')
    drawn += box(29.4, -1, 4.2, 90, "#4a4a4c")
    drawn += "".join(box(29.2 + 1.9 * (k % 2), 1.05 * k, 2.7, 0.75, "#d9d4c6", 'rx="0.3"') for k in range(86))
    return drawn + _leather(chance, 31.5, 21.5) + _round(card)


def _leather(chance: Random, x: float, y: float) -> str:
    """Return a square of leather with a robot's face burnt into it; no two alike."""
    hide = mixed("#a8713f", "#6f4526", chance.random())
    burnt, eyes, mouth = "#3a2010", chance.uniform(1.1, 2), chance.randrange(3)
    drawn = box(x - 10.6, y - 8.6, 22, 19, "#000000", 'opacity="0.35" rx="1.4"') + box(
        x - 11, y - 9.5, 22, 19, hide, 'rx="1.4"'
    )
    drawn += box(
        x - 10, y - 8.5, 20, 17, "none", f'rx="1" stroke="{_THREAD}" stroke-width="0.45" stroke-dasharray="1.3 0.7"'
    )
    drawn += box(
        x - 6.4, y - 4.6, 12.8, 10, "none", f'rx="{chance.uniform(0.6, 3.6):.1f}" stroke="{burnt}" stroke-width="0.8"'
    )
    drawn += stroke(f"M{x} {y - 4.6}v-2M{x - 6.4} {y}h-1.6M{x + 6.4} {y}h1.6", burnt, 0.8) + disc(
        x, y - 6.8, 0.8, burnt
    )
    drawn += "".join(
        disc(x + side * 2.8, y - 1.2, eyes, burnt) + disc(x + side * 2.8, y - 1.2, 0.5, hide) for side in (-1, 1)
    )
    grins = (
        f"M{x - 3} {y + 2.8}h6",
        f"M{x - 3} {y + 2}q3 2.6 6 0",
        f"M{x - 3} {y + 2}h6v1.6h-6zM{x - 1} {y + 2}v1.6M{x + 1} {y + 2}v1.6",
    )
    return drawn + stroke(grins[mouth], burnt, 0.6)


def _round(card: Card) -> str:
    """Return a tag of card's felt on cotton with the number."""
    pale = mixed(card.own, "#ffffff", 0.55)
    drawn = disc(32, 49.4, 15.6, "#000000", 'opacity="0.4"') + disc(31.5, 48.6, 15.6, _COTTON)
    drawn += disc(31.5, 48.6, 13.6, card.own) + disc(
        31.5, 48.6, 12.2, "none", f'stroke="{pale}" stroke-width="0.5" stroke-dasharray="1.4 0.9"'
    )
    return drawn + _number(card, 31.5, 48.6, 14)


DENIM = Edition(
    "denim", 122, (_SEWN, _WOVEN), ("#c5353b", "#2f78c9", "#edb92c", "#26272c", "#379a5e", "#9152b4"),
    _denim, partial(leaflet, "#2c4468", _COTTON), 3.6,
)  # fmt: skip
