"""The best path of each colour through an arboretum, for pages: worked out once a garden."""

from __future__ import annotations

from functools import lru_cache

from spinney.core.kit import paths
from spinney.core.kit.paths import BestPath
from spinney.games.arboretum.rules.record import BESIDE, KINDS, Arboretum


def planted(s: Arboretum, p: int) -> tuple[tuple[int, int], ...]:
    """Return the cards of an arboretum with their cells, in the order of playing."""
    return tuple((s.card[p, k], s.cell[p, k]) for k in range(s.placed[p]))


# A garden changes but once a turn.
@lru_cache(maxsize=256)
def best_paths(garden: tuple[tuple[int, int], ...]) -> tuple[BestPath, ...]:
    """Return a best path of each colour through `planted` cards; its places are cells."""
    at = {cell: k for k, (_, cell) in enumerate(garden)}
    near = [at.get(cell + way, -1) for _, cell in garden for way in BESIDE.tolist()]
    found = paths.best_paths([card for card, _ in garden], near, KINDS)
    return tuple(
        path._replace(places=tuple(garden[place][1] for place in path.places)) for path in found
    )
