"""The notation of Forest Garden: moves to actions and back.

``draw 3`` · ``choose 3`` · ``choose special`` · ``sell EU12`` · ``grow EU12 3.2`` · ``swap`` ·
``search 3`` · ``search discard`` · ``pick EU12`` · ``bonus 2`` · ``decline`` ·
``offer EU12 to 4`` · ``first 4`` · ``accept`` · ``refuse``

A plant can also be called by its name, or the beginning of it: ``grow hazel 2.1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.errors import Refused, did_you_mean
from spinney.games.forest_garden.deck.deals import (
    NESTED,
    deal_from,
    deal_of,
    set_deal,
    shuffles,
)
from spinney.games.forest_garden.deck.plant import CARDS, IDS, Plant, find, names, with_id
from spinney.games.forest_garden.deck.plants import plants_of
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    AT,
    CHOOSE,
    CHOOSING,
    DECKS,
    DECLINE,
    DRAW,
    GROW,
    LOOK,
    NONE,
    OFFER,
    PICK,
    PILE,
    PLACE_NAMES,
    PLAYERS,
    REFUSE,
    SEARCH,
    SELL,
    SPECIAL,
    SWAP,
    TO,
)
from spinney.games.forest_garden.text import log
from spinney.games.forest_garden.text.names import TableWords, hand
from spinney.games.forest_garden.text.rejections import refuse
from spinney.i18n import N_, _
from spinney.i18n.lists import or_list

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation


card_name = IDS.__getitem__
"""Returns a card's name, ``EU12``."""
INDEX_NAMES = dict.fromkeys(("garden", "cubes", "dark"), PLACE_NAMES.__getitem__)
"""By field of the record, what its last axis counts."""

FORMS = {
    "draw": N_("draw 3, a deck"),
    "choose": N_("choose 3, a deck, or choose special"),
    "sell": N_("sell EU12, a card"),
    "grow": N_("grow EU12 3.2, a card and where it goes: its row and its place there"),
    "offer": N_("offer EU12 to 4, a card and a player"),
    "accept": N_("accept, and nothing else"),
    "refuse": N_("refuse, and nothing else"),
    "first": N_("first 4, a player"),
    "bonus": N_("bonus 2, a deck to look at"),
    "decline": N_("decline, and nothing else"),
    "swap": N_("swap, and nothing else"),
    "search": N_("search 3, a deck, or search discard"),
    "pick": N_("pick EU12, a card"),
}
"""The verbs, and what a move with each is like."""
EXAMPLES = ("draw 3", "grow hazel 2.1", "choose special")
ALONE = {"accept": ACCEPT, "refuse": REFUSE, "decline": DECLINE, "swap": SWAP}
"""The verbs that are a move by themselves."""
NUMBERED = {"draw": DRAW, "choose": CHOOSE, "bonus": LOOK, "search": SEARCH}
"""The verbs that want a deck."""
OTHERS = {"choose": ("special", SPECIAL), "search": ("discard", PILE)}
"""What may stand in the place of a deck."""
NAMING = {"sell": SELL, "grow": GROW, "offer": OFFER, "pick": PICK}
"""The verbs that want a plant."""
SIX = 6
"""The face of the die for a special action; with 6 and 7 players it stands for a deck as well."""
DICE = str.maketrans("⚀⚁⚂⚃⚄⚅", "123456")
"""The faces of a die as numbers."""
BUYER = r"to (?:player )?([0-9]{1,3})"


