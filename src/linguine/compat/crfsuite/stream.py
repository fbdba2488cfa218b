"""A CRF that goes on: what its words mean to a stream of sentences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linguine.compat.crfsuite.parameters import compose_crfsuite
from linguine.errors import LARGEST_INTEGER, NotAvailableError, check_flag, check_number
from linguine.features import BagExtractor
from linguine.learning import Online
from linguine.tasks.algorithm import Options
from linguine.tasks.tagger.increment.chain_stream import ChainStream, no_weights
from linguine.tasks.tagger.model import TaggerModel

if TYPE_CHECKING:
    from linguine.compat.crfsuite.crf import CRF

__all__ = ["bare", "make_stream", "read_min_count", "truth"]


def make_stream(crf: CRF, model: TaggerModel | None, given: Options) -> ChainStream:
    """Return what goes on from a model, or from nothing."""
    algorithm = "lbfgs" if crf.algorithm is None else crf.algorithm
    composed = compose_crfsuite(algorithm, given)
    if not isinstance(composed.learner, Online):
        raise NotAvailableError(
            f"CRF: partial_fit needs an algorithm that learns sentence by sentence; {algorithm!r} "
            "needs all sentences at once. Use algorithm='l2sgd', 'ap', 'pa' or 'arow'; "
            "set_params(algorithm='l2sgd') goes on from a model of 'lbfgs'."
        )
    if read_min_count(crf.min_freq) > 1:
        raise NotAvailableError(
            "CRF: partial_fit learns from every attribute when it comes; got "
            f"min_freq={crf.min_freq}. Leave it out, or use fit."
        )
    all_cells = truth("all_possible_states", crf.all_possible_states)
    if all_cells != truth("all_possible_transitions", crf.all_possible_transitions):
        raise NotAvailableError(
            "CRF: partial_fit gives weights to all pairs or to those that it has seen; got "
            "all_possible_states and all_possible_transitions that differ. Use one for both."
        )
    options = {name: bare(value) for name, value in given.items()}
    shell = model
    if shell is None:
        shell = TaggerModel(BagExtractor(), no_weights(), (), columns=("features", "tag"))
    shell = replace(
        shell,
        has_probabilities=algorithm == "l2sgd",
        info={**shell.info, "algorithm": algorithm, "options": options},
        n_threads=crf.n_threads,
    )
    return ChainStream(composed, composed.learner, shell, has_ends=False, all_cells=all_cells)


def read_min_count(min_freq: float | None) -> int:
    """Return at how many tokens an attribute must be."""
    if min_freq is None:
        return 1
    check_number("CRF", "min_freq", min_freq, low=0, high=LARGEST_INTEGER, fix="Try 1.")
    return max(1, int(np.ceil(min_freq)))


def bare(value: Any) -> Any:
    """Return a number of NumPy as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def truth(name: str, value: Any) -> bool:
    """Return a flag as CRFsuite takes it: None and numbers have a truth of their own."""
    if value is None or isinstance(value, int | float | str):
        return bool(value)
    check_flag("CRF", name, value)
    return bool(value)
