"""The moves of Build Your Arboretum: actions to words and back, and why one is refused.

``first red`` · ``bid 3b 2g 1g``, ``bid none`` · ``plant Q7 D5`` · ``dig V1 D1`` · ``take P5``,
``take P5 drop W5`` · ``hire Q7 T4`` · ``start`` · ``skip``
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, did_you_mean, some
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.mini import in_game, is_mini
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
    GROUP,
    MOST,
    OFFER,
    PLANT,
    REFUSE,
    SIDE,
    SKIP,
    START,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.text import log
from spinney.games.build_your_arboretum.text.names import (
    COLUMNS,
    SUIT_LETTERS,
    card_name,
    cell_name,
    group_name,
)
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation

VERBS = ("first", "bid", "plant", "dig", "take", "hire", "start", "skip")
CELL_FORM = r"[A-Fa-f][1-6]"


# Words to cards, cells and groups.

INDEX_NAMES = {"where": card_name, "grid": cell_name}
"""By field of the record, what its last axis counts."""


def read_card(word: str) -> int:
    """Return the card of that name. Raises Refused."""
    if not re.fullmatch(r"[P-Wp-w][1-8]", word):
        raise Refused(
            _(
                "{word!r} is not a card; a card is a letter from P to W and a number from 1 to "
                "8, as Q7",
                word=word,
            )
        )
    return SUIT_LETTERS.index(word[0].upper()) * 8 + int(word[1]) - 1


def read_cell(word: str) -> int:
    """Return the cell of that name. Raises Refused."""
    if not re.fullmatch(CELL_FORM, word):
        raise Refused(
            _(
                "{word!r} is not a cell; a cell is a column from A to F and a row from 1 to 6, as "
                "D5",
                word=word,
            )
        )
    return (int(word[1]) - 1) * SIDE + COLUMNS.index(word[0].upper())


def read_group(word: str) -> int:
    """Return a group's number among the actions. Raises Refused."""
    match = re.fullmatch(r"([1-9][0-9]?)([gb])", word.lower())
    if not match or int(match[1]) > MOST:
        raise Refused(
            _(
                "{word!r} is not a group; a group is a number of parrots and g for garden or b "
                "for bulletin, as 3b",
                word=word,
            )
        )
    return 2 * (int(match[1]) - 1) + "gb".index(match[2])


# Actions to words.


def write(actions: Sequence[int]) -> str:
    """Return the move, or the beginning of one, that these actions make."""
    words: list[str] = []
    for action in actions:
        words += _words(action, not words)
    return " ".join(words)


