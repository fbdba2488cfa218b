"""CRFsuite: ``linguine.CRF`` takes what sklearn-crfsuite and python-crfsuite take."""

from __future__ import annotations

from linguine.compat.crfsuite.crf import CRF

__all__ = ["CRF"]
