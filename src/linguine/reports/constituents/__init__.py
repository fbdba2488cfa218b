"""Constituents: their scores, tables and drawings."""
