"""The commands for each tree of the viewer: their prices, or the reasons against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from spinney.core.state import Observation
from spinney.games.spring_2021.rules.record import COMPLETING
from spinney.games.spring_2021.text.names import VERBS
from spinney.games.spring_2021.view_model.forest import DecodedForest
from spinney.i18n import N_, _, cached_text, pgettext


class Offer(NamedTuple):
    """What could be done with a tree.

    Attributes:
        verb: the command.
        label: what it is called.
        price: what it costs, in words.
        reason: why it can't be done now, in a sentence; empty: it can.
    """

    verb: str
    label: str
    price: str
    reason: str

    @property
    def line(self) -> str:
        """What can be done, or why not, in a line."""
        return self.reason or _("{action}: {price}", action=self.label, price=self.price)


_GROWS = (N_("Grow into a small tree"), N_("Grow into a medium tree"), N_("Grow into a large tree"))
_TOO_DEAR = {
    "GROW": N_("Not enough sun: growing costs {cost}, you have {sun}."),
    "SEED": N_("Not enough sun: a seed costs {cost}, you have {sun}."),
    "COMPLETE": N_("Not enough sun: completing costs {cost}, you have {sun}."),
}
_DORMANT = N_("This tree has done its work for today. Tomorrow it can act again.")
_NO_SOIL = N_("No free soil is in reach of this tree.")


def offers(model: DecodedForest) -> dict[int, tuple[Offer, ...]]:
    """Return by cell what could be done with each of the viewer's trees, if it is their turn."""
    view, me = model.view, model.me
    if not isinstance(view, Observation) or me not in view.to_act:
        return {}
    legal, prices, held = {*view.legal_actions}, model.costs(me), model.s.sun[me]
    by_cell = {}
    for cell, size in model.trees_of(me):
        of_tree = []
        for verb in _OF_SIZE[size]:
            if verb in model.verbs:
                price = _price(verb, size, prices)
                possible = VERBS[verb] + cell in legal
                why = "" if possible else _hindrance(verb, cell in model.dormant, held < price)
                of_tree.append(_offer(verb, size, price, why, held if why else 0))
        by_cell[cell] = tuple(of_tree)
    return by_cell


_OF_SIZE = (("GROW",), ("GROW", "SEED"), ("GROW", "SEED"), ("COMPLETE", "SEED"))
"""What can be done with a tree, by its size."""


def _price(verb: str, size: int, prices: Sequence[int]) -> int:
    """What a command costs for a tree of a size, given what one more tree of each size costs."""
    if verb == "COMPLETE":
        return COMPLETING
    return prices[0 if verb == "SEED" else size + 1]


def _hindrance(verb: str, is_dormant: bool, is_too_dear: bool) -> str:
    """Why a tree can't do something."""
    if is_dormant:
        return _DORMANT
    return _TOO_DEAR[verb] if is_too_dear else _NO_SOIL


@cached_text(maxsize=1024)
def _offer(verb: str, size: int, price: int, why: str, held: int) -> Offer:
    reason = _(why, cost=price, sun=held) if why else ""
    return Offer(verb, _called(verb, size), _("{count} sun", count=price), reason)


def _called(verb: str, size: int) -> str:
    if verb == "SEED":
        return pgettext("a button", "Sow a seed")
    return _("Complete the tree") if verb == "COMPLETE" else _(_GROWS[size])
