"""The board of what everybody shares: the year, the decks with their offers, the discard pile.

The year is a circle of ten seasons, the present one larger. In each season lie what the garden in
front will do in it: flowers, and the cubes to harvest.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from math import cos, pi, sin

from spinney import drawing as kit
from spinney.core.second_person import text_about, you
from spinney.drawing import Board, number
from spinney.games.forest_garden.deck.plant import (
    SEASONS,
    continent_name,
    season_lines,
    season_name,
)
from spinney.games.forest_garden.rules.record import (
    BONUS,
    NONE,
    ROUNDS,
    SEARCHING,
    SPECIAL,
    SWAPPING,
)
from spinney.games.forest_garden.view import card as picture_card
from spinney.games.forest_garden.view.captions import SeasonSummary, agenda, offer_caption
from spinney.games.forest_garden.view.card import RATIO
from spinney.games.forest_garden.view.card_faces import blossom, cube
from spinney.games.forest_garden.view.pieces import SIX, die, pips, tag
from spinney.games.forest_garden.view_model import COLOURS, ForestGardenView
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import N_, _, cached_text, ngettext, pgettext
from spinney.i18n.lists import and_list

PHASES = len(SEASONS)
INNER, OUTER = 45, 84
"""The radii of the circle, of a picture that is 2 * `REACH` wide."""
REACH = 94


def year(
    x: float, y: float, size: float, season: int, when: str, agenda: tuple[SeasonSummary, ...]
) -> str:
    """The circle of the year, ``size`` wide, its upper left corner at (x, y).

    ``season`` is the present one, ``when`` says which round it is, ``agenda`` has an entry for
    each season.
    """
    wedges = "".join(_season(k, k == season, agenda[k]) for k in range(PHASES) if k != season)
    body = wedges + _season(season, True, agenda[season]) + _middle(season, when)
    at = kit.place(round(x + size / 2, 2), round(y + size / 2, 2), size / (2 * REACH))
    return kit.group(body, id="year", class_="year", transform=at)


@cached_text(maxsize=2048)
def _season(k: int, present: bool, agenda: SeasonSummary) -> str:
    name = season_name(k)
    name = name[:1].upper() + name[1:]
    heading = _(
        "{season}, {number}: now" if present else "{season}, {number}", season=name, number=k
    )
    label = "\n".join(filter(None, (heading, agenda.text)))
    figure = kit.text(k, *_at(k, 75 if present else 74), "figure today" if present else "figure")
    body = kit.element("path", class_="face", d=_wedge(k, present)) + figure + _signs(k, agenda)
    kind = f"season season-{k}{' open' if present else ''}"
    return kit.piece(f"season-{k}", kind, body, (0, 0, 1), label=label)


@cached_text(maxsize=32)
def _wedge(k: int, present: bool) -> str:
    """The outline of a season; the present one stands out on both sides."""
    inner, outer = (INNER - 3, OUTER + 9) if present else (INNER, OUTER)
    begin, end = (_turn(k - 0.5), _turn(k + 0.5))
    (a, b), (c, d) = _polar(begin, outer), _polar(end, outer)
    (e, f), (g, h) = _polar(end, inner), _polar(begin, inner)
    return f"M{a} {b}A{outer} {outer} 0 0 1 {c} {d}L{e} {f}A{inner} {inner} 0 0 0 {g} {h}z"


def _turn(k: float) -> float:
    """The direction of a season, winter at the top and the others clockwise."""
    return 2 * pi * k / PHASES - pi / 2


def _polar(angle: float, radius: float) -> tuple[str, str]:
    return number(radius * cos(angle)), number(radius * sin(angle))


def _at(k: float, radius: float) -> tuple[float, float]:
    """Where a figure stands in a season: its baseline is a little below the middle."""
    angle = _turn(k)
    return round(radius * cos(angle), 2), round(radius * sin(angle) + 4.6, 2)


# What the garden does, below the figure.

_SIGN = 10.0


def _signs(k: int, agenda: SeasonSummary) -> str:
    """Flowers and a cube, side by side across the season."""
    signs = [*agenda.flowers[:2], *([agenda.harvest] if agenda.harvest else [])]
    angle, drawn = _turn(k), []
    for i, sign in enumerate(signs):
        # Side by side along the arc, the middle one on the season's own direction.
        aside = (i - (len(signs) - 1) / 2) * (_SIGN + 1.5) / 57
        x, y = 57 * cos(angle + aside) - _SIGN / 2, 57 * sin(angle + aside) - _SIGN / 2
        at = round(x, 2), round(y, 2), _SIGN
        drawn.append(blossom(sign, *at) if isinstance(sign, str) else cube(1, *at))
    return "".join(drawn)


# The middle.


@cached_text(maxsize=128)
def _middle(season: int, when: str) -> str:
    words = season_lines(season)
    top = -1 if len(words) == 1 else -11
    name = "".join(
        kit.text(word[:1].upper() + word[1:] if i == 0 else word, 0, top + 17 * i, "hour")
        for i, word in enumerate(words)
    )
    hub = kit.element("circle", class_="hub", r=INNER - 4)
    return hub + name + kit.text(when, 0, top + 18 * len(words) + 1, "label round")


FOOT = 36
"""Below a deck: its number, how many cards it has, and the dice of those who chose it."""
GLOW = 0.075
"""How far the glow around a card reaches, in its widths."""
SPEECH, LINE = 8.4, 17.0
"""The width of a letter of the status, and from one of its lines to the next."""
STATUS, ASIDE = 86.0, 98.0
"""The height of the status below the year, and of special actions and discards below that."""


@dataclass(frozen=True, slots=True)
class OfferTable:
    """Where things lie on the table: the year and the status at the left, beside them the decks.

    Attributes:
        width: of the board.
        ring: the width of the year's circle.
        columns: of the decks.
        card: the width of a card.
        kind: ``left``: special actions and the discard pile lie below the year; ``low``: below a
            single row of decks; ``grid``: where one more deck would; ``phone``: the decks lie
            below the year and the status.
    """

    width: float
    ring: float
    columns: int
    card: float
    kind: str = "left"

    @property
    def phone(self) -> bool:
        """Is it a table for a phone?"""
        return self.kind == "phone"

    @property
    def down(self) -> float:
        """From one row of decks to the next."""
        return self.card * (RATIO + GLOW) + FOOT

    def at(self, k: int) -> tuple[float, float]:
        """The upper left corner of the k-th deck."""
        left, top = (6.0, self.ring + 10) if self.phone else (self.ring + 14, 12.0)
        pitch = (self.width - left - 6) / self.columns
        row, column = divmod(k, self.columns)
        x = left + column * pitch + (pitch - self.card) / 2
        return round(x, 2), round(top + row * self.down, 2)

    def height(self, decks: int) -> float:
        """How high a table with so many decks is."""
        last = decks if self.kind in ("grid", "phone") else decks - 1
        low = self.at(last)[1] + self.down + 2
        if self.kind == "low":
            low += ASIDE + 12
        return round(max(low, self.ring + STATUS + ASIDE), 2) if self.kind == "left" else low

    def special(self, decks: int) -> tuple[float, float, float, float]:
        """Where special actions are chosen: x, y, width, height."""
        if self.phone:
            return self.ring + 14, self.ring - 58, 166, 58
        if self.kind == "low":
            return self.at(0)[0], self.height(decks) - ASIDE - 8, 100, ASIDE - 4
        if self.kind == "left":
            return 10, self.height(decks) - ASIDE, 84, ASIDE - 14
        return (*self.at(decks), self.card, 48)

    def pile(self, decks: int) -> tuple[float, float, float, float]:
        """Where the discard pile lies, with its handle: x, y, width, height."""
        x, y = self.at(decks)
        if self.phone:
            return x, y, self.card, self.card * RATIO + 26
        if self.kind == "low":
            return self.at(1)[0], self.height(decks) - ASIDE - 8, self.card, ASIDE
        if self.kind == "left":
            return 100, self.height(decks) - ASIDE, self.ring - 96, ASIDE - 8
        return x, y + 54, self.card, self.down - 62


def table(model: ForestGardenView, layout: OfferTable) -> Board:
    """The table: the year, every deck, special actions and the discard pile."""
    width, height = layout.width, layout.height(model.players)
    body = (
        kit.panel(width, height)
        + _status(model, layout)
        + year(4, 4, layout.ring, model.season, f"{model.round}/{ROUNDS}", agenda(model))
        + "".join(_deck(model, d, layout) for d in range(model.players))
        + _special(model, *layout.special(model.players))
        + _pile(model, *layout.pile(model.players))
    )
    title, description = _("Year and decks"), _description(model)
    return Board("table", title, width, height, body, description, headed=True, label=_("Year"))


def _status(model: ForestGardenView, layout: OfferTable) -> str:
    """What is happening: below the year, or beside it."""
    left, top, width = 12.0, layout.ring + 26, layout.ring - 2
    if layout.phone:
        left, top, width = layout.ring + 14, 28.0, layout.width - layout.ring - 20
    lines = textwrap.wrap(model.status, int(width / SPEECH))
    return "".join(
        kit.text(line, left, top + LINE * k, "body-text") for k, line in enumerate(lines)
    )


# Decks.


def _deck(model: ForestGardenView, d: int, layout: OfferTable) -> str:
    """A deck: its back, the offer on it, and who chose it."""
    x, y = layout.at(d)
    left, offer = int(model.s.left[d]), model.offer(d)
    if offer in model.picking:  # it lies before the viewer now
        offer = NONE
    word = model.deck_word(d)
    covered = left - (offer >= 0)
    drawn = _hidden(model, d, (x, y), layout.card, covered, None if offer >= 0 else word)
    if offer >= 0:
        drawn += _offer(model, d, offer, (x, y), layout.card, word)
    low = round(y + layout.card * (RATIO + GLOW) - 2, 2)
    known = len(model.known_below(d))
    foot = _foot(d, model.origin(d), left, x, low, layout.card, bool(known))
    if known:
        label = _("look at what you know of deck {number}", number=d + 1)
        foot = kit.handle(f"known-{d + 1}", foot, label, f"handle-deck-{d + 1}")
    return drawn + foot + _dice(model, d, x, low)


def _hidden(
    model: ForestGardenView,
    d: int,
    at: tuple[float, float],
    size: float,
    count: int,
    word: str | None,
) -> str:
    """The face-down cards of a deck."""
    origin = model.origin(d)
    values = {"number": d + 1, "continent": continent_name(origin)}
    if not count and word is None:
        label = _("deck {number}, {continent}: no card face down", **values)
        return kit.slot(f"deck-{d + 1}", *at, size, label=label)
    label = _("deck {number}, {continent}, {count} face down", count=count, **values)
    verb = _verb(model)
    return picture_card.back(f"deck-{d + 1}", origin, *at, size, word=word, verb=verb, label=label)


def _offer(
    model: ForestGardenView,
    d: int,
    card: int,
    at: tuple[float, float],
    size: float,
    word: str | None,
) -> str:
    """The card that lies face up on a deck."""
    plant = model.plant(card)
    label = offer_caption(model, card, _("On deck {number}.", number=d + 1))
    word = word or (model.card_word(card) if model.taking else None)
    return picture_card.fitting(
        f"card-{plant.id}",
        plant,
        *at,
        size,
        word=word,
        verb=_verb(model),
        label=label,
        partners=model.partners(card),
    )


def _verb(model: ForestGardenView) -> str:
    """What a click on a deck does, where the task says it."""
    return "bonus" if model.due == BONUS else ""


@cached_text(maxsize=1024)
def _foot(d: int, origin: str, left: int, x: float, y: float, size: float, opens: bool) -> str:
    """Below a deck: the die that stands for it, its continent, and how many cards it has."""
    number = "7 " if d == SIX else ""
    label = f"{number}{origin} {left}{' ▾' if opens else ''}"
    box = kit.element("rect", class_="box", x=x, y=y + 3, width=size, height=20, rx=8)
    return (
        (box if opens else "")
        + die(pips(d), x + 3, y + 6, 14)
        + kit.text(label, round(x + 23, 2), round(y + 17.5, 2), "note small")
    )


def _dice(model: ForestGardenView, choice: int, x: float, y: float) -> str:
    """The tokens of those who chose something, in a row."""
    return "".join(
        kit.token(
            COLOURS[p],
            round(x + 7 + 13 * k, 2),
            round(y + 29, 2),
            12,
            id_=f"chose-{p + 1}",
            label=text_about(model.names[p], N_("you chose this"), N_("{name} chose this")),
        )
        for k, p in enumerate(model.choosers(choice))
    )


# Beside the decks: special actions, and the discard pile.


def _special(model: ForestGardenView, x: float, y: float, width: float, height: float) -> str:
    """What is chosen instead of an offer."""
    word = model.special_word("special") if model.choosing else None
    body = (
        kit.element("rect", class_="face", width=width, height=height, rx=10)
        + die(SIX, 5, 6, 15)
        + _named(_("special"), width)
        + _prices(width, height)
    )
    halo = kit.element("rect", class_="halo", x=-4, y=-4, width=width + 8, height=height + 8, rx=13)
    label = _(
        "special action: replace all offers for {swapping}, or search a deck for {searching}",
        swapping=cubes(SWAPPING),
        searching=cubes(SEARCHING),
    )
    kind = f"action {'open' if word else 'shut'}"
    tile = kit.piece("special", kind, body, (x, y, 1), word=word, label=label, halo=halo)
    if width <= _TIGHT:
        return tile + _dice(model, SPECIAL, x + 20, y - 16)
    return tile + _dice(model, SPECIAL, x + 4, round(y + height - 39, 2))


_TIGHT = 76.0
"""From this width on special actions can say what they cost."""


def _named(word: str, width: float) -> str:
    """What the tile is called: beside the die, or below it."""
    if width > _TIGHT:
        return kit.text(kit.fitted(word, width - 28, 12.5, bold=True), 24, 18, "heading snug")
    return kit.text(
        kit.fitted(word, width - 4, 12.5, bold=True), round(width / 2, 2), 38, "heading snug middle"
    )


def _prices(width: float, height: float) -> str:
    """What can be done, and for how many cubes: below each other, or side by side."""
    if width <= _TIGHT:
        return ""
    below = height > 70
    room = width - 10 if below else (width - 18) / 2
    left = 6.0 if below else 8.0
    x, y = (left, 53.0) if below else (10 + room, 36.0)
    replacing = _price(_("replace"), SWAPPING, left, 36, room)
    return replacing + _price(_("search"), SEARCHING, x, y, room)


_NOTE, _CUBE = 12, 11
"""The sizes of a price's letters and of its cube."""


