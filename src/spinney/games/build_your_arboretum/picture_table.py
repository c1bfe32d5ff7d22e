"""What both players share, drawn: the turn track, the offering, the refuse pile, the actions."""

from __future__ import annotations

from functools import lru_cache

from spinney import drawing as kit
from spinney.drawing import Board

from .board import OFFER, TURNS
from .picture_garden import card
from .scene import CARD, LOST, NOW, SPENT, Scene, Turn
from .sentences import NAMES

# The turn track.


def track(scene: Scene, width: float, tile: float, across: bool) -> Board:
    """The round, what is happening in it, and its nine turns.

    ``tile``: the width of a turn. ``across``: the turns stand beside the words, not below them.
    """
    left = width - TURNS * tile if across else 0
    top = 0 if across else 52
    turns = (scene.sealed or scene.turns)[:TURNS]
    kind = "sealed" if scene.sealed else "group"
    places = [_turn(kind, k, turn, left + k * tile, top, tile) for k, turn in enumerate(turns)]
    places += [_empty(k, left + k * tile, top, tile) for k in range(len(turns), TURNS)]
    height = top + (92 if across else 72) + (0 if across or not scene.beyond else 22)
    below = 60 if across else top + 86
    beyond = kit.text(scene.beyond, 4, below, "note") if scene.beyond else ""
    body = _words(scene, 24 if across else 18) + beyond + "".join(places)
    told = " ".join([scene.story, *(f"{_said(k, turn)}." for k, turn in enumerate(turns))])
    title = f"{scene.round}: turns"
    return Board("track", title, width, height, body, f"{told} {scene.beyond}", headed=True)


def _words(scene: Scene, y: float) -> str:
    return kit.text(scene.round, 4, y, "title") + kit.text(scene.story, 4, y + 21, "note")


def _empty(k: int, x: float, y: float, tile: float) -> str:
    body = _tile(tile, "face") + kit.text(k + 1, tile / 2, 42, "label")
    return kit.piece(f"turn-{k + 1}", "place", body, (x, y, 1), label=f"turn {k + 1}")


@lru_cache(maxsize=2048)
def _turn(kind: str, k: int, turn: Turn, x: float, y: float, tile: float) -> str:
    player, middle = NAMES[turn.player], tile / 2
    body = (
        _tile(tile, "paper")
        + _tile(tile, f"tint-{player}")
        + _tile(tile, f"frame-{player} fine")
        + kit.token(player, middle, 7, 14)
        + kit.group(kit.parrot(middle - 20, 14, 22), class_=f"hue-{player}")
        + kit.text(turn.parrots, middle + 11, 33, "count")
        + kit.plan(turn.plan, middle - 11, 39, 22)
    )
    if turn.when == LOST:
        body += kit.element("path", class_="strike", d=f"M7 58L{tile - 7:g} 13")
    if turn.when == NOW:
        body += _tile(tile, "now")
    when = {SPENT: "spent", LOST: "spent", NOW: "present"}.get(turn.when, "coming")
    return kit.piece(f"{kind}-{k + 1}", f"turn {when}", body, (x, y, 1), label=_said(k, turn))


@lru_cache(maxsize=64)
def _tile(width: float, kind: str) -> str:
    return kit.element("rect", class_=kind, x=2, y=6, width=width - 4, height=58, rx=9)


def _said(k: int, turn: Turn) -> str:
    parrots = "parrot" if turn.parrots == 1 else "parrots"
    return f"turn {k + 1}: {NAMES[turn.player]}, {turn.parrots} {parrots}, {turn.plan}, {turn.when}"


# The offering and the refuse pile: the same slots, so that what is left over keeps its place.


