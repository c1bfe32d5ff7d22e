"""Marks on boards and beside them: scored paths, tokens of players, icons."""

from collections.abc import Sequence

from spinney.drawing.palette import PLAYERS
from spinney.drawing.svg import element, escape, number, place, text, use


def path_line(
    id_: str,
    points: Sequence[tuple[float, float]],
    numbers: Sequence[int | str] = (),
    *,
    tree: str = "",
    width: float = 7,
    label: str = "",
    marks: str = "",
    scores: str | None = None,
) -> str:
    """A scored path: a line through these points (board units), in the order scored.

    `numbers`, one a point, stand in discs on the line; of empty ones the discs are small. `tree`
    gives it that suit's colours, without it is drawn in the table's ink; `width` of the line, the
    discs are 2.6 times that. `scores` names the row of the score sheet and the player whose points
    it shows, ``"lilac 0"``: what they gain floats up there.
    """
    drawn = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) if points else ""
    lines = "".join(
        element("path", class_=kind, d=drawn, stroke_width=wide)
        for kind, wide in (("casing", width * 1.6), ("way", width))
    )
    stops = "".join(
        _stop(x, y, value, width) for (x, y), value in zip(points, numbers, strict=False)
    )
    named = f"<title>{escape(label)}</title>" if label else ""
    return element(
        "g",
        named + lines + stops,
        id=id_,
        class_=" ".join(filter(None, ("path", f"fill-{tree}" if tree else "plain", marks))),
        aria_hidden=True,
        data_scores=scores,
    )


def _stop(x: float, y: float, value: int | str, width: float) -> str:
    # Drawn ten units wide and scaled, so that the size of the figure is the stylesheet's.
    disc = f'<circle class="disc" r="{8 if value == "" else 13}"/>'
    figure = "" if value == "" else text(value, 0, 5.6, "stop")
    return element("g", disc, figure, transform=place(x, y, width / 10))


def _small(id_: str, kind: str, body: str, at: str, label: str) -> str:
    """A small sign; it is a labelled image where it has a label, and silent where it has none."""
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    title = f"<title>{escape(label)}</title>" if label else ""
    named = f' id="{escape(id_)}"' if id_ else ""
    return f'<g{named} class="{kind}" transform="{at}" {spoken}>{title}{body}</g>'


def token(player: str, x: float, y: float, size: float, *, id_: str = "", label: str = "") -> str:
    """A player's token (a key of `PLAYERS`), its centre at (x, y), `size` across."""
    body = f'<path class="face" d="{PLAYERS[player].path}"/>'
    return _small(id_, f"token player-{player}", body, place(x, y, size / 24), label)


def icon(name: str, x: float, y: float, size: float, *, id_: str = "", label: str = "") -> str:
    """An icon of `ICONS`, its upper left corner at (x, y), in the table's ink."""
    body = use(f"icon-{name}", 0, 0, 24)
    return _small(id_, "icon", body, place(x, y, size / 24), label)
