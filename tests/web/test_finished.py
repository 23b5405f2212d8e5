"""A finished game at a table, without a browser: tableaux by hand, ranges, verdicts, orders of play, memories."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from companion.core.table import Change
from companion.games.ai100.deck import demo_deck
from companion.registry import games
from companion.samples.demo import sample_game
from tests.web.conftest import Phone, words
from tests.web.test_ai100_pages import Players

GAME = sample_game()  # two players, fourteen turns, nothing unknown
NAMES = [player["name"] for player in GAME["players"]]
TABLEAUX = {name: {turn[name]["cell"]: turn[name]["card"] for turn in GAME["turns"]} for name in NAMES}
TRUE = {player["name"]: player["total"] for player in games()["ai100"].score(GAME).say("en")["players"]}


class Finished(Phone):
    """A phone at a table that scores a finished game."""

    def __init__(
        self,
        app: Flask,
        players: list[dict[str, Any]] | None = None,
        language: str = "en",
        same: Phone | None = None,
        **more: str,
    ) -> None:
        super().__init__(app, language, same)
        self.app = app
        self.lay_table(players or GAME["players"], **more)

    def lay_table(self, players: list[dict[str, Any]], **more: str) -> None:
        seats = {f"name{seat}": player["name"] for seat, player in enumerate(players)}
        seats |= {f"ai{seat}": player["ai"] for seat, player in enumerate(players)}
        form = {
            "finished": "1",
            "players": len(players),
            "objective1": "O3",
            "objective2": "O4",
            "deck": "demo",
            **seats,
            **more,
        }
        answer = self.post("/new/ai100", **form)
        assert answer.status_code == 303, words(answer)
        self.code = answer.headers["Location"].strip("/").split("/")[1]

    def do(self, action: str, **fields: object) -> Any:
        return self.post(f"do/{action}", as_of=self.app.extensions["house"].store.revision(self.code), **fields)

    def enter(self, *names: str) -> None:
        for name in names or NAMES:
            assert self.do("tableau", seat=NAMES.index(name), **TABLEAUX[name]).status_code == 303

    def claim(self, seat: int, points: object) -> str:
        answer = self.do("claim", seat=seat, typed=points)
        return words(answer if answer.status_code == 422 else self.get(f"?seat={seat}"))

    def score(self) -> dict[str, Any]:
        return games()["ai100"].score(json.loads(self.get("game.json").data)).say("en")


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def test_the_shelf_offers_to_score_a_finished_game(app: Flask) -> None:
    assert "Count a finished game" in words(Phone(app).get("/"))
    assert "Compter une partie finie" in words(Phone(app, "fr").get("/"))


def test_the_objectives_that_were_played_must_be_chosen(app: Flask) -> None:
    fields = {"name0": "Ana", "ai0": "AI-4", "finished": "1", "players": "1"}
    answer = Phone(app).post("/new/ai100", objective1="drawn", objective2="O4", **fields)
    assert answer.status_code == 422
    assert "Choose the objective that was played." in words(answer)


def test_nothing_is_said_before_every_tableau_is_there(table: Finished) -> None:
    table.enter("Ana")
    page = words(table.get("?seat=0"))
    assert "Still to enter: the tableau of Ben." in page
    assert "Possible total" not in page


def test_the_range_is_that_of_the_command_line(table: Finished) -> None:
    table.enter()
    for seat, player in enumerate(table.score()["players"]):
        least, most = player["total"]["min"], player["total"]["max"]
        assert least <= TRUE[player["name"]] <= most
        page = words(table.get(f"?seat={seat}"))
        few = len(player["reachable"]) <= 5
        said = " or ".join(map(str, player["reachable"])) if few else f"{least} to {most}"
        assert f"Possible total {said} " in page
        assert "depends on the order in which the cards were laid" in page


def test_a_true_claim_is_possible_and_its_order_of_play_adds_up(table: Finished) -> None:
    table.enter()
    assert f"Ana&#39;s {TRUE['Ana']} points are possible." in table.claim(0, TRUE["Ana"])
    page = words(table.get("p/order?seat=0&n=14"))
    steps = re.findall(r"(\d+)\. (\d{3}) ([ABC][1-5]) ([+-]?\d+) (\d+) so far", page)
    assert len(steps) == 14
    assert {cell: card for _, card, cell, _, _ in steps} == TABLEAUX["Ana"]
    assert sum(int(points) for _, _, _, points, _ in steps) == int(steps[-1][-1])
    assert f"together {TRUE['Ana']}." in page


def test_an_impossible_claim_is_explained_by_slips(table: Finished) -> None:
    table.enter()
    page = table.claim(0, table.score()["players"][0]["total"]["max"] + 3)
    assert re.search(r"Ana announced \d+; it is \d+ at most\.", page)
    assert "A single slip would explain it, most likely first:" in page
    assert table.get("p/order?seat=0").status_code == 404


def test_a_claim_is_judged_while_it_is_typed(table: Finished) -> None:
    table.enter("Ana")
    page = words(table.get(f"p/claim?seat=0&typed={TRUE['Ana']}"))
    assert "What total does Ana claim?" in page
    assert "possible" not in page
    table.enter("Ben")
    assert f"Ana&#39;s {TRUE['Ana']} points are possible." in words(table.get(f"p/claim?seat=0&typed={TRUE['Ana']}"))
    most = table.score()["players"][0]["total"]["max"]
    assert f"Ana announced {most + 3}; it is {most} at most." in words(table.get(f"p/claim?seat=0&typed={most + 3}"))
    assert table.get("p/claim?seat=0&typed=fifty").status_code == 404


def test_the_scoreboard_says_what_was_announced_as_in_every_game(table: Finished) -> None:
    table.enter()
    table.claim(0, TRUE["Ana"])
    table.claim(1, 999)
    page = words(table.get("scores"))
    assert f"Announced {TRUE['Ana']}, which is possible." in page
    assert "Announced 999, which is impossible." in page
    table.claim(0, "")
    assert f"Announced {TRUE['Ana']}" not in words(table.get("scores"))


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


def test_what_the_table_remembers_narrows_the_range(table: Finished) -> None:
    table.enter()
    before = table.score()["players"][0]["total"]
    remember(table, "Ana")
    after = table.score()["players"][0]["total"]
    assert (after["min"], after["max"]) == (TRUE["Ana"], TRUE["Ana"])
    assert before["max"] > before["min"]
    assert f"Possible total {TRUE['Ana']} " in words(table.get("?seat=0"))


def test_a_wrong_claim_says_what_is_right(table: Finished) -> None:
    table.enter()
    assert table.score()["players"][1]["reachable"] == [30, 33]
    page = table.claim(1, 31)
    assert "Ben announced 31; it is 30 or 33." in page
    assert "30–33" not in page
    assert "Ben 30/33" in page  # the strip and the tabs name both, too


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
    out = next(f"{n:03d}" for n in range(29, 99) if _phase(f"{n:03d}") == 1)
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


def test_a_card_cannot_lie_in_two_tableaux(table: Finished) -> None:
    table.enter("Ana")
    card = TABLEAUX["Ana"]["A1"]
    answer = table.do("tableau", seat=1, **{**TABLEAUX["Ben"], "C5": card})
    assert answer.status_code == 422
    assert f"Card {card} lies in the tableau of Ana." in words(answer)
    assert "Keep" not in words(answer)


def test_a_card_cannot_lie_on_two_cells(table: Finished) -> None:
    answer = table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "C5": TABLEAUX["Ana"]["A1"]})
    assert f"Card {TABLEAUX['Ana']['A1']} is on A1 and on C5, but there is only one of it." in words(answer)


def test_the_keypad_goes_from_cell_to_cell(table: Finished) -> None:
    page = table.get("p/tableau?seat=0&at=A1&pick=keys&typed=07").get_data(as_text=True)
    third = re.search(r'href="([^"]+)" data-key="3"', page)
    assert third
    after = words(table.get(third[1].replace("&amp;", "&")))
    assert "A2: type the three digits" in after
    assert "Keep 1 card " in after


def test_a_number_that_is_no_card_is_said_at_once(table: Finished) -> None:
    assert "There is no card 999" in words(table.get("p/tableau?seat=0&at=A1&pick=keys&typed=999"))


def test_fourteen_numbers_can_be_typed_at_once(table: Finished) -> None:
    numbers = "+".join(TABLEAUX["Ana"][row + column] for row in "ABC" for column in "12345" if row + column != "B3")
    page = table.get(f"p/tableau?seat=0&all={numbers}")
    assert "Keep 14 cards" in words(page)


def test_a_seat_enters_only_its_own_tableau(table: Finished, app: Flask) -> None:
    other = Phone(app)
    other.join(table.code, "seat.1")
    assert other.post("do/tableau", seat=0, A1="001").status_code == 403
    assert other.post("do/claim", seat=1, typed="50").status_code == 303


def test_the_history_says_what_was_entered(table: Finished) -> None:
    table.enter("Ana")
    table.claim(0, 50)
    page = words(table.get("history"))
    assert "Ana claims 50" in page
    assert f"Ana: card {TABLEAUX['Ana']['A1']} on A1" in page


def test_an_unknown_box_asks_for_faces_and_rounds(app: Flask) -> None:
    faces = GAME["faces"]
    table = Finished(app, deck="+", new_deck="Shelf")
    table.enter()
    for _ in range(40):
        page = table.get("?seat=0").get_data(as_text=True)
        missing = re.search(r"p/face\?card=([\w-]+)", page)
        if not missing:
            break
        face = faces[missing[1]]
        form = {"colour": face["colour"], "number": face["number"]}
        for corner, (colour, number) in face["connectors"].items():
            form |= {f"{corner}colour": colour, f"{corner}number": number}
        assert table.do("face", card=missing[1], **form).status_code == 303
    assert "Cards of which nobody knows the round: 28." in words(table.get("?seat=0"))
    first = {f"first{card}": "1" for card, face in faces.items() if face.get("phase") == 1}
    assert table.do("phases", **first).status_code == 303
    assert "Possible total" in words(table.get("?seat=0"))
    # The box knows them from now on: the next table asks for nothing.
    again = Finished(app, same=table, deck="Shelf")
    again.enter()
    assert "Possible total" in words(again.get("?seat=0"))


def test_seven_cards_of_round_one_are_expected(app: Flask) -> None:
    table = Finished(app)
    wrong = {**TABLEAUX["Ana"]}
    spare = next(f"{n:03d}" for n in range(1, 121) if f"{n:03d}" not in GAME["faces"] and _phase(f"{n:03d}") == 1)
    late = next(cell for cell, card in wrong.items() if GAME["faces"][card]["phase"] == 2)
    wrong[late] = spare
    table.do("tableau", seat=0, **wrong)
    table.enter("Ben")
    assert "Ana: 8 cards of phase 1 (expected 7)." in words(table.get("?seat=0"))


def _phase(card: str) -> int:
    return demo_deck().faces[card].phase


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_a_finished_game_opens(app: Flask, language: str) -> None:
    table = Finished(app, language=language)
    table.enter()
    table.claim(0, TRUE["Ana"])
    pages = (
        "", "?seat=1", "p/tableau?seat=0", "p/tableau?seat=1&at=B2", "p/order?seat=0", "p/memory?seat=0",
        "p/line?seat=0&n=0", "p/line?seat=0&n=2", "scores", "history", "p/face?card=001",
    )  # fmt: skip
    for path in pages:
        assert table.get(path).status_code == 200, path
    for path in ("p/nowhere", "p/tableau?seat=7", "p/line?seat=0&n=9", "p/corners?seat=0&photo=x", "p/tableau?seat=x"):
        assert table.get(path).status_code == 404, path


def test_a_solo_game_has_a_rank_and_comparisons(app: Flask) -> None:
    ana = [GAME["players"][0]]
    table = Finished(app, ana)
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    assert "Rank:" in words(table.get(""))
    least = table.score()["players"][0]["total"]["min"]
    page = table.claim(0, least)
    assert f"{111 - least} more points would have made Mentat." in page
    assert "Your first solo game at this phone." in page
    assert "simulated games in which every card was laid at random" in page
    table.lay_table(ana)  # another evening
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    most = table.score()["players"][0]["total"]["max"]
    assert "Better than 1 of your 1 other solo games at this phone." in table.claim(0, most)


def test_a_solo_game_that_was_played_here_compares_with_the_others(app: Flask) -> None:
    table = Finished(app, [GAME["players"][0]])
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    least = table.score()["players"][0]["total"]["min"]
    table.claim(0, least)
    playing = Players(app, ["AI-4"])
    playing.client, playing.headers = table.client, table.headers  # the same phone
    answer = playing.post(
        "/new/ai100", players=1, name0="Ana", ai0="AI-4", deck="demo", objective1="O3", objective2="O4"
    )
    playing.code = answer.headers["Location"].strip("/").split("/")[1]
    assert "Rank:" not in words(playing.get(""))
    turns = {f"play/{turn}/0": play["Ana"] for turn, play in enumerate(GAME["turns"], 1)}
    playing.enter(**turns)
    page = words(playing.get(""))
    assert f"{TRUE['Ana']} points" in page
    assert f"{111 - TRUE['Ana']} more points would have made Mentat." in page
    assert f"Better than {int(TRUE['Ana'] > least)} of your 1 other solo games at this phone." in page


def test_ai_2_adds_its_card_in_a_finished_game(app: Flask) -> None:
    players = [{"name": "Ana", "ai": "AI-2"}]
    table = Finished(app, players)
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    assert table.do("final", seat=0, card=TABLEAUX["Ana"]["A1"], cell="D3").status_code == 422
    assert table.do("final", seat=0, card="120", cell="D3").status_code == 303
    assert json.loads(table.get("game.json").data)["players"][0]["final"] == {"card": "120", "cell": "D3"}
    assert table.get("p/line?seat=0&n=2").status_code == 200


# Two players: the neutral grid is a neighbour of both.

SPARE = [card for card in sorted(demo_deck().faces) if card < "099" and card not in GAME["faces"]]
GRID = dict(zip([row + column for row in "ABC" for column in "1234"], SPARE, strict=False))


def with_black_card(table: Finished) -> str:
    """Enter both tableaux, in Ana's a black card that counts at a neighbour; return that card."""
    faces = demo_deck().faces
    cell, black = next(
        (cell, black)
        for cell, card in TABLEAUX["Ana"].items()
        for black in ("107", "108", "109", "110")
        if faces[black].phase == faces[card].phase
    )
    assert table.do("tableau", seat=0, **{**TABLEAUX["Ana"], cell: black}).status_code == 303
    table.enter("Ben")
    return black


