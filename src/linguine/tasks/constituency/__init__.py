"""Constituency parsing: the phrases of sentences."""
