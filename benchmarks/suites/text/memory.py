"""Text suite 4: a fixed bound on memory by hashing."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite

MEMORY = TrialSuite(
    name="memory",
    about="peak memory of whole processes with hashed features, from file to test accuracy",
    jobs=(TrialJob("hashed", "linear classifier on words and pairs, hashed; VW: one pass"),),
    datasets=("imdb",),
    rivals=("linguine", "vowpalwabbit"),
    threads=(2,),
)
