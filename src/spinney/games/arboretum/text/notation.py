"""The moves of Arboretum: actions to words and back.

``draw deck`` · ``draw 2``, the top of player 2's pile · ``play cassia5 0,1`` · ``discard lilac3``

A verb or a tree can be cut short as long as it can't be another: ``p ca5 0,1``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, did_you_mean, some
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.record import (
    AT,
    CARDS,
    DRAW1,
    FROM_DECK,
    FROM_PILE,
    ORIGIN,
    PILE,
    PLAY,
    PLAYERS,
    SPAN,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.text import log, rejections
from spinney.games.arboretum.text.names import REACH, card_name, cell_name
from spinney.i18n import N_, _
from spinney.i18n.lists import or_list

if TYPE_CHECKING:
    from spinney.core.state import Observation

VERBS = ("draw", "play", "discard")
EXAMPLES = ("draw deck", "play cassia5 0,1", "discard lilac3")
CELL_FORM = r"([-−]?[0-9]{1,3}),([-−]?[0-9]{1,3})"


# Words to cards and cells.

INDEX_NAMES = {"where": card_name}
"""By field of the record, what its last axis counts."""


def read_card(word: str) -> int:
    """Return the card of that name; the tree may be cut short. Raises Refused."""
    match = re.fullmatch(r"([a-z]+)([1-8])", word.lower())
    if not match:
        raise Refused(
            _(
                "{word!r} is not a card; a card is a tree and a number from 1 to 8, as cassia5 "
                "or ca5",
                word=word,
            )
        )
    return (
        TREES.index(_whole(match[1], TREES, N_("{word!r} is not a tree"))) * 8 + int(match[2]) - 1
    )


def read_cell(word: str) -> int:
    """Return the cell of that name. Raises Refused."""
    match = re.fullmatch(CELL_FORM, word)
    if not match:
        raise Refused(
            _(
                "{word!r} is not a cell; a cell is x,y: steps to the right and steps up from the "
                "first card, as 0,1 or -2,0",
                word=word,
            )
        )
    x, y = (int(number.replace("−", "-")) for number in match.groups())
    if max(abs(x), abs(y)) > REACH:
        raise Refused(_("{word} is farther out than a garden can grow", word=word))
    return ORIGIN + x - SPAN * y


def _whole(short: str, names: Sequence[str], kind: str) -> str:
    """The one name that begins so. Raises Refused."""
    matches = [name for name in names if name.startswith(short)]
    if len(matches) > 1 and short not in matches:
        raise Refused(
            _("{word!r} could be {words}; type more of it", word=short, words=or_list(matches))
        )
    if not matches:
        raise Refused(_(kind, word=short) + did_you_mean(short, names))
    return short if short in matches else matches[0]


# Actions to words.


def write(actions: Sequence[int]) -> str:
    """Return the move, or the beginning of one, that these actions make."""
    return " ".join(map(_words, actions))


@cache
def _words(action: int) -> str:
    if action == FROM_DECK:
        return "draw deck"
    if action < PLAY:
        return f"draw {action - FROM_PILE + 1}"
    if action < AT:
        return f"play {card_name(action - PLAY)}"
    if action < THROW:
        return cell_name(action - AT)
    return f"discard {card_name(action - THROW)}"


# Words to actions.


def read(text: str) -> list[int]:
    """Return the actions a move means, whether or not they are legal now.

    Capitals don't matter, nor do blanks within a card or a cell. A cell alone is the rest of a
    move whose card has been said.

    Raises:
        Refused: it is not a move of this game.
    """
    text = re.sub(r" *, *", ",", text.lower())  # 0, 1
    if re.fullmatch(CELL_FORM, text):
        return [AT + read_cell(text)]
    first, _blank, rest = text.partition(" ")
    if not any(verb.startswith(first) for verb in VERBS if first):
        raise Refused(_("no move begins with {word!r}", word=first) + did_you_mean(first, VERBS))
    rest = re.sub(r"\b([a-z]+) (?=[1-9]\b)", r"\1", rest)  # cassia 5
    return _READERS[_whole(first, VERBS, N_("{word!r} is not a verb"))](rest.split())


def _read_draw(words: Sequence[str]) -> list[int]:
    if len(words) != 1:
        raise Refused(
            _(
                "name one source: draw deck, or a player's number to take the top of "
                "that pile, as: draw 2"
            )
        )
    if words[0] and "deck".startswith(words[0]):
        return [FROM_DECK]
    match = re.fullmatch(f"(?:player)?([1-{PLAYERS}])", words[0])
    if not match:
        raise Refused(
            _(
                "you can't draw from {word!r}; write draw deck, or a player's number to take the "
                "top of that pile, as: draw 2",
                word=words[0],
            )
        )
    return [FROM_PILE + int(match[1]) - 1]


def _read_play(words: Sequence[str]) -> list[int]:
    if not 1 <= len(words) <= 2:
        raise Refused(_("write it like: play cassia5 0,1, a card and a cell"))
    return [PLAY + read_card(words[0]), *(AT + read_cell(word) for word in words[1:])]


def _read_discard(words: Sequence[str]) -> list[int]:
    if len(words) != 1:
        raise Refused(_("write it like: discard lilac3, a card and nothing else"))
    return [THROW + read_card(words[0])]


_READERS = {"draw": _read_draw, "play": _read_play, "discard": _read_discard}


# Why not, and facts in words.


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    return rejections.refuse(view, actions, at)


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known."""
    return log.tell(facts)


