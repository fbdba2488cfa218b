"""Streaming: taggers that learn from files larger than memory, from sentences on a disk."""
