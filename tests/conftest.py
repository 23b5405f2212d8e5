"""The example of docs/adding-a-game.md stands on the shelf, too: what holds for every game holds for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games import __path__ as shelves

EXAMPLES = Path(__file__).parents[1] / "examples"
shelves.append(str(EXAMPLES))


@pytest.fixture
def make_app(tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    from companion.web import create_app

    made: list[Flask] = []

    def make(**config: Any) -> Flask:
        settings = {"WTF_CSRF_ENABLED": False, **config}
        made.append(create_app(tmp_path, **settings))
        return made[-1]

    yield make
    for app in made:
        app.extensions["house"].store.close()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()
