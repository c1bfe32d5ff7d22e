"""Build Your Arboretum: the rules. Frozen: see `benchmarks.baselines`."""

import numpy as np
from .core import Ints, State, below, i8, mix, random, rule

CARDS, CELLS, ROUNDS, TURNS, MOST, FULL, PLAYERS = 64, 36, 11, 9, 17, 7, 2
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
DECK, OFFER, REFUSE, GONE, BOARD, GARDEN = (
    0,
    1,
    2,
    3,
    4,
    6,
)  # where a card is (BOARD, GARDEN: + player)
CHOOSE, BID, PLAY, OVER = 0, 1, 2, 3
DONE, GROUP, FIRST, SKIP, START, TAKE, DROP, GIVE, PLANT = 0, 1, 35, 37, 38, 39, 103, 167, 231
DIG = PLANT + CARDS * CELLS
ACTIONS = DIG + CARDS * CELLS
DEALT = ACTIONS  # heard codes above the actions: chance
BIDDER = ACTIONS + CARDS


class Bya(State):
    """The state of a game."""

    phase: int = i8()
    turn_round: int = i8()
    advantage: int = i8()
    start: int = i8()
    next_start: int = i8()  # -1 until somebody takes start
    dug: int = i8()
    hired: int = i8()
    dealt: int = i8()
    turn: int = i8()
    turns: int = i8()
    taken: int = i8()  # card taken onto a full board, one must be dropped; -1
    given: int = i8()  # sum given so far for a hire
    last: int = i8()  # last card given
    parrots: Ints = i8(2)
    ready: Ints = i8(2)
    groups: Ints = i8(2)
    used: Ints = i8(2)
    skipped: Ints = i8(2)
    boarded: Ints = i8(2)
    planted: Ints = i8(2)
    order: Ints = i8(TURNS)
    bid: Ints = i8(2, MOST)  # +n garden, -n bulletin
    grid: Ints = i8(2, CELLS)
    where: Ints = i8(CARDS)
    deck: Ints = i8(CARDS)


@rule
def deal(s: Bya, advantage: int, r: int) -> int:
    """Deal a new game; return the next random state."""
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
def clear_bids(s: Bya) -> None:
    """Forget the bids and turns of the round."""
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
def withdraw(s: Bya, p: int) -> None:
    """Forget a player's bid."""
    s.ready[p] = 0
    s.groups[p] = 0
    for k in range(MOST):
        s.bid[p, k] = 0


@rule
def new_round(s: Bya) -> None:
    """Begin the next round, or end the game after the last."""
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
def reveal(s: Bya) -> None:
    """Fix the nine turns: both bids are in."""
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
def end_turn(s: Bya) -> None:
    """End a turn, and skip the turns of players who have skipped the rest."""
    s.used[s.order[s.turn]] += 1
    s.turn += 1
    while s.turn < s.turns and s.skipped[s.order[s.turn]] == 1:
        s.used[s.order[s.turn]] += 1
        s.turn += 1
    if s.turn == s.turns:
        new_round(s)


@rule
def to_act(s: Bya) -> int:
    """Return who is to choose: one bit for each player; 0: the game is over."""
    if s.phase == CHOOSE:
        return 1 << s.advantage
    if s.phase == BID:
        return (1 - s.ready[0]) | (1 - s.ready[1]) << 1
    if s.phase == PLAY:
        return 1 << s.order[s.turn]
    return 0


@rule
def purse(s: Bya, p: int) -> int:
    """Return how many parrots a player can still bid."""
    left = s.parrots[p]
    if s.turn_round == 1 and s.start == p:
        left -= 1
    for k in range(s.groups[p]):
        left -= abs(s.bid[p, k])
    return left


@rule
def free_cells(s: Bya, p: int, c: int) -> bool:
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
def legal(s: Bya, p: int, out: Ints) -> int:
    """Write the legal actions of a player, in ascending order; return how many there are."""
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
def apply(s: Bya, p: int, a: int) -> None:
    """Take an action of a player."""
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
def observe(s: Bya, p: int) -> None:
    """Blank the deck's order, and withdraw a bid that nobody has seen."""
    for i in range(s.dealt, CARDS):
        s.deck[i] = -1
    if s.phase == BID:
        for q in range(2):
            if q != p:
                withdraw(s, q)


@rule
def determinize(s: Bya, p: int, r: int) -> int:
    """Shuffle the cards that p has not seen into the deck; return the next random state."""
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
def heard(s: Bya, observer: int, p: int, a: int, out: Ints) -> int:
    """After apply: write what the observer learnt, as codes; return how many there are."""
    n = 0
    fresh = s.phase == BID and s.groups[0] + s.groups[1] + s.ready[0] + s.ready[1] == 0
    if s.phase == BID and not fresh:
        if observer == p:
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
def path(s: Bya, p: int, suit: int) -> int:
    """Return the best score of a path of this suit in p's garden."""
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
def sums(s: Bya, p: int, suit: int) -> int:
    """Return the sum of a suit on a player's board; the other's 1 makes an 8 worth nothing."""
    n = 0
    for num in range(8):
        if s.where[suit * 8 + num] == BOARD + p:
            if num < 7 or s.where[suit * 8] != BOARD + 1 - p:
                n += num + 1
    return n


@rule
def score(s: Bya, out: Ints) -> None:
    """Write the points of both players."""
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
def outcome(s: Bya, out: Ints) -> None:
    """Write +1 for the winner and -1 for the loser (no draws: the advantage wins ties)."""
    score(s, out)
    d = out[0] - out[1]
    if d == 0:
        d = 1 if s.advantage == 0 else -1
    out[0] = 1 if d > 0 else -1
    out[1] = -out[0]
