"""Dependency parsing: sentences in, a tree for each out."""
