"""Arboretum (v11), 2 to 4 players: the rules. Frozen: see `benchmarks.baselines`."""

import numpy as np
from .core import Ints, State, below, i8, i16, mix, random, rule

CARDS, PLAYERS, MOST, HAND_SIZE, SPAN = 80, 4, 18, 7, 33
COLOURS = np.array([0, 0, 6, 8, 10], np.int8)
ORIGIN = SPAN * 16 + 16
STEP = np.array([-SPAN, -1, 1, SPAN], np.int16)
ABSENT, DECK, GRID, PILE, HAND, SHOWN, UNSEEN = (
    0,
    1,
    2,
    6,
    10,
    14,
    18,
)  # + player; SHOWN: in hand, and everybody saw it go there
DRAW1, DRAW2, CARD, CELL, DISCARD, OVER = 0, 1, 2, 3, 4, 5
FROM_DECK, FROM_PILE, PLAY, AT, THROW = 0, 1, 5, 85, 85 + SPAN * SPAN
ACTIONS = THROW + CARDS
DRAWN = ACTIONS  # heard code: the card I drew


class Arb(State):
    """The state of a game."""

    players: int = i8()
    phase: int = i8()
    to_move: int = i8()
    top: int = i8()  # cards already taken from the deck
    cards: int = i8()
    held: int = i8()  # card being played
    hidden: Ints = i8(PLAYERS)  # cards in hand that were not shown
    placed: Ints = i8(PLAYERS)
    piled: Ints = i8(PLAYERS)
    card: Ints = i8(PLAYERS, MOST)  # the arboretum, in order of playing
    cell: Ints = i16(PLAYERS, MOST)
    pile: Ints = i8(PLAYERS, MOST + 2)
    where: Ints = i8(CARDS)
    deck: Ints = i8(CARDS)


@rule
def deal(s: Arb, players: int, r: int) -> int:
    """Deal a new game; return the next random state."""
    s.players = players
    s.cards = COLOURS[players] * 8
    for c in range(CARDS):
        s.deck[c] = c if c < s.cards else -1
        s.where[c] = DECK if c < s.cards else ABSENT
    for i in range(s.cards - 1, 0, -1):
        r = random(r)
        j = below(r, i + 1)
        c = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = c
    begin(s)
    return r


@rule
def begin(s: Arb) -> None:
    """Deal the hands and first discards from the deck as it lies."""
    s.top = 0
    s.phase = DRAW1
    s.to_move = 0
    s.held = -1
    for p in range(PLAYERS):
        s.hidden[p] = 0
        s.placed[p] = 0
        s.piled[p] = 0
        for k in range(MOST):
            s.card[p, k] = -1
            s.cell[p, k] = -1
        for k in range(MOST + 2):
            s.pile[p, k] = -1
    for p in range(s.players):
        for _ in range(HAND_SIZE):
            s.where[s.deck[s.top]] = HAND + p
            s.hidden[p] += 1
            s.top += 1
    for p in range(1, s.players):
        c = s.deck[s.top]
        s.where[c] = PILE + p
        s.pile[p, 0] = c
        s.piled[p] = 1
        s.top += 1


@rule
def to_act(s: Arb) -> int:
    """Return who is to choose: one bit for each player; 0: the game is over."""
    return 0 if s.phase == OVER else 1 << s.to_move


@rule
def legal(s: Arb, p: int, out: Ints) -> int:
    """Write the legal actions of a player, in ascending order; return how many there are."""
    n = 0
    if s.phase <= DRAW2:
        if s.top < s.cards:
            out[0] = FROM_DECK
            n = 1
        for q in range(s.players):
            if s.piled[q] > 0:
                out[n] = FROM_PILE + q
                n += 1
    elif s.phase == CELL:
        if s.placed[p] == 0:
            out[0] = AT + ORIGIN
            return 1
        for i in range(s.placed[p]):
            for d in range(4):
                x = s.cell[p, i] + STEP[d]
                new = True
                for j in range(s.placed[p]):
                    if s.cell[p, j] == x:
                        new = False
                        break
                if new:  # keep ascending, once
                    x += AT
                    k = n
                    while k > 0 and out[k - 1] > x:
                        k -= 1
                    if k > 0 and out[k - 1] == x:
                        continue
                    for m in range(n, k, -1):
                        out[m] = out[m - 1]
                    out[k] = x
                    n += 1
    else:
        first = PLAY if s.phase == CARD else THROW
        for c in range(s.cards):
            if s.where[c] == HAND + p or s.where[c] == SHOWN + p:
                out[n] = first + c
                n += 1
    return n


@rule
def leave_hand(s: Arb, p: int, c: int) -> None:
    """Count one hidden card less if a card that leaves the hand was hidden."""
    if s.where[c] == HAND + p:
        s.hidden[p] -= 1


