"""The perch along the top: the round, its nine turns as flocks on a bough, and the bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic_core import to_json

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import PLAY, TURNS
from spinney.games.build_your_arboretum.view.birds import FEET, bough, parrot, perched
from spinney.games.build_your_arboretum.view.signs import sign
from spinney.games.build_your_arboretum.view_model import (
    COMES,
    LOST,
    NOW,
    SPENT,
    BuildYourArboretumView,
    TrackTurn,
)
from spinney.i18n import N_, _, cached_text, ngettext

PLAN_ICONS = {"garden": "seedling", "bulletin": "notice"}
"""The icon of each plan: a seedling, a notice board."""
PLANS = (("garden", "g"), ("bulletin", "b"))
"""The boughs to bid for, and their letters in a bid."""


@dataclass(frozen=True)
class PerchPlan:
    """Where the parts of the perch lie.

    Attributes:
        width: of the board.
        words: the width of the words and the signs.
        turns: where the nine turns begin: x and y.
        boughs: the boughs to bid for, each x, y and width.
        signs: where the signs stand, y.
        lock: the left edge of the button that sends a bid, a little before where the boughs
            begin. Where it stands there is nothing to press once the bid is sent, so that a
            second click hits nothing.
        bird: the size of a parrot on a turn.
        height: of the board while turns are shown.
        bidding: and while the viewer bids.
        buttons: are there signs at all?
    """

    width: float
    words: float
    turns: tuple[float, float]
    boughs: tuple[tuple[float, float, float], ...]
    signs: float
    lock: float
    bird: float
    height: float
    bidding: float
    buttons: bool = True

    @property
    def pitch(self) -> float:
        """From one turn to the next."""
        return (self.width - self.turns[0]) / TURNS


WIDE = PerchPlan(920, 312, (324, 0), ((326, 0, 290), (628, 0, 290)), 62, 186, 25, 110, 110)
NARROW = PerchPlan(360, 356, (2, 60), ((2, 112, 356), (2, 226, 356)), 174, 226, 22, 224, 338)
SHEET = PerchPlan(864, 280, (288, 0), (), 0, 0, 25, 110, 110, buttons=False)

BOUGH = 68.0
"""How far below the top of a turn its bough is."""


def perch(model: BuildYourArboretumView, plan: PerchPlan) -> Board:
    """The round, what is happening in it, and its nine turns; or the boughs to bid for."""
    bids = model.is_bidding and bool(plan.boughs)
    turns = (model.sealed or model.turns)[:TURNS]
    body = _words(model, plan, bids)
    if bids:
        body += _bid(model, plan)
    else:
        body += _turns(model, plan, turns)
        body += _signs(model, plan) if plan.buttons else ""
    described = [f"{_said(model, k, turn)}." for k, turn in enumerate(turns)]
    description = " ".join(filter(None, [model.status, *described, model.beyond]))
    title = _("{round}: turns", round=model.round)
    height = plan.bidding if bids else plan.height
    return Board(
        "track", title, plan.width, height, body, description, headed=True, label=_("Turns")
    )


def _words(model: BuildYourArboretumView, plan: PerchPlan, bids: bool) -> str:
    """The round, and in a sentence or two what is happening."""
    lines = () if bids else _fitting(plan.words, _after(model), model.beyond)
    return _title(model.round, plan.lock - 8 if bids else plan.words) + "".join(
        kit.text(line, 4, 37 + 16 * k, "body-text snug-status") for k, line in enumerate(lines)
    )


def _title(words: str, room: float) -> str:
    """The heading, smaller where there is little room."""
    size, kind = (20, "title") if kit.text_width(words, 20, True) <= room else (17, "heading")
    return kit.text(kit.fitted(words, room, size, True), 4, 19, kind)


def _fitting(width: float, text: str, extra: str) -> Sequence[str]:
    """Two lines of a text, with the extra one behind it if that fits too."""
    lines = kit.wrapped(f"{text} {extra}".strip(), width, 13.5, 3)
    return lines if len(lines) < 3 else kit.wrapped(text, width, 13.5, 2)


def _after(model: BuildYourArboretumView) -> str:
    """What is told beside the turns: at first how they came about."""
    if model.s.phase == PLAY and model.s.turn == 0 and model.ties:
        return model.text_about(
            model.s.start,
            N_("Larger flocks first; in a tie you first."),
            N_("Larger flocks first; in a tie {name} first."),
        )
    return model.status


def _signs(model: BuildYourArboretumView, plan: PerchPlan) -> str:
    wide = (plan.words - 8) / 2
    high = 47.0
    return sign(model, "start", _("Be starting player"), (2, plan.signs, wide, high)) + sign(
        model, "skip", _("Skip the rest"), (10 + wide, plan.signs, wide, high)
    )


# The nine turns.


def _turns(model: BuildYourArboretumView, plan: PerchPlan, turns: list[TrackTurn]) -> str:
    left, top = plan.turns
    pitch = plan.pitch
    kind = "sealed" if model.sealed else "group"
    ties = "" if model.sealed else "".join(_tie(run, left, top, pitch) for run in model.ties)
    return (
        kit.group(
            bough(left + 2, top + BOUGH, pitch * TURNS - 16),
            data_revealing=_("The parrots fly to their turns"),
        )
        + ties
        + "".join(
            _turn(
                kind,
                k,
                turn,
                _said(model, k, turn),
                round(left + k * pitch, 2),
                top,
                pitch,
                plan.bird,
            )
            for k, turn in enumerate(turns)
        )
        + "".join(
            _empty(k, round(left + k * pitch, 2), top, pitch, _("turn {number}", number=k + 1))
            for k in range(len(turns), TURNS)
        )
    )


@cached_text(maxsize=256)
def _empty(k: int, x: float, y: float, wide: float, label: str) -> str:
    body = kit.element("rect", class_="face", x=3, y=78, width=wide - 6, height=26, rx=8)
    body += kit.text(k + 1, wide / 2, 96, "label")
    return kit.piece(f"turn-{k + 1}", "place", body, (x, y, 1), label=label)


@cached_text(maxsize=2048)
def _turn(
    kind: str, k: int, turn: TrackTurn, label: str, x: float, y: float, wide: float, bird: float
) -> str:
    player = PLAYER_NAMES[turn.player]
    tag = {"x": 3, "y": 78, "width": round(wide - 6, 2), "height": 26, "rx": 8}
    icon = 18
    body = (
        kit.element("rect", class_="sheet-paper", **tag)
        + kit.element("rect", class_=f"tint-{player}", **tag)
        + kit.element("rect", class_=f"frame-{player} fine", **tag)
        + kit.text(turn.parrots, wide / 2 - icon / 2, 97, "count")
        + kit.icon(PLAN_ICONS[turn.plan], wide / 2 - 1, 82, icon)
    )
    if turn.when == NOW:
        body += kit.element(
            "rect",
            class_="now",
            **{**tag, "x": 1.5, "y": 76.5, "width": round(wide - 3, 2), "height": 29},
        )
    if turn.when == LOST:
        body += kit.element("path", class_="strike", d=f"M8 101L{wide - 8:.4g} 81")
    when = {SPENT: "spent", LOST: "spent", NOW: "present"}.get(turn.when, "coming")
    tagged = kit.piece(f"{kind}-{k + 1}", f"turn {when}", body, (x, y, 1), label=label)
    birds = perched(player, turn.flock, x + 1, y + BOUGH, wide - 2, bird)
    return tagged + kit.group(
        birds, class_=f"flock {when}", data_beat=None if kind == "sealed" else k
    )


def _tie(run: range, left: float, top: float, pitch: float) -> str:
    """A bracket above turns that equal flocks have bought, with a word for it."""
    a, b = left + run.start * pitch + 6, left + run.stop * pitch - 6
    y = top + 13
    word = _("tie")
    middle = (a + b) / 2
    half = kit.text_width(word, 12.5) / 2 + 4
    ends = (
        f"M{a:.5g} {y + 5}v-4q0-4 4-4H{middle - half:.5g}"
        f"M{middle + half:.5g} {y - 3}H{b - 4:.5g}q4 0 4 4v4"
    )
    return kit.element("path", class_="bracket", d=ends) + kit.text(word, middle, y + 1, "tie-word")


def _said(model: BuildYourArboretumView, k: int, turn: TrackTurn) -> str:
    """A turn in words."""
    form = {
        "garden": ngettext(
            "turn {turn}: {name}, {count} parrot, garden, {when}",
            "turn {turn}: {name}, {count} parrots, garden, {when}",
            turn.parrots,
            turn=k + 1,
            name=model.names[turn.player],
            when=_(_WHEN[turn.when]),
        ),
        "bulletin": ngettext(
            "turn {turn}: {name}, {count} parrot, bulletin, {when}",
            "turn {turn}: {name}, {count} parrots, bulletin, {when}",
            turn.parrots,
            turn=k + 1,
            name=model.names[turn.player],
            when=_(_WHEN[turn.when]),
        ),
    }
    return form[turn.plan]


_WHEN = {SPENT: SPENT, NOW: NOW, COMES: COMES, LOST: LOST}


# The bid. What is put together here, the page's script knows alone until it is locked in.


def _bid(model: BuildYourArboretumView, plan: PerchPlan) -> str:
    """Two boughs to send parrots to, the parrots, and the button that sends them."""
    given = {
        "choice": model.s.round_number,
        "verb": "bid",
        "none": "none",
        "piece": f"parrot-{PLAYER_NAMES[model.me]}-",
        "most": model.sendable,
        "places": TURNS,
        "ahead": model.ahead,
        "home": _stands(model, plan)[: model.sendable],
        "size": plan.bird,
        "feet": FEET,
        "bough": BOUGH,
        "phrases": _phrases(),
    }
    boughs = (
        _branch(letter, name, at) for (name, letter), at in zip(PLANS, plan.boughs, strict=True)
    )
    return kit.group(
        *boughs,
        kit.group(id="groups", data_mine=True),
        _gathered(model, plan),
        _lock(model, plan),
        id="compose",
        data_compose=to_json(given).decode(),
    )


def _phrases() -> dict[str, str]:
    """What the page's script says; it fills in what is in braces."""
    return {
        "left": _("{left} of {most} stay at home"),
        "group": _("Flock of {size} for the {branch}, turn {turns}: press to add a parrot"),
        "told": _("Flock of {size} for the {branch}, turn {turns}. {left} stay at home."),
        "range": _("{first} to {last}"),
        "certain": _("Turn {turns}\nWhatever your opponent sends."),
        "unknown": _(
            "Turn {turns}\nLarger flocks come first, so it depends on your opponent’s flocks."
        ),
        "uncertain": _(
            "Turn {turns}\nLarger flocks come first, so it depends on your opponent’s flocks. "
            "There are only nine turns: ✕ stands for none."
        ),
        "beyond": _("No turn\nThere are only nine turns, and too many flocks come before it."),
        "maybe": _("{turns}, or none"),
        "lost": _("none: there are only nine"),
        "more": _("Add a parrot to this flock"),
        "less": _("One parrot fewer"),
        "full": _("All your parrots are sent. Take one back first."),
        "lock": _("Lock in"),
        "locked": _("Locked in"),
        "nobody": "\n".join(_nobody()),
        "empty": _("no parrots yet"),
    }


