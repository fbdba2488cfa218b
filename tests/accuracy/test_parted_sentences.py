"""Taggers that learn on a cluster, on real text: the minimum is the one that is found in memory."""

from __future__ import annotations

from typing import Any

import pytest

from linguine import Tagger
from linguine.progress import Progress
from tests.dask_cluster import cluster_of

from .corpora import folder

pytestmark = pytest.mark.slow


def least(engine: Any) -> float:
    """Return the objective of a CRF of conll2000, as small as its tolerance asks for."""
    seen: list[Progress] = []
    tagger = Tagger("crf", l2=1.0, tolerance=1e-10, max_iterations=1000, progress=seen.append)
    tagger.fit(folder("conll2000") / "train.conll.gz", columns="w,pos,tag", engine=engine)
    return seen[-1].value


def test_a_crf_of_chunks_has_the_same_minimum_on_a_cluster_and_in_memory() -> None:
    """In single precision both searches gave up in the noise, 5e-9 apart and 2e-8 too high."""
    with cluster_of(2) as client:
        assert least(client) == pytest.approx(least(None), rel=1e-9)
