"""Small games as whole trees in OpenSpiel's own memory, where its exact methods are fast."""

from __future__ import annotations

from typing import Any

import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]

from spinney.core.errors import Refused

MOST_NODES = 2_000_000
"""A larger tree isn't written."""


def whole_tree(game: Any, most: int = MOST_NODES) -> Any:
    """Return a small game of OpenSpiel as a tree: the same nodes, without asking Python for them.

    Its information states end with those of the game itself (`word_of`), and its actions have the
    same names, but not the same numbers.

    Args:
        game: a turn-based game, as the mini games are.
        most: how many nodes the tree may have.

    Raises:
        Refused: players act at once, or the tree is larger.
    """
    if game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise Refused("only a turn-based game is a tree of OpenSpiel: load its turn-based form")
    return pyspiel.load_efg_game(_Writer(most).write(game))


def word_of(information_state: str) -> str:
    """Return the information state of the game itself, given that of its `whole_tree`."""
    return information_state.split("-", 3)[3]


class _Writer:
    """Writes a game in the extensive form of Gambit, node by node, depth first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sets: dict[int, dict[str, int]] = {}
        self._ends = 0
        self._lines: list[str] = []

    def write(self, game: Any) -> str:
        names = " ".join(f'"{player + 1}"' for player in range(game.num_players()))
        self._lines = [f'EFG 2 R "{game}" {{ {names} }}']
        left = [game.new_initial_state()]
        while left:
            if len(self._lines) > self._most:
                raise Refused(f"this game has more than {self._most} nodes")
            state = left.pop()
            self._lines.append(self._node(state))
            if state.is_chance_node():
                left += [state.child(a) for a, _ in reversed(state.chance_outcomes())]
            elif not state.is_terminal():
                left += [state.child(a) for a in reversed(state.legal_actions())]
        return "\n".join(self._lines) + "\n"

    def _node(self, state: Any) -> str:
        if state.is_terminal():
            self._ends += 1
            payoffs = " ".join(f"{payoff:.17g}" for payoff in state.returns())
            return f't "" {self._ends} "" {{ {payoffs} }}'
        if state.is_chance_node():
            deals = " ".join(f'"{a}" {chance:.17g}' for a, chance in state.chance_outcomes())
            return f'c "" 1 "" {{ {deals} }} 0'
        player = state.current_player()
        word = state.information_state_string()
        number = self._number(player, word)
        actions = " ".join(f'"{state.action_to_string(a)}"' for a in state.legal_actions())
        return f'p "" {player + 1} {number} "{word}" {{ {actions} }} 0'

    def _number(self, player: int, word: str) -> int:
        """Return the number of an information set, counted for each player from 1."""
        own = self._sets.setdefault(player, {})
        return own.setdefault(word, len(own) + 1)
