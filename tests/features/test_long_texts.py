"""Very long texts: the same counts as a judge's, in memory that goes with the text."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from linguine.data import iterate_documents
from linguine.features import CharNgrams, WordNgrams

from .extraction import counting, dense, same_bits

N_WORDS = 700_000  # twice as many features as are kept before they are added up


@pytest.fixture(scope="module")
def words() -> list[str]:
    numbers = np.random.default_rng(3).zipf(1.3, N_WORDS) % 5000
    return [f"w{number}" for number in numbers]


def test_words_of_a_very_long_text_are_counted_as_a_judge_does(words: list[str]) -> None:
    extractor = counting(WordNgrams(1, 2))
    row = extractor.fit_transform([" ".join(words)])
    pairs = (f"{a} {b}" for a, b in itertools.pairwise(words))
    expected = Counter(words) + Counter(pairs)
    assert dict(zip(extractor.names(), dense(row)[0].tolist(), strict=True)) == expected
    assert same_bits(extractor.transform([" ".join(words)]), row)


def test_characters_of_a_very_long_text_are_counted_as_a_judge_does(words: list[str]) -> None:
    text = " ".join(words)
    extractor = counting(CharNgrams(2, 3, within="text"))
    row = extractor.fit_transform([text])
    expected: Counter[str] = Counter()
    for n in (2, 3):
        expected += Counter(text[i : i + n] for i in range(len(text) - n + 1))
    assert dict(zip(extractor.names(), dense(row)[0].tolist(), strict=True)) == expected


def test_hashed_features_of_a_very_long_text_keep_their_bits(words: list[str]) -> None:
    extractor = counting(WordNgrams(1, 2), hash_bits=10)
    row = extractor.fit_transform([" ".join(words)])
    assert same_bits(extractor.transform([" ".join(words)]), row)
    assert dense(row).sum() == 2 * N_WORDS - 1


MEASURE = """
import resource, sys
from linguine import TextClassifier
from linguine.data import iterate_documents
from linguine.features import CharNgrams, WordNgrams
features = {"words": WordNgrams(1, 2), "characters": CharNgrams(3, 5, within="text")}[sys.argv[1]]
model = TextClassifier("perceptron", features=features, n_threads=1, epochs=1)
model.fit(["a b", "c d"] * 20, ["x", "y"] * 20)
text = "a b c d e f g h " * (int(sys.argv[2]) // 16)
model.predict([text])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="sizes in kB are those of Linux")
@pytest.mark.parametrize("kind", ["words", "characters"])
def test_a_line_of_many_megabytes_takes_less_than_15_times_its_size(kind: str) -> None:
    """It took 66 times: every occurrence of every feature was kept, in a table that doubled."""
    n_bytes = 24 << 20

    def peak(size: int) -> int:
        command = [sys.executable, "-c", MEASURE, kind, str(size)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
        return int(done.stdout) * 1024

    assert peak(n_bytes) - peak(16) < 15 * n_bytes


def test_a_file_of_one_long_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 4_000_000 + "\nshort\n")
    lengths = [len(text) for block in iterate_documents(path) for text in block.texts.tolist()]
    assert lengths == [20_000_000, 5]
