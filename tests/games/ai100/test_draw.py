"""Cards as we draw them: one drawing for tableau, deck and share picture."""

import re
import xml.etree.ElementTree as ET

import pytest

from companion.games.ai100.cards import COLOURS, LETTERS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import (
    DARK,
    DEMO,
    HELP_IDS,
    LIGHT,
    SHADES,
    SYMBOLS,
    card_svg,
    card_symbol,
    contrast,
    ink_on,
    svg,
)
from companion.games.ai100.glyphs import DEMO_FONT

FACES = demo_deck().faces
SVG = "{http://www.w3.org/2000/svg}"


def paths(drawing):
    """The outlines of a drawing and how often each is used."""
    drawn = [element.get("d") for element in ET.fromstring(drawing).iter(f"{SVG}path")]
    return {outline: drawn.count(outline) for outline in drawn}


def test_contrast_is_that_of_the_web_guidelines():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_text_on_every_fill_is_readable(colour):
    assert contrast(ink_on(SHADES[colour]), SHADES[colour]) >= 4.5


def test_yellow_takes_dark_text_and_the_others_light():
    assert {colour: ink_on(SHADES[colour]) for colour in COLOURS} == {
        **dict.fromkeys(COLOURS, LIGHT),
        "yellow": DARK,
    }


@pytest.mark.parametrize("card", ["001", "073", "120", "AI-1", "AI-12"])
def test_a_card_shows_number_symbol_letter_id_and_four_connectors(card):
    face = FACES[card]
    drawn = paths(card_svg(card, face))
    signs = str(face.number) + card + "".join(str(connector.number) for connector in face.connectors)
    signs += LETTERS[COLOURS.index(face.colour)]
    for sign in set(signs):
        assert drawn[DEMO_FONT.glyphs[sign].path] == signs.count(sign)
    shown = [face.colour, *(connector.colour for connector in face.connectors)]
    for colour in set(shown):
        assert drawn[SYMBOLS[colour]] == shown.count(colour)
    assert sum(outline.endswith("L0 19.5Z") for outline in drawn) == 1
    assert sum(count for outline, count in drawn.items() if outline.endswith("L0 19.5Z")) == 4


def test_a_face_without_connectors_has_no_triangles():
    drawing = card_svg("001", FACES["001"]._replace(connectors=()))
    assert not any(outline.endswith("L0 19.5Z") for outline in paths(drawing))


def test_the_ai_card_has_a_double_frame():
    def frames(card):
        rects = ET.fromstring(card_svg(card, FACES[card])).iter(f"{SVG}rect")
        return sum(rect.get("fill") == "none" for rect in rects)

    assert frames("AI-4") == 2
    assert frames("004") == 0


def test_every_drawing_composes_in_one_document():
    cards = [card_symbol(card, face, 70 * at, 0) for at, (card, face) in enumerate(FACES.items())]
    helps = [card_symbol(card, None, 70 * at, 100) for at, card in enumerate(HELP_IDS)]
    document = ET.fromstring(svg("".join([*cards, *helps]), 9240, 300))
    groups = [group for group in document if group.tag == f"{SVG}g"]
    assert len(groups) == len(FACES) + len(HELP_IDS)
    assert not re.search(r'\bid="|href=|url\(', ET.tostring(document, "unicode"))


def test_a_card_lies_where_it_is_put():
    assert 'transform="translate(10 20)' in card_symbol("001", FACES["001"], 10, 20)


def test_the_figures_can_spell_every_card():
    assert set("".join(FACES)) | set(LETTERS) <= set(DEMO.font.glyphs)
