"""Keeping: what does not fit into memory, on a disk or with another machine."""
