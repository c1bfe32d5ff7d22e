"""The table of Build Your Arboretum as text: for terminals, logs and doctests."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spinney.games.build_your_arboretum.rules.record import (
    CARDS,
    CELLS,
    FULL,
    GONE,
    OFFER,
    REFUSE,
    SIDE,
)
from spinney.games.build_your_arboretum.text.notation import COLUMNS, NAMES
from spinney.games.build_your_arboretum.view.view_model import (
    CARD,
    LOST,
    NOW,
    SPENT,
    BuildYourArboretumView,
    TrackTurn,
)

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

WIDTH = 80
_COLUMN = 40
_MARKS = {SPENT: "·", NOW: "»", LOST: "×"}


def text(view: Observation | State) -> str:
    """Return the table in lines of at most 80 characters; the viewer's garden at the left."""
    scene = BuildYourArboretumView(view)
    sides = [_side(scene, p) for p in (scene.near, 1 - scene.near)]
    lines = [
        f"{scene.round}. {scene.story}",
        *_wrapped("turns", _turns(scene)),
        "",
        *(f"{left:<{_COLUMN}}{right}".rstrip() for left, right in zip(*sides, strict=True)),
        "",
        *_wrapped("offering", _shared(scene, OFFER)),
        *_wrapped("refuse", _shared(scene, REFUSE)),
        *_wrapped("removed", _shared(scene, GONE)),
        *_wrapped("actions", _actions(scene)),
    ]
    return "\n".join(lines)


def _wrapped(name: str, words: Iterable[str]) -> list[str]:
    """A named list of words, over as many lines as it needs."""
    # Blanks inside a word must not be broken at: they come back after wrapping.
    told = " ".join(word.replace(" ", "\u00a0") for word in words) or "–"
    lines = textwrap.wrap(told, WIDTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)
    return [line.replace("\u00a0", " ") for line in lines]


# What each player has.


def _side(scene: BuildYourArboretumView, p: int) -> list[str]:
    return [_heading(scene, p), *_garden(scene, p), _board(scene, p)]


def _heading(scene: BuildYourArboretumView, p: int) -> str:
    you = " (you)" if p == scene.me else ""
    starts = ", starts" if scene.s.start == p and scene.s.round_number else ""
    return f"{NAMES[p]}{you}: {scene.s.parrots[p]} parrots{starts}"


def _garden(scene: BuildYourArboretumView, p: int) -> list[str]:
    grid = scene.grid[CELLS * p : CELLS * (p + 1)]
    rows = (grid[SIDE * k : SIDE * (k + 1)] for k in range(SIDE))
    return [
        "    " + "   ".join(COLUMNS),
        *(f"{k + 1}   " + "  ".join(map(_planted, row)).rstrip() for k, row in enumerate(rows)),
    ]


def _planted(card: int) -> str:
    return CARD[card] if card >= 0 else "· "


def _board(scene: BuildYourArboretumView, p: int) -> str:
    cards = [CARD[c] for c in scene.board(p)]
    return "ads " + " ".join([*cards, *["··"] * (FULL - len(cards))])


# What is shared.


def _shared(scene: BuildYourArboretumView, place: int) -> list[str]:
    cards = [CARD[c] for c in scene.pile(place)]
    return [*cards, f"({CARDS - scene.s.dealt} to come)"] if place == OFFER else cards


def _turns(scene: BuildYourArboretumView) -> list[str]:
    if scene.sealed:
        return ["your sealed bid:", *(f"{t.parrots}{t.plan[0]}" for t in scene.sealed)]
    tail = [f"({scene.beyond})"] if scene.beyond else []
    return [*(_turn(k, turn) for k, turn in enumerate(scene.turns)), *tail]


def _turn(k: int, turn: TrackTurn) -> str:
    return f"{_MARKS.get(turn.when, '')}{NAMES[turn.player]} {turn.parrots}{turn.plan[0]}"


def _actions(scene: BuildYourArboretumView) -> Sequence[str]:
    verbs = ("plant", "dig", "take", "hire", "start")
    return [f"{verb} (taken)" if scene.taken(verb) else verb for verb in verbs]
