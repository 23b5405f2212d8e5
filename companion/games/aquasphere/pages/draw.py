"""The symbols of a laboratory as we draw them, in the colour of the text."""

from __future__ import annotations

_SYMBOLS = {
    "cards": '<rect x="5" y="3" width="14" height="18" rx="2"/><path d="M8 8h8M8 12h8M8 16h5"/>',
    "crystals": '<path d="M7 4h10l4 6-9 11L3 10ZM3 10h18M9 10l3 11 3-11-3-6Z"/>',
    "octopods": '<path d="M6 13V9a6 6 0 0 1 12 0v4M6 13q-3 1-3 6M9.5 14q-2 2-1 6M14.5 14q2 2 1 6M18 13q3 1 3 6"/>'
    '<path d="M9.5 9v1M14.5 9v1"/>',
    "time": '<path d="M6 3h12M6 21h12M7 3c0 6 10 6 10 18M17 3c0 6-10 6-10 18"/>',
}


def symbol_svg(resource: str) -> str:
    """Return the symbol of what a laboratory holds."""
    return (
        '<svg class="symbol" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" '
        f'stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">{_SYMBOLS[resource]}</svg>'
    )
