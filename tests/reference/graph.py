"""The judge of factor graphs: the scores of all outputs as one table with an axis per variable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Scopes = Sequence[Sequence[int]]


def joint_scores(n_values: Sequence[int], factors: Scopes, tables: Sequence[Array]) -> Array:
    """Return the score of every output : n_values."""
    joint = np.zeros(n_values)
    for scope, table in zip([*((v,) for v in range(len(n_values))), *factors], tables, strict=True):
        order = np.argsort(scope)
        shape = [n if v in scope else 1 for v, n in enumerate(n_values)]
        joint = joint + np.transpose(table, order).reshape(shape)
    return joint


def marginals(
    n_values: Sequence[int], factors: Scopes, tables: Sequence[Array]
) -> tuple[float, list[Array]]:
    """Return log Z and the share of each value and joint value."""
    joint = joint_scores(n_values, factors, tables)
    log_z = float(np.logaddexp.reduce(joint, axis=None))
    p = np.exp(joint - log_z)
    shares = []
    for scope in [*((v,) for v in range(len(n_values))), *factors]:
        rest = tuple(v for v in range(len(n_values)) if v not in scope)
        summed = p.sum(axis=rest)  # axes in the order of variables
        shares.append(np.transpose(summed, np.argsort(np.argsort(scope))))
    return log_z, shares


def ranked(n_values: Sequence[int], factors: Scopes, tables: Sequence[Array]) -> Array:
    """Return all outputs that are not excluded, best first."""
    joint = joint_scores(n_values, factors, tables).ravel()
    order = np.argsort(-joint, kind="stable")
    order = order[np.isfinite(joint[order])]
    return np.stack(np.unravel_index(order, n_values), axis=1)
