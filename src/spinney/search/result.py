"""The result of a search."""

from __future__ import annotations

from dataclasses import dataclass, replace

ROUNDING = 1e-6
"""How far an exact value may be off: the value of mixed strategies is a mean."""


@dataclass(frozen=True)
class Candidate:
    """A move that was considered.

    Attributes:
        move: in the game's notation.
        share: how much of the search went into it, 0 to 1.
        value: the expected reward for the player who plays it, 0 (lost) to 1 (won).
        exact: is the value exact, because the rest of the game was solved?
    """

    move: str
    share: float
    value: float
    exact: bool = False


@dataclass(frozen=True)
class SearchResult:
    """The chosen move, with the values and candidates of the search.

    Attributes:
        move: the choice.
        playouts: how many were made.
        values: the reward to expect for each player, 0 (lost) to 1 (won).
        value: the viewer's.
        candidates: the moves that were considered most, and the choice; the largest share first.
        exact: are the values exact, because the rest of the game was solved? Then 1 is a certain
            win, and 0 is lost unless the other player makes a mistake.
    """

    move: str
    playouts: int
    value: float
    values: tuple[float, ...]
    candidates: tuple[Candidate, ...]
    exact: bool = False

    @property
    def certain(self) -> bool:
        """Is the winner certain, if both play as well as they can?"""
        return self.exact and min(self.value, 1.0 - self.value) < ROUNDING


def exactly(result: SearchResult, player: int, value: float) -> SearchResult:
    """Return the result of a search in a game of two, with the exact value of its choice.

    Nothing else it considered can be better.
    """
    return replace(
        result,
        value=value,
        values=tuple(value if p == player else 1.0 - value for p in range(2)),
        candidates=tuple(
            replace(one, value=value, exact=True)
            if one.move == result.move
            else replace(one, value=min(one.value, value))
            for one in result.candidates
        ),
        exact=True,
    )
