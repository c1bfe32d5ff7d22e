"""Hands of cards: fans, the orders in which their owner may sort them, and handles of boards."""

from collections.abc import Iterable, Mapping
from math import cos, radians, sin

from spinney.drawing.cards import RATIO
from spinney.drawing.svg import element, group

Slot = tuple[float, float, float]
"""A card's upper left corner, and by how many degrees it leans."""


def spread(
    count: int, size: float, left: float, top: float, width: float, lean: float = 1.6
) -> list[Slot]:
    """The slots of a fan of so many cards, from the left.

    `size`: a card's width. The fan keeps within `width`, so cards overlap where there are many;
    each leans by `lean` degrees more than the one before, and the outer ones stand a little lower.
    """
    pitch = min(size * 1.08, (width - size) / max(1, count - 1))
    first = left + (width - pitch * (count - 1)) / 2
    slots = []
    for k in range(count):
        off = k - (count - 1) / 2
        slots.append(_leaning(first + k * pitch, top + off * off * lean * 0.35, size, off * lean))
    return slots


def _leaning(x: float, top: float, size: float, lean: float) -> Slot:
    """The slot of a card whose upper edge has its middle at (x, top), turned about its middle."""
    right, down = size / 2, size * RATIO / 2
    a = radians(lean)
    return (
        round(x - right * cos(a) + down * sin(a), 2),
        round(top + down - right * sin(a) - down * cos(a), 2),
        round(lean, 2),
    )


def fan(
    id_: str, cards: Iterable[str], orders: Mapping[str, Iterable[str]], source: str = ""
) -> str:
    """The cards of a hand, each a piece; a page lets its owner put them in another order.

    `orders`: by name, the ids of the cards as they may lie, from the left; as drawn they lie in
    the first of them. `source`: the id of the piece that new cards come from.
    """
    listed = {f"data_by_{name}": " ".join(ids) for name, ids in orders.items()}
    return group(*cards, id=id_, class_="fan", data_source=source or None, **listed)


def handle(dialog: str, body: str, label: str, id_: str) -> str:
    """Return a link that opens the board `dialog`, which no layout names (see `Board`)."""
    return element("a", body, id=id_, class_="handle", href=f"#dialog-{dialog}", aria_label=label)


def enlarger(board: str, body: str, label: str, id_: str) -> str:
    """Return a link that opens a larger picture of the page's board of this name."""
    return element(
        "a", body, id=id_, class_="handle enlarger", href=f"#board-{board}", aria_label=label
    )
