"""The tableau as the page draws it: one small drawing a cell, what it says aloud, where a tap leads."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.core.sheet import Line, Reason
from companion.core.table import Link, PagePart, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import EVOLUTION_IDS, Face, full_id
from companion.games.ai100.draw import HEIGHT, WIDTH, card_symbol
from companion.games.ai100.pages.shapes import numbered
from companion.games.ai100.pages.words import face_words
from companion.games.ai100.tableau import Tableau
from companion.pages.parts import Keypad, Option
from companion.pages.words import page_texts


class Cell(PagePart):
    """One place of the tableau."""

    name: str
    label: str  # for those who do not see the drawing
    svg: str = ""  # empty where no card lies
    link: Link | None = None
    points: str = ""  # '+4' on a cell where a card in hand could go
    kind: str = ""  # chosen, best, lit, dim, new: how it stands out
    groups: tuple[int, ...] = ()  # the numbers of the groups that it is lit for


def tableau_cells(
    tableau: Tableau, view: View[Any], names: tuple[str, ...] = CELLS, faceless: Container[str] = ()
) -> dict[str, Cell]:
    """Return the cells in reading order; of some cards nobody has entered the face."""
    cells = {}
    for name, card in zip(names, map(dict(tableau.items()).get, names), strict=True):
        face = card.face if card and card.id not in faceless else None
        cells[name] = _cell(name, card.id if card else "", face, view.language)
    return cells


@lru_cache(maxsize=20_000)
def _cell(name: str, card: str, face: Face | None, language: str) -> Cell:
    """Return one place of a tableau; a card looks the same at every table and on every phone."""
    texts = page_texts(language, "ai100")
    if not card:
        return Cell(name=name, label=texts.say(Reason("cell.empty", (name,))))
    if face is None:
        return Cell(name=name, label=texts.say(Reason("entry.faceless", (name, card))), svg=faceless_drawing(card))
    label = texts.say(Reason("cell.card", (name, card, face_words(face, language))))
    return Cell(name=name, label=label, svg=card_drawing(card, face))


@lru_cache(maxsize=2000)
def card_drawing(card: str, face: Face) -> str:
    """Return a card as SVG."""
    drawn = card_symbol(card, face)
    return f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true" focusable="false">{drawn}</svg>'


def faceless_drawing(card: str) -> str:
    """Return a card of which only the number is known."""
    middle = f"{WIDTH / 2:g}"
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true" focusable="false" fill="currentColor" '
        f'text-anchor="middle" font-weight="700"><rect x="2" y="2" width="{WIDTH - 4:g}" height="{HEIGHT - 4:g}" '
        f'rx="4" fill="none" stroke="currentColor" stroke-width="2"/><text x="{middle}" y="50" font-size="34">?</text>'
        f'<text x="{middle}" y="78" font-size="16">{card}</text></svg>'
    )


def ai_drawing(card: str) -> str:
    """Return an AI card of a box whose faces nobody has entered: its double frame and its name."""
    frames = "".join(
        f'<rect x="{gap}" y="{gap}" width="{WIDTH - 2 * gap:g}" height="{HEIGHT - 2 * gap:g}" rx="{8 - gap}" '
        f'fill="none" stroke="currentColor" stroke-width="{width}"/>'
        for gap, width in ((2, 2.5), (6, 1.2))
    )
    words = "".join(
        f'<text x="{WIDTH / 2:g}" y="{y}" font-size="{size}">{word}</text>'
        for word, y, size in zip(card.split("-"), (34, 66), (15, 30), strict=True)
    )
    return f'<g fill="currentColor" text-anchor="middle" font-weight="700">{frames}{words}</g>'


def evolution_card(typed: str) -> str | None:
    """Return the card that somebody typed, '73' for 073; None where there is no such card."""
    card = full_id(typed)
    return card if card in EVOLUTION_IDS else None


def card_keypad(typed: str, link: Callable[[str], Link], *, full: bool = False) -> Keypad:
    """Return a keypad for the three digits of a card; after a number that no card has, another one begins."""
    before = "" if len(typed) == 3 else typed
    keys = tuple(Option(label=digit, link=link(before + digit)) for digit in "1234567890")
    # A whole number is typed anew.
    return Keypad(typed=typed, keys=() if full else keys, erase=link(before[:-1]) if typed else None)


def light(cells: Mapping[str, Cell], line: Line) -> dict[str, Cell]:
    """Return the cells with those that scored lit, numbered where there are several groups, the others dimmed."""
    groups: dict[str, list[int]] = {}
    for number, group in enumerate(line.groups, 1):
        for where in dict.fromkeys((*group.cells, *(name.partition(".")[0] for name in group.connectors))):
            groups.setdefault(where, []).append(number)
    tell_apart = numbered(line.groups)
    lit = {}
    for name, cell in cells.items():
        if name in groups:
            lit[name] = replace(cell, kind="lit", groups=tuple(groups[name]) if tell_apart else ())
        else:
            lit[name] = replace(cell, kind="own" if name == line.cell else "dim")
    return lit
