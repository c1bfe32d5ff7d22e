"""The games, a folder each. Nothing outside this package names one of them."""
