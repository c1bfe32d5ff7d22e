"""The candidate moves of a search, from the statistics of its trees."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from spinney.search.result import Candidate

if TYPE_CHECKING:
    from spinney.search.partial_move import PartialMove
    from spinney.search.root_parallel import RootParallelSearch

MANY = 5


class _PartialCandidate(NamedTuple):
    """The beginning of a move, the negative of its share of the search, and its statistics.

    Sorted, the largest share comes first, then what the search prefers: ``ranks`` has the rank of
    each action, and no two are equal.
    """

    less: float
    ranks: Sequence[int]
    actions: Sequence[int]
    value: float
    at: PartialMove

    @property
    def candidate(self) -> Candidate:
        return Candidate(self.at.words, -self.less, self.value)


def candidates_of(
    trees: RootParallelSearch, root: PartialMove, chosen: PartialMove
) -> tuple[Candidate, ...]:
    """Return the moves that got the largest shares, and in any case the chosen one."""
    candidates = [reading.candidate for reading in islice(_by_share(trees, root), MANY)]
    if all(candidate.move != chosen.words for candidate in candidates):
        candidates[MANY - 1 :] = [_along(trees, root, chosen.actions)]
    return tuple(candidates)


def _by_share(trees: RootParallelSearch, root: PartialMove) -> Iterator[_PartialCandidate]:
    """Yield whole moves, the largest share first."""
    waiting = [_PartialCandidate(-1.0, (), (), 0.0, root)]
    while waiting:
        reading = heapq.heappop(waiting)
        if reading.at.complete:
            yield reading
        else:
            for longer in _longer(trees, reading):
                heapq.heappush(waiting, longer)


def _longer(trees: RootParallelSearch, reading: _PartialCandidate) -> Iterator[_PartialCandidate]:
    """Yield a beginning continued by the actions that were taken most after it."""
    row = trees.row(reading.at)
    for rank, i in enumerate(row.order[:MANY]):
        if row.visits[i] > 0 or len(row.visits) == 1:
            yield _then(trees, reading, reading.at.legal[i], rank)


def _then(
    trees: RootParallelSearch, reading: _PartialCandidate, action: int, rank: int = 0
) -> _PartialCandidate:
    """Return a beginning with one action more, and its part of the share."""
    less, ranks, _, value, at = reading
    row, i = trees.row(at), at.legal.index(action)
    if len(row.visits) > 1:
        less *= row.visits[i] / max(1, row.total)
        value = row.value(i)
    return _PartialCandidate(less, (*ranks, rank), (*at.actions, action), value, at.then(action))


def _along(trees: RootParallelSearch, root: PartialMove, actions: Sequence[int]) -> Candidate:
    reading = _PartialCandidate(-1.0, (), (), 0.0, root)
    for action in actions:
        reading = _then(trees, reading, action)
    return reading.candidate
