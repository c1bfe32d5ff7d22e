"""The faces of plant cards: large, middling, planted and tiny; and the small signs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.drawing.fitting import fitted
from spinney.drawing.svg import element, escape, group, number, text, use
from spinney.games.forest_garden.view import captions as words
from spinney.games.forest_garden.view.captions import metres
from spinney.games.forest_garden.view.plant import SMALL, TINY
from spinney.games.forest_garden.view.plant import plant as drawn
from spinney.games.forest_garden.view_model.garden import Growth
from spinney.i18n import _, cached_text

if TYPE_CHECKING:
    from spinney.games.forest_garden.deck.plant import Plant


HALO = '<rect class="halo" x="-6" y="-6" width="92" height="112" rx="14"/>'
PAPER = '<rect class="face" width="80" height="100" rx="9"/>'
RIM = '<rect class="rim" x="4" y="4" width="72" height="92" rx="6"/>'
GROUND = f'{PAPER}<use href="#meadow"/>'
DEEP_GROUND = f'{PAPER}<use href="#meadow-deep"/>'
"""The meadow is deeper on a tiny card, whose disc and cubes are large."""


def line(said: str, x: float, y: float, class_: str, most: int, width: float) -> str:
    """A line around x; with more than `most` letters it is drawn together to a width."""
    if len(said) <= most:
        return text(said, x, y, class_)
    return text(said, x, y, class_, textLength=width, lengthAdjust="spacingAndGlyphs")


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


@cached_text(maxsize=512)
def full_face(plant: Plant) -> str:
    """The face with everything on it."""
    head = f'<path class="edge-{plant.continent}" d="{_HEAD}"/>'
    inner = _names(plant) + drawn(plant, 3, 52, 94) + _column(plant) + _footer(plant)
    ways = arrows(plant.arrows, 160, 200, 7)
    return GROUND + group(head + inner + ways, transform="scale(.5)")


_HEAD = "M2 12A16 16 0 0 1 18 2H142A16 16 0 0 1 158 12z"
"""The coloured edge of a card: its continent."""


def _names(plant: Plant) -> str:
    first, *second = halved(plant.name, 16)
    rows = (15, 28.5, 42, 55) if second else (20.5, 0, 37, 52)
    return (
        line(first, 80, rows[0], "name", 16, 146)
        + "".join(line(part, 80, rows[1], "name", 16, 146) for part in second)
        + line(plant.scientific, 80, rows[2], "latin", 21, 148)
        + line(plant.other_name, 80, rows[3], "german", 20, 148)
    )


def _column(plant: Plant) -> str:
    eaten = sign("eaten", 142, 69, 14, words.flowers(plant)) if plant.flower_eaten else ""
    return eaten + "".join(_fact(k, *row) for k, row in enumerate(facts(plant, 104, 21)))


def _fact(k: int, icon: str, season: int | None) -> str:
    when = "" if season is None else text(season, 134, 17, "numeral")
    return group(icon + when, transform=f"translate(0 {64 + 21 * k})")


def _footer(plant: Plant) -> str:
    """Below: yield, sex, fertilization, id, the field for the cube; size; partners."""
    height = _("{metres} m", metres=metres(plant)) if plant.height_m else ""
    stature = " · ".join(filter(None, (words.size(plant), height)))
    return (
        _disc(plant)
        + sign(plant.sex, 60, 149, 17, words.sex(plant))
        + sign(plant.fertilization, 79, 150, 16, words.fertilization(plant))
        + text(plant.id, 113.5, 162, "fine-print")
        + ("" if plant.male else field(plant.fertilization == "cross", 132, 146.5, 23))
        + line(stature, 80, 183.5 if plant.partners else 188, "fine-print", 22, 140)
        + _partners(plant, 80, 195.5, "latin", 18, 136)
    )


def _disc(plant: Plant) -> str:
    """A wooden disc with the yield, and what a partner adds on a small one."""
    title = element("title", escape(words.points(plant)))
    large = '<circle class="disk" cx="22" cy="158.5" r="15.5"/>'
    return group(
        title + partner_bonus(plant, 45, 161, 9.6, "plus") + large + _yield(plant, 22, 165)
    )


def _yield(plant: Plant, x: float, y: float, class_: str = "numeral") -> str:
    return text(plant.yield_, x, y, class_)


def partner_bonus(
    plant: Plant, x: float, y: float, r: float, class_: str, disc: str = "disk small"
) -> str:
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


@cached_text(maxsize=512)
def offered_face(plant: Plant) -> str:
    """The face with all the signs, but only the English name."""
    return (
        GROUND
        + f'<path class="edge-{plant.continent}" d="{_LOW_HEAD}"/>'
        + _title(plant.name)
        + drawn(plant, 2, 31, 48, detail=SMALL)
        + _entries(plant)
        + _base(plant)
        + arrows(plant.arrows, 80, 100, 4.5)
    )


_LOW_HEAD = "M1 6A8 8 0 0 1 9 1H71A8 8 0 0 1 79 6z"
LOW_LINE = 27.6
"""Where the second line of a name stands."""
_MOST = 3
"""So many signs with seasons have room below each other."""
ENTRIES = 33.5
"""Where the signs begin: below the letters that hang from a second line."""
_SHORT = 9
"""So many letters of a name fit on a line."""
_ROOM = 75.0
_NARROWEST = 0.62
"""How far a line of a name is drawn together before it is cut."""


def _title(name: str) -> str:
    """A name in one line, or in two."""
    first, *second = halved(name, _SHORT)
    return _title_line(first, 15.8 if second else 22) + "".join(
        _title_line(part, LOW_LINE) for part in second
    )


def _title_line(said: str, y: float) -> str:
    return line(
        fitted(said, _ROOM / _NARROWEST, 12.5, bold=True), 40, y, "title-line", _SHORT, _ROOM
    )


def _entries(plant: Plant) -> str:
    eaten = sign("eaten", 39, 35, 11, words.flowers(plant)) if plant.flower_eaten else ""
    *rows, last = facts(plant, 52, 14)
    # A fourth has no season, and room beside the third.
    beside = len(rows) == _MOST
    if not beside:
        rows.append(last)
    pitch = 43.5 / _MOST
    entries = "".join(_entry(ENTRIES + pitch * k, *row) for k, row in enumerate(rows))
    aside = _entry(ENTRIES + pitch * (_MOST - 1), last[0], None, -15) if beside else ""
    return eaten + entries + aside


def _entry(y: float, icon: str, season: int | None, x: float = 0) -> str:
    when = "" if season is None else text(season, 72, 11.8, "phase less")
    return group(icon + when, transform=f"translate({number(x)} {number(y)})")


def _base(plant: Plant) -> str:
    """Below: yield, sex, fertilization, the field for the cube."""
    return (
        partner_bonus(plant, 13.5, 64, 10, "plus less")
        + '<circle class="disk" cx="14" cy="86" r="11"/>'
        + _yield(plant, 14, 91.2, "phase less")
        + sign(plant.sex, 28, 79, 14, words.sex(plant))
        + sign(plant.fertilization, 43, 79.5, 13, words.fertilization(plant))
        + ("" if plant.male else field(plant.fertilization == "cross", 60, 77.5, 16))
    )


def halved(name: str, most: int) -> tuple[str, ...]:
    """A name in one line; with more than `most` letters in two, as alike in length as it can be."""
    spots = [k + 1 for k, letter in enumerate(name) if letter in " -"]
    if len(name) <= most or not spots:
        return (name,)
    cut = min(spots, key=lambda spot: abs(2 * spot - len(name)))
    return name[:cut].strip(), name[cut:]


@cached_text(maxsize=4096)
def planted_face(plant: Plant, growth: Growth) -> str:
    """The face in one's garden."""
    season, bearing = growth.season, growth.cube > 0
    return (
        GROUND
        + drawn(plant, 11, 20, 58, season=season, bearing=bearing, detail=SMALL)
        + _times(plant)
        + _figures(plant, growth)
        + _waiting(growth, 40, 63, 15)
        + arrows(plant.arrows, 80, 100, 5.5)
    )


