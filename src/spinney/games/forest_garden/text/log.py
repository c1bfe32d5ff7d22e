"""The log of Forest Garden: events in words.

Events are numbers (see `rules.record`); the words also tell why it came so, from what the observer
saw right before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from spinney.games.forest_garden.deck.plant import CARDS, SEASONS, Plant, is_of, plant_name
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.games.forest_garden.rules.cards import any_card
from spinney.games.forest_garden.rules.garden import colours_needed, fruits_needed
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACTION,
    AT,
    CHOSE,
    COLOUR_BONUS,
    CONSENTING,
    DECKS,
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
    NONE,
    NOTHING,
    OFFER,
    OFFERED,
    OFFERS_STAND,
    PASS,
    PAYS,
    PICK,
    PILE,
    PLACE_NAMES,
    PLACES,
    REACHED,
    ROUNDS,
    SALE,
    SEARCH,
    SEARCHING,
    SEASON_COMES,
    SELL,
    SPECIAL,
    SWAP,
    SWAPPING,
    TAKES,
    TIED,
    TO,
    UNABLE,
)
from spinney.games.forest_garden.rules.record import TASK_POINTS as POINTS
from spinney.games.forest_garden.text.names import TableWords, listed
from spinney.games.forest_garden.view_model.prices import cubes


def season(_: TableWords, rounds: Sequence[int]) -> Iterator[str]:
    """Tell which round and season begins."""
    (number,) = rounds
    last = ", the last" if number == ROUNDS else ""
    yield f"round {number} of {ROUNDS}{last}: {SEASONS[(number - 1) % len(SEASONS)]}"


def flowered(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what flowers, and so gets a cube; twice a player's place, plus 1 for a dark one."""
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        plants = (words.grown(p, n // 2 % PLACES) + (" (doubled)" if n % 2 else "") for n in mine)
        yield f"flowering for {words.player(p)}: {', '.join(plants)}"


def in_vain(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what flowers in vain, and why."""
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = (f"{words.grown(p, n % PLACES)} ({_lack(words, p, n % PLACES)})" for n in mine)
        yield f"flowering in vain for {words.player(p)}: {', '.join(plants)}"


def _lack(words: TableWords, p: int, place: int) -> str:
    """What a plant that flowers in vain has no partner among."""
    plant = words.plant(p, place)
    companions = [other for other in words.garden(p) if other.id != plant.id]
    if any(is_of(other.scientific, kind) for other in companions for kind in plant.partners):
        return "its only kin there is female too"
    other = any(is_of(plant.scientific, kind) for kind in plant.partners)
    return f"no {'other ' if other else ''}{' or '.join(plant.partners)} there"


def harvested(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what is harvested; twice a player's place, plus 1 for a dark cube."""
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        crops = [(words.grown(p, n // 2 % PLACES), n % 2 + 1) for n in mine]
        plants = ", ".join(f"{name} ({value})" for name, value in crops)
        yield f"{words.player(p)} harvests {sum(value for _, value in crops)}: {plants}"


def leaves(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell whose leaves are harvested, for a cube each."""
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = [words.grown(p, n % PLACES) for n in mine]
        yield f"{words.player(p)} harvests leaves for {len(plants)}: {', '.join(plants)}"


# Offers.


def offered(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what is turned up, and what is still there from before."""
    yield f"turned up: {_offers(words, (divmod(n, CARDS) for n in at))}"
    if words.s.doing == NOTHING and words.standing():  # else these are what was thrown away
        yield f"still on offer: {_offers(words, words.standing().items())}"


def stand(words: TableWords, _: Sequence[int]) -> Iterator[str]:
    """Tell that nothing is turned up."""
    yield f"no new offers; {_offers(words, words.standing().items()) or 'no deck has a card left'}"


def _offers(words: TableWords, offers: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{d + 1} {words.card(card)}" for d, card in offers)


# Choices.


def chose(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what everybody has chosen."""
    offers = words.standing()
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
    rivals = [q for q in words.contenders(int(words.s.choice[p])) if q != p]
    if not rivals:
        yield f"{words.player(p)} takes {words.card(card)}"
        return
    price = "for 1 cube" if words.s.storage[p] else "for nothing, having no cube"
    players = words.players(sorted([p, *rivals]))
    yield f"{players} want {words.card(card)}"
    yield f"{words.player(p)}, with {_most(words, p, rivals)}, takes it {price}"


def discarded(words: TableWords, cards: Sequence[int]) -> Iterator[str]:
    """Tell what is discarded: the offers, or one that nobody had the most for."""
    if words.s.doing != NOTHING:
        yield f"discarded: {words.cards(cards)}"
        return
    d = next(d for d, card in words.standing().items() if card == cards[0])
    contenders = words.contenders(d)
    tied = [p for p in contenders if words.inventory(p) == words.inventory(contenders[0])]
    storage, garden = words.inventory(contenders[0])
    yield f"{words.players(sorted(contenders))} want {words.card(cards[0])}"
    yield (
        f"{words.players(sorted(tied))} have equally much, {storage} in storage and {garden} in "
        "the garden"
    )
    yield "it is discarded, and all of them draw"


def _most(words: TableWords, p: int, rivals: Sequence[int]) -> str:
    """By what a player is before all rivals."""
    storage, garden = words.inventory(p)
    equal = [words.inventory(q)[1] for q in rivals if words.s.storage[q] == storage]
    if equal:
        return f"as much in storage ({storage}) but more in the garden ({garden} to {max(equal)})"
    most = max(words.s.storage[q] for q in rivals)
    return f"the most in storage ({storage} to {most})"


# Draws.


def drew(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell who draws from which deck, and why not from the one that was chosen."""
    p, d = divmod(at[0], DECKS)
    chosen = words.s.choice[p]
    if d != chosen:
        yield f"deck {chosen + 1} has no card face down"
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
    """Tell which players must agree on who acts first, and who proposes somebody."""
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


WriteFact = Callable[[TableWords, Sequence[int]], Iterator[str]]


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


# The end, and late players.


def _missed(words: TableWords, players: Sequence[int]) -> Iterator[str]:
    acts = words.s.doing == ACTION
    done = "performs no special action" if acts else "has chosen nothing"
    yield f"{words.player(players[0])} {done}"


def _last_round_over(_: TableWords, __: Sequence[int]) -> Iterator[str]:
    yield "the last round is over; now everybody plays the last card in hand"


def _had_task(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    for n in at:
        p, task = divmod(n, len(TASKS))
        had, most = words.owned(p, task)
        points = f"{POINTS} points" if had > most else "nothing"
        yield (
            f"{words.player(p)} was to own the most {TASKS[task].kind} "
            f"and has {had}, others at most {most}: {points}"
        )


def _nothing(_: TableWords, __: Sequence[int]) -> Iterator[str]:
    """What is told along with another fact."""
    yield from ()


TELLING: dict[int, WriteFact] = {
    SEASON_COMES: season,
    FLOWERED: flowered,
    IN_VAIN: in_vain,
    HARVESTED: harvested,
    LEAVES_HARVESTED: leaves,
    OFFERED: offered,
    OFFERS_STAND: stand,
    CHOSE: chose,
    TAKES: takes,
    PAYS: _nothing,
    DISCARDED: discarded,
    DREW: drew,
    NO_CARD: no_card,
    DRAWN: _drawn,
    LAID: _laid,
    REACHED: _reached,
    LOOKED: _looked,
    KEPT: _kept,
    DRAWN_BY_LOT: by_lot,
    NEXT: order,
    TIED: tied,
    FORFEITED: forfeited,
    UNABLE: unable,
    MISSED: _missed,
    LAST_ROUND_OVER: _last_round_over,
    HAD_TASK: _had_task,
}
"""What tells each kind of fact, by its first code, from the words and the codes' numbers."""


# What is said.


def remarks(words: TableWords, actions: Sequence[int]) -> Iterator[str]:
    """Yield what a move doesn't say itself: the plant's name, and the price."""
    if plant := _plant(words, actions[0]):
        yield plant_name(plant)
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
        return words.plants[first - SELL].price
    if AT <= last < TO:
        return words.fee(int(words.s.who), last - AT)
    if TO <= last <= ACCEPT:
        return 0 if words.s.doing == CONSENTING else SALE
    if last == SWAP:
        return SWAPPING
    return SEARCHING if SEARCH <= last <= SEARCH + PILE else 0
