"""Reasons why a move is refused, and moves that would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core.errors import some
from spinney.games.build_your_arboretum.rules import legal
from spinney.games.build_your_arboretum.rules.bids import unspent_parrots
from spinney.games.build_your_arboretum.rules.garden import plantable
from spinney.games.build_your_arboretum.rules.mini import is_mini
from spinney.games.build_your_arboretum.rules.record import (
    ACTIONS,
    AT,
    BID,
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    DIG,
    DONE,
    DROP,
    FIRST,
    FULL,
    GIVE,
    GIVEN,
    GROUP,
    MOST,
    OFFER,
    PLANT,
    REFUSE,
    SKIP,
    START,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.text.begun import is_paid
from spinney.games.build_your_arboretum.text.names import card_name, cell_name, group_name
from spinney.i18n import N_, _
from spinney.kernel.rule import scratch

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
    s, p = view.record, view.player
    if actions[0] != DONE and not GROUP <= actions[0] < FIRST:
        return _not_a_bid(s, p)
    sizes = [(action - GROUP) // 2 + 1 for action in actions if action != DONE]
    left = unspent_parrots(s, p)
    if sum(sizes) > left:
        return _too_many(s, p, sum(sizes), left)
    return _(
        "no group can be larger than the one before it; try: {bid}",
        bid=_sorted_bid(actions, _largest(s, p)),
    )


def _not_a_bid(s: Arboreta, p: int) -> str:
    """Refuse what is no bid; the examples are a bid, or the rest of one, that can be made."""
    end, bid = ("done" if s.groups[p] else "bid none"), _example_bid(s, p)
    if not bid:
        return _("this is the time to bid, and you can send no parrots; try: {end}", end=end)
    return _("this is the time to bid; name the groups, as: {bid}; or: {end}", bid=bid, end=end)


def _example_bid(s: Arboreta, p: int) -> str:
    """Return a bid of up to three groups, 3b 2g 1g if possible; empty if none can be sent."""
    left, groups = min(unspent_parrots(s, p), 3 + 2 + 1), list[str]()
    for size, plan in ((3, "b"), (2, "g"), (1, "g")):
        if size <= min(left, _largest(s, p)):
            groups.append(f"{size}{plan}")
            left -= size
    return " ".join(["bid", *groups]) if groups else ""


def _largest(s: Arboreta, p: int) -> int:
    """Return how many parrots the next group can have, as long as there are enough."""
    return int(abs(s.bid[p, s.groups[p] - 1])) if s.groups[p] else MOST


def _too_many(s: Arboreta, p: int, count: int, left: int) -> str:
    if s.groups[p]:
        return _("these are {count} parrots, and you can send {left} more", count=count, left=left)
    if left < s.parrots[p]:
        return _(
            "these are {count} parrots, and you can send {have} (the first starting player has "
            "one less in round 1)",
            count=count,
            have=left,
        )
    return _("these are {count} parrots, and you can send {have}", count=count, have=left)


def _sorted_bid(actions: Sequence[int], largest: int) -> str:
    """Return a bid with these groups, the largest first, and none larger than possible."""
    groups = sorted((a - GROUP for a in actions if a != DONE), key=lambda group: -(group // 2))
    fitting = (min(group, 2 * (largest - 1) + group % 2) for group in groups)
    return " ".join(["bid", *map(group_name, fitting)])


def refuse_bid_none(view: Observation) -> str:
    """Return why ``bid none`` can't follow inside a bid or a hire, and what can."""
    if view.record.phase == BID:
        return _("you have sent parrots already; to send no more, try: done")
    return _unfinished_hire(view.record, view.player)


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
        yield from _objections_to_cell(s, p, "", first - AT)


def _objections_to_the_rest(s: Arboreta, p: int, actions: Sequence[int]) -> Iterator[str]:
    """The objections to actions in the middle of a move: first it must be finished."""
    first = actions[0]
    if s.held >= 0 and first < AT:
        yield _(
            "name the cell where {card} goes, as: {cell}",
            card=card_name(s.held),
            cell=cell_name(_open_cell(s, p)),
        )
    if s.taken >= 0 and not DROP <= first < GIVE:
        pile = _pile(s, BOARD + p, but=s.taken)
        yield _("drop another card first; you can drop: {pile}", pile=pile)
    if s.given > 0:
        if first == DONE or GIVE <= first < PLANT:
            yield from _objections_to_hire(s, p, actions)
        else:
            yield _unfinished_hire(s, p)


