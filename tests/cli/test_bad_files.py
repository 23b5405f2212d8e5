"""Bad input at the command line: a clear sentence at its place, in the language that was asked for, nothing guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from companion.cli import main
from companion.core.texts import LANGUAGES
from companion.registry import games

PILIER = games()["pilier"]


def companion(*words: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(main, [*words, "--lang", "en"], input=stdin)


def refusal(game: Any) -> str:
    """The one line about a game file, without the name of the program."""
    stdin = game if isinstance(game, bytes) else json.dumps(game)
    result = companion("score", "-", stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.removeprefix("companion: ").removesuffix("\n")


def named(first: str, second: str = "Ben") -> dict[str, Any]:
    game = PILIER.example()
    for player, name in zip(game["players"], (first, second), strict=True):
        player["name"] = name
    return game


def test_a_latin_1_file_is_refused_with_its_encoding_and_its_line() -> None:
    text = json.dumps(named("Chloé"), indent=1, ensure_ascii=False)
    line = text[: text.index("é")].count("\n") + 1
    said = refusal(text.encode("latin-1"))
    assert said.startswith(f"game file, line {line}: not UTF-8: it looks like Latin-1")
    assert refusal(text.encode("utf-16")).startswith("game file, line 1: not UTF-8: it is UTF-16")
    assert companion("score", "-", stdin=text.encode()).exit_code == 0


@pytest.mark.parametrize("name", ["\x1b[31mAna", "Ana\nBen: 99", "Ana\x9b2J", "\u202eanA", "An\u2028a", "A\ud800"])
def test_escape_codes_and_line_breaks_in_a_name_never_reach_the_terminal(name: str) -> None:
    said = refusal(named(name))
    assert said.startswith("player 1: a name with a character that cannot be shown: '\\")
    assert said.isprintable()


@pytest.mark.parametrize("name", ["Ana ", "  Ana", "A\u0301na "])
def test_names_that_sound_alike_are_one_name(name: str) -> None:
    assert refusal(named(" ".join(name.split()), name)).endswith(": two players have this name")


def test_names_of_all_alphabets_and_smileys_are_names() -> None:
    for name in ("Zoé", "李雷", "Ana María", "👩\u200d🚀", "O'Neil"):
        assert companion("score", "-", stdin=json.dumps(named(name))).exit_code == 0


def test_a_key_that_stands_twice_is_named() -> None:
    text = json.dumps(PILIER.example()).replace('"tokens": 8', '"tokens": 8, "tokens": 9')
    assert refusal(text.encode()) == "game file: the key 'tokens' stands twice in one object"


@pytest.mark.parametrize("slug", games())
def test_a_whole_number_may_be_written_with_a_point_as_the_schema_says(slug: str) -> None:
    game, example = games()[slug], games()[slug].example()
    pointed = json.loads(json.dumps(example), parse_int=float)
    assert not list(Draft202012Validator(game.schema()).iter_errors(pointed))
    assert game.score(pointed).say("fr") == game.score(example).say("fr")


def test_half_a_point_is_none() -> None:
    assert "tokens 8.5 is no whole number" in refusal(
        json.loads(json.dumps(PILIER.example()).replace('"tokens": 8', '"tokens": 8.5'))
    )


def test_jsonl_says_which_line_of_the_file() -> None:
    good = json.dumps(PILIER.example())
    broken = [good, "", "{", json.dumps(named("Ben")), good]
    result = companion("score", "-", "--jsonl", stdin="\n".join(broken))
    said = [json.loads(line).get("error", "") for line in result.stdout.splitlines()]
    assert said == [
        "",
        "line 3, column 2: no JSON document from here on",
        "line 4, player Ben: two players have this name",
        "",
    ]


def test_an_unknown_game_is_not_echoed_whole() -> None:
    assert len(refusal({"game": "x" * 10_000})) < 200


@pytest.mark.parametrize(("value", "word"), [(None, "null"), (True, "true"), ([None, False], "[null, false]")])
def test_messages_speak_json_and_not_python(value: object, word: str) -> None:
    game = PILIER.example()
    game["players"][0]["tokens"] = value
    assert refusal(game).endswith(f"tokens {word} is no whole number")


def test_one_document_or_many_but_not_both() -> None:
    result = companion("score", "-", "--json", "--jsonl", stdin=json.dumps(PILIER.example()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "companion: either --json or --jsonl, not both\n"


def test_what_is_wrong_is_said_in_french_too() -> None:
    game = json.dumps(named("Ana", "Ana"))
    result = CliRunner().invoke(main, ["score", "-", "--lang", "fr"], input=game)
    assert result.stderr == "companion: joueur Ana\N{NO-BREAK SPACE}: deux joueurs portent ce nom\n"
    overlap = {
        "format": "companion-game/1",
        "game": "aquasphere",
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "rounds": [{"moves": [{"player": "Ana", "action": "card", "points": 9}]}],
    }
    question = CliRunner().invoke(main, ["score", "-", "--lang", "fr"], input=json.dumps(overlap)).stderr
    assert "à quelle distance sont les prochaines lignes rouges\N{NO-BREAK SPACE}?" in question


@pytest.mark.parametrize("slug", games())
def test_every_refusal_of_a_changed_example_has_its_french(slug: str) -> None:
    """Each value of the example in turn becomes nonsense; what is said about it differs between the languages."""
    example = games()[slug].example()
    for key in example:
        for nonsense in ("nonsense", [], {}, 99):
            changed = {**example, key: nonsense}
            said = [
                CliRunner().invoke(main, ["score", "-", "--lang", one], input=json.dumps(changed)) for one in LANGUAGES
            ]
            english, french = (result.stderr for result in said)
            assert english != french or not any(result.exit_code for result in said), key
