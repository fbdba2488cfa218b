"""Judging: intervals, paired tests, slices, learning curves and changes, for every task."""
