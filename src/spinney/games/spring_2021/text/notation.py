"""The moves of Spring Challenge 2021: actions to words and back, and why one is refused.

``WAIT`` · ``GROW 12`` · ``COMPLETE 12`` · ``SEED 3 7``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, some
from spinney.games.spring_2021.rules.geometry import CELLS, REACH, distance
from spinney.games.spring_2021.rules.legal_moves import cost
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    GROW,
    LARGEST,
    PLAYERS,
    RICHEST,
    SEED,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.trees import owned, owner_at, richness, size_at
from spinney.games.spring_2021.text import log
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation

VERBS = {"WAIT": WAIT, "GROW": GROW, "COMPLETE": COMPLETE, "SEED": SEED}
"""The verbs, and the first action of each."""
FORMS = ("WAIT", "GROW 12", "COMPLETE 12", "SEED 3 7")
LEAGUES = ("bronze", "Wood 1", "Wood 2")
VERBS_OF = (
    ("SEED", "GROW", "COMPLETE", "WAIT"),
    ("GROW", "COMPLETE", "WAIT"),
    ("COMPLETE", "WAIT"),
)
"""What a league is called, and what can be said in it."""
TREES = ("seed", "small tree", "medium tree", "large tree")
"""What a tree is called, by its size."""

# By the size of a tree: why its cell is not free, how far it sows, why it can't be completed.
TAKEN = (
    N_("{cell} is taken by a seed"),
    N_("{cell} is taken by a small tree"),
    N_("{cell} is taken by a medium tree"),
    N_("{cell} is taken by a large tree"),
)
TOO_FAR = (
    "",  # seeds don't sow at all
    N_("{target} is {distance} cells from {cell}, and a small tree sows no further than {size}"),
    N_("{target} is {distance} cells from {cell}, and a medium tree sows no further than {size}"),
    N_("{target} is {distance} cells from {cell}, and a large tree sows no further than {size}"),
)
SMALLER = (
    N_("only a large tree can be completed; on {cell} is a seed"),
    N_("only a large tree can be completed; on {cell} is a small tree"),
    N_("only a large tree can be completed; on {cell} is a medium tree"),
)


# Actions to words.


WORDS = (
    "WAIT",
    *(f"{verb} {cell}" for verb in ("GROW", "COMPLETE", "SEED") for cell in range(CELLS)),
    *map(str, range(CELLS)),
)
"""What each action adds to a move."""


def write(actions: Sequence[int]) -> str:
    """Return the move that actions make, or what they add to one; empty for none."""
    return " ".join([WORDS[action] for action in actions])


def parts(actions: Sequence[int]) -> tuple[str, list[int]]:
    """Return a move's verb and its cells: ``("SEED", [3, 7])``; no verb of a half without it."""
    verb, *cells = write(actions).split()
    return (verb, [*map(int, cells)]) if verb in VERBS else ("", [int(verb)])


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    return log.tell(facts)


# Words to actions.


def read(text: str) -> list[int]:
    """Return the actions of a move, whether or not it is legal now. Capitals don't matter.

    A cell alone is the rest of a move of which the tree that sows is chosen.

    Raises:
        Refused: it is not a move of this game.
    """
    verb, *words = text.upper().split() or [""]
    if not words and verb.isascii() and verb.isdecimal():
        return [TARGET + read_cell(verb)]
    if verb not in VERBS:
        raise Refused(_no_beginning(verb))
    form = FORMS[list(VERBS).index(verb)]
    if len(words) != form.count(" "):
        raise Refused(_("write it like: {form}", form=form))
    return actions_of(verb, [read_cell(word) for word in words])


def actions_of(verb: str, cells: Sequence[int]) -> list[int]:
    """Return the actions of a verb and its cells, the reverse of `parts`."""
    first = VERBS[verb] + sum(cells[:1])
    return [first, TARGET + cells[1]] if verb == "SEED" else [first]


def _no_beginning(word: str) -> str:
    forms = ", ".join(FORMS)
    return _("no move begins with {verb!r}; try: {forms}", verb=word, forms=forms)


def read_cell(word: str) -> int:
    """Return the cell of that number. Raises Refused."""
    if not re.fullmatch("[0-9]{1,9}", word) or int(word) >= CELLS:
        raise Refused(
            _(
                "{word!r} is not a cell; cells are numbered from 0 to {last}",
                word=word,
                last=CELLS - 1,
            )
        )
    return int(word)


# Why not.


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't be said here, and what would do."""
    if view.mid_move:
        return _("the move isn't complete; what can follow: {ways}", ways=some(list(view.legal)))
    verb, cells = parts(actions)
    if not verb:
        return _no_beginning(write(actions))
    if at == (2 if verb == "SEED" else 1):
        return _("{move!r} is a whole move; play one at a time", move=write(actions[:at]))
    reason = next(_objections(view.record, view.player, verb, cells))
    return _("{reason}; you can play: {ways}", reason=reason, ways=_ways(view, verb))


