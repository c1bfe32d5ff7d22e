"""Small things on the table, drawn: dice, stores of cubes, backs and faces in others' hands."""

from __future__ import annotations

from functools import lru_cache

from spinney import drawing as kit
from spinney.games.forest_garden.rules.record import SPECIAL
from spinney.games.forest_garden.view import card as picture_card
from spinney.games.forest_garden.view.signs import cube
from spinney.games.forest_garden.view.view_model import COLOURS, ForestGardenView, hidden_origin

SIX = 6
"""What a die shows for the special action, for deck 6 and, with seven players, for deck 7."""

_PIPS = ("", "D", "AG", "ADG", "ACEG", "ACDEG", "ABCEFG")
_SPOTS = {
    "A": (5.5, 5.5),
    "B": (5.5, 12),
    "C": (18.5, 5.5),
    "D": (12, 12),
    "E": (5.5, 18.5),
    "F": (18.5, 12),
    "G": (18.5, 18.5),
}


def pips(choice: int) -> int:
    """What a die shows for a choice: a deck from 0, or `SPECIAL`."""
    return min(choice + 1, SIX)


@lru_cache(maxsize=2048)
def die(number: int, x: float, y: float, size: float, kind: str = "plain") -> str:
    """A die with so many pips, its upper left corner at (x, y); 0: covered, nothing shows.

    ``kind``: ``plain``, or a player's colour.
    """
    dots = "".join(
        kit.element("circle", class_="pip", cx=_SPOTS[spot][0], cy=_SPOTS[spot][1], r=2.4)
        for spot in _PIPS[number]
    )
    face = kit.element("rect", class_="face", width=24, height=24, rx=5.5)
    curtain = "" if number else kit.element("path", class_="drape", d=_DRAPE)
    at = kit.place(x, y, size / 24)
    return kit.group(face + dots + curtain, class_=f"die die-{kind}", transform=at)


_DRAPE = "M5 3v18M9.700 3v18M14.400 3v18M19 3v18".replace("00", "")


def own_die(scene: ForestGardenView, p: int, x: float, y: float, size: float) -> str:
    """A player's die: what they chose, or covered as long as that is secret."""
    choice = scene.choices[p]
    number = pips(choice) if 0 <= choice <= SPECIAL else 0
    body = die(number, 0, 0, size, COLOURS[p])
    kind = "dice" if number or scene.choosing else "dice resting"
    return kit.piece(f"die-{p + 1}", kind, body, (x, y, 1), label=_chosen(scene, p))


def _chosen(scene: ForestGardenView, p: int) -> str:
    choice = scene.choices[p]
    whose = f"{scene.whose(p)} die".capitalize()
    if choice == SPECIAL:
        return f"{whose}: a special action"
    if 0 <= choice < SPECIAL:
        return f"{whose}: deck {choice + 1}"
    return f"{whose}: covered" if scene.choosing else f"{whose}: no choice"


@lru_cache(maxsize=64)
def tag(word: str, x: float, y: float, size: float) -> str:
    """A word across a card: what a click on it says, or what it costs."""
    box = kit.element("rect", class_="tag", x=x, y=y, width=size, height=18, rx=5)
    return box + kit.text(word, round(x + size / 2, 2), round(y + 13.2, 2), "tag-word")


# Stores.


@lru_cache(maxsize=1024)
def blocks(value: int, size: float, columns: int, most: int) -> str:
    """Cubes worth so much, dark ones first, in rows from (0, 0); at most so many are drawn."""
    values = ([2] * (value // 2) + [1] * (value % 2))[:most]
    action = round(size * 1.12, 2)
    return "".join(
        cube(v, round(k % columns * action, 2), round(k // columns * action, 2), size)
        for k, v in enumerate(values)
    )


# Hands of others.


def held(
    scene: ForestGardenView, p: int, at: tuple[float, float], size: float, action: float
) -> str:
    """The hand of somebody else: backs, and the cards that this view shows."""
    x, y = at
    drawn = "".join(
        _held(scene, p, k, card, (round(x + k * action, 2), y), size)
        for k, card in enumerate(scene.hand(p))
        if card != scene.tendered or card < 0
    )
    choice = scene.choices[p]
    source = f"deck-{choice + 1}" if 0 <= choice < scene.players else None
    return kit.group(drawn, id=f"hand-{p + 1}", data_source=source)


def _held(
    scene: ForestGardenView, p: int, k: int, card: int, at: tuple[float, float], size: float
) -> str:
    lying = f"in {scene.whose(p)} hand"
    if card < 0:
        origin = hidden_origin(card)
        label = f"{scene.name(card)} {lying}"
        return picture_card.back(f"back-{p + 1}-{k + 1}", origin, *at, size, label=label)
    plant = scene.plant(card)
    label = f"{picture_card.told(plant, lines=True)}\n{lying.capitalize()}, known to you."
    return picture_card.tiny(f"card-{plant.id}", plant, *at, size, label=label)
