"""Events: the codes an observer learns of an action, a stage or a forfeit."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import CARDS
from spinney.games.forest_garden.rules.cards import hand_size, slot_of, top_of
from spinney.games.forest_garden.rules.deal import MOST_TASKS
from spinney.games.forest_garden.rules.garden import has_leaves, in_vain
from spinney.games.forest_garden.rules.legal_moves import forfeit_action
from spinney.games.forest_garden.rules.offers import chosen
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    AGREE,
    AT,
    CHOOSING,
    CHOSE,
    CONSENTING,
    DECKS,
    DISCARDED,
    DRAW_STAGE,
    DRAWN,
    DRAWN_BY_LOT,
    DREW,
    FAILURE_STAGE,
    FLOWER_STAGE,
    FLOWERED,
    FORFEITED,
    HAD_TASK,
    HARVEST_STAGE,
    HARVESTED,
    IN_VAIN,
    KEPT,
    LAID,
    LAST_ROUND_OVER,
    LAST_STAGE,
    LEAF_STAGE,
    LEAVES_HARVESTED,
    LOOK,
    LOOKED,
    MISSED,
    MOST_HELD,
    NEXT,
    NO_CARD,
    NONE,
    NOTHING,
    OFFER_STAGE,
    OFFERED,
    OFFERS_STAND,
    ORDER_STAGE,
    PAYS,
    PICK,
    PILE,
    PLACES,
    PLAYERS,
    REACHED,
    REVEAL_STAGE,
    SEASON_COMES,
    SEASON_STAGE,
    SHARE_STAGE,
    SPECIAL,
    SWAP,
    TAKES,
    TASK_STAGE,
    TIED,
    TO,
    UNABLE,
    ForestGarden,
    bit,
)
from spinney.games.forest_garden.rules.special import end_of_tie
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def events(
    was: ForestGarden, s: ForestGarden, observer: int, player: int, action: int, out: Ints
) -> int:
    """Write what the observer has just learnt: see `spinney.core.interface`."""
    if player < 0:
        return write_stage(was, s, observer, action, out)
    if was.doing == NOTHING and was.phase == CHOOSING:
        out[0] = action if action >= 0 else MISSED + player
        return 1 if observer == player else 0
    if action < 0:
        action = forfeit_action(was, player)
        if action == NONE:
            out[0] = MISSED + player
            return 1
    return write_action(was, s, observer, player, action, out)


# Actions.


@rule
def write_action(
    was: ForestGarden, s: ForestGarden, observer: int, player: int, action: int, out: Ints
) -> int:
    """Write the action, or that there was one, and what came of it."""
    if action >= PICK:
        out[0] = action if knows(s, observer, player, action - PICK) else KEPT + player
        return 1
    out[0] = action
    if action < DECKS:  # a first card is drawn
        return write_card(was, s, observer, player, out, 1)
    if AT <= action < TO:
        return write_planting(was, s, player, out, 1)
    if was.doing == CONSENTING:
        return write_vote(was, s, action, out, 1)
    if action == SWAP:
        return write_offers(s, out, write_discards(was, out, 1))
    if action >= LOOK and s.source not in (NONE, PILE) and observer == player:
        return write_looked(s, out, 1)
    return 1


@rule
def knows(s: ForestGarden, observer: int, player: int, card: int) -> bool:
    """Does the observer know this card of a hand?"""
    return s.known[player, slot_of(s, player, card)] & bit(observer) != 0


@rule
def write_card(
    was: ForestGarden, s: ForestGarden, observer: int, player: int, out: Ints, n: int
) -> int:
    """Write the card that a player has drawn, if the observer knows it."""
    k = 0
    while slot_of(was, player, s.hand[player, k]) < MOST_HELD:
        k += 1
    if not knows(s, observer, player, s.hand[player, k]):
        return n
    out[n] = DRAWN + s.hand[player, k]
    return n + 1


@rule
def write_planting(was: ForestGarden, s: ForestGarden, player: int, out: Ints, n: int) -> int:
    """Write where dark cubes were laid, and which bonuses are reached."""
    for place in range(PLACES):
        if s.dark[player, place] > was.dark[player, place]:
            out[n] = LAID + player * PLACES + place
            n += 1
    for bonus in range(2):
        if (s.used[player] & ~was.used[player]) >> bonus & 1:
            out[n] = REACHED + 2 * player + bonus
            n += 1
    return n


@rule
def write_vote(was: ForestGarden, s: ForestGarden, action: int, out: Ints, n: int) -> int:
    """Write whose special action is next, once all agree, or who forfeits."""
    if s.doing == CONSENTING and s.at == was.at:
        return n
    end = end_of_tie(was, was.at)
    if action == ACCEPT and end > was.at + 2:  # the others vote again
        end = was.at + 1
    for k in range(was.at, end):
        out[n] = (NEXT if action == ACCEPT else FORFEITED) + was.order[k]
        n += 1
    return n


@rule
def write_discards(was: ForestGarden, out: Ints, n: int) -> int:
    """Write the offers that were thrown away."""
    for d in range(was.players):
        if was.open[d] == 1:
            out[n] = DISCARDED + top_of(was, d, 0)
            n += 1
    return n


@rule
def write_offers(s: ForestGarden, out: Ints, n: int) -> int:
    """Write what all decks show."""
    for d in range(s.players):
        if s.open[d] == 1:
            out[n] = OFFERED + d * CARDS + top_of(s, d, 0)
            n += 1
    return n


@rule
def write_looked(s: ForestGarden, out: Ints, n: int) -> int:
    """Write the cards that are looked at in a deck, from its top."""
    for i in range(s.looks):
        out[n] = LOOKED + top_of(s, s.source, i)
        n += 1
    return n


# Stages.


@rule
def write_stage(was: ForestGarden, s: ForestGarden, observer: int, stage: int, out: Ints) -> int:
    """Write what an automatic stage brought about."""
    if stage <= LEAF_STAGE:
        return write_year(was, s, stage, out)
    if stage == OFFER_STAGE:
        return write_new_offers(was, s, out)
    if stage == REVEAL_STAGE:
        return write_choices(was, s, out)
    if stage == SHARE_STAGE:
        return write_share(was, s, out)
    if stage == DRAW_STAGE:
        return write_draw(was, s, observer, out)
    if stage == ORDER_STAGE:
        return write_order(was, s, out)
    if stage == TASK_STAGE:
        return write_tasks(s, out)
    out[0] = LAST_ROUND_OVER if stage == LAST_STAGE else UNABLE + was.order[was.at]
    return 1


@rule
def write_year(was: ForestGarden, s: ForestGarden, stage: int, out: Ints) -> int:
    """Write the season that comes, or a code for each place where its stage did something."""
    if stage == SEASON_STAGE:
        out[0] = SEASON_COMES + s.round_number
        return 1
    n = 0
    for p in range(s.players):
        for place in range(PLACES):
            code = write_place(was, s, stage, p, place)
            if code != NONE:
                out[n] = code
                n += 1
    return n


@rule
def write_place(was: ForestGarden, s: ForestGarden, stage: int, p: int, place: int) -> int:
    """Return what a stage of the year did on one place; NONE: nothing."""
    at = p * PLACES + place
    if stage == FLOWER_STAGE and s.cubes[p, place] > was.cubes[p, place]:
        return FLOWERED + 2 * at + s.cubes[p, place] - 1
    if stage == FAILURE_STAGE and in_vain(was, p, place):
        return IN_VAIN + at
    if stage == HARVEST_STAGE and was.cubes[p, place] > s.cubes[p, place]:
        return HARVESTED + 2 * at + was.cubes[p, place] - 1
    if stage == LEAF_STAGE and has_leaves(was, p, place):
        return LEAVES_HARVESTED + at
    return NONE


@rule
def write_new_offers(was: ForestGarden, s: ForestGarden, out: Ints) -> int:
    """Write the offers that were turned up."""
    n = 0
    for d in range(s.players):
        if s.open[d] > was.open[d]:
            out[n] = OFFERED + d * CARDS + top_of(s, d, 0)
            n += 1
    if n == 0:
        out[0] = OFFERS_STAND
        n = 1
    return n


@rule
def write_choices(was: ForestGarden, s: ForestGarden, out: Ints) -> int:
    """Write what everybody has chosen, or that they could not."""
    for p in range(was.players):
        choice = was.choice[p] if was.choice[p] != NONE else DECKS + 1
        out[p] = CHOSE + p * (DECKS + 2) + choice
    return was.players


@rule
def write_share(was: ForestGarden, s: ForestGarden, out: Ints) -> int:
    """Write who takes a deck's offer, and whether for a cube; or that nobody does."""
    d = was.at
    while not chosen(was, d):
        d += 1
    card = top_of(was, d, 0)
    for p in range(was.players):
        if hand_size(s, p) > hand_size(was, p):
            out[0] = TAKES + p * CARDS + card
            out[1] = PAYS + p
            return 2 if s.storage[p] < was.storage[p] else 1
    out[0] = DISCARDED + card
    return 1


