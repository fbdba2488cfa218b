"""The figures: one row each, with where it comes from and what can be changed about its data.

A row is data, so that the help of the command line lists all figures without NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from linguine.errors import ParameterError
from linguine.registry import Registry, did_you_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FIGURES", "Experiment", "draw"]

_CLOUDS = ("means", "variances", "balance", "sizes")


@dataclass(frozen=True)
class Experiment:
    """A figure of the laboratory.

    Parameters
    ----------
    name
        What it is called; its function has underscores instead of hyphens, and so has its file.
    about
        What it shows, in a sentence.
    source
        The figure or the exercise that it makes.
    options
        What can be said about its data besides the seed.
    """

    name: str
    about: str
    source: str
    options: tuple[str, ...]

    @property
    def function(self) -> Callable[..., Figure]:
        """What draws it."""
        spelled = self.name.replace("-", "_")
        found: Callable[..., Figure] = getattr(
            import_module(f"linguine.reports.lab.{spelled}"), spelled
        )
        return found

    def draw(self, **options: Any) -> Figure:
        """Return the figure; an option that it does not have is answered with those it has."""
        known = ("seed", *self.options)
        for name in options:
            if name not in known:
                advice = did_you_mean(name, known, otherwise=f"It has {', '.join(known)}.")
                raise ParameterError(
                    f"The figure {self.name!r} must be asked for what it has; it has no {name!r}. "
                    f"{advice}"
                )
        return self.function(**options)


_ROWS = (
    Experiment(
        "boundaries",
        "Two clouds of points, the best boundary there is, and the one that each learner finds.",
        "[LxMLS], exercises 1.1 to 1.7",
        _CLOUDS,
    ),
    Experiment(
        "perceptron-path",
        "The weights of a perceptron after every five updates, and their mean.",
        "[LxMLS], exercise 1.4",
        (*_CLOUDS, "every"),
    ),
    Experiment(
        "regularisation",
        "Training and test error against the weight of the penalty.",
        "[Zhang2010], Fig. 1.1",
        ("sizes", "repeats"),
    ),
    Experiment(
        "losses",
        "What losses charge for a margin.",
        "[Eisenstein2018], Fig. 2.2",
        (),
    ),
    Experiment(
        "margins",
        "The widest margin, the support vectors that hold it, and what a violation costs.",
        "[Eisenstein2018], Fig. 2.3",
        ("means",),
    ),
    Experiment(
        "mixture",
        "A mixture of Gaussians that EM finds among points without labels.",
        "[Zhang2010], Figs. 1.6 and 1.7",
        ("means", "variances", "sizes"),
    ),
    Experiment(
        "convergence",
        "How fast batch and online learners reach the minimum of one objective.",
        "[LxMLS], exercise 1.6",
        ("sizes",),
    ),
    Experiment(
        "data-size",
        "Accuracy of every learner as there is more to learn from.",
        "[LxMLS], exercise 1.8",
        ("means", "variances", "balance", "repeats"),
    ),
    Experiment(
        "variance",
        "Accuracy of every learner as the classes grow into each other.",
        "[LxMLS], exercise 1.8",
        ("means", "balance", "sizes", "repeats"),
    ),
    Experiment(
        "imbalance",
        "Accuracy, and how much of a rare class is found, as it becomes rarer.",
        "[LxMLS], exercise 1.8",
        ("means", "variances", "sizes", "repeats"),
    ),
    Experiment(
        "one-versus-all",
        "Three binary boundaries, and the boundary of the three classes that they make.",
        "[Zhang2010], Fig. 1.3",
        ("means", "variances", "sizes"),
    ),
    Experiment(
        "kernels",
        "Boundaries that are no lines: XOR and two moons with three kernels.",
        "[McDonald], kernels; [Fan2005]",
        ("sizes",),
    ),
)
FIGURES: Registry[Experiment] = Registry("figure", {each.name: each for each in _ROWS})


def draw(name: str, **options: Any) -> Figure:
    """Return a figure by its name.

    Parameters
    ----------
    name
        One of ``FIGURES.names``.
    options
        The seed, and what can be said about its data.

    Examples
    --------
    >>> draw("losses").axes[0].get_xlabel()
    'margin of the right label'
    >>> draw("boundry")
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: Unknown figure 'boundry'; it must be one of 'boundaries', ...
    Did you mean 'boundaries'?
    """
    return FIGURES.get(name).draw(**options)
