"""The boards around the forest: the days, the players, the button to wait, the legend."""

from __future__ import annotations

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.rules.geometry import DIRECTIONS, SIZES
from spinney.games.spring_2021.rules.record import BRONZE, OVER, WOOD_1
from spinney.games.spring_2021.text.names import BONUS, many_trees
from spinney.games.spring_2021.view.ground import FLAT, shade, soil
from spinney.games.spring_2021.view.hexagons import Hexagons
from spinney.games.spring_2021.view.trees import KINDS, crown, sun
from spinney.games.spring_2021.view_model import SpringView
from spinney.games.spring_2021.view_model.light import FULL_SUN, SHADE, SPOOKY
from spinney.i18n import N_, _, cached_text, current_language, ngettext

# The days.

_STEP, _BREAK = 14, 5  # from one day to the next, and more after each round of the sun


def sky(model: SpringView, width: float, across: bool) -> Board:
    """Which day it is, what is happening, the nutrients, and all days.

    ``across``: the days stand beside the words, not below them.
    """
    rounds = (model.days - 1) // DIRECTIONS
    left = width - model.days * _STEP - rounds * _BREAK - 3 if across else 2
    top, height = (44, 58) if across else (66, 76)
    days = _days(model.days, model.s.day, left, top)
    room = width - kit.text_width(_nutrients(model), 17, bold=True) - 22
    body = (
        kit.text(kit.fitted(model.date, room, 20, bold=True), 4, 24, "title")
        + kit.text(
            kit.fitted(model.status, (left if across else width) - 16, 15), 4, 47, "body-text"
        )
        + kit.text(_nutrients(model), width - 6, 24, "heading end")
        + days
    )
    description = f"{model.status} {_nutrients(model)}."
    return Board("sky", model.date, width, height, body, description, headed=True)


def _nutrients(model: SpringView) -> str:
    return _("Nutrients {count}", count=model.s.nutrients)


