"""Parted: learning from parts of the data that many workers hold, by way of an engine."""
