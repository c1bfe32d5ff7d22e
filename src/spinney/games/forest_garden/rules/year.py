"""The year: what flowers, what flowers in vain, and what is harvested."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plants import WORDS
from spinney.games.forest_garden.rules.card_tables import FLOWERING, LEAF, MALE, RIPE
from spinney.games.forest_garden.rules.garden import fertile
from spinney.games.forest_garden.rules.record import PLACES, ForestGarden, phase_of_year
from spinney.kernel.rule import rule

LEAF_PHASE = 3


@rule
def turn_year(s: ForestGarden) -> None:
    """Begin a round; everything can be offered to players anew."""
    s.round_number += 1
    for word in range(WORDS):
        s.offered[word] = 0


@rule
def in_flower(s: ForestGarden, p: int, place: int) -> bool:
    """Does something that could bear flower on a place now, partner or not?"""
    card = s.garden[p, place]
    return card >= 0 and FLOWERING[card] == phase_of_year(s) and MALE[card] == 0


@rule
def flower(s: ForestGarden) -> bool:
    """Lay a cube on every plant that flowers, a dark one if one waits there. False: none does."""
    any_flower = False
    for p in range(s.players):
        for place in range(PLACES):
            if in_flower(s, p, place) and fertile(s, p, s.garden[p, place]):
                any_flower = True
                s.cubes[p, place] = 2 if s.dark[p, place] > 0 else 1
                if s.nitrogen == 0 and s.dark[p, place] > 0:
                    s.dark[p, place] -= 1
    return any_flower


@rule
def in_vain(s: ForestGarden, p: int, place: int) -> bool:
    """Does something flower on a place for want of a partner in vain?"""
    return in_flower(s, p, place) and not fertile(s, p, s.garden[p, place])


@rule
def any_in_vain(s: ForestGarden) -> bool:
    """Does anything flower in vain?"""
    for p in range(s.players):
        for place in range(PLACES):
            if in_vain(s, p, place):
                return True
    return False


@rule
def harvest(s: ForestGarden) -> bool:
    """Take the cubes of all that is ripe into storage. False: nothing is."""
    any_ripe = False
    for p in range(s.players):
        for place in range(PLACES):
            if s.cubes[p, place] > 0 and RIPE[s.garden[p, place]] == phase_of_year(s):
                any_ripe = True
                s.storage[p] += s.cubes[p, place]
                s.cubes[p, place] = 0
    return any_ripe


@rule
def has_leaves(s: ForestGarden, p: int, place: int) -> bool:
    """Does a plant with edible leaves grow on a place?"""
    return s.garden[p, place] >= 0 and LEAF[s.garden[p, place]] == 1


@rule
def pick_leaves(s: ForestGarden) -> bool:
    """In late spring, take a cube from the supply for every leaf plant. False: there is none."""
    if phase_of_year(s) != LEAF_PHASE:
        return False
    any_leaf = False
    for p in range(s.players):
        for place in range(PLACES):
            if has_leaves(s, p, place):
                any_leaf = True
                s.storage[p] += 1
    return any_leaf
