"""The row of guessing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from linguine.data import Documents, iterate_documents, read_documents
from linguine.errors import OptionError
from linguine.model.estimator import Estimator
from linguine.reports import evaluate
from linguine.tasks.algorithm import Algorithm, Algorithms
from linguine.tasks.options import LEARNING
from linguine.tasks.task import Asked, Hints, Settings, Task


class Guesser(Estimator):
    """Learns which label is the most frequent."""

    progress: Any = None

    def __init__(self, rarest: bool = False) -> None:
        self.rarest = rarest

    def fit(self, documents: Documents, dev: Any = None) -> Guesser:
        found = [label for label, _ in Counter(documents.labels).most_common()]
        self.model_, self.seconds_ = found[::-1] if self.rarest else found, 0.0
        return self

    @property
    def info_(self) -> dict[str, Any]:
        return {"algorithm": "guess"}

    @staticmethod
    def _pack(model: Any, quantize: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
        config = {"task": "guessing", "labels": model, "info": {"algorithm": "guess"}}
        return {"nothing": np.zeros(1, np.float32)}, config


class Guessing(Task):
    name, in_files = "guess", "guessing"
    makes, makers, about = "a guesser", "guessers", "texts"
    unit, question = "texts", "text"
    algorithms, auto = Algorithms({"guess": Algorithm("the most frequent label")}), "is guess"
    options: ClassVar[Any] = {
        "train": [(LEARNING, {"--rarest": (bool, "Guess the rarest label instead.")})]
    }
    prices: ClassVar[Mapping[str, str]] = {"labels_changed": "another label for {} of {n} texts"}

    def claims(self, hints: Hints) -> int:
        return 9 * bool(hints.options)

    def estimator(self, path: str, settings: Settings, algorithm: str | None = None) -> Guesser:
        return Guesser(settings.get("rarest", False))

    def read(self, path: str, settings: Settings) -> Documents:
        return read_documents(path)

    def facts(self, estimator: Guesser, data: Documents, settings: Settings) -> dict[str, Any]:
        return {"labels": estimator.model_}

    def load(self, opened: Any, n_threads: int | None, *, for_answers: bool = True) -> Any:
        self.check(opened)
        return opened.config["labels"]

    def overview(self, model: Any, k: int) -> Any:
        raise OptionError("a guess has no features. Leave it out.")

    def questions(self, model: Any, path: str, settings: Settings) -> Documents:
        return read_documents(path)

    def measure(self, model: Any, questions: Documents, settings: Settings) -> Any:
        gold = np.array([model.index(label) for label in questions.labels or []])
        return evaluate(gold, np.zeros_like(gold), model)

    def weights(self, model: Any) -> tuple[int, bool]:
        return 0, False

    def count(self, data: Documents) -> int:
        return len(data)

    def answer(self, model: Any, data: Documents) -> Any:
        return [model[0]] * len(data)

    def sample(self, data: Documents, n: int) -> Documents:
        return data

    def changes(self, model: Any, data: Documents, first: Any, second: Any) -> dict[str, float]:
        return {"labels_changed": float(first != second), "n": len(data)}

    def prices_of(self, evaluation: Any) -> dict[str, float | None]:
        return {"accuracy": evaluation.accuracy}

    def predict(self, model: Any, asked: Asked, settings: Settings) -> Iterator[tuple[int, str]]:
        if asked.texts:
            yield len(asked.texts), f"{model[0]}\n" * len(asked.texts)
            return
        for documents in iterate_documents(asked.source, need_labels=False, format="lines"):
            yield len(documents), f"{model[0]}\n" * len(documents)

    def explain(self, model: Any, asked: Asked, settings: Settings) -> Iterator[Any]:
        raise OptionError("a guess cannot be explained. Use another task.")


ROW = Guessing()