def test_the_grid_of_two_players_is_entered_beside_the_tableaux(table: Finished) -> None:
    assert "Grid 0 of 12" in words(table.get("?seat=0"))
    assert table.do("tableau", grid=1, **GRID).status_code == 303
    page = words(table.get("?seat=2"))
    assert "Grid entered" in page
    assert "Which score" not in page
    table.enter()
    assert json.loads(table.get("game.json").data)["grid"] == GRID


def test_a_grid_that_is_not_entered_leaves_the_range_wide(table: Finished) -> None:
    black = with_black_card(table)
    assert f"{black} may have looked at the neutral grid." in words(table.get("?seat=0"))
    assert json.loads(table.get("game.json").data)["grid"] == "unknown"
    wide = table.score()["players"][0]
    assert wide["exact"] is False
    table.do("tableau", grid=1, **GRID)
    narrow = table.score()["players"][0]
    assert narrow["total"]["max"] < wide["total"]["max"]
    assert "may have looked at the neutral grid" not in words(table.get("?seat=0"))


def test_a_card_of_the_grid_lies_in_no_tableau(table: Finished) -> None:
    table.do("tableau", grid=1, **GRID)
    answer = table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "C5": GRID["A1"]})
    assert f"Card {GRID['A1']} lies in the neutral grid." in words(answer)
    table.enter("Ana")
    card = TABLEAUX["Ana"]["A1"]
    assert f"Card {card} lies in the tableau of Ana." in words(table.do("tableau", grid=1, **{**GRID, "B2": card}))


