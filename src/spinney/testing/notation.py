"""Promises about moves and actions: legal ones are accepted, and no others."""

from __future__ import annotations

import re
from random import Random

from spinney.core import notation, suggestions
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.testing.violations import hold

LISTED = 400
"""The most moves that are listed whole."""
REMARK, MORE = re.compile(r" \([^)]*\)"), "…"
"""In a list of moves: what is said of one, and what stands for those left out."""


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
    view = state.observe(player)
    actions = notation.read(view, move)
    hold(notation.writer(view)(actions) == move, "words read back", state, move)
    hold(move in state.legal(player), "a legal move is in `legal`", state, move)
    stepped = state
    for action in actions:
        stepped = stepped.apply_action(player, action)
    hold(state.play(player, move) == stepped, "a move is its actions", state, move)
    odd = f"  {move.replace(' ', '   ')} "
    hold(state.play(player, odd) == stepped, "spaces don't matter", state, odd)
    hold(bool(suggestions.describe(view, move)), "a move has a description", state, move)


def check_rest(state: State, player: int, rng: Random) -> None:
    """Once part of a move is taken, its rest reads back, and is described as the whole move is."""
    view = state.observe(player)
    move = state.legal(player).sample(rng.getrandbits(60))
    actions = notation.read(view, move)
    for taken in range(1, len(actions)):
        state = state.apply_action(player, actions[taken - 1])
        inside, rest = state.observe(player), actions[taken:]
        words = notation.writer(inside)(rest)
        hold(notation.read(inside, words) == rest, "the rest of a move reads back", inside, words)
        said, whole = suggestions.describe(inside, words), suggestions.describe(view, move)
        if whole != move:  # else the game describes no moves
            hold(said == whole, "the rest is described as the move is", inside, words, said, whole)


def check_refusals(state: State, rng: Random) -> None:
    """Check that illegal moves are refused with a message, for every player.

    What a message says to try can be played, and if the move was understood, so can the example.
    """
    for player in range(state.game.num_players):
        for move in garbage(state, rng):
            message = refusal(state, player, move)
            if message is None:
                legal = move in state.legal(player)
                hold(legal and player in state.to_act, "only legal moves are accepted", state, move)
                continue
            for example in examples(message, is_understood(state, player, move)):
                playable = example in state.legal(player)
                hold(playable, "what a refusal says to try can be played", state, move, message)


def garbage(state: State, rng: Random) -> list[str]:
    """Return a few moves that are mostly wrong."""
    game, speaker = state.game, rng.choice(state.to_act)
    words = state.legal(speaker).sample(rng.getrandbits(60)).split()
    swapped = rng.sample(words, len(words))
    some_action = game.describe(rng.randrange(game.num_actions))
    return ["", "?", "x" * 300, " ".join(words), " ".join(swapped), " ".join(words[:-1]),
            " ".join([*words, words[-1]]), some_action, *notation.examples(game)]  # fmt: skip


def examples(message: str, understood: bool) -> list[str]:
    """Return the moves that a refusal says to try; ``as:``: only in one that was understood."""
    marks = r"\b(?:try|as): " if understood else r"\btry: "
    lists = [re.split(r";(?! or: )", after)[0] for after in re.split(marks, message)[1:]]
    ways = [way for ways in lists for way in re.split(r"[;,] or: |, | or ", REMARK.sub("", ways))]
    return [way for way in ways if way != MORE]


def is_understood(state: State, player: int, move: str) -> bool:
    """Is a text a move of the game, if not now?"""
    moves = notation.for_view(state.observe(player))
    try:
        return not hasattr(moves, "read") or bool(moves.read(" ".join(move.split())))
    except Refused:
        return False


def refusal(state: State, player: int, move: str) -> str | None:
    """Return the words with which a move is refused, None if it is accepted."""
    try:
        state.play(player, move)
    except Refused as refused:
        hold(bool(str(refused)), "a refusal says why", state, move)
        return str(refused)
    return None
