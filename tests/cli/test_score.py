"""The command line as scripts use it: exit status, standard output, one line on standard error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.games.ai100 import GAME

EXAMPLE = json.dumps(GAME.example())


def companion(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=stdin)


def complaint(result: Result) -> str:
    """The one line that bad input gets."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


def test_score_json_adds_up() -> None:
    result = companion("score", "-", "--json", stdin=EXAMPLE)
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["format"] == "companion-score/1"
    for player in document["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
        for line in player["lines"]:
            assert line["points"] == sum(group["points"] for group in line["groups"])
            assert line["text"]
    assert document["winners"] == ["Cleo"]


def test_score_for_people_names_cards_and_reasons() -> None:
    result = companion("score", "-", "--lang", "en", stdin=EXAMPLE)
    # Cleo's 018 on B4 pays 3: it lies beside the AI card of the same colour.
    assert "Cleo: 9" in result.stdout
    assert "018" in result.stdout
    assert "B3+B4: 3." in result.stdout
    assert result.stdout.endswith("In the lead: Cleo\n")  # three turns of fourteen


def test_before_the_end_somebody_leads_and_nobody_has_won() -> None:
    series = ["green square", "yellow square", "pink square", "blue square"]
    turns = [{"take": series, "series": [{"series": "square", "pile": "blue"}]}]
    game = {"format": "companion-game/1", "game": "collexion", "players": [{"name": "Ana"}, {"name": "Ben"}]}
    said = companion("score", "-", "--lang", "en", stdin=json.dumps({**game, "turns": turns})).stdout
    assert said.endswith("In the lead: Ana\n")
    assert "Winner" not in said


def test_a_file_may_begin_with_the_mark_that_some_editors_write() -> None:
    plain, marked = (companion("score", "-", stdin=mark + EXAMPLE) for mark in ("", "\ufeff"))
    assert (marked.exit_code, marked.stdout) == (0, plain.stdout)


def test_score_speaks_french() -> None:
    result = companion("score", "-", "--lang", "fr", stdin=EXAMPLE)
    assert "3 par paire côte à côte, de même couleur, dans chaque ligne. B3+B4\N{NO-BREAK SPACE}: 3." in result.stdout


def test_games_of_one_box_and_of_another_are_scored_line_by_line_as_they_are_alone() -> None:
    game = GAME.example()
    other = json.loads(json.dumps(game).replace('"red"', '"black"'))
    torn = json.dumps(game).replace('"objectives"', '"objectives', 1)
    twice = json.dumps(game)[:-1] + ', "faces": {}}'
    lines = [json.dumps(one) for one in (game, game, other, game)]
    result = companion("score", "-", "--jsonl", stdin="\n".join([*lines, torn, twice, lines[2]]))
    *scores, unread, doubled, last = map(json.loads, result.stdout.splitlines())
    alone = [json.loads(companion("score", "-", "--json", stdin=line).stdout) for line in lines]
    assert scores == alone
    assert last == alone[2] != alone[0]
    assert "line 5, column" in unread["error"]
    assert "'faces'" in doubled["error"]


def test_jsonl_goes_on_after_a_bad_line() -> None:
    lines = [EXAMPLE, "{", '{"game": "chess"}', EXAMPLE]
    result = companion("score", "-", "--jsonl", stdin="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [sorted(answer)[0] for answer in answers] == ["format", "error", "error", "format"]
    assert answers[2]["error"].startswith("line 3, game: unknown game 'chess'")


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        ("", "companion: line 1, column 1: no JSON document from here on"),
        ("[]", "companion: game file: expected a JSON object"),
        ("[" * 100_000, "companion: game file: no game file: nested too deeply"),
        ('{"game": "ai100"}', "companion: game file: 'players' is missing"),
    ],
)
def test_bad_files_get_one_line(stdin: str, message: str) -> None:
    assert complaint(companion("score", "-", stdin=stdin)) == message


@pytest.mark.parametrize(
    "words",
    [
        ["score", "no-such-file.json"],
        ["score"],
        ["no-such-command"],
        ["rank", "ai100", "many"],
        ["schema", "chess"],
        ["whatif", "-", "--player", "Ana"],
    ],
)
def test_bad_words_get_one_line(words: list[str]) -> None:
    assert complaint(companion(*words)).startswith("companion: ")


def test_a_folder_is_no_game_file(tmp_path: Path) -> None:
    assert "this is a folder" in complaint(companion("score", str(tmp_path)))


def test_whatif_lists_every_legal_cell_best_first() -> None:
    document = GAME.example()
    document["faces"]["052"] = document["faces"]["018"] | {"colour": "red"}
    result = companion("whatif", "-", "--player", "Ana", "--card", "52", "--lang", "en", stdin=json.dumps(document))
    rows = [row.split()[:2] for row in result.stdout.splitlines()]
    # Ana has cards on A2, B2, B3 and C2: these are the empty cells beside them.
    assert sorted(cell for cell, _ in rows) == ["A1", "A3", "B1", "B4", "C1", "C3"]
    # 1 per red card wherever it lies: 073 on B2, the AI card, and 052 itself.
    assert {points for _, points in rows} == {"+3"}


def test_whatif_names_who_is_unknown() -> None:
    assert complaint(companion("whatif", "-", "--player", "Zoe", "--card", "073", stdin=EXAMPLE)) == (
        "companion: player: unknown player 'Zoe' (expected Ana, Ben, Cleo)"
    )


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("110", "110: failure (1 to Mentat)"),
        ("111", "111: Mentat (6 to AL9000)"),
        ("141", "141: Skynet (1 to PRIV8)"),
        ("142", "142: PRIV8"),
    ],
)
def test_rank(points: str, said: str) -> None:
    assert companion("rank", "ai100", points, "--lang", "en").stdout.strip() == said


def test_rank_in_french() -> None:
    assert companion("rank", "ai100", "110", "--lang", "fr").stdout.strip() == "110\xa0: échec (encore 1 pour Mentat)"


def test_games_and_schema() -> None:
    assert companion("games", "--lang", "en").stdout.splitlines()[0].startswith("ai100")
    assert json.loads(companion("schema", "ai100").stdout)["properties"]["game"] == {"const": "ai100"}
