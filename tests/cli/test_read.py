"""`companion read` on the command line."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.vision.shots import shot, solid


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("photos")
    (folder / "table.jpg").write_bytes(shot("easy", 201).jpeg)
    (folder / "nothing.jpg").write_bytes(solid(shot("easy", 201)))
    (folder / "broken.jpg").write_bytes(shot("easy", 201).jpeg[:500])
    return folder


def run(folder, *words):
    return CliRunner().invoke(main, ["--data", str(folder / "data"), "read", *words])


def test_one_document_a_photo_and_one_line_for_what_cannot_be_read(folder):
    names = ("table.jpg", "nothing.jpg", "broken.jpg")
    result = run(folder, "--json", *(str(folder / name) for name in names))
    assert result.exit_code == 2
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [document["photo"] for document in documents] == ["table.jpg"]
    assert {cell: seen["id"] for cell, seen in documents[0]["cells"].items()} == shot("easy", 201).truth.cells
    assert [line.split(":")[1].strip() for line in result.stderr.splitlines()] == ["nothing.jpg", "broken.jpg"]


def test_people_get_one_line_a_card_in_their_language(folder):
    french = run(folder, "--lang", "fr", str(folder / "table.jpg"))
    assert french.exit_code == 0
    lines = french.stdout.splitlines()
    assert len(lines) == 16
    assert lines[1].split()[:2] == ["A1", shot("easy", 201).truth.cells["A1"]]
    assert "sûr" in lines[1]


def test_what_was_seen_is_said_in_french(folder):
    result = run(folder, "--lang", "fr", str(folder / "nothing.jpg"))
    assert result.exit_code == 2
    assert "Aucune carte trouvée" in result.stderr


def test_an_unknown_deck_is_one_line(folder):
    result = run(folder, "--deck", "other", str(folder / "table.jpg"))
    assert result.exit_code == 2
    assert "no deck of this name" in result.stderr
