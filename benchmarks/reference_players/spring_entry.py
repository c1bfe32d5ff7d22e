"""The functions of the two opponents for Spring Challenge 2021 that Python calls."""

from __future__ import annotations

from typing import Any

from benchmarks.reference_players.spring_beam import begin_search, search_on
from benchmarks.reference_players.spring_tree import (
    descend,
    keep_since,
    most_visited,
    play_out,
    reward,
    update_choices,
)
from spinney.kernel.rule import rule


@rule
def search_tree(
    a: Any, nodes: Any, choices: Any, workspaces: Any, settings: Any, playouts: int, r: int
) -> int:
    """Learn from so many playouts of ``a[0]``, in ``a[1]``; return the next random state."""
    for _ in range(playouts):
        a[1] = a[0]
        descend(a, nodes, choices, workspaces[0], settings[0])
        r = play_out(a[1], settings[0], r)
        update_choices(choices, workspaces[0], reward(a[1], settings[0], workspaces[0].points))
    return r


@rule
def tree_step(a: Any, p: int, nodes: Any, choices: Any) -> int:
    """Return the command of a player that was tried most from ``a[0]``; -1 if none was."""
    return most_visited(a[0], p, nodes, choices)


@rule
def prune_tree(day: int, nodes: Any, choices: Any, to: Any, row: Any, workspaces: Any) -> None:
    """Copy what can still be reached on a day to other lists: nodes ``to``, choices ``row``."""
    keep_since(day, nodes, choices, to, row, workspaces[0])


@rule
def begin_beam(
    a: Any, beam: Any, traces: Any, line: Any, workspaces: Any, me: int, width: int, run: int
) -> bool:
    """Begin a beam search for a player from ``a[0]``; return whether there is a choice."""
    return begin_search(a, beam, traces, line[0], workspaces[0], me, width, run)


@rule
def search_beam(
    a: Any, beam: Any, offers: Any, traces: Any, line: Any, plan: Any, weights: Any,
    workspaces: Any, count: int,
) -> bool:  # fmt: skip
    """Go on for about so many states; return whether there is more to do.

    ``line[0]`` is what the other does; the best plan is written to ``plan[0]``.
    """
    return search_on(a, beam, offers, traces, line[0], plan[0], weights[0], workspaces[0], count)
