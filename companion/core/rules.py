"""Rules to look up: what a card or a turn of play is about, in words, with examples drawn by the game."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.grammar import has_number


@dataclass(frozen=True)
class Rule:
    """One entry of the rules: a card, an objective, a phase of play."""

    id: str  # as it stands in addresses: 073, AI-5, O3, end
    name: str
    text: str
    kind: str = ""  # the head under which it is listed
    words: str = ""  # what else it may be looked for under
    notes: tuple[str, ...] = ()  # how we read it, and the switches that touch it


@dataclass(frozen=True)
class Example:
    """A drawn position and what the rule makes of it."""

    drawing: str  # SVG
    title: str
    text: str


@runtime_checkable
class LooksUpRules(Protocol):
    """A game whose rules can be looked up."""

    def rules(self, language: str) -> Sequence[Rule]:
        """Return all entries in the order of the rules."""

    def examples(self, identity: str, language: str) -> Sequence[Example]:
        """Return the drawn examples of one entry."""


def find(rules: Iterable[Rule], wanted: str) -> tuple[Rule, ...]:
    """Return the entries that fit what somebody typed: a number or name alone, else every word of it."""
    asked = _plain(wanted).split()
    if not asked:
        return tuple(rules)
    listed = tuple(rules)
    if exact := tuple(rule for rule in listed if "".join(asked) in _names(rule)):
        return exact
    return tuple(rule for rule in listed if all(_within(word, _about(rule)) for word in asked))


def _names(rule: Rule) -> set[str]:
    """What a rule is called when nothing else is typed: '073', '73', 'AI-5', 'ia5'."""
    names = {_plain(name).replace(" ", "") for name in (rule.id, rule.name, *filter(has_number, rule.words.split()))}
    return names | {name.replace("-", "").lstrip("0") for name in names}


def _about(rule: Rule) -> str:
    return _plain(f"{rule.name} {rule.text} {rule.words}")


def _within(word: str, text: str) -> bool:
    """Whether a word of the text begins like the word that was asked for; 'losanges' finds 'losange'."""
    stem = word[:-1] if len(word) > 4 and word.endswith("s") else word
    return any(one.startswith(stem) for one in text.split())


def _plain(text: str) -> str:
    """Return text without accents, capitals and signs, so that 'Éch' finds 'echange' and 'Ω3' finds 'O3'."""
    spread = unicodedata.normalize("NFKD", text.replace("Ω", "O")).casefold()
    return "".join(sign if sign.isalnum() or sign == "-" else " " for sign in spread if not unicodedata.combining(sign))
