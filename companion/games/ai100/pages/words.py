"""The sentences of the pages, and the engine's own in the reader's language."""

from __future__ import annotations

from companion.games.ai100.cards import CORNERS, Face
from companion.games.ai100.describe import texts as engine_texts
from companion.pages.words import page_texts


def signed(points: int) -> str:
    """Return points as a cell or a button shows them."""
    return f"{points:+d}" if points else "0"


def shown(identity: str) -> str:
    """Return an id as people read it: Ω3 for O3."""
    return identity.replace("O", "Ω", 1) if identity.startswith("O") else identity


def face_words(face: Face, language: str) -> str:
    """Return a face in words, for those who do not see the drawing."""
    words, corner_words = engine_texts(language), page_texts(language, "ai100")
    corners = ", ".join(
        f"{corner_words[f'corner.{corner}']} {words[f'connector.{one.colour}']} {one.number}"
        for corner, one in zip(CORNERS, face.connectors, strict=False)
    )
    return f"{words[f'card.{face.colour}']} {face.number}" + (f" ({corners})" if corners else "")
