"""Small plots as SVG, drawn by the server and readable on a phone. Colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markupsafe import Markup

_WIDTH, _LEFT, _RIGHT, _TOP = 360, 36, 12, 12
_SERIES = 180  # high
_BAR = 34


def series_plot(values: Sequence[int], title: str) -> Markup:
    """Return results over time as dots and a line, with the average; nothing for fewer than two."""
    if len(values) < 2:
        return Markup("")
    low, high = min(0, *values), max(values)
    inner = _SERIES - 2 * _TOP - 12

    def y(value: float) -> float:
        return _TOP + inner * (high - value) / max(high - low, 1)

    places = [_LEFT + (_WIDTH - _LEFT - _RIGHT) * at / (len(values) - 1) for at in range(len(values))]
    average = sum(values) / len(values)
    marks = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in sorted({low, high})
    )
    line = " ".join(f"{x:.1f},{y(value):.1f}" for x, value in zip(places, values, strict=True))
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y(value):.1f}" r="{3.5 if len(values) < 40 else 2}"/>'
        for x, value in zip(places, values, strict=True)
    )
    mean = f'<line class="mean" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(average):.1f}" y2="{y(average):.1f}"/>'
    return _plot(
        f'{marks}{mean}<polyline points="{line}"/>{dots}', _SERIES, f"{title}: {', '.join(map(str, values[-12:]))}"
    )


def bars(shares: Sequence[tuple[str, float]], title: str) -> Markup:
    """Return shares as bars with their names and numbers; nothing where there are none."""
    most = max((share for _, share in shares), default=0)
    if most <= 0:
        return Markup("")
    parts = []
    for at, (name, share) in enumerate(shares):
        top = at * _BAR
        wide = max(0.0, (_WIDTH - 60) * share / most)
        parts.append(
            f'<text x="0" y="{top + 13}">{escape(name)}</text>'
            f'<rect x="0" y="{top + 18}" width="{wide:.1f}" height="10" rx="3"/>'
            f'<text x="{wide + 6:.1f}" y="{top + 28}">{share:.1f}</text>'
        )
    summary = ", ".join(f"{name} {share:.1f}" for name, share in shares)
    return _plot("".join(parts), len(shares) * _BAR, f"{title}: {summary}")


def _plot(parts: str, height: float, label: str) -> Markup:
    return Markup(
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{escape(label)}">{parts}</svg>'
    )
