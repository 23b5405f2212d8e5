"""HTTPS at the table: the machine's own certificate, and a server that really answers with it."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from companion.web.certificate import certificate, own_names
from companion.web.connections import Server, config_for

NAMES = {"localhost", "127.0.0.1", "192.168.1.20"}
SERVE = [sys.executable, "-c", "from companion.cli import main; main()"]


def held(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_the_certificate_stands_for_names_and_addresses_and_its_key_is_private(tmp_path: Path) -> None:
    file = certificate(tmp_path, NAMES)
    names = held(file).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]
    assert {str(one) for one in names.get_values_for_type(x509.IPAddress)} == {"127.0.0.1", "192.168.1.20"}
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


def test_the_same_certificate_serves_until_it_runs_out_or_an_address_changes(tmp_path: Path) -> None:
    first = held(certificate(tmp_path, NAMES))
    assert held(certificate(tmp_path, NAMES)) == first
    moved = held(certificate(tmp_path, NAMES | {"192.168.7.3"}))
    assert moved != first
    later = datetime.now(UTC) + timedelta(days=400)
    assert held(certificate(tmp_path, NAMES | {"192.168.7.3"}, later)) != moved


@pytest.mark.parametrize("content", [b"", b"no certificate", "its own key missing"])
def test_a_broken_certificate_is_made_anew(tmp_path: Path, content: bytes | str) -> None:
    file = certificate(tmp_path, NAMES)
    pem = file.read_bytes()
    file.write_bytes(content if isinstance(content, bytes) else pem[pem.index(b"-----BEGIN CERTIFICATE") :])
    ssl.create_default_context().load_cert_chain(certificate(tmp_path, NAMES))


def test_this_machine_knows_its_own_names() -> None:
    assert {"localhost", "127.0.0.1", "192.168.1.20"} <= own_names("192.168.1.20", "")


async def whoami(scope: dict, receive: object, send: Any) -> None:
    """An app that answers with the address of its visitor."""
    content = f"{scope['client'][0]} {scope['scheme']}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(content))]})
    await send({"type": "http.response.body", "body": content})


@pytest.fixture
def door(tmp_path: Path) -> Iterator[int]:
    """Our door in front of an app; yields its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path, NAMES))
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(config_for(whoami, []), context, let_go=lambda: None)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "certificate.pem"))


def test_the_server_behind_the_door_knows_its_visitors(door: int, tmp_path: Path) -> None:
    visitor = HTTPSConnection("localhost", door, context=trusting(tmp_path), source_address=("127.0.0.2", 0))
    visitor.request("GET", "/")
    assert visitor.getresponse().read() == b"127.0.0.2 https"
    visitor.close()


def test_plain_http_is_sent_to_https(door: int) -> None:
    visitor = HTTPConnection("localhost", door)
    visitor.request("GET", "/join/LUMO?x=1")
    answer = visitor.getresponse()
    assert (answer.status, answer.headers["Location"]) == (307, f"https://localhost:{door}/join/LUMO?x=1")
    visitor.close()


def test_whoever_says_nonsense_or_nothing_is_no_trouble_for_the_others(door: int, tmp_path: Path) -> None:
    with (
        socket.create_connection(("127.0.0.1", door)) as silent,
        socket.create_connection(("127.0.0.1", door)) as rude,
    ):
        rude.sendall(b"\x16nonsense")
        visitor = HTTPSConnection("localhost", door, context=trusting(tmp_path))
        visitor.request("GET", "/")
        assert visitor.getresponse().status == 200
        visitor.close()
        assert silent.fileno() > 0


def test_a_connection_that_only_begins_its_handshake_costs_little_memory(door: int, tmp_path: Path) -> None:
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    guests = [socket.create_connection(("127.0.0.1", door)) for _ in range(40)]
    for guest in guests:
        guest.sendall(b"\x16\x03\x01")
    visitor = HTTPSConnection("localhost", door, context=trusting(tmp_path))
    visitor.request("GET", "/")  # when it is answered, the others have been let in, too
    assert visitor.getresponse().status == 200
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    visitor.close()
    for guest in guests:
        guest.close()
    assert held < 40 * 120_000


def test_companion_serve_https_answers_over_tls_with_a_secure_cookie(tmp_path: Path) -> None:
    options = ["--data", str(tmp_path), "serve", "--https", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            said = next(line for line in server.stdout if line.startswith("Companion is at"))
            assert "https://127.0.0.1:" in said
            assert "Proceed" in next(server.stdout)
            port = int(said.split("https://127.0.0.1:")[1].split()[0])
            visitor = HTTPSConnection("localhost", port, context=trusting(tmp_path))
            visitor.request("GET", "/")
            answer = visitor.getresponse()
            assert answer.status == 200
            assert b"Companion" in answer.read()
            assert "; Secure" in answer.headers["Set-Cookie"]
            visitor.close()
        finally:
            server.kill()
