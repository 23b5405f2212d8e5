"""ColleXion at the table: takes, overlapping series, piles, powers, counts, and the same in the game file."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image

from bench.polygons import photograph
from companion.games.collexion.pages import TABLE
from companion.games.collexion.pages.parts import digits
from companion.games.collexion.pages.series import payments
from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.rules import SHAPES
from companion.games.collexion.series import Piles, Series
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, lay_table, refused, said, scored, send

PINK = "pink-triangle.pink-square.pink-pentagon.pink-octagon"


def lay(phone: Phone, *names: str, **more: object) -> None:
    lay_table(phone, "collexion", names, **more)


def totals(phone: Phone) -> dict[str, int]:
    """The totals of the game file, which the pages show as well."""
    found = scored(phone)
    for seat, (name, total) in enumerate(found.items()):
        assert f"Score of {name} · {total}" in said(phone, f"p/lines?seat={seat}")
    return found


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def test_a_take_may_not_skip_from_one_polygon_to_a_stranger(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = said(phone, "p/take?seat=0&chain=pink-square.pink-octagon.blue-triangle")
    assert "blue triangle shares neither colour nor shape with pink octagon" in page
    assert "Add 2 to the collection" in page
    assert "shares neither" in refused(phone, "take", seat=0, chain="pink-square.blue-octagon")
    assert "At most 4 polygons" in refused(phone, "take", seat=0, chain=PINK + ".pink-square")
    enter(phone, "take", seat=0, chain="pink-square.pink-octagon.blue-octagon")
    # Three polygons before Ana, three powers unused.
    assert totals(phone) == {"Ana": 0, "Ben": 3}


def test_a_colour_series_is_paid_by_its_own_pile(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = enter(phone, "take", seat=0, chain=PINK)
    assert "This must be validated now." in page
    assert "Validate +2" in page
    # There is one pile that can pay, so nobody is asked.
    assert "Series in pink, all four shapes: pink pile, 2" in page
    assert "Which pile pays?" not in page
    page = enter(phone, "validate", seat=0, pay="pink:pink")
    # The turn has passed by itself; the last series still says whose it was.
    assert "Ben's collection: 0" in page
    assert "Ana: Series in pink, all four shapes" in page
    assert "The pink pile paid 2." in page
    assert totals(phone) == {"Ana": 5, "Ben": 3}
    # The next pink series finds the 3 on top, and four polygons of each are accounted for.
    assert "pink square: 4" in unescape(phone.get("p/take?seat=1").get_data(as_text=True))
    enter(phone, "take", seat=1, chain=PINK)
    assert "The pink pile paid 3." in enter(phone, "validate", seat=1, pay="pink:pink")
    assert totals(phone) == {"Ana": 5, "Ben": 6}


def test_where_series_overlap_the_ways_and_what_they_leave_are_shown(phone: Phone) -> None:
    phone.demo("collexion")
    phone.post("seats", role="everybody")
    page = said(phone, "p/series?seat=0")
    # The pink square is in both series; blue is the smallest pile, its last token is the 4.
    assert "Series share a polygon" in page
    assert re.search(r"Series of squares, all four colours leaves 3 [GYPB ]*\+4", page)
    assert re.search(r"Series in pink, all four shapes leaves 3 [GYPB ]*\+2", page)
    assert refused(phone, "validate", seat=0, pay="square:green").count("look again") == 1
    assert "The blue pile paid 4." in enter(phone, "validate", seat=0, pay="square:blue")
    assert "Pile blue: empty" in unescape(phone.get("").get_data(as_text=True))


def test_equally_small_piles_are_a_choice() -> None:
    ways = payments(Piles((3, 2, 2, 3)), (Series("square"),), "left")
    assert [[(one.pile, one.points) for one in way] for way in ways] == [[("yellow", 3)], [("pink", 3)]]
    # With nothing in one pile the ruling decides.
    assert [one.pile for one in payments(Piles((0, 2, 3, 3)), (Series("square"),), "left")[0]] == ["yellow"]
    assert [one.points for one in payments(Piles((0, 2, 3, 3)), (Series("square"),), "any")[0]] == [0]


def test_taking_a_series_back_mends_the_tokens_after_it(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben")
    for seat in (0, 1):
        enter(phone, "take", seat=seat, chain=PINK)
        enter(phone, "validate", seat=seat, pay="pink:pink")
    assert exported(phone)["players"][1]["tokens"] == [3]
    assert phone.post("undo", revision=3, then="history", as_of=999).status_code == 303
    assert "won/1" not in phone.entries(app)
    assert exported(phone)["players"][1]["tokens"] == [2]
    # Ana's polygons are back: the waiting series is no finished collection, but the file still scores.
    assert totals(phone) == {"Ana": -1, "Ben": 5}


def test_powers_move_polygons_and_are_spent(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "take", seat=0, chain="pink-square")
    enter(phone, "take", seat=1, chain="blue-octagon.blue-square")
    assert "Which one do you give?" in said(phone, "p/power?seat=0&kind=swap&with=1&get=blue-square")
    fields = {"kind": "swap", "with": 1, "get": "blue-square", "give": "pink-square"}
    enter(phone, "power", seat=0, **fields)
    players = exported(phone)["players"]
    assert players[0]["collection"] == {"blue": {"square": 1}}
    assert players[1]["collection"] == {"pink": {"square": 1}, "blue": {"octagon": 1}}
    assert [player["powers"] for player in players] == [2, 3]
    assert "Say which power" in refused(phone, "power", seat=0, **fields)
    assert "not there any more" in refused(phone, "power", seat=0, kind="steal", get="green-octagon", **{"with": 1})
    enter(phone, "power", seat=0, kind="discard", get="green-octagon")
    assert exported(phone)["players"][0]["powers"] == 1
    assert "green octagon: 4" in unescape(phone.get("p/take?seat=1").get_data(as_text=True))


def test_the_expert_variant_has_no_tokens_to_count(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", expert="1")
    assert "Identical in a row: 1." in said(phone, "p/take?seat=0&chain=pink-square.pink-square")
    assert "Unused powers" not in said(phone, "p/final?seat=0")
    assert totals(phone) == {"Ana": 0, "Ben": 0}
    assert "powers" not in exported(phone)["players"][0]


def test_a_team_mate_is_given_the_last_polygon(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", "Cleo", "Dan", teams="1")
    assert "give the last one to Cleo" in said(phone, "p/take?seat=0&chain=pink-square")
    enter(phone, "take", seat=0, chain="pink-square.pink-octagon", give="1")
    players = exported(phone)["players"]
    assert players[0]["collection"] == {"pink": {"square": 1}}
    assert players[2]["collection"] == {"pink": {"octagon": 1}}
    assert "Together with Cleo: 4 points." in said(phone, "p/lines?seat=0")


def test_a_count_cannot_have_more_than_the_box(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    four, two = (Collection.of([Piece("pink", "square")] * count) for count in (4, 2))
    enter(phone, "count", seat=0, have=digits(four))
    assert "Too many: pink square. The box has 5, and 4 of them lie elsewhere" in refused(
        phone, "count", seat=1, have=digits(two)
    )
    assert phone.get("p/count?seat=0&have=12345").status_code == 404
    assert phone.post("do/count", seat=0, have="x" * 16, as_of=999).status_code == 404


def test_the_rulebooks_example_and_a_tie_broken_by_polygons(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    assert "Save: 7 points" in said(phone, "p/final?seat=0&t2=2&t3=0&t4=1&powers=1&left=2")
    # All others must fit: three 4s need three 3s above them.
    enter(phone, "final", seat=0, t2=2, t3=0, t4=1, powers=1, left=2, claimed=7)
    assert "4 tokens of 4 points and only 0 of 3" in refused(phone, "final", seat=1, t2=2, t3=0, t4=3, powers=0, left=0)
    enter(phone, "final", seat=1, t2=1, t3=2, t4=0, powers=0, left=1)
    assert totals(phone) == {"Ana": 7, "Ben": 7}
    assert "Ben wins with 7 points, equal in points, with fewer polygons left." in said(phone, "scores")
    assert "Announced 7, and 7 it is." in said(phone, "p/lines?seat=0")
    enter(phone, "uncount", seat=0)
    enter(phone, "final", seat=0, t2=2, t3=0, t4=1, powers=1, left=2, claimed=9)
    assert "Announced 9, it is 7." in said(phone, "p/lines?seat=0")


def test_a_photo_fills_the_counting_page_and_stays_beside_it(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    pieces = (Piece("pink", "square"), Piece("green", "triangle"), Piece("green", "triangle"), Piece("blue", "octagon"))
    answer = send(phone, "collection", photograph("easy", 3, pieces).jpeg, seat=0)
    assert answer.status_code == 303
    assert f"have={digits(Collection.of(pieces))}" in answer.headers["Location"]
    page = phone.get(answer.headers["Location"]).get_data(as_text=True)
    assert page.count("<polygon points=") >= len(pieces) + 16  # in the photo, and the sixteen kinds
    assert "Read from the photo" in page
    assert "Another photo" in page
    # Saved, and the turn passes.
    assert "Ben's collection: 0" in enter(phone, "count", seat=0, have=digits(Collection.of(pieces)), photo=1)
    broken = send(phone, "collection", b"no photo", seat=0)
    assert broken.status_code == 422
    assert "not a photo" in words(broken).lower()


def test_the_series_of_a_photo_are_validated_with_one_button(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    pieces = (*(Piece("pink", shape) for shape in SHAPES), Piece("green", "triangle"))
    answer = send(phone, "collection", photograph("easy", 5, pieces).jpeg, seat=0)
    page = phone.get(answer.headers["Location"]).get_data(as_text=True)
    # Four outlines bear the number of their series.
    assert page.count('now"><polygon') == 4
    assert "Validate +2" in page
    have = digits(Collection.of(pieces))
    assert "Ben's collection: 0" in enter(phone, "validate", seat=0, have=have, photo=1, pay="pink:pink")
    assert exported(phone)["players"][0]["collection"] == {"green": {"triangle": 1}}
    assert totals(phone) == {"Ana": 2 + 3 - 1, "Ben": 3}
    # A photo cannot show more than the box has.
    five = digits(Collection.of([*pieces, *[Piece("green", "triangle")] * 4]))
    assert "Too many: green triangle" in refused(phone, "validate", seat=1, have=five, photo=1, pay="pink:pink")


def test_a_photo_without_polygons_is_no_count_of_none(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    blank = BytesIO()
    Image.new("RGB", (800, 600), (196, 180, 150)).save(blank, "JPEG")
    answer = send(phone, "collection", blank.getvalue(), seat=0)
    assert answer.status_code == 422
    assert "No polygons were found in this photo." in words(answer)
    assert "Save 0" not in words(answer)
    assert phone.get("p/count?seat=0").status_code == 200


def test_totals_can_be_hidden_until_the_end(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", hidden=1)
    enter(phone, "take", seat=0, chain="pink-square.pink-octagon")
    page = said(phone, "scores")
    assert "Ana – – – ?" in page
    enter(phone, "settings", name0="Ana", name1="Ben")
    assert "Ana 0 3 −2 1" in said(phone, "scores")
    enter(phone, "settings", name0="Ana", name1="Ben", hidden=1)
    for seat in (0, 1):
        enter(phone, "final", seat=seat, t2=seat, t3=0, t4=0, powers=3, left=0)
    assert "Ben wins with 5 points." in said(phone, "scores")


def test_in_the_last_round_nobody_has_to_take(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    assert "Touch the first polygon" in refused(phone, "pass", seat=0)
    shapes = ["triangle", "square", "pentagon", "octagon"]
    for at, colour in enumerate(("green", "yellow", "pink", "blue")):
        for _ in range(3):
            chain = ".".join(f"{colour}-{shape}" for shape in shapes)
            seat = at % 2
            enter(phone, "take", seat=seat, chain=chain)
            enter(phone, "validate", seat=seat, pay=f"{colour}:{colour}")
    assert "All score tokens are taken" in said(phone, "")
    assert "Take nothing: the turn passes" in said(phone, "p/take?seat=0")
    assert "Ben's collection" in enter(phone, "pass", seat=0)


def test_setting_up_names_what_is_wrong(phone: Phone) -> None:
    answer = phone.post("/new/collexion", players=2, name0="Ana", name1="Ana")
    assert answer.status_code == 422
    assert "Two players have this name." in words(answer)
    lay(phone, "Ana", "Ben")
    assert "Two players have this name." in refused(phone, "settings", name0="Ben", name1="Ben")
    enter(phone, "settings", name0="Anna", name1="Ben", ruling_shape_pile="any")
    assert exported(phone)["rulings"] == {"shape_pile": "any"}
    assert "Anna" in said(phone, "")


@pytest.mark.parametrize(
    "path",
    [
        "p/take?seat=9",
        "p/take?chain=red-square",
        "p/power?kind=magic",
        "p/power?kind=swap&with=0",
        "p/final?t2=99",
        "p/x",
    ],
)
def test_addresses_that_make_no_sense_lead_nowhere(phone: Phone, path: str) -> None:
    lay(phone, "Ana", "Ben")
    assert phone.get(path).status_code == 404


def test_every_entry_of_the_demo_has_words_in_both_languages() -> None:
    entries = TABLE.demo("en")
    for language in ("en", "fr"):
        view = TABLE.view(entries, language)
        for key, value in entries.items():
            assert TABLE.describe(view, key, value).strip()
            if key != "setup":
                assert TABLE.describe(view, key, None) != TABLE.describe(view, key, value)
