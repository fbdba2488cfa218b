"""Streaming: learning from files that are larger than memory, from blocks that wait on a disk."""
