"""Suggest a move to people: describe it, and give reasons, in their language.

A game's module ``suggestions`` may have

* ``describe(view, actions) -> str``: what a move does, as a request without a full stop ("Plant
  Cassia 5 beside Lilac 4"); without it, people read the move as it is written;
* ``benefit(view, actions) -> str``: reasons for a move besides the points it gains at once, as
  whole sentences; empty for none.

In both, players stand as marks (`core.narration`), which `named` replaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core import notation
from spinney.core.gains import Gain, gains
from spinney.core.narration import named
from spinney.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spinney.core.state import Observation

MOST_GAINS = 2
"""How many gains of a move are named."""


def describe(view: Observation, move: str) -> str:
    """Return a legal move of the viewer as a plain request; names are those of the view."""
    writer = getattr(view.game.part("suggestions"), "describe", None)
    if writer is None:
        return move
    return named(str(writer(view, notation.read(view, move))), view.game.display_names.__getitem__)


def benefit(view: Observation, move: str) -> str:
    """Return what a legal move of the viewer gains or keeps, in sentences; empty for nothing."""
    actions = notation.read(view, move)
    sentences = [_gained(gain) for gain in gains(view, actions)[:MOST_GAINS]]
    hook = getattr(view.game.part("suggestions"), "benefit", None)
    if hook is not None:
        sentences.append(named(str(hook(view, actions)), view.game.display_names.__getitem__))
    return " ".join(filter(None, sentences))


def odds(chance: int, certain: bool) -> str:
    """Return how likely a win is, in a sentence.

    Args:
        chance: in percent.
        certain: is it sure that it is won, or lost?
    """
    if not certain:
        return _("{chance} % to win.", chance=chance)
    if chance > 0:
        return _("A certain win.")
    return _("Lost for certain, unless the other player makes a mistake.")


def compare(chance: int, others: Sequence[int]) -> str:
    """Return how a move compares with the next best, in a sentence.

    Args:
        chance: to win with it, in percent.
        others: the chances of other moves that were considered; none: an empty sentence.
    """
    if not others:
        return ""
    best = max(others)
    if best > chance:
        return _(
            "Another move shows {chance} %, but it was tried less often, so that is less sure.",
            chance=best,
        )
    if best == chance == 0:
        return _("No other move has a better chance.")
    if best == chance:
        return _("The next best move is just as good.")
    if best >= chance - 2:
        return _("The next best move comes close: {chance} %.", chance=best)
    return _("The next best move wins only {chance} %.", chance=best)


def _gained(gain: Gain) -> str:
    if gain.before:
        return ngettext(
            "{what}: {count} point instead of {before}.",
            "{what}: {count} points instead of {before}.",
            gain.after,
            what=gain.title,
            before=gain.before,
        )
    return ngettext(
        "{what}: {count} point.", "{what}: {count} points.", gain.after, what=gain.title
    )
