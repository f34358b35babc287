"""Chat templates of unknown origin, rendered within bounds, and the known families that stand in for broken ones."""
