"""Record what observations hide, for authors who have forgotten to hide something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from spinney.core.game import Game
from spinney.core.kit.zones import Zones
from spinney.core.state import Observation, State

CARDS = "cards"
"""The field of the record in which `Zones` keeps cards, a row for each place."""


def hidden_fields(state: State, view: Observation) -> Iterator[str]:
    """Yield the fields that a view blanks; of the cards in zones, the zones."""
    kind, zones = type(state.record), zones_of(state.game)
    true, shown = kind.fields_of(state.data), kind.fields_of(view.data)
    for name in kind.fields:
        if name == CARDS and zones is not None:
            yield from _hidden_zones(zones, true[name], shown[name])
        elif not np.array_equal(true[name], shown[name]):
            yield name


def _hidden_zones(zones: Zones, true: Any, shown: Any) -> Iterator[str]:
    for row, (zone, _player) in enumerate(zones.places):
        if not np.array_equal(true[row], shown[row]):
            yield f"cards of {zone.name}"


def secret_zones(game: Game) -> set[str]:
    """Return the zones that are declared to be hidden from somebody, as `hidden_fields` has it."""
    zones = zones_of(game)
    if zones is None:
        return set()
    everybody = (1 << game.num_players + 1) - 1
    rows = zip(zones.places, zones.seen, strict=True)
    return {
        f"cards of {zone.name}"
        for (zone, player), seen in rows
        if player < game.num_players and int(seen) & everybody != everybody
    }


def hidden_text(game: Game, hidden: set[str]) -> str:
    """Return in words which fields were hidden from somebody, and which should have been."""
    lines = [f"hidden from somebody: {', '.join(sorted(hidden))}"]
    if not hidden:
        lines = ["hidden from somebody: nothing; every player and spectator sees the whole record"]
    if shown := secret_zones(game) - hidden:
        lines.append(f"never seen hidden, though ZONES hides it: {', '.join(sorted(shown))}")
    return "\n".join(lines)


def zones_of(game: Game) -> Zones | None:
    """Return the zones of a game that declares its cards by them."""
    zones = getattr(game.rules, "ZONES", None)
    return zones if isinstance(zones, Zones) else None
