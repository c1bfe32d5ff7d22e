"""One playout: through the tree, on by the prior, to a reward."""

from __future__ import annotations

from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import (
    action_weights,
    apply,
    evaluate,
    events,
    infoset,
    is_leaf,
    keeps_weights,
    legal,
    mid_move,
    num_players,
    outcome,
    sample,
    settle,
    to_act,
)
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import mix, random, unit
from spinney.kernel.rule import lowest, rule
from spinney.search.tree import Tree, keep_weights, most_promising, recall_weights, update
from spinney.search.tuning import Tuning
from spinney.search.workspace import DEPTH, Workspace


@rule
def start(s: Any, me: int, workspace: Workspace, roots: Ints, players: int) -> None:
    """Put every player at the root of the tree, where ``me`` chooses."""
    workspace.length = 0
    workspace.nodes_by_observer = 1 if infoset(s, me) == 0 else 0
    for p in range(players):
        workspace.keys[p] = roots[p]
        workspace.inside[p] = 1


@rule
def play(a: Any, tree: Tree, tuning: Tuning, workspace: Workspace, r: int) -> int:
    """Play ``a[1]`` through the trees, then on without them; return the next random state.

    Once a player has left the trees, the playout ends at the next quiet state: the players still
    inside may have nothing to choose for long. Works in ``a[2]``, the state before as the observer
    sees it, and where a network weighs actions in ``a[3]``.
    """
    s = a[1]
    players = num_players(s)
    inside = players
    while inside > 0:
        if workspace.nodes_by_observer == 1:
            a[2] = a[1]
        acting = to_act(s)
        if acting == 0:
            stage = settle(s)
            if stage == 0:
                return r
            hash_events(a[2], s, -1, stage, players, workspace)
            continue
        if inside < players and is_leaf(s):
            return play_on(a, tuning, workspace, r)
        p = lowest(acting)
        action = -1
        was_inside = workspace.inside[p]
        if was_inside == 1:
            action = step_by_tree(a, p, tree, tuning, workspace)
        goes_on = tuning.whole_moves > 0.0 and was_inside == 1 and action >= 0
        if action < 0:
            r = random(r)
            action = step_by_prior(a, p, tuning.random_share, workspace, r)
        apply(s, p, action)
        if goes_on and mid_move(s, p):
            workspace.inside[p] = 1
        inside -= was_inside - workspace.inside[p]
        hash_events(a[2], s, p, action, players, workspace)
    return play_on(a, tuning, workspace, r)


@rule
def play_on(a: Any, tuning: Tuning, workspace: Workspace, r: int) -> int:
    """Play ``a[1]`` by preference to a leaf, or past some of them; return the next random state."""
    s = a[1]
    left = tuning.rollout
    acting = settle_stages(s)
    while acting != 0:
        if is_leaf(s):
            if left <= 0.0:
                break
            left -= 1.0
        p = lowest(acting)
        r = random(r)
        apply(s, p, step_by_prior(a, p, tuning.random_share, workspace, r))
        acting = settle_stages(s)
    return r


@rule
def hash_events(was: Any, s: Any, p: int, action: int, players: int, workspace: Workspace) -> None:
    """Fold the latest events into the hash of each player who is still in the tree.

    Nothing is done if the game defines `infoset`.
    """
    if workspace.nodes_by_observer == 0:
        return
    for q in range(players):
        if workspace.inside[q] == 1:
            for i in range(events(was, s, q, p, action, workspace.codes)):
                workspace.keys[q] = mix(workspace.keys[q], workspace.codes[i])


@rule
def step_by_tree(a: Any, p: int, tree: Tree, tuning: Tuning, workspace: Workspace) -> int:
    """Return the action to try in ``a[1]``; -1: none, because the tree is full.

    The player leaves the tree with an action that was never tried before; `play` may take them back
    until their move is complete.
    """
    s = a[1]
    n = legal(s, p, workspace.actions)
    if n == 1:
        return workspace.actions[0]
    if workspace.length == DEPTH or 4 * workspace.entries > 3 * len(tree):
        workspace.inside[p] = 0
        return -1
    node = node_of(s, p, workspace.keys[p])
    weigh(a, p, tree, node, n, workspace)
    n = leave_out(workspace.actions, workspace.weights, n)
    i = most_promising(
        tree, node, workspace.actions, n, workspace.weights, tuning.exploration, workspace.places
    )
    if tree[workspace.places[i]].visits == 0:
        workspace.inside[p] = 0
    workspace.path[workspace.length] = mix(node, workspace.actions[i])
    workspace.takers[workspace.length] = p
    workspace.length += 1
    return workspace.actions[i]


@rule
def weigh(a: Any, p: int, tree: Tree, node: int, n: int, workspace: Workspace) -> None:
    """Write the weights of the actions at a node: those that the tree keeps, if it keeps any.

    A node of another player is reached in many determinizations. The player's view differs between
    these, and the kept weights are those of the first.
    """
    if keeps_weights():
        if not recall_weights(tree, node, workspace.actions, n, workspace.weights):
            action_weights(a, 1, 3, p, workspace.actions, n, workspace.weights)
            workspace.entries += keep_weights(tree, node, workspace.actions, n, workspace.weights)
    else:
        action_weights(a, 1, 3, p, workspace.actions, n, workspace.weights)


@rule
def node_of(s: Any, p: int, observer: int) -> int:
    """Return the hash of a player's node: the game's `infoset`, or that of the events seen."""
    known = infoset(s, p)
    return known if known != 0 else observer


@rule
def leave_out(actions: Ints, weights: Floats, n: int) -> int:
    """Leave out actions of weight 0; return how many remain. By `prior` not all weigh 0."""
    m = 0
    for i in range(n):
        if weights[i] > 0.0:
            actions[m] = actions[i]
            weights[m] = weights[i]
            m += 1
    return m


@rule
def step_by_prior(a: Any, p: int, random_share: float, workspace: Workspace, r: int) -> int:
    """Return an action in ``a[1]`` drawn by the prior, or at random with ``random_share``."""
    s = a[1]
    if unit(r) < random_share:
        return sample(s, p, mix(r, 1), workspace.actions)
    n = legal(s, p, workspace.actions)
    if n == 1:
        return workspace.actions[0]
    action_weights(a, 1, 3, p, workspace.actions, n, workspace.weights)
    return workspace.actions[pick(workspace.weights, n, unit(mix(r, 2)))]


@rule
def pick(weights: Floats, n: int, x: float) -> int:
    """Return an index in proportion to the weights, for ``x`` evenly drawn from 0 to 1."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    rest = x * total
    for i in range(n):
        rest -= weights[i]
        if rest < 0.0:
            return i
    return n - 1


@rule
def reward_of(s: Any, tuning: Tuning, workspace: Workspace) -> None:
    """Write each player's reward of the playout."""
    evaluate(s, workspace.reward)
    if to_act(s) == 0:
        outcome(s, workspace.outcome)
        for p in range(num_players(s)):
            won = (workspace.outcome[p] + 1) / 2
            workspace.reward[p] = won + tuning.margin_weight * (workspace.reward[p] - won)


@rule
def backpropagate(s: Any, tree: Tree, workspace: Workspace) -> None:
    """Update the tree with the rewards of the playout."""
    for k in range(workspace.length):
        workspace.entries += update(tree, workspace.path[k], workspace.reward[workspace.takers[k]])
    for p in range(num_players(s)):
        workspace.rewards[p] += workspace.reward[p]
