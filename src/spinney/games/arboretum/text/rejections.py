"""Reasons why a move is refused, and moves that would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.errors import some
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.garden import open_cells
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import (
    ABSENT,
    AT,
    CARDS,
    CELL,
    DISCARD,
    DRAW1,
    DRAW2,
    FROM_DECK,
    FROM_PILE,
    MOST,
    PLAY,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.text.names import card_name, cell_name
from spinney.i18n import _
from spinney.kernel.rule import scratch

if TYPE_CHECKING:
    from spinney.core.state import Observation


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    s: Arboretum = view.record
    if s.phase <= DRAW2:
        return _refuse_draw(s, actions[0])
    if s.phase == DISCARD:
        return _refuse_discard(s, view.player, actions[0])
    return _refuse_play(s, view.player, actions)


def _refuse_draw(s: Arboretum, action: int) -> str:
    ways = some(_sources(s))
    if action >= PLAY:
        if is_mini(s):
            return _("first draw a card; try: {ways}", ways=ways)
        if s.phase == DRAW1:
            return _("first draw two cards, one at a time; try: {ways}", ways=ways)
        return _("first draw a second card; try: {ways}", ways=ways)
    if action == FROM_DECK:
        return _("the deck is empty; draw from a pile: {ways}", ways=ways)
    if action - FROM_PILE >= s.players:
        return _("there are {players} players; try: {ways}", players=s.players, ways=ways)
    return _(
        "player {number} has no discards; try: {ways}", number=action - FROM_PILE + 1, ways=ways
    )


def _sources(s: Arboretum) -> list[str]:
    """What can be drawn from, in words, with what lies there."""
    deck = ["draw deck"] if s.top < s.cards else []
    piles = [p for p in range(s.players) if s.piled[p]]
    tops = (card_name(s.pile[p, s.piled[p] - 1]) for p in piles)
    return deck + [f"draw {p + 1} ({top})" for p, top in zip(piles, tops, strict=True)]


def _refuse_play(s: Arboretum, p: int, actions: Sequence[int]) -> str:
    """Why these actions are no play. The card may have been chosen in an action before."""
    if s.phase == CELL:
        return _refuse_rest(s, p, actions[0])
    if not PLAY <= actions[0] < AT:
        return _(
            "{so_far}; now play one, as: {example}",
            so_far=_so_far(s, actions[0]),
            example=_example(s, p, _hand(s, p)[0]),
        )
    card = actions[0] - PLAY
    if not in_hand(s, p, card):
        return _not_in_hand(s, p, card)
    if len(actions) == 1:
        return _(
            "add where it goes, as: {example}; {cells}",
            example=_example(s, p, card),
            cells=_open_cells(s, p),
        )
    return _refuse_cell(s, p, card, actions[1] - AT)


def _refuse_rest(s: Arboretum, p: int, action: int) -> str:
    """Why an action can't follow once the card is chosen: only its cell can."""
    if AT <= action < THROW:
        return _refuse_cell(s, p, s.held, action - AT)
    return _(
        "you have chosen {card}; now name its cell, as: {example}",
        card=card_name(s.held),
        example=_example(s, p, s.held),
    )


def _so_far(s: Arboretum, action: int) -> str:
    if action < PLAY:
        return _("you have drawn a card") if is_mini(s) else _("you have drawn two cards")
    if action < THROW:
        return _("a cell alone is not a move")
    return _("in the mini game you don't discard") if is_mini(s) else _("discarding comes last")


def _refuse_cell(s: Arboretum, p: int, card: int, cell: int) -> str:
    """Why the card can't be played there."""
    if s.placed[p] == 0:
        return _(
            "cells are counted from your first card; try: {example}",
            example=_example(s, p, card),
        )
    for k in range(s.placed[p]):
        if s.cell[p, k] == cell:
            lies = card_name(s.card[p, k])
            return _(
                "{cell} is taken by {card}; {cells}",
                cell=cell_name(cell),
                card=lies,
                cells=_open_cells(s, p),
            )
    if is_mini(s):
        return _(
            "{cell} is not to the right of your last card; {cells}",
            cell=cell_name(cell),
            cells=_open_cells(s, p),
        )
    return _(
        "{cell} is not beside a card of yours; {cells}",
        cell=cell_name(cell),
        cells=_open_cells(s, p),
    )


def _example(s: Arboretum, p: int, card: int) -> str:
    """A play of the card that can be said, or the rest of it once the card is chosen."""
    cell = cell_name(_open(s, p)[0])
    return cell if s.phase == CELL else f"play {card_name(card)} {cell}"


def _open_cells(s: Arboretum, p: int) -> str:
    cells = some([cell_name(cell) for cell in _open(s, p)], 12)
    return _("open cells: {cells}", cells=cells)


def _refuse_discard(s: Arboretum, p: int, action: int) -> str:
    if action >= THROW:
        return _not_in_hand(s, p, action - THROW)
    card = card_name(_hand(s, p)[0])
    if action < PLAY:
        return _("you have drawn two cards; now discard one, as: discard {card}", card=card)
    return _("you have played this turn; now discard one, as: discard {card}", card=card)


def _not_in_hand(s: Arboretum, p: int, card: int) -> str:
    hand = some([card_name(c) for c in _hand(s, p)], 9)
    if s.where[card] == ABSENT:
        return _(
            "there is no {tree} in this game; in your hand: {hand}",
            tree=TREES[card // 8],
            hand=hand,
        )
    return _("{card} is not in your hand; there: {hand}", card=card_name(card), hand=hand)


def _hand(s: Arboretum, p: int) -> list[int]:
    return [c for c in range(CARDS) if in_hand(s, p, c)]


def _open(s: Arboretum, p: int) -> list[int]:
    cells = scratch(4 * MOST)
    count = open_cells(s, p, 0, cells)
    return list(cells)[:count]
