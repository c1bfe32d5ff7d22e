"""Draw a garden: its owner, the known cards of their hand, the ground."""

from __future__ import annotations

from collections.abc import Sequence

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import OVER
from spinney.games.arboretum.text.names import card_title, place_name
from spinney.games.arboretum.view.ground import GARDEN, card, ground
from spinney.games.arboretum.view_model import PLAYER_COLOURS, ArboretumView, Texts
from spinney.i18n import N_, _, cached_text, ngettext

Size = tuple[float, float]
"""The width and height of a board."""

_TO_PLAY: Texts = N_("your turn"), N_("to play")
_LOOK: Texts = N_("look at your garden"), N_("look at {name}’s garden")
_LYING: Texts = N_("in your hand"), N_("in {name}’s hand")
MINI = 30.0
"""The width of a card in another's hand."""


def garden(
    model: ArboretumView,
    p: int,
    name: str,
    size: Size,
    rows: Sequence[ScoreRow] = (),
    least: int = 34,
) -> Board:
    """A garden; ``rows`` of a score sheet have their paths drawn in it.

    ``least``: how wide its cards should be on a page, in pixels, while they can be played there.
    """
    width, height = size
    narrow = width < 400
    top = 78 if narrow and p != model.me else 52
    window = (6, top, width - 12, height - top - 6)
    plaque = _plaque(model, p, width, beside=0 if narrow or p == model.me else _BESIDE)
    if p != model.near:
        label = model.text_about(p, *_LOOK)
        plaque = kit.enlarger(name, plaque, label, f"enlarge-{p + 1}")
    body = (
        _frame(PLAYER_COLOURS[p], width, height, top)
        + plaque
        + _held(model, p, (10, 34) if narrow else (_BESIDE, 8), width)
        + ground(model, p, window, rows, least if _playable(model, p) else 24)
    )
    title = model.text_about(p, *GARDEN)
    return Board(name, title, width, height, body, _description(model, p), headed=True, owner=p)


_BESIDE = 216.0
"""Where the hand of somebody else begins beside their name, in a wide garden."""


def _playable(model: ArboretumView, p: int) -> bool:
    return p == model.me and model.s.phase != OVER


@cached_text(maxsize=64)
def _frame(colour: str, width: float, height: float, top: float) -> str:
    bed = {"x": 6, "y": top, "width": width - 12, "height": height - top - 6, "rx": 10}
    return kit.framed_panel(colour, width, height) + kit.element("rect", class_="bed", **bed)


def _plaque(model: ArboretumView, p: int, width: float, beside: float) -> str:
    """Whose garden it is, and how it stands.

    Both are below each other where their hand is ``beside``, from there on, and in one's own.
    """
    mine = p == model.me
    whose = model.names[p]
    planted = ngettext("{count} tree", "{count} trees", int(model.s.placed[p]))
    status = model.text_about(p, *_TO_PLAY) if p == model.mover else planted
    kind = "note to-act" if p == model.mover else "note"
    if beside or mine:
        room = (beside or width) - 46
        note = kit.text(status, 36, 43, kind)
        name = kit.name_title(whose, room).at(36, 25)
        token = kit.token(PLAYER_COLOURS[p], 20, 26, 19)
    else:
        taken = kit.text_width(status, 14)
        note = kit.text(status, width - 12, 23, f"{kind} end")
        name = kit.name_title(whose, width - 56 - taken).at(36, 25)
        token = kit.token(PLAYER_COLOURS[p], 20, 18, 19)
    body = token + name + note
    if p != model.near:
        wide = (beside or width) - 8
        body += kit.element("rect", class_="reach", x=4, y=4, width=wide, height=44)
    return kit.piece(f"plaque-{p + 1}", "sign", body, (0, 0, 1), label=whose)


# What is known of another's hand.


def _held(model: ArboretumView, p: int, at: tuple[float, float], width: float) -> str:
    """The hand of somebody else: backs, and beside them the cards that this view shows."""
    if p == model.me:
        return ""
    hidden, shown = model.hidden(p), model.hand(p)
    left, y = at
    # Backs lie closer than faces, which are to be read.
    room = width - left - 12 - MINI * (bool(hidden) + bool(shown))
    pitch = min(MINI * 1.08, room / max(1, (hidden - 1) * 0.3 + len(shown) - 1))
    begin = left + (hidden and (hidden - 1) * pitch * 0.3 + MINI + 4)
    lying = model.text_about(p, *_LYING)
    faces = (
        card(c, (round(begin + k * pitch, 2), y), MINI, lying, marks=mark(c))
        for k, c in enumerate(shown)
    )
    # A drawn card comes from the deck; at the end backs turn to faces.
    source = f"back-{p + 1}-1" if model.s.phase == OVER else "deck"
    backs = _backs(p, hidden, left, pitch, y)
    return kit.group(backs, *faces, id=f"hand-{p + 1}", data_source=source)


@cached_text(maxsize=256)
def _backs(p: int, hidden: int, left: float, pitch: float, y: float) -> str:
    """Cards that are hidden, known by place only; the last says how many. They overlap."""
    backs = (
        kit.back(
            f"back-{p + 1}-{k + 1}",
            round(left + k * pitch * 0.3, 2),
            y,
            MINI,
            count=hidden if k == hidden - 1 else None,
            marks="small",
        )
        for k in range(hidden)
    )
    return "".join(backs)


def mark(c: int) -> str:
    """The classes of a card in a hand: with which row of the score sheet it counts."""
    return f"held row-{TREES[c // 8]}"


# In words.


def _description(model: ArboretumView, p: int) -> str:
    planted = model.garden(p).items()
    trees = ", ".join(
        _("{card} on {place}", card=card_title(c), place=place_name(place)) for c, place in planted
    )
    planted_now = _("Planted: {trees}.", trees=trees or _("nothing yet"))
    return f"{_hand_description(model, p)}{planted_now}"


def _hand_description(model: ArboretumView, p: int) -> str:
    if p == model.me:
        return ""
    shown, hidden = model.hand(p), model.hidden(p)
    cards = ", ".join(card_title(c) for c in shown)
    if not hidden:
        return _("In hand: {cards}.", cards=cards) + " "
    count = len(shown) + hidden
    if not cards:
        return ngettext("{count} card in hand.", "{count} cards in hand.", count) + " "
    return (
        ngettext(
            "{count} card in hand, known: {cards}.",
            "{count} cards in hand, known: {cards}.",
            count,
            cards=cards,
        )
        + " "
    )
