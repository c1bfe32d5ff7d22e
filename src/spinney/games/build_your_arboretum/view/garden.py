"""Draw a player's garden: their name, parrots at home, the ground, cards, paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from spinney import drawing as kit
from spinney.core.score_sheet import ScoreRow
from spinney.drawing import Board
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.record import CELLS, NEAR, SIDE
from spinney.games.build_your_arboretum.text.names import CARD_NAMES, CELL_NAMES, TREES, card_title
from spinney.games.build_your_arboretum.view.birds import FEET, bough, parrot
from spinney.games.build_your_arboretum.view_model import BuildYourArboretumView
from spinney.i18n import N_, _, cached_text, ngettext


@cached_text(maxsize=2048)
def card(
    c: int,
    x: float,
    y: float,
    size: float,
    label: str,
    named: bool,
    marks: str = "",
    prefix: str = "",
    verb: str = "",
) -> str:
    """A card at (x, y), ``size`` wide; ``named``: it can be named now; ``prefix``: of its id.

    ``verb``: what a click on it does, where the board says so.
    """
    name = CARD_NAMES[c]
    return kit.card(
        f"{prefix}card-{name}",
        TREES[c // 8],
        c % 8 + 1,
        name[0],
        x,
        y,
        size,
        word=name if named else None,
        verb=verb,
        label=label,
        marks=marks,
    )


@dataclass(frozen=True)
class GardenPlan:
    """Where the parts of a garden lie on its board.

    Attributes:
        width: of the board.
        head: the height of the nameplate and the parrots at home.
        bird: the size of a parrot.
        prefix: of all ids, for a garden that is shown a second time.
        opens: can it be opened large?
        margin: the room for letters and numbers beside the cells; 0: they are in the cells.
        chooses: does a click on the nameplate choose who starts the first round? Where both
            gardens are not in view together, there are buttons instead.
    """

    width: float
    head: float = 58
    bird: float = 22
    prefix: str = ""
    opens: bool = False
    margin: float = 0
    chooses: bool = True

    @cached_property
    def pitch(self) -> float:
        """From one cell to the next."""
        return round((self.width - 16 - self.margin) / SIDE, 2)

    @cached_property
    def size(self) -> float:
        """The width of a card."""
        return round(self.pitch * 0.94, 2)

    @cached_property
    def down(self) -> float:
        """From one row to the next."""
        return round(self.size * kit.RATIO + self.pitch - self.size, 2)

    @cached_property
    def height(self) -> float:
        """Of the board."""
        return round(self.head + self.margin + 8 + SIDE * self.down + 7)

    @cached_property
    def corners(self) -> list[tuple[float, float]]:
        """The upper left corner of each cell."""
        left = 8 + self.margin + (self.pitch - self.size) / 2
        top = self.head + self.margin + 8
        return [
            (round(left + column * self.pitch, 2), round(top + row * self.down, 2))
            for row in range(SIDE)
            for column in range(SIDE)
        ]

    def centre(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.corners[cell]
        return x + self.size / 2, y + self.size * kit.RATIO / 2


def garden(
    model: BuildYourArboretumView,
    p: int,
    name: str,
    plan: GardenPlan,
    rows: Sequence[ScoreRow] = (),
) -> Board:
    """A garden: its owner and their parrots, ground that grows with what stands on it, paths."""
    grid = model.grid[CELLS * p : CELLS * (p + 1)]
    body = (
        _ground(PLAYER_NAMES[p], plan)
        + _soil(plan, frozenset(cell for cell in range(CELLS) if grid[cell] >= 0))
        + _head(model, p, plan)
        + _cells(model, p, plan, grid)
        + (_letters(plan) if plan.margin else "")
        + "".join(
            card(
                c,
                *plan.corners[cell],
                plan.size,
                _label(model, c, p),
                False,
                "planted",
                plan.prefix,
            )
            for c, cell in model.planted(p).items()
        )
        + _paths(plan, p, rows)
    )
    title = model.text_about(p, N_("Your garden"), N_("{name}’s garden"))
    return Board(
        name, title, plan.width, plan.height, body, _description(model, p), headed=True, owner=p
    )


def _label(model: BuildYourArboretumView, c: int, p: int) -> str:
    you, other = N_("{card} in your garden"), N_("{card} in {name}’s garden")
    return model.text_about(p, you, other, card=card_title(c))


# The ground.


@cached_text(maxsize=16)
def _ground(player: str, plan: GardenPlan) -> str:
    """The paper of a garden in its owner's colour, and a meadow within a fence."""
    left, top = 5 + plan.margin, plan.head + plan.margin + 3
    size = {"width": plan.width - left - 5, "height": plan.height - top - 5}
    meadow = {"x": left, "y": top, **size, "rx": 9}
    return (
        frame(player, 1.5, plan.width, plan.height)
        + kit.element("rect", class_="bed", **meadow)
        + kit.element("path", class_="tufts", d=_tufts(plan))
        + kit.element("rect", class_="fence", **meadow)
    )


