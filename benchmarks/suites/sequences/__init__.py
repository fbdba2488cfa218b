"""The sequence suites, by name: `python benchmarks/compare.py sequences`."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite, named

CRF = TrialSuite(
    name="crf",
    about="CRFsuite's chunking tutorial to convergence, c2 = 1; features are there already",
    jobs=(TrialJob("lbfgs", "L-BFGS on the same objective over the same features"),),
    datasets=("conll2000",),
    rivals=("linguine", "python-crfsuite"),
    columns=("seconds", "ratio", "objective", "iterations", "f1", "peak"),
    threads=(1, 2),
)
PERCEPTRON = TrialSuite(
    name="perceptron",
    about="averaged perceptron on the same features: seconds of one epoch of ten",
    jobs=(TrialJob("averaged", "ten epochs"),),
    datasets=("conll2000",),
    rivals=("linguine", "python-crfsuite"),
    columns=("seconds", "ratio", "with set-up", "f1", "peak"),
)
TAGGING = TrialSuite(
    name="tagging",
    about="lists of (word, pos) in memory to tags, features included; best pass and mean of seven",
    jobs=(TrialJob("lists-to-tags", "the test file with a model of CRFsuite's tutorial"),),
    datasets=("conll2000",),
    rivals=("linguine", "python-crfsuite"),
    columns=("seconds", "ratio", "speed", "mean speed", "f1", "peak"),
)
PAIRS = TrialSuite(
    name="pairs",
    about="algorithms and learners of Tagger on UPOS tags with its own templates, judged on dev",
    jobs=(TrialJob("upos", "at most 100 iterations or 5 epochs; Frank-Wolfe 10 passes"),),
    datasets=("ud_english_ewt",),
    rivals=("linguine",),
    columns=("seconds", "accuracy", "weights", "bytes", "peak"),
    threads=(2,),
)
L1 = TrialSuite(
    name="l1",
    about="what sparse weights cost and save: OWL-QN with l1 against L-BFGS with l2",
    jobs=(TrialJob("sparsity", "Tagger with the features of CRFsuite's tutorial"),),
    datasets=("conll2000",),
    rivals=("linguine",),
    columns=("seconds", "f1", "weights", "bytes", "peak"),
    threads=(2,),
)

SEQUENCE_SUITES = named(CRF, PERCEPTRON, TAGGING, PAIRS, L1)
