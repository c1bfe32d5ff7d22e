"""Best paths through a garden, for every game that scores them as Arboretum does.

A garden is a graph of places: ``cards[i]`` is the card on place ``i``, ``colour * 8 + number - 1``,
or -1 for none, and ``near[4 * i + k]`` are the up to four places beside it, or -1.
A path of a colour starts and ends on it, has two cards or more, and its numbers rise with every
card. It is worth a point a card; two a card if it has four cards or more and all are of the
colour; one more if it starts on the 1; two more if it ends on the 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from spinney.i18n import _, ngettext
from spinney.kernel.records import Ints
from spinney.kernel.rule import CheckedArray, rule, scratch


class BestPath(NamedTuple):
    """A best path of a colour through a garden, whoever may score it.

    Attributes:
        places: where its cards are, from its start; none: there is no path.
        cards: its cards, from its start.
        worth: what it is worth.
    """

    places: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    worth: int = 0


def best_paths(cards: Sequence[int], near: Sequence[int], colours: int) -> tuple[BestPath, ...]:
    """Return a best path of each colour through a garden: `best_path` and `trace_path`.

    They are called as they stand, interpreted: that takes milliseconds, so keep what this returns.
    """
    checked, beside = CheckedArray(list(cards)), CheckedArray(list(near))
    grown = Counter(card // 8 for card in cards if card >= 0)
    return tuple(
        # A path has two ends.
        _best_path(cards, checked, beside, colour) if grown[colour] > 1 else BestPath()
        for colour in range(colours)
    )


def _best_path(cards: Sequence[int], checked: Any, near: Any, colour: int) -> BestPath:
    places = len(cards)
    order, route = scratch(places), scratch(places)
    buffers = (scratch(places) for _ in range(3))
    count = in_order(checked, places, order)
    worth = best_path(checked, near, order, count, colour, *buffers)
    if not worth:
        return BestPath()
    length = trace_path(checked, near, places, colour, route)
    on_path = tuple(list(route)[:length])
    return BestPath(on_path, tuple(cards[place] for place in on_path), worth)


def arithmetic(cards: Sequence[int], worth: int, kind: str) -> str:
    """Return in words how a path of these cards comes to its worth.

    Args:
        cards: as in a garden, from the path's start.
        worth: what the path is worth.
        kind: what a game calls its colours, ``suit``.
    """
    pure = len(cards) >= 4 and len({card // 8 for card in cards}) == 1
    first, last = cards[0] % 8 == 0, cards[-1] % 8 == 7
    count = len(cards)
    parts = [
        _(
            "{count} cards of one {kind}, doubled: {points}",
            count=count,
            kind=kind,
            points=2 * count,
        )
        if pure
        else ngettext("{count} card", "{count} cards", count),
        *([_("+1 starts with 1")] if first else []),
        *([_("+2 ends with 8")] if last else []),
    ]
    return f"{', '.join(parts)} = {worth}"


@rule
def in_order(cards: Ints, places: int, order: Ints) -> int:
    """Write the planted places by rising number of their cards; return how many there are."""
    n = 0
    for i in range(places):
        if cards[i] >= 0:
            k = n
            while k > 0 and cards[order[k - 1]] & 7 > cards[i] & 7:
                order[k] = order[k - 1]
                k -= 1
            order[k] = i
            n += 1
    return n


@rule
def best_path(
    cards: Ints, near: Ints, order: Ints, n: int, colour: int, mixed: Ints, pure: Ints, first: Ints
) -> int:
    """Return what the best path of a colour is worth, 0 if there is none.

    ``order`` and ``n`` are from `in_order`. The last three are buffers with a number for each
    place. Afterwards they hold the worth of the best path of the colour that ends there: with cards
    of any colour in between, of the colour only, and of the colour only from its 1 on.
    """
    best = 0
    for k in range(n):
        i = order[k]
        mixed[i] = 0
        pure[i] = 0
        first[i] = 0
        card = cards[i]
        number = card & 7
        own = card >> 3 == colour
        m = 0
        p = 0
        f = 0
        for d in range(4):
            q = near[4 * i + d]
            if q >= 0 and cards[q] >= 0 and cards[q] & 7 < number:
                m = max(m, mixed[q])
                p = max(p, pure[q])
                f = max(f, first[q])
        if m > 0:
            mixed[i] = m + 1
        if not own:
            continue
        end = 2 if number == 7 else 0
        if m > 0:
            best = max(best, m + 1 + end)
        else:
            mixed[i] = 2 if number == 0 else 1  # a start on the 1 is worth one more
        pure[i] = p + 1
        if p >= 3:
            best = max(best, 2 * (p + 1) + end)
        if f > 0:
            first[i] = f + 1
            if f >= 3:
                best = max(best, 2 * (f + 1) + 1 + end)
        elif number == 0:
            first[i] = 1
    return best


@rule
def trace_path(cards: Ints, near: Ints, places: int, colour: int, route: Ints) -> int:
    """Write a best path of the colour, place by place from its start; return its length."""
    order = scratch(places)
    mixed = scratch(places)
    pure = scratch(places)
    first = scratch(places)
    n = in_order(cards, places, order)
    best = best_path(cards, near, order, n, colour, mixed, pure, first)
    if best == 0:
        return 0
    for k in range(n):
        i = order[k]
        if cards[i] >> 3 != colour:
            continue
        end = 2 if cards[i] & 7 == 7 else 0
        if first[i] >= 4 and 2 * first[i] + 1 + end == best:
            return walk_back(cards, near, first, i, route)
        if pure[i] >= 4 and 2 * pure[i] + end == best:
            return walk_back(cards, near, pure, i, route)
        if mixed[i] + end == best and mixed[i] > 1 + (1 if cards[i] & 7 == 0 else 0):
            return walk_back(cards, near, mixed, i, route)
    return 0


@rule
def walk_back(cards: Ints, near: Ints, worth: Ints, last: int, route: Ints) -> int:
    """Write the path that gave ``worth[last]``, from its start; return its length."""
    i = last
    n = 0
    while i >= 0:
        for k in range(n, 0, -1):
            route[k] = route[k - 1]
        route[0] = i
        n += 1
        before = -1
        for d in range(4):
            q = near[4 * i + d]
            if q < 0 or cards[q] < 0 or cards[q] & 7 >= cards[i] & 7:
                continue
            if worth[q] > 0 and worth[q] == worth[i] - 1:
                before = q
        i = before
    return n
