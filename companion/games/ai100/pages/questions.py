"""What a card asks beyond its cell: exactly that, with the best answer proposed."""

from __future__ import annotations

from companion.core.table import Link
from companion.games.ai100.board import CELLS
from companion.games.ai100.document import Play
from companion.games.ai100.pages.bench import Bench
from companion.games.ai100.pages.hand import END, NEEDS_GRID, as_arguments
from companion.games.ai100.pages.words import shown, signed
from companion.games.ai100.scoring import GRID, Choice, copyable
from companion.games.ai100.tableau import Tableau
from companion.pages.parts import Option, Question


def questions(bench: Bench) -> tuple[Question, ...]:
    """Return what the card in hand asks."""
    hand = bench.hand
    if hand.turn == END:
        return ()
    found = []
    if bench.ai == "AI-5" and (not bench.at.swap_used or hand.ai):
        found.append(_swap(bench, "ai", bench.at.tableau))
    if not bench.face or not hand.cell:
        return tuple(found)
    effect, effects = bench.conditions[hand.card].effect, hand.effects(bench.conditions)
    if effect == "exchange":
        found.append(_exchange(bench))
    if effects & set(NEEDS_GRID):
        found += _grid(bench)
    if "copy" in effects:
        found.append(_copy(bench))
    if "neighbour" in effects:
        found.append(_neighbour(bench))
    if effect == "swap":
        found.append(_swap(bench, "swap", bench.laid()))
    return tuple(found)


def _acting(bench: Bench) -> tuple[str, Tableau, int]:
    """Return the card that asks, and where it lies: the incoming one of an exchange, else the one in hand."""
    come, out = bench.hand.come, bench.hand.out
    if come in bench.state.faces and out and bench.conditions[come].effect in NEEDS_GRID:
        return come, *bench.exchanged(out)
    return bench.hand.card, bench.laid(), CELLS.index(bench.hand.cell)


def _who(bench: Bench, name: str) -> tuple[str, str]:
    """Return how an answer names a neighbour, in addresses and in words."""
    return (GRID, bench.say("the_grid")) if name == GRID else (str(bench.state.names.index(name)), name)


def _copy(bench: Bench) -> Question:
    card, tableau, cell = _acting(bench)
    options = []
    for owner, copied in copyable(
        bench.conditions[card], bench.table.neighbours(bench.at, Play(card, cell, grid=bench.grid()))
    ):
        key, name = _who(bench, owner)
        points = bench.score(card, tableau, cell, Choice(copy=(owner, copied))).points
        words = bench.say("option.copy", copied, name, bench.conditions[copied].sentence[bench.language])
        options.append((points, words, f"{key}.{copied}"))
    return _ranked(bench, "copy", options)


def _neighbour(bench: Bench) -> Question:
    card, tableau, cell = _acting(bench)
    options = []
    for neighbour in bench.table.neighbours(bench.at, Play(card, cell, grid=bench.grid())):
        key, name = _who(bench, neighbour.name)
        points = bench.score(card, tableau, cell, Choice(neighbour=neighbour.name)).points
        options.append((points, name, key))
    return _ranked(bench, "neighbour", options)


def _ranked(bench: Bench, field: str, options: list[tuple[int, str, str]]) -> Question:
    """Best first; left open, the best is taken when the card is scored, when all have laid."""
    hand, chosen = bench.hand, getattr(bench.hand, field)
    found = [Option(label=bench.say("option.best"), link=hand.link.but(**{field: ""}), chosen=not chosen)]
    for points, words, key in sorted(options, key=lambda option: -option[0]):
        found.append(
            Option(label=words, link=hand.link.but(**{field: key}), chosen=key == chosen, points=_signed(bench, points))
        )
    title = f"question.{field}"
    return Question(
        title=bench.say(title),
        options=tuple(found) if options else (),
        hint="" if options else bench.say(f"{title}.none"),
    )


def _signed(bench: Bench, points: int) -> str:
    return signed(points) if bench.state.hints else ""


def _grid(bench: Bench) -> list[Question]:
    """The grid is a neighbour of one or two players; a solo player's changes from turn to turn."""
    count = len(bench.state.names)
    key = "draft" if count == 1 else "grid"
    known = bool(bench.state.entries.get(key))
    if count > 2 or (count == 2 and known):
        return []
    label = bench.say("option.grid.again" if known else f"option.{key}")
    hint = "" if known else bench.say(f"question.{key}.none")
    link = Link("grid", as_arguments(bench.hand))
    return [Question(title=bench.say(f"question.{key}"), options=(Option(label=label, link=link),), hint=hint)]


def _exchange(bench: Bench) -> Question:
    hand, say = bench.hand, bench.say
    options = [
        Option(
            label=say("option.exchange.none"),
            link=hand.link.but(come="", out="", pick=""),
            chosen=not hand.come and not hand.pick,
        )
    ]
    if len(hand.come) < 3 or hand.pick == "come":
        options.append(
            Option(label=say("option.exchange"), link=hand.link.but(pick="come"), chosen=hand.pick == "come")
        )
        return Question(title=say("question.exchange"), options=tuple(options))
    worths = bench.exchanges()
    ranked = sorted(worths, key=lambda name: -worths[name])[:3]
    if hand.out and hand.out not in ranked:
        ranked.append(hand.out)
    for name in ranked:
        points = _signed(bench, worths[name]) if name in worths else ""
        link = hand.link.but(out=name, pick="")
        options.append(
            Option(label=say("option.out", hand.come, name), link=link, chosen=name == hand.out, points=points)
        )
    options.append(
        Option(label=say("option.out.other"), link=hand.link.but(out="", pick="out"), chosen=hand.pick == "out")
    )
    return Question(title=say("question.exchange"), options=tuple(options))


def _swap(bench: Bench, field: str, tableau: Tableau) -> Question:
    hand, say, chosen = bench.hand, bench.say, getattr(bench.hand, field)
    none = not chosen and hand.pick != field
    options = [Option(label=say("option.swap.none"), link=hand.link.but(**{field: "", "pick": ""}), chosen=none)]
    if "." in chosen:
        options.append(Option(label=chosen.replace(".", " ↔ "), link=hand.link.but(pick=""), chosen=True))
    best = bench.best_swap(tableau) if bench.state.hints else None
    if best and best[0] != chosen:
        label = say("option.swap.best", *best[0].split("."), shown(bench.objective))
        options.append(Option(label=label, link=hand.link.but(**{field: best[0], "pick": ""}), points=f"{best[1]:+d}"))
    options.append(
        Option(label=say("option.swap"), link=hand.link.but(**{field: "", "pick": field}), chosen=hand.pick == field)
    )
    return Question(title=say("question.ai5" if field == "ai" else "question.swap"), options=tuple(options))
