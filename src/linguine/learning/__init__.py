"""Learning: what is optimised (losses, penalties) and how (learners)."""

from linguine.learning.batch import Batch
from linguine.learning.counts import Counts
from linguine.learning.dual import Dual
from linguine.learning.exact import Exact
from linguine.learning.frank_wolfe import FrankWolfe
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
from linguine.learning.sequence_problem import (
    SequenceData,
    SequenceProblem,
    SequenceWeights,
)

__all__ = [
    "Batch",
    "Counts",
    "Dual",
    "Exact",
    "Fitted",
    "FrankWolfe",
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
    "SequenceData",
    "SequenceProblem",
    "SequenceWeights",
    "SoftmaxMargin",
    "Squared",
    "SquaredHinge",
    "choose_learner",
]
