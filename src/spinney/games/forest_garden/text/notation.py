"""The moves of Forest Garden: actions to words and back, why one is refused, what is told.

``draw 3`` · ``choose 3`` · ``choose special`` · ``sell EU12`` · ``grow EU12 3.2`` · ``swap`` ·
``search 3`` · ``search discard`` · ``pick EU12`` · ``bonus 2`` · ``decline`` ·
``offer EU12 to 4`` · ``first 4`` · ``accept`` · ``refuse``

A plant can also be called by its name, or the beginning of it: ``grow hazel 2.1``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.games.forest_garden.deck.fixed_deal import laid, lay
from spinney.games.forest_garden.deck.names import called
from spinney.games.forest_garden.deck.plants import IDS
from spinney.games.forest_garden.deck.seeded_deal import arranged, lots
from spinney.games.forest_garden.rules.actions import (
    ACCEPT,
    ACT_FIRST,
    AT,
    CHOOSE,
    DECLINE,
    DRAW,
    GROW,
    LOOK,
    OFFER,
    PICK,
    REFUSE,
    SEARCH,
    SELL,
    SWAP,
    TO,
)
from spinney.games.forest_garden.rules.record import PILE, PLACE_NAMES, SPECIAL
from spinney.games.forest_garden.text import log
from spinney.games.forest_garden.text.parser import Reader
from spinney.games.forest_garden.text.rejections import refuse
from spinney.games.forest_garden.text.words import TableWords

if TYPE_CHECKING:
    from spinney.core.state import Observation

__all__ = ["arranged", "beside", "laid", "lay", "lots", "refuse", "write"]


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
        return Reader(self.words).read(text)

    def tell(self, facts: Sequence[int]) -> str:
        """Return in words what became known."""
        return log.tell(self.words, facts)

    def aloud(self, actions: Sequence[int]) -> str:
        """Return a move with the name of the plant it is about, and the price."""
        more = ", ".join(log.remarks(self.words, actions))
        return f"{write(actions)} ({more})" if more else write(actions)

    def gloss(self, word: str) -> str:
        """Return the name of the plant that an id stands for; empty for all other words."""
        return called(self.words.plants[IDS.index(word)]) if word in IDS else ""


def beside(view: Observation) -> ViewNotation:
    """Return what understands and tells for a viewer."""
    return ViewNotation(TableWords(view))
