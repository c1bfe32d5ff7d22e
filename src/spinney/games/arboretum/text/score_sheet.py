"""The score sheet of Arboretum, colour by colour: rights to score, and paths.

While hands are hidden nobody can tell who may score. Then the sheet counts what the paths are
worth as they stand, which everybody sees, and says of the hands only what its viewer knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.kit.paths import BestPath, arithmetic
from spinney.core.score_sheet import ScoreRow, ScoreSheet, verdict
from spinney.core.second_person import text_about, text_about_several
from spinney.drawing.tree_names import tree_name
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.record import OVER
from spinney.games.arboretum.rules.scoring import cancelled, may_score
from spinney.games.arboretum.text.names import card_title, cell_name
from spinney.games.arboretum.view_model import ArboretumView, view_model
from spinney.i18n import N_, _, pgettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

HIDDEN = N_("What the paths are worth, whoever may score them")


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now, as far as is known."""
    model = view_model(view)
    gardens = [model.paths(p) for p in range(model.players)]
    rows = tuple([_colour(model, colour, gardens) for colour in model.colours])
    over, open_handed = model.s.phase == OVER, model.open_handed
    if open_handed:
        return ScoreSheet(model.names, rows, over, _verdict(model, rows))
    verdict = _("Hands decide who may score, and you don’t see them all.")
    return ScoreSheet(model.names, rows, over, verdict, _("in paths"), _(HIDDEN))


# Colours.


def _colour(model: ArboretumView, colour: int, gardens: Sequence[Sequence[BestPath]]) -> ScoreRow:
    players, open_handed = range(model.players), model.open_handed
    paths = [gardens[p][colour] for p in players]
    may = [not open_handed or may_score(model.s, p, colour) for p in players]
    note = _right(model, colour, may) if open_handed else _held(model, colour)
    return ScoreRow(
        key=TREES[colour],
        title=tree_name(TREES[colour]),
        points=tuple([path.worth if may[p] else 0 for p, path in enumerate(paths)]),
        reasons=tuple([_path(path, may[p]) if path.worth else "" for p, path in enumerate(paths)]),
        note=note,
        cells=tuple([tuple(map(cell_name, path.places)) for path in paths]),
        tree=TREES[colour],
    )


def _path(best: BestPath, may: bool) -> str:
    """A best path with its arithmetic."""
    cards = ", ".join(card_title(card) for card in best.cards)
    path = f"{cards}: {arithmetic(best.cards, best.worth, _('kind'))}"
    return path if may else _("{path}, but may not score it", path=path)


def _right(model: ArboretumView, colour: int, may: Sequence[bool]) -> str:
    """What everybody holds, and who may score the colour."""
    players = range(model.players)
    if not any(model.numbers(p, colour) for p in players):
        return _("Nobody holds any: everybody may score.")
    held = "; ".join(
        text_about(
            model.names[p],
            N_("you hold {numbers}"),
            N_("{name} holds {numbers}"),
            numbers=_counted(model, p, colour),
        )
        for p in players
    )
    return f"{_big(held)}. {_scorers(model, [p for p in players if may[p]])}"


def _scorers(model: ArboretumView, who: Sequence[int]) -> str:
    """Who may score a colour."""
    if len(who) == 1:
        return text_about(
            model.names[who[0]], N_("Only you may score."), N_("Only {name} may score.")
        )
    return text_about_several(
        [model.names[p] for p in who],
        pgettext("you among them", "{names} may score."),
        _("{names} may score."),
    ).format(names=model.list(who))


def _counted(model: ArboretumView, p: int, colour: int) -> str:
    """What a player holds of a colour; an 8 that counts nothing is not among it."""
    numbers = model.numbers(p, colour)
    if not cancelled(model.s, p, colour):
        return _plus(numbers)
    others = (q for q in range(model.players) if q != p)
    whose = next(q for q in others if 1 in model.numbers(q, colour))
    if len(numbers) == 1:
        own, other = (
            N_("only an 8 that your 1 cancels"),
            N_("only an 8 that the 1 of {name} cancels"),
        )
        return text_about(model.names[whose], own, other)
    own = N_("{numbers} and an 8 that your 1 cancels")
    other = N_("{numbers} and an 8 that the 1 of {name} cancels")
    return text_about(model.names[whose], own, other, numbers=_plus(numbers[:-1]))


def _plus(numbers: Sequence[int]) -> str:
    """Numbers and what they come to: ``3 + 5 = 8``."""
    if len(numbers) < 2:
        return str(numbers[0]) if numbers else _("none")
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}"


def _held(model: ArboretumView, colour: int) -> str:
    """What is known of the colour in hands that are not all known."""
    holdings = []
    for p in range(model.players):
        numbers = model.numbers(p, colour)
        if p == model.me:
            holdings.append(_("you hold {numbers}", numbers=_plus(numbers)))
        elif numbers:
            holdings.append(
                _("{name} is known to hold {numbers}", name=model.names[p], numbers=_plus(numbers))
            )
    return _big(f"{'; '.join(holdings)}.") if holdings else ""


def _big(text: str) -> str:
    return text[:1].upper() + text[1:]


# The result.


def _verdict(model: ArboretumView, rows: Sequence[ScoreRow]) -> str:
    """The winner, or who would win now, and why."""
    totals = [sum(row.points[p] for row in rows) for p in range(model.players)]
    most = [p for p, total in enumerate(totals) if total == max(totals)]
    outcome = model.view.outcome
    if outcome is None:
        return verdict(model.names, totals, most, over=False)
    winners = [p for p, won in enumerate(outcome) if won >= 0]
    broken = len(winners) == 1 and len(most) > 1
    reason = _("with more kinds of tree among those who tie") if broken else ""
    return verdict(model.names, totals, winners, over=True, reason=reason)
