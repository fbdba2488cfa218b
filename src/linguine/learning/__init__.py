"""Learning: what is optimised (losses, penalties) and how (learners)."""

from linguine.learning.batch import Batch
from linguine.learning.counts import Counts
from linguine.learning.dual import Dual
from linguine.learning.exact import Exact
from linguine.learning.losses import (
    Hinge,
    JointLikelihood,
    Logistic,
    Loss,
    PerceptronLoss,
    SoftmaxMargin,
    Squared,
    SquaredHinge,
)
from linguine.learning.online import Online
from linguine.learning.pairs import choose_learner
from linguine.learning.problem import Fitted, Learner, LearningProblem
from linguine.learning.regularizers import Intercept, Penalty

__all__ = [
    "Batch",
    "Counts",
    "Dual",
    "Exact",
    "Fitted",
    "Hinge",
    "Intercept",
    "JointLikelihood",
    "Learner",
    "LearningProblem",
    "Logistic",
    "Loss",
    "Online",
    "Penalty",
    "PerceptronLoss",
    "SoftmaxMargin",
    "Squared",
    "SquaredHinge",
    "choose_learner",
]
