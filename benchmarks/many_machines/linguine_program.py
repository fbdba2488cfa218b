"""linguine's way from a file of texts to a classifier, by worker processes of this machine.

python linguine_program.py TRAIN TEST WORKERS BITS
"""

from __future__ import annotations

import json
import sys
import time

from linguine import TextClassifier
from linguine.features import WordNgrams
from linguine.model.engines.opening import open_engine


def main() -> None:
    train, test, workers, bits = sys.argv[1:]
    classifier = TextClassifier(
        "logistic",
        features=WordNgrams(1, 1),
        hash_bits=int(bits),
        calibration="none",
    )
    started = time.monotonic()
    with open_engine("local", n_workers=int(workers)) as engine:
        begun = time.monotonic()
        classifier.fit(train, engine=engine)
        done = time.monotonic()
    n = classifier.info_["n_documents"]
    found = {
        "starting": begun - started,
        "learning": done - begun,
        "passes": classifier.info_["n_iterations"],
        "accuracy": classifier.score(test),
        "n": n,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
