"""Offers in words: what is turned up, who chose what, who gets it and why, who acts when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from spinney.games.forest_garden.deck.plants import CARDS
from spinney.games.forest_garden.rules.cards import top_of
from spinney.games.forest_garden.rules.offers import in_garden
from spinney.games.forest_garden.rules.record import DECKS, NOTHING, PASS, SEARCHING, SPECIAL
from spinney.games.forest_garden.text.words import TableWords, cubes

# Offers.


def offered(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what is turned up, and what is still there from before."""
    yield f"turned up: {_offers(words, (divmod(n, CARDS) for n in at))}"
    if words.s.doing == NOTHING and _standing(words):  # else these are what was thrown away
        yield f"still on offer: {_offers(words, _standing(words))}"


def stand(words: TableWords, _: Sequence[int]) -> Iterator[str]:
    """Tell that nothing is turned up."""
    yield f"no new offers; {_offers(words, _standing(words)) or 'no deck has a card left'}"


def _standing(words: TableWords) -> list[tuple[int, int]]:
    """The decks that showed an offer before, and what it was."""
    s = words.s
    return [(d, top_of(s, d, 0)) for d in range(s.players) if s.open[d]]


def _offers(words: TableWords, offers: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{d + 1} {words.card(card)}" for d, card in offers)


# Choices.


def chose(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what everybody has chosen."""
    offers = dict(_standing(words))
    for n in at:
        p, choice = divmod(n, DECKS + 2)
        yield f"{words.player(p)} chooses {_choice(words, offers, choice)}"


def _choice(words: TableWords, offers: dict[int, int], choice: int) -> str:
    if choice == PASS:
        return "nothing"
    if choice == SPECIAL:
        return "a special action"
    return f"{choice + 1} ({words.card(offers[choice])})"


def takes(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell who takes an offer, and by what."""
    p, card = divmod(at[0], CARDS)
    rivals = [q for q in _contenders(words, int(words.s.choice[p])) if q != p]
    if not rivals:
        yield f"{words.player(p)} takes {words.card(card)}"
        return
    price = "for 1 cube" if words.s.storage[p] else "for nothing, having no cube"
    wanted = words.players(sorted([p, *rivals]))
    yield f"{wanted} want {words.card(card)}"
    yield f"{words.player(p)}, with {_most(words, p, rivals)}, takes it {price}"


def discarded(words: TableWords, cards: Sequence[int]) -> Iterator[str]:
    """Tell what is discarded: the offers, or one that nobody had the most for."""
    if words.s.doing != NOTHING:
        yield f"discarded: {words.cards(cards)}"
        return
    d = next(d for d, card in _standing(words) if card == cards[0])
    wanted = _contenders(words, d)
    tied = [p for p in wanted if _inventory(words, p) == _inventory(words, wanted[0])]
    storage, garden = _inventory(words, wanted[0])
    yield f"{words.players(sorted(wanted))} want {words.card(cards[0])}"
    yield (
        f"{words.players(sorted(tied))} have equally much, {storage} in storage and {garden} in "
        "the garden"
    )
    yield "it is discarded, and all of them draw"


def _contenders(words: TableWords, d: int) -> list[int]:
    """Who chose a deck, the richest first."""
    chosen = [p for p in range(words.s.players) if words.s.choice[p] == d]
    return sorted(chosen, key=lambda p: _inventory(words, p), reverse=True)


def _inventory(words: TableWords, p: int) -> tuple[int, int]:
    """What a player has in storage and in the garden."""
    return int(words.s.storage[p]), in_garden(words.s, p)


def _most(words: TableWords, p: int, rivals: Sequence[int]) -> str:
    """By what a player is before all rivals."""
    storage, garden = _inventory(words, p)
    equal = [_inventory(words, q)[1] for q in rivals if words.s.storage[q] == storage]
    if equal:
        return f"as much in storage ({storage}) but more in the garden ({garden} to {max(equal)})"
    most = max(words.s.storage[q] for q in rivals)
    return f"the most in storage ({storage} to {most})"


# Draws.


def drew(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell who draws from which deck, and why not from the one that was chosen."""
    p, d = divmod(at[0], DECKS)
    wanted = words.s.choice[p]
    if d != wanted:
        yield f"deck {wanted + 1} has no card face down"
    yield f"{words.player(p)} draws from deck {d + 1}"


def no_card(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell that nothing is left to draw."""
    yield f"no deck has a card face down: {words.player(players[0])} gets none"


# Special actions.


def order(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell who acts next, having more than the others."""
    for p in players:
        yield f"special action of {words.player(p)}, with {words.s.storage[p]} in storage"


def by_lot(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell who acts next, where the lot had a say."""
    for storage, tied in groupby(players, lambda p: int(words.s.storage[p])):
        names = " and then ".join(map(words.player, tied))
        yield f"special actions of {names}, by lot, with {storage} in storage each"


def tied(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell who must agree on who acts first, and who proposes somebody."""
    for storage, group in groupby(players, lambda p: int(words.s.storage[p])):
        first, *others = group
        yield (
            f"{words.players(sorted([first, *others]))}, with {storage} in storage each, must "
            f"agree who performs a special action first; {words.player(first)} proposes"
        )


def forfeited(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell who loses a special action."""
    ranked = sorted(players, key=lambda p: (-words.s.storage[p], p))
    for storage, tied in groupby(ranked, lambda p: int(words.s.storage[p])):
        yield f"{words.players([*tied])} have {storage} each and lose their special actions"


def unable(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    """Tell who can perform no special action, and why."""
    (p,) = players
    storage = words.s.storage[p]
    reason = "there is nothing to turn up"
    if storage == 0:
        reason = "the storage is empty"
    elif storage < SEARCHING:
        reason += f", and a search costs {cubes(SEARCHING)}"
    yield f"{words.player(p)} can perform no special action: {reason}"
