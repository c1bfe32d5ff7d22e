"""Plant cards, drawn at four sizes, and their backs.

All have the shape of the server's cards (`RATIO`), so that a card may fly from one place to
another: ``x``, ``y`` is the upper left corner, ``size`` the width on the board.

- `full`, by itself: all that a printed card shows. From 200 wide.
- `offered`, where many lie side by side: its signs and its English name. From 72 wide.
- `planted`, in a garden: what one looks for round by round. From 53 wide.
- `tiny`, in the gardens of others: the plant and its cubes; from 38 wide its yield.

`fitting` draws the fullest of these that can be read. `plant_caption` says all that a card shows,
in words; it is their label unless another one is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from spinney import drawing as kit
from spinney.drawing.svg import group, text
from spinney.games.forest_garden.deck.plant import continent_name
from spinney.games.forest_garden.view.captions import plant_caption
from spinney.games.forest_garden.view.card_faces import (
    HALO,
    PAPER,
    RIM,
    full_face,
    offered_face,
    planted_face,
    tiny_face,
)
from spinney.games.forest_garden.view_model.garden import Growth
from spinney.i18n import _, cached_text

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plant import Plant

__all__ = [
    "RATIO",
    "Growth",
    "back",
    "fitting",
    "full",
    "offered",
    "plant_caption",
    "planted",
    "tiny",
]

RATIO = kit.RATIO
"""A card's height over its width."""
YIELDING = 38.0
"""From this width on a tiny card can show its yield."""
LETTERED = 40.0
"""From this width on a back can show the letters of its continent."""
AT_ITS_BEST = Growth()
"""How a plant stands that is out of any garden: green, with flowers and fruit at once."""


def full(
    id_: str,
    plant: Plant,
    x: float,
    y: float,
    size: float,
    *,
    lean: float = 0,
    **named: Unpack[kit.Named],
) -> str:
    """A card with all that is printed on it."""
    return _card(id_, plant, full_face(plant), (x, y, size / 80, lean), named)


def offered(
    id_: str,
    plant: Plant,
    x: float,
    y: float,
    size: float,
    *,
    lean: float = 0,
    **named: Unpack[kit.Named],
) -> str:
    """A card with all its signs, but only its English name."""
    return _card(id_, plant, offered_face(plant), (x, y, size / 80, lean), named)


def planted(
    id_: str,
    plant: Plant,
    x: float,
    y: float,
    size: float,
    *,
    growth: Growth = AT_ITS_BEST,
    **named: Unpack[kit.Named],
) -> str:
    """A card in a garden."""
    return _card(id_, plant, planted_face(plant, growth), (x, y, size / 80), named)


def tiny(
    id_: str,
    plant: Plant,
    x: float,
    y: float,
    size: float,
    *,
    growth: Growth = AT_ITS_BEST,
    **named: Unpack[kit.Named],
) -> str:
    """A card in a garden far away."""
    return _card(id_, plant, tiny_face(plant, growth), (x, y, size / 80), named)


def fitting(
    id_: str,
    plant: Plant,
    x: float,
    y: float,
    size: float,
    **named: Unpack[kit.Named],
) -> str:
    """A card out of any garden, with as much on it as can be read at its size."""
    draw = full if size >= 200 else offered if size >= 72 else planted if size >= 53 else tiny
    if size < YIELDING:
        named["marks"] = f"{named.get('marks', '')} remote".strip()
    return draw(id_, plant, x, y, size, **named)


def _card(id_: str, plant: Plant, body: str, at: tuple[float, ...], named: kit.Named) -> str:
    named["label"] = named.get("label") or plant_caption(plant)
    return kit.piece(id_, "piece card plantcard", body, at, halo=HALO, **named)


# Face down.


def back(
    id_: str,
    continent: str,
    x: float,
    y: float,
    size: float,
    *,
    count: int | None = None,
    **named: Unpack[kit.Named],
) -> str:
    """A card face down: its continent, and with a ``count`` how many lie there."""
    named["label"] = named.get("label") or _(
        "a card of {continent}", continent=continent_name(continent)
    )
    kind = f"piece card back-{continent}"
    body = _back(continent, count, size >= LETTERED)
    at = (x, y, size / 80)
    return kit.piece(id_, kind, body, at, halo=HALO, **named)


@cached_text(maxsize=256)
def _back(continent: str, count: int | None, lettered: bool) -> str:
    if not lettered:
        return PAPER + RIM + _WREATHS[continent]
    low = 58 if count is None else 51
    tally = "" if count is None else text(count, 40, 69, "tally")
    return PAPER + RIM + _WREATHS[continent] + text(continent, 40, low, "origin") + tally


def _wreath(fruit: str, count: int) -> str:
    """A ring of fruits around the letters, others for each continent."""
    turned = "".join(
        f'<use href="#{fruit}" x="-6.5" y="-37" width="13" height="13"'
        f' transform="translate(40 50) rotate({360 * k // count})"/>'
        for k in range(count)
    )
    return group(turned, class_="wreath")


_WREATHS = {
    "AS": _wreath("fruit-follicle", 8),
    "EU": _wreath("fruit-nut", 8),
    "NA": _wreath("fruit-cone", 8),
}
