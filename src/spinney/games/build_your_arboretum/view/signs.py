"""Signs: the actions that a board offers in words, with why one can't be taken."""

from __future__ import annotations

from spinney import drawing as kit
from spinney.games.build_your_arboretum.rules.record import OVER
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView
from spinney.i18n import N_, _, cached_text

Box = tuple[float, float, float, float]
"""x, y, width, height."""


def sign(model: BuildYourArboretumView, verb: str, words: str, at: Box, how: str = "") -> str:
    """An action in words: open, shut or taken; a button where the viewer can choose it.

    To a player it is open only on their own turn; spectators see what the turn's player can do.

    Args:
        model: what there is to see.
        verb: the action.
        words: what it is called.
        at: where it stands.
        how: what must be picked first, shown after a click that comes too early; where the viewer
            can't choose it at all, a click shows why.
    """
    if model.s.phase == OVER:
        return ""
    is_open = model.open(verb) and (model.me < 0 or model.me == model.mover)
    state = "taken" if model.taken(verb) else "open" if is_open else "shut"
    named = verb in model.words
    why = model.why_shut(verb)
    label = "\n".join(filter(None, (words, why, _about(model, verb, state))))
    return _sign(verb, words, state, named, label, at, how if named else why)


@cached_text(maxsize=512)
def _sign(verb: str, words: str, state: str, named: bool, label: str, at: Box, how: str) -> str:
    x, y, width, height = at
    face = kit.element("rect", class_="face", width=width, height=height, rx=9)
    size, kind = 14.0, "sign-word"
    if kit.text_width(words, size, True) > width - 8:
        size, kind = 12.5, "sign-word snug"
    shown = kit.fitted(words, width - 8, size, True)
    face += kit.text(shown, width / 2, height / 2 + 5, kind)
    wide = min(kit.text_width(words, size, True), width - 8)
    struck = (
        kit.element("path", class_="strike", d=f"M{(width - wide) / 2:.4g} {height / 2}h{wide:.4g}")
        if state == "taken"
        else ""
    )
    halo = kit.element("rect", class_="halo", x=-3, y=-3, width=width + 6, height=height + 6, rx=11)
    return kit.piece(
        f"action-{verb}",
        f"action {state}",
        face + struck,
        (x, y, 1),
        word=verb if named else None,
        label=label.strip(),
        unavailable=[kit.Unavailable(words, how)] if how else (),
        halo=halo,
    )


_ABOUT = {
    "plant": N_("A card from the offering goes into your garden."),
    "take": N_("A card from the offering goes on your bulletin."),
    "dig": N_("A card from the refuse pile goes into your garden, once a round."),
    "hire": N_("Cards from your bulletin pay for a parrot, once a round."),
    "start": N_("You are the starting player from the next round on, once a round."),
    "start at the end": N_("You are the starting player at the end, worth 1 point."),
    "skip": N_("You give up this turn and all your others this round."),
}
"""What the actions do, for who may choose them."""
_TOLD = {
    "plant": N_("A card from the offering goes into the garden."),
    "take": N_("A card from the offering goes on the bulletin."),
    "dig": N_("A card from the refuse pile goes into the garden, once a round."),
    "hire": N_("Cards from the bulletin pay for a parrot, once a round."),
    "start": N_("Whoever does this is the starting player from the next round on, once a round."),
    "start at the end": N_("Whoever does this is the starting player at the end, worth 1 point."),
    "skip": N_("Whoever does this gives up this turn and all their others this round."),
}
"""The same for spectators."""


def _about(model: BuildYourArboretumView, verb: str, state: str) -> str:
    """What an action does; nothing where it is done already and the viewer is told that."""
    if state == "taken":
        return _("Somebody has already done that this round.") if model.me < 0 else ""
    if verb == "start" and model.is_last_round:
        verb = "start at the end"
    return _((_TOLD if model.me < 0 else _ABOUT)[verb])
