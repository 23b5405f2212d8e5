"""The web app: a factory, two blueprints, and nothing that knows any one game."""

from companion.web.app import create_app

__all__ = ["create_app"]
