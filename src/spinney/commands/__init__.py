"""The commands, each a line or two that hands over to the floor that does the work.

Each module adds some to the parser. Nothing heavy is imported before a command needs it, so that
help and mistakes answer at once.
"""
