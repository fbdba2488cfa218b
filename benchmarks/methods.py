"""The figures of docs/methods.md that no run and no test has: each method once, on a small set.

    LINGUINE_DATA=path/to/data python -m benchmarks.methods [PATTERN ...]

Prints a line for each method: its name, the figure, and seconds of the processor. Settings are the
defaults but for what a name says; test files were not looked at for choosing any.
"""

from __future__ import annotations

import gzip
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from linguine import (
    CRF,
    KernelPerceptron,
    KernelSVM,
    LinearClassifier,
    NaiveBayes,
    OneVersusAll,
    Perceptron,
    RidgeClassifier,
    Tagger,
    TextClassifier,
)
from linguine.data import read_constituents, read_sentences
from linguine.features import (
    Affixes,
    Capitalisation,
    CharNgrams,
    Function,
    Lexicon,
    Numeric,
    Shape,
    WordList,
    WordNgrams,
)
from linguine.kernels import RBF, Polynomial, Spectrum, Subsequence, SubsetTree, check_gram
from linguine.learning import Batch, Dual, Exact, Online

Figure = Callable[[], str]
_LOSSES = ("perceptron", "hinge", "squared-hinge", "logistic", "softmax-margin", "squared")
_SMOOTH = ("logistic", "softmax-margin", "squared")
_PAIRS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "perceptron": (Online("perceptron"), ("perceptron",)),
    "mira": (Online("mira"), ("hinge",)),
    "mira-prediction": (Online("mira", update="prediction"), ("hinge",)),
    "arow": (Online("arow"), ("hinge",)),
    "sgd": (Online("sgd"), _LOSSES),
    "sgd-with-replacement": (Online("sgd", with_replacement=True), ("logistic",)),
    "sgd-mini-batches": (Online("sgd", batch_size=32), ("logistic",)),
    "pegasos": (Online("pegasos"), _LOSSES),
    "adagrad": (Online("adagrad"), _LOSSES),
    "lbfgs": (Batch("lbfgs"), _SMOOTH),
    "conjugate-gradient": (Batch("conjugate-gradient"), _SMOOTH),
    "gradient-descent": (Batch("gradient-descent"), _SMOOTH),
    "exact": (Exact(), ("squared",)),
}
_WITHOUT_PENALTY = ("perceptron", "mira", "mira-prediction", "arow")
_KERNELS = {
    "spectrum": Spectrum(5, lowercase=True),
    "subsequence": Subsequence(4, decay=0.3, lowercase=True),
}
_TEXT = (
    "naive-bayes", "bernoulli-naive-bayes", "perceptron", "mira", "svm", "logistic", "ridge",
)  # fmt: skip
_TAGGERS = (
    "hmm", "textbook-hmm", "local-naive-bayes", "local-perceptron", "local-mira", "local-svm",
    "memm", "perceptron", "mira", "svm", "softmax-margin", "crf",
)  # fmt: skip
Texts = tuple[list[str], Any]


def _path(*parts: str) -> Path:
    plain = Path(os.environ["LINGUINE_DATA"], *parts)
    return plain if plain.exists() else plain.with_name(plain.name + ".gz")


@cache
def _texts(name: str, part: str) -> Texts:
    path = _path(name, f"{part}.tsv")
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [line.split("\t", 1) for line in content.decode().split("\n")[1:] if line]
    return [text for _, text in rows], np.array([label for label, _ in rows])


@cache
def _matrices(*, counted: bool = False) -> tuple[Any, Any, Any, Any]:
    (train, y), (test, y_test) = (_texts("ag_news_small", part) for part in ("train", "test"))
    vectorizer = CountVectorizer() if counted else TfidfVectorizer(ngram_range=(1, 2))
    return vectorizer.fit_transform(train), y, vectorizer.transform(test), y_test


def _percent(right: Any) -> str:
    return f"{100 * float(np.mean(right)):.1f} %"


