"""The fields of a game's record as Markdown, read from the game itself.

A table gives each field's name, how many numbers it has, what they mean, and how many numbers it
takes in a tensor of two players; an example follows. `generate` writes both into the page on
observations.
"""

from __future__ import annotations

import json
from typing import Any

from markdown_tables import escaped, table

import spinney
from spinney.core.game import Game
from spinney.core.named_fields import named_fields
from spinney.kernel.field_meaning import description
from spinney.kernel.records import Field

HEAD = ("Field", "Numbers", "What it is", "Each number", "In a tensor")
SHOWN = 12
"""How many parts of an array the example shows."""


def fields(name: str) -> str:
    """Return the table of a game's fields and an example."""
    game = spinney.game(name)
    rows = [row(game, field, declared) for field, declared in game.record_class.fields.items()]
    view = game.new(seed=1).observe(0)
    return "\n\n".join(
        [
            table(HEAD, rows),
            "What player 0 sees of the opening with seed 1, in names:",
            f"```text\n{example(named_fields(view))}\n```",
            "And as the record has it:",
            f"```text\n{example(view.to_json()['fields'])}\n```",
        ]
    )


def row(game: Game, name: str, declared: Field) -> tuple[str, ...]:
    """Return a field's row of the table."""
    layout = game.layout.get(name)
    width = "–" if layout is None else str(layout.slice.stop - layout.slice.start)
    means = "" if declared.holds is None else description(declared.holds)
    return (f"`{name}`", size(declared), escaped(declared.about), escaped(means), width)


def size(declared: Field) -> str:
    """Return how many numbers a field has in a record, as words."""
    if not declared.shape:
        return "1"
    axes = [str(length) for length in declared.shape]
    if isinstance(declared.seats, int):
        axes[declared.seats] += " (players)"
    return " × ".join(axes)


def example(values: dict[str, Any]) -> str:
    """Return what a bot is sent, long arrays cut."""
    lines = (
        f"  {json.dumps(name)}: {json.dumps(cut(value), ensure_ascii=False)}"
        for name, value in values.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}"


def cut(value: Any) -> Any:
    """Return a value, its arrays no longer than `SHOWN` parts."""
    if isinstance(value, dict):
        return {name: cut(part) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    return [*map(cut, value[:SHOWN]), *(["…"] if len(value) > SHOWN else [])]
