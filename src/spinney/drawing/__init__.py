"""SVG drawing for all games: cards, cells, trees and boards."""

from spinney.drawing.board import Board, cropped, sheet, standalone
from spinney.drawing.cards import RATIO, back, card, earth, plain_card, seedling, slot
from spinney.drawing.fitting import (
    first_name,
    fitted,
    fitted_name,
    numbered,
    shortened,
    shortened_name,
    text_width,
    wrapped,
)
from spinney.drawing.hands import enlarger, fan, handle, spread
from spinney.drawing.layout import Area
from spinney.drawing.marks import icon, path_line, token
from spinney.drawing.palette import DARK, FILLS, LIGHT, PLAYERS
from spinney.drawing.panels import framed_panel, panel
from spinney.drawing.pieces import Name, Named, Unavailable, name_title, piece
from spinney.drawing.style import Theme, stylesheet
from spinney.drawing.svg import attributes, element, escape, group, number, place, text, use
from spinney.drawing.symbols import (
    ICONS,
    SYMBOLS,
    TREE_SYMBOLS,
    TREES,
    read_symbols,
    register,
    sprite,
    symbol,
    symbols,
    used,
)
from spinney.drawing.viewport import ground

__all__ = [
    "DARK",
    "FILLS",
    "ICONS",
    "LIGHT",
    "PLAYERS",
    "RATIO",
    "SYMBOLS",
    "TREES",
    "TREE_SYMBOLS",
    "Area",
    "Board",
    "Name",
    "Named",
    "Theme",
    "Unavailable",
    "attributes",
    "back",
    "card",
    "cropped",
    "earth",
    "element",
    "enlarger",
    "escape",
    "fan",
    "first_name",
    "fitted",
    "fitted_name",
    "framed_panel",
    "ground",
    "group",
    "handle",
    "icon",
    "name_title",
    "number",
    "numbered",
    "panel",
    "path_line",
    "piece",
    "place",
    "plain_card",
    "read_symbols",
    "register",
    "seedling",
    "sheet",
    "shortened",
    "shortened_name",
    "slot",
    "spread",
    "sprite",
    "standalone",
    "stylesheet",
    "symbol",
    "symbols",
    "text",
    "text_width",
    "token",
    "use",
    "used",
    "wrapped",
]
