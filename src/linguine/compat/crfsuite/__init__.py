"""CRFsuite: ``linguine.CRF`` takes what sklearn-crfsuite takes, ``load`` opens its models."""

from __future__ import annotations

from linguine.compat.crfsuite.crf import CRF
from linguine.compat.crfsuite.opening import load

__all__ = ["CRF", "load"]
