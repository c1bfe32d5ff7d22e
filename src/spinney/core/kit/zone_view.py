"""The default view of a game that declares card zones: as text, and as boards to click.

A card in the viewer's own hand can be clicked if its kind is a word of a move; a zone, if its name
is. The other fields of the record follow in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core.kit.zones import FACE_DOWN, OWNER, Zone, Zones
from spinney.core.plain_view import field_lines
from spinney.core.second_person import with_you
from spinney.drawing import RATIO, Area, Board, back, fitted_name, plain_card, slot
from spinney.drawing import text as words_at
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

WIDTH, CARD, GAP = 360, 40.0, 4.0
"""The width of a board and of a card on it, and the largest gap between cards."""
LINE = CARD * RATIO + 30
"""The height of a row: its name, and the cards below that."""


class ZoneView:
    """A view of a game with zones.

    Attributes:
        zones: the game's.
        s: the record.
        me: the viewer; -1 for a spectator and for a state.
        words: what the viewer can name now.
    """

    def __init__(self, view: Observation | State, zones: Zones) -> None:
        self.view, self.zones, self.s = view, zones, view.record
        self.me: int = getattr(view, "player", -1)
        self.words: frozenset[str] = getattr(view, "words", frozenset())

    def rows(self, player: int) -> Iterator[tuple[int, Zone]]:
        """Yield the rows of a player, or with -1 those that are everybody's, with their zones."""
        for row, (zone, owner) in enumerate(self.zones.places):
            if owner == player:
                yield row, zone

    def cards(self, row: int) -> list[int]:
        """Return the kinds of a row's cards; `FACE_DOWN` for what the viewer can't see."""
        return [self.s.cards[row, i] for i in range(self.s.count[row])]

    def describe(self, row: int, zone: Zone) -> str:
        """Return the contents of a row, in words."""
        cards = self.cards(row)
        hidden = cards.count(FACE_DOWN)
        visible = [self.zones.kinds[card] for card in cards if card != FACE_DOWN]
        if zone.stacked and len(visible) > 1:
            return _("{card} on top of {count}", card=visible[-1], count=len(visible))
        parts = [" ".join(visible), _("{count} face down", count=hidden) if hidden else ""]
        return " ".join(filter(None, parts)) or _("empty")

    def name(self, player: int) -> str:
        """Return a player's name, ``Player 1 (you)``."""
        name = self.view.game.display_names[player]
        return with_you(name, player == self.me)

    @property
    def players(self) -> list[int]:
        """The players, the viewer first."""
        first, count = max(self.me, 0), self.view.game.num_players
        return [(first + k) % count for k in range(count)]

    @property
    def facts(self) -> list[str]:
        """Whose turn it is, and what the record holds besides cards, in lines."""
        waiting = _(" and ").join(self.name(player) for player in self.view.to_act)
        turn = _("to act: {waiting}", waiting=waiting) if waiting else _("nobody is to act")
        return [turn, *field_lines(self.view, without=("cards", "count"))]


def text(view: Observation | State, zones: Zones) -> str:
    """Return the cards of each player, those of everybody, and the rest, in lines."""
    model = ZoneView(view, zones)
    lines = []
    for player in (*model.players, -1):
        indent = ""
        if player >= 0:
            lines.append(model.name(player))
            indent = "  "
        lines += [
            f"{indent}{zone.name}: {model.describe(row, zone)}" for row, zone in model.rows(player)
        ]
    return "\n".join([*lines, *model.facts])


def areas(players: int, layout: str) -> Area:
    """Return the layout of the boards: the viewer's first, others beside it or below."""
    others = [f"beyond-{k}" for k in range(1, players)]
    return ["near", *others, "table"] if layout == "narrow" else [["near", [others, "table"]]]


def boards(view: Observation | State, zones: Zones) -> list[Board]:
    """Return a board for each player, the viewer's first, and one for what is everybody's."""
    model = ZoneView(view, zones)
    drawn = [
        _board(model, player, f"beyond-{k}" if k else "near")
        for k, player in enumerate(model.players)
    ]
    return [*drawn, _table(model)]


