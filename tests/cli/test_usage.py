"""What is wrong with a command line is said in the language that it asks for."""

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.usage import file_error
from companion.registry import games

SHELF = ", ".join(games())


def said(*args: str) -> str:
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    return result.stderr.removeprefix("companion: ").strip()


@pytest.mark.parametrize(
    ("args", "english", "french"),
    [
        (("score", "nowhere.json"), "nowhere.json: there is no such file", "nowhere.json : ce fichier n'existe pas"),
        (("score", "."), ".: this is a folder; expected a file", ". : c'est un dossier ; il faut un fichier"),
        (("score",), "'FILE' is missing", "il manque 'FILE'"),
        (("score", "-", "--speed"), "there is no option --speed; --help lists them",
         "pas d'option --speed ; --help les montre"),
        (("schema", "none"),
         f"game: unknown game 'none' (expected {SHELF})", f"game : jeu inconnu 'none' (attendu : {SHELF})"),
        (("games", "all"), "too many words; expected companion games [OPTIONS]",
         "trop de mots ; il faut companion games [OPTIONS]"),
        (("score", "-", "--json=1"), "--json: --help says what this option takes",
         "--json : --help dit ce que prend cette option"),
        (("rank", "ai100", "many"), "'POINTS': expected a whole number", "'POINTS' : il faut un nombre entier"),
    ],
)  # fmt: skip
def test_in_both_languages(args: tuple[str, ...], english: str, french: str) -> None:
    assert said(*args, "--lang", "en") == english
    assert said(*args, "--lang=fr").replace("\xa0", " ") == french


def test_a_command_and_a_language_that_there_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert said("scores").replace("\xa0", " ") == "pas de commande « scores » ; --help les montre"
    assert said("games", "--lang", "de") == "'--lang'\xa0: il faut l'un de\xa0: en, fr"


def test_what_the_system_says_about_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "demo"
    assert said("demo", str(target), "--lang", "en") == (f"{target}/cards: part of this path is a file, not a folder")
    french = f"{target}/cards\xa0: une partie de ce chemin est un fichier, pas un dossier"
    assert said("demo", str(target), "--lang", "fr") == french


def test_what_the_system_says_about_no_file_at_all_stays_as_it_is() -> None:
    error = OSError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")
    assert file_error(error, "fr") == "No usable temporary directory found in ['/tmp']"
    assert file_error(OSError(errno.ENOSPC, "No space left on device"), "en").startswith("the disk is full")


def test_no_command_at_all_shows_the_commands_line_by_line() -> None:
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "\n  doctor " in result.stderr
