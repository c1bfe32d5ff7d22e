"""The viewer's own hand, drawn as a fan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.drawing.tree_names import tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import CELL, HAND_SIZE, OVER
from spinney.games.arboretum.text.names import CARD_NAMES, card_title
from spinney.games.arboretum.view.garden import mark
from spinney.games.arboretum.view.ground import card
from spinney.games.arboretum.view_model import ArboretumView
from spinney.i18n import _

HEAD = 14
MOST = HAND_SIZE + 2
"""The most cards in a hand: before one is played."""


def hand(model: ArboretumView, width: float, size: float) -> Board:
    """The hand of the viewer; a spectator has none."""
    cards = model.hand(model.me)
    slots = kit.spread(len(cards), size, 8, HEAD, width - 16)
    covered = MOST * size > width
    notes = _notes(model, cards)
    drawn = [
        _card(model, c, notes[c // 8], slot, size, covered)
        for c, slot in zip(cards, slots, strict=True)
    ]
    orders = {"colour": cards, "number": sorted(cards, key=lambda c: (c % 8, c))}
    ids = {order: [f"card-{CARD_NAMES[c]}" for c in way] for order, way in orders.items()}
    return Board(
        "hand",
        _("Your hand"),
        width,
        _height(size, width),
        kit.fan("hand", drawn, ids, source="deck"),
        f"{_description(model, cards)}.",
        headed=True,
        at_hand=True,
    )


@cache
def _height(size: float, width: float) -> int:
    """So high is a board for the widest fan, whose outer cards stand lowest."""
    lowest = max(y for _, y, _ in kit.spread(MOST, size, 8, HEAD, width - 16))
    return round(lowest + size * kit.RATIO + 6)


def _card(
    model: ArboretumView,
    c: int,
    notes: tuple[str, str],
    slot: tuple[float, float, float],
    size: float,
    covered: bool,
) -> str:
    """A card; ``notes``: what is said of its colour, at length and on the card (`_notes`)."""
    x, y, lean = slot
    promise, brief = notes
    chosen = model.s.phase == CELL and model.s.held == c
    known = model.known(c)
    lying = _("in your hand, known to all") if known else _("in your hand")
    return card(
        c,
        (x, y),
        size,
        f"{lying}\n{promise}\n{model.why_not_planted}".strip(),
        CARD_NAMES[c] in model.words,
        f"{mark(c)} raised" if chosen else mark(c),
        lean,
        covered,
        known,
        note=brief,
    )


def _notes(model: ArboretumView, cards: Sequence[int]) -> dict[int, tuple[str, str]]:
    """What is said of each colour among these cards: at length, and briefly on the card."""
    paths = [model.paths(p) for p in range(model.players)]
    notes = {}
    for colour in {c // 8 for c in cards}:
        worths = [path[colour].worth for path in paths]
        own = worths[model.me] if model.s.phase != OVER else 0
        brief = _("for {points}", points=own) if own else ""
        notes[colour] = _promise(model, colour, worths), brief
    return notes


def _promise(model: ArboretumView, colour: int, worths: Sequence[int]) -> str:
    """What holding a colour at the end may earn, or keep from others."""
    tree, own = tree_name(TREES[colour]), worths[model.me]
    best = max(model.others, key=lambda p: worths[p])
    if own and worths[best]:
        return _(
            "Whoever holds the most {tree} at the end scores: your path is worth {own}, {name}’s "
            "{theirs}.",
            tree=tree,
            own=own,
            name=model.names[best],
            theirs=worths[best],
        )
    if own:
        return _(
            "Whoever holds the most {tree} at the end scores: your path is worth {own}.",
            tree=tree,
            own=own,
        )
    if worths[best]:
        return _(
            "Hold more {tree} than {name}, and their path worth {theirs} scores nothing.",
            tree=tree,
            name=model.names[best],
            theirs=worths[best],
        )
    return _("Nobody has a path of {tree} yet.", tree=tree)


def _description(model: ArboretumView, cards: list[int]) -> str:
    labels = (
        _("{card}, known to all", card=card_title(c)) if model.known(c) else card_title(c)
        for c in cards
    )
    return "; ".join(labels) or _("nothing")
