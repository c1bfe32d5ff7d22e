"""Tell what happened in Forest Garden, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from spinney.core.narration import Happening, Sentence
from spinney.games.forest_garden.deck.plant import CARDS, SEASONS, plant_name, season_name
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.games.forest_garden.rules.cards import any_card
from spinney.games.forest_garden.rules.garden import colours_needed, fruits_needed
from spinney.games.forest_garden.rules.record import (
    CHOSE,
    COLOUR_BONUS,
    DECKS,
    DISCARDED,
    DRAWN,
    DRAWN_BY_LOT,
    DREW,
    FLOWERED,
    FORFEITED,
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
    NOTHING,
    OFFERED,
    OFFERS_STAND,
    PASS,
    PAYS,
    PLACES,
    REACHED,
    ROUNDS,
    SEARCHING,
    SEASON_COMES,
    SPECIAL,
    TAKES,
    TIED,
    UNABLE,
    ForestGarden,
)
from spinney.games.forest_garden.rules.record import TASK_POINTS as POINTS
from spinney.games.forest_garden.text.move_narration import narrate_move
from spinney.games.forest_garden.text.names import TableWords
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import N_, _
from spinney.i18n.lists import and_list


class Narrator:
    """What a happening is told with.

    Attributes:
        happening: what is told.
        words: what things are called; of what was there before it, as the observer saw it.
        s: the record of that.
    """

    def __init__(self, happening: Happening) -> None:
        self.happening = happening
        self.words = TableWords(happening.before)
        self.s: ForestGarden = self.words.s

    def card(self, card: int) -> str:
        """Return the name of a card's plant."""
        return plant_name(self.words.plants[card])

    def cards(self, cards: Sequence[int]) -> str:
        """Return the names of cards' plants, as a list."""
        return and_list([self.card(card) for card in cards])

    def grown(self, p: int, place: int) -> str:
        """Return the name of what grows on a place."""
        return self.card(self.s.garden[p, place])

    def players(self, players: Sequence[int]) -> str:
        """Return the names of players, as a list."""
        return and_list([self.happening.name(p) for p in players])


def narrate(happening: Happening) -> Iterator[Sentence]:
    """Yield what happened. A choice is told when all are shown."""
    teller = Narrator(happening)
    if happening.actions:
        yield from narrate_move(happening)
    for kind, group in groupby(happening.facts, _kind):
        yield from _NARRATORS[kind](teller, [fact - kind for fact in group])


def _kind(fact: int) -> int:
    """Return the first code of a fact's kind."""
    return max(kind for kind in _NARRATORS if kind <= fact)


Narrate = Callable[[Narrator, Sequence[int]], Iterator[Sentence]]

# The year.


def _season(t: Narrator, rounds: Sequence[int]) -> Iterator[Sentence]:
    number = rounds[0]
    season = season_name((number - 1) % len(SEASONS))
    text = N_("Round {round} of {rounds}: {season}")
    if number == ROUNDS:
        text = N_("Round {round} of {rounds}, the last: {season}")
    yield t.happening.fact(text, round=number, rounds=ROUNDS, season=season)


