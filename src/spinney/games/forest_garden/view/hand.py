"""The boards of what a viewer holds or looks at, and those that open on request."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.forest_garden.deck.plant import Plant, continent_name
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.games.forest_garden.rules.record import (
    ASKING,
    NO_TASK,
    NONE,
    PLACING,
    SALE,
)
from spinney.games.forest_garden.view import card as picture_card
from spinney.games.forest_garden.view.captions import offer_caption
from spinney.games.forest_garden.view.card import RATIO
from spinney.games.forest_garden.view.card_faces import blossom, fruit, sign
from spinney.games.forest_garden.view.garden import Size
from spinney.games.forest_garden.view.pieces import tag
from spinney.games.forest_garden.view_model import ForestGardenView, hidden_origin
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import _, cached_text

_GAP = 18.0
"""Between cards."""
TASK = 112.0
"""The width of a task card."""


def hand(model: ForestGardenView, size: Size) -> Board | None:
    """The hand of the viewer, and their task; nothing for a spectator, and where there is none."""
    if model.me < 0:
        return None
    width, height = size
    cards = model.hand(model.me) + ([model.tendered] if model.tendered != NONE else [])
    task = int(model.s.task[model.me]) if model.s.tasks else NO_TASK
    if not cards and task == NO_TASK:
        return None
    room = width - 14 - (TASK + 8 if task != NO_TASK else 0)
    wide = round(min((height - 20) / RATIO, room / max(2, len(cards)) - _GAP), 2)
    drawn = "".join(
        _card(model, card, (round(8 + k * (wide + _GAP), 2), 12), wide)
        for k, card in enumerate(cards)
    )
    choice = model.choices[model.me]
    source = f"deck-{choice + 1}" if 0 <= choice < model.players else None
    body = kit.group(drawn, id="hand", data_source=source)
    if task != NO_TASK:
        body += _task(task, width - TASK - 6, 12, height - 20)
    listed = ", ".join(map(model.name, cards)) or _("nothing")
    about = _("Your task: {task}", task=TASKS[task].words) if task != NO_TASK else ""
    description = f"{listed}. {about}".strip()
    return Board(
        "hand", _("Your hand"), width, height, body, description, headed=True, at_hand=True
    )


def _card(model: ForestGardenView, card: int, at: tuple[float, float], size: float) -> str:
    plant = model.plant(card)
    chosen = model.due in (PLACING, ASKING) and model.s.held == card
    drawn = picture_card.fitting(
        f"card-{plant.id}",
        plant,
        *at,
        size,
        word=model.card_word(card) if model.mover == model.me else None,
        label=offer_caption(model, card, _lying(model, card)),
        partners=model.partners(card),
        marks="raised" if chosen else "",
    )
    if card != model.tendered:
        return drawn
    return drawn + tag(cubes(SALE), at[0], round(at[1] + size * 0.62, 2), round(size * 0.66, 2))


def _lying(model: ForestGardenView, card: int) -> str:
    """Where a card lies that the viewer holds, or may buy."""
    if card == model.tendered:
        name = model.names[int(model.s.seller)]
        return _("{name} offers it to you for {price}.", name=name, price=cubes(SALE))
    if model.known_to_all(model.me, card):
        return _("In your hand and known to all.")
    return _("In your hand.")


def _task(task: int, x: float, y: float, height: float) -> str:
    """The viewer's secret task."""
    lines = kit.text(_("Your task"), TASK / 2, 22, "heading middle")
    for k, line in enumerate(textwrap.wrap(_("the most {plants}", plants=_(TASKS[task].kind)), 16)):
        lines += kit.text(line, TASK / 2, 42 + 15 * k, "label small")
    lines += kit.text(_("10 points"), TASK / 2, height - 10, "label")
    face = kit.element("rect", class_="face", width=TASK, height=height, rx=10)
    label = _("Your secret task, for 10 points. {task}", task=TASKS[task].words)
    return kit.piece("task", "task", face + lines, (x, y, 1), label=label)


# Looking at cards, to keep one.


