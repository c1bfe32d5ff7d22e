"""The moves of Build Your Arboretum: actions to words and back.

``first red`` · ``bid 3b 2g 1g``, ``bid none`` · ``plant Q7 D5`` · ``dig V1 D1`` · ``take P5``,
``take P5 drop W5`` · ``hire Q7 T4`` · ``start`` · ``skip``

Inside a move come its remaining words: ``D5``, ``drop W5``, more groups of a bid, ``bid 1g``, or
more cards of a hire, ``hire T4``. If nothing remains but to end a bid or a hire: ``done``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, did_you_mean, some
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.mini import in_game
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    CARDS,
    DIG,
    DONE,
    DROP,
    FIRST,
    GIVE,
    GROUP,
    MOST,
    PLANT,
    SIDE,
    SKIP,
    START,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.text import log, rejections
from spinney.games.build_your_arboretum.text.begun import is_begun
from spinney.games.build_your_arboretum.text.names import (
    COLUMNS,
    SUIT_LETTERS,
    card_name,
    cell_name,
    group_name,
)
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation

END = "done"
"""The word for the end of a bid or a hire, if nothing else remains of it."""
VERBS = ("first", "bid", "plant", "dig", "take", "hire", "start", "skip")
EXAMPLES = ("bid 3b 2g 1g", "plant Q7 D5", "take P5")
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
        raise Refused(_("write it like: {form}", form=_("first red, or: first blue")))
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


def _refuse_done(_words: Sequence[str]) -> list[int]:
    raise Refused(_("{word!r} ends a bid or a hire, and none has begun", word=END))


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
    END: _refuse_done,
}


# Inside a bid or a hire.


@dataclass(frozen=True)
class RestNotation:
    """Reads and writes the rest of a bid or a hire that has begun; see `core.notation`.

    Attributes:
        view: what the player sees.
    """

    view: Observation

    def read(self, text: str) -> list[int]:
        """Return the actions that a text means here. Raises Refused: it is no move of this game."""
        if text.lower() == END:
            return [DONE]
        actions = read(text)
        if actions == [DONE]:
            raise Refused(rejections.refuse_bid_none(self.view))
        return actions

    def write(self, actions: Sequence[int]) -> str:
        """Return the rest that these actions make."""
        return END if [*actions] == [DONE] else write(actions)

    def tell(self, facts: Sequence[int]) -> str:
        """Return in words what became known."""
        return tell(facts)


def for_view(view: Observation) -> RestNotation | None:
    """Return the notation of a bid or a hire that has begun, as far as the viewer knows."""
    return RestNotation(view) if is_begun(view.record, view.player) else None


# Why not, and facts in words.


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    return rejections.refuse(view, actions, at)


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    return log.tell(facts)


# Given deals.


def set_deal(record: Arboreta, deck: Sequence[str]) -> None:
    """Lay a deck in the order its cards come out. Raises Refused unless it is all, once each."""
    cards = [read_card(str(word)) for word in deck]
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
