"""TRAIN PICKLE: fit the pipeline and keep it."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from tsv import read

labels, texts = read(sys.argv[1])
pipeline = make_pipeline(TfidfVectorizer(ngram_range=(1, 2)), LinearSVC()).fit(texts, labels)
Path(sys.argv[2]).write_bytes(pickle.dumps(pipeline, protocol=pickle.HIGHEST_PROTOCOL))