def test_whoever_sits_at_the_table_enters_the_grid(table: Finished, app: Flask) -> None:
    other = Phone(app)
    other.join(table.code, "seat.1")
    assert "Enter by hand" in words(other.get("?seat=2"))
    assert other.post("do/tableau", grid=1, **GRID).status_code == 303
    assert "Grid: card" in words(table.get("history"))
    watcher = Phone(app)
    watcher.join(table.code, "watch")
    assert "Enter by hand" not in words(watcher.get("?seat=2"))
    assert watcher.post("do/tableau", grid=1, **GRID).status_code == 403


def test_one_or_three_players_have_no_grid(app: Flask) -> None:
    table = Finished(app, [*GAME["players"], {"name": "Cleo", "ai": "AI-9"}])
    assert "Grid" not in words(table.get("?seat=0"))
    assert table.get("?seat=3").status_code == 404


def test_a_grid_has_no_claim_no_order_and_no_memories(table: Finished) -> None:
    assert table.do("claim", seat=2, typed=50).status_code == 404
    for page in ("memory", "order", "line", "final"):
        assert table.get(f"p/{page}?seat=2").status_code == 404, page


def test_what_was_played_can_be_corrected(table: Finished) -> None:
    table.enter()
    before = table.score()["players"][0]["ai"]
    page = table.get("p/played?ai0=AI-9").get_data(as_text=True)
    assert re.search(r'name="ai0" value="AI-9" checked', page)
    form = {"name0": "Anna", "name1": "Ben", "ai0": "AI-8", "ai1": GAME["players"][1]["ai"], "objective2": "O6"}
    assert table.do("played", objective1="drawn", **form).status_code == 422
    assert table.do("played", objective1="O7", **{**form, "ai1": "AI-8"}).status_code == 422
    assert table.do("played", objective1="O7", **form).status_code == 303
    game = json.loads(table.get("game.json").data)
    assert game["players"][0] == {"name": "Anna", "ai": "AI-8"}
    assert game["objectives"] == ["O7", "O6"]
    assert game["tableaux"]["Anna"] == TABLEAUX["Ana"]
    assert before != 5
    assert table.score()["players"][0]["ai"] == 5


