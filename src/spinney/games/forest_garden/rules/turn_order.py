"""Whose turn it is: bonuses that are due, then seat by seat."""

from __future__ import annotations

from spinney.games.forest_garden.rules.agreement import next_voter
from spinney.games.forest_garden.rules.cards import any_card
from spinney.games.forest_garden.rules.record import (
    ACTION,
    ACTIONS_DUE,
    BONUS,
    CLOSING,
    CONSENTING,
    LAST,
    NONE,
    NOTHING,
    ORDER,
    OVER,
    PLAY,
    PLAYERS,
    PLAYS,
    PROPOSING,
    ROUNDS,
    SEASON,
    TASKS_DUE,
    USED_LOT,
    ForestGarden,
)
from spinney.games.forest_garden.rules.special import anyone_special, can_search, can_swap
from spinney.kernel.rule import rule


@rule
def go_on(s: ForestGarden) -> None:
    """Find whoever is to decide next; if nobody is, a stage is due."""
    while s.doing == NOTHING:
        if s.dues > 0:
            next_bonus(s)
        elif s.phase == PLAYS:
            if not next_play(s):
                return
        elif s.phase == ORDER:
            next_vote(s)
        elif s.phase == ACTIONS_DUE:
            if not next_action(s):
                return
        elif s.phase != LAST or not next_last(s):
            return


@rule
def ask(s: ForestGarden, p: int, doing: int) -> None:
    """A player is to decide."""
    s.who = p
    s.doing = doing


@rule
def rest(s: ForestGarden) -> None:
    """Nobody is to decide anything."""
    ask(s, NONE, NOTHING)
    s.held = NONE


@rule
def next_bonus(s: ForestGarden) -> None:
    """The bonus that is due next, if there is a card to be had for it."""
    s.dues -= 1
    p = s.due[s.dues] // 2
    bonus = s.due[s.dues] % 2
    s.due[s.dues] = 0
    if any_card(s):
        ask(s, p, BONUS)
        s.bonus = bonus


@rule
def next_play(s: ForestGarden) -> bool:
    """The next seat that received a card plays one; after the last come the special actions."""
    while s.at < s.players and s.received >> s.at & 1 == 0:
        s.at += 1
    if s.at < s.players:
        ask(s, s.at, PLAY)
        s.at += 1
        return True
    if anyone_special(s):
        s.phase = ORDER
    else:
        end_round(s)
    return False


@rule
def next_vote(s: ForestGarden) -> None:
    """The next vote of tied players; after the last come the special actions."""
    p = next_voter(s)
    if p != NONE:
        ask(s, p, PROPOSING if s.agreed == 0 else CONSENTING)
    else:
        s.at = 0
        s.phase = ACTIONS_DUE


@rule
def next_action(s: ForestGarden) -> bool:
    """The next special action. False: there is none, or who is next can do nothing."""
    if s.at == s.players or s.order[s.at] == NONE:
        end_round(s)
        return False
    p = s.order[s.at]
    if not (can_swap(s, p) or can_search(s, p)):
        return False
    ask(s, p, ACTION)
    s.at += 1
    return True


@rule
def next_last(s: ForestGarden) -> bool:
    """The next seat plays its last hand card. False: the game is over."""
    if s.at == s.players:
        s.phase = TASKS_DUE if s.tasks == 1 else OVER
        return False
    ask(s, s.at, PLAY)
    s.at += 1
    return True


@rule
def end_round(s: ForestGarden) -> None:
    """Take back the choices and all that followed from them."""
    s.lot[s.round_number - 1] = USED_LOT
    s.received = 0
    s.at = 0
    for p in range(PLAYERS):
        s.choice[p] = NONE
        s.order[p] = NONE
    s.phase = CLOSING if s.round_number == ROUNDS else SEASON
