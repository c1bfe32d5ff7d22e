"""The last turn of each player, as an observer saw it: boards mark it."""

from __future__ import annotations

from typing import NamedTuple

from spinney.core import notation
from spinney.match import undo
from spinney.match.match import Match
from spinney.match.position import Position

_LOOKS = 6
"""How many moves for each player are looked at, counted from the last."""


class _ObservedMove(NamedTuple):
    """A move as an observer saw it.

    Attributes:
        player: whose it was.
        sealed: was it sealed first?
        words: what the observer learnt of it, in the notation.
    """

    player: int
    sealed: bool
    words: str


class LastMoves:
    """The last turns, as one viewer's page has them. As the match goes on only new moves are read.

    A turn is a series of a player's open moves without another player's move in between: a turn of
    Arboretum is four moves. Sealed choices don't count: they are shown when they are applied.
    """

    def __init__(self) -> None:
        self._observer = -1
        self._moves: dict[int, tuple[_ObservedMove, ...]] = {}

    def of(self, match: Match, observer: int) -> tuple[str, ...]:
        """Return the words of each player's last turn; empty if the observer saw nothing of it."""
        cached = self._moves if observer == self._observer else {}
        self._observer, self._moves = observer, {}
        players = match.game.num_players
        words_of: dict[int, list[str]] = {}
        whole = set[int]()  # whose turn is known from its end to its beginning
        looks = _LOOKS * players
        for version in undo.course(match.positions):
            moves = cached.get(version) or _observed(match.positions[version], observer)
            self._moves[version] = moves
            for player, sealed, words in reversed(moves):
                looks -= 1
                whole |= words_of.keys() if sealed else words_of.keys() - {player}
                if not sealed and player not in whole:
                    words_of.setdefault(player, []).insert(0, words)
            if len(whole) == players or looks <= 0:
                break
        return tuple([" ".join(words_of.get(player, ())) for player in range(players)])


def _observed(position: Position, observer: int) -> tuple[_ObservedMove, ...]:
    """Return the moves that an event made happen, as an observer saw them."""
    return tuple(
        _ObservedMove(
            move.player,
            move.sealed,
            "" if move.sealed else notation.observed_move(observer, move.player, move.transitions),
        )
        for move in position.applied
    )
