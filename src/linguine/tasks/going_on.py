"""Going on: what estimators share whose model may go on learning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn, Protocol

from linguine.errors import NotAvailableError, ParameterError, said
from linguine.learning import Online
from linguine.tasks.algorithm import Algorithms
from linguine.tasks.learner import BATCH, Composed, compose
from linguine.tasks.settings import TaskSettings

__all__ = ["GoingOn", "Stream", "compose_stream"]


class Stream(Protocol):
    """What a model has become that goes on: it makes a model when somebody asks."""

    def model(self) -> Any:
        """Return a model of what was learned so far."""


class GoingOn:
    """An estimator with ``partial_fit``: a stream takes over from what was fitted or loaded."""

    _of_model: ClassVar[tuple[str, ...]] = ("_fitted", "_stream")
    _fitted: Any = None
    _stream: Any = None

    @property
    def model_(self) -> Any:
        """What answers; None before anything was learned."""
        return self._fitted if self._stream is None else self._stream.model()

    @model_.setter
    def model_(self, model: Any) -> None:
        self._fitted, self._stream = model, None

    def _go_on_with(self, stream: Any) -> None:
        """Let a stream take over."""
        self._stream, self._fitted = stream, None


def compose_stream(
    settings: TaskSettings, *counting: str, unit: str = "sentence"
) -> tuple[Composed, Online]:
    """Return loss, learner and penalty of an algorithm that goes on, and the learner again.

    What has a batch learner by itself goes on by the one that sees an example at a time.
    ``counting`` are algorithms that go on by counting, which messages name, too; ``unit`` is what
    they call an example.
    """
    row, options = settings.row, settings.options
    if row.is_local or "epochs" not in row.options:
        _refuse(settings, counting, "", unit)
    if batch := [each for each in BATCH if each in options]:
        _refuse(settings, counting, f" with {said(batch[0], options[batch[0]])}", unit)
    composed = compose(settings.row_name, row, options)
    if not isinstance(composed.learner, Online) and "learner" not in options:
        composed = compose(settings.row_name, row, {**options, "learner": row.online})
    if not isinstance(composed.learner, Online):
        _refuse(settings, counting, f" with {said('learner', options['learner'])}", unit)
    for option in ("patience", "stop_when_right"):
        if options.get(option) is not None:
            raise ParameterError(
                f"partial_fit makes one pass and never stops early; got "
                f"{said(option, options[option])}. Leave it out, or use fit.",
                owner=settings.owner,
                parameter=option,
            )
    return composed, composed.learner


def _refuse(settings: TaskSettings, counting: tuple[str, ...], told: str, unit: str) -> NoReturn:
    able = [*_able(settings.table), *counting]
    instead = ", or leave it out" if told else ""
    raise NotAvailableError(
        f"partial_fit needs an algorithm that learns {unit} by {unit}; {settings.row_name!r}"
        f"{told} needs all {unit}s at once. Use {' or '.join(map(repr, able))}{instead}."
    )


def _able(table: Algorithms) -> Sequence[str]:
    """Return the algorithms that take epochs, but for those that learn each token by itself."""
    return [name for name in table.having("epochs") if not table.get(name).is_local]
