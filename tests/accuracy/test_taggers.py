"""Taggers on real text: settings chosen on held-out parts, test files looked at here alone."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import Tagger, _core
from linguine.data import Sentences, read_sentences
from linguine.features import TokenExtractor
from linguine.features.token.defaults import crfsuite_chunking
from linguine.learning import Batch, ChainData, ChainProblem, Logistic
from linguine.reports.tags.span_metrics import TagEvaluation

from .corpora import folder

pytestmark = pytest.mark.slow

COLUMNS: dict[str, dict[str, Any]] = {
    "conll2000": {"columns": "w,pos,tag"},
    "conll2003": {"columns": "w,pos,chunk,tag"},
    "ud_english_ewt": {},
}
#: A conditional random field whose learner sees one sentence at a time, every label of a feature.
ADAGRAD: dict[str, Any] = {"learner": "adagrad", "epochs": 10, "l2": 0.0}


def read(name: str, part: str) -> Sentences:
    stem = folder(name) / part
    paths = [Path(f"{stem}{end}") for end in (".conll", ".conllu", ".conll.gz", ".conllu.gz")]
    return read_sentences(next(path for path in paths if path.exists()), **COLUMNS[name])


def measure(name: str, tagger: Tagger) -> TagEvaluation:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # tags that are rewritten, or never seen in training
        evaluation = tagger.fit(read(name, "train")).evaluate(read(name, "test"))
    spans = "" if evaluation.spans is None else f", F1 {evaluation.spans.f1:.4f}"
    print(f"{name}: accuracy {evaluation.token_accuracy:.4f}{spans}")
    return evaluation


def test_chunks_of_conll2000() -> None:
    """CRFsuite with its tutorial's template has 93.6, Wapiti 93.7."""
    evaluation = measure("conll2000", Tagger("crf", scheme="bioes", **ADAGRAD))
    assert evaluation.spans is not None
    assert evaluation.spans.f1 >= 0.940


def test_names_of_conll2003() -> None:
    evaluation = measure("conll2003", Tagger("crf", **ADAGRAD))
    assert evaluation.spans is not None
    assert evaluation.spans.f1 >= 0.845


@pytest.mark.parametrize(
    ("name", "bar"), [("conll2003", 0.849), ("conll2000", 0.937)], ids=["names", "chunks"]
)
def test_spans_without_any_option(name: str, bar: float) -> None:
    """Algorithm and templates follow from the tags; docs/design/0010 says why these."""
    tagger = Tagger()
    evaluation = measure(name, tagger)
    assert tagger.info_["algorithm"] == "softmax-margin"
    assert evaluation.spans is not None
    assert evaluation.spans.f1 >= bar


def test_names_of_conll2003_by_a_plain_crf() -> None:
    evaluation = measure("conll2003", Tagger("crf"))
    assert evaluation.spans is not None
    assert evaluation.spans.f1 >= 0.845


def test_parts_of_speech_of_ewt() -> None:
    """CRFsuite has 95.0, NLTK's averaged perceptron 93.9."""
    assert measure("ud_english_ewt", Tagger("crf", **ADAGRAD)).token_accuracy >= 0.953


def test_hidden_markov_model_on_ewt() -> None:
    assert measure("ud_english_ewt", Tagger("hmm", order=2)).token_accuracy >= 0.925


def test_few_weights_do_as_well(tmp_path: Path) -> None:
    """L1: at most 2 MB, within 0.1 of L2 (templates of CRFsuite's tutorial)."""
    many = measure("conll2000", Tagger("crf", templates=crfsuite_chunking()))
    sparse = Tagger("crf", templates=crfsuite_chunking(), l1=0.5, l2=0.0)
    few = measure("conll2000", sparse)
    assert few.spans is not None
    assert many.spans is not None
    assert few.spans.f1 >= many.spans.f1 - 0.001
    sparse.save(tmp_path / "few.linguine")
    assert (tmp_path / "few.linguine").stat().st_size <= 2_000_000


def test_objective_is_that_of_crfsuite() -> None:
    """Its final loss at c2 = 1 on CoNLL-2000 with its tutorial's template, c2 |w|^2 included."""
    sentences = read("conll2000", "train")
    tags = sentences.tags()
    rows = TokenExtractor(crfsuite_chunking()).fit_rows(sentences)
    data = ChainData.of(rows.tokens, sentences.offsets, tags.codes)
    rules = _core.ChainRules(len(tags.names), 1, None, None, None)
    problem = ChainProblem(
        data=data, rules=rules, loss=Logistic(), l2=2.0, n_threads=2, has_ends=False
    )
    fitted = Batch("lbfgs", tolerance=1e-5, memory=6).fit(problem)
    assert fitted.converged
    assert len(fitted.weights.values) == 452_755
    assert np.isclose(fitted.objective or 0.0, 13_139.356, rtol=1e-4)
