"""Deciding: when a text is answered, and with what."""
