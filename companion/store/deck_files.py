"""Decks that earlier versions kept as files: taken into the boxes once, the files put aside and never deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

_FORMAT = "companion-deck/1"
_ASIDE = ".taken-in"


def take_in_decks(folder: Path, keep_new: Callable[[str, str, Mapping[str, Any]], None]) -> None:
    """Take in every deck of a folder under the name of its file. What is no deck stays as it is."""
    for file in sorted(folder.glob("*.json")):
        try:
            deck = json.loads(file.read_text("utf-8"))
            name = file.stem.encode().decode()
        except (OSError, ValueError, RecursionError):
            continue
        if not isinstance(deck, dict) or deck.get("format") != _FORMAT or not isinstance(deck.get("faces"), dict):
            continue
        known = dict(deck["faces"]) | {f"@{key}": deck[key] for key in ("print", "figures") if deck.get(key)}
        with suppress(UnicodeEncodeError):  # half a letter, which no text can hold: no deck of ours
            keep_new(str(deck.get("game", "ai100")), name, known)
            with suppress(FileNotFoundError):  # another process was quicker, and took in the same
                file.rename(file.with_name(file.name + _ASIDE))
