"""Scoring on the command line: games, schema, score, whatif, rank."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from companion import api, games
from companion.cli.files import ExistingFile
from companion.cli.language import language_option
from companion.core.errors import CompanionError, Place, Unreadable
from companion.core.reading import SameFaces, read_json
from companion.core.report import report
from companion.core.sheet import Reason
from companion.core.texts import texts_of
from companion.registry import find_game

FILE = ExistingFile(allow_dash=True)


@click.command("games")
@language_option
def list_games(language: str) -> None:
    """List the games, one line each."""
    for slug, game in games().items():
        numbers = game.players()
        click.echo(f"{slug:<12} {game.name(language)} ({numbers[0]}-{numbers[-1]}): {game.about(language)}")


@click.command()
@click.argument("game")
@language_option
def schema(game: str, language: str) -> None:
    """Print the JSON Schema of a game's file."""
    click.echo(json.dumps(find_game(game).schema(), indent=1))


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print a companion-score/1 document.")
@click.option("--jsonl", "as_lines", is_flag=True, help="One game a line in, one score a line out.")
@language_option
def score(file: Path, as_json: bool, as_lines: bool, language: str) -> None:
    """Score a game file, or - for standard input."""
    if as_json and as_lines:
        raise Unreadable(Reason("cli:error.both"))
    with click.open_file(str(file), "rb") as stream:
        if as_lines:
            with _rarely_swept():
                _score_lines(stream, language)
            return
        scored = api.score(stream.read())
    if as_json:
        click.echo(json.dumps(scored.say(language), ensure_ascii=False, indent=1))
    else:
        click.echo(report(scored, language))


@contextmanager
def _rarely_swept() -> Iterator[None]:
    """Let garbage be collected rarely: rules and words stay as they are, and a scored game leaves no cycles behind."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _score_lines(stream: IO[bytes], language: str) -> None:
    decode = SameFaces().decode
    # What somebody waits for at the other end of a pipe is written game by game.
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            answer = api.score(read_json(line.rstrip(), decode=decode)).say(language)
        except CompanionError as error:
            place = Place(Reason("place.line", (number,)), *_in_the_line(error.place))
            answer = {"error": type(error)(error.reason, place).say(language)}
        sys.stdout.write(_COMPACT(answer) + "\n")
        sys.stdout.flush()


_COMPACT = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def _in_the_line(place: Place) -> Place:
    """Return a place inside a file of many games: of a line and column only the column is left to say."""
    step = place[0] if place else None
    if isinstance(step, Reason) and step.key == "place.column":
        return Place(Reason("place.in_line", step.args[1:]))
    return place


@click.command()
@click.argument("file", type=FILE)
@click.option("--player", required=True, help="Whose tableau.")
@click.option("--card", required=True, help="The card in hand.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document.")
@language_option
def whatif(file: Path, player: str, card: str, as_json: bool, language: str) -> None:
    """List the points of a card on each legal cell."""
    with click.open_file(str(file), "rb") as stream:
        options = api.what_if(stream.read(), player, card).say(language)
    if as_json:
        click.echo(json.dumps(options, ensure_ascii=False, indent=1))
        return
    for option in options:
        click.echo(f"{option['cell']}  {option['points']:+3d}  {option['text']}")


@click.command()
@click.argument("game")
@click.argument("points", type=int)
@language_option
def rank(game: str, points: int, language: str) -> None:
    """Say the solo rank of a score, and how far the next one is."""
    step = find_game(game).rank(points, language)
    if step is None:
        raise Unreadable(Reason("error.no_ranks", (game,)), Place("game"))
    words = texts_of("cli", language)
    further = " " + words["rank.further"].format(step.missing, step.next) if step.next else ""
    click.echo(words["rank.now"].format(points, step.name) + further)


commands = (list_games, schema, score, whatif, rank)
if hasattr(sys.stdout, "reconfigure"):
    # A pipe in a bare environment speaks ASCII; the explanations do not.
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
