"""Which learner can minimise which loss: the one table, and what to use instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from linguine.errors import ParameterError, named, said
from linguine.learning.learners.batch import SOLVERS, Batch
from linguine.learning.learners.counts import Counts
from linguine.learning.learners.dual import Dual
from linguine.learning.learners.exact import Exact
from linguine.learning.learners.frank_wolfe import FrankWolfe
from linguine.learning.learners.online import Online
from linguine.learning.learners.online_options import RULES
from linguine.learning.losses import Loss, read_loss
from linguine.learning.problem import Learner
from linguine.learning.regularizers import Penalty
from linguine.registry import Registry

__all__ = ["INCREMENTAL", "LEARNERS", "MULTICLASS", "Choice", "choose_learner"]

#: Every learner by name; "auto" is a question, not a learner.
LEARNERS: Registry[Callable[[], Learner]] = Registry(
    "learner",
    {
        "counts": Counts,
        **{name: partial(Online, name) for name in RULES.names},
        **{name: partial(Batch, name) for name in SOLVERS.names},
        "dual": Dual,
        "exact": Exact,
        "frank-wolfe": FrankWolfe,
    },
)
#: name -> is it one-versus-all?
MULTICLASS: Registry[bool] = Registry("multiclass", {"joint": False, "one-versus-all": True})

_ALL = frozenset({"perceptron", "hinge", "squared-hinge", "logistic", "softmax-margin", "squared"})
_SMOOTH = frozenset({"logistic", "softmax-margin", "squared"})
_HINGE = frozenset({"hinge"})
_LABEL = frozenset({"label"})
_EVERY = frozenset({"label", "chain", "tree", "sites"})
#: The losses that sum over the labels of a site, or compare its scores with targets.
_OF_LABELS = frozenset({"squared", "squared-hinge"})


@dataclass(frozen=True)
class _Row:
    """What one learner accepts.

    ``joint`` are the losses over three or more labels at once; over two labels or one-versus-all
    ``more`` are there too. A penalty is "none", "any" (>= 0) or "some" (> 0; l2 = 0 only with the
    losses in ``hard``, of which it makes a hard margin), an intercept "free" (not penalised),
    "regularized" or "any".
    """

    joint: frozenset[str]
    l2: str
    l1: str = "none"
    more: frozenset[str] = frozenset()
    intercept: str = "free"
    one_versus_all: bool = True
    structures: frozenset[str] = _EVERY
    tree_l2: str = "none"
    hard: frozenset[str] = frozenset()

    @property
    def binary(self) -> frozenset[str]:
        """The losses over two labels or one-versus-all."""
        return self.joint | self.more


_BATCH = partial(
    _Row, _SMOOTH, "any", more=frozenset({"squared-hinge"}), intercept="any", tree_l2="any"
)
_TABLE: dict[str, _Row] = {
    "counts": _Row(
        frozenset({"joint-likelihood"}),
        "none",
        one_versus_all=False,
        structures=frozenset({"label", "chain"}),
    ),
    "perceptron": _Row(frozenset({"perceptron"}), "none"),
    "mira": _Row(_HINGE, "none"),
    "sgd": _Row(_ALL, "any", "any", tree_l2="any"),
    "pegasos": _Row(_ALL, "some", tree_l2="some"),
    "adagrad": _Row(_ALL, "any", "any"),
    "arow": _Row(_HINGE, "none", one_versus_all=False, structures=_EVERY - {"tree"}),
    "lbfgs": _BATCH(),
    "conjugate-gradient": _BATCH(),
    "gradient-descent": _BATCH(),
    "owl-qn": _BATCH("some"),
    "dual": _Row(
        _HINGE,
        "some",
        more=frozenset({"squared-hinge", "logistic"}),
        intercept="regularized",
        structures=_LABEL,
        hard=frozenset({"hinge", "squared-hinge"}),
    ),
    "exact": _Row(frozenset({"squared"}), "any", intercept="any", structures=_LABEL),
    "frank-wolfe": _Row(_HINGE, "some", structures=_EVERY - _LABEL, tree_l2="some"),
}
_DESCENTS = ("lbfgs", "conjugate-gradient", "gradient-descent", "owl-qn", "sgd")
#: Of scores: what minimises each loss, and what "auto" tries first.
_OF_SCORES: dict[str, tuple[str, ...]] = {
    "squared": ("exact", *_DESCENTS),
    "huber": _DESCENTS,
    "epsilon-insensitive": ("dual", "sgd"),
    "poisson": _DESCENTS[:-1],
    "ordinal": _DESCENTS[:-1],
}
#: What "auto" tries, in order, before all others.
_PREFERRED: dict[str, tuple[str, ...]] = {
    "joint-likelihood": ("counts",),
    "perceptron": ("perceptron",),
    "hinge": ("dual", "frank-wolfe", "sgd"),
    "squared-hinge": ("lbfgs", "owl-qn", "sgd"),
    "squared": ("exact", "owl-qn"),
    "logistic": ("lbfgs", "owl-qn"),
    "softmax-margin": ("lbfgs", "owl-qn"),
}
#: What "auto" tries for ``partial_fit``.
INCREMENTAL = ("counts", "perceptron", "sgd")


@dataclass(frozen=True)
class _Wish:
    """What the user asks of a learner."""

    loss: Loss
    penalty: Penalty
    is_joint: bool
    n_labels: int
    intercept: str
    structure: str

    @property
    def kind(self) -> str:
        """The structure's name in the table; all that are not there learn from stored sites."""
        return self.structure if self.structure in _EVERY else "sites"


