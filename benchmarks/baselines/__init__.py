"""A first, single-purpose version of Build Your Arboretum and its search, to be measured against.

Kept just as it was, lint and all: a yardstick that is tidied up is another yardstick.
"""
