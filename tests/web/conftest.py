"""The app with the example game on its shelf, and phones that talk to it without a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


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

    def demo(self, slug: str = "yacht") -> str:
        """Lay a demo table and sit down at it."""
        answer = self.post(f"/demo/{slug}")
        self.code = answer.headers["Location"].strip("/").split("/")[1]
        return self.code

    def join(self, code: str, role: str = "") -> TestResponse:
        self.code = code
        answer = self.post("/join", code=code)
        return self.post("seats", role=role) if role else answer

    def entries(self, app: Flask) -> dict[str, Any]:
        return dict(app.extensions["house"].store.table(self.code).entries)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def words(answer: TestResponse) -> str:
    """The text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)).split())


def choice(total: int) -> dict[str, str]:
    """The fields that put five dice of a total into a box of the example."""
    sixes, rest = divmod(total - 5, 5)
    dice = [6] * sixes + [1 + rest] + [1] * 4
    return {"box": "choice", "dice": "".join(map(str, dice[:5]))}
