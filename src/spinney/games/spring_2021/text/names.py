"""The names of moves, cells, soils and trees."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.second_person import text_about
from spinney.games.spring_2021.rules.geometry import CELLS
from spinney.games.spring_2021.rules.record import COMPLETE, GROW, RICHNESS_BONUS, SEED, WAIT
from spinney.i18n import N_, ngettext

# Moves.

VERBS = {"WAIT": WAIT, "GROW": GROW, "COMPLETE": COMPLETE, "SEED": SEED}
"""The verbs, and the first action of each."""
FORMS = {"WAIT": "WAIT", "GROW": "GROW 12", "COMPLETE": "COMPLETE 12", "SEED": "SEED 3 7"}
"""What a move with each verb is like."""
VERBS_OF = (
    ("SEED", "GROW", "COMPLETE", "WAIT"),
    ("GROW", "COMPLETE", "WAIT"),
    ("COMPLETE", "WAIT"),
)
"""What can be said in each league, by its number."""
WORDS = (
    "WAIT",
    *(f"{verb} {cell}" for verb in ("GROW", "COMPLETE", "SEED") for cell in range(CELLS)),
    *map(str, range(CELLS)),
)
"""What each action adds to a move."""


def move_name(actions: Sequence[int]) -> str:
    """Return what actions add to a move: the move if they are all of one; empty for none."""
    return " ".join([WORDS[action] for action in actions])


def parts(actions: Sequence[int]) -> tuple[str, list[int]]:
    """Return a move's verb and its cells: ``("SEED", [3, 7])``; no verb of a half without it."""
    verb, *cells = move_name(actions).split()
    return (verb, [*map(int, cells)]) if verb in VERBS else ("", [int(verb)])


# Cells, soils and trees.

CELL_NAMES = tuple(map(str, range(CELLS)))
"""The name of each cell."""
SOILS = (N_("Nothing grows here"), N_("Poor soil"), N_("Good soil"), N_("Rich soil"))
"""What the ground is called, by richness."""
BONUS = tuple(map(int, RICHNESS_BONUS))
"""The points for completing a tree there, besides the nutrients."""
_TREES_OF = (
    (N_("Your seed"), N_("{name}’s seed")),
    (N_("Your small tree"), N_("{name}’s small tree")),
    (N_("Your medium tree"), N_("{name}’s medium tree")),
    (N_("Your large tree"), N_("{name}’s large tree")),
)
"""What a player's tree is called by its size, to "you" and to others."""


def tree_of(name: str, size: int) -> str:
    """What a player's tree is called."""
    return text_about(name, *_TREES_OF[size])


def many_trees(count: int, size: int) -> str:
    """How many trees of a size there are, in words."""
    if size == 0:
        return ngettext("{count} seed", "{count} seeds", count)
    if size == 1:
        return ngettext("{count} small tree", "{count} small trees", count)
    if size == 2:
        return ngettext("{count} medium tree", "{count} medium trees", count)
    return ngettext("{count} large tree", "{count} large trees", count)
