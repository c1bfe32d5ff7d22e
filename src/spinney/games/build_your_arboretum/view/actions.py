"""The five actions as a board of their own, for a picture by itself: those taken struck out."""

from __future__ import annotations

from spinney import drawing as kit
from spinney.drawing import Board
from spinney.games.build_your_arboretum.view.perch import PLAN_ICONS
from spinney.games.build_your_arboretum.view_model import (
    VERB_TITLES,
    BuildYourArboretumView,
)
from spinney.i18n import _, cached_text

_VERBS = ("plant", "take", "dig", "hire", "start", "skip")


def actions(model: BuildYourArboretumView, width: float) -> Board:
    """The five actions and skip, in two columns by plan."""
    tile = round((width - 12) / 2, 2)
    about = {
        "plant": _("from the offering"),
        "dig": _("from the refuse pile"),
        "take": _("to your bulletin"),
        "hire": _("one parrot more"),
        "start": _("first among equal flocks"),
        "skip": _("rest of the round"),
    }
    if model.price:
        about["hire"] = _("one parrot for {price}+", price=model.price)
    drawn = "".join(
        _verb(
            verb,
            _(VERB_TITLES[verb]),
            _("taken") if model.taken(verb) else about[verb],
            "taken" if model.taken(verb) else "open" if model.open(verb) else "shut",
            (round(9 + k % 2 * tile, 2), 42 + k // 2 * 58, tile - 6),
            verb in model.words,
        )
        for k, verb in enumerate(_VERBS)
    )
    taken = ", ".join(_(VERB_TITLES[verb]) for verb in _VERBS if model.taken(verb)) or _("none")
    height = 42 + len(_VERBS) // 2 * 58 + 2
    panel = kit.panel(width, height, 13)
    plans = _plan("garden", _("Garden"), 12) + _plan("bulletin", _("Bulletin"), 12 + tile)
    description = _("Taken: {actions}.", actions=taken)
    return Board(
        "actions", _("Actions"), width, height, panel + plans + drawn, description, headed=True
    )


def _plan(name: str, title: str, x: float) -> str:
    return kit.icon(PLAN_ICONS[name], x, 10, 24) + kit.text(title, x + 30, 28, "heading")


@cached_text(maxsize=512)
def _verb(
    verb: str, title: str, about: str, state: str, at: tuple[float, float, float], named: bool
) -> str:
    x, y, width = at
    body = kit.element("rect", class_="face", width=width, height=52, rx=10)
    body += kit.text(title, width / 2, 22, "verb")
    body += kit.text(about, width / 2, 42, "label")
    if state == "taken":
        body += kit.element("path", class_="strike", d=f"M{width / 2 - 26:g} 16h52")
    return kit.piece(
        f"action-{verb}",
        f"action {state}",
        body,
        (x, y, 1),
        word=verb if named else None,
        label=f"{title}: {about}",
        halo=kit.element("rect", class_="halo", x=-4, y=-4, width=width + 8, height=60, rx=13),
    )
