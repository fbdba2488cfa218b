"""Streaming: learning from files that are larger than memory, from rows that wait on a disk."""
