"""The cover of the game: the forest after its last day."""

from __future__ import annotations

from spinney.core.rendering import Cover

_POSITION = (
    "eNpj4XBiAAOVCRBaSIELTDNCuAoMHA4g2rGBsUEASDc4sCiwAmkOKBYCqmQCq_zxTxYk_58dzMtlgALGAx0Qo5gY"
    "LBmUGf4DAQOY_P-fESghwc8MlgUAeKQT2A"
)

COVER = Cover(
    position=_POSITION,
    board="forest",
    corners=("sun", "cell-17"),
)