@rule
def apply(s: Arb, p: int, a: int) -> None:
    """Take an action of a player."""
    if s.phase <= DRAW2:
        if a == FROM_DECK:
            s.where[s.deck[s.top]] = HAND + p
            s.hidden[p] += 1
            s.top += 1
        else:
            q = a - FROM_PILE
            s.piled[q] -= 1
            s.where[s.pile[q, s.piled[q]]] = SHOWN + p
            s.pile[q, s.piled[q]] = -1
        s.phase += 1
    elif s.phase == CARD:
        s.held = a - PLAY
        leave_hand(s, p, s.held)
        s.where[s.held] = SHOWN + p  # everybody sees it from here on
        s.phase = CELL
    elif s.phase == CELL:
        c = s.held
        s.where[c] = GRID + p
        s.card[p, s.placed[p]] = c
        s.cell[p, s.placed[p]] = a - AT
        s.placed[p] += 1
        s.held = -1
        s.phase = DISCARD
    else:
        c = a - THROW
        leave_hand(s, p, c)
        s.where[c] = PILE + p
        s.pile[p, s.piled[p]] = c
        s.piled[p] += 1
        s.to_move = (p + 1) % s.players
        s.phase = OVER if s.top == s.cards else DRAW1


@rule
def observe(s: Arb, p: int) -> None:
    """Blank all that a player has not seen."""
    for i in range(s.cards):
        s.deck[i] = -1
    for c in range(s.cards):
        w = s.where[c]
        if w == DECK or HAND <= w < SHOWN and w != HAND + p:
            s.where[c] = UNSEEN


@rule
def determinize(s: Arb, p: int, r: int) -> int:
    """Shuffle all cards never seen: the first go to hands' hidden places, the rest are the deck.

    deck[:top] is history and stays blank. Return the next random state.
    """
    first = s.top
    for q in range(s.players):
        if q != p:
            first -= s.hidden[q]
    n = first
    for c in range(s.cards):
        if s.where[c] == UNSEEN:
            r = random(r)
            j = first + below(r, n - first + 1)
            s.deck[n] = s.deck[j]
            s.deck[j] = c
            n += 1
    for q in range(s.players):
        if q != p:
            for _ in range(s.hidden[q]):
                s.where[s.deck[first]] = HAND + q
                s.deck[first] = -1
                first += 1
    for i in range(s.top, s.cards):
        s.where[s.deck[i]] = DECK
    return r


@rule
def heard(s: Arb, observer: int, p: int, a: int, out: Ints) -> int:
    """After apply: write what the observer learnt, as codes; return how many there are."""
    out[0] = a
    if a == FROM_DECK and observer == p:
        out[1] = DRAWN + s.deck[s.top - 1]
        return 2
    return 1


@rule
def path(s: Arb, p: int, colour: int) -> int:
    """Return the best score of a path of this colour in p's arboretum."""
    n = s.placed[p]
    best = 0
    any_len = np.zeros(18, np.int8)
    own = np.zeros(18, np.int8)
    own1 = np.zeros(18, np.int8)
    for num in range(8):
        for i in range(n):
            c = s.card[p, i]
            if c % 8 != num:
                continue
            m = 0
            o = 0
            o1 = 0
            for j in range(n):
                if s.card[p, j] % 8 < num:
                    d = abs(s.cell[p, j] - s.cell[p, i])
                    if d == 1 or d == SPAN:
                        m = max(m, any_len[j])
                        o = max(o, own[j])
                        o1 = max(o1, own1[j])
            if m > 0:
                any_len[i] = m + 1
            if c // 8 == colour:
                end = 2 if num == 7 else 0
                if m > 0:
                    best = max(best, m + 1 + end)
                else:
                    any_len[i] = 2 if num == 0 else 1
                own[i] = o + 1
                if o >= 3:
                    best = max(best, 2 * o + 2 + end)
                if o1 > 0:
                    own1[i] = o1 + 1
                    if o1 >= 3:
                        best = max(best, 2 * o1 + 3 + end)
                elif num == 0:
                    own1[i] = 1
    return best


@rule
def in_hand(s: Arb, p: int, c: int) -> bool:
    """Is a card in a player's hand?"""
    return s.where[c] == HAND + p or s.where[c] == SHOWN + p


@rule
def total(s: Arb, p: int, colour: int) -> int:
    """Return the sum of a colour in a player's hand; the other's 1 makes an 8 worth nothing."""
    n = 0
    for num in range(8):
        if in_hand(s, p, colour * 8 + num):
            w = s.where[colour * 8] - HAND
            if num < 7 or not 0 <= w < 8 or w % 4 == p:
                n += num + 1
    return n


@rule
def score(s: Arb, out: Ints) -> None:
    """Write the points of all players."""
    for p in range(PLAYERS):
        out[p] = 0
    for colour in range(s.cards // 8):
        most = 0
        for p in range(s.players):
            most = max(most, total(s, p, colour))
        for p in range(s.players):
            if total(s, p, colour) == most:
                out[p] += path(s, p, colour)


@rule
def outcome(s: Arb, out: Ints) -> None:
    """Write +1 for a win, 0 for a shared one, and -1 for a loss."""
    score(s, out)
    most = 0
    for p in range(s.players):
        most = max(most, out[p])
    n = 0
    for p in range(s.players):
        if out[p] == most:
            n += 1
    for p in range(s.players):
        out[p] = -1 if out[p] < most else 1 if n == 1 else 0
