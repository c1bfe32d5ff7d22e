"""The names of suits, trees, cards, cells and groups: as moves write them and as sentences do."""

from __future__ import annotations

from spinney.drawing.tree_names import numbered_tree
from spinney.games.build_your_arboretum.rules.record import CARDS, CELLS, SIDE
from spinney.i18n import cached_text

# Suits.

SUIT_LETTERS = "PQRSTUVW"
"""The letter of each suit."""

TREES = (
    "cassia",
    "lilac",
    "myrtle",
    "poplar",
    "jacaranda",
    "poinciana",
    "magnolia",
    "willow",
)
"""The tree of each suit."""


# Cards.


def card_name(card: int) -> str:
    """Return a card's name in moves: ``Q7``."""
    return f"{SUIT_LETTERS[card // 8]}{card % 8 + 1}"


CARD_NAMES = tuple(map(card_name, range(CARDS)))
"""The name of each card in moves."""


@cached_text(maxsize=CARDS)
def card_title(card: int) -> str:
    """Return a card's name in sentences: ``Lilac 7``."""
    return numbered_tree(TREES[card // 8], card % 8 + 1)


# Cells.

COLUMNS = "ABCDEF"
"""The letter of each column, from the left."""


def cell_name(cell: int) -> str:
    """Return a cell's name: column letter from the left, row number from the top, ``D5``."""
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


CELL_NAMES = tuple(map(cell_name, range(CELLS)))
"""The name of each cell in moves."""


# Groups.


def group_name(group: int) -> str:
    """Return a group's name, parrots and plan, by its number among the actions: ``3b``."""
    return f"{group // 2 + 1}{'gb'[group % 2]}"