@cached_text(maxsize=16)
def _tufts(plan: GardenPlan) -> str:
    """Grass, a tuft in each cell, turned this way and that."""
    right, down = ((0.3, 0.43, 0.56, 0.69), (0.5, 0.66, 0.82, 0.98))
    return "".join(
        f"M{x + plan.size * right[k * 7 % 4]:.4g} {y + plan.size * down[k * 5 % 4]:.4g}"
        f"q{3 - k % 3} 2 4 6q{k % 2}-6 {2 + k % 3}-9m-3 9q3-3 7-5"
        for k, (x, y) in enumerate(plan.corners)
    )


@cached_text(maxsize=64)
def frame(player: str, top: float, width: float, height: float) -> str:
    """Paper in a player's colour, framed in it."""
    box = {"x": 1.5, "y": top, "width": width - 3, "height": height - top - 1.5, "rx": 13}
    return (
        kit.element("rect", class_="sheet-paper", **box)
        + kit.element("rect", class_=f"tint-{player}", **box)
        + kit.element("rect", class_=f"frame-{player} fine", **box)
    )


@cached_text(maxsize=256)
def _soil(plan: GardenPlan, planted: frozenset[int]) -> str:
    """The dug ground: under what stands there, and around it, as far as can be planted next."""
    dug = _dug(planted)
    if not dug:
        return ""
    # Plain rectangles with a broad stroke: it rounds their corners, and joins those side by side.
    across, down = plan.pitch - 2 * _INSET, plan.down - 2 * _INSET
    left, top = (plan.pitch - plan.size) / 2, (plan.down - plan.size * kit.RATIO) / 2
    d = "".join(
        f"M{x - left + _INSET:.5g} {y - top + _INSET:.5g}h{across:.5g}v{down:.5g}h{-across:.5g}z"
        for x, y in (plan.corners[cell] for cell in sorted(dug))
    )
    edge = kit.element("path", class_="dug-edge", d=d, stroke_width=2 * _INSET + 7)
    ground = kit.element("path", class_="dug", d=d, stroke_width=2 * _INSET + 4.5)
    furrows = "".join(_furrows(plan, cell) for cell in sorted(dug - planted))
    return edge + ground + kit.element("path", class_="furrows", d=furrows)


def _furrows(plan: GardenPlan, cell: int) -> str:
    """The lines of a rake across a cell."""
    x, y = plan.corners[cell]
    wide, high = plan.size, plan.size * kit.RATIO
    return "".join(
        f"M{x + wide * (0.14 + 0.05 * (k % 2)):.5g} {y + high * (0.2 + 0.2 * k):.5g}"
        f"q{wide * 0.17:.4g} {(-1) ** (cell + k) * 2.5:.2g} {wide * 0.34:.4g} 0t{wide * 0.34:.4g} 0"
        for k in range(4)
    )


_INSET = 4.0
"""How far the dug ground of a cell is drawn within its edges, before its stroke."""


@cached_text(maxsize=256)
def _dug(planted: frozenset[int]) -> frozenset[int]:
    """What is planted, and what can be planted next to it."""
    return planted | {near for cell in planted for near in _beside(cell)}


@cached_text(maxsize=64)
def _beside(cell: int) -> tuple[int, ...]:
    return tuple(int(near) for near in NEAR[4 * cell : 4 * cell + 4] if near >= 0)


# Above it.


def _head(model: BuildYourArboretumView, p: int, plan: GardenPlan) -> str:
    """Whose garden it is, who starts, and the parrots at home; a word to choose who starts."""
    starts = model.s.start == p and model.s.round_number > 0
    right = plan.width - (42 if plan.opens else 10)
    return (
        _nameplate(model, p, plan, right - (84 if starts else 0))
        + (_starter(right, plan.prefix) if starts else "")
        + _flock(model, p, plan)
        + (_opener(model.names[p], plan) if plan.opens else "")
    )


