"""A player's advertising board: a bulletin with seven places for cards."""

from __future__ import annotations

from dataclasses import dataclass

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import FULL, GIVEN
from spinney.games.build_your_arboretum.text.names import CARD_NAMES, card_title
from spinney.games.build_your_arboretum.view.garden import card, frame
from spinney.games.build_your_arboretum.view.signs import sign
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView
from spinney.i18n import N_, _, cached_text


@dataclass(frozen=True)
class BulletinPlan:
    """Where the parts of a bulletin lie.

    Attributes:
        width: of the board.
        head: the height of its heading.
        sign: the height of its sign; 0: without one.
        least: how wide a card is at least; then they overlap a little.
    """

    width: float
    head: float = 30
    sign: float = 0
    least: float = 0

    @property
    def pitch(self) -> float:
        """From one place to the next."""
        return round((self.width - 12 - max(0, self.least - self.width / 8)) / FULL, 2)

    @property
    def size(self) -> float:
        """The width of a card."""
        return round(max(self.pitch * 0.95, self.least), 2)

    @property
    def height(self) -> float:
        """Of the board."""
        return round(self.head + self.size * kit.RATIO + 9)


def bulletin(model: BuildYourArboretumView, p: int, name: str, plan: BulletinPlan) -> Board:
    """An advertising board: seven places, the cards on them in order, and what a parrot costs."""
    cards = model.board(p)
    # An eighth card lies there until one is dropped: then they overlap a little.
    apart = plan.pitch * min(1, (FULL - 1) / max(1, len(cards) - 1))
    pinned = "".join(
        card(
            c,
            round(6.5 + k * apart, 2),
            plan.head - (10 if model.where[c] == GIVEN else 0),
            plan.size,
            _label(model, c, p),
            p == model.me and CARD_NAMES[c] in model.words,
            f"held row-{CARD_NAMES[c][0]}",
        )
        for k, c in enumerate(cards)
    )
    title = model.text_about(p, N_("Your bulletin"), N_("{name}’s bulletin"))
    listed = ", ".join(CARD_NAMES[c] for c in cards) or _("nothing yet")
    body = (
        frame(PLAYER_NAMES[p], 1.5, plan.width, plan.height)
        + _heading(plan, len(cards))
        + _places(plan, PLAYER_NAMES[p])
        + (_hire(model, plan) if plan.sign and p == model.me else "")
        + pinned
    )
    return Board(name, title, plan.width, plan.height, body, f"{listed}.", headed=True, owner=p)


def _label(model: BuildYourArboretumView, c: int, p: int) -> str:
    """What a card is, and what its owner can do with it, or why nothing."""
    you, other = N_("{card} on your bulletin"), N_("{card} on {name}’s bulletin")
    label = model.text_about(p, you, other, card=card_title(c))
    why = model.why_board() if p == model.me else ""
    return f"{label}\n{why}" if why else label


def _heading(plan: BulletinPlan, count: int) -> str:
    y = plan.head / 2 + 6
    counted = _("{count} of {places}", count=count, places=FULL)
    heading = kit.icon("notice", 8, y - 17, 20) + kit.text(_("Bulletin"), 34, y, "heading")
    return heading + ("" if plan.sign else kit.text(counted, plan.width - 10, y, "note snug end"))


@cached_text(maxsize=32)
def _places(plan: BulletinPlan, player: str) -> str:
    return "".join(
        kit.slot(f"place-{player}-{k + 1}", 6.5 + k * plan.pitch, plan.head, plan.size)
        for k in range(FULL)
    )


def _hire(model: BuildYourArboretumView, plan: BulletinPlan) -> str:
    """The sign that offers a parrot for cards."""
    price = model.s.parrots[model.me] + 1
    words = _("Hire a parrot: {price}+", price=price)
    width = min(plan.width - 52 - kit.text_width(_("Bulletin"), 17, bold=True), 204)
    at = (plan.width - width - 6, 4, width, plan.sign)
    how = _(
        "Choose cards on your bulletin that add up to {price} or more; then press here.",
        price=price,
    )
    return sign(model, "hire", words, at, how)
