"""Panels: the grounds of boards and their parts."""

from functools import lru_cache

from spinney.drawing.svg import element


@lru_cache(maxsize=64)
def panel(width: float, height: float, rounding: float = 14) -> str:
    """A ground that fills a board but for half its line.

    Args:
        width: of the board.
        height: of the board.
        rounding: the radius of its corners.
    """
    return element("rect", class_="panel", **_box(width, height, rounding))


@lru_cache(maxsize=64)
def framed_panel(colour: str, width: float, height: float) -> str:
    """A panel with a frame in a player's colour."""
    return panel(width, height) + element(
        "rect", class_=f"frame-{colour} fine", **_box(width, height, 14)
    )


def _box(width: float, height: float, rounding: float) -> dict[str, float]:
    return {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": rounding}
