"""The table of Build Your Arboretum as text: for terminals, logs and doctests."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spinney.core.second_person import with_you
from spinney.drawing.fitting import shortened_name
from spinney.drawing.tree_names import tree_name
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.mini import in_game
from spinney.games.build_your_arboretum.rules.record import (
    CELLS,
    FULL,
    GONE,
    OFFER,
    REFUSE,
    SIDE,
)
from spinney.games.build_your_arboretum.text.names import CARD_NAMES, COLUMNS, SUIT_LETTERS, TREES
from spinney.games.build_your_arboretum.view_model import (
    LOST,
    NOW,
    SPENT,
    BuildYourArboretumView,
    TrackTurn,
    view_model,
)
from spinney.i18n import N_, _, ngettext, pgettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

WIDTH = 80
_COLUMN = 40
_BIDS = N_("3b is three parrots to the bulletin, 1g one to the garden; ads is the bulletin.")
_MARKS = {SPENT: "·", NOW: "»", LOST: "×"}


def text(view: Observation | State, task: bool = True) -> str:
    """Return the table in lines of at most 80 characters; the viewer's garden at the left.

    ``task``: with what players are to do now.
    """
    model = view_model(view)
    sides = [_side(model, p) for p in (model.near, 1 - model.near)]
    lines = [
        f"{model.round}. {model.status}" if task else f"{model.round}.",
        *_wrapped(_("turns"), _turns(model)),
        "",
        *(f"{left:<{_COLUMN}}{right}".rstrip() for left, right in zip(*sides, strict=True)),
        "",
        *_wrapped(_("offering"), _shared(model, OFFER)),
        *_wrapped(pgettext("cards", "refuse"), _shared(model, REFUSE)),
        *_wrapped(_("removed"), _shared(model, GONE)),
        *_wrapped(_("actions"), _actions(model)),
        "",
        *_legend(model),
    ]
    return "\n".join(lines)


def _wrapped(name: str, words: Iterable[str]) -> list[str]:
    """A named list of words, over as many lines as it needs."""
    # Blanks inside a word must not be broken at: they come back after wrapping.
    joined = " ".join(word.replace(" ", "\u00a0") for word in words) or "–"
    lines = textwrap.wrap(joined, WIDTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)
    return [line.replace("\u00a0", " ") for line in lines]


# What each player has.


def _side(model: BuildYourArboretumView, p: int) -> list[str]:
    return [_heading(model, p), *_garden(model, p), _board(model, p)]


def _heading(model: BuildYourArboretumView, p: int) -> str:
    is_named = model.names[p] != model.view.game.with_names(()).display_names[p]
    colour = f" ({PLAYER_NAMES[p]})" if is_named else ""  # moves as "first red" name colours
    widest = 7 if colour and p == model.me else 12
    name = with_you(shortened_name(model.names[p], widest), p == model.me) + colour
    parrots = ngettext("{count} parrot", "{count} parrots", model.s.parrots[p])
    if model.s.start == p and model.s.round_number:
        return f"{name}: {parrots}, {_('starts')}"
    return f"{name}: {parrots}"


def _garden(model: BuildYourArboretumView, p: int) -> list[str]:
    grid = model.grid[CELLS * p : CELLS * (p + 1)]
    rows = (grid[SIDE * k : SIDE * (k + 1)] for k in range(SIDE))
    return [
        "    " + "   ".join(COLUMNS),
        *(f"{k + 1}   " + "  ".join(map(_planted, row)).rstrip() for k, row in enumerate(rows)),
    ]


def _planted(card: int) -> str:
    return CARD_NAMES[card] if card >= 0 else "· "


def _board(model: BuildYourArboretumView, p: int) -> str:
    cards = [CARD_NAMES[c] for c in model.board(p)]
    return _("ads") + " " + " ".join([*cards, *["··"] * (FULL - len(cards))])


# What is shared.


def _legend(model: BuildYourArboretumView) -> list[str]:
    """Which trees the letters of cards stand for, and what the words of bids are."""
    letters = (
        f"{letter}\u00a0{tree_name(tree)}"
        for suit, (letter, tree) in enumerate(zip(SUIT_LETTERS, TREES, strict=True))
        if in_game(model.s, 8 * suit)
    )
    lines = textwrap.wrap(f"{', '.join(letters)}.", WIDTH)
    return [*(line.replace("\u00a0", " ") for line in lines), *textwrap.wrap(_(_BIDS), WIDTH)]


def _shared(model: BuildYourArboretumView, place: int) -> list[str]:
    cards = [CARD_NAMES[c] for c in model.pile(place)]
    if place != OFFER:
        return cards
    return [*cards, _("({count} to come)", count=model.s.cards - model.s.dealt)]


def _turns(model: BuildYourArboretumView) -> list[str]:
    if model.sealed:
        return [_("your sealed bid:"), *(f"{t.parrots}{t.plan[0]}" for t in model.sealed)]
    tail = [f"({model.beyond})"] if model.beyond else []
    return [*(_turn(model, turn) for turn in model.turns), *tail]


def _turn(model: BuildYourArboretumView, turn: TrackTurn) -> str:
    name = shortened_name(model.names[turn.player], 12)
    return f"{_MARKS.get(turn.when, '')}{name} {turn.parrots}{turn.plan[0]}"


def _actions(model: BuildYourArboretumView) -> Sequence[str]:
    verbs = ("plant", "dig", "take", "hire", "start")
    return [f"{verb} ({_('taken')})" if model.taken(verb) else verb for verb in verbs]
