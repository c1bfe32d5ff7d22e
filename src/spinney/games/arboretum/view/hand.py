"""The viewer's own hand, drawn as a fan."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.drawing.tree_names import tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import CELL, HAND_SIZE, OVER
from spinney.games.arboretum.text.best_walks import best_walks, planted
from spinney.games.arboretum.view.garden import mark
from spinney.games.arboretum.view.ground import card
from spinney.games.arboretum.view.view_model import NAME, ArboretumView, said
from spinney.i18n import _

HEAD = 14
MOST = HAND_SIZE + 2
"""The most cards in a hand: before one is played."""


def hand(model: ArboretumView, width: float, size: float) -> Board:
    """The hand of the viewer; a spectator has none."""
    cards = model.hand(model.me)
    slots = kit.spread(len(cards), size, 8, HEAD, width - 16)
    covered = MOST * size > width
    walks = [best_walks(planted(model.s, p)) for p in range(model.players)]
    drawn = [
        _card(model, c, [walk[c // 8].worth for walk in walks], slot, size, covered)
        for c, slot in zip(cards, slots, strict=True)
    ]
    orders = {"colour": cards, "number": sorted(cards, key=lambda c: (c % 8, c))}
    ids = {order: [f"card-{NAME[c]}" for c in way] for order, way in orders.items()}
    return Board(
        "hand",
        _("Your hand"),
        width,
        _height(size, width),
        kit.fan("hand", drawn, ids, source="deck"),
        f"{_told(model, cards)}.",
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
    worths: Sequence[int],
    slot: tuple[float, float, float],
    size: float,
    covered: bool,
) -> str:
    """A card; ``worths``: what the best path of its colour is worth in each garden."""
    x, y, lean = slot
    chosen = model.s.phase == CELL and model.s.held == c
    known = model.known(c)
    own = worths[model.me]
    return card(
        c,
        (x, y),
        size,
        f"{_lying(known)}\n{_promise(model, c // 8, worths)}\n{model.why_not_planted}".strip(),
        NAME[c] in model.words,
        f"{mark(c)} raised" if chosen else mark(c),
        lean,
        covered,
        known,
        note=_("for {points}", points=own) if own and model.s.phase != OVER else "",
    )


def _promise(model: ArboretumView, colour: int, worths: Sequence[int]) -> str:
    """What holding a colour at the end may earn, or keep from others."""
    tree, own = tree_name(TREES[colour]), worths[model.me]
    best = max(model.others, key=lambda p: worths[p])
    if own and worths[best]:
        return _(
            "Who holds the most {tree} at the end scores: your path is worth {own}, "
            "{name}’s {theirs}.",
            tree=tree,
            own=own,
            name=model.names[best],
            theirs=worths[best],
        )
    if own:
        return _(
            "Who holds the most {tree} at the end scores: your path is worth {own}.",
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


def _lying(known: bool) -> str:
    return _("in your hand, known to all") if known else _("in your hand")


def _told(model: ArboretumView, cards: list[int]) -> str:
    told = (_("{card}, known to all", card=said(c)) if model.known(c) else said(c) for c in cards)
    return "; ".join(told) or _("nothing")
