"""Text suite 2: texts in memory to a matrix of counts, with equal counts checked."""

from benchmarks.suites.text.suite import TextJob, TextSuite

VECTORISE = TextSuite(
    name="vectorise",
    about="list of str to sparse counts; equal digests mean equal vocabulary and counts",
    jobs=(
        TextJob("unigrams", "exact vocabulary of words"),
        TextJob("uni+bigrams", "exact vocabulary of words and pairs of words"),
        TextJob("unigrams-hashed", "words hashed to 2^20 columns; digest of the rows' sums"),
        TextJob("uni+bigrams-hashed", "words and pairs hashed to 2^20 columns; same digest"),
    ),
    datasets=("imdb",),
    rivals=("linguine", "scikit-learn"),
)
