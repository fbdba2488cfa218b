"""Scores: a number for each text, with an interval that holds the true one as often as promised."""
