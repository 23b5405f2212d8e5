"""The rules to look up: every card, objective and AI card with its condition, how we read it, and drawn examples."""

from __future__ import annotations

import tomllib
from functools import cache

from companion.core.rules import Example, Rule
from companion.core.sheet import Group, Reason
from companion.core.texts import Texts, load_texts
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import PATTERNS, Condition, catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.rulings import Rulings, switches
from companion.games.ai100.scoring import points_of, score
from companion.games.ai100.tableau import Tableau
from companion.games.ai100.tableau_drawing import tableau_drawing
from companion.paths import DATA

_HOW = {"mixed figures": "figure", "same lot": "lot", "different lot": "lot", "run lot": "lot", "full house": "lot"}
_KINDS = {pattern: name for name, pattern in PATTERNS.items()}


@cache
def _words(language: str) -> Texts:
    return load_texts(DATA / "ai100" / "lookup.toml")[language]


@cache
def _positions() -> dict[str, dict[str, str]]:
    return tomllib.loads((DATA / "ai100" / "examples.toml").read_text("utf-8"))


@cache
def rules(language: str) -> tuple[Rule, ...]:
    """Return every condition in the order of the cards."""
    return tuple(_rule(condition, language) for condition in catalogue().values())


def _rule(condition: Condition, language: str) -> Rule:
    words = _words(language)
    topics = [topic for topic in (_kind(condition), condition.effect) if topic]
    if condition.pattern.place == "around":
        topics[0] = "around"
    return Rule(
        condition.id,
        _name(condition, words),
        condition.sentence[language],
        words["kind." + _shelf(condition.id)],
        " ".join([*_also(condition.id), *(words[f"words.{topic}"] for topic in topics if f"words.{topic}" in words)]),
        (*(words[f"how.{topic}"] for topic in topics if f"how.{topic}" in words), *_switches(condition.id, language)),
    )


def _also(card: str) -> list[str]:
    """Return how French tables call an AI card."""
    return [card.replace("AI", "IA")] if card in AI_IDS else []


def _kind(condition: Condition) -> str:
    kind = _KINDS[type(condition.pattern)]
    return _HOW.get(kind, kind)


def _shelf(card: str) -> str:
    return "objective" if card in OBJECTIVE_IDS else "ai" if card in AI_IDS else "card"


def _name(condition: Condition, words: Texts) -> str:
    if condition.id in OBJECTIVE_IDS:
        return words.say(Reason("name.objective", (condition.id.replace("O", "Ω"), condition.round)))
    kind, number = ("ai", condition.id[3:]) if condition.id in AI_IDS else ("card", condition.id)
    return words.say(Reason(f"name.{kind}", (number,)))


def _switches(card: str, language: str) -> list[str]:
    """Return the rulings that touch a card, as they are unless a table decides otherwise."""
    default = Rulings()
    return [
        _words(language).say(Reason("switch", (entry[language], entry["values"][getattr(default, name)][language])))
        for name, entry in switches().items()
        if card in entry["cards"]
    ]


def scoring_example(card: str) -> tuple[Tableau, tuple[Group, ...]] | None:
    """Return a tableau on which a condition scores, and what scores there."""
    position = _positions().get(card)
    if position is None:
        return None
    tableau = Tableau.read(position["scores"])
    return tableau, score(catalogue()[card], tableau, CELLS.index(position["cell"])).groups


def examples(card: str, language: str) -> tuple[Example, ...]:
    """Return a position on which a condition scores and one on which it does not, worked out by the engine."""
    position = _positions().get(card)
    if position is None:
        return ()
    return tuple(_example(catalogue()[card], position, kind, language) for kind in ("scores", "misses"))


def _example(condition: Condition, position: dict[str, str], kind: str, language: str) -> Example:
    words, tableau = _words(language), Tableau.read(position[kind])
    scored = score(condition, tableau, CELLS.index(position["cell"]))
    line = scored.line("card", condition.id, position["cell"])
    text = line_text(line, catalogue(), Rulings(), language).removeprefix(condition.sentence[language]).strip()
    if condition.effect == "neighbour":
        text = f"{words['at.neighbour']} {text}"
    outcome = "scores" if kind == "scores" else "less" if scored.groups else "misses"
    title = words.say(Reason(outcome, (points_of(scored.groups),)))
    return Example(tableau_drawing(tableau, scored.groups), title, text)