def _times(plant: Plant) -> str:
    """At the top: flowers and fruit with their seasons, leaves, the sex if it is but one."""
    ripe = "" if plant.male or plant.flower_eaten else text(plant.harvest, 69, 19, "phase")
    borne = fruit(plant.fruit_type, 44, 4, 17)
    return (
        blossom(plant.flower_colour, 4, 4, 17)
        + text(plant.flowering, 28, 19, "phase")
        + (group(borne, class_="unborne") if plant.male else borne)
        + ripe
        + (sign("eaten", 63, 6, 13) if plant.flower_eaten else "")
        + (sign("leaf", 62, 24, 13) if plant.leaf else "")
        + ("" if plant.sex == "both" else sign(plant.sex, 5, 24, 14))
    )


def _figures(plant: Plant, growth: Growth) -> str:
    """Below: the yield, what a partner adds or would add, the cube on its field."""
    met = "disk small" if growth.partnered else "disk small crossed"
    return (
        partner_bonus(plant, 15, 60, 12, "plus", met)
        + '<circle class="disk" cx="15" cy="85" r="12.5"/>'
        + text(plant.yield_, 15, 91, "phase")
        + ("" if plant.male else field(plant.fertilization == "cross", 57, 77, 19))
        + _crop(plant, growth, (57, 76, 20), (58, 20, 20))
    )


Spot = tuple[float, float, float]
"""The upper left corner and the size of a sign."""