def _nameplate(model: BuildYourArboretumView, p: int, plan: GardenPlan, right: float) -> str:
    name, whose = PLAYER_NAMES[p], model.names[p]
    word = name if name in model.words and plan.chooses and not plan.prefix else None
    width = plan.width - 8 if word else right - 4  # what can be clicked frames all of the head
    body = (
        kit.element("rect", class_="face", width=width, height=48, rx=10)
        + kit.token(name, 15, 15, 17)
        + kit.text(kit.fitted_name(whose, right - 40, 16, True), 28, 20.5, "owner")
    )
    starts = N_("You start the first round"), N_("{name} starts the first round")
    label = model.text_about(p, *starts) if word else whose
    halo = kit.element("rect", class_="halo", x=-3, y=-3, width=width + 6, height=54, rx=13)
    id_ = f"{plan.prefix}player-{name}"
    named = kit.Named(word=word, label=label, has_button=word is not None)
    return kit.piece(id_, "plaque", body, (4, 4, 1), halo=halo, **named)


def _starter(right: float, prefix: str) -> str:
    """The sun of the starting player."""
    sun = kit.icon("sun", 58, 0, 22) + kit.text(_("starts"), 54, 15.5, "note snug end")
    label = _("Starting player: first among equal flocks.\nWorth 1 point at the end.")
    return kit.piece(f"{prefix}starter", "piece sunny", sun, (right - 82, 7, 1), label=label)


def _opener(owner: str, plan: GardenPlan) -> str:
    """What opens the garden large."""
    x = plan.width - 38
    drawn = (
        kit.element("rect", class_="reach", x=x - 4, y=2, width=40, height=30)
        + kit.element("rect", class_="box", x=x, y=6, width=30, height=24, rx=7)
        + '<g class="icon">'
        + kit.element(
            "path",
            class_="line",
            stroke_width=1.8,
            d=f"M{x + 18} 11h6v6M{x + 24} 11l-6 6M{x + 12} 25h-6v-6M{x + 6} 25l6-6",
        )
        + "</g>"
    )
    label = _("Open {name}’s garden large", name=owner)
    return kit.handle("large-garden", drawn, label, "handle-large-garden")


def _flock(model: BuildYourArboretumView, p: int, plan: GardenPlan) -> str:
    """The parrots at home on their bough, and how many there are in all."""
    if plan.prefix:
        return ""
    count = model.s.parrots[p]
    gathered = p == model.me and model.is_bidding
    home = range(0) if gathered else model.at_home(p)
    number = ngettext("{count} parrot", "{count} parrots", count)
    left, room = 9.0, plan.width - 30 - kit.text_width(number, 12.5)
    pitch = min(plan.bird * 0.86, (room - plan.bird) / max(1, count - 1))
    y = plan.head - 8
    birds = "".join(
        parrot(
            PLAYER_NAMES[p],
            k,
            round(left + (k - 1) * pitch, 2),
            round(y - plan.bird * FEET, 2),
            plan.bird,
        )
        for k in home
    )
    return bough(left, y, room) + birds + kit.text(number, plan.width - 9, y + 2, "note snug end")


# Cells.


def _cells(model: BuildYourArboretumView, p: int, plan: GardenPlan, grid: Sequence[int]) -> str:
    own = p == model.me and not plan.prefix
    free = tuple([cell for cell in range(CELLS) if grid[cell] < 0])
    named = (
        frozenset([cell for cell in free if CELL_NAMES[cell] in model.words])
        if own
        else frozenset()
    )
    return _free_cells(p, plan, free, named, own)


@cached_text(maxsize=64)  # of the gardens that are shown, a move changes one
def _free_cells(
    p: int, plan: GardenPlan, free: tuple[int, ...], named: frozenset[int], own: bool
) -> str:
    label = _("Plant here") if own else ""
    dug = _dug(frozenset(range(CELLS)) - frozenset(free))
    return "".join(
        [
            _cell(
                f"{plan.prefix}cell-{PLAYER_NAMES[p]}-{CELL_NAMES[cell]}",
                CELL_NAMES[cell],
                plan.corners[cell],
                plan.size,
                cell in named,
                cell in dug,
                label,
                own,
            )
            for cell in free
        ]
    )


