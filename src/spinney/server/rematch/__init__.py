"""The rematch: the same table anew, everybody one seat on."""
