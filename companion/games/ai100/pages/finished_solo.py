"""A solo game: its rank, how far the next one is, and where it stands among other games."""

from __future__ import annotations

import json
from functools import lru_cache

from companion.core.table import PagePart, View
from companion.games.ai100 import ranks
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.decks import FIGURES
from companion.games.ai100.game import GAME
from companion.games.ai100.pages.finished_state import AnyState, FinishedState, finished_state, is_finished
from companion.games.ai100.pages.state import state as make_state


class Solo(PagePart):
    """What there is to say about a solo score."""

    score: str = ""  # empty while only a range is known
    rank: str
    next: str
    own: str = ""
    random: str = ""


def solo_score(state: FinishedState) -> int | None:
    """Return the score of a solo game: the one possible, or the claimed one where it is not impossible."""
    outcome, claimed = state.outcomes[0], state.claimed(0)
    least, most = outcome.total
    if least == most:
        return least
    return claimed if claimed is not None and outcome.verdict(claimed) != "impossible" else None


def solo_of(view: View[FinishedState]) -> Solo:
    """Return the rank and the comparisons; of a range its two ends."""
    state = view.state
    language, score = view.language, solo_score(state)
    if score is None:
        least, most = (GAME.rank(total, language) for total in state.outcomes[0].total)
        assert least is not None
        assert most is not None
        name = least.name if least.name == most.name else f"{least.name} – {most.name}"
        return Solo(rank=view.say("solo.rank", name), next=view.say("solo.claim"))
    return solo_words(view, score, state.names[0])


def solo_words(view: View[AnyState], score: int, name: str) -> Solo:
    """Return the rank of a score and how it compares."""
    step = GAME.rank(score, view.language)
    assert step is not None
    own = own_scores(view, name)
    return Solo(
        score=view.say("solo.score", score),
        rank=view.say("solo.rank", step.name),
        next=view.say("solo.next", step.missing, step.next) if step.next else view.say("solo.top"),
        own=view.say("solo.own", sum(one < score for one in own), len(own)) if own else view.say("solo.own.none"),
        random=view.say("solo.random", f"{100 * ranks.beats_random_games(score):.0f}"),
    )


def own_scores(view: View[AnyState], name: str) -> list[int]:
    """Return the scores of this player's other solo games, as far as this phone was at their tables."""
    found = []
    for entries, box in view.earlier():
        setup = entries["setup"]
        if [player["name"] for player in setup["players"]] == [name] and not setup.get("unsaid"):
            known = {key: value for key, value in box.items() if key in CARD_IDS or key == FIGURES}
            found.append(_score(json.dumps([entries, known])))
    return [score for score in found if score is not None]


@lru_cache(maxsize=100)
def _score(table: str) -> int | None:
    """Return the score of a solo table as far as there is one. All its orders of play are worked out only once."""
    entries, box = json.loads(table)
    if is_finished(entries):
        finished = finished_state(entries, box)
        return solo_score(finished) if finished.outcomes else None
    played = make_state(entries, box)
    return played.sheet(0).total if played.over else None
