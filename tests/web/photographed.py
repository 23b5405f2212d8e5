"""Photos of tableaux as a phone sends them, and what came of them."""

from __future__ import annotations

import io
import re
from typing import Any

from tests.web.conftest import Phone, words
from tests.web.photographs import shoot
from tests.web.tableaux import Finished


def send(phone: Phone, data: bytes, name: str = "photo.jpg", seat: int = 0, **fields: object) -> Any:
    form = {"seat": str(seat), "photo": (io.BytesIO(data), name), **fields}
    answer = phone.client.post(f"/t/{phone.code}/photo/tableau", data=form, headers=phone.headers)
    answer.request.environ["wsgi.input"].close()  # the test client leaves large forms open
    return answer


def photos(table: Finished) -> dict[str, Any]:
    return dict(table.app.extensions["house"].photos.of_table(table.code))


def read_first(table: Finished, cells: dict[str, str], seat: int = 0, **more: Any) -> str:
    """The address of the page with what a photo shows."""
    answer = send(table, shoot(cells, **more).jpeg, seat=seat)
    assert answer.status_code == 303, words(answer)
    return str(answer.headers["Location"])


def readings(table: Finished) -> list[str]:
    """The ids of the photos that count."""
    return [key.split("/")[2] for key in table.entries(table.app) if key.startswith("reading/")]


def outlines(page: str) -> dict[str, str]:
    """The cards drawn over the photo: cell -> what the outline says."""
    found = re.findall(r'<a class="(\w+)[^"]*" href="[^"]*" aria-label="([ABC]\d)[^"]*"><polygon', page)
    return {cell: kind for kind, cell in found}