def look(model: ForestGardenView, size: Size, least: float) -> Board | None:
    """What the viewer looks at, to pick one; nothing where there is nothing to pick.

    ``least``: how wide a card is at least.
    """
    cards = [card for card in model.looked_at if card in model.picking]
    if not cards:
        return None
    width, height = size
    columns = _columns(len(cards), width, height, least)
    pitch = (width - 8) / columns
    wide = round(pitch / _SPREAD, 2)
    down = round(wide * (RATIO + _SPREAD - 1), 2)
    drawn = "".join(
        _candidate(model, c, (round(8 + k % columns * pitch, 2), _TOP + k // columns * down), wide)
        for k, c in enumerate(cards)
    )
    high = _TOP + -(-len(cards) // columns) * down
    body = kit.text(_("Pick one of these"), 10, 22, "heading") + drawn
    listed = ", ".join(map(model.name, cards))
    return Board(
        "look", _("To pick from"), width, max(high, height), body, f"{listed}.", headed=True
    )


_TOP, _SPREAD = 40.0, 1.19
"""Above the cards; from one to the next, in widths of a card."""


def _columns(count: int, width: float, height: float, least: float) -> int:
    """How many cards lie in a row: as few as fit, so that they are wide, but not too narrow."""
    most = int((width - 8) / _SPREAD / least)
    for columns in range(3, most):
        wide = (width - 8) / columns / _SPREAD
        if -(-count // columns) * wide * (RATIO + _SPREAD - 1) <= height - _TOP:
            return columns
    return most


def _candidate(model: ForestGardenView, card: int, at: tuple[float, float], size: float) -> str:
    plant = model.plant(card)
    label = offer_caption(model, card, _("You may pick it."))
    word = model.card_word(card)
    return picture_card.fitting(f"card-{plant.id}", plant, *at, size, word=word, label=label)


WIDTH = 360.0
"""The width of a leaf: a phone's."""
_LINE = 37.0


def leaves(model: ForestGardenView) -> Iterator[Board]:
    """Every leaf that there is now."""
    if model.pile and not set(model.pile) & model.picking:
        yield _list(model, "pile", _("The discard pile, from its top"), model.pile[::-1])
    for d in range(model.players):
        known = model.known_below(d)
        if known:
            yield _list(
                model, f"known-{d + 1}", _("What you know of deck {number}", number=d + 1), known
            )


def _board(name: str, title: str, lines: Iterable[str], description: str) -> Board:
    """Lines below each other."""
    drawn = [kit.group(line, transform=kit.place(0, 4 + _LINE * k)) for k, line in enumerate(lines)]
    return Board(name, title, WIDTH, 8 + _LINE * max(1, len(drawn)), "".join(drawn), description)


def _list(model: ForestGardenView, name: str, title: str, cards: list[int]) -> Board:
    listed = ", ".join(map(model.name, cards))
    return _board(name, title, (_listed_card(model, card) for card in cards), f"{title}: {listed}.")


def _listed_card(model: ForestGardenView, card: int) -> str:
    if card < 0:
        label = _(
            "a card of {continent} that you don’t know",
            continent=continent_name(hidden_origin(card)),
        )
        return kit.text(kit.fitted(label, 300, 14), 52, 22, "note")
    return _entry(model.plant(card))


@cached_text(maxsize=512)
def _entry(plant: Plant) -> str:
    """A card in a line: its yield, names, flower and fruit with their seasons."""
    bonus = f"+{plant.partner_bonus}" if plant.partner_bonus else ""
    return (
        kit.text(f"{plant.yield_}{bonus}", 44, 22, "heading end")
        + kit.text(kit.fitted(plant.name, 186, 13), 52, 15, "body-text snug")
        + kit.text(kit.fitted(f"{plant.id} · {plant.scientific}", 186, 13), 52, 30, "note snug")
        + ("" if plant.sex == "both" else sign(plant.sex, 246, 8, 14))
        + blossom(plant.flower_colour, 264, 6, 18)
        + kit.text(plant.flowering, 284, 20, "body-text")
        + ("" if plant.male else _ripe(plant))
    )


def _ripe(plant: Plant) -> str:
    return fruit(plant.fruit_type, 300, 6, 18) + kit.text(plant.ripe, 320, 20, "body-text")
