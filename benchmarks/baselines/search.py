"""Multiple-observer information-set MCTS, written once. Frozen: see `benchmarks.baselines`.

Names not defined here are the game's. A tree is a hash table: a node is the hash of all its owner
did and heard since the root, an entry is (node, action). The other players' hidden actions
therefore need no edges of their own: what one heard is mixed into one's key.
"""

import math
import numpy as np
from .core import below, mix, random

ENTRY = np.dtype([("key", "i8"), ("visits", "i4"), ("prior", "f4"), ("worth", "f8")], align=True)
C, EPS, CUT, MARGIN, PRIOR, OPEN, SCALE, OBSKEY = range(8)


def slot_of(tree, key):
    """Return the entry with this key, or the empty place for it."""
    m = len(tree) - 1
    i = key & m
    while tree[i].key != key and tree[i].key != 0:
        i = (i + 1) & m
    return i


def pick(w, n, r):
    """Draw an index in proportion to weights."""
    t = 0.0
    for i in range(n):
        t += w[i]
    x = (r >> 11) / 2.0**52 * t
    for i in range(n):
        x -= w[i]
        if x < 0:
            return i
    return n - 1


def hash_state(b, i):
    """Return the hash of the record's bytes."""
    k = 1
    for j in range(b.shape[1]):
        k = mix(k, b[i, j])
    return k


def listen(a, b, s, p, act, keys, open_, codes, par):
    """Mix what each player learns from an action into their key."""
    for q in range(PLAYERS):
        if open_[q]:
            if par[OBSKEY] > 0:
                a[2] = a[1]
                observe(a[2], q)
                keys[q] = mix(hash_state(b, 2), q + 1)
                continue
            n = heard(s, q, p, act, codes)
            if q == p:
                keys[q] = mix(keys[q], act + 1)
            for i in range(n):
                if par[OPEN] == 0 or codes[i] < ACTIONS:
                    keys[q] = mix(keys[q], codes[i] + 1)


def rewards(s, over, par, out, rew):
    """Write the reward of each player, at the end or where a playout was stopped."""
    n = nplayers(s)
    if over:
        outcome(s, out)
        for p in range(n):
            rew[p] = (out[p] + 1) / 2
    w = par[MARGIN]
    if not over or w > 0:
        value(s, rew, over, w, par[SCALE])


def iterate(a, b, me, tree, root_key, par, out, codes, wts, keys, open_, path, who, slots, rew, r):
    """Run one playout, and add its rewards to the tree; return the next random state."""
    a[1] = a[0]
    s = a[1]
    r = determinize(s, me, r)
    for p in range(PLAYERS):
        keys[p] = mix(root_key, p + 1)
        open_[p] = 1
    inside = 1
    length = 0
    after = 0
    over = True
    while True:
        w = to_act(s)
        if w == 0:
            break
        p = 0
        while not w >> p & 1:
            p += 1
        n = legal(s, p, out)
        act = out[0]
        if n > 1:
            if open_[p]:
                fresh = True
                total = 0
                worth = 0.0
                for i in range(n):
                    k = slot_of(tree, mix(keys[p], out[i] + 1))
                    slots[i] = k
                    if tree[k].key != 0:
                        fresh = False
                        total += tree[k].visits
                        worth += tree[k].worth
                prior(s, p, out, n, wts, par[PRIOR])
                t = 0.0
                for i in range(n):
                    t += wts[i]
                best = -1e9
                pick_i = 0
                mean = worth / total if total > 0 else 0.5
                root = math.sqrt(total + 1.0)
                for i in range(n):
                    k = slots[i]
                    if tree[k].key != 0:
                        v = tree[k].visits
                        x = tree[k].worth / v + par[C] * wts[i] / t * root / (1 + v)
                    else:
                        x = mean + par[C] * wts[i] / t * root
                    r = random(r)
                    x += (r >> 40) * 1e-12
                    if x > best:
                        best = x
                        pick_i = i
                act = out[pick_i]
                k = slots[pick_i]
                if tree[k].key == 0:
                    tree[k].key = mix(keys[p], act + 1)
                    tree[k].visits = 0
                    tree[k].worth = 0.0
                    open_[p] = 0
                path[length] = k
                who[length] = p
                length += 1
            else:
                r = random(r)
                if (r >> 32) % 1000 < par[EPS] * 1000:
                    r = random(r)
                    act = out[below(r, n)]
                else:
                    prior(s, p, out, n, wts, 1.0)
                    r = random(r)
                    act = out[pick(wts, n, r)]
        apply(s, p, act)
        if inside:
            inside = 0
            for q in range(PLAYERS):
                inside += open_[q]
            if inside:
                listen(a, b, s, p, act, keys, open_, codes, par)
        else:
            after += 1
            if after >= par[CUT] and cuttable(s):
                over = to_act(s) == 0
                break
        if length >= 500:
            for q in range(PLAYERS):
                open_[q] = 0
    rewards(s, over, par, out, rew)
    for i in range(length):
        tree[path[i]].visits += 1
        tree[path[i]].worth += rew[who[i]]
    return r


def run(a, b, me, tree, root_key, par, iters, r):
    """Run playouts; return the next random state."""
    out = np.zeros(ACTIONS + 64, np.int64)
    codes = np.zeros(256, np.int64)
    wts = np.zeros(ACTIONS + 64, np.float64)
    keys = np.zeros(PLAYERS, np.int64)
    open_ = np.zeros(PLAYERS, np.int64)
    path = np.zeros(1000, np.int64)
    who = np.zeros(1000, np.int64)
    slots = np.zeros(ACTIONS + 64, np.int64)
    rew = np.zeros(PLAYERS, np.float64)
    for _ in range(iters):
        r = iterate(
            a, b, me, tree, root_key, par, out, codes, wts, keys, open_, path, who, slots, rew, r
        )
    return r


def best(a, me, tree, root_key, out, stats):
    """Fill stats with (visits, mean) per legal action of the root.

    Return how many there are, and the index of the most visited.
    """
    n = legal(a[0], me, out)
    key = mix(root_key, me + 1)
    top = 0
    for i in range(n):
        k = slot_of(tree, mix(key, out[i] + 1))
        stats[i, 0] = 0
        stats[i, 1] = 0
        if tree[k].key != 0:
            stats[i, 0] = tree[k].visits
            stats[i, 1] = tree[k].worth / max(1, tree[k].visits)
        if stats[i, 0] > stats[top, 0]:
            top = i
    return n, top


def greedy(a, me, r):
    """Choose one step ahead by the game's value, in one determinization."""
    out = np.zeros(ACTIONS + 64, np.int64)
    rew = np.zeros(PLAYERS, np.float64)
    wts = np.zeros(ACTIONS + 64, np.float64)
    n = legal(a[0], me, out)
    a[2] = a[0]
    r = determinize(a[2], me, r)
    prior(a[2], me, out, n, wts, 1.0)
    t = 0.0
    for i in range(n):
        t += wts[i]
    best_x = -1e9
    top = out[0]
    for i in range(n):
        a[1] = a[2]
        apply(a[1], me, out[i])
        value(a[1], rew, False, 1.0, 30.0)
        r = random(r)
        x = rew[me] + wts[i] / t * 0.05 + (r >> 40) * 1e-10
        if x > best_x:
            best_x = x
            top = out[i]
    return top


def policy(a, me, r):
    """Draw an action from the game's preferences."""
    out = np.zeros(ACTIONS + 64, np.int64)
    wts = np.zeros(ACTIONS + 64, np.float64)
    n = legal(a[0], me, out)
    prior(a[0], me, out, n, wts, 1.0)
    return out[pick(wts, n, r)]
