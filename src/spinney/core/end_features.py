"""End features: the things that players have at the end of a game, for statistics.

A game's ``end_features`` module has ``KINDS``, and ``end_features(state)``, which returns those
of a game that is over. Without it, a player has each row of the score sheet that gave
points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from spinney.core.score_rows import Scored, score_rows

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import State

PLAIN = "scored"
"""The kind of end features of a game that names none."""


class EndFeature(NamedTuple):
    """A thing that some players have.

    Attributes:
        kind: one of the game's ``KINDS``, a plural noun.
        name: its name.
        owners: the players who have it.
    """

    kind: str
    name: str
    owners: tuple[int, ...]


def kinds(game: Game) -> tuple[str, ...]:
    """Return the kinds of end features a game has."""
    module = game.part("end_features")
    return tuple(module.KINDS) if module is not None else (PLAIN,)


def end_features(state: State, rows: Sequence[Scored] | None = None) -> tuple[EndFeature, ...]:
    """Return what players have in a game that is over.

    Args:
        state: how the game ended.
        rows: what `score_rows` returns for it, where that is known already.
    """
    module = state.game.part("end_features")
    if module is not None:
        return tuple(module.end_features(state))
    return tuple(_scored(score_rows(state) if rows is None else rows))


def _scored(rows: Sequence[Scored]) -> Iterable[EndFeature]:
    for row in rows:
        owners = tuple(p for p, points in enumerate(row.points) if points > 0)
        yield EndFeature(PLAIN, row.title, owners)
