"""Suggest commands of Spring Challenge 2021, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.games.spring_2021.rules.legal_moves import cost
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    GROW,
    SEED,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import completion_points
from spinney.games.spring_2021.rules.trees import has, size_at
from spinney.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from spinney.core.state import Observation

_GROW = (
    N_("Grow a seed into a small tree"),
    N_("Grow a small tree into a medium one"),
    N_("Grow a medium tree into a large one"),
)
"""By the size that the tree has."""
_ON = ("", N_("{move}, on poor soil"), N_("{move}, on good soil"), N_("{move}, on rich soil"))
"""By how rich the soil is."""


def describe(view: Observation, actions: Sequence[int]) -> str:
    """Return what a command does."""
    s, action = view.record, actions[0]
    if action == WAIT:
        return _("Wait until tomorrow")
    if action >= SEED:
        return _on_soil(s, _("Sow a seed"), actions[-1] - TARGET)
    if action >= COMPLETE:
        return _on_soil(s, _("Complete a tree"), action - COMPLETE)
    return _on_soil(s, _(_GROW[size_at(s, action - GROW)]), action - GROW)


def _on_soil(s: Forest, move: str, cell: int) -> str:
    level = next((k for k in (1, 2, 3) if has(s.soil[k], cell)), 0)
    return _(_ON[level], move=move) if level else move


def benefit(view: Observation, actions: Sequence[int]) -> str:
    """Return what a command brings, and what it costs."""
    s, action = view.record, actions[0]
    if action == WAIT:
        sun = int(s.sun[view.player])
        return _("You keep {sun} sun for tomorrow.", sun=sun) if sun else ""
    price = cost(s, view.player, action)
    if action >= SEED:
        return _("It costs {sun} sun.", sun=price) if price else _("It costs nothing.")
    if action >= COMPLETE:
        points = completion_points(s, action - COMPLETE)
        return ngettext(
            "It brings {count} point for {sun} sun.",
            "It brings {count} points for {sun} sun.",
            points,
            sun=price,
        )
    return _("For {sun} sun it gathers 1 more sun on each day in the light.", sun=price)
