"""Promises about moves and actions: legal ones are accepted, and no others."""

from __future__ import annotations

from random import Random

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.testing.violations import hold

LISTED = 400
"""The most moves that are listed whole."""


def check_actions(state: State, player: int, rng: Random) -> None:
    """The legal actions are ascending numbers of the action space, and only they are accepted."""
    actions, num_actions = state.legal_actions(player), state.game.rules.ACTIONS
    hold(list(actions) == sorted(set(actions)), "legal actions ascend", state, actions)
    hold(actions[0] >= 0 and actions[-1] < num_actions, "actions are below ACTIONS", state, actions)
    for action in {rng.randrange(num_actions) for _ in range(5)} | {-1, num_actions}:
        hold(
            _accepts(state, player, action) == (action in actions),
            "only legal actions are accepted",
            state,
            action,
        )


def _accepts(state: State, player: int, action: int) -> bool:
    try:
        return state.apply_action(player, action) is not None
    except Refused:
        return False


def check_moves(state: State, player: int, rng: Random) -> None:
    """Listing, counting, sampling, reading and playing moves all agree."""
    legal = state.legal(player)
    drawn = [legal.sample(rng.getrandbits(60)) for _ in range(3)]
    if len(legal) <= LISTED:
        listed = list(legal)
        hold(len(listed) == len(set(listed)) == len(legal), "moves are listed once", state)
        hold(set(drawn) <= set(listed), "samples are among the moves", state, drawn)
        drawn += rng.sample(listed, min(5, len(listed)))
    for move in drawn:
        check_move(state, player, move)


def check_move(state: State, player: int, move: str) -> None:
    """A legal move reads to actions that are written the same, and plays as they do."""
    actions = notation.read(state.observe(player), move)
    hold(state.game.notation.write(actions) == move, "words read back", state, move)
    hold(move in state.legal(player), "a legal move is in `legal`", state, move)
    stepped = state
    for action in actions:
        stepped = stepped.apply_action(player, action)
    hold(state.play(player, move) == stepped, "a move is its actions", state, move)
    odd = f"  {move.replace(' ', '   ')} "
    hold(state.play(player, odd) == stepped, "spaces don't matter", state, odd)


def check_refusals(state: State, rng: Random) -> None:
    """Check that illegal moves are refused with a message, for every player."""
    for player in range(state.game.num_players):
        for move in garbage(state, rng):
            if refusal(state, player, move) is None:
                legal = move in state.legal(player)
                hold(legal and player in state.to_act, "only legal moves are accepted", state, move)


def garbage(state: State, rng: Random) -> list[str]:
    """Return a few moves that are mostly wrong."""
    speaker = rng.choice(state.to_act)
    words = state.legal(speaker).sample(rng.getrandbits(60)).split()
    swapped = rng.sample(words, len(words))
    return ["", "?", "x" * 300, " ".join(words), " ".join(swapped), " ".join(words[:-1]),
            " ".join([*words, words[-1]])]  # fmt: skip


def refusal(state: State, player: int, move: str) -> str | None:
    """Return the words with which a move is refused, None if it is accepted."""
    try:
        state.play(player, move)
    except Refused as refused:
        hold(bool(str(refused)), "a refusal says why", state, move)
        return str(refused)
    return None