def _matrix(model: Any, *, counted: bool = False) -> Figure:
    def figure() -> str:
        X, y, X_test, y_test = _matrices(counted=counted)
        return _percent(model.fit(X, y).predict(X_test) == y_test)

    return figure


def _dense(model: Any) -> Figure:
    """On counts of the 300 most frequent words: some models have no use for sparse rows."""

    def figure() -> str:
        X, y, X_test, y_test = _matrices(counted=True)
        chosen = np.asarray(X.sum(axis=0)).ravel().argsort()[::-1][:300]
        fitted = model.fit(np.log1p(X[:, chosen].toarray()), y)
        return _percent(fitted.predict(np.log1p(X_test[:, chosen].toarray())) == y_test)

    return figure


def _features(features: Any, columns: Any = None, **options: Any) -> Figure:
    def figure() -> str:
        (train, y), (test, y_test) = (_texts("sms_spam", part) for part in ("train", "test"))
        clf = TextClassifier("svm", features=features, calibration="none", **options)
        seen = [None if columns is None else columns(texts) for texts in (train, test)]
        return _percent(clf.fit(train, y, columns=seen[0]).predict(test, seen[1]) == y_test)

    return figure


def _lengths(texts: list[str]) -> dict[str, list[float]]:
    return {"length": [float(len(text)) for text in texts]}


def _text(name: str, *, algorithm: str, **options: Any) -> Figure:
    def figure() -> str:
        (train, y), (test, y_test) = (_texts(name, part) for part in ("train", "test"))
        return _percent(TextClassifier(algorithm, **options).fit(train, y).predict(test) == y_test)

    return figure


def _by_hand() -> str:
    test, y = _texts("amazon_books_text", "test")
    words = {
        label: dict.fromkeys(_path("lexicon", f"{label}.txt").read_text("utf-8").split(), 1.0)
        for label in ("positive", "negative")
    }
    return _percent(TextClassifier("lexicon", lexicon=words).fit([]).predict(test) == y)


def _kernel(model: Any) -> Figure:
    def figure() -> str:
        (train, y), (test, y_test) = (_texts("sms_spam", part) for part in ("train", "test"))
        return _percent(model.fit(train[::5], y[::5]).predict(test[::2]) == y_test[::2])

    return figure


def _trees() -> str:
    trees = read_constituents(_path("ptb_sample", "test.mrg")).take(slice(300)).to_brackets()
    gram = SubsetTree(decay=0.4)(trees)
    check_gram(gram)
    return f"smallest eigenvalue {np.linalg.eigvalsh(gram)[0] / gram.max():.0e} of the largest cell"


def _tags(algorithm: str, **options: Any) -> Figure:
    def figure() -> str:
        train, test = (read_sentences(_path("conll2000", f"{p}.conll"), columns="w,pos,tag")
                       for p in ("train", "test"))  # fmt: skip
        evaluation = Tagger(algorithm, **options).fit(train).evaluate(test)
        return f"F1 {100 * evaluation.spans.f1:.1f}" if evaluation.spans else "no spans"

    return figure


def _crfsuite() -> str:
    train, test = (read_sentences(_path("conll2000", f"{p}.conll"), columns="w,pos,tag").take(
        slice(2000)) for p in ("train", "test"))  # fmt: skip
    X, X_test = ([[{"w": w, "pos": p} for w, p in zip(ws, ps, strict=True)] for ws, ps in
                  zip(each.texts_of("w"), each.texts_of("pos"), strict=True)]
                 for each in (train, test))  # fmt: skip
    found = CRF(c2=0.1).fit(X, train.texts_of("tag")).predict(X_test)
    return _percent([a == b for f, g in zip(found, test.texts_of("tag"), strict=True)
                     for a, b in zip(f, g, strict=True)])  # fmt: skip


def figures() -> Iterator[tuple[str, Figure]]:
    """Yield what is measured: a name, and what measures it."""
    yield from _of_matrices()
    yield from _of_kernels()
    yield from _of_features()
    yield from _of_tasks()


