"""What is opened on request, drawn: the discard pile, known cards of decks, others' gardens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.forest_garden.deck.plants import Plant
from spinney.games.forest_garden.rules.record import PLACE_NAMES, ROW
from spinney.games.forest_garden.view.captions import garden_told
from spinney.games.forest_garden.view.garden_view import GardenView
from spinney.games.forest_garden.view.signs import blossom, cube, fruit, sign
from spinney.games.forest_garden.view.view_model import ORIGINS, ForestGardenView, hidden_origin

WIDTH = 360.0
"""The width of a leaf: a phone's."""
_LINE = 32.0


def leaves(scene: ForestGardenView) -> Iterator[Board]:
    """Every leaf that there is now."""
    if scene.pile and not set(scene.pile) & scene.picking:
        yield _list(scene, "pile", "The discard pile, from its top", scene.pile[::-1])
    for d in range(scene.players):
        known = scene.known_below(d)
        if known:
            yield _list(scene, f"known-{d + 1}", f"What you know of deck {d + 1}", known)
    if scene.players > 2:
        for p in scene.others:
            yield _garden(scene, p)


def _board(name: str, title: str, lines: Iterable[str], told: str) -> Board:
    """Lines below each other."""
    drawn = [kit.group(line, transform=kit.place(0, 4 + _LINE * k)) for k, line in enumerate(lines)]
    return Board(name, title, WIDTH, 8 + _LINE * max(1, len(drawn)), "".join(drawn), told)


def _list(scene: ForestGardenView, name: str, title: str, cards: list[int]) -> Board:
    told = ", ".join(map(scene.name, cards))
    return _board(name, title, (_card(scene, card) for card in cards), f"{title}: {told}.")


def _card(scene: ForestGardenView, card: int) -> str:
    if card < 0:
        told = f"a card of {ORIGINS[hidden_origin(card)]} that you don’t know"
        return kit.text(told, 76, 20, "note")
    return _entry(scene.plant(card))


@lru_cache(maxsize=512)
def _entry(plant: Plant) -> str:
    """A card in a line: its yield, names, flower and fruit with their seasons."""
    more = f"+{plant.partner_bonus}" if plant.partner_bonus else ""
    return (
        kit.text(f"{plant.yield_}{more}", 68, 20, "heading end")
        + kit.text(plant.english, 76, 14, "story snug")
        + kit.text(f"{plant.id} · {plant.scientific}", 76, 27, "note tiny")
        + ("" if plant.sex == "both" else sign(plant.sex, 246, 8, 14))
        + blossom(plant.flower_colour, 264, 6, 18)
        + kit.text(plant.flowering, 284, 20, "story")
        + ("" if plant.male else _ripe(plant))
    )


def _ripe(plant: Plant) -> str:
    return fruit(plant.fruit_type, 300, 6, 18) + kit.text(plant.ripe, 320, 20, "story")


# The garden of somebody else, from the north.


def _garden(scene: ForestGardenView, p: int) -> Board:
    title = f"{scene.whose(p).capitalize()} garden"
    return _board(f"plot-{p + 1}", title, _planted(scene.garden(p)), garden_told(scene, p))


@lru_cache(maxsize=256)
def _planted(patch: GardenView) -> tuple[str, ...]:
    """Every plant in a line."""
    places = sorted(patch.grown, key=lambda k: (-ROW[k], k))
    return tuple(
        kit.text(PLACE_NAMES[k], 4, 20, "note")
        + _entry(patch.grown[k])
        + (cube(patch.cubes[k], 336, 5, 20) if patch.cubes[k] else "")
        for k in places
    )
