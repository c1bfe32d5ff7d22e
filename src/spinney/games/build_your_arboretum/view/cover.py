"""The cover of the game: a garden that has grown full."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNqNytkagVAUhuFVu1aGkgYlQ4pGROYh4v5vatvmQ96j9Xz_EuvAUYArAAWKCB8B0Df4iSOGlUuKlxbo-OGBV3V7"
    "Ai032gviME5KWTPbGf0DvhAGkUeC38ITFlh8tvtGyCM_ftnJkmVwOfGkVCmc8IC-ztsTNdq3wBWHZRILm7Ypa1m3"
    "Ots1T9ugUusf69P58rLuLMbn3mjVGADcAOllPQ4"
)

COVER = Cover(
    position=_POSITION,
    board="near-garden",
    corners=("card-P4", "card-S7"),
)