def _crop(plant: Plant, growth: Growth, on_field: Spot, on_leaf: Spot) -> str:
    """The cubes that a harvest brings in: they fly from here to the storage, which counts them."""
    drawn = _gathered(f"cube-{plant.id}", growth.cube, on_field) if growth.cube else ""
    return drawn + (_gathered(f"leaf-cube-{plant.id}", 1, on_leaf) if growth.leafy else "")


def _gathered(id_: str, value: int, spot: Spot) -> str:
    return group(cube(value, *spot), id=id_, class_="token", data_worth=value)


def _waiting(growth: Growth, x: float, y: float, size: float) -> str:
    """Dark cubes that wait for the next flowering, side by side around x."""
    left = x - growth.waiting * size / 2
    return "".join(cube(2, left + k * size, y, size) for k in range(growth.waiting))


@cached_text(maxsize=4096)
def tiny_face(plant: Plant, growth: Growth) -> str:
    """The face in a garden far away.

    What could not be read there is shown by stylesheets where the garden is drawn large.
    """
    season, bearing = growth.season, growth.cube > 0
    grown = drawn(plant, 3, -3, 74, season=season, bearing=bearing, detail=TINY)
    disk = '<circle class="disk" cx="20" cy="82" r="15.5"/>'
    return (
        DEEP_GROUND
        + group(grown, class_="far")
        + group(_times(plant), class_="detail")
        + group(disk, text(plant.yield_, 20, 90, "grown"), class_="yielded")
        + _crop(plant, growth, (45, 66, 31), (45, 4, 31))
        + _waiting(growth, 60, 43, 22)
    )


# Signs: fruits, blossoms, sexes, cubes, arrows. Each is ``size`` across with its upper left corner
# at (x, y). With a ``title`` it says in words what it is, to whoever rests a pointer on it. Their
# colours are the same in light and dark; the lines of sexes and of fertilization have the ink of
# what they lie on.


SIGNS = ("male", "female", "both", "leaf", "nitrogen", "self", "cross", "eaten")
"""What `sign` draws."""


def blossom(colour: str, x: float, y: float, size: float, title: str = "") -> str:
    """A flower of one of the seven colours, each of a shape of its own.

    That of inconspicuous ones is a mere outline.
    """
    return _titled(f"blossom-{colour}", x, y, size, title)


def fruit(kind: str, x: float, y: float, size: float, title: str = "") -> str:
    """A fruit of one of the twelve types."""
    return _titled(f"fruit-{kind}", x, y, size, title)


def sign(name: str, x: float, y: float, size: float, title: str = "") -> str:
    """One of `SIGNS`: sexes, an edible leaf, nitrogen, self- and cross-pollination, a bowl."""
    return _titled(f"sign-{name}", x, y, size, title)


def cube(value: int, x: float, y: float, size: float, title: str = "") -> str:
    """A wooden cube: light brown (``value`` 1), or dark brown with two pips (2)."""
    return _titled(f"cube-{value}", x, y, size, title)


@cached_text(maxsize=64)
def field(crossed: bool, x: float, y: float, size: float, title: str = "") -> str:
    """The field for a plant's cube; its border is dashed where the plant needs a partner."""
    kind = "cube-field crossed" if crossed else "cube-field"
    box = element("rect", class_=kind, x=x, y=y, width=size, height=size, rx=round(size / 6, 2))
    return _named(box, title)


_ARROWS = {
    "W": "M{l} {m}l{s} -{s}v{d}z",
    "E": "M{r} {m}l-{s} -{s}v{d}z",
    "NW": "M{w} {t}l{s} {s}h-{d}z",
    "NE": "M{e} {t}l{s} {s}h-{d}z",
    "SW": "M{w} {b}l{s} -{s}h-{d}z",
    "SE": "M{e} {b}l{s} -{s}h-{d}z",
}


@cached_text(maxsize=256)
def arrows(ways: tuple[str, ...], width: float, height: float, size: float) -> str:
    """Arrows at the edges of a card, toward the plants beside it: W, E, NW, NE, SW, SE."""
    if not ways:
        return ""
    inset = size / 3
    spots = {
        "l": inset,
        "r": width - inset,
        "w": width / 4,
        "e": width * 3 / 4,
        "m": height / 2,
        "t": inset,
        "b": height - inset,
        "s": size,
        "d": 2 * size,
    }
    written = {name: number(float(value)) for name, value in spots.items()}
    path = "".join(_ARROWS[way].format(**written) for way in ways)
    return element("path", class_="toward", d=path)


def _titled(symbol: str, x: float, y: float, size: float, title: str) -> str:
    return _named(use(symbol, x, y, size), title)


def _named(drawn: str, title: str) -> str:
    return group(element("title", escape(title)), drawn) if title else drawn
