"""Reading the recorded games that other programs played, as moves of ours."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data"
NAMES = ("red", "blue")
SUITS = "PQRSTUVW"
PLACES = {"offering": 1, "refuse": 2, "removed": 3}


@cache
def games() -> list[dict[str, Any]]:
    """The 200 games another implementation of Build Your Arboretum played."""
    with gzip.open(DATA / "build-your-arboretum-games.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def worked_example() -> dict[str, Any]:
    """The rule text's worked example, completed to a whole game."""
    example = json.loads((DATA / "build-your-arboretum-round-11.json").read_text())
    assert isinstance(example, dict)
    return example


def bid_move(bid: str | None) -> str:
    """``3b-2g`` as a move."""
    return "bid " + (" ".join(bid.split("-")) if bid and bid != "-" else "none")


def groups_move(bid: dict[str, Any]) -> str:
    """Sizes and plans as a move."""
    groups = [f"{size}{plan[0]}" for size, plan in zip(bid["groups"], bid["plans"], strict=True)]
    return "bid " + (" ".join(groups) or "none")


def action_move(action: dict[str, Any]) -> str:
    """An action in either file's form as a move."""
    verb = action.get("do") or action["type"]
    given = action.get("cards") or action.get("discards") or []
    dropped = action.get("drop") or action.get("discard")
    words = [verb, action.get("card"), action.get("cell"), *given]
    return " ".join([*filter(None, words), *(["drop", dropped] if dropped else [])])


def table(state: Any) -> dict[str, Any]:
    """A state in the words of the files."""
    from spinney.games.build_your_arboretum.rules.record import BOARD
    from spinney.games.build_your_arboretum.text.names import card_name, cell_name

    record = state.record

    def pile(place: int) -> list[str]:
        return sorted(card_name(c) for c in range(64) if record.where[c] == place)

    return {
        "start": NAMES[record.start],
        "parrots": {name: record.parrots[p] for p, name in enumerate(NAMES)},
        "gardens": {
            name: {
                cell_name(cell): card_name(record.grid[p, cell])
                for cell in range(36)
                if record.grid[p, cell] >= 0
            }
            for p, name in enumerate(NAMES)
        },
        "boards": {name: pile(BOARD + p) for p, name in enumerate(NAMES)},
        **{name: pile(place) for name, place in PLACES.items()},
    }
