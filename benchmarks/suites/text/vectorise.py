"""Text suite 2: texts in memory to a matrix of counts, with equal counts checked."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite

VECTORISE = TrialSuite(
    name="vectorise",
    about="list of str to sparse counts; equal digests mean equal vocabulary and counts",
    jobs=(
        TrialJob("unigrams", "exact vocabulary of words"),
        TrialJob("uni+bigrams", "exact vocabulary of words and pairs of words"),
        TrialJob("unigrams-hashed", "words hashed to 2^20 columns; digest of the rows' sums"),
        TrialJob("uni+bigrams-hashed", "words and pairs hashed to 2^20 columns; same digest"),
    ),
    datasets=("imdb",),
    rivals=("linguine", "scikit-learn"),
    threads=(2,),
)