def _price(word: str, count: int, x: float, y: float, room: float) -> str:
    number = f" {count}"
    word = kit.fitted(word, room - kit.text_width(number, _NOTE) - _CUBE - 4, _NOTE) + number
    right = round(x + kit.text_width(word, _NOTE) + 4, 2)
    return kit.text(word, round(x, 2), y, "note small") + cube(1, right, y - 10, _CUBE)


def _pile(model: ForestGardenView, x: float, y: float, width: float, height: float) -> str:
    """The discard pile: its top card, and a handle to look through it."""
    cards = model.pile
    size = round(min(width, (height - 22) / RATIO), 2)
    left = round(x + (width - size) / 2, 2)
    word = model.special_word("sell") or model.special_word("discard")
    named = tag(_("sell") if word == "sell" else _("search"), left, y + 4, size) if word else ""
    if not cards or cards[-1] in model.picking:
        return kit.slot("pile", left, y, size, word=word, label=_said(model, word)) + named
    opened = kit.handle(
        "pile", _handle(len(cards), x, y, width, size), _count(cards), "handle-pile"
    )
    under = "".join(_discard(model, card, (left, y), size, None) for card in cards[-2:-1])
    top = _discard(model, cards[-1], (left, y), size, word, _said(model, word))
    source = f"back-{model.mover + 1}-1" if model.mover >= 0 else None
    return (
        opened + kit.group(under, top, class_="pile", id="pile-cards", data_source=source) + named
    )


