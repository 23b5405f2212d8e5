"""Scoring on the command line: games, schema, score, whatif, rank."""

from __future__ import annotations

import json
import sys
from typing import IO, Any

import click

from companion.cli.language import language_option
from companion.core.errors import GAME_FILE, CompanionError, Place, Unreadable
from companion.core.game import CardsInHand
from companion.core.report import report
from companion.core.sheet import Reason
from companion.registry import find_game, games

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


@click.command("games")
@language_option
def list_games(language: str) -> None:
    """List the games, one line each."""
    for slug, game in games().items():
        numbers = game.players()
        click.echo(f"{slug:<12} {game.name(language)} ({numbers[0]}-{numbers[-1]}): {game.about(language)}")


@click.command()
@click.argument("game")
def schema(game: str) -> None:
    """Print the JSON Schema of a game's file."""
    click.echo(json.dumps(find_game(game).schema(), indent=1))


@click.command()
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print a companion-score/1 document.")
@click.option("--jsonl", "as_lines", is_flag=True, help="One game a line in, one score a line out.")
@language_option
def score(file: str, as_json: bool, as_lines: bool, language: str) -> None:
    """Score a game file, or - for standard input."""
    with click.open_file(file, encoding="utf-8-sig", errors="replace") as stream:
        if as_lines:
            _score_lines(stream, language)
            return
        document = score_text(stream.read(), language)
    click.echo(json.dumps(document, ensure_ascii=False, indent=1) if as_json else report(document, language))


def _score_lines(stream: IO[str], language: str) -> None:
    for line in stream:
        if not line.strip():
            continue
        try:
            answer = score_text(line, language)
        except CompanionError as error:
            answer = {"error": error.say(language)}
        click.echo(json.dumps(answer, ensure_ascii=False))


def read_json(text: str) -> Any:
    """Return a decoded document, or say at which place it stops being JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(Reason("error.json"), Place(Reason("place.column", (error.lineno, error.colno)))) from None
    except RecursionError:
        raise Unreadable(Reason("error.deep"), GAME_FILE) from None
    except ValueError:
        raise Unreadable(Reason("error.long_number"), GAME_FILE) from None


def score_text(text: str, language: str) -> dict[str, Any]:
    """Return the score document of a game file of any game."""
    document = read_json(text)
    if not isinstance(document, dict):
        raise Unreadable(Reason("error.no_object"), GAME_FILE)
    return find_game(document.get("game")).score(document).say(language)


@click.command()
@click.argument("file", type=FILE)
@click.option("--player", required=True, help="Whose tableau.")
@click.option("--card", required=True, help="The card in hand.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON document.")
@language_option
def whatif(file: str, player: str, card: str, as_json: bool, language: str) -> None:
    """List the points of a card on each legal cell."""
    with click.open_file(file, encoding="utf-8-sig", errors="replace") as stream:
        document = read_json(stream.read())
    game = find_game(document.get("game") if isinstance(document, dict) else None)
    if not isinstance(game, CardsInHand):
        raise Unreadable(Reason("error.no_hand", (game.slug,)), Place("game"))
    options = game.what_if(document, player, card).say(language)
    if as_json:
        click.echo(json.dumps(options, ensure_ascii=False, indent=1))
        return
    for option in options:
        click.echo(f"{option['cell']}  {option['points']:+3d}  {option['text']}")


_RANK = {"en": ("{0}: {1}", " ({0} to {1})"), "fr": ("{0}\xa0: {1}", " (encore {0} pour {1})")}


@click.command()
@click.argument("game")
@click.argument("points", type=int)
@language_option
def rank(game: str, points: int, language: str) -> None:
    """Say the solo rank of a score, and how far the next one is."""
    step = find_game(game).rank(points, language)
    if step is None:
        raise Unreadable(Reason("error.no_ranks", (game,)), Place("game"))
    now, further = _RANK[language]
    click.echo(now.format(points, step.name) + (further.format(step.missing, step.next) if step.next else ""))


commands = (list_games, schema, score, whatif, rank)
if hasattr(sys.stdout, "reconfigure"):
    # A pipe in a bare environment speaks ASCII; the explanations do not.
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
