"""TRAIN TEST JOBS: the best of a grid by cross-validation on TRAIN, its accuracy on TEST.

A second column called `counts` holds `feature:count` pairs; they are read, not tokenised.
"""

from __future__ import annotations

import json
import sys

from sklearn.feature_extraction import DictVectorizer
from sklearn.feature_extraction.text import TfidfTransformer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline
from sklearn.svm import LinearSVC
from tsv import read


def to_counts(text: str) -> dict[str, float]:
    pairs = (pair.rsplit(":", 1) for pair in text.split())
    return {name: float(count) for name, count in pairs}


with open(sys.argv[1], encoding="utf-8") as file:
    is_counted = file.readline().rstrip("\n").endswith("\tcounts")
splits = [read(path) for path in sys.argv[1:3]]
(train_labels, train), (test_labels, test) = splits
features: dict[str, list[object]] = {"tfidf__sublinear_tf": [False, True]}
if is_counted:
    train, test = ([to_counts(text) for text in texts] for texts in (train, test))
    steps = [("counts", DictVectorizer()), ("tfidf", TfidfTransformer())]
else:
    features["tfidf__ngram_range"] = [(1, 1), (1, 2)]
    steps = [("tfidf", TfidfVectorizer())]
grid = [
    {**features, "model": [LinearSVC()], "model__C": [0.1, 1.0, 10.0]},
    {**features, "model": [MultinomialNB()], "model__alpha": [0.1, 1.0]},
]
folds = StratifiedKFold(3, shuffle=True, random_state=0)
search = GridSearchCV(
    Pipeline([*steps, ("model", LinearSVC())]), grid, cv=folds, n_jobs=int(sys.argv[3])
)
search.fit(train, train_labels)
print(json.dumps({"accuracy": float(search.score(test, test_labels))}))
