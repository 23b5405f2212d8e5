"""The factory: puts the parts together."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, Template

from companion.core.grammar import minus
from companion.paths import STATIC, TEMPLATES, game_folders, user_data
from companion.registry import missing_pieces
from companion.store import Store
from companion.web import (
    boxes,
    errors,
    history,
    hosts,
    kept,
    languages,
    pages,
    photos,
    public,
    rules,
    security,
    sharing,
    start,
    statistics,
    stored,
    tables,
)
from companion.web.house import House
from companion.web.languages import tenths


def create_app(data: str | Path | None = None, *, address: str = "", **config: Any) -> Flask:
    """Return the app. `address` is where phones find it."""
    folder = user_data(data)
    app = Flask("companion", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.jinja_env.template_class = _Template
    app.jinja_env.filters["minus"] = minus
    app.jinja_env.filters["tenths"] = tenths
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader({"games": _templates_of_games()})])
    for piece in missing_pieces():
        app.logger.warning("%s", piece)
    app.config.update(
        ADDRESS=address.rstrip("/"),
        SECRET_KEY=security.secret_key(folder),
        FIXED_ADDRESS=False,  # phones are always shown ADDRESS, whatever they came by
        TRUSTED_NAMES=(),  # under which this server is known beside its own names and addresses
        PUBLIC=False,
        SESSION_COOKIE_NAME="companion",
        WTF_CSRF_TIME_LIMIT=None,  # a game night is long; the token dies with the session
        MAX_CONTENT_LENGTH=200_000,
        MAX_FORM_PARTS=200,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(days=30),
    )
    app.config.update(config)
    app.extensions["house"] = House(Store(folder), public=app.config["PUBLIC"])
    hosts.init_app(app)
    photos.init_app(app)
    CSRFProtect(app)
    for part in (languages, security, pages, errors):
        part.init_app(app)
    for part in (start, rules, history, kept, statistics, stored, sharing, tables, boxes, public):
        app.register_blueprint(part.blueprint)
    return app


class _Template(Template):
    """A template that may be imported: what it sees are the globals of all templates, so it is made once."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        # Jinja would look with every import whether the page has globals of its own. None has.
        return super()._get_default_module()


def _templates_of_games() -> PrefixLoader:
    """Return the templates of games that bring them along in their own folder."""
    folders = {folder.name: folder / "templates" for folder in game_folders()}
    return PrefixLoader({slug: FileSystemLoader(folder) for slug, folder in folders.items() if folder.is_dir()})