@cached_text(maxsize=2048)
def _cell(
    id_: str,
    name: str,
    at: tuple[float, float],
    size: float,
    named: bool,
    dug: bool,
    label: str,
    own: bool,
) -> str:
    """A free cell: one that can be planted now, one that could be next, or meadow.

    Whoever plants there may have its name shown, to type it.
    """
    drawn = ""
    if named:
        drawn = kit.seedling(id_, *at, size, word=name, label=f"{label} ({name})")
    elif dug:
        drawn = kit.earth(id_, *at, size)
    if not own:
        return drawn
    x, y = at
    placed = {"x": round(x + size / 2, 2), "y": round(y + size * 0.24, 2)}
    return drawn + kit.text(name, class_="coordinate display-coordinates", display="none", **placed)


@cached_text(maxsize=8)
def _letters(plan: GardenPlan) -> str:
    """Letters above the columns and numbers beside the rows."""
    columns = (
        kit.text("ABCDEF"[k], plan.corners[k][0] + plan.size / 2, plan.head + 14, "label")
        for k in range(SIDE)
    )
    rows = (kit.text(k + 1, 13, plan.centre(SIDE * k)[1] + 5, "label") for k in range(SIDE))
    return "".join([*columns, *rows])


# Paths.


def _paths(plan: GardenPlan, p: int, rows: Sequence[ScoreRow]) -> str:
    """The paths of these rows of a score sheet, side by side where they share a card.

    Those that score as things stand are always to be seen; the others where they are pointed at.
    """
    drawn = [row for row in rows if len(row.cells[p]) > 1]
    pitch = plan.size * min(0.09, 0.25 / max(1, len(drawn)))
    first = -pitch * (len(drawn) - 1) / 2
    paths = [_path(plan, p, row, first + k * pitch) for k, row in enumerate(drawn)]
    return "".join([*(line for line, _worth in paths), *(worth for _line, worth in paths)])


def _path(plan: GardenPlan, p: int, row: ScoreRow, aside: float) -> tuple[str, str]:
    """A path through the middle of its cards, between the number and the letter; its worth."""
    points = tuple(
        (round(x + aside * 0.15 + plan.size * 0.022, 2), round(y + aside + plan.size * 0.22, 2))
        for x, y in (plan.centre(CELL_NAMES.index(name)) for name in row.cells[p])
    )
    id_ = f"{plan.prefix}path-{PLAYER_NAMES[p]}-{row.key}"
    label = f"{row.title}: {row.reasons[p]}"
    scores = None if plan.prefix else f"{row.key} {p}"
    return _line(id_, points, row.key, row.tree, row.points[p], label, scores)


@cached_text(maxsize=512)
def _line(
    id_: str,
    points: tuple[tuple[float, float], ...],
    key: str,
    tree: str,
    worth: int,
    label: str,
    scores: str | None,
) -> tuple[str, str]:
    """A path with a dot on each card, and on the last what it is worth, to lie above all paths."""
    line = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points)
    dots = "".join(f"M{x:.5g} {y:.5g}h0" for x, y in points)
    x, y = points[-1]
    kind = f"path fill-{tree} row-{key} {'steady' if worth else 'idle'}"
    drawn = kit.group(
        kit.element("title", kit.escape(label)),
        kit.element("path", class_="casing", d=line, stroke_width=4.4),
        kit.element("path", class_="casing", d=dots, stroke_width=9),
        kit.element("path", class_="way", d=line, stroke_width=2.4),
        kit.element("path", class_="way", d=dots, stroke_width=6.4),
        id=id_,
        class_=kind,
        data_scores=scores,
        aria_hidden=True,
    )
    if not worth:
        return drawn, ""
    disc = kit.element("circle", class_="disc", cx=x, cy=y, r=9.5, stroke_width=1.4)
    figure = kit.text(worth, x, y + 4.6, "worth")
    return drawn, kit.group(disc, figure, id=f"{id_}-worth", class_=kind, aria_hidden=True)


def _description(model: BuildYourArboretumView, p: int) -> str:
    """A garden in words, for screen readers."""
    trees = ", ".join(
        _("{card} on {place}", card=CARD_NAMES[c], place=CELL_NAMES[cell])
        for c, cell in model.planted(p).items()
    )
    parrots = ngettext("{count} parrot.", "{count} parrots.", model.s.parrots[p])
    starts = _("Starting player.") if model.s.start == p and model.s.round_number else ""
    planted = _("Planted: {cards}.", cards=trees) if trees else _("Nothing is planted yet.")
    return " ".join(filter(None, [parrots, starts, planted]))
