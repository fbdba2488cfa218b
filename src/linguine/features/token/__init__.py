"""Features of tokens, and of pairs of neighbours."""
