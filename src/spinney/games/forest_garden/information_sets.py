"""The size of information sets in Forest Garden: the possible hands and tasks of the others."""

from __future__ import annotations

from math import comb, perm
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.deals import winnable_tasks
from spinney.games.forest_garden.deck.plant import CONTINENTS
from spinney.games.forest_garden.rules.record import HIDDEN_TASK, UNSEEN

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from spinney.core.state import Observation


def information_set_size(view: Observation) -> int:
    """Return in how many ways the cards and tasks not seen can be those of the others.

    The backs of cards in hands show their continents.
    """
    fields = view.game.record_class.fields_of(view.data)
    return _hands(fields) * _tasks(view, fields)


def _hands(fields: Mapping[str, np.ndarray]) -> int:
    """Return in how many ways cards not seen can lie in the hands."""
    size = 1
    for blank in (code for code in UNSEEN if code < -1):
        in_hands = (fields["hand"] == blank).sum(axis=1).tolist()
        unseen = sum(int((fields[name] == blank).sum()) for name in ("hand", "deck", "box"))
        for hidden in in_hands:
            size *= comb(unseen, hidden)
            unseen -= hidden
    return size


def _tasks(view: Observation, fields: Mapping[str, np.ndarray]) -> int:
    """Return in how many ways the tasks not seen can be those of the players who have one."""
    tasks, players = fields["task"].tolist(), view.game.num_players
    hidden = tasks.count(HIDDEN_TASK)
    if not hidden:
        return 1
    serving = {CONTINENTS[continent] for continent in fields["origin"][:players].tolist()}
    seen = sum(task >= 0 for task in tasks)
    return perm(len(winnable_tasks(view.game, serving)) - seen, hidden)
