"""The log in words: what a stage brought about, and what came of a move.

Events are numbers (`actions`); the words also tell why it came so, from what the observer saw
right before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from spinney.games.forest_garden.deck.names import called
from spinney.games.forest_garden.deck.plants import Plant
from spinney.games.forest_garden.deck.tasks import TASKS
from spinney.games.forest_garden.rules.actions import (
    ACCEPT,
    AT,
    CHOSE,
    DISCARDED,
    DRAWN,
    DRAWN_BY_LOT,
    DREW,
    FLOWERED,
    FORFEITED,
    GROW,
    HAD_TASK,
    HARVESTED,
    IN_VAIN,
    KEPT,
    LAID,
    LAST_ROUND_OVER,
    LEAVES_HARVESTED,
    LOOKED,
    MISSED,
    NEXT,
    NO_CARD,
    OFFER,
    OFFERED,
    OFFERS_STAND,
    PAYS,
    PICK,
    REACHED,
    SEARCH,
    SEASON_COMES,
    SELL,
    SWAP,
    TAKES,
    TIED,
    TO,
    UNABLE,
)
from spinney.games.forest_garden.rules.cards import any_card
from spinney.games.forest_garden.rules.garden import colours_needed, fruits_needed
from spinney.games.forest_garden.rules.record import (
    ACTION,
    COLOUR_BONUS,
    CONSENTING,
    NONE,
    PILE,
    PLACE_NAMES,
    PLACES,
    SALE,
    SEARCHING,
    SWAPPING,
)
from spinney.games.forest_garden.rules.record import TASK_POINTS as POINTS
from spinney.games.forest_garden.text import log_offers, log_year
from spinney.games.forest_garden.text.words import TableWords, cubes, listed

Telling = Callable[[TableWords, Sequence[int]], Iterator[str]]


def tell(words: TableWords, facts: Sequence[int]) -> str:
    """Return in words what became known; ``words`` are beside the table as it was right before."""
    groups = groupby(facts, _kind)
    return "; ".join(
        clause
        for kind, group in groups
        for clause in TELLING[kind](words, [fact - kind for fact in group])
    )


def _kind(fact: int) -> int:
    """The first code of a fact's kind."""
    return max(kind for kind in TELLING if kind <= fact)


# Cards, cubes, bonuses.


def _drawn(words: TableWords, cards: Sequence[int]) -> Iterator[str]:
    yield f"it is {words.card(cards[0])}"


def _looked(words: TableWords, cards: Sequence[int]) -> Iterator[str]:
    yield f"looking at: {words.cards(cards)}"


def _kept(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    yield f"{words.player(players[0])} keeps a card of deck {words.s.source + 1}"


def _laid(_: TableWords, at: Sequence[int]) -> Iterator[str]:
    areas = [PLACE_NAMES[n % PLACES] for n in at]
    yield (
        f"a dark cube comes on {listed(areas)}"
        if len(at) == 1
        else (f"dark cubes come on {listed(areas)}")
    )


def _reached(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    for n in at:
        p, bonus = divmod(n, 2)
        colours, fruits = colours_needed(words.s), fruits_needed(words.s)
        variety = f"{colours} flower colours" if bonus == COLOUR_BONUS else f"{fruits} fruit types"
        lost = "" if any_card(words.s) else ", but no deck has a card left"
        yield f"{words.player(p)} has {variety}: a bonus{lost}"


# The end, and who is late.


def _missed(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    acts = words.s.doing == ACTION
    done = "performs no special action" if acts else "has chosen nothing"
    yield f"{words.player(players[0])} {done}"


def _last_round_over(_: TableWords, __: Sequence[int]) -> Iterator[str]:
    yield "the last round is over; now everybody plays the last card in hand"


def _had_task(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    for n in at:
        p, task = divmod(n, len(TASKS))
        own, *others = sorted(range(words.s.players), key=lambda q: q != p)
        most = max(_counted(words, q, task) for q in others)
        had = _counted(words, own, task)
        points = f"{POINTS} points" if had > most else "nothing"
        yield (
            f"{words.player(p)} was to own the most {TASKS[task].kind} "
            f"and has {had}, others at most {most}: {points}"
        )


def _counted(words: TableWords, p: int, task: int) -> int:
    return sum(map(TASKS[task].counts, words.garden(p)))


def _nothing(_: TableWords, __: Sequence[int]) -> Iterator[str]:
    """What is told along with another fact."""
    yield from ()


TELLING: dict[int, Telling] = {
    SEASON_COMES: log_year.season,
    FLOWERED: log_year.flowered,
    IN_VAIN: log_year.in_vain,
    HARVESTED: log_year.harvested,
    LEAVES_HARVESTED: log_year.leaves,
    OFFERED: log_offers.offered,
    OFFERS_STAND: log_offers.stand,
    CHOSE: log_offers.chose,
    TAKES: log_offers.takes,
    PAYS: _nothing,
    DISCARDED: log_offers.discarded,
    DREW: log_offers.drew,
    NO_CARD: log_offers.no_card,
    DRAWN: _drawn,
    LAID: _laid,
    REACHED: _reached,
    LOOKED: _looked,
    KEPT: _kept,
    DRAWN_BY_LOT: log_offers.by_lot,
    NEXT: log_offers.order,
    TIED: log_offers.tied,
    FORFEITED: log_offers.forfeited,
    UNABLE: log_offers.unable,
    MISSED: _missed,
    LAST_ROUND_OVER: _last_round_over,
    HAD_TASK: _had_task,
}
"""What tells each kind of fact, by its first code, from the words and the codes' numbers."""


# What is said.


def remarks(words: TableWords, actions: Sequence[int]) -> Iterator[str]:
    """Yield what a move doesn't say itself: the plant's name, and the price."""
    if plant := _plant(words, actions[0]):
        yield called(plant)
    if price := _price(words, actions):
        yield f"for {cubes(price)}"


def _plant(words: TableWords, action: int) -> Plant | None:
    """The plant that a move is about, if it is about one."""
    for first, last in ((SELL, GROW), (GROW, OFFER), (OFFER, AT), (PICK, SEASON_COMES)):
        if first <= action < last:
            return words.plants[action - first]
    about_held = AT <= action <= ACCEPT and words.s.held != NONE
    return words.plants[words.s.held] if about_held else None


def _price(words: TableWords, actions: Sequence[int]) -> int:
    """What the speaker pays, or gets, for what a move says."""
    first, last = actions[0], actions[-1]
    if SELL <= first < GROW:
        return 2 if words.plants[first - SELL].tree else 1
    if AT <= last < TO:
        return words.fee(int(words.s.who), last - AT)
    if TO <= last <= ACCEPT:
        return 0 if words.s.doing == CONSENTING else SALE
    if last == SWAP:
        return SWAPPING
    return SEARCHING if SEARCH <= last <= SEARCH + PILE else 0
