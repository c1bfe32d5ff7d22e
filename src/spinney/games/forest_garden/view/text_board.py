"""The table of Forest Garden as text: for terminals, logs and doctests."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from spinney.core.second_person import with_you
from spinney.drawing.fitting import shortened, shortened_name
from spinney.games.forest_garden.deck.plant import IDS, Plant, colour_name, fruit_name
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.games.forest_garden.rules.record import FIRST, NO_TASK, NONE, ROWS, SPECIAL
from spinney.games.forest_garden.view_model import ForestGardenView, hidden_origin, view_model
from spinney.i18n import N_, _, pgettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

WIDTH = 80
_NAME, _COLUMN = 10, 40
_CUBES = " *#"
_LEGEND = N_("* a cube, # a dark one, + a dark one that waits")


def text(view: Observation | State, task: bool = True) -> str:
    """Return the table in lines of at most 80 characters; the viewer's garden comes first.

    ``task``: with what players are to do now.
    """
    model = view_model(view)
    return "\n".join(
        [
            *textwrap.wrap(f"{model.when} {model.status}" if task else model.when, WIDTH),
            "",
            _line(
                "", _("card and name             row value flower     fruit       besides")
            ).rstrip(),
            *(_deck(model, d) for d in range(model.players)),
            *_named(_("discards"), _pile(model)),
            *_held(model),
            "",
            *_gardens(model),
            *_named("", [_(_LEGEND)]),
        ]
    )


def _line(name: str, words: str) -> str:
    return f"{name:<{_NAME}}{words}"


def _named(name: str, words: Iterable[str]) -> list[str]:
    """A named list of words, over as many lines as it needs."""
    joined = " ".join(words) or "–"
    return textwrap.wrap(
        joined, WIDTH, initial_indent=f"{name:<{_NAME}}", subsequent_indent=" " * _NAME
    )


# Cards.


def card(plant: Plant) -> str:
    """A card in a line of at most 70 characters: its names, row, value, seasons and the rest."""
    bonus = f"+{plant.partner_bonus}" if plant.partner_bonus else ""
    is_plain = plant.flower_colour == "inconspicuous"
    colour = pgettext("flowers", "plain") if is_plain else colour_name(plant.flower_colour)
    flower = f"{shortened(colour, 8)} {plant.flowering}"
    kind = fruit_name(plant.fruit_type).removesuffix(" fruit")  # "aggregate" is clear enough here
    fruit = "–" if plant.male else f"{shortened(kind, 9)} {plant.ripe}"
    value = f"{plant.yield_}{bonus}"
    line = f"{plant.id} {plant.name:<21.21} {plant.row}   {value:<5} {flower:<10} {fruit:<11} "
    return (line + " ".join(_besides(plant)))[: WIDTH - _NAME].rstrip()


def _besides(plant: Plant) -> Iterator[str]:
    if plant.male:
        yield _("male")
    if plant.fertilization == "cross":
        yield pgettext("pollination", "cross")
    if plant.leaf:
        yield _("leaf")
    if plant.nitrogen:
        yield "N"


def _deck(model: ForestGardenView, d: int) -> str:
    offer = model.offer(d)
    shown = card(model.plant(offer)) if offer != NONE else _("face down")
    return _line(f"{d + 1} {model.origin(d)} {model.s.left[d]:>3}", shown)


def _pile(model: ForestGardenView) -> list[str]:
    cards = [IDS[c] for c in reversed(model.pile)]
    return [_("{card} on top;", card=cards[0]), *cards[1:]] if len(cards) > 1 else cards


def _held(model: ForestGardenView) -> Iterator[str]:
    """The viewer's own hand, what they know of decks and look at, and their task."""
    if model.me < 0:
        return
    for k, c in enumerate(model.hand(model.me)):
        yield _line(_("your hand") if k == 0 else "", card(model.plant(c)))
    for c in model.looked_at if model.mover == model.me else ():
        yield _line(_("to pick"), card(model.plant(c)))
    for d in range(model.players):
        known = model.known_below(d)
        if known:
            ids = (IDS[c] if c >= 0 else "?" for c in known)
            yield from _named(
                _("deck {number}", number=d + 1), [_("below the offer, as you know:"), *ids]
            )
    if model.s.tasks and model.s.task[model.me] != NO_TASK:
        yield from _named(_("your task"), [TASKS[model.s.task[model.me]].words])


# Gardens, two beside each other.


def _gardens(model: ForestGardenView) -> Iterator[str]:
    blocks = [list(_garden(model, p)) for p in (model.near, *model.others)]
    for k in range(0, len(blocks), 2):
        for left, *right in zip_longest(*blocks[k : k + 2], fillvalue=""):
            yield f"{left:<{_COLUMN}}{''.join(right)}".rstrip()
        yield ""


def _garden(model: ForestGardenView, p: int) -> Iterator[str]:
    name = with_you(shortened_name(model.names[p], 16), p == model.me)
    storage = _("{count} in storage", count=model.storage[p])
    yield f"{name}: {storage}{_chosen(model, p)}"
    hand = " ".join(map(_known, model.hand(p)))
    yield "  " + _("hand {cards}", cards=hand or "–")
    yield f"  {model.variety_caption(p)}"
    for row in range(ROWS, 0, -1):
        line = "".join(_places(model, p, row))
        if line.strip():
            yield f"{row} {'   ' * (row - 1)}{line}".rstrip()


def _chosen(model: ForestGardenView, p: int) -> str:
    choice = model.choices[p]
    if choice == SPECIAL:
        return ", " + _("special")
    return ", " + _("chose {number}", number=choice + 1) if 0 <= choice < SPECIAL else ""


def _known(c: int) -> str:
    """A card in a hand; of one that is not shown the back, which tells the continent."""
    return IDS[c] if c >= 0 else f"{hidden_origin(c)}??"


def _places(model: ForestGardenView, p: int, row: int) -> Iterator[str]:
    """The places of a row; an additional one only when something grows there."""
    patch = model.garden(p)
    for place in range(FIRST[row], FIRST[row + 1]):
        c = patch.cards[place]
        wait = "+" if patch.dark[place] else " "
        if c >= 0:
            yield f"{IDS[c]}{_CUBES[patch.cubes[place]]}{wait}".ljust(6)
        elif place + 1 < FIRST[row + 1]:
            yield f"  · {wait} "
