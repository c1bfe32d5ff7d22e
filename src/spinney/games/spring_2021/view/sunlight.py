"""The island of the forest, the sun on its way around it, and its light."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin

from spinney import drawing as kit
from spinney.games.spring_2021.rules.geometry import DIRECTIONS
from spinney.games.spring_2021.view.ground import FLAT, daylight, island
from spinney.games.spring_2021.view.plot import ForestPlot
from spinney.games.spring_2021.view.trees import sun
from spinney.i18n import _, cached_text


@cached_text(maxsize=4)
def island_drawn(plot: ForestPlot) -> str:
    """Return the ground under the cells."""
    width = plot.cells.width
    return kit.group(island(width, width * 0.22), transform=kit.place(*plot.middle))


@cached_text(maxsize=4)
def orbit(plot: ForestPlot) -> str:
    """The way of the sun around the forest, and the six places at which it stands."""
    (x, y), reach = plot.middle, plot.orbit
    ring = kit.element("ellipse", class_="orbit", cx=x, cy=y, rx=reach, ry=round(reach * FLAT, 2))
    stops = (plot.rim(way) for way in range(DIRECTIONS))
    circles = (kit.element("circle", class_="station", cx=a, cy=b, r=2.6) for a, b in stops)
    return ring + "".join(circles)


@cached_text(maxsize=16)
def sun_drawn(plot: ForestPlot, way: int, moves: bool) -> str:
    """The sun where it stands, the arc of the rim around it, and whither it moves on."""
    arc = kit.element("path", class_="bright", d=_arc(plot, way - 0.36, way + 0.36))
    disc = kit.piece(
        "sun", "piece", sun(plot.margin * 0.46), (*plot.rim(way), 1), label=_("The sun")
    )
    return arc + (_onward(plot, way + 0.46) if moves else "") + disc


def _arc(plot: ForestPlot, start: float, end: float) -> str:
    (ax, ay), (bx, by) = plot.rim(start), plot.rim(end)
    reach = f"{plot.orbit:g} {round(plot.orbit * FLAT, 2):g}"
    return f"M{ax:g} {ay:g}A{reach} 0 0 0 {bx:g} {by:g}"


def _onward(plot: ForestPlot, way: float) -> str:
    """A small arrow on the sun's way, against the clock."""
    angle = way * pi / 3
    turned = round(degrees(atan2(-FLAT * cos(angle), -sin(angle))), 1)
    return kit.element(
        "path", class_="onward", d="M-6-6 2 0-6 6", transform=kit.place(*plot.rim(way), 1, turned)
    )


@cached_text(maxsize=16)
def sunlight(plot: ForestPlot, way: int) -> str:
    """Warm light on the side of the island that the sun shines on; it shows through the cells."""
    id_, angle = f"sunlight-{way}", way * pi / 3
    ends = {
        "x1": round(0.5 + 0.5 * cos(angle), 3),
        "y1": round(0.5 - 0.5 * sin(angle), 3),
        "x2": round(0.5 - 0.5 * cos(angle), 3),
        "y2": round(0.5 + 0.5 * sin(angle), 3),
    }
    stops = '<stop class="glow-inner" offset="0"/><stop class="glow-outer" offset="0.6"/>'
    light = kit.element("linearGradient", stops, id=id_, **ends)
    lit = kit.group(daylight(plot.cells.width), class_="glow", fill=f"url(#{id_})")
    return light + kit.group(lit, transform=kit.place(*plot.middle))
