"""Build Your Arboretum in text: its notation, its log, its score sheet."""
