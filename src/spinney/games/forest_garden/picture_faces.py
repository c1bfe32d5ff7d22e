"""What is printed on a plant card: on a large sheet all of it, on a middling one all its signs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.drawing.svg import element, escape, group, number, text

from . import picture_words as words
from .picture_paper import GROUND, line
from .picture_plant import SMALL
from .picture_plant import plant as drawn
from .picture_symbols import arrows, blossom, field, fruit, sign

if TYPE_CHECKING:
    from .plants import Plant

LEAVES = 3
"""The season in which leaves are eaten."""

Fact = tuple[str, int | None]
"""A sign, and the season that stands beside it."""


def facts(plant: Plant, x: float, size: float) -> list[Fact]:
    """Flowers, fruit, leaves and nitrogen, for signs of a size at the upper edge of a row."""
    ripe = None if plant.male or plant.flower_eaten else plant.harvest
    borne = fruit(plant.fruit_type, x, 0, size, words.fruits(plant))
    rows: list[Fact] = [
        (blossom(plant.flower_colour, x, 0, size, words.flowers(plant)), plant.flowering),
        (group(borne, class_="unborne") if plant.male else borne, ripe),
    ]
    if plant.leaf:
        rows.append((sign("leaf", x, 0, size, words.leaves(plant)), LEAVES))
    if plant.nitrogen:
        rows.append((sign("nitrogen", x, 0, size, words.nitrogen(plant)), None))
    return rows


# Large: drawn twice as large as a card is, to have whole figures.


@lru_cache(maxsize=512)
def full_face(plant: Plant) -> str:
    """The face with everything on it."""
    head = f'<path class="head-{plant.continent}" d="{_HEAD}"/>'
    inner = _names(plant) + drawn(plant, 3, 48, 96) + _column(plant) + _footer(plant)
    ways = arrows(plant.arrows, 160, 200, 7)
    return GROUND + group(head + inner + ways, transform="scale(.5)")


_HEAD = "M0 18A18 18 0 0 1 18 0H142A18 18 0 0 1 160 18V49H0z"


def _names(plant: Plant) -> str:
    return (
        line(plant.english, 80, 19, "name", 20, 146)
        + line(plant.scientific, 80, 31, "latin", 26, 146)
        + line(plant.german, 80, 43, "german", 26, 146)
    )


def _column(plant: Plant) -> str:
    eaten = sign("eaten", 142, 60, 14, words.flowers(plant)) if plant.flower_eaten else ""
    return eaten + "".join(_fact(k, *row) for k, row in enumerate(facts(plant, 104, 21)))


def _fact(k: int, icon: str, season: int | None) -> str:
    when = "" if season is None else text(season, 134, 17, "numeral")
    return group(icon + when, transform=f"translate(0 {54 + 24 * k})")


def _footer(plant: Plant) -> str:
    """Below: yield, size, sex, fertilization, the field for the cube, partners."""
    height = f"{plant.height_m:g} m" if plant.height_m else ""
    return (
        _disc(plant)
        + text(words.size(plant), 50, 162, "fine-print")
        + text(" · ".join(filter(None, (height, plant.id))), 50, 175, "fine-print")
        + sign(plant.sex, 110, 150, 16, words.sex(plant))
        + sign(plant.fertilization, 110, 169, 15, words.fertilization(plant))
        + ("" if plant.male else field(plant.fertilization == "cross", 131, 155, 24))
        + _partners(plant, 80, 194, "latin", 23, 146)
    )


def _disc(plant: Plant) -> str:
    """A wooden disc with the yield, and what a partner adds on a small one."""
    title = element("title", escape(words.points(plant)))
    large = '<circle class="disk" cx="22" cy="164" r="16"/>'
    return group(title + more(plant, 39, 177, 9.6, "plus") + large + _yield(plant, 22, 170.4))


def _yield(plant: Plant, x: float, y: float, class_: str = "numeral") -> str:
    return text(plant.yield_, x, y, class_)


def more(plant: Plant, x: float, y: float, r: float, class_: str, disc: str = "disk small") -> str:
    """What a partner adds, on a small disc around (x, y)."""
    if not plant.partner_bonus:
        return ""
    circle = element("circle", class_=disc, cx=x, cy=y, r=r)
    said = text(f"+{plant.partner_bonus}", x + r / 10, y + r * 0.4, class_)
    return circle + said


def _partners(plant: Plant, x: float, y: float, class_: str, most: int, width: float) -> str:
    """The partners in angle brackets."""
    said = f"▹ {', '.join(plant.partners)} ◃"
    return line(said, x, y, class_, most + 4, width) if plant.partners else ""


# Middling.


@lru_cache(maxsize=512)
def offered_face(plant: Plant) -> str:
    """The face with all the signs, but only the English name."""
    return (
        GROUND
        + f'<path class="head-{plant.continent}" d="{_LOW_HEAD}"/>'
        + _title(plant.english)
        + drawn(plant, 1, 22, 52, detail=SMALL)
        + _entries(plant)
        + _base(plant)
        + arrows(plant.arrows, 80, 100, 4.5)
    )


_LOW_HEAD = "M0 9A9 9 0 0 1 9 0H71A9 9 0 0 1 80 9V23H0z"
_SHORT = 14
"""So many letters of a name fit on a line."""


def _title(name: str) -> str:
    """A name in one line, or in two, parted where they are most alike in length."""
    spots = [k + 1 for k, letter in enumerate(name) if letter in " -"]
    if len(name) <= _SHORT or not spots:
        return line(name, 40, 15, "title-line", _SHORT, 72)
    cut = min(spots, key=lambda spot: abs(2 * spot - len(name)))
    lines = ((name[:cut].strip(), 10), (name[cut:], 19.5))
    return "".join(line(part, 40, y, "title-line", _SHORT + 1, 72) for part, y in lines)


def _entries(plant: Plant) -> str:
    eaten = sign("eaten", 42, 28, 10, words.flowers(plant)) if plant.flower_eaten else ""
    return eaten + "".join(_entry(k, *row) for k, row in enumerate(facts(plant, 53, 12)))


def _entry(k: int, icon: str, season: int | None) -> str:
    when = "" if season is None else text(season, 70, 10.8, "phase")
    return group(icon + when, transform=f"translate(0 {number(25.5 + 13 * k)})")


def _base(plant: Plant) -> str:
    """Below: yield, sex, fertilization, the field for the cube, partners."""
    return (
        more(plant, 29.5, 86, 7, "plus less")
        + '<circle class="disk" cx="13" cy="81" r="9.5"/>'
        + _yield(plant, 13, 85.3, "phase less")
        + sign(plant.sex, 38, 75, 11, words.sex(plant))
        + sign(plant.fertilization, 49, 76, 10, words.fertilization(plant))
        + ("" if plant.male else field(plant.fertilization == "cross", 62, 74.5, 14))
        + _partners(plant, 40, 97.5, "latin less", 17, 74)
    )
