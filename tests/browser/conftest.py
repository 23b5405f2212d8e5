"""A real server and a real browser: Chromium from the system's packages, driven by Playwright."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from tests.browser.table import Phone

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 30_000  # milliseconds; a busy machine is no failure
expect.set_options(timeout=PATIENCE)
COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


class Server:
    """`companion serve` as players start it, on a free port."""

    def __init__(self, folder: Path, *options: str, files: int = 0) -> None:
        self.folder, self.options = folder, options
        # How many files it may open, where that is to be few.
        self.limited = ["prlimit", f"--nofile={files}:{files}"] if files else []
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"{'https' if '--https' in options else 'http'}://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["--data", str(self.folder), "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        options += ["--trusted-host", "table.test"]  # the name under which the tests pretend to be elsewhere
        # Most tests need one process only, which starts sooner.
        options += self.options if "--workers" in self.options else ("--workers", "1", *self.options)
        command = [*self.limited, *COMPANION, *options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                urlopen(self.address, timeout=5, context=ssl._create_unverified_context()).close()
                return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Stop it as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def score(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return what `companion score` says about an exported game."""
        done = subprocess.run(
            [*COMPANION, "score", "-", "--json"],
            input=json.dumps(game), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        document: dict[str, Any] = json.loads(done.stdout)
        return document


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.kill()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launch(playwright: Playwright, *options: str) -> Browser:
    """Start the system's Chromium."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    assert program, "missing: a Chromium browser; install it with: .ci/system-packages chromium"
    return playwright.chromium.launch(executable_path=program, args=[*QUIET, *options])


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = launch(playwright)
    yield chromium
    chromium.close()


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    contexts: list[BrowserContext] = []

    def make(language: str = "en", *, laptop: bool = False, **options: Any) -> Phone:
        context = browser.new_context(**(LAPTOP if laptop else PHONE), locale=language, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Phone(context.new_page(), server)

    yield make
    for context in contexts:
        context.close()
