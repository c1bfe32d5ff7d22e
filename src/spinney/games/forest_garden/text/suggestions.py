"""Suggest moves of Forest Garden, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spinney.core.narration import mark
from spinney.games.forest_garden.deck.plant import plant_name
from spinney.games.forest_garden.deck.plants import plants_of
from spinney.games.forest_garden.rules.cards import top_of
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    AT,
    CHOOSE,
    CONSENTING,
    DECKS,
    DECLINE,
    DRAW,
    GROW,
    LOOK,
    OFFER,
    PICK,
    PILE,
    REFUSE,
    ROUNDS,
    SALE,
    SEARCH,
    SELL,
    SPECIAL,
    SWAP,
    TO,
    ForestGarden,
)
from spinney.games.forest_garden.text.names import TableWords
from spinney.games.forest_garden.view_model import view_model
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation


def describe(view: Observation, actions: Sequence[int]) -> str:
    """Return what a move does."""
    kind = max(kind for kind in _DESCRIBING if kind <= actions[0])
    return _DESCRIBING[kind](view, actions)


def _plant(view: Observation, card: int) -> str:
    return plant_name(plants_of(view.game)[card])


def _held(view: Observation) -> str:
    return _plant(view, int(view.record.held))


def _draw(_view: Observation, actions: Sequence[int]) -> str:
    return _("Draw a card from deck {deck}", deck=actions[0] - DRAW + 1)


def _choose(view: Observation, actions: Sequence[int]) -> str:
    choice = actions[0] - CHOOSE
    if choice == SPECIAL:
        return _("Choose a special action")
    return _("Choose {card}", card=_plant(view, top_of(view.record, choice, 0)))


def _sell(view: Observation, actions: Sequence[int]) -> str:
    card = actions[0] - SELL
    price = plants_of(view.game)[card].price
    return _("Sell {card} for {cubes}", card=_plant(view, card), cubes=cubes(price))


def _grow(view: Observation, actions: Sequence[int]) -> str:
    """Tell a planting with what the place costs."""
    first = actions[0]
    card = _held(view) if first >= AT else _plant(view, first - GROW)
    fee = TableWords(view).fee(view.player, actions[-1] - AT) if actions[-1] >= AT else 0
    if fee:
        return _("Plant {card} for {cubes}", card=card, cubes=cubes(fee))
    return _("Plant {card}", card=card)


def _offer(view: Observation, actions: Sequence[int]) -> str:
    first = actions[0]
    card = _held(view) if first >= TO else _plant(view, first - OFFER)
    return _("Offer {card} to {buyer}", card=card, buyer=mark(actions[-1] - TO))


def _accept(view: Observation, _actions: Sequence[int]) -> str:
    if view.record.doing == CONSENTING:
        return _("Agree")
    return _("Buy {card} for {cubes}", card=_held(view), cubes=cubes(SALE))


def _refuse(view: Observation, _actions: Sequence[int]) -> str:
    if view.record.doing == CONSENTING:
        return _("Disagree")
    return _("Don’t buy {card}", card=_held(view))


def _decline(_view: Observation, _actions: Sequence[int]) -> str:
    return _("Pass")


def _propose(view: Observation, actions: Sequence[int]) -> str:
    first = actions[0] - ACT_FIRST
    if first == view.player:
        return _("Propose to act first")
    return _("Propose that {first} acts first", first=mark(first))


def _look(_view: Observation, actions: Sequence[int]) -> str:
    return _("Look into deck {deck}", deck=actions[0] - LOOK + 1)


def _swap(_view: Observation, _actions: Sequence[int]) -> str:
    return _("Replace all offers")


def _search(_view: Observation, actions: Sequence[int]) -> str:
    deck = actions[0] - SEARCH
    if deck == PILE:
        return _("Search the discard pile")
    return _("Search deck {deck}", deck=deck + 1)


def _pick(view: Observation, actions: Sequence[int]) -> str:
    return _("Keep {card}", card=_plant(view, actions[0] - PICK))


_DESCRIBING: dict[int, Callable[[Observation, Sequence[int]], str]] = {
    DRAW: _draw,
    CHOOSE: _choose,
    SELL: _sell,
    GROW: _grow,
    OFFER: _offer,
    AT: _grow,
    TO: _offer,
    ACCEPT: _accept,
    REFUSE: _refuse,
    DECLINE: _decline,
    ACT_FIRST: _propose,
    LOOK: _look,
    SWAP: _swap,
    SEARCH: _search,
    PICK: _pick,
}
"""What describes each kind of move, by its first action."""


def benefit(view: Observation, actions: Sequence[int]) -> str:
    """Return what speaks for a plant that is taken or planted."""
    card = _taken(view, actions[0])
    if card < 0:
        return ""
    model = view_model(view)
    plant = model.plant(card)
    sentences = []
    if _is_to_come(actions[0]):
        sentences.append(_("It is worth {points} points when it grows.", points=plant.yield_))
    if plant.partners and model.garden(view.player).serves(plant):
        sentences.append(_("A partner grows in your garden."))
    _flowers, ripe = (0, 0) if plant.male else model.first_year(card)
    if 0 < ripe <= ROUNDS:
        sentences.append(_("Planted now, it is ripe in round {ripe}.", ripe=ripe))
    return " ".join(sentences)


def _is_to_come(action: int) -> bool:
    """Is a plant taken that does not grow yet? Else its points are a gain of the move."""
    return CHOOSE <= action < SELL or action >= ACCEPT


def _taken(view: Observation, action: int) -> int:
    """Return the card that a move takes or plants; -1: none."""
    s: ForestGarden = view.record
    if CHOOSE <= action < CHOOSE + DECKS:
        return int(top_of(s, action - CHOOSE, 0))
    if GROW <= action < OFFER:
        return action - GROW
    if (action == ACCEPT and s.doing != CONSENTING) or AT <= action < TO:
        return int(s.held)
    return action - PICK if action >= PICK else -1
