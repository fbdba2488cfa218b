"""Tuning: what it costs to try a grid on all folds, beside the loops that people write.

``python -m benchmarks.tuning`` in an environment that has scikit-learn and python-crfsuite, with
``LINGUINE_DATA`` set; ``python -m benchmarks.tuning imdb linguine`` runs one part.

imdb     10 values of lambda x 5 stratified folds, words and pairs, a linear SVM; beside
         GridSearchCV over a pipeline with the vectoriser inside, which vectorises for every fit.
         The rival's loop is run with one vectorisation a fold, and the seconds of that counted
         for each of the ten values, as GridSearchCV would spend them.
conll    5 values of C x 3 folds, CRFsuite's own templates for chunks; beside a loop over
         python-crfsuite, of which the first fold is run and counted three times. Its attributes
         are made once.

Seconds are user and system time of whole processes on one thread; scores are on held-out folds.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

LAMBDAS = np.logspace(-2, 2, 10).tolist()
#: Of CRFsuite, whose penalty is c2 |w|^2: C = 1 / (2 c2).
C2 = [0.01, 0.1, 1.0, 10.0, 100.0]


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def data(name: str) -> Path:
    return Path(os.environ["LINGUINE_DATA"]) / name


# --- imdb ---------------------------------------------------------------------------------------


def imdb_linguine() -> dict[str, Any]:
    from sklearn.model_selection import StratifiedKFold

    import linguine

    classifier = linguine.TextClassifier("svm", n_threads=1)
    found = linguine.tune(
        classifier,
        str(data("imdb") / "train.tsv.gz"),
        {"l2": LAMBDAS},
        folds=StratifiedKFold(5),
    )
    print(found.to_text(), file=sys.stderr)
    return {"winner": found.best_params_["l2"], "score": found.best_score_, "seconds": cpu()}


def imdb_rival() -> dict[str, Any]:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.model_selection import StratifiedKFold
    from sklearn.svm import LinearSVC

    with gzip.open(data("imdb") / "train.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        next(lines)
        rows = [line.rstrip("\n").split("\t") for line in lines]
    y, texts = np.array([row[0] for row in rows]), np.array([row[1] for row in rows], object)
    right, vectorising, fitting = dict.fromkeys(LAMBDAS, 0), 0.0, 0.0
    for train, held in StratifiedKFold(5).split(texts, y):
        begin = cpu()
        vectorizer = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
        X = vectorizer.fit_transform(texts[train])
        X_held = vectorizer.transform(texts[held])
        vectorising += cpu() - begin
        begin = cpu()
        for weight in LAMBDAS:
            model = LinearSVC(C=1 / weight).fit(X, y[train])
            right[weight] += int((model.predict(X_held) == y[held]).sum())
        fitting += cpu() - begin
        print(f"vectorised {vectorising:.0f} s, fitted {fitting:.0f} s", file=sys.stderr)
    winner = max(right, key=lambda weight: right[weight])
    return {
        "winner": winner,
        "score": right[winner] / len(y),
        "seconds": len(LAMBDAS) * vectorising + fitting,
        "vectorising": vectorising,
        "fitting": fitting,
        "scores": {f"{weight:.4g}": n / len(y) for weight, n in right.items()},
    }


# --- conll --------------------------------------------------------------------------------------


def thirds(n: int) -> list[tuple[Any, Any]]:
    parts = np.array_split(np.arange(n), 3)
    return [(np.setdiff1d(np.arange(n), part), part) for part in parts]


def conll_linguine() -> dict[str, Any]:
    import linguine
    from linguine.data import read_sentences
    from linguine.features.token.defaults import crfsuite_chunking

    sentences = read_sentences(str(data("conll2000") / "train.conll.gz"), columns="w,pos,tag")
    found = linguine.tune(
        linguine.Tagger("crf", templates=crfsuite_chunking(), n_threads=1),
        sentences,
        {"C": [1 / (2 * c2) for c2 in C2]},
        folds=thirds(len(sentences)),
    )
    print(found.to_text(), file=sys.stderr)
    return {
        "winner": 1 / (2 * found.best_params_["C"]),
        "score": found.best_score_,
        "seconds": cpu(),
        "first fold": {f"{1 / (2 * e.changes['C']):g}": e.folds[0] for e in found.tried},
    }


def conll_rival() -> dict[str, Any]:
    import pycrfsuite

    from linguine.data.targets.tag_scheme import TagScheme
    from linguine.reports.tags.span_metrics import evaluate_spans

    sys.path.insert(0, str(Path(__file__).parent / "rivals" / "sequences" / "programs"))
    from crfsuite_attributes import attributes

    with gzip.open(data("conll2000") / "train.conll.gz", "rt", encoding="utf-8") as file:
        blocks = [block.split("\n") for block in file.read().strip().split("\n\n")]
    cells = [[line.split() for line in block if line.strip()] for block in blocks]
    begin = cpu()
    rows = [attributes([(each[0], each[1]) for each in sentence]) for sentence in cells]
    tags = [[each[2] for each in sentence] for sentence in cells]
    extracting, begin = cpu() - begin, cpu()
    train, held = thirds(len(rows))[0]
    names = sorted({tag for each in tags for tag in each})
    code = {name: i for i, name in enumerate(names)}
    scores = {}
    for c2 in C2:
        trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False, params={"c1": 0, "c2": c2})
        for i in train:
            trainer.append(rows[i], tags[i])
        with tempfile.TemporaryDirectory() as folder:
            model = str(Path(folder) / "model")
            trainer.train(model)
            tagger = pycrfsuite.Tagger()
            tagger.open(model)
            answers = [tagger.tag(rows[i]) for i in held]
        offsets = np.concatenate([[0], np.cumsum([len(each) for each in answers])])
        gold = np.array([code[tag] for i in held for tag in tags[i]])
        found = np.array([code[tag] for each in answers for tag in each])
        judged = evaluate_spans(gold, found, names, offsets, scheme=TagScheme.IOB2)
        scores[f"{c2:g}"] = judged.spans.f1 if judged.spans else 0.0
        print(f"c2={c2:g}: F1 {scores[f'{c2:g}']:.4f}, {cpu() - begin:.0f} s", file=sys.stderr)
    best = max(scores, key=lambda each: scores[each])
    return {
        "winner": float(best),
        "score": scores[best],
        "seconds": extracting + 3 * (cpu() - begin),
        "first fold": scores,
    }


PARTS = {
    ("imdb", "linguine"): imdb_linguine,
    ("imdb", "rival"): imdb_rival,
    ("conll", "linguine"): conll_linguine,
    ("conll", "rival"): conll_rival,
}


def main(arguments: list[str]) -> None:
    if len(arguments) == 2:
        print(json.dumps(PARTS[arguments[0], arguments[1]]()))
        return
    for name in ("imdb", "conll"):
        found = {}
        for who in ("linguine", "rival"):
            command = [sys.executable, "-m", "benchmarks.tuning", name, who]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found[who] = json.loads(said)
            print(f"{name} {who}: {json.dumps(found[who])}", flush=True)
        times = found["rival"]["seconds"] / found["linguine"]["seconds"]
        print(f"{name}: {times:.1f} times", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
