"""Players written by hand, game by game, to measure the computer against."""

from __future__ import annotations

from collections.abc import Callable

from spinney.bots import entrants

from . import arboretum, build_your_arboretum

YARDSTICKS: dict[str, dict[str, Callable[[], entrants.Entrant]]] = {
    "build-your-arboretum": {"common sense": build_your_arboretum.CommonSense},
    "arboretum": {"common sense": arboretum.CommonSense, "greed": arboretum.Greed},
}


def entrant(game: str, name: str) -> entrants.Entrant:
    """Return who is called that in a game: a yardstick, a level, or random."""
    own = YARDSTICKS[game]
    return own[name]() if name in own else entrants.read(name)