def _nobody() -> tuple[str, ...]:
    """What the button says while no parrot is sent, in two lines."""
    return kit.wrapped(_("Keep all parrots at home"), 0.88 * _LOCK, 13, 2)  # bold is wider


def _branch(letter: str, name: str, at: tuple[float, float, float]) -> str:
    """A bough to send parrots to."""
    about = {
        "garden": _("Send a flock to the garden: to plant, dig or be starting player"),
        "bulletin": _("Send a flock to the bulletin: to advertise, hire or be starting player"),
    }
    titles = {"garden": _("Garden"), "bulletin": _("Bulletin")}
    called = {"garden": _("garden"), "bulletin": _("bulletin")}
    hints = {
        "garden": _("Send a parrot to plant or dig"),
        "bulletin": _("Send a parrot to advertise or hire"),
    }
    x, y, width = at
    hint = "".join(
        kit.text(line, x + 84, y + 34 + 17 * k, "branch-hint")
        for k, line in enumerate(kit.wrapped(hints[name], width - 94, 13, 2))
    )
    return kit.group(
        kit.element("title", kit.escape(about[name])),
        kit.element("rect", class_="face", x=x, y=y + 1, width=width, height=108, rx=11),
        bough(x + 8, y + BOUGH, width - 24),
        hint,
        kit.icon(PLAN_ICONS[name], x + 22, y + 14, 28),
        kit.text(titles[name], x + 10, y + 96, "branch-title"),
        kit.text(_("turn"), x + 80, y + 17, "branch-turn"),
        id=f"branch-{name}",
        class_="branch",
        data_branch=letter,
        data_box=f"{x:g} {y:g} {width:g}",
        data_title=called[name],
        role="button",
        aria_label=about[name],
    )


