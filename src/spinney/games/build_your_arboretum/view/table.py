"""The shared boards: the turn track, the offering, the refuse pile, the actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.build_your_arboretum.rules.record import (
    CARDS,
    COMING,
    GONE,
    OFFER,
    REFUSE,
    TURNS,
)
from spinney.games.build_your_arboretum.text.notation import NAMES
from spinney.games.build_your_arboretum.view.garden import card
from spinney.games.build_your_arboretum.view.view_model import (
    CARD,
    LOST,
    NOW,
    SPENT,
    TREES,
    BuildYourArboretumView,
    TrackTurn,
)

PLAN_ICONS = {"garden": "seedling", "bulletin": "notice"}
"""The icon of each plan: a seedling, a notice board."""

# The turn track.


def track(model: BuildYourArboretumView, width: float, tile: float, across: bool) -> Board:
    """The round, what is happening in it, and its nine turns.

    ``tile``: the width of a turn. ``across``: the turns stand beside the words, not below them.
    """
    left = width - TURNS * tile if across else 0
    top = 0 if across else 52
    turns = (model.sealed or model.turns)[:TURNS]
    kind = "sealed" if model.sealed else "group"
    said = [_said(model, k, turn) for k, turn in enumerate(turns)]
    places = [
        _turn(kind, k, turn, left + k * tile, top, tile, said[k]) for k, turn in enumerate(turns)
    ]
    places += [_empty(k, left + k * tile, top, tile) for k in range(len(turns), TURNS)]
    height = top + 74 + (20 if model.beyond and not across else 0)
    below = 66 if across else top + 86
    beyond = kit.text(model.beyond, 4, below, "note") if model.beyond else ""
    body = _words(model, 24 if across else 18) + beyond + "".join(places)
    told = " ".join([model.story, *(f"{turn}." for turn in said)])
    title = f"{model.round}: turns"
    return Board("track", title, width, height, body, f"{told} {model.beyond}", headed=True)


def _words(model: BuildYourArboretumView, y: float) -> str:
    return kit.text(model.round, 4, y, "title") + kit.text(model.story, 4, y + 22, "story")


def _empty(k: int, x: float, y: float, tile: float) -> str:
    body = _tile(tile, "face") + kit.text(k + 1, tile / 2, 42, "label")
    return kit.piece(f"turn-{k + 1}", "place", body, (x, y, 1), label=f"turn {k + 1}")


@lru_cache(maxsize=2048)
def _turn(kind: str, k: int, turn: TrackTurn, x: float, y: float, tile: float, said: str) -> str:
    player, middle = NAMES[turn.player], tile / 2
    body = (
        _tile(tile, "paper")
        + _tile(tile, f"tint-{player}")
        + _tile(tile, f"frame-{player} fine")
        + kit.token(player, middle, 7, 14)
        + kit.group(kit.icon("parrot", middle - 20, 14, 22), class_=f"hue-{player}")
        + kit.text(turn.parrots, middle + 11, 33, "count")
        + kit.icon(PLAN_ICONS[turn.plan], middle - 11, 39, 22)
    )
    if turn.when == LOST:
        body += kit.element("path", class_="strike", d=f"M7 58L{tile - 7:g} 13")
    if turn.when == NOW:
        body += _tile(tile, "now")
    when = {SPENT: "spent", LOST: "spent", NOW: "present"}.get(turn.when, "coming")
    return kit.piece(f"{kind}-{k + 1}", f"turn {when}", body, (x, y, 1), label=said)


@lru_cache(maxsize=64)
def _tile(width: float, kind: str) -> str:
    return kit.element("rect", class_=kind, x=2, y=6, width=width - 4, height=58, rx=9)


def _said(model: BuildYourArboretumView, k: int, turn: TrackTurn) -> str:
    parrots = "parrot" if turn.parrots == 1 else "parrots"
    name = model.names[turn.player]
    return f"turn {k + 1}: {name}, {turn.parrots} {parrots}, {turn.plan}, {turn.when}"


# The offering and the refuse pile: the same slots, so that what is left over keeps its place.


@dataclass(frozen=True)
class Market:
    """The slots of the offering or the refuse pile, ``columns`` to a row.

    Those for the cards of one round come first, below them ``back`` slots, and as many more as
    are needed, for cards discarded from boards.
    """

    width: float
    columns: int
    back: int
    top: float = 36

    @cached_property
    def pitch(self) -> float:
        """From one slot to the next."""
        return round((self.width - 12) / self.columns, 2)

    @cached_property
    def size(self) -> float:
        """The width of a card."""
        return round(self.pitch * 0.93, 2)

    @cached_property
    def down(self) -> float:
        """From one row to the next."""
        return round(self.size * kit.RATIO + self.pitch - self.size, 2)

    @cached_property
    def below(self) -> int:
        """The first slot for cards discarded from boards: beside the others, or in a row below."""
        round_, beside = int(COMING[-1]), self.columns - self.back
        return round_ if beside >= round_ else -(-round_ // self.columns) * self.columns

    def at(self, slot: int) -> tuple[float, float]:
        """The upper left corner of a slot."""
        row, column = divmod(slot, self.columns)
        return round(8 + column * self.pitch, 2), round(self.top + row * self.down, 2)

    def height(self, slots: Iterable[int]) -> int:
        """How high a board with cards in these slots is."""
        last = max([self.below + self.back - 1, *slots])
        return round(self.at(last)[1] + self.down + 6)

    def slots(self, cards: Sequence[int], arrived: Mapping[int, int]) -> dict[int, int]:
        """The slot of each card; ``arrived``: those of the round, in their order.

        A card of the round lies in the slot in which it came, and leaves a gap when it goes. A
        discarded one lies in the slot that its suit prefers, or in the next that is free.
        """
        slots: dict[int, int] = {}
        for c in cards:
            taken = slots.values()
            slots[c] = (
                arrived[c] if c in arrived else next(x for x in self._likes(c) if x not in taken)
            )
        return slots

    def _likes(self, c: int) -> Iterator[int]:
        for lap in count(self.below, self.back):
            yield from (lap + (c // 8 + k) % self.back for k in range(self.back))


def offering(model: BuildYourArboretumView, layout: Market, deck: int) -> Board:
    """The offering; ``deck``: the slot in which the cards to come lie face down."""
    left = CARDS - model.s.dealt
    pile = ""
    if left:
        pile = kit.back(
            "deck", *layout.at(deck), layout.size, count=left, label=f"{left} cards to come"
        )
    return _market(model, layout, OFFER, "Offering", "", _watermark(layout) + pile)


@lru_cache(maxsize=4)
def _watermark(layout: Market) -> str:
    """A pale parrot on the ground where discarded cards may come to lie."""
    y = layout.at(layout.below)[1]
    size = layout.height([]) - y - 14
    drawn = kit.icon("parrot", (layout.width - size) / 2, y, size)
    return kit.group(drawn, class_="watermark") if size > layout.size * 2 else ""


def refuse(model: BuildYourArboretumView, layout: Market) -> Board:
    """The refuse pile: what nobody took in the round before."""
    return _market(model, layout, REFUSE, "Refuse pile", "left over", "")


REMOVED_COLUMNS = 16
"""How many cards that left the game stand in a row: two suits."""


def removed(model: BuildYourArboretumView, width: float) -> Board:
    """The cards that have left the game, each in a small place of its own."""
    gone = model.pile(GONE)
    pitch = round((width - 16) / REMOVED_COLUMNS, 2)
    rows = CARDS // REMOVED_COLUMNS
    height = 36 + rows * _DOWN + 6
    body = [
        _panel(width, height),
        kit.text("Left the game", 10, 24, "heading"),
        kit.text(f"{len(gone)} of {CARDS}", width - 10, 24, "note end"),
        *(_removed(c, c in gone, pitch) for c in range(CARDS)),
    ]
    told = ", ".join(CARD[c] for c in gone) or "nothing"
    return Board("removed", "Left the game", width, height, "".join(body), f"{told}.", headed=True)


_DOWN = 21
"""From one row of these to the next."""


@lru_cache(maxsize=512)
def _removed(c: int, gone: bool, pitch: float) -> str:
    """A card's place among those that have left the game: the card, or an outline."""
    row, column = divmod(c, REMOVED_COLUMNS)
    x, y = round(8 + column * pitch, 2), 36 + row * _DOWN
    kind = f"fill-{TREES[c // 8]}" if gone else "outline"
    place = kit.element(
        "rect", class_=kind, x=x, y=y, width=round(pitch * 0.9, 2), height=_DOWN - 3, rx=4
    )
    if not gone:
        return place
    name = kit.text(CARD[c], round(x + pitch * 0.45, 2), y + 14, "tiny")
    return kit.group(place + name, class_=f"fill-{TREES[c // 8]}")