def _unfinished_hire(s: Arboreta, p: int) -> str:
    if is_paid(s, p):
        return _("finish the hire first; try: done")
    return _("finish the hire first; you can still give: {pile}", pile=_givable(s, p))


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
        yield _refuse_drop(s, p, card)
    elif card == taken:
        yield _(
            "the card just taken can't be dropped; one of these can: {pile}",
            pile=_pile(s, BOARD + p, but=taken),
        )
    else:
        yield _(
            "{card} is not on your board; there: {pile}",
            card=card_name(card),
            pile=_pile(s, BOARD + p, but=taken),
        )


def _refuse_drop(s: Arboreta, p: int, card: int) -> str:
    """Refuse to drop a card without taking one; the example names it if it is on the board."""
    offered = _cards(s, OFFER)
    if s.boarded[p] < FULL or not offered:
        verbs = _verbs(s, p)
        return _("a card drops only from a full board; you can play: {verbs}", verbs=verbs)
    dropped = card if s.where[card] == BOARD + p else _cards(s, BOARD + p)[0]
    return _(
        "name first what you take, as: take {card} drop {dropped}",
        card=card_name(offered[0]),
        dropped=card_name(dropped),
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
    yield from _objections_to_cell(s, p, f"{'dig' if digging else 'plant'} {card_name(card)}", cell)


def _objections_to_cell(s: Arboreta, p: int, before: str, cell: int) -> Iterator[str]:
    """The objections to a cell; ``before``: the words of its move before it, if it is not alone."""
    if not before and s.held < 0:
        yield _refuse_cell_alone(s, p, cell)
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
            place=f"{before} {cell_name(s.planted[p])}".lstrip(),
        )
    yield _(
        "{cell} is not beside a tree of yours; a new tree must touch one by a side",
        cell=cell_name(cell),
    )


def _refuse_cell_alone(s: Arboreta, p: int, cell: int) -> str:
    """Refuse a cell without a card; the example names it if something can be planted there."""
    offered, refuse = _cards(s, OFFER), [] if s.dug else _cards(s, REFUSE)
    open_cell = _open_cell(s, p, cell)
    if open_cell < 0 or not (offered or refuse):
        verbs = _verbs(s, p)
        return _("a cell alone is not a move; you can play: {verbs}", verbs=verbs)
    words = ("plant", offered[0]) if offered else ("dig", refuse[0])
    return _(
        "also name the card that goes there, as: {verb} {card} {cell}",
        verb=words[0],
        card=card_name(words[1]),
        cell=cell_name(open_cell),
    )


def _open_cell(s: Arboreta, p: int, wanted: int = 0) -> int:
    """Return a cell where the player can plant, if possible the one wanted; -1 if there is none."""
    cells = (wanted, *range(CELLS))
    return next((cell for cell in cells if s.planted[p] < CELLS and plantable(s, p, cell)), -1)


def _cards(s: Arboreta, pile: int, after: int = -1) -> list[int]:
    """Return a pile's cards, only those after one of them."""
    return [c for c in range(after + 1, CARDS) if s.where[c] == pile]


def _pile(s: Arboreta, pile: int, but: int = -1, after: int = -1) -> str:
    """Return the names of a pile's cards: but one, and only those after another."""
    cards = [card_name(c) for c in _cards(s, pile, after) if c != but]
    return some(cards, 9) or _("nothing")


def _givable(s: Arboreta, p: int) -> str:
    """Return the names of the cards that may be given next for a hire that has begun."""
    return _pile(s, BOARD + p, after=s.last)


def _verbs(s: Arboreta, p: int) -> str:
    """The verbs of what can be played now."""
    out = scratch(ACTIONS)
    count = legal(s, p, out)
    actions = list(out)[:count]
    return ", ".join(verb for verb, kind in _KINDS.items() if any(a in kind for a in actions))


_KINDS = {
    "take": range(TAKE, DROP),
    "hire": range(GIVE, PLANT),
    "plant": range(PLANT, DIG),
    "dig": range(DIG, AT),
    "start": range(START, TAKE),
    "skip": range(SKIP, START),
}
"""The actions that a move begins with, by its verb."""
