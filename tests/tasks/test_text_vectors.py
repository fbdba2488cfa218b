"""Classifiers of texts with vectors beside the words: fitted, chosen, explained, saved."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linguine import DataError, ParameterError, TextClassifier
from linguine.data import Documents, as_texts, read_documents
from linguine.features import Extractor, Vectors, WordNgrams, WordVectors

from ..messages import assert_three_parts

LABELS = ["spam", "ham"]
NOISE = [f"word{i}" for i in range(200)]


def made(n: int = 120, seed: int = 0, strength: float = 2.0) -> tuple[list[str], list[str], Any]:
    """Texts whose words say nothing, their labels, and vectors that tell."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n)
    texts = [" ".join(rng.choice(NOISE, 6)) for _ in range(n)]
    vectors = rng.standard_normal((n, 8)) + 5.0
    vectors[:, 0] += strength * (2 * codes - 1)
    return texts, [LABELS[code] for code in codes], vectors.astype(np.float32)


def fitted(algorithm: str = "svm", **options: Any) -> TextClassifier:
    texts, labels, vectors = made()
    features = WordNgrams() + Vectors("embedding", **options)
    return TextClassifier(algorithm, features=features).fit(
        texts, labels, columns={"embedding": vectors}
    )


def extractor_of(clf: TextClassifier) -> Extractor:
    extractor: Extractor = clf.model_.extractor
    return extractor


def scale_of(clf: TextClassifier) -> Any:
    """Return the scale of the last template."""
    template: Any = extractor_of(clf).features.templates[-1]
    return template.scale


@pytest.mark.parametrize(
    "algorithm", ["auto", "svm", "logistic", "perceptron", "mira", "ridge", "nb-svm"]
)
def test_vectors_tell_what_words_do_not(algorithm: str) -> None:
    texts, labels, vectors = made(seed=1)
    clf = fitted(algorithm)
    assert clf.score(texts, labels, {"embedding": vectors}) >= 0.85


def test_columns_alone_leave_the_words_to_auto() -> None:
    texts, labels, vectors = made()
    clf = TextClassifier(features=Vectors("embedding"))
    clf.fit(texts, labels, columns={"embedding": vectors})
    kinds = [each.kind for each in extractor_of(clf).features.templates]
    assert kinds[0] == "word-ngrams"
    assert kinds[-1] == "vectors"
    assert clf.info_["chosen"]["vectors"] >= 1.0


@pytest.mark.parametrize("algorithm", ["auto", "svm", "logistic"])
def test_vectors_that_mislead_are_made_short(algorithm: str) -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 2, 300)
    texts = [" ".join(f"{'ab'[code]}{j}" for j in rng.integers(0, 300, 4)) for code in codes]
    vectors = 10.0 * rng.standard_normal((300, 100))
    clf = TextClassifier(algorithm, features=WordNgrams() + Vectors("v"))
    clf.fit(texts, codes, columns={"v": vectors})
    assert clf.info_["chosen"]["vectors"] < 1.0
    assert scale_of(clf) == clf.info_["chosen"]["vectors"]
    assert len(clf.info_["chosen"]["tried"]) >= 3


def test_a_scale_that_was_given_is_not_chosen_again() -> None:
    clf = fitted(scale=0.5)
    assert "chosen" not in clf.info_
    assert scale_of(clf) == 0.5


def test_too_few_texts_leave_the_scale_at_one() -> None:
    clf = TextClassifier("svm", features=WordNgrams() + Vectors("v"), calibration="none")
    clf.fit(["a", "b", "c"], [0, 1, 1], columns={"v": np.eye(3)})
    assert scale_of(clf) == 1.0


@pytest.mark.parametrize("algorithm", ["auto", "svm", "logistic"])
def test_one_thread_or_two_make_the_same_file(algorithm: str) -> None:
    texts, labels, vectors = made(400)
    files = [
        TextClassifier(algorithm, features=WordNgrams() + Vectors("v"), n_threads=n)
        .fit(texts, labels, columns={"v": vectors})
        .to_bytes()
        for n in (1, 2)
    ]
    assert files[0] == files[1]


@pytest.mark.parametrize("quantize", [None, "int8"])
def test_a_saved_model_answers_as_before(tmp_path: Path, quantize: str | None) -> None:
    texts, _, vectors = made(seed=1)
    clf = fitted()
    path = tmp_path / "m.linguine"
    clf.save(path, quantize=quantize)
    again = TextClassifier.load(path)
    before = clf.decision_function(texts, {"embedding": vectors})
    found = again.decision_function(texts, {"embedding": vectors})
    np.testing.assert_allclose(found, before, atol=0 if quantize is None else 0.1)


