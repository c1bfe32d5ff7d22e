"""Check that the phase, the choices and the pending decision of a record can occur together."""

from __future__ import annotations

from spinney.games.forest_garden.deck.plant import CARDS, WORD_BITS, WORDS
from spinney.games.forest_garden.rules.cards import any_card, slot_of
from spinney.games.forest_garden.rules.garden import has_place
from spinney.games.forest_garden.rules.legal_moves import anyone_can_buy
from spinney.games.forest_garden.rules.record import (
    ACTIONS_DUE,
    AGREE,
    ANSWER,
    ASKING,
    BONUS,
    CHOOSING,
    CLOSING,
    CONSENTING,
    DECKS,
    DRAWING,
    LAST,
    LOOKING,
    MOST_HELD,
    NONE,
    NOTHING,
    ORDER,
    OVER,
    PASS,
    PILE,
    PLACING,
    PLAY,
    PLAYERS,
    PLAYS,
    PROPOSING,
    REVEAL,
    ROUNDS,
    SALE,
    SEASON,
    SHARING,
    SPECIAL,
    TAKING,
    ForestGarden,
)
from spinney.games.forest_garden.rules.special import can_search, can_swap, end_of_tie, undecided
from spinney.kernel.rule import rule

# Time.


@rule
def is_time_consistent(s: ForestGarden) -> bool:
    """Do the round, the phase and who is next agree?"""
    for word in range(WORDS):
        if s.offered[word] >> WORD_BITS != 0:
            return False
    if not (is_round_consistent(s) and 0 <= s.at <= s.players):
        return False
    if s.phase == SHARING:
        return is_sharing_consistent(s)
    if s.drawn != 0:
        return False
    if s.phase == DRAWING:
        return s.at < s.players
    if (s.phase == CHOOSING and not all_open(s)) or (s.phase == CLOSING and s.at != 0):
        return False
    someone_next = s.phase == ACTIONS_DUE and s.at < s.players and s.order[s.at] != NONE
    return s.doing != NOTHING or someone_next or s.phase not in (PLAYS, ACTIONS_DUE, LAST)


@rule
def is_round_consistent(s: ForestGarden) -> bool:
    """Is it a round in which there is such a phase?"""
    if not DRAWING <= s.phase <= OVER or s.phase == REVEAL:
        return False
    if s.phase == DRAWING:
        return s.round_number == 0
    if s.phase == SEASON:
        return 0 <= s.round_number < ROUNDS
    if s.phase < CLOSING:
        return 1 <= s.round_number <= ROUNDS
    return s.round_number == ROUNDS


@rule
def all_open(s: ForestGarden) -> bool:
    """Does every deck with a card show it?"""
    for d in range(s.players):
        if s.open[d] != min(1, s.left[d]):
            return False
    return True


@rule
def is_sharing_consistent(s: ForestGarden) -> bool:
    """Is there a deck to be shared out or a card to be drawn, by those who have none yet?

    Those in line chose the deck that was shared out last, the one before `at`.
    """
    if not 0 <= s.drawn <= PLAYERS:
        return False
    due = 0
    for k in range(PLAYERS):
        p = s.drawers[k]
        if p != NONE and s.choice[p] != s.at - 1:
            return False
        if p != NONE and k >= s.drawn:
            due |= 1 << p
    for p in range(s.players):
        if s.at <= s.choice[p] < DECKS:
            due |= 1 << p
    return due != 0 and due & s.received == 0


# Choices.


@rule
def are_choices_consistent(s: ForestGarden) -> bool:
    """Is everybody's choice one that could be made, and do those stand in line who must?"""
    revealed = CHOOSING < s.phase <= ACTIONS_DUE
    for p in range(s.players):
        if not is_choice_consistent(s, p) or (revealed and s.choice[p] == NONE):
            return False
        if s.choice[p] != NONE and not CHOOSING <= s.phase <= ACTIONS_DUE:
            return False
    most = 1 << s.players if SHARING <= s.phase <= ACTIONS_DUE else 1
    return is_line_consistent(s) and 0 <= s.received < most


@rule
def is_choice_consistent(s: ForestGarden, p: int) -> bool:
    """Is there a card on the deck chosen, as long as nothing has been done about it?"""
    choice = s.choice[p]
    if not NONE <= choice <= PASS:
        return False
    waiting = s.phase == CHOOSING or (s.phase == SHARING and choice >= s.at)
    if choice == SPECIAL:
        return s.storage[p] > 0 or s.phase != CHOOSING
    if 0 <= choice < DECKS:
        return choice < s.players and (not waiting or s.open[choice] == 1)
    return True


