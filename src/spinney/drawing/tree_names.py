"""The names of the trees on cards, in the reader's language."""

from __future__ import annotations

from spinney.i18n import N_, _

_NAMES = {
    "cassia": N_("Cassia"),
    "crabapple": N_("Crabapple"),
    "dogwood": N_("Dogwood"),
    "jacaranda": N_("Jacaranda"),
    "lilac": N_("Lilac"),
    "magnolia": N_("Magnolia"),
    "myrtle": N_("Myrtle"),
    "poinciana": N_("Poinciana"),
    "poplar": N_("Poplar"),
    "willow": N_("Willow"),
}


def tree_name(tree: str) -> str:
    """Return a tree's name as texts write it: ``Cassia``."""
    return _(_NAMES[tree])


def numbered_tree(tree: str, number: int) -> str:
    """Return a card's name as texts write it: ``Cassia 5``."""
    return _("{tree} {number}", tree=tree_name(tree), number=number)
