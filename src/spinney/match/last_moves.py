"""The last turn of each player, as an observer heard it: boards mark it."""

from __future__ import annotations

from spinney.core import notation
from spinney.match import undo
from spinney.match.match import Match

_LOOKS = 6
"""How many moves for each player are looked at, counted from the last."""


def last_moves(match: Match, observer: int) -> tuple[str, ...]:
    """Return the words of each player's last turn; empty where nothing was heard of one.

    A turn is what a player did openly without anybody else in between: a turn of Arboretum is
    four moves. Sealed choices don't count: what they chose is shown when it is played.
    """
    players = match.game.players
    found: dict[int, list[str]] = {}
    whole = set[int]()  # whose turn is known from its end to its beginning
    looks = _LOOKS * players
    for version in undo.course(match.positions):
        for move in reversed(match.positions[version].applied):
            looks -= 1
            whole |= found.keys() if move.sealed else found.keys() - {move.player}
            if not move.sealed and move.player not in whole:
                heard = notation.observed_move(observer, move.player, move.transitions)
                found.setdefault(move.player, []).insert(0, heard)
        if len(whole) == players or looks <= 0:
            break
    return tuple(" ".join(found.get(player, ())) for player in range(players))
