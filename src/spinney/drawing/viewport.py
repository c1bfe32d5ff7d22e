"""Viewports: a window onto a large ground, which a page can scroll where it is too small."""

from functools import lru_cache

from spinney.drawing.svg import element, number, place

Box = tuple[float, float, float, float]
"""x, y, width, height."""

_WAYS = {"left": (0, 0.5, 180), "right": (1, 0.5, 0), "up": (0.5, 0, 270), "down": (0.5, 1, 90)}


def ground(id_: str, window: Box, visible: Box, body: str, *, label: str, least: float) -> str:
    """Some ground, seen through a window.

    Args:
        id_: of the ground.
        window: where it lies on the board.
        visible: the part of the ground that is shown; of the window's shape.
        body: what lies there, in the units of the ground.
        label: whose ground it is, for readers.
        least: the least number of pixels for a unit. With fewer, a page shows a part, at that size,
            and lets its reader move it.
    """
    x, y, width, height = window
    box = " ".join(map(number, visible))
    inside = element(
        "svg",
        element("g", body, class_="turf"),
        id=id_,
        class_="ground",
        x=x,
        y=y,
        width=width,
        height=height,
        viewBox=box,
        data_box=box,
        data_least=least,
        role="group",
        aria_label=label,
    )
    return inside + _ways(id_, window)


@lru_cache(maxsize=256)
def _ways(ground: str, window: Box) -> str:
    """The arrows at all four edges."""
    return "".join(_way(ground, way, window) for way in _WAYS)


def _way(ground: str, way: str, window: Box) -> str:
    """A small arrow at an edge: there is more beyond it, and a click goes there."""
    across, down, turned = _WAYS[way]
    x, y, width, height = window
    # A little within the window.
    at = place(
        round(x + 4 + across * (width - 8), 2), round(y + 4 + down * (height - 8), 2), 1, turned
    )
    arrow = '<circle class="face" r="13"/><path class="arrow" d="M-3-6 4 0-3 6"/>'
    return element(
        "g",
        arrow,
        class_="beyond",
        data_ground=ground,
        data_way=way,
        transform=at,
        aria_hidden=True,
    )
