"""First, single-purpose versions of three games and a search, to be measured against.

Build Your Arboretum with its search, the rules of Arboretum, and the rules of Spring Challenge
2021 in C++, over arrays (``forest.cpp``) and over bitboards (``forest_bits.cpp``).

Kept just as it was, lint and all: a baseline that is tidied up is another baseline.
"""