@rule
def is_line_consistent(s: ForestGarden) -> bool:
    """Are those who draw, and those who chose to act, players, each once, and none after a gap?"""
    drawing = 0
    acting = 0
    again = False
    chosen = True
    for k in range(PLAYERS):
        if not (NONE <= s.drawers[k] < s.players and NONE <= s.order[k] < s.players):
            return False
        if k > 0 and s.drawers[k - 1] == NONE and s.drawers[k] != NONE:
            return False
        if k > 0 and s.order[k - 1] == NONE and s.order[k] != NONE:
            return False
        if s.drawers[k] != NONE:
            again = again or drawing >> s.drawers[k] & 1 == 1
            drawing |= 1 << s.drawers[k]
        if s.order[k] != NONE:
            again = again or acting >> s.order[k] & 1 == 1
            chosen = chosen and s.choice[s.order[k]] == SPECIAL
            acting |= 1 << s.order[k]
    early = drawing != 0 and s.phase != SHARING
    fixed = s.phase == ACTIONS_DUE or (s.phase == ORDER and s.doing != NOTHING)
    return chosen and not (again or early or (acting != 0 and not fixed))


# What is being decided.


@rule
def is_decision_consistent(s: ForestGarden) -> bool:
    """Is there somebody to decide what is to be decided, and all that it takes?"""
    if not are_dues_consistent(s):
        return False
    if s.doing == NOTHING:
        idle = s.who == NONE and s.dues == 0 and s.agreed == 0
        return nothing_held(s) and nothing_looked_at(s) and idle
    if not (NOTHING < s.doing <= CONSENTING and 0 <= s.who < s.players):
        return False
    if s.doing in (PROPOSING, CONSENTING):
        return is_vote_consistent(s) and nothing_held(s) and nothing_looked_at(s)
    if s.phase not in (PLAYS, ACTIONS_DUE, LAST) or s.agreed != 0:
        return False
    if s.doing in (PLACING, ASKING, ANSWER):
        return is_held_consistent(s) and nothing_looked_at(s)
    return is_looking_consistent(s) and nothing_held(s)


@rule
def is_vote_consistent(s: ForestGarden) -> bool:
    """Are there tied players, and has whoever is to vote not agreed yet?"""
    if s.phase != ORDER or s.special_tie != AGREE or s.at >= s.players or s.order[s.at] == NONE:
        return False
    end = end_of_tie(s, s.at)
    tied = 0
    for k in range(s.at, end):
        tied |= 1 << s.order[k]
    divided = s.agreed & ~tied == 0 and s.agreed != tied and s.who == undecided(s, end)
    proposed = s.agreed != 0
    return s.dues == 0 and end > s.at + 1 and divided and proposed == (s.doing == CONSENTING)


@rule
def are_dues_consistent(s: ForestGarden) -> bool:
    """Are the bonuses that are due some that were reached, each once?"""
    if not 0 <= s.dues <= 2 * PLAYERS:
        return False
    seen = 0
    for i in range(2 * PLAYERS):
        if i >= s.dues:
            if s.due[i] != 0:
                return False
        elif not is_due_consistent(s, s.due[i]) or seen >> s.due[i] & 1 == 1:
            return False
        else:
            seen |= 1 << s.due[i]
    return True


@rule
def is_due_consistent(s: ForestGarden, due: int) -> bool:
    """Is it a bonus that a player has reached?"""
    return 0 <= due < 2 * s.players and s.used[due // 2] >> due % 2 & 1 == 1


@rule
def nothing_held(s: ForestGarden) -> bool:
    """Is no card being grown or offered?"""
    return s.held == NONE and s.seller == NONE


@rule
def nothing_looked_at(s: ForestGarden) -> bool:
    """Is nobody about to look at cards, or looking at any?"""
    return s.source == NONE and s.bonus == NONE and s.looks == 0


@rule
def is_held_consistent(s: ForestGarden) -> bool:
    """Can the card in question be grown, offered or bought?"""
    owner = s.seller if s.doing == ANSWER else s.who
    if not (0 <= owner < s.players and 0 <= s.held < CARDS):
        return False
    if slot_of(s, owner, s.held) == MOST_HELD:
        return False
    if s.doing == ANSWER:
        return owner != s.who and s.storage[s.who] >= SALE and s.direct_sale == 1
    if s.seller != NONE:
        return False
    if s.doing == ASKING:
        return s.direct_sale == 1 and anyone_can_buy(s, s.who)
    return has_place(s, s.who, s.held)


@rule
def is_looking_consistent(s: ForestGarden) -> bool:
    """Is there something to be played, looked at, done or taken?"""
    if s.doing == BONUS:
        return 0 <= s.bonus <= 1 and s.source == NONE and s.looks == 0 and any_card(s)
    if s.doing == LOOKING:
        if not (0 <= s.source <= PILE and NONE <= s.bonus <= 1 and s.looks > 0):
            return False
        most = s.piled if s.source == PILE else s.left[s.source]
        return s.looks <= most
    if not nothing_looked_at(s):
        return False
    if s.doing == PLAY:
        return True
    if s.doing == TAKING:
        return any_card(s) and all_open(s)
    return can_swap(s, s.who) or can_search(s, s.who)
