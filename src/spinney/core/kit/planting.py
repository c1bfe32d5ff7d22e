"""Describe where a card is planted, by the cards beside it."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.i18n import N_, _

_BESIDE = (
    N_("Plant {card} below {neighbour}"),
    N_("Plant {card} to the right of {neighbour}"),
    N_("Plant {card} to the left of {neighbour}"),
    N_("Plant {card} above {neighbour}"),
)
"""By where the neighbour is: above, on the left, on the right, below the place."""


def plant_beside(card: str, neighbours: Sequence[str]) -> str:
    """Return a planting as a request.

    Args:
        card: the card's name.
        neighbours: the names of what stands above, on the left, on the right and below the place;
            empty where nothing does.
    """
    for template, neighbour in zip(_BESIDE, neighbours, strict=True):
        if neighbour:
            return _(template, card=card, neighbour=neighbour)
    return _("Plant {card} as your first tree", card=card)
