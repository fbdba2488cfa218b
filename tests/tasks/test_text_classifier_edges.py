"""Edges of TextClassifier: rare labels, odd columns, forged files, work that breaks off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import TextClassifier, _core
from linguine.errors import DataError, LinguineError, ParameterError
from linguine.features import CharNgrams, Extractor, Numeric, WordNgrams
from linguine.model.file.container import load_model, model_bytes

from ..features.extraction import dense
from ..messages import assert_three_parts
from .synthetic import FEW, FEW_LABELS, LABELS, WORDS, corpus, fitted, make, saved_bytes

# Small on purpose; what is said about labels with one text is in test_lonely_labels.py.
pytestmark = pytest.mark.filterwarnings("ignore:.*only one text")

ONLINE = ("perceptron", "mira", "svm", "logistic")


# --- wrong answers and crashes ------------------------------------------------------------------


def test_naive_bayes_takes_a_label_that_is_seen_once() -> None:
    clf = TextClassifier("naive-bayes").fit([*FEW * 5, "one of a kind"], [*FEW_LABELS * 5, "rare"])
    assert clf.predict(["one of a kind"]).tolist() == ["rare"]


def test_naive_bayes_takes_a_label_whose_texts_all_have_weight_0() -> None:
    weight = [1.0 if each == "ham" else 0.0 for each in FEW_LABELS * 5]
    clf = TextClassifier("naive-bayes").fit(FEW * 5, FEW_LABELS * 5, sample_weight=weight)
    assert clf.predict(FEW).tolist() == ["ham"] * 4


def test_top_features_of_naive_bayes_with_three_labels_are_those_of_the_topic() -> None:
    """Its weights are logarithms of probabilities, all negative."""
    tops = fitted("naive-bayes", 3).top_features(5)
    for k, label in enumerate(LABELS[:3]):
        assert len(tops[label]) == 5
        assert tops[label][0][0].split()[0] in WORDS[k::4]


@pytest.mark.parametrize("algorithm", ONLINE)
def test_a_loaded_model_of_three_labels_goes_on(algorithm: str, tmp_path: Path) -> None:
    """ValueError: weights has length 3 in dimension 1; it must be 4."""
    first, more, new = corpus(60), corpus(300, seed=5), corpus(300, seed=7)
    saved = make(algorithm).fit(first.texts, first.labels)
    clf = TextClassifier.load(saved_bytes(saved, tmp_path))
    clf.partial_fit(more.texts, more.labels)
    assert clf.score(new.texts, new.labels) > 0.88


def test_a_text_column_longer_than_the_text_can_be_explained() -> None:
    """IndexError: places in another column are looked up in the text."""
    clf = TextClassifier("svm", features=WordNgrams() + WordNgrams(column="title"))
    clf.fit(FEW, FEW_LABELS, columns={"title": FEW})
    explanation = clf.explain("cash", {"title": ["a much longer title with cash"]})
    assert all(begin < end <= 4 for each in explanation.contributions for begin, end in each.spans)


def test_score_takes_a_generator() -> None:
    clf = fitted("svm")
    new = corpus(30, seed=7)
    assert clf.score(iter(new.texts), new.labels) == clf.score(new.texts, new.labels)


def test_score_refuses_proportions_without_names_with_a_message() -> None:
    with pytest.raises(LinguineError):
        fitted("svm").score(FEW, np.full((4, 3), 1 / 3))


# --- partial_fit --------------------------------------------------------------------------------


def bags(*rows: dict[str, float]) -> dict[str, Any]:
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    names = _core.Texts([name for row in rows for name in row])
    return {"bag": (offsets, names, np.array([v for row in rows for v in row.values()], "f4"))}


def test_bags_can_be_learned_in_pieces() -> None:
    clf = make("naive-bayes").partial_fit([""] * 2, ["a", "b"], columns=bags({"x": 1}, {"y": 2}))
    assert clf.predict([""] * 2, bags({"y": 1}, {"x": 1})).tolist() == ["b", "a"]


def test_a_piece_without_any_word_is_learned_or_refused_without_a_trace() -> None:
    """fit_counts overwrites n_documents_ before it fails, so that later idf is wrong."""
    clf = make("svm").partial_fit(FEW * 3, FEW_LABELS * 3)
    assert clf.model_ is not None
    try:
        clf.partial_fit([""], ["ham"])
    except DataError:
        assert clf.model_.extractor.n_documents_ == 12


def test_min_df_does_not_drop_known_words_from_a_later_piece() -> None:
    clf = make("naive-bayes", min_df=2, features=WordNgrams())
    clf.partial_fit(["cash cash", "cash now", "now lunch", "lunch now"], ["s", "s", "h", "h"])
    before = clf.decision_function(["cash"])
    clf.partial_fit(["cash other", "lunch other"], ["h", "s"])
    assert clf.decision_function(["cash"]) < before


def test_counts_that_cannot_go_on_get_advice_that_can_be_followed(tmp_path: Path) -> None:
    """It says learner='sgd', which TextClassifier does not have."""
    train = corpus(30)
    opened = load_model(saved_bytes(make("naive-bayes").fit(train.texts, train.labels), tmp_path))
    without = {k: v for k, v in opened.tensors.items() if not k.startswith(("counts", "label_"))}
    clf = TextClassifier.load(model_bytes(without, opened.config))  # as older versions saved it
    with pytest.raises(LinguineError) as caught:
        clf.partial_fit(train.texts, train.labels)
    assert_three_parts(caught.value, "goes on from counts", "an older version", "Train it again")
    assert "learner=" not in str(caught.value)


def test_bad_data_in_a_later_piece_leave_the_model_as_it_was() -> None:
    """The vocabulary has grown, the weights have not: predict raises a ValueError."""
    clf = TextClassifier("naive-bayes", features=WordNgrams() + Numeric("n", scale="none"))
    columns = {"n": [1, 2, 3, 4]}
    clf.partial_fit(FEW, FEW_LABELS, columns=columns)
    before = clf.decision_function(FEW, columns)
    with pytest.raises(DataError, match="Negative"):
        clf.partial_fit(["zebra", "quagga"], ["ham", "spam"], columns={"n": [-1, 2]})
    np.testing.assert_array_equal(clf.decision_function(FEW, columns), before)


def test_an_interrupted_partial_fit_leaves_the_model_as_it_was() -> None:
    def interrupt(progress: object) -> None:
        raise KeyboardInterrupt

    clf = make("svm").partial_fit(FEW, FEW_LABELS)
    before = clf.decision_function(FEW)
    clf.progress = interrupt
    more = corpus(3000, 2)
    with pytest.raises(KeyboardInterrupt):
        clf.partial_fit(more.texts, more.labels)
    np.testing.assert_array_equal(clf.decision_function(FEW), before)


# --- settings and messages ----------------------------------------------------------------------


@pytest.mark.parametrize("option", ["max_iterations", "tolerance"])
@pytest.mark.parametrize("algorithm", ["svm", "logistic", "ridge", "nb-svm"])
def test_bad_stops_are_refused_before_any_text_is_read(algorithm: str, option: str) -> None:
    options: dict[str, Any] = {option: -1.0}
    with pytest.raises(ParameterError):
        TextClassifier(algorithm, **options)


def test_too_few_texts_for_calibration_are_not_called_a_choice() -> None:
    clf = TextClassifier("svm").fit(FEW[1:], FEW_LABELS[1:])
    with pytest.raises(LinguineError) as caught:
        clf.predict_proba(FEW)
    assert "was made with calibration='none'" not in str(caught.value)


def test_probabilities_of_a_lexicon_are_not_promised_for_calibration_auto() -> None:
    with pytest.raises(LinguineError) as caught:
        fitted("lexicon").predict_proba(["balam"])
    assert "calibration='auto'" not in str(caught.value)


LEXICONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "no-words": ({"a": [], "b": []}, {}),
    "one-str": ({"good": "great", "bad": "awful"}, {}),
    "mixed-labels": ({"a": ["x"], 1: ["y"]}, {}),
    "words-a-number": ({"a": 5, "b": ["y"]}, {}),
    "weight-a-word": ({"a": {"x": "much"}, "b": ["y"]}, {}),
    "weight-nan": ({"a": {"x": float("nan")}, "b": ["y"]}, {}),
    "hashed": ({"a": ["x"], "b": ["y"]}, {"hash_bits": 10}),
    "characters": ({"a": ["x"], "b": ["y"]}, {"features": CharNgrams(2, 3)}),
    "max-features": ({"a": ["x"], "b": ["y"]}, {"max_features": 1}),
    "reject-below": ({"a": ["x"], "b": ["y"]}, {"reject_below": 0.9}),
}


@pytest.mark.parametrize("case", LEXICONS)
def test_a_lexicon_that_cannot_work_is_refused(case: str) -> None:
    lexicon, options = LEXICONS[case]
    with pytest.raises(LinguineError):
        TextClassifier("lexicon", lexicon=lexicon, **options).fit([])


# --- forged files -------------------------------------------------------------------------------

FORGED: dict[str, dict[str, Any]] = {
    "hash-bits-text": {"hash_bits": "5"},
    "hash-bits-99": {"hash_bits": 99},
    "hash-bits-true": {"hash_bits": True},
    "values-unknown": {"values": "bm25"},
    "normalize-unknown": {"normalize": "l7"},
    "normalize-number": {"normalize": 3},
    "features-empty": {"features": []},
    "reject-below-text": {"reject_below": "often"},
    "reject-below-7": {"reject_below": 7.0},
    "algorithm-unknown": {"info": {"algorithm": "telepathy"}},
    "seed-text": {"info": {"algorithm": "svm", "seed": "x"}},
    "seed-negative": {"info": {"algorithm": "svm", "seed": -1}},
    "options-list": {"info": {"algorithm": "svm", "options": [1]}},
    "options-unknown": {"info": {"algorithm": "svm", "options": {"mood": 1}}},
    "options-of-the-constructor": {"info": {"algorithm": "svm", "options": {"seed": 1}}},
    "calibration-of-other-labels": {
        "calibration": {"kind": "temperature", "parameters": [1.0], "n_labels": 5}
    },
    "labels-unsorted": {"labels": ["spam", "ham"]},
    "template-column-number": {"features": [{"template": "word-ngrams", "column": 3}]},
}


@pytest.mark.parametrize("case", FORGED)
def test_forged_settings_are_refused(case: str, tmp_path: Path) -> None:
    clf = TextClassifier("svm", features=WordNgrams()).fit(FEW, FEW_LABELS)
    loaded = load_model(saved_bytes(clf, tmp_path))
    config = {**loaded.config, **FORGED[case]}
    with pytest.raises(DataError) as caught:
        TextClassifier.load(model_bytes(loaded.tensors, config))
    assert_three_parts(caught.value, "must", "; |got ", r"[A-Z]\S+ .*[.?]$")


@pytest.mark.parametrize("name", ["weights.values", "bias", "idf"])
@pytest.mark.parametrize("number", [float("nan"), float("inf")], ids=str)
def test_numbers_that_are_not_finite_are_refused(name: str, number: float, tmp_path: Path) -> None:
    clf = TextClassifier("svm", features=WordNgrams()).fit(FEW, FEW_LABELS)
    loaded = load_model(saved_bytes(clf, tmp_path))
    tensors = {each: np.array(values) for each, values in loaded.tensors.items()}
    tensors[name].flat[0] = number
    with pytest.raises(DataError):
        TextClassifier.load(model_bytes(tensors, loaded.config))


# --- held-out rows ------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"hash_bits": 8}, {"min_df": 2}], ids=str)
def test_held_out_rows_are_weighted_as_new_texts_will_be(options: dict[str, Any]) -> None:
    texts, known = ["a b", "b c a", "a zebra"], np.array([True, True, False])
    fresh, ours = (Extractor(WordNgrams(), **options) for _ in range(2))
    fresh.fit_counts(texts[:2])
    weighed = dense(ours.weigh(ours.fit_counts(texts), known_from=known))
    assert fresh.vocabulary_ is not None
    assert ours.vocabulary_ is not None
    is_known = np.isin(ours.vocabulary_.keys, fresh.vocabulary_.keys)
    np.testing.assert_allclose(weighed[:, is_known], dense(fresh.transform(texts)), rtol=1e-6)
    assert not weighed[:, ~is_known].any()


def test_max_df_is_that_of_the_fold() -> None:
    known = np.array([True, True, True, False, False])
    texts = ["x a", "x b", "y c", "y d", "z e"]
    ours, fresh = (Extractor(WordNgrams(), max_df=0.5) for _ in range(2))
    fresh.fit_counts(texts[:3])
    counts = ours.fit_counts(texts)
    weighed = dense(ours.weigh(counts, known_from=known))
    alive = {name for name, column in zip(ours.names(), weighed.T, strict=True) if column.any()}
    assert alive == set(fresh.names())


# --- options are never read and ignored -----------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["auto", "svm", "naive-bayes", "nb-svm"])
@pytest.mark.parametrize("normalize", ["l2", "blocks", None])
def test_normalize_is_what_the_user_says(algorithm: str, normalize: str | None) -> None:
    clf = TextClassifier(algorithm, normalize=normalize).fit(FEW, FEW_LABELS)
    assert clf._model().extractor.weighting.normalize == normalize


def test_other_values_keep_the_norm_of_the_algorithm() -> None:
    for algorithm, normalize in (("naive-bayes", None), ("svm", "l2"), ("auto", "blocks")):
        clf = TextClassifier(algorithm, values="binary").fit(FEW, FEW_LABELS)
        weighting = clf._model().extractor.weighting
        assert (weighting.values, weighting.normalize) == ("binary", normalize)


def test_auto_holds_out_as_many_folds_as_it_is_told() -> None:
    clf = TextClassifier("auto", calibration=3).fit(FEW, FEW_LABELS)
    assert clf.info_["chosen"]["held out"] == "3 folds"


@pytest.mark.parametrize("option", [{"calibration": 3}, {"normalize": "l2"}, {"max_df": 0.5}])
def test_a_lexicon_refuses_options_of_learners(option: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        TextClassifier("lexicon", lexicon={"a": ["x"], "b": ["y"]}, **option).fit([])
