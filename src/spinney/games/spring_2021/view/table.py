"""What lies around the forest, drawn: the days, the players, the commands, the legend."""

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


def sky(scene: SpringView, width: float, across: bool) -> Board:
    """Which day it is, what is happening, the nutrients, and all days.

    ``across``: the days stand beside the words, not below them.
    """
    rounds = (scene.days - 1) // DIRECTIONS
    left = width - scene.days * _STEP - rounds * _BREAK - 3 if across else 2
    top, height = (44, 58) if across else (66, 76)
    today = scene.s.day
    days = (
        _day(k, today, left + k * _STEP + k // DIRECTIONS * _BREAK, top) for k in range(scene.days)
    )
    body = (
        kit.text(scene.date, 4, 24, "title")
        + kit.text(scene.story, 4, 47, "story")
        + kit.text(f"Nutrients {scene.s.nutrients}", width - 6, 24, "heading end")
        + "".join(days)
    )
    told = f"{scene.story} Nutrients {scene.s.nutrients}."
    return Board("sky", scene.date, width, height, body, told, headed=True)


@lru_cache(maxsize=4096)
def _day(k: int, today: int, x: float, y: float) -> str:
    when = "gone" if k < today else "today" if k == today else "coming"
    drawn = sun(3.8) if k == today else kit.element("circle", class_="bead", r=4)
    at = (round(x + _STEP / 2, 2), y, 1)
    return kit.piece(f"day-{k + 1}", f"day {when}", drawn, at, label=f"day {k + 1}")


# Players.

_HIGH = 148


def plate(scene: SpringView, p: int, name: str, width: float) -> Board:
    """What a player has: sun, points, and trees of each size with what one more costs."""
    whose = f"{NAMES[p].capitalize()}, you" if p == scene.me else NAMES[p].capitalize()
    body = (
        _frame(NAMES[p], width, _HIGH)
        + kit.token(NAMES[p], 22, 24, 18)
        + kit.text(whose, 38, 30, "title")
        + kit.text(scene.doing(p), width - 14, 29, "note end")
        + _sunshine(scene, p)
        + _points(scene, p, width)
        + _nursery(scene, p, width)
    )
    return Board(name, NAMES[p].capitalize(), width, _HIGH, body, _told(scene, p), headed=True)


@lru_cache(maxsize=8)
def _frame(player: str, width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_=f"tint-{player}", **box) + kit.element(
        "rect", class_=f"frame-{player} fine", **box
    )


def _sunshine(scene: SpringView, p: int) -> str:
    """The sun points a player has, and what the trees will give next as they stand."""
    return _purse(scene.s.sun[p], scene.tomorrow(p))


@lru_cache(maxsize=1024)
def _purse(held: int, more: str) -> str:
    beside = 53 + 16 * len(str(held))
    return (
        kit.group(sun(8), transform=kit.place(28, 57))
        + kit.text(held, 48, 65, "sum")
        + kit.text(more or "sun", beside, 65, "note small")
    )


def _points(scene: SpringView, p: int, width: float) -> str:
    """The points for completed trees, and those that would come if the game ended now."""
    if scene.s.out[p]:
        return kit.text("out", width - 14, 65, "sum end")
    extra = scene.view.scores[p] - scene.s.points[p]
    return _score(scene.s.points[p], f"points, +{extra}" if extra else "points", width)


@lru_cache(maxsize=1024)
def _score(points: int, more: str, width: float) -> str:
    before = width - 20 - 6.2 * len(more)
    return kit.text(points, before, 65, "sum end") + kit.text(
        more, width - 14, 65, "note small end"
    )


def _nursery(scene: SpringView, p: int, width: float) -> str:
    """The trees of each size: how many, and what one more costs; asleep with their owner."""
    pitch = (width - 20) / SIZES
    ranks = zip(scene.counts(p), _costs(scene, p), strict=True)
    asleep = scene.sleeps(p)
    return "".join(
        _rank(p, size, count, cost, asleep, round(10 + (size + 0.5) * pitch, 2))
        for size, (count, cost) in enumerate(ranks)
    )


def _costs(scene: SpringView, p: int) -> tuple[int | None, ...]:
    """What one more tree of each size costs, None where there can be no more."""
    first = {BRONZE: 0, WOOD_1: 2}.get(scene.s.league, SIZES)
    if scene.s.phase == OVER:
        first = SIZES
    return tuple(cost if size >= first else None for size, cost in enumerate(scene.costs(p)))


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


def _told(scene: SpringView, p: int) -> str:
    counts = ", ".join(_many(count, size) for size, count in enumerate(scene.counts(p)))
    return f"{scene.s.sun[p]} sun, {scene.view.scores[p]} points. {counts}. {scene.doing(p)}."


# Commands.

_TILE = 56


def actions(scene: SpringView, width: float, columns: int) -> Board:
    """The commands and what they cost the viewer."""
    tile = round((width - 12) / columns, 2)
    prices = _prices(scene)
    drawn = (
        _verb(
            verb,
            prices[verb],
            (round(9 + k % columns * tile, 2), 8 + k // columns * (_TILE + 6), tile - 6),
            verb in scene.words,
        )
        for k, verb in enumerate(scene.verbs)
    )
    height = 8 + -(-len(scene.verbs) // columns) * (_TILE + 6)
    told = ", ".join(f"{verb}: {price}" for verb, price in prices.items())
    body = _panel(width, height) + "".join(drawn)
    return Board("actions", "Commands", width, height, body, f"{told}.", headed=True, at_hand=True)


@lru_cache(maxsize=4)
def _panel(width: float, height: float) -> str:
    box = {"x": 1.5, "y": 1.5, "width": width - 3, "height": height - 3, "rx": 14}
    return kit.element("rect", class_="panel", **box)


def _prices(scene: SpringView) -> dict[str, str]:
    seed, first, *grown = scene.costs(scene.near)
    small = f"{first}, " if scene.s.league == BRONZE else ""  # elsewhere there are no seeds
    prices = {
        "SEED": f"{seed} sun",
        "GROW": f"{small}{grown[0]} or {grown[1]} sun",
        "COMPLETE": f"{COMPLETING} sun",
        "WAIT": "and sleep",
    }
    return {verb: prices[verb] for verb in scene.verbs}


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
