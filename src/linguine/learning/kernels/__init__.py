"""Kernels: similarities that stand for features, and what learns with them."""
