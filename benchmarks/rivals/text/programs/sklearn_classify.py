"""TRAIN TEST: tf-idf of words and pairs, linear SVM, accuracy."""

from __future__ import annotations

import json
import sys

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC
from tsv import read

labels, texts = read(sys.argv[1])
vectorizer = TfidfVectorizer(ngram_range=(1, 2))
model = LinearSVC().fit(vectorizer.fit_transform(texts), labels)
labels, texts = read(sys.argv[2])
print(json.dumps({"accuracy": float(model.score(vectorizer.transform(texts), labels))}))
