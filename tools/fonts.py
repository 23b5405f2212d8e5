"""Fonts that are installed, and texts painted in them: the type cases of the print shop."""

from __future__ import annotations

import random
import re
import subprocess
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import distributions
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.vision.styles import SIGNS as PRINTED

# Families that only ever judge. The prints of the tests use Aileron and Rubik, which are in no list at all.
HELD_OUT = ("Lato", "PT Serif", "Play", "Karla", "Dosis", "Courier Prime", "Cabin", "Caladea", "League Spartan", "B612")
_STRANGE = re.compile(r"Noto (?!Sans$|Serif$|Sans Display$|Serif Display$)|Initials|Keyboard|Symbol|UKIJ")
TALL = 48  # pixels of a painted glyph


class Ink(NamedTuple):
    """A painted text, cut close, with values 0 to 1, and from where to where each of its signs reaches."""

    mask: np.ndarray
    spans: np.ndarray


def installed_fonts() -> dict[str, list[str]]:
    """The files of installed fonts by family, as fontconfig knows them."""
    listed = subprocess.run(
        ["fc-list", "--format", "%{family[0]}|%{file}\n"], capture_output=True, text=True, check=True
    )
    families: dict[str, list[str]] = {}
    for line in sorted(set(listed.stdout.splitlines())):
        family, file = line.split("|")
        families.setdefault(family, []).append(file)
    return families


def is_kept_out(family: str) -> bool:
    """Whether a family must not be trained with: those that judge, and those that the editions are set in.

    The fonts of editions come in packages for development; relatives of a family bear its name in theirs.
    """
    kept = [dist.name[8:] for dist in distributions() if dist.name.startswith("fontpkg-")]
    own, others = _slug(family), [_slug(name) for name in (*HELD_OUT, *kept)]
    return any(own.startswith(other) or (len(own) > 4 and other.startswith(own)) for other in others)


def _slug(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


def loaded(families: dict[str, list[str]], seed: int) -> dict[str, list[ImageFont.FreeTypeFont]]:
    """Some fonts of each family, heavy ones among them; ornaments and alphabets without our digits are left out."""
    found: dict[str, list[ImageFont.FreeTypeFont]] = {}
    model = _likeness(ImageFont.load_default(TALL))
    for family, files in families.items():
        if _STRANGE.match(family):
            continue
        heavy = [file for file in files if re.search("Black|Heavy|ExtraBold|UltraBold", file)]
        picked = {*random.Random(seed).sample(files, min(len(files), 7)), *heavy[:3]}
        for font in map(_loaded, sorted(picked)):
            if font is not None and (model * _likeness(font)).mean() / model.mean() > 0.45:
                found.setdefault(family, []).append(font)
    return found


def _loaded(file: str) -> ImageFont.FreeTypeFont | None:
    try:
        font = ImageFont.truetype(file, TALL)
        return font if all(painted(font, sign).mask.size > 40 for sign in PRINTED) else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=20_000)
def _sign(font: ImageFont.FreeTypeFont, sign: str) -> tuple[np.ndarray, float]:
    """One sign on its baseline in a canvas two glyphs wide, and its advance."""
    image = Image.new("L", (2 * TALL, 2 * TALL))
    with suppress(OSError):  # a font whose outline of this sign is broken
        ImageDraw.Draw(image).text((TALL // 2, 1.5 * TALL), sign, 255, font, anchor="ls")
    return np.asarray(image), font.getlength(sign)


def painted(font: ImageFont.FreeTypeFont, text: str, bold: int = 0, tracking: float = 0.0) -> Ink:
    signs = [_sign(font, sign) for sign in text]
    starts = np.cumsum([0.0, *(advance + tracking + 1.7 * bold for _, advance in signs)]).clip(0).astype(int)
    canvas = np.zeros((2 * TALL, starts[-1] + 2 * TALL), np.uint8)
    for (ink, _), at in zip(signs, starts, strict=False):
        view = canvas[:, at : at + 2 * TALL]
        np.maximum(view, ink, out=view)
    if bold:
        canvas = cv2.dilate(canvas, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * bold + 1, 2 * bold + 1)))
    x, y, wide, tall = cv2.boundingRect(canvas)
    left = starts[:-1] + TALL // 2 - bold - x
    spans = np.column_stack([left, left + np.diff(starts)]).astype(float)
    return Ink(canvas[y : y + tall, x : x + wide].astype(np.float32) / 255, spans)


def _likeness(font: ImageFont.FreeTypeFont) -> np.ndarray:
    """The digits in one size, to tell letters of the alphabet from ornaments."""
    return np.stack(
        [cv2.GaussianBlur(cv2.resize(painted(font, sign).mask, (24, 32)), (0, 0), 2) for sign in "012345689"]
    )
