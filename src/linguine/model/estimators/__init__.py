"""Estimators over matrices: scikit-learn's manners, one file for each algorithm."""