def _board(model: ZoneView, player: int, name: str) -> Board:
    rows = list(model.rows(player))
    body = "".join(_row(model, row, zone, k) for k, (row, zone) in enumerate(rows))
    title = model.name(player)
    head = words_at(fitted_name(title, WIDTH - 24, 20, bold=True), 12, 26, "title")
    description, height = _describe_rows(model, rows), 40 + LINE * len(rows)
    return Board(name, title, WIDTH, height, head + body, description, headed=True, owner=player)


def _table(model: ZoneView) -> Board:
    rows = list(model.rows(-1))
    top = LINE * len(rows) + 26
    body = "".join(_row(model, row, zone, k, top=0) for k, (row, zone) in enumerate(rows))
    lines = "".join(words_at(line, 12, top + 20 * k, "note") for k, line in enumerate(model.facts))
    description = " ".join([_describe_rows(model, rows), *model.facts]).strip()
    height = top + 20 * len(model.facts)
    return Board("table", model.view.game.title, WIDTH, height, body + lines, description, True)


def _describe_rows(model: ZoneView, rows: Sequence[tuple[int, Zone]]) -> str:
    return " ".join(f"{zone.name.capitalize()}: {model.describe(row, zone)}." for row, zone in rows)


# A row.


def _row(model: ZoneView, row: int, zone: Zone, k: int, top: float = 40) -> str:
    """A zone's name, its cards, and if its name is a legal word, the place for the next card."""
    y = top + k * LINE
    owner = model.zones.places[row][1]
    named = zone.name in model.words and owner in (-1, model.me)
    cards = model.cards(row)
    if zone.stacked or (len(cards) > 1 and set(cards) == {FACE_DOWN}):
        drawn = [_top(model, row, zone, y)] if cards else []
    else:
        step = _step(len(cards) + named)
        drawn = [_card(model, row, zone, i, 12 + i * step, y + 20) for i in range(len(cards))]
    if named:
        at = min(12 + len(drawn) * _step(len(drawn) + 1), WIDTH - 12 - CARD)
        label = f"{zone.name}, {model.describe(row, zone)}"
        drawn.append(slot(f"zone-{row}", at, y + 20, CARD, word=zone.name, label=label))
    return words_at(zone.name, 12, y + 14, "note") + "".join(drawn)


def _step(count: int) -> float:
    """Return the distance from card to card at which ``count`` cards fit."""
    return round(min(CARD + GAP, (WIDTH - 24 - CARD) / max(1, count - 1)), 2)


def _top(model: ZoneView, row: int, zone: Zone, y: float) -> str:
    """The top card of a pile, and how many it has."""
    cards = model.cards(row)
    at = 12.0, y + 20
    if cards[-1] == FACE_DOWN:
        return back(f"card-{row}-0", *at, CARD, count=len(cards), marks="small", label=zone.name)
    return _card(model, row, zone, len(cards) - 1, *at, note=_("of {count}", count=len(cards)))


def _card(model: ZoneView, row: int, zone: Zone, i: int, x: float, y: float, note: str = "") -> str:
    """A card; its place is its id, as equal cards can't be told apart."""
    card, id_, owner = model.s.cards[row, i], f"card-{row}-{i}", model.zones.places[row][1]
    where = _("in {zone}", zone=zone.name)
    if owner >= 0:
        where = _("in {name}’s {zone}", name=model.name(owner), zone=zone.name)
    if card == FACE_DOWN:
        return back(id_, x, y, CARD, label=_("a card {where}", where=where))
    word = model.zones.kinds[card]
    own = zone.seen_by == OWNER and owner == model.me and word in model.words
    return plain_card(
        id_,
        word,
        x,
        y,
        CARD,
        colour=model.zones.colour(card),
        note=note,
        word=word if own else None,
        label=f"{word} {where}",
    )
