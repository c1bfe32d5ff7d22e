"""The prompts of Arboretum: the task of a player, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import CARD, CELL, DISCARD, DRAW1, DRAW2, Arboretum
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation

_TASKS = {
    DRAW1: N_("Draw your first card from the deck or a pile"),
    DRAW2: N_("Draw your second card from the deck or a pile"),
    CARD: N_("Plant a card: choose one in your hand, then its place"),
    CELL: N_("Choose the place where your card should grow"),
    DISCARD: N_("Discard a card: choose one in your hand"),
}
"""The task of each part of a turn."""


def prompt(view: Observation) -> str:
    """Return the viewer's task."""
    s: Arboretum = view.record
    if s.phase == DRAW1 and is_mini(s):
        return _("Draw a card from the deck")
    return _(_TASKS[int(s.phase)])
