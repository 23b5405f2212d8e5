"""Statistics of a game: standings, records, how rare a score is, and one person's results, each plot with its table."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from companion import games
from companion.core.table import PagePart
from companion.paths import DATA
from companion.registry import table_game
from companion.store.archive import Person
from companion.store.statistics import BestResult, Result, Standing, Statistics, WithRole
from companion.web.history import number
from companion.web.house import house
from companion.web.languages import date_of, game_name, language, say
from companion.web.pages import answer
from companion.web.plots import bars, series_plot
from companion.web.security import phone_id

blueprint = Blueprint("statistics", __name__, url_prefix="/statistics/<slug>")


class StatisticsPage(PagePart):
    """What a house has played of a game."""

    slug: str
    game: str
    standings: tuple[Standing, ...]
    records: tuple[tuple[BestResult, str], ...]  # with its day
    roles: tuple[WithRole, ...]
    asked: str = ""
    rare: tuple[str, ...] = ()


class PersonPage(PagePart):
    """One person's results in a game."""

    slug: str
    game: str
    person: Person
    standing: Standing
    series: tuple[tuple[Result, str], ...]
    plot: Markup
    sources: tuple[tuple[str, float], ...]
    source_plot: Markup
    roles: tuple[WithRole, ...]


@blueprint.get("/")
def game(slug: str) -> Response:
    """Show the standings of a house."""
    if slug not in games():
        abort(404)
    counted = Statistics(house().store, phone_id())
    asked = request.args.get("score", "").strip()
    page = StatisticsPage(
        slug=slug,
        game=game_name(slug),
        standings=tuple(counted.standings(slug)),
        records=tuple((record, _day(record.ended)) for record in counted.records(slug)),
        roles=tuple(counted.roles(slug)),
        asked=asked[:6],
        rare=_rarity(slug, number(asked, 9999), counted) if asked else (),
    )
    return answer(page)


@blueprint.get("/<int:identity>")
def person(slug: str, identity: int) -> Response:
    """Show one person's results."""
    who = house().archive.person(phone_id(), identity)
    counted = Statistics(house().store, phone_id())
    standing = next((one for one in counted.standings(slug) if one.person == identity), None)
    if slug not in games() or who is None or standing is None:
        abort(404)
    series, sources = counted.series(slug, identity), _sources(counted, slug, identity)
    page = PersonPage(
        slug=slug,
        game=game_name(slug),
        person=who,
        standing=standing,
        series=tuple((one, _day(one.ended)) for one in series),
        plot=series_plot([one.score for one in series], say("stats.series", who.name)),
        sources=sources,
        source_plot=bars(sources, say("stats.sources")),
        roles=tuple(counted.roles(slug, identity)),
    )
    return answer(page)


def _day(stamp: str) -> str:
    return date_of(datetime.fromisoformat(stamp))


def _sources(counted: Statistics, slug: str, identity: int) -> tuple[tuple[str, float], ...]:
    """Return where points come from, in the words of the game's own pages where it has some."""
    game = table_game(slug)
    words = dict(game.texts(language()).items()) if game else {}
    ours = {kind: say(f"kind.{kind}") for kind in ("card", "objective", "ai")}
    return tuple(
        (ours.get(kind, words.get(f"part.{kind}", kind)), share)
        for kind, share in counted.sources(slug, identity)
        if share
    )


def _rarity(slug: str, score: int, counted: Statistics) -> tuple[str, ...]:
    """Return how special a score is: by the house's own games, and by a simulation where there is one."""
    reached, count = counted.rarity(slug, score)
    told = [say("stats.rare.house", reached, count, score)] if count else []
    if simulated := _simulated(slug):
        total = sum(simulated.values())
        above = sum(times for points, times in simulated.items() if points >= score)
        told.append(say("stats.rare.simulated", total, above, score))
    return tuple(told)


@cache
def _simulated(slug: str) -> dict[int, int]:
    path = DATA / slug / "solo-simulation.json"
    if not path.is_file():
        return {}
    return {int(points): times for points, times in json.loads(path.read_text("utf-8"))["scores"].items()}
