"""The suites of what is no classifier, tagger or dependency parser: `compare.py catalogue`."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite, named

CONSTITUENTS = TrialSuite(
    name="constituents",
    about="phrases: training, parsing on one thread, and labelled bracket F1",
    jobs=(
        TrialJob("trees", "all sentences of the test file; the parser finds their tags"),
        TrialJob("short", "sentences of 10 to 14 words, whose tags are given"),
        TrialJob("scoring", "F1 of one parser's trees, counted by two programs"),
    ),
    datasets=("ptb_sample",),
    rivals=("linguine", "nltk", "pyevalb"),
    columns=("seconds", "ratio", "f1", "complete", "speed", "train", "peak"),
)
CLUSTERS = TrialSuite(
    name="clusters",
    about="from texts without labels to 20 clusters, judged by labels that none has seen",
    jobs=(TrialJob("texts", "texts in memory to the cluster of each"),),
    datasets=("20newsgroups",),
    rivals=("linguine", "scikit-learn"),
    columns=("seconds", "ratio", "nmi", "purity", "peak"),
    threads=(2,),
)
MIXTURES = TrialSuite(
    name="mixtures",
    about="ten round Gaussians in 8 dimensions, 20,000 points, one variance each; ten starts",
    jobs=(TrialJob("points", "an array to the cluster of each point"),),
    datasets=("gaussians",),
    rivals=("linguine", "scikit-learn"),
    columns=("seconds", "ratio", "nmi", "purity", "likelihood", "peak"),
    threads=(2,),
)
GRAPHS = TrialSuite(
    name="graphs",
    about="log Z and all marginals of binary variables on a grid, from tables in memory",
    jobs=(TrialJob("marginals", "exact, by a junction tree"),),
    datasets=("grid-4", "grid-8"),
    rivals=("linguine", "pyagrum", "pgmpy"),
    columns=("seconds", "ratio", "log_z", "mean", "peak"),
)

CATALOGUE_SUITES = named(CONSTITUENTS, CLUSTERS, MIXTURES, GRAPHS)
