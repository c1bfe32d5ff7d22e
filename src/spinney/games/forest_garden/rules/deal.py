"""The deal: continents, decks, the box, lots and tasks."""

from __future__ import annotations

from math import factorial

import numpy as np

from spinney.core.kit.bit_sets import nth
from spinney.core.kit.shuffles import shuffle
from spinney.games.forest_garden.deck.plant import CARDS, CONTINENTS, WORDS
from spinney.games.forest_garden.deck.plants import FEWEST, TASKS
from spinney.games.forest_garden.rules.card_tables import TASKS_OF
from spinney.games.forest_garden.rules.record import (
    DECK_SIZE,
    DECKS,
    DRAWING,
    HIDDEN_TASK,
    MOST_HELD,
    NO_TASK,
    NONE,
    NOTHING,
    PLACES,
    PLAYERS,
    ROUNDS,
    ForestGarden,
    continent_of,
)
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random, seeded
from spinney.kernel.rule import ones, rule

ASIA, EUROPE, AMERICA = 1, 2, 4
"""The continents as bits of a set."""
SERVE = np.array([0, 0, EUROPE, ASIA, EUROPE | AMERICA, ASIA | EUROPE, 7, 7], np.int8)
"""Which continents serve, by the number of players; with 2 and 5 it may be America for Europe."""
ORDERS = np.array([factorial(players) for players in range(PLAYERS + 1)], np.int16)
"""How many orders of the seats there are, by the number of players."""
MOST_TASKS = len(TASKS)


@rule
def deal(s: ForestGarden, options: Ints, r: int) -> int:
    """Shuffle and draw lots; ``options`` in the order of the game's: see `spinney.core.game`."""
    r = random(seeded(r))
    s.players = options[0]
    s.nitrogen = options[3]
    s.special_tie = options[4]
    s.tasks = options[5]
    s.direct_sale = options[6]
    s.by_lot = (1 if options[1] == 0 else 0) + (2 if options[2] == 0 else 0)
    serving = options[1] if options[1] != 0 else default_continents(s.players, below(r, 2))
    r = random(r)
    halved = options[2] if options[2] != 0 else 1 + below(r, 2)
    r = deal_cards(s, serving, halved if s.players == 6 else 0, random(r))
    for n in range(ROUNDS):
        r = random(r)
        s.lot[n] = below(r, ORDERS[s.players])
    for p in range(PLAYERS):
        s.task[p] = HIDDEN_TASK if s.tasks == 1 and p < s.players else NO_TASK
    return deal_tasks(s, r)


@rule
def default_continents(players: int, lot: int) -> int:
    """Return the continents that serve; ``lot`` is 0 or 1 and chooses where there is a choice."""
    serving = SERVE[players]
    if lot == 1 and players in (2, 5):
        serving += AMERICA - EUROPE
    return int(serving)


@rule
def deal_cards(s: ForestGarden, serving: int, halved: int, r: int) -> int:
    """Shuffle each continent and divide it into decks, in the order of the continents.

    Of the continent number ``halved``, if it is not 0, half stays in the box.
    """
    for i in range(DECK_SIZE):
        s.box[i] = NONE
    d = 0
    card = 0
    for continent in range(len(CONTINENTS)):
        first = card
        while card < CARDS and continent_of(card) == continent:
            s.pile[card] = card
            card += 1
        if serving >> continent & 1 == 0:
            continue
        r = shuffle(s.pile, first, card, r)
        at = first
        if continent == halved and halved > 0:
            at = fill_box(s, first)
        while at < card:
            fill_deck(s, d, at, continent)
            at += DECK_SIZE
            d += 1
    for e in range(d, DECKS):
        clear_deck(s, e)
    return r


@rule
def fill_box(s: ForestGarden, first: int) -> int:
    """Put cards into the box; return where the next ones are."""
    for i in range(DECK_SIZE):
        s.box[i] = s.pile[first + i]
    return first + DECK_SIZE


@rule
def fill_deck(s: ForestGarden, d: int, first: int, continent: int) -> None:
    """Lay a deck of the cards from ``first`` on."""
    s.origin[d] = continent
    for i in range(DECK_SIZE):
        s.deck[d, i] = s.pile[first + i]


@rule
def clear_deck(s: ForestGarden, d: int) -> None:
    """There is no such deck with so few players."""
    s.origin[d] = NONE
    for i in range(DECK_SIZE):
        s.deck[d, i] = NONE


# Tasks.


@rule
def serving_continents(s: ForestGarden) -> int:
    """Return the continents whose decks are in play, a bit each."""
    serving = 0
    for d in range(s.players):
        serving |= 1 << s.origin[d]
    return serving


@rule
def winnable(tasks_of: Ints, serving: int, players: int) -> int:
    """Return the set of tasks for whose kind there are plants enough in the continents that serve.

    If these are too few for all players, it is all tasks. ``tasks_of`` has, by card, the tasks for
    which it counts: `TASKS_OF`, or that table of another deck.
    """
    found = 0
    for task in range(MOST_TASKS):
        if plants_for(tasks_of, task, serving) >= FEWEST:
            found |= 1 << task
    return found if ones(found) >= players else (1 << MOST_TASKS) - 1


@rule
def plants_for(tasks_of: Ints, task: int, serving: int) -> int:
    """Return how many plants of some continents count for a task."""
    n = 0
    for card in range(CARDS):
        if serving >> continent_of(card) & 1:
            n += tasks_of[card] >> task & 1
    return n


@rule
def deal_tasks(s: ForestGarden, r: int) -> int:
    """Give a task that nobody else has to each player whose task is hidden."""
    if s.tasks == 0:
        return r
    free = winnable(TASKS_OF, serving_continents(s), s.players)
    for p in range(s.players):
        if s.task[p] >= 0:
            free &= ~(1 << s.task[p])
    for p in range(s.players):
        if s.task[p] == HIDDEN_TASK:
            r = random(r)
            s.task[p] = nth(free, below(r, ones(free)))
            free &= ~(1 << s.task[p])
    return r


# How a game begins.


@rule
def begin(s: ForestGarden) -> None:
    """Set everything but what was dealt."""
    s.round_number = 0
    s.phase = DRAWING
    s.at = 0
    s.doing = NOTHING
    s.who = NONE
    s.held = NONE
    s.seller = NONE
    s.source = NONE
    s.bonus = NONE
    s.looks = 0
    s.received = 0
    s.drawn = 0
    s.dues = 0
    s.agreed = 0
    s.piled = 0
    for card in range(CARDS):
        s.pile[card] = NONE
    for word in range(WORDS):
        s.offered[word] = 0
    for i in range(2 * PLAYERS):
        s.due[i] = 0
    for d in range(DECKS):
        begin_deck(s, d)
    for p in range(PLAYERS):
        begin_player(s, p)


@rule
def begin_deck(s: ForestGarden, d: int) -> None:
    """Nobody has seen a card of the deck."""
    s.left[d] = DECK_SIZE if d < s.players else 0
    s.open[d] = 0
    for i in range(DECK_SIZE):
        s.seen[d, i] = 0


@rule
def begin_player(s: ForestGarden, p: int) -> None:
    """An empty garden, an empty hand, one cube."""
    s.storage[p] = 1 if p < s.players else 0
    s.choice[p] = NONE
    s.used[p] = 0
    s.drawers[p] = NONE
    s.order[p] = NONE
    for k in range(MOST_HELD):
        s.hand[p, k] = NONE
        s.known[p, k] = 0
    for place in range(PLACES):
        s.garden[p, place] = NONE
        s.cubes[p, place] = 0
        s.dark[p, place] = 0