@rule
def write_draw(was: ForestGarden, s: ForestGarden, observer: int, out: Ints) -> int:
    """Write who drew from which deck, and the card if the observer knows it."""
    p = was.drawers[was.drawn]
    for d in range(was.players):
        if s.left[d] < was.left[d]:
            out[0] = DREW + p * DECKS + d
            return write_card(was, s, observer, p, out, 1)
    out[0] = NO_CARD + p
    return 1


@rule
def write_order(was: ForestGarden, s: ForestGarden, out: Ints) -> int:
    """Write the order of the special actions, who has a vote on it, and who has lost theirs."""
    n = 0
    while n < PLAYERS and s.order[n] != NONE:
        fact = TIED if s.special_tie == AGREE else DRAWN_BY_LOT
        out[n] = (fact if shares_rank(was, s, n) else NEXT) + s.order[n]
        n += 1
    first = n
    for p in range(was.players):
        if was.choice[p] == SPECIAL and not ordered(s, p, first):
            out[n] = FORFEITED + p
            n += 1
    return n


@rule
def shares_rank(was: ForestGarden, s: ForestGarden, i: int) -> bool:
    """Was the place in the order decided by lot?"""
    stock = was.storage[s.order[i]]
    before = i > 0 and was.storage[s.order[i - 1]] == stock
    after = i + 1 < PLAYERS and s.order[i + 1] != NONE and was.storage[s.order[i + 1]] == stock
    return before or after


@rule
def ordered(s: ForestGarden, p: int, n: int) -> bool:
    """Is a player among the first ``n`` in the order?"""
    for i in range(n):
        if s.order[i] == p:
            return True
    return False


@rule
def write_tasks(s: ForestGarden, out: Ints) -> int:
    """Write everybody's task."""
    for p in range(s.players):
        out[p] = HAD_TASK + p * MOST_TASKS + s.task[p]
    return s.players
