"""Targets: what is to be learned, as numbers: labels, tags, weights."""
