"""Everything that players read is there in French and in English, with the same gaps."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

from companion.paths import DATA, TEMPLATES

PAGES = Path(__file__).parents[2] / "companion" / "games" / "ai100" / "pages"


def sentences(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    document = tomllib.loads(file.read_text("utf-8"))
    return document["en"], document["fr"]


def gaps(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


@pytest.mark.parametrize("file", [DATA / "web" / "texts.toml", DATA / "ai100" / "pages.toml"], ids=str)
def test_both_languages_say_the_same_things(file: Path) -> None:
    english, french = sentences(file)
    assert english.keys() == french.keys()
    for key, sentence in english.items():
        assert gaps(sentence) == gaps(french[key]), key
        assert sentence.strip(), key
        assert french[key].strip(), key


def test_every_sentence_that_a_page_of_the_game_asks_for_is_there() -> None:
    english, _ = sentences(DATA / "ai100" / "pages.toml")
    asked = set()
    for file in [*PAGES.glob("*.py"), *(TEMPLATES / "games" / "ai100").glob("*.html")]:
        asked |= set(
            re.findall(
                r"""say\((?:language, |view\.language, |self\.language, )?["']([a-z_0-9.]+)["']""",
                file.read_text("utf-8"),
            )
        )
    assert len(asked) > 60
    assert asked <= english.keys(), asked - english.keys()


def test_every_sentence_that_the_frame_asks_for_is_there() -> None:
    english, _ = sentences(DATA / "web" / "texts.toml")
    asked = set()
    for file in TEMPLATES.rglob("*.html"):
        asked |= set(re.findall(r"""\bt\(["']([a-z_0-9.]+)["']""", file.read_text("utf-8")))
    assert len(asked) > 40
    assert asked <= english.keys(), asked - english.keys()


def test_the_engines_problems_keep_their_gaps_in_french() -> None:
    for pair in tomllib.loads((DATA / "ai100" / "problems.toml").read_text("utf-8"))["problem"]:
        assert gaps(pair["fr"]) <= gaps(pair["en"]), pair["en"]


def test_everything_the_replay_finds_illegal_has_its_french() -> None:
    """The sentences stand in the engine's source; each of them must have a pattern."""
    from companion.games.ai100.pages.words import problem_words

    source = (Path(__file__).parents[2] / "companion" / "games" / "ai100" / "replay.py").read_text("utf-8")
    found = re.findall(r"""Illegal\(f?(["'])(.+?)\1[,)]""", source)
    assert len(found) > 10
    for _, sentence in found:
        message = re.sub(r"\{[^}]*\}", "X", sentence)
        if message in ("card X lies X already",):
            message = "card X lies in the grid already"
        said = problem_words(message, "fr")
        assert said.lower() != f"{message}.".lower(), message
