"""A photo with what was seen in it drawn over it. Places are kept as shares of the photo, so that no size matters."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from companion.core.table import Change, KeptPhoto, Link, PagePart, View

Spot = tuple[float, float]


class SeenCard(Protocol):
    """A card that was seen in a photo."""

    @property
    def sure(self) -> bool:
        """Whether there is no need to ask a person."""


Cell = TypeVar("Cell")
Card = TypeVar("Card", bound=SeenCard)
LAST_PHOTO = "look"  # under which tables of every version keep the last photo and what was read in it


class SeenOutline(PagePart):
    """Something seen in a photo."""

    points: str
    kind: str  # sure, asked, unknown, and `now` for what matters on the page
    text: str = ""
    x: int
    y: int


class SeenPicture(PagePart):
    """A photo with what was seen in it; `label` says it in words."""

    photo: KeptPhoto
    label: str
    outlines: tuple[SeenOutline, ...]


def keep_photo(view: View[Any], key: str, entry: Mapping[str, Any], then: Link) -> Change:
    """Return the change that keeps a photo and what was seen in it; the one before it is not needed any more."""
    before = view.entries.get(key, entry)["photo"]
    return Change({key: entry}, then, forget=(before,) if before != entry["photo"] else ())


def newly_seen(cells: Mapping[Cell, Card], lying: Container[Cell]) -> dict[Cell, Card]:
    """Return what is new in a photo: of several, the one that is sure where there is just one."""
    new = {cell: seen for cell, seen in cells.items() if cell not in lying}
    sure = {cell: seen for cell, seen in new.items() if seen.sure}
    return sure if len(sure) == 1 else new


def shares(spots: Iterable[Spot], size: tuple[int, int]) -> list[list[float]]:
    """Return pixels of a photo as shares of it."""
    return [[round(x / size[0], 4), round(y / size[1], 4)] for x, y in spots]


def picture(view: View[Any], photo_id: str, label: str, seen: Iterable[tuple[Any, str, str]]) -> SeenPicture | None:
    """Return a photo that the table has kept, with outlines (spots as shares, kind, text); None where it is gone."""
    kept = view.photos.get(photo_id)
    if kept is None:
        return None
    outlines = []
    for spots, kind, text in seen:
        places = [(x * kept.width, y * kept.height) for x, y in spots]
        x, y = (round(sum(place[at] for place in places) / len(places)) for at in (0, 1))
        points = " ".join(f"{left:.0f},{top:.0f}" for left, top in places)
        outlines.append(SeenOutline(points=points, kind=kind, text=text, x=x, y=y + kept.width // 60))
    return SeenPicture(photo=kept, label=label, outlines=tuple(outlines))
