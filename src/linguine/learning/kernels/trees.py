"""Kernel of trees: shared fragments."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from linguine import _core
from linguine.data.texts import as_texts, check_some
from linguine.errors import DataError, check_flag, check_number, said, show_value
from linguine.learning.kernels.kernel import Kernel
from linguine.progress import Report

__all__ = ["SubsetTree"]


@dataclass(frozen=True)
class SubsetTree(Kernel):
    r"""Trees are alike if they share fragments: parts that have all children of a node or none.

    .. math::
        K(T, T') = \sum_{a \in T} \sum_{b \in T'} \Delta(a, b), \quad
        \Delta(a, b) = \lambda \prod_k \bigl(1 + \Delta(a_k, b_k)\bigr)

    if the productions of a and b are the same, else 0; section 3 of [CollinsDuffy2002].

    Parameters
    ----------
    decay
        λ in (0, 1]: what each production of a fragment costs. With 1 a tree is like itself alone.
    normalize
        Divide by the root of K(T, T) K(T', T'), so that large trees are not like everything.

    Examples
    --------
    A tree is a str in brackets. These share (NP D N), (D the) and what both make together, and
    cuts of it: NP with one of its children, or with none.

    >>> SubsetTree(1.0, normalize=False)(
    ...     ["(NP (D the) (N dog))"], ["(NP (D the) (N cat))"]
    ... ).item()
    3.0
    """

    decay: float = 0.4
    _: KW_ONLY
    normalize: bool = True

    kind = "subset-tree"
    domain = "trees"

    def __post_init__(self) -> None:
        fix = "Try 0.4."
        check_number("SubsetTree", "decay", self.decay, low=0.0, high=1.0, low_open=True, fix=fix)
        check_flag("SubsetTree", "normalize", self.normalize)

    def read(self, X: Any, like: Any = None) -> _core.Texts:
        """Return the core's view of trees, which are texts."""
        trees = as_texts(X, "trees")
        check_some(len(trees))
        return trees

    def items(
        self,
        left: _core.Texts,
        right: _core.Texts | None,
        n_threads: int,
        report: Report | None = None,
    ) -> _core.KernelItems:
        """Return one or two lists of trees, ready to be compared."""
        try:
            items = _core.subset_tree_items(
                left, right, self.decay, self.normalize, n_threads, report
            )
        except ValueError as error:
            number, _, wrong = str(error).partition(":")
            if not number.isdecimal():  # not about one tree
                raise DataError(f"SubsetTree: {error}") from None
            row, tree = _find(left, right, int(number))
            raise DataError(
                "SubsetTree: a tree must be written in brackets, with a label behind each that "
                f"opens: (S (NP Dogs) (VP bark)); in tree {row}, {show_value(tree[:60])}, {wrong}. "
                "Mend it, or leave it out."
            ) from None
        except OverflowError as error:
            row, _ = _find(left, right, int(str(error)))
            raise DataError(
                "SubsetTree: a tree must have fewer than 1e308 fragments, weighed by their size; "
                f"tree {row} has more. Use a smaller decay, such as {said('decay', 0.4)}."
            ) from None
        return self.tell_of_empty(items, "tree", "a bracket that holds something", "Mend them")


def _find(left: _core.Texts, right: _core.Texts | None, number: int) -> tuple[int, str]:
    """Return the place of a tree in its own list, and the tree."""
    if right is None or number < len(left):
        return number, left[number]
    return number - len(left), right[number - len(left)]
