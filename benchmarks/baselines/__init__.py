"""First, single-purpose versions of two games and a search, to be measured against.

Build Your Arboretum with its search, and the rules of Arboretum.

Kept just as it was, lint and all: a yardstick that is tidied up is another yardstick.
"""
