r"""Local learning: a label classifier at every token, which sees the label before.

.. math:: p(y \mid x) = \prod_t p(y_t \mid y_{t-1}, x, t)

the maximum-entropy Markov model, Eq. (1.19) of [Zhang2010]. Features of edges are there once for
each label before, as :math:`z(y_t, y_{t-1}, x)` asks. Every loss over labels and every
learner of labels will do: the label before is a feature like all others, known in training and
found by Viterbi afterwards.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linguine import _core
from linguine.data import Examples
from linguine.errors import DataError
from linguine.features import Sites
from linguine.features.matrix import short_indices
from linguine.inference.chain_rows import UNKNOWN, rows_before
from linguine.learning.chain_problem import ChainData, ChainProblem, ChainWeights
from linguine.learning.label_problem import LabelProblem, all_columns
from linguine.learning.pairs import choose_learner
from linguine.learning.problem import Fitted, Learner, Problem
from linguine.learning.regularizers import Intercept, Penalty

__all__ = ["fit_local", "local_problem"]


def fit_local(problem: ChainProblem, learner: str | Learner = "auto") -> Fitted[ChainWeights]:
    """Learn to tell each label from the token and the right label before it, with any loss.

    The weights are those of features, transitions and START (END is zero). They are to be
    normalised at each token given the labels before, whatever the loss: sums of plain margins
    favour labels behind which margins are large.
    """
    multiclass = "one-versus-all" if problem.one_versus_all else "joint"
    penalty = Penalty(problem.l2, problem.l1)
    choice = choose_learner(
        learner, problem.loss, penalty, multiclass=multiclass, n_labels=problem.n_labels
    )
    labels = local_problem(problem)
    if choice.learner.name == "counts":  # naive Bayes has its prior in the bias
        labels = replace(labels, intercept=Intercept())
    if labels.n_labels == 1:  # nothing to tell apart
        none = np.zeros((labels.n_weight_rows, 1), np.float32)
        return Fitted(ChainWeights.of_table(none, 1), np.zeros(0))
    fitted = choice.learner.fit(labels)
    table = all_columns(fitted.weights, problem.n_labels)
    n_before = problem.n_labels + 1
    first = labels.n_weight_rows - problem.rules.n_rows
    # just one of these rows is there at each token, so they can carry the bias
    table[first : first + n_before] += all_columns(fitted.bias[None], problem.n_labels)
    weights = problem.in_order(ChainWeights.of_table(table, problem.n_labels))
    return Fitted(**{**vars(fitted), "weights": weights, "bias": np.zeros(0), "state": None})


def local_problem(problem: ChainProblem) -> LabelProblem:
    """Return the problem of labels: a row is a token's and the labels before it as features.

    The rows of its weights are those of the chain: features, edges label by label, the structure's.
    A token counts if its label and the labels
    before it are known.
    """
    data, rules = problem.data, problem.rules
    n_labels, order = rules.n_labels, rules.order
    parts = [data] if problem.held_out is None else [data, problem.held_out]
    befores = [rows_before(part.gold, part.offsets, n_labels, order) for part in parts]
    examples, n_rows = [], 0
    for part, before in zip(parts, befores, strict=True):
        known = (part.gold >= 0) & (before != UNKNOWN).all(axis=1)
        weights = np.repeat(part.weights, np.diff(part.offsets))[known]
        examples.append(Examples(np.flatnonzero(known) + n_rows, part.gold[known], weights))
        n_rows += part.tokens.n_rows
    if len(examples[0]) == 0:
        raise DataError(
            "A local model learns from labels that are known where the label before is known too; "
            "there is none. Give more labels, or train a CRF."
        )
    aims = {each.name: getattr(problem, each.name) for each in fields(Problem)}
    aims |= {"data": examples[0], "held_out": examples[1] if len(examples) > 1 else None}
    return LabelProblem(
        **aims,
        sites=_with_labels_before(parts, befores, n_labels, rules.n_rows),
        n_labels=n_labels,
        structure=problem.structure,
    )


#: Row borders, features and numbers; None is 1 for all.
_Csr: TypeAlias = tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]


def _with_labels_before(
    parts: list[ChainData], befores: list[NDArray[np.int64]], n_labels: int, n_structural: int
) -> Sites:
    """Return the rows of all parts with further features behind those that they have.

    Those of edges together with the label before, then the labels before themselves.
    """
    n_features, before = parts[0].tokens.n_features, np.concatenate(befores)
    rows = [_stack([_sparse(part.tokens) for part in parts])]
    edges = [part.edges for part in parts if part.edges is not None]
    if edges:
        products = _products(_stack([_sparse(each) for each in edges]), before[:, 0], n_labels)
        rows.append((products[0], products[1] + n_features, products[2]))
        n_features += edges[0].n_features * n_labels
    has = before >= 0
    borders = np.concatenate([[0], np.cumsum(has.sum(axis=1))])
    rows.append((borders, n_features + before[has], None))
    indptr, indices, values = _beside(rows, parts[0].tokens.dtype)
    is_single = parts[0].tokens.dtype == np.float32
    shape = len(before), n_features + n_structural
    indices = short_indices(indices, shape[1])
    native = _core.Matrix(indptr, indices, values, *shape, is_single)
    return Sites(native, values, indptr, indices)


def _products(rows: _Csr, before: NDArray[np.int64], n_labels: int) -> _Csr:
    """Return each feature times the label before, feature by feature; START has none."""
    indptr, indices, values = rows
    has = (before >= 0) & (before < n_labels)
    sizes = np.diff(indptr)
    stays = np.repeat(has, sizes)
    labels = np.repeat(before, sizes)[stays]
    return (
        np.concatenate([[0], np.cumsum(np.where(has, sizes, 0))]),
        indices[stays].astype(np.int64) * n_labels + labels,
        None if values is None else values[stays],
    )


def _stack(tables: list[_Csr]) -> _Csr:
    """Return the rows of all tables, one table after another."""
    ends = np.cumsum([0, *(len(indices) for _, indices, _ in tables)])
    borders = [indptr[1:] + end for (indptr, _, _), end in zip(tables, ends, strict=False)]
    values = None
    if any(each is not None for _, _, each in tables):
        values = np.concatenate([_numbers(table) for table in tables])
    indptr = np.concatenate([[0], *borders]).astype(np.int64)
    return indptr, np.concatenate([indices for _, indices, _ in tables]), values


def _beside(tables: list[_Csr], dtype: np.dtype[Any]) -> _Csr:
    """Return rows that hold the entries of all tables, in the order of the tables."""
    sizes = [np.diff(indptr) for indptr, _, _ in tables]
    indptr = np.concatenate([[0], np.cumsum(np.sum(sizes, axis=0))]).astype(np.int64)
    indices = np.empty(int(indptr[-1]), np.int64)
    has_values = any(each is not None for _, _, each in tables)
    values = np.ones(len(indices), dtype) if has_values else None
    starts = indptr[:-1].copy()
    for table, size in zip(tables, sizes, strict=True):
        places = np.repeat(starts - table[0][:-1], size) + np.arange(len(table[1]))
        indices[places] = table[1]
        if values is not None:
            values[places] = _numbers(table)
        starts += size
    return indptr, indices, values


def _numbers(table: _Csr) -> NDArray[Any]:
    return np.ones(len(table[1])) if table[2] is None else table[2]


def _sparse(sites: Sites) -> _Csr:
    """Return row borders, features and numbers."""
    if sites.indptr is not None and sites.indices is not None:
        return sites.indptr, sites.indices, sites.values
    assert sites.values is not None
    rows, indices = np.nonzero(sites.values)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=sites.n_rows))])
    return indptr, indices, sites.values[rows, indices]
