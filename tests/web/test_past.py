"""A game that is over: kept by itself, found again, counted, shared, deleted and brought back."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.web.house import house
from tests.naive.replay import score_game
from tests.web.conftest import Phone, words
from tests.web.evenings import evening, plays


def test_the_evening_of_these_tests_scores_as_the_second_scorer_says(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    told = score_game(phone.get("game.json").get_json())
    assert [(player["name"], player["total"]) for player in told["players"]] == [("Ana", 37), ("Ben", 61)]


def test_a_finished_game_is_kept_by_itself_and_a_demo_that_goes_on_is_not(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    assert plays(app, phone) == [("Ana 37", "Ben 61")]
    page = words(phone.get("/past"))
    assert "1 game" in page
    assert "AI, 100% Human today" in page
    assert "Ana 37, Ben 61" in page.replace(" ,", ",")


def test_a_game_that_goes_on_after_all_is_taken_out_and_comes_back(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    for card in (None, "117"):
        with app.app_context(), house().store.writing() as db:
            value = json.dumps({"card": card, "cell": "C5"}) if card else None
            db.execute("UPDATE entries SET value = ? WHERE code = ? AND key = 'play/14/1'", (value, phone.code))
            db.execute("UPDATE tables SET revision = revision + 1 WHERE code = ?", (phone.code,))
        phone.get("scores")
        told = score_game(phone.get("game.json").get_json())["players"]
        kept = [tuple(f"{player['name']} {player['total']}" for player in told)]
        assert plays(app, phone) == (kept if card else [])


def test_games_are_found_by_game_and_by_person_and_as_a_spreadsheet(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    evening(app, phone, ("Ana", "Cleo"))
    with phone.client.session_transaction() as session:
        own = session["phone"]
    with app.app_context():
        cleo = next(one.id for one in house().archive.people(own) if one.name == "Cleo")
    assert "2 games" in words(phone.get("/past?game=ai100"))
    assert "0 games" in words(phone.get("/past?game=pilier"))
    assert "1 game" in words(phone.get(f"/past?person={cleo}"))
    rows = phone.get("/past.csv").get_data(as_text=True).splitlines()
    assert len(rows) == 1 + 4
    assert rows[0].startswith("date,game,code")


@pytest.mark.parametrize(
    "path",
    ["/past?game=chess", "/past?person=x", "/past?page=-1", "/past?person=99999999999", "/statistics/chess/",
     "/statistics/ai100/77", "/statistics/ai100/?score=1e3"],
)  # fmt: skip
def test_nonsense_has_no_page(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code == 404


def test_a_stranger_sees_nothing_of_it(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    stranger = Phone(app)
    assert "No finished game yet" in words(stranger.get("/past"))
    assert stranger.get(f"/t/{code}/result.png").status_code == 403
    assert stranger.post("/past/back", code=code).status_code == 404


def test_a_deleted_game_can_be_brought_back_by_its_host(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    assert phone.post("delete").status_code == 303
    assert phone.get("scores").status_code == 403
    assert plays(app, phone) == []
    assert code in words(phone.get("/past"))
    assert phone.post("/past/back", code=code).status_code == 303
    assert phone.get("scores").status_code == 200
    assert plays(app, phone) == [("Ana 37", "Ben 61")]


def test_people_are_renamed_merged_and_made_guests(app: Flask, phone: Phone) -> None:
    evening(app, phone, ("Ana", "Ben"))
    evening(app, phone, ("Anna", "Ben"))
    page = phone.get("/people").get_data(as_text=True)
    identity = dict(re.findall(r'id="name(\d+)" name="name" maxlength="40" value="([^"]+)"', page))
    ana, anna, ben = (
        next(key for key, name in identity.items() if name == wanted) for wanted in ("Ana", "Anna", "Ben")
    )
    assert "Somebody else has this name" in words(phone.post(f"/people/{anna}", name="ana"))
    assert "A name is needed" in words(phone.post(f"/people/{anna}", name="  "))
    assert "Choose two different players" in words(phone.post("/people/merge", keep=ana, other=ana))
    assert phone.post("/people/merge", keep=ana, other=anna).status_code == 303
    assert phone.post(f"/people/{ben}", name="Benoît", colour="3", guest="1").status_code == 303
    assert phone.post("/people/99999", name="x").status_code == 404
    page = words(phone.get("/statistics/ai100/"))
    assert "Ana 2 0 37 37.0" in page
    assert "Benoît" not in page.partition("Records of the house")[0]


def test_statistics_have_pages_with_plots_and_their_tables(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    evening(app, phone, ("Ben", "Ana"))
    page = phone.get("/statistics/ai100/?score=50").get_data(as_text=True)
    assert "2 of 4 results in this house reach 50." in page
    assert "Simulated: of 20000 solo games" in page
    person = re.search(r'href="(/statistics/ai100/\d+)"', page)
    assert person
    own = phone.get(person[1])
    assert own.get_data(as_text=True).count('class="plot"') == 2
    assert "AI-3" in words(own)


def test_the_result_is_a_picture_with_or_without_names(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    pictures = []
    for query in ("", "?names=0"):
        answer = phone.get(f"result.png{query}")
        assert answer.headers["Content-Type"] == "image/png"
        pixels = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
        assert pixels is not None
        assert pixels.shape[1] == 1080
        pictures.append(pixels)
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()


def test_an_open_game_has_no_picture_and_nothing_to_share(phone: Phone) -> None:
    phone.demo("ai100")
    assert phone.get("result.png").status_code == 404
    assert "After the game" not in words(phone.get("scores"))


def test_a_link_shows_the_result_and_nothing_else_until_it_is_withdrawn(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    assert phone.post("share").status_code == 303
    link = re.search(r'href="(?:http://localhost)?(/s/[^"]+/)"', phone.get("scores").get_data(as_text=True))
    assert link
    stranger = Phone(app)
    page = stranger.get(link[1])
    assert "Ben wins 61" in words(page)
    assert phone.code not in page.get_data(as_text=True)
    assert stranger.get(f"{link[1]}result.png").headers["Content-Type"] == "image/png"
    phone.post("share", withdraw="1")
    assert "This link was withdrawn" in words(stranger.get(link[1]))
    assert stranger.get(f"{link[1]}result.png").status_code == 404


def test_a_link_without_names_says_none(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    phone.post("share", names="0")
    link = re.search(r'href="(?:http://localhost)?(/s/[^"]+/)"', phone.get("scores").get_data(as_text=True))
    assert link
    assert "Player 2 wins 61 Player 1 37" in words(Phone(app).get(link[1]))


def test_a_watcher_gives_out_no_link(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    watcher = Phone(app)
    watcher.join(code, "watch")
    assert watcher.post("share").status_code == 403


def test_bg_stats_gets_the_play(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    page = phone.get("scores").get_data(as_text=True)
    link = re.search(r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', page)
    assert link
    play = json.loads(unquote(link[1]))
    assert play["game"] == {"name": "AI, 100% Human", "bggId": 416086, "highestWins": True, "noPoints": False}
    assert [(one["name"], one["score"], one["rank"], one["winner"], one["startPlayer"]) for one in play["players"]] == [
        ("Ana", "37", 2, False, True),
        ("Ben", "61", 1, True, False),
    ]
    assert [one["role"] for one in play["players"]] == ["AI-3", "AI-4"]


def test_a_rematch_sets_up_the_same_players(app: Flask, phone: Phone) -> None:
    evening(app, phone, ("Zoë & Max", "Ben"))
    page = phone.get("scores").get_data(as_text=True)
    link = re.search(r'class="button primary" href="(/new/ai100[^"]+)"', page)
    assert link
    setup = phone.get(link[1].replace("&amp;", "&")).get_data(as_text=True)
    assert 'value="Zoë &amp; Max"' in setup
    assert 'value="Ben"' in setup


def test_the_text_to_paste_names_all_in_order(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    assert re.search(r"AI, 100% Human, \d+ \w+ \d{4} 1\. Ben 61 2\. Ana 37", words(phone.get("scores")))


def test_the_moments_of_the_game_lead_to_their_lines(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    page = phone.get("scores").get_data(as_text=True)
    assert "Costliest lay: Ana" in page
    link = re.search(r'<a href="([^"]+)">Costliest lay', page)
    assert link
    assert phone.get(link[1].replace("&amp;", "&")).status_code == 200


def test_where_a_game_was_played_is_kept_with_it(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    assert phone.post("place", place="  at   Ana's ").status_code == 303
    assert "at Ana&#39;s" in phone.get("/past").get_data(as_text=True)


def test_a_game_of_the_past_is_a_page_that_is_only_looked_at(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    assert f'href="/past/{code}"' in phone.get("/past").get_data(as_text=True)
    answer = phone.get(f"/past/{code}")
    page = words(answer)
    assert page.index("Ben wins 61") < page.index("Ana 37"), page
    told = score_game(phone.get("game.json").get_json())
    assert page.count("turn 14 ·") == 2
    for player in told["players"]:
        for _, source, points in player["lines"]:
            assert re.search(rf"\b{source}\b.*{re.escape(f'{points:+d}' if points else '0')}", page)
    assert "<form" not in answer.get_data(as_text=True).partition("<main")[2]
    assert 'href="/rules/ai100/O3"' in answer.get_data(as_text=True)
    assert Phone(app).get(f"/past/{code}").status_code == 404
    assert phone.get("/past/BADA-BADA-11").status_code == 404


def test_a_page_says_what_is_stored_of_this_phone_and_nothing_of_others(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    evening(app, phone, ("Ana", "Cleo"))
    page = words(phone.get("/stored"))
    assert "Tables 4" in page  # each evening brings a demo along
    assert "Finished games 2" in page
    assert "Names of players 3" in page
    stranger = words(Phone(app).get("/stored"))
    assert "Tables 0" in stranger
    assert "companion.sqlite" in stranger
    app.config["PUBLIC"] = True
    assert "companion.sqlite" not in words(phone.get("/stored"))


def test_a_colour_that_a_player_chose_stands_beside_the_name(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    identity = re.search(r'action="/people/(\d+)"', phone.get("/people").get_data(as_text=True))
    assert identity
    phone.post(f"/people/{identity[1]}", name="Ana", colour="5")
    for page in ("/past", f"/past/{code}", "/people"):
        assert re.search(r'seat-4"[^<]*></span>(<b class="who">)?(Ana|Name)', phone.get(page).get_data(as_text=True))


def test_a_deleted_name_is_nowhere_any_more_and_the_games_stay(app: Flask, phone: Phone) -> None:
    evening(app, phone, ("Ana", "Waldemar"))
    page = phone.get("/people").get_data(as_text=True)
    identity = next(key for key, name in re.findall(r'id="name(\d+)" name="name" maxlength="40" value="([^"]+)"', page)
                    if name == "Waldemar")  # fmt: skip
    assert phone.post(f"/people/{identity}/delete").status_code == 303
    with app.app_context():
        assert "Waldemar" not in "\n".join(house().store.db.conn.iterdump())
    assert "Ana 37" in words(phone.get("/past"))
    assert f"Somebody {identity} wins" in words(phone.get("scores"))
    assert phone.get("/past").get_data(as_text=True).count("Somebody") >= 1


def test_a_name_at_the_table_of_another_phone_is_not_mine_to_delete(app: Flask, phone: Phone) -> None:
    code = evening(app, phone)
    guest = Phone(app)
    guest.join(code, "seat.0")
    page = guest.get("/people").get_data(as_text=True)
    identity = re.search(r'id="name(\d+)"', page)
    assert identity
    assert "another phone started" in words(guest.post(f"/people/{identity[1]}/delete"))
    assert guest.post("/people/77777/delete").status_code == 404


def test_names_of_the_house_are_offered_at_the_next_set_up_and_guests_are_not(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    page = phone.get("/people").get_data(as_text=True)
    ben = next(key for key, name in re.findall(r'id="name(\d+)" name="name" maxlength="40" value="([^"]+)"', page)
               if name == "Ben")  # fmt: skip
    phone.post(f"/people/{ben}", name="Ben", guest="1")
    setup = phone.get("/new/pilier").get_data(as_text=True)
    assert '<option value="Ana">' in setup
    assert '<option value="Ben">' not in setup
