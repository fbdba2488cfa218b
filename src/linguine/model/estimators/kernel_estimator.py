"""What estimators with kernels share: read, learn in the dual, keep support vectors, explain."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from os import PathLike
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import find_classes, make_examples, read_target
from linguine.errors import DataError, check_number
from linguine.features.threads import count_threads
from linguine.learning.kernels.similarity import Similarity, similarity_of, take
from linguine.learning.kernels.vectors import RBF
from linguine.model.estimators.kernel_explanation import KernelExplanation, Neighbour
from linguine.model.estimators.linear_estimator import ScoringClassifier, check_two_classes
from linguine.model.estimators.scikit_learn import (
    check_is_fitted,
    flatten_column,
    validate_data,
)
from linguine.model.file.container import load_model, model_bytes, save_model
from linguine.model.file.kernel_model import KernelModel, build_kernel_model, pack_kernel_model
from linguine.progress import Report, resolve

__all__ = ["KernelEstimator", "Machine"]

Self = TypeVar("Self", bound="KernelEstimator")


@dataclass(frozen=True, eq=False)
class Machine:
    """What was learned of items in the order of their labels."""

    coefficients: NDArray[np.float64]  # (n_rows, n_items)
    bias: NDArray[np.float64]


class Learned(ScoringClassifier):
    """What a kernel model has learned; apart, since fields of a dataclass are parameters."""

    support_: NDArray[np.int64]
    support_vectors_: Any
    n_support_: NDArray[np.int32]
    dual_coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]


@dataclass(eq=False, repr=False)
class KernelEstimator(Learned):
    """Base of KernelSVM and KernelPerceptron; a subclass learns, and says how scores are made."""

    kernel: Any = None
    _: KW_ONLY
    class_weight: Any = None
    cache_mb: float = 200.0
    n_threads: int | None = None
    progress: Any = None

    #: How model files call it.
    _kind: ClassVar[str]

    def _check(self) -> None:
        """Raise ParameterError if a parameter is wrong."""
        check_number(
            type(self).__name__, "cache_mb", self.cache_mb, low=0.0, low_open=True,
            high=1e9, fix="Use 200, or less if memory is short.",
        )  # fmt: skip

    def _learn(
        self,
        items: _core.KernelItems,
        gold: NDArray[np.int32],
        weights: NDArray[np.float64],
        classes: NDArray[Any],
        n_threads: int,
        report: Report | None,
    ) -> Machine:
        """Learn from items in the order of their labels."""
        raise NotImplementedError

    def _columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what is added up : coefficients (n_columns, n_vectors), bias (n_columns,)."""
        raise NotImplementedError

    def _combine(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the scores of labels, one column for two, from what was added up."""
        raise NotImplementedError

    def _duel(self, first: int, second: int) -> tuple[NDArray[np.float64], float]:
        """Return coefficients and bias of one label against another : (n_vectors,)."""
        raise NotImplementedError

    def _similarity(self) -> Similarity:
        return similarity_of(RBF() if self.kernel is None else self.kernel, type(self).__name__)

    def fit(self: Self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from items and their labels.

        Parameters
        ----------
        X
            What the kernel compares: a matrix (n, n_features), or a list of texts or trees.
        y
            Labels : (n,).
        sample_weight
            Weight of each item : (n,).

        Returns
        -------
        self
            The fitted estimator.
        """
        self._check()
        similarity = self._similarity()
        items = similarity.read(X)
        n = similarity.count(items)
        target = read_target(flatten_column(y), n).hard(type(self).__name__)
        classes = find_classes(target)
        examples = make_examples(
            target, classes, sample_weight=sample_weight, class_weight=self.class_weight
        )
        check_two_classes(examples, classes, n)
        self._check_every_class(examples.label_weights(len(classes)), classes)
        order = np.argsort(examples.gold, kind="stable")
        rows, gold = examples.rows[order], examples.gold[order]
        n_threads = count_threads(self.n_threads)
        with resolve(self.progress) as report:
            ordered = similarity.learnable(take(items, rows), n_threads, self.cache_mb, report)
            machine = self._learn(
                ordered, gold, examples.weights[order], classes, n_threads, report
            )
        self.classes_ = classes
        self._keep(machine, items, rows, gold)
        if similarity.domain == "matrix":
            validate_data(self, X, reset=True, skip_check_array=True)
        return self

    def _check_every_class(self, totals: NDArray[np.float64], classes: NDArray[Any]) -> None:
        if (totals == 0).any():
            raise DataError(
                f"{type(self).__name__}: every class needs an example with positive weight; "
                f"{classes[totals == 0][0].item()!r} has none. Leave its rows out of X and y."
            )

    def _keep(
        self,
        machine: Machine,
        items: Any,
        rows: NDArray[np.int64],
        gold: NDArray[np.int32],
    ) -> None:
        is_support: NDArray[np.bool_] = np.asarray(machine.coefficients.any(axis=0))
        is_support[0] |= not is_support.any()  # there is always one to compare with
        self.dual_coef_ = np.ascontiguousarray(machine.coefficients[:, is_support])
        self.intercept_ = machine.bias
        self.support_ = rows[is_support]
        self.support_vectors_ = take(items, self.support_)
        counts = np.bincount(gold[is_support], minlength=len(self.classes_))
        self.n_support_ = counts.astype(np.int32)

    def _read(self, X: Any) -> Any:
        """Return new items, checked."""
        check_is_fitted(self, "classes_")
        similarity = self._similarity()
        items = similarity.read(X, getattr(self, "n_features_in_", None))
        if similarity.domain == "matrix":
            validate_data(self, X, reset=False, skip_check_array=True)
        return items

    def _scores(self, X: Any) -> NDArray[np.float64]:
        items = self._read(X)
        coefficients, bias = self._columns()
        n_threads = count_threads(self.n_threads)
        sums = self._similarity().scores(
            items, self.support_vectors_, coefficients, bias, n_threads
        )
        return self._combine(sums)

    def explain(self, x: Any, *, top: int = 5) -> KernelExplanation:
        """Return why an item gets its label: the support vectors that it is most like.

        Parameters
        ----------
        x
            One item: a row of numbers, a text or a tree.
        top
            How many support vectors to name.
        """
        check_number(
            type(self).__name__, "top", top, low=0, integer=True, fix="Use 5 to see a few."
        )
        one = self._read(_wrap(x))
        if (n := self._similarity().count(one)) != 1:
            raise DataError(f"explain takes one item; got {n}. Call it once for each.")
        row = self.decision_function(one)[0]
        scores = np.array([0.0, row]) if len(self.classes_) == 2 else row
        best, second = np.argsort(-scores, kind="stable")[:2].tolist()
        coefficients, bias = self._duel(best, second)
        similarity = self._similarity().compare(one, self.support_vectors_, 1)[0]
        terms = coefficients * similarity
        asked = np.flatnonzero(coefficients)
        nearest = asked[np.argsort(-similarity[asked], kind="stable")][:top]
        labels = np.repeat(np.arange(len(self.classes_)), self.n_support_)
        neighbours = [
            Neighbour(
                int(self.support_[k]),
                take(self.support_vectors_, np.array([k]))[0],
                self.classes_[labels[k]].item(),
                float(similarity[k]),
                float(coefficients[k]),
                float(terms[k]),
            )
            for k in nearest.tolist()
        ]
        return KernelExplanation(
            self.classes_[best].item(),
            self.classes_[second].item(),
            float(terms.sum() + bias),
            bias,
            tuple(neighbours),
            float(terms.sum() - terms[nearest].sum()),
        )

    # --- keeping ----------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write the model to a ``.linguine`` file, all or nothing."""
        save_model(path, *pack_kernel_model(self._model()))

    def to_bytes(self) -> bytes:
        """Return the bytes that ``save`` would write; ``load`` takes them."""
        return model_bytes(*pack_kernel_model(self._model()))

    @classmethod
    def load(cls: type[Self], path: str | PathLike[str] | bytes) -> Self:
        """Read a model from a file, or from its bytes."""
        loaded = load_model(path)
        model = build_kernel_model(loaded, cls._kind, cls.__name__)
        with loaded.building():
            made = cls(model.kernel, **model.parameters)
            made._check()
        made.classes_, made.support_, made.n_support_ = model.classes, model.rows, model.counts
        made.support_vectors_ = model.vectors
        made.dual_coef_, made.intercept_ = model.coefficients, model.bias
        if model.kernel.domain == "matrix":
            made.n_features_in_ = int(model.vectors.shape[1])
        return made

    def _model(self) -> KernelModel:
        check_is_fitted(self, "classes_")
        return KernelModel(
            self._kind,
            self._similarity().kernel,  # type: ignore[arg-type]
            self._parameters(),
            self.classes_,
            self.support_,
            self.n_support_,
            self.support_vectors_,
            self.dual_coef_,
            self.intercept_,
        )

    def _parameters(self) -> dict[str, Any]:
        """Return the parameters that a model file holds."""
        raise NotImplementedError

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn what the kernel can take."""
        tags = super().__sklearn_tags__()
        domain = getattr(self.kernel, "domain", "matrix" if self.kernel is None else "anything")
        tags.input_tags.sparse = domain == "matrix"
        tags.input_tags.two_d_array = domain == "matrix"
        tags.input_tags.string = domain in ("texts", "trees")
        return tags


def _wrap(x: Any) -> Any:
    """Return one item as a list or matrix of one."""
    if getattr(x, "ndim", 0) == 2:
        return x
    if getattr(x, "ndim", 0) == 1:
        return np.asarray(x)[None, :]
    return [x]
