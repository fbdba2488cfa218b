"""Tagging: sentences in, a tag for each token out."""
