"""The rules of Forest Garden. `spinney.core.interface` says what each function does."""

from __future__ import annotations

from spinney.games.forest_garden.rules.cards import draw
from spinney.games.forest_garden.rules.consistency import is_consistent
from spinney.games.forest_garden.rules.deal import begin, deal
from spinney.games.forest_garden.rules.events import events
from spinney.games.forest_garden.rules.garden import (
    any_in_vain,
    flower,
    harvest,
    pick_leaves,
    turn_year,
)
from spinney.games.forest_garden.rules.information import determinize, observe
from spinney.games.forest_garden.rules.legal_moves import (
    forfeit_action,
    sample_action,
    turn_actions,
)
from spinney.games.forest_garden.rules.offers import (
    choices,
    choosers,
    draw_next,
    draws,
    reveal_choices,
    share,
    show_offers,
    someone_draws,
)
from spinney.games.forest_garden.rules.record import (
    ACTIONS,
    ACTIONS_DUE,
    ASKING,
    CHOOSE,
    CHOOSING,
    CLOSING,
    CODES,
    DRAW,
    DRAW_STAGE,
    DRAWING,
    FAILURE_STAGE,
    FAILURES,
    FLOWER_STAGE,
    FLOWERS,
    HARVEST,
    HARVEST_STAGE,
    LAST,
    LAST_STAGE,
    LEAF_STAGE,
    LEAVES,
    NONE,
    NOTHING,
    OFFER_STAGE,
    OFFERS,
    ORDER,
    ORDER_STAGE,
    OVER,
    PASS,
    PLACING,
    PLAYERS,
    PLAYS,
    REVEAL_STAGE,
    SEASON,
    SEASON_STAGE,
    SHARE_STAGE,
    SHARING,
    TASK_STAGE,
    TASKS_DUE,
    UNABLE_STAGE,
    ForestGarden,
)
from spinney.games.forest_garden.rules.scoring import score
from spinney.games.forest_garden.rules.special import fix_order
from spinney.games.forest_garden.rules.turns import go_on, rest, take_turn
from spinney.kernel.records import Ints
from spinney.kernel.rng import below
from spinney.kernel.rule import rule

# What the interface asks for and other modules of this folder provide.
__all__ = [
    "ACTIONS",
    "CODES",
    "PLAYERS",
    "ForestGarden",
    "begin",
    "deal",
    "determinize",
    "events",
    "is_consistent",
    "observe",
    "score",
]


SECOND_HAND = ("known",)
"""The other players who know a hidden card in a hand."""


# Whose choice it is, and between what.


@rule
def num_players(s: ForestGarden) -> int:
    return s.players


@rule
def to_act(s: ForestGarden) -> int:
    if s.doing != NOTHING:
        return 1 << s.who
    if s.phase == CHOOSING:
        return choosers(s)
    return 1 << s.at if s.phase == DRAWING else 0


@rule
def mid_move(s: ForestGarden, p: int) -> bool:
    return s.doing in (PLACING, ASKING) and s.who == p


@rule
def legal(s: ForestGarden, p: int, out: Ints) -> int:
    if s.doing != NOTHING:
        return turn_actions(s, p, out)
    return choices(s, p, out) if s.phase == CHOOSING else draws(s, out)


@rule
def sample(s: ForestGarden, p: int, r: int, out: Ints) -> int:
    if s.doing != NOTHING:
        return sample_action(s, p, r, out)
    return out[below(r, legal(s, p, out))]


# What a choice does.


@rule
def apply(s: ForestGarden, p: int, action: int) -> None:
    if s.doing != NOTHING:
        take_turn(s, p, action)
    elif s.phase == CHOOSING:
        s.choice[p] = action - CHOOSE
    else:
        draw(s, p, action - DRAW)
        s.at += 1
        if s.at == s.players:
            s.at = 0
            s.phase = SEASON


# What happens by itself.


@rule
def settle(s: ForestGarden) -> int:
    if s.phase <= OFFERS:
        return settle_year(s)
    if s.phase == CHOOSING:
        return settle_choices(s)
    if s.phase == SHARING:
        return settle_sharing(s)
    return settle_end(s)


@rule
def settle_year(s: ForestGarden) -> int:
    """The next stage of the year at which something happens, or the new offers."""
    if s.phase == SEASON:
        turn_year(s)
        s.phase = FLOWERS
        return SEASON_STAGE
    if s.phase == FLOWERS:
        s.phase = FAILURES
        if flower(s):
            return FLOWER_STAGE
    if s.phase == FAILURES:
        s.phase = HARVEST
        if any_in_vain(s):
            return FAILURE_STAGE
    if s.phase == HARVEST:
        s.phase = LEAVES
        if harvest(s):
            return HARVEST_STAGE
    if s.phase == LEAVES:
        s.phase = OFFERS
        if pick_leaves(s):
            return LEAF_STAGE
    show_offers(s)
    return OFFER_STAGE


@rule
def settle_choices(s: ForestGarden) -> int:
    """Reveal the choices, for all are made."""
    reveal_choices(s)
    if s.phase == PLAYS:
        go_on(s)
    return REVEAL_STAGE


@rule
def settle_sharing(s: ForestGarden) -> int:
    """The next deck that was chosen, or the next card drawn."""
    stage = DRAW_STAGE if someone_draws(s) else SHARE_STAGE
    if stage == DRAW_STAGE:
        draw_next(s)
    else:
        share(s)
    if s.phase == PLAYS:
        go_on(s)
    return stage


@rule
def settle_end(s: ForestGarden) -> int:
    """What comes after the plays."""
    if s.phase == ORDER:
        fix_order(s)
        go_on(s)
        return ORDER_STAGE
    if s.phase == ACTIONS_DUE:  # whoever is next can do nothing
        s.at += 1
        go_on(s)
        return UNABLE_STAGE
    if s.phase == CLOSING:
        s.phase = LAST
        go_on(s)
        return LAST_STAGE
    if s.phase == TASKS_DUE:
        s.phase = OVER
        return TASK_STAGE
    return 0


# Time.


@rule
def forfeit(s: ForestGarden, p: int, reason: int) -> None:
    action = forfeit_action(s, p)
    if action != NONE:
        apply(s, p, action)
    elif s.phase == CHOOSING:
        s.choice[p] = PASS
    else:
        rest(s)
        go_on(s)


@rule
def period(s: ForestGarden, p: int) -> int:
    """Choosing and playing are counted apart, each round anew."""
    return 1 + 2 * s.round_number + (1 if s.phase > CHOOSING else 0)
