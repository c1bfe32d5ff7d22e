"""Mistakes of the easiest levels: plausible ones, at a set rate, and never absurd."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from spinney.kernel.rng import mix, random, seeded, unit

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.players.levels import Level
    from spinney.search import SearchResult

WORST = 0.3
"""The most that a mistake costs, in expected reward from 0 to 1, by the value after one action.

A game's ``advice`` may have its own ``WORST_MISTAKE``.
"""


def with_mistakes_of(result: SearchResult, game: Game, level: Level, seed: int) -> SearchResult:
    """Return a level's choice, given the search's: often the same; see `with_mistakes`."""
    rate = mistake_rate(game, level)
    if rate == 0:
        return result
    worst: float = getattr(game.part("advice"), "WORST_MISTAKE", WORST)
    return with_mistakes(result, rate, seed, worst)


def mistake_rate(game: Game, level: Level) -> float:
    """Return how many of a level's choices are mistakes in a game, 0 to 1.

    A game's ``advice`` may have its own ``MISTAKES``, rates by the levels' names: a mistake weighs
    more in some games than in others.
    """
    own: dict[str, float] = getattr(game.part("advice"), "MISTAKES", {})
    return own.get(level.name, level.mistake_rate)


def with_mistakes(
    result: SearchResult, rate: float, seed: int, worst: float = WORST
) -> SearchResult:
    """Return a choice, or at that rate another move that was considered and isn't much worse.

    Args:
        result: the choice, with the moves that were considered.
        rate: how many choices become mistakes, 0 to 1.
        seed: any whole number; the same makes the same mistake.
        worst: the most that a mistake costs, in expected reward from 0 to 1.
    """
    r = random(mix(seeded(seed), 2))
    own = next(c for c in result.candidates if c.move == result.move)
    others = [c for c in result.candidates if c != own and c.value >= own.value - worst]
    if not others or unit(r) >= rate:
        return result
    instead = others[int(unit(random(r)) * len(others))]
    return replace(result, move=instead.move, value=instead.value)
