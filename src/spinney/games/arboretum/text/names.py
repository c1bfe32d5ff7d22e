"""The names of trees, cards and cells: as moves write them and as sentences do."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.drawing.tree_names import numbered_tree, tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import CARDS, CELLS, MOST, SPAN
from spinney.i18n import cached_text

# Cards.


def card_name(card: int) -> str:
    """Return a card's name in moves: ``cassia5``."""
    return f"{TREES[card // 8]}{card % 8 + 1}"


CARD_NAMES = tuple(map(card_name, range(CARDS)))
"""The name of each card in moves."""


@cached_text(maxsize=CARDS)
def card_title(card: int) -> str:
    """Return a card's name in sentences: ``Cassia 5``."""
    return numbered_tree(TREES[card // 8], card % 8 + 1)


def _short(tree: str, trees: Sequence[str]) -> str:
    """Return the first two letters of a tree, or as many as no other tree begins with."""
    least = next(n for n in range(2, 9) if sum(t.startswith(tree[:n]) for t in trees) == 1)
    return tree[:least].capitalize()


SHORT = tuple(_short(tree, TREES) for tree in TREES)
"""Each tree as a move may cut it: ``Ca``, ``Poi``, ``Pop``."""


@cached_text(maxsize=32)
def lettering(colour: int) -> str:
    """Return how a tree's name begins, as its cards show it in the reader's language."""
    trees = [tree_name(tree) for tree in TREES]
    return _short(trees[colour], trees)


# Cells.

REACH = MOST - 1
"""How far from its first card an arboretum can grow, in each direction."""

Place = tuple[int, int]
"""A place in an arboretum: x to the right and y up from its first card."""


PLACES: tuple[Place, ...] = tuple((c % SPAN - REACH, REACH - c // SPAN) for c in range(CELLS))
"""The place of each cell, counted to the right and up from the first card."""


def place_name(place: Place) -> str:
    """Return a place's name in moves: ``2,-1``."""
    return f"{place[0]},{place[1]}"


def cell_name(cell: int) -> str:
    """Return a cell's name in moves: ``-1,2``."""
    return place_name(PLACES[cell])
