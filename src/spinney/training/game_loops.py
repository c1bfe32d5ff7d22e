"""Self-play by search for training: whole games in compiled code, and their samples."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import (
    ACTIONS,
    PLAYERS,
    apply,
    begin,
    deal,
    determinize,
    events,
    legal,
    mid_move,
    num_players,
    observe,
    settle,
    to_act,
)
from spinney.kernel.records import Ints
from spinney.kernel.rng import mix, random, seeded, unit
from spinney.kernel.rule import rule, scratch
from spinney.search.entry import grow
from spinney.search.one_ply import LONGEST
from spinney.search.playout import node_of, pick
from spinney.search.root_parallel import ENOUGH_VISITS, MORE
from spinney.search.tree import Tree, find
from spinney.search.tuning import Tuning

GAME = 5
"""The index of the game in the batch."""
PLAYER, BEGINS, COUNT = range(3)
"""The columns of samples: who chooses; 1 at the begin of a move; how many actions were weighed."""


@rule
def play_training_game(
    a: Any,
    options: Ints,
    seed: int,
    tree: Tree,
    workspaces: Any,
    tuning: Tuning,
    playouts: int,
    exploring: float,
    kept: Any,
    samples: Any,
    pairs: Any,
) -> int:
    """Play a game by search, and keep each state in which somebody chose, and the last one.

    Works in ``a[0]`` to ``a[4]``; the game is in ``a[GAME]``. An action is drawn by its visits with
    the probability ``exploring``, else the favourite is taken. ``samples`` gets a row for each
    state, ``pairs`` the actions that could be taken there and their visits. Returns how many
    states there are besides the last; -1 if these arrays are too short for the game.
    """
    chosen = scratch(PLAYERS * LONGEST)
    counts = scratch(PLAYERS * LONGEST)
    r = mix(seeded(seed), 2)
    n = 0
    used = 0
    deal(a[GAME], options, seed)
    begin(a[GAME])
    while True:
        acting = to_act(a[GAME])
        if acting == 0:
            if settle(a[GAME]) == 0:
                kept[n] = a[GAME]
                return n
            continue
        secret = acting & (acting - 1) != 0
        for p in range(PLAYERS):
            if acting >> p & 1:
                a[0] = a[GAME]
                observe(a[0], p)
                r = choose(
                    a, p, secret, tree, workspaces, tuning, playouts, exploring,
                    chosen, counts, pairs, used, r,
                )  # fmt: skip
                used += total_of(counts, chosen, p * LONGEST)
        n = take_actions(a, acting, chosen, counts, kept, samples, n)
        if n >= len(kept) or used > len(pairs):
            return -1


@rule
def total_of(counts: Ints, chosen: Ints, start: int) -> int:
    """Return how many actions were weighed for a move."""
    total = 0
    k = start
    while chosen[k] >= 0:
        total += counts[k]
        k += 1
    return total


@rule
def take_actions(
    a: Any, acting: int, chosen: Ints, counts: Ints, kept: Any, samples: Any, n: int
) -> int:
    """Take the chosen actions, and keep the states before them; return the number of states.

    Those for which there is no room are counted, but not kept.
    """
    for p in range(PLAYERS):
        if acting >> p & 1:
            start = p * LONGEST
            k = start
            while chosen[k] >= 0:
                if k == start or counts[k] > 0:
                    if n < len(kept):
                        kept[n] = a[GAME]
                        samples[n, PLAYER] = p
                        samples[n, BEGINS] = 1 if k == start else 0
                        samples[n, COUNT] = counts[k]
                    n += 1
                apply(a[GAME], p, chosen[k])
                k += 1
    return n


@rule
def choose(
    a: Any,
    me: int,
    secret: bool,
    tree: Tree,
    workspaces: Any,
    tuning: Tuning,
    playouts: int,
    exploring: float,
    chosen: Ints,
    counts: Ints,
    pairs: Any,
    used: int,
    r: int,
) -> int:
    """Choose a move from ``a[0]``, what the player sees; return the next random state."""
    actions = scratch(ACTIONS)
    visits = scratch(ACTIONS)
    roots = scratch(PLAYERS)
    clear(tree, workspaces)
    for q in range(PLAYERS):
        roots[q] = seeded(q + 1)
    start = me * LONGEST
    k = start
    while k == start or mid_move(a[0], me):
        n = legal(a[0], me, actions)
        i = 0
        counts[k] = 0
        if n > 1:
            share = playouts if k == start else max(1, playouts // MORE)
            r = weigh_actions(a, me, tree, workspaces, roots, tuning, share, actions, n, visits, r)
            counts[k] = n
            keep_visits(actions, n, visits, pairs, used)
            used += n
            r = random(r)
            i = draw(visits, n, secret, exploring, tuning, r)
        chosen[k] = actions[i]
        r = go_on(a, me, chosen[k], workspaces, roots, r)
        k += 1
    chosen[k] = -1
    return r


@rule
def weigh_actions(
    a: Any,
    me: int,
    tree: Tree,
    workspaces: Any,
    roots: Ints,
    tuning: Tuning,
    playouts: int,
    actions: Ints,
    n: int,
    visits: Ints,
    r: int,
) -> int:
    """Write how often each action was visited; if the visits are too few, first search.

    Returns the next random state.
    """
    if count_visits(a[0], me, tree, roots[me], actions, n, visits) < ENOUGH_VISITS:
        r = grow(a, me, tree, workspaces, roots, tuning, playouts, r)
        count_visits(a[0], me, tree, roots[me], actions, n, visits)
    return r


@rule
def keep_visits(actions: Ints, n: int, visits: Ints, pairs: Any, used: int) -> None:
    """Write the actions and their visits into ``pairs``, behind those ``used``, if they fit."""
    if used + n > len(pairs):
        return
    for j in range(n):
        pairs[used + j, 0] = actions[j]
        pairs[used + j, 1] = visits[j]


@rule
def clear(tree: Tree, workspaces: Any) -> None:
    """Forget the trees of the move before."""
    for i in range(len(tree)):
        tree[i].key = 0
        tree[i].visits = 0
        tree[i].reward_sum = 0.0
    workspaces[0].entries = 0
    workspaces[0].plausibility = 0.0


@rule
def count_visits(
    s: Any, p: int, tree: Tree, observer: int, actions: Ints, n: int, visits: Ints
) -> int:
    """Write how often each action was taken; return the sum."""
    node = node_of(s, p, observer)
    total = 0
    for i in range(n):
        visits[i] = tree[find(tree, mix(node, actions[i]))].visits
        total += visits[i]
    return total


@rule
def draw(visits: Any, n: int, secret: bool, exploring: float, tuning: Tuning, r: int) -> int:
    """Return the index of the action to take: mostly the one that was visited most.

    Where the choice is secret, visits below the least share become 0.
    """
    best = 0
    for i in range(n):
        if visits[i] > visits[best]:
            best = i
    if unit(r) < exploring:
        return pick(visits, n, unit(mix(r, 1)))
    if secret:
        for i in range(n):
            if visits[i] < tuning.min_visit_share * visits[best]:
                visits[i] = 0
        return pick(visits, n, unit(mix(r, 2)))
    return best


@rule
def go_on(a: Any, me: int, action: int, workspaces: Any, roots: Ints, r: int) -> int:
    """Bring ``a[0]`` and the roots to where the player has taken an action of a move."""
    codes = workspaces[0].codes
    a[2] = a[0]
    r = determinize(a[2], me, r)
    a[3] = a[2]
    apply(a[3], me, action)
    if mid_move(a[3], me):  # else others' choices may have been settled too
        for q in range(num_players(a[3])):
            for j in range(events(a[2], a[3], q, me, action, codes)):
                roots[q] = mix(roots[q], codes[j])
    a[0] = a[3]
    observe(a[0], me)
    workspaces[0].plausibility = 0.0
    return r