def test_a_model_with_vectors_can_be_pickled() -> None:
    texts, _, vectors = made(seed=1)
    clf = fitted()
    again = pickle.loads(pickle.dumps(clf))
    found = again.decision_function(texts, {"embedding": vectors})
    np.testing.assert_array_equal(found, clf.decision_function(texts, {"embedding": vectors}))


def test_all_numbers_of_a_vector_are_one_term_and_each_on_request() -> None:
    texts, _, vectors = made(seed=1)
    explanation = fitted().explain(texts[0], {"embedding": vectors[:1]})
    terms = [each for each in explanation.terms() if each.kind == "vector"]
    assert [each.name for each in terms] == ["embedding"]
    parts = [each for each in explanation.terms("features") if each.kind == "vector"]
    assert {each.name for each in parts} == {f"embedding[{k}]" for k in range(8)}
    assert terms[0].contribution == pytest.approx(sum(each.contribution for each in parts))
    total = sum(each.contribution for each in explanation.terms()) + explanation.bias
    assert total == pytest.approx(explanation.lead, rel=1e-5)
    assert "embedding[" not in explanation.to_text()
    assert "embedding[" in explanation.to_text(by="features")


@pytest.mark.parametrize(
    ("columns", "got"),
    [
        ({}, "columns are none"),
        ({"embedding": [[1.0, 2.0]]}, "has 2"),
        ({"embedding": [[float("nan")] * 8]}, "nan"),
        ({"embedding": [[1.0] * 8] * 2}, "has 2 for 1"),
    ],
    ids=["missing", "another length", "NaN", "two for one text"],
)
def test_a_question_without_its_vector_is_told_so(columns: Any, got: str) -> None:
    with pytest.raises(DataError) as error:
        fitted().predict(["a text"], columns)
    assert_three_parts(error.value, "must|need", got, "Add|Make|Repair|Cut")


@pytest.mark.parametrize("algorithm", ["naive-bayes", "bernoulli-naive-bayes"])
def test_who_counts_takes_no_vectors(algorithm: str) -> None:
    with pytest.raises(ParameterError) as error:
        TextClassifier(algorithm, features=WordNgrams() + Vectors("v"))
    assert_three_parts(error.value, "counts words", "Vectors", "Use 'auto'")


def test_pieces_are_learned_from_one_after_the_other() -> None:
    texts, labels, vectors = made(400)
    clf = TextClassifier("perceptron", features=WordNgrams() + Vectors("v"))
    for i in range(0, 400, 50):
        piece = slice(i, i + 50)
        clf.partial_fit(texts[piece], labels[piece], columns={"v": vectors[piece]})
    new, gold, theirs = made(200, seed=1)
    assert clf.score(new, gold, {"v": theirs}) >= 0.85
    with pytest.raises(DataError, match="must have 8 numbers"):
        clf.partial_fit(["a"], ["ham"], columns={"v": [[1.0]]})


def test_a_fitted_model_goes_on_with_its_scale() -> None:
    clf = fitted("perceptron", scale=2.0)
    texts, labels, vectors = made(60, seed=5)
    clf.partial_fit(texts, labels, columns={"embedding": vectors})
    assert scale_of(clf) == 2.0


def test_a_file_of_json_lines_has_vectors(tmp_path: Path) -> None:
    import json

    texts, labels, vectors = made()
    path = tmp_path / "x.jsonl"
    with path.open("w") as out:
        for text, label, vector in zip(texts, labels, vectors.tolist(), strict=True):
            out.write(json.dumps({"text": text, "label": label, "embedding": vector}) + "\n")
    features = WordNgrams() + Vectors("embedding")
    clf = TextClassifier("svm", features=features).fit(read_documents(path))
    other = fitted()
    assert clf.to_bytes() == other.to_bytes()


def test_a_table_of_arrow_behind_documents_has_vectors() -> None:
    arrow = pytest.importorskip("pyarrow")
    texts, labels, vectors = made()
    lists = arrow.array(vectors.tolist(), arrow.list_(arrow.float32(), 8))
    read = Documents(as_texts(texts), table=arrow.table({"embedding": lists}))
    features = WordNgrams() + Vectors("embedding")
    clf = TextClassifier("svm", features=features).fit(read, labels)
    assert clf.to_bytes() == fitted().to_bytes()
    some = read.take(np.arange(10, 20))
    np.testing.assert_array_equal(clf.predict(some), clf.predict(read)[10:20])


