"""For whoever keeps a server: one clear line each, and the way back named."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.store import Store
from companion.store.opening import FILE

COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run([*COMPANION, "--data", str(folder), *words], capture_output=True, text=True, timeout=60)
    return done.returncode, (done.stdout + done.stderr).strip()


def ran(folder: Path, *words: str) -> str:
    """Return what a command says that does its work."""
    code, said = run(folder, *words)
    assert code == 0, said
    return said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Store(tmp_path / "data").close()
    return tmp_path / "data"


def test_backup_and_restore_in_both_languages(folder: Path, tmp_path: Path) -> None:
    file, empty = tmp_path / "b", tmp_path / "empty"
    assert "kB. Keep it where others cannot read it" in ran(folder, "backup", str(file), "--lang", "en")
    assert "ko. À garder là où d'autres ne peuvent pas le lire" in ran(folder, "backup", str(file), "--lang", "fr")
    assert f"{file} is restored. What was there before: {folder}" in ran(folder, "restore", str(file), "--lang", "en")
    french = ran(folder, "restore", str(file), "--lang", "fr")
    assert f"{file} est remis en place. Ce qu'il y avait avant : {folder}" in french
    assert "Si un serveur tourne sur ce dossier, redémarrez-le" in french
    assert f"{file} est remis en place.\nSi un" in ran(empty, "restore", str(file), "--lang", "fr")


def test_the_language_of_the_terminal_is_spoken_where_none_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert "dossier  " in ran(folder, "data")


def test_a_port_that_is_taken(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, said = run(folder, "serve", "--host", "127.0.0.1", "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "another program is listening there; choose another port with --port" in said
    assert len(said.splitlines()) == 1


def test_a_database_that_is_none_is_not_backed_up(folder: Path, tmp_path: Path) -> None:
    (folder / FILE).write_bytes(b"dear diary" * 1000)
    code, said = run(folder, "backup", str(tmp_path / "b"))
    assert code == 2
    assert "the database is damaged (file is not a database)" in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "b").exists()


def test_a_proxy_that_is_no_address(folder: Path) -> None:
    code, said = run(folder, "serve", "--host", "127.0.0.1", "--port", "0", "--proxy", "nginx")
    assert (code, said) == (2, "companion: --proxy: expected the address of a machine, such as 127.0.0.1")


def test_the_doctor_knows_the_server_of_its_folder(folder: Path) -> None:
    from companion.cli.serve import alone

    with alone(folder):
        assert "ok   port: a server is running on this folder" in run(folder, "doctor")[1]


def test_two_servers_on_one_folder(folder: Path) -> None:
    from companion.cli.serve import alone

    with alone(folder):
        code, said = run(folder, "serve", "--host", "127.0.0.1", "--port", "0")
    assert code == 2
    assert "another server is running on this data folder" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("address", "message"), [("scores.example", "expected an address such as"), ("http://[", "expected an address")]
)
def test_an_address_that_is_none(folder: Path, address: str, message: str) -> None:
    code, said = run(folder, "serve", "--port", "0", "--address", address)
    assert (code, message in said, len(said.splitlines())) == (2, True, 1)


def test_a_damaged_database_ends_the_start_with_one_line(folder: Path) -> None:
    (folder / FILE).write_bytes(b"dear diary" * 1000)
    code, said = run(folder, "serve", "--host", "127.0.0.1", "--port", "0")
    assert code == 2
    assert "companion restore FILE" in said
    assert len(said.splitlines()) == 1


def test_an_odd_secret_key_ends_the_start_with_one_line(folder: Path) -> None:
    (folder / "secret-key").write_text("odd")
    code, said = run(folder, "serve", "--host", "127.0.0.1", "--port", "0")
    assert code == 2
    assert "all phones then have to join again" in said
    assert len(said.splitlines()) == 1


def test_the_doctor_finds_nothing_to_do(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    code, said = run(folder, "doctor", "--port", str(port))
    assert code == 0, said
    assert "ok   database: 0 tables, 0 photos" in said
    assert "sound" in said
    french = ran(folder, "doctor", "--port", str(port), "--lang", "fr")
    assert "ok   base : 0 table, 0 photo, " in french
    assert ", en bon état" in french
    assert f"ok   port : {port} est libre" in french


def test_the_doctor_says_what_to_do(folder: Path) -> None:
    folder.chmod(0o755)
    (folder / "certificate.pem").write_text("no certificate")
    (folder / FILE).write_bytes(b"dear diary" * 1000)
    with socket.create_server(("0.0.0.0", 0)) as taken:
        number = str(taken.getsockname()[1])
        code, said = run(folder, "doctor", "--port", number)
        french = run(folder, "doctor", "--port", number, "--lang", "fr")[1].replace("\N{NO-BREAK SPACE}", " ")
    assert code == 1
    for line in (
        f"look folder: other users of this machine may look into it: chmod 700 {folder}",
        "look database:", "restore FILE", "look certificate:",
        f"look port: another program is listening at {number}",
    ):  # fmt: skip
        assert line in said
    for line in (
        f"voir dossier : d'autres utilisateurs de cette machine peuvent y regarder : chmod 700 {folder}",
        f"voir base : {folder / FILE} : ce n'est pas une base de Companion ; remettez une sauvegarde",
        f"voir certificat : {folder / 'certificate.pem'} est illisible ; effacez-le",
        f"voir port : un autre programme écoute sur {number} ; choisissez un autre port avec --port",
    ):
        assert line in french


def test_a_server_says_where_it_is(folder: Path) -> None:
    words = ["--data", str(folder), "serve", "--host", "127.0.0.1", "--port", "0", "--workers", "1", "--lang", "fr"]
    with subprocess.Popen([*COMPANION, *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        said = next(line for line in server.stdout if "Companion" in line).replace("\N{NO-BREAK SPACE}", " ")
        server.terminate()
    assert re.match(r"Companion est à http://127.0.0.1:(\d+) \(sur cette machine : http://localhost:\1\)", said)


def test_an_invitation_is_a_code(folder: Path) -> None:
    code = CliRunner().invoke(main, ["--data", str(folder), "invitation", "--phones", "3"]).output.strip()
    with sqlite3.connect(folder / FILE) as db:
        assert db.execute("SELECT code, uses FROM invitations").fetchall() == [(code, 3)]
    db.close()
