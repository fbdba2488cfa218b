"""Learners: how weights are found."""