def test_a_grid_search_over_a_data_frame_finds_a_scale() -> None:
    pandas = pytest.importorskip("pandas")
    from sklearn.model_selection import GridSearchCV

    texts, labels, vectors = made()
    frame = pandas.DataFrame({"text": texts, "v": list(vectors)})
    clf = TextClassifier("svm", text_columns=["text"], calibration="none")
    grid = {"features": [WordNgrams() + Vectors("v", scale=scale) for scale in (0.0, 1.0)]}
    search = GridSearchCV(clf, grid, cv=3).fit(frame, labels)
    assert search.best_params_["features"].templates[1].scale == 1.0
    assert search.score(frame, labels) >= 0.85


# --- vectors of words ----------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "vectors.txt"
    path.write_text("cash 1 0\nmoney 0.9 0.1\nprize 0.8 0.2\nlunch 0 1\nnoon 0.1 0.9\n")
    return path


TEXTS = ["cash now", "win cash", "cash prize", "my lunch", "see you at noon", "lunch at noon"] * 3
GOLD = ["spam", "spam", "spam", "ham", "ham", "ham"] * 3


@pytest.mark.parametrize("algorithm", ["auto", "svm", "logistic"])
def test_words_that_nobody_has_seen_are_known_by_their_vectors(file: Path, algorithm: str) -> None:
    clf = TextClassifier(algorithm, features=WordNgrams() + WordVectors(file)).fit(TEXTS, GOLD)
    assert clf.predict(["money"]).tolist() == ["spam"]
    assert clf.predict(["MONEY"]).tolist() == ["spam"]


def test_a_model_carries_its_vectors_of_words(file: Path, tmp_path: Path) -> None:
    clf = TextClassifier("svm", features=WordNgrams() + WordVectors(file)).fit(TEXTS, GOLD)
    clf.save(tmp_path / "m.linguine")
    before = clf.decision_function(["money", "noon", "none of them"])
    file.unlink()
    again = TextClassifier.load(tmp_path / "m.linguine")
    np.testing.assert_array_equal(
        again.decision_function(["money", "noon", "none of them"]), before
    )
    assert pickle.loads(pickle.dumps(clf)).predict(["money"]).tolist() == ["spam"]
    assert again.fit(TEXTS, GOLD).predict(["money"]).tolist() == ["spam"]  # it needs no file


def test_the_file_of_a_model_does_not_tell_its_folder(file: Path) -> None:
    clf = TextClassifier("svm", features=WordNgrams() + WordVectors(file)).fit(TEXTS, GOLD)
    assert str(file.parent).encode() not in clf.to_bytes()


def test_each_text_column_has_the_mean_of_its_words(file: Path) -> None:
    table = {"title": TEXTS, "body": TEXTS[::-1]}
    clf = TextClassifier(
        "svm", features=WordNgrams() + WordVectors(file), text_columns=["title", "body"]
    ).fit(table, GOLD)
    names = extractor_of(clf).names()
    assert {"title: vector[0]", "body: vector[0]"} <= set(names)


def test_a_missing_file_of_vectors_is_told(tmp_path: Path) -> None:
    clf = TextClassifier("svm", features=WordNgrams() + WordVectors(tmp_path / "none.txt"))
    with pytest.raises(DataError) as error:
        clf.fit(TEXTS, GOLD)
    assert_three_parts(error.value, "expected a file", "none of this name", "Check the path")


@pytest.mark.parametrize("fault", ["lengths", "codes", "center"])
def test_a_forged_table_of_words_is_refused(file: Path, fault: str) -> None:
    from linguine.model.file.container import load_model, model_bytes

    clf = TextClassifier("svm", features=WordNgrams() + WordVectors(file)).fit(TEXTS, GOLD)
    opened = load_model(clf.to_bytes())
    tensors, config = dict(opened.tensors), dict(opened.config)
    if fault == "lengths":
        tensors["vectors1.lengths"] = np.full(5, 2**31, np.uint32)
    elif fault == "codes":
        tensors["vectors1.codes"] = np.zeros((4, 2), np.int8)
    else:
        config["features"][1]["center"] = [0.0, 0.0, 0.0]
    with pytest.raises(DataError):
        TextClassifier.load(model_bytes(tensors, config))
