"""Tokenizers: raw text becomes sentences of words."""
