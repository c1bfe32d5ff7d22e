"""Tell the moves of Forest Garden, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spinney.core.narration import Happening, Sentence, mark
from spinney.games.forest_garden.deck.plant import plant_name
from spinney.games.forest_garden.deck.plants import plants_of
from spinney.games.forest_garden.rules.record import (
    ACCEPT,
    ACT_FIRST,
    AT,
    CHOOSE,
    CONSENTING,
    DECLINE,
    DRAW,
    DRAWN,
    GROW,
    LAID,
    LOOK,
    OFFER,
    PICK,
    PILE,
    REFUSE,
    SALE,
    SEARCH,
    SEARCHING,
    SELL,
    SWAP,
    SWAPPING,
    TO,
    ForestGarden,
)
from spinney.games.forest_garden.text.names import TableWords
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import N_


def narrate_move(happening: Happening) -> Iterator[Sentence]:
    """Yield what a move was; a secret choice is told when all are shown."""
    first = happening.actions[0]
    kind = max(kind for kind in _TELLING if kind <= first)
    if tell := _TELLING[kind]:
        yield tell(happening, first - kind)


def _plant(happening: Happening, card: int) -> str:
    """Return the name of a card's plant."""
    return plant_name(plants_of(happening.was.game)[card])


def _held(happening: Happening) -> str:
    """Return the name of the plant that is being planted, sold or offered."""
    return _plant(happening, int(happening.before.record.held))


def _drew(happening: Happening, deck: int) -> Sentence:
    seen = [fact - DRAWN for fact in happening.facts if DRAWN <= fact < LAID]
    if not seen:
        you = N_("You drew a first card from deck {deck}")
        other = N_("{name} drew a first card from deck {deck}")
        return happening.say(happening.player, you, other, deck=deck + 1)
    you = N_("You drew {card} from deck {deck}")
    other = N_("{name} drew {card} from deck {deck}")
    card = _plant(happening, seen[0])
    return happening.say(happening.player, you, other, deck=deck + 1, card=card)


def _sold(happening: Happening, card: int) -> Sentence:
    plant = plants_of(happening.was.game)[card]
    you, other = N_("You sold {card} for {price}"), N_("{name} sold {card} for {price}")
    name, price = plant_name(plant), cubes(plant.price)
    return happening.say(happening.player, you, other, card=name, price=price)


def _grew(happening: Happening, card: int) -> Sentence:
    return _planted(happening, _plant(happening, card), happening.actions[1:])


def _placed(happening: Happening, _place: int) -> Sentence:
    return _planted(happening, _held(happening), happening.actions)


def _planted(happening: Happening, card: str, places: tuple[int, ...]) -> Sentence:
    """Tell what was planted, and what the place cost."""
    words = TableWords(happening.before)
    fee = words.fee(happening.player, places[0] - AT) if places else 0
    you, other = N_("You planted {card}"), N_("{name} planted {card}")
    if fee:
        you, other = N_("You planted {card} for {price}"), N_("{name} planted {card} for {price}")
    return happening.say(happening.player, you, other, card=card, price=cubes(fee))


def _offered(happening: Happening, card: int) -> Sentence:
    buyer = happening.actions[1] - TO if len(happening.actions) > 1 else -1
    return _offered_to(happening, buyer, _plant(happening, card))


def _asked(happening: Happening, buyer: int) -> Sentence:
    return _offered_to(happening, buyer, _held(happening))


def _offered_to(happening: Happening, buyer: int, card: str) -> Sentence:
    if buyer == happening.reader:
        other = N_("{name} offered you {card}")
        return happening.say(happening.player, other, other, card=card)
    you, other = N_("You offered {card} to {buyer}"), N_("{name} offered {card} to {buyer}")
    return happening.say(happening.player, you, other, card=card, buyer=mark(buyer))


def _accepted(happening: Happening, _nothing: int) -> Sentence:
    s: ForestGarden = happening.before.record
    if s.doing == CONSENTING:
        return happening.say(happening.player, N_("You agreed"), N_("{name} agreed"))
    you, other = N_("You bought {card} for {price}"), N_("{name} bought {card} for {price}")
    return happening.say(happening.player, you, other, card=_held(happening), price=cubes(SALE))


def _refused(happening: Happening, _nothing: int) -> Sentence:
    s: ForestGarden = happening.before.record
    if s.doing == CONSENTING:
        return happening.say(happening.player, N_("You disagreed"), N_("{name} disagreed"))
    you, other = N_("You did not buy {card}"), N_("{name} did not buy {card}")
    return happening.say(happening.player, you, other, card=_held(happening))


def _declined(happening: Happening, _nothing: int) -> Sentence:
    you, other = N_("You passed"), N_("{name} passed")
    return happening.say(happening.player, you, other)


def _proposed(happening: Happening, first: int) -> Sentence:
    if first == happening.player:
        you = N_("You proposed to act first")
        return happening.say(happening.player, you, N_("{name} proposed to act first"))
    if first == happening.reader:
        other = N_("{name} proposed that you act first")
        return happening.say(happening.player, other, other)
    you = N_("You proposed that {first} acts first")
    other = N_("{name} proposed that {first} acts first")
    return happening.say(happening.player, you, other, first=mark(first))


def _looked(happening: Happening, deck: int) -> Sentence:
    you = N_("You used the bonus to look into deck {deck}")
    other = N_("{name} used the bonus to look into deck {deck}")
    return happening.say(happening.player, you, other, deck=deck + 1)


def _swapped(happening: Happening, _nothing: int) -> Sentence:
    you, other = (
        N_("You replaced all offers for {price}"),
        N_("{name} replaced all offers for {price}"),
    )
    return happening.say(happening.player, you, other, price=cubes(SWAPPING))


def _searched(happening: Happening, deck: int) -> Sentence:
    if deck == PILE:
        you = N_("You searched the discard pile for {price}")
        other = N_("{name} searched the discard pile for {price}")
    else:
        you = N_("You searched deck {deck} for {price}")
        other = N_("{name} searched deck {deck} for {price}")
    return happening.say(happening.player, you, other, deck=deck + 1, price=cubes(SEARCHING))


def _picked(happening: Happening, card: int) -> Sentence:
    you, other = N_("You kept {card}"), N_("{name} kept {card}")
    return happening.say(happening.player, you, other, card=_plant(happening, card))


_TELLING: dict[int, Callable[[Happening, int], Sentence] | None] = {
    DRAW: _drew,
    CHOOSE: None,
    SELL: _sold,
    GROW: _grew,
    OFFER: _offered,
    AT: _placed,
    TO: _asked,
    ACCEPT: _accepted,
    REFUSE: _refused,
    DECLINE: _declined,
    ACT_FIRST: _proposed,
    LOOK: _looked,
    SWAP: _swapped,
    SEARCH: _searched,
    PICK: _picked,
}
"""What tells each kind of move, by its first action, from the action's number."""
