"""Text suite 5: accuracy of --algorithm auto without any other option."""

from benchmarks.suites.trial_suite import TrialJob, TrialSuite

_GOALS = {
    "20newsgroups": 0.863,
    "imdb": 0.913,
    "sms_spam": 0.987,
    "amazon_books": 0.8725,
    "amazon_books_text": 0.8375,
    "ag_news_small": 0.885,
}

AUTO = TrialSuite(
    name="auto",
    about="accuracy on the test file, and the seconds it took to choose and train",
    jobs=(TrialJob("auto", "linguine chooses; scikit-learn searches a small grid"),),
    datasets=tuple(_GOALS),
    rivals=("linguine", "scikit-learn"),
    threads=(2,),
    goals=tuple(_GOALS.items()),
)
