"""Spring Challenge 2021 in text: its notation, its log, its protocol."""
