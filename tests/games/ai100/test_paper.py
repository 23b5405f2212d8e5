"""The demo deck on paper: every card with its condition and its phase, nine a page, drawn as the screen draws them."""

from __future__ import annotations

import re
import zlib
from functools import cache

import pytest

from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.paper import _path, demo_sheet, fitted


@cache
def pages(language: str) -> list[str]:
    """What is drawn on each page."""
    sheet = demo_sheet(demo_deck(), language, "Companion: demo deck")
    streams = re.findall(rb"stream\n(.*?)\nendstream", sheet, re.S)
    return [zlib.decompress(one).decode("cp1252") for one in streams]


def cards(language: str) -> list[str]:
    return [card for page in pages(language) for card in re.split(r"(?=q 1 0 0 1 [\d.]+ [\d.]+ cm q)", page)[1:]]


def test_nine_cards_a_page_and_a_file_that_names_each_of_its_parts() -> None:
    sheet = demo_sheet(demo_deck(), "en", "Companion: demo deck")
    assert sheet.count(b"/Type /Page ") == len(pages("en")) == 15
    assert [len(cards("en"))] == [135]
    start = int(sheet.rsplit(b"startxref\n", 1)[1].split()[0])
    assert sheet[start:].startswith(b"xref\n")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", sheet), 1):
        assert sheet[int(place) :].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_carries_its_whole_condition_and_its_phase(language: str) -> None:
    for (card, face), drawn in zip(demo_deck().faces.items(), cards(language), strict=False):
        said = " ".join(one.replace("\\", "") for one in re.findall(r"Tm \((.*?)\) Tj", drawn))
        assert said == catalogue()[card].sentence[language].rstrip(".")
        assert len(re.findall(r" 5\.2 cm ", drawn)) == face.phase


def test_a_sentence_is_broken_where_a_word_would_not_fit() -> None:
    assert fitted("Two words") == (2.4, ["Two words"])
    size, lines = fitted(" ".join(["word"] * 24))
    assert size < 2.4
    assert 1 < len(lines) <= 3


def test_arcs_and_smooth_curves_end_where_they_should() -> None:
    # A quarter of a circle around (0, 0), from (1, 0) to (0, 1): its bends lie on the tangents.
    assert (
        _path("M1 0A1 1 0 0 1 0 1").replace("-0.000", "0.000") == "1.000 0.000 m 1.000 0.552 0.552 1.000 0.000 1.000 c"
    )
    assert _path("M0 0h2v1l-1 1z") == "0.000 0.000 m 2.000 0.000 l 2.000 1.000 l 1.000 2.000 l h"
    smooth = _path("M0 0C0 1 1 1 1 0S2 -1 2 0")
    assert smooth == "0.000 0.000 m 0.000 1.000 1.000 1.000 1.000 0.000 c 1.000 -1.000 2.000 -1.000 2.000 0.000 c"