@cache
def _words(action: int, first: bool) -> list[str]:
    if action == DONE:
        return ["bid", "none"] if first else []
    if action < FIRST:
        return [*(["bid"] if first else []), group_name(action - GROUP)]
    if action < SKIP:
        return ["first", PLAYER_NAMES[action - FIRST]]
    if action < TAKE:
        return ["skip" if action == SKIP else "start"]
    if action >= AT:
        return [cell_name(action - AT)]
    verb, card = _VERB_OF[(action - TAKE) // CARDS], (action - TAKE) % CARDS
    return [*([verb] if first or verb != "hire" else []), card_name(card)]


_VERB_OF = ("take", "drop", "hire", "plant", "dig")


def meaning(word: str) -> str:
    """Return what a word means that doesn't say it itself; empty for all others."""
    if not re.fullmatch(r"[0-9]+[gb]", word):
        return ""
    return "garden" if word[-1] == "g" else "bulletin"


# Words to actions.


def read(text: str) -> list[int]:
    """Return the actions a move means, whether or not they are legal now.

    Capitals don't matter, nor does the order of cards given for a hire. A cell alone is the rest of
    a move whose card has been said, and so is what is dropped.

    Raises:
        Refused: it is not a move of this game.
    """
    verb, *words = text.split() or [""]
    verb = verb.lower()
    if re.fullmatch(CELL_FORM, verb) and not words:
        return [AT + read_cell(verb)]
    if verb not in _READERS:
        raise Refused(_("no move begins with {verb!r}", verb=verb) + did_you_mean(verb, VERBS))
    return _READERS[verb](words)


def _exactly(words: Sequence[str], count: int, form: str) -> None:
    if len(words) != count:
        raise Refused(_("write it like: {form}", form=form))


def _read_first(words: Sequence[str]) -> list[int]:
    if len(words) != 1 or words[0].lower() not in PLAYER_NAMES:
        raise Refused(_("try: first red, or: first blue"))
    return [FIRST + PLAYER_NAMES.index(words[0].lower())]


def _read_bid(words: Sequence[str]) -> list[int]:
    if [word.lower() for word in words] == ["none"]:
        return [DONE]
    if not words:
        raise Refused(_("name the groups, largest first, as: bid 3b 2g 1g; or: bid none"))
    return [*(GROUP + read_group(word) for word in words), DONE]


def _read_place(first: int, verb: str) -> Callable[[Sequence[str]], list[int]]:
    def read_place(words: Sequence[str]) -> list[int]:
        _exactly(words, 2, _("{verb} Q7 D5, a card and a cell", verb=verb))
        return [first + read_card(words[0]), AT + read_cell(words[1])]

    return read_place


def _read_take(words: Sequence[str]) -> list[int]:
    form = _("take P5, or with a full board: take P5 drop W5")
    if len(words) == 3 and words[1].lower() == "drop":
        return [TAKE + read_card(words[0]), DROP + read_card(words[2])]
    _exactly(words, 1, form)
    return [TAKE + read_card(words[0])]


def _read_drop(words: Sequence[str]) -> list[int]:
    _exactly(words, 1, _("drop W5, after a card was taken"))
    return [DROP + read_card(words[0])]


def _read_hire(words: Sequence[str]) -> list[int]:
    if not words:
        raise Refused(_("name the cards you give for the parrot, as: hire Q7 T4"))
    cards = sorted(map(read_card, words))
    for card, following in pairwise(cards):
        if card == following:
            raise Refused(_("{card} can be given only once", card=card_name(card)))
    return [*(GIVE + card for card in cards), DONE]


def _read_word(action: int, verb: str) -> Callable[[Sequence[str]], list[int]]:
    def read_word(words: Sequence[str]) -> list[int]:
        _exactly(words, 0, _("{verb}, and nothing else", verb=verb))
        return [action]

    return read_word


_READERS: dict[str, Callable[[Sequence[str]], list[int]]] = {
    "first": _read_first,
    "bid": _read_bid,
    "plant": _read_place(PLANT, "plant"),
    "dig": _read_place(DIG, "dig"),
    "take": _read_take,
    "drop": _read_drop,
    "hire": _read_hire,
    "start": _read_word(START, "start"),
    "skip": _read_word(SKIP, "skip"),
}


# Why not.


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
    return write([*groups, DONE])


def _objections(s: Arboreta, p: int, actions: Sequence[int], action: int | None) -> Iterator[str]:
    """The objections to an action, the first that applies first."""
    first = actions[0]
    if s.held >= 0 and first < AT:
        yield _("name the cell where {card} goes, as: D5", card=card_name(s.held))
    if first == DONE or first < SKIP:
        yield _("the round is being played; you can play: {verbs}", verbs=_verbs(s, p))
    bulletin = s.bid[p, s.used[p]] < 0
    if (TAKE <= first < PLANT) != bulletin and first not in (START, SKIP):
        yield (
            _("this group is for the bulletin: take, hire, start, or skip")
            if bulletin
            else _("this group is for the garden: plant, dig, start, or skip")
        )
    if first == START:
        yield _("start is taken this round; you can play: {verbs}", verbs=_verbs(s, p))
    if TAKE <= first < DROP:
        yield from _objections_to_take(s, p, actions, action)
    elif DROP <= first < GIVE:
        yield from _objections_to_drop(s, p, s.taken, first - DROP)
    elif GIVE <= first < PLANT:
        yield from _objections_to_hire(s, p, actions)
    elif PLANT <= first < AT:
        yield from _objections_to_planting(s, p, actions)
    else:
        yield from _objections_to_cell(s, p, s.held, first - AT)


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
            pile=_pile(s, BOARD + p),
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
        if s.where[card] != BOARD + p:
            yield _(
                "{card} is not on your board; there: {pile}",
                card=card_name(card),
                pile=_pile(s, BOARD + p),
            )
    total, price = sum(card % 8 + 1 for card in cards), s.parrots[p] + 1
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


def _pile(s: Arboreta, pile: int) -> str:
    return some([card_name(c) for c in range(CARDS) if s.where[c] == pile], 9) or "nothing"


def _verbs(s: Arboreta, p: int) -> str:
    """The actions the plan allows and nobody has taken yet."""
    bulletin = s.bid[p, s.used[p]] < 0
    verbs = ["take"] if bulletin else ["plant"]
    if not (s.hired if bulletin else s.dug):
        verbs.append("hire" if bulletin else "dig")
    return ", ".join([*verbs, *(["start"] if s.next_start < 0 else []), "skip"])


# Facts in words.


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    return log.tell(facts)


# Given deals.


def set_deal(record: Arboreta, deck: Sequence[str]) -> None:
    """Lay a deck in the order its cards come out. Raises Refused unless it is all, once each."""
    cards = [read_card(word) for word in deck]
    missing = [name for name in _all_names(record) if read_card(name) not in cards]
    if len(cards) != record.cards or missing:
        raise Refused(
            f"a deck has each of the {record.cards} cards once; this has {len(cards)}, "
            f"without {some(missing) or 'any missing'}"
        )
    for i, card in enumerate(cards):
        record.deck[i] = card


def _all_names(record: Arboreta) -> list[str]:
    return [card_name(c) for c in range(CARDS) if in_game(record, c)]


def shuffles(record: Arboreta) -> dict[str, tuple[list[str], int]]:
    """Return what is shuffled for a deal, and how much of it `set_deal` is given."""
    return {"deck": (_all_names(record), record.cards)}


def deal_of(record: Arboreta) -> dict[str, Any]:
    """Return the deal that `set_deal` takes."""
    return {"deck": [card_name(record.deck[i]) for i in range(record.cards)]}
