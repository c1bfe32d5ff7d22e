"""The rules of Build Your Arboretum. `spinney.core.interface` says what each function does."""

from __future__ import annotations

from spinney.core.kit.shuffles import shuffle
from spinney.games.build_your_arboretum.rules.bids import (
    bid_actions,
    clear_bids,
    order_turns,
    send_group,
    withdraw,
)
from spinney.games.build_your_arboretum.rules.consistency import is_consistent
from spinney.games.build_your_arboretum.rules.events import events
from spinney.games.build_your_arboretum.rules.garden import plantable
from spinney.games.build_your_arboretum.rules.information import determinize, observe
from spinney.games.build_your_arboretum.rules.mini import (
    coming,
    deal_mini,
    first_parrots,
    in_game,
    is_mini,
    rounds,
    sort_offerings,
)
from spinney.games.build_your_arboretum.rules.record import (
    ACTIONS,
    AT,
    BID,
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    CODES,
    DECK,
    DIG,
    DONE,
    DROP,
    FIRST,
    FULL,
    GARDEN,
    GIVE,
    GIVEN,
    GONE,
    GROUP,
    MINI_CARDS,
    OFFER,
    OFFER_STAGE,
    OFFERING,
    OVER,
    PLANT,
    PLAY,
    PLAYERS,
    REFUSE,
    SKIP,
    START,
    SWEEP,
    SWEEP_STAGE,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.rules.scoring import outcome, score
from spinney.kernel.records import Ints
from spinney.kernel.rng import seeded
from spinney.kernel.rule import rule

# What the interface asks for and other modules of this folder provide.
__all__ = [
    "ACTIONS",
    "CODES",
    "PLAYERS",
    "Arboreta",
    "determinize",
    "events",
    "is_consistent",
    "observe",
    "outcome",
    "score",
]


# The deal.


@rule
def deal(s: Arboreta, options: Ints, r: int) -> int:
    """Shuffle the deck; ``options``: who has the DM Advantage, mini."""
    s.advantage = options[0]
    s.cards = MINI_CARDS if options[1] == 1 else CARDS
    for c in range(CARDS):
        s.deck[c] = -1 if is_mini(s) else c
    if is_mini(s):
        return deal_mini(s, r)
    return shuffle(s.deck, 0, CARDS, seeded(r))


@rule
def begin(s: Arboreta) -> None:
    s.phase = CHOOSE
    s.round_number = 0
    s.start = 0
    s.next_start = -1
    s.dealt = 0
    for c in range(CARDS):
        s.where[c] = DECK if in_game(s, c) else GONE
    if is_mini(s):
        sort_offerings(s)
    for p in range(PLAYERS):
        s.parrots[p] = first_parrots(s)
        s.boarded[p] = 0
        s.planted[p] = 0
        for cell in range(CELLS):
            s.grid[p, cell] = -1
    clear_bids(s)


# Whose choice it is, and between what.


@rule
def to_act(s: Arboreta) -> int:
    if s.phase == PLAY:
        return 1 << s.order[s.turn]
    if s.phase == BID:
        return (1 - s.ready[0]) | (1 - s.ready[1]) << 1
    if s.phase == CHOOSE:
        return 1 << s.advantage
    return 0


@rule
def mid_move(s: Arboreta, p: int) -> bool:
    if s.phase == BID:
        return s.ready[p] == 0 and s.groups[p] > 0
    if s.phase != PLAY or s.order[s.turn] != p:
        return False
    return s.held >= 0 or s.taken >= 0 or s.given > 0


@rule
def legal(s: Arboreta, p: int, out: Ints) -> int:
    if s.phase == CHOOSE:
        out[0] = FIRST
        out[1] = FIRST + 1
        return 2
    if s.phase == BID:
        return bid_actions(s, p, out)
    if mid_move(s, p):
        return continuations(s, p, out)
    out[0] = SKIP
    n = 1
    if s.next_start < 0:
        out[1] = START
        n = 2
    if s.bid[p, s.used[p]] < 0:
        n = cards_of(s, OFFER, TAKE, out, n)
        return n if s.hired == 1 else gifts(s, p, out, n)
    if s.planted[p] == CELLS:
        return n
    n = cards_of(s, OFFER, PLANT, out, n)
    return n if s.dug == 1 else cards_of(s, REFUSE, DIG, out, n)


@rule
def continuations(s: Arboreta, p: int, out: Ints) -> int:
    """What can follow inside a turn's move."""
    if s.held >= 0:
        return places(s, p, out)
    if s.taken >= 0:
        return drops(s, p, out)
    n = 0
    if s.given > s.parrots[p]:
        out[0] = DONE
        n = 1
    return gifts(s, p, out, n)


@rule
def cards_of(s: Arboreta, pile: int, first: int, out: Ints, n: int) -> int:
    """Each card of a pile."""
    for c in range(CARDS):
        if s.where[c] == pile:
            out[n] = first + c
            n += 1
    return n


@rule
def drops(s: Arboreta, p: int, out: Ints) -> int:
    """After taking onto a full board: any card of it but the one just taken."""
    n = 0
    for c in range(CARDS):
        if s.where[c] == BOARD + p and c != s.taken:
            out[n] = DROP + c
            n += 1
    return n


@rule
def gifts(s: Arboreta, p: int, out: Ints, n: int) -> int:
    """Cards that may be given next for a hire: in rising order, and so that it can be paid."""
    rest = 0
    for c in range(s.last + 1, CARDS):
        if s.where[c] == BOARD + p:
            rest += c % 8 + 1
    for c in range(s.last + 1, CARDS):
        if s.given + rest <= s.parrots[p]:
            break
        if s.where[c] == BOARD + p:
            out[n] = GIVE + c
            n += 1
            rest -= c % 8 + 1
    return n


@rule
def places(s: Arboreta, p: int, out: Ints) -> int:
    """Each cell where the card that is held may be planted."""
    n = 0
    for cell in range(CELLS):
        if plantable(s, p, cell):
            out[n] = AT + cell
            n += 1
    return n


# What a choice does.


@rule
def apply(s: Arboreta, p: int, action: int) -> None:
    if s.phase == BID:
        if action == DONE:
            finish_bid(s, p)
        else:
            send_group(s, p, action - GROUP)
    elif action >= AT:
        plant(s, p, action - AT)
    elif action >= PLANT:
        s.held = action - PLANT if action < DIG else action - DIG
    elif action >= GIVE:
        give(s, p, action - GIVE)
    elif action >= DROP:
        drop(s, p, action - DROP)
    elif action >= TAKE:
        take(s, p, action - TAKE)
    elif action == START:
        s.next_start = p
        end_turn(s)
    elif action == SKIP:
        s.skipped[p] = 1
        end_turn(s)
    elif action == DONE:
        hire(s, p)
    else:
        s.start = action - FIRST
        s.phase = OFFERING


@rule
def finish_bid(s: Arboreta, p: int) -> None:
    """A bid is complete; with the second the turns are fixed."""
    s.ready[p] = 1
    if s.ready[1 - p] == 1:
        order_turns(s)
        s.phase = PLAY if s.turns > 0 else SWEEP


@rule
def plant(s: Arboreta, p: int, cell: int) -> None:
    if s.where[s.held] == REFUSE:
        s.dug = 1
    s.grid[p, cell] = s.held
    s.planted[p] += 1
    s.where[s.held] = GARDEN + p
    s.held = -1
    end_turn(s)


@rule
def take(s: Arboreta, p: int, c: int) -> None:
    s.where[c] = BOARD + p
    s.boarded[p] += 1
    if s.boarded[p] > FULL:
        s.taken = c
    else:
        end_turn(s)


@rule
def drop(s: Arboreta, p: int, c: int) -> None:
    s.where[c] = OFFER
    s.boarded[p] -= 1
    s.taken = -1
    end_turn(s)


@rule
def give(s: Arboreta, p: int, c: int) -> None:
    s.where[c] = GIVEN
    s.boarded[p] -= 1
    s.given += c % 8 + 1
    s.last = c


@rule
def hire(s: Arboreta, p: int) -> None:
    """The cards given go into the offering, and a parrot comes for good."""
    for c in range(CARDS):
        if s.where[c] == GIVEN:
            s.where[c] = OFFER
    s.parrots[p] += 1
    s.hired = 1
    s.given = 0
    s.last = -1
    end_turn(s)


@rule
def end_turn(s: Arboreta) -> None:
    """On to the next turn of a player who has not skipped; after the last the round ends."""
    s.used[s.order[s.turn]] += 1
    s.turn += 1
    while s.turn < s.turns and s.skipped[s.order[s.turn]] == 1:
        s.used[s.order[s.turn]] += 1
        s.turn += 1
    if s.turn == s.turns:
        s.phase = SWEEP


# What happens by itself.


@rule
def settle(s: Arboreta) -> int:
    if s.phase == SWEEP:
        sweep(s)
        return SWEEP_STAGE
    if s.phase == OFFERING:
        offer(s)
        return OFFER_STAGE
    return 0


@rule
def sweep(s: Arboreta) -> None:
    """End a round: the refuse leaves the game, the offering becomes it, the start passes on."""
    for c in range(CARDS):
        if s.where[c] == REFUSE:
            s.where[c] = GONE
        elif s.where[c] == OFFER:
            s.where[c] = REFUSE
    if s.next_start >= 0:
        s.start = s.next_start
    s.next_start = -1
    clear_bids(s)
    s.phase = OVER if s.round_number == rounds(s) else OFFERING


@rule
def offer(s: Arboreta) -> None:
    """Begin a round: its cards come into the offering."""
    s.round_number += 1
    for _ in range(coming(s, s.round_number)):
        s.where[s.deck[s.dealt]] = OFFER
        s.dealt += 1
    s.phase = BID


@rule
def forfeit(s: Arboreta, p: int, reason: int) -> None:
    """Late is as good as no bid, or as skipping; no first player chosen is choosing oneself."""
    if s.phase == CHOOSE:
        apply(s, p, FIRST + p)
    elif s.phase == BID:
        withdraw(s, p)
        finish_bid(s, p)
    else:
        take_back(s, p)
        apply(s, p, SKIP)


@rule
def take_back(s: Arboreta, p: int) -> None:
    """Undo the actions of a move that was not finished."""
    if s.taken >= 0:
        s.where[s.taken] = OFFER
        s.boarded[p] -= 1
        s.taken = -1
    for c in range(CARDS):
        if s.where[c] == GIVEN:
            s.where[c] = BOARD + p
            s.boarded[p] += 1
    s.held = -1
    s.given = 0
    s.last = -1


@rule
def period(s: Arboreta, p: int) -> int:
    """Bidding and playing have an allowance each, every round; the first choice is in neither."""
    if s.phase == BID:
        return 2 * s.round_number
    return 2 * s.round_number + 1 if s.phase == PLAY else 0
