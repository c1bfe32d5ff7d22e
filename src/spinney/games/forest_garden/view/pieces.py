"""Small things on the table and beside gardens: dice, storages, hands of others, nameplates."""

from __future__ import annotations

from collections.abc import Callable

from spinney import drawing as kit
from spinney.core.second_person import text_about, you
from spinney.drawing.fitting import text_width
from spinney.games.forest_garden.deck.plant import COLOURS as FLOWER_COLOURS
from spinney.games.forest_garden.deck.plant import FRUITS
from spinney.games.forest_garden.rules.record import BONUS, NONE, SPECIAL
from spinney.games.forest_garden.text.score_sheet import STORAGE_KEY
from spinney.games.forest_garden.view import card as picture_card
from spinney.games.forest_garden.view.captions import storage_caption, variety_caption
from spinney.games.forest_garden.view.card_faces import blossom, cube, fruit, line
from spinney.games.forest_garden.view_model import COLOURS, ForestGardenView, hidden_origin
from spinney.i18n import N_, _, cached_text

SIX = 6
"""What a die shows for the special action, for deck 6 and, with seven players, for deck 7."""

_PIPS = ("", "D", "AG", "ADG", "ACEG", "ACDEG", "ABCEFG")
_SPOTS = {
    "A": (5.5, 5.5),
    "B": (5.5, 12),
    "C": (18.5, 5.5),
    "D": (12, 12),
    "E": (5.5, 18.5),
    "F": (18.5, 12),
    "G": (18.5, 18.5),
}


def pips(choice: int) -> int:
    """What a die shows for a choice: a deck from 0, or `SPECIAL`."""
    return min(choice + 1, SIX)


@cached_text(maxsize=2048)
def die(number: int, x: float, y: float, size: float, kind: str = "plain") -> str:
    """A die with so many pips, its upper left corner at (x, y); 0: covered, nothing shows.

    ``kind``: ``plain``, or a player's colour.
    """
    dots = "".join(
        kit.element("circle", class_="pip", cx=_SPOTS[spot][0], cy=_SPOTS[spot][1], r=2.4)
        for spot in _PIPS[number]
    )
    face = kit.element("rect", class_="face", width=24, height=24, rx=5.5)
    drape = "" if number else kit.element("path", class_="drape", d=_DRAPE)
    at = kit.place(x, y, size / 24)
    return kit.group(face + dots + drape, class_=f"die die-{kind}", transform=at)


_DRAPE = "M5 3v18M9.700 3v18M14.400 3v18M19 3v18".replace("00", "")


def own_die(model: ForestGardenView, p: int, x: float, y: float, size: float) -> str:
    """A player's die: what they chose, or covered as long as that is secret."""
    choice = model.choices[p]
    number = pips(choice) if 0 <= choice <= SPECIAL else 0
    body = die(number, 0, 0, size, COLOURS[p])
    kind = "dice" if number or model.choosing else "dice resting"
    return kit.piece(f"die-{p + 1}", kind, body, (x, y, 1), label=_chosen(model, p))


def _chosen(model: ForestGardenView, p: int) -> str:
    choice = model.choices[p]
    if choice == SPECIAL:
        you, other = N_("Your die: a special action"), N_("{name}’s die: a special action")
    elif 0 <= choice < SPECIAL:
        you, other = N_("Your die: deck {number}"), N_("{name}’s die: deck {number}")
    elif model.choosing:
        you, other = N_("Your die: covered"), N_("{name}’s die: covered")
    else:
        you, other = N_("Your die: no choice"), N_("{name}’s die: no choice")
    return model.text_about(p, you, other, number=choice + 1)


@cached_text(maxsize=64)
def tag(word: str, x: float, y: float, size: float) -> str:
    """A word across a card: what a click on it says, or what it costs."""
    box = kit.element("rect", class_="tag", x=x, y=y, width=size, height=18, rx=5)
    room = round(size - 4, 2)
    most = len(word) if text_width(word, 12.5, bold=True) <= room else 0
    return box + line(word, round(x + size / 2, 2), round(y + 13.2, 2), "tag-word", most, room)


# Storages.


