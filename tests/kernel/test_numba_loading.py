"""Numba is loaded without SciPy, and finds it when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys
import spinney.kernel.compiler
assert "numba.np.arraymath" in sys.modules
assert "scipy.linalg" not in sys.modules, "nobody has asked for linear algebra"
import numba, numpy as np
assert numba.njit(lambda a: np.dot(a, a))(np.eye(2)).sum() == 2
assert "scipy.linalg" in sys.modules
"""


def test_scipy_is_loaded_when_it_is_asked_for() -> None:
    pytest.importorskip("scipy")
    subprocess.run([sys.executable, "-c", LOADED], check=True)
