"""Build Your Arboretum and a search for it as one flat piece of code for this one game.

No contract, no checks, no words, nothing shared: what speed is to be had without a roof over many
games. `benchmarks.speed` runs it beside Spinney. It is only ever measured, never played with.
"""
# mypy: ignore-errors
# Numba finds the types of these functions by itself; written out they would all be Any.

import math

import numba
import numpy as np

rule = numba.njit(cache=True, nogil=True)

CARDS, CELLS, ROUNDS, TURNS, MOST, FULL = 64, 36, 11, 9, 17, 7
OFFERED = np.array([0, 5, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7], np.int8)
NEAR = np.array(
    [
        [
            q if 0 <= q < 36 and abs(q % 6 - c % 6) + abs(q // 6 - c // 6) == 1 else -1
            for q in (c - 6, c - 1, c + 1, c + 6)
        ]
        for c in range(36)
    ],
    np.int8,
)
DECK, OFFER, REFUSE, GONE, BOARD, GARDEN = 0, 1, 2, 3, 4, 6  # BOARD and GARDEN: plus the player
CHOOSE, BID, PLAY, OVER = 0, 1, 2, 3
DONE, GROUP, FIRST, SKIP, START, TAKE, DROP, GIVE, PLANT = 0, 1, 35, 37, 38, 39, 103, 167, 231
DIG = PLANT + CARDS * CELLS
ACTIONS = DIG + CARDS * CELLS
DEALT = ACTIONS  # heard codes above the actions: cards, and whose bid follows
BIDDER = ACTIONS + CARDS


RECORD = np.dtype(
    [
        ("phase", np.int8),
        ("turn_round", np.int8),
        ("advantage", np.int8),
        ("start", np.int8),
        ("next_start", np.int8),
        ("dug", np.int8),
        ("hired", np.int8),
        ("dealt", np.int8),
        ("turn", np.int8),
        ("turns", np.int8),
        ("taken", np.int8),
        ("given", np.int8),
        ("last", np.int8),
        ("parrots", np.int8, (2,)),
        ("ready", np.int8, (2,)),
        ("groups", np.int8, (2,)),
        ("used", np.int8, (2,)),
        ("skipped", np.int8, (2,)),
        ("boarded", np.int8, (2,)),
        ("planted", np.int8, (2,)),
        ("order", np.int8, (TURNS,)),
        ("bid", np.int8, (2, MOST)),
        ("grid", np.int8, (2, CELLS)),
        ("where", np.int8, (CARDS,)),
        ("deck", np.int8, (CARDS,)),
    ],
    align=True,
)

ENTRY = np.dtype(
    [("key", np.int64), ("visits", np.int32), ("prior", np.float32), ("worth", np.float64)],
    align=True,
)
C, EPS, CUT, MARGIN, PRIOR, OPEN, SCALE = range(7)


@rule
def random(r):
    """63-bit LCG; use the high bits: below(r, n)."""
    return (r * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF


@rule
def below(r, n):
    return (r >> 32) % n


@rule
def mix(k, x):
    k = ((k ^ x) * 0x2545F4914F6CDD1D + 0x5851F42D4C957F2D) & 0x7FFFFFFFFFFFFFFF
    k ^= k >> 29
    k = (k * 0x1B03738712FAD5C9) & 0x7FFFFFFFFFFFFFFF
    return k ^ (k >> 32)


@rule
def deal(s, advantage, r):
    for c in range(CARDS):
        s.deck[c] = c
        s.where[c] = DECK
    for i in range(CARDS - 1, 0, -1):
        r = random(r)
        j = below(r, i + 1)
        c = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = c
    s.phase = CHOOSE
    s.turn_round = 0
    s.advantage = advantage
    s.start = 0
    s.next_start = -1
    s.dealt = 0
    for p in range(2):
        s.parrots[p] = 6
        s.boarded[p] = 0
        s.planted[p] = 0
        for c in range(CELLS):
            s.grid[p, c] = -1
    clear_bids(s)
    return r


@rule
def clear_bids(s):
    s.turn = 0
    s.turns = 0
    s.dug = 0
    s.hired = 0
    s.taken = -1
    s.given = 0
    s.last = -1
    for i in range(TURNS):
        s.order[i] = -1
    for p in range(2):
        s.used[p] = 0
        s.skipped[p] = 0
        withdraw(s, p)


@rule
def withdraw(s, p):
    s.ready[p] = 0
    s.groups[p] = 0
    for k in range(MOST):
        s.bid[p, k] = 0


@rule
def new_round(s):
    s.turn_round += 1
    if s.turn_round > 1:
        for c in range(CARDS):
            if s.where[c] == REFUSE:
                s.where[c] = GONE
            elif s.where[c] == OFFER:
                s.where[c] = REFUSE
    if s.next_start >= 0:
        s.start = s.next_start
    s.next_start = -1
    if s.turn_round > ROUNDS:
        s.phase = OVER
        return
    for _ in range(OFFERED[s.turn_round]):
        s.where[s.deck[s.dealt]] = OFFER
        s.dealt += 1
    clear_bids(s)
    s.phase = BID


@rule
def reveal(s):
    """Both bids are in: the nine turns are fixed."""
    s.phase = PLAY
    k0 = 0
    k1 = 0
    n = 0
    for size in range(MOST, 0, -1):
        p = s.start
        while n < TURNS:
            a = k0 < s.groups[0] and abs(s.bid[0, k0]) == size
            b = k1 < s.groups[1] and abs(s.bid[1, k1]) == size
            if not a and not b:
                break
            if not (a if p == 0 else b):
                p = 1 - p
            s.order[n] = p
            if p == 0:
                k0 += 1
            else:
                k1 += 1
            n += 1
            p = 1 - p
    s.turns = n
    if n == 0:
        new_round(s)


@rule
def end_turn(s):
    s.used[s.order[s.turn]] += 1
    s.turn += 1
    while s.turn < s.turns and s.skipped[s.order[s.turn]] == 1:
        s.used[s.order[s.turn]] += 1
        s.turn += 1
    if s.turn == s.turns:
        new_round(s)


@rule
def awaits(s):
    if s.phase == CHOOSE:
        return 1 << s.advantage
    if s.phase == BID:
        return (1 - s.ready[0]) | (1 - s.ready[1]) << 1
    if s.phase == PLAY:
        return 1 << s.order[s.turn]
    return 0


@rule
def purse(s, p):
    left = s.parrots[p]
    if s.turn_round == 1 and s.start == p:
        left -= 1
    for k in range(s.groups[p]):
        left -= abs(s.bid[p, k])
    return left


@rule
def free_cells(s, p, c):
    """May a card go on cell c?"""
    if s.grid[p, c] >= 0:
        return False
    if s.planted[p] == 0:
        return True
    for k in range(4):
        q = NEAR[c, k]
        if q >= 0 and s.grid[p, q] >= 0:
            return True
    return False


@rule
def legal(s, p, out):
    n = 0
    if s.phase == CHOOSE:
        out[0] = FIRST
        out[1] = FIRST + 1
        return 2
    if s.phase == BID:
        most = purse(s, p)
        if s.groups[p] > 0:
            most = min(most, abs(s.bid[p, s.groups[p] - 1]))
        out[0] = DONE
        for k in range(2 * most):
            out[1 + k] = GROUP + k
        return 1 + 2 * most
    board = BOARD + p
    if s.taken >= 0:
        for c in range(CARDS):
            if s.where[c] == board and c != s.taken:
                out[n] = DROP + c
                n += 1
        return n
    if s.given > 0:
        if s.given > s.parrots[p]:
            out[0] = DONE
            n = 1
    else:
        out[0] = SKIP
        n = 1
        if s.next_start < 0:
            out[1] = START
            n = 2
    if s.bid[p, s.used[p]] < 0:
        rest = 0
        if s.given == 0:
            for c in range(CARDS):
                if s.where[c] == OFFER:
                    out[n] = TAKE + c
                    n += 1
        if s.hired == 0:
            for c in range(s.last + 1, CARDS):
                if s.where[c] == board:
                    rest += c % 8 + 1
            for c in range(s.last + 1, CARDS):
                if s.given + rest <= s.parrots[p]:
                    break
                if s.where[c] == board:
                    out[n] = GIVE + c
                    n += 1
                    rest -= c % 8 + 1
        return n
    for pile in range(OFFER, REFUSE + 1 - s.dug):
        for c in range(CARDS):
            if s.where[c] == pile:
                first = PLANT + c * CELLS if pile == OFFER else DIG + c * CELLS
                for cell in range(CELLS):
                    if free_cells(s, p, cell):
                        out[n] = first + cell
                        n += 1
    return n


@rule
def apply(s, p, a):
    if s.phase == CHOOSE:
        s.start = a - FIRST
        new_round(s)
    elif s.phase == BID:
        if a == DONE:
            s.ready[p] = 1
            if s.ready[1 - p] == 1:
                reveal(s)
        else:
            size = (a - GROUP) // 2 + 1
            s.bid[p, s.groups[p]] = -size if (a - GROUP) % 2 == 1 else size
            s.groups[p] += 1
    elif a == SKIP:
        s.skipped[p] = 1
        end_turn(s)
    elif a == START:
        s.next_start = p
        end_turn(s)
    elif a == DONE:
        s.parrots[p] += 1
        s.hired = 1
        s.given = 0
        s.last = -1
        end_turn(s)
    elif a < DROP:
        s.where[a - TAKE] = BOARD + p
        s.boarded[p] += 1
        if s.boarded[p] > FULL:
            s.taken = a - TAKE
        else:
            end_turn(s)
    elif a < GIVE:
        s.where[a - DROP] = OFFER
        s.boarded[p] -= 1
        s.taken = -1
        end_turn(s)
    elif a < PLANT:
        c = a - GIVE
        s.where[c] = OFFER
        s.boarded[p] -= 1
        s.given += c % 8 + 1
        s.last = c
    else:
        c = (a - PLANT) // CELLS
        if a >= DIG:
            c = (a - DIG) // CELLS
            s.dug = 1
        s.grid[p, (a - PLANT) % CELLS] = c
        s.planted[p] += 1
        s.where[c] = GARDEN + p
        end_turn(s)


@rule
def observe(s, p):
    """The deck's order goes; a bid nobody has seen is taken back."""
    for i in range(s.dealt, CARDS):
        s.deck[i] = -1
    if s.phase == BID:
        for q in range(2):
            if q != p:
                withdraw(s, q)


@rule
def imagine(s, r):
    i = s.dealt
    for c in range(CARDS):
        if s.where[c] == DECK:
            r = random(r)
            j = s.dealt + below(r, i - s.dealt + 1)  # inside-out shuffle
            s.deck[i] = s.deck[j]
            s.deck[j] = c
            i += 1
    return r


@rule
def heard(s, listener, p, a, out):
    """After apply: what the listener learnt, as codes."""
    n = 0
    fresh = s.phase == BID and s.groups[0] + s.groups[1] + s.ready[0] + s.ready[1] == 0
    if s.phase == BID and not fresh:
        if listener == p:
            out[0] = a
            n = 1
        return n
    if a == DONE and s.phase == PLAY and s.turn == 0:
        for q in range(2):
            out[n] = BIDDER + q
            n += 1
            for k in range(s.groups[q]):
                out[n] = GROUP + 2 * (abs(s.bid[q, k]) - 1) + (1 if s.bid[q, k] < 0 else 0)
                n += 1
        return n
    out[0] = a
    n = 1
    if fresh:
        for i in range(s.dealt - OFFERED[s.turn_round], s.dealt):
            out[n] = DEALT + s.deck[i]
            n += 1
    return n


@rule
def path(s, p, suit):
    """Best score of a path of this suit in p's garden."""
    best = 0
    any_len = np.zeros(
        36, np.int8
    )  # longest path from a card of the suit (a leading 1 counts one more)
    own = np.zeros(36, np.int8)  # ... with cards of the suit only
    own1 = np.zeros(36, np.int8)  # ... starting at its 1
    for num in range(8):
        for cell in range(CELLS):
            c = s.grid[p, cell]
            if c < 0 or c % 8 != num:
                continue
            m = 0
            o = 0
            o1 = 0
            for k in range(4):
                q = NEAR[cell, k]
                if q >= 0 and s.grid[p, q] >= 0 and s.grid[p, q] % 8 < num:
                    m = max(m, any_len[q])
                    o = max(o, own[q])
                    o1 = max(o1, own1[q])
            if m > 0:
                any_len[cell] = m + 1
            if c // 8 == suit:
                end = 2 if num == 7 else 0
                if m > 0:
                    best = max(best, m + 1 + end)
                else:
                    any_len[cell] = 2 if num == 0 else 1
                own[cell] = o + 1
                if o >= 3:
                    best = max(best, 2 * o + 2 + end)
                if o1 > 0:
                    own1[cell] = o1 + 1
                    if o1 >= 3:
                        best = max(best, 2 * o1 + 3 + end)
                elif num == 0:
                    own1[cell] = 1
    return best


@rule
def sums(s, p, suit):
    n = 0
    for num in range(8):
        if s.where[suit * 8 + num] == BOARD + p and (num < 7 or s.where[suit * 8] != BOARD + 1 - p):
            n += num + 1
    return n


@rule
def score(s, out):
    for p in range(2):
        out[p] = 2 * max(0, s.parrots[p] - s.parrots[1 - p])
    out[s.start] += 1
    for suit in range(8):
        a = sums(s, 0, suit)
        b = sums(s, 1, suit)
        if a >= b:
            out[0] += path(s, 0, suit)
        if b >= a:
            out[1] += path(s, 1, suit)


@rule
def outcome(s, out):
    """+1 win, -1 loss (no draws: the advantage wins ties)."""
    score(s, out)
    d = out[0] - out[1]
    if d == 0:
        d = 1 if s.advantage == 0 else -1
    out[0] = 1 if d > 0 else -1
    out[1] = -out[0]


@rule
def cuttable(s):
    return s.phase == BID


@rule
def points(s, p):
    """Return what p's things promise; rights may still change."""
    left = ROUNDS - s.turn_round + 1 if s.turn_round <= ROUNDS else 0
    x = 0.0
    for suit in range(8):
        w = path(s, p, suit)
        if w > 0:
            d = sums(s, p, suit) - sums(s, 1 - p, suit)
            if left == 0:
                x += w if d >= 0 else 0
            else:
                x += w * min(1.0, max(0.0, 0.6 + d / (2.0 + 1.5 * left)))
    return (
        x
        + s.parrots[p] * (2 + 0.3 * left)
        + (1 if (s.next_start if s.next_start >= 0 else s.start) == p else 0)
    )


@rule
def value(s, rew, over, w, scale):
    """Blend w parts of a squashed lead into rew; all of it if the game is not over."""
    if not over:
        d = points(s, 0) - points(s, 1)
        rew[0] = 1 / (1 + math.exp(-d / scale))
        rew[1] = 1 - rew[0]
        return
    d = points(s, 0) - points(s, 1)
    x = 1 / (1 + math.exp(-d / scale))
    rew[0] = (1 - w) * rew[0] + w * x
    rew[1] = 1 - rew[0]


@rule
def prefer(s, p, out, n, wts, on):
    if on == 0:
        for i in range(n):
            wts[i] = 1.0
        return
    if s.phase == BID:
        for i in range(n):
            a = out[i]
            if a == DONE:
                wts[i] = 0.3 if n > 1 else 1.0
            else:
                z = (a - GROUP) // 2 + 1
                wts[i] = 1.0 if z <= 3 else 0.4
        return
    for i in range(n):
        a = out[i]
        x = 1.0
        if a == SKIP:
            x = 0.02
        elif a == START:
            x = 0.6
        elif TAKE <= a < DROP:
            c = a - TAKE
            x = 0.5 + 0.1 * (c % 8 + 1)
        elif DROP <= a < GIVE:
            x = 1.0 / (c_num(a - DROP))
        elif GIVE <= a < PLANT:
            x = 0.5
        elif a >= PLANT:
            b = a - PLANT if a < DIG else a - DIG
            c = b // CELLS
            x = 0.05
            for k in range(4):
                q = NEAR[b % CELLS, k]
                if q >= 0:
                    g = s.grid[p, q]
                    if g >= 0:
                        d = abs(g % 8 - c % 8)
                        if d > 0:
                            x += 1.0 / d
                            if g // 8 == c // 8:
                                x += 1.0 / d
        wts[i] = x


@rule
def c_num(c):
    return c % 8 + 1.0


@rule
def games(a, count, r):
    """Deal and play ``count`` random games in ``a[0]``; return the decisions taken."""
    out = np.zeros(ACTIONS, np.int64)
    s = a[0]
    decisions = 0
    for _ in range(count):
        r = deal(s, 0, random(r))
        w = awaits(s)
        while w:
            p = 0 if w & 1 else 1
            r = random(r)
            apply(s, p, out[below(r, legal(s, p, out))])
            decisions += 1
            w = awaits(s)
    return decisions


@rule
def slot_of(tree, key):
    """Return the place of this key, or the empty one for it."""
    m = len(tree) - 1
    i = key & m
    while tree[i].key != key and tree[i].key != 0:
        i = (i + 1) & m
    return i


@rule
def pick(w, n, r):
    """Return an index drawn in proportion to weights."""
    t = 0.0
    for i in range(n):
        t += w[i]
    x = (r >> 11) / 2.0**52 * t
    for i in range(n):
        x -= w[i]
        if x < 0:
            return i
    return n - 1


@rule
def listen(s, p, act, keys, open_, codes, par):
    for q in range(2):
        if open_[q]:
            n = heard(s, q, p, act, codes)
            if q == p:
                keys[q] = mix(keys[q], act + 1)
            for i in range(n):
                if par[OPEN] == 0 or codes[i] < ACTIONS:
                    keys[q] = mix(keys[q], codes[i] + 1)


@rule
def rewards(s, over, par, out, rew):
    n = 2
    if over:
        outcome(s, out)
        for p in range(n):
            rew[p] = (out[p] + 1) / 2
    w = par[MARGIN]
    if not over or w > 0:
        value(s, rew, over, w, par[SCALE])


@rule
def iterate(a, tree, root_key, par, out, codes, wts, keys, open_, path, who, slots, rew, r):
    a[1] = a[0]
    s = a[1]
    r = imagine(s, r)
    for p in range(2):
        keys[p] = mix(root_key, p + 1)
        open_[p] = 1
    inside = 1
    length = 0
    after = 0
    over = True
    while True:
        w = awaits(s)
        if w == 0:
            break
        p = 0
        while not w >> p & 1:
            p += 1
        n = legal(s, p, out)
        act = out[0]
        if n > 1:
            if open_[p]:
                total = 0
                worth = 0.0
                for i in range(n):
                    k = slot_of(tree, mix(keys[p], out[i] + 1))
                    slots[i] = k
                    if tree[k].key != 0:
                        total += tree[k].visits
                        worth += tree[k].worth
                prefer(s, p, out, n, wts, par[PRIOR])
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
                    prefer(s, p, out, n, wts, 1.0)
                    r = random(r)
                    act = out[pick(wts, n, r)]
        apply(s, p, act)
        if inside:
            inside = 0
            for q in range(2):
                inside += open_[q]
            if inside:
                listen(s, p, act, keys, open_, codes, par)
        else:
            after += 1
            if after >= par[CUT] and cuttable(s):
                over = awaits(s) == 0
                break
        if length >= 500:
            for q in range(2):
                open_[q] = 0
    rewards(s, over, par, out, rew)
    for i in range(length):
        tree[path[i]].visits += 1
        tree[path[i]].worth += rew[who[i]]
    return r


@rule
def run(a, tree, root_key, par, iters, r):
    out = np.zeros(ACTIONS + 64, np.int64)
    codes = np.zeros(256, np.int64)
    wts = np.zeros(ACTIONS + 64, np.float64)
    keys = np.zeros(2, np.int64)
    open_ = np.zeros(2, np.int64)
    path = np.zeros(1000, np.int64)
    who = np.zeros(1000, np.int64)
    slots = np.zeros(ACTIONS + 64, np.int64)
    rew = np.zeros(2, np.float64)
    for _ in range(iters):
        r = iterate(a, tree, root_key, par, out, codes, wts, keys, open_, path, who, slots, rew, r)
    return r