# A photo first: who played is said later.


def _photo_first(app: Flask, language: str = "en") -> Finished:
    phone = Finished.__new__(Finished)
    Phone.__init__(phone, app, language)
    phone.app = app
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    _change_setup(phone, deck="demo")
    return phone


def _change_setup(phone: Finished, **more: object) -> None:
    house = phone.app.extensions["house"]
    setup = {**house.store.table(phone.code).entries["setup"], **more}
    house.store.change(phone.code, "x", lambda table: Change({"setup": setup}), as_of=999)


def test_a_table_that_begins_with_a_photo_asks_nothing_and_plays_with_a_box_of_its_own(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    page = words(phone.get(""))
    assert "Finished tableau" in page
    assert "Demo deck" not in page
    assert "“Our box”" in words(phone.get("p/deck"))


def test_what_a_photo_shows_is_scored_before_anybody_says_who_played(app: Flask) -> None:
    phone = _photo_first(app)
    assert phone.do("tableau", seat=0, ai=GAME["players"][0]["ai"], **TABLEAUX["Ana"]).status_code == 303
    page = words(phone.get("?seat=0"))
    assert "Possible total" in page
    assert "Counted without objectives, as if nobody else had played." in page
    assert "Ω" not in page
    # Nobody has won anything, and nobody's rank is known.
    scores = words(phone.get("scores"))
    assert "wins" not in scores
    assert "Rank" not in page
    assert [player["objectives"] for player in phone.score()["players"]] == [[None, None]]


def test_without_a_sure_ai_card_it_is_asked_for(app: Flask) -> None:
    phone = _photo_first(app)
    assert phone.do("tableau", seat=0, **TABLEAUX["Ana"]).status_code == 303
    page = words(phone.get("?seat=0"))
    assert "Nobody has said which AI card lies in the centre." in page
    assert "Possible total" not in page


def test_then_it_is_said_who_played_and_all_is_as_if_it_had_been_said_before(app: Flask, table: Finished) -> None:
    phone = _photo_first(app)
    phone.do("tableau", seat=0, ai=GAME["players"][0]["ai"], **TABLEAUX["Ana"])
    assert "Player 2" in phone.get("p/played?players=2").get_data(as_text=True)
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    assert phone.do("played", players=2, objective1="O3", objective2="O4", **played).status_code == 303
    phone.do("tableau", seat=1, **TABLEAUX["Ben"])
    table.enter()
    assert phone.score() == table.score()


def test_how_many_played_cannot_be_changed_once_it_was_said(table: Finished) -> None:
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    assert table.do("played", players=1, objective1="O3", objective2="O4", **played).status_code == 303
    assert [player["name"] for player in json.loads(table.get("game.json").data)["players"]] == NAMES


def test_printed_demo_cards_are_named_before_the_first_photo_with_one_tap(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    assert "Are these the printed demo cards?" in words(phone.get())
    assert phone.post("do/demo-deck", as_of=1).status_code == 303
    page = words(phone.get())
    assert "Demo deck: invented faces" in page
    assert "Are these the printed demo cards?" not in page
    assert phone.post("do/demo-deck", as_of=2).status_code == 404


def test_many_cards_without_a_face_are_counted_and_taught_by_photo(app: Flask) -> None:
    table = Finished(app, GAME["players"][:1], deck="+", new_deck="Shelf")
    table.enter("Ana")
    page = words(table.get())
    assert "Nobody knows yet what is printed on 15 of these cards." in page
    assert "Teach cards by photo" in page


def test_the_question_of_the_objective_is_no_card_to_choose(phone: Phone) -> None:
    page = phone.get("/new/ai100?finished=1").get_data(as_text=True)
    assert 'value="drawn"' not in page
    assert 'value="drawn"' in phone.get("/new/ai100").get_data(as_text=True)