def _market(
    model: BuildYourArboretumView, layout: Market, place: int, title: str, hint: str, extra: str
) -> Board:
    name = "offering" if place == OFFER else "refuse"
    arrived = model.arrivals(model.s.round_number if place == OFFER else model.swept)
    cards = model.pile(place)
    slots = layout.slots(cards, arrived)
    height = layout.height(slots.values())
    lying = f"in the {title.lower()}"
    body = [
        _panel(layout.width, height),
        kit.text(title, 10, 24, "heading"),
        kit.text(hint, layout.width - 10, 24, "note end"),
        *(_slot(f"slot-{name}-{k + 1}", layout, k) for k in range(len(arrived))),
        extra,
        *(card(c, *layout.at(slots[c]), layout.size, lying, CARD[c] in model.words) for c in cards),
    ]
    told = ", ".join(CARD[c] for c in cards) or "nothing"
    return Board(name, title, layout.width, height, "".join(body), f"{told}.", headed=True)


@lru_cache(maxsize=128)
def _slot(id_: str, layout: Market, k: int) -> str:
    return kit.slot(id_, *layout.at(k), layout.size)


@lru_cache(maxsize=64)
def _panel(width: float, height: float) -> str:
    return kit.element(
        "rect", class_="panel", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=14
    )


# The actions.