@dataclass(frozen=True)
class Choice:
    """A learner and the penalty it will use."""

    learner: Learner
    l2: float
    l1: float


def choose_learner(
    learner: str | Learner,
    loss: Loss,
    penalty: Penalty,
    *,
    multiclass: str,
    n_labels: int,
    intercept: str = "any",
    preferred: tuple[str, ...] | None = None,
    structure: str = "label",
) -> Choice:
    """Find the learner, and reject it if the table does not have the pair.

    Parameters
    ----------
    learner
        A learner, its name, or ``"auto"``.
    loss, penalty
        What to minimise.
    multiclass
        ``"joint"`` or ``"one-versus-all"``.
    n_labels
        Number of classes; with two, joint and one-versus-all are the same.
    intercept
        ``"free"`` or ``"regularized"``, or ``"any"`` if the learner may decide.
    preferred
        The names that ``"auto"`` tries, in order; None is the loss's own list.
    structure
        ``"label"``, ``"score"``, ``"chain"``, ``"tree"``, or the name of any other structure over
        rows.

    Examples
    --------
    >>> from linguine.learning.losses import Hinge, Logistic
    >>> choice = choose_learner("auto", Logistic(), Penalty(l1=1.0), multiclass="joint", n_labels=3)
    >>> choice.learner.name
    'owl-qn'
    >>> choose_learner("lbfgs", Hinge(), Penalty(), multiclass="joint", n_labels=3)
    Traceback (most recent call last):
        ...
    linguine.errors.ParameterError: The learner 'lbfgs' cannot minimise the loss 'hinge'.
    Use learner='mira', 'sgd', 'pegasos', 'adagrad', 'arow' or 'dual' for this loss.
    """
    loss = read_loss(loss)
    wish = _Wish(loss, penalty, not MULTICLASS.get(multiclass), n_labels, intercept, structure)
    if isinstance(learner, str) and learner == "auto":
        table = _OF_SCORES if structure == "score" else _PREFERRED
        names = preferred or table[loss.name]
        fitting = (name for name in names if not _why_not(name, wish))
        learner = next(fitting, names[0])
    chosen = LEARNERS.get(learner)() if isinstance(learner, str) else learner
    l2, row = 1.0, _row_of(chosen)
    if row is not None:
        if reason := _why_not(chosen.name, wish):
            raise ParameterError(reason)
        l2 = 0.0 if (row.tree_l2 if structure == "tree" else row.l2) == "none" else 1.0
    return Choice(chosen, l2 if penalty.l2 is None else penalty.l2, penalty.l1)


def _row_of(learner: object) -> _Row | None:
    """Return a learner's row; None for one that somebody else wrote, who knows what it can."""
    name = getattr(learner, "name", None)
    if isinstance(name, str) and not isinstance(learner, type):
        if name in _TABLE or callable(getattr(learner, "fit", None)):
            return _TABLE.get(name)
    raise ParameterError(
        "must be a name, one of Counts(), Online(), Batch(), Dual(), Exact(), FrankWolfe(), or "
        f"an object with a name and fit(problem); got {learner!r}. Use "
        f"{said('learner', 'auto')} to let the loss decide.",
        parameter="learner",
    )


def _why_not(name: str, wish: _Wish) -> str | None:
    """Say why the table rejects this pair, and what to use; None if it accepts it."""
    row, loss = _TABLE[name], wish.loss.name
    subject = f"The learner {name!r}"
    if wish.structure == "score" or wish.loss.of == "scores":
        return _why_not_score(name, row, wish) or _why_not_penalty(name, row, wish)
    if wish.structure != "label" and loss in _OF_LABELS:
        return (
            f"The loss {loss!r} is for single labels; got structure {wish.structure!r}. "
            "Use loss='hinge', 'logistic', 'softmax-margin' or 'perceptron'."
        )
    if wish.kind not in row.structures:
        others = _alternatives(wish, joint=True)
        advice = f"Use {said('learner', *others)}." if others else "Use loss='hinge'."
        return f"{subject} does not learn from structure {wish.structure!r}. {advice}"
    if loss not in row.binary:
        return (
            f"{subject} cannot minimise the loss {loss!r}. "
            f"Use {said('learner', *_alternatives(wish, joint=False))} for this loss."
        )
    if not wish.is_joint and not row.one_versus_all:
        return f"{subject} models all classes at once; got one-versus-all. Use multiclass='joint'."
    if wish.is_joint and wish.n_labels >= 3 and loss not in row.joint:
        return (
            f"{subject} minimises the loss {loss!r} over two classes or one-versus-all only; "
            f"got {wish.n_labels} classes jointly. Use multiclass='one-versus-all', or "
            f"{said('learner', *_alternatives(wish, joint=True))}."
        )
    return _why_not_tree(name, row, wish) or _why_not_penalty(name, row, wish)


