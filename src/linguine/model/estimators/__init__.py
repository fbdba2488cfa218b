"""Estimators over matrices: scikit-learn's manners, one file for each kind of learner."""
