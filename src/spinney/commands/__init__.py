"""The commands: their arguments, and the calls that run them.

Each module adds some to the parser. Nothing heavy is imported before a command needs it, so that
help and mistakes answer at once.
"""
