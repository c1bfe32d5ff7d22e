"""Load Numba without SciPy, whose import takes a third of a second.

Numba loads SciPy's linear algebra only to know whether it is there: what uses it asks again.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any


def defer_linear_algebra() -> None:
    """Answer Numba's question by looking for SciPy, without loading it.

    With a Numba that asks elsewhere nothing changes.
    """
    from numba.np import linalg

    module: Any = linalg
    ask = getattr(module, "ensure_blas", None)
    module.ensure_blas = _check_installed
    try:
        __import__("numba.np.arraymath")  # asks while it is imported
    finally:
        module.ensure_blas = ask


def _check_installed() -> None:
    """Raise ImportError if there is no SciPy."""
    if find_spec("scipy") is None:
        raise ImportError
