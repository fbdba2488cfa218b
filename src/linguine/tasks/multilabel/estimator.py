"""The estimator of texts with several labels: that of one label, which sees what it is given."""

from __future__ import annotations

from linguine.tasks.text.estimator import TextClassifier

__all__ = ["TextClassifier"]
