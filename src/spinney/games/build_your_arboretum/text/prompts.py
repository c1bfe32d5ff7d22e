"""The prompts of Build Your Arboretum: the task of a player, and the names of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core import notation
from spinney.core.prompts import Label
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import BID, CHOOSE, DONE, MOST, Arboreta
from spinney.games.build_your_arboretum.text.begun import is_paid, sent_groups
from spinney.games.build_your_arboretum.text.notation import END
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation


def prompt(view: Observation) -> str:
    """Return the viewer's task."""
    s: Arboreta = view.record
    if s.phase == CHOOSE:
        return _("Choose who starts the first round")
    if s.phase == BID:
        return _send(view)
    if s.held >= 0:
        return _("Choose the place where your card should grow")
    if s.taken >= 0:
        return _("Your board is full: choose the card to drop")
    if s.given > 0:
        return _give(view)
    verbs = {move.partition(" ")[0] for move in notation.choices(view)}
    if "plant" in verbs:
        return _("Plant a tree: choose a card, then its place")
    if "dig" in verbs:
        return _("Plant a tree from the refuse: choose a card, then its place")
    if {"take", "hire"} <= verbs:
        return _("Advertise a card on offer, or hire a parrot")
    if "take" in verbs:
        return _("Advertise a suit: choose a card on offer")
    return _("Choose what your parrots do") if verbs - {"skip"} else _("You can only skip")


def _send(view: Observation) -> str:
    """Return the task of bidding: to begin a bid, or what can follow in it."""
    if not sent_groups(view.record, view.player):
        return _("Send your parrots")
    if view.legal_actions == (DONE,):
        return _("You have sent all you can: end your bid")
    return _("Send more parrots, or end your bid")


def _give(view: Observation) -> str:
    """Return the task inside a hire."""
    if not is_paid(view.record, view.player):
        return _("Give more cards for the parrot")
    if view.legal_actions == (DONE,):
        return _("Hire the parrot")
    return _("Hire the parrot, or give more cards for it")


def labels(view: Observation) -> dict[str, Label]:
    """Return what the actions are called."""
    price = view.record.parrots[view.player] + 1
    groups = {
        f"{number}{plan}": Label(f"{number}", place)
        for number in range(1, MOST + 1)
        for plan, place in (("g", _("garden")), ("b", _("bulletin")))
    }
    return {
        **groups,
        "plant": Label(_("Plant")),
        "dig": Label(_("Plant from the refuse")),
        "take": Label(_("Advertise")),
        "hire": Label(_("Hire a parrot"), _("for cards worth {sum}", sum=price)),
        "start": Label(_("Become the starting player")),
        "skip": Label(_("Skip the rest of the round")),
        "none": Label(_("Send nobody")),
        END: Label(_("Send no more") if view.record.phase == BID else _("Hire a parrot")),
        **dict(zip(PLAYER_NAMES, map(Label, view.game.display_names), strict=True)),
    }
