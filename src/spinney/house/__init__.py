"""The house: what is kept, who is there, and what happens by itself. No pages, no HTTP."""
