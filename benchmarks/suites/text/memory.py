"""Text suite 4: a fixed bound on memory by hashing."""

from benchmarks.suites.text.suite import TextJob, TextSuite

MEMORY = TextSuite(
    name="memory",
    about="peak memory of whole processes with hashed features, from file to test accuracy",
    jobs=(TextJob("hashed", "linear classifier on words and pairs, hashed; VW: one pass"),),
    datasets=("imdb",),
    rivals=("linguine", "vowpalwabbit"),
)
