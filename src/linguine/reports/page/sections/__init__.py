"""Sections of a report: each file returns one as HTML, or None where there is nothing to show."""
