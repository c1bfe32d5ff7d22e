"""The prompts of Spring Challenge 2021: the task of a player, and the names of commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from spinney.core.prompts import Label
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    COMPLETING,
    GROW,
    SEED,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import completion_points
from spinney.games.spring_2021.text import trees
from spinney.games.spring_2021.text.notation import write
from spinney.i18n import N_, _, cached_text, ngettext, pgettext

if TYPE_CHECKING:
    from spinney.core.state import Observation

_GROWN = (
    N_("Grow into a small tree"),
    N_("Grow into a medium tree"),
    N_("Grow into a large tree"),
)
"""What growing a tree is called, by its size before."""


def prompt(view: Observation) -> str:
    """Return the viewer's task."""
    if view.mid_move:
        return _("Sow: choose a cell")
    if [*view.legal_actions] == [WAIT]:
        return _("You can do nothing more today: wait")
    return _("Choose one of your trees, or wait until tomorrow")


def labels(view: Observation) -> dict[str, Label]:
    """Return what the commands are called, with their prices."""
    return {"WAIT": Label(_("Wait until tomorrow")), **dict(_priced(view))}


def locks_in(_view: Observation) -> bool:
    """A game has a hundred commands: each is given by a click."""
    return False


def _priced(view: Observation) -> Iterator[tuple[str, Label]]:
    s: Forest = view.record
    sizes, costs = (
        trees.sizes(s, view.player),
        trees.costs(trees.counts(s, view.player)),
    )
    for action in view.legal_actions:
        if GROW <= action < COMPLETE:
            yield write([action]), _growing(sizes[action - GROW], costs[sizes[action - GROW] + 1])
        elif COMPLETE <= action < SEED:
            yield write([action]), Label(_("Complete the tree"), _worth(s, action))
    if any(SEED <= action < TARGET for action in view.legal_actions):
        yield "SEED", Label(pgettext("a button", "Sow a seed"), _("{sun} sun", sun=costs[0]))


@cached_text(maxsize=64)
def _growing(size: int, cost: int) -> Label:
    """What growing a tree of a size is called, with its price."""
    return Label(_(_GROWN[size]), _("{sun} sun", sun=cost))


def _worth(s: Forest, action: int) -> str:
    """Return what it costs to complete a tree, and what it brings."""
    points = completion_points(s, action - COMPLETE)
    return ngettext(
        "{cost} sun, +{count} point", "{cost} sun, +{count} points", points, cost=COMPLETING
    )