def _flowered(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    """Tell what flowers, and so gets a cube; twice a player's place, plus 1 for a dark one."""
    you, other = (
        N_("In flower in your garden: {plants}"),
        N_("In flower in {name}’s garden: {plants}"),
    )
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        plants = and_list([_doubled(t.grown(p, n // 2 % PLACES), n % 2 > 0) for n in mine])
        yield t.happening.say(p, you, other, plants=plants)


def _doubled(plant: str, dark: bool) -> str:
    return _("{plant} (doubled)", plant=plant) if dark else plant


def _in_vain(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    you = N_("No partner in your garden for: {plants}")
    other = N_("No partner in {name}’s garden for: {plants}")
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = and_list([t.grown(p, n % PLACES) for n in mine])
        yield t.happening.say(p, you, other, plants=plants)


def _harvested(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    """Tell what is harvested; twice a player's place, plus 1 for a dark cube."""
    you, other = N_("You harvested {count}: {plants}"), N_("{name} harvested {count}: {plants}")
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        crops = [(t.grown(p, n // 2 % PLACES), n % 2 + 1) for n in mine]
        plants = and_list([_doubled(name, value > 1) for name, value in crops])
        count = sum(value for _name, value in crops)
        yield t.happening.say(p, you, other, count=count, plants=plants)


def _leaves(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    you = N_("You harvested leaves for {count}: {plants}")
    other = N_("{name} harvested leaves for {count}: {plants}")
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = [t.grown(p, n % PLACES) for n in mine]
        yield t.happening.say(p, you, other, count=len(plants), plants=and_list(plants))


# Offers and choices.


def _offered(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    new = t.cards([n % CARDS for n in at])
    yield t.happening.fact(N_("New on offer: {cards}"), cards=new)
    if t.s.doing == NOTHING and (standing := t.words.standing()):  # else those were thrown away
        cards = t.cards([*standing.values()])
        yield t.happening.fact(N_("Still on offer: {cards}"), cards=cards)


def _stand(t: Narrator, _at: Sequence[int]) -> Iterator[Sentence]:
    yield t.happening.fact(N_("Nothing new is offered"))


def _chose(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    offers = t.words.standing()
    for n in at:
        p, choice = divmod(n, DECKS + 2)
        if choice == PASS:
            yield t.happening.say(p, N_("You chose nothing"), N_("{name} chose nothing"))
        elif choice == SPECIAL:
            you, other = N_("You chose a special action"), N_("{name} chose a special action")
            yield t.happening.say(p, you, other)
        else:
            you, other = N_("You chose {card}"), N_("{name} chose {card}")
            yield t.happening.say(p, you, other, card=t.card(offers[choice]))


def _takes(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    """Tell who takes an offer, and by what."""
    p, card = divmod(at[0], CARDS)
    rivals = [q for q in t.words.contenders(int(t.s.choice[p])) if q != p]
    if not rivals:
        you, other = N_("You took {card}"), N_("{name} took {card}")
        yield t.happening.say(p, you, other, card=t.card(card))
        return
    names = t.players(sorted([p, *rivals]))
    yield t.happening.fact(N_("{card} was wanted by {names}"), card=t.card(card), names=names)
    storage, garden = t.words.inventory(p)
    equal = [t.words.inventory(q)[1] for q in rivals if t.s.storage[q] == storage]
    if equal:
        you = N_("You took it: as much in storage, and {mine} in the garden against {theirs}")
        other = N_("{name} took it: as much in storage, and {mine} in the garden against {theirs}")
        yield t.happening.say(p, you, other, mine=garden, theirs=max(equal))
    else:
        you = N_("You took it, with {mine} in storage against {theirs}")
        other = N_("{name} took it, with {mine} in storage against {theirs}")
        theirs = max(int(t.s.storage[q]) for q in rivals)
        yield t.happening.say(p, you, other, mine=storage, theirs=theirs)


def _pays(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    yield t.happening.say(players[0], N_("You paid 1 cube"), N_("{name} paid 1 cube"))


def _discarded(t: Narrator, cards: Sequence[int]) -> Iterator[Sentence]:
    """Tell what is discarded: the offers, or one that nobody had the most for."""
    if t.s.doing != NOTHING:
        yield t.happening.fact(N_("Discarded: {cards}"), cards=t.cards(cards))
        return
    d = next(d for d, card in t.words.standing().items() if card == cards[0])
    names = t.players(sorted(t.words.contenders(d)))
    yield t.happening.fact(N_("{card} was wanted by {names}"), card=t.card(cards[0]), names=names)
    yield t.happening.fact(N_("Nobody had the most: it was discarded, and all of them draw"))


# Draws.


def _drew(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    p, d = divmod(at[0], DECKS)
    seen = [fact - DRAWN for fact in t.happening.facts if DRAWN <= fact < LAID]
    if t.s.choice[p] != d and t.s.choice[p] < DECKS:
        deck = int(t.s.choice[p]) + 1
        yield t.happening.fact(N_("Deck {deck} has no card left to draw"), deck=deck)
    if seen:
        you = N_("You drew {card} from deck {deck}")
        other = N_("{name} drew {card} from deck {deck}")
        yield t.happening.say(p, you, other, deck=d + 1, card=t.card(seen[0]))
    else:
        you = N_("You drew a card from deck {deck}")
        other = N_("{name} drew a card from deck {deck}")
        yield t.happening.say(p, you, other, deck=d + 1)


def _no_card(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    you = N_("No deck has a card left for you to draw")
    other = N_("No deck has a card left for {name} to draw")
    yield t.happening.say(players[0], you, other)


# Special actions.


def _order(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    if len(players) == 1:
        you, other = N_("You have a special action"), N_("{name} has a special action")
        yield t.happening.say(players[0], you, other)
        return
    names = t.players(players)
    yield t.happening.fact(N_("Special actions come in this order: {names}"), names=names)


def _by_lot(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    names = t.players(players)
    yield t.happening.fact(N_("Special actions come in this order, by lot: {names}"), names=names)


def _tied(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    for _storage, group in groupby(players, lambda p: int(t.s.storage[p])):
        first, *others = group
        names = t.players(sorted([first, *others]))
        text = N_("Who has the first special action? These must agree: {names}")
        yield t.happening.fact(text, names=names)
        you, other = N_("You propose first"), N_("{name} proposes first")
        yield t.happening.say(first, you, other)


def _forfeited(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    ranked = sorted(players, key=lambda p: (-t.s.storage[p], p))
    for storage, tied in groupby(ranked, lambda p: int(t.s.storage[p])):
        names = t.players([*tied])
        text = N_("With {count} in storage each, these lose their special actions: {names}")
        yield t.happening.fact(text, count=storage, names=names)


def _unable(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    p = players[0]
    storage = t.s.storage[p]
    if storage == 0:
        you = N_("You lose your special action: your storage is empty")
        other = N_("{name} loses the special action: the storage is empty")
    elif storage < SEARCHING:
        you = N_(
            "You lose your special action: no deck has a card left to turn up, and a search costs "
            "{price}"
        )
        other = N_(
            "{name} loses the special action: no deck has a card left to turn up, and a search "
            "costs {price}"
        )
    else:
        you = N_("You lose your special action: no deck has a card left to turn up")
        other = N_("{name} loses the special action: no deck has a card left to turn up")
    yield t.happening.say(p, you, other, price=cubes(SEARCHING))


def _looked(t: Narrator, cards: Sequence[int]) -> Iterator[Sentence]:
    yield t.happening.fact(N_("Looked at: {cards}"), cards=t.cards(cards))


def _kept(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    you, other = N_("You kept a card of deck {deck}"), N_("{name} kept a card of deck {deck}")
    yield t.happening.say(players[0], you, other, deck=int(t.s.source) + 1)


# Cubes and bonuses.


def _laid(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    you = N_("Your nitrogen collector brought dark cubes: {count}")
    other = N_("{name}’s nitrogen collector brought dark cubes: {count}")
    yield t.happening.say(at[0] // PLACES, you, other, count=len(at))


def _reached(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    for n in at:
        p, bonus = divmod(n, 2)
        if bonus == COLOUR_BONUS:
            count = colours_needed(t.s)
            you = N_("You reached a bonus: {count} flower colours")
            other = N_("{name} reached a bonus: {count} flower colours")
        else:
            count = fruits_needed(t.s)
            you = N_("You reached a bonus: {count} types of fruit")
            other = N_("{name} reached a bonus: {count} types of fruit")
        yield t.happening.say(p, you, other, count=count)
        if not any_card(t.s):
            yield t.happening.fact(N_("No deck has a card left for it"))


# The end, and late players.


def _missed(t: Narrator, players: Sequence[int]) -> Iterator[Sentence]:
    you, other = N_("You did not choose in time"), N_("{name} did not choose in time")
    yield t.happening.say(players[0], you, other)


def _last_round_over(t: Narrator, _at: Sequence[int]) -> Iterator[Sentence]:
    text = N_("The last round is over: now everybody plays the last card in hand")
    yield t.happening.fact(text)


def _had_task(t: Narrator, at: Sequence[int]) -> Iterator[Sentence]:
    for n in at:
        p, task = divmod(n, len(TASKS))
        had, most = t.words.owned(p, task)
        values = {"kind": _(TASKS[task].kind), "had": had, "most": most}
        if had > most:
            you = N_("Your task, the most {kind}: {had} against {most}, +{points} points")
            other = N_("{name}’s task, the most {kind}: {had} against {most}, +{points} points")
            yield t.happening.say(p, you, other, **values, points=POINTS)
        else:
            you = N_("Your task, the most {kind}: {had} against {most}, no points")
            other = N_("{name}’s task, the most {kind}: {had} against {most}, no points")
            yield t.happening.say(p, you, other, **values)


def _with_another(_t: Narrator, _at: Sequence[int]) -> Iterator[Sentence]:
    """Yield nothing: it is told along with another fact."""
    yield from ()


_NARRATORS: dict[int, Narrate] = {
    SEASON_COMES: _season,
    FLOWERED: _flowered,
    IN_VAIN: _in_vain,
    HARVESTED: _harvested,
    LEAVES_HARVESTED: _leaves,
    OFFERED: _offered,
    OFFERS_STAND: _stand,
    CHOSE: _chose,
    TAKES: _takes,
    PAYS: _pays,
    DISCARDED: _discarded,
    DREW: _drew,
    NO_CARD: _no_card,
    DRAWN: _with_another,
    LAID: _laid,
    REACHED: _reached,
    LOOKED: _looked,
    KEPT: _kept,
    DRAWN_BY_LOT: _by_lot,
    NEXT: _order,
    TIED: _tied,
    FORFEITED: _forfeited,
    UNABLE: _unable,
    MISSED: _missed,
    LAST_ROUND_OVER: _last_round_over,
    HAD_TASK: _had_task,
}
"""What tells each kind of fact, by its first code, from the codes' numbers."""
