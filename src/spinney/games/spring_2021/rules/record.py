"""The record of Spring Challenge 2021, and the numbers of its places, actions, events and stages.

Cells are numbered 0 to 36 as the contest does, sets of cells are bitboards (`geometry`), trees
have sizes 0 (a seed) to 3.
"""

from __future__ import annotations

import numpy as np

from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, SIZES
from spinney.kernel.field_meaning import FLAG, ActionNumber, Amount, BitSet, Category, Cell
from spinney.kernel.records import Ints, Record, i8, i16, i64

PLAYERS, DAYS, RICHEST, LARGEST = 2, 24, 3, SIZES - 1
NUTRIENTS = 20  # at the start
COMPLETING = 4  # the sun points it costs to complete a tree
GROWING = np.array([1, 3, 7], np.int64)
"""What growing a tree costs by its size, besides a sun point for each tree of the next size."""
RICHNESS_BONUS = np.array([0, 0, 2, 4], np.int64)
"""The points for completing a tree, besides the nutrients, by how rich its soil is."""
SUN_PER_POINT = 3  # at the end

# Leagues: the whole game, and two simpler ones, with which the contest began.
BRONZE, WOOD_1, WOOD_2 = range(3)
LEAGUE_DAYS = np.array([DAYS, 6, 1], np.int64)
FIRST_PAIRS = np.array([2, 4, 6], np.int64)
FIRST_SIZE = np.array([1, 1, LARGEST], np.int64)
FIRST_APART = np.array([2, 1, 0], np.int64)
"""By league: the days; the pairs of trees at the start, their size, and how near to one of them no
other is drawn."""

# Phases. In all but CHOOSING nobody is to act: a stage is due, or the game is over.
CHOOSING, MOVING, GATHERING, OVER = range(4)

# Stages of `settle`: both choices are carried out; the sun moves; everyone wakes and harvests.
RESOLVE_STAGE, MOVE_STAGE, GATHER_STAGE = 1, 2, 3

# Actions. All but WAIT: plus a cell. To sow takes two: SEED with the tree's cell, TARGET with where
# its seed goes. Every other action is a whole move.
WAIT = 0
GROW = 1
COMPLETE = GROW + CELLS
SEED = COMPLETE + CELLS
TARGET = SEED + CELLS
ACTIONS = TARGET + CELLS

NO_CELL = -1  # no tree is to send a seed

# What a choice is besides an action.
NOTHING = -1  # not made yet, or not to be made: asleep
FORFEIT = -2  # no command in time, or none that can be read: out of the game
PENALTY = -3  # an illegal command: asleep for the rest of the day

# Facts, as event codes. Those of a player: plus the player times the width, plus the number.
DID, DID_WIDTH = ACTIONS, ACTIONS + 2  # what ended the move; ACTIONS FORFEIT, + 1 PENALTY
SOWER, SOWER_WIDTH = DID + PLAYERS * DID_WIDTH, CELLS  # the cell of the tree that sent the seed
FAILED, FAILED_WIDTH = SOWER + PLAYERS * SOWER_WIDTH, 2  # a choice was made for one: 0, 1 likewise
PAID, PAID_WIDTH = FAILED + PLAYERS * FAILED_WIDTH, 64  # sun points paid for the command
EARNED, EARNED_WIDTH = PAID + PLAYERS * PAID_WIDTH, 32  # points for completing a tree
CLASHED = EARNED + PLAYERS * EARNED_WIDTH  # plus the cell on which both sowed
DAY = (
    CLASHED + CELLS
)  # plus the day that the sun's move begins; DAYS: it ends the game, in any league
HARVESTED, HARVESTED_WIDTH = DAY + DAYS + 1, 128  # sun points
EXTRA, EXTRA_WIDTH = HARVESTED + PLAYERS * HARVESTED_WIDTH, 1024  # points for sun, at the end
COUNTED, COUNTED_WIDTH = EXTRA + PLAYERS * EXTRA_WIDTH, 64  # trees, that broke a tie at the end
CODES = COUNTED + PLAYERS * COUNTED_WIDTH

# What the fields mean.
CELL_SET = BitSet(CELLS, "cells")
CHOICE = ActionNumber(
    ACTIONS, blanks={NOTHING: "none", FORFEIT: "out of the game", PENALTY: "an illegal command"}
)
FIRST = ActionNumber(TARGET, blanks={NOTHING: "none"})
SOWING = Cell(CELLS, blanks={NO_CELL: "none"})
PHASES = ("choosing", "moving the sun", "gathering sun", "over")
LEAGUE_NAMES = ("Bronze", "Wood 1", "Wood 2")


class Forest(Record):
    """All there is. Nothing is hidden but a choice until it is carried out."""

    trees: Ints = i64(
        PLAYERS,
        SIZES,
        seats=0,
        holds=CELL_SET,
        about="the cells with a player's trees of each size",
    )
    soil: Ints = i64(RICHEST + 1, holds=CELL_SET, about="the cells of each richness; 0: unusable")
    dormant: int = i64(holds=CELL_SET, about="the cells with trees that can't be used again today")
    sun: Ints = i16(PLAYERS, seats=0, holds=Amount(0, 2664, typical=40))
    points: Ints = i16(
        PLAYERS, seats=0, holds=Amount(0, 925, typical=100), about="for completed trees"
    )
    choice: Ints = i16(
        PLAYERS,
        seats=0,
        holds=CHOICE,
        about="the action that ends a move, or NOTHING, FORFEIT, PENALTY",
    )
    did: Ints = i16(
        PLAYERS, seats=0, holds=CHOICE, about="the choices carried out last; NOTHING: was asleep"
    )
    sower: Ints = i8(
        PLAYERS, seats=0, holds=SOWING, about="the tree that is to send a seed, of a secret choice"
    )
    did_first: Ints = i8(
        PLAYERS, seats=0, holds=FIRST, about="of moves carried out last, the action before the end"
    )
    asleep: Ints = i8(PLAYERS, seats=0, holds=FLAG, about="1: waits for the next day, or is out")
    out: Ints = i8(PLAYERS, seats=0, holds=FLAG, about="1: out of the game")
    day: int = i8(
        holds=Amount(0, DAYS),
        about="from 0; as many as there are when all are over. Sun direction: day % 6",
    )
    nutrients: int = i8(holds=Amount(0, NUTRIENTS))
    phase: int = i8(holds=Category(PHASES))
    league: int = i8(holds=Category(LEAGUE_NAMES), about="BRONZE, WOOD_1 or WOOD_2")


def direction(day: int) -> int:
    """Return the direction in which shadows fall on a day."""
    return day % DIRECTIONS
