"""Tests, in the order of the data's journey; `reference` holds the judges."""
