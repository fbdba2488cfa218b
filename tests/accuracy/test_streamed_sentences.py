"""Taggers that learn from files part by part, on real text: as good as in memory, in less of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from linguine.data import Sentences, read_sentences

from .corpora import folder

pytestmark = pytest.mark.slow

#: In a process of its own, whose largest memory is its own.
_LEARN = """
import json, sys, warnings
warnings.simplefilter("ignore")
from linguine import Tagger
from linguine.data import Files, read_sentences
told, memory, pattern, dev = json.loads(sys.argv[1]), *sys.argv[2:]
given = Files.of(pattern, memory=memory) if memory else pattern
tagger = Tagger(**told).fit(given, columns="w,pos,tag")
# Not ru_maxrss: that begins with what the process had that started this one.
told = dict(line.split(":", 1) for line in open("/proc/self/status"))
peak = int(told["VmHWM"].split()[0]) // 1024
spans = tagger.evaluate(read_sentences(dev, columns="w,pos,tag")).spans
print(json.dumps([spans.f1, peak]))
"""


def write(path: Path, sentences: Sentences) -> None:
    cells = zip(*(sentences.texts_of(name) for name in ("w", "pos", "tag")), strict=True)
    rows = ("\n".join(map("\t".join, zip(*each, strict=True))) for each in cells)
    path.write_text("\n\n".join(rows) + "\n", "utf-8")


@pytest.mark.parametrize(
    "told",
    [
        {"algorithm": "perceptron", "min_count": 2},
        {"algorithm": "mira", "min_count": 2},
        {"algorithm": "crf", "min_count": 2, "epochs": 5},
    ],
    ids=lambda told: told["algorithm"],
)
def test_chunks_of_a_stream_are_found_as_well_as_in_memory(
    tmp_path: Path, told: dict[str, object]
) -> None:
    """Learned from seven eighths of the training sentences and judged on the others."""
    whole = read_sentences(folder("conll2000") / "train.conll.gz", columns="w,pos,tag")
    n = len(whole) * 7 // 8
    for i in range(4):
        write(tmp_path / f"{i}.conll", whole.take(slice(n * i // 4, n * (i + 1) // 4)))
    write(tmp_path / "dev.txt", whole.take(slice(n, len(whole))))
    found = []
    for memory in ("", "600MB"):
        arguments = [json.dumps(told), memory, str(tmp_path / "*.conll"), str(tmp_path / "dev.txt")]
        done = subprocess.run(
            [sys.executable, "-c", _LEARN, *arguments], check=True, capture_output=True
        )
        found.append(json.loads(done.stdout))
    (in_memory, most), (streamed, peak) = found
    print(f"{told}: F1 {in_memory:.4f} in {most} MB, part by part {streamed:.4f} in {peak} MB")
    assert streamed >= in_memory - 0.002
    assert peak <= 600
