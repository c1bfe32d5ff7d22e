"""Choose as a level does: a search of its size, with its mistakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from spinney.players.levels import LEVELS, check_level
from spinney.players.mistakes import with_mistakes_of

if TYPE_CHECKING:
    from spinney.core.state import Observation
    from spinney.search import SearchResult, Tuning
    from spinney.search.search import Shipped


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
    own = LEVELS[level]
    playouts, tuning, network = own.playouts_in(view.game), own.tuning_in(view.game), own.network
    result = search_for(
        view, playouts, seed, progress=progress, stop=stop, tuning=tuning, network=network
    )
    return with_mistakes_of(result, view.game, own, seed)


def search_for(
    view: Observation,
    playouts: int,
    seed: int,
    *,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
    tuning: Tuning | None = None,
    network: Shipped | None = "shipped",
) -> SearchResult:
    """Return the choice of a search with a number of playouts, in one tree.

    Args:
        view: of the player to act.
        playouts: of the search; with 0 it looks one action ahead.
        seed: any whole number.
        progress: as for `choose`.
        stop: as for `choose`.
        tuning: how to search; by default as the game's advice says.
        network: the source of its advice, as in `spinney.search.think`.

    Raises:
        Refused: the viewer is not to act.
    """
    from spinney.search import Budget, one_ply, think

    if playouts == 0:
        return one_ply(view, seed, tuning=tuning)
    return think(
        view, Budget(playouts), seed, progress=progress, stop=stop, tuning=tuning, network=network
    )
