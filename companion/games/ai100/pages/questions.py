"""What a card asks beyond its cell: exactly that, with the best answer proposed."""

from __future__ import annotations

from companion.core.grammar import signed
from companion.core.table import Link
from companion.games.ai100.board import CELLS
from companion.games.ai100.document import Play
from companion.games.ai100.pages.hand import END, NEEDS_GRID, as_arguments
from companion.games.ai100.pages.laying import Laying
from companion.games.ai100.pages.words import shown
from companion.games.ai100.scoring import GRID, Choice, copyable
from companion.games.ai100.tableau import Tableau
from companion.pages.parts import Option, Question, option


def questions(laying: Laying) -> tuple[Question, ...]:
    """Return what the card in hand asks."""
    hand = laying.hand
    if hand.turn == END:
        return ()
    asked = _of_the_card(laying) if laying.face and hand.cell else []
    if laying.ai == "AI-5" and (not laying.at.swap_used or hand.ai):
        asked.append(_swap(laying, "ai", laying.at.tableau))
    return tuple(asked)


def _of_the_card(laying: Laying) -> list[Question]:
    """Return what the card itself asks, first what it is about: it stands right under the rule."""
    hand, found = laying.hand, []
    effect, effects = laying.conditions[hand.card].effect, hand.effects(laying.conditions)
    if effect == "exchange":
        found.append(_exchange(laying))
    if "copy" in effects:
        found.append(_copy(laying))
    if "neighbour" in effects:
        found.append(_neighbour(laying))
    if effects & set(NEEDS_GRID):
        found += _grid(laying)
    if effect == "swap":
        found.append(_swap(laying, "swap", laying.laid()))
    return found


def _acting(laying: Laying) -> tuple[str, Tableau, int]:
    """Return the card that asks, and where it lies: the incoming one of an exchange, else the one in hand."""
    come, out = laying.hand.come, laying.hand.out
    if come in laying.state.faces and out and laying.conditions[come].effect in NEEDS_GRID:
        return come, *laying.exchanged(out)
    return laying.hand.card, laying.laid(), CELLS.index(laying.hand.cell)


def _who(laying: Laying, name: str) -> tuple[str, str]:
    """Return how an answer names a neighbour, in addresses and in words."""
    return (GRID, laying.say("the_grid")) if name == GRID else (str(laying.state.names.index(name)), name)


def _copy(laying: Laying) -> Question:
    card, tableau, cell = _acting(laying)
    options = []
    for owner, copied in copyable(
        laying.conditions[card], laying.table.neighbours(laying.at, Play(card, cell, grid=laying.grid()))
    ):
        key, name = _who(laying, owner)
        points = laying.score(card, tableau, cell, Choice(copy=(owner, copied))).points
        words = laying.say("option.copy", copied, name, laying.conditions[copied].sentence[laying.language])
        options.append((points, words, f"{key}.{copied}"))
    return _ranked(laying, "copy", options)


def _neighbour(laying: Laying) -> Question:
    card, tableau, cell = _acting(laying)
    options = []
    for neighbour in laying.table.neighbours(laying.at, Play(card, cell, grid=laying.grid())):
        key, name = _who(laying, neighbour.name)
        points = laying.score(card, tableau, cell, Choice(neighbour=neighbour.name)).points
        options.append((points, name, key))
    return _ranked(laying, "neighbour", options)


def _ranked(laying: Laying, field: str, options: list[tuple[int, str, str]]) -> Question:
    """Best first; left open, the best is taken when the card is scored, when all have laid."""
    here, chosen, title = laying.hand.link, getattr(laying.hand, field), f"question.{field}"
    found = [option(here, laying.say("option.best"), chosen=not chosen, **{field: ""})]
    for points, words, key in sorted(options, key=lambda one: -one[0]):
        found.append(option(here, words, chosen=key == chosen, points=_signed(laying, points), **{field: key}))
    return Question(
        title=laying.say(title),
        options=tuple(found) if options else (),
        hint="" if options else laying.say(f"{title}.none"),
    )


def _signed(laying: Laying, points: int) -> str:
    return signed(points) if laying.state.hints else ""


def _grid(laying: Laying) -> list[Question]:
    """The grid is a neighbour of one or two players; a solo player's changes from turn to turn."""
    count = len(laying.state.names)
    key = "draft" if count == 1 else "grid"
    known = bool(laying.state.entries.get(key))
    if count > 2 or (count == 2 and known):
        return []
    label = laying.say("option.grid.again" if known else f"option.{key}")
    hint = "" if known else laying.say(f"question.{key}.none")
    link = Link("grid", as_arguments(laying.hand))
    return [Question(title=laying.say(f"question.{key}"), options=(Option(label=label, link=link),), hint=hint)]


def _exchange(laying: Laying) -> Question:
    hand, say = laying.hand, laying.say
    none = not hand.come and not hand.pick
    options = [option(hand.link, say("option.exchange.none"), chosen=none, come="", out="", pick="")]
    if len(hand.come) < 3 or hand.pick == "come":
        options.append(option(hand.link, say("option.exchange"), chosen=hand.pick == "come", pick="come"))
        return Question(title=say("question.exchange"), options=tuple(options))
    worths = laying.exchanges()
    ranked = sorted(worths, key=lambda name: -worths[name])[:3]
    if hand.out and hand.out not in ranked:
        ranked.append(hand.out)
    for name in ranked:
        points, label = _signed(laying, worths[name]) if name in worths else "", say("option.out", hand.come, name)
        options.append(option(hand.link, label, chosen=name == hand.out, points=points, out=name, pick=""))
    options.append(option(hand.link, say("option.out.other"), chosen=hand.pick == "out", out="", pick="out"))
    return Question(title=say("question.exchange"), options=tuple(options))


def _swap(laying: Laying, field: str, tableau: Tableau) -> Question:
    hand, say, chosen = laying.hand, laying.say, getattr(laying.hand, field)
    none = not chosen and hand.pick != field
    options = [option(hand.link, say("option.swap.none"), chosen=none, **{field: "", "pick": ""})]
    if "." in chosen:
        options.append(option(hand.link, chosen.replace(".", " ↔ "), chosen=True, pick=""))
    best = laying.best_swap(tableau) if laying.state.hints else None
    if best and best[0] != chosen:
        label = say("option.swap.best", *best[0].split("."), shown(laying.objective))
        options.append(option(hand.link, label, chosen=False, points=f"{best[1]:+d}", **{field: best[0], "pick": ""}))
    options.append(option(hand.link, say("option.swap"), chosen=hand.pick == field, **{field: "", "pick": field}))
    return Question(title=say("question.ai5" if field == "ai" else "question.swap"), options=tuple(options))
