"""The words that a page offers for moves: a tree of them, or those of the next action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.i18n import _

Tree = dict[str, Any]
"""Words to what can follow them: another tree, 1 where the move ends there, or an empty tree
where it goes on with an action that must be asked for.

Where a move may end or go on, the tree of what follows has the empty word."""


def tree(moves: Iterable[str]) -> Tree:
    """Return a tree of complete moves."""
    root: Tree = {}
    for move in moves:
        node: Any = root
        *words, last = move.split()
        for word in words:
            below = node.setdefault(word, {})
            if below == 1:  # a move ends there, and another goes on
                below = node[word] = {"": 1}
            node = below
        if last not in node:
            node[last] = 1
        elif node[last] != 1:
            node[last][""] = 1
    return root


def _grow(node: Tree, words: Iterable[str]) -> Tree:
    for word in words:
        node = node.setdefault(word, {})
    return node


def _short(node: Tree) -> Any:
    """Write an end as 1, so that most of a long list is as short as can be."""
    if node == {"": 1}:
        return 1
    return {word: below if word == "" else _short(below) for word, below in node.items()}


def whole(view: Observation) -> Tree | None:
    """Return the tree of all the viewer can say; None where there is too much of it."""
    return tree(notation.choices(view)) if view.legal_actions and notation.is_listed(view) else None


def following(view: Observation, said: str) -> Tree:
    """Return what can follow the words already said, as far as the next action tells.

    Raises:
        Refused: no move of the viewer begins so.
    """
    said = " ".join(said.split())
    root: Tree = {}
    for words, complete in notation.following(view, said):
        node = _grow(root, words)
        if complete:
            node[""] = 1
    if not root:
        raise Refused(_("none of your moves begins with {said!r}", said=said))
    return {word: below if word == "" else _short(below) for word, below in root.items()}