def _of_matrices() -> Iterator[tuple[str, Figure]]:
    for name, (learner, losses) in _PAIRS.items():
        l2 = 0.0 if name in _WITHOUT_PENALTY else 0.1
        for loss in losses:
            model = LinearClassifier(loss=loss, learner=learner, l2=l2)
            yield f"pairs/{loss}/{name}", _matrix(model)
    one = {"multiclass": "one-versus-all", "l2": 0.1}
    for loss in ("squared-hinge", "logistic"):
        yield (
            f"pairs/{loss}/dual",
            _matrix(LinearClassifier(loss=loss, learner=Dual(), regularize_intercept=True, **one)),
        )
    joint = LinearClassifier(loss="hinge", learner=Dual(), l2=0.1, regularize_intercept=True)
    yield "pairs/hinge/dual", _matrix(joint)
    sparse = LinearClassifier(loss="logistic", learner=Batch("owl-qn"), l1=0.1, l2=0.0)
    yield "pairs/logistic/owl-qn", _matrix(sparse)
    for kind in ("multinomial", "bernoulli"):
        yield f"counts/{kind}", _matrix(NaiveBayes(kind, alpha=0.1), counted=True)
    yield "counts/gaussian", _dense(NaiveBayes("gaussian"))
    yield "estimators/ridge", _matrix(RidgeClassifier(l2=0.1))
    yield "estimators/one-versus-all", _matrix(OneVersusAll(Perceptron()))


def _of_kernels() -> Iterator[tuple[str, Figure]]:
    for name, kernel in (("polynomial", Polynomial(2)), ("rbf", RBF(5.0))):
        yield f"kernels/{name}", _dense(KernelSVM(kernel))
    for name, string_kernel in _KERNELS.items():
        yield f"kernels/{name}/svm", _kernel(KernelSVM(string_kernel))
        yield f"kernels/{name}/perceptron", _kernel(KernelPerceptron(string_kernel))
    yield "kernels/subset-tree", _trees


def _of_features() -> Iterator[tuple[str, Figure]]:
    words = WordNgrams(1, 1)
    yield "features/words", _features(words)
    yield "features/words-and-pairs", _features(WordNgrams(1, 2))
    yield "features/hashed", _features(WordNgrams(1, 2), hash_bits=18)
    yield "features/characters", _features(CharNgrams(2, 4))
    for name, more in (
        ("affixes", Affixes()),
        ("shape", Shape()),
        ("capitalisation", Capitalisation()),
        ("word-list", WordList("money", ["free", "cash", "prize", "win", "claim"])),
        ("lexicon", Lexicon("money", {"free": 1.0, "claim": 1.0, "ok": -1.0})),
        ("function", Function(lambda text: {"digits": sum(map(str.isdigit, text))}, name="digits")),
    ):
        yield f"features/{name}", _features(words + more)
    yield "features/numeric", _features(words + Numeric("length"), _lengths)
    for values in ("binary", "count", "log", "tfidf", "log-tfidf"):
        yield f"features/values-{values}", _features(words, values=values)


def _of_tasks() -> Iterator[tuple[str, Figure]]:
    for name in (*_TEXT, "nb-svm"):
        yield f"text/{name}", _text("sms_spam", algorithm=name)
    yield "text/hard-margin", _text("sms_spam", algorithm="svm", C=float("inf"))
    yield "text/by-hand", _by_hand
    for name in _TAGGERS:
        yield f"tags/{name}", _tags(name)
    yield "tags/crf-order-2", _tags("crf", order=2, learner="adagrad")
    yield "tags/crfsuite", _crfsuite


def main() -> None:
    patterns = sys.argv[1:] or ["*"]
    warnings.simplefilter("ignore")
    for name, figure in figures():
        if not any(fnmatch(name, pattern) for pattern in patterns):
            continue
        start = time.process_time()
        try:
            found = figure()
        except Exception as error:  # the next one may work
            found = f"FAILED {type(error).__name__}: {error}"
        print(f"{name}\t{found}\t{time.process_time() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
