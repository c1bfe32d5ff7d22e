"""Choose as a level does: a search of its size, with its mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from spinney.players.levels import LEVELS, Level, check_level
from spinney.players.mistakes import mistake_rate, with_mistakes_of

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation
    from spinney.search import Memory, SearchResult, Tuning


def choose(
    view: Observation,
    level: str,
    seed: int,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Return what a level chooses for the viewer; the same view and seed give the same choice.

    Args:
        view: of the player to act.
        level: the name of one of `LEVELS`.
        seed: any whole number.
        progress: called now and then with the number of playouts so far; may raise to give up.
        stop: asked now and then whether to answer at once.

    Raises:
        Refused: there is no such level, or the viewer is not to act.
    """
    check_level(level)
    return choose_as(view, LEVELS[level], seed, progress=progress, stop=stop)


def choose_as(
    view: Observation,
    level: Level,
    seed: int,
    *,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
    seconds: float | None = None,
    tuning: Tuning | None = None,
    memory: Memory | None = None,
    learned: bool = True,
) -> SearchResult:
    """Return the choice of a level, in one tree.

    Args:
        view: of the player to act.
        level: one of `LEVELS`, or another.
        seed: any whole number.
        progress: as for `choose`.
        stop: as for `choose`.
        seconds: how long it searches at most; None: no limit.
        tuning: how to search; by default as the level does in the game.
        memory: what this player's earlier searches learnt; by default nothing.
        learned: may it use a network? Else it plays by hand-written advice.

    Raises:
        Refused: the viewer is not to act.
    """
    from spinney.search import Budget, one_ply, think

    game = view.game
    if (seconds is not None and seconds <= 0) or (playouts := level.playouts_in(game)) == 0:
        result = one_ply(view, seed, tuning=tuning)
    else:
        result = think(
            view,
            Budget(playouts, seconds),
            seed,
            progress=progress,
            stop=stop,
            tuning=level.tuning_in(game) if tuning is None else tuning,
            memory=memory,
            network=level.network if learned else None,
        )
    return with_mistakes_of(result, game, level, seed)


def is_one_ply(level: str, game: Game) -> bool:
    """Is each choice of this level in a game that of a one-ply search, without mistakes?"""
    found = LEVELS.get(level)
    return found is not None and found.at_once and mistake_rate(game, found) == 0