_BY_PLAN = ("plant", "take", "dig", "hire", "start", "skip")
_IN_A_ROW = ("plant", "dig", "take", "hire", "start", "skip")
_ABOUT = {
    "plant": "from the offering",
    "dig": "from the refuse",
    "take": "to your board",
    "hire": "one parrot more",
    "start": "start next round",
    "skip": "rest of the round",
}


def actions(model: BuildYourArboretumView, width: float, roomy: bool) -> Board:
    """The five actions, those taken struck out, and skip; ``roomy``: in two columns, by plan."""
    verbs, columns, top = (_BY_PLAN, 2, 42) if roomy else (_IN_A_ROW, 6, 8)
    tile = round((width - 12) / columns, 2)
    drawn = "".join(
        _verb(
            verb,
            _state(model, verb),
            model.price if verb == "hire" else None,
            (round(9 + k % columns * tile, 2), top + k // columns * 64, tile - 6),
            verb in model.words,
        )
        for k, verb in enumerate(verbs)
    )
    height = top + len(verbs) // columns * 64 + 2
    taken = ", ".join(verb for verb in _IN_A_ROW if model.taken(verb)) or "none"
    body = _panel(width, height) + (_plans(tile) if roomy else "") + drawn
    return Board("actions", "Actions", width, height, body, f"Taken: {taken}.", headed=True)


@lru_cache(maxsize=4)
def _plans(tile: float) -> str:
    """The headings of the two columns."""
    return "".join(
        kit.icon(PLAN_ICONS[plan], 12 + k * tile, 10, 24)
        + kit.text(plan.capitalize(), 42 + k * tile, 28, "heading")
        for k, plan in enumerate(("garden", "bulletin"))
    )


def _state(model: BuildYourArboretumView, verb: str) -> str:
    return "taken" if model.taken(verb) else "open" if model.open(verb) else "shut"


@lru_cache(maxsize=512)
def _verb(
    verb: str, state: str, price: int | None, at: tuple[float, float, float], named: bool
) -> str:
    x, y, width = at
    about = f"one parrot for {price}+" if price else _ABOUT[verb]
    about = "taken" if state == "taken" else about
    small = width < 100
    body = kit.element("rect", class_="face", width=width, height=58, rx=10)
    body += kit.text(verb, width / 2, 34 if small else 25, "verb small" if small else "verb")
    body += "" if small else kit.text(about, width / 2, 45, "label")
    if state == "taken":
        line = 29 if small else 19
        body += kit.element("path", class_="strike", d=f"M{width / 2 - 23:g} {line}h46")
    return kit.piece(
        f"action-{verb}",
        f"action {state}",
        body,
        (x, y, 1),
        word=verb if named else None,
        label=f"{verb}: {about}",
        halo=kit.element("rect", class_="halo", x=-4, y=-4, width=width + 8, height=66, rx=13),
    )
