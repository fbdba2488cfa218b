"""Clustering: texts that nobody has labelled, grouped by the words that they share."""
