"""The last move of each player, as an observer heard it: boards mark these."""

from __future__ import annotations

from spinney.core import notation
from spinney.match import undo
from spinney.match.match import Match

_LOOKS = 3
"""How many moves for each player are looked at, counted from the last."""


def last_moves(match: Match, observer: int) -> tuple[str, ...]:
    """Return the words of each player's last open move; empty where nothing was heard of one.

    Sealed choices don't count: what they chose is shown when it is played.
    """
    players = match.game.players
    found: dict[int, str] = {}
    looks = _LOOKS * players
    for version in undo.course(match.positions):
        for move in reversed(match.positions[version].applied):
            looks -= 1
            if not move.sealed and move.player not in found:
                found[move.player] = notation.observed_move(observer, move.player, move.transitions)
        if len(found) == players or looks <= 0:
            break
    return tuple(found.get(player, "") for player in range(players))
