"""Averaged models: text classifiers of fastText's kind, opened from its files."""
