"""What a phone does at a table of any game of the shelf, and what the pages say then."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from typing import Any

from werkzeug.test import TestResponse

from companion.registry import games
from tests.web.conftest import Phone, words


def lay_table(phone: Phone, slug: str, names: tuple[str, ...], **more: object) -> None:
    """Lay a table and keep score for everybody."""
    fields: dict[str, object] = {f"name{seat}": name for seat, name in enumerate(names)}
    answer = phone.post(f"/new/{slug}", players=len(names), **fields, **more)
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    phone.post("seats", role="everybody")


def enter(phone: Phone, deed: str, /, **fields: object) -> str:
    """Do something that is taken, and return what the next page says."""
    answer = phone.post(f"do/{deed}", as_of=999, **fields)
    assert answer.status_code == 303, words(answer)
    return unescape(words(phone.get(answer.headers["Location"])))


def refused(phone: Phone, deed: str, /, **fields: object) -> str:
    """Do something that is not taken, and return what the page says."""
    answer = phone.post(f"do/{deed}", as_of=999, **fields)
    assert answer.status_code == 422
    return unescape(words(answer))


def send(phone: Phone, name: str, photo: bytes, **fields: object) -> TestResponse:
    """Send a photo."""
    answer = phone.post(f"photo/{name}", photo=(BytesIO(photo), "photo.jpg"), as_of=999, **fields)
    answer.request.environ["wsgi.input"].close()  # the test client leaves large forms open
    return answer


def said(phone: Phone, path: str) -> str:
    """What a page says."""
    answer = phone.get(path)
    assert answer.status_code == 200
    return unescape(words(answer))


def exported(phone: Phone) -> dict[str, Any]:
    """The game file of the table."""
    document: dict[str, Any] = json.loads(phone.get("game.json").get_data(as_text=True))
    return document


def scored(phone: Phone) -> dict[str, int]:
    """The totals of the game file."""
    document = exported(phone)
    players = games()[document["game"]].score(document).say("en")["players"]
    return {player["name"]: player["total"] for player in players}


def totals(phone: Phone) -> dict[str, int]:
    """The totals of the game file; the scoreboard shows the same."""
    found = scored(phone)
    page = words(phone.get("scores"))
    for name, total in found.items():
        assert re.search(rf"{name} (leads |wins )?(.*? )?{total}\b", page)
    return found
