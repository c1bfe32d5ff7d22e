"""In the corners of a garden, drawn: whose it is, the store, the die, a hand, the bonuses."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from spinney import drawing as kit
from spinney.games.forest_garden.deck.plants import COLOURS as FLOWER_COLOURS
from spinney.games.forest_garden.deck.plants import FRUITS
from spinney.games.forest_garden.view.captions import store_told, variety_told
from spinney.games.forest_garden.view.pieces import blocks, held, own_die
from spinney.games.forest_garden.view.signs import blossom, cube, fruit
from spinney.games.forest_garden.view.view_model import COLOURS, ForestGardenView

STORE = "storage"
"""What a row of the score sheet calls the cubes in store, among its cells."""

Sign = Callable[[str, float, float, float], str]


# In the north-west: the player, and what is in store.


def plaque(scene: ForestGardenView, p: int, grand: bool) -> str:
    """The name of a player, whom something may be offered to, and their store."""
    name = scene.names[p].capitalize()
    body = _grand(scene, p, name) if grand else _plain(scene, p, name)
    width, height = (126.0, 56.0) if grand else (86.0, 44.0)
    halo = kit.element("rect", class_="halo", x=4, y=4, width=width, height=height, rx=12)
    face = kit.element("rect", class_="face", x=6, y=6, width=width - 4, height=height - 4, rx=10)
    sign = kit.piece(
        f"plaque-{p + 1}",
        "plaque",
        face + body,
        (0, 0, 1),
        word=scene.player_word(p),
        label=f"{name}: {store_told(scene, p)}",
        halo=halo,
    )
    return sign + _store(scene, p, grand)


def _grand(scene: ForestGardenView, p: int, name: str) -> str:
    if p in scene.view.to_act:
        about = "to choose" if scene.choosing else "to play"
    else:
        about = "you" if p == scene.me else ""
    return (
        kit.token(COLOURS[p], 22, 24, 18)
        + kit.text(name, 37, 30, "title")
        + kit.text(about, 13, 50, "note")
    )


def _plain(scene: ForestGardenView, p: int, name: str) -> str:
    playing = p in scene.view.to_act and not scene.choosing
    kind = "heading snug playing" if playing else "heading snug"
    return kit.token(COLOURS[p], 14, 16, 13) + kit.text(name, 23, 20, kind)


def _store(scene: ForestGardenView, p: int, grand: bool) -> str:
    """The cubes in store, and how much they are worth."""
    body, at = (_pile, (13, 60, 1)) if grand else (_sum, (7, 26, 1))
    kind = f"store held row-{STORE}"
    drawn = body(scene.storage[p])
    return kit.piece(f"store-{p + 1}", kind, drawn, at, label=store_told(scene, p))


@lru_cache(maxsize=256)
def _pile(value: int) -> str:
    beside = 16 * len(str(value)) + 4
    lying = kit.group(blocks(value, 15, 4, 8), transform=kit.place(beside, 0))
    return kit.text(value, 0, 21, "sum") + lying


@lru_cache(maxsize=256)
def _sum(value: int) -> str:
    return cube(2 if value > 1 else 1, 0, 0, 14) + kit.text(value, 18, 12, "heading snug")


# In the north-east: the die, the hand of somebody else, the bonuses.


def side(scene: ForestGardenView, p: int, width: float, grand: bool) -> str:
    """What a player chose, holds and has of the bonuses; the viewer's hand lies elsewhere."""
    edge = width - 10
    die, top, card, low = (30.0, 11.0, 32.0, 49.0) if grand else (17.0, 7.0, 17.0, 27.0)
    drawn = own_die(scene, p, edge - die, top, die)
    if p != scene.me:
        action = card * 1.1
        # Beside the die, or below a small one.
        right, high = (edge - die - 6, 7.0) if grand else (edge, low)
        left = round(right - action * max(1, len(scene.hand(p))) + action - card, 2)
        drawn += held(scene, p, (left, high), card, action)
    return drawn + (_variety(scene, p, edge, low) if grand else "")


_SIGN, _STEP = 12.0, 12.5
_SLIP = '<rect class="slip" x="-117" y="-4" width="122" height="50" rx="7"/>'


def _variety(scene: ForestGardenView, p: int, right: float, y: float) -> str:
    """Flower colours and types of fruit, flush right: what is there, and faintly what is not."""
    garden = scene.garden(p)
    colours = _signs(blossom, FLOWER_COLOURS, garden.colours, 7)
    fruits = _signs(fruit, FRUITS, garden.fruits, 6)
    tallies = (
        _tally(scene, p, 0, len(garden.colours), 10),
        _tally(scene, p, 1, len(garden.fruits), 30),
    )
    drawn = _SLIP + "".join(tallies) + colours + kit.group(fruits, transform=kit.place(0, 16))
    return kit.piece(
        f"variety-{p + 1}", "variety", drawn, (right, y, 1), label=variety_told(scene, p)
    )


def _tally(scene: ForestGardenView, p: int, bonus: int, found: int, y: float) -> str:
    """How many there are of those that make a bonus; a tick when it is had."""
    said = "✓" if scene.had(p, bonus) else f"{found}/{scene.wanted(bonus)}"
    return kit.text(said, -102, y, "tally-mark")


@lru_cache(maxsize=1024)
def _signs(draw: Sign, names: tuple[str, ...], there: tuple[str, ...], columns: int) -> str:
    """Signs in rows of so many, that end at x = 0."""
    return "".join(
        kit.group(
            draw(name, (k % columns - columns) * _STEP, k // columns * (_SIGN + 1), _SIGN),
            class_=None if name in there else "lacking",
        )
        for k, name in enumerate(names)
    )
