"""A table to try: three players in the middle of a game, one with series that overlap."""

from __future__ import annotations

from typing import Any

DEMO: dict[str, Any] = {
    "setup": {
        "players": [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cleo"}],
        "teams": False,
        "expert": False,
        "rulings": {},
    },
    "have/0": {
        "pieces": {
            "green": {"square": 1},
            "yellow": {"square": 1},
            "pink": {"triangle": 1, "square": 1, "pentagon": 1, "octagon": 1},
            "blue": {"square": 1},
        },
        "by": "take",
        "of": ["blue square", "pink square"],
    },
    "have/1": {
        "pieces": {"green": {"triangle": 2, "octagon": 1}, "blue": {"pentagon": 1}},
        "by": "take",
        "of": ["green octagon", "green triangle"],
    },
    "have/2": {"pieces": {"yellow": {"octagon": 1}}, "by": "series", "of": []},
    "won/1": {"seat": 1, "series": "blue", "pile": "blue"},
    "won/2": {"seat": 2, "series": "octagon", "pile": "blue"},
    "won/3": {"seat": 0, "series": "yellow", "pile": "yellow"},
    "powers/1": [{"power": "steal", "piece": "green octagon", "with": 2}],
}
