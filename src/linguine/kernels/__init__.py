"""Kernels: similarities of vectors, strings and trees, for linguine and scikit-learn.

A kernel is a frozen dataclass that is called on two lists or matrices and returns their Gram
matrix, so that ``sklearn.svm.SVC(kernel=Subsequence(3, decay=0.5))`` learns from texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.learning.kernels.checks import check_gram
    from linguine.learning.kernels.strings import Spectrum, Subsequence
    from linguine.learning.kernels.trees import SubsetTree
    from linguine.learning.kernels.vectors import RBF, Polynomial
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "linguine.learning.kernels.checks": ["check_gram"],
            "linguine.learning.kernels.strings": ["Spectrum", "Subsequence"],
            "linguine.learning.kernels.trees": ["SubsetTree"],
            "linguine.learning.kernels.vectors": ["RBF", "Polynomial"],
        },
    )

__all__ = ["RBF", "Polynomial", "Spectrum", "Subsequence", "SubsetTree", "check_gram"]
