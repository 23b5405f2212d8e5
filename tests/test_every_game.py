"""What holds for every game on the shelf, whichever they are."""

from __future__ import annotations

import html
import json
import re
import tomllib
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.cli import main
from companion.core.errors import CompanionError, Unreadable
from companion.core.report import report
from companion.core.texts import LANGUAGES
from companion.pages.parts import Confirm
from companion.paths import data_of
from companion.registry import find_game, games, missing_pieces, table_game

from .mutations import json_values, mutated
from .web.conftest import Phone, words
from .web.tables import walk

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def check_score(document, score):
    """Assert what every score document promises."""
    assert score["format"] == "companion-score/1"
    names = [player["name"] for player in document["players"]]
    assert [player["name"] for player in score["players"]] == names
    assert set(score["winners"]) <= set(names)
    for player in score["players"]:
        for line in player["lines"]:
            assert line["text"].strip()
            assert line["points"] == sum(group["points"] for group in line["groups"])
        if isinstance(player["total"], int):
            assert player["total"] == sum(line["points"] for line in player["lines"])
        if player.get("claimed") is not None:
            assert player["verdict"] in ("possible", "impossible", "undecided")


def test_no_game_on_the_shelf_lacks_a_piece():
    assert missing_pieces() == []


@every_game
@both_languages
def test_a_game_has_a_name_and_a_line_about_it(game, language):
    assert game.name(language).strip()
    assert game.about(language).strip()
    assert "\n" not in game.about(language)
    assert len(game.players()) >= 1
    assert game.players()[0] >= 1


@every_game
def test_its_sentences_are_the_same_in_both_languages(game):
    texts = tomllib.loads((data_of(game.slug) / "texts.toml").read_text("utf-8"))
    assert set(texts) == set(LANGUAGES)
    english, french = (texts[language] for language in LANGUAGES)
    assert set(english) == set(french)
    for key in english:
        gaps = [set(re.findall(r"\{(\d+)[:}]", sentence)) for sentence in (english[key], french[key])]
        assert gaps[0] == gaps[1], key


@every_game
def test_its_schema_is_one_and_holds_for_the_example(game):
    Draft202012Validator.check_schema(game.schema())
    json.dumps(game.schema())
    assert list(Draft202012Validator(game.schema()).iter_errors(game.example())) == []


@every_game
@both_languages
def test_the_example_scores_with_reasons(game, language):
    example = game.example()
    score = game.score(example).say(language)
    check_score(example, score)
    assert score["game"] == game.slug
    json.dumps(score)
    shown = report(game.score(example), language)
    for player in score["players"]:
        assert player["name"] in shown


@every_game
def test_points_do_not_depend_on_the_language(game):
    english, french = (game.score(game.example()).say(language) for language in LANGUAGES)

    def numbers(score):
        return [[(line["kind"], line["points"]) for line in player["lines"]] for player in score["players"]]

    assert numbers(english) == numbers(french)
    assert english["winners"] == french["winners"]


@every_game
def test_scoring_leaves_the_document_as_it_was(game):
    example = game.example()
    before = json.dumps(example)
    game.score(example).say("en")
    assert json.dumps(example) == before


@every_game
def test_a_false_claim_is_not_confirmed(game):
    example = game.example()
    example["players"][0]["claimed"] = 100_000
    assert game.score(example).say("en")["players"][0]["verdict"] == "impossible"


@every_game
def test_an_unknown_key_is_named(game):
    with pytest.raises(Unreadable, match="unknown key 'colour of the socks'"):
        game.score(game.example() | {"colour of the socks": 1}).say("en")


@every_game
@pytest.mark.parametrize(
    "garbage", [None, True, 7, "game", [], {}, [[]], {"players": []}, {"format": "companion-game/1"}]
)
def test_garbage_is_refused_in_a_sentence(game, garbage):
    with pytest.raises(CompanionError) as caught:
        game.score(garbage).say("en")
    assert str(caught.value).strip()
    assert "\n" not in str(caught.value)


@every_game
def test_a_missing_key_is_named(game):
    schema, example = game.schema(), game.example()
    for key in schema["required"]:
        with pytest.raises(CompanionError, match=key if key not in ("format", "game") else "expected"):
            game.score({name: value for name, value in example.items() if name != key}).say("en")


@every_game
def test_too_many_players_are_refused(game):
    example = game.example()
    seat = example["players"][0]
    example["players"] = [seat | {"name": f"Seat {number}"} for number in range(game.players()[-1] + 1)]
    with pytest.raises(CompanionError, match="players"):
        game.score(example).say("en")


@every_game
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_happened_to_a_document_there_is_no_traceback(game, data):
    document = data.draw(mutated([game.example()]) | json_values)
    try:
        score = game.score(document).say(data.draw(st.sampled_from(LANGUAGES)))
    except CompanionError:
        return
    check_score(document, score)


