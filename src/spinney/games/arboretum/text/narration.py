"""Tell what happened in Arboretum, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from spinney.core.narration import Happening, Sentence, mark
from spinney.games.arboretum.rules.record import (
    AT,
    CARDS,
    DRAWN,
    FROM_DECK,
    FROM_PILE,
    HELD,
    PLAY,
    THROW,
    Arboretum,
)
from spinney.games.arboretum.text.names import card_title
from spinney.i18n import N_
from spinney.i18n.lists import and_list


def narrate(happening: Happening) -> Iterator[Sentence]:
    """Yield what happened."""
    if not happening.actions:
        yield from _hands(happening)
        return
    action = happening.actions[0]
    if action == FROM_DECK:
        yield _drawn(happening)
    elif action < PLAY:
        yield _taken(happening, action - FROM_PILE)
    elif action < THROW:
        yield _planted(happening, action)
    else:
        you, other = N_("You discarded {card}"), N_("{name} discarded {card}")
        yield happening.say(happening.player, you, other, card=card_title(action - THROW))


def _drawn(happening: Happening) -> Sentence:
    """Tell of a card from the deck, which its player sees."""
    seen = [fact - DRAWN for fact in happening.facts if DRAWN <= fact < HELD]
    if not seen:
        you, other = N_("You drew a card from the deck"), N_("{name} drew a card from the deck")
        return happening.say(happening.player, you, other)
    you, other = N_("You drew {card} from the deck"), N_("{name} drew {card} from the deck")
    return happening.say(happening.player, you, other, card=card_title(seen[0]))


def _taken(happening: Happening, owner: int) -> Sentence:
    """Tell of a card from a discard pile."""
    s: Arboretum = happening.before.record
    card = card_title(s.pile[owner, s.piled[owner] - 1])
    if owner == happening.player:
        you = N_("You took {card} back from your discard pile")
        other = N_("{name} took {card} back from their discard pile")
        return happening.say(happening.player, you, other, card=card)
    if owner == happening.reader:
        other = N_("{name} took {card} from your discard pile")
        return happening.say(happening.player, other, other, card=card)
    you = N_("You took {card} from {owner}’s discard pile")
    other = N_("{name} took {card} from {owner}’s discard pile")
    return happening.say(happening.player, you, other, card=card, owner=mark(owner))


def _planted(happening: Happening, action: int) -> Sentence:
    """Tell of a card that was played; it may have been chosen earlier than its place."""
    held = int(happening.before.record.held)
    card = action - PLAY if action < AT else held
    you, other = N_("You planted {card}"), N_("{name} planted {card}")
    return happening.say(happening.player, you, other, card=card_title(card))


def _hands(happening: Happening) -> Iterator[Sentence]:
    """Tell the hands that the end shows."""
    hands: dict[int, list[int]] = {}
    for fact in happening.facts:
        player, card = divmod(fact - HELD, CARDS)
        hands.setdefault(player, []).append(card)
    for player, cards in hands.items():
        you, other = N_("You held {cards}"), N_("{name} held {cards}")
        yield happening.say(
            player, you, other, cards=and_list([card_title(card) for card in cards])
        )
