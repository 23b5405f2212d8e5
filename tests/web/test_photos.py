"""Photos from phones: taken in, refused, kept small with their table, read, asked about, deleted."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from companion.games.ai100.pages.photo_reading import merged
from companion.games.ai100.reading import Guess, Reading, Seen
from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.photographs import bare_table, covered, jpeg, shoot
from tests.web.test_finished import GAME, GRID, TABLEAUX, Finished

WHOLE = {"B3": GAME["players"][0]["ai"], **TABLEAUX["Ana"]}


def send(phone: Phone, data: bytes, name: str = "photo.jpg", seat: int = 0, **fields: object) -> Any:
    form = {"seat": str(seat), "photo": (io.BytesIO(data), name), **fields}
    answer = phone.client.post(f"/t/{phone.code}/photo/tableau", data=form, headers=phone.headers)
    answer.request.environ["wsgi.input"].close()  # the test client leaves large forms open
    return answer


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def photos(table: Finished) -> dict[str, Any]:
    return table.app.extensions["house"].photos.of_table(table.code)


def outlines(page: str) -> dict[str, str]:
    """The cards drawn over the photo: cell -> what the outline says."""
    found = re.findall(r'<a class="(\w+)[^"]*" href="[^"]*" aria-label="([ABC]\d)[^"]*"><polygon', page)
    return {cell: kind for kind, cell in found}


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


# What goes wrong at a table with several tableaux.

BENS = {"B3": GAME["players"][1]["ai"], **TABLEAUX["Ben"]}


def read_first(table: Finished, cells: dict[str, str], seat: int = 0, **more: Any) -> str:
    """The address of the page with what a photo shows."""
    answer = send(table, shoot(cells, **more).jpeg, seat=seat)
    assert answer.status_code == 303, words(answer)
    return str(answer.headers["Location"])


def readings(table: Finished) -> list[str]:
    """The marks of the photos that count."""
    return [key.split("/")[2] for key in table.entries(table.app) if key.startswith("reading/")]


def test_a_photo_of_another_tableau_is_asked_about_and_never_mixed(table: Finished) -> None:
    read_first(table, WHOLE)
    wrong = read_first(table, BENS, seed=3)
    page = table.get(wrong).text
    assert "This photo shows other cards than the tableau of Ana that is entered. Nothing was mixed." in page
    assert re.findall(r"Use this photo: 14 cards|Keep the entered cards|Start over", page) == [
        "Use this photo: 14 cards",
        "Keep the entered cards",
    ]
    assert 'name="A1" value=' not in page  # nothing can be kept before somebody has said which
    mark = wrong.split("photo=")[1]
    assert table.do("unwanted", seat=0, photo=mark).status_code == 303
    (left,) = readings(table)
    assert left != mark
    page = table.get(f"p/tableau?seat=0&photo={left}").text
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ana"]


def test_starting_over_with_another_photo_forgets_what_was_entered(table: Finished) -> None:
    table.enter("Ana")
    wrong = read_first(table, BENS, seed=3)
    assert "Nothing was mixed." in table.get(wrong).text
    mark = wrong.split("photo=")[1]
    assert table.do("fresh", seat=0, photo=mark).status_code == 303
    page = table.get(f"p/tableau?seat=0&photo={mark}").text
    assert "Nothing was mixed." not in page
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ben"]
    # Starting over without a photo empties the seat.
    table.do("fresh", seat=0)
    assert not readings(table)
    assert "Ana 0/14" in words(table.get("?seat=0"))


def test_one_card_that_was_entered_wrongly_is_no_other_tableau(table: Finished) -> None:
    table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "A1": "099"})
    page = table.get(read_first(table, WHOLE)).text
    assert "Nothing was mixed." not in page
    assert "A1: which card is this?" in page


def test_a_photo_of_a_neighbours_tableau_is_recognised(table: Finished) -> None:
    table.enter("Ben")
    answer = send(table, shoot(BENS, seed=3).jpeg)
    assert answer.status_code == 422
    assert "These are the cards of Ben, which are entered already. Photograph those of Ana." in words(answer)
    assert not readings(table)


def test_another_ai_card_in_the_centre_is_taken_with_one_tap_and_the_reading_stays(table: Finished) -> None:
    path = read_first(table, {**WHOLE, "B3": "AI-3"})
    page = table.get(path).text
    assert "The photo shows AI-3 in the centre; AI-4 was chosen." in page
    assert ">Use AI-3<" in page
    mark = path.split("photo=")[1]
    answer = table.do("centre", seat=0, photo=mark, ai="AI-3", A1="099")
    assert answer.status_code == 303
    page = table.get(answer.headers["Location"]).text
    assert "was chosen" not in page
    # What was read stays, and so does what was corrected meanwhile.
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == {**TABLEAUX["Ana"], "A1": "099"}
    assert table.entries(table.app)["setup"]["players"][0]["ai"] == "AI-3"


def test_an_ai_card_that_lies_elsewhere_is_not_taken(table: Finished) -> None:
    mark = read_first(table, WHOLE).split("photo=")[1]
    answer = table.do("centre", seat=0, photo=mark, ai=GAME["players"][1]["ai"])
    assert answer.status_code == 422
    assert "Card AI-7 lies in the tableau of Ben." in words(answer)
    assert table.entries(table.app)["setup"]["players"][0]["ai"] == GAME["players"][0]["ai"]


def test_saving_what_was_played_returns_to_a_photo_whose_cards_are_not_kept_yet(table: Finished) -> None:
    path = read_first(table, WHOLE)
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    answer = table.do("played", objective1="O3", objective2="O4", **played)
    page = table.get(answer.headers["Location"]).text
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ana"]
    table.do("tableau", seat=0, photo=path.split("photo=")[1], **TABLEAUX["Ana"])
    assert "p/tableau" not in table.do("played", objective1="O3", objective2="O4", **played).headers["Location"]


def test_a_card_that_lies_twice_is_marked_and_explained(table: Finished) -> None:
    page = table.get(read_first(table, WHOLE) + f"&C5={TABLEAUX['Ana']['A1']}").text
    assert {cell for cell, kind in outlines(page).items() if kind == "twice"} == {"A1", "C5"}
    assert "but there is only one of it. Tap the one that is wrong." in page


def test_a_card_is_corrected_over_the_photo_and_another_photo_is_always_in_reach(table: Finished) -> None:
    path = read_first(table, WHOLE)
    page = table.get(path).text
    assert 'class="sheet' not in page
    assert ">One more photo<" in page
    asked = table.get(path + "&at=B2").text
    assert re.search(r'<section class="sheet under-B" aria-label="B2: which card is this\?">', asked)
    assert ">One more photo<" in asked
    assert "at=none" in asked
    assert 'class="sheet' not in table.get(path + "&at=none").text


def scored(table: Finished) -> None:
    """Both tableaux photographed and kept, Ben's upside down."""
    for seat, cells in enumerate((WHOLE, BENS)):
        page = table.get(read_first(table, cells, seat, quarter_turns=2 * seat)).text
        table.do("tableau", seat=seat, **dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)))


