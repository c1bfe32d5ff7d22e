"""The boards around the forest: the days, the players, the commands, the legend."""

from __future__ import annotations

from functools import lru_cache

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.spring_2021.rules.geometry import DIRECTIONS, SIZES
from spinney.games.spring_2021.rules.record import BRONZE, COMPLETING, OVER, WOOD_1
from spinney.games.spring_2021.text.log import NAMES
from spinney.games.spring_2021.text.notation import TREES
from spinney.games.spring_2021.view.forest import FLAT
from spinney.games.spring_2021.view.hexagons import Hexagons
from spinney.games.spring_2021.view.trees import KINDS, crown, grain, sun
from spinney.games.spring_2021.view.view_model import BONUS, FULL_SUN, SHADE, SPOOKY, SpringView

# The days.

_STEP, _BREAK = 14, 5  # from one day to the next, and more after each round of the sun


def sky(model: SpringView, width: float, across: bool) -> Board:
    """Which day it is, what is happening, the nutrients, and all days.

    ``across``: the days stand beside the words, not below them.
    """
    rounds = (model.days - 1) // DIRECTIONS
    left = width - model.days * _STEP - rounds * _BREAK - 3 if across else 2
    top, height = (44, 58) if across else (66, 76)
    today = model.s.day
    days = (
        _day(k, today, left + k * _STEP + k // DIRECTIONS * _BREAK, top) for k in range(model.days)
    )
    body = (
        kit.text(model.date, 4, 24, "title")
        + kit.text(model.story, 4, 47, "story")
        + kit.text(f"Nutrients {model.s.nutrients}", width - 6, 24, "heading end")
        + "".join(days)
    )
    told = f"{model.story} Nutrients {model.s.nutrients}."
    return Board("sky", model.date, width, height, body, told, headed=True)


@lru_cache(maxsize=4096)
def _day(k: int, today: int, x: float, y: float) -> str:
    when = "gone" if k < today else "today" if k == today else "coming"
    drawn = sun(3.8) if k == today else kit.element("circle", class_="bead", r=4)
    at = (round(x + _STEP / 2, 2), y, 1)
    return kit.piece(f"day-{k + 1}", f"day {when}", drawn, at, label=f"day {k + 1}")


# Players.

_HIGH = 148


def player_panel(model: SpringView, p: int, name: str, width: float) -> Board:
    """What a player has: sun, points, and trees of each size with what one more costs."""
    whose = f"{NAMES[p].capitalize()}, you" if p == model.me else NAMES[p].capitalize()
    body = (
        _frame(NAMES[p], width, _HIGH)
        + kit.token(NAMES[p], 22, 24, 18)
        + kit.text(whose, 38, 30, "title")
        + kit.text(model.doing(p), width - 14, 29, "note end")
        + _sunshine(model, p)
        + _points(model, p, width)
        + _nursery(model, p, width)
    )
    return Board(name, NAMES[p].capitalize(), width, _HIGH, body, _told(model, p), headed=True)


@lru_cache(maxsize=8)
def _frame(player: str, width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_=f"tint-{player}", **box) + kit.element(
        "rect", class_=f"frame-{player} fine", **box
    )


def _sunshine(model: SpringView, p: int) -> str:
    """The sun points a player has, and what the trees will give next as they stand."""
    return _sun_points(model.s.sun[p], model.tomorrow(p))


@lru_cache(maxsize=1024)
def _sun_points(held: int, more: str) -> str:
    beside = 53 + 16 * len(str(held))
    return (
        kit.group(sun(8), transform=kit.place(28, 57))
        + kit.text(held, 48, 65, "sum")
        + kit.text(more or "sun", beside, 65, "note small")
    )


def _points(model: SpringView, p: int, width: float) -> str:
    """The points for completed trees, and those that would come if the game ended now."""
    if model.s.out[p]:
        return kit.text("out", width - 14, 65, "sum end")
    extra = model.view.scores[p] - model.s.points[p]
    return _score(model.s.points[p], f"points, +{extra}" if extra else "points", width)


@lru_cache(maxsize=1024)
def _score(points: int, more: str, width: float) -> str:
    before = width - 20 - 6.2 * len(more)
    return kit.text(points, before, 65, "sum end") + kit.text(
        more, width - 14, 65, "note small end"
    )


def _nursery(model: SpringView, p: int, width: float) -> str:
    """The trees of each size: how many, and what one more costs; asleep with their owner."""
    pitch = (width - 20) / SIZES
    ranks = zip(model.counts(p), _costs(model, p), strict=True)
    asleep = model.sleeps(p)
    return "".join(
        _rank(p, size, count, cost, asleep, round(10 + (size + 0.5) * pitch, 2))
        for size, (count, cost) in enumerate(ranks)
    )


def _costs(model: SpringView, p: int) -> tuple[int | None, ...]:
    """What one more tree of each size costs, None where there can be no more."""
    first = {BRONZE: 0, WOOD_1: 2}.get(model.s.league, SIZES)
    if model.s.phase == OVER:
        first = SIZES
    return tuple(cost if size >= first else None for size, cost in enumerate(model.costs(p)))


@lru_cache(maxsize=2048)
def _rank(p: int, size: int, count: int, cost: int | None, asleep: bool, x: float) -> str:
    kind = f"wood wood-{NAMES[p]}{' dormant' if asleep else ''}"
    trees = kit.group(crown(KINDS[p], size, asleep, -12, 118, 35), class_=kind)
    label, price = _many(count, size), ""
    if cost is not None:
        label += f", one more costs {cost} sun"
        price = kit.text(f"+1 for {cost}", 0, 138, "label small")
    body = trees + kit.text(count, 15, 116, "count") + price
    return kit.piece(f"rank-{NAMES[p]}-{size}", "rank", body, (x, 0, 1), label=label)


def _many(count: int, size: int) -> str:
    return f"{count} {TREES[size]}{'' if count == 1 else 's'}"


def _told(model: SpringView, p: int) -> str:
    counts = ", ".join(_many(count, size) for size, count in enumerate(model.counts(p)))
    return f"{model.s.sun[p]} sun, {model.view.scores[p]} points. {counts}. {model.doing(p)}."


# Commands.

_TILE = 56


def actions(model: SpringView, width: float, columns: int) -> Board:
    """The commands and what they cost the viewer."""
    tile = round((width - 12) / columns, 2)
    prices = _prices(model)
    drawn = (
        _verb(
            verb,
            prices[verb],
            (round(9 + k % columns * tile, 2), 8 + k // columns * (_TILE + 6), tile - 6),
            verb in model.words,
        )
        for k, verb in enumerate(model.verbs)
    )
    height = 8 + -(-len(model.verbs) // columns) * (_TILE + 6)
    told = ", ".join(f"{verb}: {price}" for verb, price in prices.items())
    body = _panel(width, height) + "".join(drawn)
    return Board("actions", "Commands", width, height, body, f"{told}.", headed=True, at_hand=True)


@lru_cache(maxsize=4)
def _panel(width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_="panel", **box)


def _prices(model: SpringView) -> dict[str, str]:
    seed, first, *grown = model.costs(model.near)
    small = f"{first}, " if model.s.league == BRONZE else ""  # elsewhere there are no seeds
    prices = {
        "SEED": f"{seed} sun",
        "GROW": f"{small}{grown[0]} or {grown[1]} sun",
        "COMPLETE": f"{COMPLETING} sun",
        "WAIT": "and sleep",
    }
    return {verb: prices[verb] for verb in model.verbs}


@lru_cache(maxsize=512)
def _verb(verb: str, price: str, at: tuple[float, float, float], named: bool) -> str:
    x, y, width = at
    roomy = width > 100
    body = (
        kit.element("rect", class_="face", width=width, height=_TILE, rx=10)
        + kit.text(verb, width / 2, 25, "verb" if roomy else "verb cramped")
        + kit.text(price, width / 2, 44, "label" if roomy else "label small")
    )
    return kit.piece(
        f"action-{verb}",
        f"action {'open' if named else 'shut'}",
        body,
        (x, y, 1),
        word=verb if named else None,
        label=f"{verb}: {price}",
        halo=kit.element("rect", class_="halo", x=-4, y=-4, width=width + 8, height=64, rx=13),
    )


# The legend.

_SIGNS = (
    (1, FULL_SUN, "poor soil"),
    (2, FULL_SUN, f"good, +{BONUS[2]}"),
    (3, FULL_SUN, f"rich, +{BONUS[3]}"),
    (0, FULL_SUN, "unusable"),
    (2, SHADE, "shade"),
    (2, SPOOKY, "spooky"),
)
"""Soil, light, and what that is called."""


@lru_cache(maxsize=8)
def legend(width: float, shady: bool) -> Board:
    """What soils look like, and shadows where there are any."""
    pitch = (width - 12) / 3
    signs = _SIGNS if shady else [sign for sign in _SIGNS if sign[0] and sign[1] == FULL_SUN]
    drawn = "".join(
        _sign(sign, 18 + k % 3 * pitch, 16 + k // 3 * 30) for k, sign in enumerate(signs)
    )
    height = 2 + 30 * -(-len(signs) // 3)
    return Board("legend", "Legend", width, height, drawn, "", headed=True)


def _sign(sign: tuple[int, int, str], x: float, y: float) -> str:
    soil, light, told = sign
    cells = Hexagons(25, FLAT)
    body = kit.element("path", class_="face", d=cells.outline(0.5)) + grain(soil, 20, FLAT)
    ways = {FULL_SUN: (), SHADE: (0,), SPOOKY: (0, 1)}[light]
    body += "".join(
        kit.element("path", class_="hatching", d=cells.hatching(way, 6, 1)) for way in ways
    )
    hexagon = kit.group(body, class_=f"hex soil-{soil}", transform=kit.place(x, y))
    return hexagon + kit.text(told, x + 17, y + 4, "note small")
