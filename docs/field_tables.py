"""The directive ``field-table``: the fields of a game's record, read from the game itself.

``{field-table} arboretum`` gives each field's name, how many numbers it has, what they mean, and
how many numbers it takes in a tensor of two players.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

import spinney
from spinney.core.game import Game
from spinney.core.named_fields import named_fields
from spinney.kernel.field_meaning import description
from spinney.kernel.records import Field

HEAD = ("Field", "Numbers", "What it is", "Each number", "In a tensor")
TABLE = '<table class="fields"><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>'
SHOWN = 12
"""How many numbers of an array the example shows."""


def size(declared: Field) -> str:
    """Return how many numbers a field has in a record, as words."""
    if not declared.shape:
        return "1"
    axes = [str(length) for length in declared.shape]
    if isinstance(declared.seats, int):
        axes[declared.seats] += " (players)"
    return " × ".join(axes)


def row(game: Game, name: str, declared: Field) -> str:
    """Return a field's row of the table."""
    layout = game.layout.get(name)
    width = "–" if layout is None else str(layout.slice.stop - layout.slice.start)
    means = "" if declared.holds is None else description(declared.holds)
    cells = (size(declared), escape(declared.about), escape(means), width)
    return f"<tr><td><code>{name}</code></td>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"


def example(fields: dict[str, Any]) -> str:
    """Return what a bot is sent, long arrays cut."""
    cut = {
        name: [*value[:SHOWN], "…"] if isinstance(value, list) and len(value) > SHOWN else value
        for name, value in fields.items()
    }
    return (
        "{\n"
        + ",\n".join(
            f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
            for name, value in cut.items()
        )
        + "\n}"
    )


class FieldTable(Directive):
    """The fields of one game's record, and an example."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table and the example, for pages in HTML."""
        game = spinney.game(self.arguments[0])
        head = "".join(f'<th scope="col">{column}</th>' for column in HEAD)
        fields = game.record_class.fields.items()
        body = "\n".join(row(game, name, declared) for name, declared in fields)
        view = game.new(seed=1).observe(0)
        named, numbers = example(named_fields(view)), example(view.to_json()["fields"])
        return [
            nodes.raw("", TABLE.format(head=head, body=body), format="html"),
            nodes.paragraph("", "What player 0 sees of the opening with seed 1, in names:"),
            nodes.literal_block(named, named, language="text"),
            nodes.paragraph("", "And as the record has it:"),
            nodes.literal_block(numbers, numbers, language="text"),
        ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the directive known to Sphinx."""
    app.add_directive("field-table", FieldTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