@dataclass(frozen=True)
class Reader:
    """Reads moves, all but choices written as with a die.

    Attributes:
        plants: the deck that is played with.
        near: the cards that are meant first, by verb: a name that is short for one of them need
            not tell it from what lies elsewhere.
    """

    plants: Sequence[Plant]
    near: Callable[[str], list[int]]

    def read(self, text: str) -> list[int]:
        """Return the actions a move means, whether or not they can be taken now.

        Capitals don't matter, and verbs can be cut short. A place alone, or a buyer, is the rest
        of a move whose card has been said.

        Raises:
            Refused: it is not a move of this game.
        """
        text = re.sub(r" *([.,]) *(?=[0-9])", ".", text)  # 3 . 2 and 3,2
        text = re.sub(r"\b([A-Za-z]{2}) ?([0-9]{2})\b", r"\1\2", text)  # EU 12
        if place := re.fullmatch(r"(?:at )?([0-9.]+)", text):
            return [_place(place[1])]
        if buyer := re.fullmatch(BUYER, text.lower()):
            return [_buyer(buyer[1])]
        first, _, rest = text.partition(" ")
        verb = _verb(first.lower())
        if verb in NAMING:
            return self._read_naming(verb, rest)
        if verb == "first":
            return [_proposed(rest.lower())]
        if verb in ALONE and rest:
            raise Refused(_form(verb))
        return [ALONE[verb] if verb in ALONE else _deck(verb, rest.lower())]

    def _read_naming(self, verb: str, rest: str) -> list[int]:
        """A plant, and behind it perhaps a place or a buyer."""
        tail: list[int] = []
        if verb == "grow" and (at := re.fullmatch(r"(?:(.*?) )?(?:at |on )?([0-9.]+)", rest)):
            rest, tail = at[1] or "", [_place(at[2])]
        elif verb == "offer" and (to := re.fullmatch(rf"(?:(.*?) )?{BUYER}", rest.lower())):
            rest, tail = to[1] or "", [_buyer(to[2])]
        if not rest:
            raise Refused(_form(verb))
        return [NAMING[verb] + self.card(verb, rest.split()), *tail]

    # Plants.

    def card(self, verb: str, words: Sequence[str]) -> int:
        """Return the card that words mean.

        Raises:
            Refused: they mean none, or can mean several.
        """
        for cards in (self.near(verb), range(CARDS)):
            matches = find(self.plants, cards, words)
            if len(matches) == 1 or (matches and len(cards) == CARDS):
                return matches[0]
            if matches:
                raise Refused(
                    _(
                        "{word} could be {plants}; type more",
                        word=_quoted(words),
                        plants=or_list([with_id(self.plants[card]) for card in matches]),
                    )
                )
        raise Refused(_("there is no plant {word}", word=_quoted(words)) + self._guess(verb, words))

    def _guess(self, verb: str, words: Sequence[str]) -> str:
        by_name = {name: card for card in self.near(verb) for name in names(self.plants[card])}
        near = did_you_mean(" ".join(words), [*by_name])
        if not by_name or not near.startswith(_("; did you mean {words}?").partition("{")[0]):
            example = FORMS[verb].partition(",")[0]
            return _("; write it like: {example}", example=example)
        return near


# Words besides plants.


def _verb(short: str) -> str:
    """The one verb that begins so. Raises Refused."""
    matches = [verb for verb in FORMS if short and verb.startswith(short)]
    if not matches:
        raise Refused(_("no move begins with {word!r}", word=short) + did_you_mean(short, [*FORMS]))
    if len(matches) > 1 and short not in matches:
        raise Refused(
            _("{word!r} could be {words}; type more of it", word=short, words=or_list(matches))
        )
    return short if short in matches else matches[0]


def _form(verb: str) -> str:
    return _("write it like: {form}", form=_(FORMS[verb]))


def _deck(verb: str, word: str) -> int:
    """The action of a verb and a deck, or what may stand in its place. Raises Refused."""
    other, number = OTHERS.get(verb, ("", NONE))
    if word and (other.startswith(word) or (other == "discard" and word == "pile")):
        return NUMBERED[verb] + number
    match = re.fullmatch(r"(?:deck )?([0-9]{1,3})", word)
    if not match:
        raise Refused(_form(verb))
    if not 1 <= int(match[1]) <= DECKS:
        raise Refused(
            _("there is no deck {number}; try: {form}", number=match[1], form=_(FORMS[verb]))
        )
    return NUMBERED[verb] + int(match[1]) - 1


def _choice(text: str, players: int) -> list[int]:
    """The action of a choice written as with a die: a face, or special, with or without a verb.

    Empty where it is said otherwise. With 6 and 7 players a 6 alone is the deck.
    """
    words = text.lower().split()
    said = " ".join(words[1:] if words and "choose".startswith(words[0]) else words)
    if said in ("special", "6 special", "special 6") or (said == str(SIX) and players < SIX):
        return [CHOOSE + SPECIAL]
    return [_deck("choose", said)] if said.isdecimal() else []


