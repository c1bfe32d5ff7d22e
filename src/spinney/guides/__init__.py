"""Guides: the pictures of how a game is played, drawn by the game's own boards."""

from spinney.guides.pictures import draw_picture, pictures_of
from spinney.guides.text import without_pictures

__all__ = ["draw_picture", "pictures_of", "without_pictures"]
