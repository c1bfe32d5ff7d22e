"""The year, drawn: a circle of ten seasons, the present one open like a window.

In each season lie what the viewer's own garden will do in it: flowers, and the cubes to harvest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from spinney import drawing as kit
from spinney.drawing import number
from spinney.games.forest_garden.deck.plants import SEASONS
from spinney.games.forest_garden.view.signs import blossom, cube

PHASES = len(SEASONS)
INNER, OUTER = 45, 84
"""The radii of the circle, of a picture that is 2 * `REACH` wide."""
REACH = 94


@dataclass(frozen=True, slots=True)
class Agenda:
    """What a garden does in one season.

    Attributes:
        flowers: the colours of the plants in flower, each once.
        harvest: how many plants can be harvested.
        told: both in words; empty where there is nothing.
    """

    flowers: tuple[str, ...] = ()
    harvest: int = 0
    told: str = ""


def year(
    x: float, y: float, size: float, season: int, when: str, agenda: tuple[Agenda, ...]
) -> str:
    """The circle of the year, ``size`` wide, its upper left corner at (x, y).

    ``season`` is the present one, ``when`` says which round it is, ``agenda`` has an entry for
    each season.
    """
    wedges = "".join(_season(k, k == season, agenda[k]) for k in range(PHASES) if k != season)
    body = wedges + _season(season, True, agenda[season]) + _middle(season, when)
    at = kit.place(round(x + size / 2, 2), round(y + size / 2, 2), size / (2 * REACH))
    return kit.group(body, id="year", class_="year", transform=at)


@lru_cache(maxsize=2048)
def _season(k: int, present: bool, agenda: Agenda) -> str:
    told = f"{SEASONS[k]}, {k}" + (": now" if present else "")
    label = "\n".join(filter(None, (told.capitalize(), agenda.told)))
    figure = kit.text(k, *_at(k, 75 if present else 74), "figure today" if present else "figure")
    body = kit.element("path", class_="face", d=_wedge(k, present)) + figure + _signs(k, agenda)
    kind = f"season season-{k}{' open' if present else ''}"
    return kit.piece(f"season-{k}", kind, body, (0, 0, 1), label=label)


@lru_cache(maxsize=32)
def _wedge(k: int, present: bool) -> str:
    """The outline of a season; the present one stands out on both sides."""
    inner, outer = (INNER - 3, OUTER + 9) if present else (INNER, OUTER)
    begin, end = (_turn(k - 0.5), _turn(k + 0.5))
    (a, b), (c, d) = _polar(begin, outer), _polar(end, outer)
    (e, f), (g, h) = _polar(end, inner), _polar(begin, inner)
    return f"M{a} {b}A{outer} {outer} 0 0 1 {c} {d}L{e} {f}A{inner} {inner} 0 0 0 {g} {h}z"


def _turn(k: float) -> float:
    """The direction of a season, winter at the top and the others clockwise."""
    return 2 * pi * k / PHASES - pi / 2


def _polar(angle: float, radius: float) -> tuple[str, str]:
    return number(radius * cos(angle)), number(radius * sin(angle))


def _at(k: float, radius: float) -> tuple[float, float]:
    """Where a figure stands in a season: its baseline is a little below the middle."""
    angle = _turn(k)
    return round(radius * cos(angle), 2), round(radius * sin(angle) + 4.6, 2)


# What the garden does, below the figure.

_SIGN = 10.0


def _signs(k: int, agenda: Agenda) -> str:
    """Flowers and a cube, side by side across the season."""
    signs = [*agenda.flowers[:2], *([agenda.harvest] if agenda.harvest else [])]
    angle, drawn = _turn(k), []
    for i, sign in enumerate(signs):
        # Side by side along the arc, the middle one on the season's own direction.
        aside = (i - (len(signs) - 1) / 2) * (_SIGN + 1.5) / 57
        x, y = 57 * cos(angle + aside) - _SIGN / 2, 57 * sin(angle + aside) - _SIGN / 2
        at = round(x, 2), round(y, 2), _SIGN
        drawn.append(blossom(sign, *at) if isinstance(sign, str) else cube(1, *at))
    return "".join(drawn)


# The middle.


@lru_cache(maxsize=128)
def _middle(season: int, when: str) -> str:
    words = SEASONS[season].split()
    top = -1 if len(words) == 1 else -11
    name = "".join(
        kit.text(word.capitalize() if i == 0 else word, 0, top + 17 * i, "hour")
        for i, word in enumerate(words)
    )
    hub = kit.element("circle", class_="hub", r=INNER - 4)
    return hub + name + kit.text(when, 0, top + 16 * len(words), "label round")
