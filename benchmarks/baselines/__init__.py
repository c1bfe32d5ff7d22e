"""First, single-purpose versions of three games and a search, to be measured against.

Build Your Arboretum with its search, the rules of Arboretum, and the rules of Spring Challenge
2021 in C++, over arrays (``forest.cpp``) and over bitboards (``forest_bits.cpp``).

The code is frozen on purpose: a baseline that is tidied up is another baseline. Don't restructure
``core.py``, ``arboretum.py``, ``bya.py``, ``advice_bya.py``, ``search.py`` or the C++, and don't
make them faster; only comments and docstrings may change. Neither ruff nor mypy checks them.
``drive.py`` and ``drive_arboretum.py`` call them and are not frozen.
"""
