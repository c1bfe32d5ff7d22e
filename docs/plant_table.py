"""The directive ``plant-table``: Forest Garden's own deck as a table, read from the game itself.

Its head sorts and a field above it filters where the reader's browser runs ``plants.js``.
"""

from __future__ import annotations

from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

from spinney.games.forest_garden.deck.plant import MARKS, SEASONS, Plant
from spinney.games.forest_garden.deck.plants import own

HEAD = ("Card", "Plant", "Size", "Worth", "Flowers", "Fruit", "Leaf", "Pollination", "Nitrogen")
TABLE = """<div class="plants-frame" tabindex="0" role="region" aria-label="The plants">
<table class="plants"><thead><tr>{head}</tr></thead><tbody>
{body}
</tbody></table></div>"""
SIGNS = {"both": "", "male": " ♂", "female": " ♀"}


def words(value: str) -> str:
    """Return a spelling of the deck file as words."""
    return value.replace("_", " ")


def names(plant: Plant) -> str:
    """Return the cell with a plant's names and sex."""
    sign = SIGNS[plant.sex]
    sex = f'<abbr title="{plant.sex}">{sign}</abbr>' if sign else ""
    return (
        f"<i>{escape(plant.scientific)}</i>{sex}<br>"
        f'{escape(plant.english)}<br><span lang="de">{escape(plant.german)}</span>'
    )


def worth(plant: Plant) -> str:
    """Return the cell with a plant's yield, its four marks and its partner points."""
    marks = " + ".join(str(getattr(plant, mark)) for mark in MARKS)
    extra = f"<br>and {plant.partner_bonus} beside a partner" if plant.partner_bonus else ""
    return f"<b>{plant.yield_}</b> = {marks}{extra}"


def flowers(plant: Plant) -> str:
    """Return the cell with the flowers' colour and season."""
    return f"{plant.flower_colour}, {SEASONS[plant.flowering]}"


def fruit(plant: Plant) -> str:
    """Return the cell with the fruit and the season of its harvest."""
    if plant.male:
        return "none"
    eaten = "; the flowers are eaten" if plant.flower_eaten else ""
    return f"{plant.fruit_type}, {SEASONS[plant.ripe]}{eaten}"


def pollination(plant: Plant) -> str:
    """Return the cell that says who can pollinate a plant."""
    if plant.male:
        return "pollinates"
    partners = " or ".join(f"<i>{escape(kind)}</i>" for kind in plant.partners)
    return f"by {partners}" if partners else "self"


def cells(plant: Plant) -> list[tuple[str, int | str]]:
    """Return a plant's cells, each with what it is sorted by."""
    return [
        (plant.id, plant.number),
        (names(plant), plant.scientific),
        (
            f"{words(plant.size)}, {plant.height_m:g}\N{NO-BREAK SPACE}m",
            plant.row * 100 + (plant.height_m or 0),
        ),
        (worth(plant), plant.yield_),
        (flowers(plant), f"{plant.flowering} {plant.flower_colour}"),
        (fruit(plant), "" if plant.male else f"{plant.fruit_type} {plant.ripe}"),
        ("edible" if plant.leaf else "", int(plant.leaf)),
        (pollination(plant), f"{plant.fertilization} {plant.partners}"),
        (" ".join(plant.arrows), len(plant.arrows)),
    ]


def row(plant: Plant) -> str:
    """Return a plant's row of the table."""
    columns = (f'<td data-by="{escape(str(by))}">{text}</td>' for text, by in cells(plant))
    return f'<tr id="{plant.id}">{"".join(columns)}</tr>'


class PlantTable(Directive):
    """The table of all plants."""

    def run(self) -> list[nodes.Node]:
        """Return the table, for pages in HTML."""
        head = "".join(f'<th scope="col">{column}</th>' for column in HEAD)
        body = "\n".join(map(row, own()))
        return [nodes.raw("", TABLE.format(head=head, body=body), format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the directive known to Sphinx."""
    app.add_directive("plant-table", PlantTable)
    app.add_js_file("plants.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
