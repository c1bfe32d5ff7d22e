"""What everybody shares, drawn: whose turn it is, the deck, the discard piles and their leaves."""

from __future__ import annotations

import textwrap
from functools import lru_cache
from typing import Any

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.arboretum import TREES
from spinney.games.arboretum.view.garden import Size
from spinney.games.arboretum.view.ground import card
from spinney.games.arboretum.view.view_model import COLOURS, NAME, PARTS, SAID, SHORT, ArboretumView
from spinney.i18n import N_

CHIP = 26
"""The height of a part of the turn."""
HANDLE = 32
WIDEST = 8.2
"""How wide a letter of the story is, on average, in the widest of the usual fonts."""


def table(scene: ArboretumView, size: Size) -> Board:
    """Whose turn it is and what they do; the deck and the discard piles."""
    width, height = size
    alone = width > 400  # there is room for one line only, and that is wide enough
    lines = [scene.story] if alone else textwrap.wrap(scene.story, int(width / 7.7))
    words = "".join(_line(line, 22 + 18 * k, width - 20) for k, line in enumerate(lines))
    top = 32 if alone else 50
    body = (
        _panel(width, height)
        + words
        + _turn(scene, top, width)
        + _piles(scene, top + CHIP + 8, size)
    )
    return Board("table", "Deck and piles", width, height, body, _told(scene), headed=True)


def _line(words: str, y: float, room: float) -> str:
    """A line of the story; a long one is drawn exactly as wide as there is room, in any font."""
    long = len(words) * WIDEST > room
    fit: dict[str, Any] = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if long else {}
    return kit.text(words, 10, y, "story", **fit)


@lru_cache(maxsize=16)
def _panel(width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_="panel", **box)


def _turn(scene: ArboretumView, top: float, width: float) -> str:
    """The four parts of a turn, the present one filled."""
    action = min(92, (width - 20) / len(PARTS))
    return "".join(
        _chip(
            k,
            "present" if k == scene.part else "spent" if k < scene.part else "coming",
            10 + k * action,
            top,
            action - 4,
        )
        for k in range(len(PARTS))
    )


@lru_cache(maxsize=128)
def _chip(k: int, when: str, x: float, y: float, width: float) -> str:
    body = kit.element("rect", class_="face", width=width, height=CHIP, rx=CHIP / 2)
    body += kit.text(PARTS[k], width / 2, 18, "label")
    return kit.piece(f"part-{k + 1}", f"chip {when}", body, (x, y, 1))


# The deck and the piles.


def _piles(scene: ArboretumView, top: float, size: Size) -> str:
    """Side by side: the deck, then the discard piles by seat."""
    width, height = size
    pitch = (width - 16) / (scene.players + 1)
    wide = round(min(pitch - 6, 64, (height - top - HANDLE - 8) / kit.RATIO), 2)
    spots = [round(8 + k * pitch + (pitch - wide) / 2, 2) for k in range(scene.players + 1)]
    piles = (_pile(scene, p, spots[p + 1], top, wide, pitch) for p in range(scene.players))
    return _deck(scene, spots[0], top, wide) + "".join(piles)


def _deck(scene: ArboretumView, x: float, y: float, size: float) -> str:
    count = scene.left
    below = kit.text(
        "last turn" if scene.last_turn else "deck", x + size / 2, y + size * kit.RATIO + 20, "label"
    )
    if not count:
        return kit.slot("deck", x, y, size, label="the deck is out") + below
    word = "deck" if "deck" in scene.words else None
    label = f"deck, {count} {'card' if count == 1 else 'cards'} left"
    return kit.back("deck", x, y, size, count=count, word=word, label=label) + below


def _pile(scene: ArboretumView, p: int, x: float, y: float, size: float, pitch: float) -> str:
    """A discard pile: its handle, the card below the top one, and the top one."""
    cards = scene.pile(p)
    if not cards:
        slot = kit.slot(f"pile-{p + 1}", x, y, size, label=f"{scene.whose(p)} empty pile")
        return slot + _token(p, x, y, size)
    word = str(p + 1)
    lying = f"on {scene.whose(p)} pile"
    under = "".join(card(c, (x, y), size, lying) for c in sorted(cards[-2:-1]))
    body = _handle(p, len(cards), size, min(pitch - 4, size + 12))
    handle = kit.handle(
        f"pile-{p + 1}",
        kit.group(body, transform=kit.place(x, y)),
        f"look through {scene.whose(p)} pile, {_count(len(cards))}",
        f"handle-{p + 1}",
    )
    named = word in scene.words
    top = kit.card(
        f"card-{NAME[cards[-1]]}",
        *_front(cards[-1]),
        x,
        y,
        size,
        word=word if named else None,
        label=f"{SAID[cards[-1]]}, top of {scene.whose(p)} pile",
    )
    source = None if p == scene.me else f"back-{p + 1}-1"
    return handle + kit.group(under, top, class_="pile", id=f"cards-{p + 1}", data_source=source)


def _front(c: int) -> tuple[str, int, str]:
    return TREES[c // 8], c % 8 + 1, SHORT[c // 8]


def _token(p: int, x: float, y: float, size: float) -> str:
    return kit.token(COLOURS[p], x + size / 2, y + size * kit.RATIO + 16, 15)


@lru_cache(maxsize=512)
def _handle(p: int, count: int, size: float, width: float) -> str:
    """Below a pile: whose it is, how many cards it has, and that it can be opened."""
    high = size * kit.RATIO
    left = (size - width) / 2
    face = kit.element(
        "rect", class_="box", x=left, y=high + 4, width=width, height=HANDLE - 6, rx=8
    )
    whole = kit.element("rect", class_="reach", width=size, height=high)
    token = kit.token(COLOURS[p], left + 12, high + 17, 14)
    return whole + face + token + kit.text(f"{count} ▾", left + width / 2 + 9, high + 22, "label")


def _count(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


# Leaves: a pile, card by card.


def leaves(scene: ArboretumView) -> list[Board]:
    """Every discard pile that has cards, as a board to be opened."""
    return [_leaf(scene, p) for p in range(scene.players) if scene.s.piled[p]]


def _leaf(scene: ArboretumView, p: int) -> Board:
    cards = scene.pile(p)
    size, columns = 60.0, 5
    down = size * kit.RATIO + 8
    drawn = "".join(
        kit.card(
            f"leaf-{NAME[c]}",
            *_front(c),
            8 + k % columns * (size + 8),
            8 + k // columns * down,
            size,
            label=SAID[c],
        )
        for k, c in enumerate(cards)
    )
    told = ", ".join(SAID[c] for c in cards)
    title = scene.told(p, N_("Your discard pile"), N_("{name}’s discard pile"))
    height = 16 + -(-len(cards) // columns) * down
    return Board(
        f"pile-{p + 1}",
        title,
        8 + columns * (size + 8),
        height,
        drawn,
        f"From the first to the top: {told}.",
    )


def _told(scene: ArboretumView) -> str:
    piles = " ".join(
        f"{scene.told(p, N_('Your pile'), N_('{name}’s pile'))}: {_top(scene.pile(p))}."
        for p in range(scene.players)
    )
    last = " This turn is the last." if scene.last_turn else ""
    return f"{scene.story} The deck has {_count(scene.left)} left.{last} {piles}"


def _top(cards: list[int]) -> str:
    return f"{SAID[cards[-1]]} on top of {_count(len(cards))}" if cards else "empty"
