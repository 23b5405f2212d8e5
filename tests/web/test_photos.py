"""Photos from phones: taken in, refused, kept small with their table, read, asked about, deleted."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from companion.games.ai100.pages.photo_reading import merged
from companion.games.ai100.reading import Guess, Reading, Seen
from tests.web.conftest import Phone, words
from tests.web.photographed import outlines, photos, send
from tests.web.photographs import bare_table, covered, jpeg, shoot
from tests.web.tableaux import GRID, TABLEAUX, WHOLE, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Not a photo that can be read (JPEG, PNG, WebP or HEIC)."), ("fr", "Ce n&#39;est pas une photo lisible")],
)
def test_a_text_file_called_jpg_is_refused_beside_its_field(app: Flask, language: str, sentence: str) -> None:
    table = Finished(app, language=language)
    answer = send(table, b"Dear diary " * 5000)
    assert answer.status_code == 422
    assert sentence in answer.get_data(as_text=True)
    assert not photos(table)


def test_no_photo_at_all_is_said_so(table: Finished) -> None:
    answer = table.post("photo/tableau", seat=0)
    assert answer.status_code == 422
    assert "Choose a photo first." in words(answer)


def test_a_whole_tableau_is_read_and_kept(table: Finished) -> None:
    shot = shoot(WHOLE)
    answer = send(table, shot.jpeg)
    assert answer.status_code == 303
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert outlines(page) == dict.fromkeys(WHOLE, "sure")
    fields = dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page))
    assert fields == TABLEAUX["Ana"]
    assert table.do("tableau", seat=0, **fields).status_code == 303
    assert "14" in words(table.get("?seat=0"))
    assert table.entries(table.app)["cell/0/A1"] == TABLEAUX["Ana"]["A1"]


def test_a_photo_is_kept_once_small_upright_and_without_its_place(table: Finished) -> None:
    image = Image.open(io.BytesIO(shoot(WHOLE, megapixels=6).jpeg))
    exif = Image.Exif()
    exif[0x0112] = 3  # taken upside down
    exif.get_ifd(0x8825)[1] = "N"
    buffer = io.BytesIO()
    image.rotate(180).save(buffer, "JPEG", quality=92, exif=exif)
    for _ in range(2):
        assert send(table, buffer.getvalue()).status_code == 303
    (kept,) = photos(table).values()
    small = Image.open(io.BytesIO(kept.load()))
    assert max(small.size) <= 2000
    assert not small.getexif()
    upright = np.asarray(small.convert("L").resize((60, 60)), float)
    assert np.abs(upright - np.asarray(image.convert("L").resize((60, 60)), float)).mean() < 8
    page = table.get(f"p/tableau?seat=0&photo={kept.id}").get_data(as_text=True)
    assert set(outlines(page).values()) == {"sure"}


def test_unsure_cards_are_asked_about_one_by_one(table: Finished) -> None:
    answer = send(table, covered(shoot(WHOLE), "A1", "C4"))
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert {cell for cell, kind in outlines(page).items() if kind != "sure"} == {"A1", "C4"}
    assert "2 cards still to check." in words(table.get(answer.headers["Location"]))
    asked = re.search(r"<h2>([ABC]\d): which card is this\?</h2>", page)
    assert asked
    assert "None of these" in page
    assert "matrix(" in page  # the card cut out of its photo
    # What the frames mean is said below the photo, and only of those that are there.
    assert re.findall(r'<i class="frame (\w+)"></i>([^<]+)<', page) in (
        [("asked", "to check"), ("sure", "read")],
        [("sure", "read"), ("asked", "to check")],
    )
    # Whoever corrects a card is asked about the next one.
    cell = asked[1]
    rest = table.get(f"{answer.headers['Location']}&{cell}={TABLEAUX['Ana'][cell]}").get_data(as_text=True)
    assert outlines(rest)[cell] == "sure"
    assert "1 card still to check." in rest
    assert re.search(rf'name="{cell}" value="{TABLEAUX["Ana"][cell]}"', rest)


def test_a_photo_with_nothing_on_it_says_what_to_do(table: Finished) -> None:
    answer = send(table, bare_table())
    page = words(table.get(answer.headers["Location"]))
    assert "No cards found." in page
    assert "Show the four corners" in page


def test_four_corners_by_hand_are_enough(table: Finished) -> None:
    shot = shoot(WHOLE)
    # Framed in a wide mount that no locator should take for the table, the tableau is shown by hand.
    height, width = shot.image.shape[:2]
    send(table, jpeg(shot.image))
    (mark,) = photos(table)
    quads = {cell: np.array(quad) for cell, quad in shot.truth.quads.items()}
    corners = [quads["A1"][0], quads["A5"][1], quads["C5"][2], quads["C1"][3]]
    form = {f"x{at}": f"{100 * x / width:.1f}" for at, (x, _) in enumerate(corners)}
    form |= {f"y{at}": f"{100 * y / height:.1f}" for at, (_, y) in enumerate(corners)}
    table.do("claim", seat=0, typed="")
    seen = table.app.extensions["house"].store.revision(table.code)
    answer = table.post("photo/tableau", seat=0, kept=mark, as_of=seen, **form)
    assert answer.status_code == 303
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    read = dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page))
    right = sum(read.get(cell) == card for cell, card in TABLEAUX["Ana"].items())
    assert right >= 12, read


def test_four_corners_by_hand_show_the_grid_too(table: Finished) -> None:
    shot = shoot(GRID)
    height, width = shot.image.shape[:2]
    send(table, shot.jpeg, seat=2, grid="1")
    (mark,) = photos(table)
    assert "three rows of four cards" in words(table.get(f"p/corners?grid=1&photo={mark}"))
    quads = {cell: np.array(quad) for cell, quad in shot.truth.quads.items()}
    corners = [quads["A1"][0], quads["A4"][1], quads["C4"][2], quads["C1"][3]]
    form = {f"x{at}": f"{100 * x / width:.1f}" for at, (x, _) in enumerate(corners)}
    form |= {f"y{at}": f"{100 * y / height:.1f}" for at, (_, y) in enumerate(corners)}
    # A corner outside comes back to the corners of the grid.
    answer = table.post("photo/tableau", grid=1, kept=mark, **form | {"x1": "180"})
    assert answer.status_code == 422
    assert "three rows of four cards" in words(answer)
    answer = table.post("photo/tableau", grid=1, kept=mark, as_of=99, **form)
    assert answer.status_code == 303
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == GRID


def test_corners_without_script_are_four_taps(table: Finished) -> None:
    send(table, bare_table())
    (mark,) = photos(table)
    page = table.get(f"p/corners?seat=0&photo={mark}&next=1&tap.x=168&tap.y=63").get_data(as_text=True)
    assert 'name="x1" value="50.0"' in page
    assert 'name="y1" value="25.0"' in page
    assert 'name="next" value="2"' in page


def test_corners_outside_the_photo_come_back_with_their_field(table: Finished) -> None:
    send(table, bare_table())
    (mark,) = photos(table)
    form = {f"{axis}{corner}": "50" for axis in "xy" for corner in range(4)} | {"x2": "180"}
    answer = table.post("photo/tableau", seat=0, kept=mark, **form)
    assert answer.status_code == 422
    assert "Two numbers from 0 to 100 are needed." in words(answer)


def test_photos_are_only_for_the_phones_of_their_table(table: Finished, app: Flask) -> None:
    send(table, bare_table())
    (mark,) = photos(table)
    stranger = Phone(app)
    stranger.code = table.code
    assert stranger.get(f"photos/{mark}.jpg").status_code == 403
    assert send(stranger, bare_table()).status_code in (403, 413)
    watcher = Phone(app)
    watcher.join(table.code, "watch")
    assert watcher.get(f"photos/{mark}.jpg").status_code == 200
    assert send(watcher, bare_table()).status_code == 403
    assert watcher.post("photos/delete", photo=mark).status_code == 403


def test_a_photo_can_be_deleted_and_goes_with_its_table(table: Finished) -> None:
    send(table, bare_table())
    (mark,) = photos(table)
    assert "Photos of this table" in words(table.get("photos"))
    assert table.post("photos/delete", photo=mark).status_code == 303
    assert table.get(f"photos/{mark}.jpg").status_code == 404
    assert table.get(f"p/tableau?seat=0&photo={mark}").status_code == 200
    send(table, bare_table())
    table.post("delete")
    assert table.get(f"photos/{mark}.jpg").status_code == 403
    # For a month the table can be brought back; then its photos go with it for good.
    store = table.app.extensions["house"].store
    with store.writing() as db:
        db.execute("UPDATE tables SET deleted = datetime('now', '-31 days')")
    store.clear_away()
    assert store.db.execute("SELECT count(*) FROM photos").fetchone() == (0,)


def test_other_forms_stay_small(table: Finished) -> None:
    assert table.post("do/claim", seat=0, typed="9" * 300_000).status_code == 413


def test_two_photos_help_each_other() -> None:
    def seen(*guesses: tuple[str, float]) -> Reading:
        several = tuple(Guess(*guess) for guess in guesses)
        return Reading("", "", {"A1": Seen(several[0].card, several[0].confidence, (), None, several[1:])}, ())

    one, other = seen(("073", 0.7), ("013", 0.29)), seen(("073", 0.9), ("078", 0.09))
    together = merged([one, other]).cells["A1"]
    assert together.card == "073"
    assert together.confidence > 0.99
    # Two photos that contradict each other leave a question.
    apart = merged([seen(("073", 0.9), ("013", 0.09)), seen(("013", 0.9), ("073", 0.09))]).cells["A1"]
    assert not apart.sure
    assert {guess.card for guess in apart.guesses} == {"073", "013"}


def test_the_neutral_grid_is_photographed_like_a_tableau(table: Finished) -> None:
    form = {"grid": "1", "photo": (io.BytesIO(shoot(GRID).jpeg), "grid.jpg")}
    answer = table.client.post(f"/t/{table.code}/photo/tableau", data=form, headers=table.headers)
    answer.request.environ["wsgi.input"].close()
    assert answer.status_code == 303, words(answer)
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert outlines(page) == dict.fromkeys(GRID, "sure")
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == GRID
    assert "Only 12" not in page
    assert "Show the four corners" in page


def test_eleven_cards_in_view_are_said_so_and_the_others_are_asked_for(table: Finished) -> None:
    seen = {cell: card for cell, card in WHOLE.items() if cell not in ("A5", "B5", "C4", "C5")}
    answer = send(table, shoot(seen).jpeg)
    page = table.get(answer.headers["Location"])
    assert "Only 11 cards in view" in words(page)
    assert set(outlines(page.get_data(as_text=True))) == set(seen)
    # Typing begins with the first card that no photo shows.
    assert "A5: type the three digits" in words(page)
    assert "Not in the picture: 4 cards." in words(page)
    assert "still to check" not in words(page)


def test_what_one_photo_hides_another_shows(table: Finished) -> None:
    first = send(table, covered(shoot(WHOLE), "A1"))
    assert "1 card still to check." in words(table.get(first.headers["Location"]))
    seen = table.app.extensions["house"].store.revision(table.code)
    second = send(table, covered(shoot(WHOLE), "C4"), as_of=seen)
    page = table.get(second.headers["Location"]).get_data(as_text=True)
    assert outlines(page) == dict.fromkeys(WHOLE, "sure")
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ana"]
    assert len(photos(table)) == 2


def test_what_is_no_photo_of_the_grid_is_said_at_the_grid(table: Finished) -> None:
    form = {"grid": "1", "photo": (io.BytesIO(b"a letter " * 900), "grid.jpg")}
    answer = table.client.post(f"/t/{table.code}/photo/tableau", data=form, headers=table.headers)
    assert answer.status_code == 422
    assert "Not a photo that can be read" in words(answer)
    assert "The neutral grid" in words(answer)
