"""Fitting: from weighted features to weights, and what is tried on held-out texts."""
