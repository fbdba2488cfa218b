"""Formats: one file for each, and how they are recognised."""
