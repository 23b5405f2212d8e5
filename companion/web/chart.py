"""Points by turn as SVG: one line a seat, told apart by dash and by name, not by hue alone."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from markupsafe import Markup

from companion.core.table import Row

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 420, 270, 30, 88, 12, 28
_DASHES = ("", "9 5", "2 5", "12 4 2 4", "5 3", "1 4")


@lru_cache(maxsize=256)
def chart(rows: tuple[Row, ...], title: str) -> Markup:
    """Return the chart; nothing while one point would be all of a line."""
    turns = max((len(row.by_turn) for row in rows), default=0)
    if turns < 2:
        return Markup("")
    values = [value for row in rows for value in row.by_turn]
    step = _step(max(max(values), 10) - min(*values, 0))
    low, high = min(0, min(values) // step * step), -(-max(max(values), 10) // step) * step

    def x(turn: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * turn / max(turns, 1)

    def y(points: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - points) / (high - low)

    parts = [
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(mark):.1f}" y2="{y(mark):.1f}"/>'
        f'<text x="{_LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark}</text>'
        for mark in range(low, high + 1, step)
    ]
    parts += [
        f'<text x="{x(turn):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{turn}</text>' for turn in range(1, turns + 1)
    ]
    for row, label in zip(rows, _apart([y(row.by_turn[-1]) if row.by_turn else y(0) for row in rows]), strict=True):
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in enumerate((0, *row.by_turn)))
        dash = f' stroke-dasharray="{_DASHES[row.seat % 6]}"' if _DASHES[row.seat % 6] else ""
        parts.append(f'<polyline class="seat-{row.colour}" points="{points}"{dash}/>')
        name = row.name if len(row.name) <= 10 else f"{row.name[:5]}…{row.name[-3:]}"
        parts.append(
            f'<text class="name seat-{row.colour}" x="{x(len(row.by_turn)) + 8:.1f}" y="{label + 4:.1f}">'
            f"{escape(name)}</text>"
        )
    summary = ", ".join(f"{row.name} {row.total}" for row in rows)
    return Markup(
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}, {escape(summary)}">'
        f"{''.join(parts)}</svg>"
    )


def _step(span: int) -> int:
    return next(step for step in (2, 5, 10, 20, 25, 50, 100, 200, 500, 10_000) if span / step <= 6)


def _apart(places: list[float]) -> list[float]:
    """Move labels down until none covers another."""
    moved = list(places)
    last = -99.0
    for at in sorted(range(len(places)), key=places.__getitem__):
        moved[at] = last = max(places[at], last + 16)
    overflow = max(0.0, last - (_HEIGHT - _BOTTOM))
    return [place - overflow for place in moved]
