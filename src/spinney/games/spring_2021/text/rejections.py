"""Reasons why a move is refused, and moves that would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core.errors import some
from spinney.games.spring_2021.rules.geometry import REACH, distance
from spinney.games.spring_2021.rules.legal_moves import cost
from spinney.games.spring_2021.rules.record import LARGEST, LEAGUE_NAMES, Forest
from spinney.games.spring_2021.rules.trees import owner_at, richness, size_at
from spinney.games.spring_2021.text.names import (
    FORMS,
    VERBS,
    VERBS_OF,
    move_name,
    parts,
)
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation

# By the size of a tree: why its cell is not free, how far it sows, why it can't be completed.
TAKEN = (
    N_("{cell} is taken by a seed"),
    N_("{cell} is taken by a small tree"),
    N_("{cell} is taken by a medium tree"),
    N_("{cell} is taken by a large tree"),
)
TOO_FAR = (
    "",  # seeds don't sow at all
    N_("{target} is {distance} cells from {cell}, and a small tree sows no further than {size}"),
    N_("{target} is {distance} cells from {cell}, and a medium tree sows no further than {size}"),
    N_("{target} is {distance} cells from {cell}, and a large tree sows no further than {size}"),
)
SMALLER = (
    N_("only a large tree can be completed; on {cell} is a seed"),
    N_("only a large tree can be completed; on {cell} is a small tree"),
    N_("only a large tree can be completed; on {cell} is a medium tree"),
)


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    if view.mid_move:
        return incomplete(view)
    verb, cells = parts(actions)
    if not verb:
        return no_beginning(move_name(actions), view.record.league)
    if at == (2 if verb == "SEED" else 1):
        return _("{move!r} is a whole move; play one at a time", move=move_name(actions[:at]))
    reason = next(_objections(view.record, view.player, verb, cells))
    return _("{reason}; you can play: {ways}", reason=reason, ways=_ways(view, verb))


def _ways(view: Observation, verb: str) -> str:
    """What the viewer can say: with that verb if there is anything, else at all."""
    ways = list(view.legal)
    return some([way for way in ways if way.startswith(verb)] or ways)


def _objections(s: Forest, p: int, verb: str, cells: Sequence[int]) -> Iterator[str]:
    """The objections to a move, the first that applies first."""
    cell, *targets = cells
    if verb not in VERBS_OF[s.league]:
        yield _("in {league} nobody can {verb}", league=LEAGUE_NAMES[s.league], verb=verb)
    owner, size = owner_at(s, cell), size_at(s, cell)
    if owner != p:
        yield (
            _("the tree on {cell} is not yours", cell=cell)
            if owner >= 0
            else _("there is no tree on {cell}", cell=cell)
        )
    if s.dormant >> cell & 1:
        yield _("the tree on {cell} is dormant until tomorrow", cell=cell)
    if verb == "GROW" and size == LARGEST:
        yield _("the tree on {cell} can't grow further", cell=cell)
    if verb == "COMPLETE" and size < LARGEST:
        yield _(SMALLER[size], cell=cell)
    for target in targets:
        yield from _objections_to_target(s, cell, size, target)
    price = cost(s, p, VERBS[verb] + cell)
    yield _("that costs {cost} sun, and you have {sun}", cost=price, sun=s.sun[p])


def _objections_to_target(s: Forest, cell: int, size: int, target: int) -> Iterator[str]:
    if size == 0:
        yield _("on {cell} is a seed, which can't sow yet", cell=cell)
    owner = owner_at(s, target)
    if owner >= 0:
        yield _(TAKEN[size_at(s, target)], cell=target)
    if not richness(s, target):
        yield _("nothing grows on {cell}", cell=target)
    if not REACH[size, cell] >> target & 1:
        far = distance(cell, target)
        yield _(TOO_FAR[size], target=target, distance=far, cell=cell, size=size)


def incomplete(view: Observation) -> str:
    """Return what can follow inside a sowing."""
    return _("the move isn't complete; what can follow: {ways}", ways=some(list(view.legal)))


def no_beginning(word: str, league: int) -> str:
    """Return that no move begins with a word, and what moves are like in a league."""
    forms = ", ".join(form for verb, form in FORMS.items() if verb in VERBS_OF[league])
    return _("no move begins with {verb!r}; write it like: {forms}", verb=word, forms=forms)
