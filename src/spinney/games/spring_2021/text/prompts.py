"""What a player of Spring Challenge 2021 is to do, in words, and what commands are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from spinney.core.prompts import Label
from spinney.games.spring_2021.rules.legal_moves import cost
from spinney.games.spring_2021.rules.record import COMPLETE, GROW, SEED, TARGET, WAIT, Forest
from spinney.games.spring_2021.rules.scoring import completion_points
from spinney.games.spring_2021.rules.trees import size_at
from spinney.games.spring_2021.text.notation import write
from spinney.i18n import N_, _, ngettext

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
        return _("Sow: click a cell")
    if [*view.legal_actions] == [WAIT]:
        return _("You can do nothing more today: wait")
    return _("Click one of your trees, or wait until tomorrow")


def labels(view: Observation) -> dict[str, Label]:
    """Return what the commands are called, with their prices."""
    return {"WAIT": Label(_("Wait until tomorrow")), **dict(_priced(view))}


def locks_in(_view: Observation) -> bool:
    """A game has a hundred commands: each is given by a click."""
    return False


def _priced(view: Observation) -> Iterator[tuple[str, Label]]:
    s: Forest = view.record
    for action in view.legal_actions:
        if action == WAIT or action >= TARGET:
            continue
        price = _("{sun} sun", sun=cost(s, view.player, action))
        if action >= SEED:
            yield "SEED", Label(_("Sow: click a cell"), price)
        elif action >= COMPLETE:
            yield write([action]), Label(_("Complete the tree"), _worth(s, view.player, action))
        else:
            yield write([action]), Label(_(_GROWN[size_at(s, action - GROW)]), price)


def _worth(s: Forest, player: int, action: int) -> str:
    """Return what it costs to complete a tree, and what it brings."""
    points = completion_points(s, action - COMPLETE)
    price = cost(s, player, action)
    return ngettext("{cost} sun, +{count} point", "{cost} sun, +{count} points", points, cost=price)