def _why_not_score(name: str, row: _Row, wish: _Wish) -> str | None:
    """Say why a learner cannot hit numbers, or a loss not tell labels apart."""
    loss = wish.loss.name
    if wish.structure != "score":
        return (
            f"The loss {loss!r} is about scores, which are numbers; got structure "
            f"{wish.structure!r}. Use loss='hinge' or 'logistic', or TextRegressor for scores."
        )
    if loss not in _OF_SCORES:
        return f"The loss {loss!r} is about labels; got scores. Use {said('loss', *_OF_SCORES)}."
    if name not in _OF_SCORES[loss]:
        return (
            f"The learner {name!r} cannot minimise the loss {loss!r} of scores. "
            f"Use {said('learner', *_alternatives(wish, joint=False))} for this loss."
        )
    return None


def _why_not_penalty(name: str, row: _Row, wish: _Wish) -> str | None:
    return (
        _why_not_l2(name, row, wish)
        or _why_not_l1(name, row, wish)
        or _why_not_intercept(name, row, wish.intercept)
    )


def _why_not_tree(name: str, row: _Row, wish: _Wish) -> str | None:
    """Say what the lazy penalties of online learners cannot do for trees."""
    if wish.structure != "tree":
        return None
    if wish.penalty.l1 > 0 and row.l1 != "some":
        return (
            f"Online learners of dependency trees have no {named('l1')}: their weights are hashed, "
            f"and zeros save nothing; got {said('l1', wish.penalty.l1)}. Use {said('l1', 0)}, and "
            f"fewer bits for a smaller model, or {said('learner', 'owl-qn')}."
        )
    if row.tree_l2 == "none" and row.l2 != "none" and wish.penalty.l2:
        return (
            f"The learner {name!r} has no {named('l2')} for dependency trees; got "
            f"{said('l2', wish.penalty.l2)}. Use {said('l2', 0)}, or "
            f"{said('learner', 'sgd', 'pegasos')}."
        )
    return None


def _why_not_l2(name: str, row: _Row, wish: _Wish) -> str | None:
    penalty = wish.penalty
    if row.l2 == "none" and penalty.l2:
        sgd = said("learner", "sgd")
        smaller = f"Regularize with a smaller {named('C')} instead, or use {sgd}."
        smooth = f"Smooth with {named('alpha')} instead."
        advice = {"counts": smooth, "arow": smaller, "mira": smaller}.get(
            name, f"Leave {named('l2')} out, or use {sgd}."
        )
        return f"The learner {name!r} has no penalty; got {said('l2', penalty.l2)}. {advice}"
    if row.l2 == "some" and penalty.l2 == 0 and wish.loss.name not in row.hard:
        return (
            f"The learner {name!r} needs {named('l2')} > 0 (a finite {named('C')}); got "
            f"{said('l2', 0)}. Use a small {named('l2')} such as 1e-6, or "
            f"{said('learner', 'sgd')}."
        )
    return None


def _why_not_l1(name: str, row: _Row, wish: _Wish) -> str | None:
    penalty = wish.penalty
    if row.l1 == "none" and penalty.l1 > 0:
        others = _alternatives(wish, joint=False, l1=True)
        advice = f"Use {said('learner', *others) if others else said('l1', 0)}."
        return f"The learner {name!r} has no l1 penalty; got {said('l1', penalty.l1)}. {advice}"
    if row.l1 == "some" and penalty.l1 == 0:
        return (
            f"The learner {name!r} is for {named('l1')} > 0; got {said('l1', 0)}. "
            f"Use {said('learner', 'lbfgs')}."
        )
    return None


def _why_not_intercept(name: str, row: _Row, intercept: str) -> str | None:
    if "any" in (row.intercept, intercept) or row.intercept == intercept:
        return None
    if intercept == "free":
        return (
            f"The learner {name!r} can only fit a regularized intercept: a free one ties all its "
            "coordinates together; got regularize_intercept=False. "
            "Use regularize_intercept=True, fit_intercept=False, or "
            f"{said('learner', 'sgd')}."
        )
    return (
        f"The learner {name!r} does not regularize the intercept; got regularize_intercept=True. "
        f"Use regularize_intercept=False, or {said('learner', 'lbfgs', 'dual', 'exact')}."
    )


def _alternatives(wish: _Wish, *, joint: bool, l1: bool = False) -> list[str]:
    """Return the learners that have this loss and structure."""
    if wish.structure == "score":
        names = _OF_SCORES[wish.loss.name]
        return [name for name in names if _TABLE[name].l1 != "none" or not l1]
    return [
        name
        for name, row in _TABLE.items()
        if wish.kind in row.structures
        and wish.loss.name in (row.joint if joint else row.binary)
        and (row.l1 != "none" or not l1)
    ]