@cached_text(maxsize=1024)
def blocks(value: int, size: float, columns: int, most: int) -> str:
    """Cubes worth so much, dark ones first, in rows from (0, 0); at most so many are drawn."""
    values = ([2] * (value // 2) + [1] * (value % 2))[:most]
    pitch = round(size * 1.12, 2)
    return "".join(
        cube(v, round(k % columns * pitch, 2), round(k // columns * pitch, 2), size)
        for k, v in enumerate(values)
    )


# Hands of others.


def held(
    model: ForestGardenView, p: int, at: tuple[float, float], size: float, pitch: float
) -> str:
    """The hand of somebody else: backs, and the cards that this view shows."""
    x, y = at
    drawn = "".join(
        _held(model, p, k, card, (round(x + k * pitch, 2), y), size)
        for k, card in enumerate(model.hand(p))
        if card != model.tendered or card < 0
    )
    choice = model.choices[p]
    source = f"deck-{choice + 1}" if 0 <= choice < model.players else None
    return kit.group(drawn, id=f"hand-{p + 1}", data_source=source)


def _held(
    model: ForestGardenView, p: int, k: int, card: int, at: tuple[float, float], size: float
) -> str:
    if card < 0:
        origin = hidden_origin(card)
        label = model.text_about(
            p, N_("{card} in your hand"), N_("{card} in {name}’s hand"), card=model.name(card)
        )
        return picture_card.back(f"back-{p + 1}-{k + 1}", origin, *at, size, label=label)
    plant = model.plant(card)
    lying = _("In {name}’s hand, known to you.", name=model.names[p])
    label = f"{picture_card.plant_caption(plant, lines=True)}\n{lying}"
    return picture_card.fitting(f"card-{plant.id}", plant, *at, size, label=label)


Sign = Callable[[str, float, float, float], str]


# In the north-west: the player, and what is in storage.


NAME_LEFT, NAME_LINE = 37.0, 38.0
"""Where the name of a large garden begins, and what it stands above."""


def nameplate(model: ForestGardenView, p: int, grand: bool, room: float) -> str:
    """The name of a player, whom something may be offered to, and their storage.

    ``room``: how wide the name may be.
    """
    name = model.names[p]
    if grand:
        title = kit.name_title(name, room)
        body = _grand(model, p, name, title)
        width, height = max(162.0, round(NAME_LEFT + title.width + 8, 2)), 56.0
    else:
        body = _plain(model, p, name, room)
        width, height = room + 24, 46.0
    halo = kit.element("rect", class_="halo", x=4, y=4, width=width, height=height, rx=12)
    face = kit.element("rect", class_="face", x=6, y=6, width=width - 4, height=height - 4, rx=10)
    sign = kit.piece(
        f"plaque-{p + 1}",
        "plaque",
        face + body,
        (0, 0, 1),
        word=model.player_word(p),
        label=f"{name}: {storage_caption(model, p)}",
        halo=halo,
    )
    return sign + _storage(model, p, grand)


def _grand(model: ForestGardenView, p: int, name: str, title: kit.Name) -> str:
    about = _doing(model, p, name)
    return (
        kit.token(COLOURS[p], 22, 24, 18)
        + title.at(NAME_LEFT, 30)
        + kit.text(about, 13, 50, "note to-act")
    )


def _doing(model: ForestGardenView, p: int, name: str) -> str:
    """What a player is to do, as far as the viewer knows; whose garden it is."""
    if p in model.view.to_act and p == model.me:
        return text_about(
            name, N_("your turn"), N_("to choose") if model.choosing else N_("to play")
        )
    if p in model.view.to_act and not model.choosing:  # who has chosen, others don't see
        return _("to play")
    return _("you") if p == model.me and name != you() else ""


def _plain(model: ForestGardenView, p: int, name: str, room: float) -> str:
    playing = p in model.view.to_act and not model.choosing
    kind = "heading snug playing" if playing else "heading snug"
    return kit.token(COLOURS[p], 14, 16, 13) + kit.text(
        kit.fitted_name(name, room, 12.5, bold=True), 23, 20, kind
    )


def _storage(model: ForestGardenView, p: int, grand: bool) -> str:
    """The cubes in storage, and how much they are worth."""
    at = (13, 60, 1) if grand else (7, 26, 1)
    kind = f"store held row-{STORAGE_KEY}"
    value, planted = model.storage[p], len(model.garden(p).grown)
    drawn = _pile(value) if grand else _sum(value, planted)
    storage = kit.piece(f"store-{p + 1}", kind, drawn, at, label=storage_caption(model, p))
    return kit.group(storage, data_scores=f"{STORAGE_KEY} {p}")


@cached_text(maxsize=256)
def _pile(value: int) -> str:
    beside = 16 * len(str(value)) + 4
    lying = kit.group(blocks(value, 15, 4, 8), transform=kit.place(beside, 0))
    return kit.text(value, 0, 21, "sum counter") + lying


@cached_text(maxsize=1024)
def _sum(value: int, planted: int) -> str:
    """The cubes in storage and, below each other, the plants: what a small garden comes to."""
    return (
        cube(2 if value > 1 else 1, 0, 0, 14)
        + kit.text(value, 18, 12, "heading snug counter")
        + kit.icon("seedling", 0, 16, 14)
        + kit.text(planted, 18, 28, "heading snug")
    )


# In the north-east: the die, the hand of somebody else, the bonuses.


def side(model: ForestGardenView, p: int, width: float, grand: bool) -> str:
    """What a player chose, holds and has of the bonuses; the viewer's hand lies elsewhere."""
    edge = width - 10
    die, top, card, low = (30.0, 11.0, 32.0, 49.0) if grand else (17.0, 7.0, 17.0, 27.0)
    drawn = own_die(model, p, edge - die, top, die)
    if p != model.me:
        # Beside the die, or below a small one.
        right, high = (edge - die - 6, 7.0) if grand else (edge, low)
        drawn += held(model, p, (_held_left(model, p, right, card), high), card, card * _APART)
    return drawn + (_variety(model, p, edge + 3, low) if grand else "")


def side_left(model: ForestGardenView, p: int, width: float) -> float:
    """Where the die and the hand in the corner of a large garden begin."""
    left = width - 40
    return left if p == model.me else _held_left(model, p, left - 6, 32.0)


def _held_left(model: ForestGardenView, p: int, right: float, card: float) -> float:
    pitch = card * _APART
    return round(right - pitch * max(1, len(model.hand(p))) + pitch - card, 2)


_APART = 1.1
"""From one card in the hand of another to the next, in widths of a card."""
_SIGN, _STEP = 12.0, 12.5
_SLIP = '<rect class="slip" x="-113" y="-4" width="118" height="50" rx="7"/>'


def _variety(model: ForestGardenView, p: int, right: float, y: float) -> str:
    """Flower colours and types of fruit, flush right: what is there, and faintly what is not."""
    garden = model.garden(p)
    colours = _signs(blossom, FLOWER_COLOURS, garden.colours, 7)
    fruits = _signs(fruit, FRUITS, garden.fruits, 6)
    tallies = (
        _tally(model, p, 0, len(garden.colours), 10),
        _tally(model, p, 1, len(garden.fruits), 30),
    )
    reached = model.s.bonus if model.due == BONUS and model.mover == p else NONE
    drawn = "".join(
        kit.group(signs, class_="reached" if bonus == reached else None, transform=at)
        for bonus, (signs, at) in enumerate(((colours, None), (fruits, kit.place(0, 16))))
    )
    drawn = _SLIP + "".join(tallies) + drawn
    return kit.piece(
        f"variety-{p + 1}", "variety", drawn, (right, y, 1), label=variety_caption(model, p)
    )


def _tally(model: ForestGardenView, p: int, bonus: int, count: int, y: float) -> str:
    """How many there are of those that make a bonus; a tick when it is had."""
    said = "✓" if model.had(p, bonus) else f"{count}/{model.aim(bonus)}"
    return kit.text(said, -100, y, "tally-mark")


@cached_text(maxsize=1024)
def _signs(draw: Sign, names: tuple[str, ...], there: tuple[str, ...], columns: int) -> str:
    """Signs in rows of so many, that end at x = 0."""
    return "".join(
        kit.group(
            draw(name, (k % columns - columns) * _STEP, k // columns * (_SIGN + 1), _SIGN),
            class_=None if name in there else "lacking",
        )
        for k, name in enumerate(names)
    )
