"""The umpire's announcements in Build Your Arboretum, as the rules list them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import (
    ENDED,
    OFFERED,
    PLAYERS,
    REFUSE,
    SWEPT,
    Arboreta,
)
from spinney.games.build_your_arboretum.text.log import tell
from spinney.games.build_your_arboretum.text.names import CARD_NAMES
from spinney.games.build_your_arboretum.view_model import view_model

if TYPE_CHECKING:
    from spinney.core.state import Observation


def announce(before: Observation, after: Observation, facts: Sequence[int]) -> Iterator[str]:
    """Yield what is announced of what happened.

    Args:
        before: what the observer saw before it.
        after: and after it.
        facts: what they learnt besides the words of the move; none after an action.
    """
    if not facts:
        yield from _hired(before.record, after.record)
    elif facts[0] in (SWEPT, ENDED):
        yield f"{tell(facts)}; {_removed(before)}"
        if facts[0] == ENDED:
            yield f"{PLAYER_NAMES[after.record.start]} is the starting player at the end"
    elif OFFERED <= facts[0] < SWEPT:
        yield _round(after.record, facts)
    else:
        yield tell(facts)
        yield _turn_order(after)


def _round(s: Arboreta, facts: Sequence[int]) -> str:
    """The start of a round: its offering, the parrots of each, the starting player."""
    parrots = ", ".join(f"{name} {s.parrots[p]}" for p, name in enumerate(PLAYER_NAMES))
    return (
        f"round {s.round_number}, {tell(facts)}; parrots: {parrots}; {PLAYER_NAMES[s.start]} starts"
    )


def _turn_order(view: Observation) -> str:
    """The turns that the bids have made; what lies past the last is not played."""
    model = view_model(view)
    turns = [f"{PLAYER_NAMES[turn.player]} {turn.parrots}{turn.plan[0]}" for turn in model.turns]
    lost = f"; {model.beyond.rstrip('.').lower()}" if model.beyond else ""
    return f"turn order: {', '.join(turns) or 'nobody has a turn'}{lost}"


def _hired(before: Arboreta, after: Arboreta) -> Iterator[str]:
    """The new number of parrots of whoever has hired one."""
    for p in range(PLAYERS):
        if after.parrots[p] > before.parrots[p]:
            yield f"{PLAYER_NAMES[p]} has {after.parrots[p]} parrots now"


def _removed(before: Observation) -> str:
    """The cards that leave the game with the end of a round: the refuse pile as it was."""
    cards = " ".join(CARD_NAMES[c] for c in view_model(before).pile(REFUSE))
    return f"out of the game: {cards or 'nothing'}"
