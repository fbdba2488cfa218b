"""Kernels of strings: shared runs of symbols, and shared subsequences with gaps."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from linguine import _core
from linguine.data.texts import as_texts, check_some
from linguine.errors import check_flag, check_number
from linguine.learning.kernels.kernel import Kernel
from linguine.progress import Report
from linguine.registry import Registry

__all__ = ["Spectrum", "Subsequence"]

#: name -> are they words?
SYMBOLS: Registry[bool] = Registry("symbols", {"characters": False, "words": True})
_LONGEST = 32


@dataclass(frozen=True)
class StringKernel(Kernel):
    """What kernels of strings share: which symbols a text is made of."""

    length: int = 3
    _: KW_ONLY
    symbols: str = "characters"
    lowercase: bool = False
    normalize: bool = True

    domain = "texts"

    def __post_init__(self) -> None:
        owner = type(self).__name__
        check_number(
            owner, "length", self.length, low=1, high=_LONGEST, integer=True,
            fix="Try 4 for characters, 2 for words.",
        )  # fmt: skip
        SYMBOLS.get(self.symbols)
        check_flag(owner, "lowercase", self.lowercase)
        check_flag(owner, "normalize", self.normalize)

    def read(self, X: Any, like: Any = None) -> _core.Texts:
        """Return the core's view of texts."""
        texts = as_texts(X)
        check_some(len(texts))
        return texts

    def _tell_of_short(self, items: _core.KernelItems) -> _core.KernelItems:
        need = f"at least {self.length} {self.symbols}"
        return self.tell_of_empty(items, "text", need, "Use a smaller length")


@dataclass(frozen=True)
class Spectrum(StringKernel):
    r"""Texts are alike if they share runs of symbols.

    .. math:: K(s, t) = \sum_{|u| = n} \#(u, s)\, \#(u, t)

    [Leslie2002]. u goes through all runs of n symbols, and #(u, s) is how often s has it.

    Parameters
    ----------
    length
        n, the symbols of a run.
    symbols
        ``"characters"`` or ``"words"``.
    lowercase
        Do not tell capitals from small letters.
    normalize
        Divide by the root of K(s, s) K(t, t), so that long texts are not like everything.

    Examples
    --------
    >>> Spectrum(2, normalize=False)(["banana"], ["bandana"]).item()
    7.0
    """

    kind = "spectrum"

    def items(
        self,
        left: _core.Texts,
        right: _core.Texts | None,
        n_threads: int,
        report: Report | None = None,
    ) -> _core.KernelItems:
        """Return one or two lists of texts, ready to be compared."""
        words = SYMBOLS.get(self.symbols)
        return self._tell_of_short(
            _core.spectrum_items(
                left, right, self.length, words, self.lowercase, self.normalize, n_threads, report
            )
        )


@dataclass(frozen=True)
class Subsequence(StringKernel):
    r"""Texts are alike if they share subsequences, the more so the fewer gaps these have.

    .. math::
        K(s, t) = \sum_{|u| = n}\; \sum_{i : u = s[i]}\; \sum_{j : u = t[j]}
        \lambda^{(i_n - i_1 + 1) + (j_n - j_1 + 1)}

    Def. 1 of [Lodhi2002], by dynamic programming in n |s| |t| steps.

    Parameters
    ----------
    length
        n, the symbols of a subsequence.
    decay
        λ in (0, 1]: what each symbol between the first and the last of a subsequence, these
        included, costs.
    symbols
        ``"characters"`` or ``"words"``.
    lowercase
        Do not tell capitals from small letters.
    normalize
        Divide by the root of K(s, s) K(t, t), so that long texts are not like everything.

    Examples
    --------
    "cat" and "car" share "ca", without a gap: λ^4.

    >>> Subsequence(2, decay=0.5, normalize=False)(["cat"], ["car"]).item()
    0.0625
    """

    _: KW_ONLY
    decay: float = 0.5

    kind = "subsequence"

    def __post_init__(self) -> None:
        super().__post_init__()
        fix = "Try 0.5; 1 counts gaps for nothing."
        check_number("Subsequence", "decay", self.decay, low=0.0, high=1.0, low_open=True, fix=fix)

    def items(
        self,
        left: _core.Texts,
        right: _core.Texts | None,
        n_threads: int,
        report: Report | None = None,
    ) -> _core.KernelItems:
        """Return one or two lists of texts, ready to be compared."""
        words = SYMBOLS.get(self.symbols)
        return self._tell_of_short(
            _core.subsequence_items(
                left, right, self.length, self.decay, words, self.lowercase, self.normalize,
                n_threads, report,
            )
        )  # fmt: skip