# Given deals.


def set_deal(record: Arboretum, deck: Sequence[str], first: Sequence[str] = ("1",)) -> None:
    """Lay a deck: 7 cards for each seat, the first discards, then the cards to draw.

    Args:
        record: dealt with the game's options, which say which cards there are.
        deck: all of these, once each, in the order they are dealt.
        first: the number of the player who goes first, from 1; another than 1 only if that is
            drawn by lot in this game.

    Raises:
        Refused: it is another deck, or nobody's number.
    """
    cards = [read_card(str(word)) for word in deck]
    in_game = {record.deck[i] for i in range(record.cards)}
    missing, odd = sorted(in_game - {*cards}), sorted({*cards} - in_game)
    if missing or odd or len(cards) != len(in_game):
        strange = f" and with {some([card_name(c) for c in odd])}" if odd else ""
        raise Refused(
            f"this deck has each of its {len(in_game)} cards once; given are {len(cards)}, without "
            f"{some([card_name(c) for c in missing]) or 'any missing'}{strange}"
        )
    for i, card in enumerate(cards):
        record.deck[i] = card
    record.first = _first(record, first)


def _first(record: Arboretum, first: Sequence[str]) -> int:
    seats = [str(p + 1) for p in range(record.players if record.lot else 1)]
    if len(first) != 1 or first[0] not in seats:
        raise Refused(f"the first player can't be {' '.join(first)!r}; it can be: {some(seats)}")
    return seats.index(first[0])


def shuffles(record: Arboretum) -> dict[str, tuple[list[str], int]]:
    """Return what is shuffled for a deal, and how much of it `set_deal` is given."""
    cards = sorted({record.deck[i] for i in range(record.cards)})
    seats = [str(p + 1) for p in range(record.players)]
    first = {"first": (seats, 1)} if record.lot else {}
    return {"deck": ([card_name(c) for c in cards], len(cards)), **first}


def deal_of(record: Arboretum) -> dict[str, Any]:
    """Return the deal that `set_deal` takes, of a game that has just begun.

    The cards of a hand are in order: how they came makes no difference.

    Raises:
        Refused: cards have been drawn since.
    """
    if record.phase != DRAW1 or any(record.placed[p] for p in range(record.players)):
        raise Refused("only a game that has just begun tells how it was dealt")
    hands = [c for p in range(record.players) for c in range(CARDS) if in_hand(record, p, c)]
    starters = [
        c for p in range(record.players) for c in range(CARDS) if record.where[c] == PILE + p
    ]
    deck = [record.deck[i] for i in range(record.top, record.cards)]
    first = {"first": [str(record.first + 1)]} if record.lot else {}
    return {"deck": [card_name(c) for c in (*hands, *starters, *deck)], **first}
