"""Prompts: the task of a player in words, and the labels of buttons for parts of moves.

A game's module ``prompts`` may have

* ``prompt(view) -> str``: the task of a viewer who is to act, as a headline;
* ``labels(view) -> dict of Label``: what moves, or words of moves, are called on buttons;
* ``locks_in(view) -> bool``: does a secret choice need a second click? Without it, it does.

All of it is text for people, in their language; moves keep the notation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation


class Label(NamedTuple):
    """The label of a button.

    Attributes:
        text: what it does.
        note: what it costs or brings; empty for nothing.
    """

    text: str
    note: str = ""


def prompt(view: Observation) -> str:
    """Return the task of the viewer, who is to act."""
    writer = getattr(view.game.part("prompts"), "prompt", None)
    return str(writer(view)) if writer else _("Your turn")


def labels(view: Observation) -> dict[str, Label]:
    """Return the labels of buttons, by the move or the word of a move that they stand for."""
    called = getattr(view.game.part("prompts"), "labels", None)
    return dict(called(view)) if called else {}


def locks_in(view: Observation) -> bool:
    """Return whether a choice that nobody else sees yet is only made by a second click."""
    hook = getattr(view.game.part("prompts"), "locks_in", None)
    return bool(hook(view)) if hook else True
