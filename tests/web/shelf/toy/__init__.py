"""A toy game for the tests: everybody says numbers, the most points win. One folder is all it takes."""

from tests.web.shelf.toy.game import GAME

__all__ = ["GAME"]