def test_the_points_are_drawn_onto_the_photo(table: Finished) -> None:
    scored(table)
    page = table.get("?seat=1").text
    said = dict(re.findall(r'class="scored"[^>]*aria-label="([ABC]\d): ([^" ]*) points?"', page))
    assert set(said) == set(BENS)
    # What a card brought is what every order of play that is left says.
    for line in games()["ai100"].score(GAME).say("en")["players"][1]["lines"]:
        if line["kind"] == "card":
            brought = [int(part) for part in re.split("[/–]", said[line["cell"]])]
            assert brought[0] <= line["points"] <= brought[-1]
    assert said["B3"] == "+4"  # the AI card's own points, which are exact


def test_a_line_is_drawn_onto_the_photo_group_by_group(table: Finished) -> None:
    scored(table)
    drawing = re.search(r'<svg class="overlay".*?</svg>', table.get("p/line?seat=1&n=1").text, re.S)
    assert drawing  # two losanges of four connectors
    lit = re.findall(r'<g class="lit" role="img" aria-label="([ABC]\d)', drawing[0])
    assert set(lit) == {"A3", "A4", "B3", "B4", "B5", "C4", "C5"}
    assert len(re.findall('class="corner tint-0"', drawing[0])) == 4
    assert len(re.findall('class="corner tint-1"', drawing[0])) == 4
    assert re.findall(r'class="gained tint-\d"[^>]*>.*?<text[^>]*>([^<]*)<', drawing[0]) == ["+5", "+5"]


def test_a_card_that_the_photo_does_not_show_leaves_the_drawing_alone(table: Finished) -> None:
    read_first(table, {cell: card for cell, card in BENS.items() if cell != "C5"}, seat=1, seed=3)
    table.enter()
    assert 'class="overlay"' in table.get("p/line?seat=1&n=2").text
    assert 'class="overlay"' not in table.get("p/line?seat=1&n=1").text  # its losange needs C5


def test_many_doubtful_cards_are_kept_as_labelled_with_one_tap(app: Flask) -> None:
    table = Finished(app, GAME["players"][:1], deck="+", new_deck="Shelf")  # of this box nobody knows a card
    answer = send(table, shoot(WHOLE).jpeg)
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert outlines(page)["A1"] == "asked"
    assert f"{TABLEAUX['Ana']['A1']}?" in page
    keep = re.search(r"<form[^>]*>(?:(?!</form>).)*All labels are right: keep 14 cards.*?</form>", page, re.DOTALL)
    assert keep
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', keep[0])) == TABLEAUX["Ana"]
