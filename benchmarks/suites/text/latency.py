"""Text suite 3: how long a user waits for answers from a trained model."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite

LATENCY = TrialSuite(
    name="latency",
    about="a saved model of words and pairs to predictions; files are in the page cache",
    jobs=(
        TrialJob("cold", "a new process loads the model and labels one line; wall time of it"),
        TrialJob("single", "predict([text]) of 140 characters at most, mean of 2000 calls"),
        TrialJob("batch", "predict(texts) of the whole test set in one call"),
    ),
    datasets=("imdb", "sms_spam"),
    rivals=("linguine", "scikit-learn"),
    threads=(2,),
)
