"""Texts with several labels each, or none."""
