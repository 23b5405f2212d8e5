"""Reads the golden positions of tests/golden/: boards that a player can check by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.ai100.tableau import Tableau

GOLDEN = Path(__file__).parents[2] / "golden"


@dataclass
class Position:
    """One board with the points that are right for it, and why."""

    file: str
    ids: list[str]
    title: str
    rows: list[str] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    boards: dict[str, list[str]] = field(default_factory=dict)  # `neighbour Ben`, `grid`, `after`

    def tableau(self) -> Tableau:
        extra = self.fields.get("extra")
        return Tableau.read("\n".join(self.rows) + (f"~{extra.replace(' ', '.')}" if extra else ""))

    def board(self, name: str) -> Tableau:
        return Tableau.read("\n".join(self.boards[name]))

    @property
    def points(self) -> list[int]:
        return [int(part) for part in self.fields["points"].split(" then ")]

    @property
    def groups(self) -> list[str] | None:
        text = self.fields.get("groups")
        return None if text is None else sorted("+".join(sorted(g.split("+"))) for g in text.split(" | "))

    @property
    def rulings(self) -> dict[str, str]:
        return dict(part.strip().split("=") for part in self.fields.get("ruling", "").split(",") if part.strip())


def positions() -> list[Position]:
    return [position for file in sorted(GOLDEN.glob("*.txt")) for position in _read(file)]


def _read(file: Path) -> Iterator[Position]:
    for block in file.read_text("utf-8").split("\n\n"):
        lines = [line.rstrip() for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        ids, title = lines[0].removeprefix("[").split("]", 1)
        position = Position(file.name, ids.split(), title.strip())
        rows = position.rows
        for line in lines[1:]:
            if line[:2] in ("A ", "B ", "C "):
                rows.append(line[2:].strip())
                continue
            key, _, value = line.partition(":")
            if value.strip():
                position.fields[key] = value.strip()
            else:
                rows = position.boards.setdefault(key, [])
        yield position
