"""Generative models: weights that are counted rather than searched."""
