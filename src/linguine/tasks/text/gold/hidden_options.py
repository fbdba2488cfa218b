"""Labels that are hidden: which options of a classifier are about them, and which texts they are.

None, or an empty label in a file that may have some, is a text without a label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine.data import Examples, find_classes, join_classes, make_examples
from linguine.data.targets.labels import Target, read_target
from linguine.errors import DataError, ParameterError, check_number, named, said, show_value
from linguine.tasks.algorithm import Options

if TYPE_CHECKING:
    from linguine.tasks.text.gold.hidden import HiddenLabels
    from linguine.tasks.text.settings import TextSettings

__all__ = ["check_hidden_options", "find_hidden", "split_hidden"]

_OWNER = "TextClassifier"


def check_hidden_options(options: Options) -> None:
    """Raise ParameterError for a weight or keywords that cannot be."""
    if "unlabelled_weight" in options:
        check_number(
            _OWNER,
            "unlabelled_weight",
            options["unlabelled_weight"],
            low=0,
            low_open=True,
            high=1,
            fix="Use 1.0, or 0.1 if there are many more texts without a label.",
        )
    keywords = options.get("keywords")
    if keywords is None:
        return
    is_table = isinstance(keywords, Mapping) and len(keywords) > 0
    if not is_table or not all(map(_are_words, keywords.values())):
        raise ParameterError(
            "must be a mapping from each label to a list of words; got "
            f"{show_value(keywords)}. Write {said('keywords', {'space': ['nasa', 'orbit']})}.",
            owner=_OWNER,
            parameter="keywords",
        )


def _are_words(words: object) -> bool:
    is_list = isinstance(words, Sequence) and not isinstance(words, str | bytes) and len(words) > 0
    return is_list and all(isinstance(each, str) and each.strip() for each in words)  # type: ignore[attr-defined]


def find_hidden(
    settings: TextSettings, target: Target | None, labels: Any, n_texts: int
) -> tuple[NDArray[np.bool_], Target | None] | None:
    """Return which texts have no label, and the labels of the others; None if all have one."""
    options = settings.options
    if target is None and labels is None and "keywords" in options:
        return np.ones(n_texts, np.bool_), None
    if target is not None:
        assert target.names is not None
        is_hidden = target.values == 0 if target.names[0] == "" else np.zeros(n_texts, np.bool_)
        known = Target(target.values[~is_hidden], target.names)
    else:
        labels = list(labels) if _may_hold_none(labels) else labels
        is_hidden = _nones(labels, n_texts)
        known = None
        if is_hidden.any() and not is_hidden.all():
            known = read_target(
                [each for each in labels if each is not None], int((~is_hidden).sum())
            )
    if not is_hidden.any():
        _check_none_asked(options, n_texts)
        return None
    if settings.row_name != "naive-bayes":
        raise DataError(
            f"Every text must have a label; {int(is_hidden.sum()):,} of {n_texts:,} have none, the "
            f"first at row {int(is_hidden.argmax())}. Leave them out, or use "
            f"{said('algorithm', 'naive-bayes')}, which learns from them, too."
        )
    if is_hidden.all() and "keywords" not in options:
        raise DataError(
            f"Some texts must have a label; none of {n_texts:,} has one. Label some texts of each "
            f"kind, or give {named('keywords')} of each label."
        )
    return is_hidden, known


def _may_hold_none(labels: Any) -> bool:
    return (
        hasattr(labels, "__iter__")
        and not hasattr(labels, "dtype")
        and not isinstance(labels, str | bytes | Mapping)
    )


def _nones(labels: Any, n_texts: int) -> NDArray[np.bool_]:
    is_objects = getattr(getattr(labels, "dtype", None), "kind", "O") == "O"
    is_list = hasattr(labels, "__len__") and hasattr(labels, "__iter__")
    is_list = is_list and getattr(labels, "ndim", 1) > 0  # NumPy's single values have both
    if not is_list or not is_objects or len(labels) != n_texts:
        return np.zeros(n_texts, np.bool_)
    return np.fromiter((each is None for each in labels), np.bool_, n_texts)


def _check_none_asked(options: Options, n_texts: int) -> None:
    for name in ("unlabelled_weight", "keywords"):
        if name in options:
            raise DataError(
                f"{named(name)} is for texts without a label; all {n_texts:,} texts have one. "
                f"Leave {named(name)} out, or give None as the label of the texts that have none."
            )


def split_hidden(
    settings: TextSettings,
    is_hidden: NDArray[np.bool_],
    target: Target | None,
    sample_weight: ArrayLike | None,
    has_weights: bool,
) -> tuple[Examples, NDArray[Any], bool, HiddenLabels]:
    """Return examples of the labelled texts, all labels, whether weighted, and the hidden ones."""
    from linguine.tasks.text.gold.hidden import HiddenLabels

    named_labels = list(settings.options.get("keywords", {}))
    tables = [] if target is None else [_without_empty(find_classes(target))]
    if named_labels:
        tables.append(find_classes(read_target(named_labels, len(named_labels))))
    classes = join_classes(tables)
    rows = np.flatnonzero(~is_hidden)
    weight = float(settings.options.get("unlabelled_weight", 1.0))
    hidden = HiddenLabels(np.flatnonzero(is_hidden), weight)
    if target is None:
        nothing = Examples(rows, np.zeros(0, np.int32), np.zeros(0))
        return nothing, classes, has_weights, hidden
    weights = None if sample_weight is None else np.asarray(sample_weight)[rows]
    made = make_examples(target, classes, sample_weight=weights, class_weight=settings.class_weight)
    return Examples(rows[made.rows], made.gold, made.weights), classes, has_weights, hidden


def _without_empty(classes: NDArray[Any]) -> NDArray[Any]:
    return classes[classes != ""] if classes.dtype.kind == "U" else classes
