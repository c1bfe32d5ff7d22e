"""The cover of the game: a garden in autumn, in the last round."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNrtlNtOAjEQhr-lVxtuueDxQJEzIoJyPikgHlBBEQSBR8V22d2sJsB6Jxu-pH-n7TSTmWkKu5mzYMgrb6wlHUMV"
    "Beq2HbEtxVKunuhLfZSjwRUlOWc5lxol9sPXK0yIc0OTD2qMWFH9Y5YJigyoEOKaS1rce7JK_5cxeZ455Z0XyrTJ"
    "ccEJSaaEyZCmx4xPzuhyyxd3x-54jJTR0Qc3fTV-RR_7cRsb_AjHvSBmkCMu8Cm2nGkWB5qbrpt5mNk4X40Q2x_Z"
    "rwopEQFt42ztfgNNVPut"
)

COVER = Cover(
    position=_POSITION,
    board="near-garden",
    corners=("card-EU16", "card-EU44"),
    player=1,
)
