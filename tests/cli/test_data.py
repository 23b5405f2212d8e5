"""`companion data` says what is stored where."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from companion.store import Store


def test_it_names_the_folder_the_files_and_what_is_in_them(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.new_table("pilier", {"setup": {}}, "phone")
    store.close()
    told = CliRunner().invoke(main, ["--data", str(tmp_path), "data"])
    assert told.exit_code == 0
    assert f"folder  {tmp_path}" in told.output
    assert "companion.sqlite" in told.output
    counts = {line.split()[1]: line.split()[0] for line in told.output.splitlines() if line.endswith(" kB")}
    assert (counts["tables"], counts["entries"], counts["plays"]) == ("1", "1", "0")
    french = CliRunner().invoke(main, ["--data", str(tmp_path), "data", "--lang", "fr"]).output.replace("\xa0", " ")
    assert f"dossier  {tmp_path}" in french
    assert " Mo  companion.sqlite" in french
    assert "docs/data.md explique chaque table ; tout outil SQLite peut lire le fichier." in french
