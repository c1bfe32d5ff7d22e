"""The cover of the game: a garden that has grown full."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNqNykcWgkAQRdGChjIAJrIBAZUgopjFgO5_U22LHB3qG9W5v0QJOArweABQChQRPk2ZVMHPOKIaWU1x4wva3izn2z0z"
    "Ad0JToLoh1EhdzUrpX-EVYSFyCPBr_CEAcO3vTZCSi5_2cnIULmMuLVYudizHL0ebybt4KSDI_pFFAp7S5O76aCxPHau"
    "h2m9OTpLi9Xmvuuv57fhZNsaPwG39T5N"
)

COVER = Cover(
    position=_POSITION,
    board="near-garden",
    corners=("card-P4", "card-S7"),
)
