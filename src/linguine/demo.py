"""The demo: train every algorithm on the help-desk messages that linguine carries, and compare.

Run it with ``make demo`` or ``python -m linguine.demo``.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from scipy.sparse import csr_matrix

from linguine import (
    LinearClassifier,
    LinearSVM,
    LogisticRegression,
    Mira,
    NaiveBayes,
    OneVersusAll,
    Perceptron,
    RidgeClassifier,
)
from linguine.learning import Online

__all__ = ["main"]

Labels: TypeAlias = NDArray[np.str_]

#: What the demo says about using one's own matrix; tests run it.
YOUR_OWN_MATRIX = """\
from linguine import LogisticRegression, LinearSVM

# X: (rows, features), a SciPy CSR matrix or a NumPy array; y: one label per row
model = LogisticRegression(C=10.0).fit(X_train, y_train)
model.predict(X_test)  # labels
model.predict_proba(X_test)  # (rows, labels)
model.score(X_test, y_test)  # accuracy
LinearSVM(C=1.0).fit(X_train, y_train).coef_  # one row of weights per label
"""

#: Of the output where there is no terminal to ask.
_WIDTH = 122

#: Weights by hand: what somebody at the help desk would write down in a minute.
LEXICON = {
    "billing": "invoice payment refund charged price card bill pay subscription discount",
    "bug": "crashes error app update button screen page shows version file",
    "delivery": "parcel order package tracking courier delivered shipping box arrived address",
    "login": "password account login log code sign email access user verification",
    "praise": "thank great love best happy wonderful perfect excellent thanks amazing",
}


def algorithms() -> list[tuple[str, str, str, Any]]:
    """Return (what people call it, what is minimised, how, unfitted model) of every algorithm."""
    joint, ova = "joint likelihood", "one-versus-all"
    constant = Online("sgd", schedule="constant", learning_rate=0.1)
    power = Online("sgd", schedule="power", learning_rate=0.5)
    inverse = Online("sgd", schedule="pegasos", epochs=30)
    pegasos = Online("pegasos", epochs=30)
    to_zero = Online("sgd", schedule="constant", learning_rate=0.5, epochs=30)
    linear = partial(LinearClassifier, l2=1.0)
    # Steps of 1 / (lambda t) start huge; an intercept without a penalty would never recover.
    centred = partial(LinearClassifier, l2=1.0, fit_intercept=False)
    maxent = partial(LogisticRegression, C=10.0)
    sparse = partial(LinearClassifier, "logistic", l2=0.0, l1=0.1)
    dual = maxent(learner="dual", multiclass=ova, regularize_intercept=True)
    return [
        ("multinomial naive Bayes", joint, "counts", NaiveBayes("multinomial", alpha=0.5)),
        ("Bernoulli naive Bayes", joint, "counts", NaiveBayes("bernoulli", alpha=0.5)),
        ("Gaussian naive Bayes", joint, "counts", NaiveBayes("gaussian")),
        ("perceptron", "perceptron", "perceptron", Perceptron(averaged=False)),
        ("averaged perceptron", "perceptron", "perceptron", Perceptron()),
        ("MIRA", "hinge", "mira", Mira()),
        ("MIRA, 3-best", "hinge", "mira", Mira(k_best=3)),
        ("SVM", "hinge", "sgd, eta t^-power", linear("hinge", power)),
        ("SVM", "hinge", "sgd, constant eta", linear("hinge", constant)),
        ("SVM", "hinge", "sgd, eta 1/(lambda t)", centred("hinge", inverse)),
        ("SVM (Pegasos)", "hinge", "pegasos", centred("hinge", pegasos)),
        ("SVM", "hinge", "adagrad", linear("hinge", "adagrad")),
        ("logistic regression", "logistic", "adagrad", linear("logistic", "adagrad")),
        ("logistic regression", "logistic", "lbfgs", maxent(learner="lbfgs")),
        ("logistic regression", "logistic", "conj. gradient", maxent(learner="conjugate-gradient")),
        ("logistic regression", "logistic", "gradient descent", maxent(learner="gradient-descent")),
        ("logistic, L1", "logistic", "owl-qn", sparse(learner="owl-qn")),
        ("logistic, L1", "logistic", "sgd, lazy L1", sparse(learner=to_zero)),
        (f"logistic, {ova}", "logistic", "dual", dual),
        ("softmax-margin", "softmax-margin", "lbfgs", LinearClassifier("softmax-margin", l2=0.1)),
        (f"SVM, {ova}", "squared hinge", "dual", LinearSVM()),
        (f"SVM, {ova}", "hinge", "dual", LinearSVM(loss="hinge")),
        ("SVM, Crammer-Singer", "hinge", "dual", LinearSVM(loss="hinge", multiclass="joint")),
        ("ridge", "squared", "exact", RidgeClassifier()),
        ("OneVersusAll(Mira())", "hinge", "mira", OneVersusAll(Mira())),
    ]


def read_messages() -> Iterator[tuple[str, str, str]]:
    """Yield (split, label, text) of every message.

    Examples
    --------
    >>> len(list(read_messages()))
    600
    """
    corpus = files("linguine") / "data" / "corpora" / "helpdesk_small.tsv"
    for line in corpus.read_text(encoding="utf-8").splitlines()[1:]:
        split, label, text = line.split("\t")
        yield split, label, text


def count_words(texts: Sequence[str], vocabulary: dict[str, int], *, grow: bool) -> csr_matrix:
    """Count the words of each text; unseen ones are added to the vocabulary, or left out.

    Examples
    --------
    >>> count_words(["no app, no fun"], {}, grow=True).toarray().tolist()
    [[2.0, 1.0, 1.0]]
    """
    rows, columns = [], []
    for row, text in enumerate(texts):
        for word in re.findall(r"[^\W_]+(?:'\w+)?", text.lower()):
            column = vocabulary.setdefault(word, len(vocabulary)) if grow else vocabulary.get(word)
            if column is not None:
                rows.append(row)
                columns.append(column)
    shape = (len(texts), len(vocabulary))
    return csr_matrix((np.ones(len(rows)), (rows, columns)), shape=shape)  # adds repetitions up


def weigh_words(counts: csr_matrix, idf: NDArray[np.float64]) -> csr_matrix:
    """Turn counts into tf-idf: (1 + log count) times idf, each row of length 1.

    Examples
    --------
    >>> weigh_words(csr_matrix([[1.0, 1.0]]), np.array([3.0, 4.0])).toarray().tolist()
    [[0.6, 0.8]]
    """
    weighed = counts.copy()
    weighed.data = (1.0 + np.log(counts.data)) * idf[counts.indices]
    lengths = np.sqrt(np.asarray(weighed.multiply(weighed).sum(axis=1))).ravel()
    rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    weighed.data /= lengths[rows]
    return weighed


@dataclass(frozen=True)
class Corpus:
    """The messages as matrices: counts and tf-idf, to train on and to test on.

    Examples
    --------
    >>> Corpus.read().tfidf["test"].shape[0]
    150
    """

    vocabulary: tuple[str, ...]
    labels: dict[str, Labels]
    counts: dict[str, csr_matrix]
    tfidf: dict[str, csr_matrix]

    @classmethod
    def read(cls) -> Corpus:
        """Read the messages and count their words; the vocabulary comes from the training part."""
        messages = list(read_messages())
        vocabulary: dict[str, int] = {}
        labels, counts = {}, {}
        for part in ("train", "test"):
            labels[part] = np.array([label for split, label, _ in messages if split == part])
            texts = [text for split, _, text in messages if split == part]
            counts[part] = count_words(texts, vocabulary, grow=part == "train")
        n_rows = counts["train"].shape[0]
        idf = 1.0 + np.log((1 + n_rows) / (1 + counts["train"].getnnz(axis=0)))
        tfidf = {part: weigh_words(matrix, idf) for part, matrix in counts.items()}
        return cls(tuple(vocabulary), labels, counts, tfidf)


def by_hand(corpus: Corpus) -> LinearClassifier:
    """Return the classifier whose weights are the lexicon: 1 for a word of the label, else 0."""
    rows = [set(words.split()) for words in LEXICON.values()]
    weights = [[float(word in row) for word in corpus.vocabulary] for row in rows]
    return LinearClassifier.from_weights(weights, np.zeros(len(rows)), list(LEXICON))


def macro_f1(gold: Labels, predicted: Labels) -> float:
    """Return the mean over labels of 2 hits / (gold + predicted).

    Examples
    --------
    >>> macro_f1(np.array(["a", "a", "b"]), np.array(["a", "b", "b"])).__round__(3)
    0.667
    """
    scores = [
        2.0
        * np.sum((gold == label) & (predicted == label))
        / (np.sum(gold == label) + np.sum(predicted == label))
        for label in np.unique(gold)
    ]
    return float(np.mean(scores))


def compare(corpus: Corpus) -> Table:
    """Train every algorithm and return the table of results."""
    table = Table(
        box=SIMPLE_HEAD, padding=(0, 1, 0, 0), title="Every algorithm on the same messages"
    )
    for header in ("algorithm", "loss", "learner"):
        table.add_column(header)
    for header in ("accuracy", "macro-F1", "train ms", "non-zero", "probability"):
        table.add_column(header, justify="right")
    table.add_row("lexicon", "-", "by hand", *_judge(by_hand(corpus), corpus.counts, corpus, None))
    for name, loss, learner, model in algorithms():
        data = corpus.counts if isinstance(model, NaiveBayes) else corpus.tfidf
        seconds = min(_time(model, data["train"], corpus.labels["train"]) for _ in range(3))
        table.add_row(name, loss, learner, *_judge(model, data, corpus, seconds))
    return table


def _time(model: Any, X: csr_matrix, y: Labels) -> float:
    start = time.perf_counter()
    model.fit(X, y)
    return time.perf_counter() - start


def _judge(
    model: Any, data: dict[str, csr_matrix], corpus: Corpus, seconds: float | None
) -> list[str]:
    gold, predicted = corpus.labels["test"], model.predict(data["test"])
    linear = getattr(model, "estimators_", [model])  # one-versus-all has several
    return [
        f"{100 * np.mean(gold == predicted):.1f} %",
        f"{macro_f1(gold, predicted):.3f}",
        "-" if seconds is None else f"{1000 * seconds:.1f}",
        f"{sum(np.count_nonzero(each.coef_) for each in linear):,}",
        "yes" if hasattr(model, "predict_proba") else "no",
    ]


def top_words(corpus: Corpus, *, n_words: int = 8) -> Table:
    """Return the words with the largest weights of each label, by logistic regression."""
    model = LogisticRegression(C=10.0).fit(corpus.tfidf["train"], corpus.labels["train"])
    table = Table(
        box=SIMPLE_HEAD,
        pad_edge=False,
        title="What logistic regression learned: top words per label",
    )
    table.add_column("label")
    table.add_column("weight and word")
    for label, weights in zip(model.classes_, model.coef_, strict=True):
        best = np.argsort(-weights)[:n_words]
        words = "  ".join(f"{weights[i]:.1f} {corpus.vocabulary[i]}" for i in best)
        table.add_row(str(label), words)
    return table


def main() -> int:
    """Print the tables; without a terminal, plain text of a fixed width."""
    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
    corpus = Corpus.read()
    n_train, n_words = corpus.counts["train"].shape
    n_test = corpus.counts["test"].shape[0]
    console.print(
        f"{n_train + n_test} messages to a help desk, {len(set(corpus.labels['train']))} labels: "
        f"{n_train} to train on ({n_words:,} different words), {n_test} to test on.\n"
    )
    console.print(compare(corpus))
    console.print(top_words(corpus))
    console.print("The same on a matrix of your own:\n")
    console.print(Syntax(YOUR_OWN_MATRIX, "python", background_color="default"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
