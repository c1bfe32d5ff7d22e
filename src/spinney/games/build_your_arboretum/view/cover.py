"""The cover of the game: a garden that has grown full."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNqNytsagVAQhuGppckmohLZpNIWkX2JuP-bWpb0cMh3NM_7j9ACjgI8ACgFigifXCZV8DOOqHoitq0oR8P2Ml5W"
    "Bkvom35aE5wgLKSeNozpH2EVYSHySPArPGHA8G2vjZCSy192MtJVLiGWGLVzw8vQVvjBUvbTPpiCU4RB7TjUpF48"
    "bqzP3evJrTenl9Zqs7sfRtvFbTLfd2bwBLKxPg0"
)

COVER = Cover(
    position=_POSITION,
    board="near-garden",
    corners=("card-P4", "card-S7"),
)
