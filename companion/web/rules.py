"""Rules to look up during play: by number or by what they are about, with drawn examples where a game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, abort, request

from companion import games
from companion.core.rules import Example, LooksUpRules, Rule, find
from companion.core.texts import read_words
from companion.paths import data_of
from companion.web.languages import language
from companion.web.pages import answer

blueprint = Blueprint("rules", __name__, url_prefix="/rules/<slug>")
_LONGEST = 60  # letters of a question; more is no question


@dataclass(frozen=True)
class RulesPage:
    """The rules of a game, all of them or those that somebody looks for."""

    slug: str
    game: str
    wanted: str
    kinds: tuple[tuple[str, tuple[Rule, ...]], ...]


@dataclass(frozen=True)
class RulePage:
    """One rule with its examples."""

    slug: str
    game: str
    rule: Rule
    examples: Sequence[Example]
    before: str
    after: str


def rules_of(slug: str, language: str) -> Sequence[Rule]:
    """Return the rules of a game: its own look-up, or its rules in brief; none where it has neither."""
    game = games().get(slug)
    return game.rules(language) if isinstance(game, LooksUpRules) else _brief(slug, language) if game else ()


@cache
def _brief(slug: str, language: str) -> tuple[Rule, ...]:
    path = data_of(slug) / "brief.toml"
    topics = read_words(path)["topic"] if path.is_file() else []
    return tuple(Rule(topic["id"], **topic[language]) for topic in topics)


@blueprint.get("/")
def shelf(slug: str) -> Response:
    """Show the rules that fit a question."""
    rules = rules_of(slug, language()) or abort(404)
    wanted = request.args.get("q", "").strip()[:_LONGEST]
    found = find(rules, wanted)
    heads = dict.fromkeys(rule.kind for rule in found)
    kinds = tuple((head, tuple(rule for rule in found if rule.kind == head)) for head in heads)
    return answer("pages/rules.html", RulesPage(slug, games()[slug].name(language()), wanted, kinds))


@blueprint.get("/<identity>")
def rule(slug: str, identity: str) -> Response:
    """Show one rule."""
    rules = rules_of(slug, language())
    at = next((at for at, one in enumerate(rules) if one.id == identity), None)
    if at is None:
        abort(404)
    game = games()[slug]
    examples = game.examples(identity, language()) if isinstance(game, LooksUpRules) else ()
    before, after = (rules[near].id if 0 <= near < len(rules) else "" for near in (at - 1, at + 1))
    return answer("pages/rule.html", RulePage(slug, game.name(language()), rules[at], examples, before, after))
