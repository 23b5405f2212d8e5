"""Tokens as we draw them: colour and letter, so that nothing hangs on hue."""

from __future__ import annotations

from typing import Any

from companion.core.table import View

_INKS = {
    "red": ("#b3202a", "#fff"),
    "blue": ("#1c63b7", "#fff"),
    "yellow": ("#f2c21b", "#241d05"),
    "green": ("#17794a", "#fff"),
    "white": ("#fbfaf6", "#1f1d1a"),
    "black": ("#26241f", "#fff"),
    "orange": ("#e8791a", "#1f1204"),
    "violet": ("#7b3fa3", "#fff"),
}


def token_svg(colour: str, view: View[Any], place: str = "") -> str:
    """Return a token, 48 by 48; without a colour an empty place and its name."""
    if not colour:
        return (
            '<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false"><circle cx="24" cy="24" r="17" fill="none" '
            'stroke="currentColor" stroke-width="1.5" opacity=".35"/><text x="24" y="29" text-anchor="middle" '
            f'font-size="14" fill="currentColor" opacity=".7">{place}</text></svg>'
        )
    fill, ink = _INKS[colour]
    letter = view.texts[f"letter.{colour}"]
    # A full board still says where each cell is: its name stands in the corner that the token leaves free.
    name = f'<text x="1" y="10" font-size="11" fill="currentColor">{place}</text>' if place else ""
    return (
        '<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false"><circle cx="25" cy="25" r="19" '
        f'fill="{fill}" stroke="#1f1d1a" stroke-opacity=".45" stroke-width="1.5"/><text x="25" y="32" '
        f'text-anchor="middle" font-size="20" font-weight="700" fill="{ink}">{letter}</text>{name}</svg>'
    )
