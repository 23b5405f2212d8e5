"""A line of the score drawn onto a player's own photo: group by group, card by card."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import KeptPhoto
from companion.games.ai100.reading import Seen
from companion.pages.photo_drawing import Frame, Picture


def scored_picture(
    photo: KeptPhoto, cells: Mapping[str, Seen], line: Line, labels: Mapping[str, str]
) -> Picture | None:
    """Return the photo with a line drawn onto it: groups tinted and joined, each with its points, the others dimmed.

    None where a card that scored is not in the photo.
    """
    groups: dict[str, dict[int, list[str]]] = {}
    for number, group in enumerate(line.groups, 1):
        for cell in group.cells:
            groups.setdefault(cell, {}).setdefault(number, [])
        for connector in group.connectors:
            cell, _, corner = connector.partition(".")
            groups.setdefault(cell, {}).setdefault(number, []).append(corner)
    if not set(groups) <= set(cells):
        return None
    frame = Frame(photo, (seen.quad for seen in cells.values()))
    outlines = [
        frame.outline(
            seen.quad,
            cell,
            labels.get(cell, cell),
            "lit" if cell in groups else "own" if cell == line.cell else "dim",
            groups=groups.get(cell),
        )
        for cell, seen in cells.items()
    ]
    joins = [
        frame.join(number, signed(group.points), [cells[cell].quad for cell in members], bridged=not group.connectors)
        for number, group in enumerate(line.groups, 1)
        if (members := [cell for cell in cells if number in groups.get(cell, {})])
    ]
    return frame.picture(outlines, joins)
