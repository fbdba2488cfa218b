"""LinearClassifier: any loss with any learner that can minimise it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from linguine.data import find_classes, read_target
from linguine.errors import DataError
from linguine.inference import Label
from linguine.learning import Fitted, Learner, Loss, Penalty
from linguine.learning.label_problem import to_columns
from linguine.learning.losses import read_loss
from linguine.model.composition import Composition
from linguine.model.estimators.incremental import IncrementalEstimator

__all__ = ["LinearClassifier"]


@dataclass(eq=False, repr=False)
class LinearClassifier(IncrementalEstimator):
    r"""A linear classifier composed of a loss, a learner and a penalty.

    .. math::
        F(\theta) = \sum_i w_i\, \ell(\theta; x_i, y_i)
                    + \tfrac{l2}{2} \|\theta\|^2 + l1 \|\theta\|_1

    Parameters
    ----------
    loss
        A loss of :mod:`linguine.learning` or its name.
    learner
        A learner of :mod:`linguine.learning`, its name, or ``"auto"``: L-BFGS (OWL-QN with l1) for
        smooth losses, the dual for the hinge (sgd with a free intercept), exact for squared, ...
    multiclass
        ``"joint"``, or ``"one-versus-all"`` for one binary problem per class.
    l2, l1
        Weights of the penalties; l2=None is 1 where the learner has a penalty.
    cost
        ``cost[right, predicted]`` in the order of the sorted classes, for losses with costs.
    early_stopping, validation_fraction
        Hold out a share of the rows and stop when accuracy there stays (online learners).

    The other parameters are those of :class:`LogisticRegression`.

    Attributes
    ----------
    coef_, intercept_
        Weights (n_columns, n_features) and bias (n_columns,); one column for two classes.
    classes_
        Sorted labels.
    n_features_in_, n_iter_
        Number of features, and of epochs or iterations made.
    objective_
        F at the weights found, where something is minimised.
    history_
        One value per epoch (mean loss) or iteration (objective).
    duality_gap_
        After the dual learner: relative distance to the optimum, at most.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[2.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 3.0]])
    >>> model = LinearClassifier("softmax-margin", l2=0.1).fit(X, ["ham", "ham", "spam", "spam"])
    >>> model.predict([[0.0, 2.0]]).item()
    'spam'
    """

    loss: str | Loss = "logistic"
    learner: str | Learner = "auto"
    _: KW_ONLY
    multiclass: str = "joint"
    l2: float | None = None
    l1: float = 0.0
    fit_intercept: bool = True
    regularize_intercept: bool = False
    intercept_scaling: float = 1.0
    class_weight: Any = None
    cost: ArrayLike | None = None
    early_stopping: bool = False
    validation_fraction: float = 0.1
    n_threads: int | None = None
    random_state: Any = 0
    progress: Any = None

    def _composition(self) -> Composition:
        aims = {"penalty": Penalty(self.l2, self.l1), "structure": Label(self.cost)}
        return self._compose(read_loss(self.loss), self.learner, **aims)

    @classmethod
    def from_weights(
        cls, weights: ArrayLike, intercept: ArrayLike, classes: ArrayLike
    ) -> LinearClassifier:
        """Return a fitted classifier whose weights were written by hand.

        Parameters
        ----------
        weights
            One row per class, in the order of ``classes``, or one row for the second of two
            classes : (n_classes, n_features) or (1, n_features).
        intercept
            One number per row of ``weights``.
        classes
            At least two different labels.

        Examples
        --------
        >>> model = LinearClassifier.from_weights(
        ...     [[1, 0, 1], [0, 1, 1]], [0, 0], ["english", "spanish"])
        >>> model.predict([[0, 2, 1]]).item()
        'spanish'
        """
        theta = np.array(weights, dtype=np.float64)
        b = np.array(intercept, dtype=np.float64)
        labels = read_target(classes, len(np.asarray(classes))).values
        ordered = find_classes(read_target(classes, len(labels)))
        _check_by_hand(theta, b, labels.ndim == 1 and len(ordered) == len(labels), len(labels))
        if len(theta) == 1:  # two classes, the first pinned to zero
            theta, b = np.vstack([0 * theta, theta]), np.array([0.0, b[0]])
        order = np.argsort(labels)
        columns = to_columns(theta[order].T, b[order], theta.dtype)
        model = cls()
        model._keep(Fitted(*columns, n_iterations=0), ordered, model._composition())
        model.n_iter_ = 0
        model.n_features_in_ = theta.shape[1]
        return model


def _check_by_hand(theta: Any, b: Any, is_distinct: bool, n_classes: int) -> None:
    if not is_distinct or n_classes < 2:
        raise DataError(
            f"classes must be at least two different labels; got {n_classes} with repetitions or "
            "in more than one dimension. Name each class once."
        )
    n_columns = theta.shape[0] if theta.ndim == 2 else 0
    if n_columns != n_classes and not (n_columns == 1 and n_classes == 2):
        raise DataError(
            "weights must have one row per class (or one row for two classes); got shape "
            f"{theta.shape} for {n_classes} classes. Transpose it if it is (n_features, n_classes)."
        )
    if b.shape != (n_columns,) or theta.shape[1] == 0:
        raise DataError(
            f"intercept must have one number per row of weights, shape ({n_columns},), and there "
            f"must be a feature; got {b.shape} and weights {theta.shape}. Use zeros for no bias."
        )
    if not (np.isfinite(theta).all() and np.isfinite(b).all()):
        raise DataError("weights and intercept must be finite; got NaN or infinity. Use numbers.")
