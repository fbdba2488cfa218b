"""Kernels: similarities of vectors, strings and trees, for linguine and scikit-learn.

A kernel is a frozen dataclass that is called on two lists or matrices and returns their Gram
matrix, so that ``sklearn.svm.SVC(kernel=Subsequence(3, decay=0.5))`` learns from texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linguine.lazy import lazy_exports

if TYPE_CHECKING:
    from linguine.learning.kernels.checks import check_gram as check_gram
    from linguine.learning.kernels.strings import Spectrum as Spectrum
    from linguine.learning.kernels.strings import Subsequence as Subsequence
    from linguine.learning.kernels.trees import SubsetTree as SubsetTree
    from linguine.learning.kernels.vectors import RBF as RBF
    from linguine.learning.kernels.vectors import Polynomial as Polynomial
else:
    __getattr__, __dir__, __all__ = lazy_exports(
        __name__,
        {
            "linguine.learning.kernels.checks": ["check_gram"],
            "linguine.learning.kernels.strings": ["Spectrum", "Subsequence"],
            "linguine.learning.kernels.trees": ["SubsetTree"],
            "linguine.learning.kernels.vectors": ["RBF", "Polynomial"],
        },
    )
