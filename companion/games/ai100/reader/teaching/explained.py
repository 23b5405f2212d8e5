"""Whether a print explains the photos it was learned from: enough of their fields must come back as themselves."""

from __future__ import annotations

from collections.abc import Mapping

# The least share of cards whose fields come back as themselves for a print to be learned. Ids need only show which
# end is up and who lies where, if nothing else does: read by chance, one in 132 would be what was typed.
_NEEDED = {"id": 0.15, "number": 0.9, "corners": 0.9, "colour": 0.8, "corner_colours": 0.8}


def missing(trusted: Mapping[str, float | bool], upright: bool = False) -> tuple[str, ...]:
    """Which fields keep a print from being learned; ids do not where something else tells which end is `upright`.

    Where neither numbers nor corner digits come back no card is where it was taken to be, nor its colours.
    """
    shares = {name: float(trusted[name]) for name in _NEEDED if name != "id" or not upright}
    fields = lacking(shares)
    return tuple(shares) if {"number", "corners"} <= {*fields} else fields


def lacking(shares: Mapping[str, float]) -> tuple[str, ...]:
    """Which fields come back on too few cards; all, where nothing of the corners does: those cards were found askew."""
    fields = [name for name, share in shares.items() if share < _NEEDED[name]]
    return tuple(shares) if {"corners", "corner_colours"} <= {*fields} else tuple(fields)
