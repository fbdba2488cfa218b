"""Checks: what is odd about data, before anything learns from it."""