def _ways(view: Observation, verb: str) -> str:
    """What the viewer can say: with that verb if there is anything, else at all."""
    ways = list(view.legal)
    return some([way for way in ways if way.startswith(verb)] or ways)


def _objections(s: Forest, p: int, verb: str, cells: Sequence[int]) -> Iterator[str]:
    """The objections to a move, the first that applies first."""
    cell, *targets = cells
    if verb not in VERBS_OF[s.league]:
        yield _("in {league} nobody can {verb}", league=LEAGUES[s.league], verb=verb)
    owner, size = owner_at(s, cell), size_at(s, cell)
    if owner != p:
        yield (
            _("the tree on {cell} is not yours", cell=cell)
            if owner >= 0
            else _("there is no tree on {cell}", cell=cell)
        )
    if s.dormant >> cell & 1:
        yield _("the tree on {cell} is dormant until tomorrow", cell=cell)
    if verb == "GROW" and size == LARGEST:
        yield _("the tree on {cell} can't grow further", cell=cell)
    if verb == "COMPLETE" and size < LARGEST:
        yield _(SMALLER[size], cell=cell)
    for target in targets:
        yield from _objections_to_target(s, cell, size, target)
    price = cost(s, p, VERBS[verb] + cell)
    yield _("that costs {cost} sun, and you have {sun}", cost=price, sun=s.sun[p])


def _objections_to_target(s: Forest, cell: int, size: int, target: int) -> Iterator[str]:
    if size == 0:
        yield _("on {cell} is a seed, which can't sow yet", cell=cell)
    owner = owner_at(s, target)
    if owner >= 0:
        yield _(TAKEN[size_at(s, target)], cell=target)
    if not richness(s, target):
        yield _("nothing grows on {cell}", cell=target)
    if not REACH[size, cell] >> target & 1:
        far = distance(cell, target)
        yield _(TOO_FAR[size], target=target, distance=far, cell=cell, size=size)


# Given deals: the soil of every cell, and each player's trees.


def set_deal(record: Forest, soil: Sequence[str], red: Sequence[str], blue: Sequence[str]) -> None:
    """Lay out a given forest.

    Args:
        record: to lay it into.
        soil: the richness of each of the 37 cells in order, ``0`` (unusable) to ``3``.
        red: the cells of red's trees, ``22``; if one is not small with its size, ``22/3``,
            0 (a seed) to 3 (large).
        blue: the same of blue's.

    Raises:
        Refused: there is more or less soil than cells, a cell or size that doesn't exist, a tree
            where none can be, or a player without any.
    """
    if not (red and blue):
        raise Refused("each player is given one tree at least")
    _lay_soil(record, soil)
    for p in range(PLAYERS):
        for size in range(len(TREES)):
            record.trees[p, size] = 0
    for p, trees in enumerate((red, blue)):
        for word in trees:
            _plant(record, p, word)


def _lay_soil(record: Forest, soil: Sequence[str]) -> None:
    levels = [str(level) for level in range(RICHEST + 1)]
    if len(soil) != CELLS or not set(soil) <= set(levels):
        raise Refused(f"soil is {CELLS} numbers 0 to {RICHEST}, one for each cell in order")
    for level in range(RICHEST + 1):
        record.soil[level] = sum(1 << c for c in range(CELLS) if soil[c] == levels[level])


def _plant(record: Forest, p: int, word: str) -> None:
    place, _, size = word.partition("/")
    cell = read_cell(place)
    if size not in ("", "0", "1", "2", "3") or word.endswith("/"):
        raise Refused(
            f"{word!r} is not a tree; write a tree as its cell, or with its size 0 to 3, as 22/3"
        )
    if not richness(record, cell) or owner_at(record, cell) >= 0:
        raise Refused(f"no tree can be given on {cell}: it is unusable, or has one already")
    record.trees[p, int(size or 1)] |= 1 << cell


def deal_of(record: Forest) -> dict[str, Any]:
    """Return the deal that `set_deal` takes: the forest as it stands."""
    trees = (
        [_tree_word(record, c) for c in range(CELLS) if owned(record, p) >> c & 1]
        for p in range(PLAYERS)
    )
    soil = [str(richness(record, c)) for c in range(CELLS)]
    return {"soil": soil, **dict(zip(("red", "blue"), trees, strict=True))}


def _tree_word(record: Forest, cell: int) -> str:
    size = size_at(record, cell)
    return f"{cell}" if size == 1 else f"{cell}/{size}"
