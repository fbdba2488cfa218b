"""Tuning on real data: the paths that people look for, at the price of a few fits."""

from __future__ import annotations

import time

import numpy as np
import pytest

import linguine
from linguine.data import read_sentences

from .corpora import folder

pytestmark = pytest.mark.slow


def test_ten_penalties_on_five_folds_of_imdb_cost_seconds_and_find_the_best() -> None:
    begin = time.process_time()
    classifier = linguine.TextClassifier("svm", calibration="none")
    weights = np.logspace(-2, 2, 10).tolist()
    found = linguine.tune(classifier, str(folder("imdb") / "train.tsv.gz"), {"l2": weights})
    assert 0.5 < found.best_params_["l2"] < 5
    assert found.best_score_ >= 0.89
    ends = found.tried[0].score or 0, found.tried[-1].score or 0
    assert max(ends) < found.best_score_ - 0.005  # the path has a hill
    training = [each.in_training or 0 for each in found.tried]
    assert training == sorted(training)
    assert time.process_time() - begin < 40  # 10 on a quiet machine


def test_a_path_of_crfs_is_followed_and_ends_where_single_fits_end() -> None:
    sentences = read_sentences(folder("conll2000") / "train.conll.gz", columns="w,pos,tag")
    some = sentences.take(np.arange(0, len(sentences), 12))
    tagger = linguine.Tagger("crf")
    found = linguine.tune(tagger, some, {"C": [0.02, 0.2, 2.0]}, folds=3, refit=False)
    assert found.best_params_["C"] == 2.0
    folds = linguine.tune(tagger, some, {"C": [2.0]}, folds=3, refit=False)
    assert found.best_score_ == pytest.approx(folds.best_score_, abs=0.002)
