"""The code of a table: unguessable, and easy to say across a table in both languages."""

from __future__ import annotations

import hashlib
import re
import secrets
from random import Random

_CONSONANTS, _VOWELS = "BDFGKLMNPRSTVZ", "AEIOU"


def new_code(chance: Random | None = None) -> str:
    """Return a code such as LUMO-KITA-42: one of 2 thousand million."""
    dice = chance or secrets.SystemRandom()
    syllables = [dice.choice(_CONSONANTS) + dice.choice(_VOWELS) for _ in range(4)]
    return f"{''.join(syllables[:2])}-{''.join(syllables[2:])}-{dice.randrange(10, 100)}"


def code_of(text: str) -> str:
    """Return the code of something that was written down elsewhere: the same text has the same, and nobody else's."""
    return new_code(Random(hashlib.sha256(text.encode()).digest()))


def tidy_code(text: str) -> str:
    """Return a code as it is stored, from whatever somebody typed: 'lumo kita 42' -> 'LUMO-KITA-42'."""
    word = re.sub(r"[^A-Z0-9]", "", text.upper()[:40])
    return f"{word[:4]}-{word[4:8]}-{word[8:]}" if len(word) == 10 else word
