"""The log in words: cards drawn from the deck, and the hands that the end shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spinney.games.arboretum.rules.record import CARDS, DRAWN, HELD
from spinney.games.arboretum.text.names import card_name


def tell(facts: Sequence[int]) -> str:
    """Return in words what became known: a card drawn from the deck, or all hands at the end."""
    if facts[0] < HELD:
        return f"drawn: {_names(fact - DRAWN for fact in facts)}"
    hands: dict[int, list[int]] = {}
    for fact in facts:
        p, card = divmod(fact - HELD, CARDS)
        hands.setdefault(p, []).append(card)
    return "; ".join(f"player {p + 1} holds {_names(hand)}" for p, hand in hands.items())


def _names(cards: Iterable[int]) -> str:
    return " ".join(map(card_name, cards))
