"""What a table remembers of a finished game: turns, points and swaps that narrow the total."""

from __future__ import annotations

import io
import json
import re

import pytest
from flask import Flask

from companion.registry import games
from companion.web import create_app
from tests.web.conftest import Phone, words
from tests.web.tableaux import GAME, NAMES, TABLEAUX, TRUE, Finished, phase_of


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def remember(table: Finished, name: str) -> None:
    """The table remembers what every card of somebody brought, and which one was the last."""
    last = GAME["turns"][13][name]["cell"]
    lines = games()["ai100"].score(GAME).sheet(name).lines
    paid = {f"points{line.cell}": line.points for line in lines if line.kind == "card"}
    assert table.do("memory", seat=NAMES.index(name), **{f"turn{last}": 14, **paid}).status_code == 303


def test_who_has_won_is_said_with_the_points_once_they_are_known(table: Finished) -> None:
    table.enter()
    assert "wins with" not in words(table.get("scores"))
    for name in NAMES:
        remember(table, name)
    table.claim(0, TRUE["Ana"])
    table.claim(1, TRUE["Ben"] + 1)
    page, best = words(table.get("scores")), max(NAMES, key=lambda name: TRUE[name])
    assert f"{best} wins with {TRUE[best]} points." in page
    assert f"Announced {TRUE['Ana']}, and {TRUE['Ana']} it is." in page
    assert f"Announced {TRUE['Ben'] + 1}, it is {TRUE['Ben']}." in page


