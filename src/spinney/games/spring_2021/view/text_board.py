"""The table of Spring Challenge 2021 as text: for terminals, logs and doctests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core.second_person import with_you
from spinney.drawing.fitting import shortened_name
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, PLACES, RINGS
from spinney.games.spring_2021.text.names import many_trees
from spinney.games.spring_2021.view_model import SpringView, view_model
from spinney.games.spring_2021.view_model.light import FULL_SUN, SHADE, SPOOKY
from spinney.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

_PITCH = 10
_SOIL = ("##", ".", ":", "::")
_SHADE = {FULL_SUN: "", SHADE: "'", SPOOKY: '"'}
_FALL = (
    N_("shadows fall to the right"),
    N_("shadows fall up right"),
    N_("shadows fall up left"),
    N_("shadows fall to the left"),
    N_("shadows fall down left"),
    N_("shadows fall down right"),
)
_LEGEND = (
    N_("R3 is red’s large tree, r3 a dormant one, B0 blue’s seed."),
    N_("Soil: . poor, : good, :: rich, ## unusable. Shade: ' falls, \" spooks the tree."),
)
_LEGEND_WITHOUT_SHADE = (_LEGEND[0], N_("Soil: . poor, : good, :: rich."))


def text(view: Observation | State, task: bool = True) -> str:
    """Return the table in lines of at most 80 characters.

    ``task``: with what players are to do now.
    """
    model = view_model(view)
    rows = range(-RINGS, RINGS + 1)
    fall = _(_FALL[model.day % DIRECTIONS]) if model.shady else _("no shadows")
    lines = [
        _(
            "{date}, nutrients {count}, {shadows}.",
            date=model.date,
            count=model.s.nutrients,
            shadows=fall,
        ),
        *([model.status] if task else []),
        "",
        *(_row(model, z) for z in rows),
        "",
        *_player(model, model.near, task),
        *_player(model, 1 - model.near, task),
        "",
        *map(_, _LEGEND if model.shady else _LEGEND_WITHOUT_SHADE),
    ]
    return "\n".join(lines)


def _row(model: SpringView, z: int) -> str:
    cells = sorted((c for c in range(CELLS) if PLACES[c][2] == z), key=lambda c: PLACES[c][0])
    indent = " " * (abs(z) * _PITCH // 2)
    return (indent + "".join(f"{_cell(model, c):<{_PITCH}}" for c in cells)).rstrip()


def _cell(model: SpringView, cell: int) -> str:
    return f"{cell:>2} {_soil(model, cell)}{_SHADE[model.today[cell]]}"


def _soil(model: SpringView, cell: int) -> str:
    if model.owner[cell] < 0:
        return _SOIL[model.soil[cell]]
    letter = PLAYER_NAMES[model.owner[cell]][0]
    tree = f"{letter if cell in model.dormant else letter.upper()}{model.size[cell]}"
    return f"{tree}{_SOIL[model.soil[cell]]}"


def _player(model: SpringView, p: int, task: bool) -> list[str]:
    name = with_you(shortened_name(model.names[p], 20), p == model.me)
    if model.names[p].lower() != PLAYER_NAMES[p]:  # whose letter stands for which trees
        name = f"{PLAYER_NAMES[p][0].upper()} = {name}"
    done = model.last.done[p]
    has = (
        ngettext("{count} point", "{count} points", model.view.scores[p]),
        _("{count} sun", count=model.s.sun[p]),
        done[:1].lower() + done[1:],
        model.doing(p) if task else "",
    )
    trees = (many_trees(count, size) for size, count in enumerate(model.counts(p)))
    return [
        f"{name}: {', '.join(filter(None, has))}",
        f"    {', '.join(trees)}",
    ]
