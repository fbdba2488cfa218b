"""Answering: what a fitted classifier of texts can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linguine.errors import check_number
from linguine.model.candidates import likeliest
from linguine.model.conformal import USUAL_COVERAGE
from linguine.model.promise import Promise
from linguine.tasks.multilabel.model import name_sets
from linguine.tasks.text.increment.asking import AsksTexts
from linguine.tasks.text.model import TextModel

__all__ = ["TextAnswers"]


class TextAnswers(AsksTexts[TextModel]):
    """The half of :class:`linguine.TextClassifier` that does not learn."""

    def predict(
        self, texts: Any, columns: Mapping[str, Any] | None = None, *, cost: Any = None
    ) -> Any:
        """Return the best label of each text; None where ``reject_below`` says so.

        Where texts have several labels: a list of tuples, or 0 and 1 in the order of ``labels_`` if
        it was learned from an indicator matrix.

        Parameters
        ----------
        texts, columns
            As for ``fit``.
        cost
            What an answer costs if another label is right: a dict of dicts, ``{right: {answer:
            cost}}``, a table in the order of ``labels_``, or a file of one. The answer is then that
            of the least expected cost, and None where the answer ``"(none)"`` costs least.
        """
        model, texts, columns = self._asked(texts, columns)
        if cost is None:
            return model.predict(texts, columns)
        from linguine.tasks.text.deciding.costs import with_costs

        return with_costs(model, cost).predict(texts, columns)

    def predict_set(
        self,
        texts: Any,
        coverage: float = USUAL_COVERAGE,
        columns: Mapping[str, Any] | None = None,
        *,
        by_label: bool = False,
    ) -> list[tuple[Any, ...]]:
        """Return sets of labels, of which a share ``coverage`` holds the right one.

        An easy text has one label, a hard one several, and one that is like none of the held-out
        texts has none; see :mod:`linguine.model.conformal`. ``reject_below`` plays no part.

        Parameters
        ----------
        texts, columns
            As for ``fit``.
        coverage
            The share of sets that hold the right label; above the accuracy it needs several.
        by_label
            Whether that holds for the texts of each label, instead of all texts together.
        """
        model, texts, columns = self._asked(texts, columns)
        p = model.probabilities(model.scores(texts, columns)) if model.has_probabilities else None
        return name_sets(model.label_sets(p, coverage, by_label=by_label), model.labels)

    def predict_proba(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float64]:
        """Return calibrated probabilities in the order of ``labels_`` : (n_texts, n_labels).

        Rows add up to 1, but where texts have several labels: then each stands by itself.
        """
        model, texts, columns = self._asked(texts, columns)
        return model.tabulate(model.probabilities(model.scores(texts, columns)))

    def predict_top(
        self, texts: Any, k: int = 5, columns: Mapping[str, Any] | None = None
    ) -> list[list[tuple[Any, float]]]:
        """Return the k likeliest labels of each text with their probabilities, the likeliest first.

        A table of all labels is not made, so this is for thousands of labels. ``"label-tree"``
        knows the probabilities of the labels that its beam has found, which may be fewer than k.

        Examples
        --------
        >>> from linguine import TextClassifier
        >>> texts = ["free cash now", "win cash", "lunch at noon", "see you at lunch"]
        >>> clf = TextClassifier("label-tree").fit(texts, ["spam", "spam", "ham", "ham"])
        >>> [label for label, _ in clf.predict_top(["cash now"], k=2)[0]]
        ['spam', 'ham']
        """
        check_number("predict_top", "k", k, low=1, integer=True, fix="Try 5.")
        model, texts, columns = self._asked(texts, columns)
        found = model.probabilities(model.scores(texts, columns))
        labels = model.labels
        return [[(labels[y], p) for y, p in each] for each in likeliest(found, k)]

    def decision_function(
        self, texts: Any, columns: Mapping[str, Any] | None = None
    ) -> NDArray[np.float32]:
        """Return the score of each label; for two labels that of the second : (n_texts,)."""
        model, texts, columns = self._asked(texts, columns)
        return model.decisions(model.scores(texts, columns))

    def explain(self, text: Any, columns: Mapping[str, Any] | None = None) -> Any:
        """Return what every feature of one text contributes to the decision.

        An :class:`linguine.reports.Explanation`; where texts have several labels, one for each
        label that the text gets, and for those that it just does not get, in a
        :class:`linguine.reports.text.label_explanations.LabelExplanations`.

        Parameters
        ----------
        text
            A str; with ``text_columns`` a mapping from their names to a str each.
        columns
            Further columns with one value each, if the features need any.
        """
        return self._model().explain(text, columns)

    def top_features(self, k: int = 20) -> dict[Any, list[tuple[str, float]]]:
        """Return the k features with the largest weights of each label."""
        from linguine.tasks.text.explanation import top_features

        return top_features(self._model(), k)

    @property
    def promise_(self) -> Promise | None:
        """The promise of the model, with the held-out answers behind it; None if there is none."""
        made: Promise | None = self._model().promise
        return made

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, sorted, under the name and as the array that scikit-learn expects."""
        classes: NDArray[Any] = self._model().classes
        return classes
