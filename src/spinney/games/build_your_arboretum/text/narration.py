"""Tell what happened in Build Your Arboretum, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from spinney.core.narration import Happening, Sentence
from spinney.games.build_your_arboretum.rules.mini import rounds
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    CARDS,
    DIG,
    DONE,
    DROP,
    ENDED,
    FIRST,
    GIVE,
    GROUP,
    GROUPS,
    MOST,
    OFFERED,
    PLANT,
    PLAYERS,
    REFUSE,
    SKIP,
    START,
    SWEPT,
    TAKE,
    Arboreta,
)
from spinney.games.build_your_arboretum.text.begun import given_cards
from spinney.games.build_your_arboretum.text.names import card_title
from spinney.games.build_your_arboretum.text.notation import write
from spinney.i18n import N_, _
from spinney.i18n.lists import and_list


def narrate(happening: Happening) -> Iterator[Sentence]:
    """Yield what happened."""
    if happening.actions:
        yield from _move(happening, happening.actions)
    if happening.facts:
        yield from _facts(happening, happening.facts)


# Moves.


def _move(happening: Happening, actions: Sequence[int]) -> Iterator[Sentence]:
    """Tell a move; a bid is told with the other, when both are shown."""
    first, player = actions[0], happening.player
    if happening.before.record.phase == BID:
        return
    if first == DONE or GIVE <= first < PLANT:
        yield _hired(happening, actions)
    elif first < SKIP:
        you, other = N_("You start the first round"), N_("{name} starts the first round")
        yield happening.say(first - FIRST, you, other)
    elif first == START:
        yield _started(happening, player)
    elif first == SKIP:
        you = N_("You skipped the rest of the round")
        yield happening.say(player, you, N_("{name} skipped the rest of the round"))
    elif first < PLANT:
        yield _advertised(happening, actions)
    else:
        yield _planted(happening, first)


def _started(happening: Happening, player: int) -> Sentence:
    s: Arboreta = happening.after.record
    if s.round_number == rounds(s):
        you = N_("You are the starting player at the end")
        return happening.say(player, you, N_("{name} is the starting player at the end"))
    you = N_("You will be the starting player next round")
    return happening.say(player, you, N_("{name} will be the starting player next round"))


def _planted(happening: Happening, action: int) -> Sentence:
    """Tell of a card that was planted; it may have been chosen earlier than its cell."""
    s: Arboreta = happening.before.record
    if action >= AT:
        card, dug = int(s.held), s.where[s.held] == REFUSE
    else:
        dug = action >= DIG
        card = action - (DIG if dug else PLANT)
    if dug:
        you = N_("You planted {card} from the refuse pile")
        other = N_("{name} planted {card} from the refuse pile")
    else:
        you, other = N_("You planted {card}"), N_("{name} planted {card}")
    return happening.say(happening.player, you, other, card=card_title(card))


def _advertised(happening: Happening, actions: Sequence[int]) -> Sentence:
    """Tell of a card that came to an advertising board; it may have been taken earlier."""
    player, first = happening.player, actions[0]
    card = card_title(first - TAKE if first < DROP else int(happening.before.record.taken))
    dropped = [card_title(action - DROP) for action in actions if action >= DROP]
    if not dropped:
        you, other = N_("You advertised {card}"), N_("{name} advertised {card}")
        return happening.say(player, you, other, card=card)
    you = N_("You advertised {card} and dropped {dropped}")
    other = N_("{name} advertised {card} and dropped {dropped}")
    return happening.say(player, you, other, card=card, dropped=dropped[0])


def _hired(happening: Happening, actions: Sequence[int]) -> Sentence:
    """Tell of cards given for a parrot; some may have been given earlier."""
    cards = given_cards(happening.before.record)
    cards += [action - GIVE for action in actions if action != DONE]
    you = N_("You hired a parrot for {cards} and have {count} now")
    other = N_("{name} hired a parrot for {cards} and has {count} now")
    count = int(happening.after.record.parrots[happening.player])
    given = and_list([card_title(card) for card in cards])
    return happening.say(happening.player, you, other, cards=given, count=count)


# What happens by itself.


def _facts(happening: Happening, facts: Sequence[int]) -> Iterator[Sentence]:
    if facts[0] in (SWEPT, ENDED):
        yield from _end_of_round(happening, ended=facts[0] == ENDED)
    elif OFFERED <= facts[0] < SWEPT:
        cards = and_list([card_title(fact - OFFERED) for fact in facts])
        number = int(happening.after.record.round_number)
        yield happening.fact(N_("Round {number}: {cards} are on offer"), number=number, cards=cards)
    else:
        yield from (_bid(happening, facts, player) for player in range(PLAYERS))


def _end_of_round(happening: Happening, ended: bool) -> Iterator[Sentence]:
    """Tell what becomes of the cards left over."""
    s: Arboreta = happening.before.record
    removed = [card_title(card) for card in range(CARDS) if s.where[card] == REFUSE]
    if removed:
        yield happening.fact(N_("{cards} left the game"), cards=and_list(removed))
    if ended:
        yield happening.fact(N_("The last round is over"))
    else:
        yield happening.fact(N_("The round is over: what is left on offer is the refuse pile now"))


def _bid(happening: Happening, facts: Sequence[int], player: int) -> Sentence:
    width = 2 * MOST + 1
    mine = [(fact - GROUPS) % width for fact in facts if (fact - GROUPS) // width == player]
    sent = [group for group in mine if group < 2 * MOST]
    if not sent:
        you, other = N_("You kept all parrots at home"), N_("{name} kept all parrots at home")
        sentence = happening.say(player, you, other)
    else:
        you, other = N_("You sent parrots: {groups}"), N_("{name} sent parrots: {groups}")
        sentence = happening.say(player, you, other, groups=flocks_in_words(sent))
    return sentence._replace(notation=write([*(GROUP + group for group in sent), DONE]))


def flocks_in_words(groups: Sequence[int]) -> str:
    """Return flocks in the order they were sent: ``2 + 1 to the garden and 1 to the bulletin``."""
    phrases = []
    for to_board, run in groupby(groups, key=lambda group: group % 2):
        counts = " + ".join(str(group // 2 + 1) for group in run)
        there = _("{count} to the bulletin", count=counts)
        phrases.append(there if to_board else _("{count} to the garden", count=counts))
    return and_list(phrases)
