"""Forest Garden in text: its notation, its log, its boards, its score sheet."""
