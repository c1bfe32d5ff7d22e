"""The boards of what both share: the market, with the offering and the refuse; cards that left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.build_your_arboretum.rules.record import (
    COMING,
    GONE,
    OFFER,
    REFUSE,
    SUITS,
)
from spinney.games.build_your_arboretum.text.names import (
    CARD_NAMES,
    SUIT_LETTERS,
    TREES,
    card_title,
)
from spinney.games.build_your_arboretum.view.garden import card
from spinney.games.build_your_arboretum.view.signs import sign
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView
from spinney.i18n import _, cached_text

AWNING = 26.0
"""The height of the cloth above a stall."""
_GAP = 10.0


@dataclass(frozen=True)
class MarketPlan:
    """Where things lie on the market: two stalls side by side, ``columns`` slots to a row in each.

    The slots for the cards of one round come first, in rows of their own; below them are those
    for cards discarded from boards. What is left over keeps its place from stall to stall.

    Attributes:
        width: of the board.
        columns: of a stall.
        least: how many rows there are at least.
        most: how many rows have room; if there are more, they overlap.
        sign: the height of a stall's sign; 0: without one.
    """

    width: float
    columns: int
    least: int
    most: int
    sign: float

    @cached_property
    def stall(self) -> float:
        """The width of a stall."""
        return (self.width - _GAP) / 2

    @cached_property
    def pitch(self) -> float:
        """From one slot to the next."""
        return round((self.stall - 10) / self.columns, 2)

    @cached_property
    def size(self) -> float:
        """The width of a card."""
        return round(self.pitch * 0.93, 2)

    @cached_property
    def down(self) -> float:
        """From one row to the next."""
        return round(self.size * kit.RATIO + self.pitch - self.size + 1, 2)

    @cached_property
    def top(self) -> float:
        """Where the first row begins."""
        return AWNING + 30 + (self.sign + 8 if self.sign else 0)

    @cached_property
    def below(self) -> int:
        """The first slot for cards discarded from boards."""
        return -(-int(COMING[-1]) // self.columns) * self.columns

    @cached_property
    def deck(self) -> int:
        """The slot in which the cards to come lie face down."""
        return self.below - 1

    def at(self, slot: int, right: bool, rows: int) -> tuple[float, float]:
        """The upper left corner of a slot of the left or the right stall, of so many rows."""
        row, column = divmod(slot, self.columns)
        left = (self.stall + _GAP if right else 0) + 6.5
        down = self.down * min(1, (self.most - 1) / max(1, rows - 1))
        return round(left + column * self.pitch, 2), round(self.top + row * down, 2)

    def rows(self, slots: Iterable[int]) -> int:
        """How many rows a market with cards in these slots has."""
        return max([self.least, *(slot // self.columns + 1 for slot in slots)])

    def height(self, rows: int) -> float:
        """How high a board with so many rows is."""
        return round(self.top + min(rows, self.most) * self.down + 6)

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
        for lap in count(self.below, self.columns):
            yield from (lap + (c // 8 + k) % self.columns for k in range(self.columns))


def market(model: BuildYourArboretumView, plan: MarketPlan) -> Board:
    """The offering and, to its right, the refuse pile, with the cards to come."""
    slots = [
        plan.slots(model.pile(place), model.arrivals(number))
        for place, number in ((OFFER, model.s.round_number), (REFUSE, model.swept))
    ]
    rows = plan.rows([*slots[0].values(), *slots[1].values()])
    height = plan.height(rows)
    offering = kit.group(
        _heading(model, plan, False),
        _slots(plan, "offering", len(model.arrivals(model.s.round_number)), False, rows),
        _deck(model, plan, rows),
        _lying(model, plan, slots[0], False, rows),
        class_="stall",
    )
    refuse = kit.group(
        _heading(model, plan, True),
        _slots(plan, "refuse", len(model.arrivals(model.swept)), True, rows),
        _lying(model, plan, slots[1], True, rows),
        class_="stall",
    )
    body = _stalls(plan, height) + offering + refuse
    return Board("market", _("Market"), plan.width, height, body, _description(model), headed=True)


def _description(model: BuildYourArboretumView) -> str:
    lying = [", ".join(CARD_NAMES[c] for c in model.pile(place)) for place in (OFFER, REFUSE)]
    nothing = _("nothing")
    offered = _("Offering: {cards}.", cards=lying[0] or nothing)
    return f"{offered} {_('Refuse pile: {cards}.', cards=lying[1] or nothing)}"


def _heading(model: BuildYourArboretumView, plan: MarketPlan, right: bool) -> str:
    """What a stall is called, and a sign with what can be done there."""
    x = plan.stall + _GAP if right else 0
    name = kit.text(_("Refuse pile") if right else _("Offering"), x + 9, AWNING + 22, "heading")
    if not plan.sign:
        return name
    if right:
        verb, words = "dig", _("Dig")
    elif model.mover >= 0 and model.turns[model.s.turn].plan == "bulletin":
        verb, words = "take", _("Advertise")
    else:
        verb, words = "plant", _("Plant")
    return name + sign(model, verb, words, (x + 6, AWNING + 30, plan.stall - 12, plan.sign))


def _lying(
    model: BuildYourArboretumView,
    plan: MarketPlan,
    slots: Mapping[int, int],
    right: bool,
    rows: int,
) -> str:
    """The cards of a stall, each with what a click on it does."""
    why = model.why_refuse() if right else model.why_offered()
    form = _("{card} in the refuse pile") if right else _("{card} on offer")
    verb = "dig" if right else "take" if model.plan == "bulletin" else "plant"
    tag = {"dig": _("dig"), "take": _("advertise"), "plant": _("plant")}[verb]
    drawn = ""
    for c, slot in slots.items():
        named = CARD_NAMES[c] in model.words
        label = "\n".join(filter(None, [form.format(card=card_title(c)), why]))
        x, y = plan.at(slot, right, rows)
        marks = "picked" if c == model.s.held else ""
        drawn += card(c, x, y, plan.size, label, named, marks, verb=verb)
        # Where the tag has no room, the stall's sign tells what a click does.
        if named and kit.text_width(tag, 12.5, True) < plan.size + 4:
            drawn += _tag(tag, round(x + plan.size / 2, 2), y + plan.size * kit.RATIO)
    return drawn


@cached_text(maxsize=512)
def _tag(verb: str, x: float, y: float) -> str:
    """What a click on a card does, shown where the card is pointed at or picked."""
    wide = kit.text_width(verb, 12.5, True) + 12
    box = kit.element("rect", class_="tag", x=x - wide / 2, y=y - 15, width=wide, height=19, rx=6)
    return kit.group(box, kit.text(verb, x, y - 1, "tag-word"), class_="verb-tag", aria_hidden=True)


def _deck(model: BuildYourArboretumView, plan: MarketPlan, rows: int) -> str:
    left = model.s.cards - model.s.dealt
    if not left:
        return ""
    x, y = plan.at(plan.deck, False, rows)
    label = _("{count} cards to come", count=left)
    number = kit.text(left, x + plan.size / 2, y + plan.size * kit.RATIO - 7, "deck-count")
    return kit.back("deck", x, y, plan.size, label=label) + number


@cached_text(maxsize=64)
def _slots(plan: MarketPlan, name: str, number: int, right: bool, rows: int) -> str:
    return "".join(
        kit.slot(f"slot-{name}-{k + 1}", *plan.at(k, right, rows), plan.size) for k in range(number)
    )


@cached_text(maxsize=32)
def _stalls(plan: MarketPlan, height: float) -> str:
    """Two stalls with cloths above them."""
    right = plan.stall + _GAP
    return _stall(0, plan.stall, height, "cloth-offer") + _stall(
        right, plan.stall, height, "cloth-refuse"
    )


def _stall(x: float, width: float, height: float, cloth: str) -> str:
    box = {"x": x + 3, "y": AWNING / 2, "width": width - 6, "height": height - AWNING / 2 - 1.5}
    stripes = 8
    wide = width / stripes
    scallops = [
        f"M{x + k * wide:.5g} 2h{wide:.5g}v{AWNING - 9:.5g}a{wide / 2:.5g} 7 0 0 1-{wide:.5g} 0z"
        for k in range(stripes)
    ]
    return (
        kit.element("rect", class_="panel", rx=9, **box)
        + kit.element("path", class_=cloth, d="".join(scallops[::2]))
        + kit.element("path", class_="cloth", d="".join(scallops[1::2]))
        + kit.element("path", class_="cloth-edge", d="".join(scallops))
    )


# The cards that left the game.


def removed(model: BuildYourArboretumView, width: float, down: float = 19) -> Board:
    """The cards that have left the game: the numbers of each suit, in two columns of four.

    ``down``: from one row of these to the next.
    """
    cards = model.pile(GONE)
    counted = _("{count} of {all}", count=len(cards), all=model.s.cards)
    height = 26 + SUITS // 2 * down + 4
    column = width / 2
    body = [
        kit.panel(width, height, 12),
        kit.text(_("Left the game"), 10, 19, "heading"),
        kit.text(counted, width - 10, 19, "note snug end"),
        *(
            _suit(
                suit,
                tuple(c % 8 for c in cards if c // 8 == suit),
                (column * (suit // 4), 26 + suit % 4 * down + (down - 19) / 2),
                column,
            )
            for suit in range(SUITS)
        ),
    ]
    listed = ", ".join(CARD_NAMES[c] for c in cards) or _("nothing")
    title = _("Left the game")
    return Board("removed", title, width, height, "".join(body), f"{listed}.", headed=True)


@cached_text(maxsize=512)
def _suit(suit: int, numbers: tuple[int, ...], at: tuple[float, float], width: float) -> str:
    """The numbers of a suit that have left, each in its place; a dot for the others."""
    x, y = at
    pitch = (width - 42) / 8
    chip = kit.group(
        kit.element("rect", class_="chip-face", x=x + 9, y=y, width=18, height=15, rx=4),
        kit.text(SUIT_LETTERS[suit], x + 18, y + 12, "chip-letter"),
        class_=f"fill-{TREES[suit]}",
    )
    marks = "".join(
        kit.text(
            k + 1,
            round(x + 38 + k * pitch, 2),
            y + 12,
            "gone-number",
            id=f"gone-{CARD_NAMES[8 * suit + k]}",
        )
        for k in numbers
    )
    dots = "".join(f"M{x + 38 + k * pitch:.5g} {y + 8:.4g}h0" for k in range(8) if k not in numbers)
    return chip + marks + kit.element("path", class_="gone-dots", d=dots)
