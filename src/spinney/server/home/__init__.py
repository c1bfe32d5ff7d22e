"""The first pages: home, guides, about, a new match, settings of look."""
