"""For whoever keeps a server: one clear line each, and the way back named."""

from __future__ import annotations

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Store(tmp_path / "data").close()
    return tmp_path / "data"


def test_backup_and_restore(folder: Path, tmp_path: Path) -> None:
    assert run(folder, "backup", str(tmp_path / "b"))[0] == 0
    code, said = run(folder, "restore", str(tmp_path / "b"))
    assert code == 0
    assert "is restored. What was there before:" in said


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


def test_the_doctor_says_what_to_do(folder: Path) -> None:
    folder.chmod(0o755)
    (folder / "certificate.pem").write_text("no certificate")
    (folder / FILE).write_bytes(b"dear diary" * 1000)
    with socket.create_server(("0.0.0.0", 0)) as taken:
        code, said = run(folder, "doctor", "--port", str(taken.getsockname()[1]))
    assert code == 1
    for line in ("look folder: other users", "chmod 700", "look database:", "restore FILE", "look certificate:",
                 "look port:"):  # fmt: skip
        assert line in said


def test_an_invitation_is_a_code(folder: Path) -> None:
    code = CliRunner().invoke(main, ["--data", str(folder), "invitation", "--phones", "3"]).output.strip()
    with sqlite3.connect(folder / FILE) as db:
        assert db.execute("SELECT code, uses FROM invitations").fetchall() == [(code, 3)]
    db.close()
