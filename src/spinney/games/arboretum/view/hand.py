"""The viewer's own hand, drawn as a fan."""

from __future__ import annotations

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.arboretum.rules.record import CELL, HAND_SIZE
from spinney.games.arboretum.view.garden import mark
from spinney.games.arboretum.view.ground import card
from spinney.games.arboretum.view.view_model import NAME, SAID, ArboretumView

HEAD = 14
MOST = HAND_SIZE + 2
"""The most cards in a hand: before one is played."""


def hand(scene: ArboretumView, width: float, size: float) -> Board:
    """The hand of the viewer; a spectator has none."""
    cards = scene.hand(scene.me)
    slots = kit.spread(len(cards), size, 8, HEAD, width - 16)
    covered = MOST * size > width
    drawn = [_card(scene, c, slot, size, covered) for c, slot in zip(cards, slots, strict=True)]
    orders = {"colour": cards, "number": sorted(cards, key=lambda c: (c % 8, c))}
    ids = {order: [f"card-{NAME[c]}" for c in way] for order, way in orders.items()}
    return Board(
        "hand",
        "Your hand",
        width,
        _height(size, width),
        kit.fan("hand", drawn, ids, source="deck"),
        f"{_told(scene, cards)}.",
        headed=True,
        at_hand=True,
    )


def _height(size: float, width: float) -> int:
    """So high is a board for the widest fan, whose outer cards stand lowest."""
    lowest = max(y for _, y, _ in kit.spread(MOST, size, 8, HEAD, width - 16))
    return round(lowest + size * kit.RATIO + 6)


def _card(
    scene: ArboretumView, c: int, slot: tuple[float, float, float], size: float, covered: bool
) -> str:
    x, y, lean = slot
    chosen = scene.s.phase == CELL and scene.s.held == c
    known = scene.known(c)
    return card(
        c,
        (x, y),
        size,
        _lying(known),
        NAME[c] in scene.words,
        f"{mark(c)} raised" if chosen else mark(c),
        lean,
        covered,
        known,
    )


def _lying(known: bool) -> str:
    return "in your hand, known to all" if known else "in your hand"


def _told(scene: ArboretumView, cards: list[int]) -> str:
    told = (SAID[c] + (", known to all" if scene.known(c) else "") for c in cards)
    return "; ".join(told) or "nothing"
