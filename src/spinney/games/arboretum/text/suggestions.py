"""Suggest moves of Arboretum, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.kit.planting import plant_beside
from spinney.core.narration import mark
from spinney.drawing.tree_names import tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.best_paths import planted
from spinney.games.arboretum.rules.record import (
    AT,
    BESIDE,
    CELL,
    FROM_DECK,
    FROM_PILE,
    PLAY,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.text.names import card_title
from spinney.games.arboretum.view_model import view_model
from spinney.i18n import _
from spinney.i18n.lists import and_list

if TYPE_CHECKING:
    from spinney.core.state import Observation


def describe(view: Observation, actions: Sequence[int]) -> str:
    """Return what a move does."""
    first = actions[0]
    if first == FROM_DECK:
        return _("Draw a card from the deck")
    if first < PLAY:
        return _take(view, first - FROM_PILE)
    if first < THROW:
        return _plant(view, actions)
    return _("Discard {card}", card=card_title(first - THROW))


def _take(view: Observation, owner: int) -> str:
    card = card_title(_top(view.record, owner))
    if owner == view.player:
        return _("Take {card} back from your discard pile", card=card)
    return _("Take {card} from {owner}’s discard pile", card=card, owner=mark(owner))


def _top(s: Arboretum, owner: int) -> int:
    """Return the card on a discard pile."""
    return int(s.pile[owner, s.piled[owner] - 1])


def _plant(view: Observation, actions: Sequence[int]) -> str:
    s: Arboretum = view.record
    card = card_title(int(s.held) if s.phase == CELL else actions[0] - PLAY)
    grown = {cell: card_title(other) for other, cell in planted(s, view.player)}
    cell = actions[-1] - AT
    return plant_beside(card, [grown.get(cell + way, "") for way in BESIDE.tolist()])


def benefit(view: Observation, actions: Sequence[int]) -> str:
    """Return what a card that is drawn, taken or kept does in hand."""
    first = actions[0]
    if first == FROM_DECK:
        return _unseen(view)
    if first >= THROW:
        return _kept(view, first - THROW)
    if FROM_DECK < first < PLAY:
        return _held(view, _top(view.record, first - FROM_PILE))
    return ""


def _unseen(view: Observation) -> str:
    """Tell why the deck is better than the piles."""
    s: Arboretum = view.record
    mine = {c // 8 for c in _hand(view)} | {c // 8 for c, _cell in planted(s, view.player)}
    tops = [_top(s, owner) for owner in range(view.game.num_players) if s.piled[owner]]
    if tops and not any(card // 8 in mine for card in tops):
        return _("No card on a pile is of a kind in your hand or garden.")
    return _("Nobody sees what you draw.")


def _held(view: Observation, card: int) -> str:
    """Tell what the hand counts in a colour with one more card of it."""
    mine = [c for c in _hand(view) if c // 8 == card // 8]
    tree, total = tree_name(TREES[card // 8]), sum(c % 8 + 1 for c in [*mine, card])
    return _("Your hand then counts {total} in {tree}.", total=total, tree=tree)


def _kept(view: Observation, card: int) -> str:
    """Tell what stays in hand of the colours that grow in the garden."""
    grown = {other // 8 for other, _cell in planted(view.record, view.player)}
    if card // 8 not in grown:
        return _("No {tree} grows in your garden.", tree=tree_name(TREES[card // 8]))
    kept = [card_title(c) for c in _hand(view) if c != card and c // 8 in grown]
    if not kept:
        return ""
    return _("You keep {cards}, which help you to score.", cards=and_list(kept))


def _hand(view: Observation) -> Sequence[int]:
    return view_model(view).hand(view.player)
