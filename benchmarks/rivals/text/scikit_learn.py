"""scikit-learn: TfidfVectorizer + LinearSVC in one process, file to accuracy, nothing saved.

"default" is what its users write. The grid of the auto suite tries words and words with pairs,
C = 0.1, 1, 10 and naive Bayes with alpha = 0.1, 1, by 3-fold cross-validation on the training
file, two folds at a time. HashingVectorizer gives plain counts too (norm=None,
alternate_sign=False) in 2^20 columns, which is its default and our --hash-bits 20.
"""

from __future__ import annotations

from benchmarks.rivals.trial import Maker, Place, Trial, read_json, read_nothing

_PIPELINE = "TfidfVectorizer(ngram_range=(1, 2)) + LinearSVC()"


def _classify(place: Place) -> Trial:
    step = place.program("sklearn_classify", place.train, place.test)
    return Trial((step,), _PIPELINE, read_json)


def _grid(place: Place) -> Trial:
    step = place.program("sklearn_grid", place.train, place.test, str(place.threads))
    return Trial((step,), "GridSearchCV(tf-idf, LinearSVC or MultinomialNB, cv=3)", read_json)


def _vectorise(high: int, *, hashed: bool = False) -> Maker:
    def make(place: Place) -> Trial:
        kind = "hashed" if hashed else "exact"
        name = (
            f"HashingVectorizer(ngram_range=(1, {high}), norm=None, alternate_sign=False)"
            if hashed
            else f"CountVectorizer(ngram_range=(1, {high}))"
        )
        step = place.program("sklearn_vectorise", place.train, str(high), kind)
        return Trial((step,), f"{name}.fit_transform", read_json)

    return make


def _latency(kind: str) -> Maker:
    def make(place: Place) -> Trial:
        model = place.kept / f"{place.data.name}.pickle"
        once = model, place.program("sklearn_fit_pipeline", place.train, str(model))
        if kind == "cold":
            step = place.program("sklearn_predict", str(model), str(place.data / "one.txt"))
            return Trial((step,), f"unpickle {_PIPELINE}, predict", read_nothing, once)
        step = place.program("predict_in_memory", "scikit-learn", str(model), place.test, kind)
        return Trial((step,), f"({_PIPELINE}).predict", read_json, once)

    return make


TRIALS: dict[tuple[str, str], Maker] = {
    ("svm-bigrams", "default"): _classify,
    ("unigrams", "default"): _vectorise(1),
    ("uni+bigrams", "default"): _vectorise(2),
    ("unigrams-hashed", "default"): _vectorise(1, hashed=True),
    ("uni+bigrams-hashed", "default"): _vectorise(2, hashed=True),
    ("cold", "default"): _latency("cold"),
    ("single", "default"): _latency("single"),
    ("batch", "default"): _latency("batch"),
    ("auto", "grid"): _grid,
}
