"""Where the system has no more threads, a fit goes on with those it has, to the same bits.

``pthread_create`` is replaced by one that fails after some calls, as it does at the limit of a
container; before, the process was aborted or hung.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources, run_beside, run_in_order

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int n_started = 0;

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) =
      (int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT,
                                                                             "pthread_create");
  const char* most = getenv("THREADS_THAT_START");
  if (most != NULL && n_started++ >= atoi(most)) return EAGAIN;
  return real(thread, how, run, with);
}
"""

LEARN = """
import hashlib, os, sys
import numpy as np
from linguine import Tagger, TextClassifier

if sys.argv[1] != "all":
    os.environ["THREADS_THAT_START"] = sys.argv[1]
random = np.random.default_rng(0)
words = [f"word{i}" for i in range(500)]
labels = [f"label{i % 3}" for i in range(300)]
texts = [" ".join(random.choice(words, 40)) + " " + label for label in labels]
seen = hashlib.sha256()
for options in ({"algorithm": "svm"}, {"algorithm": "auto"}, {"algorithm": "logistic"}):
    model = TextClassifier(n_threads=4, **options).fit(texts, labels)
    seen.update(np.ascontiguousarray(model.decision_function(texts[:50])).tobytes())
two = TextClassifier(algorithm="svm", n_threads=4)
two.fit(texts[:200], [label < "label1" for label in labels[:200]])
seen.update(np.ascontiguousarray(two.predict_proba(texts[:50])).tobytes())
sentences = [text.split() for text in texts]
tags = [[word[-1] for word in words] for words in sentences]
tagger = Tagger(n_threads=4).fit(sentences, tags)
seen.update(repr(tagger.predict(sentences[:20])).encode())
print(seen.hexdigest())
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs a C compiler and LD_PRELOAD")
    folder = tmp_path_factory.mktemp("shim")
    (folder / "shim.c").write_text(SHIM)
    library = folder / "shim.so"
    command = [compiler, "-shared", "-fPIC", "-o", str(library), str(folder / "shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


def learn(library: Path, n_that_start: str) -> str:
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    command = [sys.executable, "-c", LEARN, n_that_start]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


def test_models_are_the_same_however_many_threads_start(shim: Path) -> None:
    with_all = learn(shim, "all")
    assert [learn(shim, n) for n in ("0", "1", "2")] == [with_all] * 3


@pytest.mark.parametrize("n_that_start", [0, 1])
def test_pieces_of_work_go_on_with_the_threads_that_start(
    n_that_start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def start_few(thread: threading.Thread) -> None:
        if len(started) >= n_that_start:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_few)
    assert list(run_in_order(lambda i, use: i * use.n_threads, 5, Resources(4))) == [0, 1, 2, 3, 4]
    started.clear()
    assert run_beside(lambda use: 1, lambda use: 2, Resources(2)) == (1, 2)
    assert len(started) == n_that_start


def test_more_threads_than_any_machine_has_are_not_asked_for() -> None:
    assert count_threads(2) == 2
    assert count_threads(100_000) <= 4 * (os.cpu_count() or 1) + 16
