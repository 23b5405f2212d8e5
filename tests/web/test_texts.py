"""Everything that players read is there in French and in English, with the same gaps."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

import companion.pages
from companion.core.errors import Illegal, Place
from companion.core.sheet import Reason
from companion.core.texts import load_texts
from companion.pages.words import page_texts
from companion.paths import DATA, TEMPLATES, data_of, game_folders
from companion.registry import games

PAGES = Path(companion.pages.__file__).parent


def sentences(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    document = tomllib.loads(file.read_text("utf-8"))
    return document["en"], document["fr"]


def gaps(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


TEXTS = sorted([*DATA.glob("*/texts.toml"), *DATA.glob("*/pages.toml")])


@pytest.mark.parametrize("file", TEXTS, ids=str)
def test_both_languages_say_the_same_things(file: Path) -> None:
    english, french = sentences(file)
    assert english.keys() == french.keys()
    for key, sentence in english.items():
        assert gaps(sentence) == gaps(french[key]), key
        assert sentence.strip(), key
        assert french[key].strip(), key


def asked(files: Iterable[Path]) -> set[str]:
    """The keys of the sentences that some files say; those that are put together from parts are left out."""
    found = set[str]()
    for file in files:
        found |= set(re.findall(r"""say\(["']([a-z_0-9.]+)["']""", file.read_text("utf-8")))
    assert found
    return {key for key in found if not key.endswith(".")}


@pytest.mark.parametrize("slug", games())
def test_every_sentence_that_a_page_of_a_game_asks_for_is_there(slug: str) -> None:
    files = [file for folder in game_folders(slug) for file in folder.rglob("*") if "pages" in str(file)]
    templates = [
        *(TEMPLATES / "games" / slug).glob("*.html"),
        *(file for f in game_folders(slug) for file in f.rglob("*.html")),
    ]
    pages = [file for file in files if file.suffix == ".py"]
    missing = asked([*pages, *templates]) - dict(page_texts("en", slug).items()).keys()
    assert not missing


def test_every_sentence_that_all_games_share_is_there_in_one_of_them() -> None:
    shared = [*(TEMPLATES / "shared").glob("*.html"), *(TEMPLATES / "partials").glob("*.html"), *PAGES.glob("*.py")]
    known = {key for slug in games() for key, _ in page_texts("en", slug).items()}
    assert asked(shared) <= known, asked(shared) - known


def test_every_sentence_that_the_frame_asks_for_is_there() -> None:
    english, _ = sentences(DATA / "web" / "texts.toml")
    files = [file.read_text("utf-8") for file in TEMPLATES.rglob("*.html")]
    said = {key for text in files for key in re.findall(r"""\bt\(["']([a-z_0-9.]+)["']\s*[,)]""", text)}
    assert said
    assert said <= english.keys(), said - english.keys()


@pytest.mark.parametrize("file", TEXTS, ids=str)
def test_no_line_of_french_begins_with_a_colon(file: Path) -> None:
    written = file.read_text("utf-8")
    assert "\N{NO-BREAK SPACE}" not in written, "files are written with plain spaces"
    english, french = (load_texts(file)[language] for language in ("en", "fr"))
    assert not [text for _, text in french.items() if re.search(r" [:;?!»]|« ", text)]
    assert not [text for _, text in english.items() if "\N{NO-BREAK SPACE}" in text]


def test_conditions_and_rulings_have_the_spaces_of_french_too() -> None:
    from companion.games.ai100.catalogue import catalogue
    from companion.games.ai100.rulings import switches

    french = [condition.sentence["fr"] for condition in catalogue().values()]
    french += [value["fr"] for switch in switches().values() for value in (switch, *switch["values"].values())]
    assert len(french) > 150
    assert not [text for text in french if re.search(r" [:;?!»]|« ", text)]


def test_no_template_puts_a_sign_of_its_own_between_two_words() -> None:
    for file in TEMPLATES.rglob("*.html"):
        assert not re.search(r"\}\} ?[:;?!]\s*(\{\{|<)", file.read_text("utf-8")), file


def test_what_is_wrong_is_said_in_any_language_with_its_place() -> None:
    problem = Illegal(Reason("ai100:error.in_tableau", ("073", "Ana")), Place.turn(3) / "Ben")
    assert str(problem) == "turn 3, Ben: card 073 lies in the tableau of Ana already"
    french = "tour 3, Ben\N{NO-BREAK SPACE}: la carte 073 est déjà dans le tableau d'Ana"
    assert problem.say("fr") == french
    assert problem.sentence("fr") == "La carte 073 est déjà dans le tableau d'Ana."


REASON = re.compile(r"""Reason\(\s*f?["']([a-z0-9_]+):([a-z0-9_.]+)["']""")


@pytest.mark.parametrize(
    "file", sorted(PAGES.parent.rglob("*.py")), ids=lambda file: str(file.relative_to(PAGES.parent))
)
def test_every_reason_that_names_its_texts_is_there(file: Path) -> None:
    for folder, key in REASON.findall(file.read_text("utf-8")):
        known = sentences(data_of(folder) / "texts.toml")[0]
        assert key in known or key.endswith(("_", ".")), key  # put together from parts
