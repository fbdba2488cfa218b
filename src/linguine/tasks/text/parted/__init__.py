"""Parted texts: classifiers that learn from parts of files, which many workers hold."""