def market(scene: Scene, place: int, name: str, width: float, columns: int, back: int) -> Board:
    """The offering or the refuse pile: slots for the cards of a round, below them those returned.

    A card that came with the round lies in the slot in which it came, and leaves a gap. One that
    was discarded from a board lies in the one of the ``back`` slots below that its suit prefers.
    """
    title = "Offering" if place == OFFER else "Refuse pile"
    pitch = round((width - 12) / columns, 2)
    size = round(pitch * 0.9, 2)
    down = round(size * kit.RATIO + pitch - size, 2)
    cards = scene.pile(place)
    slots = _slots(scene, cards, place, columns, back)
    fresh = -(-7 // columns)
    rows = max([fresh + back // columns, *(k // columns + 1 for k in slots.values())])
    kind = "offering" if place == OFFER else "refuse"
    lying = "in the offering" if place == OFFER else "in the refuse pile"

    def at(k: int) -> tuple[float, float]:
        return round(8 + k % columns * pitch, 2), round(34 + k // columns * down, 2)

    count = _expected(scene, place)
    drawn = "".join(kit.slot(f"slot-{kind}-{k + 1}", *at(k), size) for k in range(count))
    drawn += "".join(card(c, *at(slots[c]), size, lying, CARD[c] in scene.words) for c in cards)
    height = round(34 + rows * down + 4)
    told = ", ".join(CARD[c] for c in cards) or "nothing"
    heading = kit.text(title, 10, 23, "heading") + _hint(scene, place, width)
    return Board(
        name, title, width, height, _panel(width, height) + heading + drawn, told + ".", headed=True
    )


def _expected(scene: Scene, place: int) -> int:
    """How many cards came with the round whose cards lie here."""
    from .board import COMING

    now = scene.s.round_number - (0 if place == OFFER else 1)
    return int(COMING[now]) if now > 0 else 0


def _hint(scene: Scene, place: int, width: float) -> str:
    left = 64 - scene.s.dealt
    hint = f"{left} cards to come" if place == OFFER else "left from last round"
    return kit.text(hint, width - 10, 23, "note end")


def _slots(scene: Scene, cards: list[int], place: int, columns: int, back: int) -> dict[int, int]:
    """The slot of each card."""
    now = scene.s.round_number - (0 if place == OFFER else 1)
    below = -(-7 // columns) * columns
    slots: dict[int, int] = {}
    for c in cards:
        if scene.arrivals(now).get(c) is not None:
            slots[c] = scene.arrivals(now)[c]
            continue
        k = c // 8 % back
        lap = [below + (k + i) % back for i in range(back)]
        free = (slot for lower in (0, back) for slot in (x + lower for x in lap))
        slots[c] = next(slot for slot in free if slot not in slots.values())
    return slots


@lru_cache(maxsize=16)
def _panel(width: float, height: float) -> str:
    return kit.element(
        "rect", class_="panel", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=14
    )


# The actions.

_TILES = (("plant", "take"), ("dig", "hire"), ("start", "skip"))
_ABOUT = {
    "plant": "from the offering",
    "dig": "from the refuse",
    "take": "to your board",
    "start": "start next round",
    "skip": "the rest of the round",
}


def actions(scene: Scene, width: float, columns: int) -> Board:
    """The five actions, those taken crossed out, and skip; with 2 columns by plan."""
    wide = columns == 2
    order = [v for row in _TILES for v in row] if wide else [*_PLAIN]
    tile, high = round((width - 12) / columns, 2), 56 if wide else 58
    top = 40 if wide else 8
    drawn = "".join(
        _verb(scene, verb, 6 + k % columns * tile, top + k // columns * (high + 6), tile - 6, high)
        for k, verb in enumerate(order)
    )
    heading = _plans(tile) if wide else ""
    height = top + len(order) // columns * (high + 6) + 4
    body = _panel(width, height) + heading + drawn
    told = ", ".join(v for v in _PLAIN if scene.taken(v))
    return Board(
        "actions", "Actions", width, height, body, f"Taken: {told or 'none'}.", headed=True
    )


_PLAIN = ("plant", "dig", "take", "hire", "start", "skip")


def _plans(tile: float) -> str:
    return "".join(
        kit.plan(plan, 10 + k * tile, 9, 24)
        + kit.text(plan.capitalize(), 38 + k * tile, 27, "heading")
        for k, plan in enumerate(("garden", "bulletin"))
    )


def _verb(scene: Scene, verb: str, x: float, y: float, width: float, high: float) -> str:
    taken = scene.taken(verb)
    about = (
        f"a parrot for {scene.price}+"
        if verb == "hire" and scene.price
        else _ABOUT.get(verb, "a parrot")
    )
    roomy = width > 90
    body = kit.element("rect", class_="face", width=width, height=high, rx=10)
    body += kit.text(verb, width / 2, 24 if roomy else 34, "verb")
    if roomy:
        body += kit.text("taken" if taken else about, width / 2, 44, "label")
    elif taken:
        body += kit.text("taken", width / 2, 51, "label small")
    if taken:
        body += kit.element(
            "path",
            class_="strike",
            d=f"M{width / 2 - 26:g} 19H{width / 2 + 26:g}"
            if roomy
            else f"M{width / 2 - 22:g} 29H{width / 2 + 22:g}",
        )
    kind = "action taken" if taken else "action open" if scene.open(verb) else "action"
    halo = kit.element("rect", class_="halo", x=-4, y=-4, width=width + 8, height=high + 8, rx=13)
    return kit.piece(
        f"action-{verb}",
        kind,
        body,
        (x, y, 1),
        word=verb if verb in scene.words else None,
        label=f"{verb}: {'taken this round' if taken else about}",
        halo=halo,
    )
