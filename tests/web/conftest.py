"""The app with a toy game on its shelf, and phones that talk to it without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import companion.games
from companion.registry import games
from companion.web import create_app
from companion.web.desk import table_game

SHELF = Path(__file__).parent / "shelf"


@pytest.fixture
def toy_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(SHELF)])
    games.cache_clear()
    table_game.cache_clear()
    yield
    games.cache_clear()
    table_game.cache_clear()


@pytest.fixture
def make_app(toy_on_the_shelf: None, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        settings = {"WTF_CSRF_ENABLED": False, **config}
        made.append(create_app(tmp_path, templates=(SHELF / "toy" / "templates",), **settings))
        return made[-1]

    yield make
    for app in made:
        app.extensions["desk"].store.close()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


class Phone:
    """A phone: one cookie jar."""

    def __init__(self, app: Flask, language: str = "en", same: Phone | None = None) -> None:
        # The `same` phone at another table: it has the same cookies.
        self.client: FlaskClient = same.client if same else app.test_client()
        self.headers = {"Accept-Language": language}
        self.code = ""

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self._path(path), headers={**self.headers, **headers}, buffered=True)

    def post(self, path: str, **fields: object) -> TestResponse:
        return self.client.post(self._path(path), data=fields, headers=self.headers)

    def _path(self, path: str) -> str:
        return path if path.startswith("/") else f"/t/{self.code}/{path}"

    def demo(self, slug: str = "toy") -> str:
        """Lay a demo table and sit down at it."""
        answer = self.post(f"/demo/{slug}")
        self.code = answer.headers["Location"].strip("/").split("/")[1]
        return self.code

    def join(self, code: str, role: str = "") -> TestResponse:
        self.code = code
        answer = self.post("/join", code=code)
        return self.post("seats", role=role) if role else answer

    def entries(self, app: Flask) -> dict[str, Any]:
        return dict(app.extensions["desk"].store.table(self.code).entries)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def words(answer: TestResponse) -> str:
    """The text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)).split())
