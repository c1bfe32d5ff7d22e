"""The cover of the game: a garden at the end of a match."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNqtkFsOwWAQhWdOVVpK_pG636pBRIhuAMFGKBsRO7EQlsJK_Ea889LvYU5yzpx5GBBRnpPEug6RGCJWY9LqONMB"
    "mo12HI277iIcFef5XDmY9aRWH1a4YP9DEQbYgLDFEQ-2fEKKHW4c44I79_HiSPMUB-x1c40zLF-xQqydpTaebDOh"
    "ms0Z64sxYsTzSiISqIr4JhR1P0hJhybGN8FHPX3lb2zGfK--AVw2FHQ"
)

COVER = Cover(
    position=_POSITION,
    board="near-garden",
    corners=("card-jacaranda2", "card-jacaranda1"),
)
