"""A garden, drawn: whose it is, what is known of their hand, and the ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import OVER
from spinney.games.arboretum.view.ground import card, ground
from spinney.games.arboretum.view.view_model import COLOURS, SAID, ArboretumView, word_of
from spinney.i18n import N_

Size = tuple[float, float]
"""The width and height of a board."""

MINI = 30.0
"""The width of a card in another's hand."""


def garden(
    scene: ArboretumView,
    p: int,
    name: str,
    size: Size,
    rows: Sequence[ScoreRow] = (),
    least: int = 34,
) -> Board:
    """A garden; ``rows`` of a score sheet have their paths drawn in it.

    ``least``: how wide its cards should be on a page, in pixels, while they can be played there.
    """
    width, height = size
    narrow = width < 300
    top = 78 if narrow and p != scene.me else 52
    window = (6, top, width - 12, height - top - 6)
    body = (
        _frame(COLOURS[p], width, height, top)
        + _plaque(scene, p, width if narrow else 0)
        + _held(scene, p, (10, 32) if narrow else (136, 8), width)
        + ground(scene, p, window, rows, least if _playable(scene, p) else 24)
    )
    title = scene.told(p, N_("Your garden"), N_("{name}’s garden"))
    return Board(name, title, width, height, body, _told(scene, p), headed=True)


def _playable(scene: ArboretumView, p: int) -> bool:
    return p == scene.me and scene.s.phase != OVER


@lru_cache(maxsize=64)
def _frame(colour: str, width: float, height: float, top: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    bed = {"x": 6, "y": top, "width": width - 12, "height": height - top - 6, "rx": 10}
    return (
        kit.element("rect", class_="panel", **box)
        + kit.element("rect", class_=f"frame-{colour} fine", **box)
        + kit.element("rect", class_="bed", **bed)
    )


def _plaque(scene: ArboretumView, p: int, end: float) -> str:
    """Whose garden it is, and below that, or at the ``end`` of the line, how it stands."""
    whose = scene.names[p]
    told = "to play" if p == scene.mover else f"{scene.s.placed[p]} planted"
    note = kit.text(told, end - 10, 23, "note end") if end else kit.text(told, 36, 43, "note")
    room = end - 52 - kit.text_width(told, 14) if end else 98 if p != scene.me else 360
    shown = kit.fitted(whose, room, 20, bold=True)
    body = (
        kit.token(COLOURS[p], 20, 18 if end else 26, 19) + kit.text(shown, 36, 25, "title") + note
    )
    return kit.piece(f"plaque-{p + 1}", "sign", body, (0, 0, 1), label=whose)


# What is known of another's hand.


def _held(scene: ArboretumView, p: int, at: tuple[float, float], width: float) -> str:
    """The hand of somebody else: backs, and beside them the cards that this view shows."""
    if p == scene.me:
        return ""
    hidden, shown = scene.hidden(p), scene.hand(p)
    left, y = at
    # Backs lie closer than faces, which are to be read.
    room = width - left - 12 - MINI * (bool(hidden) + bool(shown))
    action = min(MINI * 1.08, room / max(1, (hidden - 1) * 0.3 + len(shown) - 1))
    begin = left + (hidden and (hidden - 1) * action * 0.3 + MINI + 4)
    backs = (_back(p, k, hidden, round(left + k * action * 0.3, 2), y) for k in range(hidden))
    lying = f"in {scene.whose(p)} hand"
    faces = (
        card(c, (round(begin + k * action, 2), y), MINI, lying, marks=mark(c))
        for k, c in enumerate(shown)
    )
    # Who has drawn a card has it from the deck; at the end backs turn to faces.
    source = f"back-{p + 1}-1" if scene.s.phase == OVER else "deck"
    return kit.group(*backs, *faces, id=f"hand-{p + 1}", data_source=source)


@lru_cache(maxsize=1024)
def _back(p: int, k: int, hidden: int, x: float, y: float) -> str:
    """A card that is hidden, known by its place only; the last says how many there are."""
    count = hidden if k == hidden - 1 else None
    return kit.back(f"back-{p + 1}-{k + 1}", x, y, MINI, count=count, marks="small")


def mark(c: int) -> str:
    """The classes of a card in a hand: with which row of the score sheet it counts."""
    return f"held row-{TREES[c // 8]}"


# In words.


def _told(scene: ArboretumView, p: int) -> str:
    planted = scene.garden(p).items()
    trees = ", ".join(f"{SAID[c]} on {word_of(place)}" for c, place in planted)
    return f"{_hand_told(scene, p)}Planted: {trees or 'nothing yet'}."


def _hand_told(scene: ArboretumView, p: int) -> str:
    if p == scene.me:
        return ""
    shown, hidden = scene.hand(p), scene.hidden(p)
    known = ", ".join(SAID[c] for c in shown)
    if not hidden:
        return f"In hand: {known}. "
    return f"{len(shown) + hidden} cards in hand{', known: ' + known if known else ''}. "
