"""The box 'Shelf' of a table, to which cards are taught."""

from __future__ import annotations

import io
import json
from typing import Any

from companion.games.ai100.deck import Deck
from tests.web.tableaux import Finished


def box(table: Any) -> dict[str, Any]:
    return dict(table.app.extensions["house"].store.box("ai100", "Shelf")[1])


def take(table: Any, data: bytes) -> Any:
    form = {"file": (io.BytesIO(data), "deck.json")}
    return table.client.post(f"/t/{table.code}/file/deck", data=form, headers=table.headers)


def deck_file(deck: Deck) -> bytes:
    return json.dumps(deck.to_json()).encode()


def undo_last(table: Finished) -> None:
    revision = table.app.extensions["house"].store.revision(table.code)
    assert table.post("undo", revision=revision).status_code == 303