@cached_text(maxsize=256)
def _days(days: int, today: int, left: float, top: float) -> str:
    """All days of a game, a round of the sun apart from the next."""
    drawn = (_day(k, today, left + k * _STEP + k // DIRECTIONS * _BREAK, top) for k in range(days))
    return "".join(drawn)


def _day(k: int, today: int, x: float, y: float) -> str:
    when = "gone" if k < today else "today" if k == today else "coming"
    drawn = sun(3.8) if k == today else kit.element("circle", class_="bead", r=4)
    at = (round(x + _STEP / 2, 2), y, 1)
    return kit.piece(f"day-{k + 1}", f"day {when}", drawn, at, label=_("Day {day}", day=k + 1))


# Players.

_HIGH = 178


def player_panel(model: SpringView, p: int, name: str, width: float) -> Board:
    """What a player has: sun, points, and trees of each size with what one more costs."""
    whose, doing = model.names[p], model.doing(p)
    room = width - 52 - kit.text_width(doing, 14) - 12
    body = (
        _frame(PLAYER_NAMES[p], width, _HIGH)
        + kit.token(PLAYER_NAMES[p], 22, 24, 18)
        + kit.name_title(whose, room).at(38, 30)
        + kit.text(doing, width - 14, 29, "note end to-act")
        + _sun_points(model.s.sun[p], kit.fitted(model.tomorrow(p), width / 2 - 38, 12))
        + _points(model, p, width)
        + _nursery(model, p, width)
    )
    return Board(name, whose, width, _HIGH, body, _description(model, p), headed=True, owner=p)


@cached_text(maxsize=8)
def _frame(player: str, width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_=f"tint-{player}", **box) + kit.element(
        "rect", class_=f"frame-{player} fine", **box
    )


@cached_text(maxsize=1024)
def _sun_points(held: int, forecast: str) -> str:
    """The sun points a player has, and below what the trees will give next as they stand."""
    return (
        kit.group(sun(9), transform=kit.place(30, 60))
        + kit.text(held, 54, 62, "sum")
        + kit.text(forecast, 54, 80, "note small")
    )


def _points(model: SpringView, p: int, width: float) -> str:
    """The points if the game ended now, as on the score sheet, and how many only the end brings."""
    if model.s.out[p]:
        return kit.text(_("out"), width - 14, 62, "sum end")
    points = model.view.scores[p]
    extra = points - model.s.points[p]
    unit = ngettext("{count} point", "{count} points", points)
    note = _("incl. {count} at the end", count=extra) if extra else ""
    beside = kit.fitted(model.tomorrow(p), width / 2 - 38, 12)
    return _score(unit, kit.fitted(note, width - 76 - kit.text_width(beside, 12), 12), width)


@cached_text(maxsize=1024)
def _score(points: str, note: str, width: float) -> str:
    return kit.text(points, width - 14, 62, "heading end") + kit.text(
        note, width - 14, 80, "note small end"
    )


def _nursery(model: SpringView, p: int, width: float) -> str:
    """The trees of each size: how many, and what one more costs; asleep with their owner."""
    pitch = (width - 20) / SIZES
    ranks = zip(model.counts(p), _costs(model, p), strict=True)
    asleep = model.sleeps(p)
    language = current_language()
    drawn = "".join(
        _rank(p, size, count, cost, asleep, round(10 + (size + 0.5) * pitch, 2), language)
        for size, (count, cost) in enumerate(ranks)
    )
    if not any(_costs(model, p)):
        return drawn
    return drawn + kit.text(_("One more costs"), width / 2, 150, "label small")


def _costs(model: SpringView, p: int) -> tuple[int | None, ...]:
    """What one more tree of each size costs, None where there can be no more."""
    first = {BRONZE: 0, WOOD_1: 2}.get(model.s.league, SIZES)
    if model.s.phase == OVER:
        first = SIZES
    return tuple(cost if size >= first else None for size, cost in enumerate(model.costs(p)))


@cached_text(maxsize=2048)
def _rank(
    p: int, size: int, count: int, cost: int | None, asleep: bool, x: float, _language: str
) -> str:
    kind = f"wood wood-{PLAYER_NAMES[p]}{' dormant' if asleep else ''}"
    trees = kit.group(crown(KINDS[p], size, asleep, -12, 132, 35), class_=kind)
    label, price = many_trees(count, size), ""
    if cost is not None:
        label = _("{trees}; one more costs {cost} sun", trees=label, cost=cost)
        price = kit.text(cost, 6, 168, "label") + _coin(-4 - 4 * len(str(cost)))
    body = trees + kit.text(count, 15, 130, "count") + price
    return kit.piece(f"rank-{PLAYER_NAMES[p]}-{size}", "rank", body, (x, 0, 1), label=label)


def _coin(x: float) -> str:
    """A little sun before a price."""
    return kit.element("circle", class_="globe", cx=x, cy=163, r=4.5)


def _description(model: SpringView, p: int) -> str:
    counts = (many_trees(count, size) for size, count in enumerate(model.counts(p)))
    held = _("{count} sun", count=model.s.sun[p])
    points = ngettext("{count} point", "{count} points", model.view.scores[p])
    return f"{'. '.join(filter(None, [held, points, *counts, model.doing(p)]))}."


# Waiting.

_TALL, _LOW = 52, 47


def waiting(model: SpringView, width: float, low: bool = False) -> Board:
    """The button that ends the viewer's day, always in the same place.

    ``low``: in one line, for a phone, where the forest needs the room.
    """
    named = "WAIT" in model.words
    title, about = _("Wait"), _("Sleep until tomorrow")
    lines = (_("Wait until tomorrow"),) if low else (title, about)
    height = _LOW if low else _TALL
    body = kit.panel(width, height + 16) + _button(lines, (width - 16, height), named)
    description = f"{title}: {about}."
    return Board("actions", title, width, height + 16, body, description, headed=True, at_hand=True)


@cached_text(maxsize=64)
def _button(lines: tuple[str, ...], size: tuple[float, float], named: bool) -> str:
    (title, *about), (width, height) = lines, size
    body = (
        kit.element("rect", class_="face", width=width, height=height, rx=10)
        + kit.text(title, width / 2, 24 if about else height / 2 + 6, "verb")
        + "".join(kit.text(line, width / 2, 43, "label small") for line in about)
    )
    box = {"x": -4, "y": -4, "width": width + 8, "height": height + 8, "rx": 13}
    return kit.piece(
        "action-WAIT",
        f"action {'open' if named else 'shut'}",
        body,
        (8, 8, 1),
        word="WAIT" if named else None,
        label=": ".join(lines),
        halo=kit.element("rect", class_="halo", **box),
    )


# The legend.

_SIGNS = (
    (1, FULL_SUN, N_("poor")),
    (2, FULL_SUN, N_("good, +{points}")),
    (3, FULL_SUN, N_("rich, +{points}")),
    (0, FULL_SUN, N_("unusable")),
    (2, SHADE, N_("shadow")),
    (2, SPOOKY, N_("spooky")),
)
"""Soil, light, and what that is called."""


@cached_text(maxsize=32)
def legend(width: float, shady: bool, _language: str) -> Board:
    """What soils look like, and shadows where there are any."""
    columns = 3 if width > 300 else 2
    pitch = (width - 12) / columns
    signs = _SIGNS if shady else [sign for sign in _SIGNS if sign[0] and sign[1] == FULL_SUN]
    drawn = "".join(
        _sign(
            level,
            light,
            kit.fitted(_(label, points=BONUS[level]), pitch - 36, 12),
            (18 + k % columns * pitch, 16 + k // columns * 30),
        )
        for k, (level, light, label) in enumerate(signs)
    )
    height = 2 + 30 * -(-len(signs) // columns)
    return Board("legend", _("Legend"), width, height, drawn, "", headed=True)


def _sign(level: int, light: int, label: str, at: tuple[float, float]) -> str:
    wide, (x, y) = 28, at
    body = kit.element("path", class_="face", d=Hexagons(wide, FLAT).outline(0.5)) + soil(
        level, wide
    )
    if light != FULL_SUN:
        body += shade(0, light == SPOOKY, wide)
    hexagon = kit.group(body, class_=f"hex soil-{level}", transform=kit.place(x, y))
    return hexagon + kit.text(label, x + 17, y + 4, "note small")
