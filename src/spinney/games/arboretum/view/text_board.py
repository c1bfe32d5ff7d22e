"""The table of Arboretum as text: for terminals, logs and doctests."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from spinney.core.second_person import with_you
from spinney.drawing.fitting import shortened_name
from spinney.games.arboretum.text.names import SHORT, Place
from spinney.games.arboretum.view_model import ArboretumView, view_model
from spinney.i18n import _, ngettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

WIDTH = 80
_GAP = 3
"""Between two gardens that stand side by side."""


def text(view: Observation | State, task: bool = True) -> str:
    """Return the table in lines of at most 80 characters; the viewer's garden comes first.

    ``task``: with whose turn it is, and what is to do.
    """
    model = view_model(view)
    return "\n".join(
        [
            *([*textwrap.wrap(model.status, WIDTH), _turn(model), ""] if task else []),
            *_beside([_garden(model, p) for p in (model.near, *model.others)]),
            *_hands(model),
            "",
            *_named(
                _("deck"),
                [
                    _("empty: this is the last turn")
                    if model.last_turn
                    else ngettext("{count} card left", "{count} cards left", model.left)
                ],
            ),
            *(line for p in range(model.players) for line in _pile(model, p)),
        ]
    )


def _turn(model: ArboretumView) -> str:
    """The parts of a turn, the present one in brackets."""
    named = map(_, model.parts)
    parts = (f"[{part}]" if k == model.part else part for k, part in enumerate(named))
    return f"{_('turn'):<10}{' · '.join(parts)}"


def _named(name: str, words: Iterable[str]) -> list[str]:
    """A named list of words, over as many lines as it needs."""
    joined = " ".join(words) or "–"
    return textwrap.wrap(joined, WIDTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)


def card(c: int) -> str:
    """A card as short as a move may name it: ``Ca5``."""
    return f"{SHORT[c // 8]}{c % 8 + 1}"


# Gardens: grids with their columns and rows numbered, as many beside each other as there is room.


def _garden(model: ArboretumView, p: int) -> list[str]:
    name = with_you(shortened_name(model.names[p], 20), p == model.me)
    return [
        _("{name}: {count} planted", name=name, count=model.s.placed[p]),
        *_grid(model.garden(p)),
    ]


def _grid(planted: dict[int, Place]) -> list[str]:
    """The cards of a garden on their places; open ones are dots."""
    if not planted:
        return ["  " + _("nothing yet")]
    cards = {place: card(c) for c, place in planted.items()}
    wide = max(map(len, cards.values())) + 1
    xs, ys = zip(*cards, strict=True)
    columns = range(min(xs), max(xs) + 1)
    rows = range(max(ys), min(ys) - 1, -1)
    return [
        "   " + "".join(f"{x:>{wide}}" for x in columns),
        *(f"{y:>3}" + "".join(f"{cards.get((x, y), '·'):>{wide}}" for x in columns) for y in rows),
    ]


def _beside(blocks: Sequence[list[str]]) -> list[str]:
    """Blocks of lines, side by side as long as they fit."""
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(map(_wide, [*row, block])) + _GAP * len(row) > WIDTH:
            lines += [*_joined(row), ""]
            row = []
        row.append(block)
    return [*lines, *_joined(row), ""]


def _wide(block: list[str]) -> int:
    return max(map(len, block))


def _joined(blocks: Sequence[list[str]]) -> list[str]:
    wide = [_wide(block) + _GAP for block in blocks]
    return [
        "".join(f"{part:<{width}}" for part, width in zip(parts, wide, strict=True)).rstrip()
        for parts in zip_longest(*blocks, fillvalue="")
    ]


# Hands and piles.


def _hands(model: ArboretumView) -> list[str]:
    """The viewer's own hand, and what is known of the others'."""
    order = (model.near, *model.others)
    return [line for p in order for line in _named(_owner(model, p), _hand(model, p))]


def _owner(model: ArboretumView, p: int) -> str:
    return _("your hand") if p == model.me else _("hand {number}", number=p + 1)


def _hand(model: ArboretumView, p: int) -> list[str]:
    """A hand; of one's own, cards that all know have a star, of another's only those show."""
    cards, hidden = model.hand(p), model.hidden(p)
    if p == model.me or not hidden:
        return [card(c) + ("*" if model.known(c) and p == model.me else "") for c in cards]
    known = [_("and {cards}", cards=" ".join(map(card, cards)))] if cards else []
    return [_("{count} hidden", count=hidden), *known]


def _pile(model: ArboretumView, p: int) -> list[str]:
    """A discard pile, the top card first."""
    cards = [card(c) for c in reversed(model.pile(p))]
    top = [_("{card} on top;", card=cards[0]), *cards[1:]] if len(cards) > 1 else cards
    return _named(_("pile {number}", number=p + 1), top)