def test_claims_in_an_archive_of_an_earlier_version_are_taken_over(
    app: Flask, table: Finished, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table.enter()
    for name in NAMES:
        remember(table, name)
    table.claim(0, TRUE["Ana"])
    assert table.get("scores").status_code == 200  # a game is kept once its totals have been seen
    file = table.get("/past.json").data
    assert b'"claim/0"' in file
    elsewhere = create_app(tmp_path_factory.mktemp("elsewhere"), WTF_CSRF_ENABLED=False)
    friend = Phone(elsewhere)
    friend.demo("ai100")
    earlier = file.replace(b'"claim/0"', b'"claimed/0"')
    assert "1 new game" in words(friend.post("/past/take-in", file=(io.BytesIO(earlier), "a.json")))
    assert f"Announced {TRUE['Ana']}, and {TRUE['Ana']} it is." in words(friend.get(f"/t/{table.code}/scores"))
    elsewhere.extensions["house"].store.close()


def test_what_the_table_remembers_narrows_the_range(table: Finished) -> None:
    table.enter()
    before = table.score()["players"][0]["total"]
    remember(table, "Ana")
    after = table.score()["players"][0]["total"]
    assert (after["min"], after["max"]) == (TRUE["Ana"], TRUE["Ana"])
    assert before["max"] > before["min"]
    assert f"Possible total {TRUE['Ana']} " in words(table.get("?seat=0"))


def test_the_question_that_narrows_most_comes_next_and_is_answered_with_one_tap(table: Finished) -> None:
    table.enter()
    lines = games()["ai100"].score(GAME).say("en")["players"][1]["lines"]
    paid = {line["cell"]: line["points"] for line in lines if line["kind"] == "card"}
    told: dict[str, str] = {"seat": "1"}
    while asked := re.search(r"What did \d{3} on ([ABC][1-5]) bring when it was laid\?", table.get("?seat=1").text):
        forms = re.findall(r'<form class="actions".*?</form>', table.get("?seat=1").text, re.S)
        answer = next(form for form in forms if f">{paid[asked[1]]:+d}<".replace("+0", "0") in form)
        sent = dict(re.findall(r'<input type="hidden" name="(seat|points\w\d)" value="([^"]*)"', answer))
        told[f"points{asked[1]}"] = str(paid[asked[1]])
        assert sent == told  # what was said before is kept
        assert table.do("memory", **sent).status_code == 303
    assert 2 <= len(told) <= 4
    assert f"Possible total {TRUE['Ben']} Every order of play that fits comes to this." in words(table.get("?seat=1"))
    assert "This narrows the total most." not in words(table.get("?seat=1"))


def tapped(table: Finished, path: str, label: str) -> str:
    """The address behind a cell of the tableau on a page."""
    page = table.get(path).get_data(as_text=True)
    found = re.search(rf'<a href="[^"]*/([^"/]*)" aria-label="{label}[: ]', page)
    assert found, label
    return "p/" + found[1].replace("&amp;", "&")


def kept_by(table: Finished, path: str) -> dict[str, str]:
    """What the button of the memory page would send."""
    page = table.get(path).get_data(as_text=True)
    return dict(re.findall(r'<input type="hidden" name="((?:turn|points|moved)\w\d|seat)" value="([^"]*)"', page))


def test_what_was_remembered_is_entered_by_tapping_the_cards_in_their_order(table: Finished) -> None:
    table.enter()
    path = "p/memory?seat=1"
    for number, turn in enumerate(GAME["turns"], 1):
        assert f"Turn {number}: tap the card that was laid." in words(table.get(path))
        path = tapped(table, path, turn["Ben"]["cell"])
    assert "All fourteen turns are known." in words(table.get(path))
    fields = kept_by(table, path)
    assert fields == {"seat": "1"} | {f"turn{turn['Ben']['cell']}": str(n) for n, turn in enumerate(GAME["turns"], 1)}
    table.do("memory", **fields)
    assert table.score()["players"][1]["reachable"] == [TRUE["Ben"]]


def test_a_turn_can_be_skipped_and_a_card_tapped_again_is_forgotten(table: Finished) -> None:
    table.enter()
    page = table.get("p/memory?seat=0").get_data(as_text=True)
    assert "Nobody remembers turn 1" in page
    path = tapped(table, "p/memory?seat=0&turn=14", "C3")
    assert kept_by(table, path) == {"seat": "0", "turnC3": "14"}
    table.do("memory", seat=0, turnC3="14")
    assert kept_by(table, tapped(table, "p/memory?seat=0&turn=14", "C3")) == {"seat": "0"}
    # Only cards of that round can have been laid in it.
    assert 'aria-label="B4: ' not in "".join(re.findall(r"<a [^>]*>", table.get("p/memory?seat=0&turn=14").text))


def with_card(table: Finished, card: str, cell: str) -> None:
    """Ben's tableau with one of the cards that move others."""
    table.enter("Ana")
    assert table.do("tableau", seat=1, **{**TABLEAUX["Ben"], cell: card}).status_code == 303


def test_that_nothing_was_swapped_is_said_with_one_tap(table: Finished) -> None:
    with_card(table, "119", "A3")
    assert "Did 119 swap two cards?" in words(table.get("?seat=1"))
    wide = table.score()["players"][1]["total"]
    table.do("memory", seat=1, movedA3="none")
    narrow = table.score()["players"][1]
    assert narrow["exact"] is True
    assert narrow["total"]["max"] - narrow["total"]["min"] < wide["max"] - wide["min"]
    assert "Did 119 swap" not in words(table.get("?seat=1"))
    assert "nothing moved" in words(table.get("history"))


def test_two_places_that_were_swapped_are_tapped(table: Finished) -> None:
    with_card(table, "119", "A3")
    path = tapped(table, tapped(table, "p/memory?seat=1&what=movedA3", "A1"), "C5")
    assert kept_by(table, path) == {"seat": "1", "movedA3": "A1.C5"}
    assert table.do("memory", seat=1, movedA3="A2.A4").status_code == 303
    assert json.loads(table.get("game.json").data)["remembered"] == {"Ben": [{"cell": "A3", "swap": ["A2", "A4"]}]}


def test_an_exchanged_card_is_tapped_and_the_other_one_typed(table: Finished) -> None:
    with_card(table, "116", "A3")
    path = tapped(table, "p/memory?seat=1&what=movedA3", "B2")
    assert "The card that went out" in words(table.get(path))
    out = next(f"{n:03d}" for n in range(29, 99) if phase_of(f"{n:03d}") == 1)
    table.do("memory", **kept_by(table, path) | {"movedA3": f"B2.{out}"})
    assert f'typed" aria-label="The card that went out">{out}<' in table.get("p/memory?seat=1&what=movedA3").text
    assert table.score()["players"][1]["exact"] is True


@pytest.mark.parametrize(
    "nonsense", ["turnA1=99", "pointsA1=x", "movedA1=B9", "what=movedA1", "turn=15", "at=B3&what=points"]
)
def test_nonsense_about_memories_has_no_page(table: Finished, nonsense: str) -> None:
    table.enter()
    assert table.get(f"p/memory?seat=0&{nonsense}").status_code == 404


def test_a_total_that_nobody_can_know_is_no_standing(table: Finished) -> None:
    with_card(table, "116", "A3")
    page = words(table.get("?seat=1"))
    assert "Possible total not known" in page
    assert "116 (A3) may have exchanged a card that is no longer there" in page
    assert "Did 116 exchange a card?" in page
    scores = words(table.get("scores"))
    assert "Who has won is open: nobody can know the total of Ben yet." in scores
    most = table.score()["players"][1]["total"]["max"]
    assert most > 150
    assert str(most) not in page + scores
    assert "Possible total" in words(table.get("?seat=0"))  # Ana's is known all the same


def test_memories_that_no_order_agrees_with_are_said_so(table: Finished) -> None:
    table.enter()
    table.do("memory", seat=0, pointsA1="37")
    assert "No order of play agrees with what the table remembers." in words(table.get("?seat=0"))


def test_two_cards_cannot_be_of_the_same_turn(table: Finished) -> None:
    table.enter()
    answer = table.do("memory", seat=0, turnA1="14", turnA2="14")
    assert answer.status_code == 422
    assert "Turn 14 is that of A1 already." in words(answer)
