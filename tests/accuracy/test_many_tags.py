"""Hundreds of tags: the cost of a hidden Markov model follows what was seen, not tags to the third.

With 450 tags and a million tokens its file had 1.2 GB, took 6.7 GB of memory and tagged a hundred
tokens a second.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from linguine import Tagger
from linguine.data import Sentences

from .brown_like import brown_like
from .test_taggers import read

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

#: Loads a model, tags a file and tells the most memory it ever had, in kB. Of this process alone:
#: getrusage would count the one that it was forked from.
_TAG = """
import re, sys
from pathlib import Path
from linguine import Tagger
from linguine.data import read_sentences
tagger = Tagger.load(sys.argv[1])
tagger.predict(read_sentences(sys.argv[2], columns="w,tag"))
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text()).group(1))
"""


def _sentences(part: str, n_copies: int) -> Sentences:
    tagged = brown_like(read("ud_english_ewt", part), n_copies=n_copies)
    words, tags = ([[each[i] for each in sentence] for sentence in tagged] for i in (0, 1))
    return Sentences.from_python(words, tags)


def test_a_hidden_markov_model_of_brown_is_small_and_fast(tmp_path: Path) -> None:
    train, dev = _sentences("train", 5), _sentences("dev", 1)
    assert train.n_tokens > 1_000_000
    tagger = Tagger("hmm", n_threads=1).fit(train)
    assert len(tagger.labels_) > 450
    path = tmp_path / "brown.linguine"
    tagger.save(path)
    assert (
        path.stat().st_size <= 32_000_000
    )  # 3.8 MB of it are counts, which partial_fit goes on from
    model = tagger.model_
    assert model is not None
    model.tag(model.rows(dev))  # once to warm up
    begun = time.process_time()
    model.tag(model.rows(dev))
    assert dev.n_tokens / (time.process_time() - begun) >= 50_000
    assert tagger.evaluate(dev).token_accuracy > 0.84


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_tagging_with_many_tags_takes_little_memory(tmp_path: Path) -> None:
    model, file = tmp_path / "brown.linguine", tmp_path / "dev.conll"
    Tagger("hmm", n_threads=1).fit(_sentences("train", 5)).save(model)
    dev = brown_like(read("ud_english_ewt", "dev"), n_copies=1)
    file.write_text("\n".join("".join(f"{w}\t{t}\n" for w, t in each) for each in dev))
    done = subprocess.run(
        [sys.executable, "-c", _TAG, model, file], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) <= 500_000
