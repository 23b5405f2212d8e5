"""The sentences of the pages, and the engine's own in the reader's language."""

from __future__ import annotations

import re
from typing import Any

from companion.core.table import View
from companion.games.ai100.cards import CORNERS, Face
from companion.games.ai100.describe import texts as engine_texts
from companion.games.ai100.document import ROUND, TURNS
from companion.pages.words import page_texts


def shown(identity: str) -> str:
    """Return an id as people read it: Ω3 for O3."""
    return identity.replace("O", "Ω", 1) if identity.startswith("O") else identity


def turn_words(view: View[Any], turn: int) -> str:
    """Return a turn as the table counts it, through both rounds: 'round 2, turn 8 of 14'."""
    return view.say("phase", (turn - 1) // ROUND + 1, turn, TURNS)


def face_words(face: Face, language: str) -> str:
    """Return a face in words, for those who do not see the drawing."""
    words, corner_words = engine_texts(language), page_texts(language, "ai100")
    corners = ", ".join(
        f"{corner_words[f'corner.{corner}']} {words[f'connector.{one.colour}']} {one.number}"
        for corner, one in zip(CORNERS, face.connectors, strict=False)
    )
    return f"{words[f'card.{face.colour}']} {face.number}" + (f" ({corners})" if corners else "")


def final_words(view: View[Any], name: str, value: Any) -> str:
    """Return in words which card AI-2 added outside a tableau, or that it was taken back."""
    return (
        view.say("describe.final", name, value["card"], value["cell"])
        if value
        else view.say("describe.final.taken", name)
    )


_COORDINATE = re.compile(r"(?<![\w-])([@A-D][0-6])([↖↗↘↙]?)(?!\w)")


def parted(text: str) -> tuple[tuple[str, str], ...]:
    """Return a sentence in parts: words, and coordinates with the cell that they name."""
    parts: list[tuple[str, str]] = []
    end = 0
    for found in _COORDINATE.finditer(text):
        parts += [(text[end : found.start()], ""), (found.group(), found.group(1))]
        end = found.end()
    return (*parts, (text[end:], ""))