@every_game
def test_the_command_line_knows_it(game):
    run = CliRunner().invoke
    assert game.slug in run(main, ["games", "--lang", "fr"]).output
    assert json.loads(run(main, ["schema", game.slug]).output) == json.loads(json.dumps(game.schema()))
    scored = run(main, ["score", "-", "--json"], input=json.dumps(game.example()))
    assert scored.exit_code == 0
    assert json.loads(scored.output)["game"] == game.slug


@every_game
@both_languages
def test_ranks_if_any_have_names_and_end_at_the_top(game, language):
    steps = [game.rank(score, language) for score in range(400)]
    assert all(step is None for step in steps) or all(step.name for step in steps)
    if steps[0] is not None:
        assert any(not step.next for step in steps)
        assert all(step.missing > 0 for step in steps if step.next)


def test_an_unknown_game_is_answered_with_those_there_are():
    with pytest.raises(Unreadable, match="unknown game 'chess' \\(expected ai100, "):
        find_game("chess")


# At a table of phones.


def table_of(game):
    table = table_game(game.slug)
    assert table, f"{game.slug} has no pages yet: a pages.py with a TABLE, see docs/adding-a-game.md"
    return table


@every_game
@both_languages
def test_the_demo_opens_and_so_does_every_page_that_leads_on_from_it(game, language, app):
    phone = Phone(app, language)
    phone.demo(game.slug)
    phone.post("seats", role="everybody")
    table = table_of(game)
    view = table.view(table.demo(language), language, everybody=True)
    opened = {(name, tuple(args.items())) for name, args, _ in walk(table, view, most=2)}
    assert len(opened) > 1
    for name, args in opened:
        answer = phone.get(f"p/{name}?{urlencode(args)}" if name else f"?{urlencode(args)}")
        assert answer.status_code == 200, (name, args)
        assert game.name(language) or words(answer)


@every_game
@both_languages
def test_its_set_up_page_opens_and_lays_a_table_as_it_stands(game, language, app):
    phone = Phone(app, language)
    page = phone.get(f"/new/{game.slug}").get_data(as_text=True)
    choices: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input[^>]* name="([a-z_0-9]+)"[^>]* value="([^"]*)"', page):
        choices.setdefault(name, []).append(value)
    for name, options in re.findall(r'<select name="([a-z_0-9]+)"(.*?)</select>', page, re.S):
        choices[name] = re.findall(r'<option value="([^"]+)"', options)
    # Each player another one of the cards.
    numbers = {name: int(re.sub(r"\D", "", name) or 99) for name in choices}
    fields = {name: values[min(numbers[name], len(values) - 1)] for name, values in choices.items()}
    answer = phone.post(f"/new/{game.slug}", **fields)
    assert answer.status_code == 303, words(answer)
    assert phone.get(answer.headers["Location"]).status_code == 200


@every_game
def test_a_set_up_with_one_name_for_all_comes_back_with_a_sentence_beside_each(game, app):
    most = game.players()[-1]
    answer = Phone(app).post(f"/new/{game.slug}", players=most, **{f"name{seat}": "Ana" for seat in range(most)})
    assert answer.status_code == 422
    errors = re.findall(r'<p class="error"[^>]*>([^<]*)</p>', answer.get_data(as_text=True))
    assert len(errors) >= most - 1
    assert all(re.fullmatch(r"[A-Z][^<>_]+\.", html.unescape(error)) for error in errors), errors


@every_game
@both_languages
def test_every_entry_of_the_demo_can_be_described_and_so_can_its_going(game, language):
    table = table_of(game)
    entries = table.demo(language)
    view = table.view(entries, language, everybody=True)
    for key, value in entries.items():
        assert table.describe(view, key, value).strip()
        if key != "setup":
            assert table.describe(view, key, None).strip()


@every_game
@both_languages
def test_the_exported_table_scores_to_the_points_of_the_scoreboard(game, language):
    table = table_of(game)
    view = table.view(table.demo(language), language)
    exported = json.loads(json.dumps(table.export(view)))
    assert list(Draft202012Validator(game.schema()).iter_errors(exported)) == []
    board = table.scoreboard(view)
    scored = game.score(exported).say(language)
    for row, player in zip(board.rows, scored["players"], strict=True):
        # A turn that somebody has still to play is not in the file: then it is the total after the last whole turn.
        assert player["total"] in (row.total, *row.by_turn[-1:])
    assert [row.name for row in board.rows] == list(table.seats(view.entries))
    assert all(len(row.points) == len(board.columns) for row in board.rows)


@every_game
def test_a_watcher_reads_every_page_and_finds_no_form(game):
    table = table_of(game)
    view = table.view(table.demo("en"))
    for name, args, page in walk(table, view, most=1):
        forms = [value for value in vars(page).values() if isinstance(value, Confirm)]
        assert forms == [], (name, args)
