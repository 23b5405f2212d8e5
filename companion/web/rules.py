"""Rules to look up during play: by number or by what they are about, with drawn examples where a game has them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import version

from flask import Blueprint, Response, abort, render_template, request, url_for

from companion import games
from companion.core.rules import Example, LooksUpRules, Rule, find
from companion.core.table import PagePart
from companion.core.texts import read_words
from companion.paths import data_of
from companion.web.languages import game_name, language
from companion.web.pages import address, answer

blueprint = Blueprint("rules", __name__, url_prefix="/rules/<slug>")
_VERSION = version("companion-table")
_LONGEST = 60  # letters of a question; more is no question


class RulesPage(PagePart):
    """The rules of a game, all of them or those that somebody looks for."""

    slug: str
    game: str
    wanted: str
    kinds: tuple[tuple[str, tuple[Rule, ...]], ...]


class RulePage(PagePart):
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
    return answer(RulesPage(slug=slug, game=game_name(slug), wanted=wanted, kinds=kinds))


@blueprint.get("/<identity>")
def rule(slug: str, identity: str) -> Response:
    """Show one rule."""
    rules = rules_of(slug, language())
    at = next((at for at, one in enumerate(rules) if one.id == identity), None)
    if at is None:
        abort(404)
    return answer(_page(slug, rules, at))


def _page(slug: str, rules: Sequence[Rule], at: int) -> RulePage:
    game = games()[slug]
    examples = game.examples(rules[at].id, language()) if isinstance(game, LooksUpRules) else ()
    before, after = (rules[near].id if 0 <= near < len(rules) else "" for near in (at - 1, at + 1))
    return RulePage(slug=slug, game=game_name(slug), rule=rules[at], examples=examples, before=before, after=after)


@blueprint.get("/pages.json")
def all_pages(slug: str) -> Response:
    """Hand out all rules of a game at once, for phones to keep while the server can be reached."""
    rules_of(slug, language()) or abort(404)
    return Response(_all_pages(slug, language()), mimetype="application/json")


@cache
def _all_pages(slug: str, language: str) -> str:
    rules = rules_of(slug, language)
    pages = {
        url_for("rules.rule", slug=slug, identity=rule.id): render_template(
            "partials/rule.html", page=_page(slug, rules, at)
        )
        for at, rule in enumerate(rules)
    }
    return json.dumps(pages, ensure_ascii=False)


@blueprint.app_context_processor
def _to_keep() -> dict[str, Callable[[str], str]]:
    return {"rules_to_keep": rules_to_keep}


def rules_to_keep(slug: str) -> str:
    """Return the address of a game's rules as phones keep them; those of another version have another one."""
    return address("rules.all_pages", slug=slug, v=f"{_VERSION}-{language()}") if rules_of(slug, language()) else ""
