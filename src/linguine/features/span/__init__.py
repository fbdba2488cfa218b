"""Spans: what constituency parsers look at in words, phrases and the splits between them."""
