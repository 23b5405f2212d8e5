"""The card that AI-2 adds, photographed by itself."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import words
from tests.web.photographed import photos
from tests.web.photographs import bare_table, shoot
from tests.web.tableaux import GRID, TABLEAUX, Finished

# AI-2's extra card, photographed by itself.


def extra(table: Finished, data: bytes) -> Any:
    answer = table.post("photo/extra", seat=0, photo=(io.BytesIO(data), "card.jpg"))
    answer.request.environ["wsgi.input"].close()
    return answer


@pytest.fixture
def adding(app: Flask) -> Finished:
    table = Finished(app, [{"name": "Ana", "ai": "AI-2"}])
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    return table


def test_the_card_that_ai_2_adds_is_read_from_a_photo(adding: Finished) -> None:
    card = GRID["A1"]
    answer = extra(adding, shoot({"B3": card}).jpeg)
    assert answer.status_code == 303
    page = adding.get(answer.headers["Location"])
    assert f"Seen in the photo: card {card}." in words(page)
    assert f'value="{card}"' in page.get_data(as_text=True)
    # Nothing is entered before somebody says where it lies, and the photo is not kept.
    assert "final/0" not in adding.entries(adding.app)
    assert not photos(adding)
    assert adding.do("final", seat=0, card=card, cell="D3").status_code == 303


def test_a_photo_of_more_than_the_extra_card_is_refused(adding: Finished) -> None:
    answer = extra(adding, shoot({"A1": GRID["A1"], "A2": GRID["A2"]}).jpeg)
    assert answer.status_code == 422
    assert "2 cards are seen in the photo. Photograph just the one that AI-2 added" in words(answer)


def test_a_photo_without_any_card_is_said_beside_its_button(adding: Finished) -> None:
    answer = extra(adding, bare_table())
    assert answer.status_code == 422
    assert "No cards found." in words(answer)
    assert "AI-2's extra card" in words(answer).replace("&#39;", "'")
