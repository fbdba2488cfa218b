"""Spans: what tags spell, found and written."""
