"""Draw the shared part of the table: the steps of a turn, the deck, the discard piles."""

from __future__ import annotations

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import DISCARD
from spinney.games.arboretum.text.names import CARD_NAMES, card_title, lettering
from spinney.games.arboretum.view.garden import Size
from spinney.games.arboretum.view.ground import LETTERED, card
from spinney.games.arboretum.view_model import PLAYER_COLOURS, ArboretumView, Texts
from spinney.i18n import N_, _, cached_text, ngettext

STEPS = 44
"""The height of the steps of a turn."""
HANDLE = 32
ROOMY = 100
"""From this distance between piles on, there is room for the names of their owners."""

# A pile, in words.

_PILE: Texts = N_("Your pile"), N_("{name}’s pile")
_EMPTY: Texts = N_("your empty pile"), N_("{name}’s empty pile")
_LYING: Texts = N_("on your pile"), N_("on {name}’s pile")
_LOOK: Texts = N_("look through your pile, {cards}"), N_("look through {name}’s pile, {cards}")
_TOP: Texts = N_("{card}, top of your pile"), N_("{card}, top of {name}’s pile")
_DISCARDS: Texts = N_("Your discard pile"), N_("{name}’s discard pile")


def table(model: ArboretumView, size: Size) -> Board:
    """Which step of the turn it is; the deck and the discard piles."""
    width, height = size
    body = (
        kit.panel(width, height)
        + _steps(model.parts, model.part, width)
        + _piles(model, STEPS, size)
    )
    title, description = _("Deck and piles"), _description(model)
    return Board("table", title, width, height, body, description, headed=True, label=_("Piles"))


@cached_text(maxsize=64)
def _steps(parts: tuple[str, ...], present: int, width: float) -> str:
    """The steps of a turn on a line: done, the present one, and those to come."""
    pitch = width / len(parts)
    first, last = pitch / 2, width - pitch / 2
    line = kit.element("path", class_="course", d=f"M{first:g} 15H{last:g}")
    done = min(present, len(parts) - 1)
    if present > 0:
        way = f"M{first:g} 15H{first + done * pitch:g}"
        line += kit.element("path", class_="course gone", d=way)
    steps = (_step(k, part, k - present, first + k * pitch, pitch) for k, part in enumerate(parts))
    return kit.group(line, *steps)


def _step(k: int, part: str, ahead: int, x: float, room: float) -> str:
    when = "present" if ahead == 0 else "gone" if ahead < 0 else "coming"
    dot = kit.element("circle", class_="dot", cx=x, cy=15, r=7 if ahead == 0 else 4.5)
    said = kit.text(kit.fitted(_(part), room - 4, 12.5), x, 36, "label snug")
    return kit.group(dot, said, id=f"part-{k + 1}", class_=f"stage {when}")


# The deck and the piles.


