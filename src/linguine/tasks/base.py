"""The frame of the tasks' estimators: settings, learning with progress, and what was learned."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from os import PathLike
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from linguine.errors import LinguineError, ParameterError, said
from linguine.features.threads import count_threads
from linguine.model.concurrency import Resources
from linguine.model.estimator import Estimator, Functions
from linguine.model.file.container import load_model
from linguine.progress import ProgressOption, resolve
from linguine.tasks.settings import TaskSettings, check_seed

__all__ = ["TaskEstimator"]

Task = TypeVar("Task", bound="TaskEstimator")


class TaskEstimator(Estimator):
    """An estimator whose parameters are the settings of a task, checked when they are given.

    ``seed`` and scikit-learn's ``random_state`` are two names of one number: whichever is given or
    set, both have it.
    """

    settings: TaskSettings
    progress: ProgressOption
    _settings_type: ClassVar[type[TaskSettings]]

    def _keep(self, given: dict[str, Any]) -> None:
        """Check and keep what the constructor was given, which is ``locals()`` there."""
        owner, seed, state = type(self).__name__, given.pop("seed"), given.pop("random_state")
        numbers = [
            check_seed(owner, name, value)
            for name, value in (("seed", seed), ("random_state", state))
            if value is not None
        ]
        if len(set(numbers)) > 1:
            raise ParameterError(
                f"and random_state are two names of one number; got {said('seed', seed)} and "
                f"random_state={state}. Give one of them.",
                owner=owner,
                parameter="seed",
            )
        self.progress = given.pop("progress")
        del given["self"]
        self.settings = self._settings_type(seed=numbers[0] if numbers else 0, **given)

    @classmethod
    def load(
        cls: type[Task],
        path: str | PathLike[str] | bytes,
        *,
        functions: Functions | None = None,
        n_threads: int | None = None,
    ) -> Task:
        """Read a model from a file, or from its bytes.

        Parameters
        ----------
        path
            The file.
        functions
            The user's Python functions by name, if the features need any.
        n_threads
            Threads for prediction; None is all processors.
        """
        loaded = load_model(path)
        model = cls._build(loaded, functions)
        try:
            return cls.of_model(model, n_threads=n_threads)
        except (LinguineError, TypeError, ValueError) as error:
            raise loaded.damaged(f"a model must say how it was made; {error}") from None

    @classmethod
    def of_model(cls: type[Task], model: Any, *, n_threads: int | None = None) -> Task:
        """Return an estimator that answers with a model, and has the settings that it tells."""
        made = cls.__new__(cls)
        model.n_threads = n_threads
        made.progress, made.model_ = None, model
        made.settings = cls._settings_type.of(model)
        return made

    # --- parameters -------------------------------------------------------------------------------

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name, and the options of the algorithm that were given."""
        settings = self.settings
        names = [each.name for each in fields(settings) if each.name != "options"]
        return {
            **{name: getattr(settings, name) for name in names},
            "random_state": settings.seed,
            "progress": self.progress,
            **settings.options,
        }

    def set_params(self: Task, **params: Any) -> Task:
        """Change parameters, or options of the algorithm, by name; None leaves an option out."""
        stays = self.get_params()
        if "seed" in params or "random_state" in params:
            del stays["seed"], stays["random_state"]
        made = type(self)(**{**stays, **params})
        self.settings, self.progress = made.settings, made.progress
        return self

    def _usual(self) -> dict[str, Any]:
        usual = {each.name: each.default for each in fields(self.settings)}
        return {**usual, "random_state": self.settings.seed}

    # --- learning ---------------------------------------------------------------------------------

    @contextmanager
    def _learning(self) -> Iterator[Resources]:
        """Measure the time, show the progress, and say what may be used."""
        start = time.perf_counter()
        with resolve(self.progress) as report:
            yield Resources(count_threads(self.settings.n_threads), self.settings.seed, report)
        self.seconds_ = round(time.perf_counter() - start, 3)

    # --- what was learned -------------------------------------------------------------------------

    def _model(self) -> Any:
        model = super()._model()
        model.n_threads = self.settings.n_threads
        return model

    @property
    def labels_(self) -> list[Any]:
        """The labels, in the order of the columns of the weights."""
        return list(self._model().labels)

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, under the name and as the array that scikit-learn expects."""
        return np.array(self.labels_)

    @property
    def info_(self) -> dict[str, Any]:
        """How the model was made: plain data, the same that the model file holds."""
        info: dict[str, Any] = self._model().info
        return info
