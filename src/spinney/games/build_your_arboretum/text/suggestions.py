"""Suggest moves of Build Your Arboretum, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.kit.planting import plant_beside
from spinney.core.narration import mark
from spinney.drawing.tree_names import tree_name
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    BOARD,
    DIG,
    DONE,
    DROP,
    FIRST,
    GIVE,
    GROUP,
    NEAR,
    PLANT,
    SKIP,
    START,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.rules.scoring import advertised
from spinney.games.build_your_arboretum.text.begun import given_cards, sent_groups
from spinney.games.build_your_arboretum.text.names import TREES, card_title
from spinney.games.build_your_arboretum.text.narration import flocks_in_words
from spinney.i18n import _, ngettext
from spinney.i18n.lists import and_list

if TYPE_CHECKING:
    from spinney.core.state import Observation


def describe(view: Observation, actions: Sequence[int]) -> str:
    """Return what a move does."""
    first, s = actions[0], view.record
    if s.phase == BID:
        return _bid(_sent(view, actions))
    if first in (START, SKIP):
        start = _("Become the starting player")
        return start if first == START else _("Skip the rest of the round")
    if first == DONE or GIVE <= first < PLANT:
        return _hire(_given(s, actions))
    if first < SKIP:
        return _starter(view, first - FIRST)
    return _advertise(s, actions) if first < GIVE else _plant(view, actions)


def _sent(view: Observation, actions: Sequence[int]) -> list[int]:
    """Return the groups of a bid, with those that were sent before these actions."""
    sent = sent_groups(view.record, view.player)
    return sent + [action - GROUP for action in actions if action != DONE]


def _given(s: Arboreta, actions: Sequence[int]) -> list[int]:
    """Return the cards of a hire, with those that were given before these actions."""
    return given_cards(s) + [action - GIVE for action in actions if action != DONE]


def _bid(groups: Sequence[int]) -> str:
    if not groups:
        return _("Keep all parrots at home")
    return _("Send parrots: {groups}", groups=flocks_in_words(groups))


def _starter(view: Observation, player: int) -> str:
    if player == view.player:
        return _("Start the first round")
    return _("Let {name} start the first round", name=mark(player))


def _hire(cards: Sequence[int]) -> str:
    return _("Hire a parrot for {cards}", cards=and_list([card_title(card) for card in cards]))


def _advertise(s: Arboreta, actions: Sequence[int]) -> str:
    """Describe what is taken, perhaps before these actions, and what is dropped for it."""
    dropped = [card_title(action - DROP) for action in actions if action >= DROP]
    card = card_title(int(s.taken) if s.taken >= 0 else actions[0] - TAKE)
    if not dropped:
        return _("Advertise {card}", card=card)
    return _("Advertise {card} and drop {dropped}", card=card, dropped=dropped[0])


def _plant(view: Observation, actions: Sequence[int]) -> str:
    cell = actions[-1] - AT
    near = NEAR[4 * cell : 4 * cell + 4].tolist()
    names = [_grown(view.record, view.player, other) for other in near]
    return plant_beside(card_title(_planted_card(view.record, actions[0])), names)


def _planted_card(s: Arboreta, first: int) -> int:
    """Return the card that a planting names first, or that was named before its cell alone."""
    if first >= AT:
        return int(s.held)
    return first - (DIG if first >= DIG else PLANT)


def _grown(s: Arboreta, player: int, cell: int) -> str:
    """Return the name of what grows on a cell; empty for nothing, and beyond the edge."""
    card = int(s.grid[player, cell]) if cell >= 0 else -1
    return card_title(card) if card >= 0 else ""


def benefit(view: Observation, actions: Sequence[int]) -> str:
    """Return what a bid, a card on the board, one more parrot or the start changes."""
    first, s = actions[0], view.record
    if s.phase == BID:
        return _turns(_sent(view, actions), starts=s.start == view.player)
    if FIRST <= first < SKIP:
        return _("Whoever starts comes first among equal flocks, but sends one parrot fewer now.")
    if first == START:
        return _("You then come first among equal flocks, worth 1 point at the end.")
    if TAKE <= first < DROP:
        return _advertising(view, first - TAKE)
    if first == DONE or GIVE <= first < PLANT:
        mine, theirs = int(s.parrots[view.player]) + 1, int(s.parrots[1 - view.player])
        return _("You have {mine} parrots then, against {theirs}.", mine=mine, theirs=theirs)
    return ""


def _turns(groups: Sequence[int], starts: bool) -> str:
    """Tell how many turns a bid can bring, and how early the first comes."""
    sizes = [group // 2 + 1 for group in groups]
    if not sizes:
        return ""
    turns = ngettext("Up to {count} turn.", "Up to {count} turns.", len(sizes))
    size = max(sizes)
    if size == 1:
        return turns
    if starts:
        return f"{turns} {_('Only larger flocks come before yours of {size}.', size=size)}"
    return f"{turns} {_('Only flocks of {size} and more come before yours.', size=size)}"


def _advertising(view: Observation, card: int) -> str:
    """Tell what both advertise of a suit once a card of it is on the viewer's board."""
    player, s = view.player, view.game.record_class.from_bytes(view.data)
    s.where[card] = BOARD + player  # in a copy: a view never changes
    values = {
        "mine": advertised(s, player, card // 8),
        "theirs": advertised(s, 1 - player, card // 8),
    }
    tree = tree_name(TREES[card // 8])
    return _("You then advertise {mine} of {tree}, against {theirs}.", tree=tree, **values)
