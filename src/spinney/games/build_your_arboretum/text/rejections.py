"""Reasons why a move is refused, and moves that would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core.errors import some
from spinney.games.build_your_arboretum.rules.mini import is_mini
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    BOARD,
    CARDS,
    CHOOSE,
    DIG,
    DONE,
    DROP,
    FIRST,
    FULL,
    GIVE,
    GIVEN,
    GROUP,
    OFFER,
    PLANT,
    REFUSE,
    SKIP,
    START,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.text.names import card_name, cell_name, group_name
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    s: Arboreta = view.record
    if s.phase == CHOOSE:
        return _("the first starting player must be chosen; try: first red, or: first blue")
    if s.phase == BID:
        return _refuse_bid(view, actions)
    action = actions[at] if at < len(actions) else None
    return next(_objections(s, view.player, actions, action))


def _refuse_bid(view: Observation, actions: Sequence[int]) -> str:
    if actions[0] != DONE and not GROUP <= actions[0] < FIRST:
        return _("this is the time to bid; name the groups, as: bid 3b 2g 1g; or: bid none")
    s, p = view.record, view.player
    have = s.parrots[p] - (1 if s.round_number == 1 and s.start == p else 0)
    sizes = [(action - GROUP) // 2 + 1 for action in actions if action != DONE]
    if sum(sizes) > have:
        if have < s.parrots[p]:
            return _(
                "these are {count} parrots, and you can send {have} (the first starting player has "
                "one less in round 1)",
                count=sum(sizes),
                have=have,
            )
        return _("these are {count} parrots, and you can send {have}", count=sum(sizes), have=have)
    return _(
        "no group can be larger than the one before it; try: {bid}",
        bid=_sorted_bid(actions),
    )


def _sorted_bid(actions: Sequence[int]) -> str:
    groups = sorted((s for s in actions if s != DONE), key=lambda s: -((s - GROUP) // 2))
    return " ".join(["bid", *(group_name(group - GROUP) for group in groups)])


def _objections(s: Arboreta, p: int, actions: Sequence[int], action: int | None) -> Iterator[str]:
    """The objections to an action, the first that applies first."""
    first = actions[0]
    yield from _objections_to_the_rest(s, p, actions)
    if first == DONE or first < SKIP:
        yield _("the round is being played; you can play: {verbs}", verbs=_verbs(s, p))
    bulletin = s.bid[p, s.used[p]] < 0
    if (TAKE <= first < PLANT) != bulletin and first not in (START, SKIP):
        yield (
            _("this group is for the bulletin: take, hire, start, or skip")
            if bulletin
            else _("this group is for the garden: plant, dig, start, or skip")
        )
    if first in (START, SKIP):
        yield from _objections_to_word(s, p, first)
    elif TAKE <= first < DROP:
        yield from _objections_to_take(s, p, actions, action)
    elif DROP <= first < GIVE:
        yield from _objections_to_drop(s, p, s.taken, first - DROP)
    elif GIVE <= first < PLANT:
        yield from _objections_to_hire(s, p, actions)
    elif PLANT <= first < AT:
        yield from _objections_to_planting(s, p, actions)
    else:
        yield from _objections_to_cell(s, p, s.held, first - AT)


def _objections_to_the_rest(s: Arboreta, p: int, actions: Sequence[int]) -> Iterator[str]:
    """The objections to actions in the middle of a move: first it must be finished."""
    first = actions[0]
    if s.held >= 0 and first < AT:
        yield _("name the cell where {card} goes, as: D5", card=card_name(s.held))
    if s.taken >= 0 and not DROP <= first < GIVE:
        pile = _pile(s, BOARD + p, but=s.taken)
        yield _("drop another card first; you can drop: {pile}", pile=pile)
    if s.given > 0:
        if first == DONE or GIVE <= first < PLANT:
            yield from _objections_to_hire(s, p, actions)
        else:
            yield _("finish the hire first; you can still give: {pile}", pile=_givable(s, p))


def _objections_to_word(s: Arboreta, p: int, first: int) -> Iterator[str]:
    """The objections to ``start`` and ``skip``, which nothing follows."""
    if first == START and s.next_start >= 0:
        yield _("start is taken this round; you can play: {verbs}", verbs=_verbs(s, p))
    yield _("{verb}, and nothing else", verb="start" if first == START else "skip")


def _objections_to_take(
    s: Arboreta, p: int, actions: Sequence[int], action: int | None
) -> Iterator[str]:
    card = actions[0] - TAKE
    if s.where[card] != OFFER:
        yield _(
            "{card} is not in the offering; there: {pile}",
            card=card_name(card),
            pile=_pile(s, OFFER),
        )
    if s.boarded[p] < FULL:
        yield _(
            "your board has room, so you don't drop anything; try: take {card}",
            card=card_name(card),
        )
    if action is None:
        yield (
            _(
                "your board is full: add what you drop, as: take {card} drop "
                "{other}; there: {pile}",
                card=card_name(card),
                other=_pile(s, BOARD + p).split(", ")[0],
                pile=_pile(s, BOARD + p),
            )
        )
    else:
        yield from _objections_to_drop(s, p, card, action - DROP)


def _objections_to_drop(s: Arboreta, p: int, taken: int, card: int) -> Iterator[str]:
    if taken < 0:
        yield _("name first what you take, as: take P5 drop {card}", card=card_name(card))
    elif card == taken:
        yield _(
            "the card just taken can't be dropped; one of these can: {pile}",
            pile=_pile(s, BOARD + p, but=taken),
        )
    else:
        yield _(
            "{card} is not on your board; there: {pile}",
            card=card_name(card),
            pile=_pile(s, BOARD + p),
        )


def _objections_to_hire(s: Arboreta, p: int, actions: Sequence[int]) -> Iterator[str]:
    if s.hired:
        yield _("hire is taken this round; you can play: {verbs}", verbs=_verbs(s, p))
    cards = [action - GIVE for action in actions if action != DONE]
    for card in cards:
        if s.where[card] == GIVEN:
            yield _("{card} can be given only once", card=card_name(card))
        if s.where[card] != BOARD + p:
            yield _(
                "{card} is not on your board; there: {pile}",
                card=card_name(card),
                pile=_pile(s, BOARD + p),
            )
        if card < s.last:
            yield _(
                "cards are given in order; after {card} you can give: {pile}",
                card=card_name(s.last),
                pile=_givable(s, p),
            )
    total, price = s.given + sum(card % 8 + 1 for card in cards), s.parrots[p] + 1
    yield _(
        "these cards add up to {total}; the next parrot costs at least {price}",
        total=total,
        price=price,
    )


def _objections_to_planting(s: Arboreta, p: int, actions: Sequence[int]) -> Iterator[str]:
    digging = actions[0] >= DIG
    card, cell = actions[0] - (DIG if digging else PLANT), actions[1] - AT
    if digging and s.dug:
        yield _("dig is taken this round; you can play: {verbs}", verbs=_verbs(s, p))
    pile = REFUSE if digging else OFFER
    if s.where[card] != pile:
        missing = N_("{card} is not in the offering; there: {pile}")
        if digging:
            missing = N_("{card} is not in the refuse pile; there: {pile}")
        yield _(missing, card=card_name(card), pile=_pile(s, pile))
    yield from _objections_to_cell(s, p, card, cell)


def _objections_to_cell(s: Arboreta, p: int, card: int, cell: int) -> Iterator[str]:
    if card < 0:
        yield _("also name the card that goes there, as: plant Q7 {cell}", cell=cell_name(cell))
    if s.grid[p, cell] >= 0:
        yield _(
            "{cell} is taken by {card}; plant on a free cell",
            cell=cell_name(cell),
            card=card_name(s.grid[p, cell]),
        )
    if is_mini(s):
        yield _(
            "in the mini game trees stand in a row, and {cell} is not the next place; try: {place}",
            cell=cell_name(cell),
            place=cell_name(s.planted[p]),
        )
    yield _(
        "{cell} is not beside a tree of yours; a new tree must touch one by a side",
        cell=cell_name(cell),
    )


def _pile(s: Arboreta, pile: int, but: int = -1, after: int = -1) -> str:
    """Return the names of a pile's cards: but one, and only those after another."""
    cards = [c for c in range(after + 1, CARDS) if s.where[c] == pile and c != but]
    return some(list(map(card_name, cards)), 9) or _("nothing")


def _givable(s: Arboreta, p: int) -> str:
    """Return the names of the cards that may be given next for a hire that has begun."""
    return _pile(s, BOARD + p, after=s.last)


def _verbs(s: Arboreta, p: int) -> str:
    """The actions the plan allows and nobody has taken yet."""
    bulletin = s.bid[p, s.used[p]] < 0
    verbs = ["take"] if bulletin else ["plant"]
    if not (s.hired if bulletin else s.dug):
        verbs.append("hire" if bulletin else "dig")
    return ", ".join([*verbs, *(["start"] if s.next_start < 0 else []), "skip"])