def _stands(model: BuildYourArboretumView, plan: PerchPlan) -> list[tuple[float, float]]:
    """Where the viewer's parrots sit before they are sent; one that must stay sits apart."""
    count, most = model.s.parrots[model.me], model.sendable
    pitch = min(plan.bird * 0.9, (plan.words - plan.bird - 24) / max(1, count - 1))
    y = round(_HOME - plan.bird * FEET, 2)
    return [(round(6 + k * pitch + (10 if k >= most else 0), 2), y) for k in range(count)]


_HOME = 98.0
"""Where the bough of the viewer's own parrots is, while they bid."""


def _gathered(model: BuildYourArboretumView, plan: PerchPlan) -> str:
    """The viewer's parrots on a bough of their own, ready to be sent."""
    player, most = PLAYER_NAMES[model.me], model.sendable
    stays, fewer = (
        _("This parrot stays at home"),
        _("The starting player sends one fewer in round 1."),
    )
    why = f"{stays}\n{fewer}"
    birds = "".join(
        parrot(player, k, x, y, plan.bird, *(("counted", "") if k <= most else ("stays", why)))
        for k, (x, y) in enumerate(_stands(model, plan), 1)
    )
    return bough(4, _HOME, plan.words - 16) + birds


_LOCK = 132
"""How wide the button that sends the bid is."""


def _lock(model: BuildYourArboretumView, plan: PerchPlan) -> str:
    """The button that sends the bid, and before it how many parrots stay, and why one must."""
    words, none = _("Keep all parrots at home"), _("no parrots yet")
    lines = "".join(
        kit.element("tspan", kit.escape(line), x=_LOCK / 2, y=21 + 17 * at)
        for at, line in enumerate(_nobody())
    )
    button = kit.group(
        kit.element("rect", class_="face", width=_LOCK, height=47, rx=10),
        kit.element("text", lines, class_="lock-word snug", x=_LOCK / 2, y=29.5),
        id="lock-in",
        class_="lock nobody",
        transform=kit.place(plan.lock, 2),
        role="button",
        aria_label=f"{words}: {none}",
    )
    note = kit.text(none, 4, 40, "note snug", id="lock-note")
    if model.sendable < model.s.parrots[model.me]:
        why = kit.fitted(_("One must stay: you start this round."), plan.words, 12.5)
        note += kit.text(why, 4, 62, "note snug", id="lock-why")
    return button + note
