"""Taggers go on: pieces of sentences, new words and tags, after fit, after load, from nothing."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from linguine import CRF, Tagger
from linguine.errors import DataError, DataWarning, NotAvailableError, ParameterError
from linguine.features import TokenExtractor
from linguine.learning import Online, PerceptronLoss
from linguine.model.concurrency import Resources
from linguine.tasks.learner import Composed
from linguine.tasks.tagger.fitting import TaggerData, fit_sequences
from linguine.tasks.tagger.gold.tags import make_rules, prepare_tags
from linguine.tasks.tagger.increment.chain_stream import ChainPiece, ChainStream, no_weights
from linguine.tasks.tagger.input import read_tagged
from linguine.tasks.tagger.model import TaggerModel
from linguine.tasks.tagger.training import as_data

from ..messages import assert_three_parts
from .sentences import TEST, TRAIN, make

ABLE = ("perceptron", "mira", "svm", "softmax-margin", "crf")
UNABLE = ("memm", "local-perceptron", "textbook-hmm", "local-naive-bayes")
USE = Resources(1, 0, None)


def weights_of(tagger: Any) -> dict[tuple[str, str], float]:
    """Weights by the name of the feature or the tag before, and the tag."""
    model = tagger.model_ if hasattr(tagger, "model_") else tagger
    names = model.extractor.vocabulary_.names()
    found = {}
    for row in range(model.weights.n_rows):
        name = names[row] if row < len(names) else f"<{row - len(names)}>"
        begin, end = model.weights.offsets[row : row + 2].tolist()
        for j in range(begin, end):
            found[name, model.tags[model.weights.labels[j]]] = float(model.weights.values[j])
    return found


def pieces(n: int, size: int) -> list[slice]:
    return [slice(i, i + size) for i in range(0, n, size)]


# --- the judge: one run ---------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["perceptron", "mira"])
@pytest.mark.parametrize("size", [1, 7, 60])
def test_pieces_make_the_steps_of_one_run_bit_for_bit(rule: str, size: int) -> None:
    data = read_tagged(TRAIN.sentences, TRAIN.tags)
    tags = prepare_tags(data)
    templates = ["w[-1..1]", "w[0].suffix1-3"]
    composed = Composed(PerceptronLoss(), Online(rule, shuffle=False))
    if rule == "mira":
        composed = Composed(_hinge(), Online("mira", shuffle=False))
    extractor = TokenExtractor(templates, n_threads=1)
    rows = extractor.fit_rows(data)
    once = Composed(composed.loss, Online(rule, epochs=1, shuffle=False))
    rules = make_rules(tags.names, tags.scheme, 1)
    whole = fit_sequences(once, TaggerData(rules, USE, as_data(rows, tags.codes, None)))
    judge = TaggerModel(extractor, whole.weights, tags.names, tags.scheme)
    empty = TaggerModel(TokenExtractor(templates, n_threads=1), no_weights(), (), tags.scheme)
    learner = composed.learner
    assert isinstance(learner, Online)
    stream = ChainStream(composed, learner, empty)
    for part in pieces(len(TRAIN), size):
        sentences = data.take(np.arange(len(TRAIN))[part])
        own = TokenExtractor(templates, n_threads=1)
        first, last = data.offsets[part.start], data.offsets[min(part.stop, len(TRAIN))]
        gold = tags.codes[first:last]
        piece = ChainPiece(own, own.fit_rows(sentences), tags.names, gold, scheme=tags.scheme)
        stream.advance(piece, USE)
        stream.model()  # asking changes nothing
    assert weights_of(stream.model()) == weights_of(judge)


def _hinge() -> Any:
    from linguine.learning import Hinge

    return Hinge()


@pytest.mark.parametrize("algorithm", ["perceptron", "mira"])
def test_a_pass_over_all_at_once_is_a_fit_of_one_epoch(algorithm: str) -> None:
    fitted = make(algorithm, epochs=1).fit(TRAIN.sentences, TRAIN.tags)
    pieced = make(algorithm, epochs=1).partial_fit(TRAIN.sentences, TRAIN.tags)
    assert weights_of(fitted) == weights_of(pieced)
    assert fitted.labels_ == pieced.labels_


# --- going on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_loaded_tagger_takes_the_same_steps_as_the_fitted_one(algorithm: str) -> None:
    fitted = make(algorithm).fit(TRAIN.sentences[:30], TRAIN.tags[:30])
    loaded = Tagger.load(fitted.to_bytes(), n_threads=1)
    for tagger in (fitted, loaded):
        tagger.partial_fit(TRAIN.sentences[30:], TRAIN.tags[30:])
    assert weights_of(fitted) == weights_of(loaded)
    assert fitted.info_["n_sentences"] == len(TRAIN)


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_stream_learns_what_a_batch_learns(algorithm: str) -> None:
    tagger = make(algorithm)
    for _ in range(3):
        for part in pieces(len(TRAIN), 20):
            tagger.partial_fit(TRAIN.sentences[part], TRAIN.tags[part])
    assert tagger.score(TEST.sentences, TEST.tags) > 0.97


@pytest.mark.parametrize("algorithm", ABLE)
def test_a_new_tag_of_spans_comes_with_the_second_piece(algorithm: str) -> None:
    tagger = make(algorithm).fit(TRAIN.sentences, TRAIN.tags)
    before = tagger.score(TEST.sentences, TEST.tags)
    news = [["Acme", "Corp", "hires", "Anna"], ["Acme", "Corp", "sleeps"]] * 4
    tags = [["B-ORG", "I-ORG", "O", "B-PER"], ["B-ORG", "I-ORG", "O"]] * 4
    for _ in range(25):
        tagger.partial_fit(news, tags)
    assert set(tagger.labels_) == {"O", "B-PER", "I-LOC", "B-LOC", "B-ORG", "I-ORG"}
    assert tagger.predict([["Acme", "Corp", "hires", "Boris"]])[0][:2] == ["B-ORG", "I-ORG"]
    assert tagger.score(TEST.sentences, TEST.tags) > before - 0.05
    again = Tagger.load(tagger.to_bytes())
    assert again.predict(TEST.sentences) == tagger.predict(TEST.sentences)


def test_inside_never_follows_outside_though_the_tag_came_later() -> None:
    tagger = make("perceptron").partial_fit(TRAIN.sentences, TRAIN.tags)
    tagger.partial_fit([["Acme", "Corp"]], [["B-ORG", "I-ORG"]])
    found = tagger.predict([["Corp", "Corp", "hires", "Corp"]])[0]
    for before, here in zip(["O", *found], found, strict=False):
        assert not here.startswith("I-") or before[1:] == here[1:]


def test_a_first_piece_of_nothing_but_outside_says_nothing_about_the_scheme() -> None:
    tagger = make("perceptron").partial_fit([["it", "rains"]], [["O", "O"]])
    assert tagger.predict([["it"]]) == [["O"]]
    tagger.partial_fit(TRAIN.sentences, TRAIN.tags)
    assert tagger.model_ is not None
    assert tagger.model_.scheme.value == "iob2"
    assert tagger.evaluate(TEST.sentences, TEST.tags).spans is not None


def test_a_piece_in_another_scheme_is_rewritten() -> None:
    tagger = make("perceptron").partial_fit(TRAIN.sentences, TRAIN.tags)
    with pytest.warns(DataWarning, match="BIOES and are now IOB2"):
        tagger.partial_fit([["Anna", "visits", "New", "York"]], [["S-PER", "O", "B-LOC", "E-LOC"]])
    assert not {tag for tag in tagger.labels_ if tag[0] in "SE"}


def test_another_language_and_a_piece_of_one_sentence() -> None:
    tagger = make("perceptron").fit(TRAIN.sentences, TRAIN.tags)
    for _ in range(20):
        tagger.partial_fit([["Анна", "любит", "Москву"]], [["B-PER", "O", "B-LOC"]])
    assert tagger.predict([["Анна", "любит", "Москву"]]) == [["B-PER", "O", "B-LOC"]]


@pytest.mark.parametrize("order", [1, 2, 3])
def test_new_tags_move_the_rows_of_every_order(order: int) -> None:
    tagger = make("perceptron", order=order).fit(TRAIN.sentences, TRAIN.tags)
    before = tagger.predict(TEST.sentences)
    tagger.partial_fit([["Quux"]], [["B-NEW"]])
    assert tagger.predict(TEST.sentences) == before


def test_templates_of_edges_go_on() -> None:
    tagger = make("perceptron", templates=["w[0]", "w[-1]|w[0]", "y[-1]|w[0]"])
    for part in pieces(len(TRAIN), 20):
        tagger.partial_fit(TRAIN.sentences[part], TRAIN.tags[part])
    tagger.partial_fit([["Quux", "Corp"]], [["B-NEW", "I-NEW"]])
    assert tagger.score(TEST.sentences, TEST.tags) > 0.9


@pytest.mark.parametrize("algorithm", ["perceptron", "crf"])
def test_threads_do_not_change_the_file(algorithm: str) -> None:
    files = []
    for n_threads in (1, 2):
        tagger = Tagger(algorithm, n_threads=n_threads)
        for part in pieces(len(TRAIN), 25):
            tagger.partial_fit(TRAIN.sentences[part], TRAIN.tags[part])
        files.append(tagger.to_bytes())
    assert files[0] == files[1]


def test_pickles_and_grid_search_still_work() -> None:
    tagger = make("perceptron").partial_fit(TRAIN.sentences, TRAIN.tags)
    assert pickle.loads(pickle.dumps(tagger)).predict(TEST.sentences) == tagger.predict(
        TEST.sentences
    )
    search = GridSearchCV(make("perceptron"), {"epochs": [1, 2]}, cv=2)
    assert search.fit(TRAIN.sentences, TRAIN.tags).best_score_ > 0.8


def test_unknown_tags_and_weights_of_sentences_are_taken() -> None:
    tags = [[None, *each[1:]] for each in TRAIN.tags]
    weights = np.ones(len(TRAIN))
    tagger = make("crf").partial_fit(TRAIN.sentences, tags, sample_weight=weights)
    assert tagger.score(TEST.sentences, TEST.tags) > 0.6


def test_what_breaks_off_leaves_no_trace() -> None:
    tagger = make("perceptron").partial_fit(TRAIN.sentences, TRAIN.tags)
    before = tagger.to_bytes()
    with pytest.raises(DataError):
        tagger.partial_fit([["Anna"], []], [["B-PER", "O"], []])
    assert tagger.to_bytes() == before


@pytest.mark.parametrize("order", [1, 2, 3])
def test_an_hmm_counts_on_exactly(order: int) -> None:
    whole = make("hmm", order=order).fit(TRAIN.sentences, TRAIN.tags)
    fitted = make("hmm", order=order).fit(TRAIN.sentences[:9], TRAIN.tags[:9])
    loaded = Tagger.load(fitted.to_bytes(), n_threads=1)
    pieced = make("hmm", order=order)
    for part in pieces(9, 4):
        part = slice(part.start, min(part.stop, 9))
        pieced.partial_fit(TRAIN.sentences[part], TRAIN.tags[part])
    for tagger in (fitted, loaded, pieced):
        tagger.partial_fit(TRAIN.sentences[9:], TRAIN.tags[9:])
        assert tagger.labels_ == whole.labels_
        assert weights_of(tagger) == weights_of(whole)
    files = [fitted.to_bytes(), loaded.to_bytes()]
    assert files[0] == files[1]


def test_an_hmm_of_a_quantized_file_says_why_it_cannot_count_on() -> None:
    small = make("hmm").fit(TRAIN.sentences, TRAIN.tags).to_bytes(quantize="int8")
    with pytest.raises(NotAvailableError) as error:
        Tagger.load(small).partial_fit(TRAIN.sentences, TRAIN.tags)
    assert_three_parts(error.value, "goes on from counts", "this model has none", "Train it again")


# --- complaints -----------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", UNABLE)
def test_algorithms_that_need_all_at_once_say_so(algorithm: str) -> None:
    with pytest.raises(NotAvailableError) as error:
        make(algorithm).partial_fit(TRAIN.sentences, TRAIN.tags)
    assert_three_parts(error.value, "sentence by sentence", algorithm, "Use 'perceptron'")


@pytest.mark.parametrize(
    ("options", "got"),
    [
        ({"learner": "lbfgs"}, "lbfgs"),
        ({"max_iterations": 5}, "max_iterations=5"),
        ({"min_count": 2}, "min_count=2"),
        ({"all_states": False}, "all_states=False"),
        ({"patience": 2}, "patience=2"),
    ],
)
def test_options_that_need_all_at_once_say_so(options: dict[str, Any], got: str) -> None:
    with pytest.raises((NotAvailableError, ParameterError)) as error:
        make("crf", **options).partial_fit(TRAIN.sentences, TRAIN.tags)
    assert_three_parts(error.value, "partial_fit", got, "(Leave|leave)")


def test_an_empty_piece_is_an_error() -> None:
    with pytest.raises(DataError) as error:
        make("perceptron").partial_fit([[]], [[]])
    assert_three_parts(error.value, "must be sentences", "all are empty", "Give tokens")


# --- CRF ------------------------------------------------------------------------------------------


def bags(sentences: list[list[str]]) -> list[list[dict[str, Any]]]:
    return [
        [
            {"w": word, "end": word[-2:], "before": words[i - 1] if i else "<s>"}
            for i, word in enumerate(words)
        ]
        for words in sentences
    ]


@pytest.mark.parametrize("algorithm", ["ap", "pa", "arow", "l2sgd"])
@pytest.mark.parametrize("every", [False, True])
def test_a_crf_passes_over_all_at_once_as_fit_does(algorithm: str, every: bool) -> None:
    told: dict[str, Any] = {
        "all_possible_states": every,
        "all_possible_transitions": every,
        "n_threads": 1,
    }
    X = bags(TRAIN.sentences)
    fitted = CRF(algorithm, max_iterations=1, **told).fit(X, TRAIN.tags)
    pieced = CRF(algorithm, max_iterations=1, **told).partial_fit(X, TRAIN.tags)
    assert weights_of(fitted) == weights_of(pieced)


@pytest.mark.parametrize("algorithm", ["ap", "pa", "arow", "l2sgd"])
def test_a_crf_learns_in_pieces_and_new_tags(algorithm: str) -> None:
    crf = CRF(algorithm, n_threads=1)
    for _ in range(4):
        for part in pieces(len(TRAIN), 20):
            crf.partial_fit(bags(TRAIN.sentences[part]), TRAIN.tags[part])
    assert crf.score(bags(TEST.sentences), TEST.tags) > 0.95
    for _ in range(150):  # an average over all steps learns a late tag as slowly
        crf.partial_fit(bags([["Acme", "Corp", "hires"]] * 3), [["ORG", "ORG", "O"]] * 3)
    assert crf.predict(bags([["Acme", "Corp", "hires"]])).tolist() == [["ORG", "ORG", "O"]]
    assert pickle.loads(pickle.dumps(crf)).classes_ == crf.classes_


def test_a_crf_of_lbfgs_says_what_goes_on() -> None:
    X = bags(TRAIN.sentences)
    crf = CRF(max_iterations=200, n_threads=1).fit(X, TRAIN.tags)
    with pytest.raises(NotAvailableError) as error:
        crf.partial_fit(X, TRAIN.tags)
    assert_three_parts(error.value, "sentence by sentence", "lbfgs", "l2sgd")
    crf.set_params(algorithm="l2sgd", max_iterations=None)
    crf.partial_fit(bags([["Acme"]]), [["ORG"]])
    assert "ORG" in (crf.classes_ or [])
    assert crf.score(bags(TEST.sentences), TEST.tags) > 0.95
