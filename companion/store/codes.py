"""The code of a table: unguessable, and easy to say across a table in both languages."""

from __future__ import annotations

import re
import secrets

_CONSONANTS, _VOWELS = "BDFGKLMNPRSTVZ", "AEIOU"


def new_code() -> str:
    """Return a code such as LUMO-KITA-42: one of 2 thousand million."""
    syllables = [secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(4)]
    return f"{''.join(syllables[:2])}-{''.join(syllables[2:])}-{secrets.randbelow(90) + 10}"


def tidy_code(text: str) -> str:
    """Return a code as it is stored, from whatever somebody typed: 'lumo kita 42' -> 'LUMO-KITA-42'."""
    word = re.sub(r"[^A-Z0-9]", "", text.upper()[:40])
    return f"{word[:4]}-{word[4:8]}-{word[8:]}" if len(word) == 10 else word
