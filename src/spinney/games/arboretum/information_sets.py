"""The size of information sets in Arboretum: the possible hands of the others."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from spinney.games.arboretum.rules.record import UNSEEN, Arboretum

if TYPE_CHECKING:
    from spinney.core.state import Observation


def information_set_size(view: Observation) -> int:
    """Return in how many ways the cards not seen can lie in the hidden places of hands."""
    s: Arboretum = view.record
    unseen, size = list(iter(s.where)).count(UNSEEN), 1
    for q in range(s.players):
        if q != view.player and unseen:
            size *= comb(unseen, s.hidden[q])
            unseen -= s.hidden[q]
    return size