def _piles(model: ArboretumView, top: float, size: Size) -> str:
    """The deck, then the discard piles by seat, in one row or in two: as they are largest."""
    width, height = size
    count = model.players + 1

    def fit(rows: int) -> float:
        across = (width - 16) / -(-count // rows) - 6
        return float(min(across, 72, ((height - top) / rows - HANDLE - 10) / kit.RATIO))

    rows = max((1, 2), key=fit)
    columns = -(-count // rows)
    pitch, down, wide = (width - 16) / columns, (height - top) / rows, round(fit(rows), 2)
    above = (down - HANDLE - 6 - wide * kit.RATIO) / 2
    spots = [
        (
            round(8 + k % columns * pitch + (pitch - wide) / 2, 2),
            round(top + k // columns * down + above, 2),
        )
        for k in range(count)
    ]
    piles = (_pile(model, p, *spots[p + 1], wide, pitch) for p in range(model.players))
    return _deck(model, *spots[0], wide) + "".join(piles)


def _deck(model: ArboretumView, x: float, y: float, size: float) -> str:
    count = model.left
    said = _("last turn") if model.last_turn else _("deck")
    below = kit.text(said, x + size / 2, y + size * kit.RATIO + 20, "label snug")
    if not count:
        return kit.slot("deck", x, y, size, label=_("the deck is empty")) + below
    word = "deck" if "deck" in model.words else None
    label = ngettext("deck, {count} card left", "deck, {count} cards left", count)
    label = f"{label}\n{model.why_not_drawn}".strip()
    marks = "small" if size < LETTERED else ""
    return kit.back("deck", x, y, size, count=count, word=word, label=label, marks=marks) + below


def _pile(model: ArboretumView, p: int, x: float, y: float, size: float, pitch: float) -> str:
    """A discard pile: its handle, the card below the top one, and the top one."""
    cards = model.pile(p)
    word = _word(model, p)
    if not cards:
        label = _("discard onto your pile")
        if not word:
            label = model.text_about(p, *_EMPTY)
        slot = kit.slot(f"pile-{p + 1}", x, y, size, word=word, label=label)
        return slot + _owner(model, p, x + size / 2, y + size * kit.RATIO + 17, pitch)
    lying = model.text_about(p, *_LYING)
    under = "".join(card(c, (x, y), size, lying) for c in sorted(cards[-2:-1]))
    # Where there is room the owner's name stands on the handle.
    wide = min(pitch - 6, 168) if pitch >= ROOMY else min(pitch - 4, size + 12)
    body = _handle(p, model.names[p], len(cards), size, wide)
    handle = kit.handle(
        f"pile-{p + 1}",
        kit.group(body, transform=kit.place(x, y)),
        model.text_about(p, *_LOOK, cards=_count(len(cards))),
        f"handle-{p + 1}",
    )
    label = model.text_about(p, *_TOP, card=card_title(cards[-1]))
    top = kit.card(
        f"card-{CARD_NAMES[cards[-1]]}",
        *_front(cards[-1], size),
        x,
        y,
        size,
        word=word,
        label=label if word == "discard" else f"{label}\n{model.why_not_drawn}".strip(),
    )
    source = None if p == model.me else f"back-{p + 1}-1"
    return handle + kit.group(under, top, class_="pile", id=f"cards-{p + 1}", data_source=source)


def _word(model: ArboretumView, p: int) -> str | None:
    """What a click on a pile says: to draw from it, or to discard onto one's own."""
    if model.s.phase == DISCARD and model.mover == model.me == p:
        return "discard"
    word = str(p + 1)
    return word if word in model.words else None


def _front(c: int, size: float) -> tuple[str, int, str]:
    return TREES[c // 8], c % 8 + 1, lettering(c // 8) if size >= LETTERED else ""


def _owner(model: ArboretumView, p: int, x: float, y: float, pitch: float) -> str:
    """Below an empty pile: whose it is."""
    if pitch < ROOMY:
        return kit.token(PLAYER_COLOURS[p], x, y, 15)
    name = kit.fitted_name(model.names[p], pitch - 30, 12.5)
    wide = kit.text_width(name, 12.5)
    token = kit.token(PLAYER_COLOURS[p], round(x - wide / 2 - 10, 2), y, 14)
    return token + kit.text(name, x, y + 4.5, "label snug")


@cached_text(maxsize=512)
def _handle(p: int, name: str, count: int, size: float, width: float) -> str:
    """Below a pile: whose it is, how many cards it has, and that it can be opened."""
    high = size * kit.RATIO
    left = round((size - width) / 2, 2)
    face = kit.element(
        "rect", class_="box", x=left, y=high + 4, width=width, height=HANDLE - 6, rx=8
    )
    whole = kit.element("rect", class_="reach", width=size, height=high)
    token = kit.token(PLAYER_COLOURS[p], left + 12, high + 17, 14)
    opens, down = f"{count} ▾", high + 21.5
    room = width - 28 - kit.text_width(opens, 12)
    shown = kit.fitted_name(name, room, 12) if room > 30 else ""
    owner = kit.text(shown, left + 21, down, "note small") if shown else ""
    return whole + face + token + owner + kit.text(opens, left + width - 4, down, "note small end")


def _count(n: int) -> str:
    return ngettext("{count} card", "{count} cards", n)


# Leaves: a pile, card by card.

_LEAF, _COLUMNS = 76.0, 4
"""The width of a card, and how many of them are side by side."""
_DOWN = _LEAF * kit.RATIO + 8


def leaves(model: ArboretumView) -> list[Board]:
    """Every discard pile that has cards, as a board to be opened."""
    return [_leaf(model, p) for p in range(model.players) if model.s.piled[p]]


def _leaf(model: ArboretumView, p: int) -> Board:
    cards = tuple(model.pile(p))
    title = model.text_about(p, *_DISCARDS)
    width = 8 + _COLUMNS * (_LEAF + 8)
    height = 16 + -(-len(cards) // _COLUMNS) * _DOWN
    return Board(f"pile-{p + 1}", title, width, height, *_leaf_of(cards))


@cached_text(maxsize=64)
def _leaf_of(cards: tuple[int, ...]) -> tuple[str, str]:
    """The cards of a pile, drawn one after another, and in words."""
    drawn = (
        kit.card(
            f"leaf-{CARD_NAMES[c]}",
            *_front(c, _LEAF),
            8 + k % _COLUMNS * (_LEAF + 8),
            8 + k // _COLUMNS * _DOWN,
            _LEAF,
            label=card_title(c),
        )
        for k, c in enumerate(cards)
    )
    titles = ", ".join(card_title(c) for c in cards)
    return "".join(drawn), _("From the first to the top: {cards}.", cards=titles)


def _description(model: ArboretumView) -> str:
    piles = " ".join(
        f"{model.text_about(p, *_PILE)}: {_top(model.pile(p))}." for p in range(model.players)
    )
    left = ngettext(
        "The deck has {count} card left.", "The deck has {count} cards left.", model.left
    )
    last = _("This turn is the last.") if model.last_turn else ""
    return " ".join(filter(None, (model.status, left, last, piles)))


def _top(cards: list[int]) -> str:
    return (
        _("{card} on top of {cards}", card=card_title(cards[-1]), cards=_count(len(cards)))
        if cards
        else _("empty")
    )