def _discard(
    model: ForestGardenView,
    card: int,
    at: tuple[float, float],
    size: float,
    word: str | None,
    said: str = "",
) -> str:
    plant = model.plant(card)
    label = offer_caption(model, card, said or _("On the discard pile."))
    return picture_card.fitting(f"card-{plant.id}", plant, *at, size, word=word, label=label)


def _said(model: ForestGardenView, word: str | None) -> str:
    """What the top of the pile stands for."""
    if word == "sell":
        return _("The discard pile: what is sold goes there.")
    cards = ngettext("{count} card", "{count} cards", len(model.pile))
    if word:
        return _("The discard pile, {cards}: it can be searched.", cards=cards)
    return _("On top of {cards}.", cards=cards)


def _count(cards: list[int]) -> str:
    count = ngettext("{count} card", "{count} cards", len(cards))
    return _("look through the discard pile, {cards}", cards=count)


@cached_text(maxsize=1024)
def _handle(count: int, x: float, y: float, width: float, size: float) -> str:
    """Below the pile: how many cards it has, and that it can be opened."""
    low = round(y + size * RATIO + 4, 2)
    face = kit.element("rect", class_="box", x=x, y=low, width=width, height=20, rx=8)
    whole = kit.element("rect", class_="reach", x=x, y=y, width=width, height=low - y)
    return whole + face + kit.text(f"{count} ▾", round(x + width / 2, 2), low + 15, "label small")


def _description(model: ForestGardenView) -> str:
    offers = " ".join(_deck_description(model, d) for d in range(model.players))
    top = _("empty")
    if model.pile:
        top = _("{card} on top of {count}", card=model.name(model.pile[-1]), count=len(model.pile))
    pile = _("Discard pile: {card}.", card=top)
    return f"{model.when} {model.status} {offers} {pile}"


def _deck_description(model: ForestGardenView, d: int) -> str:
    offer = model.offer(d)
    said = [
        _(
            "Deck {number}, {continent}, {count} left",
            number=d + 1,
            continent=continent_name(model.origin(d)),
            count=model.s.left[d],
        )
    ]
    if offer >= 0:
        said.append(_("{card} on offer", card=model.name(offer)))
    if chosen := model.choosers(d):
        called = [model.names[p] for p in chosen]
        names = [pgettext("by whom", "you") if name == you() else name for name in called]
        said.append(_("chosen by {names}", names=and_list(names)))
    return f"{', '.join(said)}."
