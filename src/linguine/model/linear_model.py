r"""Linear model: features, a structure, a loss and a learner, composed by hand.

.. math::
    \hat y = \arg\max_{y \in Y(x)} \theta \cdot f(x, y)
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linguine import _core
from linguine.data import Examples
from linguine.data.targets.weights import read_sentence_weights
from linguine.errors import (
    LARGEST_SEED,
    ConvergenceWarning,
    DataError,
    NotAvailableError,
    check_number,
)
from linguine.features import Sites
from linguine.features.matrix import read_matrix
from linguine.features.threads import count_threads
from linguine.features.token.bag_extractor import BagExtractor
from linguine.inference import Chain, FactorGraph, Label, Structure
from linguine.inference.asked import Asked, name_of, read_labels, require_answer
from linguine.learning import (
    ChainData,
    ChainProblem,
    GraphData,
    LabelProblem,
    Learner,
    Penalty,
    Problem,
    StructureProblem,
    choose_learner,
)
from linguine.learning.label_problem import all_columns
from linguine.learning.losses import read_loss
from linguine.model.composition import Composition
from linguine.model.estimator import Estimator
from linguine.model.graph_rows import GraphRows, check_graph
from linguine.progress import Report

__all__ = ["LinearModel"]

Self = TypeVar("Self", bound="LinearModel")


@dataclass(eq=False, repr=False)
class LinearModel(Estimator):
    """Compose your own: any features, structure, loss and learner that go together.

    An example has sites, each with a row of features: one for a label, one per token for a chain,
    one for every word m and head h at place (m - 1) (n + 1) + h for a tree, one per candidate, one
    for each variable and then for each factor of a graph. An output is what the structure says: a
    label, the labels of the tokens, the heads, the place of a candidate, the values of the
    variables. Labels are counted from 0.

    Parameters
    ----------
    features
        A function that turns an example into a list of its sites' features, each a dict or a list
        of names (for ``Label`` just one of these); None: examples are matrices already.
    structure
        ``Label()`` if None, ``Chain()``, ``DependencyTree()``, ``Candidates()``, ``FactorGraph()``
        if all examples have this one, a function that makes the ``FactorGraph`` of an example, or
        an object of a class of your own: :class:`linguine.inference.Structure` says what it must
        answer.
    loss
        A name, one of linguine's losses, or an object with the two facts ``asks`` and ``rho``.
    learner
        A name, ``"auto"``, one of linguine's learners, or an object with a ``name`` and
        ``fit(problem)``.
    l2, l1
        The penalty; None is the learner's own.
    n_threads, seed, progress
        Threads (None is all processors), the seed of every shuffle, and a function that is told how
        far it is.

    Attributes
    ----------
    weights_
        theta, of each feature and label : (n_features, n_labels). A feature of a graph's factors
        has a row for each joint value of their variables but the last.
    structural_weights_
        The structure's own, such as transitions : (n_structural, n_labels).
    bias_
        Of labels; zero for other structures : (n_labels,).

    Examples
    --------
    Which of the candidates of a name is meant?

    >>> from linguine.inference import Candidates
    >>> def features(candidates):
    ...     return [{"kind": kind, "length": len(name) / 10} for name, kind in candidates]
    >>> X = [[("Paris", "city"), ("Paris Hilton", "person")], [("Rome", "film"), ("Rome", "city")]]
    >>> model = LinearModel(features, Candidates(), "logistic").fit(X, [0, 1])
    >>> model.predict([[("Nice", "word"), ("Nice", "city")]])
    [1]
    """

    features: Callable[[Any], Any] | None = None
    structure: Structure | Callable[[Any], FactorGraph] | None = None
    loss: object = "logistic"
    learner: str | Learner = "auto"
    _: KW_ONLY
    l2: float | None = None
    l1: float = 0.0
    n_threads: int | None = None
    seed: int = 0
    progress: Report | None = None

    def fit(self: Self, X: Any, Y: Any, sample_weight: ArrayLike | None = None) -> Self:
        """Learn.

        Parameters
        ----------
        X
            Examples for ``features``; or a matrix for each, a row per site; or one matrix with a
            row per example, if all have one site.
        Y
            The right output of each example.
        sample_weight
            How much each example counts; None is 1.
        """
        self._extractor = None if self.features is None else BagExtractor()
        graphs = self._graphs(X)
        sites, offsets = self._rows(X, None)
        self._n_features = sites.n_features
        if graphs is None:
            structures = [self._structure()] * (len(offsets) - 1)
        else:
            structures, self._graph_rows = list(graphs), GraphRows(graphs)
            sites, offsets = self._graph_rows.fit(sites, offsets, graphs)
        gold = self._gold(structures, Y, offsets)
        weights = read_sentence_weights(sample_weight, len(offsets) - 1, "examples")
        data = ChainData(sites, offsets, gold, weights)
        if graphs is not None:
            data = GraphData(sites, offsets, gold, weights, graphs=tuple(graphs))
        self._learn(structures[0], data, _count_labels(structures, gold))
        return self

    def predict(self, X: Any) -> list[Any]:
        """Return the best output of each example."""
        return [structure.argmax(*tables) for structure, tables in self._tables(X)]

    def marginals(self, X: Any) -> list[Any]:
        """Return the probability of each label of each site, for every example.

        Those of a factor graph are one table per variable, then one per factor.
        """
        loss = read_loss(self.loss)
        if not loss.is_likelihood:
            raise NotAvailableError(
                f"Marginals are probabilities; the loss {loss.name!r} does not learn any. "
                "Use loss='logistic'."
            )
        found = []
        for structure, tables in self._tables(X):
            marginals = getattr(structure, "marginals")  # noqa: B009 - fit has asked for it
            shares = marginals(*tables)[1]
            found.append(structure.split(shares) if isinstance(structure, FactorGraph) else shares)
        return found

    def score(self, X: Any, Y: Any) -> float:
        """Return the share of sites that get the right label: words with the right head, tokens."""
        structures, _, offsets = self._sites(X)
        gold = np.split(self._gold(structures, Y, offsets), offsets[1:-1])
        n_right = n_all = 0
        for structure, output, right in zip(structures, self.predict(X), gold, strict=True):
            found = Asked(structure, self.weights_.shape[1]).encode(output, len(right))
            if isinstance(structure, FactorGraph):  # whose factors are no sites of their own
                found, right = structure.decode(found), structure.decode(right)
            n_right += int((found == right)[right >= 0].sum())
            n_all += int((right >= 0).sum())
        return n_right / n_all if n_all else float("nan")

    def _structure(self) -> Structure:
        structure = Label() if self.structure is None else self.structure
        require_answer(structure, "argmax", "Every model", "Please")
        return cast(Structure, structure)

    def _graphs(self, X: Any) -> list[FactorGraph] | None:
        """Return the graph of each example; None if they are something else."""
        structure: Any = self.structure
        if type(structure) is FactorGraph:
            return [structure] * (X.shape[0] if hasattr(X, "shape") else len(X))
        if isinstance(structure, type) or hasattr(structure, "argmax") or not callable(structure):
            return None
        return [check_graph(structure(x), i) for i, x in enumerate(X)]

    def _tables(self, X: Any) -> list[tuple[Structure, tuple[NDArray[np.float64], ...]]]:
        """Return the structure and the scores of each example."""
        structures, sites, offsets = self._sites(X)
        scores = _core.scores(
            sites.native, self.weights_, self.bias_, len(self.bias_), count_threads(self.n_threads)
        ).astype(np.float64)
        structural = self.structural_weights_.astype(np.float64)
        own = (structural,) if len(structural) else ()
        rows = np.split(scores, offsets[1:-1])
        return [(structure, (rows[i], *own)) for i, structure in enumerate(structures)]

    def _sites(self, X: Any) -> tuple[list[Structure], Sites, NDArray[np.int64]]:
        """Return the structures of examples, their rows, and where each begins."""
        if not hasattr(self, "weights_"):
            raise NotAvailableError("The model must learn first; it has no weights. Call fit.")
        sites, offsets = self._rows(X, self.weights_.dtype)
        graphs = self._graphs(X)
        if graphs is None:
            return [self._structure()] * (len(offsets) - 1), sites, offsets
        return list(graphs), *self._graph_rows.rows(sites, offsets, graphs)

    def _rows(self, X: Any, dtype: np.dtype[Any] | None) -> tuple[Sites, NDArray[np.int64]]:
        """Return rows of features, and where examples begin; ``dtype`` is that of a model."""
        n_features = None if dtype is None else self._n_features
        if self.features is not None and self._extractor is not None:
            bags = [self.features(x) for x in X]
            if self.structure is None or isinstance(self.structure, Label):
                bags = [[bag] for bag in bags]
            read = self._extractor.fit_rows if dtype is None else self._extractor.rows
            rows = read(bags)
            return rows.tokens.sites(), rows.offsets
        use: dict[str, Any] = {"dtype": dtype, "n_features": n_features, "owner": "LinearModel"}
        if hasattr(X, "shape"):
            sites = read_matrix(X, **use)
            return sites, np.arange(sites.n_rows + 1)
        matrices = [each if hasattr(each, "shape") else np.asarray(each) for each in X]
        sites = read_matrix(_stack(matrices), **use)
        counts = [each.shape[0] for each in matrices]
        return sites, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])

    def _gold(
        self, structures: Sequence[Structure], Y: Any, offsets: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        n_sites = np.diff(offsets).tolist()
        if len(Y) != len(n_sites) or not n_sites:
            raise DataError(
                f"There must be an output for every example, and an example; got {len(Y)} outputs "
                f"for {len(n_sites)} examples. Give as many of one as of the other."
            )
        gold = []
        for i, (y, n, structure) in enumerate(zip(Y, n_sites, structures, strict=True)):
            labels = read_labels(structure, y, n)
            if labels is None or (isinstance(structure, Label) and labels[0] < 0):
                raise DataError(
                    "Y must have a label for every site of an example, counted from 0; "
                    f"Y[{i}] is {y!r} for {n} rows of features. Number the labels."
                )
            gold.append(labels)
        return np.concatenate(gold).astype(np.int32)

    def _learn(self, structure: Structure, data: ChainData, n_labels: int) -> None:
        learner, problem = self._composed(structure, data, n_labels)
        fitted = learner.fit(problem)
        table = fitted.weights
        if isinstance(problem, ChainProblem):
            table = table.table(0, table.n_rows, n_labels)
        n_features = data.tokens.n_features
        self.bias_ = np.zeros(n_labels, table.dtype)
        if isinstance(problem, LabelProblem):
            table = all_columns(table, n_labels)
            self.bias_[:] = all_columns(fitted.bias[None], n_labels)[0]
        self.weights_ = np.ascontiguousarray(table[:n_features])
        self.structural_weights_ = np.ascontiguousarray(table[n_features:])
        self.n_iter_ = fitted.n_iterations
        if not fitted.converged:
            warnings.warn(f"LinearModel: {fitted.advice}", ConvergenceWarning, stacklevel=3)

    def _composed(
        self, structure: Structure, data: ChainData, n_labels: int
    ) -> tuple[Learner, Problem[Any]]:
        """Return the learner and its problem."""
        loss, penalty = read_loss(self.loss), Penalty(self.l2, self.l1)
        seed, fix = self.seed, "Use 0 or more."
        check_number("LinearModel", "seed", seed, low=0, high=LARGEST_SEED, integer=True, fix=fix)
        use: dict[str, Any] = {
            "n_threads": count_threads(self.n_threads, "LinearModel"),
            "seed": self.seed,
            "report": self.progress,
        }
        # A class derived from one of these may answer otherwise: it is asked, as any other.
        if type(structure) is Label:
            composition = Composition(loss, self.learner, penalty, structure=structure)
            examples = Examples(data.offsets[:-1], data.gold, data.weights)
            return composition.compose(data.tokens, examples, n_labels, **use)
        choice = choose_learner(
            self.learner,
            loss,
            penalty,
            multiclass="joint",
            n_labels=max(3, n_labels),
            structure="chain" if type(structure) is Chain else name_of(structure),
        )
        use |= {"data": data, "loss": loss, "l2": choice.l2, "l1": choice.l1}
        if type(structure) is not Chain:
            return choice.learner, StructureProblem(structure=structure, n_labels=n_labels, **use)
        use |= {"all_states": True, "all_transitions": True}  # no weight is left out
        rules, costs = structure.rules(n_labels), Label(structure.costs)
        return choice.learner, ChainProblem(rules=rules, structure=costs, **use)


def _count_labels(structures: Sequence[Structure], gold: NDArray[np.int32]) -> int:
    """Return how many labels there are: as many as are seen, or as the structure says."""
    if isinstance(getattr(structures[0], "n_labels", None), int):
        return max(1, *(int(getattr(each, "n_labels", 1)) for each in structures))
    largest = int(gold.max(initial=0))
    if largest > len(gold):  # a table of so many labels might not fit into memory
        raise DataError(
            f"Labels must be counted from 0, without large gaps; got label {largest} among "
            f"{len(gold)} sites. Number them 0, 1, 2, ..."
        )
    if largest == 0 and isinstance(structures[0], Label):
        raise DataError("There must be two labels to tell apart; all are 0. Add other examples.")
    return largest + 1


def _stack(matrices: Sequence[Any]) -> Any:
    """Return all rows as one matrix."""
    if not len(matrices):
        raise DataError("There must be an example; got none. Give a matrix for each.")
    shapes = {each.shape[1:] for each in matrices}
    if len(shapes) > 1:
        raise DataError(
            f"All matrices must have the same features; got shapes {sorted(shapes)} behind the "
            "rows. Give every site a number for each feature."
        )
    if all(isinstance(matrix, np.ndarray) for matrix in matrices):
        return np.concatenate(matrices)
    from scipy import sparse  # slow to load, and only for those who have it already

    return sparse.vstack(matrices, format="csr")
