"""The rules of Arboretum. `spinney.core.interface` says what each function does."""

from __future__ import annotations

from spinney.core.kit.shuffles import shuffle
from spinney.games.arboretum import MINI_COLOURS
from spinney.games.arboretum.rules.consistency import is_consistent
from spinney.games.arboretum.rules.events import events
from spinney.games.arboretum.rules.garden import open_cells, some_open_cell
from spinney.games.arboretum.rules.hands import in_hand, lowest_card
from spinney.games.arboretum.rules.information import determinize, observe
from spinney.games.arboretum.rules.mini import deal_mini, hand_size, in_mini, is_mini
from spinney.games.arboretum.rules.record import (
    ABSENT,
    ACTIONS,
    AT,
    CARD,
    CARDS,
    CELL,
    CODES,
    DECK,
    DECK_SIZE,
    DISCARD,
    DRAW1,
    DRAW2,
    FROM_DECK,
    FROM_PILE,
    GRID,
    HAND,
    MINI_CARDS,
    MOST,
    OVER,
    PILE,
    PILED,
    PLAY,
    PLAYERS,
    REVEAL,
    REVEAL_STAGE,
    SHOWN,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.rules.scoring import outcome, score
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random, seeded
from spinney.kernel.rule import rule, scratch

# What the interface asks for and other modules of this folder provide.
__all__ = [
    "ACTIONS",
    "CODES",
    "PLAYERS",
    "Arboretum",
    "determinize",
    "events",
    "is_consistent",
    "observe",
    "outcome",
    "score",
]


# The deal.


@rule
def deal(s: Arboretum, options: Ints, r: int) -> int:
    """Shuffle the deck and draw lots; ``options``: players, a bit a colour, edition, lot, mini."""
    seed = r
    r = random(seeded(r))
    s.players = options[0]
    s.edition = options[2]
    s.lot = options[3]
    s.first = below(r, s.players) if s.lot == 1 else 0
    s.cards = MINI_CARDS if options[4] == 1 else DECK_SIZE[s.players]
    gather(s, options[1])
    if is_mini(s):
        return deal_mini(s, seed)
    return shuffle(s.deck, 0, s.cards, r)


@rule
def gather(s: Arboretum, kinds: int) -> None:
    """Lay the cards of the chosen colours into the deck, in order; 0: of the first colours."""
    if kinds == 0:
        kinds = (1 << (MINI_COLOURS if is_mini(s) else s.cards // 8)) - 1
    n = 0
    for c in range(CARDS):
        s.deck[c] = -1
        if kinds >> c // 8 & 1 and (in_mini(c) or not is_mini(s)):
            s.deck[n] = c
            n += 1


@rule
def begin(s: Arboretum) -> None:
    """Deal 7 cards to each seat, 1 in the mini game; then a discard to all but the first."""
    clear(s)
    for p in range(s.players):
        for _ in range(hand_size(s)):
            take_top(s, p)
    if s.edition == 1 or is_mini(s):
        return
    for p in range(s.players):
        if p != s.first:
            lay_down(s, p, s.deck[s.top])
            s.deck[s.top] = -1
            s.top += 1


@rule
def clear(s: Arboretum) -> None:
    """Set everything but the deck to how it is before the deal."""
    s.phase = DRAW1
    s.to_move = s.first
    s.top = 0
    s.held = -1
    for c in range(CARDS):
        s.where[c] = ABSENT
    for i in range(s.cards):
        s.where[s.deck[i]] = DECK
    for p in range(PLAYERS):
        s.hidden[p] = 0
        s.placed[p] = 0
        s.piled[p] = 0
        for k in range(MOST):
            s.card[p, k] = -1
            s.cell[p, k] = -1
        for k in range(PILED):
            s.pile[p, k] = -1


# Whose choice it is, and between what.


@rule
def num_players(s: Arboretum) -> int:
    return s.players


@rule
def to_act(s: Arboretum) -> int:
    return 0 if s.phase >= REVEAL else 1 << s.to_move


@rule
def mid_move(s: Arboretum, p: int) -> bool:
    return s.phase == CELL and s.to_move == p


@rule
def legal(s: Arboretum, p: int, out: Ints) -> int:
    if s.phase <= DRAW2:
        return sources(s, out)
    if s.phase == CELL:
        return open_cells(s, p, AT, out)
    first = PLAY if s.phase == CARD else THROW
    n = 0
    for c in range(CARDS):
        out[n] = first + c  # written first and counted then: a processor can't guess hands
        n += 1 if in_hand(s, p, c) else 0
    return n


@rule
def sample(s: Arboretum, p: int, r: int, out: Ints) -> int:
    """Draw a cell without listing all, which would cost more than all the rest of a turn."""
    if s.phase == CELL and s.placed[p] > 0 and not is_mini(s):
        return AT + some_open_cell(s, p, r)
    return out[below(r, legal(s, p, out))]


@rule
def sources(s: Arboretum, out: Ints) -> int:
    """Write where a card can be drawn from."""
    n = 0
    if s.top < s.cards:
        out[0] = FROM_DECK
        n = 1
    for q in range(s.players):
        if s.piled[q] > 0:
            out[n] = FROM_PILE + q
            n += 1
    return n


# What a choice does.


@rule
def apply(s: Arboretum, p: int, action: int) -> None:
    if action >= THROW:
        discard(s, p, action - THROW)
    elif action >= AT:
        place(s, p, action - AT)
    elif action >= PLAY:
        show(s, p, action - PLAY)
    else:
        draw(s, p, action)


@rule
def draw(s: Arboretum, p: int, action: int) -> None:
    if action == FROM_DECK:
        take_top(s, p)
    else:
        pick_up(s, p, action - FROM_PILE)
    s.phase = CARD if is_mini(s) else s.phase + 1


@rule
def take_top(s: Arboretum, p: int) -> None:
    """Take the top card of the deck into the hand, unseen by the others."""
    s.where[s.deck[s.top]] = HAND + p
    s.deck[s.top] = -1
    s.hidden[p] += 1
    s.top += 1


@rule
def pick_up(s: Arboretum, p: int, q: int) -> None:
    """Take the top card of player ``q``'s pile into the hand: everybody has seen it."""
    s.piled[q] -= 1
    s.where[s.pile[q, s.piled[q]]] = SHOWN + p
    s.pile[q, s.piled[q]] = -1


@rule
def show(s: Arboretum, p: int, c: int) -> None:
    """Choose the card to play. From here on everybody knows it, though it is still in hand."""
    uncover(s, p, c)
    s.where[c] = SHOWN + p
    s.held = c
    s.phase = CELL


@rule
def uncover(s: Arboretum, p: int, c: int) -> None:
    """A card is about to be seen: count it no longer among the hidden ones."""
    if s.where[c] == HAND + p:
        s.hidden[p] -= 1


@rule
def place(s: Arboretum, p: int, cell: int) -> None:
    """Play the card that was chosen. In the mini game that ends the turn."""
    k = s.placed[p]
    s.card[p, k] = s.held
    s.cell[p, k] = cell
    s.placed[p] += 1
    s.where[s.held] = GRID + p
    s.held = -1
    if is_mini(s):
        end_turn(s, p)
    else:
        s.phase = DISCARD


@rule
def discard(s: Arboretum, p: int, c: int) -> None:
    uncover(s, p, c)
    lay_down(s, p, c)
    end_turn(s, p)


@rule
def end_turn(s: Arboretum, p: int) -> None:
    """On to the next player; if the deck is out by then, it was the last turn."""
    s.to_move = (p + 1) % s.players
    s.phase = REVEAL if s.top == s.cards else DRAW1


@rule
def lay_down(s: Arboretum, p: int, c: int) -> None:
    """Lay a card on the player's discard pile."""
    s.where[c] = PILE + p
    s.pile[p, s.piled[p]] = c
    s.piled[p] += 1


# What happens by itself.


@rule
def settle(s: Arboretum) -> int:
    """Show all hands when the last turn is over."""
    if s.phase != REVEAL:
        return 0
    s.phase = OVER
    return REVEAL_STAGE


@rule
def forfeit(s: Arboretum, p: int, reason: int) -> None:
    """Late: the first source, the lowest card, the first cell. A card chosen already is played."""
    if s.phase == CARD:
        show(s, p, lowest_card(s, p))
    if s.phase == DISCARD:
        discard(s, p, lowest_card(s, p))
    else:
        actions = scratch(4 * MOST)
        legal(s, p, actions)
        apply(s, p, actions[0])