def _place(word: str) -> int:
    """The action of a place. Raises Refused."""
    if word not in PLACE_NAMES:
        raise Refused(
            _(
                "{word!r} is not a place; a place is row.place, as 3.2: rows 1 to 5 from the "
                "south, and 6.1; row 1 has places 1 to 6, the last of them its additional one, "
                "row 5 has 5.1 and 5.2",
                word=word,
            )
        )
    return AT + PLACE_NAMES.index(word)


def _buyer(number: str) -> int:
    """The action of a player who is asked to buy. Raises Refused."""
    return TO + _player(number, "offer")


def _proposed(word: str) -> int:
    """The action of a player who is to act first. Raises Refused."""
    match = re.fullmatch(r"(?:player )?([0-9]{1,3})", word)
    if not match:
        raise Refused(_form("first"))
    return ACT_FIRST + _player(match[1], "first")


def _player(number: str, verb: str) -> int:
    """A player by number, from 1 in words. Raises Refused."""
    if not 1 <= int(number) <= PLAYERS:
        raise Refused(
            _("there is no player {number}; try: {form}", number=number, form=_(FORMS[verb]))
        )
    return int(number) - 1


def _quoted(words: Sequence[str]) -> str:
    return repr(" ".join(words))


__all__ = [
    "NESTED",
    "check_text",
    "deal_from",
    "deal_of",
    "for_view",
    "refuse",
    "set_deal",
    "shuffles",
    "write",
]


# Actions to words.


def write(actions: Sequence[int]) -> str:
    """Return the move, or the beginning of one, that these actions make."""
    return " ".join(map(_words, actions))


def _words(action: int) -> str:
    return next(form(action - first) for first, form in _FORMS if action >= first)


_FORMS: tuple[tuple[int, Callable[[int], str]], ...] = (
    (PICK, lambda n: f"pick {IDS[n]}"),
    (SEARCH, lambda n: "search discard" if n == PILE else f"search {n + 1}"),
    (SWAP, lambda _: "swap"),
    (LOOK, lambda n: f"bonus {n + 1}"),
    (ACT_FIRST, lambda n: f"first {n + 1}"),
    (DECLINE, lambda _: "decline"),
    (REFUSE, lambda _: "refuse"),
    (ACCEPT, lambda _: "accept"),
    (TO, lambda n: f"to {n + 1}"),
    (AT, lambda n: PLACE_NAMES[n]),
    (OFFER, lambda n: f"offer {IDS[n]}"),
    (GROW, lambda n: f"grow {IDS[n]}"),
    (SELL, lambda n: f"sell {IDS[n]}"),
    (CHOOSE, lambda n: "choose special" if n == SPECIAL else f"choose {n + 1}"),
    (DRAW, lambda n: f"draw {n + 1}"),
)
"""The words of each kind of action, by its first number, the last kind first."""


# Beside a table.


@dataclass(frozen=True)
class ViewNotation:
    """What is understood and told beside a table, as one viewer sees it; see `core.notation`.

    Attributes:
        words: what things are called for the viewer; of what is told, right before it happened.
    """

    words: TableWords

    def read(self, text: str) -> list[int]:
        """Return the actions a move means. Raises Refused: it is none of this game."""
        text, s = text.translate(DICE), self.words.s
        choice = _choice(text, s.players) if s.phase == CHOOSING else []
        return choice or Reader(self.words.plants, self._near).read(text)

    def _near(self, verb: str) -> list[int]:
        """The cards that are meant first: those that can be picked, or the viewer's own."""
        if verb == "pick":
            return [action - PICK for action in self.words.view.legal_actions if action >= PICK]
        return hand(self.words.view)

    def tell(self, facts: Sequence[int]) -> str:
        """Return in words what became known."""
        return log.tell(self.words, facts)

    def log_text(self, actions: Sequence[int]) -> str:
        """Return a move with the name of the plant it is about, and the price."""
        remarks = ", ".join(log.remarks(self.words, actions))
        return f"{write(actions)} ({remarks})" if remarks else write(actions)


def check_text(game: Game, text: str) -> None:
    """Refuse what is no move, whatever is in hand and whatever the phase. Raises Refused."""
    text = text.translate(DICE)
    if not _choice(text, game.num_players):
        Reader(plants_of(game), lambda _verb: []).read(text)


def for_view(view: Observation) -> ViewNotation:
    """Return what understands and tells for a viewer."""
    return ViewNotation(TableWords(view))
