"""The colours of a whole photo judged together: one affine colour map for the lamp, one gain for each card.

All samples (the grounds of the cards and their corner triangles) are explained at once by expectation and
maximisation over the colours of the print; white and dark ink anchor the map, since a lamp colours them as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STRANGE = 0.02  # how many samples show something that is no colour of the print: glare, a hand, a standee
_HEAT = (0.22, 0.16, 0.12, 0.09, 0.07, 0.055, 0.05, 0.05)  # spread of samples around their shade, cooling down
_ALONG = 0.20  # light changes within a card: brightness tells less than hue
_INK = 0.35  # weight of an ink: digits are thin, so blur mixes them with their ground
_RIDGE = 1.5  # samples' worth of belief that a lamp only scales the three channels
_STEADY = 0.35  # usual spread of the light between cards
# Light on a sample beside that on its card, and how often: a shadow's edge, a fold.
_LOCAL = ((1.0, 0.65), (0.75, 0.13), (1.25, 0.08), (0.55, 0.08), (0.4, 0.06))
# How far a mirrored lamp lifts a sample towards white, and how often.
_LIFT = ((0.0, 0.92), (0.05, 0.02), (0.12, 0.02), (0.25, 0.02), (0.45, 0.01), (0.65, 0.01))
_FINE = 0.015  # spread of a sample whose light is allowed for
_BESIDE = 0.12  # what is left of the spread of its brightness
_MELTED = (-0.25, 0.35)  # contrast of thin ink with its ground, the logarithm: blur melts some of it
_DARK_SHADE = 0.04045  # of a channel in sRGB, up to which light is in proportion to it
_WHITE_INK = 4.5  # the contrast with white from which a shade bears white ink: what text needs to be legible (WCAG)


@dataclass(frozen=True)
class Samples:
    """Colours seen in a photo (rows of blue, green, red between 0 and 1), on which card, how much each counts."""

    seen: Floats  # (n, 3)
    inks: Floats  # (n, 2, 3): the brightest and the darkest there
    card: NDArray[np.intp]  # (n,)
    weight: Floats  # (n,)
    beside: NDArray[np.bool_]  # (n,): whether the inks were seen right there, in the same light

    def __getitem__(self, rows: slice) -> Samples:
        return Samples(self.seen[rows], self.inks[rows], self.card[rows], self.weight[rows], self.beside[rows])


@dataclass(frozen=True)
class Colours:
    """What the samples are, and the lamp that explains them."""

    logs: Floats  # (n, colours): log-probabilities
    likely: Floats  # (n,): how far a sample fits any colour at all, log-density of the best
    lamp: Floats  # (3, 4): from a shade (and 1) to what the camera sees at a gain of 1
    gain: Floats  # (cards,)


def judge_colours(samples: Samples, palette: Floats, white: Floats) -> Colours:
    """Explain all samples of a photo by the shades of the print; `white` (cards, 3) is the brightest of each card."""
    lamp, gain = _first_lamp(white)
    inks = ink_of(palette)
    for heat in _HEAT:
        logs = _densities(samples, palette, lamp, gain, heat)
        share = _shares(logs)
        gain = _fit_gain(samples, palette, share, lamp, gain)
        lamp = _fit_lamp(samples, palette, inks, share, lamp, gain)
    logs = _in_any_light(samples, palette, lamp, gain)
    return Colours(_mixed(logs), logs.max(axis=1), lamp, gain)


def in_the_same_light(samples: Samples, palette: Floats, judged: Colours) -> Floats:
    """Log-probabilities of samples of the same cards in other shades, under the lamp that was found."""
    return _mixed(_in_any_light(samples, palette, judged.lamp, judged.gain))


def ink_of(palette: Floats) -> NDArray[np.intp]:
    """Which ink is printed on each shade: 0 for white, 1 for dark."""
    linear = np.where(palette <= _DARK_SHADE, palette / 12.92, ((palette + 0.055) / 1.055) ** 2.4)
    luminance = linear @ np.array([0.0722, 0.7152, 0.2126])
    return np.asarray(1.05 / (luminance + 0.05) < _WHITE_INK, np.intp)


def _first_lamp(white: Floats) -> tuple[Floats, Floats]:
    usual = np.maximum(np.median(white, axis=0), 0.08)
    gain = np.clip((white / usual).mean(axis=1), 0.5, 1.6)
    return np.column_stack([np.diag(usual), np.zeros(3)]), gain


def _densities(samples: Samples, palette: Floats, lamp: Floats, gain: Floats, heat: float) -> Floats:
    """Log-density of each sample under each shade: a spread along the light and a smaller one across it."""
    expected = gain[samples.card][:, None, None] * (palette @ lamp[:, :3].T) + lamp[:, 3]
    return _spread(samples.seen[:, None], expected, heat, _ALONG)


def _spread(seen: Floats, expected: Floats, heat: float, along: float) -> Floats:
    off = seen - expected
    length = np.sqrt(np.einsum("...c,...c", expected, expected)) + 1e-6
    far = np.einsum("...c,...c", off, expected) / length
    across = np.maximum(np.einsum("...c,...c", off, off) - far**2, 0)
    wide = np.hypot(heat, along * length)
    narrow = np.hypot(heat * 0.6, 0.05 * length)
    return np.asarray(-0.5 * (far / wide) ** 2 - 0.5 * across / narrow**2 - np.log(wide * narrow**2))


def _in_any_light(samples: Samples, palette: Floats, lamp: Floats, gain: Floats) -> Floats:
    """Densities that allow for more or less light on a sample than on its card, and for a mirrored lamp.

    How bright the ink beside a sample is tells how much light falls there.
    """
    shade, white = palette @ lamp[:, :3].T, lamp[:, :3].sum(axis=1)
    seen = samples.seen - np.array([lift for lift, _ in _LIFT])[:, None, None] * white / max(white.max(), 1e-6)
    often = np.log([share for _, share in _LIFT])[:, None, None]
    contrast = _contrast(samples, palette, lamp)
    found = np.full((len(samples.seen), len(palette)), -np.inf)
    for factor, share in _LOCAL:
        light = factor * gain[samples.card]
        logs = _spread(seen[:, :, None], light[:, None, None] * shade + lamp[:, 3], _FINE, _BESIDE) + often
        melted = (contrast - np.log(light)[:, None] - _MELTED[0]) / _MELTED[1]
        ink = np.where(samples.beside[:, None], np.maximum(-0.5 * melted**2, -4.0), 0.0)
        found = np.logaddexp(found, np.logaddexp.reduce(logs, axis=0) + ink + np.log(share))
    return np.asarray(found)


def _contrast(samples: Samples, palette: Floats, lamp: Floats) -> Floats:
    """The contrast of the ink beside each sample as a share of that of each shade in full light, the logarithm."""
    inks, white = ink_of(palette), lamp[:, :3].sum(axis=1)
    seen = np.linalg.norm(samples.inks[:, inks] - samples.seen[:, None], axis=2)
    ink = np.where(inks == 0, 1.0, 0.1)[:, None] * white
    return np.asarray(np.log(np.maximum(seen, 0.004) / np.linalg.norm(ink - palette @ lamp[:, :3].T, axis=1)))


def _shares(logs: Floats) -> Floats:
    """Responsibilities; what fits no shade belongs to none."""
    strange = np.log(_STRANGE)
    top = np.maximum(logs.max(axis=1, keepdims=True), strange)
    parts = np.exp(logs - top)
    return np.asarray(parts / (parts.sum(axis=1, keepdims=True) + np.exp(strange - top)))


def _mixed(logs: Floats) -> Floats:
    """Log-probabilities of the colours, never quite certain."""
    share = _shares(logs)
    left = 1 - share.sum(axis=1, keepdims=True)
    return np.asarray(np.log(share * (1 - _STRANGE) + (left + _STRANGE * (1 - left)) / logs.shape[1]))


def _fit_gain(samples: Samples, palette: Floats, share: Floats, lamp: Floats, before: Floats) -> Floats:
    shade = palette @ lamp[:, :3].T
    seen = samples.seen - lamp[:, 3]
    share = share * samples.weight[:, None]
    cards = len(before)
    top = np.bincount(samples.card, (share * (seen @ shade.T)).sum(axis=1), cards)
    under = np.bincount(samples.card, share @ (shade**2).sum(axis=1), cards)
    prior = 0.06 / _STEADY**2
    usual = float(np.median(before))
    return np.asarray(np.clip((top + prior * usual) / (under + prior), 0.25, 2.5))


def _fit_lamp(
    samples: Samples, palette: Floats, inks: NDArray[np.intp], share: Floats, before: Floats, gain: Floats
) -> Floats:
    """Weighted least squares for each channel, held towards a lamp that only scales the channels."""
    share = share * samples.weight[:, None]
    at = gain[samples.card]
    n, k = share.shape
    shades = np.broadcast_to(palette, (n, k, 3)) * at[:, None, None]
    ink = np.where(inks == 0, 1.0, 0.1)[None, :, None] * at[:, None, None] * np.ones(3)
    source = np.concatenate([shades, ink], axis=1).reshape(-1, 3)
    seen_ink = samples.inks[:, inks]  # (n, k, 3)
    target = np.concatenate([np.repeat(samples.seen[:, None], k, axis=1), seen_ink], axis=1).reshape(-1, 3)
    weight = np.concatenate([share, share * _INK], axis=1).reshape(-1)
    design = np.column_stack([source, np.ones(len(source))])
    normal = (design * weight[:, None]).T @ design
    middle = np.diag(before[:, :3])
    scaled = np.column_stack([np.diag(middle), np.zeros(3)])
    hold = np.diag([_RIDGE, _RIDGE, _RIDGE, _RIDGE * 8])
    loose = hold.copy()
    lamp = np.empty((3, 4))
    for channel in range(3):
        loose[:] = hold
        loose[channel, channel] = 0.05  # the channel's own gain is free
        right = (design * weight[:, None]).T @ target[:, channel] + loose @ scaled[channel]
        lamp[channel] = np.linalg.solve(normal + loose, right)
    lamp[:, 3] = np.clip(lamp[:, 3], -0.02, 0.15)
    return lamp
