"""Notes: what each person writes down about a match, for themselves."""
