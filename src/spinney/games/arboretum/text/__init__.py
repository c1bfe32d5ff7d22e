"""Arboretum in text: its notation, its boards, its score sheet."""
