"""The prompts of Forest Garden: the task of a player, and the names of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core.prompts import Label
from spinney.games.forest_garden.deck.plant import IDS, plant_name
from spinney.games.forest_garden.rules.record import (
    ACTION,
    ANSWER,
    ASKING,
    BONUS,
    CHOOSING,
    CONSENTING,
    DRAWING,
    LAST,
    LOOKING,
    LOOKS,
    NONE,
    PLACING,
    PROPOSING,
    SALE,
    SEARCHING,
    SWAPPING,
    TAKING,
    ForestGarden,
)
from spinney.games.forest_garden.text.names import TableWords, hand
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation


def prompt(view: Observation) -> str:
    """Return the viewer's task."""
    s: ForestGarden = view.record
    if s.phase == DRAWING:
        return _("Draw your first card from a deck")
    if s.phase == CHOOSING:
        return _("Choose a plant to take, or a special action")
    if s.doing == BONUS:
        return _("You may look at {count} cards of a deck: choose the deck", count=LOOKS)
    if s.doing in (PLACING, ASKING, ANSWER):
        return _held(view, s)
    tasks = {
        LOOKING: _("Keep one of these cards"),
        ACTION: _("Replace all offers, or search a deck"),
        TAKING: _("Take one of the new offers"),
        PROPOSING: _("Choose who should act first"),
        CONSENTING: _("Do you agree on the player to act first?"),
    }
    return tasks.get(int(s.doing)) or _playing(s)


def _playing(s: ForestGarden) -> str:
    if s.phase == LAST:
        return _("Play your last card: choose it, then its bed, or sell it")
    return _("Play a card: choose it, then its bed, or sell it")


def _held(view: Observation, s: ForestGarden) -> str:
    """Return the task with a card that has been shown."""
    plant = plant_name(TableWords(view).plants[s.held]) if s.held != NONE else ""
    if s.doing == PLACING:
        return _("Choose the bed where {plant} should grow", plant=plant)
    if s.doing == ASKING:
        return _("Choose the player to whom you offer {plant}", plant=plant)
    return _("Will you buy {plant}?", plant=plant)


def labels(view: Observation) -> dict[str, Label]:
    """Return what the actions are called, with their prices."""
    s: ForestGarden = view.record
    words = TableWords(view)
    by_word = {
        "grow": Label(_("Plant it in a bed")),
        "offer": Label(_("Offer it: choose a player"), cubes(SALE)),
        "swap": Label(_("Replace all offers"), cubes(SWAPPING)),
        "search": Label(_("Search it"), cubes(SEARCHING)),
        "search discard": Label(_("Search the discard pile"), cubes(SEARCHING)),
        "discard": Label(_("Search the discard pile"), cubes(SEARCHING)),
        "special": Label(_("Special action")),
        "decline": Label(_("No, thanks")),
        "accept": Label(_("Buy it"), cubes(SALE)) if s.doing == ANSWER else Label(_("I agree")),
        "refuse": Label(_("No, thanks")) if s.doing == ANSWER else Label(_("I disagree")),
    }
    for card in hand(view):
        if card >= 0:
            price = cubes(words.plants[card].price)
            by_word[f"sell {IDS[card]}"] = Label(_("Sell it"), f"+{price}")
    named = (word for word in view.words if word in IDS)
    return by_word | {word: Label(plant_name(words.plants[IDS.index(word)])) for word in named}
