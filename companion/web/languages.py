"""French and English: from the cookie, else from the browser's wish. Words live in data/web/texts.toml."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from babel.core import Locale
from babel.dates import format_date
from flask import Flask, g, request
from flask_babel import Babel, get_locale  # type: ignore[import-untyped]

from companion import games
from companion.core import grammar
from companion.core.sheet import Reason
from companion.core.texts import LANGUAGES, Texts, texts_of

THEMES = ("auto", "light", "dark")


_LOCALES = {name: Locale(name) for name in LANGUAGES}  # Flask-Babel would parse the name with every request


def wished() -> Locale:
    """Return the language of this request."""
    chosen = request.cookies.get("language", "")
    if chosen not in LANGUAGES:
        chosen = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
    return _LOCALES[chosen]


def language() -> str:
    """Return the language that Flask-Babel has settled on; a page asks for it many times."""
    try:
        return cast(str, g.language)
    except AttributeError:
        g.language = (get_locale() or _LOCALES[LANGUAGES[0]]).language
        return cast(str, g.language)


def texts() -> Texts:
    """Return the words of the frame in the language of this request."""
    return texts_of("web", language())


def say(key: str, *args: Any) -> str:
    """Return one sentence of the frame."""
    return texts().say(Reason(key, args))


def game_name(slug: str) -> str:
    """Return the name of a game of the shelf."""
    return games()[slug].name(language())


def day_of(moment: datetime) -> str:
    """Return a day as people say it."""
    local = moment.replace(tzinfo=UTC).astimezone().date()
    ago = (datetime.now().astimezone().date() - local).days
    return say(("day.today", "day.yesterday")[ago]) if 0 <= ago < 2 else format_date(local, "d MMMM yyyy", language())


def date_of(moment: datetime) -> str:
    """Return a day as it is written under something that will be looked at later."""
    return format_date(moment.replace(tzinfo=UTC).astimezone().date(), "d MMMM yyyy", language())


def init_app(app: Flask) -> None:
    """Give every template its language and its words."""
    Babel(app, locale_selector=wished)
    app.jinja_env.globals["t"] = say

    @app.context_processor
    def words() -> dict[str, Any]:
        theme = request.cookies.get("theme", "auto")
        return {"language": language(), "languages": LANGUAGES, "theme": theme if theme in THEMES else "auto"}


def tenths(number: float) -> str:
    """Return a number with one digit behind its point, as a page shows it."""
    return grammar.tenths(number, language())
